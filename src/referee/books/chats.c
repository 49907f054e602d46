/*
 * A hash table of chats with open addressing. What follows a slot that becomes
 * free moves up, so that no slot is lost to the dead.
 */
#include <string.h>

#include "base/arena.h"
#include "base/bug.h"
#include "base/text_hash.h"
#include "gateway/gateway.h"
#include "referee/books/books.h"
#include "referee/referee_priv.h"

#define QUIET_MS  3600000
#define LEAST_CAP 64

static uint32_t hash_text(const char *s)
{
    uint64_t h = nj_text_hash(s);

    return (uint32_t)(h ^ (h >> 32));
}

static uint32_t slot_of(struct nj_chat *const *table, uint32_t cap,
                        const char *address)
{
    uint32_t i = hash_text(address) & (cap - 1);

    NJ_ASSERT(cap > 0);
    NJ_ASSERT((cap & (cap - 1)) == 0);
    while (table[i] != NULL && strcmp(table[i]->address, address) != 0)
        i = (i + 1) & (cap - 1);
    return i;
}

static void resize(struct nj_referee *r, uint32_t cap)
{
    struct nj_chat **table = nj_alloc(cap * sizeof(void *));

    NJ_ASSERT(r->n_chats < cap);
    NJ_ASSERT((cap & (cap - 1)) == 0);
    for (uint32_t i = 0; i < r->chats_cap; i++)
        if (r->chats[i] != NULL)
            table[slot_of(table, cap, r->chats[i]->address)] = r->chats[i];
    free(r->chats);
    r->chats = table;
    r->chats_cap = cap;
}

struct nj_chat *nj_chats_find(struct nj_referee *r, const char *address)
{
    struct nj_chat *c =
        r->chats_cap == 0 ? NULL
                          : r->chats[slot_of(r->chats, r->chats_cap, address)];

    if (c != NULL)
        c->used_ms = r->steady_ms;
    return c;
}

struct nj_chat *nj_chats_add(struct nj_referee *r, const char *address)
{
    struct nj_chat *c = nj_alloc(sizeof(*c));

    if (4 * (r->n_chats + 1) > 3 * r->chats_cap)
        resize(r, r->chats_cap == 0 ? LEAST_CAP : 2 * r->chats_cap);
    c->address = nj_strndup(address, strlen(address));
    c->name = nj_strndup("", 0);
    c->group = nj_address_group_id(address) != NULL;
    c->used_ms = r->steady_ms;
    NJ_ASSERT(r->chats[slot_of(r->chats, r->chats_cap, address)] == NULL);
    r->chats[slot_of(r->chats, r->chats_cap, address)] = c;
    r->n_chats++;
    return c;
}

/* A host may put on a seat who was heard where he plays, by a name that he
 * alone has there: all of them are kept while something is open there. */
static bool is_at_table(const struct nj_referee *r, const struct nj_chat *c)
{
    const struct nj_chat *group =
        c->heard_in[0] != '\0'
            ? r->chats[slot_of(r->chats, r->chats_cap, c->heard_in)]
            : NULL;

    NJ_ASSERT(!c->group || c->heard_in[0] == '\0');
    return group != NULL && group->n_entries > 0;
}

bool nj_chats_unused(const struct nj_referee *r, const struct nj_chat *c)
{
    return r->steady_ms - c->used_ms >= QUIET_MS && c->n_entries == 0 &&
           !is_at_table(r, c) &&
           (c->replaced == 0 || nj_books_entry(r, c->replaced) == NULL);
}

static void free_chat(struct nj_chat *c)
{
    NJ_ASSERT(c->recent == NULL && c->posted == NULL); /* nj_forget_all() */
    free(c->entries);
    free(c->address);
    free(c->name);
    free(c);
}

/* Those behind it close up. */
void nj_chats_drop(struct nj_referee *r, uint32_t hole)
{
    uint32_t mask = r->chats_cap - 1;

    NJ_ASSERT(r->chats[hole]->n_entries == 0);
    NJ_ASSERT(r->chats[hole]->head == NULL && r->chats[hole]->call == 0);
    free_chat(r->chats[hole]);
    r->chats[hole] = NULL;
    for (uint32_t i = (hole + 1) & mask; r->chats[i] != NULL;
         i = (i + 1) & mask) {
        uint32_t home = hash_text(r->chats[i]->address) & mask;

        if (((i - home) & mask) < ((i - hole) & mask))
            continue; /* it would stand before its own place */
        r->chats[hole] = r->chats[i];
        r->chats[i] = NULL;
        hole = i;
    }
    r->n_chats--;
}

void nj_chats_shrink(struct nj_referee *r)
{
    uint32_t cap = r->chats_cap;

    while (cap > LEAST_CAP && 8 * r->n_chats < cap)
        cap /= 2;
    NJ_ASSERT(cap == 0 || 4 * r->n_chats <= 3 * cap);
    if (cap != r->chats_cap)
        resize(r, cap);
}

void nj_chats_free(struct nj_referee *r)
{
    for (uint32_t i = 0; i < r->chats_cap; i++)
        if (r->chats[i] != NULL)
            free_chat(r->chats[i]);
    free(r->chats);
    r->chats = NULL;
    r->n_chats = r->chats_cap = 0;
}
