/*
 * Tables that nobody comes to (UX-6.8): after a day without activity they say
 * so, a day later they are closed.
 */
#ifndef NJ_REFEREE_PLAY_STALE_H
#define NJ_REFEREE_PLAY_STALE_H

#include <stdbool.h>
#include <stdint.h>

struct nj_entry;
struct nj_referee;

/* Something happens at the table. */
void nj_stale_touch(struct nj_referee *r, struct nj_entry *e);
/* Its deadline has passed. */
void nj_stale_fire(struct nj_referee *r, struct nj_entry *e);

#endif
