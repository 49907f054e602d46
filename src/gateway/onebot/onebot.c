/*
 * The OneBot gateway as the referee's thread sees it: settings, start
 * and stop.
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
#include "gateway/onebot/send_priv.h"

static struct nj_onebot *onebot_of(struct nj_gateway *g)
{
    return (struct nj_onebot *)(void *)g;
}

void nj_ob_lock(struct nj_onebot *ob)
{
    int rc = pthread_mutex_lock(&ob->lock);

    NJ_ASSERT(rc == 0);
}

void nj_ob_unlock(struct nj_onebot *ob)
{
    int rc = pthread_mutex_unlock(&ob->lock);

    NJ_ASSERT(rc == 0);
}

/* --- life --- */

static enum nj_status start(struct nj_gateway *g, struct nj_err *err)
{
    return nj_ob_loop_enter(onebot_of(g), err);
}

static void stop(struct nj_gateway *g, int64_t flush_ms)
{
    struct nj_onebot *ob = onebot_of(g);

    if (!ob->started)
        return;
    nj_inbox_flow(g->inbox);
    nj_ob_lock(ob);
    ob->stopping = true;
    ob->flush_until_ms = nj_monotonic_ms() + flush_ms;
    if (ob->serving)
        lws_cancel_service(ob->loop->context);
    nj_ob_unlock(ob);
    nj_ob_loop_leave(ob);
    NJ_ASSERT(ob->open == 0);
    ob->started = false;
}

static void destroy(struct nj_gateway *g)
{
    struct nj_onebot *ob;

    if (g == NULL)
        return;
    ob = onebot_of(g);
    NJ_ASSERT(!ob->started);
    for (int i = 0; i < NJ_OB_CONNS; i++)
        nj_assembler_fini(&ob->conns[i].assembler);
    nj_secret_free(ob->token);
    nj_ob_friends_fini(&ob->friends);
    nj_ob_friends_fini(&ob->shown);
    nj_ob_loop_forget(ob);
    (void)pthread_mutex_destroy(&ob->lock);
    (void)pthread_cond_destroy(&ob->ended);
    free(ob);
}

static const struct nj_gateway_ops ops = {
    .start = start,
    .send_group = nj_ob_say_group,
    .send_private = nj_ob_say_private,
    .send_courtesy = nj_ob_say_courtesy,
    .privacy = nj_ob_privacy,
    .friends = nj_ob_friends_each,
    .answer_friend = nj_ob_answer_friend,
    .ask_member = nj_ob_ask_member,
    .probe = nj_ob_probe,
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
    if (!nj_gateway_name_fits(o->name))
        return nj_fail(err, NJ_ERR_BAD_INPUT,
                       "not a name of a gateway (1 to 7 letters): '%s'",
                       o->name);
    if (!token_fits(o->token))
        return nj_fail(err, NJ_ERR_BAD_INPUT,
                       "the token of '%s' has spaces or characters that a "
                       "header cannot carry",
                       o->name);
    if (o->friend_min_ms < 1 || o->friend_max_ms < o->friend_min_ms ||
        o->friend_max_ms - o->friend_min_ms > UINT16_MAX ||
        o->backoff_min_ms < 1 || o->backoff_max_ms < o->backoff_min_ms ||
        o->answer_ms < 1 || o->ping_ms < 1 || o->hangup_ms < o->ping_ms ||
        o->heartbeat_grace_ms < 0 || o->handshake_ms < 0)
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
    ob->friend_ms[0] = o->friend_min_ms;
    ob->friend_ms[1] = o->friend_max_ms;
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

/* Where it connects to, or which account may connect to it. */
static enum nj_status set_place(struct nj_onebot *ob,
                                const struct nj_onebot_options *o,
                                struct nj_err *err)
{
    int64_t id;

    if (o->listen == NULL)
        return nj_ws_url_parse(o->url, &ob->url, err);
    if (strspn(o->account, "0123456789") != strlen(o->account) ||
        strlen(o->account) >= sizeof(ob->account) ||
        !nj_ob_number_read(o->account, &id))
        return nj_fail(err, NJ_ERR_BAD_INPUT,
                       "the account of '%s' is no QQ number: '%s'", o->name,
                       o->account);
    memcpy(ob->account, o->account, strlen(o->account) + 1);
    memcpy(ob->self, o->account, strlen(o->account) + 1);
    return NJ_OK;
}

static void init(struct nj_onebot *ob, const struct nj_onebot_options *o)
{
    ob->base.ops = &ops;
    ob->base.can = NJ_CAN_PICTURE | NJ_CAN_FOLD | NJ_CAN_FILE;
    memcpy(ob->base.name, o->name, strlen(o->name) + 1);
    ob->retry.ob = ob;
    ob->link = 1; /* a call of link 0 may go on any */
    set_prefix(ob);
    set_times(ob, o);
    ob->token = nj_secret_copy(o->token);
    (void)pthread_mutex_init(&ob->lock, NULL);
    (void)pthread_cond_init(&ob->ended, NULL);
    nj_ob_call_list_init(&ob->handed);
    nj_ob_calls_init(&ob->calls);
    for (int i = 0; i < NJ_OB_CONNS; i++)
        nj_assembler_init(&ob->conns[i].assembler, NJ_FRAME_MAX);
}

enum nj_status nj_onebot_create(const struct nj_onebot_options *o,
                                uint8_t index, struct nj_inbox *inbox,
                                struct nj_gateway **out, struct nj_err *err)
{
    struct nj_onebot *ob = nj_alloc(sizeof(*ob));
    enum nj_status st = check(o, err);

    if (st == NJ_OK)
        st = set_place(ob, o, err);
    if (st == NJ_OK)
        st = nj_ob_loop_join(ob, o, err);
    if (st != NJ_OK) {
        free(ob);
        return st;
    }
    init(ob, o);
    ob->base.inbox = inbox;
    ob->base.index = index;
    *out = &ob->base;
    return NJ_OK;
}

uint16_t nj_onebot_port(const struct nj_gateway *g)
{
    const struct nj_onebot *ob = (const struct nj_onebot *)(const void *)g;
    const struct nj_porter *porter = ob->loop->porter;

    return porter == NULL ? 0 : nj_endpoint_port(nj_porter_at(porter));
}
