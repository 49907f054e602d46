/*
 * How fast we talk: a token bucket per chat and one per gateway for the
 * seconds, and for the minute of a chat the times of its latest messages (a
 * bucket would let twice as many through in its first minute). UX-6.2: under
 * pressure lines are merged, none is dropped; what is merged counts as one
 * message.
 */
#include <stdlib.h>

#include "base/arena.h"
#include "base/bug.h"
#include "referee/referee_priv.h"
#include "referee/speech/outbox.h"

#define MINUTE_MS    60000
#define PROMPTS_PART 3
#define GROUPS_PART  4
#define EVEN_MOST    60    /* a minute that takes more never binds */
#define GATHER_MS    12000 /* who sits down in that time shares a text */
#define LEAST_RING   8     /* a power of two */

/* What all chats of a gateway may still say together: tokens, as they were
 * when they were last counted. */
struct nj_pacing {
    double tokens[8];
    int64_t refill_ms; /* steady */
};

static const struct nj_pace *pace_of(const struct nj_referee *r,
                                     uint8_t gateway)
{
    if (r->setup.paces == NULL || gateway >= r->setup.n_gateways)
        return &r->setup.pace;
    return &r->setup.paces[gateway];
}

static uint32_t per_minute(const struct nj_pace *p)
{
    return p->per_minute >= 1 ? (uint32_t)p->per_minute : 1;
}

/* Returns one of the sends that are kept, from the oldest. */
static int64_t *recent_at(const struct nj_chat *c, uint32_t i)
{
    NJ_ASSERT(i < c->n_recent);
    return &c->recent[(c->oldest + i) & (c->recent_cap - 1)];
}

static void drop_old(const struct nj_referee *r, struct nj_chat *c)
{
    NJ_ASSERT(c->n_recent <= c->recent_cap);
    NJ_ASSERT((c->recent_cap & (c->recent_cap - 1)) == 0);
    while (c->n_recent > 0 && *recent_at(c, 0) + MINUTE_MS <= r->steady_ms) {
        c->oldest = (c->oldest + 1) & (c->recent_cap - 1);
        c->n_recent--;
    }
}

/* Returns the first send that the minute still counts; n_recent: none. */
static uint32_t first_counted(const struct nj_referee *r,
                              const struct nj_chat *c)
{
    uint32_t first = 0;

    while (first < c->n_recent &&
           *recent_at(c, first) + MINUTE_MS <= r->steady_ms)
        first++;
    return first;
}

/*
 * When the next text of a match comes, so that none has to wait much longer
 * than the others: the minute has room for `left` more, then for one each time
 * that one of its texts is a minute old. As soon as a part of it is used up
 * they are said no closer together than that takes them.
 */
static int64_t even_ms(const struct nj_referee *r, const struct nj_chat *c,
                       uint32_t n)
{
    uint32_t first = first_counted(r, c), used, left;
    int64_t last_ms, gap_ms = 0;

    used = c->n_recent - first;
    if (n > EVEN_MOST || used < n / PROMPTS_PART || used == 0)
        return 0;
    left = used < n ? n - used : 0;
    last_ms = *recent_at(c, c->n_recent - 1);
    for (uint32_t i = 0; i < used; i++) {
        int64_t old_ms = *recent_at(c, first + i) + MINUTE_MS;
        int64_t each_ms = (old_ms - last_ms) / (int64_t)(left + 1 + i);

        gap_ms = each_ms > gap_ms ? each_ms : gap_ms;
    }
    NJ_ASSERT(gap_ms <= MINUTE_MS);
    return last_ms + gap_ms;
}

/* What is kept back of a minute's texts: for whoever has to act a third, so
 * that questions which fill the rest hold up no prompt; edits that nobody
 * waits for have what is left over of a slow one. */
static uint32_t kept_back(uint32_t n, uint8_t urgency)
{
    NJ_ASSERT(n > 0);
    return urgency == NJ_URGENT_MATCH ? 0
           : urgency == NJ_URGENT_SPARE
               ? n - (n + PROMPTS_PART - 1) / PROMPTS_PART
               : n / PROMPTS_PART;
}

/* Returns when the minute allows one more. */
static int64_t minute_ms(const struct nj_referee *r, const struct nj_chat *c,
                         uint8_t urgency)
{
    uint32_t n = per_minute(pace_of(r, c->gateway));
    uint32_t back = kept_back(n, urgency);
    int64_t at_ms = urgency == NJ_URGENT_MATCH ? even_ms(r, c, n) : 0;
    int64_t full_ms;

    NJ_ASSERT(back < n);
    if (c->n_recent < n - back)
        return at_ms;
    full_ms = *recent_at(c, c->n_recent - (n - back)) + MINUTE_MS;
    return full_ms > at_ms ? full_ms : at_ms;
}

/* Drops what no minute counts any more, then makes room for one. */
static void make_room(const struct nj_referee *r, struct nj_chat *c)
{
    int64_t *ring;
    uint32_t cap;

    drop_old(r, c);
    if (c->n_recent < c->recent_cap)
        return;
    cap = c->recent_cap == 0 ? LEAST_RING : 2 * c->recent_cap;
    NJ_ASSERT((cap & (cap - 1)) == 0);
    ring = nj_alloc(cap * sizeof(ring[0]));
    for (uint32_t i = 0; i < c->n_recent; i++)
        ring[i] = *recent_at(c, i);
    free(c->recent);
    c->recent = ring;
    c->recent_cap = cap;
    c->oldest = 0;
}

static double least(double a, double b)
{
    return a < b ? a : b;
}

static double tokens(const struct nj_pace *p, const struct nj_chat *c)
{
    return c->paced ? c->second_tokens : p->burst;
}

static void refill_chat(struct nj_referee *r, struct nj_chat *c)
{
    const struct nj_pace *p = pace_of(r, c->gateway);
    double s = (double)(r->steady_ms - c->refill_ms) / 1000.0;

    NJ_ASSERT(p->per_second > 0);
    NJ_ASSERT(!c->paced || c->refill_ms <= r->steady_ms);
    if (c->paced && s <= 0)
        return;
    c->second_tokens = least(p->burst, tokens(p, c) + s * p->per_second);
    c->paced = true;
    c->refill_ms = r->steady_ms;
    NJ_ASSERT(c->second_tokens <= p->burst);
}

void nj_pacing_begin(struct nj_referee *r)
{
    NJ_ASSERT(r->pacing == NULL);
    r->pacing = nj_alloc(sizeof(*r->pacing));
    NJ_ASSERT(r->setup.n_gateways <= NJ_COUNT(r->pacing->tokens));
    r->pacing->refill_ms = r->steady_ms;
    for (uint32_t i = 0; i < r->setup.n_gateways; i++)
        r->pacing->tokens[i] = pace_of(r, (uint8_t)i)->total_per_second;
}

static void refill_totals(struct nj_referee *r)
{
    double s = (double)(r->steady_ms - r->pacing->refill_ms) / 1000.0;

    if (s <= 0)
        return;
    for (uint32_t i = 0; i < r->setup.n_gateways; i++) {
        double rate = pace_of(r, (uint8_t)i)->total_per_second;

        r->pacing->tokens[i] = least(rate, r->pacing->tokens[i] + s * rate);
    }
    r->pacing->refill_ms = r->steady_ms;
}

bool nj_pacing_open(const struct nj_referee *r, const struct nj_chat *c)
{
    return !c->muted && c->gone_ms == 0 && c->gateway < r->setup.n_gateways &&
           !r->down[c->gateway] && (c->group || nj_private_proved(c));
}

/*
 * Tokens that its gateway must have for it. What a match tells a group may
 * borrow of the next second, which nothing else does: how soon it comes shows
 * nobody how much is answered in private meanwhile.
 */
static double enough(const struct nj_pace *p, enum nj_line line)
{
    double borrowed = p->total_per_second / GROUPS_PART;

    NJ_ASSERT(borrowed > 0);
    if (line != NJ_LINE_ALOUD)
        return 1;
    return borrowed > 1 ? 1 - borrowed : 0;
}

enum nj_line nj_pacing_line(const struct nj_chat *c, uint8_t urgency)
{
    if (urgency != NJ_URGENT_MATCH)
        return NJ_LINE_OTHERS;
    return c->group ? NJ_LINE_ALOUD : NJ_LINE_MATCH;
}

static bool unlimited(const struct nj_pace *p)
{
    return p->per_second <= 0;
}

/* Nothing goes to that chat before an event says that it can, or before there
 * is something that is worth a text. */
static bool closed(const struct nj_referee *r, const struct nj_chat *c)
{
    NJ_ASSERT(r->setup.n_gateways <= NJ_COUNT(r->down));
    return c->call != 0 || !nj_pacing_open(r, c) ||
           (nj_heard_waits(c) && !unlimited(pace_of(r, c->gateway)));
}

/* The platform holds it, or the picture that its texts go with. */
static int64_t held_until_ms(const struct nj_chat *c)
{
    return c->hold_until_ms > c->drawn_by_ms ? c->hold_until_ms
                                             : c->drawn_by_ms;
}

bool nj_pacing_ready(struct nj_referee *r, struct nj_chat *c, uint8_t urgency)
{
    const struct nj_pace *p = pace_of(r, c->gateway);

    if (closed(r, c) || r->steady_ms < held_until_ms(c))
        return false;
    if (unlimited(p))
        return true;
    if (urgency == NJ_URGENT_GATHER && r->steady_ms < c->gather_ms)
        return false;
    refill_chat(r, c);
    NJ_ASSERT(c->paced && c->call == 0);
    refill_totals(r);
    return c->second_tokens >= 1 && r->steady_ms >= minute_ms(r, c, urgency) &&
           r->pacing->tokens[c->gateway] >=
               enough(p, nj_pacing_line(c, urgency));
}

bool nj_pacing_courtesy(struct nj_referee *r, uint8_t gateway)
{
    NJ_ASSERT(gateway < r->setup.n_gateways);
    if (r->down[gateway])
        return false;
    if (unlimited(pace_of(r, gateway)))
        return true;
    refill_totals(r);
    if (r->pacing->tokens[gateway] < 1)
        return false;
    r->pacing->tokens[gateway] -= 1;
    return true;
}

void nj_pacing_gathered(const struct nj_referee *r, struct nj_chat *c)
{
    if (per_minute(pace_of(r, c->gateway)) <= EVEN_MOST)
        c->gather_ms = r->steady_ms + GATHER_MS;
}

void nj_pacing_take(struct nj_referee *r, struct nj_chat *c)
{
    const struct nj_pace *p = pace_of(r, c->gateway);

    NJ_ASSERT(nj_pacing_open(r, c));
    if (unlimited(p))
        return;
    if (!c->paced)
        refill_chat(r, c);
    c->second_tokens -= 1;
    make_room(r, c);
    c->n_recent++;
    *recent_at(c, c->n_recent - 1) = r->steady_ms;
    r->pacing->tokens[c->gateway] -= 1;
}

bool nj_pacing_has(const struct nj_referee *r, struct nj_chat *c, uint32_t n)
{
    const struct nj_pace *p = pace_of(r, c->gateway);

    drop_old(r, c);
    return unlimited(p) || c->n_recent + n <= per_minute(p);
}

int64_t nj_pacing_minute_ms(const struct nj_referee *r, const struct nj_chat *c)
{
    const struct nj_pace *p = pace_of(r, c->gateway);
    int64_t at_ms = unlimited(p) ? 0 : minute_ms(r, c, NJ_URGENT_SHELL);

    return at_ms > r->steady_ms ? at_ms - r->steady_ms : 0;
}

static int64_t until(double tokens, double wanted, double per_second)
{
    NJ_ASSERT(per_second > 0);
    return tokens >= wanted
               ? 0
               : 1 + (int64_t)((wanted - tokens) * 1000.0 / per_second);
}

static int64_t later(int64_t a, int64_t b)
{
    return a > b ? a : b;
}

/* When the minute is to be asked again: those of a match are evened out anew as
 * soon as one send less counts. */
static int64_t ask_again_ms(const struct nj_referee *r, const struct nj_chat *c,
                            uint8_t urgency)
{
    int64_t at_ms = minute_ms(r, c, urgency);
    uint32_t first;

    if (at_ms <= r->steady_ms || urgency != NJ_URGENT_MATCH)
        return at_ms;
    first = first_counted(r, c);
    NJ_ASSERT(first < c->n_recent); /* or nothing would hold it up */
    return *recent_at(c, first) + MINUTE_MS < at_ms
               ? *recent_at(c, first) + MINUTE_MS
               : at_ms;
}

int64_t nj_pacing_own_ms(const struct nj_referee *r, const struct nj_chat *c,
                         uint8_t urgency)
{
    const struct nj_pace *p = pace_of(r, c->gateway);
    int64_t at_ms = held_until_ms(c);

    if (closed(r, c))
        return INT64_MAX;
    if (unlimited(p))
        return at_ms;
    at_ms = later(at_ms, ask_again_ms(r, c, urgency));
    if (c->paced)
        at_ms = later(at_ms,
                      c->refill_ms + until(c->second_tokens, 1, p->per_second));
    return urgency == NJ_URGENT_GATHER ? later(at_ms, c->gather_ms) : at_ms;
}

uint32_t nj_pacing_room(struct nj_referee *r, uint8_t gateway,
                        enum nj_line line)
{
    const struct nj_pace *p = pace_of(r, gateway);
    double there;

    NJ_ASSERT(gateway < r->setup.n_gateways);
    if (unlimited(p))
        return UINT32_MAX;
    refill_totals(r);
    there = r->pacing->tokens[gateway] - enough(p, line);
    return there >= 0 ? 1 + (uint32_t)there : 0;
}

int64_t nj_pacing_room_ms(const struct nj_referee *r, uint8_t gateway,
                          enum nj_line line)
{
    const struct nj_pace *p = pace_of(r, gateway);

    NJ_ASSERT(gateway < r->setup.n_gateways);
    if (unlimited(p))
        return r->steady_ms;
    return r->pacing->refill_ms + until(r->pacing->tokens[gateway],
                                        enough(p, line), p->total_per_second);
}

bool nj_pacing_unlimited(const struct nj_referee *r, const struct nj_chat *c)
{
    return unlimited(pace_of(r, c->gateway));
}

int64_t nj_pacing_spare_ms(const struct nj_referee *r, const struct nj_chat *c)
{
    int64_t at_ms = nj_pacing_own_ms(r, c, NJ_URGENT_SPARE);

    if (at_ms == INT64_MAX || nj_pacing_unlimited(r, c))
        return at_ms;
    return later(at_ms, nj_pacing_room_ms(r, c->gateway, NJ_LINE_OTHERS));
}

void nj_pacing_again(struct nj_referee *r)
{
    for (uint32_t i = 0; i < r->chats_cap; i++)
        if (r->chats[i] != NULL)
            nj_pacing_forget(r->chats[i]);
    nj_rest_wake_all(r, UINT8_MAX);
}

void nj_pacing_quiet(const struct nj_referee *r, struct nj_chat *c)
{
    drop_old(r, c);
    if (c->n_recent == 0)
        nj_pacing_forget(c);
}

void nj_pacing_forget(struct nj_chat *c)
{
    free(c->recent);
    c->recent = NULL;
    c->recent_cap = c->oldest = c->n_recent = 0;
}
