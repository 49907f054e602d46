/*
 * The order of questions, and what is said when no good answer comes.
 */
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "gateway/telegram/telegram_priv.h"
#include "kit/nj_test.h"

static struct nj_tg_poll fresh(void)
{
    return (struct nj_tg_poll){.backoff_min_ms = 100,
                               .backoff_max_ms = 1000,
                               .refused_ms = 60000,
                               .conflict_ms = 60000};
}

static struct nj_tg_news good(struct nj_tg_poll *p, enum nj_tg_ask ask,
                              int64_t next, int64_t await)
{
    struct nj_tg_batch *b = nj_alloc(sizeof(*b));
    struct nj_tg_news news = {0};

    b->next = next;
    b->await = await;
    nj_tg_poll_good(p, ask, b, &news);
    free(b);
    return news;
}

static struct nj_tg_news bad(struct nj_tg_poll *p, enum nj_tg_verdict v,
                             int64_t http, int64_t now_ms)
{
    struct nj_tg_answer a = {.verdict = v, .http = http, .ms = 7000};
    struct nj_tg_news news = {0};

    nj_tg_poll_bad(p, &a, now_ms, 0, &news);
    return news;
}

static struct nj_tg_poll running(void)
{
    struct nj_tg_poll p = fresh();

    (void)good(&p, NJ_TG_ASK_ME, 0, 0);
    (void)good(&p, NJ_TG_ASK_UPDATES, 0, 0);
    return p;
}

static void first_who_then_what(void **state)
{
    struct nj_tg_poll p = fresh();

    NJ_UNUSED(state);
    assert_int_equal(nj_tg_poll_next(&p, 0), NJ_TG_ASK_ME);
    assert_false(good(&p, NJ_TG_ASK_ME, 0, 0).up);
    assert_int_equal(nj_tg_poll_next(&p, 0), NJ_TG_ASK_UPDATES);
    assert_true(good(&p, NJ_TG_ASK_UPDATES, 0, 0).up);
    assert_false(good(&p, NJ_TG_ASK_UPDATES, 0, 0).up); /* is already */
    assert_int_equal(p.next, 0);
}

static void what_is_not_stored_is_not_confirmed(void **state)
{
    struct nj_tg_poll p = running();

    NJ_UNUSED(state);
    (void)good(&p, NJ_TG_ASK_UPDATES, 12, 10);
    assert_int_equal(nj_tg_poll_next(&p, 99), NJ_TG_ASK_NOTHING);
    assert_int_equal(nj_tg_poll_due_ms(&p), INT64_MAX);
    p.stored = 9;
    assert_int_equal(nj_tg_poll_next(&p, 99), NJ_TG_ASK_NOTHING);
    p.stored = 10;
    assert_int_equal(nj_tg_poll_next(&p, 99), NJ_TG_ASK_UPDATES);
    assert_int_equal(p.next, 12);
    /* A batch without an event needs nobody. */
    (void)good(&p, NJ_TG_ASK_UPDATES, 20, 0);
    assert_int_equal(nj_tg_poll_next(&p, 99), NJ_TG_ASK_UPDATES);
    (void)good(&p, NJ_TG_ASK_UPDATES, 0, 0);
    assert_int_equal(p.next, 20);
}

static void failures_wait_longer_and_longer(void **state)
{
    static const int64_t waits[] = {100, 200, 400, 800, 1000, 1000};
    struct nj_tg_poll p = running();
    int downs = 0;

    NJ_UNUSED(state);
    for (size_t i = 0; i < NJ_COUNT(waits); i++) {
        downs += bad(&p, NJ_TG_UNKNOWN, 502, 5000).down ? 1 : 0;
        assert_int_equal(p.at_ms, 5000 + waits[i]);
        assert_int_equal(p.up, i < 2);
        assert_int_equal(nj_tg_poll_next(&p, 5000), NJ_TG_ASK_NOTHING);
    }
    assert_int_equal(downs, 1);
    assert_true(good(&p, NJ_TG_ASK_UPDATES, 0, 0).up);
    assert_int_equal(nj_tg_poll_next(&p, 0), NJ_TG_ASK_UPDATES);
    (void)bad(&p, NJ_TG_UNSENT, 0, 0);
    assert_int_equal(p.at_ms, 100);
    (void)bad(&p, NJ_TG_LATER, 429, 0);
    assert_int_equal(p.at_ms, 7000);
}

static void a_webhook_is_removed_once(void **state)
{
    struct nj_tg_poll p = running();

    NJ_UNUSED(state);
    assert_null(bad(&p, NJ_TG_WEBHOOK, 409, 0).trouble);
    assert_int_equal(nj_tg_poll_next(&p, 0), NJ_TG_ASK_UNHOOK);
    (void)good(&p, NJ_TG_ASK_UNHOOK, 0, 0);
    assert_int_equal(nj_tg_poll_next(&p, 0), NJ_TG_ASK_UPDATES);
    assert_non_null(bad(&p, NJ_TG_WEBHOOK, 409, 0).trouble);
    assert_null(bad(&p, NJ_TG_WEBHOOK, 409, 0).trouble);
    assert_int_equal(nj_tg_poll_next(&p, 99999), NJ_TG_ASK_UPDATES);
}

static void another_reader_is_told_of_after_a_minute(void **state)
{
    struct nj_tg_poll p = running();

    NJ_UNUSED(state);
    assert_null(bad(&p, NJ_TG_CONFLICT, 409, 1000).trouble);
    assert_null(bad(&p, NJ_TG_CONFLICT, 409, 60999).trouble);
    assert_non_null(bad(&p, NJ_TG_CONFLICT, 409, 61000).trouble);
    assert_null(bad(&p, NJ_TG_CONFLICT, 409, 62000).trouble); /* once */
    (void)good(&p, NJ_TG_ASK_UPDATES, 0, 0);
    assert_null(bad(&p, NJ_TG_CONFLICT, 409, 63000).trouble); /* anew */
}

static void a_wrong_token_is_tried_seldom(void **state)
{
    struct nj_tg_poll p = running();
    struct nj_tg_news news = bad(&p, NJ_TG_TOKEN, 401, 0);

    NJ_UNUSED(state);
    assert_non_null(news.trouble);
    assert_true(news.down);
    assert_int_equal(p.at_ms, 60000);
    assert_null(bad(&p, NJ_TG_TOKEN, 401, 0).trouble);
    p = fresh();
    assert_non_null(bad(&p, NJ_TG_REFUSED, 404, 0).trouble);
    assert_int_equal(p.at_ms, 60000);
    p = fresh();
    assert_null(bad(&p, NJ_TG_REFUSED, 400, 0).trouble);
}

static void what_cannot_be_read_is_passed_over(void **state)
{
    struct nj_tg_poll p = running();

    NJ_UNUSED(state);
    p.next = 50;
    nj_tg_poll_unreadable(&p, 51, 0);
    assert_true(p.single); /* first the good ones of the batch */
    assert_int_equal(p.next, 50);
    nj_tg_poll_unreadable(&p, 51, 0);
    assert_int_equal(p.next, 51);
    assert_false(p.single);
    nj_tg_poll_unreadable(&p, 52, 0);
    (void)good(&p, NJ_TG_ASK_UPDATES, 52, 0);
    assert_false(p.single);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(first_who_then_what),
        cmocka_unit_test(what_is_not_stored_is_not_confirmed),
        cmocka_unit_test(failures_wait_longer_and_longer),
        cmocka_unit_test(a_webhook_is_removed_once),
        cmocka_unit_test(another_reader_is_told_of_after_a_minute),
        cmocka_unit_test(a_wrong_token_is_tried_seldom),
        cmocka_unit_test(what_cannot_be_read_is_passed_over),
    };

    return cmocka_run_group_tests_name("gateway/telegram/poll", tests, NULL,
                                       NULL);
}
