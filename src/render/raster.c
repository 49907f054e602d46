/*
 * Marks to palette pixels.
 */
#include "render/raster.h"

#include <stdlib.h>
#include <string.h>

#include "base/bug.h"

#define LEVELS 4

struct press {
    struct nj_raster *r;
    struct nj_theme theme;
    struct nj_painter *painter;
    uint8_t level[256];   /* of a coverage */
    uint8_t base[256];    /* the ink that a colour is most of */
    uint8_t ink[NJ_INKS]; /* its colour + 1; 0: none yet */
    uint8_t mix[NJ_INKS][NJ_INKS][LEVELS]; /* ink, ground: colour + 1 */
};

/* --- the palette --- */

static uint32_t blend(uint32_t ink, uint32_t ground, unsigned level)
{
    uint32_t out = 0;

    NJ_ASSERT(level <= LEVELS);
    for (unsigned shift = 0; shift < 24; shift += 8) {
        uint32_t a = ink >> shift & 0xff;
        uint32_t b = ground >> shift & 0xff;

        out |= ((a * level + b * (LEVELS - level)) / LEVELS) << shift;
    }
    return out;
}

static uint8_t new_colour(struct press *p, uint32_t rgb, enum nj_ink base)
{
    NJ_ASSERT(p->r->colours < 256);
    p->base[p->r->colours] = (uint8_t)base;
    p->r->palette[p->r->colours] = rgb;
    return (uint8_t)p->r->colours++;
}

static uint8_t solid(struct press *p, enum nj_ink ink)
{
    if (p->ink[ink] == 0)
        p->ink[ink] =
            (uint8_t)(new_colour(p, nj_theme_colour(p->theme, ink), ink) + 1);
    NJ_ASSERT(p->ink[ink] > 0 && p->ink[ink] <= p->r->colours);
    return (uint8_t)(p->ink[ink] - 1);
}

/* A step between an ink and the ground. There is always room for the inks
 * themselves: steps take the nearer of the two when it gets narrow. */
static uint8_t step(struct press *p, enum nj_ink ink, uint8_t on,
                    unsigned level)
{
    enum nj_ink ground = (enum nj_ink)p->base[on];
    enum nj_ink nearer = 2 * level >= LEVELS ? ink : ground;
    uint8_t *known = &p->mix[ink][ground][level];

    if (*known == 0 && ink == ground)
        *known = (uint8_t)(solid(p, ink) + 1);
    if (*known == 0 && p->r->colours >= 255 - NJ_INKS)
        *known = (uint8_t)(solid(p, nearer) + 1);
    if (*known == 0)
        *known = (uint8_t)(new_colour(p,
                                      blend(nj_theme_colour(p->theme, ink),
                                            nj_theme_colour(p->theme, ground),
                                            level),
                                      nearer) +
                           1);
    NJ_ASSERT(*known > 0 && *known <= p->r->colours);
    return (uint8_t)(*known - 1);
}

/* --- marks --- */

/* The part of a span that is on the page. */
static int clip(int *from, int n, int max)
{
    if (*from < 0) {
        n += *from;
        *from = 0;
    }
    return n > max - *from ? max - *from : n;
}

static void put_rect(struct press *p, const struct nj_mark *m)
{
    int x = m->x, y = m->y;
    int w = clip(&x, m->w, p->r->w);
    int h = clip(&y, m->h, p->r->h);
    uint8_t colour = solid(p, m->ink);

    for (int i = 0; i < h && w > 0; i++)
        memset(p->r->p + (size_t)(y + i) * (size_t)p->r->w + x, colour,
               (size_t)w);
}

static void put_row(struct press *p, const uint8_t *mask, uint8_t *to, int w,
                    enum nj_ink ink)
{
    uint8_t full = solid(p, ink);

    for (int i = 0; i < w; i++) {
        unsigned level = p->level[mask[i]];

        if (level == LEVELS)
            to[i] = full;
        else if (level > 0)
            to[i] = step(p, ink, to[i], level);
    }
}

static void put_mask(struct press *p, const struct nj_mask *m, int x, int y,
                     enum nj_ink ink)
{
    int left = x + m->left, top = y + m->top;
    int skip_x = left < 0 ? -left : 0;
    int skip_y = top < 0 ? -top : 0;
    int w = clip(&left, m->w, p->r->w);
    int h = clip(&top, m->h, p->r->h);

    for (int i = 0; i < h && w > 0; i++)
        put_row(p, m->p + (size_t)(i + skip_y) * (size_t)m->w + skip_x,
                p->r->p + (size_t)(top + i) * (size_t)p->r->w + left, w, ink);
}

static void put_shape(struct press *p, const struct nj_mark *m)
{
    for (int i = 0; i < NJ_SHAPE_LAYERS && m->shape->layer[i].path != NULL; i++)
        put_mask(p, nj_painter_layer(p->painter, &m->shape->layer[i], m->w),
                 m->x, m->y, m->shape->layer[i].ink);
}

static void put_text(struct press *p, const struct nj_mark *m)
{
    const struct nj_mask *mask =
        nj_painter_text(p->painter, m->text, m->h, m->bold, m->w);
    int x = m->x;

    if (m->anchor == NJ_ANCHOR_MIDDLE)
        x -= mask->advance / 2;
    put_mask(p, mask, x, m->y + (36 * m->h + 50) / 100, m->ink);
}

/* Every piece runs along a row or a column of whole pixels. */
static bool is_square(const struct nj_mark *m)
{
    for (uint32_t i = 1; i < m->n_points; i++)
        if (m->points[i].x != m->points[i - 1].x &&
            m->points[i].y != m->points[i - 1].y)
            return false;
    return m->w % 2 != 0 && !m->dashed;
}

/* The ways through a maze are square: bars, for which nobody has to ask the
 * painter. Corners are filled, where a painted line is round. */
static void put_square(struct press *p, const struct nj_mark *m)
{
    int reach = m->w / 2;

    NJ_ASSERT(m->n_points > 0 && m->w > 0);
    for (uint32_t i = 1; i < m->n_points; i++) {
        struct nj_point a = m->points[i - 1], z = m->points[i];
        struct nj_mark bar = {.ink = m->ink};

        bar.x = (a.x < z.x ? a.x : z.x) - reach;
        bar.y = (a.y < z.y ? a.y : z.y) - reach;
        bar.w = abs(a.x - z.x) + m->w;
        bar.h = abs(a.y - z.y) + m->w;
        put_rect(p, &bar);
    }
}

static void put_mark(struct press *p, const struct nj_mark *m)
{
    switch (m->kind) {
    case NJ_MARK_RECT:
        put_rect(p, m);
        break;
    case NJ_MARK_SHAPE:
        put_shape(p, m);
        break;
    case NJ_MARK_TEXT:
        put_text(p, m);
        break;
    case NJ_MARK_LINE:
        if (is_square(m))
            put_square(p, m);
        else
            put_mask(p, nj_painter_line(p->painter, m), 0, 0, m->ink);
        break;
    }
}

void nj_raster_draw(struct nj_raster *r, const struct nj_drawing *d,
                    struct nj_theme theme, struct nj_painter *painter)
{
    struct press *p = nj_alloc(sizeof(*p));

    NJ_ASSERT(d->w > 0);
    NJ_ASSERT(d->h > 0);
    memset(r, 0, sizeof(*r));
    r->w = d->w;
    r->h = d->h;
    r->p = nj_alloc((size_t)d->w * (size_t)d->h);
    p->r = r;
    p->theme = theme;
    p->painter = painter;
    for (unsigned i = 0; i < 256; i++)
        p->level[i] = (uint8_t)((i * LEVELS + 127) / 255);
    for (const struct nj_mark *m = d->first; m != NULL; m = m->next)
        put_mark(p, m);
    free(p);
}

void nj_raster_fini(struct nj_raster *r)
{
    free(r->p);
    memset(r, 0, sizeof(*r));
}
