/*
 * The first rounds of 面具杀人魔 for four in a QQ group and a Telegram group:
 * picks, a start, ways, refusals, a kill of the program, and turns that end by
 * the clock; of the killer nobody else hears.
 */
#include <stdio.h>
#include <string.h>

#include "kit/evening.h"
#include "kit/nj_test.h"

#define QQ    NJ_EVENING_QQ
#define TG    NJ_EVENING_TG
#define WORDS 60 /* bytes of a line that is typed */

static const struct nj_evening_person people[] = {
    {501, "阿宁", false},
    {502, "小雨", false},
    {601, "Tara", true},
    {602, "Udo", true},
};

static struct nj_evening e; /* the teardown has to find it */

static int end(void **state)
{
    NJ_UNUSED(state);
    nj_evening_keep(&e, "masked");
    nj_evening_close(&e);
    return 0;
}

static void share_table(void)
{
    const char *word;
    char line[WORDS];

    nj_evening_says(&e, 0, "#联桌");
    word = nj_evening_hears(&e, QQ, "「#联桌 ");
    (void)snprintf(line, sizeof(line), "/share %.6s", word);
    nj_evening_says(&e, 2, line);
    (void)nj_evening_hears(&e, QQ, "想让群");
    (void)snprintf(line, sizeof(line), "#联桌 同意 %lld",
                   (long long)NJ_EVENING_TG_GROUP);
    nj_evening_says(&e, 0, line);
    (void)nj_evening_hears(&e, TG, "is open");
}

static void take_seat(unsigned i)
{
    char line[WORDS];

    if (people[i].tg) {
        nj_evening_says(&e, i, "/join lucky");
        nj_evening_is_led(&e, i);
    } else {
        nj_evening_whispers(&e, i, "我");
        (void)nj_evening_hears(&e, i, "✔");
        nj_evening_says(&e, i, "#加入 幸运七");
    }
    (void)snprintf(line, sizeof(line), "现在 %u/", i + 1);
    (void)nj_evening_hears(&e, QQ, line);
}

static void seat_all(void)
{
    nj_evening_open(&e, people, NJ_COUNT(people), "+20s");
    nj_evening_says(&e, 2, "/lang en");
    (void)nj_evening_hears(&e, TG, "English");
    nj_evening_says(&e, 0, "#新游戏 面具杀人魔 现场");
    (void)nj_evening_hears(&e, QQ, "【面具杀人魔】");
    share_table();
    for (unsigned i = 0; i < NJ_COUNT(people); i++)
        take_seat(i);
    nj_evening_says(&e, 0, "#设置 killer first");
    (void)nj_evening_hears(&e, QQ, "改为");
    nj_evening_says(&e, 0, "#开始");
    nj_evening_settle(&e);
}

static void first_turns(void)
{
    nj_evening_says(&e, 1, "选 洛莉");
    nj_evening_says(&e, 2, "pick annie");
    nj_evening_says(&e, 3, "pick lynda south");
    nj_evening_settle(&e);
    nj_evening_whispers(&e, 0, "起点 J9");
    nj_evening_settle(&e);
    nj_evening_says(&e, 1, "走西西北；转身面南");
    nj_evening_settle(&e);
    nj_evening_says(&e, 2, "move to N17");
    nj_evening_says(&e, 2, "search");
    nj_evening_settle(&e);
    nj_evening_whispers(&e, 2, "hand");
    nj_evening_crash(&e);
    nj_evening_says(&e, 3, "sight 3");
    nj_evening_says(&e, 3, "move SS");
    nj_evening_says(&e, 3, "end");
    nj_evening_settle(&e);
    nj_evening_whispers(&e, 0, "跟西西");
    nj_evening_whispers(&e, 0, "帮助");
    nj_evening_whispers(&e, 0, "冲 北2");
    nj_evening_settle(&e);
}

/* Where he began and what he was refused stand in his own chat alone, and of
 * his turn the groups hear that it began and that the round is over. */
static void the_killer_is_nobodys_business(void)
{
    assert_in_range(nj_evening_times(&e, 0, "J9"), 1, 100);
    for (unsigned chat = 1; chat < NJ_EVENING_CHATS; chat++) {
        if (chat >= NJ_COUNT(people) && chat < QQ)
            continue;
        assert_int_equal(nj_evening_times(&e, chat, "J9"), 0);
        assert_int_equal(nj_evening_times(&e, chat, "尾随"), 0);
    }
    assert_int_equal(nj_evening_times(&e, QQ, "第 1/18 轮结束"), 1);
    assert_in_range(nj_evening_times(&e, TG, "Round 1 of 18 is over"), 1, 1);
}

static void four_play_on_two_platforms(void **state)
{
    NJ_UNUSED(state);
    seat_all();
    first_turns();
    for (unsigned i = 0; i < 12; i++) {
        nj_evening_clock(&e, "+60s");
        nj_evening_settle(&e);
    }
    nj_evening_settle(&e);
    the_killer_is_nobodys_business();
    nj_evening_blameless(&e);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(four_play_on_two_platforms, end),
    };

    return cmocka_run_group_tests_name("e2e/masked", tests, NULL, NULL);
}
