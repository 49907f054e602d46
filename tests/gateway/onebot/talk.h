/*
 * A conversation of a test with the OneBot gateway over loopback: what the
 * tests of this folder share. Waits are ceilings, nothing is measured.
 */
#ifndef NJ_TESTS_GATEWAY_ONEBOT_TALK_H
#define NJ_TESTS_GATEWAY_ONEBOT_TALK_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "gateway/onebot/onebot.h"
#include "kit/ears.h"
#include "kit/nj_test.h"
#include "kit/onebot_check.h"
#include "kit/onebot_server.h"
#include "kit/private.h"

#define TOKEN  "a-token-of-the-tests"
#define GROUP  1001
#define PERSON 77

struct fixture {
    struct nj_ob_server *server;
    struct ears ears;
};

/* Settings of a gateway that loses no time; where it is, the test says. */
static inline struct nj_onebot_options hasty(const char *name,
                                             const char *token)
{
    return (struct nj_onebot_options){.name = name,
                                      .token = token,
                                      .ping_ms = 1000,
                                      .hangup_ms = 3000,
                                      .heartbeat_grace_ms = 100,
                                      .backoff_min_ms = 20,
                                      .backoff_max_ms = 300,
                                      .answer_ms = 1000,
                                      .friend_min_ms = 1,
                                      .friend_max_ms = 20};
}

static inline struct nj_gateway *connect_to(uint16_t port, const char *token,
                                            struct nj_inbox *in)
{
    char url[64];
    struct nj_onebot_options o = hasty("qq", token);
    struct nj_gateway *g = NULL;
    struct nj_err err;

    (void)snprintf(url, sizeof(url), "ws://127.0.0.1:%u/", port);
    o.url = url;
    assert_int_equal(nj_onebot_create(&o, EARS_INDEX, in, &g, &err), NJ_OK);
    assert_int_equal(g->ops->start(g, &err), NJ_OK);
    return g;
}

/* A server that is not connected to yet. */
static inline struct fixture *begin_server(void)
{
    struct fixture *f = nj_alloc(sizeof(*f));

    f->server = nj_ob_server_start(TOKEN);
    f->ears.in = nj_inbox_create();
    return f;
}

static inline int setup(void **state)
{
    *state = begin_server();
    return 0;
}

/* The gateway has been stopped. False: the server saw what must not be. */
static inline bool end_talk(struct fixture *f)
{
    bool fine;

    ears_hang_up(&f->ears);
    fine = nj_ob_server_violations(f->server)[0] == '\0';
    if (!fine)
        print_error("%s", nj_ob_server_violations(f->server));
    nj_ob_server_stop(f->server);
    ears_close(&f->ears);
    return fine;
}

static inline int teardown(void **state)
{
    struct fixture *f = *state;
    bool fine;

    if (f->ears.g != NULL)
        f->ears.g->ops->stop(f->ears.g, 0);
    fine = end_talk(f);
    free(f);
    return fine ? 0 : -1;
}

static inline void expect_fate(struct fixture *f, uint64_t call,
                               enum nj_fate fate)
{
    struct nj_event *e = ears_expect(&f->ears, NJ_EVENT_FATE);

    assert_int_equal(e->call, call);
    assert_int_equal(e->fate, fate);
    nj_event_destroy(e);
}

static inline void expect_trouble(struct fixture *f, const char *word)
{
    struct nj_event *e = ears_expect(&f->ears, NJ_EVENT_TROUBLE);

    assert_string_equal(e->text, word);
    nj_event_destroy(e);
}

static inline struct fixture *connected(void **state)
{
    struct fixture *f = *state;

    f->ears.g = connect_to(nj_ob_server_port(f->server), TOKEN, f->ears.in);
    ears_only(&f->ears, NJ_EVENT_UP);
    return f;
}

static inline void send_group(struct fixture *f, uint64_t call,
                              const char *text)
{
    f->ears.g->ops->send_group(f->ears.g, call, (struct nj_group){"qq:g:1001"},
                               &(struct nj_say){.text = text});
}

static inline void send_private(struct fixture *f, uint64_t call,
                                const char *text)
{
    f->ears.g->ops->send_private(f->ears.g, call, PRIVATE_CHAT("qq:u:77"),
                                 &(struct nj_say){.text = text});
}

#endif
