/* Columns with more than one value: what is packed is read again, what cannot
 * be is refused. */
#include <string.h>

#include "kit/nj_test.h"
#include "kit/shelf.h"
#include "referee/books/books.h"

static void options_and_timers_are_read_with_bounds(void **state)
{
    static const char *const bad_options[] = {"",
                                              "[",
                                              "{\"colour\": \"red\"}",
                                              "{\"goal\": \"0\"}",
                                              "{\"goal\": 7}",
                                              "[\"goal\"]"};
    static const char *const bad_timers[] = {
        "",
        "{",
        "[1]",
        "[{\"name\": \"a\", \"at\": 1}]",
        "[{\"name\": \"a\", \"at\": -1, \"length\": 1}]",
        "[{\"name\": \"abcdefghijklmnopqrstuvwx\",\"at\":1,\"length\":1}]",
        "[{\"name\": \"a\", \"asked\": 99, \"at\": 1, \"length\": 1}]",
        "=x",
        "=1:a;0;1;",
        "=1:a;0;1;1",
        "=0:;0;1;1;0;",
        "=1:a;0;-1;1;0;",
        "=1:a;0;1;1;-1;",
        "=1:a;99;1;1;0;",
        "=24:abcdefghijklmnopqrstuvwx;0;1;1;0;",
        "=1:\xff;0;1;1;0;"};
    struct nj_timer timers[NJ_TIMERS_MAX];
    struct nj_options o;
    struct nj_err err = {{0}};

    NJ_UNUSED(state);
    memset(&o, 0x55, sizeof(o));
    for (size_t i = 0; i < NJ_COUNT(bad_options); i++)
        assert_int_not_equal(
            nj_columns_options_unpack(&nj_toy_game, bad_options[i], &o, &err),
            NJ_OK);
    assert_int_equal(o.v[0], 0x5555555555555555); /* untouched */
    shelf_must(nj_columns_options_unpack(&nj_toy_game, "{}", &o, &err), &err);
    assert_int_equal(o.v[nj_option_find(&nj_toy_game, "goal")], 20);
    for (size_t i = 0; i < NJ_COUNT(bad_timers); i++)
        assert_int_not_equal(
            nj_columns_timers_unpack(bad_timers[i], timers, &err), NJ_OK);
    shelf_must(nj_columns_timers_unpack("[]", timers, &err), &err);
    assert_string_equal(timers[0].name, "");
    shelf_must(nj_columns_timers_unpack("=", timers, &err), &err);
    assert_string_equal(timers[0].name, "");
}

static void as_many_timers_as_can_run_are_packed(void **state)
{
    struct nj_timer timers[NJ_TIMERS_MAX] = {0}, back[NJ_TIMERS_MAX];
    struct nj_str text = NJ_STR_INIT(4096);
    struct nj_err err = {{0}};

    NJ_UNUSED(state);
    for (int i = 0; i < NJ_TIMERS_MAX; i++) {
        (void)snprintf(timers[i].name, sizeof(timers[i].name), "t%d", i);
        timers[i].at_ms = 1000 + i;
        timers[i].length_ms = i;
        timers[i].armed_ms = i % 2 == 0 ? 1000 : 7; /* not moved, moved */
    }
    nj_columns_timers_pack(timers, &text);
    shelf_must(nj_columns_timers_unpack(text.p, back, &err), &err);
    assert_memory_equal(back, timers, sizeof(back));
    nj_str_puts(&text, "1:x;0;1;1;0;");
    assert_int_equal(nj_columns_timers_unpack(text.p, back, &err),
                     NJ_ERR_BAD_INPUT);
    assert_non_null(strstr(err.text, "one too many"));
    nj_str_fini(&text);
}

/* Rows that are older hold them as JSON. */
static void old_timers_are_read(void **state)
{
    static const char one[] = "{\"name\":\"t\",\"at\":9,\"length\":4}";
    struct nj_timer timers[NJ_TIMERS_MAX];
    struct nj_str text = NJ_STR_INIT(4096);
    struct nj_err err = {{0}};

    NJ_UNUSED(state);
    shelf_must(nj_columns_timers_unpack(
                   "[{\"name\":\"turn\",\"at\":90,\"length\":60},"
                   "{\"name\":\"ask\",\"asked\":2,\"at\":5,\"length\":9,"
                   "\"armed\":3}]",
                   timers, &err),
               &err);
    nj_columns_timers_pack(timers, &text);
    assert_string_equal(text.p, "=4:turn;0;90;60;0;3:ask;2;5;9;3;");
    nj_str_clear(&text);
    for (int i = 0; i <= NJ_TIMERS_MAX; i++)
        nj_str_addf(&text, "%c%s", i == 0 ? '[' : ',', one);
    nj_str_putc(&text, ']');
    assert_int_equal(nj_columns_timers_unpack(text.p, timers, &err),
                     NJ_ERR_BAD_INPUT);
    assert_non_null(strstr(err.text, "one timer too many"));
    nj_str_fini(&text);
}

static void what_is_longer_than_its_row_is_seen(void **state)
{
    struct nj_timer timers[NJ_TIMERS_MAX] = {{.name = "turn"}};
    struct nj_str narrow = NJ_STR_INIT(4);
    struct nj_options o;

    NJ_UNUSED(state);
    nj_columns_timers_pack(timers, &narrow);
    assert_true(narrow.over);
    nj_str_fini(&narrow);
    narrow = (struct nj_str)NJ_STR_INIT(4);
    nj_options_default(&nj_toy_game, &o);
    nj_columns_options_pack(&nj_toy_game, &o, &narrow);
    assert_true(narrow.over);
    nj_str_fini(&narrow);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(options_and_timers_are_read_with_bounds),
        cmocka_unit_test(as_many_timers_as_can_run_are_packed),
        cmocka_unit_test(old_timers_are_read),
        cmocka_unit_test(what_is_longer_than_its_row_is_seen),
    };

    return cmocka_run_group_tests_name("referee/columns", tests, NULL, NULL);
}
