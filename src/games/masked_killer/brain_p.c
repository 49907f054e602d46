/*
 * What the killer's computer player makes of the board (hunt.h): all that it may
 * do is valued backwards from where a turn may end, so that every pair of two
 * actions is compared (MK-14.4, 19.26).
 */
#include <string.h>

#include "games/masked_killer/hunt.h"
#include "games/masked_killer/scales.h"

enum {
    HIT = 100,    /* one on a victim */
    KILL = 375,   /* the last one */
    CARRY = 15,   /* ... for each quarter of a card of the escape that it has */
    HURT = 7,     /* a tenth of a hit on him ... */
    WHOLE = 24,   /* ... more by so many parts of this ... */
    WORN = 5,     /* ... for each that he has taken */
    SHOWN = 27,   /* to be seen when his turn ends */
    FEARED = 6,   /* times as likely as they think is he found where he hides */
    STEP = 6,     /* from a victim */
    BESIDE = 90,  /* none */
    WEAK = 40,    /* a hit less that a victim bears */
    GUARD = 2,    /* what it carries, by the quarter */
    UNARMED = 11, /* tenths of a die of whom nobody saw strike ... */
    ARMED = 16,   /* ... who has cards */
    COMES = 5     /* steps from where it strikes with its second action */
};

bool nj_mk_in_play(const struct mk_mind *mind, nj_seat victim)
{
    NJ_ASSERT(victim < MK_VICTIMS_MAX);
    return mind->cell[victim] != MK_NOWHERE && mind->who[victim] < MK_WHO;
}

/* --- what he does to victims --- */

static int health(const struct mk_hunt *h, nj_seat victim)
{
    int has = h->t->who[h->mind->who[victim]].health - h->mind->damage[victim];

    NJ_ASSERT(nj_mk_in_play(h->mind, victim));
    return has > 0 ? has : 1;
}

/* Quarters of cards of the escape that it holds, as it says or as its searches
 * let think. */
static int carries(const struct mk_mind *mind, nj_seat victim)
{
    int n = mind->held[victim] > 0 ? mind->deep[victim] : 0;

    NJ_ASSERT(nj_mk_in_play(mind, victim));
    for (size_t i = 0; i < NJ_COUNT(mind->claim); i++)
        n += mind->claim[i] == victim + 1 ? 4 : 0;
    return n;
}

/* Hits that count, in hundredths, and how likely they are all that is left. */
static int blow_worth(const struct mk_hunt *h, nj_seat victim, int dice)
{
    int left = health(h, victim), ways = 1 << dice, hits = 0, deaths = 0;

    NJ_ASSERT(dice > 0 && dice <= MK_DICE_MAX);
    for (int roll = 0; roll < ways; roll++) {
        int n = __builtin_popcount((unsigned)roll);

        hits += n < left ? n : left;
        deaths += n >= left;
    }
    return (HIT * hits + (KILL + CARRY * carries(h->mind, victim)) * deaths) /
           ways;
}

nj_seat nj_mk_prey_at(const struct mk_hunt *h, uint16_t cell, uint8_t more,
                      int *worth)
{
    nj_seat best = NJ_SEAT_NONE;
    int dice = h->t->k_dice + more;

    *worth = MK_NOTHING;
    for (nj_seat k = 0; k < h->mind->n; k++) {
        int v;

        if (!nj_mk_in_play(h->mind, k) ||
            !nj_mk_reach(&h->view, cell, h->mind->cell[k]))
            continue;
        v = blow_worth(h, k, dice < MK_DICE_MAX ? dice : MK_DICE_MAX);
        if (v > *worth) {
            best = k;
            *worth = v;
        }
    }
    NJ_ASSERT((best == NJ_SEAT_NONE) == (*worth == MK_NOTHING));
    return best;
}

/* --- what they do to him --- */

/* Tenths of a hit that a victim may deal him there, if it knows of him. */
static int deals(const struct mk_hunt *h, nj_seat victim, uint16_t cell)
{
    const struct mk_mind *mind = h->mind;
    int far = h->cost[victim][cell];
    int range = 1, dice = mind->held[victim] > 1 ? ARMED : UNARMED;

    if (mind->arm[victim] > 0) {
        const struct mk_card_row *arm = &h->t->card[mind->arm[victim] - 1];

        range = arm->range;
        dice = 10 * arm->dice;
    }
    NJ_ASSERT(nj_mk_in_play(mind, victim) && range > 0);
    if (far <= 1)
        return dice; /* twice, and every other one hits */
    return far <= COMES || (range > 1 && far <= COMES - 1 + range / 2)
               ? dice / 2
               : 0;
}

int nj_mk_nearest(const struct mk_hunt *h, uint16_t cell)
{
    int least = MK_FAR;

    for (nj_seat k = 0; k < h->mind->n; k++)
        if (nj_mk_in_play(h->mind, k) && h->cost[k][cell] < least)
            least = h->cost[k][cell];
    NJ_ASSERT(least >= 0 && least <= MK_FAR);
    return least;
}

/* --- where his turn ends --- */

/* What victims nearby are worth to him, the best of them. */
static int tempts(const struct mk_hunt *h, uint16_t cell)
{
    int best = MK_NOTHING;

    for (nj_seat k = 0; k < h->mind->n; k++) {
        int far, v;

        if (!nj_mk_in_play(h->mind, k))
            continue;
        far = h->cost[k][cell] > MK_FAR ? MK_FAR : h->cost[k][cell];
        v = GUARD * carries(h->mind, k) - STEP * far - WEAK * health(h, k) +
            (far <= 1 ? BESIDE : 0);
        best = v > best ? v : best;
    }
    NJ_ASSERT(cell < MK_CELLS);
    return best;
}

static void value_end(struct mk_hunt *h, uint16_t cell, int odds)
{
    int good = tempts(h, cell), wrath = 0;

    if (h->guard)
        good -= h->car[cell] > MK_FAR ? MK_FAR : h->car[cell];
    for (nj_seat k = 0; k < h->mind->n; k++)
        if (nj_mk_in_play(h->mind, k))
            wrath += HURT * deals(h, k, cell);
    wrath = wrath * (WHOLE + WORN * h->mind->k_damage) / WHOLE;
    odds = FEARED * odds > 1000 ? 1000 : FEARED * odds;
    NJ_ASSERT(wrath >= 0 && odds >= 0);
    h->shown[cell] = (int16_t)(good - wrath - SHOWN);
    h->then[0][cell] = (int16_t)(good - wrath * odds / 1000);
    if (nj_mk_has(&h->seen, cell))
        h->then[0][cell] = h->shown[cell];
}

/* `odds`: in thousandths, as victims see it, by cell. */
static void value_ends(struct mk_hunt *h, const int *odds)
{
    for (uint16_t cell = 0; cell < MK_CELLS; cell++) {
        h->then[0][cell] = h->shown[cell] = h->blow[cell] = MK_NOTHING;
        if (!nj_mk_solid(h->t, cell) && !nj_mk_mind_has_victim(h->mind, cell))
            value_end(h, cell, odds[cell]);
    }
}

/* --- what leads there --- */

static void ways_from(struct mk_hunt *h, uint16_t cell)
{
    NJ_ASSERT(cell < MK_CELLS && h->ways[cell] == 0);
    for (enum mk_dir dir = MK_N; dir < MK_DIRS; dir++) {
        enum mk_edge edge = nj_mk_edge(&h->view, cell, dir);
        uint16_t to = nj_mk_beside(cell, dir);
        bool free = to != MK_NOWHERE && !nj_mk_mind_has_victim(h->mind, to);
        bool walk = free && (edge == MK_OPEN || edge == MK_DOOR);
        bool over = free && (edge == MK_FENCE || edge == MK_WINDOW);

        h->ways[cell] |= (uint8_t)(walk << dir | over << (dir + MK_OVER));
    }
}

static void raise(int16_t *v, int other)
{
    if (other > *v)
        *v = (int16_t)other;
}

/* The best that one run to that side leads to; unseen cells alone end it. */
static void run(const struct mk_hunt *h, enum mk_dir dir, const int16_t *next,
                int16_t *out)
{
    int16_t far[MK_CELLS] = {0};
    bool up = dir == MK_N || dir == MK_W; /* what lies beyond comes first */

    NJ_ASSERT(next != out);
    for (uint16_t i = 0; i < MK_CELLS; i++) {
        uint16_t cell = up ? i : (uint16_t)(MK_CELLS - 1 - i);
        uint16_t to = nj_mk_next(h, cell, dir, 0);

        far[cell] = MK_NOTHING;
        if (to == cell)
            continue;
        far[cell] = far[to];
        if (!nj_mk_has(&h->seen, to))
            raise(&far[cell], next[to]);
        raise(&out[cell], far[cell]);
    }
}

/* What one more action makes of what being there is worth. */
static void one_more(struct mk_hunt *h, int left)
{
    int16_t *out = h->then[left];
    const int16_t *next = h->then[left - 1];
    int16_t was[MK_CELLS];

    NJ_ASSERT(left > 0);
    memcpy(out, next, sizeof(was));
    for (uint8_t i = 0; i < h->t->k_stalk; i++) {
        memcpy(was, out, sizeof(was));
        for (enum mk_dir dir = MK_N; dir < MK_DIRS; dir++)
            for (uint16_t cell = 0; cell < MK_CELLS; cell++)
                raise(&out[cell], was[nj_mk_next(h, cell, dir, 0)]);
    }
    for (enum mk_dir dir = MK_N; dir < MK_DIRS; dir++) {
        for (uint16_t cell = 0; cell < MK_CELLS; cell++)
            raise(&out[cell], next[nj_mk_next(h, cell, dir, MK_OVER)]);
        run(h, dir, next, out);
    }
    for (uint16_t cell = 0; cell < MK_CELLS; cell++)
        if (h->blow[cell] > MK_NOTHING)
            raise(&out[cell],
                  h->blow[cell] + (left == 1 ? h->shown[cell] : next[cell]));
}

/* --- all of it --- */

/* The team says that it holds both children and a car's key. */
static void watch_car(struct mk_hunt *h)
{
    const uint8_t *claim = h->mind->claim;
    uint8_t car = claim[MK_BLUE_KEY - MK_TOMMY] != 0 ? MK_BLUE : MK_YELLOW;

    NJ_ASSERT(!h->guard);
    if (claim[0] == 0 || claim[1] == 0 ||
        claim[MK_BLUE_KEY - MK_TOMMY + car] == 0)
        return;
    h->guard = true;
    h->view.lock[car] = false; /* the ways to it, not into it */
    nj_mk_costs(&h->view, h->t->car[car][0], MK_ACROSS, true, h->car);
    h->view.lock[car] = h->mind->lock[car];
}

/* Where victims will take him to be when his turn is over, if he ends it
 * unseen. */
static void be_suspected(struct mk_hunt *h)
{
    struct mk_mind theirs = *h->mind;
    struct plight p = {.mind = &theirs, .t = h->t, .view = h->view, .me = 0};
    struct mk_scales s = {.p = &p};

    theirs.visible = false;
    if (h->mind->visible || !h->mind->slipped) /* else they have done so */
        nj_mk_believe_turn(&theirs, h->t);
    nj_mk_suspect(&s);
    value_ends(h, s.odds);
}

/* From where he can strike, and what that brings. */
static void mark_blows(struct mk_hunt *h, nj_seat victim)
{
    for (enum mk_dir dir = MK_N; dir < MK_DIRS; dir++) {
        uint16_t from = nj_mk_beside(h->mind->cell[victim], dir);
        int worth;

        if (from == MK_NOWHERE || nj_mk_solid(h->t, from))
            continue;
        (void)nj_mk_prey_at(h, from, 0, &worth);
        h->blow[from] = (int16_t)worth;
    }
    NJ_ASSERT(nj_mk_in_play(h->mind, victim));
}

void nj_mk_look_ahead(struct mk_hunt *h)
{
    const struct mk_mind *mind = h->mind;
    bool more = memchr(mind->hand, MK_RELENTLESS, mind->n_hand) != NULL;
    int upto;

    h->view = nj_mk_mind_view(mind, h->t);
    h->left = mind->left < MK_AHEAD ? mind->left : MK_AHEAD - 1;
    nj_mk_mind_seen(mind, h->t, &h->seen);
    for (nj_seat k = 0; k < mind->n; k++)
        if (nj_mk_in_play(mind, k))
            nj_mk_costs(&h->view, mind->cell[k], MK_ACROSS, true,
                        h->cost[k]);
    watch_car(h);
    be_suspected(h);
    for (uint16_t cell = 0; cell < MK_CELLS; cell++)
        ways_from(h, cell);
    for (nj_seat k = 0; k < mind->n; k++)
        if (nj_mk_in_play(mind, k))
            mark_blows(h, k);
    upto = h->left + (mind->n_hand > 0) + more;
    for (int left = 1; left < upto; left++)
        one_more(h, left);
}
