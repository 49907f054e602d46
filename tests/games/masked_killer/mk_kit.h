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

/* A board by clauses parted by ';'; nothing is rolled. */
static inline struct kit *kit_given(uint8_t seats, const char *clauses)
{
    static const char *const names[] = {"Ann", "Bo", "Cy", "Di"};
    struct nj_match_setup setup = {.game = &nj_masked_killer,
                                   .data = kit_table(),
                                   .edition = "standard",
                                   .n_seats = seats};
    struct kit *k;

    nj_rng_splitmix64(&setup.rng, 1);
    k = kit_create(&setup, names, 0, "");
    kit_clauses(k, clauses);
    return k;
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
