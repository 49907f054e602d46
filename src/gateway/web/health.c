/*
 * A small HTTP server; libwebsockets does the talking.
 *
 * On loopback whoever is on this machine may ask, and a browser on it asks for
 * anybody whose page it shows. So the name that was asked for has to be one of
 * this machine's own, which no other site can call itself. Elsewhere a token
 * tells who may, whatever he calls us.
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
#include "base/limits.h"
#include "base/random.h"
#include "base/str.h"
#include "gateway/web/porter.h"

#define HEAD_BYTES    1024
#define REQUEST_BYTES 2048
#define HOST_BYTES    64
#define GUESTS        128
#define GUEST_MS      5000
#define SHUTDOWN_S    5
#define AGE_BYTES     256

struct nj_health {
    struct lws_context *context;
    pthread_t thread;
    pthread_mutex_t lock;
    bool stopping;
    char *figures; /* locked, with the three below */
    const char *word;
    int64_t good_until_ms;
    int64_t told_ms;          /* when they were published; 0: never */
    char token[NJ_TOKEN_MAX]; /* "": who asks for this machine may */
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

/* NULL: it is not well. */
static const char *good(struct nj_health *h)
{
    const char *word;

    lock(h);
    word = nj_monotonic_ms() < h->good_until_ms ? h->word : NULL;
    unlock(h);
    return word;
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

/* What he brings is compared in constant time, and is nowhere kept. */
static bool brings_token(const struct nj_health *h, struct lws *wsi)
{
    static const char scheme[] = "Bearer";
    size_t n = sizeof(scheme) - 1;
    char line[NJ_TOKEN_MAX + sizeof(scheme)] = "";
    bool fits = false;

    if (lws_hdr_copy(wsi, line, sizeof(line), WSI_TOKEN_HTTP_AUTHORIZATION) >
            0 &&
        strncasecmp(line, scheme, n) == 0 && line[n] == ' ')
        fits = nj_secret_equal(line + n + strspn(line + n, " "), h->token);
    nj_wipe(line, sizeof(line));
    return fits;
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
    static const unsigned char bye[] = "close", scheme[] = "Bearer";
    unsigned char head[LWS_PRE + HEAD_BYTES];
    unsigned char *start = head + LWS_PRE, *p = start;
    unsigned char *end = head + sizeof(head) - 1;

    if (lws_add_http_common_headers(wsi, code,
                                    "text/plain; version=0.0.4; charset=utf-8",
                                    n, &p, end) != 0 ||
        lws_add_http_header_by_token(wsi, WSI_TOKEN_CONNECTION, bye,
                                     (int)sizeof(bye) - 1, &p, end) != 0 ||
        (code == HTTP_STATUS_UNAUTHORIZED &&
         lws_add_http_header_by_token(wsi, WSI_TOKEN_HTTP_WWW_AUTHENTICATE,
                                      scheme, (int)sizeof(scheme) - 1, &p,
                                      end) != 0) ||
        lws_finalize_write_http_header(wsi, start, &p, end) != 0)
        return 1;
    (void)lws_callback_on_writable(wsi);
    return 0;
}

/* Figures that nobody tells any more look like those of a quiet house. */
static void set_figures(struct nj_health *h, struct reply *r)
{
    struct nj_str text;

    lock(h);
    text = (struct nj_str)NJ_STR_INIT(strlen(h->figures) + AGE_BYTES);
    nj_str_puts(&text, h->figures);
    if (h->told_ms != 0)
        nj_str_addf(&text,
                    "# HELP nightjar_figures_age_seconds How long ago the loop "
                    "has told these figures.\n"
                    "# TYPE nightjar_figures_age_seconds gauge\n"
                    "nightjar_figures_age_seconds %.3f\n",
                    (double)(nj_monotonic_ms() - h->told_ms) / 1000);
    unlock(h);
    NJ_ASSERT(!text.over);
    set_body(r, text.p);
    nj_str_fini(&text);
}

static unsigned int find_page(struct nj_health *h, struct reply *r,
                              const char *path)
{
    if (strcmp(path, "/metrics") == 0) {
        set_figures(h, r);
        return HTTP_STATUS_OK;
    }
    if (strcmp(path, "/healthz") == 0) {
        const char *well = good(h);

        set_body(r, well != NULL ? well : "the loop does not turn\n");
        return well != NULL ? HTTP_STATUS_OK : HTTP_STATUS_SERVICE_UNAVAILABLE;
    }
    set_body(r, "there are /metrics and /healthz\n");
    return HTTP_STATUS_NOT_FOUND;
}

/* What is his to see is in the reply; else why not, and what to do. */
static unsigned int find_answer(struct nj_health *h, struct lws *wsi,
                                struct reply *r, const char *path)
{
    if (h->token[0] == '\0' && !asks_us(wsi)) {
        set_body(r, "ask for localhost\n");
        return HTTP_STATUS_FORBIDDEN;
    }
    if (h->token[0] != '\0' && strcmp(path, "/metrics") == 0 &&
        !brings_token(h, wsi)) {
        set_body(r, "bring the token: 'Authorization: Bearer TOKEN', in "
                    "Prometheus 'authorization' with 'credentials_file'; "
                    "nightjar has it from metrics_token_env or "
                    "metrics_token_file\n");
        return HTTP_STATUS_UNAUTHORIZED;
    }
    return find_page(h, r, path);
}

static int refuse(struct lws *wsi, unsigned int code)
{
    (void)lws_return_http_status(wsi, code, NULL);
    return -1;
}

static int answer(struct nj_health *h, struct lws *wsi, struct reply *r,
                  const char *path)
{
    unsigned int code;
    int rc;

    if (!only_asks(wsi))
        return refuse(wsi, HTTP_STATUS_METHOD_NOT_ALLOWED);
    if (brings_body(wsi))
        return refuse(wsi, HTTP_STATUS_REQ_ENTITY_TOO_LARGE);
    code = find_answer(h, wsi, r, path);
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

static enum nj_status listen_on(struct nj_health *h, const char *at,
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
    enum nj_status st;

    nj_porter_log();
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
    nj_wipe(h->token, sizeof(h->token));
    free(h);
}

static enum nj_status create(const char *at, const char *token,
                             struct nj_health **out, struct nj_err *err)
{
    struct nj_health *h = nj_alloc(sizeof(*h));
    enum nj_status st;
    int rc;

    NJ_ASSERT(strlen(token) < sizeof(h->token));
    memcpy(h->token, token, strlen(token) + 1);
    (void)pthread_mutex_init(&h->lock, NULL);
    h->figures = nj_strndup("", 0);
    h->word = "ok\n";
    st = listen_on(h, at, err);
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

enum nj_status nj_health_create(uint16_t port, struct nj_health **out,
                                struct nj_err *err)
{
    char at[NJ_ENDPOINT_TEXT_MAX];

    (void)snprintf(at, sizeof(at), "127.0.0.1:%u", (unsigned)port);
    return create(at, "", out, err);
}

enum nj_status nj_health_create_at(const char *listen, const char *token,
                                   struct nj_health **out, struct nj_err *err)
{
    NJ_ASSERT(token[0] != '\0');
    return create(listen, token, out, err);
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
    h->told_ms = nj_monotonic_ms();
    h->good_until_ms = h->told_ms + good_ms;
    unlock(h);
    free(old);
}

void nj_health_word(struct nj_health *h, const char *word)
{
    lock(h);
    h->word = word;
    unlock(h);
}
