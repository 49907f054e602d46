/*
 * P6, P8, P10: what a process of `serve` takes, how soon it answers, how
 * large the program is; and the bytes of matches in the books.
 */
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/bug.h"
#include "bench/bench.h"
#include "gateway/memory/memory.h"

/* --- a child that serves a terminal --- */

struct child {
    pid_t pid;
    int to, from;
    char dir[512];
};

static void become(struct nj_bench *b, const char *dir, int in, int out)
{
    char *argv[] = {b->self, (char[]){"serve"}, (char[]){"--console"}, NULL};

    (void)dup2(in, STDIN_FILENO);
    (void)dup2(out, STDOUT_FILENO);
    if (chdir(dir) != 0 || freopen("/dev/null", "w", stderr) == NULL)
        _exit(127);
    (void)execv(b->self, argv);
    _exit(127);
}

static bool start_child(struct nj_bench *b, struct child *c)
{
    int in[2], out[2];

    (void)snprintf(c->dir, sizeof(c->dir), "%s/nightjar-bench.%ld.d", b->dir,
                   (long)getpid());
    if (mkdir(c->dir, 0700) != 0 || pipe(in) != 0)
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
        become(b, c->dir, in[0], out[1]);
    (void)close(in[0]);
    (void)close(out[1]);
    c->to = in[1];
    c->from = out[0];
    return c->pid > 0;
}

static void end_child(struct child *c)
{
    char path[600];
    int status;

    (void)close(c->to);
    (void)kill(c->pid, SIGTERM);
    (void)waitpid(c->pid, &status, 0);
    (void)close(c->from);
    (void)snprintf(path, sizeof(path), "%s/nightjar.db", c->dir);
    nj_store_remove(path);
    (void)rmdir(c->dir);
}

static double anonymous_kib(pid_t pid)
{
    char path[64], line[256];
    double kib = 0;
    FILE *f;

    (void)snprintf(path, sizeof(path), "/proc/%ld/status", (long)pid);
    f = fopen(path, "re");
    if (f == NULL)
        return 0;
    while (fgets(line, sizeof(line), f) != NULL)
        if (strncmp(line, "RssAnon:", 8) == 0)
            kib = strtod(line + 8, NULL);
    (void)fclose(f);
    return kib;
}

enum nj_status nj_bench_start(struct nj_bench *b, struct nj_err *err)
{
    static const char line[] = "#游戏\n";
    static const struct timespec moment = {.tv_nsec = 200000000};
    struct nj_bench_samples start = {.n = 0}, memory = {.n = 0};

    for (uint32_t i = 0; i < b->runs; i++) {
        struct child c;
        double t = nj_bench_now_ns();
        char first[4096];

        if (!start_child(b, &c))
            return nj_fail(err, NJ_ERR_IO, "cannot start \"%s\"", b->self);
        if (write(c.to, line, sizeof(line) - 1) > 0 &&
            read(c.from, first, sizeof(first)) > 0)
            nj_bench_add(&start, (nj_bench_now_ns() - t) / 1e6);
        (void)nanosleep(&moment, NULL);
        nj_bench_add(&memory, anonymous_kib(c.pid) / 1024);
        end_child(&c);
    }
    nj_bench_put(NJ_BENCH_IDLE, &memory);
    nj_bench_put(NJ_BENCH_START, &start);
    return NJ_OK;
}

/* --- for callgrind --- */

struct first {
    struct nj_bench *b;
    uint32_t answers;
    enum nj_status st;
    struct nj_err err;
};

static void answer_first(void *ctx)
{
    struct first *f = ctx;
    struct nj_house h = {.path = ""};
    struct nj_env env;

    f->st = nj_env_load(&env, NULL, &f->err);
    if (f->st != NJ_OK)
        return;
    nj_house_place(&h, f->b->dir, "nightjar-bench");
    nj_house_furnish(&h, &env);
    (void)nj_house_memory(&h, "qq");
    h.setup.clock = nj_clock_system();
    f->st = nj_house_start(&h, &f->err);
    if (f->st == NJ_OK) {
        nj_memory_group(h.gateways[0], "qq:g:1", "qq:u:1", "ann", "", "#游戏");
        f->st = nj_house_rest(&h, &f->err);
        f->answers = nj_memory_count(h.gateways[0]);
    }
    nj_house_close(&h);
    nj_env_fini(&env);
}

enum nj_status nj_bench_loop_start(struct nj_bench *b, uint32_t *times,
                                   struct nj_err *err)
{
    struct first f = {.b = b};

    nj_bench_count(answer_first, &f);
    *times = 1;
    *err = f.err;
    if (f.st == NJ_OK && f.answers == 0)
        return nj_fail(err, NJ_ERR_MISMATCH, "nobody answers");
    return f.st;
}

/* --- bytes of matches --- */

enum nj_status nj_bench_memory(struct nj_bench *b, struct nj_err *err)
{
    struct nj_bench_samples awake = {.n = 0}, asleep = {.n = 0};
    struct nj_bench_house h;
    struct nj_referee_bytes bytes;
    enum nj_status st = nj_bench_house_open(&h, b, 64, err);

    if (st == NJ_OK)
        st = nj_bench_house_fill(&h, err);
    if (st == NJ_OK)
        st = nj_bench_house_moves(&h, 640, NJ_BENCH_FLIGHT, err);
    if (st == NJ_OK) {
        nj_referee_bytes(h.house.referee, &bytes);
        nj_bench_add(&awake, (double)(bytes.books + bytes.live) /
                                 nj_referee_open(h.house.referee));
        nj_bench_add(&asleep,
                     (double)bytes.books / nj_referee_open(h.house.referee));
        nj_bench_put(NJ_BENCH_LIVE, &awake);
        nj_bench_put(NJ_BENCH_ASLEEP, &asleep);
    }
    nj_bench_house_close(&h);
    return st;
}

/* --- the binary --- */

static double stripped_bytes(struct nj_bench *b)
{
    char path[512];
    struct stat info = {.st_size = 0};
    pid_t child;
    int status = -1;

    (void)snprintf(path, sizeof(path), "%s/nightjar-bench.%ld.bin", b->dir,
                   (long)getpid());
    (void)fflush(stdout);
    child = fork();
    if (child == 0) {
        (void)execlp("strip", "strip", "-o", path, b->self, (char *)NULL);
        _exit(127);
    }
    if (child < 0 || waitpid(child, &status, 0) != child || status != 0 ||
        stat(path, &info) != 0)
        info.st_size = 0;
    (void)unlink(path);
    return (double)info.st_size;
}

enum nj_status nj_bench_binary(struct nj_bench *b, struct nj_err *err)
{
    struct nj_bench_samples s = {.n = 0};
    struct stat info;
    double bytes = stripped_bytes(b);

    if (bytes > 0) {
        nj_bench_add(&s, bytes / 1e6);
        nj_bench_put(NJ_BENCH_STRIPPED, &s);
        return NJ_OK;
    }
    if (stat(b->self, &info) != 0)
        return nj_fail(err, NJ_ERR_IO, "cannot read \"%s\"", b->self);
    nj_bench_add(&s, (double)info.st_size / 1e6);
    nj_bench_put(NJ_BENCH_WHOLE, &s);
    return NJ_OK;
}
