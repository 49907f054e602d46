/*
 * What victims see (MK-4): lines of sight, who is in reach, and what all are
 * told when the killer comes into sight or leaves it. A line is straight, so
 * its length says all of it; those of every cell are measured once, when the
 * board is read, for each state of the cars' locks.
 */
#include <string.h>

#include "games/masked_killer/masked_killer.h"

/* Of a checked board the rim is wall. */
static uint16_t next_cell(uint16_t cell, unsigned dir)
{
    uint16_t next = (uint16_t)(cell + nj_mk_step(dir));

    NJ_ASSERT(next < MK_CELLS);
    return next;
}

struct mk_view nj_mk_view(const struct nj_match *m)
{
    const struct mk_state *s = nj_state_const(m);

    return (struct mk_view){.t = nj_mk_table(m),
                            .lock = {s->lock[MK_BLUE], s->lock[MK_YELLOW]},
                            .blackout = s->k.blackout};
}

uint8_t nj_mk_lock(const struct mk_view *view)
{
    return (uint8_t)((view->lock[MK_BLUE] ? 1u << MK_BLUE : 0) |
                     (view->lock[MK_YELLOW] ? 1u << MK_YELLOW : 0));
}

enum mk_edge nj_mk_edge(const struct mk_view *view, uint16_t cell, unsigned dir)
{
    enum mk_edge edge = (enum mk_edge)view->t->edge[cell][dir];
    uint8_t car;

    if (edge != MK_CAR_DOOR)
        return edge;
    car = nj_mk_car(view->t, cell);
    if (car == MK_CARS)
        car = nj_mk_car(view->t, next_cell(cell, dir));
    NJ_ASSERT(car < MK_CARS); /* one side of its door is inside */
    return view->lock[car] ? MK_WALL : MK_DOOR;
}

/* --- measuring --- */

/* MK-4.1, without Blackout. */
static uint8_t line_length(const struct mk_view *view, uint16_t cell,
                           enum mk_dir dir)
{
    uint8_t n = 0;

    for (;; n++, cell = next_cell(cell, dir)) {
        enum mk_edge edge = nj_mk_edge(view, cell, dir);

        if (edge == MK_WALL || edge == MK_FENCE || (edge == MK_DOOR && n > 0))
            return n;
        NJ_ASSERT(n < MK_ROWS);
    }
}

static void measure_cell(struct mk_table *t, uint8_t lock, uint16_t cell)
{
    const struct mk_view view = {
        .t = t, .lock = {lock >> MK_BLUE & 1, lock >> MK_YELLOW & 1}};

    for (enum mk_dir d = MK_N; d < MK_DIRS; d++) {
        enum mk_edge edge = nj_mk_edge(&view, cell, d);

        NJ_ASSERT(t->line_of[lock][cell][d] == 0); /* each once */
        t->line_of[lock][cell][d] = line_length(&view, cell, d);
        if (edge == MK_OPEN || edge == MK_DOOR) {
            nj_mk_put(&t->open[lock][d], cell);
            t->ways[lock][cell] |= (uint8_t)(1U << d);
        }
        if (edge == MK_WINDOW || edge == MK_FENCE) {
            nj_mk_put(&t->climb[d], cell);
            t->ways[lock][cell] |= (uint8_t)(1U << (d + MK_CLIMB));
        }
        if (edge == MK_WINDOW)
            nj_mk_put(&t->window[d], cell);
    }
}

void nj_mk_table_measure(struct mk_table *t)
{
    for (int lock = 0; lock < MK_LOCKS; lock++)
        for (uint16_t cell = 0; cell < MK_CELLS; cell++)
            measure_cell(t, (uint8_t)lock, cell);
    nj_mk_table_measure_ways(t);
    nj_mk_table_draw(t);
}

/* --- lines --- */

uint8_t nj_mk_far(const struct mk_view *view, uint16_t cell, unsigned dir)
{
    uint8_t n, terrain;

    NJ_ASSERT(cell < MK_CELLS && dir < MK_DIRS);
    n = view->t->line_of[nj_mk_lock(view)][cell][dir];
    terrain = view->t->terrain[cell];
    return view->blackout && terrain >= MK_HOUSE && terrain < MK_BLUE_CAR &&
                   n > 1
               ? 1
               : n;
}

uint8_t nj_mk_line(const struct mk_view *view, uint16_t cell, unsigned dir,
                   uint16_t line[MK_ROWS])
{
    uint8_t n = nj_mk_far(view, cell, dir);

    NJ_ASSERT(n < MK_ROWS);
    for (uint8_t i = 0; i < n; i++)
        line[i] = cell = next_cell(cell, dir);
    return n;
}

void nj_mk_put_line(const struct mk_view *view, uint16_t cell, unsigned dir,
                    struct mk_cells *out)
{
    NJ_ASSERT(dir < MK_DIRS);
    for (uint8_t n = nj_mk_far(view, cell, dir); n > 0; n--)
        nj_mk_put(out, cell = next_cell(cell, dir));
}

uint8_t nj_mk_along(const struct mk_view *view, uint16_t from, unsigned dir,
                    uint16_t cell)
{
    int far = (cell - from) / nj_mk_step(dir);

    if (cell >= MK_CELLS || from + far * nj_mk_step(dir) != cell || far < 1 ||
        far > nj_mk_far(view, from, dir))
        return 0;
    return (uint8_t)far;
}

static uint8_t distance(const struct mk_view *view, const struct mk_victim *v,
                        uint16_t cell)
{
    if (v->cell == MK_NOWHERE)
        return 0;
    NJ_ASSERT(v->cell < MK_CELLS && v->dir < MK_DIRS);
    return nj_mk_along(view, v->cell, v->dir, cell);
}

uint8_t nj_mk_distance(const struct nj_match *m, nj_seat seat, uint16_t cell)
{
    const struct mk_state *s = nj_state_const(m);
    struct mk_view view = nj_mk_view(m);

    NJ_ASSERT(seat < s->n);
    return distance(&view, &s->v[seat], cell);
}

nj_seat_set nj_mk_seen_by(const struct nj_match *m, uint16_t cell)
{
    const struct mk_state *s = nj_state_const(m);
    struct mk_view view = nj_mk_view(m);
    nj_seat_set by = 0;

    for (nj_seat k = 0; k < s->n; k++)
        if (distance(&view, &s->v[k], cell) > 0)
            by |= nj_bit(k);
    NJ_ASSERT((by & ~nj_mk_living(s)) == 0);
    return by;
}

void nj_mk_seen(const struct nj_match *m, struct mk_cells *out)
{
    const struct mk_state *s = nj_state_const(m);
    struct mk_view view = nj_mk_view(m);

    memset(out, 0, sizeof(*out));
    NJ_FOREACH_SEAT(k, nj_mk_living(s))
        nj_mk_put_line(&view, s->v[k].cell, s->v[k].dir, out);
}

/* --- neighbours --- */

enum mk_dir nj_mk_towards(uint16_t from, uint16_t to)
{
    for (enum mk_dir d = MK_N; d < MK_DIRS; d++)
        if (from < MK_CELLS && to < MK_CELLS && nj_mk_beside(from, d) == to)
            return d;
    return MK_DIRS;
}

bool nj_mk_reach(const struct mk_view *view, uint16_t from, uint16_t to)
{
    enum mk_dir dir = nj_mk_towards(from, to);
    enum mk_edge edge = dir == MK_DIRS ? MK_WALL : nj_mk_edge(view, from, dir);

    return edge == MK_OPEN || edge == MK_DOOR || edge == MK_WINDOW;
}

/* --- what all are told --- */

void nj_mk_lose_sight(struct nj_match *m, uint16_t stood)
{
    struct mk_state *s = nj_state(m);

    NJ_ASSERT(s->k.figure && s->k.shadow == MK_NOWHERE);
    nj_mk_teach(m);
    s->k.figure = 0;
    s->k.shadow = stood;
    say_lost(m, stood);
}

static void come_into_sight(struct nj_match *m)
{
    struct mk_state *s = nj_state(m);

    NJ_ASSERT(nj_mk_living(s) != 0);
    nj_mk_teach(m);
    s->k.figure = 1;
    s->k.shadow = MK_NOWHERE;
}

void nj_mk_resight(struct nj_match *m)
{
    struct mk_state *s = nj_state(m);
    nj_seat_set by = nj_mk_seen_by(m, s->k.cell);

    NJ_ASSERT(!s->k.figure || s->k.shadow == MK_NOWHERE); /* MK-1.8 */
    s->k.forced = 0;
    if (by == 0 && s->k.figure) {
        nj_mk_lose_sight(m, s->k.cell);
    } else if (by != 0 && !s->k.figure) {
        come_into_sight(m);
        say_seen(m, s->k.cell, by);
        if (s->active != nj_mk_killer(s))
            nj_stop(m); /* MK-9.7: who typed more did not know it */
    }
    NJ_ASSERT(s->k.figure == (by != 0)); /* MK-1.8 */
}

void nj_mk_reveal_figure(struct nj_match *m)
{
    struct mk_state *s = nj_state(m);

    NJ_ASSERT(s->k.cell < MK_CELLS);
    come_into_sight(m);
    s->k.forced = 1;
}

/* A stretch of a walk that is seen (MK-4.7). */
struct stretch {
    uint16_t cell[MK_PATH_MAX];
    uint8_t n;
    char by[2 * MK_VICTIMS_MAX * MK_PATH_MAX + 1]; /* "1,1+3" */
};

static void add_seen(struct stretch *t, uint16_t cell, nj_seat_set by)
{
    char seats[2 * MK_VICTIMS_MAX + 1] = "";

    NJ_ASSERT(by != 0 && t->n < MK_PATH_MAX);
    for (nj_seat k = 0; k < MK_VICTIMS_MAX; k++)
        if ((by & nj_bit(k)) != 0) {
            size_t n = strlen(seats);

            if (n > 0)
                seats[n++] = '+';
            seats[n] = (char)('1' + k);
        }
    nj_words_add(t->by, sizeof(t->by), seats);
    t->cell[t->n++] = cell;
}

static void tell_stretch(struct nj_match *m, struct stretch *t)
{
    NJ_ASSERT((t->n > 0) == (t->by[0] != '\0'));
    if (t->n > 0)
        say_trail(m, MK_PATH(t->cell, t->n), t->by);
    memset(t, 0, sizeof(*t));
}

void nj_mk_trail(struct nj_match *m, const uint16_t *path, uint8_t n)
{
    struct mk_state *s = nj_state(m);
    struct stretch stretch = {.n = 0};

    NJ_ASSERT(!s->k.forced && n <= MK_PATH_MAX);
    for (uint8_t i = 0; i < n; i++) {
        uint16_t stood = s->k.cell;
        nj_seat_set by = nj_mk_seen_by(m, path[i]);

        NJ_ASSERT(nj_mk_towards(stood, path[i]) < MK_DIRS);
        s->k.cell = path[i];
        if (by != 0) {
            come_into_sight(m);
            add_seen(&stretch, path[i], by);
        } else if (s->k.figure) {
            tell_stretch(m, &stretch);
            nj_mk_lose_sight(m, stood);
        }
    }
    tell_stretch(m, &stretch);
}
