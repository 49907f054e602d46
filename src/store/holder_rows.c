/*
 * Rows of seats that have changed hands: who holds them now, who did before,
 * who may take them over.
 */
#include "base/bug.h"
#include "store/store_priv.h"

static const struct nj_column columns[] = {
    NJ_COLUMN_IN(struct nj_holder_row, match, 1, INT64_MAX),
    NJ_COLUMN(struct nj_holder_row, join),
    NJ_COLUMN(struct nj_holder_row, place),
    NJ_COLUMN(struct nj_holder_row, user),
    NJ_COLUMN(struct nj_holder_row, name),
    NJ_COLUMN(struct nj_holder_row, wanted),
    NJ_COLUMN(struct nj_holder_row, why),
};

#define COLUMNS "match_id, joined, place, address, name, wanted, why"

void nj_holder_put(struct nj_store *s, const struct nj_holder_row *row)
{
    struct nj_stmt q = nj_stmt_write(
        s, "INSERT INTO holders (" COLUMNS ") VALUES (?, ?, ?, ?, ?, ?, ?)"
           " ON CONFLICT (match_id, joined, place) DO UPDATE SET"
           " address = excluded.address, name = excluded.name,"
           " wanted = excluded.wanted, why = excluded.why");

    NJ_ASSERT(row->match > 0);
    nj_bind_row(&q, columns, NJ_COUNT(columns), row);
    nj_stmt_do(&q);
}

void nj_holder_each(struct nj_store *s, int64_t match, nj_holder_fn *fn,
                    void *ctx)
{
    struct nj_stmt q =
        nj_stmt_begin(s, "SELECT " COLUMNS " FROM holders WHERE match_id = ?"
                         " ORDER BY joined, place");

    NJ_ASSERT(fn != NULL);
    NJ_ASSERT(match > 0);
    nj_bind_i64(&q, match);
    while (nj_stmt_step(&q)) {
        struct nj_holder_row row;

        nj_read_row(&q, columns, NJ_COUNT(columns), &row);
        if (nj_stmt_good(&q))
            fn(ctx, &row);
    }
    nj_stmt_end(&q);
}
