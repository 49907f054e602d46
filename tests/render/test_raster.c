/* src/render/{raster,png}.c: marks become pixels, pixels a PNG. */
#include <stdlib.h>
#include <string.h>

#include <png.h>

#include "kit/nj_test.h"
#include "render/drawing.h"
#include "render/raster.h"

struct source {
    const uint8_t *p;
    size_t left;
};

static void on_read(png_structp png, png_bytep out, size_t n)
{
    struct source *s = png_get_io_ptr(png);

    if (n > s->left)
        png_error(png, "cut");
    memcpy(out, s->p, n);
    s->p += n;
    s->left -= n;
}

static void reads_as(const struct nj_png *p, const struct nj_raster *r)
{
    struct source source = {p->p, p->n};
    png_structp png =
        png_create_read_struct(PNG_LIBPNG_VER_STRING, NULL, NULL, NULL);
    png_infop info = png_create_info_struct(png);
    png_bytep row = malloc((size_t)r->w);

    assert_non_null(row);
    if (setjmp(png_jmpbuf(png)) != 0)
        fail_msg("libpng cannot read what we wrote");
    png_set_read_fn(png, &source, on_read);
    png_read_info(png, info);
    assert_int_equal(png_get_image_width(png, info), r->w);
    assert_int_equal(png_get_image_height(png, info), r->h);
    for (int y = 0; y < r->h; y++) {
        png_read_row(png, row, NULL);
        assert_memory_equal(row, r->p + (size_t)y * (size_t)r->w, (size_t)r->w);
    }
    png_read_end(png, NULL);
    png_destroy_read_struct(&png, &info, NULL);
    free(row);
}

/* Rows of every kind: noise of its own, the one above, the one above but for
 * a few pixels, one colour. */
static void fill(struct nj_raster *r, int w, int h)
{
    uint32_t x = 12345;

    memset(r, 0, sizeof(*r));
    r->w = w;
    r->h = h;
    r->colours = 7;
    r->p = calloc((size_t)w, (size_t)h);
    assert_non_null(r->p);
    for (int y = 0; y < h; y++) {
        uint8_t *row = r->p + (size_t)y * (size_t)w;

        if (y % 12 > 0 && y % 12 < 11)
            memcpy(row, row - w, (size_t)w);
        for (int i = 0; i < w; i++) {
            x = x * 1664525 + 1013904223;
            if (y % 12 == 0 || (y % 12 == 5 && x >> 26 == 0))
                row[i] = (uint8_t)((x >> 24) % 7);
        }
    }
}

static struct nj_png png_of(const struct nj_raster *r)
{
    struct nj_png png = {NULL, 0};
    struct nj_err err = {{0}};

    if (nj_raster_png(r, &png, &err) != NJ_OK)
        fail_msg("%s", err.text);
    return png;
}

static void pixels_come_back_as_they_were(void **state)
{
    static const int size[][2] = {{1, 1},  {1, 40},    {7, 30},    {9, 30},
                                  {40, 1}, {333, 211}, {800, 100}, {1000, 700}};

    NJ_UNUSED(state);
    for (size_t i = 0; i < NJ_COUNT(size); i++) {
        struct nj_raster r;
        struct nj_png png;

        fill(&r, size[i][0], size[i][1]);
        png = png_of(&r);
        reads_as(&png, &r);
        free(png.p);
        nj_raster_fini(&r);
    }
}

/* Each row is the one above but for one pixel in sixteen. As they are, the
 * rows would take twice as much. */
static void rows_like_the_one_above_cost_little(void **state)
{
    struct nj_raster r;
    struct nj_png png;
    uint32_t x = 1;

    NJ_UNUSED(state);
    fill(&r, 1000, 200);
    for (int i = 1000; i < 1000 * 200; i++) {
        x = x * 1664525 + 1013904223;
        r.p[i] = x >> 28 == 0 ? (uint8_t)((x >> 20) % 7) : r.p[i - 1000];
    }
    png = png_of(&r);
    assert_true(png.n < 30000);
    free(png.p);
    nj_raster_fini(&r);
}

/* --- lines --- */

static void draw_line(struct nj_raster *r, struct nj_painter *painter,
                      const struct nj_point *at, uint32_t n, bool dashed)
{
    struct nj_arena arena = NJ_ARENA_INIT(4096);
    struct nj_drawing d = {.arena = &arena, .w = 30, .h = 30};

    nj_drawing_rect(&d, NJ_INK_PAGE, 0, 0, 30, 30);
    nj_drawing_line(&d, NJ_INK_SEAT_1, 3, dashed, at, n);
    nj_raster_draw(r, &d, (struct nj_theme){false, 0}, painter);
    nj_arena_fini(&arena);
}

static bool has_ink(const struct nj_raster *r, int x, int y)
{
    return r->p[y * r->w + x] != 0;
}

/* Pixels wholly on or off, three wide, whichever way the pen went. */
static void square_lines_are_bars(void **state)
{
    static const struct nj_point at[] = {{20, 5}, {5, 5}, {5, 20}, {9, 20}};
    struct nj_raster r;

    NJ_UNUSED(state);
    draw_line(&r, NULL, at, NJ_COUNT(at), false);
    assert_int_equal(r.colours, 2);
    for (int y = 0; y < 30; y++)
        for (int x = 0; x < 30; x++) {
            bool top = y >= 4 && y <= 6 && x >= 4 && x <= 21;
            bool side = x >= 4 && x <= 6 && y >= 4 && y <= 21;
            bool foot = y >= 19 && y <= 21 && x >= 4 && x <= 10;

            assert_int_equal(has_ink(&r, x, y), top || side || foot);
        }
    nj_raster_fini(&r);
}

static void slanted_and_dashed_lines_are_painted(void **state)
{
    static const struct nj_point slanted[] = {{5, 5}, {20, 9}};
    static const struct nj_point level[] = {{5, 5}, {20, 5}};
    struct nj_painter *painter = nj_painter_create();
    struct nj_raster r;

    NJ_UNUSED(state);
    assert_non_null(painter);
    draw_line(&r, painter, slanted, 2, false);
    assert_true(r.colours > 2);
    assert_true(has_ink(&r, 12, 7));
    nj_raster_fini(&r);
    draw_line(&r, painter, level, 2, true);
    assert_true(has_ink(&r, 6, 5));
    assert_false(has_ink(&r, 10, 5)); /* three on, four off */
    nj_raster_fini(&r);
    nj_painter_destroy(painter);
}

/* A way that leaves the board is cut at the page. */
static void lines_end_at_the_page(void **state)
{
    static const struct nj_point at[] = {{-9, 1}, {40, 1}, {40, 60}, {-9, 29}};
    struct nj_raster r;

    NJ_UNUSED(state);
    draw_line(&r, NULL, at, 3, false);
    assert_true(has_ink(&r, 0, 1));
    assert_true(has_ink(&r, 29, 2));
    assert_false(has_ink(&r, 29, 3));
    nj_raster_fini(&r);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pixels_come_back_as_they_were),
        cmocka_unit_test(rows_like_the_one_above_cost_little),
        cmocka_unit_test(square_lines_are_bars),
        cmocka_unit_test(slanted_and_dashed_lines_are_painted),
        cmocka_unit_test(lines_end_at_the_page),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
