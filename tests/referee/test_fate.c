/* What becomes of messages when nobody says why they fail (gateways.md 5). */
#include "fault/vfs_shim.h"
#include "kit/house.h"
#include "kit/nj_test.h"
#include "match/match.h"
#include "referee/books/books.h"
#include "referee/referee_priv.h"

#define HOUR_MS INT64_C(3600000)

static uint32_t games_heard(struct house *h)
{
    uint32_t n;

    house_group(h, "cat", "#游戏");
    n = nj_memory_count(h->gateway);
    house_forget(h);
    return n;
}

static const char unwanted_here[] = "刚才有一条消息的用词平台不收";
static const char unwanted_mine[] = "刚才有一条给你的消息，平台不收";

/* Words that a platform does not take are not said again; the group hears where
 * to ask, nobody's clock stands, and nothing is said twice. */
static void words_that_are_not_wanted_give_way_to_a_neutral_line(void **state)
{
    struct house h = {.paced = false};
    struct nj_entry *e;

    NJ_UNUSED(state);
    house_open(&h, "unwanted");
    house_begin(&h, "ann bob", "");
    house_forget(&h);
    e = h.referee->entries[0];
    nj_memory_fate(h.gateway, "qq:g:1", NJ_FATE_SENT, true);
    house_group(&h, "ann", "#上");
    assert_non_null(house_heard(&h, "group", ""));
    house_forget(&h);
    nj_memory_fate(h.gateway, "qq:g:1", NJ_FATE_SENT, false);
    nj_memory_settle(h.gateway, nj_books_find(h.referee, "qq:g:1")->call,
                     NJ_FATE_UNWANTED);
    house_run(&h);
    assert_int_equal(nj_memory_count(h.gateway), 1);
    assert_non_null(house_heard(&h, "group", unwanted_here));
    assert_non_null(house_heard(&h, "group", "#赛况"));
    assert_int_equal(e->hold, 0);
    house_forget(&h);
    house_kill(&h, 1000); /* nor in a later life */
    house_pass(&h, 1000);
    assert_int_equal(nj_memory_count(h.gateway), 0);
    house_close(&h);
}

static void refuse_words(struct house *h)
{
    uint64_t call = nj_books_find(h->referee, "qq:g:1")->call;

    assert_int_not_equal(call, 0);
    house_forget(h);
    nj_memory_settle(h->gateway, call, NJ_FATE_UNWANTED);
    house_run(h);
}

static void begin_street(struct house *h, const char *name)
{
    house_open(h, name);
    house_group(h, "ann", "#新游戏 面具杀人魔 现场");
    house_private(h, "ann", "我");
    house_private(h, "bob", "我");
    house_group(h, "ann", "#加入");
    house_group(h, "bob", "#加入");
    house_group(h, "ann", "#设置 killer first");
    nj_memory_fate(h->gateway, "qq:g:1", NJ_FATE_SENT, true);
    house_group(h, "ann", "#开始");
    assert_non_null(house_heard(h, "group", "ann 是杀人魔"));
}

/* Where a key has milder words they are tried, once; then the neutral line. */
static void what_can_be_said_mildly_is_before_the_neutral_line(void **state)
{
    struct house h = {.paced = false};

    NJ_UNUSED(state);
    begin_street(&h, "unwanted_mild");
    refuse_words(&h);
    assert_int_equal(nj_memory_count(h.gateway), 1);
    assert_non_null(house_heard(&h, "group", "ann 是面具客"));
    assert_null(house_heard(&h, "group", "杀"));
    assert_null(house_heard(&h, "group", unwanted_here));
    refuse_words(&h);
    assert_int_equal(nj_memory_count(h.gateway), 1);
    assert_non_null(house_heard(&h, "group", unwanted_here));
    house_close(&h);
}

/* Milder words that wait for a disk with room are milder still. */
static void a_full_disk_does_not_bring_refused_words_back(void **state)
{
    struct house h = {.paced = false};

    NJ_UNUSED(state);
    nj_vfs_install();
    begin_street(&h, "unwanted_full");
    nj_vfs_fill();
    refuse_words(&h);
    assert_true(h.referee->full);
    assert_int_equal(nj_memory_count(h.gateway), 0);
    nj_vfs_clear();
    house_pass(&h, 10000);
    assert_int_equal(nj_memory_count(h.gateway), 1);
    assert_non_null(house_heard(&h, "group", "ann 是面具客"));
    house_close(&h);
}

/* He can be reached, and the group is told nothing of it. */
static void unwanted_private_words_leave_him_reachable(void **state)
{
    struct house h = {.paced = false};
    uint64_t call;

    NJ_UNUSED(state);
    house_open(&h, "unwanted_mine");
    house_begin(&h, "ann bob", "");
    house_forget(&h);
    nj_memory_fate(h.gateway, "qq:u:ann", NJ_FATE_SENT, true);
    house_private(&h, "ann", "我");
    call = nj_books_find(h.referee, "qq:u:ann")->call;
    house_forget(&h);
    nj_memory_fate(h.gateway, "qq:u:ann", NJ_FATE_SENT, false);
    nj_memory_settle(h.gateway, call, NJ_FATE_UNWANTED);
    house_run(&h);
    assert_int_equal(nj_memory_count(h.gateway), 1);
    assert_non_null(house_heard(&h, "ann", unwanted_mine));
    assert_int_equal(nj_books_find(h.referee, "qq:u:ann")->reach,
                     NJ_REACH_PROVED);
    assert_int_equal(h.referee->entries[0]->blocked, 0);
    house_close(&h);
}

/* A neutral line that is not wanted either is the last. */
static void an_unwanted_neutral_line_is_not_followed_by_another(void **state)
{
    struct house h = {.paced = false};

    NJ_UNUSED(state);
    house_open(&h, "unwanted_twice");
    nj_memory_fate(h.gateway, "qq:g:1", NJ_FATE_UNWANTED, false);
    house_group(&h, "cat", "#游戏");
    assert_int_equal(nj_memory_count(h.gateway), 2);
    assert_non_null(house_heard(&h, "group", unwanted_here));
    assert_null(house_heard(&h, "group", "#赛况")); /* there is no match */
    house_forget(&h);
    house_pass(&h, HOUR_MS);
    assert_int_equal(nj_memory_count(h.gateway), 0);
    house_close(&h);
}

/* Each failure beyond the second makes the pause longer, up to ten minutes;
 * a success ends the count. */
static void a_chat_that_fails_is_left_alone_for_longer_and_longer(void **state)
{
    static const int64_t pause_ms[] = {30000, 120000, 600000, 600000};
    struct house h = {.paced = false};

    NJ_UNUSED(state);
    house_open(&h, "cooling");
    nj_memory_fate(h.gateway, "qq:g:1", NJ_FATE_UNKNOWN, false);
    assert_int_equal(games_heard(&h), 1);
    assert_int_equal(games_heard(&h), 1);
    assert_int_equal(games_heard(&h), 1);
    for (size_t i = 0; i < NJ_COUNT(pause_ms); i++) {
        assert_int_equal(games_heard(&h), 0);
        house_pass(&h, pause_ms[i] - 1);
        assert_int_equal(nj_memory_count(h.gateway), 0);
        house_pass(&h, 1);
        assert_int_equal(nj_memory_count(h.gateway), 1);
        house_forget(&h);
    }
    house_pass(&h, 600000);
    nj_memory_fate(h.gateway, "qq:g:1", NJ_FATE_SENT, false);
    assert_int_equal(games_heard(&h), 1);
    nj_memory_fate(h.gateway, "qq:g:1", NJ_FATE_UNKNOWN, false);
    assert_int_equal(games_heard(&h), 1);
    assert_int_equal(games_heard(&h), 1);
    assert_int_equal(games_heard(&h), 1);
    assert_int_equal(games_heard(&h), 0);
    house_close(&h);
}

/* A platform may answer calls of a life that has ended. */
static void a_fate_of_no_call_changes_nothing(void **state)
{
    struct house h = {.paced = false};

    NJ_UNUSED(state);
    house_open(&h, "no_call");
    house_begin(&h, "ann bob", "");
    nj_memory_fate(h.gateway, "qq:g:1", NJ_FATE_SENT, true);
    house_group(&h, "cat", "#游戏");
    house_forget(&h);
    nj_memory_settle(h.gateway, 1000000, NJ_FATE_LOST);
    house_run(&h);
    assert_int_equal(nj_memory_count(h.gateway), 0);
    assert_int_equal(nj_referee_queued(h.referee), 1);
    house_close(&h);
}

/* Somebody who has no seat, and whose match is over: nobody's clock stands. */
static void a_refusal_stops_no_clock_but_that_of_a_seat(void **state)
{
    struct house h = {.paced = false};

    NJ_UNUSED(state);
    house_open(&h, "no_seat");
    house_begin(&h, "ann bob", "");
    nj_memory_fate(h.gateway, "qq:u:ann", NJ_FATE_SENT, true);
    house_private(&h, "ann", "停止"); /* under way when the match is over */
    house_forget(&h);
    house_pass(&h, 86400000);
    house_pass(&h, 86400000);
    house_pass(&h, 86400000);
    for (int i = 0; i < 20 && nj_referee_open(h.referee) > 0; i++)
        house_pass(&h, 86400000);
    assert_int_equal(nj_referee_open(h.referee), 0);
    nj_memory_settle(h.gateway, nj_books_find(h.referee, "qq:u:ann")->call,
                     NJ_FATE_REFUSED);
    house_run(&h);
    assert_null(house_heard(&h, "group", "私聊发不出去"));
    assert_int_equal(nj_books_find(h.referee, "qq:u:ann")->reach,
                     NJ_REACH_REFUSED);
    house_close(&h);
}

/* The clock stood for somebody who could not be reached; once a computer has
 * his seat nobody would ever start it again. */
static void a_seat_given_to_a_computer_stands_for_nobody(void **state)
{
    struct house h = {.paced = false};
    char text[64];
    struct nj_entry *e;

    NJ_UNUSED(state);
    house_open(&h, "blocked_computer");
    house_group(&h, "eve", "#新游戏 漫漫长夜");
    house_private(&h, "ann", "我");
    house_group(&h, "ann", "#加入");
    house_private(&h, "bob", "我");
    house_group(&h, "bob", "#加入");
    house_group(&h, "eve", "#主持");
    house_group(&h, "eve", "#开始");
    assert_int_equal(nj_referee_open(h.referee), 1);
    e = h.referee->entries[0];
    nj_memory_fate(h.gateway, "qq:u:ann", NJ_FATE_REFUSED, false);
    house_group(&h, "ann", "#停止");
    house_group(&h, "bob", "#停止");
    house_private(&h, "ann", "停止"); /* its receipt does not arrive */
    house_group(&h, "bob", "#停止");
    assert_int_equal(e->hold, NJ_HOLD_SEAT);
    (void)snprintf(text, sizeof(text), "%%换人 %u 电脑 因 有事",
                   nj_sitters_of(e, "qq:u:ann")->seat + 1u);
    house_private(&h, "eve", text);
    house_confirm(&h, "eve");
    assert_int_equal(e->hold, 0);
    assert_int_equal(e->blocked, 0);
    house_forget(&h);
    house_pass(&h, 1000);
    house_group(&h, "bob", "#停止");
    assert_non_null(house_heard(&h, "group", "走过："));
    house_close(&h);
}

/* Of two: whose turn it is not. */
static const char *who_waits(const struct nj_entry *e)
{
    nj_seat turn = (nj_match_awaited(e->match) & nj_bit(0)) != 0 ? 0 : 1;

    return nj_sitters_at(e, (nj_seat)(1 - turn))->user;
}

/* Whoever can be reached has his time as ever; that of the other one stands
 * when his turn comes, also over a start of the program, and is all there once
 * he can be reached. */
static void the_clock_stands_for_whom_it_waits(void **state)
{
    struct house h = {.paced = false};
    char who[NJ_ADDRESS_MAX];
    struct nj_entry *e;

    NJ_UNUSED(state);
    house_open(&h, "stands_for");
    house_begin(&h, "ann bob", "think=3h act=6h");
    e = h.referee->entries[0];
    (void)snprintf(who, sizeof(who), "%s", who_waits(e));
    nj_memory_fate(h.gateway, who, NJ_FATE_REFUSED, false);
    house_private(&h, who, "停止"); /* what he hears of it does not arrive */
    assert_int_not_equal(e->blocked, 0);
    assert_int_equal(e->hold, 0);
    assert_null(house_heard(&h, "group", "私聊发不出去")); /* nor when */
    house_pass(&h, 4 * HOUR_MS);
    assert_non_null(house_heard(&h, "group", "行动结束"));
    assert_non_null(house_heard(&h, "group", "私聊发不出去"));
    assert_int_equal(e->hold, NJ_HOLD_SEAT);
    house_kill(&h, 1000);
    house_pass(&h, HOUR_MS);
    assert_int_equal(h.referee->entries[0]->hold, NJ_HOLD_SEAT);
    house_private(&h, who, "我");
    assert_int_equal(h.referee->entries[0]->hold, 0);
    house_pass(&h, 2 * HOUR_MS);
    assert_null(house_heard(&h, "group", "行动结束"));
    house_pass(&h, 12 * HOUR_MS); /* a night with no deadline in it */
    assert_non_null(house_heard(&h, "group", "行动结束"));
    house_close(&h);
}

static struct nj_game discreet;
static struct nj_loaded_game loaded;

static void note_group(struct house *h, struct nj_str *out)
{
    for (uint32_t i = 0; i < nj_memory_count(h->gateway); i++)
        if (nj_memory_get(h->gateway, i)->group)
            nj_str_addf(out, "%s\n", nj_memory_get(h->gateway, i)->text);
}

/* All that the group hears until ann's turn is over, whether she can be
 * reached or not; a host may lead or hold the second seat. */
static void hear_group(const char *name, bool reached, const char *host,
                       struct nj_str *out)
{
    struct house h = {.paced = false};
    struct nj_entry *e;

    house_open(&h, name);
    loaded = h.env.games[0];
    discreet = *loaded.game;
    discreet.absence_secret = true;
    loaded.game = &discreet;
    house_games(&h, &loaded, 1);
    house_group(&h, "eve", "#新游戏 漫漫长夜");
    house_private(&h, "ann", "我");
    house_group(&h, "ann", "#加入");
    house_private(&h, "bob", "我");
    house_group(&h, "bob", "#加入");
    house_private(&h, "eve", "我");
    house_group(&h, host, "#主持");
    house_group(&h, "eve", "#开始");
    e = h.referee->entries[0];
    if (!reached)
        nj_memory_fate(h.gateway, "qq:u:ann", NJ_FATE_REFUSED, false);
    house_forget(&h);
    house_group(&h, "bob", "#停止");
    house_group(&h, "ann", "#停止");
    house_private(&h, "ann", "停止");
    assert_int_equal(e->hold, 0);
    assert_int_equal(house_heard(&h, "eve", "按缺席计") != NULL,
                     !reached && strcmp(host, "eve") == 0);
    assert_null(house_heard(&h, "bob", "缺席"));
    house_private(&h, "ann", "停止");
    house_group(&h, "bob", "#停止");
    for (int i = 0; i < 5; i++)
        house_pass(&h, 180000);
    note_group(&h, out);
    house_kill(&h, 0);
    house_pass(&h, 180000);
    note_group(&h, out);
    house_close(&h);
}

/* Where the rules forbid the group to know, it cannot tell. */
static void an_absence_may_be_a_secret(void **state)
{
    static const char *const hosts[] = {"eve", "bob"};

    NJ_UNUSED(state);
    for (size_t i = 0; i < NJ_COUNT(hosts); i++) {
        struct nj_str here = NJ_STR_INIT(100000), away = NJ_STR_INIT(100000);

        hear_group("absent_no", true, hosts[i], &here);
        hear_group("absent_yes", false, hosts[i], &away);
        assert_true(here.len > 0);
        assert_string_equal(here.p, away.p);
        nj_str_fini(&here);
        nj_str_fini(&away);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(words_that_are_not_wanted_give_way_to_a_neutral_line),
        cmocka_unit_test(what_can_be_said_mildly_is_before_the_neutral_line),
        cmocka_unit_test(a_full_disk_does_not_bring_refused_words_back),
        cmocka_unit_test(unwanted_private_words_leave_him_reachable),
        cmocka_unit_test(an_unwanted_neutral_line_is_not_followed_by_another),
        cmocka_unit_test(a_chat_that_fails_is_left_alone_for_longer_and_longer),
        cmocka_unit_test(a_fate_of_no_call_changes_nothing),
        cmocka_unit_test(a_refusal_stops_no_clock_but_that_of_a_seat),
        cmocka_unit_test(a_seat_given_to_a_computer_stands_for_nobody),
        cmocka_unit_test(the_clock_stands_for_whom_it_waits),
        cmocka_unit_test(an_absence_may_be_a_secret),
    };

    return cmocka_run_group_tests_name("referee/fate", tests, NULL, NULL);
}
