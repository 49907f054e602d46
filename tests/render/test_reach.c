/* src/render/layout_signs.c, layout_board.c: what can be reached, who looks
 * where and how far. */
#include <stdlib.h>
#include <string.h>

#include "kit/nj_test.h"
#include "render/street.h"

/* --- reach --- */

/* Cells of the region are 96 wide, the first at the corner of its grid. */
static struct nj_layout_place region_at(const struct nj_drawing *d)
{
    const struct nj_mark *a = nj_paper_find(d, NULL, "A");

    assert_non_null(a);
    return (struct nj_layout_place){a->x - 48, a->y + 13, 96};
}

/* Is there outline of that ink at a point, in units of half cells? */
static bool outlined(const struct nj_drawing *d, enum nj_ink ink, int x, int y)
{
    for (const struct nj_mark *m = d->first; m != NULL; m = m->next)
        if (m->kind == NJ_MARK_RECT && m->ink == ink && x >= m->x &&
            x < m->x + m->w && y >= m->y && y < m->y + m->h)
            return true;
    return false;
}

static void an_outline_goes_around_what_can_be_reached(void **state)
{
    struct nj_layout_place at;
    struct nj_drawing d;

    NJ_UNUSED(state);
    nj_paper_layout("p.region", &d);
    at = region_at(&d);
    for (int i = 0; i < 96; i++) {
        int x = at.x + 96 + i;
        int y = at.y + 96 + i;

        /* the left side, through both squares, and the lower one */
        assert_int_equal(outlined(&d, NJ_INK_GREEN, at.x + 96 + 3, y), i >= 3);
        assert_int_equal(outlined(&d, NJ_INK_GREEN, at.x + 96 + 3, y + 96),
                         i < 93);
        assert_int_equal(outlined(&d, NJ_INK_GREEN, x, at.y + 3 * 96 - 4),
                         i >= 3);
        /* none between the squares */
        assert_int_equal(outlined(&d, NJ_INK_GREEN, x, at.y + 2 * 96 - 4),
                         i == 3 || i == 4 || i == 91 || i == 92);
        assert_int_equal(outlined(&d, NJ_INK_GREEN, x, at.y + 2 * 96 + 3),
                         i == 3 || i == 4 || i >= 91);
    }
}

/* The inner corner of the L is closed: at each point of it there is ink. */
static void an_outline_turns_around_corners(void **state)
{
    struct nj_layout_place at;
    struct nj_drawing d;
    int x, y;

    NJ_UNUSED(state);
    nj_paper_layout("p.region", &d);
    at = region_at(&d);
    x = at.x + 2 * 96 - 5;
    y = at.y + 2 * 96 + 3;
    for (int i = -20; i <= 1; i++)
        assert_true(outlined(&d, NJ_INK_GREEN, x, y + i));
    for (int i = 0; i < 20; i++)
        assert_true(outlined(&d, NJ_INK_GREEN, x + i, y));
}

/* The second kind is dashed, on all four sides of its square. */
static void a_second_kind_is_dashed(void **state)
{
    struct nj_layout_place at;
    struct nj_drawing d;
    int ink = 0, changes = 0;
    bool before = true;

    NJ_UNUSED(state);
    nj_paper_layout("p.region", &d);
    at = region_at(&d);
    for (int i = 3; i < 93; i++) {
        bool here = outlined(&d, NJ_INK_RED, at.x + 2 * 96 + i, at.y + 96 + 3);

        ink += here;
        changes += here != before;
        before = here;
        assert_false(
            outlined(&d, NJ_INK_GREEN, at.x + 2 * 96 + i, at.y + 96 + 48));
    }
    assert_in_range(ink, 45, 65);
    assert_in_range(changes, 12, 20);
    assert_true(outlined(&d, NJ_INK_RED, at.x + 2 * 96 + 3, at.y + 96 + 15));
    assert_true(outlined(&d, NJ_INK_RED, at.x + 3 * 96 - 5, at.y + 96 + 15));
}

/* --- facing and sight --- */

/* The middle and size of the next shape of that name; `at` goes behind it. A
 * size of 0: there is none. */
static struct nj_layout_place next_shape(const struct nj_mark **at,
                                         const char *name)
{
    struct nj_layout_place p = {0, 0, 0};
    const struct nj_mark *m = *at;

    while (m != NULL &&
           (m->kind != NJ_MARK_SHAPE || strcmp(m->shape->name, name) != 0))
        m = m->next;
    if (m == NULL)
        return p;
    *at = m->next;
    return (struct nj_layout_place){m->x + m->w / 2, m->y + m->w / 2, m->w};
}

/* The arrowhead comes first, what stands there keeps clear of it, and what
 * lies there is drawn above, behind the back. */
static void a_figure_looks_to_its_side(void **state)
{
    static const char *const wedges[] = {"wedge_up", "wedge_down", "wedge_left",
                                         "wedge_right"};
    static const int dx[] = {0, 0, -1, 1};
    static const int dy[] = {-1, 1, 0, 0};
    const struct nj_mark *at;
    struct nj_drawing d;

    NJ_UNUSED(state);
    nj_paper_layout("p.lookers", &d);
    at = d.first;
    for (int i = 0; i < 8; i++) {
        struct nj_layout_place wedge = next_shape(&at, wedges[i % 4]);
        struct nj_layout_place badge = next_shape(&at, "seat1");
        struct nj_layout_place token;

        assert_int_equal(wedge.cell, 96);
        assert_in_range(badge.cell, 50, 70);
        assert_true(dx[i % 4] * (badge.x - wedge.x) +
                        dy[i % 4] * (badge.y - wedge.y) <
                    -5);
        if (i < 4)
            continue;
        token = next_shape(&at, "token");
        assert_in_range(token.cell, 30, 40);
        assert_true(dx[i % 4] * (token.x - wedge.x) +
                        dy[i % 4] * (token.y - wedge.y) <
                    -20);
    }
}

/* N20 looks up: five squares, small badges of its own form in a line. */
static void sight_is_a_line_of_small_badges(void **state)
{
    struct nj_layout_place p;
    const struct nj_mark *at;
    struct nj_drawing d;
    int n = 0;

    NJ_UNUSED(state);
    nj_paper_layout("p.street", &d);
    at = d.first;
    while ((p = next_shape(&at, "seat2")).cell > 0) {
        if (p.cell > 12)
            continue;
        assert_int_equal(p.x / 30, 1 + 13);
        assert_int_equal((p.y - 68) / 30, 14 + n);
        n++;
    }
    assert_int_equal(n, 5);
}

/* In motion nobody stands anywhere yet: no sight, no wedges; the ground and
 * its letters are there. */
static void a_street_in_motion_shows_no_figures(void **state)
{
    char *svg = nj_paper_motion("p.street");

    NJ_UNUSED(state);
    assert_null(strstr(svg, "wedge_"));
    assert_null(strstr(svg, "href=\"#seat1\" x=\"1"));
    assert_non_null(strstr(svg, "tint_bricks"));
    assert_int_equal(nj_paper_times(svg, ">R</text>"), 2);
    assert_int_equal(nj_paper_times(svg, "<animateTransform"), 2);
    free(svg);
}

/* The ways of two lie over the street itself, and nobody stands at their ends
 * by another sign than the game's. */
static void a_course_on_a_street_keeps_its_size(void **state)
{
    char *svg = nj_paper_course("p.street");
    char mark[80];

    NJ_UNUSED(state);
    nj_paper_show_course("p.street", "course");
    assert_non_null(strstr(svg, "<svg xmlns=\"http://www.w3.org/2000/svg\" "
                                "width=\"600\""));
    for (int i = 0; i < NJ_STREET_COLS; i++) {
        (void)snprintf(mark, sizeof(mark), "<text x=\"%d\"", 45 + 30 * i);
        assert_in_range(nj_paper_times(svg, mark), 2, 20);
    }
    assert_int_equal(nj_paper_times(svg, ">Q</text>"), 2);
    assert_int_equal(nj_paper_times(svg, "<polyline"), 2);
    free(svg);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_outline_goes_around_what_can_be_reached),
        cmocka_unit_test(an_outline_turns_around_corners),
        cmocka_unit_test(a_second_kind_is_dashed),
        cmocka_unit_test(a_figure_looks_to_its_side),
        cmocka_unit_test(sight_is_a_line_of_small_badges),
        cmocka_unit_test(a_street_in_motion_shows_no_figures),
        cmocka_unit_test(a_course_on_a_street_keeps_its_size),
    };

    return cmocka_run_group_tests(tests, nj_street_setup, nj_street_teardown);
}
