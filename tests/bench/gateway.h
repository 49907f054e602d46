/*
 * What the benchmark's gateways share: they have no sockets, are up at once
 * and answer at once; nothing is left to stop.
 */
#ifndef NJ_TESTS_BENCH_GATEWAY_H
#define NJ_TESTS_BENCH_GATEWAY_H

#include "gateway/loop.h"

/* The first member of such a gateway. */
struct nj_bench_gateway {
    struct nj_gateway base;
    void (*sent)(void *ctx, const char *to);
    void *ctx;
};

struct nj_bench_gateway *nj_bench_gateway_of(struct nj_gateway *g);
NJ_MUST_USE enum nj_status nj_bench_gateway_start(struct nj_gateway *g,
                                                  struct nj_err *err);
void nj_bench_gateway_stop(struct nj_gateway *g, int64_t flush_ms);
void nj_bench_gateway_destroy(struct nj_gateway *g);

#endif
