/*
 * Random boards, and what may differ between two worlds: one row per secret
 * of the disclosure table (LN-9.4) and the clauses that make it one.
 */
#include <string.h>

#include "games/long_night/long_night.h"
#include "games/long_night/worlds.h"
#include "kit/nj_test.h"

#define ALL(w) (nj_bit((w)->seats) - 1)

/* --- places --- */

static uint8_t any_cell(const struct world *w, struct nj_rng *rng)
{
    return (uint8_t)nj_rng_below(rng, nj_world_cells(w));
}

/* A cell that one or two steps of some seat may lead to. */
static uint8_t near_cell(const struct world *w, struct nj_rng *rng)
{
    uint8_t cell = w->seat[nj_rng_below(rng, w->seats)].cell;
    uint32_t steps = 1 + nj_rng_below(rng, 2);

    while (steps-- > 0)
        cell = nj_world_next(w, cell, (int)nj_rng_below(rng, 4));
    return cell;
}

/* Neither a portal nor a pod in either world: it can be replaced. */
static bool loose(const struct world *a, const struct world *b, uint8_t cell)
{
    static const char fixed[] = "PEOe";

    return strchr(fixed, a->terrain[cell]) == NULL &&
           strchr(fixed, b->terrain[cell]) == NULL;
}

/* Puts different things at one place of both worlds. */
static void put(struct world *a, char in_a, struct world *b, char in_b,
                uint8_t cell)
{
    a->terrain[cell] = in_a;
    b->terrain[cell] = in_b;
    a->used[cell] = b->used[cell] = 0;
}

static void join(struct world *w, uint8_t cell, uint8_t far)
{
    w->terrain[cell] = w->terrain[far] = 'P';
    w->partner[cell] = far;
    w->partner[far] = cell;
}

static void join_one_way(struct world *w, uint8_t cell, uint8_t far)
{
    join(w, cell, far);
    w->terrain[cell] = 'O';
    w->terrain[far] = 'e';
}

/* --- random boards --- */

static void random_cells(struct world *w, struct nj_rng *rng)
{
    static const char kinds[] = "gwt";
    uint32_t walls = nj_rng_below(rng, 30);
    uint32_t things = nj_rng_below(rng, 40);

    for (uint8_t c = 0; c < nj_world_cells(w); c++) {
        w->terrain[c] = '.';
        w->right[c] = nj_rng_below(rng, 100) < walls;
        w->below[c] = nj_rng_below(rng, 100) < walls;
        for (int d = 0; d < 2; d++)
            w->door[d][c] = nj_rng_below(rng, 5) == 0;
        if (nj_rng_below(rng, 100) < things)
            w->terrain[c] = kinds[nj_rng_below(rng, 3)];
        if (w->terrain[c] == 't')
            w->used[c] = (uint8_t)nj_rng_below(rng, 4);
    }
}

static void random_portals(struct world *w, struct nj_rng *rng)
{
    for (uint32_t n = nj_rng_below(rng, 4); n > 0; n--) {
        uint8_t one = any_cell(w, rng);
        uint8_t two = any_cell(w, rng);

        if (one == two || !loose(w, w, one) || !loose(w, w, two))
            continue;
        if (nj_rng_below(rng, 3) == 0)
            join_one_way(w, one, two);
        else
            join(w, one, two);
    }
    for (uint32_t n = nj_rng_below(rng, 3); n > 0; n--) {
        uint8_t cell = any_cell(w, rng);

        if (loose(w, w, cell))
            w->terrain[cell] = 'h';
    }
    for (uint32_t n = 1 + nj_rng_below(rng, 3); n > 0; n--) {
        uint8_t cell = any_cell(w, rng);

        if (loose(w, w, cell))
            w->terrain[cell] = 'E';
    }
}

static void random_seats(struct world *w, struct nj_rng *rng)
{
    w->seats = (uint8_t)(2 + nj_rng_below(rng, WORLD_SEATS - 1));
    for (unsigned k = 0; k < w->seats; k++) {
        struct world_seat *s = &w->seat[k];

        do
            s->cell = any_cell(w, rng);
        while (w->terrain[s->cell] == 'E' || w->terrain[s->cell] == 'h');
        s->in = true;
        s->hides = (uint8_t)(w->hide == 2 ? 4 : w->hide);
        if (w->terrain[s->cell] == 'P')
            s->sub = (uint8_t)nj_rng_below(rng, 3);
    }
    w->turn = (uint8_t)nj_rng_below(rng, w->seats);
    w->round = 1 + nj_rng_below(rng, 5);
}

/* With other dice the Minotaur's way cannot be foretold. */
void nj_world_modes(struct world *w, const struct twist *twist,
                    struct nj_rng *rng)
{
    static const uint8_t pools[] = {LN_POOL_STANDARD, LN_POOL_TWIST,
                                    LN_POOL_WILD,     LN_POOL_CRAZY,
                                    LN_POOL_BUTTON,   LN_POOL_TRAP};

    w->rain = twist->rain;
    w->stop_walls = nj_rng_below(rng, 4) == 0;
    w->point = nj_rng_below(rng, 3) == 0;
    w->melee = nj_rng_below(rng, 4) == 0;
    w->grace = nj_rng_below(rng, 4) == 0;
    w->hide = (uint8_t)nj_rng_below(rng, 3);
    if (twist->hide && w->hide == 0)
        w->hide = (uint8_t)(1 + nj_rng_below(rng, 2));
    w->previous = nj_rng_below(rng, 2) == 0;
    w->first_sound = nj_rng_below(rng, 2) == 0;
    w->all_stop = nj_rng_below(rng, 3) == 0;
    w->community = nj_rng_below(rng, 2) == 0;
    if (w->community)
        w->blocks = pools[nj_rng_below(rng, NJ_COUNT(pools))];
    w->plan = w->hide < 2 && nj_rng_below(rng, 4) == 0;
    w->boss = !twist->chance && (twist->boss || nj_rng_below(rng, 4) == 0);
    w->bang =
        w->boss && (twist->bang || (!twist->boss && nj_rng_below(rng, 2) == 0));
}

static void random_lair(struct world *w, struct nj_rng *rng)
{
    w->lair = any_cell(w, rng);
    w->target = (uint8_t)nj_rng_below(rng, w->seats);
    w->stride = nj_rng_below(rng, 3) + (w->bang ? 3 : 0);
}

void nj_world_random(struct world *w, const struct twist *twist,
                     struct nj_rng *rng)
{
    memset(w, 0, sizeof(*w));
    w->size = (uint8_t[]){9, 9, 9, 10, 12}[nj_rng_below(rng, 5)];
    nj_world_modes(w, twist, rng);
    random_cells(w, rng);
    random_portals(w, rng);
    random_seats(w, rng);
    if (w->boss)
        random_lair(w, rng);
}

/* --- the rows --- */

/* The same board further round the torus: nobody knows the absolute place. */
static nj_seat_set shift(struct world *a, struct world *b, struct nj_rng *rng)
{
    unsigned n = a->size;
    unsigned by = 1 + nj_rng_below(rng, nj_world_cells(a) - 1u);
    uint8_t to[WORLD_CELLS];

    for (unsigned c = 0; c < n * n; c++)
        to[c] = (uint8_t)((c / n + by / n) % n * n + (c % n + by % n) % n);
    for (unsigned c = 0; c < n * n; c++) {
        b->terrain[to[c]] = a->terrain[c];
        b->right[to[c]] = a->right[c];
        b->below[to[c]] = a->below[c];
        for (int d = 0; d < 2; d++)
            b->door[d][to[c]] = a->door[d][c];
        b->used[to[c]] = a->used[c];
        b->partner[to[c]] = to[a->partner[c]];
    }
    for (unsigned k = 0; k < a->seats; k++)
        b->seat[k].cell = to[a->seat[k].cell];
    b->lair = to[a->lair];
    return ALL(a);
}

static bool displace(struct world *b, nj_seat k, uint8_t cell)
{
    if (b->seat[k].cell == cell || b->terrain[cell] == 'E')
        return false;
    b->seat[k].cell = cell;
    b->seat[k].sub = 0;
    return true;
}

/* Another seat stands somewhere else; its own walls tell it, nobody else. */
static nj_seat_set other_seat(struct world *a, struct world *b,
                              struct nj_rng *rng)
{
    nj_seat k = (nj_seat)nj_rng_below(rng, a->seats);

    return displace(b, k, any_cell(a, rng)) ? ALL(a) & ~nj_bit(k) : 0;
}

/* A seat does not know where it stands itself. */
static nj_seat_set own_place(struct world *a, struct world *b,
                             struct nj_rng *rng)
{
    nj_seat k = (nj_seat)nj_rng_below(rng, a->seats);

    return displace(b, k, any_cell(a, rng)) ? ALL(a) : 0;
}

/* Two seats meet in one world only: nothing tells those who are no prey. */
static nj_seat_set meeting(struct world *a, struct world *b, struct nj_rng *rng)
{
    nj_seat k = (nj_seat)nj_rng_below(rng, a->seats);
    nj_seat with = (nj_seat)((k + a->seats - 1u) % a->seats);
    uint8_t cell =
        nj_world_next(a, a->seat[with].cell, (int)nj_rng_below(rng, 4));

    return displace(b, k, cell) ? ALL(a) & ~nj_bit(k) : 0;
}

static nj_seat_set grass_or_trap(struct world *a, struct world *b,
                                 struct nj_rng *rng)
{
    uint8_t cell = near_cell(a, rng);

    if (!loose(a, b, cell))
        return 0;
    put(a, 'g', b, 't', cell);
    b->used[cell] = (uint8_t)(2 * nj_rng_below(rng, 3));
    return ALL(a);
}

static nj_seat_set water_or_rainy_trap(struct world *a, struct world *b,
                                       struct nj_rng *rng)
{
    uint8_t cell = near_cell(a, rng);

    if (!loose(a, b, cell))
        return 0;
    put(a, 'w', b, 't', cell);
    return ALL(a);
}

/* Two puddles two steps apart, or two portals: all three steps sound alike. */
static nj_seat_set water_or_portal(struct world *a, struct world *b,
                                   struct nj_rng *rng)
{
    uint8_t cell = near_cell(a, rng);
    int d = (int)nj_rng_below(rng, 4);
    uint8_t mid = nj_world_next(a, cell, d);
    uint8_t far = nj_world_next(a, mid, d);

    if (!loose(a, b, cell) || !loose(a, b, mid) || !loose(a, b, far))
        return 0;
    put(a, 'w', b, 'w', cell);
    put(a, 'w', b, 'w', far);
    put(a, '.', b, '.', mid);
    join(b, cell, far);
    for (int i = 0; i < 2; i++) {
        nj_world_set_wall(i == 0 ? a : b, cell, d, false);
        nj_world_set_wall(i == 0 ? a : b, mid, d, false);
    }
    return ALL(a);
}

/* LN-5.9: the exit of a one-way pair is a puddle to the ear. */
static nj_seat_set water_or_exit(struct world *a, struct world *b,
                                 struct nj_rng *rng)
{
    uint8_t here = near_cell(a, rng);
    uint8_t there = any_cell(a, rng);

    if (here == there || !loose(a, b, here) || !loose(a, b, there))
        return 0;
    put(a, 'w', b, 'w', here);
    put(a, 'w', b, 'w', there);
    join_one_way(b, there, here);
    return ALL(a);
}

/* Which end of a one-way pair is the entrance. */
static nj_seat_set way_round(struct world *a, struct world *b,
                             struct nj_rng *rng)
{
    uint8_t here = near_cell(a, rng);
    uint8_t there = any_cell(a, rng);

    if (here == there || !loose(a, b, here) || !loose(a, b, there))
        return 0;
    join_one_way(a, here, there);
    join_one_way(b, there, here);
    return ALL(a);
}

/* LN-5.8: of warmth only the mover is told; the others hear a plain step. */
static nj_seat_set heat_or_floor(struct world *a, struct world *b,
                                 struct nj_rng *rng)
{
    nj_seat k = (nj_seat)nj_rng_below(rng, a->seats);
    uint8_t cell = nj_world_next(a, a->seat[k].cell, (int)nj_rng_below(rng, 4));

    if (!loose(a, b, cell))
        return 0;
    put(a, '.', b, 'h', cell);
    return ALL(a) & ~nj_bit(k);
}

/* LN-4.3, 5.10: a closed door is a wall to whoever runs into it. */
static nj_seat_set wall_or_door(struct world *a, struct world *b,
                                struct nj_rng *rng)
{
    for (uint32_t n = 1 + nj_rng_below(rng, 20); n > 0; n--) {
        uint8_t cell = near_cell(a, rng);
        int d = 1 + 2 * (int)nj_rng_below(rng, 2);

        nj_world_set_wall(a, cell, d, true);
        nj_world_set_wall(b, cell, d, true);
        b->door[d == 1][cell] = !a->door[d == 1][cell];
    }
    return ALL(a);
}

static nj_seat_set portal_end(struct world *a, struct world *b,
                              struct nj_rng *rng)
{
    uint8_t cell = near_cell(a, rng);
    uint8_t one = any_cell(a, rng);
    uint8_t two = any_cell(a, rng);

    if (cell == one || cell == two || one == two || !loose(a, b, cell) ||
        !loose(a, b, one) || !loose(a, b, two))
        return 0;
    put(a, 'w', b, 'w', one);
    put(a, 'w', b, 'w', two);
    join(a, cell, one);
    join(b, cell, two);
    return ALL(a);
}

/* A seat on a portal, or under way below it. */
static nj_seat_set under_way(struct world *a, struct world *b,
                             struct nj_rng *rng)
{
    nj_seat k = (nj_seat)nj_rng_below(rng, a->seats);
    uint8_t cell = a->seat[k].cell;
    uint8_t far = any_cell(a, rng);

    if (cell == far || b->seat[k].cell != cell || !loose(a, b, cell) ||
        !loose(a, b, far))
        return 0;
    join(a, cell, far);
    join(b, cell, far);
    a->seat[k].sub = 0;
    b->seat[k].sub = (uint8_t)(1 + nj_rng_below(rng, 2));
    return ALL(a) & ~nj_bit(k);
}

static nj_seat_set entries(struct world *a, struct world *b, struct nj_rng *rng)
{
    uint8_t cell = near_cell(a, rng);
    uint8_t by = (uint8_t)(nj_rng_below(rng, 4) == 0 ? 1 : 2);

    if (!loose(a, b, cell))
        return 0;
    put(a, 't', b, 't', cell);
    a->used[cell] = (uint8_t)nj_rng_below(rng, 3);
    b->used[cell] = (uint8_t)(a->used[cell] + by);
    return ALL(a);
}

static nj_seat_set other_walls(struct world *a, struct world *b,
                               struct nj_rng *rng)
{
    for (uint32_t n = 1 + nj_rng_below(rng, 20); n > 0; n--) {
        uint8_t cell =
            nj_rng_below(rng, 2) == 0 ? near_cell(a, rng) : any_cell(a, rng);
        int d = (int)nj_rng_below(rng, 4);

        nj_world_set_wall(b, cell, d, !nj_world_wall(b, cell, d));
    }
    return ALL(a);
}

static nj_seat_set other_terrain(struct world *a, struct world *b,
                                 struct nj_rng *rng)
{
    static const char kinds[] = ".gwt";

    for (uint32_t n = 1 + nj_rng_below(rng, 20); n > 0; n--) {
        uint8_t cell =
            nj_rng_below(rng, 2) == 0 ? near_cell(a, rng) : any_cell(a, rng);

        if (!loose(a, b, cell))
            continue;
        b->terrain[cell] = kinds[nj_rng_below(rng, 4)];
        b->used[cell] = 0;
    }
    return ALL(a);
}

static nj_seat_set other_pods(struct world *a, struct world *b,
                              struct nj_rng *rng)
{
    uint8_t one = near_cell(a, rng);
    uint8_t two = any_cell(a, rng);

    for (unsigned k = 0; k < a->seats; k++)
        if (a->seat[k].cell == one || a->seat[k].cell == two)
            return 0;
    if (one == two || !loose(a, b, one) || !loose(a, b, two))
        return 0;
    put(a, 'E', b, '.', one);
    put(a, '.', b, 'E', two);
    return ALL(a);
}

static nj_seat_set dice(struct world *a, struct world *b, struct nj_rng *rng)
{
    NJ_UNUSED(b);
    NJ_UNUSED(rng);
    return ALL(a);
}

/* The worlds begin alike: what one seat does while it hides is not the same,
 * and the seats that may not know are all the others. */
static nj_seat_set hidden_steps(struct world *a, struct world *b,
                                struct nj_rng *rng)
{
    NJ_UNUSED(b);
    return ALL(a) & ~nj_bit((nj_seat)nj_rng_below(rng, a->seats));
}

/* The Minotaur is somewhere else: one that hears the same roar may not know. */
static nj_seat_set other_lair(struct world *a, struct world *b,
                              struct nj_rng *rng)
{
    b->lair = any_cell(a, rng);
    if (b->lair == a->lair)
        return 0;
    return nj_bit((nj_seat)nj_rng_below(rng, a->seats));
}

/* LN-23.6: where 邦邦 is, or how fast, nobody knows, wherever he stands. */
static nj_seat_set other_bang(struct world *a, struct world *b,
                              struct nj_rng *rng)
{
    if (nj_rng_below(rng, 2) == 0)
        b->lair = any_cell(a, rng);
    else
        b->stride = 3 + nj_rng_below(rng, 3);
    return b->lair == a->lair && b->stride == a->stride ? 0 : ALL(a);
}

static nj_seat_set several(struct world *a, struct world *b, struct nj_rng *rng)
{
    nj_seat_set seats = ALL(a);

    for (int i = 0; i < 4; i++) {
        const struct twist *t =
            &nj_twists[nj_rng_below(rng, (uint32_t)nj_twists_n - 1)];
        nj_seat_set more;

        if (t->rain || t->hide || t->boss || t->apply == shift)
            continue;
        more = t->apply(a, b, rng);
        if (more != 0)
            seats &= more;
    }
    return seats;
}

const struct twist nj_twists[] = {
    {.name = "the whole board lies elsewhere",
     .clause = "LN-9.4 spawn",
     .apply = shift},
    {.name = "another seat stands elsewhere",
     .clause = "LN-9.1",
     .apply = other_seat},
    {.name = "the seat itself stands elsewhere",
     .clause = "LN-9.1",
     .apply = own_place},
    {.name = "who is no prey is met or not",
     .clause = "LN-7.4",
     .apply = meeting},
    {.name = "grass or a trap", .clause = "LN-5.7", .apply = grass_or_trap},
    {.name = "water or a trap in the rain",
     .clause = "LN-5.7",
     .rain = true,
     .apply = water_or_rainy_trap},
    {.name = "water or a portal", .clause = "LN-5.4", .apply = water_or_portal},
    {.name = "water or the exit of a portal",
     .clause = "LN-5.9",
     .apply = water_or_exit},
    {.name = "which end is the entrance",
     .clause = "LN-5.9",
     .apply = way_round},
    {.name = "heat or floor", .clause = "LN-5.8", .apply = heat_or_floor},
    {.name = "a wall or a closed door",
     .clause = "LN-5.10",
     .apply = wall_or_door},
    {.name = "a portal's other end", .clause = "LN-5.4", .apply = portal_end},
    {.name = "under way or not", .clause = "LN-5.5", .apply = under_way},
    {.name = "entries into a trap", .clause = "LN-5.7", .apply = entries},
    {.name = "walls nobody has met", .clause = "LN-4.5", .apply = other_walls},
    {.name = "terrain nobody has met",
     .clause = "LN-9.4",
     .apply = other_terrain},
    {.name = "pods nobody has met", .clause = "LN-7.7", .apply = other_pods},
    {.name = "what a hidden seat does",
     .clause = "LN-8.4",
     .hide = true,
     .apply = hidden_steps},
    {.name = "where the Minotaur is",
     .clause = "LN-8.7",
     .boss = true,
     .apply = other_lair},
    {.name = "where the bombs are laid from",
     .clause = "LN-23.6",
     .boss = true,
     .bang = true,
     .apply = other_bang},
    {.name = "the dice", .clause = "LN-7.6", .chance = true, .apply = dice},
    {.name = "several of these",
     .clause = "LN-9.1",
     .chance = true,
     .apply = several},
};

const size_t nj_twists_n = NJ_COUNT(nj_twists);
