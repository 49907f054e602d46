/*
 * What became of a message (design 5), and people who cannot be reached: what
 * the platform refused for them waits, their clocks stand, groups hear of it.
 */
#ifndef NJ_REFEREE_SPEECH_FATE_H
#define NJ_REFEREE_SPEECH_FATE_H

#include "store/store.h"

struct nj_chat;
struct nj_event;
struct nj_referee;

/* Takes what became of a call. */
void nj_fate_apply(struct nj_referee *r, const struct nj_event *ev);
/* Somebody whom the platform does not let us write to gets nothing until he
 * can be reached again: a later message must not overtake those that wait. */
void nj_fate_refuse_queue(struct nj_referee *r, struct nj_chat *c);
/* What a group has refused, and what waits behind it, is pending again. */
void nj_fate_try_group(struct nj_referee *r, struct nj_chat *c);
/* The bot may not speak in a group, for `ev->ms` (0: until told), or may. */
void nj_fate_muted(struct nj_referee *r, struct nj_chat *c,
                   const struct nj_event *ev);
/* The person can be reached, as far as `reach` says: what was refused goes
 * out now, and no clock stands because of him. */
void nj_fate_reachable(struct nj_referee *r, struct nj_chat *c,
                       enum nj_reach reach);
/* He has written to us in private, or become a friend: what failed before
 * without a reason is no reason any more to leave him alone. */
void nj_fate_heard(struct nj_chat *c);
/* The person can not be written to any more. */
void nj_fate_lost(struct nj_referee *r, struct nj_chat *c);
/* The fate of this turn is on disk. */
void nj_fate_forget(struct nj_chat *c);

#endif
