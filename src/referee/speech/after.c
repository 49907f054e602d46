/*
 * What is to be done on a platform besides sending texts, once the turn is on
 * disk: presses answered, old buttons taken away, questions about members, a
 * courtesy to who is no friend. Of a turn that is undone nothing is done.
 */
#include <stdlib.h>

#include "base/arena.h"
#include "base/bug.h"
#include "referee/books/books.h"
#include "referee/referee_priv.h"
#include "referee/speech/outbox.h"

#define DROPS_MAX 256 /* rows of buttons that wait to be taken away */

enum what {
    ANSWER_PRESS,
    DROP_BUTTONS,
    ASK_MEMBER,
    SEND_COURTESY,
    SAY_ALIAS,
    WITHDRAW
};

struct nj_after {
    enum what what;
    uint8_t gateway;
    uint64_t call;
    char *id;   /* of a press, a message; a group's address */
    char *text; /* for the presser; a chat's or a person's address */
    char *url;  /* NULL: none */
    char *user; /* who that person is; NULL: not said */
    bool fresh; /* of this turn, which may be undone */
    struct nj_after *next;
};

static char *copied(const char *text)
{
    return text != NULL ? nj_strndup(text, strlen(text)) : NULL;
}

static struct nj_after *make(const struct nj_referee *r, enum what what,
                             uint8_t gateway, const char *id, const char *text)
{
    struct nj_after *a = nj_alloc(sizeof(*a));

    NJ_ASSERT(gateway < r->setup.n_gateways);
    a->what = what;
    a->gateway = gateway;
    a->id = copied(id);
    a->text = copied(text);
    return a;
}

static void append(struct nj_after **list, struct nj_after *a)
{
    while (*list != NULL)
        list = &(*list)->next;
    a->next = NULL;
    *list = a;
}

static struct nj_after *add(struct nj_referee *r, enum what what,
                            uint8_t gateway, const char *id, const char *text)
{
    struct nj_after *a = make(r, what, gateway, id, text);

    NJ_ASSERT(what != DROP_BUTTONS); /* they wait for room */
    r->said++;
    append(&r->after, a);
    return a;
}

static void free_one(struct nj_after *a)
{
    free(a->id);
    free(a->text);
    free(a->url);
    free(a->user);
    free(a);
}

void nj_after_press(struct nj_referee *r, const struct nj_event *ev,
                    const char *text, const char *url)
{
    struct nj_after *a = add(r, ANSWER_PRESS, ev->gateway, ev->id, text);

    NJ_ASSERT(ev->kind == NJ_EVENT_PRESS);
    a->url = copied(url);
}

void nj_after_drop(struct nj_referee *r, const struct nj_chat *c,
                   const char *message)
{
    struct nj_after **end = &r->drops;
    struct nj_after *a;
    uint32_t n = 0;

    NJ_ASSERT(message[0] != '\0');
    a = make(r, DROP_BUTTONS, c->gateway, message, c->address);
    a->fresh = true;
    for (; *end != NULL; end = &(*end)->next)
        n++;
    *end = a;
    if (n >= DROPS_MAX) { /* an old row is over all the same: press.c */
        a = r->drops;
        r->drops = a->next;
        free_one(a);
    }
}

uint64_t nj_after_call(struct nj_referee *r)
{
    return ++r->calls;
}

void nj_after_ask(struct nj_referee *r, uint64_t call,
                  const struct nj_chat *group, const struct nj_chat *who)
{
    struct nj_after *a =
        add(r, ASK_MEMBER, group->gateway, group->address, who->address);

    NJ_ASSERT(group->group && !who->group);
    a->call = call;
}

void nj_after_courtesy(struct nj_referee *r, const struct nj_chat *who,
                       const char *text)
{
    struct nj_after *a =
        add(r, SEND_COURTESY, who->gateway, who->address, text);

    NJ_ASSERT(!who->group);
    a->call = ++r->calls;
}

void nj_after_alias(struct nj_referee *r, const struct nj_chat *group,
                    const struct nj_chat *member, const struct nj_chat *user)
{
    struct nj_after *a =
        add(r, SAY_ALIAS, group->gateway, group->address, member->address);

    NJ_ASSERT(group->group && !member->group && !user->group);
    a->user = copied(user->address);
}

void nj_after_withdraw(struct nj_referee *r, const struct nj_event *ev)
{
    const struct nj_gateway *g = r->setup.gateways[ev->gateway];

    NJ_ASSERT(ev->group);
    if (g->ops->withdraw != NULL && ev->id[0] != '\0')
        append(&r->after, make(r, WITHDRAW, ev->gateway, ev->id, ev->chat));
}

static void act(struct nj_referee *r, const struct nj_after *a)
{
    struct nj_gateway *g = r->setup.gateways[a->gateway];

    NJ_ASSERT(!a->fresh || a->what == DROP_BUTTONS);
    NJ_ASSERT(a->url == NULL || a->what == ANSWER_PRESS);
    NJ_ASSERT((a->user != NULL) == (a->what == SAY_ALIAS));
    switch (a->what) { /* a platform has what it is asked for */
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
    case SEND_COURTESY:
        g->ops->send_courtesy(g, a->call, (struct nj_person){a->id},
                              &(struct nj_courtesy){a->text});
        break;
    case SAY_ALIAS:
        g->ops->alias(g, (struct nj_group){a->id}, (struct nj_person){a->text},
                      (struct nj_person){a->user});
        break;
    case WITHDRAW:
        g->ops->withdraw(g, (struct nj_group){a->text}, a->id);
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

/* --- old buttons --- */

/* Does it go now? An edit counts as a message does, and nobody waits for it:
 * it has what the texts of the chat leave over (UX-6.2). */
static bool drop_goes(struct nj_referee *r, struct nj_chat *c)
{
    NJ_ASSERT((c->head == NULL) == (c->queued == 0));
    if (c->head == NULL && nj_pacing_ready(r, c, NJ_URGENT_SPARE)) {
        nj_pacing_take(r, c);
        return true;
    }
    if (c->head == NULL) {
        int64_t at_ms = nj_pacing_spare_ms(r, c);

        r->drops_ms = at_ms < r->drops_ms ? at_ms : r->drops_ms;
    }
    return false;
}

void nj_after_mark(struct nj_referee *r)
{
    struct nj_after **link = &r->drops;

    r->drops_ms = INT64_MAX;
    while (*link != NULL) {
        struct nj_after *a = *link;
        struct nj_chat *c = nj_books_find(r, a->text);
        bool over = c == NULL || (c->call == 0 && !nj_pacing_open(r, c));

        if (!over && !drop_goes(r, c)) {
            link = &a->next;
            continue;
        }
        NJ_ASSERT(over || (c->call == 0 && c->head == NULL));
        *link = a->next;
        if (over)
            free_one(a);
        else
            append(&r->after, a);
    }
}

/* `undone`: what this turn wanted to take away stays. */
static void settle_drops(struct nj_referee *r, bool undone)
{
    struct nj_after **link = &r->drops;

    while (*link != NULL) {
        struct nj_after *a = *link;

        NJ_ASSERT(a->what == DROP_BUTTONS && a->id[0] != '\0');
        if (a->fresh && undone) {
            *link = a->next;
            free_one(a);
            continue;
        }
        a->fresh = false;
        link = &a->next;
    }
}

void nj_after_free(struct nj_referee *r)
{
    nj_after_undo(r);
    while (r->drops != NULL) {
        struct nj_after *a = r->drops;

        r->drops = a->next;
        free_one(a);
    }
}

/* --- reading positions --- */

void nj_after_note(struct nj_referee *r, const struct nj_event *events)
{
    for (const struct nj_event *ev = events; ev != NULL; ev = ev->next) {
        if (ev->offset > r->offset[ev->gateway])
            r->offset[ev->gateway] = ev->offset;
        if (ev->row > r->row[ev->gateway])
            r->row[ev->gateway] = ev->row;
        if (ev->kind == NJ_EVENT_KEEP && ev->call > r->keeps[ev->gateway])
            r->keeps[ev->gateway] = ev->call;
    }
}

void nj_after_store(struct nj_referee *r)
{
    for (uint32_t i = 0; i < r->setup.n_gateways; i++) {
        if (nj_store_writing(r->store) && r->offset[i] != 0)
            nj_offset_put(r->store, r->setup.gateways[i]->name, r->offset[i]);
        if (nj_store_writing(r->store) && r->row[i] != 0)
            nj_row_put(r->store, r->setup.gateways[i]->name, r->row[i]);
    }
}

static void confirm(struct nj_referee *r)
{
    NJ_ASSERT(!nj_store_writing(r->store));
    for (uint32_t i = 0; i < r->setup.n_gateways; i++) {
        struct nj_gateway *g = r->setup.gateways[i];

        if (r->offset[i] != 0 && g->ops->stored != NULL)
            g->ops->stored(g, r->offset[i]);
        if (r->row[i] != 0 && g->ops->heard != NULL)
            g->ops->heard(g, r->row[i]);
        if (r->keeps[i] != 0 && g->ops->kept != NULL)
            g->ops->kept(g, r->keeps[i]);
        r->offset[i] = 0;
        r->row[i] = 0;
        r->keeps[i] = 0;
    }
}

void nj_after_commit(struct nj_referee *r)
{
    struct nj_after *a;

    NJ_ASSERT(!nj_store_writing(r->store));
    confirm(r);
    settle_drops(r, false);
    while ((a = take(r)) != NULL) {
        act(r, a);
        free_one(a);
    }
    NJ_ASSERT(r->after == NULL); /* no gateway asks for more meanwhile */
}

void nj_after_undo(struct nj_referee *r)
{
    struct nj_after *a;

    settle_drops(r, true);
    while ((a = take(r)) != NULL)
        free_one(a);
    NJ_ASSERT(r->after == NULL);
}
