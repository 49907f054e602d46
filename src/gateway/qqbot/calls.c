/*
 * Messages on their way: each chat's in order, carried by what the ledger
 * gives, settled by what was answered. Presses are acknowledged beside them,
 * at once and all alike, so that a toast tells nobody anything.
 */
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/bug.h"
#include "base/clock.h"
#include "base/log.h"
#include "gateway/qqbot/client_priv.h"

#define BODY_MAX  (32u << 20) /* with a picture */
#define TOUCH_MAX 256
#define TOUCH_MS  3000    /* later it is of no use */
#define KEEP_MS   2000    /* a disk that takes nothing is waited for so long */
#define PLAIN_MS  3600000 /* keyboards that are refused (QB-8) */
#define BLIND_MS  3600000 /* pictures: boards are texts meanwhile */

/* --- chats that wait for room --- */

void nj_qb_calls_late(struct nj_qqbot *q, const char *chat, bool refused)
{
    uint32_t i = 0;

    while (i < q->n_late && strcmp(q->late[i].chat, chat) != 0)
        i++;
    if (i == NJ_QB_LATE_MAX)
        i = nj_qb_chance() % NJ_QB_LATE_MAX; /* its own time will come */
    if (i == q->n_late)
        q->n_late++;
    nj_str_copy(q->late[i].chat, NJ_ADDRESS_MAX, chat);
    q->late[i].refused = refused;
}

/* What was put off may be handed over again. To a person to whom something was
 * refused the way is open again. */
static void tell_room(struct nj_qqbot *q, const char *chat, bool refused)
{
    bool group = nj_address_group_id(chat) != NULL;
    struct nj_event *e = nj_event_create(
        refused && !group ? NJ_EVENT_FRIEND : NJ_EVENT_ROOM, q->base.index);

    e->group = group;
    memcpy(e->chat, chat, NJ_ADDRESS_MAX);
    if (!group)
        memcpy(e->user, chat, NJ_ADDRESS_MAX);
    nj_inbox_push(q->base.inbox, e);
}

void nj_qb_calls_room(struct nj_qqbot *q, const char *chat)
{
    for (uint32_t i = 0; i < q->n_late; i++) {
        struct nj_qb_late late = q->late[i];

        if (strcmp(late.chat, chat) != 0)
            continue;
        q->late[i] = q->late[--q->n_late];
        tell_room(q, late.chat, late.refused);
        return;
    }
}

/* --- pictures --- */

static void tell_pictures(struct nj_qqbot *q, bool taken)
{
    struct nj_event *e = nj_event_create(NJ_EVENT_SHOWS, q->base.index);

    e->here = taken;
    nj_inbox_push(q->base.inbox, e);
}

/* That pictures may be sent as we do is written nowhere. */
static void rest_pictures(struct nj_qqbot *q)
{
    if (q->blind_ms == 0)
        tell_pictures(q, false);
    q->blind_ms = nj_qb_clock(q).ms + BLIND_MS;
}

static void try_pictures(struct nj_qqbot *q)
{
    if (q->blind_ms == 0 || nj_qb_clock(q).ms < q->blind_ms)
        return;
    q->blind_ms = 0;
    tell_pictures(q, true);
}

/* --- presses, and what is withdrawn --- */

static void add_touch(struct nj_qqbot *q, bool press, const char *path)
{
    struct nj_qb_touch *t = nj_alloc(sizeof(*t));

    t->press = press;
    nj_str_copy(t->path, sizeof(t->path), path);
    *q->touching_end = t;
    q->touching_end = &t->next;
}

void nj_qb_calls_press(struct nj_qqbot *q, const char *id)
{
    struct nj_str path = NJ_STR_INIT(NJ_QB_PATH_BYTES - 1);

    nj_str_puts(&path, "/interactions/");
    nj_str_add_percent(&path, id);
    NJ_ASSERT(!path.over);
    add_touch(q, true, path.p);
    nj_str_fini(&path);
}

/* It may be too long ago, or have been heard by an earlier life. */
static const char *ref_of(const struct nj_qqbot *q, const struct nj_qb_wish *w)
{
    NJ_FOREACH(const struct nj_qb_heard, h, q->heard, NJ_QB_HEARD_MAX) {
        if (strcmp(h->chat, w->chat) == 0 && strcmp(h->id, w->id) == 0 &&
            h->ref[0] != '\0' && nj_qb_clock(q).ms < h->until_ms)
            return h->ref;
    }
    return NULL;
}

static void withdraw(struct nj_qqbot *q, const struct nj_qb_wish *w)
{
    struct nj_str path = NJ_STR_INIT(NJ_QB_PATH_BYTES - 1);
    const char *ref = ref_of(q, w);

    if (ref == NULL)
        return;
    nj_str_addf(&path, "/v2/groups/%s/messages/", nj_address_group_id(w->chat));
    nj_str_add_percent(&path, ref);
    NJ_ASSERT(!path.over);
    add_touch(q, false, path.p);
    nj_str_fini(&path);
}

/* Takes them over. */
static void grant_wishes(struct nj_qqbot *q, struct nj_qb_wish *wishes)
{
    while (wishes != NULL) {
        struct nj_qb_wish *w = wishes;

        wishes = w->next;
        if (q->up)
            withdraw(q, w);
        free(w);
    }
}

static struct nj_qb_touch *take_touch(struct nj_qqbot *q)
{
    struct nj_qb_touch *t = q->touching;

    q->touching = t->next;
    if (q->touching == NULL)
        q->touching_end = &q->touching;
    return t;
}

static void touch(struct nj_qqbot *q, struct nj_qb_transfer *t)
{
    struct nj_str body = NJ_STR_INIT(TOUCH_MAX);

    t->touch = take_touch(q);
    if (t->touch->press)
        nj_qb_body_press(&body);
    nj_qb_wire_begin(q, t, t->touch->press ? "PUT" : "DELETE", t->touch->path,
                     t->touch->press ? &body : NULL, TOUCH_MS);
}

static void touch_all(struct nj_qqbot *q)
{
    for (size_t i = 0; i < NJ_QB_TOUCHES && q->touching != NULL; i++)
        if (!q->touches[i].wire.busy)
            touch(q, &q->touches[i]);
}

/* --- fates --- */

/* Of what goes no further for now. */
static enum nj_fate unsent_fate(const struct nj_qb_job *j)
{
    return j->any || j->unsure ? NJ_FATE_UNKNOWN : NJ_FATE_NOT_SENT;
}

static void give_back(struct nj_qqbot *q, struct nj_qb_job *j,
                      const struct nj_qb_step *step, const char *id)
{
    if (step->fate == NJ_FATE_LATER || step->fate == NJ_FATE_REFUSED) {
        nj_qb_calls_late(q, j->chat, step->fate == NJ_FATE_REFUSED);
        nj_log(NJ_LOG_DEBUG, "qqbot", "put_off",
               NJ_FIELDS(nj_f_word("gateway", q->base.name),
                         nj_f_word("chat", j->group ? "group" : "person"),
                         nj_f_i64("ms", step->ms)));
    }
    nj_qb_hear_keep(q, 0);
    nj_qb_settle(q, j, step, id);
}

void nj_qb_calls_give_back(struct nj_qqbot *q)
{
    struct nj_qb_jobs flying = {.end = &flying.first};
    struct nj_qb_job *j;

    while ((j = nj_qb_jobs_take(&q->jobs)) != NULL) {
        const struct nj_qb_step step = {.fate = unsent_fate(j)};

        if (j->flying)
            nj_qb_jobs_add(&flying, j);
        else
            nj_qb_settle(q, j, &step, "");
    }
    while ((j = nj_qb_jobs_take(&flying)) != NULL)
        nj_qb_jobs_add(&q->jobs, j);
}

void nj_qb_calls_take(struct nj_qqbot *q)
{
    const struct nj_qb_step back = {.fate = NJ_FATE_NOT_SENT};
    struct nj_qb_jobs handed = {.end = &handed.first};
    struct nj_qb_wish *wishes;
    struct nj_qb_job *j;

    nj_service_lock(&q->service);
    wishes = q->wishes;
    q->wishes = NULL;
    /* At the end nobody writes any more: all is kept when we leave. */
    q->on_disk = q->service.stopping ? UINT64_MAX : q->kept;
    q->wall_ms += q->passed_ms;
    q->passed_ms = 0;
    if (q->stored > q->base_offset)
        nj_qb_line_stored(&q->line, q->stored - q->base_offset);
    while ((j = nj_qb_jobs_take(&q->handed)) != NULL)
        nj_qb_jobs_add(&handed, j);
    nj_service_unlock(&q->service);
    while ((j = nj_qb_jobs_take(&handed)) != NULL) {
        if (q->up)
            nj_qb_jobs_add(&q->jobs, j);
        else
            nj_qb_settle(q, j, &back, "");
    }
    grant_wishes(q, wishes);
}

void nj_qb_calls_lose(struct nj_qqbot *q)
{
    const struct nj_qb_step lost = {.fate = NJ_FATE_LOST};
    struct nj_qb_job *j;

    while ((j = nj_qb_jobs_take(&q->jobs)) != NULL)
        nj_qb_settle(q, j, &lost, "");
    for (size_t i = 0; i < NJ_QB_TOUCHES; i++) {
        free(q->touches[i].touch);
        q->touches[i].touch = NULL;
    }
    while (q->touching != NULL)
        free(take_touch(q));
}

/* --- messages --- */

static struct nj_qb_transfer *free_sender(struct nj_qqbot *q)
{
    for (size_t i = 0; i < NJ_QB_SENDERS; i++)
        if (!q->senders[i].wire.busy)
            return &q->senders[i];
    return NULL;
}

/* Nothing of the same chat comes before it. */
static bool is_first(const struct nj_qqbot *q, const struct nj_qb_job *j)
{
    for (const struct nj_qb_job *o = q->jobs.first; o != j; o = o->next)
        if (strcmp(o->chat, j->chat) == 0)
            return false;
    return true;
}

/* False: it waits, or has come to its end. What carries it is on its way to
 * the disk, where it stands before the call is made. */
static bool route(struct nj_qqbot *q, struct nj_qb_job *j, int64_t now_ms)
{
    struct nj_qb_step step;

    if (!nj_qb_job_route(j, q->ledger, nj_qb_clock(q), &step)) {
        j->not_before_ms = step.at_ms;
        if (!step.again) {
            nj_qb_jobs_remove(&q->jobs, j);
            give_back(q, j, &step, "");
        }
        return false;
    }
    nj_qb_hear_keep(q, 0);
    j->keep = q->keeps;
    j->keep_ms = now_ms + KEEP_MS;
    return true;
}

static bool pushes_to_person(const struct nj_qb_job *j)
{
    return !j->group && (j->part > 0 || j->media[0] != '\0') &&
           j->ticket.route == NJ_QB_PUSH;
}

static void set_out(struct nj_qqbot *q, struct nj_qb_job *j,
                    struct nj_qb_transfer *t)
{
    struct nj_qb_call call = {.body = NJ_STR_INIT(BODY_MAX)};

    if (nj_qb_clock(q).ms < q->plain_ms && !j->repeats)
        j->plain = true;
    nj_qb_job_call(j, &q->names, &call);
    j->flying = true;
    if (pushes_to_person(j))
        nj_qb_pace_begin(&q->pace);
    j->token = q->line.tokens;
    t->job = j;
    nj_qb_wire_begin(q, t, "POST", call.path, &call.body,
                     j->photo != NULL ? q->upload_ms : q->answer_ms);
}

/* What waits for the disk may go all at once when it has written. */
static int64_t pace_ms(const struct nj_qqbot *q, const struct nj_qb_job *j,
                       int64_t now_ms)
{
    const struct nj_qb_limits *limits =
        q->few ? &nj_qb_limits_unverified : &nj_qb_limits_verified;

    return pushes_to_person(j)
               ? nj_qb_pace_due(&q->pace, limits->people_push_s, now_ms)
               : 0;
}

/* Sends it or lets it wait; when it is to be looked at again. */
static int64_t try_out(struct nj_qqbot *q, struct nj_qb_job *j, int64_t now_ms)
{
    int64_t clock_ms = nj_qb_clock(q).ms;
    int64_t pace;

    if (j->not_before_ms > clock_ms)
        return now_ms + j->not_before_ms - clock_ms;
    if (!j->routed && !route(q, j, now_ms))
        return INT64_MAX;
    if (j->keep > q->on_disk && now_ms < j->keep_ms)
        return j->keep_ms;
    pace = pace_ms(q, j, now_ms);
    if (pace > now_ms)
        return pace;
    set_out(q, j, free_sender(q));
    return INT64_MAX;
}

int64_t nj_qb_calls_send(struct nj_qqbot *q, int64_t now_ms)
{
    int64_t due = INT64_MAX;
    struct nj_qb_job *next;

    try_pictures(q);
    if (!nj_qb_may_call(q, now_ms))
        return due;
    touch_all(q);
    for (struct nj_qb_job *j = q->jobs.first;
         j != NULL && free_sender(q) != NULL; j = next) {
        next = j->next;
        if (!j->flying && is_first(q, j)) {
            int64_t at_ms = try_out(q, j, now_ms);

            due = at_ms < due ? at_ms : due;
        }
    }
    return due;
}

/* --- what was said to it --- */

/* By code and number alone: their words may hold ours. What is said in private
 * has no name here. */
static void log_call(const struct nj_qqbot *q, const struct nj_qb_job *j,
                     const struct nj_qb_answer *a, const char *why)
{
    bool well = a->verdict == NJ_QB_OK;

    nj_log(
        well ? NJ_LOG_INFO : NJ_LOG_WARN, "qqbot",
        well ? "called" : "call_failed",
        NJ_FIELDS(nj_f_word("gateway", q->base.name),
                  nj_f_word("key", j->group ? j->key : "private"),
                  nj_f_word("route", j->ticket.route == NJ_QB_ANSWER ? "answer"
                                                                     : "push"),
                  nj_f_i64("http", a->http), nj_f_i64("code", a->code),
                  nj_f_text("trace", a->trace), nj_f_text("why", why)));
}

static void tell_muted(struct nj_qqbot *q, const struct nj_qb_job *j)
{
    struct nj_event *e = nj_event_create(NJ_EVENT_MUTED, q->base.index);

    e->group = e->muted = true;
    e->ms = 60000; /* it is tried again: nobody says when it ends */
    memcpy(e->chat, j->chat, sizeof(e->chat));
    nj_inbox_push(q->base.inbox, e);
}

/* Which words they were is told of what a group was to hear. */
static void tell_unwanted(struct nj_qqbot *q, const struct nj_qb_job *j)
{
    struct nj_event *e = nj_event_create(NJ_EVENT_TROUBLE, q->base.index);
    const char *word = j->group ? "content" : "content_private";

    nj_str_copy(e->name, sizeof(e->name), j->key[0] != '\0' ? j->key : "-");
    nj_event_set_text(e, word, strlen(word));
    nj_inbox_push(q->base.inbox, e);
}

/* What it says of more than this one message. */
static void heed(struct nj_qqbot *q, const struct nj_qb_job *j,
                 const struct nj_qb_answer *a, struct nj_qb_step *step)
{
    switch ((int)a->verdict) {
    case NJ_QB_TOKEN:
        if (j->token == q->line.tokens)
            nj_qb_line_token_old(&q->line, nj_monotonic_ms());
        break;
    case NJ_QB_BANNED:
        q->line.trouble = NJ_QB_OFFLINE;
        step->fate = unsent_fate(j); /* until a human has mended it */
        break;
    case NJ_QB_NO_RIGHT:
        nj_qb_tell(q, NJ_EVENT_TROUBLE, "rights");
        break;
    case NJ_QB_CONTENT:
        tell_unwanted(q, j);
        break;
    case NJ_QB_NO_BUTTONS:
        q->plain_ms = nj_qb_clock(q).ms + PLAIN_MS;
        break;
    case NJ_QB_NO_UPLOADS:
        rest_pictures(q);
        break;
    case NJ_QB_MUTED:
        step->fate = unsent_fate(j);
        if (j->group)
            tell_muted(q, j);
        break;
    default:
        break;
    }
}

static void read_answer(const struct nj_http_answer *said,
                        struct nj_qb_answer *a)
{
    nj_qb_answer_read(said->status, said->text, said->n, a);
    if (said->status == 0 && said->unsent)
        a->verdict = NJ_QB_UNSENT;
}

static void on_said(struct nj_qqbot *q, struct nj_qb_job *j,
                    const struct nj_http_answer *said)
{
    const struct nj_qb_now now = nj_qb_clock(q);
    struct nj_qb_answer a;
    struct nj_qb_step step;

    read_answer(said, &a);
    if (j->token != q->line.tokens)
        j->renewed = false; /* there is a newer one by now */
    if (pushes_to_person(j))
        nj_qb_pace_end(&q->pace, nj_monotonic_ms());
    nj_qb_job_answered(j, &a, q->ledger, said->retry_s * 1000, now, &step);
    log_call(q, j, &a, said->why);
    heed(q, j, &a, &step);
    j->not_before_ms = step.at_ms;
    if (step.again)
        return;
    nj_qb_jobs_remove(&q->jobs, j);
    give_back(q, j, &step, a.id);
}

static void on_touched(struct nj_qqbot *q, struct nj_qb_transfer *t,
                       const struct nj_http_answer *said)
{
    bool press = t->touch->press;

    free(t->touch);
    t->touch = NULL;
    if (said->status < 200 || said->status > 299)
        nj_log(NJ_LOG_INFO, "qqbot",
               press ? "press_unanswered" : "not_withdrawn",
               NJ_FIELDS(nj_f_word("gateway", q->base.name),
                         nj_f_i64("http", said->status)));
}

void nj_qb_calls_done(struct nj_qqbot *q, struct nj_qb_transfer *t,
                      const struct nj_http_answer *said)
{
    struct nj_qb_job *j = t->job;

    if (j == NULL) {
        on_touched(q, t, said);
    } else {
        t->job = NULL;
        j->flying = false;
        on_said(q, j, said);
    }
    nj_http_end(&q->service.http, &t->wire);
}
