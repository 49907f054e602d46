/*
 * Where a victim's computer player takes the killer to be: a set of cells that
 * every public fact makes smaller, and each of his turns larger (MK-14.2).
 */
#include <string.h>

#include "games/masked_killer/mind.h"

void nj_mk_mind_seen(const struct mk_mind *mind, const struct mk_table *t,
                     struct mk_cells *out)
{
    struct mk_view view = nj_mk_mind_view(mind, t);
    uint16_t line[MK_ROWS];

    memset(out, 0, sizeof(*out));
    for (nj_seat k = 0; k < mind->n; k++) {
        uint8_t n = mind->cell[k] == MK_NOWHERE
                        ? 0
                        : nj_mk_line(&view, mind->cell[k],
                                     (enum mk_dir)mind->dir[k], line);

        NJ_ASSERT(n <= MK_ROWS);
        for (uint8_t i = 0; i < n; i++)
            nj_mk_put(out, line[i]);
    }
}

bool nj_mk_mind_has_victim(const struct mk_mind *mind, uint16_t cell)
{
    for (nj_seat k = 0; k < mind->n; k++)
        if (mind->cell[k] == cell)
            return true;
    return false;
}

static bool is_empty(const struct mk_cells *set)
{
    uint64_t any = 0;

    for (size_t i = 0; i < NJ_COUNT(set->bit); i++)
        any |= set->bit[i];
    return any == 0;
}

static void drop(struct mk_cells *set, uint16_t cell)
{
    NJ_ASSERT(cell < MK_CELLS);
    set->bit[cell / 64] &= ~(UINT64_C(1) << cell % 64);
}

void nj_mk_believe_not(struct mk_mind *mind, const struct mk_table *t)
{
    struct mk_cells seen;

    if (mind->visible)
        return;
    nj_mk_mind_seen(mind, t, &seen);
    for (size_t i = 0; i < NJ_COUNT(seen.bit); i++)
        mind->maybe.bit[i] &= ~seen.bit[i];
    for (nj_seat k = 0; k < mind->n; k++)
        if (mind->cell[k] != MK_NOWHERE)
            drop(&mind->maybe, mind->cell[k]);
    if (!is_empty(&mind->maybe))
        return;
    for (uint16_t cell = 0; cell < MK_CELLS; cell++)
        if (!nj_mk_solid(t, cell) && !nj_mk_has(&seen, cell) &&
            !nj_mk_mind_has_victim(mind, cell))
            nj_mk_put(&mind->maybe, cell);
}

void nj_mk_believe_start(struct mk_mind *mind, const struct mk_table *t)
{
    memset(&mind->maybe, 0, sizeof(mind->maybe));
    for (uint16_t cell = 0; cell < MK_CELLS; cell++)
        if (nj_mk_outdoors(t, cell))
            nj_mk_put(&mind->maybe, cell);
    nj_mk_believe_not(mind, t);
}

void nj_mk_believe_at(struct mk_mind *mind, uint16_t cell)
{
    NJ_ASSERT(cell < MK_CELLS);
    memset(&mind->maybe, 0, sizeof(mind->maybe));
    nj_mk_put(&mind->maybe, cell);
}

/* Spreads a set by some steps over open ways, and by one over windows and
 * fences, never through what victims see. */
static void spread(struct mk_cells *set, const struct mk_view *view,
                   const struct mk_cells *seen, uint8_t steps, bool across)
{
    struct mk_cells from = *set;

    for (uint8_t i = 0; i < steps; i++) {
        struct mk_cells next = *set;

        for (uint16_t cell = 0; cell < MK_CELLS; cell++)
            for (enum mk_dir dir = MK_N; dir < MK_DIRS; dir++) {
                enum mk_edge edge;
                uint16_t to;

                if (!nj_mk_has(set, cell))
                    break;
                edge = nj_mk_edge(view, cell, dir);
                to = nj_mk_beside(cell, dir);
                if ((edge == MK_OPEN || edge == MK_DOOR) &&
                    !nj_mk_has(seen, to))
                    nj_mk_put(&next, to);
            }
        *set = next;
    }
    for (uint16_t cell = 0; across && cell < MK_CELLS; cell++)
        for (enum mk_dir dir = MK_N; dir < MK_DIRS; dir++) {
            enum mk_edge edge;

            if (!nj_mk_has(&from, cell))
                break;
            edge = nj_mk_edge(view, cell, dir);
            if ((edge == MK_FENCE || edge == MK_WINDOW) &&
                !nj_mk_has(seen, nj_mk_beside(cell, dir)))
                nj_mk_put(set, nj_mk_beside(cell, dir));
        }
}

/* Adds the straight lines of a Hunt. */
static void spread_lines(struct mk_cells *set, const struct mk_view *view,
                         const struct mk_cells *seen,
                         const struct mk_cells *from)
{
    for (uint16_t cell = 0; cell < MK_CELLS; cell++)
        for (enum mk_dir dir = MK_N; dir < MK_DIRS; dir++) {
            uint16_t at = cell;

            if (!nj_mk_has(from, cell))
                break;
            for (;;) {
                enum mk_edge edge = nj_mk_edge(view, at, dir);

                if (edge != MK_OPEN && edge != MK_DOOR)
                    break;
                at = nj_mk_beside(at, dir);
                if (nj_mk_has(seen, at))
                    break;
                nj_mk_put(set, at);
            }
        }
}

void nj_mk_believe_turn(struct mk_mind *mind, const struct mk_table *t)
{
    struct mk_view view = nj_mk_mind_view(mind, t);
    uint8_t actions = (uint8_t)(2 + mind->extra_moves);
    struct mk_cells seen;

    nj_mk_mind_seen(mind, t, &seen);
    for (uint8_t i = 0; i < actions; i++) {
        bool slow = i == 0 && mind->was_staggered;
        struct mk_cells from = mind->maybe;

        spread(&mind->maybe, &view, &seen, slow ? t->k_staggered : t->k_stalk,
               true);
        if (!slow)
            spread_lines(&mind->maybe, &view, &seen, &from);
    }
    nj_mk_believe_not(mind, t);
}
