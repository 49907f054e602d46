/*
 * Starts, feeds, ends and questions the program under test. Only processes
 * started here are ever signalled, by their number.
 */
#include "kit/serve.h"

#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/clock.h"
#include "base/str.h"
#include "kit/nj_test.h"
#include "kit/pg_server.h"

#define ARGS_MAX     16
#define DESCRIPTORS  256
#define LOOK_NS      2000000 /* between looks at a process or a file */
#define SHOWN_MAX    (64u << 20)
#define EXEC_FAILED  127
#define SIGNALLED    1000
#define CONFIG_CHARS 2048

static const char *const serve_args[] = {"serve", "-c", "config.json", NULL};

void nj_serve_open(struct nj_serve *p)
{
    *p = (struct nj_serve){.in = -1};
    nj_tmp_dir_make(&p->dir, NJ_BINARY_DIR);
    if (nj_pg_server_wanted())
        nj_pg_server_database(p->database, sizeof(p->database));
}

void nj_serve_file_only(void)
{
    if (nj_pg_server_wanted())
        skip();
}

void nj_serve_close(struct nj_serve *p)
{
    if (p->dir.path[0] == '\0')
        return;
    if (p->pid != 0)
        nj_serve_kill(p);
    nj_serve_end_of_input(p);
    free(p->shown);
    nj_tmp_dir_remove(&p->dir);
    *p = (struct nj_serve){.in = -1};
}

/* --- files --- */

static void write_all(FILE *f, const char *bytes, size_t n)
{
    assert_int_equal(fwrite(bytes, 1, n, f), n);
}

void nj_serve_write(const struct nj_serve *p, const char *name,
                    const char *bytes, size_t n)
{
    char path[1024];
    FILE *f = fopen(nj_tmp_dir_file(&p->dir, name, path, sizeof(path)), "wb");

    assert_non_null(f);
    if (p->database[0] != '\0' && strcmp(name, "config.json") == 0 &&
        bytes[0] == '{' && strstr(bytes, "\"database\"") == NULL) {
        assert_true(fprintf(f, "{\"database\": \"%s\",", p->database) > 0);
        write_all(f, bytes + 1, n - 1);
    } else {
        write_all(f, bytes, n);
    }
    assert_int_equal(fclose(f), 0);
}

const char *nj_serve_read(struct nj_serve *p, const char *name)
{
    char path[1024];
    char piece[4096];
    FILE *f = fopen(nj_tmp_dir_file(&p->dir, name, path, sizeof(path)), "rb");
    struct nj_str text = NJ_STR_INIT(SHOWN_MAX);
    size_t n;

    while (f != NULL && (n = fread(piece, 1, sizeof(piece), f)) > 0)
        nj_str_add(&text, piece, n);
    if (f != NULL)
        assert_int_equal(fclose(f), 0);
    free(p->shown);
    p->shown = nj_str_take(&text);
    return p->shown;
}

uint32_t nj_serve_times(struct nj_serve *p, const char *name, const char *part)
{
    const char *at = nj_serve_read(p, name);
    uint32_t n = 0;

    while ((at = strstr(at, part)) != NULL) {
        n++;
        at += strlen(part);
    }
    return n;
}

void nj_serve_configure(const struct nj_serve *p, uint16_t port,
                        const char *gateway)
{
    char text[CONFIG_CHARS];
    int n =
        snprintf(text, sizeof(text),
                 "{\n"
                 "  \"pacing\": {\"per_second\": 1000, \"burst\": 1000,\n"
                 "    \"per_minute\": 60000, \"total_per_second\": 10000},\n"
                 "  \"gateways\": [{\n"
                 "    \"kind\": \"onebot\", \"name\": \"qq\",\n"
                 "    \"url\": \"ws://127.0.0.1:%u/\",\n"
                 "    %s\n"
                 "    \"backoff_ms\": [10, 100],\n"
                 "    \"token_file\": \"token\"\n"
                 "  }]\n"
                 "}\n",
                 (unsigned)port, gateway);

    assert_in_range(n, 1, sizeof(text) - 1);
    nj_serve_write(p, "config.json", text, (size_t)n);
    nj_serve_write(p, "token", NJ_SERVE_TOKEN, strlen(NJ_SERVE_TOKEN));
}

/* --- the process --- */

/* In the child; only calls that are safe between fork and exec. */
static void become(const struct nj_serve *p, int in, int out, int log,
                   char *const *argv)
{
    if (chdir(p->dir.path) != 0 || dup2(in, 0) < 0 || dup2(out, 1) < 0 ||
        dup2(log, 2) < 0)
        _exit(EXEC_FAILED);
    /* The test's sockets stay open as long as anybody holds them. */
    for (int fd = 3; fd < DESCRIPTORS; fd++)
        (void)close(fd);
    (void)execv(NJ_PROGRAM, argv);
    _exit(EXEC_FAILED);
}

static int open_file(const struct nj_serve *p, const char *name, int flags)
{
    char path[1024];
    int fd = open(nj_tmp_dir_file(&p->dir, name, path, sizeof(path)),
                  O_WRONLY | O_CREAT | O_CLOEXEC | flags, 0600);

    assert_true(fd >= 0);
    return fd;
}

void nj_serve_start(struct nj_serve *p, const char *const *args)
{
    char *argv[ARGS_MAX] = {nj_strndup("nightjar", strlen("nightjar"))};
    int ends[2];
    int out = open_file(p, "out", O_TRUNC);
    int log = open_file(p, "log", O_APPEND);
    int n = 1;

    assert_int_equal(p->pid, 0);
    nj_serve_end_of_input(p);
    for (args = args != NULL ? args : serve_args; *args != NULL; args++) {
        assert_in_range(n, 1, ARGS_MAX - 2);
        argv[n++] = nj_strndup(*args, strlen(*args));
    }
    assert_int_equal(pipe(ends), 0);
    (void)fcntl(ends[1], F_SETFD, FD_CLOEXEC);
    p->pid = fork();
    assert_true(p->pid >= 0);
    if (p->pid == 0)
        become(p, ends[0], out, p->tty > 0 ? p->tty : log, argv);
    p->in = ends[1];
    assert_int_equal(close(ends[0]), 0);
    assert_int_equal(close(out), 0);
    assert_int_equal(close(log), 0);
    while (n > 0)
        free(argv[--n]);
}

void nj_serve_type(const struct nj_serve *p, const char *line)
{
    struct nj_str text = NJ_STR_INIT(65536);

    nj_str_addf(&text, "%s\n", line);
    assert_int_equal(write(p->in, text.p, text.len), text.len);
    nj_str_fini(&text);
}

static void pause_shortly(void)
{
    const struct timespec t = {.tv_nsec = LOOK_NS};

    (void)nanosleep(&t, NULL);
}

void nj_serve_stand_by(struct nj_serve *p, const char *const *args)
{
    int64_t until_ms = nj_monotonic_ms() + 2 * NJ_SERVE_WAIT_MS;
    uint32_t before = nj_serve_times(p, "log", "lease waits");

    nj_serve_start(p, args);
    while (nj_serve_times(p, "log", "lease waits") == before) {
        assert_true(nj_monotonic_ms() < until_ms);
        pause_shortly();
    }
}

void nj_serve_pass(struct nj_serve *p, const char *by)
{
    int64_t until_ms = nj_monotonic_ms() + NJ_SERVE_WAIT_MS;
    uint32_t before = nj_serve_times(p, "out", "UTC");

    nj_serve_type(p, by);
    nj_serve_type(p, ">#时区");
    while (nj_serve_times(p, "out", "UTC") == before) {
        assert_true(nj_monotonic_ms() < until_ms);
        pause_shortly();
    }
}

void nj_serve_end_of_input(struct nj_serve *p)
{
    if (p->in >= 0)
        (void)close(p->in);
    p->in = -1;
}

int nj_serve_wait(struct nj_serve *p, int64_t wait_ms)
{
    int64_t until_ms = nj_monotonic_ms() + wait_ms;
    int status = 0;
    pid_t got;

    assert_true(p->pid > 0);
    while ((got = waitpid(p->pid, &status, WNOHANG)) == 0 &&
           nj_monotonic_ms() < until_ms)
        pause_shortly();
    if (got == 0)
        return -1;
    assert_int_equal(got, p->pid);
    p->pid = 0;
    return WIFSIGNALED(status) ? SIGNALLED + WTERMSIG(status)
                               : WEXITSTATUS(status);
}

int nj_serve_stop(struct nj_serve *p)
{
    assert_true(p->pid > 0);
    assert_int_equal(kill(p->pid, SIGTERM), 0);
    return nj_serve_wait(p, NJ_SERVE_WAIT_MS);
}

void nj_serve_kill(struct nj_serve *p)
{
    assert_true(p->pid > 0);
    assert_int_equal(kill(p->pid, SIGKILL), 0);
    (void)nj_serve_wait(p, NJ_SERVE_WAIT_MS);
    assert_int_equal(p->pid, 0);
}

bool nj_serve_runs(struct nj_serve *p)
{
    return p->pid != 0 && nj_serve_wait(p, 0) == -1;
}

int nj_serve_run(struct nj_serve *p, const char *const *args)
{
    nj_serve_start(p, args);
    nj_serve_end_of_input(p);
    return nj_serve_wait(p, 6 * NJ_SERVE_WAIT_MS);
}

bool nj_serve_said(struct nj_serve *p, const char *part, int64_t wait_ms)
{
    int64_t until_ms = nj_monotonic_ms() + wait_ms;

    while (nj_serve_times(p, "log", part) == 0) {
        if (nj_monotonic_ms() >= until_ms)
            return false;
        pause_shortly();
    }
    return true;
}
