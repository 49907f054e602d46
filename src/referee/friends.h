/*
 * Friends and invitations: who is accepted by the rules of the installation.
 */
#ifndef NJ_REFEREE_FRIENDS_H
#define NJ_REFEREE_FRIENDS_H

#include <stdbool.h>

struct nj_event;
struct nj_referee;

/* Somebody has become a friend: he can be written to, perhaps. */
void nj_friends_new(struct nj_referee *r, const struct nj_event *ev);
/* Somebody wants to be one, or invites the bot into a group. */
void nj_friends_asks(struct nj_referee *r, const struct nj_event *ev);
/* The platform's answer about a member; false if it answers no question of
 * ours. */
bool nj_friends_member(struct nj_referee *r, const struct nj_event *ev);
void nj_friends_free(struct nj_referee *r);

#endif
