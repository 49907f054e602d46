/*
 * Addresses to listen at, and the sockets bound to them.
 */
#include "gateway/web/listen.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/bug.h"

/* Copies keep the compiler content about who may look at what. */
static struct sockaddr_in in4(const struct nj_endpoint *e)
{
    struct sockaddr_in a;

    memcpy(&a, &e->at, sizeof(a));
    return a;
}

static struct sockaddr_in6 in6(const struct nj_endpoint *e)
{
    struct sockaddr_in6 a;

    memcpy(&a, &e->at, sizeof(a));
    return a;
}

/* --- as text --- */

static bool read_port(const char *text, uint16_t *port)
{
    size_t n = strspn(text, "0123456789");
    unsigned long v = strtoul(text, NULL, 10);

    if (n == 0 || n > 5 || text[n] != '\0' || v > UINT16_MAX)
        return false;
    *port = (uint16_t)v;
    return true;
}

static void set4(struct nj_endpoint *e, struct in_addr host, uint16_t port)
{
    struct sockaddr_in a = {.sin_family = AF_INET, .sin_addr = host};

    a.sin_port = htons(port);
    *e = (struct nj_endpoint){.n = sizeof(a)};
    memcpy(&e->at, &a, sizeof(a));
}

static void set6(struct nj_endpoint *e, struct in6_addr host, uint16_t port)
{
    struct sockaddr_in6 a = {.sin6_family = AF_INET6, .sin6_addr = host};

    a.sin6_port = htons(port);
    *e = (struct nj_endpoint){.n = sizeof(a)};
    memcpy(&e->at, &a, sizeof(a));
}

/* `host` is cut out of its text, without brackets. */
static bool read_host(const char *host, bool brackets, uint16_t port,
                      struct nj_endpoint *out)
{
    struct in_addr four;
    struct in6_addr six;

    if (!brackets && inet_pton(AF_INET, host, &four) == 1) {
        set4(out, four, port);
        return true;
    }
    if (brackets && inet_pton(AF_INET6, host, &six) == 1) {
        set6(out, six, port);
        return true;
    }
    return false;
}

enum nj_status nj_endpoint_read(const char *text, struct nj_endpoint *out,
                                struct nj_err *err)
{
    const char *colon = strrchr(text, ':');
    bool brackets = text[0] == '[';
    size_t n = colon == NULL ? 0 : (size_t)(colon - text);
    char host[INET6_ADDRSTRLEN];
    uint16_t port = 0;
    bool fine = n > 0 && read_port(colon + 1, &port);

    if (fine && brackets)
        fine = n > 2 && text[n - 1] == ']';
    if (fine && brackets)
        n -= 2;
    if (fine && n < sizeof(host)) {
        memcpy(host, text + brackets, n);
        host[n] = '\0';
        if (read_host(host, brackets, port, out))
            return NJ_OK;
    }
    return nj_fail(err, NJ_ERR_BAD_INPUT,
                   "not an address to listen at: '%.80s'; give one of this "
                   "machine and a port, such as 127.0.0.1:8081 or [::1]:8081",
                   text);
}

void nj_endpoint_text(const struct nj_endpoint *e,
                      char out[NJ_ENDPOINT_TEXT_MAX])
{
    char host[INET6_ADDRSTRLEN] = "";
    bool six = e->at.ss_family == AF_INET6;
    struct sockaddr_in a4 = in4(e);
    struct sockaddr_in6 a6 = in6(e);
    const void *address =
        six ? (const void *)&a6.sin6_addr : (const void *)&a4.sin_addr;

    (void)inet_ntop(e->at.ss_family, address, host, sizeof(host));
    (void)snprintf(out, NJ_ENDPOINT_TEXT_MAX, six ? "[%s]:%u" : "%s:%u", host,
                   (unsigned)nj_endpoint_port(e));
}

/* --- what it is --- */

uint16_t nj_endpoint_port(const struct nj_endpoint *e)
{
    return ntohs(e->at.ss_family == AF_INET6 ? in6(e).sin6_port
                                             : in4(e).sin_port);
}

bool nj_endpoint_loopback(const struct nj_endpoint *e)
{
    struct sockaddr_in6 six = in6(e);

    if (e->at.ss_family == AF_INET6)
        return IN6_IS_ADDR_LOOPBACK(&six.sin6_addr);
    return ntohl(in4(e).sin_addr.s_addr) >> 24 == IN_LOOPBACKNET;
}

static bool same_host(const struct nj_endpoint *a, const struct nj_endpoint *b)
{
    struct in6_addr one = in6(a).sin6_addr;
    struct in6_addr two = in6(b).sin6_addr;

    if (a->at.ss_family != b->at.ss_family)
        return false;
    if (a->at.ss_family == AF_INET6)
        return memcmp(&one, &two, sizeof(one)) == 0;
    return in4(a).sin_addr.s_addr == in4(b).sin_addr.s_addr;
}

bool nj_endpoint_same(const struct nj_endpoint *a, const struct nj_endpoint *b)
{
    return same_host(a, b) && nj_endpoint_port(a) == nj_endpoint_port(b);
}

/* --- the socket --- */

enum nj_status nj_listen_verify(int fd, const struct nj_endpoint *want,
                                struct nj_endpoint *bound, struct nj_err *err)
{
    struct nj_endpoint is = {.n = sizeof(is.at)};
    char wanted[NJ_ENDPOINT_TEXT_MAX], found[NJ_ENDPOINT_TEXT_MAX];

    if (getsockname(fd, (struct sockaddr *)&is.at, &is.n) != 0)
        return nj_fail(err, NJ_ERR_IO, "cannot ask where we listen: %s",
                       strerror(errno));
    if (same_host(&is, want) &&
        (nj_endpoint_port(want) == 0 ||
         nj_endpoint_port(want) == nj_endpoint_port(&is))) {
        *bound = is;
        return NJ_OK;
    }
    nj_endpoint_text(want, wanted);
    nj_endpoint_text(&is, found);
    return nj_fail(err, NJ_ERR_IO,
                   "asked to listen at %s, the system listens at %s instead; "
                   "that would let others in, so we do not",
                   wanted, found);
}

/* A restart must not wait until the connections of the last life are
 * forgotten; and an IPv6 socket never takes IPv4 along. */
static bool prepare(int fd, sa_family_t family)
{
    const int one = 1;

    if (fcntl(fd, F_SETFD, FD_CLOEXEC) != 0 ||
        fcntl(fd, F_SETFL, O_NONBLOCK) != 0 ||
        setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &one, sizeof(one)) != 0)
        return false;
    return family != AF_INET6 ||
           setsockopt(fd, IPPROTO_IPV6, IPV6_V6ONLY, &one, sizeof(one)) == 0;
}

static enum nj_status cannot(const struct nj_endpoint *want, int reason,
                             struct nj_err *err)
{
    char text[NJ_ENDPOINT_TEXT_MAX];

    nj_endpoint_text(want, text);
    if (reason == EADDRINUSE)
        return nj_fail(err, NJ_ERR_IO,
                       "cannot listen at %s: the port is taken; is another "
                       "program there?",
                       text);
    if (reason == EADDRNOTAVAIL)
        return nj_fail(err, NJ_ERR_IO,
                       "cannot listen at %s: this machine has no such address",
                       text);
    return nj_fail(err, NJ_ERR_IO, "cannot listen at %s: %s", text,
                   strerror(reason));
}

enum nj_status nj_listen(const struct nj_endpoint *want, int *fd,
                         struct nj_endpoint *bound, struct nj_err *err)
{
    int s = socket(want->at.ss_family, SOCK_STREAM, 0);
    enum nj_status st;

    NJ_ASSERT(want->n > 0);
    if (s < 0)
        return cannot(want, errno, err);
    if (!prepare(s, want->at.ss_family) ||
        bind(s, (const struct sockaddr *)&want->at, want->n) != 0) {
        st = cannot(want, errno, err);
        (void)close(s);
        return st;
    }
    /* Nobody can connect before listen(): a wrong address lets nobody in. */
    st = nj_listen_verify(s, want, bound, err);
    if (st == NJ_OK && listen(s, SOMAXCONN) != 0)
        st = cannot(want, errno, err);
    if (st != NJ_OK) {
        (void)close(s);
        return st;
    }
    *fd = s;
    return NJ_OK;
}
