/*
 * Power cuts: in front of each write and each sync of a match that is played,
 * with what was not synced lost, kept, torn and mixed (goals R1).
 *
 * NJ_CUTS_COMMANDS: commands to play, 30 without it. NJ_CUTS_EVERY: every so
 * manieth call is tried, each one without it; NJ_TEST_TENTH=1: a tenth of them.
 */
#include <stdio.h>
#include <stdlib.h>

#include "base/log.h"
#include "fault/trial.h"
#include "kit/amount.h"
#include "kit/nj_test.h"

#define COMMANDS 30

static const char *const hows[NJ_CUTS] = {"lost", "kept", "torn", "mixed"};

/* Texts that were heard before the cut: what they tell is on the disk. */
static uint32_t heard_turn(const struct trial *t, uint32_t at)
{
    uint32_t turn = 0;

    for (uint32_t i = 0; i < t->said.n && t->said.list[i].calls <= at; i++)
        turn = t->said.list[i].turn;
    return turn;
}

static void cut(struct trial *t, uint32_t at, enum nj_cut how)
{
    struct trial_known k = {.calls = at, .heard = true, .more = 2};
    char what[64];

    while (k.last + 1 < t->n_turns && t->turns[k.last].calls < at)
        k.last++;
    while (k.first < k.last && t->turns[k.first + 1].calls <= at)
        k.first++;
    if (heard_turn(t, at) > k.first)
        k.first = heard_turn(t, at);
    if (k.last < k.first) /* a turn that had nothing to write */
        k.last = k.first;
    (void)snprintf(what, sizeof(what), "cut %u, %s", (unsigned)at, hows[how]);
    nj_disk_cut(at, how, at);
    nj_trial_check(t, &k, what);
}

static void a_power_cut_loses_nothing_that_was_heard(void **state)
{
    uint32_t commands = (uint32_t)nj_from_env("NJ_CUTS_COMMANDS", COMMANDS);
    uint32_t every = (uint32_t)nj_from_env("NJ_CUTS_EVERY", 1);
    struct trial t;
    uint32_t cuts = 0;

    NJ_UNUSED(state);
    if (nj_from_env("NJ_TEST_TENTH", 0) > 0)
        every *= 10;
    nj_trial_open(&t, "cuts");
    nj_trial_record(&t, commands);
    for (uint32_t at = 0; at <= nj_disk_calls(); at += every)
        for (int how = 0; how < (int)NJ_CUTS; how++, cuts++)
            cut(&t, at, (enum nj_cut)how);
    print_message("%u cuts in %u calls of %u commands\n", (unsigned)cuts,
                  (unsigned)nj_disk_calls(), (unsigned)commands);
    nj_trial_close(&t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_power_cut_loses_nothing_that_was_heard),
    };

    nj_log_set_level(NJ_LOG_ERROR);
    return cmocka_run_group_tests_name("fault/cuts", tests, NULL, NULL);
}
