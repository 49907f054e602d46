/*
 * Queues of chats: messages in the order in which they will be said. A message
 * belongs to its queue from nj_queue_push() on, until it is under way or given
 * back by nj_queue_take().
 */
#ifndef NJ_REFEREE_SPEECH_QUEUE_H
#define NJ_REFEREE_SPEECH_QUEUE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/limits.h"
#include "match/game.h"
#include "render/raster.h"

struct nj_chat;
struct nj_referee;

/* The lowest goes first: UX-6.2. */
enum {
    NJ_URGENT_MATCH, /* the course of a match, prompts with it */
    NJ_URGENT_SHELL,
    NJ_URGENT_LAST,   /* receipts and warnings */
    NJ_URGENT_GATHER, /* who sits down: a moment later others have, too */
    NJ_URGENT_SPARE   /* edits that nobody waits for */
};

#define NJ_LABEL_BYTES 64 /* of a button, with the NUL */

/* These stand under one message: labels and tokens, or a link. */
struct nj_buttons {
    uint32_t n, columns;
    bool aside; /* others in that chat live on beside them */

    struct {
        char label[NJ_LABEL_BYTES];
        char token[NJ_TOKEN_OUT_MAX]; /* "" of a link */
    } item[NJ_BUTTONS_MAX];

    char url[NJ_URL_MAX]; /* of item 0; "" for none */
};

struct nj_out {
    int64_t row;   /* in the store; 0: has none (help, answers to queries) */
    int64_t whole; /* the row that this is a part of; its last part has it */
    uint32_t part; /* which part, from 1; 0: whole */
    int64_t queued_ms;
    int64_t at_ms;  /* when it was first said */
    int64_t due_ms; /* a reminder: the deadline that it names; 0: none */
    bool left;      /* a reminder: it tells how long is left */
    int64_t match;  /* for the tag; 0: none */
    uint8_t urgency;
    uint8_t tries;
    bool repeat;
    bool card;     /* takes the place of the one before: a table's, which opens
                    * its seats, or a slate */
    bool passing;  /* left out when the match says more before it goes */
    bool count;    /* ... or only when it counts again */
    bool folded;   /* a record, or long words of people: one message, whatever
                    * its length */
    bool sending;  /* its row says so already */
    bool begun;    /* a part before it has left */
    bool bare;     /* read again: stored.h has its buttons and its mention */
    bool unspoken; /* nobody may know of it, nor that it could not be told */
    bool personal; /* to one person: an unknown fate is tried once more */
    bool doubtful; /* in a group, its fate was unknown: heard.h */
    enum nj_hear hear;
    char code[NJ_CODE_MAX]; /* of its match: "[K7Q] " in front where threads
                             * mix */
    const struct nj_game *game;
    char *mention; /* address to be notified, or NULL */
    char *asker;   /* address of who gets it as an answer, or NULL */
    char *text;    /* rendered in the chat's language */
    struct nj_buttons *buttons; /* NULL: none */
    struct nj_png picture; /* .n 0: none; `text` is its caption, and without a
                            * row no more than its title */
    struct nj_out *next;
};

/* Queues a message, in parts where it is too long for one text. What has to
 * last goes in front of answers that have waited for a turn or more; what is
 * folded in front of the lines of its turn. A table's card takes the place of an
 * older one that still waits. */
void nj_queue_push(struct nj_referee *r, struct nj_chat *to,
                   struct nj_out *out);
/* Appends one that is no longer than it may be. */
void nj_queue_append(struct nj_referee *r, struct nj_chat *c,
                     struct nj_out *out);
/* The picture of what that match says there last, and of what goes out with it;
 * taken over. False: nothing of it waits. */
bool nj_queue_hang(struct nj_chat *c, int64_t match, struct nj_png *picture);
/* Puts them back to the front of the queue, in the old order. */
void nj_queue_prepend(struct nj_referee *r, struct nj_chat *c,
                      struct nj_out *list);
/* Takes the whole queue; the caller owns the list. */
struct nj_out *nj_queue_take(struct nj_referee *r, struct nj_chat *c);
/* What waits for one chat waits for the other. */
void nj_queue_move(struct nj_referee *r, struct nj_chat *from,
                   struct nj_chat *to);
/* The queue has been read again, in a process that has handed over parts of
 * that row already: the rest of it is enough. */
void nj_queue_skip(struct nj_referee *r, struct nj_chat *c, int64_t row,
                   uint32_t parts_gone);
/* Returns the urgency of the first text that waits there; there is one. */
uint8_t nj_queue_urgency(const struct nj_chat *c);
/* How many answers to that person wait there since an earlier turn? */
uint32_t nj_queue_owed(const struct nj_referee *r, const struct nj_chat *c,
                       const struct nj_chat *who);
/* The chat has something to say, behind those that have waited longer. */
void nj_queue_activate(struct nj_referee *r, struct nj_chat *c);
void nj_queue_free(struct nj_out *out);
/* Returns a copy that the caller owns; it follows nothing. */
struct nj_out *nj_queue_copy(const struct nj_out *out);

/* Does so much fit one text to that chat? */
bool nj_queue_fits(const struct nj_chat *c, size_t bytes, size_t lines);
size_t nj_queue_lines(const char *text);

#endif
