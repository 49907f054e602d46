/*
 * The seed of a match: what is fixed before its first draw, hashed under the
 * secret that was committed to. Who joins, leaves, changes an option or seats
 * a computer player changes it; nobody who does not know the secret can tell
 * how.
 */
#ifndef NJ_MATCH_SEED_H
#define NJ_MATCH_SEED_H

#include "match/match.h"

struct nj_seed_parts {
    int64_t match; /* its number; not negative */
    const char *code;
    const struct nj_game *game;
    const struct nj_options *options; /* as played */
    uint8_t n_seats;
    nj_seat_set computers; /* by order of joining */
    /* What each person gave by joining, in order; of those who left again
     * too. */
    const char *const *joins;
    uint32_t n_joins;
};

/* BLAKE2b-256 keyed with the secret, of "nightjar-seed-2" and the parts as
 * written in design 4. */
void nj_seed(const struct nj_hash *secret, const struct nj_seed_parts *parts,
             struct nj_hash *seed);

#endif
