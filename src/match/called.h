/*
 * Whom and what people name: numbers in any width, signs in front of them,
 * seats by their number, by the name of who plays, or by a beginning of it.
 */
#ifndef NJ_MATCH_CALLED_H
#define NJ_MATCH_CALLED_H

#include "match/audience.h"

struct nj_match;

/* Reads a number of one or two digits, blanks around it aside; -1: the text is
 * something else, such as two numbers. */
int nj_called_number(const char *text);
/* Returns the text behind a sign of ASCII, "#7", which may be full width; NULL:
 * it begins with something else. */
const char *nj_called_behind(const char *text, char sign);

/* Returns those whose name it is, or else those whose name begins so. In any
 * case and width; "" is nobody. */
nj_seat_set nj_seats_called(const struct nj_match *m, const char *text);
/* Returns the seat of that number or the only one that is called so, or
 * NJ_SEAT_NONE; then *several are those who are, if they are more than one: a
 * number may be the whole name of another seat (SH-19.5); all those of a person
 * are joined by '+' where he is mentioned. */
nj_seat nj_seat_called(const struct nj_match *m, const char *text,
                       nj_seat_set *several);

#endif
