/*
 * A listening socket that is bound to exactly the address asked for.
 *
 * Libraries that open one themselves look the address up among the
 * interfaces of the machine and, where that fails, listen on all of them;
 * here what the kernel says afterwards is compared with what was wanted, and
 * nobody listens where they differ.
 */
#ifndef NJ_GATEWAY_WEB_LISTEN_H
#define NJ_GATEWAY_WEB_LISTEN_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/socket.h>

#include "base/status.h"

#define NJ_ENDPOINT_TEXT_MAX 64 /* bytes of "[...]:65535" with the NUL */

/* An IPv4 or IPv6 address with a port. A plain value. */
struct nj_endpoint {
    struct sockaddr_storage at;
    socklen_t n; /* bytes of it that count */
};

/*
 * Reads "127.0.0.1:8081" or "[::1]:8081"; port 0 is any that is free. No
 * names, no zones: what is written is what is bound. NJ_ERR_BAD_INPUT says
 * what would be right.
 */
NJ_MUST_USE enum nj_status nj_endpoint_read(const char *text,
                                            struct nj_endpoint *out,
                                            struct nj_err *err);
/* As nj_endpoint_read() reads it. */
void nj_endpoint_text(const struct nj_endpoint *e,
                      char out[NJ_ENDPOINT_TEXT_MAX]);
uint16_t nj_endpoint_port(const struct nj_endpoint *e);
/* Only this machine reaches it: 127.0.0.0/8 or ::1. */
bool nj_endpoint_loopback(const struct nj_endpoint *e);
/* The same address and port; of IPv6 the zone does not matter. */
bool nj_endpoint_same(const struct nj_endpoint *a, const struct nj_endpoint *b);

/*
 * Listens there, without blocking and closed on exec; *bound is what the
 * kernel says, with the port. The caller closes *fd. NJ_ERR_IO if the port is
 * taken, the machine has no such address, or nj_listen_verify() fails.
 */
NJ_MUST_USE enum nj_status nj_listen(const struct nj_endpoint *want, int *fd,
                                     struct nj_endpoint *bound,
                                     struct nj_err *err);

/* The socket is bound to `want` and nothing else (port 0: any), and *bound is
 * set; NJ_ERR_IO if not. */
NJ_MUST_USE enum nj_status nj_listen_verify(int fd,
                                            const struct nj_endpoint *want,
                                            struct nj_endpoint *bound,
                                            struct nj_err *err);

#endif
