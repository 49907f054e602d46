/* What people are told when they ask: why, worked cases, the record, help. */
#include "kit/house.h"
#include "kit/nj_test.h"
#include "referee/referee_priv.h"

static const char *rules(void *ctx, const char *game, const char *lang)
{
    NJ_UNUSED(ctx);
    NJ_UNUSED(lang);
    assert_string_equal(game, "long-night");
    return "# 漫漫长夜\n\n摸黑走。\n\n"
           "## LN-4.1 轮到谁\n\n一席一席地走。\n\n"
           "## LN-10.4 在哪里说\n\n群里走，私下问。\n";
}

/* Two of 4.3, and a long one of 4.2. */
static uint32_t cases(void *ctx, const char *game, const char *clause,
                      const char *lang, uint32_t nth, struct nj_str *out)
{
    NJ_UNUSED(ctx);
    assert_string_equal(game, "long-night");
    assert_string_equal(lang, "zh-CN");
    if (strcmp(clause, "4.2") == 0) {
        nj_str_addf(out, "第一行%0*d最后一行", nth > 1 ? 10 : 1600, 0);
        return 2;
    }
    if (strcmp(clause, "4.3") != 0 && strcmp(clause, "LN-4.1") != 0)
        return 0;
    nj_str_addf(out, "第 %u 例", nth < 2 ? nth : 2U);
    return 2;
}

static void open_house(struct house *h, const char *name)
{
    house_open(h, name);
    h->referee->setup.rules = rules;
    h->referee->setup.cases = cases;
}

/* --- why --- */

static void the_clause_behind_the_last_ruling_is_told(void **state)
{
    struct house h = {.paced = false};

    NJ_UNUSED(state);
    open_house(&h, "answers_why");
    house_group(&h, "ann", "#为什么");
    assert_non_null(house_heard(&h, "group", "没有"));
    house_begin(&h, "ann bob", "");
    house_forget(&h);
    house_group(&h, "ann", "#为什么");
    assert_non_null(house_heard(&h, "group", "LN-4.1：轮到谁"));
    house_close(&h);
}

/* A refusal of mine has a receipt; nobody else's has that one. */
static void a_receipt_leads_to_its_clause(void **state)
{
    struct house h = {.paced = false};
    const char *who;

    NJ_UNUSED(state);
    open_house(&h, "answers_receipt");
    house_begin(&h, "ann bob", "");
    house_forget(&h);
    house_private(&h, "ann", "右");
    house_private(&h, "bob", "右");
    who = house_heard(&h, "ann", "收据 1") != NULL ? "ann" : "bob";
    assert_non_null(house_heard(&h, who, "收据 1"));
    house_forget(&h);
    house_private(&h, who, "为什么 1");
    assert_non_null(house_heard(&h, who, "规则 LN-"));
    house_forget(&h);
    house_private(&h, who, "为什么 9");
    assert_non_null(house_heard(&h, who, "没有找到：收据 9"));
    house_forget(&h);
    house_group(&h, "stranger", "#为什么 1"); /* sits nowhere */
    assert_non_null(house_heard(&h, "group", "没有找到：收据 1"));
    house_close(&h);
}

/* --- worked cases --- */

static void cases_of_a_clause_are_shown(void **state)
{
    struct house h = {.paced = false};

    NJ_UNUSED(state);
    open_house(&h, "answers_cases");
    house_private(&h, "ann", "判例 4.3");
    assert_non_null(house_heard(&h, "ann",
                                "4.3，例 1/2\n第 1 例\n下一例："
                                "「#判例 4.3 2」"));
    house_forget(&h);
    house_private(&h, "ann", "判例 漫漫长夜 4.3 2");
    assert_non_null(house_heard(&h, "ann", "4.3，例 2/2\n第 2 例"));
    assert_null(house_heard(&h, "ann", "下一例"));
    house_forget(&h);
    house_private(&h, "ann", "判例 4.3 99"); /* so many there are not */
    assert_non_null(house_heard(&h, "ann", "例 2/2\n第 2 例"));
    house_forget(&h);
    house_private(&h, "ann", "判例 4.3 1");
    assert_non_null(house_heard(&h, "ann", "例 1/2\n第 1 例"));
    house_private(&h, "ann", "判例 轮到"); /* a word of a clause's title */
    assert_non_null(house_heard(&h, "ann", "LN-4.1，例 1/2：轮到谁\n"));
    house_private(&h, "ann", "判例 9.9");
    assert_non_null(house_heard(&h, "ann", "没有找到「9.9」"));
    house_private(&h, "ann", "判例");
    assert_non_null(house_heard(&h, "ann", "判例 4.3"));
    house_close(&h);
}

/* A record longer than a screen is folded where the platform can do that, and
 * comes in one piece. */
static void long_answers_are_folded(void **state)
{
    struct house h = {.paced = false};
    const struct nj_memory_sent *s;

    NJ_UNUSED(state);
    open_house(&h, "answers_folded");
    h.gateway->can |= NJ_CAN_FOLD;
    house_private(&h, "ann", "判例 4.2 2");
    assert_false(nj_memory_get(h.gateway, 0)->folded); /* a short one */
    house_forget(&h);
    house_private(&h, "ann", "判例 4.2");
    assert_int_equal(nj_memory_count(h.gateway), 1);
    s = nj_memory_get(h.gateway, 0);
    assert_true(s->folded);
    assert_non_null(strstr(s->text, "第一行"));
    assert_non_null(strstr(s->text, "最后一行"));
    house_forget(&h);
    h.gateway->can = 0;
    house_private(&h, "ann", "判例 4.2");
    assert_false(nj_memory_get(h.gateway, 0)->folded);
    house_close(&h);
}

/* --- the record of games without words for it --- */

static void the_record_is_told_again_to_whom_it_was_told(void **state)
{
    struct house h = {.paced = false};

    NJ_UNUSED(state);
    open_house(&h, "answers_record");
    house_begin(&h, "ann bob", "");
    h.referee->entries[0]->words = NULL; /* as of a game without such words */
    house_forget(&h);
    house_private(&h, "ann", "记录");
    assert_non_null(house_heard(&h, "ann", "轮到"));
    house_group(&h, "stranger", "#记录");
    assert_non_null(house_heard(&h, "group", "轮到"));
    house_group(&h, "ann", "#记录 99");
    assert_non_null(house_heard(&h, "group", "还没有记录可看"));
    house_close(&h);
}

/* --- help and the sheet --- */

static void help_knows_words(void **state)
{
    struct house h = {.paced = false};

    NJ_UNUSED(state);
    open_house(&h, "answers_help");
    house_group(&h, "ann", "#帮助 加入");
    assert_non_null(house_heard(&h, "group", "「加入」这样用："));
    assert_non_null(house_heard(&h, "group", "#加入"));
    house_group(&h, "ann", "#帮助 嘟嘟嘟嘟");
    assert_non_null(house_heard(&h, "group", "没有「嘟嘟嘟嘟」"));
    house_begin(&h, "ann bob", "");
    house_private(&h, "ann", "帮助 右"); /* a few examples, a line each */
    assert_non_null(
        house_heard(&h, "ann", "这样用：\n上\n右右右下下\n右2 下，左"));
    assert_null(house_heard(&h, "ann", "左３"));
    house_private(&h, "ann", "帮助 预览");
    assert_non_null(house_heard(&h, "ann", "\n#预览 2 3 0 11 e1 0 E2\n"));
    house_close(&h);
}

static void one_word_brings_a_player_up_to_date(void **state)
{
    struct house h = {.paced = false};

    NJ_UNUSED(state);
    open_house(&h, "answers_me");
    house_begin(&h, "ann bob", "");
    house_forget(&h);
    house_private(&h, "ann", "我");
    assert_non_null(house_heard(&h, "ann", "你坐 "));
    house_private(&h, "stranger", "我");
    assert_null(house_heard(&h, "stranger", "你坐 "));
    house_close(&h);
}

struct spaced {
    struct house h;
    struct nj_loaded_game loaded;
    struct nj_game game;
};

/* The group has had such an answer. */
static void open_spaced(struct spaced *t, const char *name, const char *options)
{
    static const char *const spaced[] = {"status", NULL};
    struct house *h = &t->h;

    open_house(h, name);
    t->loaded = h->env.games[0];
    t->game = *t->loaded.game;
    t->game.spaced = spaced;
    t->loaded.game = &t->game;
    house_games(h, &t->loaded, 1);
    house_private(h, "bob", "我");
    house_begin(h, "ann bob", options);
    house_forget(h);
    house_group(h, "ann", "#赛况");
    assert_non_null(house_heard(h, "group", "第 1 回合，轮到"));
}

/* MK-19.16: what many may ask fills no group. */
static void a_group_gets_one_such_answer_in_ten_seconds(void **state)
{
    struct spaced t = {.h = {.paced = false}};
    struct house *h = &t.h;

    NJ_UNUSED(state);
    open_spaced(&t, "answers_spaced", "");
    house_forget(h);
    house_group(h, "bob", "#赛况");
    assert_null(house_heard(h, "group", "第 1 回合，轮到"));
    assert_non_null(house_heard(h, "bob", "第 1 回合，轮到"));
    house_pass(h, 10000);
    house_forget(h);
    house_group(h, "bob", "#赛况");
    assert_non_null(house_heard(h, "group", "第 1 回合，轮到"));
    house_close(h);
}

/* Where a turn takes hours nobody fills it by asking twice. */
static void a_slow_match_answers_each_in_the_group(void **state)
{
    struct spaced t = {.h = {.paced = false}};

    NJ_UNUSED(state);
    open_spaced(&t, "answers_slow", "think=12h act=24h");
    house_forget(&t.h);
    house_group(&t.h, "bob", "#赛况");
    assert_non_null(house_heard(&t.h, "group", "第 1 回合，轮到"));
    house_close(&t.h);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_clause_behind_the_last_ruling_is_told),
        cmocka_unit_test(a_receipt_leads_to_its_clause),
        cmocka_unit_test(cases_of_a_clause_are_shown),
        cmocka_unit_test(long_answers_are_folded),
        cmocka_unit_test(the_record_is_told_again_to_whom_it_was_told),
        cmocka_unit_test(help_knows_words),
        cmocka_unit_test(one_word_brings_a_player_up_to_date),
        cmocka_unit_test(a_group_gets_one_such_answer_in_ten_seconds),
        cmocka_unit_test(a_slow_match_answers_each_in_the_group),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
