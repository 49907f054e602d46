/* src/games/long_night/given.c: what a scenario may give, and what not. */
#include "games/long_night/ln_kit.h"

static struct kit *of_seats(uint8_t n)
{
    struct nj_rng rng;

    nj_random_init();
    nj_rng_splitmix64(&rng, 1);
    return kit_new(n, 0, "", &rng);
}

static struct kit *begun(void)
{
    return of_seats(LN_SEATS_MAX);
}

static void give(struct kit *k, const char *clause)
{
    struct nj_err err = {{0}};

    if (nj_match_given(k->m, clause, &err) != NJ_OK)
        fail_msg("'%s': %s", clause, err.text);
}

static void expect_refused(struct kit *k, const char *clause, const char *part)
{
    struct nj_err err = {{0}};

    if (nj_match_given(k->m, clause, &err) == NJ_OK)
        fail_msg("'%s' was accepted", clause);
    if (strstr(err.text, part) == NULL)
        fail_msg("'%s': no '%s' in '%s'", clause, part, err.text);
}

static const char *const broken[] = {"open9 x",
                                     "wall",
                                     "wall x",
                                     "wall 0",
                                     "wall 0,",
                                     "wall 0,x",
                                     "wall 9,0U",
                                     "wall 0,9U",
                                     "wall 0,0",
                                     "wall 0,0X",
                                     "wall 0,0U 1",
                                     "wall 99999,0U",
                                     "box4",
                                     "box4 0.0",
                                     "g",
                                     "g 0,0 x",
                                     "w 9,9",
                                     "t -1,0",
                                     "E 0,0 1",
                                     "used",
                                     "used 0,0",
                                     "used 0,0 1",
                                     "used 1,1 256",
                                     "used 1,1 1 1",
                                     "portal",
                                     "portal 0,0",
                                     "portal 0,0 1,1 2",
                                     "out",
                                     "out 0",
                                     "out 9",
                                     "out 1 2",
                                     "turn",
                                     "turn 0",
                                     "turn 9",
                                     "round",
                                     "round 0",
                                     "round 1 2",
                                     "escaped",
                                     "escaped 10",
                                     "p1",
                                     "p1 9,9",
                                     "p9 0,0",
                                     "p0 0,0",
                                     "p1 0,0 x",
                                     "p1 0,0 sub=",
                                     "p1 0,0 sub=3",
                                     "px 0,0",
                                     "p10 0,0",
                                     "q1 0,0",
                                     "boss",
                                     "boss 9,9 target=1 steps=0",
                                     "boss 0,1",
                                     "boss 0,1 target=1",
                                     "boss 0,1 steps=1",
                                     "boss 0,1 target=0 steps=1",
                                     "boss 0,1 target=9 steps=1",
                                     "boss 0,1 target=1 steps=x",
                                     "boss 0,1 target=1 steps=40000",
                                     "boss 0,1 target=1 steps=1 2",
                                     "hleft",
                                     "hleft 255",
                                     "hleft 1 2",
                                     "dragon 1,1",
                                     "  wall",
                                     "p1 0,0 sub=1 2"};

static void broken_clauses_are_named(void **state)
{
    struct kit *k = begun();

    NJ_UNUSED(state);
    give(k, "open9");
    give(k, "t 1,1");
    for (size_t i = 0; i < NJ_COUNT(broken); i++)
        expect_refused(k, broken[i], "'");
    kit_free(k);
}

static void no_seat_beyond_those_of_the_match(void **state)
{
    struct kit *k = of_seats(4);

    NJ_UNUSED(state);
    give(k, "open9");
    give(k, "p4 0,0");
    expect_refused(k, "p5 0,1", "'p5 0,1'");
    expect_refused(k, "p6 0,1", "'p6 0,1'");
    kit_free(k);
}

static void boards_that_cannot_stand_are_named(void **state)
{
    struct kit *k = begun();

    NJ_UNUSED(state);
    expect_refused(k, "", "no board");
    give(k, "open9");
    expect_refused(k, "", "two");
    give(k, "p1 0,0");
    give(k, "p3 2,2");
    give(k, "p2 1,1"); /* in any order */
    give(k, "turn 4");
    expect_refused(k, "", "whose turn");
    give(k, "turn 2");
    give(k, "out 2");
    expect_refused(k, "", "whose turn");
    give(k, "turn 3");
    give(k, "");
    give(k, "out 1");
    expect_refused(k, "", "two");
    kit_free(k);
    k = begun();
    give(k, "open9");
    give(k, "p1 0,0");
    give(k, "p2 1,1");
    give(k, "boss 4,4 target=3 steps=0");
    expect_refused(k, "", "boss");
    kit_free(k);
}

static void what_is_given_is_there(void **state)
{
    struct kit *k = begun();
    const struct ln_state *s = kit_state(k);

    NJ_UNUSED(state);
    give(k, "open10");
    give(k, "wall 0,0R 3,3D");
    give(k, "g 1,0 1,1");
    give(k, "w 2,0");
    give(k, "t 4,4");
    give(k, "used 4,4 5");
    give(k, "E 9,9");
    give(k, "portal 5,5 6,6");
    give(k, "box4 8,1");
    give(k, " p2 9,0 sub=2");
    give(k, "p1 0,9");
    give(k, "escaped 2");
    give(k, "round 7");
    give(k, "turn 2");
    nj_match_given_done(k->m, k->now_ms);
    assert_int_equal(s->board.size, 10);
    assert_int_equal(s->board.terrain[11], LN_GRASS);
    assert_int_equal(s->board.terrain[20], LN_WATER);
    assert_int_equal(s->board.extra[44], 5);
    assert_int_equal(s->board.terrain[99], LN_POD);
    assert_int_equal(s->escapes, 2);
    assert_int_equal(s->seat[1].sub, 2);
    assert_string_equal(kit_words(k), "round=7 turn=2 p1@0,9 p2@9,0/sub2");
    kit_free(k);
}

/* LN-7.6, when the board is too small for its first wishes: away from all,
 * else where nobody stands, else anywhere. */
static void landing_asks_for_less_and_less(void **state)
{
    struct kit *k = begun();
    bool ok[LN_CELLS_MAX];
    char clause[40];

    NJ_UNUSED(state);
    give(k, "open9");
    for (int c = 3; c < 81; c++) {
        (void)snprintf(clause, sizeof(clause), "box4 %d,%d", c / 9, c % 9);
        give(k, clause);
    }
    give(k, "p1 0,0");
    give(k, "p2 0,1");
    give(k, "p3 0,2");
    give(k, "p4 5,5");
    nj_match_given_done(k->m, k->now_ms);
    assert_int_equal(nj_ln_landing(kit_state(k), 3, ok), 3);
    assert_int_equal(nj_ln_landing(kit_state(k), 2, ok), 1);
    assert_true(ok[2]);
    kit_free(k);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(broken_clauses_are_named),
        cmocka_unit_test(no_seat_beyond_those_of_the_match),
        cmocka_unit_test(boards_that_cannot_stand_are_named),
        cmocka_unit_test(what_is_given_is_there),
        cmocka_unit_test(landing_asks_for_less_and_less),
    };
    int failed = cmocka_run_group_tests_name("games/long_night/given", tests,
                                             NULL, NULL);

    kit_pack_done();
    return failed;
}
