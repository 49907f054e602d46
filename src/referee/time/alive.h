/*
 * How long an outage was: the store hears from time to time that we live.
 */
#ifndef NJ_REFEREE_TIME_ALIVE_H
#define NJ_REFEREE_TIME_ALIVE_H

#include <stdint.h>

struct nj_referee;

#define NJ_ALIVE_MS 20000 /* how often the store hears of us */

/* Writes that we live, if it is time or something is written anyhow. */
void nj_alive_note(struct nj_referee *r);
/* So much of our time was none in which anything was heard, perhaps only the
 * clock jumped: what was seen before it is not forgotten the earlier. */
void nj_alive_skipped(struct nj_referee *r, int64_t ms);
/* Returns when the store heard of us last; 0: never, or it cannot be. */
int64_t nj_alive_last_ms(struct nj_referee *r);
/* Returns, at the start, since when nobody heard us; 0: no outage. */
int64_t nj_alive_down_ms(struct nj_referee *r);

#endif
