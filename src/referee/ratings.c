/*
 * Ratings in the rows of results: given when a match ends, and given again to
 * see whether they are right.
 */
#include <string.h>

#include "base/bug.h"
#include "referee/rating.h"

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

static enum nj_status before(struct nj_store *s,
                             const struct nj_result_row *row,
                             struct nj_rating *out, struct nj_err *err)
{
    const struct nj_rating_of of = {row->game, row->account, row->finish};
    enum nj_status st = nj_result_rating(s, of, &out->mu, &out->sigma, err);

    if (st != NJ_ERR_NOT_FOUND)
        return st;
    *out = nj_rating_first();
    return NJ_OK;
}

enum nj_status nj_rating_rows(struct nj_store *s, struct nj_result_row *rows,
                              uint32_t n, struct nj_err *err)
{
    struct nj_rating ratings[NJ_SEATS_MAX];
    uint8_t ranks[NJ_SEATS_MAX];
    uint32_t people[NJ_SEATS_MAX];
    uint32_t k = 0;
    enum nj_status st = NJ_OK;

    NJ_ASSERT(n <= NJ_SEATS_MAX);
    for (uint32_t i = 0; i < n; i++)
        rows[i].mu = rows[i].sigma = 0;
    if (!is_rated(rows, n))
        return NJ_OK;
    for (uint32_t i = 0; i < n && st == NJ_OK; i++) {
        if (!is_person(&rows[i]))
            continue;
        people[k] = i;
        ranks[k] = rows[i].rank;
        st = before(s, &rows[i], &ratings[k], err);
        k++;
    }
    if (st != NJ_OK)
        return st;
    nj_rating_update(ratings, ranks, k);
    for (uint32_t i = 0; i < k; i++) {
        rows[people[i]].mu = ratings[i].mu;
        rows[people[i]].sigma = ratings[i].sigma;
    }
    return NJ_OK;
}

/* --- check --- */

/* The rows of one match, until a row of the next comes. */
struct again {
    struct nj_store *s;
    struct nj_result_row rows[NJ_SEATS_MAX];
    uint32_t n;
};

/* If each rating follows from those that stand before it, all do. */
static enum nj_status compare(struct again *a, struct nj_err *err)
{
    struct nj_result_row told[NJ_SEATS_MAX];
    enum nj_status st;

    memcpy(told, a->rows, a->n * sizeof(told[0]));
    st = nj_rating_rows(a->s, a->rows, a->n, err);
    for (uint32_t i = 0; i < a->n && st == NJ_OK; i++)
        if (a->rows[i].mu != told[i].mu || a->rows[i].sigma != told[i].sigma)
            st = nj_fail(err, NJ_ERR_CORRUPT,
                         "match %lld: the rating of seat %u is not what the "
                         "results give",
                         (long long)told[i].match, told[i].seat + 1U);
    a->n = 0;
    return st;
}

static enum nj_status take(void *ctx, const struct nj_result_row *row,
                           struct nj_err *err)
{
    struct again *a = ctx;
    enum nj_status st = NJ_OK;

    if (a->n > 0 && a->rows[0].finish != row->finish)
        st = compare(a, err);
    if (st != NJ_OK)
        return st;
    if (a->n == NJ_SEATS_MAX || (a->n > 0 && a->rows[0].match != row->match))
        return nj_fail(err, NJ_ERR_CORRUPT,
                       "match %lld: another match has its place",
                       (long long)row->match);
    a->rows[a->n++] = *row;
    return NJ_OK;
}

enum nj_status nj_rating_check(struct nj_store *s, struct nj_err *err)
{
    struct again a = {.s = s};
    enum nj_status st = nj_result_each_counted(s, take, &a, err);

    return st == NJ_OK ? compare(&a, err) : st;
}
