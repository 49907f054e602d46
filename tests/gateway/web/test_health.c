/*
 * The two pages of the health port.
 */
#include "gateway/web/health.h"
#include "kit/http.h"
#include "kit/nj_test.h"

static void figures_are_those_published_last(void **state)
{
    struct nj_health *h = NULL;
    struct nj_err err = {{0}};
    char body[256];

    NJ_UNUSED(state);
    assert_int_equal(nj_health_create(0, &h, &err), NJ_OK);
    nj_health_publish(h, "one 1\n", 60000);
    nj_health_publish(h, "two 2\n", 60000);
    assert_int_equal(
        nj_http_get(nj_health_port(h), "/metrics", body, sizeof(body)), 200);
    assert_string_equal(body, "two 2\n");
    assert_int_equal(
        nj_http_get(nj_health_port(h), "/healthz", body, sizeof(body)), 200);
    assert_string_equal(body, "ok\n");
    nj_health_destroy(h);
}

static void a_loop_that_is_silent_is_not_well(void **state)
{
    struct nj_health *h = NULL;
    struct nj_err err = {{0}};
    char body[256];

    NJ_UNUSED(state);
    assert_int_equal(nj_health_create(0, &h, &err), NJ_OK);
    assert_int_equal(
        nj_http_get(nj_health_port(h), "/healthz", body, sizeof(body)), 503);
    nj_health_publish(h, "", 0);
    assert_int_equal(
        nj_http_get(nj_health_port(h), "/healthz", body, sizeof(body)), 503);
    nj_health_destroy(h);
}

static void there_is_nothing_else(void **state)
{
    static const char *const paths[] = {"/", "/metrics/..", "/../etc/passwd",
                                        "/metricsx", "/healthz?x=../.."};
    struct nj_health *h = NULL;
    struct nj_err err = {{0}};
    char body[256];

    NJ_UNUSED(state);
    assert_int_equal(nj_health_create(0, &h, &err), NJ_OK);
    nj_health_publish(h, "one 1\n", 60000);
    for (size_t i = 0; i + 1 < NJ_COUNT(paths); i++) {
        int code = nj_http_get(nj_health_port(h), paths[i], body, sizeof(body));

        assert_true(code >= 400);
        assert_null(strstr(body, "one"));
    }
    assert_int_equal(
        nj_http_get(nj_health_port(h), paths[4], body, sizeof(body)), 200);
    nj_health_destroy(h);
}

static void a_port_that_is_taken_is_told(void **state)
{
    struct nj_health *h = NULL, *other = NULL;
    struct nj_err err = {{0}};

    NJ_UNUSED(state);
    assert_int_equal(nj_health_create(0, &h, &err), NJ_OK);
    assert_int_equal(nj_health_create(nj_health_port(h), &other, &err),
                     NJ_ERR_IO);
    assert_non_null(strstr(err.text, "taken"));
    assert_null(other);
    nj_health_destroy(h);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(figures_are_those_published_last),
        cmocka_unit_test(a_loop_that_is_silent_is_not_well),
        cmocka_unit_test(there_is_nothing_else),
        cmocka_unit_test(a_port_that_is_taken_is_told),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
