/*
 * What the tests of 黑影杀 share: a match of its own in the kit of all games,
 * and what people type.
 */
#ifndef SH_KIT_H
#define SH_KIT_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "command/order.h"
#include "command/parse.h"
#include "config/embed.h"
#include "games/shadow_hotel/shadow_hotel.h"
#include "kit/game_kit.h"
#include "kit/tables.h"

static inline void **kit_map_place(void)
{
    static void *map;

    return &map;
}

static inline const struct sh_map *kit_map(void)
{
    return kit_data("config/shadow_hotel/map.json", nj_sh_map_load,
                    kit_map_place());
}

static inline void kit_map_done(void)
{
    kit_data_done(kit_map_place());
}

/* The end of a program of these tests. */
static inline int kit_hotel_done(void **state)
{
    (void)state;
    kit_map_done();
    nj_match_thread_done();
    return 0;
}

static inline void kit_options(struct nj_options *o, const char *text)
{
    kit_set(&nj_shadow_hotel, o, text);
}

/* The words that people type, of all languages. */
static inline const struct nj_commands *kit_tables(void)
{
    static const char *const games[] = {"shadow-hotel", NULL};
    static struct nj_commands *tables;

    if (tables == NULL)
        tables = nj_tables_create(games);
    return tables;
}

/* What somebody types in private, or a host; it must be a command. */
static inline void kit_parse(const char *text, enum nj_command_place place,
                             struct nj_command *out)
{
    if (!nj_commands_parse(kit_tables(), text, strlen(text), place,
                           "shadow-hotel", out))
        fail_msg("'%s' is no command", text);
}

/* Options as "key=value ..."; `computers`: join numbers as bits; `edition` is
 * told by its first letter: "c" or "L". Names have a letter each. */
static inline struct kit *kit_named(const char *edition, uint8_t seats,
                                    const char *letters, nj_seat_set computers,
                                    const char *options,
                                    const struct nj_rng *rng)
{
    char letter[SH_SEATS_MAX][2] = {{0}};
    const char *names[SH_SEATS_MAX];
    const struct nj_match_setup setup = {
        .game = &nj_shadow_hotel,
        .data = kit_map(),
        .edition = nj_shadow_hotel.editions[edition[0] == 'L'],
        .n_seats = seats,
        .rng = *rng};

    for (uint8_t i = 0; i < seats; i++) {
        if (*letters >= 'A' && *letters <= 'Z')
            letter[i][0] = *letters++;
        names[i] = letter[i];
    }
    return kit_create(&setup, names, computers, options);
}

static inline struct kit *kit_start(const char *edition, uint8_t seats,
                                    nj_seat_set computers, const char *options,
                                    uint64_t seed)
{
    struct nj_rng rng;
    struct kit *k;

    nj_rng_splitmix64(&rng, seed);
    k = kit_named(edition, seats, "ABCDEFGHIJKLMNOP", computers, options, &rng);
    kit_begin(k);
    return k;
}

/* A board by clauses parted by ';', of which "seats SABC" is the first; chance
 * is the test stream. */
static inline struct kit *kit_given(const char *edition, const char *options,
                                    const char *clauses)
{
    struct nj_rng rng;
    struct kit *k;

    assert_memory_equal(clauses, "seats ", 6);
    nj_rng_splitmix64(&rng, 1);
    k = kit_named(edition, SH_SEATS_MAX, clauses + 6, 0, options, &rng);
    kit_clauses(k, clauses);
    return k;
}

static inline void kit_order(struct kit *k, unsigned seat, const char *verb,
                             const char *text)
{
    kit_order_by(k, seat, NJ_PLACE_PRIVATE, NJ_BY_PERSON, verb, text);
}

static inline const struct sh_state *kit_state(const struct kit *k)
{
    return nj_state_const(k->m);
}

/* An order as a seat types it in private. */
static inline void kit_type(struct kit *k, unsigned seat, const char *text)
{
    struct nj_command_args room;
    struct nj_command cmd;
    struct nj_input in = {.kind = NJ_IN_ORDER,
                          .seat = (nj_seat)(seat - 1),
                          .place = NJ_PLACE_PRIVATE};

    kit_parse(text, NJ_COMMAND_PRIVATE, &cmd);
    in.verb = cmd.verb;
    assert_true(nj_command_order(&cmd, nj_game_verb(&nj_shadow_hotel, cmd.verb),
                                 &room, &in.args));
    kit_apply(k, &in);
}

/* A decision as a host types it. */
static inline void kit_rule(struct kit *k, const char *text)
{
    const struct nj_command_arg *words;
    struct nj_arg args[2];
    struct nj_command cmd;
    char line[1000];

    (void)snprintf(line, sizeof(line), "rule %s", text);
    kit_parse(line, NJ_COMMAND_HOST, &cmd);
    words = nj_command_arg(&cmd, "words");
    args[0] = nj_arg_text("text", nj_command_arg(&cmd, "what")->text);
    if (words != NULL)
        args[1] = nj_arg_words("words", words->text);
    kit_host(k, "rule", (struct nj_args){.v = args, .n = 1 + (words != NULL)});
}

#endif
