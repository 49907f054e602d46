/*
 * Hearing: what has happened out there, who said what, and which match is
 * meant.
 */
#ifndef NJ_REFEREE_HEARING_HEARING_H
#define NJ_REFEREE_HEARING_HEARING_H

#include <stdbool.h>
#include <stdint.h>

struct nj_chat;
struct nj_event;
struct nj_referee;

/*
 * --- platform ---
 *
 * What happens on the platforms: each event goes to whom it concerns.
 */

/* Makes the room for what is remembered of troubles. */
void nj_platform_begin(struct nj_referee *r);
/* Takes one event, whatever it is. */
void nj_platform_event(struct nj_referee *r, const struct nj_event *ev);

/*
 * --- route ---
 *
 * Which match is meant, and by what kind of words: from an event to a command
 * that runs. Ordinary talk ends here without a trace.
 */

void nj_route_message(struct nj_referee *r, const struct nj_event *ev);
/* Is somebody asking for something, or is it ordinary talk? Wakes nothing. */
bool nj_route_asks(struct nj_referee *r, const struct nj_event *ev);
/* Looks in one trip which of these have been heard before, where that is one. */
void nj_route_ahead(struct nj_referee *r, const struct nj_event *events);

/*
 * --- friends ---
 *
 * Friends and invitations: who is accepted by the rules of the installation.
 */

/* Notes what an event calls that person, if it does. */
void nj_friends_call(struct nj_chat *who, const struct nj_event *ev);
/* Notes what an event says about the private chat with who wrote it. */
void nj_friends_hear(struct nj_referee *r, struct nj_chat *who,
                     const struct nj_event *ev);
/* The same of one whom the store does not know, while nothing can be stored:
 * an answer may go to him. It is stored as soon as anything else goes to him,
 * so that nothing overtakes what waits. */
void nj_friends_believe(struct nj_chat *c, const struct nj_event *ev);
/* The platform's list of friends has been read anew: who has become one gets
 * what waits for him, who is one no more gets nothing. */
void nj_friends_list(struct nj_referee *r, const struct nj_event *ev);
/* Somebody writes in private who is no friend: he hears how to become one,
 * once in ten minutes, and nothing else. */
void nj_friends_turn_away(struct nj_referee *r, struct nj_chat *who);
/* Somebody has become a friend: what waits for him goes out. */
void nj_friends_new(struct nj_referee *r, const struct nj_event *ev);
/* Somebody wants to be one, or invites the bot into a group. */
void nj_friends_asks(struct nj_referee *r, const struct nj_event *ev);
/* The platform's answer about a member; false if it answers no question of
 * ours. */
bool nj_friends_member(struct nj_referee *r, const struct nj_event *ev);
void nj_friends_free(struct nj_referee *r);

/* --- gone: Groups that the bot is not in any more --- */

/* Somebody has left a group, or the bot itself has. */
void nj_gone_note(struct nj_referee *r, const struct nj_event *ev);
/* The bot is in that group, whatever was said before. */
void nj_gone_back(struct nj_referee *r, const char *address);
/* Books were made anew: which groups is the bot not in? */
void nj_gone_recover(struct nj_referee *r);

#endif
