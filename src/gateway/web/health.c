/*
 * A small HTTP server on loopback; libwebsockets does the talking.
 *
 * Whoever is on this machine may ask, and a browser on it asks for anybody
 * whose page it shows. So the name that was asked for has to be one of this
 * machine's own, which no other site can call itself.
 */
#include "gateway/web/health.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <strings.h>

#include "base/arena.h"
#include "base/bug.h"
#include "base/clock.h"
#include "base/str.h"
#include "gateway/web/porter.h"

#define HEAD_BYTES    1024
#define REQUEST_BYTES 2048
#define HOST_BYTES    64
#define GUESTS        128
#define GUEST_MS      5000
#define SHUTDOWN_S    5

struct nj_health {
    struct lws_context *context;
    pthread_t thread;
    pthread_mutex_t lock;
    bool stopping;
    char *figures; /* locked, with good_until_ms */
    int64_t good_until_ms;
    struct nj_porter *porter;
};

/* What one connection is still to be told. */
struct reply {
    char *body; /* LWS_PRE bytes in front of it; NULL: none, or it is out */
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

/* --- what is asked --- */

/* "localhost" or an address of this machine alone, perhaps with a port. */
static bool names_us(const char *host)
{
    static const char ours[] = "localhost";
    size_t n = sizeof(ours) - 1;
    const char *name = strrchr(host, ']');
    bool port = strchr(name != NULL ? name : host, ':') != NULL;
    struct nj_str text = NJ_STR_INIT(HOST_BYTES + 4);
    struct nj_endpoint at;
    bool yes;

    if (strncasecmp(host, ours, n) == 0)
        return host[n] == '\0' || host[n] == ':';
    nj_str_addf(&text, "%s%s", host, port ? "" : ":0");
    yes = !text.over && nj_endpoint_read(text.p, &at, NULL) == NJ_OK &&
          nj_endpoint_loopback(&at);
    nj_str_fini(&text);
    return yes;
}

static bool asks_us(struct lws *wsi)
{
    char host[HOST_BYTES];

    return lws_hdr_copy(wsi, host, sizeof(host), WSI_TOKEN_HOST) > 0 &&
           names_us(host);
}

static bool asks_head(struct lws *wsi)
{
    return lws_hdr_total_length(wsi, WSI_TOKEN_HEAD_URI) > 0;
}

static bool only_asks(struct lws *wsi)
{
    return lws_hdr_total_length(wsi, WSI_TOKEN_GET_URI) > 0 || asks_head(wsi);
}

/* The library would wait for a body for ever where more is sent than was
 * announced; nobody has to send us one. */
static bool brings_body(struct lws *wsi)
{
    return lws_hdr_total_length(wsi, WSI_TOKEN_HTTP_CONTENT_LENGTH) > 0 ||
           lws_hdr_total_length(wsi, WSI_TOKEN_HTTP_TRANSFER_ENCODING) > 0;
}

/* --- what is answered --- */

static int send_head(struct lws *wsi, unsigned int code, size_t n)
{
    static const unsigned char bye[] = "close";
    unsigned char head[LWS_PRE + HEAD_BYTES];
    unsigned char *start = head + LWS_PRE, *p = start;
    unsigned char *end = head + sizeof(head) - 1;

    if (lws_add_http_common_headers(wsi, code,
                                    "text/plain; version=0.0.4; charset=utf-8",
                                    n, &p, end) != 0 ||
        lws_add_http_header_by_token(wsi, WSI_TOKEN_CONNECTION, bye,
                                     (int)sizeof(bye) - 1, &p, end) != 0 ||
        lws_finalize_write_http_header(wsi, start, &p, end) != 0)
        return 1;
    (void)lws_callback_on_writable(wsi);
    return 0;
}

static unsigned int find_page(struct nj_health *h, struct reply *r,
                              const char *path)
{
    if (strcmp(path, "/metrics") == 0) {
        lock(h);
        set_body(r, h->figures);
        unlock(h);
        return HTTP_STATUS_OK;
    }
    if (strcmp(path, "/healthz") == 0) {
        bool well = good(h);

        set_body(r, well ? "ok\n" : "the loop does not turn\n");
        return well ? HTTP_STATUS_OK : HTTP_STATUS_SERVICE_UNAVAILABLE;
    }
    set_body(r, "there are /metrics and /healthz\n");
    return HTTP_STATUS_NOT_FOUND;
}

static int refuse(struct lws *wsi, unsigned int code)
{
    (void)lws_return_http_status(wsi, code, NULL);
    return -1;
}

static int answer(struct nj_health *h, struct lws *wsi, struct reply *r,
                  const char *path)
{
    unsigned int code = HTTP_STATUS_FORBIDDEN;
    int rc;

    if (!only_asks(wsi))
        return refuse(wsi, HTTP_STATUS_METHOD_NOT_ALLOWED);
    if (brings_body(wsi))
        return refuse(wsi, HTTP_STATUS_REQ_ENTITY_TOO_LARGE);
    if (asks_us(wsi))
        code = find_page(h, r, path);
    else
        set_body(r, "ask for localhost\n");
    rc = send_head(wsi, code, r->n);
    if (asks_head(wsi)) {
        free(r->body);
        r->body = NULL;
    }
    return rc;
}

/* Whether there is one or not: one page a connection. */
static int write_body(struct lws *wsi, struct reply *r)
{
    if (r->body != NULL)
        (void)lws_write(wsi, (unsigned char *)r->body + LWS_PRE, r->n,
                        LWS_WRITE_HTTP_FINAL);
    free(r->body);
    r->body = NULL;
    return -1;
}

static int on_http(struct lws *wsi, enum lws_callback_reasons reason,
                   void *user, void *in, size_t len)
{
    struct nj_health *h = lws_context_user(lws_get_context(wsi));
    struct reply *r = user;

    if (h->porter != NULL)
        nj_porter_callback(h->porter, wsi, reason);
    switch ((int)reason) {
    case LWS_CALLBACK_HTTP:
        return answer(h, wsi, r, in);
    case LWS_CALLBACK_HTTP_WRITEABLE:
        return write_body(wsi, r);
    case LWS_CALLBACK_HTTP_CONFIRM_UPGRADE:
        return refuse(wsi, HTTP_STATUS_BAD_REQUEST);
    /* The second alone is told of one that breaks before its page is out. */
    case LWS_CALLBACK_CLOSED_HTTP:
    case LWS_CALLBACK_HTTP_DROP_PROTOCOL:
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
        .port = CONTEXT_PORT_NO_LISTEN_SERVER,
        .protocols = protocols,
        .user = h,
        .options = LWS_SERVER_OPTION_EXPLICIT_VHOSTS,
        .fd_limit_per_thread = GUESTS + NJ_PORTER_SPARE,
        .max_http_header_data = REQUEST_BYTES,
        .timeout_secs = SHUTDOWN_S,
    };
    struct nj_porter_options o = {.area = "health",
                                  .protocol = protocols[0].name,
                                  .guests = GUESTS,
                                  .patience_ms = GUEST_MS};
    char at[NJ_ENDPOINT_TEXT_MAX];
    enum nj_status st;

    nj_porter_log();
    (void)snprintf(at, sizeof(at), "127.0.0.1:%u", (unsigned)port);
    st = nj_endpoint_read(at, &o.at, err);
    if (st != NJ_OK)
        return st;
    h->context = lws_create_context(&info);
    o.context = h->context;
    if (h->context != NULL)
        o.vhost = lws_create_vhost(h->context, &info);
    if (o.vhost == NULL)
        return nj_fail(err, NJ_ERR_IO, "cannot make an HTTP server");
    return nj_porter_open(&o, &h->porter, err);
}

/* What has been made, once the thread is not there. */
static void unmake(struct nj_health *h)
{
    if (h->context != NULL)
        lws_context_destroy(h->context);
    nj_porter_free(h->porter);
    (void)pthread_mutex_destroy(&h->lock);
    free(h->figures);
    free(h);
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
    unmake(h);
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
    unmake(h);
}

uint16_t nj_health_port(const struct nj_health *h)
{
    return nj_endpoint_port(nj_porter_at(h->porter));
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
