/*
 * Who can be written to, by what platforms say of him.
 */
#ifndef NJ_REFEREE_SPEECH_REACH_H
#define NJ_REFEREE_SPEECH_REACH_H

#include <stdbool.h>

#include "gateway/gateway.h"

struct nj_chat;
struct nj_referee;

/* A platform has said that of the person. */
void nj_reach_note(struct nj_referee *r, struct nj_chat *c,
                   enum nj_privacy said);
/* What the platform's list of friends says of him. */
enum nj_privacy nj_reach_asked(const struct nj_referee *r,
                               const struct nj_chat *c);
/* Can the person be written to? Of who has never been heard the platform's
 * list of friends is asked; what was only believed is stored. */
bool nj_reach_has(struct nj_referee *r, struct nj_chat *who);

#endif
