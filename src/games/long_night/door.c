/*
 * Buttons and the doors they toggle (LN-5.10). Nobody is told which; the
 * group hears at the end of the round how often one was trodden on.
 */
#include "base/bug.h"
#include "games/long_night/long_night.h"

void nj_ln_button(struct ln_state *s, uint8_t cell)
{
    NJ_ASSERT(s->board.thing[cell] == LN_BUTTON);
    NJ_ASSERT(!s->over && s->toggled < UINT16_MAX);
    for (uint8_t i = 0; i < s->board.links; i++)
        if (s->board.link[i].button == cell)
            nj_ln_board_toggle(&s->board, s->board.link[i].door);
    s->toggled++;
}

void nj_ln_doors_tell(struct nj_match *m, struct ln_state *s)
{
    NJ_ASSERT(!s->over);
    if (s->toggled > 0)
        say_doors(m, s->toggled);
    s->toggled = 0;
}
