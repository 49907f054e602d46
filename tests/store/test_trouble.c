/*
 * For src/store/trouble.c: what a disk that is full, broken or somebody
 * else's does to the store, and that nothing is half done afterwards.
 */
#include <errno.h>

#include "base/log.h"
#include "fault/vfs_shim.h"
#include "kit/nj_death.h"
#include "store/rows.h"
#include "store/sqlite_priv.h"

static unsigned lines; /* in the log */

/* Some of the failures are told in the log, hundreds of times here. */
static void count_line(void *ctx, const char *line)
{
    unsigned *n = ctx;

    NJ_UNUSED(line);
    (*n)++;
}

static int make_faulty(void **state)
{
    nj_vfs_install();
    return make_folder(state);
}

static int remove_faulty(void **state)
{
    int rc;

    nj_vfs_clear();
    rc = remove_all(state);
    nj_vfs_remove();
    return rc;
}

static bool has(struct fixture *f, const char *code)
{
    struct nj_match_row row;
    bool found;

    WELL(found = nj_match_by_code(f->s, code, &row));
    return found;
}

static void fail_next(unsigned calls, int rc, int system)
{
    const struct nj_vfs_fault fault = {
        .calls = calls, .nth = 1, .for_ever = true, .rc = rc, .system = system};

    nj_vfs_fail(&fault);
}

static void begin_with(struct fixture *f, const char *code)
{
    WELL(nj_store_begin(f->s));
    (void)add_match(f, code);
}

static void nothing_works_any_more(struct fixture *f)
{
    struct nj_match_row row = match_row("ZZZ");
    struct nj_user_row user = {.seen_ms = 0};
    uint32_t n;

    BREAKS(nj_store_begin(f->s), NJ_ERR_IO, f->path);
    BREAKS(nj_match_insert(f->s, &row), NJ_ERR_IO, f->path);
    BREAKS(nj_user_load(f->s, "qq:u:1", &user), NJ_ERR_IO, f->path);
    BREAKS(n = nj_out_refused(f->s, "qq:u:1"), NJ_ERR_IO, "start again");
    FAILS(nj_store_check(f->s, &f->err), NJ_ERR_IO, f->path);
    nj_store_idle(f->s);
    nj_store_rollback(f->s);
    BREAKS(nj_store_begin(f->s), NJ_ERR_IO, f->path);
}

/* --- the disk says no --- */

static void after_a_failed_sync_nothing_is_touched(void **state)
{
    struct fixture *f = *state;

    WORKS(nj_store_open(&f->s, f->path, &f->err));
    (void)add_match(f, "AAA");
    begin_with(f, "BBB");
    fail_next(NJ_VFS_SYNC, SQLITE_IOERR_FSYNC, EIO);
    FAILS(nj_store_commit(f->s, &f->err), NJ_ERR_IO, f->path);
    nj_vfs_clear();
    nothing_works_any_more(f);
    nj_store_close(f->s);
    f->s = NULL;
    assert_int_equal(nj_vfs_count(NJ_VFS_WRITE | NJ_VFS_SYNC), 0);
    WORKS(nj_store_open(&f->s, f->path, &f->err));
    assert_true(has(f, "AAA"));
    WORKS(nj_store_check(f->s, &f->err));
}

/* Also if the reason is a full disk: what has been dropped is gone. */
static void a_failed_sync_is_final_whatever_its_reason(void **state)
{
    struct fixture *f = *state;

    WORKS(nj_store_open(&f->s, f->path, &f->err));
    begin_with(f, "BBB");
    fail_next(NJ_VFS_SYNC, SQLITE_IOERR_FSYNC, ENOSPC);
    FAILS(nj_store_commit(f->s, &f->err), NJ_ERR_IO, f->path);
    nj_vfs_clear();
    nothing_works_any_more(f);
}

static void a_failed_sync_while_idle_is_final_too(void **state)
{
    struct fixture *f = *state;

    WORKS(nj_store_open(&f->s, f->path, &f->err));
    (void)add_match(f, "AAA");
    fail_next(NJ_VFS_SYNC, SQLITE_IOERR_FSYNC, EIO);
    nj_store_idle(f->s);
    nj_vfs_clear();
    nothing_works_any_more(f);
    reopen(f);
    assert_true(has(f, "AAA"));
}

static void a_write_that_fails_is_final(void **state)
{
    struct fixture *f = *state;

    WORKS(nj_store_open(&f->s, f->path, &f->err));
    begin_with(f, "BBB");
    fail_next(NJ_VFS_WRITE, SQLITE_IOERR_WRITE, EIO);
    FAILS(nj_store_commit(f->s, &f->err), NJ_ERR_IO, f->path);
    nj_vfs_clear();
    nothing_works_any_more(f);
}

/* --- the disk is full --- */

static void a_full_disk_undoes_the_turn_and_no_more(void **state)
{
    static const struct {
        int rc, system;
    } faces[] = {{SQLITE_FULL, ENOSPC},
                 {SQLITE_IOERR_WRITE, ENOSPC},
                 {SQLITE_IOERR_WRITE, EDQUOT},
                 {SQLITE_IOERR_TRUNCATE, EDQUOT}};
    struct fixture *f = *state;
    struct nj_match_row row = match_row("CCC");

    WORKS(nj_store_open(&f->s, f->path, &f->err));
    (void)add_match(f, "AAA");
    for (size_t i = 0; i < NJ_COUNT(faces); i++) {
        begin_with(f, "BBB");
        fail_next(NJ_VFS_WRITE, faces[i].rc, faces[i].system);
        FAILS(nj_store_commit(f->s, &f->err), NJ_ERR_FULL, f->path);
        /* It may be tried again, and fail again. */
        WELL(nj_store_begin(f->s));
        WELL(nj_match_insert(f->s, &row));
        FAILS(nj_store_commit(f->s, &f->err), NJ_ERR_FULL, "free some");
        nj_store_idle(f->s);
        nj_vfs_clear();
        assert_false(has(f, "BBB"));
        assert_true(has(f, "AAA"));
    }
    begin_with(f, "BBB");
    WORKS(nj_store_commit(f->s, &f->err));
    reopen(f);
    assert_true(has(f, "BBB"));
    assert_false(has(f, "CCC"));
    WORKS(nj_store_check(f->s, &f->err));
}

static void a_log_that_cannot_be_moved_is_mentioned_once(void **state)
{
    struct fixture *f = *state;

    WORKS(nj_store_open(&f->s, f->path, &f->err));
    (void)add_match(f, "AAA");
    fail_next(NJ_VFS_WRITE, SQLITE_FULL, ENOSPC);
    lines = 0;
    for (int i = 0; i < 5; i++)
        nj_store_idle(f->s);
    assert_int_equal(lines, 1);
    nj_vfs_clear();
    nj_store_idle(f->s);
    assert_int_equal(f->s->wal_frames, 0);
    assert_int_equal(lines, 1);
    begin_with(f, "BBB");
    WORKS(nj_store_commit(f->s, &f->err));
    fail_next(NJ_VFS_WRITE, SQLITE_FULL, ENOSPC);
    nj_store_idle(f->s);
    assert_int_equal(lines, 2);
}

/* A caller who overlooks the failure must not go on outside of the
 * transaction that he believes to be in. */
static void a_transaction_that_failed_takes_nothing_more(void **state)
{
    struct fixture *f = *state;
    struct nj_out_row row = out_row(0, "qq:u:1", NJ_OUT_PENDING);
    static char args[8000];

    WORKS(nj_store_open(&f->s, f->path, &f->err));
    assert_int_equal(
        sqlite3_exec(f->s->db, "PRAGMA max_page_count=60", NULL, NULL, NULL),
        SQLITE_OK);
    memset(args, 'x', sizeof(args) - 1);
    row.args = args;
    begin_with(f, "AAA");
    for (int i = 0; i < 100 && nj_store_good(f->s); i++)
        nj_out_insert(f->s, &row);
    row.args = "";
    BREAKS(nj_out_insert(f->s, &row), NJ_ERR_FULL, f->path);
    FAILS(nj_store_commit(f->s, &f->err), NJ_ERR_FULL, "free some");
    assert_false(has(f, "AAA"));
    /* A short turn still fits. */
    begin_with(f, "BBB");
    WORKS(nj_store_commit(f->s, &f->err));
    reopen(f);
    assert_false(has(f, "AAA"));
    assert_true(has(f, "BBB"));
}

static void a_full_disk_in_a_turn_is_over_with_its_end(void **state)
{
    struct fixture *f = *state;

    WORKS(nj_store_open(&f->s, f->path, &f->err));
    for (int way = 0; way < 2; way++) {
        begin_with(f, "AAA");
        nj_sqlite_report(f->s, SQLITE_FULL);
        if (way == 0)
            nj_store_rollback(f->s);
        else
            FAILS(nj_store_commit(f->s, &f->err), NJ_ERR_FULL, f->path);
        WELL(nj_store_begin(f->s));
        nj_store_rollback(f->s);
        assert_false(has(f, "AAA"));
    }
}

/* --- somebody else --- */

static void a_shell_that_holds_the_file_is_waited_for_and_named(void **state)
{
    struct fixture *f = *state;
    sqlite3 *other = NULL;

    WORKS(nj_store_open(&f->s, f->path, &f->err));
    assert_int_equal(sqlite3_open(f->path, &other), SQLITE_OK);
    assert_int_equal(sqlite3_exec(other, "BEGIN IMMEDIATE", NULL, NULL, NULL),
                     SQLITE_OK);
    nj_store_begin(f->s);
    BREAKS(nj_store_ready(f->s), NJ_ERR_BUSY, f->path);
    assert_int_equal(sqlite3_close(other), SQLITE_OK);
    begin_with(f, "AAA");
    WORKS(nj_store_commit(f->s, &f->err));
}

/* A backup that reads does not stop the log from being moved later. */
static void a_reader_does_not_block_the_log(void **state)
{
    struct fixture *f = *state;
    sqlite3 *other = NULL;

    WORKS(nj_store_open(&f->s, f->path, &f->err));
    assert_int_equal(sqlite3_open(f->path, &other), SQLITE_OK);
    assert_int_equal(
        sqlite3_exec(other, "BEGIN; SELECT * FROM matches", NULL, NULL, NULL),
        SQLITE_OK);
    (void)add_match(f, "AAA");
    nj_store_idle(f->s);
    assert_true(f->s->wal_frames > 0);
    assert_int_equal(sqlite3_close(other), SQLITE_OK);
    nj_store_idle(f->s);
    assert_int_equal(f->s->wal_frames, 0);
}

/* --- codes --- */

static void every_code_has_a_status_and_names_the_file(void **state)
{
    static const struct {
        int rc;
        enum nj_status st;
        bool broken;
    } codes[] = {
        {SQLITE_FULL, NJ_ERR_FULL, false},
        {SQLITE_IOERR_SHMSIZE, NJ_ERR_FULL, false},
        {SQLITE_CORRUPT, NJ_ERR_CORRUPT, false},
        {SQLITE_CORRUPT_INDEX, NJ_ERR_CORRUPT, false},
        {SQLITE_NOTADB, NJ_ERR_CORRUPT, false},
        {SQLITE_ERROR, NJ_ERR_CORRUPT, false},
        {SQLITE_BUSY, NJ_ERR_BUSY, false},
        {SQLITE_BUSY_SNAPSHOT, NJ_ERR_BUSY, false},
        {SQLITE_LOCKED, NJ_ERR_BUSY, false},
        {SQLITE_PROTOCOL, NJ_ERR_BUSY, false},
        {SQLITE_READONLY, NJ_ERR_IO, false},
        {SQLITE_READONLY_DBMOVED, NJ_ERR_IO, false},
        {SQLITE_PERM, NJ_ERR_IO, false},
        {SQLITE_CANTOPEN, NJ_ERR_IO, false},
        {SQLITE_NOLFS, NJ_ERR_LIMIT, false},
        {SQLITE_TOOBIG, NJ_ERR_LIMIT, false},
        {SQLITE_CONSTRAINT_UNIQUE, NJ_ERR_EXISTS, false},
        {SQLITE_CONSTRAINT_PRIMARYKEY, NJ_ERR_EXISTS, false},
        {SQLITE_CONSTRAINT_FOREIGNKEY, NJ_ERR_NOT_FOUND, false},
        {SQLITE_CONSTRAINT_CHECK, NJ_ERR_BAD_INPUT, false},
        {SQLITE_IOERR, NJ_ERR_IO, true},
        {SQLITE_IOERR_READ, NJ_ERR_IO, true},
        {SQLITE_IOERR_SHORT_READ, NJ_ERR_IO, true},
        {SQLITE_IOERR_FSYNC, NJ_ERR_IO, true},
        {SQLITE_IOERR_DIR_FSYNC, NJ_ERR_IO, true},
        {SQLITE_IOERR_CORRUPTFS, NJ_ERR_IO, true},
        {SQLITE_INTERNAL, NJ_ERR_IO, true},
        {SQLITE_EMPTY, NJ_ERR_IO, true},
    };
    struct fixture *f = *state;

    WORKS(nj_store_open(&f->s, f->path, &f->err));
    for (size_t i = 0; i < NJ_COUNT(codes); i++) {
        BREAKS(nj_sqlite_report(f->s, codes[i].rc), codes[i].st, f->path);
        assert_int_equal(f->s->broken, codes[i].broken);
        assert_int_equal(nj_store_good(f->s), !codes[i].broken);
        f->s->broken = false;
        nj_store_rollback(f->s);
    }
}

static void run_out_of_memory(void)
{
    struct nj_store *s = NULL;

    if (nj_store_open(&s, ":memory:", NULL) != NJ_OK)
        return;
    nj_sqlite_report(s, SQLITE_NOMEM);
    nj_store_close(s);
}

static void out_of_memory_ends_the_process_in_order(void **state)
{
    char said[128];

    NJ_UNUSED(state);
    assert_int_equal(nj_death_of(run_out_of_memory, said, sizeof(said)), 2);
    assert_string_equal(said, "nightjar: out of memory\n");
}

/* --- every call in turn --- */

/* What a run has been told is stored: codes A0, A1, ... */
struct run {
    int acknowledged;
    enum nj_status st; /* of the first call that failed */
};

static enum nj_status turn(struct fixture *f, int i)
{
    struct nj_match_row row = match_row("A");
    struct nj_input_row in;
    struct nj_out_row out;

    (void)snprintf(row.code, sizeof(row.code), "A%d", i);
    row.seq = 1;
    nj_store_begin(f->s);
    if (nj_match_insert(f->s, &row)) {
        in = input_row(row.id, 1);
        out = out_row(row.id, "qq:u:1", NJ_OUT_PENDING);
        nj_input_insert(f->s, &in);
        nj_out_insert(f->s, &out);
    }
    return nj_store_commit(f->s, &f->err);
}

static struct run work(struct fixture *f)
{
    struct run r = {0, nj_store_open(&f->s, f->path, &f->err)};

    for (int i = 0; i < 3 && r.st == NJ_OK; i++) {
        r.st = turn(f, i);
        if (r.st == NJ_OK)
            r.acknowledged++;
        nj_store_idle(f->s);
    }
    nj_store_close(f->s);
    f->s = NULL;
    return r;
}

/* The next start finds what was acknowledged, whole turns, and works. */
static void expect_whole(struct fixture *f, const struct run *r)
{
    struct nj_match_row row;
    char code[8];
    int found = 0;

    WORKS(nj_store_open(&f->s, f->path, &f->err));
    WORKS(nj_store_check(f->s, &f->err));
    for (int i = 0; i < 3; i++) {
        (void)snprintf(code, sizeof(code), "A%d", i);
        if (nj_match_by_code(f->s, code, &row)) {
            assert_int_equal(row.seq, 1);
            found++;
        } else {
            assert_true(i >= r->acknowledged);
        }
    }
    assert_in_range(found, r->acknowledged, r->acknowledged + 1);
    WORKS(turn(f, 9));
    nj_store_close(f->s);
    f->s = NULL;
}

static void forget_files(struct fixture *f)
{
    nj_tmp_dir_remove(&f->dir);
    nj_tmp_dir_make(&f->dir, NJ_BINARY_DIR);
    (void)nj_tmp_dir_file(&f->dir, "nightjar.db", f->path, sizeof(f->path));
}

static void each_call_fails(struct fixture *f, struct nj_vfs_fault fault)
{
    unsigned total;
    struct run r;

    nj_vfs_clear();
    r = work(f);
    assert_int_equal(r.acknowledged, 3);
    total = nj_vfs_count(fault.calls);
    assert_true(total > 0);
    for (fault.nth = 1; fault.nth <= total; fault.nth++) {
        forget_files(f);
        nj_vfs_fail(&fault);
        r = work(f);
        /* A checkpoint that fails at the end costs nothing. */
        if (r.st == NJ_OK)
            assert_int_equal(r.acknowledged, 3);
        nj_vfs_clear();
        expect_whole(f, &r);
    }
    forget_files(f);
}

static void whichever_write_fails_nothing_is_half_done(void **state)
{
    struct nj_vfs_fault fault = {
        .calls = NJ_VFS_WRITE, .rc = SQLITE_IOERR_WRITE, .system = EIO};

    each_call_fails(*state, fault);
    fault.torn = true;
    each_call_fails(*state, fault);
    fault.for_ever = true;
    each_call_fails(*state, fault);
}

static void whenever_the_disk_fills_nothing_is_half_done(void **state)
{
    struct nj_vfs_fault fault = {.calls = NJ_VFS_WRITE | NJ_VFS_INDEX,
                                 .rc = SQLITE_FULL,
                                 .system = ENOSPC};

    each_call_fails(*state, fault);
    fault.for_ever = true;
    each_call_fails(*state, fault);
}

static void whichever_sync_fails_nothing_is_half_done(void **state)
{
    struct nj_vfs_fault fault = {
        .calls = NJ_VFS_SYNC, .rc = SQLITE_IOERR_FSYNC, .system = EIO};

    each_call_fails(*state, fault);
    fault.for_ever = true;
    each_call_fails(*state, fault);
}

static void whichever_other_call_fails_nothing_is_half_done(void **state)
{
    static const struct nj_vfs_fault faults[] = {
        {.calls = NJ_VFS_OPEN, .rc = SQLITE_CANTOPEN, .system = EMFILE},
        {.calls = NJ_VFS_READ, .rc = SQLITE_IOERR_READ, .system = EIO},
        {.calls = NJ_VFS_DELETE, .rc = SQLITE_IOERR_DELETE, .system = EIO},
        {.calls = NJ_VFS_INDEX, .rc = SQLITE_IOERR_SHMMAP, .system = EIO},
    };

    for (size_t i = 0; i < NJ_COUNT(faults); i++) {
        struct nj_vfs_fault fault = faults[i];

        each_call_fails(*state, fault);
        fault.for_ever = true;
        each_call_fails(*state, fault);
    }
}

#define TEST(name) \
 cmocka_unit_test_setup_teardown(name, make_faulty, remove_faulty)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(after_a_failed_sync_nothing_is_touched),
        TEST(a_failed_sync_is_final_whatever_its_reason),
        TEST(a_failed_sync_while_idle_is_final_too),
        TEST(a_write_that_fails_is_final),
        TEST(a_full_disk_undoes_the_turn_and_no_more),
        TEST(a_log_that_cannot_be_moved_is_mentioned_once),
        TEST(a_transaction_that_failed_takes_nothing_more),
        TEST(a_full_disk_in_a_turn_is_over_with_its_end),
        TEST(a_shell_that_holds_the_file_is_waited_for_and_named),
        TEST(a_reader_does_not_block_the_log),
        TEST(every_code_has_a_status_and_names_the_file),
        TEST(out_of_memory_ends_the_process_in_order),
        TEST(whichever_write_fails_nothing_is_half_done),
        TEST(whenever_the_disk_fills_nothing_is_half_done),
        TEST(whichever_sync_fails_nothing_is_half_done),
        TEST(whichever_other_call_fails_nothing_is_half_done),
    };

    nj_log_set_sink(count_line, &lines);
    return cmocka_run_group_tests_name("store/trouble", tests, NULL, NULL);
}
