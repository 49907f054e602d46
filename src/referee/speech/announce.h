/*
 * What is said to every home of a match: the same messages in the same order,
 * each in its own language.
 */
#ifndef NJ_REFEREE_SPEECH_ANNOUNCE_H
#define NJ_REFEREE_SPEECH_ANNOUNCE_H

#include "match/message.h"
#include "match/slate.h"

struct nj_chat;
struct nj_delivery;
struct nj_entry;
struct nj_game;
struct nj_referee;

/* To every home; `d->to` and `d->copy` are set here. */
void nj_announce_message(struct nj_referee *r, struct nj_delivery *d);
/* The shell's own word to every home. */
void nj_announce(struct nj_referee *r, struct nj_entry *e, const char *key,
                 struct nj_args args);
/* The same for what a group may have silenced (UX-6.7). */
void nj_announce_notice(struct nj_referee *r, struct nj_entry *e,
                        const char *key, struct nj_args args);
/* To the hosts of the running matches of that home. */
void nj_announce_hosts(struct nj_referee *r, const struct nj_chat *home,
                       const char *key);
/* What a message to everybody does to the slate of that game. */
enum nj_slate_how nj_announce_slate(const struct nj_game *g,
                                    const struct nj_message *m);

#endif
