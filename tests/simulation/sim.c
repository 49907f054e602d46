/*
 * One run of the simulation: a step at a time, then an hour without trouble,
 * then the end of all matches.
 */
#include "simulation/sim.h"

#include <stdarg.h>
#include <stdlib.h>

#include "base/log.h"
#include "referee/books/books.h"
#include "referee/hearing/hearing_priv.h"
#include "simulation/sim_priv.h"

#define HOUR_MS  INT64_C(3600000)
#define DAY_MS   (24 * HOUR_MS)
#define TURNS    100000 /* more than any hour takes */
#define START_MS INT64_C(1760000000000)

void nj_sim_fail(const struct sim *s, const char *fmt, ...)
{
    char text[1024];
    va_list args;

    va_start(args, fmt);
    (void)vsnprintf(text, sizeof(text), fmt, args);
    va_end(args);
    fail_msg("seed %llu, step %u: %s\n  again with NJ_SIM_SEED=%llu",
             (unsigned long long)s->seed, s->step, text,
             (unsigned long long)s->seed);
    abort(); /* not reached: the test has ended */
}

void nj_sim_trace(const struct sim *s, const char *fmt, ...)
{
    va_list args;

    if (!s->traced)
        return;
    (void)fprintf(stderr, "%u ", s->step);
    va_start(args, fmt);
    (void)vfprintf(stderr, fmt, args);
    va_end(args);
    (void)fputc('\n', stderr);
}

uint32_t nj_sim_below(struct sim *s, uint32_t n)
{
    return nj_rng_below(&s->chance, n);
}

bool nj_sim_has(const struct sim *s, enum nj_sim_trouble t)
{
    return !s->calm && (s->trouble & (unsigned)t) != 0;
}

/* --- turns --- */

/* Who has just heard that he is late is not told so again. */
static bool told_late(const struct sim *s, const struct sim_said *m)
{
    const struct nj_chat *who =
        nj_books_find(s->referee, s->chats[SIM_GROUPS + m->user].address);

    return who != NULL && who->told.late_ms != 0 &&
           s->referee->steady_ms - who->told.late_ms < 20000;
}

/* A command that arrives alone is not passed over in silence, unless its
 * sender may have too many answers waiting (referee/hearing/flood.c). */
static const struct sim_said *must_be_answered(const struct sim *s)
{
    const struct sim_said *m;

    if (s->n_turn != 1 || s->full || s->referee->full ||
        nj_referee_queued(s->referee) >= NJ_OWED_MAX)
        return NULL;
    m = &s->said[s->turn[0]];
    return m->answered && !m->taken && !told_late(s, m) ? m : NULL;
}

static void take_turn(struct sim *s)
{
    struct nj_event *events;
    const struct sim_said *m;
    struct nj_err err = {{0}};
    uint32_t before = s->observed;
    enum nj_status st;
    bool followed;

    nj_sim_arrive(s);
    m = must_be_answered(s);
    events = s->arrived;
    s->arrived = NULL;
    s->arrived_end = &s->arrived;
    followed = nj_sim_followed(s);
    st = nj_referee_turn(s->referee, events, &err);
    s->sums->turns++;
    nj_sim_trace(s, "turn: status %d, full %d, dead %d, queued %u", (int)st,
                 s->referee->full, s->dead, nj_referee_queued(s->referee));
    for (uint32_t i = 0; i < s->n_turn && (s->dead || !s->referee->full); i++)
        s->said[s->turn[i]].taken = true;
    if (followed) {
        nj_sim_followed_by(s, st);
        return;
    }
    if (s->dead) {
        nj_sim_restart(s, nj_sim_below(s, 3) == 0 ? nj_sim_below(s, 4 * HOUR_MS)
                                                  : nj_sim_below(s, 3000));
        return;
    }
    if (st != NJ_OK)
        nj_sim_fail(s, "the turn failed: %s", err.text);
    if (m != NULL && s->observed == before && !s->referee->full)
        nj_sim_fail(s, "no answer to '%s'", m->text);
    nj_sim_ledger_turn(s);
}

/* To the next moment at which anything happens, `most_ms` at most. */
static void pass(struct sim *s, int64_t most_ms)
{
    int64_t wait = nj_referee_wait_ms(s->referee);
    int64_t next = nj_sim_next_ms(s);

    if (next != INT64_MAX && next - s->now_ms < wait)
        wait = next > s->now_ms ? next - s->now_ms : 0;
    nj_sim_pass(s, wait < most_ms ? wait : most_ms);
}

/* --- trouble --- */

static void reach(struct sim *s, uint8_t user, bool yes)
{
    struct sim_chat *c = &s->chats[SIM_GROUPS + user];
    struct nj_event *ev;

    if (nj_sim_desk_switch(s, c, yes))
        return;
    c->refused = !yes;
    if (!yes || (nj_sim_has(s, NJ_SIM_DROPS) && nj_sim_below(s, 2) == 0))
        return;
    nj_sim_settle(s, (uint8_t)(SIM_GROUPS + user));
    ev = nj_event_create(NJ_EVENT_FRIEND, c->gateway);
    memcpy(ev->user, c->address, sizeof(ev->user));
    nj_sim_push(s, ev);
}

static void mute(struct sim *s, uint8_t group, bool yes)
{
    struct sim_chat *c = &s->chats[group];
    struct nj_event *ev;

    if (nj_sim_desk_switch(s, c, !yes))
        return;
    ev = nj_event_create(NJ_EVENT_MUTED, c->gateway);
    nj_sim_settle(s, group);
    c->muted = yes;
    ev->group = true;
    ev->muted = yes;
    memcpy(ev->chat, c->address, sizeof(ev->chat));
    nj_sim_push(s, ev);
}

static bool is_shut(const struct sim *s, int chat)
{
    const struct sim_chat *c = &s->chats[chat];

    return c->refused || c->muted || nj_sim_desk_shut(s, c);
}

static void trouble_with_people(struct sim *s)
{
    uint8_t user = (uint8_t)nj_sim_below(s, SIM_USERS);
    uint8_t group = (uint8_t)nj_sim_below(s, SIM_GROUPS);

    if (nj_sim_below(s, 2) == 0)
        reach(s, user, is_shut(s, SIM_GROUPS + user));
    else
        mute(s, group, !is_shut(s, group));
}

static void kill_or_arm(struct sim *s)
{
    uint32_t roll = nj_sim_below(s, 3);

    if (roll == 0)
        nj_sim_restart(s, nj_sim_below(s, 200000));
    else if (roll == 1)
        s->die_io = 1 + nj_sim_below(s, 20);
    else
        s->die_send = 1 + nj_sim_below(s, 4);
}

static void reconnect(struct sim *s)
{
    uint8_t g = (uint8_t)nj_sim_below(s, SIM_GATEWAYS);

    if (nj_sim_below(s, 4) == 0 || !s->gateways[g].up) {
        nj_sim_link(s, g, !s->gateways[g].up);
        return;
    }
    nj_sim_link(s, g, false);
    nj_sim_link(s, g, true);
}

static void trouble(struct sim *s)
{
    uint32_t roll = nj_sim_below(s, 100);

    if (nj_sim_has(s, NJ_SIM_LINKS) && roll < s->plan->reconnects)
        reconnect(s);
    roll = nj_sim_below(s, 100);
    if (nj_sim_has(s, NJ_SIM_REPEATS) && roll < 8)
        nj_sim_repeat(s, (uint8_t)nj_sim_below(s, SIM_CHATS));
    else if (nj_sim_has(s, NJ_SIM_KILLS) && roll < 12)
        kill_or_arm(s);
    else if (nj_sim_has(s, NJ_SIM_DISK) && roll < 15)
        nj_sim_disk(s, !s->full);
    else if (nj_sim_has(s, NJ_SIM_REFUSALS) && roll < 19)
        trouble_with_people(s);
    else if (nj_sim_has(s, NJ_SIM_JUMPS) && roll < 20)
        nj_sim_pass(s, nj_sim_below(s, 3 * DAY_MS));
}

static void one_step(struct sim *s)
{
    trouble(s);
    nj_sim_clocks_trouble(s);
    for (uint32_t i = nj_sim_below(s, s->plan->words + 1); i > 0; i--)
        nj_sim_people_speak(s);
    if (nj_sim_below(s, 4) == 0)
        pass(s, nj_sim_below(s, 10) == 0 ? HOUR_MS : 5000);
    else
        nj_sim_pass(s, nj_sim_below(s, 400));
    if (nj_sim_below(s, 5) > 0)
        take_turn(s);
}

/* --- the end of trouble --- */

static void heal(struct sim *s)
{
    s->die_io = s->die_send = 0;
    nj_sim_disk(s, false);
    s->calm = true;
    nj_sim_clocks_calm(s);
    for (uint8_t g = 0; g < SIM_GATEWAYS; g++)
        nj_sim_link(s, g, true);
    for (uint8_t u = 0; u < SIM_USERS; u++)
        reach(s, u, true);
    for (uint8_t g = 0; g < SIM_GROUPS; g++)
        mute(s, g, false);
}

static void run_for(struct sim *s, int64_t ms)
{
    int64_t until = s->now_ms + ms;

    for (uint32_t i = 0; s->now_ms < until; i++) {
        if (i == TURNS)
            nj_sim_fail(s, "it does not come to rest");
        take_turn(s);
        pass(s, until - s->now_ms);
    }
    take_turn(s);
}

static void begin(struct sim *s)
{
    nj_rng_splitmix64(&s->chance, s->seed);
    s->now_ms = START_MS;
    s->trouble = s->plan->trouble != 0 ? s->plan->trouble
                                       : nj_sim_below(s, NJ_SIM_ALL + 1);
    nj_sim_platform_init(s);
    nj_sim_open(s);
    for (uint8_t g = 0; g < SIM_GATEWAYS; g++)
        nj_sim_link(s, g, true);
    nj_sim_people_begin(s);
}

static bool any_running(const struct sim *s)
{
    for (uint32_t i = 0; i < s->referee->n_entries; i++)
        if (s->referee->entries[i]->state == NJ_MATCH_RUNNING)
            return true;
    return false;
}

static void end(struct sim *s)
{
    heal(s);
    run_for(s, HOUR_MS);
    nj_sim_ledger_end(s);
    /* The first words after a platform's clock was set may count as late; who
     * is told so says them again. */
    for (int times = 0; times == 0 || (times < 3 && any_running(s)); times++) {
        nj_sim_people_end(s);
        run_for(s, HOUR_MS);
        nj_sim_ledger_end(s);
    }
    if (any_running(s))
        nj_sim_fail(s, "a match does not end");
    nj_sim_desk_end(s);
}

static void clean_up(struct sim *s)
{
    while (s->arrived != NULL) {
        struct nj_event *ev = s->arrived;

        s->arrived = ev->next;
        nj_event_destroy(ev);
    }
    nj_sim_close(s);
    nj_sim_desk_close(s);
    free(s->said);
    free(s->rows);
    free(s);
}

void nj_sim_run(const struct nj_env *env, uint64_t seed,
                const struct nj_sim_plan *plan, struct nj_sim_sums *sums)
{
    struct sim *s = nj_alloc(sizeof(*s));

    s->env = env;
    s->plan = plan;
    s->sums = sums;
    s->seed = seed;
    s->traced = getenv("NJ_SIM_TRACE") != NULL;
    begin(s);
    for (s->step = 0; s->step < plan->steps; s->step++)
        one_step(s);
    end(s);
    clean_up(s);
}
