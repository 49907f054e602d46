/*
 * Cards that a victim uses, the cars, and what it says it holds (MK-7.3 to 7.5,
 * 19.8). What a card does is what its row says.
 */
#include "games/masked_killer/masked_killer.h"

void nj_mk_turn_to(struct nj_match *m, nj_seat seat, enum mk_dir dir,
                   const char *cause)
{
    struct mk_state *s = nj_state(m);

    NJ_ASSERT(dir < MK_DIRS && s->v[seat].cell != MK_NOWHERE);
    s->v[seat].dir = (uint8_t)dir;
    say_turned(m, seat, dir, cause);
    nj_mk_resight(m);
}

/* --- cars (MK-7.5) --- */

/* The key of a car, or of any (MK_CARS), in the hand? */
static bool has_key(const struct nj_match *m, nj_seat seat, uint8_t car)
{
    NJ_ASSERT(car <= MK_CARS && seat < MK_VICTIMS_MAX);
    for (uint8_t card = MK_TOMMY; card < MK_VICTIMS_CARDS; card++) {
        uint8_t opens = nj_mk_table(m)->card[card].car;

        if (opens > 0 && (car == MK_CARS || opens == car + 1) &&
            nj_mk_holds(m, seat, &card, 1))
            return true;
    }
    return false;
}

/* MK-7.5, of the car plan->car (MK_CARS: the one at hand). */
static const char *car_fault(const struct nj_match *m, struct nj_attempt *a,
                             struct mk_plan *plan)
{
    const struct mk_state *s = nj_state_const(m);
    const char *code = nj_mk_fault_of(m, a, true);
    uint8_t here;

    if (code != NULL)
        return code;
    here = nj_mk_car_beside(nj_mk_table(m), s->v[a->seat].cell);
    if (plan->car == MK_CARS)
        plan->car = here;
    a->clause = "MK-7.5";
    if (here == MK_CARS || here != plan->car)
        return "mk.err.not_at_car";
    if (!s->lock[here])
        return "mk.err.already_open";
    if (has_key(m, a->seat, here))
        return NULL;
    return has_key(m, a->seat, MK_CARS) ? "mk.err.wrong_key"
                                        : "mk.err.not_yours";
}

static void unlocks(struct nj_match *m, nj_seat seat, uint8_t car)
{
    struct mk_state *s = nj_state(m);

    NJ_ASSERT(car < MK_CARS && s->lock[car]);
    nj_mk_then(s, MK_THEN_ACTION, seat);
    s->lock[car] = 0;
    say_unlock(m, seat, nj_mk_cars[car]);
    nj_mk_resight(m);
}

static const char *unlock_fault(const struct nj_match *m, struct nj_attempt *a)
{
    struct mk_plan *plan = a->plan;
    struct nj_reader r = nj_mk_reader(a->in);

    plan->car = nj_reader_end(&r) ? MK_CARS : nj_mk_read(&r, nj_mk_cars);
    if (plan->car > MK_CARS || !nj_reader_end(&r))
        return "mk.err.syntax";
    return car_fault(m, a, plan);
}

static void unlock(struct nj_match *m, const struct nj_attempt *a)
{
    const struct mk_plan *plan = a->plan;

    NJ_ASSERT(plan->car < MK_CARS && a->order == &nj_mk_unlock);
    unlocks(m, a->seat, plan->car);
}

const struct nj_order nj_mk_unlock = {MK_OF_VICTIM | MK_IS_ACTION, "MK-7.5",
                                      unlock_fault, unlock};

/* --- use --- */

/* Reads "[hand] card [seat] [direction]", in any order; the seat is its own if
 * none is named. */
static bool read_use(const struct nj_match *m, const struct nj_attempt *a,
                     struct mk_plan *plan)
{
    struct nj_reader r = nj_mk_reader(a->in);

    NJ_ASSERT(a->order == &nj_mk_use && plan->n == 0);
    plan->card = MK_NO_CARD;
    plan->seat = a->seat;
    plan->dir = MK_DIRS;
    plan->bits = nj_reader_follows(&r, "hand"); /* to be given, or used? */
    while (!nj_reader_end(&r)) {
        struct nj_reader there = r;
        uint8_t dir = nj_reader_among(&r, nj_mk_dirs);

        if (dir < MK_DIRS)
            plan->dir = dir;
        else if (plan->card == MK_NO_CARD &&
                 (plan->card = nj_mk_read_card(m, a->seat, &there)) !=
                     MK_NO_CARD)
            r = there;
        else if (!nj_mk_read_seat(m, &r, &plan->seat))
            return false;
    }
    return plan->card != MK_NO_CARD;
}

/* Is the order one for this card at all? */
static bool is_used(const struct mk_card_row *row, const struct nj_attempt *a,
                    const struct mk_plan *plan)
{
    NJ_ASSERT(plan->card != MK_NO_CARD && row->car == 0);
    if (row->timing != MK_ACTION && row->timing != MK_FREE)
        return false;
    if ((plan->dir < MK_DIRS) != (row->turns != 0))
        return false;
    return plan->seat == a->seat ? !plan->bits : row->heal_others;
}

/* Would it come to nothing? */
static const char *effect_fault(const struct nj_match *m, nj_seat seat,
                                const struct mk_card_row *row,
                                const struct mk_plan *plan)
{
    const struct mk_state *s = nj_state_const(m);
    struct mk_view view = nj_mk_view(m);
    uint8_t held = 0;

    NJ_ASSERT(nj_mk_holds(m, seat, &plan->card, 1));
    if (plan->seat != seat &&
        !nj_mk_reach(&view, s->v[seat].cell, s->v[plan->seat].cell))
        return "mk.err.not_in_reach";
    if ((row->heal > 0 && s->v[plan->seat].damage == 0) ||
        (row->unexert > 0 && s->v[seat].exert == 0))
        return "mk.err.no_effect";
    if (row->exert > nj_mk_supply(m))
        return "mk.err.supply";
    for (uint8_t i = 0; i < nj_cards_count(&s->cards, nj_mk_hand(seat)); i++)
        held = (uint8_t)(held + (nj_cards_at(&s->cards, nj_mk_hand(seat), i) ==
                                 plan->card));
    return row->turns && s->v[seat].lit >= held * row->per_turn
               ? "mk.err.once_per_turn"
               : NULL;
}

static const char *use_fault(const struct nj_match *m, struct nj_attempt *a)
{
    const struct mk_state *s = nj_state_const(m);
    struct mk_plan *plan = a->plan;
    const struct mk_card_row *row;
    const char *code;

    if (a->seat == nj_mk_killer(s))
        return "mk.err.not_your_turn";
    if (!read_use(m, a, plan))
        return "mk.err.syntax";
    NJ_ASSERT(plan->card < MK_VICTIMS_CARDS && plan->seat < s->n);
    row = &nj_mk_table(m)->card[plan->card];
    if (row->car > 0) { /* "use blue_key" is "unlock blue" */
        plan->car = (uint8_t)(row->car - 1);
        return car_fault(m, a, plan);
    }
    if (!is_used(row, a, plan))
        return "mk.err.syntax";
    code = nj_mk_fault_of(m, a, row->timing == MK_ACTION);
    if (code != NULL || plan->bits)
        return code != NULL ? code : "mk.ask_give";
    if (!nj_mk_holds(m, a->seat, &plan->card, 1))
        return "mk.err.not_yours";
    return effect_fault(m, a->seat, row, plan);
}

static void heal(struct nj_match *m, nj_seat seat, uint8_t most)
{
    struct mk_state *s = nj_state(m);
    struct mk_victim *v = &s->v[seat];
    uint8_t n = v->damage < most ? v->damage : most;

    NJ_ASSERT(n > 0);
    v->damage = (uint8_t)(v->damage - n);
    say_heal(m, seat, n, v->damage);
}

static void take_effect(struct nj_match *m, nj_seat seat,
                        const struct mk_card_row *row,
                        const struct mk_plan *plan)
{
    struct mk_state *s = nj_state(m);
    struct mk_victim *v = &s->v[seat];
    uint8_t part = nj_mk_quad(s->k.cell);

    NJ_ASSERT(s->active == seat && row->dice == 0);
    if (row->heal > 0)
        heal(m, plan->seat, row->heal);
    if (row->unexert > 0)
        nj_mk_exert(m, seat,
                    v->exert < row->unexert ? -v->exert : -row->unexert);
    if (row->exert > 0)
        nj_mk_exert(m, seat, row->exert);
    v->steps = (uint8_t)(v->steps + row->steps);
    s->left = (uint8_t)(s->left + row->actions);
    if (row->radio) { /* the quadrant, or, in row 12, the half of the street */
        nj_mk_teach(m);
        say_radio(m, nj_mk_row(s->k.cell) != MK_STREET ? nj_mk_quads[part]
                     : part == MK_NW                   ? "street_west"
                                                       : "street_east");
    }
    if (row->turns) {
        v->lit++;
        nj_mk_turn_to(m, seat, (enum mk_dir)plan->dir, "flashlight");
    }
}

static void use(struct nj_match *m, const struct nj_attempt *a)
{
    struct mk_state *s = nj_state(m);
    const struct mk_plan *plan = a->plan;
    const struct mk_card_row *row = &nj_mk_table(m)->card[plan->card];

    if (row->car > 0) {
        unlocks(m, a->seat, plan->car);
        return;
    }
    NJ_ASSERT(row->timing == MK_ACTION || row->timing == MK_FREE);
    if (row->timing == MK_ACTION)
        nj_mk_then(s, MK_THEN_ACTION, a->seat);
    say_item(m, a->seat, plan->card,
             plan->seat == a->seat ? NJ_SEAT_NONE : plan->seat);
    if (!row->keep)
        nj_mk_move_card(m, nj_mk_hand(a->seat), plan->card, MK_DISCARD, NJ_TOP);
    take_effect(m, a->seat, row, plan);
    if (row->timing == MK_FREE)
        (void)nj_mk_escaped(m);
}

const struct nj_order nj_mk_use = {MK_OF_VICTIM, "MK-7.4", use_fault, use};

/* --- what one says one holds (MK-19.8): nobody checks it --- */

static const char *claim_fault(const struct nj_match *m, struct nj_attempt *a)
{
    const struct mk_state *s = nj_state_const(m);
    struct mk_plan *plan = a->plan;
    struct nj_reader r = nj_mk_reader(a->in);

    if (a->seat == nj_mk_killer(s) || s->phase != MK_PLAY)
        return "mk.err.not_your_turn";
    if (nj_reader_follows(&r, "none"))
        return nj_reader_end(&r) ? NULL : "mk.err.syntax";
    while (!nj_reader_end(&r)) {
        uint8_t card = nj_mk_read_card(m, a->seat, &r);

        if (card == MK_NO_CARD || plan->n_cards[0] == MK_HAND_MAX)
            return "mk.err.syntax";
        plan->cards[0][plan->n_cards[0]++] = card;
    }
    return plan->n_cards[0] > 0 ? NULL : "mk.err.syntax";
}

static void claim(struct nj_match *m, const struct nj_attempt *a)
{
    struct mk_state *s = nj_state(m);
    const struct mk_plan *plan = a->plan;
    uint8_t said = 0;

    NJ_ASSERT(plan->n_cards[0] <= MK_HAND_MAX &&
              a->in->place == NJ_PLACE_GROUP);
    for (uint8_t i = 0; i < plan->n_cards[0]; i++)
        if (plan->cards[0][i] >= MK_TOMMY)
            said = (uint8_t)(said | 1 << (plan->cards[0][i] - MK_TOMMY));
    s->v[a->seat].said = said != 0 ? said : 1 << MK_NO_CLAIM;
    say_claim(m, a->seat, MK_PLANNED(plan, 0));
}

const struct nj_order nj_mk_claim = {MK_ANYTIME | MK_PUBLIC, "MK-19.8",
                                     claim_fault, claim};
