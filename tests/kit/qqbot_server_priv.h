/*
 * Private to the strict server of QQ's bot platform: what its files share.
 */
#ifndef NJ_KIT_QQBOT_SERVER_PRIV_H
#define NJ_KIT_QQBOT_SERVER_PRIV_H

#include <pthread.h>

#include "base/str.h"
#include "kit/qqbot_server.h"

#define QQBOT_CONNS   32
#define QQBOT_RULES   64
#define QQBOT_BYTES   (32u << 20)
#define QQBOT_PRESSES 4096

struct qqbot_conn {
    int fd; /* -1: free */
    bool ws;
    struct nj_str in, out, message;
    size_t at;      /* bytes of `out` that are gone */
    int64_t due_ms; /* nothing goes out before */
    bool close;     /* behind `out` */
};

/* An event of the session. */
struct qqbot_event {
    int64_t s;
    char *frame;
};

struct qqbot_touch {
    char id[QQBOT_REF_BYTES];
    int64_t at_ms;
    bool done;
};

struct qqbot_server {
    int listener;
    pthread_t thread;
    char url[64], host[32];

    pthread_mutex_t lock;
    pthread_cond_t news;
    struct qqbot_platform *platform;
    int64_t passed_ms;
    bool stopping, away, silent, banned, forgets, others;
    enum qqbot_mention mentions;
    struct qqbot_conn conns[QQBOT_CONNS];
    struct qqbot_rule rules[QQBOT_RULES];
    uint32_t n_rules;
    size_t piece;

    /* The WebSocket: the connection that has identified, and its session. */
    struct qqbot_conn *live;
    bool up; /* READY or RESUMED went out */
    int refuse;
    int64_t interval_ms, intents, s, left, behind;
    uint32_t sessions, resumes, lines, beats, touched, withdrawn;
    struct qqbot_event *events;
    size_t n_events, first; /* of the present session */

    struct qqbot_touch touches[QQBOT_PRESSES];
    uint32_t n_touches;
    bool *taken; /* texts that were expected */
    size_t n_taken;
    size_t last; /* the text expected last */
    struct nj_str faults, shown;
};

/* --- qqbot_server.c; under the lock --- */

void qqbot_lock(struct qqbot_server *s);
void qqbot_unlock(struct qqbot_server *s);
/* The platform's clock. */
int64_t qqbot_now_ms(const struct qqbot_server *s);

/* --- qqbot_socket.c --- */

/* The answer to the upgrade; false: it is none. */
bool qqbot_ws_accept(const char *head, struct nj_str *out);
/* A text frame, or a close with a code, behind what waits. */
void qqbot_ws_put(struct qqbot_conn *c, const char *text, size_t piece);
void qqbot_ws_put_close(struct qqbot_conn *c, int code);
/* Takes whole frames off `in`; calls `on` with each whole message. False: the
 * peer has closed or broken the rules. */
bool qqbot_ws_read(struct qqbot_conn *c, struct nj_str *faults,
                   void (*on)(void *ctx, struct qqbot_conn *c, const char *text,
                              size_t n),
                   void *ctx);

/* --- qqbot_events.c --- */

void qqbot_greet(struct qqbot_server *s, struct qqbot_conn *c);
void qqbot_on_frame(void *server, struct qqbot_conn *c, const char *text,
                    size_t n);
/* PUT /interactions/...: the status. */
int qqbot_touch(struct qqbot_server *s, const char *id);

#endif
