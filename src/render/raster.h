/*
 * A drawing as pixels that are places in a palette, and those as a PNG.
 *
 * Nothing is drawn in true colour and reduced afterwards: each pixel is an
 * ink, or one of three steps between two inks where a rounded edge or a letter
 * ends. So the palette is small, exact and made on the way.
 */
#ifndef NJ_RENDER_RASTER_H
#define NJ_RENDER_RASTER_H

#include "base/status.h"
#include "render/painter.h"

struct nj_raster {
    int w, h;
    uint8_t *p; /* w * h */
    uint32_t palette[256];
    uint32_t colours;
};

/* The caller frees with nj_raster_fini(). */
void nj_raster_draw(struct nj_raster *r, const struct nj_drawing *d,
                    struct nj_theme theme, struct nj_painter *painter);
void nj_raster_fini(struct nj_raster *r);

/* Bytes of a picture; the caller frees `p`. */
struct nj_png {
    uint8_t *p;
    size_t n;
};

/*
 * An indexed PNG without any chunk but those that it must have: no names, no
 * times, nothing of the machine. Compression depends on nothing but the
 * pixels. NJ_ERR_LIMIT: libpng would not.
 */
NJ_MUST_USE enum nj_status nj_raster_png(const struct nj_raster *r,
                                         struct nj_png *out,
                                         struct nj_err *err);

#endif
