/*
 * What became of a call to the Bot API, over real sockets, and what is asked of
 * it besides.
 */
#include "gateway/telegram/talk.h"

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
    e = ears_expect(&f->ears, NJ_EVENT_LOST);
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
    e = ears_expect(&f->ears, NJ_EVENT_FATE);
    assert_int_equal(e->fate, NJ_FATE_LATER);
    assert_int_equal(e->ms, 33500);
    nj_event_destroy(e);
    send_private(f, 2, "y");
    expect_fate(f, 2, NJ_FATE_SENT);
    send_group(f, 3, "x"); /* without a call: the server has said it */
    e = ears_expect(&f->ears, NJ_EVENT_FATE);
    assert_int_equal(e->fate, NJ_FATE_LATER);
    assert_in_range(e->ms, 1, 33500);
    nj_event_destroy(e);
    assert_int_equal(nj_tg_server_count(f->server, "sendMessage"), 2);
    refuse(f, 429, "Too Many Requests: retry after 7200", 7200);
    send_private(f, 4, "x");
    expect_trouble(f, "120 minutes");
    expect_fate(f, 4, NJ_FATE_LATER);
}

/* Whatever call it was: the chat is full for all of them. */
static void a_limit_on_an_edit_holds_its_chat_too(void **state)
{
    struct fixture *f = connected(state);
    enum nj_fate fate = NJ_FATE_SENT;

    refuse(f, 429, "Too Many Requests: retry after 33", 33);
    f->ears.g->ops->drop_buttons(f->ears.g, "tg:g:-1001234567890", "31");
    assert_non_null(nj_tg_server_expect(f->server, "editMessageReplyMarkup",
                                        -1001234567890, "", 5000));
    /* Its answer is on its way; what is sent before it comes goes out. */
    for (uint64_t call = 1; call <= 200 && fate == NJ_FATE_SENT; call++) {
        struct nj_event *e;

        send_group(f, call, "x");
        e = ears_expect(&f->ears, NJ_EVENT_FATE);
        fate = e->fate;
        nj_event_destroy(e);
    }
    assert_int_equal(fate, NJ_FATE_LATER);
    send_private(f, 999, "y");
    expect_fate(f, 999, NJ_FATE_SENT);
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
    e = ears_expect(&f->ears, NJ_EVENT_DOWN);
    assert_non_null(e->text);
    nj_event_destroy(e);
    send_group(f, 1, "x");
    expect_fate(f, 1, NJ_FATE_NOT_SENT);
    nj_tg_server_away(f->server, false);
    ears_only(&f->ears, NJ_EVENT_UP);
    send_group(f, 2, "x");
    expect_fate(f, 2, NJ_FATE_SENT);
}

static void a_moved_group_is_followed(void **state)
{
    struct fixture *f = connected(state);
    struct nj_event *e;

    refuse(f, 400, "Bad Request: group chat was upgraded to a supergroup chat",
           GROUP);
    f->ears.g->ops->send_group(f->ears.g, 1, (struct nj_group){"tg:g:-4242"},
                               &(struct nj_say){.text = "x"});
    assert_int_equal(came(f, "sendMessage", "x")->chat, SMALL);
    assert_int_equal(came(f, "sendMessage", "x")->chat, GROUP);
    e = ears_expect(&f->ears, NJ_EVENT_MOVED);
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
        f->ears.g->ops->ask_member(f->ears.g, i,
                                   (struct nj_group){"tg:g:-1001234567890"},
                                   (struct nj_person){user});
        e = ears_expect(&f->ears, NJ_EVENT_MEMBER);
        assert_int_equal(e->call, i);
        assert_int_equal(e->here, known && asked[i].here);
        assert_int_equal(e->role, known ? asked[i].role : NJ_ROLE_MEMBER);
        nj_event_destroy(e);
    }
    f->ears.g->ops->ask_member(f->ears.g, 50, (struct nj_group){"qq:g:x"},
                               (struct nj_person){"tg:u:1"});
    e = ears_expect(&f->ears, NJ_EVENT_MEMBER);
    assert_false(e->here);
    nj_event_destroy(e);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        WITH_SERVER(refusals_are_told_apart),
        WITH_SERVER(a_limit_holds_its_chat_only),
        WITH_SERVER(a_limit_on_an_edit_holds_its_chat_too),
        WITH_SERVER(lost_answers_leave_it_open),
        WITH_SERVER(nobody_there_is_not_sent),
        WITH_SERVER(a_moved_group_is_followed),
        WITH_SERVER(chats_do_not_wait_for_each_other),
        WITH_SERVER(members_are_asked_about),
        cmocka_unit_test(the_token_is_in_no_line),
    };

    kept_log_begin();
    return cmocka_run_group_tests_name("gateway/telegram/fates", tests, NULL,
                                       NULL);
}
