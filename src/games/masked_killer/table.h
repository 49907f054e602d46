/*
 * The board and the cards of 面具杀人魔 as their file has them (MK-1.4 to 1.6,
 * 5.9, 6.1, 7), and what can be measured of them once and for all (table.c,
 * table_cards.c, table_check.c). One block, never changed.
 */
#ifndef NJ_GAMES_MASKED_KILLER_TABLE_H
#define NJ_GAMES_MASKED_KILLER_TABLE_H

#include "base/bug.h"
#include "base/status.h"
#include "games/masked_killer/cells.h"
#include "match/data.h"

#define MK_DICE_MAX    5
#define MK_PATH_MAX    24 /* steps of one order: no action has more */
#define MK_VICTIMS_MAX 3  /* seats of victims */
#define MK_TOKENS      20 /* search squares */
#define MK_SPOTS       5  /* ... of a quadrant */
#define MK_ROUNDS_MAX  24
#define MK_HAND_MAX    24 /* cards that may come together before some go back */
#define MK_RINGS       3
#define MK_DRAWN       4 /* signs of a cell in a picture's notation */
#define MK_CLIMB       4
#define MK_CLIMBED \
 4                   /* what a window counts as on a victim's way, in steps: an
                          * action, as long as a walk (MK-3.3) */
#define MK_REST_AT 3 /* exert tokens that force a rest (MK-3.2) */

/* How many there are, as bounds of loops. */
#define MK_QUADS         4
#define MK_CARS          2
#define MK_WHO           6
#define MK_ITEMS         18 /* kinds of cards: of the first ones */
#define MK_VICTIMS_CARDS 22 /* ... of those that a victim can hold */
#define MK_CARDS         30

/* --- words --- */

enum mk_edge {
    MK_OPEN,
    MK_WALL,
    MK_DOOR,
    MK_WINDOW,
    MK_FENCE,
    MK_CAR_DOOR,
    MK_EDGES
};

/* Houses 1 to 4 are MK_HOUSE to MK_HOUSE + 3. */
enum mk_terrain {
    MK_YARD,
    MK_KERB,
    MK_HOUSE,
    MK_BLUE_CAR = MK_HOUSE + 4,
    MK_YELLOW_CAR,
    MK_TREE,
    MK_PARKED,
    MK_TERRAINS
};

enum mk_quad {
    MK_NW,
    MK_NE,
    MK_SW,
    MK_SE
};

enum mk_car {
    MK_BLUE,
    MK_YELLOW,
    MK_LOCKS = 1 << MK_CARS /* states of both locks */
};

/* Cards by their kind: equal ones are equal. Items in the order of the file,
 * then keys, then the killer's. */
enum mk_card {
    MK_PISTOL,
    MK_KNIFE,
    MK_POKER,
    MK_SHEARS,
    MK_NEEDLE,
    MK_POT,
    MK_SLINGSHOT,
    MK_SPRAY,
    MK_OIL,
    MK_MATCHES,
    MK_AID,
    MK_BANDAGE,
    MK_SODA,
    MK_LIGHT,
    MK_SHOES,
    MK_RADIO,
    MK_LID,
    MK_WIND,
    MK_TOMMY,
    MK_LINDSEY,
    MK_BLUE_KEY,
    MK_YELLOW_KEY,
    MK_QUICK,
    MK_HEAVY,
    MK_SILENT,
    MK_BLACKOUT,
    MK_LURE,
    MK_UNKILLABLE,
    MK_RELENTLESS,
    MK_DREAD,
    MK_NO_CARD = 0xff
};

_Static_assert(MK_TOMMY == MK_ITEMS && MK_QUICK == MK_VICTIMS_CARDS &&
                   MK_DREAD + 1 == MK_CARDS,
               "as many cards as are counted");

/* Victims by their row in the file. */
enum mk_who {
    MK_LAURIE,
    MK_ANNIE,
    MK_LYNDA,
    MK_BOB,
    MK_LOOMIS,
    MK_BRACKETT,
    MK_NOBODY = 0xff
};

extern const char *const nj_mk_edges[MK_EDGES + 1]; /* "open" ..., NULL */
extern const char *const nj_mk_quads[MK_QUADS + 1]; /* "NW" ... */
extern const char *const nj_mk_cars[MK_CARS + 1];   /* "blue", "yellow" */
extern const char *const nj_mk_cards[MK_CARDS + 1]; /* "loaded_pistol" ... */
extern const char *const nj_mk_who[MK_WHO + 1];     /* "laurie" ... */
/* The card whose word the n letters are; MK_NO_CARD: none. */
uint8_t nj_mk_card_named(const char *word, size_t n);
/* Reads a card of "soda,tommy" and moves on behind it; false: there are no more,
 * or "-", or what stands there is none. */
bool nj_mk_next_card(const char **words, uint8_t *card);

/* --- the data --- */

/* When a card is played (the file's `timing`). */
enum mk_timing {
    MK_PASSIVE,
    MK_ACTION,
    MK_FREE,
    MK_ATTACK,
    MK_WITH_ATTACK,
    MK_DEFEND,
    MK_TIMINGS
};

/* What a kind of card does, as sums of the file's effects; 0: it does not. */
struct mk_card_row {
    uint8_t copies;
    uint8_t timing; /* enum mk_timing */
    uint8_t keep;   /* it stays in the hand (weapons: after an attack) */
    uint8_t per_turn;
    uint8_t dice, range; /* of a weapon */
    uint8_t fuel_only;
    uint8_t fuel; /* 1 + card that it may be used with; 0: none */
    uint8_t fuel_dice, fuel_range, keep_fueled, keep_fuel;
    uint8_t counter; /* exert tokens of a counter attack */
    uint8_t heal, heal_others;
    uint8_t unexert, steps, turns, radio, cancels;
    uint8_t actions, exert; /* more actions, and what they cost */
    uint8_t car;            /* 1 + the car that it unlocks */
    uint8_t child;
    uint8_t k_stalk, k_dice, k_sneak, k_dim, k_turn, k_heal, k_actions, k_exert;
};

struct mk_who_row {
    uint16_t start;                    /* MK_NOWHERE: comes as a replacement */
    uint8_t health, limit, gun, order; /* order: of replacement, from 1 */
    uint8_t reroll;                    /* exert tokens a die; 0: may not */
    uint8_t turn_after_search, free_window_step, more_steps, ranged_die;
    uint8_t bare_dice; /* without a weapon */
};

/* One block, never changed (match/data.h). */
struct mk_table {
    struct nj_data_head head;
    uint32_t line;                   /* of the file, in which row 1 stands */
    uint8_t terrain[MK_CELLS];       /* enum mk_terrain */
    uint8_t edge[MK_CELLS][MK_DIRS]; /* enum mk_edge, from both sides */
    uint16_t spot[MK_TOKENS];        /* search squares, quadrant by quadrant */
    uint8_t spot_at[MK_CELLS];       /* ... which it is, or MK_TOKENS */
    uint16_t street[2];              /* start squares A12, R12 */
    uint16_t car[MK_CARS][2];        /* cells of the cars */
    struct mk_card_row card[MK_CARDS];
    struct mk_who_row who[MK_WHO];
    uint8_t exert_supply, k_health, k_dice, k_stalk, k_staggered;
    uint8_t icon[MK_ROUNDS_MAX + 1]; /* rows that bring a card */
    uint8_t last_row[2], deaths[2];  /* of up to three players, of four */
    uint8_t hit_from;                /* the lowest face that hits */
    /* Made of the board for each state of the locks (nj_mk_lock()): how many
     * cells a line of sight has, and from which cells one can step to that
     * side; over a window or fence locks do not matter. */
    uint8_t line_of[MK_LOCKS][MK_CELLS][MK_DIRS];
    struct mk_cells open[MK_LOCKS][MK_DIRS], climb[MK_DIRS];
    struct mk_cells window[MK_DIRS]; /* ... over a window alone */
    /* ... to which sides, by bit of enum mk_dir, and from MK_CLIMB on over a window
     * or fence. */
    uint8_t ways[MK_LOCKS][MK_CELLS];
    /* As pictures have it (view.c), without marks of cells. */
    char drawn[MK_LOCKS][MK_CELLS][MK_DRAWN];
    /* Cells at most nj_mk_ring[] steps away, of which the first may lead over a
     * window or fence; costs of a victim's way from each search square. */
    struct mk_cells near[MK_LOCKS][MK_CELLS][MK_RINGS];
    uint16_t to_spot[MK_LOCKS][MK_TOKENS][MK_CELLS];
    struct mk_cells doors[MK_CARS]; /* cells at a car's door, from outside */
};

enum nj_status nj_mk_table_load(const char *text, size_t n, void **data,
                                struct nj_err *err);
/* Reads the part behind CARDS into a table whose board has been read. */
enum nj_status nj_mk_cards_read(struct mk_table *t, const char *text, size_t n,
                                struct nj_err *err);
/* Whether board and cards are such as the rules want (MK-1.6, 19.24); measures the
 * board as soon as its edges are. */
enum nj_status nj_mk_table_check(struct mk_table *t, struct nj_err *err);
/* All lines and steps of a board whose rim is wall (sight.c). */
void nj_mk_table_measure(struct mk_table *t);
const struct mk_table *nj_mk_table(const struct nj_match *m);

/* --- what a cell is --- */

static inline bool nj_mk_outdoors(const struct mk_table *t, uint16_t cell)
{
    return t->terrain[cell] <= MK_KERB;
}

static inline bool nj_mk_solid(const struct mk_table *t, uint16_t cell)
{
    return t->terrain[cell] >= MK_TREE;
}

/* Of some victims, by bit, the one who comes first as a replacement. */
uint8_t nj_mk_first_in_order(const struct mk_table *t, unsigned who);

/* The number of the search square there, or MK_TOKENS: it is none. */
static inline uint8_t nj_mk_spot(const struct mk_table *t, uint16_t cell)
{
    NJ_ASSERT(cell < MK_CELLS);
    return t->spot_at[cell];
}

/* The car (enum mk_car) whose cell it is, or MK_CARS. */
uint8_t nj_mk_car(const struct mk_table *t, uint16_t cell);
/* The car whose door the cell has from outside, or MK_CARS (D08). */
uint8_t nj_mk_car_beside(const struct mk_table *t, uint16_t cell);

#endif
