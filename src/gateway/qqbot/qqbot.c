/*
 * The gateway as the referee's thread sees it: settings, sends that only
 * queue, start and stop. The connections belong to client.c.
 */
#include "gateway/qqbot/qqbot.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/bug.h"
#include "base/clock.h"
#include "base/log.h"
#include "base/random.h"
#include "gateway/qqbot/client_priv.h"
#include "gateway/web/guard.h"

#define APP_CHARS    20
#define SECRET_CHARS 200
#define INTENTS      ((1 << 25) | (1 << 26)) /* messages; presses */
#define MEMBERS      (1 << 24)

static struct nj_qqbot *qqbot_of(struct nj_gateway *g)
{
    return (struct nj_qqbot *)(void *)g;
}

/* The wall's time at the start and what has passed since: so it never goes
 * back, and what is kept means something to the next life. */
struct nj_qb_now nj_qb_clock(const struct nj_qqbot *q)
{
    int64_t ms = nj_monotonic_ms() + q->wall_ms;

    return (struct nj_qb_now){.ms = ms, .day = nj_qb_day(ms)};
}

uint32_t nj_qb_chance(void)
{
    struct nj_hash chance;

    nj_secret_draw(&chance);
    return (uint32_t)chance.b[0] << 8 | chance.b[1];
}

/* --- jobs --- */

void nj_qb_jobs_add(struct nj_qb_jobs *all, struct nj_qb_job *j)
{
    j->next = NULL;
    *all->end = j;
    all->end = &j->next;
}

void nj_qb_jobs_remove(struct nj_qb_jobs *all, struct nj_qb_job *j)
{
    struct nj_qb_job **at = &all->first;

    while (*at != j)
        at = &(*at)->next;
    *at = j->next;
    if (*at == NULL)
        all->end = at;
    j->next = NULL;
}

struct nj_qb_job *nj_qb_jobs_take(struct nj_qb_jobs *all)
{
    struct nj_qb_job *j = all->first;

    if (j != NULL)
        nj_qb_jobs_remove(all, j);
    return j;
}

static void push_fate(struct nj_qqbot *q, uint64_t call,
                      const struct nj_qb_step *step, const char *id)
{
    struct nj_event *e = nj_event_create(NJ_EVENT_FATE, q->base.index);

    e->call = call;
    e->fate = step->fate;
    e->ms = step->fate == NJ_FATE_LATER ? step->ms : 0;
    if (step->fate == NJ_FATE_SENT && id[0] != '\0')
        nj_qb_short(id, e->id);
    nj_inbox_push(q->base.inbox, e);
}

void nj_qb_settle(struct nj_qqbot *q, struct nj_qb_job *j,
                  const struct nj_qb_step *step, const char *id)
{
    push_fate(q, j->call, step, id);
    nj_service_lock(&q->service);
    NJ_ASSERT(q->service.open > 0);
    q->service.open--;
    nj_service_unlock(&q->service);
    nj_qb_job_destroy(j);
}

/* Takes the job over: to the service thread, or back where it came from. */
static void hand_over(struct nj_qqbot *q, uint64_t call, struct nj_qb_job *j)
{
    const struct nj_qb_step refused = {.fate = NJ_FATE_REFUSED};
    const struct nj_qb_step back = {.fate = NJ_FATE_NOT_SENT};
    bool taken;

    if (j == NULL) { /* a mistake of ours; repeating is no use */
        nj_log(NJ_LOG_ERROR, "qqbot", "unsendable",
               NJ_FIELDS(nj_f_word("gateway", q->base.name)));
        push_fate(q, call, &refused, "");
        return;
    }
    nj_service_lock(&q->service);
    taken = nj_service_takes(&q->service);
    q->service.open++;
    if (taken) {
        nj_qb_jobs_add(&q->handed, j);
        nj_service_wake(&q->service);
    }
    nj_service_unlock(&q->service);
    if (!taken)
        nj_qb_settle(q, j, &back, "");
}

/* --- what the referee calls --- */

static void send_group(struct nj_gateway *g, uint64_t call, struct nj_group to,
                       const struct nj_say *say)
{
    struct nj_qb_job *j = nj_qb_job_group(call, to, say);

    nj_qb_alias_job(qqbot_of(g), j);
    hand_over(qqbot_of(g), call, j);
}

static void send_private(struct nj_gateway *g, uint64_t call,
                         const struct nj_private *to, const struct nj_say *say)
{
    hand_over(qqbot_of(g), call, nj_qb_job_private(call, to, say));
}

/* Each press has been acknowledged when it came, all alike: the platform shows
 * who pressed nothing else. */
static void answer_press(struct nj_gateway *g, const char *id, const char *text,
                         const char *url)
{
    (void)g;
    (void)id;
    (void)text;
    (void)url;
}

/* There is no call for that. */
static void drop_buttons(struct nj_gateway *g, const char *chat,
                         const char *message)
{
    (void)g;
    (void)chat;
    (void)message;
}

static void withdraw(struct nj_gateway *g, struct nj_group in, const char *id)
{
    struct nj_qqbot *q = qqbot_of(g);
    struct nj_qb_wish *w = nj_alloc(sizeof(*w));

    nj_str_copy(w->chat, sizeof(w->chat), in.address);
    nj_str_copy(w->id, sizeof(w->id), id);
    nj_service_lock(&q->service);
    w->next = q->wishes;
    q->wishes = w;
    nj_service_wake(&q->service);
    nj_service_unlock(&q->service);
}

static void alias(struct nj_gateway *g, struct nj_group in,
                  struct nj_person member, struct nj_person user)
{
    const char *group = nj_address_group_id(in.address);
    const char *there = nj_address_user_id(member.address);
    const char *id = nj_address_user_id(user.address);

    NJ_ASSERT(group != NULL && there != NULL && id != NULL);
    nj_qb_alias_add(qqbot_of(g), group, there, id);
}

/* Under the lock: its place; n_shut: it is not there. */
static uint32_t shut_at(const struct nj_qqbot *q, const char *chat)
{
    uint32_t i = 0;

    while (i < q->n_shut && strcmp(q->shut[i], chat) != 0)
        i++;
    return i;
}

void nj_qb_note_shut(struct nj_qqbot *q, const char *chat, bool shut)
{
    uint32_t i;

    nj_service_lock(&q->service);
    i = shut_at(q, chat);
    if (shut && i == q->n_shut) {
        q->shut = nj_realloc(q->shut, (i + 1) * sizeof(*q->shut));
        nj_str_copy(q->shut[q->n_shut++], NJ_ADDRESS_MAX, chat);
    } else if (!shut && i < q->n_shut) {
        q->n_shut--;
        memmove(q->shut[i], q->shut[q->n_shut], NJ_ADDRESS_MAX);
    }
    nj_service_unlock(&q->service);
}

static enum nj_pushes pushes(struct nj_gateway *g, const char *chat)
{
    struct nj_qqbot *q = qqbot_of(g);
    bool shut;

    nj_service_lock(&q->service);
    shut = shut_at(q, chat) < q->n_shut;
    nj_service_unlock(&q->service);
    if (shut)
        return NJ_PUSHES_NONE;
    return q->few ? NJ_PUSHES_FEW : NJ_PUSHES_FREE;
}

static void budget(struct nj_gateway *g, struct nj_gateway_budget *out)
{
    struct nj_qqbot *q = qqbot_of(g);
    struct nj_qb_budget b;

    nj_service_lock(&q->service);
    b = q->budget;
    nj_service_unlock(&q->service);
    *out = (struct nj_gateway_budget){.group_min = b.groups_min,
                                      .group_most = b.groups_most,
                                      .person_min = b.people_min,
                                      .person_most = b.people_most,
                                      .replies_only = b.replies_only,
                                      .closed = b.closed};
}

static void pass(struct nj_gateway *g, int64_t ms)
{
    struct nj_qqbot *q = qqbot_of(g);

    nj_service_lock(&q->service);
    q->passed_ms += ms;
    nj_service_wake(&q->service);
    nj_service_unlock(&q->service);
}

static void stored(struct nj_gateway *g, int64_t offset)
{
    struct nj_qqbot *q = qqbot_of(g);

    nj_service_lock(&q->service);
    if (offset > q->stored) {
        q->stored = offset;
        nj_service_wake(&q->service);
    }
    nj_service_unlock(&q->service);
}

static void kept(struct nj_gateway *g, uint64_t call)
{
    struct nj_qqbot *q = qqbot_of(g);

    nj_service_lock(&q->service);
    q->kept = call > q->kept ? call : q->kept;
    nj_service_wake(&q->service);
    nj_service_unlock(&q->service);
}

/* --- life --- */

static enum nj_status start(struct nj_gateway *g, struct nj_err *err)
{
    struct nj_qqbot *q = qqbot_of(g);
    enum nj_status st = nj_qb_wire_open(q, err);

    if (st != NJ_OK)
        return st;
    st = nj_service_start(&q->service, nj_qb_serve, q, err);
    if (st != NJ_OK)
        nj_qb_wire_close(q);
    return st;
}

static void stop(struct nj_gateway *g, int64_t flush_ms)
{
    struct nj_qqbot *q = qqbot_of(g);

    nj_inbox_flow(g->inbox);
    if (nj_service_stop(&q->service, flush_ms))
        nj_qb_wire_close(q);
}

static void destroy(struct nj_gateway *g)
{
    struct nj_qqbot *q;

    if (g == NULL)
        return;
    q = qqbot_of(g);
    nj_secret_free(q->secret);
    nj_wipe(&q->line.token, sizeof(q->line.token));
    nj_guard_leave();
    nj_qb_ledger_destroy(q->ledger);
    while (q->wishes != NULL) {
        struct nj_qb_wish *w = q->wishes;

        q->wishes = w->next;
        free(w);
    }
    free(q->shut);
    free(q->aliases);
    free(q->app);
    free(q->api);
    free(q->tokens);
    nj_service_fini(&q->service);
    free(q);
}

static const struct nj_gateway_ops ops = {
    .start = start,
    .send_group = send_group,
    .send_private = send_private,
    .answer_press = answer_press,
    .drop_buttons = drop_buttons,
    .withdraw = withdraw,
    .alias = alias,
    .pushes = pushes,
    .budget = budget,
    .pass = pass,
    .stored = stored,
    .kept = kept,
    .probe = nj_qb_probe,
    .stop = stop,
    .destroy = destroy,
};

/* --- settings --- */

static bool app_fits(const char *app)
{
    size_t n = strlen(app);

    return n > 0 && n <= APP_CHARS && strspn(app, "0123456789") == n;
}

static bool secret_fits(const char *secret)
{
    size_t n = strlen(secret);

    for (size_t i = 0; i < n; i++)
        if (secret[i] <= ' ' || secret[i] >= 0x7f)
            return false;
    return n > 0 && n <= SECRET_CHARS;
}

static enum nj_status check(const struct nj_qqbot_options *o,
                            struct nj_err *err)
{
    if (!nj_gateway_name_fits(o->name))
        return nj_fail(err, NJ_ERR_BAD_INPUT,
                       "not a name of a gateway (1 to 7 letters): '%s'",
                       o->name);
    if (!nj_http_url_fits(o->api) || !nj_http_url_fits(o->tokens))
        return nj_fail(err, NJ_ERR_BAD_INPUT,
                       "an address of '%s' is none: it begins with https:// or "
                       "http://",
                       o->name);
    if (!app_fits(o->app))
        return nj_fail(err, NJ_ERR_BAD_INPUT,
                       "the AppID of '%s' is none: it is a number of the "
                       "bot's settings on q.qq.com",
                       o->name);
    if (!secret_fits(o->secret))
        return nj_fail(err, NJ_ERR_BAD_INPUT,
                       "the AppSecret of '%s' is missing or none; the bot's "
                       "settings on q.qq.com make a new one",
                       o->name);
    if (o->backoff_min_ms < 1 || o->backoff_max_ms < o->backoff_min_ms ||
        o->answer_ms < 1 || o->upload_ms < 1 || o->grace_ms < 0)
        return nj_fail(err, NJ_ERR_RANGE,
                       "the times of '%s' contradict each other", o->name);
    return NJ_OK;
}

static void set_up(struct nj_qqbot *q, const struct nj_qqbot_options *o)
{
    const struct nj_clock wall = nj_clock_system();
    const struct nj_qb_limits *limits =
        o->verified ? &nj_qb_limits_verified : &nj_qb_limits_unverified;

    q->app = nj_strndup(o->app, strlen(o->app));
    q->api = nj_http_url_base(o->api);
    q->tokens = nj_http_url_base(o->tokens);
    q->answer_ms = o->answer_ms;
    q->upload_ms = o->upload_ms;
    q->grace_ms = o->grace_ms;
    q->few = !o->verified;
    q->wall_ms = nj_now_ms(&wall) - nj_monotonic_ms() + o->passed_ms;
    q->ledger = nj_qb_ledger_create(limits);
    q->last_offset = o->offset;
    nj_qb_hear_recall(q, o);
    if (o->n_kept > 0)
        nj_qb_pace_follow(&q->pace, limits->people_push_s, nj_monotonic_ms());
    q->line.backoff_min_ms = o->backoff_min_ms;
    q->line.backoff_max_ms = o->backoff_max_ms;
    q->line.intents_least = INTENTS;
    q->line.intents = INTENTS | (o->members ? MEMBERS : 0);
}

enum nj_status nj_qqbot_create(const struct nj_qqbot_options *o, uint8_t index,
                               struct nj_inbox *inbox, struct nj_gateway **out,
                               struct nj_err *err)
{
    struct nj_qqbot *q;
    enum nj_status st = check(o, err);

    if (st == NJ_OK)
        st = nj_http_init(err);
    if (st != NJ_OK)
        return st;
    q = nj_alloc(sizeof(*q));
    q->base.ops = &ops;
    q->base.inbox = inbox;
    q->base.index = index;
    q->base.can = NJ_CAN_BUTTONS | NJ_CAN_PICTURE | NJ_CAN_ALIAS | NJ_CAN_FETCH;
    memcpy(q->base.name, o->name, strlen(o->name) + 1);
    nj_guard_enter();
    nj_random_init();
    q->secret = nj_secret_copy(o->secret);
    nj_service_init(&q->service);
    q->handed.end = &q->handed.first;
    q->jobs.end = &q->jobs.first;
    q->touching_end = &q->touching;
    set_up(q, o);
    *out = &q->base;
    return NJ_OK;
}
