/*
 * Ratings in the rows of results: given when a match ends, and given again to
 * see whether they are right.
 */
#include <string.h>

#include "base/bug.h"
#include "referee/play/archive.h"

static bool is_person(const struct nj_result_row *row)
{
    return row->user[0] != '\0';
}

/* An account that holds two seats could only play against itself. */
static bool is_rated(const struct nj_result_row *rows, uint32_t n)
{
    uint32_t people = 0;

    for (uint32_t i = 0; i < n; i++) {
        if (!is_person(&rows[i]))
            continue;
        people++;
        for (uint32_t k = 0; k < i; k++)
            if (strcmp(rows[k].account, rows[i].account) == 0)
                return false;
    }
    return people >= 2;
}

static struct nj_rating before(struct nj_store *s,
                               const struct nj_result_row *row)
{
    const struct nj_rating_of of = {row->game, row->account, row->finish};
    struct nj_rating r = nj_rating_first();

    NJ_ASSERT(is_person(row));
    (void)nj_result_rating(s, of, &r.mu, &r.sigma);
    return r;
}

void nj_rating_rows(struct nj_store *s, struct nj_result_row *rows, uint32_t n)
{
    struct nj_rating ratings[NJ_SEATS_MAX];
    uint8_t ranks[NJ_SEATS_MAX];
    uint32_t people[NJ_SEATS_MAX];
    uint32_t k = 0;

    NJ_ASSERT(n <= NJ_SEATS_MAX);
    for (uint32_t i = 0; i < n; i++)
        rows[i].mu = rows[i].sigma = 0;
    if (!is_rated(rows, n))
        return;
    for (uint32_t i = 0; i < n; i++) {
        if (!is_person(&rows[i]))
            continue;
        people[k] = i;
        ranks[k] = rows[i].rank;
        ratings[k] = before(s, &rows[i]);
        k++;
    }
    NJ_ASSERT(k >= 2); /* is_rated() */
    nj_rating_update(ratings, ranks, k);
    for (uint32_t i = 0; i < k; i++) {
        rows[people[i]].mu = ratings[i].mu;
        rows[people[i]].sigma = ratings[i].sigma;
    }
}

/* --- check --- */

/* Holds the rows of one match, until a row of the next comes. */
struct again {
    struct nj_store *s;
    struct nj_result_row rows[NJ_SEATS_MAX];
    uint32_t n;
    enum nj_status st; /* how the first row that is wrong is */
    struct nj_err *err;
};

/* If each rating follows from those that stand before it, all do. */
static void compare(struct again *a)
{
    struct nj_result_row told[NJ_SEATS_MAX];

    NJ_ASSERT(a->n <= NJ_SEATS_MAX);
    memcpy(told, a->rows, a->n * sizeof(told[0]));
    nj_rating_rows(a->s, a->rows, a->n);
    for (uint32_t i = 0; i < a->n && a->st == NJ_OK; i++)
        if (a->rows[i].mu != told[i].mu || a->rows[i].sigma != told[i].sigma)
            a->st = nj_fail(a->err, NJ_ERR_CORRUPT,
                            "match %lld: the rating of seat %u is not what the "
                            "results give",
                            (long long)told[i].match, told[i].seat + 1U);
    a->n = 0;
}

static void take(void *ctx, const struct nj_result_row *row)
{
    struct again *a = ctx;

    if (a->n > 0 && a->rows[0].finish != row->finish)
        compare(a);
    if (a->st != NJ_OK)
        return;
    if (a->n < NJ_SEATS_MAX && (a->n == 0 || a->rows[0].match == row->match))
        a->rows[a->n++] = *row;
    else
        a->st = nj_fail(a->err, NJ_ERR_CORRUPT,
                        "match %lld: another match has its place",
                        (long long)row->match);
}

enum nj_status nj_rating_check(struct nj_store *s, struct nj_err *err)
{
    struct again a = {.s = s, .err = err};

    nj_result_each_counted(s, take, &a);
    compare(&a);
    return a.st != NJ_OK ? a.st : nj_store_status(s, err);
}
