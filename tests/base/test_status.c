#include <string.h>

#include "base/status.h"
#include "base/utf8.h"
#include "kit/nj_test.h"

static void a_failure_keeps_its_status_and_line(void **state)
{
    struct nj_err err = {{0}};

    NJ_UNUSED(state);
    assert_int_equal(nj_fail(&err, NJ_ERR_RANGE, "port %d", 7), NJ_ERR_RANGE);
    assert_string_equal(err.text, "port 7");
    assert_int_equal(nj_fail(NULL, NJ_ERR_IO, "nobody listens"), NJ_ERR_IO);
}

static void a_place_is_put_in_front(void **state)
{
    struct nj_err err = {{0}};

    NJ_UNUSED(state);
    (void)nj_fail(&err, NJ_ERR_RANGE, "too large");
    assert_int_equal(nj_fail_in(&err, NJ_ERR_LIMIT, "file '%s'", "a"),
                     NJ_ERR_LIMIT);
    assert_string_equal(err.text, "file 'a': too large");
    assert_int_equal(nj_fail_in(NULL, NJ_ERR_IO, "x"), NJ_ERR_IO);
}

static void a_place_alone_has_no_colon(void **state)
{
    struct nj_err err = {{0}};

    NJ_UNUSED(state);
    (void)nj_fail_in(&err, NJ_ERR_IO, "file 'a'");
    assert_string_equal(err.text, "file 'a'");
}

static void a_line_may_quote_itself(void **state)
{
    struct nj_err err = {"old"};

    NJ_UNUSED(state);
    (void)nj_fail(&err, NJ_ERR_IO, "%s and %s", err.text, err.text);
    assert_string_equal(err.text, "old and old");
}

static void a_line_stays_one_line(void **state)
{
    struct nj_err err = {{0}};

    NJ_UNUSED(state);
    (void)nj_fail(&err, NJ_ERR_IO, "a\nb\rc\033[31m\x7f");
    assert_string_equal(err.text, "a b c [31m ");
}

static void long_lines_end_with_a_whole_character(void **state)
{
    char text[2000];

    NJ_UNUSED(state);
    /* Three bytes each: shifted by one letter each cut is tried. */
    for (size_t shift = 0; shift < 3; shift++) {
        struct nj_err err = {{0}};
        size_t n = shift;

        memset(text, 'x', shift);
        for (; n + 4 < sizeof(text); n += 3)
            memcpy(text + n, "月", 3);
        text[n] = '\0';
        (void)nj_fail(&err, NJ_ERR_IO, "%s", text);
        n = strlen(err.text);
        assert_true(n > sizeof(err.text) - 5);
        assert_true(nj_utf8_valid(err.text, n));
        (void)nj_fail_in(&err, NJ_ERR_IO, "%s", "place");
        assert_true(nj_utf8_valid(err.text, strlen(err.text)));
        assert_memory_equal(err.text, "place: ", 7);
    }
}

static void no_failure_is_without_a_word(void **state)
{
    static const char nothing[] = "";

    NJ_UNUSED(state);
    for (int st = NJ_ERR_BAD_INPUT; st <= NJ_ERR_MISMATCH; st++) {
        struct nj_err err = {{0}};

        assert_true(strlen(nj_err_text(&err, (enum nj_status)st)) > 8);
        (void)nj_fail(&err, (enum nj_status)st, "%s", nothing);
        assert_string_equal(err.text, nj_status_text((enum nj_status)st));
        (void)nj_fail(&err, (enum nj_status)st, "a line");
        assert_string_equal(nj_err_text(&err, (enum nj_status)st), "a line");
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_failure_keeps_its_status_and_line),
        cmocka_unit_test(a_place_is_put_in_front),
        cmocka_unit_test(a_place_alone_has_no_colon),
        cmocka_unit_test(a_line_may_quote_itself),
        cmocka_unit_test(a_line_stays_one_line),
        cmocka_unit_test(no_failure_is_without_a_word),
        cmocka_unit_test(long_lines_end_with_a_whole_character),
    };

    return cmocka_run_group_tests_name("base/status", tests, NULL, NULL);
}
