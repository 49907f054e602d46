/*
 * What goes out to the platform, and what it says to that.
 *
 * Nothing here knows an address: where a body goes is the affair of whoever
 * has a chat that is proven to be private, or a group.
 */
#ifndef NJ_GATEWAY_QQBOT_OUT_H
#define NJ_GATEWAY_QQBOT_OUT_H

#include "gateway/qqbot/credit.h"

#define NJ_QB_TOKEN_MAX 512 /* bytes of an access token, with its NUL */
#define NJ_QB_TRACE_MAX 80  /* of what the platform calls a request */

/* --- words.c: text that is nothing but text --- */

/* No mention, no link and no markup comes of what people have typed: neither
 * form makes any, whatever the bytes are. */
void nj_qb_put_plain(struct nj_str *out, const char *text, size_t n);
void nj_qb_put_markdown(struct nj_str *out, const char *text, size_t n);

/* --- body.c: what we send --- */

struct nj_qb_mention {
    size_t place; /* bytes of the text in front of it */
    const char *id;
    const char *name; /* "": not known */
};

struct nj_qb_message {
    const struct nj_qb_ticket *by; /* what carries it */
    const char *text;
    size_t n;
    const struct nj_qb_mention *mentions; /* by place; in groups only */
    uint32_t n_mentions;
    const struct nj_button *buttons; /* those with a token; Markdown only */
    uint32_t n_buttons;
    uint32_t columns;  /* 0: 1 */
    const char *fetch; /* the label of one more, in a row of its own, whose
                        * press gives back NJ_PRESS_FETCH; NULL: none */
    bool markdown;     /* QB-7, QB-8 */
    const char *media; /* a picture instead of all that; NULL: none */
};

void nj_qb_body_message(const struct nj_qb_message *m, struct nj_str *out);
void nj_qb_body_upload(const struct nj_picture *p, struct nj_str *out);
/* To a press: the same for everybody, at once. */
void nj_qb_body_press(struct nj_str *out);
/* For a link that people add the bot by. */
void nj_qb_body_link(struct nj_str *out);
void nj_qb_body_token(const char *app, const char *secret, struct nj_str *out);
void nj_qb_body_identify(const char *token, int64_t intents,
                         struct nj_str *out);
void nj_qb_body_resume(const char *token, const char *session, int64_t s,
                       struct nj_str *out);
/* `s` 0: nothing has come yet. */
void nj_qb_body_beat(int64_t s, struct nj_str *out);

/* --- answer.c: what it says --- */

enum nj_qb_verdict {
    NJ_QB_OK,         /* also: it waits for somebody to look at it */
    NJ_QB_REPEATED,   /* the same has arrived before */
    NJ_QB_OVER,       /* that answer comes too late, or once too often */
    NJ_QB_FAST,       /* too many in that chat */
    NJ_QB_FAST_ALL,   /* too many of everything */
    NJ_QB_FORBIDDEN,  /* no pushes in that chat */
    NJ_QB_NO_FRIEND,  /* there is no private chat with him */
    NJ_QB_NOT_THERE,  /* we are not in that group */
    NJ_QB_MUTED,      /* we may not speak there now */
    NJ_QB_CONTENT,    /* these words are not wanted */
    NJ_QB_LINK,       /* it takes something in them for a link */
    NJ_QB_TOO_LONG,   /* too many of them */
    NJ_QB_NO_BUTTONS, /* not with Markdown or a keyboard (QB-8) */
    NJ_QB_NO_PICTURE, /* not this one */
    NJ_QB_NO_UPLOADS, /* none in this form: that it is taken is an assumption */
    NJ_QB_NO_LINE,    /* the WebSocket has to be up */
    NJ_QB_TOKEN,      /* the token is old or none */
    NJ_QB_BANNED,     /* the bot was taken offline */
    NJ_QB_NO_RIGHT,   /* this call is not for us */
    NJ_QB_REFUSED,    /* no, for a reason that we do not know */
    NJ_QB_PASSING,    /* their fault: it may have arrived */
    NJ_QB_UNSENT,     /* it never left us */
    NJ_QB_UNKNOWN     /* anything may have happened */
};

struct nj_qb_answer {
    enum nj_qb_verdict verdict;
    int64_t http;                /* status; 0: none came */
    int64_t code;                /* theirs; 0: none */
    char trace[NJ_QB_TRACE_MAX]; /* for the log */
    char id[NJ_QB_REF_MAX];      /* of what was sent */
    char media[NJ_QB_MEDIA_MAX]; /* of what was uploaded */
    int64_t media_s;             /* how long that is good; 0: for ever */
};

/* Never their words: they may hold ours. */
void nj_qb_answer_read(int64_t http, const char *text, size_t n,
                       struct nj_qb_answer *out);
/* What the ledger is to hear of it; false: nothing. */
bool nj_qb_answer_became(enum nj_qb_verdict verdict, enum nj_qb_became *out);

enum nj_qb_token_verdict {
    NJ_QB_TOKEN_OK,
    NJ_QB_TOKEN_WRONG, /* of configuration: id or secret, or a banned bot */
    NJ_QB_TOKEN_FAST,  /* asked for too often */
    NJ_QB_TOKEN_ODD    /* no answer at all: later */
};

struct nj_qb_token {
    char text[NJ_QB_TOKEN_MAX];
    int64_t life_s; /* from now on */
    int64_t code;   /* theirs; 0: none */
};

/* A failure comes with status 200, too: the text alone tells. */
enum nj_qb_token_verdict nj_qb_token_read(const char *text, size_t n,
                                          struct nj_qb_token *out);

struct nj_qb_door {
    char url[NJ_QB_URL_MAX]; /* of the WebSocket */
    int64_t left;            /* identifies of today; -1: not said */
    int64_t reset_ms;        /* until there are more */
};

/* What the call to `api` has brought. False: it names no door, or one without
 * TLS though the call came by TLS: a token does not go where anybody can read
 * it. */
bool nj_qb_door_read(const char *api, const char *text, size_t n,
                     struct nj_qb_door *out);

#endif
