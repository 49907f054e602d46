/* src/render/painter.c: text and its fonts; what no font has, what is kept. */
#include <stdlib.h>
#include <string.h>

#include "base/log.h"
#include "kit/nj_test.h"
#include "kit/tmp_dir.h"
#include "render/painter.h"

static char said[500]; /* the first line of the log */
static unsigned lines;

static void hear(void *ctx, const char *line)
{
    NJ_UNUSED(ctx);
    if (lines++ == 0)
        (void)snprintf(said, sizeof(said), "%s", line);
}

/* Copies of a mask outlive the painter's next call. */
static struct nj_mask copy_of(const struct nj_mask *m)
{
    struct nj_mask c = *m;

    c.p = malloc((size_t)m->w * (size_t)m->h);
    assert_non_null(c.p);
    memcpy(c.p, m->p, (size_t)m->w * (size_t)m->h);
    return c;
}

static void same(const struct nj_mask *a, const struct nj_mask *b)
{
    assert_int_equal(a->w, b->w);
    assert_int_equal(a->h, b->h);
    assert_int_equal(a->advance, b->advance);
    assert_memory_equal(a->p, b->p, (size_t)(a->w * a->h));
}

static void letters_and_han_have_ink(void **state)
{
    struct nj_painter *p = nj_painter_create();
    const struct nj_mask *m;

    NJ_UNUSED(state);
    assert_non_null(p);
    assert_true(nj_painter_covers(p, "漫漫长夜 逃生艙 Nightjar 3/5 →"));
    m = nj_painter_text(p, "漫漫长夜", 16, false, 0);
    assert_in_range(m->advance, 60, 70);
    assert_in_range(m->h, 12, 20);
    assert_true(m->top < 0); /* above the line it stands on */
    m = nj_painter_text(p, "漫漫长夜漫漫长夜", 16, false, 60);
    assert_in_range(m->advance, 1, 60);
    nj_painter_destroy(p);
}

/* Never an empty box: a private character is in no font. */
static void what_no_font_has_is_left_out(void **state)
{
    struct nj_painter *p = nj_painter_create();
    struct nj_mask plain;

    NJ_UNUSED(state);
    assert_false(nj_painter_covers(p, "\xf3\xb0\x80\x80"));
    plain = copy_of(nj_painter_text(p, "小明", 15, false, 0));
    same(nj_painter_text(p, "小\xf3\xb0\x80\x80明", 15, false, 0), &plain);
    free(plain.p);
    nj_painter_destroy(p);
}

static void what_is_kept_is_bounded_and_right(void **state)
{
    struct nj_painter *p = nj_painter_create();
    struct nj_mask first;

    NJ_UNUSED(state);
    first = copy_of(nj_painter_text(p, "0", 15, false, 0));
    for (int round = 0; round < 2; round++)
        for (int i = 1; i < 1200; i++) {
            char text[8];

            (void)snprintf(text, sizeof(text), "%d", i);
            assert_non_null(nj_painter_text(p, text, 15, false, 0)->p);
        }
    same(nj_painter_text(p, "0", 15, false, 0), &first);
    free(first.p);
    nj_painter_destroy(p);
}

/* Bold, size and room are part of what a text looks like. */
static void masks_are_told_apart(void **state)
{
    struct nj_painter *p = nj_painter_create();
    struct nj_mask plain;

    NJ_UNUSED(state);
    plain = copy_of(nj_painter_text(p, "Nightjar", 15, false, 0));
    assert_true(nj_painter_text(p, "Nightjar", 30, false, 0)->w > plain.w);
    assert_true(nj_painter_text(p, "Nightjar", 15, false, 30)->w < plain.w);
    same(nj_painter_text(p, "Nightjar", 15, false, 0), &plain);
    free(plain.p);
    nj_painter_destroy(p);
}

static void write_fonts(const struct nj_tmp_dir *d, const char *folder)
{
    char path[600];
    FILE *f = fopen(nj_tmp_dir_file(d, "fonts.conf", path, sizeof(path)), "w");

    assert_non_null(f);
    (void)fprintf(f,
                  "<?xml version=\"1.0\"?>\n<fontconfig><dir>%s</dir>"
                  "</fontconfig>\n",
                  folder);
    assert_int_equal(fclose(f), 0);
    assert_int_equal(setenv("FONTCONFIG_FILE", path, 1), 0);
}

/* Runs last: fontconfig reads its file once in a process. */
static void without_fonts_there_are_no_pictures(void **state)
{
    struct nj_tmp_dir d;

    NJ_UNUSED(state);
    nj_tmp_dir_make(&d, NJ_BINARY_DIR);
    write_fonts(&d, d.path);
    nj_log_set_sink(hear, NULL);
    assert_null(nj_painter_create());
    assert_null(nj_painter_create());
    nj_log_set_sink(NULL, NULL);
    assert_non_null(strstr(said, "picture no_font install=fonts-wqy-microhei"));
    assert_int_equal(lines, 1);
    nj_tmp_dir_remove(&d);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(letters_and_han_have_ink),
        cmocka_unit_test(what_no_font_has_is_left_out),
        cmocka_unit_test(what_is_kept_is_bounded_and_right),
        cmocka_unit_test(masks_are_told_apart),
    };
    const struct CMUnitTest bare[] = {
        cmocka_unit_test(without_fonts_there_are_no_pictures),
    };

    NJ_UNUSED(argv);
    return argc > 1 ? cmocka_run_group_tests(bare, NULL, NULL)
                    : cmocka_run_group_tests(tests, NULL, NULL);
}
