/* src/render/shapes.c: every shape is there, whole, and its own. */
#include <stdlib.h>
#include <string.h>

#include "base/limits.h"
#include "kit/nj_test.h"
#include "render/painter.h"

static bool inside(const char *path)
{
    char *end;

    for (; *path != '\0'; path = end) {
        double v = strtod(path, &end);

        if (end == path)
            end++;
        else if (v < 0 || v > NJ_SHAPE_UNITS)
            return false;
    }
    return true;
}

static void shapes_keep_to_their_square(void **state)
{
    NJ_UNUSED(state);
    for (uint32_t i = 0; nj_shape_at(i) != NULL; i++) {
        const struct nj_shape *s = nj_shape_at(i);

        assert_non_null(s->layer[0].path);
        for (int k = 0; k < NJ_SHAPE_LAYERS && s->layer[k].path != NULL; k++)
            if (!inside(s->layer[k].path))
                fail_msg("%s reaches beyond its square", s->name);
    }
}

static void things_are_found_by_name(void **state)
{
    static const char *const names[] = {
        "grass",       "water",      "portal",     "exit_end", "pod",
        "trap",        "heat",       "box",        "button",   "sun_box",
        "jammer",      "bomb",       "wall",       "door",     "gate",
        "unknown",     "here",       "open",       "boss",     "window",
        "fence",       "lock",       "tree",       "car",      "start",
        "token",       "token_used", "token_gone", "mask",     "shadow",
        "facing",      "sight",      "number",     "loop",     "button_grass",
        "button_trap", "box_pod",    "jammer_pod"};

    NJ_UNUSED(state);
    for (size_t i = 0; i < NJ_COUNT(names); i++) {
        assert_non_null(nj_shape_find(names[i]));
        assert_string_equal(nj_shape_find(names[i])->name, names[i]);
    }
    assert_null(nj_shape_find("ghost"));
}

/* Readable in black and white: no two seats have the same form, until the
 * seventh, whose badge is hollow. */
static void seats_differ_in_form(void **state)
{
    NJ_UNUSED(state);
    for (nj_seat k = 0; k < NJ_SEATS_MAX; k++)
        for (nj_seat j = 0; j < k; j++) {
            const struct nj_layer *a = &nj_shape_seat(k)->layer[0];
            const struct nj_layer *b = &nj_shape_seat(j)->layer[0];

            assert_true(strcmp(a->path, b->path) != 0 ||
                        nj_shape_seat_hollow(k) != nj_shape_seat_hollow(j));
        }
}

/* The masks of all layers have ink, and not everywhere. */
static void shapes_can_be_painted(void **state)
{
    struct nj_painter *p = nj_painter_create();

    NJ_UNUSED(state);
    assert_non_null(p);
    for (uint32_t i = 0; nj_shape_at(i) != NULL; i++) {
        const struct nj_shape *s = nj_shape_at(i);
        unsigned ink = 0;

        for (int k = 0; k < NJ_SHAPE_LAYERS && s->layer[k].path != NULL; k++) {
            const struct nj_mask *m = nj_painter_layer(p, &s->layer[k], 24);

            assert_int_equal(m->w, 24);
            assert_int_equal(m->h, 24);
            for (int at = 0; at < m->w * m->h; at++)
                ink += m->p[at] > 127;
        }
        if (ink < 24 || ink > 24 * 24 * 9 / 10)
            fail_msg("%s has %u pixels", s->name, ink);
    }
    nj_painter_destroy(p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(shapes_keep_to_their_square),
        cmocka_unit_test(things_are_found_by_name),
        cmocka_unit_test(seats_differ_in_form),
        cmocka_unit_test(shapes_can_be_painted),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
