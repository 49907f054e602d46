/* src/render/{layout_signs,layout_edges,layout_foot,board_list}.c: grounds and
 * edges of all kinds, columns with letters, the legend, boards in words. */
#include <stdlib.h>
#include <string.h>

#include "kit/nj_death.h"
#include "kit/nj_test.h"
#include "render/street.h"

/* --- looks --- */

static void signs_are_drawn_as_ever(void **state)
{
    char *samples = nj_paper_svg("p.samples");
    char *yard = nj_paper_svg("p.yard");

    NJ_UNUSED(state);
    for (size_t i = 0; nj_street_pictures[i] != NULL; i++)
        nj_paper_show(nj_street_pictures[i], nj_street_pictures[i] + 2);
    nj_paper_expect("samples.svg", samples);
    nj_paper_expect("yard.svg", yard);
    free(samples);
    free(yard);
}

/* One square of the samples in greys: 60 pixels wide, the first at (30, 68). */
#define SIDE 60

static int grey_at(const struct nj_raster *r, int x, int y)
{
    return (int)(r->palette[r->p[y * r->w + x]] & 0xff);
}

/* How many pixels of two places differ by more than eyes overlook. */
static int unlike(const struct nj_raster *r, struct nj_layout_place a,
                  struct nj_layout_place b, int h)
{
    int n = 0;

    for (int i = 0; i < a.cell * h; i++) {
        int x = i % a.cell;
        int y = i / a.cell;

        n += abs(grey_at(r, a.x + x, a.y + y) - grey_at(r, b.x + x, b.y + y)) >=
             10;
    }
    return n;
}

/* Rows of samples beside each other, `step` pixels from one to the next. */
static void all_differ(bool dark, int y, int h, int n, int least)
{
    struct nj_raster r;

    nj_paper_style()->theme = (struct nj_theme){dark, 0};
    nj_paper_raster("p.samples", &r);
    nj_paper_style()->theme = (struct nj_theme){false, 0};
    nj_paper_grey(&r);
    assert_int_equal(r.w, 600);
    for (int i = 0; i < n; i++)
        for (int k = 0; k < i; k++) {
            struct nj_layout_place a = {33 + i * SIDE, y, SIDE - 6};
            struct nj_layout_place b = {33 + k * SIDE, y, SIDE - 6};

            if (unlike(&r, a, b, h) < least)
                fail_msg("%d and %d look alike without colour", i, k);
        }
    nj_raster_fini(&r);
}

static void grounds_differ_without_colour(void **state)
{
    NJ_UNUSED(state);
    for (int dark = 0; dark < 2; dark++)
        all_differ(dark != 0, 71, SIDE - 6, NJ_TINTS,
                   (SIDE - 6) * (SIDE - 6) / 12);
}

static void edges_differ_without_colour(void **state)
{
    NJ_UNUSED(state);
    for (int dark = 0; dark < 2; dark++)
        all_differ(dark != 0, 68 + 2 * SIDE - 8, 17, 6, 80);
}

/* --- squares with names --- */

static int letters_of(const struct nj_drawing *d, const char *text, int x[2],
                      int y[2])
{
    int n = 0;

    for (const struct nj_mark *m = nj_paper_find(d, NULL, text); m != NULL;
         m = nj_paper_find(d, m, text)) {
        assert_in_range(n, 0, 1);
        assert_true(m->h >= 14);
        x[n] = m->x;
        y[n++] = m->y;
    }
    return n;
}

/* Each letter above and below its column, each number beside its row. */
static void columns_have_letters_on_both_sides(void **state)
{
    struct nj_drawing d;

    NJ_UNUSED(state);
    nj_paper_layout("p.pair", &d);
    for (int i = 0; i < NJ_STREET_COLS; i++) {
        const struct nj_mark *m = NULL;
        char text[2] = {(char)('A' + i), '\0'};

        for (int k = 0; k < 4; k++) {
            m = nj_paper_find(&d, m, text);
            assert_non_null(m);
            assert_int_equal(m->x, 30 + 30 * i + 15);
            assert_true(m->h >= 14);
        }
        assert_null(nj_paper_find(&d, m, text));
    }
    assert_null(nj_paper_find(&d, NULL, "S"));
}

static void rows_have_numbers_on_both_sides(void **state)
{
    struct nj_drawing d;

    NJ_UNUSED(state);
    nj_paper_layout("p.street", &d);
    for (int row = 9; row <= NJ_STREET_ROWS;
         row++) { /* 1 to 8 are elsewhere too */
        char text[4];
        int x[2] = {0}, y[2] = {0};

        (void)snprintf(text, sizeof(text), "%d", row);
        if (row == 9 || row == 18) /* footprints */
            continue;
        assert_int_equal(letters_of(&d, text, x, y), 2);
        assert_int_equal(y[0], y[1]);
        assert_true(x[0] < 30 && x[1] > 570);
    }
}

/* With all its signs; the page is as wide as a phone. */
static void a_street_fits_a_phone(void **state)
{
    struct nj_drawing d;

    NJ_UNUSED(state);
    nj_paper_layout("p.street", &d);
    assert_int_equal(d.w, 600);
    for (const struct nj_mark *m = d.first; m != NULL; m = m->next) {
        assert_true(m->x >= 0 && m->y >= 0);
        if (m->kind == NJ_MARK_RECT || m->kind == NJ_MARK_SHAPE)
            assert_true(m->x + m->w <= d.w);
        if (m->kind == NJ_MARK_TEXT)
            assert_true(m->h >= 14);
    }
}

/* Two of them stand one below the other, each as wide as the page. */
static void boards_with_letters_stand_alone(void **state)
{
    const struct nj_mark *first, *second;
    struct nj_drawing d;

    NJ_UNUSED(state);
    nj_paper_layout("p.pair", &d);
    assert_int_equal(d.w, 600);
    first = nj_paper_find(&d, NULL, "小");
    assert_non_null(first);
    second = nj_paper_find(&d, first, "小");
    assert_non_null(second);
    assert_int_equal(first->x, second->x);
    assert_true(second->y - first->y > 4 * 30);
}

static void more_letters_than_there_are(void)
{
    struct nj_arena arena = NJ_ARENA_INIT(65536);
    struct nj_sheet s;

    nj_sheet_init(&s, &arena);
    s.canvas.ops->board(&s.canvas, "p.board.small", 0, 1, NJ_LETTERS_MAX + 1);
    s.canvas.ops->letters(&s.canvas);
}

static void a_number_too_large(void)
{
    struct nj_arena arena = NJ_ARENA_INIT(65536);
    struct nj_sheet s;

    nj_sheet_init(&s, &arena);
    s.canvas.ops->board(&s.canvas, "p.board.small", 0, 1, 1);
    s.canvas.ops->number(&s.canvas, 0, 0, NJ_NUMBER_MAX + 1);
}

static void a_ground_beside_the_board(void)
{
    struct nj_arena arena = NJ_ARENA_INIT(65536);
    struct nj_sheet s;

    nj_sheet_init(&s, &arena);
    s.canvas.ops->board(&s.canvas, "p.board.small", 0, 2, 2);
    s.canvas.ops->ground(&s.canvas, 0, 2, NJ_TINT_DOTS, "yard");
}

static void a_game_that_errs_is_stopped(void **state)
{
    static void (*const wrong[])(void) = {more_letters_than_there_are,
                                          a_number_too_large,
                                          a_ground_beside_the_board};
    char out[400];

    NJ_UNUSED(state);
    for (size_t i = 0; i < NJ_COUNT(wrong); i++)
        assert_int_not_equal(nj_death_of(wrong[i], out, sizeof(out)), 0);
}

/* --- the legend --- */

static void every_sign_is_named_once(void **state)
{
    static const char *const words[] = {"院子",
                                        "街道",
                                        "一号房",
                                        "二号房",
                                        "三号房",
                                        "四号房",
                                        "蓝车",
                                        "黄车",
                                        "墙",
                                        "门",
                                        "关着的门",
                                        "窗",
                                        "篱笆",
                                        "上锁的车门",
                                        "树",
                                        "停着的车",
                                        "起点",
                                        "未搜",
                                        "已搜一次",
                                        "搜完",
                                        "杀人魔",
                                        "上次看见处",
                                        "面朝",
                                        "视线",
                                        "足迹（轮）",
                                        "走得到，没人看见",
                                        "走得到，会被看见"};
    char *svg = nj_paper_svg("p.street");

    NJ_UNUSED(state);
    for (size_t i = 0; i < NJ_COUNT(words); i++) {
        char mark[80];

        (void)snprintf(mark, sizeof(mark), ">%s</text>", words[i]);
        if (nj_paper_times(svg, mark) != 1)
            fail_msg("%s: %u times", words[i], nj_paper_times(svg, mark));
    }
    assert_null(strstr(svg, "鬼"));
    free(svg);
}

/* What is only written has its character there too. */
static void written_signs_are_named(void **state)
{
    char *svg = nj_paper_svg("p.yard");

    NJ_UNUSED(state);
    assert_int_equal(nj_paper_times(svg, ">鬼</text>"),
                     3); /* board, sign, word */
    assert_null(strstr(svg, "视线"));
    free(svg);
}

static void a_ground_without_word_is_not_named(void **state)
{
    struct nj_drawing d;
    unsigned tints = 0;

    NJ_UNUSED(state);
    nj_paper_layout("p.many", &d);
    for (const struct nj_mark *m = d.first; m != NULL; m = m->next)
        tints += m->kind == NJ_MARK_SHAPE;
    assert_int_equal(tints, 77); /* the squares: plain and shade have none */
}

static void names_on_a_street_stay_text(void **state)
{
    char *svg = nj_paper_svg("p.street");

    NJ_UNUSED(state);
    assert_null(strstr(svg, "<b>"));
    assert_non_null(strstr(svg, "&lt;b&gt;&amp;&quot;x</text>"));
    assert_non_null(strstr(svg, "一二三四五六七八九十甲乙</text>"));
    free(svg);
}

/* In the table of players, beside its numbers; a longer one is cut before
 * them. */
static void a_name_of_twelve_characters_is_whole(void **state)
{
    const char *name = "一二三四五六七八九十甲乙";
    const struct nj_mark *m, *column;
    struct nj_drawing d;

    NJ_UNUSED(state);
    nj_paper_layout("p.street", &d);
    m = nj_paper_find(&d, NULL, name);
    column = nj_paper_find(&d, m, "2/3");
    assert_non_null(m);
    assert_non_null(column);
    assert_true(m->w >= 12 * m->h);
    assert_true(m->x + m->w < column->x);
    assert_true(m->w <= d.w * 3 / 8);
}

/* --- in words --- */

static void a_street_is_told_by_its_squares(void **state)
{
    char *text = nj_paper_text("p.street");

    NJ_UNUSED(state);
    assert_non_null(strstr(text, "枫树街 · 第 9 轮\n①D12→  ②N20↑  ③K8↑  "
                                 "④F16←  ⑤I7←  ⑥C20↓\n"));
    assert_non_null(strstr(text, "\n未搜: C1 Q1 I3 B18 Q18\n"));
    assert_non_null(strstr(text, "\n杀人魔: K13\n"));
    assert_non_null(strstr(text, "\n走得到，会被看见: H12 I12 J12 K12 L12 M12 "
                                 "N12\n"));
    assert_non_null(
        strstr(text, "\n足迹（轮）: 5 G13  6 H13  7 H14  8 I14  9 J14  18 B9"));
    assert_null(strstr(text, "院子"));
    assert_true(strlen(text) < 1500); /* of a message in a group */
    free(text);
}

/* All of it with its walls: nobody finds a way by names of squares alone. */
static void a_terminal_shows_a_street_as_a_grid(void **state)
{
    char *text = nj_paper_wide("p.street");

    NJ_UNUSED(state);
    assert_non_null(strstr(text, "枫树街 · 第 9 轮\n    A  B  C "));
    assert_non_null(strstr(text, "\n 7 |，| .  . ？  .| .  .  . 5<|，#，| "));
    assert_non_null(strstr(text, "\n11 | .  .  .  .| .  .| . ？ ＊|？|"));
    assert_non_null(
        strstr(text, "\n   +           +XX+--+        +--+     +--+--+    "));
    assert_non_null(
        strstr(text, "\n13 | .  .  .  .|？ ？| 5  6|？|＊ ？ ＊| .  .|＊ "));
    assert_non_null(strstr(text, "\n| 墙  = 窗  : 门  X 上锁的车门  # 篱笆\n"));
    assert_non_null(strstr(text, "  ＊=走得到，没人看见"));
    free(text);
}

static void a_small_board_is_a_grid_with_letters(void **state)
{
    char *text = nj_paper_text("p.yard");

    NJ_UNUSED(state);
    assert_string_equal(text, "小\n"
                              "　　Ａ　Ｂ　Ｃ\n"
                              "　＋　＋　＋　＋\n"
                              "１　，　鬼　＊　\n"
                              "　＋　＋　＋　＋\n"
                              "２　42　・　②　\n"
                              "　＋　＋　＋　＋\n"
                              "鬼↓  ②←\n"
                              "，=院子  鬼=鬼  ＊=走得到，没人看见");
    free(text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(signs_are_drawn_as_ever),
        cmocka_unit_test(grounds_differ_without_colour),
        cmocka_unit_test(edges_differ_without_colour),
        cmocka_unit_test(columns_have_letters_on_both_sides),
        cmocka_unit_test(rows_have_numbers_on_both_sides),
        cmocka_unit_test(a_street_fits_a_phone),
        cmocka_unit_test(boards_with_letters_stand_alone),
        cmocka_unit_test(a_game_that_errs_is_stopped),
        cmocka_unit_test(every_sign_is_named_once),
        cmocka_unit_test(written_signs_are_named),
        cmocka_unit_test(a_ground_without_word_is_not_named),
        cmocka_unit_test(names_on_a_street_stay_text),
        cmocka_unit_test(a_name_of_twelve_characters_is_whole),
        cmocka_unit_test(a_street_is_told_by_its_squares),
        cmocka_unit_test(a_terminal_shows_a_street_as_a_grid),
        cmocka_unit_test(a_small_board_is_a_grid_with_letters),
    };

    return cmocka_run_group_tests(tests, nj_street_setup, nj_street_teardown);
}
