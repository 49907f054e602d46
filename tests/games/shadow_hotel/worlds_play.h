/*
 * Two worlds of 黑影杀 in play. What seats may know is read from both states
 * by the rules (known.c), never from what the program says: as long as it is
 * the same, all that reaches these seats and the group has to be the same;
 * once it is not, the difference has come out, and the pair is done.
 *
 *   known.c        what the rules let seats know of a state and of an input
 *   twists.c       random houses, and the table of what may differ
 *   worlds_play.c  orders, a host's words, what is not given
 */
#ifndef NJ_TESTS_SHADOW_HOTEL_WORLDS_PLAY_H
#define NJ_TESTS_SHADOW_HOTEL_WORLDS_PLAY_H

#include "games/shadow_hotel/shadow_hotel.h"
#include "kit/two_worlds.h"

#define WORLD_SEATS 8

struct pair {
    struct sh_state *w[2];
    struct nj_match *m[2];
    nj_seat_set hidden; /* who is, does or has something else */
    struct nj_rng *rng;
};

struct twist {
    const char *name;
    const char *clause;
    /* Makes the worlds differ; false: there is no room for it here. */
    bool (*apply)(struct pair *p);
    bool level; /* of this edition only */
    bool brillo;
    bool busy;  /* the hidden seat does not do the same in both */
    bool spawn; /* before the first round */
    bool ends;  /* a round ends in both worlds, or in neither (SH-19.1) */
    bool still; /* the hidden seat ends its rounds, and does nothing else */
    bool radio; /* the host answers more often */
    bool cross; /* whoever is with the cross tries it more often */
    bool shots; /* the hidden seat makes up a shot in one world, and fires one
                 * in the other */
};

extern const struct twist nj_sh_twists[];
extern const size_t nj_sh_twists_n;

/* A house in the middle of a match: 0 is the shadow, 1 Brillo (or a player),
 * nobody knows anything that does not stand in the state. */
void nj_sh_world_random(struct nj_match *m, const struct twist *twist,
                        struct nj_rng *rng);

/* What was, in front of an input. */
struct sh_before {
    struct sh_state s;
    unsigned open[SH_SEATS_MAX]; /* questions, nj_sh_questions_of() */
    bool hush;   /* nobody may know that a power was used (SH-19.3) */
    int shot_on; /* floor of a shot that this input made up; -1: none */
};

struct worlds_play {
    struct nj_two_worlds two;
    const struct sh_map *map;
    const struct nj_game *game;
    struct nj_game heard; /* it, with computers that know their role */
    struct nj_two_game rules;
    const struct twist *twist;
    struct sh_before before[2]; /* the input on its way */
    struct nj_input in;
    struct nj_rng rng;
    nj_seat_set hidden;
    bool shot;                 /* of a row with `shots`: it has been heard */
    struct nj_two_count count; /* met: taken while the states differed */
};

/* Which questions are put to the seat: bits in the order of the game's table. */
unsigned nj_sh_questions_of(const struct nj_match *m, nj_seat seat);
void nj_sh_remember(const struct nj_match *m, struct sh_before *before);

/* What the seats may know between inputs, and what of the input that led from
 * `before` to the state of now they notice, as lines of text. */
void nj_sh_known(const struct nj_match *m, const struct sh_before *before,
                 nj_seat_set seats, struct nj_str *out);
/* What an order with this verb finds out although nothing shows it: blocked
 * passages around the seat. */
uint64_t nj_sh_tries(const struct nj_match *m, nj_seat seat, const char *verb);

/* A pair by one row of the table; false: there was no room for it. */
bool nj_sh_worlds_open(struct worlds_play *p, const struct twist *twist,
                       struct nj_rng *rng);
void nj_sh_worlds_close(struct worlds_play *p);

#endif
