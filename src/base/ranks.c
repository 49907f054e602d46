/*
 * A binary heap of things that know their place.
 */
#include "base/ranks.h"

#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/bug.h"

static uint32_t *place_of(const struct nj_ranks *k, void *thing)
{
    return (uint32_t *)(void *)((char *)thing + k->place);
}

static void put(struct nj_ranks *k, uint32_t i, struct nj_rank it)
{
    k->v[i] = it;
    *place_of(k, it.thing) = i + 1;
}

/* From there towards the top, past what is higher. */
static void rise(struct nj_ranks *k, uint32_t i, struct nj_rank it)
{
    NJ_ASSERT(i < k->n);
    while (i > 0 && k->v[(i - 1) / 2].at > it.at) {
        put(k, i, k->v[(i - 1) / 2]);
        i = (i - 1) / 2;
    }
    put(k, i, it);
}

/* The other way, past what is lower. */
static void sink(struct nj_ranks *k, uint32_t i, struct nj_rank it)
{
    NJ_ASSERT(i < k->n);
    for (;;) {
        uint32_t child = 2 * i + 1;

        if (child + 1 < k->n && k->v[child + 1].at < k->v[child].at)
            child++;
        if (child >= k->n || k->v[child].at >= it.at)
            break;
        put(k, i, k->v[child]);
        i = child;
    }
    put(k, i, it);
}

static void settle(struct nj_ranks *k, uint32_t i, struct nj_rank it)
{
    if (i > 0 && k->v[(i - 1) / 2].at > it.at)
        rise(k, i, it);
    else
        sink(k, i, it);
}

static uint32_t index_of(const struct nj_ranks *k, const void *thing)
{
    uint32_t place;

    memcpy(&place, (const char *)thing + k->place, sizeof(place));
    NJ_ASSERT(place > 0 && place <= k->n);
    NJ_ASSERT(k->v[place - 1].thing == thing);
    return place - 1;
}

void nj_ranks_add(struct nj_ranks *k, void *thing, int64_t at)
{
    NJ_ASSERT(*place_of(k, thing) == 0);
    if (k->n == k->cap) {
        k->cap = k->cap == 0 ? 64 : 2 * k->cap;
        k->v = nj_realloc(k->v, k->cap * sizeof(k->v[0]));
    }
    k->n++;
    rise(k, k->n - 1, (struct nj_rank){.at = at, .thing = thing});
}

void nj_ranks_move(struct nj_ranks *k, void *thing, int64_t at)
{
    settle(k, index_of(k, thing), (struct nj_rank){.at = at, .thing = thing});
}

int64_t nj_ranks_at(const struct nj_ranks *k, const void *thing)
{
    return k->v[index_of(k, thing)].at;
}

void nj_ranks_drop(struct nj_ranks *k, void *thing)
{
    uint32_t i = index_of(k, thing);
    struct nj_rank last = k->v[k->n - 1];

    *place_of(k, thing) = 0;
    k->n--;
    if (i < k->n)
        settle(k, i, last);
}

void *nj_ranks_take(struct nj_ranks *k)
{
    void *thing;

    NJ_ASSERT(k->n > 0);
    thing = k->v[0].thing;
    nj_ranks_drop(k, thing);
    return thing;
}

void nj_ranks_clear(struct nj_ranks *k)
{
    for (uint32_t i = 0; i < k->n; i++)
        *place_of(k, k->v[i].thing) = 0;
    k->n = 0;
}

void nj_ranks_fini(struct nj_ranks *k)
{
    nj_ranks_clear(k);
    free(k->v);
    k->v = NULL;
    k->cap = 0;
}
