/*
 * Heat sources and sun boxes (LN-5.8, 5.12): what the acting seat feels after
 * a step, and where it can go no further.
 */
#include <string.h>

#include "base/bug.h"
#include "games/long_night/long_night.h"

/* Is the cell warmed by a source beside it or a sun box near it? A source is
 * in nobody's zone. */
static bool in_zone(const struct ln_board *b, uint8_t cell)
{
    NJ_ASSERT(cell < nj_ln_cells(b));
    if (memchr(b->thing, LN_SUN_BOX, nj_ln_cells(b)) == NULL &&
        memchr(b->terrain, LN_HEAT, nj_ln_cells(b)) == NULL)
        return false; /* most maps have neither */
    for (int r = -2; r <= 2; r++) {
        for (int c = -2; c <= 2; c++) {
            uint8_t at = nj_ln_board_shift(b, cell, r, c);
            bool beside = r >= -1 && r <= 1 && c >= -1 && c <= 1;

            if (b->thing[at] == LN_SUN_BOX ||
                (beside && b->terrain[at] == LN_HEAT))
                return true;
        }
    }
    return false;
}

bool nj_ln_heat(struct nj_match *m, struct ln_state *s)
{
    struct ln_seat *me = &s->seat[s->turn];
    bool zone;

    NJ_ASSERT(me->fate == LN_IN_PLAY);
    if (s->board.terrain[me->cell] == LN_HEAT) {
        if (me->scorched)
            return true;
        me->scorched = 1;
        say_heat_core(m, s->turn, s->steps);
        return false;
    }
    zone = in_zone(&s->board, me->cell);
    if (zone && !me->warm)
        say_heat_near(m, s->turn, s->steps);
    me->warm = zone;
    return false;
}
