/* Slow matches and those who play them: leave, groups that cannot
 * be told anything, tables that nobody comes to (UX-6.4, 6.8, 6.9, 6.10). */
#include "kit/house.h"
#include "kit/nj_test.h"
#include "match/match.h"
#include "referee/play/play.h"
#include "referee/referee_priv.h"

#define MIN INT64_C(60000)
#define H   (60 * MIN)
#define DAY (24 * H)

static const struct nj_entry *entry(const struct house *h)
{
    return h->referee->entries[0];
}

static int64_t turn_ends(struct house *h)
{
    const struct nj_timer *t;

    assert_true(nj_live_wake(h->referee, h->referee->entries[0]));
    t = nj_match_timers(entry(h)->match);
    while (strcmp(t->name, "turn") != 0)
        t++;
    return t->at_ms;
}

static void muted(struct house *h, bool on, int64_t ms)
{
    struct nj_event *ev = nj_event_create(NJ_EVENT_MUTED, 0);

    nj_address_group(ev->chat, "qq", "1");
    ev->muted = on;
    ev->ms = ms;
    nj_inbox_push(h->inbox, ev);
    house_run(h);
}

/* What was sent to a chat that contains `part`, how often. */
static int times(struct house *h, const char *address, const char *part)
{
    int n = 0;

    for (uint32_t i = 0; i < nj_memory_count(h->gateway); i++) {
        const struct nj_memory_sent *s = nj_memory_get(h->gateway, i);

        n += strcmp(s->to, address) == 0 && strstr(s->text, part) != NULL;
    }
    return n;
}

/* --- leave --- */

static void leave_moves_deadlines_and_names_nobody(void **state)
{
    struct house h = {.paced = false};
    int64_t before;

    NJ_UNUSED(state);
    house_open(&h, "away");
    house_begin(&h, "ann bob", "think=4h act=4h");
    before = turn_ends(&h);
    house_forget(&h);
    house_private(&h, "ann", "请假 1h");
    assert_int_equal(turn_ends(&h), before + H);
    assert_non_null(house_heard(&h, "group", "顺延了 1 小时，现在是 21:53"));
    assert_null(house_heard(&h, "group", "ann"));
    assert_null(house_heard(&h, "group", "请假"));
    assert_non_null(house_heard(&h, "ann", "还能请 2 天 23 小时"));
    assert_null(house_heard(&h, "bob", "请假"));
    house_close(&h);
}

static void leave_has_an_end_each_person_one_of_his_own(void **state)
{
    struct house h = {.paced = false};
    int64_t before;

    NJ_UNUSED(state);
    house_open(&h, "away_end");
    house_begin(&h, "ann bob", "think=12h act=24h");
    house_private(&h, "ann", "请假 2d");
    house_kill(&h, 0);
    before = turn_ends(&h);
    house_private(&h, "ann", "请假 25h");
    assert_non_null(house_heard(&h, "ann", "没有顺延：这一局你还能请 24 小时"));
    assert_int_equal(turn_ends(&h), before);
    house_private(&h, "ann", "请假 24h");
    assert_int_equal(turn_ends(&h), before + DAY);
    house_private(&h, "bob", "请假 72h");
    assert_int_equal(turn_ends(&h), before + 4 * DAY);
    house_close(&h);
}

static void what_is_no_leave_moves_nothing(void **state)
{
    static const char *const words[] = {"请假",     "请假 很久",
                                        "请假 73h", "请假 21:00",
                                        "请假 30s", "请假 2h 工作日"};
    struct house h = {.paced = false};
    int64_t before;

    NJ_UNUSED(state);
    house_open(&h, "away_no");
    house_begin(&h, "ann bob", "think=12h act=24h");
    before = turn_ends(&h);
    for (size_t i = 0; i < NJ_COUNT(words); i++) {
        house_forget(&h);
        house_private(&h, "ann", words[i]);
        if (house_heard(&h, "ann", "没有执行：请写请多久") == NULL)
            fail_msg("%s", words[i]);
    }
    house_group(&h, "cat", "#请假 1h");
    assert_non_null(house_heard(&h, "group", "你不在这一局里"));
    assert_int_equal(turn_ends(&h), before);
    house_close(&h);
}

/* Who is out of play is asked no more than the others (UX-6.9). */
static void the_dead_have_leave_as_the_living(void **state)
{
    struct house h = {.paced = false};
    int64_t before;

    NJ_UNUSED(state);
    house_open(&h, "away_dead");
    house_begin(&h, "ann bob cat", "think=4h act=4h");
    house_group(&h, "ann", "#退出");
    house_group(&h, "ann", "#确认");
    before = turn_ends(&h);
    house_forget(&h);
    house_group(&h, "ann", "#请假 1h");
    assert_int_equal(turn_ends(&h), before + H);
    assert_non_null(house_heard(&h, "ann", "还能请"));
    assert_null(house_heard(&h, "group", "还能请"));
    house_close(&h);
}

static void no_leave_while_the_clock_stands(void **state)
{
    struct house h = {.paced = false};

    NJ_UNUSED(state);
    house_open(&h, "away_stands");
    house_begin(&h, "ann bob", "think=4h act=4h");
    muted(&h, true, 0);
    house_private(&h, "ann", "请假 1h");
    assert_non_null(house_heard(&h, "ann", "没有在走的计时"));
    house_close(&h);
}

/* --- groups that cannot be told anything --- */

static void a_muted_group_costs_nobody_a_turn(void **state)
{
    struct house h = {.paced = false};
    int64_t before;

    NJ_UNUSED(state);
    house_open(&h, "muted");
    house_begin(&h, "ann bob", "think=4h act=4h");
    before = turn_ends(&h);
    muted(&h, true, 0);
    house_pass(&h, 6 * H);
    assert_int_equal(turn_ends(&h), before);
    assert_null(house_heard(&h, "group", "时间到"));
    muted(&h, false, 0);
    /* Six hours, and then out of the night: it was 20:53, it is 08:00. */
    assert_int_equal(turn_ends(&h), before + 11 * H + 6 * MIN + 40000);
    assert_non_null(house_heard(&h, "group", "计时停了 6 小时"));
    assert_int_equal(entry(&h)->hold, 0);
    house_close(&h);
}

/* Nobody tells a new process; it tries, and moves deadlines by all of it. */
static void a_muted_group_is_tried_by_another_life(void **state)
{
    struct house h = {.paced = false};

    NJ_UNUSED(state);
    house_open(&h, "muted_life");
    house_begin(&h, "ann bob", "think=4h act=4h");
    muted(&h, true, 0);
    house_pass(&h, 6 * H);
    house_kill(&h, H);
    assert_non_null(house_heard(&h, "group", "计时停了 7 小时"));
    assert_int_equal(entry(&h)->hold, 0);
    house_close(&h);
}

static void a_ban_of_some_length_ends_by_itself(void **state)
{
    struct house h = {.paced = false};

    NJ_UNUSED(state);
    house_open(&h, "muted_ms");
    house_begin(&h, "ann bob", "");
    muted(&h, true, 10 * MIN);
    assert_int_equal(entry(&h)->hold, NJ_HOLD_SILENT);
    house_pass(&h, 9 * MIN);
    assert_int_equal(entry(&h)->hold, NJ_HOLD_SILENT);
    house_pass(&h, MIN);
    assert_int_equal(entry(&h)->hold, 0);
    assert_int_equal(turn_ends(&h) - h.now_ms, 3 * MIN);
    house_close(&h);
}

static void a_refusal_is_remembered_and_told_to_the_host(void **state)
{
    struct house h = {.paced = false};

    NJ_UNUSED(state);
    house_open(&h, "refused_group");
    house_private(&h, "hugo", "我");
    house_group(&h, "opener", "#新游戏 漫漫长夜");
    house_private(&h, "ann", "我");
    house_private(&h, "bob", "我");
    house_group(&h, "ann", "#加入");
    house_group(&h, "bob", "#加入");
    house_group(&h, "hugo", "#主持");
    house_group(&h, "opener", "#开始");
    nj_memory_fate(h.gateway, "qq:g:1", NJ_FATE_REFUSED, false);
    house_group(&h, "ann", "停止");
    house_group(&h, "bob", "停止");
    assert_non_null(house_heard(&h, "hugo", "计时已停"));
    assert_int_equal(entry(&h)->hold, NJ_HOLD_SILENT);
    house_pass(&h, 5 * MIN); /* tried, and refused again */
    assert_int_equal(entry(&h)->hold, NJ_HOLD_SILENT);
    house_kill(&h, 5 * MIN); /* the platform lets us now */
    assert_non_null(house_heard(&h, "group", "走过："));
    assert_non_null(house_heard(&h, "group", "计时停了 10 分钟"));
    assert_int_equal(entry(&h)->hold, 0);
    assert_int_equal(h.referee->n_silent, 0);
    house_close(&h);
}

/* --- tables that nobody comes to --- */

static void a_stale_table_says_so_and_is_closed(void **state)
{
    struct house h = {.paced = false};

    NJ_UNUSED(state);
    house_open(&h, "stale");
    house_group(&h, "ann", "#新游戏 漫漫长夜");
    house_pass(&h, DAY - MIN);
    house_group(&h, "ann", "#加入"); /* that is activity */
    house_forget(&h);
    house_pass(&h, DAY - MIN);
    assert_int_equal(nj_memory_count(h.gateway), 0);
    house_kill(&h, 0);
    house_pass(&h, 2 * MIN);
    assert_int_equal(times(&h, "qq:g:1", "一天没有动静"), 1);
    house_kill(&h, 12 * H);
    house_pass(&h, 11 * H);
    assert_int_equal(nj_referee_open(h.referee), 1);
    assert_int_equal(times(&h, "qq:g:1", "一天没有动静"), 0);
    house_pass(&h, H + MIN);
    assert_non_null(house_heard(&h, "group", "已撤桌"));
    assert_int_equal(nj_referee_open(h.referee), 0);
    house_close(&h);
}

static void being_away_ourselves_closes_no_table_unwarned(void **state)
{
    struct house h = {.paced = false};

    NJ_UNUSED(state);
    house_open(&h, "stale_down");
    house_group(&h, "ann", "#新游戏 漫漫长夜");
    house_kill(&h, 5 * DAY);
    assert_int_equal(nj_referee_open(h.referee), 1);
    assert_int_equal(times(&h, "qq:g:1", "一天没有动静"), 1);
    house_group(&h, "ann", "#加入");
    house_pass(&h, DAY - MIN);
    assert_int_equal(nj_referee_open(h.referee), 1);
    house_close(&h);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(leave_moves_deadlines_and_names_nobody),
        cmocka_unit_test(leave_has_an_end_each_person_one_of_his_own),
        cmocka_unit_test(what_is_no_leave_moves_nothing),
        cmocka_unit_test(the_dead_have_leave_as_the_living),
        cmocka_unit_test(no_leave_while_the_clock_stands),
        cmocka_unit_test(a_muted_group_costs_nobody_a_turn),
        cmocka_unit_test(a_muted_group_is_tried_by_another_life),
        cmocka_unit_test(a_ban_of_some_length_ends_by_itself),
        cmocka_unit_test(a_refusal_is_remembered_and_told_to_the_host),
        cmocka_unit_test(a_stale_table_says_so_and_is_closed),
        cmocka_unit_test(being_away_ourselves_closes_no_table_unwarned),
    };

    return cmocka_run_group_tests_name("referee/waits", tests, NULL, NULL);
}
