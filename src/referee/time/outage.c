/*
 * After an outage the deadlines of a big house move a share in each turn.
 */
#include "base/bug.h"
#include "referee/books/books.h"
#include "referee/referee_priv.h"
#include "referee/speech/outbox.h"
#include "referee/time/time.h"

/* After an outage of a big house nobody may have to wait until all deadlines
 * have moved: so many entries are looked at, so many moved in one turn. */
#define LOOK_SHARE 4096
#define MOVE_SHARE 64

/* --- gateways --- */

static void look_again(struct nj_referee *r)
{
    r->behind = true;
    r->behind_id = 0;
    r->behind_seen = false;
    r->catching_up = true;
}

static void leave_behind(struct nj_referee *r, struct nj_entry *e)
{
    NJ_ASSERT(e->state == NJ_MATCH_RUNNING);
    e->hold |= NJ_HOLD_BEHIND;
    look_again(r);
    NJ_ASSERT(r->behind);
}

static void hold_for_gateway(struct nj_referee *r, struct nj_entry *e,
                             uint8_t gateway, bool up)
{
    uint8_t bit = (uint8_t)(1u << gateway);
    bool over = up && (e->silent & bit) != 0;

    NJ_ASSERT(e->silent == 0 || (e->hold & NJ_HOLD_GATEWAY) != 0);
    if (e->state != NJ_MATCH_RUNNING)
        return;
    e->silent = up ? (uint8_t)(e->silent & ~bit) : (uint8_t)(e->silent | bit);
    up = e->silent == 0;
    /* The other, which is still away, may not have been so for as long; what
     * is left of a life before has its own note. */
    if (over && !up && (e->hold & NJ_HOLD_BEHIND) == 0)
        nj_grace_reckon(r, e);
    if (up && e->match == NULL && (e->hold & NJ_HOLD_GATEWAY) != 0)
        leave_behind(r, e); /* many at once: each in its turn */
    nj_deadline_hold(r, e, NJ_HOLD_GATEWAY, !up);
    NJ_ASSERT((e->silent != 0) == ((e->hold & NJ_HOLD_GATEWAY) != 0));
}

/*
 * Matches that depend on a gateway: one of their homes is there, or of their
 * people. Both kinds of chats know their matches, so none has to be woken.
 */
static void tell_matches(struct nj_referee *r, uint8_t gateway, bool up)
{
    NJ_ASSERT(gateway < NJ_COUNT(r->down));
    for (uint32_t i = 0; i < r->chats_cap; i++) {
        const struct nj_chat *c = r->chats[i];

        if (c == NULL || c->gateway != gateway)
            continue;
        for (uint32_t k = 0; k < c->n_entries; k++)
            hold_for_gateway(r, c->entries[k], gateway, up);
    }
}

void nj_outage_gateway(struct nj_referee *r, uint8_t gateway, bool up)
{
    NJ_ASSERT(gateway < NJ_COUNT(r->down));
    if (r->down[gateway] == !up)
        return;
    r->down[gateway] = !up;
    nj_rest_wake_all(r, gateway);
    if (up)
        r->back_ms[gateway] = r->now_ms;
    else if (r->down_ms[gateway] == 0) /* else some have yet to move */
        r->down_ms[gateway] = r->now_ms;
    NJ_ASSERT(up || r->down_ms[gateway] != 0);
    tell_matches(r, gateway, up);
}

void nj_outage_undo_up(struct nj_referee *r, uint8_t gateway)
{
    NJ_ASSERT(gateway < NJ_COUNT(r->down));
    r->down[gateway] = true;
    if (r->down_ms[gateway] == 0)
        r->down_ms[gateway] = r->now_ms;
    NJ_ASSERT(r->down_ms[gateway] <= r->now_ms);
}

/* --- a share in each turn --- */

/* A clock that stood when we went down stands again; it is moved by all of
 * that time once the player can be reached. */
void nj_outage_release(struct nj_referee *r, struct nj_entry *e)
{
    NJ_ASSERT(e->state == NJ_MATCH_RUNNING);
    NJ_ASSERT(e->match != NULL);
    if ((e->hold & NJ_HOLD_BEHIND) == 0)
        return;
    if (nj_deadline_stands_for(e) != 0) {
        e->hold |= NJ_HOLD_SEAT;
        e->told |= nj_deadline_stands_for(e); /* before we went down */
        nj_stood_unreached(r, e);
    }
    nj_deadline_hold(r, e, NJ_HOLD_BEHIND, false);
}

/* Does what is left to do for one match but for waking it; false: nothing, or
 * not yet. */
static bool catch_up(struct nj_referee *r, struct nj_entry *e)
{
    bool asleep = e->sitters == NULL;

    NJ_ASSERT(r->behind);
    NJ_ASSERT(e->match == NULL || e->sitters != NULL);
    if (e->state != NJ_MATCH_RUNNING ||
        (e->rouse == 0 && (e->hold & NJ_HOLD_BEHIND) == 0))
        return false;
    r->behind_seen = true;
    if ((e->hold & NJ_HOLD_GATEWAY) != 0)
        return false;
    if (e->rouse != 0 || e->blocked != 0)
        return true;
    if (e->match != NULL)
        nj_outage_release(r, e);
    else
        nj_deadline_hold(r, e, NJ_HOLD_BEHIND, false);
    if (asleep)
        nj_books_sleep(r, e); /* it was told something: sitters were read */
    return true;
}

struct nj_entry *nj_outage_catch_up(struct nj_referee *r, struct nj_share *done)
{
    uint32_t i = nj_books_from(r, r->behind_id);

    NJ_ASSERT(r->behind);
    while (i < r->n_entries && done->looked < LOOK_SHARE &&
           done->moved < MOVE_SHARE && nj_store_good(r->store)) {
        struct nj_entry *e = r->entries[i++];

        r->behind_id = e->id + 1;
        done->looked++;
        if (!catch_up(r, e))
            continue;
        done->moved++;
        if (e->rouse != 0 || e->blocked != 0)
            return e;
    }
    r->catching_up = i < r->n_entries;
    if (r->catching_up || !nj_store_good(r->store))
        return NULL;
    r->behind = r->behind_seen; /* what waits for a gateway is left */
    r->behind_id = 0;
    r->behind_seen = false;
    if (!r->behind)
        nj_stood_clear(r);
    return NULL;
}

/* --- at the start --- */

/* Marks what stands since the program went down, or since an outage before
 * that one, whose end a killed start did not live to see; and what may stand
 * because of somebody who cannot be reached: waking tells whether it does. */
static void mark_behind(struct nj_referee *r, int64_t alive_ms,
                        const struct nj_stood *l)
{
    int64_t last_ms = alive_ms != 0 ? alive_ms : r->alive_ms;

    NJ_ASSERT(alive_ms >= 0);
    if (last_ms == 0) /* a start at the very moment of the end */
        last_ms = r->now_ms;
    for (uint32_t i = 0; i < r->n_entries; i++) {
        struct nj_entry *e = r->entries[i];
        uint32_t older = nj_stood_by(l, e);

        if (e->rouse != 0)
            look_again(r);
        if (e->state != NJ_MATCH_RUNNING ||
            (alive_ms == 0 && older == l->n && e->blocked == 0))
            continue;
        leave_behind(r, e);
        e->held_ms = older < l->n ? l->v[older].since_ms : last_ms;
        NJ_ASSERT(e->held_ms != 0 && r->catching_up);
    }
}

/* What is in flight when the program changes is replayed (design 5). */
static void check_program(struct nj_referee *r)
{
    char text[32] = "";

    NJ_ASSERT(r->awake == 0);
    (void)nj_setting_get(r->store, "", "program", text, sizeof(text));
    if (strcmp(text, NJ_VERSION) == 0)
        return;
    for (uint32_t i = 0; i < r->n_entries; i++)
        if (r->entries[i]->rouse == 0 &&
            r->entries[i]->state == NJ_MATCH_RUNNING)
            nj_books_rouse(r->entries[i], NJ_ROUSE_CHECK);
    nj_setting_put(r->store, "", "program", NJ_VERSION);
}

void nj_outage_recover(struct nj_referee *r, int64_t alive_ms)
{
    struct nj_stood l;

    NJ_ASSERT(alive_ms >= 0);
    check_program(r);
    nj_stood_gateways_read(r);
    l = nj_stood_read(r);
    mark_behind(r, alive_ms, &l);
    if (r->behind && alive_ms != 0)
        nj_stood_note(r, &l, alive_ms);
    nj_due_note_all(r);
}

void nj_outage_gap(struct nj_referee *r, int64_t since_ms)
{
    struct nj_stood l = nj_stood_read(r);

    NJ_ASSERT(since_ms > 0);
    NJ_ASSERT(since_ms <= r->now_ms);
    for (uint32_t i = 0; i < r->n_entries; i++) {
        struct nj_entry *e = r->entries[i];
        bool stood = e->hold != 0;

        if (e->state != NJ_MATCH_RUNNING)
            continue;
        leave_behind(r, e);
        if (stood)
            continue; /* since before that, which counts too */
        e->held_ms = since_ms;
        if (e->match != NULL) /* before anything new happens in it */
            nj_outage_release(r, e);
    }
    if (r->behind)
        nj_stood_note(r, &l, since_ms);
    nj_due_note_all(r);
}

/* Those that depend on gateways that are down stand since these went down, which
 * a life before may have seen, or a turn before the one that was undone. */
static void stand_since_then(struct nj_referee *r)
{
    for (uint32_t i = 0; i < r->n_entries; i++) {
        struct nj_entry *e = r->entries[i];

        for (uint32_t g = 0; g < r->setup.n_gateways; g++)
            if ((e->silent & (1u << g)) != 0 && r->down_ms[g] < e->held_ms)
                e->held_ms = r->down_ms[g];
        NJ_ASSERT(e->silent == 0 || (e->hold & NJ_HOLD_GATEWAY) != 0);
    }
}

void nj_outage_begin(struct nj_referee *r)
{
    NJ_ASSERT(r->setup.n_gateways <= NJ_COUNT(r->down));
    for (uint32_t g = 0; g < r->setup.n_gateways; g++)
        nj_outage_gateway(r, (uint8_t)g, false);
    stand_since_then(r);
}

void nj_outage_again(struct nj_referee *r)
{
    struct nj_stood l = nj_stood_read(r);

    NJ_ASSERT(r->full || r->away);
    r->behind = false;
    r->catching_up = false;
    mark_behind(r, 0, &l);
    for (uint32_t i = 0; i < r->setup.n_gateways; i++)
        if (r->down[i])
            tell_matches(r, (uint8_t)i, false);
    stand_since_then(r);
    nj_due_note_all(r);
}
