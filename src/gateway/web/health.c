/*
 * A small HTTP server on loopback; libwebsockets does the talking.
 */
#include "gateway/web/health.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include <libwebsockets.h>

#include "base/arena.h"
#include "base/bug.h"
#include "base/clock.h"

#define HEAD_BYTES  1024
#define DESCRIPTORS 32
#define IDLE_S      5

struct nj_health {
    struct lws_context *context;
    pthread_t thread;
    pthread_mutex_t lock;
    bool stopping;
    char *figures; /* locked, with good_until_ms */
    int64_t good_until_ms;
    uint16_t port;
};

/* What one connection is still to be told. */
struct reply {
    char *body; /* LWS_PRE bytes in front of it */
    size_t n;
};

static void lock(struct nj_health *h)
{
    int rc = pthread_mutex_lock(&h->lock);

    NJ_ASSERT(rc == 0);
}

static void unlock(struct nj_health *h)
{
    int rc = pthread_mutex_unlock(&h->lock);

    NJ_ASSERT(rc == 0);
}

static bool good(struct nj_health *h)
{
    bool yes;

    lock(h);
    yes = nj_monotonic_ms() < h->good_until_ms;
    unlock(h);
    return yes;
}

static void set_body(struct reply *r, const char *text)
{
    r->n = strlen(text);
    free(r->body);
    r->body = nj_alloc(LWS_PRE + r->n + 1);
    memcpy(r->body + LWS_PRE, text, r->n + 1);
}

static int send_head(struct lws *wsi, unsigned int code, size_t n)
{
    unsigned char head[LWS_PRE + HEAD_BYTES];
    unsigned char *start = head + LWS_PRE, *p = start;
    unsigned char *end = head + sizeof(head) - 1;

    if (lws_add_http_common_headers(wsi, code,
                                    "text/plain; version=0.0.4; charset=utf-8",
                                    n, &p, end) != 0 ||
        lws_finalize_write_http_header(wsi, start, &p, end) != 0)
        return 1;
    (void)lws_callback_on_writable(wsi);
    return 0;
}

static int answer(struct nj_health *h, struct lws *wsi, struct reply *r,
                  const char *path)
{
    unsigned int code = HTTP_STATUS_OK;

    if (strcmp(path, "/metrics") == 0) {
        lock(h);
        set_body(r, h->figures);
        unlock(h);
    } else if (strcmp(path, "/healthz") == 0) {
        bool well = good(h);

        code = well ? HTTP_STATUS_OK : HTTP_STATUS_SERVICE_UNAVAILABLE;
        set_body(r, well ? "ok\n" : "the loop does not turn\n");
    } else {
        code = HTTP_STATUS_NOT_FOUND;
        set_body(r, "there are /metrics and /healthz\n");
    }
    return send_head(wsi, code, r->n);
}

static int write_body(struct lws *wsi, struct reply *r)
{
    if (r->body == NULL)
        return 0;
    if (lws_write(wsi, (unsigned char *)r->body + LWS_PRE, r->n,
                  LWS_WRITE_HTTP_FINAL) < 0)
        return 1;
    free(r->body);
    r->body = NULL;
    return -1; /* one page a connection */
}

static int on_http(struct lws *wsi, enum lws_callback_reasons reason,
                   void *user, void *in, size_t len)
{
    struct nj_health *h = lws_context_user(lws_get_context(wsi));
    struct reply *r = user;

    switch ((int)reason) {
    case LWS_CALLBACK_HTTP:
        return answer(h, wsi, r, in);
    case LWS_CALLBACK_HTTP_WRITEABLE:
        return write_body(wsi, r);
    case LWS_CALLBACK_CLOSED_HTTP:
        if (r != NULL) {
            free(r->body);
            r->body = NULL;
        }
        return 0;
    default:
        return lws_callback_http_dummy(wsi, reason, user, in, len);
    }
}

static const struct lws_protocols protocols[] = {
    {.name = "http",
     .callback = on_http,
     .per_session_data_size = sizeof(struct reply)},
    {.name = NULL},
};

static void *serve(void *ctx)
{
    struct nj_health *h = ctx;
    bool stopping = false;

    while (!stopping && lws_service(h->context, 0) >= 0) {
        lock(h);
        stopping = h->stopping;
        unlock(h);
    }
    return NULL;
}

static enum nj_status listen_on(struct nj_health *h, uint16_t port,
                                struct nj_err *err)
{
    struct lws_context_creation_info info = {
        .port = port,
        .iface = "127.0.0.1",
        .protocols = protocols,
        .user = h,
        .gid = -1,
        .uid = -1,
        .options = LWS_SERVER_OPTION_EXPLICIT_VHOSTS,
        .fd_limit_per_thread = DESCRIPTORS,
        .keepalive_timeout = IDLE_S,
        .timeout_secs = IDLE_S,
    };
    struct lws_vhost *vhost;

    lws_set_log_level(LLL_ERR | LLL_WARN, NULL);
    h->context = lws_create_context(&info);
    if (h->context == NULL)
        return nj_fail(err, NJ_ERR_IO, "cannot make an HTTP server");
    vhost = lws_create_vhost(h->context, &info);
    if (vhost == NULL)
        return nj_fail(err, NJ_ERR_IO,
                       "cannot listen on 127.0.0.1:%u: is the port taken?",
                       (unsigned)port);
    h->port = (uint16_t)lws_get_vhost_listen_port(vhost);
    return NJ_OK;
}

enum nj_status nj_health_create(uint16_t port, struct nj_health **out,
                                struct nj_err *err)
{
    struct nj_health *h = nj_alloc(sizeof(*h));
    enum nj_status st;
    int rc;

    (void)pthread_mutex_init(&h->lock, NULL);
    h->figures = nj_strndup("", 0);
    st = listen_on(h, port, err);
    if (st == NJ_OK) {
        rc = pthread_create(&h->thread, NULL, serve, h);
        if (rc == 0) {
            *out = h;
            return NJ_OK;
        }
        st = nj_fail(err, NJ_ERR_IO, "cannot start a thread: %s", strerror(rc));
    }
    if (h->context != NULL)
        lws_context_destroy(h->context);
    (void)pthread_mutex_destroy(&h->lock);
    free(h->figures);
    free(h);
    return st;
}

void nj_health_destroy(struct nj_health *h)
{
    int rc;

    if (h == NULL)
        return;
    lock(h);
    h->stopping = true;
    unlock(h);
    lws_cancel_service(h->context);
    rc = pthread_join(h->thread, NULL);
    NJ_ASSERT(rc == 0);
    lws_context_destroy(h->context);
    (void)pthread_mutex_destroy(&h->lock);
    free(h->figures);
    free(h);
}

uint16_t nj_health_port(const struct nj_health *h)
{
    return h->port;
}

void nj_health_publish(struct nj_health *h, const char *figures,
                       int64_t good_ms)
{
    char *copy = nj_strndup(figures, strlen(figures));
    char *old;

    lock(h);
    old = h->figures;
    h->figures = copy;
    h->good_until_ms = nj_monotonic_ms() + good_ms;
    unlock(h);
    free(old);
}
