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
    int left = 0;
    const CURLMsg *m;

    while ((m = curl_multi_info_read(tg->multi, &left)) != NULL) {
        struct nj_tg_transfer *t = NULL;
        CURLcode code = m->data.result;

        if (m->msg != CURLMSG_DONE)
            continue;
        (void)curl_easy_getinfo(m->easy_handle, CURLINFO_PRIVATE, &t);
        if (t == &tg->asking)
            nj_tg_asking_done(tg, code);
        else
            nj_tg_calls_done(tg, t, code);
    }
}

static void stop_step(struct nj_telegram *tg, int64_t now_ms)
{
    bool idle;

    nj_tg_lock(tg);
    idle = tg->jobs.first == NULL && tg->handed.first == NULL;
    if (tg->stopping && (idle || !tg->poll.up || now_ms >= tg->flush_until_ms))
        tg->finished = true;
    nj_tg_unlock(tg);
}

static int wait_ms(const struct nj_telegram *tg, int64_t now_ms)
{
    int64_t due = now_ms + LOOK_MS;
    int64_t at = nj_tg_jobs_due_ms(&tg->jobs, now_ms);

    due = at < due ? at : due;
    at = tg->asking.busy ? INT64_MAX : nj_tg_poll_due_ms(&tg->poll);
    due = at < due ? at : due;
    if (tg->stopping && tg->flush_until_ms < due)
        due = tg->flush_until_ms;
    return due <= now_ms ? 0 : (int)(due - now_ms);
}

static void turn(struct nj_telegram *tg)
{
    int64_t now_ms = nj_monotonic_ms();
    int running = 0;

    nj_tg_calls_take(tg);
    nj_tg_asking_go(tg, now_ms);
    (void)curl_multi_perform(tg->multi, &running);
    look_at_answers(tg);
    nj_tg_calls_send(tg, now_ms);
    stop_step(tg, now_ms);
}

/* Nobody may hand over or wake any more; what is left goes back. */
static void leave(struct nj_telegram *tg)
{
    nj_tg_lock(tg);
    tg->serving = false;
    nj_tg_unlock(tg);
    nj_tg_calls_take(tg);
    nj_tg_calls_give_back(tg);
    nj_tg_calls_lose(tg);
}

void *nj_tg_serve(void *telegram)
{
    struct nj_telegram *tg = telegram;

    while (!tg->finished) {
        int ms;

        turn(tg);
        nj_tg_lock(tg);
        ms = tg->finished ? 0 : wait_ms(tg, nj_monotonic_ms());
        nj_tg_unlock(tg);
        if (!tg->finished)
            (void)curl_multi_poll(tg->multi, NULL, 0, ms, NULL);
    }
    leave(tg);
    return NULL;
}
