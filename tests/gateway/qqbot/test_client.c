/*
 * The gateway of QQ's bot platform against the strict server, over real
 * sockets: the line, and words both ways. Every wait has an end; none decides
 * by how long something took.
 */
#include "gateway/qqbot/talk.h"

#define PRESS_MS 3000

/* --- words --- */

static void words_go_both_ways(void **state)
{
    struct fixture *f = connected(state);
    struct nj_event *e;

    assert_int_equal(qqbot_server_intents(f->server), 100663296);
    group_says(f, "hello <there>");
    e = expect(f, NJ_EVENT_MESSAGE);
    assert_string_equal(e->chat, GROUP_AT);
    assert_string_equal(e->user, USER_AT);
    assert_string_equal(e->name, "Ann");
    assert_true(e->group);
    assert_false(e->at_me);
    assert_true(e->offset > 0);
    nj_event_destroy(e);
    user_says(f, "up");
    e = expect(f, NJ_EVENT_MESSAGE);
    assert_string_equal(e->chat, USER_AT);
    assert_int_equal(e->privacy, NJ_PRIVACY_PROVED);
    nj_event_destroy(e);
    send_group(f, 5, "your turn");
    (void)came(f, QQBOT_GROUP, "your turn");
    assert_false(qqbot_server_pushed(f->server)); /* an answer */
    expect_fate(f, 5, NJ_FATE_SENT);
    send_private(f, 6, "a secret");
    (void)came(f, QQBOT_USER, "a secret");
    expect_fate(f, 6, NJ_FATE_SENT);
    assert_int_equal(shown(f, QQBOT_GROUP, "a secret"), 0);
}

/* Each is heard once by its id, whichever way the platform tells it. */
static void mentions_are_heard_in_each_way(void **state)
{
    static const enum qqbot_mention ways[] = {
        QQBOT_MENTION_AT, QQBOT_MENTION_FULL, QQBOT_MENTION_BOTH};
    struct fixture *f = connected(state);
    char id[NJ_MSG_ID_MAX];
    struct nj_event *e;

    for (size_t i = 0; i < NJ_COUNT(ways); i++) {
        qqbot_server_mentions(f->server, ways[i]);
        group_says(f, "@ #help");
        e = expect(f, NJ_EVENT_MESSAGE);
        assert_true(e->at_me);
        assert_string_equal(e->text, "#help");
        memcpy(id, e->id, sizeof(id));
        nj_event_destroy(e);
    }
    e = expect(f, NJ_EVENT_MESSAGE); /* both: the same id twice */
    assert_string_equal(e->id, id);
    nj_event_destroy(e);
}

static void what_nobody_has_asked_for_is_a_push(void **state)
{
    struct fixture *f = connected(state);

    send_group(f, 1, "the day begins");
    (void)came(f, QQBOT_GROUP, "the day begins");
    assert_true(qqbot_server_pushed(f->server));
    expect_fate(f, 1, NJ_FATE_SENT);
}

static void each_chat_is_told_in_order(void **state)
{
    struct fixture *f = connected(state);
    enum qqbot_scene scene;
    const char *chat, *text;
    char words[24];

    group_says(f, "x");
    hears(f, "x");
    for (uint64_t i = 0; i < 9; i++) {
        (void)snprintf(words, sizeof(words), "line %u", (unsigned)i);
        send_group(f, i, words);
    }
    for (uint32_t i = 0; i < 9; i++) {
        (void)snprintf(words, sizeof(words), "line %u", (unsigned)i);
        (void)came(f, QQBOT_GROUP, words);
        text = qqbot_server_text(f->server, i, WAIT_MS, &scene, &chat);
        assert_non_null(text);
        assert_string_equal(text, words);
        expect_fate(f, i, NJ_FATE_SENT);
    }
}

/* What has to be said again is said before what comes behind it. */
static void nothing_overtakes_what_is_said_again(void **state)
{
    struct fixture *f = connected(state);
    enum qqbot_scene scene;
    const char *chat;

    group_says(f, "x");
    hears(f, "x");
    qqbot_server_rule(f->server,
                      &(struct qqbot_rule){.part = "/messages",
                                           .reply = QQBOT_REPLY_DROP_BEFORE,
                                           .times = 1});
    send_group(f, 1, "first");
    send_group(f, 2, "second");
    expect_fate(f, 1, NJ_FATE_SENT);
    expect_fate(f, 2, NJ_FATE_SENT);
    assert_string_equal(qqbot_server_text(f->server, 0, 0, &scene, &chat),
                        "first");
    assert_string_equal(qqbot_server_text(f->server, 1, 0, &scene, &chat),
                        "second");
}

static void a_press_is_acknowledged_and_heard(void **state)
{
    static const struct nj_button buttons[] = {{"Join", "tok-1", NULL},
                                               {"Leave", "tok-2", NULL}};
    struct fixture *f = connected(state);
    struct nj_event *e;

    say_group(
        f, 1,
        &(struct nj_say){.text = "card", .buttons = buttons, .n_buttons = 2});
    (void)came(f, QQBOT_GROUP, "card");
    assert_string_equal(qqbot_server_buttons(f->server),
                        "Join=tok-1|Leave=tok-2");
    expect_fate(f, 1, NJ_FATE_SENT);
    qqbot_server_press(f->server, QQBOT_GROUP, GROUP, USER, "tok-2");
    e = expect(f, NJ_EVENT_PRESS);
    assert_string_equal(e->text, "tok-2");
    assert_string_equal(e->user, USER_AT);
    assert_string_equal(e->chat, GROUP_AT);
    f->ears.g->ops->answer_press(f->ears.g, e->id, "Not yours", NULL);
    nj_event_destroy(e);
    assert_true(qqbot_server_touched(f->server, 1, PRESS_MS));
    /* A forged one is acknowledged like every other. */
    qqbot_server_press(f->server, QQBOT_USER, USER, USER, "");
    assert_true(qqbot_server_touched(f->server, 2, PRESS_MS));
}

/* In private each message has a button that opens room for what waits. */
static void a_press_in_private_fetches_what_waits(void **state)
{
    static const struct nj_button buttons[] = {{"Left", "tok-1", NULL},
                                               {"Right", "tok-2", NULL}};
    struct fixture *f = connected(state);
    const struct nj_say say = {.text = "a secret",
                               .buttons = buttons,
                               .n_buttons = 2,
                               .columns = 2,
                               .fetch = "Fetch"};
    struct nj_event *e;

    f->ears.g->ops->send_private(f->ears.g, 1, PRIVATE_CHAT(USER_AT), &say);
    (void)came(f, QQBOT_USER, "a secret");
    assert_string_equal(qqbot_server_buttons(f->server),
                        "Left=tok-1|Right=tok-2|Fetch=fetch");
    expect_fate(f, 1, NJ_FATE_SENT);
    qqbot_server_switch(f->server, QQBOT_USER, USER, false, true);
    group_says(f, "settle");
    hears(f, "settle");
    send_private(f, 2, "another secret"); /* no pushes, and nothing to answer */
    expect_fate(f, 2, NJ_FATE_REFUSED);
    qqbot_server_press(f->server, QQBOT_USER, USER, USER, "fetch");
    e = expect(f, NJ_EVENT_PRESS);
    assert_string_equal(e->text, NJ_PRESS_FETCH);
    assert_string_equal(e->chat, USER_AT);
    assert_int_equal(e->privacy, NJ_PRIVACY_PROVED);
    nj_event_destroy(e);
    only(f, NJ_EVENT_FRIEND); /* what was refused may go */
    assert_true(qqbot_server_touched(f->server, 1, PRESS_MS));
    send_private(f, 3, "another secret");
    (void)came(f, QQBOT_USER, "another secret");
    assert_false(qqbot_server_pushed(f->server));
    expect_fate(f, 3, NJ_FATE_SENT);
}

/* What carries a text is on disk before it leaves: no later life takes that
 * answer again for something else. */
static void a_route_is_kept_before_the_call(void **state)
{
    struct fixture *f = connected(state);
    struct nj_event *e;

    group_says(f, "x");
    hears(f, "x");
    ears_open(&f->ears, 0);
    f->ears.keep = NULL; /* from now on by hand */
    send_group(f, 1, "answered");
    e = ears_next(&f->ears, WAIT_MS);
    assert_non_null(e);
    assert_int_equal(e->kind, NJ_EVENT_KEEP);
    assert_string_equal(e->chat, GROUP_AT);
    assert_non_null(strstr(e->text, "c 1 4 1 ")); /* four left, one gone */
    assert_int_equal(shown(f, QQBOT_GROUP, "answered"), 0);
    f->ears.g->ops->kept(f->ears.g, e->call);
    nj_event_destroy(e);
    assert_non_null(qqbot_server_expect(f->server, QQBOT_GROUP, GROUP,
                                        "answered", WAIT_MS));
    only(f, NJ_EVENT_KEEP);
    expect_fate(f, 1, NJ_FATE_SENT);
    send_group(f, 2, "all the same"); /* a disk that takes nothing */
    assert_non_null(qqbot_server_expect(f->server, QQBOT_GROUP, GROUP,
                                        "all the same", WAIT_MS));
}

/* A message that was meant for us alone is taken out of sight. */
static void what_is_withdrawn_is_out_of_sight(void **state)
{
    struct fixture *f = connected(state);
    struct nj_event *e;

    qqbot_server_promote(f->server, GROUP);
    group_says(f, "my secret order");
    e = expect(f, NJ_EVENT_MESSAGE);
    f->ears.g->ops->withdraw(f->ears.g, (struct nj_group){GROUP_AT}, e->id);
    assert_true(qqbot_server_withdrawn(f->server, 1, WAIT_MS));
    f->ears.g->ops->withdraw(f->ears.g, (struct nj_group){GROUP_AT}, "none");
    nj_event_destroy(e);
    group_says(f, "too long ago");
    e = expect(f, NJ_EVENT_MESSAGE);
    f->ears.g->ops->pass(f->ears.g, 120000);
    f->ears.g->ops->withdraw(f->ears.g, (struct nj_group){GROUP_AT}, e->id);
    nj_event_destroy(e);
    group_says(f, "again");
    hears(f, "again");
    send_group(f, 1, "settle");
    expect_fate(f, 1, NJ_FATE_SENT);
    assert_false(qqbot_server_withdrawn(f->server, 2, 0));
}

/* Where we may not, nothing comes of it. */
static void a_bot_that_is_no_admin_withdraws_nothing(void **state)
{
    struct fixture *f = connected(state);
    struct nj_event *e;

    group_says(f, "my secret order");
    e = expect(f, NJ_EVENT_MESSAGE);
    f->ears.g->ops->withdraw(f->ears.g, (struct nj_group){GROUP_AT}, e->id);
    nj_event_destroy(e);
    for (int i = 0; i < 500 && strstr(kept_log(), "not_withdrawn") == NULL; i++)
        assert_null(ears_next(&f->ears, 10));
    assert_non_null(strstr(kept_log(), "not_withdrawn"));
    send_group(f, 1, "still here");
    expect_fate(f, 1, NJ_FATE_SENT);
}

/* --- the line --- */

static void a_line_that_breaks_is_resumed(void **state)
{
    static const int codes[] = {0, 4009, 1000}; /* cut, expired, closed */
    struct fixture *f = connected(state);
    char words[24];

    for (uint32_t i = 0; i < NJ_COUNT(codes); i++) {
        (void)snprintf(words, sizeof(words), "before %u", (unsigned)i);
        group_says(f, words);
        hears(f, words);
        qqbot_server_close(f->server, codes[i]);
        (void)snprintf(words, sizeof(words), "missed %u", (unsigned)i);
        group_says(f, words);
        assert_true(qqbot_server_resumed(f->server, i + 1, WAIT_MS));
        hears_at_last(f, words); /* what came already may come again */
    }
    send_group(f, 1, "still here");
    (void)came(f, QQBOT_GROUP, "still here");
    expect_fate(f, 1, NJ_FATE_SENT); /* and nobody was told of an outage */
    assert_true(qqbot_server_identified(f->server, 1, 0));
    assert_false(qqbot_server_identified(f->server, 2, 0));
}

static void the_server_may_ask_for_another_connection(void **state)
{
    struct fixture *f = connected(state);

    qqbot_server_op(f->server, 7);
    assert_true(qqbot_server_resumed(f->server, 1, WAIT_MS));
    group_says(f, "again");
    hears(f, "again");
}

static void an_invalid_session_is_begun_anew(void **state)
{
    struct fixture *f = connected(state);

    group_says(f, "first");
    hears(f, "first");
    qqbot_server_forget(f->server);
    qqbot_server_close(f->server, 0);
    only(f, NJ_EVENT_DOWN); /* for seconds: the platform wants it so */
    only(f, NJ_EVENT_UP);
    assert_true(qqbot_server_identified(f->server, 2, WAIT_MS));
    group_says(f, "second");
    hears(f, "second");
}

static void a_session_that_is_none_any_more_is_dropped(void **state)
{
    struct fixture *f = connected(state);

    qqbot_server_close(f->server, 4006);
    assert_true(qqbot_server_identified(f->server, 2, WAIT_MS));
    group_says(f, "anew");
    hears(f, "anew");
}

static void signs_of_life_are_given(void **state)
{
    struct fixture *f = *state;

    qqbot_server_interval(f->server, 1000);
    (void)connected(state);
    for (int i = 0; i < 100 && qqbot_server_beats(f->server) < 2; i++)
        assert_null(ears_next(&f->ears, 50));
    assert_true(qqbot_server_beats(f->server) >= 2);
    qqbot_server_silent(f->server, true); /* a dead line */
    assert_true(qqbot_server_resumed(f->server, 1, WAIT_MS));
    qqbot_server_silent(f->server, false);
}

static void frames_come_in_pieces(void **state)
{
    struct fixture *f = *state;

    for (size_t bytes = 1; bytes <= 3; bytes += 2) {
        qqbot_server_pieces(f->server, bytes);
        if (f->ears.g == NULL)
            (void)connected(state);
        group_says(f, "\xe5\xa4\x9c\xe9\xb8\xa6");
        hears(f, "\xe5\xa4\x9c\xe9\xb8\xa6");
    }
}

static void numbers_go_beyond_32_bits(void **state)
{
    struct fixture *f = connected(state);

    qqbot_server_sequence(f->server, INT64_C(5000000000));
    group_says(f, "far");
    hears(f, "far");
    qqbot_server_close(f->server, 0);
    assert_true(qqbot_server_resumed(f->server, 1, WAIT_MS));
}

static void odd_frames_do_no_harm(void **state)
{
    static const char *const odd[] = {
        "{",
        "[]",
        "\"\"",
        "{\"op\":\"0\"}",
        "{\"op\":99}",
        "{\"op\":0,\"s\":-1,\"t\":7,\"d\":[]}",
        "{\"op\":0,\"s\":1e400,\"t\":\"GROUP_MESSAGE_CREATE\",\"d\":\"\"}",
        "{\"op\":0,\"t\":\"INTERACTION_CREATE\",\"d\":{\"type\":11}}",
        "{\"op\":0,\"t\":\"NEW_OF_LATER_DAYS\",\"id\":\"x\",\"d\":{}}",
        "{\"op\":10}",
        "{\"op\":0,\"t\":\"READY\",\"d\":{\"session_id\":\"stolen\"}}",
    };
    struct fixture *f = connected(state);

    for (size_t i = 0; i < NJ_COUNT(odd); i++)
        qqbot_server_push(f->server, odd[i]);
    group_says(f, "after all that");
    hears(f, "after all that");
    qqbot_server_close(f->server, 0);
    assert_true(qqbot_server_resumed(f->server, 1, WAIT_MS));
}

/* --- lives --- */

static void a_later_life_goes_on_where_the_first_was(void **state)
{
    struct fixture *f = connected(state);

    group_says(f, "one");
    hears(f, "one");
    f->ears.g->ops->stop(f->ears.g, 0);
    ears_hang_up(&f->ears);
    f->ears.g = NULL;
    group_says(f, "while nobody was there");
    start(f);
    hears(f, "one"); /* once more */
    hears(f, "while nobody was there");
    only(f, NJ_EVENT_UP);
    assert_true(qqbot_server_resumed(f->server, 1, WAIT_MS));
    assert_false(qqbot_server_identified(f->server, 2, 0));
}

/* Positions of the second session go on behind those of the first. */
static void a_later_life_resumes_the_second_session(void **state)
{
    struct fixture *f = connected(state);

    group_says(f, "one");
    hears(f, "one");
    group_says(f, "two");
    hears(f, "two");
    qqbot_server_close(f->server, 4006);
    assert_true(qqbot_server_identified(f->server, 2, WAIT_MS));
    group_says(f, "three");
    hears_at_last(f, "three");
    live_again(f);
    assert_true(qqbot_server_resumed(f->server, 1, WAIT_MS));
    assert_false(qqbot_server_identified(f->server, 3, 0));
    hears(f, "three"); /* once more */
    only(f, NJ_EVENT_UP);
}

/* An event of which the referee hears nothing else is behind us as well. */
static void a_switch_is_not_told_again_to_a_later_life(void **state)
{
    struct fixture *f = connected(state);
    int64_t offset;

    group_says(f, "one");
    hears(f, "one");
    offset = f->offset;
    qqbot_server_switch(f->server, QQBOT_USER, USER, false, true);
    for (int i = 0; i < 500 && f->offset == offset; i++)
        ears_open(&f->ears, 10);
    assert_int_equal(f->offset, offset + 1);
    live_again(f);
    only(f, NJ_EVENT_UP);
    assert_int_equal(qqbot_server_resumed_behind(f->server), 3);
}

/* How old it is was told with it: too old to be answered for sure. */
static void what_comes_late_is_not_answered(void **state)
{
    struct fixture *f = connected(state);

    qqbot_server_pass(f->server, 360000);
    f->ears.g->ops->pass(f->ears.g, 360000);
    qqbot_server_close(f->server, 0);
    group_says(f, "missed");
    hears_at_last(f, "missed");
    send_group(f, 1, "so late");
    (void)came(f, QQBOT_GROUP, "so late");
    assert_true(qqbot_server_pushed(f->server));
    expect_fate(f, 1, NJ_FATE_SENT);
}

/* What may be answered is known to the next life, and how often it was. */
static void a_later_life_knows_what_may_be_said(void **state)
{
    struct fixture *f = connected(state);

    user_says(f, "hello");
    hears(f, "hello");
    for (uint64_t i = 0; i < 2; i++) {
        send_private(f, i, "answer");
        expect_fate(f, i, NJ_FATE_SENT);
    }
    qqbot_server_switch(f->server, QQBOT_USER, USER, false, true);
    group_says(f, "settle");
    hears(f, "settle");
    live_again(f);
    hears(f, "settle"); /* once more */
    only(f, NJ_EVENT_UP);
    send_private(f, 7, "third"); /* and the fourth is kept back */
    (void)came(f, QQBOT_USER, "third");
    assert_false(qqbot_server_pushed(f->server));
    expect_fate(f, 7, NJ_FATE_SENT);
    send_private(f, 8, "fourth");
    expect_fate(f, 8, NJ_FATE_REFUSED);
    assert_int_equal(refused(f, 40054005), 0);
    assert_int_equal(refused(f, 40054013), 0);
}

static void the_end_waits_for_what_is_to_be_said(void **state)
{
    struct fixture *f = connected(state);

    accident(f, "/messages", QQBOT_REPLY_SLOW, 200, 0);
    send_group(f, 1, "last words");
    f->ears.g->ops->stop(f->ears.g, WAIT_MS);
    expect_fate(f, 1, NJ_FATE_SENT);
    send_group(f, 2, "too late");
    expect_fate(f, 2, NJ_FATE_NOT_SENT);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        WITH_SERVER(words_go_both_ways),
        WITH_SERVER(mentions_are_heard_in_each_way),
        WITH_SERVER(what_nobody_has_asked_for_is_a_push),
        WITH_SERVER(each_chat_is_told_in_order),
        WITH_SERVER(nothing_overtakes_what_is_said_again),
        WITH_SERVER(a_press_is_acknowledged_and_heard),
        WITH_SERVER(a_press_in_private_fetches_what_waits),
        WITH_SERVER(a_route_is_kept_before_the_call),
        WITH_SERVER(what_is_withdrawn_is_out_of_sight),
        WITH_SERVER(a_bot_that_is_no_admin_withdraws_nothing),
        WITH_SERVER(a_line_that_breaks_is_resumed),
        WITH_SERVER(the_server_may_ask_for_another_connection),
        WITH_SERVER(an_invalid_session_is_begun_anew),
        WITH_SERVER(a_session_that_is_none_any_more_is_dropped),
        WITH_SERVER(signs_of_life_are_given),
        WITH_SERVER(frames_come_in_pieces),
        WITH_SERVER(numbers_go_beyond_32_bits),
        WITH_SERVER(odd_frames_do_no_harm),
        WITH_SERVER(a_later_life_goes_on_where_the_first_was),
        WITH_SERVER(a_later_life_resumes_the_second_session),
        WITH_SERVER(a_switch_is_not_told_again_to_a_later_life),
        WITH_SERVER(what_comes_late_is_not_answered),
        WITH_SERVER(a_later_life_knows_what_may_be_said),
        WITH_SERVER(the_end_waits_for_what_is_to_be_said),
        cmocka_unit_test(no_secret_is_in_a_line),
    };

    kept_log_begin();
    return cmocka_run_group_tests_name("gateway/qqbot/client", tests, NULL,
                                       NULL);
}
