/*
 * An evening of 漫漫长夜: whoever has the turn says a word of a random walk, until
 * the match is over.
 */
#ifndef NJ_E2E_WALK_H
#define NJ_E2E_WALK_H

#include "base/random.h"
#include "kit/evening.h"

struct walk {
    struct nj_evening *e;
    struct nj_rng chance;
    unsigned mover, moves;
    size_t read; /* of what the group of QQ has heard */
};

void walk_begin(struct walk *w, struct nj_evening *e);
/* Who has the turn by the group's latest text; true: the match has ended. */
bool walk_over(struct walk *w);
/* The mover says his word. Returns how many texts the group had before. */
uint32_t walk_word(struct walk *w);
/* Until the group has been told more than so many texts. */
void walk_listen(struct walk *w, uint32_t texts);

#endif
