/* What a computer player remembers, and how it plays a hand (NC-14). */
#ifndef NJ_GAMES_NIGHT_OF_CARDS_MIND_H
#define NJ_GAMES_NIGHT_OF_CARDS_MIND_H

#include "games/night_of_cards/night_of_cards.h"

/* What it knows of the phase that runs. */
struct nc_moment {
    uint8_t step; /* of the night: wishes that are behind it */
    uint8_t done, talked;
    uint8_t orders;               /* that stand */
    uint8_t stuck;                /* no more text helps its attacks */
    uint16_t missing;             /* characters of its manifesto */
    uint32_t powers;              /* ordered, by bit */
    uint8_t ballot[NC_SEATS_MAX]; /* 1 + whom it named */
    uint8_t struck[NC_SEATS_MAX]; /* its attacks on it that stand */
};

struct nc_mind {
    uint8_t n, phase, round;
    uint8_t declared, soulless, pending;
    uint8_t agent;        /* has to choose a side */
    uint8_t hunts;        /* killer, wolf or alone: attacks with all it has */
    uint8_t voted;        /* somebody named it yesterday */
    uint8_t form, used;   /* its amoeba's, and points spent on it */
    uint8_t amoeba_below; /* is its bottom card: morphs once */
    uint8_t last_saved;
    uint8_t hand[NC_HAND], n_hand; /* types, front first */
    uint8_t left[NC_SEATS_MAX];
    uint8_t suspicion[NC_SEATS_MAX];
    uint16_t named[NC_SEATS_MAX]; /* seats that its ballots have named */
    uint16_t points;
    uint16_t acts;   /* types whose powers the hand has */
    uint16_t dealt;  /* ... and had at the start */
    uint16_t formed; /* forms its amoeba has had */
    uint32_t powers; /* ordered in the whole match, by bit */
    uint16_t alive, candidates, allies, executed; /* seats */
    uint16_t hurt, hurt_before; /* lost cards last night, the one before */
    struct nc_moment now;
};

#define NC_LINES 12 /* of talk */

extern const struct nj_ear nj_nc_ears[];
/* Says a line, by its number, of somebody. */
extern const struct nj_order nj_nc_chat;

/* How many wishes of a night are behind who has ordered that power. */
uint8_t nj_nc_step_behind(enum nc_power power);
/* What it orders now; false: nothing. */
bool nj_nc_act(const void *scratch, const void *data, nj_seat me,
               struct nj_rng *rng, struct nj_brain_order *out);

#endif
