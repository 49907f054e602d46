/*
 * What a seat orders: the frame of all orders, the powers by the table of
 * card.c, what refuses them in the sequence of NC-10.4, and what a close makes
 * of them (NC-4.2, 5, 17.5).
 */
#include <string.h>

#include "games/night_of_cards/night_of_cards.h"

#define ARSON_RESERVE 2 /* of an amoeba's budget (NC-5.12d) */

/* Words that several powers go by: the first that is held; `asks`: the only
 * one that is (NC-17.23). */
static const struct {
    const char *verb;
    uint8_t powers[3];
    uint8_t n;
    bool asks;
} words[] = {{"kill", {NC_KILL, NC_BITE}, 2, false},
             {"killx", {NC_KILLX, NC_BITEX}, 2, false},
             {"attack", {NC_KILL, NC_BITE, NC_SNIPE}, 3, true},
             {"save", {NC_BIND, NC_HEAL}, 2, true}};

/* --- the frame --- */

/* NC-10.4, 17.7: where it was typed, before anything else is looked at. */
int nj_nc_check_order(struct nj_match *m, const struct nj_attempt *a)
{
    const struct nc_state *s = nj_state_const(m);
    unsigned when = a->order->when;
    bool group = a->in->place == NJ_PLACE_GROUP;

    if ((when & NC_IN_GROUP) != 0)
        return group ? 0 : refuse_group_only(m, a->in, a->clause);
    if (group && ((when & NC_GROUP_BY_DAY) == 0 || s->phase == NC_NIGHT))
        return refuse_private_only(m, a->in);
    return 0;
}

bool nj_nc_talk(const struct nj_match *m, const char *verb)
{
    static const char *const loud[] = {"vote", "verdict", "done"};
    const struct nc_state *s = nj_state_const(m);
    bool secret = s->phase != NC_NIGHT;

    for (size_t i = 0; i < NJ_COUNT(loud); i++)
        secret = secret && strcmp(verb, loud[i]) != 0;
    return secret;
}

/* "bind,heal"; NULL: there are none. */
static const char *names_of(uint32_t powers, char text[NC_CARDS_TEXT])
{
    memcpy(text, "-", sizeof("-"));
    for (int i = 0; i < NC_POWERS; i++)
        if ((powers >> i & 1) != 0)
            nj_nc_add_word(text, nj_nc_powers[i].word);
    return powers != 0 ? text : NULL;
}

int nj_nc_refuse_order(struct nj_match *m, const struct nj_attempt *a,
                       const char *code)
{
    const struct nc_plan *plan = a->plan;
    char text[NC_CARDS_TEXT];

    if (strcmp(code, "nc.err.ambiguous") == 0)
        return refuse_ambiguous(m, a->in, plan->mistaken,
                                names_of(plan->unsure, text));
    if (strcmp(code, "nc.err.manifesto_missing") == 0)
        return refuse_manifesto_missing(m, a->in, plan->missing, a->clause);
    if (strcmp(code, "nc.err.abstain") == 0)
        return refuse_abstain(m, a->in, nj_option_word(m, "novote"));
    if (strcmp(code, "nc.err.points") == 0)
        return refuse_points(m, a->in, plan->need, plan->have, a->clause);
    return nj_nc_refuse(m, a->in, code, a->clause);
}

void nj_nc_begin_order(struct nj_match *m, const struct nj_attempt *a)
{
    nj_nc_present(m, nj_state(m), a->in);
}

void nj_nc_end_order(struct nj_match *m, const struct nj_attempt *a)
{
    struct nc_state *s = nj_state(m);

    NJ_ASSERT(a->seat < s->n);
    nj_nc_after_input(m, s);
}

/* What forbids orders of these phases to the seat now. */
static const char *phase_fault(const struct nj_match *m, nj_seat seat,
                               unsigned when)
{
    const struct nc_state *s = nj_state_const(m);
    const struct nc_seat *who = &s->seat[seat];

    if ((when & NC_ALWAYS) != 0)
        return NULL;
    if (nj_timer_paused(m))
        return "nc.err.paused";
    if (s->phase == NC_OVER || (when >> s->phase & 1) == 0)
        return "nc.err.phase";
    if (who->dead)
        return "nc.err.dead";
    if (nj_nc_dying(who) && (when & NC_CARDLESS) == 0)
        return "nc.err.dying";
    return (when & NC_VOTER) != 0 && who->soulless ? "nc.err.soulless" : NULL;
}

const char *nj_nc_fault(const struct nj_match *m, struct nj_attempt *a)
{
    return phase_fault(m, a->seat, a->order->when);
}

/* --- what stands --- */

bool nj_nc_is_attack(const struct nc_order *o)
{
    return o->power <= NC_AIM;
}

struct nc_order *nj_nc_order_at(struct nc_seat *who, uint8_t id)
{
    NJ_ASSERT(who->n_orders <= NC_ORDERS);
    for (uint8_t i = 0; i < who->n_orders; i++)
        if (who->order[i].id == id)
            return &who->order[i];
    return NULL;
}

void nj_nc_withdraw(struct nc_seat *who, uint8_t id)
{
    struct nc_order *o = nj_nc_order_at(who, id);
    ptrdiff_t at = o - who->order;

    NJ_ASSERT(o != NULL);
    who->n_orders--;
    memmove(o, o + 1, (size_t)(who->n_orders - at) * sizeof(*o));
    memset(&who->order[who->n_orders], 0, sizeof(*o));
}

/* The standing order of that power (on that target, if there is one); 0: there
 * is none. */
static uint8_t standing(const struct nc_seat *who, uint8_t power,
                        nj_seat target)
{
    for (uint8_t i = 0; i < who->n_orders; i++)
        if (who->order[i].power == power &&
            (target == NJ_SEAT_NONE || who->order[i].target == target))
            return who->order[i].id;
    return 0;
}

uint16_t nj_nc_reserved(const struct nc_seat *who)
{
    uint16_t sum = 0;

    for (uint8_t i = 0; i < who->n_orders; i++)
        sum = (uint16_t)(sum + who->order[i].cost);
    NJ_ASSERT(sum <= who->points);
    return sum;
}

uint16_t nj_nc_balance(const struct nc_seat *who)
{
    return (uint16_t)(who->points - nj_nc_reserved(who));
}

/* What an order takes of the budget of the amoeba's form. */
static uint8_t price_of(uint8_t power)
{
    if (power == NC_MORPH)
        return 0;
    return power == NC_ARSON ? ARSON_RESERVE : nj_nc_powers[power].price;
}

/* Has an arson of an earlier phase reserved a part of that card's budget? */
static bool is_due(const struct nc_seat *who, uint8_t slot)
{
    return who->arson != 0 && who->arson_booked && who->arson_slot == slot &&
           who->card[slot].form == NC_CA;
}

uint8_t nj_nc_budget(const struct nc_seat *who, uint8_t slot)
{
    const struct nc_card *c = &who->card[slot];
    unsigned used = c->used;

    if (c->type != NC_AM)
        return UINT8_MAX;
    for (uint8_t i = 0; i < who->n_orders; i++)
        if (who->order[i].slot == slot)
            used += price_of(who->order[i].power);
    /* One that stands is instead of one that is due (NC-5.10e). */
    if (is_due(who, slot) && standing(who, NC_ARSON, NJ_SEAT_NONE) == 0)
        used += ARSON_RESERVE;
    return used < NC_BUDGET ? (uint8_t)(NC_BUDGET - used) : 0;
}

bool nj_nc_frozen(const struct nj_match *m)
{
    int64_t f = nj_option(m, "order_freeze");

    return f > 0 && nj_phase_ends(m) - nj_at(m) <= f;
}

struct nj_arg nj_nc_orders(const struct nj_match *m, nj_seat seat,
                           int64_t *cells)
{
    static const struct nj_row_form form = {
        .canon = "%=%>%@%~%:%",
        .sep = ';',
        .fields = 6,
        .field = {{"id", NJ_ARG_INT, false},
                  {"power", NJ_ARG_WORD, false},
                  {"target", NJ_ARG_SEAT, false},
                  {"place", NJ_ARG_INT, false},
                  {"morph", NJ_ARG_WORD, false},
                  {"waiting", NJ_ARG_WORD, false}}};
    const struct nc_state *s = nj_state_const(m);
    const struct nc_seat *who = &s->seat[seat];
    int64_t *c = cells;

    for (uint8_t i = 0; i < who->n_orders; i++) {
        const struct nc_order *o = &who->order[i];

        *c++ = o->id;
        *c++ = o->power;
        *c++ = o->target == NJ_SEAT_NONE ? NJ_NOBODY : o->target;
        *c++ = o->shown;
        *c++ = o->power == NC_MORPH ? o->place : NC_NONE;
        *c++ = !nj_nc_covered(m, seat, o);
    }
    return nj_rows(&form, cells, who->n_orders);
}

/* --- what refuses a power --- */

/* The power that the verb means to who holds these cards. */
static const char *mean_power(const struct nc_seat *who, struct nj_attempt *a)
{
    struct nc_plan *plan = a->plan;
    const char *verb = a->in->verb;
    uint32_t held = 0;
    size_t w = 0;

    while (w < NJ_COUNT(words) && strcmp(words[w].verb, verb) != 0)
        w++;
    for (uint8_t i = 0; w == NJ_COUNT(words) && i < NC_POWERS; i++)
        if (strcmp(nj_nc_powers[i].word, verb) == 0)
            plan->power = i;
    if (w == NJ_COUNT(words))
        return NULL;
    for (uint8_t i = words[w].n; i-- > 0;) {
        if (nj_nc_card_for(who, words[w].powers[i]) == NC_NO_SLOT && i > 0)
            continue;
        plan->power = words[w].powers[i];
        if (nj_nc_card_for(who, plan->power) != NC_NO_SLOT)
            held |= 1u << plan->power;
    }
    if (held != 0 && (held >> plan->power & 1) == 0)
        plan->power = (uint8_t)nj_seat_nth(held, 0);
    if (!words[w].asks || (held & (held - 1)) == 0)
        return NULL;
    plan->unsure = held;
    return "nc.err.ambiguous";
}

static const char *pardon_fault(const struct nc_seat *who,
                                const struct nc_seat *target,
                                const struct nc_plan *plan)
{
    if (target->pending == 0)
        return "nc.err.not_pardonable";
    return (who->card[plan->slot].pardoned >> plan->target & 1) != 0
               ? "nc.err.pardon_used"
               : NULL;
}

/* NC-5.12c, f, g. */
static const char *morph_fault(const struct nc_seat *who,
                               const struct nc_plan *plan)
{
    const struct nc_card *c = &who->card[plan->slot];
    bool known = plan->place == NC_NONE || plan->place >= NC_AM;

    if (plan->slot == nj_nc_bottom(who) && c->formed != 0)
        return "nc.err.morph_bottom";
    if (c->morph != NC_NONE || standing(who, NC_MORPH, NJ_SEAT_NONE) != 0)
        return "nc.err.morph_pending";
    for (uint8_t i = 0; i < who->dealt; i++)
        known |= who->card[i].type == plan->place;
    return known || (c->formed >> plan->place & 1) != 0 ? "nc.err.morph_type"
                                                        : NULL;
}

/* The errors of the power itself, in their sequence. */
static const char *own_fault(const struct nc_state *s,
                             const struct nc_seat *who, struct nj_attempt *a)
{
    struct nc_plan *plan = a->plan;
    const struct nc_power_row *row = &nj_nc_powers[plan->power];
    const struct nc_card *c = &who->card[plan->slot];
    const char *code = NULL;

    if (plan->power == NC_CORONER && s->round == 1)
        return "nc.err.nothing_yet";
    if (plan->power == NC_AIM)
        code = nj_nc_mean_place(s, a);
    else if (plan->power == NC_PARDON)
        code = pardon_fault(who, &s->seat[plan->target], plan);
    else if (plan->power == NC_MORPH)
        code = morph_fault(who, plan);
    else if (plan->power == NC_DOOM && c->doomed)
        code = "nc.err.doom_used";
    else if (plan->power == NC_SAINT && c->sainted)
        code = "nc.err.saint_used";
    if (code != NULL || row->repeat == NC_ADDS)
        return code;
    return standing(who, plan->power,
                    row->repeat == NC_DUP ? NJ_SEAT_NONE : plan->target) != 0
               ? row->dup
               : NULL;
}

/* NC-5.12d, 4.2. */
static const char *price_fault(const struct nc_seat *who, struct nc_plan *plan)
{
    unsigned left = nj_nc_budget(who, plan->slot);

    plan->cost = nj_nc_powers[plan->power].price;
    plan->need = plan->cost;
    plan->have = nj_nc_balance(who);
    if (plan->power == NC_ARSON && is_due(who, plan->slot))
        left += ARSON_RESERVE;
    if (price_of(plan->power) > left)
        return "nc.err.budget";
    return plan->need > plan->have ? "nc.err.points" : NULL;
}

/* NC-5.1: whom the power may name. */
static const char *aims_fault(const struct nj_match *m,
                              const struct nj_attempt *a)
{
    const struct nc_state *s = nj_state_const(m);
    struct nc_plan *plan = a->plan;
    uint8_t aims = nj_nc_powers[plan->power].aims;
    const char *code;

    if (plan->power == NC_MORPH)
        plan->place = nj_nc_type_of(nj_nc_text(a->in, 0));
    if (aims == NC_AT_NOBODY) {
        bool names = nj_nc_text(a->in, 0)[0] != '\0' && !nj_nc_is_self(a->in) &&
                     plan->power != NC_MORPH;

        plan->target = NJ_SEAT_NONE;
        return names ? "nc.err.target" : NULL;
    }
    code = nj_nc_target_fault(m, a);
    /* NC-5.10a: the dead of the last night and day, too. */
    if (code != NULL && plan->power == NC_CORONER &&
        plan->target != NJ_SEAT_NONE &&
        s->seat[plan->target].died + 2 >= 2 * s->round)
        code = NULL;
    if (code == NULL && aims == NC_AT_OTHERS && plan->target == a->seat)
        code = "nc.err.self";
    return code;
}

/* The number of the order that this one is instead of; 0: of none. */
static uint8_t replaced(const struct nj_input *in)
{
    for (uint32_t i = 0; i < in->args.n; i++) {
        const struct nj_arg *arg = &in->args.v[i];

        if (arg->type == NJ_ARG_INT)
            return arg->i > 0 && arg->i < UINT8_MAX ? (uint8_t)arg->i
                                                    : UINT8_MAX;
    }
    return 0;
}

/* Withdraws what the order is instead of; an arson is instead of the last one
 * (NC-5.10e). Returns whether there was any. */
static bool make_room(struct nc_seat *who, const struct nc_plan *plan)
{
    uint8_t arson =
        plan->power == NC_ARSON ? standing(who, NC_ARSON, NJ_SEAT_NONE) : 0;

    if (plan->old != 0)
        nj_nc_withdraw(who, plan->old);
    if (arson != 0 && arson != plan->old)
        nj_nc_withdraw(who, arson);
    return plan->old != 0 || arson != 0;
}

static const char *power_fault(const struct nj_match *m, struct nj_attempt *a)
{
    const struct nc_state *s = nj_state_const(m);
    struct nc_seat who = s->seat[a->seat]; /* without what is replaced */
    struct nc_plan *plan = a->plan;
    const char *code = mean_power(&who, a);
    const struct nc_power_row *row = &nj_nc_powers[plan->power];

    a->clause = row->clause;
    if (code == NULL && row->aims != NC_AT_NOBODY)
        code = nj_nc_mean_seat(m, a);
    if (code == NULL)
        code = phase_fault(m, a->seat, row->when);
    if (code != NULL)
        return strcmp(code, "nc.err.phase") == 0 && s->phase == NC_VERDICT &&
                       row->card == NC_CB
                   ? "nc.err.vote_closed"
                   : code;
    plan->slot = nj_nc_card_for(&who, plan->power);
    if (plan->slot == NC_NO_SLOT)
        return "nc.err.no_card";
    code = aims_fault(m, a);
    if (code != NULL)
        return code;
    plan->old = replaced(a->in);
    if (plan->old != 0 && nj_nc_order_at(&who, plan->old) == NULL)
        return "nc.err.unknown";
    if (make_room(&who, plan) && nj_nc_frozen(m))
        return "nc.err.order_frozen";
    code = own_fault(s, &who, a);
    if (code == NULL)
        code = price_fault(&who, plan);
    if (code == NULL &&
        (who.n_orders == NC_ORDERS || who.next_id == UINT8_MAX - 1))
        code = "nc.err.full";
    return code;
}

/* --- what a power does: it stands --- */

/* Takes the mark off (NC-3.3); not the one of a ballot, or of who has none
 * (NC-17.3a). */
static void change_mind(const struct nc_state *s, struct nc_seat *who)
{
    who->acted = 1;
    if (s->phase == NC_NIGHT || (who->ballot == NJ_SEAT_NONE && !who->soulless))
        who->done = 0;
}

/* NC-17.5a: the receipt, and what stands now. */
static void tell(struct nj_match *m, nj_seat seat, const struct nc_order *o)
{
    struct nc_state *s = nj_state(m);
    struct nc_seat *who = &s->seat[seat];
    int64_t cells[NC_ORDER_CELLS];
    char card[NC_CARDS_TEXT];

    say_order_ok(m, seat, o->id, nj_nc_powers[o->power].word,
                 nj_nc_card(&who->card[o->slot], card), o->target,
                 o->shown > 0 ? o->shown : NJ_NO_INT,
                 o->power == NC_MORPH ? nj_nc_types[o->place] : NULL, o->cost,
                 nj_nc_balance(who), nj_nc_orders(m, seat, cells));
    if (nj_nc_is_attack(o) && nj_nc_missing(m, seat) > 0)
        nj_nc_tell_manifesto(m, seat);
}

static void order(struct nj_match *m, const struct nj_attempt *a)
{
    struct nc_state *s = nj_state(m);
    const struct nc_plan *plan = a->plan;
    struct nc_seat *who = &s->seat[a->seat];
    struct nc_order *o;

    (void)make_room(who, plan);
    NJ_ASSERT(who->n_orders < NC_ORDERS && who->next_id < UINT8_MAX);
    o = &who->order[who->n_orders++];
    *o = (struct nc_order){.id = ++who->next_id,
                           .power = plan->power,
                           .target = plan->target,
                           .slot = plan->slot,
                           .place = plan->place,
                           .shown = plan->shown,
                           .cost = plan->cost,
                           .fate = NC_OK};
    change_mind(s, who);
    tell(m, a->seat, o);
}

const struct nj_order nj_nc_power_order = {0, "NC-5.1", power_fault, order};

/* --- withdrawals (NC-3.2) --- */

/* "all", "last", which "" means too, or a number. */
static const char *cancel_fault(const struct nj_match *m, struct nj_attempt *a)
{
    const struct nc_state *s = nj_state_const(m);
    struct nc_seat who = s->seat[a->seat];
    struct nc_plan *plan = a->plan;
    const char *which = nj_nc_text(a->in, 0);
    const char *code = nj_nc_fault(m, a);

    if (code == NULL && who.n_orders == 0)
        code = "nc.err.phase"; /* what was ordered is past */
    if (code == NULL && nj_nc_frozen(m))
        code = "nc.err.order_frozen";
    if (code != NULL || strcmp(which, "all") == 0)
        return code;
    plan->old = which[0] == '\0' || strcmp(which, "last") == 0
                    ? who.order[who.n_orders - 1].id
                    : (uint8_t)nj_nc_number(which);
    return nj_nc_order_at(&who, plan->old) == NULL ? "nc.err.unknown" : NULL;
}

static void cancel(struct nj_match *m, const struct nj_attempt *a)
{
    struct nc_state *s = nj_state(m);
    struct nc_seat *who = &s->seat[a->seat];
    const struct nc_plan *plan = a->plan;
    uint8_t left = plan->old == 0 ? who->n_orders : 1;

    for (; left > 0; left--) {
        uint8_t id = plan->old == 0 ? who->order[0].id : plan->old;

        nj_nc_withdraw(who, id);
        say_cancelled(m, a->seat, id, nj_nc_balance(who));
    }
    if (s->phase == NC_NIGHT && nj_nc_missing(m, a->seat) > 0)
        nj_nc_tell_manifesto(m, a->seat);
    change_mind(s, who);
}

const struct nj_order nj_nc_cancel = {NC_IN_NIGHT | NC_IN_DAY | NC_IN_VERDICT |
                                          NC_CARDLESS,
                                      "NC-3.2", cancel_fault, cancel};

/* --- the close --- */

/* What an order leaves on its card, whatever becomes of it (NC-5.8e). */
static void mark(const struct nc_state *s, struct nc_seat *who,
                 const struct nc_order *o)
{
    struct nc_card *c = &who->card[o->slot];

    if (c->type == NC_AM && o->power != NC_MORPH && o->power != NC_ARSON)
        c->used = (uint8_t)(c->used + o->cost);
    NJ_ASSERT(c->used <= NC_BUDGET || c->type != NC_AM);
    if (o->power == NC_DOOM)
        c->doomed = 1;
    if (o->power == NC_PARDON)
        c->pardoned = (uint16_t)(c->pardoned | 1u << o->target);
    if (o->power == NC_MORPH) {
        c->morph = o->place;
        c->morph_round = s->round;
        c->morph_day = s->phase != NC_NIGHT;
    }
    if (o->power == NC_ARSON) {
        who->arson = (uint8_t)(1 + o->target);
        who->arson_slot = o->slot;
        who->arson_booked = c->type == NC_AM;
    }
}

void nj_nc_pay(struct nj_match *m, struct nc_state *s)
{
    for (nj_seat i = 0; i < s->n; i++) {
        struct nc_seat *who = &s->seat[i];

        /* Cover first: it is of the orders as they were given. */
        for (uint8_t k = 0; k < who->n_orders; k++)
            if (!nj_nc_covered(m, i, &who->order[k]))
                who->order[k].fate = NC_UNCOVERED;
        for (uint8_t k = 0; k < who->n_orders; k++) {
            struct nc_order *o = &who->order[k];

            if (o->fate == NC_UNCOVERED)
                continue;
            NJ_ASSERT(o->cost <= who->points);
            who->points = (uint16_t)(who->points - o->cost);
            mark(s, who, o);
        }
    }
}
