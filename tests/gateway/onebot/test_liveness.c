/* Whether anybody is there, and how long to wait before the next try. */
#include "gateway/onebot/onebot_priv.h"
#include "kit/nj_test.h"

static void hear_beat(struct nj_ob_liveness *l, int64_t interval_ms,
                      enum nj_ob_online online, int64_t now_ms)
{
    struct nj_ob_frame f = {
        .kind = NJ_OB_HEARTBEAT, .interval_ms = interval_ms, .online = online};

    nj_ob_liveness_hear(l, &f, now_ms);
}

static void hear_kind(struct nj_ob_liveness *l, enum nj_ob_kind kind,
                      struct nj_event *e, int64_t now_ms)
{
    struct nj_ob_frame f = {.kind = kind, .event = e};

    nj_ob_liveness_hear(l, &f, now_ms);
}

static void the_interval_is_learned(void **state)
{
    struct nj_ob_liveness l;

    NJ_UNUSED(state);
    nj_ob_liveness_begin(&l, 5000, 0);
    /* Without heartbeats only the ping watches. */
    assert_false(nj_ob_liveness_silent(&l, 1000000));
    hear_beat(&l, 30000, NJ_OB_ONLINE_YES, 1000);
    assert_false(nj_ob_liveness_silent(&l, 66000));
    assert_true(nj_ob_liveness_silent(&l, 66001));
    hear_kind(&l, NJ_OB_ANSWER, NULL, 60000); /* any frame counts */
    assert_false(nj_ob_liveness_silent(&l, 66001));
    hear_beat(&l, 0, NJ_OB_ONLINE_YES, 70000); /* no interval: the old one */
    assert_int_equal(l.interval_ms, 30000);
}

static void heartbeats_tell_about_the_account(void **state)
{
    struct nj_ob_liveness l;

    NJ_UNUSED(state);
    nj_ob_liveness_begin(&l, 0, 0);
    assert_true(nj_ob_liveness_online(&l));
    hear_beat(&l, 1000, NJ_OB_ONLINE_NO, 1);
    assert_false(nj_ob_liveness_online(&l));
    hear_beat(&l, 1000, NJ_OB_ONLINE_UNKNOWN, 2);
    assert_false(nj_ob_liveness_online(&l));
    hear_beat(&l, 1000, NJ_OB_ONLINE_YES, 3);
    assert_true(nj_ob_liveness_online(&l));
}

/* A gateway that always says "online" must not undo its own notice. */
static void a_notice_outlasts_routine(void **state)
{
    struct nj_event message = {.kind = NJ_EVENT_MESSAGE};
    struct nj_event friend = {.kind = NJ_EVENT_FRIEND};
    struct nj_ob_liveness l;

    NJ_UNUSED(state);
    nj_ob_liveness_begin(&l, 0, 0);
    hear_kind(&l, NJ_OB_OFFLINE, NULL, 1);
    assert_false(nj_ob_liveness_online(&l));
    hear_beat(&l, 1000, NJ_OB_ONLINE_YES, 2);
    assert_false(nj_ob_liveness_online(&l));
    hear_kind(&l, NJ_OB_EVENT, &friend, 3);
    assert_false(nj_ob_liveness_online(&l));
    hear_kind(&l, NJ_OB_EVENT, &message, 4);
    assert_true(nj_ob_liveness_online(&l));
}

static void waits_grow_to_the_longest(void **state)
{
    NJ_UNUSED(state);
    assert_int_equal(nj_ob_backoff_ms(500, 30000, 0, 0), 500);
    assert_int_equal(nj_ob_backoff_ms(500, 30000, 1, 0), 1000);
    assert_int_equal(nj_ob_backoff_ms(500, 30000, 5, 0), 16000);
    assert_int_equal(nj_ob_backoff_ms(500, 30000, 6, 0), 30000);
    assert_int_equal(nj_ob_backoff_ms(500, 30000, UINT32_MAX, 0), 30000);
    for (uint32_t chance = 0; chance < 3000; chance += 7)
        assert_in_range(nj_ob_backoff_ms(1000, 1000, 0, chance), 1000, 1250);
    assert_true(nj_ob_backoff_ms(1000, 1000, 0, 1023) > 1200);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_interval_is_learned),
        cmocka_unit_test(heartbeats_tell_about_the_account),
        cmocka_unit_test(a_notice_outlasts_routine),
        cmocka_unit_test(waits_grow_to_the_longest),
    };

    return cmocka_run_group_tests_name("gateway/onebot/liveness", tests, NULL,
                                       NULL);
}
