/*
 * The link to the platform and its accidents: refused tokens, connections
 * that die before and after an answer, repeated events, slow and missing
 * answers, people who cannot be written to, peers that fall silent.
 */
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "kit/nj_test.h"
#include "kit/party.h"

#define GROUP   NJ_PARTY_GROUP
#define WAIT_MS NJ_SERVE_WAIT_MS
#define REPEAT  "（可能重复）"

static struct nj_party p;

static int end(void **state)
{
    NJ_UNUSED(state);
    nj_party_end(&p);
    return 0;
}

/* Copies of a text among those to the group or to a person. */
static uint32_t copies(bool group, int64_t to, const char *part)
{
    bool is_group = false;
    int64_t id = 0;
    const char *text;
    uint32_t n = 0;

    for (uint32_t i = 0;
         (text = nj_ob_server_text(p.server, i, 0, &is_group, &id)) != NULL;
         i++)
        n += is_group == group && id == to && strstr(text, part) != NULL;
    return n;
}

/* Somebody's question, and that it was answered: all before it is done. */
static void all_is_done(unsigned i)
{
    static const char question[] = "#游戏";

    nj_party_group(&p, i, question);
    (void)nj_party_hears(&p, "漫漫长夜（");
}

static void reconnected(uint32_t before)
{
    assert_true(nj_ob_server_connected(p.server, before + 1, WAIT_MS));
}

/* --- tokens --- */

static void begin_refused(enum nj_ob_gate gate)
{
    memset(&p, 0, sizeof(p));
    p.server = nj_ob_server_start("another");
    nj_ob_server_gate(p.server, gate);
    nj_serve_open(&p.program);
    nj_serve_configure(&p.program, nj_ob_server_port(p.server), "");
    nj_serve_start(&p.program, NULL);
}

static void refused_times(uint32_t n)
{
    int64_t until_ms = nj_monotonic_ms() + WAIT_MS;

    while (nj_ob_server_refusals(p.server) < n) {
        const struct timespec t = {.tv_nsec = 2000000};

        assert_true(nj_monotonic_ms() < until_ms);
        (void)nanosleep(&t, NULL);
    }
}

static void accepted_at_last(const char *complaint)
{
    uint32_t before;

    assert_true(nj_serve_runs(&p.program));
    assert_int_equal(nj_serve_times(&p.program, "log", complaint), 1);
    assert_int_equal(nj_serve_times(&p.program, "log", NJ_SERVE_TOKEN), 0);
    before = nj_ob_server_connections(p.server);
    nj_ob_server_token(p.server, NJ_SERVE_TOKEN);
    reconnected(before);
    assert_true(nj_serve_said(&p.program, "I onebot up", WAIT_MS));
    all_is_done(0);
    nj_party_close(&p);
}

static void a_token_is_refused_after_the_upgrade(void **state)
{
    int64_t from_ms = nj_monotonic_ms();

    NJ_UNUSED(state);
    begin_refused(NJ_OB_GATE_LATE);
    refused_times(5);
    /* From the first refusal on it waits as long as it may: four
     * times 100 ms. */
    assert_true(nj_monotonic_ms() - from_ms >= 400);
    accepted_at_last("token_refused");
}

static void a_token_is_refused_before_the_upgrade(void **state)
{
    int64_t from_ms = nj_monotonic_ms();

    NJ_UNUSED(state);
    begin_refused(NJ_OB_GATE_CHECK);
    refused_times(7);
    /* 10, 20, 40, 80, 100, 100 ms, and chance on top. */
    assert_true(nj_monotonic_ms() - from_ms >= 350);
    accepted_at_last("upgrade_refused");
}

/* --- the connection dies --- */

static void lost_before_the_answer_is_said_again(void **state)
{
    uint32_t before;

    NJ_UNUSED(state);
    nj_party_open(&p, "", 1, NULL);
    before = nj_ob_server_connections(p.server);
    nj_ob_server_reply(p.server, "send_group_msg", NJ_OB_REPLY_DROP_BEFORE, 0,
                       "", 1);
    nj_party_group(&p, 0, "#新游戏 漫漫长夜");
    assert_null(strstr(nj_party_hears(&p, "开桌"), REPEAT));
    reconnected(before);
    assert_non_null(strstr(nj_party_hears(&p, "开桌"), REPEAT));

    before = nj_ob_server_connections(p.server);
    nj_ob_server_reply(p.server, "send_private_msg", NJ_OB_REPLY_DROP_BEFORE, 0,
                       "", 1);
    nj_party_group(&p, 0, "#加入");
    nj_party_private(&p, 0, "我");
    (void)nj_party_told(&p, 0, "私聊已接通");
    reconnected(before);
    (void)nj_party_told(&p, 0, REPEAT);
    all_is_done(0);
    assert_int_equal(copies(true, GROUP, "开桌"), 2);
    assert_int_equal(copies(false, nj_party_user(0), "私聊已接通"), 2);
    nj_party_close(&p);
}

static void lost_twice_stays_unknown(void **state)
{
    uint32_t before;

    NJ_UNUSED(state);
    nj_party_open(&p, "", 1, NULL);
    before = nj_ob_server_connections(p.server);
    nj_ob_server_reply(p.server, "send_group_msg", NJ_OB_REPLY_DROP_BEFORE, 0,
                       "", 2);
    nj_party_group(&p, 0, "#新游戏 漫漫长夜");
    (void)nj_party_hears(&p, "开桌");
    (void)nj_party_hears(&p, REPEAT);
    reconnected(before + 1);
    all_is_done(0);
    assert_int_equal(copies(true, GROUP, "开桌"), 2);
    nj_party_close(&p);
}

static void lost_behind_the_answer_is_not_said_again(void **state)
{
    uint32_t before;

    NJ_UNUSED(state);
    nj_party_open(&p, "", 1, NULL);
    before = nj_ob_server_connections(p.server);
    nj_ob_server_reply(p.server, "send_group_msg", NJ_OB_REPLY_DROP_AFTER, 0,
                       "", 1);
    nj_party_group(&p, 0, "#新游戏 漫漫长夜");
    (void)nj_party_hears(&p, "开桌");
    reconnected(before);
    nj_party_group(&p, 0, "#加入");
    (void)nj_party_hears(&p, "Ann 入座");
    all_is_done(0);
    assert_int_equal(copies(true, GROUP, "开桌"), 1);
    assert_int_equal(copies(true, GROUP, REPEAT), 0);
    nj_party_close(&p);
}

/* --- events again --- */

static void repeated_events_count_once(void **state)
{
    uint32_t before;

    NJ_UNUSED(state);
    nj_party_open(&p, "", 1, NULL);
    nj_party_group(&p, 0, "#新游戏 漫漫长夜");
    (void)nj_party_hears(&p, "开桌");
    before = nj_ob_server_connections(p.server);
    nj_ob_server_drop(p.server);
    reconnected(before);
    nj_ob_server_repeat(p.server); /* across a reconnect */
    nj_ob_server_repeat(p.server);
    all_is_done(0);
    assert_int_equal(copies(true, GROUP, "开桌"), 1);
    nj_party_group(&p, 1, "#加入");
    (void)nj_party_hears(&p, "阿宝 入座");
    nj_party_crash(&p, NULL);
    nj_ob_server_repeat(p.server); /* across a restart */
    all_is_done(0);
    assert_int_equal(copies(true, GROUP, "已经在座"), 0);
    nj_party_close(&p);
}

/* --- answers that come late, twice or never --- */

static void slow_answers(void **state)
{
    NJ_UNUSED(state);
    nj_party_open(&p, "\"answer_ms\": 100,", 1, NULL);
    nj_ob_server_reply(p.server, "send_group_msg", NJ_OB_REPLY_SLOW, 400, "",
                       1);
    nj_party_group(&p, 0, "#新游戏 漫漫长夜");
    (void)nj_party_hears(&p, "开桌");
    (void)nj_party_hears(&p, REPEAT); /* people wait for a table's card */
    all_is_done(0); /* waits for the chat, so the deadline has passed */
    assert_int_equal(copies(true, GROUP, "开桌"), 2);
    assert_int_equal(copies(true, GROUP, REPEAT), 1);

    nj_ob_server_reply(p.server, "send_private_msg", NJ_OB_REPLY_SLOW, 400, "",
                       1);
    nj_party_private(&p, 0, "我");
    assert_null(strstr(nj_party_told(&p, 0, "私聊已接通"), REPEAT));
    assert_non_null(strstr(nj_party_told(&p, 0, "私聊已接通"), REPEAT));

    nj_ob_server_reply(p.server, "send_private_msg", NJ_OB_REPLY_NEVER, 0, "",
                       2);
    nj_party_private(&p, 1, "我");
    (void)nj_party_told(&p, 1, "私聊已接通");
    (void)nj_party_told(&p, 1, REPEAT);
    nj_party_private(&p, 1, "比赛");
    (void)nj_party_told(&p, 1, "没有比赛");
    assert_int_equal(copies(false, nj_party_user(1), "私聊已接通"), 2);

    nj_ob_server_reply(p.server, "", NJ_OB_REPLY_TWICE, 0, "", 3);
    for (int i = 0; i < 3; i++)
        all_is_done(0);
    assert_int_equal(copies(true, GROUP, "开桌"), 2);
    assert_int_equal(copies(false, nj_party_user(0), "私聊已接通"), 2);
    nj_party_close(&p);
}

/* --- somebody cannot be written to --- */

static const char *const clock_args[] = {
    "serve", "-c", "config.json", "--test-seed", "2a", "--test-clock", NULL};

static unsigned mover(void)
{
    unsigned i = 0;

    while (nj_party_user(i) != p.user)
        i++;
    return i;
}

/* The way to a wall beside who has the turn, as his first private text says;
 * NULL if there is none. */
static const char *way_to_a_wall(void)
{
    static const char *const ways[] = {"上", "下", "左", "右"};
    const char *told = nj_party_told(&p, mover(), "你四周");
    const char *last = told;
    char part[16];

    while ((told = strstr(told + 1, "你四周")) != NULL)
        last = told;
    for (size_t i = 0; i < NJ_COUNT(ways); i++) {
        (void)snprintf(part, sizeof(part), "%s墙", ways[i]);
        if (strstr(last, part) != NULL)
            return ways[i];
    }
    return NULL;
}

static void takes_his_turn(const char *word)
{
    unsigned seat = p.seat;

    nj_party_group(&p, mover(), word);
    while (p.seat == seat)
        assert_true(nj_party_listen(&p, WAIT_MS));
}

/* Somebody's secret cannot be delivered: his clock stands until it can. */
static void a_seat_cannot_be_reached(void **state)
{
    const char *way;
    unsigned i;

    NJ_UNUSED(state);
    nj_party_open(&p, "", 1, clock_args);
    for (unsigned k = 0; k < NJ_PARTY_SIZE; k++) {
        /* No picture comes late, as what would be refused in place of words. */
        nj_party_private(&p, k, "图片 关");
        (void)nj_party_told(&p, k, "图片已关闭");
    }
    nj_party_begin(&p, "cap 5");
    while ((way = way_to_a_wall()) == NULL)
        takes_his_turn("停止");
    i = mover();
    for (unsigned k = 0; k < NJ_PARTY_SIZE; k++) {
        nj_party_private(&p, k, "#游戏"); /* the next text to anybody is his */
        (void)nj_party_told(&p, k, "漫漫长夜（");
    }
    nj_ob_server_reply(p.server, "send_private_msg", NJ_OB_REPLY_FAIL, 1200,
                       "请先添加对方为好友", 1);
    takes_his_turn(way);
    (void)nj_party_told(&p, i, "你四周");
    while (mover() != i) /* said when the match waits for him */
        takes_his_turn("停止");
    (void)nj_party_hears(&p, "行动时计时不走");
    nj_serve_pass(&p.program, "+30m");
    all_is_done((i + 1) % NJ_PARTY_SIZE);
    assert_int_equal(copies(true, GROUP, "时间到"), 0);
    nj_party_private(&p, i, "我");
    (void)nj_party_told(&p, i, "你四周");
    (void)nj_party_hears(&p, "30 分钟");
    assert_int_equal(copies(true, GROUP, "时间到"), 0);
    nj_serve_pass(&p.program, "+30m");
    (void)nj_party_hears(&p, "时间到");
    nj_party_no_leak(&p);
    nj_party_close(&p);
}

/* --- a peer falls silent --- */

static void a_dead_peer_is_found_by_pings(void **state)
{
    NJ_UNUSED(state);
    nj_party_open(&p, "\"ping_ms\": 1000, \"hangup_ms\": 2000,", 1, NULL);
    all_is_done(0);
    nj_ob_server_freeze(p.server);
    reconnected(1);
    all_is_done(0);
    nj_party_close(&p);
}

static void a_dead_peer_is_found_by_its_heart(void **state)
{
    NJ_UNUSED(state);
    nj_party_open(&p, "\"heartbeat_grace_ms\": 0, \"answer_ms\": 200,", 1,
                  NULL);
    all_is_done(0);
    nj_ob_server_heartbeat(p.server, 300, true);
    all_is_done(0);
    nj_ob_server_freeze(p.server);
    reconnected(1);
    all_is_done(0);
    assert_int_not_equal(
        nj_serve_times(&p.program, "log", "heartbeats stopped"), 0);
    nj_party_close(&p);
}

/* Half-open while something is under way: it is said again, marked. */
static void a_dead_peer_loses_nothing(void **state)
{
    NJ_UNUSED(state);
    nj_party_open(&p, "\"heartbeat_grace_ms\": 0,", 1, NULL);
    nj_ob_server_heartbeat(p.server, 300, true);
    nj_ob_server_reply(p.server, "send_group_msg", NJ_OB_REPLY_NEVER, 0, "", 1);
    nj_party_group(&p, 0, "#新游戏 漫漫长夜");
    (void)nj_party_hears(&p, "开桌");
    nj_ob_server_freeze(p.server);
    reconnected(1);
    (void)nj_party_hears(&p, REPEAT);
    all_is_done(0);
    nj_party_group(&p, 0, "#加入");
    (void)nj_party_hears(&p, "Ann 入座");
    nj_party_close(&p);
}

static void it_waits_for_a_platform_that_is_not_there(void **state)
{
    uint16_t port;

    NJ_UNUSED(state);
    memset(&p, 0, sizeof(p));
    p.server = nj_ob_server_start("");
    port = nj_ob_server_port(p.server);
    nj_ob_server_stop(p.server);
    p.server = NULL;
    nj_serve_open(&p.program);
    nj_serve_configure(&p.program, port, "");
    nj_serve_start(&p.program, NULL);
    assert_true(nj_serve_said(&p.program, "tries=3", WAIT_MS));
    assert_int_equal(nj_serve_times(&p.program, "log", " W "), 1);
    assert_int_equal(nj_serve_stop(&p.program), 0);
}

#define TEST(name) cmocka_unit_test_teardown(name, end)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(a_token_is_refused_after_the_upgrade),
        TEST(a_token_is_refused_before_the_upgrade),
        TEST(lost_before_the_answer_is_said_again),
        TEST(lost_twice_stays_unknown),
        TEST(lost_behind_the_answer_is_not_said_again),
        TEST(repeated_events_count_once),
        TEST(slow_answers),
        TEST(a_seat_cannot_be_reached),
        TEST(a_dead_peer_is_found_by_pings),
        TEST(a_dead_peer_is_found_by_its_heart),
        TEST(a_dead_peer_loses_nothing),
        TEST(it_waits_for_a_platform_that_is_not_there),
    };

    return cmocka_run_group_tests_name("e2e/link", tests, NULL, NULL);
}
