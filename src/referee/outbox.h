/*
 * The outbox: messages waiting in the queues of chats, handed to gateways after
 * the commit (design 5). Per chat at most one call is outstanding, so order
 * holds.
 *
 *     nj_outbox_push()      while the turn works: the queue owns the message
 *     nj_outbox_mark()      before the commit: what will go is chosen and stored
 *     nj_outbox_send()      after it: handed over
 *
 * What became of a call comes back as an event: fate.h.
 */
#ifndef NJ_REFEREE_OUTBOX_H
#define NJ_REFEREE_OUTBOX_H

#include <stdbool.h>
#include <stdint.h>

#include "base/limits.h"
#include "base/status.h"
#include "render/raster.h"
#include "store/store.h"

struct nj_chat;
struct nj_game;
struct nj_referee;

/* What goes first: UX-6.2. */
enum {
    NJ_URGENT_MATCH, /* the course of a match, prompts with it */
    NJ_URGENT_SHELL,
    NJ_URGENT_LAST /* receipts and warnings */
};

/* Buttons under one message: labels and tokens, or a link. */
struct nj_buttons {
    uint32_t n, columns;
    bool aside; /* others in that chat live on beside them */

    struct {
        char label[64];
        char token[NJ_TOKEN_OUT_MAX]; /* "" of a link */
    } item[NJ_BUTTONS_MAX];

    char url[NJ_URL_MAX]; /* of item 0; "" for none */
};

struct nj_out {
    int64_t row;   /* in the store; 0: has none (help, answers to queries) */
    int64_t whole; /* the row that this is a part of; its last part has it */
    uint32_t part; /* which part, from 1; 0: whole */
    int64_t queued_ms;
    int64_t match; /* for the tag; 0: none */
    uint8_t urgency;
    uint8_t tries;
    bool repeat;
    bool card;     /* the table card: seats are open once it is out */
    bool folded;   /* a record: one message, whatever its length */
    bool sending;  /* its row says so already */
    bool begun;    /* a part before it has left */
    bool personal; /* to one person: an unknown fate is tried once more */
    char code[8];  /* of the match: "[K7Q] " in front where threads mix */
    const struct nj_game *game;
    char *mention;              /* address to be notified, or NULL */
    char *text;                 /* rendered in the chat's language */
    struct nj_buttons *buttons; /* NULL: none */
    struct nj_png picture;      /* .n 0: none; `text` is its caption */
    struct nj_out *next;
};

/* Will a text queued now leave at the end of this turn, so far as one can
 * say? Its row is stored as `sending` at once, one write instead of two. */
bool nj_outbox_goes(struct nj_referee *r, struct nj_chat *to, const char *text,
                    uint8_t urgency);
/* Of the most urgent text that waits for that chat; there is one. */
uint8_t nj_outbox_urgency(const struct nj_chat *c);
void nj_outbox_push(struct nj_referee *r, struct nj_chat *to,
                    struct nj_out *out);
/* Hands over what may go now; after the commit only. */
void nj_outbox_send(struct nj_referee *r);
/* Before the commit: marks what nj_outbox_send will take. */
void nj_outbox_mark(struct nj_referee *r);
/* Hands over a text without a row now, whatever waits. */
void nj_outbox_say_now(struct nj_referee *r, struct nj_chat *c,
                       const char *text);
void nj_outbox_activate(struct nj_referee *r, struct nj_chat *c);
NJ_MUST_USE enum nj_status nj_outbox_read(struct nj_referee *r,
                                          struct nj_err *err);
void nj_outbox_free(struct nj_out *out);
/* The queue has been read again, in a process that has handed over parts of
 * that row already: the rest of it is enough. */
void nj_outbox_skip(struct nj_referee *r, struct nj_chat *c, int64_t row,
                    uint32_t parts_gone);

/* Stores the state of one that has a row. */
void nj_outbox_mark_row(struct nj_referee *r, const struct nj_out *o,
                        enum nj_out_state state, const char *reason);
/* Back to the front of the queue, in the old order. */
void nj_outbox_prepend(struct nj_referee *r, struct nj_chat *c,
                       struct nj_out *list);
/* What waits for one chat waits for the other. */
void nj_outbox_move(struct nj_referee *r, struct nj_chat *from,
                    struct nj_chat *to);
/* What waits in that chat of a match never goes out. */
void nj_outbox_drop(struct nj_referee *r, struct nj_chat *c, int64_t match);
/* Queues what was refused for that chat, behind nothing newer. */
void nj_outbox_release(struct nj_referee *r, struct nj_chat *c);

#endif
