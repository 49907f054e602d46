/* Words of a text, one after another, and what they mean. */
#include <string.h>

#include "kit/nj_test.h"
#include "match/reader.h"

static struct nj_reader at(const char *text)
{
    return (struct nj_reader){.at = text};
}

static void words_are_parted_by_blanks_of_any_script(void **state)
{
    struct nj_reader r = at("  move　３ 22 ");
    struct nj_word word;

    NJ_UNUSED(state);
    assert_true(nj_reader_word(&r, &word));
    assert_string_equal(word.typed, "move");
    assert_true(nj_reader_word(&r, &word));
    assert_string_equal(word.typed, "３");
    assert_string_equal(word.token, "３");
    assert_false(nj_reader_end(&r));
    assert_true(nj_reader_word(&r, &word));
    assert_string_equal(word.typed, "22");
    assert_true(nj_reader_end(&r));
    assert_false(nj_reader_word(&r, &word));
}

static void a_word_too_long_is_none(void **state)
{
    char text[NJ_WORD_BYTES + 1];
    struct nj_word word;
    struct nj_reader r = at(text);

    NJ_UNUSED(state);
    memset(text, 'a', NJ_WORD_BYTES);
    text[NJ_WORD_BYTES] = '\0';
    assert_false(nj_reader_word(&r, &word));
    r = at(text + 1);
    assert_true(nj_reader_word(&r, &word));
}

/* "-" and what is missing at the end stand for the word itself. */
static void tokens_say_what_words_mean(void **state)
{
    struct nj_reader r = {.at = "移动 小明 大厅 悄悄", .tokens = "move,-,,"};
    struct nj_word word;

    NJ_UNUSED(state);
    assert_true(nj_reader_follows(&r, "move"));
    assert_true(nj_reader_word(&r, &word));
    assert_string_equal(word.token, "小明");
    assert_true(nj_reader_word(&r, &word));
    assert_string_equal(word.token, "大厅");
    assert_true(nj_word_is(&word, "大廳"));
    assert_true(nj_reader_word(&r, &word));
    assert_string_equal(word.token, "悄悄");
    r = (struct nj_reader){.at = "Power OFF", .tokens = ""};
    assert_true(nj_reader_follows(&r, "power off"));
    r = at("Power OFF");
    assert_false(nj_reader_follows(&r, "power off"));
}

static void words_that_do_not_follow_are_left(void **state)
{
    struct nj_reader r = at("power  off now");

    NJ_UNUSED(state);
    assert_false(nj_reader_follows(&r, "pow"));
    assert_false(nj_reader_follows(&r, "power on"));
    assert_false(nj_reader_follows(&r, "power off now then"));
    assert_true(nj_reader_follows(&r, "power off"));
    assert_true(nj_reader_follows(&r, ""));
    assert_string_equal(r.at, " now");
    r = at("target=2 @22");
    assert_false(nj_reader_follows(&r, "target"));
    assert_true(nj_reader_follows(&r, "target="));
    assert_string_equal(r.at, "2 @22");
}

static bool number(const char *text, int64_t lo, int64_t hi, int64_t *out)
{
    struct nj_reader r = at(text);

    return nj_reader_number(&r, lo, hi, out);
}

static void numbers_keep_their_bounds(void **state)
{
    int64_t v = 0;

    NJ_UNUSED(state);
    assert_true(number(" 7,", 0, 9, &v));
    assert_int_equal(v, 7);
    assert_true(number("-2", -9, 9, &v));
    assert_int_equal(v, -2);
    assert_true(number("+3x", -9, 9, &v));
    assert_int_equal(v, 3);
    assert_false(number("10", 0, 9, &v));
    assert_false(number("-1", 0, 9, &v));
    assert_false(number("x", 0, 9, &v));
    assert_false(number("-", -9, 9, &v));
    assert_false(number("", 0, 9, &v));
    assert_false(number("18446744073709551617", 0, 9, &v));
    assert_false(number("99999999999999999999999999", 0, 9, &v));
}

static void the_rest_is_one_text(void **state)
{
    struct nj_reader r = at("  two words");
    char out[10];

    NJ_UNUSED(state);
    assert_false(nj_reader_sign(&r, '='));
    assert_false(nj_reader_rest(&r, out, 9));
    assert_true(nj_reader_rest(&r, out, 10));
    assert_string_equal(out, "two words");
    assert_true(nj_reader_end(&r));
    assert_false(nj_reader_rest(&r, out, 10));
    r = at("= x");
    assert_true(nj_reader_sign(&r, '='));
    assert_true(nj_reader_rest(&r, out, 10));
    assert_memory_equal(out, "x\0\0\0\0\0\0\0\0", 10);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(words_are_parted_by_blanks_of_any_script),
        cmocka_unit_test(a_word_too_long_is_none),
        cmocka_unit_test(tokens_say_what_words_mean),
        cmocka_unit_test(words_that_do_not_follow_are_left),
        cmocka_unit_test(numbers_keep_their_bounds),
        cmocka_unit_test(the_rest_is_one_text),
    };

    return cmocka_run_group_tests_name("match/reader", tests, NULL, NULL);
}
