/*
 * Private to base/json: a document as a list of values, and what both sides
 * look for in strings.
 */
#ifndef NJ_BASE_JSON_PRIV_H
#define NJ_BASE_JSON_PRIV_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "base/json.h"
#include "base/status.h"

/* --- values --- */

enum nj_json_kind {
    NJ_JSON_NULL,
    NJ_JSON_FALSE,
    NJ_JSON_TRUE,
    NJ_JSON_WHOLE,  /* a whole number of few digits */
    NJ_JSON_REAL,   /* any other number, but: */
    NJ_JSON_DIGITS, /* a whole number that a double may not hold, as text */
    NJ_JSON_STRING,
    NJ_JSON_ARRAY,
    NJ_JSON_OBJECT
};

/* All values of a document stand one behind the other in the order of its
 * text: what an object or array holds begins right behind it. */
struct nj_json_value {
    const char *name; /* NULL: it stands in no object */

    union {
        const char *text; /* of a string, and of digits */
        int64_t whole;
        double real;
        size_t members; /* of an object or array */
    };

    uint32_t next; /* so far behind it stands the next one of the same object
                    * or array; 0: it is the last */
    enum nj_json_kind kind;
};

static inline bool nj_json_holds(const struct nj_json_value *v)
{
    return (v->kind == NJ_JSON_OBJECT || v->kind == NJ_JSON_ARRAY) &&
           v->members > 0;
}

/* The first that stands in v, and the one behind v; NULL: none. */
static inline const struct nj_json_value *nj_json_inner(
    const struct nj_json_value *v)
{
    return nj_json_holds(v) ? v + 1 : NULL;
}

static inline const struct nj_json_value *nj_json_behind(
    const struct nj_json_value *v)
{
    return v->next != 0 ? v + v->next : NULL;
}

/* Have they this name? Most differ in their first letter. */
static inline bool nj_json_named(const struct nj_json_value *v,
                                 const char *name)
{
    return v->name[0] == name[0] && strcmp(v->name, name) == 0;
}

/* --- strings --- */

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
static inline size_t nj_json_plain_of(uint64_t v)
{
    uint64_t special;

    if (__BYTE_ORDER__ == __ORDER_BIG_ENDIAN__)
        v = __builtin_bswap64(v);
    special = nj_json_special(v);
    return special == 0 ? sizeof(v) : (size_t)__builtin_ctzll(special) / 8;
}

static inline size_t nj_json_plain_of_eight(const char *at)
{
    uint64_t v;

    memcpy(&v, at, sizeof(v));
    return nj_json_plain_of(v);
}

/* --- what the files of json share --- */

#define NJ_JSON_PATH_MAX 200

/* Bytes of a name that messages show: whole characters. */
int nj_json_shown(const char *name);
/* Is there, among these values, an object with two members of one name? A
 * reader would quietly get the first of two. */
NJ_MUST_USE enum nj_status nj_json_twins(const struct nj_json_value *values,
                                         size_t count, struct nj_err *err);
/* Keeps the first failure of the document: the later ones mostly follow from
 * it. */
void nj_json_fail(struct nj_json j, enum nj_status st, const char *what);

#endif
