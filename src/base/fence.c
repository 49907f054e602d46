/*
 * A few values that all threads read.
 */
#include "base/fence.h"

#include <stdatomic.h>
#include <time.h>

#include "base/bug.h"
#include "base/clock.h"

#define ALWAYS  INT64_MAX
#define NEVER   INT64_MIN
#define LOOK_NS 10000000 /* between looks while it waits */

static _Atomic int64_t until_ms[NJ_BARS] = {ALWAYS, ALWAYS};
static atomic_bool hurried;

int64_t nj_fence_now_ms(void)
{
    const struct nj_clock system = nj_clock_system();

    return nj_hands(&system).steady_ms;
}

void nj_fence_until(enum nj_bar bar, int64_t at_ms)
{
    int64_t was = atomic_load(&until_ms[bar]);

    NJ_ASSERT(at_ms != ALWAYS && at_ms != NEVER);
    while (was != NEVER &&
           !atomic_compare_exchange_weak(&until_ms[bar], &was, at_ms)) {
    }
}

void nj_fence_end(void)
{
    for (int bar = 0; bar < NJ_BARS; bar++)
        atomic_store(&until_ms[bar], NEVER);
}

void nj_fence_lift(enum nj_bar bar)
{
    atomic_store(&until_ms[bar], ALWAYS);
    atomic_store(&hurried, false);
}

void nj_fence_hurry(void)
{
    atomic_store(&hurried, true);
}

static bool is_open(enum nj_bar bar)
{
    int64_t until = atomic_load(&until_ms[bar]);

    return until == ALWAYS || nj_fence_now_ms() < until;
}

bool nj_fence_stands_open(void)
{
    return is_open(NJ_BAR_WORK) && is_open(NJ_BAR_HOLD);
}

bool nj_fence_ended(void)
{
    return atomic_load(&until_ms[NJ_BAR_WORK]) == NEVER ||
           atomic_load(&until_ms[NJ_BAR_HOLD]) == NEVER;
}

bool nj_fence_pass(void)
{
    const struct timespec pause = {.tv_nsec = LOOK_NS};

    while (!nj_fence_stands_open()) {
        if (nj_fence_ended() || atomic_load(&hurried))
            return false;
        (void)nanosleep(&pause, NULL);
    }
    return true;
}
