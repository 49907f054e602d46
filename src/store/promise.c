/*
 * The file beside the database that says how many commits it has had.
 */
#include "store/promise.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <sqlite3.h>

#include "base/arena.h"
#include "base/bug.h"
#include "base/log.h"
#include "base/str.h"
#include "store/store_priv.h"

/* The course, and the commits twice, so that half a write is not taken for a
 * whole one. */
#define FORMAT "%016llx %016llx %016llx\n"
#define BYTES  51

/* --- the file --- */

static void print(const struct nj_promise *p, char out[BYTES + 1])
{
    unsigned long long commits = (unsigned long long)p->commits;
    int n = snprintf(out, BYTES + 1, FORMAT, (unsigned long long)p->course,
                     commits, commits);

    NJ_ASSERT(n == BYTES);
}

/* It protects from an accident that has not happened: people play on. */
static void complain(struct nj_promise_book *b, const char *what)
{
    NJ_ASSERT(b->name != NULL);
    if (!b->stuck)
        nj_log(NJ_LOG_WARN, "store", what,
               NJ_FIELDS(nj_f_text("file", b->name)));
    b->stuck = true;
}

static void open_file(struct nj_store *s, bool make)
{
    struct nj_promise_book *b = &s->promise;
    int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_MAIN_JOURNAL |
                (make ? SQLITE_OPEN_CREATE : 0);
    struct nj_str name = NJ_STR_INIT(4096);
    sqlite3_vfs *vfs = NULL;

    (void)sqlite3_file_control(s->db, "main", SQLITE_FCNTL_VFS_POINTER,
                               (void *)&vfs);
    NJ_ASSERT(vfs != NULL);
    nj_str_puts(&name, sqlite3_db_filename(s->db, "main"));
    nj_str_puts(&name, "-promised");
    b->name = nj_str_take(&name);
    b->file = nj_alloc((size_t)vfs->szOsFile);
    if (vfs->xOpen(vfs, b->name, b->file, flags, NULL) == SQLITE_OK)
        return;
    free(b->file);
    b->file = NULL;
    if (make)
        complain(b, "promise_not_opened");
}

/* What is no promise says nothing: the file is new, or the power was cut in
 * the middle of its last write. */
static struct nj_promise read_file(struct nj_promise_book *b)
{
    char text[BYTES + 1] = "", again[BYTES + 1];
    struct nj_promise p = {0};
    char *rest = text;
    int rc = SQLITE_IOERR_SHORT_READ;

    if (b->file != NULL)
        rc = b->file->pMethods->xRead(b->file, text, BYTES, 0);
    if (rc == SQLITE_IOERR_SHORT_READ)
        return p;
    p.course = strtoll(rest, &rest, 16);
    p.commits = strtoll(rest, &rest, 16);
    if (rc == SQLITE_OK && p.course > 0 && p.commits >= 0) {
        print(&p, again);
        if (memcmp(text, again, BYTES) == 0)
            return p;
    }
    complain(b, "promise_not_read");
    return (struct nj_promise){0};
}

static void write_file(struct nj_promise_book *b)
{
    char text[BYTES + 1];

    if (b->file == NULL || b->now.course == 0)
        return;
    print(&b->now, text);
    if (b->file->pMethods->xWrite(b->file, text, BYTES, 0) == SQLITE_OK)
        b->stuck = false;
    else
        complain(b, "promise_not_written");
}

void nj_promise_close(struct nj_store *s)
{
    struct nj_promise_book *b = &s->promise;

    if (b->file != NULL)
        (void)b->file->pMethods->xClose(b->file);
    free(b->file);
    free(b->name);
    *b = (struct nj_promise_book){0};
}

/* --- the database --- */

static struct nj_promise read_row(struct nj_store *s)
{
    struct nj_stmt q = nj_stmt_begin(s, "SELECT course, commits FROM settled");
    struct nj_promise p = {0};

    if (nj_stmt_step(&q)) {
        p.course = nj_read_i64(&q, 1, INT64_MAX);
        p.commits = nj_read_i64(&q, 0, INT64_MAX);
    }
    nj_stmt_end(&q);
    return p;
}

/* The line for the owner: what is wrong, and the way out. */
static void describe(const struct nj_store *s, struct nj_err *line)
{
    const struct nj_promise *seen = &s->promise.seen, *now = &s->promise.now;
    static const char way_out[] =
        "put the newest file and its '-wal' back, or start once with `nightjar "
        "serve --accept-older`, which gives up what is missing";

    NJ_ASSERT(seen->course != 0);
    if (seen->course == now->course)
        (void)nj_fail(line, NJ_ERR_MISMATCH,
                      "database '%s' is older than what people were told: it "
                      "ends with commit %lld of %lld; %s",
                      s->path, (long long)now->commits,
                      (long long)seen->commits, way_out);
    else
        (void)nj_fail(line, NJ_ERR_MISMATCH, "database '%s' is %s; %s", s->path,
                      now->course == 0
                          ? "empty, and the one that was here was not"
                          : "not the one that was here the last time",
                      way_out);
}

/* What the database says is not what this folder last saw. */
static void differ(struct nj_store *s, int64_t version)
{
    struct nj_promise_book *b = &s->promise;
    struct nj_err line = {{0}};

    describe(s, &line);
    if (s->use == NJ_STORE_READER && version > 0) {
        s->older = nj_strndup(line.text, strlen(line.text));
    } else if (s->use != NJ_STORE_ACCEPTS_OLDER) {
        nj_store_fail(s, NJ_ERR_MISMATCH, &line);
    } else {
        nj_log(NJ_LOG_WARN, "store", "older_accepted",
               NJ_FIELDS(nj_f_text("why", line.text)));
        b->seen = (struct nj_promise){0};
        b->given_up = true;
    }
}

void nj_promise_compare(struct nj_store *s, int64_t version)
{
    struct nj_promise_book *b = &s->promise;

    NJ_ASSERT(b->name == NULL);
    open_file(s, s->use != NJ_STORE_READER);
    b->seen = read_file(b);
    if (version > 0)
        b->now = read_row(s);
    if (nj_store_good(s) && b->seen.course != 0 &&
        (b->seen.course != b->now.course || b->seen.commits > b->now.commits))
        differ(s, version);
}

/* --- a new course --- */

/* The file is not written with it before the database has it. */
static void draw_course(struct nj_store *s)
{
    struct nj_stmt q;

    s->promise.now.course = 0;
    nj_store_begin(s);
    q = nj_stmt_write(s, "UPDATE settled SET course = abs(random() / 2) + 1");
    nj_stmt_change(&q, "settled row", 1);
    nj_store_leave(s, true);
    s->promise.now = read_row(s);
}

void nj_promise_begin(struct nj_store *s, int64_t version)
{
    struct nj_promise_book *b = &s->promise;

    b->now = read_row(s);
    if (!nj_store_good(s) || b->file == NULL || b->seen.course != 0)
        return;
    if (version > 0) { /* a new database has drawn one already */
        if (!b->given_up)
            nj_log(NJ_LOG_INFO, "store", "promise_made",
                   NJ_FIELDS(nj_f_text("file", b->name),
                             nj_f_i64("commits", b->now.commits)));
        draw_course(s);
    }
    if (!nj_store_good(s))
        return;
    write_file(b);
    /* What was given up must not come back with the next power cut. */
    if (b->given_up &&
        b->file->pMethods->xSync(b->file, SQLITE_SYNC_NORMAL) != SQLITE_OK)
        complain(b, "promise_not_written");
}

/* --- a commit --- */

void nj_promise_watch(struct nj_store *s)
{
    s->promise.changes = sqlite3_total_changes64(s->db);
    s->promise.counted = false;
}

void nj_promise_count(struct nj_store *s)
{
    struct nj_promise_book *b = &s->promise;
    struct nj_stmt q;

    NJ_ASSERT(!b->counted);
    if (sqlite3_total_changes64(s->db) == b->changes)
        return;
    b->counted = true;
    q = nj_stmt_write(s, "UPDATE settled SET commits = ?");
    nj_bind_i64(&q, b->now.commits + 1);
    nj_stmt_change(&q, "settled row", 1);
}

void nj_promise_keep(struct nj_store *s)
{
    struct nj_promise_book *b = &s->promise;

    if (!b->counted)
        return;
    b->counted = false;
    b->now.commits++;
    write_file(b);
}
