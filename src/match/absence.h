/*
 * Absence: how often in a row somebody has let his time pass, and the computer
 * player that acts for him until he is back.
 *
 * What a miss is (a turn, a round, a phase), when there have been too many and
 * who hears of it is the game's. It keeps one byte a seat in its state:
 *
 *     if (nj_absence_missed(&who->missed, s->opt.afk_after) &&
 *         nj_absence_stand_in(m, seat))
 *         say_afk(m, seat);
 *
 * and with each order that it accepts:
 *
 *     if (nj_absence_return(m, in))
 *         say_back(m, in->seat);
 *     who->missed = 0;
 *
 * A computer player that stands in acts by ordinary inputs, NJ_BY_COMPUTER, as
 * one does that holds its seat for good: nj_computers() knows those alone.
 */
#ifndef NJ_MATCH_ABSENCE_H
#define NJ_MATCH_ABSENCE_H

#include <stdbool.h>
#include <stdint.h>

#include "match/audience.h"

struct nj_input;
struct nj_match;

/* Counts one more miss in a row; returns whether there have been as many as
 * may be. `limit` 0: there may be any number. */
bool nj_absence_missed(uint8_t *missed, uint8_t limit);
/* Returns whether the next miss is one too many: the time to warn. */
bool nj_absence_last(uint8_t missed, uint8_t limit);

/* A computer player acts for the seat from now on; returns false if one did
 * already. Who holds the seat keeps it. */
bool nj_absence_stand_in(struct nj_match *m, nj_seat seat);
/* The order in hand is accepted: if a person gave it and a computer player
 * stood in for the seat, that one steps back; returns whether it did. */
bool nj_absence_return(struct nj_match *m, const struct nj_input *in);

/* Returns the seats that persons hold, and those of them that they play
 * themselves. */
nj_seat_set nj_absence_persons(const struct nj_match *m);
nj_seat_set nj_absence_present(const struct nj_match *m);

#endif
