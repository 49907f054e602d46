/*
 * Whatever happens to a match in a turn, its row is written once, at the end.
 */
#include "base/arena.h"
#include "base/bug.h"
#include "base/str.h"
#include "match/emit.h"
#include "match/match.h"
#include "referee/books/books.h"
#include "referee/referee_priv.h"
#include "referee/time/time.h"

#define TIMERS_BYTES \
 200 /* most matches need no more, and get it in one piece */

void nj_pulse_touch(struct nj_referee *r, struct nj_entry *e)
{
    NJ_ASSERT(r->n_touched == 0 || r->touched != NULL);
    if (e->touched)
        return;
    e->touched = true;
    r->touched = nj_grow(r->touched, r->n_touched, sizeof(*r->touched));
    r->touched[r->n_touched++] = e->id;
}

void nj_pulse_forget(struct nj_referee *r)
{
    NJ_ASSERT(!nj_store_writing(r->store));
    r->n_touched = 0;
}

void nj_pulse_note(struct nj_referee *r, struct nj_entry *e)
{
    int64_t at;

    NJ_ASSERT(e->match != NULL);
    NJ_ASSERT(e->state == NJ_MATCH_RUNNING);
    e->paused = nj_timer_paused(e->match);
    e->deadline_ms = nj_match_deadline(e->match, &at) ? at : 0;
    if (nj_match_moment(e->match, r->now_ms, &at) &&
        (e->deadline_ms == 0 || at < e->deadline_ms))
        e->deadline_ms = at; /* a computer player has to be woken */
    e->touched_ms = r->now_ms;
    nj_due_note(r, e);
    nj_pulse_touch(r, e);
}

/* Lists them in order of joining, as they are stored; returns how many. */
static uint32_t receipts_of(const struct nj_entry *e,
                            uint32_t receipts[NJ_SEATS_MAX])
{
    uint32_t n = 0;

    for (uint8_t i = 0; i < e->n_sitters; i++) {
        const struct nj_sitter *s = &e->sitters[i];

        NJ_ASSERT(s->join >= n && s->join < NJ_SEATS_MAX);
        receipts[s->join] = s->receipts;
        n = s->join + 1u;
    }
    return n;
}

void nj_pulse_write(struct nj_referee *r, struct nj_entry *e)
{
    struct nj_str timers = NJ_STR_INIT(2047);
    uint32_t receipts[NJ_SEATS_MAX] = {0};
    struct nj_match_pulse p = {.id = e->id,
                               .seq = nj_match_seq(e->match),
                               .paused = e->paused,
                               .digest = *nj_match_digest(e->match),
                               .deadline_ms = e->deadline_ms,
                               .touched_ms = e->touched_ms,
                               .receipts = receipts,
                               .n_receipts = receipts_of(e, receipts)};

    NJ_ASSERT(e->match != NULL);
    NJ_ASSERT(e->state != NJ_MATCH_LOBBY);
    e->touched = false;
    nj_str_room(&timers, TIMERS_BYTES);
    nj_columns_timers_pack(nj_match_timers(e->match), &timers);
    NJ_ASSERT(!timers.over);
    p.timers = timers.p;
    nj_match_pulse(r->store, &p);
    nj_str_fini(&timers);
}

void nj_pulse_write_all(struct nj_referee *r)
{
    NJ_ASSERT(r->n_touched == 0 || r->touched != NULL);
    for (uint32_t i = 0; i < r->n_touched && nj_store_good(r->store); i++) {
        struct nj_entry *e = nj_books_entry(r, r->touched[i]);

        if (e == NULL || !e->touched)
            continue;
        NJ_ASSERT(e->paused == nj_timer_paused(e->match));
        nj_pulse_write(r, e);
    }
    r->n_touched = 0;
}
