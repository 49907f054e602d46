/*
 * What the rules of 漫漫长夜 tell, in a small model of their own: boards as
 * plain cells and walls, and the disclosure of an input by LN-9.4. It is
 * written from the rules, so that the two worlds of test_worlds.c are kept
 * apart by what may be told and not by what the program tells.
 *
 *   worlds.c  the model: a board, its clauses, what an input discloses
 *   lair.c    the model of the Minotaur
 *   twists.c  random boards, and the table of what may differ
 */
#ifndef NJ_TESTS_LONG_NIGHT_WORLDS_H
#define NJ_TESTS_LONG_NIGHT_WORLDS_H

#include "base/random.h"
#include "base/str.h"
#include "match/match.h"

#define WORLD_CELLS 144
#define WORLD_SEATS 8

struct world_seat {
    uint8_t cell, sub;
    uint8_t hides; /* left */
    bool in;
    bool warm, scorched; /* LN-5.8 */
    bool spoken;         /* LN-25.1 */
    bool armed;          /* LN-5.14 */
};

struct world {
    uint8_t size, seats, turn;
    bool rain, stop_walls, over;
    bool point, melee, grace, plan;
    bool previous, first_sound, all_stop; /* LN-22, 25, 27.1 */
    bool community; /* its pack, pools, cards and hints (LN-20.5) */
    uint8_t blocks; /* the mode of its pool */
    uint8_t hide;   /* 0, 1: turns, 2: steps */
    bool hidden;    /* the acting seat is */
    bool unknown;   /* what comes next depends on the dice */
    bool boss;
    bool bang;            /* it is 邦邦 (LN-23) */
    uint8_t lair, target; /* its cell, and whom it is after */
    unsigned stride;      /* of 邦邦: how far it goes each round */
    unsigned round;
    /* As in blocks: . g w t E h, P for portals, O and e for the entrance and
     * the exit of a one-way pair. */
    char terrain[WORLD_CELLS];
    bool right[WORLD_CELLS];      /* a wall to the right neighbour */
    bool below[WORLD_CELLS];      /* a wall to the lower one */
    bool door[2][WORLD_CELLS];    /* that is a closed door: right, below */
    uint8_t partner[WORLD_CELLS]; /* of a portal */
    uint8_t used[WORLD_CELLS];    /* entries into a trap */
    bool bomb[WORLD_CELLS];
    struct world_seat seat[WORLD_SEATS];
};

static inline uint8_t nj_world_cells(const struct world *w)
{
    return (uint8_t)(w->size * w->size);
}

/* The neighbour in direction 0 to 3: up, down, left, right. */
uint8_t nj_world_next(const struct world *w, uint8_t cell, int dir);
bool nj_world_wall(const struct world *w, uint8_t cell, int dir);
/* Is that wall a closed door? */
bool nj_world_door(const struct world *w, uint8_t cell, int dir);
void nj_world_set_wall(struct world *w, uint8_t cell, int dir, bool wall);

/* The board as clauses of a scenario, given to a match one by one. */
void nj_world_give(const struct world *w, struct nj_match *m);
/* Places, turn and who is in play, from the words of scenarios. */
void nj_world_read(struct world *w, const struct nj_match *m);
/* The board of a match that has begun, from its record's own line. */
void nj_world_from_layout(struct world *w, const struct nj_message *layout);

/* What may happen to the acting seat. */
enum act_kind {
    ACT_NOTHING, /* an input that moves nobody and tells no secret */
    ACT_MOVE,
    ACT_STOP,
    ACT_TIMEOUT,
    ACT_LEAVE, /* of the acting seat */
    ACT_HIDE
};

struct act {
    enum act_kind kind;
    uint8_t n;
    uint8_t dir[NJ_ORDER_TEXT_MAX];
};

/*
 * Carries the act out on `w` and appends what LN-9.4 lets the group and the
 * seats of `observers` know of it. Who is teleported stays where he is, since
 * where he lands is chance: returns those seats.
 */
nj_seat_set nj_world_act(struct world *w, const struct act *act,
                         nj_seat_set observers, struct nj_str *told);
/* 3 * down (1) or up (2) + right (1) or left (2), of LN-6.3. */
int nj_world_bearing(const struct world *w, uint8_t listener, uint8_t source);
/* LN-8.7 and LN-23.3, behind a round. */
void nj_world_lair(struct world *w, nj_seat_set observers, struct nj_str *told);
/* LN-4.5: "#..#" for the seat's cell. */
void nj_world_walls(const struct world *w, nj_seat seat, char udlr[5]);

/* --- twists.c --- */

/*
 * One row of what may differ: `apply` changes world B (and, where the secret
 * needs a place, A first), and returns the seats that may not know: false
 * stands for a board where it cannot be done.
 */
struct twist {
    const char *name;
    const char *clause;
    bool rain;   /* the event it needs */
    bool hide;   /* a mode it needs: somebody can hide */
    bool boss;   /* ... or the Minotaur is there */
    bool bang;   /* ... or, with `boss`, 邦邦 */
    bool chance; /* the dice differ too */
    nj_seat_set (*apply)(struct world *a, struct world *b, struct nj_rng *rng);
};

/* Random modes, those that the row needs among them. */
void nj_world_modes(struct world *w, const struct twist *twist,
                    struct nj_rng *rng);
/* A random board with 2 to 8 seats. */
void nj_world_random(struct world *w, const struct twist *twist,
                     struct nj_rng *rng);

extern const struct twist nj_twists[];
extern const size_t nj_twists_n;

#endif
