/*
 * Two worlds of 杀手牌 in play: boards by the clauses of scenarios, which differ
 * in what some seats may not know, and the same orders for both. What the rules
 * let seats know is read from the words of scenarios and from what is told to
 * those whom a difference hits, never from what the others hear: as long as it
 * is the same, all that reaches these and the group has to be the same; once it
 * is not, the difference has come out, and the pair is done.
 *
 *   known.c        what the rules let seats know of an input (NC-10.1)
 *   twists.c       random boards, and the table of what may differ
 *   worlds_play.c  orders, a host's words, what is not given
 */
#ifndef NJ_TESTS_NIGHT_OF_CARDS_WORLDS_PLAY_H
#define NJ_TESTS_NIGHT_OF_CARDS_WORLDS_PLAY_H

#include "games/night_of_cards/night_of_cards.h"
#include "kit/two_worlds.h"

#define WORLD_SEATS 9
#define WORLD_HAND  5

/* A seat of a board, as its clauses give it. */
struct board_seat {
    const char *card[WORLD_HAND]; /* front first: "C", "SB", "AM[SN:1]" */
    uint8_t n;
    const char *side;
    char more[200]; /* clauses, each behind a ';' */
};

struct board {
    uint8_t n;
    const char *phase; /* "setup", "night", "day", "verdict" */
    struct board_seat seat[WORLD_SEATS];
};

/* --- twists.c --- */

struct pair {
    struct board w[2];
    nj_seat_set hidden;  /* who has, is or does something else */
    nj_seat_set swapped; /* two neighbours, of whom each does in the second
                            world what the other does in the first */
    struct nj_rng *rng;
};

struct twist {
    const char *name;
    const char *clause;
    const char *phase; /* the one that it needs; NULL: any but the setup */
    /* Makes the worlds differ; false: there is no room for it here. */
    bool (*apply)(struct pair *p);

    enum {
        TWIST_ALIKE, /* hidden seats do the same in both */
        TWIST_BUSY,  /* ... or something else */
        TWIST_STILL  /* ... or nothing */
    } does;
};

extern const struct twist nj_nc_twists[];
extern const size_t nj_nc_twists_n;

/* A board in the middle of a match, or in its setup. */
void nj_nc_board_random(struct board *b, const char *phase, struct nj_rng *rng);
/* Gives the board to a match, clause by clause. */
void nj_nc_board_give(const struct board *b, struct nj_match *m);

/* --- known.c --- */

/* What the words of scenarios say of a match. */
struct seen_seat {
    bool dead, soulless, saint;
    char hand[80]; /* "C,AM[SN:3]>DP"; "-": none */
    char pending[20];
    unsigned points;
    unsigned marks[4]; /* vicious, devout, curses, blessings */
};

struct seen {
    char phase[12];
    unsigned round, lost, window, n;
    struct seen_seat seat[WORLD_SEATS];
};

void nj_nc_see(const struct nj_match *m, struct seen *out);
/* A word of that list of cards; false: it has fewer. "AM[SN:1]" acts as SN. */
bool nj_nc_seen_card(const char *hand, unsigned i, char word[3]);

struct known_game {
    const struct nj_match *m;
    const struct board *board; /* as it was given: who belongs to which camp */
    const struct seen *before; /* the input that has led here */
    const struct nj_message *said;
    nj_seat_set observers, hidden;
    nj_seat_set swapped;
    nj_seat_set ready; /* have declared a loss order */
};

/* What the observers and the group may know now, and by the input. */
void nj_nc_known(const struct known_game *g, struct nj_str *out);

/* --- worlds_play.c --- */

struct worlds_play {
    struct nj_two_worlds two;
    const struct nj_game *game;
    struct nj_two_game rules;
    const struct twist *twist;
    struct pair pair;
    struct seen before[2]; /* the input on its way */
    nj_seat declares[2];   /* who declares a loss order by it */
    nj_seat_set ready[2];
    struct nj_rng rng;
    struct nj_two_count count; /* met: taken while the states differed */
};

/* A pair by one row of the table; false: there was no room for it. */
bool nj_nc_worlds_open(struct worlds_play *p, const struct twist *twist,
                       struct nj_rng *rng);
void nj_nc_worlds_close(struct worlds_play *p);

#endif
