/*
 * The first home is where the table was opened; others join it by #联桌 before
 * the start. The record has each message once.
 */
#include "base/bug.h"
#include "referee/books/books.h"
#include "referee/referee_priv.h"

bool nj_homes_has(const struct nj_entry *e, const struct nj_chat *c)
{
    NJ_ASSERT(e->n_homes >= 1 && e->n_homes <= NJ_HOMES_MAX);
    for (uint8_t i = 0; i < e->n_homes; i++)
        if (e->homes[i] == c)
            return true;
    return false;
}

bool nj_homes_first(const struct nj_request *a)
{
    return a->e->homes[0] == a->where;
}

uint32_t nj_homes_queued(const struct nj_entry *e)
{
    uint32_t most = 0;

    for (uint8_t i = 0; i < e->n_homes; i++)
        most = e->homes[i]->queued > most ? e->homes[i]->queued : most;
    return most;
}

void nj_homes_join(struct nj_entry *e, struct nj_chat *c)
{
    NJ_ASSERT(c->group);
    if (nj_homes_has(e, c) || e->n_homes == NJ_HOMES_MAX)
        return;
    e->homes[e->n_homes++] = c;
    nj_books_link(c, e);
}

void nj_homes_fill(struct nj_referee *r, struct nj_entry *e)
{
    for (uint8_t i = 0; i < e->n_homes; i++)
        nj_books_fill(r, e->homes[i]);
}

void nj_homes_replace(struct nj_entry *e, struct nj_chat *from,
                      struct nj_chat *to)
{
    NJ_ASSERT(from != to && from->group && to->group);
    for (uint8_t i = 0; i < e->n_homes; i++)
        if (e->homes[i] == from)
            e->homes[i] = to;
    NJ_ASSERT(!nj_homes_has(e, from));
    nj_books_link(to, e);
    nj_books_unlink(from, e);
}
