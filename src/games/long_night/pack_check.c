/*
 * What one block must keep: checks V3 to V10 of LN-3.5, but for the letters of
 * portals (V4), which are paired when the picture is read.
 */
#include "base/bug.h"
#include "games/long_night/pack.h"

#define ALL_CELLS ((1u << LN_BLOCK) - 1u)

/* What a check is asked of, besides a side. */
enum {
    ONCE = 0,        /* the block */
    EACH = LN_BLOCK, /* each cell, and that is named */
    ANY              /* the same, but whether it is any of them first */
};

/* --- V3 to V5: cells --- */

static bool listed(const struct ln_block *b, uint8_t cell)
{
    NJ_ASSERT(cell < LN_BLOCK);
    return (b->sealed >> cell & 1) != 0;
}

static bool listed_open(const struct ln_block *b, uint8_t cell)
{
    return listed(b, cell) && nj_ln_block_walls(b, cell) < LN_DIRS;
}

static bool sealed_unlisted(const struct ln_block *b, uint8_t cell)
{
    return !listed(b, cell) && nj_ln_block_walls(b, cell) == LN_DIRS;
}

static bool sealed_not_plain(const struct ln_block *b, uint8_t cell)
{
    return listed(b, cell) &&
           (b->terrain[cell] != LN_FLOOR || b->thing[cell] != LN_NOTHING);
}

static bool portal_sealed(const struct ln_block *b, uint8_t cell)
{
    return b->portal[cell] != LN_NOWHERE &&
           nj_ln_block_walls(b, cell) == LN_DIRS;
}

static bool pod_bare(const struct ln_block *b, uint8_t cell)
{
    return b->terrain[cell] == LN_POD && nj_ln_block_walls(b, cell) < 2;
}

static unsigned pods(const struct ln_block *b)
{
    unsigned n = 0;

    for (int c = 0; c < LN_BLOCK; c++)
        n += b->terrain[c] == LN_POD;
    return n;
}

static bool exit_without_pod(const struct ln_block *b, uint8_t at)
{
    (void)at;
    return b->kind == LN_EXIT && pods(b) != 1;
}

static bool pod_without_exit(const struct ln_block *b, uint8_t at)
{
    (void)at;
    return b->kind != LN_EXIT && pods(b) > 0;
}

/* --- V6 to V8: ways --- */

/* The cells one step, or one portal, from a cell. `back`: one-way portals
 * are passable from their exit end too. */
static unsigned near(const struct ln_block *b, uint8_t cell, bool back)
{
    unsigned set = 0;

    NJ_ASSERT(
        (b->portal[cell] != LN_NOWHERE) ==
        (b->terrain[cell] == LN_PORTAL || b->terrain[cell] == LN_EXIT_END));
    for (int d = 0; d < LN_DIRS; d++) {
        uint8_t to = nj_ln_block_next(cell, (enum ln_dir)d);

        if (to != LN_NOWHERE && b->edge[cell][d] != LN_WALL)
            set |= 1u << to;
    }
    if (b->terrain[cell] == LN_PORTAL ||
        (back && b->terrain[cell] == LN_EXIT_END))
        set |= 1u << b->portal[cell];
    NJ_ASSERT(set <= ALL_CELLS);
    return set;
}

/* The cells that can be reached from outside. */
static unsigned reached(const struct ln_block *b, bool back)
{
    unsigned set = 0;
    unsigned before;

    for (uint8_t c = 0; c < LN_BLOCK; c++)
        for (int d = 0; d < LN_DIRS; d++)
            if (nj_ln_block_next(c, (enum ln_dir)d) == LN_NOWHERE &&
                b->edge[c][d] != LN_WALL)
                set |= 1u << c;
    do {
        before = set;
        for (uint8_t c = 0; c < LN_BLOCK; c++)
            if ((set >> c & 1) != 0)
                set |= near(b, c, back);
    } while (set != before);
    NJ_ASSERT(set <= ALL_CELLS);
    return set;
}

static bool cut_off(const struct ln_block *b, bool back, uint8_t at)
{
    unsigned lost = ALL_CELLS & ~(unsigned)b->sealed & ~reached(b, back);

    NJ_ASSERT(at == ANY || at < LN_BLOCK);
    return at == ANY ? lost != 0 : (lost >> at & 1) != 0;
}

static bool no_way_out(const struct ln_block *b, uint8_t at)
{
    return cut_off(b, true, at);
}

static bool no_way_in(const struct ln_block *b, uint8_t at)
{
    return cut_off(b, false, at);
}

static bool side_closed(const struct ln_block *b, uint8_t dir)
{
    NJ_ASSERT(dir < LN_DIRS);
    for (uint8_t c = 0; c < LN_BLOCK; c++)
        if (nj_ln_block_next(c, (enum ln_dir)dir) == LN_NOWHERE &&
            b->edge[c][dir] == LN_OPEN)
            return false;
    return true;
}

/* --- V9: doors, as the bits of ln_block.doors --- */

#define CELL_DOORS 15u /* those of one cell */

static unsigned doors_at(const struct ln_block *b, uint8_t cell)
{
    unsigned doors = 0;

    NJ_ASSERT(cell < LN_BLOCK);
    for (unsigned d = 0; d < LN_DIRS; d++)
        if (b->edge[cell][d] >= LN_DOOR_CLOSED)
            doors |= 1u << d;
    return doors;
}

/* The doors that the button on a cell toggles; 0 where there is none. */
static uint64_t button_doors(const struct ln_block *b, uint8_t cell)
{
    NJ_ASSERT(b->thing[cell] != LN_BUTTON || b->mark[cell] < LN_BUTTONS);
    return b->thing[cell] == LN_BUTTON ? b->doors[b->mark[cell]] : 0;
}

static bool door_on_ring(const struct ln_block *b, uint8_t at)
{
    (void)at;
    for (uint8_t c = 0; c < LN_BLOCK; c++)
        for (unsigned d = 0; d < LN_DIRS; d++)
            if ((doors_at(b, c) >> d & 1) != 0 &&
                nj_ln_block_next(c, (enum ln_dir)d) == LN_NOWHERE)
                return true;
    return false;
}

static bool button_idle(const struct ln_block *b, uint8_t cell)
{
    return b->thing[cell] == LN_BUTTON && button_doors(b, cell) == 0;
}

static bool door_missing(const struct ln_block *b, uint8_t cell)
{
    for (int i = 1; i < LN_BUTTONS; i++)
        if ((b->doors[i] >> 4 * cell & CELL_DOORS & ~doors_at(b, cell)) != 0)
            return true;
    return false;
}

static bool door_idle(const struct ln_block *b, uint8_t cell)
{
    uint64_t toggled = 0;

    for (uint8_t c = 0; c < LN_BLOCK; c++)
        toggled |= button_doors(b, c);
    return (doors_at(b, cell) & ~(toggled >> 4 * cell)) != 0;
}

/* Doors as a board links them: each button with each of its own. */
static bool links_many(const struct ln_block *b, uint8_t at)
{
    unsigned n = 0;

    (void)at;
    for (uint8_t c = 0; c < LN_BLOCK; c++)
        for (uint64_t doors = button_doors(b, c); doors != 0; doors >>= 1)
            n += (unsigned)(doors & 1);
    NJ_ASSERT(n % 2 == 0); /* each door has two sides, none is on the ring */
    return n / 2 > LN_LINKS_MAX / LN_SLOTS;
}

/* --- V10: boxes --- */

static bool opens(const struct ln_block *b, uint8_t cell, enum ln_dir dir)
{
    return nj_ln_edge_lets((enum ln_edge)b->edge[cell][dir]);
}

/* LN-5.11: somebody on the near side can push the box to the far one. */
static bool can_push(const struct ln_block *b, uint8_t cell, enum ln_dir dir)
{
    enum ln_dir back = (enum ln_dir)(dir ^ 1);
    uint8_t far = nj_ln_block_next(cell, dir);
    uint8_t near = nj_ln_block_next(cell, back);

    NJ_ASSERT(nj_ln_is_box(b->thing[cell]));
    return far != LN_NOWHERE && b->thing[far] == LN_NOTHING &&
           opens(b, cell, dir) && opens(b, cell, back) &&
           (near == LN_NOWHERE || !nj_ln_is_box(b->thing[near]));
}

static bool box_stuck(const struct ln_block *b, uint8_t cell)
{
    if (!nj_ln_is_box(b->thing[cell]))
        return false;
    for (int d = 0; d < LN_DIRS; d++)
        if (can_push(b, cell, (enum ln_dir)d))
            return false;
    return true;
}

/* --- all of them --- */

/* Whatever breaks V7 breaks V6 too; the narrower line helps more. */
static const struct {
    const char *check, *what;
    bool (*broken)(const struct ln_block *b, uint8_t at);
    uint8_t at;
} checks[] = {
    {"V3", "a cell listed as sealed is open", listed_open, EACH},
    {"V3", "a sealed cell is not listed", sealed_unlisted, EACH},
    {"V3", "a sealed cell is not plain floor", sealed_not_plain, EACH},
    {"V4", "a portal has four walls", portal_sealed, EACH},
    {"V5", "a pod has fewer than two walls", pod_bare, EACH},
    {"V5", "an exit block has one pod", exit_without_pod, ONCE},
    {"V5", "only exit blocks have pods", pod_without_exit, ONCE},
    {"V7", "the cell cannot be left", no_way_out, ANY},
    {"V6", "the cell cannot be reached from outside", no_way_in, ANY},
    {"V8", "the upper side has no open edge", side_closed, LN_UP},
    {"V8", "the lower side has no open edge", side_closed, LN_DOWN},
    {"V8", "the left side has no open edge", side_closed, LN_LEFT},
    {"V8", "the right side has no open edge", side_closed, LN_RIGHT},
    {"V9", "a door on the outer ring", door_on_ring, ONCE},
    {"V9", "the button toggles nothing", button_idle, EACH},
    {"V9", "a button toggles what is no door", door_missing, EACH},
    {"V9", "no button toggles this door", door_idle, EACH},
    {"V9", "more doors on buttons than a block may have", links_many, ONCE},
    {"V10", "the box cannot be pushed", box_stuck, EACH},
};

enum nj_status nj_ln_block_check(const struct ln_block *b, struct nj_err *err)
{
    NJ_ASSERT(b->line > 0 && b->id[0] != '\0');
    for (size_t i = 0; i < NJ_COUNT(checks); i++) {
        bool each = checks[i].at >= EACH;

        if (checks[i].at == ANY && !checks[i].broken(b, ANY))
            continue;
        if (!each && checks[i].broken(b, checks[i].at))
            return nj_fail(err, NJ_ERR_BAD_INPUT, "line %u: %s: block '%s': %s",
                           b->line, checks[i].check, b->id, checks[i].what);
        /* A cell is named as in the pack, by row and column, and its line. */
        for (uint8_t c = 0; each && c < LN_BLOCK; c++)
            if (checks[i].broken(b, c))
                return nj_fail(err, NJ_ERR_BAD_INPUT,
                               "line %u: %s: block '%s', cell %d%d: %s",
                               b->line + 2u + 2u * (c / LN_SIDE),
                               checks[i].check, b->id, c / LN_SIDE, c % LN_SIDE,
                               checks[i].what);
    }
    return NJ_OK;
}
