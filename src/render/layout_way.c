/*
 * The ways of the seats over a board.
 */
#include "base/bug.h"
#include "render/layout.h"

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
    NJ_ASSERT(p->n < NJ_COUNT(p->points));
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

    NJ_ASSERT(s->from < cols * p->b->rows && s->to < cols * p->b->rows);
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

void nj_layout_ends(struct nj_layout *l, const struct nj_sheet_board *b,
                    struct nj_layout_place at, nj_seat seat)
{
    int first = -1, last = -1;

    for (const struct nj_sheet_step *s = l->sheet->step; s != NULL;
         s = s->next) {
        if (s->seat != seat || s->kind == NJ_STEP_TURN)
            continue;
        if (first < 0)
            first = s->from;
        last = s->to;
    }
    if (first < 0)
        return;
    nj_drawing_rect(l->d, nj_theme_seat(seat),
                    at.x + first % b->cols * at.cell + at.cell / 2 - 5,
                    at.y + first / b->cols * at.cell + at.cell / 2 - 5, 11, 11);
    nj_drawing_rect(l->d, NJ_INK_CELL,
                    at.x + first % b->cols * at.cell + at.cell / 2 - 2,
                    at.y + first / b->cols * at.cell + at.cell / 2 - 2, 5, 5);
    NJ_ASSERT(last >= 0 && last < b->rows * b->cols);
    /* A rim of floor: the badge has the colour of the ways around it. */
    nj_drawing_rect(l->d, NJ_INK_CELL, at.x + last % b->cols * at.cell + 2,
                    at.y + last / b->cols * at.cell + 2, at.cell - 3,
                    at.cell - 3);
    nj_layout_badge(l, seat, at.x + last % b->cols * at.cell + at.cell / 2,
                    at.y + last / b->cols * at.cell + at.cell / 2, at.cell - 2);
}
