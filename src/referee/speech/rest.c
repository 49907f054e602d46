/*
 * Chats that have something to say and rest until they may say it.
 *
 * Whoever has to wait for a moment of his own stands in a heap by that; whoever
 * waits for nothing but the pace of his gateway stands in a line of that, by
 * his ticket. As many are woken as it may be told: with a thousand in line a
 * turn looks at a few. Who waits for an event alone stands nowhere.
 */
#include <stdlib.h>

#include "base/arena.h"
#include "base/bug.h"
#include "base/ranks.h"
#include "referee/referee_priv.h"
#include "referee/speech/outbox.h"

struct nj_rest {
    struct nj_ranks moments; /* steady */
    struct nj_ranks lines[NJ_COUNT(((struct nj_referee *)0)->down)][NJ_LINES];
};

static void append(struct nj_referee *r, struct nj_chat *c)
{
    NJ_ASSERT((r->active == NULL) == (r->active_last == NULL));
    c->next_active = NULL;
    if (r->active == NULL)
        r->active = c;
    else
        r->active_last->next_active = c;
    r->active_last = c;
}

void nj_rest_activate(struct nj_referee *r, struct nj_chat *c)
{
    if (c->active) {
        nj_rest_wake(r, c);
        return;
    }
    NJ_ASSERT(!c->resting);
    c->active = true;
    c->ticket = ++r->tickets;
    append(r, c);
}

/* --- waking --- */

void nj_rest_wake(struct nj_referee *r, struct nj_chat *c)
{
    if (!c->resting)
        return;
    NJ_ASSERT(c->active && (c->rest_in == NULL) == (c->rest_place == 0));
    if (c->rest_in != NULL)
        nj_ranks_drop(c->rest_in, c);
    c->rest_in = NULL;
    c->resting = false;
    NJ_ASSERT(c->rest_place == 0);
    r->woken = r->woken || r->active != NULL;
    append(r, c);
}

void nj_rest_wake_all(struct nj_referee *r, uint8_t gateway)
{
    for (uint32_t i = 0; r->rest != NULL && i < r->chats_cap; i++)
        if (r->chats[i] != NULL &&
            (gateway == UINT8_MAX || r->chats[i]->gateway == gateway))
            nj_rest_wake(r, r->chats[i]);
}

static void wake_first(struct nj_referee *r, const struct nj_ranks *from)
{
    NJ_ASSERT(from->n > 0);
    nj_rest_wake(r, from->v[0].thing);
}

/* They are counted in fractions of a token: a moment is right to a
 * millisecond. */
void nj_rest_over(struct nj_referee *r)
{
    struct nj_rest *k = r->rest;

    if (k == NULL)
        return;
    while (k->moments.n > 0 && k->moments.v[0].at - 1 <= r->steady_ms)
        wake_first(r, &k->moments);
    for (uint32_t g = 0; g < r->setup.n_gateways; g++)
        for (int line = 0; line < NJ_LINES; line++) {
            const struct nj_ranks *in = &k->lines[g][line];
            uint32_t n = in->n > 0
                             ? nj_pacing_room(r, (uint8_t)g, (enum nj_line)line)
                             : 0;

            for (; n > 0 && in->n > 0; n--)
                wake_first(r, in);
        }
    nj_rest_order(r);
}

static int by_ticket(const void *a, const void *b)
{
    uint64_t x = (*(struct nj_chat *const *)a)->ticket;
    uint64_t y = (*(struct nj_chat *const *)b)->ticket;

    return (x > y) - (x < y);
}

void nj_rest_order(struct nj_referee *r)
{
    struct nj_chat **all, *c;
    uint32_t n = 0;

    if (!r->woken)
        return;
    r->woken = false;
    for (c = r->active; c != NULL; c = c->next_active)
        n++;
    NJ_ASSERT(n > 1);
    all = nj_alloc(n * sizeof(struct nj_chat *));
    n = 0;
    for (c = r->active; c != NULL; c = c->next_active)
        all[n++] = c;
    qsort(all, n, sizeof(struct nj_chat *), by_ticket);
    r->active = r->active_last = NULL;
    for (uint32_t i = 0; i < n; i++) {
        NJ_ASSERT(i == 0 || all[i - 1]->ticket < all[i]->ticket);
        append(r, all[i]);
    }
    free(all);
}

/* --- resting --- */

static struct nj_rest *rest_of(struct nj_referee *r)
{
    struct nj_rest *k = r->rest;

    if (k != NULL)
        return k;
    k = r->rest = nj_alloc(sizeof(*k));
    k->moments = NJ_RANKS(struct nj_chat, rest_place);
    for (size_t g = 0; g < NJ_COUNT(k->lines); g++)
        for (int line = 0; line < NJ_LINES; line++)
            k->lines[g][line] = NJ_RANKS(struct nj_chat, rest_place);
    return k;
}

/* Texts that a group has refused are tried as soon as a match's may go. */
static uint8_t urgency_of(const struct nj_chat *c)
{
    NJ_ASSERT(c->head != NULL || c->waiting);
    return c->waiting ? NJ_URGENT_MATCH : nj_queue_urgency(c);
}

static void lie_down(struct nj_referee *r, struct nj_chat *c)
{
    struct nj_rest *k = rest_of(r);
    uint8_t urgency = c->call == 0 ? urgency_of(c) : NJ_URGENT_MATCH;
    int64_t own_ms = nj_pacing_own_ms(r, c, urgency);
    int64_t at = own_ms;

    NJ_ASSERT(c->active && c->rest_in == NULL);
    NJ_ASSERT((c->call != 0) == (c->under_way != NULL));
    c->resting = true;
    if (own_ms == INT64_MAX)
        return;
    c->rest_in = &k->moments;
    if (own_ms <= r->steady_ms && !nj_pacing_unlimited(r, c)) {
        c->rest_in = &k->lines[c->gateway][nj_pacing_line(c, urgency)];
        at = (int64_t)c->ticket;
    }
    nj_ranks_add(c->rest_in, c, at);
    NJ_ASSERT(c->rest_place != 0);
}

void nj_rest_begin(struct nj_referee *r)
{
    struct nj_chat *c = r->active, *next;

    r->active = r->active_last = NULL;
    r->woken = false;
    for (; c != NULL; c = next) {
        next = c->next_active;
        if (c->handing)
            c->ticket = ++r->tickets;
        c->handing = false;
        nj_queue_forget_fated(c);
        NJ_ASSERT(!c->presumed && !c->resting);
        if (c->head == NULL && c->under_way == NULL && !c->waiting)
            c->active = false;
        else
            lie_down(r, c);
    }
    NJ_ASSERT(r->active == NULL);
}

/* Before the first turn nobody has lain down yet. */
int64_t nj_rest_next_ms(const struct nj_referee *r)
{
    const struct nj_rest *k = r->rest;
    int64_t first_ms = r->active != NULL ? r->steady_ms : INT64_MAX;

    if (k == NULL)
        return first_ms;
    if (k->moments.n > 0 && k->moments.v[0].at < first_ms)
        first_ms = k->moments.v[0].at;
    for (uint32_t g = 0; g < r->setup.n_gateways; g++)
        for (int line = 0; line < NJ_LINES; line++) {
            int64_t at_ms =
                k->lines[g][line].n > 0
                    ? nj_pacing_room_ms(r, (uint8_t)g, (enum nj_line)line)
                    : INT64_MAX;

            first_ms = at_ms < first_ms ? at_ms : first_ms;
        }
    return first_ms;
}

void nj_rest_forget(struct nj_referee *r)
{
    struct nj_rest *k = r->rest;

    r->active = r->active_last = NULL;
    r->woken = false;
    if (k == NULL)
        return;
    nj_ranks_fini(&k->moments);
    for (size_t g = 0; g < NJ_COUNT(k->lines); g++)
        for (int line = 0; line < NJ_LINES; line++)
            nj_ranks_fini(&k->lines[g][line]);
    free(k);
    r->rest = NULL;
}
