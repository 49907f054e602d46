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

void nj_due_drop(struct nj_referee *r, struct nj_entry *e)
{
    if (e->due_place != 0)
        nj_ranks_drop(&r->due, e);
}

/* --- deadlines --- */

static bool counts(const struct nj_entry *e)
{
    NJ_ASSERT(e->deadline_ms == 0 || nj_books_is_open(e));
    return e->deadline_ms != 0 && e->hold == 0;
}

void nj_due_note(struct nj_referee *r, struct nj_entry *e)
{
    if (!counts(e))
        return;
    if (r->due.v == NULL)
        r->due = NJ_RANKS(struct nj_entry, due_place);
    if (e->due_place == 0)
        nj_ranks_add(&r->due, e, e->deadline_ms);
    else if (e->deadline_ms < nj_ranks_at(&r->due, e))
        nj_ranks_move(&r->due, e, e->deadline_ms);
    NJ_ASSERT(e->due_place != 0 && nj_ranks_at(&r->due, e) <= e->deadline_ms);
}

void nj_due_note_all(struct nj_referee *r)
{
    for (uint32_t i = 0; i < r->n_entries; i++)
        nj_due_note(r, r->entries[i]);
}

/* Puts right what has come to the top and moved on; false: nothing is due. */
static bool settle(struct nj_referee *r)
{
    while (r->due.n > 0) {
        struct nj_entry *e = r->due.v[0].thing;

        if (!counts(e))
            nj_due_drop(r, e);
        else if (e->deadline_ms == r->due.v[0].at)
            return true;
        else
            nj_ranks_move(&r->due, e, e->deadline_ms);
    }
    return false;
}

int64_t nj_due_first_ms(const struct nj_referee *r)
{
    return r->due.n > 0 ? r->due.v[0].at : 0;
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
    while (settle(r) && r->due.v[0].at <= r->now_ms) {
        struct nj_entry *e = nj_ranks_take(&r->due);

        NJ_ASSERT(e->due_place == 0 && e->deadline_ms <= r->now_ms);
        ids = nj_grow(ids, *n, sizeof(ids[0]));
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
    r->busy = nj_grow(r->busy, r->n_busy, sizeof(void *));
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
}
