/*
 * Private to the strict OneBot gateway: what its files share.
 */
#ifndef NJ_KIT_ONEBOT_SERVER_PRIV_H
#define NJ_KIT_ONEBOT_SERVER_PRIV_H

#include <pthread.h>

#include <libwebsockets.h>

#include "base/str.h"
#include "kit/onebot_check.h"
#include "kit/onebot_server.h"

#define NJ_OB_SERVER_CONNS 16
#define NJ_OB_SERVER_RULES 32
#define NJ_OB_SERVER_BYTES (32u << 20) /* of one frame */

/* One frame on its way out. */
struct nj_ob_item {
    struct nj_ob_item *next;
    int64_t due_ms;
    size_t piece; /* bytes of a fragment; 0: no fragments */
    size_t at;    /* bytes written */
    bool close;   /* close behind it; an empty text: instead of it */
    struct nj_str text;
};

struct nj_ob_conn {
    struct lws *wsi; /* NULL: free */
    uint32_t number; /* of all since the start */
    bool frozen;
    bool refused; /* it gets the 1403 frame */
    bool mute;    /* no calls may come over it */
    bool deaf;    /* it gets no events */
    struct nj_ob_item *first;
    struct nj_str in;
};

struct nj_ob_rule {
    char action[40];
    char wording[120];
    enum nj_ob_reply reply;
    int64_t number;
    uint32_t times;
};

/* An order to connect; its texts are the test's. */
struct nj_ob_dialing {
    struct nj_ob_dial dial;
    bool wanted;
    char line[120]; /* what stands behind Authorization */
    char number[24];
};

/* Somebody who wrote through a group, and on which connection. */
struct nj_ob_through {
    int64_t group, user;
    uint32_t connection;
    bool asked; /* and was found there since */
};

#define NJ_OB_SERVER_FRIENDS 20001

struct nj_ob_server {
    lws_sorted_usec_list_t tick; /* first: the library gives its address */
    struct lws_context *context;
    struct lws_vhost *vhost;
    pthread_t thread;
    char token[80];

    pthread_mutex_t lock;
    pthread_cond_t news;
    struct nj_ob_conn conns[NJ_OB_SERVER_CONNS];
    struct nj_ob_conn *latest;
    bool stopping;
    bool quiet, timeless;
    bool freezing;
    bool dropping;
    enum nj_ob_gate gate;
    struct nj_ob_rule rules[NJ_OB_SERVER_RULES];
    uint32_t n_rules;
    int64_t friends[NJ_OB_SERVER_FRIENDS];
    uint32_t n_friends;
    bool lists;    /* it knows get_friend_list */
    bool careless; /* what names a group beside a person is posted there */
    struct nj_ob_checked *calls;
    bool *taken;
    uint32_t n_calls;
    uint32_t connections;
    uint32_t speaker; /* number of the youngest that has called */
    uint32_t refusals;
    int64_t message_ids;
    int64_t self;
    enum nj_ob_flavour flavour;
    char role[16];
    struct nj_ob_dialing dials[8];
    uint32_t n_dials;
    struct nj_ob_through through[8];
    uint32_t n_through;
    bool folded;
    size_t picture;
    bool png;
    struct nj_str last; /* the last message event */
    struct nj_str faults;
    struct nj_str shown; /* lent to the test */
    struct nj_str mentions;
};

void nj_ob_server_lock(struct nj_ob_server *s);
void nj_ob_server_unlock(struct nj_ob_server *s);

/* Under the lock: a frame behind those that wait already. An empty one is an
 * order to close. */
struct nj_ob_item *nj_ob_enqueue(struct nj_ob_conn *c, const char *text);
void nj_ob_enqueue_lifecycle(const struct nj_ob_server *s,
                             struct nj_ob_conn *c);

/* --- onebot_dial.c; under the lock --- */

/* Makes the connections that are wanted. */
void nj_ob_dial_all(struct nj_ob_server *s);
int nj_ob_dial_header(struct nj_ob_server *s, struct lws *wsi, void *in,
                      size_t len);

#endif
