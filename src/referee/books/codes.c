/*
 * Codes of open tables: drawing them, and a hash table from code to entry.
 */
#include <string.h>

#include "base/arena.h"
#include "base/bug.h"
#include "base/random.h"
#include "base/text_hash.h"
#include "referee/books/books.h"
#include "referee/referee_priv.h"

/* A house that has so many codes for each open table finds a free one at the
 * second try, most often at the first. */
#define CODES_FOR_EACH 4

static const char letters[] = "ABCDEFGHJKMNPQRSTUVWXYZ";
static const char digits[] = "23456789";

uint32_t nj_codes_length(uint32_t open)
{
    uint64_t wanted = CODES_FOR_EACH * ((uint64_t)open + 1);
    uint64_t there = 1;
    uint32_t len = 0;

    while (len < NJ_CODE_LEN || (there < wanted && len < NJ_CODE_MAX - 1)) {
        there *= len % 2 == 0 ? sizeof(letters) - 1 : sizeof(digits) - 1;
        len++;
    }
    NJ_ASSERT(len < NJ_CODE_MAX);
    return len;
}

void nj_codes_draw(struct nj_referee *r, uint32_t len, char *out)
{
    struct nj_hash h;

    nj_books_secret(r, &h);
    NJ_ASSERT(len <= sizeof(h.b));
    for (uint32_t i = 0; i < len; i++)
        if (i % 2 == 0)
            out[i] = letters[h.b[i] % (sizeof(letters) - 1)];
        else
            out[i] = digits[h.b[i] % (sizeof(digits) - 1)];
    out[len] = '\0';
}

/* --- the table: chains of entries --- */

static uint32_t bucket_of(const char *code, uint32_t cap)
{
    uint64_t h = nj_text_hash(code);

    NJ_ASSERT((cap & (cap - 1)) == 0);
    return (uint32_t)(h ^ (h >> 32)) & (cap - 1);
}

static void chain(struct nj_entry **codes, uint32_t cap, struct nj_entry *e)
{
    uint32_t i = bucket_of(e->code, cap);

    e->next_code = codes[i];
    codes[i] = e;
}

static void grow(struct nj_referee *r)
{
    uint32_t cap = r->codes_cap == 0 ? 64 : 2 * r->codes_cap;
    struct nj_entry **codes = nj_alloc(cap * sizeof(void *));

    for (uint32_t i = 0; i < r->codes_cap; i++)
        while (r->codes[i] != NULL) {
            struct nj_entry *e = r->codes[i];

            r->codes[i] = e->next_code;
            chain(codes, cap, e);
        }
    free(r->codes);
    r->codes = codes;
    r->codes_cap = cap;
}

struct nj_entry *nj_codes_next(const struct nj_referee *r,
                               const struct nj_entry *e)
{
    uint32_t i = 0;

    NJ_ASSERT(e == NULL || r->codes_cap > 0);
    if (e != NULL && e->next_code != NULL)
        return e->next_code;
    if (e != NULL)
        i = bucket_of(e->code, r->codes_cap) + 1;
    while (i < r->codes_cap && r->codes[i] == NULL)
        i++;
    return i < r->codes_cap ? r->codes[i] : NULL;
}

void nj_codes_add(struct nj_referee *r, struct nj_entry *e)
{
    NJ_ASSERT(e->code[0] != '\0');
    NJ_ASSERT(nj_books_code(r, e->code) == NULL);
    if (r->n_entries >= r->codes_cap)
        grow(r);
    chain(r->codes, r->codes_cap, e);
}

void nj_codes_drop(struct nj_referee *r, struct nj_entry *e)
{
    struct nj_entry **link = &r->codes[bucket_of(e->code, r->codes_cap)];

    NJ_ASSERT(nj_books_code(r, e->code) == e);
    while (*link != e) {
        NJ_ASSERT(*link != NULL); /* it was added */
        link = &(*link)->next_code;
    }
    *link = e->next_code;
}

struct nj_entry *nj_books_code(const struct nj_referee *r, const char *code)
{
    struct nj_entry *e =
        r->codes_cap == 0 ? NULL : r->codes[bucket_of(code, r->codes_cap)];

    while (e != NULL && strcmp(e->code, code) != 0)
        e = e->next_code;
    return e;
}
