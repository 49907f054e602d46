/*
 * From messages under way to calls of gateways: the last step of a turn.
 */
#ifndef NJ_REFEREE_SPEECH_SEND_H
#define NJ_REFEREE_SPEECH_SEND_H

#include <stdbool.h>

struct nj_chat;
struct nj_out;
struct nj_referee;

/* Hands over what was marked; it is called after the commit only. */
void nj_send_marked(struct nj_referee *r);
/* Hands over a text without a row now, whatever waits. */
void nj_send_now(struct nj_referee *r, struct nj_chat *c, const char *text);
/* A table's card replaces the one before it where the platform can do that. */
bool nj_send_takes_place(const struct nj_referee *r, const struct nj_chat *c,
                         const struct nj_out *o);

#endif
