/*
 * The service thread: asks for updates, hands them on, and carries calls, each
 * chat's in order. A send never waits behind the long question for updates,
 * which has a connection of its own.
 */
#include <stdlib.h>
#include <string.h>

#include "base/bug.h"
#include "base/clock.h"
#include "base/log.h"
#include "base/random.h"
#include "gateway/telegram/client_priv.h"

#define LOOK_MS   1000   /* at most between two looks at everything */
#define SLACK_MS  15000  /* that an answer may come after the poll's time */
#define PARKED_MS 600000 /* a chat closed for longer is news for owners */
#define SINGLE    1      /* updates asked for when a batch made no sense */

static void tell(struct nj_telegram *tg, enum nj_event_kind kind,
                 const char *text)
{
    struct nj_event *e = nj_event_create(kind, tg->base.index);

    nj_event_set_text(e, text, strlen(text));
    nj_inbox_push(tg->base.inbox, e);
}

/* --- jobs --- */

static void give_back(struct nj_telegram *tg, struct nj_tg_job *j,
                      enum nj_fate fate)
{
    const struct nj_tg_step step = {.fate = fate};

    nj_tg_settle(tg, j, &step);
}

/* What has not set out goes back: nobody knows for how long we are down. */
static void give_back_waiting(struct nj_telegram *tg)
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

static void take_handed(struct nj_telegram *tg)
{
    struct nj_tg_jobs handed;
    struct nj_tg_job *j;

    nj_tg_jobs_init(&handed);
    nj_tg_lock(tg);
    tg->poll.stored = tg->stored;
    while ((j = nj_tg_jobs_take(&tg->handed)) != NULL)
        nj_tg_jobs_add(&handed, j);
    nj_tg_unlock(tg);
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
        if (!tg->senders[i].busy)
            return &tg->senders[i];
    return NULL;
}

static void send_ready(struct nj_telegram *tg, int64_t now_ms)
{
    struct nj_tg_transfer *t;
    struct nj_tg_job *j;
    struct nj_tg_call c;

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

static struct nj_tg_self self_of(const struct nj_telegram *tg)
{
    struct nj_clock clock = nj_clock_system();

    return (struct nj_tg_self){.gateway = tg->base.name,
                               .index = tg->base.index,
                               .id = tg->me.id,
                               .username = tg->me.username,
                               .now_ms = nj_now_ms(&clock)};
}

static void tell_moved(struct nj_telegram *tg, int64_t from, int64_t to)
{
    const struct nj_tg_self self = self_of(tg);
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
        tell(tg, NJ_EVENT_TROUBLE, text);
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

static void on_called(struct nj_telegram *tg, struct nj_tg_transfer *t,
                      CURLcode code)
{
    struct nj_tg_job *j = t->job;
    struct nj_tg_answer a;

    nj_tg_wire_answer(tg, t, code, &a);
    nj_tg_wire_end(tg, t);
    j->flying = false;
    if (a.verdict != NJ_TG_OK && a.verdict != NJ_TG_SAME)
        log_failure(tg, j, &a);
    if (j->kind == NJ_TG_JOB_SAY) {
        on_said(tg, j, &a);
    } else if (j->kind == NJ_TG_JOB_ASK) {
        on_asked(tg, j, &a);
    } else {
        nj_tg_jobs_remove(&tg->jobs, j);
        give_back(tg, j, NJ_FATE_SENT);
    }
    nj_tg_answer_fini(&a);
}

/* --- updates --- */

static void send_menus(struct nj_telegram *tg)
{
    struct nj_tg_job *j;

    while ((j = nj_tg_jobs_take(&tg->menus)) != NULL)
        nj_tg_jobs_add(&tg->jobs, j);
}

static void tell_news(struct nj_telegram *tg, const struct nj_tg_news *news,
                      const char *why)
{
    if (news->up || news->down)
        nj_log(news->up ? NJ_LOG_INFO : NJ_LOG_WARN, "telegram",
               news->up ? "up" : "down",
               NJ_FIELDS(nj_f_word("gateway", tg->base.name),
                         nj_f_text("why", why)));
    if (news->up) {
        tell(tg, NJ_EVENT_UP, why);
        send_menus(tg);
    }
    if (news->down) {
        give_back_waiting(tg);
        tell(tg, NJ_EVENT_DOWN, why);
    }
    if (news->trouble != NULL) {
        nj_log(NJ_LOG_ERROR, "telegram", "trouble",
               NJ_FIELDS(nj_f_word("gateway", tg->base.name),
                         nj_f_text("what", news->trouble)));
        tell(tg, NJ_EVENT_TROUBLE, news->trouble);
    }
}

static bool on_me(struct nj_telegram *tg, const struct nj_tg_answer *a)
{
    struct nj_tg_news news = {.trouble = nj_tg_poll_privacy()};
    struct nj_tg_me me;

    if (!nj_tg_me_read(a->result, &me))
        return false;
    tg->me = me;
    nj_tg_lock(tg);
    memcpy(tg->username, me.username, sizeof(tg->username));
    nj_tg_unlock(tg);
    if (!me.reads_all && !tg->warned)
        tell_news(tg, &news, "");
    tg->warned = true;
    return true;
}

static void hand_on(struct nj_telegram *tg)
{
    struct nj_tg_batch *b = &tg->batch;
    int64_t user;

    while (b->first != NULL) {
        struct nj_event *e = b->first;

        b->first = e->next;
        if (e->name[0] != '\0' && nj_tg_user_id(e->user, &user))
            nj_tg_names_put(&tg->names, user, e->name);
        nj_inbox_push(tg->base.inbox, e);
    }
    b->end = &b->first;
    for (uint32_t i = 0; i < b->n_presses; i++)
        nj_tg_jobs_add(&tg->jobs, nj_tg_job_press(b->presses[i], "", NULL));
    b->n_presses = 0;
}

static bool on_good(struct nj_telegram *tg, enum nj_tg_ask ask,
                    const struct nj_tg_answer *a, struct nj_tg_news *news)
{
    const struct nj_tg_self self = self_of(tg);

    if (ask == NJ_TG_ASK_ME && !on_me(tg, a))
        return false;
    if (ask == NJ_TG_ASK_UPDATES)
        nj_tg_batch_read(&self, a->result, &tg->seen, &tg->batch);
    nj_tg_poll_good(&tg->poll, ask, &tg->batch, news);
    return true;
}

/* Too much, or nonsense among sense: a batch that will not get better. */
static int64_t skip_of(const struct nj_tg_transfer *t,
                       const struct nj_tg_answer *a)
{
    if (t->ask != NJ_TG_ASK_UPDATES || a->verdict == NJ_TG_OK)
        return 0;
    if (!t->too_big && (a->http != 200 || a->verdict != NJ_TG_UNKNOWN))
        return 0;
    return nj_tg_skip(t->in.p, t->in.len);
}

static void log_poll(const struct nj_telegram *tg, const struct nj_tg_answer *a,
                     int64_t skip)
{
    nj_log(tg->poll.failures <= 1 ? NJ_LOG_WARN : NJ_LOG_INFO, "telegram",
           skip > 0 ? "unreadable" : "poll_failed",
           NJ_FIELDS(nj_f_word("gateway", tg->base.name),
                     nj_f_i64("http", a->http), nj_f_text("said", a->said),
                     nj_f_i64("failures", tg->poll.failures),
                     nj_f_i64("skip", skip)));
}

static uint32_t draw(void)
{
    struct nj_hash chance;

    nj_secret_draw(&chance);
    return (uint32_t)chance.b[0] << 8 | chance.b[1];
}

static void on_polled(struct nj_telegram *tg, CURLcode code)
{
    struct nj_tg_transfer *t = &tg->asking;
    struct nj_tg_news news = {0};
    int64_t now_ms = nj_monotonic_ms();
    struct nj_tg_answer a;
    int64_t skip;

    nj_tg_wire_answer(tg, t, code, &a);
    skip = skip_of(t, &a);
    nj_tg_wire_end(tg, t);
    if (a.verdict != NJ_TG_OK || !on_good(tg, t->ask, &a, &news)) {
        if (skip > 0)
            nj_tg_poll_unreadable(&tg->poll, skip, now_ms);
        else
            nj_tg_poll_bad(&tg->poll, &a, now_ms, draw(), &news);
        log_poll(tg, &a, skip);
    }
    tell_news(tg, &news, news.up ? "first answer" : a.said);
    hand_on(tg);
    nj_tg_answer_fini(&a);
}

static void ask(struct nj_telegram *tg, int64_t now_ms)
{
    enum nj_tg_ask what = nj_tg_poll_next(&tg->poll, now_ms);
    int64_t seconds = tg->poll.up ? tg->poll_s : 0;
    int64_t timeout_ms = tg->answer_ms;
    struct nj_tg_call c;

    if (tg->asking.busy || what == NJ_TG_ASK_NOTHING)
        return;
    if (what == NJ_TG_ASK_ME) {
        nj_tg_call_me(&c);
    } else if (what == NJ_TG_ASK_UNHOOK) {
        nj_tg_call_unhook(&c);
    } else {
        nj_tg_call_updates(&c, tg->poll.next,
                           tg->poll.single ? SINGLE : NJ_TG_BATCH_MAX, seconds);
        timeout_ms = seconds * 1000 + SLACK_MS;
    }
    tg->asking.ask = what;
    nj_tg_wire_begin(tg, &tg->asking, &c, timeout_ms);
}

/* --- the thread --- */

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
            on_polled(tg, code);
        else
            on_called(tg, t, code);
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

    take_handed(tg);
    ask(tg, now_ms);
    (void)curl_multi_perform(tg->multi, &running);
    look_at_answers(tg);
    send_ready(tg, now_ms);
    stop_step(tg, now_ms);
}

/* Nobody may hand over or wake any more; what is left goes back. */
static void leave(struct nj_telegram *tg)
{
    struct nj_tg_job *j;

    nj_tg_lock(tg);
    tg->serving = false;
    nj_tg_unlock(tg);
    take_handed(tg);
    give_back_waiting(tg);
    while ((j = nj_tg_jobs_take(&tg->jobs)) != NULL)
        give_back(tg, j, NJ_FATE_LOST);
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
