/*
 * What stands on the sides of cells: walls, doors, windows, fences, locks.
 * Each has a form of its own, whatever its ink.
 */
#include <string.h>

#include "base/bug.h"
#include "render/layout.h"

/* A bar along an edge: `along` from the corner, `thick` across it. */
struct bar {
    int x, y, length, thick;
    bool level;
};

static void put_bar(struct nj_layout *l, enum nj_ink ink, struct bar b)
{
    NJ_ASSERT(b.length >= 0 && b.thick > 0);
    if (b.level)
        nj_drawing_rect(l->d, ink, b.x, b.y - b.thick / 2, b.length, b.thick);
    else
        nj_drawing_rect(l->d, ink, b.x - b.thick / 2, b.y, b.thick, b.length);
}

static struct bar cut(struct bar b, int from, int length, int thick)
{
    b.x += b.level ? from : 0;
    b.y += b.level ? 0 : from;
    b.length = length;
    b.thick = thick;
    return b;
}

/* A hollow bar: one leaf of a door; in the smallest cells a solid one. */
static void put_leaf(struct nj_layout *l, struct bar b, int from, int length)
{
    int thick = b.thick + (b.length < NJ_LAYOUT_PLAIN ? 2 : 4);

    put_bar(l, NJ_INK_DARK, cut(b, from, length, thick));
    if (length > 4 && thick > 4)
        put_bar(l, NJ_INK_CELL, cut(b, from + 2, length - 4, thick - 4));
}

/* Two leaves that meet in the middle, or stand aside with a gap between them.
 * They keep off the corners, where edges of other kinds may begin. */
static void put_door(struct nj_layout *l, struct bar b, bool open)
{
    int rim = b.length / 16;
    int leaf = open ? b.length / 4 : b.length / 2 - rim + 1;

    NJ_ASSERT(open || 2 * leaf >= b.length - 2 * rim); /* they meet */
    put_leaf(l, b, rim, leaf);
    put_leaf(l, b, b.length - rim - leaf + 1, leaf);
}

/* Without what the ground has there. */
static void put_gap(struct nj_layout *l, struct bar b, int thick)
{
    int rim = b.length / 16;

    put_bar(l, NJ_INK_CELL, cut(b, rim, b.length - 2 * rim + 1, thick));
}

/* Two panes with air between them, open at both ends as no door is. */
static void put_window(struct nj_layout *l, struct bar b)
{
    int pane = b.thick / 3 > 2 ? b.thick / 3 : 2;
    int rim = b.length / 16;
    struct bar side = cut(b, rim, b.length - 2 * rim + 1, pane);

    put_gap(l, b, 3 * pane + 1);
    for (int i = -1; i <= 1; i += 2) {
        struct bar s = side;

        s.y += b.level ? i * (pane + 1) : 0;
        s.x += b.level ? 0 : i * (pane + 1);
        put_bar(l, NJ_INK_BLUE, s);
    }
}

/* Dashes, each with a picket across. */
static void put_fence(struct nj_layout *l, struct bar b)
{
    int thin = b.thick / 3 > 2 ? b.thick / 3 : 2;
    int step = b.length / 3;
    int dash = step * 2 / 3;

    put_gap(l, b, thin);
    for (int i = 0; i < 3; i++) {
        int from = i * step + (step - dash) / 2;

        NJ_ASSERT(from >= 0 && from + dash <= b.length);
        put_bar(l, NJ_INK_DARK, cut(b, from, dash, thin));
        put_bar(l, NJ_INK_DARK,
                cut(b, from + (dash - thin) / 2, thin, 2 * b.thick + 1));
    }
}

static void put_edge(struct nj_layout *l, const char *name, struct bar b)
{
    if (name == NULL)
        return;
    if (strcmp(name, "window") == 0) {
        put_window(l, b);
        return;
    }
    if (strcmp(name, "fence") == 0) {
        put_fence(l, b);
        return;
    }
    if (strcmp(name, "lock") == 0) {
        put_bar(l, NJ_INK_DARK, cut(b, 0, b.length, b.thick / 2));
        return;
    }
    if (strcmp(name, "door") == 0) {
        put_door(l, b, false);
        return;
    }
    if (strcmp(name, "gate") == 0) {
        put_door(l, b, true);
        return;
    }
    /* Bars meet at corners. */
    put_bar(l, NJ_INK_DARK, cut(b, -b.thick / 2, b.length + b.thick, b.thick));
}

static int edge_thickness(int cell)
{
    int t = cell / 10;

    return t < 3 ? 3 : t;
}

/* Each edge of a part of a board, with its bar. */
typedef void put_side(struct nj_layout *l, const char *name, struct bar b);

static void each_edge(struct nj_layout *l, const struct nj_sheet_board *b,
                      struct nj_layout_part p, struct nj_layout_place at,
                      put_side *put)
{
    int thick = edge_thickness(at.cell);

    NJ_ASSERT(p.row + p.rows <= b->rows && p.col + p.cols <= b->cols);
    for (int r = 0; r <= p.rows; r++)
        for (int c = 0; c <= p.cols; c++) {
            const struct nj_sheet_cell *cell =
                nj_sheet_at(b, p.row + r, p.col + c);
            struct bar bar = {at.x + c * at.cell, at.y + r * at.cell, at.cell,
                              thick, true};

            if (c < p.cols)
                put(l, cell->up, bar);
            bar.level = false;
            if (r < p.rows)
                put(l, cell->left, bar);
        }
}

void nj_layout_edges(struct nj_layout *l, const struct nj_sheet_board *b,
                     struct nj_layout_part p, struct nj_layout_place at)
{
    each_edge(l, b, p, at, put_edge);
}

/* A padlock in the middle of the edge. */
static void put_lock(struct nj_layout *l, const char *name, struct bar b)
{
    int size = b.length * 2 / 5 > 12 ? b.length * 2 / 5 : 12;
    int x = b.x + (b.level ? b.length / 2 : 0) - size / 2;
    int y = b.y + (b.level ? 0 : b.length / 2) - size / 2;

    if (name == NULL || strcmp(name, "lock") != 0)
        return;
    nj_drawing_rect(l->d, NJ_INK_CELL, x - 1, y - 1, size + 2, size + 2);
    nj_drawing_shape(l->d, nj_shape_find("lock"), x, y, size);
}

void nj_layout_locks(struct nj_layout *l, const struct nj_sheet_board *b,
                     struct nj_layout_part p, struct nj_layout_place at)
{
    each_edge(l, b, p, at, put_lock);
}
