/*
 * Who keeps the books, as far as gateways see it: he takes what has arrived, writes
 * all of it down in one transaction or nothing, and then calls. A transaction
 * is refused to whom another has followed.
 */
#include <stdio.h>
#include <string.h>

#include "base/arena.h"
#include "base/bug.h"
#include "base/fence.h"
#include "simulation/relay_sim.h"

#define LEASE_MS  6000
#define MARGIN_MS 1000
#define RENEW_MS  1500

static bool is_followed(const struct rs_worker *w)
{
    return nj_rs->store.lease.epoch != w->epoch;
}

/* --- the lease --- */

static void renew(struct rs_worker *w)
{
    if (nj_rs_store_away() || nj_rs->now_ms - w->renewed_ms < RENEW_MS)
        return;
    if (is_followed(w)) {
        nj_fence_end();
        w->lost = true;
        return;
    }
    w->renewed_ms = nj_rs->now_ms;
    nj_rs->store.lease.until_ms = nj_rs->now_ms + LEASE_MS;
    nj_fence_until(NJ_BAR_WORK, nj_rs->now_ms + LEASE_MS - MARGIN_MS);
}

static void begin_desk(struct rs_worker *w)
{
    struct nj_err err = {{0}};

    w->inbox = nj_inbox_create();
    assert_int_equal(nj_desk_create("url", w->epoch, w->inbox, &w->desk, &err),
                     NJ_OK);
    for (uint32_t i = 0; i < RS_GATES; i++) {
        struct nj_gateway *like = nj_rs_gate(i, nj_rs->self, 0, NULL);

        w->proxy[i] =
            nj_desk_add(w->desk, like, (uint8_t)i, nj_rs->books.behind[i]);
        w->heard[i] = nj_rs->books.behind[i];
        w->up[i] = false;
        like->ops->destroy(like);
    }
    for (uint32_t i = 0; i < RS_GATES; i++)
        assert_int_equal(w->proxy[i]->ops->start(w->proxy[i], &err), NJ_OK);
}

/* What the one before has called, and nobody knows how it ended. */
static void doubt_all(void)
{
    struct rs_books *b = &nj_rs->books;

    for (uint32_t i = 1; i <= b->n_texts; i++)
        if (b->text[i].state == RS_OUT) {
            b->text[i].state = RS_NEW;
            b->text[i].doubt = true;
        }
}

void nj_rs_books_take(uint8_t worker)
{
    struct rs_worker *w = &nj_rs->worker[worker];
    struct rs_store *s = &nj_rs->store;

    if (w->desk != NULL || nj_rs_store_away() ||
        s->lease.until_ms >= nj_rs->now_ms)
        return;
    s->lease.process = worker;
    s->lease.until_ms = nj_rs->now_ms + LEASE_MS;
    w->epoch = ++s->lease.epoch;
    w->renewed_ms = nj_rs->now_ms;
    nj_fence_until(NJ_BAR_WORK, nj_rs->now_ms + LEASE_MS - MARGIN_MS);
    nj_rs->sums->keepers++;
    memset(w->open, 0, sizeof(w->open));
    w->calls = 0;
    doubt_all();
    begin_desk(w);
}

/* --- a turn --- */

static uint32_t add_text(uint32_t gate, bool member)
{
    struct rs_books *b = &nj_rs->books;

    NJ_ASSERT(b->n_texts + 1 < RS_MOST);
    b->text[++b->n_texts] = (struct rs_text){.gate = gate, .member = member};
    return b->n_texts;
}

/* Each message is answered, now and then elsewhere. */
static void answer(struct rs_worker *w, uint32_t gate)
{
    struct rs_books *b = &nj_rs->books;
    char id[16];

    (void)add_text(nj_rs_below(4) == 0 ? nj_rs_below(RS_GATES) : gate, false);
    nj_rs->sums->texts++;
    if (nj_rs_below(5) == 0)
        (void)add_text(gate, true);
    if (nj_rs_below(5) != 0 || b->n_presses + 1 >= RS_MOST)
        return;
    (void)snprintf(id, sizeof(id), "%u", ++b->n_presses);
    w->proxy[gate]->ops->answer_press(w->proxy[gate], id, "", NULL);
}

static void hear(struct rs_worker *w, const struct nj_event *e)
{
    struct rs_books *b = &nj_rs->books;
    uint32_t gate = e->gateway, at = b->taken[gate]++;
    uint32_t number = (uint32_t)strtoul(e->text, NULL, 10);

    if (at >= nj_rs->rows[gate] || nj_rs->row[gate][at] != e->row ||
        nj_rs->in_row[gate][at] != number)
        nj_rs_fail("message %u of '%s' is heard in the place of %u", number,
                   nj_rs_names[gate], nj_rs->in_row[gate][at]);
    if (number <= b->newest[gate] && e->offset == 0)
        nj_rs_fail("message %u of '%s' is heard twice", number,
                   nj_rs_names[gate]);
    if (e->offset != 0)
        b->position[gate] = (uint32_t)e->offset;
    if (number <= b->newest[gate])
        return; /* its id has been seen: the platform has said it again */
    if (e->offset != 0 && number != b->newest[gate] + 1)
        nj_rs_fail("message %u of '%s' follows %u", number, nj_rs_names[gate],
                   b->newest[gate]);
    b->newest[gate] = number;
    answer(w, gate);
}

static void take_fate(struct rs_worker *w, const struct nj_event *e)
{
    uint32_t number = e->call < RS_MOST ? w->open[e->call] : 0;
    struct rs_text *t = &nj_rs->books.text[number];

    if (number == 0)
        nj_rs_fail("call %llu has a fate that nobody waits for",
                   (unsigned long long)e->call);
    w->open[e->call] = 0;
    t->state = RS_OVER;
    if (t->member || e->fate == NJ_FATE_SENT)
        return;
    t->refused = e->fate == NJ_FATE_REFUSED;
    if (t->refused)
        return;
    t->state = RS_NEW;
    t->doubt = t->doubt || e->fate != NJ_FATE_NOT_SENT;
}

static void work_off(struct rs_worker *w, const struct nj_event *e)
{
    if (e->row != 0 && e->row <= w->heard[e->gateway])
        nj_rs_fail("row %lld of '%s' comes again", (long long)e->row,
                   nj_rs_names[e->gateway]);
    if (e->row != 0)
        w->heard[e->gateway] = nj_rs->books.behind[e->gateway] = e->row;
    if (e->kind == NJ_EVENT_MESSAGE)
        hear(w, e);
    else if (e->kind == NJ_EVENT_FATE || e->kind == NJ_EVENT_MEMBER)
        take_fate(w, e);
    else if (e->kind == NJ_EVENT_UP || e->kind == NJ_EVENT_DOWN)
        w->up[e->gateway] = e->kind == NJ_EVENT_UP;
}

static void say(struct rs_worker *w, uint32_t number)
{
    struct rs_text *t = &nj_rs->books.text[number];
    struct nj_gateway *g = w->proxy[t->gate];
    char words[16], group[NJ_ADDRESS_MAX], user[NJ_ADDRESS_MAX];

    t->state = RS_OUT;
    NJ_ASSERT(w->calls + 1 < RS_MOST);
    w->open[++w->calls] = number;
    nj_rs_address(group, t->gate, true);
    nj_rs_address(user, t->gate, false);
    (void)snprintf(words, sizeof(words), "%u%s", number, t->doubt ? "?" : "");
    nj_rs->sums->marked += t->doubt;
    if (t->member)
        g->ops->ask_member(g, w->calls, (struct nj_group){group},
                           (struct nj_person){user});
    else
        g->ops->send_group(g, w->calls, (struct nj_group){group},
                           &(struct nj_say){.text = words});
}

static void tell_gateways(struct rs_worker *w)
{
    for (uint32_t i = 0; i < RS_GATES; i++) {
        struct nj_gateway *g = w->proxy[i];

        g->ops->heard(g, nj_rs->books.behind[i]);
        if (nj_rs->books.position[i] > 0)
            g->ops->stored(g, nj_rs->books.position[i]);
    }
}

/* Nothing of it is left undone, and all that is said is in the books. */
static void take_turn(struct rs_worker *w)
{
    struct nj_event **end = &w->waiting, *events;

    while (*end != NULL)
        end = &(*end)->next;
    *end = nj_rs_taken(w->inbox);
    if (nj_rs_store_away() || is_followed(w))
        return;
    events = w->waiting;
    w->waiting = NULL;
    for (const struct nj_event *e = events; e != NULL; e = e->next)
        work_off(w, e);
    if (events != NULL)
        tell_gateways(w);
    nj_event_destroy_all(events);
    for (uint32_t i = 1; i <= nj_rs->books.n_texts; i++)
        if (nj_rs->books.text[i].state == RS_NEW &&
            w->up[nj_rs->books.text[i].gate] && !w->ending)
            say(w, i);
}

void nj_rs_books_step(uint8_t worker)
{
    struct rs_worker *w = &nj_rs->worker[worker];
    uint8_t self = nj_rs->self;

    if (w->desk == NULL || w->dead || w->lost || w->paused_ms > nj_rs->now_ms ||
        w->turn_ms > nj_rs->now_ms)
        return;
    nj_rs->self = worker;
    w->turn_ms = nj_rs->now_ms + 1 + nj_rs_below(200);
    renew(w);
    if (!w->lost)
        take_turn(w);
    nj_rs->self = self;
}

void nj_rs_books_leave(uint8_t worker, int64_t flush_ms)
{
    struct rs_worker *w = &nj_rs->worker[worker];

    if (w->desk == NULL)
        return;
    w->ending = true;
    for (uint32_t i = 0; i < RS_GATES; i++)
        w->proxy[i]->ops->stop(w->proxy[i], w->dead ? 0 : flush_ms);
    if (!w->dead)
        take_turn(w);
    for (uint32_t i = 0; i < RS_GATES; i++)
        w->proxy[i]->ops->destroy(w->proxy[i]);
    nj_desk_destroy(w->desk);
    nj_inbox_destroy(w->inbox);
    nj_event_destroy_all(w->waiting);
    w->waiting = NULL;
    w->desk = NULL;
    if (!is_followed(w) && !w->dead && !nj_rs_store_away())
        nj_rs->store.lease.until_ms = nj_rs->now_ms - 1;
}

/* --- when all has been calm --- */

static void check_proxies(void)
{
    const struct rs_worker *w = &nj_rs->worker[nj_rs->store.lease.process];

    for (uint32_t i = 0; i < RS_GATES; i++) {
        struct nj_gateway *g = w->proxy[i];
        struct nj_str link = NJ_STR_INIT(100);
        char user[NJ_ADDRESS_MAX];

        nj_rs_address(user, i, false);
        if (!w->up[i] || !g->link(g, "x", &link) ||
            g->ops->privacy(g, (struct nj_person){user}) != NJ_PRIVACY_PROVED)
            nj_rs_fail("who keeps the books does not know how '%s' stands",
                       nj_rs_names[i]);
        nj_str_fini(&link);
        if (w->desk->proxy[i]->n_open > 0)
            nj_rs_fail("'%s' has %u calls without a fate, such as %llu",
                       nj_rs_names[i], w->desk->proxy[i]->n_open,
                       (unsigned long long)w->desk->proxy[i]->open[0]);
    }
}

void nj_rs_books_end(void)
{
    const struct rs_books *b = &nj_rs->books;

    check_proxies();
    for (uint32_t i = 0; i < RS_GATES; i++)
        if (b->taken[i] != nj_rs->rows[i])
            nj_rs_fail("%u messages of '%s' were written down, %u heard",
                       nj_rs->rows[i], nj_rs_names[i], b->taken[i]);
    if (b->newest[0] != nj_rs->platform[0].said)
        nj_rs_fail("of %u messages %u are heard", nj_rs->platform[0].said,
                   b->newest[0]);
    for (uint32_t i = 1; i <= b->n_texts; i++) {
        const struct rs_text *t = &b->text[i];

        if (t->state != RS_OVER)
            nj_rs_fail("text %u was never said", i);
        if (!t->member && !t->refused && t->plain + t->marked == 0)
            nj_rs_fail("text %u did not arrive", i);
        nj_rs->sums->again += t->marked;
    }
}
