/*
 * The world of one shell record: a house, its clock, and what chats are told.
 */
#ifndef NJ_CLI_SCENARIO_WORLD_H
#define NJ_CLI_SCENARIO_WORLD_H

#include "cli/house.h"
#include "cli/scenario_file.h"

#define NJ_WORLD_TABLES_MAX 8

struct nj_world {
    const struct nj_scenario_file *file;
    const struct nj_env *env;
    struct nj_arena *arena;
    struct nj_err *err;
    bool paced;  /* set before the opening */
    bool silent; /* nothing is noted: what is given is being done */

    int64_t now_ms;
    char dir[64]; /* of the database; "" for worlds that never die */
    struct nj_house house;

    char codes[NJ_WORLD_TABLES_MAX][8]; /* in order of opening */
    uint32_t n_codes;
    char digits[8];            /* of the latest power that is to be confirmed */
    char seated[NJ_SEATS_MAX]; /* letter of the user, 0: nobody known */
    const char **out;
    uint32_t n_out, cap_out;
};

/* `mortal`: the database is a file, so that the process can die. */
NJ_MUST_USE enum nj_status nj_world_open(struct nj_world *w, bool mortal);
NJ_MUST_USE enum nj_status nj_world_kill(struct nj_world *w, int64_t down_ms);
void nj_world_close(struct nj_world *w); /* zeroed is fine */

/* Hands the event over and takes turns until there is nothing left to do. */
NJ_MUST_USE enum nj_status nj_world_event(struct nj_world *w,
                                          struct nj_event *ev);
NJ_MUST_USE enum nj_status nj_world_run(struct nj_world *w);
/* Time passes as it does in play: the referee wakes when it wants to. */
NJ_MUST_USE enum nj_status nj_world_pass(struct nj_world *w, int64_t ms);

/* "$1" in a text becomes the code of the first table, "$c" the digits asked
 * for last; owned by the arena. */
const char *nj_world_expand(const struct nj_world *w, const char *text);

#endif
