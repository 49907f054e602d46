/* Which part of the rules answers a word. */
#include "kit/house.h"
#include "kit/nj_test.h"
#include "referee/referee_priv.h"

static const char *text;

static const char *rules(void *ctx, const char *game, const char *lang)
{
    NJ_UNUSED(ctx);
    assert_string_equal(game, "long-night");
    assert_string_equal(lang, "zh-CN");
    return text;
}

/* What the group hears when somebody asks for the rules. */
static const char *asked(struct house *h, const char *words)
{
    house_forget(h);
    house_group(h, "ann", words);
    assert_int_equal(nj_memory_count(h->gateway), 1);
    return nj_memory_get(h->gateway, 0)->text;
}

static void a_word_finds_its_section(void **state)
{
    static const struct {
        const char *words, *answer;
    } cases[] = {
        {"#规则", "摸黑走。"},
        {"#规则 LN-4.3", "LN-4.3 撞墙\n\n撞了就停。"},
        {"#规则 ln-4.3", "LN-4.3 撞墙\n\n撞了就停。"},
        {"#规则 4.3", "LN-4.3 撞墙\n\n撞了就停。"},
        {"#规则 4.30", "LN-4.30 门\n\n推开再走。"},
        {"#规则 撞墙", "LN-4.3 撞墙\n\n撞了就停。"},
        {"#规则 门", "LN-4.30 门\n\n推开再走。"},
        {"#规则 再走", "LN-4.30 门\n\n推开再走。"}, /* in no heading */
        {"#规则 Exit", "LN-5 exits\n\nThe way out."},
        {"#规则 附录", "附录"}, /* a heading without a number */
    };
    struct house h = {.paced = false};

    NJ_UNUSED(state);
    house_open(&h, "rules_text");
    h.referee->setup.rules = rules;
    text = "# 漫漫长夜\n\n摸黑走。\n\n"
           "## LN-4.3 撞墙\n\n撞了就停。\n\n"
           "## LN-4.30 门\n\n推开再走。  \n\n"
           "## LN-5 exits\n\nThe way out.\n"
           "## 附录\n";
    for (size_t i = 0; i < NJ_COUNT(cases); i++) {
        const char *heard = asked(&h, cases[i].words);

        if (strstr(heard, cases[i].answer) == NULL)
            fail_msg("\"%s\" gave: %s", cases[i].words, heard);
        assert_int_equal(strlen(strstr(heard, cases[i].answer)),
                         strlen(cases[i].answer));
    }
    house_close(&h);
}

static void a_word_that_is_nowhere_finds_nothing(void **state)
{
    static const char *const words[] = {
        "#规则 9.9",  "#规则 4.",    "#规则 LN-4.33",
        "#规则 飞船", "#规则 4.3.3", "#规则 一个比全文还要长得多得多的词"};
    struct house h = {.paced = false};

    NJ_UNUSED(state);
    house_open(&h, "rules_nowhere");
    h.referee->setup.rules = rules;
    text = "走。\n## LN-4.3 撞墙\n停。";
    for (size_t i = 0; i < NJ_COUNT(words); i++)
        assert_non_null(strstr(asked(&h, words[i]), "没找到"));
    house_close(&h);
}

static void rules_without_clauses_are_told_whole(void **state)
{
    struct house h = {.paced = false};

    NJ_UNUSED(state);
    house_open(&h, "rules_whole");
    h.referee->setup.rules = rules;
    text = "摸黑走，别撞墙。";
    assert_non_null(strstr(asked(&h, "#规则"), "摸黑走，别撞墙。"));
    assert_non_null(strstr(asked(&h, "#规则 4.3"), "没找到"));
    text = NULL; /* there are none */
    assert_null(strstr(asked(&h, "#规则"), "摸黑走"));
    h.referee->setup.rules = NULL;
    assert_null(strstr(asked(&h, "#规则"), "摸黑走"));
    house_close(&h);
}

/* The rules of the match that is played here, else of the first game. */
static void a_match_has_the_rules_of_its_game(void **state)
{
    struct house h = {.paced = false};

    NJ_UNUSED(state);
    house_open(&h, "rules_match");
    house_begin(&h, "ann bob", "");
    h.referee->setup.rules = rules;
    text = "走。\n## LN-4.3 撞墙\n停。\n";
    assert_non_null(strstr(asked(&h, "#规则 撞墙"), "停。"));
    house_close(&h);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_word_finds_its_section),
        cmocka_unit_test(a_word_that_is_nowhere_finds_nothing),
        cmocka_unit_test(rules_without_clauses_are_told_whole),
        cmocka_unit_test(a_match_has_the_rules_of_its_game),
    };

    return cmocka_run_group_tests_name("referee/rules_text", tests, NULL, NULL);
}
