/*
 * Says what rows want to be said, and sees to it that each gateway is held by
 * somebody: takes what nobody holds, and gives away what others have room for.
 */
#include <stdlib.h>

#include "base/bug.h"
#include "base/fence.h"
#include "base/log.h"
#include "relay/holder_priv.h"

#define LOOK_MS  300
#define CLAIM    64 /* a claim of so many may have left some */
#define ALIVE_MS (NJ_RELAY_LEASE_MS + 500)
#define FRESH_MS (NJ_RELAY_LEASE_MS / 2)

/* --- speaking --- */

struct claimed {
    struct nj_slot *s;
    uint32_t n;
};

/* Its call has a fate all the same, or it would wait for ever. */
static void settle(struct nj_slot *s, const struct nj_relay_said *said,
                   enum nj_fate fate)
{
    bool asks = nj_wire_asks(said);
    struct nj_event *e =
        nj_event_create(asks ? NJ_EVENT_MEMBER : NJ_EVENT_FATE, 0);

    NJ_ASSERT(said->number > 0);
    e->call = (uint64_t)said->number;
    e->fate = fate;
    nj_inbox_push(s->inbox, e);
}

static void say(void *ctx, const struct nj_relay_said *said)
{
    struct claimed *c = ctx;

    c->n++;
    if (nj_wire_perform(c->s->real, said))
        return;
    nj_log(NJ_LOG_ERROR, "relay", "not_understood",
           NJ_FIELDS(nj_f_word("gateway", c->s->name),
                     nj_f_i64("number", said->number)));
    if (said->number > 0)
        settle(c->s, said, NJ_FATE_REFUSED);
}

static void speak(struct nj_holder *h, struct nj_slot *s)
{
    struct claimed c = {.s = s, .n = CLAIM};

    while (c.n == CLAIM) {
        c.n = 0;
        if (nj_relay_claim(h->mouth_line, s->name, s->epoch, s->batch, say, &c))
            s->batch++;
    }
}

/* --- taking and giving --- */

static void lose(void *ctx, const struct nj_relay_said *said)
{
    settle(ctx, said, NJ_FATE_LOST);
}

static void forget(struct nj_slot *s)
{
    if (s->real != NULL)
        s->real->ops->destroy(s->real);
    nj_inbox_destroy(s->inbox);
    nj_relay_destroy(s->line);
    nj_str_fini(&s->rows);
    s->real = NULL;
    s->inbox = NULL;
    s->line = NULL;
    s->epoch = 0;
}

/* What it finds there of the one before: how that ended nobody will tell. */
static bool inherit(struct nj_holder *h, struct nj_slot *s)
{
    struct nj_event *down = nj_event_create(NJ_EVENT_DOWN, 0);
    static const char why[] = "another worker takes it";

    nj_event_set_text(down, why, sizeof(why) - 1);
    nj_inbox_push(s->inbox, down);
    return nj_relay_left(h->mouth_line, s->name, s->epoch, lose, s);
}

static bool open_slot(struct nj_holder *h, struct nj_slot *s, int64_t position)
{
    struct nj_err err = {{0}};
    enum nj_status st;

    st = h->setup.make(h->setup.ctx, (uint32_t)(s - h->slot), position,
                       s->inbox, &s->real, &err);
    if (st != NJ_OK) {
        s->spoiled = true;
        nj_log(NJ_LOG_ERROR, "relay", "not_made",
               NJ_FIELDS(nj_f_word("gateway", s->name),
                         nj_f_text("why", err.text)));
        return false;
    }
    if (!nj_steps_begin(&s->ear, nj_slot_hear, s))
        return false;
    st = s->real->ops->start(s->real, &err);
    s->spoiled = st != NJ_OK;
    if (s->spoiled)
        nj_log(NJ_LOG_ERROR, "relay", "not_started",
               NJ_FIELDS(nj_f_word("gateway", s->name),
                         nj_f_text("why", err.text)));
    return true;
}

static void give(struct nj_holder *h, struct nj_slot *s, int64_t flush_ms)
{
    int64_t epoch = s->epoch;

    NJ_ASSERT(s->real != NULL);
    s->real->ops->stop(s->real, nj_fence_stands_open() ? flush_ms : 0);
    nj_inbox_push(s->inbox, nj_event_create(NJ_EVENT_STOP, 0));
    nj_steps_end(&s->ear);
    forget(s);
    (void)nj_relay_give(h->mouth_line, s->name, epoch);
    nj_log(NJ_LOG_INFO, "relay", "gives",
           NJ_FIELDS(nj_f_word("gateway", s->name)));
}

static void take(struct nj_holder *h, struct nj_slot *s)
{
    int64_t epoch = 0, position = 0;

    NJ_ASSERT(s->real == NULL);
    if (!nj_relay_take(h->mouth_line, h->worker, s->name, &epoch, &position) ||
        epoch == 0)
        return;
    s->epoch = epoch;
    s->batch = s->next = 1;
    s->n_rows = 0;
    s->up = s->no_pictures = s->last = s->torn = false;
    s->inbox = nj_inbox_create();
    s->line = nj_relay_create(h->setup.url, NULL);
    atomic_store(&s->retell, true);
    if (!inherit(h, s)) {
        forget(s); /* it is still ours, and taken again */
        return;
    }
    if (!open_slot(h, s, position)) {
        forget(s);
        (void)nj_relay_give(h->mouth_line, s->name, epoch);
        return;
    }
    if (s->spoiled) {
        give(h, s, 0);
        return;
    }
    nj_log(NJ_LOG_INFO, "relay", "holds",
           NJ_FIELDS(nj_f_word("gateway", s->name), nj_f_i64("epoch", epoch)));
}

/* --- who holds how many --- */

struct count {
    uint32_t mine, part;
    /* One of them each; NULL: there is none. `own`: ours by the rows alone,
     * because an answer was lost; nobody else takes it. */
    struct nj_slot *own, *free, *held;
};

static struct count counted(struct nj_holder *h, const struct nj_relay_view *v)
{
    uint32_t workers = v->workers > 0 ? v->workers : 1;
    struct count c = {.part = (h->setup.n + workers - 1) / workers};

    for (uint32_t i = 0; i < h->setup.n; i++) {
        struct nj_slot *s = &h->slot[i];

        if (s->real != NULL) {
            c.mine++;
            c.held = s;
        } else if (v->holder[i] == h->worker) {
            c.own = s;
        } else if (!s->spoiled && v->holder[i] == 0) {
            c.free = s;
        }
    }
    return c;
}

/* Who has just come back himself gives the others time to do so. */
static void bury(struct nj_holder *h)
{
    int64_t good_ms = h->good_ms, buried = 0, now_ms = nj_fence_now_ms();

    if (good_ms == 0 || now_ms - good_ms < ALIVE_MS ||
        now_ms - h->renewed_ms > FRESH_MS ||
        !nj_relay_bury(h->mouth_line, &buried) || buried == 0)
        return;
    nj_log(NJ_LOG_WARN, "relay", "buried",
           NJ_FIELDS(nj_f_i64("workers", buried)));
}

static void look(struct nj_holder *h)
{
    struct nj_relay_view v;
    struct count c;

    bury(h);
    if (!nj_relay_look(h->mouth_line, h->setup.names, h->setup.n, &v))
        return;
    if (v.books != h->books)
        for (uint32_t i = 0; i < h->setup.n; i++)
            atomic_store(&h->slot[i].retell, true);
    h->books = v.books;
    c = counted(h, &v);
    if (c.own != NULL)
        take(h, c.own);
    else if (c.free != NULL && c.mine < c.part)
        take(h, c.free);
    else if (c.free == NULL && c.mine > c.part)
        give(h, c.held, h->flush_ms);
}

static void speak_once(struct nj_holder *h)
{
    if (nj_fence_now_ms() - h->looked_ms >= LOOK_MS) {
        look(h);
        h->looked_ms = nj_fence_now_ms();
    }
    for (uint32_t i = 0; i < h->setup.n; i++)
        if (h->slot[i].real != NULL)
            speak(h, &h->slot[i]);
    nj_relay_wait(h->mouth_line, LOOK_MS);
}

bool nj_holder_speak(void *holder)
{
    struct nj_holder *h = holder;

    if (nj_holder_over(h)) {
        for (uint32_t i = 0; i < h->setup.n; i++)
            if (h->slot[i].real != NULL)
                give(h, &h->slot[i], h->flush_ms);
        return false;
    }
    if (h->worker == 0)
        nj_relay_wait(h->mouth_line, LOOK_MS);
    else
        speak_once(h);
    return true;
}
