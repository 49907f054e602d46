/*
 * The store's answer in SQLite: opening and closing the file, transactions,
 * and moving the write-ahead log into the database. Rows are in *_rows.c.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <sqlite3.h>

#include "base/arena.h"
#include "base/bug.h"
#include "base/log.h"
#include "base/str.h"
#include "store/lock.h"
#include "store/schema.h"
#include "store/store_priv.h"

/* Another program, a shell or a backup, may hold the file that long. */
#define BUSY_MS 1000
/* Pages in the log: from here on it is cut when idle (16 MiB), and moved into
 * the database even if the loop is never idle (64 MiB). */
#define WAL_LARGE 4096
#define WAL_MAX   16384

#define MEMORY ":memory:"

/* --- opening --- */

static void create_file(struct nj_store *s)
{
    /* Roles and seeds lie in it: nobody else's business. */
    int fd = open(s->path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);

    NJ_ASSERT(s->path[0] != '\0');
    if (fd < 0 && errno != EEXIST)
        nj_trouble_note(s, errno == ENOSPC ? NJ_ERR_FULL : NJ_ERR_IO,
                        "cannot make database '%s': %s; its folder must exist "
                        "and this user must have the right to write it",
                        s->path, strerror(errno));
    if (fd >= 0)
        (void)close(fd);
}

/* The file exists afterwards. It is not opened if it did before: closing a
 * descriptor of it would release the locks of anybody in this process. */
static void prepare_file(struct nj_store *s)
{
    struct stat info;

    NJ_ASSERT(s->db == NULL);
    if (s->path[0] == '\0')
        nj_trouble_note(s, NJ_ERR_BAD_INPUT, "the path of the database is ''");
    else if (stat(s->path, &info) != 0)
        create_file(s);
    else if (!S_ISREG(info.st_mode))
        nj_trouble_note(s, NJ_ERR_BAD_INPUT,
                        "'%s' is not a file: name the file of the database",
                        s->path);
}

/* SQLite would take such a name for a URL. */
static char *plain_name(const char *path)
{
    struct nj_str name = NJ_STR_INIT(strlen(path) + 2);

    if (strncmp(path, "file:", 5) == 0)
        nj_str_puts(&name, "./");
    nj_str_puts(&name, path);
    return nj_str_take(&name);
}

static void connect_file(struct nj_store *s, int mode)
{
    char *name = plain_name(s->path);
    int rc = sqlite3_open_v2(
        name, &s->db, mode | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE, NULL);

    free(name);
    if (s->db == NULL)
        nj_out_of_memory();
    if (rc != SQLITE_OK) {
        nj_trouble_report(s, rc);
        return;
    }
    /* A file that turns out not to be ours is left exactly as it is. */
    (void)sqlite3_db_config(s->db, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, NULL);
    (void)sqlite3_db_config(s->db, SQLITE_DBCONFIG_DEFENSIVE, 1, NULL);
    (void)sqlite3_db_config(s->db, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, NULL);
    (void)sqlite3_busy_timeout(s->db, BUSY_MS);
    if (mode == SQLITE_OPEN_READWRITE &&
        sqlite3_db_readonly(s->db, "main") == 1)
        nj_trouble_report(s, SQLITE_READONLY);
}

/*
 * SQLite deletes the log of an empty database. If there is one, the database
 * has lost its bytes by other hands, and the log may be all that is left.
 */
static void refuse_lost_log(struct nj_store *s)
{
    const char *file = sqlite3_db_filename(s->db, "main");
    const char *wal = sqlite3_filename_wal(file);
    struct stat main_info, wal_info;

    NJ_ASSERT(s->db != NULL);
    if (stat(file, &main_info) != 0 || main_info.st_size > 0 ||
        stat(wal, &wal_info) != 0 || wal_info.st_size == 0)
        return;
    nj_trouble_note(s, NJ_ERR_CORRUPT,
                    "database '%s' is empty and its log '%s' is not: restore a "
                    "backup, or move the log away",
                    s->path, wal);
}

/* The lock stands beside the real file, whatever links lead to it. */
static void take_lock(struct nj_store *s)
{
    struct nj_err err = {{0}};
    enum nj_status st =
        nj_lock_take(sqlite3_db_filename(s->db, "main"), &s->lock_fd, &err);

    if (st == NJ_OK)
        refuse_lost_log(s);
    else
        nj_store_fail(s, st, &err);
}

static int count_frames(void *ctx, sqlite3 *db, const char *name, int frames)
{
    struct nj_store *s = ctx;

    NJ_ASSERT(frames >= 0);
    (void)db;
    (void)name;
    s->wal_frames = frames;
    return SQLITE_OK;
}

/* Runs statements of ours that nobody keeps. */
static void run(struct nj_store *s, const char *sql)
{
    int rc = nj_store_good(s) ? sqlite3_exec(s->db, sql, NULL, NULL, NULL)
                              : SQLITE_OK;

    if (rc != SQLITE_OK)
        nj_trouble_report(s, rc);
}

static void set_up(struct nj_store *s, bool in_memory)
{
    struct nj_stmt q;
    const char *mode;
    bool wal;

    NJ_ASSERT(s->db != NULL);
    run(s, "PRAGMA synchronous=FULL;"
           "PRAGMA foreign_keys=ON;"
           "PRAGMA mmap_size=0;"
           "PRAGMA secure_delete=OFF;"
           "PRAGMA cell_size_check=ON;"
           "PRAGMA cache_size=-8000;" /* KiB */
           "PRAGMA temp_store=MEMORY;");
    q = nj_stmt_begin(s, "PRAGMA journal_mode=WAL");
    mode = nj_stmt_step(&q) ? nj_read_text(&q) : "";
    wal = strcmp(mode, "wal") == 0;
    nj_stmt_end(&q);
    if (!wal && !in_memory)
        nj_trouble_note(s, NJ_ERR_IO,
                        "database '%s' cannot have a write-ahead log there: "
                        "move it to a disk of this machine",
                        s->path);
    if (!nj_store_good(s))
        return;
    /* Takes the place of SQLite's own hook, which would checkpoint inside of
     * a commit; ours only counts. */
    (void)sqlite3_wal_hook(s->db, count_frames, s);
    (void)sqlite3_db_config(s->db, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 0, NULL);
}

static void open_all(struct nj_store *s)
{
    bool in_memory = strcmp(s->path, MEMORY) == 0;
    int64_t version;

    if (!in_memory)
        prepare_file(s);
    if (nj_store_good(s))
        connect_file(s, SQLITE_OPEN_READWRITE);
    if (nj_store_good(s) && !in_memory)
        take_lock(s);
    version = nj_schema_identify(s);
    if (nj_store_good(s) && !in_memory)
        nj_promise_compare(s, version);
    if (s->older != NULL) {
        /* Whoever looks for what is missing finds all as it was. */
        NJ_ASSERT(s->use == NJ_STORE_READER);
        run(s, "PRAGMA query_only=ON");
        return;
    }
    if (nj_store_good(s))
        set_up(s, in_memory);
    nj_schema_migrate(s, version);
    nj_promise_begin(s, version);
    nj_out_recover(s);
}

static struct nj_store *make(const char *path, enum nj_store_use use)
{
    struct nj_store *s = nj_alloc(sizeof(*s));

    NJ_ASSERT(path != NULL);
    /* Nobody reads its statistics, which take a mutex at every allocation.
     * SQLite refuses this once it is running: then it has been said. */
    (void)sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0);
    s->path = nj_strndup(path, strlen(path));
    s->use = use;
    s->lock_fd = -1;
    return s;
}

/* Hands out what was opened, or closes it and says why. */
static enum nj_status hand_out(struct nj_store *s, struct nj_store **out,
                               struct nj_err *err)
{
    enum nj_status st = nj_store_status(s, err);

    if (st == NJ_OK)
        *out = s;
    else
        nj_store_close(s);
    return st;
}

static enum nj_status open_for(struct nj_store **out, const char *path,
                               enum nj_store_use use, struct nj_err *err)
{
    struct nj_store *s = make(path, use);

    open_all(s);
    return hand_out(s, out, err);
}

enum nj_status nj_store_open(struct nj_store **out, const char *path,
                             struct nj_err *err)
{
    return open_for(out, path, NJ_STORE_OWNER, err);
}

enum nj_status nj_store_open_older(struct nj_store **out, const char *path,
                                   struct nj_err *err)
{
    return open_for(out, path, NJ_STORE_ACCEPTS_OLDER, err);
}

enum nj_status nj_store_open_to_read(struct nj_store **out, const char *path,
                                     struct nj_err *err)
{
    return open_for(out, path, NJ_STORE_READER, err);
}

/* One moment of the database is read, whatever is written meanwhile; it is
 * left as it is, the log too. */
enum nj_status nj_store_open_beside(struct nj_store **out, const char *path,
                                    struct nj_err *err)
{
    struct nj_store *s = make(path, NJ_STORE_READER);

    connect_file(s, SQLITE_OPEN_READONLY);
    run(s, "BEGIN");
    if (nj_schema_identify(s) == 0)
        nj_trouble_note(s, NJ_ERR_NOT_FOUND, "database '%s' is empty", path);
    return hand_out(s, out, err);
}

struct nj_store *nj_store_blank(const char *path)
{
    struct nj_store *s = make(path, NJ_STORE_READER);

    create_file(s);
    if (nj_store_good(s))
        connect_file(s, SQLITE_OPEN_READWRITE);
    return s;
}

const char *nj_store_older(const struct nj_store *s)
{
    return s->older;
}

void nj_store_remove(const char *path)
{
    static const char *const suffix[] = {"", "-wal", "-shm", "-promised",
                                         ".lock"};

    for (size_t i = 0; i < NJ_COUNT(suffix); i++) {
        struct nj_str name = NJ_STR_INIT(4096);

        nj_str_puts(&name, path);
        nj_str_puts(&name, suffix[i]);
        if (!name.over)
            (void)unlink(name.p);
        nj_str_fini(&name);
    }
}

/* --- the write-ahead log --- */

/* What is in the log is safe there and a later call tries again, so this is
 * said once and not at every turn, and the store goes on. */
static void report_stuck(struct nj_store *s, int rc)
{
    NJ_ASSERT(rc != SQLITE_OK);
    nj_trouble_report(s, rc);
    if (!s->stuck || s->broken)
        nj_log(s->broken ? NJ_LOG_ERROR : NJ_LOG_WARN, "store", "checkpoint",
               NJ_FIELDS(nj_f_i64("status", s->failed),
                         nj_f_text("why", s->why.text)));
    s->stuck = true;
    nj_trouble_forget(s);
}

static void move_log(struct nj_store *s, int mode)
{
    int total = -1, moved = -1;
    int rc;

    NJ_ASSERT(s->tx != NJ_TX_OPEN);
    NJ_ASSERT(nj_store_good(s));
    /* Somebody who reads, a backup, must not make us wait. */
    (void)sqlite3_busy_timeout(s->db, 0);
    rc = sqlite3_wal_checkpoint_v2(s->db, NULL, mode, &total, &moved);
    (void)sqlite3_busy_timeout(s->db, BUSY_MS);
    if (rc == SQLITE_OK && total == moved) {
        s->wal_frames = 0;
        s->stuck = false;
    } else if (rc != SQLITE_OK && (rc & 0xff) != SQLITE_BUSY) {
        report_stuck(s, rc);
    }
}

void nj_store_idle(struct nj_store *s)
{
    NJ_ASSERT(s->wal_frames >= 0);
    if (!nj_store_good(s) || s->tx == NJ_TX_OPEN || s->wal_frames == 0)
        return;
    move_log(s, s->wal_frames >= WAL_LARGE ? SQLITE_CHECKPOINT_TRUNCATE
                                           : SQLITE_CHECKPOINT_PASSIVE);
}

void nj_store_close(struct nj_store *s)
{
    int rc;

    if (s == NULL)
        return;
    if (s->db != NULL) {
        nj_store_rollback(s);
        if (nj_store_good(s) && s->wal_frames > 0)
            move_log(s, SQLITE_CHECKPOINT_TRUNCATE);
        if (s->broken)
            (void)sqlite3_db_config(s->db, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1,
                                    NULL);
        nj_stmt_cache_fini(&s->stmts);
        nj_promise_close(s);
        rc = sqlite3_close(s->db);
        NJ_ASSERT(rc == SQLITE_OK); /* all statements were ours */
    }
    nj_lock_drop(s->lock_fd);
    nj_out_books_fini(&s->out);
    free(s->older);
    free(s->path);
    free(s);
}

void nj_store_set_sync(struct nj_store *s, bool full)
{
    NJ_ASSERT(s->tx == NJ_TX_NONE);
    run(s, full ? "PRAGMA synchronous=FULL" : "PRAGMA synchronous=NORMAL");
}

/* --- transactions --- */

void nj_store_begin(struct nj_store *s)
{
    NJ_ASSERT(s->tx == NJ_TX_NONE);
    s->tx = NJ_TX_ASKED;
}

bool nj_store_ready(struct nj_store *s)
{
    struct nj_stmt q;

    if (s->tx != NJ_TX_ASKED || !nj_store_good(s))
        return nj_store_good(s);
    if (s->wal_frames >= WAL_MAX)
        move_log(s, SQLITE_CHECKPOINT_PASSIVE);
    q = nj_stmt_begin(s, "BEGIN IMMEDIATE");
    (void)nj_stmt_run(&q);
    if (nj_store_good(s))
        s->tx = NJ_TX_OPEN;
    nj_promise_watch(s);
    return nj_store_good(s);
}

bool nj_store_writing(const struct nj_store *s)
{
    return s->tx == NJ_TX_OPEN;
}

/* Leaves nothing behind, whatever became of it: a failure here ends the
 * transaction in SQLite, too, or the connection is done with. */
static void undo(struct nj_store *s)
{
    if (s->db != NULL && sqlite3_get_autocommit(s->db) == 0)
        (void)sqlite3_exec(s->db, "ROLLBACK", NULL, NULL, NULL);
    s->tx = NJ_TX_NONE;
    nj_out_books_forget(&s->out);
}

static void commit(struct nj_store *s)
{
    struct nj_stmt q;

    NJ_ASSERT(s->tx == NJ_TX_OPEN);
    nj_out_books_write(s);
    nj_promise_count(s);
    /* When memory fails as a statement closes its savepoint, SQLite 3.40 takes
     * the whole transaction back and calls the statement done. */
    if (nj_store_good(s) && sqlite3_get_autocommit(s->db) != 0)
        nj_out_of_memory();
    q = nj_stmt_begin(s, "COMMIT");
    (void)nj_stmt_run(&q);
    if (!nj_store_good(s)) {
        undo(s);
        return;
    }
    nj_promise_keep(s);
    NJ_ASSERT(sqlite3_get_autocommit(s->db) != 0);
    s->tx = NJ_TX_NONE;
}

enum nj_status nj_store_commit(struct nj_store *s, struct nj_err *err)
{
    enum nj_status st;

    NJ_ASSERT(s->tx != NJ_TX_NONE);
    if (s->tx == NJ_TX_OPEN && nj_store_good(s))
        commit(s);
    st = nj_store_status(s, err);
    if (st != NJ_OK)
        nj_store_rollback(s);
    s->tx = NJ_TX_NONE;
    return st;
}

void nj_store_rollback(struct nj_store *s)
{
    undo(s);
    nj_trouble_forget(s);
}

bool nj_store_enter(struct nj_store *s)
{
    if (s->tx != NJ_TX_NONE)
        return false;
    nj_store_begin(s);
    return true;
}

void nj_store_leave(struct nj_store *s, bool own)
{
    if (!own)
        return;
    if (s->tx == NJ_TX_OPEN && nj_store_good(s))
        commit(s);
    else
        undo(s);
}
