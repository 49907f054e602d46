/*
 * The owners of the installation.
 */
#include <string.h>

#include "base/bug.h"
#include "referee/books/books.h"
#include "referee/referee_priv.h"
#include "referee/speech/outbox.h"
#include "referee/speech/tell.h"

bool nj_owners_has(const struct nj_referee *r, const char *user)
{
    const char *const *owner = r->setup.owners;

    while (owner != NULL && *owner != NULL && strcmp(*owner, user) != 0)
        owner++;
    return owner != NULL && *owner != NULL;
}

/* Of who has never been heard the platform's list of friends is asked; what it
 * says is stored when the message goes. */
static bool can_be_told(const struct nj_referee *r, struct nj_chat *c)
{
    NJ_ASSERT(!c->group);
    if (c->reach == NJ_REACH_UNKNOWN &&
        nj_private_asked(r, c) == NJ_PRIVACY_PROVED) {
        nj_books_reach(c, NJ_REACH_PROVED, false);
    }
    return c->reach == NJ_REACH_PROVED;
}

void nj_owners_tell(struct nj_referee *r, const char *key, struct nj_args args)
{
    const char *const *owner = r->setup.owners;

    NJ_ASSERT(key[0] != '\0');
    for (; owner != NULL && *owner != NULL; owner++) {
        struct nj_chat *c = nj_books_chat(r, *owner);

        if (can_be_told(r, c) && nj_pacing_open(r, c))
            nj_tell(r, c, NULL, key, args);
    }
}
