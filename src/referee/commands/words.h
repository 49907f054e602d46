/*
 * Words as they were typed, without what stands in front of the command: the
 * prefix, the mark of a host, the code of a match.
 */
#ifndef NJ_REFEREE_COMMANDS_WORDS_H
#define NJ_REFEREE_COMMANDS_WORDS_H

#include <stddef.h>

#include "command/parse.h"

#define NJ_WORDS_MENTION 256 /* bytes of words that mention a player */

struct nj_entry;
struct nj_event;
struct nj_referee;
struct nj_spoken;

/* This is a text without what stands in front of the command. */
struct nj_words {
    const char *p;
    size_t n;
    enum nj_command_place place;
    char code[NJ_CODE_MAX];
    bool prefixed;
    const char *prefixes[3];     /* that count there; ends with NULL */
    char room[NJ_WORDS_MENTION]; /* of the words as they were read */
};

/* Lends the words from the event. */
void nj_words_split(struct nj_referee *r, const struct nj_event *ev,
                    struct nj_words *w);

/*
 * Do they mention somebody who sits in that match (NULL: in none)? Then `room`
 * has them with the number of his seat, or with those that he has, "1+2": where he is mentioned, or behind them,
 * if the platform takes mentions out of a text.
 */
bool nj_words_mention(struct nj_referee *r, struct nj_entry *e,
                      const struct nj_event *ev, const struct nj_words *w,
                      char room[NJ_WORDS_MENTION]);

/* Finds what they are (command/spoken.h) to that match, table, or none (NULL). */
bool nj_words_spoken(struct nj_referee *r, const struct nj_entry *e,
                     const struct nj_words *w, struct nj_spoken *out);

#endif
