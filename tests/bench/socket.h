/*
 * The platform's end of a WebSocket, for `nightjar bench`: whole texts out and
 * in, on loopback, with as little work as can be.
 */
#ifndef NJ_TESTS_BENCH_SOCKET_H
#define NJ_TESTS_BENCH_SOCKET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/status.h"
#include "base/str.h"

struct nj_bench_socket {
    int fd;            /* -1: none */
    struct nj_str out; /* frames that have not been written */
    unsigned char *in; /* what has come */
    size_t come;       /* bytes of it */
    size_t taken;      /* so many of them were read */
};

/* A port of loopback that was free a moment ago; 0: there is none. */
uint16_t nj_bench_socket_port(void);
/* Connects as the OneBot program of that account; tries for ten seconds, for
 * who listens there may only be starting. */
NJ_MUST_USE enum nj_status nj_bench_socket_dial(struct nj_bench_socket *s,
                                                uint16_t port,
                                                const char *account,
                                                const char *token,
                                                struct nj_err *err);
void nj_bench_socket_close(struct nj_bench_socket *s);

/* Puts a text behind those that nj_bench_socket_flush() writes. */
void nj_bench_socket_put(struct nj_bench_socket *s, const char *text, size_t n);
NJ_MUST_USE bool nj_bench_socket_flush(struct nj_bench_socket *s);
/* The next text that has come, lent until the next call; NULL: no whole one is
 * there. */
const char *nj_bench_socket_take(struct nj_bench_socket *s, size_t *n);
/* Reads what there is, waiting up to `wait_ms` for it; false: nothing came. */
bool nj_bench_socket_hear(struct nj_bench_socket *s, int wait_ms);

/* GET of a page of loopback into `out`, which is emptied first; false: nobody
 * answers. */
NJ_MUST_USE bool nj_bench_socket_page(uint16_t port, const char *path,
                                      struct nj_str *out);

#endif
