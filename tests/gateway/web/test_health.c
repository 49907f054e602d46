/*
 * The two pages of the health port.
 */
#include "gateway/web/health.h"
#include "kit/crowd.h"
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
    assert_ptr_equal(strstr(body, "two 2\n"), body);
    assert_null(strstr(body, "one"));
    assert_int_equal(
        nj_http_get(nj_health_port(h), "/healthz", body, sizeof(body)), 200);
    assert_string_equal(body, "ok\n");
    nj_health_destroy(h);
}

/* A loop that hangs tells nothing, and what it told goes on looking well. */
static void figures_say_how_old_they_are(void **state)
{
    static const char name[] = "\nnightjar_figures_age_seconds ";
    struct nj_health *h = NULL;
    struct nj_err err = {{0}};
    char body[512];
    double first, then = 0;

    NJ_UNUSED(state);
    assert_int_equal(nj_health_create(0, &h, &err), NJ_OK);
    assert_int_equal(
        nj_http_get(nj_health_port(h), "/metrics", body, sizeof(body)), 200);
    assert_null(strstr(body, "age"));
    nj_health_publish(h, "one 1\n", 60000);
    assert_int_equal(
        nj_http_get(nj_health_port(h), "/metrics", body, sizeof(body)), 200);
    assert_non_null(strstr(body, name));
    first = strtod(strstr(body, name) + sizeof(name) - 1, NULL);
    for (int i = 0; i < 10000 && then <= first; i++) {
        assert_int_equal(
            nj_http_get(nj_health_port(h), "/metrics", body, sizeof(body)),
            200);
        then = strtod(strstr(body, name) + sizeof(name) - 1, NULL);
    }
    assert_true(then > first);
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

/* --- who may ask, and for what --- */

static struct nj_health *with_a_figure(void)
{
    struct nj_health *h = NULL;
    struct nj_err err = {{0}};

    assert_int_equal(nj_health_create(0, &h, &err), NJ_OK);
    nj_health_publish(h, "one 1\n", 600000);
    return h;
}

static const char *ask(const struct nj_health *h, const char *request)
{
    static char answer[4096];

    (void)nj_http_ask(nj_health_port(h), request, strlen(request), answer,
                      sizeof(answer));
    return answer;
}

/* Nowhere but at 127.0.0.1: not on other addresses of the machine. */
static void only_its_one_address_is_open(void **state)
{
    struct nj_health *h = with_a_figure();
    char other[64], all[1000], own[64];

    NJ_UNUSED(state);
    (void)snprintf(own, sizeof(own), "127.0.0.1:%u ",
                   (unsigned)nj_health_port(h));
    nj_crowd_listening(all, sizeof(all));
    assert_string_equal(all, own);
    assert_true(nj_crowd_open("127.0.0.1", nj_health_port(h)));
    assert_false(nj_crowd_open("127.0.0.2", nj_health_port(h)));
    if (nj_crowd_has_ipv6())
        assert_false(nj_crowd_open("::1", nj_health_port(h)));
    if (nj_crowd_other_address(other, sizeof(other)))
        assert_false(nj_crowd_open(other, nj_health_port(h)));
    nj_health_destroy(h);
}

/* A page in a browser on this machine may call itself what it likes, but not
 * by a name of this machine. */
static void only_who_asks_for_this_machine_is_answered(void **state)
{
    static const char *const ours[] = {
        "localhost", "LocalHost:9090", "127.0.0.1", "127.0.0.1:1",
        "127.1.2.3", "[::1]",          "[::1]:80"};
    static const char *const others[] = {
        "evil.example",
        "evil.example:9090",
        "localhost.evil.example",
        "localhosts",
        "127.0.0.1.evil.example",
        "10.0.0.1",
        "[::2]",
        "::1",
        "0.0.0.0",
        "127.0.0.1 evil",
        "localhost, evil",
        "a-name-that-is-much-longer-than-any-name-of-this-machine-could-be",
        ""};
    struct nj_health *h = with_a_figure();
    char request[400];

    NJ_UNUSED(state);
    for (size_t i = 0; i < NJ_COUNT(ours) + NJ_COUNT(others); i++) {
        bool own = i < NJ_COUNT(ours);
        const char *host = own ? ours[i] : others[i - NJ_COUNT(ours)];
        const char *answer;

        (void)snprintf(request, sizeof(request),
                       "GET /metrics HTTP/1.1\r\nHost: %s\r\n\r\n", host);
        answer = ask(h, request);
        if ((strstr(answer, "one 1") != NULL) != own)
            fail_msg("%s: %s", host, answer);
    }
    assert_null(strstr(ask(h, "GET /metrics HTTP/1.1\r\n\r\n"), "one 1"));
    assert_null(strstr(ask(h, "GET /metrics HTTP/1.1\r\nHost: localhost\r\n"
                              "Host: evil.example\r\n\r\n"),
                       "one 1"));
    nj_health_destroy(h);
}

static void head_has_the_head_alone(void **state)
{
    struct nj_health *h = with_a_figure();
    const char *answer =
        ask(h, "HEAD /metrics HTTP/1.1\r\nHost: localhost\r\n\r\n");

    NJ_UNUSED(state);
    assert_non_null(strstr(answer, "HTTP/1.1 200 "));
    assert_non_null(strstr(answer, "content-length: "));
    assert_string_equal(strstr(answer, "\r\n\r\n"), "\r\n\r\n");
    nj_health_destroy(h);
}

/* --- at an address of choice --- */

#define TOKEN "a-token-of-the-tests"

static struct nj_health *with_a_token(const char *at)
{
    struct nj_health *h = NULL;
    struct nj_err err = {{0}};

    assert_int_equal(nj_health_create_at(at, TOKEN, &h, &err), NJ_OK);
    nj_health_publish(h, "one 1\n", 600000);
    return h;
}

/* Prometheus has the header from `authorization: credentials_file`. */
static void figures_are_for_who_brings_the_token(void **state)
{
    static const char *const right[] = {"Authorization: Bearer " TOKEN,
                                        "authorization: bearer  " TOKEN};
    static const char *const wrong[] = {
        "Accept: */*",
        "Authorization: Bearer",
        "Authorization: Bearer ",
        "Authorization: Bearer a-token-of-the-test",
        "Authorization: Bearer a-token-of-the-testss",
        "Authorization: Bearer a-token-of-the-testS",
        "Authorization: Basic " TOKEN,
        "Authorization: " TOKEN,
        "Authorization: Bearer" TOKEN,
        "Authorization: Bearer " TOKEN "\r\nAuthorization: Bearer x",
        "Cookie: " TOKEN};
    struct nj_health *h = with_a_token("127.0.0.1:0");
    char request[400];

    NJ_UNUSED(state);
    for (size_t i = 0; i < NJ_COUNT(right) + NJ_COUNT(wrong); i++) {
        bool can = i < NJ_COUNT(right);
        const char *answer;

        (void)snprintf(request, sizeof(request),
                       "GET /metrics HTTP/1.1\r\nHost: nightjar.lan\r\n"
                       "%s\r\n\r\n",
                       can ? right[i] : wrong[i - NJ_COUNT(right)]);
        answer = ask(h, request);
        if ((strstr(answer, "one 1") != NULL) != can ||
            (strstr(answer, " 401 ") == NULL) != can)
            fail_msg("%s: %s", request, answer);
    }
    assert_non_null(strstr(
        ask(h, "GET /metrics?token=" TOKEN " HTTP/1.1\r\nHost: x\r\n\r\n"),
        " 401 "));
    nj_health_destroy(h);
}

static void who_has_no_token_reads_what_to_do(void **state)
{
    struct nj_health *h = with_a_token("127.0.0.1:0");
    const char *answer = ask(h, "GET /metrics HTTP/1.1\r\nHost: x\r\n\r\n");

    NJ_UNUSED(state);
    assert_non_null(strstr(answer, "www-authenticate: Bearer\r\n"));
    assert_non_null(strstr(answer, "credentials_file"));
    assert_non_null(strstr(answer, "metrics_token_file"));
    assert_null(strstr(answer, TOKEN));
    answer = ask(h, "GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n");
    assert_non_null(strstr(answer, " 200 "));
    assert_non_null(strstr(answer, "\r\n\r\nok\n"));
    nj_health_destroy(h);
}

/* At the one that is given, and nowhere else. */
static void it_listens_at_that_address(void **state)
{
    struct nj_health *h = with_a_token("127.0.0.3:0"), *none = NULL;
    struct nj_err err = {{0}};

    NJ_UNUSED(state);
    assert_true(nj_crowd_open("127.0.0.3", nj_health_port(h)));
    assert_false(nj_crowd_open("127.0.0.1", nj_health_port(h)));
    assert_int_equal(nj_health_create_at("192.0.2.1:9100", TOKEN, &none, &err),
                     NJ_ERR_IO);
    assert_null(none);
    assert_int_equal(nj_health_create_at("here:9100", TOKEN, &none, &err),
                     NJ_ERR_BAD_INPUT);
    nj_health_destroy(h);
}

static void other_requests_are_refused_and_closed(void **state)
{
#define ASKS " /metrics HTTP/1.1\r\nHost: localhost\r\n"
    static const char *const odd[] = {
        "POST" ASKS "Content-Length: 3\r\n\r\nabc",
        "POST" ASKS "Content-Length: 300\r\n\r\nabc",
        "GET" ASKS "Content-Length: 3\r\n\r\nabcdef",
        "HEAD" ASKS "Content-Length: 30\r\n\r\nabc",
        "GET" ASKS "Transfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n",
        "PUT" ASKS "\r\n",
        "DELETE" ASKS "\r\n",
        "OPTIONS" ASKS "\r\n",
        "TRACE" ASKS "\r\n",
        "nonsense\r\n\r\n",
        "GET" ASKS "Upgrade: h2c\r\nConnection: Upgrade, HTTP2-Settings\r\n"
        "HTTP2-Settings: AAMAAABkAAQAAP__\r\n\r\n",
        "GET" ASKS "Upgrade: websocket\r\nConnection: Upgrade\r\n"
        "Sec-WebSocket-Version: 13\r\n"
        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n",
        "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
    };
    struct nj_health *h = with_a_figure();

    NJ_UNUSED(state);
    for (size_t i = 0; i < NJ_COUNT(odd); i++) {
        const char *answer = ask(h, odd[i]);

        if (strncmp(answer, "HTTP/1.", 7) != 0 || answer[9] != '4' ||
            strstr(answer, "one 1") != NULL)
            fail_msg("%s: %s", odd[i], answer);
    }
    nj_health_destroy(h);
}

/* One page a connection, whatever is asked behind it; what has not been read
 * by then may cost the answer on its way. */
static void a_connection_is_closed_behind_its_page(void **state)
{
    struct nj_health *h = with_a_figure();
    const char *answer = ask(h, "GET" ASKS "Connection: keep-alive\r\n\r\n"
                                "GET" ASKS "\r\n");
    const char *page = strstr(answer, "one 1");

    NJ_UNUSED(state);
    if (page != NULL)
        assert_null(strstr(page + 1, "one 1"));
    answer = ask(h, "GET" ASKS "Connection: keep-alive\r\n\r\n");
    assert_non_null(strstr(answer, "one 1"));
    nj_health_destroy(h);
}

/* They hold what they have; each question gets its answer at the first try. */
static void a_crowd_stops_no_answer(void **state)
{
    static const char *const says[] = {"", "GET /healthz HTTP/1.1\r\nX: ",
                                       "POST" ASKS "Content-Length: 9\r\n\r\n"};
    static const char *const from[] = {"127.0.0.1", "127.0.0.2"};
    struct nj_health *h = with_a_figure();
    struct nj_crowd *crowd = test_calloc(1, sizeof(*crowd));
    size_t wave = nj_crowd_size() / 20;
    char body[64];

    NJ_UNUSED(state);
    for (size_t i = 0; i < 20; i++) {
        nj_crowd_come(crowd, from[i % 2], "127.0.0.1", nj_health_port(h), wave,
                      says[i % NJ_COUNT(says)]);
        assert_int_equal(
            nj_http_get(nj_health_port(h), "/healthz", body, sizeof(body)),
            200);
        assert_string_equal(body, "ok\n");
    }
    nj_crowd_leave(crowd);
    test_free(crowd);
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
        cmocka_unit_test(figures_say_how_old_they_are),
        cmocka_unit_test(a_loop_that_is_silent_is_not_well),
        cmocka_unit_test(there_is_nothing_else),
        cmocka_unit_test(only_its_one_address_is_open),
        cmocka_unit_test(only_who_asks_for_this_machine_is_answered),
        cmocka_unit_test(head_has_the_head_alone),
        cmocka_unit_test(figures_are_for_who_brings_the_token),
        cmocka_unit_test(who_has_no_token_reads_what_to_do),
        cmocka_unit_test(it_listens_at_that_address),
        cmocka_unit_test(other_requests_are_refused_and_closed),
        cmocka_unit_test(a_connection_is_closed_behind_its_page),
        cmocka_unit_test(a_crowd_stops_no_answer),
        cmocka_unit_test(a_port_that_is_taken_is_told),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
