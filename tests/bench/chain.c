/*
 * P1 to P4: commands through the whole program, from a frame to the frames
 * that answer it, with every commit on disk.
 */
#include <fcntl.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/bug.h"
#include "bench/bench.h"

#define GROUPS 512

static const char talk[] = "今天晚上吃什么？我看还是火锅吧";

struct chain {
    struct nj_bench *b;
    struct nj_bench_house h;
    struct nj_bench_samples many, one, normal, gain, sync; /* P1 */
    struct nj_bench_samples said, cpu, cpu_one;            /* P1, P2 */
    struct nj_bench_samples p50, ratio, p99, disk;         /* P3 */
    struct nj_bench_samples chatter, written;              /* P4 */
};

/* One write of a page and its sync, beside the database. */
static double sync_ns(const char *dir)
{
    static const char page[4096];
    double v[200];
    uint32_t n = 0;
    char path[512];
    int fd;

    (void)snprintf(path, sizeof(path), "%s/nightjar-bench.%ld.sync", dir,
                   (long)getpid());
    fd = open(path, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    if (fd < 0)
        return 0;
    for (int i = 0; i < 8; i++) /* written over from now on, as a log is */
        (void)!write(fd, page, sizeof(page));
    (void)fdatasync(fd);
    for (uint32_t i = 0; i < NJ_COUNT(v); i++) {
        double t = nj_bench_now_ns();

        if (pwrite(fd, page, sizeof(page), (off_t)(i % 8 * 4096)) < 0 ||
            fdatasync(fd) != 0)
            break;
        v[n++] = nj_bench_now_ns() - t;
    }
    (void)close(fd);
    (void)unlink(path);
    return nj_bench_percentile(v, n, 50);
}

/* Commands per second; the latencies stay with the house. */
static enum nj_status rate(struct nj_bench_house *h, uint32_t n,
                           uint32_t flight, double *per_second,
                           struct nj_err *err)
{
    double t = nj_bench_now_ns();
    enum nj_status st;

    h->n_latency = 0;
    st = nj_bench_house_moves(h, n, flight, err);
    *per_second = n / ((nj_bench_now_ns() - t) / 1e9);
    return st;
}

/* Microseconds of CPU, of each command. */
static enum nj_status run_many(struct chain *c, uint32_t n, double *per_second,
                               double *us, struct nj_err *err)
{
    uint64_t said = c->h.messages;
    double cpu = nj_bench_cpu_ns();
    enum nj_status st = rate(&c->h, n, NJ_BENCH_FLIGHT, per_second, err);

    nj_bench_add(&c->many, *per_second);
    *us = (nj_bench_cpu_ns() - cpu) / 1e3 / n;
    nj_bench_add(&c->cpu, *us);
    nj_bench_add(&c->said, (double)(c->h.messages - said) / n);
    nj_bench_add(&c->p99,
                 nj_bench_percentile(c->h.latency, c->h.n_latency, 99) / 1e6);
    return st;
}

/* `many_us`: what a command costs among many. */
static enum nj_status run_one(struct chain *c, uint32_t n, double many_us,
                              double *per_second, struct nj_err *err)
{
    double disk = sync_ns(c->b->dir);
    double cpu = nj_bench_cpu_ns();
    enum nj_status st = rate(&c->h, n, 1, per_second, err);
    double us = (nj_bench_cpu_ns() - cpu) / 1e3 / n;
    double p50 = nj_bench_percentile(c->h.latency, c->h.n_latency, 50);

    nj_bench_add(&c->one, *per_second);
    nj_bench_add(&c->cpu_one, us / many_us);
    nj_bench_add(&c->p50, p50 / 1e6);
    nj_bench_add(&c->disk, disk / 1e6);
    if (disk > 0)
        nj_bench_add(&c->ratio, p50 / disk);
    return st;
}

static double size_of(const char *path, const char *suffix)
{
    char name[600];
    struct stat info;

    (void)snprintf(name, sizeof(name), "%s%s", path, suffix);
    return stat(name, &info) == 0 ? (double)info.st_size : 0;
}

static enum nj_status say_much(struct nj_bench_house *h, uint32_t n,
                               struct nj_err *err)
{
    enum nj_status st = NJ_OK;

    for (uint32_t i = 0; i < n && st == NJ_OK; i++) {
        nj_bench_house_say(h, i % h->n_groups, (int)(i & 1), true, talk);
        if (i % NJ_BENCH_FLIGHT == NJ_BENCH_FLIGHT - 1)
            st = nj_house_rest(&h->house, err);
    }
    return st == NJ_OK ? nj_house_rest(&h->house, err) : st;
}

/* The same words once in each group. */
static enum nj_status say_each(struct nj_bench_house *h, const char *text,
                               struct nj_err *err)
{
    enum nj_status st = NJ_OK;

    for (uint32_t i = 0; i < h->n_groups && st == NJ_OK; i++) {
        nj_bench_house_say(h, i, 0, true, text);
        if (i % NJ_BENCH_FLIGHT == NJ_BENCH_FLIGHT - 1)
            st = nj_house_rest(&h->house, err);
    }
    return st == NJ_OK ? nj_house_rest(&h->house, err) : st;
}

/* A log that has just been moved grows with the first page written. */
static enum nj_status run_chatter(struct chain *c, uint32_t n,
                                  struct nj_err *err)
{
    double size =
        size_of(c->h.house.path, "") + size_of(c->h.house.path, "-wal");
    uint64_t texts = c->h.texts;
    double t;
    enum nj_status st;

    t = nj_bench_cpu_ns();
    st = say_much(&c->h, n, err);
    nj_bench_add(&c->chatter, (nj_bench_cpu_ns() - t) / 1e3 / n);
    nj_bench_add(&c->written, size_of(c->h.house.path, "") +
                                  size_of(c->h.house.path, "-wal") - size +
                                  (double)(c->h.texts - texts));
    for (uint32_t i = 0; i < c->h.n_groups; i++)
        c->h.groups[i].waits = false;
    return st;
}

static enum nj_status run(struct chain *c, uint32_t n, struct nj_err *err)
{
    double many = 0, one = 0, normal = 0, us = 0;
    enum nj_status st = nj_bench_house_fill(&c->h, err);

    if (st == NJ_OK)
        st = nj_bench_house_moves(&c->h, 256, NJ_BENCH_FLIGHT, err);
    if (st == NJ_OK)
        st = run_many(c, n, &many, &us, err);
    if (st == NJ_OK)
        st = run_one(c, n / 8, us, &one, err);
    nj_store_set_sync(c->h.house.store, false);
    if (st == NJ_OK)
        st = rate(&c->h, n, NJ_BENCH_FLIGHT, &normal, err);
    nj_store_set_sync(c->h.house.store, true);
    if (st == NJ_OK)
        st = nj_house_rest(&c->h.house, err);
    if (st != NJ_OK)
        return st;
    nj_bench_add(&c->normal, normal);
    nj_bench_add(&c->gain, many / one);
    nj_bench_add(&c->sync, many / normal);
    return run_chatter(c, n, err);
}

/* What nobody has answered yet counts: a second slip of a group is passed over. */
static void print_slip(struct nj_bench *b)
{
    double help = nj_bench_instructions(b, "help");
    struct nj_bench_samples s = {.n = 0};

    if (!(help > 0))
        return;
    nj_bench_add(&s, nj_bench_instructions(b, "slip") / help);
    nj_bench_put(NJ_BENCH_SLIP, &s);
}

static void print(struct chain *c)
{
    nj_bench_put(NJ_BENCH_MANY, &c->many);
    nj_bench_put(NJ_BENCH_SAID, &c->said);
    nj_bench_put(NJ_BENCH_ONE, &c->one);
    nj_bench_put(NJ_BENCH_GAIN, &c->gain);
    nj_bench_put(NJ_BENCH_NORMAL, &c->normal);
    nj_bench_put(NJ_BENCH_SYNC, &c->sync);
    nj_bench_put(NJ_BENCH_CPU, &c->cpu);
    nj_bench_count_row(c->b, "P2", "the same", "command", 140);
    nj_bench_put(NJ_BENCH_CPU_ONE, &c->cpu_one);
    nj_bench_count_row(c->b, "P2", "CPU of one with 1 in flight", "alone", 0);
    nj_bench_put(NJ_BENCH_P50, &c->p50);
    nj_bench_put(NJ_BENCH_DISK, &c->disk);
    nj_bench_put(NJ_BENCH_RATIO, &c->ratio);
    nj_bench_put(NJ_BENCH_P99, &c->p99);
    nj_bench_put(NJ_BENCH_CHATTER, &c->chatter);
    nj_bench_count_row(c->b, "P4", "the same", "chatter", 0);
    nj_bench_put(NJ_BENCH_WRITTEN, &c->written);
    print_slip(c->b);
}

enum nj_status nj_bench_chain(struct nj_bench *b, struct nj_err *err)
{
    struct chain *c = nj_alloc(sizeof(*c));
    uint32_t n = b->quick ? 2 * NJ_BENCH_FLIGHT : 128 * NJ_BENCH_FLIGHT;
    enum nj_status st;

    c->b = b;
    st = nj_bench_house_open(&c->h, b, b->quick ? 80 : GROUPS, err);
    c->h.cap_latency = n;
    c->h.latency = nj_alloc(n * sizeof(c->h.latency[0]));
    for (uint32_t i = 0; i < b->runs && st == NJ_OK; i++)
        st = run(c, n, err);
    nj_bench_house_close(&c->h);
    if (st == NJ_OK)
        print(c);
    free(c);
    return st;
}

/* --- for callgrind --- */

struct loop {
    struct nj_bench_house h;
    uint32_t n;
    enum nj_status st;
    struct nj_err err;
};

static void commands(void *ctx)
{
    struct loop *l = ctx;

    l->st = nj_bench_house_moves(&l->h, l->n, NJ_BENCH_FLIGHT, &l->err);
}

/* Each in a turn of its own. */
static void commands_alone(void *ctx)
{
    struct loop *l = ctx;

    l->st = nj_bench_house_moves(&l->h, l->n, 1, &l->err);
}

static void chatter(void *ctx)
{
    struct loop *l = ctx;

    l->st = say_much(&l->h, l->n, &l->err);
}

static void help(void *ctx)
{
    struct loop *l = ctx;

    l->st = say_each(&l->h, "#帮助", &l->err);
}

static void slip(void *ctx)
{
    struct loop *l = ctx;

    l->st = say_each(&l->h, "#加人", &l->err);
}

static enum nj_status run_loop(struct nj_bench *b, void (*loop)(void *ctx),
                               uint32_t *times, struct nj_err *err)
{
    struct loop l = {.n = 10 * NJ_BENCH_FLIGHT};
    enum nj_status st = nj_bench_house_open(&l.h, b, 128, err);

    if (st == NJ_OK)
        st = nj_bench_house_fill(&l.h, err);
    if (st == NJ_OK)
        st = nj_bench_house_moves(&l.h, 128, NJ_BENCH_FLIGHT, err);
    if (st == NJ_OK) {
        nj_bench_count(loop, &l);
        st = l.st;
        *err = l.err;
    }
    *times = l.n;
    nj_bench_house_close(&l.h);
    return st;
}

enum nj_status nj_bench_loop_command(struct nj_bench *b, uint32_t *times,
                                     struct nj_err *err)
{
    return run_loop(b, commands, times, err);
}

enum nj_status nj_bench_loop_alone(struct nj_bench *b, uint32_t *times,
                                   struct nj_err *err)
{
    return run_loop(b, commands_alone, times, err);
}

enum nj_status nj_bench_loop_chatter(struct nj_bench *b, uint32_t *times,
                                     struct nj_err *err)
{
    return run_loop(b, chatter, times, err);
}

/* Once in each of its groups but the last, in which nobody plays. There the
 * patterns are compiled first. */
static enum nj_status run_each(struct nj_bench *b, void (*loop)(void *ctx),
                               uint32_t *times, struct nj_err *err)
{
    struct loop l = {.n = 2 * NJ_BENCH_FLIGHT};
    enum nj_status st = nj_bench_house_open(&l.h, b, l.n + 1, err);

    if (st == NJ_OK) {
        nj_bench_house_say(&l.h, l.n, 0, true, "#帮助");
        nj_bench_house_say(&l.h, l.n, 1, true, "#加人");
        st = nj_house_rest(&l.h.house, err);
    }
    l.h.n_groups = l.n;
    if (st == NJ_OK) {
        nj_bench_count(loop, &l);
        st = l.st;
        *err = l.err;
    }
    *times = l.n;
    if (st == NJ_OK && l.h.texts < l.n)
        st = nj_fail(err, NJ_ERR_MISMATCH, "%u were asked, %u said something",
                     l.n, (unsigned)l.h.texts);
    nj_bench_house_close(&l.h);
    return st;
}

enum nj_status nj_bench_loop_help(struct nj_bench *b, uint32_t *times,
                                  struct nj_err *err)
{
    return run_each(b, help, times, err);
}

enum nj_status nj_bench_loop_slip(struct nj_bench *b, uint32_t *times,
                                  struct nj_err *err)
{
    return run_each(b, slip, times, err);
}
