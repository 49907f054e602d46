/*
 * The table of what two worlds may differ in, row by row: each is played until
 * enough has happened, or until a planted leak shows (two_leaks.h).
 */
#ifndef NJ_KIT_TWO_ROWS_H
#define NJ_KIT_TWO_ROWS_H

#include "kit/two_worlds.h"

struct nj_two_rows {
    void *ctx;
    struct nj_two_worlds *two;
    /* A pair by that row; false: there was no room for it. */
    bool (*open)(void *ctx, size_t row, struct nj_rng *rng);
    void (*close)(void *ctx);
    uint32_t inputs; /* of a pair, at most */
};

/* Fails with the difference if one was found. */
void nj_two_must_be_alike(const struct nj_two_worlds *w, const char *name,
                          uint64_t seed);
/* Pairs from NJ_WORLDS_SEED on until so many moves were made, and on to
 * `longest` as long as the row's secret has not been met at all. Prints what
 * it came to, which stays in the count. */
void nj_two_row_play(const struct nj_two_rows *r, size_t row, const char *name,
                     uint64_t moves, uint64_t longest);
/* What showed first in so many pairs of this row, or "". */
const char *nj_two_row_leak(const struct nj_two_rows *r, size_t row,
                            uint64_t pairs);

#endif
