/*
 * A victim dies, its cards go back, somebody comes after it (MK-6.9 to 6.12).
 */
#include <string.h>

#include "games/masked_killer/masked_killer.h"

void nj_mk_dies(struct nj_match *m, nj_seat seat)
{
    struct mk_state *s = nj_state(m);
    struct mk_victim *v = &s->v[seat];

    NJ_ASSERT(v->damage >= nj_mk_of(m, seat)->health && s->kills < s->limit);
    s->dead[s->kills++] = v->who;
    s->turn_lost |= s->active == seat;
    say_dead(m, seat, v->cell, s->kills, s->limit);
    if (s->kills == s->limit) {
        nj_mk_ends(m, MK_WON_BY_KILLER, MK_BY_KILLS);
        return;
    }
    nj_mk_then(s, MK_THEN_HEIR, seat);
    nj_mk_then(s, MK_THEN_BURIAL, seat);
    nj_mk_then(s, MK_THEN_ESTATE, seat);
}

/* --- its cards (MK-6.10, 1 and 2) --- */

/* Adds the cards of the hand that are not named to the top ones: children and
 * car keys in front of the others, each in the order of the hand. */
static void add_unnamed(const struct mk_state *s, nj_seat seat,
                        struct mk_plan *plan)
{
    uint8_t pile = nj_mk_hand(seat);
    uint8_t named[MK_CARDS] = {0};

    NJ_ASSERT(s->v[seat].damage > 0 && plan->quad < MK_QUADS);
    for (uint8_t end = 0; end < 2; end++)
        for (uint8_t i = 0; i < plan->n_cards[end]; i++)
            named[plan->cards[end][i]]++;
    for (uint8_t key = 1; key < 2; key--) { /* 1, 0 */
        for (uint8_t i = 0; i < nj_cards_count(&s->cards, pile); i++) {
            uint8_t card = nj_cards_at(&s->cards, pile, i);

            if ((card >= MK_TOMMY) != key)
                continue;
            if (named[card] > 0)
                named[card]--;
            else
                plan->cards[0][plan->n_cards[0]++] = card;
        }
    }
}

static void inherit(struct nj_match *m, nj_seat seat, struct mk_plan *plan)
{
    struct mk_state *s = nj_state(m);

    NJ_ASSERT((nj_mk_quads_of(s->v[seat].cell) >> plan->quad & 1) != 0);
    add_unnamed(s, seat, plan);
    s->quad = plan->quad;
    nj_mk_put_back(m, seat, plan);
    NJ_ASSERT(nj_cards_count(&s->cards, nj_mk_hand(seat)) == 0);
    say_estate(m, plan->quad, plan->n_cards[0], plan->n_cards[1]);
    nj_mk_tell_back(m, seat, plan);
}

void nj_mk_estate(struct nj_match *m, nj_seat seat)
{
    const struct mk_state *s = nj_state_const(m);
    uint16_t cell = s->v[seat].cell;
    struct mk_plan plan = {.quad = (uint8_t)nj_mk_quad(cell)};

    NJ_ASSERT(cell < MK_CELLS);
    if (nj_mk_row(cell) == MK_STREET ||
        nj_cards_count(&s->cards, nj_mk_hand(seat)) > 0)
        nj_mk_ask(m, seat, "death", 0);
    else
        inherit(m, seat, &plan);
}

void nj_mk_death_late(struct nj_match *m, nj_seat seat)
{
    const struct mk_state *s = nj_state_const(m);
    struct mk_plan plan = {.quad = (uint8_t)nj_mk_quad(s->v[seat].cell)};

    NJ_ASSERT(s->v[seat].cell < MK_CELLS);
    say_default_turn(m, seat, "death");
    inherit(m, seat, &plan);
    nj_mk_go_on(m);
}

static const char *death_fault(const struct nj_match *m, struct nj_attempt *a)
{
    const struct mk_state *s = nj_state_const(m);
    struct mk_plan *plan = a->plan;
    struct nj_reader r = nj_mk_reader(a->in);

    if (!nj_prompt_open(m, a->seat, "death"))
        return "mk.err.not_your_turn";
    if (!nj_mk_read_back(m, a->seat, &r, plan))
        return "mk.err.syntax";
    if (!nj_mk_holds_back(m, a->seat, plan))
        return "mk.err.not_yours";
    if (plan->quad == MK_QUADS)
        plan->quad = (uint8_t)nj_mk_quad(s->v[a->seat].cell);
    return (nj_mk_quads_of(s->v[a->seat].cell) >> plan->quad & 1) == 0
               ? "mk.err.syntax"
               : NULL;
}

static void death(struct nj_match *m, const struct nj_attempt *a)
{
    struct mk_plan plan = *(const struct mk_plan *)a->plan;

    NJ_ASSERT(plan.quad < MK_QUADS && nj_prompt_open(m, a->seat, "death"));
    nj_prompt_close(m, a->seat, "death");
    inherit(m, a->seat, &plan);
}

const struct nj_order nj_mk_death = {MK_ANYTIME | MK_PRIVATE, "MK-6.10",
                                     death_fault, death};

/* --- the figure leaves (MK-6.10, 3 and 4) --- */

void nj_mk_burial(struct nj_match *m, nj_seat seat)
{
    struct mk_state *s = nj_state(m);
    struct mk_victim *v = &s->v[seat];

    NJ_ASSERT(s->quad < MK_QUADS);
    memset(&s->token[(size_t)s->quad * MK_SPOTS], 2, MK_SPOTS);
    say_tokens(m, s->quad);
    v->cell = MK_NOWHERE;
    v->damage = v->exert = v->steps = 0;
    nj_mk_resight(m);
}

/* --- who comes after (MK-6.10, 5 and 6; 6.12) --- */

bool nj_mk_in_pool(const struct mk_state *s, uint8_t who)
{
    NJ_ASSERT(who < MK_WHO && s->kills <= NJ_COUNT(s->dead));
    return !nj_mk_is_taken(s, who) && memchr(s->dead, who, s->kills) == NULL;
}

void nj_mk_successor(struct nj_match *m, nj_seat seat)
{
    const struct mk_state *s = nj_state_const(m);

    NJ_ASSERT(s->v[seat].cell == MK_NOWHERE);
    nj_mk_ask(m, seat, "replace", 0);
}

static bool is_taken(const struct mk_state *s, uint16_t cell)
{
    NJ_ASSERT(nj_mk_row(cell) == MK_STREET);
    return nj_mk_has_victim(s, cell) || (s->k.figure && s->k.cell == cell);
}

/* Inwards from a start square, past victims and the killer, who is met there
 * if he is hidden (*met, else MK_NOWHERE). */
static uint16_t shifted(const struct mk_state *s, uint16_t wanted, bool west,
                        uint16_t *met)
{
    uint16_t cell = wanted;

    *met = MK_NOWHERE;
    while (nj_mk_has_victim(s, cell) || cell == s->k.cell) {
        if (cell == s->k.cell && !s->k.figure)
            *met = cell;
        cell = nj_mk_beside(cell, west ? MK_E : MK_W);
        NJ_ASSERT(cell != MK_NOWHERE); /* the street is longer than they are */
    }
    return cell;
}

static void come(struct nj_match *m, nj_seat seat, uint8_t who, uint8_t side,
                 uint8_t dir)
{
    struct mk_state *s = nj_state(m);
    struct mk_victim *v = &s->v[seat];
    uint16_t wanted = nj_mk_table(m)->street[side];
    uint16_t met;
    uint16_t cell = shifted(s, wanted, side == 0, &met);

    NJ_ASSERT(nj_mk_in_pool(s, who));
    nj_mk_teach(m);
    if (met != MK_NOWHERE)
        nj_mk_reveal_figure(m);
    if (cell != wanted)
        say_shift(m, seat, wanted, cell, met);
    v->who = who;
    v->cell = cell;
    v->dir = dir < MK_DIRS ? dir : (uint8_t)(side == 0 ? MK_E : MK_W);
    if (nj_mk_of(m, seat)->gun)
        (void)nj_cards_move(&s->cards, MK_ASIDE, 0, nj_mk_hand(seat),
                            NJ_BOTTOM);
    say_replace(m, seat, cell, v->dir);
    nj_mk_resight(m);
    (void)nj_mk_escaped(m);
}

/* Which street start square lies farther from what all know of him. */
static uint8_t far_side(const struct mk_state *s, const struct mk_table *t)
{
    uint16_t known = s->k.figure ? s->k.cell : s->k.shadow;
    uint8_t side = 0;

    NJ_ASSERT(t->street[0] != t->street[1]);
    if (known != MK_NOWHERE)
        side = nj_mk_col(known) - nj_mk_col(t->street[0]) <
               nj_mk_col(t->street[1]) - nj_mk_col(known);
    return nj_mk_has_victim(s, t->street[side]) ? (uint8_t)!side : side;
}

void nj_mk_replace_late(struct nj_match *m, nj_seat seat)
{
    const struct mk_state *s = nj_state_const(m);
    const struct mk_table *t = nj_mk_table(m);
    unsigned left = 0;

    for (uint8_t who = 0; who < MK_WHO; who++)
        left |= nj_mk_in_pool(s, who) ? 1U << who : 0;
    NJ_ASSERT(left != 0); /* MK-6.11 */
    say_default_turn(m, seat, "replace");
    come(m, seat, nj_mk_first_in_order(t, left), far_side(s, t), MK_DIRS);
    nj_mk_go_on(m);
}

static const char *replace_fault(const struct nj_match *m, struct nj_attempt *a)
{
    const struct mk_state *s = nj_state_const(m);
    const struct mk_table *t = nj_mk_table(m);
    struct mk_plan *plan = a->plan;
    struct nj_reader r = nj_mk_reader(a->in);
    struct nj_word word;

    if (!nj_prompt_open(m, a->seat, "replace"))
        return "mk.err.not_your_turn";
    plan->card = nj_mk_read(&r, nj_mk_who);
    if (plan->card >= MK_WHO || !nj_reader_word(&r, &word))
        return "mk.err.syntax";
    plan->at = nj_mk_cell_at(word.token, strlen(word.token));
    plan->dir = nj_reader_end(&r) ? MK_DIRS : nj_mk_read(&r, nj_mk_dirs);
    if (plan->at == MK_NOWHERE || !nj_reader_end(&r))
        return "mk.err.syntax";
    if (!nj_mk_in_pool(s, plan->card))
        return "mk.err.taken";
    plan->spot = plan->at == t->street[1];
    if (plan->at != t->street[plan->spot])
        return "mk.err.start_cell";
    return is_taken(s, plan->at) && !is_taken(s, t->street[!plan->spot])
               ? nj_fault_of(a, "MK-6.12", "mk.err.occupied")
               : NULL;
}

static void replace(struct nj_match *m, const struct nj_attempt *a)
{
    const struct mk_plan *plan = a->plan;

    NJ_ASSERT(plan->spot <= 1 && plan->card != MK_NOBODY);
    nj_prompt_close(m, a->seat, "replace");
    come(m, a->seat, plan->card, plan->spot, plan->dir);
}

const struct nj_order nj_mk_replace = {MK_ANYTIME, "MK-6.10", replace_fault,
                                       replace};
