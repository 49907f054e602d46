/*
 * Private to gateway/qqbot: everything about QQ's official bot platform that
 * needs no socket.
 *
 * Text goes in, values come out, so that all of it is tested and fuzzed with
 * files. Where the platform's pages and those who use it disagree, the code
 * builds on the safe side and says on which (QB-1 and so on):
 *
 *   QB-1  a member of a group and a user may have the same id or not
 *   QB-2  how long a private message can be answered: 5 minutes for sure
 *   QB-3  an event can be answered twice; the second answer has msg_seq 2
 *   QB-4  answers do not count as pushes, and have a pace of our own all the
 *         same
 *   QB-5  a mention comes as one type, as the other, or as both
 *   QB-6  our mention may or may not be left in the text, in three forms
 *   QB-7  how somebody is mentioned: by his name, which the line has already
 *         or gets, and in Markdown by a tag too
 *   QB-8  keyboards may be refused: the same text goes without
 *   QB-9  what the limit of a day is counted by: days of UTC+8
 *   QB-10 a private message proves answers; a push alone proves pushes
 */
#ifndef NJ_GATEWAY_QQBOT_QQBOT_PRIV_H
#define NJ_GATEWAY_QQBOT_QQBOT_PRIV_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/json.h"
#include "base/limits.h"
#include "base/loose.h"
#include "base/status.h"
#include "base/str.h"
#include "gateway/gateway.h"

#define NJ_QB_ID_MAX      52  /* bytes of an openid, with its NUL */
#define NJ_QB_REF_MAX     160 /* of what an answer refers to */
#define NJ_QB_SESSION_MAX 128
#define NJ_QB_MEDIA_MAX   2048 /* of what stands for a picture */
#define NJ_QB_LABEL_MAX   10   /* characters on a button */
#define NJ_QB_SIDE_MAX    5    /* rows of buttons, and buttons in a row */
#define NJ_QB_DATA_MAX    64   /* bytes of what a press gives back */
#define NJ_QB_URL_MAX     512

/* What frames are read against. */
struct nj_qb_self {
    const char *gateway; /* first part of addresses */
    uint8_t index;
    const char *bot;    /* as READY has called us; "" while unknown */
    const char *member; /* as mentions have lately called us; likewise */
};

/* --- fields.c: ids, times, names --- */

/* An openid fits into an address and, as it stands, into a path. */
bool nj_qb_openid_fits(const char *id, size_t n);
/* The openid of that name; false, and "": there is none. */
bool nj_qb_openid(struct nj_json object, const char *name,
                  char out[NJ_QB_ID_MAX]);
/* What an answer can refer to: printable, without blanks. */
bool nj_qb_ref_fits(const char *ref);
/* The one of that name; false, and "": there is none. */
bool nj_qb_ref(struct nj_json object, const char *name,
               char out[NJ_QB_REF_MAX]);
/* "2026-11-22T20:04:05+08:00" or seconds since 1970, as a number or digits, to
 * ms; 0: unknown. */
int64_t nj_qb_time(struct nj_json object);
/* An id of any length as one of ours: itself, or what it hashes to. */
void nj_qb_short(const char *ref, char out[NJ_MSG_ID_MAX]);

/* --- text.c: what somebody has typed --- */

struct nj_qb_typed {
    struct nj_str text; /* trimmed; valid UTF-8 */
    bool at_me;
    bool for_other;           /* begins with a mention of somebody else */
    char about[NJ_QB_ID_MAX]; /* the first other person mentioned; "" */
};

/*
 * The text as the referee is to read it: mentions out of it, in all three
 * forms (QB-6), escapes undone. `me` is what this message calls us, "" if it
 * does not say; `at_type`: its type alone says that we are meant (QB-5). The
 * caller calls nj_qb_typed_fini().
 */
void nj_qb_typed_read(const struct nj_qb_self *self, const char *content,
                      const char *me, bool at_type, struct nj_qb_typed *out);
void nj_qb_typed_fini(struct nj_qb_typed *t);

/* --- frame.c, event.c: what a frame means --- */

enum nj_qb_kind {
    NJ_QB_NOTHING,   /* well-formed, and nothing to us */
    NJ_QB_HELLO,     /* `interval_ms` */
    NJ_QB_READY,     /* `session`, `bot` */
    NJ_QB_RESUMED,   /* all that was missed has come */
    NJ_QB_BEAT,      /* the server wants a sign of life */
    NJ_QB_ACK,       /* it has seen ours */
    NJ_QB_RECONNECT, /* close and resume */
    NJ_QB_INVALID,   /* the session is none: identify anew */
    NJ_QB_EVENT      /* something has happened: the rest */
};

/* What an answer can refer to. A message and an event are never exchanged:
 * the platform keeps their ids apart. */
enum nj_qb_ref_kind {
    NJ_QB_REF_NONE,
    NJ_QB_REF_MESSAGE,
    NJ_QB_REF_EVENT
};

/* Whether the bot may speak by itself in a chat, as far as an event says. */
enum nj_qb_switch {
    NJ_QB_SWITCH_UNSAID,
    NJ_QB_SWITCH_ON,
    NJ_QB_SWITCH_OFF,
    NJ_QB_SWITCH_GONE /* there is nobody any more */
};

struct nj_qb_frame {
    enum nj_qb_kind kind;
    int64_t s; /* where to resume behind; 0: not said */
    int64_t interval_ms;
    char session[NJ_QB_SESSION_MAX];
    char bot[NJ_QB_ID_MAX];
    struct nj_event *event; /* owned; NULL: nothing for the referee */
    /* The chat that all below is about; "": none. */
    char chat[NJ_ADDRESS_MAX];
    enum nj_qb_ref_kind ref_kind; /* `ref` can be answered in `chat` ... */
    char ref[NJ_QB_REF_MAX];
    int64_t ref_ms; /* ... and is of then; 0: unknown */
    enum nj_qb_switch pushes;
    char me[NJ_QB_ID_MAX];     /* what a mention calls us; "" */
    bool full;                 /* that group lets us hear everything */
    char press[NJ_QB_REF_MAX]; /* has to be acknowledged at once; "": none */
};

/* One whole text frame. `out` is to be given to nj_qb_frame_fini(). */
NJ_MUST_USE enum nj_status nj_qb_frame_read(const struct nj_qb_self *self,
                                            const char *text, size_t n,
                                            struct nj_qb_frame *out,
                                            struct nj_err *err);
void nj_qb_frame_fini(struct nj_qb_frame *f);

/* What has happened, by the type and the id of the frame and its data. */
void nj_qb_event_read(const struct nj_qb_self *self, const char *type,
                      const char *id, struct nj_json d,
                      struct nj_qb_frame *out);

/* --- message.c: messages of people --- */

/* `group`: it stands in one; `at_type`: its type says that we are meant. */
void nj_qb_message_read(const struct nj_qb_self *self, struct nj_json d,
                        bool group, bool at_type, struct nj_qb_frame *out);

#endif
