/*
 * What a picture is drawn on. A game draws a board by these calls and nothing
 * else; the text board of today and the PNG and SVG of later are answers to
 * the same calls. A canvas sees a message's own content only, so a picture
 * cannot show more than the message says.
 */
#ifndef NJ_MATCH_CANVAS_H
#define NJ_MATCH_CANVAS_H

#include <stdint.h>

#include "match/audience.h"

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
    /* A short text in a cell that is an id, not a word: "E1". */
    void (*label)(struct nj_canvas *c, int row, int col, const char *id);
};

/* Embedded as the first member by whoever implements it. */
struct nj_canvas {
    const struct nj_canvas_ops *ops;
};

#endif
