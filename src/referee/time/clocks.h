/*
 * What time it is, where the clocks of the machine disagree.
 *
 * The referee's own time, r->now_ms, follows the wall clock but never goes
 * back and never makes somebody's time to think shorter. Every turn compares
 * how far the three hands of the clock (base/clock.h) have come:
 *
 * - the wall clock is ahead by a minute or more, because it was set forward or
 *   the machine slept: an outage of that length (design 4);
 * - it is ahead by less: our time runs a little faster until they agree;
 * - it is behind, because it was set back: our time goes on as if nothing had
 *   happened, a little slower until they agree. What stays is told people in
 *   terms of the wall clock.
 *
 * Lengths that outlive no process and must not be cut short by a jump are
 * measured on r->steady_ms instead, which nothing sets.
 */
#ifndef NJ_REFEREE_TIME_CLOCKS_H
#define NJ_REFEREE_TIME_CLOCKS_H

#include <stdint.h>

struct nj_referee;

/* A new life: not before `alive_ms`, the last moment of the life before, 0 if
 * there was none. */
void nj_clocks_begin(struct nj_referee *r, int64_t alive_ms);
void nj_clocks_free(struct nj_referee *r);
/* A new turn: what time it is, and what that says of the time since the last
 * one. */
void nj_clocks_turn(struct nj_referee *r);
/* In the transaction of the turn: deadlines stand since an outage that
 * nj_clocks_turn() has found, until nj_outage_catch_up() has moved them. */
void nj_clocks_gap(struct nj_referee *r);
/* That transaction is on disk. */
void nj_clocks_commit(struct nj_referee *r);

/* Returns how long this turn is ago; a sleep in between is not known yet. */
int64_t nj_clocks_passed_ms(const struct nj_referee *r);
/* Returns what the wall clock shows at that moment of our time. */
int64_t nj_clocks_wall_ms(const struct nj_referee *r, int64_t at_ms);

#endif
