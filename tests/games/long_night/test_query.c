/* src/games/long_night/{query,map,picture}.c: answers come from what was told
 * (LN-10.3, S-220, S-230, S-238). */
#include "games/long_night/ln_kit.h"

static void status_in_the_group_is_public(void **state)
{
    struct kit *k =
        kit_given("", "open9; g 0,1; p1 0,0; p2 4,4; p3 7,7; out 3");

    (void)state;
    kit_order(k, 1, "move", "r");
    kit_order(k, 1, "stop", "");
    kit_order(k, 2, "move", "rr");
    kit_forget(k);
    kit_ask(k, 0, NJ_PLACE_GROUP, "status", "");
    KIT_SAID(k, "G ln.status round=2 turn=2\n"
                "G ln.status_seat seat=1 prey=2\n"
                "G ln.status_seat seat=2 prey=1\n"
                "G ln.status_out seat=3 state=caught\n"
                "G ln.status_turn seat=1 trace=R%,S\n"
                "G ln.status_turn seat=2 trace=R,R\n");
    kit_free(k);
}

static void status_in_private_repeats_what_was_heard(void **state)
{
    struct kit *k = kit_given("", "open9; g 0,1; p1 0,0; p2 4,4; p3 7,7");

    (void)state;
    kit_order(k, 1, "move", "r");
    kit_order(k, 1, "stop", "");
    kit_forget(k);
    kit_ask(k, 2, NJ_PLACE_PRIVATE, "status", "");
    KIT_HAS_NOT(k, "ln.sound"); /* its turn has begun since */
    kit_forget(k);
    kit_ask(k, 3, NJ_PLACE_PRIVATE, "status", "");
    KIT_HAS(k, "P3 ln.sound seat=1 n=1 kind=rustle dir=down-right\n");
    KIT_HAS_NOT(k, "up-left");
    kit_free(k);
}

/* S-220. */
static void log_in_the_group_is_public(void **state)
{
    struct kit *k = kit_start(3, 0, "", 1);

    (void)state;
    kit_order(k, 1, "stop", "");
    kit_order(k, 2, "stop", "");
    kit_order(k, 3, "stop", "");
    kit_order(k, 1, "stop", "");
    kit_forget(k);
    kit_ask(k, 1, NJ_PLACE_GROUP, "log", "");
    KIT_SAID(k, "G ln.log_round round=1\n"
                "G ln.log_turn seat=1 trace=S\n"
                "G ln.log_turn seat=2 trace=S\n"
                "G ln.log_turn seat=3 trace=S\n"
                "G ln.log_round round=2\n"
                "G ln.log_turn seat=1 trace=S\n");
    kit_forget(k);
    kit_ask(k, 1, NJ_PLACE_PRIVATE, "log", "");
    assert_memory_equal(k->said.p, "P1 ln.you seat=1 ", 17);
    assert_int_equal(kit_count(k, "ln.you"), 1);
    kit_free(k);
}

static void walls_are_repeated_in_private(void **state)
{
    struct kit *k = kit_given("", "open9; wall 0,0U; p1 0,0; p2 4,4");

    (void)state;
    kit_ask(k, 1, NJ_PLACE_PRIVATE, "walls", "");
    KIT_SAID(k, "P1 ln.err seat=1 code=no_walls_yet\n");
    kit_order(k, 1, "move", "u");
    kit_order(k, 2, "stop", "");
    kit_order(k, 1, "stop", "");
    kit_forget(k);
    kit_ask(k, 1, NJ_PLACE_PRIVATE, "walls", "");
    KIT_SAID(k, "P1 ln.walls udlr=#...\n");
    kit_forget(k);
    kit_ask(k, 1, NJ_PLACE_GROUP, "walls", "");
    KIT_SAID(k, "G ln.err seat=1 code=use_private\n");
    kit_free(k);
}

/* S-238: its own last words and what everybody has heard since. */
static void a_seat_that_is_out_is_answered(void **state)
{
    struct kit *k =
        kit_given("", "open9; g 0,2 5,5; p1 0,0; p2 0,1; p3 4,4; p4 7,7");

    (void)state;
    kit_order(k, 1, "move", "r"); /* catches seat 2 */
    kit_order(k, 3, "move", "d"); /* from 4,4 to 5,4 */
    kit_order(k, 3, "move", "r"); /* a rustle seat 2 does not hear */
    kit_forget(k);
    kit_ask(k, 2, NJ_PLACE_PRIVATE, "log", "");
    KIT_HAS(k, "P2 ln.log_turn seat=1 trace=R,C2,W\n");
    KIT_HAS_NOT(k, "ln.sound");
    kit_forget(k);
    kit_ask(k, 2, NJ_PLACE_PRIVATE, "status", "");
    KIT_HAS(k, "P2 ln.status_out seat=2 state=caught\n");
    KIT_HAS(k, "P2 ln.status_turn seat=3 trace=D,R%\n");
    KIT_HAS_NOT(k, "ln.sound");
    kit_free(k);
}

static void questions_are_answered_after_the_end(void **state)
{
    struct kit *k = kit_given("", "open9; p1 0,0; p2 0,1");

    (void)state;
    kit_order(k, 1, "move", "r");
    kit_forget(k);
    kit_ask(k, 2, NJ_PLACE_GROUP, "status", "");
    KIT_SAID(k, "G ln.status_over round=2\n"
                "G ln.status_out seat=1 state=survived\n"
                "G ln.status_out seat=2 state=caught\n"
                "G ln.status_turn seat=1 trace=R,C2\n");
    kit_free(k);
}

/* --- boards --- */

/* A canvas that counts, and keeps what one cell shows. */
struct counter {
    struct nj_canvas canvas;
    int boards, rows, cols;
    int seats, labels, walls, unknown;
    char seen[4000]; /* "row,col name;" of every glyph and label */
};

static struct counter *of(struct nj_canvas *c)
{
    return (struct counter *)(void *)c;
}

static void count_board(struct nj_canvas *c, const char *title, int64_t n,
                        int height, int width)
{
    (void)n;
    assert_memory_equal(title, "ln.board.", 9);
    of(c)->boards++;
    of(c)->rows = height;
    of(c)->cols = width;
}

static void note(struct counter *c, int row, int col, const char *name)
{
    size_t n = strlen(c->seen);

    (void)snprintf(c->seen + n, sizeof(c->seen) - n, "%d,%d %s;", row, col,
                   name);
}

static void count_glyph(struct nj_canvas *c, int row, int col, const char *name)
{
    if (strcmp(name, "unknown") == 0)
        of(c)->unknown++;
    else
        note(of(c), row, col, name);
}

static void count_below(struct nj_canvas *c, int row, int col, const char *name)
{
    char text[40];

    (void)snprintf(text, sizeof(text), "above %s", name);
    note(of(c), row, col, text);
}

static void count_edge(struct nj_canvas *c, int row, int col, enum nj_side side,
                       const char *name)
{
    (void)row;
    (void)col;
    (void)side;
    of(c)->walls += strcmp(name, "wall") == 0;
}

static void count_seat(struct nj_canvas *c, int row, int col, nj_seat seat)
{
    char name[8];

    of(c)->seats++;
    (void)snprintf(name, sizeof(name), "p%u", seat + 1u);
    note(of(c), row, col, name);
}

static void count_label(struct nj_canvas *c, int row, int col, const char *id)
{
    of(c)->labels++;
    note(of(c), row, col, id);
}

static const struct nj_canvas_ops ops = {.board = count_board,
                                         .glyph = count_glyph,
                                         .below = count_below,
                                         .edge = count_edge,
                                         .seat = count_seat,
                                         .label = count_label};

/* The picture of the answer to one question. */
static struct counter *drawn(struct kit *k, const char *verb, const char *text)
{
    struct counter *c = nj_alloc(sizeof(*c));
    struct nj_arg arg = nj_arg_text("text", text);
    struct nj_query q = {.asker = NJ_SEAT_NONE,
                         .place = NJ_PLACE_GROUP,
                         .verb = verb,
                         .args = {.v = &arg, .n = strcmp(verb, "map") != 0},
                         .arena = &k->arena};

    c->canvas.ops = &ops;
    nj_match_query(k->m, &q);
    assert_non_null(q.answers);
    nj_ln_picture(q.answers, &c->canvas);
    return c;
}

/* S-230. */
static void the_preview_composes_nine_slots(void **state)
{
    struct kit *k = kit_start(2, 0, "", 1);
    struct counter *c = drawn(k, "preview", "2 3 0 11 e1 0 E2");

    (void)state;
    assert_int_equal(c->boards, 1);
    assert_int_equal(c->rows, 9);
    assert_int_equal(c->cols, 9);
    assert_int_equal(c->unknown, 4 * 9); /* slots 3, 6, 8, 9 */
    assert_non_null(strstr(c->seen, "0,2 portal;"));
    assert_non_null(strstr(c->seen, "4,4 pod;"));
    assert_non_null(strstr(c->seen, "7,1 pod;"));
    assert_non_null(strstr(c->seen, "4,1 grass;"));
    free(c);
    kit_free(k);
}

static void the_preview_names_unknown_blocks(void **state)
{
    struct kit *k = kit_start(2, 0, "", 1);

    (void)state;
    kit_forget(k);
    kit_ask(k, 0, NJ_PLACE_GROUP, "preview", "2 QQ 3");
    kit_ask(k, 2, NJ_PLACE_PRIVATE, "preview",
            "1 2 3 4 5 6 7 8 9 10 11 12 1 2 3 4 E1");
    KIT_SAID(k, "G ln.err code=bad_block id=QQ\n"
                "P2 ln.err seat=2 code=bad_block id=E1\n");
    kit_free(k);
}

/* The whole pack may be previewed, extensions included. */
static void the_preview_knows_extension_blocks(void **state)
{
    struct kit *k = kit_start(2, 0, "", 1);
    struct counter *c = drawn(k, "preview", "SN6 N29 N23 N25");

    (void)state;
    assert_non_null(strstr(c->seen, "0,0 button;"));
    assert_non_null(strstr(c->seen, "0,2 jammer;"));
    assert_non_null(strstr(c->seen, "2,0 box;"));
    assert_non_null(strstr(c->seen, "1,4 sun_box;"));
    assert_non_null(strstr(c->seen, "1,7 heat;"));
    assert_non_null(strstr(c->seen, "5,2 exit_end;"));
    free(c);
    kit_free(k);
}

static void the_map_shows_the_pool(void **state)
{
    struct kit *k = kit_start(2, 0, "", 1);
    struct counter *c = drawn(k, "map", "");

    (void)state;
    assert_int_equal(c->labels, 16);
    assert_int_equal(c->seats, 0);
    assert_int_equal(c->unknown, 0);
    assert_int_equal(c->cols, 9);
    assert_non_null(strstr(c->seen, "0,2 1;"));
    assert_non_null(strstr(c->seen, "28,6 E4;"));
    kit_forget(k);
    kit_ask(k, 1, NJ_PLACE_GROUP, "map", "");
    KIT_HAS(k, "G ln.map ordinary=1,2,3,4,5,6,7,8,9,10,11,12 "
               "exit=E1,E2,E3,E4 event=none pool=33x9/");
    free(c);
    kit_free(k);
}

static void the_reveal_shows_both_boards(void **state)
{
    struct kit *k =
        kit_given("", "open9; E 0,1; wall 3,3R; p1 0,0; p2 4,4; p3 7,7");
    struct counter *c = nj_alloc(sizeof(*c));

    (void)state;
    kit_order(k, 1, "move", "r"); /* escapes */
    kit_order(k, 2, "move", "u");
    kit_leave(k, 2);
    assert_true(k->over);
    KIT_HAS(k, "G ln.reveal pack=");
    KIT_HAS(k, " round=2 places=1@1,2;2@4,5;3@8,8 start=9x9/");
    c->canvas.ops = &ops;
    nj_ln_picture(k->record[k->n_record - 1], &c->canvas);
    assert_int_equal(c->boards, 2);
    assert_int_equal(c->seats, 3 + 1);
    assert_int_equal(c->walls, 2 * 2); /* each edge from both sides */
    assert_non_null(strstr(c->seen, "0,1 pod;"));
    free(c);
    kit_free(k);
}

/* Nothing of the map is lost below what lies on it: a box on grass, the bomb
 * that a Boss stands on, a bomb above the ways of a loop. */
static void what_lies_below_is_drawn(void **state)
{
    struct kit *k = kit_given("bombs=1 boss=bangbang",
                              "open9; g 0,2; crate 0,1; portal 5,5 5,5;"
                              " bomb 5,5; bomb 8,8; w 8,8;"
                              " boss 8,8 target=1 speed=3; p1 0,0; p2 4,4");
    struct counter *c = nj_alloc(sizeof(*c));

    (void)state;
    kit_order(k, 1, "move", "r");
    kit_leave(k, 1);
    assert_true(k->over);
    c->canvas.ops = &ops;
    nj_ln_picture(k->record[k->n_record - 1], &c->canvas);
    assert_non_null(strstr(c->seen, "0,2 box;"));
    assert_non_null(strstr(c->seen, "0,2 above grass;"));
    assert_non_null(strstr(c->seen, "5,5 bomb;"));
    assert_non_null(strstr(c->seen, "5,5 above loop;"));
    assert_non_null(strstr(c->seen, "8,8 bangbang;"));
    assert_non_null(strstr(c->seen, "8,8 above bomb;"));
    assert_null(strstr(c->seen, "0,1 above"));
    free(c);
    kit_free(k);
}

static void foreign_boards_are_not_drawn(void **state)
{
    static const char *const boards[] = {"",
                                         "x",
                                         "9x9",
                                         "9x9/",
                                         "2x2/..../..",
                                         "0x0////",
                                         "999999x99999/./././"};
    struct counter c = {.canvas = {.ops = &ops}};

    (void)state;
    for (size_t i = 0; i < NJ_COUNT(boards); i++) {
        struct nj_arg arg = nj_arg_board("start", boards[i]);
        struct nj_message msg = {
            .key = "ln.reveal", .clause = "", .args = {.v = &arg, .n = 1}};

        nj_ln_picture(&msg, &c.canvas);
    }
    assert_int_equal(c.boards, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(status_in_the_group_is_public),
        cmocka_unit_test(status_in_private_repeats_what_was_heard),
        cmocka_unit_test(log_in_the_group_is_public),
        cmocka_unit_test(walls_are_repeated_in_private),
        cmocka_unit_test(a_seat_that_is_out_is_answered),
        cmocka_unit_test(questions_are_answered_after_the_end),
        cmocka_unit_test(the_preview_composes_nine_slots),
        cmocka_unit_test(the_preview_names_unknown_blocks),
        cmocka_unit_test(the_preview_knows_extension_blocks),
        cmocka_unit_test(the_map_shows_the_pool),
        cmocka_unit_test(the_reveal_shows_both_boards),
        cmocka_unit_test(what_lies_below_is_drawn),
        cmocka_unit_test(foreign_boards_are_not_drawn),
    };
    int failed = cmocka_run_group_tests_name("games/long_night/query", tests,
                                             NULL, NULL);

    kit_pack_done();
    return failed;
}
