/*
 * Whose words come from before an interruption (gateways.md 2.1).
 *
 * A platform stamps messages with a clock of its own, which may be wrong, as
 * ours may. How far the two are apart is learnt from what arrives while the
 * link stands; with that taken out a stamp says how old a message is. Words
 * are late only if they were typed before the link was up again, or before we
 * woke: no difference between two clocks alone makes anything late.
 */
#ifndef NJ_REFEREE_TIME_SKEW_H
#define NJ_REFEREE_TIME_SKEW_H

#include <stdbool.h>
#include <stdint.h>

struct nj_event;
struct nj_referee;

/* These read what the store has of it, and write it if it is time. */
void nj_skew_read(struct nj_referee *r);
void nj_skew_keep(struct nj_referee *r);
void nj_skew_free(struct nj_referee *r);
/* An event is taken in hand: r->typed_ms, when it was made in our time; of a
 * message also what can be learnt from its stamp. */
void nj_skew_hear(struct nj_referee *r, const struct nj_event *ev);
/* Our own clock was set by so much. */
void nj_skew_jumped(struct nj_referee *r, int64_t ms);
/* Was the message in hand typed while it could not be heard? */
bool nj_skew_late(const struct nj_referee *r, uint8_t gateway);

/* Returns by how much our clock is ahead of the platform's, as far as known. */
int64_t nj_skew_ms(const struct nj_referee *r, uint8_t gateway);

#endif
