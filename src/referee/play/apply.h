/*
 * One input of a match, with all that follows from it.
 */
#ifndef NJ_REFEREE_PLAY_APPLY_H
#define NJ_REFEREE_PLAY_APPLY_H

#include <stdbool.h>

struct nj_entry;
struct nj_input;
struct nj_referee;
struct nj_sitter;

/* Applies one input, stores it with all it caused. True if accepted. */
bool nj_apply_input(struct nj_referee *r, struct nj_entry *e,
                    struct nj_input *in, struct nj_sitter *asker);

#endif
