/*
 * What stays of a match that ends: results, ratings, achievements, in the
 * transaction of its last input.
 */
#ifndef NJ_REFEREE_PLAY_RESULTS_H
#define NJ_REFEREE_PLAY_RESULTS_H

#include <stdbool.h>

struct nj_entry;
struct nj_referee;

/* Stores its results; `counts`: not broken off. False: the turn failed. */
bool nj_results_store(struct nj_referee *r, struct nj_entry *e, bool counts);
/* Keeps and tells what its people have achieved. */
void nj_results_achieved(struct nj_referee *r, struct nj_entry *e);

#endif
