/*
 * What SQLite's result codes mean for us: a status, a line with the way out,
 * and whether the transaction or the whole store is over.
 */
#include <errno.h>

#include <sqlite3.h>

#include "base/arena.h"
#include "base/bug.h"
#include "store/sqlite_priv.h"

enum aftermath {
    AFTER_NOTHING, /* the statement had no effect, the transaction goes on */
    AFTER_ROLLBACK,
    AFTER_BROKEN /* rolled back, and the file is not touched again */
};

struct trouble {
    int rc; /* extended code, or a primary one for the rest of its family */
    enum nj_status st;
    enum aftermath after;
    const char *line; /* reads behind "database 'x'" */
};

static const struct trouble disk_full = {
    SQLITE_FULL, NJ_ERR_FULL, AFTER_ROLLBACK,
    "has no space left on its disk: free some; nothing stored is lost"};

/* Extended codes stand before their primary code. */
static const struct trouble troubles[] = {
    {SQLITE_CONSTRAINT_UNIQUE, NJ_ERR_EXISTS, AFTER_NOTHING,
     "has such a row already"},
    {SQLITE_CONSTRAINT_PRIMARYKEY, NJ_ERR_EXISTS, AFTER_NOTHING,
     "has such a row already"},
    {SQLITE_CONSTRAINT_FOREIGNKEY, NJ_ERR_NOT_FOUND, AFTER_NOTHING,
     "has no such match"},
    {SQLITE_CONSTRAINT, NJ_ERR_BAD_INPUT, AFTER_NOTHING,
     "does not take such a row"},
    {SQLITE_TOOBIG, NJ_ERR_LIMIT, AFTER_NOTHING, "does not take so long a row"},
    {SQLITE_IOERR_FSYNC, NJ_ERR_IO, AFTER_BROKEN,
     "could not be made safe on its disk: check the disk, then start again"},
    {SQLITE_IOERR_DIR_FSYNC, NJ_ERR_IO, AFTER_BROKEN,
     "could not be made safe on its disk: check the disk, then start again"},
    {SQLITE_IOERR_CORRUPTFS, NJ_ERR_IO, AFTER_BROKEN,
     "lies on a damaged file system: check the disk, restore a backup"},
    {SQLITE_IOERR, NJ_ERR_IO, AFTER_BROKEN,
     "could not be read or written: check the disk, then start again"},
    {SQLITE_CORRUPT, NJ_ERR_CORRUPT, AFTER_ROLLBACK,
     "is damaged: restore a backup"},
    {SQLITE_NOTADB, NJ_ERR_CORRUPT, AFTER_ROLLBACK,
     "is no database of ours: name another file, or restore a backup"},
    {SQLITE_ERROR, NJ_ERR_CORRUPT, AFTER_ROLLBACK,
     "does not have the tables it should have: restore a backup"},
    {SQLITE_BUSY, NJ_ERR_BUSY, AFTER_ROLLBACK,
     "is held by another program: close that program"},
    {SQLITE_LOCKED, NJ_ERR_BUSY, AFTER_ROLLBACK,
     "is held by another program: close that program"},
    {SQLITE_PROTOCOL, NJ_ERR_BUSY, AFTER_ROLLBACK,
     "is held by another program: close that program"},
    {SQLITE_READONLY, NJ_ERR_IO, AFTER_ROLLBACK,
     "cannot be written: give this user the right to write it and its folder"},
    {SQLITE_PERM, NJ_ERR_IO, AFTER_ROLLBACK,
     "cannot be written: give this user the right to write it and its folder"},
    {SQLITE_CANTOPEN, NJ_ERR_IO, AFTER_ROLLBACK,
     "cannot be opened: check that its folder exists and can be written"},
    {SQLITE_NOLFS, NJ_ERR_LIMIT, AFTER_ROLLBACK,
     "is too large for its file system: move it to another disk"},
};

/* Anything that the table does not foresee is a reason to stop. */
static const struct trouble unforeseen = {
    SQLITE_INTERNAL, NJ_ERR_IO, AFTER_BROKEN,
    "failed in a way that should not happen: start again"};

static const struct trouble *lookup(int rc)
{
    for (size_t i = 0; i < NJ_COUNT(troubles); i++)
        if (troubles[i].rc == rc || troubles[i].rc == (rc & 0xff))
            return &troubles[i];
    return (rc & 0xff) == SQLITE_FULL ? &disk_full : &unforeseen;
}

/* What the system said of the last write to the database or to its log. */
static bool is_quota(struct nj_store *s)
{
    sqlite3_file *log = NULL;
    int system = 0;

    (void)sqlite3_file_control(s->db, "main", SQLITE_FCNTL_JOURNAL_POINTER,
                               (void *)&log);
    if (log != NULL && log->pMethods != NULL)
        (void)log->pMethods->xFileControl(log, SQLITE_FCNTL_LAST_ERRNO,
                                          &system);
    if (system == 0)
        (void)sqlite3_file_control(s->db, "main", SQLITE_FCNTL_LAST_ERRNO,
                                   &system);
    return system == EDQUOT || system == ENOSPC;
}

/*
 * A full disk has several faces: a quota, or the index of the log that cannot
 * grow. A failed sync is none of them, whatever its reason: what the system
 * has dropped then will not come back (goals R4).
 */
static const struct trouble *classify(struct nj_store *s, int rc)
{
    if (rc == SQLITE_IOERR_SHMSIZE)
        return &disk_full;
    if ((rc == SQLITE_IOERR_WRITE || rc == SQLITE_IOERR_TRUNCATE) &&
        is_quota(s))
        return &disk_full;
    return lookup(rc);
}

void nj_sqlite_report(struct nj_store *s, int rc)
{
    const struct trouble *t;

    if ((rc & 0xff) == SQLITE_NOMEM || rc == SQLITE_IOERR_NOMEM)
        nj_out_of_memory();
    NJ_ASSERT((rc & 0xff) != SQLITE_MISUSE);
    NJ_ASSERT((rc & 0xff) != SQLITE_RANGE);
    t = classify(s, rc);
    nj_trouble_note(s, t->st, "database '%s' %s (%s, code %d)", s->path,
                    t->line, sqlite3_errmsg(s->db), rc);
    if (t->after == AFTER_BROKEN)
        s->broken = true;
    if (t->after != AFTER_NOTHING && sqlite3_get_autocommit(s->db) == 0)
        (void)sqlite3_exec(s->db, "ROLLBACK", NULL, NULL, NULL);
}
