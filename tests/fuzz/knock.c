/*
 * One connection an input. Each goes out from another loopback address, for
 * the system keeps the ports of those that are closed a while. The search
 * interrupts its own calls to see whether an input takes too long.
 */
#include "fuzz/knock.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <poll.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

#include "base/bug.h"

/* More than a machine with much else to do takes; less than the search waits. */
#define PATIENCE_S 120

/* For a connection whose making was interrupted: it goes on by itself. */
static void wait_for(int fd)
{
    struct pollfd p = {.fd = fd, .events = POLLOUT};
    int why = 0, rc;
    socklen_t n = sizeof(why);

    NJ_ASSERT(errno == EINTR);
    do
        rc = poll(&p, 1, PATIENCE_S * 1000);
    while (rc < 0 && errno == EINTR);
    NJ_ASSERT(rc == 1);
    NJ_ASSERT(getsockopt(fd, SOL_SOCKET, SO_ERROR, &why, &n) == 0);
    NJ_ASSERT(why == 0);
}

static int connect_to(uint16_t port)
{
    static uint32_t nth;
    const struct timeval patience = {.tv_sec = PATIENCE_S};
    const struct linger at_once = {.l_onoff = 1};
    struct sockaddr_in from = {.sin_family = AF_INET};
    struct sockaddr_in to = {.sin_family = AF_INET};
    int fd = socket(AF_INET, SOCK_STREAM, 0);

    NJ_ASSERT(fd >= 0);
    nth++;
    from.sin_addr.s_addr = htonl((127u << 24) + 2 + nth % 60000);
    to.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    to.sin_port = htons(port);
    NJ_ASSERT(bind(fd, (const struct sockaddr *)&from, sizeof(from)) == 0);
    (void)setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof(patience));
    (void)setsockopt(fd, SOL_SOCKET, SO_LINGER, &at_once, sizeof(at_once));
    if (connect(fd, (const struct sockaddr *)&to, sizeof(to)) != 0)
        wait_for(fd);
    return fd;
}

const char *nj_knock(uint16_t port, const uint8_t *data, size_t n)
{
    static char answer[NJ_KNOCK_ANSWER_MAX];
    int fd = connect_to(port);
    size_t got = 0;
    ssize_t k;

    do
        k = send(fd, data, n, MSG_NOSIGNAL); /* it may have been enough */
    while (k < 0 && errno == EINTR);
    (void)shutdown(fd, SHUT_WR);
    do {
        k = recv(fd, answer + got, sizeof(answer) - 1 - got, 0);
        got += k > 0 ? (size_t)k : 0;
    } while (got + 1 < sizeof(answer) && (k > 0 || (k < 0 && errno == EINTR)));
    NJ_ASSERT(k == 0 || errno != EAGAIN); /* the server has closed */
    answer[got] = '\0';
    (void)close(fd);
    return answer;
}
