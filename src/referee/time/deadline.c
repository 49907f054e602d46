/*
 * Deadlines: found when they have passed, held while a player cannot play.
 */
#include "base/bug.h"
#include "match/match.h"
#include "referee/books/books.h"
#include "referee/referee_priv.h"
#include "referee/speech/tell.h"
#include "referee/time/time.h"

void nj_deadline_hold(struct nj_referee *r, struct nj_entry *e, uint8_t why,
                      bool on)
{
    uint8_t before = e->hold;
    const char *key =
        why == NJ_HOLD_SEAT || why == NJ_HOLD_AWAY || why == NJ_HOLD_SILENT
            ? "shell.clock_again"
            : "shell.outage";

    NJ_ASSERT(e->state == NJ_MATCH_RUNNING);
    NJ_ASSERT(why == NJ_HOLD_GATEWAY || why == NJ_HOLD_SEAT ||
              why == NJ_HOLD_BEHIND || why == NJ_HOLD_AWAY ||
              why == NJ_HOLD_SILENT);
    e->hold = on ? (uint8_t)(e->hold | why) : (uint8_t)(e->hold & ~why);
    if (before == 0 && e->hold != 0)
        e->held_ms = r->now_ms;
    if (before != 0 && e->hold == 0) {
        nj_grace_move(r, e, e->held_ms, key);
        nj_due_note(r, e);
        if (e->match != NULL) /* a computer player may have been waiting */
            nj_due_busy(r, e);
    }
    NJ_ASSERT(on == ((e->hold & why) != 0));
    NJ_ASSERT(e->hold == 0 || e->held_ms != 0);
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
        nj_announce_seat(r, e, "unreachable", k, 0);
    if ((waits != 0) != ((e->hold & NJ_HOLD_SEAT) != 0))
        nj_deadline_hold(r, e, NJ_HOLD_SEAT, waits != 0);
    NJ_ASSERT((waits != 0) == ((e->hold & NJ_HOLD_SEAT) != 0));
}

void nj_deadline_unblock(struct nj_referee *r, struct nj_entry *e, nj_seat seat)
{
    NJ_ASSERT(seat < NJ_SEATS_MAX);
    e->blocked &= ~nj_bit(seat);
    if ((e->hold & NJ_HOLD_SEAT) != 0 && nj_deadline_stands_for(e) == 0)
        nj_deadline_hold(r, e, NJ_HOLD_SEAT, false);
}
