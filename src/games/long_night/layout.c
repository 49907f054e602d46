/*
 * One attempt at a layout: blocks drawn, laid and merged (LN-2.5, 2.6, 2.8,
 * 2.9), and whether it is good enough (LN-2.10).
 */
#include <stdlib.h>
#include <string.h>

#include "base/bug.h"
#include "games/long_night/long_night.h"

static bool has(const struct ln_block *b, const uint8_t layer[LN_BLOCK],
                uint8_t what)
{
    NJ_ASSERT(layer == b->terrain || layer == b->thing);
    return memchr(layer, what, sizeof(b->terrain)) != NULL;
}

enum warmth {
    COOL,
    HEAT, /* has a heat source */
    SUN   /* has a sun box and no heat source */
};

static enum warmth warmth_of(const struct ln_block *b)
{
    if (has(b, b->terrain, LN_HEAT))
        return HEAT;
    return has(b, b->thing, LN_SUN_BOX) ? SUN : COOL;
}

/* LN-24.6: where heat and sun may not lie on one map, blocks of one of the two
 * drop out of the shuffled list, unless too few would be left. */
static void heat_or_sun(struct nj_match *m, const struct ln_state *s,
                        uint8_t list[], int need)
{
    const struct ln_pack *pack = nj_ln_pack(m);
    uint8_t count[SUN + 1] = {0};
    uint8_t kept = 0;
    enum warmth gone;

    for (uint8_t i = 0; i < s->ordinary; i++)
        count[warmth_of(&pack->block[list[i]])]++;
    if (!s->opt.heat_one || count[HEAT] == 0 || count[SUN] == 0 ||
        count[COOL] + (count[HEAT] < count[SUN] ? count[HEAT] : count[SUN]) <
            need)
        return;
    gone = nj_random(m, 2) == 0 ? SUN : HEAT;
    for (uint8_t i = 0; i < s->ordinary; i++)
        if (warmth_of(&pack->block[list[i]]) != gone)
            list[kept++] = list[i];
    NJ_ASSERT(kept >= need);
}

/* LN-2.5, LN-21.5: exactly as many blocks with a pod as there are to be pods,
 * none of the pool twice. */
static void draw_blocks(struct nj_match *m, struct ln_state *s)
{
    uint8_t ordinary[LN_POOL_MAX];
    uint8_t leave[LN_POOL_MAX];
    uint8_t slots = nj_ln_slots(s->board.size);
    uint8_t pods = nj_ln_pods(s);

    NJ_ASSERT(pods <= s->exits && pods <= slots);
    NJ_ASSERT(slots - pods <= s->ordinary);
    nj_ln_pool_of(m, s, ordinary);
    memcpy(leave, ordinary + s->ordinary, s->exits);
    nj_shuffle_u8(m, ordinary, s->ordinary);
    nj_shuffle_u8(m, leave, s->exits);
    heat_or_sun(m, s, ordinary, slots - pods);
    memcpy(s->block, ordinary, (size_t)(slots - pods));
    memcpy(s->block + slots - pods, leave, pods);
    nj_shuffle_u8(m, s->block, slots);
    s->laid = slots;
}

uint8_t nj_ln_slots(uint8_t size)
{
    uint8_t side = size / LN_SIDE;

    NJ_ASSERT(size >= LN_SIZE_MIN && size <= LN_SIZE_MAX);
    return (uint8_t)(side * side);
}

uint8_t nj_ln_slot_origin(const struct ln_board *b, int slot)
{
    int side = b->size / LN_SIDE; /* slots abreast */

    NJ_ASSERT(slot < side * side);
    return nj_ln_board_at(b, LN_SIDE * (slot / side), LN_SIDE * (slot % side));
}

uint8_t nj_ln_block_cell(const struct ln_board *b, uint8_t origin, int i)
{
    NJ_ASSERT(i < LN_BLOCK);
    return nj_ln_board_shift(b, origin, i / LN_SIDE, i % LN_SIDE);
}

/* Sizes 9 and 12: the slots are a grid without gaps. */
static void fixed_positions(struct ln_state *s)
{
    for (int i = 0; i < s->laid; i++)
        s->origin[i] = nj_ln_slot_origin(&s->board, i);
}

/* Does the slot's block overlap one of an earlier slot? */
static bool overlaps(const struct ln_state *s, int slot)
{
    uint8_t n = s->board.size;

    NJ_ASSERT(slot < s->laid);
    for (int i = 0; i < slot; i++)
        if (abs(s->origin[i] / n - s->origin[slot] / n) < LN_SIDE &&
            abs(s->origin[i] % n - s->origin[slot] % n) < LN_SIDE)
            return true;
    return false;
}

/* LN-2.6, size 10: slot by slot one of four offsets, in an order drawn when
 * the slot is visited; where none fits, the slot before moves on. */
static void draw_positions(struct nj_match *m, struct ln_state *s)
{
    uint8_t order[LN_SLOTS_MAX][4] = {{0, 1, 2, 3}};
    int next[LN_SLOTS_MAX] = {0};
    int slot = 0;

    NJ_ASSERT(s->board.size % LN_SIDE == 1);
    nj_shuffle_u8(m, order[0], 4);
    while (slot < s->laid) {
        uint8_t offset;

        if (next[slot] == 4) {
            NJ_ASSERT(slot > 0); /* offsets of zero fit everywhere */
            slot--;
            continue;
        }
        offset = order[slot][next[slot]++];
        s->origin[slot] =
            nj_ln_board_shift(&s->board, nj_ln_slot_origin(&s->board, slot),
                              offset / 2, offset % 2);
        if (overlaps(s, slot) || ++slot == s->laid)
            continue;
        next[slot] = 0;
        for (uint8_t i = 0; i < 4; i++)
            order[slot][i] = i;
        nj_shuffle_u8(m, order[slot], 4);
    }
}

static void copy_block(struct ln_board *b, const struct ln_block *block,
                       uint8_t origin)
{
    uint8_t at[LN_BLOCK];

    NJ_ASSERT(origin < nj_ln_cells(b));
    for (int i = 0; i < LN_BLOCK; i++)
        at[i] = nj_ln_block_cell(b, origin, i);
    for (uint8_t i = 0; i < LN_BLOCK; i++) {
        b->terrain[at[i]] = block->terrain[i];
        b->thing[at[i]] = block->thing[i];
        if (block->portal[i] != LN_NOWHERE)
            b->extra[at[i]] = at[block->portal[i]];
        for (int d = 0; d < LN_DIRS; d++)
            nj_ln_board_claim(b, at[i], (enum ln_dir)d,
                              (enum ln_edge)block->edge[i][d]);
    }
}

/* LN-2.9, one pass over the collected set: a sealed end and its partner. */
static void flood_sealed(struct ln_board *b)
{
    bool sealed[LN_CELLS_MAX] = {false};

    for (uint8_t c = 0; c < nj_ln_cells(b); c++)
        sealed[c] = nj_ln_board_gate(b, c) && nj_ln_board_sealed(b, c);
    for (uint8_t c = 0; c < nj_ln_cells(b); c++) {
        if (!sealed[c])
            continue;
        b->terrain[c] = LN_WATER;
        b->terrain[b->extra[c]] = LN_WATER;
    }
    for (uint8_t c = 0; c < nj_ln_cells(b); c++)
        if (b->terrain[c] == LN_WATER)
            b->extra[c] = 0;
}

void nj_ln_layout_compose(struct ln_board *b, uint8_t size,
                          const struct ln_block *const block[LN_SLOTS_MAX],
                          const uint8_t origin[LN_SLOTS_MAX])
{
    NJ_ASSERT(size >= LN_SIZE_MIN);
    NJ_ASSERT(size <= LN_SIZE_MAX);
    memset(b, 0, sizeof(*b));
    b->size = size;
    for (int i = 0; i < nj_ln_slots(size); i++)
        if (block[i] != NULL)
            copy_block(b, block[i], origin[i]);
    flood_sealed(b);
}

/* Adds to `seen` what walking from `from` reaches. */
static void walk_on(const struct ln_walk *w, uint8_t from,
                    bool seen[LN_CELLS_MAX])
{
    uint8_t dist[LN_CELLS_MAX];

    nj_ln_walk_from(w, from, LN_FAR, dist);
    for (uint8_t c = 0; c < w->cells; c++)
        seen[c] = seen[c] || dist[c] != LN_FAR;
}

/* Portals count in either direction. */
static bool pods_reachable(const struct ln_board *b, const struct ln_walk *w,
                           bool seen[LN_CELLS_MAX])
{
    bool more = true;

    NJ_ASSERT(w->cells == nj_ln_cells(b));
    while (more) {
        more = false;
        for (uint8_t c = 0; c < w->cells; c++) {
            if (!nj_ln_board_gate(b, c) || !seen[c] || seen[b->extra[c]])
                continue;
            walk_on(w, b->extra[c], seen);
            more = true;
        }
    }
    for (uint8_t c = 0; c < w->cells; c++)
        if (b->terrain[c] == LN_POD && !seen[c])
            return false;
    return true;
}

bool nj_ln_layout_accepted(const struct ln_board *b)
{
    struct ln_walk w;
    bool seen[LN_CELLS_MAX] = {false};
    uint8_t first = 0;
    uint8_t count;

    nj_ln_walk_build(b, false, &w);
    count = nj_ln_walk_main(&w, seen);
    if (count * 100 < nj_ln_cells(b) * 60)
        return false;
    NJ_ASSERT(count >= 1 && count <= w.cells); /* so that one is found */
    while (!seen[first])
        first++;
    nj_ln_walk_build(b, true, &w);
    walk_on(&w, first, seen);
    return pods_reachable(b, &w, seen);
}

bool nj_ln_layout_draw(struct nj_match *m, struct ln_state *s)
{
    const struct ln_pack *pack = nj_ln_pack(m);
    struct ln_block copy[LN_SLOTS_MAX]; /* events change private copies */
    const struct ln_block *block[LN_SLOTS_MAX] = {NULL};

    NJ_ASSERT(s->event != LN_EVENT_RANDOM);
    draw_blocks(m, s);
    if (s->board.size % LN_SIDE == 0)
        fixed_positions(s);
    else
        draw_positions(m, s);
    for (int i = 0; i < s->laid; i++) {
        copy[i] = pack->block[s->block[i]];
        nj_ln_event_apply(m, s, &copy[i]);
        block[i] = &copy[i];
    }
    nj_ln_layout_compose(&s->board, s->board.size, block, s->origin);
    return nj_ln_layout_accepted(&s->board);
}
