/*
 * The service thread: asks for updates, hands them on, and carries calls. A
 * send never waits behind the long question for updates, which has a
 * connection of its own.
 */
#include <stdlib.h>

#include "base/bug.h"
#include "base/clock.h"
#include "gateway/telegram/client_priv.h"

#define LOOK_MS 1000 /* at most between two looks at everything */

static void look_at_answers(struct nj_telegram *tg)
{
    struct nj_http_answer said;
    struct nj_transfer *wire;

    while ((wire = nj_http_next(&tg->service.http, &said)) != NULL) {
        struct nj_tg_transfer *t = (void *)wire;

        if (t == &tg->asking)
            nj_tg_asking_done(tg, &said);
        else
            nj_tg_calls_done(tg, t, &said);
    }
}

static void stop_step(struct nj_telegram *tg, int64_t now_ms)
{
    bool idle;

    nj_service_lock(&tg->service);
    idle = tg->jobs.first == NULL && tg->handed.first == NULL;
    nj_service_rest(&tg->service, idle || !tg->poll.up, now_ms);
    nj_service_unlock(&tg->service);
}

static int64_t wait_ms(const struct nj_telegram *tg, int64_t now_ms)
{
    int64_t due = now_ms + LOOK_MS;
    int64_t at = nj_tg_jobs_due_ms(&tg->jobs, now_ms);

    due = at < due ? at : due;
    at = tg->asking.wire.busy ? INT64_MAX : nj_tg_poll_due_ms(&tg->poll);
    due = at < due ? at : due;
    if (tg->service.stopping && tg->service.flush_until_ms < due)
        due = tg->service.flush_until_ms;
    return due <= now_ms ? 0 : due - now_ms;
}

static void turn(struct nj_telegram *tg)
{
    int64_t now_ms = nj_monotonic_ms();

    nj_tg_calls_take(tg);
    nj_tg_asking_go(tg, now_ms);
    nj_http_work(&tg->service.http);
    look_at_answers(tg);
    nj_tg_calls_send(tg, now_ms);
    stop_step(tg, now_ms);
}

/* Nobody may hand over or wake any more; what is left goes back. */
static void leave(struct nj_telegram *tg)
{
    nj_service_leave(&tg->service);
    nj_tg_calls_take(tg);
    nj_tg_calls_give_back(tg);
    nj_tg_calls_lose(tg);
}

void *nj_tg_serve(void *telegram)
{
    struct nj_telegram *tg = telegram;

    while (!tg->service.finished) {
        int64_t ms;

        turn(tg);
        nj_service_lock(&tg->service);
        ms = tg->service.finished ? 0 : wait_ms(tg, nj_monotonic_ms());
        nj_service_unlock(&tg->service);
        if (!tg->service.finished)
            nj_http_wait(&tg->service.http, ms);
    }
    leave(tg);
    return NULL;
}
