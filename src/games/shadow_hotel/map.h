/*
 * The hotel as data: positions, rooms, passages (SH-2), read once from a map
 * file and never changed. What lies where in a match, and which passages are
 * open, is in the state.
 *
 * A *position* is a place of the building, a *room* what lies there; both are
 * numbered 1..n, and 0 is none. A *passage* joins two positions (frame
 * position) or two rooms wherever they are (frame room).
 */
#ifndef NJ_GAMES_SHADOW_HOTEL_MAP_H
#define NJ_GAMES_SHADOW_HOTEL_MAP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/status.h"
#include "match/data.h"

#define SH_ROOMS_MAX    49 /* the rules count to 49 in their draws */
#define SH_PLACES       (SH_ROOMS_MAX + 1) /* index 0 unused */
#define SH_PASSAGES_MAX 128
#define SH_FLOORS_MAX   9
#define SH_NAME_BYTES   64
#define SH_ALIASES_MAX  8
#define SH_KEYS_MAX     6
#define SH_KEYS_FAR     3 /* SH-3.2 S5: they lie further from the lobby */

/* Rooms with a rule of their own (`special_rooms` of the file). */
enum sh_special {
    SH_LOBBY,
    SH_RESPAWN, /* 301 */
    SH_LAB,
    SH_BRIDGE,
    SH_DARK, /* the north corridor of the fourth floor */
    SH_FALL_TARGET,
    SH_DRESSING,
    SH_GAS_ROOM,
    SH_SONG, /* of death */
    SH_ARCHIVE,
    SH_POWER_ROOM,
    SH_CUBE_ROOM,
    SH_FIRE_ROOM,
    SH_POKER_ROOM,
    SH_MIC_ROOM,
    SH_CHAMBER, /* awakening */
    SH_PORTAL_END,
    SH_SPECIALS
};

enum sh_way {
    SH_DOOR,
    SH_WINDOW,
    SH_STAIR,
    SH_LIFT,
    SH_PORTAL,
    SH_DROP, /* never adjacency */
    SH_WAYS
};

enum {
    SH_IN_RESTORED = 1,
    SH_IN_ROTATED = 2
};

/* What opens a passage besides the cube. */
enum sh_gate {
    SH_ALWAYS,
    SH_BY_POKER,
    SH_BY_AWAKENING,
    SH_BY_JUMP /* the bridge's drop: `jump` only */
};

struct sh_passage {
    uint8_t a, b;   /* positions, or rooms if `rooms` */
    uint8_t way;    /* enum sh_way */
    uint8_t states; /* SH_IN_... */
    uint8_t gate;   /* enum sh_gate */
    bool rooms;
};

struct sh_room {
    char zh[SH_NAME_BYTES], en[SH_NAME_BYTES];
    char alias[SH_ALIASES_MAX][SH_NAME_BYTES / 2];
    uint8_t n_aliases;
};

struct sh_position {
    uint8_t floor; /* 1.. */
    uint8_t x, y, w, h;
};

struct sh_map {
    struct nj_data_head head; /* no name: the built-in one */
    uint8_t n;                /* rooms = positions */
    uint8_t floors;
    struct sh_position position[SH_PLACES];
    struct sh_room room[SH_PLACES];
    uint8_t n_passages; /* poker, portal and jump among them */
    struct sh_passage passage[SH_PASSAGES_MAX];
    uint8_t jump; /* index of that passage */
    uint8_t special[SH_SPECIALS];
    /* By floor: which a rotated cube shows turned, and the layer of each; 0:
     * none. */
    bool turns[SH_FLOORS_MAX + 1];
    uint8_t layer[SH_FLOORS_MAX + 1];
};

/* nj_game.data_load: *data is a struct sh_map. */
NJ_MUST_USE enum nj_status nj_sh_map_load(const char *text, size_t n,
                                          void **data, struct nj_err *err);

/* A set of positions; lists it, ascending, and returns how many they are. */
#define SH_AT(pos)    (UINT64_C(1) << (pos))
#define SH_EVERYWHERE (SH_AT(SH_PLACES) - SH_AT(1))
uint8_t nj_sh_map_list(uint64_t set, uint8_t out[SH_PLACES]);
/* Where a step leads from each position with cube and poker as told. */
void nj_sh_map_ways(const struct sh_map *map, bool rotated, bool poker,
                    uint64_t ways[SH_PLACES]);
/* ... from any of these. */
uint64_t nj_sh_map_beyond(const uint64_t ways[SH_PLACES], uint64_t from);
/* Least number of steps to each position on such ways `through` those of a set;
 * UINT8_MAX: no way. */
void nj_sh_map_distances(const uint64_t ways[SH_PLACES], uint64_t through,
                         uint8_t from, uint8_t dist[SH_PLACES]);
/* Least number of steps between two positions (SH-2.8) with the cube as told;
 * poker, portal and drops do not count. 255: no way. */
uint8_t nj_sh_map_distance(const struct sh_map *map, uint8_t from, uint8_t to,
                           bool rotated);

#endif
