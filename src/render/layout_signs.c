/*
 * Signs of larger boards: the ground below everything; above it what can be
 * reached, what is seen, and numbers.
 */
#include "base/bug.h"
#include "render/layout.h"

#define SIGNS 20 /* smaller cells have the ground alone */

/* --- ground --- */

void nj_layout_tint(struct nj_layout *l, enum nj_tint tint, int x, int y,
                    int size)
{
    const struct nj_shape *pattern = nj_shape_tint(tint);

    NJ_ASSERT(pattern == NULL || tint != NJ_TINT_SHADE);
    nj_drawing_rect(l->d, tint == NJ_TINT_SHADE ? NJ_INK_VOID : NJ_INK_CELL, x,
                    y, size, size);
    if (pattern != NULL)
        nj_drawing_shape(l->d, pattern, x, y, size);
}

void nj_layout_ground(struct nj_layout *l, const struct nj_sheet_board *b,
                      struct nj_layout_part p, struct nj_layout_place at)
{
    NJ_ASSERT(p.row + p.rows <= b->rows && p.col + p.cols <= b->cols);
    for (int i = 0; i < p.rows * p.cols; i++) {
        const struct nj_sheet_cell *cell =
            nj_sheet_at(b, p.row + i / p.cols, p.col + i % p.cols);

        if (cell->ground != NULL)
            nj_layout_tint(l, (enum nj_tint)cell->tint,
                           at.x + i % p.cols * at.cell,
                           at.y + i / p.cols * at.cell, at.cell);
    }
}

/* --- reach --- */

#define PEN   2 /* width of an outline */
#define INSET 3 /* from the side of a cell, where a wall may be */
#define DASH  6
#define GAP   4

/* A piece of an outline. */
static void put_run(struct nj_layout *l, bool dashed, int x, int y, int length,
                    bool level)
{
    int step = dashed ? DASH + GAP : length;

    NJ_ASSERT(length > 0);
    for (int at = 0; at < length; at += step) {
        int rest = length - at;
        int n = dashed && rest > DASH ? DASH : rest;

        nj_drawing_rect(l->d, dashed ? NJ_INK_RED : NJ_INK_GREEN,
                        level ? x + at : x, level ? y : y + at, level ? n : PEN,
                        level ? PEN : n);
    }
}

void nj_layout_outline(struct nj_layout *l, bool dashed, int x, int y, int size)
{
    int far = size - INSET - PEN;
    int length = size - 2 * INSET;

    put_run(l, dashed, x + INSET, y + INSET, length, true);
    put_run(l, dashed, x + INSET, y + far, length, true);
    put_run(l, dashed, x + INSET, y + INSET, length, false);
    put_run(l, dashed, x + far, y + INSET, length, false);
}

/* A cell of a region and who of its eight neighbours is of the same. */
struct spot {
    bool dashed;
    bool same[3][3]; /* rows above, here, below */
};

static struct spot look_around(const struct nj_sheet_board *b, int row, int col)
{
    const struct nj_sheet_cell *here = nj_sheet_at(b, row, col);
    struct spot s = {.dashed = here->dashed};

    for (int i = 0; i < 9; i++) {
        int r = row + i / 3 - 1;
        int c = col + i % 3 - 1;
        const struct nj_sheet_cell *cell;

        if (r < 0 || c < 0 || r >= b->rows || c >= b->cols)
            continue;
        cell = nj_sheet_at(b, r, c);
        s.same[i / 3][i % 3] =
            cell->reach != NULL && cell->dashed == here->dashed;
    }
    NJ_ASSERT(s.same[1][1]);
    return s;
}

/* Along the sides behind which the region ends, from one neighbour of it to
 * the other. */
static void put_sides(struct nj_layout *l, const struct spot *s,
                      struct nj_layout_place at)
{
    int far = at.cell - INSET - PEN;

    NJ_ASSERT(far > INSET + PEN); /* two sides have room in a cell */
    for (int side = 0; side <= 2; side += 2) {
        int off = side == 0 ? INSET : far;
        int from_x = s->same[1][0] ? 0 : INSET;
        int to_x = s->same[1][2] ? at.cell : at.cell - INSET;
        int from_y = s->same[0][1] ? 0 : INSET;
        int to_y = s->same[2][1] ? at.cell : at.cell - INSET;

        if (!s->same[side][1])
            put_run(l, s->dashed, at.x + from_x, at.y + off, to_x - from_x,
                    true);
        if (!s->same[1][side])
            put_run(l, s->dashed, at.x + off, at.y + from_y, to_y - from_y,
                    false);
    }
}

/* Where the outline turns around a corner of what is not of the region. */
static void put_turns(struct nj_layout *l, const struct spot *s,
                      struct nj_layout_place at)
{
    int far = at.cell - INSET - PEN;

    for (int r = 0; r <= 2; r += 2)
        for (int c = 0; c <= 2; c += 2) {
            if (s->same[r][c] || !s->same[r][1] || !s->same[1][c])
                continue;
            put_run(l, s->dashed, at.x + (c == 0 ? 0 : far),
                    at.y + (r == 0 ? INSET : far), INSET + PEN, true);
            put_run(l, s->dashed, at.x + (c == 0 ? INSET : far),
                    at.y + (r == 0 ? 0 : far), INSET + PEN, false);
        }
}

/* --- sight --- */

/* The badges of those who see the cell, small and without number: one in the
 * middle of an empty cell, else each in a corner of its own. */
static void put_sight(struct nj_layout *l, const struct nj_sheet_cell *cell,
                      struct nj_layout_place at)
{
    bool one = (cell->sight & (cell->sight - 1)) == 0;
    bool alone = one && cell->seats == 0 &&
                 (cell->glyph == NULL || nj_sheet_empty(cell));
    int size = at.cell * 3 / 10;

    NJ_ASSERT(size * 3 <= at.cell); /* four corners have room in a cell */
    for (nj_seat k = 0; k < NJ_SEATS_MAX; k++) {
        int dx = alone ? 0 : (k % 2 * 2 - 1) * at.cell * 3 / 10;
        int dy = alone ? 0 : (1 - k / 2 % 2 * 2) * at.cell * 3 / 10;
        int x = at.x + at.cell / 2 + dx - size / 2;
        int y = at.y + at.cell / 2 + dy - size / 2;

        if ((cell->sight & nj_bit(k)) == 0)
            continue;
        nj_drawing_rect(l->d, NJ_INK_CELL, x - 1, y - 1, size + 2, size + 2);
        nj_drawing_shape(l->d, nj_shape_seat(k), x, y, size);
    }
}

/* --- numbers --- */

static void put_number(struct nj_layout *l, int n, struct nj_layout_place at)
{
    const struct nj_lettering how = {NJ_INK_CELL, 14, NJ_ANCHOR_MIDDLE, true,
                                     0};
    char text[8];
    int w = n < 10 ? 12 : n < 100 ? 20 : 28;

    NJ_ASSERT(n > 0 && n <= NJ_NUMBER_MAX);
    (void)snprintf(text, sizeof(text), "%d", n);
    nj_drawing_rect(l->d, NJ_INK_DARK, at.x + 1, at.y + 1, w, 15);
    nj_drawing_text(l->d, how, at.x + 1 + w / 2, at.y + 8, text);
}

void nj_layout_signs(struct nj_layout *l, const struct nj_sheet_board *b,
                     struct nj_layout_part p, struct nj_layout_place at,
                     bool seats)
{
    NJ_ASSERT(p.row + p.rows <= b->rows && p.col + p.cols <= b->cols);
    if (at.cell < SIGNS)
        return;
    for (int i = 0; i < p.rows * p.cols; i++) {
        int row = p.row + i / p.cols;
        int col = p.col + i % p.cols;
        const struct nj_sheet_cell *cell = nj_sheet_at(b, row, col);
        struct nj_layout_place place = {at.x + i % p.cols * at.cell,
                                        at.y + i / p.cols * at.cell, at.cell};

        if (cell->reach != NULL) {
            struct spot s = look_around(b, row, col);

            put_sides(l, &s, place);
            put_turns(l, &s, place);
        }
        if (seats && cell->sight != 0)
            put_sight(l, cell, place);
        if (cell->number != 0)
            put_number(l, cell->number, place);
    }
}
