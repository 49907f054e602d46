/*
 * The canvas that remembers. Calls beyond its limits are left out: a picture
 * may lack something, the text beside it does not.
 */
#include "render/sheet.h"

#include <string.h>

#include "base/bug.h"

static struct nj_sheet *self(struct nj_canvas *c)
{
    return (struct nj_sheet *)(void *)c;
}

static struct nj_sheet_board *board(struct nj_sheet *s)
{
    NJ_ASSERT(s->boards > 0);
    return &s->board[s->boards - 1];
}

static void use(struct nj_sheet *s, const char *name)
{
    uint32_t i = 0;

    while (i < s->n_names && strcmp(s->names[i], name) != 0)
        i++;
    if (i == NJ_SHEET_NAMES_MAX)
        return;
    s->names[i] = name;
    s->n_names = i == s->n_names ? i + 1 : s->n_names;
    board(s)->uses |= UINT64_C(1) << i;
}

static struct nj_sheet_cell *at(struct nj_sheet *s, int row, int col)
{
    const struct nj_sheet_board *b = board(s);

    NJ_ASSERT(row >= 0 && row < b->rows);
    NJ_ASSERT(col >= 0 && col < b->cols);
    return nj_sheet_at(b, row, col);
}

static void on_board(struct nj_canvas *c, const char *title, int64_t n,
                     int rows, int cols)
{
    struct nj_sheet *s = self(c);
    struct nj_sheet_board *b;

    NJ_ASSERT(rows > 0 && rows <= NJ_BOARD_SIDE_MAX);
    NJ_ASSERT(cols > 0 && cols <= NJ_BOARD_SIDE_MAX);
    NJ_ASSERT(s->boards < NJ_SHEET_BOARDS_MAX);
    b = &s->board[s->boards++];
    b->title = title;
    b->n = n;
    b->rows = rows;
    b->cols = cols;
    b->cells =
        nj_arena_alloc(s->arena, (size_t)(rows + 1) * (size_t)(cols + 1) *
                                     sizeof(b->cells[0]));
}

static void on_glyph(struct nj_canvas *c, int row, int col, const char *name)
{
    struct nj_sheet_cell *cell = at(self(c), row, col);

    cell->glyph = name;
    if (!nj_sheet_empty(cell))
        use(self(c), name);
}

static void on_edge(struct nj_canvas *c, int row, int col, enum nj_side side,
                    const char *name)
{
    struct nj_sheet *s = self(c);
    const struct nj_sheet_board *b = board(s);

    (void)at(s, row, col);
    use(s, name);
    switch (side) {
    case NJ_SIDE_UP:
        nj_sheet_at(b, row, col)->up = name;
        break;
    case NJ_SIDE_DOWN:
        nj_sheet_at(b, row + 1, col)->up = name;
        break;
    case NJ_SIDE_LEFT:
        nj_sheet_at(b, row, col)->left = name;
        break;
    case NJ_SIDE_RIGHT:
        nj_sheet_at(b, row, col + 1)->left = name;
        break;
    }
}

static void on_seat(struct nj_canvas *c, int row, int col, nj_seat seat)
{
    NJ_ASSERT(seat < NJ_SEATS_MAX);
    at(self(c), row, col)->seats |= nj_bit(seat);
}

static void on_label(struct nj_canvas *c, int row, int col, const char *id)
{
    struct nj_sheet_cell *cell = at(self(c), row, col);

    board(self(c))->pieces = true;
    (void)snprintf(cell->label, sizeof(cell->label), "%.3s", id);
}

static void on_place(struct nj_canvas *c, int row, int col, const char *id,
                     const char *key)
{
    struct nj_sheet_cell *cell = at(self(c), row, col);

    board(self(c))->plan = true;
    cell->place = key;
    (void)snprintf(cell->label, sizeof(cell->label), "%.3s", id);
}

static void add_step(struct nj_sheet *s, struct nj_sheet_step step)
{
    struct nj_sheet_step *copy = nj_arena_alloc(s->arena, sizeof(*copy));

    *copy = step;
    if (s->last_step != NULL)
        s->last_step->next = copy;
    else
        s->step = copy;
    s->last_step = copy;
    s->steps++;
}

static void on_turn(struct nj_canvas *c, int64_t round, nj_seat seat)
{
    NJ_ASSERT(seat < NJ_SEATS_MAX);
    add_step(self(c), (struct nj_sheet_step){.kind = NJ_STEP_TURN,
                                             .seat = seat,
                                             .from = (int)round});
}

static void on_move(struct nj_canvas *c, nj_seat seat, int from, int to,
                    bool far)
{
    struct nj_sheet *s = self(c);

    NJ_ASSERT(seat < NJ_SEATS_MAX);
    NJ_ASSERT(from >= 0 && from < s->board[0].rows * s->board[0].cols);
    NJ_ASSERT(to >= 0 && to < s->board[0].rows * s->board[0].cols);
    add_step(s, (struct nj_sheet_step){.kind = far ? NJ_STEP_FAR : NJ_STEP_NEAR,
                                       .seat = seat,
                                       .from = from,
                                       .to = to});
}

static void on_player(struct nj_canvas *c, nj_seat seat, const char *key,
                      struct nj_args args)
{
    struct nj_sheet *s = self(c);

    NJ_ASSERT(seat < NJ_SEATS_MAX);
    if (s->players < NJ_COUNT(s->player))
        s->player[s->players++] =
            (struct nj_sheet_player){seat, key, nj_args_copy(s->arena, args)};
}

void nj_sheet_init(struct nj_sheet *s, struct nj_arena *arena)
{
    static const struct nj_canvas_ops ops = {.board = on_board,
                                             .glyph = on_glyph,
                                             .edge = on_edge,
                                             .seat = on_seat,
                                             .label = on_label,
                                             .place = on_place,
                                             .turn = on_turn,
                                             .move = on_move,
                                             .player = on_player};

    memset(s, 0, sizeof(*s));
    s->canvas.ops = &ops;
    s->arena = arena;
}

bool nj_sheet_empty(const struct nj_sheet_cell *c)
{
    return c->glyph != NULL && strcmp(c->glyph, "nothing") == 0;
}
