/*
 * Asking for updates: who we are, then one long question after the other, and
 * what an answer to it means.
 */
#include <stdlib.h>
#include <string.h>

#include "base/bug.h"
#include "base/clock.h"
#include "base/log.h"
#include "base/random.h"
#include "gateway/telegram/client_priv.h"

#define SLACK_MS 15000 /* that an answer may come after the poll's time */
#define SINGLE   1     /* updates asked for when a batch made no sense */

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
        nj_tg_tell(tg, NJ_EVENT_UP, why);
        send_menus(tg);
    }
    if (news->down) {
        nj_tg_calls_give_back(tg);
        nj_tg_tell(tg, NJ_EVENT_DOWN, why);
    }
    if (news->trouble != NULL) {
        nj_log(NJ_LOG_ERROR, "telegram", "trouble",
               NJ_FIELDS(nj_f_word("gateway", tg->base.name),
                         nj_f_text("what", news->trouble)));
        nj_tg_tell(tg, NJ_EVENT_TROUBLE, news->trouble);
    }
}

static bool on_me(struct nj_telegram *tg, const struct nj_tg_answer *a)
{
    struct nj_tg_news news = {.trouble = nj_tg_poll_privacy()};
    struct nj_tg_me me;

    if (!nj_tg_me_read(a->result, &me))
        return false;
    tg->me = me;
    nj_service_lock(&tg->service);
    memcpy(tg->username, me.username, sizeof(tg->username));
    nj_service_unlock(&tg->service);
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
    const struct nj_tg_self self = nj_tg_self_of(tg);

    if (ask == NJ_TG_ASK_ME && !on_me(tg, a))
        return false;
    if (ask == NJ_TG_ASK_UPDATES)
        nj_tg_batch_read(&self, a->result, &tg->seen, &tg->batch);
    nj_tg_poll_good(&tg->poll, ask, &tg->batch, news);
    return true;
}

/* Too much, or nonsense among sense: a batch that will not get better. */
static int64_t skip_of(const struct nj_tg_transfer *t,
                       const struct nj_http_answer *said,
                       const struct nj_tg_answer *a)
{
    if (t->ask != NJ_TG_ASK_UPDATES || a->verdict == NJ_TG_OK)
        return 0;
    if (!said->too_big && (a->http != 200 || a->verdict != NJ_TG_UNKNOWN))
        return 0;
    return nj_tg_skip(said->text, said->n);
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

void nj_tg_asking_done(struct nj_telegram *tg,
                       const struct nj_http_answer *said)
{
    struct nj_tg_transfer *t = &tg->asking;
    struct nj_tg_news news = {0};
    int64_t now_ms = nj_monotonic_ms();
    struct nj_tg_answer a;
    int64_t skip;

    nj_tg_wire_read(tg, said, &a);
    skip = skip_of(t, said, &a);
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

void nj_tg_asking_go(struct nj_telegram *tg, int64_t now_ms)
{
    enum nj_tg_ask what = nj_tg_poll_next(&tg->poll, now_ms);
    int64_t seconds = tg->poll.up ? tg->poll_s : 0;
    int64_t timeout_ms = tg->answer_ms;
    struct nj_tg_call c;

    if (tg->asking.wire.busy || what == NJ_TG_ASK_NOTHING)
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
