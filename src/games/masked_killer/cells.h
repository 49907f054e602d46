/*
 * Cells of the board of 面具杀人魔 and sets of them (MK-1.2, 1.3): numbers, row
 * by row from A1, of which each kind of board knows the same. What stands on
 * one is table.h's.
 */
#ifndef NJ_GAMES_MASKED_KILLER_CELLS_H
#define NJ_GAMES_MASKED_KILLER_CELLS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#define MK_COLS    18
#define MK_ROWS    23
#define MK_CELLS   (MK_COLS * MK_ROWS)
#define MK_NOWHERE 0xffff /* as a cell */
#define MK_STREET  11     /* row 12, counted from 0 */

enum mk_dir {
    MK_N,
    MK_E,
    MK_S,
    MK_W,
    MK_DIRS
};

extern const char *const nj_mk_dirs[MK_DIRS + 1]; /* "N" ..., NULL */

/* --- cells --- */

#define MK_CELL_TEXT 4 /* "R23" */

static inline uint8_t nj_mk_row(uint16_t cell)
{
    return (uint8_t)(cell / MK_COLS);
}

static inline uint8_t nj_mk_col(uint16_t cell)
{
    return (uint8_t)(cell % MK_COLS);
}

/* How far the next cell on that side is, in numbers; not beyond the rim. */
static inline int nj_mk_step(unsigned dir)
{
    static const int8_t step[MK_DIRS] = {-MK_COLS, 1, MK_COLS, -1};

    return step[dir];
}

/* Steps between two cells where nothing stands in the way. */
static inline int nj_mk_apart(uint16_t a, uint16_t b)
{
    return abs(nj_mk_row(a) - nj_mk_row(b)) + abs(nj_mk_col(a) - nj_mk_col(b));
}

/* The neighbour on that side, or MK_NOWHERE beyond the rim. */
uint16_t nj_mk_beside(uint16_t cell, unsigned dir);
/* "C18"; "-" for MK_NOWHERE. */
const char *nj_mk_cell(uint16_t cell, char text[MK_CELL_TEXT]);
/* ... in a text of its own, until the block ends; so are the others below. */
#define MK_CELL(cell) nj_mk_cell((cell), (char[MK_CELL_TEXT]){0})
/* The cell that n letters name, in any case; MK_NOWHERE: none. */
uint16_t nj_mk_cell_at(const char *text, size_t n);
/* MK-1.3: the quadrants, a set by bit: one, or two in row 12. */
uint8_t nj_mk_quads_of(uint16_t cell);
/* Its upper one (enum mk_quad). */
uint8_t nj_mk_quad(uint16_t cell);

/* --- sets of cells --- */

#define MK_SET_WORDS ((MK_CELLS + 63) / 64)

struct mk_cells {
    uint64_t bit[MK_SET_WORDS];
};

static inline bool nj_mk_has(const struct mk_cells *set, uint16_t cell)
{
    return cell < MK_CELLS && (set->bit[cell / 64] >> cell % 64 & 1) != 0;
}

static inline void nj_mk_put(struct mk_cells *set, uint16_t cell)
{
    set->bit[cell / 64] |= UINT64_C(1) << cell % 64;
}

static inline void nj_mk_drop(struct mk_cells *set, uint16_t cell)
{
    set->bit[cell / 64] &= ~(UINT64_C(1) << cell % 64);
}

/* The first of the set that is not in front of that cell, or MK_NOWHERE. */
static inline uint16_t nj_mk_first_of(const struct mk_cells *set, unsigned from)
{
    unsigned i = from / 64;
    uint64_t bits =
        i < MK_SET_WORDS ? set->bit[i] >> from % 64 << from % 64 : 0;

    while (bits == 0) {
        if (++i >= MK_SET_WORDS)
            return MK_NOWHERE;
        bits = set->bit[i];
    }
    return (uint16_t)(64 * i + (unsigned)__builtin_ctzll(bits));
}

/* Each of them, row by row. */
#define MK_FOREACH_CELL(cell, set)                                  \
 for (uint16_t cell = nj_mk_first_of(set, 0); (cell) != MK_NOWHERE; \
      (cell) = nj_mk_first_of(set, (cell) + 1u))

/* What is in either; what of the first is not, or is, in the second. */
static inline void nj_mk_add(struct mk_cells *set, const struct mk_cells *more)
{
    for (unsigned i = 0; i < MK_SET_WORDS; i++)
        set->bit[i] |= more->bit[i];
}

static inline void nj_mk_but(struct mk_cells *set, const struct mk_cells *other)
{
    for (unsigned i = 0; i < MK_SET_WORDS; i++)
        set->bit[i] &= ~other->bit[i];
}

static inline void nj_mk_both(struct mk_cells *set,
                              const struct mk_cells *other)
{
    for (unsigned i = 0; i < MK_SET_WORDS; i++)
        set->bit[i] &= other->bit[i];
}

static inline int nj_mk_count(const struct mk_cells *set)
{
    int n = 0;

    for (unsigned i = 0; i < MK_SET_WORDS; i++)
        n += set->bit[i] != 0 ? __builtin_popcountll(set->bit[i]) : 0;
    return n;
}

static inline bool nj_mk_none(const struct mk_cells *set)
{
    return nj_mk_first_of(set, 0) == MK_NOWHERE;
}

#endif
