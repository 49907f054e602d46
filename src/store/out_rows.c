/*
 * Rows of the outbox: one per message and destination. When a row is sent and
 * in which order is for the referee to say.
 *
 * What was said stands in `said` (said.h) and is never changed; what became of
 * it stands in `fates`, unless it went the usual way (see out_books.h).
 *
 * The index fates_waiting holds what may still be sent. SQLite uses a partial
 * index only if the query repeats its condition, so WAITING stands in each.
 */

#include "base/bug.h"
#include "store/store_priv.h"

#define WAITING " state < 4 AND state <> 2 "

/* --- writing --- */

/* Returns its number; 0: it was not stored. */
static int64_t insert_message(struct nj_store *s, const struct nj_out_row *row)
{
    struct nj_out_chain *chain = NULL;
    int64_t id;

    NJ_ASSERT(row->match >= 0);
    if (row->match != 0 && (chain = nj_out_books_chain(s, row->match)) == NULL)
        return 0;
    id = nj_said_add(s, row, chain != NULL ? chain->last : 0);
    if (id != 0 && chain != NULL)
        nj_out_books_link(&s->out, chain, id);
    return id;
}

static void insert_fate(struct nj_store *s, const struct nj_out_mark *m,
                        const char *chat)
{
    struct nj_stmt q = nj_stmt_write(
        s, "INSERT INTO fates (state, repeat, tries, reason, id, chat)"
           " VALUES (?, ?, ?, ?, ?, ?)");

    NJ_ASSERT(m->state <= NJ_OUT_KEPT);
    nj_bind_i64(&q, m->state);
    nj_bind_i64(&q, m->repeat);
    nj_bind_i64(&q, m->tries);
    nj_bind_text(&q, m->reason);
    nj_bind_i64(&q, m->id);
    nj_bind_text(&q, chat);
    nj_stmt_do(&q);
    if (nj_store_good(s))
        nj_out_books_divert(&s->out, m->id);
}

/* False: it has no row. */
static bool change_fate(struct nj_store *s, const struct nj_out_mark *m)
{
    struct nj_stmt q = nj_stmt_write(
        s, "UPDATE fates SET state = ?, repeat = ?, tries = ?, reason = ?"
           " WHERE id = ?");

    nj_bind_i64(&q, m->state);
    nj_bind_i64(&q, m->repeat);
    nj_bind_i64(&q, m->tries);
    nj_bind_text(&q, m->reason);
    nj_bind_i64(&q, m->id);
    return nj_stmt_run(&q) != 0;
}

struct first_fate {
    struct nj_store *s;
    const struct nj_out_mark *m;
};

static void insert_first(void *ctx, struct nj_out_row *row, bool fated)
{
    const struct first_fate *f = ctx;

    NJ_ASSERT(row->id == f->m->id);
    (void)fated;
    insert_fate(f->s, f->m, row->chat);
}

/* A row in `fates` for a message that has none. */
static void begin_fate(struct nj_store *s, const struct nj_out_mark *m)
{
    struct first_fate first = {s, m};

    if (!nj_said_load(s, m->id, insert_first, &first) && nj_store_good(s))
        nj_trouble_missing(s, "message", m->id);
}

/* A row in `fates`, or another one than before. */
static void put_fate(struct nj_store *s, const struct nj_out_mark *m)
{
    if (!change_fate(s, m) && nj_store_good(s))
        begin_fate(s, m);
}

void nj_out_arrived(struct nj_store *s, int64_t id)
{
    begin_fate(s, &(struct nj_out_mark){.id = id, .state = NJ_OUT_SENT});
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
        insert_fate(s, &m, row->chat);
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

struct reader {
    nj_out_fn *fn;
    void *ctx;
    bool copies;   /* those as well */
    bool released; /* they are shown as they will be */
};

static void read_one(void *ctx, struct nj_out_row *row, bool fated)
{
    const struct reader *r = ctx;

    NJ_ASSERT(r->fn != NULL);
    (void)fated;
    if (r->released)
        row->state = NJ_OUT_PENDING;
    if (r->copies || !row->copy)
        r->fn(r->ctx, row);
}

bool nj_out_load(struct nj_store *s, int64_t id, nj_out_fn *fn, void *ctx)
{
    struct reader r = {.fn = fn, .ctx = ctx, .copies = true};

    return nj_said_load(s, id, read_one, &r);
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

/* Backwards along the chain of a match, from the row that holds a message; a
 * damaged one cannot lead in a circle. */
#define CHAIN                                                                   \
 "WITH RECURSIVE chain (at, before) AS (SELECT m.id, m.previous FROM said AS m" \
 " WHERE m.id = (SELECT max(b.id) FROM said AS b WHERE b.id <= ?) UNION ALL"    \
 " SELECT m.id, m.previous FROM chain CROSS JOIN said AS m ON m.id = (SELECT"   \
 " max(b.id) FROM said AS b WHERE b.id <= chain.before) WHERE m.id < chain.at)"

/* What is read may not have been written yet. */
static struct nj_stmt begin_chain(struct nj_store *s, const char *sql,
                                  int64_t last)
{
    struct nj_stmt q;

    if (s->tx == NJ_TX_OPEN)
        nj_out_books_write(s);
    q = nj_stmt_begin(s, sql);
    nj_bind_i64(&q, last);
    return q;
}

void nj_out_each_before(struct nj_store *s, int64_t last, uint32_t rows,
                        nj_out_fn *fn, void *ctx)
{
    struct reader r = {.fn = fn, .ctx = ctx};
    struct nj_stmt q = begin_chain(
        s,
        CHAIN
        ", own (at) AS MATERIALIZED (SELECT at FROM chain LIMIT ?)" NJ_SAID_COLUMNS
        " WHERE id IN (SELECT at FROM own) ORDER BY id",
        last);

    NJ_ASSERT(last > 0 && rows > 0);
    nj_bind_i64(&q, rows);
    nj_said_each(s, &q, read_one, &r);
}

/* 0: there is no row. */
static int64_t only_number(struct nj_stmt *q)
{
    int64_t n = nj_stmt_step(q) ? nj_read_i64(q, 0, INT64_MAX) : 0;
    struct nj_store *s = q->s;

    nj_stmt_end(q);
    return nj_store_good(s) ? n : 0;
}

int64_t nj_out_before(struct nj_store *s, int64_t last, uint32_t rows)
{
    struct nj_stmt q = begin_chain(
        s, CHAIN " SELECT before FROM chain LIMIT 1 OFFSET ?", last);

    NJ_ASSERT(last > 0 && rows > 0);
    nj_bind_i64(&q, (int64_t)rows - 1);
    return only_number(&q);
}

int64_t nj_out_last(struct nj_store *s, int64_t match)
{
    struct nj_stmt q = begin_chain(
        s, "SELECT last_message FROM pulses WHERE match_id = ?", match);

    NJ_ASSERT(match > 0);
    return only_number(&q);
}

void nj_out_each_of(struct nj_store *s, int64_t match, nj_out_fn *fn, void *ctx)
{
    int64_t last = nj_out_last(s, match);

    if (last > 0)
        nj_out_each_before(s, last, UINT32_MAX, fn, ctx);
}

void nj_out_each_sending(struct nj_store *s, void (*fn)(void *ctx, int64_t id),
                         void *ctx)
{
    const struct nj_out_books *b = &s->out;
    struct nj_stmt q;

    NJ_ASSERT(s->tx != NJ_TX_OPEN);
    if (!nj_out_books_read(s))
        return;
    for (uint32_t i = b->from; i < b->n; i++)
        if (!b->flights[i].arrived && !b->flights[i].stored)
            fn(ctx, b->flights[i].id);
    q = nj_stmt_begin(
        s, "SELECT id FROM fates INDEXED BY fates_waiting WHERE" WAITING
           "AND state = 1");
    while (nj_stmt_step(&q))
        fn(ctx, nj_read_i64(&q, 1, INT64_MAX));
    nj_stmt_end(&q);
}

void nj_out_never_left(struct nj_store *s, int64_t id)
{
    struct nj_stmt q =
        nj_stmt_write(s, "UPDATE fates SET state = 0 WHERE id = ?");

    NJ_ASSERT(s->tx == NJ_TX_OPEN || !nj_store_good(s));
    nj_bind_i64(&q, id);
    if (nj_stmt_run(&q) == 0 && nj_store_good(s))
        begin_fate(s, &(struct nj_out_mark){.id = id, .state = NJ_OUT_PENDING});
}

/* --- what the platform refused --- */

/* The rows are shown as they will be and changed behind the last one, since
 * changing what is being read through the same index would be asking for it. */
void nj_out_release(struct nj_store *s, const char *chat, nj_out_fn *fn,
                    void *ctx)
{
    struct reader r = {.fn = fn, .ctx = ctx, .copies = true, .released = true};
    bool own = nj_store_enter(s);
    struct nj_stmt q = nj_stmt_begin(
        s, "SELECT id FROM fates INDEXED BY fates_waiting WHERE" WAITING
           "AND chat = ? AND state = 3 ORDER BY id");

    NJ_ASSERT(chat != NULL);
    nj_bind_text(&q, chat);
    while (nj_stmt_step(&q))
        (void)nj_said_load(s, nj_read_i64(&q, 1, INT64_MAX), read_one, &r);
    nj_stmt_end(&q);
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
    struct nj_stmt q;

    NJ_ASSERT(match > 0);
    NJ_ASSERT(chat[0] != '\0');
    if (s->tx == NJ_TX_OPEN)
        nj_said_write(s);
    q = nj_stmt_write(
        s, "UPDATE fates INDEXED BY fates_waiting SET state = 5 WHERE"
           " state < 4 AND state <> 2 AND chat = ? AND state <> 1 AND (SELECT"
           " m.match_id FROM said AS m WHERE m.id <= fates.id"
           " ORDER BY m.id DESC LIMIT 1) = ?");
    nj_bind_text(&q, chat);
    nj_bind_i64(&q, match);
    nj_stmt_do(&q);
}

/* --- another chat --- */

/* The two names of a chat. */
struct move {
    const char *from, *to;
};

static void move_one(struct nj_store *s, int64_t id, const void *ctx)
{
    const struct move *m = ctx;

    nj_said_move(s, id, m->from, m->to);
}

void nj_out_move(struct nj_store *s, const char *from, const char *to)
{
    struct move names = {from, to};
    struct nj_stmt q;

    if (!nj_out_books_read(s) || !nj_store_ready(s))
        return;
    nj_out_books_write(s);
    nj_out_books_each(s, move_one, &names);
    q = nj_stmt_begin(
        s, "SELECT id FROM fates INDEXED BY fates_waiting WHERE" WAITING
           "AND chat = ?");
    nj_bind_text(&q, from);
    while (nj_stmt_step(&q))
        nj_said_move(s, nj_read_i64(&q, 1, INT64_MAX), from, to);
    nj_stmt_end(&q);
}

/* --- after a death --- */

static void doubt(struct nj_store *s, int64_t id, const void *ctx)
{
    (void)ctx;
    begin_fate(s, &(struct nj_out_mark){
                      .id = id, .state = NJ_OUT_PENDING, .repeat = true});
}

void nj_out_recover(struct nj_store *s)
{
    bool own = nj_store_enter(s);
    struct nj_stmt q = nj_stmt_write(
        s, "UPDATE fates INDEXED BY fates_waiting SET state = 0, repeat = 1"
           " WHERE" WAITING "AND state = 1");

    nj_stmt_do(&q);
    if (nj_out_books_read(s)) {
        nj_out_books_each(s, doubt, NULL);
        nj_out_books_settle(s);
    }
    nj_store_leave(s, own);
}

int64_t nj_out_settled(struct nj_store *s)
{
    struct nj_stmt q = nj_stmt_begin(s, "SELECT id FROM settled");

    return nj_stmt_number(&q);
}
