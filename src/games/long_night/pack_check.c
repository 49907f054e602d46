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

/* LN-32.2: a portal to itself needs no partner, but it has no twin either. */
static bool two_lone_portals(const struct ln_block *b, uint8_t at)
{
    unsigned n = 0;

    (void)at;
    for (uint8_t c = 0; c < LN_BLOCK; c++)
        n += b->portal[c] == c;
    return n > 1;
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
            b->edge[c][dir] != LN_WALL)
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
static bool links_many(const struct ln_block *b, uint8_t once)
{
    unsigned n = 0;

    (void)once;
    for (uint8_t c = 0; c < LN_BLOCK; c++)
        for (uint8_t at = 0; at < LN_BLOCK; at++)
            for (int d = 0; d < LN_DIRS; d++)
                n += nj_ln_block_toggles(b, c, at, (enum ln_dir)d);
    return n > LN_BLOCK_LINKS;
}

/* --- V10: boxes --- */

static bool opens(const struct ln_block *b, uint8_t cell, enum ln_dir dir)
{
    return nj_ln_edge_lets((enum ln_edge)b->edge[cell][dir]);
}

static bool can_open(const struct ln_block *b, uint8_t cell, enum ln_dir dir)
{
    return b->edge[cell][dir] != LN_WALL;
}

typedef bool way_fn(const struct ln_block *b, uint8_t cell, enum ln_dir dir);

/* LN-5.11: somebody on the near side can push the box to the far one. */
static bool can_push(const struct ln_block *b, uint8_t cell, enum ln_dir dir,
                     way_fn *lets)
{
    enum ln_dir back = (enum ln_dir)(dir ^ 1);
    uint8_t far = nj_ln_block_next(cell, dir);
    uint8_t near = nj_ln_block_next(cell, back);

    NJ_ASSERT(nj_ln_is_box(b->thing[cell]));
    return far != LN_NOWHERE && b->thing[far] == LN_NOTHING &&
           lets(b, cell, dir) && lets(b, cell, back) &&
           (near == LN_NOWHERE || !nj_ln_is_box(b->thing[near]));
}

static bool stuck(const struct ln_block *b, uint8_t cell, way_fn *lets)
{
    for (int d = 0; d < LN_DIRS; d++)
        if (can_push(b, cell, (enum ln_dir)d, lets))
            return false;
    return true;
}

static bool box_stuck(const struct ln_block *b, uint8_t cell)
{
    return nj_ln_is_box(b->thing[cell]) && stuck(b, cell, opens);
}

/* LN-32.2: with all doors open. */
static bool all_stuck(const struct ln_block *b, uint8_t at)
{
    bool any = false;

    (void)at;
    for (uint8_t c = 0; c < LN_BLOCK; c++) {
        if (!nj_ln_is_box(b->thing[c]))
            continue;
        if (!stuck(b, c, can_open))
            return false;
        any = true;
    }
    return any;
}

/* --- what LN-32.1 adds --- */

bool nj_ln_block_wide(const struct ln_block *b)
{
    for (uint8_t c = 0; c < LN_BLOCK; c++) {
        if (b->portal[c] == c ||
            (b->terrain[c] == LN_POD && b->thing[c] != LN_NOTHING))
            return true;
        for (unsigned d = 0; d < LN_DIRS; d++)
            if ((doors_at(b, c) >> d & 1) != 0 &&
                nj_ln_block_next(c, (enum ln_dir)d) == LN_NOWHERE)
                return true;
    }
    return false;
}

/* --- all of them --- */

/* Whatever breaks V7 breaks V6 too; the narrower line helps more. */
static const struct {
    const char *check, *what;
    bool (*broken)(const struct ln_block *b, uint8_t at);
    uint8_t at;

    enum {
        ALWAYS,
        NARROW, /* in packs without what LN-32.1 adds */
        WIDE    /* in packs with it */
    } packs;
} checks[] = {
    {"V3", "a cell listed as sealed is open", listed_open, EACH, ALWAYS},
    {"V3", "a sealed cell is not listed", sealed_unlisted, EACH, ALWAYS},
    {"V3", "a sealed cell is not plain floor", sealed_not_plain, EACH, ALWAYS},
    {"V4", "a portal has four walls", portal_sealed, EACH, ALWAYS},
    {"V4", "more than one portal to itself", two_lone_portals, ONCE, ALWAYS},
    {"V5", "a pod has fewer than two walls", pod_bare, EACH, ALWAYS},
    {"V5", "an exit block has one pod", exit_without_pod, ONCE, ALWAYS},
    {"V5", "only exit blocks have pods", pod_without_exit, ONCE, ALWAYS},
    {"V7", "the cell cannot be left", no_way_out, ANY, ALWAYS},
    {"V6", "the cell cannot be reached from outside", no_way_in, ANY, ALWAYS},
    {"V8", "the upper side has no open edge and no door", side_closed, LN_UP,
     ALWAYS},
    {"V8", "the lower side has no open edge and no door", side_closed, LN_DOWN,
     ALWAYS},
    {"V8", "the left side has no open edge and no door", side_closed, LN_LEFT,
     ALWAYS},
    {"V8", "the right side has no open edge and no door", side_closed, LN_RIGHT,
     ALWAYS},
    {"V9", "the button toggles nothing", button_idle, EACH, ALWAYS},
    {"V9", "a button toggles what is no door", door_missing, EACH, ALWAYS},
    {"V9", "no button toggles this door", door_idle, EACH, ALWAYS},
    {"V9", "more doors on buttons than a block may have", links_many, ONCE,
     ALWAYS},
    {"V10", "the box cannot be pushed", box_stuck, EACH, NARROW},
    {"V10", "no box can be pushed", all_stuck, ONCE, WIDE},
};

enum nj_status nj_ln_block_check(const struct ln_block *b, bool wide,
                                 struct nj_err *err)
{
    NJ_ASSERT(b->line > 0 && b->id[0] != '\0');
    for (size_t i = 0; i < NJ_COUNT(checks); i++) {
        bool each = checks[i].at >= EACH;

        if (checks[i].packs == (wide ? NARROW : WIDE))
            continue;
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
