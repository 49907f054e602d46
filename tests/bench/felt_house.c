/*
 * The house of the evenings that are felt: a gateway of the tests that counts
 * as a platform does, people who write, a clock that jumps to what comes next.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/bug.h"
#include "bench/felt.h"
#include "config/read.h"

#define START_MS     INT64_C(1760000000000)
#define MINUTE_MS    60000
#define MINUTE_TAKES 20       /* calls to a group, edits counted */
#define TOO_FAST     40034100 /* more than QQ's bot platform lets one push */
#define GROUP        "2001"

static bool counts_by_ledger(const struct nj_felt *f)
{
    return f->on == NJ_FELT_QQBOT || f->on == NJ_FELT_QQBOT_FEW;
}

static const char *name_of(const struct nj_felt *f)
{
    return counts_by_ledger(f)         ? "qqbot"
           : f->on == NJ_FELT_TELEGRAM ? "tg"
                                       : "qq";
}

/* What a file says that says nothing of the pace. */
static enum nj_status default_pace(const char *gateway, struct nj_pace *out,
                                   struct nj_err *err)
{
    static const char file[] =
        "{\"gateways\":[{\"kind\":\"onebot\",\"name\":\"qq\","
        "\"url\":\"ws://127.0.0.1:3001/\",\"token_env\":\"A\"},"
        "{\"kind\":\"telegram\",\"name\":\"tg\",\"token_env\":\"B\"},"
        "{\"kind\":\"qqbot\",\"name\":\"qqbot\",\"app\":\"1\","
        "\"token_env\":\"C\"}]}";
    struct nj_config *c = nj_alloc(sizeof(*c));
    uint32_t i = 0;
    enum nj_status st =
        nj_config_read(file, sizeof(file) - 1, "felt", c, NULL, err);

    if (st == NJ_OK) {
        const struct nj_config_pacing *p;

        while (strcmp(c->gateways[i].name, gateway) != 0)
            i++;
        p = &c->gateways[i].pacing;

        *out = (struct nj_pace){(double)p->per_second, (double)p->burst,
                                (double)p->per_minute,
                                (double)p->total_per_second};
    }
    free(c);
    return st;
}

enum nj_status nj_felt_open(struct nj_felt *f, struct nj_bench *b,
                            struct nj_err *err)
{
    struct nj_referee_setup *setup = &f->house.setup;
    struct nj_gateway *g;
    enum nj_status st = default_pace(name_of(f), &f->pace, err);

    if (st != NJ_OK)
        return st;
    f->now_ms = START_MS;
    nj_house_furnish(&f->house, &b->env);
    g = nj_house_memory(&f->house, name_of(f));
    g->can = f->on == NJ_FELT_TELEGRAM
                 ? NJ_CAN_BUTTONS | NJ_CAN_REPLACE | NJ_CAN_PICTURE
                 : NJ_CAN_PICTURE | NJ_CAN_FOLD;
    if (counts_by_ledger(f)) {
        qqbot_desk_open(&f->desk, f->on == NJ_FELT_QQBOT, &f->now_ms);
        qqbot_desk_behind(&f->desk, g);
    }
    nj_house_draw(&f->house);
    setup->clock = nj_clock_manual(&f->now_ms);
    setup->pace = f->pace;
    setup->private_proved = true;
    setup->observe = f->observe;
    setup->observe_ctx = f->ctx;
    return nj_house_start(&f->house, err);
}

void nj_felt_close(struct nj_felt *f)
{
    nj_house_close(&f->house);
    qqbot_desk_close(&f->desk);
}

/* --- people --- */

uint64_t nj_felt_draw(struct nj_felt *f)
{
    uint64_t z = f->seed += UINT64_C(0x9e3779b97f4a7c15);

    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
    return z ^ (z >> 31);
}

int64_t nj_felt_between(struct nj_felt *f, int64_t lo, int64_t hi)
{
    NJ_ASSERT(lo < hi);
    return lo + (int64_t)(nj_felt_draw(f) % (uint64_t)(hi - lo));
}

void nj_felt_say(struct nj_felt *f, uint32_t who, bool in_group,
                 const char *text)
{
    struct nj_gateway *g = f->house.gateways[0];
    char chat[NJ_ADDRESS_MAX], user[NJ_ADDRESS_MAX], id[24], name[24];

    nj_address_group(chat, name_of(f), GROUP);
    (void)snprintf(id, sizeof(id), "%u", NJ_FELT_USER + who);
    (void)snprintf(name, sizeof(name), "p%u", who + 1);
    nj_address_user(user, name_of(f), id);
    if (in_group)
        nj_memory_group(g, chat, user, name, "", text);
    else
        nj_memory_private(g, user, name, "", text);
}

void nj_felt_most(struct nj_bench_samples *s, double v)
{
    if (s->n == 0)
        nj_bench_add(s, v);
    s->v[0] = v > s->v[0] ? v : s->v[0];
}

/* --- what the platform sees --- */

/* A call to the group: the oldest of the last 20 must be a minute ago. */
static void count_call(struct nj_felt *f)
{
    if (f->on == NJ_FELT_TELEGRAM && f->n_calls >= MINUTE_TAKES &&
        f->calls[(f->n_calls - MINUTE_TAKES) % NJ_FELT_CALLS] + MINUTE_MS >
            f->now_ms)
        f->refused++;
    f->calls[f->n_calls++ % NJ_FELT_CALLS] = f->now_ms;
}

static void listen(struct nj_felt *f)
{
    struct nj_gateway *g = f->house.gateways[0];
    const char *dropped = nj_memory_dropped(g) + f->dropped;

    for (uint32_t i = 0; i < nj_memory_count(g); i++) {
        const struct nj_memory_sent *s = nj_memory_get(g, i);

        if (!s->group)
            continue;
        count_call(f);
        f->texts++;
        f->limiter += strstr(s->text, "这里要说的太多了") != NULL;
        if (f->begun)
            f->hear(f->ctx, s);
    }
    nj_memory_clear(g);
    if (counts_by_ledger(f))
        f->refused = qqbot_refused(f->desk.platform, TOO_FAST);
    if (dropped[0] == '\0')
        return;
    for (f->dropped += strlen(dropped); dropped != NULL && dropped[0] != '\0';
         dropped = strchr(dropped + 1, ','))
        count_call(f);
}

enum nj_status nj_felt_rest(struct nj_felt *f, struct nj_err *err)
{
    enum nj_status st;

    if (counts_by_ledger(f))
        qqbot_desk_step(&f->desk);
    st = nj_house_rest(&f->house, err);
    listen(f);
    return st;
}

void nj_felt_wait(struct nj_felt *f, int64_t until_ms)
{
    int64_t wait_ms = nj_referee_wait_ms(f->house.referee);

    if (counts_by_ledger(f) && qqbot_desk_due(&f->desk) < until_ms)
        until_ms = qqbot_desk_due(&f->desk);
    if (until_ms - f->now_ms < wait_ms)
        wait_ms = until_ms - f->now_ms;
    f->now_ms += wait_ms > 0 ? wait_ms : 1;
}

static enum nj_status pass(struct nj_felt *f, int64_t ms, struct nj_err *err)
{
    int64_t end_ms = f->now_ms + ms;
    enum nj_status st = NJ_OK;

    while (st == NJ_OK && f->now_ms < end_ms) {
        st = nj_felt_rest(f, err);
        nj_felt_wait(f, end_ms);
    }
    return st;
}

enum nj_status nj_felt_seat(struct nj_felt *f, const char *open,
                            struct nj_err *err)
{
    enum nj_status st = NJ_OK;

    for (uint32_t i = 0; i < f->people && st == NJ_OK; i++) {
        nj_felt_say(f, i, false, "我");
        st = pass(f, 500, err);
    }
    nj_felt_say(f, 0, true, open);
    if (st == NJ_OK)
        st = pass(f, 5000, err);
    for (uint32_t i = 0; i < f->people && st == NJ_OK; i++) {
        nj_felt_say(f, i, true, "#加入");
        st = pass(f, nj_felt_between(f, 2000, 4000), err);
    }
    f->seating = f->texts;
    f->texts = 0;
    f->begun = true;
    nj_felt_say(f, 0, true, "#开始");
    return st;
}
