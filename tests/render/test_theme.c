/* src/render/theme.c: contrast, and inks that can be told apart (UX-11). */
#include <math.h>

#include "kit/nj_test.h"
#include "render/theme.h"

static double linear(uint32_t channel)
{
    double v = channel / 255.0;

    return v <= 0.04045 ? v / 12.92 : pow((v + 0.055) / 1.055, 2.4);
}

/* The relative luminance of WCAG. */
static double luminance(uint32_t rgb)
{
    return 0.2126 * linear(rgb >> 16 & 0xff) +
           0.7152 * linear(rgb >> 8 & 0xff) + 0.0722 * linear(rgb & 0xff);
}

static double contrast(uint32_t a, uint32_t b)
{
    double x = luminance(a) + 0.05;
    double y = luminance(b) + 0.05;

    return x > y ? x / y : y / x;
}

static void holds(struct nj_theme t, enum nj_ink ink, enum nj_ink on)
{
    double c = contrast(nj_theme_colour(t, ink), nj_theme_colour(t, on));

    if (c < 4.5)
        fail_msg("%s palette %d: ink %d on %d has %.2f",
                 t.dark ? "dark" : "light", t.palette, (int)ink, (int)on, c);
}

static void check_theme(struct nj_theme t)
{
    static const enum nj_ink marks[] = {
        NJ_INK_DARK,   NJ_INK_MUTED, NJ_INK_GREEN, NJ_INK_BLUE,
        NJ_INK_VIOLET, NJ_INK_AMBER, NJ_INK_RED};

    for (size_t i = 0; i < NJ_COUNT(marks); i++) {
        holds(t, marks[i], NJ_INK_CELL);
        holds(t, marks[i], NJ_INK_PAGE);
    }
    holds(t, NJ_INK_MUTED, NJ_INK_VOID);
    for (nj_seat k = 0; k < NJ_SEAT_COLOURS; k++) {
        holds(t, nj_theme_seat(k), NJ_INK_CELL);
        holds(t, NJ_INK_ON_SEAT, nj_theme_seat(k));
        assert_true(contrast(nj_theme_colour(t, nj_theme_seat(k)),
                             nj_theme_colour(t, NJ_INK_DARK)) > 1.8);
        for (nj_seat j = 0; j < k; j++)
            assert_int_not_equal(nj_theme_colour(t, nj_theme_seat(k)),
                                 nj_theme_colour(t, nj_theme_seat(j)));
    }
}

/* Patterns of ground are seen, but words and walls on them are read. */
static void check_ground(struct nj_theme t)
{
    static const enum nj_ink pale[] = {NJ_INK_PALE_GREEN, NJ_INK_PALE_BLUE,
                                       NJ_INK_PALE_VIOLET, NJ_INK_PALE_AMBER,
                                       NJ_INK_PALE_RED};

    uint32_t cell = nj_theme_colour(t, NJ_INK_CELL);

    for (size_t i = 0; i < sizeof(pale) / sizeof(pale[0]); i++) {
        double c = contrast(nj_theme_colour(t, pale[i]), cell);

        holds(t, NJ_INK_DARK, pale[i]);
        if (c < 1.35 || c > 2)
            fail_msg("%s: ground %d has %.2f", t.dark ? "dark" : "light",
                     (int)pale[i], c);
    }
}

static void grounds_stay_in_the_background(void **state)
{
    NJ_UNUSED(state);
    for (uint8_t i = 0; i < 2 * NJ_PALETTES; i++)
        check_ground((struct nj_theme){i % 2 != 0, i / 2});
}

static void what_is_drawn_can_be_read(void **state)
{
    NJ_UNUSED(state);
    for (uint8_t i = 0; i < 2 * NJ_PALETTES; i++)
        check_theme((struct nj_theme){i % 2 != 0, i / 2});
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_drawn_can_be_read),
        cmocka_unit_test(grounds_stay_in_the_background),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
