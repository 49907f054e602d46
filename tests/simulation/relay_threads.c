/*
 * In the place of src/relay/steps.c, src/base/fence.c and src/gateway/loop.c:
 * threads are steps that one thread takes, in an order of chance, and time is
 * what they are said to take. Where one waits in the middle of a step, others go
 * on meanwhile; so one that began later ends earlier.
 */
#include <string.h>

#include "base/arena.h"
#include "base/bug.h"
#include "base/fence.h"
#include "kit/plant.h"
#include "simulation/relay_sim.h"

#define TURNS 1000000 /* more than any end takes */

struct nj_inbox {
    struct nj_event *first, **end;
};

/* --- threads --- */

bool nj_steps_begin(struct nj_steps *s, bool (*step)(void *ctx), void *ctx)
{
    s->step = step;
    s->ctx = ctx;
    for (size_t i = 0; i < RS_THREADS; i++)
        if (nj_rs->threads[i].of == NULL) {
            nj_rs->threads[i] = (struct rs_thread){
                .of = s, .worker = nj_rs->self, .next_ms = nj_rs->now_ms};
            return true;
        }
    nj_rs_fail("too many threads");
}

/* A mouth may want to wait for an ear, which could not go on if it stood in
 * the midst of a step below. */
static bool has_to_wait(const struct rs_thread *t)
{
    for (size_t i = 0; i < RS_THREADS; i++)
        if (nj_rs->threads[i].of != NULL && nj_rs->threads[i].running &&
            nj_rs->threads[i].worker == t->worker &&
            nj_rs->threads[i].of->step == nj_slot_hear)
            return t->of->step == nj_holder_speak;
    return false;
}

static bool is_due(const struct rs_thread *t)
{
    return t->of != NULL && !t->running && !t->over &&
           t->next_ms <= nj_rs->now_ms &&
           nj_rs->worker[t->worker].paused_ms <= nj_rs->now_ms &&
           !has_to_wait(t);
}

static void take_step(struct rs_thread *t)
{
    struct rs_thread *was = nj_rs->running;
    uint8_t self = nj_rs->self;

    t->running = true;
    t->line = NULL;
    nj_rs->running = t;
    nj_rs->self = t->worker;
    nj_rs->depth++;
    t->over = !t->of->step(t->of->ctx);
    nj_rs->depth--;
    nj_rs->running = was;
    nj_rs->self = self;
    t->running = false;
}

/* False: none is due. */
static bool step_any(void)
{
    struct rs_thread *due[RS_THREADS];
    uint32_t n = 0;

    for (size_t i = 0; i < RS_THREADS; i++)
        if (is_due(&nj_rs->threads[i]))
            due[n++] = &nj_rs->threads[i];
    if (n > 0)
        take_step(due[nj_rs_below(n)]);
    return n > 0;
}

/* When the next one is, at most so late. */
static int64_t next_ms(int64_t until_ms)
{
    int64_t next = nj_rs->now_ms + 20;

    for (size_t i = 0; i < RS_THREADS; i++) {
        const struct rs_thread *t = &nj_rs->threads[i];

        if (t->of != NULL && !t->running && !t->over &&
            t->next_ms > nj_rs->now_ms && t->next_ms < next)
            next = t->next_ms;
    }
    return next < until_ms ? next : until_ms;
}

static void pass_some(int64_t until_ms)
{
    nj_rs_happen();
    nj_rs_store_step();
    nj_rs_platform_step();
    for (uint8_t i = 0; i < nj_rs->n_workers; i++)
        nj_rs_books_step(i);
    if (step_any())
        nj_rs->now_ms += nj_rs_below(2);
    else
        nj_rs->now_ms = next_ms(until_ms);
}

void nj_rs_pass(int64_t ms)
{
    int64_t until_ms = nj_rs->now_ms + ms;

    while (nj_rs->now_ms < until_ms)
        pass_some(until_ms);
}

void nj_rs_linger(int64_t ms)
{
    const struct rs_worker *w = &nj_rs->worker[nj_rs->self];

    nj_rs_pass(ms);
    if (w->paused_ms > nj_rs->now_ms)
        nj_rs_pass(w->paused_ms - nj_rs->now_ms);
}

void nj_steps_end(struct nj_steps *s)
{
    struct rs_thread *t = NULL;

    for (size_t i = 0; i < RS_THREADS; i++)
        if (nj_rs->threads[i].of == s)
            t = &nj_rs->threads[i];
    NJ_ASSERT(t != NULL && !t->running);
    for (uint32_t i = 0; !t->over; i++) {
        if (i == TURNS)
            nj_rs_fail("a thread does not end");
        pass_some(nj_rs->now_ms + 100);
    }
    t->of = NULL;
}

static void rest(int64_t ms)
{
    if (nj_rs->running != NULL)
        nj_rs->running->next_ms = nj_rs->now_ms + ms;
}

void nj_steps_rest(int64_t ms)
{
    rest(ms);
}

/* News come at any moment of it. Who is no thread of ours waits in earnest. */
void nj_steps_doze(pthread_cond_t *news, pthread_mutex_t *lock, int64_t ms)
{
    int64_t some_ms = 1 + nj_rs_below((uint32_t)ms);

    NJ_UNUSED(news);
    if (nj_rs->running != NULL) {
        rest(some_ms);
        return;
    }
    (void)pthread_mutex_unlock(lock);
    nj_rs_linger(some_ms);
    (void)pthread_mutex_lock(lock);
}

/* --- the fence, one for each worker --- */

static struct rs_worker *self(void)
{
    return &nj_rs->worker[nj_rs->self];
}

int64_t nj_fence_now_ms(void)
{
    return nj_rs->now_ms;
}

void nj_fence_until(enum nj_bar bar, int64_t at_ms)
{
    self()->until_ms[bar] = at_ms;
}

void nj_fence_end(void)
{
    self()->ended = true;
}

void nj_fence_lift(enum nj_bar bar)
{
    self()->until_ms[bar] = INT64_MAX;
    self()->hurried = false;
}

void nj_fence_hurry(void)
{
    self()->hurried = true;
}

bool nj_fence_stands_open(void)
{
    const struct rs_worker *w = self();

    if (nj_planted("relay-fence-stands-open"))
        return !w->dead;
    return !w->dead && !w->ended && nj_rs->now_ms < w->until_ms[NJ_BAR_WORK] &&
           nj_rs->now_ms < w->until_ms[NJ_BAR_HOLD];
}

bool nj_fence_ended(void)
{
    return self()->ended || self()->dead;
}

bool nj_fence_pass(void)
{
    return nj_fence_stands_open();
}

/* --- inboxes --- */

struct nj_inbox *nj_inbox_create(void)
{
    struct nj_inbox *in = nj_alloc(sizeof(*in));

    in->end = &in->first;
    return in;
}

void nj_inbox_destroy(struct nj_inbox *in)
{
    if (in != NULL)
        nj_event_destroy_all(in->first);
    free(in);
}

void nj_inbox_push(struct nj_inbox *in, struct nj_event *e)
{
    e->next = NULL;
    *in->end = e;
    in->end = &e->next;
}

struct nj_event *nj_rs_taken(struct nj_inbox *in)
{
    struct nj_event *all = in->first;

    in->first = NULL;
    in->end = &in->first;
    return all;
}

/* Who finds nothing looks again at any moment of his wait. */
struct nj_event *nj_inbox_take(struct nj_inbox *in, int64_t wait_ms)
{
    struct nj_event *all = nj_rs_taken(in);

    if (all == NULL && wait_ms > 0)
        rest(1 + nj_rs_below((uint32_t)wait_ms));
    return all;
}

void nj_inbox_gather(void)
{
}

void nj_inbox_gathered(struct nj_inbox *in)
{
    NJ_UNUSED(in);
}

void nj_inbox_flow(struct nj_inbox *in)
{
    NJ_UNUSED(in);
}

void nj_inbox_settle(struct nj_inbox *in)
{
    NJ_UNUSED(in);
}

void nj_inbox_wake(struct nj_inbox *in)
{
    NJ_UNUSED(in);
}
