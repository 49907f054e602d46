#include <string.h>

#include "base/lines.h"
#include "kit/nj_test.h"

static struct nj_lines lines_of(const char *text)
{
    return (struct nj_lines){.at = text, .end = text + strlen(text)};
}

static void lines_come_without_their_ends(void **state)
{
    struct nj_lines l = lines_of("one\r\n\ntwo\rx\nlast");
    struct nj_piece line;

    NJ_UNUSED(state);
    assert_true(nj_lines_next(&l, &line));
    assert_true(nj_piece_is(line, "one"));
    assert_true(nj_lines_next(&l, &line));
    assert_int_equal(line.n, 0);
    assert_int_equal(l.line, 2);
    assert_true(nj_lines_next(&l, &line));
    assert_true(nj_piece_is(line, "two\rx")); /* ends a line with \n alone */
    assert_true(nj_lines_next(&l, &line));
    assert_true(nj_piece_is(line, "last"));
    assert_false(nj_lines_next(&l, &line));
    assert_int_equal(l.line, 4);
}

static void the_end_of_the_last_line_begins_no_other(void **state)
{
    struct nj_lines l = lines_of("one\n");
    struct nj_lines none = lines_of("");
    struct nj_piece line;

    NJ_UNUSED(state);
    assert_true(nj_lines_next(&l, &line));
    assert_false(nj_lines_next(&l, &line));
    assert_false(nj_lines_next(&none, &line));
}

static void one_separator_parts_two_words(void **state)
{
    struct nj_piece rest = nj_piece_of("a  bc");

    NJ_UNUSED(state);
    assert_true(nj_piece_is(nj_piece_cut(&rest, ' '), "a"));
    assert_int_equal(nj_piece_cut(&rest, ' ').n, 0);
    assert_true(nj_piece_is(nj_piece_cut(&rest, ' '), "bc"));
    assert_int_equal(rest.n, 0);
    assert_int_equal(nj_piece_cut(&rest, ' ').n, 0);
}

static void gaps_of_any_length_part_words(void **state)
{
    struct nj_piece rest = nj_piece_of(", a ,, bc d,");

    NJ_UNUSED(state);
    assert_true(nj_piece_is(nj_piece_word(&rest, " ,"), "a"));
    assert_true(nj_piece_is(nj_piece_word(&rest, " ,"), "bc"));
    assert_true(nj_piece_is(nj_piece_word(&rest, " ,"), "d"));
    assert_int_equal(nj_piece_word(&rest, " ,").n, 0);
    assert_int_equal(rest.n, 0);
}

static void a_piece_ends_where_it_ends(void **state)
{
    struct nj_piece rest = {"abcd", 2};

    NJ_UNUSED(state);
    assert_false(nj_piece_is(rest, "abcd"));
    assert_false(nj_piece_is(rest, "a"));
    assert_true(nj_piece_is(nj_piece_word(&rest, " "), "ab"));
    assert_int_equal(rest.n, 0);
}

static void characters_are_of_a_set(void **state)
{
    NJ_UNUSED(state);
    assert_true(nj_piece_only(nj_piece_of("abba"), "ab"));
    assert_true(nj_piece_only(nj_piece_of(""), "ab"));
    assert_false(nj_piece_only(nj_piece_of("abc"), "ab"));
    assert_false(nj_piece_only((struct nj_piece){"a\0b", 3}, "ab"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lines_come_without_their_ends),
        cmocka_unit_test(the_end_of_the_last_line_begins_no_other),
        cmocka_unit_test(one_separator_parts_two_words),
        cmocka_unit_test(gaps_of_any_length_part_words),
        cmocka_unit_test(a_piece_ends_where_it_ends),
        cmocka_unit_test(characters_are_of_a_set),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
