/*
 * A board whose squares have names, as a grid for a terminal: a cell has two
 * columns, what stands between two of them one, so that a street of 18 columns
 * fits 80. Plain letters and lines only: of other signs terminals do not agree
 * how wide they are.
 */
#include <string.h>

#include "base/bug.h"
#include "render/board_priv.h"

/* What stands between cells, beside each other and one above the other. */
static const struct line {
    const char *name, *beside, *above;
} lines[] = {{"wall", "|", "--"},
             {"gate", ":", ".."},
             {"window", "=", "=="},
             {"fence", "#", "##"},
             {"lock", "X", "XX"}};

/* NULL: nothing stands there, or nothing that has a sign. */
static const struct line *line_of(const struct nj_text_canvas *t, uint8_t edge)
{
    NJ_ASSERT(edge <= t->n_used);
    for (size_t i = 0; edge > 0 && i < NJ_COUNT(lines); i++)
        if (strcmp(lines[i].name, t->used[edge - 1]) == 0)
            return &lines[i];
    return NULL;
}

static void put_head(struct nj_text_canvas *t)
{
    NJ_ASSERT(t->cols <= NJ_LETTERS_MAX);
    nj_str_puts(t->out, "\n  ");
    for (int c = 0; c < t->cols; c++)
        nj_str_addf(t->out, "  %c", 'A' + c);
    nj_str_putc(t->out, '\n');
}

/* Does any line end or turn at the upper left corner of that cell? */
static bool is_corner(const struct nj_text_canvas *t, int r, int c)
{
    return (c < t->cols && t->cell[r][c].up != 0) ||
           (c > 0 && t->cell[r][c - 1].up != 0) ||
           (r < t->rows && t->cell[r][c].left != 0) ||
           (r > 0 && t->cell[r - 1][c].left != 0);
}

static void put_lines(struct nj_text_canvas *t, int r)
{
    NJ_ASSERT(r <= t->rows);
    nj_str_puts(t->out, "   ");
    for (int c = 0; c <= t->cols; c++) {
        const struct line *line =
            c < t->cols ? line_of(t, t->cell[r][c].up) : NULL;

        nj_str_putc(t->out, is_corner(t, r, c) ? '+' : ' ');
        if (c < t->cols)
            nj_str_puts(t->out, line != NULL ? line->above : "  ");
    }
    nj_str_putc(t->out, '\n');
}

/* "1^": who stands there looks that way. */
static void put_cell(struct nj_text_canvas *t, const struct nj_text_cell *cell)
{
    if (cell->seats > 0)
        nj_str_addf(t->out, "%d%c", cell->seat + 1, " ^v<>"[cell->facing]);
    else if (cell->glyph == 0 && cell->number > 0)
        nj_str_addf(t->out, "%2d", cell->number % 100);
    else
        nj_str_puts(t->out, nj_board_char(t, cell, " ."));
}

static void put_row(struct nj_text_canvas *t, int r)
{
    NJ_ASSERT(r < t->rows);
    nj_str_addf(t->out, "%2d ", r + 1);
    for (int c = 0; c <= t->cols; c++) {
        const struct line *line = line_of(t, t->cell[r][c].left);

        nj_str_puts(t->out, line != NULL ? line->beside : " ");
        if (c < t->cols)
            put_cell(t, &t->cell[r][c]);
    }
    nj_str_putc(t->out, '\n');
}

static void put_meanings(struct nj_text_canvas *t)
{
    bool any = false;

    for (unsigned i = 1; i <= t->n_used; i++) {
        const struct line *line = line_of(t, (uint8_t)i);
        const char *means =
            line != NULL ? nj_board_word(t, "glyph", line->name) : NULL;

        if (means == NULL)
            continue;
        nj_str_addf(t->out, "%s%s %s", any ? "  " : "", line->beside, means);
        any = true;
    }
    if (any)
        nj_str_putc(t->out, '\n');
}

void nj_board_wide(struct nj_text_canvas *t)
{
    NJ_ASSERT(t->letters);
    put_head(t);
    for (int r = 0; r < t->rows; r++) {
        put_lines(t, r);
        put_row(t, r);
    }
    put_lines(t, t->rows);
    put_meanings(t);
}
