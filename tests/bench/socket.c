/*
 * A WebSocket client of few steps: one connection, texts only, nothing masked
 * but in name.
 */
#include "bench/socket.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/bug.h"

#define IN_MAX    ((size_t)4 << 20) /* the longest text, and more */
#define OUT_MAX   ((size_t)16 << 20)
#define TRIES     1000 /* to connect, ten milliseconds apart */
#define ANSWER_MS 5000

#define FINAL      0x80
#define OP_TEXT    0x1
#define OP_PING    0x9
#define OP_PONG    0xa
#define MASKED     0x80
#define SHORT_MOST 125
#define LENGTH_16  126
#define LENGTH_64  127
#define MASK_BYTES 4

static struct sockaddr_in loopback(uint16_t port)
{
    struct sockaddr_in at = {.sin_family = AF_INET, .sin_port = htons(port)};

    at.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    return at;
}

uint16_t nj_bench_socket_port(void)
{
    struct sockaddr_in at = loopback(0);
    socklen_t n = sizeof(at);
    int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    uint16_t port = 0;

    if (fd < 0)
        return 0;
    if (bind(fd, (struct sockaddr *)&at, sizeof(at)) == 0 &&
        getsockname(fd, (struct sockaddr *)&at, &n) == 0)
        port = ntohs(at.sin_port);
    (void)close(fd);
    return port;
}

static int connect_once(uint16_t port)
{
    struct sockaddr_in at = loopback(port);
    int yes = 1;
    int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);

    if (fd < 0)
        return -1;
    if (connect(fd, (struct sockaddr *)&at, sizeof(at)) != 0) {
        (void)close(fd);
        return -1;
    }
    (void)setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof(yes));
    return fd;
}

static int connect_soon(uint16_t port)
{
    static const struct timespec moment = {.tv_nsec = 10000000};
    int fd = connect_once(port);

    for (int i = 0; i < TRIES && fd < 0; i++) {
        (void)nanosleep(&moment, NULL);
        fd = connect_once(port);
    }
    return fd;
}

static bool write_all(int fd, const char *bytes, size_t n)
{
    while (n > 0) {
        ssize_t put = send(fd, bytes, n, MSG_NOSIGNAL);

        if (put <= 0)
            return false;
        bytes += put;
        n -= (size_t)put;
    }
    return true;
}

bool nj_bench_socket_hear(struct nj_bench_socket *s, int wait_ms)
{
    struct pollfd news = {.fd = s->fd, .events = POLLIN};
    ssize_t n;

    memmove(s->in, s->in + s->taken, s->come - s->taken);
    s->come -= s->taken;
    s->taken = 0;
    NJ_ASSERT(s->come < IN_MAX);
    if (poll(&news, 1, wait_ms) <= 0)
        return false;
    n = recv(s->fd, s->in + s->come, IN_MAX - s->come, 0);
    s->come += n > 0 ? (size_t)n : 0;
    return n > 0;
}

/* Where the head of its answer ends; 0: that has not come. */
static size_t head_end(const struct nj_bench_socket *s)
{
    static const char end[] = "\r\n\r\n";

    for (size_t i = 0; i + 4 <= s->come; i++)
        if (memcmp(s->in + i, end, 4) == 0)
            return i + 4;
    return 0;
}

static bool shake_hands(struct nj_bench_socket *s, const char *account,
                        const char *token)
{
    struct nj_str head = NJ_STR_INIT(1000);
    bool well;

    nj_str_addf(&head,
                "GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\n"
                "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
                "Sec-WebSocket-Key: bmlnaHRqYXItYmVuY2gtMQ==\r\n"
                "X-Self-ID: %s\r\nX-Client-Role: Universal\r\n"
                "Authorization: Bearer %s\r\n\r\n",
                account, token);
    well = write_all(s->fd, head.p, head.len);
    nj_str_fini(&head);
    while (well && head_end(s) == 0)
        well = nj_bench_socket_hear(s, ANSWER_MS);
    s->taken = head_end(s);
    return well && memcmp(s->in, "HTTP/1.1 101", 12) == 0;
}

enum nj_status nj_bench_socket_dial(struct nj_bench_socket *s, uint16_t port,
                                    const char *account, const char *token,
                                    struct nj_err *err)
{
    *s = (struct nj_bench_socket){.fd = connect_soon(port),
                                  .out = NJ_STR_INIT(OUT_MAX),
                                  .in = nj_alloc(IN_MAX)};
    if (s->fd >= 0 && shake_hands(s, account, token))
        return NJ_OK;
    return nj_fail(err, NJ_ERR_IO, "nobody lets us in on port %u",
                   (unsigned)port);
}

void nj_bench_socket_close(struct nj_bench_socket *s)
{
    if (s->fd >= 0)
        (void)close(s->fd);
    s->fd = -1;
    free(s->in);
    s->in = NULL;
    nj_str_fini(&s->out);
}

/* A mask of zeros leaves a text as it is. */
static void put(struct nj_bench_socket *s, unsigned op, const char *text,
                size_t n)
{
    static const char mask[MASK_BYTES] = {0};

    NJ_ASSERT(n <= UINT16_MAX);
    nj_str_putc(&s->out, (char)(FINAL | op));
    if (n <= SHORT_MOST) {
        nj_str_putc(&s->out, (char)(MASKED | n));
    } else {
        nj_str_putc(&s->out, (char)(MASKED | LENGTH_16));
        nj_str_putc(&s->out, (char)(n >> 8));
        nj_str_putc(&s->out, (char)(n & 0xff));
    }
    nj_str_add(&s->out, mask, sizeof(mask));
    nj_str_add(&s->out, text, n);
    NJ_ASSERT(!s->out.over);
}

void nj_bench_socket_put(struct nj_bench_socket *s, const char *text, size_t n)
{
    put(s, OP_TEXT, text, n);
}

bool nj_bench_socket_flush(struct nj_bench_socket *s)
{
    bool well = write_all(s->fd, s->out.p, s->out.len);

    nj_str_clear(&s->out);
    return well;
}

/* A frame's head: its bytes, and those behind it; false: it is not whole. */
static bool read_head(const unsigned char *p, size_t come, size_t *head,
                      size_t *n)
{
    size_t more;

    if (come < 2)
        return false;
    more = p[1] == LENGTH_16 ? 2 : p[1] == LENGTH_64 ? 8 : 0;
    *head = 2 + more;
    *n = more == 0 ? p[1] : 0;
    if (come < *head)
        return false;
    for (size_t i = 0; i < more; i++)
        *n = *n << 8 | p[2 + i];
    return come - *head >= *n;
}

const char *nj_bench_socket_take(struct nj_bench_socket *s, size_t *n)
{
    size_t head;

    while (read_head(s->in + s->taken, s->come - s->taken, &head, n)) {
        const unsigned char *at = s->in + s->taken;
        const char *text = (const char *)at + head;

        s->taken += head + *n;
        if (at[0] == (FINAL | OP_TEXT))
            return text;
        if (at[0] == (FINAL | OP_PING))
            put(s, OP_PONG, text, *n);
    }
    return NULL;
}

bool nj_bench_socket_page(uint16_t port, const char *path, struct nj_str *out)
{
    char request[200], part[4096];
    int fd = connect_once(port);
    ssize_t n = 0;
    int len = snprintf(request, sizeof(request),
                       "GET %s HTTP/1.1\r\nHost: 127.0.0.1\r\n"
                       "Connection: close\r\n\r\n",
                       path);

    nj_str_clear(out);
    if (fd < 0)
        return false;
    if (write_all(fd, request, (size_t)len))
        while ((n = recv(fd, part, sizeof(part), 0)) > 0)
            nj_str_add(out, part, (size_t)n);
    (void)close(fd);
    return n == 0 && out->len > 0 && !out->over;
}
