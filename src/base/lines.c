/*
 * Pieces of a text (lines.h).
 */
#include "base/lines.h"

#include <string.h>

#include "base/bug.h"

bool nj_lines_next(struct nj_lines *l, struct nj_piece *line)
{
    struct nj_piece rest = {l->at, (size_t)(l->end - l->at)};

    NJ_ASSERT(l->at <= l->end);
    if (rest.n == 0)
        return false;
    *line = nj_piece_cut(&rest, '\n');
    if (line->n > 0 && line->p[line->n - 1] == '\r')
        line->n--;
    l->at = rest.p;
    l->line++;
    return true;
}

struct nj_piece nj_piece_of(const char *text)
{
    return (struct nj_piece){text, strlen(text)};
}

struct nj_piece nj_piece_cut(struct nj_piece *rest, char sep)
{
    const char *end = rest->n > 0 ? memchr(rest->p, sep, rest->n) : NULL;
    struct nj_piece w = {rest->p,
                         end != NULL ? (size_t)(end - rest->p) : rest->n};

    rest->p += w.n + (end != NULL);
    rest->n -= w.n + (end != NULL);
    return w;
}

struct nj_piece nj_piece_word(struct nj_piece *rest, const char *gaps)
{
    struct nj_piece w;

    while (rest->n > 0 && strchr(gaps, rest->p[0]) != NULL)
        *rest = (struct nj_piece){rest->p + 1, rest->n - 1};
    w = (struct nj_piece){rest->p, 0};
    while (w.n < rest->n && strchr(gaps, w.p[w.n]) == NULL)
        w.n++;
    NJ_ASSERT(w.n <= rest->n);
    *rest = (struct nj_piece){w.p + w.n, rest->n - w.n};
    return w;
}

bool nj_piece_is(struct nj_piece w, const char *word)
{
    return w.n == strlen(word) && memcmp(w.p, word, w.n) == 0;
}

bool nj_piece_only(struct nj_piece w, const char *chars)
{
    for (size_t i = 0; i < w.n; i++)
        if (w.p[i] == '\0' || strchr(chars, w.p[i]) == NULL)
            return false;
    return true;
}
