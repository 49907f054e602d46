/*
 * The outbox between two commits: what is under way and where the chains of
 * messages end.
 */
#include "store/out_books.h"

#include <stdlib.h>

#include "base/arena.h"
#include "base/bug.h"
#include "store/store_priv.h"

void nj_out_books_forget(struct nj_out_books *b)
{
    b->known = false;
    b->from = b->n = 0;
    b->moved = false;
    nj_said_forget(&b->said);
    b->n_dirty = 0;
    for (uint32_t i = 0; b->chained && i < NJ_OUT_CHAINS; i++)
        b->chains[i] = (struct nj_out_chain){.match = 0};
    b->chained = false;
}

void nj_out_books_fini(struct nj_out_books *b)
{
    free(b->flights);
    nj_str_fini(&b->said.body);
    b->flights = NULL;
    b->cap = 0;
}

/* --- under way --- */

void nj_out_books_depart(struct nj_out_books *b, int64_t id)
{
    NJ_ASSERT(b->known);
    NJ_ASSERT(b->n == b->from || b->flights[b->n - 1].id < id);
    if (b->from == b->n)
        b->from = b->n = 0;
    if (b->n == b->cap) {
        b->cap = b->cap == 0 ? 64 : 2 * b->cap;
        b->flights = nj_realloc(b->flights, b->cap * sizeof(*b->flights));
    }
    b->flights[b->n++] = (struct nj_out_flight){.id = id};
}

static struct nj_out_flight *find(struct nj_out_books *b, int64_t id)
{
    uint32_t lo = b->from, hi = b->n;

    NJ_ASSERT(b->known);
    while (lo < hi) {
        uint32_t mid = lo + (hi - lo) / 2;

        if (b->flights[mid].id < id)
            lo = mid + 1;
        else
            hi = mid;
    }
    return lo < b->n && b->flights[lo].id == id ? &b->flights[lo] : NULL;
}

bool nj_out_books_arrive(struct nj_out_books *b, int64_t id)
{
    struct nj_out_flight *f = find(b, id);

    if (f == NULL || f->stored)
        return false;
    f->arrived = true;
    b->moved = true;
    return true;
}

void nj_out_books_divert(struct nj_out_books *b, int64_t id)
{
    struct nj_out_flight *f = find(b, id);

    if (f == NULL)
        return;
    f->stored = true;
    b->moved = true;
}

static void note_flight(void *ctx, struct nj_out_row *row, bool fated)
{
    struct nj_store *s = ctx;

    if (row->id > s->out.settled && row->chat[0] != '\0' && !fated)
        nj_out_books_depart(&s->out, row->id);
}

void nj_out_books_each(struct nj_store *s, nj_out_flight_fn *fn,
                       const void *ctx)
{
    struct nj_out_books *b = &s->out;

    NJ_ASSERT(b->known);
    for (uint32_t i = b->from; i < b->n && nj_store_good(s); i++)
        if (!b->flights[i].arrived && !b->flights[i].stored)
            fn(s, b->flights[i].id, ctx);
}

bool nj_out_books_read(struct nj_store *s)
{
    if (s->out.known || !nj_store_good(s))
        return nj_store_good(s);
    nj_out_books_forget(&s->out);
    s->out.settled = nj_out_settled(s);
    s->out.last = nj_said_latest(s);
    if (s->out.last < s->out.settled) /* rows are lost: no number twice */
        s->out.last = s->out.settled;
    s->out.known = true;
    nj_said_from(s, s->out.settled + 1, note_flight, s);
    if (!nj_store_good(s))
        nj_out_books_forget(&s->out);
    return nj_store_good(s);
}

static void write_settled(struct nj_store *s)
{
    struct nj_stmt q = nj_stmt_write(s, "UPDATE settled SET id = ?");

    nj_bind_i64(&q, s->out.settled);
    nj_stmt_change(&q, "settled row", 1);
}

void nj_out_books_settle(struct nj_store *s)
{
    struct nj_out_books *b = &s->out;

    b->from = b->n = 0;
    b->moved = false;
    if (b->settled == b->last || !nj_store_good(s))
        return;
    NJ_ASSERT(b->settled < b->last);
    b->settled = b->last;
    write_settled(s);
}

/* What arrived while something before it did not gets a row of its own. */
static void write_arrived(struct nj_store *s, struct nj_out_flight *f)
{
    NJ_ASSERT(f->arrived);
    f->stored = true;
    nj_out_arrived(s, f->id);
}

/* Now that all before it arrived, too, that row says nothing any more. */
static void drop_arrived(struct nj_store *s, int64_t id)
{
    struct nj_stmt q =
        nj_stmt_write(s, "DELETE FROM fates WHERE id = ? AND state = 2"
                         " AND repeat = 0 AND tries = 0 AND reason = ''");

    NJ_ASSERT(id <= s->out.settled);
    nj_bind_i64(&q, id);
    nj_stmt_do(&q);
}

static void settle(struct nj_store *s)
{
    struct nj_out_books *b = &s->out;

    while (b->from < b->n &&
           (b->flights[b->from].arrived || b->flights[b->from].stored)) {
        struct nj_out_flight f = b->flights[b->from++];

        b->settled = f.id;
        if (f.arrived && f.stored)
            drop_arrived(s, f.id);
    }
}

static void write_flights(struct nj_store *s)
{
    struct nj_out_books *b = &s->out;
    int64_t before = b->settled;

    settle(s);
    for (uint32_t i = b->from; i < b->n; i++)
        if (b->flights[i].arrived && !b->flights[i].stored)
            write_arrived(s, &b->flights[i]);
    b->moved = false;
    if (b->settled != before)
        write_settled(s);
}

/* --- chains --- */

static void write_chain(struct nj_store *s, struct nj_out_chain *c)
{
    struct nj_stmt q = nj_stmt_write(
        s, "UPDATE pulses SET last_message = ? WHERE match_id = ?");

    NJ_ASSERT(c->dirty);
    c->dirty = false;
    nj_bind_i64(&q, c->last);
    nj_bind_i64(&q, c->match);
    nj_stmt_change(&q, "match", c->match);
}

static struct nj_out_chain *slot_of(struct nj_out_books *b, int64_t match)
{
    NJ_ASSERT(match > 0);
    return &b->chains[(uint64_t)match & (NJ_OUT_CHAINS - 1)];
}

struct nj_out_chain *nj_out_books_chain(struct nj_store *s, int64_t match)
{
    struct nj_out_books *b = &s->out;
    struct nj_out_chain *c = slot_of(b, match);
    struct nj_stmt q;
    int64_t last = 0;
    bool found;

    if (c->match == match)
        return c;
    if (c->dirty)
        write_chain(s, c);
    q = nj_stmt_begin(s, "SELECT last_message FROM pulses WHERE match_id = ?");
    nj_bind_i64(&q, match);
    found = nj_stmt_step(&q);
    if (found)
        last = nj_read_i64(&q, 0, INT64_MAX);
    nj_stmt_end(&q);
    if (!found && nj_store_good(s))
        nj_trouble_note(s, NJ_ERR_NOT_FOUND,
                        "database '%s' has no such match: %lld", s->path,
                        (long long)match);
    if (!nj_store_good(s))
        return NULL;
    *c = (struct nj_out_chain){
        .match = match, .last = last, .listed = c->listed};
    b->chained = true;
    return c;
}

void nj_out_books_link(struct nj_out_books *b, struct nj_out_chain *c,
                       int64_t id)
{
    NJ_ASSERT(c->last < id);
    c->last = id;
    c->dirty = true;
    if (c->listed)
        return;
    c->listed = true;
    NJ_ASSERT(b->n_dirty < NJ_OUT_CHAINS);
    b->dirty[b->n_dirty++] = (uint16_t)(c - b->chains);
}

int64_t nj_out_books_pulse(struct nj_out_books *b, int64_t match)
{
    struct nj_out_chain *c = slot_of(b, match);

    if (c->match != match || !c->dirty)
        return 0;
    c->dirty = false;
    return c->last;
}

static void write_chains(struct nj_store *s)
{
    struct nj_out_books *b = &s->out;

    for (uint32_t i = 0; i < b->n_dirty; i++) {
        struct nj_out_chain *c = &b->chains[b->dirty[i]];

        NJ_ASSERT(c->listed);
        c->listed = false;
        if (c->dirty)
            write_chain(s, c);
    }
    b->n_dirty = 0;
}

void nj_out_books_write(struct nj_store *s)
{
    nj_said_write(s);
    if (s->out.moved)
        write_flights(s);
    if (s->out.n_dirty > 0)
        write_chains(s);
}
