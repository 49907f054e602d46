/* Rows joined into one pattern, and the limits of a match. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/bug.h"
#include "command/patterns.h"
#include "kit/nj_test.h"

#define ROWS_MAX 4
#define BULK \
 ((size_t)9000) /* letters; four of them are too much for one pattern */

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
    w->p = nj_pattern_create(w->row, n);
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

/* Rows of so many bytes that PCRE2 could not compile them all in one. */
static void rows_that_do_not_fit_one_pattern_stand_in_several(void **state)
{
    static const char *const heads[ROWS_MAX] = {"(a)(?<x>[0-9]+)", "b(?<y>.+)",
                                                "(?<x>b+)", "c(?<x>.)"};
    char *text[ROWS_MAX];
    const char *rows[ROWS_MAX];
    struct nj_pattern_hit hit;
    struct world w;

    NJ_UNUSED(state);
    for (uint32_t i = 0; i < ROWS_MAX; i++) {
        char *end = nj_alloc(BULK + 32);

        memset(end, 'z', BULK); /* a text that matches ends in all of them */
        rows[i] = text[i] = nj_alloc(2 * BULK);
        (void)snprintf(text[i], 2 * BULK, "%s%s", heads[i], end);
        free(end);
    }
    join(&w, rows, ROWS_MAX);
    for (uint32_t i = 0; i < ROWS_MAX; i++) {
        static const char *const begins[ROWS_MAX] = {"a12", "bb", "bb", "c7"};
        static const uint32_t hits[ROWS_MAX] = {0, 1, 1, 3};
        char *typed = nj_alloc(BULK + 32);

        (void)snprintf(typed, BULK + 32, "%s%s", begins[i],
                       strchr(rows[i], 'z'));
        assert_true(match(&w, typed, &hit));
        assert_int_equal(hit.row, hits[i]);
        assert_int_equal(hit.n, 1);
        assert_string_equal(hit.span[0].name, hits[i] == 1 ? "y" : "x");
        assert_int_equal(hit.span[0].begin, 1);
        assert_int_equal(hit.span[0].end, strlen(begins[i]));
        typed[0] = 'd';
        assert_false(match(&w, typed, &hit));
        free(typed);
    }
    done(&w);
    for (uint32_t i = 0; i < ROWS_MAX; i++)
        free(text[i]);
}

static void a_row_that_fits_none_is_refused(void **state)
{
    struct nj_arena a = NJ_ARENA_INIT(1024);
    struct nj_pattern_shape shape;
    struct nj_err err;
    char *row = nj_alloc(3 * BULK + 1);

    NJ_UNUSED(state);
    memset(row, 'z', 3 * BULK);
    assert_int_equal(nj_pattern_probe(row, &a, &shape, &err), NJ_ERR_LIMIT);
    assert_non_null(strstr(err.text, "more than"));
    free(row);
    nj_arena_fini(&a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(groups_belong_to_their_row),
        cmocka_unit_test(only_whole_texts_match),
        cmocka_unit_test(rows_that_would_break_the_others_are_refused),
        cmocka_unit_test(a_match_that_explodes_is_no_match),
        cmocka_unit_test(rows_that_do_not_fit_one_pattern_stand_in_several),
        cmocka_unit_test(a_row_that_fits_none_is_refused),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
