/*
 * A cell as a character; and a board whose squares have names, told by them:
 * "A1". Grids of many columns fit no phone and are read aloud by nobody; walls
 * and grounds, which do not change, are left to the picture.
 */
#include <string.h>

#include "base/bug.h"
#include "render/board_priv.h"

static const char *const arrows[] = {"↑", "↓", "←", "→"};

/* Circled numbers take one full-width column, like everything here. */
void nj_board_number(struct nj_str *out, int n)
{
    char utf8[3] = {(char)0xe2, (char)0x91, 0};

    if (n < 1 || n > 20) {
        nj_str_puts(out, "＋");
        return;
    }
    utf8[2] = (char)(0xa0 + n - 1); /* U+2460 and on */
    nj_str_add(out, utf8, sizeof(utf8));
}

/* Dark ones, which are no seats; likewise. */
static void put_dark(struct nj_str *out, int n)
{
    char utf8[3] = {(char)0xe2, (char)0x9d, 0};

    NJ_ASSERT(n >= 1 && n <= NJ_BOARD_DARK_MAX);
    utf8[2] = (char)(0xb6 + n - 1); /* U+2776 and on */
    nj_str_add(out, utf8, sizeof(utf8));
}

bool nj_board_paired(const struct nj_text_canvas *t,
                     const struct nj_text_cell *c)
{
    return !t->letters && c->seats == 0 && c->glyph > 0 && c->number > 0 &&
           c->number <= NJ_BOARD_DARK_MAX;
}

bool nj_board_sign(const struct nj_text_canvas *t, uint8_t word)
{
    uint32_t shown = 0;
    bool plain = false;

    NJ_ASSERT(word > 0 && word <= t->n_used);
    for (int i = 0; i < t->rows * t->cols; i++) {
        const struct nj_text_cell *c = &t->cell[i / t->cols][i % t->cols];

        if (c->glyph == word && nj_board_paired(t, c))
            shown |= 1U << c->number;
        else
            plain |= c->glyph == word;
    }
    if (plain || shown == 0)
        nj_str_puts(t->out, nj_board_word(t, "glyphs", t->used[word - 1]));
    for (int n = 1; n <= NJ_BOARD_DARK_MAX; n++)
        if ((shown >> n & 1) != 0)
            put_dark(t->out, n);
    return shown != 0;
}

const char *nj_board_char(const struct nj_text_canvas *t,
                          const struct nj_text_cell *c, const char *none)
{
    const char *glyph = NULL;

    NJ_ASSERT(c->glyph <= t->n_used && c->reach <= t->n_used);
    NJ_ASSERT(c->ground <= t->n_used);
    if (c->glyph > 0) {
        glyph = nj_board_word(t, "glyphs", t->used[c->glyph - 1]);
        return glyph != NULL ? glyph : "？";
    }
    if (c->reach > 0)
        glyph = nj_board_word(t, "glyphs", t->used[c->reach - 1]);
    if (glyph == NULL && c->ground > 0)
        glyph = nj_board_word(t, "glyphs", t->used[c->ground - 1]);
    return glyph != NULL ? glyph : none;
}

void nj_board_cell(const struct nj_text_canvas *t, const struct nj_text_cell *c)
{
    NJ_ASSERT((c->seats == 0) == (c->who == 0));
    if (c->seats > 1)
        nj_str_puts(t->out, "＋");
    else if (c->seats == 1)
        nj_board_number(t->out, c->seat + 1);
    else if (c->label[0] != '\0')
        nj_str_addf(t->out, strlen(c->label) <= 2 ? "%-2.2s" : "%4.4s",
                    c->label);
    else if (nj_board_paired(t, c))
        put_dark(t->out, c->number);
    else if (c->glyph == 0 && c->number > 0 && c->number < 100)
        nj_str_addf(t->out, "%2u", (unsigned)c->number);
    else
        nj_str_puts(t->out, nj_board_char(t, c, "・"));
}

/* --- squares by name --- */

static void put_square(const struct nj_text_canvas *t, int row, int col)
{
    NJ_ASSERT(row < t->rows && col < t->cols);
    NJ_ASSERT(col < NJ_LETTERS_MAX);
    nj_str_addf(t->out, "%c%d", 'A' + col, row + 1);
}

static void put_arrow(const struct nj_text_canvas *t, uint8_t facing)
{
    NJ_ASSERT(facing <= NJ_COUNT(arrows));
    if (facing > 0)
        nj_str_puts(t->out, arrows[facing - 1]);
}

void nj_board_facings(const struct nj_text_canvas *t)
{
    bool any = false;

    for (int i = 0; i < t->rows * t->cols; i++) {
        const struct nj_text_cell *c = &t->cell[i / t->cols][i % t->cols];

        if (c->facing == 0)
            continue;
        nj_str_puts(t->out, any ? "  " : "");
        nj_board_cell(t, c);
        put_arrow(t, c->facing);
        any = true;
    }
    if (any)
        nj_str_putc(t->out, '\n');
}

/* "①E19↑  ②N20": in the order of the seats. */
static void put_seats(const struct nj_text_canvas *t)
{
    bool any = false;

    for (int i = 0; i < NJ_SEATS_MAX * t->rows * t->cols; i++) {
        nj_seat seat = (nj_seat)(i / (t->rows * t->cols));
        int at = i % (t->rows * t->cols);
        const struct nj_text_cell *c = &t->cell[at / t->cols][at % t->cols];

        if ((c->who & nj_bit(seat)) == 0)
            continue;
        nj_str_puts(t->out, any ? "  " : "\n");
        nj_board_number(t->out, seat + 1);
        put_square(t, at / t->cols, at % t->cols);
        put_arrow(t, c->facing);
        any = true;
    }
}

/* Is that square one of the thing or of the reach? */
static bool holds(const struct nj_text_cell *c, unsigned word)
{
    return c->glyph == word || c->reach == word;
}

/* "tree: A1 C7", a line for each thing and each kind of reach. */
static void put_word(const struct nj_text_canvas *t, unsigned word)
{
    const char *means = nj_board_word(t, "glyph", t->used[word - 1]);
    bool any = false;

    NJ_ASSERT(word > 0 && word <= t->n_used);
    if (means == NULL)
        return;
    for (int i = 0; i < t->rows * t->cols; i++) {
        const struct nj_text_cell *c = &t->cell[i / t->cols][i % t->cols];

        if (!holds(c, word))
            continue;
        if (!any)
            nj_str_addf(t->out, "\n%s:", means);
        nj_str_putc(t->out, ' ');
        put_square(t, i / t->cols, i % t->cols);
        if (c->glyph == word && c->who == 0)
            put_arrow(t, c->facing);
        any = true;
    }
}

/* "number: 4 C7  5 C8": footprints and the like, in their order. */
static void put_numbers(const struct nj_text_canvas *t)
{
    const char *means = nj_board_word(t, "glyph", "number");
    bool any = false;

    for (int n = 1; n <= NJ_NUMBER_MAX; n++)
        for (int i = 0; i < t->rows * t->cols; i++) {
            if (t->cell[i / t->cols][i % t->cols].number != n)
                continue;
            if (!any)
                nj_str_addf(t->out, "\n%s:", means != NULL ? means : "#");
            nj_str_addf(t->out, "%s%d ", any ? "  " : " ", n);
            put_square(t, i / t->cols, i % t->cols);
            any = true;
        }
}

void nj_board_list(const struct nj_text_canvas *t)
{
    NJ_ASSERT(t->letters && t->cols > NJ_BOARD_GRID_MAX);
    put_seats(t);
    for (unsigned i = 1; i <= t->n_used; i++)
        put_word(t, i);
    put_numbers(t);
    nj_str_putc(t->out, '\n');
}
