/*
 * Standing in front of the C library. The functions have names of ours for
 * the compiler and the library's for the linker.
 */
#include "fault/socket.h"

#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/types.h>
#include <unistd.h>

#include <dlfcn.h>

#include "base/bug.h"

#define SOCKETS 1024

typedef int connect_fn(int fd, const struct sockaddr *to, socklen_t len);
typedef ssize_t recv_fn(int fd, void *bytes, size_t n, int flags);
typedef ssize_t send_fn(int fd, const void *bytes, size_t n, int flags);
typedef int poll_fn(struct pollfd *fds, nfds_t n, int timeout);
typedef int close_fn(int fd);

connect_fn nj_socket_connect __asm__("connect");
recv_fn nj_socket_recv __asm__("recv");
send_fn nj_socket_send __asm__("send");
poll_fn nj_socket_poll __asm__("poll");
close_fn nj_socket_close __asm__("close");

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct nj_socket_fault fault;
static uint32_t seen;
static bool failed;
static bool client[SOCKETS];        /* sockets that a client has connected */
static _Thread_local bool connects; /* this is a client's thread */

static void real(const char *name, void *fn, size_t size)
{
    void *p = dlsym(RTLD_NEXT, name);

    NJ_ASSERT(p != NULL);
    memcpy(fn, &p, size);
}

static bool hit(enum nj_socket_call call)
{
    bool now;

    (void)pthread_mutex_lock(&lock);
    now = fault.nth > 0 && fault.call == call && ++seen == fault.nth;
    failed = failed || now;
    (void)pthread_mutex_unlock(&lock);
    return now;
}

static void mark(int fd, bool ours)
{
    (void)pthread_mutex_lock(&lock);
    if (fd >= 0 && fd < SOCKETS)
        client[fd] = ours;
    (void)pthread_mutex_unlock(&lock);
}

static bool is_client(int fd)
{
    bool ours;

    (void)pthread_mutex_lock(&lock);
    ours = fd >= 0 && fd < SOCKETS && client[fd];
    (void)pthread_mutex_unlock(&lock);
    return ours;
}

int nj_socket_connect(int fd, const struct sockaddr *to, socklen_t len)
{
    connect_fn *next;

    real("connect", &next, sizeof(next));
    connects = true;
    mark(fd, true);
    if (hit(NJ_SOCKET_CONNECT)) {
        errno = fault.error;
        return -1;
    }
    return next(fd, to, len);
}

ssize_t nj_socket_recv(int fd, void *bytes, size_t n, int flags)
{
    recv_fn *next;

    real("recv", &next, sizeof(next));
    if (!is_client(fd) || !hit(NJ_SOCKET_RECV))
        return next(fd, bytes, n, flags);
    if (fault.end)
        return 0;
    errno = fault.error;
    return fault.error == 0 ? next(fd, bytes, n > 0 ? 1 : 0, flags) : -1;
}

ssize_t nj_socket_send(int fd, const void *bytes, size_t n, int flags)
{
    send_fn *next;

    real("send", &next, sizeof(next));
    if (!is_client(fd) || !hit(NJ_SOCKET_SEND))
        return next(fd, bytes, n, flags);
    if (fault.end) /* it has left all the same */
        (void)next(fd, bytes, n, flags);
    errno = fault.error;
    return fault.error == 0 ? next(fd, bytes, n > 0 ? 1 : 0, flags) : -1;
}

int nj_socket_poll(struct pollfd *fds, nfds_t n, int timeout)
{
    poll_fn *next;

    real("poll", &next, sizeof(next));
    if (!connects || !hit(NJ_SOCKET_POLL))
        return next(fds, n, timeout);
    errno = fault.error;
    return -1;
}

int nj_socket_close(int fd)
{
    close_fn *next;

    real("close", &next, sizeof(next));
    mark(fd, false);
    return next(fd);
}

void nj_socket_fail(const struct nj_socket_fault *f)
{
    (void)pthread_mutex_lock(&lock);
    fault = *f;
    seen = 0;
    failed = false;
    (void)pthread_mutex_unlock(&lock);
}

bool nj_socket_failed(void)
{
    bool yes;

    (void)pthread_mutex_lock(&lock);
    fault.nth = 0;
    yes = failed;
    (void)pthread_mutex_unlock(&lock);
    return yes;
}
