/*
 * How fast we talk: a token bucket per chat and one per gateway for the
 * seconds, and for the minute of a chat the times of its latest messages (a
 * bucket would let twice as many through in its first minute). UX-6.2: under
 * pressure lines are merged, none is dropped; what is merged counts as one
 * message.
 */
#include "referee/pacing.h"

#include <stdlib.h>

#include "base/arena.h"
#include "base/bug.h"
#include "referee/queue.h"
#include "referee/referee_priv.h"

#define MINUTE_MS    60000
#define PROMPTS_PART 3

const struct nj_pace *nj_pacing_of(const struct nj_referee *r, uint8_t gateway)
{
    if (r->setup.paces == NULL || gateway >= r->setup.n_gateways)
        return &r->setup.pace;
    return &r->setup.paces[gateway];
}

static uint32_t per_minute(const struct nj_pace *p)
{
    return p->per_minute >= 1 ? (uint32_t)p->per_minute : 1;
}

/*
 * When the minute allows one more. A third of it is kept back for whoever has
 * to act: questions that fill the rest hold up no prompt.
 */
static int64_t minute_ms(const struct nj_referee *r, const struct nj_chat *c,
                         uint8_t urgency)
{
    uint32_t n = per_minute(nj_pacing_of(r, c->gateway));
    uint32_t back = urgency == NJ_URGENT_MATCH ? 0 : n / PROMPTS_PART;
    int64_t sent_ms;

    NJ_ASSERT(back < n);
    if (c->recent == NULL)
        return 0;
    sent_ms = c->recent[(c->oldest + back) % n];
    return sent_ms != 0 ? sent_ms + MINUTE_MS : 0;
}

static double least(double a, double b)
{
    return a < b ? a : b;
}

static void refill_chat(struct nj_referee *r, struct nj_chat *c)
{
    const struct nj_pace *p = nj_pacing_of(r, c->gateway);
    double s = (double)(r->now_ms - c->refill_ms) / 1000.0;

    NJ_ASSERT(p->per_second > 0);
    if (s <= 0)
        return;
    c->second_tokens = least(p->burst, c->second_tokens + s * p->per_second);
    c->refill_ms = r->now_ms;
    NJ_ASSERT(c->second_tokens <= p->burst);
}

static void refill_totals(struct nj_referee *r)
{
    double s = (double)(r->now_ms - r->total_refill_ms) / 1000.0;

    if (s <= 0)
        return;
    for (uint32_t i = 0; i < r->setup.n_gateways; i++) {
        double rate = nj_pacing_of(r, (uint8_t)i)->total_per_second;

        r->total_tokens[i] = least(rate, r->total_tokens[i] + s * rate);
    }
    r->total_refill_ms = r->now_ms;
}

bool nj_pacing_open(const struct nj_referee *r, const struct nj_chat *c)
{
    return !c->muted && !c->gone && c->gateway < r->setup.n_gateways &&
           !r->down[c->gateway] && (c->group || c->reach != NJ_REACH_REFUSED);
}

/* Nothing goes to that chat before an event says that it can. */
static bool closed(const struct nj_referee *r, const struct nj_chat *c)
{
    NJ_ASSERT(r->setup.n_gateways <= NJ_COUNT(r->down));
    return c->call != 0 || !nj_pacing_open(r, c);
}

static bool unlimited(const struct nj_pace *p)
{
    return p->per_second <= 0;
}

bool nj_pacing_ready(struct nj_referee *r, struct nj_chat *c, uint8_t urgency)
{
    if (closed(r, c) || r->now_ms < c->hold_until_ms)
        return false;
    if (unlimited(nj_pacing_of(r, c->gateway)))
        return true;
    refill_chat(r, c);
    refill_totals(r);
    return c->second_tokens >= 1 && r->now_ms >= minute_ms(r, c, urgency) &&
           r->total_tokens[c->gateway] >= 1;
}

void nj_pacing_take(struct nj_referee *r, struct nj_chat *c)
{
    const struct nj_pace *p = nj_pacing_of(r, c->gateway);

    NJ_ASSERT(c->gateway < r->setup.n_gateways);
    if (unlimited(p))
        return;
    c->second_tokens -= 1;
    if (c->recent == NULL)
        c->recent = nj_alloc(per_minute(p) * sizeof(c->recent[0]));
    c->recent[c->oldest] = r->now_ms;
    c->oldest = (c->oldest + 1) % per_minute(p);
    r->total_tokens[c->gateway] -= 1;
}

int64_t nj_pacing_minute_ms(const struct nj_referee *r, const struct nj_chat *c)
{
    const struct nj_pace *p = nj_pacing_of(r, c->gateway);
    int64_t at_ms = unlimited(p) ? 0 : minute_ms(r, c, NJ_URGENT_SHELL);

    return at_ms > r->now_ms ? at_ms - r->now_ms : 0;
}

static int64_t until_full(double tokens, double per_second)
{
    return tokens >= 1 ? 0 : 1 + (int64_t)((1 - tokens) * 1000.0 / per_second);
}

int64_t nj_pacing_next_ms(const struct nj_referee *r, const struct nj_chat *c)
{
    const struct nj_pace *p = nj_pacing_of(r, c->gateway);
    uint8_t urgency = c->head != NULL ? nj_queue_urgency(c) : NJ_URGENT_MATCH;
    int64_t wait = 0, w;

    if (closed(r, c))
        return INT64_MAX; /* an event will tell */
    if (!unlimited(p)) {
        wait = until_full(c->second_tokens, p->per_second);
        w = minute_ms(r, c, urgency) - r->now_ms;
        wait = w > wait ? w : wait;
        w = until_full(r->total_tokens[c->gateway], p->total_per_second);
        wait = w > wait ? w : wait;
    }
    w = c->hold_until_ms - r->now_ms;
    NJ_ASSERT(wait >= 0);
    return r->now_ms + (w > wait ? w : wait);
}

void nj_pacing_again(struct nj_referee *r)
{
    for (uint32_t i = 0; i < r->chats_cap; i++) {
        struct nj_chat *c = r->chats[i];

        if (c == NULL)
            continue;
        free(c->recent); /* its size was the old limit */
        c->recent = NULL;
        c->oldest = 0;
    }
}
