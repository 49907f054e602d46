/*
 * A crowd: 200 groups with 1,000 people on two platforms through the real
 * pacing, on a clock of its own. What is said is followed from the turn that
 * decided it to the text that brings it, by marks that each has.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/bug.h"
#include "bench/bench.h"
#include "gateway/memory/memory.h"

#define GROUPS    200
#define ONLOOKERS 3 /* of a group, besides the two who play */
#define START_MS  INT64_C(1760000000000)
#define PROMPT    "走第一步"     /* in every prompt to a player, once */
#define ANSWER    "没有编号为「" /* in every answer to an onlooker */
#define WAITS_MAX 64
#define THINK_MS  6000 /* from a prompt to what its reader does */
#define ASK_EVERY 30   /* seconds between the questions of one onlooker */

/* What was decided and is not said yet, oldest first. */
struct waits {
    int64_t ms[WAITS_MAX];
    uint32_t first, n;
};

struct group {
    struct waits prompts, answers;
    int64_t act_ms; /* when whoever has the turn does something; 0: not due */
};

struct crowd {
    struct nj_house house; /* on two platforms */
    int64_t now_ms;
    struct group groups[GROUPS];
    uint64_t decided, heard;
    int64_t worst_prompt_ms, worst_ms;
};

static void push(struct waits *w, int64_t ms)
{
    NJ_ASSERT(w->n < WAITS_MAX);
    w->ms[(w->first + w->n++) % WAITS_MAX] = ms;
}

static struct group *group_of(struct crowd *c, const char *address)
{
    const char *id = nj_address_group_id(address);

    return id != NULL ? &c->groups[strtoul(id, NULL, 10)] : NULL;
}

static void observe(void *ctx, const char *chat, const struct nj_message *m)
{
    struct crowd *c = ctx;
    struct group *g = chat[0] != '\0' ? group_of(c, chat) : NULL;
    bool prompt = strcmp(m->key, "ln.turn") == 0;

    if (g == NULL || (!prompt && strcmp(m->key, "shell.no_code") != 0))
        return;
    push(prompt ? &g->prompts : &g->answers, c->now_ms);
    c->decided++;
}

/* Each mark in a text is the oldest of its kind that its chat waits for. */
static uint32_t take(struct crowd *c, struct waits *w, const char *text,
                     const char *mark, int64_t *worst)
{
    uint32_t n = 0;

    while (w->n > 0 && (text = strstr(text, mark)) != NULL) {
        int64_t ms = c->now_ms - w->ms[w->first];

        text += strlen(mark);
        w->first = (w->first + 1) % WAITS_MAX;
        w->n--;
        n++;
        *worst = ms > *worst ? ms : *worst;
    }
    c->heard += n;
    return n;
}

static void listen(struct crowd *c)
{
    for (int i = 0; i < 2; i++) {
        for (uint32_t k = 0; k < nj_memory_count(c->house.gateways[i]); k++) {
            const struct nj_memory_sent *s =
                nj_memory_get(c->house.gateways[i], k);
            struct group *g = group_of(c, s->to);

            if (g == NULL)
                continue;
            if (take(c, &g->prompts, s->text, PROMPT, &c->worst_prompt_ms) > 0)
                g->act_ms = c->now_ms + THINK_MS;
            (void)take(c, &g->answers, s->text, ANSWER, &c->worst_ms);
        }
        nj_memory_clear(c->house.gateways[i]);
    }
}

/* --- birth and end --- */

static enum nj_status open_crowd(struct crowd *c, struct nj_bench *b,
                                 struct nj_err *err)
{
    struct nj_referee_setup *setup = &c->house.setup;

    c->now_ms = START_MS;
    nj_house_place(&c->house, b->dir, "nightjar-crowd");
    nj_house_furnish(&c->house, &b->env);
    (void)nj_house_memory(&c->house, "qq");
    (void)nj_house_memory(&c->house, "tg");
    setup->clock = nj_clock_manual(&c->now_ms);
    setup->leave_ms = 0;
    setup->private_proved = true;
    setup->observe = observe;
    setup->observe_ctx = c;
    return nj_house_start(&c->house, err);
}

/* --- people --- */

static void say(struct crowd *c, uint32_t g, uint32_t who, const char *text)
{
    const char *name = g % 2 == 0 ? "qq" : "tg";
    char chat[NJ_ADDRESS_MAX], user[NJ_ADDRESS_MAX], id[24];

    (void)snprintf(id, sizeof(id), "%u", g);
    nj_address_group(chat, name, id);
    (void)snprintf(id, sizeof(id), "%u", 1000 + 8 * g + who);
    nj_address_user(user, name, id);
    nj_memory_group(c->house.gateways[g % 2], chat, user, id, "", text);
}

/* All matches begin, before the pace counts. */
static enum nj_status fill(struct crowd *c, struct nj_err *err)
{
    static const struct {
        uint32_t who;
        const char *text;
    } steps[] = {
        {0, "#新游戏 漫漫长夜 slow"}, {0, "#加入"}, {1, "#加入"}, {0, "#开始"}};
    static const struct nj_pace paces[] = {{1, 4, 24, 3}, {1, 4, 18, 30}};
    enum nj_status st = NJ_OK;

    for (size_t i = 0; i < NJ_COUNT(steps) && st == NJ_OK; i++) {
        for (uint32_t g = 0; g < GROUPS; g++)
            say(c, g, steps[i].who, steps[i].text);
        st = nj_house_rest(&c->house, err);
    }
    listen(c);
    c->house.setup.paces = paces;
    nj_referee_reload(c->house.referee, &c->house.setup);
    return st;
}

static void people(struct crowd *c, uint32_t second, bool asking)
{
    for (uint32_t g = 0; g < GROUPS; g++) {
        struct group *it = &c->groups[g];

        if (it->act_ms != 0 && c->now_ms >= it->act_ms) {
            it->act_ms = 0;
            say(c, g, 0, "停止"); /* of the one who is not to move: talk */
            say(c, g, 1, "停止");
        }
        for (uint32_t i = 0; i < ONLOOKERS && asking; i++)
            if ((second + 7 * g + 10 * i) % ASK_EVERY == 0)
                say(c, g, 2 + i, "#切换 ZZZ");
    }
}

static enum nj_status live(struct crowd *c, uint32_t seconds,
                           struct nj_err *err)
{
    enum nj_status st = NJ_OK;

    for (uint32_t s = 0; s < seconds + 600 && st == NJ_OK; s++) {
        people(c, s, s < seconds);
        st = nj_house_rest(&c->house, err);
        listen(c);
        c->now_ms += 1000;
        if (s >= seconds && c->heard == c->decided)
            break;
        for (uint32_t g = 0; s >= seconds && g < GROUPS; g++)
            c->groups[g].act_ms = 0; /* nobody moves any more */
    }
    return st;
}

struct figures {
    struct nj_bench_samples decided, lost, prompt, answer, cpu;
};

static enum nj_status run(struct nj_bench *b, struct figures *out,
                          struct nj_err *err)
{
    struct crowd *c = nj_alloc(sizeof(*c));
    enum nj_status st = open_crowd(c, b, err);
    double t = 0;

    if (st == NJ_OK)
        st = fill(c, err);
    t = nj_bench_cpu_ns();
    c->decided -= c->heard;
    c->heard = 0;
    if (st == NJ_OK)
        st = live(c, b->quick ? 30 : 600, err);
    nj_bench_add(&out->decided, (double)c->decided);
    nj_bench_add(&out->lost, (double)(c->decided - c->heard));
    nj_bench_add(&out->prompt, (double)c->worst_prompt_ms / 1e3);
    nj_bench_add(&out->answer, (double)c->worst_ms / 1e3);
    nj_bench_add(&out->cpu, (nj_bench_cpu_ns() - t) / 1e3 /
                                (double)(c->decided > 0 ? c->decided : 1));
    nj_house_close(&c->house);
    free(c);
    return st;
}

enum nj_status nj_bench_crowd(struct nj_bench *b, struct nj_err *err)
{
    struct figures out = {.decided = {.n = 0}};
    enum nj_status st = NJ_OK;

    for (uint32_t i = 0; i < b->runs && st == NJ_OK; i++)
        st = run(b, &out, err);
    if (st != NJ_OK)
        return st;
    nj_bench_put(NJ_BENCH_CROWD, &out.decided);
    nj_bench_put(NJ_BENCH_LOST, &out.lost);
    nj_bench_put(NJ_BENCH_PROMPT, &out.prompt);
    nj_bench_put(NJ_BENCH_ANSWER, &out.answer);
    nj_bench_put(NJ_BENCH_EACH, &out.cpu);
    return NJ_OK;
}
