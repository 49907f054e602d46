/*
 * Reads and writes of the database that are interrupted or move only half of
 * their bytes, every one of a match on a real file: nobody notices (goals R4).
 */
#include <errno.h>
#include <stdio.h>
#include <sys/types.h>

#include <sqlite3.h>

#include "base/log.h"
#include "fault/trial.h"
#include "kit/nj_test.h"
#include "kit/plant.h"

#define COMMANDS 16

typedef ssize_t read_fn(int fd, void *bytes, size_t n, off_t at);
typedef ssize_t write_fn(int fd, const void *bytes, size_t n, off_t at);

static read_fn *real_read;
static write_fn *real_write;
static unsigned calls, interrupted, halved;

static void no_line(void *ctx, const char *line)
{
    NJ_UNUSED(ctx);
    NJ_UNUSED(line);
}

/* Each call is interrupted first; what follows it moves half of the bytes. */
static bool interrupt(size_t *n)
{
    if (calls++ % 2 == 0) {
        interrupted++;
        errno = EINTR;
        return true;
    }
    if (*n > 1) {
        halved++;
        *n /= 2;
    }
    return false;
}

static ssize_t odd_read(int fd, void *bytes, size_t n, off_t at)
{
    return interrupt(&n) ? -1 : real_read(fd, bytes, n, at);
}

static ssize_t odd_write(int fd, const void *bytes, size_t n, off_t at)
{
    size_t all = n;

    if (interrupt(&n))
        return -1;
    if (nj_planted("half-a-write-told-as-a-whole"))
        return real_write(fd, bytes, n, at) < 0 ? -1 : (ssize_t)all;
    return real_write(fd, bytes, n, at);
}

static void set_calls(sqlite3_vfs *unix_vfs, bool odd)
{
    static const char *const reads[] = {"pread", "pread64"};
    static const char *const writes[] = {"pwrite", "pwrite64"};

    for (size_t i = 0; i < NJ_COUNT(reads); i++) {
        sqlite3_syscall_ptr r = unix_vfs->xGetSystemCall(unix_vfs, reads[i]);
        sqlite3_syscall_ptr w = unix_vfs->xGetSystemCall(unix_vfs, writes[i]);

        if (!odd) {
            (void)unix_vfs->xSetSystemCall(unix_vfs, reads[i], NULL);
            (void)unix_vfs->xSetSystemCall(unix_vfs, writes[i], NULL);
        } else if (r != NULL && w != NULL) {
            real_read = (read_fn *)r;
            real_write = (write_fn *)w;
            (void)unix_vfs->xSetSystemCall(unix_vfs, reads[i],
                                           (sqlite3_syscall_ptr)odd_read);
            (void)unix_vfs->xSetSystemCall(unix_vfs, writes[i],
                                           (sqlite3_syscall_ptr)odd_write);
        }
    }
}

static void an_interrupted_disk_goes_unnoticed(void **state)
{
    sqlite3_vfs *unix_vfs = sqlite3_vfs_find("unix");
    struct nj_err err = {{0}};
    struct trial t;

    NJ_UNUSED(state);
    nj_log_set_sink(no_line, NULL);
    nj_trial_open(&t, "interrupt");
    nj_trial_record(&t, COMMANDS);
    (void)sqlite3_vfs_register(unix_vfs, 1);
    set_calls(unix_vfs, true);
    t.life.now_ms = t.commands[0].at_ms;
    if (nj_trial_begin(&t, &err) != NJ_OK)
        fail_msg("%s", err.text);
    for (uint32_t i = 0; i < t.n_commands; i++)
        if (nj_trial_say(&t, i, &err) != NJ_OK)
            fail_msg("%s", err.text);
    nj_trial_end(&t);
    nj_trial_check_end(&t, "interrupted");
    set_calls(unix_vfs, false);
    assert_true(interrupted > 300);
    assert_true(halved > 300);
    print_message("%u interrupted, %u halved\n", interrupted, halved);
    nj_trial_close(&t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_interrupted_disk_goes_unnoticed),
    };

    return cmocka_run_group_tests_name("fault/interrupt", tests, NULL, NULL);
}
