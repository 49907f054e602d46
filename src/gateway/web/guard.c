/*
 * While a secret is loaded the process leaves no core dump: the library that
 * carries requests copies addresses and headers to memory that nobody can
 * guard.
 */
#include "gateway/web/guard.h"

#include <pthread.h>
#include <stdint.h>
#include <sys/prctl.h>
#include <sys/resource.h>

#include "base/bug.h"

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static uint32_t inside;
static int dumpable; /* as it was */
static struct rlimit core;

static void forbid(void)
{
    struct rlimit none;

    dumpable = prctl(PR_GET_DUMPABLE, 0, 0, 0, 0);
    if (getrlimit(RLIMIT_CORE, &core) == 0) {
        none = core;
        none.rlim_cur = 0;
        (void)setrlimit(RLIMIT_CORE, &none);
    }
    (void)prctl(PR_SET_DUMPABLE, 0, 0, 0, 0);
}

static void allow(void)
{
    if (dumpable == 1)
        (void)prctl(PR_SET_DUMPABLE, 1, 0, 0, 0);
    (void)setrlimit(RLIMIT_CORE, &core);
}

void nj_guard_enter(void)
{
    int rc = pthread_mutex_lock(&lock);

    NJ_ASSERT(rc == 0);
    if (inside++ == 0)
        forbid();
    (void)pthread_mutex_unlock(&lock);
}

void nj_guard_leave(void)
{
    int rc = pthread_mutex_lock(&lock);

    NJ_ASSERT(rc == 0);
    NJ_ASSERT(inside > 0);
    if (--inside == 0)
        allow();
    (void)pthread_mutex_unlock(&lock);
}
