/*
 * Figures: clocks, medians, rows of the table.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/bug.h"
#include "bench/bench.h"

#define AT_LEAST(figure) \
 {                       \
  figure, true           \
 }
#define AT_MOST(figure) \
 {                      \
  figure, false         \
 }
#define NO_GOAL \
 {              \
  0, false      \
 }
#define ROW(name, ...) [NJ_BENCH_##name] = {__VA_ARGS__},

const struct nj_bench_row nj_bench_rows[NJ_BENCH_ROWS] = {
#include "bench/rows.def"
};

static double read_clock(clockid_t id)
{
    struct timespec t = {0};
    int rc = clock_gettime(id, &t);

    NJ_ASSERT(rc == 0);
    return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

double nj_bench_now_ns(void)
{
    return read_clock(CLOCK_MONOTONIC);
}

double nj_bench_cpu_ns(void)
{
    return read_clock(CLOCK_PROCESS_CPUTIME_ID);
}

void nj_bench_add(struct nj_bench_samples *s, double v)
{
    NJ_ASSERT(s->n < NJ_COUNT(s->v));
    s->v[s->n++] = v;
}

static int by_size(const void *a, const void *b)
{
    double x = *(const double *)a;
    double y = *(const double *)b;

    return (x > y) - (x < y);
}

double nj_bench_percentile(double *v, uint32_t n, double percent)
{
    double at = (double)n * percent / 100;
    uint32_t i = (uint32_t)at;

    if (n == 0)
        return 0;
    qsort(v, n, sizeof(v[0]), by_size);
    return v[i < n ? i : n - 1];
}

double nj_bench_median(struct nj_bench_samples *s)
{
    if (s->n == 0)
        return 0;
    qsort(s->v, s->n, sizeof(s->v[0]), by_size);
    return s->n % 2 != 0 ? s->v[s->n / 2]
                         : (s->v[s->n / 2 - 1] + s->v[s->n / 2]) / 2;
}

static const char *verdict(const struct nj_bench_goal *g, double median)
{
    if (!(g->bound > 0))
        return "";
    return (g->least ? median >= g->bound : median <= g->bound) ? "yes" : "no";
}

void nj_bench_print(const struct nj_bench_row *row, struct nj_bench_samples *s)
{
    double median = nj_bench_median(s);

    (void)printf("| %s | %s | ", row->id, row->what);
    nj_bench_former_put(row);
    (void)printf("%.*f %s | ", row->digits, median, row->unit);
    if (s->n > 1)
        (void)printf("%.*f to %.*f", row->digits, s->v[0], row->digits,
                     s->v[s->n - 1]);
    if (row->goal.bound > 0)
        (void)printf(" | %s %.*f", row->goal.least ? "≥" : "≤",
                     row->goal.bound < 10 ? row->digits : 0, row->goal.bound);
    else
        (void)printf(" | ");
    (void)printf(" | %s | %s |\n", verdict(&row->goal, median), row->method);
    (void)fflush(stdout);
}

void nj_bench_put(int row, struct nj_bench_samples *s)
{
    nj_bench_print(&nj_bench_rows[row], s);
}
