/*
 * The killer moves: Stalk, Sneak, Hunt (MK-5.3 to 5.6). The whole movement is
 * played through first, with what is public and his own; then the public hears
 * of its visible stretches alone.
 */
#include <string.h>

#include "games/masked_killer/masked_killer.h"

/* What a movement is judged by. */
struct ground {
    const struct mk_state *s;
    struct mk_view view;
    struct mk_cells seen;
};

static struct ground ground_of(const struct nj_match *m)
{
    struct ground g = {.s = nj_state_const(m), .view = nj_mk_view(m)};

    nj_mk_seen(m, &g.seen);
    return g;
}

/* Is he seen where he stands behind so many steps of the path? */
static bool is_seen(const struct ground *g, const struct mk_plan *plan,
                    uint8_t steps)
{
    NJ_ASSERT(steps <= plan->n);
    return steps == 0 ? g->s->k.figure
                      : nj_mk_has(&g->seen, plan->path[steps - 1]);
}

/* One step over an open way; NULL, or what is against it. */
static const char *step(const struct ground *g, struct mk_plan *plan,
                        enum mk_dir dir)
{
    uint16_t from = plan->n == 0 ? g->s->k.cell : plan->path[plan->n - 1];
    enum mk_edge edge = nj_mk_edge(&g->view, from, dir);
    uint16_t cell = nj_mk_beside(from, dir);

    NJ_ASSERT(plan->n < MK_PATH_MAX);
    plan->step = (uint8_t)(plan->n + 1);
    plan->edge = g->view.t->edge[from][dir];
    plan->at = cell;
    if (edge != MK_OPEN && edge != MK_DOOR)
        return "mk.err.blocked";
    if (nj_mk_has_victim(g->s, cell) && is_seen(g, plan, plan->n))
        return "mk.err.pass_visible";
    plan->path[plan->n++] = cell;
    return NULL;
}

/* Where it ends. */
static const char *end_fault(const struct ground *g, struct mk_plan *plan)
{
    plan->at = plan->n == 0 ? g->s->k.cell : plan->path[plan->n - 1];
    return plan->n > 0 && nj_mk_has_victim(g->s, plan->at) ? "mk.err.occupied"
                                                           : NULL;
}

/* --- Stalk (MK-5.3) --- */

/* A search for the best way to a cell (MK-11.3). */
struct search {
    const struct ground *g;
    uint16_t target;
    uint8_t most;
    struct mk_plan here, best;
    unsigned best_seen;
    bool found;
};

/* Keeps the way that has been walked, if it is better than those before. */
static void judge(struct search *q)
{
    unsigned seen = 0;

    NJ_ASSERT(q->here.n > 0);
    for (uint8_t i = 0; i < q->here.n; i++)
        seen += nj_mk_has(&q->g->seen, q->here.path[i]);
    if (q->here.path[q->here.n - 1] != q->target ||
        end_fault(q->g, &q->here) != NULL)
        return;
    if (q->found && (seen > q->best_seen ||
                     (seen == q->best_seen && q->here.n >= q->best.n)))
        return;
    q->best = q->here;
    q->best_seen = seen;
    q->found = true;
}

/* All ways in order, N before E before S before W: of equals the first stays. */
static void look(struct search *q)
{
    uint8_t next[MK_PATH_MAX + 1] = {0}; /* direction behind so many steps */
    struct mk_plan *here = &q->here;

    NJ_ASSERT(q->most <= MK_PATH_MAX && q->here.n == 0);
    for (;;) {
        uint8_t n = here->n;
        uint16_t at = n == 0 ? q->g->s->k.cell : here->path[n - 1];

        NJ_ASSERT(n <= q->most);
        if (n == q->most || next[n] == MK_DIRS ||
            nj_mk_apart(at, q->target) > q->most - n) { /* out of reach */
            if (n == 0)
                return;
            here->n--;
        } else if (step(q->g, here, (enum mk_dir)next[n]++) == NULL) {
            next[here->n] = 0;
            judge(q);
        }
    }
}

static const char *stalk_to(const struct nj_match *m, const struct ground *g,
                            uint16_t target, uint8_t most, struct mk_plan *plan)
{
    struct search q = {.g = g, .target = target, .most = most};

    NJ_ASSERT(target < MK_CELLS);
    if (target == g->s->k.cell)
        return NULL;
    look(&q);
    if (!q.found) {
        plan->have = (uint8_t)nj_mk_way_length(m, g->s->k.cell, target);
        plan->need = most;
        plan->at = target;
        return "mk.err.too_far";
    }
    memcpy(plan->path, q.best.path, sizeof(plan->path));
    plan->n = q.best.n;
    return NULL;
}

static const char *stalk_fault(const struct nj_match *m, const char *words,
                               uint8_t most, struct mk_plan *plan)
{
    struct ground g = ground_of(m);
    uint8_t dirs[MK_PATH_MAX], n;
    const char *code = NULL;

    NJ_ASSERT(plan->n == 0 && most > 0 && most <= MK_PATH_MAX);
    if (!nj_mk_read_path(words, plan, dirs, &n) || plan->plus || plan->bang ||
        plan->dir < MK_DIRS)
        return "mk.err.syntax";
    if (plan->have > 0)
        return "mk.ask";
    if (plan->at != MK_NOWHERE)
        return stalk_to(m, &g, plan->at, most, plan);
    plan->have = n;
    plan->need = most;
    for (uint8_t i = 0; code == NULL && i < n && i < most; i++)
        code = step(&g, plan, (enum mk_dir)dirs[i]);
    if (code == NULL)
        code = end_fault(&g, plan);
    if (n > most && (code == NULL || strcmp(code, "mk.err.occupied") == 0))
        return "mk.err.too_far";
    return code;
}

/* --- Sneak, Hunt (MK-5.4, 5.5) --- */

static const char *sneak_fault(const struct nj_match *m, const char *words,
                               struct mk_plan *plan)
{
    struct ground g = ground_of(m);
    uint8_t dirs[MK_PATH_MAX], n;
    enum mk_edge edge;

    if (!nj_mk_read_path(words, plan, dirs, &n) || n != 1 || plan->plus ||
        plan->bang || plan->dir < MK_DIRS)
        return "mk.err.syntax";
    edge = nj_mk_edge(&g.view, g.s->k.cell, dirs[0]);
    if (edge != MK_FENCE && edge != MK_WINDOW)
        return "mk.err.no_edge";
    plan->path[0] = nj_mk_beside(g.s->k.cell, dirs[0]);
    plan->n = 1;
    NJ_ASSERT(plan->path[0] != MK_NOWHERE); /* no rim is one */
    return end_fault(&g, plan);
}

/* Reads "E 13", or "to P14" in a straight line, as steps one way. */
static bool read_line(const struct mk_state *s, const char *words,
                      struct mk_plan *plan, enum mk_dir *dir, uint8_t *n)
{
    uint8_t dirs[MK_PATH_MAX];
    int rows, cols;

    if (!nj_mk_read_path(words, plan, dirs, n) || plan->plus || plan->bang ||
        plan->dir < MK_DIRS || plan->have > 0)
        return false;
    if (plan->at != MK_NOWHERE) {
        rows = nj_mk_row(plan->at) - nj_mk_row(s->k.cell);
        cols = nj_mk_col(plan->at) - nj_mk_col(s->k.cell);
        *dir = rows < 0 ? MK_N : rows > 0 ? MK_S : cols > 0 ? MK_E : MK_W;
        *n = (uint8_t)(abs(rows) + abs(cols));
        return (rows == 0) != (cols == 0);
    }
    *dir = (enum mk_dir)dirs[0];
    for (uint8_t i = 0; i < *n; i++)
        if (dirs[i] != dirs[0])
            return false;
    return *n > 0;
}

static const char *hunt_fault(const struct nj_match *m, const char *words,
                              struct mk_plan *plan)
{
    struct ground g = ground_of(m);
    const char *code = NULL;
    enum mk_dir dir;
    uint8_t n;

    if (!read_line(g.s, words, plan, &dir, &n))
        return plan->have > 0 ? "mk.ask" : "mk.err.syntax";
    if (g.s->k.staggered)
        return "mk.err.staggered";
    plan->spot = (uint8_t)dir;
    for (uint8_t i = 0; code == NULL && i < n; i++)
        code = step(&g, plan, dir);
    if (code == NULL)
        code = end_fault(&g, plan);
    if (code == NULL && is_seen(&g, plan, plan->n))
        code = "mk.err.ends_seen";
    NJ_ASSERT(code != NULL || plan->n == n);
    return code;
}

const char *nj_mk_prowl_fault(const struct nj_match *m, enum mk_prowl kind,
                              const char *words, uint8_t most,
                              struct mk_plan *plan)
{
    plan->n = 0;
    plan->dir = MK_DIRS;
    plan->at = MK_NOWHERE;
    if (kind == MK_HUNT)
        return hunt_fault(m, words, plan);
    NJ_ASSERT(kind == MK_STALK || kind == MK_SNEAK);
    return kind == MK_SNEAK ? sneak_fault(m, words, plan)
                            : stalk_fault(m, words, most, plan);
}

/* --- all that he can reach --- */

/* Adds what a step over open ways leads to; into a victim's cell it leads those
 * alone who are hidden. */
static void walk_on(const struct ground *g, const struct mk_cells *victims,
                    struct mk_cells *set)
{
    struct mk_cells hidden = *set, open = {{0}}, past = {{0}};

    NJ_ASSERT(set != victims);
    nj_mk_but(&hidden, &g->seen);
    nj_mk_spread(&g->view, set, &open);
    nj_mk_spread(&g->view, &hidden, &past);
    nj_mk_but(&open, victims);
    nj_mk_both(&past, victims);
    nj_mk_add(set, &open);
    nj_mk_add(set, &past);
}

/* Adds what a Hunt one way leads to. */
static void run_on(const struct ground *g, enum mk_dir dir,
                   struct mk_cells *set)
{
    struct mk_plan plan = {.n = 0};

    while (plan.n < MK_PATH_MAX && step(g, &plan, dir) == NULL)
        if (end_fault(g, &plan) == NULL && !is_seen(g, &plan, plan.n))
            nj_mk_put(set, plan.path[plan.n - 1]);
    NJ_ASSERT(plan.n < MK_PATH_MAX); /* the rim is wall */
}

const char *nj_mk_hunt_stops(const struct nj_match *m,
                             const struct mk_plan *plan,
                             char text[MK_PATH_TEXT])
{
    struct ground g = ground_of(m);
    struct mk_cells fine = {{0}};
    uint16_t cells[MK_PATH_MAX];
    uint8_t n = 0;

    NJ_ASSERT(plan->spot < MK_DIRS && g.s->k.cell < MK_CELLS);
    run_on(&g, (enum mk_dir)plan->spot, &fine);
    for (uint16_t at = g.s->k.cell; at != MK_NOWHERE && n < MK_PATH_MAX;
         at = nj_mk_beside(at, plan->spot))
        if (nj_mk_has(&fine, at))
            cells[n++] = at;
    return n == 0 ? NULL : nj_mk_path(cells, n, text);
}

void nj_mk_reachable(const struct nj_match *m, struct mk_cells out[MK_STRIKES])
{
    struct ground g = ground_of(m);
    struct mk_cells here = {{0}}, victims = {{0}};

    NJ_ASSERT(g.s->k.cell < MK_CELLS);
    memset(out, 0, MK_STRIKES * sizeof(*out));
    for (nj_seat k = 0; k < g.s->n; k++)
        if (g.s->v[k].cell != MK_NOWHERE)
            nj_mk_put(&victims, g.s->v[k].cell);
    nj_mk_put(&here, g.s->k.cell);
    out[MK_STALK] = here;
    for (uint8_t i = nj_mk_stalk_most(m); i > 0; i--)
        walk_on(&g, &victims, &out[MK_STALK]);
    nj_mk_climb(&g.view, &here, &out[MK_SNEAK]);
    for (enum mk_dir dir = MK_N; !g.s->k.staggered && dir < MK_DIRS; dir++)
        run_on(&g, dir, &out[MK_HUNT]);
    for (int kind = 0; kind < MK_STRIKES; kind++)
        nj_mk_but(&out[kind], &victims);
}

nj_seat nj_mk_prey(const struct nj_match *m)
{
    const struct mk_state *s = nj_state_const(m);
    struct mk_view view = nj_mk_view(m);
    nj_seat_set living = nj_mk_living(s);

    NJ_ASSERT(s->k.cell < MK_CELLS);
    NJ_FOREACH_SEAT(k, living)
        if (!s->k.staggered && nj_mk_reach(&view, s->k.cell, s->v[k].cell))
            return k;
    return NJ_SEAT_NONE;
}

/* --- the orders --- */

/* MK-5.1: how far he stalks. */
uint8_t nj_mk_stalk_most(const struct nj_match *m)
{
    const struct mk_state *s = nj_state_const(m);
    const struct mk_table *t = nj_mk_table(m);

    NJ_ASSERT(t->k_staggered <= t->k_stalk && t->k_staggered > 0);
    return s->k.staggered ? t->k_staggered : t->k_stalk;
}

static enum mk_prowl kind_of(const struct nj_attempt *a)
{
    NJ_ASSERT(a->order == &nj_mk_stalk || a->order == &nj_mk_sneak ||
              a->order == &nj_mk_hunt);
    return a->order == &nj_mk_sneak  ? MK_SNEAK
           : a->order == &nj_mk_hunt ? MK_HUNT
                                     : MK_STALK;
}

/* His words are checked before his turn is (MK-10.4), so that a slip shows; but
 * not where he stands before he does. */
static const char *prowl_fault(const struct nj_match *m, struct nj_attempt *a)
{
    const struct mk_state *s = nj_state_const(m);
    const char *code, *other;
    enum mk_prowl kind = kind_of(a);

    if (a->seat != nj_mk_killer(s) || s->phase != MK_PLAY)
        return "mk.err.not_your_turn";
    code = nj_mk_prowl_fault(m, kind, nj_input_text(a->in, 0),
                             nj_mk_stalk_most(m), a->plan);
    if (code != NULL && strcmp(code, "mk.err.syntax") == 0)
        return code;
    other = nj_mk_fault(m, a);
    return other != NULL ? other : code;
}

static void prowl(struct nj_match *m, const struct nj_attempt *a)
{
    struct mk_state *s = nj_state(m);
    const struct mk_plan *plan = a->plan;
    enum mk_prowl kind = kind_of(a);

    NJ_ASSERT(a->seat == nj_mk_killer(s) && s->left > 0);
    s->k.act = (uint8_t)kind;
    nj_mk_then(s, MK_THEN_ACTION, a->seat);
    nj_mk_trail(m, plan->path, plan->n);
}

const struct nj_order nj_mk_stalk = {MK_OF_KILLER | MK_IS_ACTION | MK_PRIVATE,
                                     "MK-5.3", prowl_fault, prowl};
const struct nj_order nj_mk_sneak = {MK_OF_KILLER | MK_IS_ACTION | MK_PRIVATE,
                                     "MK-5.4", prowl_fault, prowl};
const struct nj_order nj_mk_hunt = {MK_OF_KILLER | MK_IS_ACTION | MK_PRIVATE,
                                    "MK-5.5", prowl_fault, prowl};
