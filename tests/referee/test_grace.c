/* For src/referee/time/grace.c: how far deadlines move after an outage. */
#include "kit/house.h"
#include "kit/nj_test.h"
#include "match/match.h"
#include "referee/time/time.h"

#define NOW   INT64_C(10000000)
#define LEAST 600000 /* stands ahead at least, if it is that long */

static int64_t moved(int64_t at_ms, int64_t length_ms, int64_t down_ms)
{
    const struct nj_grace by = {.held_ms = NOW - down_ms};
    struct nj_timer timers[NJ_TIMERS_MAX] = {
        {.name = "turn", .at_ms = at_ms, .length_ms = length_ms}};

    nj_grace_timers(timers, NOW, &by, LEAST);
    assert_int_equal(timers[1].at_ms, 0); /* a free place stays one */
    assert_int_equal(timers[0].length_ms, length_ms);
    return timers[0].at_ms;
}

static void a_deadline_moves_by_the_outage(void **state)
{
    NJ_UNUSED(state);
    assert_int_equal(moved(NOW + 700000, 3600000, 50000), NOW + 750000);
    assert_int_equal(moved(NOW + LEAST, 3600000, 0), NOW + LEAST);
}

static void a_deadline_that_is_near_stands_the_grace_ahead(void **state)
{
    NJ_UNUSED(state);
    assert_int_equal(moved(NOW - 90000, 3600000, 100000), NOW + LEAST);
    assert_int_equal(moved(NOW - 90000, 3600000, 0), NOW + LEAST);
}

static void a_short_one_stands_its_own_length_ahead(void **state)
{
    NJ_UNUSED(state);
    assert_int_equal(moved(NOW - 90000, 180000, 100000), NOW + 180000);
    assert_int_equal(moved(NOW + 170000, 180000, 100000), NOW + 270000);
}

/* What is left of it is not a moment: an outage has nothing to move. */
static void the_clock_of_a_paused_match_stays_as_it_is(void **state)
{
    struct house h = {.paced = false};

    NJ_UNUSED(state);
    house_open(&h, "grace");
    house_private(&h, "ann", "我");
    house_private(&h, "bob", "我");
    house_group(&h, "ann", "#新游戏 漫漫长夜");
    house_group(&h, "ann", "#加入");
    house_group(&h, "bob", "#加入");
    house_group(&h, "hugo", "#主持");
    house_group(&h, "ann", "#开始");
    house_pass(&h, 100000); /* eighty seconds of the first step are left */
    house_group(&h, "hugo", "%暂停");
    house_kill(&h, 3600000);
    house_group(&h, "hugo", "%继续");
    house_forget(&h);
    house_pass(&h, 75000);
    assert_null(house_heard(&h, "group", "行动结束"));
    house_pass(&h, 10000);
    assert_non_null(house_heard(&h, "group", "行动结束"));
    house_close(&h);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_deadline_moves_by_the_outage),
        cmocka_unit_test(a_deadline_that_is_near_stands_the_grace_ahead),
        cmocka_unit_test(a_short_one_stands_its_own_length_ahead),
        cmocka_unit_test(the_clock_of_a_paused_match_stays_as_it_is),
    };

    return cmocka_run_group_tests_name("referee/grace", tests, NULL, NULL);
}
