/*
 * H3: whole matches of 面具杀人魔 at tables of two, three and four, and the
 * instructions of one.
 */
#include <stdio.h>

#include "base/bug.h"
#include "bench/bench.h"

#define SEATS_MIN 2
#define SEATS_MAX 4
#define COUNTED   8 /* matches, whose instructions are counted */

static enum nj_status find_game(struct nj_bench *b, uint8_t seats,
                                struct nj_bench_games *g, struct nj_err *err)
{
    enum nj_status st;

    *g = (struct nj_bench_games){.seats = seats};
    st = nj_env_game(&b->env, "masked-killer", &g->game, err);
    if (st != NJ_OK)
        return st;
    g->edition = g->game->game->editions[0];
    nj_options_default(g->game->game, &g->options);
    return NJ_OK;
}

static void play_all(void *ctx)
{
    const struct nj_bench_games *g = ctx;

    for (uint32_t i = 0; i < COUNTED; i++) {
        bool ends = nj_bench_games_play(g, i);

        NJ_ASSERT(ends);
    }
}

static enum nj_status count(struct nj_bench *b, uint8_t seats, uint32_t *times,
                            struct nj_err *err)
{
    struct nj_bench_games g;
    enum nj_status st = find_game(b, seats, &g, err);

    if (st != NJ_OK)
        return st;
    nj_bench_count(play_all, &g);
    *times = COUNTED;
    return NJ_OK;
}

enum nj_status nj_bench_loop_mask2(struct nj_bench *b, uint32_t *times,
                                   struct nj_err *err)
{
    return count(b, 2, times, err);
}

enum nj_status nj_bench_loop_mask3(struct nj_bench *b, uint32_t *times,
                                   struct nj_err *err)
{
    return count(b, 3, times, err);
}

enum nj_status nj_bench_loop_mask4(struct nj_bench *b, uint32_t *times,
                                   struct nj_err *err)
{
    return count(b, 4, times, err);
}

enum nj_status nj_bench_mask(struct nj_bench *b, struct nj_err *err)
{
    struct nj_bench_row row = nj_bench_rows[NJ_BENCH_MASK];

    for (uint8_t seats = SEATS_MIN; seats <= SEATS_MAX; seats++) {
        struct nj_bench_samples samples = {.n = 0};
        struct nj_bench_games g;
        enum nj_status st = find_game(b, seats, &g, err);
        char what[64], loop[8];

        if (st == NJ_OK)
            st = nj_bench_games(b, &g, &samples, err);
        if (st != NJ_OK)
            return st;
        (void)snprintf(what, sizeof(what), "matches of 面具杀人魔, %u seats",
                       (unsigned)seats);
        (void)snprintf(loop, sizeof(loop), "mask%u", (unsigned)seats);
        row.what = what;
        nj_bench_print(&row, &samples);
        nj_bench_count_row(b, row.id, "one of them", loop, 0);
    }
    return NJ_OK;
}
