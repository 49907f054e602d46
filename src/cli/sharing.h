/*
 * A process that shares the gateways of its database with others: it holds its
 * part of them (relay/holder.h) from its beginning to its end, and while it
 * keeps the books it sees all of them through a desk (relay/desk.h).
 *
 * Those are shared to which we dial: OneBot programs at a `url`, and Telegram.
 * What is tied to a machine, or remembers more than an event says, stays with
 * who keeps the books.
 */
#ifndef NJ_CLI_SHARING_H
#define NJ_CLI_SHARING_H

#include "cli/program.h"

/* Starts to hold gateways, if the configuration says so and the database is
 * one of PostgreSQL: else `p->sharing` stays NULL. */
NJ_MUST_USE enum nj_status nj_sharing_start(struct nj_program *p,
                                            const char *database,
                                            struct nj_err *err);
/* Once the store is open: `*g`, made and not started, becomes one that somebody
 * holds, if that kind is shared. */
NJ_MUST_USE enum nj_status nj_sharing_replace(struct nj_program *p,
                                              const struct nj_config_gateway *c,
                                              struct nj_gateway **g,
                                              struct nj_err *err);
/* When all gateways have been stopped and destroyed. */
void nj_sharing_end_books(struct nj_program *p);
/* All that it holds is for others. */
void nj_sharing_stop(struct nj_program *p);

#endif
