/*
 * Reading the clauses of a scenario's board (given.c): words, and the parts of
 * the board that have files of their own.
 */
#ifndef NJ_GAMES_SHADOW_HOTEL_GIVEN_H
#define NJ_GAMES_SHADOW_HOTEL_GIVEN_H

#include "games/shadow_hotel/shadow_hotel.h"

struct sh_given {
    struct nj_match *m;
    struct sh_state *s;
    const struct sh_map *map;
    const char *at; /* not read yet */
};

/* Each reads at `at` and moves it; false: something else stands there. */
bool nj_sh_given_word(struct sh_given *r, char *out, size_t size);
/* The next word, if it is this one. */
bool nj_sh_given_follows(struct sh_given *r, const char *want);
/* Digits at the reader's place. */
bool nj_sh_given_number(struct sh_given *r, unsigned hi, uint8_t *out);
bool nj_sh_given_room(struct sh_given *r, uint8_t *out);
/* The rest as a text. */
bool nj_sh_given_rest(struct sh_given *r, char *out, size_t size);
bool nj_sh_given_at_end(const struct sh_given *r);
/* The seat of that name, or NJ_SEAT_NONE. */
nj_seat nj_sh_given_seat_of(const struct sh_given *r, char letter);

/* given_house.c: items, mechanisms and counters, by the clause's first word. */
bool nj_sh_given_house(struct sh_given *r, const char *name);
/* "torch,coin" in the seat's hands. */
bool nj_sh_given_has(struct sh_given *r, nj_seat seat);
/* given_seat.c: "A steps 1", behind the letter. */
bool nj_sh_given_seat(struct sh_given *r, nj_seat seat);

#endif
