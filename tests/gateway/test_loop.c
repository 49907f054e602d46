/* The inbox: order, waiting, waking, and the brake. */
#include <pthread.h>

#include "gateway/loop.h"
#include "kit/nj_test.h"

#define PUSHERS 4
#define EACH    500

static struct nj_event *numbered(enum nj_event_kind kind, int64_t ms)
{
    struct nj_event *e = nj_event_create(kind, 0);

    e->ms = ms;
    return e;
}

static uint32_t drop_all(struct nj_event *e)
{
    uint32_t n = 0;

    while (e != NULL) {
        struct nj_event *next = e->next;

        nj_event_destroy(e);
        e = next;
        n++;
    }
    return n;
}

static void events_come_out_in_order(void **state)
{
    struct nj_inbox *in = nj_inbox_create();
    struct nj_event *e;

    NJ_UNUSED(state);
    for (int64_t i = 0; i < 5; i++)
        nj_inbox_push(in, numbered(NJ_EVENT_CLOCK, i));
    e = nj_inbox_take(in, -1);
    for (int64_t i = 0; i < 5; i++) {
        struct nj_event *next = e->next;

        assert_int_equal(e->ms, i);
        nj_event_destroy(e);
        e = next;
    }
    assert_null(e);
    assert_null(nj_inbox_take(in, 0));
    nj_inbox_push(in, numbered(NJ_EVENT_CLOCK, 9));
    assert_int_equal(drop_all(nj_inbox_take(in, 0)), 1);
    nj_inbox_destroy(in);
}

static void waits_end_with_time_or_a_wake(void **state)
{
    struct nj_inbox *in = nj_inbox_create();

    NJ_UNUSED(state);
    assert_null(nj_inbox_take(in, 1));
    nj_inbox_wake(in); /* before the wait: must not be lost */
    assert_null(nj_inbox_take(in, -1));
    nj_inbox_destroy(in);
}

static void left_events_are_freed(void **state)
{
    struct nj_inbox *in = nj_inbox_create();

    NJ_UNUSED(state);
    nj_inbox_push(in, numbered(NJ_EVENT_UP, 0));
    nj_inbox_push(in, numbered(NJ_EVENT_DOWN, 0));
    nj_inbox_destroy(in);
    nj_inbox_destroy(NULL);
}

static void *push_many(void *arg)
{
    for (int64_t i = 0; i < EACH; i++)
        nj_inbox_push(arg, numbered(NJ_EVENT_MESSAGE, i));
    return NULL;
}

static void many_threads_lose_nothing(void **state)
{
    struct nj_inbox *in = nj_inbox_create();
    pthread_t threads[PUSHERS];
    uint32_t got = 0;

    NJ_UNUSED(state);
    for (int i = 0; i < PUSHERS; i++)
        assert_int_equal(pthread_create(&threads[i], NULL, push_many, in), 0);
    while (got < PUSHERS * EACH)
        got += drop_all(nj_inbox_take(in, -1));
    for (int i = 0; i < PUSHERS; i++)
        assert_int_equal(pthread_join(threads[i], NULL), 0);
    assert_int_equal(got, PUSHERS * EACH);
    nj_inbox_destroy(in);
}

static void fill(struct nj_inbox *in)
{
    for (uint32_t i = 0; i < NJ_INBOX_MAX; i++)
        nj_inbox_push(in, numbered(NJ_EVENT_MESSAGE, i));
}

static void *push_message(void *arg)
{
    nj_inbox_push(arg, numbered(NJ_EVENT_MESSAGE, -1));
    return NULL;
}

static void a_flood_waits_for_room(void **state)
{
    struct nj_inbox *in = nj_inbox_create();
    pthread_t thread;
    uint32_t got;

    NJ_UNUSED(state);
    fill(in);
    nj_inbox_push(in, numbered(NJ_EVENT_FATE, 0)); /* these never wait */
    nj_inbox_push(in, numbered(NJ_EVENT_UP, 0));
    nj_inbox_push(in, numbered(NJ_EVENT_DOWN, 0));
    nj_inbox_push(in, numbered(NJ_EVENT_STOP, 0));
    assert_int_equal(pthread_create(&thread, NULL, push_message, in), 0);
    got = drop_all(nj_inbox_take(in, 0));
    assert_int_equal(got, NJ_INBOX_MAX + 4); /* the flood is still outside */
    assert_int_equal(pthread_join(thread, NULL), 0);
    assert_int_equal(drop_all(nj_inbox_take(in, -1)), 1);
    nj_inbox_destroy(in);
}

static void nobody_waits_once_it_flows(void **state)
{
    struct nj_inbox *in = nj_inbox_create();
    pthread_t thread;

    NJ_UNUSED(state);
    fill(in);
    assert_int_equal(pthread_create(&thread, NULL, push_message, in), 0);
    nj_inbox_flow(in);
    assert_int_equal(pthread_join(thread, NULL), 0);
    assert_int_equal(drop_all(nj_inbox_take(in, 0)), NJ_INBOX_MAX + 1);
    nj_inbox_destroy(in);
}

static void *settle(void *arg)
{
    nj_inbox_settle(arg);
    nj_inbox_push(arg, numbered(NJ_EVENT_CLOCK, 2));
    return NULL;
}

static void a_script_waits_for_the_answers(void **state)
{
    struct nj_inbox *in = nj_inbox_create();
    struct nj_event *e;
    pthread_t thread;

    NJ_UNUSED(state);
    nj_inbox_push(in, numbered(NJ_EVENT_CLOCK, 1));
    assert_int_equal(pthread_create(&thread, NULL, settle, in), 0);
    e = nj_inbox_take(in, -1);
    assert_int_equal(e->ms, 1); /* alone: the next line was not typed yet */
    assert_int_equal(drop_all(e), 1);
    e = nj_inbox_take(in, -1); /* asking for more says that 1 is done */
    assert_int_equal(e->ms, 2);
    assert_int_equal(drop_all(e), 1);
    assert_int_equal(pthread_join(thread, NULL), 0);
    assert_int_equal(pthread_create(&thread, NULL, settle, in), 0);
    nj_inbox_flow(in); /* nobody asks any more */
    assert_int_equal(pthread_join(thread, NULL), 0);
    nj_inbox_destroy(in);
}

/* Waits until the referee does, so that it takes what comes at once. */
static void *gather_three(void *arg)
{
    nj_inbox_settle(arg);
    nj_inbox_gather();
    for (int64_t i = 0; i < 3; i++)
        nj_inbox_push(arg, numbered(NJ_EVENT_FATE, i));
    nj_inbox_gathered(arg);
    return NULL;
}

static void gathered_ones_are_taken_together(void **state)
{
    struct nj_inbox *in = nj_inbox_create();
    pthread_t thread;

    NJ_UNUSED(state);
    for (int i = 0; i < 100; i++) {
        assert_int_equal(pthread_create(&thread, NULL, gather_three, in), 0);
        assert_int_equal(drop_all(nj_inbox_take(in, -1)), 3);
        assert_int_equal(pthread_join(thread, NULL), 0);
    }
    nj_inbox_gather();
    nj_inbox_gathered(in); /* nothing has come: nobody is woken */
    assert_null(nj_inbox_take(in, 1));
    nj_inbox_destroy(in);
}

static void *gather_too_many(void *arg)
{
    nj_inbox_settle(arg);
    nj_inbox_gather();
    fill(arg);
    nj_inbox_push(arg, numbered(NJ_EVENT_MESSAGE, -1));
    nj_inbox_gathered(arg);
    return NULL;
}

static void who_gathers_waits_for_no_one_who_sleeps(void **state)
{
    struct nj_inbox *in = nj_inbox_create();
    pthread_t thread;

    NJ_UNUSED(state);
    assert_int_equal(pthread_create(&thread, NULL, gather_too_many, in), 0);
    assert_int_equal(drop_all(nj_inbox_take(in, -1)), NJ_INBOX_MAX);
    assert_int_equal(drop_all(nj_inbox_take(in, -1)), 1);
    assert_int_equal(pthread_join(thread, NULL), 0);
    nj_inbox_destroy(in);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(events_come_out_in_order),
        cmocka_unit_test(waits_end_with_time_or_a_wake),
        cmocka_unit_test(left_events_are_freed),
        cmocka_unit_test(many_threads_lose_nothing),
        cmocka_unit_test(a_flood_waits_for_room),
        cmocka_unit_test(nobody_waits_once_it_flows),
        cmocka_unit_test(a_script_waits_for_the_answers),
        cmocka_unit_test(gathered_ones_are_taken_together),
        cmocka_unit_test(who_gathers_waits_for_no_one_who_sleeps),
    };

    return cmocka_run_group_tests_name("gateway/loop", tests, NULL, NULL);
}
