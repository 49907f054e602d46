/*
 * A window that slides: whether the n-th last moment lies behind it.
 */
#include "gateway/qqbot/ring.h"

#include "base/bug.h"

void nj_qb_ring_note(struct nj_qb_ring *r, int64_t now_ms)
{
    r->at[r->n % NJ_QB_RING] = now_ms;
    r->n++;
}

int64_t nj_qb_ring_due(const struct nj_qb_ring *r, uint32_t limit,
                       int64_t span_ms)
{
    NJ_ASSERT(limit <= NJ_QB_RING);
    if (limit == 0 || r->n < limit)
        return 0;
    return r->at[(r->n - limit) % NJ_QB_RING] + span_ms;
}

uint32_t nj_qb_ring_count(const struct nj_qb_ring *r, int64_t span_ms,
                          int64_t now_ms)
{
    uint32_t n = 0;

    while (n < r->n && n < NJ_QB_RING &&
           r->at[(r->n - 1 - n) % NJ_QB_RING] + span_ms > now_ms)
        n++;
    return n;
}
