/*
 * What a board lets through with the locks as they are: lines of sight (MK-4.1),
 * who is in reach of whom (MK-1.5), ways and what they cost (sight.c, way.c).
 * Nothing of a match but its locks and a blackout stands behind it: rules and
 * computer players measure alike.
 */
#ifndef NJ_GAMES_MASKED_KILLER_GROUND_H
#define NJ_GAMES_MASKED_KILLER_GROUND_H

#include "games/masked_killer/table.h"

/* What stands in the way of a line, with the locks as they are. */
struct mk_view {
    const struct mk_table *t;
    uint8_t lock[MK_CARS];
    uint8_t blackout;
};

/* The state of its locks, by bit. */
uint8_t nj_mk_lock(const struct mk_view *view);
/* The edge, a car door as wall or door according to its lock. */
enum mk_edge nj_mk_edge(const struct mk_view *view, uint16_t cell,
                        unsigned dir);
/* How many cells are seen from there (MK-4.1). */
uint8_t nj_mk_far(const struct mk_view *view, uint16_t cell, unsigned dir);
/* ... these, from nearest to farthest; how many. */
uint8_t nj_mk_line(const struct mk_view *view, uint16_t cell, unsigned dir,
                   uint16_t line[MK_ROWS]);
/* ... adds these to a set. */
void nj_mk_put_line(const struct mk_view *view, uint16_t cell, unsigned dir,
                    struct mk_cells *out);
/* How far along the line of `from` the cell lies, from 1; 0: not on it. */
uint8_t nj_mk_along(const struct mk_view *view, uint16_t from, unsigned dir,
                    uint16_t cell);
/* MK-1.5: neighbours in reach of each other. */
bool nj_mk_reach(const struct mk_view *view, uint16_t from, uint16_t to);
/* The side of `from` on which `to` lies, or MK_DIRS. */
enum mk_dir nj_mk_towards(uint16_t from, uint16_t to);

/* --- ways --- */

/* Adds to `out` what lies a step from the cells of the set, over open edges and
 * doors; over windows and fences. */
void nj_mk_spread(const struct mk_view *view, const struct mk_cells *from,
                  struct mk_cells *out);
void nj_mk_climb(const struct mk_view *view, const struct mk_cells *from,
                 struct mk_cells *out);
/* Makes the set larger by what lies `from` to `upto` steps from the one that it
 * was; a window or fence is in reach of the first step alone. */
void nj_mk_grow(const struct mk_view *view, struct mk_cells *set, unsigned from,
                unsigned upto);
#define MK_ACROSS 5 /* what a window or fence costs him, in steps (MK-14) */
extern const uint8_t nj_mk_ring[MK_RINGS];
/* ... once steps are known, rings and ways to search squares; what is drawn. */
void nj_mk_table_measure_ways(struct mk_table *t);
void nj_mk_table_draw(struct mk_table *t);
/* Adds what lies from them straight to that side, over open edges and doors, in
 * front of the first cell that is shut. */
void nj_mk_run(const struct mk_view *view, const struct mk_cells *from,
               enum mk_dir dir, const struct mk_cells *shut,
               struct mk_cells *out);
/* Least costs from a cell to all others (MK-14): open ways 1, windows `across`,
 * and fences too for who gets over them; UINT16_MAX: none. */
void nj_mk_costs(const struct mk_view *view, uint16_t from, uint16_t across,
                 bool fences, uint16_t cost[MK_CELLS]);
/* ... from the nearest of a set. */
void nj_mk_costs_of(const struct mk_view *view, const struct mk_cells *from,
                    uint16_t across, bool fences, uint16_t cost[MK_CELLS]);

#endif
