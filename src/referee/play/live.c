/*
 * The part of an entry that may sleep: its match, woken when somebody wants
 * something of it and put to sleep when nobody does.
 */
#include "base/bug.h"
#include "base/log.h"
#include "match/emit.h"
#include "referee/books/books.h"
#include "referee/play/archive.h"
#include "referee/play/play.h"
#include "referee/play/play_priv.h"
#include "referee/referee_priv.h"
#include "referee/speech/tell.h"
#include "referee/time/time.h"

#define EVICT_EVERY_MS 10000
#define EVICT_SHARE    4096 /* entries in one turn */

static void after_wake(struct nj_referee *r, struct nj_entry *e)
{
    NJ_ASSERT(e->match != NULL && nj_seats(e->match) >= e->n_sitters);
    e->last_input_ms = nj_at(e->match);
    nj_due_busy(r, e); /* asked once; it turns itself off */
    nj_books_rouse(e, 0);
    nj_due_note(r, e);
    nj_outage_release(r, e);
    nj_quiet_set_right(r, e);
    NJ_ASSERT(e->rouse == 0);
}

/* Apart from its caller, which is asked for every word that is said: a row is
 * large. */
static bool wake(struct nj_referee *r, struct nj_entry *e)
{
    struct nj_match_row row;
    struct nj_err err = {{0}};
    struct nj_match *match = NULL;
    enum nj_status st;

    NJ_ASSERT(e->match == NULL);
    NJ_ASSERT(e->state == NJ_MATCH_RUNNING);
    NJ_ASSERT(!e->touched); /* the replay needs the row as it will be */
    if (!nj_books_row(r, e, &row))
        return false;
    st = nj_archive_wake(r->store, &row, e->game, &match, &err);
    if (st == NJ_ERR_MISMATCH) { /* never continued silently (design 5) */
        nj_log(NJ_LOG_ERROR, "match", "frozen",
               NJ_FIELDS(nj_f_i64("match", e->id), nj_f_text("why", err.text)));
        nj_guard_freeze(r, e, "shell.frozen");
        return false;
    }
    if (!nj_store_ok(r->store, st, &err))
        return false;
    nj_books_awake(r, e, match);
    after_wake(r, e);
    return true;
}

bool nj_live_wake(struct nj_referee *r, struct nj_entry *e)
{
    if (!nj_sitters_load(r, e))
        return false;
    NJ_ASSERT(e->sitters != NULL && e->n_homes >= 1);
    if (e->match != NULL || e->state != NJ_MATCH_RUNNING)
        return e->state == NJ_MATCH_LOBBY || e->match != NULL;
    return wake(r, e);
}

/* Waking releases it, if it goes on. What was only to be checked sleeps
 * again: a big house is not all in memory after an upgrade. */
static void rouse(struct nj_referee *r, struct nj_entry *e)
{
    bool check = e->rouse == NJ_ROUSE_CHECK && e->match == NULL;

    NJ_ASSERT(e->rouse != 0 || e->blocked != 0);
    NJ_ASSERT(e->state == NJ_MATCH_RUNNING);
    nj_books_rouse(e, 0);
    if (!nj_live_wake(r, e) || !check)
        return;
    if (e->touched)
        nj_pulse_write(r, e);
    e->computers = false;
    nj_books_sleep(r, e);
}

void nj_live_catch_up(struct nj_referee *r)
{
    struct nj_share done = {0};
    struct nj_entry *e;

    while ((e = nj_outage_catch_up(r, &done)) != NULL)
        rouse(r, e);
}

void nj_live_evict_idle(struct nj_referee *r)
{
    NJ_ASSERT(!nj_store_writing(r->store));
    if (r->evict_at == 0 && r->now_ms - r->evict_ms < EVICT_EVERY_MS)
        return;
    if (r->evict_at == 0)
        r->evict_ms = r->now_ms;
    for (uint32_t n = 0; n < EVICT_SHARE && r->evict_at < r->n_entries; n++) {
        struct nj_entry *e = r->entries[r->evict_at++];

        if (e->sitters != NULL && !e->computers &&
            r->now_ms - e->touched_ms > r->setup.idle_ms) {
            NJ_ASSERT(!e->touched); /* or its last moments were lost */
            nj_books_sleep(r, e);
        }
    }
    if (r->evict_at < r->n_entries)
        return;
    r->evict_at = 0;
    nj_store_idle(r->store);
}
