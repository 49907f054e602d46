/*
 * What a victim's computer player takes him to do: where he may be, by how
 * likely that is, what he deals from there, and what is dealt to him (MK-14.2,
 * 19.26).
 */
#include <string.h>

#include "games/masked_killer/scales.h"

/* Measured in matches: how often he stands, for one cell, where a step leads to
 * a victim, up to three, six and ten, and beyond. */
static const struct {
    uint8_t upto, weight;
} classes[MK_CLASSES] = {{1, 33}, {3, 10}, {6, 9}, {10, 2}, {0, 1}};

enum {
    HURT = 8,    /* what a tenth of a hit costs */
    AMBUSH = 6,  /* ... from where he is not seen */
    FRAIL = 50,  /* percent of it for whose last hit that is: who comes then is
                   * armed, and whole */
    SHARED = 30, /* ... if he may have another one instead */
    HIT = 350,   /* what a hit on him is worth */
    LAST_HITS = 2, /* with so few left ... */
    LAST = 3,      /* ... that many times as much */
    FRONT = 10     /* rather than a wall */
};

/* --- where he is --- */

static void suspect_unseen(struct mk_scales *s)
{
    const struct mk_mind *mind = s->p->mind;
    struct mk_cells near = {{0}}, left = mind->maybe;
    unsigned from = 0;

    for (nj_seat k = 0; k < mind->n; k++)
        if (mind->cell[k] != MK_NOWHERE)
            nj_mk_put(&near, mind->cell[k]);
    for (unsigned c = 0; c < MK_CLASSES; c++) {
        nj_mk_grow(&s->p->view, &near, from, classes[c].upto);
        from = classes[c].upto;
        s->likely[c] = left;
        if (from > 0) {
            nj_mk_both(&s->likely[c], &near);
            nj_mk_but(&left, &near);
        }
        s->believed += classes[c].weight * nj_mk_count(&s->likely[c]);
    }
    /* 0: it has no idea. */
    for (unsigned c = 0; s->believed > 0 && c < MK_CLASSES; c++)
        MK_FOREACH_CELL(cell, &s->likely[c])
            s->odds[cell] = 1000 * classes[c].weight / s->believed;
}

/* --- what he deals, in tenths of a hit --- */

/* To who is so far from him; `again`: who can still go farther. */
static int threat(unsigned far, bool staggered, bool again)
{
    NJ_ASSERT(far > 0);
    if (again)
        return far <= 2 && !staggered ? 15 : 0;
    if (staggered)
        return far <= 4 ? 15 : 0;
    return far <= 1 ? 30 : far <= 6 ? 15 : 0;
}

static unsigned his_way(const struct mk_scales *s, uint16_t cell)
{
    NJ_ASSERT(cell < MK_CELLS && s->p->mind->visible);
    if (nj_mk_reach(&s->p->view, s->p->mind->k, cell))
        return 1;
    return s->his[cell] < 2 ? 2 : s->his[cell];
}

/* To the others, whose turn in this round is over or is not. */
static int deals_others(const struct mk_scales *s, bool staggered)
{
    const struct mk_mind *mind = s->p->mind;
    int most = 0;

    NJ_ASSERT(mind->visible);
    for (nj_seat k = 0; k < mind->n; k++)
        if (k != s->p->me && mind->cell[k] != MK_NOWHERE) {
            int v = threat(his_way(s, mind->cell[k]), staggered, k > s->p->me);

            most = v > most ? v : most;
        }
    return most;
}

void nj_mk_suspect(struct mk_scales *s)
{
    const struct mk_mind *mind = s->p->mind;

    NJ_ASSERT(s->believed == 0 && s->others == 0);
    if (!mind->visible) {
        suspect_unseen(s);
        return;
    }
    nj_mk_costs(&s->p->view, mind->k, MK_ACROSS, true, s->his);
    s->others = deals_others(s, mind->staggered);
}

/* The weights of those cells of the set where he may be. */
static int weight_in(const struct mk_scales *s, const struct mk_cells *set)
{
    int sum = 0;

    for (unsigned i = 0; i < MK_SET_WORDS; i++) {
        uint64_t in = set->bit[i] & s->p->mind->maybe.bit[i];

        for (unsigned c = 0; in != 0 && c < MK_CLASSES; c++) {
            uint64_t of = in & s->likely[c].bit[i];

            in ^= of;
            if (of != 0)
                sum += classes[c].weight * __builtin_popcountll(of);
        }
    }
    NJ_ASSERT(sum <= s->believed);
    return sum;
}

/* He is not seen: what he deals from all places where he may be. */
static int ambush(const struct mk_scales *s, uint16_t cell, bool again)
{
    const struct plight *p = s->p;
    const struct mk_cells *near = p->t->near[nj_mk_lock(&p->view)][cell];
    int v = 0;

    if (s->believed == 0)
        return 0;
    /* Where the threat becomes less, all that is nearer bears the difference. */
    for (unsigned i = 0; i < MK_RINGS; i++) {
        int less = threat(nj_mk_ring[i], false, again);

        if (i + 1 < MK_RINGS)
            less -= threat(nj_mk_ring[i + 1], false, again);
        NJ_ASSERT(less >= 0);
        if (less > 0)
            v += less * weight_in(s, &near[i]);
    }
    return v / s->believed;
}

int nj_mk_danger(const struct mk_scales *s, uint16_t cell, bool staggered)
{
    const struct mk_mind *mind = s->p->mind;
    bool again = mind->left > 1;
    int mine;

    if (!mind->visible)
        return AMBUSH * ambush(s, cell, again);
    mine = threat(his_way(s, cell), staggered, again);
    if (s->p->row->health - mind->damage[s->p->me] <= 1)
        mine = mine * FRAIL / 100;
    NJ_ASSERT(mine >= 0 && s->others >= 0);
    return HURT * (mine > s->others ? mine : s->others + mine * SHARED / 100);
}

/* --- what it deals --- */

uint8_t nj_mk_best_weapon(const struct plight *p, uint8_t far, uint8_t *weapon,
                          uint8_t *fuel)
{
    uint8_t bare = p->row->bare_dice > 0 ? p->row->bare_dice : 1;
    uint8_t best = far == 1 ? bare : 0;

    *weapon = *fuel = MK_NO_CARD;
    NJ_ASSERT(far >= 1 && far <= MK_ROWS);
    for (uint8_t i = 0; i < p->mind->n_hand; i++) {
        uint8_t card = p->mind->hand[i];
        const struct mk_card_row *row = &p->t->card[card];
        uint8_t with = row->fuel > 0 ? (uint8_t)(row->fuel - 1) : MK_NO_CARD;
        uint8_t more = row->range > 1 ? p->row->ranged_die : 0;

        if (with != MK_NO_CARD && nj_mk_mind_holds(p->mind, with) &&
            row->fuel_range >= far && row->fuel_dice > best) {
            best = row->fuel_dice;
            *weapon = card;
            *fuel = with;
        }
        if (!row->fuel_only && row->range >= far && row->dice + more > best) {
            best = (uint8_t)(row->dice + more);
            *weapon = card;
            *fuel = MK_NO_CARD;
        }
    }
    return best;
}

int nj_mk_blow_worth(const struct mk_scales *s, uint8_t dice, uint16_t from)
{
    const struct mk_mind *mind = s->p->mind;
    int now = nj_mk_danger(s, from, mind->staggered);
    int hits = dice * HIT / 2;

    NJ_ASSERT(dice > 0 && mind->visible);
    if (s->p->t->k_health - mind->k_damage <= LAST_HITS)
        return LAST * hits;
    if (mind->staggered)
        return hits;
    return hits +
           (now - nj_mk_danger(s, from, true)) * (1000 - (1000 >> dice)) / 1000;
}

/* --- lines --- */

enum mk_dir nj_mk_line_to_him(const struct plight *p, uint16_t cell,
                              uint8_t *far)
{
    uint16_t k = p->mind->k;
    enum mk_dir dir;

    if (!p->mind->visible || k == cell ||
        (nj_mk_row(k) != nj_mk_row(cell) && nj_mk_col(k) != nj_mk_col(cell)))
        return MK_DIRS;
    if (nj_mk_row(k) == nj_mk_row(cell))
        dir = k > cell ? MK_E : MK_W;
    else
        dir = k > cell ? MK_S : MK_N;
    *far = nj_mk_along(&p->view, cell, dir, k);
    NJ_ASSERT(*far <= MK_ROWS);
    return *far > 0 ? dir : MK_DIRS;
}

enum mk_dir nj_mk_look(const struct mk_scales *s, uint16_t cell, int *odds)
{
    enum mk_dir best = MK_N;
    int most = -1;

    NJ_ASSERT(!nj_mk_solid(s->p->t, cell));
    for (enum mk_dir dir = MK_N; dir < MK_DIRS; dir++) {
        int n = nj_mk_far(&s->p->view, cell, dir), sum = 0, v;

        for (int i = 1; i <= n; i++)
            sum += s->odds[cell + i * nj_mk_step(dir)];
        v = 4 * sum + n + (n > 0 ? FRONT : 0);
        if (v > most) {
            most = v;
            best = dir;
            *odds = sum;
        }
    }
    return best;
}
