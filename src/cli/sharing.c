/*
 * Gateways that several workers share: made here by whoever holds them.
 */
#include "cli/sharing.h"

#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/bug.h"
#include "base/database.h"
#include "base/log.h"
#include "relay/desk.h"
#include "relay/holder.h"

#define FLUSH_MS 2000

struct nj_sharing {
    /* What gateways are made from: a configuration and texts of its own, for
     * they are made by another thread than the one that may read them anew. */
    struct nj_program view;
    char *url;
    const char *names[NJ_GATEWAYS_MAX];
    const struct nj_config_gateway *of[NJ_GATEWAYS_MAX];
    uint32_t n;
    struct nj_holder *holder;
    struct nj_desk *desk;   /* NULL: it does not keep the books */
    struct nj_inbox *inbox; /* of the process */
};

static bool is_shared(const struct nj_config_gateway *c)
{
    return c->kind == NJ_GATEWAY_TELEGRAM ||
           (c->kind == NJ_GATEWAY_ONEBOT && c->listen[0] == '\0');
}

static enum nj_status make(void *ctx, uint32_t which, int64_t position,
                           struct nj_inbox *inbox, struct nj_gateway **out,
                           struct nj_err *err)
{
    struct nj_sharing *s = ctx;

    NJ_ASSERT(which < s->n);
    s->view.inbox = inbox;
    s->view.position = position;
    s->view.n_gateways = which;
    return nj_program_make(&s->view, s->of[which], out, err);
}

/* The process that serves looks at the fence, and ends. */
static void lost(void *ctx)
{
    const struct nj_sharing *s = ctx;

    nj_inbox_wake(s->inbox);
}

static void free_all(struct nj_sharing *s)
{
    nj_env_fini(&s->view.env);
    free(s->view.config);
    free(s->url);
    free(s);
}

static struct nj_sharing *look_at(const struct nj_program *p,
                                  const char *database)
{
    struct nj_sharing *s = nj_alloc(sizeof(*s));
    struct nj_config *c = nj_alloc(sizeof(*c));

    *c = *p->config;
    s->view.config = c;
    s->inbox = p->inbox;
    s->view.env.data_dir = c->data;
    s->url = nj_strndup(database, strlen(database));
    for (size_t i = 0; i < c->gateway_count; i++)
        if (is_shared(&c->gateways[i])) {
            s->names[s->n] = c->gateways[i].name;
            s->of[s->n++] = &c->gateways[i];
        }
    return s;
}

enum nj_status nj_sharing_start(struct nj_program *p, const char *database,
                                struct nj_err *err)
{
    struct nj_sharing *s;
    enum nj_status st;

    if (p->config->share_gateways != NJ_YES || !nj_database_is_url(database))
        return NJ_OK;
    s = look_at(p, database);
    st = nj_env_load_catalog(&s->view.env, err);
    if (st == NJ_OK)
        st = nj_holder_start(&(struct nj_holder_setup){.url = s->url,
                                                       .names = s->names,
                                                       .n = s->n,
                                                       .make = make,
                                                       .lost = lost,
                                                       .ctx = s},
                             &s->holder, err);
    if (st == NJ_OK)
        p->sharing = s;
    else
        free_all(s);
    return st;
}

static enum nj_status open_desk(const struct nj_program *p,
                                struct nj_sharing *s, struct nj_err *err)
{
    int64_t books = nj_store_epoch(p->store);

    nj_log(NJ_LOG_INFO, "relay", "keeps_books",
           NJ_FIELDS(nj_f_i64("epoch", books)));
    return nj_desk_create(s->url, books, p->inbox, &s->desk, err);
}

enum nj_status nj_sharing_replace(struct nj_program *p,
                                  const struct nj_config_gateway *c,
                                  struct nj_gateway **g, struct nj_err *err)
{
    struct nj_sharing *s = p->sharing;
    struct nj_gateway *like = *g;
    enum nj_status st = NJ_OK;
    int64_t behind;

    if (s == NULL || !is_shared(c))
        return NJ_OK;
    if (s->desk == NULL)
        st = open_desk(p, s, err);
    behind = nj_row_get(p->store, c->name);
    if (st == NJ_OK)
        st = nj_store_status(p->store, err);
    if (st != NJ_OK)
        return st;
    *g = nj_desk_add(s->desk, like, (uint8_t)p->n_gateways, behind);
    like->ops->destroy(like);
    return NJ_OK;
}

void nj_sharing_end_books(struct nj_program *p)
{
    if (p->sharing == NULL)
        return;
    nj_desk_destroy(p->sharing->desk);
    p->sharing->desk = NULL;
}

void nj_sharing_stop(struct nj_program *p)
{
    if (p->sharing == NULL)
        return;
    nj_holder_stop(p->sharing->holder, FLUSH_MS);
    free_all(p->sharing);
    p->sharing = NULL;
}
