/* Calls on their way. */
#include <stdio.h>

#include "gateway/onebot/onebot_priv.h"
#include "kit/nj_test.h"

static struct nj_ob_call *call_with(uint64_t number)
{
    struct nj_ob_call *c = nj_ob_call_create(NJ_OB_CALL_SAY, number);

    (void)snprintf(c->echo, sizeof(c->echo), "e-%llu",
                   (unsigned long long)number);
    nj_str_puts(&c->frame, "{}");
    return c;
}

/* Three calls; 1 and 2 are written, due at 100 and 200. */
static void fill(struct nj_ob_calls *calls)
{
    nj_ob_calls_init(calls);
    for (uint64_t i = 1; i <= 3; i++)
        nj_ob_call_list_add(&calls->queued, call_with(i));
    nj_ob_calls_written(calls, nj_ob_calls_next(calls), 100);
    nj_ob_calls_written(calls, nj_ob_calls_next(calls), 200);
}

static void expect(struct nj_ob_call *c, uint64_t number)
{
    assert_non_null(c);
    assert_int_equal(c->call, number);
    nj_ob_call_destroy(c);
}

static void answers_find_their_call_once(void **state)
{
    struct nj_ob_calls calls;

    NJ_UNUSED(state);
    fill(&calls);
    assert_null(nj_ob_calls_answered(&calls, "e-3")); /* not written yet */
    assert_null(nj_ob_calls_answered(&calls, ""));
    assert_null(nj_ob_calls_answered(&calls, "e-12"));
    expect(nj_ob_calls_answered(&calls, "e-2"), 2);
    assert_null(nj_ob_calls_answered(&calls, "e-2"));
    nj_ob_calls_written(&calls, nj_ob_calls_next(&calls),
                        300); /* behind one that was taken out */
    expect(nj_ob_calls_answered(&calls, "e-1"), 1);
    expect(nj_ob_calls_answered(&calls, "e-3"), 3);
    assert_int_equal(calls.queued.n + calls.outstanding.n, 0);
}

static void deadlines_pass(void **state)
{
    struct nj_ob_calls calls;

    NJ_UNUSED(state);
    fill(&calls);
    assert_null(nj_ob_calls_overdue(&calls, 99));
    expect(nj_ob_calls_overdue(&calls, 100), 1);
    assert_null(nj_ob_calls_overdue(&calls, 100));
    expect(nj_ob_calls_overdue(&calls, 1000), 2);
    assert_null(nj_ob_calls_overdue(&calls, 1000)); /* 3 is not written */
    expect(nj_ob_call_list_take(&calls.queued), 3);
    assert_null(nj_ob_call_list_take(&calls.queued));
    nj_ob_call_destroy(NULL);
}

/* A written frame may hold a secret; it is not kept until the answer. */
static void written_frames_are_forgotten(void **state)
{
    struct nj_ob_calls calls;

    NJ_UNUSED(state);
    fill(&calls);
    assert_int_equal(calls.outstanding.first->frame.len, 0);
    assert_int_equal(calls.queued.first->frame.len, 2);
    expect(nj_ob_call_list_take(&calls.outstanding), 1);
    expect(nj_ob_call_list_take(&calls.outstanding), 2);
    expect(nj_ob_call_list_take(&calls.queued), 3);
}

/* A picture waits for the one before it; a text does not wait. */
static void big_ones_go_one_at_a_time(void **state)
{
    struct nj_ob_calls calls;

    NJ_UNUSED(state);
    nj_ob_calls_init(&calls);
    for (uint64_t i = 1; i <= 3; i++) {
        struct nj_ob_call *c = call_with(i);

        c->big = i < 3;
        nj_ob_call_list_add(&calls.queued, c);
    }
    nj_ob_calls_written(&calls, nj_ob_calls_next(&calls), 100);
    assert_int_equal(nj_ob_calls_next(&calls)->call, 3);
    nj_ob_calls_written(&calls, nj_ob_calls_next(&calls), 100);
    assert_null(nj_ob_calls_next(&calls));
    expect(nj_ob_calls_answered(&calls, "e-1"), 1);
    assert_int_equal(nj_ob_calls_next(&calls)->call, 2);
    expect(nj_ob_calls_answered(&calls, "e-3"), 3);
    expect(nj_ob_call_list_take(&calls.queued), 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(answers_find_their_call_once),
        cmocka_unit_test(deadlines_pass),
        cmocka_unit_test(written_frames_are_forgotten),
        cmocka_unit_test(big_ones_go_one_at_a_time),
    };

    return cmocka_run_group_tests_name("gateway/onebot/call", tests, NULL,
                                       NULL);
}
