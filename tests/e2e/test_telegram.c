/*
 * The program on Telegram: words, buttons, private chats, and a kill between
 * two updates, against the strict Bot API server.
 */
#include <stdio.h>
#include <string.h>

#include "kit/nj_test.h"
#include "kit/serve.h"
#include "kit/telegram_server.h"

#define WAIT_MS NJ_SERVE_WAIT_MS
#define TOKEN   "8100000001:AAtest-token_of-the-tests"
#define GROUP   (-1001234567890)

static const char *const clock_args[] = {
    "serve", "-c", "config.json", "--test-seed", "5e", "--test-clock", NULL};

static struct nj_tg_server *server;
static struct nj_serve program;

static int begin(void **state)
{
    char text[1000];

    NJ_UNUSED(state);
    server = nj_tg_server_start(TOKEN);
    nj_tg_server_member(server, GROUP, 2, "member");
    nj_serve_open(&program);
    nj_serve_write(&program, "token", TOKEN, strlen(TOKEN));
    (void)snprintf(
        text, sizeof(text),
        "{\"language\":\"en\",\"log_level\":\"debug\",\"gateways\":[{\"kind\":"
        "\"telegram\",\"name\":\"tg\",\"url\":\"%s\",\"token_file\":\"token\","
        "\"backoff_ms\":[20,100],\"poll_s\":1,\"pacing\":{\"per_second\":1000,"
        "\"burst\":1000,\"per_minute\":20}}]}",
        nj_tg_server_url(server));
    nj_serve_write(&program, "config.json", text, strlen(text));
    nj_serve_start(&program, NULL);
    return 0;
}

static int end(void **state)
{
    char faults[2000];

    NJ_UNUSED(state);
    (void)snprintf(faults, sizeof(faults), "%s",
                   nj_tg_server_violations(server));
    nj_serve_close(&program);
    nj_tg_server_stop(server);
    if (faults[0] != '\0')
        print_error("%s", faults);
    return faults[0] == '\0' ? 0 : -1;
}

static void says(int64_t chat, int64_t user, const char *text)
{
    static const char *const names[] = {"Ann", "Bob"};

    nj_tg_server_say(server, chat, 0, user, names[user - 1], text);
}

static const struct nj_tg_checked *hears(const char *method, int64_t chat,
                                         const char *part)
{
    const struct nj_tg_checked *c =
        nj_tg_server_expect(server, method, chat, part, WAIT_MS);

    if (c == NULL)
        fail_msg("nobody said '%s': %s", part, nj_serve_read(&program, "log"));
    return c;
}

/* Until it counts: before the program has read the answer to its card, whoever
 * joins is asked to do so again. */
static void joins(int64_t user, const char *name)
{
    for (int i = 0; i < 20; i++) {
        says(GROUP, user, "/join");
        if (nj_tg_server_expect(server, "", GROUP, name, WAIT_MS / 20) != NULL)
            return;
    }
    (void)hears("", GROUP, name);
}

/* The button with that label, by its token. */
static void press(const struct nj_tg_checked *card, int64_t user,
                  const char *label)
{
    const char *at = strstr(card->buttons.p, label);
    char token[80];

    assert_non_null(at);
    at += strlen(label);
    (void)snprintf(token, sizeof(token), "%.60s", at);
    token[strcspn(token, "|/")] = '\0';
    nj_tg_server_press(server, card->chat, user, card->message, token);
}

/* He follows a link to the bot's private chat. */
static void follow(const char *url, int64_t user)
{
    const char *payload = strstr(url, "?start=");
    char text[100];

    assert_non_null(payload);
    (void)snprintf(text, sizeof(text), "/start %s", payload + 7);
    says(user, user, text);
}

static void a_table_is_opened_and_outlives_a_kill(void **state)
{
    const struct nj_tg_checked *card;

    NJ_UNUSED(state);
    (void)hears("setMyCommands", 0, "");
    says(GROUP, 1, "/help@Night_Jar_Bot");
    (void)hears("sendMessage", GROUP, "Here you can type");
    says(GROUP, 1, "/newgame Long Night");
    card = hears("sendMessage", GROUP, "is open, 0 seated");
    joins(1, "Ann");
    nj_serve_kill(&program);
    press(card, 2, "Join="); /* nobody was there, and it counts */
    nj_serve_start(&program, NULL);
    follow(hears("answerCallbackQuery", 0, "")->url.p, 2);
    (void)hears("", GROUP, "Bob");
    assert_true(nj_tg_server_confirmed(server, WAIT_MS));
    assert_int_equal(nj_serve_stop(&program), 0);
    assert_int_equal(nj_serve_times(&program, "log", "AAtest-token"), 0);
    assert_int_equal(nj_serve_times(&program, "log", "://"), 0);
}

#define CROWD 50

/* The clock of the program and that of the server's limit move together. */
static void pass(int64_t s)
{
    char line[24];

    (void)snprintf(line, sizeof(line), "+%llds", (long long)s);
    nj_tg_server_pass(server, s * 1000);
    nj_serve_type(&program, line);
}

/* Until so many presses are answered; returns with how many of those words. */
static uint32_t answers(uint32_t n, const char *words)
{
    uint32_t found = 0;

    for (int i = 0;
         i < 500 && nj_tg_server_count(server, "answerCallbackQuery") < n; i++)
        (void)nj_tg_server_expect(server, "none", 0, "", 20);
    assert_int_equal(nj_tg_server_count(server, "answerCallbackQuery"), n);
    while (nj_tg_server_expect(server, "answerCallbackQuery", 0, words, 0) !=
           NULL)
        found++;
    return found;
}

/* Fifty people within a second, while the card is edited under their fingers:
 * those for whom there is a seat get it, each press is answered once, and no
 * minute of the group has more calls than Telegram takes. */
static void fifty_people_press_at_once(void **state)
{
    const struct nj_tg_checked *card;

    NJ_UNUSED(state);
    (void)hears("setMyCommands", 0, "");
    assert_int_equal(nj_serve_stop(&program), 0);
    nj_serve_start(&program, clock_args);
    nj_tg_server_limit(server);
    says(GROUP, 1, "/newgame Long Night");
    card = hears("sendMessage", GROUP, "is open, 0 seated");
    for (int64_t user = 100; user < 100 + CROWD; user++)
        nj_tg_server_say(server, user, 0, user, "Guest", "/start");
    assert_true(nj_tg_server_confirmed(server, WAIT_MS));
    for (int64_t user = 100; user < 100 + CROWD; user++)
        press(card, user, "Join=");
    assert_int_equal(answers(CROWD, "6 seats at most"), CROWD - 6);
    for (int i = 0; i < 30; i++)
        pass(2);
    (void)hears("editMessageText", GROUP, "6 seated");
    assert_int_equal(nj_tg_server_count(server, "editMessageReplyMarkup"), 0);
}

/* A text, and behind it a photo with a caption. */
static void shows_a_photo(int64_t chat, const char *text, const char *caption)
{
    const struct nj_tg_checked *c = hears("", chat, text);

    assert_false(c->photo);
    c = hears("sendPhoto", chat, caption);
    assert_true(c->photo);
    assert_true(c->png);
}

static void pictures_come_with_captions(void **state)
{
    NJ_UNUSED(state);
    says(1, 1, "/start");
    (void)hears("sendMessage", 1, "");
    says(2, 2, "/start");
    (void)hears("sendMessage", 2, "");
    says(GROUP, 1, "/newgame Long Night");
    (void)hears("sendMessage", GROUP, "is open, 0 seated");
    says(GROUP, 1, "/set blocks crazy");
    joins(1, "Ann");
    joins(2, "Bob");
    says(GROUP, 1, "/begin");
    for (int64_t user = 1; user <= 2; user++) {
        (void)hears("sendMessage", user, "Around you");
        says(user, user, "walls");
        shows_a_photo(user, "Around you", "The four sides of your cell");
    }
    says(GROUP, 2, "/preview 1 2 E1");
    shows_a_photo(GROUP, "Your guess put together", "Preview");
    assert_int_equal(nj_serve_stop(&program), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_table_is_opened_and_outlives_a_kill,
                                        begin, end),
        cmocka_unit_test_setup_teardown(fifty_people_press_at_once, begin, end),
        cmocka_unit_test_setup_teardown(pictures_come_with_captions, begin,
                                        end),
    };

    return cmocka_run_group_tests_name("e2e/telegram", tests, NULL, NULL);
}
