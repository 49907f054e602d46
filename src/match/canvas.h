/*
 * What a picture is drawn on. A game draws a board by these calls and nothing
 * else; text boards, PNG and SVG are answers to the same calls. A canvas sees a message's own content only, so a picture
 * cannot show more than the message says.
 */
#ifndef NJ_MATCH_CANVAS_H
#define NJ_MATCH_CANVAS_H

#include <stdint.h>

#include "match/message.h"

enum nj_side {
    NJ_SIDE_UP,
    NJ_SIDE_DOWN,
    NJ_SIDE_LEFT,
    NJ_SIDE_RIGHT
};

struct nj_canvas;

struct nj_canvas_ops {
    /* Begins a board of rows x cols cells. `title` is a message key with the
     * number `n` as argument; boards of one picture stand one after another. */
    void (*board)(struct nj_canvas *c, const char *title, int64_t n, int rows,
                  int cols);
    /* A thing in a cell: a glyph name, "grass"; drawn and put in the legend
     * by `<game>.glyph.<name>` of the locale. */
    void (*glyph)(struct nj_canvas *c, int row, int col, const char *name);
    /* A wall or a door ("wall", "door", "gate") on a side of a cell. */
    void (*edge)(struct nj_canvas *c, int row, int col, enum nj_side side,
                 const char *name);
    void (*seat)(struct nj_canvas *c, int row, int col, nj_seat seat);
    /* A short text in a cell that is an id, not a word: "E1". A board with
     * labels is a sheet of pieces: each is what lies below its label, as far as the
     * next "nothing" to the left, to the right and below. */
    void (*label)(struct nj_canvas *c, int row, int col, const char *id);

    /* A place of a house: its short number and, below it, a phrase (a key of
     * the locale, a literal; NULL: none). A board with places is a plan: no
     * row and column numbers, and where "nothing" is there is no floor. */
    void (*place)(struct nj_canvas *c, int row, int col, const char *id,
                  const char *key);

    /* The course of a match, after its boards and in the order of time. Cells
     * are those of the first board, counted row by row. */
    void (*turn)(struct nj_canvas *c, int64_t round, nj_seat seat);
    /* One step over a side of the cell (round the rim, if need be), or, if
     * `far`, a way that shows no steps: a portal, a warp. */
    void (*move)(struct nj_canvas *c, nj_seat seat, int from, int to, bool far);

    /* A line in the table of players: a key with arguments, whose text has
     * columns parted by '|'; `<key>_head` is the line above the table. */
    void (*player)(struct nj_canvas *c, nj_seat seat, const char *key,
                   struct nj_args args);
};

/* Embedded as the first member by whoever implements it. */
struct nj_canvas {
    const struct nj_canvas_ops *ops;
};

#endif
