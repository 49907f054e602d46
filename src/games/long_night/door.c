/*
 * Buttons and the doors they toggle (LN-5.10). Nobody is told which; the
 * group hears at the end of the round how often one was trodden on.
 */
#include "base/bug.h"
#include "games/long_night/long_night.h"

/* --- on the boards of scenarios, which have no blocks --- */

/* What a button's cell toggles, as three bytes of the state's tail. */
struct link {
    uint8_t button;
    struct ln_door door;
};

static struct link link_at(const struct ln_state *s, uint16_t i)
{
    const uint8_t *at = s->tail + (size_t)i * LN_LINK_BYTES;

    NJ_ASSERT(i < s->links && at[0] < nj_ln_cells(&s->board));
    return (struct link){at[0], {at[1], at[2]}};
}

bool nj_ln_door_link(struct ln_state *s, uint8_t button, struct ln_door door)
{
    uint8_t *at = s->tail + (size_t)s->links * LN_LINK_BYTES;

    NJ_ASSERT(s->laid == 0 && s->trace_len == 0); /* which follows the links */
    NJ_ASSERT(door.home < nj_ln_cells(&s->board) && door.lower <= 1);
    if (s->links == LN_LINKS_MAX)
        return false;
    at[0] = button;
    at[1] = door.home;
    at[2] = door.lower;
    s->links++;
    return true;
}

static void toggle_linked(struct ln_state *s, uint8_t cell)
{
    for (uint16_t i = 0; i < s->links; i++) {
        struct link link = link_at(s, i);

        if (link.button == cell)
            nj_ln_board_toggle(&s->board, link.door);
    }
}

/* --- on a map --- */

/* The doors of the slot's block that the button on its cell `inside` works. */
static void toggle_of_block(struct ln_state *s, const struct ln_block *block,
                            uint8_t slot, uint8_t inside)
{
    for (uint8_t c = 0; c < LN_BLOCK; c++) {
        uint8_t at = nj_ln_block_cell(&s->board, s->origin[slot], c);

        for (int d = 0; d < LN_DIRS; d++)
            if (nj_ln_block_toggles(block, inside, c, (enum ln_dir)d))
                nj_ln_board_toggle(
                    &s->board, nj_ln_board_door(&s->board, at, (enum ln_dir)d));
    }
}

void nj_ln_button(struct nj_match *m, struct ln_state *s, uint8_t cell)
{
    uint8_t slot = nj_ln_slot_of(s, cell);
    uint8_t inside = 0;

    NJ_ASSERT(s->board.thing[cell] == LN_BUTTON);
    NJ_ASSERT(!s->over && s->toggled < UINT16_MAX);
    s->toggled++;
    if (s->laid == 0) {
        toggle_linked(s, cell);
        return;
    }
    NJ_ASSERT(slot < s->laid); /* no button stands in a gap */
    while (nj_ln_block_cell(&s->board, s->origin[slot], inside) != cell)
        inside++;
    toggle_of_block(s, &nj_ln_pack(m)->block[s->block[slot]], slot, inside);
}

void nj_ln_doors_tell(struct nj_match *m, struct ln_state *s)
{
    NJ_ASSERT(!s->over);
    if (s->toggled > 0)
        say_doors(m, s->toggled);
    s->toggled = 0;
}
