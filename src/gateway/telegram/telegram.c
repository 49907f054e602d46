/*
 * The Telegram gateway as the referee's thread sees it: settings, sends that
 * only queue, start and stop. The connections belong to client.c.
 */
#include "gateway/telegram/telegram.h"

#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/bug.h"
#include "base/clock.h"
#include "base/log.h"
#include "base/random.h"
#include "gateway/telegram/client_priv.h"
#include "gateway/web/guard.h"

#define TOKEN_CHARS   200
#define PAYLOAD_CHARS 64
#define WORD_CHARS \
 "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-"

static struct nj_telegram *telegram_of(struct nj_gateway *g)
{
    return (struct nj_telegram *)(void *)g;
}

/* --- fates --- */

static bool is_awaited(const struct nj_tg_job *j)
{
    return j->kind == NJ_TG_JOB_SAY || j->kind == NJ_TG_JOB_ASK;
}

static void push_fate(struct nj_telegram *tg, uint64_t call,
                      const struct nj_tg_step *step, int64_t id)
{
    struct nj_event *e = nj_event_create(NJ_EVENT_FATE, tg->base.index);

    e->call = call;
    e->fate = step->fate;
    e->ms = step->fate == NJ_FATE_LATER ? step->ms : 0;
    if (step->fate == NJ_FATE_SENT && id > 0)
        (void)snprintf(e->id, sizeof(e->id), "%lld", (long long)id);
    nj_inbox_push(tg->base.inbox, e);
}

/* Nobody says that he is there. */
static void push_stranger(struct nj_telegram *tg, uint64_t call)
{
    struct nj_event *e = nj_event_create(NJ_EVENT_MEMBER, tg->base.index);

    e->call = call;
    nj_inbox_push(tg->base.inbox, e);
}

void nj_tg_settle(struct nj_telegram *tg, struct nj_tg_job *j,
                  const struct nj_tg_step *step)
{
    if (j->kind == NJ_TG_JOB_SAY)
        push_fate(tg, j->call, step, j->id);
    else if (j->kind == NJ_TG_JOB_ASK && !j->answered)
        push_stranger(tg, j->call);
    if (is_awaited(j)) {
        nj_service_lock(&tg->service);
        NJ_ASSERT(tg->service.open > 0);
        tg->service.open--;
        nj_service_unlock(&tg->service);
    }
    nj_tg_job_destroy(j);
}

/* --- calls --- */

/* Takes the job over: to the service thread, or back where it came from. */
static void hand_over(struct nj_telegram *tg, struct nj_tg_job *j)
{
    const struct nj_tg_step back = {.fate = NJ_FATE_NOT_SENT};
    bool taken;

    nj_service_lock(&tg->service);
    taken = nj_service_takes(&tg->service);
    if (is_awaited(j))
        tg->service.open++;
    if (taken) {
        nj_tg_jobs_add(&tg->handed, j);
        nj_service_wake(&tg->service);
    }
    nj_service_unlock(&tg->service);
    if (!taken)
        nj_tg_settle(tg, j, &back);
}

static void say(struct nj_telegram *tg, uint64_t call, const char *address,
                bool group, const struct nj_say *what)
{
    const struct nj_tg_step refused = {.fate = NJ_FATE_REFUSED};
    struct nj_tg_job *j = nj_tg_job_say(call, address, group, what);

    if (j != NULL) {
        hand_over(tg, j);
        return;
    }
    /* A mistake of ours; repeating is no use. */
    nj_log(NJ_LOG_ERROR, "telegram", "unsendable",
           NJ_FIELDS(nj_f_word("gateway", tg->base.name)));
    push_fate(tg, call, &refused, 0);
}

static void send_group(struct nj_gateway *g, uint64_t call, struct nj_group to,
                       const struct nj_say *what)
{
    say(telegram_of(g), call, to.address, true, what);
}

static void send_private(struct nj_gateway *g, uint64_t call,
                         const struct nj_private *to, const struct nj_say *what)
{
    say(telegram_of(g), call, nj_private_address(to), false, what);
}

static void answer_press(struct nj_gateway *g, const char *id, const char *text,
                         const char *url)
{
    hand_over(telegram_of(g), nj_tg_job_press(id, text, url));
}

static void drop_buttons(struct nj_gateway *g, const char *chat,
                         const char *message)
{
    struct nj_tg_job *j = nj_tg_job_drop(chat, message);

    if (j != NULL)
        hand_over(telegram_of(g), j);
}

static void ask_member(struct nj_gateway *g, uint64_t call, struct nj_group in,
                       struct nj_person who)
{
    struct nj_telegram *tg = telegram_of(g);
    struct nj_tg_job *j = nj_tg_job_ask(call, in, who);

    if (j != NULL)
        hand_over(tg, j);
    else
        push_stranger(tg, call);
}

static void stored(struct nj_gateway *g, int64_t offset)
{
    struct nj_telegram *tg = telegram_of(g);

    nj_service_lock(&tg->service);
    if (offset > tg->stored) {
        tg->stored = offset;
        nj_service_wake(&tg->service);
    }
    nj_service_unlock(&tg->service);
}

static bool link_to(struct nj_gateway *g, const char *payload,
                    struct nj_str *out)
{
    struct nj_telegram *tg = telegram_of(g);
    size_t n = strlen(payload);
    bool known;

    if (n == 0 || n > PAYLOAD_CHARS || strspn(payload, WORD_CHARS) != n)
        return false;
    nj_service_lock(&tg->service);
    known = tg->username[0] != '\0';
    if (known)
        nj_str_addf(out, "https://t.me/%s?start=%s", tg->username, payload);
    nj_service_unlock(&tg->service);
    return known;
}

/* --- life --- */

static enum nj_status start(struct nj_gateway *g, struct nj_err *err)
{
    struct nj_telegram *tg = telegram_of(g);
    enum nj_status st = nj_tg_wire_open(tg, err);

    if (st != NJ_OK)
        return st;
    st = nj_service_start(&tg->service, nj_tg_serve, tg, err);
    if (st != NJ_OK)
        nj_tg_wire_close(tg);
    return st;
}

static void stop(struct nj_gateway *g, int64_t flush_ms)
{
    struct nj_telegram *tg = telegram_of(g);

    nj_inbox_flow(g->inbox);
    if (nj_service_stop(&tg->service, flush_ms))
        nj_tg_wire_close(tg);
}

static void drop_all(struct nj_tg_jobs *l)
{
    struct nj_tg_job *j;

    while ((j = nj_tg_jobs_take(l)) != NULL)
        nj_tg_job_destroy(j);
}

static void destroy(struct nj_gateway *g)
{
    struct nj_telegram *tg;

    if (g == NULL)
        return;
    tg = telegram_of(g);
    drop_all(&tg->menus);
    nj_secret_free(tg->token);
    nj_guard_leave();
    free(tg->url);
    nj_service_fini(&tg->service);
    free(tg);
}

static const struct nj_gateway_ops ops = {
    .start = start,
    .send_group = send_group,
    .send_private = send_private,
    .answer_press = answer_press,
    .drop_buttons = drop_buttons,
    .ask_member = ask_member,
    .stored = stored,
    .probe = nj_tg_probe,
    .stop = stop,
    .destroy = destroy,
};

/* --- settings --- */

static bool token_fits(const char *token)
{
    size_t n = strlen(token);

    return n > 0 && n <= TOKEN_CHARS && strspn(token, WORD_CHARS ":") == n;
}

static enum nj_status check(const struct nj_telegram_options *o,
                            struct nj_err *err)
{
    if (!nj_gateway_name_fits(o->name))
        return nj_fail(err, NJ_ERR_BAD_INPUT,
                       "not a name of a gateway (1 to 7 letters): '%s'",
                       o->name);
    /* The address is not repeated: people put tokens into it. */
    if (!nj_http_url_fits(o->url))
        return nj_fail(err, NJ_ERR_BAD_INPUT,
                       "the address of '%s' is none: it begins with https:// "
                       "or http:// and holds no token",
                       o->name);
    if (!token_fits(o->token))
        return nj_fail(err, NJ_ERR_BAD_INPUT,
                       "the token of '%s' is missing or none; it looks like "
                       "123456:ABC-xyz",
                       o->name);
    if (o->backoff_min_ms < 1 || o->backoff_max_ms < o->backoff_min_ms ||
        o->answer_ms < 1 || o->upload_ms < 1 || o->refused_ms < 1 ||
        o->poll_s < 1 || o->poll_s > 50 || o->conflict_ms < 0)
        return nj_fail(err, NJ_ERR_RANGE,
                       "the times of '%s' contradict each other", o->name);
    for (size_t i = 0; i < o->n_commands; i++)
        if (!nj_tg_menu_fits(&o->commands[i]))
            return nj_fail(err, NJ_ERR_BAD_INPUT,
                           "Telegram takes no command such as '%s'",
                           o->commands[i].name);
    for (size_t i = 0; i < o->n_abouts; i++)
        if (!nj_tg_about_fits(&o->abouts[i]))
            return nj_fail(err, NJ_ERR_BAD_INPUT,
                           "Telegram takes no description such as '%.60s'",
                           o->abouts[i].text);
    return NJ_OK;
}

static void set_poll(struct nj_telegram *tg,
                     const struct nj_telegram_options *o)
{
    tg->poll.backoff_min_ms = o->backoff_min_ms;
    tg->poll.backoff_max_ms = o->backoff_max_ms;
    tg->poll.refused_ms = o->refused_ms;
    tg->poll.conflict_ms = o->conflict_ms;
    tg->poll.next = o->offset;
    tg->poll_s = o->poll_s;
    tg->answer_ms = o->answer_ms;
    tg->upload_ms = o->upload_ms;
}

enum nj_status nj_telegram_create(const struct nj_telegram_options *o,
                                  uint8_t index, struct nj_inbox *inbox,
                                  struct nj_gateway **out, struct nj_err *err)
{
    struct nj_telegram *tg;
    enum nj_status st = check(o, err);

    if (st == NJ_OK)
        st = nj_http_init(err);
    if (st != NJ_OK)
        return st;
    tg = nj_alloc(sizeof(*tg));
    tg->base.ops = &ops;
    tg->base.inbox = inbox;
    tg->base.index = index;
    tg->base.can = NJ_CAN_BUTTONS | NJ_CAN_REPLACE | NJ_CAN_PICTURE |
                   NJ_CAN_FILE | NJ_CAN_FOLD | NJ_CAN_LINK | NJ_ASKS_ROLES;
    tg->base.link = link_to;
    (void)snprintf(tg->base.prefix, sizeof(tg->base.prefix), "/");
    memcpy(tg->base.name, o->name, strlen(o->name) + 1);
    tg->url = nj_http_url_base(o->url);
    nj_guard_enter();
    nj_random_init();
    tg->token = nj_secret_copy(o->token);
    set_poll(tg, o);
    nj_service_init(&tg->service);
    nj_tg_jobs_init(&tg->handed);
    nj_tg_jobs_init(&tg->jobs);
    nj_tg_jobs_init(&tg->menus);
    nj_tg_menu_jobs(o->commands, o->n_commands, &tg->menus);
    nj_tg_about_jobs(o->abouts, o->n_abouts, &tg->menus);
    *out = &tg->base;
    return NJ_OK;
}
