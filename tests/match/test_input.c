/* The words of inputs in files. */
#include "kit/nj_test.h"
#include "match/input.h"

static void every_word_comes_back(void **state)
{
    NJ_UNUSED(state);
    for (int i = NJ_IN_START; i <= NJ_IN_UNDO; i++) {
        enum nj_input_kind kind = NJ_IN_START;

        assert_true(nj_input_kind_parse(
            nj_input_kind_word((enum nj_input_kind)i), &kind));
        assert_int_equal(kind, i);
    }
    for (int i = NJ_PLACE_GROUP; i <= NJ_PLACE_PRIVATE; i++) {
        enum nj_place place = NJ_PLACE_GROUP;

        assert_true(nj_place_parse(nj_place_word((enum nj_place)i), &place));
        assert_int_equal(place, i);
    }
    for (int i = NJ_BY_PERSON; i <= NJ_BY_CLOCK; i++) {
        enum nj_by by = NJ_BY_PERSON;

        assert_true(nj_by_parse(nj_by_word((enum nj_by)i), &by));
        assert_int_equal(by, i);
    }
}

static void other_words_change_nothing(void **state)
{
    enum nj_input_kind kind = NJ_IN_LEAVE;
    enum nj_place place = NJ_PLACE_PRIVATE;
    enum nj_by by = NJ_BY_HOST;

    NJ_UNUSED(state);
    assert_false(nj_input_kind_parse("Order", &kind));
    assert_false(nj_place_parse("", &place));
    assert_false(nj_by_parse("persons", &by));
    assert_int_equal(kind, NJ_IN_LEAVE);
    assert_int_equal(place, NJ_PLACE_PRIVATE);
    assert_int_equal(by, NJ_BY_HOST);
}

static void the_words_are_those_of_the_match_file(void **state)
{
    NJ_UNUSED(state);
    assert_string_equal(nj_input_kind_word(NJ_IN_OVERRIDE), "override");
    assert_string_equal(nj_input_kind_word(NJ_IN_UNDO), "undo");
    assert_string_equal(nj_place_word(NJ_PLACE_PRIVATE), "private");
    assert_string_equal(nj_by_word(NJ_BY_COMPUTER), "computer");
}

static void arguments_are_found_by_their_type(void **state)
{
    const struct nj_arg args[] = {
        nj_arg_text("text", "4"), nj_arg_text("text2", "#2"),
        nj_arg_int("n", 7), nj_arg_words("words", "self,-")};
    const struct nj_input all = {.kind = NJ_IN_ORDER,
                                 .args = {.v = args, .n = 4}};
    const struct nj_input texts = {.kind = NJ_IN_ORDER,
                                   .args = {.v = args, .n = 1}};

    NJ_UNUSED(state);
    assert_string_equal(nj_input_text(&all, 0), "4");
    assert_string_equal(nj_input_text(&all, 1), "#2");
    assert_string_equal(nj_input_text(&all, 2), "");
    assert_string_equal(nj_input_words(&all), "self,-");
    assert_int_equal(nj_input_number(&all, -1), 7);
    assert_string_equal(nj_input_text(&texts, 1), "");
    assert_string_equal(nj_input_words(&texts), "");
    assert_int_equal(nj_input_number(&texts, -1), -1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_word_comes_back),
        cmocka_unit_test(other_words_change_nothing),
        cmocka_unit_test(the_words_are_those_of_the_match_file),
        cmocka_unit_test(arguments_are_found_by_their_type),
    };

    return cmocka_run_group_tests_name("match/input", tests, NULL, NULL);
}
