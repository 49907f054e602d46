/*
 * Private to the strict Bot API server: what its files share.
 */
#ifndef NJ_KIT_TELEGRAM_SERVER_PRIV_H
#define NJ_KIT_TELEGRAM_SERVER_PRIV_H

#include <pthread.h>

#include "kit/telegram_server.h"

#define NJ_TG_SERVER_CONNS   24
#define NJ_TG_SERVER_RULES   32
#define NJ_TG_SERVER_UPDATES 1024
#define NJ_TG_SERVER_MEMBERS 1000
#define NJ_TG_SERVER_MINUTE  20
#define NJ_TG_SERVER_BYTES   (32u << 20)

struct nj_tg_conn {
    int fd; /* -1: free */
    struct nj_str in, out;
    size_t at;      /* bytes of `out` that are gone */
    int64_t due_ms; /* nothing goes out before */
    bool close;     /* behind `out` */
    bool asks;      /* a getUpdates that waits for news */
    int64_t until_ms;
    int64_t offset, limit;
};

struct nj_tg_update {
    int64_t id;
    char *members;
};

struct nj_tg_kept_rule {
    struct nj_tg_rule rule;
    char method[40];
    char words[400];
};

struct nj_tg_server {
    int listener;
    int wake[2];
    pthread_t thread;
    char url[64];

    pthread_mutex_t lock;
    pthread_cond_t news;
    char token[80];
    bool stopping, dropping, away;
    bool privacy, webhook, rival;
    int64_t ahead_s; /* its clock, of ours */
    bool timeless;
    struct nj_tg_conn conns[NJ_TG_SERVER_CONNS];
    struct nj_tg_kept_rule rules[NJ_TG_SERVER_RULES];
    uint32_t n_rules;
    struct nj_tg_update updates[NJ_TG_SERVER_UPDATES];
    uint32_t n_updates;
    int64_t update_ids, message_ids, confirmed;

    struct {
        int64_t chat, user;
        char status[20];
    } members[NJ_TG_SERVER_MEMBERS];

    uint32_t n_members;
    /* The latest calls into one group, by the clock of the limit. */
    bool limited;
    int64_t clock_ms, called_ms[NJ_TG_SERVER_MINUTE];
    uint32_t n_called;
    struct nj_tg_checked **calls;
    bool *taken;
    uint32_t n_calls;
    struct nj_str faults;
    struct nj_str shown; /* lent to the test */
};

void nj_tg_server_lock(struct nj_tg_server *s);
void nj_tg_server_unlock(struct nj_tg_server *s);

/* telegram_answers.c, under the lock: what a call is answered with. */
struct nj_tg_reply_text {
    int status;
    struct nj_str body;
};

/* True: there is an answer; false: the connection waits for updates. */
bool nj_tg_server_answer(struct nj_tg_server *s, struct nj_tg_checked *call,
                         struct nj_tg_conn *c, struct nj_tg_reply_text *out);
/* Updates behind `offset`, as an answer; false: there are none. */
bool nj_tg_server_updates(struct nj_tg_server *s, int64_t offset, int64_t limit,
                          struct nj_tg_reply_text *out);
void nj_tg_server_fail(struct nj_tg_reply_text *out, int64_t code,
                       const char *words, int64_t parameter);

#endif
