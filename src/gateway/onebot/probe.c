/*
 * What an account finds out about itself before it plays: the gateway runs as
 * it always does, for a while, and what it hears is told.
 */
#include "gateway/probe.h"

#include <stdio.h>
#include <string.h>

#include "base/clock.h"
#include "gateway/onebot/client_priv.h"

#define LIST_MS 3000 /* a program that has not listed its friends by then */

struct tour {
    struct nj_onebot *ob;
    const struct nj_probe *p;
    int64_t until_ms;
    bool up, friends, token, offline;
    struct nj_ob_author me;
    uint32_t asked, answered; /* groups */
};

static void hear_member(struct tour *t, const struct nj_event *e)
{
    const char *group = t->p->groups[e->call - 1];

    t->answered++;
    if (!e->here)
        nj_probe_tell(t->p, NJ_FOUND_WRONG, "onebot.left", group, "");
    else
        nj_probe_tell(t->p, NJ_FOUND_WELL,
                      e->role == NJ_ROLE_MEMBER ? "onebot.member"
                                                : "onebot.admin",
                      group, "");
}

static void hear(struct tour *t, const struct nj_event *e)
{
    if (e->kind == NJ_EVENT_UP)
        t->up = true;
    else if (e->kind == NJ_EVENT_DOWN)
        t->up = false;
    else if (e->kind == NJ_EVENT_FRIENDS)
        t->friends = true;
    else if (e->kind == NJ_EVENT_MEMBER)
        hear_member(t, e);
    else if (e->kind == NJ_EVENT_TROUBLE && e->text != NULL) {
        t->token = t->token || strcmp(e->text, "token") == 0;
        t->offline = t->offline || strcmp(e->text, "offline") == 0;
    }
}

static void look_up_me(struct tour *t)
{
    nj_ob_lock(t->ob);
    t->me = t->ob->author;
    nj_ob_unlock(t->ob);
}

static bool linked(const struct tour *t)
{
    return t->token || t->offline || (t->up && t->me.id[0] != '\0');
}

static bool listed(const struct tour *t)
{
    return t->friends;
}

static bool seen(const struct tour *t)
{
    return t->answered == t->asked;
}

/* Listens until that is so, or the time is up. */
static void listen_until(struct tour *t, bool (*so)(const struct tour *t),
                         int64_t most_ms)
{
    int64_t until_ms = nj_monotonic_ms() + most_ms;

    if (until_ms > t->until_ms)
        until_ms = t->until_ms;
    while (!so(t) && nj_monotonic_ms() < until_ms) {
        struct nj_event *all = nj_inbox_take(t->ob->base.inbox, 50);

        for (const struct nj_event *e = all; e != NULL; e = e->next)
            hear(t, e);
        nj_event_destroy_all(all);
        look_up_me(t);
    }
}

static void tell_failure(const struct tour *t)
{
    const char *name = t->ob->base.name;
    char at[300] = "";

    if (t->ob->loop->listens)
        nj_endpoint_text(&t->ob->loop->at, at);
    else
        (void)snprintf(at, sizeof(at), "%s:%u", t->ob->url.host,
                       (unsigned)t->ob->url.port);
    nj_probe_tell(t->p, NJ_FOUND_WRONG,
                  t->token               ? "onebot.token"
                  : t->offline           ? "onebot.offline"
                  : t->ob->loop->listens ? "onebot.nobody"
                                         : "onebot.unreachable",
                  name, at);
}

static void tell_friends(struct tour *t)
{
    char what[16];

    listen_until(t, listed, LIST_MS);
    nj_ob_lock(t->ob);
    (void)snprintf(what, sizeof(what), "%u", (unsigned)t->ob->friends.n);
    nj_ob_unlock(t->ob);
    if (t->friends)
        nj_probe_tell(t->p, NJ_FOUND_WELL, "onebot.friends", t->ob->base.name,
                      what);
    else
        nj_probe_tell(t->p, NJ_FOUND_ODD, "onebot.no_list", t->ob->base.name,
                      "");
}

static void look_into_groups(struct tour *t)
{
    char me[NJ_ADDRESS_MAX];

    nj_address_user(me, t->ob->base.name, t->me.id);
    for (uint32_t i = 0; i < t->p->n_groups; i++) {
        t->asked++;
        nj_ob_ask_member(&t->ob->base, i + 1,
                         (struct nj_group){t->p->groups[i]},
                         (struct nj_person){me});
    }
    listen_until(t, seen, t->p->wait_ms);
}

static void look_around(struct tour *t)
{
    char what[NJ_NAME_MAX + NJ_OB_ID_MAX + 4];

    (void)snprintf(what, sizeof(what), "%s (%s)", t->me.name, t->me.id);
    nj_probe_tell(t->p, NJ_FOUND_WELL, "onebot.me", t->ob->base.name, what);
    tell_friends(t);
    look_into_groups(t);
}

void nj_ob_probe(struct nj_gateway *g, const struct nj_probe *p)
{
    struct tour t = {.ob = (struct nj_onebot *)(void *)g,
                     .p = p,
                     .until_ms = nj_monotonic_ms() + p->wait_ms};
    struct nj_err err = {{0}};

    if (g->ops->start(g, &err) != NJ_OK) {
        nj_probe_tell(p, NJ_FOUND_WRONG, "gateway.bad", g->name, err.text);
        return;
    }
    listen_until(&t, linked, p->wait_ms);
    if (t.up && t.me.id[0] != '\0' && !t.offline)
        look_around(&t);
    else
        tell_failure(&t);
    g->ops->stop(g, 0);
}
