/*
 * A short list in each chat: most have no match or one.
 */
#include <stdlib.h>

#include "base/arena.h"
#include "base/bug.h"
#include "referee/books/chat.h"
#include "referee/referee_priv.h"
#include "referee/speech/outbox.h"

struct nj_posted *nj_posted_of(const struct nj_chat *c, int64_t match)
{
    for (uint32_t i = 0; i < c->n_posted; i++)
        if (c->posted[i].match == match)
            return &c->posted[i];
    return NULL;
}

struct nj_posted *nj_posted_note(struct nj_chat *c, int64_t match)
{
    struct nj_posted *p = nj_posted_of(c, match);

    NJ_ASSERT(match > 0);
    if (p != NULL)
        return p;
    c->posted = nj_realloc(c->posted, (c->n_posted + 1) * sizeof(c->posted[0]));
    p = &c->posted[c->n_posted++];
    *p = (struct nj_posted){.match = match};
    return p;
}

void nj_posted_begin(struct nj_referee *r, struct nj_chat *c, int64_t match)
{
    struct nj_posted *p = nj_posted_note(c, match);

    NJ_ASSERT(c->group && p->match == match);
    p->card[0] = '\0';
    p->since_call = r->calls + 1;
    nj_card_forget(r->store, match, c->address);
}

void nj_posted_remove(struct nj_chat *c, struct nj_posted *p)
{
    NJ_ASSERT(p >= c->posted && p < c->posted + c->n_posted);
    *p = c->posted[--c->n_posted];
}

void nj_posted_free(struct nj_chat *c)
{
    free(c->posted);
    c->posted = NULL;
    c->n_posted = 0;
}
