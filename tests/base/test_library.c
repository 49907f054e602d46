/* Libraries that are loaded when they are needed. */
#include "base/library.h"
#include "kit/nj_test.h"

struct packing {
    const char *(*version)(void);
    unsigned long (*bound)(unsigned long n);
};

static const struct nj_library_call calls[] = {
    {"zlibVersion", offsetof(struct packing, version)},
    {"compressBound", offsetof(struct packing, bound)},
    {"no_such_function", offsetof(struct packing, bound)},
};

static struct nj_library zlib(const char *file, size_t n)
{
    return (struct nj_library){.file = file,
                               .version = "1.2",
                               .package = "zlib1g",
                               .calls = calls,
                               .n = n};
}

static void functions_are_found_by_name(void **state)
{
    struct nj_library library = zlib("libz.so.1", 2);
    struct packing table = {NULL, NULL};
    struct nj_err err = {{0}};

    NJ_UNUSED(state);
    assert_int_equal(nj_library_load(&library, &table, &err), NJ_OK);
    assert_int_equal(table.version()[0], '1');
    assert_true(table.bound(1000) > 1000);
}

static void what_is_missing_is_named(void **state)
{
    struct nj_library library = zlib("libnowhere.so.7", 2);
    struct packing table = {NULL, NULL};
    struct nj_err err = {{0}};

    NJ_UNUSED(state);
    assert_int_equal(nj_library_load(&library, &table, &err), NJ_ERR_NOT_FOUND);
    assert_string_equal(err.text,
                        "this needs libnowhere.so.7 of version 1.2 or later: "
                        "install the package zlib1g");
    assert_null(table.version);
}

static void an_older_one_fills_nothing(void **state)
{
    struct nj_library library = zlib("libz.so.1", 3);
    struct packing table = {NULL, NULL};
    struct nj_err err = {{0}};

    NJ_UNUSED(state);
    assert_int_equal(nj_library_load(&library, &table, &err), NJ_ERR_NOT_FOUND);
    assert_null(table.version);
    assert_null(table.bound);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(functions_are_found_by_name),
        cmocka_unit_test(what_is_missing_is_named),
        cmocka_unit_test(an_older_one_fills_nothing),
    };

    return cmocka_run_group_tests_name("base/library", tests, NULL, NULL);
}
