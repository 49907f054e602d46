/*
 * Deadlines: found when they have passed, held while a player cannot play,
 * moved when he could not (design 4: the grace).
 */
#include "base/bug.h"
#include "base/log.h"
#include "referee/referee_priv.h"

#define MENTION_MS 60000 /* outages under a minute are not mentioned */
#define NOTICE_MS  1000  /* a shorter one costs nobody anything */

void nj_deadline_set(struct nj_referee *r, struct nj_entry *e)
{
    if (e->deadline_ms == 0 || e->hold != 0)
        return;
    if (r->deadline_ms == 0 || e->deadline_ms < r->deadline_ms)
        r->deadline_ms = e->deadline_ms;
}

static void find_next(struct nj_referee *r)
{
    r->deadline_ms = 0;
    for (uint32_t i = 0; i < r->n_entries; i++)
        nj_deadline_set(r, r->entries[i]);
}

/* All deadlines of one match that have passed, in order: LN-12.5. */
static void fire_entry(struct nj_referee *r, struct nj_entry *e)
{
    struct nj_input in;

    while (e->state == NJ_MATCH_RUNNING && e->hold == 0 && r->status == NJ_OK &&
           nj_match_due(e->match, r->now_ms, &in)) {
        in.at_ms = r->now_ms;
        (void)nj_live_apply(r, e, &in, NULL);
    }
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

            if (e->state == NJ_MATCH_RUNNING && e->hold == 0 &&
                e->deadline_ms != 0 && e->deadline_ms <= r->now_ms)
                ids[n++] = e->id;
        }
        for (uint32_t i = 0; i < n && r->status == NJ_OK; i++) {
            struct nj_entry *e = nj_books_entry(r, ids[i]);

            if (e != NULL && nj_live_wake(r, e))
                fire_entry(r, e);
        }
    } while (n == NJ_COUNT(ids) && r->status == NJ_OK);
    find_next(r);
}

void nj_deadline_grace(struct nj_timer *timers, int64_t now_ms, int64_t down_ms,
                       int64_t least_ms)
{
    for (uint32_t i = 0; i < NJ_TIMERS_MAX; i++) {
        struct nj_timer *t = &timers[i];
        int64_t ahead = t->length_ms < least_ms ? t->length_ms : least_ms;

        if (t->name[0] == '\0')
            continue;
        t->at_ms += down_ms;
        if (t->at_ms < now_ms + ahead)
            t->at_ms = now_ms + ahead;
    }
}

/* `key` tells the group why its deadlines moved, if it is worth telling. */
static void move_deadlines(struct nj_referee *r, struct nj_entry *e,
                           int64_t down_ms, const char *key)
{
    struct nj_timer timers[NJ_TIMERS_MAX];

    if (e->state != NJ_MATCH_RUNNING || e->deadline_ms == 0 || e->paused ||
        down_ms < NOTICE_MS || !nj_live_wake(r, e))
        return;
    memcpy(timers, nj_match_timers(e->match), sizeof(timers));
    nj_deadline_grace(timers, r->now_ms, down_ms, r->setup.grace_ms);
    nj_match_set_timers(e->match, timers);
    nj_live_pulse(r, e);
    if (down_ms >= MENTION_MS)
        nj_tell(r, e->home, e, key, NJ_ARGS(nj_arg_ms("down", down_ms)));
    nj_log(NJ_LOG_INFO, "deadline", "moved",
           NJ_FIELDS(nj_f_i64("match", e->id), nj_f_i64("ms", down_ms)));
}

void nj_deadline_hold(struct nj_referee *r, struct nj_entry *e, uint8_t why,
                      bool on)
{
    uint8_t before = e->hold;
    const char *key =
        why == NJ_HOLD_SEAT ? "shell.clock_again" : "shell.outage";

    e->hold = on ? (uint8_t)(e->hold | why) : (uint8_t)(e->hold & ~why);
    if (before == 0 && e->hold != 0)
        e->held_ms = r->now_ms;
    if (before != 0 && e->hold == 0) {
        move_deadlines(r, e, r->now_ms - e->held_ms, key);
        nj_deadline_set(r, e);
        if (e->match != NULL) /* a computer player may have been waiting */
            nj_live_busy(r, e);
    }
}

void nj_deadline_unblock(struct nj_referee *r, struct nj_entry *e, nj_seat seat)
{
    e->blocked &= ~nj_bit(seat);
    if ((e->hold & NJ_HOLD_SEAT) != 0 &&
        (nj_match_awaited(e->match) & e->blocked) == 0)
        nj_deadline_hold(r, e, NJ_HOLD_SEAT, false);
}

/*
 * Matches that depend on a gateway: their home is there, or one of their
 * people. Both kinds of chats know their matches, so none has to be woken.
 */
void nj_deadline_gateway(struct nj_referee *r, uint8_t gateway, bool up)
{
    NJ_ASSERT(gateway < NJ_COUNT(r->down));
    if (r->down[gateway] == !up)
        return;
    r->down[gateway] = !up;
    for (uint32_t i = 0; i < r->chats_cap; i++) {
        const struct nj_chat *c = r->chats[i];

        if (c == NULL || c->gateway != gateway)
            continue;
        for (uint32_t k = 0; k < c->n_entries; k++)
            if (c->entries[k]->state == NJ_MATCH_RUNNING)
                nj_deadline_hold(r, c->entries[k], NJ_HOLD_GATEWAY, !up);
    }
}

/* A clock that stood when we went down stands again; it is moved by all of
 * that time once the player can be reached. */
static bool stands(struct nj_referee *r, struct nj_entry *e, int64_t down_ms)
{
    if (e->state != NJ_MATCH_RUNNING || e->blocked == 0 || !nj_live_wake(r, e))
        return false;
    if ((nj_match_awaited(e->match) & e->blocked) == 0)
        return false;
    nj_deadline_hold(r, e, NJ_HOLD_SEAT, true);
    e->held_ms = r->now_ms - down_ms;
    return true;
}

void nj_deadline_recover(struct nj_referee *r, int64_t down_ms)
{
    for (uint32_t i = 0; i < r->n_entries && r->status == NJ_OK; i++)
        if (!stands(r, r->entries[i], down_ms))
            move_deadlines(r, r->entries[i], down_ms, "shell.outage");
    find_next(r);
}
