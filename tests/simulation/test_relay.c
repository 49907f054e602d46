/*
 * Gateways that one to four workers share, in simulation (relay_sim.h): one
 * speaks on each, each text is said once or marked, each message is heard once
 * and in order, nothing is lost. NJ_SIM_SEEDS runs, 200 without it, from seed
 * NJ_SIM_FIRST on; NJ_SIM_SEED=N runs that one.
 */
#include "base/log.h"
#include "kit/amount.h"
#include "simulation/relay_sim.h"

static void show(const struct rs_sums *s)
{
    print_message(
        "%u messages, %u rows of them, %u texts, %u marked, %u of them "
        "seen; %u workers killed, %u stood still, %u ended; books "
        "taken over %u times, gateways %u; %u statements without an "
        "answer, %u carried out later\n",
        s->messages, s->rows, s->texts, s->marked, s->again, s->kills,
        s->pauses, s->ends, s->keepers, s->taken, s->unanswered, s->late);
}

static void one_speaks_and_nothing_is_lost(void **state)
{
    uint64_t seeds = nj_amount("NJ_SIM_SEEDS", 200);
    uint64_t first = nj_from_env("NJ_SIM_FIRST", 0);
    uint64_t only = nj_from_env("NJ_SIM_SEED", UINT64_MAX);
    struct rs_sums sums = {0};

    NJ_UNUSED(state);
    if (only != UINT64_MAX) {
        first = only;
        seeds = 1;
    }
    for (uint64_t seed = first; seed < first + seeds; seed++)
        nj_rs_run(seed, (uint8_t)(1 + seed % RS_WORKERS), &sums);
    show(&sums);
    if (seeds >= 20) {
        assert_true(sums.kills >= seeds && sums.pauses >= seeds);
        assert_true(sums.keepers >= 2 * seeds && sums.taken >= 4 * seeds);
        assert_true(sums.rows >= 20 * seeds && sums.again >= seeds);
        assert_true(sums.late >= seeds);
    }
}

/* What goes wrong is meant to. */
static void say_nothing(void *ctx, const char *line)
{
    NJ_UNUSED(ctx);
    if (getenv("NJ_SIM_SEED") != NULL)
        print_message("%s\n", line);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_speaks_and_nothing_is_lost),
    };

    nj_log_set_sink(say_nothing, NULL);
    return cmocka_run_group_tests_name("simulation/relay", tests, NULL, NULL);
}
