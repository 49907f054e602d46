/*
 * What the Bot API could take badly about a call; private to the kit.
 */
#ifndef NJ_KIT_TELEGRAM_CHECK_H
#define NJ_KIT_TELEGRAM_CHECK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/str.h"

/* One call, taken apart. */
struct nj_tg_checked {
    char method[40];
    int64_t chat;    /* 0: none */
    int64_t topic;   /* 0: none */
    int64_t user;    /* getChatMember */
    int64_t message; /* edits: which; sends: the id that it got */
    int64_t offset, limit, timeout; /* getUpdates */
    bool kept, folded, photo;
    bool png;               /* the photo is a whole one */
    char file[200];         /* what a document is called; "": there is none */
    struct nj_str bytes;    /* of it */
    struct nj_str text;     /* as it is shown: markup is gone */
    struct nj_str raw;      /* as it came */
    struct nj_str mentions; /* numbers of tg://user links, joined by ',' */
    struct nj_str buttons;  /* "Up=t-1|Down=t-2/Open=https://..." */
    struct nj_str press;    /* answerCallbackQuery: which */
    struct nj_str url;      /* and what opens */
    struct nj_str menu;     /* setMyCommands: "en all_group_chats join,.." */
};

/* Fills *c as far as it can; each fault is a line in `faults`. `type` is the
 * content type, `body` what was posted. The caller calls
 * nj_tg_checked_fini(). */
void nj_tg_check(const char *method, const char *type, const char *body,
                 size_t n, struct nj_tg_checked *c, struct nj_str *faults);
void nj_tg_checked_fini(struct nj_tg_checked *c);

#endif
