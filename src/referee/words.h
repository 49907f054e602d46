/*
 * Words as they were typed, without what stands in front of the command: the
 * prefix, the mark of a host, the code of a match.
 */
#ifndef NJ_REFEREE_WORDS_H
#define NJ_REFEREE_WORDS_H

#include <stddef.h>

#include "command/parse.h"

struct nj_event;
struct nj_referee;

/* A text without what stands in front of the command. */
struct nj_words {
    const char *p;
    size_t n;
    enum nj_command_place place;
    char code[NJ_CODE_MAX];
};

/* Lends the words from the event. */
void nj_words_split(struct nj_referee *r, const struct nj_event *ev,
                    struct nj_words *w);

#endif
