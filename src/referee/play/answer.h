/*
 * Answers to queries of a match's game: read from the state and from the
 * asker's own record, told to who asked and nobody else.
 */
#ifndef NJ_REFEREE_PLAY_ANSWER_H
#define NJ_REFEREE_PLAY_ANSWER_H

#include <stdbool.h>

#include "match/audience.h"
#include "match/game.h"
#include "match/message.h"

struct nj_chat;
struct nj_out_row;
struct nj_request;
struct nj_verb;

/* Answers a query of the match's game to where it was asked. */
void nj_answer_query(struct nj_request *a, const struct nj_verb *verb,
                     struct nj_args args);
/* Who asked for that seat, or was refused, is there: the game hears of it if it
 * wants to (match/game.h: presence). */
void nj_answer_presence(struct nj_request *a, nj_seat seat, enum nj_place place,
                        bool refused);
/* Is the row one that the match told this seat's audience (NJ_SEAT_NONE:
 * everybody)? What the shell told, and refusals, are not. */
bool nj_answer_belongs(const struct nj_out_row *row, nj_seat seat);
/* Answers by the query that tells how things stand, if the game has one. */
void nj_answer_status(struct nj_request *a);

/* A text that may be long: from a group it goes to the asker alone. Returns
 * where it went. */
struct nj_chat *nj_answer_long(struct nj_request *a, const char *text);

#endif
