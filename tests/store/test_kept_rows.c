/* For src/store/kept_rows.c. */
#include "base/str.h"
#include "store/rows.h"

static void note(void *ctx, const char *name, const char *value)
{
    nj_str_addf(ctx, "%s=%s\n", name, value);
}

static void what_is_kept_comes_back(void **state)
{
    struct fixture *f = *state;
    struct nj_str all = NJ_STR_INIT(200);

    WELL(nj_kept_put(f->s, "qqbot", "qqbot:g:B", "2"));
    WELL(nj_kept_put(f->s, "qqbot", "", "session 1"));
    WELL(nj_kept_put(f->s, "qqbot", "qqbot:g:A", "1"));
    WELL(nj_kept_put(f->s, "other", "qqbot:g:A", "9"));
    WELL(nj_kept_put(f->s, "qqbot", "qqbot:g:B", "3"));
    WELL(nj_kept_each(f->s, "qqbot", note, &all));
    assert_string_equal(all.p, "=session 1\nqqbot:g:A=1\nqqbot:g:B=3\n");
    nj_str_fini(&all);
}

static void what_is_empty_is_not_kept(void **state)
{
    struct fixture *f = *state;
    struct nj_str all = NJ_STR_INIT(200);

    WELL(nj_kept_put(f->s, "qqbot", "a", "1"));
    WELL(nj_kept_put(f->s, "qqbot", "b", ""));
    WELL(nj_kept_put(f->s, "qqbot", "a", ""));
    WELL(nj_kept_each(f->s, "qqbot", note, &all));
    assert_string_equal(all.p, "");
    nj_str_fini(&all);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, make_store, remove_all)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(what_is_kept_comes_back),
        TEST(what_is_empty_is_not_kept),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
