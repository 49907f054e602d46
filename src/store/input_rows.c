/*
 * Rows of inputs: the log of a match, appended and read back in order.
 */

#include "base/bug.h"
#include "store/store_priv.h"

enum nj_status nj_input_insert(struct nj_store *s,
                               const struct nj_input_row *row,
                               struct nj_err *err)
{
    struct nj_stmt q = nj_stmt_begin(
        s, "INSERT INTO inputs (match_id, seq, at_ms, kind, place, by_whom,"
           " seat, verb, args, reason, digest)"
           " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)");

    NJ_ASSERT(row->match > 0);
    nj_bind_i64(&q, row->match);
    nj_bind_i64(&q, row->seq);
    nj_bind_i64(&q, row->at_ms);
    nj_bind_i64(&q, row->kind);
    nj_bind_i64(&q, row->place);
    nj_bind_i64(&q, row->by);
    nj_bind_i64(&q, row->seat);
    nj_bind_text(&q, row->verb);
    nj_bind_text(&q, row->args);
    nj_bind_text(&q, row->reason);
    nj_bind_hash(&q, &row->digest);
    return nj_stmt_run(&q, err);
}

static void read_input(struct nj_stmt *q, struct nj_input_row *row)
{
    row->match = nj_read_i64(q, 1, INT64_MAX);
    row->seq = nj_read_u32(q);
    row->at_ms = nj_read_i64(q, INT64_MIN, INT64_MAX);
    row->kind = nj_read_int(q);
    row->place = nj_read_int(q);
    row->by = nj_read_int(q);
    row->seat = nj_read_u8(q);
    row->verb = nj_read_text(q);
    row->args = nj_read_text(q);
    row->reason = nj_read_text(q);
    nj_read_hash(q, &row->digest);
}

enum nj_status nj_input_each(struct nj_store *s, int64_t match, nj_input_fn *fn,
                             void *ctx, struct nj_err *err)
{
    struct nj_stmt q = nj_stmt_begin(
        s, "SELECT match_id, seq, at_ms, kind, place, by_whom, seat, verb,"
           " args, reason, digest FROM inputs WHERE match_id = ? ORDER BY seq");
    enum nj_status st = NJ_OK;

    NJ_ASSERT(fn != NULL);
    NJ_ASSERT(match > 0);
    nj_bind_i64(&q, match);
    while (st == NJ_OK && nj_stmt_step(&q)) {
        struct nj_input_row row = {.match = 0};

        read_input(&q, &row);
        if (nj_stmt_good(&q))
            st = fn(ctx, &row, err);
    }
    return nj_stmt_close(&q, st, err);
}
