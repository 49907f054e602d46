/*
 * Matches are run behind a guard: a failed invariant inside one freezes that
 * match and tells its people; all others go on (R11).
 */
#ifndef NJ_REFEREE_PLAY_GUARD_H
#define NJ_REFEREE_PLAY_GUARD_H

#include <stdbool.h>

struct nj_entry;
struct nj_input;
struct nj_outcome;
struct nj_query;
struct nj_referee;

/* Applies as nj_match_apply(); NULL: the match met a fault and is frozen. */
const struct nj_outcome *nj_guard_apply(struct nj_referee *r,
                                        struct nj_entry *e,
                                        struct nj_input *in);
bool nj_guard_computer(struct nj_referee *r, struct nj_entry *e,
                       struct nj_input *in);
bool nj_guard_query(struct nj_referee *r, struct nj_entry *e,
                    struct nj_query *q);
bool nj_guard_slate(struct nj_referee *r, struct nj_entry *e,
                    struct nj_query *q);

#endif
