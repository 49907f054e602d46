/*
 * Private to base/json: where cJSON gets its memory, and what both sides
 * look for in strings.
 */
#ifndef NJ_BASE_JSON_PRIV_H
#define NJ_BASE_JSON_PRIV_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "base/json.h"
#include "base/status.h"

struct cJSON;
struct nj_arena;

/* Tops of the bytes that are a quote, a backslash or below 0x20. A byte of more
 * weight than such a one may be taken for one, too. */
static inline uint64_t nj_json_special(uint64_t v)
{
    const uint64_t ones = UINT64_C(0x0101010101010101);
    uint64_t quote = v ^ (ones * '"');
    uint64_t slash = v ^ (ones * '\\');

    return (((quote - ones) & ~quote) | ((slash - ones) & ~slash) |
            ((v - ones * 0x20) & ~v)) &
           UINT64_C(0x8080808080808080);
}

/* How many of these eight stand in front of the first such byte. */
static inline size_t nj_json_plain_of_eight(const char *at)
{
    uint64_t v, special;

    memcpy(&v, at, sizeof(v));
    if (__BYTE_ORDER__ == __ORDER_BIG_ENDIAN__)
        v = __builtin_bswap64(v);
    special = nj_json_special(v);
    return special == 0 ? sizeof(v) : (size_t)__builtin_ctzll(special) / 8;
}

/*
 * Lets this thread's next calls of cJSON allocate from `a` and returns the
 * arena that served before, to be put back. What cJSON frees stays in the
 * arena, so documents die with it and never one value at a time.
 */
struct nj_arena *nj_json_memory(struct nj_arena *a);

/* --- what the files of json share --- */

#define NJ_JSON_PATH_MAX 200

/* Bytes of a name that messages show: whole characters. */
int nj_json_shown(const char *name);
/* Is there an object with two members of one name? cJSON would quietly give
 * out the first of two. */
NJ_MUST_USE enum nj_status nj_json_twins(const struct cJSON *root,
                                         struct nj_err *err);
/* Keeps the first failure of the document: the later ones mostly follow from
 * it. */
void nj_json_fail(struct nj_json j, enum nj_status st, const char *what);

#endif
