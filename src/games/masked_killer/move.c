/*
 * Victims walk: Move and Cross, and what stops them (MK-3.3 to 3.7). What is
 * checked in front of the first step is public: never where a hidden killer
 * stands (MK-3.4).
 */
#include "games/masked_killer/masked_killer.h"

enum {
    MOVE_STEPS = 4
};

/* --- in front of the first step (MK-3.4) --- */

/* Follows directions from where the victim stands, over open edges and doors,
 * and over a window as the step number `window` (from 0; none: n). */
static const char *follow(const struct nj_match *m, nj_seat seat,
                          const uint8_t *dirs, uint8_t n, uint8_t window,
                          struct mk_plan *plan)
{
    const struct mk_state *s = nj_state_const(m);
    struct mk_view view = nj_mk_view(m);
    uint16_t cell = s->v[seat].cell;

    NJ_ASSERT(n <= MK_PATH_MAX);
    for (uint8_t i = 0; i < n; i++) {
        enum mk_edge edge = nj_mk_edge(&view, cell, dirs[i]);

        plan->step = (uint8_t)(i + 1);
        plan->edge = view.t->edge[cell][dirs[i]];
        plan->at = nj_mk_beside(cell, dirs[i]);
        if (i == window && edge != MK_WINDOW)
            return "mk.err.no_window";
        if (i != window && edge == MK_WINDOW)
            return "mk.err.needs_window";
        if (edge != MK_OPEN && edge != MK_DOOR && edge != MK_WINDOW)
            return "mk.err.blocked";
        cell = nj_mk_beside(cell, dirs[i]);
        plan->path[i] = cell;
    }
    plan->n = n;
    return NULL;
}

uint8_t nj_mk_steps_most(const struct nj_match *m, nj_seat seat)
{
    const struct mk_state *s = nj_state_const(m);

    NJ_ASSERT(seat < s->n);
    return (uint8_t)(MOVE_STEPS + nj_mk_of(m, seat)->more_steps +
                     s->v[seat].steps);
}

/* Checks 4 to 7: a token, where it ends, a killer whom all see. */
static const char *end_fault(const struct nj_match *m, nj_seat seat,
                             struct mk_plan *plan)
{
    const struct mk_state *s = nj_state_const(m);
    uint16_t last = plan->n == 0 ? s->v[seat].cell : plan->path[plan->n - 1];
    nj_seat there;

    if (plan->exert && nj_mk_supply(m) == 0)
        return "mk.err.supply";
    NJ_ASSERT(last < MK_CELLS);
    plan->at = last;
    there = nj_mk_victim_at(s, last);
    if (there != NJ_SEAT_NONE && there != seat)
        return "mk.err.occupied";
    if (!s->k.figure)
        return NULL;
    if (s->k.staggered && s->k.cell == last)
        return "mk.err.occupied";
    plan->at = s->k.cell;
    for (uint8_t i = 0; !s->k.staggered && !plan->bang && i < plan->n; i++)
        if (plan->path[i] == s->k.cell)
            return "mk.err.killer_ahead";
    return NULL;
}

/* The path of a Move: the steps that were named, or the shortest way. */
static const char *find_path(const struct nj_match *m, nj_seat seat,
                             const uint8_t *dirs, uint8_t n,
                             struct mk_plan *plan)
{
    const struct mk_state *s = nj_state_const(m);
    uint16_t target = plan->at;

    NJ_ASSERT(n <= MK_PATH_MAX);
    if (target == MK_NOWHERE)
        return follow(m, seat, dirs, n, n, plan);
    if (nj_mk_way(m, s->v[seat].cell, target, plan))
        return NULL;
    plan->have = (uint8_t)nj_mk_way_length(m, s->v[seat].cell, target);
    return "mk.err.too_far";
}

static const char *move_fault(const struct nj_match *m, struct nj_attempt *a)
{
    struct mk_plan *plan = a->plan;
    uint8_t dirs[MK_PATH_MAX], n;
    const char *code;
    uint8_t most;

    if (!nj_mk_read_path(nj_input_text(a->in, 0), plan, dirs, &n))
        return "mk.err.syntax";
    code = nj_mk_fault(m, a);
    if (code != NULL)
        return code;
    if (plan->have > 0)
        return "mk.ask";
    most = nj_mk_steps_most(m, a->seat);
    plan->need = (uint8_t)(most + plan->plus);
    code = find_path(m, a->seat, dirs, n, plan);
    if (code != NULL)
        return code;
    plan->have = plan->n;
    plan->exert = plan->n > most;
    if (plan->have > plan->need)
        return "mk.err.too_far";
    return end_fault(m, a->seat, plan);
}

/* --- the steps (MK-3.5) --- */

/* Going backwards from the place `from` of the trail (0: where the action
 * began), the first cell on which nobody is. */
static uint16_t last_free(const struct mk_state *s, nj_seat seat,
                          const struct mk_plan *plan, uint8_t from)
{
    NJ_ASSERT(from <= plan->n);
    for (uint8_t i = from; i > 0; i--) {
        uint16_t cell = plan->path[i - 1];
        nj_seat there = nj_mk_victim_at(s, cell);

        if (cell != s->k.cell && (there == NJ_SEAT_NONE || there == seat))
            return cell;
    }
    return s->v[seat].cell;
}

/* The steps that are taken: all, or those in front of him. */
static uint8_t walk(const struct mk_state *s, const struct mk_plan *plan)
{
    uint8_t i = 0;

    while (i < plan->n &&
           (plan->path[i] != s->k.cell || (s->k.staggered && i + 1 < plan->n)))
        i++;
    NJ_ASSERT(i <= plan->n && (i < plan->n || s->k.cell != MK_NOWHERE));
    return i;
}

/* The direction of the step number i. */
static uint8_t step_dir(const struct mk_state *s, nj_seat seat,
                        const struct mk_plan *plan, int i)
{
    enum mk_dir dir;

    NJ_ASSERT(i < plan->n && seat < s->n);
    dir = nj_mk_towards(i == 0 ? s->v[seat].cell : plan->path[i - 1],
                        plan->path[i]);
    return (uint8_t)dir;
}

/* Where it looks at the end: as declared, the way it went, or as before. */
static uint8_t facing(const struct mk_state *s, nj_seat seat,
                      const struct mk_plan *plan)
{
    NJ_ASSERT(plan->dir <= MK_DIRS && s->v[seat].dir < MK_DIRS);
    if (plan->dir < MK_DIRS)
        return plan->dir;
    return plan->n == 0 ? (uint8_t)((s->v[seat].dir + 2 * plan->back) % MK_DIRS)
                        : step_dir(s, seat, plan, plan->n - 1);
}

static void tell_exert(struct nj_match *m, nj_seat seat,
                       const struct mk_plan *plan)
{
    if (plan->exert)
        nj_mk_exert(m, seat, 1);
}

/* On the way it walks into him. Prepared, he attacks at once (MK-3.6); staggered,
 * he is hidden, and stands where the way ends (MK-3.5, 2). */
static void meet(struct nj_match *m, nj_seat seat, const struct mk_plan *plan,
                 uint8_t taken)
{
    struct mk_state *s = nj_state(m);
    struct mk_victim *v = &s->v[seat];
    bool bumps = s->k.staggered;

    NJ_ASSERT(plan->path[taken] == s->k.cell);
    NJ_ASSERT(!bumps || (!s->k.figure && taken + 1 == plan->n));
    v->dir = bumps ? facing(s, seat, plan) : step_dir(s, seat, plan, taken);
    v->cell = last_free(s, seat, plan, taken);
    nj_mk_reveal_figure(m);
    (bumps ? say_bump : say_stop)(m, seat, v->cell, s->k.cell, v->dir);
    tell_exert(m, seat, plan);
    if (bumps) {
        nj_mk_resight(m);
    } else {
        nj_mk_then(s, MK_THEN_SIGHT, seat);
        nj_mk_strike(m, seat, MK_EXTRA, nj_mk_table(m)->k_dice, MK_NO_CARD);
    }
    nj_stop(m);
}

/* Steps until something meets it; returns whether it has arrived. */
static bool steps(struct nj_match *m, nj_seat seat, const struct mk_plan *plan)
{
    struct mk_state *s = nj_state(m);
    uint8_t taken = walk(s, plan);
    uint8_t dir = facing(s, seat, plan);

    NJ_ASSERT(taken <= plan->n && dir < MK_DIRS);
    nj_mk_then(s, MK_THEN_ACTION, seat);
    if (taken < plan->n) {
        meet(m, seat, plan, taken);
        return false;
    }
    if (plan->n > 0)
        s->v[seat].cell = plan->path[plan->n - 1];
    s->v[seat].dir = dir;
    return true;
}

/* Does nobody see him now? That is told at once (MK-19.14). */
static const char *unseen(const struct nj_match *m)
{
    const struct mk_state *s = nj_state_const(m);

    NJ_ASSERT(s->k.cell < MK_CELLS);
    return nj_mk_seen_by(m, s->k.cell) != 0 ? NULL : "him";
}

static void move(struct nj_match *m, const struct nj_attempt *a)
{
    struct mk_state *s = nj_state(m);
    const struct mk_plan *plan = a->plan;
    struct mk_victim *v = &s->v[a->seat];
    uint16_t from = v->cell;

    NJ_ASSERT(plan->n <= plan->need && plan->exert <= plan->plus);
    v->steps = 0;
    if (!steps(m, a->seat, plan))
        return;
    say_move(m, a->seat, MK_PATH(plan->path, plan->n), v->dir,
             plan->n == 0  ? "none" /* it turns */
             : plan->exert ? "yes"
                           : "no",
             MK_STEPS(from, plan->path, plan->n), v->cell, unseen(m));
    tell_exert(m, a->seat, plan);
    nj_mk_resight(m);
}

const struct nj_order nj_mk_move = {MK_OF_VICTIM | MK_IS_ACTION, "MK-3.3",
                                    move_fault, move};

/* --- Cross (MK-3.7) --- */

static const char *cross_fault(const struct nj_match *m, struct nj_attempt *a)
{
    struct mk_plan *plan = a->plan;
    uint8_t dirs[2], n, window;
    const char *code;

    if (!nj_mk_read_cross(nj_input_text(a->in, 0), plan, dirs, &n, &window))
        return "mk.err.syntax";
    code = nj_mk_fault(m, a);
    if (code == NULL)
        code = follow(m, a->seat, dirs, n, window, plan);
    if (code != NULL)
        return code;
    plan->spot = window;
    NJ_ASSERT(window < n && plan->n == n);
    plan->exert = n > 1 && !nj_mk_of(m, a->seat)->free_window_step;
    return end_fault(m, a->seat, plan);
}

static void cross(struct nj_match *m, const struct nj_attempt *a)
{
    struct mk_state *s = nj_state(m);
    const struct mk_plan *plan = a->plan;
    uint16_t from = s->v[a->seat].cell;

    NJ_ASSERT(plan->spot < plan->n && plan->n <= 2);
    if (!steps(m, a->seat, plan))
        return;
    say_cross(m, a->seat, MK_PATH(plan->path, plan->n),
              plan->spot == 0 ? from : plan->path[0], plan->path[plan->spot],
              s->v[a->seat].dir, plan->exert ? "yes" : "no",
              MK_STEPS(from, plan->path, plan->n), s->v[a->seat].cell,
              unseen(m));
    tell_exert(m, a->seat, plan);
    nj_mk_resight(m);
}

const struct nj_order nj_mk_cross = {MK_OF_VICTIM | MK_IS_ACTION, "MK-3.7",
                                     cross_fault, cross};
