/*
 * 面具杀人魔 as its files know it: the rules of MK-1 to MK-19, a file per
 * chapter.
 *
 *   masked_killer contents page: options, verbs, what the match calls
 *   table     board as its file draws it, cells            MK-1.2-1.6
 *   table_cards ... and the cards behind it                MK-6.1, 7, 5.9
 *   table_check ... and what they have to be               MK-1.6, 7.6, 19.24
 *   sight     lines of sight, and what is told of them     MK-4
 *   path      ways as people write them                    MK-11.2, 19.19-20
 *   way       ... found and measured                       MK-11.3, 14
 *   setup     seats, decks, picks, bonus, the killer's start    MK-2
 *   order     words of orders, what forbids them           MK-10.4, 11.1
 *   turn      turns, actions, rounds, what is still to do  MK-3.1, 3.12, 5.8
 *   move      victims' steps, stops and bumps              MK-3.3-3.7
 *   search    searching, resting, hand limits              MK-3.8, 3.9, 7.2
 *   fight     dice, rerolls, damage, both ways             MK-6.1-6.8
 *   death     death and who comes after                    MK-6.9-6.12
 *   item      cards that are used, cars                    MK-7.3-7.5
 *   trade     offers between two victims                   MK-3.10, 19.6
 *   prowl     the killer's movements                       MK-5.3-5.6
 *   kcard     his cards and his attack                     MK-5.7, 5.9
 *   standing  orders that answer for a seat                MK-9.5, 19.2
 *   ending    who has won, results, what is told then      MK-8
 *   view      the public board, and when it is shown       MK-9.2, 16.4
 *   sheet     what a seat may see of its own               MK-9.3, 19.13-19.15
 *   query     what anybody may ask                         MK-19.16
 *   help      what a seat may type now                     MK-19.17
 *   undo      what an input has taught                     MK-15.1
 *   rule      what he decides by word                      MK-19.11
 *   rule_cards ... about cards
 *   host      powers, his board                            MK-15, 19.5, 19.10-12
 *   afk       clocks, absence, leaving                     MK-13, 19.22, 19.23
 *   pace      when computer players act                    MK-19.4
 *   belief    where the killer may be                      MK-14.2, 19.26
 *   brain     what a computer player hears (mind.h)        MK-14.1
 *   hear      ... of cards
 *   brain_answer  ... answers as a victim                  MK-9.4
 *   brain_victim  ... does as one, in its turn (scales.h)  MK-14.3
 *   brain_danger  ... fears and deals                      MK-14.2, 19.26
 *   brain_goal    ... wants to get to                      MK-14.3, 19.26
 *   brain_killer  ... does as the killer (hunt.h)          MK-14.4
 *   brain_value   ... values squares as the killer         MK-19.26
 *   brain_foresee ... foresees of the victims' turns       MK-19.26
 *   picture   what is drawn                                MK-16
 *   given     boards of scenarios
 *   words     ... and how their ends are printed
 *
 * Words: a *cell* is a number, row by row from A1; an *edge* lies between two
 * cells and is one of enum mk_edge; to be *in reach* is MK-1.5's. Victims are
 * the seats 0 to n - 1, the killer is the seat n, the last.
 */
#ifndef NJ_GAMES_MASKED_KILLER_MASKED_KILLER_H
#define NJ_GAMES_MASKED_KILLER_MASKED_KILLER_H

#include "base/bug.h"
#include "base/str.h"
#include "match/cards.h"
#include "match/data.h"
#include "match/emit.h"
#include "match/game.h"
#include "match/reader.h"

#define MK_COLS        18
#define MK_ROWS        23
#define MK_CELLS       (MK_COLS * MK_ROWS)
#define MK_NOWHERE     0xffff /* as a cell */
#define MK_STREET      11     /* row 12, counted from 0 */
#define MK_VICTIMS_MAX 3      /* seats of victims */
#define MK_TOKENS      20     /* search squares */
#define MK_SPOTS       5      /* ... of a quadrant */
#define MK_ROUNDS_MAX  24
#define MK_DICE_MAX    5
#define MK_PATH_MAX    24 /* steps of one order: no action has more */
#define MK_THEN_MAX    16
#define MK_HAND_MAX    24 /* cards that may come together before some go back */
#define MK_RINGS       3
#define MK_DRAWN       4 /* signs of a cell in a picture's notation */
#define MK_CLIMB       4
#define MK_CLIMBED     4 /* what a window counts as on a victim's way, in steps */
#define MK_ACTS_MAX    8 /* actions of a turn that are named */
#define MK_REST_AT     3 /* exert tokens that force a rest (MK-3.2) */

/* How many there are, as bounds of loops. */
#define MK_QUADS         4
#define MK_CARS          2
#define MK_WHO           6
#define MK_ITEMS         18 /* kinds of cards: of the first ones */
#define MK_VICTIMS_CARDS 22 /* ... of those that a victim can hold */
#define MK_CARDS         30

/* --- words --- */

enum mk_dir {
    MK_N,
    MK_E,
    MK_S,
    MK_W,
    MK_DIRS
};

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

extern const char *const nj_mk_dirs[MK_DIRS + 1];   /* "N" ..., NULL */
extern const char *const nj_mk_edges[MK_EDGES + 1]; /* "open" ..., NULL */
extern const char *const nj_mk_quads[MK_QUADS + 1]; /* "NW" ... */
extern const char *const nj_mk_cars[MK_CARS + 1];   /* "blue", "yellow" */
extern const char *const nj_mk_cards[MK_CARDS + 1]; /* "loaded_pistol" ... */
extern const char *const nj_mk_who[MK_WHO + 1];     /* "laurie" ... */

/* --- sets of cells --- */

#define MK_SET_WORDS ((MK_CELLS + 63) / 64)

struct mk_cells {
    uint64_t bit[MK_SET_WORDS];
};

static inline bool nj_mk_has(const struct mk_cells *set, uint16_t cell)
{
    return cell < MK_CELLS && (set->bit[cell / 64] >> cell % 64 & 1) != 0;
}

static inline void nj_mk_put(struct mk_cells *set, uint16_t cell)
{
    set->bit[cell / 64] |= UINT64_C(1) << cell % 64;
}

static inline void nj_mk_drop(struct mk_cells *set, uint16_t cell)
{
    set->bit[cell / 64] &= ~(UINT64_C(1) << cell % 64);
}

/* The first of the set that is not in front of that cell, or MK_NOWHERE. */
static inline uint16_t nj_mk_first_of(const struct mk_cells *set, unsigned from)
{
    unsigned i = from / 64;
    uint64_t bits =
        i < MK_SET_WORDS ? set->bit[i] >> from % 64 << from % 64 : 0;

    while (bits == 0) {
        if (++i >= MK_SET_WORDS)
            return MK_NOWHERE;
        bits = set->bit[i];
    }
    return (uint16_t)(64 * i + (unsigned)__builtin_ctzll(bits));
}

/* Each of them, row by row. */
#define MK_FOREACH_CELL(cell, set)                                  \
 for (uint16_t cell = nj_mk_first_of(set, 0); (cell) != MK_NOWHERE; \
      (cell) = nj_mk_first_of(set, (cell) + 1u))

/* What is in either; what of the first is not, or is, in the second. */
static inline void nj_mk_add(struct mk_cells *set, const struct mk_cells *more)
{
    for (unsigned i = 0; i < MK_SET_WORDS; i++)
        set->bit[i] |= more->bit[i];
}

static inline void nj_mk_but(struct mk_cells *set, const struct mk_cells *other)
{
    for (unsigned i = 0; i < MK_SET_WORDS; i++)
        set->bit[i] &= ~other->bit[i];
}

static inline void nj_mk_both(struct mk_cells *set,
                              const struct mk_cells *other)
{
    for (unsigned i = 0; i < MK_SET_WORDS; i++)
        set->bit[i] &= other->bit[i];
}

static inline bool nj_mk_none(const struct mk_cells *set)
{
    return nj_mk_first_of(set, 0) == MK_NOWHERE;
}

/* --- the data: board and cards (table.c) --- */

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
/* Whether board and cards are such as the rules want (MK-1.6, 19.24). */
enum nj_status nj_mk_table_check(const struct mk_table *t, struct nj_err *err);
/* Measures all lines and steps of a board that has been checked (sight.c). */
void nj_mk_table_measure(struct mk_table *t);
const struct mk_table *nj_mk_table(const struct nj_match *m);

/* --- cells --- */

#define MK_CELL_TEXT 4 /* "R23" */

static inline uint8_t nj_mk_row(uint16_t cell)
{
    return (uint8_t)(cell / MK_COLS);
}

static inline uint8_t nj_mk_col(uint16_t cell)
{
    return (uint8_t)(cell % MK_COLS);
}

/* How far the next cell on that side is, in numbers; not beyond the rim. */
static inline int nj_mk_step(unsigned dir)
{
    static const int8_t step[MK_DIRS] = {-MK_COLS, 1, MK_COLS, -1};

    return step[dir];
}

/* The neighbour on that side, or MK_NOWHERE beyond the rim. */
uint16_t nj_mk_beside(uint16_t cell, enum mk_dir dir);
/* "C18"; "-" for MK_NOWHERE. */
const char *nj_mk_cell(uint16_t cell, char text[MK_CELL_TEXT]);
/* The cell that n letters name, in any case; MK_NOWHERE: none. */
uint16_t nj_mk_cell_at(const char *text, size_t n);
/* MK-1.3: the quadrants, a set by bit: one, or two in row 12. */
uint8_t nj_mk_quads_of(uint16_t cell);
/* Its upper one (enum mk_quad). */
uint8_t nj_mk_quad(uint16_t cell);
bool nj_mk_outdoors(const struct mk_table *t, uint16_t cell);
bool nj_mk_solid(const struct mk_table *t, uint16_t cell);
/* The number of the search square there, or MK_TOKENS: it is none. */
uint8_t nj_mk_spot(const struct mk_table *t, uint16_t cell);
/* The car (enum mk_car) whose cell it is, or MK_CARS. */
uint8_t nj_mk_car(const struct mk_table *t, uint16_t cell);
/* The car whose door the cell has from outside, or MK_CARS (D08). */
uint8_t nj_mk_car_beside(const struct mk_table *t, uint16_t cell);

/* --- the state --- */

enum mk_phase {
    MK_SETUP, /* picks */
    MK_ALLOT, /* bonus cards (MK-2.6) */
    MK_START, /* the killer's start cell */
    MK_PLAY,
    MK_OVER
};

extern const char *const nj_mk_phases[MK_OVER + 1]; /* "setup" ... */

/* Piles of match/cards.h; of hands the newest card lies at the bottom. */
enum mk_pile {
    MK_DECK, /* + enum mk_quad */
    MK_DISCARD = MK_DECK + MK_QUADS,
    MK_BONUS, /* waiting to be allotted */
    MK_ASIDE, /* guns of those who may yet come */
    MK_HAND,  /* + seat of a victim */
    MK_K_DECK = MK_HAND + MK_VICTIMS_MAX,
    MK_K_DISCARD,
    MK_K_HAND,
    MK_PILES
};

/* What is still to be done behind the question or the fight in hand, the last
 * one first (turn.c). */
enum mk_then {
    MK_THEN_NONE,
    MK_THEN_SIGHT,   /* sight is evaluated (MK-4.5) */
    MK_THEN_DEFENSE, /* the seat's answer becomes damage (MK-6.3) */
    MK_THEN_COUNTER, /* ... and its counter attack (MK-6.8) */
    MK_THEN_BLOWS,   /* the seat's dice become the killer's damage (MK-6.2) */
    MK_THEN_RETURN,  /* the seat's hand limit (MK-7.2) */
    MK_THEN_ESTATE,  /* its cards go back (MK-6.10, 2) */
    MK_THEN_BURIAL,  /* tokens, the figure leaves (MK-6.10, 3 and 4) */
    MK_THEN_HEIR,    /* who comes after (MK-6.10, 5 to 7) */
    MK_THEN_ACTION,  /* an action of the active seat is completed */
    MK_THEN_TURN,    /* its turn is over */
    MK_THEN_ALLOTTED /* bonus cards are dealt */
};

/* A fight of dice. */
enum mk_fight_kind {
    MK_NO_FIGHT,
    MK_STRIKE, /* the killer's, in his turn */
    MK_EXTRA,  /* ... at a stop */
    MK_BLOW,   /* a victim's */
    MK_COUNTER /* ... in answer */
};

struct mk_fight {
    uint8_t kind; /* enum mk_fight_kind */
    uint8_t seat; /* the victim */
    uint8_t n, dice[MK_DICE_MAX];
    uint8_t weapon, fuel; /* MK_NO_CARD: none */
    uint8_t counter;      /* it is ordered */
    uint8_t lid;          /* 1: if a hit remains, 2: only to live */
    uint8_t reroll;       /* dice, by bit */
};

/* What a victim may say that it holds, of what it takes to escape (MK-19.8). */
enum {
    MK_NO_CLAIM = MK_VICTIMS_CARDS - MK_TOMMY, /* none of these */
    MK_CLAIMS
};

enum mk_standing {
    MK_ASK,  /* defend, counter, reroll: the default */
    MK_AUTO, /* defend auto, counter on, reroll safe */
    MK_NONE, /* defend none, counter off, reroll none */
    MK_ALL   /* reroll all */
};

struct mk_victim {
    uint16_t cell; /* MK_NOWHERE: not on the board */
    uint8_t who;   /* enum mk_who; MK_NOBODY: not picked yet */
    uint8_t dir;
    uint8_t damage, exert;
    uint8_t steps;  /* more of them in the next Move (MK-7.4) */
    uint8_t lit;    /* flashlights used in this turn */
    uint8_t agreed; /* to the allotment */
    uint8_t said;   /* in this round, by bit: keys, and MK_NO_CLAIM */
    uint8_t defend, counter, reroll; /* enum mk_standing (MK-9.5) */
};

struct mk_killer {
    uint16_t cell, shadow; /* MK_NOWHERE: none */
    uint16_t log[MK_ROUNDS_MAX + 1];
    uint8_t figure; /* he is visible */
    uint8_t damage;
    uint8_t staggered;
    uint8_t blackout;
    uint8_t forced; /* revealed by force, which the next evaluation ends */
    uint8_t clock;  /* order clock stay (MK-19.3) */
    uint8_t act;    /* enum mk_prowl: what he is told that he did */
    /* Lengths of the turns that he ended himself (MK-19.4); what is left of
     * one behind the first action of a computer player. */
    uint32_t took[MK_ROUNDS_MAX], rest_ms;
    uint8_t n_took;
    uint8_t lent; /* a computer player does the rest of the turn (afk.c) */
    uint8_t n_played, played[MK_ACTS_MAX]; /* ... enum mk_prowl */
};

/* An offer to trade that is open (MK-3.10, 19.6), as `from` sees it. */
struct mk_offer {
    uint8_t open;
    uint8_t from, to; /* who offers has the turn */
    uint8_t asked;    /* who has to answer */
    uint8_t amended;  /* times */
    uint8_t look;
    uint8_t give[MK_HAND_MAX], take[MK_HAND_MAX];
    uint8_t show[2][MK_HAND_MAX]; /* what each shows the other */
    uint8_t n_give, n_take, n_show[2];
};

/* Words of the option `pictures`. */
enum {
    MK_PICTURES_ACTION,
    MK_PICTURES_TURN,
    MK_PICTURES_OFF
};

struct mk_options {
#define NJ_OPTIONS "games/masked_killer/options.def"
#include "match/option.h"
};

struct mk_state {
    int64_t shown; /* a print of the board that all have seen */
    /* MK-15.1, inputs by number, 0: none. */
    int64_t back;         /* the last one, if nobody learned from it */
    int64_t taught;       /* ... that taught somebody something */
    int64_t told;         /* ... at which the group heard of the killer */
    struct mk_cells held; /* squares that victims held or saw behind it */
    int64_t turn_ms;      /* how long the running turn may be */
    /* MK-19.22: what is put on the next turn of somebody who has asked for
     * leave, by his first seat. */
    uint32_t away_ms[MK_VICTIMS_MAX + 1];
    struct mk_killer k;
    struct mk_victim v[MK_VICTIMS_MAX];
    struct mk_options opt;
    uint8_t n;                  /* seats of victims; the killer's is seat n */
    uint8_t phase;              /* enum mk_phase */
    uint8_t round, last, limit; /* rows and deaths that end the match */
    uint8_t active;             /* seat whose turn it is */
    uint8_t left;               /* actions */
    uint8_t offers;             /* of the active seat in this turn */
    uint8_t turn_lost;          /* who has it died in it (MK-6.10, 7) */
    uint8_t quad;               /* of the last death */
    uint8_t kills;
    uint8_t winner, reason; /* enum mk_winner, mk_reason */
    uint8_t dead[4];        /* enum mk_who, in order: as many as kills */
    uint8_t lock[MK_CARS];
    uint8_t token[MK_TOKENS];           /* 2 fresh, 1 used, 0 gone */
    uint8_t missed[MK_VICTIMS_MAX + 1]; /* rounds in a row, by first seat */
    uint8_t late;     /* seats whose turn of this round the clock ended */
    uint8_t idle;     /* seats whose turns end at once (MK-13.2, `afk` rest) */
    uint8_t allot[6]; /* seat of each bonus card */
    uint8_t then[MK_THEN_MAX][2]; /* enum mk_then, seat */
    uint8_t n_then;
    uint8_t board_due;  /* a turn has begun, or an attack is over (MK-9.2) */
    uint8_t back_by;    /* seat of the input `back` */
    uint8_t back_aloud; /* the group got a message of it (MK-19.5) */
    uint8_t back_what;  /* ... of nj_mk_back_words */
    struct mk_fight fight;
    struct mk_offer offer;
    struct nj_cards cards;
};

/* --- turn --- */

static inline nj_seat nj_mk_killer(const struct mk_state *s)
{
    return s->n;
}

/* Seats of victims that are on the board. */
nj_seat_set nj_mk_living(const struct mk_state *s);
/* Does a victim stand there? */
bool nj_mk_has_victim(const struct mk_state *s, uint16_t cell);

/* MK-19.9: by their victims (1 + enum mk_who), he by what he is; before the
 * match by their people, of whom he has no number. */
enum {
    MK_CALLED_KILLER = MK_WHO + 1,
    MK_CALLED_HUNTER
};

uint32_t nj_mk_called(const struct nj_match *m);
/* How the seat is called in messages besides its number: "annie". */
const char *nj_mk_who_is(const struct mk_state *s, nj_seat seat);
const struct mk_who_row *nj_mk_of(const struct nj_match *m, nj_seat seat);
/* What stands in the supply of exert tokens. */
uint8_t nj_mk_supply(const struct nj_match *m);
/* Gives the victim as many more (or fewer) tokens; tells it. */
void nj_mk_exert(struct nj_match *m, nj_seat seat, int delta);

/* Puts something on top of what is to be done. */
void nj_mk_then(struct mk_state *s, enum mk_then what, nj_seat seat);
/* The two things on top change places, if both are hand limits. */
void nj_mk_swap_then(struct mk_state *s);
/* Does what is to be done, until a question to which all wait is open, or
 * nothing is left. Behind each input (frame). */
void nj_mk_go_on(struct nj_match *m);
/* Is a question open to which all wait (MK-9.4)? */
bool nj_mk_is_asking(const struct nj_match *m);

/* MK-1.8. */
void nj_mk_assert_sane(const struct nj_match *m);
/* Round 1 begins. */
void nj_mk_first_turn(struct nj_match *m);
/* MK-5.8, and what calls it once his floor is over (MK-19.3). */
void nj_mk_round_over(struct nj_match *m);
void nj_mk_ripe(struct nj_match *m);
/* Each action that is not used becomes a Rest, or a Stalk of 0 (MK-3.12,
 * 5.1), and the turn ends. */
void nj_mk_end_turn(struct nj_match *m);
extern const struct nj_order nj_mk_end;
extern const struct nj_phase nj_mk_clocks[];

/* --- orders in common (frame) --- */

/* The words of an order, to be read one by one. */
struct nj_reader nj_mk_reader(const struct nj_input *in);
/* Reads a word of a list; its place there, or 0xff: it is none of them. */
uint8_t nj_mk_read(struct nj_reader *r, const char *const *list);
/* Reads whom a word means (MK-19.9): a victim's seat by its number, its name or
 * a beginning of it, or its owner. */
bool nj_mk_read_seat(const struct nj_match *m, struct nj_reader *r,
                     uint8_t *seat);
/* Is the word a quadrant? Then *quad is it. */
bool nj_mk_quad_called(const struct nj_word *word, uint8_t *quad);
/* Reads a card as a victim calls it: its id, its number in the hand, or the
 * beginning of just one; MK_NO_CARD: it is none. */
uint8_t nj_mk_read_card(const struct nj_match *m, nj_seat seat,
                        struct nj_reader *r);
/* Are they all in the seat's hand, as often as they are named? */
bool nj_mk_holds(const struct nj_match *m, nj_seat seat, const uint8_t *cards,
                 uint8_t n);
/* The words of some cards; "-": none. */
const char *nj_mk_list(const uint8_t *cards, uint8_t n,
                       char text[NJ_CARDS_TEXT_MAX]);
/* The words of a pile's cards, from its top. */
const char *nj_mk_words(const struct nj_match *m, uint8_t pile,
                        char text[NJ_CARDS_TEXT_MAX]);

/* Kinds of orders (struct nj_order.when). */
enum {
    MK_IN_SETUP = 0x01,
    MK_OF_VICTIM = 0x02, /* of the active victim */
    MK_OF_KILLER = 0x04, /* of the killer, in his turn */
    MK_IS_ACTION = 0x08, /* needs one that is left, and no forced rest */
    MK_ANSWERS = 0x10,   /* a question of the seat */
    MK_ANYTIME = 0x20,   /* of any seat while the match is on */
    MK_PRIVATE = 0x40,   /* in private alone (MK-11.5) */
    MK_PUBLIC = 0x80     /* in the group alone (MK-19.8) */
};

/* What an order means, and what refuses it needs to say. */
struct mk_plan {
    uint16_t path[MK_PATH_MAX + 1]; /* cells walked into */
    uint8_t n;                      /* of them */
    uint8_t dir;                    /* faces there at the end; MK_DIRS: as is */
    uint8_t plus, bang, back;       /* "+", "!", about turn */
    uint8_t exert;                  /* a token is paid */
    uint8_t step, edge; /* of a refusal: which step, what is there (and `at`) */
    uint8_t have, need; /* ... numbers */
    uint16_t at;        /* ... a cell */
    uint8_t seat;       /* of a target */
    uint8_t card, card2; /* enum mk_card; MK_NO_CARD */
    uint8_t quad, car, spot;
    uint8_t cards[3][MK_HAND_MAX]; /* top, bottom; give, take, show */
    uint8_t n_cards[3];
    uint8_t bits; /* dice */
};

extern const struct nj_order nj_mk_letter;
int nj_mk_check(struct nj_match *m, const struct nj_attempt *a);
/* What forbids any order of that kind to that seat now, behind its words
 * (MK-10.4): not_your_turn, no_actions, must_rest; or NULL. */
const char *nj_mk_fault(const struct nj_match *m, struct nj_attempt *a);
/* The same; `action`: whether it is one depends on its words. */
const char *nj_mk_fault_of(const struct nj_match *m, struct nj_attempt *a,
                           bool action);
int nj_mk_refuse_order(struct nj_match *m, const struct nj_attempt *a,
                       const char *code);
void nj_mk_end_order(struct nj_match *m, const struct nj_attempt *a);
/* A plain refusal, to the seat alone (MK-10.4). */
int nj_mk_refuse(struct nj_match *m, const struct nj_input *in,
                 const char *code, const char *clause);

/* --- sight --- */

/* The victim looks that way; sight is evaluated. */
void nj_mk_turn_to(struct nj_match *m, nj_seat seat, enum mk_dir dir,
                   const char *cause);

/* What stands in the way of a line, with the locks as they are. */
struct mk_view {
    const struct mk_table *t;
    uint8_t lock[MK_CARS];
    uint8_t blackout;
};

struct mk_view nj_mk_view(const struct nj_match *m);
/* The state of its locks, by bit. */
uint8_t nj_mk_lock(const struct mk_view *view);
/* The edge, a car door as wall or door according to its lock. */
enum mk_edge nj_mk_edge(const struct mk_view *view, uint16_t cell,
                        enum mk_dir dir);
/* How many cells are seen from there (MK-4.1). */
uint8_t nj_mk_far(const struct mk_view *view, uint16_t cell, enum mk_dir dir);
/* ... these, from nearest to farthest; how many. */
uint8_t nj_mk_line(const struct mk_view *view, uint16_t cell, enum mk_dir dir,
                   uint16_t line[MK_ROWS]);
/* ... adds these to a set. */
void nj_mk_put_line(const struct mk_view *view, uint16_t cell, uint8_t dir,
                    struct mk_cells *out);
/* How far along the line of `from` the cell lies, from 1; 0: not on it. */
uint8_t nj_mk_along(const struct mk_view *view, uint16_t from, enum mk_dir dir,
                    uint16_t cell);
/* How far along its line the victim sees the cell, from 1; 0: not (MK-4.3). */
uint8_t nj_mk_distance(const struct nj_match *m, nj_seat seat, uint16_t cell);
/* Living victims who see the cell. */
nj_seat_set nj_mk_seen_by(const struct nj_match *m, uint16_t cell);
/* All that they see. */
void nj_mk_seen(const struct nj_match *m, struct mk_cells *out);
/* MK-1.5: neighbours in reach of each other. */
bool nj_mk_reach(const struct mk_view *view, uint16_t from, uint16_t to);
/* The side of `from` on which `to` lies, or MK_DIRS. */
enum mk_dir nj_mk_towards(uint16_t from, uint16_t to);
/* MK-4.5: the figure and the shadow, told to all. */
void nj_mk_resight(struct nj_match *m);
/* The figure leaves the board, the shadow lies where it stood. */
void nj_mk_lose_sight(struct nj_match *m, uint16_t stood);
/* The killer is put on the board without being seen (MK-4.6): the next
 * evaluation ends it. Says nothing. */
void nj_mk_reveal_figure(struct nj_match *m);
/* MK-4.7: the killer walks into these cells, one by one; tells what is seen of
 * it, and he stands on the last one. */
void nj_mk_trail(struct nj_match *m, const uint16_t *path, uint8_t n);

/* --- path --- */

/*
 * Reads a path ("WWN", "3n2w", "." or ""), or a target ("to C18"), with what
 * may stand behind it: "+", "!", "/E". In the plan: plus, bang, dir, and either
 * the directions of the steps in `dirs`, or the target in plan->at
 * (MK_NOWHERE: none). Both, if the words mean either ("e4", MK-19.20): then
 * plan->have has the steps (else 0) and plan->edge their direction, for
 * "mk.ask". False: the words mean none.
 */
bool nj_mk_read_path(const char *text, struct mk_plan *plan,
                     uint8_t dirs[MK_PATH_MAX], uint8_t *n);
/* Reads "S", "S +E", "+S S", with "!" and "/N" behind it: up to two steps, of
 * which the number *window, from 0, is over a window (MK-3.7). */
bool nj_mk_read_cross(const char *text, struct mk_plan *plan, uint8_t dirs[2],
                      uint8_t *n, uint8_t *window);
/* "D19,C19"; "-": no cells. */
#define MK_PATH_TEXT  (4 * (MK_ROUNDS_MAX + 2))
#define MK_SPOTS_TEXT MK_PATH_TEXT
const char *nj_mk_path(const uint16_t *cells, uint8_t n,
                       char text[MK_PATH_TEXT]);
/* The steps of a path from there: "W,W,N"; "-": none. */
#define MK_STEPS_TEXT (2 * MK_PATH_MAX + 1)
const char *nj_mk_steps(uint16_t from, const uint16_t *cells, uint8_t n,
                        char text[MK_STEPS_TEXT]);
/* MK-11.3, victims: the shortest path that avoids the visible killer. Steps in
 * plan->path; false: none, or too long for a plan. */
bool nj_mk_way(const struct nj_match *m, uint16_t from, uint16_t to,
               struct mk_plan *plan);
/* Steps of it, and 0 if there is none. */
uint16_t nj_mk_way_length(const struct nj_match *m, uint16_t from, uint16_t to);
/* Adds to `out` what lies a step from the cells of the set, over open edges and
 * doors; over windows and fences. */
void nj_mk_spread(const struct mk_view *view, const struct mk_cells *from,
                  struct mk_cells *out);
void nj_mk_climb(const struct mk_view *view, const struct mk_cells *from,
                 struct mk_cells *out);
/* Makes the set larger by what lies `from` to `upto` steps from the one that it
 * was; a window or fence is in reach of the first step alone. */
void nj_mk_grow(const struct mk_view *view, struct mk_cells *set, unsigned from,
                unsigned upto);
extern const uint8_t nj_mk_ring[MK_RINGS];
/* ... once steps are known, rings and ways to search squares; what is drawn. */
void nj_mk_table_measure_ways(struct mk_table *t);
void nj_mk_table_draw(struct mk_table *t);
/* Adds what lies from them straight to that side, over open edges and doors, in
 * front of the first cell that is shut. */
void nj_mk_run(const struct mk_view *view, const struct mk_cells *from,
               enum mk_dir dir, const struct mk_cells *shut,
               struct mk_cells *out);
/* Least costs from a cell to all others (MK-14): open ways 1, windows `across`,
 * and fences too for who gets over them; UINT16_MAX: none. */
void nj_mk_costs(const struct mk_view *view, uint16_t from, uint16_t across,
                 bool fences, uint16_t cost[MK_CELLS]);
/* ... from the nearest of a set. */
void nj_mk_costs_of(const struct mk_view *view, const struct mk_cells *from,
                    uint16_t across, bool fences, uint16_t cost[MK_CELLS]);

/* --- setup --- */

int nj_mk_start(struct nj_match *m, const struct nj_input *in);
extern const struct nj_order nj_mk_pick, nj_mk_allot, nj_mk_startat;
/* The time of a set-up question is over (MK-9.4). */
void nj_mk_setup_over(struct nj_match *m);
/* A cell where he could begin. */
const char *nj_mk_start_cell(const struct nj_match *m, char text[MK_CELL_TEXT]);
/* Allots as was proposed last, or by default. */
void nj_mk_allotted(struct nj_match *m);
/* The killer is asked where he begins. */
void nj_mk_ask_start(struct nj_match *m);

/* --- move --- */

extern const struct nj_order nj_mk_move, nj_mk_cross;
/* Steps that its next Move has without exertion. */
uint8_t nj_mk_steps_most(const struct nj_match *m, nj_seat seat);

/* --- search --- */

extern const struct nj_order nj_mk_search, nj_mk_rest, nj_mk_return;
/* Takes all tokens off: an action, or what the end of a turn makes of one. Of
 * two at once the `pair` says which ("first", "second"; NULL: it is alone): the
 * first is told for both. */
void nj_mk_rests(struct nj_match *m, nj_seat seat, const char *pair);
/* Says that the hand is over its limit, and puts the question on what is to be
 * done, if it is. */
void nj_mk_hand_limit(struct nj_match *m, nj_seat seat);
/* So many cards it holds above its limit. */
uint8_t nj_mk_excess(const struct nj_match *m, nj_seat seat);
void nj_mk_ask_return(struct nj_match *m, nj_seat seat);
void nj_mk_return_late(struct nj_match *m, nj_seat seat);
/* Reads "[quadrant] top cards bottom cards" into plan->cards. */
bool nj_mk_read_back(const struct nj_match *m, nj_seat seat,
                     struct nj_reader *r, struct mk_plan *plan);
/* Puts them on an end of a deck: the first named lies nearer to the top. */
void nj_mk_put_back(struct nj_match *m, nj_seat seat, uint8_t quad,
                    const uint8_t *cards, uint8_t n, enum nj_end end);

/* --- fight --- */

/* Rolls n dice; each is also told as it is. */
void nj_mk_roll(struct nj_match *m, struct mk_fight *f, uint8_t n);
uint8_t nj_mk_hits(const struct nj_match *m, const struct mk_fight *f);
/* "4 5 1", of the dice of a fight or of some of them, by bit. */
#define MK_DICE_TEXT 16
const char *nj_mk_dice(const struct mk_fight *f, uint8_t bits,
                       char text[MK_DICE_TEXT]);
/* The killer attacks with so many dice; what follows is put on what is to be
 * done (MK-6.3). */
void nj_mk_strike(struct nj_match *m, nj_seat target, enum mk_fight_kind kind,
                  uint8_t dice, uint8_t card);
/* A victim's dice against him (MK-6.2). */
void nj_mk_blow(struct nj_match *m, nj_seat seat, enum mk_fight_kind kind,
                uint8_t weapon, uint8_t fuel);
/* What is to be done of a fight, by enum mk_then. */
void nj_mk_defense(struct nj_match *m, nj_seat seat);
void nj_mk_countered(struct nj_match *m, nj_seat seat);
/* The card of its hand with which it could strike back now (MK-6.8), or
 * MK_ITEMS. */
uint8_t nj_mk_counters(const struct nj_match *m, nj_seat seat);
void nj_mk_blows(struct nj_match *m, nj_seat seat);
extern const struct nj_order nj_mk_attack, nj_mk_defend, nj_mk_reroll;

/* --- death --- */

/* MK-6.9: the victim dies. */
void nj_mk_dies(struct nj_match *m, nj_seat seat);
void nj_mk_estate(struct nj_match *m, nj_seat seat);
void nj_mk_burial(struct nj_match *m, nj_seat seat);
void nj_mk_successor(struct nj_match *m, nj_seat seat);
/* Has the victim neither been in play nor died (MK-2.5)? */
bool nj_mk_in_pool(const struct mk_state *s, uint8_t who);
void nj_mk_death_late(struct nj_match *m, nj_seat seat);
void nj_mk_replace_late(struct nj_match *m, nj_seat seat);
extern const struct nj_order nj_mk_death, nj_mk_replace;

/* --- item, trade --- */

/* MK-7.5, of the car plan->car (MK_CARS: the one at hand): NULL or a code. */
const char *nj_mk_unlock_fault(const struct nj_match *m, struct nj_attempt *a,
                               struct mk_plan *plan);
void nj_mk_unlocks(struct nj_match *m, nj_seat seat, uint8_t car);
extern const struct nj_order nj_mk_use, nj_mk_unlock, nj_mk_claim;
extern const struct nj_order nj_mk_trade, nj_mk_accept, nj_mk_decline,
    nj_mk_amend;
/* An offer that waits for the seat is put to it again (MK-19.23). */
void nj_mk_offer_again(struct nj_match *m, nj_seat seat);
/* The offer is carried out. */
void nj_mk_deal_done(struct nj_match *m);
/* The offer is refused (MK-9.4: default). */
void nj_mk_offer_falls(struct nj_match *m, nj_seat seat);

/* --- prowl, kcard --- */

enum mk_prowl {
    MK_STALK,
    MK_SNEAK,
    MK_HUNT,
    MK_STRIKES,
    MK_ENDS, /* gives back what is left of the turn */
    MK_PROWLS
};

/* How far he stalks now. */
uint8_t nj_mk_stalk_most(const struct nj_match *m);

/* What the killer may order with these words: NULL, or the code of the first
 * thing that is against it; the cells in plan->path (MK-5.3 to 5.6). */
const char *nj_mk_prowl_fault(const struct nj_match *m, enum mk_prowl kind,
                              const char *words, uint8_t most,
                              struct mk_plan *plan);
extern const struct nj_order nj_mk_stalk, nj_mk_sneak, nj_mk_hunt,
    nj_mk_strikes, nj_mk_play;
/* The cells at which a Hunt the way of that plan could end, "M8,N8"; NULL: there
 * are none. */
const char *nj_mk_hunt_stops(const struct nj_match *m,
                             const struct mk_plan *plan,
                             char text[MK_PATH_TEXT]);
/* Where he can be behind his next action, by its kind (enum mk_prowl). */
void nj_mk_reachable(const struct nj_match *m, struct mk_cells out[MK_STRIKES]);
/* A victim whom he can attack where he stands, or NJ_SEAT_NONE. */
nj_seat nj_mk_prey(const struct nj_match *m);
/* His action is completed: he recovers (MK-5.2). */
void nj_mk_recovers(struct nj_match *m);
/* He draws so many cards; the deck is renewed if it is empty (D29). */
void nj_mk_k_draw(struct nj_match *m, uint8_t n);

/* --- standing, ending --- */

extern const struct nj_order nj_mk_standing;
/* Puts a question to a victim, whom all see waiting (MK-9.4); a standing order
 * answers it. `excess`: cards that have to go back. */
void nj_mk_ask(struct nj_match *m, nj_seat seat, const char *name,
               uint8_t excess);
/* Puts his open questions to whoever has taken over the seat (MK-19.23). */
void nj_mk_ask_again(struct nj_match *m, nj_seat seat);
/* What is left of the time of such a one, at least half of all of it. */
int64_t nj_mk_time_again(const struct nj_match *m, nj_seat seat,
                         const char *name);
void nj_mk_orders_due(struct nj_match *m);
/* What questions come to when nobody answers. */
void nj_mk_defend_late(struct nj_match *m, nj_seat seat);
void nj_mk_reroll_late(struct nj_match *m, nj_seat seat);
/* Does a standing order answer the question of that name for the seat? */
bool nj_mk_stands(const struct nj_match *m, nj_seat seat, const char *name);
/* ... its answer is carried out. */
void nj_mk_answers(struct nj_match *m, nj_seat seat, const char *name);

enum mk_winner {
    MK_WON_BY_NONE,
    MK_WON_BY_VICTIMS,
    MK_WON_BY_KILLER
};

enum mk_reason {
    MK_BY_DAMAGE,
    MK_BY_ESCAPE,
    MK_BY_KILLS,
    MK_BY_TIME,
    MK_BY_HOST
};

void nj_mk_ends(struct nj_match *m, enum mk_winner winner,
                enum mk_reason reason);
/* MK-8.2; true: the match is over. */
bool nj_mk_escaped(struct nj_match *m);
/* Rows of the killer's log that are filled in. */
uint8_t nj_mk_rows(const struct mk_state *s);
void nj_mk_reveal(struct nj_match *m);
void nj_mk_result(const struct nj_match *m, nj_seat seat,
                  struct nj_result *out);
extern const struct nj_achievement nj_mk_achievements[];
bool nj_mk_stayed(const struct nj_match *m, nj_seat seat);

/* --- sheet, query --- */

/* MK-9.3, 19.15: the killer's menu, by his turn and behind each of his acts. */
void nj_mk_menu(struct nj_match *m);
/* ... what he did, where he is, who sees him, what is left. */
void nj_mk_did(struct nj_match *m);
/* ... what has been played for him by the clock (MK-19.3). */
void nj_mk_played(struct nj_match *m);

/* An example of each movement that he could order now, and whom he could
 * strike; "" and NULL: none. */
struct mk_examples {
    char stalk[MK_CELL_TEXT], hunt[MK_CELL_TEXT]; /* cells where it ends */
    const char *over; /* the side of a window or fence */
    const char *prey; /* "annie" */
};

#define NJ_GIVEN(text) ((text)[0] == '\0' ? NULL : (text))
struct mk_examples nj_mk_examples(const struct nj_match *m);
/* MK-16.2: his map, and an example of each thing that he may do now. */
void nj_mk_map_to(const struct nj_asker *to);
/* MK-19.13: what the seat is told when it comes into play; and all, as the first
 * turn begins. */
void nj_mk_sheet(struct nj_match *m, nj_seat seat);
void nj_mk_first(struct nj_match *m);
/* The killer's log by rows, those on one square together: "0:D22 1-2:D19". */
#define MK_LOG_TEXT ((size_t)12 * (MK_ROUNDS_MAX + 1))
const char *nj_mk_log(const struct mk_state *s, char text[MK_LOG_TEXT]);
/* The hand of a seat; the killer's log. */
void nj_mk_hand_to(const struct nj_asker *to, nj_seat seat);
void nj_mk_log_to(const struct nj_asker *to);
/* An example of a walk, a short one: its steps, and where it ends. False: it can
 * go nowhere. */
bool nj_mk_walk(const struct nj_match *m, nj_seat seat,
                char steps[MK_STEPS_TEXT], char cell[MK_CELL_TEXT]);
nj_query_fn nj_mk_query_board, nj_mk_query_hand, nj_mk_query_log;
nj_query_fn nj_mk_query_sight, nj_mk_query_way, nj_mk_query_tokens;
nj_query_fn nj_mk_query_cards, nj_mk_query_left, nj_mk_query_trace;
nj_query_fn nj_mk_query_area, nj_mk_query_plan, nj_mk_query_help;
/* The public board in the notation of pictures (MK-16.4); `out` holds it. */
#define MK_BOARD_TEXT 4096
void nj_mk_board(const struct nj_match *m, char out[MK_BOARD_TEXT]);
/* "staggered" or "prepared"; before he is on the board, the phase. */
const char *nj_mk_side(const struct mk_state *s);
/* ... and where he may be. */
void nj_mk_board_of_area(const struct nj_match *m, const struct mk_cells *area,
                         char out[MK_BOARD_TEXT]);
/* ... and the killer wherever he is, with the last rows of his log: for the
 * host alone. */
void nj_mk_board_of_all(const struct nj_match *m, uint8_t rows,
                        char out[MK_BOARD_TEXT]);
/* ... for himself, with what he can reach by his next action (MK-16.2). */
#define MK_LOG_SHOWN 5
void nj_mk_board_of_killer(const struct nj_match *m, char out[MK_BOARD_TEXT]);
/* Shows it to all, if it is another one than they have seen (MK-9.2). */
void nj_mk_show(struct nj_match *m);
/* ... once more, since what it has seen was taken back (MK-15.1), and how many
 * actions a victim has again, until when (MK-19.12). */
void nj_mk_undone(struct nj_match *m);

/* --- undo, host, afk --- */

/* MK-9.8: refused, always. */
extern const struct nj_order nj_mk_takeback;
/* Somebody learns something from the input in hand: it is not taken back. */
void nj_mk_teach(struct nj_match *m);
/* Squares on which victims stand, or that they see. */
void nj_mk_squares(const struct nj_match *m, struct mk_cells *out);
/* Behind each input: do victims hold or see other squares than before? */
void nj_mk_held(struct nj_match *m);
/* Words of what may be taken back: "rest" ..., the last one of all else. */
extern const char *const nj_mk_back_words[];
/* The order was carried out: how it is taken back, if it may be. */
void nj_mk_ordered(struct nj_match *m, const struct nj_input *in);
/* MK-19.10: everything, to the host. */
void nj_mk_host_board(struct nj_match *m);
extern const struct nj_power nj_mk_powers[];
extern const struct nj_refusal nj_mk_power_faults[];
void nj_mk_turn_clock(struct nj_match *m, uint8_t percent, int64_t left_ms);
/* How long the seat has for a turn or a question; an option's name. */
int64_t nj_mk_time(const struct nj_match *m, nj_seat seat, const char *option);
void nj_mk_turn_over(struct nj_match *m);
/* The killer's turn is over: whoever played the rest of it steps back. */
void nj_mk_lent_over(struct nj_match *m);
/* A host ends the turn, which nobody has missed. */
void nj_mk_turn_skipped(struct nj_match *m);
bool nj_mk_shares(const struct nj_match *m, nj_seat seat, nj_seat of);
int nj_mk_leave(struct nj_match *m, const struct nj_input *in);
int nj_mk_timer(struct nj_match *m, const struct nj_input *in);
/* An order of the seat was accepted: it is there. */
void nj_mk_present(struct nj_match *m, const struct nj_input *in);
/* The order by which a question tells that its asker is there, if it does. */
const char *nj_mk_presence(const struct nj_match *m, nj_seat seat);
extern const struct nj_order nj_mk_here, nj_mk_away;
/* What the turn that begins is longer by, for leave that its person asked for:
 * it is used up. */
int64_t nj_mk_away_now(struct nj_match *m, nj_seat seat);
nj_seat_set nj_mk_awaited(const struct nj_match *m);

/* --- pace --- */

/* A turn begins; so it does for whoever the killer's start is asked of. */
void nj_mk_pace_turn(struct nj_match *m, nj_seat seat);
/* The killer has done an action. */
void nj_mk_pace_action(struct nj_match *m);
/* The killer's turn is over: how long it was, if it was his. */
void nj_mk_took(struct nj_match *m);
/* A moment of the seat's own, uniform between two. */
int64_t nj_mk_drawn(const struct nj_match *m, nj_seat seat, int64_t from,
                    int64_t to);
/* If a computer player acts for the seat, it does nothing for so long. */
void nj_mk_pace(struct nj_match *m, nj_seat seat, int64_t ms);

/* --- picture, given --- */

void nj_mk_picture(const struct nj_message *msg, struct nj_canvas *c);
void nj_mk_course(const struct nj_message *const *record, uint32_t n,
                  struct nj_canvas *c);
enum nj_status nj_mk_given(struct nj_match *m, const char *clause,
                           struct nj_err *err);
void nj_mk_given_done(struct nj_match *m, int64_t at_ms);
void nj_mk_state_words(const struct nj_match *m, struct nj_str *out);

#define NJ_MESSAGES "games/masked_killer/messages.def"
#include "match/messages.h"

#endif
