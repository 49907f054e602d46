/*
 * A house that plays the toy game, with words and texts in Chinese.
 */
#ifndef NJ_KIT_TOY_HOUSE_H
#define NJ_KIT_TOY_HOUSE_H

#include "kit/house.h"
#include "kit/toy_game.h"

struct toy_house {
    struct house h;
    struct nj_game game; /* a copy that the test may change */
    struct nj_loaded_game loaded;
};

/* What people may type there; the caller destroys it. */
struct nj_commands *toy_house_commands(void);
/* The caller closes the house. */
void toy_house_open(struct toy_house *t, const char *name);
/* Ann, bob and cat sit down, the first `n` of them, and the match begins. */
void toy_house_begin(struct toy_house *t, unsigned n);
/* Whose turn it is: a name. */
const char *toy_house_turn(struct toy_house *t);
nj_seat toy_house_seat(struct toy_house *t, const char *who);
/* The last input of the match, as the store has it. */
uint32_t toy_house_seq(struct toy_house *t);

#endif
