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

/* Returns its id; 0: it was not stored. */
static int64_t insert_message(struct nj_store *s, const struct nj_out_row *row)
{
    struct nj_out_chain *chain = NULL;
    struct nj_stmt q;
    int64_t id;

    NJ_ASSERT(row->match >= 0);
    if (row->match != 0)
        chain = nj_out_books_chain(s, row->match);
    q = nj_stmt_write(
        s, "INSERT INTO messages (match_id, previous, seq, audience, seats,"
           " flags, receipt, at_ms, chat, message, clause, args, choices)"
           " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)");
    bind_message(&q, row, chain != NULL ? chain->last : 0);
    id = nj_stmt_insert(&q);
    if (id != 0 && chain != NULL)
        nj_out_books_link(&s->out, chain, id);
    return id;
}

/* A row in `fates`, or another one than before. */
static void put_fate(struct nj_store *s, const struct nj_out_mark *m)
{
    struct nj_stmt q = nj_stmt_write(
        s, "INSERT INTO fates (state, repeat, tries, reason, id, chat)"
           " SELECT ?, ?, ?, ?, id, chat FROM messages WHERE id = ?"
           " ON CONFLICT (id) DO UPDATE SET state = excluded.state,"
           " repeat = excluded.repeat, tries = excluded.tries,"
           " reason = excluded.reason");

    NJ_ASSERT(m->state <= NJ_OUT_KEPT);
    nj_bind_i64(&q, m->state);
    nj_bind_i64(&q, m->repeat);
    nj_bind_i64(&q, m->tries);
    nj_bind_text(&q, m->reason);
    nj_bind_i64(&q, m->id);
    nj_stmt_change(&q, "outbox row", m->id);
    if (nj_store_good(s))
        nj_out_books_divert(&s->out, m->id);
}

/* Nothing is to be said of it but its state. */
static bool is_plain(const struct nj_out_mark *m)
{
    return !m->repeat && m->tries == 0 &&
           (m->reason == NULL || m->reason[0] == '\0');
}

static void insert(struct nj_store *s, struct nj_out_row *row)
{
    bool chat = row->chat != NULL && row->chat[0] != '\0';
    struct nj_out_mark m = {.state = row->state,
                            .repeat = row->repeat,
                            .tries = row->tries,
                            .reason = row->reason};

    if (!nj_out_books_read(s))
        return;
    m.id = insert_message(s, row);
    if (m.id == 0)
        return;
    row->id = m.id;
    if (is_plain(&m) && m.state == NJ_OUT_KEPT && !chat)
        return;
    if (is_plain(&m) && m.state == NJ_OUT_SENDING && chat)
        nj_out_books_depart(&s->out, m.id);
    else
        put_fate(s, &m);
}

void nj_out_insert(struct nj_store *s, struct nj_out_row *row)
{
    bool own = nj_store_enter(s);

    NJ_ASSERT(row->state <= NJ_OUT_KEPT);
    insert(s, row);
    nj_store_leave(s, own);
}

/* What waited and arrived in the end needs no row any more. */
static void drop_fate(struct nj_store *s, const struct nj_out_mark *m)
{
    struct nj_stmt q =
        nj_stmt_write(s, "DELETE FROM fates WHERE id = ? AND chat <> ''");

    NJ_ASSERT(m->id <= s->out.settled);
    nj_bind_i64(&q, m->id);
    if (nj_stmt_run(&q) == 0)
        put_fate(s, m);
}

static void mark(struct nj_store *s, const struct nj_out_mark *m)
{
    bool usual = m->state == NJ_OUT_SENT && is_plain(m);

    /* It may change the books alone, which a commit writes. */
    if (!nj_store_ready(s) || !nj_out_books_read(s) ||
        (usual && nj_out_books_arrive(&s->out, m->id)))
        return;
    if (usual && m->id <= s->out.settled)
        drop_fate(s, m);
    else
        put_fate(s, m);
}

void nj_out_mark(struct nj_store *s, const struct nj_out_mark *m)
{
    bool own = nj_store_enter(s);

    NJ_ASSERT(m->id > 0);
    NJ_ASSERT(m->state <= NJ_OUT_KEPT);
    mark(s, m);
    nj_store_leave(s, own);
}

/* --- reading --- */

static const struct nj_column columns[] = {
    NJ_COLUMN_IN(struct nj_out_row, id, 1, INT64_MAX),
    NJ_COLUMN_IN(struct nj_out_row, match, 0, INT64_MAX),
    NJ_COLUMN(struct nj_out_row, seq),
    NJ_COLUMN(struct nj_out_row, to),
    NJ_COLUMN(struct nj_out_row, seats),
    NJ_COLUMN(struct nj_out_row, refusal),
    NJ_COLUMN(struct nj_out_row, repeat),
    NJ_COLUMN(struct nj_out_row, copy),
    NJ_COLUMN(struct nj_out_row, tries),
    NJ_COLUMN(struct nj_out_row, urgency),
    NJ_COLUMN(struct nj_out_row, receipt),
    NJ_COLUMN_IN(struct nj_out_row, state, NJ_OUT_PENDING, NJ_OUT_KEPT),
    NJ_COLUMN(struct nj_out_row, at_ms),
    NJ_COLUMN(struct nj_out_row, chat),
    NJ_COLUMN(struct nj_out_row, key),
    NJ_COLUMN(struct nj_out_row, clause),
    NJ_COLUMN(struct nj_out_row, args),
    NJ_COLUMN(struct nj_out_row, choices),
    NJ_COLUMN(struct nj_out_row, reason),
};

bool nj_out_load(struct nj_store *s, int64_t id, nj_out_fn *fn, void *ctx)
{
    struct nj_stmt q = nj_stmt_begin(s, OUT_COLUMNS " WHERE id = ?");
    struct nj_out_row row;
    bool found;

    NJ_ASSERT(fn != NULL);
    nj_bind_i64(&q, id);
    found = nj_stmt_step(&q);
    if (found) {
        nj_read_row(&q, columns, NJ_COUNT(columns), &row);
        if (nj_stmt_good(&q))
            fn(ctx, &row);
    }
    return nj_stmt_found(&q, found);
}

/* The numbers are sorted and not the rows: those may be long and many. */
void nj_out_each_pending(struct nj_store *s, nj_out_fn *fn, void *ctx)
{
    struct nj_stmt q = nj_stmt_begin(
        s, "SELECT id FROM fates INDEXED BY fates_waiting WHERE" WAITING
           "AND state = 0 ORDER BY id");

    NJ_ASSERT(fn != NULL);
    while (nj_stmt_step(&q))
        (void)nj_out_load(s, nj_read_i64(&q, INT64_MIN, INT64_MAX), fn, ctx);
    nj_stmt_end(&q);
}

static void each(struct nj_stmt *q, bool released, nj_out_fn *fn, void *ctx)
{
    NJ_ASSERT(fn != NULL);
    while (nj_stmt_step(q)) {
        struct nj_out_row row;

        nj_read_row(q, columns, NJ_COUNT(columns), &row);
        if (released)
            row.state = NJ_OUT_PENDING;
        if (nj_stmt_good(q))
            fn(ctx, &row);
    }
    nj_stmt_end(q);
}

/* Backwards along the chain; a damaged one cannot lead in a circle. */
void nj_out_each_of(struct nj_store *s, int64_t match, nj_out_fn *fn, void *ctx)
{
    struct nj_stmt q;

    NJ_ASSERT(match > 0);
    if (s->tx == NJ_TX_OPEN)
        nj_out_books_write(s);
    q = nj_stmt_begin(
        s, "WITH RECURSIVE chain (at) AS (SELECT last_message FROM pulses"
           " WHERE match_id = ? UNION ALL SELECT m.previous FROM chain"
           " CROSS JOIN messages AS m ON m.id = chain.at"
           " WHERE m.previous < m.id), own (at) AS MATERIALIZED"
           " (SELECT at FROM chain ORDER BY at LIMIT -1)" OUT_COLUMNS
           " WHERE copied = 0 AND id IN (SELECT at FROM own) ORDER BY id");
    nj_bind_i64(&q, match);
    each(&q, false, fn, ctx);
}

/* --- what the platform refused --- */

/* The rows are shown as they will be and changed behind the last one, since
 * changing what is being read through the same index would be asking for it. */
void nj_out_release(struct nj_store *s, const char *chat, nj_out_fn *fn,
                    void *ctx)
{
    bool own = nj_store_enter(s);
    struct nj_stmt q = nj_stmt_begin(
        s, OUT_COLUMNS " WHERE id IN (SELECT id FROM fates INDEXED BY"
                       " fates_waiting WHERE" WAITING
                       "AND chat = ? AND state = 3) ORDER BY id");

    NJ_ASSERT(chat != NULL);
    nj_bind_text(&q, chat);
    each(&q, true, fn, ctx);
    q = nj_stmt_write(s,
                      "UPDATE fates INDEXED BY fates_waiting SET"
                      " state = 0 WHERE" WAITING "AND chat = ? AND state = 3");
    nj_bind_text(&q, chat);
    nj_stmt_do(&q);
    nj_store_leave(s, own);
}

uint32_t nj_out_refused(struct nj_store *s, const char *chat)
{
    struct nj_stmt q = nj_stmt_begin(
        s, "SELECT count(*) FROM fates INDEXED BY fates_waiting WHERE" WAITING
           "AND chat = ? AND state = 3");
    int64_t n;

    nj_bind_text(&q, chat);
    n = nj_stmt_number(&q);
    return n > UINT32_MAX ? UINT32_MAX : (uint32_t)n;
}

void nj_out_withdraw(struct nj_store *s, int64_t match, const char *chat)
{
    struct nj_stmt q = nj_stmt_write(
        s, "UPDATE fates INDEXED BY fates_waiting SET state = 5 WHERE"
           " state < 4 AND state <> 2 AND chat = ? AND state <> 1 AND id IN"
           " (SELECT id FROM messages WHERE match_id = ?)");

    NJ_ASSERT(match > 0);
    NJ_ASSERT(chat[0] != '\0');
    nj_bind_text(&q, chat);
    nj_bind_i64(&q, match);
    nj_stmt_do(&q);
}

/* --- after a death --- */

void nj_out_recover(struct nj_store *s)
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
    bool own = nj_store_enter(s);

    for (size_t i = 0; i < NJ_COUNT(steps); i++) {
        struct nj_stmt q = nj_stmt_write(s, steps[i]);

        nj_stmt_do(&q);
    }
    nj_store_leave(s, own);
}

int64_t nj_out_settled(struct nj_store *s)
{
    struct nj_stmt q = nj_stmt_begin(s, "SELECT id FROM settled");

    return nj_stmt_number(&q);
}
