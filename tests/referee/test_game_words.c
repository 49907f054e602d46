/* Words of a game: who may give its orders, where, and who is answered. */
#include "kit/nj_test.h"
#include "kit/stage.h"
#include "referee/referee_priv.h"

/* Nothing was applied; who asked heard that. */
static void expect(struct stage *s, uint32_t before, const char *chat,
                   const char *part)
{
    assert_int_equal(stage_seq(s), before);
    assert_int_equal(nj_memory_count(s->h.gateway), 1);
    if (house_heard(&s->h, chat, part) == NULL)
        fail_msg("%s", nj_memory_get(s->h.gateway, 0)->text);
    house_forget(&s->h);
}

static void only_who_sits_gives_orders(void **state)
{
    struct stage s;
    uint32_t before;

    NJ_UNUSED(state);
    stage_open(&s, "words_seat");
    stage_begin(&s);
    before = stage_seq(&s);
    house_group(&s.h, "stranger", "#停止");
    expect(&s, before, "group", "不在");
    house_group(&s.h, "stranger", "停止"); /* ordinary talk */
    assert_int_equal(nj_memory_count(s.h.gateway), 0);
    house_group(&s.h, "hugo", "%暂停");
    house_private(&s.h, "hugo", "%换人 1 电脑 因 掉线");
    house_confirm(&s.h, "hugo");
    house_private(&s.h, "hugo", "%换人 2 电脑 因 掉线");
    house_confirm(&s.h, "hugo");
    before = stage_seq(&s);
    house_forget(&s.h);
    house_group(&s.h, "ann", "#停止"); /* a computer player has his seat */
    expect(&s, before, "group", "不在");
    house_group(&s.h, "ann", "#退出"); /* he has nothing left to leave */
    expect(&s, before, "group", "不在");
    house_close(&s.h);
}

static void an_order_counts_only_where_it_may_be_given(void **state)
{
    struct stage s;
    uint32_t before;

    NJ_UNUSED(state);
    stage_open(&s, "words_place");
    stage_verb(&s, "stop")->channel = NJ_CHANNEL_PRIVATE;
    stage_verb(&s, "hide")->channel = NJ_CHANNEL_GROUP;
    stage_begin(&s);
    before = stage_seq(&s);
    house_group(&s.h, "ann", "#停止");
    expect(&s, before, "ann", "私聊"); /* not in the group: UX-3.1 */
    house_private(&s.h, "ann", "隐匿");
    expect(&s, before, "ann", "群");
    /* Where they belong the game hears them, whatever it says. */
    house_private(&s.h, "ann", "停止");
    house_private(&s.h, "bob", "停止");
    assert_null(house_heard(&s.h, "ann", "请在群里"));
    assert_int_equal(stage_seq(&s), before);
    house_forget(&s.h);
    house_group(&s.h, "ann", "#隐匿");
    house_group(&s.h, "bob", "#隐匿");
    assert_int_equal(nj_memory_count(s.h.gateway), 2);
    house_close(&s.h);
}

static void a_number_that_is_missing_is_asked_for(void **state)
{
    struct stage s;

    NJ_UNUSED(state);
    stage_open(&s, "words_number");
    stage_verb(&s, "map")->args = "n";
    stage_begin(&s);
    house_group(&s.h, "ann", "#地图");
    expect(&s, stage_seq(&s), "group", "数字");
    house_close(&s.h);
}

static void a_query_is_for_those_whom_the_game_answers(void **state)
{
    struct stage s;

    NJ_UNUSED(state);
    stage_open(&s, "words_query");
    stage_begin(&s);
    house_group(&s.h, "stranger", "#墙");
    expect(&s, stage_seq(&s), "group", "不在");
    house_group(&s.h, "stranger", "#赛况");
    assert_int_equal(nj_memory_count(s.h.gateway), 1);
    assert_null(house_heard(&s.h, "group", "不在"));
    house_close(&s.h);
}

static void before_the_start_there_is_nothing_to_order(void **state)
{
    struct stage s;

    NJ_UNUSED(state);
    stage_open(&s, "words_early");
    house_group(&s.h, "ann", "#新游戏 漫漫长夜");
    house_group(&s.h, "ann", "#加入");
    house_forget(&s.h);
    house_group(&s.h, "ann", "#停止");
    assert_int_equal(nj_memory_count(s.h.gateway), 1);
    assert_non_null(house_heard(&s.h, "group", "还没开始"));
    house_forget(&s.h);
    house_group(&s.h, "ann", "#赛况"); /* a table's own is its card */
    assert_non_null(house_heard(&s.h, "group", "ann"));
    house_private(&s.h, "ann", "赛况");
    assert_non_null(house_heard(&s.h, "ann", "还没开始"));
    house_close(&s.h);
}

/* Design 6: a game may have no such word. */
static void a_game_without_a_status_says_nothing(void **state)
{
    struct stage s;

    NJ_UNUSED(state);
    stage_open(&s, "words_status");
    stage_verb(&s, "status")->name = "state";
    stage_begin(&s);
    house_group(&s.h, "ann", "#赛况");
    assert_int_equal(nj_memory_count(s.h.gateway), 0);
    assert_int_equal(s.h.referee->count.unanswered, 1); /* that is seen */
    s.h.unheeded = 1;
    house_private(&s.h, "ann", "我"); /* the shell's own line is left */
    assert_non_null(house_heard(&s.h, "ann", "你坐 "));
    house_close(&s.h);
}

static bool stands(const struct nj_match *m, const struct nj_input *in)
{
    NJ_UNUSED(m);
    return strcmp(in->verb, "auto") == 0;
}

/* UX-9: the same order again, while it stands, is the same order. */
static void an_order_that_stands_has_one_receipt(void **state)
{
    struct stage s;
    uint32_t before;

    NJ_UNUSED(state);
    stage_open(&s, "words_stands");
    stage_begin(&s);
    house_private(&s.h, "ann", "托管");
    assert_non_null(house_heard(&s.h, "ann", "收据 1"));
    s.game.stands = stands;
    before = stage_seq(&s);
    house_forget(&s.h);
    house_private(&s.h, "ann", "托管");
    expect(&s, before, "ann", "收据 1");
    s.game.stands = NULL; /* and what does not stand counts */
    house_private(&s.h, "ann", "托管");
    assert_non_null(house_heard(&s.h, "ann", "收据 2"));
    house_close(&s.h);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_order_that_stands_has_one_receipt),
        cmocka_unit_test(only_who_sits_gives_orders),
        cmocka_unit_test(an_order_counts_only_where_it_may_be_given),
        cmocka_unit_test(a_number_that_is_missing_is_asked_for),
        cmocka_unit_test(a_query_is_for_those_whom_the_game_answers),
        cmocka_unit_test(before_the_start_there_is_nothing_to_order),
        cmocka_unit_test(a_game_without_a_status_says_nothing),
    };

    return cmocka_run_group_tests_name("referee/game_words", tests, NULL, NULL);
}
