/*
 * Where the seats begin (LN-2.11): one seat per block, as far from pods and
 * from one another as the ladder of rungs allows.
 */
#include <string.h>

#include "base/bug.h"
#include "games/long_night/long_night.h"

#define TRIES_MAX 50000 /* cells one rung may try */
#define RUNG_MAX  5     /* the greatest distance that any asks for */

/* Candidates in the order in which the search tries them. */
struct site {
    struct ln_walk walk;
    uint8_t to_pod[LN_CELLS_MAX]; /* to the nearest pod, as far as it matters */
    uint8_t n;

    struct {
        uint8_t cell, slot;
    } at[LN_SLOTS_MAX * LN_BLOCK];
};

struct rung {
    uint8_t hunter; /* least distance to the seat before, and to seat 1 */
    uint8_t pod;    /* least distance to every pod */
};

/* One seat of the search: which candidate, and how far all is from it. */
struct placed {
    uint8_t at;
    uint8_t dist[LN_CELLS_MAX];
};

static void measure_pods(const struct ln_board *b, struct site *site)
{
    uint8_t dist[LN_CELLS_MAX];

    NJ_ASSERT(site->walk.cells == nj_ln_cells(b));
    memset(site->to_pod, LN_FAR, sizeof(site->to_pod));
    for (uint8_t c = 0; c < nj_ln_cells(b); c++) {
        if (b->terrain[c] != LN_POD)
            continue;
        nj_ln_walk_from(&site->walk, c, RUNG_MAX, dist);
        for (uint8_t i = 0; i < nj_ln_cells(b); i++)
            if (dist[i] < site->to_pod[i])
                site->to_pod[i] = dist[i];
    }
}

/* Which cells may be candidates. */
struct sieve {
    uint8_t least; /* neighbours in the walk graph */
    bool pods;     /* in blocks with a pod too */
};

/* The candidates of one block. */
static uint8_t block_cells(const struct ln_state *s, const struct site *site,
                           const bool main[LN_CELLS_MAX], uint8_t slot,
                           const struct sieve *sieve, uint8_t out[LN_BLOCK])
{
    uint8_t n = 0;

    NJ_ASSERT(slot < s->laid);
    for (int i = 0; i < LN_BLOCK; i++) {
        uint8_t c = nj_ln_block_cell(&s->board, s->origin[slot], i);

        if (s->board.terrain[c] == LN_POD) {
            if (!sieve->pods)
                return 0;
            continue;
        }
        if (main[c] && nj_ln_walk_degree(&site->walk, c) >= sieve->least)
            out[n++] = c;
    }
    NJ_ASSERT(n <= LN_BLOCK);
    return n;
}

/* The candidates of all blocks, by slot. */
struct crop {
    uint8_t cells[LN_SLOTS_MAX][LN_BLOCK];
    uint8_t count[LN_SLOTS_MAX];
    uint8_t order[LN_SLOTS_MAX]; /* slots that have any */
    uint8_t blocks;
};

static void reap(const struct ln_state *s, const struct site *site,
                 const struct sieve *sieve, struct crop *out)
{
    bool main[LN_CELLS_MAX] = {false};

    NJ_ASSERT(s->laid == nj_ln_slots(s->board.size));
    (void)nj_ln_walk_main(&site->walk, main);
    out->blocks = 0;
    for (uint8_t slot = 0; slot < s->laid; slot++) {
        out->count[slot] =
            block_cells(s, site, main, slot, sieve, out->cells[slot]);
        if (out->count[slot] > 0)
            out->order[out->blocks++] = slot;
    }
}

/* Rule 1: blocks shuffled, then each block's candidates in that order. */
static void gather(struct nj_match *m, const struct ln_state *s,
                   struct site *site, uint8_t least)
{
    struct crop crop;

    reap(s, site, &(struct sieve){least, false}, &crop);
    if (crop.blocks < s->n && (s->laid == LN_SLOTS_MAX || s->opt.free_list))
        reap(s, site, &(struct sieve){least, true}, &crop); /* LN-21.7 */
    nj_shuffle_u8(m, crop.order, crop.blocks);
    site->n = 0;
    for (uint8_t i = 0; i < crop.blocks; i++) {
        uint8_t slot = crop.order[i];

        nj_shuffle_u8(m, crop.cells[slot], crop.count[slot]);
        for (uint8_t k = 0; k < crop.count[slot]; k++, site->n++) {
            site->at[site->n].cell = crop.cells[slot][k];
            site->at[site->n].slot = slot;
        }
    }
}

/* Infinite distances are fit: LN_FAR is greater than any rung. */
static bool fit(const struct site *site, const struct rung *rung,
                const struct placed *seats, uint8_t seat, uint8_t n)
{
    uint8_t cell = site->at[seats[seat].at].cell;

    if (site->to_pod[cell] < rung->pod)
        return false;
    if (seat > 0 && seats[seat - 1].dist[cell] < rung->hunter)
        return false;
    return n <= 2 || seat + 1 < n || seats[0].dist[cell] >= rung->hunter;
}

static bool block_taken(const struct site *site, const struct placed *seats,
                        uint8_t seat)
{
    for (uint8_t i = 0; i < seat; i++)
        if (site->at[seats[i].at].slot == site->at[seats[seat].at].slot)
            return true;
    return false;
}

/* Moves `seat` to its next fit candidate; false: none is left. */
static bool advance(const struct site *site, const struct rung *rung,
                    struct placed *seats, uint8_t seat, uint8_t n,
                    uint32_t *tries)
{
    NJ_ASSERT(seat < n && n <= LN_SEATS_MAX);
    for (; seats[seat].at < site->n; seats[seat].at++) {
        if (block_taken(site, seats, seat))
            continue;
        if (++*tries > TRIES_MAX)
            return false;
        if (fit(site, rung, seats, seat, n))
            return true;
    }
    return false;
}

/* Rule 2, one rung: depth first, seat by seat. */
static bool climb(const struct site *site, const struct rung *rung, uint8_t n,
                  uint8_t out[LN_SEATS_MAX])
{
    struct placed seats[LN_SEATS_MAX];
    uint32_t tries = 0;
    uint8_t seat = 0;

    NJ_ASSERT(n >= 1 && n <= LN_SEATS_MAX);
    seats[0].at = 0;
    for (;;) {
        if (advance(site, rung, seats, seat, n, &tries)) {
            out[seat] = site->at[seats[seat].at].cell;
            if (seat + 1 == n)
                return true;
            nj_ln_walk_from(&site->walk, out[seat], rung->hunter,
                            seats[seat].dist);
            seats[++seat].at = 0;
            continue;
        }
        if (seat == 0 || tries > TRIES_MAX)
            return false;
        seats[--seat].at++;
    }
}

static bool place(struct ln_state *s, const struct site *site,
                  const struct rung *rungs, size_t n)
{
    uint8_t cells[LN_SEATS_MAX];

    NJ_ASSERT(n >= 1);
    for (size_t i = 0; i < n; i++) {
        if (!climb(site, &rungs[i], s->n, cells))
            continue;
        for (uint8_t k = 0; k < s->n; k++)
            s->seat[k].cell = s->seat[k].start = cells[k];
        return true;
    }
    return false;
}

bool nj_ln_spawn(struct nj_match *m, struct ln_state *s)
{
    static const struct rung ladder[] = {{RUNG_MAX, RUNG_MAX},
                                         {5, 4},
                                         {5, 3},
                                         {5, 2},
                                         {4, 2},
                                         {3, 2},
                                         {2, 2},
                                         {1, 1}};
    struct site site;

    nj_ln_walk_build(&s->board, false, &site.walk);
    measure_pods(&s->board, &site);
    gather(m, s, &site, 2);
    if (place(s, &site, ladder, NJ_COUNT(ladder)))
        return true;
    gather(m, s, &site, 0);
    return place(s, &site, &ladder[NJ_COUNT(ladder) - 1], 1);
}

void nj_ln_spawn_anywhere(struct nj_match *m, struct ln_state *s)
{
    struct ln_walk w;
    bool main[LN_CELLS_MAX] = {false};
    uint8_t list[LN_CELLS_MAX];
    uint8_t n = 0;

    NJ_ASSERT(s->attempt == LN_ATTEMPTS_MAX);
    nj_ln_walk_build(&s->board, false, &w);
    (void)nj_ln_walk_main(&w, main);
    for (uint8_t c = 0; c < nj_ln_cells(&s->board); c++)
        if (main[c] && s->board.terrain[c] != LN_POD)
            list[n++] = c;
    nj_shuffle_u8(m, list, n);
    NJ_ASSERT(s->n >= 1 && n >= s->n);
    for (uint8_t k = 0; k < s->n; k++)
        s->seat[k].cell = s->seat[k].start = list[k];
    say_anywhere(m, s->attempt);
}
