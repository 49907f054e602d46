/*
 * Deadlines that have passed.
 */
#ifndef NJ_REFEREE_PLAY_FIRE_H
#define NJ_REFEREE_PLAY_FIRE_H

struct nj_referee;

/* Acts on those of all tables and matches. */
void nj_fire(struct nj_referee *r);

#endif
