/*
 * For src/relay/names.c.
 */
#include <stdio.h>

#include "kit/nj_test.h"
#include "relay/names.h"

static void a_name_is_in_it_until_it_is_dropped(void **state)
{
    struct nj_names s = {0};
    char name[16];

    NJ_UNUSED(state);
    assert_false(nj_names_has(&s, "7"));
    for (unsigned i = 0; i < 100; i++) {
        (void)snprintf(name, sizeof(name), "%u", i * 37 % 100);
        nj_names_add(&s, name);
        nj_names_add(&s, name); /* once is enough */
    }
    assert_int_equal(s.n, 100);
    for (size_t i = 1; i < s.n; i++)
        assert_true(strcmp(s.v[i - 1], s.v[i]) < 0);
    nj_names_drop(&s, "42");
    nj_names_drop(&s, "42");
    assert_false(nj_names_has(&s, "42"));
    assert_true(nj_names_has(&s, "41"));
    assert_int_equal(s.n, 99);
    nj_names_fini(&s);
    assert_int_equal(s.n, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_name_is_in_it_until_it_is_dropped),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
