/*
 * The shapes, as tables. Each is recognisable without colour: blades, waves,
 * rings, a capsule, teeth, a flame, crates, a plate.
 */
#include "render/shapes.h"

#include <string.h>

#include "base/bug.h"
#include "base/limits.h"
#include "base/status.h"

#define RING_9 "M3 12 A9 9 0 0 1 21 12 A9 9 0 0 1 3 12 Z"
#define RING_4 "M8 12 A4 4 0 0 1 16 12 A4 4 0 0 1 8 12 Z"
#define CRATE  "M3 3 H21 V21 H3 Z"
/* A pod, in a crate. */
#define CRATED_POD                                                     \
 "M12 5 C15 8 15.5 11 15.5 13.5 L17.5 16 V19 L14.5 17.5 H9.5 L6.5 19 " \
 "V16 L8.5 13.5 C8.5 11 9 8 12 5 Z"
#define FRAME "M2 2 H22 V22 H2 Z"
#define FACE  "M3 3 C8 1 16 1 21 3 C22 12 18 20 12 23 C6 20 2 12 3 3 Z"
#define EYES  "M6.5 9 H11 L10 12 H8 Z M17.5 9 H13 L14 12 H16 Z"

static const struct nj_shape things[] = {
    {"grass",
     {{"M3 21 C3 14 4 9 2 5 C7 8 8 14 7 21 Z "
       "M10 21 C9 13 10 7 12 2 C14 7 15 13 14 21 Z "
       "M17 21 C16 14 17 8 22 5 C20 9 21 14 21 21 Z",
       0, NJ_INK_GREEN, false}}},
    {"water",
     {{"M2 7 C5 3 8 3 12 7 C16 11 19 11 22 7 "
       "M2 13 C5 9 8 9 12 13 C16 17 19 17 22 13 "
       "M2 19 C5 15 8 15 12 19 C16 23 19 23 22 19",
       2.2F, NJ_INK_BLUE, false}}},
    {"portal",
     {{RING_9, 2.4F, NJ_INK_VIOLET, false}, {RING_4, 0, NJ_INK_VIOLET, false}}},
    {"loop",
     {{"M12 3 A9 9 0 0 0 12 21 C17 21 21 17 21 12", 2.4F, NJ_INK_VIOLET, false},
      {"M17 13 L20.8 6.5 L24 13 Z", 0, NJ_INK_VIOLET, false},
      {RING_4, 0, NJ_INK_VIOLET, false}}},
    {"exit_end",
     {{"M12 3 A9 9 0 0 0 12 21", 2.4F, NJ_INK_VIOLET, false},
      {"M9 10.5 H15 V6 L23 12 L15 18 V13.5 H9 Z", 0, NJ_INK_VIOLET, false}}},
    {"pod",
     {{"M12 1 C17 5 18 10 18 15 L21 19 V23 L16 20 H8 L3 23 V19 L6 15 "
       "C6 10 7 5 12 1 Z",
       0, NJ_INK_AMBER, false},
      {"M9 11 A3 3 0 0 1 15 11 A3 3 0 0 1 9 11 Z", 0, NJ_INK_CELL, true}}},
    {"trap",
     {{"M2 4 H22 L19 12 L16 6 L12 12 L8 6 L5 12 Z "
       "M2 20 H22 L19 13.5 L16 18 L12 13.5 L8 18 L5 13.5 Z",
       0, NJ_INK_RED, false}}},
    {"heat",
     {{"M12 1 C13 7 20 9 20 16 C20 20 16 23 12 23 C8 23 4 20 4 16 "
       "C4 12 6 10 7 7 C8 9 9 10 10 10 C12 8 12 5 12 1 Z",
       0, NJ_INK_RED, false},
      {"M12 13 C13 15 15 16 15 18 C15 20 14 21 12 21 C10 21 9 20 9 18 "
       "C9 16 11 15 12 13 Z",
       0, NJ_INK_CELL, true}}},
    {"box",
     {{CRATE, 2.4F, NJ_INK_DARK, false},
      {"M3 3 L21 21 M21 3 L3 21", 2, NJ_INK_DARK, false}}},
    {"sun_box",
     {{CRATE, 2.4F, NJ_INK_RED, false},
      {RING_4, 0, NJ_INK_RED, false},
      {"M12 4.5 V6.5 M12 17.5 V19.5 M4.5 12 H6.5 M17.5 12 H19.5 "
       "M6.7 6.7 L8 8 M16 16 L17.3 17.3 M17.3 6.7 L16 8 M8 16 L6.7 17.3",
       1.8F, NJ_INK_RED, false}}},
    {"jammer",
     {{CRATE, 2.4F, NJ_INK_VIOLET, false},
      {"M7 9 V15 M10.3 6.5 V17.5 M13.7 6.5 V17.5 M17 9 V15", 2, NJ_INK_VIOLET,
       false},
      {"M5 19 L19 5", 2.4F, NJ_INK_DARK, false}}},
    {"button",
     {{"M2 16 H22 V21 H2 Z", 0, NJ_INK_DARK, false},
      {"M6 14 A6 6 0 0 1 18 14 Z", 0, NJ_INK_RED, false}}},
    {"button_grass",
     {{"M2 16 H22 V21 H2 Z", 0, NJ_INK_DARK, false},
      {"M10 14 A6 6 0 0 1 22 14 Z", 0, NJ_INK_RED, false},
      {"M1 15 C1 11 2 8 1 5 C3 7 4 11 3.5 15 Z "
       "M5 15 C4.5 9 5 5 6.5 2 C7.5 6 8 10 7.5 15 Z",
       0, NJ_INK_GREEN, false}}},
    {"button_trap",
     {{"M2 16 H22 V21 H2 Z", 0, NJ_INK_DARK, false},
      {"M6 14 A6 6 0 0 1 18 14 Z", 0, NJ_INK_RED, false},
      {"M1 1 H23 L21 6 L18.5 2.5 L16 6 L13.5 2.5 L10.5 6 L8 2.5 L5.5 6 L3 6 Z",
       0, NJ_INK_RED, false}}},
    {"box_pod",
     {{CRATE, 2.4F, NJ_INK_DARK, false}, {CRATED_POD, 0, NJ_INK_AMBER, false}}},
    {"jammer_pod",
     {{CRATE, 2.4F, NJ_INK_VIOLET, false},
      {CRATED_POD, 0, NJ_INK_AMBER, false},
      {"M5 19 L19 5", 2.4F, NJ_INK_DARK, false}}},
    {"bomb",
     {{"M3 15 A7.5 7.5 0 0 1 18 15 A7.5 7.5 0 0 1 3 15 Z", 0, NJ_INK_DARK,
       false},
      {"M14.5 9 C16 6 17 5 19 5", 2, NJ_INK_DARK, false},
      {"M20 1 V3 M23 5 H21.5 M22.5 1.5 L21 3 M22 8.5 L20.8 7.2", 1.6F,
       NJ_INK_RED, false}}},
    {"boss",
     {{"M1 3 C1 9 4 11 7 11 L9 20 L12 23 L15 20 L17 11 C20 11 23 9 23 3 "
       "C21 6 19 7 16 7 H8 C5 7 3 6 1 3 Z",
       0, NJ_INK_RED, false},
      {"M9 11.5 L11 13.5 M15 11.5 L13 13.5", 1.8F, NJ_INK_CELL, true}}},
    {"unknown",
     {{"M7.5 8 C7.5 5 9.5 3.5 12 3.5 C14.5 3.5 16.5 5.2 16.5 7.6 "
       "C16.5 11 12 11 12 15",
       2.6F, NJ_INK_MUTED, false},
      {"M10.3 19.2 A1.7 1.7 0 0 1 13.7 19.2 A1.7 1.7 0 0 1 10.3 19.2 Z", 0,
       NJ_INK_MUTED, false}}},
    {"here",
     {{"M8 6 A4 4 0 0 1 16 6 A4 4 0 0 1 8 6 Z "
       "M4 22 C4 15 7 12.5 12 12.5 C17 12.5 20 15 20 22 Z",
       0, NJ_INK_DARK, false}}},
    {"stairs",
     {{"M2 22 V17 H8 V12 H14 V7 H20 V2 H22 V22 Z", 0, NJ_INK_MUTED, false}}},
    {"lift",
     {{"M4 1 H20 V23 H4 Z M12 1 V23", 2, NJ_INK_MUTED, false},
      {"M8 6 L11 11 H5 Z M16 18 L19 13 H13 Z", 0, NJ_INK_MUTED, false}}},
    {"watched",
     {{"M1 12 C5 5 19 5 23 12 C19 19 5 19 1 12 Z", 2, NJ_INK_VIOLET, false},
      {RING_4, 0, NJ_INK_VIOLET, false}}},
    {"tree",
     {{"M3 9.5 A9 8.5 0 0 1 21 9.5 A9 8.5 0 0 1 3 9.5 Z", 0, NJ_INK_GREEN,
       false},
      {"M10 17 H14 V23 H10 Z", 0, NJ_INK_DARK, false}}},
    {"car",
     {{"M1 16 V11.5 L5 10.5 L8 5 H16 L19.5 10.5 L23 12 V16 Z", 0, NJ_INK_MUTED,
       false},
      {"M4 17 A3 3 0 0 1 10 17 A3 3 0 0 1 4 17 Z "
       "M14 17 A3 3 0 0 1 20 17 A3 3 0 0 1 14 17 Z",
       0, NJ_INK_DARK, false},
      {"M9 7 H15 L17 10.5 H7 Z", 0, NJ_INK_CELL, true}}},
    {"start",
     {{"M5 23 V1", 2.4F, NJ_INK_DARK, false},
      {"M5 2 H21 L17 7.5 L21 13 H5 Z", 2, NJ_INK_DARK, false}}},
    {"token",
     {{FRAME, 2.2F, NJ_INK_AMBER, false},
      {"M6 12 A6 6 0 0 1 18 12 A6 6 0 0 1 6 12 Z", 0, NJ_INK_AMBER, false}}},
    {"token_used",
     {{FRAME, 2.2F, NJ_INK_AMBER, false},
      {"M6 12 A6 6 0 0 0 18 12 Z", 0, NJ_INK_AMBER, false},
      {"M6 12 A6 6 0 0 1 18 12 Z", 1.6F, NJ_INK_AMBER, false}}},
    {"token_gone", {{FRAME, 2.2F, NJ_INK_AMBER, false}}},
    {"mask", {{FACE, 0, NJ_INK_DARK, false}, {EYES, 0, NJ_INK_CELL, true}}},
    {"shadow",
     {{FACE, 2, NJ_INK_MUTED, false}, {EYES, 0, NJ_INK_MUTED, false}}},
    /* for the legend; on a board these are drawn as large as it wants */
    {"dead",
     {{"M5 23 V10 A7 7 0 0 1 19 10 V23 Z", 0, NJ_INK_DARK, false},
      {"M12 7 V18 M8.5 11 H15.5", 2, NJ_INK_CELL, true}}},
    {"facing",
     {{"M12 1 L19 9 H5 Z", 0, NJ_INK_DARK, false},
      {"M7 16 A5 5 0 0 1 17 16 A5 5 0 0 1 7 16 Z", 2, NJ_INK_MUTED, false}}},
    {"sight",
     {{"M1 12 A3 3 0 0 1 7 12 A3 3 0 0 1 1 12 Z "
       "M9 12 A3 3 0 0 1 15 12 A3 3 0 0 1 9 12 Z "
       "M17 12 A3 3 0 0 1 23 12 A3 3 0 0 1 17 12 Z",
       0, NJ_INK_MUTED, false}}},
    {"number",
     {{"M2 4 H22 V20 H2 Z", 0, NJ_INK_DARK, false},
      {"M8 8.5 H15.5 L11 16.5", 2.2F, NJ_INK_CELL, true}}},
    /* for the legend; on a board edges are bars */
    {"wall", {{"M1 9 H23 V15 H1 Z", 0, NJ_INK_DARK, false}}},
    {"open", {{"M1 12 H6 M10 12 H14 M18 12 H23", 2, NJ_INK_MUTED, false}}},
    {"door", {{"M2 8 H22 V16 H2 Z M12 8 V16", 2, NJ_INK_DARK, false}}},
    {"gate", {{"M2 8 H8 V16 H2 Z M16 8 H22 V16 H16 Z", 2, NJ_INK_DARK, false}}},
    {"window", {{"M1 8 H23 M1 16 H23", 3, NJ_INK_BLUE, false}}},
    {"fence",
     {{"M1 12 H7 M9 12 H15 M17 12 H23 M4 6 V18 M12 6 V18 M20 6 V18", 2.6F,
       NJ_INK_DARK, false}}},
    {"lock",
     {{"M3 11 H21 V23 H3 Z", 0, NJ_INK_DARK, false},
      {"M7 12 V7 A5 5 0 0 1 17 7 V12", 2.6F, NJ_INK_DARK, false},
      {"M10.4 15 H13.6 V19.5 H10.4 Z", 0, NJ_INK_CELL, true}}},
};

static const struct nj_shape tints[] = {
    {"tint_dots",
     {{"M2 6 A2 2 0 0 1 6 6 A2 2 0 0 1 2 6 Z "
       "M14 6 A2 2 0 0 1 18 6 A2 2 0 0 1 14 6 Z "
       "M8 18 A2 2 0 0 1 12 18 A2 2 0 0 1 8 18 Z "
       "M20 18 A2 2 0 0 1 24 18 A2 2 0 0 1 20 18 Z",
       0, NJ_INK_PALE_GREEN, false}}},
    {"tint_slants",
     {{"M0 8 L8 0 M0 16 L16 0 M0 24 L24 0 M8 24 L24 8 M16 24 L24 16", 2,
       NJ_INK_PALE_BLUE, false}}},
    {"tint_backslants",
     {{"M0 16 L8 24 M0 8 L16 24 M0 0 L24 24 M8 0 L24 16 M16 0 L24 8", 2,
       NJ_INK_PALE_AMBER, false}}},
    {"tint_levels",
     {{"M0 4 H24 M0 12 H24 M0 20 H24", 2, NJ_INK_PALE_RED, false}}},
    {"tint_uprights",
     {{"M4 0 V24 M12 0 V24 M20 0 V24", 2, NJ_INK_PALE_VIOLET, false}}},
    {"tint_checks",
     {{"M0 0 H6 V6 H0 Z M12 0 H18 V6 H12 Z M6 6 H12 V12 H6 Z "
       "M18 6 H24 V12 H18 Z M0 12 H6 V18 H0 Z M12 12 H18 V18 H12 Z "
       "M6 18 H12 V24 H6 Z M18 18 H24 V24 H18 Z",
       0, NJ_INK_PALE_BLUE, false}}},
    {"tint_bricks",
     {{"M0 3 H24 M0 9 H24 M0 15 H24 M0 21 H24 M6 0 V3 M18 3 V9 M6 9 V15 "
       "M18 15 V21 M6 21 V24",
       1.6F, NJ_INK_PALE_AMBER, false}}},
};

_Static_assert(NJ_COUNT(tints) == NJ_TINTS - NJ_TINT_DOTS,
               "a pattern for each tint that has one");

static const struct nj_shape wedges[] = {
    {"wedge_up", {{"M12 0.5 L19.5 8.5 H4.5 Z", 0, NJ_INK_DARK, false}}},
    {"wedge_down", {{"M12 23.5 L19.5 15.5 H4.5 Z", 0, NJ_INK_DARK, false}}},
    {"wedge_left", {{"M0.5 12 L8.5 4.5 V19.5 Z", 0, NJ_INK_DARK, false}}},
    {"wedge_right", {{"M23.5 12 L15.5 4.5 V19.5 Z", 0, NJ_INK_DARK, false}}},
};

#define CIRCLE   "M1 12 A11 11 0 0 1 23 12 A11 11 0 0 1 1 12 Z"
#define SQUARE   "M2 2 H22 V22 H2 Z"
#define TRIANGLE "M12 0 L24 22 H0 Z"
#define DIAMOND  "M12 0 L24 12 L12 24 L0 12 Z"
#define HEXAGON  "M6 1.5 H18 L24 12 L18 22.5 H6 L0 12 Z"
#define SHIELD   "M2 1 H22 V14 C22 19 17 22 12 24 C7 22 2 19 2 14 Z"
#define OCTAGON  "M7 1 H17 L23 7 V17 L17 23 H7 L1 17 V7 Z"
#define CROSS    "M6 0 H18 V6 H24 V18 H18 V24 H6 V18 H0 V6 H6 Z"
#define HOUSE    "M12 0 L24 10 L20 24 H4 L0 10 Z"
#define TRAPEZE  "M5 2 H19 L24 22 H0 Z"

#define SEAT(name, path, ink, stroke) \
 {                                    \
  name,                               \
  {                                   \
   {                                  \
    path, stroke, ink, false          \
   }                                  \
  }                                   \
 }

static const struct nj_shape badges[] = {
    SEAT("seat1", CIRCLE, NJ_INK_SEAT_1, 0),
    SEAT("seat2", SQUARE, NJ_INK_SEAT_2, 0),
    SEAT("seat3", TRIANGLE, NJ_INK_SEAT_3, 0),
    SEAT("seat4", DIAMOND, NJ_INK_SEAT_4, 0),
    SEAT("seat5", HEXAGON, NJ_INK_SEAT_5, 0),
    SEAT("seat6", SHIELD, NJ_INK_SEAT_6, 0),
    SEAT("seat7", CIRCLE, NJ_INK_SEAT_1, 2),
    SEAT("seat8", SQUARE, NJ_INK_SEAT_2, 2),
    SEAT("seat9", TRIANGLE, NJ_INK_SEAT_3, 2),
    SEAT("seat10", DIAMOND, NJ_INK_SEAT_4, 2),
    SEAT("seat11", HEXAGON, NJ_INK_SEAT_5, 2),
    SEAT("seat12", SHIELD, NJ_INK_SEAT_6, 2),
    SEAT("seat13", OCTAGON, NJ_INK_SEAT_1, 0),
    SEAT("seat14", CROSS, NJ_INK_SEAT_2, 0),
    SEAT("seat15", HOUSE, NJ_INK_SEAT_3, 0),
    SEAT("seat16", TRAPEZE, NJ_INK_SEAT_4, 0),
};

_Static_assert(NJ_COUNT(badges) == NJ_SEATS_MAX, "a badge for each seat");

const struct nj_shape *nj_shape_find(const char *name)
{
    for (uint32_t i = 0; i < NJ_COUNT(things); i++)
        if (strcmp(things[i].name, name) == 0)
            return &things[i];
    return NULL;
}

const struct nj_shape *nj_shape_tint(enum nj_tint tint)
{
    NJ_ASSERT(tint < NJ_TINTS);
    return tint < NJ_TINT_DOTS ? NULL : &tints[tint - NJ_TINT_DOTS];
}

const struct nj_shape *nj_shape_wedge(enum nj_side side)
{
    NJ_ASSERT(side < NJ_COUNT(wedges));
    return &wedges[side];
}

const struct nj_shape *nj_shape_seat(nj_seat seat)
{
    NJ_ASSERT(seat < NJ_COUNT(badges));
    return &badges[seat];
}

bool nj_shape_seat_hollow(nj_seat seat)
{
    return seat / NJ_SEAT_COLOURS == 1;
}

const struct nj_shape *nj_shape_at(uint32_t i)
{
    static const struct {
        const struct nj_shape *shape;
        uint32_t n;
    } tables[] = {{things, NJ_COUNT(things)},
                  {badges, NJ_COUNT(badges)},
                  {tints, NJ_COUNT(tints)},
                  {wedges, NJ_COUNT(wedges)}};

    for (size_t k = 0; k < NJ_COUNT(tables); k++) {
        if (i < tables[k].n)
            return &tables[k].shape[i];
        i -= tables[k].n;
    }
    return NULL;
}
