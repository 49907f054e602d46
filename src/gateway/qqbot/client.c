/*
 * The service thread: does what the line wants, hands on what comes, and
 * carries calls. Everything of the platform that is not an event is a call
 * over HTTP.
 */
#include <stdlib.h>
#include <string.h>

#include "base/bug.h"
#include "base/clock.h"
#include "base/random.h"
#include "gateway/qqbot/client_priv.h"

#define LOOK_MS         1000 /* at most between two looks at everything */
#define SWEEP_MS        600000
#define FRAME_MAX       (1u << 20)
#define ANSWER_MAX      (1u << 20)
#define CONNECTIONS_MAX 12
#define HEADER_BYTES    (NJ_QB_TOKEN_MAX + 32)
#define URL_BYTES       1024

void nj_qb_tell(struct nj_qqbot *q, enum nj_event_kind kind, const char *text)
{
    struct nj_event *e = nj_event_create(kind, q->base.index);

    nj_event_set_text(e, text, strlen(text));
    nj_inbox_push(q->base.inbox, e);
}

bool nj_qb_may_call(const struct nj_qqbot *q, int64_t now_ms)
{
    return q->line.step == NJ_QB_STEP_UP && q->line.token.text[0] != '\0' &&
           now_ms < q->line.token_until_ms;
}

/* --- requests --- */

void nj_qb_wire_begin(struct nj_qqbot *q, struct nj_qb_transfer *t,
                      const char *method, const char *path, struct nj_str *body,
                      int64_t timeout_ms)
{
    struct nj_str header = NJ_STR_INIT(HEADER_BYTES);
    struct nj_str url = NJ_STR_INIT(URL_BYTES);
    struct nj_http_request r = {
        .method = method, .answer_max = ANSWER_MAX, .timeout_ms = timeout_ms};

    nj_str_room(&header, HEADER_BYTES - 1); /* no copy is left behind */
    nj_str_addf(&header, "Authorization: QQBot %s", q->line.token.text);
    nj_str_addf(&url, "%s%s", q->api, path);
    NJ_ASSERT(!header.over && !url.over);
    r.url = url.p;
    r.header = header.p;
    if (body != NULL) {
        r.body = *body;
        *body = (struct nj_str)NJ_STR_INIT(0);
    }
    nj_http_begin(&q->service.http, &t->wire, &r);
    nj_wipe(header.p, header.len);
    nj_str_fini(&header);
    nj_str_fini(&url);
}

static void wake(void *qqbot)
{
    struct nj_qqbot *q = qqbot;

    nj_http_wake(&q->service.http);
}

static bool open_transfers(struct nj_qqbot *q)
{
    bool whole = nj_transfer_open(&q->asking.wire);

    for (size_t i = 0; i < NJ_QB_SENDERS; i++)
        whole = nj_transfer_open(&q->senders[i].wire) && whole;
    for (size_t i = 0; i < NJ_QB_TOUCHES; i++)
        whole = nj_transfer_open(&q->touches[i].wire) && whole;
    return whole;
}

enum nj_status nj_qb_wire_open(struct nj_qqbot *q, struct nj_err *err)
{
    const struct nj_dial_options o = {
        .frame_max = FRAME_MAX, .wake = wake, .ctx = q};
    enum nj_status st =
        nj_http_open(&q->service.http, CONNECTIONS_MAX, q->base.name, err);

    if (st != NJ_OK)
        return st;
    if (!open_transfers(q))
        st =
            nj_fail(err, NJ_ERR_IO,
                    "cannot set up connections for gateway '%s'", q->base.name);
    else
        st = nj_dial_create(&o, &q->dial, err);
    if (st != NJ_OK)
        nj_qb_wire_close(q);
    return st;
}

void nj_qb_wire_close(struct nj_qqbot *q)
{
    nj_dial_destroy(q->dial);
    q->dial = NULL;
    nj_transfer_close(&q->service.http, &q->asking.wire);
    for (size_t i = 0; i < NJ_QB_SENDERS; i++)
        nj_transfer_close(&q->service.http, &q->senders[i].wire);
    for (size_t i = 0; i < NJ_QB_TOUCHES; i++)
        nj_transfer_close(&q->service.http, &q->touches[i].wire);
    nj_http_close(&q->service.http);
}

/* --- the thread --- */

static void look_at_answers(struct nj_qqbot *q)
{
    struct nj_http_answer said;
    struct nj_transfer *wire;

    while ((wire = nj_http_next(&q->service.http, &said)) != NULL) {
        struct nj_qb_transfer *t = (void *)wire;

        if (t == &q->asking)
            nj_qb_ask_done(q, &said);
        else
            nj_qb_calls_done(q, t, &said);
    }
}

static void stop_step(struct nj_qqbot *q, int64_t now_ms)
{
    bool idle;

    nj_service_lock(&q->service);
    idle =
        q->jobs.first == NULL && q->handed.first == NULL && q->touching == NULL;
    nj_service_rest(&q->service, idle || !q->up, now_ms);
    q->budget = nj_qb_ledger_budget(q->ledger, nj_qb_clock(q));
    nj_service_unlock(&q->service);
}

static void sweep(struct nj_qqbot *q, int64_t now_ms)
{
    if (now_ms < q->swept_ms)
        return;
    q->swept_ms = now_ms + SWEEP_MS;
    nj_qb_ledger_sweep(q->ledger, nj_qb_clock(q));
}

static int64_t sooner(int64_t a, int64_t b)
{
    return a < b ? a : b;
}

/* Returns when there is something to do again, if nothing happens. */
static int64_t turn(struct nj_qqbot *q)
{
    int64_t now_ms = nj_monotonic_ms();
    int64_t due = now_ms + LOOK_MS;

    nj_qb_calls_take(q);
    nj_qb_ask_news(q);
    nj_http_work(&q->service.http);
    look_at_answers(q);
    due = sooner(due, nj_qb_ask_step(q, now_ms));
    nj_qb_ask_tell(q, now_ms);
    due = sooner(due, nj_qb_calls_send(q, now_ms));
    sweep(q, now_ms);
    stop_step(q, now_ms);
    if (q->service.stopping)
        due = sooner(due, q->service.flush_until_ms);
    if (q->down_ms != 0)
        due = sooner(due, q->down_ms);
    return due;
}

/* Nobody may hand over or wake any more; what is left goes back. */
static void leave(struct nj_qqbot *q)
{
    nj_service_leave(&q->service);
    nj_qb_calls_take(q);
    nj_qb_calls_give_back(q);
    nj_qb_calls_lose(q);
    nj_qb_hear_keep(q, 0);
}

void *nj_qb_serve(void *qqbot)
{
    struct nj_qqbot *q = qqbot;

    while (!q->service.finished) {
        int64_t due = turn(q);

        if (!q->service.finished)
            nj_http_wait(&q->service.http, due - nj_monotonic_ms());
    }
    leave(q);
    return NULL;
}
