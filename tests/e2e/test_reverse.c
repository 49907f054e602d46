/*
 * The program with two accounts whose OneBot programs connect to it: words,
 * invitations, and an owner who hears that one of them has a wrong token.
 */
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "kit/crowd.h"
#include "kit/http.h"
#include "kit/nj_test.h"
#include "kit/onebot_server.h"
#include "kit/serve.h"

#define WAIT_MS NJ_SERVE_WAIT_MS
#define GROUP   1001
#define OWNER   77

static struct nj_serve program;
static struct nj_ob_server *first, *second;

static void configure(uint16_t port)
{
    char text[2000];
    int n = snprintf(
        text, sizeof(text),
        "{\"pacing\": {\"per_second\": 1000, \"burst\": 1000,"
        "\"per_minute\": 60000, \"total_per_second\": 10000},"
        "\"owners\": [\"qq:u:77\"],"
        "\"gateways\": ["
        "{\"kind\": \"onebot\", \"name\": \"qq\", \"account\": \"10000\","
        "\"listen\": \"127.0.0.1:%u\", \"token_file\": \"token\"},"
        "{\"kind\": \"onebot\", \"name\": \"qqb\", \"account\": \"10001\","
        "\"listen\": \"127.0.0.1:%u\", \"token_file\": \"token2\"}]}",
        (unsigned)port, (unsigned)port);

    assert_in_range(n, 1, sizeof(text) - 1);
    nj_serve_write(&program, "config.json", text, (size_t)n);
    nj_serve_write(&program, "token", NJ_SERVE_TOKEN, strlen(NJ_SERVE_TOKEN));
    nj_serve_write(&program, "token2", "another", strlen("another"));
}

static int begin(void **state)
{
    NJ_UNUSED(state);
    first = nj_ob_server_start(NJ_SERVE_TOKEN);
    second = nj_ob_server_start("wrong");
    nj_ob_server_self(second, 10001);
    nj_serve_open(&program);
    return 0;
}

static int end(void **state)
{
    NJ_UNUSED(state);
    nj_serve_close(&program);
    nj_ob_server_stop(first);
    nj_ob_server_stop(second);
    return 0;
}

static void two_accounts_connect(void **state)
{
    struct nj_ob_dial dial = {.port = nj_http_free_port()};
    bool approve = false;

    NJ_UNUSED(state);
    configure(dial.port);
    nj_serve_start(&program, NULL);
    assert_true(nj_serve_said(&program, "onebot listening", WAIT_MS));
    nj_ob_server_flavour(first, NJ_OB_GOCQHTTP);
    nj_ob_server_dial(first, &dial);
    assert_true(nj_ob_server_connected(first, 1, WAIT_MS));
    nj_ob_server_say_group(first, GROUP, 5, "Ann", "#游戏");
    assert_non_null(
        nj_ob_server_expect_group(first, GROUP, "漫漫长夜", WAIT_MS));
    nj_ob_server_say_private(first, OWNER, "Boss", "我");
    assert_non_null(
        nj_ob_server_expect_private(first, OWNER, "私聊已接通", WAIT_MS));
    nj_ob_server_dial(second, &dial);
    assert_true(nj_ob_server_refused(second, 1, WAIT_MS));
    assert_non_null(nj_ob_server_expect_private(
        first, OWNER, "网关 qqb：令牌被拒绝", WAIT_MS));
    nj_ob_server_wish(first, 1002, OWNER, "come");
    assert_true(nj_ob_server_answered(first, "come", &approve, WAIT_MS));
    assert_true(approve);
    nj_ob_server_token(second, "another");
    nj_ob_server_dial(second, &dial);
    assert_true(nj_ob_server_connected(second, 1, WAIT_MS));
    nj_ob_server_say_group(second, GROUP, 5, "Ann", "#游戏");
    assert_non_null(
        nj_ob_server_expect_group(second, GROUP, "漫漫长夜", WAIT_MS));
    assert_int_equal(nj_serve_stop(&program), 0);
    assert_int_equal(nj_serve_times(&program, "log", NJ_SERVE_TOKEN), 0);
    assert_string_equal(nj_ob_server_violations(first), "");
    assert_string_equal(nj_ob_server_violations(second), "");
}

/* One account at that address; `more` members of its gateway. */
static void configure_one(const char *host, uint16_t port, const char *more)
{
    char text[1000];
    int n = snprintf(text, sizeof(text),
                     "{\"database\": \"a.db\", \"gateways\": [{\"kind\": "
                     "\"onebot\", \"name\": \"qq\", \"account\": \"10000\", "
                     "\"listen\": \"%s:%u\"%s}]}",
                     host, (unsigned)port, more);

    assert_in_range(n, 1, sizeof(text) - 1);
    nj_serve_write(&program, "config.json", text, (size_t)n);
}

static void connect_and_stop(const struct nj_ob_dial *dial, uint32_t nth)
{
    nj_serve_write(&program, "log", "", 0); /* of the start before */
    nj_serve_start(&program, NULL);
    assert_true(nj_serve_said(&program, "onebot listening", WAIT_MS));
    nj_ob_server_dial(first, dial);
    assert_true(nj_ob_server_connected(first, nth, WAIT_MS));
    assert_true(nj_serve_said(&program, "onebot up", WAIT_MS));
    assert_int_equal(nj_serve_stop(&program), 0);
}

/* Nobody has configured one: it is made, kept, and not in the log. */
static void a_token_is_made_at_the_first_start(void **state)
{
    struct nj_ob_dial dial = {.port = nj_http_free_port()};
    char token[80];

    NJ_UNUSED(state);
    configure_one("127.0.0.1", dial.port, "");
    assert_int_equal(
        nj_serve_run(&program,
                     (const char *const[]){"check", "-c", "config.json", NULL}),
        0);
    assert_int_equal(nj_serve_times(&program, "out", "a.db.qq.token"), 1);
    nj_serve_start(&program, NULL);
    assert_true(nj_serve_said(&program, "onebot listening", WAIT_MS));
    assert_int_equal(nj_serve_times(&program, "log", "a.db.qq.token"), 1);
    nj_ob_server_token(first, "");
    nj_ob_server_dial(first, &dial);
    assert_true(nj_ob_server_refused(first, 1, WAIT_MS));
    assert_int_equal(nj_serve_stop(&program), 0);
    (void)snprintf(token, sizeof(token), "%.64s",
                   nj_serve_read(&program, "a.db.qq.token"));
    assert_int_equal(strlen(token), 64);
    assert_int_equal(nj_serve_times(&program, "log", token), 0);
    nj_ob_server_token(first, token);
    connect_and_stop(&dial, 1);
    assert_int_equal(nj_serve_times(&program, "log", "a.db.qq.token"), 0);
    assert_int_equal(nj_serve_times(&program, "log", token), 0);
    assert_int_equal(nj_serve_times(&program, "out", token), 0);
}

/* What comes out of a terminal up to that word. */
static void read_terminal(int fd, const char *word, char *out, size_t cap)
{
    struct pollfd p = {.fd = fd, .events = POLLIN};
    size_t n = 0;

    out[0] = '\0';
    while (strstr(out, word) == NULL) {
        ssize_t k;

        assert_int_equal(poll(&p, 1, WAIT_MS), 1);
        k = read(fd, out + n, cap - 1 - n);
        assert_true(k > 0);
        n += (size_t)k;
        out[n] = '\0';
    }
}

/* Whoever sits there sees it, once. */
static void a_terminal_shows_the_token_once(void **state)
{
    char shown[4000], token[80];
    int terminal = posix_openpt(O_RDWR | O_NOCTTY);

    NJ_UNUSED(state);
    assert_true(terminal >= 0);
    assert_int_equal(grantpt(terminal), 0);
    assert_int_equal(unlockpt(terminal), 0);
    program.tty = open(ptsname(terminal), O_RDWR | O_NOCTTY);
    assert_true(program.tty > 2);
    configure_one("127.0.0.1", nj_http_free_port(), "");
    for (int start = 0; start < 2; start++) {
        nj_serve_start(&program, NULL);
        read_terminal(terminal, "onebot listening", shown, sizeof(shown));
        assert_int_equal(nj_serve_stop(&program), 0);
        (void)snprintf(token, sizeof(token), "%.64s",
                       nj_serve_read(&program, "a.db.qq.token"));
        assert_int_equal(strstr(shown, token) != NULL, start == 0);
    }
    (void)close(program.tty);
    (void)close(terminal);
    program.tty = 0;
}

/* To be let in without one has to be said; over IPv6 as well. */
static void no_token_is_asked_for_where_that_is_said(void **state)
{
    struct nj_ob_dial dial = {.host = "::1", .port = nj_http_free_port()};

    NJ_UNUSED(state);
    if (!nj_crowd_has_ipv6())
        skip();
    configure_one("[::1]", dial.port, ", \"token\": \"none\"");
    nj_ob_server_token(first, "");
    connect_and_stop(&dial, 1);
    assert_int_equal(nj_serve_times(&program, "log", "token_made"), 0);
}

static void an_address_of_another_machine_ends_the_start(void **state)
{
    NJ_UNUSED(state);
    configure_one("203.0.113.7", nj_http_free_port(), ""); /* nobody has it */
    assert_int_equal(nj_serve_run(&program, NULL), 2);
    assert_int_equal(nj_serve_times(&program, "log", "no such address"), 1);
    configure_one("300.1.1.1", 8081, "");
    assert_int_equal(nj_serve_run(&program, NULL), 2);
    assert_true(nj_serve_said(&program, "or [::1]:8081", 0));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(two_accounts_connect, begin, end),
        cmocka_unit_test_setup_teardown(a_token_is_made_at_the_first_start,
                                        begin, end),
        cmocka_unit_test_setup_teardown(a_terminal_shows_the_token_once, begin,
                                        end),
        cmocka_unit_test_setup_teardown(
            no_token_is_asked_for_where_that_is_said, begin, end),
        cmocka_unit_test_setup_teardown(
            an_address_of_another_machine_ends_the_start, begin, end),
    };

    return cmocka_run_group_tests_name("e2e/reverse", tests, NULL, NULL);
}
