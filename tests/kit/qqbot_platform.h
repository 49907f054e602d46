/*
 * QQ's official bot platform as it counts, without a network: calls go in as
 * path, authorization and body, and answers come out as status and text. It
 * keeps the platform's own numbers and refuses what the platform refuses, so
 * that nothing of ours can be right by our own ledger alone.
 *
 * It knows nothing of the gateway's code: both are written from the platform's
 * pages. Time is a wall clock in ms, which the caller gives and which never
 * goes back.
 */
#ifndef NJ_KIT_QQBOT_PLATFORM_H
#define NJ_KIT_QQBOT_PLATFORM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/str.h"

#define QQBOT_APP       "102000001"
#define QQBOT_SECRET    "s3cret-of-the-bot"
#define QQBOT_REF_BYTES 64

enum qqbot_scene {
    QQBOT_GROUP,
    QQBOT_USER
};

/* What the platform does with the next call. */
enum qqbot_fault {
    QQBOT_NO_FAULT,
    QQBOT_LOSE_ANSWER, /* it is done, and nobody hears so */
    QQBOT_LOSE_CALL    /* it never arrives */
};

struct qqbot_platform; /* opaque */

/* `verified`: the owner has proved who he is. */
struct qqbot_platform *qqbot_platform_create(bool verified);
void qqbot_platform_destroy(struct qqbot_platform *p); /* NULL is fine */

/* Oddities. A private message can be answered for 5 minutes instead of 60. */
void qqbot_answers_end_early(struct qqbot_platform *p);
/* A token lives so long; 7200 otherwise. */
void qqbot_tokens_live(struct qqbot_platform *p, int64_t s);
/* Keyboards are for those who were invited. */
void qqbot_refuse_keyboards(struct qqbot_platform *p);
/* What is said twice is found to be too late or too much before it is found to
 * be a repeat. */
void qqbot_repeats_come_last(struct qqbot_platform *p);
void qqbot_fault_next(struct qqbot_platform *p, enum qqbot_fault fault);

/* The bot is in that group, or that person has added it; pushes are on. */
void qqbot_meet(struct qqbot_platform *p, enum qqbot_scene scene,
                const char *id);
void qqbot_leave(struct qqbot_platform *p, enum qqbot_scene scene,
                 const char *id);
/* Somebody forbids or allows pushes there. */
void qqbot_switch(struct qqbot_platform *p, enum qqbot_scene scene,
                  const char *id, bool on);
/* The bot was there at some time. */
bool qqbot_knows(const struct qqbot_platform *p, enum qqbot_scene scene,
                 const char *id);
bool qqbot_may_push(const struct qqbot_platform *p, enum qqbot_scene scene,
                    const char *id);
/* Somebody writes there: the id of the message. */
void qqbot_hear(struct qqbot_platform *p, enum qqbot_scene scene,
                const char *id, int64_t now_ms, char ref[QQBOT_REF_BYTES]);
/* Something happens there: the outer id of the event. */
void qqbot_happen(struct qqbot_platform *p, enum qqbot_scene scene,
                  const char *id, bool answerable, int64_t now_ms,
                  char ref[QQBOT_REF_BYTES]);

/* The bot is an admin of that group: it may take messages of others away. */
void qqbot_promote(struct qqbot_platform *p, const char *group);
/* DELETE of a message that somebody wrote in a group: the code, 0 if it is gone.
 */
int64_t qqbot_withdraw(struct qqbot_platform *p, const char *group,
                       const char *ref, int64_t now_ms);

/* POST getAppAccessToken: the answer's text; its status is always 200. */
void qqbot_token(struct qqbot_platform *p, const char *body, size_t n,
                 int64_t now_ms, struct nj_str *answer);

/* One call; all is lent. */
struct qqbot_post {
    const char *path, *authorization, *body;
    size_t n;
};

/* POST to `path`: the status, 0 if no answer comes, and its text. */
int64_t qqbot_post(struct qqbot_platform *p, const struct qqbot_post *call,
                   int64_t now_ms, struct nj_str *answer);

/* Is that the authorization of a call, "QQBot <token>"? */
bool qqbot_authorized(const struct qqbot_platform *p, const char *said,
                      int64_t now_ms);

/* Message number `i` of all that were shown, from 0; false: there are fewer.
 * Lent; the texts live as long as the platform. */
struct qqbot_said {
    enum qqbot_scene scene;
    const char *chat, *text;
    const char *buttons; /* "label=data", joined by '|' */
    bool push;
    int64_t at_ms;
};

bool qqbot_said(const struct qqbot_platform *p, size_t i,
                struct qqbot_said *out);

/* How many messages with that in their text were shown in that chat. */
uint32_t qqbot_shown(const struct qqbot_platform *p, enum qqbot_scene scene,
                     const char *id, const char *part);
/* How many calls were refused with that code. */
uint32_t qqbot_refused(const struct qqbot_platform *p, int64_t code);
uint32_t qqbot_pushes(const struct qqbot_platform *p);
uint32_t qqbot_answers(const struct qqbot_platform *p);

/* --- qqbot_content.c --- */

/* What the platform takes from a message's body. The texts are lent. */
struct qqbot_body {
    const char *msg_id, *event_id; /* "": none */
    int64_t seq;                   /* 0: none */
    const char *text;
    const char *media; /* what was uploaded; "": none */
    bool keyboard;
    struct nj_str buttons; /* as in struct qqbot_said; the caller's ... */
    struct nj_str drawn;   /* ... and so is the text as people see it */
};

struct nj_json_doc;

/* The code it is refused with; 0: it is fine. The caller closes `doc`, which
 * `out` lives in. */
int64_t qqbot_body_read(const char *body, size_t n, struct nj_json_doc **doc,
                        struct qqbot_body *out);

/* The same of the body of an upload: a whole PNG in base64. */
int64_t qqbot_upload_code(const char *body, size_t n);

#endif
