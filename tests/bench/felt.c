/*
 * P12: how it feels. Live evenings of 漫漫长夜 at the default pace, on a clock
 * of their own: whoever has the turn reads what the group is told, thinks for a
 * moment and types; how long he waits for the text that tells what it did is
 * what is measured. The platform counts calls as Telegram does, or as QQ's
 * official bot platform does.
 */
#include "bench/felt.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/bug.h"
#include "bench/bench.h"

#define PROMPT     "走第一步" /* in every prompt to a player, once */
#define EVENING_MS INT64_C(900000)
#define GIVE_UP_MS 20000 /* nothing heard: he types again */
#define ACTS_MAX   1024

/* One of the evenings: the goals of fast people on Telegram are others, for
 * they do more than its 20 calls a minute. */
struct kind {
    const char *what;
    enum nj_felt_on on;
    uint32_t people;
    int64_t think_ms[2];
    double wait, p95; /* the goals: percent, seconds */
};

static const struct kind kinds[] = {
    {"QQ, 2 people, 2 to 4 s", NJ_FELT_QQ, 2, {2000, 4000}, 3, 1},
    {"QQ, 4 people, 2 to 4 s", NJ_FELT_QQ, 4, {2000, 4000}, 3, 1},
    {"QQ, 6 people, 2 to 4 s", NJ_FELT_QQ, 6, {2000, 4000}, 3, 1},
    {"QQ, 2 people, 4 to 8 s", NJ_FELT_QQ, 2, {4000, 8000}, 3, 1},
    {"QQ, 4 people, 4 to 8 s", NJ_FELT_QQ, 4, {4000, 8000}, 3, 1},
    {"QQ, 6 people, 4 to 8 s", NJ_FELT_QQ, 6, {4000, 8000}, 3, 1},
    {"Telegram, 2 people, 2 to 4 s", NJ_FELT_TELEGRAM, 2, {2000, 4000}, 15, 2},
    {"Telegram, 4 people, 2 to 4 s", NJ_FELT_TELEGRAM, 4, {2000, 4000}, 15, 2},
    {"Telegram, 6 people, 2 to 4 s", NJ_FELT_TELEGRAM, 6, {2000, 4000}, 15, 2},
    {"Telegram, 2 people, 4 to 8 s", NJ_FELT_TELEGRAM, 2, {4000, 8000}, 3, 1},
    {"Telegram, 4 people, 4 to 8 s", NJ_FELT_TELEGRAM, 4, {4000, 8000}, 3, 1},
    {"Telegram, 6 people, 4 to 8 s", NJ_FELT_TELEGRAM, 6, {4000, 8000}, 3, 1},
    {"bot of QQ, 2 people, 2 to 4 s", NJ_FELT_QQBOT, 2, {2000, 4000}, 3, 1},
    {"bot of QQ, 4 people, 2 to 4 s", NJ_FELT_QQBOT, 4, {2000, 4000}, 3, 1},
    {"bot of QQ, 6 people, 2 to 4 s", NJ_FELT_QQBOT, 6, {2000, 4000}, 3, 1},
    {"bot of QQ, 2 people, 4 to 8 s", NJ_FELT_QQBOT, 2, {4000, 8000}, 3, 1},
    {"bot of QQ, 4 people, 4 to 8 s", NJ_FELT_QQBOT, 4, {4000, 8000}, 3, 1},
    {"bot of QQ, 6 people, 4 to 8 s", NJ_FELT_QQBOT, 6, {4000, 8000}, 3, 1},
    {"unverified bot of QQ, 2 people, 2 to 4 s",
     NJ_FELT_QQBOT_FEW,
     2,
     {2000, 4000},
     3,
     1},
    {"unverified bot of QQ, 2 people, 4 to 8 s",
     NJ_FELT_QQBOT_FEW,
     2,
     {4000, 8000},
     3,
     1},
};

struct evening {
    struct nj_felt felt;
    const struct kind *kind;
    uint8_t turn;           /* the seat that the latest prompt is for */
    int8_t who[8];          /* which person sits there */
    bool asked, over;       /* a prompt is decided and not heard; the end is */
    uint32_t steps;         /* of this turn */
    int64_t due_ms;         /* when he types; 0: he waits to hear something */
    int64_t typed_ms;       /* when he did; 0: he has heard what it did */
    double waits[ACTS_MAX]; /* seconds */
    uint32_t n;
    double waited_ms;
    int64_t begun_ms;
};

static void observe(void *ctx, const char *chat, const struct nj_message *m)
{
    struct evening *e = ctx;
    const char *user = chat[0] != '\0' ? nj_address_user_id(chat) : NULL;
    const struct nj_arg *seat;

    if (user != NULL && m->to.to == NJ_TO_SEATS)
        for (uint32_t i = 0; i < NJ_COUNT(e->who); i++)
            if (m->to.seats == 1u << i)
                e->who[i] = (int8_t)(strtol(user, NULL, 10) - NJ_FELT_USER);
    if (user != NULL)
        return;
    e->over = e->over || nj_message_says(m, "shell.reveal");
    if (!nj_message_says(m, "ln.turn"))
        return;
    seat = nj_message_arg(m, "seat");
    NJ_ASSERT(seat != NULL && seat->i < (int64_t)NJ_COUNT(e->who));
    e->turn = (uint8_t)seat->i;
    e->asked = true;
    e->steps = 0;
}

/* The group reads a text: whoever has the turn now begins to think. */
static void hear(void *ctx, const struct nj_memory_sent *s)
{
    struct evening *e = ctx;
    const int64_t *think = e->kind->think_ms;

    if (e->asked && strstr(s->text, PROMPT) == NULL)
        return;
    if (e->typed_ms != 0 && e->n < ACTS_MAX) {
        double ms = (double)(e->felt.now_ms - e->typed_ms);

        e->waits[e->n++] = ms / 1000;
        e->waited_ms += ms;
    }
    e->asked = false;
    e->typed_ms = 0;
    e->due_ms = e->felt.now_ms + nj_felt_between(&e->felt, think[0], think[1]);
}

/* A step or two, then perhaps another, then he stops. */
static void act(struct evening *e)
{
    static const char *const ways[] = {"上", "下", "左", "右", "上右", "左下"};
    uint64_t draw = nj_felt_draw(&e->felt);
    bool stop = e->steps > 0 && (draw & 1) != 0;
    int8_t who = e->who[e->turn];

    NJ_ASSERT(who >= 0);
    nj_felt_say(&e->felt, (uint32_t)who, true,
                stop ? "停止" : ways[(draw >> 1) % NJ_COUNT(ways)]);
    e->steps++;
    e->typed_ms = e->felt.now_ms;
    e->due_ms = e->felt.now_ms + GIVE_UP_MS;
}

/* Until then, or until the match is over. */
static enum nj_status play(struct evening *e, int64_t end_ms,
                           struct nj_err *err)
{
    enum nj_status st = NJ_OK;

    while (st == NJ_OK && !e->over && e->felt.now_ms < end_ms) {
        if (e->due_ms != 0 && e->due_ms <= e->felt.now_ms)
            act(e);
        st = nj_felt_rest(&e->felt, err);
        nj_felt_wait(&e->felt, e->due_ms != 0 ? e->due_ms : end_ms);
    }
    return st;
}

static enum nj_status evening(struct nj_bench *b, const struct kind *k,
                              uint64_t seed, struct evening *e,
                              struct nj_err *err)
{
    enum nj_status st;

    memset(e, 0, sizeof(*e));
    e->kind = k;
    e->felt = (struct nj_felt){.people = k->people,
                               .on = k->on,
                               .seed = seed,
                               .observe = observe,
                               .hear = hear,
                               .ctx = e};
    st = nj_felt_open(&e->felt, b, err);
    if (st == NJ_OK)
        st = nj_felt_seat(&e->felt, "#新游戏 漫漫长夜", err);
    e->begun_ms = e->felt.now_ms;
    if (st == NJ_OK)
        st = play(e, e->begun_ms + (b->quick ? 60000 : EVENING_MS), err);
    nj_felt_close(&e->felt);
    return st;
}

/* --- the figures --- */

struct total {
    struct nj_bench_samples longest, seating, refused, limiter;
};

static void put_kind(const struct kind *k, struct nj_bench_samples *wait,
                     struct nj_bench_samples *p95,
                     struct nj_bench_samples *pace)
{
    char what[80], how[500];
    struct nj_bench_row row = nj_bench_rows[NJ_BENCH_FELT];

    (void)snprintf(what, sizeof(what), "felt: %s, of the time waited", k->what);
    (void)snprintf(how, sizeof(how), "%s; %.1f texts a minute to the group",
                   row.method, nj_bench_median(pace));
    row.what = what;
    row.method = how;
    row.goal.bound = k->wait;
    nj_bench_print(&row, wait);
    row = nj_bench_rows[NJ_BENCH_SLOW];
    (void)snprintf(what, sizeof(what), "felt: %s, p95", k->what);
    row.what = what;
    row.goal.bound = k->p95;
    nj_bench_print(&row, p95);
}

static enum nj_status run_kind(struct nj_bench *b, const struct kind *k,
                               struct total *t, struct nj_err *err)
{
    struct nj_bench_samples wait = {.n = 0}, p95 = {.n = 0}, pace = {.n = 0};
    struct evening *e = nj_alloc(sizeof(*e));
    enum nj_status st = NJ_OK;

    for (uint32_t i = 0; i < b->runs && st == NJ_OK; i++) {
        double ms;

        st = evening(b, k, i + 1, e, err);
        ms = (double)(e->felt.now_ms - e->begun_ms);
        nj_bench_add(&wait, e->waited_ms * 100 / (ms > 0 ? ms : 1));
        nj_bench_add(&p95, nj_bench_percentile(e->waits, e->n, 95));
        nj_bench_add(&pace, e->felt.texts * 60000.0 / (ms > 0 ? ms : 1));
        nj_felt_most(&t->longest, nj_bench_percentile(e->waits, e->n, 100));
        nj_felt_most(&t->refused, e->felt.refused);
        nj_felt_most(&t->limiter, e->felt.limiter);
        if (k->people == 6)
            nj_felt_most(&t->seating, e->felt.seating);
    }
    free(e);
    if (st == NJ_OK)
        put_kind(k, &wait, &p95, &pace);
    return st;
}

enum nj_status nj_bench_felt(struct nj_bench *b, struct nj_err *err)
{
    struct total t = {.longest = {.n = 0}};
    enum nj_status st = NJ_OK;

    for (size_t i = 0; i < NJ_COUNT(kinds) && st == NJ_OK; i++)
        st = run_kind(b, &kinds[i], &t, err);
    if (st != NJ_OK)
        return st;
    nj_bench_put(NJ_BENCH_LONGEST, &t.longest);
    nj_bench_put(NJ_BENCH_SEATING, &t.seating);
    nj_bench_put(NJ_BENCH_REFUSED, &t.refused);
    nj_bench_put(NJ_BENCH_LIMITER, &t.limiter);
    return nj_bench_felt_hotel(b, err);
}
