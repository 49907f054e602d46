/*
 * Where a victim's computer player wants to go: to the car, once the team holds
 * what it needs, else to where the search brings most (MK-14.3, 6 to 8, 19.26).
 */
#include <string.h>

#include "games/masked_killer/scales.h"

enum {
    SURE = 1000,   /* nothing is worth more */
    SEARCH = 90,   /* a card */
    POOR = 20,     /* ... where no key can be */
    KEY = 40,      /* steps that a quadrant is worth with a key in its deck */
    LAID = 46,     /* ... with one that a dead one laid on it */
    DEEP = 3,      /* ... less by quarters for each card of it */
    FRESH = 1,     /* ... for a square that can be searched twice */
    TOGETHER = 2,  /* ... where another one of them is */
    NEAR_HIM = 10, /* ... less within so many steps of him ... */
    NEAR = 8
};

/* --- to the car --- */

/* Steps of the farthest of those who have to come to that car. */
static int gathers(const struct plight *p, uint8_t car)
{
    const uint8_t holder[] = {p->mind->claim[0], p->mind->claim[1],
                              p->mind->claim[2 + car]};
    struct mk_view open = p->view;
    uint16_t cost[MK_CELLS];
    int most = 0;

    open.lock[car] = false;
    nj_mk_costs(&open, p->t->car[car][0], MK_CLIMBED, false, cost);
    for (size_t i = 0; i < NJ_COUNT(holder); i++) {
        uint16_t at = p->mind->cell[holder[i] - 1];
        int far = at == MK_NOWHERE ? 0 : cost[at];

        NJ_ASSERT(holder[i] > 0 && holder[i] <= p->mind->n);
        most = far > most ? far : most;
    }
    return most;
}

/* The car for which the team has a key, of both the one where it is sooner;
 * MK_CARS: it lacks something. */
static uint8_t car_for(const struct plight *p)
{
    const uint8_t *claim = p->mind->claim;

    NJ_ASSERT(claim[0] <= p->mind->n && claim[1] <= p->mind->n);
    if (claim[0] == 0 || claim[1] == 0 || (claim[2] == 0 && claim[3] == 0))
        return MK_CARS;
    if (claim[2] == 0 || claim[3] == 0)
        return claim[2] != 0 ? MK_BLUE : MK_YELLOW;
    return gathers(p, MK_YELLOW) < gathers(p, MK_BLUE) ? MK_YELLOW : MK_BLUE;
}

/* The card that it brings to that car; MK_NO_CARD: none. */
static uint8_t brings(const struct plight *p, uint8_t car)
{
    const uint8_t cards[] = {MK_TOMMY, MK_LINDSEY,
                             (uint8_t)(MK_BLUE_KEY + car)};

    NJ_ASSERT(car < MK_CARS);
    for (size_t i = 0; i < NJ_COUNT(cards); i++)
        if (nj_mk_mind_holds(p->mind, cards[i]))
            return cards[i];
    return MK_NO_CARD;
}

/* The car is full: what it brings goes in through the door. */
static void hand_in(struct mk_scales *s, uint8_t car, uint8_t card)
{
    const struct mk_mind *mind = s->p->mind;
    uint16_t here = mind->cell[s->p->me];

    NJ_ASSERT(card >= MK_TOMMY && card < MK_VICTIMS_CARDS);
    for (nj_seat k = 0; k < mind->n; k++)
        if (k != s->p->me && mind->cell[k] != MK_NOWHERE &&
            nj_mk_car(s->p->t, mind->cell[k]) == car &&
            nj_mk_reach(&s->p->view, here, mind->cell[k]) &&
            (mind->tried & MK_OFFERED) == 0)
            nj_mk_weigh(
                s, &(struct mk_option){
                       .deed = MK_D_GIVE, .a = k, .b = card, .value = SURE});
}

/* The door of the locked car that the holder of its key will come to first, or
 * MK_NOWHERE: it is open, or that is oneself. */
static uint16_t kept_door(const struct plight *p, uint8_t car)
{
    const struct mk_mind *mind = p->mind;
    nj_seat holder = (nj_seat)(mind->claim[2 + car] - 1);
    uint16_t cost[MK_CELLS], kept = MK_NOWHERE;

    NJ_ASSERT(car < MK_CARS && holder < mind->n);
    if (!mind->lock[car] || holder == p->me || mind->cell[holder] == MK_NOWHERE)
        return MK_NOWHERE;
    nj_mk_costs(&p->view, mind->cell[holder], MK_CLIMBED, false, cost);
    MK_FOREACH_CELL(cell, &p->t->doors[car])
        if (kept == MK_NOWHERE || cost[cell] < cost[kept])
            kept = cell;
    return kept;
}

/* Where one waits at the car: at its doors, but the kept one. */
static struct mk_cells waits_at(const struct plight *p, uint8_t car)
{
    struct mk_cells doors = p->t->doors[car];
    uint16_t kept = kept_door(p, car);

    if (kept != MK_NOWHERE)
        nj_mk_drop(&doors, kept);
    NJ_ASSERT(!nj_mk_has(&doors, kept));
    return doors;
}

/* MK-14.3, 6: who holds one of the three goes there, unlocks, gets in. */
static bool escape(struct mk_scales *s)
{
    const struct plight *p = s->p;
    const struct mk_mind *mind = p->mind;
    uint16_t here = mind->cell[p->me];
    uint8_t car = car_for(p);
    uint8_t card = car < MK_CARS ? brings(p, car) : MK_NO_CARD;
    struct mk_cells inside = {{0}}, beside;
    bool room = false;

    if (card == MK_NO_CARD)
        return false;
    beside = waits_at(p, car);
    for (size_t i = 0; i < NJ_COUNT(p->t->car[car]); i++) {
        uint16_t cell = p->t->car[car][i];

        if (cell == here || !nj_mk_mind_has_victim(mind, cell)) {
            nj_mk_put(&inside, cell);
            room = true;
        }
    }
    if (!room)
        hand_in(s, car, card);
    if (mind->lock[car] && nj_mk_has(&beside, here) &&
        nj_mk_mind_holds(mind, (uint8_t)(MK_BLUE_KEY + car)))
        nj_mk_weigh(s, &(struct mk_option){
                           .deed = MK_D_UNLOCK, .a = car, .value = SURE});
    nj_mk_costs_of(&p->view, room && !mind->lock[car] ? &inside : &beside,
                   MK_CLIMBED, false, s->goal);
    NJ_ASSERT(car < MK_CARS);
    if (nj_mk_car(p->t, here) == car)
        s->goal[here] = 0;
    return true;
}

/* --- to where one searches --- */

/* What a search in that quadrant brings beyond a card, in steps. */
static int yield(const struct mk_mind *mind, uint8_t quad)
{
    NJ_ASSERT(quad < MK_QUADS);
    for (size_t i = 0; i < NJ_COUNT(mind->lies); i++)
        if (mind->lies[i] == quad + 1)
            return LAID;
    return mind->keys_in[quad] > 0 ? KEY - DEEP * mind->depth[quad] / 4 : 0;
}

static bool worth_a_search(const struct mk_mind *mind, uint8_t spot,
                           uint8_t quad)
{
    NJ_ASSERT(quad < MK_QUADS);
    return spot < MK_TOKENS && mind->token[spot] > 0 && mind->deck[quad] > 0;
}

/* Ways are as long in both directions. */
static const uint16_t *ways_to(const struct plight *p, uint8_t spot)
{
    NJ_ASSERT(spot < MK_TOKENS);
    return p->t->to_spot[nj_mk_lock(&p->view)][spot];
}

static int distance_to(const struct mk_scales *s, uint8_t spot, uint16_t here)
{
    const struct mk_mind *mind = s->p->mind;
    uint16_t cell = s->p->t->spot[spot];
    uint8_t quad = nj_mk_quad(cell);
    int v = ways_to(s->p, spot)[here] - yield(mind, quad) -
            (mind->token[spot] > 1 ? FRESH : 0);

    NJ_ASSERT(spot < MK_TOKENS);
    for (nj_seat k = 0; k < mind->n; k++)
        if (k != s->p->me && mind->cell[k] != MK_NOWHERE &&
            nj_mk_quad(mind->cell[k]) == quad)
            v -= TOGETHER;
    return v + (mind->visible && s->his[cell] < NEAR ? NEAR_HIM : 0);
}

/* The square where a search brings most; MK_TOKENS: nothing is left to find. */
static uint8_t best_spot(const struct mk_scales *s)
{
    const struct plight *p = s->p;
    uint16_t here = p->mind->cell[p->me];
    uint8_t best = MK_TOKENS;
    int least = INT32_MAX;

    NJ_ASSERT(here != MK_NOWHERE);
    for (uint8_t spot = 0; spot < MK_TOKENS; spot++) {
        uint16_t cell = p->t->spot[spot];
        int v = distance_to(s, spot, here);

        if (v >= least || !worth_a_search(p->mind, spot, nj_mk_quad(cell)) ||
            (cell != here && nj_mk_mind_has_victim(p->mind, cell)))
            continue;
        least = v;
        best = spot;
    }
    return best;
}

void nj_mk_aim(struct mk_scales *s)
{
    uint8_t spot;

    NJ_ASSERT(s->p->mind->cell[s->p->me] != MK_NOWHERE);
    if (escape(s))
        return;
    spot = best_spot(s);
    if (spot < MK_TOKENS)
        memcpy(s->goal, ways_to(s->p, spot), sizeof(s->goal));
}

void nj_mk_weigh_search(struct mk_scales *s)
{
    const struct plight *p = s->p;
    uint16_t here = p->mind->cell[p->me];
    uint16_t front = nj_mk_beside(here, p->mind->dir[p->me]);
    uint8_t quad = nj_mk_quad(here), car = car_for(p);
    int more = yield(p->mind, quad);
    bool in_front = front != MK_NOWHERE && nj_mk_reach(&p->view, here, front);

    NJ_ASSERT(here != MK_NOWHERE && here != front);
    if (car < MK_CARS && brings(p, car) != MK_NO_CARD)
        return; /* it is waited for */
    if (worth_a_search(p->mind, nj_mk_spot(p->t, here), quad) ||
        (in_front && worth_a_search(p->mind, nj_mk_spot(p->t, front), quad)))
        nj_mk_weigh(s, &(struct mk_option){
                           .deed = MK_D_SEARCH,
                           .value = (more > 0 ? SEARCH : POOR) + 3 * more -
                                    nj_mk_danger(s, here, p->mind->staggered)});
}
