/*
 * D1 with several workers: processes of their own, each with a house (a schema)
 * of one database, which play at once what one of them plays alone before. Where
 * the cores are not enough for all, what one command costs of ours says more
 * than commands a second.
 */
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/bug.h"
#include "base/database.h"
#include "bench/bench.h"

#define OPEN 80 /* more than are under way */

struct worker {
    pid_t pid;
    int to, from; /* a byte: play; and what that took */
};

struct took {
    double ns, cpu_ns;
};

struct workers {
    struct nj_bench *b;
    uint32_t n, moves;
    struct worker all[NJ_HOUSES_MAX];
    struct nj_bench_samples rate, cpu, rate_one, cpu_one, times, times_cpu;
};

/* --- in a child --- */

static enum nj_status play(struct nj_bench_house *h, uint32_t n,
                           struct took *out, struct nj_err *err)
{
    double t = nj_bench_now_ns(), cpu = nj_bench_cpu_ns();
    enum nj_status st = nj_bench_house_moves(h, n, NJ_BENCH_FLIGHT, err);

    *out = (struct took){nj_bench_now_ns() - t, nj_bench_cpu_ns() - cpu};
    return st == NJ_OK ? nj_house_rest(&h->house, err) : st;
}

/* Plays as often as it is told to; the first answer says that it is ready. */
static int work(const struct workers *w, uint32_t i, int in, int out)
{
    struct nj_bench mine = *w->b;
    struct nj_bench_house h;
    struct nj_err err = {{0}};
    struct took took = {0};
    char url[NJ_PATH_MAX], house[24], order;
    enum nj_status st;

    (void)snprintf(house, sizeof(house), "bench_%u", (unsigned)i + 1);
    if (!nj_database_house(w->b->database, house, url, sizeof(url)))
        return 1;
    mine.database = url;
    st = nj_bench_house_open(&h, &mine, OPEN, &err);
    if (st == NJ_OK)
        st = nj_bench_house_fill(&h, &err);
    if (st == NJ_OK)
        st = play(&h, 2 * NJ_BENCH_FLIGHT, &took, &err);
    while (st == NJ_OK && write(out, &took, sizeof(took)) > 0 &&
           read(in, &order, 1) == 1) {
        st = nj_bench_house_fill(&h, &err);
        if (st == NJ_OK)
            st = play(&h, w->moves, &took, &err);
    }
    nj_bench_house_close(&h);
    if (st != NJ_OK)
        (void)fprintf(stderr, "%s\n", err.text);
    return st == NJ_OK ? 0 : 1;
}

/* --- all of them --- */

static bool start(struct workers *w, uint32_t i)
{
    int down[2], up[2];
    pid_t pid;

    if (pipe(down) != 0 || pipe(up) != 0)
        return false;
    (void)fflush(stdout);
    pid = fork();
    if (pid == 0) {
        for (uint32_t k = 0; k < i; k++)
            (void)close(w->all[k].to); /* it would not end */
        (void)close(down[1]);
        _exit(work(w, i, down[0], up[1]));
    }
    (void)close(down[0]);
    (void)close(up[1]);
    w->all[i] = (struct worker){.pid = pid, .to = down[1], .from = up[0]};
    return pid > 0;
}

static void end(const struct workers *w)
{
    for (uint32_t i = 0; i < w->n && w->all[i].pid > 0; i++)
        (void)close(w->all[i].to);
    for (uint32_t i = 0; i < w->n && w->all[i].pid > 0; i++)
        (void)waitpid(w->all[i].pid, NULL, 0);
}

/* What the first `n` took, all at once; by the slowest of them. */
static bool hear(const struct workers *w, uint32_t n, struct took *all)
{
    *all = (struct took){0};
    for (uint32_t i = 0; i < n; i++) {
        struct took one;

        if (read(w->all[i].from, &one, sizeof(one)) != (ssize_t)sizeof(one))
            return false;
        all->ns = one.ns > all->ns ? one.ns : all->ns;
        all->cpu_ns += one.cpu_ns;
    }
    return true;
}

static bool measure(const struct workers *w, uint32_t n,
                    struct nj_bench_samples *rate, struct nj_bench_samples *cpu)
{
    struct took took;
    double commands = (double)n * w->moves;

    for (uint32_t i = 0; i < n; i++)
        if (write(w->all[i].to, "p", 1) != 1)
            return false;
    if (!hear(w, n, &took))
        return false;
    nj_bench_add(rate, commands / (took.ns / 1e9));
    nj_bench_add(cpu, took.cpu_ns / 1e3 / commands);
    return true;
}

static void print_as(int row, uint32_t n, struct nj_bench_samples *s)
{
    struct nj_bench_row as = nj_bench_rows[row];
    char method[160];

    (void)snprintf(method, sizeof(method),
                   n == 1 ? "%u of these workers alone; %s"
                          : "%u workers, a house each; %s",
                   (unsigned)n, as.method);
    as.method = method;
    nj_bench_print(&as, s);
}

static void print(struct workers *w)
{
    print_as(NJ_BENCH_PG_RATE, 1, &w->rate_one);
    print_as(NJ_BENCH_PG_CPU, 1, &w->cpu_one);
    print_as(NJ_BENCH_PG_RATE, w->n, &w->rate);
    print_as(NJ_BENCH_PG_CPU, w->n, &w->cpu);
    nj_bench_add(&w->times,
                 nj_bench_median(&w->rate) / nj_bench_median(&w->rate_one));
    nj_bench_add(&w->times_cpu,
                 nj_bench_median(&w->cpu) / nj_bench_median(&w->cpu_one));
    print_as(NJ_BENCH_PG_WORKERS, w->n, &w->times);
    print_as(NJ_BENCH_PG_WORKERS_CPU, w->n, &w->times_cpu);
}

enum nj_status nj_bench_pg_workers(struct nj_bench *b, struct nj_err *err)
{
    struct workers *w = nj_alloc(sizeof(*w));
    struct took ready;
    bool well = true;

    NJ_ASSERT(b->workers > 1 && b->workers <= NJ_HOUSES_MAX);
    w->b = b;
    w->n = b->workers;
    w->moves = b->quick ? 2 * NJ_BENCH_FLIGHT : 64 * NJ_BENCH_FLIGHT;
    for (uint32_t i = 0; i < w->n && well; i++)
        well = start(w, i);
    well = well && hear(w, w->n, &ready);
    for (uint32_t k = 0; k < b->runs && well; k++)
        well = measure(w, 1, &w->rate_one, &w->cpu_one) &&
               measure(w, w->n, &w->rate, &w->cpu);
    end(w);
    if (well)
        print(w);
    free(w);
    return well ? NJ_OK
                : nj_fail(err, NJ_ERR_IO, "a worker has ended before its time");
}
