/*
 * A run: workers that start, stand still, are killed and end, people who write,
 * and what has to hold when all has been calm for a while.
 */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/arena.h"
#include "base/bug.h"
#include "base/fence.h"
#include "simulation/relay_sim.h"

#define TROUBLE_MS 60000
#define CALM_MS    40000
#define FLUSH_MS   2000

struct rs *nj_rs;
const char *const nj_rs_names[RS_GATES] = {"tg", "qq", "qz"};

void nj_rs_fail(const char *fmt, ...)
{
    char text[500];
    va_list args;

    va_start(args, fmt);
    (void)vsnprintf(text, sizeof(text), fmt, args);
    va_end(args);
    fail_msg("seed %llu, %lld ms: %s\n  again with NJ_SIM_SEED=%llu",
             (unsigned long long)nj_rs->seed, (long long)nj_rs->now_ms, text,
             (unsigned long long)nj_rs->seed);
    abort(); /* not reached: the test has ended */
}

void nj_rs_trace(const char *fmt, ...)
{
    va_list args;

    if (!nj_rs->traced)
        return;
    (void)fprintf(stderr, "%lld %u: ", (long long)nj_rs->now_ms, nj_rs->self);
    va_start(args, fmt);
    (void)vfprintf(stderr, fmt, args);
    va_end(args);
    (void)fputc('\n', stderr);
}

uint32_t nj_rs_below(uint32_t n)
{
    return nj_rng_below(&nj_rs->chance, n);
}

bool nj_rs_trouble(uint32_t per_mille)
{
    return !nj_rs->calm && nj_rs_below(1000) < per_mille;
}

/* --- a worker's life --- */

static enum nj_status make(void *ctx, uint32_t which, int64_t position,
                           struct nj_inbox *inbox, struct nj_gateway **out,
                           struct nj_err *err)
{
    NJ_UNUSED(ctx);
    NJ_UNUSED(err);
    *out = nj_rs_gate(which, nj_rs->self, position, inbox);
    return NJ_OK;
}

static void lost(void *ctx)
{
    struct rs_worker *w = ctx;

    w->lost = true;
}

static void start(uint8_t i)
{
    struct rs_worker *w = &nj_rs->worker[i];
    struct nj_err err = {{0}};

    *w = (struct rs_worker){.lives = true};
    for (int bar = 0; bar < NJ_BARS; bar++)
        w->until_ms[bar] = INT64_MAX;
    assert_int_equal(
        nj_holder_start(&(struct nj_holder_setup){.url = "url",
                                                  .names = nj_rs_names,
                                                  .n = RS_GATES,
                                                  .make = make,
                                                  .lost = lost,
                                                  .ctx = w},
                        &w->holder, &err),
        NJ_OK);
}

static void stop(uint8_t i)
{
    struct rs_worker *w = &nj_rs->worker[i];

    nj_rs_books_leave(i, w->lost ? 0 : FLUSH_MS);
    nj_holder_stop(w->holder, w->lost ? 0 : FLUSH_MS);
    w->lives = false;
    w->start_ms = nj_rs->now_ms + 100 + nj_rs_below(5000);
}

/* Between two steps of anybody: what takes others' steps to be done. */
static void go_on(uint8_t i)
{
    struct rs_worker *w = &nj_rs->worker[i];

    nj_rs->self = i;
    if (w->lives && (w->dead || w->lost || w->ending) &&
        w->paused_ms <= nj_rs->now_ms)
        stop(i);
    if (!w->lives && w->start_ms <= nj_rs->now_ms)
        start(i);
    if (w->lives && !w->dead && !w->lost && w->paused_ms <= nj_rs->now_ms)
        nj_rs_books_take(i);
}

/* --- what happens --- */

static void hurt(struct rs_worker *w)
{
    nj_rs_trace("trouble with worker %u", (unsigned)(w - nj_rs->worker));
    switch (nj_rs_below(4)) {
    case 0:
        w->paused_ms = nj_rs->now_ms + nj_rs_below(12000);
        nj_rs->sums->pauses++;
        break;
    case 1:
        w->dead = true;
        w->paused_ms = 0;
        nj_rs->sums->kills++;
        break;
    case 2:
        w->ending = true;
        nj_rs->sums->ends++;
        break;
    default:
        nj_rs->store.away_ms = nj_rs->now_ms + nj_rs_below(14000);
    }
}

void nj_rs_happen(void)
{
    if (nj_rs->people_ms <= nj_rs->now_ms && !nj_rs->calm) {
        nj_rs_people_write();
        nj_rs->people_ms = nj_rs->now_ms + nj_rs_below(1000);
    }
    if (nj_rs->trouble_ms <= nj_rs->now_ms && !nj_rs->calm) {
        struct rs_worker *w = &nj_rs->worker[nj_rs_below(nj_rs->n_workers)];

        nj_rs->trouble_ms = nj_rs->now_ms + nj_rs_below(8000);
        if (w->lives && !w->dead)
            hurt(w);
    }
}

static void live_for(int64_t ms)
{
    int64_t until_ms = nj_rs->now_ms + ms;

    while (nj_rs->now_ms < until_ms) {
        for (uint8_t i = 0; i < nj_rs->n_workers; i++)
            go_on(i);
        nj_rs_pass(50);
    }
}

static void be_calm(void)
{
    nj_rs->calm = true;
    nj_rs->store.away_ms = 0;
    for (uint8_t i = 0; i < nj_rs->n_workers; i++)
        nj_rs->worker[i].paused_ms = 0;
}

/* --- the end --- */

static void check_shares(void)
{
    uint32_t workers = nj_rs->n_workers;
    uint32_t part = (RS_GATES + workers - 1) / workers;

    for (uint8_t i = 0; i < nj_rs->n_workers; i++) {
        uint32_t n = 0;

        for (uint32_t k = 0; k < RS_GATES; k++)
            n += nj_rs_holder_of(k) == i;
        if (n > part)
            nj_rs_fail("worker %u holds %u gateways, its part is %u", i, n,
                       part);
    }
    for (uint32_t k = 0; k < RS_GATES; k++)
        if (nj_rs_holder_of(k) == RS_WORKERS)
            nj_rs_fail("nobody holds '%s'", nj_rs_names[k]);
    if (nj_rs->store.n_workers != nj_rs->n_workers)
        nj_rs_fail("%u workers live, %u rows say so", nj_rs->n_workers,
                   nj_rs->store.n_workers);
}

static void clean_up(void)
{
    for (uint8_t i = 0; i < nj_rs->n_workers; i++) {
        nj_rs->self = i;
        if (nj_rs->worker[i].lives)
            stop(i);
    }
    nj_rs_store_fini();
    free(nj_rs);
    nj_rs = NULL;
}

void nj_rs_run(uint64_t seed, uint8_t workers, struct rs_sums *sums)
{
    nj_rs = nj_alloc(sizeof(*nj_rs));
    nj_rs->seed = seed;
    nj_rs->traced = getenv("NJ_SIM_TRACE") != NULL;
    nj_rs->sums = sums;
    nj_rs->n_workers = workers;
    nj_rs->now_ms = 1000000;
    nj_rng_splitmix64(&nj_rs->chance, seed);
    live_for(TROUBLE_MS);
    be_calm();
    live_for(CALM_MS);
    check_shares();
    for (int i = 0; i < 30; i++) {
        nj_rs_people_write();
        live_for(50);
    }
    live_for(CALM_MS / 4);
    check_shares();
    nj_rs_books_end();
    clean_up();
}
