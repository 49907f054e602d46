/* Two worlds (LN-9.1, 9.4): what a seat may not know does not reach it, and a
 * leak in each kind of message is caught.
 *
 * NJ_WORLDS_MOVES: orders to play in all, 20000 without it; NJ_TEST_TENTH=1
 * makes it a tenth. NJ_WORLDS_SEED: where the random pairs begin. */
#include <stdlib.h>

#include "games/long_night/ln_kit.h"
#include "games/long_night/worlds_play.h"

#define MOVES      20000
#define RUN_INPUTS 300
#define ROW_MOVES  500 /* at least: some secrets are seldom met */
#define PAIRS_MAX  400 /* in which a planted leak has to show */

static uint64_t from_env(const char *name, uint64_t otherwise)
{
    const char *text = getenv(name);
    unsigned long long n = text != NULL ? strtoull(text, NULL, 10) : 0;

    return n > 0 ? n : otherwise;
}

static uint64_t moves_wanted(void)
{
    uint64_t n = from_env("NJ_WORLDS_MOVES", MOVES);

    return from_env("NJ_TEST_TENTH", 0) > 0 ? n / 10 : n;
}

static uint64_t row_moves(void)
{
    uint64_t n = moves_wanted() / nj_twists_n + 1;

    return n > ROW_MOVES ? n : ROW_MOVES;
}

/* --- nothing leaks --- */

static void must_be_alike(const struct worlds_play *p, const char *name,
                          uint64_t seed)
{
    if (p->two.what != NULL)
        fail_msg("%s (seed %llu): %s", name, (unsigned long long)seed,
                 p->two.diff.p);
    assert_false(p->two.diff.over);
}

static void play_row(struct worlds_play *p, const struct twist *twist,
                     uint64_t moves)
{
    uint64_t seed = from_env("NJ_WORLDS_SEED", 1);

    p->count = (struct nj_two_count){0};
    p->met = 0;
    /* A short run goes on until the row's secret has been met at all. */
    for (;
         p->count.moves < moves || (p->met == 0 && p->count.moves < MOVES / 10);
         seed++) {
        struct nj_rng rng;

        nj_rng_splitmix64(&rng, seed);
        if (!nj_worlds_open(p, twist, &rng))
            continue;
        nj_two_play(&p->two, &rng, RUN_INPUTS);
        must_be_alike(p, twist->name, seed);
        nj_worlds_close(p);
    }
    print_message("%-34s %7llu moves %7llu inputs %6llu queries %7llu held "
                  "%6llu met\n",
                  twist->name, (unsigned long long)p->count.moves,
                  (unsigned long long)p->count.inputs,
                  (unsigned long long)p->count.queries,
                  (unsigned long long)p->count.held,
                  (unsigned long long)p->met);
    assert_true(p->met > 0);
}

static struct worlds_play *new_play(const struct nj_game *game)
{
    struct worlds_play *p = nj_alloc(sizeof(*p));

    nj_random_init();
    p->pack = kit_pack();
    p->game = game;
    return p;
}

static void what_a_seat_may_not_know_does_not_reach_it(void **state)
{
    struct worlds_play *p = new_play(&nj_long_night);

    NJ_UNUSED(state);
    for (size_t i = 0; i < nj_twists_n; i++)
        play_row(p, &nj_twists[i], row_moves());
    free(p);
}

static void another_map_opens_alike(void **state)
{
    struct worlds_play *p = new_play(&nj_long_night);
    uint64_t pairs = moves_wanted() / 200;
    uint64_t found = 0;

    NJ_UNUSED(state);
    for (uint64_t seed = 1; found < pairs; seed++) {
        struct nj_rng rng;

        nj_rng_splitmix64(&rng, seed);
        assert_true(seed <= 2 * pairs);
        if (!nj_worlds_start(p, (nj_seat)(seed % 4), &rng))
            continue; /* its opening is a rare one */
        found++;
        nj_two_play(&p->two, &rng, RUN_INPUTS);
        must_be_alike(p, "another map", seed);
        nj_worlds_close(p);
    }
    print_message("%llu pairs of maps, %llu moves\n", (unsigned long long)pairs,
                  (unsigned long long)p->count.moves);
    free(p);
}

/* --- planted leaks --- */

enum leak {
    LEAK_TEXT,
    LEAK_PRIVATE,
    LEAK_ARGUMENT,
    LEAK_ORDER,
    LEAK_COUNT,
    LEAK_HOST,
    LEAK_CHOICES,
    LEAK_REFUSAL,
    LEAK_REFUSED,
    LEAK_QUERY,
    LEAK_BOARD,
    LEAK_PICTURE,
    LEAK_AWAITED,
    LEAK_TIMER,
    LEAK_NEW_TIMER,
    LEAK_COMPUTER,
    LEAK_PLACE,
    /* From here on what a hidden seat did is told ... */
    LEAK_HIDDEN_STEP,
    LEAK_HIDDEN_SOUND,
    LEAK_HIDDEN_MARK,
    LEAK_HIDDEN_DROPPED,
    LEAK_HIDDEN_TRACE,
    LEAK_HIDDEN_LEFT,
    /* ... and from here on where the Minotaur is. */
    LEAK_ROAR,
    LEAK_BREATH,
    LEAK_BOSS_MOVE,
    LEAK_BOSS_SWITCH
};

static enum leak leak;
static unsigned last_secret; /* of the match that spoke last */

/* What the mover stands on and beside, and with whom. */
static unsigned secret_of(const struct nj_match *m, nj_seat mover)
{
    const struct ln_state *s = nj_state_const(m);
    const struct ln_board *b = &s->board;
    uint8_t cell = s->seat[mover].cell;
    unsigned v = cell + 100u * s->seat[mover].sub + 300u * b->extra[cell];

    for (int d = 0; d < LN_DIRS; d++) {
        uint8_t to = nj_ln_board_next(b, cell, (enum ln_dir)d);

        v = v * 31 + b->terrain[to];
        v = v * 31 + nj_ln_board_edge(b, cell, (enum ln_dir)d);
    }
    for (nj_seat k = 0; k < s->n; k++)
        v = v * 3 + (s->seat[k].cell == cell);
    return (v * 31 + b->terrain[cell] + 7u * s->boss) % 65521;
}

static void leak_afk(struct nj_match *m, nj_seat seat)
{
    nj_emit(m, nj_to_all(), "ln.afk", "", NJ_ARGS(nj_arg_seat("seat", seat)));
}

static void leak_walls(struct nj_match *m, struct nj_audience to,
                       unsigned secret)
{
    nj_emit(m, to, "ln.walls", "",
            NJ_ARGS(nj_arg_glyphs("udlr", secret % 2 == 0 ? "..#." : "#...")));
}

static void ask(struct nj_match *m, unsigned secret)
{
    static const char *const choices[2][2] = {{"on", "off"}, {"on", "no"}};

    for (nj_seat k = 0; k < nj_seats(m); k++) {
        const struct nj_ask q = {.seat = k,
                                 .name = "leak",
                                 .verb = "auto",
                                 .choices = choices[secret % 2],
                                 .n = 2};

        if (nj_prompt_open(m, k, "leak"))
            nj_prompt_close(m, k, "leak");
        nj_prompt(m, &q, "ln.log_empty", "", NJ_NO_ARGS);
    }
}

static void leak_behind_move(struct nj_match *m, unsigned secret)
{
    nj_seat first = secret % 2 == 0 ? 0 : 1;
    struct nj_arg snd = secret % 2 == 0 ? nj_arg_word("snd", "rustle")
                                        : nj_arg_id("snd", "rustle");

    if (leak == LEAK_TEXT)
        nj_emit(m, nj_to_all(), "ln.step", "",
                NJ_ARGS(nj_arg_seat("seat", 0), nj_arg_int("n", 1),
                        nj_arg_word("dir", "U"), snd));
    else if (leak == LEAK_PRIVATE)
        leak_walls(m, nj_to_seats(nj_bit(nj_seats(m)) - 1), secret);
    else if (leak == LEAK_ARGUMENT || leak == LEAK_PLACE)
        nj_emit(m, nj_to_all(), "ln.round", "",
                NJ_ARGS(nj_arg_int("round", secret)));
    else if (leak == LEAK_HOST)
        leak_walls(m, nj_to_host(), secret);
    else if (leak == LEAK_CHOICES)
        ask(m, secret);
    else if (leak == LEAK_COUNT && secret % 2 == 0)
        leak_afk(m, 0);
    else if (leak == LEAK_TIMER)
        nj_timer_arm(m, "leak", 100000 + secret % 2);
    else if (leak == LEAK_NEW_TIMER && secret % 2 == 0)
        nj_timer_arm(m, "leak", 100000);
    if (leak != LEAK_ORDER)
        return;
    leak_afk(m, first);
    leak_afk(m, (nj_seat)(1 - first));
}

/* To all that look on, behind a hidden move: its seat is not among them. */
static void leak_hidden(struct nj_match *m, nj_seat mover, unsigned secret)
{
    static const char *const traces[] = {"R", "H,R%", "?,L"};
    struct nj_arg seat = nj_arg_seat("seat", mover);
    struct nj_audience others =
        nj_to_seats((nj_bit(nj_seats(m)) - 1) & ~nj_bit(mover));

    if (leak == LEAK_HIDDEN_STEP)
        nj_emit(m, nj_to_all(), "ln.step", "",
                NJ_ARGS(seat, nj_arg_int("n", 1),
                        nj_arg_word("dir",
                                    nj_ln_dir_word((enum ln_dir)(secret % 4))),
                        nj_arg_word("snd", "none")));
    else if (leak == LEAK_HIDDEN_SOUND)
        nj_emit(m, others, "ln.sound", "",
                NJ_ARGS(seat, nj_arg_int("n", 1), nj_arg_word("kind", "splash"),
                        nj_arg_word("dir", secret % 2 == 0 ? "up" : "down")));
    else if (leak == LEAK_HIDDEN_MARK)
        nj_emit(m, nj_to_all(), "ln.hidden_step", "",
                NJ_ARGS(seat, nj_arg_int("n", secret)));
    else if (leak == LEAK_HIDDEN_DROPPED)
        nj_emit(m, nj_to_all(), "ln.dropped", "",
                NJ_ARGS(nj_arg_int("count", secret)));
    else if (leak == LEAK_HIDDEN_TRACE)
        nj_emit(m, nj_to_all(), "ln.turn_end", "",
                NJ_ARGS(seat, nj_arg_word("reason", "hidden"),
                        nj_arg_words("trace", traces[secret % 3])));
    else if (leak == LEAK_HIDDEN_LEFT)
        nj_emit(m, nj_to_all(), "ln.hide_on", "",
                NJ_ARGS(seat, nj_arg_word("kind", "step"),
                        nj_arg_int("left", secret)));
}

static void leak_lair(struct nj_match *m)
{
    const struct ln_state *s = nj_state_const(m);
    struct nj_audience all = nj_to_seats(nj_bit(nj_seats(m)) - 1);
    nj_seat target = s->boss % 2;

    if (leak == LEAK_ROAR)
        nj_emit(m, all, "ln.roar", "",
                NJ_ARGS(nj_arg_word("dir", s->boss % 2 == 0 ? "up" : "down")));
    else if (leak == LEAK_BREATH && s->boss % 2 == 0)
        nj_emit(m, all, "ln.breath", "", NJ_NO_ARGS);
    else if (leak == LEAK_BOSS_MOVE)
        nj_emit(
            m, nj_to_all(), "ln.boss_move", "",
            NJ_ARGS(nj_arg_seat("target", 0), nj_arg_int("steps", s->boss)));
    else if (leak == LEAK_BOSS_SWITCH)
        nj_emit(m, nj_to_all(), "ln.boss_switch", "",
                NJ_ARGS(nj_arg_seat("target", target)));
}

static int leak_around(struct nj_match *m, const struct nj_input *in,
                       nj_step *order)
{
    const struct ln_state *s = nj_state_const(m);
    nj_seat mover = s->turn;
    bool hidden = s->hiding != LN_OPENLY;
    int refused;

    last_secret = secret_of(m, mover);
    refused = order(m, in);
    if (refused != 0)
        return refused;
    if (order == nj_ln_move)
        leak_behind_move(m, secret_of(m, mover));
    if (hidden)
        leak_hidden(m, mover, secret_of(m, mover));
    leak_lair(m);
    return 0;
}

static int leaky_move(struct nj_match *m, const struct nj_input *in)
{
    return leak_around(m, in, nj_ln_move);
}

static int leaky_stop(struct nj_match *m, const struct nj_input *in)
{
    return leak_around(m, in, nj_ln_stop);
}

static int leaky_bomb(struct nj_match *m, const struct nj_input *in)
{
    const struct ln_state *s = nj_state_const(m);
    bool bit = secret_of(m, s->turn) % 2 == 0;

    if (leak != LEAK_REFUSAL)
        return nj_ln_bomb(m, in);
    return nj_ln_refuse(m, in, bit ? "bomb_off" : "bomb_used", "");
}

static int leaky_auto(struct nj_match *m, const struct nj_input *in)
{
    const struct ln_state *s = nj_state_const(m);

    if (leak == LEAK_REFUSED && secret_of(m, s->turn) % 2 == 0)
        return nj_ln_refuse(m, in, "paused", "");
    return nj_ln_auto(m, in);
}

static void leaky_map(const struct nj_match *m, struct nj_query *q)
{
    const struct ln_state *s = nj_state_const(m);
    struct ln_notation board;

    last_secret = secret_of(m, s->turn);
    nj_ln_query_map(m, q);
    if (leak == LEAK_QUERY && last_secret % 2 == 0)
        nj_answer(q, "ln.log_empty", "", NJ_NO_ARGS);
    if (leak != LEAK_BOARD)
        return;
    nj_ln_map_now(s, &board);
    nj_answer(q, "ln.preview", "",
              NJ_ARGS(nj_arg_board("preview", board.text)));
}

static void leaky_picture(const struct nj_message *msg, struct nj_canvas *c)
{
    nj_ln_picture(msg, c);
    if (leak == LEAK_PICTURE)
        c->ops->glyph(c, 0, 0, last_secret % 2 == 0 ? "grass" : "trap");
}

static nj_seat_set leaky_awaited(const struct nj_match *m)
{
    const struct ln_state *s = nj_state_const(m);
    nj_seat_set set = nj_long_night.awaited(m);

    return leak == LEAK_AWAITED && secret_of(m, s->turn) % 2 == 0 ? set ^ 3u
                                                                  : set;
}

static bool leaky_listens(const struct nj_hearing *h)
{
    ((unsigned char *)h->scratch)[LN_MIND_BYTES] =
        (unsigned char)(last_secret % 2);
    return true;
}

static bool leaky_act(const void *scratch, const void *data, nj_seat me,
                      struct nj_rng *rng, struct nj_brain_order *out)
{
    bool acts = nj_ln_brain_act(scratch, data, me, rng, out);

    if (leak == LEAK_COMPUTER && acts && strcmp(out->verb, "move") == 0 &&
        ((const unsigned char *)scratch)[LN_MIND_BYTES] != 0)
        (void)snprintf(out->text, sizeof(out->text), "uuuu");
    return acts;
}

static const struct nj_game *leaky_game(void)
{
    static struct nj_verb verbs[16];
    static struct nj_game game;

    game = nj_long_night;
    for (size_t i = 0; i < NJ_COUNT(verbs); i++) {
        verbs[i] = nj_long_night.verbs[i];
        if (verbs[i].name == NULL)
            break;
        if (verbs[i].apply == nj_ln_move)
            verbs[i].apply = leaky_move;
        if (verbs[i].apply == nj_ln_stop)
            verbs[i].apply = leaky_stop;
        if (verbs[i].apply == nj_ln_bomb)
            verbs[i].apply = leaky_bomb;
        if (verbs[i].apply == nj_ln_auto)
            verbs[i].apply = leaky_auto;
        if (verbs[i].query == nj_ln_query_map)
            verbs[i].query = leaky_map;
    }
    game.verbs = verbs;
    game.picture = leaky_picture;
    game.awaited = leaky_awaited;
    game.brain.scratch_size = LN_MIND_BYTES + 16;
    game.brain.listens = leaky_listens;
    game.brain.act = leaky_act;
    return &game;
}

/* Plays pairs of this row until the leak shows; what showed, or "". */
static const char *first_leak(struct worlds_play *p, const struct twist *twist)
{
    const char *what = NULL;

    for (uint64_t seed = 1; seed <= PAIRS_MAX && what == NULL; seed++) {
        struct nj_rng rng;

        nj_rng_splitmix64(&rng, seed);
        if (!nj_worlds_open(p, twist, &rng))
            continue;
        nj_two_play(&p->two, &rng, RUN_INPUTS);
        what = p->two.what;
        nj_worlds_close(p);
    }
    return what != NULL ? what : "";
}

static void each_kind_of_leak_is_caught(void **state)
{
    static const struct {
        enum leak leak;
        const char *what;
    } kinds[] = {{LEAK_TEXT, "text"},        {LEAK_PRIVATE, "message"},
                 {LEAK_ARGUMENT, "message"}, {LEAK_ORDER, "order"},
                 {LEAK_COUNT, "count"},      {LEAK_HOST, "message"},
                 {LEAK_CHOICES, "choices"},  {LEAK_REFUSAL, "message"},
                 {LEAK_REFUSED, "refused"},  {LEAK_QUERY, "count"},
                 {LEAK_BOARD, "message"},    {LEAK_PICTURE, "picture"},
                 {LEAK_AWAITED, "awaited"},  {LEAK_TIMER, "timers"},
                 {LEAK_NEW_TIMER, "timers"}, {LEAK_COMPUTER, "computer"}};
    struct worlds_play *p = new_play(leaky_game());

    NJ_UNUSED(state);
    for (size_t i = 0; i < NJ_COUNT(kinds); i++) {
        leak = kinds[i].leak;
        assert_string_equal(first_leak(p, &nj_twists[nj_twists_n - 1]),
                            kinds[i].what);
    }
    free(p);
}

static const struct twist *row(const char *name)
{
    for (size_t i = 0; i < nj_twists_n; i++)
        if (strcmp(nj_twists[i].name, name) == 0)
            return &nj_twists[i];
    fail_msg("no row: %s", name);
    return NULL;
}

/* Where one world's seat did nothing at all, one message more is heard. */
static void each_message_of_a_mode_that_leaks_is_caught(void **state)
{
    const struct twist *hidden = row("what a hidden seat does");
    const struct twist *lair = row("where the Minotaur is");
    struct worlds_play *p = new_play(leaky_game());

    NJ_UNUSED(state);
    for (leak = LEAK_HIDDEN_STEP; leak <= LEAK_BOSS_SWITCH; leak++) {
        const char *what = first_leak(p, leak < LEAK_ROAR ? hidden : lair);

        if (strcmp(what, "message") != 0 && strcmp(what, "count") != 0)
            fail_msg("leak %d: %s", (int)leak, what);
    }
    free(p);
}

static void each_row_has_its_secret_underfoot(void **state)
{
    struct worlds_play *p = new_play(leaky_game());

    NJ_UNUSED(state);
    leak = LEAK_PLACE;
    for (size_t i = 0; i < nj_twists_n; i++) {
        const char *what = first_leak(p, &nj_twists[i]);

        if (strcmp(what, "message") != 0 && strcmp(what, "count") != 0)
            fail_msg("not seen: %s", nj_twists[i].name);
    }
    free(p);
}

static int done(void **state)
{
    NJ_UNUSED(state);
    kit_pack_done();
    nj_two_done();
    nj_match_thread_done();
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_a_seat_may_not_know_does_not_reach_it),
        cmocka_unit_test(another_map_opens_alike),
        cmocka_unit_test(each_kind_of_leak_is_caught),
        cmocka_unit_test(each_message_of_a_mode_that_leaks_is_caught),
        cmocka_unit_test(each_row_has_its_secret_underfoot),
    };

    return cmocka_run_group_tests(tests, NULL, done);
}
