/* src/games/long_night/course.c: the way of every seat, from the messages of
 * the match alone (LN-9.2, LN-9.4). */
#include "games/long_night/ln_kit.h"

/* A canvas that walks along and notes what does not fit. */
struct walker {
    struct nj_canvas canvas; /* first */
    int cols;
    char glyph[LN_CELLS_MAX]; /* of the first board: 'P' portal, ... */
    int number[LN_CELLS_MAX]; /* of the first board; 0: none */
    int pairs;                /* the largest number there */
    int at[LN_SEATS_MAX];     /* -1: not seen yet */
    unsigned boards, turns, moves, far;
    unsigned broken;      /* a move that begins where the last did not end */
    unsigned strides;     /* a near move to no neighbour */
    unsigned unexplained; /* a far one from no portal, without a warp */
    unsigned astray;      /* one from portal to portal whose numbers differ */
    unsigned players;
    int64_t rank; /* of the last row of scores: the best come first */
    int lair;     /* where the Minotaur was drawn, + 100 * board */
    bool warped[LN_SEATS_MAX]; /* some warp was told since it moved last */
    char seen[600];
};

static struct walker *of(struct nj_canvas *c)
{
    return (struct walker *)(void *)c;
}

static void see_board(struct nj_canvas *c, const char *title, int64_t n,
                      int rows, int cols)
{
    NJ_UNUSED(title);
    NJ_UNUSED(n);
    NJ_UNUSED(rows);
    of(c)->boards++;
    of(c)->cols = cols;
}

static void see_glyph(struct nj_canvas *c, int row, int col, const char *name)
{
    bool end = strcmp(name, "portal") == 0 || strcmp(name, "exit_end") == 0;

    if (strcmp(name, "boss") == 0)
        of(c)->lair = (int)of(c)->boards * 100 + row * of(c)->cols + col;
    if (of(c)->boards == 1)
        of(c)->glyph[row * of(c)->cols + col] = end ? 'P' : ' ';
}

static void see_number(struct nj_canvas *c, int row, int col, int n)
{
    struct walker *w = of(c);

    if (w->boards != 1)
        return;
    assert_int_equal(w->glyph[row * w->cols + col], 'P');
    w->number[row * w->cols + col] = n;
    w->pairs = n > w->pairs ? n : w->pairs;
}

static void see_edge(struct nj_canvas *c, int row, int col, enum nj_side side,
                     const char *name)
{
    NJ_UNUSED(c);
    NJ_UNUSED(row);
    NJ_UNUSED(col);
    NJ_UNUSED(side);
    NJ_UNUSED(name);
}

static void see_seat(struct nj_canvas *c, int row, int col, nj_seat seat)
{
    if (of(c)->boards == 1)
        of(c)->at[seat] = row * of(c)->cols + col;
}

static void see_turn(struct nj_canvas *c, int64_t round, nj_seat seat)
{
    struct walker *w = of(c);
    size_t len = strlen(w->seen);

    w->turns++;
    (void)snprintf(w->seen + len, sizeof(w->seen) - len, "%d:%d ", (int)round,
                   seat + 1);
}

static bool neighbours(const struct walker *w, int a, int b)
{
    int n = w->cols;
    int dr = (a / n - b / n + n) % n;
    int dc = (a % n - b % n + n) % n;

    return (dr == 0 && (dc == 1 || dc == n - 1)) ||
           (dc == 0 && (dr == 1 || dr == n - 1));
}

static void see_move(struct nj_canvas *c, nj_seat seat, int from, int to,
                     bool far)
{
    struct walker *w = of(c);
    size_t len = strlen(w->seen);

    w->moves++;
    w->far += far;
    w->broken += w->at[seat] != from;
    w->strides += !far && !neighbours(w, from, to);
    w->unexplained += far && w->glyph[from] != 'P' && !w->warped[seat];
    w->astray += far && !w->warped[seat] && w->number[from] != w->number[to];
    w->at[seat] = to;
    (void)snprintf(w->seen + len, sizeof(w->seen) - len, "%d%c%d ", from,
                   far ? '~' : '>', to);
}

static void see_player(struct nj_canvas *c, nj_seat seat, const char *key,
                       struct nj_args args)
{
    NJ_UNUSED(seat);
    assert_string_equal(key, "ln.picture_score");
    assert_int_equal(args.n, 7);
    assert_true(args.v[0].i >= of(c)->rank);
    of(c)->rank = args.v[0].i;
    of(c)->players++;
}

static const struct nj_canvas_ops ops = {.board = see_board,
                                         .glyph = see_glyph,
                                         .below = see_glyph,
                                         .edge = see_edge,
                                         .number = see_number,
                                         .seat = see_seat,
                                         .label = see_glyph,
                                         .turn = see_turn,
                                         .move = see_move,
                                         .player = see_player};

static void walk(struct walker *w, const struct kit *k)
{
    memset(w, 0, sizeof(*w));
    w->canvas.ops = &ops;
    for (int i = 0; i < LN_SEATS_MAX; i++)
        w->at[i] = -1;
    /* Whoever is warped at all may lie elsewhere from then on. */
    for (uint32_t i = 0; i < k->n_record; i++)
        if (strcmp(k->record[i]->key, "ln.warp") == 0)
            w->warped[nj_message_int(k->record[i], "seat", 0)] = true;
    nj_ln_course(k->record, k->n_record, &w->canvas);
}

static void ways_go_by_portals_and_round_the_rim(void **state)
{
    struct kit *k =
        kit_given("", "open9; portal 0,1 2,2; p1 0,0; p2 6,6; p3 8,8; turn 1");
    struct walker w;

    NJ_UNUSED(state);
    kit_order(k, 1, "move", "rrrd"); /* in, two steps beneath, out and on */
    kit_order(k, 1, "stop", "");
    kit_order(k, 2, "move", "u");
    kit_order(k, 2, "stop", "");
    kit_order(k, 3, "move", "r"); /* over the rim */
    kit_order(k, 3, "stop", "");
    kit_leave(k, 2);
    kit_leave(k, 3);
    assert_true(k->over);
    walk(&w, k);
    assert_int_equal(w.boards, 2);
    assert_string_equal(w.seen, "1:1 0>1 1~20 20>29 1:2 60>51 1:3 80>72 ");
    assert_int_equal(w.players, 3);
    kit_free(k);
}

/* Seats one and two come last, and so do their rows. */
static void the_best_stand_first(void **state)
{
    struct kit *k = kit_given("", "open9; p1 0,0; p2 6,6; p3 8,8; turn 3");
    struct walker w;

    NJ_UNUSED(state);
    kit_order(k, 3, "move", "r");
    kit_order(k, 3, "stop", "");
    kit_leave(k, 1);
    kit_leave(k, 2);
    walk(&w, k);
    assert_int_equal(w.players, 3);
    assert_true(w.rank > 1);
    kit_free(k);
}

/* LN-15.4: of several pairs each has a number, on both maps; of one, none. */
static void pairs_of_portals_are_numbered(void **state)
{
    struct kit *k = kit_given("", "open9; portal 0,1 2,2; portal 1,0 8,8; "
                                  "p1 0,0; p2 6,6; turn 1");
    struct walker w;

    NJ_UNUSED(state);
    kit_leave(k, 2);
    walk(&w, k);
    assert_int_equal(w.pairs, 2);
    assert_int_equal(w.number[1], 1);
    assert_int_equal(w.number[20], 1);
    assert_int_equal(w.number[9], 2);
    assert_int_equal(w.number[80], 2);
    assert_int_equal(kit_count(k, "1#1,1#20,2#9,2#80"), 2);
    kit_free(k);
    k = kit_given("", "open9; portal 0,1 2,2; p1 0,0; p2 6,6; turn 1");
    kit_leave(k, 2);
    walk(&w, k);
    assert_int_equal(w.pairs, 0);
    kit_free(k);
}

/* A bump is no step, and a turn may end beneath. */
static void bumps_and_subspace_move_nobody(void **state)
{
    struct kit *k = kit_given(
        "", "open9; portal 0,1 2,2; wall 4,4U; p1 0,0; p2 4,4; turn 1");
    struct walker w;

    NJ_UNUSED(state);
    kit_order(k, 1, "move", "rl"); /* in, one step beneath */
    kit_order(k, 1, "stop", "");
    kit_order(k, 2, "move", "u"); /* a wall */
    kit_order(k, 1, "move", "ld");
    kit_order(k, 1, "stop", "");
    kit_leave(k, 2);
    walk(&w, k);
    assert_string_equal(w.seen, "1:1 0>1 1:2 3:1 1~20 20>29 3:2 ");
    kit_free(k);
}

/* It stands on the map of the end, in the cell that the text names. */
static void the_minotaur_stands_where_it_ended(void **state)
{
    struct kit *k = kit_given("", "open9; boss 4,3 target=1 steps=0; p1 0,0; "
                                  "p2 7,7; turn 1");
    struct walker w;

    NJ_UNUSED(state);
    kit_leave(k, 2);
    walk(&w, k);
    assert_int_equal(w.lair, 2 * 100 + 4 * 9 + 3);
    kit_free(k);
    k = kit_given("", "open9; p1 0,0; p2 7,7; turn 1");
    kit_leave(k, 2);
    walk(&w, k);
    assert_int_equal(w.lair, 0);
    kit_free(k);
}

static void without_an_end_there_is_no_course(void **state)
{
    struct kit *k = kit_given("", "open9; p1 0,0; p2 4,4; turn 1");
    struct walker w;

    NJ_UNUSED(state);
    kit_order(k, 1, "move", "r");
    walk(&w, k);
    assert_int_equal(w.boards, 0);
    assert_int_equal(w.moves, 0);
    nj_ln_course(NULL, 0, &w.canvas);
    kit_free(k);
}

static void play(const char *options, uint64_t seed)
{
    uint8_t seats = (uint8_t)(2 + seed % 5);
    struct kit *k =
        kit_start(seats, (nj_seat_set)((1U << seats) - 1), options, seed);
    struct walker w;

    kit_computers(k);
    assert_true(k->over);
    walk(&w, k);
    assert_int_equal(w.boards, 2);
    assert_true(w.moves > 0);
    if (w.broken + w.strides + w.unexplained + w.astray > 0)
        fail_msg(
            "%s, seed %d: %u broken, %u strides, %u unexplained, %u astray",
            options, (int)seed, w.broken, w.strides, w.unexplained, w.astray);
    kit_free(k);
}

/* Whatever the mode, a way hangs together, and every jump in it has a portal
 * or a warp behind it. */
static void ways_hang_together_in_every_mode(void **state)
{
    static const char *const modes[] = {"cap=30",
                                        "cap=30 event=rain",
                                        "cap=30 hide=step",
                                        "cap=30 hide=turn",
                                        "cap=30 blocks=twist",
                                        "cap=30 melee=on",
                                        "cap=30 boss=minotaur",
                                        "cap=30 blocks=crazy ext=on",
                                        "cap=30 blocks=wild ext=on bombs=2",
                                        "cap=30 size=10"};

    NJ_UNUSED(state);
    for (size_t i = 0; i < NJ_COUNT(modes); i++)
        for (uint64_t seed = 1; seed <= 12; seed++)
            play(modes[i], seed);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ways_go_by_portals_and_round_the_rim),
        cmocka_unit_test(the_best_stand_first),
        cmocka_unit_test(pairs_of_portals_are_numbered),
        cmocka_unit_test(bumps_and_subspace_move_nobody),
        cmocka_unit_test(the_minotaur_stands_where_it_ended),
        cmocka_unit_test(without_an_end_there_is_no_course),
        cmocka_unit_test(ways_hang_together_in_every_mode),
    };
    int failed = cmocka_run_group_tests_name("games/long_night/course", tests,
                                             NULL, NULL);

    kit_pack_done();
    return failed;
}
