/*
 * Members of objects from outside: what is odd is not there, and nothing of
 * the rest suffers.
 */
#include <string.h>

#include "base/loose.h"
#include "kit/nj_test.h"

static const char frame[] =
    "{\"n\":4294967296,\"big\":9223372036854775807,"
    "\"over\":9223372036854775808,\"half\":1.5,\"down\":-7,"
    "\"digits\":\"7200\",\"blank\":\" 7\",\"plus\":\"+7\",\"tail\":\"7s\","
    "\"none\":null,\"yes\":true,\"no\":false,\"list\":[1],\"text\":\"join\"}";

static struct nj_json_doc *open_frame(void)
{
    struct nj_json_doc *doc = NULL;
    struct nj_err err;

    assert_int_equal(
        nj_json_open(&doc, frame, sizeof(frame) - 1, &NJ_JSON_WIRE, &err),
        NJ_OK);
    return doc;
}

static void whole_numbers_have_64_bits(void **state)
{
    static const struct {
        const char *name;
        int64_t whole, number;
    } rows[] = {
        {"n", INT64_C(4294967296), INT64_C(4294967296)},
        {"big", INT64_MAX, INT64_MAX},
        {"over", 0, 0},
        {"half", 0, 0},
        {"down", -7, -7},
        {"digits", 0, 7200},
        {"blank", 0, 0},
        {"plus", 0, 0},
        {"tail", 0, 0},
        {"none", 0, 0},
        {"yes", 0, 0},
        {"list", 0, 0},
        {"absent", 0, 0},
    };

    NJ_UNUSED(state);
    for (size_t i = 0; i < NJ_COUNT(rows); i++) {
        struct nj_json_doc *doc = open_frame();
        struct nj_json root = nj_json_root(doc);

        assert_true(nj_loose_whole(root, rows[i].name) == rows[i].whole);
        assert_true(nj_loose_number(root, rows[i].name) == rows[i].number);
        nj_json_close(doc);
    }
}

static void texts_and_truths_are_of_their_kind_or_not_there(void **state)
{
    struct nj_json_doc *doc = open_frame();
    struct nj_json root = nj_json_root(doc);

    NJ_UNUSED(state);
    assert_string_equal(nj_loose_text(root, "text"), "join");
    assert_string_equal(nj_loose_text(root, "n"), "");
    assert_string_equal(nj_loose_text(root, "list"), "");
    assert_string_equal(nj_loose_text(root, "absent"), "");
    assert_true(nj_loose_is(root, "text", "join"));
    assert_false(nj_loose_is(root, "text", "joi"));
    assert_true(nj_loose_true(root, "yes"));
    assert_false(nj_loose_true(root, "no"));
    assert_false(nj_loose_true(root, "n"));
    nj_json_close(doc);
}

static void digits_end_where_they_end(void **state)
{
    int64_t v = 0;

    NJ_UNUSED(state);
    assert_string_equal(nj_loose_digits("-1002.17", &v), ".17");
    assert_int_equal(v, -1002);
    assert_null(nj_loose_digits("", &v));
    assert_null(nj_loose_digits("-", &v));
    assert_null(nj_loose_digits(" 1", &v));
    assert_null(nj_loose_digits("9223372036854775808", &v));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(whole_numbers_have_64_bits),
        cmocka_unit_test(texts_and_truths_are_of_their_kind_or_not_there),
        cmocka_unit_test(digits_end_where_they_end),
    };

    return cmocka_run_group_tests_name("base/loose", tests, NULL, NULL);
}
