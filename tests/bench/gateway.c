/*
 * The life of a gateway without sockets.
 */
#include "bench/gateway.h"

#include <stdlib.h>

struct nj_bench_gateway *nj_bench_gateway_of(struct nj_gateway *g)
{
    return (struct nj_bench_gateway *)(void *)g;
}

enum nj_status nj_bench_gateway_start(struct nj_gateway *g, struct nj_err *err)
{
    (void)err;
    nj_inbox_push(g->inbox, nj_event_create(NJ_EVENT_UP, g->index));
    return NJ_OK;
}

void nj_bench_gateway_stop(struct nj_gateway *g, int64_t flush_ms)
{
    (void)g;
    (void)flush_ms;
}

void nj_bench_gateway_destroy(struct nj_gateway *g)
{
    free(g);
}
