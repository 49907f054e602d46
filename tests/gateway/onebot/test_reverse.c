/*
 * Programs that connect to us (reverse WebSocket), over real sockets: who may
 * enter, which account it is, what replaces what.
 */
#include "gateway/onebot/talk.h"

#define OTHER INT64_C(10001)

struct reverse {
    struct fixture f;  /* of the first account, 10000 */
    struct fixture f2; /* of the second, 10001, if there is one */
};

static struct nj_gateway *listen_at(const char *name, const char *account,
                                    const char *token, struct nj_inbox *in,
                                    struct nj_gateway *beside)
{
    struct nj_onebot_options o = hasty(name, token);
    struct nj_gateway *g = NULL;
    struct nj_err err;

    o.listen = "127.0.0.1:0";
    o.account = account;
    o.beside = beside;
    assert_int_equal(nj_onebot_create(&o, EARS_INDEX, in, &g, &err), NJ_OK);
    return g;
}

static void start(struct fixture *f)
{
    struct nj_err err;

    if (f->ears.g->ops->start(f->ears.g, &err) != NJ_OK)
        fail_msg("%s", err.text);
}

static int setup_one(void **state)
{
    struct reverse *r = nj_alloc(sizeof(*r));

    r->f.server = nj_ob_server_start(TOKEN);
    r->f.ears.in = nj_inbox_create();
    r->f.ears.g = listen_at("qq", "10000", TOKEN, r->f.ears.in, NULL);
    *state = r;
    return 0;
}

static int setup_started(void **state)
{
    struct reverse *r;

    (void)setup_one(state);
    r = *state;
    start(&r->f);
    return 0;
}

/* One that was never made has nothing to end. */
static bool end_one(struct fixture *f)
{
    return f->ears.g == NULL || end_talk(f);
}

static int teardown_both(void **state)
{
    struct reverse *r = *state;
    bool fine;

    r->f.ears.g->ops->stop(r->f.ears.g, 0);
    if (r->f2.ears.g != NULL)
        r->f2.ears.g->ops->stop(r->f2.ears.g, 0);
    fine = end_one(&r->f);
    fine = end_one(&r->f2) && fine;
    free(r);
    return fine ? 0 : -1;
}

/* Connects as its flavour does, but for what `d` says. */
static void dial(struct fixture *f, struct nj_ob_dial d)
{
    d.port = nj_onebot_port(f->ears.g);
    assert_int_not_equal(d.port, 0);
    nj_ob_server_dial(f->server, &d);
}

static struct fixture *entered(void **state)
{
    struct reverse *r = *state;

    dial(&r->f, (struct nj_ob_dial){0});
    ears_only(&r->f.ears, NJ_EVENT_UP);
    return &r->f;
}

/* --- the same as forward --- */

static void a_program_connects_and_words_go_both_ways(void **state)
{
    struct fixture *f = entered(state);

    nj_ob_server_say_group(f->server, GROUP, PERSON, "Ann", "#帮助");
    ears_text(&f->ears, "#帮助");
    send_group(f, 1, "轮到你了");
    expect_fate(f, 1, NJ_FATE_SENT);
    assert_int_equal(nj_ob_server_count(f->server, true, GROUP), 1);
    nj_ob_server_drop(f->server);
    ears_only(&f->ears, NJ_EVENT_DOWN);
    send_group(f, 2, "x");
    expect_fate(f, 2, NJ_FATE_NOT_SENT);
    dial(f, (struct nj_ob_dial){0});
    ears_only(&f->ears, NJ_EVENT_UP);
    send_private(f, 3, "again");
    expect_fate(f, 3, NJ_FATE_SENT);
}

static void every_flavour_connects_in_its_own_way(void **state)
{
    static const enum nj_ob_flavour all[] = {NJ_OB_NAPCAT, NJ_OB_LLONEBOT,
                                             NJ_OB_LAGRANGE, NJ_OB_GOCQHTTP};
    struct reverse *r = *state;
    struct fixture *f = &r->f;

    for (size_t i = 0; i < NJ_COUNT(all); i++) {
        nj_ob_server_flavour(f->server, all[i]);
        dial(f, (struct nj_ob_dial){0});
        ears_only(&f->ears, NJ_EVENT_UP);
        send_group(f, i + 1, "x");
        expect_fate(f, i + 1, NJ_FATE_SENT);
        nj_ob_server_drop(f->server);
        ears_only(&f->ears, NJ_EVENT_DOWN);
        assert_true(nj_ob_server_open(f->server, 0, WAIT_MS));
    }
}

static void an_oversized_frame_ends_the_link(void **state)
{
    struct fixture *f = entered(state);
    size_t n = 9u << 20;
    char *frame = nj_alloc(n + 1);

    memset(frame, ' ', n);
    nj_ob_server_push(f->server, frame, 100000);
    free(frame);
    ears_only(&f->ears, NJ_EVENT_DOWN);
    assert_true(nj_ob_server_open(f->server, 0, WAIT_MS));
    dial(f, (struct nj_ob_dial){0});
    ears_only(&f->ears, NJ_EVENT_UP);
}

static void a_dead_program_is_noticed(void **state)
{
    struct fixture *f = entered(state);

    nj_ob_server_freeze(f->server);
    ears_only(&f->ears, NJ_EVENT_DOWN); /* it answers no ping any more */
    dial(f, (struct nj_ob_dial){0});
    ears_only(&f->ears, NJ_EVENT_UP);
}

static void stopping_says_what_is_queued(void **state)
{
    struct fixture *f = entered(state);

    nj_ob_server_reply(f->server, "", NJ_OB_REPLY_SLOW, 50, "", 1);
    send_group(f, 1, "last words");
    f->ears.g->ops->stop(f->ears.g, WAIT_MS);
    expect_fate(f, 1, NJ_FATE_SENT);
    ears_only(&f->ears, NJ_EVENT_DOWN);
}

/* --- who may enter --- */

static void a_wrong_token_is_turned_away_before_the_upgrade(void **state)
{
    static const char *const wrong[] = {"",
                                        "Bearer",
                                        "Bearer wrong",
                                        "Token wrong",
                                        "Basic " TOKEN,
                                        TOKEN,
                                        "Bearer " TOKEN "x",
                                        "Bearer " TOKEN " x"};
    struct reverse *r = *state;
    struct fixture *f = &r->f;

    for (size_t i = 0; i < NJ_COUNT(wrong); i++) {
        dial(f, (struct nj_ob_dial){.authorization = wrong[i]});
        assert_true(nj_ob_server_refused(f->server, (uint32_t)i + 1, WAIT_MS));
    }
    assert_int_equal(nj_ob_server_connections(f->server), 0);
    expect_trouble(f, "token"); /* once */
    dial(f, (struct nj_ob_dial){0});
    ears_only(&f->ears, NJ_EVENT_UP);
}

static void the_token_may_stand_in_the_address(void **state)
{
    struct reverse *r = *state;

    dial(&r->f, (struct nj_ob_dial){.authorization = "",
                                    .path = "/?access_token=wrong"});
    assert_true(nj_ob_server_refused(r->f.server, 1, WAIT_MS));
    expect_trouble(&r->f, "token");
    /* The header wins. */
    dial(&r->f, (struct nj_ob_dial){.authorization = "Bearer wrong",
                                    .path = "/?access_token=" TOKEN});
    assert_true(nj_ob_server_refused(r->f.server, 2, WAIT_MS));
    dial(&r->f, (struct nj_ob_dial){.authorization = "",
                                    .path = "/?access_token=" TOKEN});
    ears_only(&r->f.ears, NJ_EVENT_UP);
}

static void schemes_are_read_in_any_case(void **state)
{
    struct reverse *r = *state;

    dial(&r->f, (struct nj_ob_dial){.authorization = "tOKEN " TOKEN});
    ears_only(&r->f.ears, NJ_EVENT_UP);
}

static void strangers_are_turned_away(void **state)
{
    static const struct nj_ob_dial odd[] = {
        {.self_id = ""},        {.self_id = "10001"}, {.self_id = "010000"},
        {.self_id = "10000 x"}, {.self_id = "-1"},    {.role = "Admin"},
    };
    struct reverse *r = *state;

    for (size_t i = 0; i < NJ_COUNT(odd); i++) {
        dial(&r->f, odd[i]);
        assert_true(
            nj_ob_server_refused(r->f.server, (uint32_t)i + 1, WAIT_MS));
    }
    assert_int_equal(nj_ob_server_connections(r->f.server), 0);
    assert_null(ears_next(&r->f.ears, 0));
}

/* Its events say that they are of another account. */
static void events_of_another_account_are_nothing(void **state)
{
    struct reverse *r = *state;
    struct fixture *f = &r->f;

    nj_ob_server_self(f->server, OTHER);
    dial(f, (struct nj_ob_dial){.self_id = "10000"});
    ears_only(&f->ears, NJ_EVENT_UP); /* it answers, so it is there */
    nj_ob_server_say_group(f->server, GROUP, PERSON, "Ann", "not for us");
    nj_ob_server_self(f->server, NJ_OB_SERVER_SELF);
    nj_ob_server_say_group(f->server, GROUP, PERSON, "Ann", "for us");
    ears_text(&f->ears, "for us");
}

/* --- several connections --- */

static void a_second_connection_replaces_the_first(void **state)
{
    struct fixture *f = entered(state);

    nj_ob_server_reply(f->server, "send_group_msg", NJ_OB_REPLY_NEVER, 0, "",
                       1);
    send_group(f, 1, "on the first");
    assert_non_null(
        nj_ob_server_expect_group(f->server, GROUP, "first", WAIT_MS));
    dial(f, (struct nj_ob_dial){0});
    expect_fate(f, 1, NJ_FATE_LOST);
    ears_only(&f->ears, NJ_EVENT_DOWN);
    ears_only(&f->ears, NJ_EVENT_UP);
    assert_true(nj_ob_server_open(f->server, 1, WAIT_MS));
    send_group(f, 2, "on the second");
    expect_fate(f, 2, NJ_FATE_SENT);
    assert_int_equal(nj_ob_server_count(f->server, true, GROUP), 2);
}

/* Even one that went dead without a word. */
static void a_half_open_connection_is_replaced(void **state)
{
    struct fixture *f = entered(state);

    nj_ob_server_freeze(f->server);
    dial(f, (struct nj_ob_dial){0});
    ears_only(&f->ears, NJ_EVENT_DOWN);
    ears_only(&f->ears, NJ_EVENT_UP);
    send_group(f, 1, "x");
    expect_fate(f, 1, NJ_FATE_SENT);
}

/* One connection for calls and one for events; the server finds fault with a
 * call on the latter. */
static void calls_and_events_may_go_apart(void **state)
{
    struct reverse *r = *state;
    struct fixture *f = &r->f;

    dial(f, (struct nj_ob_dial){.role = "Event"});
    assert_true(nj_ob_server_connected(f->server, 1, WAIT_MS));
    send_group(f, 1, "nobody takes calls");
    expect_fate(f, 1, NJ_FATE_NOT_SENT);
    dial(f, (struct nj_ob_dial){.role = "Api"});
    ears_only(&f->ears, NJ_EVENT_UP);
    nj_ob_server_say_group(f->server, GROUP, PERSON, "Ann", "#帮助");
    ears_text(&f->ears, "#帮助");
    send_group(f, 2, "x");
    expect_fate(f, 2, NJ_FATE_SENT);
    dial(f, (struct nj_ob_dial){.role = "API"}); /* replaces its like only */
    ears_only(&f->ears, NJ_EVENT_DOWN);
    ears_only(&f->ears, NJ_EVENT_UP);
    assert_true(nj_ob_server_open(f->server, 2, WAIT_MS));
    dial(f, (struct nj_ob_dial){.role = "universal"}); /* and this both */
    ears_only(&f->ears, NJ_EVENT_DOWN);
    ears_only(&f->ears, NJ_EVENT_UP);
    assert_true(nj_ob_server_open(f->server, 1, WAIT_MS));
}

/* --- several accounts --- */

static struct reverse *two_accounts(void **state)
{
    struct reverse *r = *state;

    r->f2.server = nj_ob_server_start("another token");
    r->f2.ears.in = nj_inbox_create();
    nj_ob_server_self(r->f2.server, OTHER);
    r->f2.ears.g =
        listen_at("qqb", "10001", "another-token", r->f2.ears.in, r->f.ears.g);
    nj_ob_server_token(r->f2.server, "another-token");
    start(&r->f);
    start(&r->f2);
    return r;
}

static void accounts_share_an_address(void **state)
{
    struct reverse *r = two_accounts(state);
    struct nj_event *e;

    assert_int_equal(nj_onebot_port(r->f.ears.g), nj_onebot_port(r->f2.ears.g));
    dial(&r->f, (struct nj_ob_dial){0});
    ears_only(&r->f.ears, NJ_EVENT_UP);
    assert_null(ears_next(&r->f2.ears, 0));
    dial(&r->f2, (struct nj_ob_dial){0});
    ears_only(&r->f2.ears, NJ_EVENT_UP);
    nj_ob_server_say_group(r->f2.server, GROUP, PERSON, "Ann", "hello");
    e = ears_expect(&r->f2.ears, NJ_EVENT_MESSAGE);
    assert_string_equal(e->chat, "qqb:g:1001");
    nj_event_destroy(e);
    assert_null(ears_next(&r->f.ears, 0));
    r->f.ears.g->ops->stop(r->f.ears.g, 0); /* the other one goes on */
    ears_only(&r->f.ears, NJ_EVENT_DOWN);
    r->f2.ears.g->ops->send_group(r->f2.ears.g, 1,
                                  (struct nj_group){"qqb:g:1001"},
                                  &(struct nj_say){.text = "x"});
    expect_fate(&r->f2, 1, NJ_FATE_SENT);
    dial(&r->f, (struct nj_ob_dial){0}); /* a stopped one takes nobody */
    assert_true(nj_ob_server_refused(r->f.server, 1, WAIT_MS));
}

/* The token of one account opens no other. */
static void a_token_is_for_its_account(void **state)
{
    struct reverse *r = two_accounts(state);

    dial(&r->f2, (struct nj_ob_dial){.authorization = "Bearer " TOKEN});
    assert_true(nj_ob_server_refused(r->f2.server, 1, WAIT_MS));
    expect_trouble(&r->f2, "token");
    dial(&r->f2, (struct nj_ob_dial){0});
    ears_only(&r->f2.ears, NJ_EVENT_UP);
}

/* --- settings --- */

static void settings_are_checked(void **state)
{
    struct reverse *r = *state;
    struct nj_onebot_options o = {.name = "qqb",
                                  .listen = "0.0.0.0:1",
                                  .account = "10001",
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

    assert_int_equal(nj_onebot_create(&o, 0, NULL, &g, &err), NJ_ERR_BAD_INPUT);
    assert_non_null(strstr(err.text, "token"));
    o.listen = "localhost";
    assert_int_equal(nj_onebot_create(&o, 0, NULL, &g, &err), NJ_ERR_BAD_INPUT);
    o.listen = "127.0.0.1:0";
    o.account = "bot";
    assert_int_equal(nj_onebot_create(&o, 0, NULL, &g, &err), NJ_ERR_BAD_INPUT);
    o.account = "10000"; /* taken */
    o.beside = r->f.ears.g;
    assert_int_equal(nj_onebot_create(&o, 0, NULL, &g, &err), NJ_ERR_BAD_INPUT);
    assert_null(g);
    start(&r->f);
}

static void a_busy_port_is_told(void **state)
{
    struct reverse *r = *state;
    struct nj_onebot_options o = {.name = "qqb",
                                  .account = "10001",
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
    char listen[64];

    (void)snprintf(listen, sizeof(listen), "127.0.0.1:%u",
                   nj_onebot_port(r->f.ears.g));
    o.listen = listen;
    assert_int_equal(nj_onebot_create(&o, 0, r->f.ears.in, &g, &err), NJ_OK);
    assert_int_equal(g->ops->start(g, &err), NJ_ERR_IO);
    assert_non_null(strstr(err.text, listen));
    g->ops->stop(g, 0);
    g->ops->destroy(g);
}

#define STARTED(test) \
 cmocka_unit_test_setup_teardown(test, setup_started, teardown_both)
#define MADE(test) \
 cmocka_unit_test_setup_teardown(test, setup_one, teardown_both)

int main(void)
{
    const struct CMUnitTest tests[] = {
        STARTED(a_program_connects_and_words_go_both_ways),
        STARTED(every_flavour_connects_in_its_own_way),
        STARTED(an_oversized_frame_ends_the_link),
        STARTED(a_dead_program_is_noticed),
        STARTED(stopping_says_what_is_queued),
        STARTED(a_wrong_token_is_turned_away_before_the_upgrade),
        STARTED(the_token_may_stand_in_the_address),
        STARTED(schemes_are_read_in_any_case),
        STARTED(strangers_are_turned_away),
        STARTED(events_of_another_account_are_nothing),
        STARTED(a_second_connection_replaces_the_first),
        STARTED(a_half_open_connection_is_replaced),
        STARTED(calls_and_events_may_go_apart),
        MADE(accounts_share_an_address),
        MADE(a_token_is_for_its_account),
        MADE(settings_are_checked),
        STARTED(a_busy_port_is_told),
    };

    return cmocka_run_group_tests_name("gateway/onebot/reverse", tests, NULL,
                                       NULL);
}
