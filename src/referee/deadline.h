/*
 * Deadlines: found when they have passed, held while a player cannot play,
 * moved when he could not (design 4: the grace).
 */
#ifndef NJ_REFEREE_DEADLINE_H
#define NJ_REFEREE_DEADLINE_H

#include <stdbool.h>
#include <stdint.h>

#include "match/audience.h"

struct nj_entry;
struct nj_referee;
struct nj_timer;

void nj_deadline_set(struct nj_referee *r, struct nj_entry *e);
void nj_deadline_fire(struct nj_referee *r);
void nj_deadline_hold(struct nj_referee *r, struct nj_entry *e, uint8_t why,
                      bool on);
/* Moves one set of timers (design 4: grace). */
void nj_deadline_grace(struct nj_timer *timers, int64_t now_ms, int64_t down_ms,
                       int64_t least_ms);
void nj_deadline_gateway(struct nj_referee *r, uint8_t gateway, bool up);
/* Moves the deadlines of a match that goes on: something was not heard. */
void nj_deadline_extend(struct nj_referee *r, struct nj_entry *e, int64_t ms);
/* Secrets can be delivered to that seat again. */
void nj_deadline_unblock(struct nj_referee *r, struct nj_entry *e,
                         nj_seat seat);
/* At the start: deadlines stand since `alive_ms`, when the program was last
 * heard of, until nj_deadline_catch_up() has moved them. */
void nj_deadline_recover(struct nj_referee *r, int64_t alive_ms);
/* The same for books that were made anew. */
void nj_deadline_again(struct nj_referee *r);
/* Moves those of one match, which is awake. */
void nj_deadline_release(struct nj_referee *r, struct nj_entry *e);
/* Moves some of the deadlines that an outage left behind: one turn's share. */
void nj_deadline_catch_up(struct nj_referee *r);

#endif
