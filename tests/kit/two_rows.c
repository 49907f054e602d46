/*
 * Rows of the table of two worlds in play.
 */
#include "kit/two_rows.h"

#include <stdio.h>
#include <string.h>

#include "kit/amount.h"
#include "kit/nj_test.h"
#include "kit/two_leaks.h"

#define MOVES 20000

uint64_t nj_two_moves(void)
{
    return nj_amount("NJ_WORLDS_MOVES", MOVES);
}

void nj_two_must_be_alike(const struct nj_two_worlds *w, const char *name,
                          uint64_t seed)
{
    if (w->what == NULL)
        return;
    (void)fputs(w->diff.p, stderr); /* too long for cmocka */
    fail_msg("%s (seed %llu): %s", name, (unsigned long long)seed, w->what);
}

static void print_count(const char *name, const struct nj_two_count *c,
                        uint64_t pairs)
{
    print_message("%-42s %7llu moves %7llu inputs %6llu queries %7llu held "
                  "%6llu met %4llu of %4llu came out\n",
                  name, (unsigned long long)c->moves,
                  (unsigned long long)c->inputs, (unsigned long long)c->queries,
                  (unsigned long long)c->held, (unsigned long long)c->met,
                  (unsigned long long)c->came, (unsigned long long)pairs);
}

/* On to `longest` as long as the row's secret has not been met at all. */
static void play_row(const struct nj_two_rows *r, size_t row, uint64_t moves,
                     uint64_t longest)
{
    struct nj_two_count *c = r->two->count;
    uint64_t seed = nj_from_env("NJ_WORLDS_SEED", 1);
    uint64_t pairs = 0;

    *c = (struct nj_two_count){0};
    for (; c->moves < moves || (c->met == 0 && c->moves < longest); seed++) {
        struct nj_rng rng;

        nj_rng_splitmix64(&rng, seed);
        if (!r->open(r->ctx, row, &rng))
            continue;
        pairs++;
        nj_two_play(r->two, &rng, r->inputs);
        nj_two_must_be_alike(r->two, r->name(row), seed);
        assert_false(r->two->diff.over);
        r->close(r->ctx);
    }
    print_count(r->name(row), c, pairs);
}

void nj_two_rows_play(const struct nj_two_rows *r, unsigned met_one_in)
{
    uint64_t moves = nj_two_moves() / r->n + 1;

    if (moves < r->moves)
        moves = r->moves;
    for (size_t row = nj_from_env("NJ_WORLDS_ROW", 1) - 1; row < r->n; row++) {
        play_row(r, row, moves, met_one_in == 0 ? MOVES / 10 : 0);
        assert_true(r->two->count->met >
                    (met_one_in == 0 ? 0 : moves / met_one_in));
    }
}

/* --- planted leaks --- */

const char *nj_two_row_leak(const struct nj_two_rows *r, size_t row)
{
    const char *what = NULL;

    for (uint64_t seed = 1; seed <= r->pairs && what == NULL; seed++) {
        struct nj_rng rng;

        nj_rng_splitmix64(&rng, seed);
        if (!r->open(r->ctx, row, &rng))
            continue;
        nj_two_play(r->two, &rng, r->inputs);
        what = r->two->what;
        r->close(r->ctx);
    }
    return what != NULL ? what : "";
}

void nj_two_rows_catch(const struct nj_two_rows *r, size_t row, int but)
{
    for (nj_leak = 0; nj_leak < NJ_LEAKS; nj_leak++)
        if (nj_leak != but)
            assert_string_equal(nj_two_row_leak(r, row),
                                nj_leak_shows(nj_leak));
}

void nj_two_row_shows(const struct nj_two_rows *r, size_t row)
{
    const char *what = nj_two_row_leak(r, row);

    if (strcmp(what, "message") != 0 && strcmp(what, "count") != 0)
        fail_msg("leak %d, %s: '%s'", nj_leak, r->name(row), what);
}

void nj_two_rows_show(const struct nj_two_rows *r)
{
    for (size_t row = 0; row < r->n; row++)
        nj_two_row_shows(r, row);
}
