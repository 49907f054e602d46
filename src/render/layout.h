/*
 * Where things stand in a picture: a sheet, words and a theme to a drawing.
 *
 * One board fills the width of a phone; two stand side by side; a sheet of
 * pieces becomes a gallery; the ways of the seats, if any were drawn, are
 * small copies of the first board, one per seat, so that none hides another.
 * Below stand the legend of what was used, hands of cards, the table of
 * players and notes. Every board has row and column numbers, but for pieces,
 * which have none; one whose columns have letters has the page's width for
 * itself. A board of a single cell shows its four sides in words.
 */
#ifndef NJ_RENDER_LAYOUT_H
#define NJ_RENDER_LAYOUT_H

#include "locale/format.h"
#include "render/drawing.h"
#include "render/sheet.h"

#define NJ_LAYOUT_MARGIN 16
#define NJ_LAYOUT_TYPE   15 /* the smallest type is 14 */
#define NJ_LAYOUT_PLAIN  30 /* smaller cells have no grid */
#define NJ_LAYOUT_NAMED  48 /* smaller places have no number and no name */

struct nj_layout {
    const struct nj_game *game;
    const struct nj_format *f;
    const struct nj_sheet *sheet;
    struct nj_drawing *d;
};

/* Fills d->w, d->h and the marks. */
void nj_layout_sheet(struct nj_layout *l);

/* The first board alone, at full size, for a course in motion; what moves is
 * left out. `cell` gets the size of a cell, `x` and `y` the corner. */
struct nj_layout_place {
    int x, y, cell;
};

void nj_layout_stage(struct nj_layout *l, struct nj_layout_place *place);

/* Where the next thing goes. */
struct nj_layout_page {
    int x, y;
    int row_height; /* of the row that is being filled */
};

/* --- layout_foot.c --- */

#define NJ_LAYOUT_ICON 22
#define NJ_LAYOUT_LINE 30 /* height of a line with an icon */

extern const struct nj_lettering nj_layout_body;

/* `<prefix>.<table>.<name>` of the locale; NULL if there is none. */
const char *nj_layout_word(const struct nj_layout *l, const char *table,
                           const char *name);
/* The text of a key, in the drawing's arena. */
char *nj_layout_text(struct nj_layout *l, const char *key, struct nj_args args);
/* The shown name of a seat, "" if it has none. */
const char *nj_layout_name(const struct nj_layout *l, nj_seat seat);
/* Names what was used on the first `boards` boards. */
void nj_layout_legend(struct nj_layout *l, uint32_t boards,
                      struct nj_layout_page *p);
void nj_layout_players(struct nj_layout *l, struct nj_layout_page *p);

/* --- layout_hand.c --- */

void nj_layout_hands(struct nj_layout *l, struct nj_layout_page *p);
void nj_layout_notes(struct nj_layout *l, struct nj_layout_page *p);

/* --- layout_board.c --- */

/* Part of a board: cells from (row, col) on, `rows` by `cols` of them. */
struct nj_layout_part {
    int row, col, rows, cols;
};

/* A board with its upper left cell corner at (x, y). */
void nj_layout_cells(struct nj_layout *l, const struct nj_sheet_board *b,
                     struct nj_layout_place at, bool seats);
void nj_layout_numbers(struct nj_layout *l, const struct nj_sheet_board *b,
                       struct nj_layout_place at);
/* A badge with its number, its middle at (x, y). */
void nj_layout_badge(struct nj_layout *l, nj_seat seat, int x, int y, int size);

void nj_layout_part(struct nj_layout *l, const struct nj_sheet_board *b,
                    struct nj_layout_part p, struct nj_layout_place at,
                    bool seats);
/* --- layout_way.c --- */

/* The way of one seat over a board at that place. */
void nj_layout_way(struct nj_layout *l, const struct nj_sheet_board *b,
                   struct nj_layout_place place, nj_seat seat);
/* Where it began, and a badge where it ended. */
void nj_layout_ends(struct nj_layout *l, const struct nj_sheet_board *b,
                    struct nj_layout_place at, nj_seat seat);

/* --- layout_edges.c --- */

void nj_layout_edges(struct nj_layout *l, const struct nj_sheet_board *b,
                     struct nj_layout_part p, struct nj_layout_place at);
/* Padlocks lie above what stands beside them. */
void nj_layout_locks(struct nj_layout *l, const struct nj_sheet_board *b,
                     struct nj_layout_part p, struct nj_layout_place at);

/* --- layout_signs.c --- */

/* The ground of the cells that have one, below everything. */
void nj_layout_ground(struct nj_layout *l, const struct nj_sheet_board *b,
                      struct nj_layout_part p, struct nj_layout_place at);
/* Reach, sight and numbers, above everything; sight only with `seats`. */
void nj_layout_signs(struct nj_layout *l, const struct nj_sheet_board *b,
                     struct nj_layout_part p, struct nj_layout_place at,
                     bool seats);
/* One square of a tint, one square that can be reached: for the legend. */
void nj_layout_tint(struct nj_layout *l, enum nj_tint tint, int x, int y,
                    int size);
void nj_layout_outline(struct nj_layout *l, bool dashed, int x, int y,
                       int size);

#endif
