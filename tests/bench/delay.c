/*
 * P9: what the pictures of others cost a match. The same evening is played
 * twice, with pictures and without: people of other groups ask for the map,
 * and now and then their match ends, while one match goes on.
 */
#include <stdlib.h>

#include "base/arena.h"
#include "bench/bench.h"

#define OTHERS 48 /* groups; the match that is measured is number 0 */
#define STEPS  480
#define ENDS   (STEPS / OTHERS * 2) /* every so many steps a match ends */

/* Said in the same turn as the move that is measured, and before it. What
 * that group gets is nobody's concern here. */
static void disturb(struct nj_bench_house *h, uint32_t group, int who,
                    const char *text)
{
    nj_bench_house_say(h, group, who, true, text);
    h->groups[group].waits = false;
}

/* The second half of the groups ask from the beginning to the end; those of
 * the first half end their matches, whose courses are drawn. */
static void disturb_step(struct nj_bench_house *h, uint32_t step)
{
    uint32_t ending = 1 + step / ENDS;

    disturb(h, 1 + OTHERS / 2 + step % (OTHERS / 2), (int)(step & 1), "#地图");
    if (step % ENDS == 0)
        disturb(h, ending, 0, "#退出");
    if (step % ENDS == 1)
        disturb(h, ending, 0, "#确认");
}

/* Without syncs, which vary by more than is looked for here. */
static enum nj_status play(struct nj_bench_house *h, uint32_t steps,
                           struct nj_err *err)
{
    enum nj_status st = nj_bench_house_fill(h, err);

    nj_store_set_sync(h->house.store, false);
    if (st == NJ_OK)
        st = nj_bench_house_moves(h, 20 * h->n_groups, h->n_groups, err);
    if (st == NJ_OK)
        st = nj_house_rest(&h->house, err);
    h->n_latency = 0;
    for (uint32_t i = 0; i < steps && st == NJ_OK; i++) {
        disturb_step(h, i);
        nj_bench_house_move(h, 0);
        st = nj_house_turn(&h->house, err);
    }
    return st;
}

/* The 99th percentile and the longest of the replies' latencies, in ms. */
static enum nj_status evening(struct nj_bench *b, bool pictures, double *p99,
                              double *longest, struct nj_err *err)
{
    struct nj_bench_house h;
    enum nj_status st;

    b->pictures = pictures;
    st = nj_bench_house_open(&h, b, 1 + OTHERS, err);
    h.cap_latency = STEPS;
    h.latency = nj_alloc(STEPS * sizeof(h.latency[0]));
    if (st == NJ_OK)
        st = play(&h, b->quick ? 2 * ENDS : STEPS, err);
    *p99 = nj_bench_percentile(h.latency, h.n_latency, 99) / 1e6;
    *longest = nj_bench_percentile(h.latency, h.n_latency, 100) / 1e6;
    nj_bench_house_close(&h);
    b->pictures = false;
    return st;
}

static void add_more(struct nj_bench_samples *s, double with, double without)
{
    nj_bench_add(s, with > without ? with - without : 0);
}

enum nj_status nj_bench_delay(struct nj_bench *b, struct nj_err *err)
{
    struct nj_bench_samples base = {.n = 0}, p99 = {.n = 0}, longest = {.n = 0};
    enum nj_status st = NJ_OK;

    for (uint32_t run = 0; run < b->runs && st == NJ_OK; run++) {
        double without[2] = {0}, with[2] = {0};

        st = evening(b, false, &without[0], &without[1], err);
        if (st == NJ_OK)
            st = evening(b, true, &with[0], &with[1], err);
        nj_bench_add(&base, without[0]);
        add_more(&p99, with[0], without[0]);
        add_more(&longest, with[1], without[1]);
    }
    if (st != NJ_OK)
        return st;
    nj_bench_put(NJ_BENCH_ALONE, &base);
    nj_bench_put(NJ_BENCH_MORE, &p99);
    nj_bench_put(NJ_BENCH_MOST, &longest);
    return NJ_OK;
}
