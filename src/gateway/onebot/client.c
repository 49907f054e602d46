/*
 * The connection: one thread that connects, reads, writes, and connects
 * again. All calls of libwebsockets are made here, but for the wake-up.
 *
 * An attempt can end in four ways (connection error, close, an upgrade that
 * is never answered, no handle at all), and some ends are told twice. So each
 * attempt has a name, link_down() works once per name, and what still comes
 * from an earlier attempt is not listened to.
 */
#include <stdlib.h>
#include <string.h>

#include "base/bug.h"
#include "base/clock.h"
#include "base/log.h"
#include "base/random.h"
#include "gateway/onebot/client_priv.h"

#define CLOSE_MS 300  /* for the farewell at the end */
#define MS       1000 /* microseconds */

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

static struct nj_onebot *owner(lws_sorted_usec_list_t *sul)
{
    const struct nj_ob_timer *t = (const void *)sul;

    return t->ob;
}

/* --- down --- */

static void settle_all(struct nj_onebot *ob)
{
    struct nj_ob_call *c;

    while ((c = nj_ob_call_list_take(&ob->calls.outstanding)) != NULL)
        nj_ob_settle(ob, c, NJ_FATE_LOST);
    while ((c = nj_ob_call_list_take(&ob->calls.queued)) != NULL)
        nj_ob_settle(ob, c, NJ_FATE_NOT_SENT);
}

/* The library notices a flag only when it has something to do. */
static void finish(struct nj_onebot *ob)
{
    ob->finished = true;
    lws_cancel_service(ob->context);
}

static void on_retry(lws_sorted_usec_list_t *sul);

static void schedule_retry(struct nj_onebot *ob, const char *why)
{
    uint32_t chance = 0;
    uint32_t tries = ob->refused ? UINT32_MAX : ob->tries;
    int64_t ms;

    (void)lws_get_random(ob->context, &chance, sizeof(chance));
    ms =
        nj_ob_backoff_ms(ob->backoff_min_ms, ob->backoff_max_ms, tries, chance);
    /* The first failure is news; that it still fails is not. */
    nj_log(ob->tries == 0 ? NJ_LOG_WARN : NJ_LOG_INFO, "onebot", "retry",
           NJ_FIELDS(nj_f_word("gateway", ob->base.name), nj_f_text("why", why),
                     nj_f_i64("wait_ms", ms), nj_f_i64("tries", ob->tries)));
    ob->tries++;
    lws_sul_schedule(ob->context, 0, &ob->retry.sul, on_retry, ms * MS);
}

/* Once per attempt, however many callbacks tell of its end. */
static void link_down(struct nj_onebot *ob, const char *attempt,
                      const char *why)
{
    if (attempt == NULL || attempt != ob->attempt)
        return;
    ob->attempt = NULL;
    ob->wsi = NULL;
    ob->established = false;
    ob->proved = false;
    settle_all(ob);
    nj_ob_tell(ob, why);
    if (ob->closing)
        finish(ob);
    else
        schedule_retry(ob, why);
}

/* Ends a connection that no longer serves, without waiting for the peer. */
static void hang_up(struct nj_onebot *ob, const char *why)
{
    struct lws *wsi = ob->wsi;

    link_down(ob, ob->attempt, why);
    lws_set_timeout(wsi, PENDING_TIMEOUT_USER_REASON_BASE, LWS_TO_KILL_ASYNC);
}

/* --- up --- */

static void connect_now(struct nj_onebot *ob)
{
    struct lws_client_connect_info i = {0};
    struct lws *wsi;

    ob->attempt = &ob->attempts[ob->attempt_n++ % NJ_OB_ATTEMPTS];
    i.context = ob->context;
    i.address = ob->url.host;
    i.host = ob->url.host;
    i.port = ob->url.port;
    i.path = ob->url.path;
    i.ssl_connection = ob->url.tls ? LCCSCF_USE_SSL : 0;
    i.local_protocol_name = "onebot";
    i.opaque_user_data = ob->attempt;
    i.retry_and_idle_policy = &ob->idle;
    wsi = lws_client_connect_via_info(&i);
    if (wsi == NULL)
        link_down(ob, i.opaque_user_data, "cannot connect");
    else if (ob->attempt == i.opaque_user_data)
        ob->wsi = wsi;
}

static void on_retry(lws_sorted_usec_list_t *sul)
{
    struct nj_onebot *ob = owner(sul);

    if (!ob->closing)
        connect_now(ob);
}

/* The first call on each connection asks who we are. */
static void ask_login(struct nj_onebot *ob)
{
    struct nj_ob_call *c = nj_ob_call_create(0);

    c->own = true;
    nj_ob_echo_next(ob, c->echo);
    nj_ob_send_login(&c->frame, c->echo);
    nj_ob_call_list_add(&ob->calls.queued, c);
    (void)lws_callback_on_writable(ob->wsi);
}

/* --- stopping --- */

static void stop_step(struct nj_onebot *ob)
{
    int64_t now_ms = nj_monotonic_ms();
    bool stopping;
    int64_t until_ms;

    lock(ob);
    stopping = ob->stopping;
    until_ms = ob->flush_until_ms;
    unlock(ob);
    if (!stopping || ob->finished)
        return;
    if (!ob->closing) {
        if (ob->up && now_ms < until_ms &&
            ob->calls.queued.n + ob->calls.outstanding.n > 0)
            return;
        ob->closing = true;
        if (ob->established)
            (void)lws_callback_on_writable(ob->wsi);
    }
    if (!ob->established || now_ms >= until_ms + CLOSE_MS)
        finish(ob);
}

static void on_tick(lws_sorted_usec_list_t *sul)
{
    struct nj_onebot *ob = owner(sul);
    int64_t now_ms = nj_monotonic_ms();
    struct nj_ob_call *c;

    while ((c = nj_ob_calls_overdue(&ob->calls, now_ms)) != NULL)
        nj_ob_settle(ob, c, NJ_FATE_UNKNOWN);
    if (ob->established && nj_ob_liveness_silent(&ob->life, now_ms))
        hang_up(ob, "heartbeats stopped");
    stop_step(ob);
    if (!ob->finished)
        lws_sul_schedule(ob->context, 0, &ob->tick.sul, on_tick,
                         ob->tick_ms * MS);
}

/* --- callbacks: 0 goes on, -1 closes the connection --- */

struct call {
    struct nj_onebot *ob;
    struct lws *wsi;
    const char *attempt; /* whose */
    void *in;
    size_t len;
};

static bool current(const struct call *c)
{
    return c->attempt != NULL && c->attempt == c->ob->attempt;
}

static int on_header(const struct call *c)
{
    unsigned char **p = c->in;
    unsigned char *end = *p + c->len;
    struct nj_str line = NJ_STR_INIT(4096);
    int rc;

    if (c->ob->token[0] == '\0')
        return 0;
    nj_str_addf(&line, "Bearer %s", c->ob->token);
    rc = lws_add_http_header_by_name(
        c->wsi,
        (const unsigned char *)"authorization:", (const unsigned char *)line.p,
        (int)line.len, p, end);
    nj_wipe(line.p, line.len);
    nj_str_fini(&line);
    return rc == 0 ? 0 : -1;
}

static int on_established(const struct call *c)
{
    struct nj_onebot *ob = c->ob;

    if (!current(c))
        return -1;
    ob->wsi = c->wsi;
    ob->established = true;
    ob->too_big = false;
    nj_ob_liveness_begin(&ob->life, ob->grace_ms, nj_monotonic_ms());
    nj_ob_assembler_reset(&ob->assembler);
    ask_login(ob);
    return 0;
}

/*
 * Never -1: closing with a reason goes on reading until the peer has answered,
 * and after an error from here the library keeps filling its buffer where it
 * stood, past the end. on_writeable() closes instead.
 */
static int on_receive(const struct call *c)
{
    struct nj_onebot *ob = c->ob;
    struct nj_ob_assembler *a = &ob->assembler;

    if (!current(c) || ob->too_big)
        return 0;
    ob->life.heard_ms = nj_monotonic_ms();
    if (lws_is_first_fragment(c->wsi))
        nj_ob_assembler_begin(a, lws_frame_is_binary(c->wsi));
    switch (
        nj_ob_assembler_add(a, c->in, c->len, lws_is_final_fragment(c->wsi))) {
    case NJ_OB_PIECE_WHOLE:
        nj_ob_on_frame(ob, a->text.p, a->text.len);
        nj_ob_assembler_reset(a);
        stop_step(ob);
        return 0;
    case NJ_OB_PIECE_TOO_BIG:
        ob->too_big = true;
        (void)lws_callback_on_writable(c->wsi);
        return 0;
    case NJ_OB_PIECE_MORE:
    case NJ_OB_PIECE_BINARY:
        return 0;
    }
    NJ_UNREACHABLE();
}

static int write_frame(struct lws *wsi, const struct nj_str *frame)
{
    struct nj_str padded = NJ_STR_INIT(LWS_PRE + frame->max);
    static const char pre[LWS_PRE];
    int rc;

    nj_str_add(&padded, pre, sizeof(pre));
    nj_str_add(&padded, frame->p, frame->len);
    rc = lws_write(wsi, (unsigned char *)padded.p + LWS_PRE, frame->len,
                   LWS_WRITE_TEXT);
    nj_str_fini(&padded);
    /* Less than everything is an error: what the kernel does not take now,
     * the library keeps and counts as written. */
    return rc < 0 || (size_t)rc < frame->len ? -1 : 0;
}

static int on_writeable(const struct call *c)
{
    struct nj_onebot *ob = c->ob;
    struct nj_ob_call *next = ob->calls.queued.first;
    int rc;

    if (!current(c))
        return -1;
    if (ob->too_big) {
        lws_close_reason(c->wsi, LWS_CLOSE_STATUS_MESSAGE_TOO_LARGE, NULL, 0);
        link_down(ob, c->attempt, "frame too large");
        return -1;
    }
    if (ob->closing) {
        lws_close_reason(c->wsi, LWS_CLOSE_STATUS_GOINGAWAY, NULL, 0);
        return -1;
    }
    if (next == NULL)
        return 0;
    rc = write_frame(c->wsi, &next->frame);
    /* Even a failed write may have left in part: nobody knows. */
    nj_ob_calls_written(&ob->calls, nj_monotonic_ms() + ob->answer_ms);
    if (rc == 0 && ob->calls.queued.n > 0)
        (void)lws_callback_on_writable(c->wsi);
    return rc;
}

static int on_cancelled(const struct call *c)
{
    struct nj_onebot *ob = c->ob;
    struct nj_ob_call_list handed;
    struct nj_ob_call *call;

    nj_ob_call_list_init(&handed);
    lock(ob);
    while ((call = nj_ob_call_list_take(&ob->handed)) != NULL)
        nj_ob_call_list_add(&handed, call);
    unlock(ob);
    while ((call = nj_ob_call_list_take(&handed)) != NULL) {
        if (ob->up && !ob->closing)
            nj_ob_call_list_add(&ob->calls.queued, call);
        else
            nj_ob_settle(ob, call, NJ_FATE_NOT_SENT);
    }
    if (ob->established && ob->calls.queued.n > 0)
        (void)lws_callback_on_writable(ob->wsi);
    stop_step(ob);
    return 0;
}

/* 401 and 403 before the upgrade are about the token, too. */
static int on_error(const struct call *c)
{
    char why[160] = "no connection";

    if (c->in != NULL && c->len > 0)
        (void)snprintf(why, sizeof(why), "%.*s",
                       (int)(c->len < 120 ? c->len : 120), (const char *)c->in);
    if (current(c) && !c->ob->complained &&
        strstr(why, "upgrade response") != NULL) {
        c->ob->complained = true;
        nj_log(
            NJ_LOG_ERROR, "onebot", "upgrade_refused",
            NJ_FIELDS(nj_f_word("gateway", c->ob->base.name),
                      nj_f_word("way_out", "set the address and the token")));
    }
    link_down(c->ob, c->attempt, why);
    return 0;
}

static int on_closed(const struct call *c)
{
    link_down(c->ob, c->attempt, "closed");
    return 0;
}

static int on_unanswered(const struct call *c)
{
    link_down(c->ob, c->attempt, "the upgrade was not answered");
    return 0;
}

static const struct {
    enum lws_callback_reasons reason;
    int (*on)(const struct call *c);
} handlers[] = {
    {LWS_CALLBACK_CLIENT_APPEND_HANDSHAKE_HEADER, on_header},
    {LWS_CALLBACK_CLIENT_ESTABLISHED, on_established},
    {LWS_CALLBACK_CLIENT_RECEIVE, on_receive},
    {LWS_CALLBACK_CLIENT_WRITEABLE, on_writeable},
    {LWS_CALLBACK_EVENT_WAIT_CANCELLED, on_cancelled},
    {LWS_CALLBACK_CLIENT_CONNECTION_ERROR, on_error},
    {LWS_CALLBACK_CLIENT_CLOSED, on_closed},
    {LWS_CALLBACK_CLOSED_CLIENT_HTTP, on_unanswered},
    {LWS_CALLBACK_WSI_DESTROY, on_closed},
};

int nj_ob_callback(struct lws *wsi, enum lws_callback_reasons reason,
                   void *user, void *in, size_t len)
{
    struct lws_context *context = lws_get_context(wsi);
    struct call c = {.wsi = wsi, .in = in, .len = len};

    c.ob = context == NULL ? NULL : lws_context_user(context);
    if (c.ob == NULL || c.ob->context == NULL)
        return 0; /* while the context is made or destroyed */
    c.attempt = lws_get_opaque_user_data(wsi);
    for (size_t i = 0; i < NJ_COUNT(handlers); i++)
        if (handlers[i].reason == reason)
            return handlers[i].on(&c);
    return lws_callback_http_dummy(wsi, reason, user, in, len);
}

/* --- the thread --- */

/* Nobody may hand over or wake any more; what is left goes back. */
static void leave(struct nj_onebot *ob)
{
    struct nj_ob_call *c;

    lock(ob);
    ob->serving = false;
    unlock(ob);
    settle_all(ob);
    while ((c = nj_ob_call_list_take(&ob->handed)) != NULL)
        nj_ob_settle(ob, c, NJ_FATE_NOT_SENT);
    ob->attempt = NULL;
    lws_sul_cancel(&ob->retry.sul);
    lws_sul_cancel(&ob->tick.sul);
    lws_context_destroy(ob->context);
}

void *nj_ob_serve(void *onebot)
{
    struct nj_onebot *ob = onebot;

    connect_now(ob);
    lws_sul_schedule(ob->context, 0, &ob->tick.sul, on_tick, ob->tick_ms * MS);
    while (!ob->finished && lws_service(ob->context, 0) >= 0)
        continue;
    leave(ob);
    return NULL;
}
