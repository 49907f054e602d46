/*
 * What a name looks like. The pairs are those of Unicode's confusables.txt that
 * a name in a chat is likely to be forged with; where two letters look alike in
 * one case only they count as alike, since names are folded first.
 */
#include "base/likeness.h"

#include <stdint.h>

#include "base/arena.h"
#include "base/bug.h"
#include "base/utf8.h"

static const struct pair {
    int32_t looks, like;
} pairs[] = {
    {'0', 'o'},       {'1', 'l'},       {'i', 'l'},       {'|', 'l'},
    {0x0131, 'l'},    {0x0251, 'a'},    {0x0261, 'g'},    {0x03b1, 'a'},
    {0x03b2, 'b'},    {0x03b3, 'y'},    {0x03b5, 'e'},    {0x03b6, 'z'},
    {0x03b7, 'h'},    {0x03b9, 'l'},    {0x03ba, 'k'},    {0x03bc, 'm'},
    {0x03bd, 'v'},    {0x03bf, 'o'},    {0x03c1, 'p'},    {0x03c3, 'o'},
    {0x03c4, 't'},    {0x03c5, 'u'},    {0x03c7, 'x'},    {0x0430, 'a'},
    {0x0432, 'b'},    {0x0433, 'r'},    {0x0435, 'e'},    {0x0437, '3'},
    {0x043a, 'k'},    {0x043c, 'm'},    {0x043d, 'h'},    {0x043e, 'o'},
    {0x0440, 'p'},    {0x0441, 'c'},    {0x0442, 't'},    {0x0443, 'y'},
    {0x0445, 'x'},    {0x044c, 'b'},    {0x0455, 's'},    {0x0456, 'l'},
    {0x0458, 'j'},    {0x0475, 'v'},    {0x04af, 'y'},    {0x04bb, 'h'},
    {0x04cf, 'l'},    {0x0501, 'd'},    {0x051b, 'q'},    {0x051d, 'w'},
    {0x0570, 'h'},    {0x0578, 'n'},    {0x057d, 'u'},    {0x0585, 'o'},
    {0x2014, 0x4e00}, {0x2015, 0x4e00}, {0x2500, 0x4e00}, {0x3007, 'o'},
    {0x30a8, 0x5de5}, {0x30ab, 0x529b}, {0x30bf, 0x5915}, {0x30c8, 0x535c},
    {0x30cb, 0x4e8c}, {0x30cf, 0x516b}, {0x30d8, 0x3078}, {0x30ed, 0x53e3},
    {0x30fc, 0x4e00}};

static int32_t look_of(int32_t cp)
{
    for (size_t i = 0; i < NJ_COUNT(pairs); i++)
        if (pairs[i].looks == cp)
            return pairs[i].like;
    return cp;
}

void nj_likeness(const char *name, size_t n, char *out, size_t cap)
{
    size_t at = 0, len = 0, step;
    int32_t cp, bare[16];

    NJ_ASSERT(cap > 0);
    while ((step = nj_utf8_next(name + at, n - at, &cp)) > 0) {
        size_t m = nj_utf8_bare(cp, bare, NJ_COUNT(bare));

        at += step;
        for (size_t i = 0; i < m && len + 4 < cap; i++)
            if (!nj_utf8_space(bare[i]) && bare[i] != '@')
                len += nj_utf8_put(look_of(bare[i]), out + len);
    }
    out[len] = '\0';
}
