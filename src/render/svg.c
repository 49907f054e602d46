/*
 * The list of marks as SVG. Text is text: it can be searched, read aloud and
 * is sharp at any size; it comes from people, so it is escaped, and nothing
 * else of it can reach the markup. No scripts, no links, no outside files.
 */
#include <string.h>

#include "base/bug.h"
#include "render/drawing.h"

/* What phones and desktops have for Chinese; the last one always exists. */
#define FAMILIES                                                     \
 "'WenQuanYi Micro Hei','PingFang SC','Microsoft YaHei','Noto Sans " \
 "CJK SC',sans-serif"

#define SHAPES_MAX 96 /* more than there are */

static uint32_t colour(struct nj_theme t, enum nj_ink ink)
{
    return nj_theme_colour(t, ink);
}

static void put_symbol(const struct nj_shape *s, struct nj_theme t,
                       struct nj_str *out)
{
    nj_str_addf(out, "<symbol id=\"%s\" viewBox=\"0 0 24 24\">", s->name);
    for (int i = 0; i < NJ_SHAPE_LAYERS && s->layer[i].path != NULL; i++) {
        const struct nj_layer *l = &s->layer[i];

        nj_str_addf(out, "<path d=\"%s\" ", l->path);
        if (l->stroke > 0)
            nj_str_addf(
                out, "fill=\"none\" stroke=\"#%06x\" stroke-width=\"%.1f\"/>",
                colour(t, l->ink), (double)l->stroke);
        else
            nj_str_addf(out, "fill=\"#%06x\"/>", colour(t, l->ink));
    }
    nj_str_puts(out, "</symbol>\n");
}

/* Each shape once, in the order of first use. */
static void put_symbols(const struct nj_drawing *d, struct nj_theme t,
                        struct nj_str *out)
{
    const struct nj_shape *seen[SHAPES_MAX];
    size_t n = 0;

    for (const struct nj_mark *m = d->first; m != NULL; m = m->next) {
        size_t i = 0;

        if (m->kind != NJ_MARK_SHAPE)
            continue;
        while (i < n && seen[i] != m->shape)
            i++;
        if (i < n)
            continue;
        NJ_ASSERT(n < SHAPES_MAX);
        seen[n++] = m->shape;
        put_symbol(m->shape, t, out);
    }
}

static void put_text(const struct nj_mark *m, struct nj_theme t,
                     struct nj_str *out)
{
    /* The middle of capitals and of Han characters is about here. */
    nj_str_addf(out,
                "<text x=\"%d\" y=\"%.1f\" font-size=\"%d\" fill=\"#%06x\"",
                m->x, m->y + 0.36 * m->h, m->h, colour(t, m->ink));
    if (m->anchor == NJ_ANCHOR_MIDDLE)
        nj_str_puts(out, " text-anchor=\"middle\"");
    if (m->bold)
        nj_str_puts(out, " font-weight=\"bold\"");
    if (m->w > 0 && nj_drawing_width(m->text, m->h) > m->w)
        nj_str_addf(out, " textLength=\"%d\" lengthAdjust=\"spacingAndGlyphs\"",
                    m->w);
    nj_str_putc(out, '>');
    nj_str_add_escaped(out, m->text, strlen(m->text));
    nj_str_puts(out, "</text>\n");
}

static void put_line(const struct nj_mark *m, struct nj_theme t,
                     struct nj_str *out)
{
    nj_str_puts(out, "<polyline points=\"");
    for (uint32_t i = 0; i < m->n_points; i++)
        nj_str_addf(out, "%s%d,%d", i > 0 ? " " : "", m->points[i].x,
                    m->points[i].y);
    nj_str_addf(out,
                "\" fill=\"none\" stroke=\"#%06x\" stroke-width=\"%d\" "
                "stroke-linejoin=\"round\"%s/>\n",
                colour(t, m->ink), m->w,
                m->dashed ? " stroke-dasharray=\"3 4\"" : "");
}

static void put_mark(const struct nj_mark *m, struct nj_theme t,
                     struct nj_str *out)
{
    switch (m->kind) {
    case NJ_MARK_RECT:
        nj_str_addf(out,
                    "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" "
                    "fill=\"#%06x\"/>\n",
                    m->x, m->y, m->w, m->h, colour(t, m->ink));
        break;
    case NJ_MARK_SHAPE:
        nj_str_addf(out,
                    "<use href=\"#%s\" x=\"%d\" y=\"%d\" width=\"%d\" "
                    "height=\"%d\"/>\n",
                    m->shape->name, m->x, m->y, m->w, m->w);
        break;
    case NJ_MARK_TEXT:
        put_text(m, t, out);
        break;
    case NJ_MARK_LINE:
        put_line(m, t, out);
        break;
    }
}

void nj_drawing_svg(const struct nj_drawing *d, struct nj_theme theme,
                    const char *title, const char *extra, struct nj_str *out)
{
    NJ_ASSERT(d->w > 0);
    NJ_ASSERT(d->h > 0);
    nj_str_addf(out,
                "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" "
                "height=\"%d\" viewBox=\"0 0 %d %d\" font-family=\"" FAMILIES
                "\">\n<title>",
                d->w, d->h, d->w, d->h);
    nj_str_add_escaped(out, title, strlen(title));
    nj_str_puts(out, "</title>\n");
    put_symbols(d, theme, out);
    for (const struct nj_mark *m = d->first; m != NULL; m = m->next)
        put_mark(m, theme, out);
    if (extra != NULL)
        nj_str_puts(out, extra);
    nj_str_puts(out, "</svg>\n");
}
