/*
 * Deadlines: found when they have passed, held while a player cannot play.
 */
#include "referee/time/deadline.h"

#include "base/bug.h"
#include "match/match.h"
#include "referee/books/books.h"
#include "referee/books/homes.h"
#include "referee/play/apply.h"
#include "referee/play/computers.h"
#include "referee/play/live.h"
#include "referee/referee_priv.h"
#include "referee/time/grace.h"
#include "referee/time/pulse.h"
#include "referee/time/stale.h"
#include "referee/turn/turn.h"

void nj_deadline_set(struct nj_referee *r, struct nj_entry *e)
{
    if (e->deadline_ms == 0 || e->hold != 0)
        return;
    if (r->deadline_ms == 0 || e->deadline_ms < r->deadline_ms)
        r->deadline_ms = e->deadline_ms;
}

void nj_deadline_find_next(struct nj_referee *r)
{
    r->deadline_ms = 0;
    for (uint32_t i = 0; i < r->n_entries; i++)
        nj_deadline_set(r, r->entries[i]);
}

/* Acts on all deadlines of a match that have passed, in order: LN-12.5. */
static void fire_entry(struct nj_referee *r, struct nj_entry *e)
{
    struct nj_input in;

    NJ_ASSERT(e->match != NULL);
    while (e->state == NJ_MATCH_RUNNING && e->hold == 0 && nj_turn_good(r) &&
           nj_match_due(e->match, r->now_ms, &in)) {
        in.at_ms = r->now_ms;
        (void)nj_apply_input(r, e, &in, NULL);
    }
}

static bool is_due(const struct nj_referee *r, const struct nj_entry *e)
{
    return (e->state == NJ_MATCH_RUNNING || e->state == NJ_MATCH_LOBBY) &&
           e->hold == 0 && e->deadline_ms != 0 && e->deadline_ms <= r->now_ms;
}

static void fire_one(struct nj_referee *r, struct nj_entry *e)
{
    if (e->state == NJ_MATCH_LOBBY)
        nj_stale_fire(r, e);
    else if (nj_live_wake(r, e))
        fire_entry(r, e);
    if (e->match == NULL || !is_due(r, e))
        return;
    nj_computers_busy(r, e); /* the moment of one of them has come */
    nj_pulse_note(r, e);
}

void nj_deadline_fire(struct nj_referee *r)
{
    int64_t ids[64];
    uint32_t n;

    if (r->deadline_ms == 0 || r->deadline_ms > r->now_ms)
        return;
    do { /* a match that cannot be woken leaves the list: ids first */
        n = 0;
        for (uint32_t i = 0; i < r->n_entries && n < NJ_COUNT(ids); i++) {
            struct nj_entry *e = r->entries[i];

            if (is_due(r, e))
                ids[n++] = e->id;
        }
        for (uint32_t i = 0; i < n && nj_turn_good(r); i++) {
            struct nj_entry *e = nj_books_entry(r, ids[i]);

            if (e != NULL)
                fire_one(r, e);
        }
    } while (n == NJ_COUNT(ids) && nj_turn_good(r));
    nj_deadline_find_next(r);
}

void nj_deadline_hold(struct nj_referee *r, struct nj_entry *e, uint8_t why,
                      bool on)
{
    uint8_t before = e->hold;
    const char *key =
        why == NJ_HOLD_SEAT || why == NJ_HOLD_AWAY || why == NJ_HOLD_SILENT
            ? "shell.clock_again"
            : "shell.outage";

    NJ_ASSERT(why == NJ_HOLD_GATEWAY || why == NJ_HOLD_SEAT ||
              why == NJ_HOLD_BEHIND || why == NJ_HOLD_AWAY ||
              why == NJ_HOLD_SILENT);
    e->hold = on ? (uint8_t)(e->hold | why) : (uint8_t)(e->hold & ~why);
    if (before == 0 && e->hold != 0)
        e->held_ms = r->now_ms;
    if (before != 0 && e->hold == 0) {
        nj_grace_move(r, e, e->held_ms, key);
        nj_deadline_set(r, e);
        if (e->match != NULL) /* a computer player may have been waiting */
            nj_computers_busy(r, e);
    }
    NJ_ASSERT(on == ((e->hold & why) != 0));
}

nj_seat_set nj_deadline_stands_for(const struct nj_entry *e)
{
    return e->game->game->absence_secret
               ? 0
               : nj_match_awaited(e->match) & e->blocked;
}

/* Each is said once: what he has to do. */
void nj_deadline_wait(struct nj_referee *r, struct nj_entry *e)
{
    nj_seat_set waits = nj_deadline_stands_for(e);
    nj_seat_set untold = waits & ~e->told;

    NJ_ASSERT(e->match != NULL);
    e->told |= untold;
    NJ_FOREACH_SEAT(k, untold)
        nj_homes_tell(r, e, "shell.unreachable",
                      NJ_ARGS(nj_arg_seat("seat", k)));
    if ((waits != 0) != ((e->hold & NJ_HOLD_SEAT) != 0))
        nj_deadline_hold(r, e, NJ_HOLD_SEAT, waits != 0);
}

void nj_deadline_unblock(struct nj_referee *r, struct nj_entry *e, nj_seat seat)
{
    e->blocked &= ~nj_bit(seat);
    if ((e->hold & NJ_HOLD_SEAT) != 0 && nj_deadline_stands_for(e) == 0)
        nj_deadline_hold(r, e, NJ_HOLD_SEAT, false);
}
