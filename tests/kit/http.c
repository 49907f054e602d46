/*
 * One HTTP request over a plain socket on loopback, for tests.
 */
#include "kit/http.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

#include "kit/nj_test.h"

#define PORT_FIRST 20000
#define PORTS      12000

static struct sockaddr_in address_of(uint16_t port)
{
    struct sockaddr_in a = {.sin_family = AF_INET};

    a.sin_port = htons(port);
    a.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    return a;
}

static size_t exchange(int fd, const char *path, char *in, size_t cap)
{
    const struct timeval patience = {.tv_sec = 10};
    char out[256];
    size_t n = 0;
    ssize_t k;
    int len = snprintf(out, sizeof(out),
                       "GET %s HTTP/1.1\r\nHost: localhost\r\n"
                       "Connection: close\r\n\r\n",
                       path);

    assert_in_range(len, 1, sizeof(out) - 1);
    (void)setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof(patience));
    if (write(fd, out, (size_t)len) != len)
        return 0;
    while (n + 1 < cap && (k = read(fd, in + n, cap - 1 - n)) > 0)
        n += (size_t)k;
    in[n] = '\0';
    return n;
}

/* 200 of "HTTP/1.1 200 OK"; -1: that is no answer. */
static int status_of(const char *answer)
{
    const char *at = strchr(answer, ' ');
    char *end = NULL;
    long code;

    if (at == NULL || strncmp(answer, "HTTP/1.", 7) != 0)
        return -1;
    code = strtol(at + 1, &end, 10);
    return end == at + 4 ? (int)code : -1; /* always three digits */
}

int nj_http_get(uint16_t port, const char *path, char *body, size_t cap)
{
    struct sockaddr_in a = address_of(port);
    int fd = socket(AF_INET, SOCK_STREAM, 0);
    static char in[16384];
    const char *text;
    int code = -1;

    in[0] = '\0';
    assert_true(fd >= 0);
    if (connect(fd, (const struct sockaddr *)&a, sizeof(a)) == 0 &&
        exchange(fd, path, in, sizeof(in)) > 0)
        code = status_of(in);
    (void)close(fd);
    text = strstr(in, "\r\n\r\n");
    (void)snprintf(body, cap, "%s", text != NULL ? text + 4 : "");
    return code;
}

size_t nj_http_ask(uint16_t port, const char *out, size_t n, char *in,
                   size_t cap)
{
    const struct timeval patience = {.tv_sec = 30};
    struct sockaddr_in a = address_of(port);
    int fd = socket(AF_INET, SOCK_STREAM, 0);
    size_t got = 0;
    ssize_t k = 0;

    assert_true(fd >= 0);
    (void)setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof(patience));
    assert_int_equal(connect(fd, (const struct sockaddr *)&a, sizeof(a)), 0);
    (void)send(fd, out, n, MSG_NOSIGNAL); /* it may have closed already */
    while (got + 1 < cap && (k = read(fd, in + got, cap - 1 - got)) > 0)
        got += (size_t)k;
    if (k < 0 && errno == EAGAIN)
        fail_msg("nobody closes after: %.60s", out);
    in[got] = '\0';
    (void)close(fd);
    return got;
}

/* Below those that the system gives to whoever dials: what is closed here would
 * soon be somebody's. Each process looks from a place of its own on. */
uint16_t nj_http_free_port(void)
{
    static uint32_t next;

    for (uint32_t i = 0; i < PORTS; i++) {
        uint32_t at = ((uint32_t)getpid() * 37 + next++) % PORTS;
        struct sockaddr_in a = address_of((uint16_t)(PORT_FIRST + at));
        int fd = socket(AF_INET, SOCK_STREAM, 0);
        int rc;

        assert_true(fd >= 0);
        rc = bind(fd, (const struct sockaddr *)&a, sizeof(a));
        (void)close(fd);
        if (rc == 0)
            return ntohs(a.sin_port);
    }
    fail_msg("no port is free");
    return 0;
}
