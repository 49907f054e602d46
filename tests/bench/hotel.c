/*
 * H1: whole matches of 黑影杀 a second, played by computer players from the
 * draw of roles to the end. Messages are made and nothing is rendered or kept.
 */
#include <stdio.h>
#include <string.h>

#include "bench/bench.h"

#define SEATS      8
#define MATCHES    400
#define INPUTS_MAX 20000

struct hotel {
    const struct nj_loaded_game *game;
    const char *edition;
    struct nj_options options;
    uint32_t number; /* of the match: its chance */
};

static bool play(struct hotel *h)
{
    struct nj_hash seed = {{0}};
    struct nj_match_setup setup = {.game = h->game->game,
                                   .data = h->game->data,
                                   .data_hash = &h->game->data_hash,
                                   .edition = h->edition,
                                   .options = h->options};
    struct nj_match *m;
    bool over;

    memcpy(seed.b, &h->number, sizeof(h->number));
    h->number++;
    m = nj_bench_match(&setup, &seed, SEATS, true);
    over = nj_bench_play(m, INPUTS_MAX, NULL, NULL);
    nj_match_destroy(m);
    return over;
}

static enum nj_status measure(struct nj_bench *b, struct hotel *h,
                              struct nj_bench_samples *out, struct nj_err *err)
{
    uint32_t n = b->quick ? 2 : MATCHES;

    for (uint32_t run = 0; run < b->runs + 1; run++) {
        double from = nj_bench_cpu_ns();

        h->number = run * n;
        for (uint32_t i = 0; i < n; i++)
            if (!play(h))
                return nj_fail(err, NJ_ERR_MISMATCH,
                               "match %u of '%s' does not end", h->number,
                               h->edition);
        if (run > 0) /* the first is to warm up */
            nj_bench_add(out, n / ((nj_bench_cpu_ns() - from) / 1e9));
    }
    return NJ_OK;
}

enum nj_status nj_bench_hotel(struct nj_bench *b, struct nj_err *err)
{
    struct nj_bench_row row = nj_bench_rows[NJ_BENCH_HOTEL];
    struct hotel h = {.game = NULL};
    enum nj_status st = nj_env_game(&b->env, "shadow-hotel", &h.game, err);

    if (st != NJ_OK)
        return st;
    nj_options_default(h.game->game, &h.options);
    for (uint32_t i = 0; h.game->game->editions[i] != NULL; i++) {
        struct nj_bench_samples samples = {.n = 0};
        char what[64];

        h.edition = h.game->game->editions[i];
        st = measure(b, &h, &samples, err);
        if (st != NJ_OK)
            return st;
        (void)snprintf(what, sizeof(what), "matches of the hotel, %s",
                       h.edition);
        row.what = what;
        nj_bench_print(&row, &samples);
    }
    return NJ_OK;
}
