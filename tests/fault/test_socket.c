/*
 * The n-th call to a socket fails, every n of a conversation between the
 * OneBot client and the strict server: the client connects again, each call
 * gets one fate and it is a true one, and no word is heard twice (goals R4).
 */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "base/clock.h"
#include "base/log.h"
#include "fault/socket.h"
#include "gateway/onebot/onebot.h"
#include "kit/nj_test.h"
#include "kit/onebot_server.h"
#include "kit/plant.h"
#include "kit/private.h"

#define TOKEN   "a-token-of-the-tests"
#define WAIT_MS 8000
#define LOST_MS 250 /* what has not come by then was lost with the link */
#define GROUP   1001
#define PERSON  77
#define CALLS   4
#define WORDS   3

struct talk {
    struct nj_ob_server *server;
    struct nj_inbox *in;
    struct nj_gateway *g;
    uint32_t ups, downs;
    uint32_t heard[WORDS]; /* how often each word came */
    uint32_t fates[CALLS]; /* how many each call got */
    enum nj_fate fate[CALLS];
    char what[64];
};

static void no_line(void *ctx, const char *line)
{
    NJ_UNUSED(ctx);
    NJ_UNUSED(line);
}

static void take_event(struct talk *t, const struct nj_event *e)
{
    t->ups += e->kind == NJ_EVENT_UP;
    t->downs += e->kind == NJ_EVENT_DOWN;
    if (e->kind == NJ_EVENT_MESSAGE) {
        assert_in_range(e->text[1], '0', '0' + WORDS - 1);
        t->heard[e->text[1] - '0']++;
    }
    if (e->kind == NJ_EVENT_FATE) {
        assert_in_range(e->call, 1, CALLS);
        t->fates[e->call - 1]++;
        t->fate[e->call - 1] = e->fate;
    }
}

/* Takes events until `*what` is at least `least`; false if that takes too
 * long. */
static bool await(struct talk *t, const uint32_t *what, uint32_t least,
                  int64_t wait_ms)
{
    int64_t until_ms = nj_monotonic_ms() + wait_ms;

    while (*what < least) {
        int64_t left_ms = until_ms - nj_monotonic_ms();
        struct nj_event *e = left_ms > 0 ? nj_inbox_take(t->in, left_ms) : NULL;

        if (left_ms <= 0)
            return false;
        while (e != NULL) {
            struct nj_event *next = e->next;

            take_event(t, e);
            nj_event_destroy(e);
            e = next;
        }
    }
    return true;
}

static void need(struct talk *t, const uint32_t *what, uint32_t least,
                 const char *which)
{
    if (!await(t, what, least, WAIT_MS))
        fail_msg("%s: no %s", t->what, which);
}

static void need_link(struct talk *t)
{
    need(t, &t->ups, t->downs + 1, "link");
}

/* A platform repeats what was lost with the link, under the same number. */
static void hear(struct talk *t, int i)
{
    char word[8];

    (void)snprintf(word, sizeof(word), "#%d", i);
    need_link(t);
    nj_ob_server_say_group(t->server, GROUP, PERSON, "Ann", word);
    while (!await(t, &t->heard[i], 1, LOST_MS)) {
        need_link(t);
        nj_ob_server_repeat(t->server);
    }
}

static void call(struct talk *t, uint32_t i)
{
    char text[16];

    (void)snprintf(text, sizeof(text), "text %u", (unsigned)i);
    if (i % 2 == 0)
        t->g->ops->send_group(t->g, i + 1, (struct nj_group){"qq:g:1001"},
                              &(struct nj_say){.text = text});
    else
        t->g->ops->send_private(t->g, i + 1, PRIVATE_CHAT("qq:u:77"),
                                &(struct nj_say){.text = text});
}

static uint32_t arrivals(struct talk *t, uint32_t i)
{
    char text[16];
    const char *got;
    uint32_t n = 0;
    bool group;
    int64_t id;

    (void)snprintf(text, sizeof(text), "text %u", (unsigned)i);
    for (uint32_t k = 0;
         (got = nj_ob_server_text(t->server, k, 0, &group, &id)) != NULL; k++)
        n += strcmp(got, text) == 0;
    return n;
}

/* --- a conversation --- */

static void begin(struct talk *t)
{
    struct nj_onebot_options o = {.name = "qq",
                                  .token = TOKEN,
                                  .ping_ms = 2000,
                                  .hangup_ms = 4000,
                                  .heartbeat_grace_ms = 100,
                                  .backoff_min_ms = 5,
                                  .backoff_max_ms = 20,
                                  .answer_ms = 1000,
                                  .friend_min_ms = 1,
                                  .friend_max_ms = 20};
    struct nj_err err = {{0}};
    char url[64];

    t->server = nj_ob_server_start(TOKEN);
    t->in = nj_inbox_create();
    (void)snprintf(url, sizeof(url), "ws://127.0.0.1:%u/",
                   nj_ob_server_port(t->server));
    o.url = url;
    assert_int_equal(nj_onebot_create(&o, 0, t->in, &t->g, &err), NJ_OK);
    assert_int_equal(t->g->ops->start(t->g, &err), NJ_OK);
}

static void converse(struct talk *t)
{
    hear(t, 0);
    call(t, 0);
    need(t, &t->fates[0], 1, "fate");
    hear(t, 1);
    call(t, 1);
    call(t, 2);
    need(t, &t->fates[1], 1, "fate");
    need(t, &t->fates[2], 1, "fate");
    hear(t, 2);
    if (nj_planted("word-repeated-under-a-new-number"))
        nj_ob_server_say_group(t->server, GROUP, PERSON, "Ann", "#2");
    nj_ob_server_repeat(t->server); /* though it has been heard */
    need_link(t);
    call(t, 3);
    need(t, &t->fates[3], 1, "fate");
}

static void end(struct talk *t)
{
    t->g->ops->stop(t->g, 100);
    t->g->ops->destroy(t->g);
    (void)await(t, &t->ups, UINT32_MAX, 1); /* what is left */
    nj_inbox_destroy(t->in);
}

static void check(struct talk *t)
{
    for (uint32_t i = 0; i < CALLS; i++) {
        uint32_t n = arrivals(t, i);

        if (t->fates[i] != 1)
            fail_msg("%s: call %u has %u fates", t->what, (unsigned)i,
                     (unsigned)t->fates[i]);
        if (n > 1 || (t->fate[i] == NJ_FATE_SENT && n != 1) ||
            (t->fate[i] == NJ_FATE_NOT_SENT && n != 0))
            fail_msg("%s: call %u with fate %d came %u times", t->what,
                     (unsigned)i, (int)t->fate[i], (unsigned)n);
    }
    for (int i = 0; i < WORDS; i++)
        if (t->heard[i] != 1)
            fail_msg("%s: word %d was heard %u times", t->what, i,
                     (unsigned)t->heard[i]);
}

/* False once the conversation has fewer calls than that. */
static bool fails(const struct nj_socket_fault *fault, const char *name)
{
    struct talk t = {.ups = 0};
    bool failed;

    (void)snprintf(t.what, sizeof(t.what), "%s %u", name, (unsigned)fault->nth);
    nj_socket_fail(fault);
    begin(&t);
    converse(&t);
    failed = nj_socket_failed();
    end(&t);
    check(&t);
    nj_ob_server_stop(t.server);
    return failed;
}

static void each(struct nj_socket_fault fault, const char *name)
{
    unsigned n = 0;

    for (fault.nth = 1; fails(&fault, name); fault.nth++)
        n++;
    assert_true(n > 0);
    print_message("%s: %u calls\n", name, n);
}

static void a_connect_fails(void **state)
{
    NJ_UNUSED(state);
    each((struct nj_socket_fault){NJ_SOCKET_CONNECT, 0, ECONNREFUSED, false},
         "connect refused");
    each((struct nj_socket_fault){NJ_SOCKET_CONNECT, 0, EINTR, false},
         "connect interrupted");
}

static void a_recv_fails(void **state)
{
    NJ_UNUSED(state);
    each((struct nj_socket_fault){NJ_SOCKET_RECV, 0, ECONNRESET, false},
         "recv reset");
    each((struct nj_socket_fault){NJ_SOCKET_RECV, 0, EIO, false}, "recv EIO");
    each((struct nj_socket_fault){NJ_SOCKET_RECV, 0, 0, true}, "recv end");
    each((struct nj_socket_fault){NJ_SOCKET_RECV, 0, EINTR, false},
         "recv interrupted");
    each((struct nj_socket_fault){NJ_SOCKET_RECV, 0, EAGAIN, false},
         "recv again");
    each((struct nj_socket_fault){NJ_SOCKET_RECV, 0, 0, false}, "recv short");
}

static void a_send_fails(void **state)
{
    NJ_UNUSED(state);
    each((struct nj_socket_fault){NJ_SOCKET_SEND, 0, ECONNRESET, false},
         "send reset");
    each((struct nj_socket_fault){NJ_SOCKET_SEND, 0, ECONNRESET, true},
         "send reset behind the bytes");
    each((struct nj_socket_fault){NJ_SOCKET_SEND, 0, EPIPE, false},
         "send broken");
    each((struct nj_socket_fault){NJ_SOCKET_SEND, 0, EINTR, false},
         "send interrupted");
    each((struct nj_socket_fault){NJ_SOCKET_SEND, 0, EAGAIN, false},
         "send again");
    each((struct nj_socket_fault){NJ_SOCKET_SEND, 0, 0, false}, "send short");
}

static void a_poll_fails(void **state)
{
    NJ_UNUSED(state);
    each((struct nj_socket_fault){NJ_SOCKET_POLL, 0, EINTR, false},
         "poll interrupted");
    each((struct nj_socket_fault){NJ_SOCKET_POLL, 0, ENOMEM, false},
         "poll ENOMEM");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_connect_fails),
        cmocka_unit_test(a_recv_fails),
        cmocka_unit_test(a_send_fails),
        cmocka_unit_test(a_poll_fails),
    };

    nj_log_set_sink(no_line, NULL);
    return cmocka_run_group_tests_name("fault/socket", tests, NULL, NULL);
}
