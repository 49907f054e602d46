/*
 * Boards: floor, grid, things, seats, numbers. Edges, ways and the signs of
 * larger boards have files of their own.
 */
#include <string.h>

#include "base/bug.h"
#include "render/layout.h"

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
    nj_layout_ground(l, b, p, at);
    if (at.cell < NJ_LAYOUT_PLAIN)
        return;
    for (int r = 0; r <= p.rows; r++)
        nj_drawing_rect(l->d, NJ_INK_GRID, at.x, at.y + r * at.cell, w + 1, 1);
    for (int c = 0; c <= p.cols; c++)
        nj_drawing_rect(l->d, NJ_INK_GRID, at.x + c * at.cell, at.y, 1, h + 1);
}

/* The type of a character in the room of a shape: where that is small, it has
 * nearly all of it, to be read at all. */
static int type_in(int size)
{
    int usual = size * 4 / 5;
    int small = size * 9 / 8 < 16 ? size * 9 / 8 : 16;

    return usual > small ? usual : small;
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
                    (struct nj_lettering){NJ_INK_DARK, type_in(size),
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
    NJ_ASSERT(seat < NJ_SEATS_MAX && size > 0);
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

    NJ_ASSERT(seats != 0);
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

/* The name of the floor below. */
static void put_heading(struct nj_layout *l, const char *name,
                        struct nj_layout_place at)
{
    const struct nj_lettering how = {NJ_INK_DARK, 16, NJ_ANCHOR_START, true, 0};

    if (name != NULL)
        nj_drawing_text(l->d, how, at.x, at.y + at.cell - 16, name);
}

/* Where the stairs go, on the line between number and name. */
static void put_leads(struct nj_layout *l, const struct nj_sheet_cell *cell,
                      struct nj_layout_place at)
{
    const struct nj_lettering how = {NJ_INK_DARK, 14, NJ_ANCHOR_START, false,
                                     at.cell - 8};
    struct nj_str text = NJ_STR_INIT(64);

    if (cell->leads[0] == 0)
        return;
    nj_str_puts(&text, "→");
    for (int i = 0; i < NJ_LEADS_MAX && cell->leads[i] != 0; i++)
        nj_str_addf(&text, "%s%u", i > 0 ? "·" : "", (unsigned)cell->leads[i]);
    nj_drawing_text(l->d, how, at.x + 6, at.y + at.cell - 35,
                    nj_arena_copy(l->d->arena, text.p, text.len));
    nj_str_fini(&text);
}

/* Persons in a place: a row of badges above its name; of more than have room,
 * the others are a number. */
static void put_persons(struct nj_layout *l, const struct nj_sheet_cell *cell,
                        struct nj_layout_place at)
{
    const struct nj_lettering how = {NJ_INK_DARK, 14, NJ_ANCHOR_MIDDLE, true,
                                     0};
    int size = at.cell / 4 > 20 ? at.cell / 4 : 20;
    int rest = nj_seat_count(cell->seats);
    int room = cell->glyph != NULL ? 2 : 3;
    int x = at.x + 6 + size / 2;
    int y = at.y + 22 + size / 2;

    NJ_ASSERT(rest > 0);
    NJ_FOREACH_SEAT(k, cell->seats) {
        if (room == 1 && rest > 1) {
            nj_drawing_text(l->d, how, x, y,
                            nj_arena_printf(l->d->arena, "+%d", rest));
            break;
        }
        nj_layout_badge(l, k, x, y, size);
        x += size + 2;
        rest--;
        room--;
    }
}

/* A place of a plan: its number above, its name below; in small copies of
 * the plan neither. */
static void put_place(struct nj_layout *l, const struct nj_sheet_cell *cell,
                      struct nj_layout_place at)
{
    struct nj_lettering how = {NJ_INK_MUTED, 14, NJ_ANCHOR_START, true, 0};
    const char *name = NULL;

    if (at.cell < NJ_LAYOUT_NAMED)
        return;
    if (cell->place != NULL)
        name = nj_catalog_get(l->f->catalog, l->f->lang, cell->place);
    if (cell->label[0] == '\0') {
        put_heading(l, name, at);
        return;
    }
    nj_drawing_text(l->d, how, at.x + 6, at.y + 15, cell->label);
    put_leads(l, cell, at);
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
        put_persons(l, cell, at);
}

/* Which way things move over for a wedge, by side. */
static const int dx[] = {0, 0, 1, -1};
static const int dy[] = {1, -1, 0, 0};

/* The room of what stands in a cell. On ground it has a plate around it, so
 * it may be larger; it moves over for a wedge, a number or another thing. */
static struct nj_layout_place room_in(const struct nj_sheet_cell *cell,
                                      struct nj_layout_place at, bool shared)
{
    int aside = at.cell / 10;

    NJ_ASSERT(cell->facing <= NJ_COUNT(dx));
    if (cell->facing != 0) {
        bool level = dx[cell->facing - 1] != 0;

        at.x += dx[cell->facing - 1] * aside + (shared && !level ? aside : 0);
        at.y += dy[cell->facing - 1] * aside + (shared && level ? aside : 0);
    } else if (cell->number != 0 || (shared && cell->ground != NULL)) {
        at.x += aside;
        at.y += aside;
    } else if (cell->ground != NULL) {
        at.x -= aside;
        at.y -= aside;
        at.cell += 2 * aside;
    }
    return at;
}

/* What lies where somebody stands: in a corner behind his back, above his
 * badge. */
static void put_underfoot(struct nj_layout *l, const struct nj_sheet_cell *cell,
                          struct nj_layout_place at)
{
    int size = at.cell * 3 / 8;
    int side = cell->facing > 0 ? cell->facing - 1 : NJ_SIDE_DOWN;
    int x = at.x + (dx[side] > 0 ? at.cell - size - 2 : 2);
    int y = at.y + (dy[side] > 0 ? at.cell - size - 2 : 2);

    NJ_ASSERT(cell->glyph != NULL && cell->seats != 0);
    nj_drawing_rect(l->d, NJ_INK_CELL, x - 1, y - 1, size + 2, size + 2);
    put_thing(l, cell->glyph, x + size / 2, y + size / 2, size);
}

/* An arrowhead at the side, apart from whatever form stands in that room. */
static void put_facing(struct nj_layout *l, enum nj_side side,
                       struct nj_layout_place at, struct nj_layout_place in)
{
    int size = in.cell * 5 / 8 + 2;

    NJ_ASSERT(in.cell <= at.cell && size < at.cell);
    nj_drawing_shape(l->d, nj_shape_wedge(side), at.x, at.y, at.cell);
    nj_drawing_rect(l->d, NJ_INK_CELL, in.x + in.cell / 2 - size / 2,
                    in.y + in.cell / 2 - size / 2, size, size);
}

/* A cell with ground, a number, or somebody who looks somewhere. */
static void put_signed(struct nj_layout *l, const struct nj_sheet_cell *cell,
                       struct nj_layout_place at)
{
    bool thing = cell->glyph != NULL && !nj_sheet_empty(cell);
    struct nj_layout_place in = room_in(cell, at, thing && cell->seats != 0);

    if (!thing && cell->seats == 0)
        return;
    if (cell->ground != NULL)
        nj_drawing_rect(l->d, NJ_INK_CELL, at.x + 2, at.y + 2, at.cell - 3,
                        at.cell - 3);
    if (cell->facing != 0)
        put_facing(l, (enum nj_side)(cell->facing - 1), at, in);
    if (cell->seats == 0) {
        put_thing(l, cell->glyph, in.x + in.cell / 2, in.y + in.cell / 2,
                  in.cell * 5 / 8);
        return;
    }
    put_seats(l, cell->seats, false, in);
    if (thing)
        put_underfoot(l, cell, at);
}

/* A thing and what lies below it: the smaller one in another corner, that of
 * its lower right unless a badge is there. */
static void put_stack(struct nj_layout *l, const struct nj_sheet_cell *cell,
                      struct nj_layout_place at, bool taken)
{
    int c = at.cell;

    if (cell->glyph != NULL)
        put_thing(l, cell->glyph, at.x + c / 3, at.y + c / 3,
                  taken ? c * 3 / 8 : c * 9 / 16);
    put_thing(l, cell->below, at.x + c * 25 / 32,
              at.y + (taken ? c * 7 / 32 : c * 25 / 32), c * 3 / 8);
}

static void put_content(struct nj_layout *l, const struct nj_sheet_cell *cell,
                        struct nj_layout_place at, bool seats)
{
    int half = at.cell / 2;
    bool taken = seats && cell->seats != 0;

    if (cell->ground != NULL || cell->facing != 0 || cell->number != 0) {
        struct nj_sheet_cell shown = *cell;

        if (!seats && cell->seats != 0) { /* he will walk over it */
            shown.seats = 0;
            shown.facing = 0;
        }
        put_signed(l, &shown, at);
        return;
    }
    if (cell->below != NULL) {
        put_stack(l, cell, at, taken);
    } else if (cell->glyph != NULL && !nj_sheet_empty(cell)) {
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
    nj_layout_edges(l, b, p, at);
    for (int i = 0; i < p.rows * p.cols; i++)
        (b->plan ? put_plan_content : put_content)(
            l, nj_sheet_at(b, p.row + i / p.cols, p.col + i % p.cols),
            (struct nj_layout_place){at.x + i % p.cols * at.cell,
                                     at.y + i / p.cols * at.cell, at.cell},
            seats);
    nj_layout_locks(l, b, p, at);
    nj_layout_signs(l, b, p, at, seats);
}

void nj_layout_cells(struct nj_layout *l, const struct nj_sheet_board *b,
                     struct nj_layout_place at, bool seats)
{
    nj_layout_part(l, b, (struct nj_layout_part){0, 0, b->rows, b->cols}, at,
                   seats);
}

static void put_coordinate(struct nj_layout *l, int x, int y, int n,
                           bool letter)
{
    const struct nj_lettering how = {NJ_INK_MUTED, 14, NJ_ANCHOR_MIDDLE, false,
                                     0};
    char text[12];

    NJ_ASSERT(n >= 0 && (!letter || n < NJ_LETTERS_MAX));
    if (letter)
        (void)snprintf(text, sizeof(text), "%c", 'A' + n);
    else
        (void)snprintf(text, sizeof(text), "%d", n + 1);
    nj_drawing_text(l->d, how, x, y, text);
}

/* Numbers of two figures run together where cells are small: then every other
 * one is told. */
#define TWO_FIGURES 22

static int stride(const struct nj_sheet_board *b, struct nj_layout_place at)
{
    return !b->letters && b->cols > 9 && at.cell < TWO_FIGURES ? 2 : 1;
}

void nj_layout_numbers(struct nj_layout *l, const struct nj_sheet_board *b,
                       struct nj_layout_place at)
{
    int half = at.cell / 2;

    for (int c = 0; c < b->cols; c += stride(b, at))
        put_coordinate(l, at.x + c * at.cell + half, at.y - 13, c, b->letters);
    for (int r = 0; r < b->rows; r++)
        put_coordinate(l, at.x - 14, at.y + r * at.cell + half, r, false);
    if (!b->letters)
        return;
    for (int c = 0; c < b->cols; c++)
        put_coordinate(l, at.x + c * at.cell + half,
                       at.y + b->rows * at.cell + 13, c, true);
    for (int r = 0; r < b->rows; r++)
        put_coordinate(l, at.x + b->cols * at.cell + 14,
                       at.y + r * at.cell + half, r, false);
}
