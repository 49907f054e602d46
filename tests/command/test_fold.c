/* What is the same to a reader becomes the same, and the way back is kept. */
#include <string.h>

#include "command/fold.h"
#include "kit/nj_test.h"

static void expect(const char *typed, const char *folded)
{
    struct nj_folded f;

    assert_true(nj_fold(typed, strlen(typed), &f));
    assert_string_equal(f.text, folded);
    assert_int_equal(f.len, strlen(folded));
}

static void width_case_and_space_fold(void **state)
{
    NJ_UNUSED(state);
    expect("ＳＴＯＰ", "stop");
    expect("  Join \t K7Q\n", "join k7q");
    expect("右　３，下", "右 3,下");
    expect("％暂停", "%暂停");
    expect("停\xe2\x80\x8b止\xef\xbb\xbf", "停止");
    expect("隱匿", "隱匿");
    expect("", "");
    expect(" \xe3\x80\x80 ", "");
}

static void the_way_back_gives_the_typed_bytes(void **state)
{
    const char *typed = "  ＪＯＩＮ　 今晚 OK？ ";
    struct nj_folded f;
    const char *at;

    NJ_UNUSED(state);
    assert_true(nj_fold(typed, strlen(typed), &f));
    assert_string_equal(f.text, "join 今晚 ok?");
    at = strstr(f.text, "今晚");
    assert_ptr_equal(typed + f.from[at - f.text], strstr(typed, "今晚"));
    assert_int_equal(f.from[f.len], strlen(typed) - 1);
    /* The gap begins where the last kept character ended. */
    assert_int_equal(f.from[4], 2 + strlen("ＪＯＩＮ"));
}

static void a_character_that_grows_points_to_itself(void **state)
{
    const char *typed = "a\xef\xac\x81z"; /* a, the ligature fi, z */
    struct nj_folded f;

    NJ_UNUSED(state);
    assert_true(nj_fold(typed, strlen(typed), &f));
    assert_string_equal(f.text, "afiz");
    assert_int_equal(f.from[1], 1);
    assert_int_equal(f.from[2], 1);
    assert_int_equal(f.from[3], 4);
}

static void bad_and_long_texts_are_refused(void **state)
{
    char text[NJ_TEXT_IN_MAX + 1];
    struct nj_folded f;

    NJ_UNUSED(state);
    memset(text, 'x', sizeof(text));
    assert_true(nj_fold(text, NJ_TEXT_IN_MAX, &f));
    assert_int_equal(f.len, NJ_TEXT_IN_MAX);
    assert_false(nj_fold(text, NJ_TEXT_IN_MAX + 1, &f));
    assert_int_equal(f.len, 0);
    assert_false(nj_fold("\xff", 1, &f));
    assert_false(nj_fold("\xe4\xb8", 2, &f));
    assert_string_equal(f.text, "");
}

static void a_text_that_grows_too_long_is_refused(void **state)
{
    static const unsigned char grows[] = {0xef, 0xb7, 0xba};
    char text[NJ_TEXT_IN_MAX];
    struct nj_folded f;
    size_t n = 0;

    NJ_UNUSED(state);
    /* U+FDFA folds to eighteen characters. */
    for (; n + 3 <= sizeof(text); n += 3)
        memcpy(text + n, grows, 3);
    assert_false(nj_fold(text, n, &f));
    assert_int_equal(f.len, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(width_case_and_space_fold),
        cmocka_unit_test(the_way_back_gives_the_typed_bytes),
        cmocka_unit_test(a_character_that_grows_points_to_itself),
        cmocka_unit_test(bad_and_long_texts_are_refused),
        cmocka_unit_test(a_text_that_grows_too_long_is_refused),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
