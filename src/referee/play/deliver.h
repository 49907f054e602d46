/*
 * What an input has caused, to everybody who may hear it.
 */
#ifndef NJ_REFEREE_PLAY_DELIVER_H
#define NJ_REFEREE_PLAY_DELIVER_H

#include <stdbool.h>
#include <stdint.h>

#include "match/audience.h"

struct nj_entry;
struct nj_message;
struct nj_outcome;
struct nj_referee;

struct nj_hearers {
    nj_seat_set due;  /* whose turn it has become: they are mentioned */
    nj_seat_set away; /* who is not told: the record has it (NC-17.26) */
    uint32_t receipt; /* of the order, for a refusal */
    bool by_host;
};

/* Tells all messages of the outcome, in order. */
void nj_deliver_outcome(struct nj_referee *r, struct nj_entry *e,
                        const struct nj_outcome *o,
                        const struct nj_hearers *to);

/* Whose turn it is, said once more to every home: after what interrupted it.
 * Nothing where that is a secret, where several are awaited, or in a pause. */
void nj_deliver_turn(struct nj_referee *r, struct nj_entry *e);

#endif
