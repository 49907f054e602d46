/*
 * Two worlds of 漫漫长夜 in play: the model beside the matches decides which
 * inputs keep the secret, and checks that it still agrees with them.
 */
#ifndef NJ_TESTS_LONG_NIGHT_WORLDS_PLAY_H
#define NJ_TESTS_LONG_NIGHT_WORLDS_PLAY_H

#include "games/long_night/worlds.h"
#include "kit/two_worlds.h"

#define UNDO_MAX 320 /* orders of one turn that an undo may take back */

struct worlds_play {
    struct nj_two_worlds two;
    const void *pack;
    const struct nj_game *game;
    struct world now[2], next[2];
    struct act act[2];  /* of the input on its way, in each world */
    nj_seat_set warped; /* by it */
    bool apart;         /* the seat does not do the same in both */
    struct nj_rng rng;
    bool persons;            /* no computer players */
    bool announced;          /* the input that starts a match is on its way */
    nj_seat mover;           /* of the input on its way */
    enum nj_input_kind kind; /* of it */
    bool marks;              /* an undo takes it back */
    struct world before[UNDO_MAX][2];
    unsigned n_before;
    struct nj_two_count count; /* met: the mover stood before a difference */
};

/* A pair of matches by one row of the table; false: the board has no room
 * for it. `game` is long-night or a copy of it. */
bool nj_worlds_open(struct worlds_play *p, const struct twist *twist,
                    struct nj_rng *rng);
/* A pair of matches that begin as usual, with other dice, such that `seat`
 * sees the same opening; false: none was found. */
bool nj_worlds_start(struct worlds_play *p, nj_seat seat, struct nj_rng *rng);
void nj_worlds_close(struct worlds_play *p);

#endif
