/*
 * The program with two accounts whose OneBot programs connect to it: words,
 * invitations, and an owner who hears that one of them has a wrong token.
 */
#include <arpa/inet.h>
#include <netinet/in.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "kit/nj_test.h"
#include "kit/onebot_server.h"
#include "kit/serve.h"

#define WAIT_MS NJ_SERVE_WAIT_MS
#define GROUP   1001
#define OWNER   77

static struct nj_serve program;
static struct nj_ob_server *first, *second;

/* A port that was free a moment ago. */
static uint16_t free_port(void)
{
    struct sockaddr_in a = {.sin_family = AF_INET,
                            .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    socklen_t n = sizeof(a);
    int fd = socket(AF_INET, SOCK_STREAM, 0);

    assert_int_equal(bind(fd, (struct sockaddr *)&a, sizeof(a)), 0);
    assert_int_equal(getsockname(fd, (struct sockaddr *)&a, &n), 0);
    (void)close(fd);
    return ntohs(a.sin_port);
}

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
    struct nj_ob_dial dial = {.port = free_port()};
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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(two_accounts_connect, begin, end),
    };

    return cmocka_run_group_tests_name("e2e/reverse", tests, NULL, NULL);
}
