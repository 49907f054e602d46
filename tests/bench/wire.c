/*
 * OneBot without its socket: frames are read and written as in play, and the
 * platform answers each call at once.
 */
#include <string.h>

#include "base/arena.h"
#include "base/bug.h"
#include "bench/bench.h"
#include "bench/gateway.h"
#include "gateway/onebot/onebot_priv.h"

void nj_bench_wire_frame(struct nj_gateway *g, const char *text, size_t n)
{
    const struct nj_ob_self self = {
        .gateway = g->name, .index = g->index, .id = "99"};
    NJ_UNCLEARED struct nj_ob_frame f;
    struct nj_err err = {{0}};
    enum nj_status st = nj_ob_frame_read(&self, text, n, &f, &err);

    NJ_ASSERT(st == NJ_OK);
    NJ_ASSERT(f.kind == NJ_OB_EVENT);
    nj_inbox_push(g->inbox, f.event);
    f.event = NULL;
    nj_ob_frame_fini(&f);
}

NJ_BENCH_ASIDE void nj_bench_aside_answer(struct nj_str *s, uint64_t call,
                                          const char *echo)
{
    nj_str_puts(s, "{\"status\":\"ok\",\"retcode\":0,\"data\":{"
                   "\"message_id\":");
    nj_str_put_i64(s, (int64_t)call);
    nj_str_puts(s, "},\"message\":\"\",\"wording\":\"\",\"echo\":\"");
    nj_str_puts(s, echo);
    nj_str_puts(s, "\"}");
}

/* What the platform says to a call, read as the client reads it. */
static void answer(struct nj_bench_gateway *w, struct nj_ob_call *c)
{
    const struct nj_ob_self self = {.gateway = w->base.name, .id = "99"};
    struct nj_str text = NJ_STR_INIT(1024);
    struct nj_event *e = nj_event_create(NJ_EVENT_FATE, w->base.index);
    NJ_UNCLEARED struct nj_ob_frame f;
    struct nj_err err = {{0}};
    enum nj_status st;

    nj_str_room(&text, 200);
    nj_bench_aside_answer(&text, c->call, c->echo);
    st = nj_ob_frame_read(&self, text.p, text.len, &f, &err);
    NJ_ASSERT(st == NJ_OK);
    NJ_ASSERT(f.kind == NJ_OB_ANSWER);
    NJ_ASSERT(strcmp(f.echo, c->echo) == 0);
    e->call = c->call;
    e->fate = f.fate;
    nj_inbox_push(w->base.inbox, e);
    nj_ob_frame_fini(&f);
    nj_str_fini(&text);
}

static void leave(struct nj_bench_gateway *w, struct nj_ob_call *c,
                  enum nj_status st, const char *to)
{
    NJ_ASSERT(st == NJ_OK);
    NJ_ASSERT(!c->frame.over);
    w->sent(w->ctx, to);
    answer(w, c);
    nj_ob_call_destroy(c);
}

static struct nj_ob_call *make_call(uint64_t call)
{
    struct nj_ob_call *c = nj_ob_call_create(NJ_OB_CALL_SAY, call);

    (void)snprintf(c->echo, sizeof(c->echo), "b-%llu",
                   (unsigned long long)call);
    return c;
}

static void send_group(struct nj_gateway *g, uint64_t call, struct nj_group to,
                       const struct nj_say *say)
{
    struct nj_ob_call *c = make_call(call);

    leave(nj_bench_gateway_of(g), c,
          nj_ob_send_group(&c->frame, c->echo, to, say), to.address);
}

static void send_private(struct nj_gateway *g, uint64_t call,
                         const struct nj_private *to, const struct nj_say *say)
{
    struct nj_ob_call *c = make_call(call);

    leave(nj_bench_gateway_of(g), c,
          nj_ob_send_private(&c->frame, c->echo, to, say),
          nj_private_address(to));
}

static const struct nj_gateway_ops ops = {.start = nj_bench_gateway_start,
                                          .send_group = send_group,
                                          .send_private = send_private,
                                          .stop = nj_bench_gateway_stop,
                                          .destroy = nj_bench_gateway_destroy};

struct nj_gateway *nj_bench_wire_create(struct nj_inbox *inbox,
                                        void (*sent)(void *ctx, const char *to),
                                        void *ctx)
{
    struct nj_bench_gateway *w = nj_alloc(sizeof(*w));

    w->base.ops = &ops;
    w->base.inbox = inbox;
    (void)snprintf(w->base.name, sizeof(w->base.name), "qq");
    w->sent = sent;
    w->ctx = ctx;
    return &w->base;
}
