/*
 * What has to be looked at next.
 */
#include "base/arena.h"
#include "base/bug.h"
#include "referee/books/books.h"
#include "referee/referee_priv.h"

void nj_due_note(struct nj_referee *r, struct nj_entry *e)
{
    if (e->deadline_ms == 0 || e->hold != 0)
        return;
    if (r->deadline_ms == 0 || e->deadline_ms < r->deadline_ms)
        r->deadline_ms = e->deadline_ms;
}

void nj_due_find_next(struct nj_referee *r)
{
    r->deadline_ms = 0;
    for (uint32_t i = 0; i < r->n_entries; i++)
        nj_due_note(r, r->entries[i]);
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
