/*
 * Pictures behind texts (UX-11): asked for while the turn works, ordered once
 * it is on disk, queued when they come back.
 */
#ifndef NJ_REFEREE_SPEECH_PICTURES_H
#define NJ_REFEREE_SPEECH_PICTURES_H

#include <stdbool.h>

struct nj_chat;
struct nj_delivery;
struct nj_entry;
struct nj_message;
struct nj_referee;

/* A message that has a picture was queued for that chat: the picture, if the
 * chat wants one. */
void nj_pictures_ask(struct nj_referee *r, struct nj_entry *e,
                     const struct nj_chat *to, const struct nj_message *m);
/* The same where the game shows it unasked: in each chat the latest of a turn,
 * and none where there is much to read already. */
void nj_pictures_bring(struct nj_referee *r, const struct nj_delivery *d);
/* Does that chat get pictures? Then it needs no boards of text. */
bool nj_pictures_wanted(struct nj_referee *r, const struct nj_chat *to);
/* Orders the course of a match that is over, for every home. */
void nj_pictures_course(struct nj_referee *r, struct nj_entry *e);
/* The key of what a group hears when it has chosen that look, or none. */
const char *nj_pictures_said(const char *look);
/* The turn is on disk: now they are made. */
void nj_pictures_commit(struct nj_referee *r);
void nj_pictures_undo(struct nj_referee *r);
/* Takes those that are finished (NJ_EVENT_PICTURE). */
void nj_pictures_ready(struct nj_referee *r);

#endif
