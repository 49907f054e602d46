/*
 * Rows of inputs: the log of a match, appended and read back in order.
 */

#include "base/bug.h"
#include "store/store_priv.h"

static const struct nj_column columns[] = {
    NJ_COLUMN_IN(struct nj_input_row, match, 1, INT64_MAX),
    NJ_COLUMN(struct nj_input_row, seq),
    NJ_COLUMN(struct nj_input_row, at_ms),
    NJ_COLUMN(struct nj_input_row, kind),
    NJ_COLUMN(struct nj_input_row, place),
    NJ_COLUMN(struct nj_input_row, by),
    NJ_COLUMN(struct nj_input_row, seat),
    NJ_COLUMN(struct nj_input_row, verb),
    NJ_COLUMN(struct nj_input_row, args),
    NJ_COLUMN(struct nj_input_row, reason),
    NJ_COLUMN(struct nj_input_row, digest),
};

#define COLUMNS                                                  \
 "match_id, seq, at_ms, kind, place, by_whom, seat, verb, args," \
 " reason, digest"

void nj_input_insert(struct nj_store *s, const struct nj_input_row *row)
{
    struct nj_stmt q =
        nj_stmt_write(s, "INSERT INTO inputs (" COLUMNS ")"
                         " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)");

    NJ_ASSERT(row->match > 0);
    nj_bind_row(&q, columns, NJ_COUNT(columns), row);
    nj_stmt_do(&q);
}

void nj_input_each(struct nj_store *s, int64_t match, nj_input_fn *fn,
                   void *ctx)
{
    struct nj_stmt q = nj_stmt_begin(
        s, "SELECT " COLUMNS " FROM inputs WHERE match_id = ? ORDER BY seq");

    NJ_ASSERT(fn != NULL);
    NJ_ASSERT(match > 0);
    nj_bind_i64(&q, match);
    while (nj_stmt_step(&q)) {
        struct nj_input_row row;

        nj_read_row(&q, columns, NJ_COUNT(columns), &row);
        if (nj_stmt_good(&q))
            fn(ctx, &row);
    }
    nj_stmt_end(&q);
}
