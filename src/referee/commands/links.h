/*
 * Links that open a private chat and, by what travels in them, seat their
 * person: used once, by whom they are for, while he is in the group.
 */
#ifndef NJ_REFEREE_COMMANDS_LINKS_H
#define NJ_REFEREE_COMMANDS_LINKS_H

#include <stdbool.h>
#include <stdint.h>

#include "base/limits.h"

struct nj_chat;
struct nj_entry;
struct nj_event;
struct nj_referee;
struct nj_str;

/* Somebody used a link, and its platform is asked about him. */
struct nj_link {
    uint64_t call;
    int64_t match;
    bool answered; /* over at the commit; undone, the answer comes again */
    char user[NJ_ADDRESS_MAX], chat[NJ_ADDRESS_MAX];
    char words[NJ_CONTRIBUTION_MAX + 1]; /* for the draw of chance */
    struct nj_link *next;
};

/* Must he open his private chat before he is seated? */
bool nj_links_must(const struct nj_referee *r, const struct nj_entry *e,
                   const struct nj_chat *who);
/* Has he a private chat that a link could open, and has not yet? */
bool nj_links_can(const struct nj_referee *r, const struct nj_chat *who);
/* Appends a link that opens his private chat and seats him, once, if he is in
 * the group then; `words` go into the draw, or he takes a seat over if they
 * begin with NJ_LINK_TAKEOVER. False: there is none now. */
bool nj_links_make(struct nj_referee *r, const struct nj_entry *e,
                   const struct nj_chat *where, const struct nj_chat *who,
                   const char *words, struct nj_str *url);
/* Takes the platform's answer about somebody who used a link. */
void nj_links_member(struct nj_referee *r, const struct nj_event *ev);
/* A group has a new address: whoever used a link there is asked about anew. */
void nj_links_moved(struct nj_referee *r, const struct nj_chat *from,
                    const struct nj_chat *to);
/* The turn is on disk: links that were answered are over. */
void nj_links_commit(struct nj_referee *r);
void nj_links_free(struct nj_referee *r);

#endif
