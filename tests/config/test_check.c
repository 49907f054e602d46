#include "config/check.h"
#include "kit/nj_test.h"

static void assert_forms(bool (*check)(const char *), const char *const *good,
                         const char *const *bad)
{
    for (; *good != NULL; good++)
        if (!check(*good))
            fail_msg("refused: '%s'", *good);
    for (; *bad != NULL; bad++)
        if (check(*bad))
            fail_msg("accepted: '%s'", *bad);
}

static void languages(void **state)
{
    static const char *const good[] = {"en", "zh-CN", "zh-Hant-TW", "yue",
                                       NULL};
    static const char *const bad[] = {"",        "e",       "english", "EN",
                                      "zh_CN",   "zh-",     "zh--CN",  "../en",
                                      "en/../x", "zh-CN\n", "-en",     NULL};

    NJ_UNUSED(state);
    assert_forms(nj_check_language, good, bad);
}

static void prefixes(void **state)
{
    static const char *const good[] = {"#", "%", "##", "＃", "!", "。", NULL};
    static const char *const bad[] = {
        "",  " ",   "# ",           "a",  "#a",
        "1", "#\n", "\xe3\x80\x80", "\t", "#\xe2\x80\x8b",
        NULL};

    NJ_UNUSED(state);
    assert_forms(nj_check_prefix, good, bad);
}

static void names(void **state)
{
    static const char *const good[] = {"qq", "q", "tg2", "console", NULL};
    static const char *const bad[] = {
        "", "2q", "QQ", "q-q", "q:", "q ", "月", "q_q", NULL};

    NJ_UNUSED(state);
    assert_forms(nj_check_name, good, bad);
}

static void variables(void **state)
{
    static const char *const good[] = {"", "NIGHTJAR_TOKEN", "a", "_x1", NULL};
    static const char *const bad[] = {"1A", "A B", "A=B", "$A", "A-B", NULL};

    NJ_UNUSED(state);
    assert_forms(nj_check_variable, good, bad);
}

static void owners(void **state)
{
    static const char *const good[] = {"qq:u:77", "tg:u:-1", "tty:u:you", NULL};
    static const char *const bad[] = {
        "",         "77",       "qq:77", "qq:g:77",         "qq:u:",    ":u:77",
        "qq:u:7 7", "qq:u:7:7", "qq:u",  "toolongname:u:1", "qq:u:7\n", NULL};

    NJ_UNUSED(state);
    assert_forms(nj_check_owner, good, bad);
}

static void paths(void **state)
{
    static const char *const good[] = {"", "nightjar.db", "/var/lib/月/x y",
                                       NULL};
    static const char *const bad[] = {"a\nb", "a\x7f", "\t", NULL};

    NJ_UNUSED(state);
    assert_forms(nj_check_path, good, bad);
}

static void databases(void **state)
{
    static const char *const good[] = {"nightjar.db",
                                       "a:b@c?password=d",
                                       "postgresql:///nightjar",
                                       "postgres://h:5432/n?sslmode=require",
                                       "postgresql://me@h/n:1@2",
                                       NULL};
    static const char *const bad[] = {"a\nb",
                                      "postgresql://me:secret@h/n",
                                      "postgresql://:secret@h",
                                      "postgres://h/n?password=secret",
                                      "postgresql:///n?sslpassword=secret",
                                      NULL};

    NJ_UNUSED(state);
    assert_forms(nj_check_database, good, bad);
}

static void addresses(void **state)
{
    static const char *const good[] = {"ws://127.0.0.1:3001/",
                                       "ws://localhost",
                                       "wss://bot.example.org/ws",
                                       "ws://[::1]:3001/x",
                                       "ws://h:1",
                                       "ws://h:65535/a/b?c=d",
                                       NULL};
    static const char *const bad[] = {"",
                                      "127.0.0.1:3001",
                                      "http://127.0.0.1/",
                                      "ws:/127.0.0.1",
                                      "ws://",
                                      "ws:///x",
                                      "ws://:3001/",
                                      "ws://h:/",
                                      "ws://h:0/",
                                      "ws://h:65536/",
                                      "ws://h:123456/",
                                      "ws://h:12a/",
                                      "ws://user:secret@h/",
                                      "ws://h x/",
                                      "ws://h/a b",
                                      "ws://h/\n",
                                      "ws://h/?access_token=secret",
                                      "ws://[::1/",
                                      "ws://[]/",
                                      "WS://h/",
                                      "ws://h?x",
                                      NULL};

    NJ_UNUSED(state);
    assert_forms(nj_check_url, good, bad);
}

static void this_machine(void **state)
{
    static const char *const good[] = {"ws://127.0.0.1:3001/", "ws://127.1.2.3",
                                       "ws://localhost:80/", "wss://[::1]/",
                                       NULL};
    static const char *const bad[] = {"ws://10.0.0.1/",
                                      "ws://127.0.0.1.example.org/",
                                      "ws://localhost.org/",
                                      "ws://[::2]/",
                                      "ws://0.0.0.0/",
                                      "nothing",
                                      NULL};

    NJ_UNUSED(state);
    assert_forms(nj_check_loopback, good, bad);
}

static void places_to_listen_at(void **state)
{
    static const char *const good[] = {
        "",           "127.0.0.1:8081", "0.0.0.0:1", "192.168.1.255:65535",
        "[::1]:8081", "[fd00::2]:1",    NULL};
    static const char *const bad[] = {"8081",
                                      ":8081",
                                      "127.0.0.1",
                                      "127.0.0.1:",
                                      "127.0.0.1:0",
                                      "127.0.0.1:65536",
                                      "127.0.0:8081",
                                      "127.0.0.256:1",
                                      "127.0.0.1.1:1",
                                      "localhost:8081",
                                      "127.0.0.1:1/",
                                      "127..0.1:1",
                                      "127.0.0.0001:1",
                                      "300.1.1.1:1",
                                      "::1:8081",
                                      "[::1]",
                                      "[::1]:",
                                      "[::1]:0",
                                      "[::1]8081",
                                      "[::g]:1",
                                      "[127.0.0.1]:1",
                                      "[]:1",
                                      NULL};

    NJ_UNUSED(state);
    assert_forms(nj_check_listen, good, bad);
    assert_true(nj_check_listen_loopback("127.0.0.1:1"));
    assert_true(nj_check_listen_loopback("[::1]:1"));
    assert_true(nj_check_listen_loopback("[0:0::0:1]:1"));
    assert_false(nj_check_listen_loopback("0.0.0.0:1"));
    assert_false(nj_check_listen_loopback("[::]:1"));
    assert_false(nj_check_listen_loopback("[::2]:1"));
}

static void accounts(void **state)
{
    static const char *const good[] = {"", "10001", "3999999999", NULL};
    static const char *const bad[] = {
        "0", "01", "1 ", "-1", "1x", "qq", "１", "1234567890123456", NULL};

    NJ_UNUSED(state);
    assert_forms(nj_check_account, good, bad);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(languages),    cmocka_unit_test(prefixes),
        cmocka_unit_test(names),        cmocka_unit_test(variables),
        cmocka_unit_test(owners),       cmocka_unit_test(paths),
        cmocka_unit_test(databases),    cmocka_unit_test(addresses),
        cmocka_unit_test(this_machine), cmocka_unit_test(places_to_listen_at),
        cmocka_unit_test(accounts),
    };

    return cmocka_run_group_tests_name("config/check", tests, NULL, NULL);
}
