/*
 * Arguments that say how a match is set up: --set K=V and --seed HEX.
 */
#ifndef NJ_CLI_SETUP_H
#define NJ_CLI_SETUP_H

#include "match/match.h"
#include "referee/play/archive.h"

/* "event=rain" into the options, "edition=x" into *edition (lent from the
 * game). Errors say what there is. */
NJ_MUST_USE enum nj_status nj_setup_set(const struct nj_game *g,
                                        const char *pair,
                                        struct nj_options *options,
                                        const char **edition,
                                        struct nj_err *err);

/* 64 hex digits are the seed of the play stream, at most 16 the start of the
 * test stream (8 bytes, little-endian, as in a match file). */
NJ_MUST_USE enum nj_status nj_setup_seed(const char *hex, enum nj_rng_kind *rng,
                                         struct nj_hash *seed,
                                         struct nj_err *err);

/* Lets the game adjust or reject the options for so many seats. */
NJ_MUST_USE enum nj_status nj_setup_check(const struct nj_loaded_game *game,
                                          const char *edition,
                                          struct nj_options *options,
                                          uint8_t seats, struct nj_err *err);

#endif
