/* src/games/long_night/{heat,door,box,bomb}.c, and the walk graph and landing
 * around them: what the scenarios leave to see (LN-1.6, 5.8 to 5.14, 7.6). */
#include "games/long_night/ln_kit.h"

#define AROUND "; p1 0,0; p2 4,4; p3 7,7"

static const struct ln_board *board(const struct kit *k)
{
    return &kit_state(k)->board;
}

static void walk(struct kit *k, unsigned seat, const char *path)
{
    kit_forget(k);
    kit_order(k, seat, "move", path);
    assert_false(k->refused);
}

static void pass_round(struct kit *k)
{
    for (unsigned seat = 1; seat <= 3; seat++)
        kit_order(k, seat, "stop", "");
}

/* --- heat --- */

/* A second notice needs a step without warmth between. */
static void warmth_is_told_when_it_begins(void **state)
{
    struct kit *k = kit_given("", "open9; h 1,4" AROUND);

    (void)state;
    walk(k, 1, "rrrr"); /* 0,3 and 0,4 are both beside the source */
    assert_int_equal(kit_count(k, "P1 ln.heat_near n=3\n"), 1);
    assert_int_equal(kit_count(k, "ln.heat_near"), 1);
    walk(k, 1, "rr"); /* 0,5 still is, 0,6 no more */
    KIT_HAS_NOT(k, "heat");
    walk(k, 1, "l");
    KIT_HAS(k, "P1 ln.heat_near n=7\n");
    assert_int_equal(kit_count(k, "ln.heat_near"), 1);
    kit_free(k);
}

/* LN-5.8: what it felt before stays while it is inside a source. */
static void inside_a_source_warmth_is_kept(void **state)
{
    struct kit *k = kit_given("", "open9; h 0,2" AROUND);

    (void)state;
    walk(k, 1, "rrr");
    KIT_HAS(k, "P1 ln.heat_near n=1\n");
    KIT_HAS(k, "P1 ln.heat_core n=2\n");
    assert_int_equal(kit_count(k, "ln.heat_near"), 1);
    kit_free(k);
    k = kit_given("", "open9; portal 4,8 0,3; h 0,2; p1 4,7; p2 4,4; p3 7,7");
    walk(k, 1, "rrrl"); /* arrives beside it: warm; into it; still warm */
    KIT_HAS(k, "P1 ln.heat_near n=3\n");
    KIT_HAS(k, "P1 ln.heat_core n=4\n");
    walk(k, 1, "u");
    KIT_HAS_NOT(k, "heat_near");
    kit_free(k);
}

/* The first entry is each seat's own, the stop is public, and so is nothing
 * else. */
static void the_second_entry_stops_the_same_seat_only(void **state)
{
    struct kit *k = kit_given("", "open9; h 0,1; p1 0,0; p2 0,2; p3 7,7");

    (void)state;
    walk(k, 1, "r");
    KIT_HAS(k, "P1 ln.heat_core n=1\n");
    walk(k, 1, "dd");
    kit_order(k, 1, "stop", "");
    walk(k, 2, "l");
    KIT_HAS(k, "P2 ln.heat_core n=1\n");
    walk(k, 2, "u");
    kit_order(k, 2, "stop", "");
    kit_order(k, 3, "stop", "");
    walk(k, 1, "uur");
    KIT_HAS(k, "G ln.heat_stop seat=1 n=2\n"
               "G ln.turn_end seat=1 reason=heat trace=U,U,K dropped=1\n");
    KIT_HAS(k, "P1 ln.walls udlr=....\n");
    KIT_HAS_NOT(k, "heat_core");
    kit_free(k);
}

/* LN-4.8: where the source stops it, its prey is caught even by point. */
static void a_heat_stop_on_the_prey_is_a_catch(void **state)
{
    struct kit *k =
        kit_given("capture=point", "open9; h 0,1; p1 0,0; p2 8,1; p3 7,7");

    (void)state;
    walk(k, 1, "rl");
    kit_order(k, 1, "stop", "");
    walk(k, 2, "d");
    KIT_HAS(k, "P2 ln.heat_core n=1\n");
    kit_order(k, 2, "stop", "");
    kit_order(k, 3, "stop", "");
    walk(k, 1, "r");
    KIT_HAS(k, "G ln.heat_stop seat=1 n=1\nG ln.catch hunter=1 prey=2\n");
    KIT_HAS(k, "reason=catch trace=R,K,C2,W\n");
    kit_free(k);
}

/* A sun box warms two cells around, wherever it is pushed. */
static void the_sun_moves(void **state)
{
    struct kit *k = kit_given("", "open9; sun 0,1; p1 0,0; p2 4,4; p3 7,7");

    (void)state;
    walk(k, 1, "r"); /* pushed to 0,2: one cell from 0,1 */
    KIT_HAS(k, "P1 ln.heat_near n=1\n");
    assert_int_equal(board(k)->thing[2], LN_SUN_BOX);
    walk(k, 1, "lll"); /* 0,0 is two cells off, 0,8 three, 0,7 four */
    KIT_HAS_NOT(k, "heat");
    walk(k, 1, "rr");
    KIT_HAS(k, "P1 ln.heat_near n=6\n");
    kit_free(k);
}

/* --- boxes --- */

static void boxes_stop_at_what_is_behind(void **state)
{
    static const char *const blocked[] = {
        "open9; crate 0,1; jam 0,2" AROUND,
        "open9; crate 0,1; button 0,2 0,3R; door 0,3R open" AROUND,
        "open9; crate 0,1; bomb 0,2" AROUND,
        "open9; crate 0,1; wall 0,1R" AROUND,
        "open9; crate 0,1; door 0,1R closed" AROUND,
        "open9; crate 0,1; p1 0,0; p2 4,4; p3 0,2",
    };

    (void)state;
    for (size_t i = 0; i < NJ_COUNT(blocked); i++) {
        struct kit *k = kit_given("", blocked[i]);

        walk(k, 1, "r");
        KIT_HAS(k, "G ln.bump seat=1 n=1 dir=R\n");
        KIT_HAS(k, "P1 ln.walls udlr=....\n"); /* a box is no wall */
        assert_int_equal(board(k)->thing[1], LN_BOX);
        kit_free(k);
    }
}

/* Terrain behind it does not matter, a seat that is out neither, nor an open
 * door inside the block; what it is pushed on does not act. */
static void boxes_go_over_any_terrain(void **state)
{
    static const char *const open[] = {
        "open9; crate 0,1; w 0,2" AROUND,
        "open9; crate 0,1; t 0,2" AROUND,
        "open9; crate 0,1; h 0,2" AROUND,
        "open9; crate 0,1; E 0,2" AROUND,
        "open9; crate 0,1; portal 0,2 5,5" AROUND,
        "open9; crate 0,1; door 0,1R open" AROUND,
        "open9; crate 0,1; p1 0,0; p2 4,4; p3 7,7; p4 0,2; out 4",
    };

    (void)state;
    for (size_t i = 0; i < NJ_COUNT(open); i++) {
        struct kit *k = kit_given("", open[i]);

        walk(k, 1, "r");
        KIT_HAS(k, "G ln.step seat=1 n=1 dir=R snd=none\n");
        assert_int_equal(board(k)->thing[1], LN_NOTHING);
        assert_int_equal(board(k)->thing[2], LN_BOX);
        if (board(k)->terrain[2] == LN_TRAP)
            assert_int_equal(board(k)->extra[2], 0);
        kit_free(k);
    }
}

/* LN-5.11: somebody may come out of a portal that a box stands on. */
static void a_box_may_share_a_cell_with_an_arrival(void **state)
{
    struct kit *k =
        kit_given("", "open9; portal 0,1 4,1; crate 4,1; p1 0,0; p2 4,4; "
                      "p3 7,7");

    (void)state;
    walk(k, 1, "rrr");
    assert_string_equal(kit_words(k), "round=2 turn=1 p1@4,1 p2@4,4 p3@7,7");
    assert_int_equal(board(k)->thing[4 * 9 + 1], LN_BOX);
    walk(k, 1, "u"); /* and leaves it there */
    assert_int_equal(board(k)->thing[4 * 9 + 1], LN_BOX);
    kit_free(k);
}

/* --- buttons --- */

static void buttons_toggle_back_and_are_counted(void **state)
{
    struct kit *k = kit_given("", "open9; button 0,1 0,2R 3,3D; "
                                  "door 0,2R closed; door 3,3D open" AROUND);
    struct ln_door right = nj_ln_board_door(board(k), 2, LN_RIGHT);

    (void)state;
    walk(k, 1, "r");
    assert_int_equal(nj_ln_board_edge(board(k), 2, LN_RIGHT), LN_DOOR_OPEN);
    assert_int_equal(nj_ln_board_edge(board(k), 30, LN_DOWN), LN_DOOR_CLOSED);
    assert_int_equal(right.home, 2);
    assert_int_equal(right.lower, 0);
    walk(k, 1, "lrl");
    assert_int_equal(nj_ln_board_edge(board(k), 2, LN_RIGHT), LN_DOOR_CLOSED);
    assert_int_equal(nj_ln_board_edge(board(k), 30, LN_DOWN), LN_DOOR_OPEN);
    kit_forget(k);
    pass_round(k);
    KIT_HAS(k, "G ln.doors count=2\nG ln.round round=3\n");
    kit_forget(k);
    pass_round(k);
    KIT_HAS_NOT(k, "ln.doors");
    kit_free(k);
}

/* Hidden or not, and the round's end tells how often, not when. */
static void hidden_steps_press_buttons(void **state)
{
    struct kit *k = kit_given("hide=turn", "open9; button 0,1 0,2R; "
                                           "door 0,2R closed" AROUND);

    (void)state;
    kit_order(k, 1, "hide", "");
    kit_order_by(k, 1, NJ_PLACE_PRIVATE, NJ_BY_PERSON, "move", "r");
    assert_int_equal(nj_ln_board_edge(board(k), 2, LN_RIGHT), LN_DOOR_OPEN);
    kit_order_by(k, 1, NJ_PLACE_PRIVATE, NJ_BY_PERSON, "stop", "");
    kit_order(k, 2, "stop", "");
    kit_forget(k);
    kit_order(k, 3, "stop", "");
    KIT_HAS(k, "G ln.doors count=1\n");
    kit_free(k);
}

/* --- jammers --- */

static void jammers_cover_nine_cells(void **state)
{
    (void)state;
    for (int cell = 0; cell < 81; cell++) {
        char clauses[100];
        struct kit *k;
        int row = (cell / 9 - 4 + 9) % 9;
        int col = (cell % 9 - 4 + 9) % 9;
        bool near = (row <= 1 || row >= 8) && (col <= 1 || col >= 8);

        (void)snprintf(clauses, sizeof(clauses),
                       "open9; jam 4,4; g 0,1; p1 0,0; p2 %d,%d; p3 7,7",
                       cell / 9, cell % 9);
        if (cell == 1)
            continue; /* the prey would be caught */
        k = kit_given("capture=point", clauses);
        walk(k, 1, "r");
        assert_int_equal(kit_count(k, "P2 ln.sound seat=1 n=1 kind=rustle "
                                      "dir=jammed\n"),
                         near);
        kit_free(k);
    }
}

/* No tie is drawn for a jammed listener: the script holds no draw. */
static void jammed_ties_are_not_drawn(void **state)
{
    struct kit *k =
        kit_given("", "open10; jam 5,2; w 0,1; p1 0,0; p2 5,1; p3 2,2");
    uint64_t before = nj_match_draws(k->m);

    (void)state;
    walk(k, 1, "r");
    KIT_HAS(k, "P2 ln.sound seat=1 n=1 kind=splash dir=jammed\n");
    KIT_HAS(k, "P3 ln.sound seat=1 n=1 kind=splash dir=up-left\n");
    assert_int_equal(nj_match_draws(k->m), before);
    kit_free(k);
}

static void the_roar_is_jammed_too(void **state)
{
    struct kit *k =
        kit_given("boss=minotaur", "open9; jam 0,1; boss 5,4 target=2 steps=0; "
                                   "p1 0,0; p2 4,4; p3 7,7; turn 3");

    (void)state;
    kit_order(k, 3, "stop", "");
    KIT_HAS(k, "P1 ln.roar dir=jammed\n");
    KIT_HAS_NOT(k, "P3 ln.roar dir=jammed\n");
    kit_free(k);
}

/* --- bombs --- */

/* In the order of LN-10.2. */
static void bombs_are_refused_where_they_cannot_be(void **state)
{
    struct kit *k = kit_given("", "open9" AROUND);

    (void)state;
    kit_order(k, 1, "bomb", "");
    KIT_HAS(k, "G ln.err seat=1 code=bomb_off\n");
    kit_free(k);
    k = kit_given("bombs=1", "open9" AROUND);
    kit_order(k, 2, "bomb", "");
    KIT_HAS(k, "code=not_your_turn");
    kit_forget(k);
    kit_order_by(k, 1, NJ_PLACE_PRIVATE, NJ_BY_PERSON, "bomb", "");
    KIT_SAID(k, "P1 ln.err seat=1 code=use_group\n");
    kit_forget(k);
    kit_order(k, 1, "bomb", "");
    KIT_SAID(k, "G ln.bomb_set seat=1 left=0\n");
    kit_forget(k);
    kit_order_by(k, 1, NJ_PLACE_PRIVATE, NJ_BY_PERSON, "bomb", "");
    KIT_SAID(k, "P1 ln.err seat=1 code=use_group\n");
    kit_forget(k);
    kit_order(k, 1, "bomb", "");
    KIT_SAID(k, "G ln.err seat=1 code=bomb_used\n");
    kit_free(k);
}

/* On a portal, a button or a box it is used up, with the same words. */
static void a_bomb_needs_room(void **state)
{
    static const char *const boards[] = {
        "open9; button 0,0 3,3D; door 3,3D open" AROUND,
        "open9; crate 0,0" AROUND,
        "open9; bomb 0,0" AROUND,
        "open9" AROUND,
    };

    (void)state;
    for (size_t i = 0; i < NJ_COUNT(boards); i++) {
        struct kit *k = kit_given("bombs=2", boards[i]);
        uint8_t before = board(k)->thing[0];

        kit_order(k, 1, "bomb", "");
        KIT_SAID(k, "G ln.bomb_set seat=1 left=1\n");
        assert_int_equal(board(k)->thing[0],
                         before == LN_NOTHING ? LN_BOMB : before);
        walk(k, 1, "r"); /* never armed by laying */
        KIT_HAS(k, "G ln.step seat=1 n=1 dir=R snd=none\n");
        kit_order(k, 1, "stop", "");
        KIT_HAS(k, "trace=B,R,S\n");
        kit_free(k);
    }
}

/* A bump on it is none: the step was blocked. Its owner is not spared. */
static void bombs_know_no_friends(void **state)
{
    struct kit *k = kit_given("bombs=1", "open9; wall 0,0U" AROUND);

    (void)state;
    kit_order(k, 1, "bomb", "");
    walk(k, 1, "rl");
    assert_true(kit_state(k)->seat[0].armed);
    walk(k, 1, "r");
    KIT_HAS(k, "G ln.blown seat=1\n");
    KIT_HAS(k, "G ln.turn_end seat=1 reason=blown trace=B,R,L,*\n");
    KIT_HAS_NOT(k, "ln.walls");
    assert_int_equal(kit_state(k)->seat[0].catch_points, -100);
    assert_int_equal(board(k)->thing[0], LN_NOTHING);
    kit_forget(k);
    kit_ask(k, 1, NJ_PLACE_GROUP, "status", "");
    KIT_HAS(k, "ln.status_out seat=1 state=blown");
    kit_free(k);
}

/* LN-8.4: in the open, whatever was hidden before. */
static void hidden_seats_are_blown_up_in_public(void **state)
{
    static const char *const kinds[] = {"turn", "step"};

    (void)state;
    for (size_t i = 0; i < 2; i++) {
        char options[20];
        struct kit *k;

        (void)snprintf(options, sizeof(options), "hide=%s", kinds[i]);
        k = kit_given(options, "open9; bomb 0,1" AROUND);
        if (i == 1)
            walk(k, 1, "r");
        kit_order(k, 1, "hide", "");
        if (i == 0)
            kit_order_by(k, 1, NJ_PLACE_PRIVATE, NJ_BY_PERSON, "move", "r");
        kit_forget(k);
        kit_order_by(k, 1, NJ_PLACE_PRIVATE, NJ_BY_PERSON, "move", "r");
        if (i == 1)
            KIT_HAS(k, "G ln.hidden_step seat=1 n=2\nG ln.blown seat=1\n");
        KIT_HAS(k, "G ln.blown seat=1\nG ln.chain pairs=2>3,3>2\n");
        KIT_HAS(k, i == 0 ? "reason=blown trace=H,*\n"
                          : "reason=blown trace=R,?,*\n");
        KIT_HAS_NOT(k, "P1 ");
        kit_free(k);
    }
}

/* LN-4.2, LN-8.9: a catch at the end of the turn, a pod and leaving leave a
 * bomb where it is; a time-out on it is as good as a stop. */
static void what_defuses_a_bomb(void **state)
{
    struct kit *k = kit_given("", "open9; bomb 0,1" AROUND);

    (void)state;
    walk(k, 1, "r");
    kit_leave(k, 1);
    KIT_HAS_NOT(k, "ln.defused");
    assert_int_equal(board(k)->thing[1], LN_BOMB);
    kit_free(k);
    k = kit_given("", "open9; E 0,1; bomb 0,1" AROUND);
    walk(k, 1, "r");
    KIT_HAS(k, "ln.escape");
    KIT_HAS_NOT(k, "ln.defused");
    assert_int_equal(board(k)->thing[1], LN_BOMB);
    kit_free(k);
    k = kit_given("", "open9; bomb 0,1" AROUND);
    walk(k, 1, "r");
    kit_fire(k, "turn");
    KIT_HAS(k, "P1 ln.defused\n");
    assert_int_equal(board(k)->thing[1], LN_NOTHING);
    assert_false(kit_state(k)->seat[0].armed);
    kit_free(k);
}

/* With two left, the explosion is the end. */
static void the_last_explosion_ends_the_match(void **state)
{
    struct kit *k =
        kit_given("", "open9; bomb 0,1; p1 0,0; p2 4,4; p3 7,7; out 3");

    (void)state;
    walk(k, 1, "rr");
    KIT_HAS(k, "G ln.blown seat=1\nG ln.turn_end seat=1 reason=blown ");
    KIT_HAS(k, "G ln.over reason=last_one alive=2\n");
    KIT_HAS_NOT(k, "ln.chain");
    KIT_HAS(k, "1:c-100,");
    assert_true(k->over);
    kit_free(k);
}

/* The turn says how many are left, where there are any at all. */
static void charges_are_told_with_the_turn(void **state)
{
    struct kit *k = kit_given("bombs=2", "open9" AROUND);

    (void)state;
    kit_order(k, 1, "bomb", "");
    pass_round(k);
    KIT_HAS(k, "G ln.turn seat=2 think=180000 act=360000 bombs=2\n");
    KIT_HAS(k, "G ln.turn seat=1 think=180000 act=360000 bombs=1\n");
    kit_free(k);
}

/* --- the walk graph and landing --- */

static void heat_and_boxes_are_no_way(void **state)
{
    struct kit *k =
        kit_given("", "open9; h 4,0; crate 4,8; door 0,0R closed" AROUND);
    struct ln_walk w;

    (void)state;
    nj_ln_walk_build(board(k), false, &w);
    assert_int_equal(w.to[0][LN_RIGHT], LN_NOWHERE);
    assert_int_equal(w.to[27][LN_DOWN], LN_NOWHERE);
    assert_int_equal(nj_ln_walk_degree(&w, 36), 0);
    assert_int_equal(nj_ln_walk_degree(&w, 44), 0);
    assert_int_equal(w.to[43][LN_RIGHT], LN_NOWHERE);
    nj_ln_walk_build(board(k), true, &w); /* LN-2.10 */
    assert_int_equal(w.to[0][LN_RIGHT], 1);
    assert_int_equal(w.to[27][LN_DOWN], LN_NOWHERE);
    assert_int_equal(w.to[43][LN_RIGHT], 44);
    kit_free(k);
}

static void nobody_lands_in_the_heat_or_on_a_box(void **state)
{
    struct kit *k =
        kit_given("", "open9; h 1,4; crate 7,1; jam 6,6; p1 4,4; p2 4,4; "
                      "p3 4,4");
    bool ok[LN_CELLS_MAX] = {false};

    (void)state;
    assert_true(nj_ln_landing(kit_state(k), 0, ok) > 0);
    for (int row = 0; row <= 2; row++)
        for (int col = 3; col <= 5; col++)
            assert_false(ok[row * 9 + col]);
    assert_true(ok[3 * 9 + 1]);
    assert_false(ok[7 * 9 + 1]);
    assert_true(ok[7 * 9 + 2]);
    assert_false(ok[6 * 9 + 6]);
    kit_free(k);
}

/* Landing forgets warmth, and a bomb that was armed; a pod under a bomb is a
 * pod (LN-8.9). */
static void a_landing_forgets(void **state)
{
    struct kit *k = kit_given(
        "melee=on", "open9; h 8,2; E 0,2; bomb 0,2; p1 0,1; p2 4,4; p3 7,7");

    (void)state;
    walk(k, 1, "lr"); /* warm in 0,1 */
    assert_true(kit_state(k)->seat[0].warm);
    walk(k, 1, "r");
    KIT_HAS(k, "G ln.warp seat=1\n");
    KIT_HAS_NOT(k, "ln.defused");
    assert_false(kit_state(k)->seat[0].armed);
    assert_false(kit_state(k)->seat[0].warm);
    assert_int_equal(board(k)->thing[2], LN_BOMB);
    kit_free(k);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(warmth_is_told_when_it_begins),
        cmocka_unit_test(inside_a_source_warmth_is_kept),
        cmocka_unit_test(the_second_entry_stops_the_same_seat_only),
        cmocka_unit_test(a_heat_stop_on_the_prey_is_a_catch),
        cmocka_unit_test(the_sun_moves),
        cmocka_unit_test(boxes_stop_at_what_is_behind),
        cmocka_unit_test(boxes_go_over_any_terrain),
        cmocka_unit_test(a_box_may_share_a_cell_with_an_arrival),
        cmocka_unit_test(buttons_toggle_back_and_are_counted),
        cmocka_unit_test(hidden_steps_press_buttons),
        cmocka_unit_test(jammers_cover_nine_cells),
        cmocka_unit_test(jammed_ties_are_not_drawn),
        cmocka_unit_test(the_roar_is_jammed_too),
        cmocka_unit_test(bombs_are_refused_where_they_cannot_be),
        cmocka_unit_test(a_bomb_needs_room),
        cmocka_unit_test(bombs_know_no_friends),
        cmocka_unit_test(hidden_seats_are_blown_up_in_public),
        cmocka_unit_test(what_defuses_a_bomb),
        cmocka_unit_test(the_last_explosion_ends_the_match),
        cmocka_unit_test(charges_are_told_with_the_turn),
        cmocka_unit_test(heat_and_boxes_are_no_way),
        cmocka_unit_test(nobody_lands_in_the_heat_or_on_a_box),
        cmocka_unit_test(a_landing_forgets),
    };
    int failed = cmocka_run_group_tests_name("games/long_night/terrain", tests,
                                             NULL, NULL);

    kit_pack_done();
    return failed;
}
