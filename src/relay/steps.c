/*
 * Threads that go step by step.
 */
#include "relay/steps.h"

#include <errno.h>
#include <signal.h>
#include <time.h>

#include "base/bug.h"

static void *go(void *ctx)
{
    const struct nj_steps *s = ctx;

    while (s->step(s->ctx)) {
    }
    return NULL;
}

/* Signals are for who waits for them (cli/service.h). */
bool nj_steps_begin(struct nj_steps *s, bool (*step)(void *ctx), void *ctx)
{
    sigset_t all, was;
    bool started;

    s->step = step;
    s->ctx = ctx;
    (void)sigfillset(&all);
    (void)pthread_sigmask(SIG_SETMASK, &all, &was);
    started = pthread_create(&s->thread, NULL, go, s) == 0;
    (void)pthread_sigmask(SIG_SETMASK, &was, NULL);
    return started;
}

void nj_steps_end(struct nj_steps *s)
{
    int rc = pthread_join(s->thread, NULL);

    NJ_ASSERT(rc == 0);
}

void nj_steps_rest(int64_t ms)
{
    const struct timespec t = {.tv_sec = (time_t)(ms / 1000),
                               .tv_nsec = (long)(ms % 1000) * 1000000L};

    (void)nanosleep(&t, NULL);
}

void nj_steps_doze(pthread_cond_t *news, pthread_mutex_t *lock, int64_t ms)
{
    struct timespec until;
    int rc = clock_gettime(CLOCK_MONOTONIC, &until);

    NJ_ASSERT(rc == 0);
    until.tv_sec += (time_t)(ms / 1000);
    until.tv_nsec += (long)(ms % 1000) * 1000000L;
    if (until.tv_nsec >= 1000000000L) {
        until.tv_nsec -= 1000000000L;
        until.tv_sec++;
    }
    rc = pthread_cond_timedwait(news, lock, &until);
    NJ_ASSERT(rc == 0 || rc == ETIMEDOUT);
}
