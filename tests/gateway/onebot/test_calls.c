/*
 * What the referee can ask of a OneBot gateway beyond plain texts, and the
 * oddities of the programs behind it, over real sockets.
 */
#include "gateway/onebot/talk.h"

/* --- members, requests, roles --- */

static void expect_member(struct fixture *f, uint64_t call, bool here,
                          enum nj_role role)
{
    struct nj_event *e = ears_expect(&f->ears, NJ_EVENT_MEMBER);

    assert_int_equal(e->call, call);
    assert_string_equal(e->chat, "qq:g:1001");
    assert_string_equal(e->user, "qq:u:77");
    assert_int_equal(e->here, here);
    assert_int_equal(e->role, role);
    nj_event_destroy(e);
}

static void ask(struct fixture *f, uint64_t call)
{
    f->ears.g->ops->ask_member(f->ears.g, call, (struct nj_group){"qq:g:1001"},
                               (struct nj_person){"qq:u:77"});
}

static void members_are_asked_for(void **state)
{
    struct fixture *f = connected(state);

    nj_ob_server_role(f->server, "admin");
    ask(f, 1);
    expect_member(f, 1, true, NJ_ROLE_ADMIN);
    nj_ob_server_role(f->server, "");
    ask(f, 2);
    expect_member(f, 2, false, NJ_ROLE_MEMBER);
    nj_ob_server_reply(f->server, "get_group_member_info", NJ_OB_REPLY_NEVER, 0,
                       "", 1);
    ask(f, 3);
    expect_member(f, 3, false, NJ_ROLE_MEMBER); /* nobody says so */
}

static void requests_are_answered_once(void **state)
{
    struct fixture *f = connected(state);
    struct nj_event *e;
    bool approve = false;

    nj_ob_server_wish(f->server, 0, PERSON, "1001|7");
    e = ears_expect(&f->ears, NJ_EVENT_ASKS);
    assert_string_equal(e->user, "qq:u:77");
    assert_string_equal(e->text, "hello");
    nj_ob_server_wish(f->server, 0, PERSON, "1001|7"); /* told again */
    f->ears.g->ops->answer_friend(f->ears.g, e->id, true);
    nj_event_destroy(e);
    assert_true(nj_ob_server_answered(f->server, "1001|7", &approve, WAIT_MS));
    assert_true(approve);
    nj_ob_server_wish(f->server, 1002, PERSON, "into");
    e = ears_expect(&f->ears, NJ_EVENT_ASKS);
    assert_true(e->group);
    assert_string_equal(e->chat, "qq:g:1002");
    f->ears.g->ops->answer_friend(f->ears.g, e->id, false);
    nj_event_destroy(e);
    assert_true(nj_ob_server_answered(f->server, "into", &approve, WAIT_MS));
    assert_false(approve);
}

static enum nj_role role_heard(struct fixture *f, const char *text)
{
    struct nj_event *e;
    enum nj_role role;

    nj_ob_server_say_group(f->server, GROUP, PERSON, "Ann", text);
    e = ears_expect(&f->ears, NJ_EVENT_MESSAGE);
    role = e->role;
    nj_event_destroy(e);
    return role;
}

/* Lagrange leaves the role out; what a notice said holds meanwhile. */
static void a_role_left_out_is_remembered(void **state)
{
    struct fixture *f = connected(state);

    nj_ob_server_flavour(f->server, NJ_OB_LAGRANGE);
    assert_int_equal(role_heard(f, "1"), NJ_ROLE_MEMBER);
    nj_ob_server_push(f->server,
                      "{\"time\":1,\"self_id\":10000,\"post_type\":\"notice\","
                      "\"notice_type\":\"group_admin\",\"sub_type\":\"set\","
                      "\"group_id\":1001,\"user_id\":77}",
                      0);
    assert_int_equal(role_heard(f, "2"), NJ_ROLE_ADMIN);
    nj_ob_server_flavour(f->server, NJ_OB_NAPCAT); /* says "member" */
    assert_int_equal(role_heard(f, "3"), NJ_ROLE_MEMBER);
    nj_ob_server_flavour(f->server, NJ_OB_LAGRANGE);
    assert_int_equal(role_heard(f, "4"), NJ_ROLE_MEMBER);
}

/* --- messages --- */

static void a_text_has_the_id_of_the_platform(void **state)
{
    struct fixture *f = connected(state);
    struct nj_event *e;

    send_group(f, 1, "x");
    e = ears_expect(&f->ears, NJ_EVENT_FATE);
    assert_int_equal(e->fate, NJ_FATE_SENT);
    assert_int_equal(e->id[0], '-');
    nj_event_destroy(e);
}

static void all_flavours_are_understood(void **state)
{
    static const enum nj_ob_flavour all[] = {NJ_OB_NAPCAT, NJ_OB_LLONEBOT,
                                             NJ_OB_LAGRANGE, NJ_OB_GOCQHTTP};
    struct fixture *f = connected(state);

    for (size_t i = 0; i < NJ_COUNT(all); i++) {
        nj_ob_server_flavour(f->server, all[i]);
        nj_ob_server_say_group(f->server, GROUP, PERSON, "Ann",
                               "[CQ:at,qq=10000] & 上");
        ears_text(&f->ears, "[CQ:at,qq=10000] & 上");
        send_private(f, i + 1, "x");
        expect_fate(f, i + 1, NJ_FATE_SENT);
    }
}

/* --- pictures and records --- */

static void say_picture(struct fixture *f, uint64_t call, size_t n)
{
    unsigned char *bytes = nj_alloc(n);
    const struct nj_say say = {.text = "棋盘", .picture = {bytes, n}};

    memset(bytes, 0x5a, n);
    f->ears.g->ops->send_group(f->ears.g, call, (struct nj_group){"qq:g:1001"},
                               &say);
    free(bytes);
}

/* Two big ones behind each other, and a text that overtakes the second. */
static void pictures_arrive_whole(void **state)
{
    struct fixture *f = connected(state);

    assert_true((f->ears.g->can & NJ_CAN_PICTURE) != 0);
    nj_ob_server_reply(f->server, "send_group_msg", NJ_OB_REPLY_SLOW, 100, "",
                       1);
    say_picture(f, 1, 1500000);
    say_picture(f, 2, 30000);
    send_private(f, 3, "quick");
    expect_fate(f, 3, NJ_FATE_SENT);
    expect_fate(f, 1, NJ_FATE_SENT);
    expect_fate(f, 2, NJ_FATE_SENT);
    assert_non_null(
        nj_ob_server_expect_group(f->server, GROUP, "棋盘", WAIT_MS));
    assert_int_equal(nj_ob_server_picture(f->server), 2000000);
    assert_non_null(
        nj_ob_server_expect_group(f->server, GROUP, "棋盘", WAIT_MS));
    assert_int_equal(nj_ob_server_picture(f->server), 40000);
}

/* A text is given 1 s here, a picture 2.7 s. */
static void slow_things_are_waited_for_longer(void **state)
{
    struct fixture *f = connected(state);

    nj_ob_server_reply(f->server, "send_group_msg", NJ_OB_REPLY_SLOW, 1500, "",
                       2);
    say_picture(f, 1, 10);
    expect_fate(f, 1, NJ_FATE_SENT);
    send_group(f, 2, "x");
    expect_fate(f, 2, NJ_FATE_UNKNOWN);
}

static void say_folded(struct fixture *f, uint64_t call, const char *text)
{
    const struct nj_say say = {.text = text, .folded = true};

    f->ears.g->ops->send_private(f->ears.g, call, PRIVATE_CHAT("qq:u:77"),
                                 &say);
}

static void records_are_folded(void **state)
{
    struct fixture *f = connected(state);

    assert_true((f->ears.g->can & NJ_CAN_FOLD) != 0);
    send_group(f, 1, "who we are is known by now");
    expect_fate(f, 1, NJ_FATE_SENT);
    say_folded(f, 2, "第一行\n第二行");
    expect_fate(f, 2, NJ_FATE_SENT);
    assert_non_null(nj_ob_server_expect_private(f->server, PERSON,
                                                "第一行\n第二行", WAIT_MS));
    assert_true(nj_ob_server_folded(f->server));
}

/* Refused: said plainly, in parts that QQ takes. */
static void a_refused_record_is_said_plainly(void **state)
{
    struct fixture *f = connected(state);
    struct nj_str text = NJ_STR_INIT(10000);

    for (int i = 0; i < 60; i++)
        nj_str_addf(&text, "line %d\n", i);
    send_group(f, 1, "x");
    expect_fate(f, 1, NJ_FATE_SENT);
    nj_ob_server_reply(f->server, "send_private_forward_msg", NJ_OB_REPLY_FAIL,
                       1404, "", 1);
    say_folded(f, 2, text.p);
    expect_fate(f, 2, NJ_FATE_SENT);
    assert_non_null(
        nj_ob_server_expect_private(f->server, PERSON, "line 0\n", WAIT_MS));
    assert_true(nj_ob_server_folded(f->server));
    assert_non_null(
        nj_ob_server_expect_private(f->server, PERSON, "line 39", WAIT_MS));
    assert_false(nj_ob_server_folded(f->server));
    assert_non_null(
        nj_ob_server_expect_private(f->server, PERSON, "line 59", WAIT_MS));
    assert_int_equal(nj_ob_server_count(f->server, false, PERSON), 3);
    nj_str_fini(&text);
}

/* It may be on its way: a second copy would be a wall of text. */
static void an_unknown_record_is_not_repeated(void **state)
{
    struct fixture *f = connected(state);

    send_group(f, 1, "x");
    expect_fate(f, 1, NJ_FATE_SENT);
    nj_ob_server_reply(f->server, "send_private_forward_msg", NJ_OB_REPLY_FAIL,
                       1200, "sendCommand timed out", 1);
    say_folded(f, 2, "a\nb");
    expect_fate(f, 2, NJ_FATE_UNKNOWN);
    assert_int_equal(nj_ob_server_count(f->server, false, PERSON), 1);
}

/* The second part is lost: all of it may have to come again, marked. */
static void a_record_cut_short_is_no_clean_failure(void **state)
{
    struct fixture *f = connected(state);
    struct nj_str text = NJ_STR_INIT(10000);

    for (int i = 0; i < 60; i++)
        nj_str_addf(&text, "line %d\n", i);
    send_group(f, 1, "x");
    expect_fate(f, 1, NJ_FATE_SENT);
    nj_ob_server_reply(f->server, "send_private_forward_msg", NJ_OB_REPLY_FAIL,
                       1404, "", 1);
    nj_ob_server_reply(f->server, "send_private_msg", NJ_OB_REPLY_DROP_AFTER, 0,
                       "", 1);
    say_folded(f, 2, text.p);
    expect_fate(f, 2, NJ_FATE_LOST);
    ears_only(&f->ears, NJ_EVENT_DOWN);
    ears_only(&f->ears, NJ_EVENT_UP);
    nj_str_fini(&text);
}

/* --- through a group --- */

/* The server finds fault with every group beside a person that is not
 * allowed, so what is left to show is that it is used where it is. */
static void say_courtesy(struct fixture *f, uint64_t call, const char *user)
{
    f->ears.g->ops->send_courtesy(f->ears.g, call, (struct nj_person){user},
                                  &(struct nj_courtesy){nj_ob_courtesies[0]});
}

/* The group is named beside a courtesy, and never beside a secret. */
static void who_writes_through_a_group_is_found_first(void **state)
{
    static const enum nj_ob_flavour named[] = {NJ_OB_NAPCAT, NJ_OB_LLONEBOT};
    struct fixture *f = connected(state);

    for (size_t i = 0; i < NJ_COUNT(named); i++) {
        nj_ob_server_flavour(f->server, named[i]);
        nj_ob_server_say_through(f->server, GROUP, PERSON + (int64_t)i, "Ann",
                                 "我");
        ears_text(&f->ears, "我");
    }
    nj_ob_server_flavour(f->server, NJ_OB_GOCQHTTP);
    nj_ob_server_say_through(f->server, GROUP, PERSON + 9, "Bob", "我");
    ears_text(&f->ears, "我");
    say_courtesy(f, 1, "qq:u:86");
    /* Delivered, and reported as failed: nobody may take that for a no. */
    expect_fate(f, 1, NJ_FATE_UNKNOWN);
    nj_ob_server_reply(f->server, "send_private_msg", NJ_OB_REPLY_FAIL, 100,
                       "FRIEND_NOT_FOUND", 1);
    say_courtesy(f, 2, "qq:u:86");
    expect_fate(f, 2, NJ_FATE_UNKNOWN);
    assert_int_equal(nj_ob_server_sessions(f->server), 2);
    f->ears.g->ops->send_private(f->ears.g, 3, PRIVATE_CHAT("qq:u:86"),
                                 &(struct nj_say){.text = "secret"});
    expect_fate(f, 3, NJ_FATE_SENT);
    assert_non_null(
        nj_ob_server_expect_private(f->server, 86, "secret", WAIT_MS));
    assert_int_equal(nj_ob_server_sessions(f->server), 2);
    assert_int_equal(nj_ob_server_count(f->server, true, GROUP), 0);
}

static void who_is_not_found_is_no_session(void **state)
{
    struct fixture *f = connected(state);

    nj_ob_server_flavour(f->server, NJ_OB_NAPCAT);
    nj_ob_server_role(f->server, "");
    nj_ob_server_say_through(f->server, GROUP, PERSON, "Ann", "我");
    ears_text(&f->ears, "我");
    nj_ob_server_say_through(f->server, 284840486, 78, "临时会话", "我");
    ears_text(&f->ears, "我");
    say_courtesy(f, 1, "qq:u:77");
    expect_fate(f, 1, NJ_FATE_SENT);
    say_courtesy(f, 2, "qq:u:78");
    expect_fate(f, 2, NJ_FATE_SENT);
    assert_int_equal(nj_ob_server_sessions(f->server), 0);
}

/* Another connection: he has to write again. */
static void a_session_ends_with_the_connection(void **state)
{
    struct fixture *f = connected(state);

    nj_ob_server_flavour(f->server, NJ_OB_NAPCAT);
    nj_ob_server_say_through(f->server, GROUP, PERSON, "Ann", "我");
    ears_text(&f->ears, "我");
    say_courtesy(f, 1, "qq:u:77");
    expect_fate(f, 1, NJ_FATE_SENT);
    nj_ob_server_drop(f->server);
    ears_only(&f->ears, NJ_EVENT_DOWN);
    ears_only(&f->ears, NJ_EVENT_UP);
    say_courtesy(f, 2, "qq:u:77");
    expect_fate(f, 2, NJ_FATE_SENT);
    assert_int_equal(nj_ob_server_sessions(f->server), 1);
}

/* What he said waits for the lookup, and is not lost with the link. */
static void words_wait_for_the_lookup_in_order(void **state)
{
    struct fixture *f = connected(state);

    nj_ob_server_flavour(f->server, NJ_OB_NAPCAT);
    nj_ob_server_reply(f->server, "get_group_member_info",
                       NJ_OB_REPLY_DROP_BEFORE, 0, "", 1);
    nj_ob_server_say_through(f->server, GROUP, PERSON, "Ann", "one");
    ears_text(&f->ears, "one");
    ears_only(&f->ears, NJ_EVENT_DOWN);
    ears_only(&f->ears, NJ_EVENT_UP);
    nj_ob_server_reply(f->server, "get_group_member_info", NJ_OB_REPLY_SLOW, 50,
                       "", 1);
    nj_ob_server_say_through(f->server, GROUP, PERSON, "Ann", "two");
    nj_ob_server_say_through(f->server, GROUP, PERSON, "Ann", "three");
    ears_text(&f->ears, "two");
    ears_text(&f->ears, "three");
}

/* --- risk control --- */

static void failing_without_a_reason_is_told_once(void **state)
{
    struct fixture *f = connected(state);

    nj_ob_server_reply(f->server, "", NJ_OB_REPLY_FAIL, 1200, "Timeout", 4);
    for (uint64_t i = 1; i <= 2; i++) {
        send_group(f, i, "x");
        expect_fate(f, i, NJ_FATE_UNKNOWN);
    }
    send_group(f, 3, "x");
    expect_trouble(f, "risk");
    expect_fate(f, 3, NJ_FATE_UNKNOWN);
    send_group(f, 4, "x");
    expect_fate(f, 4, NJ_FATE_UNKNOWN);
    send_group(f, 5, "x");
    expect_fate(f, 5, NJ_FATE_SENT);
}

static void talking_too_fast_is_said_later(void **state)
{
    struct fixture *f = connected(state);
    struct nj_event *e;

    nj_ob_server_reply(f->server, "", NJ_OB_REPLY_FAIL, 1200,
                       "发送过于频繁，请稍后再试", 1);
    send_group(f, 1, "x");
    e = ears_expect(&f->ears, NJ_EVENT_FATE);
    assert_int_equal(e->fate, NJ_FATE_LATER);
    assert_int_equal(e->ms, 30000);
    nj_event_destroy(e);
}

#define WITH_SERVER(test) cmocka_unit_test_setup_teardown(test, setup, teardown)

int main(void)
{
    const struct CMUnitTest tests[] = {
        WITH_SERVER(members_are_asked_for),
        WITH_SERVER(requests_are_answered_once),
        WITH_SERVER(a_role_left_out_is_remembered),
        WITH_SERVER(a_text_has_the_id_of_the_platform),
        WITH_SERVER(all_flavours_are_understood),
        WITH_SERVER(pictures_arrive_whole),
        WITH_SERVER(slow_things_are_waited_for_longer),
        WITH_SERVER(records_are_folded),
        WITH_SERVER(a_refused_record_is_said_plainly),
        WITH_SERVER(an_unknown_record_is_not_repeated),
        WITH_SERVER(a_record_cut_short_is_no_clean_failure),
        WITH_SERVER(who_writes_through_a_group_is_found_first),
        WITH_SERVER(who_is_not_found_is_no_session),
        WITH_SERVER(a_session_ends_with_the_connection),
        WITH_SERVER(words_wait_for_the_lookup_in_order),
        WITH_SERVER(failing_without_a_reason_is_told_once),
        WITH_SERVER(talking_too_fast_is_said_later),
    };

    return cmocka_run_group_tests_name("gateway/onebot/calls", tests, NULL,
                                       NULL);
}
