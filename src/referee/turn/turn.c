/*
 * One turn of the loop: take what has arrived, apply it, ONE transaction,
 * only then speak.
 */

#include "base/arena.h"
#include "base/bug.h"
#include "referee/books/books.h"
#include "referee/commands/commands.h"
#include "referee/hearing/hearing.h"
#include "referee/play/play.h"
#include "referee/referee_priv.h"
#include "referee/speech/outbox.h"
#include "referee/speech/tell.h"
#include "referee/time/time.h"
#include "referee/turn/full.h"

#define FULL_RETRY_MS 5000 /* how often a full disk is tried again */
#define FULL_WAIT_MS  250  /* at least between two looks while it is full */
#define AWAY_RETRY_MS 500

/* Nobody knows what the store has any more: no turn and no word follows. */
static enum nj_status give_up(struct nj_referee *r, enum nj_status st,
                              struct nj_err *err)
{
    NJ_ASSERT(st != NJ_OK);
    r->failed = st;
    *err = r->err;
    return st;
}

/* --- the turn --- */

static void work(struct nj_referee *r, struct nj_event *events)
{
    NJ_ASSERT(r->asking == NULL && r->pressed == NULL && r->bundle == NULL);
    NJ_ASSERT(!r->away && r->failed == NJ_OK);
    nj_clocks_gap(r);
    if (r->readings != NULL)
        nj_replay_go_on(r);
    for (struct nj_event *ev = events; ev != NULL && nj_store_good(r->store);
         ev = ev->next) {
        nj_platform_event(r, ev);
        nj_arena_reset(&r->arena);
    }
    if (!r->stopping) {
        if (r->behind)
            nj_live_catch_up(r);
        nj_fire(r);
        nj_computers_act(r);
    }
    nj_watch_run(r);
    nj_rest_over(r);
    nj_silence_try(r);
    nj_slate_tell_all(r);
    nj_pulse_write_all(r);
    nj_reach_mark(r);
    nj_after_mark(r);
    nj_alive_note(r);
    nj_after_store(r);
    if (r->n_ended > 0)
        nj_books_sweep(r);
    nj_stood_gateways_keep(r);
    nj_arena_reset(&r->arena);
}

/* It could not be written: a later one may be, or there is none. */
static enum nj_status undo(struct nj_referee *r, struct nj_event *events,
                           enum nj_status st, struct nj_err *err)
{
    NJ_ASSERT(st != NJ_OK);
    if (st == NJ_ERR_FULL) {
        if (nj_full_undo(r, events))
            return NJ_OK;
        st = nj_store_status(r->store, &r->err);
    }
    if (nj_store_away(r->store)) {
        nj_away_begin(r, events);
        return NJ_OK;
    }
    nj_event_destroy_all(events);
    return give_up(r, st, err);
}

enum nj_status nj_referee_turn(struct nj_referee *r, struct nj_event *events,
                               struct nj_err *err)
{
    int64_t steady_ms = r->steady_ms;
    enum nj_status st;
    bool wrote;

    NJ_ASSERT(r->active == NULL || r->active->active);
    if (r->failed != NJ_OK) {
        nj_event_destroy_all(events);
        *err = r->err;
        return r->failed;
    }
    NJ_ASSERT(r->asking == NULL && r->listener == NULL);
    nj_clocks_turn(r);
    nj_pictures_leapt(r, steady_ms);
    nj_after_note(r, events);
    if (r->away && !nj_away_over(r, events))
        return nj_store_away(r->store)
                   ? NJ_OK
                   : give_up(r, nj_store_status(r->store, &r->err), err);
    if (r->full && r->steady_ms - r->full_ms < FULL_RETRY_MS) {
        nj_full_tell(r, events);
        nj_after_commit(r); /* who wrote has been told; it is not read again */
        nj_full_keep_facts(r, events);
        return NJ_OK;
    }
    r->drawn_before = r->drawn;
    nj_books_wished(r, false);
    if (r->kept != NULL)
        events = nj_full_kept_first(r, events);
    nj_store_begin(r->store);
    nj_route_ahead(r, events);
    work(r, events);
    wrote = nj_store_writing(r->store);
    st = nj_store_commit(r->store, &r->err);
    r->count.turns++;
    r->count.commits += wrote && st == NJ_OK;
    if (st != NJ_OK)
        return undo(r, events, st, err);
    nj_event_destroy_all(events);
    r->full = false;
    nj_clocks_commit(r);
    nj_stood_gateways_commit(r, wrote);
    nj_after_commit(r);
    if (r->links != NULL)
        nj_links_commit(r);
    if (r->intents != NULL)
        nj_confirm_commit(r);
    nj_standing_kept(r);
    nj_pictures_commit(r);
    NJ_ASSERT(r->after == NULL && r->pictures == NULL);
    nj_send_marked(r);
    nj_store_relieve(r->store);
    nj_live_evict_idle(r);
    nj_forget_quiet(r);
    return NJ_OK;
}

static int64_t least(int64_t a, int64_t b)
{
    return a < b ? a : b;
}

int64_t nj_referee_wait_ms(const struct nj_referee *r)
{
    int64_t passed_ms = nj_clocks_passed_ms(r);
    int64_t now_ms = r->now_ms + passed_ms;
    int64_t wait = NJ_ALIVE_MS;

    NJ_ASSERT(passed_ms >= 0);
    if (r->away)
        return AWAY_RETRY_MS;
    if (r->more || r->catching_up || r->kept != NULL || r->readings != NULL)
        return r->full ? FULL_RETRY_MS : 0;
    if (nj_due_first_ms(r) != 0)
        wait = least(wait, nj_due_first_ms(r) - now_ms);
    if (nj_watch_due_ms(r) != 0)
        wait = least(wait, nj_watch_due_ms(r) - now_ms);
    if (nj_rest_next_ms(r) != INT64_MAX)
        wait = least(wait, nj_rest_next_ms(r) - r->steady_ms - passed_ms);
    if (r->drops != NULL && r->drops_ms != INT64_MAX)
        wait = least(wait, r->drops_ms - r->steady_ms - passed_ms);
    if (r->full && wait < FULL_WAIT_MS)
        return FULL_WAIT_MS; /* what waits for the disk is not due before it */
    return wait > 0 ? wait : 0;
}
