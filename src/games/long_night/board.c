/*
 * Geometry of the torus, edges, distances and the walk graph (LN-1.2, 1.3,
 * 1.6). Nothing here knows of seats.
 */
#include "games/long_night/board.h"

#include <stdlib.h>
#include <string.h>

#include "base/bug.h"
#include "base/status.h"

/* On a tie the first is written. A thing stands on whatever terrain, but where
 * it has a sign of its own for what the packs have below it (LN-32.1). */
static const struct ln_sign signs[] = {
    {'G', false, LN_GRASS, LN_BUTTON, "button_grass", "button_grass"},
    {'K', false, LN_TRAP, LN_BUTTON, "button_trap", "button_trap"},
    {'p', false, LN_POD, LN_BOX, "box_pod", "box_pod"},
    {'y', false, LN_POD, LN_JAMMER_BOX, "jammer_pod", "jammer_pod"},
    {'.', true, LN_FLOOR, LN_NOTHING, NULL, NULL},
    {'g', true, LN_GRASS, LN_NOTHING, "grass", "retro_grass"},
    {'w', true, LN_WATER, LN_NOTHING, "water", "retro_water"},
    {'t', true, LN_TRAP, LN_NOTHING, "trap", "retro_trap"},
    {'E', true, LN_POD, LN_NOTHING, "pod", "retro_pod"},
    {'h', true, LN_HEAT, LN_NOTHING, "heat", "retro_heat"},
    {'o', true, LN_FLOOR, LN_BOX, "box", "retro_box"},
    {'s', true, LN_FLOOR, LN_SUN_BOX, "sun_box", "retro_sun_box"},
    {'j', true, LN_FLOOR, LN_JAMMER_BOX, "jammer", "retro_jammer"},
    {'P', false, LN_PORTAL, LN_NOTHING, "portal", "retro_portal"},
    {LN_LOOP, false, LN_PORTAL, LN_NOTHING, "loop", "loop"},
    {'e', false, LN_EXIT_END, LN_NOTHING, "exit_end", "retro_exit_end"},
    {'.', false, LN_SPENT_POD, LN_NOTHING, NULL, NULL},
    {'b', false, LN_FLOOR, LN_BUTTON, "button", "retro_button"},
    {'x', false, LN_FLOOR, LN_BOMB, "bomb", "retro_bomb"},
    {'?', false, LN_FLOOR, LN_NOTHING, "unknown", "unknown"},
    {'_', false, LN_FLOOR, LN_NOTHING, "nothing", "nothing"}};

const struct ln_sign *nj_ln_sign(char c)
{
    for (size_t i = 0; i < NJ_COUNT(signs); i++)
        if (signs[i].c == c)
            return &signs[i];
    return NULL;
}

char nj_ln_sign_of(uint8_t terrain, uint8_t thing)
{
    for (size_t i = 0; i < NJ_COUNT(signs); i++)
        if (signs[i].thing == thing &&
            (signs[i].terrain == terrain ||
             (thing != LN_NOTHING && signs[i].terrain == LN_FLOOR)))
            return signs[i].c;
    NJ_UNREACHABLE();
}

char nj_ln_edge_char(enum ln_edge edge)
{
    NJ_ASSERT(edge <= LN_DOOR_OPEN);
    return ".#DO"[edge];
}

uint8_t nj_ln_board_shift(const struct ln_board *b, uint8_t cell, int down,
                          int right)
{
    NJ_ASSERT(cell < nj_ln_cells(b));
    return nj_ln_board_at(b, cell / b->size + down, cell % b->size + right);
}

uint8_t nj_ln_board_at(const struct ln_board *b, int row, int col)
{
    int n = b->size;

    NJ_ASSERT(n > 0);
    row = ((row % n) + n) % n;
    col = ((col % n) + n) % n;
    return (uint8_t)(row * n + col);
}

uint8_t nj_ln_board_next(const struct ln_board *b, uint8_t cell,
                         enum ln_dir dir)
{
    uint8_t n = b->size;
    uint8_t all = nj_ln_cells(b);
    uint8_t col = (uint8_t)(cell % n);

    switch (dir) {
    case LN_UP:
        return (uint8_t)(cell >= n ? cell - n : cell + all - n);
    case LN_DOWN:
        return (uint8_t)(cell + n < all ? cell + n : cell + n - all);
    case LN_LEFT:
        return (uint8_t)(col > 0 ? cell - 1 : cell + n - 1);
    case LN_RIGHT:
        return (uint8_t)(col + 1 < n ? cell + 1 : cell + 1 - n);
    }
    NJ_UNREACHABLE();
}

/* Where the edge is kept: the owning cell and the position of its two bits. */
static uint8_t edge_home(const struct ln_board *b, uint8_t cell,
                         enum ln_dir dir, unsigned *shift)
{
    *shift = dir == LN_UP || dir == LN_DOWN ? 2 : 0;
    if (dir == LN_UP || dir == LN_LEFT)
        return nj_ln_board_next(b, cell, dir);
    return cell;
}

enum ln_edge nj_ln_board_edge(const struct ln_board *b, uint8_t cell,
                              enum ln_dir dir)
{
    unsigned shift;
    uint8_t home = edge_home(b, cell, dir, &shift);

    return (enum ln_edge)((b->edges[home] >> shift) & 3u);
}

void nj_ln_board_claim(struct ln_board *b, uint8_t cell, enum ln_dir dir,
                       enum ln_edge edge)
{
    unsigned shift;
    uint8_t home = edge_home(b, cell, dir, &shift);
    unsigned old = b->edges[home];

    NJ_ASSERT(edge <= LN_DOOR_OPEN);
    NJ_ASSERT(cell < nj_ln_cells(b));
    if (((old >> shift) & 3u) < (unsigned)edge)
        b->edges[home] =
            (uint8_t)((old & ~(3u << shift)) | ((unsigned)edge << shift));
}

struct ln_door nj_ln_board_door(const struct ln_board *b, uint8_t cell,
                                enum ln_dir dir)
{
    unsigned shift;
    uint8_t home = edge_home(b, cell, dir, &shift);

    NJ_ASSERT(cell < nj_ln_cells(b));
    return (struct ln_door){home, shift > 0};
}

void nj_ln_board_toggle(struct ln_board *b, struct ln_door door)
{
    uint8_t home = door.home;
    unsigned shift = door.lower * 2u;
    unsigned edge = ((unsigned)b->edges[home] >> shift) & 3u;

    NJ_ASSERT(home < nj_ln_cells(b));
    if (edge == LN_DOOR_CLOSED)
        edge = LN_DOOR_OPEN;
    else if (edge == LN_DOOR_OPEN)
        edge = LN_DOOR_CLOSED;
    b->edges[home] =
        (uint8_t)((b->edges[home] & ~(3u << shift)) | (edge << shift));
}

bool nj_ln_board_passable(const struct ln_board *b, uint8_t cell,
                          enum ln_dir dir)
{
    return nj_ln_edge_lets(nj_ln_board_edge(b, cell, dir));
}

bool nj_ln_board_sealed(const struct ln_board *b, uint8_t cell)
{
    for (int d = 0; d < LN_DIRS; d++)
        if (nj_ln_board_edge(b, cell, (enum ln_dir)d) != LN_WALL)
            return false;
    return true;
}

void nj_ln_board_pair(struct ln_board *b, uint8_t a, uint8_t z)
{
    NJ_ASSERT(a < nj_ln_cells(b));
    NJ_ASSERT(z < nj_ln_cells(b));
    b->terrain[a] = LN_PORTAL;
    b->terrain[z] = LN_PORTAL;
    b->extra[a] = z;
    b->extra[z] = a;
}

bool nj_ln_board_gate(const struct ln_board *b, uint8_t cell)
{
    NJ_ASSERT(cell < nj_ln_cells(b));
    return b->terrain[cell] == LN_PORTAL || b->terrain[cell] == LN_EXIT_END;
}

bool nj_ln_is_box(uint8_t thing)
{
    NJ_ASSERT(thing <= LN_BOMB);
    return thing == LN_BOX || thing == LN_SUN_BOX || thing == LN_JAMMER_BOX;
}

bool nj_ln_board_boxed(const struct ln_board *b, uint8_t cell)
{
    NJ_ASSERT(cell < nj_ln_cells(b));
    return nj_ln_is_box(b->thing[cell]);
}

uint8_t nj_ln_board_pods(const struct ln_board *b)
{
    uint8_t pods = 0;

    for (uint8_t c = 0; c < nj_ln_cells(b); c++)
        pods = (uint8_t)(pods + (b->terrain[c] == LN_POD));
    return pods;
}

/* The way round the torus on one axis; exactly half counts as positive. */
static int axis_gap(int from, int to, int n)
{
    int d = to >= from ? to - from : to - from + n;

    NJ_ASSERT(d >= 0 && d < n);
    return 2 * d > n ? d - n : d;
}

struct ln_gap nj_ln_board_gap(const struct ln_board *b, uint8_t a, uint8_t z)
{
    int n = b->size;
    int down = axis_gap(a / n, z / n, n);
    int right = axis_gap(a % n, z % n, n);

    NJ_ASSERT(a < nj_ln_cells(b) && z < nj_ln_cells(b));
    return (struct ln_gap){down, right, abs(down), abs(right)};
}

uint8_t nj_ln_board_manhattan(const struct ln_board *b, uint8_t a, uint8_t z)
{
    struct ln_gap gap = nj_ln_board_gap(b, a, z);

    return (uint8_t)(gap.tall + gap.wide);
}

uint8_t nj_ln_board_chebyshev(const struct ln_board *b, uint8_t a, uint8_t z)
{
    struct ln_gap gap = nj_ln_board_gap(b, a, z);

    return (uint8_t)(gap.tall > gap.wide ? gap.tall : gap.wide);
}

bool nj_ln_board_near(const struct ln_board *b, const uint8_t *layer,
                      uint8_t what, uint8_t cell, uint8_t most)
{
    const uint8_t *end = layer + nj_ln_cells(b);
    const uint8_t *at = layer;

    NJ_ASSERT(layer == b->terrain || layer == b->thing);
    for (; (at = memchr(at, what, (size_t)(end - at))) != NULL; at++)
        if (nj_ln_board_chebyshev(b, cell, (uint8_t)(at - layer)) <= most)
            return true;
    return false; /* most maps have none at all */
}

void nj_ln_walk_build(const struct ln_board *b, bool reach, struct ln_walk *out)
{
    bool skip[LN_CELLS_MAX] = {false};

    out->cells = nj_ln_cells(b);
    NJ_ASSERT(out->cells > 0 && out->cells <= LN_CELLS_MAX);
    for (uint8_t c = 0; c < out->cells; c++)
        skip[c] =
            b->terrain[c] == LN_HEAT || (!reach && nj_ln_board_boxed(b, c));
    /* An edge is kept with the cell above it or to its left. */
    for (uint8_t c = 0; c < out->cells; c++)
        for (unsigned d = LN_DOWN; d <= LN_RIGHT; d += LN_RIGHT - LN_DOWN) {
            enum ln_edge edge = nj_ln_board_edge(b, c, (enum ln_dir)d);
            uint8_t to = nj_ln_board_next(b, c, (enum ln_dir)d);
            bool open =
                nj_ln_edge_lets(edge) || (reach && edge == LN_DOOR_CLOSED);

            open = open && !skip[c] && !skip[to];
            out->to[c][d] = open ? to : LN_NOWHERE;
            out->to[to][d ^ 1] = open ? c : LN_NOWHERE;
        }
}

void nj_ln_walk_from(const struct ln_walk *w, uint8_t from, uint8_t most,
                     uint8_t dist[LN_CELLS_MAX])
{
    uint8_t queue[LN_CELLS_MAX];
    uint8_t head = 0;
    uint8_t tail = 0;

    memset(dist, LN_FAR, LN_CELLS_MAX);
    dist[from] = 0;
    queue[tail++] = from;
    while (head < tail) {
        uint8_t c = queue[head++];

        for (int d = 0; d < LN_DIRS && dist[c] < most; d++) {
            uint8_t to = w->to[c][d];

            if (to == LN_NOWHERE || dist[to] != LN_FAR)
                continue;
            dist[to] = (uint8_t)(dist[c] + 1);
            queue[tail++] = to;
        }
    }
    NJ_ASSERT(tail >= 1 && tail <= w->cells); /* no cell twice */
}

/* Gives all that one can walk to from `first` its number, and lists it; returns
 * how many cells that are. */
static uint8_t number_part(const struct ln_walk *w, uint8_t first,
                           uint8_t part[LN_CELLS_MAX],
                           uint8_t list[LN_CELLS_MAX])
{
    uint8_t n = 0;

    part[first] = first;
    list[n++] = first;
    for (uint8_t i = 0; i < n; i++)
        for (int d = 0; d < LN_DIRS; d++) {
            uint8_t to = w->to[list[i]][d];

            if (to == LN_NOWHERE || part[to] != LN_NOWHERE)
                continue;
            part[to] = first;
            list[n++] = to;
        }
    NJ_ASSERT(n <= w->cells); /* no cell twice */
    return n;
}

uint8_t nj_ln_walk_main(const struct ln_walk *w, bool main[LN_CELLS_MAX])
{
    uint8_t part[LN_CELLS_MAX];
    uint8_t list[LN_CELLS_MAX];
    uint8_t most = 0;
    uint8_t best = 0; /* the part's number */

    memset(part, LN_NOWHERE, sizeof(part));
    for (uint8_t c = 0; c < w->cells; c++) {
        uint8_t count;

        if (part[c] != LN_NOWHERE)
            continue;
        count = number_part(w, c, part, list);
        if (count <= most)
            continue; /* on a tie the first in reading order stays */
        most = count;
        best = c;
    }
    for (uint8_t c = 0; c < w->cells; c++)
        main[c] = part[c] == best;
    NJ_ASSERT(most >= 1);
    return most;
}

uint8_t nj_ln_walk_degree(const struct ln_walk *w, uint8_t cell)
{
    uint8_t n = 0;

    for (int d = 0; d < LN_DIRS; d++)
        n = (uint8_t)(n + (w->to[cell][d] != LN_NOWHERE));
    NJ_ASSERT(n <= LN_DIRS);
    return n;
}
