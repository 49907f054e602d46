/*
 * A socket that hears what services say of themselves.
 */
#include "kit/systemd.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <sys/un.h>
#include <unistd.h>

#include "kit/nj_test.h"

int nj_systemd_open(char *path, size_t cap)
{
    const struct timeval patience = {.tv_sec = 10};
    struct sockaddr_un a = {.sun_family = AF_UNIX};
    int fd = socket(AF_UNIX, SOCK_DGRAM, 0);

    assert_true(fd >= 0);
    (void)snprintf(path, cap, "/tmp/nj-notify-%ld", (long)getpid());
    (void)unlink(path);
    assert_true(strlen(path) < sizeof(a.sun_path));
    memcpy(a.sun_path, path, strlen(path) + 1);
    assert_int_equal(bind(fd, (const struct sockaddr *)&a, sizeof(a)), 0);
    assert_int_equal(setenv("NOTIFY_SOCKET", path, 1), 0);
    (void)setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof(patience));
    return fd;
}

void nj_systemd_hears(int fd, const char *what)
{
    char got[256];

    for (int i = 0; i < 100; i++) {
        ssize_t n = recv(fd, got, sizeof(got) - 1, 0);

        if (n <= 0)
            break;
        got[n] = '\0';
        if (strstr(got, what) != NULL)
            return;
    }
    fail_msg("systemd did not hear %s", what);
}
