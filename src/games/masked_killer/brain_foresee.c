/*
 * What the killer's computer player foresees of the victims' turns: each does what
 * he would do in its place, with what all know, where they take him to be and the
 * cards that it says it has (MK-19.26).
 */
#include <string.h>

#include "games/masked_killer/hunt.h"
#include "games/masked_killer/scales.h"

/* Its hand, as far as he knows it. */
static void guess_hand(const struct mk_hunt *h, struct mk_mind *theirs,
                       nj_seat victim)
{
    theirs->n_hand = 0;
    if (theirs->arm[victim] > 0)
        theirs->hand[theirs->n_hand++] = (uint8_t)(theirs->arm[victim] - 1);
    for (unsigned i = 0; i < NJ_COUNT(theirs->claim); i++)
        if (theirs->claim[i] == victim + 1)
            theirs->hand[theirs->n_hand++] = (uint8_t)(MK_TOMMY + i);
    NJ_ASSERT(nj_mk_in_play(h->mind, victim) && theirs->n_hand <= MK_HAND_MAX);
}

/* It walks there; on that way it meets who stands on it. */
static void walk(struct mk_hunt *h, const struct mk_scales *s,
                 struct mk_mind *theirs)
{
    uint16_t cell = s->best.cell;
    nj_seat me = s->p->me;

    NJ_ASSERT(cell < MK_CELLS);
    while (s->best.deed == MK_D_MOVE && s->came[cell] < MK_DIRS) {
        if (h->trod[cell] == 0 && !h->spied[cell])
            h->trod[cell] = (uint8_t)(me + 1);
        nj_mk_drop(&theirs->maybe, cell);
        cell = nj_mk_beside(cell, (s->came[cell] + 2U) % MK_DIRS);
    }
    if (s->best.deed == MK_D_CROSS && h->trod[s->best.cell] == 0)
        h->trod[s->best.cell] = (uint8_t)(me + 1);
    theirs->cell[me] = s->best.cell;
    theirs->dir[me] = (uint8_t)s->best.face;
}

static void search(const struct mk_hunt *h, struct mk_mind *theirs, nj_seat me)
{
    uint16_t here = theirs->cell[me];
    uint8_t spot = nj_mk_spot(h->t, here);

    if (spot == MK_TOKENS || theirs->token[spot] == 0)
        spot = nj_mk_spot(h->t, nj_mk_beside(here, theirs->dir[me]));
    NJ_ASSERT(spot < MK_TOKENS && theirs->token[spot] > 0);
    theirs->token[spot]--;
}

/* Who sees him where, and who has still a turn then. */
static void spy(struct mk_hunt *h, const struct mk_mind *theirs, unsigned foes)
{
    struct mk_cells seen;

    nj_mk_mind_seen(theirs, h->t, &seen);
    MK_FOREACH_CELL(cell, &seen) {
        if (h->spied[cell] || h->trod[cell])
            continue;
        h->spied[cell] = 1;
        h->foes[cell] = (uint8_t)foes;
    }
    NJ_ASSERT(foes < 1U << MK_VICTIMS_MAX);
}

static void act(struct mk_hunt *h, struct mk_mind *theirs, nj_seat me)
{
    struct plight p = {.mind = theirs,
                       .t = h->t,
                       .me = me,
                       .row = &h->t->who[theirs->who[me]],
                       .view = nj_mk_mind_view(theirs, h->t)};
    struct mk_scales s = {.p = &p};

    nj_mk_consider(&s);
    if (s.best.deed == MK_D_MOVE || s.best.deed == MK_D_CROSS)
        walk(h, &s, theirs);
    if (s.best.deed == MK_D_SEARCH)
        search(h, theirs, me);
    if (s.best.deed == MK_D_UNLOCK)
        theirs->lock[s.best.a] = 0;
    if (s.best.deed == MK_D_REST)
        theirs->exert[me] = 0;
    theirs->exert[me] = (uint8_t)(theirs->exert[me] + s.best.exert);
    nj_mk_believe_not(theirs, h->t);
    NJ_ASSERT(theirs->left > 0);
    theirs->left--;
}

/* Its whole turn. */
static void turn(struct mk_hunt *h, struct mk_mind *theirs, nj_seat me)
{
    unsigned all = (1U << theirs->n) - 1, later = all & ~((2U << me) - 1);

    NJ_ASSERT(nj_mk_in_play(theirs, me));
    theirs->active = me;
    theirs->left = 2;
    theirs->steps = 0;
    guess_hand(h, theirs, me);
    act(h, theirs, me);
    spy(h, theirs, later | 1U << me);
    act(h, theirs, me);
    spy(h, theirs, later);
}

void nj_mk_foresee(struct mk_hunt *h, struct mk_mind *theirs)
{
    NJ_ASSERT(theirs->n >= 2 && !nj_mk_none(&theirs->maybe));
    theirs->visible = theirs->staggered = theirs->blackout = 0;
    theirs->tried = 0;
    theirs->k = MK_NOWHERE;
    theirs->round++;
    for (nj_seat k = 0; k < theirs->n; k++)
        if (nj_mk_in_play(theirs, k))
            turn(h, theirs, k);
    for (nj_seat k = 0; k < theirs->n; k++)
        if (theirs->cell[k] == h->mind->cell[k])
            h->soon[k] = h->cost[k]; /* it stays */
        else
            nj_mk_costs(&h->view, theirs->cell[k], MK_ACROSS, true,
                        h->soon[k].to);
}
