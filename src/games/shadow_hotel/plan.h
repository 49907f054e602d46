/*
 * The building as a notation for pictures (NJ_ARG_BOARD), one token behind the
 * other, parted by ';':
 *
 *   P<pos>:<row>,<col>,<rows>,<cols>  a place and the cells it covers
 *   E<pos>-<pos>                      a way between two places that touch
 *   S<pos>                            stairs or a lift begin there
 *   k<pos>=<room>                     the room that lies there
 *   @<pos>                            the viewer; t<pos> what he watches
 *   x<pos>                            the lobby, where that was told
 *   b<pos>-<pos>                      a bear blocks the way
 *   s<seat>=<pos>                     who stands there, for the host
 *
 * Floors lie in two columns of the grid, the lowest at the bottom. A token that
 * is not understood is passed over.
 */
#ifndef NJ_GAMES_SHADOW_HOTEL_PLAN_H
#define NJ_GAMES_SHADOW_HOTEL_PLAN_H

#include "base/str.h"
#include "games/shadow_hotel/shadow_hotel.h"

#define SH_PLAN_BYTES 4096 /* at most, of the building alone */

/* Appends places and ways with the cube as told; nothing that anybody must
 * not know (SH-2.11: the geometry is public). */
void nj_sh_plan_put(const struct sh_map *map, bool rotated, struct nj_str *out);

struct sh_plan_place {
    uint8_t row, col, rows, cols; /* rows 0: no such place */
    uint8_t room;                 /* 0: unknown */
    bool stairs;
    nj_seat_set who;
};

/* The building, read from the notation. */
struct sh_plan {
    uint8_t rows, cols;

    struct sh_plan_place place[SH_PLACES];
    uint8_t n_ways;
    uint8_t way[SH_PASSAGES_MAX][2];
    uint8_t here, watched, lobby;
    uint8_t blocked[2];
    bool all;     /* every room lies where it began */
    bool foreign; /* another hotel: the names are not ours */
};

/* Reads two notations as one: the building, and what is known of it. False:
 * no building in them. */
bool nj_sh_plan_read(const char *building, const char *known,
                     struct sh_plan *p);
/* Draws it as one board. */
void nj_sh_plan_draw(const struct sh_plan *p, const char *title, int64_t n,
                     struct nj_canvas *c);

#endif
