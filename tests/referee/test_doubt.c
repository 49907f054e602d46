/* src/referee/hearing/doubt.c: orders in the form of a question, and words that may be a
 * text (NC-17.5b, NC-17.23): the bot asks, and "1" answers. */
#include "kit/house.h"
#include "kit/nj_test.h"
#include "referee/referee_priv.h"

#define PLAYERS 7
#define NOTED   "]\n记下 "
#define DAY_MS  86400000
#define TALE    "今夜的风从窗缝里进来，吹灭了最后一支蜡烛，街上没有人。"

static const char *const players[PLAYERS] = {"ann", "bob", "cat", "dan",
                                             "eve", "fay", "gus"};

/* A first night; returns somebody who can attack. */
static const char *open_night(struct house *h, const char *name)
{
    const char *killer = NULL;

    house_open(h, name);
    house_group(h, "ann", "#新游戏 杀手牌");
    for (size_t i = 0; i < PLAYERS; i++) {
        house_private(h, players[i], "我");
        house_group(h, players[i], "#加入");
    }
    house_group(h, "ann", "#开始");
    house_pass(h, DAY_MS + 1000);
    for (size_t i = 0; i < PLAYERS; i++) {
        house_forget(h);
        house_private(h, players[i], "杀 2");
        if (house_heard(h, players[i], NOTED) != NULL)
            killer = players[i];
        house_private(h, players[i], "全撤");
    }
    house_forget(h);
    assert_non_null(killer);
    return killer;
}

static void expect(struct house *h, const char *who, const char *says,
                   const char *answer)
{
    house_forget(h);
    house_private(h, who, says);
    if (house_heard(h, who, answer) == NULL)
        fail_msg("%s: no %s: %s", says, answer, house_heard(h, who, ""));
}

static void expect_not(struct house *h, const char *who, const char *says,
                       const char *answer)
{
    house_forget(h);
    house_private(h, who, says);
    if (house_heard(h, who, answer) != NULL)
        fail_msg("%s: %s", says, answer);
}

static void an_order_that_asks_is_asked_about(void **state)
{
    static const char *const asks[] = {"杀3吗",      "杀3？",     "杀 3 吗?",
                                       "如果杀3",    "杀3吗？？", "如果 杀3 吗",
                                       "if I kill 3"};
    struct house h = {.paced = false};
    const char *killer;

    NJ_UNUSED(state);
    killer = open_night(&h, "doubt_order");
    for (size_t i = 0; i < NJ_COUNT(asks); i++) {
        expect(&h, killer, asks[i], i < 6 ? "「杀" : "「kill 3」");
        assert_null(house_heard(&h, killer, NOTED));
        expect(&h, killer, i % 2 == 0 ? "1" : " １", NOTED);
        assert_non_null(house_heard(&h, killer, "cat"));
        expect(&h, killer, "全撤", "撤");
        expect_not(&h, killer, "1", NOTED); /* it was answered */
    }
    expect_not(&h, killer, "吗", "照办");
    expect_not(&h, killer, "真的吗", "照办");
    house_close(&h);
}

static void a_question_ends(void **state)
{
    struct house h = {.paced = false};
    const char *killer;

    NJ_UNUSED(state);
    killer = open_night(&h, "doubt_ends");
    expect(&h, killer, "杀3吗", "照办");
    house_pass(&h, 300000);
    expect_not(&h, killer, "1", NOTED);
    expect(&h, killer, "杀3吗", "照办");
    expect(&h, killer, "杀4吗", "「杀4」"); /* the latest alone */
    expect(&h, killer, "1", NOTED);
    assert_non_null(house_heard(&h, killer, "dan"));
    expect(&h, killer, "全撤", "撤");
    house_pass(&h, DAY_MS - 400000);
    expect(&h, killer, "杀3吗", "照办");
    house_pass(&h, 200000); /* the night is over */
    expect_not(&h, killer, "1", "现在不是时候");
    house_kill(&h, 1000);
    expect_not(&h, killer, "1", NOTED);
    house_close(&h);
}

static void long_words_may_be_a_manifesto(void **state)
{
    struct house h = {.paced = false};
    const char *killer, *other;

    NJ_UNUSED(state);
    killer = open_night(&h, "doubt_text");
    other = killer == players[0] ? players[1] : players[0];
    expect_not(&h, killer, TALE, "当作宣言吗");
    expect(&h, killer, "杀 3", NOTED);
    expect_not(&h, killer, "今夜的风从窗缝里进来", "当作宣言吗");
    expect_not(&h, other, TALE, "当作宣言吗");
    expect_not(&h, killer, "#" TALE, "当作宣言吗");
    expect(&h, killer, TALE, "当作宣言吗？发 1");
    expect(&h, killer, "1", "宣言 27 字");
    expect_not(&h, killer, "1", "宣言");
    expect(&h, killer, TALE, "当作宣言吗");
    expect(&h, killer, "撤", "撤");
    expect(&h, killer, "1", "没有记下"); /* nothing waits for it now */
    house_close(&h);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_order_that_asks_is_asked_about),
        cmocka_unit_test(a_question_ends),
        cmocka_unit_test(long_words_may_be_a_manifesto),
    };

    return cmocka_run_group_tests_name("referee/doubt", tests, NULL, NULL);
}
