/*
 * Strangers who connect and stay, and what this process listens at: for tests
 * of who may come in and from where.
 */
#ifndef NJ_KIT_CROWD_H
#define NJ_KIT_CROWD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define NJ_CROWD_MAX 10000

struct nj_crowd {
    int fds[NJ_CROWD_MAX];
    size_t n;
};

/* How many a test lets come: all, or a tenth where it is told so or this
 * process may not have more descriptors. Raises that limit as far as it may. */
size_t nj_crowd_size(void);

/* `n` more connect from the address `from` ("127.0.0.2", "::1") to the port of
 * `to`, without waiting to be let in, and each sends `says` if it can. */
void nj_crowd_come(struct nj_crowd *c, const char *from, const char *to,
                   uint16_t port, size_t n, const char *says);
/* So many of them have not been closed by the other side, as soon as it is at
 * most `most`, or after `wait_ms`. */
size_t nj_crowd_held(const struct nj_crowd *c, size_t most, int64_t wait_ms);
void nj_crowd_leave(struct nj_crowd *c);

/* Somebody takes connections at that address. */
bool nj_crowd_open(const char *host, uint16_t port);
/* An address of this machine that is no loopback; false if it has none. */
bool nj_crowd_other_address(char *out, size_t cap);
/* This machine has an IPv6 loopback; some containers have none. */
bool nj_crowd_has_ipv6(void);
/* All that this process listens at, as "127.0.0.1:8081 [::1]:9090 ". */
void nj_crowd_listening(char *out, size_t cap);

#endif
