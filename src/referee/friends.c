/*
 * Friends and invitations: who is accepted by the rules of the installation.
 * What these do not allow is left to a human.
 */
#include "referee/friends.h"

#include <string.h>

#include "base/arena.h"
#include "base/bug.h"
#include "referee/books.h"
#include "referee/fate.h"
#include "referee/owners.h"
#include "referee/referee_priv.h"

#define ASK_MAX 32 /* groups in which a stranger is looked for */

/* Somebody who wants to be a friend, being looked for in one group. */
struct nj_wish {
    uint64_t call;
    uint8_t gateway;
    char id[NJ_MSG_ID_MAX];
    struct nj_wish *next;
};

/* Words may wait for him from another life. */
void nj_friends_new(struct nj_referee *r, const struct nj_event *ev)
{
    struct nj_chat *c = nj_books_chat(r, ev->user);

    if (c->reach == NJ_REACH_REFUSED)
        nj_fate_reachable(r, c, NJ_REACH_UNKNOWN);
}

static void accept(struct nj_referee *r, uint8_t gateway, const char *id)
{
    struct nj_gateway *g = r->setup.gateways[gateway];

    if (g->ops->answer_friend != NULL)
        g->ops->answer_friend(g, id, true);
}

/* Is he in one of the groups with a table? The platform is asked. */
static void look_for(struct nj_referee *r, const struct nj_event *ev)
{
    struct nj_gateway *g = r->setup.gateways[ev->gateway];
    uint32_t asked = 0;

    for (uint32_t i = 0; i < r->chats_cap && asked < ASK_MAX; i++) {
        const struct nj_chat *c = r->chats[i];
        struct nj_wish *w;

        if (c == NULL || !c->group || c->gone || c->gateway != ev->gateway ||
            c->n_entries == 0 || g->ops->ask_member == NULL)
            continue;
        w = nj_alloc(sizeof(*w));
        w->call = ++r->calls;
        w->gateway = ev->gateway;
        memcpy(w->id, ev->id, sizeof(w->id));
        w->next = r->wishes;
        r->wishes = w;
        g->ops->ask_member(g, w->call, (struct nj_group){c->address},
                           (struct nj_person){ev->user});
        asked++;
    }
}

/* What the rule does not allow is left to a human. */
void nj_friends_asks(struct nj_referee *r, const struct nj_event *ev)
{
    const struct nj_admissions *a = r->setup.admissions;
    enum nj_admission rule;
    const struct nj_chat *who;

    NJ_ASSERT(ev->gateway < r->setup.n_gateways);
    if (a == NULL)
        return;
    a += ev->gateway;
    rule = ev->group ? a->invites : a->friends;
    who = nj_books_find(r, ev->user);
    if (who != NULL && who->shut)
        return;
    if (rule == NJ_ADMIT_ALL ||
        (rule == NJ_ADMIT_SOME &&
         (nj_owners_has(r, ev->user) ||
          (!ev->group && who != NULL && who->n_entries > 0))))
        accept(r, ev->gateway, ev->id);
    else if (rule == NJ_ADMIT_SOME && !ev->group)
        look_for(r, ev);
}

bool nj_friends_member(struct nj_referee *r, const struct nj_event *ev)
{
    struct nj_wish **link = &r->wishes;
    struct nj_wish *w;

    while (*link != NULL && (*link)->call != ev->call)
        link = &(*link)->next;
    w = *link;
    if (w == NULL)
        return false;
    *link = w->next;
    if (ev->here)
        accept(r, w->gateway, w->id);
    free(w);
    return true;
}

void nj_friends_free(struct nj_referee *r)
{
    while (r->wishes != NULL) {
        struct nj_wish *w = r->wishes;

        r->wishes = w->next;
        free(w);
    }
}
