/* Deadlines: firing, order, pause, extension, grace, the way to the store. */
#include <string.h>

#include "kit/nj_test.h"
#include "kit/toy_log.h"
#include "match/emit.h"

static int64_t deadline(const struct toy_log *l)
{
    int64_t at = -1;

    return nj_match_deadline(l->m, &at) ? at : -1;
}

static void a_deadline_becomes_an_input_when_it_has_passed(void **state)
{
    struct toy_log l;
    struct nj_input in;

    NJ_UNUSED(state);
    nj_toy_log_init(&l);
    (void)nj_toy_log_start(&l);
    assert_int_equal(deadline(&l), 1060000);
    assert_int_equal(nj_timer_at(l.m, "turn"), 1060000);
    assert_int_equal(nj_timer_at(l.m, "other"), 0);
    assert_false(nj_match_due(l.m, 1059999, &in));
    assert_true(nj_match_due(l.m, 1060001, &in));
    assert_int_equal(in.kind, NJ_IN_TIMER);
    assert_int_equal(in.by, NJ_BY_CLOCK);
    assert_int_equal(in.at_ms, 1060001);
    assert_string_equal(in.verb, "turn");
    l.now_ms = in.at_ms;
    assert_string_equal(nj_toy_lines(nj_toy_log_apply(&l, &in)),
                        "G toy.timeout seat=1\nG toy.turn seat=2 "
                        "think=60000\n");
    assert_true(nj_substituted(l.m, 0));
    assert_int_equal(deadline(&l), 1120001);
    nj_match_destroy(nj_toy_log_fold(&l));
    nj_toy_log_fini(&l);
}

static void a_scenario_fires_a_timer_at_its_deadline(void **state)
{
    struct toy_log l;
    struct nj_input in;

    NJ_UNUSED(state);
    nj_toy_log_init(&l);
    (void)nj_toy_log_start(&l);
    assert_false(nj_match_fire(l.m, "other", &in));
    assert_true(nj_match_fire(l.m, NULL, &in));
    assert_int_equal(in.at_ms, 1060000);
    assert_null(nj_match_fault(l.m, &in));
    nj_toy_log_fini(&l);
}

static void paused_timers_keep_what_is_left(void **state)
{
    struct toy_log l;
    struct nj_input in;

    NJ_UNUSED(state);
    nj_toy_log_init(&l);
    (void)nj_toy_log_start(&l);
    l.now_ms += 20000;
    (void)nj_toy_log_power(&l, "pause", -1);
    assert_true(nj_timer_paused(l.m));
    assert_int_equal(deadline(&l), -1);
    assert_false(nj_match_due(l.m, 99000000, &in));
    assert_false(nj_match_fire(l.m, NULL, &in));
    assert_int_equal(nj_match_timers(l.m)[0].at_ms, 40000);
    assert_int_equal(nj_timer_at(l.m, "turn"), 1060000);
    nj_match_grace(l.m, 99000000, 5000000, 600000);
    assert_int_equal(nj_match_timers(l.m)[0].at_ms, 40000);
    l.now_ms += 1000000;
    (void)nj_toy_log_power(&l, "pause", -1); /* twice is once */
    assert_int_equal(nj_match_timers(l.m)[0].at_ms, 40000);
    (void)nj_toy_log_power(&l, "extend", 5000);
    (void)nj_toy_log_power(&l, "resume", -1);
    assert_int_equal(deadline(&l), l.now_ms + 45000);
    (void)nj_toy_log_power(&l, "resume", -1);
    assert_int_equal(deadline(&l), l.now_ms + 45000);
    nj_match_destroy(nj_toy_log_fold(&l));
    nj_toy_log_fini(&l);
}

static void computers_stand_still_in_a_pause(void **state)
{
    struct toy_log l;
    struct nj_input in;

    NJ_UNUSED(state);
    nj_toy_log_init(&l);
    (void)nj_toy_log_start(&l);
    for (nj_seat s = 0; s < 3; s++)
        (void)nj_toy_log_power(&l, "sub", s);
    assert_true(nj_match_computer(l.m, &in));
    (void)nj_toy_log_power(&l, "pause", -1);
    assert_false(nj_match_computer(l.m, &in));
    nj_toy_log_fini(&l);
}

static void an_extension_moves_the_deadline(void **state)
{
    struct toy_log l;

    NJ_UNUSED(state);
    nj_toy_log_init(&l);
    (void)nj_toy_log_start(&l);
    (void)nj_toy_log_power(&l, "extend", 7000);
    assert_int_equal(deadline(&l), 1067000);
    (void)nj_toy_log_power(&l, "extend", INT64_MAX);
    assert_int_equal(deadline(&l), INT64_C(9007199254740991));
    nj_toy_log_fini(&l);
}

static void grace_moves_and_leaves_ten_minutes(void **state)
{
    struct toy_log l;

    NJ_UNUSED(state);
    nj_toy_log_init(&l);
    (void)nj_toy_log_start(&l);
    /* Ten seconds before the deadline the power goes for five minutes: the
     * turn is 60 s long, so 60 s and not ten minutes must be left. */
    nj_match_grace(l.m, 1350000, 300000, 600000);
    assert_int_equal(deadline(&l), 1410000);
    nj_match_grace(l.m, 1351000, 300000, 600000);
    assert_int_equal(deadline(&l), 1710000);
    nj_toy_log_fini(&l);
}

static void moments_come_back_from_the_store(void **state)
{
    struct toy_log l;
    struct nj_timer kept[NJ_TIMERS_MAX], strange[NJ_TIMERS_MAX];
    struct nj_match *m;
    int64_t at = 0;

    NJ_UNUSED(state);
    nj_toy_log_init(&l);
    (void)nj_toy_log_start(&l);
    nj_match_grace(l.m, 1350000, 300000, 600000);
    memcpy(kept, nj_match_timers(l.m), sizeof(kept));
    m = nj_toy_log_fold(&l);
    assert_true(nj_match_deadline(m, &at));
    assert_int_equal(at, 1060000);
    nj_match_set_timers(m, kept);
    assert_true(nj_match_deadline(m, &at));
    assert_int_equal(at, 1410000);
    memset(strange, 0, sizeof(strange));
    memcpy(strange[0].name, "other", 6);
    strange[0].at_ms = 1;
    nj_match_set_timers(m, strange); /* arms nothing */
    assert_true(nj_match_deadline(m, &at));
    assert_int_equal(at, 1410000);
    nj_match_destroy(m);
    nj_toy_log_fini(&l);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_deadline_becomes_an_input_when_it_has_passed),
        cmocka_unit_test(a_scenario_fires_a_timer_at_its_deadline),
        cmocka_unit_test(paused_timers_keep_what_is_left),
        cmocka_unit_test(computers_stand_still_in_a_pause),
        cmocka_unit_test(an_extension_moves_the_deadline),
        cmocka_unit_test(grace_moves_and_leaves_ten_minutes),
        cmocka_unit_test(moments_come_back_from_the_store),
    };

    return cmocka_run_group_tests_name("match/timer", tests, NULL, NULL);
}
