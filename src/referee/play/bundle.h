/*
 * The orders of one message (command/batch.h) while they are applied: inputs of
 * their own in one turn, with one receipt and one answer.
 */
#ifndef NJ_REFEREE_PLAY_BUNDLE_H
#define NJ_REFEREE_PLAY_BUNDLE_H

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

#endif
