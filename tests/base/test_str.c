#include <stdlib.h>
#include <string.h>

#include "base/str.h"
#include "kit/nj_test.h"

static void a_new_string_is_empty_and_terminated(void **state)
{
    struct nj_str s = NJ_STR_INIT(10);

    NJ_UNUSED(state);
    assert_string_equal(s.p, "");
    assert_int_equal(s.len, 0);
    assert_false(s.over);
    nj_str_clear(&s);
    nj_str_cut(&s, 0);
    nj_str_fini(&s);
    assert_string_equal(nj_str_empty, "");
}

static void pieces_follow_one_another(void **state)
{
    struct nj_str s = NJ_STR_INIT(1000);

    NJ_UNUSED(state);
    nj_str_puts(&s, "a");
    nj_str_putc(&s, 'b');
    nj_str_add(&s, "cde", 2);
    nj_str_addf(&s, "%d%s", 7, "月");
    assert_string_equal(s.p, "abcd7月");
    assert_int_equal(s.len, 8);
    nj_str_add(&s, "\0x", 2);
    assert_int_equal(s.len, 10);
    nj_str_fini(&s);
}

static void it_grows_to_its_ceiling_and_no_further(void **state)
{
    struct nj_str s = NJ_STR_INIT(1000);

    NJ_UNUSED(state);
    for (size_t i = 0; i < 1000; i++) {
        nj_str_putc(&s, 'x');
        assert_int_equal(s.len, i + 1);
        assert_int_equal(strlen(s.p), i + 1);
    }
    assert_false(s.over);
    nj_str_putc(&s, 'x');
    assert_true(s.over);
    assert_int_equal(s.len, 1000);
    nj_str_fini(&s);
}

static void what_does_not_fit_is_not_added_in_part(void **state)
{
    struct nj_str s = NJ_STR_INIT(4);

    NJ_UNUSED(state);
    nj_str_puts(&s, "月");
    nj_str_puts(&s, "亮");
    assert_string_equal(s.p, "月");
    assert_true(s.over);
    nj_str_putc(&s, '.');
    assert_string_equal(s.p, "月.");
    assert_true(s.over);
    nj_str_addf(&s, "%d", 10);
    assert_string_equal(s.p, "月.");
    nj_str_fini(&s);
}

static void more_is_for_who_writes_it_himself(void **state)
{
    struct nj_str s = NJ_STR_INIT(70);
    char *to = nj_str_more(&s, 3);

    NJ_UNUSED(state);
    assert_non_null(to);
    memcpy(to, "abc", 3); /* NOLINT: what ends it is there */
    assert_string_equal(s.p, "abc");
    to = nj_str_more(&s, 67);
    assert_non_null(to);
    memset(to, 'd', 67);
    assert_int_equal(s.len, 70);
    assert_int_equal(s.p[70], '\0');
    assert_null(nj_str_more(&s, 1));
    assert_true(s.over);
    assert_int_equal(s.len, 70);
    nj_str_fini(&s);
}

static void a_ceiling_of_nothing_takes_nothing(void **state)
{
    struct nj_str s = NJ_STR_INIT(0);

    NJ_UNUSED(state);
    nj_str_puts(&s, "");
    assert_false(s.over);
    nj_str_putc(&s, 'x');
    assert_true(s.over);
    assert_string_equal(s.p, "");
    nj_str_fini(&s);
}

static void clearing_forgets_the_overflow(void **state)
{
    struct nj_str s = NJ_STR_INIT(3);

    NJ_UNUSED(state);
    nj_str_puts(&s, "abcd");
    assert_true(s.over);
    nj_str_clear(&s);
    assert_false(s.over);
    nj_str_puts(&s, "abc");
    assert_string_equal(s.p, "abc");
    nj_str_cut(&s, 1);
    assert_string_equal(s.p, "a");
    nj_str_fini(&s);
}

static void taken_bytes_belong_to_the_taker(void **state)
{
    struct nj_str s = NJ_STR_INIT(100);
    char *bytes;

    NJ_UNUSED(state);
    bytes = nj_str_take(&s);
    assert_string_equal(bytes, "");
    free(bytes);
    nj_str_puts(&s, "abc");
    bytes = nj_str_take(&s);
    assert_string_equal(bytes, "abc");
    assert_string_equal(s.p, "");
    assert_int_equal(s.len, 0);
    nj_str_puts(&s, "again");
    assert_string_equal(s.p, "again");
    assert_string_equal(bytes, "abc");
    free(bytes);
    nj_str_fini(&s);
    nj_str_fini(&s);
    assert_string_equal(s.p, "");
}

static void markup_is_text_in_markup(void **state)
{
    static const char text[] = "<b>\"a\" & 'b'</b>";
    struct nj_str s = NJ_STR_INIT(200);

    NJ_UNUSED(state);
    nj_str_add_escaped(&s, text, strlen(text));
    assert_string_equal(s.p, "&lt;b&gt;&quot;a&quot; &amp; 'b'&lt;/b&gt;");
    nj_str_fini(&s);
}

static void a_copy_may_fill_its_array(void **state)
{
    char out[4] = "???";

    NJ_UNUSED(state);
    nj_str_copy(out, sizeof(out), "abc");
    assert_string_equal(out, "abc");
    nj_str_copy(out, sizeof(out), "");
    assert_string_equal(out, "");
}

/* The vectors of RFC 4648, and the letters behind '9'. */
static void bytes_have_64_letters(void **state)
{
    static const struct {
        const char *bytes, *letters;
    } rows[] = {
        {"", ""},
        {"f", "Zg=="},
        {"fo", "Zm8="},
        {"foo", "Zm9v"},
        {"foob", "Zm9vYg=="},
        {"foobar", "Zm9vYmFy"},
        {"\xfb\xff\xfe", "+//+"},
    };
    struct nj_str s = NJ_STR_INIT(100);

    NJ_UNUSED(state);
    for (size_t i = 0; i < NJ_COUNT(rows); i++) {
        nj_str_clear(&s);
        nj_str_add_base64(&s, (const unsigned char *)rows[i].bytes,
                          strlen(rows[i].bytes));
        assert_string_equal(s.p, rows[i].letters);
        nj_str_clear(&s);
        assert_true(
            nj_str_add_unbase64(&s, rows[i].letters, strlen(rows[i].letters)));
        assert_string_equal(s.p, rows[i].bytes);
    }
    nj_str_fini(&s);
}

static void what_is_no_base64_is_refused(void **state)
{
    static const char *const bad[] = {
        "Z",      "Zg=",  "Zg",   "Zg==Zg==", "=g==",      "Z===",
        "Zm9v\n", "Zh==", "Zm9=", "====",     "Zm9vZ m9v", "-_-_"};
    struct nj_str s = NJ_STR_INIT(100);

    NJ_UNUSED(state);
    nj_str_puts(&s, "x");
    for (size_t i = 0; i < NJ_COUNT(bad); i++) {
        assert_false(nj_str_add_unbase64(&s, bad[i], strlen(bad[i])));
        assert_string_equal(s.p, "x");
    }
    nj_str_fini(&s);
}

/* More than is made or read at once; a piece that is padded is an end. */
static void much_has_64_letters_too(void **state)
{
    enum {
        MUCH = 10000,
        PIECE = 4096 /* letters */
    };

    static unsigned char bytes[MUCH];
    struct nj_str s = NJ_STR_INIT(20000);
    struct nj_str back = NJ_STR_INIT(MUCH);

    NJ_UNUSED(state);
    for (size_t i = 0; i < MUCH; i++)
        bytes[i] = (unsigned char)(i * 7 + i / 256);
    nj_str_add_base64(&s, bytes, MUCH);
    assert_int_equal(s.len, (MUCH + 2) / 3 * 4);
    assert_true(nj_str_add_unbase64(&back, s.p, s.len));
    assert_int_equal(back.len, MUCH);
    assert_memory_equal(back.p, bytes, MUCH);
    s.p[PIECE - 1] = '=';
    nj_str_clear(&back);
    assert_false(nj_str_add_unbase64(&back, s.p, s.len));
    assert_int_equal(back.len, 0);
    nj_str_fini(&back);
    nj_str_fini(&s);
}

static void a_part_of_an_address_is_plain(void **state)
{
    struct nj_str s = NJ_STR_INIT(100);

    NJ_UNUSED(state);
    nj_str_add_percent(&s, "a-Z_0.9~ /夜\"\r\n%");
    assert_string_equal(s.p, "a-Z_0.9~%20%2F%E5%A4%9C%22%0D%0A%25");
    nj_str_fini(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_copy_may_fill_its_array),
        cmocka_unit_test(markup_is_text_in_markup),
        cmocka_unit_test(a_new_string_is_empty_and_terminated),
        cmocka_unit_test(pieces_follow_one_another),
        cmocka_unit_test(it_grows_to_its_ceiling_and_no_further),
        cmocka_unit_test(what_does_not_fit_is_not_added_in_part),
        cmocka_unit_test(more_is_for_who_writes_it_himself),
        cmocka_unit_test(a_ceiling_of_nothing_takes_nothing),
        cmocka_unit_test(clearing_forgets_the_overflow),
        cmocka_unit_test(taken_bytes_belong_to_the_taker),
        cmocka_unit_test(bytes_have_64_letters),
        cmocka_unit_test(what_is_no_base64_is_refused),
        cmocka_unit_test(much_has_64_letters_too),
        cmocka_unit_test(a_part_of_an_address_is_plain),
    };

    return cmocka_run_group_tests_name("base/str", tests, NULL, NULL);
}
