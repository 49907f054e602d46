/*
 * Who can be written to, by what platforms say of him and by what became of
 * what we said.
 */
#ifndef NJ_REFEREE_PLAY_REACH_H
#define NJ_REFEREE_PLAY_REACH_H

#include <stdbool.h>

#include "gateway/gateway.h"

struct nj_chat;
struct nj_referee;

/* A platform has said that of the person. Can he be written to, what was
 * refused goes out, and no clock stands because of him. */
void nj_reach_note(struct nj_referee *r, struct nj_chat *c,
                   enum nj_privacy said);
/* Can the person be written to? Of who has never been heard the platform's
 * list of friends is asked; what was only believed is stored. */
bool nj_reach_has(struct nj_referee *r, struct nj_chat *who);
/* Does what follows from the fates of messages: clocks stand or go on, and
 * groups and hosts hear why. */
void nj_reach_facts(struct nj_referee *r);
/* Chooses, before the commit, what of the queues goes out behind it. */
void nj_reach_mark(struct nj_referee *r);

#endif
