/*
 * What a victim's computer player weighs one thing that it could do against
 * another by (MK-14.3, 19.26). Figures are in hundredths of an action: a search,
 * or a Move of four steps towards the goal, is about a hundred.
 */
#ifndef NJ_GAMES_MASKED_KILLER_SCALES_H
#define NJ_GAMES_MASKED_KILLER_SCALES_H

#include "games/masked_killer/mind.h"

enum mk_deed {
    MK_D_REST,
    MK_D_MOVE,
    MK_D_CROSS,
    MK_D_SEARCH,
    MK_D_ATTACK,
    MK_D_AID,
    MK_D_UNLOCK,
    MK_D_GIVE
};

struct mk_option {
    int value;
    uint16_t cell;         /* where it ends */
    uint8_t deed;          /* enum mk_deed */
    enum mk_dir dir, face; /* of a window; at the end */
    uint8_t a, b;          /* weapon and fuel; seat and card; car */
    bool exert;
};

/* Classes of cells where he may be, by how near to a victim they are. */
#define MK_CLASSES 5

struct mk_scales {
    const struct plight *p;
    uint16_t goal[MK_CELLS]; /* what is still to go from each cell */
    uint16_t his[MK_CELLS];  /* he is seen: ... and for him to get there */
    struct mk_cells likely[MK_CLASSES]; /* he is not: where he may be */
    int odds[MK_CELLS];                 /* ... in thousandths */
    int believed;                       /* ... all weights together */
    int others;                         /* what he may deal to the others */
    int risk[MK_CELLS]; /* that he is met on the way there, in thousandths */
    uint8_t came[MK_CELLS]; /* the last step of that way */
    struct mk_option best;
};

/* Weighs all that it can do now. */
void nj_mk_consider(struct mk_scales *s);
/* Takes the option, if it is better than the best. */
void nj_mk_weigh(struct mk_scales *s, const struct mk_option *o);

/* --- what he may do to it, and it to him (brain_danger.c) --- */

/* Finds where he is or may be. */
void nj_mk_suspect(struct mk_scales *s);
/* What it costs to end an action there, if he staggers or does not. */
int nj_mk_danger(const struct mk_scales *s, uint16_t cell, bool staggered);
/* With how many dice its best weapon hits so far away; MK_NO_CARD: none. */
uint8_t nj_mk_best_weapon(const struct plight *p, uint8_t far, uint8_t *weapon,
                          uint8_t *fuel);
/* What so many dice against him, thrown from there, are worth. */
int nj_mk_blow_worth(const struct mk_scales *s, uint8_t dice, uint16_t from);
/* In which direction it would see him from there, and how far; MK_DIRS: none. */
enum mk_dir nj_mk_line_to_him(const struct plight *p, uint16_t cell,
                              uint8_t *far);
/* In whose line he is most likely, and how likely, in thousandths. */
enum mk_dir nj_mk_look(const struct mk_scales *s, uint16_t cell, int *odds);

/* --- where it wants to go (brain_goal.c) --- */

/* Fills in s->goal; weighs what can be done at a car. */
void nj_mk_aim(struct mk_scales *s);
/* Weighs a search here and now. */
void nj_mk_weigh_search(struct mk_scales *s);

#endif
