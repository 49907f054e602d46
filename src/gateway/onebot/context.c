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

#define RX_BYTES           65536
#define DESCRIPTORS        16
#define SERVER_DESCRIPTORS 64
#define CONNECT_SECONDS    10
#define HANDSHAKE_SECONDS  5
#define CERTIFICATES       "/etc/ssl/certs/ca-certificates.crt"

static int on_callback(struct lws *wsi, enum lws_callback_reasons reason,
                       void *user, void *in, size_t len);

/* OneBot programs name no subprotocol: the first one is for them. */
static const struct lws_protocols protocols[] = {
    {.name = "onebot", .callback = on_callback, .rx_buffer_size = RX_BYTES},
    {.name = NULL},
};

/* Lines with an address could carry a secret. */
static void on_lws_log(int level, const char *line)
{
    char text[200];
    size_t n = strcspn(line, "\n");

    if (strstr(line, "://") != NULL || strchr(line, '?') != NULL)
        return;
    if (n >= sizeof(text))
        n = sizeof(text) - 1;
    memcpy(text, line, n);
    text[n] = '\0';
    nj_log(level == LLL_ERR ? NJ_LOG_WARN : NJ_LOG_INFO, "onebot", "lws",
           NJ_FIELDS(nj_f_text("said", text)));
}

static void set_log(void)
{
    lws_set_log_level(LLL_ERR | LLL_WARN, on_lws_log);
}

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

static void *serve(void *loop)
{
    struct nj_ob_loop *l = loop;

    if (!l->listens)
        nj_ob_client_connect(l->all[0]);
    schedule_tick(l);
    while (any_left(l, false) && lws_service(l->context, 0) >= 0)
        continue;
    (void)any_left(l, true);
    lws_sul_cancel(&l->tick.sul);
    lws_context_destroy(l->context);
    return NULL;
}

/* --- life --- */

static void listen_at(struct nj_ob_loop *l,
                      struct lws_context_creation_info *info)
{
    info->options = LWS_SERVER_OPTION_EXPLICIT_VHOSTS |
                    LWS_SERVER_OPTION_FAIL_UPON_UNABLE_TO_BIND;
    info->port = l->port;
    info->iface = strcmp(l->host, "0.0.0.0") == 0 ? NULL : l->host;
    info->fd_limit_per_thread = SERVER_DESCRIPTORS;
    info->timeout_secs = HANDSHAKE_SECONDS;
    info->retry_and_idle_policy = &l->all[0]->idle;
}

static void connect_from(const struct nj_ob_loop *l,
                         struct lws_context_creation_info *info)
{
    info->port = CONTEXT_PORT_NO_LISTEN;
    info->fd_limit_per_thread = DESCRIPTORS;
    info->connect_timeout_secs = CONNECT_SECONDS;
    if (!l->all[0]->url.tls)
        return;
    info->options = LWS_SERVER_OPTION_DO_SSL_GLOBAL_INIT;
    if (access(CERTIFICATES, R_OK) == 0)
        info->client_ssl_ca_filepath = CERTIFICATES;
}

static enum nj_status make_context(struct nj_ob_loop *l, struct nj_err *err)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    struct lws_context_creation_info info = {0};
    struct lws_context *context;

    (void)pthread_once(&once, set_log);
    info.protocols = protocols;
    info.user = l;
    info.gid = -1;
    info.uid = -1;
    if (l->listens)
        listen_at(l, &info);
    else
        connect_from(l, &info);
    context = lws_create_context(&info);
    if (context == NULL)
        return nj_fail(err, NJ_ERR_IO,
                       "cannot set up connections for gateway '%s'",
                       l->all[0]->base.name);
    if (l->listens)
        l->vhost = lws_create_vhost(context, &info);
    if (l->listens && l->vhost == NULL) {
        lws_context_destroy(context);
        return nj_fail(err, NJ_ERR_IO,
                       "gateway '%s' cannot listen at %s:%u; is another "
                       "program there?",
                       l->all[0]->base.name, l->host, l->port);
    }
    l->context = context;
    if (l->listens)
        nj_log(
            NJ_LOG_INFO, "onebot", "listening",
            NJ_FIELDS(nj_f_text("at", l->host),
                      nj_f_i64("port", lws_get_vhost_listen_port(l->vhost))));
    return NJ_OK;
}

/* "127.0.0.1:8081"; false if it is none. */
static bool read_listen(const char *text, struct nj_ob_loop *l)
{
    const char *colon = strrchr(text, ':');
    size_t n = colon == NULL ? 0 : (size_t)(colon - text);
    char *end = NULL;
    unsigned long port;

    if (n == 0 || n >= sizeof(l->host) || strspn(text, "0123456789.") != n ||
        colon[1] < '0' || colon[1] > '9')
        return false;
    memcpy(l->host, text, n);
    port = strtoul(colon + 1, &end, 10);
    if (*end != '\0' || port > UINT16_MAX)
        return false;
    l->port = (uint16_t)port;
    return true;
}

static enum nj_status check_listen(const struct nj_ob_loop *l,
                                   const struct nj_onebot_options *o,
                                   struct nj_err *err)
{
    if (strncmp(l->host, "127.", 4) != 0 && o->token[0] == '\0')
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
    if (l->listens && !read_listen(o->listen, l))
        st = nj_fail(err, NJ_ERR_BAD_INPUT, "not an address to listen at: '%s'",
                     o->listen);
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
    lws_context_destroy(l->context);
    l->context = NULL;
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
    l->context = NULL;
    l->vhost = NULL;
}
