/*
 * The simulated platforms: what people type travels to the referee in the
 * order of each chat, what the referee sends meets one of many fates.
 */
#include <stdlib.h>

#include "kit/plant.h"
#include "simulation/sim_priv.h"

#define REPEAT_MS INT64_C(72000000)

uint8_t nj_sim_gateway_of(uint8_t user)
{
    return user >= SIM_USERS - 3 ? 1 : 0;
}

/* --- sending --- */

static struct sim_chat *chat_of(struct sim *s, const char *address)
{
    for (int i = 0; i < SIM_CHATS; i++)
        if (strcmp(s->chats[i].address, address) == 0)
            return &s->chats[i];
    nj_sim_fail(s, "a text to a stranger, '%s'", address);
}

/* True if it is delivered; the fate that is told, and when. */
static bool decide(struct sim *s, const struct sim_chat *to, struct sim_call *c)
{
    uint32_t roll = nj_sim_has(s, NJ_SIM_CALLS) ? nj_sim_below(s, 100) : 99;

    c->due_ms = s->now_ms;
    if (nj_sim_has(s, NJ_SIM_DELAYS))
        c->due_ms += nj_sim_below(s, 3000);
    c->fate = NJ_FATE_SENT;
    if (!s->gateways[to->gateway].up || roll < 4) {
        c->fate = NJ_FATE_NOT_SENT;
        return nj_planted("delivered-though-not-sent");
    }
    if (to->refused || to->muted) {
        c->fate = NJ_FATE_REFUSED;
        return false;
    }
    if (roll < 16) {
        c->fate = NJ_FATE_UNKNOWN;
        c->due_ms += 10000;
        return roll < 10;
    }
    if (roll < 24) { /* it hangs until the link dies, or is answered late */
        c->due_ms += 30000;
        c->fate = roll < 20 ? NJ_FATE_SENT : NJ_FATE_UNKNOWN;
        return roll < 20;
    }
    return true;
}

static bool by_desk(const struct sim *s, const struct sim_chat *to)
{
    return s->official && to->gateway == 1 && s->gateways[1].up;
}

static void take(struct nj_gateway *g, uint64_t call, const char *address,
                 const struct nj_say *say)
{
    struct sim *s = ((struct sim_gateway *)(void *)g)->sim;
    struct sim_chat *to = chat_of(s, address);
    struct sim_call *c;
    bool delivered;

    s->follow.sends += s->follow.now;
    if (s->die_send > 0 && --s->die_send == 0)
        nj_sim_die(s);
    if (s->dead || nj_sim_ledger_aside(s, address, call))
        return;
    if (s->n_calls == SIM_CALLS)
        nj_sim_fail(s, "more than one call to a chat");
    c = &s->calls[s->n_calls++];
    *c = (struct sim_call){
        .call = call, .gateway = to->gateway, .chat = (uint8_t)(to - s->chats)};
    nj_sim_ledger_sent(s, address, c);
    if (by_desk(s, to)) {
        c->due_ms = INT64_MAX;
        nj_sim_desk_sends(s, address, call, say);
        return;
    }
    delivered = decide(s, to, c);
    nj_sim_trace(s, "call %llu to %s, %u rows from %lld, fate %d in %lld ms%s",
                 (unsigned long long)call, address, c->n_rows,
                 (long long)c->rows[0], (int)c->fate,
                 (long long)(c->due_ms - s->now_ms),
                 delivered ? "" : ", not delivered");
    if (delivered)
        nj_sim_ledger_delivered(s, address, c);
}

static void send_group(struct nj_gateway *g, uint64_t call, struct nj_group to,
                       const struct nj_say *say)
{
    take(g, call, to.address, say);
}

static void send_private(struct nj_gateway *g, uint64_t call,
                         const struct nj_private *to, const struct nj_say *say)
{
    struct sim *s = ((struct sim_gateway *)(void *)g)->sim;
    const char *address = nj_private_address(to);
    const struct sim_chat *chat = chat_of(s, address);
    const char *asked = strstr(say->text, "发「确认 ");
    char line[SIM_TEXT];

    take(g, call, address, say);
    if (asked == NULL || s->dead)
        return;
    (void)snprintf(line, sizeof(line), "%.*s", (int)strlen("确认 1234"),
                   asked + strlen("发「"));
    nj_sim_say(s, (uint8_t)(chat - s->chats),
               (uint8_t)(chat - s->chats - SIM_GROUPS), line, true);
}

static void kept(struct nj_gateway *g, uint64_t call)
{
    struct sim *s = ((struct sim_gateway *)(void *)g)->sim;

    if (g->index == 1)
        nj_sim_desk_kept(s, call);
}

static const struct nj_gateway_ops ops = {
    .send_group = send_group,
    .send_private = send_private,
    .kept = kept,
};

/* --- links --- */

void nj_sim_push(struct sim *s, struct nj_event *ev)
{
    ev->next = NULL;
    *s->arrived_end = ev;
    s->arrived_end = &ev->next;
}

static void note_fate(struct sim_row *row, enum nj_fate fate)
{
    row->doubtful += fate == NJ_FATE_UNKNOWN || fate == NJ_FATE_LOST;
    row->refused = row->refused || fate == NJ_FATE_REFUSED;
}

/* What this life of the process knows of a row. */
static void tell_fate(const struct sim *s, struct sim_row *row,
                      enum nj_fate fate)
{
    note_fate(row, fate);
    if (row->life != s->sums->kills)
        row->told = 0;
    row->unknown = fate == NJ_FATE_UNKNOWN;
    row->fated = s->texts;
    row->told += fate == NJ_FATE_UNKNOWN || fate == NJ_FATE_LOST;
    row->life = s->sums->kills;
}

static void push_fate(struct sim *s, struct sim_call *c)
{
    struct nj_event *ev = nj_event_create(NJ_EVENT_FATE, c->gateway);

    nj_sim_trace(s, "fate %d of call %llu", (int)c->fate,
                 (unsigned long long)c->call);
    ev->call = c->call;
    ev->fate = c->fate;
    ev->ms = c->fate == NJ_FATE_LATER ? c->ms : 0;
    for (uint32_t i = 0; i < c->n_rows; i++)
        tell_fate(s, &s->rows[c->rows[i]], c->fate);
    nj_sim_push(s, ev);
}

/* Calls under way get their fate before the link is said to be gone. */
static void lose_calls(struct sim *s, uint8_t gateway)
{
    uint32_t kept = 0;

    for (uint32_t i = 0; i < s->n_calls; i++) {
        struct sim_call *c = &s->calls[i];

        if (c->gateway != gateway) {
            s->calls[kept++] = *c;
            continue;
        }
        if (c->fate != NJ_FATE_NOT_SENT)
            c->fate = NJ_FATE_LOST;
        push_fate(s, c);
    }
    s->n_calls = kept;
}

static void drop_queue(struct sim *s, struct sim_chat *c)
{
    uint32_t kept = 0;

    for (uint32_t i = 0; i < c->n; i++)
        if (!nj_sim_has(s, NJ_SIM_DROPS) || nj_sim_below(s, 4) > 0)
            c->queue[kept++] = c->queue[i];
    c->n = kept;
}

void nj_sim_settle(struct sim *s, uint8_t chat)
{
    uint32_t kept = 0;

    for (uint32_t i = 0; i < s->n_calls; i++)
        if (s->calls[i].chat == chat && s->calls[i].fate == NJ_FATE_REFUSED)
            push_fate(s, &s->calls[i]);
        else
            s->calls[kept++] = s->calls[i];
    s->n_calls = kept;
}

void nj_sim_link(struct sim *s, uint8_t gateway, bool up)
{
    struct sim_gateway *g = &s->gateways[gateway];
    struct nj_event *ev;

    if (g->up == up)
        return;
    nj_sim_trace(s, "link %u %s", gateway, up ? "up" : "down");
    g->up = up;
    if (!up && gateway == 1)
        nj_sim_desk_lose(s);
    if (!up)
        lose_calls(s, gateway);
    ev = nj_event_create(up ? NJ_EVENT_UP : NJ_EVENT_DOWN, gateway);
    nj_sim_push(s, ev);
    for (uint8_t i = 0; i < SIM_CHATS && up; i++)
        if (s->chats[i].gateway == gateway) {
            drop_queue(s, &s->chats[i]);
            if (nj_sim_has(s, NJ_SIM_REPEATS) && nj_sim_below(s, 4) == 0)
                nj_sim_repeat(s, i);
        }
    s->sums->reconnects += up;
}

void nj_sim_links_lost(struct sim *s)
{
    while (s->arrived != NULL) {
        struct nj_event *ev = s->arrived;

        s->arrived = ev->next;
        nj_event_destroy(ev);
    }
    s->arrived_end = &s->arrived;
    for (uint32_t i = 0; i < s->n_calls; i++)
        for (uint32_t k = 0; k < s->calls[i].n_rows; k++)
            note_fate(&s->rows[s->calls[i].rows[k]], NJ_FATE_LOST);
    s->n_calls = 0;
    for (uint8_t g = 0; g < SIM_GATEWAYS; g++) {
        s->gateways[g].up = false;
        nj_sim_link(s, g, true);
    }
}

/* --- people's messages --- */

static bool push_queue(struct sim_chat *c, uint32_t said)
{
    if (c->n == SIM_QUEUE)
        return false;
    c->queue[c->n++] = said;
    return true;
}

void nj_sim_say(struct sim *s, uint8_t chat, uint8_t user, const char *text,
                bool answered)
{
    struct sim_said *m;

    if ((s->n_said & (s->n_said - 1)) == 0)
        s->said =
            nj_realloc(s->said, (size_t)2 * (s->n_said + 1) * sizeof(*s->said));
    m = &s->said[s->n_said];
    *m = (struct sim_said){.chat = chat,
                           .user = user,
                           .answered = answered,
                           .at_ms = s->now_ms,
                           .stamp_ms = nj_sim_stamp(s, s->chats[chat].gateway)};
    (void)snprintf(m->text, sizeof(m->text), "%s", text);
    if (!nj_sim_has(s, NJ_SIM_DROPS) || nj_sim_below(s, 20) != 0)
        (void)push_queue(&s->chats[chat], s->n_said);
    s->n_said++;
}

/* The program remembers a message for a day; no platform repeats an older. */
static void forget_old(const struct sim *s, struct sim_chat *c)
{
    uint32_t kept = 0;

    for (uint32_t i = 0; i < c->n_recent; i++)
        if (s->now_ms - s->said[c->recent[i]].at_ms < REPEAT_MS)
            c->recent[kept++] = c->recent[i];
    c->n_recent = kept;
}

void nj_sim_repeat(struct sim *s, uint8_t chat)
{
    struct sim_chat *c = &s->chats[chat];
    uint32_t k;

    forget_old(s, c);
    k = c->n_recent > 0 ? nj_sim_below(s, c->n_recent + 1) : 0;
    if (k == 0 || c->n + k > SIM_QUEUE)
        return;
    memmove(c->queue + k, c->queue, c->n * sizeof(*c->queue));
    memcpy(c->queue, c->recent + c->n_recent - k, k * sizeof(*c->queue));
    c->n += k;
    s->sums->repeats += k;
}

static void remember(struct sim_chat *c, uint32_t said)
{
    if (c->n_recent == NJ_COUNT(c->recent)) {
        memmove(c->recent, c->recent + 1, 3 * sizeof(*c->recent));
        c->n_recent--;
    }
    c->recent[c->n_recent++] = said;
}

/* In one turn each person says one thing, and one of them uses a power or
 * starts a match: so the ledger knows whose words had which effect. */
static bool alone(const struct sim *s, const struct sim_said *m)
{
    for (uint32_t i = 0; i < s->n_turn; i++) {
        const struct sim_said *o = &s->said[s->turn[i]];

        if (o->user == m->user ||
            (nj_sim_is_power(o->text) && nj_sim_is_power(m->text)) ||
            (strstr(o->text, "开始") != NULL &&
             strstr(m->text, "开始") != NULL))
            return false;
    }
    return s->n_turn < SIM_TURN;
}

static void push_message(struct sim *s, uint32_t said)
{
    const struct sim_said *m = &s->said[said];
    struct sim_chat *c = &s->chats[m->chat];
    struct nj_event *ev = nj_event_create(NJ_EVENT_MESSAGE, c->gateway);

    ev->group = m->chat < SIM_GROUPS;
    ev->privacy = ev->group ? NJ_PRIVACY_UNSAID : NJ_PRIVACY_PROVED;
    ev->at_ms = said % 7 == 0 ? 0 : m->stamp_ms;
    ev->role = s->calm || m->user == 0 || m->user == SIM_USERS - 1
                   ? NJ_ROLE_ADMIN
                   : NJ_ROLE_MEMBER;
    memcpy(ev->chat, c->address, sizeof(ev->chat));
    memcpy(ev->user, s->chats[SIM_GROUPS + m->user].address, sizeof(ev->user));
    (void)snprintf(ev->id, sizeof(ev->id), "m%u", said);
    if (nj_planted("repeat-with-a-new-id"))
        (void)snprintf(ev->id, sizeof(ev->id), "m%u.%u", said, s->step);
    (void)snprintf(ev->name, sizeof(ev->name), "N%u", m->user);
    nj_event_set_text(ev, m->text, strlen(m->text));
    nj_sim_trace(s, "m%u of %s in %s: %s", said, ev->user, ev->chat, m->text);
    nj_sim_desk_hears(s, c);
    nj_sim_push(s, ev);
    remember(c, said);
    s->turn[s->n_turn++] = said;
}

/* Nothing ran for days while a repeat waited: it is given up. */
static bool is_stale(const struct sim *s, const struct sim_said *m)
{
    return m->taken && s->now_ms - m->at_ms >= REPEAT_MS;
}

static void arrive_in(struct sim *s, struct sim_chat *c)
{
    while (c->n > 0 && alone(s, &s->said[c->queue[0]])) {
        if (nj_sim_has(s, NJ_SIM_DELAYS) && nj_sim_below(s, 3) == 0)
            return;
        if (!is_stale(s, &s->said[c->queue[0]]))
            push_message(s, c->queue[0]);
        c->n--;
        memmove(c->queue, c->queue + 1, c->n * sizeof(*c->queue));
    }
}

void nj_sim_arrive(struct sim *s)
{
    uint32_t kept = 0, from = nj_sim_below(s, SIM_CHATS);

    nj_sim_desk_step(s);
    for (uint32_t i = 0; i < s->n_calls; i++)
        if (s->calls[i].due_ms > s->now_ms)
            s->calls[kept++] = s->calls[i];
        else
            push_fate(s, &s->calls[i]);
    s->n_calls = kept;
    for (uint32_t i = 0; i < SIM_CHATS; i++) {
        struct sim_chat *c = &s->chats[(from + i) % SIM_CHATS];

        if (s->gateways[c->gateway].up)
            arrive_in(s, c);
    }
}

int64_t nj_sim_next_ms(const struct sim *s)
{
    int64_t next = INT64_MAX;

    for (uint32_t i = 0; i < s->n_calls; i++)
        if (s->calls[i].due_ms < next)
            next = s->calls[i].due_ms;
    if (s->official && qqbot_desk_due(&s->desk) < next)
        next = qqbot_desk_due(&s->desk);
    for (int i = 0; i < SIM_CHATS; i++)
        if (s->chats[i].n > 0 && s->gateways[s->chats[i].gateway].up)
            next = s->now_ms;
    return next;
}

void nj_sim_platform_init(struct sim *s)
{
    static const char *const names[SIM_GATEWAYS] = {"qq", "tg"};
    char id[8];

    s->arrived_end = &s->arrived;
    s->official = s->seed % 2 != 0;
    for (uint8_t g = 0; g < SIM_GATEWAYS; g++) {
        s->gateways[g] = (struct sim_gateway){
            .base = {.ops = &ops, .index = g}, .sim = s, .up = false};
        (void)snprintf(s->gateways[g].base.name,
                       sizeof(s->gateways[g].base.name), "%s", names[g]);
        s->list[g] = &s->gateways[g].base;
    }
    for (uint8_t i = 0; i < SIM_CHATS; i++) {
        bool group = i < SIM_GROUPS;
        uint8_t user = (uint8_t)(i - SIM_GROUPS);

        (void)snprintf(id, sizeof(id), "%u", 1u + (group ? i : user));
        s->chats[i].gateway =
            group ? i == SIM_GROUPS - 1 : nj_sim_gateway_of(user);
        if (group)
            nj_address_group(s->chats[i].address, names[s->chats[i].gateway],
                             id);
        else
            nj_address_user(s->chats[i].address, names[s->chats[i].gateway],
                            id);
    }
    nj_sim_desk_open(s);
}
