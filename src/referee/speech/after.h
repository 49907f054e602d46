/*
 * What is to be done on a platform besides sending texts, once the turn is on
 * disk. Of a turn that is undone nothing is done.
 */
#ifndef NJ_REFEREE_SPEECH_AFTER_H
#define NJ_REFEREE_SPEECH_AFTER_H

#include <stdint.h>

struct nj_chat;
struct nj_event;
struct nj_referee;

/* Answers the press `ev`; `url` or NULL. */
void nj_after_press(struct nj_referee *r, const struct nj_event *ev,
                    const char *text, const char *url);
/* Takes the buttons off our message in that chat, when its pace has room. */
void nj_after_drop(struct nj_referee *r, const struct nj_chat *c,
                   const char *message);
/* Chooses the rows of buttons that are taken away behind this turn; when texts
 * have been chosen, for those come first. */
void nj_after_mark(struct nj_referee *r);
/* Is he in that group? The answer is an NJ_EVENT_MEMBER with that number. */
void nj_after_ask(struct nj_referee *r, uint64_t call,
                  const struct nj_chat *group, const struct nj_chat *who);
/* Sends a courtesy to who is no friend; nobody waits for its fate. */
void nj_after_courtesy(struct nj_referee *r, const struct nj_chat *who,
                       const char *text);
/* Notes how far the platforms have been read with these events. */
void nj_after_note(struct nj_referee *r, const struct nj_event *events);
/* Before the commit, if there is one: a position goes with what was read. Talk
 * that changes nothing writes nothing; read again, it is talk again. */
void nj_after_store(struct nj_referee *r);
/* The turn is on disk, or there was nothing to write. */
void nj_after_commit(struct nj_referee *r);
void nj_after_undo(struct nj_referee *r);
void nj_after_free(struct nj_referee *r);

#endif
