/*
 * Jobs, ledger and platform at one desk.
 */
#include "kit/qqbot_desk.h"

#include <stdio.h>
#include <string.h>

#include "base/bug.h"
#include "kit/private.h"

#define ANSWER_MAX (1u << 20)
#define BODY_MAX   (32u << 20) /* with a picture */
#define RENEW_MS   INT64_C(50000)
#define KEEP_MS    2000 /* as long as the gateway waits for the disk */

static struct nj_qb_now now_of(const struct qqbot_desk *d)
{
    return (struct nj_qb_now){.ms = *d->now_ms, .day = nj_qb_day(*d->now_ms)};
}

static const struct nj_qb_limits *limits_of(const struct qqbot_desk *d)
{
    return d->verified ? &nj_qb_limits_verified : &nj_qb_limits_unverified;
}

void qqbot_desk_open(struct qqbot_desk *d, bool verified, const int64_t *now_ms)
{
    memset(d, 0, sizeof(*d));
    d->verified = verified;
    d->now_ms = now_ms;
    d->platform = qqbot_platform_create(verified);
    d->ledger = nj_qb_ledger_create(limits_of(d));
}

void qqbot_desk_lose(struct qqbot_desk *d)
{
    while (d->waiting != NULL) {
        struct nj_qb_job *j = d->waiting;

        d->waiting = j->next;
        nj_qb_job_destroy(j);
    }
}

void qqbot_desk_close(struct qqbot_desk *d)
{
    qqbot_desk_lose(d);
    nj_qb_ledger_destroy(d->ledger);
    qqbot_platform_destroy(d->platform);
    memset(d, 0, sizeof(*d));
}

/* --- chats --- */

static enum qqbot_scene scene_of(const char *chat)
{
    return nj_address_group_id(chat) != NULL ? QQBOT_GROUP : QQBOT_USER;
}

static const char *id_of(const char *chat)
{
    const char *group = nj_address_group_id(chat);

    return group != NULL ? group : nj_address_user_id(chat);
}

static void note_late(struct qqbot_desk *d, const char *chat, bool refused)
{
    uint32_t i = 0;

    while (i < d->n_late && strcmp(d->late[i].chat, chat) != 0)
        i++;
    NJ_ASSERT(i < QQBOT_DESK_LATE);
    d->n_late += i == d->n_late;
    nj_str_copy(d->late[i].chat, NJ_ADDRESS_MAX, chat);
    d->late[i].refused = refused;
}

static void push_room(struct qqbot_desk *d, const char *chat, bool refused)
{
    bool group = scene_of(chat) == QQBOT_GROUP;
    struct nj_event *e = nj_event_create(
        refused && !group ? NJ_EVENT_FRIEND : NJ_EVENT_ROOM, d->gateway);

    e->group = group;
    nj_str_copy(e->chat, NJ_ADDRESS_MAX, chat);
    if (!group)
        nj_str_copy(e->user, NJ_ADDRESS_MAX, chat);
    d->push(d->ctx, e);
}

static void tell_room(struct qqbot_desk *d, const char *chat)
{
    for (uint32_t i = 0; i < d->n_late; i++) {
        bool refused = d->late[i].refused;

        if (strcmp(d->late[i].chat, chat) != 0)
            continue;
        d->late[i] = d->late[--d->n_late];
        push_room(d, chat, refused);
        return;
    }
}

/* What has changed is kept, as the gateway has it kept. */
static void keep(struct qqbot_desk *d)
{
    struct nj_str text = NJ_STR_INIT(NJ_TEXT_PRIVATE_MAX);
    char chat[NJ_ADDRESS_MAX];

    while (nj_qb_ledger_changed(d->ledger, now_of(d), chat, &text)) {
        struct nj_event *e = nj_event_create(NJ_EVENT_KEEP, d->gateway);

        nj_str_copy(e->chat, NJ_ADDRESS_MAX, chat);
        e->call = d->durable ? ++d->keeps : 0;
        if (text.len > 0)
            nj_event_set_text(e, text.p, text.len);
        d->push(d->ctx, e);
        nj_str_clear(&text);
    }
    nj_str_fini(&text);
}

void qqbot_desk_hears(struct qqbot_desk *d, const char *chat)
{
    enum qqbot_scene scene = scene_of(chat);
    char ref[QQBOT_REF_BYTES];

    if (!qqbot_knows(d->platform, scene, id_of(chat)))
        qqbot_meet(d->platform, scene, id_of(chat));
    qqbot_hear(d->platform, scene, id_of(chat), *d->now_ms, ref);
    nj_qb_ledger_grant(d->ledger, chat, NJ_QB_REF_MESSAGE, ref, 0, now_of(d));
    keep(d);
    tell_room(d, chat);
}

void qqbot_desk_switch(struct qqbot_desk *d, const char *chat, bool on)
{
    qqbot_switch(d->platform, scene_of(chat), id_of(chat), on);
    nj_qb_ledger_switch(d->ledger, chat,
                        on ? NJ_QB_SWITCH_ON : NJ_QB_SWITCH_OFF, now_of(d));
    keep(d);
    if (on)
        tell_room(d, chat);
}

/* --- calls --- */

static void ask_token(struct qqbot_desk *d)
{
    struct nj_str body = NJ_STR_INIT(ANSWER_MAX);
    struct nj_str answer = NJ_STR_INIT(ANSWER_MAX);
    struct nj_qb_token token;
    enum nj_qb_token_verdict verdict;

    nj_qb_body_token(QQBOT_APP, QQBOT_SECRET, &body);
    qqbot_token(d->platform, body.p, body.len, *d->now_ms, &answer);
    verdict = nj_qb_token_read(answer.p, answer.len, &token);
    NJ_ASSERT(verdict == NJ_QB_TOKEN_OK);
    (void)snprintf(d->token, sizeof(d->token), "QQBot %.32s", token.text);
    d->token_ms = *d->now_ms + token.life_s * 1000 - RENEW_MS;
    nj_str_fini(&body);
    nj_str_fini(&answer);
}

/* One call; where the text has been shown, by what name. */
static void post(struct qqbot_desk *d, struct nj_qb_job *j,
                 const struct nj_qb_call *call, struct nj_qb_answer *a,
                 struct nj_qb_step *step)
{
    struct nj_str answer = NJ_STR_INIT(ANSWER_MAX);
    int64_t http;

    if (*d->now_ms >= d->token_ms)
        ask_token(d);
    http = qqbot_post(d->platform,
                      &(struct qqbot_post){call->path, d->token, call->body.p,
                                           call->body.len},
                      *d->now_ms, &answer);
    nj_qb_answer_read(http, answer.p, answer.len, a);
    nj_qb_job_answered(j, a, d->ledger, 0, now_of(d), step);
    nj_str_fini(&answer);
}

static void push_fate(struct qqbot_desk *d, const struct nj_qb_job *j,
                      const struct nj_qb_step *step,
                      const struct nj_qb_answer *a)
{
    struct nj_event *e = nj_event_create(NJ_EVENT_FATE, d->gateway);

    e->call = j->call;
    e->fate = step->fate;
    e->ms = step->fate == NJ_FATE_LATER ? step->ms : 0;
    if (step->fate == NJ_FATE_SENT && a->id[0] != '\0')
        nj_qb_short(a->id, e->id);
    if (step->fate == NJ_FATE_LATER || step->fate == NJ_FATE_REFUSED) {
        d->put_off++;
        note_late(d, j->chat, step->fate == NJ_FATE_REFUSED);
    }
    d->push(d->ctx, e);
}

/* Chooses what carries the next call. False: it waits, for room or the disk, or
 * has come to its end. */
static bool route(struct qqbot_desk *d, struct nj_qb_job *j,
                  struct nj_qb_step *step)
{
    if (!j->routed) {
        if (!nj_qb_job_route(j, d->ledger, now_of(d), step))
            return false;
        keep(d);
        j->keep = d->keeps;
        j->keep_ms = *d->now_ms + KEEP_MS;
    }
    if (j->keep <= d->on_disk || *d->now_ms >= j->keep_ms)
        return true;
    *step = (struct nj_qb_step){.again = true, .at_ms = j->keep_ms};
    return false;
}

/* As far as it goes now. False: it waits. */
static bool go_on(struct qqbot_desk *d, struct nj_qb_job *j)
{
    struct nj_qb_call call = {.body = NJ_STR_INIT(BODY_MAX)};
    struct nj_qb_answer a = {.http = 0};
    struct nj_qb_step step;

    do {
        nj_str_clear(&call.body);
        if (route(d, j, &step)) {
            nj_qb_job_call(j, &d->names, &call);
            post(d, j, &call, &a, &step);
        }
        j->not_before_ms = step.at_ms;
    } while (step.again && step.at_ms <= *d->now_ms);
    nj_str_fini(&call.body);
    keep(d);
    if (!step.again)
        push_fate(d, j, &step, &a);
    return !step.again;
}

bool qqbot_desk_sends(struct qqbot_desk *d, uint64_t call, const char *chat,
                      const struct nj_say *say)
{
    struct nj_qb_job *j =
        scene_of(chat) == QQBOT_GROUP
            ? nj_qb_job_group(call, (struct nj_group){chat}, say)
            : nj_qb_job_private(call, PRIVATE_CHAT(chat), say);
    struct nj_qb_job **end = &d->waiting;
    bool first = true, shown;

    NJ_ASSERT(j != NULL);
    for (; *end != NULL; end = &(*end)->next)
        first = first && strcmp((*end)->chat, chat) != 0;
    if (!first || !go_on(d, j)) {
        *end = j;
        return true; /* something of it will be shown, or is */
    }
    shown = j->any;
    nj_qb_job_destroy(j);
    return shown;
}

void qqbot_desk_kept(struct qqbot_desk *d, uint64_t call)
{
    NJ_ASSERT(d->durable && call <= d->keeps);
    d->on_disk = call;
    for (struct nj_qb_job *j = d->waiting; j != NULL; j = j->next)
        if (j->routed && j->keep <= call)
            j->not_before_ms = *d->now_ms;
}

/* Nothing of the same chat comes before it. */
static bool is_first(const struct qqbot_desk *d, const struct nj_qb_job *j)
{
    for (const struct nj_qb_job *o = d->waiting; o != j; o = o->next)
        if (strcmp(o->chat, j->chat) == 0)
            return false;
    return true;
}

void qqbot_desk_step(struct qqbot_desk *d)
{
    struct nj_qb_job **at = &d->waiting;

    while (*at != NULL) {
        struct nj_qb_job *j = *at;

        if (j->not_before_ms <= *d->now_ms && is_first(d, j) && go_on(d, j)) {
            *at = j->next;
            nj_qb_job_destroy(j);
        } else {
            at = &j->next;
        }
    }
}

int64_t qqbot_desk_due(const struct qqbot_desk *d)
{
    int64_t due = INT64_MAX;

    for (const struct nj_qb_job *j = d->waiting; j != NULL; j = j->next)
        if (is_first(d, j) && j->not_before_ms < due)
            due = j->not_before_ms;
    return due;
}

void qqbot_desk_die(struct qqbot_desk *d, const struct nj_gateway_kept *kept,
                    size_t n)
{
    qqbot_desk_lose(d);
    d->n_late = 0;
    d->keeps = d->on_disk = 0;
    nj_qb_ledger_destroy(d->ledger);
    d->ledger = nj_qb_ledger_create(limits_of(d));
    for (size_t i = 0; i < n; i++) {
        nj_qb_ledger_recall(d->ledger, kept[i].name, kept[i].value, now_of(d));
        if (nj_qb_ledger_state(d->ledger, kept[i].name) != NJ_QB_OPEN)
            note_late(d, kept[i].name, true);
    }
    nj_qb_ledger_recalled(d->ledger);
}

/* --- behind a gateway of the tests --- */

static void push_to(void *ctx, struct nj_event *e)
{
    nj_inbox_push(((struct nj_gateway *)ctx)->inbox, e);
}

static void hears(void *ctx, const char *chat)
{
    qqbot_desk_hears(ctx, chat);
}

static bool carries(void *ctx, const struct nj_memory_sent *s,
                    const struct nj_say *say)
{
    return qqbot_desk_sends(ctx, s->call, s->to, say);
}

void qqbot_desk_behind(struct qqbot_desk *d, struct nj_gateway *memory)
{
    d->push = push_to;
    d->ctx = memory;
    d->gateway = memory->index;
    memory->can = NJ_CAN_BUTTONS | NJ_CAN_PICTURE | NJ_CAN_FETCH;
    nj_memory_pushes(memory, "", d->verified ? NJ_PUSHES_FREE : NJ_PUSHES_FEW);
    nj_memory_carry(memory, &(struct nj_memory_carrier){
                                .hears = hears, .carries = carries, .ctx = d});
}
