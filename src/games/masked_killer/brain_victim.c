/*
 * A victim's computer player in its turn: of all that it can do now it does what
 * is worth most, by what that brings, what it deals and what the killer may deal
 * (MK-14.3, 19.26).
 */
#include <string.h>

#include "games/masked_killer/scales.h"

enum {
    MOVE_STEPS = 4,
    STEP = 25,      /* what a step towards the goal is worth */
    FARTHEST = 240, /* no way is longer than so many steps */
    EYE = 5,        /* to have him in sight */
    LOOK = 100,     /* ... if he is not seen yet, by how likely it is */
    SETUP = 80,     /* percent of a blow that can come with the next action */
    EXERT = 60,     /* what a token costs */
    MET = 250,      /* to walk into him */
    REST = 15,      /* ... brings that comes off */
    HEAL = 150,     /* to take a kit to so many */
    WOUNDS = 2,
    PRUNED = 400 /* what facing and blow cannot make good */
};

void nj_mk_weigh(struct mk_scales *s, const struct mk_option *o)
{
    NJ_ASSERT(o->deed <= MK_D_GIVE);
    if (o->value > s->best.value)
        s->best = *o;
}

/* --- moves --- */

static int to_go(const struct mk_scales *s, uint16_t cell)
{
    NJ_ASSERT(cell < MK_CELLS);
    return s->goal[cell] < FARTHEST ? s->goal[cell] : FARTHEST;
}

/* Where it looks on that cell, and what that is worth. */
static int weigh_face(const struct mk_scales *s, struct mk_option *o)
{
    uint8_t far = 0, weapon, fuel, dice;
    int odds = 0;

    o->face = nj_mk_line_to_him(s->p, o->cell, &far);
    if (far == 0) {
        o->face = nj_mk_look(s, o->cell, &odds);
        return odds * LOOK / 1000;
    }
    NJ_ASSERT(o->face < MK_DIRS);
    dice = nj_mk_best_weapon(s->p, far, &weapon, &fuel);
    return dice > 0 && s->p->mind->left > 1
               ? EYE + nj_mk_blow_worth(s, dice, o->cell) * SETUP / 100
               : EYE;
}

/* It ends an action on that cell. What cannot become the best is left as soon
 * as that is known. */
static void weigh_stand(struct mk_scales *s, struct mk_option *o)
{
    const struct mk_mind *mind = s->p->mind;
    uint16_t here = mind->cell[s->p->me];

    if (o->cell != here && nj_mk_mind_has_victim(mind, o->cell))
        return;
    o->value += STEP * (to_go(s, here) - to_go(s, o->cell));
    if (o->value + (mind->visible ? PRUNED : LOOK) <= s->best.value)
        return;
    o->value -= nj_mk_danger(s, o->cell, mind->staggered);
    if (!mind->visible && o->value + LOOK <= s->best.value)
        return;
    o->value += weigh_face(s, o);
    nj_mk_weigh(s, o);
}

static bool is_his(const struct mk_mind *mind, uint16_t cell)
{
    NJ_ASSERT(cell != MK_NOWHERE);
    return mind->visible && mind->k == cell;
}

static bool may_exert(const struct plight *p)
{
    NJ_ASSERT(p->mind->cell[p->me] != MK_NOWHERE);
    return p->mind->exert[p->me] < MK_REST_AT - 1 && nj_mk_mind_supply(p) > 0;
}

/* The ways a Move may go, in the order of their steps. */
struct walk {
    uint16_t queue[MK_CELLS], n;
    uint8_t steps[MK_CELLS]; /* 0xff: not come there */
};

/* A step farther; of equally short ways the one on which he is met least. */
static void step(struct mk_scales *s, struct walk *w, uint16_t at, unsigned dir)
{
    uint16_t to = (uint16_t)(at + nj_mk_step(dir));
    int risk;

    if (is_his(s->p->mind, to) || w->steps[to] <= w->steps[at])
        return;
    NJ_ASSERT(to < MK_CELLS && !nj_mk_solid(s->p->t, to));
    risk = s->risk[at] + s->odds[to];
    if (w->steps[to] != 0xff && risk >= s->risk[to])
        return;
    if (w->steps[to] == 0xff)
        w->queue[w->n++] = to;
    w->steps[to] = (uint8_t)(w->steps[at] + 1);
    s->risk[to] = risk;
    s->came[to] = (uint8_t)dir;
}

static void weigh_moves(struct mk_scales *s)
{
    const struct plight *p = s->p;
    uint8_t most = (uint8_t)(MOVE_STEPS + p->row->more_steps + p->mind->steps);
    uint8_t upto = (uint8_t)(most + may_exert(p));
    const uint8_t *ways = p->t->ways[nj_mk_lock(&p->view)];
    struct walk w = {.queue = {p->mind->cell[p->me]}, .n = 1};

    memset(w.steps, 0xff, sizeof(w.steps));
    w.steps[w.queue[0]] = 0;
    s->came[w.queue[0]] = MK_DIRS;
    for (uint16_t i = 0; i < w.n; i++) {
        uint16_t at = w.queue[i];
        bool exert = w.steps[at] > most;

        weigh_stand(s, &(struct mk_option){.deed = MK_D_MOVE,
                                           .cell = at,
                                           .exert = exert,
                                           .value = -s->risk[at] * MET / 1000 -
                                                    (exert ? EXERT : 0)});
        if (w.steps[at] < upto)
            for (unsigned d = MK_N; d < MK_DIRS; d++)
                if ((ways[at] >> d & 1) != 0)
                    step(s, &w, at, d);
    }
    NJ_ASSERT(w.n <= MK_CELLS);
}

static void weigh_crosses(struct mk_scales *s)
{
    const struct plight *p = s->p;
    uint16_t here = p->mind->cell[p->me];

    NJ_ASSERT(here != MK_NOWHERE);
    for (enum mk_dir dir = MK_N; dir < MK_DIRS; dir++) {
        uint16_t to = nj_mk_beside(here, dir);

        if (nj_mk_edge(&p->view, here, dir) == MK_WINDOW &&
            !is_his(p->mind, to))
            weigh_stand(s, &(struct mk_option){
                               .deed = MK_D_CROSS, .cell = to, .dir = dir});
    }
}

/* --- what it does where it stands --- */

static void weigh_attack(struct mk_scales *s)
{
    const struct plight *p = s->p;
    uint16_t here = p->mind->cell[p->me];
    struct mk_option o = {.deed = MK_D_ATTACK};
    uint8_t far = 0, dice;
    enum mk_dir dir = nj_mk_line_to_him(p, here, &far);

    if (far == 0 || (uint8_t)dir != p->mind->dir[p->me])
        return;
    NJ_ASSERT(dir < MK_DIRS && p->mind->visible);
    dice = nj_mk_best_weapon(p, far, &o.a, &o.b);
    o.value = dice == 0 ? 0
                        : nj_mk_blow_worth(s, dice, here) -
                              nj_mk_danger(s, here, p->mind->staggered);
    if (dice > 0)
        nj_mk_weigh(s, &o);
}

static void weigh_rest(struct mk_scales *s)
{
    const struct mk_mind *mind = s->p->mind;
    int stays = -nj_mk_danger(s, mind->cell[s->p->me], mind->staggered);

    NJ_ASSERT(stays <= 0);
    nj_mk_weigh(
        s, &(struct mk_option){.deed = MK_D_REST,
                               .value = stays + mind->exert[s->p->me] * REST});
    if (mind->damage[s->p->me] >= WOUNDS && nj_mk_mind_holds(mind, MK_AID))
        nj_mk_weigh(
            s, &(struct mk_option){.deed = MK_D_AID, .value = stays + HEAL});
}

/* --- as an order --- */

static bool say(struct nj_brain_order *out, const char *verb, const char *text)
{
    NJ_ASSERT(verb[0] != '\0' && strlen(text) < NJ_ORDER_TEXT_MAX);
    return nj_brain_orders_text(out, NJ_PLACE_GROUP, verb, "%s", text);
}

/* "WWN", of the way that was weighed; behind all of `text`'s room. */
static const char *way(const struct mk_scales *s, uint16_t cell,
                       char text[MK_PATH_MAX + 1])
{
    size_t n = MK_PATH_MAX;

    text[n] = '\0';
    while (s->came[cell] < MK_DIRS) {
        enum mk_dir dir = (enum mk_dir)s->came[cell];

        text[--n] = nj_mk_dirs[dir][0];
        cell = nj_mk_beside(cell, ((dir + 2) % MK_DIRS));
    }
    NJ_ASSERT(cell == s->p->mind->cell[s->p->me]);
    return text + n;
}

static bool order_walk(const struct mk_scales *s, struct nj_brain_order *out)
{
    const struct mk_option *o = &s->best;
    char text[MK_PATH_MAX + 1];

    const char *path = o->deed == MK_D_MOVE ? way(s, o->cell, text) : "";

    NJ_ASSERT(o->face < MK_DIRS);
    if (strlen(path) >= MOVE_STEPS && to_go(s, o->cell) > 0 &&
        nj_mk_mind_holds(s->p->mind, MK_SHOES))
        return say(out, "use", nj_mk_cards[MK_SHOES]);
    if (o->deed == MK_D_CROSS)
        return nj_brain_orders_text(out, NJ_PLACE_GROUP, "cross", "%s /%s",
                                    nj_mk_dirs[o->dir], nj_mk_dirs[o->face]);
    return nj_brain_orders_text(out, NJ_PLACE_GROUP, "move", "%s%s /%s", path,
                                o->exert ? "+" : "", nj_mk_dirs[o->face]);
}

static bool order(const struct mk_scales *s, struct nj_brain_order *out)
{
    const struct mk_option *o = &s->best;

    NJ_ASSERT(o->deed <= MK_D_GIVE);
    switch ((enum mk_deed)o->deed) {
    case MK_D_MOVE:
    case MK_D_CROSS:
        return order_walk(s, out);
    case MK_D_SEARCH:
        return say(out, "search", "");
    case MK_D_ATTACK:
        if (o->a == MK_NO_CARD)
            return say(out, "attack", "");
        return nj_brain_orders_text(
            out, NJ_PLACE_GROUP, "attack", "%s%s%s", nj_mk_cards[o->a],
            o->b == MK_NO_CARD ? "" : " with ",
            o->b == MK_NO_CARD ? "" : nj_mk_cards[o->b]);
    case MK_D_AID:
        return say(out, "use", nj_mk_cards[MK_AID]);
    case MK_D_UNLOCK:
        return say(out, "unlock", nj_mk_cars[o->a]);
    case MK_D_GIVE:
        return nj_brain_orders_text(out, NJ_PLACE_PRIVATE, "trade",
                                    "%u give %s", o->a + 1u, nj_mk_cards[o->b]);
    case MK_D_REST:
    default:
        return nj_brain_orders(out, NJ_PLACE_GROUP, "rest");
    }
}

/* --- what comes first --- */

/* It says at once what it holds of the four cards (MK-19.8). */
static bool claim(const struct plight *p, struct nj_brain_order *out)
{
    char text[NJ_ORDER_TEXT_MAX] = "";
    uint8_t held = 0;

    for (uint8_t card = MK_TOMMY; card < MK_VICTIMS_CARDS; card++)
        if (nj_mk_mind_holds(p->mind, card)) {
            held |= (uint8_t)(1 << (card - MK_TOMMY));
            nj_mk_add_word(text, nj_mk_cards[card]);
        }
    NJ_ASSERT(p->mind->told < 1 << (MK_VICTIMS_CARDS - MK_TOMMY));
    return held != p->mind->told &&
           say(out, "claim", held == 0 ? "none" : text + 1);
}

/* MK-14.3, 1 and 2, and other cards that cost nothing. */
static bool care(const struct plight *p, struct nj_brain_order *out)
{
    const struct mk_mind *mind = p->mind;
    bool tired = mind->exert[p->me] >= MK_REST_AT;
    uint8_t far = 0;
    enum mk_dir dir = nj_mk_line_to_him(p, mind->cell[p->me], &far);

    NJ_ASSERT(mind->active == p->me && mind->asked == 0);
    if (tired && nj_mk_mind_holds(mind, MK_SODA))
        return say(out, "use", nj_mk_cards[MK_SODA]);
    if (tired)
        return nj_brain_orders(out, NJ_PLACE_GROUP, "rest");
    if (mind->damage[p->me] > 0 && nj_mk_mind_holds(mind, MK_BANDAGE))
        return say(out, "use", nj_mk_cards[MK_BANDAGE]);
    if (far > 0 && (uint8_t)dir != mind->dir[p->me] &&
        (mind->tried & MK_LIT) == 0 && nj_mk_mind_holds(mind, MK_LIGHT))
        return nj_brain_orders_text(out, NJ_PLACE_GROUP, "use", "%s %s",
                                    nj_mk_cards[MK_LIGHT], nj_mk_dirs[dir]);
    return may_exert(p) && nj_mk_mind_holds(mind, MK_WIND) &&
           say(out, "use", nj_mk_cards[MK_WIND]);
}

void nj_mk_consider(struct mk_scales *s)
{
    NJ_ASSERT(s->p->mind->left > 0);
    s->best.value = INT32_MIN;
    nj_mk_suspect(s);
    nj_mk_aim(s);
    weigh_rest(s);
    weigh_attack(s);
    nj_mk_weigh_search(s);
    weigh_moves(s);
    weigh_crosses(s);
}

bool nj_mk_act_victim(const struct mk_mind *mind, const struct mk_table *t,
                      nj_seat me, struct nj_brain_order *out)
{
    struct plight p = {
        .mind = mind, .t = t, .me = me, .view = nj_mk_mind_view(mind, t)};
    struct mk_scales s = {.p = &p};

    NJ_ASSERT(me < mind->n);
    if (mind->who[me] < MK_WHO)
        p.row = &t->who[mind->who[me]];
    if (mind->asked != 0)
        return nj_mk_answer(&p, out);
    if (mind->round == 0 || mind->cell[me] == MK_NOWHERE || p.row == NULL)
        return false;
    if (claim(&p, out))
        return true;
    if (mind->active != me || mind->left == 0 || mind->halted ||
        (mind->tried & MK_WAITS) != 0)
        return false;
    if (care(&p, out))
        return true;
    nj_mk_consider(&s);
    NJ_ASSERT(s.best.value > INT32_MIN); /* it can rest */
    return order(&s, out);
}
