/*
 * A house that plays the program's game in a copy of the test's own: its verbs
 * and powers may be changed before the match begins.
 */
#ifndef NJ_TESTS_KIT_STAGE_H
#define NJ_TESTS_KIT_STAGE_H

#include "kit/house.h"

#define STAGE_VERBS_MAX 24

struct stage {
    struct house h;
    struct nj_game game;
    struct nj_verb verbs[STAGE_VERBS_MAX]; /* of the game */
    struct nj_loaded_game loaded;
};

/* The caller closes the house. */
void stage_open(struct stage *s, const char *name);
/* The verb of that name, which there is. */
struct nj_verb *stage_verb(struct stage *s, const char *name);
/* Ann and bob play, hugo is the host. What was said till then is forgotten. */
void stage_begin(struct stage *s);
/* The last input of the match, as the store has it. */
uint32_t stage_seq(struct stage *s);

#endif
