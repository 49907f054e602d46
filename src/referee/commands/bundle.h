/*
 * The orders of one message (command/batch.h) while they are applied: inputs of
 * their own in one turn, with one receipt and one answer.
 */
#ifndef NJ_REFEREE_COMMANDS_BUNDLE_H
#define NJ_REFEREE_COMMANDS_BUNDLE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/str.h"
#include "command/batch.h"

struct nj_chat;
struct nj_entry;
struct nj_input;
struct nj_outcome;
struct nj_referee;

struct nj_bundle {
    const struct nj_chat *where; /* they were typed; NULL: what is refused is
                                  * said as ever */
    struct nj_batch_course at;
    uint32_t receipt;  /* of all; 0: none was given one yet */
    bool aside;        /* the last was refused in private though typed in
                        * public */
    struct nj_str why; /* ... in the words of the game */
};

/* One of `r->bundle` was applied. */
void nj_bundle_note(struct nj_referee *r, struct nj_entry *e,
                    const struct nj_input *in, const struct nj_outcome *o);

/* Is what refuses the order in hand kept and not said, since the answer to all
 * will have it? */
bool nj_bundle_keeps(const struct nj_referee *r);

#endif
