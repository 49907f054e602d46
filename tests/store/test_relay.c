/*
 * For src/store/pg_relay*.c: who holds a gateway, and what becomes of the words
 * of who does not any more.
 */
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "base/clock.h"
#include "base/str.h"
#include "kit/nj_test.h"
#include "kit/pg_server.h"
#include "store/relay.h"
#include "store/store.h"

#define LEASE_OVER "UPDATE relay_worker SET until = clock_timestamp()"

static const char *const names[] = {"qa", "qb"};

struct fixture {
    char url[256];
    struct nj_store *books;
    int64_t epoch; /* of the books */
    struct nj_relay *a, *b;
};

static struct fixture f;

static void open_books(bool shares)
{
    const struct nj_store_worker w = {.shares = shares};
    struct nj_err err = {{0}};

    assert_int_equal(nj_store_open_worker(&f.books, f.url, &w, &err), NJ_OK);
    f.epoch = nj_store_epoch(f.books);
}

static int begin(void **state)
{
    struct nj_err err = {{0}};

    NJ_UNUSED(state);
    memset(&f, 0, sizeof(f));
    nj_pg_server_database(f.url, sizeof(f.url));
    assert_int_equal(nj_relay_load(&err), NJ_OK);
    f.a = nj_relay_create(f.url, NULL);
    f.b = nj_relay_create(f.url, NJ_RELAY_HEARD);
    return 0;
}

static int end(void **state)
{
    NJ_UNUSED(state);
    nj_relay_destroy(f.a);
    nj_relay_destroy(f.b);
    nj_store_close(f.books);
    return 0;
}

static int64_t joined(struct nj_relay *r)
{
    int64_t worker = 0;

    assert_true(nj_relay_join(r, names, NJ_COUNT(names), &worker));
    return worker;
}

static int64_t taken(struct nj_relay *r, int64_t worker, const char *name)
{
    int64_t epoch = 0, position = 0;

    assert_true(nj_relay_take(r, worker, name, &epoch, &position));
    return epoch;
}

static bool lives(struct nj_relay *r, int64_t worker)
{
    bool so = false;

    assert_true(nj_relay_renew(r, worker, &so));
    return so;
}

static int64_t bury(void)
{
    int64_t n = 0;

    assert_true(nj_relay_bury(f.b, &n));
    return n;
}

/* --- what rows say --- */

struct list {
    struct nj_str text;
    uint32_t n;
};

static void note_said(void *ctx, const struct nj_relay_said *s)
{
    struct list *l = ctx;
    int64_t number = s->number > 0 ? s->number : -s->number;

    nj_str_addf(&l->text, "%s%lld=", l->n++ == 0 ? "" : " ",
                (long long)NJ_RELAY_COUNT(number));
    nj_str_add(&l->text, s->call, s->call_len);
    nj_str_putc(&l->text, '/');
    nj_str_add(&l->text, (const char *)s->bytes, s->n);
}

static void note_heard(void *ctx, uint32_t gateway, int64_t number,
                       const char *event, size_t len)
{
    struct list *l = ctx;

    nj_str_addf(&l->text, "%s%s.%lld=", l->n++ == 0 ? "" : " ", names[gateway],
                (long long)NJ_RELAY_COUNT(number));
    nj_str_add(&l->text, event, len);
}

/* Lent until the next of these. */
static const char *listed(struct list *l)
{
    static char text[400];

    assert_in_range(l->text.len, 0, sizeof(text) - 1);
    memcpy(text, l->text.p, l->text.len + 1);
    nj_str_fini(&l->text);
    return text;
}

static const char *claimed(struct nj_relay *r, int64_t epoch, int64_t batch)
{
    struct list l = {.text = NJ_STR_INIT(4000)};

    assert_true(nj_relay_claim(r, "qa", epoch, batch, note_said, &l));
    return listed(&l);
}

static const char *left(struct nj_relay *r, int64_t epoch)
{
    struct list l = {.text = NJ_STR_INIT(4000)};

    assert_true(nj_relay_left(r, "qa", epoch, note_said, &l));
    return listed(&l);
}

static const char *heard(int64_t behind_a, int64_t behind_b)
{
    const int64_t behind[] = {behind_a, behind_b};
    struct list l = {.text = NJ_STR_INIT(4000)};

    assert_true(nj_relay_read(f.b, names, 2, behind, note_heard, &l));
    return listed(&l);
}

static void say_batch(int64_t books, int64_t batch, int64_t count, bool fate,
                      const char *bytes)
{
    char text[300];
    int64_t n = NJ_RELAY_NUMBER(books, count);

    (void)snprintf(
        text, sizeof(text),
        "[{\"gateway\":\"qa\",\"number\":\"%lld\",\"call\":[%lld]%s}]",
        (long long)(fate ? n : -n), (long long)count, bytes);
    assert_true(nj_relay_say(f.b, books, batch, text));
}

/* The next batch. */
static void say(int64_t books, int64_t count, bool fate, const char *bytes)
{
    static int64_t batch;

    say_batch(books, ++batch, count, fate, bytes);
}

static bool hear(struct nj_relay *r, int64_t epoch, int64_t count,
                 const char *events)
{
    bool held = false;

    assert_true(nj_relay_hear(r, "qa", epoch, NJ_RELAY_NUMBER(epoch, count),
                              events, &held));
    return held;
}

/* --- tests --- */

static void nobody_is_a_worker_before_books_are_kept(void **state)
{
    int64_t worker = 7;

    NJ_UNUSED(state);
    assert_false(nj_relay_join(f.a, names, 2, &worker)); /* no tables */
    open_books(true);
    assert_int_equal(joined(f.a), 1);
}

static void one_holds_a_gateway_until_he_gives_it_or_is_buried(void **state)
{
    struct nj_relay_view v;
    int64_t a, b, first;

    NJ_UNUSED(state);
    open_books(true);
    a = joined(f.a);
    b = joined(f.b);
    first = taken(f.a, a, "qa");
    assert_int_equal(first, 1);
    assert_int_equal(taken(f.b, b, "qa"), 0);
    assert_int_equal(taken(f.a, a, "qa"), 2); /* an answer was lost */
    assert_true(nj_relay_look(f.b, names, 2, &v));
    assert_int_equal(v.workers, 2);
    assert_int_equal(v.books, f.epoch);
    assert_int_equal(v.holder[0], a);
    assert_int_equal(v.holder[1], 0);
    assert_true(nj_relay_give(f.a, "qa", 1)); /* of an older epoch */
    assert_int_equal(taken(f.b, b, "qa"), 0);
    assert_true(nj_relay_give(f.a, "qa", 2));
    assert_int_equal(taken(f.b, b, "qa"), 3);
    assert_int_equal(taken(f.a, a, "qb"), 1);
    assert_int_equal(bury(), 0);
    nj_pg_server_run(f.url, LEASE_OVER " WHERE id = 1");
    assert_int_equal(taken(f.b, b, "qb"), 0); /* he may come back yet */
    assert_int_equal(bury(), 1);
    assert_int_equal(taken(f.b, b, "qb"), 2);
    assert_false(lives(f.a, a));
    assert_int_equal(taken(f.a, a, "qa"), 0);
    assert_true(lives(f.b, b));
    assert_true(nj_relay_leave(f.b, b));
    assert_int_equal(taken(f.a, joined(f.a), "qb"), 3);
}

static void what_is_heard_is_read_in_order_and_once(void **state)
{
    int64_t e;

    NJ_UNUSED(state);
    open_books(true);
    e = taken(f.a, joined(f.a), "qa");
    assert_true(hear(f.a, e, 1, "[{\"k\":1},{\"k\":2}]"));
    assert_true(hear(f.a, e, 1, "[{\"k\":1},{\"k\":2}]")); /* once more */
    assert_true(hear(f.a, e, 3, "[{\"k\":3}]"));
    assert_string_equal(heard(0, 0),
                        "qa.1={\"k\":1} qa.2={\"k\":2} qa.3={\"k\":3}");
    assert_string_equal(heard(NJ_RELAY_NUMBER(e, 2), 0), "qa.3={\"k\":3}");
    assert_true(nj_relay_done(f.b, "qa", NJ_RELAY_NUMBER(e, 2)));
    assert_string_equal(heard(0, 0), "qa.3={\"k\":3}");
}

static void who_is_followed_writes_and_claims_nothing(void **state)
{
    int64_t a, b, old, now;

    NJ_UNUSED(state);
    open_books(true);
    a = joined(f.a);
    b = joined(f.b);
    old = taken(f.a, a, "qa");
    say(f.epoch, 1, true, "");
    say(f.epoch, 2, false, "");
    assert_string_equal(claimed(f.a, old, 1), "1=[1]/ 2=[2]/");
    say(f.epoch, 3, true, "");
    nj_pg_server_run(f.url, LEASE_OVER " WHERE id = 1");
    assert_int_equal(bury(), 1);
    now = taken(f.b, b, "qa");
    assert_false(hear(f.a, old, 1, "[{\"call\":\"1\"}]"));
    assert_string_equal(claimed(f.a, old, 2), "");
    assert_string_equal(left(f.b, now), "1=[1]/");
    assert_string_equal(claimed(f.b, now, 1), "3=[3]/");
    assert_string_equal(heard(0, 0), "");
}

static void a_claim_is_made_once(void **state)
{
    int64_t e, number;
    char fate[100];

    NJ_UNUSED(state);
    open_books(true);
    e = taken(f.a, joined(f.a), "qa");
    say_batch(f.epoch, 1, 1, true, ",\"bytes\":\"aGk=\"");
    say_batch(f.epoch, 1, 1, true, ",\"bytes\":\"aGk=\"");
    assert_string_equal(claimed(f.a, e, 1), "1=[1]/hi");
    assert_string_equal(claimed(f.a, e, 1), "1=[1]/hi"); /* never arrived */
    assert_string_equal(claimed(f.a, e, 2), "");
    number = NJ_RELAY_NUMBER(f.epoch, 1);
    (void)snprintf(fate, sizeof(fate), "[{\"call\":\"%lld\"}]",
                   (long long)number);
    assert_true(hear(f.a, e, 1, fate));
    say_batch(f.epoch, 1, 1, true, "");        /* whose answer came too late */
    assert_string_equal(left(f.a, e + 1), ""); /* not its epoch */
    nj_pg_server_run(f.url, "DO $$ BEGIN ASSERT (SELECT count(*) FROM"
                            " relay_said) = 0; END $$");
}

static void note_count(void *ctx, const struct nj_relay_said *said)
{
    uint32_t *n = ctx;

    assert_true(said->number > 0);
    ++*n;
}

static void a_claim_that_is_made_again_is_whole(void **state)
{
    int64_t e;
    uint32_t n = 0, again = 0;

    NJ_UNUSED(state);
    open_books(true);
    e = taken(f.a, joined(f.a), "qa");
    for (int i = 2; i < 100; i++)
        say(f.epoch, i, true, "");
    assert_true(nj_relay_claim(f.a, "qa", e, 1, note_count, &n));
    say(f.epoch, 1, true, ""); /* would be the first of a new one */
    assert_true(nj_relay_claim(f.a, "qa", e, 1, note_count, &again));
    assert_int_equal(again, n);
    for (int64_t batch = 2; again > 0; batch++) {
        again = 0;
        assert_true(nj_relay_claim(f.a, "qa", e, batch, note_count, &again));
        n += again;
    }
    assert_int_equal(n, 99);
}

static void *lock_for_a_while(void *ctx)
{
    nj_pg_server_run(ctx, "DO $$ BEGIN LOCK TABLE relay_hold IN EXCLUSIVE"
                          " MODE; PERFORM pg_sleep(4); END $$");
    return NULL;
}

/* Nobody waits for the first one any more, but the server would go on. */
static void what_was_asked_in_vain_is_not_done_later(void **state)
{
    const struct timespec moment = {.tv_nsec = 500000000};
    struct nj_relay_view v;
    pthread_t lock;
    int64_t a, epoch, position;

    NJ_UNUSED(state);
    open_books(true);
    a = joined(f.a);
    assert_int_equal(
        pthread_create(&lock, NULL, lock_for_a_while, (void *)f.url), 0);
    (void)nanosleep(&moment, NULL);
    nj_relay_wake(f.a); /* who ends waits for two seconds at most */
    assert_false(nj_relay_take(f.a, a, "qa", &epoch, &position));
    assert_true(nj_relay_look(f.a, names, 2, &v));
    assert_int_equal(pthread_join(lock, NULL), 0);
    assert_int_equal(taken(f.b, joined(f.b), "qa"), 1);
}

static void only_the_keeper_of_the_books_says_anything(void **state)
{
    int64_t e;

    NJ_UNUSED(state);
    open_books(true);
    e = taken(f.a, joined(f.a), "qa");
    say(f.epoch, 1, true, "");
    say(f.epoch - 1, 2, true, ""); /* he is none any more */
    nj_store_close(f.books);
    open_books(true);
    assert_string_equal(claimed(f.a, e, 1), ""); /* of an earlier one */
    say(f.epoch, 5, true, "");
    assert_true(nj_relay_begin(f.b, f.epoch));
    assert_string_equal(claimed(f.a, e, 1), "5=[5]/");
}

/* Who shares nothing speaks on all gateways, and before him nobody does. */
static void nobody_holds_a_gateway_beside_one_who_shares_nothing(void **state)
{
    int64_t a, at_ms;

    NJ_UNUSED(state);
    open_books(true);
    a = joined(f.a);
    nj_store_close(f.books);
    at_ms = nj_monotonic_ms();
    open_books(false);
    assert_true(nj_monotonic_ms() - at_ms >= NJ_RELAY_LEASE_MS - 100);
    assert_false(lives(f.a, a));
    assert_int_equal(joined(f.a), 0);
    nj_pg_server_run(f.url, "UPDATE lease SET until = clock_timestamp()"
                            " + interval '1 s'");
    nj_store_close(f.books);
    open_books(true);
    assert_true(joined(f.a) > a);
}

static void news_end_a_wait(void **state)
{
    int64_t at_ms, e;

    NJ_UNUSED(state);
    open_books(true);
    e = taken(f.a, joined(f.a), "qa");
    assert_string_equal(heard(0, 0), ""); /* it is connected, and listens */
    assert_true(hear(f.a, e, 1, "[{\"k\":1}]"));
    at_ms = nj_monotonic_ms();
    nj_relay_wait(f.b, 60000);
    assert_true(nj_monotonic_ms() - at_ms < 30000);
    nj_relay_wake(f.b);
    nj_relay_wait(f.b, 60000);
    assert_true(nj_monotonic_ms() - at_ms < 30000);
}

static void a_connection_that_is_lost_is_made_again(void **state)
{
    int64_t a;

    NJ_UNUSED(state);
    open_books(true);
    a = joined(f.a);
    nj_pg_server_run(f.url, "SELECT pg_terminate_backend(pid) FROM"
                            " pg_stat_activity WHERE application_name ="
                            " 'nightjar relay'");
    while (true) {
        bool so = false;

        if (nj_relay_renew(f.a, a, &so)) {
            assert_true(so);
            return;
        }
    }
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, begin, end)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(nobody_is_a_worker_before_books_are_kept),
        TEST(one_holds_a_gateway_until_he_gives_it_or_is_buried),
        TEST(what_is_heard_is_read_in_order_and_once),
        TEST(who_is_followed_writes_and_claims_nothing),
        TEST(a_claim_is_made_once),
        TEST(a_claim_that_is_made_again_is_whole),
        TEST(what_was_asked_in_vain_is_not_done_later),
        TEST(only_the_keeper_of_the_books_says_anything),
        TEST(nobody_holds_a_gateway_beside_one_who_shares_nothing),
        TEST(news_end_a_wait),
        TEST(a_connection_that_is_lost_is_made_again),
    };

    if (!nj_pg_server_wanted())
        return 1;
    return cmocka_run_group_tests(tests, NULL, NULL);
}
