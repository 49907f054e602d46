/*
 * What a test hears of a gateway.
 */
#include "kit/ears.h"

#include <string.h>

#include "base/clock.h"
#include "kit/nj_test.h"

/* True: nobody else is shown it. */
static bool keep(struct ears *e, struct nj_event *ev)
{
    if (ev->kind != NJ_EVENT_KEEP || e->keep == NULL)
        return false;
    if (ev->offset != 0)
        e->g->ops->stored(e->g, ev->offset);
    e->keep(e->ctx, ev);
    if (ev->call != 0)
        e->g->ops->kept(e->g, ev->call);
    nj_event_destroy(ev);
    return true;
}

void ears_open(struct ears *e, int64_t wait_ms)
{
    struct nj_event *all = nj_inbox_take(e->in, wait_ms);
    struct nj_event **end = &e->taken;

    while (*end != NULL)
        end = &(*end)->next;
    while (all != NULL) {
        struct nj_event *ev = all;

        all = ev->next;
        ev->next = NULL;
        if (keep(e, ev))
            continue;
        *end = ev;
        end = &ev->next;
    }
}

struct nj_event *ears_next(struct ears *e, int64_t wait_ms)
{
    int64_t until_ms = nj_monotonic_ms() + wait_ms;
    struct nj_event *ev;

    ears_open(e, 0);
    while (e->taken == NULL && nj_monotonic_ms() < until_ms)
        ears_open(e, until_ms - nj_monotonic_ms());
    ev = e->taken;
    if (ev == NULL)
        return NULL;
    e->taken = ev->next;
    ev->next = NULL;
    if (ev->offset != 0)
        e->g->ops->stored(e->g, ev->offset);
    return ev;
}

struct nj_event *ears_expect(struct ears *e, enum nj_event_kind kind)
{
    struct nj_event *ev = ears_next(e, WAIT_MS);

    assert_non_null(ev);
    if (ev->kind != kind)
        print_error("%s\n", ev->text != NULL ? ev->text : "-");
    assert_int_equal(ev->kind, kind);
    assert_int_equal(ev->gateway, EARS_INDEX);
    return ev;
}

void ears_only(struct ears *e, enum nj_event_kind kind)
{
    nj_event_destroy(ears_expect(e, kind));
}

void ears_text(struct ears *e, const char *text)
{
    struct nj_event *ev = ears_expect(e, NJ_EVENT_MESSAGE);

    assert_string_equal(ev->text, text);
    nj_event_destroy(ev);
}

void ears_hang_up(struct ears *e)
{
    if (e->g != NULL)
        e->g->ops->destroy(e->g);
    e->g = NULL;
}

void ears_close(struct ears *e)
{
    nj_event_destroy_all(e->taken);
    e->taken = NULL;
    nj_inbox_destroy(e->in);
    e->in = NULL;
}
