/*
 * Cairo and pango behind one door: shapes and texts as masks of coverage.
 *
 * A mask is a rectangle of bytes, 0 to 255, without colour. A painter keeps
 * the masks it has made, because the next picture needs nearly all of them
 * again; what it keeps is bounded. One thread uses a painter at a time.
 */
#ifndef NJ_RENDER_PAINTER_H
#define NJ_RENDER_PAINTER_H

#include "render/drawing.h"

struct nj_mask {
    int w, h;
    int left, top; /* of the mask, from the point it was asked for */
    int advance;   /* of a text: to where the next one would begin */
    uint8_t *p;    /* w * h, owned by the painter until the next call */
};

struct nj_painter;

/*
 * Loads what draws, and looks for fonts. NULL if there is none at all, or
 * nothing that draws: then there are no pictures.
 * The first painter of a process says in the log, once, what is missing.
 */
struct nj_painter *nj_painter_create(void);
void nj_painter_destroy(struct nj_painter *p); /* NULL is fine */

/* Has every character of the text a shape in some font? */
bool nj_painter_covers(struct nj_painter *p, const char *text);

/* The text with its baseline start at (0, 0), cut with an ellipsis to `room`
 * px if that is not 0. Characters that no font has are left out. */
const struct nj_mask *nj_painter_text(struct nj_painter *p, const char *text,
                                      int size, bool bold, int room);

/* One layer of a shape at a size in px, its corner at (0, 0). */
const struct nj_mask *nj_painter_layer(struct nj_painter *p,
                                       const struct nj_layer *layer, int size);
/* A line; the mask covers its bounding box and is not kept. */
const struct nj_mask *nj_painter_line(struct nj_painter *p,
                                      const struct nj_mark *line);

#endif
