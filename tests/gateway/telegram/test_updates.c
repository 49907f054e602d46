/*
 * What the Bot API tells us: nothing lost, nothing twice, and what a human must
 * mend is said.
 */
#include "gateway/telegram/talk.h"

static void nothing_is_confirmed_before_it_is_stored(void **state)
{
    struct fixture *f = connected(state);
    struct nj_event *e;
    int64_t id = nj_tg_server_say(f->server, GROUP, 0, PERSON, "Ann", "one");

    e = nj_inbox_take(f->ears.in, WAIT_MS);
    assert_non_null(e);
    assert_int_equal(e->offset, id + 1);
    nj_tg_server_say(f->server, GROUP, 0, PERSON, "Ann", "two");
    assert_null(nj_inbox_take(f->ears.in, 300));
    assert_int_equal(nj_tg_server_pending(f->server), 2);
    f->ears.g->ops->stored(f->ears.g, e->offset);
    nj_event_destroy(e);
    ears_text(&f->ears, "two");
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
    ears_only(&f->ears, NJ_EVENT_UP);
    ears_text(&f->ears, "two");
}

static void what_cannot_be_read_is_passed_over(void **state)
{
    struct fixture *f = connected(state);

    nj_tg_server_push(f->server, "\"message\":{\"a\":1,\"a\":2}");
    nj_tg_server_say(f->server, GROUP, 0, PERSON, "Ann", "after it");
    ears_text(&f->ears, "after it");
}

static void a_broken_poll_is_asked_again(void **state)
{
    static const enum nj_tg_reply accidents[] = {
        NJ_TG_REPLY_DROP_AFTER, NJ_TG_REPLY_CUT, NJ_TG_REPLY_HTML};
    struct fixture *f = connected(state);

    for (size_t i = 0; i < NJ_COUNT(accidents); i++) {
        accident(f, "getUpdates", accidents[i], 502);
        nj_tg_server_say(f->server, GROUP, 0, PERSON, "Ann", "now");
        ears_text(&f->ears, "now");
    }
    nj_tg_server_drop(f->server);
    nj_tg_server_say(f->server, GROUP, 0, PERSON, "Ann", "again");
    ears_text(&f->ears, "again");
}

/* --- what a human must mend --- */

static void privacy_mode_is_told_once(void **state)
{
    struct fixture *f = *state;

    nj_tg_server_privacy(f->server, true);
    start(f);
    expect_trouble(f, "/setprivacy");
    ears_only(&f->ears, NJ_EVENT_UP);
}

static void an_old_webhook_is_removed(void **state)
{
    struct fixture *f = *state;

    nj_tg_server_webhook(f->server);
    start(f);
    ears_only(&f->ears, NJ_EVENT_UP);
    assert_int_equal(nj_tg_server_count(f->server, "deleteWebhook"), 1);
}

static void a_second_reader_is_told_of(void **state)
{
    struct fixture *f = connected(state);

    nj_tg_server_rival(f->server, true);
    nj_tg_server_drop(f->server); /* the question under way is ended */
    ears_only(&f->ears, NJ_EVENT_DOWN);
    expect_trouble(f, "another program");
    nj_tg_server_rival(f->server, false);
    ears_only(&f->ears, NJ_EVENT_UP);
}

static void a_wrong_token_is_told_and_tried_seldom(void **state)
{
    struct fixture *f = *state;

    nj_tg_server_token(f->server, "1:other");
    start(f);
    expect_trouble(f, "token");
    nj_tg_server_token(f->server, TOKEN);
    ears_only(&f->ears, NJ_EVENT_UP);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        WITH_SERVER(nothing_is_confirmed_before_it_is_stored),
        WITH_SERVER(a_stored_position_is_where_we_go_on),
        WITH_SERVER(what_cannot_be_read_is_passed_over),
        WITH_SERVER(a_broken_poll_is_asked_again),
        WITH_SERVER(privacy_mode_is_told_once),
        WITH_SERVER(an_old_webhook_is_removed),
        WITH_SERVER(a_second_reader_is_told_of),
        WITH_SERVER(a_wrong_token_is_told_and_tried_seldom),
        cmocka_unit_test(the_token_is_in_no_line),
    };

    kept_log_begin();
    return cmocka_run_group_tests_name("gateway/telegram/updates", tests, NULL,
                                       NULL);
}
