/*
 * An outage lasts from when the store last heard of us to the next start.
 */
#include "base/bug.h"
#include "referee/referee_priv.h"
#include "referee/time/time.h"

#define SEEN_MS   86400000 /* message ids are remembered for a day of life */
#define FORGET_MS 60000    /* how often some older ones are forgotten */

#define SKIP_MS    3600000 /* a shorter one makes nothing look old */
#define UNKNOWN_MS 1000    /* an outage whose length cannot be known */
#define ALIVE_MOST INT64_C(253402300800000) /* the year 10000: nonsense */

/* Some of the old message ids, so that there are not more and more of them
 * however long we live. */
static void forget_seen(struct nj_referee *r)
{
    NJ_ASSERT(nj_store_writing(r->store));
    if (r->steady_ms - r->forgot_ms < FORGET_MS)
        return;
    nj_seen_forget(r->store, r->now_ms - SEEN_MS);
    r->forgot_ms = r->steady_ms;
}

void nj_alive_note(struct nj_referee *r)
{
    bool writing = nj_store_writing(r->store);
    char now[32];

    if (!writing &&
        (r->n_entries == 0 || r->now_ms - r->alive_ms < NJ_ALIVE_MS))
        return;
    if (writing && r->now_ms - r->alive_ms < 1000)
        return;
    if (!nj_store_ready(r->store))
        return;
    (void)snprintf(now, sizeof(now), "%lld", (long long)r->now_ms);
    nj_setting_put(r->store, "", "alive_ms", now);
    r->alive_ms = r->now_ms;
    nj_skew_keep(r);
    forget_seen(r);
}

void nj_alive_skipped(struct nj_referee *r, int64_t ms)
{
    NJ_ASSERT(ms >= 0);
    NJ_ASSERT(ms <= r->now_ms);
    if (ms >= SKIP_MS)
        nj_seen_shift(r->store, r->now_ms - ms - SEEN_MS, ms);
}

int64_t nj_alive_last_ms(struct nj_referee *r)
{
    char text[32] = "0";
    long long alive;

    if (!nj_setting_get(r->store, "", "alive_ms", text, sizeof(text)))
        return 0; /* a new database */
    alive = strtoll(text, NULL, 10);
    return alive > 0 && alive <= ALIVE_MOST ? alive : 0;
}

int64_t nj_alive_down_ms(struct nj_referee *r)
{
    int64_t alive = nj_alive_last_ms(r);

    NJ_ASSERT(alive <= r->now_ms);
    if (alive == 0 || alive < r->now_ms)
        return alive;
    /* Nobody knows how long it was if the clock went back meanwhile. */
    return nj_clocks_wall_ms(r, r->now_ms) < alive ? alive - UNKNOWN_MS : 0;
}
