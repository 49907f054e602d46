/*
 * What the tests of 漫漫长夜 share: a match of its own in the kit of all games.
 */
#ifndef LN_KIT_H
#define LN_KIT_H

#include "config/embed.h"
#include "games/long_night/long_night.h"
#include "kit/game_kit.h"

static inline const char *kit_pack_text(size_t *n)
{
    return kit_file("config/long_night/blocks.txt", n);
}

static inline void **kit_pack_place(void)
{
    static void *pack;

    return &pack;
}

/* The pack of the program, with its further one behind it. */
static inline const struct ln_pack *kit_pack(void)
{
    void **place = kit_pack_place();
    bool first = *place == NULL;
    const struct ln_pack *pack =
        kit_data("config/long_night/blocks.txt", nj_ln_pack_load, place);
    size_t n;

    if (first) {
        const char *text =
            kit_file("config/long_night/packs/community.txt", &n);

        assert_int_equal(
            nj_data_add(&nj_long_night, *place, "community", text, n, NULL),
            NJ_OK);
    }
    return pack;
}

static inline void kit_pack_done(void)
{
    kit_data_done(kit_pack_place());
}

static inline void kit_options(struct nj_options *o, const char *text)
{
    kit_set(&nj_long_night, o, text);
}

/* Options as "key=value ..."; `computers`: join numbers as bits. */
static inline struct kit *kit_new(uint8_t seats, nj_seat_set computers,
                                  const char *options, const struct nj_rng *rng)
{
    static const char *const names[LN_SEATS_MAX] = {"Ann", "Bo",  "Cy",  "Di",
                                                    "Ed",  "Flo", "Gus", "Hal"};
    const struct nj_match_setup setup = {.game = &nj_long_night,
                                         .data = kit_pack(),
                                         .edition = "classic",
                                         .n_seats = seats,
                                         .rng = *rng};
    struct kit *k = kit_create(&setup, names, computers, options);

    return k;
}

static inline struct kit *kit_start(uint8_t seats, nj_seat_set computers,
                                    const char *options, uint64_t seed)
{
    struct nj_rng rng;
    struct kit *k;

    nj_rng_splitmix64(&rng, seed);
    k = kit_new(seats, computers, options, &rng);
    kit_begin(k);
    return k;
}

/* A board by clauses parted by ';'; the dice are scripted: none. */
static inline struct kit *kit_given(const char *options, const char *clauses)
{
    struct nj_rng rng;
    struct kit *k;

    nj_rng_splitmix64(&rng, 1);
    k = kit_new(LN_SEATS_MAX, 0, options, &rng);
    kit_clauses(k, clauses);
    return k;
}

static inline void kit_order(struct kit *k, unsigned seat, const char *verb,
                             const char *text)
{
    kit_order_by(k, seat, NJ_PLACE_GROUP, NJ_BY_PERSON, verb, text);
}

static inline const struct ln_state *kit_state(const struct kit *k)
{
    return nj_state_const(k->m);
}

#endif
