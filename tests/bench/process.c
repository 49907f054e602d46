/*
 * P6, P8, P10: what a process of `serve` takes, how soon it answers, how
 * large the program is; and the bytes of matches in the books.
 */
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/bug.h"
#include "bench/bench.h"
#include "bench/child.h"
#include "gateway/memory/memory.h"

enum nj_status nj_bench_start(struct nj_bench *b, struct nj_err *err)
{
    static const char *const args[] = {"serve", "--console", NULL};
    static const char line[] = "#游戏\n";
    static const struct timespec moment = {.tv_nsec = 200000000};
    struct nj_bench_samples start = {.n = 0}, memory = {.n = 0};

    for (uint32_t i = 0; i < b->runs; i++) {
        struct nj_bench_child c;
        double t = nj_bench_now_ns();
        char first[4096];

        if (!nj_bench_child_place(b, &c) || !nj_bench_child_start(b, &c, args))
            return nj_fail(err, NJ_ERR_IO, "cannot start \"%s\"", b->self);
        if (write(c.to, line, sizeof(line) - 1) > 0 &&
            read(c.from, first, sizeof(first)) > 0)
            nj_bench_add(&start, (nj_bench_now_ns() - t) / 1e6);
        (void)nanosleep(&moment, NULL);
        nj_bench_add(&memory, nj_bench_child_kib(&c) / 1024);
        nj_bench_child_end(&c);
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
