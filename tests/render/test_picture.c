/* src/render/{picture,layout,layout_board,sheet,svg,raster,png,motion}.c:
 * a message becomes SVG and PNG (UX-11). */
#include <stdlib.h>
#include <string.h>

#include <png.h>

#include "base/utf8.h"
#include "kit/nj_test.h"
#include "render/paper.h"

/* --- a game that draws --- */

static const char texts[] =
    "{\"core\": {\"list\": {\"sep\": \", \", \"none\": \"-\"}, \"seat\": {\"named\": "
    "\"{{n}}席·{{name}}\", \"number\": \"{{n}}席\"}}, \"p\": {"
    "\"board\": {\"map\": \"地图 <{{n}}>\", \"end\": \"终局\", \"sides\": "
    "\"四面\", \"pool\": \"图样\"},"
    "\"glyph\": {\"grass\": \"树丛\", \"pod\": \"逃生舱\", \"water\": \"水洼\", \"wall\": \"墙\", "
    "\"door\": \"门\", \"gate\": \"开门\", \"open\": \"空\", \"unknown\": "
    "\"未知\", \"ghost\": \"鬼\", \"number\": \"同号一对\"}, \"glyphs\": {\"ghost\": \"鬼\"},"
    "\"word\": {\"dir\": {\"U\": \"上\", \"D\": \"下\", \"L\": \"左\", \"R\": "
    "\"右\"}},"
    "\"picture_turn\": \"第 {{n}} 回合 {{seat}}\","
    "\"line\": \"{{n}}|{{m}}\", \"line_head\": \"甲|乙\"}}";

static void draw_map(struct nj_canvas *c, const char *title, int side)
{
    c->ops->board(c, title, 7, side, side);
    c->ops->glyph(c, 0, 0, "grass");
    c->ops->glyph(c, 0, 1, "pod");
    c->ops->glyph(c, 1, 1, "unknown");
    c->ops->edge(c, 0, 0, NJ_SIDE_RIGHT, "wall");
    c->ops->edge(c, 0, 1, NJ_SIDE_UP, "door");
    c->ops->edge(c, 1, 0, NJ_SIDE_DOWN, "gate");
    c->ops->seat(c, 1, 0, 0);
    c->ops->seat(c, 0, 1, 2);
}

static void draw_pieces(struct nj_canvas *c)
{
    c->ops->board(c, "p.board.pool", 0, 4, 7);
    for (int i = 0; i < 28; i++)
        if (i / 7 % 4 == 0 || i % 7 % 3 == 0 || i / 7 == 3)
            c->ops->glyph(c, i / 7, i % 7, "nothing");
    c->ops->label(c, 0, 1, "E1");
    c->ops->label(c, 0, 4, "22");
}

/* Two of one number, one of another, one with none; somebody stands on one. */
static void draw_pairs(struct nj_canvas *c)
{
    static const int numbers[] = {1, 2, 1, 0, 3};

    c->ops->board(c, "p.board.map", 7, 1, 5);
    for (int i = 0; i < 5; i++) {
        c->ops->glyph(c, 0, i, "ghost");
        if (numbers[i] > 0)
            c->ops->number(c, 0, i, numbers[i]);
    }
    c->ops->seat(c, 0, 4, 0);
}

static void draw(const struct nj_message *msg, struct nj_canvas *c)
{
    if (strcmp(msg->key, "p.pairs") == 0)
        draw_pairs(c);
    if (strcmp(msg->key, "p.map") == 0)
        draw_map(c, "p.board.map", (int)nj_message_int(msg, "side", 2));
    if (strcmp(msg->key, "p.pool") == 0)
        draw_pieces(c);
    if (strcmp(msg->key, "p.sides") != 0)
        return;
    c->ops->board(c, "p.board.sides", 0, 1, 1);
    for (int i = 0; i < 4; i++)
        if (nj_message_str(msg, "udlr")[i] == '#')
            c->ops->edge(c, 0, 0, (enum nj_side)i, "wall");
}

static int course_side = 3;

static void draw_course(const struct nj_message *const *record, uint32_t n,
                        struct nj_canvas *c)
{
    NJ_UNUSED(record);
    if (n == 0)
        return;
    draw_map(c, "p.board.map", course_side);
    draw_map(c, "p.board.end", course_side);
    c->ops->glyph(c, 2, 2, "water");
    c->ops->turn(c, 1, 0);
    c->ops->move(c, 0, 3, 4, false);
    c->ops->move(c, 0, 4, 5, false);
    c->ops->move(c, 0, 5, 3, false); /* round the rim */
    c->ops->turn(c, 1, 2);
    c->ops->move(c, 2, 1, 8, true);
    c->ops->player(c, 2, "p.line",
                   NJ_ARGS(nj_arg_int("n", 1), nj_arg_int("m", 120)));
    c->ops->player(c, 0, "p.line",
                   NJ_ARGS(nj_arg_int("n", 2), nj_arg_int("m", -40)));
}

static const struct nj_game game = {
    .id = "p", .prefix = "p", .picture = draw, .course = draw_course};

static const char *first_name = "小明";

static const char *name_of(void *ctx, nj_seat seat)
{
    NJ_UNUSED(ctx);
    return seat == 0 ? first_name : "Ann";
}

/* --- the tests' world --- */

static struct nj_catalog *catalog;
static struct nj_painter *painter;
static struct nj_format format;
static struct nj_style style;
static struct nj_arena scratch = NJ_ARENA_INIT(65536);

static int setup(void **state)
{
    struct nj_err err = {{0}};

    NJ_UNUSED(state);
    catalog = nj_catalog_create();
    if (nj_catalog_add(catalog, "zh-CN", texts, strlen(texts), &err) != NJ_OK)
        fail_msg("%s", err.text);
    painter = nj_painter_create();
    assert_non_null(painter);
    format = (struct nj_format){
        .catalog = catalog, .lang = "zh-CN", .seat_name = name_of};
    style = (struct nj_style){
        .game = &game, .format = &format, .scratch = &scratch};
    return 0;
}

static int teardown(void **state)
{
    NJ_UNUSED(state);
    nj_painter_destroy(painter);
    nj_arena_fini(&scratch);
    nj_catalog_destroy(catalog);
    return 0;
}

static const struct nj_message a_map = {.key = "p.map", .clause = ""};
static const struct nj_message *const record[] = {&a_map};
static const struct nj_scene course = {.record = record, .n_record = 1};

static char *svg_of(const struct nj_scene *scene)
{
    struct nj_str out = NJ_STR_INIT(1 << 20);
    struct nj_err err = {{0}};

    if (nj_picture_svg(&style, scene, &out, &err) != NJ_OK)
        fail_msg("%s", err.text);
    return nj_str_take(&out);
}

static struct nj_png png_of(const struct nj_scene *scene)
{
    struct nj_png out = {NULL, 0};
    struct nj_err err = {{0}};

    if (nj_picture_png(&style, scene, painter, &out, &err) != NJ_OK)
        fail_msg("%s", err.text);
    return out;
}

/* --- SVG --- */

static void a_board_is_drawn_as_ever(void **state)
{
    char *svg = svg_of(&(struct nj_scene){.message = &a_map});

    NJ_UNUSED(state);
    nj_paper_expect("board.svg", svg);
    free(svg);
}

static void a_course_is_drawn_as_ever(void **state)
{
    char *svg = svg_of(&course);

    NJ_UNUSED(state);
    nj_paper_expect("course.svg", svg);
    free(svg);
}

static void pieces_are_drawn_as_ever(void **state)
{
    static const struct nj_message pool = {.key = "p.pool", .clause = ""};
    char *svg = svg_of(&(struct nj_scene){.message = &pool});

    NJ_UNUSED(state);
    nj_paper_expect("pieces.svg", svg);
    free(svg);
}

static void a_course_moves_by_itself(void **state)
{
    struct nj_str out = NJ_STR_INIT(1 << 20);
    struct nj_err err = {{0}};

    NJ_UNUSED(state);
    assert_int_equal(nj_picture_motion(&style, &course, &out, &err), NJ_OK);
    nj_paper_expect("motion.svg", out.p);
    nj_str_fini(&out);
}

/* What lies on the other board only is explained where that is shown. */
static void a_legend_is_that_of_the_boards_shown(void **state)
{
    struct nj_str out = NJ_STR_INIT(1 << 20);
    struct nj_err err = {{0}};
    char *both = svg_of(&course);

    NJ_UNUSED(state);
    assert_int_equal(nj_picture_motion(&style, &course, &out, &err), NJ_OK);
    assert_non_null(strstr(both, "水洼"));
    assert_null(strstr(out.p, "水洼"));
    assert_non_null(strstr(out.p, "树丛"));
    nj_str_fini(&out);
    free(both);
}

/* The character as text; four of them are kept at once. */
static const char *character(int32_t cp)
{
    static char text[4][5];
    static unsigned n;
    char *one = text[n++ % 4];

    one[nj_utf8_put(cp, one)] = '\0';
    return one;
}

/* Markup, entities, controls that turn the direction of writing, emoji. */
/* On boards of text as on pictures. */
static void pairs_are_numbered_on_boards_of_text(void **state)
{
    char *text;

    NJ_UNUSED(state);
    nj_paper_begin(&game, texts);
    text = nj_paper_text("p.pairs");
    nj_paper_end();
    assert_non_null(strstr(text, "１　❶　❷　❶　鬼　①　\n"));
    assert_non_null(strstr(text, "\n鬼❶❷=鬼  同号一对"));
    free(text);
}

static void names_stay_text(void **state)
{
    const char *override = character(0x202e);
    const char *isolate = character(0x2066);
    char name[80];
    char *svg;

    NJ_UNUSED(state);
    (void)snprintf(name, sizeof(name), "<script>&\"'%s%s\x01]]>😀", override,
                   isolate);
    first_name = name;
    svg = svg_of(&course);
    first_name = "小明";
    assert_null(strstr(svg, "<script"));
    assert_non_null(strstr(svg, ">&lt;script&gt;&amp;&quot;']]&gt;😀</text>"));
    assert_null(strstr(svg, override));
    assert_null(strstr(svg, isolate));
    assert_null(strchr(svg, '\x01'));
    assert_true(nj_utf8_valid(svg, strlen(svg)));
    free(svg);
}

static void nothing_outside_is_asked_for(void **state)
{
    char *svg = svg_of(&course);

    NJ_UNUSED(state);
    assert_null(strstr(svg, "url("));
    assert_null(strstr(svg, "http") == NULL
                    ? NULL
                    : strstr(strstr(svg, "http") + 4, "http"));
    assert_null(strstr(svg, "href=\"h"));
    free(svg);
}

/* --- PNG --- */

struct decoded {
    png_uint_32 w, h;
    int depth, type, colours;
};

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

static struct decoded decode(const struct nj_png *p)
{
    struct source source = {p->p, p->n};
    struct decoded d = {0};
    png_structp png =
        png_create_read_struct(PNG_LIBPNG_VER_STRING, NULL, NULL, NULL);
    png_infop info = png_create_info_struct(png);
    png_colorp palette;
    png_bytep row;

    if (setjmp(png_jmpbuf(png)) != 0)
        fail_msg("libpng cannot read what we wrote");
    png_set_read_fn(png, &source, on_read);
    png_read_info(png, info);
    (void)png_get_IHDR(png, info, &d.w, &d.h, &d.depth, &d.type, NULL, NULL,
                       NULL);
    (void)png_get_PLTE(png, info, &palette, &d.colours);
    row = calloc(1, d.w);
    assert_non_null(row);
    for (png_uint_32 y = 0; y < d.h; y++) {
        png_read_row(png, row, NULL);
        for (png_uint_32 x = 0; x < d.w; x++)
            assert_true(row[x] < d.colours);
    }
    free(row);
    png_read_end(png, NULL);
    png_destroy_read_struct(&png, &info, NULL);
    assert_int_equal(source.left, 0);
    return d;
}

/* Names of the chunks one after another. */
static void chunks(const struct nj_png *p, char out[200])
{
    size_t at = 8, len = 0;

    while (at + 8 <= p->n && len + 5 < 200) {
        size_t n = (size_t)p->p[at] << 24 | (size_t)p->p[at + 1] << 16 |
                   (size_t)p->p[at + 2] << 8 | p->p[at + 3];

        memcpy(out + len, p->p + at + 4, 4);
        len += 4;
        at += 12 + n;
    }
    out[len] = '\0';
}

static void a_png_is_a_palette_and_no_more(void **state)
{
    struct nj_png png = png_of(&(struct nj_scene){.message = &a_map});
    struct decoded d = decode(&png);
    char names[200];

    NJ_UNUSED(state);
    assert_int_equal(d.type, PNG_COLOR_TYPE_PALETTE);
    assert_int_equal(d.depth, 8);
    assert_int_equal(d.w, 600);
    chunks(&png, names);
    assert_string_equal(names, "IHDRPLTEIDATIEND");
    free(png.p);
}

static void the_same_calls_make_the_same_bytes(void **state)
{
    struct nj_png a = png_of(&course);
    struct nj_painter *first = painter;
    struct nj_png b;

    NJ_UNUSED(state);
    painter = nj_painter_create();
    b = png_of(&course);
    nj_painter_destroy(painter);
    painter = first;
    assert_int_equal(a.n, b.n);
    assert_memory_equal(a.p, b.p, a.n);
    free(a.p);
    free(b.p);
}

static void png_and_svg_have_one_size(void **state)
{
    struct nj_png png = png_of(&course);
    struct decoded d = decode(&png);
    char *svg = svg_of(&course);
    char head[80];

    NJ_UNUSED(state);
    (void)snprintf(head, sizeof(head), "width=\"%lu\" height=\"%lu\"",
                   (unsigned long)d.w, (unsigned long)d.h);
    assert_non_null(strstr(svg, head));
    free(svg);
    free(png.p);
}

/* Whatever a seat learns of its walls, the picture has the same size. */
static void sizes_tell_nothing(void **state)
{
    struct decoded first = {0};

    NJ_UNUSED(state);
    for (unsigned i = 0; i < 16; i++) {
        char udlr[5] = "....";
        struct nj_arg arg = nj_arg_glyphs("udlr", udlr);
        struct nj_message m = {
            .key = "p.sides", .clause = "", .args = {.v = &arg, .n = 1}};
        struct nj_png png;
        struct decoded d;

        for (unsigned k = 0; k < 4; k++)
            if ((i >> k & 1) != 0)
                udlr[k] = '#';
        png = png_of(&(struct nj_scene){.message = &m});
        d = decode(&png);
        if (i == 0)
            first = d;
        assert_int_equal(d.w, first.w);
        assert_int_equal(d.h, first.h);
        free(png.p);
    }
}

/* A board of the largest side, and more colours and seats than most have. */
static void a_large_board_is_drawn(void **state)
{
    struct nj_arg side = nj_arg_int("side", NJ_BOARD_SIDE_MAX);
    struct nj_message m = {
        .key = "p.map", .clause = "", .args = {.v = &side, .n = 1}};
    struct nj_png png = png_of(&(struct nj_scene){.message = &m});

    NJ_UNUSED(state);
    assert_true(decode(&png).w >= 600);
    free(png.p);
}

/* A name of twelve characters stands whole above its way, in two lines. */
static void a_long_name_above_a_small_way_is_whole(void **state)
{
    static const char *const lines[] = {">一二三四五六七八九十<", ">百千<"};
    char *svg;

    NJ_UNUSED(state);
    first_name = "一二三四五六七八九十百千";
    course_side = 5;
    svg = svg_of(&course);
    course_side = 3;
    first_name = "小明";
    for (size_t i = 0; i < NJ_COUNT(lines); i++)
        if (strstr(svg, lines[i]) == NULL)
            fail_msg("no %s", lines[i]);
    free(svg);
}

/* Large boards of a course stand one below the other: the page gets longer, and
 * no wider, for on a phone that would make its cells smaller. */
static void a_course_on_a_larger_board_is_no_wider(void **state)
{
    struct decoded usual, larger;
    struct nj_png png;

    NJ_UNUSED(state);
    course_side = 9;
    png = png_of(&course);
    usual = decode(&png);
    free(png.p);
    course_side = 10;
    png = png_of(&course);
    larger = decode(&png);
    free(png.p);
    course_side = 3;
    assert_true(larger.w < usual.w);
    assert_true(larger.h > usual.h);
}

static void what_has_no_board_has_no_picture(void **state)
{
    static const struct nj_message other = {.key = "p.step", .clause = ""};
    struct nj_scene scene = {.message = &other};
    struct nj_png png = {NULL, 0};
    struct nj_str svg = NJ_STR_INIT(1000);
    struct nj_err err = {{0}};

    NJ_UNUSED(state);
    assert_false(nj_picture_has(&game, &scene));
    assert_false(nj_picture_has(&game, &(struct nj_scene){.record = NULL}));
    assert_true(nj_picture_has(&game, &course));
    assert_int_equal(nj_picture_png(&style, &scene, painter, &png, &err),
                     NJ_ERR_NOT_FOUND);
    assert_int_equal(nj_picture_svg(&style, &scene, &svg, &err),
                     NJ_ERR_NOT_FOUND);
    nj_str_fini(&svg);
}

static void an_svg_that_is_too_long_is_said_to_be(void **state)
{
    struct nj_str svg = NJ_STR_INIT(1000);
    struct nj_err err = {{0}};

    NJ_UNUSED(state);
    assert_int_equal(nj_picture_svg(&style, &course, &svg, &err), NJ_ERR_LIMIT);
    nj_str_fini(&svg);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_board_is_drawn_as_ever),
        cmocka_unit_test(a_course_is_drawn_as_ever),
        cmocka_unit_test(pieces_are_drawn_as_ever),
        cmocka_unit_test(a_course_moves_by_itself),
        cmocka_unit_test(a_legend_is_that_of_the_boards_shown),
        cmocka_unit_test(pairs_are_numbered_on_boards_of_text),
        cmocka_unit_test(names_stay_text),
        cmocka_unit_test(nothing_outside_is_asked_for),
        cmocka_unit_test(a_png_is_a_palette_and_no_more),
        cmocka_unit_test(the_same_calls_make_the_same_bytes),
        cmocka_unit_test(png_and_svg_have_one_size),
        cmocka_unit_test(sizes_tell_nothing),
        cmocka_unit_test(a_large_board_is_drawn),
        cmocka_unit_test(a_long_name_above_a_small_way_is_whole),
        cmocka_unit_test(a_course_on_a_larger_board_is_no_wider),
        cmocka_unit_test(what_has_no_board_has_no_picture),
        cmocka_unit_test(an_svg_that_is_too_long_is_said_to_be),
    };

    return cmocka_run_group_tests(tests, setup, teardown);
}
