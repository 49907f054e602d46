/* For src/store/user_rows.c. */
#include "store/rows.h"

static void people_are_remembered_and_replaced(void **state)
{
    struct fixture *f = *state;
    struct nj_user_row row = {.user = "qq:u:7",
                              .name = "小明",
                              .reach = NJ_REACH_PROVED,
                              .seen_ms = 5};
    struct nj_user_row back = {.seen_ms = 0};

    WELL(nj_user_put(f->s, &row));
    reopen(f);
    WELL(nj_user_load(f->s, "qq:u:7", &back));
    assert_string_equal(back.user, "qq:u:7");
    assert_string_equal(back.name, "小明");
    assert_int_equal(back.reach, NJ_REACH_PROVED);
    assert_int_equal(back.seen_ms, 5);
    row = (struct nj_user_row){
        .user = "qq:u:7", .name = "x", .reach = NJ_REACH_REFUSED, .seen_ms = 6};
    WELL(nj_user_put(f->s, &row));
    WELL(nj_user_load(f->s, "qq:u:7", &back));
    assert_string_equal(back.name, "x");
    assert_int_equal(back.reach, NJ_REACH_REFUSED);
    assert_int_equal(back.seen_ms, 6);
}

static void a_stranger_is_not_found(void **state)
{
    struct fixture *f = *state;
    struct nj_user_row back = {.seen_ms = 3};

    LACKS(nj_user_load(f->s, "qq:u:8", &back));
    assert_int_equal(back.seen_ms, 3);
}

static void settings_have_a_scope(void **state)
{
    struct fixture *f = *state;
    char value[32] = "before";

    LACKS(nj_setting_get(f->s, "qq:g:1", "lang", value, sizeof(value)));
    assert_string_equal(value, "before");
    WELL(nj_setting_put(f->s, "", "lang", "en"));
    WELL(nj_setting_put(f->s, "qq:g:1", "lang", "zh-TW"));
    WELL(nj_setting_put(f->s, "qq:g:1", "lang", "zh-CN"));
    reopen(f);
    WELL(nj_setting_get(f->s, "", "lang", value, sizeof(value)));
    assert_string_equal(value, "en");
    WELL(nj_setting_get(f->s, "qq:g:1", "lang", value, sizeof(value)));
    assert_string_equal(value, "zh-CN");
}

static void a_long_value_is_cut_between_characters(void **state)
{
    struct fixture *f = *state;
    char value[6] = "";

    WELL(nj_setting_put(f->s, "", "note", "漫漫长夜"));
    WELL(nj_setting_get(f->s, "", "note", value, sizeof(value)));
    assert_string_equal(value, "漫");
}

/* Texts are bound, never pasted. */
static void quotes_in_a_text_are_only_quotes(void **state)
{
    static const char nasty[] = "'); DELETE FROM settings; --\" %s ?1 \x01";
    struct fixture *f = *state;
    char value[64];

    WELL(nj_setting_put(f->s, nasty, nasty, nasty));
    WELL(nj_setting_get(f->s, nasty, nasty, value, sizeof(value)));
    assert_string_equal(value, nasty);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, make_store, remove_all)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(people_are_remembered_and_replaced),
        TEST(a_stranger_is_not_found),
        TEST(settings_have_a_scope),
        TEST(a_long_value_is_cut_between_characters),
        TEST(quotes_in_a_text_are_only_quotes),
    };

    return cmocka_run_group_tests_name("store/user_rows", tests, NULL, NULL);
}
