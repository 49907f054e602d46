/*
 * Runs a function in a child process and tells how that ended.
 */
#include "kit/nj_death.h"

#include <signal.h>
#include <stdio.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>

#include "kit/nj_test.h"

static _Noreturn void be_the_child(void (*fn)(void), const int pipe_fds[2])
{
    (void)signal(SIGABRT, SIG_DFL);
    (void)close(pipe_fds[0]);
    (void)dup2(pipe_fds[1], STDERR_FILENO);
    fn();
    _exit(0);
}

static void read_all(int fd, char *out, size_t cap)
{
    size_t len = 0;
    ssize_t n = 1;

    while (n > 0 && len < cap - 1) {
        n = read(fd, out + len, cap - 1 - len);
        if (n > 0)
            len += (size_t)n;
    }
    out[len] = '\0';
}

int nj_death_of(void (*fn)(void), char *out, size_t cap)
{
    int fds[2];
    int status = 0;
    pid_t child;

    assert_int_equal(pipe(fds), 0);
    (void)fflush(NULL);
    child = fork();
    assert_true(child >= 0);
    if (child == 0)
        be_the_child(fn, fds);
    (void)close(fds[1]);
    read_all(fds[0], out, cap);
    (void)close(fds[0]);
    assert_int_equal(waitpid(child, &status, 0), child);
    return WIFSIGNALED(status) ? 256 + WTERMSIG(status) : WEXITSTATUS(status);
}
