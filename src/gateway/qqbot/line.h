/*
 * The line to the platform as a state: what to do next, and when.
 *
 * A token comes first, then the address of the WebSocket, then the WebSocket;
 * there the server says hello, we identify or resume, and with READY or
 * RESUMED the line is up. From hello on we give signs of life, each of which
 * has to be acknowledged before the next. Whoever owns the sockets asks
 * nj_qb_line_next(), does that, and tells what came of it; this unit has
 * neither clock nor network.
 *
 * A session that broke off is resumed behind `s`, the last event that is on
 * disk: so what was lost comes again, and what came already comes twice and is
 * told apart by its id.
 */
#ifndef NJ_GATEWAY_QQBOT_LINE_H
#define NJ_GATEWAY_QQBOT_LINE_H

#include "gateway/qqbot/out.h"

enum nj_qb_do {
    NJ_QB_DO_NOTHING,  /* until `due_ms`, or until something comes */
    NJ_QB_DO_TOKEN,    /* ask for one */
    NJ_QB_DO_DOOR,     /* ask where the WebSocket is */
    NJ_QB_DO_CONNECT,  /* go there */
    NJ_QB_DO_IDENTIFY, /* frames: each is to be made and sent once */
    NJ_QB_DO_RESUME,
    NJ_QB_DO_BEAT,
    NJ_QB_DO_CLOSE /* and tell when it is closed */
};

/* What the owners are to be told, once each until all is well again. */
enum nj_qb_trouble {
    NJ_QB_FINE,
    NJ_QB_WRONG_SECRET, /* id or secret */
    NJ_QB_WRONG_RIGHTS, /* an intent that the bot may not have */
    NJ_QB_OFFLINE,      /* taken offline or banned */
    NJ_QB_OUR_FAULT     /* a frame of ours was wrong */
};

enum nj_qb_stage {
    NJ_QB_STEP_DOWN,    /* nothing is connected */
    NJ_QB_STEP_OPENING, /* on the way there, or waiting for hello */
    NJ_QB_STEP_HELLO,   /* said: we say who we are */
    NJ_QB_STEP_WAITING, /* for READY or RESUMED */
    NJ_QB_STEP_UP,
    NJ_QB_STEP_CLOSING
};

struct nj_qb_line {
    /* Settings. */
    int64_t backoff_min_ms, backoff_max_ms; /* between tries */
    int64_t intents, intents_least; /* asked for; what we cannot do without */

    enum nj_qb_stage step;
    enum nj_qb_trouble trouble;
    bool asking;     /* a call for token or door is under way */
    bool asks_door;  /* ... for the door */
    bool have_door;  /* `door` is of this try */
    bool less;       /* intents were refused: the least are asked for */
    bool beaten;     /* a sign of life was given and not acknowledged */
    bool beat_now;   /* the server wants one */
    uint32_t tries;  /* in a row */
    int64_t at_ms;   /* nothing before */
    int64_t open_ms; /* by then it is up, or closed */
    int64_t beat_ms, interval_ms;
    struct nj_qb_token token;
    uint32_t tokens;                       /* how many there have been */
    int64_t token_from_ms, token_until_ms; /* good; to be renewed from */
    struct nj_qb_door door;
    char session[NJ_QB_SESSION_MAX]; /* "": identify */
    int64_t s;                       /* the last event that is on disk ... */
    int64_t heard;                   /* ... and that has come: for beats */
};

/* `session` and `s` as they stand on disk; "" and 0: none. */
void nj_qb_line_init(struct nj_qb_line *l, const char *session, int64_t s);
enum nj_qb_do nj_qb_line_next(const struct nj_qb_line *l, int64_t now_ms,
                              int64_t *due_ms);
/* That is being done. */
void nj_qb_line_doing(struct nj_qb_line *l, enum nj_qb_do what, int64_t now_ms);

/* What came of it. `chance`: any number. */
void nj_qb_line_token(struct nj_qb_line *l, enum nj_qb_token_verdict verdict,
                      const struct nj_qb_token *token, int64_t now_ms,
                      uint32_t chance);
/* A call found the token to be old. */
void nj_qb_line_token_old(struct nj_qb_line *l, int64_t now_ms);
/* NULL: no answer that names a door. */
void nj_qb_line_door(struct nj_qb_line *l, const struct nj_qb_door *door,
                     int64_t now_ms, uint32_t chance);
/* A frame came, of any kind. True: the line has come up with it. */
bool nj_qb_line_frame(struct nj_qb_line *l, const struct nj_qb_frame *f,
                      int64_t now_ms, uint32_t chance);
/* Events up to `s` are on disk. */
void nj_qb_line_stored(struct nj_qb_line *l, int64_t s);
/* The WebSocket is gone or could not be had; `code` 0: without one. */
void nj_qb_line_closed(struct nj_qb_line *l, int64_t code, int64_t now_ms,
                       uint32_t chance);

#endif
