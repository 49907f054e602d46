/*
 * Comparing words. The table of forms is made by CMake from a data file.
 */
#include "base/script.h"

#include <string.h>

#include "base/bug.h"
#include "base/status.h"
#include "base/utf8.h"

#define FIRST    0x4e00
#define LAST     0x9fff
#define FOLD_MAX 18 /* characters that one character can fold to */

/* 0: it has no other form. */
static const uint16_t forms[LAST - FIRST + 1] = {
#include NJ_SIMPLIFIED
};

int32_t nj_simplified(int32_t cp)
{
    if (cp < FIRST || cp > LAST || forms[cp - FIRST] == 0)
        return cp;
    return forms[cp - FIRST];
}

void nj_simplify(char *text, size_t n)
{
    size_t at = 0;

    while (at < n) {
        int32_t cp = 0;
        size_t len = nj_utf8_next(text + at, n - at, &cp);
        int32_t to = nj_simplified(cp);
        char bytes[4];

        if (to != cp) {
            size_t put = nj_utf8_put(to, bytes);

            NJ_ASSERT(put == len); /* both are of the basic plane */
            memcpy(text + at, bytes, put);
        }
        at += len;
    }
}

/* --- words --- */

/* A word, character by character as it is compared. */
struct letters {
    const char *at;
    size_t left;
    int32_t ready[FOLD_MAX];
    size_t n, next;
};

static bool counts(int32_t cp)
{
    return !nj_utf8_space(cp) && !nj_utf8_control(cp) && cp != 0xb7 &&
           cp != 0x30fb && cp != 0x2022;
}

/* 0 behind the end. */
static int32_t next_letter(struct letters *l)
{
    for (;;) {
        int32_t cp = 0;
        size_t n;

        while (l->next < l->n) {
            cp = l->ready[l->next++];
            if (counts(cp))
                return cp;
        }
        n = nj_utf8_next(l->at, l->left, &cp);
        if (n == 0)
            return 0;
        l->at += n;
        l->left -= n;
        l->n = nj_utf8_fold(cp, l->ready, NJ_COUNT(l->ready));
        NJ_ASSERT(l->n <= NJ_COUNT(l->ready));
        l->next = 0;
    }
}

static bool are_same(const char *a, const char *b, bool simplified)
{
    struct letters x = {.at = a, .left = strlen(a)};
    struct letters y = {.at = b, .left = strlen(b)};
    int32_t p;
    int32_t q;

    do {
        p = next_letter(&x);
        q = next_letter(&y);
        if (simplified) {
            p = nj_simplified(p);
            q = nj_simplified(q);
        }
    } while (p == q && p != 0);
    return p == q;
}

bool nj_same_word(const char *a, const char *b)
{
    return are_same(a, b, true);
}

bool nj_same_name(const char *a, const char *b)
{
    return are_same(a, b, false);
}

size_t nj_word_key(const char *word, size_t n, char *out, size_t cap)
{
    struct letters l = {.at = word, .left = n};
    size_t len = 0;
    int32_t cp;

    NJ_ASSERT(cap > 0);
    while ((cp = nj_simplified(next_letter(&l))) != 0) {
        char bytes[4];
        size_t put = nj_utf8_put(cp, bytes);

        if (put >= cap - len) {
            len = 0;
            break;
        }
        memcpy(out + len, bytes, put);
        len += put;
    }
    out[len] = '\0';
    return len;
}
