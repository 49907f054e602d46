/*
 * A press of a button: typed words, with all the checks that typing has.
 */
#ifndef NJ_REFEREE_PRESS_H
#define NJ_REFEREE_PRESS_H

struct nj_event;
struct nj_referee;

void nj_press_apply(struct nj_referee *r, const struct nj_event *ev);

#endif
