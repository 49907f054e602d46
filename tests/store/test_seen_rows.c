/* For src/store/seen_rows.c. */
#include "store/rows.h"

static bool add(struct fixture *f, const char *chat, const char *id,
                int64_t at_ms)
{
    bool fresh = false;

    WELL(fresh = nj_seen_add(f->s, chat, id, at_ms));
    return fresh;
}

static void an_id_is_new_once_per_chat(void **state)
{
    struct fixture *f = *state;

    assert_true(add(f, "qq:g:1", "9007199254740993", 1));
    assert_false(add(f, "qq:g:1", "9007199254740993", 2));
    assert_true(add(f, "qq:g:1", "9007199254740992", 1));
    assert_true(add(f, "qq:g:2", "9007199254740993", 1));
    reopen(f);
    assert_false(add(f, "qq:g:1", "9007199254740993", 3));
}

static void an_id_of_a_turn_undone_is_new_again(void **state)
{
    struct fixture *f = *state;

    WELL(nj_store_begin(f->s));
    assert_true(add(f, "qq:g:1", "5", 1));
    nj_store_rollback(f->s);
    assert_true(add(f, "qq:g:1", "5", 1));
}

static void old_ids_are_forgotten(void **state)
{
    struct fixture *f = *state;

    (void)add(f, "qq:g:1", "a", 99);
    (void)add(f, "qq:g:1", "b", 100);
    WELL(nj_seen_forget(f->s, 100));
    assert_true(add(f, "qq:g:1", "a", 101));
    assert_false(add(f, "qq:g:1", "b", 101));
}

/* A call looks at 4,000 rows; the next one goes on behind them, and after the
 * last row from the start again. */
static void forgetting_goes_on_where_it_stopped(void **state)
{
    struct fixture *f = *state;
    char id[16];

    WELL(nj_store_begin(f->s));
    for (int i = 0; i < 8500; i++) {
        (void)snprintf(id, sizeof(id), "%04d", i);
        (void)add(f, "qq:g:1", id, 1);
    }
    WORKS(nj_store_commit(f->s, &f->err));
    WELL(nj_seen_forget(f->s, 2));
    assert_true(add(f, "qq:g:1", "3999", 1));
    assert_false(add(f, "qq:g:1", "4000", 1));
    WELL(nj_seen_forget(f->s, 2));
    assert_true(add(f, "qq:g:1", "4000", 9));
    assert_false(add(f, "qq:g:1", "3999", 1));
    WELL(nj_seen_forget(f->s, 2));
    assert_true(add(f, "qq:g:1", "8499", 9));
    assert_false(add(f, "qq:g:1", "3999", 1));
    WELL(nj_seen_forget(f->s, 2));
    assert_true(add(f, "qq:g:1", "3999", 9));
    assert_false(add(f, "qq:g:1", "4000", 9));
}

static void a_gateway_reads_on_where_it_was(void **state)
{
    struct fixture *f = *state;
    int64_t offset = 5;

    WELL(offset = nj_offset_get(f->s, "tg"));
    assert_int_equal(offset, 0);
    WELL(nj_offset_put(f->s, "tg", 1));
    WELL(nj_offset_put(f->s, "tg", INT64_MAX));
    WELL(nj_offset_put(f->s, "qq", 3));
    reopen(f);
    WELL(offset = nj_offset_get(f->s, "tg"));
    assert_int_equal(offset, INT64_MAX);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, make_store, remove_all)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(an_id_is_new_once_per_chat),
        TEST(an_id_of_a_turn_undone_is_new_again),
        TEST(old_ids_are_forgotten),
        TEST(forgetting_goes_on_where_it_stopped),
        TEST(a_gateway_reads_on_where_it_was),
    };

    return cmocka_run_group_tests_name("store/seen_rows", tests, NULL, NULL);
}
