/*
 * Who plays several seats of a match: which of them his words are for.
 */
#ifndef NJ_REFEREE_PLAY_HAND_H
#define NJ_REFEREE_PLAY_HAND_H

#include <stdbool.h>

#include "match/audience.h"

struct nj_request;
struct nj_sitter;

/* The seat that the words are for (nj_match_meant()). False: he named one that
 * is not his, and was told. */
bool nj_hand_meant(struct nj_request *a, const struct nj_sitter *s,
                   const char *verb, nj_seat *seat);
/* He named one that is not his: tells him. */
void nj_hand_not_his(struct nj_request *a);

/* May orders with these channels be given where he gave them? Says so if
 * not. */
bool nj_hand_channel(struct nj_request *a, unsigned channels);
#endif
