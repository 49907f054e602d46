/*
 * A loop: the library's context, its one thread, and whom it calls. Forward
 * each gateway has one; reverse all gateways of an address share it.
 */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/bug.h"
#include "base/clock.h"
#include "base/log.h"
#include "gateway/onebot/client_priv.h"

#define RX_BYTES         65536
#define DESCRIPTORS      16
#define GUESTS           NJ_PORTER_GUESTS_MAX
#define HEADER_BYTES     4096 /* of one request */
#define CONNECT_SECONDS  10
#define UPGRADE_SECONDS  5 /* for its answer: a lost one is tried again */
#define HANDSHAKE_MS     5000
#define SHUTDOWN_SECONDS 5
#define CERTIFICATES     "/etc/ssl/certs/ca-certificates.crt"

static int on_callback(struct lws *wsi, enum lws_callback_reasons reason,
                       void *user, void *in, size_t len);

/* OneBot programs name no subprotocol: the first one is for them. */
static const struct lws_protocols protocols[] = {
    {.name = "onebot", .callback = on_callback, .rx_buffer_size = RX_BYTES},
    {.name = NULL},
};

/* --- callbacks --- */

static bool serves(struct nj_onebot *ob)
{
    bool yes;

    nj_ob_lock(ob);
    yes = ob->serving;
    nj_ob_unlock(ob);
    return yes;
}

static void take_handed(const struct nj_ob_loop *l)
{
    for (uint32_t i = 0; i < l->n; i++)
        if (serves(l->all[i])) {
            nj_ob_link_take(l->all[i]);
            nj_ob_link_stop_step(l->all[i]);
        }
}

/* Several frames may stand in what is read at once. */
static void gather(struct nj_ob_loop *l)
{
    if (!l->gathers)
        nj_inbox_gather();
    l->gathers = true;
}

static int on_callback(struct lws *wsi, enum lws_callback_reasons reason,
                       void *user, void *in, size_t len)
{
    struct lws_context *context = lws_get_context(wsi);
    struct nj_ob_callback c = {.wsi = wsi, .in = in, .len = len};
    bool done = true;
    int rc;

    c.loop = context == NULL ? NULL : lws_context_user(context);
    if (c.loop == NULL || c.loop->context == NULL)
        return 0; /* while the context is made or destroyed */
    if (reason == LWS_CALLBACK_EVENT_WAIT_CANCELLED) {
        take_handed(c.loop);
        return 0;
    }
    if (reason == LWS_CALLBACK_RECEIVE || reason == LWS_CALLBACK_CLIENT_RECEIVE)
        gather(c.loop);
    if (c.loop->porter != NULL)
        nj_porter_callback(c.loop->porter, wsi, reason);
    rc = c.loop->listens ? nj_ob_server_callback(&c, reason, &done)
                         : nj_ob_client_callback(&c, reason, &done);
    return done ? rc : lws_callback_http_dummy(wsi, reason, user, in, len);
}

/* --- the thread --- */

static void schedule_tick(struct nj_ob_loop *l);

static void on_tick(lws_sorted_usec_list_t *sul)
{
    const struct nj_ob_timer *t = (const void *)sul;
    struct nj_ob_loop *l = t->loop;

    for (uint32_t i = 0; i < l->n; i++)
        if (serves(l->all[i]))
            nj_ob_link_tick(l->all[i], nj_monotonic_ms());
    schedule_tick(l);
}

static void schedule_tick(struct nj_ob_loop *l)
{
    int64_t ms = l->all[0]->tick_ms;

    for (uint32_t i = 1; i < l->n; i++)
        ms = l->all[i]->tick_ms < ms ? l->all[i]->tick_ms : ms;
    lws_sul_schedule(l->context, 0, &l->tick.sul, on_tick, ms * NJ_OB_MS);
}

/* Lets those go who have finished, or all; false if nobody is left. */
static bool any_left(const struct nj_ob_loop *l, bool all)
{
    bool any = false;

    for (uint32_t i = 0; i < l->n; i++) {
        struct nj_onebot *ob = l->all[i];

        if (!serves(ob))
            continue;
        if (ob->finished || all)
            nj_ob_link_leave(ob);
        else
            any = true;
    }
    return any;
}

/* False: the library fails. What one wait brings is handed on at once; timers
 * go off before it, and what they push is not kept back. */
static bool serve_once(struct nj_ob_loop *l)
{
    int rc = lws_service(l->context, 0);

    if (l->gathers)
        nj_inbox_gathered(l->all[0]->base.inbox);
    l->gathers = false;
    return rc >= 0;
}

static void *serve(void *loop)
{
    struct nj_ob_loop *l = loop;

    if (!l->listens)
        nj_ob_client_connect(l->all[0]);
    schedule_tick(l);
    while (any_left(l, false) && serve_once(l))
        continue;
    (void)any_left(l, true);
    lws_sul_cancel(&l->tick.sul);
    return NULL;
}

/* --- life --- */

/* The library does not listen; it is handed who connects. */
static void serve_those(struct nj_ob_loop *l,
                        struct lws_context_creation_info *info)
{
    info->options = LWS_SERVER_OPTION_EXPLICIT_VHOSTS;
    info->port = CONTEXT_PORT_NO_LISTEN_SERVER;
    info->fd_limit_per_thread =
        GUESTS + NJ_PORTER_SPARE + 2 * NJ_GATEWAYS_MAX * NJ_OB_CONNS;
    info->max_http_header_data = HEADER_BYTES;
    info->timeout_secs = SHUTDOWN_SECONDS;
    info->retry_and_idle_policy = &l->all[0]->idle;
}

static void connect_from(const struct nj_ob_loop *l,
                         struct lws_context_creation_info *info)
{
    info->port = CONTEXT_PORT_NO_LISTEN;
    info->fd_limit_per_thread = DESCRIPTORS;
    info->connect_timeout_secs = CONNECT_SECONDS;
    info->timeout_secs = UPGRADE_SECONDS;
    if (!l->all[0]->url.tls)
        return;
    info->options = LWS_SERVER_OPTION_DO_SSL_GLOBAL_INIT;
    if (access(CERTIFICATES, R_OK) == 0)
        info->client_ssl_ca_filepath = CERTIFICATES;
}

/* Once the loop has a context: the one place that others can connect to. */
static enum nj_status listen_at(struct nj_ob_loop *l,
                                struct lws_context_creation_info *info,
                                struct nj_err *err)
{
    struct nj_porter_options o = {.area = "onebot",
                                  .at = l->at,
                                  .context = l->context,
                                  .vhost = lws_create_vhost(l->context, info),
                                  .protocol = protocols[0].name,
                                  .guests = GUESTS,
                                  .patience_ms = l->handshake_ms};
    char at[NJ_ENDPOINT_TEXT_MAX];
    enum nj_status st;

    if (o.vhost == NULL)
        return nj_fail(err, NJ_ERR_IO, "cannot set up a server");
    st = nj_porter_open(&o, &l->porter, err);
    if (st != NJ_OK)
        return st;
    nj_endpoint_text(nj_porter_at(l->porter), at);
    nj_log(NJ_LOG_INFO, "onebot", "listening", NJ_FIELDS(nj_f_word("at", at)));
    return NJ_OK;
}

static void unmake_context(struct nj_ob_loop *l)
{
    if (l->context != NULL)
        lws_context_destroy(l->context);
    nj_porter_free(l->porter);
    l->context = NULL;
    l->porter = NULL;
}

static enum nj_status make_context(struct nj_ob_loop *l, struct nj_err *err)
{
    struct lws_context_creation_info info = {0};
    enum nj_status st = NJ_OK;

    nj_porter_log();
    info.protocols = protocols;
    info.user = l;
    if (l->listens)
        serve_those(l, &info);
    else
        connect_from(l, &info);
    l->context = lws_create_context(&info);
    if (l->context == NULL)
        st = nj_fail(err, NJ_ERR_IO, "cannot set up connections");
    else if (l->listens)
        st = listen_at(l, &info, err);
    if (st == NJ_OK)
        return NJ_OK;
    unmake_context(l);
    return nj_fail_in(err, st, "gateway '%s'", l->all[0]->base.name);
}

static enum nj_status check_listen(const struct nj_ob_loop *l,
                                   const struct nj_onebot_options *o,
                                   struct nj_err *err)
{
    if (!nj_endpoint_loopback(&l->at) && o->token[0] == '\0')
        return nj_fail(err, NJ_ERR_BAD_INPUT,
                       "'%s' can be reached from other machines and needs a "
                       "token",
                       o->name);
    for (uint32_t i = 0; i < l->n; i++)
        if (strcmp(l->all[i]->account, o->account) == 0)
            return nj_fail(err, NJ_ERR_BAD_INPUT,
                           "'%s' and '%s' are for the same account",
                           l->all[i]->base.name, o->name);
    NJ_ASSERT(l->n < NJ_GATEWAYS_MAX);
    return NJ_OK;
}

enum nj_status nj_ob_loop_join(struct nj_onebot *ob,
                               const struct nj_onebot_options *o,
                               struct nj_err *err)
{
    const struct nj_onebot *beside = (const void *)o->beside;
    struct nj_ob_loop *l;
    enum nj_status st = NJ_OK;

    l = beside != NULL ? beside->loop : nj_alloc(sizeof(*l));
    l->listens = o->listen != NULL;
    l->handshake_ms = o->handshake_ms != 0 ? o->handshake_ms : HANDSHAKE_MS;
    if (l->listens)
        st = nj_endpoint_read(o->listen, &l->at, err);
    if (l->listens && st == NJ_OK)
        st = check_listen(l, o, err);
    if (st != NJ_OK) {
        if (beside == NULL)
            free(l);
        return st;
    }
    l->tick.loop = l;
    l->all[l->n++] = ob;
    ob->loop = l;
    return NJ_OK;
}

void nj_ob_loop_forget(struct nj_onebot *ob)
{
    struct nj_ob_loop *l = ob->loop;
    uint32_t i = 0;

    NJ_ASSERT(l->running == 0);
    while (l->all[i] != ob)
        i++;
    l->all[i] = l->all[--l->n];
    if (l->n == 0)
        free(l);
}

static void serve_too(struct nj_onebot *ob)
{
    nj_ob_lock(ob);
    ob->serving = true;
    ob->left = false;
    nj_ob_unlock(ob);
    ob->started = true;
    ob->loop->running++;
}

enum nj_status nj_ob_loop_enter(struct nj_onebot *ob, struct nj_err *err)
{
    struct nj_ob_loop *l = ob->loop;
    enum nj_status st;
    int rc;

    if (l->running > 0) {
        serve_too(ob);
        return NJ_OK;
    }
    st = make_context(l, err);
    if (st != NJ_OK)
        return st;
    serve_too(ob);
    rc = pthread_create(&l->thread, NULL, serve, l);
    if (rc == 0)
        return NJ_OK;
    ob->serving = false;
    ob->started = false;
    l->running--;
    unmake_context(l);
    return nj_fail(err, NJ_ERR_IO, "cannot start a thread: %s", strerror(rc));
}

void nj_ob_loop_leave(struct nj_onebot *ob)
{
    struct nj_ob_loop *l = ob->loop;
    int rc;

    nj_ob_lock(ob);
    while (!ob->left) {
        rc = pthread_cond_wait(&ob->ended, &ob->lock);
        NJ_ASSERT(rc == 0);
    }
    nj_ob_unlock(ob);
    NJ_ASSERT(l->running > 0);
    if (--l->running > 0)
        return;
    rc = pthread_join(l->thread, NULL);
    NJ_ASSERT(rc == 0);
    unmake_context(l);
}
