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

/* --- url.c: where the peer is --- */

struct nj_ob_url {
    bool tls;
    uint16_t port;
    char host[256];
    char path[512]; /* begins with '/' */
};

/* ws://host[:port][/path] or wss://. Errors never repeat what stands behind
 * '?', which is where people put tokens. */
NJ_MUST_USE enum nj_status nj_ob_url_parse(const char *text,
                                           struct nj_ob_url *url,
                                           struct nj_err *err);

/* --- frame.c: pieces to whole frames --- */

enum nj_ob_piece {
    NJ_OB_PIECE_MORE,   /* the frame is not complete */
    NJ_OB_PIECE_WHOLE,  /* `text` holds it */
    NJ_OB_PIECE_BINARY, /* complete, and nothing for us */
    NJ_OB_PIECE_TOO_BIG /* over NJ_FRAME_MAX: close the connection */
};

struct nj_ob_assembler {
    struct nj_str text;
    bool binary;
};

void nj_ob_assembler_init(struct nj_ob_assembler *a);
void nj_ob_assembler_fini(struct nj_ob_assembler *a);
/* Forgets what has arrived: for a new connection. */
void nj_ob_assembler_reset(struct nj_ob_assembler *a);
void nj_ob_assembler_begin(struct nj_ob_assembler *a, bool binary);
enum nj_ob_piece nj_ob_assembler_add(struct nj_ob_assembler *a,
                                     const char *bytes, size_t n, bool final);

/* --- body.c, cq.c: the contents of a message --- */

struct nj_ob_body {
    struct nj_str text; /* at most NJ_TEXT_IN_MAX bytes matter */
    const char *self;   /* the bot's number; "" while unknown */
    uint32_t parts;     /* segments so far */
    bool quoting;       /* the last segment was the leading quote */
    bool at_me;
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

/* --- event.c, answer.c: what a frame means --- */

enum nj_ob_kind {
    NJ_OB_NOTHING,   /* nothing to do; an event all the same */
    NJ_OB_EVENT,     /* `event` is to be handed on */
    NJ_OB_HEARTBEAT, /* `interval_ms`, `online` */
    NJ_OB_OFFLINE,   /* the account was logged out; the link is fine */
    NJ_OB_ANSWER     /* `echo`, `fate`, `retcode` */
};

enum nj_ob_online {
    NJ_OB_ONLINE_UNKNOWN,
    NJ_OB_ONLINE_NO,
    NJ_OB_ONLINE_YES
};

struct nj_ob_frame {
    enum nj_ob_kind kind;
    struct nj_event *event; /* owned */
    int64_t interval_ms;    /* 0: not said */
    enum nj_ob_online online;
    char self[NJ_OB_ID_MAX]; /* whose events these are; "" not said */
    char echo[NJ_OB_ECHO_MAX];
    enum nj_fate fate;
    int64_t retcode;
    char login[NJ_OB_ID_MAX];        /* `data.user_id` of an answer */
    char wording[NJ_OB_WORDING_MAX]; /* what the peer says went wrong */
};

/* What a frame is read against. */
struct nj_ob_self {
    const char *gateway; /* first part of addresses */
    uint8_t index;
    const char *id; /* the bot's own number; "" while unknown */
    int64_t now_ms; /* no message is from the future */
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
void nj_ob_answer_read(struct nj_json root, struct nj_ob_frame *out);

/* A whole number of 64 bits, also one written as a string. */
bool nj_ob_whole_read(struct nj_json j, int64_t *v);
/* An id, number or string, in decimal; false if it is none or 0. */
bool nj_ob_id_read(struct nj_json j, char out[NJ_OB_ID_MAX]);

/* --- send.c: calls as frames --- */

/*
 * Append one call. NJ_ERR_BAD_INPUT for an address without a number or an
 * empty text. A private text names the person and nothing else: with a group
 * beside it some gateways post it there for all to read.
 */
NJ_MUST_USE enum nj_status nj_ob_send_group(struct nj_str *out,
                                            const char *echo,
                                            struct nj_group to,
                                            const struct nj_say *say);
NJ_MUST_USE enum nj_status nj_ob_send_private(struct nj_str *out,
                                              const char *echo,
                                              struct nj_person to,
                                              const struct nj_say *say);
void nj_ob_send_login(struct nj_str *out, const char *echo);

/* --- call.c: calls on their way --- */

struct nj_ob_call {
    struct nj_ob_call *next;
    uint64_t call; /* the referee's number */
    bool own;      /* get_login_info: nobody waits for its fate */
    bool secret;   /* a private text */
    int64_t deadline_ms;
    char echo[NJ_OB_ECHO_MAX];
    struct nj_str frame;
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

struct nj_ob_call *nj_ob_call_create(uint64_t call);
void nj_ob_call_destroy(struct nj_ob_call *c); /* NULL is fine */

void nj_ob_call_list_init(struct nj_ob_call_list *l);
void nj_ob_call_list_add(struct nj_ob_call_list *l, struct nj_ob_call *c);
/* The first one, or NULL; the caller owns it. */
struct nj_ob_call *nj_ob_call_list_take(struct nj_ob_call_list *l);

void nj_ob_calls_init(struct nj_ob_calls *c);
/* The first queued one counts as written; its answer is due. */
void nj_ob_calls_written(struct nj_ob_calls *c, int64_t deadline_ms);
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
