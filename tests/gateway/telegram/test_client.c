/*
 * The Telegram client against the strict server, over real sockets. Every
 * wait has an end; none decides by how long something took.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>

#include "base/arena.h"
#include "base/clock.h"
#include "base/log.h"
#include "gateway/telegram/telegram.h"
#include "kit/nj_test.h"
#include "kit/telegram_server.h"

#define WAIT_MS 5000
#define TOKEN   "8100000001:AAtest-token_of-the-tests"
#define SECRET  "AAtest-token_of-the-tests"
#define GROUP   (-1001234567890)
#define SMALL   (-4242)
#define PERSON  77

struct fixture {
    struct nj_tg_server *server;
    struct nj_inbox *in;
    struct nj_gateway *g;
    struct nj_event *taken;
    struct nj_telegram_options o;
};

/* Everything the gateway logs, to be searched for what must not be there. */
static char logged[1u << 18];
static size_t logged_len;

static void keep_line(void *ctx, const char *line)
{
    size_t n = strlen(line);

    NJ_UNUSED(ctx);
    if (logged_len + n + 1 < sizeof(logged)) {
        memcpy(logged + logged_len, line, n + 1);
        logged_len += n;
    }
}

static int setup(void **state)
{
    struct fixture *f = nj_alloc(sizeof(*f));

    f->server = nj_tg_server_start(TOKEN);
    f->in = nj_inbox_create();
    f->o = (struct nj_telegram_options){.name = "tg",
                                        .url = nj_tg_server_url(f->server),
                                        .token = TOKEN,
                                        .poll_s = 5,
                                        .backoff_min_ms = 20,
                                        .backoff_max_ms = 100,
                                        .answer_ms = 1000,
                                        .upload_ms = 3000,
                                        .refused_ms = 200,
                                        .conflict_ms = 300};
    *state = f;
    return 0;
}

static int teardown(void **state)
{
    struct fixture *f = *state;
    char faults[2000];

    if (f->g != NULL) {
        f->g->ops->stop(f->g, 0);
        f->g->ops->destroy(f->g);
    }
    (void)snprintf(faults, sizeof(faults), "%s",
                   nj_tg_server_violations(f->server));
    nj_tg_server_stop(f->server);
    while (f->taken != NULL) {
        struct nj_event *next = f->taken->next;

        nj_event_destroy(f->taken);
        f->taken = next;
    }
    nj_inbox_destroy(f->in);
    free(f);
    if (faults[0] != '\0')
        print_error("%s", faults);
    return faults[0] == '\0' ? 0 : -1;
}

/* The next event, in order; NULL if none comes in time. What it brings counts
 * as stored. */
static struct nj_event *next(struct fixture *f, int64_t wait_ms)
{
    struct nj_event *e;

    if (f->taken == NULL)
        f->taken = nj_inbox_take(f->in, wait_ms);
    e = f->taken;
    if (e == NULL)
        return NULL;
    f->taken = e->next;
    e->next = NULL;
    if (e->offset != 0)
        f->g->ops->stored(f->g, e->offset);
    return e;
}

/* The next event, which must be of that kind. */
static struct nj_event *expect(struct fixture *f, enum nj_event_kind kind)
{
    struct nj_event *e = next(f, WAIT_MS);

    assert_non_null(e);
    if (e->kind != kind)
        print_error("%s\n", e->text != NULL ? e->text : "-");
    assert_int_equal(e->kind, kind);
    assert_int_equal(e->gateway, 3);
    return e;
}

static void expect_only(struct fixture *f, enum nj_event_kind kind)
{
    nj_event_destroy(expect(f, kind));
}

static void expect_text(struct fixture *f, const char *text)
{
    struct nj_event *e = expect(f, NJ_EVENT_MESSAGE);

    assert_string_equal(e->text, text);
    nj_event_destroy(e);
}

static void expect_trouble(struct fixture *f, const char *part)
{
    struct nj_event *e = expect(f, NJ_EVENT_TROUBLE);

    assert_non_null(strstr(e->text, part));
    nj_event_destroy(e);
}

static void expect_fate(struct fixture *f, uint64_t call, enum nj_fate fate)
{
    struct nj_event *e = expect(f, NJ_EVENT_FATE);

    assert_int_equal(e->call, call);
    assert_int_equal(e->fate, fate);
    assert_int_equal(e->id[0] != '\0', fate == NJ_FATE_SENT);
    nj_event_destroy(e);
}

static void start(struct fixture *f)
{
    struct nj_err err;

    assert_int_equal(nj_telegram_create(&f->o, 3, f->in, &f->g, &err), NJ_OK);
    assert_int_equal(f->g->ops->start(f->g, &err), NJ_OK);
}

static struct fixture *connected(void **state)
{
    struct fixture *f = *state;

    start(f);
    expect_only(f, NJ_EVENT_UP);
    return f;
}

static void say_group(struct fixture *f, uint64_t call,
                      const struct nj_say *say)
{
    f->g->ops->send_group(f->g, call, (struct nj_group){"tg:g:-1001234567890"},
                          say);
}

static void send_group(struct fixture *f, uint64_t call, const char *text)
{
    say_group(f, call, &(struct nj_say){.text = text});
}

static void send_private(struct fixture *f, uint64_t call, const char *text)
{
    f->g->ops->send_private(f->g, call, (struct nj_person){"tg:u:77"},
                            &(struct nj_say){.text = text, .kept = true});
}

static const struct nj_tg_checked *came(struct fixture *f, const char *method,
                                        const char *part)
{
    const struct nj_tg_checked *c =
        nj_tg_server_expect(f->server, method, 0, part, WAIT_MS);

    assert_non_null(c);
    return c;
}

static int64_t number(const char *id)
{
    return strtoll(id, NULL, 10);
}

static void refuse(struct fixture *f, int64_t code, const char *words,
                   int64_t parameter)
{
    nj_tg_server_reply(f->server,
                       &(struct nj_tg_rule){.method = "",
                                            .reply = NJ_TG_REPLY_FAIL,
                                            .code = code,
                                            .words = words,
                                            .parameter = parameter,
                                            .times = 1});
}

static void accident(struct fixture *f, const char *method,
                     enum nj_tg_reply reply, int64_t code)
{
    nj_tg_server_reply(f->server, &(struct nj_tg_rule){.method = method,
                                                       .reply = reply,
                                                       .code = code,
                                                       .times = 1});
}

/* --- words --- */

static void words_go_both_ways(void **state)
{
    static const char *const mentions[] = {"tg:u:77", "tg:u:78"};
    static const struct nj_say said = {
        .text = "<your> turn & move", .mentions = mentions, .n_mentions = 2};
    struct fixture *f = connected(state);
    const struct nj_tg_checked *c;
    struct nj_event *e;

    nj_tg_server_say(f->server, GROUP, 0, PERSON, "An <b>\n",
                     "/help@night_jar_bot me");
    e = expect(f, NJ_EVENT_MESSAGE);
    assert_string_equal(e->chat, "tg:g:-1001234567890");
    assert_string_equal(e->user, "tg:u:77");
    assert_string_equal(e->text, "/help me");
    assert_true(e->group);
    nj_event_destroy(e);
    nj_tg_server_say(f->server, PERSON, 0, PERSON, "An <b>", "up");
    expect_text(f, "up");
    say_group(f, 5, &said);
    c = came(f, "sendMessage", "turn");
    assert_string_equal(c->text.p, "An <b> 78 <your> turn & move");
    assert_string_equal(c->mentions.p, "77,78");
    assert_int_equal(c->chat, GROUP);
    expect_fate(f, 5, NJ_FATE_SENT);
    send_private(f, 6, "a secret");
    c = came(f, "sendMessage", "a secret");
    assert_int_equal(c->chat, PERSON);
    assert_true(c->kept);
    expect_fate(f, 6, NJ_FATE_SENT);
}

static void topics_are_places_of_their_own(void **state)
{
    struct fixture *f = connected(state);
    const struct nj_tg_checked *c;
    struct nj_event *e;

    nj_tg_server_say(f->server, GROUP, 17, PERSON, "Ann", "up");
    e = expect(f, NJ_EVENT_MESSAGE);
    assert_string_equal(e->chat, "tg:g:-1001234567890.17");
    f->g->ops->send_group(f->g, 1, (struct nj_group){e->chat},
                          &(struct nj_say){.text = "x"});
    nj_event_destroy(e);
    c = came(f, "sendMessage", "x");
    assert_int_equal(c->topic, 17);
    expect_fate(f, 1, NJ_FATE_SENT);
    refuse(f, 400, "Bad Request: message thread not found", 0);
    f->g->ops->send_group(f->g, 2, (struct nj_group){"tg:g:-1001234567890.9"},
                          &(struct nj_say){.text = "y"});
    assert_int_equal(came(f, "sendMessage", "y")->topic, 9);
    assert_int_equal(came(f, "sendMessage", "y")->topic, 0);
    expect_fate(f, 2, NJ_FATE_SENT);
}

static void buttons_are_pressed(void **state)
{
    static const struct nj_button buttons[] = {
        {"Join", "tok-1", NULL},
        {"Leave", "tok-2", NULL},
        {"Open", NULL, "https://t.me/Night_Jar_Bot?start=x"}};
    struct fixture *f = connected(state);
    const struct nj_tg_checked *c;
    struct nj_event *e;

    say_group(
        f, 1,
        &(struct nj_say){
            .text = "card", .buttons = buttons, .n_buttons = 3, .columns = 2});
    c = came(f, "sendMessage", "card");
    assert_string_equal(c->buttons.p,
                        "Join=tok-1|Leave=tok-2/"
                        "Open=https://t.me/Night_Jar_Bot?start=x");
    e = expect(f, NJ_EVENT_FATE);
    nj_tg_server_press(f->server, GROUP, PERSON, number(e->id), "tok-1");
    nj_event_destroy(e);
    e = expect(f, NJ_EVENT_PRESS);
    assert_string_equal(e->text, "tok-1");
    assert_string_equal(e->chat, "tg:g:-1001234567890");
    assert_int_equal(number(e->to), c->message);
    f->g->ops->answer_press(f->g, e->id, "Not yours", NULL);
    f->g->ops->drop_buttons(f->g, e->chat, e->to);
    c = came(f, "answerCallbackQuery", "Not yours");
    assert_string_equal(c->press.p, e->id);
    c = came(f, "editMessageReplyMarkup", "");
    assert_int_equal(c->message, number(e->to));
    nj_event_destroy(e);
    /* A press without data is nobody's, and answered all the same. */
    nj_tg_server_push(f->server,
                      "\"callback_query\":{\"id\":\"991\",\"from\":{\"id\":77},"
                      "\"game_short_name\":\"x\"}");
    c = came(f, "answerCallbackQuery", "");
    assert_string_equal(c->press.p, "991");
}

static void a_card_is_edited(void **state)
{
    struct fixture *f = connected(state);
    struct nj_say say = {.text = "card 1"};
    char id[NJ_MSG_ID_MAX];
    struct nj_event *e;

    say_group(f, 1, &say);
    e = expect(f, NJ_EVENT_FATE);
    memcpy(id, e->id, sizeof(id));
    nj_event_destroy(e);
    say.text = "card 2";
    say.replaces = id;
    say_group(f, 2, &say);
    assert_int_equal(came(f, "editMessageText", "card 2")->message, number(id));
    expect_fate(f, 2, NJ_FATE_SENT);
    say_group(f, 3, &say); /* not modified */
    e = expect(f, NJ_EVENT_FATE);
    assert_int_equal(e->fate, NJ_FATE_SENT);
    assert_string_equal(e->id, id);
    nj_event_destroy(e);
    say.text = "card 3";
    say.replaces = "99999";
    say_group(f, 4, &say); /* it is gone: anew */
    (void)came(f, "sendMessage", "card 3");
    expect_fate(f, 4, NJ_FATE_SENT);
}

static void pictures_and_records_go_out(void **state)
{
    static const unsigned char png[200] = {0x89, 'P', 'N', 'G'};
    struct fixture *f = connected(state);
    struct nj_say say = {
        .text = "a <board>", .picture = {png, sizeof(png)}, .kept = true};
    const struct nj_tg_checked *c;

    say_group(f, 1, &say);
    c = came(f, "sendPhoto", "a <board>");
    assert_true(c->photo);
    assert_true(c->kept);
    expect_fate(f, 1, NJ_FATE_SENT);
    refuse(f, 400, "Bad Request: IMAGE_PROCESS_FAILED", 0);
    say_group(f, 2, &say);
    (void)came(f, "sendMessage", "a <board>");
    expect_fate(f, 2, NJ_FATE_SENT);
    say_group(f, 3,
              &(struct nj_say){.text = "Record\n1 <\n2 >", .folded = true});
    c = came(f, "sendMessage", "Record\n1 <\n2 >");
    assert_true(c->folded);
    expect_fate(f, 3, NJ_FATE_SENT);
}

static void bad_markup_is_sent_plain_once(void **state)
{
    struct fixture *f = connected(state);
    const struct nj_tg_checked *c;

    refuse(f, 400, "Bad Request: can't parse entities: unsupported start tag",
           0);
    send_group(f, 1, "a & b");
    c = came(f, "sendMessage", "a & b");
    assert_string_equal(c->raw.p, "a &amp; b");
    c = came(f, "sendMessage", "a & b");
    assert_string_equal(c->raw.p, "a & b");
    expect_fate(f, 1, NJ_FATE_SENT);
}

/* --- fates --- */

static void refusals_are_told_apart(void **state)
{
    struct fixture *f = connected(state);
    struct nj_event *e;

    refuse(f, 400, "Bad Request: chat not found", 0);
    send_group(f, 1, "x");
    expect_fate(f, 1, NJ_FATE_REFUSED);
    refuse(f, 403, "Forbidden: bot was kicked from the supergroup chat", 0);
    send_group(f, 2, "x");
    expect_fate(f, 2, NJ_FATE_REFUSED);
    refuse(f, 403, "Forbidden: bot can't initiate conversation with a user", 0);
    send_private(f, 3, "x");
    e = expect(f, NJ_EVENT_LOST);
    assert_string_equal(e->user, "tg:u:77");
    nj_event_destroy(e);
    expect_fate(f, 3, NJ_FATE_REFUSED);
    refuse(f, 404, "Not Found", 0);
    send_group(f, 4, "x");
    expect_fate(f, 4, NJ_FATE_REFUSED);
    refuse(f, 500, "Internal Server Error", 0);
    send_group(f, 5, "x");
    expect_fate(f, 5, NJ_FATE_UNKNOWN);
    accident(f, "", NJ_TG_REPLY_HTML, 502);
    send_group(f, 6, "x");
    expect_fate(f, 6, NJ_FATE_UNKNOWN);
}

static void a_limit_holds_its_chat_only(void **state)
{
    struct fixture *f = connected(state);
    struct nj_event *e;

    refuse(f, 429, "Too Many Requests: retry after 33", 33);
    send_group(f, 1, "x");
    e = expect(f, NJ_EVENT_FATE);
    assert_int_equal(e->fate, NJ_FATE_LATER);
    assert_int_equal(e->ms, 33500);
    nj_event_destroy(e);
    send_private(f, 2, "y");
    expect_fate(f, 2, NJ_FATE_SENT);
    refuse(f, 429, "Too Many Requests: retry after 7200", 7200);
    send_group(f, 3, "x");
    expect_trouble(f, "120 minutes");
    expect_fate(f, 3, NJ_FATE_LATER);
}

static void lost_answers_leave_it_open(void **state)
{
    static const enum nj_tg_reply accidents[] = {
        NJ_TG_REPLY_DROP_BEFORE, NJ_TG_REPLY_DROP_AFTER, NJ_TG_REPLY_CUT};
    struct fixture *f = connected(state);
    uint64_t call = 1;

    for (size_t i = 0; i < NJ_COUNT(accidents); i++) {
        send_group(f, call, "before"); /* a connection to be used again */
        expect_fate(f, call++, NJ_FATE_SENT);
        accident(f, "sendMessage", accidents[i], 200);
        send_group(f, call, "lost");
        expect_fate(f, call++, NJ_FATE_UNKNOWN);
    }
    /* None went out a second time by itself. */
    assert_int_equal(nj_tg_server_count(f->server, "sendMessage"), 5);
    accident(f, "sendMessage", NJ_TG_REPLY_SLOW, 3000);
    send_group(f, call, "slow");
    expect_fate(f, call, NJ_FATE_UNKNOWN);
}

static void nobody_there_is_not_sent(void **state)
{
    struct fixture *f = connected(state);
    struct nj_event *e;

    nj_tg_server_away(f->server, true);
    nj_tg_server_drop(f->server);
    e = expect(f, NJ_EVENT_DOWN);
    assert_non_null(e->text);
    nj_event_destroy(e);
    send_group(f, 1, "x");
    expect_fate(f, 1, NJ_FATE_NOT_SENT);
    nj_tg_server_away(f->server, false);
    expect_only(f, NJ_EVENT_UP);
    send_group(f, 2, "x");
    expect_fate(f, 2, NJ_FATE_SENT);
}

static void a_moved_group_is_followed(void **state)
{
    struct fixture *f = connected(state);
    struct nj_event *e;

    refuse(f, 400, "Bad Request: group chat was upgraded to a supergroup chat",
           GROUP);
    f->g->ops->send_group(f->g, 1, (struct nj_group){"tg:g:-4242"},
                          &(struct nj_say){.text = "x"});
    assert_int_equal(came(f, "sendMessage", "x")->chat, SMALL);
    assert_int_equal(came(f, "sendMessage", "x")->chat, GROUP);
    e = expect(f, NJ_EVENT_MOVED);
    assert_string_equal(e->chat, "tg:g:-4242");
    assert_string_equal(e->to, "tg:g:-1001234567890");
    nj_event_destroy(e);
    expect_fate(f, 1, NJ_FATE_SENT);
}

static void chats_do_not_wait_for_each_other(void **state)
{
    struct fixture *f = connected(state);

    accident(f, "sendMessage", NJ_TG_REPLY_SLOW, 400);
    send_group(f, 1, "first");
    send_group(f, 2, "second");
    (void)came(f, "sendMessage", "first");
    send_private(f, 3, "other");
    expect_fate(f, 3, NJ_FATE_SENT);
    expect_fate(f, 1, NJ_FATE_SENT);
    expect_fate(f, 2, NJ_FATE_SENT);
}

static void members_are_asked_about(void **state)
{
    static const struct {
        const char *status;
        bool here;
        enum nj_role role;
    } asked[] = {{"creator", true, NJ_ROLE_OWNER},
                 {"administrator", true, NJ_ROLE_ADMIN},
                 {"member", true, NJ_ROLE_MEMBER},
                 {"restricted", true, NJ_ROLE_MEMBER},
                 {"left", false, NJ_ROLE_MEMBER},
                 {"kicked", false, NJ_ROLE_MEMBER}};
    struct fixture *f = connected(state);
    struct nj_event *e;
    char user[40];

    for (size_t i = 0; i <= NJ_COUNT(asked); i++) {
        bool known = i < NJ_COUNT(asked);

        if (known)
            nj_tg_server_member(f->server, GROUP, 100 + (int64_t)i,
                                asked[i].status);
        (void)snprintf(user, sizeof(user), "tg:u:%zu", 100 + i);
        f->g->ops->ask_member(f->g, i, (struct nj_group){"tg:g:-1001234567890"},
                              (struct nj_person){user});
        e = expect(f, NJ_EVENT_MEMBER);
        assert_int_equal(e->call, i);
        assert_int_equal(e->here, known && asked[i].here);
        assert_int_equal(e->role, known ? asked[i].role : NJ_ROLE_MEMBER);
        nj_event_destroy(e);
    }
    f->g->ops->ask_member(f->g, 50, (struct nj_group){"qq:g:x"},
                          (struct nj_person){"tg:u:1"});
    e = expect(f, NJ_EVENT_MEMBER);
    assert_false(e->here);
    nj_event_destroy(e);
}

/* --- updates --- */

static void nothing_is_confirmed_before_it_is_stored(void **state)
{
    struct fixture *f = connected(state);
    struct nj_event *e;
    int64_t id = nj_tg_server_say(f->server, GROUP, 0, PERSON, "Ann", "one");

    e = nj_inbox_take(f->in, WAIT_MS);
    assert_non_null(e);
    assert_int_equal(e->offset, id + 1);
    nj_tg_server_say(f->server, GROUP, 0, PERSON, "Ann", "two");
    assert_null(nj_inbox_take(f->in, 300));
    assert_int_equal(nj_tg_server_pending(f->server), 2);
    f->g->ops->stored(f->g, e->offset);
    nj_event_destroy(e);
    expect_text(f, "two");
    assert_true(nj_tg_server_confirmed(f->server, WAIT_MS));
    /* What says nothing to us needs nobody's word. */
    nj_tg_server_push(f->server, "\"poll\":{\"id\":\"1\"}");
    assert_true(nj_tg_server_confirmed(f->server, WAIT_MS));
}

static void a_stored_position_is_where_we_go_on(void **state)
{
    struct fixture *f = *state;
    int64_t id = nj_tg_server_say(f->server, GROUP, 0, PERSON, "Ann", "one");

    nj_tg_server_say(f->server, GROUP, 0, PERSON, "Ann", "two");
    f->o.offset = id + 1;
    start(f);
    expect_only(f, NJ_EVENT_UP);
    expect_text(f, "two");
}

static void what_cannot_be_read_is_passed_over(void **state)
{
    struct fixture *f = connected(state);

    nj_tg_server_push(f->server, "\"message\":{\"a\":1,\"a\":2}");
    nj_tg_server_say(f->server, GROUP, 0, PERSON, "Ann", "after it");
    expect_text(f, "after it");
}

static void a_broken_poll_is_asked_again(void **state)
{
    static const enum nj_tg_reply accidents[] = {
        NJ_TG_REPLY_DROP_AFTER, NJ_TG_REPLY_CUT, NJ_TG_REPLY_HTML};
    struct fixture *f = connected(state);

    for (size_t i = 0; i < NJ_COUNT(accidents); i++) {
        accident(f, "getUpdates", accidents[i], 502);
        nj_tg_server_say(f->server, GROUP, 0, PERSON, "Ann", "now");
        expect_text(f, "now");
    }
    nj_tg_server_drop(f->server);
    nj_tg_server_say(f->server, GROUP, 0, PERSON, "Ann", "again");
    expect_text(f, "again");
}

/* --- what a human must mend --- */

static void privacy_mode_is_told_once(void **state)
{
    struct fixture *f = *state;

    nj_tg_server_privacy(f->server, true);
    start(f);
    expect_trouble(f, "/setprivacy");
    expect_only(f, NJ_EVENT_UP);
}

static void an_old_webhook_is_removed(void **state)
{
    struct fixture *f = *state;

    nj_tg_server_webhook(f->server);
    start(f);
    expect_only(f, NJ_EVENT_UP);
    assert_int_equal(nj_tg_server_count(f->server, "deleteWebhook"), 1);
}

static void a_second_reader_is_told_of(void **state)
{
    struct fixture *f = connected(state);

    nj_tg_server_rival(f->server, true);
    nj_tg_server_drop(f->server); /* the question under way is ended */
    expect_only(f, NJ_EVENT_DOWN);
    expect_trouble(f, "another program");
    nj_tg_server_rival(f->server, false);
    expect_only(f, NJ_EVENT_UP);
}

static void a_wrong_token_is_told_and_tried_seldom(void **state)
{
    struct fixture *f = *state;

    nj_tg_server_token(f->server, "1:other");
    start(f);
    expect_trouble(f, "token");
    nj_tg_server_token(f->server, TOKEN);
    expect_only(f, NJ_EVENT_UP);
}

/* --- who we are --- */

static void links_open_private_chats(void **state)
{
    struct fixture *f = *state;
    struct nj_str out = NJ_STR_INIT(300);
    struct nj_err err;

    assert_int_equal(nj_telegram_create(&f->o, 3, f->in, &f->g, &err), NJ_OK);
    assert_false(f->g->link(f->g, "K7Q", &out)); /* who are we? */
    assert_int_equal(f->g->ops->start(f->g, &err), NJ_OK);
    expect_only(f, NJ_EVENT_UP);
    assert_true(f->g->link(f->g, "K7Q-seat_2", &out));
    assert_string_equal(out.p,
                        "https://t.me/" NJ_TG_SERVER_NAME "?start=K7Q-seat_2");
    assert_false(f->g->link(f->g, "", &out));
    assert_false(f->g->link(f->g, "a b", &out));
    assert_false(f->g->link(
        f->g,
        "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
        &out));
    assert_int_equal(f->g->can, NJ_CAN_BUTTONS | NJ_CAN_REPLACE |
                                    NJ_CAN_PICTURE | NJ_CAN_FOLD | NJ_CAN_LINK |
                                    NJ_ASKS_ROLES);
    assert_string_equal(f->g->prefix, "/");
    nj_str_fini(&out);
}

static void commands_are_listed(void **state)
{
    static const struct nj_telegram_command commands[] = {
        {"", true, "join", "take a seat"},
        {"", true, "help", "what can I do"},
        {"", false, "me", "what I know"},
        {"zh", true, "join", "入座"},
    };
    struct fixture *f = *state;

    f->o.commands = commands;
    f->o.n_commands = NJ_COUNT(commands);
    start(f);
    expect_only(f, NJ_EVENT_UP);
    assert_string_equal(came(f, "setMyCommands", "")->menu.p,
                        "join,help,all_group_chats ");
    assert_string_equal(came(f, "setMyCommands", "")->menu.p,
                        "me,all_private_chats ");
    assert_string_equal(came(f, "setMyCommands", "")->menu.p,
                        "join,all_group_chats zh ");
}

/* --- life --- */

static void what_is_queued_goes_out_before_the_end(void **state)
{
    struct fixture *f = connected(state);
    int sent = 0;
    struct nj_event *e;

    for (uint64_t i = 1; i <= 20; i++)
        send_group(f, i, "last words");
    f->g->ops->stop(f->g, WAIT_MS);
    while ((e = next(f, 0)) != NULL) {
        assert_int_equal(e->kind, NJ_EVENT_FATE);
        assert_int_equal(e->fate, NJ_FATE_SENT);
        nj_event_destroy(e);
        sent++;
    }
    assert_int_equal(sent, 20);
    send_group(f, 21, "too late");
    expect_fate(f, 21, NJ_FATE_NOT_SENT);
}

static void what_hangs_at_the_end_is_lost(void **state)
{
    struct fixture *f = connected(state);

    accident(f, "sendMessage", NJ_TG_REPLY_SLOW, 60000);
    send_group(f, 1, "hangs");
    send_group(f, 2, "waits");
    (void)came(f, "sendMessage", "hangs");
    f->g->ops->ask_member(f->g, 3, (struct nj_group){"tg:g:-5"},
                          (struct nj_person){"tg:u:1"});
    expect_only(f, NJ_EVENT_MEMBER);
    f->g->ops->stop(f->g, 50);
    expect_fate(f, 2, NJ_FATE_NOT_SENT);
    expect_fate(f, 1, NJ_FATE_LOST);
}

static void core_dumps_are_off_while_a_token_is_loaded(void **state)
{
    struct fixture *f = *state;
    int before = prctl(PR_GET_DUMPABLE, 0, 0, 0, 0);
    struct rlimit limit;

    assert_int_equal(before, 1);
    start(f);
    assert_int_equal(prctl(PR_GET_DUMPABLE, 0, 0, 0, 0), 0);
    assert_int_equal(getrlimit(RLIMIT_CORE, &limit), 0);
    assert_int_equal(limit.rlim_cur, 0);
    expect_only(f, NJ_EVENT_UP);
    f->g->ops->stop(f->g, 0);
    f->g->ops->destroy(f->g);
    f->g = NULL;
    assert_int_equal(prctl(PR_GET_DUMPABLE, 0, 0, 0, 0), 1);
}

static void wrong_settings_are_refused(void **state)
{
    static const char *const urls[] = {
        "",           "ws://x",     "https://",       "https:///x",
        "http://a b", "http://a@b", "http://a?token", "ftp://x"};
    static const char *const tokens[] = {"", "a b", "1:x/../y", "1:x\n"};
    struct fixture *f = *state;
    struct nj_gateway *g = NULL;
    struct nj_err err;

    for (size_t i = 0; i < NJ_COUNT(urls); i++) {
        struct nj_telegram_options o = f->o;

        o.url = urls[i];
        assert_int_not_equal(nj_telegram_create(&o, 3, f->in, &g, &err), NJ_OK);
        assert_null(strstr(err.text, SECRET));
    }
    for (size_t i = 0; i < NJ_COUNT(tokens); i++) {
        struct nj_telegram_options o = f->o;

        o.token = tokens[i];
        assert_int_not_equal(nj_telegram_create(&o, 3, f->in, &g, &err), NJ_OK);
        if (tokens[i][0] != '\0')
            assert_null(strstr(err.text, tokens[i]));
    }
    f->o.poll_s = 51;
    assert_int_equal(nj_telegram_create(&f->o, 3, f->in, &g, &err),
                     NJ_ERR_RANGE);
    assert_null(g);
}

/* Runs last: in all that happened above the token was never written down, and
 * no private text either. */
static void the_token_is_in_no_line(void **state)
{
    NJ_UNUSED(state);
    assert_true(logged_len > 0);
    assert_null(strstr(logged, SECRET));
    assert_null(strstr(logged, "://"));
    assert_null(strstr(logged, "a secret"));
}

#define WITH_SERVER(test) cmocka_unit_test_setup_teardown(test, setup, teardown)

int main(void)
{
    const struct CMUnitTest tests[] = {
        WITH_SERVER(words_go_both_ways),
        WITH_SERVER(topics_are_places_of_their_own),
        WITH_SERVER(buttons_are_pressed),
        WITH_SERVER(a_card_is_edited),
        WITH_SERVER(pictures_and_records_go_out),
        WITH_SERVER(bad_markup_is_sent_plain_once),
        WITH_SERVER(refusals_are_told_apart),
        WITH_SERVER(a_limit_holds_its_chat_only),
        WITH_SERVER(lost_answers_leave_it_open),
        WITH_SERVER(nobody_there_is_not_sent),
        WITH_SERVER(a_moved_group_is_followed),
        WITH_SERVER(chats_do_not_wait_for_each_other),
        WITH_SERVER(members_are_asked_about),
        WITH_SERVER(nothing_is_confirmed_before_it_is_stored),
        WITH_SERVER(a_stored_position_is_where_we_go_on),
        WITH_SERVER(what_cannot_be_read_is_passed_over),
        WITH_SERVER(a_broken_poll_is_asked_again),
        WITH_SERVER(privacy_mode_is_told_once),
        WITH_SERVER(an_old_webhook_is_removed),
        WITH_SERVER(a_second_reader_is_told_of),
        WITH_SERVER(a_wrong_token_is_told_and_tried_seldom),
        WITH_SERVER(links_open_private_chats),
        WITH_SERVER(commands_are_listed),
        WITH_SERVER(what_is_queued_goes_out_before_the_end),
        WITH_SERVER(what_hangs_at_the_end_is_lost),
        WITH_SERVER(core_dumps_are_off_while_a_token_is_loaded),
        WITH_SERVER(wrong_settings_are_refused),
        cmocka_unit_test(the_token_is_in_no_line),
    };

    nj_log_set_level(NJ_LOG_DEBUG);
    nj_log_set_sink(keep_line, NULL);
    return cmocka_run_group_tests_name("gateway/telegram/client", tests, NULL,
                                       NULL);
}
