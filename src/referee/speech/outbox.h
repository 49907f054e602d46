/*
 * The outbox: which messages of the queues go, and their rows (design 5). Per
 * chat at most one call is outstanding, so order holds.
 *
 *     nj_queue_push()     while the turn works: the queue owns the message
 *     nj_outbox_mark()    before the commit: what will go is chosen and stored
 *     nj_send_marked()    after it: handed over
 *
 * What became of a call comes back as an event: fate.h. Of what nobody knows
 * heard.h says what a group hears again.
 */
#ifndef NJ_REFEREE_SPEECH_OUTBOX_H
#define NJ_REFEREE_SPEECH_OUTBOX_H

#include <stdbool.h>
#include <stdint.h>

#include "base/status.h"
#include "store/store.h"

struct nj_chat;
struct nj_out;
struct nj_referee;

/* Will a text queued now leave at the end of this turn, so far as one can
 * say? Its row is stored as `sending` at once, one write instead of two. */
bool nj_outbox_goes(struct nj_referee *r, struct nj_chat *to, const char *text,
                    uint8_t urgency);
/* Marks, before the commit, what nj_send_marked() will take. Returns a match
 * that has to be woken for it, and is called again; 0: all is marked. */
int64_t nj_outbox_mark(struct nj_referee *r);
void nj_outbox_read(struct nj_referee *r);
/* Stores the state of one that has a row. */
void nj_outbox_mark_row(struct nj_referee *r, const struct nj_out *o,
                        enum nj_out_state state, const char *reason);
/* What waits in that chat of a match never goes out. */
void nj_outbox_drop(struct nj_referee *r, struct nj_chat *c, int64_t match);
/* Queues what was refused for that chat, behind nothing newer. */
void nj_outbox_release(struct nj_referee *r, struct nj_chat *c);

#endif
