/*
 * Boards written down: the notation of BOARD arguments (see long_night.h).
 * A sheet is filled first, from a state or from blocks, and then written.
 */
#include <string.h>

#include "base/bug.h"
#include "games/long_night/long_night.h"

#define POOL_COLS    9 /* two blocks and a gap around each: fits a phone */
#define POOL_ROWS(n) (((n) + 1) / 2 * (LN_SIDE + 1) + 1)
#define SHEET_MAX    ((size_t)POOL_COLS * POOL_ROWS(LN_POOL_SHOWN)) /* cells */

struct sheet {
    uint16_t rows, cols;
    char cell[SHEET_MAX];
    char right[SHEET_MAX]; /* the edge on the right side of each cell */
    char down[SHEET_MAX];
    char marks[300];
    size_t marks_len;
};

static char terrain_char(uint8_t terrain)
{
    static const char chars[] = {
        [LN_FLOOR] = '.',     [LN_GRASS] = 'g', [LN_WATER] = 'w',
        [LN_PORTAL] = 'P',    [LN_POD] = 'E',   [LN_TRAP] = 't',
        [LN_SPENT_POD] = '.', [LN_HEAT] = 'h',  [LN_EXIT_END] = 'e'};

    NJ_ASSERT(terrain < sizeof(chars));
    return chars[terrain];
}

static char thing_char(uint8_t thing)
{
    static const char chars[] = {
        [LN_NOTHING] = 0,      [LN_BOX] = 'o',    [LN_SUN_BOX] = 's',
        [LN_JAMMER_BOX] = 'j', [LN_BUTTON] = 'b', [LN_BOMB] = 'x'};

    NJ_ASSERT(thing < sizeof(chars));
    return chars[thing];
}

static char edge_char(enum ln_edge edge)
{
    static const char chars[] = {[LN_OPEN] = '.',
                                 [LN_WALL] = '#',
                                 [LN_DOOR_CLOSED] = 'D',
                                 [LN_DOOR_OPEN] = 'O'};

    NJ_ASSERT((size_t)edge < sizeof(chars));
    return chars[edge];
}

static char block_char(const struct ln_block *b, uint8_t cell)
{
    NJ_ASSERT(cell < LN_BLOCK);
    if (b->thing[cell] != LN_NOTHING)
        return thing_char(b->thing[cell]);
    return terrain_char(b->terrain[cell]);
}

/* --- marks and output --- */

static void add_mark(struct sheet *t, const char *text)
{
    size_t n = strlen(text);

    NJ_ASSERT(n > 0);
    if (t->marks_len + n + 2 > sizeof(t->marks))
        return;
    if (t->marks_len > 0)
        t->marks[t->marks_len++] = ',';
    memcpy(t->marks + t->marks_len, text, n);
    t->marks_len += n;
}

static void put(struct ln_notation *out, const char *bytes, size_t n)
{
    if (out->len + n >= sizeof(out->text))
        return;
    memcpy(out->text + out->len, bytes, n);
    out->len += n;
    out->text[out->len] = '\0';
}

static void write_sheet(const struct sheet *t, struct ln_notation *out)
{
    size_t cells = (size_t)(t->rows * t->cols);
    char head[16];

    NJ_ASSERT(cells > 0);
    NJ_ASSERT(cells <= SHEET_MAX);
    out->len = 0;
    (void)snprintf(head, sizeof(head), "%ux%u/", (unsigned)t->rows,
                   (unsigned)t->cols);
    put(out, head, strlen(head));
    put(out, t->cell, cells);
    put(out, "/", 1);
    put(out, t->right, cells);
    put(out, "/", 1);
    put(out, t->down, cells);
    put(out, "/", 1);
    put(out, t->marks, t->marks_len);
}

/* --- sheets --- */

static void draw_board(struct sheet *t, const struct ln_board *b)
{
    t->rows = t->cols = b->size;
    t->marks_len = 0;
    for (uint8_t c = 0; c < nj_ln_cells(b); c++) {
        t->cell[c] = terrain_char(b->terrain[c]);
        if (b->thing[c] != LN_NOTHING)
            t->cell[c] = thing_char(b->thing[c]);
        t->right[c] = edge_char(nj_ln_board_edge(b, c, LN_RIGHT));
        t->down[c] = edge_char(nj_ln_board_edge(b, c, LN_DOWN));
    }
}

static void draw_seat(struct sheet *t, nj_seat seat, uint8_t cell)
{
    char mark[16];

    NJ_ASSERT(seat < LN_SEATS_MAX);
    NJ_ASSERT(cell < t->rows * t->cols);
    (void)snprintf(mark, sizeof(mark), "%u@%u", seat + 1u, (unsigned)cell);
    add_mark(t, mark);
}

void nj_ln_map_now(const struct ln_state *s, struct ln_notation *out)
{
    struct sheet t;

    draw_board(&t, &s->board);
    for (nj_seat k = 0; k < s->n; k++)
        if (s->seat[k].fate == LN_IN_PLAY)
            draw_seat(&t, k, s->seat[k].cell);
    write_sheet(&t, out);
}

/* The board of the beginning: doors, attachments and one-way portals are laid
 * again from the blocks; all other terrain, which an event may have changed,
 * is still there. */
static void board_of_start(const struct ln_pack *pack, const struct ln_state *s,
                           struct ln_board *b)
{
    const struct ln_block *block[LN_SLOTS];

    NJ_ASSERT(s->laid == LN_SLOTS);
    for (int i = 0; i < LN_SLOTS; i++)
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
    draw_board(&t, &b);
    for (nj_seat k = 0; k < s->n; k++)
        draw_seat(&t, k, s->seat[k].start);
    write_sheet(&t, out);
}

void nj_ln_map_preview(const struct ln_block *const block[LN_SLOTS],
                       struct ln_notation *out)
{
    struct ln_board b;
    struct sheet t;
    uint8_t origin[LN_SLOTS];

    for (uint8_t i = 0; i < LN_SLOTS; i++)
        origin[i] =
            (uint8_t)(i / LN_SIDE * LN_SIDE * LN_SLOTS + i % LN_SIDE * LN_SIDE);
    nj_ln_layout_compose(&b, LN_SLOTS, block, origin);
    draw_board(&t, &b);
    for (uint8_t c = 0; c < nj_ln_cells(&b); c++) {
        int slot = c / LN_SLOTS / LN_SIDE * LN_SIDE + c % LN_SLOTS / LN_SIDE;

        if (block[slot] == NULL)
            t.cell[c] = '?';
    }
    write_sheet(&t, out);
}

/* One block of the pool, its upper left cell at (row, col) of the sheet. */
static void draw_block(struct sheet *t, const struct ln_block *b, int row,
                       int col)
{
    char mark[LN_ID_MAX + 8];

    NJ_ASSERT(row >= 1);
    NJ_ASSERT(col >= 1);
    NJ_ASSERT(row + LN_SIDE <= t->rows);
    NJ_ASSERT(col + LN_SIDE <= t->cols);
    for (uint8_t i = 0; i < LN_BLOCK; i++) {
        int at = (row + i / LN_SIDE) * t->cols + col + i % LN_SIDE;

        t->cell[at] = block_char(b, i);
        t->right[at] = edge_char(nj_ln_block_edge(b, i, LN_RIGHT));
        t->down[at] = edge_char(nj_ln_block_edge(b, i, LN_DOWN));
        if (i < LN_SIDE)
            t->down[at - t->cols] = edge_char(nj_ln_block_edge(b, i, LN_UP));
        if (i % LN_SIDE == 0)
            t->right[at - 1] = edge_char(nj_ln_block_edge(b, i, LN_LEFT));
    }
    (void)snprintf(mark, sizeof(mark), "%s=%d", b->id,
                   (row - 1) * t->cols + col + 1);
    add_mark(t, mark);
}

void nj_ln_map_pool(const struct ln_pack *p, const uint8_t *pool, uint8_t n,
                    struct ln_notation *out)
{
    struct sheet t = {.cols = POOL_COLS};

    NJ_ASSERT(n > 0);
    NJ_ASSERT(n <= LN_POOL_SHOWN);
    t.rows = (uint16_t)POOL_ROWS(n);
    memset(t.cell, '_', sizeof(t.cell));
    memset(t.right, '.', sizeof(t.right));
    memset(t.down, '.', sizeof(t.down));
    for (int i = 0; i < n; i++)
        draw_block(&t, &p->block[pool[i]], i / 2 * (LN_SIDE + 1) + 1,
                   i % 2 * (LN_SIDE + 1) + 1);
    write_sheet(&t, out);
}

void nj_ln_map_ids(const struct ln_pack *p, const uint8_t *list, uint8_t n,
                   char out[LN_IDS_MAX])
{
    size_t len = 0;

    NJ_ASSERT(n <= LN_BLOCKS_MAX);
    for (uint8_t i = 0; i < n; i++) {
        const char *id = p->block[list[i]].id;
        size_t size = strlen(id);

        if (i > 0)
            out[len++] = ',';
        memcpy(out + len, id, size);
        len += size;
    }
    out[len] = '\0';
    NJ_ASSERT(len < LN_IDS_MAX);
}
