#include "render/paper.h"

#include <stdlib.h>
#include <string.h>

#include "kit/nj_test.h"
#include "render/board.h"

static struct nj_catalog *catalog;
static struct nj_painter *painter;
static struct nj_format format;
static struct nj_style style;
static struct nj_arena scratch = NJ_ARENA_INIT(65536);

void nj_paper_begin(const struct nj_game *game, const char *texts)
{
    struct nj_err err = {{0}};

    catalog = nj_catalog_create();
    if (nj_catalog_add(catalog, "zh-CN", texts, strlen(texts), &err) != NJ_OK)
        fail_msg("%s", err.text);
    painter = nj_painter_create();
    assert_non_null(painter);
    format = (struct nj_format){.catalog = catalog, .lang = "zh-CN"};
    style =
        (struct nj_style){.game = game, .format = &format, .scratch = &scratch};
}

void nj_paper_end(void)
{
    nj_painter_destroy(painter);
    nj_arena_fini(&scratch);
    nj_catalog_destroy(catalog);
}

struct nj_style *nj_paper_style(void)
{
    return &style;
}

void nj_paper_names(const char *(*name_of)(void *ctx, nj_seat seat))
{
    format.seat_name = name_of;
}

static struct nj_message message(const char *key)
{
    return (struct nj_message){.key = key, .clause = ""};
}

char *nj_paper_svg(const char *key)
{
    struct nj_message m = message(key);
    struct nj_scene scene = {.message = &m};
    struct nj_str out = NJ_STR_INIT(1 << 20);
    struct nj_err err = {{0}};

    if (nj_picture_svg(&style, &scene, &out, &err) != NJ_OK)
        fail_msg("%s", err.text);
    return nj_str_take(&out);
}

typedef enum nj_status make_svg(const struct nj_style *p,
                                const struct nj_scene *scene,
                                struct nj_str *out, struct nj_err *err);

static char *course_by(make_svg *make, const char *key)
{
    struct nj_message m = message(key);
    const struct nj_message *record[] = {&m};
    struct nj_scene scene = {.record = record, .n_record = 1};
    struct nj_str out = NJ_STR_INIT(1 << 20);
    struct nj_err err = {{0}};

    if (make(&style, &scene, &out, &err) != NJ_OK)
        fail_msg("%s", err.text);
    return nj_str_take(&out);
}

char *nj_paper_course(const char *key)
{
    return course_by(nj_picture_svg, key);
}

char *nj_paper_motion(const char *key)
{
    return course_by(nj_picture_motion, key);
}

const struct nj_mark *nj_paper_find(const struct nj_drawing *d,
                                    const struct nj_mark *from,
                                    const char *text)
{
    const struct nj_mark *m = from != NULL ? from->next : d->first;

    while (m != NULL && (m->kind != NJ_MARK_TEXT || strcmp(m->text, text) != 0))
        m = m->next;
    return m;
}

char *nj_paper_wide(const char *key)
{
    char *text;

    format.wide = true;
    text = nj_paper_text(key);
    format.wide = false;
    return text;
}

char *nj_paper_text(const char *key)
{
    struct nj_message m = message(key);
    struct nj_str out = NJ_STR_INIT(1 << 16);

    nj_board_text(style.game, &m, &format, &out);
    assert_false(out.over);
    return nj_str_take(&out);
}

void nj_paper_layout(const char *key, struct nj_drawing *out)
{
    struct nj_message m = message(key);
    struct nj_sheet *sheet;
    struct nj_layout l = {style.game, &format, NULL, out};

    nj_arena_reset(&scratch);
    sheet = nj_arena_alloc(&scratch, sizeof(*sheet));
    nj_sheet_init(sheet, &scratch);
    style.game->picture(&m, &sheet->canvas);
    *out = (struct nj_drawing){.arena = &scratch};
    l.sheet = sheet;
    nj_layout_sheet(&l);
}

void nj_paper_raster(const char *key, struct nj_raster *out)
{
    struct nj_drawing d;

    nj_paper_layout(key, &d);
    nj_raster_draw(out, &d, style.theme, painter);
    nj_arena_reset(&scratch);
}

unsigned nj_paper_times(const char *text, const char *what)
{
    unsigned n = 0;

    for (const char *at = strstr(text, what); at != NULL;
         at = strstr(at + 1, what))
        n++;
    return n;
}

/* --- files --- */

static char *read_file(const char *path)
{
    FILE *f = fopen(path, "r");
    char *text = calloc(1, 1 << 20);

    assert_non_null(text);
    if (f != NULL) {
        assert_true(fread(text, 1, (1 << 20) - 1, f) > 0);
        (void)fclose(f);
    }
    return text;
}

static void write_file(const char *path, const void *bytes, size_t n)
{
    FILE *f = fopen(path, "wb");

    assert_non_null(f);
    assert_int_equal(fwrite(bytes, 1, n, f), n);
    assert_int_equal(fclose(f), 0);
}

void nj_paper_expect(const char *file, const char *text)
{
    char path[600];
    char *expected;

    (void)snprintf(path, sizeof(path), "%s/tests/render/%s", NJ_SOURCE_DIR,
                   file);
    if (getenv("NJ_REWRITE") != NULL)
        write_file(path, text, strlen(text));
    expected = read_file(path);
    if (strcmp(expected, text) != 0)
        fail_msg("%s is another picture now", file);
    free(expected);
}

static void write_png(const struct nj_raster *r, const char *name,
                      const char *look)
{
    struct nj_png png = {NULL, 0};
    struct nj_err err = {{0}};
    char path[600];

    if (nj_raster_png(r, &png, &err) != NJ_OK)
        fail_msg("%s", err.text);
    (void)snprintf(path, sizeof(path), "%s/%s-%s.png", getenv("NJ_ALBUM"), name,
                   look);
    write_file(path, png.p, png.n);
    free(png.p);
}

void nj_paper_grey(struct nj_raster *r)
{
    for (uint32_t i = 0; i < r->colours; i++) {
        uint32_t c = r->palette[i];
        uint32_t grey =
            ((c >> 16) * 299 + (c >> 8 & 0xff) * 587 + (c & 0xff) * 114) / 1000;

        r->palette[i] = grey << 16 | grey << 8 | grey;
    }
}

void nj_paper_show(const char *key, const char *name)
{
    static const struct {
        const char *name;
        struct nj_theme theme;
        bool grey;
    } looks[] = {{"light", {false, 0}, false}, {"light1", {false, 1}, false},
                 {"dark", {true, 0}, false},   {"dark1", {true, 1}, false},
                 {"grey", {false, 0}, true},   {"darkgrey", {true, 0}, true}};
    struct nj_theme before = style.theme;

    for (size_t i = 0; i < NJ_COUNT(looks) && getenv("NJ_ALBUM") != NULL; i++) {
        struct nj_raster r;

        style.theme = looks[i].theme;
        nj_paper_raster(key, &r);
        if (looks[i].grey)
            nj_paper_grey(&r);
        write_png(&r, name, looks[i].name);
        nj_raster_fini(&r);
    }
    style.theme = before;
}

void nj_paper_show_course(const char *key, const char *name)
{
    struct nj_message m = message(key);
    const struct nj_message *record[] = {&m};
    struct nj_scene scene = {.record = record, .n_record = 1};
    struct nj_png png = {NULL, 0};
    struct nj_err err = {{0}};
    char path[600];

    if (getenv("NJ_ALBUM") == NULL)
        return;
    if (nj_picture_png(&style, &scene, painter, &png, &err) != NJ_OK)
        fail_msg("%s", err.text);
    (void)snprintf(path, sizeof(path), "%s/%s.png", getenv("NJ_ALBUM"), name);
    write_file(path, png.p, png.n);
    free(png.p);
}
