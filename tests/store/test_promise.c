/*
 * For src/store/promise.c: a database that is older than what people were told
 * is noticed, whatever made it older, and never one that is not.
 */
#include <fcntl.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "fault/vfs_shim.h"
#include "kit/kept_log.h"
#include "store/rows.h"
#include "store/store_priv.h"

#define FILE_BYTES ((size_t)1 << 20)

/* What the log has had since the test began. */
static size_t old_lines;

static const char *said(void)
{
    return kept_log() + old_lines;
}

static int make_logged(void **state)
{
    old_lines = strlen(kept_log());
    return make_folder(state);
}

/* --- files --- */

struct bytes {
    size_t n; /* 0: there is none */
    char all[FILE_BYTES];
};

static const char *const suffixes[] = {"", "-wal", "-promised"};

/* The database and what belongs to it, at one moment. */
struct copy {
    struct bytes files[NJ_COUNT(suffixes)];
};

static const char *name_of(const struct fixture *f, const char *suffix)
{
    static char path[1100];

    (void)snprintf(path, sizeof(path), "%s%s", f->path, suffix);
    return path;
}

static void read_file(const struct fixture *f, const char *suffix,
                      struct bytes *b)
{
    int fd = open(name_of(f, suffix), O_RDONLY | O_CLOEXEC);
    ssize_t n = fd >= 0 ? read(fd, b->all, sizeof(b->all)) : 0;

    assert_in_range(n, 0, sizeof(b->all) - 1);
    b->n = (size_t)n;
    if (fd >= 0)
        assert_int_equal(close(fd), 0);
}

static void write_file(const struct fixture *f, const char *suffix,
                       const struct bytes *b)
{
    int fd;

    (void)unlink(name_of(f, suffix));
    if (b->n == 0)
        return;
    fd = open(name_of(f, suffix), O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
    assert_true(fd >= 0);
    assert_int_equal(write(fd, b->all, b->n), (ssize_t)b->n);
    assert_int_equal(close(fd), 0);
}

static struct copy *copy_all(const struct fixture *f)
{
    struct copy *c = calloc(1, sizeof(*c));

    assert_non_null(c);
    for (size_t i = 0; i < NJ_COUNT(suffixes); i++)
        read_file(f, suffixes[i], &c->files[i]);
    return c;
}

static void put_back(const struct fixture *f, const char *suffix,
                     const struct copy *c)
{
    for (size_t i = 0; i < NJ_COUNT(suffixes); i++)
        if (strcmp(suffixes[i], suffix) == 0)
            write_file(f, suffix, &c->files[i]);
    (void)unlink(name_of(f, "-shm"));
}

static void assert_same(const struct copy *a, const struct copy *b)
{
    for (size_t i = 0; i < NJ_COUNT(suffixes); i++) {
        assert_int_equal(a->files[i].n, b->files[i].n);
        assert_memory_equal(a->files[i].all, b->files[i].all, a->files[i].n);
    }
}

/* --- lives --- */

static void commit_match(struct fixture *f, const char *code)
{
    WELL(nj_store_begin(f->s));
    (void)add_match(f, code);
    WORKS(nj_store_commit(f->s, &f->err));
}

static void close_store(struct fixture *f)
{
    nj_store_close(f->s);
    f->s = NULL;
}

/* A process that keeps two matches, one after the other, and is killed. */
static void live_and_be_killed(struct fixture *f)
{
    int status = 0;
    pid_t child = fork();

    assert_true(child >= 0);
    if (child == 0) {
        if (nj_store_open(&f->s, f->path, &f->err) != NJ_OK)
            _exit(1);
        commit_match(f, "K7Q");
        commit_match(f, "K8Q");
        _exit(0);
    }
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_int_equal(status, 0);
}

/* Two lives in order; returns the files as they were between them. */
static struct copy *live_twice(struct fixture *f)
{
    struct copy *between;

    WORKS(nj_store_open(&f->s, f->path, &f->err));
    commit_match(f, "K7Q");
    close_store(f);
    between = copy_all(f);
    WORKS(nj_store_open(&f->s, f->path, &f->err));
    commit_match(f, "K8Q");
    close_store(f);
    return between;
}

static bool has(struct fixture *f, const char *code)
{
    struct nj_match_row row;
    bool found;

    WELL(found = nj_match_by_code(f->s, code, &row));
    return found;
}

/* It does not open, says so, and leaves everything as it was. */
static void is_noticed(struct fixture *f, const char *word)
{
    struct copy *before = copy_all(f);
    struct copy *after;

    for (int i = 0; i < 2; i++) {
        FAILS(nj_store_open(&f->s, f->path, &f->err), NJ_ERR_MISMATCH, word);
        assert_non_null(strstr(f->err.text, f->path));
        assert_non_null(strstr(f->err.text, "--accept-older"));
        assert_null(f->s);
    }
    after = copy_all(f);
    assert_same(before, after);
    free(before);
    free(after);
}

/* The operator says that it is all that there is; then it is. */
static void is_accepted(struct fixture *f)
{
    WORKS(nj_store_open_older(&f->s, f->path, &f->err));
    assert_non_null(strstr(said(), "older_accepted"));
    commit_match(f, "K9Q");
    reopen(f);
    assert_true(has(f, "K9Q"));
    close_store(f);
}

/* --- an older one --- */

static void a_lost_log_is_noticed(void **state)
{
    struct fixture *f = *state;

    live_and_be_killed(f);
    assert_int_equal(unlink(name_of(f, "-wal")), 0);
    (void)unlink(name_of(f, "-shm"));
    is_noticed(f, "empty"); /* nothing had left the log yet */
    is_accepted(f);
}

static void a_log_that_was_cut_off_is_noticed(void **state)
{
    struct fixture *f = *state;
    struct copy *whole;

    live_and_be_killed(f);
    whole = copy_all(f);
    assert_true(whole->files[1].n > 4000);
    assert_int_equal(
        truncate(name_of(f, "-wal"), (off_t)(whole->files[1].n - 4000)), 0);
    (void)unlink(name_of(f, "-shm"));
    is_noticed(f, "older than what people were told");
    put_back(f, "-wal", whole); /* and it is well again */
    WORKS(nj_store_open(&f->s, f->path, &f->err));
    assert_true(has(f, "K8Q"));
    free(whole);
}

static void a_damaged_log_is_noticed(void **state)
{
    struct fixture *f = *state;
    struct copy *c;

    live_and_be_killed(f);
    c = copy_all(f);
    c->files[1].all[c->files[1].n - 2000] ^= 1;
    put_back(f, "-wal", c);
    is_noticed(f, "older than what people were told");
    is_accepted(f);
    free(c);
}

static void an_older_copy_is_noticed(void **state)
{
    struct fixture *f = *state;
    struct copy *old = live_twice(f);
    struct copy *new = copy_all(f);

    put_back(f, "", old);
    is_noticed(f, "older than what people were told");
    is_accepted(f);
    /* What was given up is not what people were told since. */
    put_back(f, "", new);
    is_noticed(f, "not the one that was here");
    free(old);
    free(new);
}

static void another_database_is_noticed(void **state)
{
    struct fixture *f = *state;
    struct copy *mine = live_twice(f);

    free(mine);
    mine = copy_all(f);
    nj_store_remove(f->path);
    free(live_twice(f));
    put_back(f, "", mine);
    is_noticed(f, "not the one that was here");
    is_accepted(f);
    free(mine);
}

static void a_database_that_is_gone_is_noticed(void **state)
{
    struct fixture *f = *state;

    free(live_twice(f));
    assert_int_equal(unlink(f->path), 0);
    FAILS(nj_store_open(&f->s, f->path, &f->err), NJ_ERR_MISMATCH, "empty");
    is_noticed(f, "empty");
    is_accepted(f);
}

/* --- one that is not --- */

static void the_file_is_nobody_elses_business(void **state)
{
    struct fixture *f = *state;
    struct stat info;

    WORKS(nj_store_open(&f->s, f->path, &f->err));
    assert_int_equal(stat(name_of(f, "-promised"), &info), 0);
    assert_int_equal(info.st_mode & 0777, 0600);
    assert_string_equal(said(), "");
    nj_store_remove(f->path);
    assert_int_equal(access(name_of(f, "-promised"), F_OK), -1);
}

/* Between the commit and the write that follows it, for example. */
static void a_file_that_is_behind_is_no_reason_to_stop(void **state)
{
    struct fixture *f = *state;
    struct copy *old = live_twice(f);

    put_back(f, "-promised", old);
    WORKS(nj_store_open(&f->s, f->path, &f->err));
    assert_true(has(f, "K8Q"));
    assert_string_equal(said(), "");
    commit_match(f, "K9Q"); /* it is up to date again */
    close_store(f);
    put_back(f, "", old);
    is_noticed(f, "older than what people were told");
    free(old);
}

static void without_the_file_it_is_made(void **state)
{
    struct fixture *f = *state;
    struct copy *old;

    free(live_twice(f));
    old = copy_all(f);
    assert_int_equal(unlink(name_of(f, "-promised")), 0);
    WORKS(nj_store_open(&f->s, f->path, &f->err));
    assert_non_null(strstr(said(), "promise_made"));
    assert_null(strstr(said(), "promise_not"));
    commit_match(f, "K9Q");
    reopen(f);
    close_store(f);
    put_back(f, "", old);
    is_noticed(f, "not the one that was here");
    free(old);
}

/* A power cut may leave the half of a write, or a file without bytes. */
static void half_a_promise_says_nothing(void **state)
{
    static const char *const texts[] = {
        "",
        "x",
        "0000000000000001 0000000000000099 0000000000000009\n",
        "0000000000000001 0000000000000009 0000000000000009 ",
        "-000000000000001 0000000000000009 0000000000000009\n",
        "0000000000000000 0000000000000009 0000000000000009\n"};
    struct fixture *f = *state;

    free(live_twice(f));
    for (size_t i = 0; i < NJ_COUNT(texts); i++) {
        struct bytes *b = calloc(1, sizeof(*b));

        assert_non_null(b);
        b->n = strlen(texts[i]) + 1;
        memcpy(b->all, texts[i], b->n);
        write_file(f, "-promised", b);
        old_lines = strlen(kept_log());
        WORKS(nj_store_open(&f->s, f->path, &f->err));
        assert_non_null(strstr(said(), "promise_made"));
        assert_int_equal(strstr(said(), "promise_not_read") != NULL, b->n > 50);
        close_store(f);
        free(b);
    }
}

static void what_changes_nothing_does_not_count(void **state)
{
    struct fixture *f = *state;
    struct copy *before, *after;

    WORKS(nj_store_open(&f->s, f->path, &f->err));
    commit_match(f, "K7Q");
    before = copy_all(f);
    WELL(nj_store_begin(f->s));
    assert_true(has(f, "K7Q"));
    WORKS(nj_store_commit(f->s, &f->err));
    WELL(nj_store_begin(f->s));
    (void)add_match(f, "K8Q");
    nj_store_rollback(f->s);
    after = copy_all(f);
    assert_same(before, after);
    free(before);
    free(after);
}

/* --- a file that cannot be had --- */

static uint32_t count_word(const char *word)
{
    uint32_t n = 0;

    for (const char *at = said(); (at = strstr(at, word)) != NULL; at++)
        n++;
    return n;
}

static void without_the_file_people_play_on(void **state)
{
    struct fixture *f = *state;

    assert_int_equal(mkdir(name_of(f, "-promised"), 0700), 0);
    WORKS(nj_store_open(&f->s, f->path, &f->err));
    assert_int_equal(count_word("promise_not_opened"), 1);
    commit_match(f, "K7Q");
    reopen(f);
    assert_true(has(f, "K7Q"));
    close_store(f);
    assert_int_equal(rmdir(name_of(f, "-promised")), 0);
}

static void fail_writes(bool on)
{
    const struct nj_vfs_fault fault = {.calls = NJ_VFS_WRITE,
                                       .nth = 1,
                                       .for_ever = true,
                                       .only_beside = true,
                                       .rc = SQLITE_IOERR_WRITE,
                                       .system = 5};

    if (on)
        nj_vfs_fail(&fault);
    else
        nj_vfs_clear();
}

static void a_failing_write_is_said_once(void **state)
{
    struct fixture *f = *state;

    nj_vfs_install();
    WORKS(nj_store_open(&f->s, f->path, &f->err));
    fail_writes(true);
    commit_match(f, "K7Q");
    commit_match(f, "K8Q");
    assert_int_equal(nj_vfs_failed(), 2);
    assert_int_equal(count_word("promise_not_written"), 1);
    fail_writes(false);
    commit_match(f, "K9Q");
    fail_writes(true);
    commit_match(f, "KAQ");
    assert_int_equal(count_word("promise_not_written"), 2);
    fail_writes(false);
    reopen(f);
    assert_true(has(f, "KAQ"));
    close_store(f);
    nj_vfs_remove();
}

/* --- who only reads --- */

static void who_only_reads_an_older_one_changes_nothing(void **state)
{
    struct fixture *f = *state;
    struct copy *c, *after;

    live_and_be_killed(f);
    c = copy_all(f);
    c->files[1].n -= 4000;
    put_back(f, "-wal", c);
    WORKS(nj_store_open_to_read(&f->s, f->path, &f->err));
    assert_non_null(strstr(nj_store_older(f->s), "older than what people"));
    assert_true(has(f, "K7Q"));
    assert_false(has(f, "K8Q"));
    WORKS(nj_store_check(f->s, &f->err));
    nj_store_begin(f->s);
    assert_false(nj_store_ready(f->s));
    close_store(f);
    after = copy_all(f);
    assert_same(c, after);
    is_noticed(f, "older than what people were told");
    free(c);
    free(after);
}

static void who_only_reads_makes_no_promise(void **state)
{
    struct fixture *f = *state;

    free(live_twice(f));
    WORKS(nj_store_open_to_read(&f->s, f->path, &f->err));
    assert_null(nj_store_older(f->s));
    close_store(f);
    assert_int_equal(unlink(name_of(f, "-promised")), 0);
    WORKS(nj_store_open_to_read(&f->s, f->path, &f->err));
    assert_null(nj_store_older(f->s));
    close_store(f);
    assert_int_equal(access(name_of(f, "-promised"), F_OK), -1);
    assert_string_equal(said(), "");
}

#define TEST(name) \
 cmocka_unit_test_setup_teardown(name, make_logged, remove_all)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(a_lost_log_is_noticed),
        TEST(a_log_that_was_cut_off_is_noticed),
        TEST(a_damaged_log_is_noticed),
        TEST(an_older_copy_is_noticed),
        TEST(another_database_is_noticed),
        TEST(a_database_that_is_gone_is_noticed),
        TEST(the_file_is_nobody_elses_business),
        TEST(a_file_that_is_behind_is_no_reason_to_stop),
        TEST(without_the_file_it_is_made),
        TEST(half_a_promise_says_nothing),
        TEST(what_changes_nothing_does_not_count),
        TEST(without_the_file_people_play_on),
        TEST(a_failing_write_is_said_once),
        TEST(who_only_reads_an_older_one_changes_nothing),
        TEST(who_only_reads_makes_no_promise),
    };

    kept_log_begin();
    return cmocka_run_group_tests_name("store/promise", tests, NULL, NULL);
}
