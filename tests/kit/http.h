/*
 * One HTTP request over a plain socket on loopback, for tests.
 */
#ifndef NJ_KIT_HTTP_H
#define NJ_KIT_HTTP_H

#include <stddef.h>
#include <stdint.h>

/* GET path: the status code, with the body in `body`; -1 if nobody answers. */
int nj_http_get(uint16_t port, const char *path, char *body, size_t cap);
/* Any bytes to 127.0.0.1 (`n` of them), and all that comes until the peer
 * closes: how much, with a NUL behind it. Fails the test if nobody closes. */
size_t nj_http_ask(uint16_t port, const char *out, size_t n, char *in,
                   size_t cap);
/* A port that was free a moment ago. */
uint16_t nj_http_free_port(void);

#endif
