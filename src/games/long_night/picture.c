/*
 * Boards on a canvas: reads the notation of a message's BOARD arguments
 * (long_night.h) and nothing else, so a picture shows what was told.
 */
#include <string.h>

#include "base/bug.h"
#include "games/long_night/long_night.h"

static const char *number(const char *p, int *out)
{
    int v = 0;

    while (*p >= '0' && *p <= '9' && v < 1000)
        v = v * 10 + (*p++ - '0');
    *out = v;
    return p;
}

bool nj_ln_notation_split(const char *text, struct ln_board_text *b)
{
    const char *p = number(text, &b->rows);
    size_t n;

    if (*p != 'x')
        return false;
    p = number(p + 1, &b->cols);
    n = (size_t)b->rows * (size_t)b->cols;
    if (n == 0 || *p != '/' || strlen(p) < 3 * (n + 1) + 1)
        return false;
    b->cell = p + 1;
    b->right = b->cell + n + 1;
    b->down = b->right + n + 1;
    b->marks = b->down + n + 1;
    return b->marks[-1] == '/';
}

const char *nj_ln_texture(const struct ln_state *s)
{
    return s->opt.retro ? "retro" : NULL;
}

/* NULL: there is nothing to be seen. */
static const char *name_of(char sign, bool retro)
{
    const struct ln_sign *s = nj_ln_sign(sign);

    if (s == NULL || s->glyph == NULL)
        return NULL;
    return retro ? s->retro : s->glyph;
}

static void draw_cell(struct nj_canvas *c, int row, int col, const char *name)
{
    if (name != NULL)
        c->ops->glyph(c, row, col, name);
}

static void draw_below(struct nj_canvas *c, int row, int col, const char *name)
{
    if (name != NULL)
        c->ops->below(c, row, col, name);
}

static const char *edge_name(char edge)
{
    if (edge == '#')
        return "wall";
    if (edge == 'D')
        return "door";
    return edge == 'O' ? "gate" : NULL;
}

/* An edge belongs to both cells; on the rim it shows on both sides. */
static void draw_edges(struct nj_canvas *c, const struct ln_board_text *b,
                       int row, int col)
{
    const char *right = edge_name(b->right[row * b->cols + col]);
    const char *down = edge_name(b->down[row * b->cols + col]);

    NJ_ASSERT(row < b->rows && col < b->cols);
    if (right != NULL) {
        c->ops->edge(c, row, col, NJ_SIDE_RIGHT, right);
        c->ops->edge(c, row, (col + 1) % b->cols, NJ_SIDE_LEFT, right);
    }
    if (down != NULL) {
        c->ops->edge(c, row, col, NJ_SIDE_DOWN, down);
        c->ops->edge(c, (row + 1) % b->rows, col, NJ_SIDE_UP, down);
    }
}

/* "2@17": a seat; "E1=4": a label; "2#17": a number; "w~17": water below. */
static void draw_mark(struct nj_canvas *c, const struct ln_board_text *b,
                      const char *mark, size_t n, bool retro)
{
    char word[24];
    char *split_at;
    int cell, which;

    NJ_ASSERT(mark >= b->marks && n == strcspn(mark, ","));
    if (n >= sizeof(word))
        return;
    memcpy(word, mark, n);
    word[n] = '\0';
    split_at = n > 1 && word[1] == '~' ? word + 1 : strpbrk(word, "@=#");
    if (split_at == NULL)
        return;
    (void)number(split_at + 1, &cell);
    if (cell >= b->rows * b->cols)
        return;
    (void)number(word, &which);
    if (*split_at == '~') {
        draw_below(c, cell / b->cols, cell % b->cols, name_of(word[0], retro));
        return;
    }
    if (*split_at == '#') {
        if (which >= 1 && which <= LN_CELLS_MAX / 2)
            c->ops->number(c, cell / b->cols, cell % b->cols, which);
        return;
    }
    if (*split_at == '@') {
        if (which < 1 || which > LN_SEATS_MAX)
            return;
        c->ops->seat(c, cell / b->cols, cell % b->cols, (nj_seat)(which - 1));
        return;
    }
    *split_at = '\0';
    c->ops->label(c, cell / b->cols, cell % b->cols, word);
}

static void draw_marks(struct nj_canvas *c, const struct ln_board_text *b,
                       bool retro)
{
    const char *p = b->marks;

    NJ_ASSERT(b->marks[-1] == '/');
    while (*p != '\0') {
        size_t n = strcspn(p, ",");

        draw_mark(c, b, p, n, retro);
        p += n + (p[n] == ',');
    }
}

/* The one cell of which its seat knows the four sides. */
static void draw_walls(struct nj_canvas *c, const struct nj_message *msg)
{
    const char *udlr = nj_message_str(msg, "udlr");

    if (udlr[0] == '\0')
        return;
    c->ops->board(c, "ln.board.walls", 0, 1, 1);
    c->ops->glyph(c, 0, 0, "here");
    for (int side = 0; side < LN_DIRS && udlr[side] != '\0'; side++)
        if (udlr[side] == '#')
            c->ops->edge(c, 0, 0, (enum nj_side)side, "wall");
}

/* The Boss stands on what lies in its cell; the text names the place in numbers
 * of people. It never counts as a seat, so it has no mark. */
static void draw_boss(struct nj_canvas *c, const struct nj_message *msg,
                      const struct ln_board_text *b, bool retro)
{
    int64_t row = nj_message_cell(msg, "boss", 0, "row", 0);
    int64_t col = nj_message_cell(msg, "boss", 0, "col", 0);

    if (row < 1 || row > b->rows || col < 1 || col > b->cols)
        return;
    c->ops->glyph(c, (int)row - 1, (int)col - 1,
                  nj_message_str(msg, "who")[0] != '\0' ? "bangbang" : "boss");
    draw_below(c, (int)row - 1, (int)col - 1,
               name_of(b->cell[(row - 1) * b->cols + col - 1], retro));
}

void nj_ln_picture(const struct nj_message *msg, struct nj_canvas *c)
{
    static const char *const boards[][2] = {{"start", "ln.board.start"},
                                            {"end", "ln.board.end"},
                                            {"now", "ln.board.now"},
                                            {"pool", "ln.board.pool"},
                                            {"preview", "ln.board.preview"}};

    bool retro = strcmp(nj_message_str(msg, "texture"), "retro") == 0;

    if (nj_message_says(msg, "ln.walls") || nj_message_says(msg, "ln.you") ||
        nj_message_says(msg, "ln.walls_then"))
        draw_walls(c, msg);
    for (size_t i = 0; i < NJ_COUNT(boards); i++) {
        struct ln_board_text b;

        if (!nj_ln_notation_split(nj_message_str(msg, boards[i][0]), &b))
            continue;
        NJ_ASSERT(b.rows > 0 && b.cols > 0);
        c->ops->board(c, boards[i][1], nj_message_int(msg, "round", 0), b.rows,
                      b.cols);
        for (int at = 0; at < b.rows * b.cols; at++) {
            draw_cell(c, at / b.cols, at % b.cols, name_of(b.cell[at], retro));
            draw_edges(c, &b, at / b.cols, at % b.cols);
        }
        draw_marks(c, &b, retro);
        if (strcmp(boards[i][0], "end") == 0)
            draw_boss(c, msg, &b, retro);
    }
}
