/* What another program, or another life of this one, has left in the store:
 * games and platforms that are gone, other versions, rows that cannot be. */
#include "kit/house.h"
#include "kit/nj_test.h"
#include "kit/toy_game.h"
#include "match/match.h"
#include "referee/books/books.h"
#include "referee/referee_priv.h"

static void begin_write(struct house *h)
{
    nj_store_begin(h->store);
}

static void commit(struct house *h)
{
    struct nj_err err = {{0}};

    assert_int_equal(nj_store_commit(h->store, &err), NJ_OK);
}

static void leave_word(struct house *h, int64_t match, const char *chat,
                       const char *args)
{
    struct nj_out_row row = {.match = match,
                             .to = NJ_OUT_TO_USER,
                             .state = NJ_OUT_PENDING,
                             .at_ms = h->now_ms,
                             .chat = chat,
                             .key = "shell.fault",
                             .clause = "",
                             .args = args,
                             .choices = "",
                             .reason = ""};

    begin_write(h);
    nj_out_insert(h->store, &row);
    assert_true(nj_store_good(h->store));
    commit(h);
}

static void prove(struct house *h, const char *user)
{
    struct nj_user_row row = {.reach = NJ_REACH_PROVED, .seen_ms = h->now_ms};

    (void)snprintf(row.user, sizeof(row.user), "%s", user);
    begin_write(h);
    nj_user_put(h->store, &row);
    assert_true(nj_store_good(h->store));
    commit(h);
}

static void a_game_that_is_gone_waits_for_it(void **state)
{
    struct house h = {.paced = false};
    struct nj_loaded_game games[2];

    NJ_UNUSED(state);
    house_open(&h, "gone_game");
    games[0] = h.env.games[0];
    games[1] = (struct nj_loaded_game){.game = &nj_toy_game};
    house_games(&h, games, 2);
    house_private(&h, "ann", "我");
    house_group(&h, "ann", "#新游戏 toy");
    house_group(&h, "ann", "#加入");
    house_group(&h, "ann", "#电脑 1");
    leave_word(&h, 1, "qq:u:ann", "{}");
    h.n_games = 1;
    house_kill(&h, 1000);
    assert_int_equal(nj_referee_open(h.referee), 0);
    assert_int_equal(nj_referee_queued(h.referee), 0);
    assert_non_null(house_heard(&h, "ann", "出了我的错")); /* it is said */
    house_forget(&h);
    house_group(&h, "ann", "#赛况");
    assert_null(house_heard(&h, "group", "toy"));
    h.n_games = 2;
    house_kill(&h, 1000);
    assert_int_equal(nj_referee_open(h.referee), 1); /* and here it is */
    assert_non_null(nj_books_find(h.referee, "qq:u:ann"));
    house_close(&h);
}

static void a_platform_that_is_gone_is_sent_nothing(void **state)
{
    struct house h = {.paced = false};

    NJ_UNUSED(state);
    house_open(&h, "gone_platform");
    prove(&h, "wx:u:ann");
    leave_word(&h, 0, "wx:u:ann", "{}");
    house_kill(&h, 1000);
    house_pass(&h, 600000);
    assert_int_equal(nj_memory_count(h.gateway), 0);
    assert_int_equal(nj_memory_count(h.second), 0);
    assert_int_equal(nj_referee_queued(h.referee), 1); /* it may come back */
    house_close(&h);
}

static void a_word_that_cannot_be_read_stops_the_start(void **state)
{
    struct house h = {.paced = false};
    struct nj_referee *r = NULL;
    struct nj_err err = {{0}};

    NJ_UNUSED(state);
    house_open(&h, "bad_word");
    leave_word(&h, 0, "qq:u:ann", "[");
    assert_int_not_equal(nj_referee_create(&h.referee->setup, &r, &err), NJ_OK);
    assert_true(err.text[0] != '\0');
    assert_null(r);
    house_close(&h);
}

static void another_version_checks_what_sleeps(void **state)
{
    struct house h = {.paced = false};
    struct nj_match_row before, after;

    NJ_UNUSED(state);
    house_open(&h, "upgrade");
    house_begin(&h, "ann bob", "");
    house_group(&h, "cat", "#新游戏 漫漫长夜"); /* a table is no match */
    assert_true(nj_match_load(h.store, 1, &before));
    begin_write(&h);
    nj_setting_put(h.store, "", "program", "0.0.1");
    assert_true(nj_store_good(h.store));
    commit(&h);
    house_kill(&h, 1000);
    assert_int_equal(nj_referee_open(h.referee), 2);
    assert_int_equal(nj_referee_awake(h.referee), 0); /* seen, and asleep */
    assert_int_equal(h.referee->entries[0]->rouse, 0);
    assert_true(nj_match_load(h.store, 1, &after));
    assert_int_equal(after.state, NJ_MATCH_RUNNING);
    assert_int_equal(after.seq, before.seq);
    house_group(&h, "ann", "停止");
    house_group(&h, "bob", "停止");
    assert_true(nj_match_load(h.store, 1, &after));
    assert_true(after.seq > before.seq);
    house_close(&h);
}

static void another_version_of_the_rules_freezes_it(void **state)
{
    struct house h = {.paced = false};
    struct nj_game other;
    struct nj_loaded_game games[1];

    NJ_UNUSED(state);
    house_open(&h, "other_rules");
    house_begin(&h, "ann bob", "");
    games[0] = h.env.games[0];
    other = *games[0].game;
    other.rules_version++;
    games[0].game = &other;
    house_games(&h, games, 1);
    assert_non_null(house_heard(&h, "group", "已冻结"));
    assert_int_equal(nj_referee_open(h.referee), 0);
    house_close(&h);
}

/* Nothing of it is ours to act upon. */
static void what_happens_elsewhere_changes_nothing(void **state)
{
    static const enum nj_event_kind kinds[] = {
        NJ_EVENT_GONE,    NJ_EVENT_JOINED, NJ_EVENT_CHANGED, NJ_EVENT_ASKS,
        NJ_EVENT_TROUBLE, NJ_EVENT_CLOCK,  NJ_EVENT_RELOAD};
    struct house h = {.paced = false};
    struct nj_match_row before, after;

    NJ_UNUSED(state);
    house_open(&h, "elsewhere");
    house_begin(&h, "ann bob", "");
    assert_true(nj_match_load(h.store, 1, &before));
    house_forget(&h);
    for (size_t i = 0; i < 2 * NJ_COUNT(kinds); i++) {
        struct nj_event *ev = nj_event_create(kinds[i / 2], 0);

        ev->self = i % 2 != 0;
        nj_address_group(ev->chat, "qq", "1");
        nj_address_user(ev->user, "qq", "ann");
        nj_inbox_push(h.inbox, ev);
        house_run(&h);
    }
    assert_int_equal(nj_memory_count(h.gateway), 0);
    assert_true(nj_match_load(h.store, 1, &after));
    assert_int_equal(after.seq, before.seq);
    assert_memory_equal(&after.digest, &before.digest, sizeof(after.digest));
    house_close(&h);
}

/* gateways.md 4: the platform tells when somebody has gone for good. */
static void who_is_lost_is_not_written_to(void **state)
{
    struct house h = {.paced = false};
    struct nj_event *ev = nj_event_create(NJ_EVENT_LOST, 0);

    NJ_UNUSED(state);
    house_open(&h, "lost_person");
    house_private(&h, "ann", "我");
    assert_int_equal(nj_books_chat(h.referee, "qq:u:ann")->reach,
                     NJ_REACH_PROVED);
    nj_address_user(ev->user, "qq", "ann");
    nj_inbox_push(h.inbox, ev);
    house_run(&h);
    house_kill(&h, 1000); /* it is remembered */
    assert_int_equal(nj_books_chat(h.referee, "qq:u:ann")->reach,
                     NJ_REACH_REFUSED);
    house_close(&h);
}

static void what_the_books_weigh_is_counted(void **state)
{
    struct house h = {.paced = false};
    struct nj_referee_bytes awake, asleep;

    NJ_UNUSED(state);
    house_open(&h, "weigh");
    house_begin(&h, "ann bob", "think=12h act=24h");
    nj_referee_bytes(h.referee, &awake);
    assert_true(awake.live > nj_match_bytes(h.referee->entries[0]->match) +
                                 NJ_SEATS_MAX * sizeof(struct nj_sitter));
    house_pass(&h, 700000);
    house_pass(&h, 20000);
    nj_referee_bytes(h.referee, &asleep);
    assert_int_equal(asleep.books, awake.books);
    assert_int_equal(asleep.live, 0);
    house_close(&h);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_game_that_is_gone_waits_for_it),
        cmocka_unit_test(a_platform_that_is_gone_is_sent_nothing),
        cmocka_unit_test(a_word_that_cannot_be_read_stops_the_start),
        cmocka_unit_test(another_version_checks_what_sleeps),
        cmocka_unit_test(another_version_of_the_rules_freezes_it),
        cmocka_unit_test(what_happens_elsewhere_changes_nothing),
        cmocka_unit_test(who_is_lost_is_not_written_to),
        cmocka_unit_test(what_the_books_weigh_is_counted),
    };

    return cmocka_run_group_tests_name("referee/left_behind", tests, NULL,
                                       NULL);
}
