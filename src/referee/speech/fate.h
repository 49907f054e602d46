/*
 * What became of a message (design 5), and people who cannot be reached: what
 * the platform refused for them waits, their clocks stand, groups hear of it.
 */
#ifndef NJ_REFEREE_SPEECH_FATE_H
#define NJ_REFEREE_SPEECH_FATE_H

#include <stdbool.h>
#include <stdint.h>

#include "store/store.h"

struct nj_chat;
struct nj_event;
struct nj_referee;

/* Says what the rooms above have to know of it, in the order in which it
 * happened: play/reach.h takes it in the same turn. */
struct nj_fact {
    enum {
        NJ_FACT_SILENT,    /* a group cannot be told anything */
        NJ_FACT_HEARD,     /* it can again, if it could not */
        NJ_FACT_SLOW,      /* nothing is said in that chat for `ms` */
        NJ_FACT_UNREACHED, /* a person was not told something of `match` */
        NJ_FACT_REACHED    /* he was told something, though he had not been */
    } kind;

    struct nj_chat *chat;
    int64_t ms;
    int64_t match;
    bool unspoken; /* nobody may know of that */
};

/* Takes what became of a call. */
void nj_fate_apply(struct nj_referee *r, const struct nj_event *ev);
/* Takes the first fact that nobody has taken; false: there is none. */
bool nj_fate_fact(struct nj_referee *r, struct nj_fact *out);
/* Somebody whom the platform does not let us write to gets nothing until he
 * can be reached again: a later message must not overtake those that wait. */
void nj_fate_refuse_queue(struct nj_referee *r, struct nj_chat *c);
/* What a group has refused, and what waits behind it, is pending again. False:
 * nothing is, so nothing will tell whether it hears us. */
bool nj_fate_try_group(struct nj_referee *r, struct nj_chat *c);
/* The bot may not speak in a group, for `ev->ms` (0: until told), or may. */
void nj_fate_muted(struct nj_referee *r, struct nj_chat *c,
                   const struct nj_event *ev);
/* Stores whether the person can be written to, and that it is so from now. */
void nj_fate_set_reach(struct nj_referee *r, struct nj_chat *c,
                       enum nj_reach reach);
/* He has written to us in private, or become a friend: what failed before
 * without a reason is no reason any more to leave him alone. */
void nj_fate_heard(struct nj_chat *c);
/* The person can not be written to any more. */
void nj_fate_lost(struct nj_referee *r, struct nj_chat *c);
/* The fate of this turn is on disk. */
void nj_fate_forget(struct nj_chat *c);
void nj_fate_free(struct nj_referee *r);

#endif
