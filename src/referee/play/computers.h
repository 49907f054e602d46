/*
 * Computer players, and their share of a turn.
 */
#ifndef NJ_REFEREE_PLAY_COMPUTERS_H
#define NJ_REFEREE_PLAY_COMPUTERS_H

struct nj_entry;
struct nj_referee;

/* Lets those who may have something to do act, within the turn's share. */
void nj_computers_act(struct nj_referee *r);
#endif
