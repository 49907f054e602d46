/*
 * How often something happened lately: the last moments of it.
 */
#ifndef NJ_GATEWAY_QQBOT_RING_H
#define NJ_GATEWAY_QQBOT_RING_H

#include <stdint.h>

#define NJ_QB_RING 64 /* no limit is above it */

struct nj_qb_ring {
    int64_t at[NJ_QB_RING];
    uint64_t n; /* moments noted so far */
};

void nj_qb_ring_note(struct nj_qb_ring *r, int64_t now_ms);
/* From when on there is room for one more of `limit` within `span_ms`: those
 * who ask later than that find it. 0: there always was; so it is where the
 * limit is 0, which is none. */
int64_t nj_qb_ring_due(const struct nj_qb_ring *r, uint32_t limit,
                       int64_t span_ms);
/* How many there were within `span_ms` before now. */
uint32_t nj_qb_ring_count(const struct nj_qb_ring *r, int64_t span_ms,
                          int64_t now_ms);

#endif
