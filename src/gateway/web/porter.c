/*
 * Lets connections in and keeps count of those that nobody knows yet.
 *
 * libwebsockets could listen by itself, but it binds more than it was asked
 * to, takes from the queue until it has no descriptors, and then takes nobody.
 */
#include "gateway/web/porter.h"

#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/bug.h"
#include "base/clock.h"
#include "base/log.h"

#define US_PER_MS  1000
#define SHARE      4 /* one address may have one guest in so many */
#define PUSHED_MS  1 /* a sweep that has come too early waits so long */
#define FROM_BYTES 16
#define LINE_BYTES 200
#define NO_PLACE   UINT32_MAX

/* Where guests come from. */
struct source {
    uint8_t from[FROM_BYTES];
    uint32_t n; /* guests; 0: the place is free */
};

struct guest {
    struct lws *wsi; /* NULL: the place is free */
    uint64_t number; /* the older, the smaller */
    int64_t since_ms;
    uint32_t source;
};

struct sweep {
    lws_sorted_usec_list_t sul; /* first: the library gives us its address */
    struct nj_porter *porter;
};

struct nj_porter {
    const char *area;
    struct lws_context *context;
    struct lws_vhost *vhost;
    struct nj_endpoint at;
    int fd;    /* the library closes it */
    int spare; /* given up for a moment where there is no other */
    uint32_t most, most_of_one;
    int64_t patience_ms;
    struct sweep sweep;
    bool sweeping;
    uint64_t let_in;
    uint64_t pushed_out, out_of_descriptors; /* for the log */
    uint32_t n;
    struct guest guests[NJ_PORTER_GUESTS_MAX];
    struct source sources[NJ_PORTER_GUESTS_MAX + 1]; /* one who comes */
};

/* --- guests --- */

/* What counts as one address. */
static void write_from(const struct sockaddr_storage *at,
                       uint8_t out[FROM_BYTES])
{
    struct sockaddr_in four;
    struct sockaddr_in6 six;

    memset(out, 0, FROM_BYTES);
    if (at->ss_family == AF_INET6) {
        memcpy(&six, at, sizeof(six));
        memcpy(out, &six.sin6_addr, FROM_BYTES / 2);
    } else {
        memcpy(&four, at, sizeof(four));
        memcpy(out + FROM_BYTES / 2, &four.sin_addr, sizeof(four.sin_addr));
    }
}

/* The place of that address: its own, or a free one. */
static uint32_t source_of(const struct nj_porter *p,
                          const uint8_t from[FROM_BYTES])
{
    uint32_t place = NO_PLACE;

    for (uint32_t i = 0; i < NJ_COUNT(p->sources); i++) {
        const struct source *s = &p->sources[i];

        if (s->n == 0 && place == NO_PLACE)
            place = i;
        if (s->n > 0 && memcmp(s->from, from, FROM_BYTES) == 0)
            return i;
    }
    NJ_ASSERT(place != NO_PLACE);
    return place;
}

static uint32_t largest_source(const struct nj_porter *p)
{
    uint32_t most = 0;

    for (uint32_t i = 1; i < NJ_COUNT(p->sources); i++)
        if (p->sources[i].n > p->sources[most].n)
            most = i;
    return most;
}

static struct guest *oldest_of(struct nj_porter *p, uint32_t source)
{
    struct guest *oldest = NULL;

    for (uint32_t i = 0; i < NJ_PORTER_GUESTS_MAX; i++) {
        struct guest *g = &p->guests[i];

        if (g->wsi != NULL && g->source == source &&
            (oldest == NULL || g->number < oldest->number))
            oldest = g;
    }
    return oldest;
}

static void forget(struct nj_porter *p, struct guest *g)
{
    NJ_ASSERT(p->n > 0);
    NJ_ASSERT(p->sources[g->source].n > 0);
    p->sources[g->source].n--;
    p->n--;
    g->wsi = NULL;
}

static void send_away(struct nj_porter *p, struct guest *g)
{
    struct lws *wsi = g->wsi;

    forget(p, g);
    lws_set_timeout(wsi, PENDING_TIMEOUT_USER_REASON_BASE, LWS_TO_KILL_ASYNC);
}

static struct guest *find(struct nj_porter *p, const struct lws *wsi)
{
    for (uint32_t i = 0; i < NJ_PORTER_GUESTS_MAX; i++)
        if (p->guests[i].wsi == wsi)
            return &p->guests[i];
    return NULL;
}

void nj_porter_proved(struct nj_porter *p, const struct lws *wsi)
{
    struct guest *g = find(p, wsi);

    NJ_ASSERT(wsi != NULL);
    if (g != NULL)
        forget(p, g);
}

uint32_t nj_porter_guests(const struct nj_porter *p)
{
    return p->n;
}

/* --- patience --- */

static void schedule_sweep(struct nj_porter *p, int64_t wait_ms);

static void on_sweep(lws_sorted_usec_list_t *sul)
{
    const struct sweep *s = (const void *)sul;
    struct nj_porter *p = s->porter;
    int64_t now_ms = nj_monotonic_ms();
    int64_t next_ms = INT64_MAX;

    p->sweeping = false;
    for (uint32_t i = 0; i < NJ_PORTER_GUESTS_MAX; i++) {
        struct guest *g = &p->guests[i];

        if (g->wsi == NULL)
            continue;
        if (now_ms - g->since_ms >= p->patience_ms)
            send_away(p, g);
        else if (g->since_ms + p->patience_ms < next_ms)
            next_ms = g->since_ms + p->patience_ms;
    }
    if (next_ms != INT64_MAX)
        schedule_sweep(p, next_ms - now_ms + PUSHED_MS);
}

static void schedule_sweep(struct nj_porter *p, int64_t wait_ms)
{
    if (p->sweeping)
        return;
    p->sweeping = true;
    lws_sul_schedule(p->context, 0, &p->sweep.sul, on_sweep,
                     wait_ms * US_PER_MS);
}

/* --- letting in --- */

static void make_room(struct nj_porter *p, uint32_t source)
{
    bool too_many_of_one = p->sources[source].n >= p->most_of_one;
    struct guest *g;

    if (!too_many_of_one && p->n < p->most)
        return;
    g = oldest_of(p, too_many_of_one ? source : largest_source(p));
    NJ_ASSERT(g != NULL);
    send_away(p, g);
    if (nj_log_due(&p->pushed_out))
        nj_log(NJ_LOG_WARN, p->area, "strangers_crowd",
               NJ_FIELDS(nj_f_i64("sent_away", (int64_t)p->pushed_out)));
}

static void add_guest(struct nj_porter *p, struct lws *wsi, uint32_t source,
                      const uint8_t from[FROM_BYTES])
{
    struct guest *g = find(p, NULL);

    NJ_ASSERT(g != NULL);
    *g = (struct guest){.wsi = wsi,
                        .number = ++p->let_in,
                        .since_ms = nj_monotonic_ms(),
                        .source = source};
    memcpy(p->sources[source].from, from, FROM_BYTES);
    p->sources[source].n++;
    p->n++;
    schedule_sweep(p, p->patience_ms);
}

/* With no descriptor left the queue would stay full and wake us for ever. */
static bool turn_one_away(struct nj_porter *p)
{
    int fd;

    if (p->spare >= 0)
        (void)close(p->spare);
    fd = accept(p->fd, NULL, NULL);
    if (fd >= 0)
        (void)close(fd);
    p->spare = open("/dev/null", O_RDONLY | O_CLOEXEC);
    if (nj_log_due(&p->out_of_descriptors))
        nj_log(NJ_LOG_ERROR, p->area, "out_of_descriptors",
               NJ_FIELDS(nj_f_i64("count", (int64_t)p->out_of_descriptors),
                         nj_f_word("way_out", "raise LimitNOFILE")));
    return fd >= 0;
}

static bool prepare(int fd)
{
    const int one = 1;

    (void)setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &one, sizeof(one));
    return fcntl(fd, F_SETFD, FD_CLOEXEC) == 0 &&
           fcntl(fd, F_SETFL, O_NONBLOCK) == 0;
}

/* False if nobody else waits, or it cannot be said now. */
static bool let_one_in(struct nj_porter *p)
{
    struct sockaddr_storage at = {.ss_family = AF_UNSPEC};
    socklen_t n = sizeof(at);
    int fd = accept(p->fd, (struct sockaddr *)&at, &n);
    uint8_t from[FROM_BYTES];
    struct lws *wsi;
    uint32_t source;

    if (fd < 0 && (errno == EMFILE || errno == ENFILE))
        return turn_one_away(p);
    if (fd < 0)
        return errno == EINTR || errno == ECONNABORTED;
    if (!prepare(fd)) {
        (void)close(fd);
        return true;
    }
    write_from(&at, from);
    source = source_of(p, from);
    make_room(p, source);
    wsi = lws_adopt_socket_vhost(p->vhost, fd); /* closes it on failure */
    if (wsi != NULL)
        add_guest(p, wsi, source, from);
    return true;
}

void nj_porter_callback(struct nj_porter *p, const struct lws *wsi,
                        enum lws_callback_reasons reason)
{
    /* Half of what one address may have: those of the round before, who are
     * being heard in this one, all stay. */
    if (reason == LWS_CALLBACK_RAW_RX_FILE)
        for (uint32_t i = 0; i < p->most_of_one / 2 && let_one_in(p); i++)
            continue;
    else if (reason == LWS_CALLBACK_WSI_DESTROY)
        nj_porter_proved(p, wsi);
}

/* --- life --- */

static enum nj_status hand_over(struct nj_porter *p, const char *protocol,
                                struct nj_err *err)
{
    lws_adopt_desc_t info = {.vh = p->vhost,
                             .type = LWS_ADOPT_RAW_FILE_DESC,
                             .vh_prot_name = protocol,
                             .opaque = p};
    struct lws *wsi;

    info.fd.filefd = p->fd;
    wsi = lws_adopt_descriptor_vhost_via_info(&info);
    if (wsi == NULL)
        return nj_fail(err, NJ_ERR_IO, "cannot watch the listening socket");
    lws_set_timeout(wsi, NO_PENDING_TIMEOUT, 0);
    return NJ_OK;
}

enum nj_status nj_porter_open(const struct nj_porter_options *o,
                              struct nj_porter **out, struct nj_err *err)
{
    struct nj_porter *p = nj_alloc(sizeof(*p));
    enum nj_status st = nj_listen(&o->at, &p->fd, &p->at, err);

    NJ_ASSERT(o->guests >= 2 * SHARE);
    NJ_ASSERT(o->guests <= NJ_PORTER_GUESTS_MAX);
    NJ_ASSERT(o->patience_ms > 0);
    if (st != NJ_OK) {
        free(p);
        return st;
    }
    p->area = o->area;
    p->context = o->context;
    p->vhost = o->vhost;
    p->most = o->guests;
    p->most_of_one = o->guests / SHARE;
    p->patience_ms = o->patience_ms;
    p->sweep.porter = p;
    p->spare = open("/dev/null", O_RDONLY | O_CLOEXEC);
    st = hand_over(p, o->protocol, err);
    if (st != NJ_OK) {
        nj_porter_free(p);
        return st;
    }
    *out = p;
    return NJ_OK;
}

void nj_porter_free(struct nj_porter *p)
{
    if (p == NULL)
        return;
    if (p->spare >= 0)
        (void)close(p->spare);
    free(p);
}

const struct nj_endpoint *nj_porter_at(const struct nj_porter *p)
{
    return &p->at;
}

/* --- what the library says --- */

static void on_line(int level, const char *line)
{
    static pthread_mutex_t guard = PTHREAD_MUTEX_INITIALIZER;
    static uint64_t lines;
    char text[LINE_BYTES];
    size_t n = strcspn(line, "\n");
    uint64_t count;
    bool due;

    if (strstr(line, "://") != NULL || strchr(line, '?') != NULL)
        return;
    (void)pthread_mutex_lock(&guard);
    due = nj_log_due(&lines);
    count = lines;
    (void)pthread_mutex_unlock(&guard);
    if (!due)
        return;
    if (n >= sizeof(text))
        n = sizeof(text) - 1;
    memcpy(text, line, n);
    text[n] = '\0';
    nj_log(
        level == LLL_ERR ? NJ_LOG_WARN : NJ_LOG_INFO, "lws", "said",
        NJ_FIELDS(nj_f_i64("count", (int64_t)count), nj_f_text("line", text)));
}

static void set_log(void)
{
    lws_set_log_level(LLL_ERR | LLL_WARN, on_line);
}

void nj_porter_log(void)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;

    (void)pthread_once(&once, set_log);
}
