/* src/base/script.c: when two typed words are the same. */
#include <string.h>

#include "base/script.h"
#include "kit/nj_test.h"

static void words_are_the_same_in_any_script_and_width(void **state)
{
    static const char *const same[][2] = {
        {"一楼·大堂", "一樓大堂"},
        {"1F Lobby", "1f  lobby"},
        {"手电筒", "手電筒"},
        {"防毒口罩", " 防毒口罩"},
        {"405机关", "４０５機關"},
        {"钥匙", "鑰匙"},
        {"霰弹枪", "霰彈槍"},
        {"麦克风", "麥克風"},
        {"二楼·西餐厅", "二樓・西餐廳"},
        {"谁活着", "誰活著"}, /* of two forms the other one */
        {"苎", "薴"},         /* by way of a third */
        {"", ""},
    };
    static const char *const other[][2] = {
        {"一楼·大堂", "一楼·大"},
        {"大堂", "大堂堂"},
        {"", "a"},
        {"torch", "torches"},
    };

    NJ_UNUSED(state);
    for (size_t i = 0; i < NJ_COUNT(same); i++)
        if (!nj_same_word(same[i][0], same[i][1]))
            fail_msg("%s is not %s", same[i][0], same[i][1]);
    for (size_t i = 0; i < NJ_COUNT(other); i++)
        if (nj_same_word(other[i][0], other[i][1]))
            fail_msg("%s is %s", other[i][0], other[i][1]);
}

static void names_keep_their_forms(void **state)
{
    NJ_UNUSED(state);
    assert_true(nj_same_name("Ｌucky 乐", "lucky乐"));
    assert_false(nj_same_name("小乐", "小樂"));
}

static void a_key_says_what_is_the_same(void **state)
{
    char a[32], b[32];

    NJ_UNUSED(state);
    assert_int_equal(nj_word_key("Gas  Mask", 9, a, sizeof(a)), 7);
    assert_string_equal(a, "gasmask");
    nj_word_key("電力・機關", strlen("電力・機關"), a, sizeof(a));
    nj_word_key("电力机关", strlen("电力机关"), b, sizeof(b));
    assert_string_equal(a, b);
    assert_int_equal(nj_word_key(" ", 1, a, sizeof(a)), 0);
    assert_int_equal(nj_word_key("four", 4, a, 4), 0);
    assert_string_equal(a, "");
}

static void a_text_keeps_its_length(void **state)
{
    char text[] = "#開始 ok 開槍";

    NJ_UNUSED(state);
    nj_simplify(text, sizeof(text) - 1);
    assert_string_equal(text, "#开始 ok 开枪");
    assert_int_equal(nj_simplified('a'), 'a');
    assert_int_equal(nj_simplified(0x4e00), 0x4e00);
    assert_int_equal(nj_simplified(0x20000), 0x20000);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(words_are_the_same_in_any_script_and_width),
        cmocka_unit_test(names_keep_their_forms),
        cmocka_unit_test(a_key_says_what_is_the_same),
        cmocka_unit_test(a_text_keeps_its_length),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
