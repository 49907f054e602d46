/*
 * The life of a worker that holds gateways, and of its lease.
 */
#include "relay/holder.h"

#include <stdlib.h>

#include "base/arena.h"
#include "base/bug.h"
#include "base/fence.h"
#include "base/log.h"
#include "relay/holder_priv.h"

#define RENEW_MS  1500
#define MARGIN_MS 1000 /* it is silent so long before its lease ends */
#define FLUSH_MS  2000 /* of a gateway that others have room for */

bool nj_holder_over(const struct nj_holder *h)
{
    return atomic_load(&h->ending) || nj_fence_ended();
}

/* --- the lease --- */

static void may_speak(int64_t asked_ms)
{
    nj_fence_until(NJ_BAR_HOLD, asked_ms + NJ_RELAY_LEASE_MS - MARGIN_MS);
}

static void join(struct nj_holder *h)
{
    int64_t now_ms = nj_fence_now_ms(), worker = 0;

    if (!nj_relay_join(h->pulse_line, h->setup.names, h->setup.n, &worker) ||
        worker == 0)
        return;
    may_speak(now_ms);
    h->good_ms = h->renewed_ms = now_ms;
    h->worker = worker;
    nj_log(NJ_LOG_INFO, "relay", "joined",
           NJ_FIELDS(nj_f_i64("worker", worker)));
}

/* False: others have buried us. */
static bool renew(struct nj_holder *h)
{
    int64_t now_ms = nj_fence_now_ms();
    bool lives = false;

    if (!nj_relay_renew(h->pulse_line, h->worker, &lives)) {
        h->good_ms = 0;
        return true;
    }
    if (!lives)
        return false;
    may_speak(now_ms);
    h->renewed_ms = now_ms;
    if (h->good_ms == 0)
        h->good_ms = now_ms;
    return true;
}

static void lose(struct nj_holder *h)
{
    nj_fence_end();
    nj_log(NJ_LOG_ERROR, "relay", "lost",
           NJ_FIELDS(nj_f_i64("worker", h->worker),
                     nj_f_word("because", "it was silent for too long")));
    nj_relay_wake(h->mouth_line);
    if (h->setup.lost != NULL)
        h->setup.lost(h->setup.ctx);
}

/* It lives until nothing is held any more. */
static bool beat(void *ctx)
{
    struct nj_holder *h = ctx;

    if (h->worker == 0 ? nj_holder_over(h) : h->given)
        return false;
    if (h->worker == 0)
        join(h);
    else if (!renew(h)) {
        lose(h);
        return false;
    }
    nj_relay_wait(h->pulse_line,
                  h->good_ms == 0 ? NJ_HOLDER_RETRY_MS : RENEW_MS);
    return true;
}

/* --- birth and end --- */

static void free_all(struct nj_holder *h)
{
    nj_relay_destroy(h->pulse_line);
    nj_relay_destroy(h->mouth_line);
    free(h);
}

enum nj_status nj_holder_start(const struct nj_holder_setup *setup,
                               struct nj_holder **out, struct nj_err *err)
{
    struct nj_holder *h;
    enum nj_status st = nj_relay_load(err);

    NJ_ASSERT(setup->n <= NJ_HOLDER_MAX);
    if (st != NJ_OK)
        return st;
    h = nj_alloc(sizeof(*h));
    h->setup = *setup;
    h->flush_ms = FLUSH_MS;
    for (uint32_t i = 0; i < setup->n; i++)
        h->slot[i] = (struct nj_slot){.h = h, .name = setup->names[i]};
    h->pulse_line = nj_relay_create(setup->url, NULL);
    h->mouth_line = nj_relay_create(setup->url, NJ_RELAY_SAID);
    if (!nj_steps_begin(&h->pulse, beat, h)) {
        free_all(h);
        return nj_fail(err, NJ_ERR_IO, "no thread can be had for a lease");
    }
    if (!nj_steps_begin(&h->mouth, nj_holder_speak, h)) {
        atomic_store(&h->ending, true);
        atomic_store(&h->given, true);
        nj_relay_wake(h->pulse_line);
        nj_steps_end(&h->pulse);
        free_all(h);
        return nj_fail(err, NJ_ERR_IO, "no thread can be had for gateways");
    }
    *out = h;
    return NJ_OK;
}

void nj_holder_stop(struct nj_holder *h, int64_t flush_ms)
{
    if (h == NULL)
        return;
    h->flush_ms = flush_ms;
    nj_fence_hurry();
    atomic_store(&h->ending, true);
    nj_relay_wake(h->mouth_line);
    nj_steps_end(&h->mouth);
    atomic_store(&h->given, true);
    nj_relay_wake(h->pulse_line);
    nj_steps_end(&h->pulse);
    if (h->worker != 0)
        (void)nj_relay_leave(h->pulse_line, h->worker);
    nj_fence_lift(NJ_BAR_HOLD);
    free_all(h);
}
