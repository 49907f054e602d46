/*
 * The second platform as QQ's official one for bots: it shows what its own
 * counts allow (kit/qqbot_platform.h), the gateway's ledger and jobs stand
 * before it, calls and answers get lost, and a process that has died knows of
 * it what it has kept.
 */
#include <stdlib.h>

#include "simulation/sim_priv.h"

#define KEPT_MAX SIM_CHATS

static struct sim_call *call_of(struct sim *s, uint64_t call)
{
    for (uint32_t i = 0; i < s->n_calls; i++)
        if (s->calls[i].call == call)
            return &s->calls[i];
    nj_sim_fail(s, "a fate of no call");
}

/* A fate goes before what is heard later, as it does where one thread tells
 * both. */
static void push(void *ctx, struct nj_event *e)
{
    struct sim *s = ctx;
    struct sim_call *c;

    if (e->kind != NJ_EVENT_FATE) {
        nj_sim_push(s, e);
        return;
    }
    c = call_of(s, e->call);
    c->fate = e->fate;
    c->ms = e->ms;
    c->due_ms = s->now_ms;
    nj_event_destroy(e);
}

void nj_sim_desk_open(struct sim *s)
{
    if (!s->official)
        return;
    qqbot_desk_open(&s->desk, s->seed % 4 == 1, &s->now_ms);
    s->desk.push = push;
    s->desk.ctx = s;
    s->desk.gateway = 1;
    s->desk.durable = true;
    for (int i = 0; i < SIM_CHATS; i++)
        if (s->chats[i].gateway == 1)
            nj_sim_desk_hears(s, &s->chats[i]);
}

void nj_sim_desk_close(struct sim *s)
{
    if (!s->official)
        return;
    s->sums->answers += qqbot_answers(s->desk.platform);
    s->sums->pushes += qqbot_pushes(s->desk.platform);
    s->sums->put_off += s->desk.put_off;
    qqbot_desk_close(&s->desk);
}

/* --- what is shown --- */

static bool is_of(const struct qqbot_said *said, const char *address)
{
    const char *id = said->scene == QQBOT_GROUP ? nj_address_group_id(address)
                                                : nj_address_user_id(address);

    return id != NULL && strcmp(id, said->chat) == 0;
}

/* Parts of a text follow one another; the same is not said again by one call. */
static void check_parts(const struct sim *s, const struct sim_call *c,
                        const struct qqbot_said *said)
{
    struct qqbot_said before;
    bool there = qqbot_said(s->desk.platform, c->shown_at, &before);

    if (there && strcmp(before.text, said->text) == 0)
        nj_sim_fail(s, "call %llu says '%s' twice", (unsigned long long)c->call,
                    said->text);
}

static void account(struct sim *s, const struct qqbot_said *said)
{
    for (uint32_t i = 0; i < s->n_calls; i++) {
        struct sim_call *c = &s->calls[i];
        const char *address = s->chats[c->chat].address;

        if (c->gateway != 1 || !is_of(said, address))
            continue;
        if (c->shown)
            check_parts(s, c, said);
        else
            nj_sim_ledger_delivered(s, address, c);
        c->shown = true;
        c->shown_at = s->seen;
        return;
    }
}

static void account_all(struct sim *s)
{
    struct qqbot_said said;

    while (qqbot_said(s->desk.platform, s->seen, &said)) {
        account(s, &said);
        s->seen++;
    }
}

/* --- what happens --- */

void nj_sim_desk_hears(struct sim *s, const struct sim_chat *c)
{
    if (s->official && c->gateway == 1)
        qqbot_desk_hears(&s->desk, c->address);
}

static enum qqbot_scene scene_of(const struct sim_chat *c)
{
    return nj_address_group_id(c->address) != NULL ? QQBOT_GROUP : QQBOT_USER;
}

static const char *id_of(const struct sim_chat *c)
{
    return scene_of(c) == QQBOT_GROUP ? nj_address_group_id(c->address)
                                      : nj_address_user_id(c->address);
}

bool nj_sim_desk_shut(const struct sim *s, const struct sim_chat *c)
{
    return s->official && c->gateway == 1 &&
           !qqbot_may_push(s->desk.platform, scene_of(c), id_of(c));
}

bool nj_sim_desk_switch(struct sim *s, const struct sim_chat *c, bool on)
{
    bool told = !nj_sim_has(s, NJ_SIM_DROPS) || nj_sim_below(s, 2) == 0;

    if (!s->official || c->gateway != 1)
        return false;
    nj_sim_trace(s, "pushes to %s %s%s", c->address, on ? "on" : "off",
                 told ? "" : ", untold");
    if (told && s->gateways[1].up)
        qqbot_desk_switch(&s->desk, c->address, on);
    else
        qqbot_switch(s->desk.platform, scene_of(c), id_of(c), on);
    return true;
}

static void lose_some(struct sim *s)
{
    uint32_t roll = nj_sim_has(s, NJ_SIM_CALLS) ? nj_sim_below(s, 100) : 99;

    if (roll < 8)
        qqbot_fault_next(s->desk.platform, QQBOT_LOSE_ANSWER);
    else if (roll < 16)
        qqbot_fault_next(s->desk.platform, QQBOT_LOSE_CALL);
    s->sums->lost += roll < 16;
}

void nj_sim_desk_sends(struct sim *s, const char *address, uint64_t call,
                       const struct nj_say *say)
{
    lose_some(s);
    (void)qqbot_desk_sends(&s->desk, call, address, say);
    nj_sim_trace(s, "call %llu to %s by the desk", (unsigned long long)call,
                 address);
    account_all(s);
}

void nj_sim_desk_kept(struct sim *s, uint64_t call)
{
    if (s->official && !s->dead)
        qqbot_desk_kept(&s->desk, call);
}

void nj_sim_desk_step(struct sim *s)
{
    if (!s->official || s->dead)
        return;
    qqbot_desk_step(&s->desk);
    account_all(s);
}

void nj_sim_desk_lose(struct sim *s)
{
    if (s->official)
        qqbot_desk_lose(&s->desk);
}

/* --- a new process --- */

struct kept {
    char names[KEPT_MAX][NJ_ADDRESS_MAX];
    char *values[KEPT_MAX];
    size_t n;
};

static void note_kept(void *ctx, const char *name, const char *value)
{
    struct kept *k = ctx;

    assert_true(k->n < KEPT_MAX);
    nj_str_copy(k->names[k->n], NJ_ADDRESS_MAX, name);
    k->values[k->n++] = nj_strndup(value, strlen(value));
}

void nj_sim_desk_reborn(struct sim *s)
{
    struct nj_gateway_kept rows[KEPT_MAX];
    struct kept k = {.n = 0};

    if (!s->official)
        return;
    nj_kept_each(s->store, s->gateways[1].base.name, note_kept, &k);
    for (size_t i = 0; i < k.n; i++)
        rows[i] = (struct nj_gateway_kept){k.names[i], k.values[i]};
    qqbot_desk_die(&s->desk, rows, k.n);
    for (size_t i = 0; i < k.n; i++)
        free(k.values[i]);
}

void nj_sim_desk_end(struct sim *s)
{
    static const int64_t never[] = {
        11244,    11253,    40034001, 40034024, 40034025, 40034026, 40034027,
        40034029, 40034100, 40034101, 40054004, 40054007, 40054010};

    for (size_t i = 0; i < NJ_COUNT(never) && s->official; i++)
        if (qqbot_refused(s->desk.platform, never[i]) > 0)
            nj_sim_fail(s, "the platform refuses with %lld",
                        (long long)never[i]);
}
