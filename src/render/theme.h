/*
 * Colours. A picture is drawn in inks ("what is this?"); a theme says which
 * colour an ink has. There are light and dark themes, each with two palettes
 * that people with red-green blindness can tell apart, and nothing is said by
 * colour alone: every glyph and every seat has a shape of its own (UX-11).
 */
#ifndef NJ_RENDER_THEME_H
#define NJ_RENDER_THEME_H

#include <stdbool.h>
#include <stdint.h>

#include "match/audience.h"

enum nj_ink {
    NJ_INK_PAGE,
    NJ_INK_CELL, /* floor */
    NJ_INK_VOID, /* a cell nobody knows */
    NJ_INK_GRID, /* decoration only: no contrast is promised */
    NJ_INK_DARK, /* walls, words */
    NJ_INK_MUTED,
    NJ_INK_GREEN,
    NJ_INK_BLUE,
    NJ_INK_VIOLET,
    NJ_INK_AMBER,
    NJ_INK_RED,
    NJ_INK_PALE_GREEN, /* patterns of ground: seen, but never in the way */
    NJ_INK_PALE_BLUE,
    NJ_INK_PALE_VIOLET,
    NJ_INK_PALE_AMBER,
    NJ_INK_PALE_RED,
    NJ_INK_ON_SEAT, /* the number on a badge */
    NJ_INK_SEAT_1,
    NJ_INK_SEAT_2,
    NJ_INK_SEAT_3,
    NJ_INK_SEAT_4,
    NJ_INK_SEAT_5,
    NJ_INK_SEAT_6,
    NJ_INKS
};

#define NJ_SEAT_COLOURS 6

struct nj_theme {
    bool dark;
    uint8_t palette; /* 0 or 1 */
};

#define NJ_PALETTES 2

/* 0xrrggbb. */
uint32_t nj_theme_colour(struct nj_theme t, enum nj_ink ink);
/* Seats beyond the sixth begin again (and have badges of other forms). */
enum nj_ink nj_theme_seat(nj_seat seat);

#endif
