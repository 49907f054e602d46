/* For src/store/link_rows.c. */
#include "store/records.h"
#include "store/rows.h"

struct people {
    char user[8][NJ_ADDRESS_MAX];
    uint32_t n;
};

static void see(void *ctx, const char *user)
{
    struct people *p = ctx;

    (void)snprintf(p->user[p->n++], NJ_ADDRESS_MAX, "%s", user);
}

static void expect(struct fixture *f, const char *user, const char *account)
{
    char got[NJ_ADDRESS_MAX] = "";

    WELL(nj_account_of(f->s, user, got));
    assert_string_equal(got, account);
}

static void people_join_and_part(void **state)
{
    struct fixture *f = *state;
    struct people p = {.n = 0};

    expect(f, "a", "a");
    WELL(nj_account_join(f->s, "b", "a"));
    WELL(nj_account_join(f->s, "d", "c"));
    WELL(nj_account_join(f->s, "c", "a")); /* d comes along */
    reopen(f);
    expect(f, "d", "a");
    WELL(nj_account_each(f->s, "a", see, &p));
    assert_int_equal(p.n, 4);
    assert_string_equal(p.user[0], "a");
    assert_string_equal(p.user[1], "b");
    assert_string_equal(p.user[3], "d");
    WELL(nj_account_part(f->s, "c"));
    expect(f, "c", "c");
    WELL(nj_account_part(f->s, "a")); /* whose name it was */
    expect(f, "a", "a");
    expect(f, "b", "b");
    expect(f, "d", "b");
    WELL(nj_account_part(f->s, "a")); /* nothing to part */
    BREAKS(nj_account_join(f->s, "d", "a"), NJ_ERR_EXISTS, "");
    expect(f, "d", "b");
}

static void a_word_belongs_to_one_and_is_his_last(void **state)
{
    struct fixture *f = *state;
    struct nj_link_code row = {.user = "a", .code = "A2A2A2A2A2"};
    struct nj_link_code got;

    row.until_ms = 99;
    WELL(nj_link_put(f->s, &row));
    (void)snprintf(row.code, sizeof(row.code), "B2B2B2B2B2");
    (void)snprintf(row.other, sizeof(row.other), "b");
    WELL(nj_link_put(f->s, &row));
    LACKS(nj_link_find(f->s, "A2A2A2A2A2", &got));
    WELL(nj_link_find(f->s, "B2B2B2B2B2", &got));
    assert_string_equal(got.user, row.user);
    assert_string_equal(got.code, row.code);
    assert_string_equal(got.other, row.other);
    assert_int_equal(got.until_ms, row.until_ms);
    WELL(nj_link_drop(f->s, "a"));
    LACKS(nj_link_find(f->s, "B2B2B2B2B2", &got));
}

static void rated_matches_are_counted(void **state)
{
    struct fixture *f = *state;
    struct nj_result_row row = {
        .match = add_match(f, "A"), .user = "a", .account = "a", .finish = 1};
    int64_t n = -1;

    WELL(nj_result_put(f->s, &row));
    WELL(n = nj_account_rated(f->s, "a"));
    assert_int_equal(n, 0);
    row.sigma = 1;
    WELL(nj_result_put(f->s, &row));
    WELL(n = nj_account_rated(f->s, "a"));
    assert_int_equal(n, 1);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, make_store, remove_all)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(people_join_and_part),
        TEST(a_word_belongs_to_one_and_is_his_last),
        TEST(rated_matches_are_counted),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
