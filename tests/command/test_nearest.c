/* "Did you mean", and the examples that help shows. */
#include <string.h>

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
        cmocka_unit_test(examples_are_of_the_language),
    };

    return cmocka_run_group_tests(tests, setup, teardown);
}
