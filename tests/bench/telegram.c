/*
 * Telegram without its sockets: updates are read and calls are made as in
 * play, and the server answers each call at once. And the figure: a command
 * that arrives as an update, to the calls that answer it.
 */
#include <string.h>

#include "base/arena.h"
#include "base/bug.h"
#include "bench/bench.h"
#include "bench/gateway.h"
#include "gateway/telegram/telegram_priv.h"

#define GROUPS 512

struct wire {
    struct nj_bench_gateway base;
    struct nj_tg_names names;
    struct nj_tg_seen seen;
    struct nj_tg_batch batch;
};

static struct wire *wire_of(struct nj_gateway *g)
{
    return (struct wire *)(void *)g;
}

void nj_bench_telegram_update(struct nj_gateway *g, const char *text, size_t n)
{
    struct wire *w = wire_of(g);
    const struct nj_tg_self self = {.gateway = g->name,
                                    .index = g->index,
                                    .id = 99,
                                    .username = "night_bot"};
    struct nj_tg_answer a;

    nj_tg_answer_read(200, text, n, "token", &a);
    NJ_ASSERT(a.verdict == NJ_TG_OK);
    nj_tg_batch_read(&self, a.result, &w->seen, &w->batch);
    NJ_ASSERT(w->batch.first != NULL);
    nj_inbox_push(g->inbox, w->batch.first);
    nj_tg_answer_fini(&a);
}

/* What the server says to a call, read as the client reads it. */
static void answer(struct wire *w, struct nj_tg_job *j)
{
    struct nj_str text = NJ_STR_INIT(1024);
    struct nj_event *e = nj_event_create(NJ_EVENT_FATE, w->base.base.index);
    struct nj_tg_answer a;
    struct nj_tg_step step;

    nj_str_addf(&text,
                "{\"ok\":true,\"result\":{\"message_id\":%llu,\"from\":{\"id\":"
                "99,\"is_bot\":true,\"first_name\":\"N\"},\"chat\":{\"id\":"
                "%lld},\"date\":1763730000}}",
                (unsigned long long)j->call, (long long)j->chat);
    nj_tg_answer_read(200, text.p, text.len, "token", &a);
    nj_tg_job_answered(j, &a, 0, &step);
    NJ_ASSERT(!step.again);
    e->call = j->call;
    e->fate = step.fate;
    (void)snprintf(e->id, sizeof(e->id), "%lld", (long long)j->id);
    nj_inbox_push(w->base.base.inbox, e);
    nj_tg_answer_fini(&a);
    nj_str_fini(&text);
}

static void leave(struct wire *w, struct nj_tg_job *j, const char *to)
{
    struct nj_tg_call c;

    NJ_ASSERT(j != NULL);
    nj_tg_call_make(&c, j, &w->names);
    nj_tg_call_fini(&c);
    w->base.sent(w->base.ctx, to);
    answer(w, j);
    nj_tg_job_destroy(j);
}

static void send_group(struct nj_gateway *g, uint64_t call, struct nj_group to,
                       const struct nj_say *say)
{
    leave(wire_of(g), nj_tg_job_say(call, to.address, true, say), to.address);
}

static void send_private(struct nj_gateway *g, uint64_t call,
                         const struct nj_private *to, const struct nj_say *say)
{
    const char *address = nj_private_address(to);

    leave(wire_of(g), nj_tg_job_say(call, address, false, say), address);
}

/* Buttons are put under texts, so they are taken away as well. */
static void drop_buttons(struct nj_gateway *g, const char *chat,
                         const char *message)
{
    (void)g;
    (void)chat;
    (void)message;
}

static const struct nj_gateway_ops ops = {.drop_buttons = drop_buttons,
                                          .start = nj_bench_gateway_start,
                                          .send_group = send_group,
                                          .send_private = send_private,
                                          .stop = nj_bench_gateway_stop,
                                          .destroy = nj_bench_gateway_destroy};

struct nj_gateway *nj_bench_telegram_create(
    struct nj_inbox *inbox, void (*sent)(void *ctx, const char *to), void *ctx)
{
    struct wire *w = nj_alloc(sizeof(*w));

    w->base.base.ops = &ops;
    w->base.base.inbox = inbox;
    w->base.base.can = NJ_CAN_BUTTONS | NJ_CAN_REPLACE | NJ_CAN_FOLD;
    (void)snprintf(w->base.base.name, sizeof(w->base.base.name), "tg");
    w->base.sent = sent;
    w->base.ctx = ctx;
    return &w->base.base;
}

/* --- the figure --- */

static enum nj_status run(struct nj_bench_house *h, uint32_t n,
                          struct nj_bench_samples *cpu, struct nj_err *err)
{
    enum nj_status st = nj_bench_house_fill(h, err);
    double t;

    if (st == NJ_OK)
        st = nj_bench_house_moves(h, NJ_BENCH_FLIGHT, NJ_BENCH_FLIGHT, err);
    t = nj_bench_cpu_ns();
    if (st == NJ_OK)
        st = nj_bench_house_moves(h, n, NJ_BENCH_FLIGHT, err);
    nj_bench_add(cpu, (nj_bench_cpu_ns() - t) / 1e3 / n);
    return st == NJ_OK ? nj_house_rest(&h->house, err) : st;
}

enum nj_status nj_bench_telegram(struct nj_bench *b, struct nj_err *err)
{
    struct nj_bench_house h;
    struct nj_bench_samples cpu = {.n = 0};
    uint32_t n = b->quick ? 2 * NJ_BENCH_FLIGHT : 64 * NJ_BENCH_FLIGHT;
    enum nj_status st;

    b->telegram = true;
    st = nj_bench_house_open(&h, b, b->quick ? 80 : GROUPS, err);
    for (uint32_t i = 0; i < b->runs && st == NJ_OK; i++)
        st = run(&h, n, &cpu, err);
    nj_bench_house_close(&h);
    b->telegram = false;
    if (st == NJ_OK)
        nj_bench_put(NJ_BENCH_TELEGRAM, &cpu);
    return st;
}
