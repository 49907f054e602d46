/*
 * Which chat a call of a gateway is of: a table of those under way, by number.
 * Numbers follow each other, so that most stand in their own place.
 */
#include <stdlib.h>

#include "base/arena.h"
#include "base/bug.h"
#include "referee/referee_priv.h"
#include "referee/speech/outbox.h"

#define LEAST 64 /* a power of two; at most half of the places are taken */

struct nj_calls {
    struct nj_chat **at;
    uint32_t cap, n;
};

/* Returns where it stands, or the free place where it would. */
static uint32_t place_of(const struct nj_calls *k, uint64_t call)
{
    uint32_t i = (uint32_t)call & (k->cap - 1);

    NJ_ASSERT(call != 0 && k->n < k->cap);
    while (k->at[i] != NULL && k->at[i]->call != call)
        i = (i + 1) & (k->cap - 1);
    return i;
}

static void grow(struct nj_calls *k)
{
    struct nj_calls old = *k;

    k->cap = old.cap == 0 ? LEAST : 2 * old.cap;
    k->at = nj_alloc(k->cap * sizeof(struct nj_chat *));
    for (uint32_t i = 0; i < old.cap; i++)
        if (old.at[i] != NULL)
            k->at[place_of(k, old.at[i]->call)] = old.at[i];
    NJ_ASSERT((k->cap & (k->cap - 1)) == 0 && 2 * k->n < k->cap);
    free(old.at);
}

void nj_calls_begin(struct nj_referee *r, struct nj_chat *c, uint64_t call)
{
    struct nj_calls *k = r->under_way;
    uint32_t i;

    NJ_ASSERT(c->call == 0);
    NJ_ASSERT(call != 0 && call <= r->calls);
    if (k == NULL)
        k = r->under_way = nj_alloc(sizeof(*k));
    if (2 * (k->n + 1) > k->cap)
        grow(k);
    i = place_of(k, call);
    NJ_ASSERT(k->at[i] == NULL);
    c->call = call;
    k->at[i] = c;
    k->n++;
}

/* What stands behind it moves up, as far as its own place lets it. */
void nj_calls_end(struct nj_referee *r, struct nj_chat *c)
{
    struct nj_calls *k = r->under_way;
    uint32_t mask = k->cap - 1;
    uint32_t hole = place_of(k, c->call);

    NJ_ASSERT(k->at[hole] == c);
    for (uint32_t i = (hole + 1) & mask; k->at[i] != NULL; i = (i + 1) & mask) {
        uint32_t own = (uint32_t)k->at[i]->call & mask;

        if (((i - own) & mask) < ((i - hole) & mask))
            continue;
        k->at[hole] = k->at[i];
        hole = i;
    }
    k->at[hole] = NULL;
    k->n--;
    c->call = 0;
}

struct nj_chat *nj_calls_chat(const struct nj_referee *r, uint64_t call)
{
    const struct nj_calls *k = r->under_way;
    struct nj_chat *c;

    NJ_ASSERT(call != 0); /* no call: of whoever says nothing */
    c = k == NULL ? NULL : k->at[place_of(k, call)];
    NJ_ASSERT(c == NULL || c->call == call);
    return c;
}

uint32_t nj_calls_count(const struct nj_referee *r)
{
    return r->under_way == NULL ? 0 : r->under_way->n;
}

void nj_calls_forget(struct nj_referee *r)
{
    if (r->under_way == NULL)
        return;
    free(r->under_way->at);
    free(r->under_way);
    r->under_way = NULL;
}
