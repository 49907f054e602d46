/*
 * Everything that is said: a row in the store where it has one, a text in the
 * chat's language, a place in the chat's queue. Called while the turn works;
 * nothing leaves before the commit.
 */
#ifndef NJ_REFEREE_SPEECH_TELL_H
#define NJ_REFEREE_SPEECH_TELL_H

#include <stdbool.h>
#include <stdint.h>

#include "match/audience.h"
#include "match/message.h"

struct nj_chat;
struct nj_commission;
struct nj_entry;
struct nj_format;
struct nj_out;
struct nj_referee;
struct nj_request;
struct nj_str;

#define NJ_TAG_BYTES 64
/* A message has no more bytes as it is read, whatever people have typed. */
#define NJ_TELL_MAX ((size_t)32 * NJ_TEXT_OUT_MAX)

/* This argument tells somebody with several seats which it is for. */
#define NJ_FOR_SEATS "for_seats"

/* Fills in how a chat reads: language, names of the seats of `e` (or NULL). */
void nj_tell_format(struct nj_referee *r, struct nj_entry *e,
                    const struct nj_chat *to, struct nj_format *f);

/* Tells a chat, with a row, as part of a match's record or of none (e NULL). */
void nj_tell(struct nj_referee *r, struct nj_chat *to, struct nj_entry *e,
             const char *key, struct nj_args args);
/* Tells it without a row: help, answers to queries. */
void nj_tell_unstored(struct nj_referee *r, struct nj_chat *to,
                      struct nj_entry *e, const char *key, struct nj_args args);
/* Somebody's words get no answer, by a rule: they are counted as heeded. */
void nj_tell_pass_over(struct nj_referee *r);
/* Past the queue, and nobody waits for its fate: what can be said while
 * nothing can be written, not even the fate of what was said before. */
void nj_tell_now(struct nj_referee *r, struct nj_chat *to, const char *key);
/* To somebody who is no friend, past his queue, without a row: the text of a
 * key without arguments. What waits for him goes on waiting. */
void nj_tell_courtesy(struct nj_referee *r, struct nj_chat *to,
                      const char *key);
/* Queues a finished picture with its title; takes the bytes. */
void nj_tell_picture(struct nj_referee *r, struct nj_commission *c);
/* Queues a text without a row, which may be long: folded where that can be. */
void nj_tell_record(struct nj_referee *r, struct nj_chat *to,
                    struct nj_entry *e, const char *text);
/* Answers who asked, where he asked, with a button that opens `url`. */
void nj_reply_link(struct nj_request *a, const char *key, struct nj_args args,
                   const char *label, const char *url);
/* Answers who asked, where he asked; who pressed a card's button, in a toast
 * that nobody else sees. */
void nj_reply(struct nj_request *a, const char *key, struct nj_args args);

/* A message of a match is stored and queued for one chat ("" for nobody). */
struct nj_delivery {
    struct nj_entry *e;
    const struct nj_message *m;
    struct nj_chat *to; /* NULL: nobody reads it in a chat */
    nj_seat seat;       /* NJ_SEAT_NONE: not to a seat */
    uint32_t seq;
    uint32_t receipt; /* of the order it answers; 0: none */
    bool refusal;
    bool repeat;  /* as stored */
    bool copy;    /* another home has a row of it already */
    bool course;  /* neither result nor host's notice: UX-6.7 */
    bool old;     /* of a record: nothing hangs under it any more */
    bool gathers; /* may wait for others like it: UX-6.2 */
    bool bare;    /* read again: what hangs under it is made when it goes */
    uint8_t tries;
    int64_t at_ms;       /* when it was first said; 0: now */
    const char *mention; /* address to be notified, or NULL */
};

/* UX-6.6: only who must act now is notified. The address of whom the message
 * is about, if his seat is among `due`; NULL: nobody. */
const char *nj_tell_mention(const struct nj_entry *e,
                            const struct nj_message *m, nj_seat_set due);

/* Is a message of that key a table's card? */
bool nj_tell_is_card(const char *key);
/* Does it take the place of the one before, as cards and slates do? */
bool nj_tell_replaces(const struct nj_delivery *d);
void nj_tell_message(struct nj_referee *r, const struct nj_delivery *d);
/* Appends a message's text as that chat reads it, with its boards where the
 * chat sees no pictures and they are not said unasked. */
void nj_tell_render(struct nj_referee *r, struct nj_entry *e,
                    const struct nj_chat *to, const struct nj_message *m,
                    struct nj_str *out);
/* Tells it with its boards, for who wants text (UX-11). */
void nj_tell_plain(struct nj_referee *r, struct nj_entry *e,
                   const struct nj_chat *to, const struct nj_message *m,
                   struct nj_str *out);
/* What stands in front of a text where threads mix: "[K7Q] ", in private a
 * line of its own; at most NJ_TAG_BYTES. */
void nj_tell_tag(struct nj_referee *r, const struct nj_out *o,
                 const struct nj_chat *to, struct nj_str *out);
/* Queues that message, which has a row already. */
void nj_tell_again(struct nj_referee *r, const struct nj_delivery *d,
                   int64_t row);

#endif
