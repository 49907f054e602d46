/*
 * The owners of the installation.
 */
#ifndef NJ_REFEREE_SPEECH_OWNERS_H
#define NJ_REFEREE_SPEECH_OWNERS_H

#include <stdbool.h>

#include "match/message.h"

struct nj_referee;

/* Is that one of them? */
bool nj_owners_has(const struct nj_referee *r, const char *user);
/* Tells all who can be written to now; later it would be stale. */
void nj_owners_tell(struct nj_referee *r, const char *key, struct nj_args args);

#endif
