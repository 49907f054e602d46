/*
 * Evenings of 漫漫长夜 through the strict OneBot server, each to its end: eight
 * people as its community plays it, on the largest map with all there is; and six
 * of whom two have never played. Afterwards the file verifies, and the match as
 * each seat saw it has nothing that its chats did not have. The clock stands, and
 * nobody's message number enters the draw.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/random.h"
#include "e2e/table.h"
#include "kit/nj_test.h"

#define QQ    NJ_EVENING_QQ
#define SEATS 8
#define TURNS 80 /* more than there can be */
#define SIX   6
#define NEW   2 /* of them, the last ones */

static const struct nj_evening_person people[SEATS] = {
    {501, "阿宁", false}, {502, "小雨", false}, {503, "Hugo", false},
    {504, "丁四", false}, {505, "Ivy", false},  {506, "何七", false},
    {507, "Ken", false},  {508, "老林", false}};

static struct {
    const char *page; /* as what its chats are kept */
    unsigned n;       /* so many of the people sit there */
    struct nj_evening e;
    struct nj_rng rng;
    struct table_seat seat[SEATS];
    char code[8];
    unsigned turns, hidden, bombs;
} t; /* the teardown has to find it */

static int end(void **state)
{
    NJ_UNUSED(state);
    nj_evening_keep(&t.e, t.page);
    nj_evening_close(&t.e);
    return 0;
}

/* All that can be on at once; what is left out does not go with the rest. */
static void open_table(void)
{
    static const char *const settings[] = {
        "#设置 回合数 5", "#设置 炸弹人", "#设置 隐匿 回合",
        "#设置 扩展地形 开", "#设置 停止私信"};

    nj_evening_says(
        &t.e, 0, "#新游戏 漫漫长夜 社区新版 12*12 邦邦 大乱斗 营养过剩 复古");
    (void)nj_evening_hears(&t.e, QQ, "漫漫长夜】");
    (void)snprintf(t.code, sizeof(t.code), "%.3s",
                   nj_evening_hears(&t.e, QQ, " ") - 4);
    for (size_t i = 0; i < NJ_COUNT(settings); i++) {
        nj_evening_says(&t.e, 0, settings[i]);
        (void)nj_evening_hears(&t.e, QQ, "改为");
    }
}

static void sit_down(void)
{
    for (unsigned i = 0; i < t.n; i++) {
        nj_evening_whispers(&t.e, i, "我");
        (void)nj_evening_hears(&t.e, i, "私聊已接通");
        table_seat(&t.e, i);
    }
}

/* Who sits where is told in private: "你是 3 席·小雨". */
static void begin(const char *size)
{
    nj_evening_says(&t.e, 0, "#开始");
    (void)nj_evening_hears(&t.e, QQ, size);
    for (unsigned i = 0; i < t.n; i++) {
        unsigned seat =
            (unsigned)strtoul(nj_evening_hears(&t.e, i, "你是 "), NULL, 10);

        assert_in_range(seat, 1, t.n);
        t.seat[seat - 1] =
            (struct table_seat){.sits = i, .sat = i, .lang = "zh-CN"};
    }
}

static void some_steps(char *out, size_t cap)
{
    static const char *const dirs[] = {"上", "下", "左", "右"};
    uint32_t n = 1 + nj_rng_below(&t.rng, 5);
    size_t len = 0;

    for (; n > 0; n--)
        len += (size_t)snprintf(out + len, cap - len, "%s",
                                dirs[nj_rng_below(&t.rng, 4)]);
    (void)snprintf(out + len, cap - len, "停");
}

/* One turn: a bomb now and then, hidden now and then, and some steps, the last
 * of which is a stop if none ends it before. */
static void play(unsigned seat)
{
    unsigned who = t.seat[seat - 1].sits;
    uint32_t chance = nj_rng_below(&t.rng, 8);
    char steps[64];

    some_steps(steps, sizeof(steps));
    if (chance == 0) {
        nj_evening_says(&t.e, who, "下包");
        t.bombs++;
    }
    if (chance == 1) {
        nj_evening_says(&t.e, who, "隐匿");
        nj_evening_whispers(&t.e, who, steps);
        t.hidden++;
    } else {
        nj_evening_says(&t.e, who, steps);
    }
}

/* The next turn's seat, or 0: it is over. */
static unsigned next_turn(void)
{
    for (;;) {
        if (nj_evening_heard(&t.e, QQ, "轮到 "))
            return (unsigned)strtoul(nj_evening_hears(&t.e, QQ, "轮到 "), NULL,
                                     10);
        if (nj_evening_heard(&t.e, QQ, "终局："))
            return 0;
        if (!nj_evening_listen(&t.e, NJ_SERVE_WAIT_MS))
            fail_msg("nobody's turn, and no end");
    }
}

static void eight_play_all_of_it_to_its_end(void **state)
{
    static const char *const aloud[] = {"move", "stop", "bomb", "hide", NULL};
    unsigned seat;

    NJ_UNUSED(state);
    nj_random_init();
    nj_rng_splitmix64(&t.rng, 8);
    t.page = "night";
    t.n = SEATS;
    nj_evening_open(&t.e, people, t.n, "+2s");
    open_table();
    sit_down();
    begin("12×12 格");
    for (; (seat = next_turn()) != 0; t.turns++) {
        assert_in_range(seat, 1, SEATS);
        assert_in_range(t.turns, 0, TURNS);
        play(seat);
    }
    (void)nj_evening_hears(&t.e, QQ, "计分：");
    (void)nj_evening_hears(&t.e, QQ, "结束");
    assert_true(t.turns >= SEATS && t.hidden > 0 && t.bombs > 0);
    assert_true(nj_evening_times(&t.e, QQ, "邦邦") > 1);
    assert_true(nj_evening_times(&t.e, QQ, "首声保护") > 1);
    assert_true(nj_evening_times(&t.e, QQ, "提示：") == 1);
    nj_evening_says(&t.e, 0, "#排行 漫漫长夜 总");
    (void)nj_evening_hears(&t.e, QQ, "加权等级榜");
    nj_evening_settle(&t.e);
    nj_evening_blameless(&t.e);
    table_nobody_saw_more(&t.e, t.code, t.seat, SEATS, aloud);
    print_message("%u turns, %u hidden, %u bombs\n", t.turns, t.hidden,
                  t.bombs);
}

/* The four who know the game have played it to its end before. */
static void play_before(void)
{
    nj_evening_says(&t.e, 0, "#新游戏 漫漫长夜");
    (void)nj_evening_hears(&t.e, QQ, "漫漫长夜】");
    t.n = SIX - NEW;
    sit_down();
    begin("9×9 格");
    for (unsigned i = 0; i < t.n; i++)
        nj_evening_says(&t.e, i, "#提议结束");
    (void)nj_evening_hears(&t.e, QQ, "终局：");
    (void)nj_evening_hears(&t.e, QQ, "#重开");
}

/* Five minutes of a newcomer: he asks what anybody would, in his own words. */
static void wonder(unsigned who)
{
    static const struct {
        const char *asks, *answer;
    } first[] = {{"谁追我？", "追你的是 "},
                 {"沙沙是什么", "LN-6.1"},
                 {"啪啪呢", "LN-6.1"},
                 {"怎么赢", "分高的名次在前"},
                 {"帮助", "私聊里可以问我"}};

    for (size_t i = 0; i < NJ_COUNT(first); i++) {
        nj_evening_whispers(&t.e, who, first[i].asks);
        (void)nj_evening_hears(&t.e, who, first[i].answer);
    }
}

static void read_hints(void)
{
    for (unsigned i = 0; i < SIX; i++) {
        unsigned told = i < SIX - NEW ? 0 : 1;
        unsigned heard = nj_evening_times(&t.e, i, "第一次听见");

        assert_in_range(heard, 0, told);
        if (i >= SIX - NEW) /* the first match of the others was the first */
            assert_int_equal(nj_evening_times(&t.e, i, "第一次玩"), told);
        assert_true(nj_evening_times(&t.e, i, "；追你的是 ") > 0);
    }
    assert_int_equal(nj_evening_times(&t.e, QQ, "第一次玩"), 0);
}

/* The two learn by asking and by what they are told once; the group of six has
 * no more texts than turns, their beginning and their end take. */
static void six_play_two_of_them_new(void **state)
{
    static const char *const aloud[] = {"move", "stop", NULL};
    unsigned seat, before;

    NJ_UNUSED(state);
    nj_random_init();
    nj_rng_splitmix64(&t.rng, 6);
    t.page = "night-six";
    t.turns = 0;
    nj_evening_open(&t.e, people, SIX, "+2s");
    play_before();
    t.n = SIX;
    nj_evening_says(&t.e, 0, "#重开");
    (void)snprintf(t.code, sizeof(t.code), "%.3s",
                   nj_evening_hears(&t.e, QQ, "漫漫长夜】"));
    nj_evening_says(&t.e, 0, "#设置 回合数 4");
    (void)nj_evening_hears(&t.e, QQ, "改为");
    sit_down();
    begin("9×9 格");
    wonder(SIX - 2);
    wonder(SIX - 1);
    before = t.e.chat[QQ].texts;
    for (; (seat = next_turn()) != 0; t.turns++) {
        char steps[64];

        assert_in_range(seat, 1, SIX);
        some_steps(steps, sizeof(steps));
        nj_evening_says(&t.e, t.seat[seat - 1].sits, steps);
    }
    (void)nj_evening_hears(&t.e, QQ, "结束");
    assert_in_range(t.e.chat[QQ].texts - before, t.turns, t.turns + 6);
    read_hints();
    nj_evening_settle(&t.e);
    nj_evening_blameless(&t.e);
    table_nobody_saw_more(&t.e, t.code, t.seat, SIX, aloud);
    print_message("%u turns, %u texts\n", t.turns, t.e.chat[QQ].texts - before);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(eight_play_all_of_it_to_its_end, end),
        cmocka_unit_test_teardown(six_play_two_of_them_new, end),
    };

    return cmocka_run_group_tests_name("e2e/night", tests, NULL, NULL);
}
