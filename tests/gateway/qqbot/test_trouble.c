/*
 * What goes wrong on QQ's bot platform: fates that nobody knows, tokens that
 * end, switches that are off, quotas that are spent, secrets that are wrong.
 * Nothing is lost, nothing said twice, and who can mend it is told once.
 */
#include <time.h>

#include "gateway/qqbot/talk.h"

/* --- fates --- */

/* An answer is repeated safely: the platform tells a repeat. */
static void a_lost_answer_is_said_once(void **state)
{
    struct fixture *f = connected(state);

    group_says(f, "x");
    hears(f, "x");
    accident(f, "/messages", QQBOT_REPLY_DROP_AFTER, 0, 0);
    send_group(f, 1, "said once");
    expect_fate(f, 1, NJ_FATE_SENT);
    assert_int_equal(shown(f, QQBOT_GROUP, "said once"), 1);
    assert_int_equal(refused(f, 40054005), 1);
    accident(f, "/messages", QQBOT_REPLY_DROP_BEFORE, 0, 0);
    send_group(f, 2, "said too");
    expect_fate(f, 2, NJ_FATE_SENT);
    assert_int_equal(shown(f, QQBOT_GROUP, "said too"), 1);
}

/* A push is never repeated by the gateway: nobody could tell. */
static void a_lost_push_is_of_unknown_fate(void **state)
{
    struct fixture *f = connected(state);

    accident(f, "/messages", QQBOT_REPLY_DROP_AFTER, 0, 0);
    send_group(f, 1, "pushed");
    expect_fate(f, 1, NJ_FATE_UNKNOWN);
    assert_int_equal(shown(f, QQBOT_GROUP, "pushed"), 1);
    accident(f, "/messages", QQBOT_REPLY_SLOW, 1500, 0);
    send_group(f, 2, "slowly");
    expect_fate(f, 2, NJ_FATE_UNKNOWN);
    assert_int_equal(shown(f, QQBOT_GROUP, "slowly"), 1);
}

static void pages_of_a_proxy_are_no_answer(void **state)
{
    struct fixture *f = connected(state);

    qqbot_server_rule(f->server,
                      &(struct qqbot_rule){.part = "/messages",
                                           .reply = QQBOT_REPLY_RAW,
                                           .status = 502,
                                           .words = "<html>Bad</html>",
                                           .times = 1});
    send_group(f, 1, "x");
    expect_fate(f, 1, NJ_FATE_UNKNOWN);
}

static void what_waits_for_review_is_sent(void **state)
{
    struct fixture *f = connected(state);

    accident(f, "/messages", QQBOT_REPLY_FAIL, 304023, 202);
    send_group(f, 1, "x");
    expect_fate(f, 1, NJ_FATE_SENT);
}

/* --- tokens --- */

static void an_old_token_is_renewed_on_the_way(void **state)
{
    struct fixture *f = *state;

    accident(f, "/messages", QQBOT_REPLY_FAIL, 11244, 401);
    (void)connected(state);
    send_group(f, 1, "with a token");
    (void)came(f, QQBOT_GROUP, "with a token");
    expect_fate(f, 1, NJ_FATE_SENT);
    assert_int_equal(shown(f, QQBOT_GROUP, "with a token"), 1);
}

/* A token that lives a second is asked for again and again, with measure. */
static void tokens_end_and_are_renewed(void **state)
{
    struct fixture *f = *state;

    qqbot_tokens_live(qqbot_server_enter(f->server), 62);
    qqbot_server_leave(f->server);
    (void)connected(state);
    for (uint64_t i = 0; i < 3; i++) {
        struct timespec t = {.tv_nsec = 700000000};

        (void)nanosleep(&t, NULL);
        send_group(f, i, "still");
        expect_fate(f, i, NJ_FATE_SENT);
    }
    assert_int_equal(refused(f, 11244), 0);
}

/* The WebSocket is not up for the platform yet. */
static void what_comes_too_soon_is_said_again(void **state)
{
    struct fixture *f = connected(state);

    accident(f, "/messages", QQBOT_REPLY_FAIL, 304018, 400);
    send_group(f, 1, "a little later");
    expect_fate(f, 1, NJ_FATE_SENT);
    assert_int_equal(shown(f, QQBOT_GROUP, "a little later"), 1);
}

/* --- what a human has to mend --- */

static void a_wrong_secret_is_told_once(void **state)
{
    struct fixture *f = *state;

    f->o.secret = "another";
    start(f);
    expect_trouble(f, "secret");
    assert_null(ears_next(&f->ears, 300));
}

static void a_banned_bot_keeps_what_it_has_to_say(void **state)
{
    struct fixture *f = connected(state);

    qqbot_server_refuse(f->server, 4915);
    qqbot_server_close(f->server, 4915);
    expect_trouble(f, "banned");
    only(f, NJ_EVENT_DOWN);
    send_group(f, 1, "x");
    expect_fate(f, 1, NJ_FATE_NOT_SENT);
    qqbot_server_refuse(f->server, 0);
    only(f, NJ_EVENT_UP);
    send_group(f, 2, "x");
    expect_fate(f, 2, NJ_FATE_SENT);
}

static void a_bot_that_is_banned_while_it_speaks_keeps_it(void **state)
{
    struct fixture *f = connected(state);

    accident(f, "/messages", QQBOT_REPLY_FAIL, 40054016, 400);
    send_group(f, 1, "x");
    expect_fate(f, 1, NJ_FATE_NOT_SENT);
    expect_trouble(f, "banned");
}

static void rights_that_are_missing_are_done_without(void **state)
{
    struct fixture *f = *state;

    f->o.members = true;
    qqbot_server_refuse(f->server, 4014);
    start(f);
    expect_trouble(f, "rights");
    qqbot_server_refuse(f->server, 0);
    only(f, NJ_EVENT_UP);
    assert_int_equal(qqbot_server_intents(f->server), 100663296);
}

/* By the key of the message, and never by its words. */
static void words_that_are_not_wanted_are_told_of(void **state)
{
    struct fixture *f = connected(state);
    struct nj_event *e;

    accident(f, "/messages", QQBOT_REPLY_FAIL, 40034006, 400);
    say_group(f, 1, &(struct nj_say){.text = "killed", .key = "ln.capture"});
    e = expect(f, NJ_EVENT_TROUBLE);
    assert_string_equal(e->text, "content");
    assert_string_equal(e->name, "ln.capture");
    nj_event_destroy(e);
    expect_fate(f, 1, NJ_FATE_UNWANTED);
    assert_int_equal(shown(f, QQBOT_GROUP, "killed"), 0);
    send_group(f, 2, "others are");
    expect_fate(f, 2, NJ_FATE_SENT);
    assert_int_equal(f->ears.g->ops->pushes(f->ears.g, GROUP_AT),
                     NJ_PUSHES_FREE);
}

/* Which of them it was would tell the owner what somebody was told. */
static void private_words_that_are_not_wanted_have_no_name(void **state)
{
    struct fixture *f = connected(state);
    struct nj_event *e;

    accident(f, "/messages", QQBOT_REPLY_FAIL, 40034006, 400);
    f->ears.g->ops->send_private(
        f->ears.g, 1, PRIVATE_CHAT(USER_AT),
        &(struct nj_say){.text = "a secret", .key = "mk.you_are_it"});
    e = expect(f, NJ_EVENT_TROUBLE);
    assert_string_equal(e->text, "content_private");
    assert_string_equal(e->name, "-");
    nj_event_destroy(e);
    expect_fate(f, 1, NJ_FATE_UNWANTED);
    assert_null(strstr(kept_log(), "you_are_it"));
}

/* What looks like a link is stripped and said once more. */
static void what_is_taken_for_a_link_is_said_without(void **state)
{
    struct fixture *f = connected(state);

    accident(f, "/messages", QQBOT_REPLY_FAIL, 40054010, 400);
    send_group(f, 1, "3.5 of 1/2: odd");
    (void)came(f, QQBOT_GROUP, "3 5 of 1 2  odd");
    expect_fate(f, 1, NJ_FATE_SENT);
    accident(f, "/messages", QQBOT_REPLY_FAIL, 40054010, 400);
    accident(f, "/messages", QQBOT_REPLY_FAIL, 40054010, 400);
    send_group(f, 2, "4.5");
    expect_fate(f, 2, NJ_FATE_REFUSED);
}

/* --- buttons and logs --- */

/* Keyboards are asked for once an hour (QB-8). */
static void keyboards_that_are_refused_are_not_tried_again(void **state)
{
    static const struct nj_button buttons[] = {{"Join", "tok-1", NULL}};
    struct fixture *f = connected(state);
    const struct nj_say card = {
        .text = "card", .buttons = buttons, .n_buttons = 1};

    qqbot_refuse_keyboards(qqbot_server_enter(f->server));
    qqbot_server_leave(f->server);
    for (uint64_t i = 0; i < 3; i++) {
        say_group(f, i, &card);
        expect_fate(f, i, NJ_FATE_SENT);
    }
    assert_int_equal(refused(f, 40034127), 1);
    assert_int_equal(shown(f, QQBOT_GROUP, "card"), 3);
    f->ears.g->ops->pass(f->ears.g, 3600001);
    qqbot_server_pass(f->server, 3600001);
    say_group(f, 3, &card);
    expect_fate(f, 3, NJ_FATE_SENT);
    assert_int_equal(refused(f, 40034127), 2);
}

static void expect_shows(struct fixture *f, bool taken)
{
    struct nj_event *e = expect(f, NJ_EVENT_SHOWS);

    assert_int_equal(e->here, taken);
    nj_event_destroy(e);
}

/* That pictures are taken as they are sent is an assumption: refused, the text
 * goes without, and there are none for an hour. */
static void pictures_that_are_refused_rest(void **state)
{
    static const unsigned char png[] = {0x89, 'P', 'N', 'G'};
    static const int64_t codes[] = {850026, 10000};
    struct fixture *f = connected(state);
    const struct nj_say map = {.text = "map", .picture = {png, sizeof(png)}};

    for (uint64_t i = 0; i < NJ_COUNT(codes); i++) {
        accident(f, "/files", QQBOT_REPLY_FAIL, codes[i], 400);
        say_group(f, i, &map);
        if (i == 0)
            expect_shows(f, false); /* once */
        expect_fate(f, i, NJ_FATE_SENT);
    }
    assert_int_equal(shown(f, QQBOT_GROUP, "map"), 2);
    f->ears.g->ops->pass(f->ears.g, 3600001);
    qqbot_server_pass(f->server, 3600001);
    expect_shows(f, true);
}

/* Of each call: which text by its key, by what right, and what came of it. */
static void each_call_has_its_line(void **state)
{
    struct fixture *f = connected(state);

    group_says(f, "x");
    hears(f, "x");
    say_group(f, 1, &(struct nj_say){.text = "one", .key = "ln.turn"});
    expect_fate(f, 1, NJ_FATE_SENT);
    assert_non_null(strstr(kept_log(), "qqbot called gateway=qqbot key=ln.turn "
                                       "route=answer http=200 code=0"));
    f->ears.g->ops->send_private(
        f->ears.g, 2, PRIVATE_CHAT(USER_AT),
        &(struct nj_say){.text = "a secret", .key = "ln.only_his"});
    expect_fate(f, 2, NJ_FATE_SENT);
    assert_non_null(strstr(kept_log(), "qqbot called gateway=qqbot key=private "
                                       "route=push http=200 code=0"));
    accident(f, "/messages", QQBOT_REPLY_FAIL, 12345678, 400);
    say_group(f, 3, &(struct nj_say){.text = "three", .key = "ln.odd_one"});
    expect_fate(f, 3, NJ_FATE_REFUSED);
    assert_non_null(strstr(kept_log(),
                           "qqbot call_failed gateway=qqbot key=ln.odd_one "
                           "route=answer http=400 code=12345678 trace=t"));
    assert_null(strstr(kept_log(), "only_his"));
}

static void a_call_that_is_not_for_us_is_told_of(void **state)
{
    struct fixture *f = connected(state);

    accident(f, "/messages", QQBOT_REPLY_FAIL, 11253, 403);
    send_group(f, 1, "x");
    expect_trouble(f, "rights");
    expect_fate(f, 1, NJ_FATE_REFUSED);
}

/* --- switches and quotas --- */

/* What is refused there is tried as soon as somebody writes. */
static void ask_a_way(struct fixture *f)
{
    struct nj_event *e;

    group_says(f, "anybody there?");
    hears(f, "anybody there?");
    e = expect(f, NJ_EVENT_ROOM);
    assert_string_equal(e->chat, GROUP_AT);
    nj_event_destroy(e);
    send_group(f, 7, "yes");
    expect_fate(f, 7, NJ_FATE_SENT);
}

static void a_group_that_may_not_be_told(void **state)
{
    struct fixture *f = connected(state);

    qqbot_server_switch(f->server, QQBOT_GROUP, GROUP, false, false);
    for (uint64_t i = 0; i < 3; i++) {
        send_group(f, i, "x");
        expect_fate(f, i, NJ_FATE_REFUSED);
    }
    assert_int_equal(refused(f, 40034105), 1); /* and then it is known */
    assert_int_equal(f->ears.g->ops->pushes(f->ears.g, GROUP_AT),
                     NJ_PUSHES_NONE);
    assert_int_equal(f->ears.g->ops->pushes(f->ears.g, USER_AT),
                     NJ_PUSHES_FREE);
    ask_a_way(f);
}

/* What an earlier life was refused there is to be said as well. */
static void a_group_that_an_earlier_life_could_not_tell(void **state)
{
    struct fixture *f = connected(state);

    qqbot_server_switch(f->server, QQBOT_GROUP, GROUP, false, false);
    send_group(f, 1, "x");
    expect_fate(f, 1, NJ_FATE_REFUSED);
    live_again(f);
    only(f, NJ_EVENT_UP);
    ask_a_way(f);
}

static void a_group_whose_owner_says_so(void **state)
{
    struct fixture *f = connected(state);

    qqbot_server_switch(f->server, QQBOT_GROUP, GROUP, false, true);
    group_says(f, "settle");
    hears(f, "settle");
    for (uint64_t i = 0; i < 5; i++) { /* four answers, one kept back */
        send_group(f, i, "x");
        expect_fate(f, i, i < 4 ? NJ_FATE_SENT : NJ_FATE_REFUSED);
    }
    ask_a_way(f);
    assert_int_equal(refused(f, 40034105), 0);
}

static void a_person_who_wants_no_pushes(void **state)
{
    struct fixture *f = connected(state);
    struct nj_event *e;

    qqbot_server_switch(f->server, QQBOT_USER, USER, false, false);
    send_private(f, 1, "a secret");
    expect_fate(f, 1, NJ_FATE_REFUSED);
    user_says(f, "me");
    hears(f, "me");
    e = expect(f, NJ_EVENT_FRIEND); /* the way is open again */
    assert_string_equal(e->user, USER_AT);
    nj_event_destroy(e);
    send_private(f, 2, "a secret");
    (void)came(f, QQBOT_USER, "a secret");
    expect_fate(f, 2, NJ_FATE_SENT);
    assert_int_equal(shown(f, QQBOT_GROUP, "a secret"), 0);
}

static void somebody_who_is_no_friend(void **state)
{
    struct fixture *f = connected(state);

    f->ears.g->ops->send_private(f->ears.g, 1, PRIVATE_CHAT("qqbot:u:0123"),
                                 &(struct nj_say){.text = "a secret"});
    expect_fate(f, 1, NJ_FATE_REFUSED);
    qqbot_server_befriend(f->server, "0123");
    only(f, NJ_EVENT_FRIEND);
    only(f, NJ_EVENT_FRIEND); /* and that what was refused may go */
    f->ears.g->ops->send_private(f->ears.g, 2, PRIVATE_CHAT("qqbot:u:0123"),
                                 &(struct nj_say){.text = "a secret"});
    expect_fate(f, 2, NJ_FATE_SENT);
}

/* Our own limits are below the platform's: it never has to refuse. */
static void a_spent_minute_puts_off_what_comes(void **state)
{
    struct fixture *f = connected(state);
    struct nj_event *e;

    for (uint64_t i = 0; i < 15; i++) {
        send_group(f, i, "x");
        expect_fate(f, i, NJ_FATE_SENT);
    }
    send_group(f, 15, "late");
    e = expect(f, NJ_EVENT_FATE);
    assert_int_equal(e->fate, NJ_FATE_LATER);
    assert_in_range(e->ms, 1, 60000);
    nj_event_destroy(e);
    group_says(f, "say it"); /* opens room at once */
    hears(f, "say it");
    only(f, NJ_EVENT_ROOM);
    send_group(f, 16, "late");
    (void)came(f, QQBOT_GROUP, "late");
    assert_false(qqbot_server_pushed(f->server));
    expect_fate(f, 16, NJ_FATE_SENT);
    assert_int_equal(refused(f, 40034100), 0);
}

/* A later life knows of the pushes of the earlier one. */
static void a_minute_is_not_begun_anew_by_a_new_life(void **state)
{
    struct fixture *f = connected(state);
    struct nj_event *e;

    for (uint64_t i = 0; i < 15; i++) {
        send_group(f, i, "x");
        expect_fate(f, i, NJ_FATE_SENT);
    }
    live_again(f);
    only(f, NJ_EVENT_UP);
    send_group(f, 15, "late");
    e = expect(f, NJ_EVENT_FATE);
    assert_int_equal(e->fate, NJ_FATE_LATER);
    nj_event_destroy(e);
}

static void a_limit_that_we_do_not_know_is_kept_to(void **state)
{
    struct fixture *f = connected(state);
    struct nj_event *e;

    accident(f, "/messages", QQBOT_REPLY_FAIL, 40034100, 400);
    send_group(f, 1, "x");
    e = expect(f, NJ_EVENT_FATE);
    assert_int_equal(e->fate, NJ_FATE_LATER);
    assert_in_range(e->ms, 50000, 60000);
    nj_event_destroy(e);
}

/* It says for how long it wants to be left alone. */
static void the_platform_is_left_alone_for_as_long_as_it_wants(void **state)
{
    struct fixture *f = connected(state);
    struct nj_event *e;

    qqbot_server_rule(f->server, &(struct qqbot_rule){.part = "/messages",
                                                      .reply = QQBOT_REPLY_FAIL,
                                                      .code = 40034100,
                                                      .status = 429,
                                                      .retry_s = 300,
                                                      .times = 1});
    send_group(f, 1, "x");
    e = expect(f, NJ_EVENT_FATE);
    assert_int_equal(e->fate, NJ_FATE_LATER);
    assert_in_range(e->ms, 290000, 300000);
    nj_event_destroy(e);
}

/* Until somebody writes there. */
static void a_group_that_we_are_not_in_is_tried_once(void **state)
{
    struct fixture *f = connected(state);

    accident(f, "/messages", QQBOT_REPLY_FAIL, 40034101, 400);
    for (uint64_t i = 0; i < 3; i++) {
        send_group(f, i, "x");
        expect_fate(f, i, NJ_FATE_REFUSED);
    }
    assert_int_equal(shown(f, QQBOT_GROUP, "x"), 0);
    assert_int_equal(f->ears.g->ops->pushes(f->ears.g, GROUP_AT),
                     NJ_PUSHES_NONE);
    ask_a_way(f);
}

static void a_muted_bot_waits(void **state)
{
    struct fixture *f = connected(state);
    struct nj_event *e;

    accident(f, "/messages", QQBOT_REPLY_FAIL, 40054002, 400);
    send_group(f, 1, "x");
    e = expect(f, NJ_EVENT_MUTED);
    assert_true(e->muted);
    assert_string_equal(e->chat, GROUP_AT);
    nj_event_destroy(e);
    expect_fate(f, 1, NJ_FATE_NOT_SENT);
}

static void who_is_thrown_out_is_told(void **state)
{
    struct fixture *f = connected(state);
    struct nj_event *e;

    qqbot_server_part(f->server, QQBOT_GROUP, GROUP);
    e = expect(f, NJ_EVENT_GONE);
    assert_true(e->self);
    nj_event_destroy(e);
    qqbot_server_part(f->server, QQBOT_USER, USER);
    only(f, NJ_EVENT_LOST);
    send_private(f, 1, "a secret");
    expect_fate(f, 1, NJ_FATE_REFUSED);
    assert_int_equal(refused(f, 40054004), 0); /* not even tried */
}

/* --- nobody there --- */

static void a_platform_that_is_away_is_waited_for(void **state)
{
    struct fixture *f = connected(state);

    qqbot_server_away(f->server, true);
    only(f, NJ_EVENT_DOWN);
    send_group(f, 1, "x");
    expect_fate(f, 1, NJ_FATE_NOT_SENT);
    qqbot_server_away(f->server, false);
    only(f, NJ_EVENT_UP);
    assert_true(qqbot_server_resumed(f->server, 1, WAIT_MS));
}

static void wrong_settings_are_refused(void **state)
{
    struct fixture *f = *state;
    struct nj_gateway *g = NULL;
    struct nj_qqbot_options o;
    struct nj_err err;

    for (int i = 0; i < 6; i++) {
        o = f->o;
        if (i == 0)
            o.name = "qq:bot";
        else if (i == 1)
            o.app = "12a";
        else if (i == 2)
            o.secret = "a b";
        else if (i == 3)
            o.api = "ws://127.0.0.1";
        else if (i == 4)
            o.tokens = "https://host/?a";
        else
            o.backoff_max_ms = 1;
        assert_true(nj_qqbot_create(&o, 3, f->ears.in, &g, &err) != NJ_OK);
        assert_null(strstr(err.text, "a b"));
    }
    assert_null(g);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        WITH_SERVER(a_lost_answer_is_said_once),
        WITH_SERVER(a_lost_push_is_of_unknown_fate),
        WITH_SERVER(pages_of_a_proxy_are_no_answer),
        WITH_SERVER(what_waits_for_review_is_sent),
        WITH_SERVER(an_old_token_is_renewed_on_the_way),
        WITH_SERVER(tokens_end_and_are_renewed),
        WITH_SERVER(a_wrong_secret_is_told_once),
        WITH_SERVER(a_banned_bot_keeps_what_it_has_to_say),
        WITH_SERVER(a_bot_that_is_banned_while_it_speaks_keeps_it),
        WITH_SERVER(rights_that_are_missing_are_done_without),
        WITH_SERVER(words_that_are_not_wanted_are_told_of),
        WITH_SERVER(private_words_that_are_not_wanted_have_no_name),
        WITH_SERVER(what_is_taken_for_a_link_is_said_without),
        WITH_SERVER(keyboards_that_are_refused_are_not_tried_again),
        WITH_SERVER(pictures_that_are_refused_rest),
        WITH_SERVER(each_call_has_its_line),
        WITH_SERVER(a_group_that_may_not_be_told),
        WITH_SERVER(a_group_that_an_earlier_life_could_not_tell),
        WITH_SERVER(a_group_whose_owner_says_so),
        WITH_SERVER(a_person_who_wants_no_pushes),
        WITH_SERVER(somebody_who_is_no_friend),
        WITH_SERVER(a_spent_minute_puts_off_what_comes),
        WITH_SERVER(a_minute_is_not_begun_anew_by_a_new_life),
        WITH_SERVER(a_limit_that_we_do_not_know_is_kept_to),
        WITH_SERVER(the_platform_is_left_alone_for_as_long_as_it_wants),
        WITH_SERVER(a_group_that_we_are_not_in_is_tried_once),
        WITH_SERVER(what_comes_too_soon_is_said_again),
        WITH_SERVER(a_call_that_is_not_for_us_is_told_of),
        WITH_SERVER(a_muted_bot_waits),
        WITH_SERVER(who_is_thrown_out_is_told),
        WITH_SERVER(a_platform_that_is_away_is_waited_for),
        WITH_SERVER(wrong_settings_are_refused),
        cmocka_unit_test(no_secret_is_in_a_line),
    };

    kept_log_begin();
    return cmocka_run_group_tests_name("gateway/qqbot/trouble", tests, NULL,
                                       NULL);
}
