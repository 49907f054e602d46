/*
 * What has come: frames to events, each with the position that lets the
 * platform forget it, and what the ledger has to keep along with it.
 *
 * The platform counts the events of a session from 1. Our positions go on over
 * all sessions, so that a larger one is always a later one: with each session
 * is kept what its event 0 counts as.
 */
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/log.h"
#include "gateway/qqbot/client_priv.h"

#define SESSION_NAME "" /* by which it is kept; chats have their addresses */

/* --- what is kept --- */

void nj_qb_keep(struct nj_qqbot *q, const char *name, const char *value,
                int64_t offset, uint64_t number)
{
    struct nj_event *e = nj_event_create(NJ_EVENT_KEEP, q->base.index);

    e->call = number;
    nj_str_copy(e->chat, sizeof(e->chat), name);
    if (value[0] != '\0')
        nj_event_set_text(e, value, strlen(value));
    e->offset = offset;
    nj_inbox_push(q->base.inbox, e);
}

static void note_state(struct nj_qqbot *q, const char *chat)
{
    nj_qb_note_shut(q, chat, nj_qb_ledger_state(q->ledger, chat) != NJ_QB_OPEN);
}

void nj_qb_hear_keep(struct nj_qqbot *q, int64_t offset)
{
    struct nj_str text = NJ_STR_INIT(NJ_TEXT_PRIVATE_MAX);
    char chat[NJ_ADDRESS_MAX];

    while (nj_qb_ledger_changed(q->ledger, nj_qb_clock(q), chat, &text)) {
        note_state(q, chat);
        nj_qb_keep(q, chat, text.p, offset, ++q->keeps);
        nj_str_clear(&text);
    }
    nj_str_fini(&text);
}

static void keep_session(struct nj_qqbot *q, const struct nj_qb_frame *f)
{
    char text[NJ_QB_SESSION_MAX + 24];

    q->base_offset = q->last_offset;
    q->last_offset = q->base_offset + f->s;
    (void)snprintf(text, sizeof(text), "%lld %s", (long long)q->base_offset,
                   f->session);
    nj_qb_keep(q, SESSION_NAME, text, q->last_offset, 0);
}

static void recall_session(struct nj_qqbot *q, const char *kept)
{
    char *end = NULL;
    long long base = strtoll(kept, &end, 10);

    if (end == kept || *end != ' ' || base < 0 || base > q->last_offset)
        return;
    q->base_offset = base;
    nj_qb_line_init(&q->line, end + 1, q->last_offset - base);
}

static void recall_chat(struct nj_qqbot *q, const struct nj_gateway_kept *k,
                        struct nj_qb_now now)
{
    nj_qb_ledger_recall(q->ledger, k->name, k->value, now);
    note_state(q, k->name);
    /* An earlier life may have been refused there. */
    if (nj_qb_ledger_state(q->ledger, k->name) != NJ_QB_OPEN)
        nj_qb_calls_late(q, k->name, true);
}

void nj_qb_hear_recall(struct nj_qqbot *q, const struct nj_qqbot_options *o)
{
    const struct nj_qb_now now = nj_qb_clock(q);

    nj_qb_line_init(&q->line, "", 0);
    for (size_t i = 0; i < o->n_kept; i++) {
        const struct nj_gateway_kept *k = &o->kept[i];

        if (strcmp(k->name, SESSION_NAME) == 0)
            recall_session(q, k->value);
        else if (nj_qb_alias_recall(q, k->name, k->value))
            continue;
        else if (strlen(k->name) < NJ_ADDRESS_MAX &&
                 nj_address_is(k->name, q->base.name))
            recall_chat(q, k, now);
    }
    nj_qb_ledger_recalled(q->ledger);
}

/* --- frames --- */

static void take_room(struct nj_qqbot *q, const struct nj_qb_frame *f,
                      bool replayed)
{
    const struct nj_qb_now now = nj_qb_clock(q);
    int64_t age_ms = replayed && f->ref_ms > 0 ? now.ms - f->ref_ms : 0;

    if (f->chat[0] == '\0')
        return;
    nj_qb_ledger_switch(q->ledger, f->chat, f->pushes, now);
    if (f->ref_kind != NJ_QB_REF_NONE)
        nj_qb_ledger_grant(q->ledger, f->chat, f->ref_kind, f->ref, age_ms,
                           now);
}

static void take_names(struct nj_qqbot *q, const struct nj_qb_frame *f)
{
    const char *id =
        f->event != NULL ? nj_address_user_id(f->event->user) : NULL;

    if (f->me[0] != '\0')
        memcpy(q->member, f->me, sizeof(q->member));
    if (f->kind == NJ_QB_READY && f->bot[0] != '\0')
        memcpy(q->bot, f->bot, sizeof(q->bot));
    if (id != NULL && f->event->name[0] != '\0')
        nj_qb_names_put(&q->names, id, f->event->name);
}

static int64_t offset_of(struct nj_qqbot *q, const struct nj_qb_frame *f)
{
    int64_t offset = q->base_offset + f->s;

    if (f->s == 0 || f->s > INT64_MAX / 2 || q->line.session[0] == '\0')
        return 0;
    if (offset > q->last_offset)
        q->last_offset = offset;
    return offset;
}

/* What the platform calls a message of a group, should it be withdrawn. */
static void note_heard(struct nj_qqbot *q, const struct nj_qb_frame *f,
                       const struct nj_event *e)
{
    struct nj_qb_heard *h = &q->heard[q->n_heard++ % NJ_QB_HEARD_MAX];

    memcpy(h->chat, e->chat, sizeof(h->chat));
    memcpy(h->id, e->id, sizeof(h->id));
    memcpy(h->ref, f->ref, sizeof(h->ref));
    h->until_ms = nj_qb_clock(q).ms + NJ_QB_WITHDRAW_MS;
}

static void take_event(struct nj_qqbot *q, struct nj_qb_frame *f, bool replayed)
{
    struct nj_event *e = f->event;
    int64_t offset = offset_of(q, f);

    f->event = NULL;
    take_room(q, f, replayed);
    if (f->press[0] != '\0')
        nj_qb_calls_press(q, f->press);
    if (e != NULL && e->kind == NJ_EVENT_MESSAGE && e->group)
        note_heard(q, f, e);
    /* With the event or behind it: should we end in between, it comes again. */
    nj_qb_hear_keep(q, e == NULL ? offset : 0);
    if (e != NULL) {
        e->offset = offset;
        nj_qb_alias_event(q, e);
        nj_inbox_push(q->base.inbox, e);
    }
    if (f->chat[0] != '\0' && f->pushes != NJ_QB_SWITCH_OFF &&
        nj_qb_ledger_state(q->ledger, f->chat) != NJ_QB_CLOSED)
        nj_qb_calls_room(q, f->chat);
}

static void log_odd(struct nj_qqbot *q, const struct nj_err *err)
{
    if (nj_log_due(&q->odd))
        nj_log(NJ_LOG_WARN, "qqbot", "bad_frame",
               NJ_FIELDS(nj_f_word("gateway", q->base.name),
                         nj_f_text("why", err->text),
                         nj_f_i64("so_far", (int64_t)q->odd)));
}

void nj_qb_hear(struct nj_qqbot *q, const char *text, size_t n)
{
    const struct nj_qb_self self = {.gateway = q->base.name,
                                    .index = q->base.index,
                                    .bot = q->bot,
                                    .member = q->member};
    bool replayed = q->line.step == NJ_QB_STEP_WAITING;
    struct nj_qb_frame f;
    struct nj_err err;

    if (nj_qb_frame_read(&self, text, n, &f, &err) != NJ_OK) {
        log_odd(q, &err);
        return;
    }
    take_names(q, &f);
    if (nj_qb_line_frame(&q->line, &f, nj_monotonic_ms(), nj_qb_chance()) &&
        f.kind == NJ_QB_READY)
        keep_session(q, &f);
    if (f.kind == NJ_QB_EVENT || f.press[0] != '\0')
        take_event(q, &f, replayed);
    nj_qb_frame_fini(&f);
}
