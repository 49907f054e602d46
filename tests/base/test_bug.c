#include <signal.h>
#include <string.h>

#include "base/bug.h"
#include "kit/nj_death.h"
#include "kit/nj_test.h"

static int seats = 3;

static void break_an_invariant(void)
{
    NJ_ASSERT(seats < 2);
}

static void keep_an_invariant(void)
{
    NJ_ASSERT(seats == 3);
}

static void go_where_nobody_goes(void)
{
    NJ_UNREACHABLE();
}

static void a_broken_invariant_aborts_with_one_line(void **state)
{
    char out[500];

    NJ_UNUSED(state);
    assert_int_equal(nj_death_of(break_an_invariant, out, sizeof(out)),
                     256 + SIGABRT);
    assert_non_null(strstr(out, "test_bug.c"));
    assert_non_null(strstr(out, ": seats < 2"));
    assert_ptr_equal(strchr(out, '\n'), out + strlen(out) - 1);
}

static void a_kept_invariant_is_silent(void **state)
{
    char out[500];

    NJ_UNUSED(state);
    assert_int_equal(nj_death_of(keep_an_invariant, out, sizeof(out)), 0);
    assert_string_equal(out, "");
}

static void the_unreachable_aborts(void **state)
{
    char out[500];

    NJ_UNUSED(state);
    assert_int_equal(nj_death_of(go_where_nobody_goes, out, sizeof(out)),
                     256 + SIGABRT);
    assert_non_null(strstr(out, "unreachable"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_broken_invariant_aborts_with_one_line),
        cmocka_unit_test(a_kept_invariant_is_silent),
        cmocka_unit_test(the_unreachable_aborts),
    };

    return cmocka_run_group_tests_name("base/bug", tests, NULL, NULL);
}
