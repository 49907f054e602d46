/* Plural forms of our languages. */
#include "kit/nj_test.h"
#include "locale/plural.h"

static void forms_follow_the_language(void **state)
{
    NJ_UNUSED(state);
    assert_string_equal(nj_plural_form("en", 1), "one");
    assert_string_equal(nj_plural_form("en", 0), "other");
    assert_string_equal(nj_plural_form("en", 2), "other");
    assert_string_equal(nj_plural_form("en", -1), "other");
    assert_string_equal(nj_plural_form("zh-CN", 1), "other");
    assert_string_equal(nj_plural_form("zh-TW", 1), "other");
    assert_string_equal(nj_plural_forms("zh-TW")[0], "other");
    assert_null(nj_plural_forms("zh-TW")[1]);
    assert_string_equal(nj_plural_forms("en")[1], "other");
}

static void endings_are_found(void **state)
{
    NJ_UNUSED(state);
    assert_int_equal(nj_plural_base("a.day_other"), 5);
    assert_int_equal(nj_plural_base("a.day_few"), 5);
    assert_int_equal(nj_plural_base("a.day"), 0);
    assert_int_equal(nj_plural_base("_one"), 0);
    assert_int_equal(nj_plural_base("another"), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(forms_follow_the_language),
        cmocka_unit_test(endings_are_found),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
