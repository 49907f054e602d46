/*
 * The one place where a private chat is taken for private: what may be secret
 * is handed over here and nowhere else.
 */
#ifndef NJ_REFEREE_SPEECH_PRIVATE_H
#define NJ_REFEREE_SPEECH_PRIVATE_H

#include <stdbool.h>
#include <stdint.h>

#include "gateway/gateway.h"

struct nj_chat;
struct nj_referee;

/* A person whose private chat has been proven on his platform: he is a friend
 * there, or has started the bot. */
bool nj_private_proved(const struct nj_chat *c);
/* What the platform's list of friends says of the person. */
enum nj_privacy nj_private_asked(const struct nj_referee *r,
                                 const struct nj_chat *c);
/* Hands a text over to the gateway, for such a person alone. */
void nj_private_send(struct nj_referee *r, const struct nj_chat *c,
                     uint64_t call, const struct nj_say *say);

#endif
