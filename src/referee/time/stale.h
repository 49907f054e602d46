/*
 * Tables that nobody comes to (UX-6.8): after a day without activity they say
 * so, a day later they are closed.
 */
#ifndef NJ_REFEREE_TIME_STALE_H
#define NJ_REFEREE_TIME_STALE_H

#include <stdbool.h>
#include <stdint.h>

struct nj_entry;
struct nj_referee;

/* Returns when a table that was touched then is spoken to. */
int64_t nj_stale_from(int64_t touched_ms);
/* Has that been done already, by what its row says? */
bool nj_stale_noticed(int64_t touched_ms, int64_t deadline_ms);
/* Something happens at the table. */
void nj_stale_touch(struct nj_referee *r, struct nj_entry *e);
/* Its deadline has passed. */
void nj_stale_fire(struct nj_referee *r, struct nj_entry *e);

#endif
