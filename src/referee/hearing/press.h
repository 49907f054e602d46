/*
 * A press of a button: typed words, with all the checks that typing has.
 */
#ifndef NJ_REFEREE_HEARING_PRESS_H
#define NJ_REFEREE_HEARING_PRESS_H

#include "match/message.h"

struct nj_event;
struct nj_referee;

/* Does what the button stands for and answers the press, once. */
void nj_press_apply(struct nj_referee *r, const struct nj_event *ev);
#endif
