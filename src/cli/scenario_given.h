/*
 * What a record is given, as far as no game is asked: options, chance, seats.
 * The words are listed in cli/scenario_game.h.
 */
#ifndef NJ_CLI_SCENARIO_GIVEN_H
#define NJ_CLI_SCENARIO_GIVEN_H

#include "cli/scenario_file.h"
#include "match/match.h"
#include "referee/play/archive.h"

#define NJ_SCENARIO_DRAWS_MAX 1024 /* results of a script */

/* `setup` points to `seats`, and its script to `draws`: do not copy. */
struct nj_scenario_given {
    struct nj_match_setup setup;
    struct nj_match_seat seats[NJ_SEATS_MAX];
    char names[NJ_SEATS_MAX][2];   /* of seats that are called by letters */
    uint8_t hand_of[NJ_SEATS_MAX]; /* the first seat of its person, from 1; 0:
                                    * it is that itself */
    uint32_t draws[NJ_SCENARIO_DRAWS_MAX];
    uint32_t n_draws;
    bool scripted; /* chance is a script; else the test stream */
    bool start;    /* the record begins with the set-up itself */
};

/* Is the clause one of those that every game knows? */
bool nj_scenario_given_is_generic(const char *clause);

/* Reads those clauses into a zeroed *out. Errors name file, line and word. */
NJ_MUST_USE enum nj_status nj_scenario_given_read(
    const struct nj_scenario_file *f, const struct nj_scenario *s,
    const struct nj_loaded_game *game, struct nj_scenario_given *out,
    struct nj_err *err);

#endif
