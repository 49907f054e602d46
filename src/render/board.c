/*
 * The text canvas: collects one board's cells and edges, prints it when the
 * next begins or the drawing ends.
 */
#include "render/board.h"

#include "base/bug.h"
#include "render/board_priv.h"

#define BLANK "\xe3\x80\x80" /* the ideographic space */

static struct nj_text_canvas *self(struct nj_canvas *c)
{
    return (struct nj_text_canvas *)(void *)c;
}

const char *nj_board_word(const struct nj_text_canvas *t, const char *table,
                          const char *name)
{
    char key[96];

    (void)snprintf(key, sizeof(key), "%s.%s.%s", t->game->prefix, table, name);
    return nj_catalog_get(t->f->catalog, t->f->lang, key);
}

static uint8_t use(struct nj_text_canvas *t, const char *name)
{
    for (uint8_t i = 0; i < t->n_used; i++)
        if (strcmp(t->used[i], name) == 0)
            return (uint8_t)(i + 1);
    NJ_ASSERT(t->n_used < NJ_BOARD_WORDS_MAX);
    t->used[t->n_used++] = name;
    return t->n_used;
}

/* --- printing --- */

static const char *edge_char(const struct nj_text_canvas *t, uint8_t edge,
                             bool level)
{
    const char *name = edge > 0 ? t->used[edge - 1] : NULL;
    const char *glyph;

    NJ_ASSERT(edge <= t->n_used);
    if (name == NULL)
        return BLANK;
    if (strcmp(name, "wall") == 0)
        return level ? "━" : "┃";
    glyph = nj_board_word(t, "glyphs", name);
    return glyph != NULL ? glyph : "？";
}

/* Of two columns, as a cell. */
static void put_number(struct nj_str *out, int n)
{
    char utf8[3] = {(char)0xef, (char)0xbc, 0};

    if (n > 9) {
        nj_str_addf(out, "%2d", n);
        return;
    }
    utf8[2] = (char)(0x90 + n % 10); /* U+FF10 and on */
    nj_str_add(out, utf8, sizeof(utf8));
}

static void put_letter(struct nj_str *out, int n)
{
    char utf8[3] = {(char)0xef, (char)0xbc, 0};

    NJ_ASSERT(n >= 0 && n < NJ_LETTERS_MAX);
    utf8[2] = (char)(0xa1 + n); /* U+FF21 and on */
    nj_str_add(out, utf8, sizeof(utf8));
}

static void print_edges(struct nj_text_canvas *t, int r)
{
    nj_str_puts(t->out, t->labelled ? "" : BLANK);
    for (int c = 0; c < t->cols; c++) {
        nj_str_puts(t->out, "＋");
        nj_str_puts(t->out, edge_char(t, t->cell[r][c].up, true));
    }
    nj_str_puts(t->out, "＋\n");
}

/* Does a row of pieces begin there? */
static bool has_labels(const struct nj_text_canvas *t, int r)
{
    for (int c = 0; c < t->cols; c++)
        if (t->cell[r][c].label[0] != '\0')
            return true;
    return false;
}

static void print_row(struct nj_text_canvas *t, int r)
{
    const bool first = t->labelled && has_labels(t, r);

    if (r > 0 || !first)
        print_edges(t, r);
    if (r > 0 && first)
        nj_str_putc(t->out, '\n'); /* where a page may end */
    if (t->letters && t->rows > 9)
        nj_str_addf(t->out, "%2d", r + 1);
    else if (!t->labelled)
        put_number(t->out, r + 1);
    for (int c = 0; c < t->cols; c++) {
        /* An id of three or four signs lies over the gap in front of it, too. */
        if (strlen(t->cell[r][c].label) <= 2)
            nj_str_puts(t->out, edge_char(t, t->cell[r][c].left, false));
        nj_board_cell(t, &t->cell[r][c]);
    }
    nj_str_puts(t->out, edge_char(t, t->cell[r][t->cols].left, false));
    nj_str_putc(t->out, '\n');
}

static void print_legend(struct nj_text_canvas *t)
{
    const char *pairs = nj_board_word(t, "glyph", "number");
    bool any = false, paired = false;

    for (uint8_t i = 0; i < t->n_used; i++) {
        const char *glyph = nj_board_word(t, "glyphs", t->used[i]);
        const char *means = nj_board_word(t, "glyph", t->used[i]);

        if (glyph == NULL || means == NULL || strcmp(t->used[i], "wall") == 0)
            continue;
        nj_str_puts(t->out, any ? "  " : "");
        paired |= nj_board_sign(t, (uint8_t)(i + 1));
        nj_str_addf(t->out, "=%s", means);
        any = true;
    }
    if (paired && pairs != NULL)
        nj_str_addf(t->out, "  %s", pairs);
    if (any)
        nj_str_putc(t->out, '\n');
}

static void print_head(struct nj_text_canvas *t)
{
    nj_str_puts(t->out, t->labelled ? "" : "\n" BLANK);
    for (int c = 0; c < t->cols && !t->labelled; c++) {
        nj_str_puts(t->out, BLANK);
        (t->letters ? put_letter : put_number)(t->out, t->letters ? c : c + 1);
    }
    nj_str_putc(t->out, '\n');
}

/* A gap between pieces: nothing stands in that row. */
static bool is_gap(const struct nj_text_canvas *t, int r)
{
    for (int c = 0; c < t->cols; c++) {
        const struct nj_text_cell *cell = &t->cell[r][c];

        if (cell->seats > 0 || cell->label[0] != '\0' || cell->left != 0 ||
            (cell->glyph > 0 &&
             strcmp(t->used[cell->glyph - 1], "nothing") != 0))
            return false;
    }
    return true;
}

static void print_grid(struct nj_text_canvas *t)
{
    int rows = t->rows;

    NJ_ASSERT(!t->letters || t->cols <= NJ_BOARD_GRID_MAX);
    if (t->labelled && rows > 1 && is_gap(t, rows - 1))
        rows--; /* no piece follows */
    print_head(t);
    for (int r = 0; r < rows; r++)
        print_row(t, r);
    print_edges(t, rows);
    nj_board_facings(t);
    print_legend(t);
}

static void flush(struct nj_text_canvas *t)
{
    if (t->rows == 0)
        return;
    nj_format_key(t->f, t->title, NJ_ARGS(nj_arg_int("n", t->n)), t->out);
    if (t->letters && t->f->wide) {
        nj_board_wide(t);
        print_legend(t);
    } else if (t->letters && t->cols > NJ_BOARD_GRID_MAX) {
        nj_board_list(t);
    } else {
        print_grid(t);
    }
    t->rows = 0;
}

/* --- drawing calls --- */

static void on_board(struct nj_canvas *c, const char *title, int64_t n,
                     int rows, int cols)
{
    struct nj_text_canvas *t = self(c);

    NJ_ASSERT(rows > 0 && rows <= NJ_BOARD_SIDE_MAX);
    NJ_ASSERT(cols > 0 && cols <= NJ_BOARD_SIDE_MAX);
    flush(t);
    /* Of the rows that are printed, with the edges below the last. */
    memset(t->cell, 0, ((size_t)rows + 1) * sizeof(t->cell[0]));
    t->n_used = 0;
    t->labelled = false;
    t->letters = false;
    t->title = title;
    t->n = n;
    t->rows = rows;
    t->cols = cols;
}

static struct nj_text_cell *at(struct nj_text_canvas *t, int row, int col)
{
    NJ_ASSERT(row >= 0 && row < t->rows);
    NJ_ASSERT(col >= 0 && col < t->cols);
    return &t->cell[row][col];
}

static void on_glyph(struct nj_canvas *c, int row, int col, const char *name)
{
    struct nj_text_canvas *t = self(c);

    struct nj_text_cell *cell = at(t, row, col);

    /* In a plan the number has the room, but for what is looked for there. */
    if (cell->label[0] != '\0' &&
        (strcmp(name, "stairs") == 0 || strcmp(name, "lift") == 0))
        return;
    cell->label[0] = '\0';
    cell->glyph = use(t, name);
}

/* A square has room for one character. */
static void on_below(struct nj_canvas *c, int row, int col, const char *name)
{
    (void)at(self(c), row, col);
    (void)name;
}

static void on_edge(struct nj_canvas *c, int row, int col, enum nj_side side,
                    const char *name)
{
    struct nj_text_canvas *t = self(c);
    uint8_t edge = use(t, name);

    (void)at(t, row, col);
    switch (side) {
    case NJ_SIDE_UP:
        t->cell[row][col].up = edge;
        break;
    case NJ_SIDE_DOWN:
        t->cell[row + 1][col].up = edge;
        break;
    case NJ_SIDE_LEFT:
        t->cell[row][col].left = edge;
        break;
    case NJ_SIDE_RIGHT:
        t->cell[row][col + 1].left = edge;
        break;
    }
}

static void on_seat(struct nj_canvas *c, int row, int col, nj_seat seat)
{
    struct nj_text_cell *cell = at(self(c), row, col);

    if (cell->seats == 0)
        cell->seat = seat;
    NJ_ASSERT((cell->seats == 0) == (cell->who == 0));
    cell->seats++;
    cell->who |= nj_bit(seat);
}

static void on_label(struct nj_canvas *c, int row, int col, const char *id)
{
    struct nj_text_cell *cell = at(self(c), row, col);

    self(c)->labelled = true;
    (void)snprintf(cell->label, sizeof(cell->label), "%.3s", id);
}

/* The number alone: names stand in the text. */
static void on_place(struct nj_canvas *c, int row, int col, const char *id,
                     const char *key)
{
    (void)key;
    on_label(c, row, col, id);
}

/* Where stairs lead, and which floor it is, is told in words beside it. */
static void on_leads(struct nj_canvas *c, int row, int col, int to)
{
    (void)c;
    (void)row;
    (void)col;
    (void)to;
}

static void on_heading(struct nj_canvas *c, int row, int col, const char *key)
{
    (void)c;
    (void)row;
    (void)col;
    (void)key;
}

static void on_letters(struct nj_canvas *c)
{
    NJ_ASSERT(self(c)->cols <= NJ_LETTERS_MAX);
    self(c)->letters = true;
}

static void on_ground(struct nj_canvas *c, int row, int col, enum nj_tint tint,
                      const char *name)
{
    (void)tint;
    at(self(c), row, col)->ground = use(self(c), name);
}

static void on_facing(struct nj_canvas *c, int row, int col, enum nj_side side)
{
    at(self(c), row, col)->facing = (uint8_t)(1 + side);
}

static void on_reach(struct nj_canvas *c, int row, int col, const char *name,
                     bool dashed)
{
    (void)dashed;
    at(self(c), row, col)->reach = use(self(c), name);
}

static void on_number(struct nj_canvas *c, int row, int col, int n)
{
    NJ_ASSERT(n > 0 && n <= NJ_NUMBER_MAX);
    at(self(c), row, col)->number = (uint16_t)n;
}

/* What follows is told in words beside the board: who sees what, courses,
 * tables of players, hands and notes. */
static void on_sight(struct nj_canvas *c, int row, int col, nj_seat seat)
{
    (void)c;
    (void)row;
    (void)col;
    (void)seat;
}

static void on_turn(struct nj_canvas *c, int64_t round, nj_seat seat)
{
    (void)c;
    (void)round;
    (void)seat;
}

static void on_move(struct nj_canvas *c, nj_seat seat, int from, int to,
                    bool far)
{
    (void)c;
    (void)seat;
    (void)from;
    (void)to;
    (void)far;
}

static void on_player(struct nj_canvas *c, nj_seat seat, const char *key,
                      struct nj_args args)
{
    (void)c;
    (void)seat;
    (void)key;
    (void)args;
}

static void on_hand(struct nj_canvas *c, const char *title, int64_t n)
{
    (void)c;
    (void)title;
    (void)n;
}

static void on_card(struct nj_canvas *c, int number, const char *name,
                    struct nj_args args)
{
    (void)c;
    (void)number;
    (void)name;
    (void)args;
}

static void on_mark(struct nj_canvas *c, const char *name)
{
    (void)c;
    (void)name;
}

static void on_note(struct nj_canvas *c, const char *key, struct nj_args args)
{
    (void)c;
    (void)key;
    (void)args;
}

void nj_board_text(const struct nj_game *game, const struct nj_message *msg,
                   const struct nj_format *f, struct nj_str *out)
{
    static const struct nj_canvas_ops ops = {
        .board = on_board,
        .glyph = on_glyph,
        .below = on_below,
        .edge = on_edge,
        .seat = on_seat,
        .label = on_label,
        .place = on_place,
        .leads = on_leads,
        .heading = on_heading,
        .turn = on_turn,
        .move = on_move,
        .player = on_player,
        .letters = on_letters,
        .ground = on_ground,
        .facing = on_facing,
        .sight = on_sight,
        .reach = on_reach,
        .number = on_number,
        .hand = on_hand,
        .card = on_card,
        .mark = on_mark,
        .note = on_note,
    };
    struct nj_text_canvas *t = nj_alloc(sizeof(*t));

    NJ_ASSERT(game->picture != NULL);
    t->base.ops = &ops;
    t->game = game;
    t->f = f;
    t->out = out;
    game->picture(msg, &t->base);
    flush(t);
    while (out->len > 0 && out->p[out->len - 1] == '\n')
        nj_str_cut(out, out->len - 1);
    free(t);
}
