/*
 * A running installation from one database into another, of either engine.
 */
#ifndef NJ_STORE_MOVE_H
#define NJ_STORE_MOVE_H

#include <stdint.h>

#include "base/status.h"

/*
 * Copies all rows of `from` into `to`, which must be empty or have what an
 * earlier move has left there, a part or all of it, and compares the two, table by
 * table, by digests. Neither may be in use (NJ_ERR_BUSY). Until all agree,
 * nobody but a move opens `to` (NJ_ERR_MISMATCH); what is there already and
 * agrees is not copied again. `from` is left as it is. Sets how many rows both
 * have, and how many of them were copied now. NJ_ERR_EXISTS: `to` has rows of
 * its own.
 */
NJ_MUST_USE enum nj_status nj_store_move(const char *from, const char *to,
                                         int64_t *rows, int64_t *copied,
                                         struct nj_err *err);

#endif
