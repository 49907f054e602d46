/*
 * nightjar bench: the figures of this machine as a Markdown table.
 */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/bug.h"
#include "base/log.h"
#include "bench/bench.h"
#include "cli/cli.h"

enum {
    FLAG_QUICK,
    FLAG_MATCHES,
    FLAG_RUNS,
    FLAG_DIR,
    FLAG_DATABASE,
    FLAG_COUNTS,
    FLAG_COUNT,
    FLAG_INNER,
    FLAG_BESIDE,
    FLAG_STORED,
    FLAG_WORKERS
};

static const struct nj_flag flags[] = {
    {"--quick", NULL, false},   {"--matches", NULL, true},
    {"--runs", NULL, true},     {"--dir", NULL, true},
    {"--database", NULL, true}, {"--no-counts", NULL, false},
    {"--count", NULL, true},    {"--inner", NULL, true},
    {"--beside", NULL, true},   {"--stored", NULL, false},
    {"--workers", NULL, true},  {0}};

/* In the order of the table; a name runs the group that it stands in. */
static const struct {
    const char *names;
    nj_bench_figure *run;
} figures[] = {
    {"P1 P2 P3 P4 chain", nj_bench_chain}, {"P2 real", nj_bench_real},
    {"P2 telegram", nj_bench_telegram},    {"P5 engine", nj_bench_engine},
    {"P6 memory", nj_bench_memory},        {"P6 P8 start", nj_bench_start},
    {"P7 stored", nj_bench_stored},        {"P9 pictures", nj_bench_pictures},
    {"P9 delay", nj_bench_delay},          {"P3 long", nj_bench_long},
    {"P10 binary", nj_bench_binary},       {"P11 growth", nj_bench_growth},
    {"C1 groups", nj_bench_crowd},         {"H1 hotel", nj_bench_hotel},
    {"H2 cards", nj_bench_cards},          {"H3 mask", nj_bench_mask},
    {"P12 felt", nj_bench_felt},           {"D1 pg", nj_bench_pg},
};

static bool named(const char *names, const char *name)
{
    size_t n = strlen(name);
    const char *at = strstr(names, name);

    for (; at != NULL; at = strstr(at + 1, name))
        if ((at == names || at[-1] == ' ') && (at[n] == ' ' || at[n] == '\0'))
            return true;
    return false;
}

/* What can be looked up once: where this program is, whether there is
 * callgrind. A program under callgrind does not start another one. */
static bool look_around(struct nj_bench *b, const char *inner)
{
    ssize_t n = readlink("/proc/self/exe", b->self, sizeof(b->self) - 1);

    if (n <= 0)
        return false;
    b->self[n] = '\0';
    if (b->valgrind)
        b->valgrind =
            inner == NULL && (access("/usr/bin/valgrind", X_OK) == 0 ||
                              access("/usr/local/bin/valgrind", X_OK) == 0);
    return true;
}

static bool take_number(const char *text, int64_t lo, int64_t hi, uint32_t *out)
{
    int64_t v;

    if (!nj_cli_number(text, lo, hi, &v)) {
        (void)nj_cli_complain("'%s' is not a number from %lld to %lld", text,
                              (long long)lo, (long long)hi);
        return false;
    }
    *out = (uint32_t)v;
    return true;
}

static bool read_flags(struct nj_bench *b, const char **inner, int argc,
                       char **argv)
{
    struct nj_flags f = {.argc = argc, .argv = argv, .table = flags};
    int i;

    while ((i = nj_flags_next(&f)) != NJ_FLAG_END) {
        if (i == FLAG_QUICK) {
            b->quick = true;
            b->runs = 1;
            b->matches = 100;
        } else if (i == FLAG_MATCHES) {
            if (!take_number(f.value, 1, 1000000, &b->matches))
                return false;
        } else if (i == FLAG_RUNS) {
            if (!take_number(f.value, 1, 50, &b->runs))
                return false;
        } else if (i == FLAG_DIR) {
            b->dir = f.value;
        } else if (i == FLAG_DATABASE) {
            b->database = f.value;
        } else if (i == FLAG_COUNTS) {
            b->valgrind = false;
        } else if (i == FLAG_COUNT) {
            b->count = f.value;
        } else if (i == FLAG_INNER) {
            *inner = f.value;
        } else if (i == FLAG_STORED) {
            b->stored = true;
        } else if (i == FLAG_WORKERS) {
            if (!take_number(f.value, 2, NJ_HOUSES_MAX, &b->workers))
                return false;
        } else if (i == FLAG_BESIDE) {
            b->beside_table = f.value;
        } else if (i == NJ_FLAG_OPERAND && b->limit == NULL) {
            b->limit = f.value;
        } else {
            return false;
        }
    }
    return true;
}

static enum nj_status run_inner(struct nj_bench *b, const char *name,
                                struct nj_err *err)
{
    uint32_t times = 0;
    enum nj_status st = nj_bench_inner(b, name, &times, err);

    if (st == NJ_OK)
        (void)printf("%u\n", times);
    return st;
}

/* One figure alone, for a script: instructions of one turn of a loop. */
static enum nj_status run_count(struct nj_bench *b, struct nj_err *err)
{
    double n = nj_bench_instructions(b, b->count);

    if (!(n > 0))
        return nj_fail(err, NJ_ERR_NOT_FOUND,
                       "no valgrind here, or no loop '%s'", b->count);
    (void)printf("%.0f\n", n);
    return NJ_OK;
}

static enum nj_status run_figures(struct nj_bench *b, struct nj_err *err)
{
    enum nj_status st = NJ_OK;
    bool any = false;

    for (size_t i = 0; i < NJ_COUNT(figures) && !any; i++)
        any = b->limit == NULL || named(figures[i].names, b->limit);
    if (!any)
        return nj_fail(err, NJ_ERR_NOT_FOUND,
                       "no figure '%s'; there are P1 to P12, C1, H1 to H3, D1",
                       b->limit);
    if (b->beside_table != NULL)
        st = nj_bench_former_read(b->beside_table, err);
    if (st == NJ_OK)
        nj_bench_head();
    for (size_t i = 0; i < NJ_COUNT(figures) && st == NJ_OK; i++)
        if (b->limit == NULL || named(figures[i].names, b->limit))
            st = figures[i].run(b, err);
    return st;
}

int nj_cmd_bench(int argc, char **argv)
{
    struct nj_bench b = {
        .dir = ".", .runs = NJ_BENCH_RUNS, .matches = 10000, .valgrind = true};
    const char *inner = NULL;
    struct nj_err err = {{0}};
    enum nj_status st;

    if (!read_flags(&b, &inner, argc, argv))
        return NJ_EXIT_USAGE;
    if (!look_around(&b, inner))
        return nj_cli_complain("cannot find this program in /proc");
    nj_log_set_level(NJ_LOG_ERROR);
    st = nj_env_load(&b.env, NULL, &err);
    if (st != NJ_OK)
        return nj_cli_failed(st, &err);
    st = inner != NULL     ? run_inner(&b, inner, &err)
         : b.count != NULL ? run_count(&b, &err)
                           : run_figures(&b, &err);
    nj_env_fini(&b.env);
    return st == NJ_OK ? NJ_EXIT_WELL : nj_cli_failed(st, &err);
}
