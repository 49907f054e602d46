/*
 * The connection's thread. An attempt can end in four ways, and some ends are
 * told twice: each has a name, its end counts once, and what still comes from
 * an earlier one is not listened to.
 */
#include "gateway/web/dial.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <libwebsockets.h>

#include "base/arena.h"
#include "base/bug.h"
#include "base/fence.h"
#include "base/random.h"
#include "gateway/web/assembler.h"
#include "gateway/web/porter.h"

#define RX_BYTES        65536
#define DESCRIPTORS     16
#define CONNECT_SECONDS 10
#define UPGRADE_SECONDS 5
#define CERTIFICATES    "/etc/ssl/certs/ca-certificates.crt"
#define ATTEMPTS        8
#define WAITING_MAX     256 /* frames that wait to be taken */
#define WAITING_LOW     64
#define WAITING_BYTES   (8u << 20)
#define OUT_MAX         (64u << 10)

struct frame {
    struct frame *next;
    struct nj_dial_news news; /* of one that came */
    struct nj_str text;       /* of one that goes */
};

struct queue {
    struct frame *first, **end;
    size_t n, bytes;
};

struct nj_dial {
    size_t frame_max;
    void (*wake)(void *ctx);
    void *ctx;
    struct lws_context *context;
    pthread_t thread;

    /* Under the lock. */
    pthread_mutex_t lock;
    struct queue in, out;
    struct nj_ws_url url;
    bool wanted, unwanted; /* to be connected, to be closed */
    bool held;             /* the peer is not read */
    bool stopping;

    /* The thread's own. */
    char attempts[ATTEMPTS]; /* their addresses are the names */
    char *attempt;           /* the running one; NULL: none */
    uint32_t attempt_n;
    struct lws *wsi; /* of that */
    bool open, too_big;
    int64_t code;
    struct nj_assembler assembler;
};

static void lock(struct nj_dial *d)
{
    int rc = pthread_mutex_lock(&d->lock);

    NJ_ASSERT(rc == 0);
}

static void unlock(struct nj_dial *d)
{
    int rc = pthread_mutex_unlock(&d->lock);

    NJ_ASSERT(rc == 0);
}

/* --- queues, under the lock --- */

static void queue_init(struct queue *q)
{
    *q = (struct queue){.end = &q->first};
}

static void queue_add(struct queue *q, struct frame *f, size_t bytes)
{
    *q->end = f;
    q->end = &f->next;
    q->n++;
    q->bytes += bytes;
}

static struct frame *queue_take(struct queue *q)
{
    struct frame *f = q->first;

    if (f == NULL)
        return NULL;
    q->first = f->next;
    if (q->first == NULL)
        q->end = &q->first;
    q->n--;
    q->bytes -= f->news.text.len + f->text.len;
    return f;
}

/* The peer has been held back for long enough. */
static bool is_low(const struct nj_dial *d)
{
    return d->held && d->in.n <= WAITING_LOW &&
           d->in.bytes <= WAITING_BYTES / 4;
}

static void free_frame(struct frame *f)
{
    if (f->text.len > 0)
        nj_wipe(f->text.p, f->text.len);
    nj_str_fini(&f->text);
    nj_str_fini(&f->news.text);
    free(f);
}

static void queue_clear(struct queue *q)
{
    struct frame *f;

    while ((f = queue_take(q)) != NULL)
        free_frame(f);
}

/* --- news for the owner --- */

static struct frame *make_news(enum nj_dial_kind kind)
{
    struct frame *f = nj_alloc(sizeof(*f));

    f->news.kind = kind;
    f->news.text = (struct nj_str)NJ_STR_INIT(0);
    f->text = (struct nj_str)NJ_STR_INIT(0);
    return f;
}

static void tell(struct nj_dial *d, struct frame *f)
{
    lock(d);
    queue_add(&d->in, f, f->news.text.len);
    unlock(d);
    d->wake(d->ctx);
}

/* Once per attempt, however many callbacks tell of its end. */
static void attempt_over(struct nj_dial *d, const char *why)
{
    struct frame *f;

    if (d->attempt == NULL)
        return;
    d->attempt = NULL;
    d->wsi = NULL;
    d->open = false;
    lock(d);
    queue_clear(&d->out);
    d->unwanted = false;
    unlock(d);
    f = make_news(NJ_DIAL_CLOSED);
    f->news.code = d->code;
    (void)snprintf(f->news.why, sizeof(f->news.why), "%s", why);
    tell(d, f);
}

/* --- connecting --- */

static void begin(struct nj_dial *d, const struct nj_ws_url *url)
{
    struct lws_client_connect_info i = {0};

    d->attempt = &d->attempts[d->attempt_n++ % ATTEMPTS];
    d->code = 0;
    d->open = d->too_big = false;
    nj_assembler_reset(&d->assembler);
    lock(d);
    d->held = false;
    queue_clear(&d->out);
    unlock(d);
    i.context = d->context;
    i.address = url->host;
    i.host = url->host;
    i.port = url->port;
    i.path = url->path;
    i.ssl_connection = url->tls ? LCCSCF_USE_SSL : 0;
    i.local_protocol_name = "dial";
    i.opaque_user_data = d->attempt;
    i.pwsi = &d->wsi;
    if (lws_client_connect_via_info(&i) == NULL)
        attempt_over(d, "cannot connect");
}

static void hang_up(struct nj_dial *d, const char *why)
{
    struct lws *wsi = d->wsi;

    attempt_over(d, why);
    if (wsi != NULL)
        lws_set_timeout(wsi, PENDING_TIMEOUT_USER_REASON_BASE,
                        LWS_TO_KILL_ASYNC);
}

/* --- reading and writing --- */

static void hold_back(struct nj_dial *d)
{
    bool much;

    lock(d);
    much = !d->held && (d->in.n >= WAITING_MAX || d->in.bytes >= WAITING_BYTES);
    d->held = d->held || much;
    unlock(d);
    if (much)
        (void)lws_rx_flow_control(d->wsi, 0);
}

static void take_frame(struct nj_dial *d)
{
    struct frame *f = make_news(NJ_DIAL_FRAME);

    f->news.text = (struct nj_str)NJ_STR_INIT(d->frame_max);
    nj_str_add(&f->news.text, d->assembler.text.p, d->assembler.text.len);
    nj_assembler_reset(&d->assembler);
    tell(d, f);
    hold_back(d);
}

/* Never -1 from here: the library would go on reading past its buffer. */
static int on_receive(struct nj_dial *d, struct lws *wsi, const char *in,
                      size_t len)
{
    if (d->too_big)
        return 0;
    if (lws_is_first_fragment(wsi))
        nj_assembler_begin(&d->assembler, lws_frame_is_binary(wsi));
    switch (
        nj_assembler_add(&d->assembler, in, len, lws_is_final_fragment(wsi))) {
    case NJ_PIECE_WHOLE:
        take_frame(d);
        break;
    case NJ_PIECE_TOO_BIG:
        d->too_big = true;
        (void)lws_callback_on_writable(wsi);
        break;
    case NJ_PIECE_MORE:
    case NJ_PIECE_BINARY:
        break;
    }
    return 0;
}

static int on_writeable(struct nj_dial *d, struct lws *wsi)
{
    struct frame *f;
    bool more;
    int rc;

    if (d->too_big) {
        lws_close_reason(wsi, LWS_CLOSE_STATUS_MESSAGE_TOO_LARGE, NULL, 0);
        attempt_over(d, "frame too large");
        return -1;
    }
    if (!nj_fence_pass())
        return -1;
    lock(d);
    f = queue_take(&d->out);
    more = d->out.first != NULL;
    unlock(d);
    if (f == NULL)
        return 0;
    rc = lws_write(wsi, (unsigned char *)f->text.p + LWS_PRE,
                   f->text.len - LWS_PRE, LWS_WRITE_TEXT);
    /* Less than everything is an error: what the kernel does not take now,
     * the library keeps and counts as written. */
    rc = rc < 0 || (size_t)rc < f->text.len - LWS_PRE ? -1 : 0;
    free_frame(f);
    if (rc == 0 && more)
        (void)lws_callback_on_writable(wsi);
    return rc;
}

/* --- what the owner wants --- */

static void look_at_wishes(struct nj_dial *d)
{
    struct nj_ws_url url;
    bool connect, close, write, thaw;

    lock(d);
    url = d->url;
    connect = d->wanted && !d->stopping;
    close = d->unwanted || d->stopping;
    d->wanted = d->unwanted = false;
    write = d->out.first != NULL;
    thaw = d->open && is_low(d);
    if (thaw)
        d->held = false;
    unlock(d);
    if (close)
        hang_up(d, "hung up");
    if (connect)
        begin(d, &url);
    if (!d->open)
        return;
    if (thaw)
        (void)lws_rx_flow_control(d->wsi, 1);
    if (write)
        (void)lws_callback_on_writable(d->wsi);
}

/* --- callbacks --- */

static void on_error(struct nj_dial *d, const char *in, size_t len)
{
    char why[NJ_DIAL_WHY_MAX] = "no connection";

    if (in != NULL && len > 0)
        (void)snprintf(why, sizeof(why), "%.*s", (int)(len < 120 ? len : 120),
                       in);
    attempt_over(d, why);
}

static int on_open(struct nj_dial *d, struct lws *wsi)
{
    d->wsi = wsi;
    d->open = true;
    tell(d, make_news(NJ_DIAL_OPEN));
    return 0;
}

static int on_peer_closes(struct nj_dial *d, const unsigned char *in,
                          size_t len)
{
    if (len >= 2)
        d->code = (int64_t)in[0] << 8 | in[1];
    return 0;
}

/* Of the running attempt. */
static int on_event(struct nj_dial *d, struct lws *wsi,
                    enum lws_callback_reasons reason, void *in, size_t len)
{
    switch ((int)reason) {
    case LWS_CALLBACK_CLIENT_ESTABLISHED:
        return on_open(d, wsi);
    case LWS_CALLBACK_CLIENT_RECEIVE:
        return on_receive(d, wsi, in, len);
    case LWS_CALLBACK_CLIENT_WRITEABLE:
        return on_writeable(d, wsi);
    case LWS_CALLBACK_WS_PEER_INITIATED_CLOSE:
        return on_peer_closes(d, in, len);
    case LWS_CALLBACK_CLIENT_CONNECTION_ERROR:
        on_error(d, in, len);
        return 0;
    case LWS_CALLBACK_CLOSED_CLIENT_HTTP:
        attempt_over(d, "the upgrade was not answered");
        return 0;
    case LWS_CALLBACK_CLIENT_CLOSED:
    case LWS_CALLBACK_WSI_DESTROY:
        attempt_over(d, "closed");
        return 0;
    default:
        return 1; /* nothing of ours */
    }
}

static int on_callback(struct lws *wsi, enum lws_callback_reasons reason,
                       void *user, void *in, size_t len)
{
    struct lws_context *context = lws_get_context(wsi);
    struct nj_dial *d = context == NULL ? NULL : lws_context_user(context);
    const char *attempt;
    int rc = 1;

    if (d == NULL || d->context == NULL)
        return 0; /* while the context is made or destroyed */
    if (reason == LWS_CALLBACK_EVENT_WAIT_CANCELLED) {
        look_at_wishes(d);
        return 0;
    }
    attempt = lws_get_opaque_user_data(wsi);
    if (attempt != NULL && attempt == d->attempt)
        rc = on_event(d, wsi, reason, in, len);
    return rc <= 0 ? rc : lws_callback_http_dummy(wsi, reason, user, in, len);
}

static const struct lws_protocols protocols[] = {
    {.name = "dial", .callback = on_callback, .rx_buffer_size = RX_BYTES},
    {.name = NULL},
};

/* --- life --- */

static void *serve(void *dial)
{
    struct nj_dial *d = dial;
    bool stopping = false;

    while (!stopping && lws_service(d->context, 0) >= 0) {
        lock(d);
        stopping = d->stopping;
        unlock(d);
    }
    return NULL;
}

static bool make_context(struct nj_dial *d)
{
    struct lws_context_creation_info info = {0};

    nj_porter_log();
    info.protocols = protocols;
    info.user = d;
    info.port = CONTEXT_PORT_NO_LISTEN;
    info.fd_limit_per_thread = DESCRIPTORS;
    info.connect_timeout_secs = CONNECT_SECONDS;
    info.timeout_secs = UPGRADE_SECONDS;
    info.options = LWS_SERVER_OPTION_DO_SSL_GLOBAL_INIT;
    if (access(CERTIFICATES, R_OK) == 0)
        info.client_ssl_ca_filepath = CERTIFICATES;
    d->context = lws_create_context(&info);
    return d->context != NULL;
}

static void free_dial(struct nj_dial *d)
{
    struct lws_context *context = d->context;

    d->context = NULL; /* what it still says is not listened to */
    if (context != NULL)
        lws_context_destroy(context);
    queue_clear(&d->in);
    queue_clear(&d->out);
    nj_assembler_fini(&d->assembler);
    (void)pthread_mutex_destroy(&d->lock);
    free(d);
}

enum nj_status nj_dial_create(const struct nj_dial_options *o,
                              struct nj_dial **out, struct nj_err *err)
{
    struct nj_dial *d = nj_alloc(sizeof(*d));
    int rc;

    d->frame_max = o->frame_max;
    d->wake = o->wake;
    d->ctx = o->ctx;
    queue_init(&d->in);
    queue_init(&d->out);
    nj_assembler_init(&d->assembler, o->frame_max);
    (void)pthread_mutex_init(&d->lock, NULL);
    if (!make_context(d)) {
        free_dial(d);
        return nj_fail(err, NJ_ERR_IO, "cannot set up connections");
    }
    rc = pthread_create(&d->thread, NULL, serve, d);
    if (rc != 0) {
        free_dial(d);
        return nj_fail(err, NJ_ERR_IO, "cannot start a thread: %s",
                       strerror(rc));
    }
    *out = d;
    return NJ_OK;
}

void nj_dial_destroy(struct nj_dial *d)
{
    int rc;

    if (d == NULL)
        return;
    lock(d);
    d->stopping = true;
    unlock(d);
    lws_cancel_service(d->context);
    rc = pthread_join(d->thread, NULL);
    NJ_ASSERT(rc == 0);
    free_dial(d);
}

/* --- from the owner's thread --- */

void nj_dial_connect(struct nj_dial *d, const struct nj_ws_url *url)
{
    lock(d);
    d->url = *url;
    d->wanted = true;
    unlock(d);
    lws_cancel_service(d->context);
}

void nj_dial_send(struct nj_dial *d, const char *text, size_t n)
{
    static const char pre[LWS_PRE];
    struct frame *f = make_news(NJ_DIAL_FRAME);

    NJ_ASSERT(n > 0 && n < OUT_MAX);
    f->text = (struct nj_str)NJ_STR_INIT(LWS_PRE + OUT_MAX);
    nj_str_room(&f->text, LWS_PRE + n); /* no copy is left behind */
    nj_str_add(&f->text, pre, sizeof(pre));
    nj_str_add(&f->text, text, n);
    lock(d);
    queue_add(&d->out, f, f->text.len);
    unlock(d);
    lws_cancel_service(d->context);
}

void nj_dial_close(struct nj_dial *d)
{
    lock(d);
    d->unwanted = true;
    unlock(d);
    lws_cancel_service(d->context);
}

bool nj_dial_take(struct nj_dial *d, struct nj_dial_news *out)
{
    struct frame *f;
    bool low;

    lock(d);
    f = queue_take(&d->in);
    low = is_low(d);
    unlock(d);
    if (f == NULL)
        return false;
    *out = f->news;
    f->news.text = (struct nj_str)NJ_STR_INIT(0);
    free_frame(f);
    if (low)
        lws_cancel_service(d->context);
    return true;
}
