/* src/render/poster.c: lists on one page, as pixels. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kit/nj_test.h"
#include "render/poster.h"

static const char texts[] =
    "{\"p\": {\"title\": \"排行大图（漫漫长夜）\", \"head\": \"{{season}}等级榜\","
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
    };

    return cmocka_run_group_tests(tests, begin, end);
}
