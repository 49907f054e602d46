/*
 * Questions without end: answers are merged and paced and none is dropped
 * (UX-6.2), so who has many of them waiting is not listened to for a while.
 * Moves, powers and all that matches say are not concerned.
 */
#ifndef NJ_REFEREE_HEARING_FLOOD_H
#define NJ_REFEREE_HEARING_FLOOD_H

#include <stdbool.h>

struct nj_request;

/* No more answers wait for one person in one chat. */
#define NJ_OWED_MAX 20

/* Do too many wait for him? Then his question is passed over, and the chat
 * hears once an hour why. A move never is; but what refuses it is kept in his
 * record and not told. */
bool nj_flood_stops(struct nj_request *a);
/* What was asked there just now has been answered; it may have to wait. */
void nj_flood_note(struct nj_request *a);

#endif
