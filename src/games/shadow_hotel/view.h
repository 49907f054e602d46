/*
 * Parts of what is shown to a seat, shared by view.c and watch.c.
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
struct nj_arg nj_sh_view_bears_arg(uint8_t pos, int64_t cell[1]);
/* The notation's beginning: cube and hotel. */
void nj_sh_view_board_begin(const struct nj_match *m, bool rotated,
                            struct nj_str *out);

#endif
