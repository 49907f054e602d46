/*
 * Words to a match of which nobody can be sure. In private, an order in the form
 * of a question, or many words that are no command while the match could take
 * them as text: they are asked about; "1" within five minutes and the same phase
 * makes them what they may have been. An order that its game refused since it
 * has several readings (nj_refused_unsure()): the number of one, where it was
 * typed, within a minute, the same phase, and until he orders something else.
 * In memory alone, like what waits to be confirmed.
 */
#ifndef NJ_REFEREE_HEARING_DOUBT_H
#define NJ_REFEREE_HEARING_DOUBT_H

#include <stdbool.h>

struct nj_entry;
struct nj_input;
struct nj_message;
struct nj_referee;
struct nj_request;
struct nj_sitter;
struct nj_words;

/* Asks about words that lead to nothing; false: there is no doubt of them. */
bool nj_doubt_ask(struct nj_request *a, const struct nj_words *w);
/* Is it the answer? Then `w` is what was meant, to be read as a command or, if
 * the request says that it is a text, to be given as it stands; it stays good
 * until he is asked the next. */
bool nj_doubt_answered(struct nj_request *a, struct nj_words *w);

#endif
