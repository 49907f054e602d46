/*
 * The board of 面具杀人魔 as its file draws it (MK-1.2 to 1.6), and what cells
 * are and are called. The cards of the file are read in table_cards.c, and
 * whether all of it is right is asked in table_check.c.
 */
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/lines.h"
#include "base/utf8.h"
#include "games/masked_killer/masked_killer.h"

const char *const nj_mk_phases[MK_OVER + 1] = {"setup", "allot", "start",
                                               "play", "over"};
const char *const nj_mk_tokens[] = {"gone", "used", "fresh", NULL};
const char *const nj_mk_dirs[MK_DIRS + 1] = {"N", "E", "S", "W", NULL};
const char *const nj_mk_edges[MK_EDGES + 1] = {
    "open", "wall", "door", "window", "fence", "car_door", NULL};
const char *const nj_mk_quads[MK_QUADS + 1] = {"NW", "NE", "SW", "SE", NULL};
const char *const nj_mk_cars[MK_CARS + 1] = {"blue", "yellow", NULL};

const struct mk_table *nj_mk_table(const struct nj_match *m)
{
    const struct mk_table *t = nj_data(m);

    if (t->head.next == NULL) /* asked for at every step: it is the only one */
        return t;
    t = nj_data_named(t, nj_option_text(m, "pack"));
    NJ_ASSERT(t != NULL); /* check_options has found it */
    return t;
}

/* --- cells --- */

static const int8_t down[MK_DIRS] = {-1, 0, 1, 0};
static const int8_t right[MK_DIRS] = {0, 1, 0, -1};

static uint16_t cell_of(int row, int col)
{
    bool there = row >= 0 && row < MK_ROWS && col >= 0 && col < MK_COLS;

    return there ? (uint16_t)(row * MK_COLS + col) : MK_NOWHERE;
}

uint16_t nj_mk_beside(uint16_t cell, unsigned dir)
{
    NJ_ASSERT(cell < MK_CELLS && dir < MK_DIRS);
    return cell_of(nj_mk_row(cell) + down[dir], nj_mk_col(cell) + right[dir]);
}

const char *nj_mk_cell(uint16_t cell, char text[MK_CELL_TEXT])
{
    int row = nj_mk_row(cell) + 1, n = 0;

    NJ_ASSERT(cell < MK_CELLS || cell == MK_NOWHERE);
    if (cell == MK_NOWHERE) {
        text[n++] = '-';
    } else {
        text[n++] = (char)('A' + nj_mk_col(cell));
        if (row > 9)
            text[n++] = (char)('0' + row / 10);
        text[n++] = (char)('0' + row % 10);
    }
    text[n] = '\0';
    return text;
}

uint16_t nj_mk_cell_at(const char *text, size_t n)
{
    int row = 0;

    if (n < 2 || n > 3 || text[1] == '0')
        return MK_NOWHERE;
    for (size_t i = 1; i < n; i++) {
        if (text[i] < '0' || text[i] > '9')
            return MK_NOWHERE;
        row = 10 * row + text[i] - '0';
    }
    return cell_of(row - 1, (text[0] | ('a' - 'A')) - 'a');
}

uint8_t nj_mk_quads_of(uint16_t cell)
{
    unsigned east = nj_mk_col(cell) >= MK_COLS / 2;
    unsigned upper = 1u << (MK_NW + east), lower = 1u << (MK_SW + east);

    NJ_ASSERT(cell < MK_CELLS);
    return (uint8_t)((nj_mk_row(cell) <= MK_STREET ? upper : 0) |
                     (nj_mk_row(cell) >= MK_STREET ? lower : 0));
}

uint8_t nj_mk_quad(uint16_t cell)
{
    NJ_ASSERT(cell < MK_CELLS);
    return (uint8_t)((nj_mk_row(cell) <= MK_STREET ? MK_NW : MK_SW) +
                     (nj_mk_col(cell) >= MK_COLS / 2));
}

uint8_t nj_mk_first_in_order(const struct mk_table *t, unsigned who)
{
    uint8_t best = MK_NOBODY;

    NJ_ASSERT(who != 0 && who >> MK_WHO == 0);
    for (uint8_t i = 0; i < MK_WHO; i++)
        if ((who >> i & 1) != 0 &&
            (best == MK_NOBODY || t->who[i].order < t->who[best].order))
            best = i;
    return best;
}

uint8_t nj_mk_car(const struct mk_table *t, uint16_t cell)
{
    uint8_t terrain = t->terrain[cell];

    if (terrain != MK_BLUE_CAR && terrain != MK_YELLOW_CAR)
        return MK_CARS;
    return terrain == MK_BLUE_CAR ? MK_BLUE : MK_YELLOW;
}

uint8_t nj_mk_car_beside(const struct mk_table *t, uint16_t cell)
{
    if (nj_mk_car(t, cell) != MK_CARS)
        return MK_CARS;
    for (enum mk_dir d = MK_N; d < MK_DIRS; d++)
        if (t->edge[cell][d] == MK_CAR_DOOR)
            return nj_mk_car(t, nj_mk_beside(cell, d));
    return MK_CARS;
}

/* --- the file --- */

enum {
    LINE_BYTES = 5 + 4 * MK_COLS, /* of the drawing */
    STARTS = 6
};

/* Starts as they are marked: victims in their order, then the street. */
static const char starts[STARTS + 1] = "LAYB12";
/* In the order of enum mk_terrain, and of enum mk_edge between columns and
 * between rows. */
static const char terrains[MK_TERRAINS + 1] = ",=1234BYTP";
static const char across[MK_EDGES + 1] = " |dwfk";
static const char along[MK_EDGES + 1] = " -dwfk";

struct drawing {
    struct nj_lines lines;
    struct nj_err *err;
    struct mk_table *t;
    uint8_t marked; /* starts, by bit */
    uint8_t spots[MK_QUADS], cars[MK_CARS];
};

static enum nj_status bad(const struct drawing *r, const char *what,
                          struct nj_piece at)
{
    return nj_fail(r->err, NJ_ERR_BAD_INPUT, "line %u: MK-1.6: %s: '%.*s'",
                   r->lines.line, what, (int)(at.n < 60 ? at.n : 60), at.p);
}

/* Reads lines up to BEGIN: comments, a name, and of the board that has been
 * drawn what it has to be, each once. */
static enum nj_status check_settings(struct drawing *r)
{
    char cars[MK_CARS][24], cell[2][MK_CELL_TEXT];
    const char *const wanted[] = {cars[MK_BLUE],         cars[MK_YELLOW],
                                  "size 18 23",          "street-row 12",
                                  "quadrant NW A1 I12",  "quadrant NE J1 R12",
                                  "quadrant SW A12 I23", "quadrant SE J12 R23"};
    struct nj_piece line = {"", 0};
    unsigned found = 0;

    /* Each car of the drawing has its cells. */
    NJ_ASSERT(r->t->car[MK_BLUE][0] != r->t->car[MK_BLUE][1]);
    NJ_ASSERT(r->t->car[MK_YELLOW][0] != r->t->car[MK_YELLOW][1]);
    for (size_t i = 0; i < MK_CARS; i++)
        (void)snprintf(cars[i], sizeof(cars[i]), "car %s %s %s", nj_mk_cars[i],
                       nj_mk_cell(r->t->car[i][0], cell[0]),
                       nj_mk_cell(r->t->car[i][1], cell[1]));
    while (nj_lines_next(&r->lines, &line) && !nj_piece_is(line, "BEGIN")) {
        struct nj_piece rest = line;
        bool open = line.n > 0 && line.p[0] == '#';
        size_t i = 0;

        open |= nj_piece_is(nj_piece_cut(&rest, ' '), "board");
        while (i < NJ_COUNT(wanted) && !nj_piece_is(line, wanted[i]))
            i++;
        if (i < NJ_COUNT(wanted) && (found >> i & 1) == 0)
            found |= 1u << i;
        else if (!open)
            return bad(r, "not a setting of this board", line);
    }
    for (size_t i = 0; i < NJ_COUNT(wanted); i++)
        if ((found >> i & 1) == 0)
            return bad(r, "a setting is missing", nj_piece_of(wanted[i]));
    return NJ_OK;
}

/* --- the drawing --- */

/* Writes the edge on a side of a cell, north or west, for both that have it;
 * either may be beyond the rim. */
static void put_edge(struct mk_table *t, int row, int col, enum mk_dir dir,
                     ptrdiff_t edge)
{
    uint16_t near = cell_of(row, col);
    uint16_t far = cell_of(row + down[dir], col + right[dir]);

    NJ_ASSERT(edge >= 0 && edge < MK_EDGES);
    NJ_ASSERT(near != MK_NOWHERE || far != MK_NOWHERE);
    if (near != MK_NOWHERE)
        t->edge[near][dir] = (uint8_t)edge;
    if (far != MK_NOWHERE)
        t->edge[far][(dir + 2) % MK_DIRS] = (uint8_t)edge;
}

static bool read_mark(struct drawing *r, uint16_t cell, const char mark[2])
{
    const char *start = memchr(starts, mark[1], STARTS);
    uint8_t q = nj_mk_quad(cell);
    ptrdiff_t i = start == NULL ? STARTS : start - starts;

    NJ_ASSERT(i >= 0 && i <= STARTS && q < MK_QUADS);
    if (memcmp(mark, "s ", 2) == 0 && r->spots[q] < MK_SPOTS) {
        r->t->spot_at[cell] = (uint8_t)(q * MK_SPOTS + r->spots[q]++);
        r->t->spot[r->t->spot_at[cell]] = cell;
        return nj_mk_row(cell) != MK_STREET;
    }
    if (mark[0] != '@' || start == NULL || (r->marked >> i & 1) != 0)
        return memcmp(mark, "  ", 2) == 0;
    r->marked = (uint8_t)(r->marked | 1u << i);
    if (i < STARTS - 2)
        r->t->who[i].start = cell;
    else
        r->t->street[i - (STARTS - 2)] = cell;
    return true;
}

static bool read_cell(struct drawing *r, uint16_t cell, const char at[3])
{
    const char *terrain = memchr(terrains, at[0], MK_TERRAINS);
    uint8_t car;

    if (terrain == NULL)
        return false;
    r->t->terrain[cell] = (uint8_t)(terrain - terrains);
    car = nj_mk_car(r->t, cell);
    if (car != MK_CARS && r->cars[car] < 2)
        r->t->car[car][r->cars[car]++] = cell;
    else if (car != MK_CARS)
        return false; /* a car has two cells */
    return read_mark(r, cell, at + 1);
}

/* Reads an edge between columns, or the corner there, and behind it a cell, or
 * the edge above one; at the end of the line nothing. */
static bool read_part(struct drawing *r, int row, int col, bool cells,
                      const char at[4])
{
    const char *edge = cells ? memchr(across, at[0], MK_EDGES)
                             : memchr(along, at[1], MK_EDGES);

    NJ_ASSERT(col <= MK_COLS && row + cells <= MK_ROWS);
    if (cells ? edge == NULL : at[0] != '+')
        return false;
    if (cells)
        put_edge(r->t, row, col, MK_W, edge - across);
    if (col == MK_COLS)
        return true;
    if (cells)
        return read_cell(r, cell_of(row, col), at + 1);
    if (edge == NULL || at[2] != at[1] || at[3] != at[1])
        return false;
    put_edge(r->t, row, col, MK_N, edge - along);
    return true;
}

/* Reads the edges above a row, or its cells. Blanks at the end may be
 * missing. */
static enum nj_status read_line(struct drawing *r, int row, bool cells)
{
    char text[LINE_BYTES + 3], number[8] = "    ";
    struct nj_piece line = {"", 0};

    if (cells)
        (void)snprintf(number, sizeof(number), "%3d ", row + 1);
    if (!nj_lines_next(&r->lines, &line) || line.n > LINE_BYTES || line.n < 4 ||
        memcmp(line.p, number, 4) != 0)
        return bad(r, "not the line of the drawing that stands here", line);
    memset(text, ' ', sizeof(text));
    memcpy(text, line.p, line.n);
    for (int col = 0; col <= MK_COLS; col++) {
        struct nj_piece part = {text + 4 + 4 * (size_t)col, 4};

        if (!read_part(r, row, col, cells, part.p))
            return bad(r, "this cannot stand here", part);
    }
    return NJ_OK;
}

/* Reads all from the letters of the columns to CARDS. */
static enum nj_status read_drawing(struct drawing *r)
{
    static const char *const ends[] = {"END", "CARDS"};
    struct nj_piece line = {"", 0};
    enum nj_status st = NJ_OK;

    (void)nj_lines_next(&r->lines, &line);
    r->t->line = r->lines.line + 2;
    for (int i = 0; i <= 2 * MK_ROWS && st == NJ_OK; i++)
        st = read_line(r, i / 2, i % 2 != 0);
    for (size_t i = 0; i < NJ_COUNT(ends) && st == NJ_OK; i++)
        if (!nj_lines_next(&r->lines, &line) || !nj_piece_is(line, ends[i]))
            st = bad(r, "expected END and CARDS", line);
    if (st != NJ_OK)
        return st;
    for (size_t q = 0; q < MK_QUADS; q++)
        if (r->spots[q] < MK_SPOTS)
            return bad(r, "fewer than 5 search squares",
                       nj_piece_of(nj_mk_quads[q]));
    for (size_t i = 0; i < MK_CARS; i++)
        if (r->cars[i] < 2)
            return bad(r, "fewer than 2 cells of a car",
                       nj_piece_of(nj_mk_cars[i]));
    return r->marked == (1u << STARTS) - 1
               ? NJ_OK
               : bad(r, "not all starts are marked", nj_piece_of(starts));
}

enum nj_status nj_mk_table_load(const char *text, size_t n, void **data,
                                struct nj_err *err)
{
    struct drawing r = {.lines = {.at = text, .end = text + n}, .err = err};
    struct drawing top = r;
    struct nj_piece line = {"", 0};
    enum nj_status st;

    if (!nj_utf8_valid(text, n))
        return nj_fail(err, NJ_ERR_BAD_INPUT, "line 1: not UTF-8");
    r.t = top.t = nj_alloc(sizeof(*r.t));
    for (int i = 0; i < MK_WHO; i++)
        r.t->who[i].start = MK_NOWHERE;
    memset(r.t->spot_at, MK_TOKENS, sizeof(r.t->spot_at));
    while (nj_lines_next(&r.lines, &line) && !nj_piece_is(line, "BEGIN"))
        continue;
    st = read_drawing(&r);
    if (st == NJ_OK)
        st = check_settings(&top);
    if (st == NJ_OK)
        st = nj_mk_cards_read(r.t, r.lines.at,
                              (size_t)(r.lines.end - r.lines.at), err);
    if (st == NJ_OK)
        st = nj_mk_table_check(r.t, err);
    if (st != NJ_OK) {
        free(r.t);
        return st;
    }
    *data = r.t;
    return NJ_OK;
}
