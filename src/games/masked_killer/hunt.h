/*
 * What the killer's computer player goes by (MK-14.4, 19.26): who can be struck
 * from where, what the victims may deal him there, what each square is worth
 * with so many actions left. Figures are in hundredths of a hit on a victim.
 */
#ifndef NJ_GAMES_MASKED_KILLER_HUNT_H
#define NJ_GAMES_MASKED_KILLER_HUNT_H

#include "games/masked_killer/mind.h"

#define MK_FAR     99 /* no way leads there */
#define MK_AHEAD   3  /* actions that he may have left in a plan */
#define MK_NOTHING (-20000)
/* Values of cells, filled up to whole registers; what is beyond is not read. */
#define MK_VALUES ((MK_CELLS + 15) / 16 * 16)

/* Least steps from a victim. */
struct mk_steps {
    uint16_t to[MK_CELLS];
};

struct mk_hunt {
    const struct mk_mind *mind;
    const struct mk_table *t;
    struct mk_view view;
    struct mk_cells seen;
    struct mk_steps cost[MK_VICTIMS_MAX]; /* from where it is now */
    uint16_t car[MK_CELLS];               /* to the car that the team needs */
    /* What he foresees, if he knows where they take him to be. */
    bool foresees;
    struct mk_steps soon[MK_VICTIMS_MAX]; /* from where it will be */
    uint8_t spied[MK_CELLS];              /* he is seen there ... */
    uint8_t foes[MK_CELLS]; /* by bit: who still has an action then */
    uint8_t trod[MK_CELLS]; /* 1 + who walks into him there */
    bool guard;             /* it has all that it needs, as it says */
    uint8_t left;           /* actions, as far as he looks ahead */
    /* To which sides one can step from each cell, by bit of enum mk_dir, and from
     * MK_CLIMB on over a window or fence. */
    uint8_t ways[MK_CELLS];
    int16_t blow[MK_CELLS];  /* what striking from there brings; MK_NOTHING */
    int16_t shown[MK_CELLS]; /* what ending his turn there is worth, if seen */
    int16_t then[MK_AHEAD + 1][MK_VALUES]; /* what being there is worth with so
                                            * many actions left */
    /* By steps to a victim: what they make it worth to him, what it deals. */
    int16_t tempts[MK_VICTIMS_MAX][MK_FAR + 1];
    int16_t deals[MK_VICTIMS_MAX][MK_FAR + 1];
    int meets[MK_VICTIMS_MAX]; /* what it brings if it walks into him */
};

/* The cell on that side, if one can step there, or climb (MK_CLIMB); else the cell
 * itself. */
static inline uint16_t nj_mk_next(const struct mk_hunt *h, uint16_t cell,
                                  unsigned dir, unsigned how)
{
    return (h->ways[cell] >> (dir + how) & 1) != 0
               ? (uint16_t)(cell + nj_mk_step(dir))
               : cell;
}

/* Looks around and ahead; mind and table are known. */
void nj_mk_look_ahead(struct mk_hunt *h);
/* The victim whom it is best to strike from there with so many more dice, and
 * what that brings; NJ_SEAT_NONE: none is in reach. */
nj_seat nj_mk_prey_at(const struct mk_hunt *h, uint16_t cell, uint8_t more,
                      int *worth);
/* Least steps from a victim. */
int nj_mk_nearest(const struct mk_hunt *h, uint16_t cell);
/* What victims will do who take him to be where `theirs` says: nothing of it
 * hangs on where he really is, as long as they do not see him. */
void nj_mk_foresee(struct mk_hunt *h, struct mk_mind *theirs);
bool nj_mk_in_play(const struct mk_mind *mind, nj_seat victim);

#endif
