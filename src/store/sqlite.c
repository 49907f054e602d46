/*
 * SQLite as an engine: opening and closing the file, transactions, and moving
 * the write-ahead log into the database. Statements are in sqlite_stmt.c.
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
#include "store/promise.h"
#include "store/schema.h"
#include "store/sqlite_priv.h"

/* Another program, a shell or a backup, may hold the file that long. */
#define BUSY_MS 1000
/* Pages in the log: one that was so long is cut when there are fewer again
 * (16 MiB); it is moved into the database even if the loop is never idle (64
 * MiB). */
#define WAL_LARGE 4096
#define WAL_MAX   16384
/* As many more are moved after a turn, when people have their answers: whoever
 * speaks next waits for so many at most. */
#define WAL_PIECE 256

#define MEMORY         ":memory:"
#define APPLICATION_ID 0x4e4a4152 /* "NJAR", as in schema/0001_initial.sql */

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
        nj_sqlite_report(s, rc);
        return;
    }
    /* A file that turns out not to be ours is left exactly as it is. */
    (void)sqlite3_db_config(s->db, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, NULL);
    (void)sqlite3_db_config(s->db, SQLITE_DBCONFIG_DEFENSIVE, 1, NULL);
    (void)sqlite3_db_config(s->db, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, NULL);
    (void)sqlite3_busy_timeout(s->db, BUSY_MS);
    if (mode == SQLITE_OPEN_READWRITE &&
        sqlite3_db_readonly(s->db, "main") == 1)
        nj_sqlite_report(s, SQLITE_READONLY);
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
    if (frames < s->wal_tried)
        s->wal_tried = 0; /* it was begun anew */
    s->wal_frames = frames;
    if (frames > s->wal_most)
        s->wal_most = frames;
    return SQLITE_OK;
}

/* Runs statements of ours that nobody keeps. */
static void run(struct nj_store *s, const char *sql)
{
    int rc = nj_store_good(s) ? sqlite3_exec(s->db, sql, NULL, NULL, NULL)
                              : SQLITE_OK;

    if (rc != SQLITE_OK)
        nj_sqlite_report(s, rc);
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

static int64_t number(struct nj_store *s, const char *literal)
{
    struct nj_stmt q = nj_stmt_begin(s, literal);

    return nj_stmt_number(&q);
}

static int64_t identify(struct nj_store *s)
{
    int64_t id = number(s, "PRAGMA application_id");
    int64_t version = number(s, "PRAGMA user_version");
    int64_t tables = number(s, "SELECT count(*) FROM sqlite_schema");

    if (id == 0 && version == 0 && tables == 0)
        return 0;
    if (id != APPLICATION_ID || version < 1)
        nj_trouble_note(s, NJ_ERR_CORRUPT,
                        "database '%s' belongs to another program: name "
                        "another file",
                        s->path);
    return version;
}

static void open_all(struct nj_store *s)
{
    bool in_memory = strcmp(s->path, MEMORY) == 0;
    int64_t version;

    /* Nobody reads its statistics, which take a mutex at every allocation.
     * SQLite refuses this once it is running: then it has been said. */
    (void)sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0);

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
        nj_schema_recent(s, version);
        return;
    }
    if (nj_store_good(s))
        set_up(s, in_memory);
    nj_schema_migrate(s, version);
    nj_promise_begin(s, version);
}

/* One moment of the database is read, whatever is written meanwhile; it is
 * left as it is, the log too. */
static void open_beside(struct nj_store *s)
{
    int64_t version;

    connect_file(s, SQLITE_OPEN_READONLY);
    run(s, "BEGIN");
    version = nj_schema_identify(s);
    if (version == 0)
        nj_trouble_note(s, NJ_ERR_NOT_FOUND, "database '%s' is empty", s->path);
    nj_schema_recent(s, version);
}

struct nj_store *nj_store_blank(const char *path)
{
    struct nj_store *s = nj_store_make(path, NJ_STORE_READER);

    create_file(s);
    if (nj_store_good(s))
        connect_file(s, SQLITE_OPEN_READWRITE);
    return s;
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
    nj_sqlite_report(s, rc);
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
    s->wal_tried = s->wal_frames;
    if (rc == SQLITE_OK && total == moved) {
        s->wal_frames = s->wal_tried = 0;
        if (mode == SQLITE_CHECKPOINT_TRUNCATE)
            s->wal_most = 0;
        s->stuck = false;
    } else if (rc != SQLITE_OK && (rc & 0xff) != SQLITE_BUSY) {
        report_stuck(s, rc);
    }
}

/* A log that stays as long as it is, is written over, which is cheaper than to
 * make it grow again: it is cut when so much is not written any more. */
static void idle(struct nj_store *s)
{
    NJ_ASSERT(s->wal_frames >= 0);
    NJ_ASSERT(s->wal_frames <= s->wal_most);
    if (s->wal_most >= WAL_LARGE && s->wal_frames < WAL_LARGE)
        move_log(s, SQLITE_CHECKPOINT_TRUNCATE);
    else if (s->wal_frames > 0)
        move_log(s, SQLITE_CHECKPOINT_PASSIVE);
}

/* What a reader holds back is tried again when there is as much more. */
static void relieve(struct nj_store *s)
{
    NJ_ASSERT(s->wal_tried <= s->wal_frames);
    if (s->wal_frames - s->wal_tried >= WAL_PIECE)
        move_log(s, SQLITE_CHECKPOINT_PASSIVE);
}

static void close_file(struct nj_store *s)
{
    int rc;

    if (s->db != NULL) {
        if (nj_store_good(s) && s->wal_frames > 0)
            move_log(s, SQLITE_CHECKPOINT_TRUNCATE);
        if (s->broken)
            (void)sqlite3_db_config(s->db, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1,
                                    NULL);
        nj_promise_close(s);
        rc = sqlite3_close(s->db);
        NJ_ASSERT(rc == SQLITE_OK); /* all statements were ours */
    }
    nj_lock_drop(s->lock_fd);
}

static void set_sync(struct nj_store *s, bool full)
{
    run(s, full ? "PRAGMA synchronous=FULL" : "PRAGMA synchronous=NORMAL");
}

static int64_t bytes(struct nj_store *s)
{
    struct stat file;

    return stat(s->path, &file) == 0 ? (int64_t)file.st_size : 0;
}

/* A healthy file answers with the single word "ok"; a damaged one with a line
 * per finding, of which the first few tell enough. */
static void check_pages(struct nj_store *s)
{
    struct nj_stmt q = nj_stmt_begin(s, "PRAGMA integrity_check(3)");
    struct nj_str lines = NJ_STR_INIT(400);

    while (nj_stmt_step(&q))
        nj_str_addf(&lines, "%s%s", lines.len > 0 ? ", " : "",
                    nj_read_text(&q));
    nj_stmt_end(&q);
    if (strcmp(lines.p, "ok") != 0)
        nj_trouble_damage(s, lines.p);
    nj_str_fini(&lines);
}

/* --- transactions --- */

static void begin(struct nj_store *s)
{
    struct nj_stmt q;

    if (s->wal_frames >= WAL_MAX)
        move_log(s, SQLITE_CHECKPOINT_PASSIVE);
    q = nj_stmt_begin(s, "BEGIN IMMEDIATE");
    nj_stmt_do(&q);
    nj_promise_watch(s);
}

static void commit(struct nj_store *s)
{
    struct nj_stmt q;

    nj_promise_count(s);
    /* When memory fails as a statement closes its savepoint, SQLite 3.40 takes
     * the whole transaction back and calls the statement done. */
    if (nj_store_good(s) && sqlite3_get_autocommit(s->db) != 0)
        nj_out_of_memory();
    q = nj_stmt_begin(s, "COMMIT");
    nj_stmt_do(&q);
    if (!nj_store_good(s))
        return;
    nj_promise_keep(s);
    NJ_ASSERT(sqlite3_get_autocommit(s->db) != 0);
}

/* A failure ends the transaction in SQLite, too, or the connection is done
 * with. */
static void undo(struct nj_store *s)
{
    if (s->db != NULL && sqlite3_get_autocommit(s->db) == 0)
        (void)sqlite3_exec(s->db, "ROLLBACK", NULL, NULL, NULL);
}

const struct nj_engine nj_sqlite = {
    .open = open_all,
    .open_beside = open_beside,
    .close = close_file,
    .prepare = nj_sqlite_prepare,
    .drop = nj_sqlite_drop,
    .reset = nj_sqlite_reset,
    .parameters = nj_sqlite_parameters,
    .bind_text = nj_sqlite_bind_text,
    .bind_i64 = nj_sqlite_bind_i64,
    .bind_double = nj_sqlite_bind_double,
    .bind_bytes = nj_sqlite_bind_bytes,
    .step = nj_sqlite_step,
    .read_i64 = nj_sqlite_read_i64,
    .read_double = nj_sqlite_read_double,
    .read_text = nj_sqlite_read_text,
    .read_bytes = nj_sqlite_read_bytes,
    .is_null = nj_sqlite_is_null,
    .column_name = nj_sqlite_column_name,
    .changes = nj_sqlite_changes,
    .insert = nj_sqlite_insert,
    .broken = "after a failure of its disk: check the disk, then start again",
    .report = nj_sqlite_report,
    .begin = begin,
    .commit = commit,
    .undo = undo,
    .identify = identify,
    .apply = run,
    .bytes = bytes,
    .check = check_pages,
    .idle = idle,
    .relieve = relieve,
    .set_sync = set_sync,
};
