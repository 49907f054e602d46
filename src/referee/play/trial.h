/*
 * What an input would do, tried on a copy of the match that is thrown away
 * with all it said.
 */
#ifndef NJ_REFEREE_PLAY_TRIAL_H
#define NJ_REFEREE_PLAY_TRIAL_H

#include <stdbool.h>

struct nj_arena;
struct nj_entry;
struct nj_input;
struct nj_message;
struct nj_referee;

/* Applies it to a copy of the match, which is thrown away. NULL: it would be
 * accepted; else the answer to who asked, owned by the arena. *ok is false if
 * nobody can say: the turn has failed, or the copy met a fault. */
const struct nj_message *nj_trial(struct nj_referee *r, struct nj_entry *e,
                                  const struct nj_input *in,
                                  struct nj_arena *arena, bool *ok);
/* What the power would change, from the match itself, as far as its host may
 * know it; NULL: nobody can say. Owned by the arena. */
const struct nj_message *nj_trial_preview(struct nj_referee *r,
                                          struct nj_entry *e,
                                          const struct nj_input *in,
                                          struct nj_arena *arena);

#endif
