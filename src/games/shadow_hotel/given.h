/*
 * Clauses of a scenario's board (match/given.h) that functions read; the rows
 * that name them are in given.c.
 */
#ifndef NJ_GAMES_SHADOW_HOTEL_GIVEN_H
#define NJ_GAMES_SHADOW_HOTEL_GIVEN_H

#include "games/shadow_hotel/shadow_hotel.h"
#include "match/given.h"

/* The clauses about the building and the round; `end:` prints some of them. */
extern const struct nj_given_row nj_sh_given_rows[];

/* given_board.c: reads the number of a room. */
bool nj_sh_given_room(struct nj_given *g, uint8_t *out);
/* ... and what stands behind the words of a row. */
nj_given_fn nj_sh_given_seats, nj_sh_given_life, nj_sh_given_knows;
nj_given_fn nj_sh_given_has, nj_sh_given_item, nj_sh_given_block;
nj_given_fn nj_sh_given_pos, nj_sh_given_used;
nj_given_fn nj_sh_given_line, nj_sh_given_died;

#endif
