/*
 * What is to be done on a platform besides sending texts, once the turn is on
 * disk: presses answered, old buttons taken away, questions about members. Of
 * a turn that is undone nothing is done.
 */
#include "referee/after.h"

#include <stdlib.h>

#include "base/arena.h"
#include "base/bug.h"
#include "referee/referee_priv.h"
#include "referee/turn.h"

enum what {
    ANSWER_PRESS,
    DROP_BUTTONS,
    ASK_MEMBER
};

struct nj_after {
    enum what what;
    uint8_t gateway;
    uint64_t call;
    char *id;   /* of a press, a message; a group's address */
    char *text; /* for the presser; a chat's or a person's address */
    char *url;  /* NULL: none */
    struct nj_after *next;
};

static char *copied(const char *text)
{
    return text != NULL ? nj_strndup(text, strlen(text)) : NULL;
}

static struct nj_after *add(struct nj_referee *r, enum what what,
                            uint8_t gateway, const char *id, const char *text)
{
    struct nj_after *a = nj_alloc(sizeof(*a));
    struct nj_after **end = &r->after;

    NJ_ASSERT(gateway < r->setup.n_gateways);
    while (*end != NULL)
        end = &(*end)->next;
    a->what = what;
    a->gateway = gateway;
    a->id = copied(id);
    a->text = copied(text);
    *end = a;
    return a;
}

void nj_after_press(struct nj_referee *r, const struct nj_event *ev,
                    const char *text, const char *url)
{
    struct nj_after *a = add(r, ANSWER_PRESS, ev->gateway, ev->id, text);

    a->url = copied(url);
}

void nj_after_drop(struct nj_referee *r, const struct nj_chat *c,
                   const char *message)
{
    (void)add(r, DROP_BUTTONS, c->gateway, message, c->address);
}

void nj_after_ask(struct nj_referee *r, uint64_t call,
                  const struct nj_chat *group, const struct nj_chat *who)
{
    struct nj_after *a =
        add(r, ASK_MEMBER, group->gateway, group->address, who->address);

    NJ_ASSERT(group->group && !who->group);
    a->call = call;
}

static void act(struct nj_referee *r, const struct nj_after *a)
{
    struct nj_gateway *g = r->setup.gateways[a->gateway];

    switch (a->what) { /* a platform with buttons and links has all three */
    case ANSWER_PRESS:
        g->ops->answer_press(g, a->id, a->text, a->url);
        break;
    case DROP_BUTTONS:
        g->ops->drop_buttons(g, a->text, a->id);
        break;
    case ASK_MEMBER:
        g->ops->ask_member(g, a->call, (struct nj_group){a->id},
                           (struct nj_person){a->text});
        break;
    }
}

static struct nj_after *take(struct nj_referee *r)
{
    struct nj_after *a = r->after;

    if (a != NULL)
        r->after = a->next;
    return a;
}

static void free_one(struct nj_after *a)
{
    free(a->id);
    free(a->text);
    free(a->url);
    free(a);
}

/* --- reading positions --- */

void nj_after_note(struct nj_referee *r, const struct nj_event *events)
{
    for (const struct nj_event *ev = events; ev != NULL; ev = ev->next)
        if (ev->offset > r->offset[ev->gateway])
            r->offset[ev->gateway] = ev->offset;
}

void nj_after_store(struct nj_referee *r)
{
    for (uint32_t i = 0; i < r->setup.n_gateways; i++) {
        struct nj_err err = {{0}};

        if (r->writing && r->offset[i] != 0)
            (void)nj_turn_ok(r,
                             nj_offset_put(r->store, r->setup.gateways[i]->name,
                                           r->offset[i], &err),
                             &err);
    }
}

static void confirm(struct nj_referee *r)
{
    for (uint32_t i = 0; i < r->setup.n_gateways; i++) {
        struct nj_gateway *g = r->setup.gateways[i];

        if (r->offset[i] != 0 && g->ops->stored != NULL)
            g->ops->stored(g, r->offset[i]);
        r->offset[i] = 0;
    }
}

void nj_after_commit(struct nj_referee *r)
{
    struct nj_after *a;

    NJ_ASSERT(!r->writing);
    confirm(r);
    while ((a = take(r)) != NULL) {
        act(r, a);
        free_one(a);
    }
}

void nj_after_undo(struct nj_referee *r)
{
    struct nj_after *a;

    while ((a = take(r)) != NULL)
        free_one(a);
    NJ_ASSERT(r->after == NULL);
}
