/* The thread of a gateway: it takes what is handed over while it serves, and
 * ends when nothing is left, or when its time is over. */
#include <stdlib.h>

#include "base/clock.h"
#include "base/limits.h"
#include "gateway/web/service.h"
#include "kit/nj_test.h"

struct gateway {
    struct nj_service service;
    uint32_t left; /* under the lock: things to do */
};

static void *serve(void *ctx)
{
    struct gateway *g = ctx;

    while (!g->service.finished) {
        nj_service_lock(&g->service);
        nj_service_rest(&g->service, g->left == 0, nj_monotonic_ms());
        nj_service_unlock(&g->service);
        if (!g->service.finished)
            nj_http_wait(&g->service.http, 5);
    }
    nj_service_leave(&g->service);
    return NULL;
}

static void begin(struct gateway *g)
{
    struct nj_err err = {{0}};

    nj_service_init(&g->service);
    assert_int_equal(nj_http_init(&err), NJ_OK);
    assert_int_equal(nj_http_open(&g->service.http, 1, "test", &err), NJ_OK);
    assert_int_equal(nj_service_start(&g->service, serve, g, &err), NJ_OK);
}

static void end(struct gateway *g)
{
    nj_http_close(&g->service.http);
    nj_service_fini(&g->service);
}

static void it_ends_when_nothing_is_left(void **state)
{
    struct gateway g = {.left = 0};
    int64_t begun_ms;

    NJ_UNUSED(state);
    begin(&g);
    begun_ms = nj_monotonic_ms();
    assert_true(nj_service_stop(&g.service, 60000));
    assert_true(nj_monotonic_ms() - begun_ms < 30000);
    assert_false(nj_service_stop(&g.service, 0)); /* it has ended */
    end(&g);
}

static void it_ends_when_its_time_is_over(void **state)
{
    struct gateway g = {.left = 1};
    int64_t begun_ms;

    NJ_UNUSED(state);
    begin(&g);
    begun_ms = nj_monotonic_ms();
    assert_true(nj_service_stop(&g.service, 100));
    assert_true(nj_monotonic_ms() - begun_ms >= 100);
    end(&g);
}

static void it_takes_calls_while_it_serves(void **state)
{
    struct nj_service s = {.open = 0};

    NJ_UNUSED(state);
    assert_false(nj_service_takes(&s));
    nj_service_wake(&s); /* nobody is there */
    s.serving = true;
    assert_true(nj_service_takes(&s));
    s.open = NJ_CALLS_MAX - 1;
    assert_true(nj_service_takes(&s));
    s.open = NJ_CALLS_MAX;
    assert_false(nj_service_takes(&s));
    s.open = 0;
    s.stopping = true;
    assert_false(nj_service_takes(&s));
}

static void addresses_hold_no_secret(void **state)
{
    static const char *const bad[] = {
        "",           "api.bot.qq.com", "ws://a",     "https://",
        "https:///a", "HTTP://a",       "http://a b", "http://u:p@a",
        "http://a?k", "http://a#k",     "http://a\\", "http://\xc3"};
    char *base;

    NJ_UNUSED(state);
    for (size_t i = 0; i < NJ_COUNT(bad); i++)
        assert_false(nj_http_url_fits(bad[i]));
    assert_true(nj_http_url_fits("https://api.bot.qq.com/"));
    assert_true(nj_http_url_fits("http://127.0.0.1:8081/bot"));
    base = nj_http_url_base("https://api.bot.qq.com//");
    assert_string_equal(base, "https://api.bot.qq.com");
    free(base);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(it_ends_when_nothing_is_left),
        cmocka_unit_test(it_ends_when_its_time_is_over),
        cmocka_unit_test(it_takes_calls_while_it_serves),
        cmocka_unit_test(addresses_hold_no_secret),
    };

    return cmocka_run_group_tests_name("gateway/web/service", tests, NULL,
                                       NULL);
}
