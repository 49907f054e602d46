/*
 * One referee and what it stands on: a database, an inbox, one or two
 * gateways, and turns. Benchmarks, scenarios and tests put their people and
 * their clock into such a house; `serve` builds its own (cli/program.h).
 *
 *     struct nj_house h = {.path = ""};
 *     nj_house_place(&h, dir, "evening");      once; not: it is in memory
 *     nj_house_furnish(&h, env);               each life begins with this
 *     h.setup.clock = nj_clock_manual(&now_ms);
 *     (void)nj_house_memory(&h, "qq");
 *     st = nj_house_start(&h, err);
 *     ... st = nj_house_rest(&h, err); ...
 *     nj_house_stop(&h);                       and furnish it anew, or
 *     nj_house_close(&h);
 *
 * A house that is zeroed, or whose start has failed, may be stopped and closed.
 * It must not be moved while it stands.
 */
#ifndef NJ_CLI_HOUSE_H
#define NJ_CLI_HOUSE_H

#include "cli/env.h"
#include "gateway/gateway.h"
#include "gateway/loop.h"
#include "referee/referee.h"

#define NJ_HOUSE_GATEWAYS_MAX 2

struct nj_house {
    char path[512];                /* of the database; "": in memory */
    struct nj_referee_setup setup; /* the caller's, until the start */
    struct nj_inbox *inbox;
    struct nj_gateway *gateways[NJ_HOUSE_GATEWAYS_MAX];
    struct nj_store *store;   /* what the caller has opened himself is used */
    struct nj_studio *studio; /* NULL: no pictures */
    struct nj_referee *referee;
};

/* Puts the database there, under a name of this process, and removes what an
 * earlier one has left. */
void nj_house_place(struct nj_house *h, const char *dir, const char *name);
/* The setup that nj_env_trial() gives, an inbox, and no gateway. */
void nj_house_furnish(struct nj_house *h, const struct nj_env *env);
/* Takes a gateway over, which writes to `inbox`. */
void nj_house_join(struct nj_house *h, struct nj_gateway *g);
/* Makes one that keeps what it is given (gateway/memory) and lends it. */
struct nj_gateway *nj_house_memory(struct nj_house *h, const char *name);
/* Pictures are drawn, on a thread of their own as in `serve`, for the gateway
 * that joined last. */
void nj_house_draw(struct nj_house *h);

/* Opens the store, begins the referee's life and brings all gateways up; no
 * turn is taken. */
NJ_MUST_USE enum nj_status nj_house_start(struct nj_house *h,
                                          struct nj_err *err);
/* What has arrived is one turn. */
NJ_MUST_USE enum nj_status nj_house_turn(struct nj_house *h,
                                         struct nj_err *err);
/* Turns, one at least, until there is nothing left to do at this moment;
 * NJ_ERR_LIMIT if that moment never comes. What a turn asked to be drawn is
 * there in the next: no thread decides what comes first. */
NJ_MUST_USE enum nj_status nj_house_rest(struct nj_house *h,
                                         struct nj_err *err);
/* Drops all but the database, as a kill would: what was not committed is
 * gone. */
void nj_house_stop(struct nj_house *h);
/* Stops and removes the database. */
void nj_house_close(struct nj_house *h);

#endif
