/*
 * Rows of the outbox: one per message and destination. When a row is sent and
 * in which order is for the referee to say.
 *
 * The index outbox_waiting holds what may still be sent. SQLite uses a partial
 * index only if the query repeats its condition, so WAITING stands in each.
 */

#include "base/bug.h"
#include "store/store_priv.h"

#define WAITING " state < 4 AND state <> 2 "

#define OUT_COLUMNS                                                         \
 "SELECT id, coalesce(match_id, 0), seq, audience, seats, refusal, repeat," \
 " copied, tries, urgency, receipt, state, at_ms, chat, message, clause,"   \
 " args, choices, reason FROM outbox"

/* --- writing --- */

static void bind_out(struct nj_stmt *q, const struct nj_out_row *row)
{
    NJ_ASSERT(row->state <= NJ_OUT_KEPT);
    nj_bind_i64(q, row->match);
    nj_bind_i64(q, row->seq);
    nj_bind_i64(q, row->to);
    nj_bind_i64(q, row->seats);
    nj_bind_i64(q, row->refusal);
    nj_bind_i64(q, row->repeat);
    nj_bind_i64(q, row->copy);
    nj_bind_i64(q, row->tries);
    nj_bind_i64(q, row->urgency);
    nj_bind_i64(q, row->receipt);
    nj_bind_i64(q, row->state);
    nj_bind_i64(q, row->at_ms);
    nj_bind_text(q, row->chat);
    nj_bind_text(q, row->key);
    nj_bind_text(q, row->clause);
    nj_bind_text(q, row->args);
    nj_bind_text(q, row->choices);
    nj_bind_text(q, row->reason);
}

enum nj_status nj_out_insert(struct nj_store *s, struct nj_out_row *row,
                             struct nj_err *err)
{
    struct nj_stmt q = nj_stmt_begin(
        s, "INSERT INTO outbox (match_id, seq, audience, seats, refusal,"
           " repeat, copied, tries, urgency, receipt, state, at_ms, chat,"
           " message, clause, args, choices, reason)"
           " VALUES (nullif(?, 0), ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?,"
           " ?, ?, ?)");
    enum nj_status st;

    bind_out(&q, row);
    st = nj_stmt_run(&q, err);
    if (st == NJ_OK)
        row->id = sqlite3_last_insert_rowid(s->db);
    return st;
}

enum nj_status nj_out_mark(struct nj_store *s, const struct nj_out_mark *m,
                           struct nj_err *err)
{
    struct nj_stmt q = nj_stmt_begin(
        s, "UPDATE outbox SET state = ?, repeat = ?, tries = ?, reason = ?"
           " WHERE id = ?");

    NJ_ASSERT(m->id > 0);
    NJ_ASSERT(m->state <= NJ_OUT_KEPT);
    nj_bind_i64(&q, m->state);
    nj_bind_i64(&q, m->repeat);
    nj_bind_i64(&q, m->tries);
    nj_bind_text(&q, m->reason);
    nj_bind_i64(&q, m->id);
    return nj_stmt_change(&q, "outbox row", m->id, err);
}

/* --- reading --- */

static void read_out(struct nj_stmt *q, struct nj_out_row *row)
{
    int64_t state;

    row->id = nj_read_i64(q, 1, INT64_MAX);
    row->match = nj_read_i64(q, 0, INT64_MAX);
    row->seq = nj_read_u32(q);
    row->to = nj_read_int(q);
    row->seats = nj_read_u32(q);
    row->refusal = nj_read_bool(q);
    row->repeat = nj_read_bool(q);
    row->copy = nj_read_bool(q);
    row->tries = nj_read_u8(q);
    row->urgency = nj_read_u8(q);
    row->receipt = nj_read_u32(q);
    state = nj_read_i64(q, NJ_OUT_PENDING, NJ_OUT_KEPT);
    row->state = (enum nj_out_state)state;
    row->at_ms = nj_read_i64(q, INT64_MIN, INT64_MAX);
    row->chat = nj_read_text(q);
    row->key = nj_read_text(q);
    row->clause = nj_read_text(q);
    row->args = nj_read_text(q);
    row->choices = nj_read_text(q);
    row->reason = nj_read_text(q);
    NJ_ASSERT(row->state <= NJ_OUT_KEPT);
}

enum nj_status nj_out_load(struct nj_store *s, int64_t id, nj_out_fn *fn,
                           void *ctx, struct nj_err *err)
{
    struct nj_stmt q = nj_stmt_begin(s, OUT_COLUMNS " WHERE id = ?");
    struct nj_out_row row = {.id = 0};
    enum nj_status st = NJ_OK;
    enum nj_status end;

    NJ_ASSERT(fn != NULL);
    nj_bind_i64(&q, id);
    if (nj_stmt_step(&q)) {
        read_out(&q, &row);
        if (nj_stmt_good(&q))
            st = fn(ctx, &row, err);
    } else if (nj_stmt_good(&q)) {
        st = nj_fail(err, NJ_ERR_NOT_FOUND,
                     "database '%s' has no outbox row %lld", s->path,
                     (long long)id);
    }
    end = nj_stmt_end(&q, st == NJ_OK ? err : NULL);
    return st == NJ_OK ? end : st;
}

/* The numbers are sorted and not the rows: those may be long and many. */
enum nj_status nj_out_each_pending(struct nj_store *s, nj_out_fn *fn, void *ctx,
                                   struct nj_err *err)
{
    struct nj_stmt q = nj_stmt_begin(
        s, "SELECT id FROM outbox INDEXED BY outbox_waiting WHERE" WAITING
           "AND state = 0 ORDER BY id");
    enum nj_status st = NJ_OK;
    enum nj_status end;

    NJ_ASSERT(fn != NULL);
    while (st == NJ_OK && nj_stmt_step(&q))
        st =
            nj_out_load(s, nj_read_i64(&q, INT64_MIN, INT64_MAX), fn, ctx, err);
    end = nj_stmt_end(&q, st == NJ_OK ? err : NULL);
    return st == NJ_OK ? end : st;
}

static enum nj_status each(struct nj_stmt *q, bool released, nj_out_fn *fn,
                           void *ctx, struct nj_err *err)
{
    enum nj_status st = NJ_OK;
    enum nj_status end;

    NJ_ASSERT(fn != NULL);
    while (st == NJ_OK && nj_stmt_step(q)) {
        struct nj_out_row row = {.id = 0};

        read_out(q, &row);
        if (released)
            row.state = NJ_OUT_PENDING;
        if (nj_stmt_good(q))
            st = fn(ctx, &row, err);
    }
    end = nj_stmt_end(q, st == NJ_OK ? err : NULL);
    return st == NJ_OK ? end : st;
}

enum nj_status nj_out_each_of(struct nj_store *s, int64_t match, nj_out_fn *fn,
                              void *ctx, struct nj_err *err)
{
    struct nj_stmt q =
        nj_stmt_begin(s, OUT_COLUMNS " INDEXED BY outbox_match"
                                     " WHERE match_id = ? AND copied = 0"
                                     " ORDER BY id");

    NJ_ASSERT(match > 0);
    nj_bind_i64(&q, match);
    return each(&q, false, fn, ctx, err);
}

/* --- what the platform refused --- */

/* The rows are shown as they will be and changed behind the last one, since
 * changing what is being read through the same index would be asking for it. */
static enum nj_status release(struct nj_store *s, const char *chat,
                              nj_out_fn *fn, void *ctx, struct nj_err *err)
{
    struct nj_stmt q =
        nj_stmt_begin(s, OUT_COLUMNS " INDEXED BY outbox_waiting WHERE" WAITING
                                     "AND chat = ? AND state = 3 ORDER BY id");
    enum nj_status st;

    NJ_ASSERT(s->tx == NJ_TX_OPEN);
    nj_bind_text(&q, chat);
    st = each(&q, true, fn, ctx, err);
    if (st != NJ_OK)
        return st;
    q = nj_stmt_begin(s,
                      "UPDATE outbox INDEXED BY outbox_waiting SET"
                      " state = 0 WHERE" WAITING "AND chat = ? AND state = 3");
    nj_bind_text(&q, chat);
    return nj_stmt_run(&q, err);
}

enum nj_status nj_out_release(struct nj_store *s, const char *chat,
                              nj_out_fn *fn, void *ctx, struct nj_err *err)
{
    bool own;
    enum nj_status st = nj_store_enter(s, &own, err);

    NJ_ASSERT(chat != NULL);
    NJ_ASSERT(fn != NULL);
    if (st != NJ_OK)
        return st;
    return nj_store_leave(s, own, release(s, chat, fn, ctx, err), err);
}

enum nj_status nj_out_refused(struct nj_store *s, const char *chat,
                              uint32_t *count, struct nj_err *err)
{
    struct nj_stmt q = nj_stmt_begin(
        s, "SELECT count(*) FROM outbox INDEXED BY outbox_waiting WHERE" WAITING
           "AND chat = ? AND state = 3");
    int64_t n = 0;
    enum nj_status st;

    NJ_ASSERT(count != NULL);
    nj_bind_text(&q, chat);
    st = nj_stmt_number(&q, &n, err);
    if (st == NJ_OK)
        *count = n > UINT32_MAX ? UINT32_MAX : (uint32_t)n;
    return st;
}
