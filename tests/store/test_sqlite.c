/* For src/store/sqlite.c: opening, closing, the log. */
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "store/rows.h"
#include "store/store_priv.h"

static int64_t size_of(const struct fixture *f, const char *suffix)
{
    char path[1100];
    struct stat info;

    (void)snprintf(path, sizeof(path), "%s%s", f->path, suffix);
    return stat(path, &info) == 0 ? (int64_t)info.st_size : -1;
}

static bool has(struct fixture *f, const char *code)
{
    struct nj_match_row row;
    bool found;

    WELL(found = nj_match_by_code(f->s, code, &row));
    return found;
}

/* --- opening --- */

static void a_new_database_is_nobody_elses_business(void **state)
{
    struct fixture *f = *state;
    struct stat info;

    WORKS(nj_store_open(&f->s, f->path, &f->err));
    assert_int_equal(stat(f->path, &info), 0);
    assert_int_equal(info.st_mode & 0777, 0600);
}

static void a_path_that_cannot_be_says_why(void **state)
{
    struct fixture *f = *state;

    FAILS(nj_store_open(&f->s, "/nowhere/at/all.db", &f->err), NJ_ERR_IO,
          "'/nowhere/at/all.db'");
    FAILS(nj_store_open(&f->s, f->dir.path, &f->err), NJ_ERR_BAD_INPUT,
          f->dir.path);
    FAILS(nj_store_open(&f->s, "", &f->err), NJ_ERR_BAD_INPUT, "''");
    assert_null(f->s);
}

static void a_name_like_a_url_is_a_name(void **state)
{
    struct fixture *f = *state;
    char back[512];

    assert_non_null(getcwd(back, sizeof(back)));
    assert_int_equal(chdir(f->dir.path), 0);
    WORKS(nj_store_open(&f->s, "file:x?mode=memory", &f->err));
    assert_int_equal(access("file:x?mode=memory", F_OK), 0);
    assert_int_equal(chdir(back), 0);
}

static void a_database_in_memory_leaves_nothing(void **state)
{
    struct fixture *f = *state;

    WORKS(nj_store_open(&f->s, ":memory:", &f->err));
    WELL(nj_store_begin(f->s));
    (void)add_match(f, "K7Q");
    WORKS(nj_store_commit(f->s, &f->err));
    nj_store_idle(f->s);
    assert_true(has(f, "K7Q"));
    WORKS(nj_store_check(f->s, &f->err));
    assert_int_equal(access(":memory:", F_OK), -1);
    assert_int_equal(access(":memory:.lock", F_OK), -1);
}

static void the_settings_are_the_ones_we_rely_on(void **state)
{
    static const struct {
        const char *sql;
        int64_t want;
    } pragmas[] = {
        {"PRAGMA synchronous", 2}, {"PRAGMA foreign_keys", 1},
        {"PRAGMA mmap_size", 0},   {"PRAGMA cell_size_check", 1},
        {"PRAGMA temp_store", 2},  {"PRAGMA trusted_schema", 0},
    };
    struct fixture *f = *state;
    struct nj_stmt q;

    WORKS(nj_store_open(&f->s, f->path, &f->err));
    for (size_t i = 0; i < NJ_COUNT(pragmas); i++) {
        int64_t v = -1;

        q = nj_stmt_begin(f->s, pragmas[i].sql);
        WELL(v = nj_stmt_number(&q));
        assert_int_equal(v, pragmas[i].want);
    }
    q = nj_stmt_begin(f->s, "PRAGMA journal_mode");
    assert_true(nj_stmt_step(&q));
    assert_string_equal(nj_read_text(&q), "wal");
    WELL(nj_stmt_end(&q));
}

/* --- a second one --- */

static void the_same_process_cannot_open_it_twice(void **state)
{
    struct fixture *f = *state;
    struct nj_store *second = NULL;

    WORKS(nj_store_open(&f->s, f->path, &f->err));
    FAILS(nj_store_open(&second, f->path, &f->err), NJ_ERR_BUSY, "process");
    assert_null(second);
    (void)add_match(f, "K7Q"); /* the first one is as well as before */
    reopen(f);
    assert_true(has(f, "K7Q"));
}

static void another_process_hears_who_holds_it(void **state)
{
    struct fixture *f = *state;
    char pid[32];
    int status = 0;
    pid_t child;

    (void)snprintf(pid, sizeof(pid), "process %ld", (long)getpid());
    WORKS(nj_store_open(&f->s, f->path, &f->err));
    child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        struct nj_store *s = NULL;
        enum nj_status st = nj_store_open(&s, f->path, &f->err);

        _exit(st == NJ_ERR_BUSY && strstr(f->err.text, pid) != NULL ? 0 : 1);
    }
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_int_equal(status, 0);
}

static void two_names_of_a_file_are_one_file(void **state)
{
    struct fixture *f = *state;
    struct nj_store *second = NULL;
    char other[1024];

    (void)nj_tmp_dir_file(&f->dir, "other.db", other, sizeof(other));
    WORKS(nj_store_open(&f->s, f->path, &f->err));
    assert_int_equal(symlink(f->path, other), 0);
    FAILS(nj_store_open(&second, other, &f->err), NJ_ERR_BUSY, "process");
}

/* --- the write-ahead log --- */

static void nothing_is_moved_inside_of_a_commit(void **state)
{
    struct fixture *f = *state;
    int64_t before;

    WORKS(nj_store_open(&f->s, f->path, &f->err));
    nj_store_idle(f->s);
    before = size_of(f, "");
    for (int i = 0; i < 1200; i++) {
        WELL(nj_store_begin(f->s));
        (void)add_out(f, 0, "qq:u:1", NJ_OUT_SENT);
        WORKS(nj_store_commit(f->s, &f->err));
    }
    /* SQLite alone would have moved the log after 1000 pages. */
    assert_int_equal(size_of(f, ""), before);
    assert_true(f->s->wal_frames > 1000);
    nj_store_idle(f->s);
    assert_true(size_of(f, "") > before);
    assert_int_equal(f->s->wal_frames, 0);
}

static void say_one(struct fixture *f)
{
    WELL(nj_store_begin(f->s));
    (void)add_out(f, 0, "qq:u:1", NJ_OUT_SENT);
    WORKS(nj_store_commit(f->s, &f->err));
}

/* After each turn, so that nobody waits long. */
static void a_log_is_moved_in_pieces(void **state)
{
    struct fixture *f = *state;
    int most = 0, moved = 0;

    WORKS(nj_store_open(&f->s, f->path, &f->err));
    for (int i = 0; i < 400; i++) {
        int before;

        say_one(f);
        before = f->s->wal_frames;
        most = before > most ? before : most;
        nj_store_relieve(f->s);
        moved += f->s->wal_frames == 0;
        assert_int_equal(f->s->wal_frames, before < 256 ? before : 0);
    }
    assert_true(moved > 1);
    assert_true(most >= 256 && most < 300);
}

/* Somebody who reads holds the log back, and it is not tried at every turn. */
static void a_log_that_is_held_back_is_tried_now_and_then(void **state)
{
    struct fixture *f = *state;
    sqlite3 *db = NULL;
    int tried;

    WORKS(nj_store_open(&f->s, f->path, &f->err));
    assert_int_equal(sqlite3_open(f->path, &db), SQLITE_OK);
    assert_int_equal(
        sqlite3_exec(db, "BEGIN; SELECT count(*) FROM said", NULL, NULL, NULL),
        SQLITE_OK);
    while (f->s->wal_frames < 300)
        say_one(f);
    nj_store_relieve(f->s);
    tried = f->s->wal_tried;
    assert_int_equal(tried, f->s->wal_frames); /* in vain */
    say_one(f);
    nj_store_relieve(f->s);
    assert_int_equal(f->s->wal_tried, tried);
    assert_int_equal(sqlite3_close(db), SQLITE_OK);
    while (f->s->wal_frames < tried + 256)
        say_one(f);
    nj_store_relieve(f->s);
    assert_int_equal(f->s->wal_frames, 0);
}

static void grow_log(struct fixture *f, int frames)
{
    static char blob[4000];
    struct nj_out_row row = out_row(0, "", NJ_OUT_KEPT);

    memset(blob, 'x', sizeof(blob) - 1);
    row.args = blob;
    while (f->s->wal_frames < frames) {
        WELL(nj_store_begin(f->s));
        for (int i = 0; i < 500; i++)
            WELL(nj_out_insert(f->s, &row));
        WORKS(nj_store_commit(f->s, &f->err));
    }
}

static void a_large_log_is_cut_when_less_is_written(void **state)
{
    struct fixture *f = *state;

    WORKS(nj_store_open(&f->s, f->path, &f->err));
    (void)add_match(f, "AAA");
    nj_store_idle(f->s);
    assert_true(size_of(f, "-wal") > 0); /* a small one is used again */
    grow_log(f, 4096);
    assert_true(size_of(f, "-wal") > (int64_t)4096 * 4096);
    nj_store_idle(f->s);
    assert_int_equal(f->s->wal_frames, 0);
    assert_true(size_of(f, "-wal") > (int64_t)4096 * 4096);
    grow_log(f, 4096); /* as much again: over what is there */
    nj_store_idle(f->s);
    assert_true(size_of(f, "-wal") > (int64_t)4096 * 4096);
    nj_store_idle(f->s); /* nothing more has come */
    assert_int_equal(size_of(f, "-wal"), 0);
    (void)add_match(f, "BBB");
    nj_store_idle(f->s);
    assert_true(size_of(f, "-wal") > 0);
}

static void a_log_that_is_never_idle_has_a_limit(void **state)
{
    struct fixture *f = *state;

    WORKS(nj_store_open(&f->s, f->path, &f->err));
    grow_log(f, 16384);
    nj_store_begin(f->s);
    assert_true(nj_store_ready(f->s));
    assert_int_equal(f->s->wal_frames, 0);
    (void)add_match(f, "AAA");
    WORKS(nj_store_commit(f->s, &f->err));
    assert_true(f->s->wal_frames < 100); /* it is written from its beginning */
}

static void closing_leaves_one_file(void **state)
{
    struct fixture *f = *state;

    WORKS(nj_store_open(&f->s, f->path, &f->err));
    (void)add_match(f, "AAA");
    nj_store_close(f->s);
    f->s = NULL;
    assert_int_equal(size_of(f, "-wal"), -1);
    assert_int_equal(size_of(f, "-shm"), -1);
    assert_int_equal(size_of(f, ".lock"), 0);
}

#define TEST(name) \
 cmocka_unit_test_setup_teardown(name, make_folder, remove_all)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(a_new_database_is_nobody_elses_business),
        TEST(a_path_that_cannot_be_says_why),
        TEST(a_name_like_a_url_is_a_name),
        TEST(a_database_in_memory_leaves_nothing),
        TEST(the_settings_are_the_ones_we_rely_on),
        TEST(the_same_process_cannot_open_it_twice),
        TEST(another_process_hears_who_holds_it),
        TEST(two_names_of_a_file_are_one_file),
        TEST(nothing_is_moved_inside_of_a_commit),
        TEST(a_log_is_moved_in_pieces),
        TEST(a_log_that_is_held_back_is_tried_now_and_then),
        TEST(a_large_log_is_cut_when_less_is_written),
        TEST(a_log_that_is_never_idle_has_a_limit),
        TEST(closing_leaves_one_file),
    };

    return cmocka_run_group_tests_name("store/sqlite", tests, NULL, NULL);
}
