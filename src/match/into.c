/*
 * Numbers into members of a struct, as tables want it.
 */
#include "match/into.h"

#include <string.h>

#include "base/bug.h"

int64_t nj_into_most(struct nj_into into)
{
    NJ_ASSERT(into.width != 0);
    return into.width == 1   ? UINT8_MAX
           : into.width == 2 ? UINT16_MAX
                             : INT64_MAX;
}

void nj_into_put(void *whole, struct nj_into into, int64_t v)
{
    unsigned char *at = (unsigned char *)whole + into.offset;

    NJ_ASSERT(v <= nj_into_most(into));
    NJ_ASSERT(v >= 0 || into.width == sizeof(v));
    if (into.width == sizeof(uint8_t))
        *at = (uint8_t)v;
    else if (into.width == sizeof(uint16_t))
        memcpy(at, &(uint16_t){(uint16_t)v}, sizeof(uint16_t));
    else
        memcpy(at, &v, sizeof(v));
}

int64_t nj_into_get(const void *whole, struct nj_into into)
{
    const unsigned char *at = (const unsigned char *)whole + into.offset;
    uint16_t half;
    int64_t v;

    if (into.width == sizeof(uint8_t))
        return *at;
    if (into.width == sizeof(half)) {
        memcpy(&half, at, sizeof(half));
        return half;
    }
    NJ_ASSERT(into.width == sizeof(v));
    memcpy(&v, at, sizeof(v));
    return v;
}
