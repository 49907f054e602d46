/*
 * A Telegram bot that three workers share: one holds it, the books may be
 * another's. What people type and press while the holder dies is taken up where
 * he was: each update counts once. Buttons are answered, links lead to private
 * chats and pictures are uploaded by whoever holds it then.
 */
#include <stdio.h>
#include <string.h>

#include "base/clock.h"
#include "base/str.h"
#include "kit/http.h"
#include "kit/nap.h"
#include "kit/nj_test.h"
#include "kit/pg_server.h"
#include "kit/telegram_server.h"
#include "kit/workers.h"

#define N       3
#define GROUP   INT64_C(-1001234567890)
#define CROWD   30  /* people who ask at once */
#define FIRST   100 /* the number of the first */
#define WAIT_MS NJ_WORKERS_WAIT_MS
#define LOOK_MS 200
#define TRIES   20
/* Of those who wait: how often they look, and a part of that. */
#define LOOKS_MS 400
#define PHASE_MS 137
#define HUSH_MS  1000 /* in which nothing more comes */

static struct nj_tg_server *server;
static struct nj_workers workers;
static unsigned told[CROWD]; /* how often, without a mark */

static int end(void **state)
{
    NJ_UNUSED(state);
    nj_workers_close(&workers);
    nj_tg_server_stop(server);
    server = NULL;
    return 0;
}

static void open_house(void)
{
    struct nj_str accounts = NJ_STR_INIT(1000);
    char url[256];

    nj_pg_server_database(url, sizeof(url));
    server = nj_tg_server_start(NJ_WORKERS_TG_TOKEN);
    nj_tg_server_timeless(server);
    nj_tg_server_member(server, GROUP, 1, "administrator");
    nj_tg_server_member(server, GROUP, 2, "member");
    nj_workers_telegram(&accounts, "tg", server);
    nj_workers_open(&workers, &(struct nj_workers_setup){.n = N,
                                                         .url = url,
                                                         .accounts = &accounts,
                                                         .clock = true});
    nj_str_fini(&accounts);
}

/* --- people --- */

static void says(int64_t chat, int64_t user, const char *text)
{
    static const char *const names[] = {"Ann", "Bob"};

    (void)nj_tg_server_say(server, chat, 0, user,
                           user < FIRST ? names[user - 1] : "Guest", text);
}

static const struct nj_tg_checked *hears(const char *method, int64_t chat,
                                         const char *part)
{
    const struct nj_tg_checked *c = NULL;
    int64_t until_ms = nj_monotonic_ms() + WAIT_MS;

    while (c == NULL && nj_monotonic_ms() < until_ms) {
        c = nj_tg_server_expect(server, method, chat, part, LOOK_MS);
        if (c == NULL) /* Telegram takes so much a minute */
            nj_workers_pass(&workers, "+2s");
    }
    if (c == NULL)
        nj_workers_give_up(&workers, part, 0);
    return c;
}

static void press(const struct nj_tg_checked *card, int64_t user,
                  const char *label)
{
    const char *at = strstr(card->buttons.p, label);
    char token[80];

    assert_non_null(at);
    (void)snprintf(token, sizeof(token), "%.60s", at + strlen(label));
    token[strcspn(token, "|/")] = '\0';
    (void)nj_tg_server_press(server, card->chat, user, card->message, token);
}

/* He follows a link to the bot's private chat. */
static void follow(const char *url, int64_t user)
{
    const char *payload = strstr(url, "?start=");
    char text[100];

    assert_non_null(payload);
    (void)snprintf(text, sizeof(text), "/start %.64s", payload + 7);
    text[strcspn(text, "|")] = '\0';
    says(user, user, text);
}

/* --- accidents --- */

static unsigned holder(void)
{
    return nj_workers_holder(&workers, "tg");
}

static void is_killed(unsigned who)
{
    print_message("%u is killed%s\n", who,
                  who == nj_workers_keeper(&workers) ? ", which keeps the books"
                                                     : "");
    nj_serve_kill(&workers.at[who]);
}

static void ends_in_order(unsigned who)
{
    assert_int_equal(nj_serve_stop(&workers.at[who]), 0);
}

/* All is in its place again. */
static void come_back(void)
{
    nj_workers_restart(&workers);
    nj_workers_await_sharing(&workers);
}

/* The holder keeps the books, too; or another one does. Who takes what an ended
 * one had is whoever looks first: each looks at moments of his own, and who has
 * just been started at once. */
static void books_are(bool same)
{
    int64_t until_ms = nj_monotonic_ms() + WAIT_MS;
    unsigned tries = 0;

    while ((nj_workers_keeper(&workers) == holder()) != same) {
        unsigned keeper = nj_workers_keeper(&workers);

        assert_in_range(++tries, 1, TRIES);
        for (unsigned i = 0; same && i < N; i++)
            if (i != keeper && i != holder())
                ends_in_order(i); /* only the holder waits for the books */
        nj_nap_ms((int64_t)tries * PHASE_MS % LOOKS_MS);
        ends_in_order(keeper);
        while (nj_workers_keeper(&workers) == keeper) {
            assert_true(nj_monotonic_ms() < until_ms);
            nj_nap_ms(NJ_NAP_MS);
        }
        come_back();
    }
}

/* --- what happens --- */

/* All texts there that nobody has looked at. */
static unsigned fresh_answers(int64_t user)
{
    const struct nj_tg_checked *c;
    unsigned fresh = 0;

    while ((c = nj_tg_server_expect(server, "sendMessage", user, "UTC", 0)) !=
           NULL)
        fresh += strstr(c->text.p, "可能重复") == NULL;
    return fresh;
}

/* Whatever is on its way has come. */
static void hush(void)
{
    uint32_t before, now = nj_tg_server_count(server, "sendMessage");

    do {
        before = now;
        nj_workers_pass(&workers, "+2s");
        (void)nj_tg_server_expect(server, "none", 0, "", HUSH_MS);
        now = nj_tg_server_count(server, "sendMessage");
    } while (now != before);
}

/* Each has one answer that is no repeat, or has it marked, and there is nothing
 * left to read. */
static void each_is_answered_once(void)
{
    for (int64_t user = FIRST; user < FIRST + CROWD; user++)
        told[user - FIRST] += strstr(hears("sendMessage", user, "UTC")->text.p,
                                     "可能重复") == NULL;
    hush();
    for (int64_t user = FIRST; user < FIRST + CROWD; user++) {
        told[user - FIRST] += fresh_answers(user);
        if (told[user - FIRST] > 1)
            fail_msg("%u is answered twice", (unsigned)user);
        told[user - FIRST] = 0;
    }
    assert_true(nj_tg_server_confirmed(server, WAIT_MS));
}

static void await_texts(uint32_t n)
{
    int64_t until_ms = nj_monotonic_ms() + WAIT_MS;

    while (nj_tg_server_count(server, "sendMessage") < n &&
           nj_monotonic_ms() < until_ms)
        (void)nj_tg_server_expect(server, "none", 0, "", LOOK_MS);
}

/* The platform takes some answers and says so late: when the holder dies nobody
 * knows of them. */
static void all_ask(void (*meanwhile)(unsigned who))
{
    static const struct nj_tg_rule slow = {.method = "sendMessage",
                                           .reply = NJ_TG_REPLY_SLOW,
                                           .code = 3000,
                                           .words = "",
                                           .times = CROWD / 4};

    uint32_t texts = nj_tg_server_count(server, "sendMessage");

    if (meanwhile != NULL)
        nj_tg_server_reply(server, &slow);
    for (int64_t user = FIRST; user < FIRST + CROWD; user++) {
        says(user, user, "/tz");
        if (user == FIRST + CROWD / 2 && meanwhile != NULL) {
            await_texts(texts + 1);
            meanwhile(holder());
        }
    }
}

static void each_update_counts_once(void)
{
    all_ask(NULL);
    each_is_answered_once();
    all_ask(is_killed);
    each_is_answered_once();
    come_back();
    all_ask(ends_in_order);
    each_is_answered_once();
    come_back();
}

/* Presses until the answer has a link, and follows it: a keeper who is new knows
 * how links begin when the holder has told him. Returns how often. */
static unsigned joins(const struct nj_tg_checked *card, int64_t user)
{
    unsigned presses = 0;
    const char *url;

    do {
        assert_in_range(++presses, 1, TRIES);
        if (presses > 1)
            nj_nap_ms(LOOKS_MS);
        press(card, user, "加入=");
        url = hears("answerCallbackQuery", 0, "")->url.p;
    } while (strstr(url, "?start=") == NULL);
    follow(url, user);
    return presses;
}

/* Nobody is there when it is pressed, and it counts. */
static void a_button_is_pressed_meanwhile(void)
{
    const struct nj_tg_checked *card;
    uint32_t answered, presses;

    says(GROUP, 1, "/newgame 漫漫长夜");
    card = hears("sendMessage", GROUP, "开桌");
    (void)joins(card, 1);
    (void)hears("", GROUP, "Ann");
    answered = nj_tg_server_count(server, "answerCallbackQuery");
    is_killed(holder());
    presses = joins(card, 2);
    (void)hears("", GROUP, "Bob");
    assert_int_equal(nj_tg_server_count(server, "answerCallbackQuery"),
                     answered + presses);
    come_back();
}

/* A text, and behind it a photo with a caption. */
static void is_shown(int64_t chat, const char *text, const char *caption)
{
    const struct nj_tg_checked *c;

    (void)hears("", chat, text);
    c = hears("sendPhoto", chat, caption);
    assert_true(c->photo);
    assert_true(c->png);
}

static void asks_for_a_picture(int64_t user)
{
    says(user, user, "/walls");
    is_shown(user, "你四周", "你这一格的四面");
    says(GROUP, user, "/preview 1 2 E1");
    is_shown(GROUP, "你猜的拼法", "拼图");
}

static void pictures_are_uploaded(void)
{
    says(GROUP, 1, "/set blocks crazy");
    (void)hears("", GROUP, "改为");
    says(GROUP, 1, "/begin");
    for (int64_t user = 1; user <= 2; user++)
        (void)hears("sendMessage", user, "你四周");
    books_are(false); /* from one to the other as rows */
    asks_for_a_picture(1);
    books_are(true);
    asks_for_a_picture(2);
    is_killed(holder());
    asks_for_a_picture(1);
    come_back();
    asks_for_a_picture(2);
}

static bool says_well(unsigned i, bool keeps)
{
    static char body[16384];

    return nj_http_get(workers.health[i], "/healthz", body, sizeof(body)) ==
               200 &&
           strcmp(body, keeps ? "ok\n" : "waits\n") == 0 &&
           nj_http_get(workers.health[i], "/metrics", body, sizeof(body)) ==
               200 &&
           strstr(body, keeps ? "\nnightjar_waits 0\n"
                              : "\nnightjar_waits 1\n") != NULL &&
           strstr(body, "nightjar_build_info{") != NULL;
}

/* Who waits to keep the books is well, and says that he waits; one that has just
 * been started a moment later. */
static void each_says_how_it_is(void)
{
    int64_t until_ms = nj_monotonic_ms() + WAIT_MS;

    for (unsigned i = 0; i < N; i++)
        while (!says_well(i, i == nj_workers_keeper(&workers))) {
            assert_true(nj_monotonic_ms() < until_ms);
            nj_nap_ms(LOOK_MS);
        }
}

static void a_bot_is_shared(void **state)
{
    NJ_UNUSED(state);
    open_house();
    each_says_how_it_is();
    each_update_counts_once();
    a_button_is_pressed_meanwhile();
    pictures_are_uploaded();
    each_says_how_it_is();
    nj_workers_stop(&workers);
    assert_string_equal(nj_tg_server_violations(server), "");
    for (unsigned i = 0; i < N; i++)
        assert_int_equal(nj_serve_times(&workers.at[i], "log", "AAtest-token"),
                         0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(a_bot_is_shared, end),
    };

    if (!nj_pg_server_wanted())
        return 1;
    return cmocka_run_group_tests_name("e2e/shared_telegram", tests, NULL,
                                       NULL);
}
