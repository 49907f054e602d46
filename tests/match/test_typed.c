/* What people type for others to read: cleaned, folded, with and without
 * links. */
#include <string.h>

#include "kit/nj_test.h"
#include "match/typed.h"

static void expect_clean(const char *text, const char *want)
{
    char out[NJ_TYPED_BYTES];

    assert_true(nj_typed_clean(text, out));
    assert_string_equal(out, want);
}

static void texts_lose_what_only_machines_see(void **state)
{
    NJ_UNUSED(state);
    expect_clean("", "");
    expect_clean("a\xe2\x80\x8b"
                 "b\xe2\x80\xae"
                 "c\x07\xe2\x80\xac",
                 "abc");
    expect_clean("[CQ:at,qq=all]hi", "hi");
    expect_clean("[[CQ:a]CQ:b]hi", "hi");
    expect_clean("[C\xe2\x80\x8bQ:x]hi", "hi");
    expect_clean("[CQ:open", "[CQ:open");
    expect_clean("one\r\ntwo", "one  two");
    expect_clean("e\xcc\x81", "\xc3\xa9");
    expect_clean("@C", "＠C");
}

static void what_does_not_fit_is_not_cleaned(void **state)
{
    char text[NJ_TYPED_BYTES + 1] = {0};
    char out[NJ_TYPED_BYTES];

    NJ_UNUSED(state);
    memset(text, 'a', NJ_TYPED_BYTES - 1);
    assert_true(nj_typed_clean(text, out));
    assert_string_equal(out, text);
    text[NJ_TYPED_BYTES - 1] = 'a';
    assert_false(nj_typed_clean(text, out));
    /* Three bytes for each: what is behind the last that fits is gone. */
    memset(text, '@', NJ_TYPED_BYTES - 1);
    text[NJ_TYPED_BYTES - 1] = '\0';
    assert_true(nj_typed_clean(text, out));
    assert_int_equal(strlen(out), (NJ_TYPED_BYTES - 1) / 3 * 3);
}

static void folded_texts_are_cut(void **state)
{
    char out[16];

    NJ_UNUSED(state);
    nj_typed_fold("Ｈost：Ａ", out, sizeof(out));
    assert_string_equal(out, "host:a");
    nj_typed_fold("一二三四五六七", out, sizeof(out));
    assert_string_equal(out, "一二三四");
}

static void links_are_seen_in_any_guise(void **state)
{
    static const char *const links[] = {"see http://a", "www.x", "a.com",
                                        "x-1.io/y", "a.b.cn."};
    static const char *const fine[] = {"",        "a.b",    "3.5", ".com",
                                       "a.comet", "a. com", "com"};

    NJ_UNUSED(state);
    for (size_t i = 0; i < NJ_COUNT(links); i++)
        if (!nj_typed_has_link(links[i]))
            fail_msg("'%s' was let through", links[i]);
    for (size_t i = 0; i < NJ_COUNT(fine); i++)
        if (nj_typed_has_link(fine[i]))
            fail_msg("'%s' is no link", fine[i]);
}

static void lengths_are_code_points(void **state)
{
    NJ_UNUSED(state);
    assert_int_equal(nj_typed_length(""), 0);
    assert_int_equal(nj_typed_length("ab一"), 3);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(texts_lose_what_only_machines_see),
        cmocka_unit_test(what_does_not_fit_is_not_cleaned),
        cmocka_unit_test(folded_texts_are_cut),
        cmocka_unit_test(links_are_seen_in_any_guise),
        cmocka_unit_test(lengths_are_code_points)};

    return cmocka_run_group_tests(tests, NULL, NULL);
}
