/*
 * D1: commands on PostgreSQL, in an empty database that the caller names
 * (tests/pg.sh starts a server for it), or in one full of matches that are over:
 * the more are open, the more rows there are, and a command costs the same. It
 * is played in a few of them at a time, as people do. What it costs where each
 * order is one of the first in another match, which may have to be woken, is
 * told beside.
 */
#include <stdlib.h>

#include "base/arena.h"
#include "base/bug.h"
#include "bench/bench.h"

#define SIZES 3
#define FEW   80 /* more than are under way */
#define SOME  1000

struct size {
    uint32_t open;
    struct nj_bench_samples rate, cpu, p99;
};

struct pg {
    struct nj_bench *b;
    struct nj_bench_house h;
    struct size sizes[SIZES];
    struct size woken; /* of the most, each order in another match */
    struct nj_bench_samples growth, growth_cpu;
};

/* Whoever has something there keeps it. */
static enum nj_status look_into(const struct nj_bench *b, struct nj_err *err)
{
    struct nj_store *s = NULL;
    enum nj_status st = nj_store_open_beside(&s, b->database, err);

    if (st == NJ_ERR_NOT_FOUND)
        return NJ_OK;
    nj_store_close(s);
    return st != NJ_OK || b->stored
               ? st
               : nj_fail(err, NJ_ERR_EXISTS,
                         "the database holds something: name an empty "
                         "one");
}

/* One run at that size, of which so many are played. */
static enum nj_status run(struct pg *p, struct size *size, uint32_t played,
                          uint32_t n, struct nj_err *err)
{
    struct nj_bench_house *h = &p->h;
    enum nj_status st = nj_bench_house_fill(h, err);
    double t, cpu;

    h->n_played = played;
    if (st == NJ_OK)
        st = nj_bench_house_moves(h, 2 * NJ_BENCH_FLIGHT, NJ_BENCH_FLIGHT, err);
    h->n_latency = 0;
    t = nj_bench_now_ns();
    cpu = nj_bench_cpu_ns();
    if (st == NJ_OK)
        st = nj_bench_house_moves(h, n, NJ_BENCH_FLIGHT, err);
    if (st != NJ_OK)
        return st;
    nj_bench_add(&size->rate, n / ((nj_bench_now_ns() - t) / 1e9));
    nj_bench_add(&size->cpu, (nj_bench_cpu_ns() - cpu) / 1e3 / n);
    nj_bench_add(&size->p99,
                 nj_bench_percentile(h->latency, h->n_latency, 99) / 1e6);
    return nj_house_rest(&h->house, err);
}

static void print_as(int row, const struct size *size, const char *played,
                     struct nj_bench_samples *s)
{
    struct nj_bench_row as = nj_bench_rows[row];
    char method[160];

    (void)snprintf(method, sizeof(method), "%u open matches%s; %s",
                   (unsigned)size->open, played, as.method);
    as.method = method;
    nj_bench_print(&as, s);
}

static void print_size(struct size *size, const char *played)
{
    print_as(NJ_BENCH_PG_RATE, size, played, &size->rate);
    print_as(NJ_BENCH_PG_CPU, size, played, &size->cpu);
    print_as(NJ_BENCH_PG_P99, size, played, &size->p99);
}

static void print(struct pg *p)
{
    for (size_t i = 0; i < SIZES; i++)
        print_size(&p->sizes[i], "");
    print_size(&p->woken, ", each order in another");
    nj_bench_add(&p->growth, nj_bench_median(&p->sizes[0].rate) /
                                 nj_bench_median(&p->sizes[SIZES - 1].rate));
    nj_bench_put(NJ_BENCH_PG_GROWTH, &p->growth);
    nj_bench_add(&p->growth_cpu, nj_bench_median(&p->sizes[SIZES - 1].cpu) /
                                     nj_bench_median(&p->sizes[0].cpu));
    nj_bench_put(NJ_BENCH_PG_GROWTH_CPU, &p->growth_cpu);
}

static enum nj_status run_all(struct pg *p, struct nj_err *err)
{
    uint32_t n = p->b->quick ? 2 * NJ_BENCH_FLIGHT : 64 * NJ_BENCH_FLIGHT;
    enum nj_status st = NJ_OK;

    for (size_t i = 0; i < SIZES && st == NJ_OK; i++) {
        p->h.n_groups = p->sizes[i].open;
        for (uint32_t k = 0; k < p->b->runs && st == NJ_OK; k++)
            st = run(p, &p->sizes[i], FEW, n, err);
    }
    for (uint32_t k = 0; k < p->b->runs && st == NJ_OK; k++)
        st = run(p, &p->woken, 0, n, err);
    return st;
}

enum nj_status nj_bench_pg(struct nj_bench *b, struct nj_err *err)
{
    struct pg *p;
    enum nj_status st;

    if (b->database == NULL)
        return NJ_OK; /* there is no server to ask */
    st = look_into(b, err);
    if (st == NJ_OK && b->workers > 1)
        return nj_bench_pg_workers(b, err);
    if (st != NJ_OK)
        return st;
    p = nj_alloc(sizeof(*p));
    p->b = b;
    p->sizes[0].open = FEW;
    p->sizes[1].open = SOME;
    p->sizes[2].open = b->matches > SOME ? b->matches : SOME + FEW;
    p->woken.open = p->sizes[2].open;
    st = nj_bench_house_open(&p->h, b, p->sizes[2].open, err);
    p->h.slow = true; /* to open the most of them may take longer than a turn */
    p->h.cap_latency = 64 * NJ_BENCH_FLIGHT;
    p->h.latency = nj_alloc(p->h.cap_latency * sizeof(p->h.latency[0]));
    if (st == NJ_OK)
        st = run_all(p, err);
    nj_bench_house_close(&p->h);
    if (st == NJ_OK)
        print(p);
    free(p);
    return st;
}
