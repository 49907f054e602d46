/*
 * Rows of seats that have changed hands: who holds them now, who did before,
 * who may take them over.
 */
#include "base/bug.h"
#include "store/store_priv.h"

enum nj_status nj_holder_put(struct nj_store *s,
                             const struct nj_holder_row *row,
                             struct nj_err *err)
{
    struct nj_stmt q = nj_stmt_begin(
        s, "INSERT INTO holders (match_id, joined, place, address, name,"
           " wanted, why) VALUES (?, ?, ?, ?, ?, ?, ?)"
           " ON CONFLICT (match_id, joined, place) DO UPDATE SET"
           " address = excluded.address, name = excluded.name,"
           " wanted = excluded.wanted, why = excluded.why");

    NJ_ASSERT(row->match > 0);
    nj_bind_i64(&q, row->match);
    nj_bind_i64(&q, row->join);
    nj_bind_i64(&q, row->place);
    nj_bind_text(&q, row->user);
    nj_bind_text(&q, row->name);
    nj_bind_text(&q, row->wanted);
    nj_bind_text(&q, row->why);
    return nj_stmt_run(&q, err);
}

static void read_holder(struct nj_stmt *q, struct nj_holder_row *row)
{
    row->match = nj_read_i64(q, 1, INT64_MAX);
    row->join = nj_read_u8(q);
    row->place = nj_read_u8(q);
    nj_copy_text(q, row->user, sizeof(row->user));
    nj_copy_text(q, row->name, sizeof(row->name));
    nj_copy_text(q, row->wanted, sizeof(row->wanted));
    nj_copy_text(q, row->why, sizeof(row->why));
}

enum nj_status nj_holder_each(struct nj_store *s, int64_t match,
                              nj_holder_fn *fn, void *ctx, struct nj_err *err)
{
    struct nj_stmt q = nj_stmt_begin(
        s, "SELECT match_id, joined, place, address, name, wanted, why"
           " FROM holders WHERE match_id = ? ORDER BY joined, place");
    enum nj_status st = NJ_OK;

    NJ_ASSERT(fn != NULL);
    NJ_ASSERT(match > 0);
    nj_bind_i64(&q, match);
    while (st == NJ_OK && nj_stmt_step(&q)) {
        struct nj_holder_row row = {.match = 0};

        read_holder(&q, &row);
        if (nj_stmt_good(&q))
            st = fn(ctx, &row, err);
    }
    return nj_stmt_close(&q, st, err);
}
