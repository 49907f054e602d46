/*
 * Building the list of marks.
 */
#include "render/drawing.h"

#include <string.h>

#include "base/bug.h"
#include "base/utf8.h"

static struct nj_mark *add(struct nj_drawing *d, enum nj_mark_kind kind,
                           enum nj_ink ink)
{
    struct nj_mark *m = nj_arena_alloc(d->arena, sizeof(*m));

    NJ_ASSERT(ink < NJ_INKS);
    m->kind = kind;
    m->ink = ink;
    NJ_ASSERT((d->first == NULL) == (d->last == NULL));
    if (d->last != NULL)
        d->last->next = m;
    else
        d->first = m;
    d->last = m;
    return m;
}

void nj_drawing_rect(struct nj_drawing *d, enum nj_ink ink, int x, int y, int w,
                     int h)
{
    struct nj_mark *m = add(d, NJ_MARK_RECT, ink);

    NJ_ASSERT(w >= 0);
    NJ_ASSERT(h >= 0);
    m->x = x;
    m->y = y;
    m->w = w;
    m->h = h;
}

void nj_drawing_shape(struct nj_drawing *d, const struct nj_shape *shape, int x,
                      int y, int size)
{
    struct nj_mark *m = add(d, NJ_MARK_SHAPE, NJ_INK_DARK);

    NJ_ASSERT(shape != NULL);
    NJ_ASSERT(size > 0);
    m->shape = shape;
    m->x = x;
    m->y = y;
    m->w = size;
}

static const char *clean(struct nj_arena *a, const char *text)
{
    size_t n = strlen(text);
    char *out = nj_arena_alloc(a, n + 1);
    size_t at = 0, len = 0;

    while (at < n) {
        int32_t cp;
        size_t size = nj_utf8_next(text + at, n - at, &cp);

        /* The last two are no characters of XML. */
        if (!nj_utf8_control(cp) && cp != 0xfffe && cp != 0xffff) {
            memcpy(out + len, text + at, size);
            len += size;
        }
        at += size;
    }
    NJ_ASSERT(len <= n && out[len] == '\0');
    return out;
}

void nj_drawing_text(struct nj_drawing *d, struct nj_lettering how, int x,
                     int y, const char *text)
{
    const char *shown = clean(d->arena, text);
    struct nj_mark *m;

    NJ_ASSERT(how.size > 0);
    if (shown[0] == '\0')
        return;
    m = add(d, NJ_MARK_TEXT, how.ink);
    m->text = shown;
    m->x = x;
    m->y = y;
    m->w = how.room;
    m->h = how.size;
    m->anchor = how.anchor;
    m->bold = how.bold;
}

void nj_drawing_line(struct nj_drawing *d, enum nj_ink ink, int width,
                     bool dashed, const struct nj_point *points, uint32_t n)
{
    struct nj_mark *m = add(d, NJ_MARK_LINE, ink);
    struct nj_point *copy = nj_arena_alloc(d->arena, n * sizeof(*copy));

    NJ_ASSERT(n > 0);
    memcpy(copy, points, n * sizeof(*copy));
    m->points = copy;
    m->n_points = n;
    m->w = width;
    m->dashed = dashed;
}

int nj_drawing_width(const char *text, int size)
{
    return (int)nj_utf8_width(text, strlen(text)) * size * 56 / 100 + 2;
}

#define MINUS 0x2212 /* of a score; as wide as a figure */

/* Per cent of its type size. Fonts of a Chinese text draw arrows as wide as its
 * characters, whatever a terminal does. */
static int advance(int32_t cp)
{
    if (nj_utf8_silent(cp))
        return 0;
    if (cp >= 0x1100 && cp != MINUS)
        return 100;
    return cp >= 'A' && cp <= 'Z' ? 70 : 56;
}

size_t nj_drawing_fold(const char *text, int size, int room)
{
    size_t n = strlen(text), at = 0, end = 0;
    int used = 0;

    NJ_ASSERT(size > 0);
    while (at < n) {
        int32_t cp;
        size_t next = at + nj_utf8_next(text + at, n - at, &cp);

        used += advance(cp) * size;
        if (used > room * 100 && at > 0)
            return end > 0 ? end : at;
        if (cp == ' ' || cp == 0x3001 || cp == 0xff0c || cp == 0xff1b)
            end = next;
        NJ_ASSERT(next > at && next <= n);
        at = next;
    }
    return n;
}
