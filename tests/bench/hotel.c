/*
 * H1: whole matches of a game a second, played by computer players from the
 * draw to the end. Messages are made and nothing is rendered or kept.
 */
#include <stdio.h>
#include <string.h>

#include "bench/bench.h"

#define SEATS      8
#define MATCHES    400
#define INPUTS_MAX 20000

/* The number of a match is its chance. */
static struct nj_match *make_match(const struct nj_bench_games *g,
                                   uint32_t number)
{
    struct nj_hash seed = {{0}};
    struct nj_match_setup setup = {.game = g->game->game,
                                   .data = g->game->data,
                                   .data_hash = &g->game->data_hash,
                                   .edition = g->edition,
                                   .options = g->options};

    memcpy(seed.b, &number, sizeof(number));
    return nj_bench_match(&setup, &seed, g->seats, true);
}

bool nj_bench_games_play(const struct nj_bench_games *g, uint32_t number)
{
    struct nj_match *m = make_match(g, number);
    bool over = nj_bench_play(m, INPUTS_MAX, NULL, NULL);

    nj_match_destroy(m);
    return over;
}

enum nj_status nj_bench_games(struct nj_bench *b,
                              const struct nj_bench_games *g,
                              struct nj_bench_samples *out, struct nj_err *err)
{
    uint32_t n = b->quick ? 2 : MATCHES;

    for (uint32_t run = 0; run < b->runs + 1; run++) {
        double from = nj_bench_cpu_ns();

        for (uint32_t i = 0; i < n; i++)
            if (!nj_bench_games_play(g, run * n + i))
                return nj_fail(err, NJ_ERR_MISMATCH,
                               "match %u of '%s' does not end", run * n + i,
                               g->edition);
        if (run > 0) /* the first is to warm up */
            nj_bench_add(out, n / ((nj_bench_cpu_ns() - from) / 1e9));
    }
    return NJ_OK;
}

/* --- for callgrind --- */

struct loop {
    struct nj_match *m;
    uint32_t inputs;
    bool over;
};

static void count_input(void *ctx, const struct nj_input *in,
                        const struct nj_outcome *o)
{
    struct loop *l = ctx;

    (void)in;
    (void)o;
    l->inputs++;
}

static void play_out(void *ctx)
{
    struct loop *l = ctx;

    l->over = nj_bench_play(l->m, INPUTS_MAX, count_input, l);
}

enum nj_status nj_bench_loop_inputs(struct nj_bench *b, uint32_t *times,
                                    struct nj_err *err)
{
    struct nj_bench_games g = {.seats = SEATS};
    struct loop l = {.inputs = 0};
    enum nj_status st = nj_env_game(&b->env, b->game, &g.game, err);

    if (st != NJ_OK)
        return st;
    if (g.seats > g.game->game->seats_max)
        g.seats = g.game->game->seats_max;
    nj_options_default(g.game->game, &g.options);
    g.edition = g.game->game->editions[0];
    l.m = make_match(&g, 1);
    nj_bench_count(play_out, &l);
    nj_match_destroy(l.m);
    *times = l.inputs;
    return l.over ? NJ_OK
                  : nj_fail(err, NJ_ERR_MISMATCH,
                            "a match of '%s' does not end", b->game);
}

/* --- the figures --- */

enum nj_status nj_bench_hotel(struct nj_bench *b, struct nj_err *err)
{
    struct nj_bench_row row = nj_bench_rows[NJ_BENCH_HOTEL];
    struct nj_bench_games g = {.seats = SEATS};
    enum nj_status st = nj_env_game(&b->env, "shadow-hotel", &g.game, err);

    if (st != NJ_OK)
        return st;
    nj_options_default(g.game->game, &g.options);
    for (uint32_t i = 0; g.game->game->editions[i] != NULL; i++) {
        struct nj_bench_samples samples = {.n = 0};
        char what[64];

        g.edition = g.game->game->editions[i];
        st = nj_bench_games(b, &g, &samples, err);
        if (st != NJ_OK)
            return st;
        (void)snprintf(what, sizeof(what), "matches of the hotel, %s",
                       g.edition);
        row.what = what;
        nj_bench_print(&row, &samples);
    }
    return NJ_OK;
}
