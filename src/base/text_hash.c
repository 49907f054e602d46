/*
 * FNV-1a with 64 bits: draft-eastlake-fnv.
 */
#include "base/text_hash.h"

#include "base/bug.h"

#define OFFSET_BASIS UINT64_C(14695981039346656037)
#define PRIME        UINT64_C(1099511628211)

static uint64_t go_on(uint64_t h, const char *text)
{
    NJ_ASSERT(text != NULL);
    for (; *text != '\0'; text++)
        h = (h ^ (unsigned char)*text) * PRIME;
    return h;
}

uint64_t nj_text_hash(const char *text)
{
    return go_on(OFFSET_BASIS, text);
}

/* A zero byte stands between the two. */
uint64_t nj_text_hash_pair(uint64_t first, const char *second)
{
    return go_on(first * PRIME, second);
}
