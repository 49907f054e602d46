/*
 * Questions of a match in a test: the texts of a verb, and everything that
 * anybody may ask at once, by which nothing may change.
 *
 *     kit_ask_all(m, "C18");     behind an input of a random match, now and then
 */
#ifndef NJ_KIT_ASKED_H
#define NJ_KIT_ASKED_H

#include "match/match.h"

#define KIT_TEXTS_MAX 3

/* Cuts `text` at each '|' into as many texts and numbers as the verb takes; what
 * it may do without is left out. Returns how many arguments that made. */
uint32_t kit_texts(const struct nj_verb *v, char *text,
                   struct nj_arg args[KIT_TEXTS_MAX]);

/*
 * Every seat, and somebody who has none, asks each question of the game in each
 * place where the shell lets it through, with these texts (at most
 * NJ_ORDER_TEXT_MAX bytes): it has to be answered, by lines that the game may
 * say, and the state, its digest and its chance stay as they are. The record
 * that questions may read is empty.
 */
void kit_ask_all(const struct nj_match *m, const char *text);

#endif
