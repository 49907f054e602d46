/*
 * Deadlines: found when they have passed, held while a player cannot play. What
 * moves them afterwards is grace.h, what happens in an outage outage.h.
 */
#ifndef NJ_REFEREE_TIME_DEADLINE_H
#define NJ_REFEREE_TIME_DEADLINE_H

#include <stdbool.h>
#include <stdint.h>

#include "match/audience.h"

struct nj_entry;
struct nj_referee;

/* The clock of that match stands because of `why` (NJ_HOLD_...), or not any
 * more; with the last reason gone its deadlines move. */
void nj_deadline_hold(struct nj_referee *r, struct nj_entry *e, uint8_t why,
                      bool on);
/* The seats that it waits for and whose secrets cannot be delivered: its clock
 * has to stand. */
nj_seat_set nj_deadline_stands_for(const struct nj_entry *e);
/* While there are such it stands, and the group hears why: not before, for when
 * a secret is told to a seat may be a secret. */
void nj_deadline_wait(struct nj_referee *r, struct nj_entry *e);
/* Secrets can be delivered to that seat again. */
void nj_deadline_unblock(struct nj_referee *r, struct nj_entry *e,
                         nj_seat seat);

#endif
