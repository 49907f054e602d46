/*
 * The slate of a match: one message in a group that is changed instead of said
 * again, such as the ballots of a vote (match/game.h). Where a chat cannot do
 * that, what stands on it is said as it always was.
 */
#ifndef NJ_REFEREE_PLAY_SLATE_H
#define NJ_REFEREE_PLAY_SLATE_H

#include <stdbool.h>

struct nj_chat;
struct nj_entry;
struct nj_game;
struct nj_message;
struct nj_referee;

/* That was said to everybody. */
void nj_slate_note(struct nj_entry *e, const struct nj_message *m);
/* At the end of a turn, of all matches that have moved: a new slate, or the one
 * that stands there as it is now, in each home that can have one. */
void nj_slate_tell_all(struct nj_referee *r);

#endif
