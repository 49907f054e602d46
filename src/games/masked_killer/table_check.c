/*
 * Whether board and cards are such as the rules want: the checks of MK-1.6,
 * the counts of MK-7.6, and the figures that are not ours to change
 * (MK-19.24).
 */
#include "base/status.h"
#include "games/masked_killer/masked_killer.h"

/* --- the board, edge by edge --- */

static bool is_house(const struct mk_table *t, uint16_t cell)
{
    return t->terrain[cell] >= MK_HOUSE && t->terrain[cell] < MK_BLUE_CAR;
}

static bool is_side(const struct mk_table *t, uint16_t cell, enum mk_dir dir,
                    unsigned edges)
{
    NJ_ASSERT(t->edge[cell][dir] < MK_EDGES);
    return (edges >> t->edge[cell][dir] & 1) != 0;
}

#define WALL 1u << MK_WALL

static bool open_rim(const struct mk_table *t, uint16_t cell, enum mk_dir dir)
{
    return nj_mk_beside(cell, dir) == MK_NOWHERE &&
           !is_side(t, cell, dir, WALL);
}

static bool open_solid(const struct mk_table *t, uint16_t cell, enum mk_dir dir)
{
    return nj_mk_solid(t, cell) && !is_side(t, cell, dir, WALL);
}

/* The checks from here on come only where there is a cell beyond. */
static bool open_house(const struct mk_table *t, uint16_t cell, enum mk_dir dir)
{
    return is_house(t, cell) &&
           t->terrain[cell] != t->terrain[nj_mk_beside(cell, dir)] &&
           !is_side(t, cell, dir, WALL | 1u << MK_DOOR | 1u << MK_WINDOW);
}

static bool open_car(const struct mk_table *t, uint16_t cell, enum mk_dir dir)
{
    enum mk_car car = nj_mk_car(t, cell);

    return car != MK_CARS && nj_mk_car(t, nj_mk_beside(cell, dir)) != car &&
           !is_side(t, cell, dir, WALL | 1u << MK_CAR_DOOR);
}

static bool lost_car_door(const struct mk_table *t, uint16_t cell,
                          enum mk_dir dir)
{
    bool inside = nj_mk_car(t, cell) != MK_CARS;
    bool beyond = nj_mk_car(t, nj_mk_beside(cell, dir)) != MK_CARS;

    return is_side(t, cell, dir, 1u << MK_CAR_DOOR) && inside == beyond;
}

static bool fence_indoors(const struct mk_table *t, uint16_t cell,
                          enum mk_dir dir)
{
    return is_side(t, cell, dir, 1u << MK_FENCE) && !nj_mk_outdoors(t, cell);
}

static bool search_across(const struct mk_table *t, uint16_t cell,
                          enum mk_dir dir)
{
    return nj_mk_spot(t, cell) != MK_TOKENS && !is_side(t, cell, dir, WALL) &&
           nj_mk_quads_of(nj_mk_beside(cell, dir)) != nj_mk_quads_of(cell);
}

static const struct {
    const char *what;
    bool (*broken)(const struct mk_table *t, uint16_t cell, enum mk_dir dir);
} edge_checks[] = {
    {"the rim is not wall", open_rim},
    {"a tree or parked car without a wall", open_solid},
    {"a house without wall, door or window", open_house},
    {"a car without wall or car door", open_car},
    {"a car door without a car on one side alone", lost_car_door},
    {"a fence that is not outdoors", fence_indoors},
    {"a search square next to another quadrant", search_across},
};

/* Says in which line and where a check fails; `side`: "" or of the cell. */
static enum nj_status bad_cell(const struct mk_table *t, uint16_t cell,
                               const char *side, const char *what,
                               struct nj_err *err)
{
    char text[MK_CELL_TEXT];

    return nj_fail(err, NJ_ERR_BAD_INPUT, "line %u: MK-1.6: %s%s%s: %s",
                   t->line + 2u * nj_mk_row(cell), nj_mk_cell(cell, text),
                   side[0] == '\0' ? "" : ", side ", side, what);
}

static enum nj_status check_edges(const struct mk_table *t, struct nj_err *err)
{
    for (uint16_t cell = 0; cell < MK_CELLS; cell++)
        for (enum mk_dir d = MK_N; d < MK_DIRS; d++)
            for (size_t i = 0; i < NJ_COUNT(edge_checks); i++) {
                if (edge_checks[i].broken(t, cell, d))
                    return bad_cell(t, cell, nj_mk_dirs[d], edge_checks[i].what,
                                    err);
                if (nj_mk_beside(cell, d) == MK_NOWHERE)
                    break; /* the others look at the cell beyond */
            }
    return NJ_OK;
}

/* --- the board as a whole --- */

/* The cells of a car are those of its setting. */
static enum nj_status check_cars(const struct mk_table *t, struct nj_err *err)
{
    for (uint16_t cell = 0; cell < MK_CELLS; cell++)
        for (enum mk_car car = MK_BLUE; car < MK_CARS; car++)
            if ((nj_mk_car(t, cell) == car) !=
                (t->car[car][0] == cell || t->car[car][1] == cell))
                return bad_cell(t, cell, "", "its car is set elsewhere", err);
    return NJ_OK;
}

static enum nj_status check_starts(const struct mk_table *t, struct nj_err *err)
{
    static const uint16_t street[2] = {MK_STREET * MK_COLS,
                                       MK_STREET * MK_COLS + MK_COLS - 1};

    for (int i = 0; i < 2; i++)
        if (t->street[i] != street[i])
            return bad_cell(t, t->street[i], "", "no start on the street", err);
    for (uint8_t i = 0; i < MK_WHO; i++)
        if (t->who[i].start != MK_NOWHERE && nj_mk_solid(t, t->who[i].start))
            return bad_cell(t, t->who[i].start, "", "nobody can start here",
                            err);
    return NJ_OK;
}

/* Every cell that can hold somebody is reached from A12, cars open. */
static enum nj_status check_reach(const struct mk_table *t, struct nj_err *err)
{
    uint16_t queue[MK_CELLS] = {MK_STREET * MK_COLS};
    bool seen[MK_CELLS] = {[MK_STREET * MK_COLS] = true};

    for (uint16_t from = 0, n = 1; from < n; from++)
        for (enum mk_dir d = MK_N; d < MK_DIRS; d++) {
            uint16_t to = nj_mk_beside(queue[from], d);

            if (is_side(t, queue[from], d, WALL | 1u << MK_FENCE) || seen[to])
                continue;
            NJ_ASSERT(n < MK_CELLS && !nj_mk_solid(t, to));
            seen[to] = true;
            queue[n++] = to;
        }
    for (uint16_t cell = 0; cell < MK_CELLS; cell++)
        if (!seen[cell] && !nj_mk_solid(t, cell))
            return bad_cell(t, cell, "", "cannot be reached from A12", err);
    return NJ_OK;
}

/* --- cards --- */

/* What the rules have to say of a card that no figure alone says. */
static enum nj_status check_kinds(const struct mk_table *t, struct nj_err *err)
{
    for (uint8_t kind = 0; kind < MK_CARDS; kind++) {
        const struct mk_card_row *row = &t->card[kind];
        const char *what = NULL;

        if ((row->timing == MK_ATTACK) != (row->dice > 0))
            what = "a weapon attacks, and nothing else does";
        else if ((row->fuel > 0 || row->counter > 0) && row->dice == 0)
            what = "what is no weapon has neither fuel nor counter";
        else if (row->fuel_only && row->fuel == 0)
            what = "it needs fuel and names none";
        else if ((row->timing == MK_DEFEND) != (row->cancels > 0))
            what = "what cancels a hit defends, and nothing else does";
        else if ((row->timing == MK_WITH_ATTACK) != (row->k_dice > 0))
            what = "what adds dice goes with an attack, and nothing else does";
        if (what != NULL)
            return nj_fail(err, NJ_ERR_BAD_INPUT, "%s: MK-7.3: %s",
                           nj_mk_cards[kind], what);
    }
    return NJ_OK;
}

/* MK-7.6. */
static enum nj_status check_counts(const struct mk_table *t, struct nj_err *err)
{
    static const struct {
        const char *list;
        uint8_t from, to, copies;
    } lists[] = {{"items", 0, MK_ITEMS, 32},
                 {"keys", MK_TOMMY, MK_QUICK, 4},
                 {"killer_cards", MK_QUICK, MK_CARDS, 10}};

    unsigned orders = 0;

    for (size_t i = 0; i < NJ_COUNT(lists); i++) {
        unsigned n = 0;

        for (uint8_t kind = lists[i].from; kind < lists[i].to; kind++)
            n += t->card[kind].copies;
        if (n != lists[i].copies)
            return nj_fail(err, NJ_ERR_BAD_INPUT,
                           "%s: MK-7.6: %u copies together, needed are %u",
                           lists[i].list, n, lists[i].copies);
    }
    for (uint8_t i = 0; i < MK_WHO; i++)
        orders |= 1u << t->who[i].order;
    return orders == 0x7e ? NJ_OK
                          : nj_fail(err, NJ_ERR_BAD_INPUT,
                                    "victims: MK-6.10: replacement_order is 1 "
                                    "to 6, each once");
}

/* --- figures of the seed, and of its lost icons (MK-19.24) --- */

#define FIGURE(place, entry, member, n)                 \
 {                                                      \
  place, entry, NJ_INTO(struct mk_table, member), n, #n \
 }
#define WORD(place, entry, member, n, word)               \
 {                                                        \
  place, entry, NJ_INTO(struct mk_table, member), n, word \
 }
#define E19 (18 * MK_COLS + 4)

static const struct {
    const char *place, *entry; /* in the file */
    struct nj_into into;
    uint16_t is;
    const char *said;
} figures[] = {
    FIGURE("dice.hit_from", "half of the faces", hit_from, 4),
    FIGURE("supply.exert", "supply", exert_supply, 12),
    FIGURE("killer.health", "killer", k_health, 12),
    FIGURE("killer.attack_dice", "killer", k_dice, 3),
    FIGURE("killer.stalk", "killer", k_stalk, 5),
    FIGURE("log.last_row.two_or_three_players", "log", last_row[0], 24),
    FIGURE("log.last_row.four_players", "log", last_row[1], 18),
    FIGURE("log.deaths.two_or_three_players", "log", deaths[0], 4),
    FIGURE("log.deaths.four_players", "log", deaths[1], 3),
    WORD("victims[0].start", "laurie", who[MK_LAURIE].start, E19, "E19"),
    FIGURE("victims[0].health", "laurie", who[MK_LAURIE].health, 3),
    FIGURE("victims[0].hand", "laurie", who[MK_LAURIE].limit, 4),
    FIGURE("victims[0].ability.exert_per_die", "laurie", who[MK_LAURIE].reroll,
           1),
    WORD("victims[4].gun", "loomis", who[MK_LOOMIS].gun, 1, "true"),
    WORD("victims[5].gun", "brackett", who[MK_BRACKETT].gun, 1, "true"),
    FIGURE("items[0].copies", "loaded_pistol", card[MK_PISTOL].copies, 2),
    FIGURE("items[0].effects[0].dice", "loaded_pistol", card[MK_PISTOL].dice,
           3),
    FIGURE("items[0].effects[0].range", "loaded_pistol", card[MK_PISTOL].range,
           10),
    WORD("items[0].effects[0].after", "loaded_pistol", card[MK_PISTOL].keep, 1,
         "keep"),
    FIGURE("items[1].effects[0].dice", "kitchen_knife", card[MK_KNIFE].dice, 2),
    FIGURE("items[1].effects[0].range", "kitchen_knife", card[MK_KNIFE].range,
           1),
    WORD("items[1].effects[0].after", "kitchen_knife", card[MK_KNIFE].keep, 1,
         "keep"),
    FIGURE("items[1].effects[1].exert", "kitchen_knife", card[MK_KNIFE].counter,
           1),
    WORD("keys[0].effects", "tommy", card[MK_TOMMY].child, 1, "child"),
    WORD("keys[1].effects", "lindsey", card[MK_LINDSEY].child, 1, "child"),
    WORD("keys[2].effects", "blue_key", card[MK_BLUE_KEY].car, 1 + MK_BLUE,
         "blue"),
    WORD("keys[3].effects", "yellow_key", card[MK_YELLOW_KEY].car,
         1 + MK_YELLOW, "yellow"),
};

static enum nj_status check_figures(const struct mk_table *t,
                                    struct nj_err *err)
{
    for (size_t i = 0; i < NJ_COUNT(figures); i++) {
        int64_t is = nj_into_get(t, figures[i].into);

        NJ_ASSERT(is >= 0);
        if (is != figures[i].is)
            return nj_fail(err, NJ_ERR_MISMATCH,
                           "%s: %s: MK-19.24: the rulebook has %s",
                           figures[i].place, figures[i].entry, figures[i].said);
    }
    return NJ_OK;
}

enum nj_status nj_mk_table_check(const struct mk_table *t, struct nj_err *err)
{
    static enum nj_status (*const checks[])(const struct mk_table *t,
                                            struct nj_err *err) = {
        check_edges, check_cars,   check_starts, check_reach,
        check_kinds, check_counts, check_figures};
    enum nj_status st = NJ_OK;

    for (size_t i = 0; i < NJ_COUNT(checks) && st == NJ_OK; i++)
        st = checks[i](t, err);
    return st;
}
