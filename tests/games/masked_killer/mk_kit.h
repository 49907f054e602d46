/*
 * What the tests of 面具杀人魔 share: a match of its own in the kit of all
 * games, and the board of the program.
 */
#ifndef MK_KIT_H
#define MK_KIT_H

#include <string.h>

#include "games/masked_killer/masked_killer.h"
#include "kit/game_kit.h"

#define KIT_BOARD "config/masked_killer/maple-street.txt"

extern const struct nj_game nj_masked_killer;

static inline void **kit_table_place(void)
{
    static void *table;

    return &table;
}

static inline const struct mk_table *kit_table(void)
{
    return kit_data(KIT_BOARD, nj_mk_table_load, kit_table_place());
}

static inline void kit_table_done(void)
{
    kit_data_done(kit_table_place());
}

/* --- boards of their own --- */

/* What stands in the way on a board; `locks` by bit. */
static inline struct mk_view kit_view(const struct mk_table *t, unsigned locks,
                                      bool blackout)
{
    return (struct mk_view){
        .t = t,
        .lock = {locks >> MK_BLUE & 1, locks >> MK_YELLOW & 1},
        .blackout = blackout};
}

/* Makes the edges of the program's board others, where there is neither rim,
 * solid cell nor car. */
static inline void kit_random_board(struct mk_table *t, struct nj_rng *rng)
{
    static const uint8_t edges[] = {MK_OPEN, MK_OPEN,   MK_OPEN,   MK_OPEN,
                                    MK_OPEN, MK_OPEN,   MK_WALL,   MK_WALL,
                                    MK_DOOR, MK_WINDOW, MK_WINDOW, MK_FENCE};

    *t = *kit_table();
    memset(t->line_of, 0, sizeof(t->line_of));
    memset(t->open, 0, sizeof(t->open));
    memset(t->climb, 0, sizeof(t->climb));
    memset(t->window, 0, sizeof(t->window));
    memset(t->ways, 0, sizeof(t->ways));
    for (uint16_t c = 0; c < MK_CELLS; c++)
        for (enum mk_dir d = MK_E; d <= MK_S; d++) {
            uint16_t beyond = nj_mk_beside(c, d);

            if (beyond == MK_NOWHERE || t->terrain[c] >= MK_BLUE_CAR ||
                t->terrain[beyond] >= MK_BLUE_CAR)
                continue;
            t->edge[c][d] = t->edge[beyond][(d + 2) % MK_DIRS] =
                edges[nj_rng_below(rng, NJ_COUNT(edges))];
        }
    nj_mk_table_measure(t);
}

/* --- matches --- */

/* A board by clauses parted by ';'; nothing is rolled. */
static inline struct kit *kit_on(const struct mk_table *t, uint8_t seats,
                                 const char *clauses)
{
    static const char *const names[] = {"Ann", "Bo", "Cy", "Di"};
    struct nj_match_setup setup = {.game = &nj_masked_killer,
                                   .data = t,
                                   .edition = "standard",
                                   .n_seats = seats};
    struct kit *k;

    nj_rng_splitmix64(&setup.rng, 1);
    k = kit_create(&setup, names, 0, "");
    kit_clauses(k, clauses);
    return k;
}

static inline struct kit *kit_given(uint8_t seats, const char *clauses)
{
    return kit_on(kit_table(), seats, clauses);
}

/* Victims order aloud, the killer in private. */
static inline void kit_order(struct kit *k, unsigned seat, const char *verb,
                             const char *text)
{
    const struct mk_state *s = nj_state_const(k->m);

    kit_forget(k);
    kit_order_by(k, seat, seat == s->n + 1u ? NJ_PLACE_PRIVATE : NJ_PLACE_GROUP,
                 NJ_BY_PERSON, verb, text);
}

static inline const struct mk_state *kit_state(const struct kit *k)
{
    return nj_state_const(k->m);
}

/* The cell of that name; there must be one. */
static inline uint16_t kit_cell(const char *name)
{
    uint16_t cell = nj_mk_cell_at(name, strlen(name));

    if (cell == MK_NOWHERE)
        fail_msg("no cell '%s'", name);
    return cell;
}

#endif
