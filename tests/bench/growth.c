/*
 * P11: what an order costs where much goes on beside it: many open matches,
 * many chats that wait for their pace.
 */
#include <time.h>

#include "base/bug.h"
#include "bench/bench.h"
#include "gateway/memory/memory.h"

#define FEW     64
#define WAITING 10000
#define RESTING 2000

/* The second platform, on which nothing more may be said. */
static const struct nj_pace paces[] = {{0}, {0.001, 1, 1, 0.001}};

/* CPU of an order, with what the loop asks between two turns. */
static enum nj_status measure(struct nj_bench_house *h, uint32_t n, double *ns,
                              struct nj_err *err)
{
    double t = nj_bench_cpu_ns();
    enum nj_status st = NJ_OK;

    for (uint32_t i = 0; i < n && st == NJ_OK; i += NJ_BENCH_FLIGHT) {
        st = nj_bench_house_moves(h, NJ_BENCH_FLIGHT, NJ_BENCH_FLIGHT, err);
        (void)nj_referee_wait_ms(h->house.referee);
    }
    *ns = (nj_bench_cpu_ns() - t) / n;
    return st;
}

/* A house that does not wait for its disk: only its CPU counts. */
static enum nj_status open_house(struct nj_bench_house *h, struct nj_bench *b,
                                 uint32_t groups, struct nj_err *err)
{
    enum nj_status st = nj_bench_house_open(h, b, groups, err);

    if (st != NJ_OK)
        return st;
    nj_store_set_sync(h->house.store, false);
    return nj_bench_house_fill(h, err);
}

/* The same where so many matches are open. */
static enum nj_status with_open(struct nj_bench *b, uint32_t groups, uint32_t n,
                                double *ns, struct nj_err *err)
{
    struct nj_bench_house h;
    enum nj_status st = open_house(&h, b, groups, err);
    double unused;

    if (st == NJ_OK)
        st = measure(&h, 2 * NJ_BENCH_FLIGHT, &unused, err);
    if (st == NJ_OK)
        st = measure(&h, n, ns, err);
    nj_bench_house_close(&h);
    return st;
}

/* Somebody asks in each of so many groups over there, and waits. */
static enum nj_status let_wait(struct nj_bench_house *h, uint32_t chats,
                               struct nj_err *err)
{
    enum nj_status st = NJ_OK;

    h->house.setup.paces = paces;
    nj_referee_reload(h->house.referee, &h->house.setup);
    for (uint32_t i = 0; i < chats && st == NJ_OK; i++) {
        char chat[NJ_ADDRESS_MAX], id[24];

        (void)snprintf(id, sizeof(id), "%u", i);
        nj_address_group(chat, NJ_BENCH_BESIDE, id);
        nj_memory_group(h->house.gateways[1], chat, NJ_BENCH_BESIDE ":u:1",
                        "player", "", "#帮助");
        if (i % NJ_BENCH_FLIGHT == NJ_BENCH_FLIGHT - 1 || i + 1 == chats)
            st = nj_house_rest(&h->house, err);
    }
    return st;
}

struct growth {
    struct nj_bench_samples open, waiting, idle, rest;
};

/* CPU of a second, in milliseconds, in which the loop has nothing to do. */
static enum nj_status idle_second(struct nj_bench_house *h, double *ms,
                                  struct nj_err *err)
{
    double from = nj_bench_now_ns(), t = nj_bench_cpu_ns();
    enum nj_status st = nj_house_turn(&h->house, err);

    while (st == NJ_OK && nj_bench_now_ns() - from < 1e9) {
        int64_t wait_ms = nj_referee_wait_ms(h->house.referee);
        struct timespec nap = {.tv_nsec = 999000000};

        if (wait_ms < 999)
            nap.tv_nsec = (wait_ms + 1) * 1000000;
        (void)nanosleep(&nap, NULL);
        st = nj_house_turn(&h->house, err);
    }
    *ms = (nj_bench_cpu_ns() - t) / 1e6;
    return st;
}

static enum nj_status with_resting(struct nj_bench *b, struct growth *g,
                                   struct nj_err *err)
{
    struct nj_bench_house h;
    enum nj_status st = open_house(&h, b, FEW, err);
    double ms = 0;

    if (st == NJ_OK)
        st = let_wait(&h, b->quick ? 100 : RESTING, err);
    if (st == NJ_OK)
        st = idle_second(&h, &ms, err);
    nj_bench_add(&g->rest, ms);
    nj_bench_house_close(&h);
    return st;
}

static enum nj_status with_waiting(struct nj_bench *b, uint32_t n,
                                   struct growth *g, struct nj_err *err)
{
    struct nj_bench_house h;
    uint32_t turns = n / NJ_BENCH_FLIGHT;
    double none = 0, many = 0, t;
    enum nj_status st = open_house(&h, b, FEW, err);

    if (st == NJ_OK)
        st = measure(&h, n, &none, err);
    if (st == NJ_OK)
        st = let_wait(&h, b->quick ? 100 : WAITING, err);
    if (st == NJ_OK)
        st = measure(&h, n, &many, err);
    t = nj_bench_cpu_ns();
    for (uint32_t i = 0; i < turns && st == NJ_OK; i++) {
        st = nj_house_turn(&h.house, err);
        (void)nj_referee_wait_ms(h.house.referee);
    }
    nj_bench_add(&g->idle, (nj_bench_cpu_ns() - t) / 1e3 / turns);
    nj_bench_add(&g->waiting, many / none);
    nj_bench_house_close(&h);
    return st;
}

enum nj_status nj_bench_growth(struct nj_bench *b, struct nj_err *err)
{
    struct growth g = {.open = {.n = 0}};
    uint32_t n = b->quick ? 2 * NJ_BENCH_FLIGHT : 24 * NJ_BENCH_FLIGHT;
    enum nj_status st = NJ_OK;

    for (uint32_t i = 0; i < b->runs && st == NJ_OK; i++) {
        double few = 1, many = 1;

        st = with_open(b, FEW, n, &few, err);
        if (st == NJ_OK)
            st = with_open(b, b->matches, n, &many, err);
        nj_bench_add(&g.open, many / few);
        b->beside = true;
        if (st == NJ_OK)
            st = with_waiting(b, n, &g, err);
        if (st == NJ_OK)
            st = with_resting(b, &g, err);
        b->beside = false;
    }
    if (st != NJ_OK)
        return st;
    nj_bench_put(NJ_BENCH_GROW_OPEN, &g.open);
    nj_bench_put(NJ_BENCH_GROW_WAIT, &g.waiting);
    nj_bench_put(NJ_BENCH_GROW_IDLE, &g.idle);
    nj_bench_put(NJ_BENCH_GROW_REST, &g.rest);
    return NJ_OK;
}
