/*
 * The pace of calls of which the platform takes so many a second. When a call
 * arrives there nobody tells: somewhere between its beginning and its answer.
 * So those under way, and those answered within the last second, are all that
 * the platform can count together with the next.
 *
 *     if (nj_qb_pace_due(&p, 8, now_ms) <= now_ms) {
 *         nj_qb_pace_begin(&p);
 *         ... its answer comes ...
 *         nj_qb_pace_end(&p, now_ms);
 *     }
 */
#ifndef NJ_GATEWAY_QQBOT_PACE_H
#define NJ_GATEWAY_QQBOT_PACE_H

#include "gateway/qqbot/ring.h"

#define NJ_QB_PACE_MS 1050 /* the platform's second may be longer than ours */

struct nj_qb_pace {
    uint32_t flying;
    struct nj_qb_ring answered;
};

/* What an earlier life sent last may be less than a second ago. */
void nj_qb_pace_follow(struct nj_qb_pace *p, uint32_t most, int64_t now_ms);
/* From when on one more of `most` may begin; not after `now_ms`: now. While all
 * are under way it is to be asked again after a while. */
int64_t nj_qb_pace_due(const struct nj_qb_pace *p, uint32_t most,
                       int64_t now_ms);
void nj_qb_pace_begin(struct nj_qb_pace *p);
/* It has been answered, or will not be any more. */
void nj_qb_pace_end(struct nj_qb_pace *p, int64_t now_ms);

#endif
