/*
 * The colours themselves. Text, glyphs and badges have a contrast of 4.5:1 or
 * more on what they stand on (tests/render/test_theme.c computes it), and the
 * way of a seat is never as dark or as light as a wall. The
 * palettes go back to the one of Okabe and Ito and the "muted" one of Tol,
 * darkened or lightened until that held.
 */
#include "render/theme.h"

#include "base/bug.h"

static const uint32_t colours[2][NJ_PALETTES][NJ_INKS] = {
    /* light */
    {{[NJ_INK_PAGE] = 0xf3f0e8,       [NJ_INK_CELL] = 0xffffff,
      [NJ_INK_VOID] = 0xe4e0d6,       [NJ_INK_GRID] = 0xcfcabd,
      [NJ_INK_DARK] = 0x1b1f24,       [NJ_INK_MUTED] = 0x555b63,
      [NJ_INK_GREEN] = 0x00704f,      [NJ_INK_BLUE] = 0x0062a3,
      [NJ_INK_VIOLET] = 0x93397a,     [NJ_INK_AMBER] = 0x8a5a00,
      [NJ_INK_RED] = 0xb0410a,        [NJ_INK_PALE_GREEN] = 0xb4dcc3,
      [NJ_INK_PALE_BLUE] = 0xb3d2ec,  [NJ_INK_PALE_VIOLET] = 0xe2c3dd,
      [NJ_INK_PALE_AMBER] = 0xecd394, [NJ_INK_PALE_RED] = 0xf2c2ad,
      [NJ_INK_ON_SEAT] = 0xffffff,    [NJ_INK_SEAT_1] = 0x0062a3,
      [NJ_INK_SEAT_2] = 0xb0410a,     [NJ_INK_SEAT_3] = 0x00704f,
      [NJ_INK_SEAT_4] = 0x93397a,     [NJ_INK_SEAT_5] = 0x6b4e00,
      [NJ_INK_SEAT_6] = 0x4f6475},
     {[NJ_INK_PAGE] = 0xf3f0e8,       [NJ_INK_CELL] = 0xffffff,
      [NJ_INK_VOID] = 0xe4e0d6,       [NJ_INK_GRID] = 0xcfcabd,
      [NJ_INK_DARK] = 0x1b1f24,       [NJ_INK_MUTED] = 0x555b63,
      [NJ_INK_GREEN] = 0x117733,      [NJ_INK_BLUE] = 0x332288,
      [NJ_INK_VIOLET] = 0x882255,     [NJ_INK_AMBER] = 0x7a5c00,
      [NJ_INK_RED] = 0xa83246,        [NJ_INK_PALE_GREEN] = 0xb4dcc3,
      [NJ_INK_PALE_BLUE] = 0xb3d2ec,  [NJ_INK_PALE_VIOLET] = 0xe2c3dd,
      [NJ_INK_PALE_AMBER] = 0xecd394, [NJ_INK_PALE_RED] = 0xf2c2ad,
      [NJ_INK_ON_SEAT] = 0xffffff,    [NJ_INK_SEAT_1] = 0x4f3fc0,
      [NJ_INK_SEAT_2] = 0xa83246,     [NJ_INK_SEAT_3] = 0x117733,
      [NJ_INK_SEAT_4] = 0x1a6f8f,     [NJ_INK_SEAT_5] = 0x7a5c00,
      [NJ_INK_SEAT_6] = 0x4f6475}},
    /* dark */
    {{[NJ_INK_PAGE] = 0x12151a,       [NJ_INK_CELL] = 0x1f242c,
      [NJ_INK_VOID] = 0x2d343f,       [NJ_INK_GRID] = 0x434b58,
      [NJ_INK_DARK] = 0xeceef1,       [NJ_INK_MUTED] = 0xaab2bd,
      [NJ_INK_GREEN] = 0x4fd1a1,      [NJ_INK_BLUE] = 0x6cb6ff,
      [NJ_INK_VIOLET] = 0xe39ac8,     [NJ_INK_AMBER] = 0xf2cf5c,
      [NJ_INK_RED] = 0xff9a5c,        [NJ_INK_PALE_GREEN] = 0x2b5442,
      [NJ_INK_PALE_BLUE] = 0x2a4c70,  [NJ_INK_PALE_VIOLET] = 0x5b3f5c,
      [NJ_INK_PALE_AMBER] = 0x594a20, [NJ_INK_PALE_RED] = 0x653d30,
      [NJ_INK_ON_SEAT] = 0x12151a,    [NJ_INK_SEAT_1] = 0x5aa2ea,
      [NJ_INK_SEAT_2] = 0xf0824a,     [NJ_INK_SEAT_3] = 0x3fb98c,
      [NJ_INK_SEAT_4] = 0xd884b6,     [NJ_INK_SEAT_5] = 0xc9a227,
      [NJ_INK_SEAT_6] = 0x8ea6bb},
     {[NJ_INK_PAGE] = 0x12151a,       [NJ_INK_CELL] = 0x1f242c,
      [NJ_INK_VOID] = 0x2d343f,       [NJ_INK_GRID] = 0x434b58,
      [NJ_INK_DARK] = 0xeceef1,       [NJ_INK_MUTED] = 0xaab2bd,
      [NJ_INK_GREEN] = 0x7bcf86,      [NJ_INK_BLUE] = 0x88ccee,
      [NJ_INK_VIOLET] = 0xc9a6ee,     [NJ_INK_AMBER] = 0xddcc77,
      [NJ_INK_RED] = 0xf2929d,        [NJ_INK_PALE_GREEN] = 0x2b5442,
      [NJ_INK_PALE_BLUE] = 0x2a4c70,  [NJ_INK_PALE_VIOLET] = 0x5b3f5c,
      [NJ_INK_PALE_AMBER] = 0x594a20, [NJ_INK_PALE_RED] = 0x653d30,
      [NJ_INK_ON_SEAT] = 0x12151a,    [NJ_INK_SEAT_1] = 0x5fb3dd,
      [NJ_INK_SEAT_2] = 0xe9808d,     [NJ_INK_SEAT_3] = 0x63b96f,
      [NJ_INK_SEAT_4] = 0xb58fe0,     [NJ_INK_SEAT_5] = 0xc0ad4e,
      [NJ_INK_SEAT_6] = 0x8ea6bb}}};

uint32_t nj_theme_colour(struct nj_theme t, enum nj_ink ink)
{
    NJ_ASSERT(ink < NJ_INKS);
    NJ_ASSERT(t.palette < NJ_PALETTES);
    return colours[t.dark ? 1 : 0][t.palette][ink];
}

enum nj_ink nj_theme_seat(nj_seat seat)
{
    return (enum nj_ink)(NJ_INK_SEAT_1 + seat % NJ_SEAT_COLOURS);
}
