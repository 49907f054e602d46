/*
 * A store whose server is away: what arrives waits, clocks stand, and all is
 * read again when it is back.
 *
 * The turn in hand may be in it or not. Its events are heard again then: words
 * that it has are known by their ids, what became of a call is as true the
 * second time, and what it stored to be said has not left (full.c).
 */
#include "base/bug.h"
#include "base/log.h"
#include "referee/referee_priv.h"
#include "referee/time/time.h"
#include "referee/turn/full.h"

#define KEPT_MAX 20000 /* words; a flood is not kept for ever */

static void keep(struct nj_referee *r, struct nj_event *events)
{
    struct nj_event **end = &r->kept;
    uint32_t n = 0;

    NJ_ASSERT(r->away && !r->full);
    for (; *end != NULL; end = &(*end)->next)
        n++;
    while (events != NULL) {
        struct nj_event *ev = events;

        events = ev->next;
        ev->next = NULL;
        r->stopping = r->stopping || ev->kind == NJ_EVENT_STOP;
        if (ev->kind == NJ_EVENT_CLOCK ||
            (ev->kind == NJ_EVENT_MESSAGE && n >= KEPT_MAX)) {
            nj_event_destroy(ev);
            continue;
        }
        *end = ev;
        end = &ev->next;
        n++;
    }
}

void nj_away_begin(struct nj_referee *r, struct nj_event *events)
{
    NJ_ASSERT(nj_store_away(r->store));
    nj_full_forget(r, events);
    if (!r->away) {
        nj_log(NJ_LOG_ERROR, "store", "away",
               NJ_FIELDS(nj_f_text("why", r->err.text)));
        r->away_ms = r->now_ms;
        r->count.aways++;
    }
    r->away = true;
    r->full = false; /* that is found out again */
    keep(r, events);
}

/* It is back, and all is as it has it. */
static bool come_back(struct nj_referee *r)
{
    NJ_ASSERT(r->away);
    if (nj_store_return(r->store, &r->err) != NJ_OK || !nj_full_start_over(r))
        return false;
    nj_clocks_away(r, r->away_ms);
    nj_log(NJ_LOG_WARN, "store", "back",
           NJ_FIELDS(nj_f_i64("ms", r->now_ms - r->away_ms)));
    r->away = false;
    return true;
}

bool nj_away_over(struct nj_referee *r, struct nj_event *events)
{
    NJ_ASSERT(r->away);
    if (come_back(r))
        return true;
    keep(r, events);
    return false;
}
