/*
 * Buttons (UX-8): which stand under a message, what a press means, and links
 * that open a private chat. A press is typed words, with all the checks that
 * typing has.
 */
#ifndef NJ_REFEREE_PRESS_H
#define NJ_REFEREE_PRESS_H

#include <stdbool.h>
#include <stdint.h>

#include "base/limits.h"

struct nj_buttons;
struct nj_chat;
struct nj_delivery;
struct nj_entry;
struct nj_event;
struct nj_referee;
struct nj_str;

/* A link that was used, while its platform is asked about the person. */
struct nj_link {
    uint64_t call;
    int64_t match;
    bool answered; /* over at the commit; undone, the answer comes again */
    char user[NJ_ADDRESS_MAX], chat[NJ_ADDRESS_MAX];
    char words[NJ_CONTRIBUTION_MAX + 1]; /* for the draw of chance */
    struct nj_link *next;
};

#define NJ_LINK_TAKEOVER "\x1f" /* the seat's number follows */

/* What stands under a message in that chat; NULL: nothing. The caller owns
 * it. Older buttons of the match there are dead from then on. */
struct nj_buttons *nj_press_buttons(struct nj_referee *r,
                                    const struct nj_delivery *d);
/* All buttons of a match that is over are dead, links apart. */
void nj_press_retire(struct nj_referee *r, struct nj_entry *e);
/* Takes the row of buttons off the newest message that has one there. */
void nj_press_drop(struct nj_referee *r, struct nj_chat *c);
void nj_press_apply(struct nj_referee *r, const struct nj_event *ev);
/* Must he open his private chat before he is seated? */
bool nj_press_must_link(const struct nj_referee *r, const struct nj_entry *e,
                        const struct nj_chat *who);
/* Has he a private chat that a link could open, and has not yet? */
bool nj_press_can_link(const struct nj_referee *r, const struct nj_chat *who);
/* Appends a link that opens his private chat and seats him, once, if he is in
 * the group then; `words` go into the draw, or he takes a seat over if they
 * begin with NJ_LINK_TAKEOVER. False: there is none now. */
bool nj_press_link(struct nj_referee *r, const struct nj_entry *e,
                   const struct nj_chat *where, const struct nj_chat *who,
                   const char *words, struct nj_str *url);
/* The platform's answer about somebody who used a link. */
void nj_press_member(struct nj_referee *r, const struct nj_event *ev);
/* The turn is on disk: links that were answered are over. */
void nj_press_commit(struct nj_referee *r);
void nj_press_free(struct nj_referee *r);

#endif
