/*
 * The transaction of the turn in hand, for all who write. The turn itself is in
 * referee.h.
 */
#ifndef NJ_REFEREE_TURN_TURN_H
#define NJ_REFEREE_TURN_TURN_H

#include <stdbool.h>

#include "base/status.h"

struct nj_referee;

/* Nothing has failed in this turn: the store keeps its first failure, and what
 * is written after it is not. */
bool nj_turn_good(const struct nj_referee *r);
/* Something in hand is wrong by itself: unless st is NJ_OK the turn fails with
 * it. Returns true if st is NJ_OK. */
bool nj_turn_ok(struct nj_referee *r, enum nj_status st,
                const struct nj_err *err);

#endif
