/*
 * For src/base/fence.c.
 */
#include <pthread.h>
#include <time.h>

#include "base/fence.h"
#include "kit/nj_test.h"

static int lift(void **state)
{
    NJ_UNUSED(state);
    nj_fence_lift(NJ_BAR_WORK);
    nj_fence_lift(NJ_BAR_HOLD);
    return 0;
}

static void rest(void)
{
    const struct timespec t = {.tv_nsec = 40000000};

    (void)nanosleep(&t, NULL);
}

static void without_a_lease_everybody_speaks(void **state)
{
    NJ_UNUSED(state);
    assert_true(nj_fence_stands_open());
    assert_true(nj_fence_pass());
    assert_false(nj_fence_ended());
}

static void it_shuts_by_itself_and_opens_again(void **state)
{
    NJ_UNUSED(state);
    nj_fence_until(NJ_BAR_WORK, nj_fence_now_ms() + 20);
    rest();
    assert_false(nj_fence_stands_open());
    assert_false(nj_fence_ended());
    nj_fence_until(NJ_BAR_WORK, nj_fence_now_ms() + 60000);
    assert_true(nj_fence_stands_open());
    assert_true(nj_fence_pass());
}

static void who_has_two_leases_needs_both(void **state)
{
    NJ_UNUSED(state);
    nj_fence_until(NJ_BAR_WORK, nj_fence_now_ms() + 60000);
    nj_fence_until(NJ_BAR_HOLD, nj_fence_now_ms());
    assert_false(nj_fence_stands_open());
    nj_fence_until(NJ_BAR_HOLD, nj_fence_now_ms() + 60000);
    assert_true(nj_fence_stands_open());
    nj_fence_until(NJ_BAR_WORK, nj_fence_now_ms());
    assert_false(nj_fence_stands_open());
    nj_fence_lift(NJ_BAR_WORK);
    assert_true(nj_fence_stands_open());
}

static void what_has_ended_stays_so(void **state)
{
    NJ_UNUSED(state);
    nj_fence_end();
    nj_fence_until(NJ_BAR_WORK, nj_fence_now_ms() + 60000);
    assert_true(nj_fence_ended());
    assert_false(nj_fence_stands_open());
    assert_false(nj_fence_pass());
}

static void *pass(void *ctx)
{
    bool *passed = ctx;

    *passed = nj_fence_pass();
    return NULL;
}

/* Who waits goes on once it opens; and not at all when the process ends. */
static void who_waits_is_let_through_or_sent_away(void **state)
{
    bool passed = false;
    pthread_t thread;

    NJ_UNUSED(state);
    nj_fence_until(NJ_BAR_WORK, nj_fence_now_ms());
    assert_int_equal(pthread_create(&thread, NULL, pass, &passed), 0);
    rest();
    nj_fence_until(NJ_BAR_WORK, nj_fence_now_ms() + 60000);
    assert_int_equal(pthread_join(thread, NULL), 0);
    assert_true(passed);
    nj_fence_until(NJ_BAR_WORK, nj_fence_now_ms());
    assert_int_equal(pthread_create(&thread, NULL, pass, &passed), 0);
    rest();
    nj_fence_hurry();
    assert_int_equal(pthread_join(thread, NULL), 0);
    assert_false(passed);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(without_a_lease_everybody_speaks, lift),
        cmocka_unit_test_teardown(it_shuts_by_itself_and_opens_again, lift),
        cmocka_unit_test_teardown(who_has_two_leases_needs_both, lift),
        cmocka_unit_test_teardown(what_has_ended_stays_so, lift),
        cmocka_unit_test_teardown(who_waits_is_let_through_or_sent_away, lift),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
