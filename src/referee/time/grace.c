/*
 * How deadlines move that stood, or that come too soon.
 */
#include "base/bug.h"
#include "base/log.h"
#include "base/str.h"
#include "match/match.h"
#include "referee/books/books.h"
#include "referee/referee_priv.h"
#include "referee/speech/tell.h"
#include "referee/time/time.h"

#define MENTION_MS 60000 /* outages under a minute are not mentioned */
#define NOTICE_MS  1000  /* a shorter one costs nobody anything */

/* Returns how long it stood, which it did not before it was armed. */
static int64_t stood_ms(const struct nj_timer *t, int64_t now_ms,
                        int64_t held_ms)
{
    int64_t since_ms = t->armed_ms > held_ms ? t->armed_ms : held_ms;

    return since_ms < now_ms ? now_ms - since_ms : 0;
}

void nj_grace_timers(struct nj_timer *timers, int64_t now_ms,
                     const struct nj_grace *by, int64_t least_ms)
{
    NJ_ASSERT(by->held_ms <= now_ms);
    NJ_ASSERT(by->more_ms >= 0);
    NJ_ASSERT(least_ms >= 0);
    NJ_ASSERT(by->more_ms == 0 || !by->stands);
    for (uint32_t i = 0; i < NJ_TIMERS_MAX; i++) {
        struct nj_timer *t = &timers[i];
        int64_t ahead = t->length_ms < least_ms ? t->length_ms : least_ms;

        if (t->name[0] == '\0')
            continue;
        t->at_ms += stood_ms(t, now_ms, by->held_ms) + by->more_ms;
        t->armed_ms = now_ms;
        if (!by->stands && t->at_ms < now_ms + ahead)
            t->at_ms = now_ms + ahead;
    }
}

/* Returns 0 if there is none. */
static int64_t first_of(const struct nj_timer timers[NJ_TIMERS_MAX])
{
    int64_t first = 0;

    for (uint32_t i = 0; i < NJ_TIMERS_MAX; i++)
        if (timers[i].name[0] != '\0' &&
            (first == 0 || timers[i].at_ms < first))
            first = timers[i].at_ms;
    return first;
}

/* A match that sleeps need not be woken: its row holds the timers. */
static void move_row(struct nj_referee *r, struct nj_entry *e,
                     const struct nj_grace *by)
{
    struct nj_timer timers[NJ_TIMERS_MAX];
    struct nj_str packed = NJ_STR_INIT(2047);
    struct nj_match_row row;
    struct nj_err err = {{0}};
    int64_t moment_ms = e->deadline_ms;

    NJ_ASSERT(e->match == NULL);
    NJ_ASSERT(e->state == NJ_MATCH_RUNNING);
    if (!nj_books_row(r, e, &row) ||
        !nj_store_ok(r->store,
                     nj_columns_timers_unpack(row.timers, timers, &err), &err))
        return;
    NJ_ASSERT(row.id == e->id && row.state == e->state);
    /* One that is no timer's is a computer player's, and known when the match
     * is awake. */
    if (moment_ms < first_of(timers))
        moment_ms = r->now_ms;
    nj_grace_timers(timers, r->now_ms, by, r->setup.grace_ms);
    if (!by->stands)
        (void)nj_quiet_move(r, e, timers);
    e->deadline_ms = moment_ms == r->now_ms ? moment_ms : first_of(timers);
    nj_columns_timers_pack(timers, &packed);
    NJ_ASSERT(!packed.over);
    e->touched_ms = r->now_ms;
    nj_match_pulse(r->store,
                   &(struct nj_match_pulse){.id = e->id,
                                            .seq = row.seq,
                                            .paused = row.paused,
                                            .digest = row.digest,
                                            .timers = packed.p,
                                            .deadline_ms = e->deadline_ms,
                                            .touched_ms = e->touched_ms});
    nj_str_fini(&packed);
}

static void move_match(struct nj_referee *r, struct nj_entry *e,
                       const struct nj_grace *by)
{
    struct nj_timer timers[NJ_TIMERS_MAX];

    NJ_ASSERT(e->match != NULL);
    NJ_ASSERT(e->state == NJ_MATCH_RUNNING);
    memcpy(timers, nj_match_timers(e->match), sizeof(timers));
    nj_grace_timers(timers, r->now_ms, by, r->setup.grace_ms);
    if (!by->stands)
        (void)nj_quiet_move(r, e, timers);
    nj_match_set_timers(e->match, timers);
    nj_pulse_note(r, e);
    NJ_ASSERT(e->touched); /* its row is behind */
}

static void move(struct nj_referee *r, struct nj_entry *e,
                 const struct nj_grace *by)
{
    NJ_ASSERT(e->deadline_ms != 0); /* else there is nothing to move */
    if (e->match != NULL)
        move_match(r, e, by);
    else
        move_row(r, e, by);
}

void nj_grace_move(struct nj_referee *r, struct nj_entry *e, int64_t held_ms,
                   const char *key)
{
    int64_t down_ms = r->now_ms - held_ms;

    NJ_ASSERT(down_ms >= 0);
    NJ_ASSERT(key[0] != '\0');
    NJ_ASSERT(e->state == NJ_MATCH_RUNNING);
    if (e->deadline_ms == 0)
        return;
    /* One that has passed did so while it stood, perhaps in a life before. */
    if (down_ms < NOTICE_MS && e->deadline_ms > r->now_ms)
        return;
    move(r, e, &(struct nj_grace){.held_ms = held_ms});
    if (down_ms >= MENTION_MS)
        nj_announce(r, e, key, NJ_ARGS(nj_arg_ms("down", down_ms)));
    nj_log(NJ_LOG_INFO, "deadline", "moved",
           NJ_FIELDS(nj_f_i64("match", e->id), nj_f_i64("ms", down_ms)));
}

void nj_grace_reckon(struct nj_referee *r, struct nj_entry *e)
{
    NJ_ASSERT(e->hold != 0);
    NJ_ASSERT(e->held_ms <= r->now_ms);
    NJ_ASSERT(e->state == NJ_MATCH_RUNNING);
    if (e->deadline_ms != 0)
        move(r, e, &(struct nj_grace){.held_ms = e->held_ms, .stands = true});
}

void nj_grace_extend(struct nj_referee *r, struct nj_entry *e, int64_t ms)
{
    NJ_ASSERT(ms >= 0);
    if (e->state != NJ_MATCH_RUNNING || e->deadline_ms == 0 || e->hold != 0 ||
        ms < NOTICE_MS)
        return;
    move(r, e, &(struct nj_grace){.held_ms = r->now_ms, .more_ms = ms});
    nj_log(NJ_LOG_INFO, "deadline", "extended",
           NJ_FIELDS(nj_f_i64("match", e->id), nj_f_i64("ms", ms)));
}
