/*
 * Whether a board that could be read, and the cards behind it, are such as the
 * rules want (MK-1.6, 6.10, 7.3, 19.25).
 */
#include "base/status.h"
#include "games/masked_killer/ground.h"

#define OF(edge) (1u << (edge))

/* Says in which line and at which cell a check fails. */
static enum nj_status bad_cell(const struct mk_table *t, uint16_t cell,
                               const char *what, struct nj_err *err)
{
    return nj_fail(err, NJ_ERR_BAD_INPUT, "line %u: MK-1.6: %s: %s",
                   t->line + 2u * nj_mk_row(cell), MK_CELL(cell), what);
}

/* --- edges --- */

static bool is_house(const struct mk_table *t, uint16_t cell)
{
    return t->terrain[cell] >= MK_HOUSE && t->terrain[cell] < MK_BLUE_CAR;
}

/* Which edges may stand on that side of a cell, by bit, seen from there; from
 * beyond it there may be fewer. */
static unsigned allowed(const struct mk_table *t, uint16_t cell,
                        enum mk_dir dir)
{
    uint16_t beyond = nj_mk_beside(cell, dir);
    bool inside = nj_mk_car(t, cell) != MK_CARS;
    unsigned edges = OF(MK_EDGES) - 1;

    if (beyond == MK_NOWHERE || nj_mk_solid(t, cell))
        return OF(MK_WALL);
    if (!nj_mk_outdoors(t, cell))
        edges &= ~OF(MK_FENCE);
    if (t->terrain[cell] != t->terrain[beyond] && is_house(t, cell))
        edges &= OF(MK_WALL) | OF(MK_DOOR) | OF(MK_WINDOW);
    if (t->terrain[cell] != t->terrain[beyond] && inside)
        edges &= OF(MK_WALL) | OF(MK_CAR_DOOR);
    if (inside == (nj_mk_car(t, beyond) != MK_CARS))
        edges &= ~OF(MK_CAR_DOOR);
    NJ_ASSERT((edges & OF(MK_WALL)) != 0); /* which may stand anywhere */
    return edges;
}

static enum nj_status check_edge(const struct mk_table *t, uint16_t cell,
                                 enum mk_dir dir, struct nj_err *err)
{
    uint8_t edge = t->edge[cell][dir];
    char what[64];

    NJ_ASSERT(edge < MK_EDGES);
    if ((allowed(t, cell, dir) >> edge & 1) == 0) {
        (void)snprintf(what, sizeof(what), "no %s can be %s of it",
                       nj_mk_edges[edge], nj_mk_dirs[dir]);
        return bad_cell(t, cell, what, err);
    }
    if (nj_mk_spot(t, cell) == MK_TOKENS || edge == MK_WALL ||
        nj_mk_quads_of(nj_mk_beside(cell, dir)) == nj_mk_quads_of(cell))
        return NJ_OK;
    return bad_cell(t, cell, "a search square next to another quadrant", err);
}

static enum nj_status check_edges(const struct mk_table *t, struct nj_err *err)
{
    enum nj_status st = NJ_OK;

    for (uint16_t i = 0; i < MK_CELLS * MK_DIRS && st == NJ_OK; i++)
        st = check_edge(t, i / MK_DIRS, (enum mk_dir)(i % MK_DIRS), err);
    return st;
}

/* --- the board as a whole --- */

static enum nj_status check_starts(const struct mk_table *t, struct nj_err *err)
{
    /* MK-19.24: A12, R12, E19. */
    bool fine = t->street[0] == MK_STREET * MK_COLS &&
                t->street[1] == MK_STREET * MK_COLS + MK_COLS - 1 &&
                t->who[MK_LAURIE].start == 18 * MK_COLS + 4;

    if (!fine)
        return nj_fail(err, NJ_ERR_BAD_INPUT,
                       "line %u: MK-19.24: the rulebook has starts on A12, R12 "
                       "and, of laurie, E19",
                       t->line);
    for (int i = 0; i < MK_WHO + 2; i++) {
        uint16_t at = i < MK_WHO ? t->who[i].start : t->street[i - MK_WHO];

        if (at != MK_NOWHERE && nj_mk_solid(t, at))
            return bad_cell(t, at, "nobody can start here", err);
    }
    return NJ_OK;
}

/* Every cell that can hold somebody is reached from A12, cars open. */
static enum nj_status check_reach(const struct mk_table *t, struct nj_err *err)
{
    const struct mk_view open = {.t = t};
    uint16_t cost[MK_CELLS];

    NJ_ASSERT(!nj_mk_solid(t, t->street[0])); /* @1 stands there */
    nj_mk_costs(&open, t->street[0], MK_CLIMBED, false, cost);
    for (uint16_t cell = 0; cell < MK_CELLS; cell++)
        if (cost[cell] == UINT16_MAX && !nj_mk_solid(t, cell))
            return bad_cell(t, cell, "it cannot be reached from A12", err);
    return NJ_OK;
}

/* --- cards: what no figure alone says --- */

static const char *card_fault(const struct mk_card_row *row)
{
    if ((row->timing == MK_ATTACK) != (row->dice > 0 && row->range > 0))
        return "a weapon attacks, and nothing else does";
    if ((row->fuel > 0 || row->counter > 0) && row->dice == 0)
        return "what is no weapon has neither fuel nor counter";
    if ((row->fuel > 0) != (row->fuel_dice > 0 && row->fuel_range > 0) ||
        (row->fuel_only && row->fuel == 0))
        return "fuel, its dice and its range belong together";
    if ((row->timing == MK_DEFEND) != (row->cancels > 0))
        return "what cancels a hit defends, and nothing else does";
    if ((row->timing == MK_WITH_ATTACK) != (row->k_dice > 0))
        return "what adds dice goes with an attack, and nothing else does";
    return NULL;
}

/* MK-19.25, 2: what a weapon of ours may be. */
static const char *weapon_fault(const struct mk_card_row *row)
{
    if (row->dice > 4 || row->range > 5 || row->fuel_range > 5)
        return "a weapon has at most 4 dice and range 5";
    if (row->fuel > 0 && !row->fuel_only && row->fuel_dice > row->dice + 3)
        return "fuel adds at most 3 dice";
    return NULL;
}

static enum nj_status check_kinds(const struct mk_table *t, struct nj_err *err)
{
    unsigned orders = 0;

    for (int kind = 0; kind < MK_CARDS; kind++) {
        const struct mk_card_row *row = &t->card[kind];
        const char *fault = card_fault(row);

        if (fault == NULL && kind != MK_PISTOL && kind != MK_KNIFE)
            fault = weapon_fault(row);
        if (fault != NULL)
            return nj_fail(err, NJ_ERR_BAD_INPUT, "%s: MK-7.3: %s",
                           nj_mk_cards[kind], fault);
    }
    for (int i = 0; i < MK_WHO; i++)
        orders |= OF(t->who[i].order);
    NJ_ASSERT(orders < OF(MK_WHO + 1)); /* as each was read */
    return orders == OF(MK_WHO + 1) - 2
               ? NJ_OK
               : nj_fail(err, NJ_ERR_BAD_INPUT,
                         "victims: MK-6.10: order is 1 to 6, each once");
}

/* --- cards: how many of them (MK-19.25, 1, 4 and 5) --- */

/* Copies of neighbours in enum mk_card; or how many kinds have any. */
static const struct share {
    const char *what;
    uint8_t from, to, lo, hi;
    bool kinds;
} shares[] = {{"weapons but guns", MK_KNIFE, MK_MATCHES, 10, 16, false},
              {"healing", MK_AID, MK_SODA, 3, 8, false},
              {"kinds of the killer's", MK_QUICK, MK_CARDS, 6, 8, true}};

static enum nj_status check_shares(const struct mk_table *t, struct nj_err *err)
{
    for (size_t i = 0; i < NJ_COUNT(shares); i++) {
        const struct share *share = &shares[i];
        unsigned n = 0;

        for (int kind = share->from; kind < share->to; kind++)
            n += share->kinds ? t->card[kind].copies > 0 : t->card[kind].copies;
        if (n < share->lo || n > share->hi)
            return nj_fail(err, NJ_ERR_BAD_INPUT,
                           "cards: MK-19.25: %u %s, not %u to %u", n,
                           share->what, share->lo, share->hi);
    }
    return NJ_OK;
}

/* Rows that bring a card: 4 to 8, as far from each other as the others are. */
static enum nj_status check_icons(const struct mk_table *t, struct nj_err *err)
{
    unsigned n = 0, last = 0, least = MK_ROUNDS_MAX, most = 0;

    for (unsigned row = 1; row <= MK_ROUNDS_MAX; row++) {
        if (!t->icon[row])
            continue;
        if (n++ > 0 && row - last < least)
            least = row - last;
        if (n > 1 && row - last > most)
            most = row - last;
        last = row;
    }
    NJ_ASSERT(last <= MK_ROUNDS_MAX);
    return n >= 4 && n <= 8 && most <= least + 1
               ? NJ_OK
               : nj_fail(err, NJ_ERR_BAD_INPUT,
                         "icon_rows: MK-19.25: 4 to 8, evenly spread");
}

enum nj_status nj_mk_table_check(struct mk_table *t, struct nj_err *err)
{
    static enum nj_status (*const checks[])(const struct mk_table *t,
                                            struct nj_err *err) = {
        check_reach, check_kinds, check_shares, check_icons};
    enum nj_status st = check_edges(t, err);

    if (st == NJ_OK)
        st = check_starts(t, err);
    if (st == NJ_OK)
        nj_mk_table_measure(t); /* now that the rim is wall */
    for (size_t i = 0; i < NJ_COUNT(checks) && st == NJ_OK; i++)
        st = checks[i](t, err);
    return st;
}
