/*
 * The OneBot client against the strict server, over real sockets. Every wait
 * has an end; none decides by how long something took.
 */
#include <arpa/inet.h>
#include <netinet/in.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/clock.h"
#include "base/fence.h"
#include "gateway/onebot/onebot.h"
#include "gateway/onebot/talk.h"
#include "kit/kept_log.h"
#include "kit/nj_test.h"
#include "kit/private.h"

static void words_go_both_ways(void **state)
{
    static const char *const mentions[] = {"qq:u:77", "qq:u:78"};
    static const struct nj_say said = {
        .text = "轮到你了", .mentions = mentions, .n_mentions = 2};
    struct fixture *f = connected(state);
    struct nj_event *e;

    nj_ob_server_say_group(f->server, GROUP, PERSON, "安\n", " #帮助 ");
    e = ears_expect(&f->ears, NJ_EVENT_MESSAGE);
    assert_string_equal(e->chat, "qq:g:1001");
    assert_string_equal(e->user, "qq:u:77");
    assert_string_equal(e->name, "安");
    assert_string_equal(e->text, "#帮助");
    assert_true(e->group);
    nj_event_destroy(e);
    nj_ob_server_say_private(f->server, PERSON, "Ann", "上");
    e = ears_expect(&f->ears, NJ_EVENT_MESSAGE);
    assert_string_equal(e->chat, "qq:u:77");
    assert_false(e->group);
    nj_event_destroy(e);
    f->ears.g->ops->send_group(f->ears.g, 1, (struct nj_group){"qq:g:1001"},
                               &said);
    assert_non_null(
        nj_ob_server_expect_group(f->server, GROUP, "轮到你了", WAIT_MS));
    assert_string_equal(nj_ob_server_mentions(f->server), "77,78");
    expect_fate(f, 1, NJ_FATE_SENT);
    send_private(f, 2, "你的身份：\"quoted\"\nline");
    expect_fate(f, 2, NJ_FATE_SENT);
    assert_int_equal(nj_ob_server_count(f->server, false, PERSON), 1);
}

static void a_token_is_refused_before_the_upgrade(void **state)
{
    struct fixture *f = *state;

    f->ears.g = connect_to(nj_ob_server_port(f->server), "wrong", f->ears.in);
    expect_trouble(f, "token");
    assert_null(ears_next(&f->ears, 600)); /* a few tries, and never up */
    assert_true(nj_ob_server_refusals(f->server) > 0);
    assert_int_equal(nj_ob_server_connections(f->server), 0);
    send_group(f, 1, "x");
    expect_fate(f, 1, NJ_FATE_NOT_SENT);
}

/* The backoff starts at 20 ms: without the long wait there would be dozens. */
static void a_token_refused_late_makes_no_storm(void **state)
{
    struct fixture *f = *state;

    nj_ob_server_gate(f->server, NJ_OB_GATE_LATE);
    f->ears.g = connect_to(nj_ob_server_port(f->server), "wrong", f->ears.in);
    assert_true(nj_ob_server_connected(f->server, 2, WAIT_MS));
    expect_trouble(f, "token");
    assert_null(ears_next(&f->ears, 900));
    assert_in_range(nj_ob_server_connections(f->server), 2, 6);
}

static void no_token_is_sent_where_none_is_set(void **state)
{
    struct fixture *f = *state;

    f->ears.g = connect_to(nj_ob_server_port(f->server), "", f->ears.in);
    expect_trouble(f, "token");
    assert_null(ears_next(&f->ears, 200));
    assert_int_equal(nj_ob_server_connections(f->server), 0);
    assert_true(nj_ob_server_refusals(f->server) > 0);
}

static void an_answer_proves_the_link(void **state)
{
    struct fixture *f = *state;

    nj_ob_server_quiet(f->server, true); /* no lifecycle event */
    (void)connected(state);
    send_group(f, 1, "x");
    expect_fate(f, 1, NJ_FATE_SENT);
}

static void a_silent_peer_is_never_up(void **state)
{
    struct fixture *f = *state;

    nj_ob_server_quiet(f->server, true);
    nj_ob_server_reply(f->server, "get_login_info", NJ_OB_REPLY_NEVER, 0, "",
                       1);
    nj_ob_server_reply(f->server, "get_friend_list", NJ_OB_REPLY_NEVER, 0, "",
                       1);
    f->ears.g = connect_to(nj_ob_server_port(f->server), TOKEN, f->ears.in);
    assert_true(nj_ob_server_connected(f->server, 1, WAIT_MS));
    send_group(f, 1, "x");
    expect_fate(f, 1, NJ_FATE_NOT_SENT);
    nj_ob_server_heartbeat(f->server, 5000, true);
    ears_only(&f->ears, NJ_EVENT_UP);
}

/* What is to be said waits until we may speak again (base/fence.h). */
static void who_may_not_speak_is_silent(void **state)
{
    struct fixture *f = connected(state);
    bool said;

    nj_fence_until(NJ_BAR_WORK, nj_fence_now_ms());
    send_group(f, 1, "held back");
    said = nj_ob_server_expect_group(f->server, 1001, "held back", 500) != NULL;
    nj_fence_lift(NJ_BAR_WORK);
    assert_false(said);
    assert_non_null(
        nj_ob_server_expect_group(f->server, 1001, "held back", 5000));
}

static void lost_before_the_answer(void **state)
{
    struct fixture *f = connected(state);

    nj_ob_server_reply(f->server, "send_group_msg", NJ_OB_REPLY_DROP_BEFORE, 0,
                       "", 1);
    send_group(f, 1, "one");
    expect_fate(f, 1, NJ_FATE_LOST);
    ears_only(&f->ears, NJ_EVENT_DOWN);
    ears_only(&f->ears, NJ_EVENT_UP); /* by itself, after a short wait */
    send_group(f, 2, "two");
    expect_fate(f, 2, NJ_FATE_SENT);
}

static void lost_behind_the_answer(void **state)
{
    struct fixture *f = connected(state);

    nj_ob_server_reply(f->server, "send_group_msg", NJ_OB_REPLY_DROP_AFTER, 0,
                       "", 1);
    send_group(f, 1, "one");
    expect_fate(f, 1, NJ_FATE_SENT);
    ears_only(&f->ears, NJ_EVENT_DOWN);
    ears_only(&f->ears, NJ_EVENT_UP);
}

static void slow_answers_are_waited_for(void **state)
{
    struct fixture *f = connected(state);

    nj_ob_server_reply(f->server, "send_group_msg", NJ_OB_REPLY_SLOW, 100, "",
                       1);
    send_group(f, 1, "slow");
    send_private(f, 2, "quick");
    expect_fate(f, 2, NJ_FATE_SENT); /* overtakes */
    expect_fate(f, 1, NJ_FATE_SENT);
}

static void answers_after_the_deadline_are_ignored(void **state)
{
    struct fixture *f = connected(state);

    nj_ob_server_reply(f->server, "send_group_msg", NJ_OB_REPLY_SLOW, 1300, "",
                       1);
    nj_ob_server_reply(f->server, "send_private_msg", NJ_OB_REPLY_TWICE, 0, "",
                       1);
    send_group(f, 1, "too slow");
    expect_fate(f, 1, NJ_FATE_UNKNOWN);
    send_private(f, 2, "answered twice");
    expect_fate(f, 2, NJ_FATE_SENT);
    assert_null(ears_next(&f->ears, 600)); /* the late one has come meanwhile */
    send_private(f, 3, "goes on");
    expect_fate(f, 3, NJ_FATE_SENT);
}

static void no_answer_at_all_is_unknown(void **state)
{
    struct fixture *f = connected(state);

    nj_ob_server_reply(f->server, "send_private_msg", NJ_OB_REPLY_NEVER, 0, "",
                       1);
    send_private(f, 1, "x");
    expect_fate(f, 1, NJ_FATE_UNKNOWN);
}

static void failures_are_told_apart(void **state)
{
    struct fixture *f = connected(state);

    nj_ob_server_reply(f->server, "", NJ_OB_REPLY_FAIL, 1200,
                       "EventChecker Failed: 请先添加对方为好友", 1);
    nj_ob_server_reply(f->server, "", NJ_OB_REPLY_FAIL, 1200,
                       "Timeout: NTEvent", 1);
    nj_ob_server_reply(f->server, "", NJ_OB_REPLY_FAIL, 120, "", 1);
    send_private(f, 1, "a");
    expect_fate(f, 1, NJ_FATE_REFUSED);
    send_group(f, 2, "b");
    expect_fate(f, 2, NJ_FATE_UNKNOWN);
    send_group(f, 3, "c");
    expect_fate(f, 3, NJ_FATE_REFUSED);
}

static void duplicates_cost_nothing(void **state)
{
    struct fixture *f = connected(state);

    nj_ob_server_say_group(f->server, GROUP, PERSON, "Ann", "once");
    nj_ob_server_repeat(f->server);
    nj_ob_server_drop(f->server);
    ears_text(&f->ears, "once");
    ears_only(&f->ears, NJ_EVENT_DOWN);
    ears_only(&f->ears, NJ_EVENT_UP);
    nj_ob_server_repeat(f->server); /* also on the next connection */
    nj_ob_server_say_group(f->server, GROUP, PERSON, "Ann", "twice");
    ears_text(&f->ears, "twice");
}

static void reconnecting_goes_on_until_it_works(void **state)
{
    struct fixture *f = connected(state);

    for (uint32_t i = 1; i <= 3; i++) {
        nj_ob_server_drop(f->server);
        ears_only(&f->ears, NJ_EVENT_DOWN);
        ears_only(&f->ears, NJ_EVENT_UP);
    }
    assert_true(nj_ob_server_connections(f->server) >= 4);
}

static void half_open_links_are_noticed(void **state)
{
    struct fixture *f = connected(state);

    nj_ob_server_freeze(f->server);
    send_group(f, 1, "into the void");
    expect_fate(f, 1, NJ_FATE_UNKNOWN); /* its deadline is first */
    ears_only(&f->ears, NJ_EVENT_DOWN);
    ears_only(&f->ears, NJ_EVENT_UP);
    send_group(f, 2, "heard again");
    expect_fate(f, 2, NJ_FATE_SENT);
    assert_non_null(
        nj_ob_server_expect_group(f->server, GROUP, "heard again", WAIT_MS));
}

static void heartbeats_that_stop_end_the_link(void **state)
{
    struct fixture *f = connected(state);
    struct nj_event *e;

    nj_ob_server_heartbeat(f->server, 50, true); /* and none after it */
    e = ears_expect(&f->ears, NJ_EVENT_DOWN);
    assert_non_null(strstr(e->text, "heartbeat"));
    nj_event_destroy(e);
    ears_only(&f->ears, NJ_EVENT_UP);
}

static void an_account_goes_off_and_on(void **state)
{
    struct fixture *f = connected(state);

    nj_ob_server_heartbeat(f->server, 60000, false);
    ears_only(&f->ears, NJ_EVENT_DOWN);
    expect_trouble(f, "offline");
    nj_ob_server_heartbeat(f->server, 60000, false); /* once is enough */
    send_group(f, 1, "x");
    expect_fate(f, 1, NJ_FATE_NOT_SENT);
    nj_ob_server_heartbeat(f->server, 60000, true);
    ears_only(&f->ears, NJ_EVENT_UP);
    nj_ob_server_push(f->server,
                      "{\"time\":1,\"self_id\":10000,\"post_type\":\"notice\","
                      "\"notice_type\":\"bot_offline\",\"user_id\":10000}",
                      0);
    ears_only(&f->ears, NJ_EVENT_DOWN);
    expect_trouble(f, "offline");
    nj_ob_server_say_private(f->server, PERSON, "Ann", "hello?");
    ears_only(&f->ears, NJ_EVENT_UP); /* who hears is online */
    ears_text(&f->ears, "hello?");
    assert_int_equal(nj_ob_server_connections(f->server), 1);
}

/* A message with a text of n bytes. */
static char *big_frame(size_t n)
{
    static const char head[] =
        "{\"time\":1700000000,\"self_id\":10000,\"post_type\":\"message\","
        "\"message_type\":\"group\",\"sub_type\":\"normal\","
        "\"message_id\":5,\"user_id\":77,\"group_id\":1001,"
        "\"message\":[{\"type\":\"text\",\"data\":{\"text\":\"";
    size_t head_len = sizeof(head) - 1;
    char *frame = nj_alloc(head_len + n + 8);

    memcpy(frame, head, head_len);
    memset(frame + head_len, 'x', n);
    memcpy(frame + head_len + n, "\"}}]}", 6);
    return frame;
}

static void fragments_make_one_frame(void **state)
{
    struct fixture *f = connected(state);
    char *frame = big_frame(300000);
    struct nj_event *e;

    nj_ob_server_push(f->server, frame, 7001);
    free(frame);
    e = ears_expect(&f->ears, NJ_EVENT_MESSAGE);
    assert_int_equal(strlen(e->text), NJ_TEXT_IN_MAX);
    nj_event_destroy(e);
    nj_ob_server_push(f->server,
                      "{\"time\":1700000000,\"self_id\":10000,"
                      "\"post_type\":\"message\",\"message_type\":\"private\","
                      "\"message_id\":\"6\",\"user_id\":\"77\","
                      "\"message\":\"夜莺\"}",
                      1); /* cuts every character */
    ears_text(&f->ears, "夜莺");
}

static void oversized_frames_end_the_link(void **state)
{
    struct fixture *f = connected(state);
    char *frame = big_frame(NJ_FRAME_MAX);
    struct nj_event *e;

    nj_ob_server_push(f->server, frame, 0);
    free(frame);
    e = ears_expect(&f->ears, NJ_EVENT_DOWN);
    assert_non_null(strstr(e->text, "too large"));
    nj_event_destroy(e);
    ears_only(&f->ears, NJ_EVENT_UP);
}

static void rubbish_is_passed_over(void **state)
{
    struct fixture *f = connected(state);

    nj_ob_server_push(f->server, "{\"post_type\":\"mess", 0);
    nj_ob_server_push(f->server, "[]", 0);
    nj_ob_server_push(f->server, "{\"echo\":\"never-asked\",\"retcode\":0}", 0);
    nj_ob_server_say_group(f->server, GROUP, PERSON, "Ann", "still here");
    ears_text(&f->ears, "still here");
    assert_int_equal(nj_ob_server_connections(f->server), 1);
}

static void unsendable_texts_are_refused(void **state)
{
    static const struct nj_say a = {.text = "a"};
    struct fixture *f = connected(state);

    f->ears.g->ops->send_group(f->ears.g, 1, (struct nj_group){"qq:g:x"}, &a);
    expect_fate(f, 1, NJ_FATE_REFUSED);
    send_private(f, 2, "");
    expect_fate(f, 2, NJ_FATE_REFUSED);
    /* A group's address in the place of a person's goes nowhere. */
    f->ears.g->ops->send_private(f->ears.g, 3, PRIVATE_CHAT("qq:g:1001"), &a);
    expect_fate(f, 3, NJ_FATE_REFUSED);
    assert_int_equal(nj_ob_server_count(f->server, true, GROUP), 0);
}

static void stopping_sends_what_is_queued(void **state)
{
    struct fixture *f = connected(state);

    nj_ob_server_reply(f->server, "send_private_msg", NJ_OB_REPLY_NEVER, 0, "",
                       1);
    send_private(f, 1, "never answered");
    for (uint64_t i = 2; i < 12; i++)
        send_group(f, i, "the end");
    f->ears.g->ops->stop(f->ears.g, 500);
    for (uint64_t i = 2; i < 12; i++)
        expect_fate(f, i, NJ_FATE_SENT);
    expect_fate(f, 1, NJ_FATE_LOST);
    assert_int_equal(nj_ob_server_count(f->server, true, GROUP), 10);
    send_group(f, 20, "too late");
    ears_only(&f->ears, NJ_EVENT_DOWN);
    expect_fate(f, 20, NJ_FATE_NOT_SENT);
}

/* A listener that accepts the connection and never says a word. */
static int mute_listener(uint16_t *port)
{
    struct sockaddr_in a = {.sin_family = AF_INET};
    socklen_t n = sizeof(a);
    int fd = socket(AF_INET, SOCK_STREAM, 0);

    a.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    assert_true(fd >= 0);
    assert_int_equal(bind(fd, (struct sockaddr *)&a, sizeof(a)), 0);
    assert_int_equal(listen(fd, 8), 0);
    assert_int_equal(getsockname(fd, (struct sockaddr *)&a, &n), 0);
    *port = ntohs(a.sin_port);
    return fd;
}

static int accept_within(int fd, int wait_ms)
{
    struct pollfd p = {.fd = fd, .events = POLLIN};

    assert_int_equal(poll(&p, 1, wait_ms), 1);
    return accept(fd, NULL, NULL);
}

static void an_unanswered_upgrade_is_given_up(void **state)
{
    struct fixture *f = *state;
    uint16_t port;
    int fd = mute_listener(&port);
    int first;
    int second;

    f->ears.g = connect_to(port, TOKEN, f->ears.in);
    first = accept_within(fd, WAIT_MS);
    second = accept_within(fd, 12000);
    (void)close(first);
    (void)close(second);
    (void)close(fd);
    send_group(f, 1, "x");
    expect_fate(f, 1, NJ_FATE_NOT_SENT);
}

static void nobody_listens(void **state)
{
    struct fixture *f = *state;
    uint16_t port;
    int fd = mute_listener(&port);

    (void)close(fd); /* the port is free again */
    f->ears.g = connect_to(port, TOKEN, f->ears.in);
    assert_null(ears_next(&f->ears, 200));
    send_group(f, 1, "x");
    expect_fate(f, 1, NJ_FATE_NOT_SENT);
}

static void settings_are_checked(void **state)
{
    struct nj_onebot_options o = {.name = "qq",
                                  .url = "http://127.0.0.1:1/",
                                  .token = "",
                                  .ping_ms = 1,
                                  .hangup_ms = 2,
                                  .backoff_min_ms = 1,
                                  .backoff_max_ms = 2,
                                  .answer_ms = 1,
                                  .friend_min_ms = 1,
                                  .friend_max_ms = 1};
    struct nj_gateway *g = NULL;
    struct nj_err err;

    NJ_UNUSED(state);
    assert_int_equal(nj_onebot_create(&o, 0, NULL, &g, &err), NJ_ERR_BAD_INPUT);
    assert_non_null(strstr(err.text, "http://127.0.0.1:1/"));
    o.url = "ws://127.0.0.1:1/";
    o.token = "two words";
    assert_int_equal(nj_onebot_create(&o, 0, NULL, &g, &err), NJ_ERR_BAD_INPUT);
    assert_null(strstr(err.text, "two words"));
    o.token = "";
    o.backoff_max_ms = 0;
    assert_int_equal(nj_onebot_create(&o, 0, NULL, &g, &err), NJ_ERR_RANGE);
    assert_null(g);
}

/* Runs last: whatever happened above, the log tells no secret. */
static void the_log_holds_no_secret(void **state)
{
    NJ_UNUSED(state);
    assert_true(kept_log()[0] != '\0');
    assert_non_null(strstr(kept_log(), "token_refused"));
    assert_non_null(strstr(kept_log(), "upgrade_refused"));
    assert_null(strstr(kept_log(), TOKEN));
    assert_null(strstr(kept_log(), "never answered"));
    assert_null(strstr(kept_log(), "into the void"));
}

#define WITH_SERVER(test) cmocka_unit_test_setup_teardown(test, setup, teardown)

int main(void)
{
    const struct CMUnitTest tests[] = {
        WITH_SERVER(words_go_both_ways),
        WITH_SERVER(a_token_is_refused_before_the_upgrade),
        WITH_SERVER(a_token_refused_late_makes_no_storm),
        WITH_SERVER(no_token_is_sent_where_none_is_set),
        WITH_SERVER(an_answer_proves_the_link),
        WITH_SERVER(a_silent_peer_is_never_up),
        WITH_SERVER(who_may_not_speak_is_silent),
        WITH_SERVER(lost_before_the_answer),
        WITH_SERVER(lost_behind_the_answer),
        WITH_SERVER(slow_answers_are_waited_for),
        WITH_SERVER(answers_after_the_deadline_are_ignored),
        WITH_SERVER(no_answer_at_all_is_unknown),
        WITH_SERVER(failures_are_told_apart),
        WITH_SERVER(duplicates_cost_nothing),
        WITH_SERVER(reconnecting_goes_on_until_it_works),
        WITH_SERVER(half_open_links_are_noticed),
        WITH_SERVER(heartbeats_that_stop_end_the_link),
        WITH_SERVER(an_account_goes_off_and_on),
        WITH_SERVER(fragments_make_one_frame),
        WITH_SERVER(oversized_frames_end_the_link),
        WITH_SERVER(rubbish_is_passed_over),
        WITH_SERVER(unsendable_texts_are_refused),
        WITH_SERVER(stopping_sends_what_is_queued),
        WITH_SERVER(an_unanswered_upgrade_is_given_up),
        WITH_SERVER(nobody_listens),
        cmocka_unit_test(settings_are_checked),
        cmocka_unit_test(the_log_holds_no_secret),
    };

    kept_log_begin();
    return cmocka_run_group_tests_name("gateway/onebot/client", tests, NULL,
                                       NULL);
}
