/* What a computer player remembers, and how it plays a hand (NC-14). */
#ifndef NJ_GAMES_NIGHT_OF_CARDS_MIND_H
#define NJ_GAMES_NIGHT_OF_CARDS_MIND_H

#include "games/night_of_cards/night_of_cards.h"

/* The steps of NC-14.4, counted from 1. */
enum {
    NC_STEPS = 10
};

struct nc_mind {
    uint8_t n;
    uint8_t phase; /* enum nc_phase */
    uint8_t round;
    uint8_t step; /* of the night: behind it */
    uint8_t declared, done, soulless, pending;
    uint8_t agent;  /* has to choose a side */
    uint8_t hunts;  /* killer, wolf or alone: attacks with all it has */
    uint8_t orders; /* that stand in this phase */
    uint8_t stuck;  /* tonight no more text helps its attacks */
    uint8_t against_me;
    uint8_t form, used;   /* its amoeba's, and points spent on it */
    uint8_t amoeba_below; /* is its bottom card: morphs once */
    uint8_t last_saved;
    uint8_t hand[NC_HAND], n_hand; /* types, front first */
    uint8_t left[NC_SEATS_MAX];
    uint8_t suspicion[NC_SEATS_MAX];
    uint8_t ballots[NC_SEATS_MAX];
    uint16_t named[NC_SEATS_MAX]; /* seats that its ballots have named */
    uint16_t points;
    uint16_t missing; /* characters of its manifesto */
    uint16_t acts;    /* types whose powers the hand has */
    uint16_t dealt;   /* ... and had at the start */
    uint16_t formed;  /* forms its amoeba has had */
    uint16_t executed;
    uint32_t ordered; /* powers, by bit: in the whole game, */
    uint32_t tonight; /* and in this phase */
    nj_seat_set alive, candidates;
    nj_seat_set hurt, hurt_before; /* lost cards last night, the one before */
};

extern const struct nj_ear nj_nc_ears[];

/* The step of NC-14.4 in which a power is used. */
uint8_t nj_nc_step_of(enum nc_power power);
/* What it orders now; false: nothing. */
bool nj_nc_act(const void *scratch, const void *data, nj_seat me,
               struct nj_rng *rng, struct nj_brain_order *out);

#endif
