/*
 * Milder words for those that a platform may refuse.
 */
#include "locale/mild.h"

#include <string.h>

struct pair {
    const char *from, *to;
    size_t from_n, to_n;
};

/* Takes the next pair off *list; false at the end. */
static bool next_pair(const char **list, struct pair *out)
{
    size_t n = strcspn(*list, "|"), from = strcspn(*list, ">|");

    if (n == 0)
        return false;
    *out = (struct pair){*list, *list, from, from};
    if (from < n) {
        out->to = *list + from + 1;
        out->to_n = n - from - 1;
    }
    *list += n + ((*list)[n] == '|');
    return true;
}

/* The first of the list that stands there; false: none does. */
static bool find(const char *list, const char *text, size_t n, struct pair *out)
{
    while (next_pair(&list, out))
        if (out->from_n > 0 && out->from_n <= n &&
            memcmp(text, out->from, out->from_n) == 0)
            return true;
    return false;
}

void nj_mild_add(const char *list, const char *text, size_t n,
                 struct nj_str *out)
{
    struct pair p;
    size_t from = 0;

    for (size_t at = 0; at < n;) {
        if (!find(list, text + at, n - at, &p)) {
            at++;
            continue;
        }
        nj_str_add(out, text + from, at - from);
        nj_str_add(out, p.to, p.to_n);
        at += p.from_n;
        from = at;
    }
    nj_str_add(out, text + from, n - from);
}
