/*
 * R5 and R9: runs of the whole program in simulation. NJ_SIM_SEEDS runs, 200
 * without it, from seed NJ_SIM_FIRST on, then as many as make
 * NJ_SIM_RECONNECTS reconnects, 10000 without it; with the word "workers"
 * NJ_SIM_WORKERS runs of several of them, 200 without it. NJ_TEST_TENTH=1 makes
 * a tenth of all. NJ_SIM_SEED=N runs that one of each kind; with NJ_SIM_TRACE=1
 * all that happens is shown.
 */
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/log.h"
#include "kit/amount.h"
#include "simulation/sim_priv.h"

static char last_words[64];
static struct nj_env env;

/* A failed assertion of the program ends the process: say which run it was. */
static void on_abort(int sig)
{
    ssize_t n = write(2, last_words, strlen(last_words));

    NJ_UNUSED(sig);
    NJ_UNUSED(n);
}

static void run(uint64_t seed, const struct nj_sim_plan *plan,
                struct nj_sim_sums *sums)
{
    (void)snprintf(last_words, sizeof(last_words), "NJ_SIM_SEED=%llu\n",
                   (unsigned long long)seed);
    nj_sim_run(&env, seed, plan, sums);
}

static void show(const struct nj_sim_sums *sums)
{
    print_message(
        "%u turns, %u inputs, %u matches ended, %u messages "
        "delivered (%u marked), %u kills, %u reconnects, %u repeats, "
        "%u full disks, %u times followed by another worker, %u jumps of clocks, %u sleeps, %u deadlines, "
        "%u times too late; by QQ's official platform %u answers, %u "
        "pushes, %u times put off, %u calls or answers lost\n",
        sums->turns, sums->inputs, sums->matches, sums->delivered, sums->marked,
        sums->kills, sums->reconnects, sums->repeats, sums->full,
        sums->followed, sums->jumps, sums->sleeps, sums->fired, sums->late,
        sums->answers, sums->pushes, sums->put_off, sums->lost);
}

static uint64_t times(const char *name, uint64_t otherwise)
{
    return nj_amount(name, otherwise);
}

static const struct nj_sim_plan everything = {
    .steps = 300, .reconnects = 4, .words = 2};

static void whatever_goes_wrong_nothing_is_lost(void **state)
{
    uint64_t seeds = times("NJ_SIM_SEEDS", 200);
    struct nj_sim_sums sums = {0};

    NJ_UNUSED(state);
    if (getenv("NJ_SIM_SEED") != NULL) {
        run(nj_from_env("NJ_SIM_SEED", 0), &everything, &sums);
        show(&sums);
        return;
    }
    for (uint64_t i = 0; i < seeds; i++)
        run(nj_from_env("NJ_SIM_FIRST", 0) + i, &everything, &sums);
    show(&sums);
    /* One evening may go by in silence; twenty do not. */
    if (seeds >= 20) {
        assert_true(sums.kills >= seeds);
        assert_true(sums.inputs >= 10 * seeds);
    }
}

/* Runs outside of the first 200 that were red once. */
static void what_was_lost_once_is_lost_no_more(void **state)
{
    static const uint64_t seeds[] = {
        1077, /* who could be written to again wrote into a full disk */
    };
    struct nj_sim_sums sums = {0};

    NJ_UNUSED(state);
    for (size_t i = 0; i < NJ_COUNT(seeds) && getenv("NJ_SIM_SEED") == NULL;
         i++)
        run(seeds[i], &everything, &sums);
    show(&sums);
}

/* One, two, three or four of them in turn, with everything else as above. */
static void of_several_workers_one_speaks(void **state)
{
    struct nj_sim_plan plan = {.steps = 80, .reconnects = 4, .words = 2};
    uint64_t seeds = times("NJ_SIM_WORKERS", 200);
    uint64_t only = nj_from_env("NJ_SIM_SEED", UINT64_MAX);
    uint64_t first = nj_from_env("NJ_SIM_FIRST", 0);
    struct nj_sim_sums sums = {0};

    NJ_UNUSED(state);
    if (only != UINT64_MAX) {
        first = only;
        seeds = 1;
    }
    for (uint64_t seed = first; seed < first + seeds; seed++) {
        plan.workers = 1 + (uint32_t)(seed % 4);
        run(seed, &plan, &sums);
    }
    show(&sums);
    assert_true(seeds < 20 || sums.followed >= seeds);
}

/* R9: each message has its effect once, however often links break. */
static void reconnects_repeat_and_lose_nothing(void **state)
{
    const struct nj_sim_plan plan = {
        .trouble = NJ_SIM_LINKS | NJ_SIM_REPEATS | NJ_SIM_DROPS | NJ_SIM_CALLS |
                   NJ_SIM_DELAYS,
        .steps = 400,
        .reconnects = 60,
        .words = 6,
    };
    uint64_t reconnects = times("NJ_SIM_RECONNECTS", 10000);
    struct nj_sim_sums sums = {0};

    NJ_UNUSED(state);
    if (getenv("NJ_SIM_SEED") != NULL) {
        run(nj_from_env("NJ_SIM_SEED", 0), &plan, &sums);
        show(&sums);
        return;
    }
    for (uint64_t i = 0; sums.reconnects < reconnects; i++)
        run(i, &plan, &sums);
    show(&sums);
    /* A short run is a small sample. */
    assert_true(reconnects < 1000 ||
                sums.inputs > sums.reconnects / (reconnects < 10000 ? 20 : 10));
}

/* A full disk is an error in the log, and here it is none. */
static void say_nothing(void *ctx, const char *line)
{
    if (getenv("NJ_SIM_SEED") != NULL)
        print_message("%s\n", line);
    NJ_UNUSED(ctx);
}

static int set_up(void **state)
{
    struct nj_err err = {{0}};

    NJ_UNUSED(state);
    (void)signal(SIGABRT, on_abort);
    nj_log_set_sink(say_nothing, NULL);
    nj_random_init();
    return nj_env_load(&env, NULL, &err) == NJ_OK ? 0 : -1;
}

static int tear_down(void **state)
{
    NJ_UNUSED(state);
    nj_env_fini(&env);
    return 0;
}

int main(int argc, char **argv)
{
    const struct CMUnitTest workers[] = {
        cmocka_unit_test(of_several_workers_one_speaks),
    };
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(whatever_goes_wrong_nothing_is_lost),
        cmocka_unit_test(what_was_lost_once_is_lost_no_more),
        cmocka_unit_test(reconnects_repeat_and_lose_nothing),
    };

    if (argc == 2 && strcmp(argv[1], "workers") == 0)
        return cmocka_run_group_tests_name("workers", workers, set_up,
                                           tear_down);
    return cmocka_run_group_tests_name("simulation", tests, set_up, tear_down);
}
