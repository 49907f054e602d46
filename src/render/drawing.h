/*
 * A picture before it is paper: a list of marks in pixels, in the order in
 * which they lie on each other. Laid out without looking at any font, so the
 * list is the same on every machine; svg.c writes it down, raster.c prints it.
 *
 * Everything is owned by the arena given at the beginning.
 */
#ifndef NJ_RENDER_DRAWING_H
#define NJ_RENDER_DRAWING_H

#include "base/arena.h"
#include "base/str.h"
#include "render/shapes.h"

enum nj_mark_kind {
    NJ_MARK_RECT,  /* x y w h ink */
    NJ_MARK_SHAPE, /* shape; w: size; ink is the shape's own */
    NJ_MARK_TEXT,  /* text; h: type size; w: room, 0 for any; y: middle */
    NJ_MARK_LINE   /* points; w: width; ink; dashed */
};

enum nj_anchor {
    NJ_ANCHOR_START,
    NJ_ANCHOR_MIDDLE
};

struct nj_point {
    int16_t x, y;
};

struct nj_mark {
    enum nj_mark_kind kind;
    enum nj_ink ink;
    int x, y, w, h;
    enum nj_anchor anchor;
    bool bold, dashed;
    const struct nj_shape *shape;
    const char *text;
    const struct nj_point *points;
    uint32_t n_points;
    struct nj_mark *next;
};

struct nj_drawing {
    struct nj_arena *arena;
    int w, h;
    struct nj_mark *first, *last;
};

void nj_drawing_rect(struct nj_drawing *d, enum nj_ink ink, int x, int y, int w,
                     int h);
void nj_drawing_shape(struct nj_drawing *d, const struct nj_shape *shape, int x,
                      int y, int size);

struct nj_lettering {
    enum nj_ink ink;
    int size; /* px */
    enum nj_anchor anchor;
    bool bold;
    int room; /* px a longer text is cut to; 0: any */
};

/* Controls are left out, for SVG and terminals of others. */
void nj_drawing_text(struct nj_drawing *d, struct nj_lettering how, int x,
                     int y, const char *text);
/* The points are copied. */
void nj_drawing_line(struct nj_drawing *d, enum nj_ink ink, int width,
                     bool dashed, const struct nj_point *points, uint32_t n);

/* Room that a text of that size will take, guessed high. */
int nj_drawing_width(const char *text, int size);
/* Bytes of the text that a line of `room` px holds: all of them, or up to a
 * blank or a wide comma, so that a list goes on in the next line, or up to a
 * character where there is none. At least one, of a text that has any. */
size_t nj_drawing_fold(const char *text, int size, int room);

/* Appends the picture as SVG: text stays text. `extra` (may be NULL) is put
 * behind the last mark as it stands. */
void nj_drawing_svg(const struct nj_drawing *d, struct nj_theme theme,
                    const char *title, const char *extra, struct nj_str *out);
#endif
