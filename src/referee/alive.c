/*
 * The store learns from time to time that we are alive: the length of an
 * outage is what lies between that and the next start.
 */
#include "referee/alive.h"

#include "base/bug.h"
#include "referee/referee_priv.h"
#include "referee/turn.h"

#define SEEN_MS   86400000 /* message ids are remembered for a day */
#define FORGET_MS 60000    /* how often some older ones are forgotten */

/* Some of the old message ids, so that there are not more and more of them
 * however long we live. */
static void forget_seen(struct nj_referee *r)
{
    struct nj_err err = {{0}};

    NJ_ASSERT(r->writing);
    if (r->status != NJ_OK || r->now_ms - r->forgot_ms < FORGET_MS)
        return;
    if (nj_turn_ok(r, nj_seen_forget(r->store, r->now_ms - SEEN_MS, &err),
                   &err))
        r->forgot_ms = r->now_ms;
}

void nj_alive_note(struct nj_referee *r)
{
    struct nj_err err = {{0}};
    char now[32];

    NJ_ASSERT(r->now_ms >= 0);
    if (!r->writing &&
        (r->n_entries == 0 || r->now_ms - r->alive_ms < NJ_ALIVE_MS))
        return;
    if (r->writing && r->now_ms - r->alive_ms < 1000)
        return;
    if (!nj_turn_write(r))
        return;
    (void)snprintf(now, sizeof(now), "%lld", (long long)r->now_ms);
    if (nj_turn_ok(r, nj_setting_put(r->store, "", "alive_ms", now, &err),
                   &err))
        r->alive_ms = r->now_ms;
    forget_seen(r);
}

int64_t nj_alive_last_ms(struct nj_referee *r)
{
    struct nj_err err = {{0}};
    char text[32] = "0";
    long long alive;

    NJ_ASSERT(r->now_ms >= 0);
    if (nj_setting_get(r->store, "", "alive_ms", text, sizeof(text), &err) !=
        NJ_OK)
        return 0; /* a new database */
    alive = strtoll(text, NULL, 10);
    return alive > 0 && alive < r->now_ms ? alive : 0;
}
