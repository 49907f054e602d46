/*
 * Boxes of all sorts (LN-5.11): pushed by a step towards them, and never out
 * of their block.
 */
#include "base/bug.h"
#include "games/long_night/long_night.h"

uint8_t nj_ln_slot_of(const struct ln_state *s, uint8_t cell)
{
    uint8_t n = s->board.size;
    int row = cell / n;
    int col = cell % n;

    if (s->laid == 0)
        return (uint8_t)(row / LN_SIDE * ((n + LN_SIDE - 1) / LN_SIDE) +
                         col / LN_SIDE);
    for (uint8_t i = 0; i < s->laid; i++) {
        int top = s->origin[i] / n;
        int left = s->origin[i] % n;

        if (row >= top && row < top + LN_SIDE && col >= left &&
            col < left + LN_SIDE)
            return i;
    }
    return LN_NOWHERE;
}

bool nj_ln_box_blocks(const struct ln_state *s, uint8_t cell, enum ln_dir dir)
{
    uint8_t behind = nj_ln_board_next(&s->board, cell, dir);

    NJ_ASSERT(dir <= LN_RIGHT);
    if (!nj_ln_board_boxed(&s->board, cell))
        return false;
    return !nj_ln_board_passable(&s->board, cell, dir) ||
           nj_ln_slot_of(s, behind) != nj_ln_slot_of(s, cell) ||
           s->board.thing[behind] != LN_NOTHING || nj_ln_at(s, behind) != 0;
}

void nj_ln_box_push(struct ln_state *s, uint8_t cell, enum ln_dir dir)
{
    uint8_t behind = nj_ln_board_next(&s->board, cell, dir);

    NJ_ASSERT(!nj_ln_box_blocks(s, cell, dir));
    if (!nj_ln_board_boxed(&s->board, cell))
        return;
    NJ_ASSERT(s->board.thing[behind] == LN_NOTHING);
    s->board.thing[behind] = s->board.thing[cell];
    s->board.thing[cell] = LN_NOTHING;
}
