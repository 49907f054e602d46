/*
 * The ledger: chats with their credits, their pushes and their state, and the
 * pushes of the whole bot.
 */
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/bug.h"
#include "base/text_hash.h"
#include "gateway/qqbot/credit_priv.h"

#define SECOND_MS 1000
#define MINUTE_MS NJ_QB_MINUTE_MS
#define HOUR_MS   INT64_C(3600000)
#define DAY_MS    (24 * HOUR_MS)

/* --- chats --- */

static struct nj_qb_chat **place_of(struct nj_qb_ledger *l, const char *address)
{
    struct nj_qb_chat **at = &l->buckets[nj_text_hash(address) % NJ_QB_BUCKETS];

    while (*at != NULL && strcmp((*at)->address, address) != 0)
        at = &(*at)->next;
    return at;
}

struct nj_qb_chat *nj_qb_chat_of(struct nj_qb_ledger *l, const char *address)
{
    struct nj_qb_chat **at = place_of(l, address);

    if (*at == NULL) {
        *at = nj_alloc(sizeof(**at));
        (*at)->group = nj_address_group_id(address) != NULL;
        nj_str_copy((*at)->address, sizeof((*at)->address), address);
    }
    return *at;
}

static void changed(struct nj_qb_ledger *l, struct nj_qb_chat *c)
{
    if (c->changed)
        return;
    c->changed = true;
    c->next_changed = l->changed;
    l->changed = c;
}

struct nj_qb_ledger *nj_qb_ledger_create(const struct nj_qb_limits *limits)
{
    struct nj_qb_ledger *l = nj_alloc(sizeof(*l));

    NJ_ASSERT(limits->groups_push_min <= NJ_QB_RING);
    NJ_ASSERT(limits->group_all_min <= NJ_QB_RING);
    l->limits = *limits;
    return l;
}

void nj_qb_ledger_destroy(struct nj_qb_ledger *l)
{
    if (l == NULL)
        return;
    for (size_t i = 0; i < NJ_QB_BUCKETS; i++)
        while (l->buckets[i] != NULL) {
            struct nj_qb_chat *c = l->buckets[i];

            l->buckets[i] = c->next;
            free(c);
        }
    free(l);
}

/* --- credits --- */

static bool is_live(const struct nj_qb_credit *c, int64_t now_ms)
{
    return c->kind != NJ_QB_REF_NONE && c->until_ms > now_ms;
}

/* Where a new one goes: a place that is free, else that of the one which ends
 * first. NULL: it is there already. */
static struct nj_qb_credit *room_for(struct nj_qb_chat *chat, const char *ref,
                                     int64_t now_ms)
{
    struct nj_qb_credit *best = &chat->credits[0];

    NJ_FOREACH(struct nj_qb_credit, c, chat->credits, NJ_QB_CREDITS_MAX) {
        if (is_live(c, now_ms) && strcmp(c->ref, ref) == 0)
            return NULL;
        if (is_live(best, now_ms) &&
            (!is_live(c, now_ms) || c->until_ms < best->until_ms))
            best = c;
    }
    return best;
}

static uint32_t answers_of(const struct nj_qb_limits *limits, bool group,
                           enum nj_qb_ref_kind kind)
{
    if (kind == NJ_QB_REF_EVENT)
        return limits->event_answers;
    return group ? limits->group_answers : limits->person_answers;
}

void nj_qb_ledger_grant(struct nj_qb_ledger *l, const char *chat,
                        enum nj_qb_ref_kind kind, const char *ref,
                        int64_t age_ms, struct nj_qb_now now)
{
    struct nj_qb_chat *c = nj_qb_chat_of(l, chat);
    struct nj_qb_credit *credit = room_for(c, ref, now.ms);
    const struct nj_qb_limits *limits = &l->limits;
    int64_t from = now.ms - (age_ms > 0 ? age_ms : 0);

    NJ_ASSERT(kind != NJ_QB_REF_NONE);
    if (c->state == NJ_QB_CLOSED) {
        c->state = NJ_QB_OPEN;
        changed(l, c);
    }
    if (credit == NULL)
        return;
    changed(l, c);
    credit->kind = kind;
    credit->seq = 0;
    credit->left = answers_of(limits, c->group, kind);
    credit->sure_ms =
        from + (c->group ? limits->group_sure_ms : limits->person_sure_ms);
    credit->until_ms =
        from + (c->group ? limits->group_sure_ms : limits->person_try_ms);
    nj_str_copy(credit->ref, sizeof(credit->ref), ref);
}

/* The one that ends soonest of those that can be taken; NULL: there is none.
 * `sure`: of those that are sure to be honoured. */
static struct nj_qb_credit *pick(struct nj_qb_chat *chat, bool sure, bool spare,
                                 int64_t now_ms)
{
    struct nj_qb_credit *best = NULL;

    NJ_FOREACH(struct nj_qb_credit, c, chat->credits, NJ_QB_CREDITS_MAX) {
        /* Of an event nothing is kept back: it has few enough. */
        uint32_t kept = spare || c->kind == NJ_QB_REF_EVENT ? 0 : 1;

        if (is_live(c, now_ms) && c->left > kept &&
            (c->sure_ms > now_ms) == sure &&
            (best == NULL || c->until_ms < best->until_ms))
            best = c;
    }
    return best;
}

static bool take_answer(struct nj_qb_ledger *l, struct nj_qb_chat *chat,
                        bool spare, int64_t now_ms, struct nj_qb_ticket *out)
{
    struct nj_qb_credit *c = pick(chat, true, spare, now_ms);

    if (c == NULL && l->no_tries_until_ms <= now_ms)
        c = pick(chat, false, spare, now_ms);
    if (c == NULL)
        return false;
    out->route = NJ_QB_ANSWER;
    out->kind = c->kind;
    out->tries = c->sure_ms <= now_ms;
    out->safe = c->kind == NJ_QB_REF_MESSAGE;
    memcpy(out->ref, c->ref, sizeof(out->ref));
    c->left--;
    c->seq++;
    /* QB-3: the first answer to an event goes without. */
    out->seq = c->kind == NJ_QB_REF_EVENT && c->seq == 1 ? 0 : c->seq;
    return true;
}

/* --- pushes --- */

static int64_t later(int64_t a, int64_t b)
{
    return a > b ? a : b;
}

static uint32_t pushed_on(const struct nj_qb_chat *c, int64_t day)
{
    return c->day == day ? c->pushed : 0;
}

/* From when on there may be a push, by everything that limits it. */
static int64_t push_due(const struct nj_qb_ledger *l,
                        const struct nj_qb_chat *c, struct nj_qb_now now)
{
    const struct nj_qb_limits *limits = &l->limits;
    int64_t due = later(c->held_ms, l->held_ms);

    if (c->state != NJ_QB_OPEN)
        return NJ_QB_NEVER;
    /* How far off midnight is only the wall clock knows: asked every minute. */
    if (pushed_on(c, now.day) >= limits->day_max)
        return now.ms + MINUTE_MS;
    if (c->group) {
        due = later(
            due, nj_qb_ring_due(&c->pushes, limits->group_push_min, MINUTE_MS));
        return later(due, nj_qb_ring_due(&l->groups, limits->groups_push_min,
                                         MINUTE_MS));
    }
    due = later(due,
                nj_qb_ring_due(&c->pushes, limits->person_push_min, MINUTE_MS));
    due = later(due,
                nj_qb_ring_due(&l->people, limits->people_push_s, SECOND_MS));
    return later(
        due, nj_qb_ring_due(&l->people, limits->people_push_min, MINUTE_MS));
}

static void take_push(struct nj_qb_ledger *l, struct nj_qb_chat *c,
                      struct nj_qb_now now, struct nj_qb_ticket *out)
{
    out->route = NJ_QB_PUSH;
    nj_qb_ring_note(&c->pushes, now.ms);
    nj_qb_ring_note(c->group ? &l->groups : &l->people, now.ms);
    c->pushed = pushed_on(c, now.day) + 1;
    c->day = now.day;
}

void nj_qb_ledger_take(struct nj_qb_ledger *l, const char *chat, bool spare,
                       struct nj_qb_now now, struct nj_qb_ticket *out)
{
    struct nj_qb_chat *c = nj_qb_chat_of(l, chat);
    int64_t room =
        later(l->held_ms, nj_qb_ring_due(&c->all,
                                         c->group ? l->limits.group_all_min
                                                  : l->limits.person_all_min,
                                         MINUTE_MS));
    int64_t due = push_due(l, c, now);

    memset(out, 0, sizeof(*out));
    out->route = NJ_QB_WAIT;
    if (c->state == NJ_QB_CLOSED) {
        out->due_ms = NJ_QB_NEVER;
    } else if (room > now.ms) {
        out->due_ms = room;
    } else if (!take_answer(l, c, spare, now.ms, out)) {
        if (due <= now.ms)
            take_push(l, c, now, out);
        else
            out->due_ms = due;
    }
    if (out->route == NJ_QB_WAIT)
        return;
    nj_qb_ring_note(&c->all, now.ms);
    changed(l, c);
}

/* --- what became of it --- */

static void end_credit(struct nj_qb_ledger *l, struct nj_qb_chat *chat,
                       const struct nj_qb_ticket *t, int64_t now_ms)
{
    NJ_FOREACH(struct nj_qb_credit, c, chat->credits, NJ_QB_CREDITS_MAX) {
        if (is_live(c, now_ms) && strcmp(c->ref, t->ref) == 0)
            c->left = 0;
    }
    if (t->tries) /* QB-2: for now it is known */
        l->no_tries_until_ms = now_ms + HOUR_MS;
}

/* A minute, and twice as long each time, up to an hour; an hour behind the last
 * it begins anew. */
static void hold(int64_t *held_ms, int64_t *hold_ms, int64_t retry_ms,
                 int64_t now_ms)
{
    if (*held_ms + HOUR_MS <= now_ms)
        *hold_ms = 0;
    *hold_ms = *hold_ms == 0 ? MINUTE_MS : 2 * *hold_ms;
    if (*hold_ms > HOUR_MS)
        *hold_ms = HOUR_MS;
    if (retry_ms > DAY_MS)
        retry_ms = DAY_MS;
    *held_ms = now_ms + later(*hold_ms, retry_ms);
}

void nj_qb_ledger_settle(struct nj_qb_ledger *l, const char *chat,
                         const struct nj_qb_ticket *t, enum nj_qb_became what,
                         int64_t retry_ms, struct nj_qb_now now)
{
    struct nj_qb_chat *c = nj_qb_chat_of(l, chat);

    NJ_ASSERT(t->route != NJ_QB_WAIT);
    changed(l, c);
    switch (what) {
    case NJ_QB_WAS_SENT:
        l->hold_ms = 0;
        if (t->route == NJ_QB_PUSH)
            c->hold_ms = 0;
        break;
    case NJ_QB_WAS_OVER:
        end_credit(l, c, t, now.ms);
        break;
    case NJ_QB_WAS_FAST:
        hold(&c->held_ms, &c->hold_ms, retry_ms, now.ms);
        break;
    case NJ_QB_WAS_FAST_ALL:
        hold(&l->held_ms, &l->hold_ms, retry_ms, now.ms);
        break;
    case NJ_QB_WAS_FORBIDDEN:
        if (c->state == NJ_QB_OPEN)
            c->state = NJ_QB_REPLIES_ONLY;
        break;
    case NJ_QB_WAS_CLOSED:
        c->state = NJ_QB_CLOSED;
        break;
    }
}

void nj_qb_ledger_switch(struct nj_qb_ledger *l, const char *chat,
                         enum nj_qb_switch pushes, struct nj_qb_now now)
{
    struct nj_qb_chat *c;

    if (pushes == NJ_QB_SWITCH_UNSAID)
        return;
    c = nj_qb_chat_of(l, chat);
    changed(l, c);
    if (pushes == NJ_QB_SWITCH_ON) {
        c->state = NJ_QB_OPEN;
        c->held_ms = now.ms; /* a new beginning */
        c->hold_ms = 0;
    } else {
        c->state =
            pushes == NJ_QB_SWITCH_OFF ? NJ_QB_REPLIES_ONLY : NJ_QB_CLOSED;
    }
}

/* --- looking at it --- */

enum nj_qb_state nj_qb_ledger_state(const struct nj_qb_ledger *l,
                                    const char *chat)
{
    const struct nj_qb_chat *c = l->buckets[nj_text_hash(chat) % NJ_QB_BUCKETS];

    while (c != NULL && strcmp(c->address, chat) != 0)
        c = c->next;
    return c != NULL ? c->state : NJ_QB_OPEN;
}

struct nj_qb_budget nj_qb_ledger_budget(const struct nj_qb_ledger *l,
                                        struct nj_qb_now now)
{
    struct nj_qb_budget b = {
        .groups_min = nj_qb_ring_count(&l->groups, MINUTE_MS, now.ms),
        .people_min = nj_qb_ring_count(&l->people, MINUTE_MS, now.ms),
        .groups_most = l->limits.groups_push_min,
        .people_most = l->limits.people_push_min != 0
                           ? l->limits.people_push_min
                           : 60 * l->limits.people_push_s};

    for (size_t i = 0; i < NJ_QB_BUCKETS; i++)
        for (const struct nj_qb_chat *c = l->buckets[i]; c != NULL;
             c = c->next) {
            b.chats++;
            b.replies_only += c->state == NJ_QB_REPLIES_ONLY ? 1 : 0;
            b.closed += c->state == NJ_QB_CLOSED ? 1 : 0;
        }
    return b;
}

bool nj_qb_chat_idle(const struct nj_qb_chat *chat, struct nj_qb_now now)
{
    NJ_FOREACH(const struct nj_qb_credit, c, chat->credits, NJ_QB_CREDITS_MAX) {
        if (is_live(c, now.ms))
            return false;
    }
    return chat->state == NJ_QB_OPEN && chat->held_ms <= now.ms &&
           (chat->hold_ms == 0 || chat->held_ms + HOUR_MS <= now.ms) &&
           pushed_on(chat, now.day) == 0 &&
           nj_qb_ring_count(&chat->all, MINUTE_MS, now.ms) == 0;
}

/* What is kept of it is forgotten first. */
static bool may_go(struct nj_qb_ledger *l, struct nj_qb_chat *c,
                   struct nj_qb_now now)
{
    if (c->changed || !nj_qb_chat_idle(c, now))
        return false;
    if (c->kept)
        changed(l, c);
    return !c->kept;
}

static void sweep_bucket(struct nj_qb_ledger *l, struct nj_qb_chat **at,
                         struct nj_qb_now now)
{
    while (*at != NULL) {
        struct nj_qb_chat *c = *at;

        if (!may_go(l, c, now)) {
            at = &c->next;
            continue;
        }
        *at = c->next;
        free(c);
    }
}

void nj_qb_ledger_sweep(struct nj_qb_ledger *l, struct nj_qb_now now)
{
    for (size_t i = 0; i < NJ_QB_BUCKETS; i++)
        sweep_bucket(l, &l->buckets[i], now);
}
