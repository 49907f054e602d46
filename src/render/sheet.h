/*
 * What a game drew, kept as it was called: boards, seats, ways, players. The
 * canvas of pictures records here first, because room can be given only when
 * all is known.
 */
#ifndef NJ_RENDER_SHEET_H
#define NJ_RENDER_SHEET_H

#include "base/arena.h"
#include "match/canvas.h"
#include "match/game.h"

#define NJ_SHEET_BOARDS_MAX 8
#define NJ_SHEET_NAMES_MAX  64
#define NJ_SHEET_KEYS_MAX   24 /* grounds and kinds of reach */
#define NJ_SHEET_HANDS_MAX  NJ_SEATS_MAX
#define NJ_SHEET_CARDS_MAX  256 /* of all hands */
#define NJ_SHEET_MARKS_MAX  3   /* on one card */
#define NJ_SHEET_NOTES_MAX  32

_Static_assert(NJ_SHEET_NAMES_MAX <= 64, "a bit for each name");

struct nj_sheet_cell {
    const char *glyph; /* NULL: nothing */
    const char *below; /* it; NULL: nothing */
    const char *up, *left;
    nj_seat_set seats;
    char label[4];
    const char *place;           /* a phrase below the label; NULL: none */
    uint8_t leads[NJ_LEADS_MAX]; /* places, as far as they are not 0 */
    const char *ground;          /* NULL: nothing was said */
    const char *reach; /* NULL: nobody can go there, or nobody asked */
    nj_seat_set sight; /* who sees it */
    uint16_t number;   /* 0: none */
    uint8_t tint;      /* enum nj_tint */
    uint8_t facing;    /* 1 + enum nj_side; 0: none */
    bool dashed;       /* its reach */
};

struct nj_sheet_board {
    const char *title;
    int64_t n;
    int rows, cols;
    bool pieces;   /* has labels: a sheet of pieces */
    bool plan;     /* has places: a house */
    bool letters;  /* columns are called by letters */
    uint64_t uses; /* of the sheet's names, bit by bit */
    /* (rows + 1) * (cols + 1): the last row and column hold edges only. */
    struct nj_sheet_cell *cells;
};

enum nj_step_kind {
    NJ_STEP_TURN, /* a turn of `seat` begins in round `from` */
    NJ_STEP_NEAR, /* over an edge to the neighbour */
    NJ_STEP_FAR   /* by other means */
};

struct nj_sheet_step {
    enum nj_step_kind kind;
    nj_seat seat;
    int from, to; /* cells, row by row */
    struct nj_sheet_step *next;
};

struct nj_sheet_player {
    nj_seat seat;
    const char *key;
    struct nj_args args;
};

/* A ground or a kind of reach, for the legend. */
struct nj_sheet_key {
    const char *name;
    bool reach;
    uint8_t look;   /* a tint, or 1: dashed */
    uint8_t boards; /* bit by bit */
};

_Static_assert(NJ_SHEET_BOARDS_MAX <= 8, "a bit for each board");

struct nj_sheet_card {
    int number;
    const char *name; /* NULL: face down */
    struct nj_args args;
    const char *mark[NJ_SHEET_MARKS_MAX];
    uint32_t marks;
    struct nj_sheet_card *next;
};

struct nj_sheet_hand {
    const char *title;
    int64_t n;
    struct nj_sheet_card *card, *last_card;
};

struct nj_sheet_note {
    const char *key;
    struct nj_args args;
};

struct nj_sheet {
    struct nj_canvas canvas; /* first */
    struct nj_arena *arena;
    const char *title; /* of the first board or hand; NULL: nothing drawn */
    int64_t n;
    struct nj_sheet_board board[NJ_SHEET_BOARDS_MAX];
    uint32_t boards;
    const char *names[NJ_SHEET_NAMES_MAX]; /* things used, in order */
    uint32_t n_names;
    struct nj_sheet_player player[NJ_SEATS_MAX];
    uint32_t players;
    struct nj_sheet_step *step, *last_step;
    uint32_t steps;
    struct nj_sheet_key key[NJ_SHEET_KEYS_MAX];
    uint32_t keys;
    struct nj_sheet_hand hand[NJ_SHEET_HANDS_MAX];
    uint32_t hands, cards; /* as called: more than are kept */
    struct nj_sheet_note note[NJ_SHEET_NOTES_MAX];
    uint32_t notes;
};

/* Everything will be owned by the arena; names and titles are lent by the
 * game for as long as the sheet lives. */
void nj_sheet_init(struct nj_sheet *s, struct nj_arena *arena);

static inline struct nj_sheet_cell *nj_sheet_at(const struct nj_sheet_board *b,
                                                int row, int col)
{
    return &b->cells[row * (b->cols + 1) + col];
}

/* "nothing": no cell here. */
bool nj_sheet_empty(const struct nj_sheet_cell *c);

#endif
