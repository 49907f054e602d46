/*
 * One thread passes bytes on between the two sides of each connection. What
 * the program says is looked at message by message.
 */
#include "kit/pg_proxy.h"

#include <poll.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include "base/status.h"
#include "base/str.h"
#include "kit/nj_test.h"

#define LINKS_MAX 16
#define LOOK_MS   5
#define SOCKET    ".s.PGSQL.5432"
#define BYTES     ((size_t)1 << 20)
#define READY     6 /* the length of "ready for a query" */

struct bytes {
    char *p;
    size_t n;
};

struct link {
    int ours, theirs;  /* -1: it is over */
    struct bytes said; /* by the program, and not passed on */
    bool begun;        /* its first message, which has no letter, is past */
    bool deaf;         /* nothing goes through any more */
    bool last;         /* cut when the server has answered */
    bool stall;        /* or from then on deaf */
};

struct nj_pg_proxy {
    pthread_t thread;
    pthread_mutex_t lock;
    char folder[64], server[128];
    int listener;
    bool stop;
    enum nj_pg_door door;
    uint32_t trips, nth;
    enum nj_pg_act act;
    char state[8];
    struct link links[LINKS_MAX];
};

/* --- connections --- */

static void hang_up(struct link *l)
{
    if (l->ours >= 0)
        (void)close(l->ours);
    if (l->theirs >= 0)
        (void)close(l->theirs);
    free(l->said.p);
    *l = (struct link){.ours = -1, .theirs = -1};
}

static int dial(const struct nj_pg_proxy *p)
{
    struct sockaddr_un at = {.sun_family = AF_UNIX};
    int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);

    (void)snprintf(at.sun_path, sizeof(at.sun_path), "%.100s", p->server);
    if (fd >= 0 && connect(fd, (const struct sockaddr *)&at, sizeof(at)) == 0)
        return fd;
    if (fd >= 0)
        (void)close(fd);
    return -1;
}

static void put(int fd, const char *bytes, size_t n)
{
    while (n > 0) {
        ssize_t sent = send(fd, bytes, n, MSG_NOSIGNAL);

        if (sent <= 0)
            return; /* it is gone, which the next read says */
        bytes += sent;
        n -= (size_t)sent;
    }
}

static size_t put_field(char *out, char kind, const char *text)
{
    out[0] = kind;
    memcpy(out + 1, text, strlen(text) + 1);
    return strlen(text) + 2;
}

static void put_length(char *at, size_t n)
{
    for (int i = 0; i < 4; i++)
        at[i] = (char)(unsigned char)(n >> (24 - 8 * i) & 0xff);
}

static void put_failure(int fd, const char *severity, const char *state)
{
    char text[160] = "E";
    size_t n = 5;

    n += put_field(text + n, 'S', severity);
    n += put_field(text + n, 'V', severity);
    n += put_field(text + n, 'C', state);
    n += put_field(text + n, 'M', "as the test wants it");
    text[n++] = '\0';
    put_length(text + 1, n - 1);
    put(fd, text, n);
}

static void take_in(struct nj_pg_proxy *p, int fd)
{
    struct link *l = p->links;

    while (l < p->links + LINKS_MAX && l->ours >= 0)
        l++;
    if (l == p->links + LINKS_MAX || p->door == NJ_PG_DOOR_SHUT) {
        (void)close(fd);
        return;
    }
    *l = (struct link){.ours = fd, .theirs = -1};
    if (p->door == NJ_PG_DOOR_OPEN)
        l->theirs = dial(p);
    if (p->door == NJ_PG_DOOR_OPEN && l->theirs < 0)
        hang_up(l);
}

/* --- what the program says --- */

static size_t length_at(const char *at)
{
    const unsigned char *u = (const unsigned char *)at;

    return (size_t)u[0] << 24 | (size_t)u[1] << 16 | (size_t)u[2] << 8 | u[3];
}

/* Rows of a COPY: nobody answers before their end. */
static bool is_poured(const struct link *l)
{
    return l->begun && l->said.p[0] == 'd';
}

/* The length of what waits up to the end of a trip, or of such rows; 0: that is
 * not here yet. */
static size_t find_trip(struct link *l)
{
    size_t at = 0;

    if (!l->begun) {
        if (l->said.n < 4 || l->said.n < length_at(l->said.p))
            return 0;
        return length_at(l->said.p);
    }
    while (at + 5 <= l->said.n) {
        size_t n = 1 + length_at(l->said.p + at + 1);
        char kind = l->said.p[at];

        if (at + n > l->said.n)
            return 0;
        at += n;
        if (strchr("SQXcfd", kind) != NULL)
            return at;
    }
    return 0;
}

static void answer_failure(const struct nj_pg_proxy *p, struct link *l)
{
    char ready[READY] = "Z";

    put_failure(l->ours, "ERROR", p->state);
    put_length(ready + 1, 5);
    ready[5] = 'E'; /* a transaction that has failed */
    put(l->ours, ready, READY);
}

/* A server that fails hears no more rows, and this one would go on waiting for
 * their end: the next trip fails. */
static bool waits_for_end(const struct nj_pg_proxy *p, const struct link *l)
{
    return p->act == NJ_PG_ACT_FAIL && l->said.p[0] == 'c';
}

/* True: the server does not hear of it. */
static bool act_on(struct nj_pg_proxy *p, struct link *l)
{
    p->trips++;
    if (p->nth == 0 || (p->nth == 1 && waits_for_end(p, l)) || --p->nth > 0)
        return false;
    switch (p->act) {
    case NJ_PG_ACT_FAIL:
        answer_failure(p, l);
        return true;
    case NJ_PG_ACT_CUT_BEFORE:
        hang_up(l);
        return true;
    case NJ_PG_ACT_STALL_BEFORE:
        l->deaf = true;
        return true;
    case NJ_PG_ACT_CUT_BEHIND:
        l->last = true;
        return false;
    case NJ_PG_ACT_STALL_BEHIND:
        l->stall = true;
        return false;
    }
    return false;
}

static void pass_on(struct nj_pg_proxy *p, struct link *l)
{
    size_t n;

    while (l->ours >= 0 && !l->deaf && (n = find_trip(l)) > 0) {
        bool kept =
            l->begun && l->said.p[0] != 'X' && !is_poured(l) && act_on(p, l);

        if (l->ours < 0)
            return;
        if (!kept)
            put(l->theirs, l->said.p, n);
        l->begun = true;
        memmove(l->said.p, l->said.p + n, l->said.n - n);
        l->said.n -= n;
    }
}

static void hear_program(struct nj_pg_proxy *p, struct link *l)
{
    ssize_t n;

    if (l->said.p == NULL)
        l->said.p = malloc(BYTES);
    n = l->said.p == NULL
            ? 0
            : read(l->ours, l->said.p + l->said.n, BYTES - l->said.n);
    if (n <= 0) {
        hang_up(l);
        return;
    }
    l->said.n += (size_t)n;
    if (l->theirs < 0) {
        put_failure(l->ours, "FATAL", "53300");
        hang_up(l);
        return;
    }
    pass_on(p, l);
}

static void hear_server(struct link *l)
{
    char bytes[8192];
    ssize_t n = read(l->theirs, bytes, sizeof(bytes));

    if (n <= 0) {
        hang_up(l);
        return;
    }
    if (!l->last && !l->stall) {
        put(l->ours, bytes, (size_t)n);
        return;
    }
    if ((n < READY || bytes[n - READY] != 'Z') && bytes[0] != 'G')
        return; /* it has not come to the end, and does not wait for rows */
    if (l->last)
        hang_up(l);
    else
        l->deaf = true;
}

/* --- the thread --- */

/* A connection of which nobody hears, and that the server has ended. */
static bool is_left(const struct link *l)
{
    struct pollfd one = {.fd = l->theirs};

    return l->deaf && poll(&one, 1, 0) > 0 && (one.revents & POLLHUP) != 0;
}

/* All under the lock; a look at those that can be read. */
static void serve(struct nj_pg_proxy *p)
{
    struct pollfd one = {.fd = p->listener, .events = POLLIN};

    if (poll(&one, 1, 0) > 0)
        take_in(p, accept(p->listener, NULL, NULL));
    for (size_t i = 0; i < LINKS_MAX; i++) {
        struct link *l = &p->links[i];
        struct pollfd two[2] = {{.fd = l->ours, .events = POLLIN},
                                {.fd = l->theirs, .events = POLLIN}};

        if (l->ours >= 0 && (p->door == NJ_PG_DOOR_SHUT || is_left(l)))
            hang_up(l);
        if (l->ours < 0 || l->deaf || p->door == NJ_PG_DOOR_SILENT ||
            poll(two, 2, 0) <= 0)
            continue;
        if (two[0].revents != 0)
            hear_program(p, l);
        if (l->theirs >= 0 && two[1].revents != 0)
            hear_server(l);
    }
}

/* Waits for anything that may be heard; what is deaf is left out. */
static void wait_for_any(struct nj_pg_proxy *p)
{
    struct pollfd all[1 + 2 * LINKS_MAX];
    nfds_t n = 0;

    (void)pthread_mutex_lock(&p->lock);
    all[n++] = (struct pollfd){.fd = p->listener, .events = POLLIN};
    for (size_t i = 0; i < LINKS_MAX; i++) {
        const struct link *l = &p->links[i];

        if (l->ours < 0 || l->deaf || p->door == NJ_PG_DOOR_SILENT)
            continue;
        all[n++] = (struct pollfd){.fd = l->ours, .events = POLLIN};
        all[n++] = (struct pollfd){.fd = l->theirs, .events = POLLIN};
    }
    (void)pthread_mutex_unlock(&p->lock);
    (void)poll(all, n, LOOK_MS);
}

static void *run(void *ctx)
{
    struct nj_pg_proxy *p = ctx;
    bool stop = false;

    while (!stop) {
        wait_for_any(p);
        (void)pthread_mutex_lock(&p->lock);
        serve(p);
        stop = p->stop;
        (void)pthread_mutex_unlock(&p->lock);
    }
    return NULL;
}

/* --- for the test --- */

static void place(struct nj_pg_proxy *p, const char *url)
{
    const char *host = strstr(url, "host=");
    struct sockaddr_un at = {.sun_family = AF_UNIX};

    assert_non_null(host);
    host += strlen("host=");
    (void)snprintf(p->server, sizeof(p->server), "%.100s", host);
    nj_str_copy(p->server + strcspn(p->server, "&"), sizeof(SOCKET) + 1,
                "/" SOCKET);
    (void)snprintf(p->folder, sizeof(p->folder), "/tmp/nj-proxy-XXXXXX");
    assert_non_null(mkdtemp(p->folder));
    (void)snprintf(at.sun_path, sizeof(at.sun_path), "%s/" SOCKET, p->folder);
    p->listener = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    assert_int_equal(
        bind(p->listener, (const struct sockaddr *)&at, sizeof(at)), 0);
    assert_int_equal(listen(p->listener, LINKS_MAX), 0);
}

struct nj_pg_proxy *nj_pg_proxy_start(const char *url, char *out, size_t cap)
{
    struct nj_pg_proxy *p = calloc(1, sizeof(*p));
    const char *host = strstr(url, "host=");

    assert_non_null(p);
    assert_non_null(host);
    for (size_t i = 0; i < LINKS_MAX; i++)
        p->links[i].ours = p->links[i].theirs = -1;
    place(p, url);
    host += strlen("host=");
    assert_in_range(snprintf(out, cap, "%.*s%s%s", (int)(host - url), url,
                             p->folder, host + strcspn(host, "&")),
                    1, cap - 1);
    assert_int_equal(pthread_mutex_init(&p->lock, NULL), 0);
    assert_int_equal(pthread_create(&p->thread, NULL, run, p), 0);
    return p;
}

void nj_pg_proxy_stop(struct nj_pg_proxy *p)
{
    char path[128];

    (void)pthread_mutex_lock(&p->lock);
    p->stop = true;
    (void)pthread_mutex_unlock(&p->lock);
    assert_int_equal(pthread_join(p->thread, NULL), 0);
    for (size_t i = 0; i < LINKS_MAX; i++)
        hang_up(&p->links[i]);
    (void)close(p->listener);
    (void)snprintf(path, sizeof(path), "%s/" SOCKET, p->folder);
    (void)unlink(path);
    (void)rmdir(p->folder);
    (void)pthread_mutex_destroy(&p->lock);
    free(p);
}

void nj_pg_proxy_at(struct nj_pg_proxy *p, uint32_t nth, enum nj_pg_act act,
                    const char *state)
{
    (void)pthread_mutex_lock(&p->lock);
    p->nth = nth;
    p->act = act;
    (void)snprintf(p->state, sizeof(p->state), "%s", state);
    p->trips = 0;
    (void)pthread_mutex_unlock(&p->lock);
}

uint32_t nj_pg_proxy_trips(struct nj_pg_proxy *p)
{
    uint32_t trips;

    (void)pthread_mutex_lock(&p->lock);
    trips = p->trips;
    (void)pthread_mutex_unlock(&p->lock);
    return trips;
}

void nj_pg_proxy_door(struct nj_pg_proxy *p, enum nj_pg_door door)
{
    (void)pthread_mutex_lock(&p->lock);
    p->door = door;
    for (size_t i = 0; i < LINKS_MAX && door == NJ_PG_DOOR_SHUT; i++)
        hang_up(&p->links[i]);
    (void)pthread_mutex_unlock(&p->lock);
}
