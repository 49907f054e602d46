/*
 * The killer's computer player (MK-14.4): of all that he can do now it takes
 * what is worth most, by what is public and his own cards.
 */
#include <string.h>

#include "games/masked_killer/mind.h"

enum {
    FAR = 99,       /* no way leads there */
    ACROSS = 5,     /* what a window or fence costs (MK-14) */
    GUARD = 6,      /* what a holder of what the escape wants is worth more */
    LAST_STRIKE = 2 /* so much health left is worth the last action */
};

/* What he goes by for one action. */
struct hunt {
    const struct mk_mind *mind;
    const struct mk_table *t;
    struct mk_view view;
    struct mk_cells seen;
    uint16_t cost[MK_VICTIMS_MAX][MK_CELLS]; /* from each victim */
    bool last;              /* he looks for where his turn ends */
    bool guard;             /* the team has all that it needs, as it says */
    uint16_t car[MK_CELLS]; /* ... to the car that it needs */
};

/* The team says that it holds both children and a car's key. */
static void watch_car(struct hunt *h)
{
    const uint8_t *claim = h->mind->claim;
    uint8_t car = claim[MK_BLUE_KEY - MK_TOMMY] != 0 ? MK_BLUE : MK_YELLOW;

    NJ_ASSERT(!h->guard);
    if (claim[0] == 0 || claim[1] == 0 ||
        claim[MK_BLUE_KEY - MK_TOMMY + car] == 0)
        return;
    h->guard = true;
    h->view.lock[car] = false; /* the ways to it, not into it */
    nj_mk_costs(&h->view, h->t->car[car][0], ACROSS, h->car);
    h->view.lock[car] = h->mind->lock[car];
}

static void look_around(struct hunt *h, const struct mk_mind *mind,
                        const struct mk_table *t)
{
    h->mind = mind;
    NJ_ASSERT(mind->n >= 2 && mind->n <= MK_VICTIMS_MAX);
    h->t = t;
    h->last = mind->left <= 1;
    h->guard = false;
    h->view = nj_mk_mind_view(mind, t);
    nj_mk_mind_seen(mind, t, &h->seen);
    for (nj_seat k = 0; k < mind->n; k++)
        if (mind->cell[k] != MK_NOWHERE)
            nj_mk_costs(&h->view, mind->cell[k], ACROSS, h->cost[k]);
    watch_car(h);
}

static int distance(const struct hunt *h, nj_seat victim, uint16_t cell)
{
    uint16_t cost = h->cost[victim][cell];

    NJ_ASSERT(h->mind->cell[victim] != MK_NOWHERE);
    return cost > FAR ? FAR : cost;
}

static int health(const struct hunt *h, nj_seat victim)
{
    NJ_ASSERT(h->mind->who[victim] != MK_NOBODY);
    return h->t->who[h->mind->who[victim]].health - h->mind->damage[victim];
}

static bool in_play(const struct hunt *h, nj_seat victim)
{
    NJ_ASSERT(victim < h->mind->n && victim < MK_VICTIMS_MAX);
    return h->mind->cell[victim] != MK_NOWHERE;
}

/* The weakest victim in reach of a cell; NJ_SEAT_NONE: nobody is. */
static nj_seat prey_at(const struct hunt *h, uint16_t cell)
{
    nj_seat best = NJ_SEAT_NONE;

    NJ_ASSERT(cell != MK_NOWHERE);
    for (nj_seat k = 0; k < h->mind->n; k++)
        if (in_play(h, k) && nj_mk_reach(&h->view, cell, h->mind->cell[k]) &&
            (best == NJ_SEAT_NONE || health(h, k) < health(h, best)))
            best = k;
    return best;
}

static int nearest(const struct hunt *h, uint16_t cell)
{
    int least = FAR;

    for (nj_seat k = 0; k < h->mind->n; k++)
        if (in_play(h, k) && distance(h, k, cell) < least)
            least = distance(h, k, cell);
    NJ_ASSERT(least >= 0 && least <= FAR);
    return least;
}

/* Does it say that it holds one of the four cards? */
static bool carries(const struct hunt *h, nj_seat victim)
{
    NJ_ASSERT(in_play(h, victim));
    return memchr(h->mind->claim, victim + 1, sizeof(h->mind->claim)) != NULL;
}

static int prey_value(const struct hunt *h, nj_seat victim, uint16_t cell)
{
    return -2 * (distance(h, victim, cell) + 2 * health(h, victim)) +
           (h->guard && carries(h, victim) ? 2 * GUARD : 0);
}

/* Where his turn ends. */
static int last_value(const struct hunt *h, uint16_t cell, bool seen)
{
    bool close = h->mind->visible || prey_at(h, h->mind->k) != NJ_SEAT_NONE;
    int off = nearest(h, cell) - 1;

    NJ_ASSERT(h->last);
    if (close)
        return (seen ? -24 : 0) - 2 * (off < 0 ? -off : off);
    return (seen ? -12 : 0) - 2 * (h->guard ? h->car[cell] : off + 1);
}

/* MK-14.4, in halves of a point. */
static int value(const struct hunt *h, uint16_t cell)
{
    bool seen = nj_mk_has(&h->seen, cell);
    int best = -2 * FAR;

    NJ_ASSERT(cell != MK_NOWHERE && !nj_mk_solid(h->t, cell));
    if (h->last)
        return last_value(h, cell, seen);
    for (nj_seat k = 0; k < h->mind->n; k++) {
        int v = in_play(h, k) ? prey_value(h, k, cell) : best;

        if (v > best)
            best = v;
    }
    return best - (seen ? 3 : 0) + (prey_at(h, cell) != NJ_SEAT_NONE ? 6 : 0);
}

/* --- where he can go --- */

struct choice {
    int value;
    uint32_t n; /* as good as the best one so far */
    const char *verb;
    uint16_t cell;
    uint8_t dir, steps;
};

static void consider(const struct hunt *h, struct choice *c, struct nj_rng *rng,
                     const struct choice *other)
{
    int v = value(h, other->cell);

    NJ_ASSERT(!nj_mk_mind_has_victim(h->mind, other->cell));
    if (c->verb != NULL && v < c->value)
        return;
    if (c->verb == NULL || v > c->value)
        c->n = 0;
    c->n++;
    if (c->n > 1 && nj_rng_below(rng, c->n) != 0)
        return; /* ties are drawn */
    *c = (struct choice){.value = v,
                         .n = c->n,
                         .verb = other->verb,
                         .cell = other->cell,
                         .dir = other->dir,
                         .steps = other->steps};
}

static bool is_way(enum mk_edge edge)
{
    return edge == MK_OPEN || edge == MK_DOOR;
}

/* Ends of a Stalk, over cells on which nobody is. */
static void stalks(const struct hunt *h, uint8_t most, struct choice *c,
                   struct nj_rng *rng)
{
    uint16_t queue[MK_CELLS];
    uint8_t steps[MK_CELLS];
    uint16_t n = 0;

    NJ_ASSERT(most > 0 && h->mind->k != MK_NOWHERE);
    memset(steps, 0xff, sizeof(steps));
    queue[n++] = h->mind->k;
    steps[h->mind->k] = 0;
    for (uint16_t i = 0; i < n; i++) {
        uint16_t at = queue[i];

        consider(h, c, rng, &(struct choice){.verb = "stalk", .cell = at});
        for (enum mk_dir dir = MK_N; dir < MK_DIRS && steps[at] < most; dir++) {
            uint16_t to = nj_mk_beside(at, dir);

            if (!is_way(nj_mk_edge(&h->view, at, dir)) || steps[to] != 0xff ||
                nj_mk_mind_has_victim(h->mind, to))
                continue;
            steps[to] = (uint8_t)(steps[at] + 1);
            queue[n++] = to;
        }
    }
}

static void sneaks(const struct hunt *h, struct choice *c, struct nj_rng *rng)
{
    NJ_ASSERT(h->mind->k != MK_NOWHERE && h->mind->left > 0);
    for (enum mk_dir dir = MK_N; dir < MK_DIRS; dir++) {
        enum mk_edge edge = nj_mk_edge(&h->view, h->mind->k, dir);
        uint16_t to = nj_mk_beside(h->mind->k, dir);

        if ((edge == MK_FENCE || edge == MK_WINDOW) &&
            !nj_mk_mind_has_victim(h->mind, to))
            consider(h, c, rng,
                     &(struct choice){
                         .verb = "sneak", .cell = to, .dir = (uint8_t)dir});
    }
}

static void hunts(const struct hunt *h, struct choice *c, struct nj_rng *rng)
{
    NJ_ASSERT(!h->mind->staggered && h->mind->left > 0);
    for (enum mk_dir dir = MK_N; dir < MK_DIRS; dir++) {
        uint16_t at = h->mind->k;

        for (uint8_t n = 1; is_way(nj_mk_edge(&h->view, at, dir)); n++) {
            at = nj_mk_beside(at, dir);
            if (nj_mk_mind_has_victim(h->mind, at))
                break;
            if (!nj_mk_has(&h->seen, at))
                consider(h, c, rng,
                         &(struct choice){.verb = "hunt",
                                          .cell = at,
                                          .dir = (uint8_t)dir,
                                          .steps = n});
        }
    }
}

static bool go(const struct hunt *h, struct nj_rng *rng,
               struct nj_brain_order *out)
{
    struct choice c = {.verb = NULL};
    char cell[MK_CELL_TEXT];

    stalks(h, h->mind->staggered ? h->t->k_staggered : h->t->k_stalk, &c, rng);
    sneaks(h, &c, rng);
    if (!h->mind->staggered)
        hunts(h, &c, rng);
    NJ_ASSERT(c.verb != NULL); /* he can always stay */
    if (c.cell == h->mind->k)
        return nj_brain_orders_text(out, NJ_PLACE_PRIVATE, "stalk", ".");
    if (strcmp(c.verb, "stalk") == 0)
        return nj_brain_orders_text(out, NJ_PLACE_PRIVATE, "stalk", "to %s",
                                    nj_mk_cell(c.cell, cell));
    if (strcmp(c.verb, "sneak") == 0)
        return nj_brain_orders_text(out, NJ_PLACE_PRIVATE, "sneak", "%s",
                                    nj_mk_dirs[c.dir]);
    return nj_brain_orders_text(out, NJ_PLACE_PRIVATE, "hunt", "%s %u",
                                nj_mk_dirs[c.dir], (unsigned)c.steps);
}

/* --- cards and strikes --- */

static bool holds(const struct mk_mind *mind, uint8_t card)
{
    NJ_ASSERT(card >= MK_QUICK && card < MK_CARDS); /* one of his */
    return memchr(mind->hand, card, mind->n_hand) != NULL;
}

/* Is the victim worth his last action too? */
static bool is_worth(const struct hunt *h, nj_seat prey)
{
    return prey != NJ_SEAT_NONE && !h->mind->staggered &&
           (h->mind->left > 1 || health(h, prey) <= LAST_STRIKE);
}

/* A card that brings him to a victim whom he could not strike without. */
static bool come_near(const struct hunt *h, struct nj_rng *rng,
                      struct nj_brain_order *out)
{
    struct choice c = {.verb = NULL};
    struct hunt now = *h;
    char cell[MK_CELL_TEXT];

    NJ_ASSERT(prey_at(h, h->mind->k) == NJ_SEAT_NONE);
    now.last = false; /* it is no action */
    if (holds(h->mind, MK_SILENT))
        sneaks(&now, &c, rng);
    if (c.verb != NULL && is_worth(h, prey_at(h, c.cell)))
        return nj_brain_orders_text(out, NJ_PLACE_PRIVATE, "play", "%s %s",
                                    nj_mk_cards[MK_SILENT], nj_mk_dirs[c.dir]);
    c.verb = NULL;
    if (holds(h->mind, MK_QUICK))
        stalks(&now, h->t->card[MK_QUICK].k_stalk, &c, rng);
    return c.verb != NULL && is_worth(h, prey_at(h, c.cell)) &&
           nj_brain_orders_text(out, NJ_PLACE_PRIVATE, "play", "%s to %s",
                                nj_mk_cards[MK_QUICK],
                                nj_mk_cell(c.cell, cell));
}

/* A victim who sees him; NJ_SEAT_NONE: nobody does, or more than one. */
static nj_seat only_viewer(const struct hunt *h)
{
    nj_seat viewer = NJ_SEAT_NONE;

    for (nj_seat k = 0; k < h->mind->n; k++) {
        if (!in_play(h, k) ||
            nj_mk_along(&h->view, h->mind->cell[k],
                        (enum mk_dir)h->mind->dir[k], h->mind->k) == 0)
            continue;
        if (viewer != NJ_SEAT_NONE)
            return NJ_SEAT_NONE;
        viewer = k;
    }
    NJ_ASSERT(viewer == NJ_SEAT_NONE || viewer < h->mind->n);
    return h->mind->visible ? viewer : NJ_SEAT_NONE;
}

/* A victim in reach whom one more token forces to rest, if one is left. */
static nj_seat tired(const struct hunt *h)
{
    nj_seat worn = NJ_SEAT_NONE;
    unsigned taken = 0;

    for (nj_seat k = 0; k < h->mind->n; k++) {
        taken += h->mind->exert[k];
        if (in_play(h, k) && h->mind->exert[k] == MK_REST_AT - 1 &&
            nj_mk_reach(&h->view, h->mind->k, h->mind->cell[k]))
            worn = k;
    }
    /* A host may have ruled more than there is. */
    return taken < h->t->exert_supply ? worn : NJ_SEAT_NONE;
}

/* Cards that cost no action (MK-14.4, 1). */
static bool play(const struct hunt *h, nj_seat prey, struct nj_rng *rng,
                 struct nj_brain_order *out)
{
    const struct mk_mind *mind = h->mind;
    nj_seat one = only_viewer(h), worn = tired(h);

    NJ_ASSERT(prey == NJ_SEAT_NONE || in_play(h, prey));
    if (holds(mind, MK_UNKILLABLE) &&
        (mind->k_damage >= 3 || (mind->staggered && prey != NJ_SEAT_NONE)))
        return nj_brain_orders_text(out, NJ_PLACE_PRIVATE, "play",
                                    "unkillable");
    if (prey != NJ_SEAT_NONE && !mind->staggered && holds(mind, MK_RELENTLESS))
        return nj_brain_orders_text(out, NJ_PLACE_PRIVATE, "play",
                                    "relentless");
    if (worn != NJ_SEAT_NONE && holds(mind, MK_DREAD))
        return nj_brain_orders_text(out, NJ_PLACE_PRIVATE, "play", "%s %u",
                                    nj_mk_cards[MK_DREAD], worn + 1u);
    if (is_worth(h, prey))
        return false;
    if (prey == NJ_SEAT_NONE && come_near(h, rng, out))
        return true;
    return mind->left == 1 && one != NJ_SEAT_NONE && holds(mind, MK_LURE) &&
           nj_brain_orders_text(out, NJ_PLACE_PRIVATE, "play", "%s %u %s",
                                nj_mk_cards[MK_LURE], one + 1u,
                                nj_mk_dirs[(mind->dir[one] + 2) % MK_DIRS]);
}

/* MK-14.4, 2. */
static bool strike(const struct hunt *h, nj_seat prey,
                   struct nj_brain_order *out)
{
    bool heavy;

    NJ_ASSERT(prey == NJ_SEAT_NONE || health(h, prey) > 0);
    if (!is_worth(h, prey))
        return false;
    heavy = holds(h->mind, MK_HEAVY) && health(h, prey) >= 2;
    return nj_brain_orders_text(out, NJ_PLACE_PRIVATE, "strike", "%u%s",
                                prey + 1u, heavy ? " heavy" : "");
}

/* Unseen, and about nine cells from the nearest of them. */
static bool start(const struct mk_mind *mind, const struct mk_table *t,
                  struct nj_rng *rng, struct nj_brain_order *out)
{
    struct hunt h;
    uint16_t best = MK_NOWHERE;
    int least = 2 * FAR;
    uint32_t n = 0;
    char cell[MK_CELL_TEXT];

    look_around(&h, mind, t);
    for (uint16_t at = 0; at < MK_CELLS; at++) {
        int off = nearest(&h, at) - 9;

        off = off < 0 ? -off : off;
        if (!nj_mk_outdoors(t, at) || nj_mk_has(&h.seen, at) ||
            nj_mk_mind_has_victim(mind, at) || off > least)
            continue;
        n = off < least ? 1 : n + 1;
        least = off;
        if (n == 1 || nj_rng_below(rng, n) == 0)
            best = at;
    }
    NJ_ASSERT(best != MK_NOWHERE);
    return nj_brain_orders_text(out, NJ_PLACE_PRIVATE, "startat", "%s",
                                nj_mk_cell(best, cell));
}

bool nj_mk_act_killer(const struct mk_mind *mind, const struct mk_table *t,
                      struct nj_rng *rng, struct nj_brain_order *out)
{
    struct hunt h;
    nj_seat prey;

    NJ_ASSERT((mind->asked & ~MK_Q_START) == 0); /* he is asked no more */
    if ((mind->asked & MK_Q_START) != 0)
        return start(mind, t, rng, out);
    if (mind->active != mind->n || mind->left == 0 || mind->k == MK_NOWHERE ||
        mind->round == 0 || mind->halted)
        return false;
    look_around(&h, mind, t);
    prey = prey_at(&h, mind->k);
    return play(&h, prey, rng, out) || strike(&h, prey, out) ||
           go(&h, rng, out);
}
