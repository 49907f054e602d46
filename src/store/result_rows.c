/*
 * Rows of results and achievements, and the ratings that stand in them.
 */
#include "base/bug.h"
#include "store/records.h"
#include "store/store_priv.h"

#define RATING_MAX INT64_C(4000000000) /* millionths; none comes near it */

static const struct nj_column columns[] = {
    NJ_COLUMN_IN(struct nj_result_row, match, 1, INT64_MAX),
    NJ_COLUMN(struct nj_result_row, seat),
    NJ_COLUMN(struct nj_result_row, rank),
    NJ_COLUMN(struct nj_result_row, score),
    NJ_COLUMN(struct nj_result_row, user),
    NJ_COLUMN(struct nj_result_row, outcome),
    NJ_COLUMN(struct nj_result_row, substitute),
    NJ_COLUMN(struct nj_result_row, name),
    NJ_COLUMN(struct nj_result_row, game),
    NJ_COLUMN_IN(struct nj_result_row, finish, 0, INT64_MAX),
    NJ_COLUMN(struct nj_result_row, account),
    NJ_COLUMN_IN(struct nj_result_row, mu, -RATING_MAX, RATING_MAX),
    NJ_COLUMN_IN(struct nj_result_row, sigma, 0, RATING_MAX),
};

#define COLUMNS                                                     \
 "match_id, seat, rank, score, address, outcome, substitute, name," \
 " game, finish, account, mu, sigma"

void nj_result_put(struct nj_store *s, const struct nj_result_row *row)
{
    struct nj_stmt q = nj_stmt_write(
        s, "INSERT INTO results (" COLUMNS ")"
           " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
           " ON CONFLICT (match_id, seat) DO UPDATE"
           " SET rank = excluded.rank, score = excluded.score,"
           " address = excluded.address, outcome = excluded.outcome,"
           " substitute = excluded.substitute, name = excluded.name,"
           " game = excluded.game, finish = excluded.finish,"
           " account = excluded.account, mu = excluded.mu,"
           " sigma = excluded.sigma");

    NJ_ASSERT(row->match > 0);
    NJ_ASSERT((row->user[0] == '\0') == (row->account[0] == '\0'));
    nj_bind_row(&q, columns, NJ_COUNT(columns), row);
    nj_stmt_do(&q);
}

int64_t nj_result_next(struct nj_store *s)
{
    struct nj_stmt q = nj_stmt_begin(
        s, "SELECT coalesce(max(finish), 0) + 1 FROM results WHERE finish > 0");

    return nj_stmt_number(&q);
}

/* `q` waits for nothing. */
static void each(struct nj_stmt *q, nj_result_fn *fn, void *ctx)
{
    NJ_ASSERT(fn != NULL);
    while (nj_stmt_step(q)) {
        struct nj_result_row row = {.match = 0};

        nj_read_row(q, columns, NJ_COUNT(columns), &row);
        if (nj_stmt_good(q))
            fn(ctx, &row);
    }
    nj_stmt_end(q);
}

void nj_result_each(struct nj_store *s, int64_t match, nj_result_fn *fn,
                    void *ctx)
{
    struct nj_stmt q =
        nj_stmt_begin(s, "SELECT " COLUMNS " FROM results WHERE match_id = ?"
                         " ORDER BY rank, seat");

    NJ_ASSERT(match > 0);
    nj_bind_i64(&q, match);
    each(&q, fn, ctx);
}

void nj_result_each_counted(struct nj_store *s, nj_result_fn *fn, void *ctx)
{
    struct nj_stmt q =
        nj_stmt_begin(s, "SELECT " COLUMNS " FROM results WHERE finish > 0"
                         " ORDER BY finish, match_id, seat");

    each(&q, fn, ctx);
}

bool nj_result_rating(struct nj_store *s, struct nj_rating_of of, int64_t *mu,
                      int64_t *sigma)
{
    struct nj_stmt q = nj_stmt_begin(
        s, "SELECT mu, sigma FROM results WHERE account = ? AND game = ?"
           " AND finish < ? AND sigma > 0 ORDER BY finish DESC LIMIT 1");
    int64_t m = 0, g = 0;
    bool found;

    nj_bind_text(&q, of.account);
    nj_bind_text(&q, of.game);
    nj_bind_i64(&q, of.before);
    found = nj_stmt_step(&q);
    if (found) {
        m = nj_read_i64(&q, -RATING_MAX, RATING_MAX);
        g = nj_read_i64(&q, 1, RATING_MAX);
    }
    if (!nj_stmt_found(&q, found))
        return false;
    *mu = m;
    *sigma = g;
    return true;
}

void nj_achievement_put(struct nj_store *s, int64_t match, uint8_t seat,
                        const char *name)
{
    struct nj_stmt q =
        nj_stmt_write(s, "INSERT INTO achievements (match_id, seat, name)"
                         " VALUES (?, ?, ?) ON CONFLICT DO NOTHING");

    NJ_ASSERT(match > 0);
    nj_bind_i64(&q, match);
    nj_bind_i64(&q, seat);
    nj_bind_text(&q, name);
    nj_stmt_do(&q);
}
