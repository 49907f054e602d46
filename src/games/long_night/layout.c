/*
 * One attempt at a layout: blocks drawn, laid and merged (LN-2.5, 2.6, 2.8,
 * 2.9), and whether it is good enough (LN-2.10).
 */
#include <stdlib.h>
#include <string.h>

#include "base/bug.h"
#include "games/long_night/long_night.h"

/* LN-2.5: nine different blocks, exactly as many with a pod as there are to
 * be pods. */
static void draw_blocks(struct nj_match *m, struct ln_state *s)
{
    uint8_t ordinary[LN_CLASSIC_ORDINARY];
    uint8_t leave[LN_CLASSIC_EXIT];
    uint8_t pods = nj_ln_pods(s->n);

    NJ_ASSERT(pods >= 1);
    NJ_ASSERT(pods <= LN_CLASSIC_EXIT);
    memcpy(ordinary, s->pool, sizeof(ordinary));
    memcpy(leave, s->pool + LN_CLASSIC_ORDINARY, sizeof(leave));
    nj_shuffle_u8(m, ordinary, LN_CLASSIC_ORDINARY);
    nj_shuffle_u8(m, leave, LN_CLASSIC_EXIT);
    memcpy(s->block, ordinary, (size_t)(LN_SLOTS - pods));
    memcpy(s->block + LN_SLOTS - pods, leave, pods);
    nj_shuffle_u8(m, s->block, LN_SLOTS);
}

uint8_t nj_ln_slot_origin(const struct ln_board *b, int slot)
{
    NJ_ASSERT(slot < LN_SLOTS);
    return nj_ln_board_at(b, LN_SIDE * (slot / LN_SIDE),
                          LN_SIDE * (slot % LN_SIDE));
}

uint8_t nj_ln_block_cell(const struct ln_board *b, uint8_t origin, int i)
{
    NJ_ASSERT(i < LN_BLOCK);
    return nj_ln_board_shift(b, origin, i / LN_SIDE, i % LN_SIDE);
}

/* Size 9: the slots are a 3x3 grid without gaps. */
static void fixed_positions(struct ln_state *s)
{
    for (int i = 0; i < LN_SLOTS; i++)
        s->origin[i] = nj_ln_slot_origin(&s->board, i);
}

/* Does the slot's block overlap one of an earlier slot? */
static bool overlaps(const struct ln_state *s, int slot)
{
    uint8_t n = s->board.size;

    NJ_ASSERT(slot < LN_SLOTS);
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
    uint8_t order[LN_SLOTS][4] = {{0, 1, 2, 3}};
    int next[LN_SLOTS] = {0};
    int slot = 0;

    NJ_ASSERT(s->board.size == LN_SIZE_MAX);
    nj_shuffle_u8(m, order[0], 4);
    while (slot < LN_SLOTS) {
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
        if (overlaps(s, slot) || ++slot == LN_SLOTS)
            continue;
        next[slot] = 0;
        for (uint8_t i = 0; i < 4; i++)
            order[slot][i] = i;
        nj_shuffle_u8(m, order[slot], 4);
    }
}

/* The doors that the button on a cell of the block toggles. */
static void link_button(struct ln_board *b, const struct ln_block *block,
                        uint8_t cell, const uint8_t at[LN_BLOCK])
{
    uint64_t doors = block->doors[block->mark[cell]];

    NJ_ASSERT(block->thing[cell] == LN_BUTTON);
    for (uint8_t c = 0; c < LN_BLOCK; c++) {
        for (unsigned d = LN_DOWN; d <= LN_RIGHT; d += LN_RIGHT - LN_DOWN) {
            if ((doors >> (4u * c + d) & 1) == 0)
                continue;
            if (!nj_ln_board_link(b, at[cell],
                                  nj_ln_board_door(b, at[c], (enum ln_dir)d)))
                NJ_UNREACHABLE(); /* the pack's V9 counts them */
        }
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
        if (block->thing[i] == LN_BUTTON)
            link_button(b, block, i, at);
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
                          const struct ln_block *const block[LN_SLOTS],
                          const uint8_t origin[LN_SLOTS])
{
    NJ_ASSERT(size >= LN_SLOTS);
    NJ_ASSERT(size <= LN_SIZE_MAX);
    memset(b, 0, sizeof(*b));
    b->size = size;
    for (int i = 0; i < LN_SLOTS; i++)
        if (block[i] != NULL)
            copy_block(b, block[i], origin[i]);
    flood_sealed(b);
}

/* Adds to `seen` what walking from `from` reaches. */
static void walk_on(const struct ln_walk *w, uint8_t from,
                    bool seen[LN_CELLS_MAX])
{
    uint8_t dist[LN_CELLS_MAX];

    nj_ln_walk_from(w, from, dist);
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
    struct ln_block copy[LN_SLOTS]; /* events change private copies */
    const struct ln_block *block[LN_SLOTS];

    NJ_ASSERT(s->event != LN_EVENT_RANDOM);
    draw_blocks(m, s);
    if (s->board.size == LN_SLOTS)
        fixed_positions(s);
    else
        draw_positions(m, s);
    s->laid = LN_SLOTS;
    for (int i = 0; i < LN_SLOTS; i++) {
        copy[i] = pack->block[s->block[i]];
        nj_ln_event_apply(m, (enum ln_event)s->event, &copy[i]);
        block[i] = &copy[i];
    }
    nj_ln_layout_compose(&s->board, s->board.size, block, s->origin);
    NJ_ASSERT(s->laid == LN_SLOTS);
    return nj_ln_layout_accepted(&s->board);
}
