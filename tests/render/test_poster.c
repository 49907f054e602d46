/* src/render/poster.c: lists on one page, as pixels. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kit/nj_test.h"
#include "render/drawing.h"
#include "render/poster.h"

static const char texts[] =
    "{\"p\": {\"title\": \"排行大图（漫漫长夜）\", \"head\": \"{{season}}等级榜\","
    " \"cut\": \"（前面的没有画）\","
    " \"name\": \"{{place}}. {{name}}\", \"value\": \"{{n}}（12 局）\"}}";

static struct nj_catalog *catalog;
static struct nj_format format;
static struct nj_arena scratch = NJ_ARENA_INIT(65536);
static struct nj_style style = {.format = &format, .scratch = &scratch};

static void put_lines(struct nj_poster *p, uint32_t n)
{
    static const char *const names[] = {"阿宁", "Hugo", "一二三四五六七八九十",
                                        "a|b {{n}} <c>"};

    for (uint32_t i = 0; i < n; i++)
        nj_poster_line(
            p,
            (struct nj_poster_text){"p.name",
                                    NJ_ARGS(nj_arg_int("place", i + 1),
                                            nj_arg_text("name", names[i % 4]))},
            (struct nj_poster_text){"p.value",
                                    NJ_ARGS(nj_arg_int("n", 1500 - i * 37))});
}

/* Lists of three seasons, so many lines each. */
static struct nj_poster *fill(struct nj_arena *a, uint32_t rows, uint32_t lines)
{
    static const char *const seasons[] = {"本月", "今年", "总"};
    struct nj_poster *p =
        nj_poster_create(a, (struct nj_poster_text){"p.title", NJ_NO_ARGS});

    for (uint32_t row = 0; row < rows; row++)
        for (uint32_t i = 0; i < NJ_POSTER_COLUMNS; i++) {
            nj_poster_list(
                p, row, i,
                (struct nj_poster_text){
                    "p.head", NJ_ARGS(nj_arg_text("season", seasons[i]))});
            put_lines(p, lines);
        }
    return p;
}

static unsigned big_endian(const uint8_t *p)
{
    return (unsigned)p[0] << 24 | (unsigned)p[1] << 16 | (unsigned)p[2] << 8 |
           p[3];
}

/* NJ_ALBUM=folder: keeps the picture there, to be looked at. */
static void keep(const struct nj_png *png, const char *name)
{
    char path[400];
    FILE *f;

    if (getenv("NJ_ALBUM") == NULL)
        return;
    (void)snprintf(path, sizeof(path), "%s/%s.png", getenv("NJ_ALBUM"), name);
    f = fopen(path, "wb");
    assert_non_null(f);
    assert_int_equal(fwrite(png->p, 1, png->n, f), png->n);
    assert_int_equal(fclose(f), 0);
}

/* Draws it; width and height as the file says. */
static void draw(struct nj_painter *painter, struct nj_poster *p,
                 const char *name, unsigned size[2])
{
    struct nj_png png;
    struct nj_err err;

    assert_int_equal(nj_poster_png(&style, p, painter, &png, &err), NJ_OK);
    size[0] = big_endian(png.p + 16);
    size[1] = big_endian(png.p + 20);
    assert_in_range(png.n, 1000, 80 * 1024);
    keep(&png, name);
    free(png.p);
}

static void a_page_has_room_for_all_its_lists(void **state)
{
    struct nj_painter *painter = nj_painter_create();
    struct nj_arena arena = NJ_ARENA_INIT(4096);
    unsigned full[2], one[2], more[2], none[2];
    char title[60];

    NJ_UNUSED(state);
    if (painter == NULL)
        skip(); /* a machine without fonts */
    nj_poster_title(&style, fill(&arena, 1, 1), title, sizeof(title));
    assert_string_equal(title, "排行大图（漫漫长夜）");
    draw(painter, fill(&arena, NJ_POSTER_ROWS, 10), "poster-light", full);
    draw(painter, fill(&arena, 1, 10), "poster-one", one);
    draw(painter, fill(&arena, 1, 30), "poster-more", more);
    draw(painter, fill(&arena, 1, 0), "poster-none", none);
    assert_int_equal(one[0], 960);
    assert_true(full[1] > 2 * one[1]);
    assert_memory_equal(one, more, sizeof(one)); /* ten are all it takes */
    assert_true(none[1] < one[1]);
    style.theme.dark = true;
    draw(painter, fill(&arena, NJ_POSTER_ROWS, 7), "poster-dark", full);
    nj_painter_destroy(painter);
    nj_arena_fini(&arena);
}

/* A poster of that many lines of text. */
static struct nj_poster *write(struct nj_arena *a, uint32_t lines,
                               const char *line)
{
    struct nj_poster *p =
        nj_poster_create(a, (struct nj_poster_text){"p.title", NJ_NO_ARGS});
    struct nj_str text = NJ_STR_INIT(65536);

    for (uint32_t i = 0; i < lines; i++)
        nj_str_addf(&text, "%s%s", i > 0 ? "\n" : "", line);
    nj_poster_write(p, text.p, (struct nj_poster_text){"p.cut", NJ_NO_ARGS});
    nj_str_fini(&text);
    return p;
}

/* LN-31.5. */
static void a_text_is_as_high_as_its_lines(void **state)
{
    struct nj_painter *painter = nj_painter_create();
    struct nj_arena arena = NJ_ARENA_INIT(4096);
    unsigned one[2], two[2], folded[2], full[2], more[2];
    const char *longer = "第 3 回合：阿宁 →×3 ↓↓ →沙，听到左边、上边，"
                         "四面：上边是墙，下边是墙，左边没有墙，右边没有墙";

    NJ_UNUSED(state);
    if (painter == NULL)
        skip(); /* a machine without fonts */
    draw(painter, write(&arena, 1, "第 3 回合"), "text-one", one);
    draw(painter, write(&arena, 2, "第 3 回合"), "text-two", two);
    draw(painter, write(&arena, 1, longer), "text-folded", folded);
    draw(painter, write(&arena, NJ_POSTER_WRITTEN, "Hugo"), "text-full", full);
    draw(painter, write(&arena, 999, "Hugo"), "text-more", more);
    assert_int_equal(one[0], 600); /* a phone's width, whatever it says */
    assert_int_equal(folded[0], 600);
    assert_true(two[1] > one[1]);
    assert_int_equal(folded[1], two[1]);
    assert_int_equal(more[1], full[1] + two[1] - one[1]); /* which says so */
    nj_painter_destroy(painter);
    nj_arena_fini(&arena);
}

/* At a blank or a comma where there is one; nothing is lost. */
static void a_line_is_folded_where_it_may_be(void **state)
{
    NJ_UNUSED(state);
    assert_int_equal(nj_drawing_fold("", 10, 100), 0);
    /* what a column was measured for fits it */
    assert_int_equal(nj_drawing_fold("\xe2\x88\x92"
                                     "100",
                                     15,
                                     nj_drawing_width("\xe2\x88\x92"
                                                      "100",
                                                      15)),
                     6);
    assert_int_equal(nj_drawing_fold("一二三四五六七八九十", 10, 100), 30);
    assert_int_equal(nj_drawing_fold("一二三四五六七八九十甲", 10, 100), 30);
    assert_int_equal(nj_drawing_fold("一二三，五六七八九十甲", 10, 100), 12);
    assert_int_equal(nj_drawing_fold("ab cdefghijklmnopqrst", 10, 100), 3);
    assert_int_equal(nj_drawing_fold("→→→→→→→→→→→", 10, 100), 30);
    assert_int_equal(nj_drawing_fold("WW", 10, 10), 1);
    assert_int_equal(nj_drawing_fold("一二", 10, 9), 3); /* no room for any */
}

static int begin(void **state)
{
    struct nj_err err;

    NJ_UNUSED(state);
    catalog = nj_catalog_create();
    format = (struct nj_format){.catalog = catalog, .lang = "zh-CN"};
    return nj_catalog_add(catalog, "zh-CN", texts, strlen(texts), &err) == NJ_OK
               ? 0
               : -1;
}

static int end(void **state)
{
    NJ_UNUSED(state);
    nj_arena_fini(&scratch);
    nj_catalog_destroy(catalog);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_page_has_room_for_all_its_lists),
        cmocka_unit_test(a_text_is_as_high_as_its_lines),
        cmocka_unit_test(a_line_is_folded_where_it_may_be),
    };

    return cmocka_run_group_tests(tests, begin, end);
}
