/*
 * The lock file beside a database.
 */
#include "store/lock.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/bug.h"
#include "base/str.h"

/* The digits that the holder has written; 0 if he has not yet. */
static long holder(int fd)
{
    char text[24];
    ssize_t n = pread(fd, text, sizeof(text) - 1, 0);

    NJ_ASSERT(fd >= 0);
    text[n > 0 ? n : 0] = '\0';
    return strtol(text, NULL, 10);
}

/* If this fails a stale number stays, and without the lock nobody reads it. */
static void erase(int fd)
{
    int failed = ftruncate(fd, 0);

    NJ_ASSERT(fd >= 0);
    (void)failed;
}

/* For the line that the next one gets; the lock holds without it, so a full
 * disk does not matter here. */
static void sign(int fd)
{
    char text[24];
    int n = snprintf(text, sizeof(text), "%ld\n", (long)getpid());

    NJ_ASSERT(n > 0);
    NJ_ASSERT((size_t)n < sizeof(text));
    erase(fd);
    if (pwrite(fd, text, (size_t)n, 0) < n)
        erase(fd);
}

static enum nj_status refuse(const char *path, int fd, int reason,
                             struct nj_err *err)
{
    long pid = holder(fd);

    NJ_ASSERT(fd >= 0);
    NJ_ASSERT(reason != 0);
    if (reason != EWOULDBLOCK)
        return nj_fail(err, NJ_ERR_IO, "cannot lock '%s': %s", path,
                       strerror(reason));
    if (pid > 0)
        return nj_fail(err, NJ_ERR_BUSY,
                       "the database is in use by process %ld, which holds "
                       "'%s': stop that process, or name another database",
                       pid, path);
    return nj_fail(err, NJ_ERR_BUSY,
                   "the database is in use by another process, which holds "
                   "'%s': stop that process, or name another database",
                   path);
}

static enum nj_status take(const char *path, int *out, struct nj_err *err)
{
    enum nj_status st;
    int fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);

    NJ_ASSERT(path[0] != '\0');
    if (fd < 0)
        return nj_fail(err, NJ_ERR_IO,
                       "cannot open the lock file '%s': %s; give this user the "
                       "right to write the folder",
                       path, strerror(errno));
    /* flock and not fcntl: it also holds against ourselves, and closing
     * another descriptor of the file does not release it. */
    if (flock(fd, LOCK_EX | LOCK_NB) != 0) {
        st = refuse(path, fd, errno, err);
        (void)close(fd);
        return st;
    }
    sign(fd);
    *out = fd;
    return NJ_OK;
}

/* Under another name the file would have another lock. */
static enum nj_status check_names(const char *database, struct nj_err *err)
{
    struct stat info;

    if (stat(database, &info) != 0 || info.st_nlink <= 1)
        return NJ_OK;
    return nj_fail(err, NJ_ERR_BAD_INPUT,
                   "the database '%s' has a second name (a hard link), under "
                   "which another process could write to it: remove that name "
                   "(find it with find -samefile), or use a copy",
                   database);
}

enum nj_status nj_lock_take(const char *database, int *fd, struct nj_err *err)
{
    struct nj_str path = NJ_STR_INIT(4096);
    enum nj_status st = check_names(database, err);

    NJ_ASSERT(database[0] != '\0');
    if (st != NJ_OK)
        return st;
    nj_str_puts(&path, database);
    nj_str_puts(&path, ".lock");
    if (path.over)
        st = nj_fail(err, NJ_ERR_LIMIT,
                     "the path of the database is too long: '%s'", database);
    else
        st = take(path.p, fd, err);
    nj_str_fini(&path);
    return st;
}

void nj_lock_drop(int fd)
{
    if (fd < 0)
        return;
    erase(fd);
    (void)close(fd);
}
