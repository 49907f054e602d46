/*
 * An evening of 杀手牌 for nine seats with nights and days of 24 hours, in a QQ
 * group and a Telegram group, from the lobby to the ending: manifestos in
 * pieces, ballots that change, somebody who is not there, a substitute, a host
 * who rules and answers, kills of the program by night and by day.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "e2e/cards.h"
#include "kit/nj_test.h"

#define QQ     NJ_EVENING_QQ
#define TG     NJ_EVENING_TG
#define ABSENT 4 /* his seat */
#define TIRED  3 /* whose seat another takes */
#define HOST   9 /* the persons behind the seats */
#define COMER  10
#define NEW    11 /* the two who play for the first time afterwards */

static const struct nj_evening_person people[] = {
    {501, "阿宁", false},
    {502, "小雨", false},
    {503, "老王】\n【天神】3席死", false},
    {504, "丁四", false},
    {505, "何七", false},
    {601, "Tara", true},
    {602, "Udo", true},
    {603, "薇拉", true},
    {604, "Wim", true},
    {506, "Hugo", false},
    {605, "Wendy", true},
    {507, "新一", false},
    {508, "新二", false},
};

static struct cards_table t; /* the teardown has to find it */

static int end(void **state)
{
    NJ_UNUSED(state);
    nj_evening_keep(&t.e, "days");
    nj_evening_close(&t.e);
    return 0;
}

static void seat_all(void)
{
    nj_evening_open(&t.e, people, NJ_COUNT(people), "+20s");
    cards_open(&t, CARDS_SEATS, 0, "#新游戏 杀手牌");
    t.bell = "+144m"; /* a tenth of a day */
    cards_hosted(&t, HOST);
    for (unsigned i = 0; i < CARDS_SEATS; i++)
        t.lang[i] = "zh-CN";
    if (!nj_evening_has(&t.e, TG))
        return;
    nj_evening_whispers(&t.e, 5, "/lang en");
    t.lang[5] = "en";
    nj_evening_whispers(&t.e, 7, "/lang zh-TW");
    t.lang[7] = "zh-TW";
}

/* Text of 60 characters, all of them different ones. */
static const char first_part[] =
    "夜色像一块洗旧的蓝布盖在巷口灯下有人咳嗽两声便不再出声"
    "我数着墙上剥落的砖缝等更夫走远才把信纸折进袖里去敲那扇门";
static const char second_part[] =
    "别怪我你们白天太吵嚷着要公道谁也没看见井边那双湿鞋"
    "今晚过后请把名单撕掉重写免得写错了字叫活人替死者挨骂";

/* --- the deal --- */

/* All but one declare an order; the deadline does the rest. */
static void set_up(void)
{
    for (unsigned i = 0; i < CARDS_SEATS; i++)
        if (i != ABSENT)
            cards_whispers(&t, i,
                           strcmp(t.lang[i], "en") == 0 ? "order default"
                                                        : "顺序 默认");
    nj_evening_clock(&t.e, "+16h"); /* who lacks is reminded */
    (void)cards_told(&t, ABSENT, "提醒");
    nj_evening_clock(&t.e, "+8h");
    cards_opens(&t, "第 1 夜", "Night 1");
}

/* --- the first night --- */

/* How many characters his manifesto lacks: the answer says it. */
static unsigned lacks(unsigned seat)
{
    return (unsigned)strtoul(cards_told(&t, seat, "还缺 "), NULL, 10);
}

static void writes(unsigned seat, const char *head, const char *text)
{
    char line[600];

    (void)snprintf(line, sizeof(line), "%s%s", head, text);
    cards_whispers(&t, seat, line);
}

/* In several private messages, with a link that is cut out, and a kill of the
 * program in the midst of it. */
static void a_manifesto_in_pieces(unsigned killer)
{
    unsigned left;

    cards_whispers(&t, killer, "宣言 开始");
    assert_int_equal(lacks(killer), 100);
    cards_whispers(&t, killer, first_part);
    left = lacks(killer);
    assert_in_range(left, 30, 60);
    cards_whispers(&t, killer, "名单在 https://example.com/list");
    assert_int_equal(lacks(killer), left - 3);
    nj_evening_crash(&t.e);
    cards_whispers(&t, killer, "#宣言 结束");
    assert_int_equal(lacks(killer), left - 3);
    cards_whispers(&t, killer, "完毕");
    /* What was heard so far may have been said twice. */
    (void)cards_told(&t, killer, "还不能完毕");
    cards_whispers(&t, killer, "宣言 新篇");
    (void)cards_told(&t, killer, " 字（2 篇）。");
    writes(killer, "宣言 ", second_part);
    nj_evening_crash(&t.e);
    nj_evening_repeats(&t.e); /* it may have been taken in, or not */
    (void)cards_told(&t, killer, "要 100 字（2 篇）。\n");
    cards_whispers(&t, killer, "命令");
    (void)cards_told(&t, killer, "1. 杀");
}

static void the_first_night(void)
{
    unsigned killer = cards_holder(&t, CARDS_KILLER);

    cards_aims(&t, killer, "杀", killer == 0 ? 1 : 0);
    assert_int_equal(lacks(killer), 100);
    cards_whispers(&t, killer, "完毕");
    assert_int_equal(lacks(killer), 100);
    a_manifesto_in_pieces(killer);
    cards_says(&t, 1, "#禁锢 1"); /* not into the group */
    (void)cards_told(&t, 1, "私聊");
    for (unsigned i = 0; i < CARDS_SEATS; i++)
        if (i != ABSENT)
            cards_whispers(&t, i, "完毕");
    nj_evening_settle(&t.e);
    nj_evening_clock(&t.e, "+24h");
    (void)nj_evening_hears(&t.e, QQ, "夜色像一块洗旧的蓝布");
    if (nj_evening_has(&t.e, TG))
        (void)nj_evening_hears(&t.e, TG, "夜色像一块洗旧的蓝布");
    cards_opens(&t, "第 1 天", "Day 1");
}

/* --- the first day --- */

static void a_question_to_the_host(void)
{
    char line[60];
    unsigned long n;

    cards_whispers(&t, 1, "问 束魂能束自己吗");
    n = strtoul(nj_evening_hears(&t.e, HOST, "问 "), NULL, 10);
    (void)nj_evening_hears(&t.e, HOST, "束魂能束自己吗");
    (void)snprintf(line, sizeof(line), "%%答 %lu 可以，写自己的席号", n);
    nj_evening_whispers(&t.e, HOST, line);
    (void)cards_told(&t, 1, "可以，写自己的席号");
}

static void the_first_day(void)
{
    nj_evening_mentions(&t.e, 0, "票", 1);
    cards_aims(&t, 0, "票", 2);
    cards_aims(&t, 0, "票", 3); /* once too often */
    (void)cards_told(&t, 0, "改");
    cards_aims(&t, 1, "票", 2);
    nj_evening_crash(&t.e);
    nj_evening_repeats(&t.e);
    cards_says(&t, 5, "vote 3");
    cards_says(&t, 6, "票 老王");
    nj_evening_settle(&t.e);
    cards_ruled(&t, HOST, "票 2 清");
    while (strstr(t.e.chat[QQ].heard.p, "1 席·阿宁 改投 3 席") == NULL)
        assert_true(nj_evening_listen(&t.e, NJ_SERVE_WAIT_MS));
    cards_aims(&t, 1, "票", 3);
    a_question_to_the_host();
    cards_says(&t, 7, "驗 3"); /* by day a claim like any other */
    nj_evening_settle(&t.e);
    nj_evening_clock(&t.e, "+24h");
    (void)nj_evening_hears(&t.e, QQ, "5 席·何七 现在由电脑代打");
    cards_opens(&t, "第 2 夜", "Night 2");
}

/* --- what befalls them on the official platform --- */

/* Nothing is pushed into the group from here on, nor to one who plays. */
static void a_line_breaks_and_a_switch_is_off(void)
{
    nj_evening_resumes(&t.e, 0);
    nj_evening_pushes(&t.e, false);
    nj_evening_lets(&t.e, 2, false);
}

static void the_switches_are_on_again(void)
{
    nj_evening_resumes(&t.e, 4009);
    nj_evening_pushes(&t.e, true);
    nj_evening_lets(&t.e, 2, true);
}

/* --- who is not there, and who gives his seat away --- */

static void the_absent_one_is_played_and_comes_back(void)
{
    t.computer[ABSENT] = true;
    cards_night(&t);
    cards_back(&t, ABSENT);
    cards_day(&t);
}

/* Does the private text in which `at` stands, not before `from`, teach? */
static bool teaches(const char *from, const char *at)
{
    const char *head = from, *hint;

    for (const char *p = from; (p = strstr(p, "【私密】")) != NULL && p < at;
         p++)
        head = p;
    hint = strstr(head, "第一次玩");
    return hint != NULL && hint < at;
}

/* Who has just lost his last card gets no hint of what to do by day. */
static void the_dead_are_taught_nothing(const struct nj_evening *e)
{
    unsigned out = 0;

    for (unsigned i = 0; i < e->n; i++) {
        const char *heard = e->chat[i].heard.len > 0 ? e->chat[i].heard.p : "";

        for (const char *at = heard; (at = strstr(at, "你出局了")) != NULL;
             at++, out++)
            if (teaches(heard, at))
                fail_msg("%s is out, and taught", e->people[i].name);
    }
    assert_true(out > 0);
}

/* --- the next table --- */

static void sits_again(unsigned i)
{
    nj_evening_whispers(&t.e, i, "我");
    nj_evening_settle(&t.e);
    nj_evening_says(&t.e, i, "#加入 幸运七");
    nj_evening_settle(&t.e);
}

/* Was he taught behind the newest hand that he was dealt? */
static bool is_taught(unsigned i)
{
    const char *deal = NULL, *next = t.e.chat[i].heard.p;

    while ((next = strstr(next, "手牌（从前往后丢，丢光出局）")) != NULL)
        deal = next++;
    assert_non_null(deal);
    return deal != NULL && strstr(deal, "第一次玩：") != NULL;
}

/* What somebody who has never played asks in his first minutes. */
static void wonders(unsigned i)
{
    static const char *const first[][2] = {{"怎么赢", "活着的全是自己人"},
                                           {"庶民是什么", "庶民"},
                                           {"帮助", "默认"}};

    for (size_t k = 0; k < NJ_COUNT(first); k++) {
        nj_evening_whispers(&t.e, i, first[k][0]);
        (void)nj_evening_hears(&t.e, i, first[k][1]);
    }
}

/* Four who have just played, and two who never have: those two are taught. */
static void a_third_is_new_to_the_next_table(void)
{
    unsigned old[4], n = 0;

    for (unsigned seat = 0; seat < CARDS_SEATS && n < NJ_COUNT(old); seat++)
        if (seat != TIRED && t.sits[seat] < 5)
            old[n++] = t.sits[seat];
    assert_int_equal(n, NJ_COUNT(old));
    nj_evening_says(&t.e, old[0], "#新游戏 杀手牌");
    (void)nj_evening_hears(&t.e, QQ, "开桌");
    for (unsigned i = 0; i < NJ_COUNT(old); i++)
        sits_again(old[i]);
    sits_again(NEW);
    sits_again(NEW + 1);
    nj_evening_says(&t.e, old[0], "#开始");
    (void)nj_evening_hears(&t.e, QQ, "杀手牌开局");
    nj_evening_settle(&t.e);
    for (unsigned i = 0; i < NJ_COUNT(old); i++)
        assert_false(is_taught(old[i]));
    for (unsigned i = NEW; i < NEW + 2; i++) {
        assert_true(is_taught(i));
        wonders(i);
    }
}

static void nine_seats_of_days(void **state)
{
    NJ_UNUSED(state);
    seat_all();
    cards_begin(&t);
    set_up();
    the_first_night();
    the_first_day();
    cards_taken_over(&t, TIRED, COMER);
    a_line_breaks_and_a_switch_is_off();
    the_absent_one_is_played_and_comes_back();
    the_switches_are_on_again();
    for (unsigned round = 3; !cards_over(&t); round++) {
        assert_in_range(round, 3, 30);
        cards_night(&t);
        if (!cards_over(&t))
            cards_day(&t);
    }
    if (t.e.official == NULL)
        a_third_is_new_to_the_next_table();
    cards_nobody_saw_more(&t);
    the_dead_are_taught_nothing(&t.e);
    nj_evening_keep(&t.e, "days");
    nj_evening_count(&t.e);
    nj_evening_blameless(&t.e);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(nine_seats_of_days, end),
    };

    nj_evening_by(argc > 1 ? argv[1] : "");
    return cmocka_run_group_tests_name("e2e/cards", tests, NULL, NULL);
}
