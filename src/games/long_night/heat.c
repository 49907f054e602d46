/*
 * Heat sources and sun boxes (LN-5.8, 5.12): what the acting seat feels after
 * a step, and where it can go no further.
 */
#include "base/bug.h"
#include "games/long_night/long_night.h"

/* Is the cell warmed by a source beside it or a sun box near it? A source is
 * in nobody's zone. */
static bool in_zone(const struct ln_board *b, uint8_t cell)
{
    NJ_ASSERT(b->terrain[cell] != LN_HEAT);
    return nj_ln_board_near(b, b->thing, LN_SUN_BOX, cell, 2) ||
           nj_ln_board_near(b, b->terrain, LN_HEAT, cell, 1);
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
