/*
 * A key put together from parts. What does not fit is dropped: the catalog
 * has no key that long, so the look-up fails as it should.
 */
#ifndef NJ_LOCALE_KEY_H
#define NJ_LOCALE_KEY_H

#include <stddef.h>
#include <string.h>

#include "base/limits.h"

/* Begun by nj_key_begin() or nj_key_join(), or empty. */
struct nj_key {
    char p[64 + NJ_OPTION_TEXT_MAX]; /* "list=" and the longest list */
    size_t len;
};

static inline void nj_key_add(struct nj_key *k, const char *part, size_t n)
{
    if (n > sizeof(k->p) - 1 - k->len)
        n = sizeof(k->p) - 1 - k->len;
    memcpy(k->p + k->len, part, n);
    k->len += n;
    k->p[k->len] = '\0';
}

static inline void nj_key_puts(struct nj_key *k, const char *part)
{
    nj_key_add(k, part, strlen(part));
}

/* The key is made anew, and begins so. */
static inline void nj_key_begin(struct nj_key *k, const char *part, size_t n)
{
    k->len = 0;
    nj_key_add(k, part, n);
}

/* `a`, `mid`, `b` in a row; the key is made anew. */
static inline const char *nj_key_join(struct nj_key *k, const char *a,
                                      const char *mid, const char *b)
{
    k->len = 0;
    nj_key_puts(k, a);
    nj_key_puts(k, mid);
    nj_key_puts(k, b);
    return k->p;
}

#endif
