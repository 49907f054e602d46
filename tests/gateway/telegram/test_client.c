/*
 * The Telegram client against the strict server, over real sockets. Every
 * wait has an end; none decides by how long something took.
 */
#include <sys/prctl.h>
#include <sys/resource.h>

#include "gateway/telegram/talk.h"

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
    e = ears_expect(&f->ears, NJ_EVENT_MESSAGE);
    assert_string_equal(e->chat, "tg:g:-1001234567890");
    assert_string_equal(e->user, "tg:u:77");
    assert_string_equal(e->text, "/help me");
    assert_true(e->group);
    nj_event_destroy(e);
    nj_tg_server_say(f->server, PERSON, 0, PERSON, "An <b>", "up");
    ears_text(&f->ears, "up");
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
    e = ears_expect(&f->ears, NJ_EVENT_MESSAGE);
    assert_string_equal(e->chat, "tg:g:-1001234567890.17");
    f->ears.g->ops->send_group(f->ears.g, 1, (struct nj_group){e->chat},
                               &(struct nj_say){.text = "x"});
    nj_event_destroy(e);
    c = came(f, "sendMessage", "x");
    assert_int_equal(c->topic, 17);
    expect_fate(f, 1, NJ_FATE_SENT);
    refuse(f, 400, "Bad Request: message thread not found", 0);
    f->ears.g->ops->send_group(f->ears.g, 2,
                               (struct nj_group){"tg:g:-1001234567890.9"},
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
    e = ears_expect(&f->ears, NJ_EVENT_FATE);
    nj_tg_server_press(f->server, GROUP, PERSON, number(e->id), "tok-1");
    nj_event_destroy(e);
    e = ears_expect(&f->ears, NJ_EVENT_PRESS);
    assert_string_equal(e->text, "tok-1");
    assert_string_equal(e->chat, "tg:g:-1001234567890");
    assert_int_equal(number(e->to), c->message);
    f->ears.g->ops->answer_press(f->ears.g, e->id, "Not yours", NULL);
    f->ears.g->ops->drop_buttons(f->ears.g, e->chat, e->to);
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
    e = ears_expect(&f->ears, NJ_EVENT_FATE);
    memcpy(id, e->id, sizeof(id));
    nj_event_destroy(e);
    say.text = "card 2";
    say.replaces = id;
    say_group(f, 2, &say);
    assert_int_equal(came(f, "editMessageText", "card 2")->message, number(id));
    expect_fate(f, 2, NJ_FATE_SENT);
    say_group(f, 3, &say); /* not modified */
    e = ears_expect(&f->ears, NJ_EVENT_FATE);
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

static void a_file_goes_out_with_its_name(void **state)
{
    static const unsigned char bytes[] = {'<', '!', '\n'};
    struct fixture *f = connected(state);
    const struct nj_say say = {
        .text = "K7Q", .file = {"漫漫长夜-K7Q.html", bytes, sizeof(bytes)}};
    const struct nj_tg_checked *c;

    say_group(f, 1, &say);
    c = came(f, "sendDocument", "K7Q");
    assert_string_equal(c->file, "漫漫长夜-K7Q.html");
    assert_int_equal(c->bytes.len, sizeof(bytes));
    assert_memory_equal(c->bytes.p, bytes, sizeof(bytes));
    expect_fate(f, 1, NJ_FATE_SENT);
    refuse(f, 400,
           "Bad Request: not enough rights to send documents to the chat", 0);
    say_group(f, 2, &say);
    (void)came(f, "sendDocument", "K7Q");
    expect_fate(f, 2, NJ_FATE_REFUSED);
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

/* --- who we are --- */

static void links_open_private_chats(void **state)
{
    struct fixture *f = *state;
    struct nj_str out = NJ_STR_INIT(300);
    struct nj_err err;

    assert_int_equal(nj_telegram_create(&f->o, 3, f->ears.in, &f->ears.g, &err),
                     NJ_OK);
    assert_false(f->ears.g->link(f->ears.g, "K7Q", &out)); /* who are we? */
    assert_int_equal(f->ears.g->ops->start(f->ears.g, &err), NJ_OK);
    ears_only(&f->ears, NJ_EVENT_UP);
    assert_true(f->ears.g->link(f->ears.g, "K7Q-seat_2", &out));
    assert_string_equal(out.p,
                        "https://t.me/" NJ_TG_SERVER_NAME "?start=K7Q-seat_2");
    assert_false(f->ears.g->link(f->ears.g, "", &out));
    assert_false(f->ears.g->link(f->ears.g, "a b", &out));
    assert_false(f->ears.g->link(
        f->ears.g,
        "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
        &out));
    assert_int_equal(f->ears.g->can, NJ_CAN_BUTTONS | NJ_CAN_REPLACE |
                                         NJ_CAN_PICTURE | NJ_CAN_FILE |
                                         NJ_CAN_FOLD | NJ_CAN_LINK |
                                         NJ_ASKS_ROLES);
    assert_string_equal(f->ears.g->prefix, "/");
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
    ears_only(&f->ears, NJ_EVENT_UP);
    assert_string_equal(came(f, "setMyCommands", "")->menu.p,
                        "join,help,all_group_chats ");
    assert_string_equal(came(f, "setMyCommands", "")->menu.p,
                        "me,all_private_chats ");
    assert_string_equal(came(f, "setMyCommands", "")->menu.p,
                        "join,all_group_chats zh ");
}

static void what_the_bot_is_is_told_in_each_language(void **state)
{
    static const struct nj_telegram_about abouts[] = {
        {"", "A referee. \"Start\" once.", "a referee"},
        {"zh", "裁判", "当裁判"}};
    struct fixture *f = *state;
    const struct nj_tg_checked *c;

    f->o.abouts = abouts;
    f->o.n_abouts = NJ_COUNT(abouts);
    start(f);
    ears_only(&f->ears, NJ_EVENT_UP);
    c = came(f, "setMyDescription", "A referee. \"Start\" once.");
    assert_string_equal(c->menu.p, "");
    c = came(f, "setMyShortDescription", "a referee");
    assert_string_equal(c->menu.p, "");
    assert_string_equal(came(f, "setMyDescription", "裁判")->menu.p, "zh ");
    assert_string_equal(came(f, "setMyShortDescription", "当裁判")->menu.p,
                        "zh ");
}

/* --- life --- */

static void what_is_queued_goes_out_before_the_end(void **state)
{
    struct fixture *f = connected(state);
    int sent = 0;
    struct nj_event *e;

    for (uint64_t i = 1; i <= 20; i++)
        send_group(f, i, "last words");
    f->ears.g->ops->stop(f->ears.g, WAIT_MS);
    while ((e = ears_next(&f->ears, 0)) != NULL) {
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
    f->ears.g->ops->ask_member(f->ears.g, 3, (struct nj_group){"tg:g:-5"},
                               (struct nj_person){"tg:u:1"});
    ears_only(&f->ears, NJ_EVENT_MEMBER);
    f->ears.g->ops->stop(f->ears.g, 50);
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
    ears_only(&f->ears, NJ_EVENT_UP);
    f->ears.g->ops->stop(f->ears.g, 0);
    f->ears.g->ops->destroy(f->ears.g);
    f->ears.g = NULL;
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
        assert_int_not_equal(nj_telegram_create(&o, 3, f->ears.in, &g, &err),
                             NJ_OK);
        assert_null(strstr(err.text, SECRET));
    }
    for (size_t i = 0; i < NJ_COUNT(tokens); i++) {
        struct nj_telegram_options o = f->o;

        o.token = tokens[i];
        assert_int_not_equal(nj_telegram_create(&o, 3, f->ears.in, &g, &err),
                             NJ_OK);
        if (tokens[i][0] != '\0')
            assert_null(strstr(err.text, tokens[i]));
    }
    f->o.poll_s = 51;
    assert_int_equal(nj_telegram_create(&f->o, 3, f->ears.in, &g, &err),
                     NJ_ERR_RANGE);
    assert_null(g);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        WITH_SERVER(words_go_both_ways),
        WITH_SERVER(topics_are_places_of_their_own),
        WITH_SERVER(buttons_are_pressed),
        WITH_SERVER(a_card_is_edited),
        WITH_SERVER(pictures_and_records_go_out),
        WITH_SERVER(a_file_goes_out_with_its_name),
        WITH_SERVER(bad_markup_is_sent_plain_once),
        WITH_SERVER(links_open_private_chats),
        WITH_SERVER(commands_are_listed),
        WITH_SERVER(what_the_bot_is_is_told_in_each_language),
        WITH_SERVER(what_is_queued_goes_out_before_the_end),
        WITH_SERVER(what_hangs_at_the_end_is_lost),
        WITH_SERVER(core_dumps_are_off_while_a_token_is_loaded),
        WITH_SERVER(wrong_settings_are_refused),
        cmocka_unit_test(the_token_is_in_no_line),
    };

    kept_log_begin();
    return cmocka_run_group_tests_name("gateway/telegram/client", tests, NULL,
                                       NULL);
}
