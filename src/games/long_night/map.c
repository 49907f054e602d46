/*
 * Boards written down: the notation of BOARD arguments (see long_night.h).
 */
#include <string.h>

#include "base/bug.h"
#include "base/limits.h"
#include "games/long_night/long_night.h"

#define POOL_COLS    9 /* two blocks and a gap around each: fits a phone */
#define POOL_ROWS(n) (((n) + 1) / 2 * (LN_SIDE + 1) + 1)

_Static_assert(POOL_ROWS(LN_POOL_SHOWN) <= NJ_BOARD_SIDE_MAX,
               "the longest list of blocks can be drawn (LN-24.3)");

/* A board being written: its lists inside the text, one character a cell. */
struct sheet {
    struct ln_notation *out;
    int cols;
    char *cell, *right, *down; /* the edges on these sides */
};

/* An empty one; the marks come behind it. */
static struct sheet begin(struct ln_notation *out, int rows, int cols)
{
    size_t n = (size_t)rows * (size_t)cols;
    int head = snprintf(out->text, sizeof(out->text), "%dx%d/", rows, cols);
    struct sheet t = {.out = out, .cols = cols, .cell = out->text + head};

    t.right = t.cell + n + 1;
    t.down = t.right + n + 1;
    out->len = (size_t)head + 3 * (n + 1);
    NJ_ASSERT(n > 0 && out->len < sizeof(out->text));
    memset(t.cell, '_', n);
    memset(t.right, '.', 2 * n + 1);
    t.cell[n] = t.right[n] = t.down[n] = '/';
    out->text[out->len] = '\0';
    return t;
}

/* "E1=4", "2@17"; what does not fit is left out. */
static void mark(struct sheet *t, const char *what, char sep, int cell)
{
    struct ln_notation *out = t->out;
    size_t room = sizeof(out->text) - out->len;
    int n =
        snprintf(out->text + out->len, room, "%s%s%c%d",
                 out->text[out->len - 1] == '/' ? "" : ",", what, sep, cell);

    NJ_ASSERT(cell >= 0 && out->len < sizeof(out->text));
    if (n > 0 && (size_t)n < room)
        out->len += (size_t)n;
    out->text[out->len] = '\0';
}

static void mark_seat(struct sheet *t, nj_seat seat, uint8_t cell)
{
    const char what[] = {(char)('1' + seat), '\0'};

    NJ_ASSERT(seat < LN_SEATS_MAX);
    mark(t, what, '@', cell);
}

static char sign_at(uint8_t terrain, uint8_t thing, bool loop)
{
    if (loop && thing == LN_NOTHING)
        return LN_LOOP;
    return nj_ln_sign_of(terrain, thing);
}

/* Writes a cell; what its thing hides is a mark, but where its sign is that of
 * both. */
static void put_cell(struct sheet *t, int at, uint8_t terrain, uint8_t thing,
                     bool loop)
{
    const char below[] = {sign_at(terrain, LN_NOTHING, loop), '\0'};

    t->cell[at] = sign_at(terrain, thing, loop);
    if (thing != LN_NOTHING && below[0] != '.' &&
        nj_ln_sign(t->cell[at])->terrain == LN_FLOOR)
        mark(t, below, '~', at);
}

/* The two ends of a portal, numbered where there are others. */
static void mark_ends(struct sheet *t, unsigned n, int a, int z)
{
    const int ends[] = {a, z};
    char what[4];

    NJ_ASSERT(n > 0 && n <= LN_CELLS_MAX / 2);
    (void)snprintf(what, sizeof(what), "%u", n);
    for (size_t e = 0; e < NJ_COUNT(ends); e++)
        mark(t, what, '#', ends[e]);
}

/* Is it the first cell of a portal with two ends? One to itself has a sign of
 * its own. */
static bool leads_on(const struct ln_board *b, uint8_t cell)
{
    return nj_ln_board_gate(b, cell) && b->extra[cell] > cell;
}

/* Which portals of a board belong together, if there is more than one pair. */
static void mark_portals(struct sheet *t, const struct ln_board *b)
{
    unsigned pairs = 0, n = 0;

    for (uint8_t c = 0; c < nj_ln_cells(b); c++)
        pairs += leads_on(b, c);
    for (uint8_t c = 0; c < nj_ln_cells(b) && pairs > 1; c++)
        if (leads_on(b, c))
            mark_ends(t, ++n, c, b->extra[c]);
    NJ_ASSERT(pairs <= 1 || n == pairs);
}

static struct sheet draw_board(struct ln_notation *out,
                               const struct ln_board *b)
{
    struct sheet t = begin(out, b->size, b->size);

    NJ_ASSERT(b->size >= LN_SIZE_MIN && b->size <= LN_SIZE_MAX);
    for (uint8_t c = 0; c < nj_ln_cells(b); c++) {
        put_cell(&t, c, b->terrain[c], b->thing[c],
                 b->terrain[c] == LN_PORTAL && b->extra[c] == c);
        t.right[c] = nj_ln_edge_char(nj_ln_board_edge(b, c, LN_RIGHT));
        t.down[c] = nj_ln_edge_char(nj_ln_board_edge(b, c, LN_DOWN));
    }
    mark_portals(&t, b);
    return t;
}

void nj_ln_map_now(const struct ln_state *s, struct ln_notation *out)
{
    struct sheet t = draw_board(out, &s->board);

    for (nj_seat k = 0; k < s->n; k++)
        if (s->seat[k].fate == LN_IN_PLAY)
            mark_seat(&t, k, s->seat[k].cell);
}

/* The board of the beginning: doors, attachments and one-way portals are laid
 * again from the blocks; all other terrain, which an event may have changed,
 * is still there. */
static void board_of_start(const struct ln_pack *pack, const struct ln_state *s,
                           struct ln_board *b)
{
    const struct ln_block *block[LN_SLOTS_MAX] = {NULL};

    NJ_ASSERT(s->laid == nj_ln_slots(s->board.size));
    for (int i = 0; i < s->laid; i++)
        block[i] = &pack->block[s->block[i]];
    nj_ln_layout_compose(b, s->board.size, block, s->origin);
    for (uint8_t c = 0; c < nj_ln_cells(b); c++)
        if (!nj_ln_board_gate(b, c))
            b->terrain[c] = s->board.terrain[c];
}

void nj_ln_map_start(const struct ln_pack *pack, const struct ln_state *s,
                     struct ln_notation *out)
{
    struct ln_board b = s->board;
    struct sheet t;

    if (s->laid > 0)
        board_of_start(pack, s, &b);
    for (uint8_t c = 0; c < nj_ln_cells(&b); c++)
        if (b.terrain[c] == LN_SPENT_POD)
            b.terrain[c] = LN_POD;
    t = draw_board(out, &b);
    for (nj_seat k = 0; k < s->n; k++)
        mark_seat(&t, k, s->seat[k].start);
}

void nj_ln_map_preview(const struct ln_block *const block[LN_SLOTS_MAX],
                       uint8_t size, struct ln_notation *out)
{
    struct ln_board b = {.size = size};
    struct sheet t;
    uint8_t origin[LN_SLOTS_MAX] = {0};

    NJ_ASSERT(size % LN_SIDE == 0); /* no cell is outside of a block */
    for (int i = 0; i < nj_ln_slots(size); i++)
        origin[i] = nj_ln_slot_origin(&b, i);
    nj_ln_layout_compose(&b, size, block, origin);
    t = draw_board(out, &b);
    for (int i = 0; i < nj_ln_slots(size) * LN_BLOCK; i++)
        if (block[i / LN_BLOCK] == NULL)
            t.cell[nj_ln_block_cell(&b, origin[i / LN_BLOCK], i % LN_BLOCK)] =
                '?';
}

/* The portals of a block that has more than one pair: same numbers are a pair. */
static void mark_pairs(struct sheet *t, const struct ln_block *b, int corner)
{
    int portals = 0;
    unsigned n = 0;

    for (int i = 0; i < LN_BLOCK; i++)
        portals += b->portal[i] != LN_NOWHERE;
    for (int i = 0; i < LN_BLOCK && portals > 2; i++) {
        int z = b->portal[i];

        if (z == LN_NOWHERE || z <= i)
            continue; /* one to itself has a sign of its own */
        NJ_ASSERT(z < LN_BLOCK && b->portal[z] == i);
        mark_ends(t, ++n, corner + i / LN_SIDE * t->cols + i % LN_SIDE,
                  corner + z / LN_SIDE * t->cols + z % LN_SIDE);
    }
}

/* One block of the pool, its upper left cell at `corner`. */
static void draw_block(struct sheet *t, const struct ln_block *b, int corner,
                       bool rain)
{
    NJ_ASSERT(corner > t->cols && corner % t->cols > 0);
    for (int i = 0; i < LN_BLOCK; i++) {
        int at = corner + i / LN_SIDE * t->cols + i % LN_SIDE;
        const uint8_t *edge = b->edge[i];
        bool wet = rain && b->terrain[i] == LN_GRASS;

        put_cell(t, at, wet ? LN_WATER : b->terrain[i], b->thing[i],
                 b->portal[i] == i);
        t->right[at] = nj_ln_edge_char((enum ln_edge)edge[LN_RIGHT]);
        t->down[at] = nj_ln_edge_char((enum ln_edge)edge[LN_DOWN]);
        t->right[at - 1] = nj_ln_edge_char((enum ln_edge)edge[LN_LEFT]);
        t->down[at - t->cols] = nj_ln_edge_char((enum ln_edge)edge[LN_UP]);
    }
    mark(t, b->id, '=', corner - t->cols + 1);
    mark_pairs(t, b, corner);
}

void nj_ln_map_pool(const struct ln_pack *p, const uint8_t *pool, uint8_t n,
                    bool rain, struct ln_notation *out)
{
    struct sheet t = begin(out, POOL_ROWS(n), POOL_COLS);

    NJ_ASSERT(n > 0 && n <= LN_POOL_SHOWN);
    for (int i = 0; i < n; i++)
        draw_block(&t, &p->block[pool[i]],
                   (i / 2 * (LN_SIDE + 1) + 1) * POOL_COLS +
                       i % 2 * (LN_SIDE + 1) + 1,
                   rain);
}

void nj_ln_map_ids(const struct ln_pack *p, const uint8_t *list, uint8_t n,
                   char *out)
{
    NJ_ASSERT(n == 0 || list[n - 1] < p->n);
    for (uint8_t i = 0; i < n; i++) {
        const char *id = p->block[list[i]].id;

        if (i > 0)
            *out++ = ',';
        memcpy(out, id, strlen(id));
        out += strlen(id);
    }
    *out = '\0';
}
