/*
 * The life of a house: furnished, started, at rest, stopped.
 */
#include "cli/house.h"

#include <stdio.h>
#include <unistd.h>

#include "base/bug.h"
#include "gateway/memory/memory.h"
#include "render/studio.h"

#define TURNS_MAX 20000 /* more without a rest: it never comes to one */

/* --- before the start --- */

void nj_house_place(struct nj_house *h, const char *dir, const char *name)
{
    int n = snprintf(h->path, sizeof(h->path), "%s/%s.%ld.db", dir, name,
                     (long)getpid());

    NJ_ASSERT(n > 0 && (size_t)n < sizeof(h->path)); /* another file else */
    nj_store_remove(h->path);
}

void nj_house_furnish(struct nj_house *h, const struct nj_env *env)
{
    NJ_ASSERT(h->inbox == NULL); /* the last life was stopped */
    h->setup = nj_env_trial(env);
    h->setup.gateways = h->gateways;
    h->inbox = nj_inbox_create();
}

void nj_house_join(struct nj_house *h, struct nj_gateway *g)
{
    NJ_ASSERT(h->setup.n_gateways < NJ_HOUSE_GATEWAYS_MAX);
    NJ_ASSERT(g->index == h->setup.n_gateways);
    h->gateways[h->setup.n_gateways++] = g;
}

struct nj_gateway *nj_house_memory(struct nj_house *h, const char *name)
{
    struct nj_gateway *g =
        nj_memory_create(name, (uint8_t)h->setup.n_gateways, h->inbox);

    nj_house_join(h, g);
    return g;
}

static void picture_ready(void *ctx)
{
    nj_inbox_push(ctx, nj_event_create(NJ_EVENT_PICTURE, 0));
}

void nj_house_draw(struct nj_house *h)
{
    NJ_ASSERT(h->setup.n_gateways > 0);
    h->gateways[h->setup.n_gateways - 1]->can |= NJ_CAN_PICTURE;
    h->studio = nj_studio_create(picture_ready, h->inbox);
    h->setup.studio = h->studio;
}

/* --- a life --- */

enum nj_status nj_house_start(struct nj_house *h, struct nj_err *err)
{
    const char *path = h->path[0] != '\0' ? h->path : ":memory:";
    enum nj_status st = NJ_OK;

    if (h->store == NULL)
        st = nj_store_open(&h->store, path, err);
    h->setup.store = h->store;
    if (st == NJ_OK)
        st = nj_referee_create(&h->setup, &h->referee, err);
    for (uint32_t i = 0; i < h->setup.n_gateways && st == NJ_OK; i++)
        st = h->gateways[i]->ops->start(h->gateways[i], err);
    return st;
}

enum nj_status nj_house_turn(struct nj_house *h, struct nj_err *err)
{
    return nj_referee_turn(h->referee, nj_inbox_take(h->inbox, 0), err);
}

enum nj_status nj_house_rest(struct nj_house *h, struct nj_err *err)
{
    for (int i = 0; i < TURNS_MAX; i++) {
        struct nj_event *events;
        enum nj_status st;

        nj_studio_finish(h->studio);
        events = nj_inbox_take(h->inbox, 0);
        if (i > 0 && events == NULL && nj_referee_wait_ms(h->referee) > 0)
            return NJ_OK;
        st = nj_referee_turn(h->referee, events, err);
        if (st != NJ_OK)
            return st;
    }
    return nj_fail(err, NJ_ERR_LIMIT, "the referee comes to no rest");
}

void nj_house_stop(struct nj_house *h)
{
    nj_referee_destroy(h->referee);
    nj_studio_destroy(h->studio);
    nj_store_close(h->store);
    for (uint32_t i = 0; i < h->setup.n_gateways; i++) {
        h->gateways[i]->ops->stop(h->gateways[i], 0);
        h->gateways[i]->ops->destroy(h->gateways[i]);
        h->gateways[i] = NULL;
    }
    if (h->inbox != NULL)
        nj_inbox_destroy(h->inbox);
    h->setup.n_gateways = 0;
    h->inbox = NULL;
    h->store = NULL;
    h->studio = NULL;
    h->referee = NULL;
}

void nj_house_close(struct nj_house *h)
{
    nj_house_stop(h);
    if (h->path[0] != '\0')
        nj_store_remove(h->path);
}
