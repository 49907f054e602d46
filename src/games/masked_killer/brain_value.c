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
    HURT = 7,     /* a tenth of a hit on him ... */
    WHOLE = 24,   /* ... more by so many parts of this ... */
    WORN = 5,     /* ... for each that he has taken */
    SHOWN = 27,   /* to be seen when his turn ends */
    FEARED = 4,   /* times as likely as they think is he found where he hides */
    STEP = 6,     /* from a victim */
    BESIDE = 90,  /* none */
    WEAK = 40,    /* a hit less that a victim bears */
    UNARMED = 11, /* tenths of a die of whom nobody saw strike ... */
    ARMED = 16,   /* ... who has cards */
    MEETS = 50,   /* percent of a blow at who walks into him ... */
    SPIED = 10,   /* to be seen in their turns */
    COMES = 5     /* steps from where it strikes with its second action */
};

/* What pays otherwise against two victims than against three, as measured. */
static const struct tactics {
    uint8_t carry;   /* to kill, for each quarter of a card of the escape */
    uint8_t guard;   /* to be near to it, likewise */
    uint8_t car;     /* a step from the car that the team needs */
    uint8_t foresee; /* thousandths: what he foresees, beside what is now */
} tactics[] = {{15, 2, 1, 3}, {30, 5, 6, 20}};

static const struct tactics *tactics_of(const struct mk_hunt *h)
{
    NJ_ASSERT(h->mind->n >= 2 && h->mind->n <= MK_VICTIMS_MAX);
    return &tactics[h->mind->n - 2];
}

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
    return (HIT * hits +
            (KILL + tactics_of(h)->carry * carries(h->mind, victim)) * deaths) /
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
static int deals(const struct mk_hunt *h, nj_seat victim, int far)
{
    const struct mk_mind *mind = h->mind;
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
        if (nj_mk_in_play(h->mind, k) && h->cost[k].to[cell] < least)
            least = h->cost[k].to[cell];
    NJ_ASSERT(least >= 0 && least <= MK_FAR);
    return least;
}

/* --- where his turn ends --- */

/* What a victim so far away is worth to him, and deals. */
static void value_victim(struct mk_hunt *h, nj_seat victim)
{
    int worth = tactics_of(h)->guard * carries(h->mind, victim) -
                WEAK * health(h, victim);

    NJ_ASSERT(nj_mk_in_play(h->mind, victim));
    for (int far = 0; far <= MK_FAR; far++) {
        h->tempts[victim][far] =
            (int16_t)(worth - STEP * far + (far <= 1 ? BESIDE : 0));
        h->deals[victim][far] = (int16_t)deals(h, victim, far);
    }
    h->meets[victim] = MEETS * blow_worth(h, victim, h->t->k_dice) / 100;
}

/* By cells: what the victims are worth to him, the best of them, and what they
 * deal him together. */
struct outlook {
    int best[MK_CELLS], dealt[MK_CELLS];
};

/* `foes`: those who deal him anything, by cells and bit; NULL: all. */
static void look_out(const struct mk_hunt *h, const struct mk_steps *from,
                     const uint8_t *foes, struct outlook *out)
{
    for (uint16_t cell = 0; cell < MK_CELLS; cell++) {
        out->best[cell] = MK_NOTHING;
        out->dealt[cell] = 0;
    }
    for (nj_seat k = 0; k < h->mind->n; k++) {
        if (!nj_mk_in_play(h->mind, k))
            continue;
        for (uint16_t cell = 0; cell < MK_CELLS; cell++) {
            uint16_t to = from[k].to[cell], far = to < MK_FAR ? to : MK_FAR;

            if (h->tempts[k][far] > out->best[cell])
                out->best[cell] = h->tempts[k][far];
            if (foes == NULL || (foes[cell] >> k & 1) != 0)
                out->dealt[cell] += h->deals[k][far];
        }
    }
    NJ_ASSERT(out->dealt[0] >= 0);
}

/* What it costs to be away from the car, once they hold all that they need. */
static int leaves_car(const struct mk_hunt *h, uint16_t cell)
{
    int far = h->car[cell] > MK_FAR ? MK_FAR : h->car[cell];

    NJ_ASSERT(far >= 0 && tactics_of(h)->car > 0);
    return h->guard ? tactics_of(h)->car * far : 0;
}

/* He fears more who has been hit. */
static int anger(const struct mk_hunt *h, int dealt)
{
    NJ_ASSERT(dealt >= 0);
    return HURT * dealt * (WHOLE + WORN * h->mind->k_damage) / WHOLE;
}

/* What ending his turn there unseen will be worth when it is his again, after all
 * that he foresees. */
static int foreseen(const struct mk_hunt *h, const struct outlook *soon,
                    uint16_t cell, int odds)
{
    bool spied = h->spied[cell];
    int v = soon->best[cell] - leaves_car(h, cell);

    NJ_ASSERT(h->trod[cell] <= h->mind->n);
    if (h->trod[cell] > 0)
        v += h->meets[h->trod[cell] - 1];
    return v - anger(h, soon->dealt[cell]) * (spied ? 1000 : odds / 2) / 1000 -
           (spied ? SPIED : 0);
}

/* `odds`: in thousandths, as victims see it. */
static void value_end(struct mk_hunt *h, const struct outlook *now,
                      const struct outlook *soon, uint16_t cell, int odds)
{
    int trust = h->foresees ? tactics_of(h)->foresee : 0;
    int angry = anger(h, now->dealt[cell]);
    int good = now->best[cell] - leaves_car(h, cell);

    odds = FEARED * odds > 1000 ? 1000 : FEARED * odds;
    NJ_ASSERT(angry >= 0 && odds >= 0);
    h->shown[cell] = (int16_t)(good - angry - SHOWN);
    good -= angry * odds / 1000;
    if (trust > 0)
        good = (good * (1000 - trust) + foreseen(h, soon, cell, odds) * trust) /
               1000;
    h->then[0][cell] = (int16_t)good;
}

static void value_ends(struct mk_hunt *h, const int odds[MK_CELLS])
{
    const struct mk_mind *mind = h->mind;
    struct outlook now, soon;

    for (nj_seat k = 0; k < mind->n; k++)
        if (nj_mk_in_play(mind, k))
            value_victim(h, k);
    look_out(h, h->cost, NULL, &now);
    look_out(h, h->soon, h->foes, &soon);
    for (uint16_t cell = 0; cell < MK_CELLS; cell++) {
        h->blow[cell] = MK_NOTHING;
        if (nj_mk_solid(h->t, cell))
            h->then[0][cell] = h->shown[cell] = MK_NOTHING;
        else
            value_end(h, &now, &soon, cell, odds[cell]);
    }
    MK_FOREACH_CELL(cell, &h->seen)
        h->then[0][cell] = h->shown[cell];
    for (nj_seat k = 0; k < mind->n; k++)
        if (mind->cell[k] != MK_NOWHERE)
            h->then[0][mind->cell[k]] = h->shown[mind->cell[k]] = MK_NOTHING;
}

/* --- what leads there --- */

/* Nobody walks onto a victim's cell. */
static void find_ways(struct mk_hunt *h)
{
    memcpy(h->ways, h->t->ways[nj_mk_lock(&h->view)], sizeof(h->ways));
    for (nj_seat k = 0; k < h->mind->n; k++)
        for (enum mk_dir d = MK_N; d < MK_DIRS; d++) {
            uint16_t from = h->mind->cell[k] == MK_NOWHERE
                                ? MK_NOWHERE
                                : nj_mk_beside(h->mind->cell[k], d);
            unsigned back = (d + 2) % MK_DIRS;

            if (from != MK_NOWHERE)
                h->ways[from] &=
                    (uint8_t) ~(1U << back | 1U << (back + MK_CLIMB));
        }
    NJ_ASSERT(h->mind->n <= MK_VICTIMS_MAX);
}

static void raise(int16_t *v, int other)
{
    if (other > *v)
        *v = (int16_t)other;
}

/* Values with as much around them as a step leads beyond the rim: nobody goes
 * there, it is but read. */
#define AROUND (MK_COLS + MK_VALUES + MK_COLS)

/* What a step to each side lets through: all, or nothing. */
struct gates {
    int16_t to[2 * MK_DIRS][MK_VALUES];
};

#define SHUT 0x80 /* both bytes of less than any value */

static void open_gates(const struct mk_hunt *h, struct gates *g)
{
    memset(g, SHUT, sizeof(*g));
    for (uint16_t cell = 0; cell < MK_CELLS; cell++)
        for (unsigned left = h->ways[cell]; left != 0; left &= left - 1)
            g->to[__builtin_ctz(left)][cell] = INT16_MAX;
    NJ_ASSERT(g->to[MK_N][0] < MK_NOTHING); /* the rim */
}

/* Raises all values to those that `from` has a step away, where `gate` lets. */
static void raise_all(int16_t *restrict v, const int16_t *restrict from,
                      const int16_t *restrict gate)
{
    for (unsigned i = 0; i < MK_VALUES; i++) {
        int let = from[i] < gate[i] ? from[i] : gate[i];

        v[i] = (int16_t)(v[i] > let ? v[i] : let);
    }
}

/* The best that one run to that side leads to; unseen cells alone end it. */
static void run(const struct gates *g, enum mk_dir dir, const int16_t *unseen,
                int16_t *out)
{
    const int16_t *gate = g->to[dir];
    int16_t around[AROUND] = {0}, *far = around + MK_COLS;
    int step = nj_mk_step(dir); /* what lies beyond comes first */

    NJ_ASSERT(dir < MK_DIRS);
    for (int i = 0; i < MK_CELLS; i++) {
        int cell = step < 0 ? i : MK_CELLS - 1 - i, to = cell + step;
        int best = far[to] > unseen[to] ? far[to] : unseen[to];

        far[cell] = (int16_t)(best < gate[cell] ? best : gate[cell]);
        raise(&out[cell], far[cell]);
    }
}

/* What one more action makes of what being there is worth. */
static void one_more(struct mk_hunt *h, const struct gates *g, int left)
{
    int16_t *out = h->then[left];
    const int16_t *next = h->then[left - 1];
    int16_t before[AROUND] = {0}, *was = before + MK_COLS;
    int16_t around[AROUND] = {0}, *unseen = around + MK_COLS;

    NJ_ASSERT(left > 0);
    memcpy(out, next, sizeof(h->then[0]));
    for (uint8_t i = 0; i < h->t->k_stalk; i++) {
        memcpy(was, out, sizeof(h->then[0]));
        for (unsigned d = 0; d < MK_DIRS; d++)
            raise_all(out, was + nj_mk_step(d), g->to[d]);
    }
    memcpy(was, next, sizeof(h->then[0]));
    memcpy(unseen, next, sizeof(h->then[0]));
    MK_FOREACH_CELL(cell, &h->seen)
        unseen[cell] = MK_NOTHING;
    for (enum mk_dir d = MK_N; d < MK_DIRS; d++) {
        raise_all(out, was + nj_mk_step(d), g->to[d + MK_CLIMB]);
        run(g, d, unseen, out);
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

    memset(h->foes, 0xff, sizeof(h->foes));   /* all, where nobody sees him */
    h->foresees = !nj_mk_none(&theirs.maybe); /* in a match there is some */
    if (!h->foresees) {
        value_ends(h, s.odds);
        return;
    }
    theirs.visible = false;
    if (h->mind->visible || !h->mind->slipped) /* else they have done so */
        nj_mk_believe_turn(&theirs, h->t);
    nj_mk_suspect(&s);
    nj_mk_foresee(h, &theirs);
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
    bool more = nj_mk_mind_holds(mind, MK_RELENTLESS);
    struct gates gates;
    int upto;

    h->view = nj_mk_mind_view(mind, h->t);
    h->left = mind->left < MK_AHEAD ? mind->left : MK_AHEAD - 1;
    nj_mk_mind_seen(mind, h->t, &h->seen);
    for (nj_seat k = 0; k < mind->n; k++)
        if (nj_mk_in_play(mind, k))
            nj_mk_costs(&h->view, mind->cell[k], MK_ACROSS, true,
                        h->cost[k].to);
    watch_car(h);
    be_suspected(h);
    find_ways(h);
    open_gates(h, &gates);
    for (nj_seat k = 0; k < mind->n; k++)
        if (nj_mk_in_play(mind, k))
            mark_blows(h, k);
    upto = h->left + (mind->n_hand > 0) + more;
    for (int left = 1; left < upto; left++)
        one_more(h, &gates, left);
}
