/* "Did you mean", and the examples that help shows. */
#include <string.h>

#include "command/command_priv.h"
#include "command/tables.h"

static struct nj_commands *tables;

static int setup(void **state)
{
    NJ_UNUSED(state);
    tables = tables_create();
    return 0;
}

static int teardown(void **state)
{
    NJ_UNUSED(state);
    nj_commands_destroy(tables);
    return 0;
}

static void expect(const char *typed, const char *lang, const char *word)
{
    const char *got =
        nj_commands_nearest(tables, typed, strlen(typed), lang, "long-night");

    if (word == NULL)
        assert_null(got);
    else if (got == NULL)
        fail_msg("nothing is near '%s'", typed);
    else
        assert_string_equal(got, word);
}

static void slips_find_their_word(void **state)
{
    NJ_UNUSED(state);
    expect("停至", "zh-CN", "停止");
    expect("stauts", "en", "status");
    expect("Jion K7Q", "en", "join");
    expect("加人", "zh-CN", "加入");
    expect("幫住", "zh-TW", "幫助");
}

static void other_languages_are_second(void **state)
{
    NJ_UNUSED(state);
    expect("matchs", "zh-CN", "matches");
    expect("加入游", "zh-TW", "加入");
}

static void far_words_find_nothing(void **state)
{
    char lots[200];

    NJ_UNUSED(state);
    expect("banana", "en", NULL);
    expect("x", "en", NULL);
    expect("", "en", NULL);
    expect("\xff\xff", "en", NULL);
    memset(lots, 'a', sizeof(lots));
    assert_null(nj_commands_nearest(tables, lots, sizeof(lots), "en", NULL));
}

static void words_of_other_games_are_not_offered(void **state)
{
    const char *got;

    NJ_UNUSED(state);
    expect("自沙", "zh-CN", NULL);
    got = nj_commands_nearest(tables, "自沙", 6, "zh-CN", "shadow-hotel");
    assert_non_null(got);
    assert_string_equal(got, "自杀");
    assert_null(nj_commands_nearest(tables, "自沙", 6, "zh-CN", NULL));
    /* One letter is no slip of another one, nor is half a command a word. */
    assert_null(nj_commands_nearest(tables, "淘", 3, "zh-CN", "shadow-hotel"));
    got = nj_commands_nearest(tables, "拿钥池", 9, "zh-CN", "shadow-hotel");
    assert_null(got);
}

static void near_as_if_all_were_compared(const char *typed, size_t n)
{
    struct nj_commands all = *tables;
    size_t bytes = sizeof(*all.having) * 64 * all.n_blocks;
    const char *got, *want;

    all.having = malloc(bytes);
    assert_non_null(all.having);
    memset(all.having, 0xff, bytes);
    want = nj_commands_nearest(&all, typed, n, "zh-CN", "shadow-hotel");
    got = nj_commands_nearest(tables, typed, n, "zh-CN", "shadow-hotel");
    free(all.having);
    if (want != got)
        fail_msg("'%.*s': '%s', of all '%s'", (int)n, typed,
                 got == NULL ? "" : got, want == NULL ? "" : want);
}

/* Every ninth word with a byte too few, one too many, and two in disorder. */
static void no_word_is_left_out_for_its_letters(void **state)
{
    NJ_UNUSED(state);
    assert_true(tables->n_words > 500);
    for (uint32_t i = 0; i < tables->n_words; i += 9) {
        const char *word = tables->words[i].text;
        size_t n = strlen(word);
        char typed[300];

        assert_true(n + 2 < sizeof(typed));
        near_as_if_all_were_compared(word, n);
        near_as_if_all_were_compared(word + 1, n - 1);
        near_as_if_all_were_compared(word, n > 3 ? n - 3 : n - 1);
        (void)snprintf(typed, sizeof(typed), "q%s", word);
        near_as_if_all_were_compared(typed, n + 1);
        memcpy(typed, word, n + 1);
        for (size_t k = 0; k + 1 < n && (unsigned char)word[0] < 0x80; k++) {
            typed[k] = word[k + 1];
            typed[k + 1] = word[k];
            near_as_if_all_were_compared(typed, n);
            memcpy(typed, word, n + 1);
        }
    }
}

static void examples_are_of_the_language(void **state)
{
    NJ_UNUSED(state);
    assert_string_equal(nj_commands_example(tables, "zh-CN", "table", "join"),
                        "#加入");
    assert_string_equal(
        nj_commands_example(tables, "zh-TW", "long-night", "hide"), "隱匿");
    assert_string_equal(nj_commands_example(tables, "en", "host", "kick"),
                        "%kick 3");
    assert_null(nj_commands_example(tables, "fr", "table", "join"));
    assert_null(nj_commands_example(tables, "en", "table", "dance"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(slips_find_their_word),
        cmocka_unit_test(other_languages_are_second),
        cmocka_unit_test(far_words_find_nothing),
        cmocka_unit_test(words_of_other_games_are_not_offered),
        cmocka_unit_test(no_word_is_left_out_for_its_letters),
        cmocka_unit_test(examples_are_of_the_language),
    };

    return cmocka_run_group_tests(tests, setup, teardown);
}
