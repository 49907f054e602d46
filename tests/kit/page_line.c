/*
 * The page's side of a WebSocket, as small as RFC 6455 allows.
 */
#include "kit/page_line.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

#include "kit/nj_test.h"

#define WAIT_S     10
#define FRAMES_MAX 2000

static bool read_all(int fd, void *to, size_t n)
{
    size_t got = 0;

    while (got < n) {
        ssize_t k = recv(fd, (char *)to + got, n - got, 0);

        if (k <= 0)
            return false;
        got += (size_t)k;
    }
    return true;
}

static void send_all(int fd, const void *from, size_t n)
{
    size_t sent = 0;

    while (sent < n) {
        ssize_t k = send(fd, (const char *)from + sent, n - sent, MSG_NOSIGNAL);

        if (k <= 0)
            return; /* the peer has gone: the next read says so */
        sent += (size_t)k;
    }
}

static int dial(uint16_t port)
{
    struct sockaddr_in at = {.sin_family = AF_INET};
    const struct timeval wait = {.tv_sec = WAIT_S};
    int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);

    assert_true(fd >= 0);
    at.sin_port = htons(port);
    at.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    assert_int_equal(
        setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &wait, sizeof(wait)), 0);
    assert_int_equal(connect(fd, (struct sockaddr *)&at, sizeof(at)), 0);
    return fd;
}

/* The head of the answer, byte by byte: a frame may stand right behind it. */
static int read_status(int fd)
{
    char head[4096] = "";
    size_t n = 0;

    while (n + 1 < sizeof(head) && strstr(head, "\r\n\r\n") == NULL &&
           read_all(fd, head + n, 1))
        n++;
    return n > 12 ? (int)strtol(head + 9, NULL, 10) : -1;
}

int nj_page_line_open(struct nj_page_line *l, uint16_t port, const char *host,
                      const char *origin, const char *path)
{
    char own[32], from[64], head[1024];
    int n, status;

    (void)snprintf(own, sizeof(own), "127.0.0.1:%u", (unsigned)port);
    (void)snprintf(from, sizeof(from), "http://%s", own);
    n = snprintf(head, sizeof(head),
                 "GET %s HTTP/1.1\r\nHost: %s\r\n%s%s%sConnection: "
                 "Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: "
                 "13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n",
                 path, host != NULL ? host : own,
                 origin != NULL ? "Origin: " : "",
                 origin == NULL      ? ""
                 : origin[0] == '\0' ? from
                                     : origin,
                 origin != NULL ? "\r\n" : "");
    assert_in_range(n, 1, sizeof(head) - 1);
    l->fd = dial(port);
    send_all(l->fd, head, (size_t)n);
    status = read_status(l->fd);
    if (status != 101)
        nj_page_line_close(l);
    return status;
}

void nj_page_line_close(struct nj_page_line *l)
{
    if (l->fd >= 0)
        (void)close(l->fd);
    l->fd = -1;
}

void nj_page_line_send(const struct nj_page_line *l, int opcode,
                       const char *bytes, size_t n)
{
    static const unsigned char mask[4] = {1, 2, 3, 4};
    unsigned char *frame = malloc(n + 14);
    size_t at = 2;

    assert_non_null(frame);
    frame[0] = (unsigned char)(0x80 | opcode);
    if (n < 126) {
        frame[1] = (unsigned char)(0x80 | n);
    } else if (n < 65536) {
        frame[1] = 0x80 | 126;
        frame[at++] = (unsigned char)(n >> 8);
        frame[at++] = (unsigned char)(n & 255);
    } else {
        frame[1] = 0x80 | 127;
        for (int i = 7; i >= 0; i--)
            frame[at++] = (unsigned char)((uint64_t)n >> (8 * i) & 255);
    }
    memcpy(frame + at, mask, 4);
    at += 4;
    for (size_t i = 0; i < n; i++)
        frame[at + i] = (unsigned char)((unsigned char)bytes[i] ^ mask[i % 4]);
    send_all(l->fd, frame, at + n);
    free(frame);
}

void nj_page_line_say(const struct nj_page_line *l, const char *text)
{
    nj_page_line_send(l, 1, text, strlen(text));
}

/* Bytes of the frame; -1: the peer has gone or says so. */
static int64_t read_head(int fd, int *opcode)
{
    unsigned char head[2], more[8] = {0};
    uint64_t n;
    size_t wide;

    if (!read_all(fd, head, sizeof(head)))
        return -1;
    *opcode = head[0] & 15;
    n = head[1] & 127;
    wide = n == 126 ? 2 : n == 127 ? 8 : 0;
    if (wide > 0) {
        if (!read_all(fd, more, wide))
            return -1;
        n = 0;
        for (size_t i = 0; i < wide; i++)
            n = n << 8 | more[i];
    }
    assert_true(n <= 1U << 24);
    return (int64_t)n;
}

int nj_page_line_take(const struct nj_page_line *l, char *out, size_t cap)
{
    for (int i = 0; i < FRAMES_MAX; i++) {
        int opcode = 0;
        int64_t n = read_head(l->fd, &opcode);
        char *all;
        size_t kept;

        if (n < 0 || opcode == 8)
            return -1;
        all = malloc((size_t)n + 1);
        assert_non_null(all);
        assert_true(read_all(l->fd, all, (size_t)n));
        kept = (size_t)n < cap ? (size_t)n : cap - 1;
        memcpy(out, all, kept);
        out[kept] = '\0';
        free(all);
        if (opcode == 1)
            return (int)kept;
    }
    fail_msg("nothing but other frames");
    return -1;
}

void nj_page_line_await(const struct nj_page_line *l, const char *word,
                        char *out, size_t cap)
{
    for (int i = 0; i < FRAMES_MAX; i++) {
        if (nj_page_line_take(l, out, cap) < 0)
            fail_msg("the line has ended before '%s'", word);
        if (strstr(out, word) != NULL)
            return;
    }
    fail_msg("'%s' never came", word);
}
