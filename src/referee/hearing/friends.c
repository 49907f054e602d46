/*
 * Friends: who is one, who becomes one, who is told that he has to. Wishes and
 * invitations are granted by the rules of the installation; what these do not
 * allow is left to a human.
 */
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/bug.h"
#include "referee/books/books.h"
#include "referee/hearing/hearing.h"
#include "referee/play/play.h"
#include "referee/referee_priv.h"
#include "referee/speech/outbox.h"
#include "referee/speech/tell.h"

#define ASK_MAX     32     /* groups in which a stranger is looked for */
#define COURTESY_MS 600000 /* between two words to somebody who is no friend */

/* He wants to be a friend, and is looked for in one group. */
struct nj_wish {
    uint64_t call;
    uint8_t gateway;
    char id[NJ_MSG_ID_MAX];
    struct nj_wish *next;
};

/* --- who is a friend --- */

void nj_friends_call(struct nj_chat *who, const struct nj_event *ev)
{
    char name[NJ_NAME_MAX];

    NJ_ASSERT(!who->group);
    nj_person_name(ev->name, name);
    if (strcmp(who->name, name) != 0 && ev->name[0] != '\0')
        nj_books_name(who, name);
}

void nj_friends_hear(struct nj_referee *r, struct nj_chat *who,
                     const struct nj_event *ev)
{
    NJ_ASSERT(!who->group);
    if (!ev->group && ev->privacy == NJ_PRIVACY_PROVED)
        nj_fate_heard(r, who);
    nj_reach_note(r, who,
                  r->setup.private_proved ? NJ_PRIVACY_PROVED : ev->privacy);
}

void nj_friends_believe(struct nj_chat *c, const struct nj_event *ev)
{
    if (!c->group && !c->known && ev->privacy == NJ_PRIVACY_PROVED)
        nj_books_reach(c, NJ_REACH_PROVED, c->known);
}

/* Does the list say of him what we do not know? */
static bool is_news(const struct nj_referee *r, const struct nj_chat *c)
{
    enum nj_privacy said = nj_private_asked(r, c);

    NJ_ASSERT(!c->group);
    return said != NJ_PRIVACY_UNSAID &&
           (said == NJ_PRIVACY_PROVED) != (c->reach == NJ_REACH_PROVED);
}

void nj_friends_list(struct nj_referee *r, const struct nj_event *ev)
{
    struct nj_chat **all = nj_alloc((r->n_chats + 1) * sizeof(void *));
    uint32_t n = 0;

    /* What goes out to them may make new chats. */
    for (uint32_t i = 0; i < r->chats_cap; i++)
        if (r->chats[i] != NULL && !r->chats[i]->group &&
            r->chats[i]->gateway == ev->gateway && is_news(r, r->chats[i]))
            all[n++] = r->chats[i];
    NJ_ASSERT(n <= r->n_chats);
    for (uint32_t i = 0; i < n && nj_store_good(r->store); i++) {
        struct nj_chat *c = nj_books_chat(r, all[i]->address);

        nj_reach_note(r, c, nj_private_asked(r, c));
    }
    free(all);
}

/* Words may wait for him from another life. */
void nj_friends_new(struct nj_referee *r, const struct nj_event *ev)
{
    struct nj_chat *c = nj_books_chat(r, ev->user);

    NJ_ASSERT(ev->kind == NJ_EVENT_FRIEND);
    nj_friends_call(c, ev);
    nj_fate_heard(r, c);
    nj_reach_note(r, c, NJ_PRIVACY_PROVED);
}

void nj_friends_turn_away(struct nj_referee *r, struct nj_chat *who)
{
    const struct nj_gateway *g = r->setup.gateways[who->gateway];

    NJ_ASSERT(!who->group && who->reach != NJ_REACH_PROVED);
    int64_t told_ms = who->told.courtesy_ms;

    if (g->ops->send_courtesy == NULL ||
        nj_books_lately(r, &told_ms, COURTESY_MS) ||
        !nj_pacing_courtesy(r, who->gateway))
        return;
    (void)nj_books_lately(r, &who->told.courtesy_ms, 0);
    nj_tell_courtesy(r, who, "shell.befriend");
}

/* --- who becomes one --- */

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

    NJ_ASSERT(!ev->group);
    for (uint32_t i = 0; i < r->chats_cap && asked < ASK_MAX; i++) {
        const struct nj_chat *c = r->chats[i];
        struct nj_wish *w;

        if (c == NULL || !c->group || c->gone_ms != 0 ||
            c->gateway != ev->gateway || c->n_entries == 0 ||
            g->ops->ask_member == NULL)
            continue;
        w = nj_alloc(sizeof(*w));
        w->call = nj_after_call(r);
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
    NJ_ASSERT(w->gateway < r->setup.n_gateways);
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
