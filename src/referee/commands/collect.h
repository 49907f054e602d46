/*
 * Text over several messages: while a game collects for a seat, what its person
 * says in private, without a prefix, is text for one of the game's verbs.
 */
#ifndef NJ_REFEREE_COMMANDS_COLLECT_H
#define NJ_REFEREE_COMMANDS_COLLECT_H

#include <stdbool.h>

struct nj_command;
struct nj_request;
struct nj_verb;
struct nj_words;

/* Does a match take these words of his as text? Then the request says so, and
 * *cmd is no word of anything. */
bool nj_collect_meant(struct nj_request *a, const struct nj_words *w,
                      struct nj_command *cmd);
/* Takes words that he was asked about (referee/hearing/doubt.h). */
void nj_collect_asked(struct nj_request *a, const struct nj_words *w,
                      struct nj_command *cmd);
/* Hands it the message of `a`, or what was asked about, as it was typed. */
void nj_do_collect(struct nj_request *a);

/* A text of any length for a verb that takes it in pieces; true if it was given
 * to the last. */
bool nj_collect_text(struct nj_request *a, const struct nj_verb *verb,
                     const char *text);

#endif
