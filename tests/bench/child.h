/*
 * This program as a child of the benchmark, in a folder of its own.
 */
#ifndef NJ_TESTS_BENCH_CHILD_H
#define NJ_TESTS_BENCH_CHILD_H

#include <sys/types.h>

#include "bench/bench.h"

#define NJ_BENCH_CONFIG "config.json"
#define NJ_BENCH_TOKEN  "token"

struct nj_bench_child {
    pid_t pid;
    int to, from; /* its stdin and stdout */
    char dir[512];
};

/* Makes the folder, which nj_bench_child_end() removes with what is in it. */
NJ_MUST_USE bool nj_bench_child_place(struct nj_bench *b,
                                      struct nj_bench_child *c);
/* Writes a file there, one of NJ_BENCH_CONFIG and NJ_BENCH_TOKEN. */
NJ_MUST_USE bool nj_bench_child_write(const struct nj_bench_child *c,
                                      const char *name, const char *text);
/* Starts it with these arguments, ended by NULL; its stderr goes nowhere. */
NJ_MUST_USE bool nj_bench_child_start(struct nj_bench *b,
                                      struct nj_bench_child *c,
                                      const char *const *args);
/* SIGTERM; waits for the end. A child that was not started is fine. */
void nj_bench_child_end(struct nj_bench_child *c);

/* CPU that all its threads have used, in nanoseconds; 0: it is gone. */
double nj_bench_child_cpu_ns(const struct nj_bench_child *c);
/* Its own memory (RssAnon), in KiB; 0: it is gone. */
double nj_bench_child_kib(const struct nj_bench_child *c);

#endif
