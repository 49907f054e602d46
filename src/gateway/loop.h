/*
 * Where gateways' threads and the referee's thread meet: the inbox.
 *
 * Gateways push events from their threads; the referee takes all that have
 * arrived at once, which is what one turn of the loop works on. While a turn
 * is being written to disk events pile up, and the next turn takes them
 * together: the group commit needs no timer.
 */
#ifndef NJ_GATEWAY_LOOP_H
#define NJ_GATEWAY_LOOP_H

#include "gateway/gateway.h"

struct nj_inbox *nj_inbox_create(void);
/* Frees it with the events still in it; no thread may use it any more. */
void nj_inbox_destroy(struct nj_inbox *in);

/*
 * Appends; the inbox owns the event from now on. With NJ_INBOX_MAX events
 * waiting it blocks until there is room, which is how a peer that floods us
 * is slowed down; NJ_EVENT_FATE, _KEEP, _UP, _DOWN, _PICTURE and _STOP never
 * block.
 */
void nj_inbox_push(struct nj_inbox *in, struct nj_event *e);

/*
 * Between these two what the calling thread pushes wakes nobody: a thread that
 * reads several events at once has them taken in one turn. Only the second may
 * find the referee waiting, so nothing may be waited for in between; a push
 * that blocks wakes it first.
 */
void nj_inbox_gather(void);
void nj_inbox_gathered(struct nj_inbox *in);

/*
 * Takes everything that has arrived, in order, as a list by `next`; waits up
 * to `wait_ms` (0: not at all, -1: for ever) for the first. NULL if nothing
 * came. The caller destroys the events.
 */
struct nj_event *nj_inbox_take(struct nj_inbox *in, int64_t wait_ms);

/*
 * Waits until the referee has worked off all that was pushed so far and what
 * came of it, that is until it asks for more and there is nothing. So scripts
 * hear the answer to one line before they say the next.
 */
void nj_inbox_settle(struct nj_inbox *in);

/*
 * From now on neither a push nor nj_inbox_settle() blocks. Each gateway's
 * stop calls it before it joins its thread: the thread could be waiting for
 * room that nobody makes.
 */
void nj_inbox_flow(struct nj_inbox *in);

/* Ends a wait from any thread. Not for signal handlers: serve uses a thread
 * in sigwait for those. */
void nj_inbox_wake(struct nj_inbox *in);

#endif
