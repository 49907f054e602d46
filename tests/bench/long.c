/*
 * P3: what the long work of others adds to a reply. Matches of very many
 * inputs are woken, read again, proved and written out while one match goes on:
 * each of these is asked for in the turn of a move, before it. What that turn
 * takes of the processor is what everybody in it waits for; if the work goes on
 * in further turns, the longest of them counts. So do turns that move a piece of
 * the log.
 */
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/bug.h"
#include "bench/bench.h"

#define OTHERS    64  /* groups; the match that is measured is number 0 */
#define INPUTS    400 /* of each match, about */
#define LOG_TURNS 600

struct others {
    struct nj_bench *b;
    struct nj_bench_house h;
    char code[1 + OTHERS][8];
    uint32_t n; /* groups, with the one that is measured */
};

static void put_code(struct others *o, const struct nj_match_row *row)
{
    const char *id = nj_address_group_id(row->chat);
    long group = id != NULL ? strtol(id, NULL, 10) - NJ_BENCH_GROUP_FIRST : -1;

    if (group >= 0 && group < (long)o->n)
        nj_str_copy(o->code[group], sizeof(o->code[group]), row->code);
}

/* Matches go on until they are long; the numbers of all are below the count
 * of groups, which have had one each. */
static enum nj_status make(struct others *o, uint32_t inputs,
                           struct nj_err *err)
{
    struct nj_match_row *row = nj_alloc(sizeof(*row));
    enum nj_status st = nj_bench_house_open(&o->h, o->b, o->n, err);

    if (st == NJ_OK)
        st = nj_bench_house_fill(&o->h, err);
    nj_store_set_sync(o->h.house.store, false);
    if (st == NJ_OK)
        st = nj_bench_house_moves(&o->h, inputs * o->n, o->n, err);
    if (st == NJ_OK)
        st = nj_house_rest(&o->h.house, err);
    for (uint32_t i = 0; i < o->n && st == NJ_OK; i++)
        if (nj_match_load(o->h.house.store, i + 1, row))
            put_code(o, row);
    free(row);
    return st;
}

/* Everything is out of memory afterwards. */
static enum nj_status start_again(struct others *o, struct nj_err *err)
{
    enum nj_status st;

    nj_house_stop(&o->h.house);
    st = nj_bench_house_start(&o->h, err);
    nj_store_set_sync(o->h.house.store, false);
    if (st == NJ_OK)
        nj_bench_house_move(&o->h, 0);
    return st == NJ_OK ? nj_house_rest(&o->h.house, err) : st;
}

/* What is not done in one turn goes on in the next ones, and a move may come in
 * any of them. */
static enum nj_status longest_turn(struct nj_house *h, double *ns,
                                   struct nj_err *err)
{
    enum nj_status st;

    *ns = 0;
    do {
        double t = nj_bench_cpu_ns();

        st = nj_house_turn(h, err);
        t = nj_bench_cpu_ns() - t;
        *ns = t > *ns ? t : *ns;
    } while (st == NJ_OK && nj_referee_wait_ms(h->referee) == 0);
    return st;
}

/* Each other group says that, with the code of its match behind a space at its
 * end, and is answered; returns what 99 of 100 turns with a move beside it stay
 * under, in ms. */
static enum nj_status beside(struct others *o, const char *words, double *ms,
                             struct nj_err *err)
{
    enum nj_status st = nj_house_rest(&o->h.house, err);
    double took[OTHERS];
    uint64_t texts = o->h.texts;

    for (uint32_t i = 1; i < o->n && st == NJ_OK; i++) {
        struct nj_str text = NJ_STR_INIT(100);

        nj_str_puts(&text, words);
        if (words[strlen(words) - 1] == ' ')
            nj_str_puts(&text, o->code[i]);
        nj_bench_house_say(&o->h, i, 0, true, text.p);
        nj_str_fini(&text);
        o->h.groups[i].waits = false; /* what it hears is nobody's concern */
        nj_bench_house_move(&o->h, 0);
        st = longest_turn(&o->h.house, &took[i - 1], err);
        if (st == NJ_OK)
            st = nj_house_rest(&o->h.house, err);
    }
    *ms = nj_bench_percentile(took, o->n - 1, 99) / 1e6;
    if (st == NJ_OK && o->h.texts - texts < 2 * (uint64_t)(o->n - 1))
        return nj_fail(err, NJ_ERR_MISMATCH, "nobody answers '%s'", words);
    return st;
}

/* Those that are read again are over. */
static enum nj_status end_others(struct others *o, struct nj_err *err)
{
    static const char *const steps[] = {"#退出", "#确认"};
    enum nj_status st = NJ_OK;

    for (size_t k = 0; k < NJ_COUNT(steps) && st == NJ_OK; k++) {
        for (uint32_t i = 1; i < o->n; i++) {
            nj_bench_house_say(&o->h, i, 0, true, steps[k]);
            o->h.groups[i].waits = false;
        }
        st = nj_house_rest(&o->h.house, err);
    }
    if (st == NJ_OK && nj_referee_open(o->h.house.referee) != 1)
        return nj_fail(err, NJ_ERR_MISMATCH, "the matches do not end");
    return st;
}

static const struct {
    const char *text; /* with a space at its end a code follows */
    int row;
    bool over;
} works[] = {
    {"#赛况", NJ_BENCH_LONG_WAKE, false},
    {"#回放 ", NJ_BENCH_LONG_REPLAY, true},
    {"#验证 ", NJ_BENCH_LONG_PROVE, true},
    {"#导出 ", NJ_BENCH_LONG_EXPORT, true},
};

/* Each turn has a move of every group; now and then the database takes over
 * what its log holds. */
static enum nj_status log_turns(struct nj_bench_house *h, double *took,
                                uint32_t n, struct nj_err *err)
{
    enum nj_status st = nj_bench_house_fill(h, err);

    for (uint32_t i = 0; i < n && st == NJ_OK; i++) {
        for (uint32_t k = 0; k < h->n_groups; k++)
            nj_bench_house_move(h, k);
        took[i] = nj_bench_cpu_ns();
        st = nj_house_turn(&h->house, err);
        took[i] = nj_bench_cpu_ns() - took[i];
        if (st == NJ_OK)
            st = nj_house_rest(&h->house, err);
    }
    return st;
}

static enum nj_status move_log(struct nj_bench *b, double *ms,
                               struct nj_err *err)
{
    uint32_t n = b->quick ? 8 : LOG_TURNS;
    double *took = nj_alloc(n * sizeof(*took));
    struct nj_bench_house *h = nj_alloc(sizeof(*h));
    enum nj_status st = nj_bench_house_open(h, b, NJ_BENCH_FLIGHT, err);

    if (st == NJ_OK)
        st = log_turns(h, took, n, err);
    *ms =
        (nj_bench_percentile(took, n, 99) - nj_bench_percentile(took, n, 50)) /
        1e6;
    nj_bench_house_close(h);
    free(h);
    free(took);
    return st;
}

static enum nj_status run(struct nj_bench *b,
                          struct nj_bench_samples out[NJ_COUNT(works)],
                          struct nj_err *err)
{
    struct others *o = nj_alloc(sizeof(*o));
    double base = 0;
    bool over = false;
    enum nj_status st;

    o->b = b;
    o->n = 1 + (b->quick ? 8 : OTHERS);
    st = make(o, b->quick ? 8 : INPUTS, err);
    if (st == NJ_OK)
        st = beside(o, works[0].text, &base, err); /* all are awake */
    if (st == NJ_OK)
        st = start_again(o, err);
    for (size_t i = 0; i < NJ_COUNT(works) && st == NJ_OK; i++) {
        double ms = 0;

        if (works[i].over && !over)
            st = end_others(o, err);
        over = over || works[i].over;
        if (st == NJ_OK)
            st = beside(o, works[i].text, &ms, err);
        nj_bench_add(&out[i], ms > base ? ms - base : 0);
    }
    nj_bench_house_close(&o->h);
    free(o);
    return st;
}

enum nj_status nj_bench_long(struct nj_bench *b, struct nj_err *err)
{
    struct nj_bench_samples out[NJ_COUNT(works)] = {{.n = 0}}, log = {.n = 0};
    enum nj_status st = NJ_OK;

    for (uint32_t i = 0; i < b->runs && st == NJ_OK; i++) {
        double ms = 0;

        st = run(b, out, err);
        if (st == NJ_OK)
            st = move_log(b, &ms, err);
        nj_bench_add(&log, ms);
    }
    for (size_t i = 0; i < NJ_COUNT(works) && st == NJ_OK; i++)
        nj_bench_put(works[i].row, &out[i]);
    if (st == NJ_OK)
        nj_bench_put(NJ_BENCH_LONG_LOG, &log);
    return st;
}
