/*
 * The building as a notation for pictures (NJ_ARG_BOARD), one token behind the
 * other, parted by ';':
 *
 *   P<pos>:<row>,<col>,<rows>,<cols>  a place and the cells it covers
 *   F<floor>:<row>,<col>              the name of a floor stands there
 *   E<pos>-<pos>                      a door between two places that touch
 *   W<pos>-<pos>                      a window between them
 *   S<pos>-<pos>, L<pos>-<pos>        stairs, a lift from one to the other
 *   k<pos>=<room>                     the room that lies there
 *   @<pos>                            the viewer; t<pos> what he watches
 *   x<pos>                            the lobby, where that was told
 *   b<pos>-<pos>                      a bear blocks the way
 *   s<seat>=<pos>                     who stands there, for the host
 *   r<seat>=<1 + role>                and what he is
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
    const char *climb;            /* "stairs", "lift"; NULL: neither */
    uint8_t n_leads;
    uint8_t leads[NJ_LEADS_MAX]; /* where these go */
    nj_seat_set who;
};

struct sh_plan_floor {
    bool named;
    uint8_t row, col; /* of its name */
};

struct sh_plan_way {
    uint8_t ends[2];
    bool window;
};

/* The building, read from the notation. */
struct sh_plan {
    uint8_t rows, cols;

    struct sh_plan_floor floor[SH_FLOORS_MAX + 1];
    struct sh_plan_place place[SH_PLACES];
    uint8_t n_ways;
    struct sh_plan_way way[SH_PASSAGES_MAX];
    uint8_t here, watched, lobby;
    uint8_t role[NJ_SEATS_MAX]; /* 1 + it; 0: not told */
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
/* The floor of that position alone; the position is the title's number. */
void nj_sh_plan_draw_floor(const struct sh_plan *p, uint8_t pos,
                           const char *title, struct nj_canvas *c);

#endif
