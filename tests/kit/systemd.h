/*
 * systemd's end of sd_notify(3), for the programs that a test starts.
 */
#ifndef NJ_KIT_SYSTEMD_H
#define NJ_KIT_SYSTEMD_H

#include <stddef.h>

/* A socket whose path goes to `path` and to NOTIFY_SOCKET; the caller unsets
 * that once they are started, closes and unlinks. */
int nj_systemd_open(char *path, size_t cap);
/* Asserts that somebody says that, within ten seconds of the last word. */
void nj_systemd_hears(int fd, const char *what);

#endif
