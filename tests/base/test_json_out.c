#include <signal.h>
#include <string.h>

#include "base/json.h"
#include "kit/nj_death.h"
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

static void assert_well(struct nj_json_doc *doc)
{
    struct nj_err err = {{0}};

    if (nj_json_status(doc, &err) != NJ_OK)
        fail_msg("%s", err.text);
}

static void documents_are_written_on_one_line(void **state)
{
    struct nj_str s = NJ_STR_INIT(1000);
    struct nj_json_out o;

    NJ_UNUSED(state);
    nj_str_puts(&s, "> ");
    o = nj_json_onto(&s);
    nj_json_obj(&o, NULL);
    nj_json_put_i64(&o, "n", -3);
    nj_json_arr(&o, "list");
    nj_json_put_text(&o, NULL, "a\"b\\\n月\x01");
    nj_json_put_bool(&o, NULL, true);
    nj_json_put_null(&o, NULL);
    nj_json_obj(&o, NULL);
    nj_json_end(&o);
    nj_json_arr(&o, NULL);
    nj_json_end(&o);
    nj_json_end(&o);
    nj_json_put_bool(&o, "no", false);
    nj_json_end(&o);
    assert_false(s.over);
    assert_string_equal(
        s.p, "> {\"n\":-3,\"list\":[\"a\\\"b\\\\\\n月\\u0001\",true,null,{},[]]"
             ",\"no\":false}");
    nj_str_fini(&s);
}

static void numbers_are_written_without_rounding(void **state)
{
    static const int64_t values[] = {0, INT64_MAX, INT64_MIN,
                                     INT64_C(9007199254740993), 1000000000};
    struct nj_str s = NJ_STR_INIT(1000);
    struct nj_json_out o = nj_json_onto(&s);
    struct nj_json_doc *doc;
    struct nj_json item;

    NJ_UNUSED(state);
    nj_json_arr(&o, NULL);
    for (size_t i = 0; i < NJ_COUNT(values); i++)
        nj_json_put_i64(&o, NULL, values[i]);
    nj_json_end(&o);
    assert_string_equal(s.p, "[0,9223372036854775807,-9223372036854775808,"
                             "9007199254740993,1000000000]");
    doc = opened(s.p);
    item = nj_json_first(nj_json_root(doc));
    for (size_t i = 0; i < NJ_COUNT(values); i++) {
        assert_true(nj_json_i64(item, INT64_MIN, INT64_MAX) == values[i]);
        item = nj_json_next(item);
    }
    assert_well(doc);
    nj_json_close(doc);
    nj_str_fini(&s);
}

static void a_document_that_does_not_fit_is_not_written_in_part(void **state)
{
    struct nj_str s = NJ_STR_INIT(8);
    struct nj_json_out o;

    NJ_UNUSED(state);
    nj_str_puts(&s, "> ");
    o = nj_json_onto(&s);
    nj_json_arr(&o, NULL);
    nj_json_put_text(&o, NULL, "abc");
    nj_json_put_i64(&o, NULL, 1); /* a short one that would fit */
    nj_json_end(&o);
    assert_string_equal(s.p, "> ");
    assert_true(s.over);
    o = nj_json_onto(&s);
    nj_json_put_text(&o, NULL, "abcd"); /* this one fits, to the last byte */
    assert_string_equal(s.p, "> \"abcd\"");
    assert_true(s.over); /* and the earlier failure is not forgotten */
    nj_str_fini(&s);
}

static void reading_and_writing_at_once_do_not_mix(void **state)
{
    struct nj_str s = NJ_STR_INIT(1000);
    struct nj_json_out o = nj_json_onto(&s);
    struct nj_json_doc *doc;

    NJ_UNUSED(state);
    nj_json_arr(&o, NULL);
    for (int i = 0; i < 300; i++) {
        doc = opened("{\"a\":[1,2,3]}");
        nj_json_put_i64(
            &o, NULL,
            (int64_t)nj_json_size(nj_json_get(nj_json_root(doc), "a")));
        nj_json_close(doc);
    }
    nj_json_end(&o);
    assert_int_equal(s.len, 601);
    nj_str_fini(&s);
}

static struct nj_str spoilt = NJ_STR_INIT(100);

static void put_a_name_into_a_list(void)
{
    struct nj_json_out o = nj_json_onto(&spoilt);

    nj_json_arr(&o, NULL);
    nj_json_put_i64(&o, "name", 1);
}

static void put_no_name_into_an_object(void)
{
    struct nj_json_out o = nj_json_onto(&spoilt);

    nj_json_obj(&o, NULL);
    nj_json_put_i64(&o, NULL, 1);
}

static void end_too_often(void)
{
    struct nj_json_out o = nj_json_onto(&spoilt);

    nj_json_obj(&o, NULL);
    nj_json_end(&o);
    nj_json_end(&o);
}

static void write_two_documents(void)
{
    struct nj_json_out o = nj_json_onto(&spoilt);

    nj_json_put_null(&o, NULL);
    nj_json_put_null(&o, NULL);
}

static void write_bad_bytes(void)
{
    struct nj_json_out o = nj_json_onto(&spoilt);

    nj_json_put_text(&o, NULL, "\xff");
}

static void misuse_of_the_writer_is_a_bug(void **state)
{
    void (*const misuses[])(void) = {put_a_name_into_a_list,
                                     put_no_name_into_an_object, end_too_often,
                                     write_two_documents, write_bad_bytes};

    NJ_UNUSED(state);
    for (size_t i = 0; i < NJ_COUNT(misuses); i++) {
        char out[300];

        assert_int_equal(nj_death_of(misuses[i], out, sizeof(out)),
                         256 + SIGABRT);
        assert_non_null(strstr(out, "bug"));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(documents_are_written_on_one_line),
        cmocka_unit_test(numbers_are_written_without_rounding),
        cmocka_unit_test(a_document_that_does_not_fit_is_not_written_in_part),
        cmocka_unit_test(reading_and_writing_at_once_do_not_mix),
        cmocka_unit_test(misuse_of_the_writer_is_a_bug),
    };

    return cmocka_run_group_tests_name("base/json_out", tests, NULL, NULL);
}
