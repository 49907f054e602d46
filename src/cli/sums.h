/*
 * What many matches of computer players come to, for `nightjar simulate`.
 */
#ifndef NJ_CLI_SUMS_H
#define NJ_CLI_SUMS_H

#include "base/str.h"
#include "cli/simulate.h"

struct nj_sim_word {
    const char *word;
    uint32_t count;
};

struct nj_sim_seat {
    int64_t score;
    uint32_t first; /* how often it was first, ties included */
};

/* Sums over all matches that ended as they should. */
struct nj_sim_totals {
    const struct nj_sim_setup *setup;
    uint32_t played, failed;
    uint64_t inputs, orders, messages;
    uint32_t *lengths, *rounds;                    /* one per match */
    struct nj_sim_word outcomes[NJ_SIM_WORDS_MAX]; /* of seats */
    struct nj_sim_word sides[NJ_SIM_WORDS_MAX];    /* that won a match */
    struct nj_sim_seat seats[NJ_SEATS_MAX];
    int64_t took_ms;
    struct nj_str problems; /* a line each */
};

/* Adds a match that ended as it should. */
void nj_sim_add(struct nj_sim_totals *t, const struct nj_sim_result *r);
/* After the last, in front of what is printed. */
void nj_sim_sort(struct nj_sim_totals *t);
/* Prints all on stdout, for people or as one JSON object. */
void nj_sim_print(const struct nj_sim_totals *t);
void nj_sim_print_json(const struct nj_sim_totals *t);

#endif
