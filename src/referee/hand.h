/*
 * Who plays several seats of a match: which of them his words are for.
 */
#ifndef NJ_REFEREE_HAND_H
#define NJ_REFEREE_HAND_H

#include <stdbool.h>

#include "match/audience.h"

#define NJ_AS_VERB "as" /* of a game whose persons may play several seats */

struct nj_command;
struct nj_request;
struct nj_sitter;
struct nj_words;

/* The seat that he names in front of his words ("2席 手牌") goes into the
 * request, what is behind it becomes the words; false: his game has no such
 * form, or nothing is behind it. `as` is what was parsed. */
bool nj_hand_named(struct nj_request *a, const struct nj_command *as,
                   struct nj_words *w);

/* The seat that the words are for: the one he named, else that of an open
 * question, else one that is awaited, else as the game says. False: he named
 * one that is not his, and was told. */
bool nj_hand_meant(struct nj_request *a, const struct nj_sitter *s,
                   const char *verb, nj_seat *seat);

#endif
