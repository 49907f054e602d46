/*
 * The owners of the installation.
 */
#include "referee/speech/owners.h"

#include <string.h>

#include "base/bug.h"
#include "referee/books/books.h"
#include "referee/referee_priv.h"
#include "referee/speech/pacing.h"
#include "referee/speech/reach.h"
#include "referee/speech/tell.h"

bool nj_owners_has(const struct nj_referee *r, const char *user)
{
    const char *const *owner = r->setup.owners;

    while (owner != NULL && *owner != NULL && strcmp(*owner, user) != 0)
        owner++;
    return owner != NULL && *owner != NULL;
}

void nj_owners_tell(struct nj_referee *r, const char *key, struct nj_args args)
{
    const char *const *owner = r->setup.owners;

    NJ_ASSERT(key[0] != '\0');
    for (; owner != NULL && *owner != NULL; owner++) {
        struct nj_chat *c = nj_books_chat(r, *owner);

        if (nj_reach_has(r, c) && nj_pacing_open(r, c))
            nj_tell(r, c, NULL, key, args);
    }
}
