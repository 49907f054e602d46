/*
 * What the tests of 杀手牌 share: a match of its own in the kit of all games.
 */
#ifndef NC_KIT_H
#define NC_KIT_H

#include "games/night_of_cards/night_of_cards.h"
#include "kit/game_kit.h"

extern const struct nj_game nj_night_of_cards;

/* Of so many seats, with options as "key=value ..."; `computers`: join numbers
 * as bits. */
static inline struct kit *kit_new(uint8_t seats, nj_seat_set computers,
                                  const char *options, uint64_t seed)
{
    struct nj_match_setup setup = {
        .game = &nj_night_of_cards, .edition = "standard", .n_seats = seats};

    nj_rng_splitmix64(&setup.rng, seed);
    return kit_create(&setup, NULL, computers, options);
}

/* A board by clauses parted by ';', and the empty one, which completes it. */
static inline struct kit *kit_given(const char *options, const char *clauses)
{
    struct kit *k = kit_new(NC_SEATS_MAX, 0, options, 1);
    char all[1000];

    (void)snprintf(all, sizeof(all), "%s;;", clauses);
    kit_clauses(k, all);
    return k;
}

static inline struct nc_state *kit_state(const struct kit *k)
{
    return nj_state(k->m);
}

#endif
