/*
 * The building as a notation, and that notation on a canvas (plan.h).
 */
#include "games/shadow_hotel/plan.h"

#include <stdio.h>
#include <string.h>

#include "base/bug.h"

#define FLOOR_SIDE 3 /* cells of a floor, either way (SH-2.12) */
#define ACROSS     2 /* floors beside each other */

/* --- writing --- */

/* Finds the upper left cell of a floor: the first is at the bottom left. */
static void floor_at(const struct sh_map *map, uint8_t floor, unsigned *row,
                     unsigned *col)
{
    unsigned lines = (map->floors + ACROSS - 1u) / ACROSS;
    unsigned line = (floor - 1u) / ACROSS;

    NJ_ASSERT(floor >= 1 && floor <= map->floors);
    *row = (lines - 1 - line) * (FLOOR_SIDE + 1);
    *col = (floor - 1u) % ACROSS * (FLOOR_SIDE + 1);
}

static void put_places(const struct sh_map *map, bool rotated,
                       struct nj_str *out)
{
    for (unsigned p = 1; p <= map->n; p++) {
        const struct sh_position *at = &map->position[p];
        bool turned = rotated && map->turns[at->floor];
        unsigned x = turned ? FLOOR_SIDE - (unsigned)at->x - at->w : at->x;
        unsigned y = turned ? FLOOR_SIDE - (unsigned)at->y - at->h : at->y;
        unsigned row, col;

        NJ_ASSERT(x < FLOOR_SIDE && y < FLOOR_SIDE);
        floor_at(map, at->floor, &row, &col);
        nj_str_addf(out, ";P%u:%u,%u,%u,%u", p, row + y, col + x,
                    (unsigned)at->h, (unsigned)at->w);
    }
}

void nj_sh_plan_put(const struct sh_map *map, bool rotated, struct nj_str *out)
{
    uint8_t state = rotated ? SH_IN_ROTATED : SH_IN_RESTORED;
    bool climbs[SH_PLACES] = {false};

    put_places(map, rotated, out);
    for (uint8_t i = 0; i < map->n_passages; i++) {
        const struct sh_passage *w = &map->passage[i];

        if (w->gate != SH_ALWAYS || w->rooms || (w->states & state) == 0)
            continue;
        if (w->way == SH_DOOR || w->way == SH_WINDOW)
            nj_str_addf(out, ";E%u-%u", (unsigned)w->a, (unsigned)w->b);
        else
            climbs[w->a] = climbs[w->b] = true;
    }
    for (unsigned p = 1; p <= map->n; p++)
        if (climbs[p])
            nj_str_addf(out, ";S%u", p);
    NJ_ASSERT(!out->over);
}

/* --- reading --- */

/* Reads a number behind a sign, which has to stand there. */
static bool number(const char **at, char sign, unsigned *out)
{
    unsigned v = 0;

    if (**at != sign)
        return false;
    for ((*at)++; **at >= '0' && **at <= '9' && v < 1000; (*at)++)
        v = v * 10 + (unsigned)(**at - '0');
    *out = v;
    return true;
}

static bool is_place(unsigned pos)
{
    return pos > 0 && pos < SH_PLACES;
}

/* Reads "P22:1,2,1,1". */
static void read_place(const char *at, struct sh_plan *p)
{
    unsigned pos, row, col, rows, cols;

    if (!number(&at, 'P', &pos) || !number(&at, ':', &row) ||
        !number(&at, ',', &col) || !number(&at, ',', &rows) ||
        !number(&at, ',', &cols) || !is_place(pos) || rows == 0 || cols == 0 ||
        row + rows > NJ_BOARD_SIDE_MAX || col + cols > NJ_BOARD_SIDE_MAX)
        return;
    NJ_ASSERT(row < NJ_BOARD_SIDE_MAX && col < NJ_BOARD_SIDE_MAX);
    p->place[pos].row = (uint8_t)row;
    p->place[pos].col = (uint8_t)col;
    p->place[pos].rows = (uint8_t)rows;
    p->place[pos].cols = (uint8_t)cols;
    if (row + rows > p->rows)
        p->rows = (uint8_t)(row + rows);
    if (col + cols > p->cols)
        p->cols = (uint8_t)(col + cols);
}

/* Reads two places with a sign between them: "E1-2", "k7=22". */
static bool read_pair(const char *at, char sign, char between, uint8_t *a,
                      uint8_t *b)
{
    unsigned v, w;

    if (!number(&at, sign, &v) || !number(&at, between, &w) || !is_place(v) ||
        !is_place(w))
        return false;
    *a = (uint8_t)v;
    *b = (uint8_t)w;
    return true;
}

/* Reads one place: "@22"; 0: another sign stands there. */
static uint8_t read_one(const char *at, char sign)
{
    unsigned v;

    return number(&at, sign, &v) && is_place(v) ? (uint8_t)v : 0;
}

static void read_token(const char *at, struct sh_plan *p)
{
    const struct {
        char sign;
        uint8_t *to;
    } marks[] = {{'@', &p->here}, {'t', &p->watched}, {'x', &p->lobby}};

    uint8_t a, b;

    read_place(at, p);
    if (p->n_ways < SH_PASSAGES_MAX && read_pair(at, 'E', '-', &a, &b)) {
        p->way[p->n_ways][0] = a;
        p->way[p->n_ways++][1] = b;
    }
    (void)read_pair(at, 'b', '-', &p->blocked[0], &p->blocked[1]);
    if (read_pair(at, 'k', '=', &a, &b))
        p->place[a].room = b;
    if (read_one(at, 'S') != 0)
        p->place[read_one(at, 'S')].stairs = true;
    for (size_t i = 0; i < NJ_COUNT(marks); i++)
        if (read_one(at, marks[i].sign) != 0)
            *marks[i].to = read_one(at, marks[i].sign);
    if (*at == 'm')
        p->foreign = at[1] != '\0' && at[1] != ';';
    p->all |= strncmp(at, "all", 3) == 0;
}

static void read_tokens(const char *at, struct sh_plan *p)
{
    while (*at != '\0') {
        read_token(at, p);
        at += strcspn(at, ";");
        at += *at == ';';
    }
}

bool nj_sh_plan_read(const char *building, const char *known, struct sh_plan *p)
{
    memset(p, 0, sizeof(*p));
    read_tokens(building, p);
    read_tokens(known, p);
    NJ_ASSERT(p->rows <= NJ_BOARD_SIDE_MAX && p->cols <= NJ_BOARD_SIDE_MAX);
    for (unsigned i = 1; p->all && i < SH_PLACES; i++)
        if (p->place[i].rows > 0 && p->place[i].room == 0)
            p->place[i].room = (uint8_t)i;
    return p->rows > 0;
}

/* --- drawing --- */

/* Phrases are literals of the game: a canvas keeps what it is lent. */
#define N(n) "sh.place." #n
#define T(t)                                                             \
 N(t##0), N(t##1), N(t##2), N(t##3), N(t##4), N(t##5), N(t##6), N(t##7), \
     N(t##8), N(t##9)
static const char *const names[SH_PLACES] = {NULL, N(1), N(2), N(3), N(4),
                                             N(5), N(6), N(7), N(8), N(9),
                                             T(1), T(2), T(3), T(4)};
#undef T
#undef N

/* Returns the place that covers a cell, or 0. */
static uint8_t covering(const struct sh_plan *p, int row, int col)
{
    NJ_ASSERT(row >= 0 && col >= 0);
    for (uint8_t i = 1; i < SH_PLACES; i++)
        if (p->place[i].rows > 0 && row >= p->place[i].row &&
            row < p->place[i].row + p->place[i].rows &&
            col >= p->place[i].col && col < p->place[i].col + p->place[i].cols)
            return i;
    return 0;
}

static bool joins(const uint8_t ends[2], uint8_t a, uint8_t b)
{
    return (ends[0] == a && ends[1] == b) || (ends[0] == b && ends[1] == a);
}

static bool joined(const struct sh_plan *p, uint8_t a, uint8_t b)
{
    NJ_ASSERT(a != 0 && b != 0 && a != b);
    for (uint8_t i = 0; i < p->n_ways; i++)
        if (joins(p->way[i], a, b))
            return true;
    return false;
}

static const char *between(const struct sh_plan *p, uint8_t a, uint8_t b)
{
    if (a == b)
        return NULL;
    if (a == 0 || b == 0 || !joined(p, a, b))
        return "wall";
    return joins(p->blocked, a, b) ? "door" : "gate";
}

static void draw_edges(const struct sh_plan *p, struct nj_canvas *c, int row,
                       int col, uint8_t here)
{
    const char *edge;

    NJ_ASSERT(here == covering(p, row, col));
    edge = between(p, here, covering(p, row, col + 1));
    if (edge != NULL)
        c->ops->edge(c, row, col, NJ_SIDE_RIGHT, edge);
    edge = between(p, here, covering(p, row + 1, col));
    if (edge != NULL)
        c->ops->edge(c, row, col, NJ_SIDE_DOWN, edge);
    if (here == 0)
        return;
    if (row == 0 || covering(p, row - 1, col) == 0)
        c->ops->edge(c, row, col, NJ_SIDE_UP, "wall");
    if (col == 0 || covering(p, row, col - 1) == 0)
        c->ops->edge(c, row, col, NJ_SIDE_LEFT, "wall");
}

static const char *glyph_of(const struct sh_plan *p, uint8_t pos)
{
    NJ_ASSERT(p->place[pos].rows > 0 && pos > 0);
    if (pos == p->here)
        return "here";
    if (pos == p->watched)
        return "watched";
    if (pos == p->lobby)
        return "pod";
    return p->place[pos].stairs ? "stairs" : NULL;
}

static void draw_place(const struct sh_plan *p, struct nj_canvas *c,
                       uint8_t pos)
{
    const char *glyph = glyph_of(p, pos);
    uint8_t room = p->place[pos].room;
    char id[4];

    NJ_ASSERT(p->place[pos].row + p->place[pos].rows <= p->rows);
    (void)snprintf(id, sizeof(id), "%u", pos);
    c->ops->place(c, p->place[pos].row, p->place[pos].col, id,
                  room < SH_PLACES && !p->foreign ? names[room] : NULL);
    if (glyph != NULL)
        c->ops->glyph(c, p->place[pos].row, p->place[pos].col, glyph);
}

void nj_sh_plan_draw(const struct sh_plan *p, const char *title, int64_t n,
                     struct nj_canvas *c)
{
    NJ_ASSERT(p->rows > 0 && p->cols > 0);
    c->ops->board(c, title, n, p->rows, p->cols);
    for (int row = 0; row < p->rows; row++)
        for (int col = 0; col < p->cols; col++) {
            uint8_t here = covering(p, row, col);

            if (here == 0)
                c->ops->glyph(c, row, col, "nothing");
            else
                draw_edges(p, c, row, col, here);
        }
    for (uint8_t pos = 1; pos < SH_PLACES; pos++)
        if (p->place[pos].rows > 0)
            draw_place(p, c, pos);
}
