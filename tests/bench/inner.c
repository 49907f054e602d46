/*
 * Instruction counts: the program runs itself under callgrind, which counts
 * only inside of nj_bench_count().
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/bug.h"
#include "bench/bench.h"

static const struct {
    const char *name;
    enum nj_status (*run)(struct nj_bench *b, uint32_t *times,
                          struct nj_err *err);
    const char *game;
} loops[] = {
    {"command", nj_bench_loop_command, NULL},
    {"alone", nj_bench_loop_alone, NULL},
    {"chatter", nj_bench_loop_chatter, NULL},
    {"help", nj_bench_loop_help, NULL},
    {"slip", nj_bench_loop_slip, NULL},
    {"move", nj_bench_loop_move, NULL},
    {"turn", nj_bench_loop_turn, NULL},
    {"setup", nj_bench_loop_setup, NULL},
    {"picture", nj_bench_loop_picture, NULL},
    {"night", nj_bench_loop_night, NULL},
    {"mask2", nj_bench_loop_mask2, NULL},
    {"mask3", nj_bench_loop_mask3, NULL},
    {"mask4", nj_bench_loop_mask4, NULL},
    {"hotel", nj_bench_loop_inputs, "shadow-hotel"},
    {"cards", nj_bench_loop_inputs, "night-of-cards"},
    {"masked", nj_bench_loop_inputs, "masked-killer"},
    {"start", nj_bench_loop_start, NULL},
};

/* What callgrind has counted so far is forgotten here: what stands aside was
 * counted while all else was not. */
__attribute__((noinline)) static void nj_bench_zero(void)
{
    __asm__ volatile("" ::: "memory");
}

/* A function of its own in every build: callgrind finds it by its name. */
__attribute__((noinline)) void nj_bench_count(void (*loop)(void *ctx),
                                              void *ctx)
{
    nj_bench_zero();
    loop(ctx);
    __asm__ volatile("" ::: "memory"); /* no jump instead of the call */
}

enum nj_status nj_bench_inner(struct nj_bench *b, const char *name,
                              uint32_t *times, struct nj_err *err)
{
    for (size_t i = 0; i < NJ_COUNT(loops); i++)
        if (strcmp(loops[i].name, name) == 0) {
            b->game = loops[i].game;
            return loops[i].run(b, times, err);
        }
    return nj_fail(err, NJ_ERR_NOT_FOUND, "no loop '%s'", name);
}

/* The child's stdout is what we read; callgrind's talk goes nowhere. */
static void become(struct nj_bench *b, const char *name, const char *out,
                   int fd)
{
    char file[600];
    char *argv[] = {
        (char[]){"valgrind"},
        (char[]){"--tool=callgrind"},
        (char[]){"--toggle-collect=nj_bench_count"},
        (char[]){"--toggle-collect=nj_bench_aside_*"},
        (char[]){"--zero-before=nj_bench_zero"},
        file,
        b->self,
        (char[]){"bench"},
        (char[]){"--inner"},
        nj_strndup(name, strlen(name)),
        (char[]){"--dir"},
        nj_strndup(b->dir, strlen(b->dir)),
        b->quick ? (char[]){"--quick"} : NULL,
        NULL,
    };

    (void)snprintf(file, sizeof(file), "--callgrind-out-file=%s", out);
    (void)dup2(fd, STDOUT_FILENO);
    if (freopen("/dev/null", "w", stderr) == NULL)
        _exit(127);
    (void)execvp(argv[0], argv);
    _exit(127);
}

static bool run_child(struct nj_bench *b, const char *name, const char *out,
                      unsigned long *times)
{
    int fds[2], status = -1;
    char line[32];
    FILE *from;
    pid_t child;
    bool read_it;

    if (pipe(fds) != 0)
        return false;
    (void)fflush(stdout);
    child = fork();
    if (child == 0)
        become(b, name, out, fds[1]);
    (void)close(fds[1]);
    from = fdopen(fds[0], "r");
    read_it = from != NULL && fgets(line, sizeof(line), from) != NULL;
    if (read_it)
        *times = strtoul(line, NULL, 10);
    if (from != NULL)
        (void)fclose(from);
    return child > 0 && waitpid(child, &status, 0) == child && status == 0 &&
           read_it && *times > 0;
}

/* "summary: N" of a callgrind file; 0 if there is none. */
static double read_summary(const char *path)
{
    FILE *f = fopen(path, "re");
    char line[512];
    double n = 0;

    if (f == NULL)
        return 0;
    while (fgets(line, sizeof(line), f) != NULL)
        if (strncmp(line, "summary: ", 9) == 0 ||
            strncmp(line, "totals: ", 8) == 0)
            n = strtod(strchr(line, ' '), NULL);
    (void)fclose(f);
    return n;
}

double nj_bench_instructions(struct nj_bench *b, const char *name)
{
    char out[512];
    unsigned long times = 0;
    double n = 0;

    if (!b->valgrind)
        return 0;
    (void)snprintf(out, sizeof(out), "%s/nightjar-bench.%ld.callgrind", b->dir,
                   (long)getpid());
    if (run_child(b, name, out, &times))
        n = read_summary(out) / (double)times;
    (void)unlink(out);
    return n;
}

void nj_bench_count_row(struct nj_bench *b, const char *id, const char *what,
                        const char *loop, double goal)
{
    struct nj_bench_row row = {.id = id,
                               .what = what,
                               .unit = "k instructions",
                               .digits = 1,
                               .goal = {goal, false},
                               .method = "callgrind, one run"};
    struct nj_bench_samples s = {.n = 0};
    double n = nj_bench_instructions(b, loop);

    if (!(n > 0))
        return;
    nj_bench_add(&s, n / 1000);
    nj_bench_print(&row, &s);
}
