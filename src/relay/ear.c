/*
 * What one gateway tells becomes rows, in its order. Nothing is dropped while
 * the database is away: the inbox fills, and its gateway waits. Who ends tries as
 * long as the gateway is surely his, and writes nothing behind what he had to
 * give up: a platform that keeps messages until they are read says all of them
 * again.
 */
#include "base/bug.h"
#include "base/fence.h"
#include "base/log.h"
#include "base/str.h"
#include "relay/holder_priv.h"

#define BATCH_BYTES ((size_t)256 << 20)

struct batch {
    struct nj_slot *s;
    struct nj_json_out out;
};

/* The address at which a private chat begins, without what it says. */
static void put_state(struct batch *b)
{
    struct nj_gateway *g = b->s->real;
    struct nj_str link = NJ_STR_INIT(NJ_WIRE_LINK_MAX - 1);

    if (g->link != NULL && g->link(g, "0", &link) && link.len > 0)
        nj_str_cut(&link, link.len - 1);
    nj_wire_state(link.p, &b->out);
    b->s->n_rows++;
    nj_str_fini(&link);
}

static void note_friend(void *ctx, const char *id)
{
    nj_names_add(ctx, id);
}

static void put_friends(struct batch *b, const struct nj_event *e)
{
    struct nj_gateway *g = b->s->real;
    struct nj_names names = {0};

    if (g->ops->friends != NULL)
        g->ops->friends(g, note_friend, &names);
    nj_wire_event(e, &names, &b->out);
    b->s->n_rows++;
    nj_names_fini(&names);
}

static void put_own(struct batch *b, enum nj_event_kind kind)
{
    struct nj_event *e = nj_event_create(kind, 0);

    if (kind == NJ_EVENT_FRIENDS)
        put_friends(b, e);
    else {
        nj_wire_event(e, NULL, &b->out);
        b->s->n_rows++;
    }
    nj_event_destroy(e);
}

/* Who has just begun to keep the books hears how things stand. */
static void retell(struct batch *b)
{
    struct nj_slot *s = b->s;

    put_state(b);
    if (s->real->ops->friends != NULL)
        put_own(b, NJ_EVENT_FRIENDS);
    if (s->no_pictures)
        put_own(b, NJ_EVENT_SHOWS);
    if (s->up)
        put_own(b, NJ_EVENT_UP);
}

static void put(struct batch *b, const struct nj_event *e)
{
    struct nj_slot *s = b->s;

    if (e->kind == NJ_EVENT_STOP)
        s->last = true;
    if (!nj_wire_takes(e->kind))
        return;
    if (e->kind == NJ_EVENT_UP)
        put_state(b);
    if (e->kind == NJ_EVENT_UP || e->kind == NJ_EVENT_DOWN)
        s->up = e->kind == NJ_EVENT_UP;
    if (e->kind == NJ_EVENT_SHOWS)
        s->no_pictures = !e->here;
    if (e->kind == NJ_EVENT_FRIENDS) {
        put_friends(b, e);
        return;
    }
    nj_wire_event(e, NULL, &b->out);
    b->s->n_rows++;
}

static void collect(struct nj_slot *s)
{
    struct nj_event *events = nj_inbox_take(s->inbox, NJ_HOLDER_RETRY_MS);
    struct batch b = {.s = s};

    nj_str_fini(&s->rows);
    s->rows = (struct nj_str)NJ_STR_INIT(BATCH_BYTES);
    b.out = nj_json_onto(&s->rows);
    nj_json_arr(&b.out, NULL);
    if (atomic_exchange(&s->retell, false))
        retell(&b);
    for (const struct nj_event *e = events; e != NULL; e = e->next)
        put(&b, e);
    nj_json_end(&b.out);
    nj_event_destroy_all(events);
    NJ_ASSERT(!s->rows.over);
}

/* False: it has to be tried again. */
static bool write_down(struct nj_slot *s)
{
    bool held = true;

    if (!nj_relay_hear(s->line, s->name, s->epoch,
                       NJ_RELAY_NUMBER(s->epoch, s->next), s->rows.p, &held))
        return false;
    s->next += s->n_rows;
    if (!held)
        nj_log(NJ_LOG_WARN, "relay", "not_held",
               NJ_FIELDS(nj_f_word("gateway", s->name),
                         nj_f_i64("events", s->n_rows)));
    return true;
}

static bool gives_up(const struct nj_slot *s)
{
    return nj_holder_over(s->h) &&
           (nj_fence_ended() ||
            nj_fence_now_ms() - s->h->renewed_ms >= NJ_RELAY_LEASE_MS);
}

bool nj_slot_hear(void *slot)
{
    struct nj_slot *s = slot;

    if (s->n_rows == 0)
        collect(s);
    if (s->n_rows > 0 && !s->torn && !write_down(s)) {
        s->torn = gives_up(s);
        nj_steps_rest(NJ_HOLDER_RETRY_MS);
        return true;
    }
    s->n_rows = 0;
    return !s->last;
}
