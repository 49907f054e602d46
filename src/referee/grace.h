/*
 * The grace (design 4): deadlines that passed while nobody could be heard, or
 * that come too soon after, are moved.
 */
#ifndef NJ_REFEREE_GRACE_H
#define NJ_REFEREE_GRACE_H

#include <stdint.h>

struct nj_entry;
struct nj_referee;
struct nj_timer;

/* Moves one set of timers, NJ_TIMERS_MAX of them. */
void nj_grace_timers(struct nj_timer *timers, int64_t now_ms, int64_t down_ms,
                     int64_t least_ms);
/* Moves the deadlines of a match whose clock stood so long. `key` tells the
 * group why, if it is worth telling. */
void nj_grace_move(struct nj_referee *r, struct nj_entry *e, int64_t down_ms,
                   const char *key);
/* Moves the deadlines of a match that goes on: something was not heard. */
void nj_grace_extend(struct nj_referee *r, struct nj_entry *e, int64_t ms);

#endif
