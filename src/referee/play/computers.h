/*
 * Computer players, and their share of a turn.
 */
#ifndef NJ_REFEREE_PLAY_COMPUTERS_H
#define NJ_REFEREE_PLAY_COMPUTERS_H

struct nj_entry;
struct nj_referee;

/* Its computer players may have something to do. */
void nj_computers_busy(struct nj_referee *r, struct nj_entry *e);
/* Lets those who may have something to do act, within the turn's share. */
void nj_computers_act(struct nj_referee *r);
/* Takes those who have not off the list; before an entry is freed. */
void nj_computers_idle(struct nj_referee *r);

#endif
