/*
 * Until when this process may speak. Where several wait to do the same work
 * one of them holds a lease (store.h, relay.h) and nobody else says anything; who
 * could not renew it in time falls silent before it ends, by his own clock,
 * whatever his other threads are doing. Gateways ask before each write. Without
 * a lease everybody may speak; who has two of them needs both.
 *
 * The clock goes on while the process is stopped and while the machine sleeps.
 * Between the question and the write lies an instant in which a process can be
 * stopped; no platform takes a mark by which it could tell.
 */
#ifndef NJ_BASE_FENCE_H
#define NJ_BASE_FENCE_H

#include <stdbool.h>
#include <stdint.h>

enum nj_bar {
    NJ_BAR_WORK, /* the lease of who keeps the books */
    NJ_BAR_HOLD, /* of who holds the connections */
    NJ_BARS
};

/* All may be called from any thread. */

/* The clock of all this, in ms from some beginning. */
int64_t nj_fence_now_ms(void);
/* As far as that lease goes it may speak until then, by that clock; once ended,
 * it may not. */
void nj_fence_until(enum nj_bar bar, int64_t at_ms);
/* Somebody else speaks now: this process never does again. */
void nj_fence_end(void);
/* It has no such lease any more and needs none: as at the start. */
void nj_fence_lift(enum nj_bar bar);

bool nj_fence_stands_open(void);
bool nj_fence_ended(void);
/* The process ends: from now on nobody waits in nj_fence_pass. */
void nj_fence_hurry(void);
/* Waits until it may speak; false: it never may again, or nobody waits. */
bool nj_fence_pass(void);

#endif
