/*
 * Masks and what keeps them. Fonts are looked for by family; which characters
 * they have is asked for every text, so that no reader meets an empty box.
 */
#include "render/painter.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "base/bug.h"
#include "base/log.h"
#include "base/random.h"
#include "base/utf8.h"
#include "render/paint_lib.h"

#define FAMILIES "WenQuanYi Micro Hei,Noto Sans CJK SC,sans-serif"
#define SETS     64
#define WAYS     8 /* 512 masks; what was not used longest goes first */
#define SIDE_MAX 4096

struct slot {
    char *key; /* NULL: empty */
    uint64_t used;
    struct nj_mask mask;
};

struct nj_painter {
    PangoFontMap *fonts;
    PangoContext *context;
    PangoLayout *layout;
    PangoFontDescription *font[2]; /* plain, bold; the size is set each time */
    uint64_t clock;
    struct slot slot[SETS][WAYS];
    struct nj_mask line; /* the last one that is not kept */
};

/* --- keeping --- */

static uint32_t hash(const char *key)
{
    uint32_t h = 2166136261U;

    for (; *key != '\0'; key++)
        h = (h ^ (uint8_t)*key) * 16777619U;
    return h ^ h >> 15;
}

/* The slot of that key: kept already (*kept), or the one to fill. */
static struct slot *look_up(struct nj_painter *p, const char *key, bool *kept)
{
    struct slot *set = p->slot[hash(key) % SETS];
    struct slot *oldest = &set[0];

    for (int i = 0; i < WAYS; i++) {
        if (set[i].key != NULL && strcmp(set[i].key, key) == 0) {
            set[i].used = ++p->clock;
            *kept = true;
            return &set[i];
        }
        if (set[i].used < oldest->used)
            oldest = &set[i];
    }
    free(oldest->key);
    free(oldest->mask.p);
    oldest->key = nj_strndup(key, strlen(key));
    oldest->used = ++p->clock;
    oldest->mask = (struct nj_mask){0};
    *kept = false;
    return oldest;
}

/* --- cairo --- */

static cairo_t *begin(struct nj_mask *m, int w, int h)
{
    cairo_surface_t *s;
    cairo_t *cr;

    m->w = w < 1 ? 1 : w > SIDE_MAX ? SIDE_MAX : w;
    m->h = h < 1 ? 1 : h > SIDE_MAX ? SIDE_MAX : h;
    s = nj_paint.cairo_image_surface_create(CAIRO_FORMAT_A8, m->w, m->h);
    cr = nj_paint.cairo_create(s);
    nj_paint.cairo_surface_destroy(s);
    return cr;
}

/* Takes the bytes over from the surface, without its padding. */
static void finish(struct nj_mask *m, cairo_t *cr)
{
    cairo_surface_t *s = nj_paint.cairo_get_target(cr);
    size_t w = (size_t)m->w;
    const uint8_t *from;
    int stride;

    m->p = nj_alloc(w * (size_t)m->h);
    nj_paint.cairo_surface_flush(s);
    from = nj_paint.cairo_image_surface_get_data(s);
    stride = nj_paint.cairo_image_surface_get_stride(s);
    for (int y = 0; y < m->h && from != NULL; y++)
        memcpy(m->p + (size_t)y * w, from + (ptrdiff_t)y * stride, w);
    nj_paint.cairo_destroy(cr);
}

/* --- paths --- */

struct tracer {
    cairo_t *cr;
    const char *at;
    double x, y;
};

static double number(struct tracer *t)
{
    char *end;
    double v = strtod(t->at, &end);

    NJ_ASSERT(end != t->at);
    t->at = end;
    return v;
}

static void half_circle(struct tracer *t)
{
    double r = number(t);
    bool sweep;
    double x, y, angle;

    (void)number(t);
    (void)number(t);
    (void)number(t);
    sweep = number(t) > 0;
    x = number(t);
    y = number(t);
    /* Half a circle: its middle lies between its ends. */
    angle = t->x < x ? G_PI : t->x > x ? 0 : t->y < y ? -G_PI / 2 : G_PI / 2;
    if (sweep)
        nj_paint.cairo_arc(t->cr, (t->x + x) / 2, (t->y + y) / 2, r, angle,
                           angle + G_PI);
    else
        nj_paint.cairo_arc_negative(t->cr, (t->x + x) / 2, (t->y + y) / 2, r,
                                    angle, angle - G_PI);
    t->x = x;
    t->y = y;
}

static void curve(struct tracer *t)
{
    double v[6];

    for (size_t i = 0; i < NJ_COUNT(v); i++)
        v[i] = number(t);
    nj_paint.cairo_curve_to(t->cr, v[0], v[1], v[2], v[3], v[4], v[5]);
    t->x = v[4];
    t->y = v[5];
}

static void segment(struct tracer *t, char what)
{
    if (what != 'V')
        t->x = number(t);
    if (what != 'H')
        t->y = number(t);
    if (what == 'M')
        nj_paint.cairo_move_to(t->cr, t->x, t->y);
    else
        nj_paint.cairo_line_to(t->cr, t->x, t->y);
}

static void trace(cairo_t *cr, const char *path)
{
    struct tracer t = {.cr = cr, .at = path};

    while (*t.at != '\0') {
        char what = *t.at++;

        if (what == ' ')
            continue;
        if (what == 'Z')
            nj_paint.cairo_close_path(cr);
        else if (what == 'C')
            curve(&t);
        else if (what == 'A')
            half_circle(&t);
        else
            segment(&t, what);
    }
}

const struct nj_mask *nj_painter_layer(struct nj_painter *p,
                                       const struct nj_layer *layer, int size)
{
    struct slot *slot;
    char key[64];
    bool kept;
    cairo_t *cr;

    NJ_ASSERT(size > 0);
    (void)snprintf(key, sizeof(key), "\001%p %d", (const void *)layer, size);
    slot = look_up(p, key, &kept);
    if (kept)
        return &slot->mask;
    cr = begin(&slot->mask, size, size);
    nj_paint.cairo_scale(cr, (double)size / NJ_SHAPE_UNITS,
                         (double)size / NJ_SHAPE_UNITS);
    trace(cr, layer->path);
    if (layer->stroke > 0) {
        nj_paint.cairo_set_line_width(cr, (double)layer->stroke);
        nj_paint.cairo_stroke(cr);
    } else {
        nj_paint.cairo_fill(cr);
    }
    finish(&slot->mask, cr);
    return &slot->mask;
}

/* --- lines --- */

const struct nj_mask *nj_painter_line(struct nj_painter *p,
                                      const struct nj_mark *line)
{
    static const double dashes[] = {3, 4};
    const struct nj_point *at = line->points;
    int x0 = at[0].x, y0 = at[0].y, x1 = x0, y1 = y0;
    cairo_t *cr;

    for (uint32_t i = 1; i < line->n_points; i++) {
        x0 = at[i].x < x0 ? at[i].x : x0;
        y0 = at[i].y < y0 ? at[i].y : y0;
        x1 = at[i].x > x1 ? at[i].x : x1;
        y1 = at[i].y > y1 ? at[i].y : y1;
    }
    free(p->line.p);
    p->line = (struct nj_mask){.left = x0 - line->w, .top = y0 - line->w};
    cr = begin(&p->line, x1 - x0 + 2 * line->w, y1 - y0 + 2 * line->w);
    nj_paint.cairo_translate(cr, -p->line.left, -p->line.top);
    nj_paint.cairo_set_line_width(cr, line->w);
    nj_paint.cairo_set_line_join(cr, CAIRO_LINE_JOIN_ROUND);
    if (line->dashed)
        nj_paint.cairo_set_dash(cr, dashes, (int)NJ_COUNT(dashes), 0);
    /* An odd width lies in the middle of a pixel, so that it is sharp. */
    if (line->w % 2 != 0)
        nj_paint.cairo_translate(cr, 0.5, 0.5);
    for (uint32_t i = 0; i < line->n_points; i++)
        nj_paint.cairo_line_to(cr, at[i].x, at[i].y);
    nj_paint.cairo_stroke(cr);
    finish(&p->line, cr);
    return &p->line;
}

/* --- text --- */

bool nj_painter_covers(struct nj_painter *p, const char *text)
{
    nj_paint.pango_layout_set_width(p->layout, -1);
    nj_paint.pango_layout_set_font_description(p->layout, p->font[0]);
    nj_paint.pango_layout_set_text(p->layout, text, -1);
    return nj_paint.pango_layout_get_unknown_glyphs_count(p->layout) == 0;
}

/* Leaves out what no font has; the caller frees. */
static char *only_covered(struct nj_painter *p, const char *text)
{
    size_t n = strlen(text);
    char *out = nj_alloc(n + 1);
    size_t len = 0, at = 0;

    while (at < n) {
        int32_t cp;
        size_t size = nj_utf8_next(text + at, n - at, &cp);
        char one[8] = {0};

        memcpy(one, text + at, size);
        if (nj_painter_covers(p, one)) {
            memcpy(out + len, one, size);
            len += size;
        }
        at += size;
    }
    return out;
}

static void set_text(struct nj_painter *p, const char *text, int size,
                     bool bold, int room)
{
    PangoFontDescription *font = p->font[bold ? 1 : 0];
    char *covered = NULL;

    if (!nj_painter_covers(p, text))
        covered = only_covered(p, text);
    nj_paint.pango_font_description_set_absolute_size(font, size * PANGO_SCALE);
    nj_paint.pango_layout_set_font_description(p->layout, font);
    nj_paint.pango_layout_set_ellipsize(
        p->layout, room > 0 ? PANGO_ELLIPSIZE_END : PANGO_ELLIPSIZE_NONE);
    nj_paint.pango_layout_set_width(p->layout,
                                    room > 0 ? room * PANGO_SCALE : -1);
    nj_paint.pango_layout_set_text(p->layout, covered != NULL ? covered : text,
                                   -1);
    free(covered);
}

const struct nj_mask *nj_painter_text(struct nj_painter *p, const char *text,
                                      int size, bool bold, int room)
{
    struct nj_str key = NJ_STR_INIT(1024);
    PangoRectangle ink, logical;
    struct slot *slot;
    bool kept;
    cairo_t *cr;

    NJ_ASSERT(size > 0);
    nj_str_addf(&key, "%d %d %d ", size, bold, room);
    nj_str_puts(&key, text);
    slot = look_up(p, key.p, &kept);
    nj_str_fini(&key);
    if (kept)
        return &slot->mask;
    set_text(p, text, size, bold, room);
    nj_paint.pango_layout_get_pixel_extents(p->layout, &ink, &logical);
    cr = begin(&slot->mask, ink.width, ink.height);
    nj_paint.cairo_translate(cr, -ink.x, -ink.y);
    nj_paint.pango_cairo_show_layout(cr, p->layout);
    finish(&slot->mask, cr);
    slot->mask.left = ink.x;
    slot->mask.top =
        ink.y - PANGO_PIXELS(nj_paint.pango_layout_get_baseline(p->layout));
    slot->mask.advance = logical.width;
    return &slot->mask;
}

/* --- life --- */

/* Pango has names for families even where no file is behind them. */
static bool any_font(void)
{
    const FcFontSet *fonts = nj_paint.FcConfigGetFonts(NULL, FcSetSystem);

    return fonts != NULL && fonts->nfont > 0;
}

static void warn_once(const char *what)
{
    static atomic_flag said = ATOMIC_FLAG_INIT;

    if (!atomic_flag_test_and_set(&said))
        nj_log(NJ_LOG_WARN, "picture", what,
               NJ_FIELDS(nj_f_word("install", "fonts-wqy-microhei")));
}

static void prepare(struct nj_painter *p)
{
    cairo_font_options_t *options = nj_paint.cairo_font_options_create();

    p->fonts = nj_paint.pango_cairo_font_map_new();
    p->context = nj_paint.pango_font_map_create_context(p->fonts);
    nj_paint.cairo_font_options_set_antialias(options, CAIRO_ANTIALIAS_GRAY);
    nj_paint.cairo_font_options_set_hint_style(options,
                                               CAIRO_HINT_STYLE_SLIGHT);
    nj_paint.pango_cairo_context_set_font_options(p->context, options);
    nj_paint.cairo_font_options_destroy(options);
    nj_paint.pango_cairo_context_set_resolution(p->context, 96);
    p->layout = nj_paint.pango_layout_new(p->context);
    nj_paint.pango_layout_set_single_paragraph_mode(p->layout, TRUE);
    nj_paint.pango_layout_set_auto_dir(p->layout, FALSE);
    p->font[0] = nj_paint.pango_font_description_from_string(FAMILIES " 15");
    p->font[1] =
        nj_paint.pango_font_description_from_string(FAMILIES " Bold 15");
}

struct nj_painter *nj_painter_create(void)
{
    struct nj_painter *p;

    if (!nj_paint_load())
        return NULL;
    if (!any_font()) {
        warn_once("no_font");
        return NULL;
    }
    p = nj_alloc(sizeof(*p));
    prepare(p);
    if (!nj_painter_covers(p, "漫长夜"))
        warn_once("no_chinese_font");
    return p;
}

static void let_go(void *object)
{
    if (object != NULL)
        nj_paint.g_object_unref(object);
}

void nj_painter_destroy(struct nj_painter *p)
{
    if (p == NULL)
        return;
    for (int i = 0; i < SETS * WAYS; i++) {
        free(p->slot[i / WAYS][i % WAYS].key);
        free(p->slot[i / WAYS][i % WAYS].mask.p);
    }
    free(p->line.p);
    for (int i = 0; i < 2; i++)
        if (p->font[i] != NULL)
            nj_paint.pango_font_description_free(p->font[i]);
    let_go(p->layout);
    let_go(p->context);
    let_go(p->fonts);
    free(p);
}
