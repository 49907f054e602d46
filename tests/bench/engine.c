/*
 * P5: one move and one set-up in the engine. Messages are made and nothing is
 * rendered.
 */
#include <stdlib.h>

#include "base/bug.h"
#include "bench/bench.h"

#define RECORDS 32

struct set {
    struct nj_bench *b;
    struct nj_bench_record *rec[RECORDS];
    struct nj_match *match[RECORDS];
    uint32_t n, moves;
};

/* The largest board there is, with all that its community plays (LN-20.5). */
static const char *const largest[] = {
    "max_seats", "8",           "size",     "12",       "pack",
    "community", "blocks",      "crazy",    "ext",      "on",
    "target",    "previous",    "boss",     "minotaur", "event",
    "random",    "first_sound", "on",       "feats",    "on",
    "heat_mix",  "one",         "overgrow", "trap",     NULL};

static void make_set(struct set *s, struct nj_bench *b)
{
    uint32_t want = b->quick ? 2 : RECORDS;

    *s = (struct set){.b = b};
    for (uint64_t seed = 1; s->n < want; seed++) {
        struct nj_bench_record *rec = nj_bench_record_make(
            b, seed, b->options == largest ? 8 : (uint8_t)(2 + seed % 3), 20,
            b->options == largest ? 4000 : 400);

        if (rec == NULL)
            continue;
        s->rec[s->n++] = rec;
        s->moves += rec->n - 1;
    }
}

static void free_set(struct set *s)
{
    for (uint32_t i = 0; i < s->n; i++)
        free(s->rec[i]);
}

static void set_up(void *ctx)
{
    struct set *s = ctx;

    for (uint32_t i = 0; i < s->n; i++) {
        s->match[i] = nj_bench_record_match(s->b, s->rec[i], false);
        (void)nj_match_apply(s->match[i], &s->rec[i]->in[0]);
    }
}

static void move(void *ctx)
{
    struct set *s = ctx;

    for (uint32_t i = 0; i < s->n; i++)
        for (uint32_t k = 1; k < s->rec[i]->n; k++)
            (void)nj_match_apply(s->match[i], &s->rec[i]->in[k]);
}

static void tear_down(struct set *s)
{
    for (uint32_t i = 0; i < s->n; i++)
        nj_match_destroy(s->match[i]);
}

enum nj_status nj_bench_loop_move(struct nj_bench *b, uint32_t *times,
                                  struct nj_err *err)
{
    struct set s;

    (void)err;
    make_set(&s, b);
    set_up(&s);
    nj_bench_count(move, &s);
    *times = s.moves;
    tear_down(&s);
    free_set(&s);
    return NJ_OK;
}

/* The costliest input: with this option every order is a whole turn. */
enum nj_status nj_bench_loop_turn(struct nj_bench *b, uint32_t *times,
                                  struct nj_err *err)
{
    enum nj_status st;

    b->options = (const char *const[]){"plan", "on", NULL};
    st = nj_bench_loop_move(b, times, err);
    b->options = NULL;
    return st;
}

enum nj_status nj_bench_loop_setup(struct nj_bench *b, uint32_t *times,
                                   struct nj_err *err)
{
    struct set s;

    (void)err;
    make_set(&s, b);
    set_up(&s); /* the work area has its size from now on */
    tear_down(&s);
    nj_bench_count(set_up, &s);
    *times = s.n;
    tear_down(&s);
    free_set(&s);
    return NJ_OK;
}

static void measure(struct nj_bench *b, struct nj_bench_samples *moves,
                    struct nj_bench_samples *setups)
{
    struct set s;

    make_set(&s, b);
    for (uint32_t run = 0; run < b->runs + 1; run++) {
        double t0 = nj_bench_cpu_ns(), t1, t2;

        set_up(&s);
        t1 = nj_bench_cpu_ns();
        move(&s);
        t2 = nj_bench_cpu_ns();
        tear_down(&s);
        if (run == 0)
            continue; /* to warm up */
        nj_bench_add(setups, (t1 - t0) / 1e3 / s.n);
        nj_bench_add(moves, (t2 - t1) / 1e3 / s.moves);
    }
    free_set(&s);
}

enum nj_status nj_bench_engine(struct nj_bench *b, struct nj_err *err)
{
    struct nj_bench_samples moves = {.n = 0}, setups = {.n = 0};
    struct nj_bench_samples moves12 = {.n = 0}, setups12 = {.n = 0};

    (void)err;
    measure(b, &moves, &setups);
    nj_bench_put(NJ_BENCH_MOVE, &moves);
    nj_bench_count_row(b, "P5", "the same", "move", 9);
    nj_bench_count_row(b, "P5", "one that is a whole turn (`plan`)", "turn", 0);
    nj_bench_put(NJ_BENCH_SETUP, &setups);
    nj_bench_count_row(b, "P5", "the same", "setup", 0);
    b->options = largest;
    measure(b, &moves12, &setups12);
    b->options = NULL;
    nj_bench_put(NJ_BENCH_MOVE12, &moves12);
    nj_bench_put(NJ_BENCH_SETUP12, &setups12);
    return NJ_OK;
}
