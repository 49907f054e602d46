/*
 * The map of 漫漫长夜: a torus of cells with edges between them (LN-1.2 to
 * LN-1.6). It knows geometry and terrain, no seats and no rules of movement.
 *
 * A cell is row * size + column. Every edge is stored once, with the cell on
 * its left or upper side.
 */
#ifndef NJ_GAMES_LONG_NIGHT_BOARD_H
#define NJ_GAMES_LONG_NIGHT_BOARD_H

#include <stdbool.h>
#include <stdint.h>

#define LN_SIZE_MIN  9
#define LN_SIZE_MAX  12
#define LN_CELLS_MAX 144   /* LN_SIZE_MAX squared */
#define LN_NOWHERE   0xffu /* no cell, no block */
#define LN_FAR       0xffu /* a distance: cannot be walked */

/* The fixed order of directions (LN-1.2). */
enum ln_dir {
    LN_UP,
    LN_DOWN,
    LN_LEFT,
    LN_RIGHT
};

#define LN_DIRS 4

/* Claims on an edge; where two meet, the greater one holds (LN-2.8). */
enum ln_edge {
    LN_OPEN,
    LN_WALL,
    LN_DOOR_CLOSED,
    LN_DOOR_OPEN
};

/* None or an open door (LN-1.3). */
static inline bool nj_ln_edge_lets(enum ln_edge edge)
{
    return edge == LN_OPEN || edge == LN_DOOR_OPEN;
}

enum ln_terrain {
    LN_FLOOR,
    LN_GRASS,
    LN_WATER,
    LN_PORTAL,
    LN_POD,
    LN_TRAP,
    LN_SPENT_POD, /* floor since its pod was used (LN-7.7) */
    LN_HEAT,      /* extension (LN-5.8) */
    LN_EXIT_END   /* of a one-way portal; extension (LN-5.9) */
};

/* What may stand on a terrain, all of them extensions (LN-1.4). */
enum ln_thing {
    LN_NOTHING,
    LN_BOX,
    LN_SUN_BOX,
    LN_JAMMER_BOX,
    LN_BUTTON,
    LN_BOMB
};

/* A door: the cell that keeps its edge, and whether that is the cell's lower
 * one. */
struct ln_door {
    uint8_t home;
    uint8_t lower;
};

/* Bytes only, so that a state can hold it. */
struct ln_board {
    uint8_t terrain[LN_CELLS_MAX];
    /* Bits 0-1: the edge to the right neighbour; bits 2-3: to the lower. */
    uint8_t edges[LN_CELLS_MAX];
    /* Portal: the partner's cell. Trap: entries so far, counted modulo 256. */
    uint8_t extra[LN_CELLS_MAX];
    uint8_t thing[LN_CELLS_MAX]; /* enum ln_thing */
    uint8_t size;                /* N: 9, 10 or 12 */
};

static inline uint8_t nj_ln_cells(const struct ln_board *b)
{
    return (uint8_t)(b->size * b->size);
}

/* How what lies or stands on a cell is written and drawn. */
struct ln_sign {
    char c;
    bool pack; /* in packs too, where gates and buttons have names */
    uint8_t terrain, thing;
    const char *glyph; /* NULL: none is drawn */
    const char *retro; /* the same in the other texture (LN-31.6) */
};

/* The sign with that character, or NULL. */
const struct ln_sign *nj_ln_sign(char c);
/* The character of a portal that is its own partner (LN-32.1). */
#define LN_LOOP '@'
/* The character of what stands on a cell, else of its terrain. */
char nj_ln_sign_of(uint8_t terrain, uint8_t thing);
/* ... and of an edge. */
char nj_ln_edge_char(enum ln_edge edge);

/* The cell at any row and column, counted round the torus. */
uint8_t nj_ln_board_at(const struct ln_board *b, int row, int col);
/* The cell so many rows below and columns to the right of another. */
uint8_t nj_ln_board_shift(const struct ln_board *b, uint8_t cell, int down,
                          int right);
/* The orthogonal neighbour. */
uint8_t nj_ln_board_next(const struct ln_board *b, uint8_t cell,
                         enum ln_dir dir);
enum ln_edge nj_ln_board_edge(const struct ln_board *b, uint8_t cell,
                              enum ln_dir dir);
/* Claims an edge; a stronger claim made before stays (LN-2.8). */
void nj_ln_board_claim(struct ln_board *b, uint8_t cell, enum ln_dir dir,
                       enum ln_edge edge);
/* Closed <-> open; nothing else is a door. */
void nj_ln_board_toggle(struct ln_board *b, struct ln_door door);
/* The door on that side. */
struct ln_door nj_ln_board_door(const struct ln_board *b, uint8_t cell,
                                enum ln_dir dir);
/* Does the edge on that side let pass? */
bool nj_ln_board_passable(const struct ln_board *b, uint8_t cell,
                          enum ln_dir dir);
/* All four edges are walls (D-32). */
bool nj_ln_board_sealed(const struct ln_board *b, uint8_t cell);
/* Joins two portals. */
void nj_ln_board_pair(struct ln_board *b, uint8_t a, uint8_t z);
/* A portal or an exit end: its `extra` is the partner. */
bool nj_ln_board_gate(const struct ln_board *b, uint8_t cell);
/* A box of any sort stands there. */
bool nj_ln_board_boxed(const struct ln_board *b, uint8_t cell);
bool nj_ln_is_box(uint8_t thing);
uint8_t nj_ln_board_pods(const struct ln_board *b);

/* The shortest way from one cell to another, on both axes; exactly half of the
 * torus counts as down, and as right. */
struct ln_gap {
    int down, right; /* negative: up, left */
    int tall, wide;  /* without their signs */
};

struct ln_gap nj_ln_board_gap(const struct ln_board *b, uint8_t a, uint8_t z);
/* Distances on the torus (LN-1.6). */
uint8_t nj_ln_board_manhattan(const struct ln_board *b, uint8_t a, uint8_t z);
uint8_t nj_ln_board_chebyshev(const struct ln_board *b, uint8_t a, uint8_t z);
/* Does a cell at most so far (Chebyshev) from that one have `what` in `layer`,
 * which is the board's terrain or thing? */
bool nj_ln_board_near(const struct ln_board *b, const uint8_t *layer,
                      uint8_t what, uint8_t cell, uint8_t most);

/*
 * The walk graph (LN-1.6): for each cell its neighbours over passable edges,
 * LN_NOWHERE where there is none; heat sources and boxed cells have none.
 * `reach`: closed doors and boxes count as passable (LN-2.10).
 */
struct ln_walk {
    uint8_t to[LN_CELLS_MAX][LN_DIRS];
    uint8_t cells;
};

void nj_ln_walk_build(const struct ln_board *b, bool reach,
                      struct ln_walk *out);
/* Walking distances from a cell; LN_FAR where it does not lead, or farther than
 * `most` (LN_FAR: everywhere is told). */
void nj_ln_walk_from(const struct ln_walk *w, uint8_t from, uint8_t most,
                     uint8_t dist[LN_CELLS_MAX]);
/* Marks the cells of the main component and returns how many they are. */
uint8_t nj_ln_walk_main(const struct ln_walk *w, bool main[LN_CELLS_MAX]);
/* Neighbours of a cell in the walk graph. */
uint8_t nj_ln_walk_degree(const struct ln_walk *w, uint8_t cell);

#endif
