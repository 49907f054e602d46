/*
 * Parts of what is shown to a seat, shared by several files.
 */
#ifndef NJ_GAMES_SHADOW_HOTEL_VIEW_H
#define NJ_GAMES_SHADOW_HOTEL_VIEW_H

#include "games/shadow_hotel/shadow_hotel.h"

#define SH_BOARD_MAX 1024 /* bytes of a picture's notation */

/* Where the passage leads that the bear blocks here: a position, or 0 if it
 * blocks none. The lobby's below a jump is told to who knows it. */
uint8_t nj_sh_view_blocked_to(const struct nj_match *m, nj_seat seat,
                              uint8_t room);
/* ... as a table of none or one; `cell` lives as long as the argument. */
struct nj_arg nj_sh_view_bears(uint8_t pos, int64_t cell[1]);

/* Rooms with their positions, as a table; `cells`, two a room, live as long as
 * the argument. */
struct nj_arg nj_sh_view_rooms(const struct nj_match *m, const uint8_t *rooms,
                               uint8_t n, int64_t *cells);

#define SH_WAY_CELLS ((size_t)3 * SH_PLACES)

/* The positions one step from the seat's room, the kind of way to each, and the
 * rooms there that it knows; `cells` live as long as the argument. */
struct nj_arg nj_sh_view_ways(const struct nj_match *m, nj_seat seat,
                              int64_t cells[SH_WAY_CELLS]);

/* The notations of a picture: what is marked, and the plan beneath. */
struct sh_drawn {
    struct nj_str board, plan;
};

/* Begins both: cube and hotel. */
struct sh_drawn nj_sh_drawn_begin(const struct nj_match *m, bool rotated);
void nj_sh_drawn_end(struct sh_drawn *d);

#endif
