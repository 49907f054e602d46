/* Numbers and texts in one text: there and back, and what is none. */
#include <string.h>

#include "base/parts.h"
#include "kit/nj_test.h"

static struct nj_parts parts_of(const char *text)
{
    return nj_parts_of(text, strlen(text));
}

static void what_is_put_comes_back(void **state)
{
    static const int64_t numbers[] = {0, 1, -1, 10, INT64_MAX, INT64_MIN};
    struct nj_str s = NJ_STR_INIT(500);
    struct nj_parts p;

    NJ_UNUSED(state);
    for (size_t i = 0; i < NJ_COUNT(numbers); i++)
        nj_parts_put_i64(&s, numbers[i]);
    nj_parts_put_text(&s, "a;1:b", 5);
    nj_str_putc(&s, 'x');
    nj_parts_put_text(&s, "", 0);
    assert_string_equal(s.p, "0;1;-1;10;9223372036854775807;"
                             "-9223372036854775808;5:a;1:b;x0:;");
    p = nj_parts_of(s.p, s.len);
    for (size_t i = 0; i < NJ_COUNT(numbers); i++)
        assert_int_equal(nj_parts_i64(&p, INT64_MIN, INT64_MAX), numbers[i]);
    assert_true(nj_piece_is(nj_parts_text(&p, 5), "a;1:b"));
    assert_int_equal(nj_parts_mark(&p), 'x');
    assert_true(nj_parts_more(&p));
    assert_int_equal(nj_parts_text(&p, 0).n, 0);
    assert_false(nj_parts_more(&p));
    assert_true(nj_parts_end(&p));
    nj_str_fini(&s);
}

static void what_does_not_fit_is_seen(void **state)
{
    struct nj_str s = NJ_STR_INIT(4);

    NJ_UNUSED(state);
    nj_parts_put_i64(&s, 123);
    assert_false(s.over);
    nj_parts_put_i64(&s, 1);
    assert_true(s.over);
    nj_str_fini(&s);
    s = (struct nj_str)NJ_STR_INIT(4);
    nj_parts_put_text(&s, "ab", 2);
    assert_true(s.over);
    nj_str_fini(&s);
}

static void no_number_reads_as_the_least_one(void **state)
{
    static const char *const bad[] = {"",
                                      "1",
                                      ";",
                                      "-;",
                                      "+1;",
                                      " 1;",
                                      "1 ;",
                                      "1:",
                                      "--1;",
                                      "2;",
                                      "11;",
                                      "a;",
                                      "9223372036854775808;",
                                      "99999999999999999999999;",
                                      "-9223372036854775809;"};

    NJ_UNUSED(state);
    for (size_t i = 0; i < NJ_COUNT(bad); i++) {
        struct nj_parts p = parts_of(bad[i]);

        assert_int_equal(nj_parts_i64(&p, 3, 10), 3);
        assert_false(nj_parts_end(&p));
        assert_false(nj_parts_more(&p));
    }
}

static void no_text_reads_as_nothing(void **state)
{
    static const char *const bad[] = {"",
                                      "1",
                                      "1:",
                                      "1:a",
                                      "1:ab",
                                      "2:a;",
                                      "-1:a;",
                                      ":a;",
                                      "4:abcd;",
                                      "1;a;",
                                      "18446744073709551616:a;"};

    NJ_UNUSED(state);
    for (size_t i = 0; i < NJ_COUNT(bad); i++) {
        struct nj_parts p = parts_of(bad[i]);

        assert_int_equal(nj_parts_text(&p, 3).n, 0);
        assert_false(nj_parts_end(&p));
    }
}

/* All behind the first fault. */
static void nothing_is_read_behind_a_fault(void **state)
{
    struct nj_parts p = parts_of("1;x7;1:a;y");

    NJ_UNUSED(state);
    assert_int_equal(nj_parts_i64(&p, 0, 9), 1);
    assert_int_equal(nj_parts_i64(&p, 0, 9), 0);
    assert_int_equal(nj_parts_i64(&p, 0, 9), 0);
    assert_int_equal(nj_parts_text(&p, 9).n, 0);
    assert_int_equal(nj_parts_mark(&p), '\0');
    assert_false(nj_parts_end(&p));
    p = parts_of("");
    assert_true(nj_parts_end(&p));
    assert_int_equal(nj_parts_mark(&p), '\0');
    assert_false(nj_parts_end(&p));
    p = parts_of("");
    nj_parts_reject(&p);
    assert_false(nj_parts_end(&p));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_put_comes_back),
        cmocka_unit_test(what_does_not_fit_is_seen),
        cmocka_unit_test(no_number_reads_as_the_least_one),
        cmocka_unit_test(no_text_reads_as_nothing),
        cmocka_unit_test(nothing_is_read_behind_a_fault),
    };

    return cmocka_run_group_tests_name("base/parts", tests, NULL, NULL);
}
