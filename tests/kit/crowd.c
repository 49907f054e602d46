/*
 * Strangers who connect and stay, over plain sockets on loopback.
 */
#include "kit/crowd.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

#include <ifaddrs.h>

#include "base/clock.h"
#include "kit/nj_test.h"

#define OWN_DESCRIPTORS 2000 /* of the test and what it tests */
#define FD_LOOK         4096 /* descriptors that are looked at */

/* --- addresses --- */

static socklen_t address_of(const char *host, uint16_t port,
                            struct sockaddr_storage *out)
{
    struct sockaddr_in four = {.sin_family = AF_INET};
    struct sockaddr_in6 six = {.sin6_family = AF_INET6};

    memset(out, 0, sizeof(*out));
    if (strchr(host, ':') == NULL) {
        four.sin_port = htons(port);
        assert_int_equal(inet_pton(AF_INET, host, &four.sin_addr), 1);
        memcpy(out, &four, sizeof(four));
        return sizeof(four);
    }
    six.sin6_port = htons(port);
    assert_int_equal(inet_pton(AF_INET6, host, &six.sin6_addr), 1);
    memcpy(out, &six, sizeof(six));
    return sizeof(six);
}

static void put_address(const struct sockaddr_storage *at, char *out,
                        size_t cap)
{
    char host[INET6_ADDRSTRLEN] = "";
    struct sockaddr_in four;
    struct sockaddr_in6 six;

    memcpy(&four, at, sizeof(four));
    memcpy(&six, at, sizeof(six));
    if (at->ss_family == AF_INET) {
        (void)inet_ntop(AF_INET, &four.sin_addr, host, sizeof(host));
        (void)snprintf(out, cap, "%s:%u ", host,
                       (unsigned)ntohs(four.sin_port));
    } else {
        (void)inet_ntop(AF_INET6, &six.sin6_addr, host, sizeof(host));
        (void)snprintf(out, cap, "[%s]:%u ", host,
                       (unsigned)ntohs(six.sin6_port));
    }
}

bool nj_crowd_other_address(char *out, size_t cap)
{
    struct ifaddrs *all = NULL;
    bool found = false;

    if (getifaddrs(&all) != 0)
        return false;
    for (const struct ifaddrs *i = all; i != NULL && !found; i = i->ifa_next) {
        struct sockaddr_in four;

        if (i->ifa_addr == NULL || i->ifa_addr->sa_family != AF_INET)
            continue;
        memcpy(&four, i->ifa_addr, sizeof(four));
        if (ntohl(four.sin_addr.s_addr) >> 24 == IN_LOOPBACKNET)
            continue;
        found = cap >= INET_ADDRSTRLEN &&
                inet_ntop(AF_INET, &four.sin_addr, out, (socklen_t)cap) != NULL;
    }
    freeifaddrs(all);
    return found;
}

bool nj_crowd_has_ipv6(void)
{
    struct sockaddr_storage own;
    socklen_t n = address_of("::1", 0, &own);
    int fd = socket(AF_INET6, SOCK_STREAM, 0);
    bool has = fd >= 0 && bind(fd, (const struct sockaddr *)&own, n) == 0;

    if (fd >= 0)
        (void)close(fd);
    return has;
}

bool nj_crowd_open(const char *host, uint16_t port)
{
    struct sockaddr_storage to;
    socklen_t n = address_of(host, port, &to);
    int fd = socket(to.ss_family, SOCK_STREAM, 0);
    bool open;

    assert_true(fd >= 0);
    open = connect(fd, (const struct sockaddr *)&to, n) == 0;
    if (!open)
        assert_int_equal(errno, ECONNREFUSED);
    (void)close(fd);
    return open;
}

void nj_crowd_listening(char *out, size_t cap)
{
    size_t at = 0;

    out[0] = '\0';
    for (int fd = 0; fd < FD_LOOK; fd++) {
        int listens = 0;
        socklen_t n = sizeof(listens);
        struct sockaddr_storage where;

        if (getsockopt(fd, SOL_SOCKET, SO_ACCEPTCONN, &listens, &n) != 0 ||
            listens == 0)
            continue;
        n = sizeof(where);
        assert_int_equal(getsockname(fd, (struct sockaddr *)&where, &n), 0);
        put_address(&where, out + at, cap - at);
        at += strlen(out + at);
    }
}

/* --- the crowd --- */

size_t nj_crowd_size(void)
{
    struct rlimit limit = {0};

    assert_int_equal(getrlimit(RLIMIT_NOFILE, &limit), 0);
    limit.rlim_cur = limit.rlim_max;
    (void)setrlimit(RLIMIT_NOFILE, &limit);
    assert_int_equal(getrlimit(RLIMIT_NOFILE, &limit), 0);
    if (getenv("NJ_TEST_TENTH") != NULL ||
        limit.rlim_cur < NJ_CROWD_MAX + OWN_DESCRIPTORS)
        return NJ_CROWD_MAX / 10;
    return NJ_CROWD_MAX;
}

/* Many go from one address to one port: the system must not take a port for
 * an address before it knows where to. */
static int stranger(const char *from, const struct sockaddr_storage *to,
                    socklen_t n)
{
    struct sockaddr_storage own;
    int fd = socket(to->ss_family, SOCK_STREAM, 0);

    assert_true(fd >= 0);
    assert_int_equal(fcntl(fd, F_SETFL, O_NONBLOCK), 0);
    assert_int_equal(address_of(from, 0, &own), n);
    if (bind(fd, (const struct sockaddr *)&own, n) != 0)
        fail_msg("%s: %s", from, strerror(errno));
    if (connect(fd, (const struct sockaddr *)to, n) != 0)
        assert_int_equal(errno, EINPROGRESS);
    return fd;
}

void nj_crowd_come(struct nj_crowd *c, const char *from, const char *to,
                   uint16_t port, size_t n, const char *says)
{
    struct sockaddr_storage at;
    socklen_t len = address_of(to, port, &at);

    for (size_t i = 0; i < n; i++) {
        int fd = stranger(from, &at, len);

        assert_true(c->n < NJ_CROWD_MAX);
        c->fds[c->n++] = fd;
        if (says[0] != '\0')
            (void)send(fd, says, strlen(says), MSG_NOSIGNAL);
    }
}

static bool is_held(int fd)
{
    char byte;
    ssize_t k;

    do
        k = recv(fd, &byte, 1, 0);
    while (k > 0);
    return k < 0 && errno == EAGAIN;
}

size_t nj_crowd_held(const struct nj_crowd *c, size_t most, int64_t wait_ms)
{
    int64_t until_ms = nj_monotonic_ms() + wait_ms;
    size_t held;

    do {
        held = 0;
        for (size_t i = 0; i < c->n; i++)
            held += is_held(c->fds[i]);
        if (held > most)
            (void)poll(NULL, 0, 20);
    } while (held > most && nj_monotonic_ms() < until_ms);
    return held;
}

void nj_crowd_leave(struct nj_crowd *c)
{
    for (size_t i = 0; i < c->n; i++)
        (void)close(c->fds[i]);
    c->n = 0;
}
