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

/* The upper left cell of a floor: the first floor at the bottom left. */
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

static const char *number(const char *at, unsigned *out)
{
    unsigned v = 0;

    NJ_ASSERT(at != NULL);
    while (*at >= '0' && *at <= '9' && v < 1000)
        v = v * 10 + (unsigned)(*at++ - '0');
    *out = v;
    return at;
}

static bool is_place(unsigned pos)
{
    return pos > 0 && pos < SH_PLACES;
}

/* "22:1,2,1,1". */
static void read_place(const char *at, struct sh_plan *p)
{
    unsigned pos, v[4];

    at = number(at, &pos);
    for (int i = 0; i < 4; i++) {
        if (*at != ':' && *at != ',')
            return;
        at = number(at + 1, &v[i]);
    }
    if (!is_place(pos) || v[2] == 0 || v[3] == 0 ||
        v[0] + v[2] > NJ_BOARD_SIDE_MAX || v[1] + v[3] > NJ_BOARD_SIDE_MAX)
        return;
    p->place[pos].row = (uint8_t)v[0];
    p->place[pos].col = (uint8_t)v[1];
    p->place[pos].rows = (uint8_t)v[2];
    p->place[pos].cols = (uint8_t)v[3];
    if (v[0] + v[2] > p->rows)
        p->rows = (uint8_t)(v[0] + v[2]);
    if (v[1] + v[3] > p->cols)
        p->cols = (uint8_t)(v[1] + v[3]);
}

/* Two numbers with a sign between them. */
static bool read_pair(const char *at, char sign, unsigned *a, unsigned *b)
{
    at = number(at, a);
    if (*at != sign)
        return false;
    (void)number(at + 1, b);
    return is_place(*a) && is_place(*b);
}

static void read_token(const char *at, struct sh_plan *p)
{
    unsigned a = 0, b = 0;

    NJ_ASSERT(at != NULL);
    if (*at == 'P') {
        read_place(at + 1, p);
    } else if (*at == 'E' || *at == 'b') {
        if (!read_pair(at + 1, '-', &a, &b))
            return;
        if (*at == 'b') {
            p->blocked[0] = (uint8_t)a;
            p->blocked[1] = (uint8_t)b;
        } else if (p->n_ways < SH_PASSAGES_MAX) {
            p->way[p->n_ways][0] = (uint8_t)a;
            p->way[p->n_ways++][1] = (uint8_t)b;
        }
    } else if (*at == 'k') {
        if (read_pair(at + 1, '=', &a, &b))
            p->place[a].room = (uint8_t)b;
    } else if (*at == 'm') {
        p->foreign = at[1] != '\0' && at[1] != ';';
    } else if (strncmp(at, "all", 3) == 0) {
        p->all = true;
    } else {
        (void)number(at + (*at != '\0'), &a);
        if (!is_place(a))
            return;
        if (*at == 'S')
            p->place[a].stairs = true;
        else if (*at == '@')
            p->here = (uint8_t)a;
        else if (*at == 't')
            p->watched = (uint8_t)a;
        else if (*at == 'x')
            p->lobby = (uint8_t)a;
    }
}

static void read_tokens(const char *at, struct sh_plan *p)
{
    NJ_ASSERT(at != NULL);
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

/* The place that covers a cell, or 0. */
static uint8_t covering(const struct sh_plan *p, int row, int col)
{
    for (uint8_t i = 1; i < SH_PLACES; i++)
        if (p->place[i].rows > 0 && row >= p->place[i].row &&
            row < p->place[i].row + p->place[i].rows &&
            col >= p->place[i].col && col < p->place[i].col + p->place[i].cols)
            return i;
    return 0;
}

static bool joined(const struct sh_plan *p, uint8_t a, uint8_t b)
{
    for (uint8_t i = 0; i < p->n_ways; i++)
        if ((p->way[i][0] == a && p->way[i][1] == b) ||
            (p->way[i][0] == b && p->way[i][1] == a))
            return true;
    return false;
}

static const char *between(const struct sh_plan *p, uint8_t a, uint8_t b)
{
    if (a == b)
        return NULL;
    if (a == 0 || b == 0 || !joined(p, a, b))
        return "wall";
    if ((p->blocked[0] == a && p->blocked[1] == b) ||
        (p->blocked[0] == b && p->blocked[1] == a))
        return "door";
    return "gate";
}

static void draw_edges(const struct sh_plan *p, struct nj_canvas *c, int row,
                       int col, uint8_t here)
{
    const char *edge;

    NJ_ASSERT(here < SH_PLACES);
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
    NJ_ASSERT(pos > 0);
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

    NJ_ASSERT(pos < SH_PLACES);
    (void)snprintf(id, sizeof(id), "%u", pos);
    c->ops->place(c, p->place[pos].row, p->place[pos].col, id,
                  room < SH_PLACES && !p->foreign ? names[room] : NULL);
    if (glyph != NULL)
        c->ops->glyph(c, p->place[pos].row, p->place[pos].col, glyph);
}

void nj_sh_plan_draw(const struct sh_plan *p, const char *title, int64_t n,
                     struct nj_canvas *c)
{
    NJ_ASSERT(p->rows > 0);
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
