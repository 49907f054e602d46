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

/* A byte of these eight is a quote, a backslash or below 0x20. A byte behind
 * such a one may be taken for one, too; the caller looks at each then. */
static inline bool nj_json_eight_special(const char *at)
{
    const uint64_t ones = UINT64_C(0x0101010101010101);
    const uint64_t tops = UINT64_C(0x8080808080808080);
    uint64_t v, quote, slash;

    memcpy(&v, at, sizeof(v));
    quote = v ^ (ones * '"');
    slash = v ^ (ones * '\\');
    return (((quote - ones) & ~quote) | ((slash - ones) & ~slash) |
            ((v - ones * 0x20) & ~v)) &
           tops;
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
