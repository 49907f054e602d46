/*
 * Computer players: which matches have one that may act, and their share of a
 * turn.
 */
#include "base/bug.h"
#include "referee/books/books.h"
#include "referee/play/play.h"
#include "referee/play/play_priv.h"
#include "referee/referee_priv.h"

#define COMPUTER_SHARE 32 /* inputs of computer players per match and turn */
#define COMPUTER_QUEUE 40 /* they wait while so many messages wait */

static void let_act(struct nj_referee *r, struct nj_entry *e)
{
    struct nj_input in;

    NJ_ASSERT(e->computers && e->state == NJ_MATCH_RUNNING);
    NJ_ASSERT(e->match != NULL && e->sitters != NULL); /* it is awake */
    for (int i = 0; i < COMPUTER_SHARE; i++) {
        if (e->paused || e->hold != 0 || !nj_guard_computer(r, e, &in)) {
            e->computers = false;
            return;
        }
        if (nj_homes_queued(e) > COMPUTER_QUEUE)
            return; /* the chat has to catch up; its pacing wakes us */
        in.at_ms = r->now_ms;
        if (!nj_apply_input(r, e, &in, NULL) || e->state != NJ_MATCH_RUNNING) {
            e->computers = false;
            return;
        }
    }
    r->more = true;
}

void nj_computers_act(struct nj_referee *r)
{
    r->more = false;
    for (uint32_t i = 0; i < r->n_busy && nj_store_good(r->store); i++)
        if (r->busy[i]->computers)
            let_act(r, r->busy[i]);
    nj_due_idle(r);
}
