/*
 * What commands refuse, and what people read then: words at the wrong place, at
 * the wrong time, of the wrong person. Nothing has changed by them.
 */
#include "base/str.h"
#include "kit/house.h"
#include "kit/nj_test.h"
#include "referee/books/books.h"
#include "referee/referee_priv.h"

#define OTHERS "qq:g:2"

static struct house h;

static int begin(void **state)
{
    NJ_UNUSED(state);
    memset(&h, 0, sizeof(h));
    house_open(&h, "refusals");
    return 0;
}

static int end(void **state)
{
    NJ_UNUSED(state);
    house_close(&h);
    return 0;
}

/* He types it in the group and reads that; nobody reads anything else. */
static void refused(const char *who, const char *text, const char *why)
{
    house_forget(&h);
    house_group(&h, who, text);
    if (house_heard(&h, "group", why) == NULL)
        fail_msg("'%s' of %s is not answered with '%s'", text, who, why);
    assert_int_equal(nj_memory_count(h.gateway), 1);
}

static void refused_alone(const char *who, const char *text, const char *why)
{
    house_forget(&h);
    house_private(&h, who, text);
    if (house_heard(&h, who, why) == NULL)
        fail_msg("'%s' of %s is not answered with '%s'", text, who, why);
    assert_int_equal(nj_memory_count(h.gateway), 1);
}

static void a_table_is_no_match(void **state)
{
    NJ_UNUSED(state);
    house_group(&h, "opener", "#新游戏 漫漫长夜");
    house_group(&h, "ann", "#加入");
    refused("ann", "#请假 3m", "没有进行中的比赛");
    refused("ann", "#暂停", "没有进行中的比赛");
    refused("ann", "#求替补", "没有进行中的比赛");
    refused("ann", "#完成", "没有进行中的比赛");
    refused("ann", "#观战", "没有进行中的比赛");
    refused("opener", "%延时 5m", "没有进行中的比赛");
    assert_int_equal(h.referee->entries[0]->state, NJ_MATCH_LOBBY);
}

static void who_does_not_play_cannot(void **state)
{
    NJ_UNUSED(state);
    house_begin(&h, "ann bob", "cap 30");
    refused("eve", "#请假 3m", "你不在这一局里");
    refused("eve", "#暂停", "你不在这一局里");
    refused("eve", "#完成", "你不在这一局里");
    refused("eve", "#退出", "你不在这一局里");
    refused("eve", "%延时 5m", "只有主持");
    assert_false(h.referee->entries[0]->paused);
}

/* How much leave is left is told, whatever is wrong with what was typed. */
static void leave_has_a_length(void **state)
{
    struct nj_entry *e;
    int64_t before;

    NJ_UNUSED(state);
    house_begin(&h, "ann bob", "cap 30 think=12h act=24h");
    e = h.referee->entries[0];
    before = e->deadline_ms;
    refused_alone("ann", "请假", "请写请多久");
    refused_alone("ann", "请假 一会儿", "请写请多久");
    refused_alone("ann", "请假 5s", "请写请多久");
    refused_alone("ann", "请假 900d", "没有");
    assert_int_equal(e->deadline_ms, before);
    /* A row of an earlier program, or of a hand: no more than all there is. */
    nj_setting_put(h.store, "qq:u:ann", "away.1", "-99999999999");
    assert_true(nj_store_good(h.store));
    house_private(&h, "ann", "请假 3m");
    assert_int_equal(e->deadline_ms, before + 180000);
    house_group(&h, "ann", "#暂停");
    house_group(&h, "bob", "#暂停");
    assert_true(e->paused);
    refused_alone("ann", "请假 3m", "现在没有在走的计时");
}

/* Who has agreed once need not again, until his word has grown old. */
static void agreeing_is_for_a_while(void **state)
{
    struct nj_entry *e;

    NJ_UNUSED(state);
    house_begin(&h, "ann bob", "cap 30 think=12h act=24h");
    e = h.referee->entries[0];
    refused("ann", "#继续", "比赛没有暂停");
    house_group(&h, "ann", "#暂停");
    refused("ann", "#暂停", "你已经同意了，现在 1/2 人");
    house_pass(&h, 11 * INT64_C(60000));
    house_group(&h, "bob", "#暂停"); /* his own word is the first, then */
    assert_false(e->paused);
    house_group(&h, "ann", "#暂停");
    assert_true(e->paused);
    refused("bob", "#暂停", "比赛已经暂停了");
    refused_alone("bob", "继续", "这一步要在群里发");
    house_group(&h, "bob", "#继续");
    assert_true(e->paused);
    house_group(&h, "ann", "#继续");
    assert_false(e->paused);
}

static void a_report_needs_words_and_somebody_to_read_them(void **state)
{
    NJ_UNUSED(state);
    refused("ann", "#反馈 OK 吗", "");
    house_begin(&h, "ann bob", "cap 30");
    refused("ann", "#反馈", "请写要说的话");
    refused("ann", "#反馈 第 3 回合", "没有主持，也没有站长");
}

/* Of what is ruled nowhere nothing can be told. */
static void why_needs_something_that_was_ruled(void **state)
{
    NJ_UNUSED(state);
    house_begin(&h, "ann bob", "cap 30");
    refused_alone("ann", "为什么 77", "收据 77 不是你在这一局的");
    refused_alone("ann", "为什么 0", "");
    refused_alone("ann", "为什么 99999999999", "");
}

static void a_language_is_one_that_there_is(void **state)
{
    NJ_UNUSED(state);
    refused_alone("ann", "语言", "可以是简体中文");
    refused_alone("ann", "语言 Klingon", "可以是简体中文");
    assert_string_equal(nj_books_chat(h.referee, "qq:u:ann")->lang, "");
    house_private(&h, "ann", "语言 english");
    assert_string_equal(nj_books_chat(h.referee, "qq:u:ann")->lang, "en");
}

/* The list says where he is awaited; to a host too. */
static void matches_are_listed_with_whose_turn_it_is(void **state)
{
    const struct nj_entry *e;
    nj_seat_set due;

    NJ_UNUSED(state);
    house_private(&h, "hugo", "我");
    refused_alone("hugo", "比赛", "");
    house_group(&h, "opener", "#新游戏 漫漫长夜");
    house_group(&h, "hugo", "#主持");
    house_private(&h, "ann", "我");
    house_private(&h, "bob", "我");
    house_group(&h, "ann", "#加入");
    house_group(&h, "bob", "#加入");
    refused_alone("ann", "比赛", "漫漫长夜");
    house_group(&h, "opener", "#开始");
    e = h.referee->entries[0];
    due = nj_match_awaited(e->match);
    house_forget(&h);
    house_private(&h, "ann", "比赛");
    assert_int_equal(house_heard(&h, "ann", "：轮到你") != NULL,
                     (due & nj_bit(nj_sitters_of(e, "qq:u:ann")->seat)) != 0);
    house_private(&h, "bob", "比赛");
    assert_int_equal(house_heard(&h, "bob", "：轮到你") != NULL,
                     (due & nj_bit(nj_sitters_of(e, "qq:u:bob")->seat)) != 0);
    refused_alone("hugo", "比赛", "漫漫长夜");
    assert_null(house_heard(&h, "hugo", "轮到你"));
}

/* A code is his if he sits there, or it is this group's. */
static void codes_of_others_are_none(void **state)
{
    char line[64];

    NJ_UNUSED(state);
    house_begin(&h, "ann bob", "cap 30");
    (void)snprintf(line, sizeof(line), "切换 %s", h.referee->entries[0]->code);
    house_private(&h, "eve", "我");
    refused_alone("eve", line, "没有编号为");
    refused_alone("eve", "切换 ZZZ", "没有编号为");
    (void)snprintf(line, sizeof(line), "#%s 赛况", h.referee->entries[0]->code);
    house_forget(&h);
    house_group_at(&h, OTHERS, "qq:u:eve", line);
    assert_null(house_heard(&h, OTHERS, "回合"));
    house_group(&h, "eve", line);
    assert_non_null(house_heard(&h, "group", "回合"));
}

/* Notices go to who can hear them, and not to who opens the table himself. */
static void notices_reach_who_can_be_reached(void **state)
{
    static const char *const names[] = {"tg:u:ann", "tg:u:bob", "tg:u:cat",
                                        "tg:u:dan"};

    NJ_UNUSED(state);
    for (size_t i = 0; i < NJ_COUNT(names); i++) {
        house_private(&h, names[i], "我");
        house_group_at(&h, "tg:g:-9", names[i], "#提醒");
    }
    nj_books_chat(h.referee, names[1])->shut = true;
    nj_books_chat(h.referee, names[2])->reach = NJ_REACH_REFUSED;
    house_forget(&h);
    house_group_at(&h, "tg:g:-9", names[3], "#新游戏 漫漫长夜");
    assert_non_null(house_heard(&h, names[0], "开了一桌漫漫长夜"));
    assert_null(house_heard(&h, names[0], "群号"));
    assert_null(house_heard(&h, names[1], ""));
    assert_null(house_heard(&h, names[2], ""));
    assert_null(house_heard(&h, names[3], "开了一桌"));
}

/* What an owner types is looked at, too. */
static void an_owner_is_refused_as_well(void **state)
{
    static const char *const owners[] = {"qq:u:owner", NULL};

    NJ_UNUSED(state);
    h.owners = owners;
    house_kill(&h, 0);
    house_private(&h, "owner", "我");
    refused_alone("owner", "封禁 张三", "请写地址");
    refused_alone("owner", "封禁 qq:u:owner", "站长不能封禁站长");
    house_group(&h, "ann", "#新游戏 漫漫长夜");
    house_group(&h, "ann", "#新游戏 漫漫长夜");
    house_forget(&h);
    house_private(&h, "owner", "通告 今晚升级"); /* once a group */
    assert_non_null(house_heard(&h, "owner", "已发给 1 个群"));
    nj_memory_link(h.second, false);
    house_run(&h);
    house_private(&h, "owner", "站况");
    assert_non_null(house_heard(&h, "owner", "tg：断开"));
    assert_non_null(house_heard(&h, "owner", "qq：已连接"));
    nj_memory_link(h.second, true);
    house_run(&h);
    house_private(&h, "owner", "停止开桌");
    refused("bob", "#新游戏 漫漫长夜", "");
    assert_int_equal(nj_referee_open(h.referee), 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
#define REFUSAL(f) cmocka_unit_test_setup_teardown(f, begin, end)
        REFUSAL(a_table_is_no_match),
        REFUSAL(who_does_not_play_cannot),
        REFUSAL(leave_has_a_length),
        REFUSAL(agreeing_is_for_a_while),
        REFUSAL(a_report_needs_words_and_somebody_to_read_them),
        REFUSAL(why_needs_something_that_was_ruled),
        REFUSAL(a_language_is_one_that_there_is),
        REFUSAL(matches_are_listed_with_whose_turn_it_is),
        REFUSAL(codes_of_others_are_none),
        REFUSAL(notices_reach_who_can_be_reached),
        REFUSAL(an_owner_is_refused_as_well),
    };

    return cmocka_run_group_tests_name("referee/refusals", tests, NULL, NULL);
}
