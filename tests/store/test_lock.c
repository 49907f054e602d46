/* For src/store/lock.c. */
#include <fcntl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "store/lock.h"
#include "store/rows.h"

static void the_second_taker_hears_who_holds_it(void **state)
{
    struct fixture *f = *state;
    char pid[32];
    int first = -1, second = -1;

    (void)snprintf(pid, sizeof(pid), "process %ld", (long)getpid());
    WORKS(nj_lock_take(f->path, &first, &f->err));
    FAILS(nj_lock_take(f->path, &second, &f->err), NJ_ERR_BUSY, pid);
    FAILS(nj_lock_take(f->path, &second, &f->err), NJ_ERR_BUSY, f->path);
    assert_int_equal(second, -1);
    nj_lock_drop(first);
    WORKS(nj_lock_take(f->path, &second, &f->err));
    nj_lock_drop(second);
    nj_lock_drop(-1);
}

static void a_holder_without_a_number_is_refused_too(void **state)
{
    struct fixture *f = *state;
    int first = -1, second = -1;

    WORKS(nj_lock_take(f->path, &first, &f->err));
    assert_int_equal(ftruncate(first, 0), 0);
    FAILS(nj_lock_take(f->path, &second, &f->err), NJ_ERR_BUSY,
          "another process");
    nj_lock_drop(first);
}

/* A process that is killed leaves the file, but not the lock. */
static void a_killed_holder_does_not_block(void **state)
{
    struct fixture *f = *state;
    int fd = -1, status = 0;
    pid_t child = fork();

    assert_true(child >= 0);
    if (child == 0) {
        enum nj_status st = nj_lock_take(f->path, &fd, NULL);

        _exit(st == NJ_OK ? 0 : 1);
    }
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_int_equal(status, 0);
    WORKS(nj_lock_take(f->path, &fd, &f->err));
    nj_lock_drop(fd);
}

static void the_file_is_nobody_elses_business(void **state)
{
    struct fixture *f = *state;
    char path[1100];
    struct stat info;
    int fd = -1;

    WORKS(nj_lock_take(f->path, &fd, &f->err));
    (void)snprintf(path, sizeof(path), "%s.lock", f->path);
    assert_int_equal(stat(path, &info), 0);
    assert_int_equal(info.st_mode & 0777, 0600);
    assert_true(info.st_size > 0);
    assert_int_equal(fcntl(fd, F_GETFD) & FD_CLOEXEC, FD_CLOEXEC);
    nj_lock_drop(fd);
    assert_int_equal(stat(path, &info), 0);
    assert_int_equal(info.st_size, 0);
}

static void a_folder_that_is_missing_is_named(void **state)
{
    struct fixture *f = *state;
    static char far[5000];
    int fd = -1;

    FAILS(nj_lock_take("/nowhere/at/all.db", &fd, &f->err), NJ_ERR_IO,
          "/nowhere/at/all.db.lock");
    memset(far, 'x', sizeof(far) - 1);
    FAILS(nj_lock_take(far, &fd, &f->err), NJ_ERR_LIMIT, "too long");
    assert_int_equal(fd, -1);
}

/* Both would be the same file under two locks. */
static void a_database_with_two_names_is_refused(void **state)
{
    struct fixture *f = *state;
    char second[1100];
    int fd = -1;

    (void)snprintf(second, sizeof(second), "%s.second", f->path);
    assert_int_equal(close(creat(f->path, 0600)), 0);
    assert_int_equal(link(f->path, second), 0);
    FAILS(nj_lock_take(f->path, &fd, &f->err), NJ_ERR_BAD_INPUT, "hard link");
    FAILS(nj_lock_take(second, &fd, &f->err), NJ_ERR_BAD_INPUT, second);
    assert_int_equal(fd, -1);
    assert_int_equal(unlink(second), 0);
    WORKS(nj_lock_take(f->path, &fd, &f->err));
    nj_lock_drop(fd);
    assert_int_equal(unlink(f->path), 0);
}

#define TEST(name) \
 cmocka_unit_test_setup_teardown(name, make_folder, remove_all)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(the_second_taker_hears_who_holds_it),
        TEST(a_holder_without_a_number_is_refused_too),
        TEST(a_killed_holder_does_not_block),
        TEST(the_file_is_nobody_elses_business),
        TEST(a_folder_that_is_missing_is_named),
        TEST(a_database_with_two_names_is_refused),
    };

    return cmocka_run_group_tests_name("store/lock", tests, NULL, NULL);
}
