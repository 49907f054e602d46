/*
 * How far a platform's clock and ours are apart, and what that makes of the
 * stamps of messages.
 */
#include <inttypes.h>
#include <stdlib.h>

#include "base/arena.h"
#include "base/bug.h"
#include "base/log.h"
#include "gateway/gateway.h"
#include "referee/referee_priv.h"
#include "referee/speech/tell.h"
#include "referee/time/time.h"

#define STALE_MS  120000 /* gateways.md 2.1: older commands are suspect */
#define NEAR_MS   30000  /* messages are under way no longer than that */
#define WINDOW_MS 600000 /* the quickest of so long tells the difference */
#define SAME_MS   5000   /* two messages that are equally far off */
#define PROOF_MS  10000  /* and so far apart: the clocks are, not a delay */
#define TOLD_MS   3600000
#define AGE_MOST  INT64_C(2592000000) /* no platform keeps words a month */
#define KEEP_MS   5000                /* a change that is worth writing down */

/* Says how far a platform's clock and ours are apart. */
struct nj_skew {
    bool known;
    bool doubted;            /* the three below mean something */
    bool told;               /* that they are apart */
    bool owners;             /* the owners were told once */
    int64_t off_ms;          /* ours minus theirs */
    int64_t low_ms;          /* the least in this window */
    int64_t window_ms;       /* since when; steady */
    int64_t doubt_ms;        /* another value that was seen */
    int64_t doubt_steady_ms; /* first seen */
    int64_t owners_ms;       /* when they were told; steady */
    int64_t kept_ms;         /* as the store has it */
};

static int64_t size_of(int64_t ms)
{
    return ms < 0 ? -ms : ms;
}

static void key_of(const struct nj_referee *r, uint8_t gateway, char key[64])
{
    (void)snprintf(key, 64, "skew_%.40s", r->setup.gateways[gateway]->name);
}

void nj_skew_read(struct nj_referee *r)
{
    NJ_ASSERT(r->skew == NULL);
    r->skew = nj_alloc((r->setup.n_gateways + 1) * sizeof(*r->skew));
    for (uint32_t i = 0; i < r->setup.n_gateways; i++) {
        struct nj_skew *s = &r->skew[i];
        char key[64], text[32] = "";

        key_of(r, (uint8_t)i, key);
        if (!nj_setting_get(r->store, "", key, text, sizeof(text)))
            continue; /* nothing has been learnt yet */
        s->off_ms = s->low_ms = s->kept_ms = strtoll(text, NULL, 10);
        s->known = true;
        s->told = size_of(s->off_ms) >= NEAR_MS;
        s->window_ms = r->steady_ms;
    }
}

void nj_skew_keep(struct nj_referee *r)
{
    for (uint32_t i = 0; i < r->setup.n_gateways; i++) {
        struct nj_skew *s = &r->skew[i];
        char key[64], text[32];

        if (!s->known || size_of(s->off_ms - s->kept_ms) < KEEP_MS)
            continue;
        key_of(r, (uint8_t)i, key);
        (void)snprintf(text, sizeof(text), "%" PRId64, s->off_ms);
        nj_setting_put(r->store, "", key, text);
        if (nj_store_good(r->store))
            s->kept_ms = s->off_ms;
    }
}

/* The owners hear of it once; it is the same trouble until it was mended. */
static void tell(struct nj_referee *r, struct nj_skew *s, const char *gateway)
{
    bool off = size_of(s->off_ms) >= NEAR_MS;

    NJ_ASSERT(s->known);
    if (off == s->told)
        return;
    s->told = off;
    nj_log(off ? NJ_LOG_WARN : NJ_LOG_INFO, "clock", off ? "skew" : "no_skew",
           NJ_FIELDS(nj_f_word("gateway", gateway), nj_f_i64("ms", s->off_ms)));
    if (!off || (s->owners && r->steady_ms - s->owners_ms < TOLD_MS))
        return;
    s->owners = true;
    s->owners_ms = r->steady_ms;
    nj_owners_tell(r,
                   s->off_ms > 0 ? "shell.trouble_clock_ahead"
                                 : "shell.trouble_clock_behind",
                   NJ_ARGS(nj_arg_id("gateway", gateway),
                           nj_arg_ms("off", size_of(s->off_ms))));
}

static void adopt(struct nj_skew *s, int64_t off_ms, int64_t steady_ms)
{
    NJ_ASSERT(steady_ms >= s->window_ms);
    s->known = true;
    s->off_ms = s->low_ms = off_ms;
    s->window_ms = steady_ms;
    s->doubted = false;
}

/* The quickest message lately was hardly under way at all. */
static void follow(struct nj_skew *s, int64_t off_ms, int64_t steady_ms)
{
    NJ_ASSERT(s->known && size_of(off_ms - s->off_ms) < NEAR_MS);
    s->doubted = false;
    if (steady_ms - s->window_ms >= WINDOW_MS) {
        s->off_ms = s->low_ms;
        s->low_ms = off_ms;
        s->window_ms = steady_ms;
    }
    s->low_ms = off_ms < s->low_ms ? off_ms : s->low_ms;
    s->off_ms = s->low_ms < s->off_ms ? s->low_ms : s->off_ms;
    NJ_ASSERT(!s->doubted && s->off_ms <= s->low_ms);
}

/* Far from what is known: one message alone is late, or its stamp is nonsense.
 * Two that are far off by the same, though they came one after the other, mean
 * that one of the clocks has been set. */
static void doubt(struct nj_skew *s, int64_t off_ms, int64_t steady_ms)
{
    NJ_ASSERT(size_of(off_ms - s->off_ms) >= NEAR_MS);
    if (!s->doubted || size_of(off_ms - s->doubt_ms) > SAME_MS) {
        s->doubted = true;
        s->doubt_ms = off_ms;
        s->doubt_steady_ms = steady_ms;
    } else if (steady_ms - s->doubt_steady_ms >= PROOF_MS) {
        adopt(s, off_ms, steady_ms);
    }
}

void nj_skew_hear(struct nj_referee *r, const struct nj_event *ev)
{
    struct nj_skew *s = &r->skew[ev->gateway];
    int64_t off_ms;

    r->typed_ms = r->now_ms;
    if (ev->kind != NJ_EVENT_MESSAGE || ev->at_ms <= 0 ||
        ev->at_ms > NJ_STAMP_MAX)
        return;
    off_ms = r->wall_ms - ev->at_ms;
    if (size_of(off_ms - s->off_ms) < NEAR_MS) {
        if (s->known)
            follow(s, off_ms, r->steady_ms);
        else
            adopt(s, off_ms, r->steady_ms);
    } else {
        doubt(s, off_ms, r->steady_ms);
    }
    if (!s->known)
        return; /* nothing says which of the two is wrong */
    if (off_ms > s->off_ms && off_ms - s->off_ms < AGE_MOST)
        r->typed_ms = r->now_ms - (off_ms - s->off_ms);
    tell(r, s, r->setup.gateways[ev->gateway]->name);
}

void nj_skew_jumped(struct nj_referee *r, int64_t ms)
{
    for (uint32_t i = 0; i < r->setup.n_gateways; i++) {
        struct nj_skew *s = &r->skew[i];

        s->doubt_ms += ms;
        if (!s->known)
            continue; /* as long as nothing is known clocks are right */
        s->off_ms += ms;
        s->low_ms += ms;
    }
}

bool nj_skew_late(const struct nj_referee *r, uint8_t gateway)
{
    NJ_ASSERT(r->typed_ms <= r->now_ms);
    return r->now_ms - r->typed_ms >= STALE_MS &&
           r->typed_ms < r->back_ms[gateway];
}

int64_t nj_skew_ms(const struct nj_referee *r, uint8_t gateway)
{
    NJ_ASSERT(gateway < r->setup.n_gateways);
    return r->skew[gateway].off_ms;
}
