/* Addresses of WebSockets. */
#include <string.h>

#include "gateway/web/url.h"
#include "kit/nj_test.h"

static void addresses_are_taken_apart(void **state)
{
    static const struct {
        const char *text;
        const char *host;
        const char *path;
        uint16_t port;
        bool tls;
    } good[] = {
        {"ws://127.0.0.1:3001/", "127.0.0.1", "/", 3001, false},
        {"ws://127.0.0.1:3001", "127.0.0.1", "/", 3001, false},
        {"ws://napcat/onebot/v11/ws", "napcat", "/onebot/v11/ws", 80, false},
        {"wss://bot.example.org/api/", "bot.example.org", "/api/", 443, true},
        {"wss://bot.example.org:65535", "bot.example.org", "/", 65535, true},
        {"ws://[::1]:6700/", "::1", "/", 6700, false},
        {"ws://[fe80::1]", "fe80::1", "/", 80, false},
    };

    NJ_UNUSED(state);
    for (size_t i = 0; i < NJ_COUNT(good); i++) {
        struct nj_ws_url url = {0};
        struct nj_err err = {{0}};

        assert_int_equal(nj_ws_url_parse(good[i].text, &url, &err), NJ_OK);
        assert_string_equal(url.host, good[i].host);
        assert_string_equal(url.path, good[i].path);
        assert_int_equal(url.port, good[i].port);
        assert_int_equal(url.tls, good[i].tls);
    }
}

static void bad_addresses_leave_the_result_alone(void **state)
{
    static const char *const bad[] = {
        "",
        "ws",
        "http://127.0.0.1:3001/",
        "127.0.0.1:3001",
        "ws://",
        "ws:///path",
        "ws://:3001/",
        "ws://host:",
        "ws://host:0/",
        "ws://host:65536/",
        "ws://host:999999999999/",
        "ws://host:+1/",
        "ws://host:3001x/",
        "ws://ho st/",
        "ws://host/a b",
        "ws://host/\n",
        "ws://host/ü",
        "ws://[::1/",
        "ws://[]/",
        "ws://[::1]x/",
        "ws://user:secret@host/",
        "ws://host/?access_token=secret",
        "ws://host/#secret",
    };

    NJ_UNUSED(state);
    for (size_t i = 0; i < NJ_COUNT(bad); i++) {
        struct nj_ws_url url = {.port = 7};
        struct nj_err err = {{0}};

        assert_int_equal(nj_ws_url_parse(bad[i], &url, &err), NJ_ERR_BAD_INPUT);
        assert_int_equal(url.port, 7);
        assert_true(err.text[0] != '\0');
    }
}

static void errors_show_no_secret(void **state)
{
    struct nj_ws_url url;
    struct nj_err err;

    NJ_UNUSED(state);
    assert_int_equal(
        nj_ws_url_parse("ws://host/?access_token=hush", &url, &err),
        NJ_ERR_BAD_INPUT);
    assert_null(strstr(err.text, "hush"));
    assert_non_null(strstr(err.text, "ws://host/"));
}

static void long_parts_are_refused(void **state)
{
    char text[2000] = "ws://";
    struct nj_ws_url url;
    struct nj_err err;

    NJ_UNUSED(state);
    memset(text + 5, 'h', 300);
    assert_int_equal(nj_ws_url_parse(text, &url, &err), NJ_ERR_BAD_INPUT);
    memset(text + 5, 'h', 4);
    text[9] = '/';
    memset(text + 10, 'p', 1000);
    assert_int_equal(nj_ws_url_parse(text, &url, &err), NJ_ERR_BAD_INPUT);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(addresses_are_taken_apart),
        cmocka_unit_test(bad_addresses_leave_the_result_alone),
        cmocka_unit_test(errors_show_no_secret),
        cmocka_unit_test(long_parts_are_refused),
    };

    return cmocka_run_group_tests_name("gateway/onebot/url", tests, NULL, NULL);
}
