/*
 * Calls on their way: each chat's in order, taken from who handed them over,
 * given to a free connection, settled by what was answered.
 */
#include <stdlib.h>
#include <string.h>

#include "base/bug.h"
#include "base/clock.h"
#include "base/log.h"
#include "gateway/telegram/client_priv.h"

#define LATER_MAX_MS 120000 /* an old row is not worth waiting longer for */
#define PARKED_MS    600000 /* a chat closed for longer is news for owners */

void nj_tg_tell(struct nj_telegram *tg, enum nj_event_kind kind,
                const char *text)
{
    struct nj_event *e = nj_event_create(kind, tg->base.index);

    nj_event_set_text(e, text, strlen(text));
    nj_inbox_push(tg->base.inbox, e);
}

struct nj_tg_self nj_tg_self_of(struct nj_telegram *tg)
{
    return (struct nj_tg_self){.gateway = tg->base.name,
                               .index = tg->base.index,
                               .id = tg->me.id,
                               .username = tg->me.username,
                               .handles = &tg->handles};
}

static void give_back(struct nj_telegram *tg, struct nj_tg_job *j,
                      enum nj_fate fate)
{
    const struct nj_tg_step step = {.fate = fate};

    nj_tg_settle(tg, j, &step);
}

void nj_tg_calls_give_back(struct nj_telegram *tg)
{
    struct nj_tg_jobs flying;
    struct nj_tg_job *j;

    nj_tg_jobs_init(&flying);
    while ((j = nj_tg_jobs_take(&tg->jobs)) != NULL) {
        if (j->flying)
            nj_tg_jobs_add(&flying, j);
        else
            give_back(tg, j, j->any ? NJ_FATE_UNKNOWN : NJ_FATE_NOT_SENT);
    }
    while ((j = nj_tg_jobs_take(&flying)) != NULL)
        nj_tg_jobs_add(&tg->jobs, j);
}

void nj_tg_calls_take(struct nj_telegram *tg)
{
    struct nj_tg_jobs handed;
    struct nj_tg_job *j;

    nj_tg_jobs_init(&handed);
    nj_service_lock(&tg->service);
    tg->poll.stored = tg->stored;
    while ((j = nj_tg_jobs_take(&tg->handed)) != NULL)
        nj_tg_jobs_add(&handed, j);
    nj_service_unlock(&tg->service);
    while ((j = nj_tg_jobs_take(&handed)) != NULL) {
        if (tg->poll.up)
            nj_tg_jobs_add(&tg->jobs, j);
        else
            give_back(tg, j, NJ_FATE_NOT_SENT);
    }
}

static struct nj_tg_transfer *free_sender(struct nj_telegram *tg)
{
    for (size_t i = 0; i < NJ_TG_SENDERS; i++)
        if (!tg->senders[i].wire.busy)
            return &tg->senders[i];
    return NULL;
}

/* What has not begun yet and would have to wait for a chat goes back with the
 * time that is left. */
static void give_back_held(struct nj_telegram *tg, int64_t now_ms)
{
    struct nj_tg_job *j;

    while ((j = nj_tg_jobs_take_held(&tg->jobs, now_ms)) != NULL) {
        const struct nj_tg_step later = {
            .fate = NJ_FATE_LATER,
            .ms = nj_tg_jobs_held_ms(&tg->jobs, j->chat, now_ms) - now_ms};

        nj_tg_settle(tg, j, &later);
    }
}

void nj_tg_calls_send(struct nj_telegram *tg, int64_t now_ms)
{
    struct nj_tg_transfer *t;
    struct nj_tg_job *j;
    struct nj_tg_call c;

    give_back_held(tg, now_ms);
    while ((t = free_sender(tg)) != NULL &&
           (j = nj_tg_jobs_ready(&tg->jobs, now_ms)) != NULL) {
        nj_tg_call_make(&c, j, &tg->names);
        t->job = j;
        j->flying = true;
        nj_tg_wire_begin(tg, t, &c, c.upload ? tg->upload_ms : tg->answer_ms);
    }
}

static void log_failure(const struct nj_telegram *tg, const struct nj_tg_job *j,
                        const struct nj_tg_answer *a)
{
    bool secret = j->kind == NJ_TG_JOB_SAY && !j->group;

    nj_log(NJ_LOG_WARN, "telegram", "call_failed",
           NJ_FIELDS(
               nj_f_word("gateway", tg->base.name), nj_f_i64("http", a->http),
               /* A server may quote what it was to send. */
               nj_f_text("said", secret && a->http != 0 ? "-" : a->said)));
}

static void tell_lost(struct nj_telegram *tg, const struct nj_tg_job *j)
{
    struct nj_event *e = nj_event_create(NJ_EVENT_LOST, tg->base.index);
    char id[24];

    (void)snprintf(id, sizeof(id), "%lld", (long long)j->chat);
    nj_address_user(e->user, tg->base.name, id);
    memcpy(e->chat, e->user, sizeof(e->chat));
    nj_inbox_push(tg->base.inbox, e);
}

static void tell_moved(struct nj_telegram *tg, int64_t from, int64_t to)
{
    const struct nj_tg_self self = nj_tg_self_of(tg);
    struct nj_event *e = nj_event_create(NJ_EVENT_MOVED, tg->base.index);

    e->group = true;
    nj_tg_group(&self, from, 0, e->chat);
    nj_tg_group(&self, to, 0, e->to);
    nj_inbox_push(tg->base.inbox, e);
}

/* What else an answer to a message means, beside its fate. */
static void tell_step(struct nj_telegram *tg, const struct nj_tg_job *j,
                      const struct nj_tg_step *step, int64_t chat)
{
    char text[120];

    if (step->moved != 0)
        tell_moved(tg, chat, step->moved);
    if (step->lost)
        tell_lost(tg, j);
    if (step->fate == NJ_FATE_LATER && step->ms >= PARKED_MS) {
        (void)snprintf(text, sizeof(text),
                       "telegram: the server wants no messages into one chat "
                       "for %lld minutes",
                       (long long)(step->ms / 60000));
        nj_tg_tell(tg, NJ_EVENT_TROUBLE, text);
    }
}

static void on_said(struct nj_telegram *tg, struct nj_tg_job *j,
                    const struct nj_tg_answer *a)
{
    int64_t chat = j->chat;
    struct nj_tg_step step;

    nj_tg_job_answered(j, a, nj_monotonic_ms(), &step);
    tell_step(tg, j, &step, chat);
    if (step.again)
        return;
    nj_tg_jobs_remove(&tg->jobs, j);
    nj_tg_settle(tg, j, &step);
}

static void on_asked(struct nj_telegram *tg, struct nj_tg_job *j,
                     const struct nj_tg_answer *a)
{
    struct nj_event *e = nj_event_create(NJ_EVENT_MEMBER, tg->base.index);

    e->call = j->call;
    if (a->verdict == NJ_TG_OK)
        nj_tg_standing(a->result, &e->here, &e->role);
    nj_inbox_push(tg->base.inbox, e);
    j->answered = true;
    nj_tg_jobs_remove(&tg->jobs, j);
    give_back(tg, j, NJ_FATE_SENT);
}

void nj_tg_calls_done(struct nj_telegram *tg, struct nj_tg_transfer *t,
                      const struct nj_http_answer *said)
{
    struct nj_tg_job *j = t->job;
    struct nj_tg_answer a;

    nj_tg_wire_read(tg, said, &a);
    nj_tg_wire_end(tg, t);
    j->flying = false;
    if (a.verdict == NJ_TG_LATER && j->chat != 0)
        nj_tg_jobs_hold(&tg->jobs, j->chat, nj_monotonic_ms() + a.ms);
    if (a.verdict != NJ_TG_OK && a.verdict != NJ_TG_SAME)
        log_failure(tg, j, &a);
    if (j->kind == NJ_TG_JOB_SAY) {
        on_said(tg, j, &a);
    } else if (j->kind == NJ_TG_JOB_ASK) {
        on_asked(tg, j, &a);
    } else if (j->kind == NJ_TG_JOB_DROP && a.verdict == NJ_TG_LATER &&
               a.ms <= LATER_MAX_MS && !j->late) {
        j->late = true; /* behind what the chat is held for */
    } else {
        nj_tg_jobs_remove(&tg->jobs, j);
        give_back(tg, j, NJ_FATE_SENT);
    }
    nj_tg_answer_fini(&a);
}

void nj_tg_calls_lose(struct nj_telegram *tg)
{
    struct nj_tg_job *j;

    while ((j = nj_tg_jobs_take(&tg->jobs)) != NULL)
        give_back(tg, j, NJ_FATE_LOST);
}
