/*
 * Platforms of the simulation, and connections to them. On the first one messages
 * wait until somebody has read them and lets it forget them; on the others who is
 * connected hears them, and nobody else. A text leaves in the name of who holds
 * the gateway, and of nobody else.
 */
#include <stdio.h>
#include <string.h>

#include "base/arena.h"
#include "base/bug.h"
#include "base/fence.h"
#include "simulation/relay_sim.h"

#define KEEPS 0 /* the platform on which messages wait */

static struct rs_gate *gate_of(struct nj_gateway *g)
{
    return (struct rs_gate *)(void *)g;
}

void nj_rs_address(char out[NJ_ADDRESS_MAX], uint32_t gate, bool group)
{
    if (group)
        nj_address_group(out, nj_rs_names[gate], "1");
    else
        nj_address_user(out, nj_rs_names[gate], "7");
}

/* --- what is heard --- */

static void tell(struct rs_gate *g, enum nj_event_kind kind)
{
    nj_inbox_push(g->base.inbox, nj_event_create(kind, 0));
}

static void pass_on(struct rs_gate *g, uint32_t number)
{
    struct nj_event *e = nj_event_create(NJ_EVENT_MESSAGE, 0);
    char text[16];
    int n = snprintf(text, sizeof(text), "%u", number);

    e->group = true;
    nj_rs_address(e->chat, g->at, true);
    nj_rs_address(e->user, g->at, false);
    (void)snprintf(e->id, sizeof(e->id), "m%u", number);
    nj_event_set_text(e, text, (size_t)n);
    if (g->at == KEEPS)
        e->offset = number;
    nj_inbox_push(g->base.inbox, e);
}

void nj_rs_people_write(void)
{
    uint32_t at = nj_rs_below(RS_GATES);
    struct rs_platform *p = &nj_rs->platform[at];
    bool heard = at == KEEPS;

    p->said++;
    nj_rs->sums->messages++;
    for (struct rs_gate *g = nj_rs->gates; g != NULL; g = g->next)
        if (at != KEEPS && g->at == at && g->up && !heard &&
            nj_rs_holder_of(at) == g->process) {
            pass_on(g, p->said);
            heard = true;
        }
    if (!heard && nj_rs->calm)
        nj_rs_fail("all is calm, and '%s' has nobody who hears",
                   nj_rs_names[at]);
}

static void read_on(struct rs_gate *g)
{
    const struct rs_platform *p = &nj_rs->platform[g->at];

    if (g->cursor < p->forgets)
        g->cursor = p->forgets;
    for (uint32_t most = 1 + nj_rs_below(5); g->cursor < p->said && most > 0;
         most--)
        pass_on(g, ++g->cursor);
}

/* --- what is said --- */

/* Nobody else may speak there now, and nobody has under a later epoch. */
static void check_speaker(const struct rs_gate *g)
{
    struct rs_platform *p = &nj_rs->platform[g->at];

    if (nj_rs->worker[g->process].dead)
        nj_rs_fail("a dead worker speaks");
    if (nj_rs_holder_of(g->at) != g->process || g->epoch < p->speaker)
        nj_rs_fail("worker %u speaks on '%s', which is another's", g->process,
                   nj_rs_names[g->at]);
    p->speaker = g->epoch;
}

static void show(const struct rs_gate *g, const struct rs_call *c, bool marked)
{
    struct rs_text *t = &nj_rs->books.text[c->number];

    nj_rs_trace("text %u%s on '%s'", c->number, marked ? ", marked" : "",
                nj_rs_names[g->at]);
    check_speaker(g);
    if (t->gate != g->at)
        nj_rs_fail("text %u is said on '%s'", c->number, nj_rs_names[g->at]);
    if (!marked && t->plain + t->marked > 0)
        nj_rs_fail("text %u comes twice, unmarked", c->number);
    if (marked)
        t->marked++;
    else
        t->plain++;
}

static void queue(struct nj_gateway *base, uint64_t call, const char *text)
{
    struct rs_gate *g = gate_of(base);
    struct rs_call *c = &g->calls[g->n_calls++];

    NJ_ASSERT(g->n_calls < RS_CALLS);
    *c = (struct rs_call){.call = call, .fate = NJ_FATE_SENT};
    c->number = (uint32_t)strtoul(text, NULL, 10);
    c->marked = strchr(text, '?') != NULL;
    if (nj_rs_trouble(30))
        c->fate = NJ_FATE_UNKNOWN;
    else if (nj_rs_trouble(20))
        c->fate = NJ_FATE_REFUSED;
}

static void send_group(struct nj_gateway *g, uint64_t call, struct nj_group to,
                       const struct nj_say *say)
{
    char address[NJ_ADDRESS_MAX];

    nj_rs_address(address, gate_of(g)->at, true);
    if (strcmp(to.address, address) != 0)
        nj_rs_fail("a text goes to '%s'", to.address);
    queue(g, call, say->text);
}

static void send_private(struct nj_gateway *g, uint64_t call,
                         const struct nj_private *to, const struct nj_say *say)
{
    NJ_UNUSED(to);
    queue(g, call, say->text);
}

static void ask_member(struct nj_gateway *g, uint64_t call, struct nj_group in,
                       struct nj_person who)
{
    struct rs_gate *gate = gate_of(g);

    NJ_UNUSED(in);
    NJ_UNUSED(who);
    queue(g, call, "0");
    gate->calls[gate->n_calls - 1].member = true;
}

static void answer_press(struct nj_gateway *g, const char *id, const char *text,
                         const char *url)
{
    uint32_t number = (uint32_t)strtoul(id, NULL, 10);

    NJ_UNUSED(g);
    NJ_UNUSED(text);
    NJ_UNUSED(url);
    if (++nj_rs->books.presses[number] > 1)
        nj_rs_fail("press %u is answered twice", number);
}

static void stored(struct nj_gateway *g, int64_t offset)
{
    struct rs_platform *p = &nj_rs->platform[gate_of(g)->at];

    if ((uint32_t)offset > nj_rs->books.newest[gate_of(g)->at])
        nj_rs_fail("the platform may forget what nobody has heard");
    if ((uint32_t)offset > p->forgets)
        p->forgets = (uint32_t)offset;
}

static void settle(struct rs_gate *g, const struct rs_call *c,
                   enum nj_fate fate)
{
    struct nj_event *e =
        nj_event_create(c->member ? NJ_EVENT_MEMBER : NJ_EVENT_FATE, 0);

    e->call = c->call;
    e->fate = fate;
    nj_inbox_push(g->base.inbox, e);
}

/* It leaves, and mostly arrives. */
static void write_one(struct rs_gate *g, struct rs_call *c)
{
    c->written = true;
    c->due_ms = nj_rs->now_ms + (nj_rs_trouble(300) ? nj_rs_below(3000) : 0);
    if (!c->member && (c->fate == NJ_FATE_SENT ||
                       (c->fate == NJ_FATE_UNKNOWN && nj_rs_below(2) == 0)))
        show(g, c, c->marked);
}

static void drop_call(struct rs_gate *g, uint32_t i)
{
    g->n_calls--;
    memmove(g->calls + i, g->calls + i + 1,
            (g->n_calls - i) * sizeof(g->calls[0]));
}

static void speak(struct rs_gate *g)
{
    for (uint32_t i = 0; i < g->n_calls; i++)
        if (!g->calls[i].written && nj_fence_pass())
            write_one(g, &g->calls[i]);
    for (uint32_t i = g->n_calls; i > 0; i--) {
        const struct rs_call c = g->calls[i - 1];

        if (!c.written || c.due_ms > nj_rs->now_ms)
            continue;
        drop_call(g, i - 1);
        settle(g, &c, c.fate);
    }
}

/* --- connections --- */

static void cut(struct rs_gate *g)
{
    g->up = false;
    while (g->n_calls > 0) {
        const struct rs_call c = g->calls[0];

        drop_call(g, 0);
        settle(g, &c, c.written ? NJ_FATE_LOST : NJ_FATE_NOT_SENT);
    }
}

static void go_on(struct rs_gate *g)
{
    g->next_ms = nj_rs->now_ms + 1 + nj_rs_below(100);
    if (!g->up) {
        g->up = true;
        tell(g, NJ_EVENT_UP);
        tell(g, NJ_EVENT_FRIENDS);
        return;
    }
    if (nj_rs_trouble(5)) {
        cut(g);
        tell(g, NJ_EVENT_DOWN);
        g->next_ms += nj_rs_below(4000);
        return;
    }
    if (g->at == KEEPS)
        read_on(g);
    speak(g);
}

void nj_rs_platform_step(void)
{
    uint8_t self = nj_rs->self;

    for (struct rs_gate *g = nj_rs->gates; g != NULL; g = g->next) {
        const struct rs_worker *w = &nj_rs->worker[g->process];

        if (!g->started || g->next_ms > nj_rs->now_ms || w->dead ||
            w->paused_ms > nj_rs->now_ms)
            continue;
        nj_rs->self = g->process;
        go_on(g);
        nj_rs->self = self;
    }
}

/* --- as a gateway --- */

static enum nj_status start(struct nj_gateway *base, struct nj_err *err)
{
    struct rs_gate *g = gate_of(base);

    NJ_UNUSED(err);
    g->started = true;
    g->epoch = nj_rs->store.hold[g->at].epoch;
    g->next_ms = nj_rs->now_ms + nj_rs_below(500);
    g->next = nj_rs->gates;
    nj_rs->gates = g;
    return NJ_OK;
}

static void stop(struct nj_gateway *base, int64_t flush_ms)
{
    struct rs_gate *g = gate_of(base);

    if (g->up && flush_ms > 0 && nj_rs_below(2) == 0)
        speak(g);
    cut(g);
    g->started = false;
    for (struct rs_gate **at = &nj_rs->gates; *at != NULL; at = &(*at)->next)
        if (*at == g) {
            *at = g->next;
            break;
        }
}

static void destroy(struct nj_gateway *g)
{
    free(gate_of(g));
}

static void friends(struct nj_gateway *g,
                    void (*each)(void *ctx, const char *id), void *ctx)
{
    NJ_UNUSED(g);
    each(ctx, "7");
}

static enum nj_privacy privacy(struct nj_gateway *g, struct nj_person who)
{
    NJ_UNUSED(g);
    NJ_UNUSED(who);
    return NJ_PRIVACY_UNSAID;
}

static bool link_to(struct nj_gateway *g, const char *payload,
                    struct nj_str *out)
{
    nj_str_addf(out, "https://%s.example.org/%s", g->name, payload);
    return true;
}

struct nj_gateway *nj_rs_gate(uint32_t at, uint8_t process, int64_t position,
                              struct nj_inbox *inbox)
{
    static const struct nj_gateway_ops ops = {
        .start = start,
        .send_group = send_group,
        .send_private = send_private,
        .privacy = privacy,
        .answer_press = answer_press,
        .ask_member = ask_member,
        .friends = friends,
        .stored = stored,
        .stop = stop,
        .destroy = destroy,
    };
    struct rs_gate *g = nj_alloc(sizeof(*g));

    g->base.ops = &ops;
    g->base.inbox = inbox;
    g->base.link = link_to;
    nj_str_copy(g->base.name, sizeof(g->base.name), nj_rs_names[at]);
    g->process = process;
    g->at = at;
    g->cursor = (uint32_t)position;
    return &g->base;
}
