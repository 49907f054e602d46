/* Rows joined into one pattern, and the limits of a match. */
#include <string.h>

#include "command/patterns.h"
#include "kit/nj_test.h"

#define ROWS_MAX 4

struct world {
    struct nj_arena arena;
    struct nj_pattern_shape shape[ROWS_MAX];
    struct nj_pattern_row row[ROWS_MAX];
    struct nj_pattern *p;
};

static void join(struct world *w, const char *const *rows, uint32_t n)
{
    struct nj_err err = {{0}};

    *w = (struct world){.arena = NJ_ARENA_INIT(1024)};
    for (uint32_t i = 0; i < n; i++) {
        assert_int_equal(
            nj_pattern_probe(rows[i], &w->arena, &w->shape[i], &err), NJ_OK);
        w->row[i] = (struct nj_pattern_row){rows[i], &w->shape[i]};
    }
    assert_int_equal(nj_pattern_create(w->row, n, &w->p, &err), NJ_OK);
}

static void done(struct world *w)
{
    nj_pattern_destroy(w->p);
    nj_arena_fini(&w->arena);
}

static bool match(const struct world *w, const char *text,
                  struct nj_pattern_hit *hit)
{
    return nj_pattern_match(w->p, text, strlen(text), hit);
}

static void groups_belong_to_their_row(void **state)
{
    static const char *const rows[] = {"a(b)?(?<x>c)?", "d(?<x>[0-9]+)(e)",
                                       "d(?<y>.+) (?<x>.+)"};
    struct nj_pattern_hit hit;
    struct world w;

    NJ_UNUSED(state);
    join(&w, rows, NJ_COUNT(rows));
    assert_true(match(&w, "ac", &hit));
    assert_int_equal(hit.row, 0);
    assert_int_equal(hit.n, 1);
    assert_true(match(&w, "a", &hit));
    assert_int_equal(hit.n, 0);
    assert_true(match(&w, "d12e", &hit));
    assert_int_equal(hit.row, 1);
    assert_int_equal(hit.span[0].begin, 1);
    assert_int_equal(hit.span[0].end, 3);
    assert_true(match(&w, "d12 e", &hit));
    assert_int_equal(hit.row, 2);
    assert_int_equal(hit.n, 2);
    assert_string_equal(hit.span[0].name, "y");
    assert_string_equal(hit.span[1].name, "x");
    done(&w);
}

static void only_whole_texts_match(void **state)
{
    static const char *const rows[] = {"stop|halt", "上+"};
    struct nj_pattern_hit hit;
    struct world w;

    NJ_UNUSED(state);
    join(&w, rows, NJ_COUNT(rows));
    assert_true(match(&w, "halt", &hit));
    assert_true(match(&w, "上上", &hit));
    assert_false(match(&w, "stop it", &hit));
    assert_false(match(&w, "do stop", &hit));
    assert_false(match(&w, "上下", &hit));
    assert_false(match(&w, "", &hit));
    done(&w);
}

static void rows_that_would_break_the_others_are_refused(void **state)
{
    static const char *const bad[] = {
        "a(b", "a)|(b", "(a)\\1", "\\Qa", "a(*ACCEPT)", "[a", "(?<x>a)\\k<x>"};
    struct nj_arena a = NJ_ARENA_INIT(1024);
    struct nj_pattern_shape shape;
    struct nj_err err;

    NJ_UNUSED(state);
    for (size_t i = 0; i < NJ_COUNT(bad); i++) {
        err.text[0] = '\0';
        assert_int_not_equal(nj_pattern_probe(bad[i], &a, &shape, &err), NJ_OK);
        assert_int_not_equal(strlen(err.text), 0);
    }
    assert_int_not_equal(nj_pattern_probe("ab(", &a, &shape, &err), NJ_OK);
    assert_non_null(strstr(err.text, "offset 3"));
    nj_arena_fini(&a);
}

static void a_match_that_explodes_is_no_match(void **state)
{
    static const char *const rows[] = {"(?:a+)+b"};
    char text[400];
    struct nj_pattern_hit hit;
    struct world w;

    NJ_UNUSED(state);
    join(&w, rows, 1);
    memset(text, 'a', sizeof(text));
    text[sizeof(text) - 1] = '\0';
    assert_false(match(&w, text, &hit));
    assert_true(match(&w, "aaab", &hit));
    done(&w);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(groups_belong_to_their_row),
        cmocka_unit_test(only_whole_texts_match),
        cmocka_unit_test(rows_that_would_break_the_others_are_refused),
        cmocka_unit_test(a_match_that_explodes_is_no_match),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
