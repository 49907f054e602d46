/*
 * The two halves of reading a hotel: the file as a struct (map_read.c), and
 * whether that is a hotel in which the rules can be played (map_check.c).
 */
#ifndef NJ_GAMES_SHADOW_HOTEL_MAP_READ_H
#define NJ_GAMES_SHADOW_HOTEL_MAP_READ_H

#include "base/json.h"
#include "games/shadow_hotel/map.h"

#define SH_GRID_MAX 3 /* cells of a floor each way (SH-2.12) */

/* Each value by itself, into a struct sh_map; complaints go to the document,
 * with their place. */
void nj_sh_map_read(struct nj_json root, void *out);

/* The building as a whole. */
NJ_MUST_USE enum nj_status nj_sh_map_check(const void *whole,
                                           struct nj_err *err);

#endif
