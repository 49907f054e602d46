/*
 * Groups that cannot be told anything (UX-6.10): the clocks of their matches
 * stand until something arrives again, and the hosts are told.
 */
#ifndef NJ_REFEREE_TIME_SILENCE_H
#define NJ_REFEREE_TIME_SILENCE_H

#include <stdint.h>

struct nj_chat;
struct nj_event;
struct nj_referee;

void nj_silence_begin(struct nj_referee *r, struct nj_chat *c);
void nj_silence_end(struct nj_referee *r, struct nj_chat *c);
/* That group is tried again with what it has not heard. */
void nj_silence_try_group(struct nj_referee *r, struct nj_chat *c);
/* The bot may not speak in it, for `ev->ms` (0: until told), or may. */
void nj_silence_muted(struct nj_referee *r, struct nj_chat *c,
                      const struct nj_event *ev);
/* Those whose time has come are tried again; before pulses are written. */
void nj_silence_try(struct nj_referee *r);
/* The books have been read: which groups were silent. */
void nj_silence_recover(struct nj_referee *r);

/* A group hears nothing for so long: deadlines there move, and the hosts hear
 * why, once. Other chats: nothing. */
void nj_silence_slow(struct nj_referee *r, struct nj_chat *c, int64_t ms);

#endif
