/*
 * What persons try in 面具杀人魔: orders of all kinds, mostly such as the rules
 * may take, for the tests that play at random.
 */
#ifndef NJ_TESTS_MASKED_KILLER_ATTEMPTS_H
#define NJ_TESTS_MASKED_KILLER_ATTEMPTS_H

#include "games/masked_killer/masked_killer.h"

/* An order of the seat: its verb, and its words in `text`. */
const char *nj_mk_attempt(const struct nj_match *m, nj_seat seat,
                          struct nj_rng *rng, char text[NJ_ORDER_TEXT_MAX]);
/* Leave for so many ms, which the shell asks for. */
const char *nj_mk_attempt_away(struct nj_rng *rng,
                               char text[NJ_ORDER_TEXT_MAX]);
/* Is it one that belongs into private? */
bool nj_mk_attempt_private(const char *verb);

enum mk_dir nj_mk_any_dir(struct nj_rng *rng);
/* A random cell on which somebody may stand. */
uint16_t nj_mk_any_cell(const struct mk_table *t, struct nj_rng *rng);

#endif
