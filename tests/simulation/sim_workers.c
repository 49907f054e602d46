/*
 * Several workers share the database (src/store/store.h): one works, and is
 * followed by another when it has stood still for too long. It wakes with a turn
 * in hand, of which the store takes nothing: at once, or when it comes to write
 * something. The one that follows starts on what was stored before.
 */
#include "kit/plant.h"
#include "simulation/sim_priv.h"

#define LEASE_MS 6000 /* and what a start takes is its own */

bool nj_sim_followed(struct sim *s)
{
    struct sim_follow *f = &s->follow;

    if (s->plan->workers < 2 || s->calm || s->dead || s->full ||
        s->referee->full || nj_sim_below(s, 30) >= s->plan->workers - 1)
        return false;
    nj_sim_die(s);
    *f = (struct sim_follow){.now = true};
    if (nj_sim_below(s, 2) == 0)
        f->at_change = 1 + nj_sim_below(s, 8);
    else
        nj_sim_fence(s);
    s->sums->followed++;
    return true;
}

void nj_sim_fence(struct sim *s)
{
    struct nj_err err = {{0}};

    s->follow.at_change = 0;
    s->follow.fenced = true;
    if (!nj_planted("followed-worker-commits"))
        (void)nj_fail(&err, NJ_ERR_BUSY, "another worker has taken over");
    if (err.text[0] != '\0')
        nj_store_fail(s->store, NJ_ERR_BUSY, &err);
}

void nj_sim_followed_by(struct sim *s, enum nj_status st)
{
    struct sim_follow *f = &s->follow;

    if (f->fenced && f->sends > 0)
        nj_sim_fail(s, "who was followed speaks %u times, status %d", f->sends,
                    (int)st);
    if (f->fenced && st != NJ_ERR_BUSY)
        nj_sim_fail(s, "who was followed goes on: status %d", (int)st);
    *f = (struct sim_follow){0};
    nj_sim_restart(s, LEASE_MS + nj_sim_below(s, 4000));
}
