/*
 * Private to gateway/onebot: everything about the wire that needs no socket.
 *
 * Text goes in, values come out, so that all of it is tested and fuzzed with
 * files. The connection itself is in client.c.
 */
#ifndef NJ_GATEWAY_ONEBOT_ONEBOT_PRIV_H
#define NJ_GATEWAY_ONEBOT_ONEBOT_PRIV_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/json.h"
#include "base/limits.h"
#include "base/status.h"
#include "base/str.h"
#include "gateway/gateway.h"

#define NJ_OB_ID_MAX      24 /* bytes of an id of 64 bits, with sign and NUL */
#define NJ_OB_ECHO_MAX    48
#define NJ_OB_WORDING_MAX 160 /* bytes of a peer's explanation that we keep */
#define NJ_OB_FLAG_MAX    200 /* bytes by which a request is answered */

/* --- body.c, cq.c: the contents of a message --- */

struct nj_ob_body {
    struct nj_str text; /* at most NJ_TEXT_PRIVATE_MAX bytes matter */
    const char *self;   /* the bot's number; "" while unknown */
    uint32_t parts;     /* segments so far */
    bool quoting;       /* the last segment was the leading quote */
    bool at_me;
    char about[NJ_OB_ID_MAX]; /* the first other person mentioned; "" */
};

/* The caller calls nj_ob_body_fini(). */
void nj_ob_body_init(struct nj_ob_body *b, const char *self);
void nj_ob_body_fini(struct nj_ob_body *b);
/* One segment: for "text" `value` is the text, for "at" the number or "all",
 * else it is not looked at. */
void nj_ob_body_add(struct nj_ob_body *b, const char *type, const char *value,
                    size_t n);
/* Both forms of `message`: an array of segments, or a string of CQ codes. */
void nj_ob_body_read(struct nj_ob_body *b, struct nj_json message);
void nj_ob_cq_read(struct nj_ob_body *b, const char *text, size_t n);
/* Cuts white space and invisible characters off both ends. */
void nj_ob_body_trim(struct nj_ob_body *b);

/* --- event.c, notice.c, answer.c: what a frame means --- */

enum nj_ob_kind {
    NJ_OB_NOTHING,   /* nothing to do; an event all the same */
    NJ_OB_ODD,       /* a message whose id is none: an event all the same */
    NJ_OB_EVENT,     /* `event` is to be handed on */
    NJ_OB_HEARTBEAT, /* `interval_ms`, `online` */
    NJ_OB_OFFLINE,   /* the account was logged out; the link is fine */
    NJ_OB_ROLE,      /* `user` is `role` in `group` from now on */
    NJ_OB_ANSWER     /* `echo`, `fate`, `retcode` */
};

enum nj_ob_online {
    NJ_OB_ONLINE_UNKNOWN,
    NJ_OB_ONLINE_NO,
    NJ_OB_ONLINE_YES
};

#define NJ_OB_FRIENDS_MAX 20000 /* more than an account can have */

/* Numbers of people, sorted, each once. */
struct nj_ob_friends {
    int64_t *id;
    uint32_t n, cap;
};

struct nj_ob_frame {
    enum nj_ob_kind kind;
    struct nj_event *event; /* owned */
    int64_t interval_ms;    /* 0: not said */
    enum nj_ob_online online;
    char self[NJ_OB_ID_MAX]; /* whose events these are; "" not said */
    char user[NJ_OB_ID_MAX]; /* who wrote, asks or got a role */
    /* Where; of a private message: the group of a temporary session, "" if
     * it is none or nobody knows the group. */
    char group[NJ_OB_ID_MAX];
    bool role_said; /* `role` is what the frame says */
    enum nj_role role;
    char flag[NJ_OB_FLAG_MAX]; /* of a request: goes back with the answer */
    char echo[NJ_OB_ECHO_MAX];
    enum nj_fate fate;
    int64_t retcode;
    char login[NJ_OB_ID_MAX];        /* `data.user_id` of an answer */
    char name[NJ_NAME_MAX];          /* `data.nickname`, cleaned */
    char id[NJ_MSG_ID_MAX];          /* `data.message_id` */
    char wording[NJ_OB_WORDING_MAX]; /* what the peer says went wrong */
    bool no_friend;                  /* that is: he is no friend */
    struct nj_ob_friends friends;    /* owned; of the answer of that echo */
};

/* What a frame is read against. */
struct nj_ob_self {
    const char *gateway; /* first part of addresses */
    uint8_t index;
    const char *id; /* the bot's own number; "" while unknown */
    /* The echo of the answer that lists friends, if this text has it in it:
     * then it may have more values than other frames. NULL or "": none. */
    const char *list_echo;
};

/*
 * Reads one frame. Fails only for what is no JSON object; whatever else is
 * odd about a frame makes it NJ_OB_NOTHING. The caller calls
 * nj_ob_frame_fini() on success.
 */
NJ_MUST_USE enum nj_status nj_ob_frame_read(const struct nj_ob_self *self,
                                            const char *text, size_t n,
                                            struct nj_ob_frame *out,
                                            struct nj_err *err);
void nj_ob_frame_fini(struct nj_ob_frame *f);

void nj_ob_event_read(const struct nj_ob_self *self, struct nj_json root,
                      struct nj_ob_frame *out);
/* Of post_type notice and request. */
void nj_ob_notice_read(const struct nj_ob_self *self, struct nj_json root,
                       struct nj_ob_frame *out);
void nj_ob_request_read(const struct nj_ob_self *self, struct nj_json root,
                        struct nj_ob_frame *out);
void nj_ob_answer_read(struct nj_json root, struct nj_ob_frame *out);

/* A whole number of 64 bits, also one written as a string. */
bool nj_ob_whole_read(struct nj_json j, int64_t *v);
/* An id, number or string, in decimal; false if it is none or 0. */
bool nj_ob_id_read(struct nj_json j, char out[NJ_OB_ID_MAX]);
/* Opaque text: a whole number or a string with something in it; else "" and
 * false. */
bool nj_ob_opaque_read(struct nj_json j, char *out, size_t cap);
/* The member is that string. */
bool nj_ob_is(struct nj_json root, const char *name, const char *value);
/* The id is ours: two accounts may share one gateway program. */
bool nj_ob_is_me(const struct nj_ob_self *self, const struct nj_ob_frame *f,
                 const char *id);
/* `role` of a member; false if it does not say one. */
bool nj_ob_role_read(struct nj_json member, enum nj_role *role);
/* `time` in ms: seconds, or milliseconds where QQ gave none; never from the
 * future, 0 if it is not said. */
int64_t nj_ob_time_read(struct nj_json root);

/* --- send.c, folded.c: calls as frames --- */

/* A picture's frame, which has a third more bytes than the picture. */
#define NJ_OB_PICTURE_MAX ((size_t)4 << 20)
#define NJ_OB_FILE_MAX    NJ_OB_PICTURE_MAX

/*
 * Append one call. NJ_ERR_BAD_INPUT for an address without a number or an
 * empty text, NJ_ERR_LIMIT for what does not fit. A picture of more than
 * NJ_OB_PICTURE_MAX bytes is left out.
 */
NJ_MUST_USE enum nj_status nj_ob_send_group(struct nj_str *out,
                                            const char *echo,
                                            struct nj_group to,
                                            const struct nj_say *say);
/* A private text names the person and nothing else: with a group beside it
 * some gateways post it there for all to read. */
NJ_MUST_USE enum nj_status nj_ob_send_private(struct nj_str *out,
                                              const char *echo,
                                              const struct nj_private *to,
                                              const struct nj_say *say);
/* A file, named as in `file`; NJ_ERR_LIMIT above NJ_OB_FILE_MAX bytes. */
NJ_MUST_USE enum nj_status nj_ob_send_group_file(struct nj_str *out,
                                                 const char *echo,
                                                 struct nj_group to,
                                                 const struct nj_file *file);
NJ_MUST_USE enum nj_status nj_ob_send_private_file(struct nj_str *out,
                                                   const char *echo,
                                                   const struct nj_private *to,
                                                   const struct nj_file *file);
/* The one exception: `session` is a group through which that person has
 * written to us on this connection and in which he was found on it; "" for
 * none. */
NJ_MUST_USE enum nj_status nj_ob_send_courtesy(struct nj_str *out,
                                               const char *echo,
                                               struct nj_person to,
                                               const char *session,
                                               const struct nj_courtesy *what);
void nj_ob_send_login(struct nj_str *out, const char *echo);
/* get_group_member_info, freshly read; false for addresses without a number. */
bool nj_ob_send_member(struct nj_str *out, const char *echo, struct nj_group in,
                       struct nj_person who);

/* get_friend_list, freshly read. */
void nj_ob_send_friends(struct nj_str *out, const char *echo);

/* Who speaks in the leaves of a folded text: we, nobody else. */
struct nj_ob_author {
    char id[NJ_OB_ID_MAX];
    char name[NJ_NAME_MAX];
};

/* A text folded into leaves of a screen each; NJ_ERR_LIMIT for more than 100
 * of them. */
NJ_MUST_USE enum nj_status nj_ob_send_group_folded(
    struct nj_str *out, const char *echo, struct nj_group to,
    const struct nj_ob_author *author, const char *text);
NJ_MUST_USE enum nj_status nj_ob_send_private_folded(
    struct nj_str *out, const char *echo, const struct nj_private *to,
    const struct nj_ob_author *author, const char *text);
/* Bytes of the first part of a text if no part may have more than so many
 * characters and lines: up to the end of a line where that is possible. */
size_t nj_ob_part(const char *text, size_t chars, size_t lines);

/* --- friend.c: who is a friend --- */

void nj_ob_friends_fini(struct nj_ob_friends *f);
bool nj_ob_friends_has(const struct nj_ob_friends *f, int64_t id);
/* Beyond NJ_OB_FRIENDS_MAX nobody is added. */
void nj_ob_friends_add(struct nj_ob_friends *f, int64_t id);
void nj_ob_friends_drop(struct nj_ob_friends *f, int64_t id);
/* `data` of the answer; `out` is empty. What is no list, or too long a one,
 * leaves it so; an entry that names nobody is passed over. */
void nj_ob_friends_read(struct nj_json data, struct nj_ob_friends *out);

/* --- session.c: people who write through a group --- */

#define NJ_OB_SESSIONS_MAX 256
#define NJ_OB_FAKE_GROUP   "284840486" /* NapCat's, where it knows none */

struct nj_ob_session {
    char user[NJ_OB_ID_MAX];
    char group[NJ_OB_ID_MAX];
    bool found; /* he is in that group */
};

/* Temporary sessions of one connection. */
struct nj_ob_sessions {
    struct nj_ob_session all[NJ_OB_SESSIONS_MAX];
    uint32_t next; /* place of a new one, which the oldest leaves */
};

void nj_ob_sessions_clear(struct nj_ob_sessions *s);
/* A private text of `user` came through `group`, or "" as a friend's. True if
 * it has to be found out first whether he is there. */
bool nj_ob_sessions_hear(struct nj_ob_sessions *s, const char *user,
                         const char *group);
void nj_ob_sessions_found(struct nj_ob_sessions *s, const char *user,
                          const char *group);
/* The group through which the person may be answered, or "". Lent. */
const char *nj_ob_sessions_group(const struct nj_ob_sessions *s,
                                 const char *user);

/* --- wish.c: people who want to be friends, groups that want us --- */

#define NJ_OB_WISHES_MAX 64

struct nj_ob_wish {
    uint64_t number; /* 0: none */
    bool group;      /* an invitation into one */
    bool decided;    /* once is enough, whoever asks again */
    bool accept;
    int64_t due_ms; /* when the answer goes out; 0: not decided, or gone */
    char user[NJ_OB_ID_MAX];
    char flag[NJ_OB_FLAG_MAX];
};

/* The latest ones; gateways tell of the same wish again and again. */
struct nj_ob_wishes {
    struct nj_ob_wish all[NJ_OB_WISHES_MAX];
    uint64_t n;
};

/* Remembers it and gives the event its id; false if it is known. */
bool nj_ob_wishes_add(struct nj_ob_wishes *w, const struct nj_ob_frame *f,
                      struct nj_event *e);
void nj_ob_wishes_decide(struct nj_ob_wishes *w, const char *id, bool accept,
                         int64_t due_ms);
/* One whose answer is to go out now, or NULL; it is not given out again. */
const struct nj_ob_wish *nj_ob_wishes_due(struct nj_ob_wishes *w,
                                          int64_t now_ms);
void nj_ob_send_wish(struct nj_str *out, const char *echo,
                     const struct nj_ob_wish *wish);

/* --- roles.c: what somebody is in a group --- */

#define NJ_OB_ROLES_MAX 1024

/* What was said last. It is a cache: who uses a power is asked for afresh. */
struct nj_ob_roles {
    struct {
        char group[NJ_OB_ID_MAX];
        char user[NJ_OB_ID_MAX];
        enum nj_role role;
    } all[NJ_OB_ROLES_MAX];
};

void nj_ob_roles_set(struct nj_ob_roles *r, const char *group, const char *user,
                     enum nj_role role);
/* A member, if nothing is known. */
enum nj_role nj_ob_roles_get(const struct nj_ob_roles *r, const char *group,
                             const char *user);

/* --- call.c: calls on their way --- */

enum nj_ob_call_kind {
    NJ_OB_CALL_SAY,
    NJ_OB_CALL_MEMBER, /* for ask_member */
    NJ_OB_CALL_LOGIN,  /* the rest are our own: nobody waits for their fate */
    NJ_OB_CALL_WISH,
    NJ_OB_CALL_LOOKUP, /* of somebody who wrote through a group */
    NJ_OB_CALL_FRIENDS /* for their list */
};

struct nj_ob_call {
    struct nj_ob_call *next;
    enum nj_ob_call_kind kind;
    uint64_t call; /* the referee's number */
    bool secret;   /* a private text */
    bool slow;     /* a picture or a folded text: its answer takes longer */
    bool big;      /* one such at a time */
    bool begun;    /* a part of the same text has left */
    uint64_t link; /* connection on which it may go; 0: any */
    char user[NJ_OB_ID_MAX], group[NJ_OB_ID_MAX]; /* whom it asks about */
    struct nj_event *events; /* messages that wait for what it finds */
    int64_t deadline_ms;
    char echo[NJ_OB_ECHO_MAX];
    struct nj_str frame;
    struct nj_ob_call *plain; /* said instead, should this one be refused */
    struct nj_ob_call *rest;  /* said once this one has been sent */
};

struct nj_ob_call_list {
    struct nj_ob_call *first;
    struct nj_ob_call **end;
    uint32_t n;
};

/* Calls not written yet, and those written that wait for an answer. */
struct nj_ob_calls {
    struct nj_ob_call_list queued;
    struct nj_ob_call_list outstanding;
};

struct nj_ob_call *nj_ob_call_create(enum nj_ob_call_kind kind, uint64_t call);
/* With those behind it; NULL is fine. */
void nj_ob_call_destroy(struct nj_ob_call *c);

void nj_ob_call_list_init(struct nj_ob_call_list *l);
void nj_ob_call_list_add(struct nj_ob_call_list *l, struct nj_ob_call *c);
/* The first one, or NULL; the caller owns it. */
struct nj_ob_call *nj_ob_call_list_take(struct nj_ob_call_list *l);

void nj_ob_calls_init(struct nj_ob_calls *c);
/* The queued one that may be written next, or NULL: a big one waits until no
 * other is on its way. It stays in the queue. */
struct nj_ob_call *nj_ob_calls_next(const struct nj_ob_calls *c);
/* That one counts as written; its answer is due. */
void nj_ob_calls_written(struct nj_ob_calls *c, struct nj_ob_call *call,
                         int64_t deadline_ms);
/* The lookup of that person that is not answered yet, or NULL. */
struct nj_ob_call *nj_ob_calls_lookup(const struct nj_ob_calls *c,
                                      const char *user);
/* The call that waits for this echo, or NULL; the caller owns it. */
struct nj_ob_call *nj_ob_calls_answered(struct nj_ob_calls *c,
                                        const char *echo);
/* One whose answer is overdue, or NULL; the caller owns it. */
struct nj_ob_call *nj_ob_calls_overdue(struct nj_ob_calls *c, int64_t now_ms);

/* --- liveness.c: is anybody there --- */

struct nj_ob_liveness {
    int64_t grace_ms;
    int64_t interval_ms; /* of heartbeats; 0 until one has been seen */
    int64_t heard_ms;    /* when the last frame came */
    bool logged_out;     /* a notice said so */
    bool offline;        /* heartbeats say so */
};

void nj_ob_liveness_begin(struct nj_ob_liveness *l, int64_t grace_ms,
                          int64_t now_ms);
/* Takes in what a frame says about the link and the account. */
void nj_ob_liveness_hear(struct nj_ob_liveness *l, const struct nj_ob_frame *f,
                         int64_t now_ms);
/* Heartbeats have stopped: the connection is to be closed. */
bool nj_ob_liveness_silent(const struct nj_ob_liveness *l, int64_t now_ms);
/* The account can send. */
bool nj_ob_liveness_online(const struct nj_ob_liveness *l);

/* The wait before try number `tries` (0: the first repeat): doubling from
 * min to max, then longer by up to a quarter by chance (any number). */
int64_t nj_ob_backoff_ms(int64_t min_ms, int64_t max_ms, uint32_t tries,
                         uint32_t chance);

/* --- seen.c: frames that came before --- */

#define NJ_OB_SEEN_MAX 4096

/* The latest keys of messages. The store decides about duplicates; this only
 * spares it the usual ones, which come after each reconnect. */
struct nj_ob_seen {
    uint64_t keys[NJ_OB_SEEN_MAX];
};

/* True if the message was seen; remembers it. */
bool nj_ob_seen_add(struct nj_ob_seen *s, const struct nj_event *e);

#endif
