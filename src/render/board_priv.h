/*
 * What board.c collects and board_list.c tells of it.
 */
#ifndef NJ_RENDER_BOARD_PRIV_H
#define NJ_RENDER_BOARD_PRIV_H

#include "locale/format.h"
#include "match/canvas.h"
#include "match/game.h"

#define NJ_BOARD_WORDS_MAX 48 /* names used on one board */
#define NJ_BOARD_GRID_MAX  9  /* columns with letters that fit a phone */

struct nj_text_cell {
    uint8_t glyph; /* 1-based index into used[]; 0: nothing */
    uint8_t ground, reach;
    uint8_t seats;   /* how many stand here */
    nj_seat seat;    /* the first of them */
    nj_seat_set who; /* all of them */
    uint8_t facing;  /* 1 + enum nj_side; 0: none */
    uint16_t number;
    char label[4];
    uint8_t up, left; /* edges: 0 none, else 1-based index into used[] */
};

struct nj_text_canvas {
    struct nj_canvas base;
    const struct nj_game *game;
    const struct nj_format *f;
    struct nj_str *out;
    const char *title;
    int64_t n;
    int rows, cols; /* 0: no board begun */
    bool labelled;  /* a sheet of pieces: numbers would mean nothing */
    bool letters;   /* columns are called by letters */
    const char *used[NJ_BOARD_WORDS_MAX];
    uint8_t n_used;
    struct nj_text_cell cell[NJ_BOARD_SIDE_MAX + 1][NJ_BOARD_SIDE_MAX + 1];
};

/* `<prefix>.<table>.<name>` of the locale; NULL if there is none. */
const char *nj_board_word(const struct nj_text_canvas *t, const char *table,
                          const char *name);

/* --- board_list.c --- */

/* Things with the same number belong together: on a grid the number stands there
 * instead of the thing, up to this one. */
#define NJ_BOARD_DARK_MAX 10
bool nj_board_paired(const struct nj_text_canvas *t,
                     const struct nj_text_cell *c);
/* Prints all signs that stand for that thing on the board; true: numbers, too. */
bool nj_board_sign(const struct nj_text_canvas *t, uint8_t word);

/* A seat's circled number. */
void nj_board_number(struct nj_str *out, int n);
/* The character of a thing, of a reach or a ground; `none` where the locale has
 * no such sign for it. */
const char *nj_board_char(const struct nj_text_canvas *t,
                          const struct nj_text_cell *c, const char *none);
/* What stands in a cell, one full-width character. */
void nj_board_cell(const struct nj_text_canvas *t,
                   const struct nj_text_cell *c);
/* A line of who looks where, if anybody does. */
void nj_board_facings(const struct nj_text_canvas *t);
/* Instead of the grid: what stands where, by the names of squares. */
void nj_board_list(const struct nj_text_canvas *t);

/* --- board_wide.c --- */

/* The grid, where there is room for it. */
void nj_board_wide(struct nj_text_canvas *t);

#endif
