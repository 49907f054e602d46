/*
 * What a real gateway could take badly about a call; private to the kit.
 */
#ifndef NJ_KIT_ONEBOT_CHECK_H
#define NJ_KIT_ONEBOT_CHECK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/str.h"

#define NJ_OB_CHECK_CHARS 1500
#define NJ_OB_CHECK_LINES 40

/* All that may ever be said with a group beside the person: "befriend" of the
 * locales, in the order zh-CN, zh-TW, en. */
#define NJ_OB_COURTESIES 3
extern const char *const nj_ob_courtesies[NJ_OB_COURTESIES];

/* One call, taken apart. */
struct nj_ob_checked {
    char action[40];
    char echo[80]; /* "" if it had none that could be answered */
    bool group;
    bool folded;
    size_t picture;      /* bytes of its file as it was written; 0: none */
    bool png;            /* and that file is a whole PNG */
    char file[200];      /* what an uploaded file is called; "": it is none */
    struct nj_str bytes; /* of that file */
    int64_t to;          /* 0: not a send */
    int64_t session;     /* group named beside a person; 0: none */
    bool asked_friends;
    int64_t asked_group, asked_user; /* of get_group_member_info */
    bool approve;                    /* of an answer to a request */
    char flag[80];                   /* of such */
    struct nj_str text;
    struct nj_str mentions; /* numbers, joined by ',' */
};

/* Fills *c as far as it can; each fault is a line in `faults`. The caller
 * calls nj_ob_checked_fini(). */
void nj_ob_check(const char *frame, size_t n, struct nj_ob_checked *c,
                 struct nj_str *faults);
void nj_ob_checked_fini(struct nj_ob_checked *c);

#endif
