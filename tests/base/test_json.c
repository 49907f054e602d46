#include <string.h>

#include "base/json.h"
#include "base/utf8.h"
#include "kit/nj_test.h"

/* Opens a text of which the test knows that it is good. */
static struct nj_json_doc *opened(const char *text)
{
    struct nj_json_doc *doc = NULL;
    struct nj_err err = {{0}};

    if (nj_json_open(&doc, text, strlen(text), &NJ_JSON_WIRE, &err) != NJ_OK)
        fail_msg("%s: %s", text, err.text);
    return doc;
}

static void assert_failed(struct nj_json_doc *doc, enum nj_status st,
                          const char *line)
{
    struct nj_err err = {{0}};

    assert_int_equal(nj_json_status(doc, &err), st);
    assert_string_equal(err.text, line);
}

static void assert_well(struct nj_json_doc *doc)
{
    struct nj_err err = {{0}};

    if (nj_json_status(doc, &err) != NJ_OK)
        fail_msg("%s", err.text);
}

/* --- numbers --- */

static void whole_numbers_are_exact(void **state)
{
    static const struct {
        const char *text;
        int64_t v;
    } rows[] = {
        {"0", 0},
        {"-0", 0},
        {"7", 7},
        {"-7", -7},
        {"2147483648", INT64_C(2147483648)},
        {"999999999999999", INT64_C(999999999999999)},
        {"9007199254740993", INT64_C(9007199254740993)},
        {"-9007199254740993", INT64_C(-9007199254740993)},
        {"9223372036854775807", INT64_MAX},
        {"-9223372036854775808", INT64_MIN},
        {"1e3", 1000},
        {"1.0", 1},
        {"12.50e1", 125},
    };

    NJ_UNUSED(state);
    for (size_t i = 0; i < NJ_COUNT(rows); i++) {
        struct nj_json_doc *doc = opened(rows[i].text);
        int64_t v = nj_json_i64(nj_json_root(doc), INT64_MIN, INT64_MAX);

        assert_well(doc);
        assert_true(v == rows[i].v);
        assert_true(nj_json_is_number(nj_json_root(doc)));
        nj_json_close(doc);
    }
}

static void other_numbers_are_refused_as_whole_ones(void **state)
{
    static const char *const odd[] = {
        "1.5",
        "1e400",
        "-1e400",
        "1e300",
        "9007199254740993.0",
        "1e-5",
        "9223372036854775808",
        "-9223372036854775809",
        "123456789012345678901234567890",
    };

    NJ_UNUSED(state);
    for (size_t i = 0; i < NJ_COUNT(odd); i++) {
        struct nj_json_doc *doc = opened(odd[i]);

        assert_true(nj_json_is_number(nj_json_root(doc)));
        assert_int_equal(nj_json_i64(nj_json_root(doc), -3, INT64_MAX), -3);
        assert_failed(doc, NJ_ERR_RANGE,
                      "expected a whole number from -3 to "
                      "9223372036854775807");
        nj_json_close(doc);
    }
}

static void numbers_keep_to_their_bounds(void **state)
{
    struct nj_json_doc *doc = opened("{\"seats\":7}");
    struct nj_json seats = nj_json_get(nj_json_root(doc), "seats");

    NJ_UNUSED(state);
    assert_int_equal(nj_json_i64(seats, 7, 7), 7);
    assert_well(doc);
    assert_int_equal(nj_json_i64(seats, 2, 6), 2);
    assert_failed(doc, NJ_ERR_RANGE,
                  "seats: expected a whole number from 2 to 6");
    nj_json_close(doc);
}

static void ids_are_texts_whatever_they_were(void **state)
{
    static const struct {
        const char *text;
        const char *id;
    } rows[] = {
        {"10001", "10001"},
        {"\"10001\"", "10001"},
        {"-1002", "-1002"},
        {"0", "0"},
        {"-0", "0"},
        {"2147483648", "2147483648"},
        {"9007199254740993", "9007199254740993"},
        {"18446744073709551615", "18446744073709551615"},
        {"-9223372036854775808", "-9223372036854775808"},
        {"\"o-Abc_9\"", "o-Abc_9"},
        {"\"月\"", "月"},
    };

    NJ_UNUSED(state);
    for (size_t i = 0; i < NJ_COUNT(rows); i++) {
        struct nj_json_doc *doc = opened(rows[i].text);
        char id[32] = "before";

        nj_json_id(nj_json_root(doc), id, sizeof(id));
        assert_well(doc);
        assert_string_equal(id, rows[i].id);
        nj_json_close(doc);
    }
}

static void what_is_no_id_is_refused(void **state)
{
    static const char *const odd[] = {
        "null",
        "true",
        "{}",
        "[1]",
        "\"\"",
        "1.5",
        "1e400",
        "18446744073709551616",
        "-9223372036854775809",
        "\"a string that is longer than the room\"",
    };

    NJ_UNUSED(state);
    for (size_t i = 0; i < NJ_COUNT(odd); i++) {
        struct nj_json_doc *doc = opened(odd[i]);
        char id[24] = "before";

        nj_json_id(nj_json_root(doc), id, sizeof(id));
        assert_string_equal(id, "");
        assert_int_not_equal(nj_json_status(doc, NULL), NJ_OK);
        nj_json_close(doc);
    }
}

static void an_id_must_fit_with_its_nul(void **state)
{
    struct nj_json_doc *doc = opened("[\"1234\",12345]");
    struct nj_json item = nj_json_first(nj_json_root(doc));
    char id[5];

    NJ_UNUSED(state);
    nj_json_id(item, id, sizeof(id));
    assert_string_equal(id, "1234");
    assert_well(doc);
    nj_json_id(nj_json_next(item), id, sizeof(id));
    assert_failed(doc, NJ_ERR_LIMIT, "[1]: an id that is too long");
    nj_json_close(doc);
}

/* --- reading --- */

static const char record[] =
    "{\"type\":\"at\",\"ok\":true,\"no\":false,\"none\":null,\"n\":3,"
    "\"data\":{\"qq\":5},\"list\":[{\"a\":1},\"x\"],\"A\":1,\"a\":2}";

static void members_are_found_by_their_exact_name(void **state)
{
    struct nj_json_doc *doc = opened(record);
    struct nj_json root = nj_json_root(doc);

    NJ_UNUSED(state);
    assert_string_equal(nj_json_text(nj_json_get(root, "type"), 2), "at");
    assert_true(nj_json_bool(nj_json_get(root, "ok")));
    assert_false(nj_json_bool(nj_json_get(root, "no")));
    assert_int_equal(nj_json_i64(nj_json_get(root, "A"), 0, 9), 1);
    assert_int_equal(nj_json_i64(nj_json_get(root, "a"), 0, 9), 2);
    assert_true(nj_json_is_object(nj_json_get(root, "data")));
    assert_true(nj_json_is_array(nj_json_get(root, "list")));
    assert_false(nj_json_is_string(nj_json_get(root, "n")));
    assert_false(nj_json_is_number(nj_json_get(root, "type")));
    assert_well(doc);
    nj_json_close(doc);
}

static void absence_is_an_error_only_where_it_matters(void **state)
{
    struct nj_json_doc *doc = opened(record);
    struct nj_json root = nj_json_root(doc);

    NJ_UNUSED(state);
    assert_false(nj_json_present(nj_json_opt(root, "nothing")));
    assert_false(nj_json_present(nj_json_opt(root, "none")));
    assert_true(nj_json_present(nj_json_opt(root, "n")));
    assert_true(nj_json_present(nj_json_get(root, "none")));
    assert_false(nj_json_present(
        nj_json_opt(nj_json_opt(nj_json_opt(root, "x"), "y"), "z")));
    assert_well(doc);
    assert_false(
        nj_json_present(nj_json_get(nj_json_get(root, "data"), "group_id")));
    assert_failed(doc, NJ_ERR_NOT_FOUND, "data: 'group_id' is missing");
    nj_json_close(doc);
}

static void failures_name_the_place(void **state)
{
    static const struct {
        const char *text;
        const char *line;
    } rows[] = {
        {"7", "expected a string"},
        {"[7]", "[0]: expected a string"},
        {"[\"\",7]", "[1]: expected a string"},
        {"{\"message\":[\"\",\"\",\"\",{\"data\":{\"qq\":1}}]}",
         "message[3].data.qq: expected a string"},
        {"{\"a\":{\"b c\":null}}", "a.b c: expected a string"},
        {"[[\"\",\"\"],[\"\",[]]]", "[1][1]: expected a string"},
        {"{\"x\":12345678901234567890}", "x: expected a string"},
    };

    NJ_UNUSED(state);
    for (size_t i = 0; i < NJ_COUNT(rows); i++) {
        struct nj_json_doc *doc = opened(rows[i].text);
        struct nj_json j = nj_json_root(doc);

        /* Always the last child of the last child. */
        while (nj_json_present(nj_json_first(j))) {
            j = nj_json_first(j);
            while (nj_json_present(nj_json_next(j)))
                j = nj_json_next(j);
        }
        assert_string_equal(nj_json_text(j, 10), "");
        assert_failed(doc, NJ_ERR_BAD_INPUT, rows[i].line);
        nj_json_close(doc);
    }
}

static void the_first_failure_is_kept_and_reading_goes_on(void **state)
{
    struct nj_json_doc *doc = opened(record);
    struct nj_json root = nj_json_root(doc);

    NJ_UNUSED(state);
    assert_false(nj_json_bool(nj_json_get(root, "n")));
    assert_string_equal(nj_json_text(nj_json_get(root, "nothing"), 9), "");
    assert_int_equal(nj_json_i64(nj_json_get(root, "type"), 4, 9), 4);
    assert_int_equal(nj_json_i64(nj_json_get(root, "n"), 0, 9), 3);
    assert_failed(doc, NJ_ERR_BAD_INPUT, "n: expected true or false");
    nj_json_close(doc);
}

static void a_failure_can_be_taken(void **state)
{
    struct nj_json_doc *doc = opened(record);
    struct nj_json root = nj_json_root(doc);
    struct nj_err err = {{0}};

    NJ_UNUSED(state);
    assert_false(nj_json_take_failure(doc, &err));
    (void)nj_json_bool(nj_json_get(root, "n"));
    assert_true(nj_json_take_failure(doc, &err));
    assert_string_equal(err.text, "n: expected true or false");
    assert_well(doc);
    nj_json_reject(nj_json_get(root, "data"), "cannot be");
    assert_true(nj_json_take_failure(doc, NULL));
    assert_false(nj_json_take_failure(doc, NULL));
    nj_json_reject(nj_json_get(nj_json_get(root, "data"), "qq"), "is odd");
    assert_failed(doc, NJ_ERR_BAD_INPUT, "data.qq: is odd");
    nj_json_close(doc);
}

static void values_of_nothing_are_harmless(void **state)
{
    struct nj_json_doc *doc = opened("[]");
    struct nj_json none = nj_json_first(nj_json_root(doc));
    char id[5] = "x";

    NJ_UNUSED(state);
    assert_false(nj_json_present(none));
    assert_false(nj_json_present(nj_json_next(none)));
    assert_false(nj_json_present(nj_json_first(none)));
    assert_null(nj_json_name(none));
    assert_int_equal(nj_json_size(none), 0);
    assert_false(nj_json_is_object(none));
    assert_false(nj_json_is_array(none));
    assert_false(nj_json_is_string(none));
    assert_false(nj_json_is_number(none));
    assert_well(doc);
    assert_int_equal(nj_json_i64(none, 5, 6), 5);
    assert_string_equal(nj_json_text(none, 5), "");
    nj_json_id(none, id, sizeof(id));
    assert_string_equal(id, "");
    assert_false(nj_json_bool(none));
    assert_int_not_equal(nj_json_status(doc, NULL), NJ_OK);
    nj_json_close(doc);
    nj_json_close(NULL);
}

static void only_objects_have_members(void **state)
{
    struct nj_json_doc *doc = opened("[{\"a\":[1]}]");
    struct nj_json root = nj_json_root(doc);

    NJ_UNUSED(state);
    assert_false(nj_json_present(nj_json_opt(root, "a")));
    assert_well(doc);
    assert_false(nj_json_present(
        nj_json_get(nj_json_get(nj_json_first(root), "a"), "b")));
    assert_failed(doc, NJ_ERR_BAD_INPUT, "[0].a: expected an object");
    nj_json_close(doc);
}

static void children_come_in_order_with_their_names(void **state)
{
    static const char *const names[] = {"type", "ok",   "no", "none", "n",
                                        "data", "list", "A",  "a"};
    struct nj_json_doc *doc = opened(record);
    struct nj_json child = nj_json_first(nj_json_root(doc));

    NJ_UNUSED(state);
    assert_int_equal(nj_json_size(nj_json_root(doc)), NJ_COUNT(names));
    for (size_t i = 0; i < NJ_COUNT(names); i++) {
        assert_string_equal(nj_json_name(child), names[i]);
        child = nj_json_next(child);
    }
    assert_false(nj_json_present(child));
    child = nj_json_get(nj_json_root(doc), "list");
    assert_null(nj_json_name(nj_json_first(child)));
    nj_json_close(doc);
}

static void long_foreign_names_are_cut_in_messages(void **state)
{
    NJ_UNUSED(state);
    /* Three bytes a character: shifted by one letter each cut is tried. */
    for (int shift = 0; shift < 3; shift++) {
        struct nj_str text = NJ_STR_INIT(1000);
        struct nj_json_doc *doc;
        struct nj_err err = {{0}};

        nj_str_addf(&text, "{\"%.*s", shift, "xxx");
        for (int i = 0; i < 100; i++)
            nj_str_puts(&text, "月");
        nj_str_puts(&text, "\":1}");
        doc = opened(text.p);
        (void)nj_json_bool(nj_json_first(nj_json_root(doc)));
        assert_int_not_equal(nj_json_status(doc, &err), NJ_OK);
        assert_true(strlen(err.text) < 100);
        assert_true(nj_utf8_valid(err.text, strlen(err.text)));
        nj_json_close(doc);
        nj_str_fini(&text);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(whole_numbers_are_exact),
        cmocka_unit_test(other_numbers_are_refused_as_whole_ones),
        cmocka_unit_test(numbers_keep_to_their_bounds),
        cmocka_unit_test(ids_are_texts_whatever_they_were),
        cmocka_unit_test(what_is_no_id_is_refused),
        cmocka_unit_test(an_id_must_fit_with_its_nul),
        cmocka_unit_test(members_are_found_by_their_exact_name),
        cmocka_unit_test(absence_is_an_error_only_where_it_matters),
        cmocka_unit_test(failures_name_the_place),
        cmocka_unit_test(the_first_failure_is_kept_and_reading_goes_on),
        cmocka_unit_test(a_failure_can_be_taken),
        cmocka_unit_test(values_of_nothing_are_harmless),
        cmocka_unit_test(only_objects_have_members),
        cmocka_unit_test(children_come_in_order_with_their_names),
        cmocka_unit_test(long_foreign_names_are_cut_in_messages),
    };

    return cmocka_run_group_tests_name("base/json", tests, NULL, NULL);
}
