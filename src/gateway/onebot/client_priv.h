/*
 * Private to gateway/onebot: one gateway with its connection.
 *
 * onebot.c is what the referee's thread calls; client.c is the service thread
 * and the only one that touches the connection. They share what stands under
 * the lock and wake each other by lws_cancel_service() and the inbox.
 */
#ifndef NJ_GATEWAY_ONEBOT_CLIENT_PRIV_H
#define NJ_GATEWAY_ONEBOT_CLIENT_PRIV_H

#include <pthread.h>

#include <libwebsockets.h>

#include "gateway/onebot/onebot.h"
#include "gateway/onebot/onebot_priv.h"

#define NJ_OB_ATTEMPTS 8 /* attempts that can be told apart */

struct nj_ob_timer {
    lws_sorted_usec_list_t sul; /* first: the library gives us its address */
    struct nj_onebot *ob;
};

struct nj_onebot {
    struct nj_gateway base;

    /* Constant from creation to the end. */
    struct nj_ob_url url;
    char *token; /* guarded; "" for none */
    int64_t grace_ms;
    int64_t backoff_min_ms;
    int64_t backoff_max_ms;
    int64_t answer_ms;
    lws_retry_bo_t idle; /* when to ping and when to hang up */
    char echo_prefix[17];

    /* Under the lock. */
    pthread_mutex_t lock;
    struct nj_ob_call_list handed; /* by the referee, not looked at yet */
    uint32_t open;                 /* calls without a fate */
    uint64_t echoes;
    bool serving; /* the service thread can be woken */
    bool stopping;
    int64_t flush_until_ms;

    /* The service thread's own. */
    struct lws_context *context;
    pthread_t thread;
    struct lws *wsi;               /* NULL: no connection is being made */
    char attempts[NJ_OB_ATTEMPTS]; /* their addresses are the names */
    char *attempt;                 /* the running one; NULL: none */
    uint32_t attempt_n;
    uint32_t tries;   /* since the last connection that proved itself */
    bool established; /* the upgrade was granted, which proves nothing */
    bool proved;      /* an event or an answer came */
    bool up;          /* as the referee was told */
    bool refused;     /* the token is wrong: try again seldom */
    bool complained;  /* about that, to the owner */
    bool too_big;     /* a frame was: what still comes is not listened to */
    bool closing;
    bool finished;
    struct nj_ob_timer retry;
    struct nj_ob_timer tick;
    int64_t tick_ms;
    char self[NJ_OB_ID_MAX];
    uint64_t bad_frames;
    struct nj_ob_calls calls;
    struct nj_ob_liveness life;
    struct nj_ob_assembler assembler;
    struct nj_ob_seen seen;
};

/* Takes the call over, tells its fate and frees it. From any thread. */
void nj_ob_settle(struct nj_onebot *ob, struct nj_ob_call *c,
                  enum nj_fate fate);
/* "<prefix>-<number>", never the same again in this process. */
void nj_ob_echo_next(struct nj_onebot *ob, char out[NJ_OB_ECHO_MAX]);

/* client.c: what the library calls. */
int nj_ob_callback(struct lws *wsi, enum lws_callback_reasons reason,
                   void *user, void *in, size_t len);
/* context.c; the service thread destroys it. */
NJ_MUST_USE enum nj_status nj_ob_context_create(struct nj_onebot *ob,
                                                struct nj_err *err);
/* The body of the service thread; destroys the context at its end. */
void *nj_ob_serve(void *onebot);

/* receive.c: one whole frame. */
void nj_ob_on_frame(struct nj_onebot *ob, const char *text, size_t n);
/* Tells the referee if the gateway went up or down; `why` for the log. */
void nj_ob_tell(struct nj_onebot *ob, const char *why);

#endif
