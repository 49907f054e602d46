/*
 * Messages of ours in a chat that are changed later: of each match the one with
 * its card and the one with its live buttons. Matches in one group do not take
 * each other's.
 */
#ifndef NJ_REFEREE_SPEECH_POSTED_H
#define NJ_REFEREE_SPEECH_POSTED_H

#include <stdint.h>

#include "base/limits.h"

struct nj_chat;

struct nj_posted {
    int64_t match;
    uint64_t since_call; /* what is on its way since before is no card of now */
    char card[NJ_MSG_ID_MAX];    /* the platform's name for it, of a table or a
                                  * slate; "": none; the store has it too */
    char buttons[NJ_MSG_ID_MAX]; /* likewise; it may be the card */
};

/* Lends what is known of a match there, until nj_posted_note(), or NULL. */
struct nj_posted *nj_posted_of(const struct nj_chat *c, int64_t match);
/* Lends the same, and makes it if there is none. */
struct nj_posted *nj_posted_note(struct nj_chat *c, int64_t match);
void nj_posted_remove(struct nj_chat *c, struct nj_posted *p);
void nj_posted_free(struct nj_chat *c);

#endif
