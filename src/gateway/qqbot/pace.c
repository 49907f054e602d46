/*
 * The pace of calls: the calls under way, and when the last were answered.
 */
#include "gateway/qqbot/pace.h"

#include "base/bug.h"

void nj_qb_pace_follow(struct nj_qb_pace *p, uint32_t most, int64_t now_ms)
{
    NJ_ASSERT(p->flying == 0 && p->answered.n == 0);
    for (uint32_t i = 0; i < most; i++)
        nj_qb_ring_note(&p->answered, now_ms);
}

int64_t nj_qb_pace_due(const struct nj_qb_pace *p, uint32_t most,
                       int64_t now_ms)
{
    NJ_ASSERT(most > 0);
    if (p->flying >= most)
        return now_ms + NJ_QB_PACE_MS;
    return nj_qb_ring_due(&p->answered, most - p->flying, NJ_QB_PACE_MS);
}

void nj_qb_pace_begin(struct nj_qb_pace *p)
{
    p->flying++;
}

void nj_qb_pace_end(struct nj_qb_pace *p, int64_t now_ms)
{
    NJ_ASSERT(p->flying > 0);
    p->flying--;
    nj_qb_ring_note(&p->answered, now_ms);
}
