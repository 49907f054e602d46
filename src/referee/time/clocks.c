/*
 * What time it is, where the clocks of the machine disagree.
 */
#include <stdlib.h>

#include "base/arena.h"
#include "base/bug.h"
#include "base/log.h"
#include "referee/referee_priv.h"
#include "referee/time/time.h"

#define GAP_MS  60000 /* so far ahead is an outage */
#define NOTE_MS 1000  /* a smaller jump is not worth a line */
#define LOG_MS  60000 /* lines of one kind, at most one in so long */
#define SLEW    200   /* our time is 1/200 faster or slower at most */

/* Counts the lines of one kind in the log. */
struct nj_clock_note {
    bool said;
    int64_t said_ms; /* steady, as below */
    int64_t count;   /* since then */
};

struct nj_clocks {
    struct nj_hands hands; /* as the turn found them */
    bool set_back;         /* the wall clock was, by a minute or more */
    int64_t unslewed_ms;   /* has passed and was not yet divided */
    int64_t gap_since_ms;  /* an outage to be written down; 0: none */
    int64_t gap_ms;        /* and how long it was */
    struct nj_clock_note jumped, slept;
};

static int64_t most(int64_t a, int64_t b)
{
    return a > b ? a : b;
}

void nj_clocks_begin(struct nj_referee *r, int64_t alive_ms)
{
    struct nj_clocks *c;

    NJ_ASSERT(alive_ms >= 0);
    NJ_ASSERT(r->clocks == NULL);
    c = r->clocks = nj_alloc(sizeof(*c));
    c->hands = nj_hands(&r->setup.clock);
    r->wall_ms = c->hands.wall_ms;
    r->now_ms = most(c->hands.wall_ms, alive_ms);
    r->steady_ms = r->now_ms; /* any moment would do */
    NJ_ASSERT(r->now_ms >= alive_ms);
    if (r->now_ms - c->hands.wall_ms < NOTE_MS)
        return;
    nj_log(NJ_LOG_WARN, "clock", "behind_last_run",
           NJ_FIELDS(nj_f_i64("ms", r->now_ms - c->hands.wall_ms)));
}

/* Writes a line per event, and of a storm of them how many there were. */
static void note(struct nj_referee *r, struct nj_clock_note *n,
                 const char *verb, int64_t ms)
{
    NJ_ASSERT(ms >= NOTE_MS || ms <= -NOTE_MS);
    n->count++;
    if (n->said && r->steady_ms - n->said_ms < LOG_MS)
        return;
    nj_log(NJ_LOG_WARN, "clock", verb,
           NJ_FIELDS(nj_f_i64("ms", ms), nj_f_i64("times", n->count)));
    n->said = true;
    n->said_ms = r->steady_ms;
    n->count = 0;
}

/* So long our time may be faster or slower by a part of what has passed; what
 * is too little to divide is kept for the next turn. */
static int64_t slew(struct nj_clocks *c, int64_t awake_ms, int64_t ahead_ms)
{
    int64_t step;

    c->unslewed_ms += awake_ms;
    step = c->unslewed_ms / SLEW;
    c->unslewed_ms -= step * SLEW;
    NJ_ASSERT(c->unslewed_ms >= 0 && c->unslewed_ms < SLEW);
    if (ahead_ms >= 0)
        return ahead_ms < step ? ahead_ms : step;
    return -ahead_ms < step ? ahead_ms : -step;
}

static void find_gap(struct nj_referee *r, int64_t gap_ms, int64_t slept_ms)
{
    struct nj_clocks *c = r->clocks;

    NJ_ASSERT(gap_ms >= GAP_MS);
    NJ_ASSERT((c->gap_since_ms == 0) == (c->gap_ms == 0));
    if (c->gap_since_ms == 0) /* else the disk has been full since */
        c->gap_since_ms = r->now_ms;
    c->gap_ms += gap_ms;
    r->now_ms += gap_ms;
    NJ_ASSERT(c->gap_since_ms != 0 && c->gap_ms >= gap_ms);
    r->count.clock_gaps++;
    if (slept_ms >= GAP_MS)
        note(r, &c->slept, "slept", slept_ms);
    for (uint32_t i = 0; i < r->setup.n_gateways; i++)
        r->back_ms[i] = r->now_ms; /* what waits was not heard in time */
}

void nj_clocks_turn(struct nj_referee *r)
{
    struct nj_clocks *c = r->clocks;
    struct nj_hands h = nj_hands(&r->setup.clock);
    int64_t awake_ms = most(0, h.awake_ms - c->hands.awake_ms);
    int64_t steady_ms = most(awake_ms, h.steady_ms - c->hands.steady_ms);
    int64_t jump_ms = h.wall_ms - c->hands.wall_ms - steady_ms;
    int64_t slept_ms = steady_ms - awake_ms;
    int64_t before_ms = r->now_ms;
    int64_t ahead_ms;

    NJ_ASSERT(slept_ms >= 0 && awake_ms >= 0);
    r->steady_ms += steady_ms;
    r->now_ms += awake_ms;
    ahead_ms = h.wall_ms - r->now_ms;
    c->hands = h;
    r->wall_ms = h.wall_ms;
    if (jump_ms >= NOTE_MS || jump_ms <= -NOTE_MS) {
        nj_skew_jumped(r, jump_ms);
        r->count.clock_jumps++;
        note(r, &c->jumped, "jumped", jump_ms);
    }
    if (slept_ms >= GAP_MS)
        ahead_ms = most(ahead_ms, slept_ms);
    if (ahead_ms >= GAP_MS)
        find_gap(r, ahead_ms, slept_ms);
    else
        r->now_ms += slew(c, awake_ms, ahead_ms);
    c->set_back = c->set_back || jump_ms <= -GAP_MS;
    NJ_ASSERT(r->now_ms >= before_ms);
}

void nj_clocks_away(struct nj_referee *r, int64_t since_ms)
{
    struct nj_clocks *c = r->clocks;

    NJ_ASSERT(since_ms <= r->now_ms);
    if (since_ms == r->now_ms)
        return;
    if (c->gap_since_ms == 0 || since_ms < c->gap_since_ms)
        c->gap_since_ms = since_ms;
    c->gap_ms = r->now_ms - c->gap_since_ms;
    if (r->now_ms - since_ms < GAP_MS)
        return;
    for (uint32_t i = 0; i < r->setup.n_gateways; i++)
        r->back_ms[i] = r->now_ms;
}

void nj_clocks_gap(struct nj_referee *r)
{
    NJ_ASSERT(r->clocks->gap_since_ms <= r->now_ms);
    if (r->clocks->gap_since_ms != 0) {
        NJ_ASSERT(r->clocks->gap_since_ms + r->clocks->gap_ms <= r->now_ms);
        nj_outage_gap(r, r->clocks->gap_since_ms);
        nj_alive_skipped(r, r->clocks->gap_ms);
    }
    for (uint32_t i = 0; r->clocks->set_back && i < r->n_entries; i++)
        if (r->entries[i]->match != NULL) /* the others when they wake */
            nj_quiet_set_right(r, r->entries[i]);
}

void nj_clocks_commit(struct nj_referee *r)
{
    NJ_ASSERT((r->clocks->gap_since_ms != 0) == (r->clocks->gap_ms != 0));
    r->clocks->gap_since_ms = 0;
    r->clocks->gap_ms = 0;
    r->clocks->set_back = false;
}

int64_t nj_clocks_passed_ms(const struct nj_referee *r)
{
    struct nj_hands h = nj_hands(&r->setup.clock);

    return most(0, h.awake_ms - r->clocks->hands.awake_ms);
}

int64_t nj_clocks_wall_ms(const struct nj_referee *r, int64_t at_ms)
{
    return at_ms + r->wall_ms - r->now_ms;
}
