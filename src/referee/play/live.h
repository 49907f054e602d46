/*
 * The part of an entry that may sleep: its match, and who sits there.
 */
#ifndef NJ_REFEREE_PLAY_LIVE_H
#define NJ_REFEREE_PLAY_LIVE_H

#include <stdbool.h>

struct nj_entry;
struct nj_referee;

/* Sitters (and for a running match the match) in memory. False: the match
 * was frozen or the turn has failed; the entry may be gone. */
bool nj_live_wake(struct nj_referee *r, struct nj_entry *e);
/* Moves one turn's share of the deadlines that an outage left behind. */
void nj_live_catch_up(struct nj_referee *r);
void nj_live_evict_idle(struct nj_referee *r);

#endif
