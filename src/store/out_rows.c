/*
 * Rows of the outbox: one per message and destination. When a row is sent and
 * in which order is for the referee to say.
 *
 * What was said stands in `messages` and is never changed; what became of it
 * stands in `fates`, unless it went the usual way (see out_books.h). The view
 * `outbox` shows both as one row.
 *
 * The index fates_waiting holds what may still be sent. SQLite uses a partial
 * index only if the query repeats its condition, so WAITING stands in each.
 */

#include "base/bug.h"
#include "store/store_priv.h"

#define WAITING " state < 4 AND state <> 2 "

#define OUT_COLUMNS                                                         \
 "SELECT id, coalesce(match_id, 0), seq, audience, seats, refusal, repeat," \
 " copied, tries, urgency, receipt, state, at_ms, chat, message, clause,"   \
 " args, choices, reason FROM outbox"

#define FLAG_REFUSAL  1
#define FLAG_COPIED   2
#define FLAGS_URGENCY 256

/* --- writing --- */

static void bind_message(struct nj_stmt *q, const struct nj_out_row *row,
                         int64_t previous)
{
    int64_t flags = (row->refusal ? FLAG_REFUSAL : 0) +
                    (row->copy ? FLAG_COPIED : 0) +
                    (int64_t)row->urgency * FLAGS_URGENCY;

    NJ_ASSERT(previous >= 0);
    nj_bind_rare(q, row->match);
    nj_bind_rare(q, previous);
    nj_bind_i64(q, row->seq);
    nj_bind_i64(q, row->to);
    nj_bind_rare(q, row->seats);
    nj_bind_rare(q, flags);
    nj_bind_rare(q, row->receipt);
    nj_bind_i64(q, row->at_ms);
    nj_bind_text(q, row->chat);
    nj_bind_text(q, row->key);
    nj_bind_text(q, row->clause);
    nj_bind_text(q, row->args);
    nj_bind_rare_text(q, row->choices);
}

static enum nj_status insert_message(struct nj_store *s,
                                     const struct nj_out_row *row, int64_t *id,
                                     struct nj_err *err)
{
    struct nj_out_chain *chain = NULL;
    struct nj_stmt q;
    enum nj_status st = NJ_OK;

    NJ_ASSERT(row->match >= 0);
    if (row->match != 0)
        st = nj_out_books_chain(s, row->match, &chain, err);
    if (st != NJ_OK)
        return st;
    q = nj_stmt_begin(
        s, "INSERT INTO messages (match_id, previous, seq, audience, seats,"
           " flags, receipt, at_ms, chat, message, clause, args, choices)"
           " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)");
    bind_message(&q, row, chain != NULL ? chain->last : 0);
    st = nj_stmt_run(&q, err);
    if (st != NJ_OK)
        return st;
    *id = sqlite3_last_insert_rowid(s->db);
    if (chain != NULL)
        nj_out_books_link(&s->out, chain, *id);
    return NJ_OK;
}

/* A row in `fates`, or another one than before. */
static enum nj_status put_fate(struct nj_store *s, const struct nj_out_mark *m,
                               struct nj_err *err)
{
    struct nj_stmt q = nj_stmt_begin(
        s, "INSERT INTO fates (state, repeat, tries, reason, id, chat)"
           " SELECT ?, ?, ?, ?, id, chat FROM messages WHERE id = ?"
           " ON CONFLICT (id) DO UPDATE SET state = excluded.state,"
           " repeat = excluded.repeat, tries = excluded.tries,"
           " reason = excluded.reason");
    enum nj_status st;

    NJ_ASSERT(m->state <= NJ_OUT_KEPT);
    nj_bind_i64(&q, m->state);
    nj_bind_i64(&q, m->repeat);
    nj_bind_i64(&q, m->tries);
    nj_bind_text(&q, m->reason);
    nj_bind_i64(&q, m->id);
    st = nj_stmt_change(&q, "outbox row", m->id, err);
    if (st == NJ_OK)
        nj_out_books_divert(&s->out, m->id);
    return st;
}

/* Nothing is to be said of it but its state. */
static bool is_plain(const struct nj_out_mark *m)
{
    return !m->repeat && m->tries == 0 &&
           (m->reason == NULL || m->reason[0] == '\0');
}

static enum nj_status insert(struct nj_store *s, const struct nj_out_row *row,
                             int64_t *id, struct nj_err *err)
{
    bool chat = row->chat != NULL && row->chat[0] != '\0';
    struct nj_out_mark m = {.state = row->state,
                            .repeat = row->repeat,
                            .tries = row->tries,
                            .reason = row->reason};
    enum nj_status st = nj_out_books_read(s, err);

    if (st == NJ_OK)
        st = insert_message(s, row, id, err);
    if (st != NJ_OK)
        return st;
    m.id = *id;
    if (is_plain(&m) && m.state == NJ_OUT_KEPT && !chat)
        return NJ_OK;
    if (!is_plain(&m) || m.state != NJ_OUT_SENDING || !chat)
        return put_fate(s, &m, err);
    nj_out_books_depart(&s->out, *id);
    return NJ_OK;
}

enum nj_status nj_out_insert(struct nj_store *s, struct nj_out_row *row,
                             struct nj_err *err)
{
    bool own;
    int64_t id = 0;
    enum nj_status st = nj_store_enter(s, &own, err);

    NJ_ASSERT(row->state <= NJ_OUT_KEPT);
    if (st != NJ_OK)
        return st;
    st = nj_store_leave(s, own, insert(s, row, &id, err), err);
    if (st == NJ_OK)
        row->id = id;
    return st;
}

/* What waited and arrived in the end needs no row any more. */
static enum nj_status drop_fate(struct nj_store *s, const struct nj_out_mark *m,
                                struct nj_err *err)
{
    struct nj_stmt q =
        nj_stmt_begin(s, "DELETE FROM fates WHERE id = ? AND chat <> ''");
    enum nj_status st;

    NJ_ASSERT(m->id <= s->out.settled);
    nj_bind_i64(&q, m->id);
    st = nj_stmt_run(&q, err);
    if (st == NJ_OK && sqlite3_changes64(s->db) == 0)
        return put_fate(s, m, err);
    return st;
}

static enum nj_status mark(struct nj_store *s, const struct nj_out_mark *m,
                           struct nj_err *err)
{
    bool usual = m->state == NJ_OUT_SENT && is_plain(m);
    enum nj_status st = nj_out_books_read(s, err);

    if (st != NJ_OK || (usual && nj_out_books_arrive(&s->out, m->id)))
        return st;
    return usual && m->id <= s->out.settled ? drop_fate(s, m, err)
                                            : put_fate(s, m, err);
}

enum nj_status nj_out_mark(struct nj_store *s, const struct nj_out_mark *m,
                           struct nj_err *err)
{
    bool own;
    enum nj_status st = nj_store_enter(s, &own, err);

    NJ_ASSERT(m->id > 0);
    NJ_ASSERT(m->state <= NJ_OUT_KEPT);
    if (st != NJ_OK)
        return st;
    return nj_store_leave(s, own, mark(s, m, err), err);
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
    return nj_stmt_close(&q, st, err);
}

/* The numbers are sorted and not the rows: those may be long and many. */
enum nj_status nj_out_each_pending(struct nj_store *s, nj_out_fn *fn, void *ctx,
                                   struct nj_err *err)
{
    struct nj_stmt q = nj_stmt_begin(
        s, "SELECT id FROM fates INDEXED BY fates_waiting WHERE" WAITING
           "AND state = 0 ORDER BY id");
    enum nj_status st = NJ_OK;

    NJ_ASSERT(fn != NULL);
    while (st == NJ_OK && nj_stmt_step(&q))
        st =
            nj_out_load(s, nj_read_i64(&q, INT64_MIN, INT64_MAX), fn, ctx, err);
    return nj_stmt_close(&q, st, err);
}

static enum nj_status each(struct nj_stmt *q, bool released, nj_out_fn *fn,
                           void *ctx, struct nj_err *err)
{
    enum nj_status st = NJ_OK;

    NJ_ASSERT(fn != NULL);
    while (st == NJ_OK && nj_stmt_step(q)) {
        struct nj_out_row row = {.id = 0};

        read_out(q, &row);
        if (released)
            row.state = NJ_OUT_PENDING;
        if (nj_stmt_good(q))
            st = fn(ctx, &row, err);
    }
    return nj_stmt_close(q, st, err);
}

/* Backwards along the chain; a damaged one cannot lead in a circle. */
enum nj_status nj_out_each_of(struct nj_store *s, int64_t match, nj_out_fn *fn,
                              void *ctx, struct nj_err *err)
{
    enum nj_status st =
        s->tx == NJ_TX_OPEN ? nj_out_books_write(s, err) : NJ_OK;
    struct nj_stmt q;

    NJ_ASSERT(match > 0);
    if (st != NJ_OK)
        return st;
    q = nj_stmt_begin(
        s, "WITH RECURSIVE chain (at) AS (SELECT last_message FROM pulses"
           " WHERE match_id = ? UNION ALL SELECT m.previous FROM chain"
           " CROSS JOIN messages AS m ON m.id = chain.at"
           " WHERE m.previous < m.id), own (at) AS MATERIALIZED"
           " (SELECT at FROM chain ORDER BY at LIMIT -1)" OUT_COLUMNS
           " WHERE copied = 0 AND id IN own ORDER BY id");
    nj_bind_i64(&q, match);
    return each(&q, false, fn, ctx, err);
}

/* --- what the platform refused --- */

/* The rows are shown as they will be and changed behind the last one, since
 * changing what is being read through the same index would be asking for it. */
static enum nj_status release(struct nj_store *s, const char *chat,
                              nj_out_fn *fn, void *ctx, struct nj_err *err)
{
    struct nj_stmt q = nj_stmt_begin(
        s, OUT_COLUMNS " WHERE id IN (SELECT id FROM fates INDEXED BY"
                       " fates_waiting WHERE" WAITING
                       "AND chat = ? AND state = 3) ORDER BY id");
    enum nj_status st;

    NJ_ASSERT(s->tx == NJ_TX_OPEN);
    nj_bind_text(&q, chat);
    st = each(&q, true, fn, ctx, err);
    if (st != NJ_OK)
        return st;
    q = nj_stmt_begin(s,
                      "UPDATE fates INDEXED BY fates_waiting SET"
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
        s, "SELECT count(*) FROM fates INDEXED BY fates_waiting WHERE" WAITING
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

/* --- after a death --- */

static enum nj_status run(struct nj_store *s, const char *literal,
                          struct nj_err *err)
{
    struct nj_stmt q = nj_stmt_begin(s, literal);

    return nj_stmt_run(&q, err);
}

static enum nj_status recover(struct nj_store *s, struct nj_err *err)
{
    static const char *const steps[] = {
        ("UPDATE fates INDEXED BY fates_waiting SET state = 0, repeat = 1"
         " WHERE" WAITING "AND state = 1"),
        ("INSERT INTO fates (id, state, repeat, tries, chat, reason)"
         " SELECT id, 0, 1, 0, chat, '' FROM messages WHERE id > (SELECT id"
         " FROM settled) AND chat <> '' AND id NOT IN (SELECT id FROM fates)"),
        ("UPDATE settled SET id = (SELECT coalesce(max(id), 0) FROM messages)"
         " WHERE id < (SELECT coalesce(max(id), 0) FROM messages)"),
    };
    enum nj_status st = NJ_OK;

    for (size_t i = 0; i < NJ_COUNT(steps) && st == NJ_OK; i++)
        st = run(s, steps[i], err);
    return st;
}

enum nj_status nj_out_recover(struct nj_store *s, struct nj_err *err)
{
    bool own;
    enum nj_status st = nj_store_enter(s, &own, err);

    NJ_ASSERT(s->db != NULL);
    if (st != NJ_OK)
        return st;
    return nj_store_leave(s, own, recover(s, err), err);
}

enum nj_status nj_out_withdraw(struct nj_store *s, int64_t match,
                               const char *chat, struct nj_err *err)
{
    struct nj_stmt q = nj_stmt_begin(
        s, "UPDATE fates INDEXED BY fates_waiting SET state = 5 WHERE"
           " state < 4 AND state <> 2 AND chat = ? AND state <> 1 AND id IN"
           " (SELECT id FROM messages WHERE match_id = ?)");

    NJ_ASSERT(match > 0);
    NJ_ASSERT(chat[0] != '\0');
    nj_bind_text(&q, chat);
    nj_bind_i64(&q, match);
    return nj_stmt_run(&q, err);
}
