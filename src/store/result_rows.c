/*
 * Rows of results and achievements, and the ratings that stand in them.
 */
#include "base/bug.h"
#include "store/records.h"
#include "store/store_priv.h"

#define RATING_MAX INT64_C(4000000000) /* millionths; none comes near it */

enum nj_status nj_result_put(struct nj_store *s,
                             const struct nj_result_row *row,
                             struct nj_err *err)
{
    struct nj_stmt q = nj_stmt_begin(
        s, "INSERT INTO results (match_id, seat, rank, score, address, outcome,"
           " substitute, name, game, finish, account, mu, sigma)"
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
    nj_bind_i64(&q, row->match);
    nj_bind_i64(&q, row->seat);
    nj_bind_i64(&q, row->rank);
    nj_bind_i64(&q, row->score);
    nj_bind_text(&q, row->user);
    nj_bind_text(&q, row->outcome);
    nj_bind_i64(&q, row->substitute);
    nj_bind_text(&q, row->name);
    nj_bind_text(&q, row->game);
    nj_bind_i64(&q, row->finish);
    nj_bind_text(&q, row->account);
    nj_bind_i64(&q, row->mu);
    nj_bind_i64(&q, row->sigma);
    return nj_stmt_run(&q, err);
}

enum nj_status nj_result_next(struct nj_store *s, int64_t *finish,
                              struct nj_err *err)
{
    struct nj_stmt q = nj_stmt_begin(
        s, "SELECT coalesce(max(finish), 0) + 1 FROM results WHERE finish > 0");

    return nj_stmt_number(&q, finish, err);
}

static void read_result(struct nj_stmt *q, struct nj_result_row *row)
{
    row->match = nj_read_i64(q, 1, INT64_MAX);
    row->seat = nj_read_u8(q);
    row->rank = nj_read_u8(q);
    row->score = (int32_t)nj_read_i64(q, INT32_MIN, INT32_MAX);
    nj_copy_text(q, row->user, sizeof(row->user));
    nj_copy_text(q, row->outcome, sizeof(row->outcome));
    row->substitute = nj_read_bool(q);
    nj_copy_text(q, row->name, sizeof(row->name));
    nj_copy_text(q, row->game, sizeof(row->game));
    row->finish = nj_read_i64(q, 0, INT64_MAX);
    nj_copy_text(q, row->account, sizeof(row->account));
    row->mu = nj_read_i64(q, -RATING_MAX, RATING_MAX);
    row->sigma = nj_read_i64(q, 0, RATING_MAX);
}

static enum nj_status each(struct nj_stmt *q, nj_result_fn *fn, void *ctx,
                           struct nj_err *err)
{
    enum nj_status st = NJ_OK;

    NJ_ASSERT(fn != NULL);
    while (st == NJ_OK && nj_stmt_step(q)) {
        struct nj_result_row row = {.match = 0};

        read_result(q, &row);
        if (nj_stmt_good(q))
            st = fn(ctx, &row, err);
    }
    return nj_stmt_close(q, st, err);
}

#define RESULT_COLUMNS                                              \
 "SELECT match_id, seat, rank, score, address, outcome, substitute" \
 ", name, game, finish, account, mu, sigma FROM results"

enum nj_status nj_result_each(struct nj_store *s, int64_t match,
                              nj_result_fn *fn, void *ctx, struct nj_err *err)
{
    struct nj_stmt q = nj_stmt_begin(s, RESULT_COLUMNS
                                     " WHERE match_id = ? ORDER BY rank, seat");

    NJ_ASSERT(match > 0);
    nj_bind_i64(&q, match);
    return each(&q, fn, ctx, err);
}

enum nj_status nj_result_each_counted(struct nj_store *s, nj_result_fn *fn,
                                      void *ctx, struct nj_err *err)
{
    struct nj_stmt q = nj_stmt_begin(
        s, RESULT_COLUMNS " WHERE finish > 0 ORDER BY finish, match_id, seat");

    return each(&q, fn, ctx, err);
}

enum nj_status nj_result_rating(struct nj_store *s, struct nj_rating_of of,
                                int64_t *mu, int64_t *sigma, struct nj_err *err)
{
    struct nj_stmt q = nj_stmt_begin(
        s, "SELECT mu, sigma FROM results WHERE account = ? AND game = ?"
           " AND finish < ? AND sigma > 0 ORDER BY finish DESC LIMIT 1");
    int64_t m = 0, g = 0;
    bool found;
    enum nj_status st;

    nj_bind_text(&q, of.account);
    nj_bind_text(&q, of.game);
    nj_bind_i64(&q, of.before);
    found = nj_stmt_step(&q);
    if (found) {
        m = nj_read_i64(&q, -RATING_MAX, RATING_MAX);
        g = nj_read_i64(&q, 1, RATING_MAX);
    }
    st = nj_stmt_end(&q, err);
    if (st == NJ_OK && !found)
        return nj_fail(err, NJ_ERR_NOT_FOUND, "'%s' has no rating", of.account);
    if (st == NJ_OK) {
        *mu = m;
        *sigma = g;
    }
    return st;
}

enum nj_status nj_achievement_put(struct nj_store *s, int64_t match,
                                  uint8_t seat, const char *name,
                                  struct nj_err *err)
{
    struct nj_stmt q = nj_stmt_begin(
        s, "INSERT OR IGNORE INTO achievements (match_id, seat, name)"
           " VALUES (?, ?, ?)");

    NJ_ASSERT(match > 0);
    nj_bind_i64(&q, match);
    nj_bind_i64(&q, seat);
    nj_bind_text(&q, name);
    return nj_stmt_run(&q, err);
}
