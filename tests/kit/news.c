/*
 * Waiting for news, and listening for them.
 */
#include "kit/news.h"

#include <arpa/inet.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <sys/socket.h>

#include "base/bug.h"

int nj_news_listen(uint16_t *port)
{
    struct sockaddr_in a = {.sin_family = AF_INET};
    socklen_t n = sizeof(a);
    int rc, fd = socket(AF_INET, SOCK_STREAM, 0);

    NJ_ASSERT(fd >= 0);
    a.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    rc = bind(fd, (const struct sockaddr *)(const void *)&a, n);
    NJ_ASSERT(rc == 0);
    rc = listen(fd, 64);
    NJ_ASSERT(rc == 0);
    (void)fcntl(fd, F_SETFL, O_NONBLOCK);
    rc = getsockname(fd, (struct sockaddr *)(void *)&a, &n);
    NJ_ASSERT(rc == 0);
    *port = ntohs(a.sin_port);
    return fd;
}

void nj_news_init(pthread_cond_t *news)
{
    pthread_condattr_t attr;

    (void)pthread_condattr_init(&attr);
    (void)pthread_condattr_setclock(&attr, CLOCK_MONOTONIC);
    (void)pthread_cond_init(news, &attr);
    (void)pthread_condattr_destroy(&attr);
}

struct timespec nj_news_until(int64_t wait_ms)
{
    struct timespec t = {0};
    int rc = clock_gettime(CLOCK_MONOTONIC, &t);

    NJ_ASSERT(rc == 0);
    t.tv_sec += (time_t)(wait_ms / 1000);
    t.tv_nsec += (long)(wait_ms % 1000) * 1000000L;
    if (t.tv_nsec >= 1000000000L) {
        t.tv_nsec -= 1000000000L;
        t.tv_sec++;
    }
    return t;
}

bool nj_news_reached(pthread_mutex_t *lock, pthread_cond_t *news,
                     const uint32_t *number, uint32_t n, int64_t wait_ms)
{
    struct timespec until = nj_news_until(wait_ms);
    bool there;
    int rc = 0;

    (void)pthread_mutex_lock(lock);
    while (*number < n && rc == 0)
        rc = pthread_cond_timedwait(news, lock, &until);
    there = *number >= n;
    (void)pthread_mutex_unlock(lock);
    return there;
}

uint32_t nj_news_number(pthread_mutex_t *lock, const uint32_t *number)
{
    uint32_t n;

    (void)pthread_mutex_lock(lock);
    n = *number;
    (void)pthread_mutex_unlock(lock);
    return n;
}
