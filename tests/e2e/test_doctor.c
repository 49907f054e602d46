/*
 * nightjar doctor against platforms in every state that somebody who sets a
 * bot up gets into: each is told, with the next step.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kit/http.h"
#include "kit/nj_test.h"
#include "kit/onebot_server.h"
#include "kit/qqbot_server.h"
#include "kit/serve.h"
#include "kit/telegram_server.h"

#define TOKEN "8100000001:AAtest-token_of-the-tests"
#define GROUP (-1001234567890)
#define ROOM  1001

static const char *const doctor_args[] = {"doctor", "-c", "config.json", NULL};

static struct nj_tg_server *telegram;
static struct nj_ob_server *onebot;
static struct nj_serve program;

static void write_telegram(const char *more)
{
    char text[1000];

    (void)snprintf(
        text, sizeof(text),
        "{\"language\":\"en\",%s\"gateways\":[{\"kind\":\"telegram\","
        "\"name\":\"tg\",\"url\":\"%s\",\"token_file\":\"token\","
        "\"poll_s\":1}]}",
        more, nj_tg_server_url(telegram));
    nj_serve_write(&program, "config.json", text, strlen(text));
    nj_serve_write(&program, "token", TOKEN, strlen(TOKEN));
}

static int begin(void **state)
{
    NJ_UNUSED(state);
    assert_int_equal(setenv("LC_ALL", "C.UTF-8", 1), 0);
    telegram = nj_tg_server_start(TOKEN);
    onebot = nj_ob_server_start(NJ_SERVE_TOKEN);
    nj_serve_open(&program);
    write_telegram("");
    return 0;
}

static int end(void **state)
{
    NJ_UNUSED(state);
    nj_serve_close(&program);
    nj_tg_server_stop(telegram);
    nj_ob_server_stop(onebot);
    return 0;
}

/* Its exit status is that; its answer has these words. */
static void finds(int status, const char *const *words)
{
    int got = nj_serve_run(&program, doctor_args);
    const char *out = nj_serve_read(&program, "out");

    for (; *words != NULL; words++)
        if (strstr(out, *words) == NULL)
            fail_msg("no '%s' in: %s", *words, out);
    if (got != status)
        fail_msg("status %d instead of %d: %s", got, status, out);
    assert_null(strstr(out, "AAtest-token"));
    assert_null(strstr(out, NJ_SERVE_TOKEN));
}

#define FINDS(status, ...) \
 finds((status), (const char *const[]){__VA_ARGS__, NULL})

/* What it says of the database, which on PostgreSQL is there and whole. */
static const char *of_database(const char *file)
{
    return program.database[0] == '\0' ? file : "[ok] The database postgresql:";
}

/* --- Telegram --- */

static void a_bot_that_works(void **state)
{
    NJ_UNUSED(state);
    FINDS(0, "[ok] The configuration config.json can be read",
          "[ok] tg: there is a token", "[ok] tg: the bot is @Night_Jar_Bot",
          "[ok] @Night_Jar_Bot hears all", "[ok] tg: the clocks differ by",
          of_database("[ok] There is no database nightjar.db yet"),
          "Nothing keeps it from working");
    assert_int_equal(nj_tg_server_count(telegram, "getUpdates"), 0);
}

static void a_bot_in_privacy_mode(void **state)
{
    NJ_UNUSED(state);
    nj_tg_server_privacy(telegram, true);
    FINDS(1, "[wrong] @Night_Jar_Bot hears commands in groups only",
          "→ To @BotFather: /setprivacy", "To fix: 1.");
}

static void a_token_of_another(void **state)
{
    NJ_UNUSED(state);
    nj_tg_server_token(telegram, "8100000001:another");
    FINDS(1, "[wrong] tg: Telegram does not know the token",
          "→ Copy it anew from @BotFather");
}

static void a_platform_that_is_away(void **state)
{
    NJ_UNUSED(state);
    nj_tg_server_away(telegram, true);
    FINDS(1, "[wrong] tg: Telegram cannot be reached", "https_proxy");
}

static void something_else_that_answers(void **state)
{
    static const struct nj_tg_rule page = {
        .method = "getMe", .reply = NJ_TG_REPLY_HTML, .code = 502, .times = 1};

    NJ_UNUSED(state);
    nj_tg_server_reply(telegram, &page);
    FINDS(1, "[wrong] tg: Telegram answered something else", "Bot API server");
}

static void a_clock_that_is_wrong(void **state)
{
    NJ_UNUSED(state);
    nj_tg_server_ahead(telegram, 300);
    FINDS(1, "[wrong] tg: this machine's clock is off by -", "set-ntp");
}

/* A table stands in a group; what the bot may do there is looked at, beside
 * the program that runs and after it. */
static void rights_in_a_group(void **state)
{
    NJ_UNUSED(state);
    nj_serve_start(&program, NULL);
    (void)nj_tg_server_say(telegram, GROUP, 0, 1, "Ann", "/newgame Long Night");
    assert_non_null(nj_tg_server_expect(telegram, "sendMessage", GROUP,
                                        "is open", NJ_SERVE_WAIT_MS));
    assert_int_equal(nj_serve_stop(&program), 0);
    FINDS(1, "[wrong] tg:g:-1001234567890: the bot is not in this group",
          "→ Add the bot",
          of_database("[ok] The database nightjar.db is whole"));
    nj_tg_server_member(telegram, GROUP, NJ_TG_SERVER_BOT, "restricted");
    FINDS(1, "[wrong] tg:g:-1001234567890: the bot may not write",
          "make it an");
    nj_tg_server_member(telegram, GROUP, NJ_TG_SERVER_BOT, "administrator");
    FINDS(0, "[ok] tg:g:-1001234567890: the bot is an admin");
}

/* --- this machine --- */

static void no_token(void **state)
{
    static const char config[] =
        "{\"gateways\":[{\"kind\":\"telegram\",\"name\":\"tg\","
        "\"token_env\":\"NJ_NO_SUCH_VARIABLE\"}]}";

    NJ_UNUSED(state);
    nj_serve_write(&program, "config.json", config, sizeof(config) - 1);
    FINDS(1,
          "[wrong] There is no token: gateway 'tg': environment variable "
          "'NJ_NO_SUCH_VARIABLE' is not set",
          "→ Set the variable", "To fix: 1.");
}

static void a_configuration_that_is_none(void **state)
{
    NJ_UNUSED(state);
    nj_serve_write(&program, "config.json", "{\"langage\":\"en\"}", 16);
    FINDS(1, "[wrong] The configuration cannot be used: ", "'language'",
          "→ Fix that line of config.json");
}

static void places_that_cannot_be(void **state)
{
    NJ_UNUSED(state);
    nj_serve_file_only();
    write_telegram("\"database\":\"none/nightjar.db\",\"data\":\"data\",");
    nj_serve_write(&program, "nightjar.db", "rubbish that is no database", 27);
    FINDS(1,
          "[wrong] This user cannot write to the folder of the database, "
          "none",
          "→ Make the folder");
    write_telegram("");
    FINDS(1, "[wrong] The database cannot be used: ",
          "→ Put a backup in the place of nightjar.db");
}

static void a_port_that_is_taken(void **state)
{
    char more[60];

    NJ_UNUSED(state);
    (void)snprintf(more, sizeof(more), "\"health_port\":%u,",
                   (unsigned)nj_ob_server_port(onebot));
    write_telegram(more);
    FINDS(1, "[wrong] Nightjar cannot listen at 127.0.0.1:",
          "→ Stop the program that has it");
    (void)snprintf(more, sizeof(more), "\"health_port\":%u,",
                   (unsigned)nj_http_free_port());
    write_telegram(more);
    FINDS(0, "is free to listen at");
}

static void in_the_language_of_who_asks(void **state)
{
    NJ_UNUSED(state);
    nj_tg_server_privacy(telegram, true);
    assert_int_equal(setenv("LC_ALL", "zh_CN.UTF-8", 1), 0);
    FINDS(1, "[不行] @Night_Jar_Bot 在群里只听得到命令", "→ 对 @BotFather 发");
    assert_int_equal(setenv("LC_ALL", "zh_TW.UTF-8", 1), 0);
    FINDS(1, "[不行] @Night_Jar_Bot 在群組裡只聽得到指令");
    assert_int_equal(setenv("LC_ALL", "", 1), 0);
    assert_int_equal(setenv("LANG", "zh_HK.UTF-8", 1), 0);
    FINDS(1, "要先解決 1 處");
    assert_int_equal(setenv("LANG", "C", 1), 0);
}

/* --- OneBot --- */

static void an_account_that_works(void **state)
{
    static const int64_t friends[] = {1, 2, 3};

    NJ_UNUSED(state);
    nj_ob_server_list(onebot, friends, 3);
    nj_serve_configure(&program, nj_ob_server_port(onebot), "");
    FINDS(0, "[ok] qq: the account is ", "(10000)",
          "[ok] qq: the account has 3");
}

/* Nobody is there at all: an account, or the program that holds it. */
static void nobody_answers(void **state)
{
    NJ_UNUSED(state);
    nj_serve_configure(&program, nj_http_free_port(), "");
    FINDS(1, "[wrong] qq: no OneBot program answers at 127.0.0.1:",
          "switch on its WebSocket server");
}

static void an_account_that_is_offline(void **state)
{
    NJ_UNUSED(state);
    nj_serve_configure(&program, nj_ob_server_port(onebot), "");
    nj_ob_server_quiet(onebot, true);
    /* Who is offline does not say who he is before that is told. */
    nj_ob_server_reply(onebot, "get_login_info", NJ_OB_REPLY_NEVER, 0, "", 9);
    nj_serve_start(&program, doctor_args);
    assert_true(nj_ob_server_connected(onebot, 1, NJ_SERVE_WAIT_MS));
    nj_ob_server_heartbeat(onebot, 5000, false);
    assert_int_equal(nj_serve_wait(&program, 2 * NJ_SERVE_WAIT_MS), 1);
    assert_non_null(strstr(nj_serve_read(&program, "out"),
                           "[wrong] qq: the OneBot program runs, and its QQ "
                           "account is offline"));
}

/* Beside the program that runs: a table of the group is open. */
static void an_account_in_a_group(void **state)
{
    NJ_UNUSED(state);
    nj_serve_configure(&program, nj_ob_server_port(onebot), "");
    nj_serve_start(&program, NULL);
    assert_true(nj_ob_server_connected(onebot, 1, NJ_SERVE_WAIT_MS));
    nj_ob_server_say_group(onebot, ROOM, 1, "Ann", "#new long-night");
    assert_non_null(
        nj_ob_server_expect_group(onebot, ROOM, "#", NJ_SERVE_WAIT_MS));
    assert_int_equal(nj_serve_stop(&program), 0);
    nj_ob_server_role(onebot, "");
    FINDS(1, "[wrong] qq:g:1001: the account is not in this group",
          "→ Bring the account");
    nj_ob_server_role(onebot, "admin");
    FINDS(0, "[ok] qq:g:1001: the account is an admin");
}

/* The other way round it waits for a program that connects. */
static void nobody_connects(void **state)
{
    char config[300];

    NJ_UNUSED(state);
    (void)snprintf(config, sizeof(config),
                   "{\"gateways\":[{\"kind\":\"onebot\",\"name\":\"qq\","
                   "\"account\":\"10000\",\"listen\":\"127.0.0.1:%u\"}]}",
                   (unsigned)nj_http_free_port());
    nj_serve_write(&program, "config.json", config, strlen(config));
    FINDS(0, "[note] qq: the token is made at the first start",
          "→ Start nightjar serve once");
    nj_serve_write(&program, "nightjar.db.qq.token", NJ_SERVE_TOKEN,
                   strlen(NJ_SERVE_TOKEN));
    FINDS(1, "[wrong] qq: nobody has connected to 127.0.0.1:",
          "→ In the OneBot program switch on its WebSocket client");
}

static void a_program_that_lists_nobody(void **state)
{
    NJ_UNUSED(state);
    nj_serve_configure(&program, nj_ob_server_port(onebot),
                       "\"friends\":\"none\",");
    FINDS(0, "[note] qq: nobody becomes a friend before a human agrees",
          "[note] qq: the OneBot program lists no friends", "→ Each player");
}

static void a_program_that_wants_another_token(void **state)
{
    NJ_UNUSED(state);
    nj_serve_configure(&program, nj_ob_server_port(onebot), "");
    nj_ob_server_token(onebot, "another");
    FINDS(1, "[wrong] qq: the OneBot program at 127.0.0.1:", "the same token");
    nj_ob_server_gate(onebot, NJ_OB_GATE_LATE);
    FINDS(1, "[wrong] qq: the OneBot program at 127.0.0.1:", "the same token");
}

/* --- QQ's official platform, tried live --- */

#define QQ_GROUP "6A1F00000000000000000000000000A1"
#define QQ_USER  "7B2E00000000000000000000000000B2"

static struct qqbot_server *platform; /* end_live has to find it */

static int begin_live(void **state)
{
    char config[500];

    (void)begin(state);
    platform = qqbot_server_start(true);
    qqbot_server_meet(platform, QQBOT_GROUP, QQ_GROUP);
    qqbot_server_meet(platform, QQBOT_USER, QQ_USER);
    (void)snprintf(config, sizeof(config),
                   "{\"language\":\"en\",\"gateways\":[{\"kind\":\"qqbot\","
                   "\"name\":\"qqbot\",\"app\":\"" QQBOT_APP "\","
                   "\"token_file\":\"token\",\"url\":\"%s\","
                   "\"token_url\":\"%s\"}]}",
                   qqbot_server_url(platform), qqbot_server_url(platform));
    nj_serve_write(&program, "config.json", config, strlen(config));
    nj_serve_write(&program, "token", QQBOT_SECRET, strlen(QQBOT_SECRET));
    return 0;
}

static int end_live(void **state)
{
    int failed = qqbot_server_violations(platform)[0] != '\0';

    print_error("%s", qqbot_server_violations(platform));
    (void)end(state);
    qqbot_server_stop(platform);
    return failed;
}

static void somebody_tries(void **state)
{
    static const char *const args[] = {"doctor", "-c", "config.json", "--live",
                                       NULL};

    NJ_UNUSED(state);
    nj_serve_start(&program, args);
    assert_true(qqbot_server_lined(platform, 1, NJ_SERVE_WAIT_MS));
    qqbot_server_say(platform, QQBOT_USER, QQ_USER, QQ_USER, "Ann", "hello");
    qqbot_server_say(platform, QQBOT_GROUP, QQ_GROUP, QQ_USER, "Ann", "@hello");
    assert_non_null(qqbot_server_expect(platform, QQBOT_GROUP, QQ_GROUP,
                                        "This is a trial", NJ_SERVE_WAIT_MS));
    assert_string_equal(qqbot_server_buttons(platform), "Try it=live");
    qqbot_server_press(platform, QQBOT_GROUP, QQ_GROUP, QQ_USER, "live");
    assert_int_equal(nj_serve_wait(&program, NJ_SERVE_WAIT_MS), 0);
    assert_non_null(strstr(nj_serve_read(&program, "out"),
                           "qqbot: after a cut the line goes on"));
    assert_null(strstr(nj_serve_read(&program, "out"), QQBOT_SECRET));
}

/* It takes no messages away from the program that runs. */
static void nobody_tries_beside_the_program(void **state)
{
    static const char *const args[] = {"doctor", "-c", "config.json", "--live",
                                       NULL};
    struct nj_serve other = program; /* in the same folder */

    NJ_UNUSED(state);
    nj_serve_start(&program, NULL);
    assert_true(qqbot_server_lined(platform, 1, NJ_SERVE_WAIT_MS));
    assert_int_equal(nj_serve_run(&other, args), 1);
    assert_non_null(strstr(nj_serve_read(&other, "out"),
                           "[wrong] The service runs, so nothing was tried"));
    assert_int_equal(qqbot_server_lines(platform), 1);
    free(other.shown);
    assert_int_equal(nj_serve_stop(&program), 0);
}

static void nothing_to_try(void **state)
{
    static const char *const args[] = {"doctor", "-c", "config.json", "--live",
                                       NULL};

    NJ_UNUSED(state);
    assert_int_equal(nj_serve_run(&program, args), 0);
    assert_non_null(strstr(nj_serve_read(&program, "out"),
                           "[note] No official QQ bot is configured"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_bot_that_works, begin, end),
        cmocka_unit_test_setup_teardown(a_bot_in_privacy_mode, begin, end),
        cmocka_unit_test_setup_teardown(a_token_of_another, begin, end),
        cmocka_unit_test_setup_teardown(a_platform_that_is_away, begin, end),
        cmocka_unit_test_setup_teardown(something_else_that_answers, begin,
                                        end),
        cmocka_unit_test_setup_teardown(a_clock_that_is_wrong, begin, end),
        cmocka_unit_test_setup_teardown(rights_in_a_group, begin, end),
        cmocka_unit_test_setup_teardown(no_token, begin, end),
        cmocka_unit_test_setup_teardown(a_configuration_that_is_none, begin,
                                        end),
        cmocka_unit_test_setup_teardown(places_that_cannot_be, begin, end),
        cmocka_unit_test_setup_teardown(a_port_that_is_taken, begin, end),
        cmocka_unit_test_setup_teardown(in_the_language_of_who_asks, begin,
                                        end),
        cmocka_unit_test_setup_teardown(an_account_that_works, begin, end),
        cmocka_unit_test_setup_teardown(nobody_answers, begin, end),
        cmocka_unit_test_setup_teardown(an_account_that_is_offline, begin, end),
        cmocka_unit_test_setup_teardown(an_account_in_a_group, begin, end),
        cmocka_unit_test_setup_teardown(nobody_connects, begin, end),
        cmocka_unit_test_setup_teardown(a_program_that_lists_nobody, begin,
                                        end),
        cmocka_unit_test_setup_teardown(a_program_that_wants_another_token,
                                        begin, end),
        cmocka_unit_test_setup_teardown(somebody_tries, begin_live, end_live),
        cmocka_unit_test_setup_teardown(nobody_tries_beside_the_program,
                                        begin_live, end_live),
        cmocka_unit_test_setup_teardown(nothing_to_try, begin, end),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
