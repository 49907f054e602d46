/*
 * Matches of computer players only, for `nightjar simulate` and for tests.
 */
#ifndef NJ_CLI_SIMULATE_H
#define NJ_CLI_SIMULATE_H

#include "match/export.h"
#include "referee/play/archive.h"

#define NJ_SIM_INPUTS_MAX 200000 /* a match that goes on longer never ends */
#define NJ_SIM_WORDS_MAX  16     /* different outcomes that are counted */

struct nj_sim_setup {
    const struct nj_loaded_game *game;
    const char *edition;
    struct nj_options options;
    uint8_t seats;
    enum nj_rng_kind rng;
    struct nj_hash seed; /* of the first match; a test stream: 8 bytes LE */
    bool secret;         /* draw secrets; seeds come from them (chacha20) */
    bool check;          /* fold each match again and compare all digests */
    /* NULL, or gets the match file of each match, in pieces. */
    enum nj_status (*record)(void *ctx, uint32_t match, const char *text,
                             size_t n, struct nj_err *err);
    void *ctx;
};

/* What one match came to. */
struct nj_sim_result {
    uint32_t inputs, orders, messages, draws;
    uint32_t rounds; /* largest `round` that was told; 0: the game has none */
    struct nj_result seats[NJ_SEATS_MAX];
};

/*
 * Plays match number `i` (0-based; the seed is the first one's plus i). What
 * must not happen is an NJ_ERR_MISMATCH with a line: an order of a computer
 * player that is refused, a match that does not end or ends without results,
 * a message to nobody's seat, a digest that differs in the second run.
 */
NJ_MUST_USE enum nj_status nj_sim_play(const struct nj_sim_setup *setup,
                                       uint32_t i, struct nj_sim_result *out,
                                       struct nj_err *err);

#endif
