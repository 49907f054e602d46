/*
 * The board of 面具杀人魔 as its file draws it (MK-1.2 to 1.6), and what cells
 * are and are called. The cards of the file are read in table_cards.c, and
 * whether all of it is right is asked in table_check.c.
 */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/lines.h"
#include "base/utf8.h"
#include "games/masked_killer/masked_killer.h"

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

uint16_t nj_mk_beside(uint16_t cell, enum mk_dir dir)
{
    NJ_ASSERT(cell < MK_CELLS && dir < MK_DIRS);
    return cell_of(nj_mk_row(cell) + down[dir], nj_mk_col(cell) + right[dir]);
}

const char *nj_mk_cell(uint16_t cell, char text[MK_CELL_TEXT])
{
    NJ_ASSERT(cell < MK_CELLS || cell == MK_NOWHERE);
    if (cell == MK_NOWHERE)
        (void)snprintf(text, MK_CELL_TEXT, "-");
    else
        (void)snprintf(text, MK_CELL_TEXT, "%c%d", 'A' + nj_mk_col(cell),
                       (nj_mk_row(cell) + 1) % 100);
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
    return cell_of(row - 1, toupper((unsigned char)text[0]) - 'A');
}

uint8_t nj_mk_quads_of(uint16_t cell)
{
    unsigned half = nj_mk_col(cell) < MK_COLS / 2 ? 1 << MK_NW | 1 << MK_SW
                                                  : 1 << MK_NE | 1 << MK_SE;
    unsigned upper = 1 << MK_NW | 1 << MK_NE;

    NJ_ASSERT(cell < MK_CELLS);
    if (nj_mk_row(cell) == MK_STREET)
        return (uint8_t)half;
    return (uint8_t)(nj_mk_row(cell) < MK_STREET ? half & upper
                                                 : half & ~upper);
}

uint8_t nj_mk_quad(uint16_t cell)
{
    bool lower = nj_mk_row(cell) > MK_STREET;

    NJ_ASSERT(cell < MK_CELLS);
    if (nj_mk_col(cell) < MK_COLS / 2)
        return lower ? MK_SW : MK_NW;
    return lower ? MK_SE : MK_NE;
}

bool nj_mk_outdoors(const struct mk_table *t, uint16_t cell)
{
    return t->terrain[cell] <= MK_KERB;
}

bool nj_mk_solid(const struct mk_table *t, uint16_t cell)
{
    return t->terrain[cell] >= MK_TREE;
}

uint8_t nj_mk_spot(const struct mk_table *t, uint16_t cell)
{
    uint8_t spot = 0;

    while (spot < MK_TOKENS && t->spot[spot] != cell)
        spot++;
    return spot;
}

enum mk_car nj_mk_car(const struct mk_table *t, uint16_t cell)
{
    uint8_t terrain = t->terrain[cell];

    if (terrain != MK_BLUE_CAR && terrain != MK_YELLOW_CAR)
        return MK_CARS;
    return terrain == MK_BLUE_CAR ? MK_BLUE : MK_YELLOW;
}

enum mk_car nj_mk_car_beside(const struct mk_table *t, uint16_t cell)
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

/* What stands in front of BEGIN, each once: the whole line, or behind a blank
 * what differs. */
static const char *const settings[] = {
    "car blue ",          "car yellow ",         "board ",
    "size 18 23",         "street-row 12",       "quadrant NW A1 I12",
    "quadrant NE J1 R12", "quadrant SW A12 I23", "quadrant SE J12 R23"};

/* Starts as they are marked: victims in their order, then the street. */
static const char starts[STARTS + 1] = "LAYB12";
/* In the order of enum mk_terrain, and of enum mk_edge. */
static const char terrains[MK_TERRAINS + 1] = ",=1234BYTP";
static const char across[MK_EDGES + 1] = " |dwfk";
static const char along[MK_EDGES + 1] = " -dwfk";

struct drawing {
    struct nj_lines lines;
    struct nj_err *err;
    struct mk_table *t;
    uint16_t set;   /* settings that have been read, by bit */
    uint8_t marked; /* starts */
    uint8_t spots[MK_QUADS];
};

static enum nj_status bad(const struct drawing *r, const char *what,
                          struct nj_piece at)
{
    return nj_fail(r->err, NJ_ERR_BAD_INPUT, "line %u: %s: '%.*s'",
                   r->lines.line, what, (int)(at.n < 60 ? at.n : 60), at.p);
}

static enum nj_status bad_cell(const struct drawing *r, const char *what,
                               uint16_t cell)
{
    char text[MK_CELL_TEXT];

    return bad(r, what, nj_piece_of(nj_mk_cell(cell, text)));
}

/* --- settings --- */

static enum nj_status read_car(struct drawing *r, uint16_t cells[2],
                               struct nj_piece rest)
{
    struct nj_piece whole = rest;

    for (int i = 0; i < 2; i++) {
        struct nj_piece w = nj_piece_cut(&rest, ' ');

        cells[i] = nj_mk_cell_at(w.p, w.n);
        if (cells[i] == MK_NOWHERE)
            return bad(r, "a car has two cells", whole);
    }
    return rest.n == 0 ? NJ_OK : bad(r, "a car has two cells", whole);
}

static enum nj_status read_setting(struct drawing *r, struct nj_piece line)
{
    for (size_t i = 0; i < NJ_COUNT(settings); i++) {
        size_t n = strlen(settings[i]);
        bool open = settings[i][n - 1] == ' ';

        if (line.n < n || memcmp(line.p, settings[i], n) != 0 ||
            (line.n > n) != open)
            continue;
        if ((r->set >> i & 1) != 0)
            return bad(r, "this is set already", line);
        r->set = (uint16_t)(r->set | 1u << i);
        if (i < MK_CARS)
            return read_car(r, r->t->car[i],
                            (struct nj_piece){line.p + n, line.n - n});
        return NJ_OK;
    }
    return bad(r, "neither a comment nor a setting of this board", line);
}

static enum nj_status read_settings(struct drawing *r)
{
    struct nj_piece line = {"", 0};
    enum nj_status st = NJ_OK;

    while (st == NJ_OK && nj_lines_next(&r->lines, &line)) {
        if (nj_piece_is(line, "BEGIN")) {
            for (size_t i = 0; i < NJ_COUNT(settings); i++)
                if ((r->set >> i & 1) == 0)
                    return bad(r, "a setting is missing",
                               nj_piece_of(settings[i]));
            return NJ_OK;
        }
        if (line.n == 0 || line.p[0] != '#')
            st = read_setting(r, line);
    }
    return st == NJ_OK ? bad(r, "there is no BEGIN", line) : st;
}

/* --- the drawing --- */

/* Reads a line, filled up with blanks. */
static enum nj_status next_line(struct drawing *r, char out[LINE_BYTES])
{
    struct nj_piece line = {"", 0};

    if (!nj_lines_next(&r->lines, &line))
        return bad(r, "the drawing has no end", line);
    if (line.n > LINE_BYTES)
        return bad(r, "longer than a line of the drawing", line);
    memset(out, ' ', LINE_BYTES);
    memcpy(out, line.p, line.n);
    return NJ_OK;
}

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

/* Reads the edges between a row and the one above it. */
static enum nj_status read_edges(struct drawing *r, int row)
{
    char line[LINE_BYTES];
    enum nj_status st = next_line(r, line);
    struct nj_piece whole = {line, LINE_BYTES};

    if (st == NJ_OK && memcmp(line, "    +", 5) != 0)
        return bad(r, "expected a line of edges", whole);
    for (int col = 0; col < MK_COLS && st == NJ_OK; col++) {
        const char *at = line + 5 + 4 * col;
        const char *letter = memchr(along, at[0], MK_EDGES);

        if (letter == NULL || at[1] != at[0] || at[2] != at[0] || at[3] != '+')
            return bad(r, "expected an edge and '+'", (struct nj_piece){at, 4});
        put_edge(r->t, row, col, MK_N, letter - along);
    }
    return st;
}

static enum nj_status read_mark(struct drawing *r, uint16_t cell,
                                const char mark[2])
{
    const char *start = memchr(starts, mark[1], STARTS);
    uint8_t q = nj_mk_quad(cell);

    if (memcmp(mark, "  ", 2) == 0)
        return NJ_OK;
    if (memcmp(mark, "s ", 2) == 0) {
        if (r->spots[q] == MK_SPOTS || nj_mk_row(cell) == MK_STREET)
            return bad_cell(r, "no place for another search square", cell);
        r->t->spot[q * MK_SPOTS + r->spots[q]++] = cell;
        return NJ_OK;
    }
    if (mark[0] != '@' || start == NULL)
        return bad_cell(r, "no such mark", cell);
    if ((r->marked >> (start - starts) & 1) != 0)
        return bad_cell(r, "this start is marked already", cell);
    r->marked = (uint8_t)(r->marked | 1u << (start - starts));
    if (start - starts < STARTS - 2)
        r->t->who[start - starts].start = cell;
    else
        r->t->street[start - starts - (STARTS - 2)] = cell;
    return NJ_OK;
}

/* Reads the cells of a row and the edges between them. */
static enum nj_status read_cells(struct drawing *r, int row)
{
    char line[LINE_BYTES];
    char number[8];
    enum nj_status st = next_line(r, line);
    struct nj_piece whole = {line, LINE_BYTES};

    (void)snprintf(number, sizeof(number), "%3d ", row + 1);
    if (st == NJ_OK && memcmp(line, number, 4) != 0)
        return bad(r, "expected the cells of the next row", whole);
    for (int col = 0; col <= MK_COLS && st == NJ_OK; col++) {
        const char *at = line + 4 + 4 * col;
        const char *edge = memchr(across, at[0], MK_EDGES);
        const char *terrain =
            col < MK_COLS ? memchr(terrains, at[1], MK_TERRAINS) : terrains;

        if (edge == NULL || terrain == NULL)
            return bad(r, "expected an edge and a cell",
                       (struct nj_piece){at, col < MK_COLS ? 4 : 1});
        put_edge(r->t, row, col, MK_W, edge - across);
        if (col < MK_COLS) {
            r->t->terrain[cell_of(row, col)] = (uint8_t)(terrain - terrains);
            st = read_mark(r, cell_of(row, col), at + 2);
        }
    }
    return st;
}

/* Nothing that has to be marked is missing. */
static enum nj_status check_marks(const struct drawing *r)
{
    for (size_t i = 0; i < STARTS; i++)
        if ((r->marked >> i & 1) == 0)
            return bad(r, "a start is not marked",
                       (struct nj_piece){starts + i, 1});
    for (size_t q = 0; q < MK_QUADS; q++)
        if (r->spots[q] < MK_SPOTS)
            return bad(r, "fewer than 5 search squares in a quadrant",
                       nj_piece_of(nj_mk_quads[q]));
    return NJ_OK;
}

static enum nj_status read_drawing(struct drawing *r)
{
    char line[LINE_BYTES];
    enum nj_status st = next_line(r, line); /* the letters of the columns */

    r->t->line = r->lines.line + 2;
    for (int row = 0; row < MK_ROWS && st == NJ_OK; row++) {
        st = read_edges(r, row);
        if (st == NJ_OK)
            st = read_cells(r, row);
    }
    if (st == NJ_OK)
        st = read_edges(r, MK_ROWS);
    for (int i = 0; i < 2 && st == NJ_OK; i++) {
        static const char *const ends[] = {"END", "CARDS"};
        struct nj_piece end = {"", 0};

        if (!nj_lines_next(&r->lines, &end) || !nj_piece_is(end, ends[i]))
            st = bad(r, i == 0 ? "expected END" : "expected CARDS", end);
    }
    return st == NJ_OK ? check_marks(r) : st;
}

enum nj_status nj_mk_table_load(const char *text, size_t n, void **data,
                                struct nj_err *err)
{
    struct drawing r = {.lines = {.at = text, .end = text + n}, .err = err};
    enum nj_status st;

    if (!nj_utf8_valid(text, n))
        return nj_fail(err, NJ_ERR_BAD_INPUT, "line 1: not UTF-8");
    r.t = nj_alloc(sizeof(*r.t));
    for (uint8_t i = 0; i < MK_WHO; i++)
        r.t->who[i].start = MK_NOWHERE;
    st = read_settings(&r);
    if (st == NJ_OK)
        st = read_drawing(&r);
    if (st == NJ_OK)
        st = nj_mk_cards_read(r.t, r.lines.at,
                              (size_t)(r.lines.end - r.lines.at), err);
    if (st == NJ_OK)
        st = nj_mk_table_check(r.t, err);
    if (st != NJ_OK) {
        free(r.t);
        return st;
    }
    nj_mk_table_measure(r.t);
    *data = r.t;
    return NJ_OK;
}
