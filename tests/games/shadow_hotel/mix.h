/*
 * Random matches of 黑影杀: what their parts share.
 *
 *   mix_play.c   options, the match with its log, an input and its checks
 *   mix_check.c  what holds after every input, and who may be told what
 *   mix_type.c   what persons type
 *   mix_host.c   what a host decides
 */
#ifndef NJ_TESTS_SHADOW_HOTEL_MIX_H
#define NJ_TESTS_SHADOW_HOTEL_MIX_H

#include "games/shadow_hotel/sh_kit.h"

#define MIX_INPUTS_MAX 6000

struct mix {
    struct nj_match *m;
    struct nj_arena arena; /* of the log */
    struct nj_rng rng;
    uint64_t seed;
    int64_t now_ms;
    const char *edition;
    struct nj_options options;
    struct nj_match_seat list[SH_SEATS_MAX];
    uint8_t n;
    uint8_t phase;   /* before the input */
    nj_seat_set out; /* before the input */
    bool hosted;
    bool plain; /* options as they are */
    bool quiet; /* a host has moved somebody without the rules */
    bool over;
    unsigned inputs, accepted;
    struct nj_input *log[MIX_INPUTS_MAX];
    struct nj_hash digest[MIX_INPUTS_MAX];
    uint32_t n_log;
};

static inline const struct sh_state *nj_sh_mix_state(const struct mix *x)
{
    return nj_state_const(x->m);
}

static inline uint32_t nj_sh_mix_below(struct mix *x, uint32_t n)
{
    return nj_rng_below(&x->rng, n);
}

/* One of an array of words. */
#define MIX_PICK(x, words) \
 ((words)[nj_sh_mix_below((x), (uint32_t)NJ_COUNT(words))])

/* --- mix_play.c --- */

/* An empty match of the seed's edition; `n`, `hosted` and `plain` are set by
 * the caller, then it is opened with these computer players. */
void nj_sh_mix_begin(struct mix *x, uint64_t seed);
void nj_sh_mix_open(struct mix *x, nj_seat_set computers);
void nj_sh_mix_close(struct mix *x);
/* Gives the input, if it is possible now, and checks all that came of it. Its
 * moment is now, or a little later if it has none. */
void nj_sh_mix_apply(struct mix *x, struct nj_input *in);
/* The same log leads to the same digests. */
void nj_sh_mix_fold(struct mix *x);

/* --- mix_check.c --- */

/* Remembers what the checks behind the next input compare with. */
void nj_sh_mix_before(struct mix *x);
/* What always holds (SH-18.3), behind an accepted input of this kind. */
void nj_sh_mix_check(const struct mix *x, enum nj_input_kind kind);
/* May these messages of one input be told, and to whom they are? */
void nj_sh_mix_hear(struct mix *x, const struct nj_message *first);

/* --- mix_type.c, mix_host.c --- */

/* Some order of somebody. */
void nj_sh_mix_person(struct mix *x);
/* An item's word, and that of one which the seat holds, if it holds any. */
const char *nj_sh_mix_item(struct mix *x);
const char *nj_sh_mix_item_held(struct mix *x, nj_seat seat);
/* Talk, good and bad. */
const char *nj_sh_mix_words(struct mix *x);
/* Some power of the host. */
void nj_sh_mix_host(struct mix *x);
/* A power by name. */
void nj_sh_mix_overrule(struct mix *x, const char *verb, struct nj_args args);

#endif
