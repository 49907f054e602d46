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

    memset(out, 0, sizeof(*out));
    for (nj_seat k = 0; k < mind->n; k++)
        if (mind->cell[k] != MK_NOWHERE)
            nj_mk_put_line(&view, mind->cell[k], mind->dir[k], out);
}

bool nj_mk_mind_has_victim(const struct mk_mind *mind, uint16_t cell)
{
    NJ_ASSERT(cell != MK_NOWHERE && mind->n <= MK_VICTIMS_MAX);
    for (nj_seat k = 0; k < mind->n; k++)
        if (mind->cell[k] == cell)
            return true;
    return false;
}

void nj_mk_believe_not(struct mk_mind *mind, const struct mk_table *t)
{
    struct mk_cells seen;

    if (mind->visible)
        return;
    nj_mk_mind_seen(mind, t, &seen);
    nj_mk_but(&mind->maybe, &seen);
    for (nj_seat k = 0; k < mind->n; k++)
        if (mind->cell[k] != MK_NOWHERE)
            nj_mk_drop(&mind->maybe, mind->cell[k]);
    if (!nj_mk_none(&mind->maybe))
        return;
    for (uint16_t cell = 0; cell < MK_CELLS; cell++)
        if (!nj_mk_solid(t, cell) && !nj_mk_has(&seen, cell) &&
            !nj_mk_mind_has_victim(mind, cell))
            nj_mk_put(&mind->maybe, cell);
    NJ_ASSERT(!nj_mk_none(&mind->maybe));
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

/* Spreads a set by one of his actions, never through what victims see: a walk,
 * a window or fence, and where he may hunt the straight lines. */
static void spread(struct mk_cells *set, const struct mk_view *view,
                   const struct mk_cells *seen, uint8_t steps, bool hunts)
{
    struct mk_cells across = {{0}};

    NJ_ASSERT(steps > 0 && set != seen);
    nj_mk_climb(view, set, &across);
    for (enum mk_dir dir = MK_N; hunts && dir < MK_DIRS; dir++)
        nj_mk_run(view, set, dir, seen, &across);
    for (uint8_t i = 0; i < steps; i++) {
        struct mk_cells next = {{0}};

        nj_mk_spread(view, set, &next);
        nj_mk_but(&next, seen);
        nj_mk_add(set, &next);
    }
    nj_mk_but(&across, seen);
    nj_mk_add(set, &across);
}

void nj_mk_believe_more(struct mk_mind *mind, const struct mk_table *t)
{
    struct mk_view view = nj_mk_mind_view(mind, t);
    struct mk_cells seen;

    NJ_ASSERT(!mind->visible);
    nj_mk_mind_seen(mind, t, &seen);
    spread(&mind->maybe, &view, &seen, t->k_stalk, true);
    nj_mk_believe_not(mind, t);
}

void nj_mk_believe_turn(struct mk_mind *mind, const struct mk_table *t)
{
    struct mk_view view = nj_mk_mind_view(mind, t);
    int actions = 2 + mind->extra_moves - mind->struck;
    struct mk_cells seen;

    nj_mk_mind_seen(mind, t, &seen);
    for (int i = 0; i < actions; i++) {
        bool slow = i == 0 && mind->was_staggered && mind->struck == 0;

        spread(&mind->maybe, &view, &seen, slow ? t->k_staggered : t->k_stalk,
               !slow);
    }
    nj_mk_believe_not(mind, t);
}
