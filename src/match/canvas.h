/*
 * What a picture is drawn on. A game draws boards and hands of cards by these
 * calls and nothing else; text boards, PNG and SVG are answers to the same
 * calls. A canvas sees a message's own content only, so a picture cannot show
 * more than the message says.
 *
 * Names ("grass", "yard") are the game's, and lent as long as the picture is
 * made; `<game>` below is its prefix. The legend explains what was used, as far
 * as the locale has words for it. A cell beside the board, a mark on no card, a
 * seat that there is not: a fault of the game, and asserted. More cards or
 * notes than anybody reads are left out.
 *
 *     c->ops->board(c, "mk.board.street", round, 23, 18);
 *     c->ops->letters(c);
 *     c->ops->ground(c, 18, 4, NJ_TINT_SLANTS, "house3");
 *     c->ops->edge(c, 18, 4, NJ_SIDE_LEFT, "window");
 *     c->ops->seat(c, 18, 4, 0);
 *     c->ops->facing(c, 18, 4, NJ_SIDE_UP);
 *     c->ops->hand(c, "mk.hand", 1);
 *     c->ops->card(c, 1, "soda", NJ_NO_ARGS);
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

/* How ground looks: pale patterns that differ in form, whatever their colour,
 * and leave what stands on them to be read. */
enum nj_tint {
    NJ_TINT_PLAIN, /* as where nothing was said */
    NJ_TINT_SHADE,
    NJ_TINT_DOTS,
    NJ_TINT_SLANTS,     /* this way: / */
    NJ_TINT_BACKSLANTS, /* and that: \ */
    NJ_TINT_LEVELS,
    NJ_TINT_UPRIGHTS,
    NJ_TINT_CHECKS,
    NJ_TINT_BRICKS,
    NJ_TINTS
};

#define NJ_LETTERS_MAX 26  /* columns of a board that are called by letters */
#define NJ_NUMBER_MAX  999 /* the largest number in a cell or on a card */
#define NJ_LEADS_MAX   3   /* places to which one thing of a plan leads */

struct nj_canvas;

struct nj_canvas_ops {
    /* Begins a board of rows x cols cells. `title` is a message key with the
     * number `n` as argument; boards of one picture stand one after another. */
    void (*board)(struct nj_canvas *c, const char *title, int64_t n, int rows,
                  int cols);
    /* The squares of this board are called A1 to, at most, Z64: letters above
     * and below, numbers on both sides. Such a board has the whole width. */
    void (*letters)(struct nj_canvas *c);
    /* What a cell is part of: a yard, a house. Each ground of a board has a
     * tint of its own; the legend has `<game>.glyph.<name>`. */
    void (*ground)(struct nj_canvas *c, int row, int col, enum nj_tint tint,
                   const char *name);
    /* A thing in a cell: a glyph name, "grass"; drawn and put in the legend
     * by `<game>.glyph.<name>` of the locale. What has no shape of ours
     * (render/shapes.c) is written with the one character that the locale has
     * as `<game>.glyphs.<name>`, as it is on boards of text. */
    void (*glyph)(struct nj_canvas *c, int row, int col, const char *name);
    /* What lies below the thing of that cell, a glyph name too: drawn small
     * beside it, and not at all on boards of text. */
    void (*below)(struct nj_canvas *c, int row, int col, const char *name);
    /* What stands on a side of a cell: "wall", "door" (shut), "gate" (a way
     * through), "window", "fence", "lock" (a locked way). */
    void (*edge)(struct nj_canvas *c, int row, int col, enum nj_side side,
                 const char *name);
    void (*seat)(struct nj_canvas *c, int row, int col, nj_seat seat);
    /* Who or what stands in the cell looks that way; it is "facing" in the
     * legend. */
    void (*facing)(struct nj_canvas *c, int row, int col, enum nj_side side);
    /* A cell that a seat sees; "sight" in the legend. */
    void (*sight)(struct nj_canvas *c, int row, int col, nj_seat seat);
    /* A cell where one can go, outlined with its neighbours of the same kind;
     * `dashed` for the second of two kinds ("seen on the way"). A cell has
     * one. The legend has `<game>.glyph.<name>`. */
    void (*reach)(struct nj_canvas *c, int row, int col, const char *name,
                  bool dashed);
    /* A number of 1 to NJ_NUMBER_MAX in the corner of a cell, such as the
     * round of a footprint; "number" in the legend. */
    void (*number)(struct nj_canvas *c, int row, int col, int n);
    /* A short text in a cell that is an id, not a word: "E1". A board with
     * labels is a sheet of pieces: each is what lies below its label, as far as the
     * next "nothing" to the left, to the right and below. */
    void (*label)(struct nj_canvas *c, int row, int col, const char *id);

    /* A place of a house: its short number and, below it, a phrase (a key of
     * the locale, a literal; NULL: none). A board with places is a plan: no
     * row and column numbers, and where "nothing" is there is no floor. */
    void (*place)(struct nj_canvas *c, int row, int col, const char *id,
                  const char *key);
    /* Where the thing in that place leads, by the number of the place: stairs
     * have at most NJ_LEADS_MAX of them, in the order of the calls. */
    void (*leads)(struct nj_canvas *c, int row, int col, int to);
    /* A phrase between the floors of a plan, in an empty cell: the name of the
     * floor below it. */
    void (*heading)(struct nj_canvas *c, int row, int col, const char *key);

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

    /* A hand of cards below the boards, or without any: a message key with
     * the number `n`. Its cards are the next ones, in their order. */
    void (*hand)(struct nj_canvas *c, const char *title, int64_t n);
    /* One card of it: the number by which it is called (0: none), title and
     * one line, both of these arguments: `<game>.card.<name>` and
     * `<game>.card_line.<name>`. NULL: it lies face down, and is called
     * `<game>.card.down`. A picture has one size whatever the cards are. */
    void (*card)(struct nj_canvas *c, int number, const char *name,
                 struct nj_args args);
    /* A mark on the card drawn last: `<game>.mark.<name>`, "bottom card". */
    void (*mark)(struct nj_canvas *c, const char *name);

    /* A line below everything: a key with arguments. */
    void (*note)(struct nj_canvas *c, const char *key, struct nj_args args);
};

/* Embedded as the first member by whoever implements it. */
struct nj_canvas {
    const struct nj_canvas_ops *ops;
};

#endif
