/*
 * What has to be looked at next. Deadlines stand in a heap, the earliest on
 * top, so that neither an order nor the moment of one match costs more where
 * many are open.
 *
 * Invariant: an entry whose deadline counts stands there, no later than it. One
 * that has moved on since is put right when its turn has come.
 */
#include <stdlib.h>

#include "base/arena.h"
#include "base/bug.h"
#include "referee/books/books.h"
#include "referee/books/books_priv.h"
#include "referee/referee_priv.h"

/* --- the heap --- */

static void put(struct nj_referee *r, uint32_t at, struct nj_due due)
{
    r->due_heap[at] = due;
    due.e->due_place = at + 1;
}

/* From there towards the top, past what is due later. */
static void rise(struct nj_referee *r, uint32_t at, struct nj_due due)
{
    NJ_ASSERT(at < r->n_due);
    while (at > 0 && r->due_heap[(at - 1) / 2].at_ms > due.at_ms) {
        put(r, at, r->due_heap[(at - 1) / 2]);
        at = (at - 1) / 2;
    }
    put(r, at, due);
}

/* The other way, past what is due earlier. */
static void sink(struct nj_referee *r, uint32_t at, struct nj_due due)
{
    NJ_ASSERT(at < r->n_due);
    for (;;) {
        uint32_t child = 2 * at + 1;

        if (child + 1 < r->n_due &&
            r->due_heap[child + 1].at_ms < r->due_heap[child].at_ms)
            child++;
        if (child >= r->n_due || r->due_heap[child].at_ms >= due.at_ms)
            break;
        put(r, at, r->due_heap[child]);
        at = child;
    }
    put(r, at, due);
}

static void add(struct nj_referee *r, struct nj_entry *e)
{
    if (r->n_due == r->due_cap) {
        r->due_cap = r->due_cap == 0 ? 64 : 2 * r->due_cap;
        r->due_heap =
            nj_realloc(r->due_heap, r->due_cap * sizeof(r->due_heap[0]));
    }
    r->n_due++;
    rise(r, r->n_due - 1, (struct nj_due){.at_ms = e->deadline_ms, .e = e});
}

void nj_due_drop(struct nj_referee *r, struct nj_entry *e)
{
    uint32_t at = e->due_place - 1;
    struct nj_due last;

    if (e->due_place == 0)
        return;
    NJ_ASSERT(at < r->n_due && r->due_heap[at].e == e);
    e->due_place = 0;
    last = r->due_heap[--r->n_due];
    if (at == r->n_due)
        return;
    if (at > 0 && r->due_heap[(at - 1) / 2].at_ms > last.at_ms)
        rise(r, at, last);
    else
        sink(r, at, last);
}

void nj_due_free(struct nj_referee *r)
{
    free(r->due_heap);
    r->due_heap = NULL;
    r->n_due = r->due_cap = 0;
}

/* --- deadlines --- */

static bool counts(const struct nj_entry *e)
{
    return e->deadline_ms != 0 && e->hold == 0 && nj_books_is_open(e);
}

void nj_due_note(struct nj_referee *r, struct nj_entry *e)
{
    if (!counts(e))
        return;
    if (e->due_place == 0)
        add(r, e);
    else if (e->deadline_ms < r->due_heap[e->due_place - 1].at_ms)
        rise(r, e->due_place - 1,
             (struct nj_due){.at_ms = e->deadline_ms, .e = e});
}

void nj_due_note_all(struct nj_referee *r)
{
    for (uint32_t i = 0; i < r->n_entries; i++)
        nj_due_note(r, r->entries[i]);
}

/* Puts right what has come to the top and moved on; false: nothing is due. */
static bool settle(struct nj_referee *r)
{
    while (r->n_due > 0) {
        struct nj_due *top = &r->due_heap[0];

        if (!counts(top->e))
            nj_due_drop(r, top->e);
        else if (top->e->deadline_ms == top->at_ms)
            return true;
        else
            sink(r, 0,
                 (struct nj_due){.at_ms = top->e->deadline_ms, .e = top->e});
    }
    return false;
}

int64_t nj_due_first_ms(const struct nj_referee *r)
{
    return r->n_due > 0 ? r->due_heap[0].at_ms : 0;
}

static int by_number(const void *a, const void *b)
{
    int64_t x = *(const int64_t *)a;
    int64_t y = *(const int64_t *)b;

    return (x > y) - (x < y);
}

int64_t *nj_due_take(struct nj_referee *r, uint32_t *n)
{
    int64_t *ids = NULL;

    *n = 0;
    while (settle(r) && r->due_heap[0].at_ms <= r->now_ms) {
        struct nj_entry *e = r->due_heap[0].e;

        nj_due_drop(r, e);
        if ((*n & (*n - 1)) == 0)
            ids = nj_realloc(ids, 2 * (size_t)(*n + 1) * sizeof(ids[0]));
        ids[(*n)++] = e->id;
    }
    if (*n > 1)
        qsort(ids, *n, sizeof(ids[0]), by_number);
    return ids;
}

/* --- tables that nobody comes to --- */

int64_t nj_due_stale_ms(int64_t touched_ms)
{
    return touched_ms + NJ_STALE_MS;
}

/* After the notice there is more than a day between the two of a row. */
bool nj_due_noticed(int64_t touched_ms, int64_t deadline_ms)
{
    return deadline_ms - touched_ms > NJ_STALE_MS + NJ_STALE_MS / 2;
}

/* --- computer players --- */

void nj_due_busy(struct nj_referee *r, struct nj_entry *e)
{
    NJ_ASSERT(r->n_busy == 0 || r->busy != NULL);
    r->more = true;
    if (e->computers)
        return;
    e->computers = true;
    for (uint32_t i = 0; i < r->n_busy; i++)
        if (r->busy[i] == e)
            return; /* still on the list from before */
    if ((r->n_busy & (r->n_busy - 1)) == 0)
        r->busy =
            nj_realloc(r->busy, 2 * (size_t)(r->n_busy + 1) * sizeof(void *));
    r->busy[r->n_busy++] = e;
    NJ_ASSERT(e->computers);
}

void nj_due_idle(struct nj_referee *r)
{
    uint32_t keep = 0;

    for (uint32_t i = 0; i < r->n_busy; i++)
        if (r->busy[i]->computers)
            r->busy[keep++] = r->busy[i];
    r->n_busy = keep;
    NJ_ASSERT(keep <= r->n_busy);
}
