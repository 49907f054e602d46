/*
 * Boards: floor, grid, things, edges, seats, numbers, ways.
 */
#include <string.h>

#include "base/bug.h"
#include "render/layout.h"

/* --- edges --- */

/* A bar along an edge: `along` from the corner, `thick` across it. */
struct bar {
    int x, y, length, thick;
    bool level;
};

static void put_bar(struct nj_layout *l, enum nj_ink ink, struct bar b)
{
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

    put_leaf(l, b, rim, leaf);
    put_leaf(l, b, b.length - rim - leaf + 1, leaf);
}

static void put_edge(struct nj_layout *l, const char *name, struct bar b)
{
    if (name == NULL)
        return;
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

static void put_edges(struct nj_layout *l, const struct nj_sheet_board *b,
                      struct nj_layout_part p, struct nj_layout_place at)
{
    int thick = edge_thickness(at.cell);

    for (int r = 0; r <= p.rows; r++)
        for (int c = 0; c <= p.cols; c++) {
            const struct nj_sheet_cell *cell =
                nj_sheet_at(b, p.row + r, p.col + c);
            struct bar bar = {at.x + c * at.cell, at.y + r * at.cell, at.cell,
                              thick, true};

            if (c < p.cols)
                put_edge(l, cell->up, bar);
            bar.level = false;
            if (r < p.rows)
                put_edge(l, cell->left, bar);
        }
}

/* --- cells --- */

/* Only where there is a room. */
static void put_plan_floor(struct nj_layout *l, const struct nj_sheet_board *b,
                           struct nj_layout_part p, struct nj_layout_place at)
{
    for (int i = 0; i < p.rows * p.cols; i++) {
        const struct nj_sheet_cell *cell =
            nj_sheet_at(b, p.row + i / p.cols, p.col + i % p.cols);

        if (!nj_sheet_empty(cell))
            nj_drawing_rect(l->d, NJ_INK_CELL, at.x + i % p.cols * at.cell,
                            at.y + i / p.cols * at.cell, at.cell, at.cell);
    }
}

static void put_floor(struct nj_layout *l, const struct nj_sheet_board *b,
                      struct nj_layout_part p, struct nj_layout_place at)
{
    int w = p.cols * at.cell;
    int h = p.rows * at.cell;

    if (b->plan) {
        put_plan_floor(l, b, p, at);
        return;
    }
    nj_drawing_rect(l->d, NJ_INK_CELL, at.x, at.y, w, h);
    for (int i = 0; i < p.rows * p.cols; i++) {
        const struct nj_sheet_cell *cell =
            nj_sheet_at(b, p.row + i / p.cols, p.col + i % p.cols);

        if (cell->glyph != NULL && strcmp(cell->glyph, "unknown") == 0)
            nj_drawing_rect(l->d, NJ_INK_VOID, at.x + i % p.cols * at.cell,
                            at.y + i / p.cols * at.cell, at.cell, at.cell);
    }
    if (at.cell < NJ_LAYOUT_PLAIN)
        return;
    for (int r = 0; r <= p.rows; r++)
        nj_drawing_rect(l->d, NJ_INK_GRID, at.x, at.y + r * at.cell, w + 1, 1);
    for (int c = 0; c <= p.cols; c++)
        nj_drawing_rect(l->d, NJ_INK_GRID, at.x + c * at.cell, at.y, 1, h + 1);
}

/* Things without a shape of ours are written: the locale has a character. */
static void put_thing(struct nj_layout *l, const char *name, int x, int y,
                      int size)
{
    const struct nj_shape *shape = nj_shape_find(name);
    char key[96];
    const char *text;

    if (shape != NULL) {
        nj_drawing_shape(l->d, shape, x - size / 2, y - size / 2, size);
        return;
    }
    (void)snprintf(key, sizeof(key), "%s.glyphs.%s", l->game->prefix, name);
    text = nj_catalog_get(l->f->catalog, l->f->lang, key);
    nj_drawing_text(l->d,
                    (struct nj_lettering){NJ_INK_DARK, size * 4 / 5,
                                          NJ_ANCHOR_MIDDLE, false, 0},
                    x, y, text != NULL ? text : "?");
}

void nj_layout_badge(struct nj_layout *l, nj_seat seat, int x, int y, int size)
{
    /* A triangle is wide below: its number stands lower. */
    int down = seat % NJ_SEAT_COLOURS == 2 ? size / 8 : 0;
    int type = size * 11 / 20;
    char number[8];

    (void)snprintf(number, sizeof(number), "%d", seat + 1);
    nj_drawing_shape(l->d, nj_shape_seat(seat), x - size / 2, y - size / 2,
                     size);
    nj_drawing_text(
        l->d,
        (struct nj_lettering){nj_shape_seat_hollow(seat) ? NJ_INK_DARK
                                                         : NJ_INK_ON_SEAT,
                              type < 14 ? 14 : type, NJ_ANCHOR_MIDDLE, true, 0},
        x, y + down, number);
}

/* One badge in the middle, two to four in the corners, more in a ring of
 * smaller ones. */
static void put_seats(struct nj_layout *l, nj_seat_set seats, bool crowded,
                      struct nj_layout_place at)
{
    int n = 0, i = 0;
    int half = at.cell / 2;

    for (nj_seat k = 0; k < NJ_SEATS_MAX; k++)
        n += (seats & nj_bit(k)) != 0;
    for (nj_seat k = 0; k < NJ_SEATS_MAX; k++) {
        int per_row = n <= 4 ? 2 : 3;
        int step = at.cell / per_row;

        if ((seats & nj_bit(k)) == 0)
            continue;
        if (n == 1 && !crowded)
            nj_layout_badge(l, k, at.x + half, at.y + half, at.cell * 5 / 8);
        else if (n == 1)
            nj_layout_badge(l, k, at.x + at.cell * 5 / 8,
                            at.y + at.cell * 5 / 8, at.cell / 2);
        else
            nj_layout_badge(l, k, at.x + step / 2 + i % per_row * step,
                            at.y + step / 2 + i / per_row * step,
                            step - 2 > 17 ? step - 2 : 17);
        i++;
    }
}

/* A place of a plan: its number above, its name below; in small copies of
 * the plan neither. */
static void put_place(struct nj_layout *l, const struct nj_sheet_cell *cell,
                      struct nj_layout_place at)
{
    struct nj_lettering how = {NJ_INK_MUTED, 14, NJ_ANCHOR_START, true, 0};
    const char *name = NULL;

    if (at.cell < NJ_LAYOUT_NAMED || cell->label[0] == '\0')
        return;
    nj_drawing_text(l->d, how, at.x + 6, at.y + 15, cell->label);
    if (cell->place != NULL)
        name = nj_catalog_get(l->f->catalog, l->f->lang, cell->place);
    if (name == NULL)
        return;
    how = (struct nj_lettering){NJ_INK_DARK, 14, NJ_ANCHOR_MIDDLE, false,
                                at.cell - 4};
    nj_drawing_text(l->d, how, at.x + at.cell / 2, at.y + at.cell - 16, name);
}

/* In a plan a thing stands in the corner above its name. */
static void put_plan_content(struct nj_layout *l,
                             const struct nj_sheet_cell *cell,
                             struct nj_layout_place at, bool seats)
{
    put_place(l, cell, at);
    if (cell->glyph != NULL && !nj_sheet_empty(cell) &&
        at.cell >= NJ_LAYOUT_NAMED)
        put_thing(l, cell->glyph, at.x + at.cell * 3 / 4,
                  at.y + at.cell * 5 / 16, at.cell * 3 / 8);
    if (seats && cell->seats != 0)
        put_seats(l, cell->seats, true, at);
}

static void put_content(struct nj_layout *l, const struct nj_sheet_cell *cell,
                        struct nj_layout_place at, bool seats)
{
    int half = at.cell / 2;
    bool taken = seats && cell->seats != 0;

    if (cell->glyph != NULL && !nj_sheet_empty(cell)) {
        if (taken)
            put_thing(l, cell->glyph, at.x + at.cell * 5 / 16,
                      at.y + at.cell * 5 / 16, at.cell * 3 / 8);
        else
            put_thing(l, cell->glyph, at.x + half, at.y + half,
                      at.cell * 5 / 8);
    }
    if (taken)
        put_seats(l, cell->seats, cell->glyph != NULL, at);
}

void nj_layout_part(struct nj_layout *l, const struct nj_sheet_board *b,
                    struct nj_layout_part p, struct nj_layout_place at,
                    bool seats)
{
    NJ_ASSERT(p.cols > 0);
    NJ_ASSERT(p.row + p.rows <= b->rows);
    NJ_ASSERT(p.col + p.cols <= b->cols);
    put_floor(l, b, p, at);
    put_edges(l, b, p, at);
    for (int i = 0; i < p.rows * p.cols; i++)
        (b->plan ? put_plan_content : put_content)(
            l, nj_sheet_at(b, p.row + i / p.cols, p.col + i % p.cols),
            (struct nj_layout_place){at.x + i % p.cols * at.cell,
                                     at.y + i / p.cols * at.cell, at.cell},
            seats);
}

void nj_layout_cells(struct nj_layout *l, const struct nj_sheet_board *b,
                     struct nj_layout_place at, bool seats)
{
    nj_layout_part(l, b, (struct nj_layout_part){0, 0, b->rows, b->cols}, at,
                   seats);
}

void nj_layout_numbers(struct nj_layout *l, const struct nj_sheet_board *b,
                       struct nj_layout_place at)
{
    const struct nj_lettering how = {NJ_INK_MUTED, 14, NJ_ANCHOR_MIDDLE, false,
                                     0};
    char number[12];

    for (int c = 0; c < b->cols; c++) {
        (void)snprintf(number, sizeof(number), "%d", c + 1);
        nj_drawing_text(l->d, how, at.x + c * at.cell + at.cell / 2, at.y - 13,
                        number);
    }
    for (int r = 0; r < b->rows; r++) {
        (void)snprintf(number, sizeof(number), "%d", r + 1);
        nj_drawing_text(l->d, how, at.x - 14, at.y + r * at.cell + at.cell / 2,
                        number);
    }
}

/* --- ways --- */

struct pen {
    struct nj_layout *l;
    const struct nj_sheet_board *b;
    struct nj_layout_place at;
    enum nj_ink ink;
    int shift; /* so that turns over the same cells lie beside each other */
    struct nj_point points[64];
    uint32_t n;
};

static struct nj_point middle(const struct pen *p, int cell)
{
    return (struct nj_point){
        (int16_t)(p->at.x + cell % p->b->cols * p->at.cell + p->at.cell / 2 +
                  p->shift),
        (int16_t)(p->at.y + cell / p->b->cols * p->at.cell + p->at.cell / 2 +
                  p->shift)};
}

static void lift(struct pen *p)
{
    if (p->n > 1)
        nj_drawing_line(p->l->d, p->ink, 3, false, p->points, p->n);
    p->n = 0;
}

static void draw_to(struct pen *p, struct nj_point to)
{
    if (p->n == NJ_COUNT(p->points)) {
        struct nj_point last = p->points[p->n - 1];

        lift(p);
        p->points[p->n++] = last;
    }
    p->points[p->n++] = to;
}

/* -1, 0 or 1: which way from a to b on a ring of n. */
static int way(int a, int b, int n)
{
    int d = (b - a + n) % n;

    return d == 0 ? 0 : d == 1 ? 1 : -1;
}

/* Where a way that goes by the middle `at` meets the rim of the board. */
static struct nj_point rim(const struct pen *p, struct nj_point at, int dc,
                           int dr)
{
    int right = p->at.x + p->b->cols * p->at.cell;
    int bottom = p->at.y + p->b->rows * p->at.cell;

    if (dc != 0)
        at.x = (int16_t)(dc > 0 ? right : p->at.x);
    if (dr != 0)
        at.y = (int16_t)(dr > 0 ? bottom : p->at.y);
    return at;
}

/* Over the rim: out on one side, in on the other. */
static void draw_step(struct pen *p, const struct nj_sheet_step *s)
{
    int cols = p->b->cols;
    int dc = way(s->from % cols, s->to % cols, cols);
    int dr = way(s->from / cols, s->to / cols, p->b->rows);
    struct nj_point from = middle(p, s->from);
    struct nj_point to = middle(p, s->to);

    if (p->n == 0)
        draw_to(p, from);
    if (from.x + dc * p->at.cell != to.x || from.y + dr * p->at.cell != to.y) {
        draw_to(p, rim(p, from, dc, dr));
        lift(p);
        draw_to(p, rim(p, to, -dc, -dr));
    }
    draw_to(p, to);
}

static void draw_jump(struct pen *p, const struct nj_sheet_step *s)
{
    struct nj_point ends[2] = {middle(p, s->from), middle(p, s->to)};

    lift(p);
    nj_drawing_line(p->l->d, p->ink, 2, true, ends, 2);
}

void nj_layout_way(struct nj_layout *l, const struct nj_sheet_board *b,
                   struct nj_layout_place place, nj_seat seat)
{
    struct pen p = {.l = l, .b = b, .at = place, .ink = nj_theme_seat(seat)};
    int turns = 0;

    for (const struct nj_sheet_step *s = l->sheet->step; s != NULL;
         s = s->next) {
        if (s->seat != seat)
            continue;
        if (s->kind == NJ_STEP_TURN) {
            lift(&p);
            p.shift = (turns++ % 5 - 2) * place.cell / 9;
        } else if (s->kind == NJ_STEP_NEAR) {
            draw_step(&p, s);
        } else {
            draw_jump(&p, s);
        }
    }
    lift(&p);
}
