/*
 * A child of the benchmark: its folder, its life, what it takes.
 */
#include "bench/child.h"

#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/bug.h"

#define ARGS_MAX 8

bool nj_bench_child_place(struct nj_bench *b, struct nj_bench_child *c)
{
    *c = (struct nj_bench_child){.to = -1, .from = -1};
    (void)snprintf(c->dir, sizeof(c->dir), "%s/nightjar-bench.%ld.d", b->dir,
                   (long)getpid());
    return mkdir(c->dir, 0700) == 0;
}

bool nj_bench_child_write(const struct nj_bench_child *c, const char *name,
                          const char *text)
{
    char path[600];
    FILE *f;
    bool written;

    (void)snprintf(path, sizeof(path), "%s/%s", c->dir, name);
    f = fopen(path, "we");
    if (f == NULL)
        return false;
    written = fputs(text, f) >= 0;
    return fclose(f) == 0 && written;
}

static void become(struct nj_bench *b, const char *dir, const char *const *args,
                   int in, int out)
{
    const char *argv[ARGS_MAX + 2] = {b->self};
    char *words[ARGS_MAX + 2]; /* only read, which execv's type does not say */

    for (int i = 0; args[i] != NULL; i++) {
        NJ_ASSERT(i < ARGS_MAX);
        argv[i + 1] = args[i];
    }
    (void)dup2(in, STDIN_FILENO);
    (void)dup2(out, STDOUT_FILENO);
    if (chdir(dir) != 0 || freopen("/dev/null", "w", stderr) == NULL)
        _exit(127);
    memcpy(words, argv, sizeof(words));
    (void)execv(b->self, words);
    _exit(127);
}

bool nj_bench_child_start(struct nj_bench *b, struct nj_bench_child *c,
                          const char *const *args)
{
    int in[2], out[2];

    if (pipe(in) != 0)
        return false;
    if (pipe(out) != 0) {
        (void)close(in[0]);
        (void)close(in[1]);
        return false;
    }
    (void)fcntl(in[1], F_SETFD, FD_CLOEXEC);
    (void)fcntl(out[0], F_SETFD, FD_CLOEXEC);
    (void)fflush(stdout);
    c->pid = fork();
    if (c->pid == 0)
        become(b, c->dir, args, in[0], out[1]);
    (void)close(in[0]);
    (void)close(out[1]);
    c->to = in[1];
    c->from = out[0];
    return c->pid > 0;
}

static void shut(int *fd)
{
    if (*fd >= 0)
        (void)close(*fd);
    *fd = -1;
}

void nj_bench_child_end(struct nj_bench_child *c)
{
    static const char *const names[] = {NJ_BENCH_CONFIG, NJ_BENCH_TOKEN};
    char path[600];
    int status;

    shut(&c->to);
    if (c->pid > 0) {
        (void)kill(c->pid, SIGTERM);
        (void)waitpid(c->pid, &status, 0);
    }
    c->pid = 0;
    shut(&c->from);
    (void)snprintf(path, sizeof(path), "%s/nightjar.db", c->dir);
    nj_store_remove(path);
    for (size_t i = 0; i < NJ_COUNT(names); i++) {
        (void)snprintf(path, sizeof(path), "%s/%s", c->dir, names[i]);
        (void)unlink(path);
    }
    (void)rmdir(c->dir);
}

double nj_bench_child_cpu_ns(const struct nj_bench_child *c)
{
    struct timespec t;
    clockid_t id;

    if (clock_getcpuclockid(c->pid, &id) != 0 || clock_gettime(id, &t) != 0)
        return 0;
    return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

double nj_bench_child_kib(const struct nj_bench_child *c)
{
    char path[64], line[256];
    double kib = 0;
    FILE *f;

    (void)snprintf(path, sizeof(path), "/proc/%ld/status", (long)c->pid);
    f = fopen(path, "re");
    if (f == NULL)
        return 0;
    while (fgets(line, sizeof(line), f) != NULL)
        if (strncmp(line, "RssAnon:", 8) == 0)
            kib = strtod(line + 8, NULL);
    (void)fclose(f);
    return kib;
}
