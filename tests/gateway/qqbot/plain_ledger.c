/*
 * The second ledger: lists, gone through from end to end.
 */
#include "gateway/qqbot/plain_ledger.h"

#include <string.h>

#include "kit/nj_test.h"

#define PLACES 8 /* credits of a chat at once */

const char *plain_address(int chat)
{
    static const char *const addresses[PLAIN_CHATS] = {
        "qqbot:g:AA", "qqbot:u:AA", "qqbot:g:BB",
        "qqbot:u:BB", "qqbot:g:CC", "qqbot:u:CC"};

    return addresses[chat];
}

static bool is_group(int chat)
{
    return chat % 2 == 0;
}

static int64_t sure_ms(const struct plain_ledger *p,
                       const struct plain_grant *g)
{
    return g->from_ms + (is_group(g->chat) ? p->limits->group_sure_ms
                                           : p->limits->person_sure_ms);
}

static int64_t until_ms(const struct plain_ledger *p,
                        const struct plain_grant *g)
{
    return g->from_ms + (is_group(g->chat) ? p->limits->group_sure_ms
                                           : p->limits->person_try_ms);
}

static uint32_t most(const struct plain_ledger *p, const struct plain_grant *g)
{
    if (g->kind == NJ_QB_REF_EVENT)
        return p->limits->event_answers;
    return is_group(g->chat) ? p->limits->group_answers
                             : p->limits->person_answers;
}

static bool is_live(const struct plain_ledger *p, const struct plain_grant *g,
                    int chat, int64_t now_ms)
{
    return g->chat == chat && !g->gone && until_ms(p, g) > now_ms;
}

bool plain_is_apart(const struct plain_ledger *p, int chat,
                    enum nj_qb_ref_kind kind, int64_t from_ms)
{
    NJ_UNUSED(kind);
    for (int i = 0; i < p->n_grants; i++)
        if (p->grants[i].chat == chat && p->grants[i].from_ms == from_ms)
            return false;
    return true;
}

void plain_grant(struct plain_ledger *p, int chat, enum nj_qb_ref_kind kind,
                 const char *ref, int64_t age_ms, struct nj_qb_now now)
{
    struct plain_grant *g = &p->grants[p->n_grants];
    struct plain_grant *first = NULL;
    int live = 0;

    if (p->chats[chat].state == NJ_QB_CLOSED)
        p->chats[chat].state = NJ_QB_OPEN;
    for (int i = 0; i < p->n_grants; i++) {
        struct plain_grant *other = &p->grants[i];

        if (!is_live(p, other, chat, now.ms))
            continue;
        if (strcmp(other->ref, ref) == 0)
            return;
        live++;
        if (first == NULL || until_ms(p, other) < until_ms(p, first))
            first = other;
    }
    if (live == PLACES)
        first->gone = true;
    assert_true(p->n_grants < PLAIN_EVENTS);
    p->n_grants++;
    *g = (struct plain_grant){
        .chat = chat, .kind = kind, .from_ms = now.ms - age_ms};
    (void)snprintf(g->ref, sizeof(g->ref), "%s", ref);
}

void plain_switch(struct plain_ledger *p, int chat, enum nj_qb_switch pushes,
                  struct nj_qb_now now)
{
    struct plain_chat *c = &p->chats[chat];

    if (pushes == NJ_QB_SWITCH_ON)
        *c = (struct plain_chat){.state = NJ_QB_OPEN, .held_ms = now.ms};
    else if (pushes == NJ_QB_SWITCH_OFF)
        c->state = NJ_QB_REPLIES_ONLY;
    else if (pushes == NJ_QB_SWITCH_GONE)
        c->state = NJ_QB_CLOSED;
}

/* --- taking --- */

static bool counts(const struct plain_taken *t, int chat, bool all_of_kind,
                   bool pushes)
{
    return (all_of_kind ? is_group(t->chat) == is_group(chat)
                        : t->chat == chat) &&
           (!pushes || t->push);
}

/* The moment at which the `limit`th last of them falls out of the span. */
static int64_t due(const struct plain_ledger *p, int chat, bool all_of_kind,
                   bool pushes, uint32_t limit, int64_t span_ms)
{
    uint32_t n = 0;

    if (limit == 0)
        return 0;
    for (int i = p->n_taken - 1; i >= 0; i--)
        if (counts(&p->taken[i], chat, all_of_kind, pushes) && ++n == limit)
            return p->taken[i].at.ms + span_ms;
    return 0;
}

static uint32_t pushes_on(const struct plain_ledger *p, int chat, int64_t day)
{
    uint32_t n = 0;

    for (int i = 0; i < p->n_taken; i++)
        n += p->taken[i].chat == chat && p->taken[i].push &&
                     p->taken[i].at.day == day
                 ? 1
                 : 0;
    return n;
}

static int64_t push_due(const struct plain_ledger *p, int chat,
                        struct nj_qb_now now)
{
    const struct nj_qb_limits *m = p->limits;
    const struct plain_chat *c = &p->chats[chat];
    bool group = is_group(chat);
    int64_t at[6];
    int64_t last = 0;

    if (c->state != NJ_QB_OPEN)
        return NJ_QB_NEVER;
    if (pushes_on(p, chat, now.day) >= m->day_max)
        return now.ms + 60000;
    at[0] = c->held_ms;
    at[1] = p->held_ms;
    at[2] = due(p, chat, false, true,
                group ? m->group_push_min : m->person_push_min, 60000);
    at[3] = group ? due(p, chat, true, true, m->groups_push_min, 60000) : 0;
    at[4] = group ? 0 : due(p, chat, true, true, m->people_push_s, 1000);
    at[5] = group ? 0 : due(p, chat, true, true, m->people_push_min, 60000);
    for (size_t i = 0; i < NJ_COUNT(at); i++)
        last = at[i] > last ? at[i] : last;
    return last;
}

static struct plain_grant *soonest(struct plain_ledger *p, int chat, bool sure,
                                   bool spare, int64_t now_ms)
{
    struct plain_grant *best = NULL;

    for (int i = 0; i < p->n_grants; i++) {
        struct plain_grant *g = &p->grants[i];
        uint32_t kept = spare || g->kind == NJ_QB_REF_EVENT ? 0 : 1;

        if (is_live(p, g, chat, now_ms) && g->used_up + kept < most(p, g) &&
            (sure_ms(p, g) > now_ms) == sure &&
            (best == NULL || until_ms(p, g) < until_ms(p, best)))
            best = g;
    }
    return best;
}

static void answer(struct plain_grant *g, bool tries, struct nj_qb_ticket *out)
{
    g->used++;
    g->used_up++;
    out->route = NJ_QB_ANSWER;
    out->kind = g->kind;
    memcpy(out->ref, g->ref, sizeof(out->ref));
    out->seq = g->kind == NJ_QB_REF_EVENT && g->used == 1 ? 0 : g->used;
    out->tries = tries;
    out->safe = g->kind == NJ_QB_REF_MESSAGE;
}

static void choose(struct plain_ledger *p, int chat, bool spare,
                   struct nj_qb_now now, struct nj_qb_ticket *out)
{
    struct plain_grant *sure = soonest(p, chat, true, spare, now.ms);
    struct plain_grant *late = now.ms >= p->no_tries_until_ms
                                   ? soonest(p, chat, false, spare, now.ms)
                                   : NULL;
    int64_t push = push_due(p, chat, now);

    if (sure != NULL)
        answer(sure, false, out);
    else if (late != NULL)
        answer(late, true, out);
    else if (push <= now.ms)
        out->route = NJ_QB_PUSH;
    else
        out->due_ms = push;
}

void plain_take(struct plain_ledger *p, int chat, bool spare,
                struct nj_qb_now now, struct nj_qb_ticket *out)
{
    uint32_t most_of_all =
        is_group(chat) ? p->limits->group_all_min : p->limits->person_all_min;
    int64_t room = due(p, chat, false, false, most_of_all, 60000);

    memset(out, 0, sizeof(*out));
    out->route = NJ_QB_WAIT;
    if (p->held_ms > room)
        room = p->held_ms;
    if (p->chats[chat].state == NJ_QB_CLOSED)
        out->due_ms = NJ_QB_NEVER;
    else if (room > now.ms)
        out->due_ms = room;
    else
        choose(p, chat, spare, now, out);
    if (out->route == NJ_QB_WAIT)
        return;
    assert_true(p->n_taken < PLAIN_EVENTS);
    p->taken[p->n_taken++] = (struct plain_taken){
        .chat = chat, .push = out->route == NJ_QB_PUSH, .at = now};
}

/* --- what became of it --- */

static void hold(int64_t *held_ms, int64_t *hold_ms, int64_t retry_ms,
                 int64_t now_ms)
{
    if (now_ms >= *held_ms + 3600000)
        *hold_ms = 0;
    *hold_ms = *hold_ms == 0 ? 60000 : *hold_ms * 2;
    if (*hold_ms > 3600000)
        *hold_ms = 3600000;
    *held_ms = now_ms + (retry_ms > *hold_ms ? retry_ms : *hold_ms);
}

static void end(struct plain_ledger *p, int chat, const struct nj_qb_ticket *t,
                int64_t now_ms)
{
    for (int i = 0; i < p->n_grants; i++)
        if (is_live(p, &p->grants[i], chat, now_ms) &&
            strcmp(p->grants[i].ref, t->ref) == 0)
            p->grants[i].used_up = most(p, &p->grants[i]);
    if (t->tries)
        p->no_tries_until_ms = now_ms + 3600000;
}

void plain_settle(struct plain_ledger *p, int chat,
                  const struct nj_qb_ticket *t, enum nj_qb_became what,
                  int64_t retry_ms, struct nj_qb_now now)
{
    struct plain_chat *c = &p->chats[chat];

    if (what == NJ_QB_WAS_SENT) {
        p->hold_ms = 0;
        if (t->route == NJ_QB_PUSH)
            c->hold_ms = 0;
    } else if (what == NJ_QB_WAS_OVER) {
        end(p, chat, t, now.ms);
    } else if (what == NJ_QB_WAS_FAST) {
        hold(&c->held_ms, &c->hold_ms, retry_ms, now.ms);
    } else if (what == NJ_QB_WAS_FAST_ALL) {
        hold(&p->held_ms, &p->hold_ms, retry_ms, now.ms);
    } else if (what == NJ_QB_WAS_FORBIDDEN) {
        if (c->state == NJ_QB_OPEN)
            c->state = NJ_QB_REPLIES_ONLY;
    } else {
        c->state = NJ_QB_CLOSED;
    }
}

/* --- the platform --- */

/* How many are in the span that ends with number `last`. */
static uint32_t within(const struct plain_ledger *p, int last, bool all_of_kind,
                       int64_t span_ms)
{
    const struct plain_taken *t = &p->taken[last];
    uint32_t n = 0;

    for (int i = last; i >= 0 && p->taken[i].at.ms > t->at.ms - span_ms; i--)
        n += counts(&p->taken[i], t->chat, all_of_kind, true) ? 1 : 0;
    return n;
}

static void check_push(const struct plain_ledger *p, int i, bool verified)
{
    const struct plain_taken *t = &p->taken[i];

    assert_true(within(p, i, false, 60000) <= 20);
    assert_true(pushes_on(p, t->chat, t->at.day) <= 1000);
    if (is_group(t->chat)) {
        assert_true(within(p, i, true, 60000) <= (verified ? 60 : 30));
        return;
    }
    assert_true(within(p, i, true, 1000) <= (verified ? 10 : 5));
    if (!verified)
        assert_true(within(p, i, true, 60000) <= 30);
}

void plain_check_platform(const struct plain_ledger *p, bool verified)
{
    for (int i = 0; i < p->n_taken; i++)
        if (p->taken[i].push)
            check_push(p, i, verified);
    for (int i = 0; i < p->n_grants; i++)
        assert_true(p->grants[i].used <= (is_group(p->grants[i].chat) ? 5 : 4));
}
