/*
 * The transaction of the turn in hand, for all who write. The turn itself is in
 * referee.h.
 */
#ifndef NJ_REFEREE_TURN_H
#define NJ_REFEREE_TURN_H

#include <stdbool.h>

#include "base/status.h"

struct nj_referee;

/* Opens the turn's transaction if it is not open. False: the turn failed. */
bool nj_turn_write(struct nj_referee *r);
/* Notes a failure of the store; NULL-safe, keeps the first. Returns true if
 * st is NJ_OK. */
bool nj_turn_ok(struct nj_referee *r, enum nj_status st,
                const struct nj_err *err);

#endif
