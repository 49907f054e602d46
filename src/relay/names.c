/*
 * Names in order.
 */
#include "relay/names.h"

#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/bug.h"

void nj_names_fini(struct nj_names *s)
{
    for (size_t i = 0; i < s->n; i++)
        free(s->v[i]);
    free(s->v);
    *s = (struct nj_names){0};
}

/* Where it stands, or would. */
static size_t place(const struct nj_names *s, const char *name, bool *there)
{
    size_t lo = 0, hi = s->n;

    while (lo < hi) {
        size_t mid = lo + (hi - lo) / 2;

        if (strcmp(s->v[mid], name) < 0)
            lo = mid + 1;
        else
            hi = mid;
    }
    *there = lo < s->n && strcmp(s->v[lo], name) == 0;
    return lo;
}

bool nj_names_has(const struct nj_names *s, const char *name)
{
    bool there;

    (void)place(s, name, &there);
    return there;
}

void nj_names_add(struct nj_names *s, const char *name)
{
    bool there;
    size_t at = place(s, name, &there);

    if (there)
        return;
    if (s->n == s->cap) {
        s->cap = s->cap == 0 ? 16 : 2 * s->cap;
        s->v = nj_realloc(s->v, s->cap * sizeof(*s->v));
    }
    NJ_ASSERT(at <= s->n);
    memmove(s->v + at + 1, s->v + at, (s->n - at) * sizeof(*s->v));
    s->v[at] = nj_strndup(name, strlen(name));
    s->n++;
}

void nj_names_drop(struct nj_names *s, const char *name)
{
    bool there;
    size_t at = place(s, name, &there);

    if (!there)
        return;
    free(s->v[at]);
    s->n--;
    memmove(s->v + at, s->v + at + 1, (s->n - at) * sizeof(*s->v));
}
