/*
 * The two halves of reading a hotel: the file as a struct (map_read.c), and
 * whether that is a hotel in which the rules can be played (map_check.c).
 */
#ifndef NJ_GAMES_SHADOW_HOTEL_MAP_READ_H
#define NJ_GAMES_SHADOW_HOTEL_MAP_READ_H

#include "base/json.h"
#include "games/shadow_hotel/map.h"

#define SH_FLOORS_MAX 9
#define SH_GRID_MAX   3 /* cells of a floor each way (SH-2.12) */

/* What the checks need of the file besides the map. */
struct sh_draft {
    struct sh_map *map;
    uint8_t layer[SH_FLOORS_MAX + 1]; /* of a floor; 0: none */
};

/* Each value by itself; complaints go to the document, with their place. */
void nj_sh_map_read(struct nj_json root, struct sh_draft *plan);

/* The building as a whole. */
NJ_MUST_USE enum nj_status nj_sh_map_check(const struct sh_draft *plan,
                                           struct nj_err *err);

#endif
