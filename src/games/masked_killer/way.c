/*
 * Ways that are found: the shortest of a victim (MK-11.3) and costs of all
 * cells (MK-14). The cells in question are a set that grows by a step at a
 * time.
 */
#include <string.h>

#include "games/masked_killer/masked_killer.h"

/* Adds what lies beside the cells of one word of a set, to each side from those
 * that let through there. The rim is wall, so nothing is carried around it. */
static void step_word(const struct mk_cells lets[MK_DIRS], uint64_t from, int i,
                      struct mk_cells *out)
{
    const int down = MK_COLS, up = 64 - MK_COLS;
    uint64_t north = from & lets[MK_N].bit[i];
    uint64_t east = from & lets[MK_E].bit[i];
    uint64_t south = from & lets[MK_S].bit[i];
    uint64_t west = from & lets[MK_W].bit[i];

    NJ_ASSERT(i >= 0 && i < MK_SET_WORDS);
    if ((north | east | south | west) == 0)
        return; /* windows and fences are few */
    out->bit[i] |= north >> down | east << 1 | south << down | west >> 1;
    if (i > 0)
        out->bit[i - 1] |= north << up | west << 63;
    if (i + 1 < MK_SET_WORDS)
        out->bit[i + 1] |= east >> 63 | south >> up;
}

static void step(const struct mk_cells lets[MK_DIRS],
                 const struct mk_cells *from, struct mk_cells *out)
{
    NJ_ASSERT(from != out); /* what has come would step on */
    for (int i = 0; i < MK_SET_WORDS; i++)
        if (from->bit[i] != 0) /* of most sets few words are not empty */
            step_word(lets, from->bit[i], i, out);
}

void nj_mk_spread(const struct mk_view *view, const struct mk_cells *from,
                  struct mk_cells *out)
{
    step(view->t->open[nj_mk_lock(view)], from, out);
}

void nj_mk_climb(const struct mk_view *view, const struct mk_cells *from,
                 struct mk_cells *out)
{
    step(view->t->climb, from, out);
}

void nj_mk_grow(const struct mk_view *view, struct mk_cells *set, unsigned from,
                unsigned upto)
{
    NJ_ASSERT(upto <= MK_ROWS);
    for (unsigned i = from; i < upto; i++) {
        struct mk_cells was = *set;

        nj_mk_spread(view, &was, set);
        if (i == 0)
            nj_mk_climb(view, &was, set);
    }
}

/* Takes from the set what is done, and that becomes done. False: it is empty
 * now. */
static bool take_new(struct mk_cells *set, struct mk_cells *done)
{
    uint64_t any = 0;

    for (int i = 0; i < MK_SET_WORDS; i++) {
        set->bit[i] &= ~done->bit[i];
        done->bit[i] |= set->bit[i];
        any |= set->bit[i];
    }
    return any != 0;
}

void nj_mk_run(const struct mk_view *view, const struct mk_cells *from,
               enum mk_dir dir, const struct mk_cells *shut,
               struct mk_cells *out)
{
    struct mk_cells lets[MK_DIRS] = {{{0}}};
    struct mk_cells done = *shut, now = *from;

    NJ_ASSERT(dir < MK_DIRS);
    lets[dir] = view->t->open[nj_mk_lock(view)][dir];
    for (;;) {
        struct mk_cells next = {{0}};

        step(lets, &now, &next);
        if (!take_new(&next, &done))
            return;
        nj_mk_add(out, &next);
        now = next;
    }
}

/* --- the shortest way --- */

/* Grows from the target until the start is in it, without the cell of a killer
 * who is visible and does not walk himself; the last MK_PATH_MAX + 1 sets are kept, one a step. Returns
 * the steps, UINT16_MAX: it is never reached. */
static uint16_t grow_to(const struct nj_match *m, uint16_t from, uint16_t to,
                        struct mk_cells ring[MK_PATH_MAX + 1])
{
    const struct mk_state *s = nj_state_const(m);
    struct mk_view view = nj_mk_view(m);
    struct mk_cells done = {{0}};
    uint16_t n = 0;

    NJ_ASSERT(from < MK_CELLS && to < MK_CELLS);
    memset(&ring[0], 0, sizeof(ring[0]));
    nj_mk_put(&ring[0], to);
    if (s->k.figure && s->k.cell != from)
        nj_mk_put(&done, s->k.cell);
    while (take_new(&ring[n % (MK_PATH_MAX + 1)], &done)) {
        struct mk_cells *now = &ring[n % (MK_PATH_MAX + 1)];
        struct mk_cells *next = &ring[(n + 1) % (MK_PATH_MAX + 1)];

        if (nj_mk_has(now, from))
            return n;
        memset(next, 0, sizeof(*next));
        nj_mk_spread(&view, now, next);
        n++;
    }
    return UINT16_MAX;
}

bool nj_mk_way(const struct nj_match *m, uint16_t from, uint16_t to,
               struct mk_plan *plan)
{
    struct mk_view view = nj_mk_view(m);
    struct mk_cells set[MK_PATH_MAX + 1];
    uint16_t n = grow_to(m, from, to, set);

    if (n > MK_PATH_MAX)
        return false;
    NJ_ASSERT(nj_mk_has(&set[n], from));
    plan->n = (uint8_t)n;
    for (unsigned i = 0; i < n;
         i++) { /* ways are the same in both directions */
        enum mk_dir d = MK_N;
        uint16_t next = MK_NOWHERE;

        for (; d < MK_DIRS; d++) {
            enum mk_edge edge = nj_mk_edge(&view, from, d);

            next = nj_mk_beside(from, d);
            if ((edge == MK_OPEN || edge == MK_DOOR) &&
                nj_mk_has(&set[n - 1 - i], next))
                break;
        }
        NJ_ASSERT(d < MK_DIRS); /* some neighbour is a step nearer */
        plan->path[i] = from = next;
    }
    return true;
}

uint16_t nj_mk_way_length(const struct nj_match *m, uint16_t from, uint16_t to)
{
    struct mk_cells set[MK_PATH_MAX + 1];
    uint16_t n = grow_to(m, from, to, set);

    NJ_ASSERT(n == UINT16_MAX || n < MK_CELLS);
    return n == UINT16_MAX ? 0 : n;
}

/* --- costs --- */

static void mark(const struct mk_cells *set, uint16_t cost, uint16_t *out)
{
    NJ_ASSERT(set->bit[MK_SET_WORDS - 1] >> MK_CELLS % 64 == 0);
    for (unsigned i = 0; i < MK_SET_WORDS; i++)
        for (uint64_t left = set->bit[i]; left != 0; left &= left - 1)
            out[64 * i + (unsigned)__builtin_ctzll(left)] = cost;
}

#define RING 16 /* costs that are open at a time */

void nj_mk_costs_of(const struct mk_view *view, const struct mk_cells *from,
                    uint16_t across, bool fences, uint16_t cost[MK_CELLS])
{
    const struct mk_cells *over = fences ? view->t->climb : view->t->window;
    struct mk_cells ring[RING] = {*from};
    struct mk_cells done = {{0}};

    NJ_ASSERT(across >= 1 && across < RING);
    memset(cost, 0xff, sizeof(uint16_t[MK_CELLS]));
    for (uint16_t now = 0, idle = 0; idle < across; now++) {
        struct mk_cells *set = &ring[now % RING];

        if (take_new(set, &done)) {
            mark(set, now, cost);
            nj_mk_spread(view, set, &ring[(now + 1) % RING]);
            step(over, set, &ring[(now + across) % RING]);
            idle = 0;
        } else {
            idle++;
        }
        memset(set, 0, sizeof(*set));
    }
}

void nj_mk_costs(const struct mk_view *view, uint16_t from, uint16_t across,
                 bool fences, uint16_t cost[MK_CELLS])
{
    struct mk_cells set = {{0}};

    NJ_ASSERT(from < MK_CELLS);
    nj_mk_put(&set, from);
    nj_mk_costs_of(view, &set, across, fences, cost);
}

/* --- measured once --- */

const uint8_t nj_mk_ring[MK_RINGS] = {1, 2, 6};

static void measure_rings(struct mk_table *t, const struct mk_view *view,
                          uint16_t cell)
{
    struct mk_cells set = {{0}};

    NJ_ASSERT(cell < MK_CELLS);
    nj_mk_put(&set, cell);
    for (unsigned i = 0; i < MK_RINGS; i++) {
        nj_mk_grow(view, &set, i > 0 ? nj_mk_ring[i - 1] : 0, nj_mk_ring[i]);
        t->near[nj_mk_lock(view)][cell][i] = set;
    }
}

void nj_mk_table_measure_ways(struct mk_table *t)
{
    for (uint16_t cell = 0; cell < MK_CELLS; cell++) {
        uint8_t car = nj_mk_car_beside(t, cell);

        if (car < MK_CARS)
            nj_mk_put(&t->doors[car], cell);
    }
    for (unsigned lock = 0; lock < MK_LOCKS; lock++) {
        const struct mk_view view = {
            .t = t, .lock = {lock >> MK_BLUE & 1, lock >> MK_YELLOW & 1}};

        NJ_ASSERT(nj_mk_lock(&view) == lock);
        for (uint16_t cell = 0; cell < MK_CELLS; cell++)
            measure_rings(t, &view, cell);
        for (unsigned i = 0; i < MK_TOKENS; i++)
            nj_mk_costs(&view, t->spot[i], MK_CLIMBED, false,
                        t->to_spot[lock][i]);
    }
}
