/*
 * Special events (LN-2.7), on a private copy of one block. The thickets of
 * the beginning are visited in reading order; traps are no thickets, unless the
 * option says that grass grows beside them too (LN-24.7).
 */
#include "base/bug.h"
#include "games/long_night/long_night.h"

const char *const nj_ln_events[] = {"none",       "random", "gardener",
                                    "overgrowth", "rain",   NULL};

static bool plain_floor(const struct ln_block *b, uint8_t cell)
{
    NJ_ASSERT(cell < LN_BLOCK);
    return b->terrain[cell] == LN_FLOOR && b->thing[cell] == LN_NOTHING;
}

static void pick_thicket(struct nj_match *m, struct ln_block *b,
                         const uint8_t *list, uint8_t n)
{
    NJ_ASSERT(n <= LN_BLOCK);
    if (n > 0)
        b->terrain[list[nj_random(m, n)]] = LN_GRASS;
}

/* The thicket moves anywhere inside its block, its old cell included. */
static void gardener(struct nj_match *m, struct ln_block *b, uint8_t thicket)
{
    uint8_t list[LN_BLOCK];
    uint8_t n = 0;

    NJ_ASSERT(thicket < LN_BLOCK);
    NJ_ASSERT(b->terrain[thicket] == LN_GRASS);
    b->terrain[thicket] = LN_FLOOR;
    for (uint8_t c = 0; c < LN_BLOCK; c++)
        if (plain_floor(b, c) && nj_ln_block_walls(b, c) < LN_DIRS)
            list[n++] = c;
    pick_thicket(m, b, list, n);
}

/* The cell one open step away inside the block, or LN_NOWHERE. */
static uint8_t open_step(const struct ln_block *b, uint8_t cell,
                         enum ln_dir dir)
{
    NJ_ASSERT(cell < LN_BLOCK);
    if (!nj_ln_edge_lets((enum ln_edge)b->edge[cell][dir]))
        return LN_NOWHERE;
    return nj_ln_block_next(cell, dir);
}

/* Marks the neighbours one open step away, and the diagonal ones over one of
 * the two cells between. */
static void mark_near(const struct ln_block *b, uint8_t thicket,
                      bool near[LN_BLOCK])
{
    NJ_ASSERT(thicket < LN_BLOCK);
    for (int d = 0; d < LN_DIRS; d++) {
        uint8_t side = open_step(b, thicket, (enum ln_dir)d);
        int turn = d <= LN_DOWN ? LN_LEFT : LN_UP;

        if (side == LN_NOWHERE)
            continue;
        near[side] = true;
        for (int k = 0; k < 2; k++) {
            uint8_t corner = open_step(b, side, (enum ln_dir)(turn + k));

            if (corner != LN_NOWHERE)
                near[corner] = true;
        }
    }
}

static void overgrowth(struct nj_match *m, struct ln_block *b, uint8_t thicket)
{
    bool near[LN_BLOCK] = {false};
    uint8_t list[LN_BLOCK];
    uint8_t n = 0;

    NJ_ASSERT(thicket < LN_BLOCK);
    mark_near(b, thicket, near);
    for (uint8_t c = 0; c < LN_BLOCK; c++)
        if (near[c] && plain_floor(b, c))
            list[n++] = c;
    pick_thicket(m, b, list, n);
}

static void rain(struct nj_match *m, struct ln_block *b, uint8_t thicket)
{
    (void)m;
    b->terrain[thicket] = LN_WATER;
}

void nj_ln_event_apply(struct nj_match *m, const struct ln_state *s,
                       struct ln_block *b)
{
    static void (*const treat[])(struct nj_match *, struct ln_block *,
                                 uint8_t thicket) = {
        [LN_EVENT_GARDENER] = gardener,
        [LN_EVENT_OVERGROWTH] = overgrowth,
        [LN_EVENT_RAIN] = rain};
    bool traps = s->event == LN_EVENT_OVERGROWTH && s->opt.trap_grows;
    bool source[LN_BLOCK];

    /* It was drawn before the layout. */
    NJ_ASSERT(s->event != LN_EVENT_RANDOM && s->event < NJ_COUNT(treat));
    for (uint8_t c = 0; c < LN_BLOCK; c++)
        source[c] =
            b->terrain[c] == LN_GRASS || (traps && b->terrain[c] == LN_TRAP);
    for (uint8_t c = 0; c < LN_BLOCK; c++)
        if (source[c] && treat[s->event] != NULL)
            treat[s->event](m, b, c);
}
