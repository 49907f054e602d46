/*
 * A match of the toy game together with its log, for tests: applies inputs,
 * keeps the accepted ones with their digests, folds them again.
 */
#ifndef NJ_KIT_TOY_LOG_H
#define NJ_KIT_TOY_LOG_H

#include "kit/toy_game.h"
#include "match/match.h"

#define TOY_LOG_MAX 512

struct toy_log {
    struct nj_match *m;
    struct nj_match_setup setup;
    struct nj_match_seat seats[4];
    struct nj_arena arena;   /* holds the log */
    struct nj_input *inputs; /* TOY_LOG_MAX places */
    struct nj_hash *digests;
    uint32_t n;
    int64_t now_ms;
};

/* Three seats, the third a computer player; SplitMix64 seed 1. Not started. */
void nj_toy_log_init(struct toy_log *l);
void nj_toy_log_fini(struct toy_log *l);

/* Applies `in` at l->now_ms; keeps it if it was accepted. */
const struct nj_outcome *nj_toy_log_apply(struct toy_log *l,
                                          const struct nj_input *in);
const struct nj_outcome *nj_toy_log_start(struct toy_log *l);
/* An order of a seat (0-based); `text` NULL: without argument. */
const struct nj_outcome *nj_toy_log_order(struct toy_log *l, nj_seat seat,
                                          enum nj_place place, const char *verb,
                                          const char *text);
/* A host's power with a number, or without one (-1). */
const struct nj_outcome *nj_toy_log_power(struct toy_log *l, const char *verb,
                                          int64_t n);
/* Computer players act until none has anything to do; how often they did. */
uint32_t nj_toy_log_computers(struct toy_log *l);

/* A second match folded from the log; asserts that all digests agree. */
struct nj_match *nj_toy_log_fold(const struct toy_log *l);

/* All messages of an outcome in canonical form, a line each; lent till the
 * next call. */
const char *nj_toy_lines(const struct nj_outcome *o);

#endif
