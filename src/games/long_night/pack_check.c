/*
 * What one block must keep: checks V3 to V10 of LN-3.5.
 */
#include "base/bug.h"
#include "games/long_night/pack.h"

#define ALL_CELLS ((1u << LN_BLOCK) - 1u)

/* The line of the block where it is all of it, else that of the cell, which
 * is named as in the pack: row and column. */
static enum nj_status broken(const struct ln_block *b, const char *check,
                             uint8_t cell, const char *what, struct nj_err *err)
{
    unsigned row = cell / LN_SIDE;

    NJ_ASSERT(check[0] == 'V');
    if (cell == LN_NOWHERE)
        return nj_fail(err, NJ_ERR_BAD_INPUT, "line %u: %s: block '%s': %s",
                       b->line, check, b->id, what);
    return nj_fail(err, NJ_ERR_BAD_INPUT,
                   "line %u: %s: block '%s', cell %u%u: %s",
                   b->line + 2 + 2 * row, check, b->id, row,
                   (unsigned)cell % LN_SIDE, what);
}

static uint8_t walls(const struct ln_block *b, uint8_t cell)
{
    uint8_t n = 0;

    NJ_ASSERT(cell < LN_BLOCK);
    for (int d = 0; d < LN_DIRS; d++)
        n = (uint8_t)(n +
                      (nj_ln_block_edge(b, cell, (enum ln_dir)d) == LN_WALL));
    NJ_ASSERT(n <= LN_DIRS);
    return n;
}

static enum nj_status check_sealed(const struct ln_block *b, struct nj_err *err)
{
    for (uint8_t c = 0; c < LN_BLOCK; c++) {
        bool listed = (b->sealed >> c & 1) != 0;

        if (listed != nj_ln_block_sealed(b, c))
            return broken(b, "V3", c,
                          listed ? "a cell listed as sealed is open"
                                 : "a sealed cell is not listed",
                          err);
        if (listed && (b->terrain[c] != LN_FLOOR || b->thing[c] != LN_NOTHING))
            return broken(b, "V3", c, "a sealed cell is not plain floor", err);
    }
    return NJ_OK;
}

/* V4; the letters were paired when the picture was read. */
static enum nj_status check_portals(const struct ln_block *b,
                                    struct nj_err *err)
{
    for (uint8_t c = 0; c < LN_BLOCK; c++)
        if (b->portal[c] != LN_NOWHERE && walls(b, c) == LN_DIRS)
            return broken(b, "V4", c, "a portal has four walls", err);
    return NJ_OK;
}

static enum nj_status check_pods(const struct ln_block *b, struct nj_err *err)
{
    uint8_t pods = 0;

    for (uint8_t c = 0; c < LN_BLOCK; c++) {
        if (b->terrain[c] != LN_POD)
            continue;
        pods++;
        if (walls(b, c) < 2)
            return broken(b, "V5", c, "a pod has fewer than two walls", err);
    }
    if (pods != (b->kind == LN_EXIT ? 1 : 0))
        return broken(b, "V5", LN_NOWHERE,
                      b->kind == LN_EXIT ? "an exit block has one pod"
                                         : "only exit blocks have pods",
                      err);
    return NJ_OK;
}

/* The cells one step, or one portal, from a cell. `back`: one-way portals
 * are passable from their exit end too. */
static unsigned near(const struct ln_block *b, uint8_t cell, bool back)
{
    unsigned set = 0;

    NJ_ASSERT(cell < LN_BLOCK);
    for (int d = 0; d < LN_DIRS; d++) {
        uint8_t to = nj_ln_block_next(cell, (enum ln_dir)d);

        if (to != LN_NOWHERE &&
            nj_ln_block_edge(b, cell, (enum ln_dir)d) != LN_WALL)
            set |= 1u << to;
    }
    if (b->terrain[cell] == LN_PORTAL ||
        (back && b->terrain[cell] == LN_EXIT_END))
        set |= 1u << b->portal[cell];
    NJ_ASSERT(set <= ALL_CELLS);
    return set;
}

/* The cells that can be reached from `set`. */
static unsigned spread(const struct ln_block *b, unsigned set, bool back)
{
    unsigned before;

    NJ_ASSERT(set <= ALL_CELLS);
    do {
        before = set;
        for (uint8_t c = 0; c < LN_BLOCK; c++)
            if ((set >> c & 1) != 0)
                set |= near(b, c, back);
    } while (set != before);
    NJ_ASSERT((set & before) == before);
    return set;
}

static uint8_t first_of(unsigned set)
{
    uint8_t c = 0;

    NJ_ASSERT(set != 0);
    while ((set >> c & 1) == 0)
        c++;
    return c;
}

static enum nj_status check_reach(const struct ln_block *b, struct nj_err *err)
{
    unsigned rim = 0;
    unsigned wanted = ALL_CELLS & ~(unsigned)b->sealed;
    unsigned lost;

    for (uint8_t c = 0; c < LN_BLOCK; c++)
        for (int d = 0; d < LN_DIRS; d++)
            if (nj_ln_block_next(c, (enum ln_dir)d) == LN_NOWHERE &&
                nj_ln_block_edge(b, c, (enum ln_dir)d) != LN_WALL)
                rim |= 1u << c;
    /* Whatever breaks V7 breaks V6 too; the narrower line helps more. */
    lost = wanted & ~spread(b, rim, true);
    if (lost != 0)
        return broken(b, "V7", first_of(lost), "the cell cannot be left", err);
    lost = wanted & ~spread(b, rim, false);
    if (lost != 0)
        return broken(b, "V6", first_of(lost),
                      "the cell cannot be reached from outside", err);
    NJ_ASSERT(rim <= ALL_CELLS);
    return NJ_OK;
}

static enum nj_status check_sides(const struct ln_block *b, struct nj_err *err)
{
    static const char *const closed[LN_DIRS] = {
        "the upper side has no open edge", "the lower side has no open edge",
        "the left side has no open edge", "the right side has no open edge"};
    bool open[LN_DIRS] = {false};

    for (int i = 0; i < LN_SIDE; i++) {
        open[LN_UP] |= b->level[0][i] == LN_OPEN;
        open[LN_DOWN] |= b->level[LN_SIDE][i] == LN_OPEN;
        open[LN_LEFT] |= b->upright[i][0] == LN_OPEN;
        open[LN_RIGHT] |= b->upright[i][LN_SIDE] == LN_OPEN;
    }
    for (int d = 0; d < LN_DIRS; d++)
        if (!open[d])
            return broken(b, "V8", LN_NOWHERE, closed[d], err);
    return NJ_OK;
}

/* The doors of a block as the bits of ln_block.doors; `ring`: is any of them
 * on the outer ring? */
static uint64_t all_doors(const struct ln_block *b, bool *ring)
{
    uint64_t doors = 0;

    *ring = false;
    for (uint8_t c = 0; c < LN_BLOCK; c++) {
        for (int d = 0; d < LN_DIRS; d++) {
            if (nj_ln_block_edge(b, c, (enum ln_dir)d) < LN_DOOR_CLOSED)
                continue;
            doors |= UINT64_C(1) << (4 * c + d);
            *ring |= nj_ln_block_next(c, (enum ln_dir)d) == LN_NOWHERE;
        }
    }
    NJ_ASSERT(doors < UINT64_C(1) << 4 * LN_BLOCK);
    return doors;
}

/* The doors that the button on a cell toggles; 0 where there is none. */
static uint64_t button_doors(const struct ln_block *b, uint8_t cell)
{
    NJ_ASSERT(cell < LN_BLOCK);
    return b->thing[cell] == LN_BUTTON ? b->doors[b->digit[cell]] : 0;
}

/* The first cell of a set of doors. */
static uint8_t door_cell(uint64_t doors)
{
    uint8_t c = 0;

    NJ_ASSERT(doors != 0);
    while ((doors >> 4 * c & 15) == 0)
        c++;
    return c;
}

/* Doors as a board links them: each button with each of its own. */
static unsigned count_links(const struct ln_block *b)
{
    unsigned n = 0;

    for (uint8_t c = 0; c < LN_BLOCK; c++)
        for (uint64_t doors = button_doors(b, c); doors != 0; doors >>= 1)
            n += (unsigned)(doors & 1);
    return n / 2; /* each door has two sides */
}

static enum nj_status check_doors(const struct ln_block *b, struct nj_err *err)
{
    bool ring;
    uint64_t doors = all_doors(b, &ring);
    uint64_t toggled = 0;

    if (ring)
        return broken(b, "V9", LN_NOWHERE, "a door on the outer ring", err);
    for (uint8_t c = 0; c < LN_BLOCK; c++) {
        toggled |= button_doors(b, c);
        if (b->thing[c] == LN_BUTTON && button_doors(b, c) == 0)
            return broken(b, "V9", c, "the button toggles nothing", err);
    }
    for (int i = 1; i < LN_BUTTONS; i++)
        if ((b->doors[i] & ~doors) != 0)
            return broken(b, "V9", door_cell(b->doors[i] & ~doors),
                          "a button toggles what is no door", err);
    if (toggled != doors)
        return broken(b, "V9", door_cell(doors & ~toggled),
                      "no button toggles this door", err);
    if (count_links(b) > LN_LINKS_MAX / LN_SLOTS)
        return broken(b, "V9", LN_NOWHERE,
                      "more doors on buttons than a block may have", err);
    return NJ_OK;
}

static bool opens(const struct ln_block *b, uint8_t cell, enum ln_dir dir)
{
    enum ln_edge edge = nj_ln_block_edge(b, cell, dir);

    NJ_ASSERT(cell < LN_BLOCK);
    return edge == LN_OPEN || edge == LN_DOOR_OPEN;
}

/* LN-5.11: somebody on the near side can push the box to the far one. */
static bool can_push(const struct ln_block *b, uint8_t cell, enum ln_dir dir)
{
    enum ln_dir back = (enum ln_dir)(dir ^ 1);
    uint8_t far = nj_ln_block_next(cell, dir);
    uint8_t near = nj_ln_block_next(cell, back);

    NJ_ASSERT(nj_ln_is_box(b->thing[cell]));
    NJ_ASSERT(back <= LN_RIGHT);
    return far != LN_NOWHERE && b->thing[far] == LN_NOTHING &&
           opens(b, cell, dir) && opens(b, cell, back) &&
           (near == LN_NOWHERE || !nj_ln_is_box(b->thing[near]));
}

static enum nj_status check_boxes(const struct ln_block *b, struct nj_err *err)
{
    for (uint8_t c = 0; c < LN_BLOCK; c++) {
        bool moves = false;

        if (!nj_ln_is_box(b->thing[c]))
            continue;
        for (int d = 0; d < LN_DIRS; d++)
            moves = moves || can_push(b, c, (enum ln_dir)d);
        if (!moves)
            return broken(b, "V10", c, "the box cannot be pushed", err);
    }
    return NJ_OK;
}

enum nj_status nj_ln_block_check(const struct ln_block *b, struct nj_err *err)
{
    static enum nj_status (*const checks[])(const struct ln_block *,
                                            struct nj_err *) = {
        check_sealed, check_portals, check_pods,  check_reach,
        check_sides,  check_doors,   check_boxes,
    };

    NJ_ASSERT(b->id[0] != '\0');
    for (size_t i = 0; i < NJ_COUNT(checks); i++) {
        enum nj_status st = checks[i](b, err);

        if (st != NJ_OK)
            return st;
    }
    return NJ_OK;
}
