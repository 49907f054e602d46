/*
 * Private to gateway/onebot: gateways with their connections.
 *
 * onebot.c is what the referee's thread calls; all other files run on the
 * service thread, the only one that touches a connection. They share what
 * stands under the lock and wake each other by lws_cancel_service() and the
 * inbox.
 *
 * A gateway is one account. Forward it has a loop (context and thread) of its
 * own, in which client.c connects; reverse all gateways of one address share
 * a loop, to which their programs connect (server.c). What a connection is
 * worth and what goes over it is the same for both (link.c, receive.c).
 */
#ifndef NJ_GATEWAY_ONEBOT_CLIENT_PRIV_H
#define NJ_GATEWAY_ONEBOT_CLIENT_PRIV_H

#include <pthread.h>

#include <libwebsockets.h>

#include "gateway/onebot/onebot.h"
#include "gateway/onebot/onebot_priv.h"
#include "gateway/web/assembler.h"
#include "gateway/web/porter.h"
#include "gateway/web/url.h"

#define NJ_OB_ATTEMPTS 8    /* attempts that can be told apart */
#define NJ_OB_CONNS    4    /* connections of one account */
#define NJ_OB_MS       1000 /* microseconds */

struct nj_ob_loop;

/* What a connection is for; both by default, one each on two connections. */
enum {
    NJ_OB_SPEAKS = 1, /* calls and their answers */
    NJ_OB_HEARS = 2   /* events */
};

struct nj_ob_timer {
    lws_sorted_usec_list_t sul; /* first: the library gives us its address */
    struct nj_onebot *ob;
    struct nj_ob_loop *loop;
};

struct nj_ob_conn {
    struct lws *wsi; /* NULL: free */
    unsigned role;   /* 0: replaced or hung up, nothing of it counts */
    bool too_big;    /* a frame was: what still comes is not listened to */
    struct nj_assembler assembler;
};

/* Where somebody who connects to us has knocked; `role` 0: nowhere. */
struct nj_ob_door {
    struct nj_onebot *ob;
    unsigned role;
};

/* What the owner hears of once, until it is over. */
enum {
    NJ_OB_TROUBLE_TOKEN = 1,
    NJ_OB_TROUBLE_OFFLINE = 2,
    NJ_OB_TROUBLE_RISK = 4
};

struct nj_onebot {
    struct nj_gateway base;

    /* Constant from creation to the end. */
    struct nj_ob_loop *loop;
    struct nj_ws_url url;       /* forward */
    char account[NJ_OB_ID_MAX]; /* reverse: who it has to be */
    char *token;                /* guarded; "" for none */
    int64_t grace_ms;
    int64_t backoff_min_ms;
    int64_t backoff_max_ms;
    int64_t answer_ms;
    int64_t friend_ms[2]; /* shortest and longest wait before an answer */
    lws_retry_bo_t idle;  /* when to ping and when to hang up */
    int64_t tick_ms;
    char echo_prefix[17];

    bool started; /* the referee thread's own */

    /* Under the lock. */
    pthread_mutex_t lock;
    pthread_cond_t ended;
    struct nj_ob_call_list handed; /* by the referee, not looked at yet */
    uint32_t open;                 /* calls without a fate */
    uint64_t echoes;
    bool serving; /* the service thread can be woken */
    bool stopping;
    bool left; /* the service thread has done with it */
    int64_t flush_until_ms;
    struct nj_ob_author author; /* we; "" while unknown */
    struct nj_ob_sessions sessions;
    struct nj_ob_wishes wishes;
    struct nj_ob_friends friends; /* as listed; none: no list yet */
    struct nj_ob_friends shown;   /* who wrote as one on this connection */
    uint64_t link;                /* number of the present connection */

    /* The service thread's own. */
    struct nj_ob_conn conns[NJ_OB_CONNS]; /* forward: the first */
    struct nj_ob_conn *speaks, *hears;    /* NULL: there is none */
    struct nj_ob_door doors[4];           /* reverse; by role */
    char attempts[NJ_OB_ATTEMPTS];        /* their addresses are the names */
    char *attempt;                        /* the running one; NULL: none */
    uint32_t attempt_n;
    uint32_t tries;      /* since the last connection that proved itself */
    bool proved;         /* an event or an answer came */
    bool up;             /* as the referee was told */
    bool refused;        /* the token is wrong: try again seldom */
    bool complained;     /* about that, to the owner */
    unsigned trouble;    /* NJ_OB_TROUBLE_... */
    uint32_t failures;   /* sends without a known reason, in a row */
    uint64_t turned_off; /* wrong tokens, in all */
    bool closing;
    bool finished;
    struct nj_ob_timer retry;
    char self[NJ_OB_ID_MAX];
    bool asks_friends;              /* their list is on its way */
    bool no_list;                   /* the peer does not have one */
    char list_echo[NJ_OB_ECHO_MAX]; /* of that question; "" once it was read */
    uint64_t bad_frames;
    struct nj_ob_calls calls;
    struct nj_ob_liveness life;
    struct nj_ob_roles roles;
    struct nj_ob_seen seen;
};

/* A context with its thread. */
struct nj_ob_loop {
    struct nj_onebot *all[NJ_GATEWAYS_MAX];
    uint32_t n;
    bool listens; /* reverse */
    struct nj_endpoint at;
    int64_t handshake_ms;
    uint32_t running; /* gateways started and not stopped */
    struct lws_context *context;
    struct nj_porter *porter; /* reverse; NULL: not started */
    bool gathers;             /* frames are read: the inbox waits for more */
    uint64_t unknown, odd;    /* strangers and their requests, in all */
    pthread_t thread;
    struct nj_ob_timer tick;
};

/* --- onebot.c, say.c --- */

void nj_ob_say_group(struct nj_gateway *g, uint64_t call, struct nj_group to,
                     const struct nj_say *say);
void nj_ob_say_private(struct nj_gateway *g, uint64_t call,
                       const struct nj_private *to, const struct nj_say *say);
void nj_ob_say_courtesy(struct nj_gateway *g, uint64_t call,
                        struct nj_person to, const struct nj_courtesy *what);
void nj_ob_ask_member(struct nj_gateway *g, uint64_t call, struct nj_group in,
                      struct nj_person who);
void nj_ob_answer_friend(struct nj_gateway *g, const char *id, bool accept);
/* Takes the call over, tells its fate and frees it. From any thread. */
void nj_ob_settle(struct nj_onebot *ob, struct nj_ob_call *c,
                  enum nj_fate fate);
/* The same with what the answer says. */
void nj_ob_settle_answer(struct nj_onebot *ob, struct nj_ob_call *c,
                         const struct nj_ob_frame *f);
/* "<prefix>-<number>", never the same again in this process. */
void nj_ob_echo_next(struct nj_onebot *ob, char out[NJ_OB_ECHO_MAX]);
void nj_ob_lock(struct nj_onebot *ob);
void nj_ob_unlock(struct nj_onebot *ob);

/* --- context.c: loops --- */

/* A loop for the gateway: a new one, or the one of `o->beside`. */
NJ_MUST_USE enum nj_status nj_ob_loop_join(struct nj_onebot *ob,
                                           const struct nj_onebot_options *o,
                                           struct nj_err *err);
/* Once it has stopped; the last one frees the loop. */
void nj_ob_loop_forget(struct nj_onebot *ob);
/* Starts the context and its thread, if they do not run yet, and lets the
 * gateway take part. */
NJ_MUST_USE enum nj_status nj_ob_loop_enter(struct nj_onebot *ob,
                                            struct nj_err *err);
/* Waits until the service thread has done with the gateway; the last one
 * ends the thread. */
void nj_ob_loop_leave(struct nj_onebot *ob);

/* --- what the library calls; 0 goes on, -1 closes the connection --- */

struct nj_ob_callback {
    struct nj_ob_loop *loop;
    struct nj_onebot *ob;    /* whose; NULL: not known (yet) */
    struct nj_ob_conn *conn; /* NULL: none that counts */
    struct lws *wsi;
    const char *attempt; /* forward: which one */
    void *in;
    size_t len;
};

/* client.c and server.c; `done` is false if it is nothing for them. */
int nj_ob_client_callback(struct nj_ob_callback *c,
                          enum lws_callback_reasons reason, bool *done);
int nj_ob_server_callback(struct nj_ob_callback *c,
                          enum lws_callback_reasons reason, bool *done);
void nj_ob_client_connect(struct nj_onebot *ob);
/* The attempt is over: schedules the next one. */
void nj_ob_client_retry(struct nj_onebot *ob, const char *why);

/* --- link.c: the same for both --- */

void nj_ob_link_up(struct nj_onebot *ob, struct nj_ob_conn *conn,
                   struct lws *wsi, unsigned role);
/* Nothing of it counts any more; its end may still have to come. */
void nj_ob_link_down(struct nj_onebot *ob, struct nj_ob_conn *conn,
                     const char *why);
/* The same for one that is still there: it ends without waiting for the peer. */
void nj_ob_link_hang_up(struct nj_onebot *ob, struct nj_ob_conn *conn,
                        const char *why);
int nj_ob_link_receive(const struct nj_ob_callback *c);
int nj_ob_link_writeable(const struct nj_ob_callback *c);
/* Takes what the referee has handed over. */
void nj_ob_link_take(struct nj_onebot *ob);
void nj_ob_link_tick(struct nj_onebot *ob, int64_t now_ms);
void nj_ob_link_stop_step(struct nj_onebot *ob);
/* Queues a call of our own or the rest of one. */
void nj_ob_link_queue(struct nj_onebot *ob, struct nj_ob_call *c);
/* All calls get their fate, nobody can hand over any more. */
void nj_ob_link_leave(struct nj_onebot *ob);

/* --- knows.c: friends --- */

/* What is known of the private chat with that number; from any thread. */
enum nj_privacy nj_ob_knows(struct nj_onebot *ob, const char *user);
enum nj_privacy nj_ob_privacy(struct nj_gateway *g, struct nj_person who);
/* Those whom it calls proved, by their ids. */
void nj_ob_friends_each(struct nj_gateway *g,
                        void (*each)(void *ctx, const char *id), void *ctx);
/* Asks for the list, unless that is under way or no use. */
void nj_ob_ask_friends(struct nj_onebot *ob);
/* He has shown that he is one, or a refusal that he is none. */
void nj_ob_hear_friend(struct nj_onebot *ob, const char *user);
void nj_ob_lose_friend(struct nj_onebot *ob, const char *user);
/* The answer; takes the list. */
void nj_ob_on_friends(struct nj_onebot *ob, struct nj_ob_frame *f);
/* What a message proves, with what is known. */
void nj_ob_judge(struct nj_onebot *ob, const struct nj_ob_frame *f,
                 struct nj_event *e);

/* --- receive.c: one whole frame --- */

void nj_ob_on_frame(struct nj_onebot *ob, const char *text, size_t n);
/* Tells the referee if the gateway went up or down; `why` for the log. */
void nj_ob_tell(struct nj_onebot *ob, const char *why);
/* What became of a text: several failures without a reason look like risk
 * control. */
void nj_ob_note_send(struct nj_onebot *ob, const struct nj_ob_call *c,
                     enum nj_fate fate);
/* Tells the owners, once until it is over. */
void nj_ob_trouble(struct nj_onebot *ob, unsigned which);

/* --- probe.c --- */

void nj_ob_probe(struct nj_gateway *g, const struct nj_probe *p);

#endif
