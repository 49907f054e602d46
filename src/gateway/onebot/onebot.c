/*
 * The OneBot gateway as the referee's thread sees it: settings, sends that
 * only queue, start and stop. The connection belongs to client.c.
 */
#include "gateway/onebot/onebot.h"

#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/bug.h"
#include "base/clock.h"
#include "base/log.h"
#include "base/random.h"
#include "gateway/onebot/client_priv.h"

static struct nj_onebot *onebot_of(struct nj_gateway *g)
{
    return (struct nj_onebot *)(void *)g;
}

static void lock(struct nj_onebot *ob)
{
    int rc = pthread_mutex_lock(&ob->lock);

    NJ_ASSERT(rc == 0);
}

static void unlock(struct nj_onebot *ob)
{
    int rc = pthread_mutex_unlock(&ob->lock);

    NJ_ASSERT(rc == 0);
}

/* --- fates --- */

static void push_fate(struct nj_onebot *ob, uint64_t call, enum nj_fate fate)
{
    struct nj_event *e = nj_event_create(NJ_EVENT_FATE, ob->base.index);

    e->call = call;
    e->fate = fate;
    nj_inbox_push(ob->base.inbox, e);
}

void nj_ob_settle(struct nj_onebot *ob, struct nj_ob_call *c, enum nj_fate fate)
{
    if (!c->own) {
        push_fate(ob, c->call, fate);
        lock(ob);
        NJ_ASSERT(ob->open > 0);
        ob->open--;
        unlock(ob);
    }
    nj_ob_call_destroy(c);
}

void nj_ob_echo_next(struct nj_onebot *ob, char out[NJ_OB_ECHO_MAX])
{
    lock(ob);
    ob->echoes++;
    (void)snprintf(out, NJ_OB_ECHO_MAX, "%s-%llu", ob->echo_prefix,
                   (unsigned long long)ob->echoes);
    unlock(ob);
}

/* --- sending --- */

/* Takes the call over: to the service thread, or back where it came from. */
static void hand_over(struct nj_onebot *ob, struct nj_ob_call *c)
{
    bool taken;

    lock(ob);
    taken = ob->serving && !ob->stopping && ob->open < NJ_CALLS_MAX;
    ob->open++;
    if (taken) {
        nj_ob_call_list_add(&ob->handed, c);
        lws_cancel_service(ob->context);
    }
    unlock(ob);
    if (!taken)
        nj_ob_settle(ob, c, NJ_FATE_NOT_SENT);
}

/* A call that cannot be written is our own mistake; repeating is no use. */
static void refuse(struct nj_onebot *ob, struct nj_ob_call *c,
                   enum nj_status st)
{
    nj_log(
        NJ_LOG_ERROR, "onebot", "unsendable",
        NJ_FIELDS(nj_f_word("gateway", ob->base.name), nj_f_i64("status", st)));
    push_fate(ob, c->call, NJ_FATE_REFUSED);
    nj_ob_call_destroy(c);
}

static void send_group(struct nj_gateway *g, uint64_t call, struct nj_group to,
                       const struct nj_say *say)
{
    struct nj_onebot *ob = onebot_of(g);
    struct nj_ob_call *c = nj_ob_call_create(call);
    enum nj_status st;

    nj_ob_echo_next(ob, c->echo);
    st = nj_ob_send_group(&c->frame, c->echo, to, say);
    if (st == NJ_OK)
        hand_over(ob, c);
    else
        refuse(ob, c, st);
}

static void send_private(struct nj_gateway *g, uint64_t call,
                         struct nj_person to, const struct nj_say *say)
{
    struct nj_onebot *ob = onebot_of(g);
    struct nj_ob_call *c = nj_ob_call_create(call);
    enum nj_status st;

    c->secret = true;
    nj_ob_echo_next(ob, c->echo);
    st = nj_ob_send_private(&c->frame, c->echo, to, say);
    if (st == NJ_OK)
        hand_over(ob, c);
    else
        refuse(ob, c, st);
}

/* --- life --- */

static enum nj_status start(struct nj_gateway *g, struct nj_err *err)
{
    struct nj_onebot *ob = onebot_of(g);
    enum nj_status st = nj_ob_context_create(ob, err);
    int rc;

    if (st != NJ_OK)
        return st;
    ob->serving = true;
    rc = pthread_create(&ob->thread, NULL, nj_ob_serve, ob);
    if (rc != 0) {
        ob->serving = false;
        lws_context_destroy(ob->context);
        ob->context = NULL;
        return nj_fail(err, NJ_ERR_IO, "cannot start a thread: %s",
                       strerror(rc));
    }
    return NJ_OK;
}

static void stop(struct nj_gateway *g, int64_t flush_ms)
{
    struct nj_onebot *ob = onebot_of(g);
    int rc;

    if (ob->context == NULL)
        return;
    nj_inbox_flow(g->inbox);
    lock(ob);
    ob->stopping = true;
    ob->flush_until_ms = nj_monotonic_ms() + flush_ms;
    if (ob->serving)
        lws_cancel_service(ob->context);
    unlock(ob);
    rc = pthread_join(ob->thread, NULL);
    NJ_ASSERT(rc == 0);
    NJ_ASSERT(ob->open == 0);
    ob->context = NULL;
}

static void destroy(struct nj_gateway *g)
{
    struct nj_onebot *ob;

    if (g == NULL)
        return;
    ob = onebot_of(g);
    NJ_ASSERT(ob->context == NULL);
    nj_ob_assembler_fini(&ob->assembler);
    nj_secret_free(ob->token);
    (void)pthread_mutex_destroy(&ob->lock);
    free(ob);
}

static const struct nj_gateway_ops ops = {
    .start = start,
    .send_group = send_group,
    .send_private = send_private,
    .stop = stop,
    .destroy = destroy,
};

/* --- settings --- */

/* A token travels in a header line: visible ASCII. It is never shown. */
static bool token_fits(const char *token)
{
    for (; *token != '\0'; token++)
        if (*token <= ' ' || *token >= 0x7f)
            return false;
    return true;
}

static enum nj_status check(const struct nj_onebot_options *o,
                            struct nj_err *err)
{
    size_t n = strlen(o->name);

    if (n == 0 || n >= sizeof(((struct nj_gateway *)0)->name) ||
        strchr(o->name, ':') != NULL)
        return nj_fail(err, NJ_ERR_BAD_INPUT,
                       "not a name of a gateway (1 to 7 letters): '%s'",
                       o->name);
    if (!token_fits(o->token))
        return nj_fail(err, NJ_ERR_BAD_INPUT,
                       "the token of '%s' has spaces or characters that a "
                       "header cannot carry",
                       o->name);
    if (o->backoff_min_ms < 1 || o->backoff_max_ms < o->backoff_min_ms ||
        o->answer_ms < 1 || o->ping_ms < 1 || o->hangup_ms < o->ping_ms ||
        o->heartbeat_grace_ms < 0)
        return nj_fail(err, NJ_ERR_RANGE,
                       "the times of '%s' contradict each other", o->name);
    return NJ_OK;
}

/* The library counts in whole seconds. */
static uint16_t seconds(int64_t ms)
{
    int64_t s = (ms + 999) / 1000;

    return (uint16_t)(s < 3600 ? s : 3600);
}

static void set_times(struct nj_onebot *ob, const struct nj_onebot_options *o)
{
    ob->grace_ms = o->heartbeat_grace_ms;
    ob->backoff_min_ms = o->backoff_min_ms;
    ob->backoff_max_ms = o->backoff_max_ms;
    ob->answer_ms = o->answer_ms;
    ob->idle.secs_since_valid_ping = seconds(o->ping_ms);
    ob->idle.secs_since_valid_hangup = seconds(o->hangup_ms);
    if (ob->idle.secs_since_valid_hangup <= ob->idle.secs_since_valid_ping)
        ob->idle.secs_since_valid_hangup =
            (uint16_t)(ob->idle.secs_since_valid_ping + 1);
    ob->tick_ms = o->answer_ms / 4;
    if (ob->tick_ms > 500)
        ob->tick_ms = 500;
    if (ob->tick_ms < 10)
        ob->tick_ms = 10;
}

/* An answer to an earlier process must not fit a call of this one. */
static void set_prefix(struct nj_onebot *ob)
{
    struct nj_hash chance;
    char hex[NJ_HEX_BYTES];

    nj_random_init();
    nj_secret_draw(&chance);
    nj_hash_hex(&chance, hex);
    memcpy(ob->echo_prefix, hex, sizeof(ob->echo_prefix) - 1);
}

enum nj_status nj_onebot_create(const struct nj_onebot_options *o,
                                uint8_t index, struct nj_inbox *inbox,
                                struct nj_gateway **out, struct nj_err *err)
{
    struct nj_ob_url url = {0};
    struct nj_onebot *ob;
    enum nj_status st = check(o, err);

    if (st == NJ_OK)
        st = nj_ob_url_parse(o->url, &url, err);
    if (st != NJ_OK)
        return st;
    ob = nj_alloc(sizeof(*ob));
    ob->base.ops = &ops;
    ob->base.inbox = inbox;
    ob->base.index = index;
    memcpy(ob->base.name, o->name, strlen(o->name) + 1);
    ob->url = url;
    ob->retry.ob = ob;
    ob->tick.ob = ob;
    set_prefix(ob);
    ob->token = nj_secret_copy(o->token);
    set_times(ob, o);
    (void)pthread_mutex_init(&ob->lock, NULL);
    nj_ob_call_list_init(&ob->handed);
    nj_ob_calls_init(&ob->calls);
    nj_ob_assembler_init(&ob->assembler);
    *out = &ob->base;
    return NJ_OK;
}
