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
#include "kit/nj_test.h"
#include "kit/onebot_server.h"

#define WAIT_MS 4000
#define TOKEN   "a-token-of-the-tests"
#define GROUP   1001
#define PERSON  77

struct fixture {
    struct nj_ob_server *server;
    struct nj_inbox *in;
    struct nj_gateway *g;
    struct nj_event *taken;
};

static inline struct nj_gateway *connect_to(uint16_t port, const char *token,
                                            struct nj_inbox *in)
{
    char url[64];
    struct nj_onebot_options o = {.name = "qq",
                                  .url = url,
                                  .token = token,
                                  .ping_ms = 1000,
                                  .hangup_ms = 3000,
                                  .heartbeat_grace_ms = 100,
                                  .backoff_min_ms = 20,
                                  .backoff_max_ms = 300,
                                  .answer_ms = 1000,
                                  .friend_min_ms = 1,
                                  .friend_max_ms = 20};
    struct nj_gateway *g = NULL;
    struct nj_err err;

    (void)snprintf(url, sizeof(url), "ws://127.0.0.1:%u/", port);
    assert_int_equal(nj_onebot_create(&o, 3, in, &g, &err), NJ_OK);
    assert_int_equal(g->ops->start(g, &err), NJ_OK);
    return g;
}

/* A server that is not connected to yet. */
static inline struct fixture *begin_server(void)
{
    struct fixture *f = nj_alloc(sizeof(*f));

    f->server = nj_ob_server_start(TOKEN);
    f->in = nj_inbox_create();
    return f;
}

static inline int setup(void **state)
{
    *state = begin_server();
    return 0;
}

static inline int teardown(void **state)
{
    struct fixture *f = *state;
    char faults[2000];

    if (f->g != NULL) {
        f->g->ops->stop(f->g, 0);
        f->g->ops->destroy(f->g);
    }
    (void)snprintf(faults, sizeof(faults), "%s",
                   nj_ob_server_violations(f->server));
    nj_ob_server_stop(f->server);
    while (f->taken != NULL) {
        struct nj_event *next = f->taken->next;

        nj_event_destroy(f->taken);
        f->taken = next;
    }
    nj_inbox_destroy(f->in);
    free(f);
    if (faults[0] != '\0')
        print_error("%s", faults);
    return faults[0] == '\0' ? 0 : -1;
}

/* The next event, in order; NULL if none comes in time. */
static inline struct nj_event *next(struct fixture *f, int64_t wait_ms)
{
    struct nj_event *e;

    if (f->taken == NULL)
        f->taken = nj_inbox_take(f->in, wait_ms);
    e = f->taken;
    if (e != NULL) {
        f->taken = e->next;
        e->next = NULL;
    }
    return e;
}

/* The next event, which must be of that kind. */
static inline struct nj_event *expect(struct fixture *f,
                                      enum nj_event_kind kind)
{
    struct nj_event *e = next(f, WAIT_MS);

    assert_non_null(e);
    assert_int_equal(e->kind, kind);
    assert_int_equal(e->gateway, 3);
    return e;
}

static inline void expect_only(struct fixture *f, enum nj_event_kind kind)
{
    nj_event_destroy(expect(f, kind));
}

static inline void expect_text(struct fixture *f, const char *text)
{
    struct nj_event *e = expect(f, NJ_EVENT_MESSAGE);

    assert_string_equal(e->text, text);
    nj_event_destroy(e);
}

static inline void expect_fate(struct fixture *f, uint64_t call,
                               enum nj_fate fate)
{
    struct nj_event *e = expect(f, NJ_EVENT_FATE);

    assert_int_equal(e->call, call);
    assert_int_equal(e->fate, fate);
    nj_event_destroy(e);
}

static inline void expect_trouble(struct fixture *f, const char *word)
{
    struct nj_event *e = expect(f, NJ_EVENT_TROUBLE);

    assert_string_equal(e->text, word);
    nj_event_destroy(e);
}

static inline struct fixture *connected(void **state)
{
    struct fixture *f = *state;

    f->g = connect_to(nj_ob_server_port(f->server), TOKEN, f->in);
    expect_only(f, NJ_EVENT_UP);
    return f;
}

static inline void send_group(struct fixture *f, uint64_t call,
                              const char *text)
{
    f->g->ops->send_group(f->g, call, (struct nj_group){"qq:g:1001"},
                          &(struct nj_say){.text = text});
}

static inline void send_private(struct fixture *f, uint64_t call,
                                const char *text)
{
    f->g->ops->send_private(f->g, call, (struct nj_person){"qq:u:77"},
                            &(struct nj_say){.text = text});
}

#endif
