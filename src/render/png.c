/*
 * Palette pixels to PNG, by libpng. A row goes as it is or as the difference
 * to the row above (filter Up), whichever changes less often along the row: a
 * row that repeats the one above is zeros then, which costs nothing in time or
 * bytes. Level 3 does the rest in a fraction of the time of level 9; a large
 * picture, the course of a match, gets level 4, a sixth smaller for a third
 * more time.
 */
#include <stdlib.h>
#include <string.h>

#include <png.h>

#include "base/bug.h"
#include "render/raster.h"

#define LEVEL       3
#define LARGE       600000 /* pixels */
#define LARGE_LEVEL 4
#define BYTES_MAX   (8U << 20)

struct sink {
    uint8_t *p;
    size_t n, cap;
};

static void on_write(png_structp png, png_bytep bytes, size_t n)
{
    struct sink *s = png_get_io_ptr(png);

    if (s->n + n > BYTES_MAX)
        png_error(png, "too large");
    if (s->n + n > s->cap) {
        s->cap = 2 * (s->n + n) + 4096;
        s->p = nj_realloc(s->p, s->cap);
    }
    NJ_ASSERT(s->n + n <= s->cap);
    memcpy(s->p + s->n, bytes, n);
    s->n += n;
}

static void on_flush(png_structp png)
{
    (void)png;
}

/* What libpng has to say is said by the status. */
static void on_error(png_structp png, png_const_charp text)
{
    (void)text;
    png_longjmp(png, 1);
}

static void on_warning(png_structp png, png_const_charp text)
{
    (void)png;
    (void)text;
}

static void put_head(png_structp png, png_infop info, const struct nj_raster *r)
{
    png_color colours[256];

    NJ_ASSERT(r->colours <= NJ_COUNT(colours));
    for (uint32_t i = 0; i < r->colours; i++)
        colours[i] = (png_color){.red = (png_byte)(r->palette[i] >> 16),
                                 .green = (png_byte)(r->palette[i] >> 8),
                                 .blue = (png_byte)r->palette[i]};
    png_set_IHDR(png, info, (png_uint_32)r->w, (png_uint_32)r->h, 8,
                 PNG_COLOR_TYPE_PALETTE, PNG_INTERLACE_NONE,
                 PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
    png_set_PLTE(png, info, colours, (int)r->colours);
    /* Both are named before the first row: libpng then keeps the row above. */
    png_set_filter(png, PNG_FILTER_TYPE_BASE, PNG_FILTER_NONE | PNG_FILTER_UP);
    png_set_check_for_invalid_index(png, 0); /* we made them */
    png_set_compression_level(png, r->w * r->h < LARGE ? LEVEL : LARGE_LEVEL);
    png_set_compression_strategy(png, PNG_Z_DEFAULT_NOFILTER_STRATEGY);
    png_set_compression_buffer_size(png, 65536);
    png_write_info(png, info);
}

static uint64_t eight(const uint8_t *p)
{
    uint64_t out;

    memcpy(&out, p, sizeof(out));
    return out;
}

/* In how many stretches of eight pixels the colour changes, of the row as it
 * is and of its difference to the row above. The latter is worth its while
 * only if it is clearly calmer. */
static bool calmer_as_difference(const uint8_t *row, const uint8_t *above,
                                 size_t w)
{
    uint32_t plain = 0, difference = 0;

    for (size_t i = 1; i + 8 <= w; i += 8) {
        uint64_t here = eight(row + i), before = eight(row + i - 1);

        plain += here != before;
        difference +=
            (here ^ eight(above + i)) != (before ^ eight(above + i - 1));
    }
    return 3 * difference < 2 * plain;
}

static void put_row(png_structp png, const struct nj_raster *r, int y)
{
    size_t w = (size_t)r->w;
    const uint8_t *row = r->p + (size_t)y * w;

    if (y > 0)
        png_set_filter(png, PNG_FILTER_TYPE_BASE,
                       calmer_as_difference(row, row - w, w) ? PNG_FILTER_UP
                                                             : PNG_FILTER_NONE);
    png_write_row(png, row);
}

/* False: libpng came back by longjmp. Nothing here may live in a register
 * across it, so all that changes is behind pointers. */
static bool put_all(png_structp png, png_infop info, const struct nj_raster *r)
{
    if (setjmp(png_jmpbuf(png)) != 0)
        return false;
    put_head(png, info, r);
    for (int y = 0; y < r->h; y++)
        put_row(png, r, y);
    png_write_end(png, NULL);
    return true;
}

enum nj_status nj_raster_png(const struct nj_raster *r, struct nj_png *out,
                             struct nj_err *err)
{
    struct sink sink = {NULL, 0, 0};
    png_structp png = png_create_write_struct(PNG_LIBPNG_VER_STRING, NULL,
                                              on_error, on_warning);
    png_infop info = png != NULL ? png_create_info_struct(png) : NULL;
    bool ok = false;

    NJ_ASSERT(r->colours > 0);
    if (info != NULL) {
        png_set_write_fn(png, &sink, on_write, on_flush);
        ok = put_all(png, info, r);
    }
    png_destroy_write_struct(&png, &info);
    if (!ok) {
        free(sink.p);
        return nj_fail(err, NJ_ERR_LIMIT, "cannot write a picture of %dx%d",
                       r->w, r->h);
    }
    NJ_ASSERT(sink.n > 0 && sink.n <= sink.cap);
    out->p = sink.p;
    out->n = sink.n;
    return NJ_OK;
}
