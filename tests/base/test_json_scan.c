#include <stdlib.h>
#include <string.h>

#include "base/json.h"
#include "base/json_scan.h"
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

/* --- texts that are no JSON --- */

static const struct bad {
    const char *text;
    const char *says;
} bad[] = {
    {"", "line 1 column 1: the text ends too early"},
    {"  \n ", "line 2 column 2: the text ends too early"},
    {"{", "the text ends too early"},
    {"[1", "the text ends too early"},
    {"[1,", "the text ends too early"},
    {"{\"a\"", "the text ends too early"},
    {"{\"a\":", "the text ends too early"},
    {"[1,]", "expected a value, found ']'"},
    {"[,1]", "expected a value, found ','"},
    {"[1 2]", "expected ',' or ']', found '2'"},
    {"[1}", "expected ',' or ']', found '}'"},
    {"{\"a\":1]", "expected ',' or '}', found ']'"},
    {"{,}", "expected a name in quotes, found ','"},
    {"{\"a\":1,}", "expected a name in quotes, found '}'"},
    {"{a:1}", "line 1 column 2: expected a name in quotes, found 'a'"},
    {"{1:1}", "expected a name in quotes, found '1'"},
    {"{\"a\" 1}", "expected ':', found '1'"},
    {"{\"a\"::1}", "expected a value, found ':'"},
    {"]", "expected a value, found ']'"},
    {"}", "expected a value, found '}'"},
    {"1 2", "expected the end of the text, found '2'"},
    {"{} x", "expected the end of the text, found 'x'"},
    {"{}{}", "expected the end of the text, found '{'"},
    {"null,", "expected the end of the text, found ','"},
    {"nul", "expected a value, found 'n'"},
    {"True", "expected a value, found 'T'"},
    {"truex", "expected the end of the text, found 'x'"},
    {"NaN", "expected a value, found 'N'"},
    {"Infinity", "expected a value, found 'I'"},
    {"'a'", "expected a value, found '''"},
    {"+1", "expected a value, found '+'"},
    {".5", "expected a value, found '.'"},
    {"01", "a malformed number"},
    {"-", "a malformed number"},
    {"-x", "a malformed number"},
    {"1.", "a malformed number"},
    {"1.e5", "a malformed number"},
    {"1e", "a malformed number"},
    {"1e+", "a malformed number"},
    {"0x10", "expected the end of the text, found 'x'"},
    {"1_000", "expected the end of the text, found '_'"},
    {"\"abc", "a string does not end"},
    {"\"abc\\", "a string does not end"},
    {"\"abc\\\"", "a string does not end"},
    {"\"\\x41\"", "an unknown escape"},
    {"\"\\'\"", "an unknown escape"},
    {"\"\\u12\"", "expected \\u and four hex digits"},
    {"\"\\u12g4\"", "expected \\u and four hex digits"},
    {"\"\\u", "expected \\u and four hex digits"},
    {"\"a\nb\"", "a raw control character in a string"},
    {"\"a\tb\"", "a raw control character in a string"},
    {"\"\x01\"", "a raw control character in a string"},
    {"\"\xff\"", "not UTF-8"},
    {"\"\xed\xa0\x80\"", "not UTF-8"},
    {"\"\xe6\x9c\"", "not UTF-8"},
    {"\xff", "not UTF-8"},
    {"\x0b[]", "expected a value, found byte 0x0b"},
    {"[] \xe6\x9c\x88", "expected the end of the text, found byte 0xe6"},
    {"/* no */ 1", "expected a value, found '/'"},
    {"{\"a\":1,\"a\":1}", "the name 'a' repeats"},
    {"{\"a\":1,\"\\u0061\":2}", "the name 'a' repeats"},
    {"[0,{\"x\":{\"b\":1,\"c\":2,\"b\":3}}]", "[1].x: the name 'b' repeats"},
    {"{\"\":1,\"\":2}", "the name '' repeats"},
    {"{\"\xef\xbf\xbd\":1,\"\\u0000\":2}", "the name '\xef\xbf\xbd' repeats"},
    {"[0.1234567890123456789012345678901234567890123456789012345678901]",
     "a number with too many digits"},
};

static void what_is_no_json_is_refused_with_its_place(void **state)
{
    NJ_UNUSED(state);
    for (size_t i = 0; i < NJ_COUNT(bad); i++) {
        struct nj_json_doc *doc = NULL;
        struct nj_err err = {{0}};
        /* A block of its own size, so that the sanitizer sees each byte read
         * too far. */
        size_t n = strlen(bad[i].text);
        char *text = malloc(n + 1);

        assert_non_null(text);
        memcpy(text, bad[i].text, n);
        if (nj_json_open(&doc, text, n, &NJ_JSON_WIRE, &err) == NJ_OK)
            fail_msg("accepted: %s", bad[i].text);
        if (strstr(err.text, bad[i].says) == NULL)
            fail_msg("%s: said '%s'", bad[i].text, err.text);
        assert_null(doc);
        assert_int_not_equal(nj_json_open(&doc, text, n, &NJ_JSON_WIRE, NULL),
                             NJ_OK);
        free(text);
    }
}

static void a_nul_is_refused(void **state)
{
    struct nj_json_doc *doc = NULL;
    struct nj_err err = {{0}};

    NJ_UNUSED(state);
    assert_int_not_equal(nj_json_open(&doc, "\"a\0b\"", 5, &NJ_JSON_WIRE, &err),
                         NJ_OK);
    assert_non_null(strstr(err.text, "column 3: a NUL character"));
    assert_int_not_equal(nj_json_open(&doc, "{}\0", 3, &NJ_JSON_WIRE, &err),
                         NJ_OK);
    assert_non_null(strstr(err.text, "found byte 0x00"));
}

static void lines_and_columns_count_as_an_editor_does(void **state)
{
    const char *text = "{\n  \"月亮\": x\n}";
    struct nj_json_doc *doc = NULL;
    struct nj_err err = {{0}};

    NJ_UNUSED(state);
    assert_int_equal(
        nj_json_open(&doc, text, strlen(text), &NJ_JSON_WIRE, &err),
        NJ_ERR_BAD_INPUT);
    assert_string_equal(err.text,
                        "line 2 column 9: expected a value, found 'x'");
}

/* --- bounds --- */

static char *nested(size_t levels)
{
    char *text = malloc(2 * levels + 1);

    assert_non_null(text);
    memset(text, '[', levels);
    memset(text + levels, ']', levels);
    text[2 * levels] = '\0';
    return text;
}

static void depth_is_bounded(void **state)
{
    static const size_t depths[] = {1, 64, 65, 1000, 1001, 1000000};

    NJ_UNUSED(state);
    for (size_t i = 0; i < NJ_COUNT(depths); i++) {
        char *text = nested(depths[i]);
        struct nj_json_doc *doc = NULL;
        enum nj_status st =
            nj_json_open(&doc, text, 2 * depths[i], &NJ_JSON_WIRE, NULL);

        assert_int_equal(st, depths[i] <= 64 ? NJ_OK : NJ_ERR_LIMIT);
        nj_json_close(doc);
        free(text);
    }
}

static void the_deepest_value_has_a_path(void **state)
{
    char text[130] = "";
    struct nj_json_doc *doc;
    struct nj_json j;
    struct nj_str path = NJ_STR_INIT(1000);

    NJ_UNUSED(state);
    memset(text, '[', 64);
    text[64] = '7';
    memset(text + 65, ']', 64);
    doc = opened(text);
    j = nj_json_root(doc);
    while (nj_json_is_array(j))
        j = nj_json_first(j);
    assert_int_equal(nj_json_i64(j, 0, 9), 7);
    nj_json_path(j, &path);
    assert_int_equal(path.len, strlen("[0]") * 64);
    nj_str_fini(&path);
    nj_json_close(doc);
}

static void size_is_bounded(void **state)
{
    const struct nj_json_bounds tight = {5, 2, 9, 0};
    struct nj_json_doc *doc = NULL;
    struct nj_err err = {{0}};

    NJ_UNUSED(state);
    assert_int_equal(nj_json_open(&doc, "[[1]]", 5, &tight, NULL), NJ_OK);
    nj_json_close(doc);
    doc = NULL;
    assert_int_equal(nj_json_open(&doc, "[[12]]", 6, &tight, &err),
                     NJ_ERR_LIMIT);
    assert_string_equal(err.text, "6 bytes, at most 5 are read");
    assert_int_equal(nj_json_open(&doc, "[[[]]", 5, &tight, &err),
                     NJ_ERR_LIMIT);
    assert_non_null(strstr(err.text, "too many levels"));
}

static void expect_most_values(const struct nj_json_bounds *bounds, int most)
{
    struct nj_str text = NJ_STR_INIT(1u << 20);
    struct nj_json_doc *doc = NULL;
    struct nj_err err = {{0}};

    nj_str_puts(&text, "[1");
    for (int i = 2; i < most; i++)
        nj_str_puts(&text, ",1");
    nj_str_putc(&text, ']'); /* with the list itself, just allowed */
    assert_int_equal(nj_json_open(&doc, text.p, text.len, bounds, NULL), NJ_OK);
    assert_int_equal(nj_json_size(nj_json_root(doc)), most - 1);
    nj_json_close(doc);
    doc = NULL;
    nj_str_cut(&text, text.len - 1);
    nj_str_puts(&text, ",1]");
    assert_int_equal(nj_json_open(&doc, text.p, text.len, bounds, &err),
                     NJ_ERR_LIMIT);
    assert_non_null(strstr(err.text, "too many values"));
    nj_str_fini(&text);
}

static void the_number_of_values_is_bounded(void **state)
{
    NJ_UNUSED(state);
    expect_most_values(&NJ_JSON_FILE, NJ_JSON_VALUES_MAX);
    expect_most_values(&NJ_JSON_WIRE, NJ_FRAME_VALUES_MAX);
}

static void long_strings_are_read(void **state)
{
    size_t n = 1u << 20;
    char *text = malloc(n + 3);
    struct nj_json_doc *doc = NULL;

    NJ_UNUSED(state);
    assert_non_null(text);
    memset(text, 'x', n + 2);
    text[0] = '"';
    text[n + 1] = '"';
    assert_int_equal(nj_json_open(&doc, text, n + 2, &NJ_JSON_FILE, NULL),
                     NJ_OK);
    assert_int_equal(strlen(nj_json_text(nj_json_root(doc), n)), n);
    assert_well(doc);
    assert_string_equal(nj_json_text(nj_json_root(doc), n - 1), "");
    assert_failed(doc, NJ_ERR_LIMIT, "longer than 1048575 bytes");
    nj_json_close(doc);
    free(text);
}

/* Of a string in a frame, what can matter is kept: whole characters, whole
 * escapes, and the repairs in front of the cut. */
static void expect_cut(const char *text, const char *reads)
{
    const struct nj_json_bounds tight = {200, 9, 99, 8};
    struct nj_json_doc *doc = NULL;
    struct nj_err err = {{0}};
    struct nj_json list;

    if (nj_json_open(&doc, text, strlen(text), &tight, &err) != NJ_OK)
        fail_msg("%s: %s", text, err.text);
    list = nj_json_root(doc);
    assert_string_equal(nj_json_text(nj_json_first(list), 99), reads);
    assert_int_equal(nj_json_size(list), 2); /* what follows is intact */
    assert_int_equal(nj_json_i64(nj_json_next(nj_json_first(list)), 0, 9), 7);
    assert_well(doc);
    nj_json_close(doc);
}

static void long_strings_are_cut_where_they_may(void **state)
{
    struct nj_json_doc *doc = NULL;
    const struct nj_json_bounds tight = {200, 9, 99, 8};
    static const char many[] =
        "[\"12345678\",\"12345678\",\"12345678\",\"12345678\",\"12345678\","
        "\"12345678\",\"12345678\",\"12345678\",\"12345678\",\"12345678\",7]";
    struct nj_json j;

    NJ_UNUSED(state);
    expect_cut("[\"12345678\",7]", "12345678");
    expect_cut("[\"123456789\",7]", "12345678");
    expect_cut("[\"1234567890123456789012345\",7]", "12345678");
    expect_cut("[\"1234567夜夜\",7]", "1234567夜");
    expect_cut("[\"1234567\\n\\n\",7]", "1234567\n");
    expect_cut("[\"12345\\ud83d\\ude00\\ud83d\",7]", "12345😀");
    expect_cut("[\"\\u0000 \\\"\\u0000\\ud800\",7]", "\xef\xbf\xbd \"");
    expect_cut("[\"12345678\\\"\\u0000\",7]", "12345678");
    /* Of many together, eight times as much. */
    assert_int_equal(nj_json_open(&doc, many, strlen(many), &tight, NULL),
                     NJ_OK);
    j = nj_json_first(nj_json_root(doc));
    for (int i = 0; i < 10; i++, j = nj_json_next(j))
        assert_string_equal(nj_json_text(j, 9), i < 8 ? "12345678" : "");
    assert_int_equal(nj_json_i64(j, 0, 9), 7);
    nj_json_close(doc);
    doc = NULL;
    /* What is cut off must be JSON all the same. */
    assert_int_equal(nj_json_open(&doc, "\"12345678\\x\"", 12, &tight, NULL),
                     NJ_ERR_BAD_INPUT);
    assert_int_equal(nj_json_open(&doc, "\"123456789\n\"", 12, &tight, NULL),
                     NJ_ERR_BAD_INPUT);
    assert_int_equal(nj_json_open(&doc, "\"123456789012", 13, &tight, NULL),
                     NJ_ERR_BAD_INPUT);
}

static void many_different_names_are_no_repetition(void **state)
{
    struct nj_str text = NJ_STR_INIT(1u << 20);
    struct nj_json_doc *doc = NULL;
    struct nj_err err = {{0}};

    NJ_UNUSED(state);
    nj_str_putc(&text, '{');
    for (int i = 0; i < 5000; i++)
        nj_str_addf(&text, "\"k%d\":%d,", i, i);
    nj_str_puts(&text, "\"last\":0}");
    assert_int_equal(nj_json_open(&doc, text.p, text.len, &NJ_JSON_FILE, NULL),
                     NJ_OK);
    assert_int_equal(nj_json_size(nj_json_root(doc)), 5001);
    assert_int_equal(
        nj_json_i64(nj_json_get(nj_json_root(doc), "k4999"), 0, 9999), 4999);
    nj_json_close(doc);
    doc = NULL;
    nj_str_cut(&text, text.len - 1);
    nj_str_puts(&text, ",\"k77\":1}");
    assert_int_equal(nj_json_open(&doc, text.p, text.len, &NJ_JSON_FILE, &err),
                     NJ_ERR_BAD_INPUT);
    assert_string_equal(err.text, "the name 'k77' repeats");
    nj_str_fini(&text);
}

/* --- what is repaired --- */

static void broken_names_do_not_cost_the_document(void **state)
{
    static const struct {
        const char *text;
        const char *reads;
    } rows[] = {
        {"\"\\ud800\"", "\xef\xbf\xbd"},
        {"\"\\uDFFF\"", "\xef\xbf\xbd"},
        {"\"a\\ud800b\"", "a\xef\xbf\xbd"
                          "b"},
        {"\"\\ud800\\ud800\"", "\xef\xbf\xbd\xef\xbf\xbd"},
        {"\"\\ud800\\u0041\"", "\xef\xbf\xbd"
                               "A"},
        {"\"\\ud800\\n\"", "\xef\xbf\xbd\n"},
        {"\"\\udc00\\ud800\"", "\xef\xbf\xbd\xef\xbf\xbd"},
        {"\"\\ud83d\\ude00\"", "\xf0\x9f\x98\x80"},
        {"\"\\uD83D\\uDE00\\ud83d\"", "\xf0\x9f\x98\x80\xef\xbf\xbd"},
        {"\"a\\u0000b\"", "a\xef\xbf\xbd"
                          "b"},
        {"\"\\u0000\"", "\xef\xbf\xbd"},
        {"\"\\\\ud800\"", "\\ud800"},
        {"\"\\u6708\\/\\b\\f\\n\\r\\t\\\"\"", "月/\b\f\n\r\t\""},
        {"\"\"", ""},
        {"\"\xef\xbb\xbf\"", "\xef\xbb\xbf"},
        {"\xef\xbb\xbf \"bom\"", "bom"},
        {"\xef\xbb\xbf\"\\u0000\"", "\xef\xbf\xbd"},
    };

    NJ_UNUSED(state);
    for (size_t i = 0; i < NJ_COUNT(rows); i++) {
        struct nj_json_doc *doc = opened(rows[i].text);

        assert_true(nj_json_is_string(nj_json_root(doc)));
        assert_string_equal(nj_json_text(nj_json_root(doc), 100),
                            rows[i].reads);
        assert_well(doc);
        nj_json_close(doc);
    }
}

static void broken_characters_are_counted(void **state)
{
    struct nj_str text = NJ_STR_INIT(1u << 20);
    struct nj_json_doc *doc = NULL;
    struct nj_err err = {{0}};

    NJ_UNUSED(state);
    nj_str_putc(&text, '"');
    for (int i = 0; i < 2000; i++)
        nj_str_puts(&text, "\\u0000");
    nj_str_putc(&text, '"');
    assert_int_equal(nj_json_open(&doc, text.p, text.len, &NJ_JSON_FILE, NULL),
                     NJ_OK);
    nj_json_close(doc);
    doc = NULL;
    nj_str_cut(&text, text.len - 1);
    nj_str_puts(&text, "\\udc00\"");
    assert_int_equal(nj_json_open(&doc, text.p, text.len, &NJ_JSON_FILE, &err),
                     NJ_ERR_LIMIT);
    assert_non_null(strstr(err.text, "too many broken characters"));
    nj_str_fini(&text);
}

static void repairs_leave_their_neighbours_alone(void **state)
{
    struct nj_json_doc *doc =
        opened("{\"id\":9007199254740993,\"name\":\"x\\ud800\","
               "\"list\":[1,12345678901234567890,2]}");
    struct nj_json root = nj_json_root(doc);
    struct nj_json list = nj_json_get(root, "list");
    char id[32];

    NJ_UNUSED(state);
    nj_json_id(nj_json_get(root, "id"), id, sizeof(id));
    assert_string_equal(id, "9007199254740993");
    assert_string_equal(nj_json_text(nj_json_get(root, "name"), 10),
                        "x\xef\xbf\xbd");
    assert_int_equal(nj_json_size(list), 3);
    list = nj_json_first(list);
    assert_int_equal(nj_json_i64(list, 1, 1), 1);
    list = nj_json_next(list);
    assert_true(nj_json_is_number(list));
    assert_false(nj_json_is_string(list));
    list = nj_json_next(list);
    assert_int_equal(nj_json_i64(list, 2, 2), 2);
    assert_false(nj_json_present(nj_json_next(list)));
    assert_well(doc);
    nj_json_close(doc);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_no_json_is_refused_with_its_place),
        cmocka_unit_test(a_nul_is_refused),
        cmocka_unit_test(lines_and_columns_count_as_an_editor_does),
        cmocka_unit_test(depth_is_bounded),
        cmocka_unit_test(the_deepest_value_has_a_path),
        cmocka_unit_test(size_is_bounded),
        cmocka_unit_test(the_number_of_values_is_bounded),
        cmocka_unit_test(long_strings_are_read),
        cmocka_unit_test(long_strings_are_cut_where_they_may),
        cmocka_unit_test(many_different_names_are_no_repetition),
        cmocka_unit_test(broken_names_do_not_cost_the_document),
        cmocka_unit_test(broken_characters_are_counted),
        cmocka_unit_test(repairs_leave_their_neighbours_alone),
    };

    return cmocka_run_group_tests_name("base/json_scan", tests, NULL, NULL);
}
