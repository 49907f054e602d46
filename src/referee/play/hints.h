/*
 * What somebody who plays a game for the first time reads besides: one or two
 * sentences behind private messages that go out anyway.
 */
#ifndef NJ_REFEREE_PLAY_HINTS_H
#define NJ_REFEREE_PLAY_HINTS_H

struct nj_delivery;
struct nj_message;
struct nj_referee;

/* The message of that delivery to one person, with its hint if the game has one
 * for it (`hints` in match/game.h) and this is his first match of the game, its
 * first two rounds, and his first message of this key. */
const struct nj_message *nj_hints_add(struct nj_referee *r,
                                      const struct nj_delivery *d);

/* Read again, a message has no hint any more. */
void nj_hints_drop(struct nj_message *m);

#endif
