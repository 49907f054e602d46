/*
 * Copies of a database, made and put back while nobody loses anything: each is
 * written under a passing name, read from beginning to end, on the disk, and
 * only then given its own name.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include <libgen.h>
#include <sqlite3.h>

#include "base/bug.h"
#include "base/clock.h"
#include "base/database.h"
#include "store/lock.h"
#include "store/sqlite_priv.h"

#define PATH_BYTES 4096
#define PART       ".part"

/* Appends an ending to a path; the caller frees. */
static char *with(const char *path, const char *ending)
{
    struct nj_str s = NJ_STR_INIT(PATH_BYTES);

    nj_str_addf(&s, "%s%s", path, ending);
    return nj_str_take(&s);
}

static enum nj_status cannot(const char *what, const char *path,
                             struct nj_err *err)
{
    return nj_fail(err, errno == ENOSPC ? NJ_ERR_FULL : NJ_ERR_IO,
                   "cannot %s '%s': %s", what, path, strerror(errno));
}

/* A file, or a folder with the names in it. */
static enum nj_status sync_path(const char *path, struct nj_err *err)
{
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    bool done = fd >= 0 && fsync(fd) == 0;
    enum nj_status st = done ? NJ_OK : cannot("sync", path, err);

    if (fd >= 0)
        (void)close(fd);
    return st;
}

static enum nj_status sync_folder_of(const char *path, struct nj_err *err)
{
    char *copy = with(path, "");
    enum nj_status st = sync_path(dirname(copy), err);

    free(copy);
    return st;
}

/* --- copying --- */

/* All pages at once: the source is one moment of the database. */
static void copy_pages(const struct nj_store *from, struct nj_store *to)
{
    sqlite3_backup *b = sqlite3_backup_init(to->db, "main", from->db, "main");
    int rc = b != NULL ? sqlite3_backup_step(b, -1) : sqlite3_errcode(to->db);

    (void)sqlite3_backup_finish(b);
    if (rc == SQLITE_DONE) /* one plain file, without a log beside it */
        rc = sqlite3_exec(to->db, "PRAGMA journal_mode=DELETE", NULL, NULL,
                          NULL);
    if (rc != SQLITE_OK)
        nj_sqlite_report(to, rc);
}

static enum nj_status copy_file(const char *from, const char *part,
                                struct nj_err *err)
{
    struct nj_store *source = NULL, *copy;
    enum nj_status st = nj_store_open_beside(&source, from, err);

    if (st != NJ_OK)
        return st;
    copy = nj_store_blank(part);
    if (nj_store_good(copy))
        copy_pages(source, copy);
    st = nj_store_status(copy, err);
    nj_store_close(copy);
    nj_store_close(source);
    return st;
}

static enum nj_status check_file(const char *path, struct nj_err *err)
{
    struct nj_store *s = NULL;
    enum nj_status st = nj_store_open_beside(&s, path, err);

    if (st != NJ_OK)
        return st;
    st = nj_store_check(s, err);
    nj_store_close(s);
    return st;
}

/* A copy under a passing name, whole and on the disk; on failure there is
 * none. */
static enum nj_status make_part(const char *from, const char *part,
                                struct nj_err *err)
{
    enum nj_status st;

    (void)unlink(part); /* of somebody who was killed */
    st = copy_file(from, part, err);
    if (st == NJ_OK)
        st = check_file(part, err);
    if (st == NJ_OK)
        st = sync_path(part, err);
    if (st != NJ_OK)
        nj_store_remove(part);
    return st;
}

/* A server has ways of its own. */
static enum nj_status refuse_url(const char *database, struct nj_err *err)
{
    char *shown;
    enum nj_status st = NJ_OK;

    if (!nj_database_is_url(database))
        return NJ_OK;
    shown = nj_database_shown(database);
    st = nj_fail(err, NJ_ERR_BAD_INPUT,
                 "database '%s' is on a server: back it up with pg_dump, or "
                 "bring it into a file with nightjar move",
                 shown);
    free(shown);
    return st;
}

enum nj_status nj_store_backup(const char *from, const char *to,
                               struct nj_err *err)
{
    char *part = with(to, PART);
    struct stat info;
    enum nj_status st = refuse_url(from, err);

    if (st != NJ_OK) {
        free(part);
        return st;
    }
    if (stat(to, &info) == 0) {
        free(part);
        return nj_fail(err, NJ_ERR_EXISTS,
                       "'%s' is there already: name a new file", to);
    }
    st = make_part(from, part, err);
    if (st == NJ_OK && rename(part, to) != 0)
        st = cannot("write", to, err);
    if (st == NJ_OK)
        st = sync_folder_of(to, err);
    free(part);
    return st;
}

/* --- putting one back --- */

/* Gives the database another name, with what belongs to it. The log goes
 * first: beside a file that is not its own it would be taken for its end. */
static enum nj_status move_away(const char *path, const char *kept,
                                struct nj_err *err)
{
    static const char *const endings[] = {"-wal", "-shm", "-promised", ""};
    enum nj_status st = NJ_OK;

    for (size_t i = 0; st == NJ_OK && i < NJ_COUNT(endings); i++) {
        char *from = with(path, endings[i]);
        char *to = with(kept, endings[i]);

        if (rename(from, to) != 0 && errno != ENOENT)
            st = cannot("move away", from, err);
        free(from);
        free(to);
    }
    return st;
}

/* "nightjar.db.before-20261128T031500Z"; "" if there is nothing to keep. */
static void name_kept(const char *path, struct nj_str *kept)
{
    struct nj_clock system = nj_clock_system();
    time_t now = (time_t)(nj_now_ms(&system) / 1000);
    struct tm tm;
    char stamp[32];

    nj_str_clear(kept);
    if (access(path, F_OK) != 0)
        return;
    (void)gmtime_r(&now, &tm);
    (void)strftime(stamp, sizeof(stamp), "%Y%m%dT%H%M%SZ", &tm);
    nj_str_addf(kept, "%s.before-%s", path, stamp);
}

/* With the lock in hand. The new file belongs to whom the old one did. */
static enum nj_status replace(const char *path, const char *part,
                              struct nj_str *kept, struct nj_err *err)
{
    struct stat old;
    enum nj_status st = NJ_OK;

    name_kept(path, kept);
    if (kept->len > 0 && stat(path, &old) == 0 && geteuid() == 0 &&
        chown(part, old.st_uid, old.st_gid) != 0)
        st = cannot("give away", part, err);
    if (st == NJ_OK && kept->len > 0)
        st = move_away(path, kept->p, err);
    if (st == NJ_OK && rename(part, path) != 0)
        st = cannot("write", path, err);
    return st == NJ_OK ? sync_folder_of(path, err) : st;
}

enum nj_status nj_store_restore(const char *path, const char *from,
                                struct nj_str *kept, struct nj_err *err)
{
    char *part;
    int lock = -1;
    enum nj_status st = refuse_url(path, err);

    if (st == NJ_OK)
        st = nj_lock_take(path, &lock, err);
    if (st != NJ_OK)
        return st;
    part = with(path, PART);
    st = make_part(from, part, err);
    if (st == NJ_OK)
        st = replace(path, part, kept, err);
    free(part);
    nj_lock_drop(lock);
    return st;
}
