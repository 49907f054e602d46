/*
 * The inbox: a locked list with two conditions, "something came" and "there
 * is room". Events leave it in the order in which they were pushed.
 */
#include "gateway/loop.h"

#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <time.h>

#include "base/arena.h"
#include "base/bug.h"

struct nj_inbox {
    pthread_mutex_t lock;
    pthread_cond_t came; /* an event, or a wake */
    pthread_cond_t room; /* for a push, or for who waits until all is done */
    struct nj_event *first;
    struct nj_event **end; /* where the next one is linked in */
    uint32_t waiting;      /* events in the list */
    uint64_t asked;        /* takes that found nothing */
    bool asking;           /* one of them waits now */
    bool woken;
    bool flowing; /* nobody is slowed down any more */
};

/* The calling thread pushes several. */
static _Thread_local bool gathers;

/* The calls below fail only when they are misused. */
static void worked(int rc)
{
    NJ_ASSERT(rc == 0);
}

static void lock(struct nj_inbox *in)
{
    worked(pthread_mutex_lock(&in->lock));
}

static void unlock(struct nj_inbox *in)
{
    worked(pthread_mutex_unlock(&in->lock));
}

struct nj_inbox *nj_inbox_create(void)
{
    struct nj_inbox *in = nj_alloc(sizeof(*in));
    pthread_condattr_t attr;

    in->end = &in->first;
    worked(pthread_mutex_init(&in->lock, NULL));
    /* Deadlines of a wait must not move when somebody sets the date. */
    worked(pthread_condattr_init(&attr));
    worked(pthread_condattr_setclock(&attr, CLOCK_MONOTONIC));
    worked(pthread_cond_init(&in->came, &attr));
    worked(pthread_cond_init(&in->room, NULL));
    (void)pthread_condattr_destroy(&attr);
    return in;
}

void nj_inbox_destroy(struct nj_inbox *in)
{
    if (in == NULL)
        return;
    nj_event_destroy_all(in->first);
    (void)pthread_cond_destroy(&in->room);
    (void)pthread_cond_destroy(&in->came);
    (void)pthread_mutex_destroy(&in->lock);
    free(in);
}

/* The news that the referee needs in order to make room at all. */
static bool never_blocks(const struct nj_event *e)
{
    return e->kind == NJ_EVENT_FATE || e->kind == NJ_EVENT_KEEP ||
           e->kind == NJ_EVENT_UP || e->kind == NJ_EVENT_DOWN ||
           e->kind == NJ_EVENT_STOP || e->kind == NJ_EVENT_PICTURE;
}

void nj_inbox_push(struct nj_inbox *in, struct nj_event *e)
{
    e->next = NULL;
    lock(in);
    while (in->waiting >= NJ_INBOX_MAX && !in->flowing && !never_blocks(e)) {
        (void)pthread_cond_signal(&in->came);
        worked(pthread_cond_wait(&in->room, &in->lock));
    }
    *in->end = e;
    in->end = &e->next;
    in->waiting++;
    if (!gathers)
        (void)pthread_cond_signal(&in->came);
    unlock(in);
}

void nj_inbox_gather(void)
{
    NJ_ASSERT(!gathers);
    gathers = true;
}

void nj_inbox_gathered(struct nj_inbox *in)
{
    NJ_ASSERT(gathers);
    gathers = false;
    lock(in);
    if (in->first != NULL)
        (void)pthread_cond_signal(&in->came);
    unlock(in);
}

static struct timespec deadline(int64_t wait_ms)
{
    struct timespec t;

    worked(clock_gettime(CLOCK_MONOTONIC, &t));
    t.tv_sec += (time_t)(wait_ms / 1000);
    t.tv_nsec += (long)(wait_ms % 1000) * 1000000L;
    if (t.tv_nsec >= 1000000000L) {
        t.tv_nsec -= 1000000000L;
        t.tv_sec++;
    }
    return t;
}

/* Waits, locked, for an event or a wake. */
static void wait_for_news(struct nj_inbox *in, int64_t wait_ms)
{
    struct timespec until = {0};
    int rc = 0;

    if (in->first == NULL) {
        in->asked++;
        in->asking = true;
        (void)pthread_cond_broadcast(&in->room);
    }
    if (wait_ms > 0)
        until = deadline(wait_ms);
    while (in->first == NULL && !in->woken && wait_ms != 0 && rc == 0)
        rc = wait_ms < 0 ? pthread_cond_wait(&in->came, &in->lock)
                         : pthread_cond_timedwait(&in->came, &in->lock, &until);
    in->asking = false;
    NJ_ASSERT(rc == 0 || rc == ETIMEDOUT);
}

struct nj_event *nj_inbox_take(struct nj_inbox *in, int64_t wait_ms)
{
    struct nj_event *all;

    lock(in);
    wait_for_news(in, wait_ms);
    all = in->first;
    in->first = NULL;
    in->end = &in->first;
    in->waiting = 0;
    in->woken = false;
    (void)pthread_cond_broadcast(&in->room);
    unlock(in);
    return all;
}

void nj_inbox_settle(struct nj_inbox *in)
{
    uint64_t before;

    lock(in);
    before = in->asked;
    while (!(in->asking && in->first == NULL) && in->asked == before &&
           !in->flowing)
        worked(pthread_cond_wait(&in->room, &in->lock));
    unlock(in);
}

void nj_inbox_flow(struct nj_inbox *in)
{
    lock(in);
    in->flowing = true;
    (void)pthread_cond_broadcast(&in->room);
    unlock(in);
}

void nj_inbox_wake(struct nj_inbox *in)
{
    lock(in);
    in->woken = true;
    (void)pthread_cond_signal(&in->came);
    unlock(in);
}
