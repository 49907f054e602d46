/*
 * How fast we talk (UX-6.2): seconds by token buckets, per chat and per
 * gateway, a chat's minute by the times of its latest messages.
 */
#ifndef NJ_REFEREE_SPEECH_PACING_H
#define NJ_REFEREE_SPEECH_PACING_H

#include <stdbool.h>
#include <stdint.h>

struct nj_chat;
struct nj_referee;

/* A new life: every gateway may say at once what it may in a second. */
void nj_pacing_begin(struct nj_referee *r);
void nj_pacing_free(struct nj_referee *r);

/* Can anything go to that chat at all, so far as we know? */
bool nj_pacing_open(const struct nj_referee *r, const struct nj_chat *c);
/* May a message of that urgency go to that chat now? Some of each minute is
 * kept back for the course of matches. `take` uses it up. */
bool nj_pacing_ready(struct nj_referee *r, struct nj_chat *c, uint8_t urgency);
/* May the account say one more thing beside its queues? If so it counts as
 * said. */
bool nj_pacing_courtesy(struct nj_referee *r, uint8_t gateway);
/* A text goes that says who sits down: the next one waits for company. */
void nj_pacing_gathered(const struct nj_referee *r, struct nj_chat *c);
void nj_pacing_take(struct nj_referee *r, struct nj_chat *c);
/* The limits are other ones: what was sent so far counts no more. */
void nj_pacing_again(struct nj_referee *r);
/* Are so many calls left in the chat's minute? */
bool nj_pacing_has(const struct nj_referee *r, struct nj_chat *c, uint32_t n);
/* Returns how long an answer queued now waits for the chat's minute. */
int64_t nj_pacing_minute_ms(const struct nj_referee *r,
                            const struct nj_chat *c);
/* Sends older than a minute count no more: gives their memory back. */
void nj_pacing_quiet(const struct nj_referee *r, struct nj_chat *c);
void nj_pacing_forget(struct nj_chat *c);
/* Returns when what waits for it may go, at the earliest. */
int64_t nj_pacing_next_ms(const struct nj_referee *r, const struct nj_chat *c);
/* Returns when what nobody waits for may; INT64_MAX: an event tells. */
int64_t nj_pacing_spare_ms(const struct nj_referee *r, const struct nj_chat *c);

#endif
