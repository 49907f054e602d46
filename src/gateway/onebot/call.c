/*
 * Calls on their way: those that wait to be written and those that wait for
 * an answer. Both lists are short (NJ_CALLS_MAX), so they are searched.
 */
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/bug.h"
#include "gateway/onebot/onebot_priv.h"

#define FRAME_BYTES_MAX (2 * NJ_OB_PICTURE_MAX)

struct nj_ob_call *nj_ob_call_create(enum nj_ob_call_kind kind, uint64_t call)
{
    struct nj_ob_call *c = nj_alloc(sizeof(*c));

    c->kind = kind;
    c->call = call;
    c->frame = (struct nj_str)NJ_STR_INIT(FRAME_BYTES_MAX);
    return c;
}

static void destroy_one(struct nj_ob_call *c)
{
    NJ_ASSERT(c->events == NULL);
    nj_str_fini(&c->frame);
    free(c);
}

void nj_ob_call_destroy(struct nj_ob_call *c)
{
    if (c != NULL && c->plain != NULL) { /* its parts hang on each other */
        struct nj_ob_call *p = c->plain;

        NJ_ASSERT(c->rest == NULL && p->plain == NULL);
        c->rest = p;
    }
    while (c != NULL) {
        struct nj_ob_call *rest = c->rest;

        destroy_one(c);
        c = rest;
    }
}

void nj_ob_call_list_init(struct nj_ob_call_list *l)
{
    l->first = NULL;
    l->end = &l->first;
    l->n = 0;
}

void nj_ob_call_list_add(struct nj_ob_call_list *l, struct nj_ob_call *c)
{
    c->next = NULL;
    *l->end = c;
    l->end = &c->next;
    l->n++;
}

/* Takes out the one that `link` points at. */
static struct nj_ob_call *unlink_at(struct nj_ob_call_list *l,
                                    struct nj_ob_call **link)
{
    struct nj_ob_call *c = *link;

    *link = c->next;
    if (l->end == &c->next)
        l->end = link;
    NJ_ASSERT(l->n > 0);
    l->n--;
    c->next = NULL;
    return c;
}

struct nj_ob_call *nj_ob_call_list_take(struct nj_ob_call_list *l)
{
    return l->first == NULL ? NULL : unlink_at(l, &l->first);
}

void nj_ob_calls_init(struct nj_ob_calls *c)
{
    nj_ob_call_list_init(&c->queued);
    nj_ob_call_list_init(&c->outstanding);
}

struct nj_ob_call *nj_ob_calls_next(const struct nj_ob_calls *c)
{
    struct nj_ob_call *next = c->queued.first;
    bool big = false;

    for (const struct nj_ob_call *o = c->outstanding.first; o != NULL;
         o = o->next)
        big = big || o->big;
    while (next != NULL && next->big && big)
        next = next->next;
    return next;
}

struct nj_ob_call *nj_ob_calls_lookup(const struct nj_ob_calls *c,
                                      const char *user)
{
    const struct nj_ob_call_list *lists[] = {&c->queued, &c->outstanding};

    for (size_t i = 0; i < NJ_COUNT(lists); i++)
        for (struct nj_ob_call *o = lists[i]->first; o != NULL; o = o->next)
            if (o->kind == NJ_OB_CALL_LOOKUP && strcmp(o->user, user) == 0)
                return o;
    return NULL;
}

void nj_ob_calls_written(struct nj_ob_calls *c, struct nj_ob_call *call,
                         int64_t deadline_ms)
{
    struct nj_ob_call **link = &c->queued.first;

    while (*link != call) {
        NJ_ASSERT(*link != NULL);
        link = &(*link)->next;
    }
    (void)unlink_at(&c->queued, link);
    call->deadline_ms = deadline_ms;
    nj_str_fini(&call->frame); /* it may hold a secret; nobody needs it */
    nj_ob_call_list_add(&c->outstanding, call);
}

struct nj_ob_call *nj_ob_calls_answered(struct nj_ob_calls *c, const char *echo)
{
    struct nj_ob_call **link = &c->outstanding.first;

    for (; *link != NULL; link = &(*link)->next)
        if (strcmp((*link)->echo, echo) == 0)
            return unlink_at(&c->outstanding, link);
    return NULL;
}

struct nj_ob_call *nj_ob_calls_overdue(struct nj_ob_calls *c, int64_t now_ms)
{
    struct nj_ob_call **link = &c->outstanding.first;

    for (; *link != NULL; link = &(*link)->next)
        if ((*link)->deadline_ms <= now_ms)
            return unlink_at(&c->outstanding, link);
    return NULL;
}
