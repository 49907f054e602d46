/* src/games/long_night/host.c, afk.c: powers with arguments that do not fit,
 * commands behind the end, absence. */
#include "games/long_night/ln_kit.h"

static void expect_code(struct kit *k, const char *code)
{
    char part[40];

    (void)snprintf(part, sizeof(part), "code=%s", code);
    assert_true(k->refused);
    KIT_HAS(k, part);
    kit_forget(k);
}

static void powers_want_a_seat_in_play(void **state)
{
    struct kit *k = kit_start(4, 0, "", 3);

    NJ_UNUSED(state);
    kit_host(k, "kick", NJ_NO_ARGS);
    expect_code(k, "out");
    kit_host(k, "sub", NJ_NO_ARGS);
    expect_code(k, "out");
    kit_leave(k, 2);
    kit_forget(k);
    kit_host(k, "kick", NJ_ARGS(nj_arg_seat("seat", 1)));
    expect_code(k, "out");
    kit_host(k, "kick", NJ_ARGS(nj_arg_int("seat", 2)));
    expect_code(k, "out"); /* a number is no seat */
    kit_host(k, "kick", NJ_ARGS(nj_arg_seat("chair", 2)));
    expect_code(k, "out");
    kit_host(k, "extend", NJ_NO_ARGS);
    expect_code(k, "no_power");
    kit_host(k, "extend", NJ_ARGS(nj_arg_text("ms", "soon")));
    expect_code(k, "no_power");
    kit_host(k, "dance", NJ_NO_ARGS);
    expect_code(k, "no_power");
    kit_host(k, "resume", NJ_NO_ARGS);
    expect_code(k, "not_paused");
    kit_host(k, "extend", NJ_ARGS(nj_arg_ms("ms", 5000)));
    assert_false(k->refused);
    kit_free(k);
}

static void substitutes_may_be_persons_or_computers(void **state)
{
    struct kit *k = kit_start(3, 0, "", 3);

    NJ_UNUSED(state);
    kit_host(k, "sub",
             NJ_ARGS(nj_arg_seat("seat", 0), nj_arg_word("to", "computer")));
    assert_false(k->refused);
    kit_computers(k);
    assert_true(k->n_log > 2); /* it acted */
    kit_host(k, "sub",
             NJ_ARGS(nj_arg_seat("seat", 0), nj_arg_word("to", "person")));
    assert_false(k->refused);
    kit_host(k, "sub", NJ_ARGS(nj_arg_seat("seat", 1)));
    assert_false(k->refused);
    kit_free(k);
}

static void nothing_is_done_behind_the_end(void **state)
{
    struct kit *k = kit_start(3, 0, "", 3);

    NJ_UNUSED(state);
    kit_host(k, "abort", NJ_NO_ARGS);
    assert_true(k->over);
    assert_int_equal(nj_match_awaited(k->m), 0);
    kit_forget(k);
    kit_leave(k, 1);
    expect_code(k, "over");
    kit_host(k, "announce", NJ_NO_ARGS);
    expect_code(k, "over");
    kit_order(k, 1, "auto", "on");
    expect_code(k, "over");
    kit_order(k, 1, "undo", "");
    expect_code(k, "over");
    kit_order(k, 1, "end", "");
    expect_code(k, "over");
    kit_free(k);
}

static void the_vote_is_for_the_group(void **state)
{
    struct kit *k = kit_start(3, 0, "", 3);

    NJ_UNUSED(state);
    kit_order_by(k, 1, NJ_PLACE_PRIVATE, NJ_BY_PERSON, "end", "");
    expect_code(k, "use_group");
    kit_order(k, 2, "end", "");
    KIT_HAS(k, "yes=1 need=3");
    kit_order(k, 3, "auto", "on"); /* a substitute has no vote */
    kit_forget(k);
    kit_order(k, 1, "end", "");
    KIT_HAS(k, "yes=2 need=2");
    assert_true(k->over);
    kit_free(k);
}

static void absence_is_counted_and_ends(void **state)
{
    struct kit *k = kit_start(2, 0, "auto_after=1 abandon_rounds=20", 3);

    NJ_UNUSED(state);
    for (int i = 0; i < 8; i++)
        kit_fire(k, "turn"); /* substituted already: told once */
    assert_int_equal(kit_count(k, "ln.auto "), 2);
    kit_order(k, 1, "auto", "off");
    assert_false(k->refused);
    kit_order(k, 1, "auto", "off"); /* off already: said all the same */
    assert_false(k->refused);
    kit_free(k);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(powers_want_a_seat_in_play),
        cmocka_unit_test(substitutes_may_be_persons_or_computers),
        cmocka_unit_test(nothing_is_done_behind_the_end),
        cmocka_unit_test(the_vote_is_for_the_group),
        cmocka_unit_test(absence_is_counted_and_ends),
    };
    int failed =
        cmocka_run_group_tests_name("games/long_night/host", tests, NULL, NULL);

    kit_pack_done();
    return failed;
}
