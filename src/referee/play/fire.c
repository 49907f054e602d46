/*
 * Deadlines that have passed: found, and acted on in order.
 */
#include <stdlib.h>

#include "base/bug.h"
#include "match/match.h"
#include "referee/books/books.h"
#include "referee/play/play.h"
#include "referee/play/play_priv.h"
#include "referee/referee_priv.h"
#include "referee/time/time.h"

/* Fires all deadlines of one match that have passed, in order: LN-12.5. */
static void fire_entry(struct nj_referee *r, struct nj_entry *e)
{
    struct nj_input in;

    NJ_ASSERT(e->match != NULL);
    while (e->state == NJ_MATCH_RUNNING && e->hold == 0 &&
           nj_store_good(r->store) && nj_match_due(e->match, r->now_ms, &in)) {
        in.at_ms = r->now_ms;
        (void)nj_apply_input(r, e, &in, NULL);
    }
}

static bool is_due(const struct nj_referee *r, const struct nj_entry *e)
{
    NJ_ASSERT(e->deadline_ms == 0 || nj_books_is_open(e));
    return e->hold == 0 && e->deadline_ms != 0 && e->deadline_ms <= r->now_ms;
}

static void fire_one(struct nj_referee *r, struct nj_entry *e)
{
    NJ_ASSERT(nj_books_is_open(e));
    if (e->state == NJ_MATCH_LOBBY)
        nj_stale_fire(r, e);
    else if (nj_live_wake(r, e))
        fire_entry(r, e);
    if (e->match == NULL || !is_due(r, e))
        return;
    nj_due_busy(r, e); /* the moment of one of them has come */
    nj_pulse_note(r, e);
}

void nj_fire(struct nj_referee *r)
{
    uint32_t n;
    int64_t *ids;

    NJ_ASSERT(!r->stopping);
    if (nj_due_first_ms(r) == 0 || nj_due_first_ms(r) > r->now_ms)
        return;
    ids =
        nj_due_take(r, &n); /* a match that cannot be woken leaves the books */
    for (uint32_t i = 0; i < n && nj_store_good(r->store); i++) {
        struct nj_entry *e = nj_books_entry(r, ids[i]);

        NJ_ASSERT(e != NULL); /* until the end of the turn */
        if (is_due(r, e))
            fire_one(r, e);
    }
    for (uint32_t i = 0; i < n; i++)
        nj_due_note(r, nj_books_entry(r, ids[i]));
    free(ids);
}
