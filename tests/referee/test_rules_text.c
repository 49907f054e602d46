/* Which part of the rules answers a word. */
#include "cli/env.h"
#include "cli/texts.h"
#include "kit/house.h"
#include "kit/nj_test.h"
#include "referee/referee_priv.h"

static const char *text;

static const char *rules(void *ctx, const char *game, const char *lang)
{
    NJ_UNUSED(ctx);
    assert_string_equal(game, "long-night");
    return strcmp(lang, "zh-CN") == 0 ? text : NULL;
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

/* What is no word of a command may be a term of the table's game. */
static void help_with_a_term_is_its_section(void **state)
{
    struct house h = {.paced = false};

    NJ_UNUSED(state);
    house_open(&h, "rules_term");
    h.referee->setup.rules = rules;
    text = "# 漫漫长夜\n\n## LN-4.3 报点\n\n撞了就停。\n";
    house_group(&h, "ann", "#新游戏 漫漫长夜");
    assert_non_null(strstr(asked(&h, "#帮助 报点"), "撞了就停。"));
    house_close(&h);
}

static void a_word_that_is_nowhere_finds_nothing(void **state)
{
    static const char *const words[] = {"#规则 9.9", "#规则 LN-4.33",
                                        "#规则 飞船", "#规则 4.3.3",
                                        "#规则 一个比全文还要长得多得多的词"};
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

/* NC-17.12: without a host who may hear it, a question to him is answered by
 * the clause that shares most with it; with one it goes to him. */
static void a_question_without_a_host_finds_its_clause(void **state)
{
    static const struct {
        const char *question, *answer;
    } cases[] = {{"束魂连着两夜落空会怎样", "NC-5.5 束魂"},

                 {"保镖挡得住绝杀吗", "NC-5.9"},
                 {"生死投票平票怎么办？", "NC-7.7"},
                 {"阿米巴当底牌能变几次", "NC-5.12"},
                 {"xyzzy", "没找到"},
                 {"no", "没找到"}, /* shorter than any word, or longer */
                 {"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"
                  "aaaaaaaaaaaa",
                  "没找到"},
                 {"12束魂", "NC-5.5 束魂"},
                 {"？", "没找到"}};
    struct nj_env env = {.data_dir = NULL};
    struct house h = {.paced = false};

    NJ_UNUSED(state);
    house_open(&h, "rules_nearest");
    h.referee->setup.rules = nj_texts_rules;
    h.referee->setup.rules_ctx = &env;
    house_group(&h, "ann", "#新游戏 杀手牌");
    house_private(&h, "ann", "我");
    house_group(&h, "ann", "#加入");
    house_group(&h, "ann", "#电脑 6");
    house_group(&h, "ann", "#开始");
    for (size_t i = 0; i < NJ_COUNT(cases); i++) {
        char line[200];

        house_forget(&h);
        (void)snprintf(line, sizeof(line), "问 %s", cases[i].question);
        house_private(&h, "ann", line);
        if (house_heard(&h, "ann", cases[i].answer) == NULL)
            fail_msg("%s: %s", line,
                     nj_memory_count(h.gateway) > 0
                         ? nj_memory_get(h.gateway, 0)->text
                         : "nothing");
        assert_int_equal(nj_memory_count(h.gateway), 1);
    }
    house_close(&h);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_word_finds_its_section),
        cmocka_unit_test(help_with_a_term_is_its_section),
        cmocka_unit_test(a_word_that_is_nowhere_finds_nothing),
        cmocka_unit_test(rules_without_clauses_are_told_whole),
        cmocka_unit_test(a_question_without_a_host_finds_its_clause),
        cmocka_unit_test(a_match_has_the_rules_of_its_game),
    };

    return cmocka_run_group_tests_name("referee/rules_text", tests, NULL, NULL);
}
