/*
 * The building as a notation, and that notation on a canvas (plan.h).
 */
#include "games/shadow_hotel/plan.h"

#include <stdio.h>
#include <string.h>

#include "base/bug.h"
#include "match/reader.h"

#define FLOOR_SIDE 3 /* cells of a floor, either way (SH-2.12) */
#define ACROSS     2 /* floors beside each other */

/* --- writing --- */

/* Finds the upper left cell of a floor: the first is at the bottom left. Above
 * each floor a row is left for its name. */
static void floor_at(const struct sh_map *map, uint8_t floor, unsigned *row,
                     unsigned *col)
{
    unsigned lines = (map->floors + ACROSS - 1u) / ACROSS;
    unsigned line = (floor - 1u) / ACROSS;

    NJ_ASSERT(floor >= 1 && floor <= map->floors);
    *row = (lines - 1 - line) * (FLOOR_SIDE + 1) + 1;
    *col = (floor - 1u) % ACROSS * (FLOOR_SIDE + 1);
}

static void put_floors(const struct sh_map *map, struct nj_str *out)
{
    unsigned row, col;

    for (uint8_t f = 1; f <= map->floors; f++) {
        floor_at(map, f, &row, &col);
        NJ_ASSERT(row > 0);
        nj_str_addf(out, ";F%u:%u,%u", (unsigned)f, row - 1, col);
    }
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
    static const char signs[] = {
        [SH_DOOR] = 'E', [SH_WINDOW] = 'W', [SH_STAIR] = 'S', [SH_LIFT] = 'L'};
    uint8_t state = rotated ? SH_IN_ROTATED : SH_IN_RESTORED;

    put_floors(map, out);
    put_places(map, rotated, out);
    for (uint8_t i = 0; i < map->n_passages; i++) {
        const struct sh_passage *w = &map->passage[i];

        if (w->gate == SH_ALWAYS && !w->rooms && (w->states & state) != 0 &&
            w->way < sizeof(signs))
            nj_str_addf(out, ";%c%u-%u", signs[w->way], (unsigned)w->a,
                        (unsigned)w->b);
    }
    NJ_ASSERT(!out->over);
}

/* --- reading --- */

/* Reads a sign and the number behind it. */
static bool number(struct nj_reader *r, char sign, int64_t lo, int64_t hi,
                   uint8_t *out)
{
    int64_t v;

    NJ_ASSERT(lo >= 0 && hi <= UINT8_MAX);
    if (!nj_reader_sign(r, sign) || !nj_reader_number(r, lo, hi, &v))
        return false;
    *out = (uint8_t)v;
    return true;
}

/* Reads "P22:1,2,1,1". */
static void read_place(struct nj_reader r, struct sh_plan *p)
{
    struct sh_plan_place at = {.room = 0};
    uint8_t pos;

    if (!number(&r, 'P', 1, SH_ROOMS_MAX, &pos) ||
        !number(&r, ':', 0, NJ_BOARD_SIDE_MAX - 1, &at.row) ||
        !number(&r, ',', 0, NJ_BOARD_SIDE_MAX - 1, &at.col) ||
        !number(&r, ',', 1, NJ_BOARD_SIDE_MAX - at.row, &at.rows) ||
        !number(&r, ',', 1, NJ_BOARD_SIDE_MAX - at.col, &at.cols))
        return;
    NJ_ASSERT(at.row + at.rows <= NJ_BOARD_SIDE_MAX);
    p->place[pos] = at;
    if (at.row + at.rows > p->rows)
        p->rows = (uint8_t)(at.row + at.rows);
    if (at.col + at.cols > p->cols)
        p->cols = (uint8_t)(at.col + at.cols);
}

/* Reads one place: "@22". */
static bool read_one(struct nj_reader r, char sign, uint8_t *pos)
{
    return number(&r, sign, 1, SH_ROOMS_MAX, pos);
}

/* Reads two places with a sign between them: "E1-2", "k7=22". */
static bool read_pair(struct nj_reader r, char sign, char between,
                      uint8_t pair[2])
{
    uint8_t first;

    if (!number(&r, sign, 1, SH_ROOMS_MAX, &first) ||
        !number(&r, between, 1, SH_ROOMS_MAX, &pair[1]))
        return false;
    pair[0] = first;
    return true;
}

/* Reads "F3:4,0": the name of a floor stands there. */
static void read_floor(struct nj_reader r, struct sh_plan *p)
{
    struct sh_plan_floor at = {.named = true};
    uint8_t floor;

    if (number(&r, 'F', 1, SH_FLOORS_MAX, &floor) &&
        number(&r, ':', 0, NJ_BOARD_SIDE_MAX - 1, &at.row) &&
        number(&r, ',', 0, NJ_BOARD_SIDE_MAX - 1, &at.col))
        p->floor[floor] = at;
}

/* Reads "E1-2", a way between neighbours, or "S1-9": each end leads to the
 * other. */
static void read_way(struct nj_reader r, struct sh_plan *p)
{
    struct sh_plan_way *way = &p->way[p->n_ways];
    uint8_t pair[2];

    if (p->n_ways < SH_PASSAGES_MAX && (read_pair(r, 'E', '-', way->ends) ||
                                        read_pair(r, 'W', '-', way->ends))) {
        way->window = *r.at == 'W';
        p->n_ways++;
    }
    if (!read_pair(r, 'S', '-', pair) && !read_pair(r, 'L', '-', pair))
        return;
    for (int i = 0; i < 2; i++) {
        struct sh_plan_place *from = &p->place[pair[i]];

        from->climb = *r.at == 'S' ? "stairs" : "lift";
        if (from->n_leads < NJ_LEADS_MAX)
            from->leads[from->n_leads++] = pair[1 - i];
    }
}

static void read_token(const char *at, struct sh_plan *p)
{
    const struct nj_reader r = {.at = at};
    uint8_t pair[2];

    read_floor(r, p);
    read_place(r, p);
    read_way(r, p);
    (void)read_pair(r, 'b', '-', p->blocked);
    if (read_pair(r, 'k', '=', pair))
        p->place[pair[0]].room = pair[1];
    if (read_pair(r, 's', '=', pair) && pair[0] <= NJ_SEATS_MAX)
        p->place[pair[1]].who |= nj_bit((nj_seat)(pair[0] - 1));
    if (read_pair(r, 'r', '=', pair) && pair[0] <= NJ_SEATS_MAX &&
        pair[1] <= SH_BRILLO + 1)
        p->role[pair[0] - 1] = pair[1];
    (void)read_one(r, '@', &p->here);
    (void)read_one(r, 't', &p->watched);
    (void)read_one(r, 'x', &p->lobby);
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
#define F(n) "sh.floor." #n
static const char *const floors[] = {NULL, F(1), F(2), F(3), F(4),
                                     F(5), F(6), F(7), F(8), F(9)};
#undef F
_Static_assert(NJ_COUNT(floors) == SH_FLOORS_MAX + 1, "each floor has a name");

/* Returns the place that covers a cell; 0: none, or there is no such cell. */
static uint8_t covering(const struct sh_plan *p, int row, int col)
{
    for (uint8_t i = 1; i < SH_PLACES; i++) {
        const struct sh_plan_place *at = &p->place[i];

        if (row >= at->row && row < at->row + at->rows && col >= at->col &&
            col < at->col + at->cols)
            return i;
    }
    return 0;
}

static bool joins(const uint8_t ends[2], uint8_t a, uint8_t b)
{
    NJ_ASSERT(a != b);
    return (ends[0] == a && ends[1] == b) || (ends[0] == b && ends[1] == a);
}

/* The way between two places; NULL: there is none. */
static const struct sh_plan_way *way_between(const struct sh_plan *p, uint8_t a,
                                             uint8_t b)
{
    NJ_ASSERT(a != 0 && b != 0 && a != b);
    for (uint8_t i = 0; i < p->n_ways; i++)
        if (joins(p->way[i].ends, a, b))
            return &p->way[i];
    return NULL;
}

/* What stands between two cells, of which the first is in a place. */
static const char *between(const struct sh_plan *p, uint8_t a, uint8_t b)
{
    const struct sh_plan_way *way;

    NJ_ASSERT(a != 0);
    if (a == b)
        return NULL;
    way = b == 0 ? NULL : way_between(p, a, b);
    if (way == NULL)
        return "wall";
    if (joins(p->blocked, a, b))
        return "door";
    return way->window ? "window" : "gate";
}

/* What two places have in common the upper or the left one draws. */
static void draw_edges(const struct sh_plan *p, struct nj_canvas *c, int row,
                       int col, uint8_t here)
{
    static const struct {
        enum nj_side side;
        int row, col;
        bool rim;
    } sides[] = {{NJ_SIDE_RIGHT, 0, 1, false},
                 {NJ_SIDE_DOWN, 1, 0, false},
                 {NJ_SIDE_UP, -1, 0, true},
                 {NJ_SIDE_LEFT, 0, -1, true}};

    NJ_ASSERT(here != 0 && here == covering(p, row, col));
    for (size_t i = 0; i < NJ_COUNT(sides); i++) {
        uint8_t there = covering(p, row + sides[i].row, col + sides[i].col);
        const char *edge = between(p, here, there);

        if (edge != NULL && (there == 0 || !sides[i].rim))
            c->ops->edge(c, row, col, sides[i].side, edge);
    }
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
    return p->place[pos].climb;
}

static void draw_place(const struct sh_plan *p, struct nj_canvas *c,
                       uint8_t pos)
{
    const struct sh_plan_place *at = &p->place[pos];
    const char *glyph = glyph_of(p, pos);
    char id[4];

    NJ_ASSERT(at->row + at->rows <= p->rows && at->room < SH_PLACES);
    (void)snprintf(id, sizeof(id), "%u", pos);
    c->ops->place(c, at->row, at->col, id, p->foreign ? NULL : names[at->room]);
    if (glyph != NULL)
        c->ops->glyph(c, at->row, at->col, glyph);
    for (uint8_t i = 0; i < at->n_leads; i++)
        c->ops->leads(c, at->row, at->col, at->leads[i]);
    NJ_FOREACH_SEAT(k, at->who)
        c->ops->seat(c, at->row, at->col, k);
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
    for (uint8_t f = 1; f <= SH_FLOORS_MAX; f++)
        if (p->floor[f].named)
            c->ops->heading(c, p->floor[f].row, p->floor[f].col, floors[f]);
    for (uint8_t pos = 1; pos < SH_PLACES; pos++)
        if (p->place[pos].rows > 0)
            draw_place(p, c, pos);
}

/* Whether a floor begins at that corner and covers the place. */
static bool covers(const struct sh_plan_floor *f,
                   const struct sh_plan_place *at)
{
    return f->named && at->rows > 0 && at->row > f->row &&
           at->row <= f->row + FLOOR_SIDE && at->col >= f->col &&
           at->col < f->col + FLOOR_SIDE;
}

void nj_sh_plan_draw_floor(const struct sh_plan *p, uint8_t pos,
                           const char *title, struct nj_canvas *c)
{
    struct sh_plan part = *p;
    const struct sh_plan_floor *f = p->floor + 1;

    NJ_ASSERT(pos > 0 && pos < SH_PLACES);
    while (f < p->floor + SH_FLOORS_MAX && !covers(f, &p->place[pos]))
        f++;
    part.rows = part.cols = FLOOR_SIDE;
    memset(part.floor, 0, sizeof(part.floor));
    for (uint8_t i = 1; i < SH_PLACES; i++) {
        struct sh_plan_place *at = &part.place[i];

        if (!covers(f, at)) {
            *at = (struct sh_plan_place){.rows = 0};
            continue;
        }
        at->row = (uint8_t)(at->row - f->row - 1);
        at->col = (uint8_t)(at->col - f->col);
    }
    nj_sh_plan_draw(&part, title, pos, c);
}
