/*
 * What a seat orders: the frame of all orders, the powers by the table of
 * card.c, what refuses them in the sequence of NC-10.4, and what a close makes
 * of them (NC-4.2, 5, 17.5).
 */
#include <string.h>

#include "games/night_of_cards/night_of_cards.h"

#define ARSON_RESERVE 2  /* of an amoeba's budget (NC-5.12d) */
#define NO_ORDER      -1 /* an order is instead of none */

/* Words that several powers go by, sets of enum nc_power: the first that is
 * held; `asks`: the only one that is (NC-17.23). */
static const struct {
    const char *verb;
    uint32_t powers;
    bool asks;
} words[] = {{"kill", 1u << NC_KILL | 1u << NC_BITE, false},
             {"killx", 1u << NC_KILLX | 1u << NC_BITEX, false},
             {"attack", 1u << NC_KILL | 1u << NC_BITE | 1u << NC_SNIPE, true},
             {"save", 1u << NC_BIND | 1u << NC_HEAL, true}};

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

bool nj_nc_talk(const struct nj_match *m, const struct nj_verb *verb)
{
    const struct nc_state *s = nj_state_const(m);

    return s->phase != NC_NIGHT &&
           (verb->order->when & (NC_IN_GROUP | NC_GROUP_BY_DAY)) == 0;
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
        return refuse_points(m, a->in, plan->cost, plan->have, a->clause);
    return nj_nc_refuse(m, a->in, code, a->clause);
}

void nj_nc_end_order(struct nj_match *m, const struct nj_attempt *a)
{
    struct nc_state *s = nj_state(m);

    NJ_ASSERT(a->seat < s->n);
    nj_nc_after_input(m, s);
}

/* What forbids orders of these phases to the seat now. */
static const char *phase_fault(const struct nj_match *m,
                               const struct nc_seat *who, unsigned when)
{
    const struct nc_state *s = nj_state_const(m);

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
    const struct nc_state *s = nj_state_const(m);

    return phase_fault(m, &s->seat[a->seat], a->order->when);
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

bool nj_nc_frozen(const struct nj_match *m)
{
    int64_t f = nj_option(m, "order_freeze");

    return f > 0 && nj_phase_ends(m) - nj_at(m) <= f;
}

struct nj_arg nj_nc_orders(const struct nj_match *m, nj_seat seat,
                           int64_t *cells)
{
    const struct nc_state *s = nj_state_const(m);
    const struct nc_seat *who = &s->seat[seat];
    int64_t *c = cells;

    for (uint8_t i = 0; i < who->n_orders; i++) {
        const struct nc_order *o = &who->order[i];

        c = put_orders(c, o->id, o->power, o->target, o->shown,
                       o->power == NC_MORPH ? o->place : NC_NONE,
                       !nj_nc_covered(s, who, o));
    }
    return rows_orders(cells, c);
}

/* --- what refuses a power --- */

/* The power that the verb means to who holds these cards. */
static const char *mean_power(const struct nj_match *m, struct nj_attempt *a,
                              struct nc_seat *who)
{
    struct nc_plan *plan = a->plan;
    uint8_t only = nj_nc_power_of(a->in->verb);
    uint32_t means = only < NC_POWERS ? 1u << only : 0;
    uint32_t held = 0;
    bool asks = false;

    (void)m;
    for (size_t i = 0; i < NJ_COUNT(words); i++)
        if (strcmp(words[i].verb, a->in->verb) == 0) {
            means = words[i].powers;
            asks = words[i].asks;
        }
    NJ_ASSERT(means != 0 && means >> NC_POWERS == 0);
    for (uint8_t power = 0; power < NC_POWERS; power++)
        if ((means >> power & 1) != 0 &&
            nj_nc_card_for(who, power) != NC_NO_SLOT)
            held |= 1u << power;
    plan->power = nj_seat_nth(held != 0 ? held : means, 0);
    plan->unsure = asks && nj_seat_count(held) > 1 ? held : 0;
    a->clause = nj_nc_powers[plan->power].clause;
    return plan->unsure != 0 ? "nc.err.ambiguous" : NULL;
}

static const char *mean_target(const struct nj_match *m, struct nj_attempt *a,
                               struct nc_seat *who)
{
    struct nc_plan *plan = a->plan;

    (void)who;
    if (nj_nc_powers[plan->power].aims != NC_AT_NOBODY)
        return nj_nc_mean_seat(m, a);
    plan->target = NJ_SEAT_NONE;
    if (plan->power == NC_MORPH)
        plan->place = nj_nc_type_of(nj_input_text(a->in, 0));
    return NULL;
}

/* NC-5.9g: the day's vote is closed for curses. */
static const char *now_fault(const struct nj_match *m, struct nj_attempt *a,
                             struct nc_seat *who)
{
    const struct nc_state *s = nj_state_const(m);
    const struct nc_plan *plan = a->plan;
    const struct nc_power_row *row = &nj_nc_powers[plan->power];
    const char *code = phase_fault(m, who, row->when);

    return code != NULL && strcmp(code, "nc.err.phase") == 0 &&
                   s->phase == NC_VERDICT && row->card == NC_CB
               ? "nc.err.vote_closed"
               : code;
}

/* NC-5.0a, 5.1: the card, and whom its power may name. */
static const char *aims_fault(const struct nj_match *m, struct nj_attempt *a,
                              struct nc_seat *who)
{
    const struct nc_state *s = nj_state_const(m);
    struct nc_plan *plan = a->plan;
    uint8_t aims = nj_nc_powers[plan->power].aims;
    const char *code;

    plan->slot = nj_nc_card_for(who, plan->power);
    if (plan->slot == NC_NO_SLOT)
        return "nc.err.no_card";
    if (aims == NC_AT_NOBODY)
        return nj_input_text(a->in, 0)[0] == '\0' || nj_nc_is_self(a->in) ||
                       plan->power == NC_MORPH
                   ? NULL
                   : "nc.err.target";
    code = nj_nc_target_fault(m, a);
    /* NC-5.10a: the dead of the last night and day, too. */
    if (code != NULL && plan->power == NC_CORONER &&
        plan->target != NJ_SEAT_NONE &&
        s->seat[plan->target].died + 2 >= 2 * s->round)
        code = NULL;
    return code == NULL && aims == NC_AT_OTHERS && plan->target == a->seat
               ? "nc.err.self"
               : code;
}

/* Withdraws what the order is instead of; an arson is instead of the last one
 * (NC-5.10e). Returns whether there was any. */
static bool make_room(struct nc_seat *who, const struct nc_plan *plan)
{
    uint8_t n = who->n_orders;
    uint8_t arson =
        plan->power == NC_ARSON ? standing(who, NC_ARSON, NJ_SEAT_NONE) : 0;

    if (plan->old != 0)
        nj_nc_withdraw(who, plan->old);
    if (arson != 0 && arson != plan->old)
        nj_nc_withdraw(who, arson);
    return who->n_orders < n;
}

static const char *room_fault(const struct nj_match *m, struct nj_attempt *a,
                              struct nc_seat *who)
{
    struct nc_plan *plan = a->plan;
    int64_t old = nj_input_number(a->in, NO_ORDER);

    plan->old = old > 0 && old < UINT8_MAX ? (uint8_t)old : 0;
    if (old != NO_ORDER && nj_nc_order_at(who, plan->old) == NULL)
        return "nc.err.unknown";
    return make_room(who, plan) && nj_nc_frozen(m) ? "nc.err.order_frozen"
                                                   : NULL;
}

/* NC-5.12c, f, g. */
static const char *morph_fault(const struct nc_seat *who,
                               const struct nc_plan *plan)
{
    const struct nc_card *c = &who->card[plan->slot];
    unsigned known = c->formed | 1u << NC_NONE | 1u << NC_AM | 1u << NC_C;

    if (plan->slot == nj_nc_bottom(who) && c->formed != 0)
        return "nc.err.morph_bottom";
    if (c->morph != NC_NONE || standing(who, NC_MORPH, NJ_SEAT_NONE) != 0)
        return "nc.err.morph_pending";
    for (uint8_t i = 0; i < who->dealt; i++)
        known |= 1u << who->card[i].type;
    NJ_ASSERT(plan->place < NC_TYPES);
    return (known >> plan->place & 1) != 0 ? "nc.err.morph_type" : NULL;
}

/* The errors of the power itself, in their sequence, and NC-5.13. */
static const char *own_fault(const struct nj_match *m, struct nj_attempt *a,
                             struct nc_seat *who)
{
    const struct nc_state *s = nj_state_const(m);
    const struct nc_plan *plan = a->plan;
    const struct nc_power_row *row = &nj_nc_powers[plan->power];
    const struct nc_card *c = &who->card[plan->slot];
    const struct nc_seat *target = &s->seat[plan->target % NC_SEATS_MAX];
    const char *code = NULL;

    if (plan->power == NC_CORONER && s->round == 1)
        return "nc.err.nothing_yet";
    if (plan->power == NC_AIM)
        code = nj_nc_mean_place(target, a);
    else if (plan->power == NC_PARDON && target->pending == 0)
        code = "nc.err.not_pardonable";
    else if (plan->power == NC_PARDON && (c->pardoned >> plan->target & 1) != 0)
        code = "nc.err.pardon_used";
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

/* What an order takes of the budget of the amoeba's form. */
static uint8_t price_of(uint8_t power)
{
    if (power == NC_MORPH)
        return 0;
    return power == NC_ARSON ? ARSON_RESERVE : nj_nc_powers[power].price;
}

/* NC-5.12d, 4.2. */
static const char *price_fault(const struct nj_match *m, struct nj_attempt *a,
                               struct nc_seat *who)
{
    struct nc_plan *plan = a->plan;
    const struct nc_card *c = &who->card[plan->slot];
    unsigned used = c->used + 0u + price_of(plan->power);

    (void)m;
    plan->cost = nj_nc_powers[plan->power].price;
    plan->have = nj_nc_balance(who);
    for (uint8_t i = 0; i < who->n_orders; i++)
        if (who->order[i].slot == plan->slot)
            used += price_of(who->order[i].power);
    /* An arson that is due has its part as well, unless one of this phase is
     * instead of it (NC-5.10e). */
    if (who->arson != 0 && who->arson_booked && who->arson_slot == plan->slot &&
        c->form == NC_CA && plan->power != NC_ARSON &&
        standing(who, NC_ARSON, NJ_SEAT_NONE) == 0)
        used += ARSON_RESERVE;
    if (c->type == NC_AM && used > NC_BUDGET)
        return "nc.err.budget";
    if (plan->cost > plan->have)
        return "nc.err.points";
    return who->n_orders == NC_ORDERS || who->next_id == UINT8_MAX - 1
               ? "nc.err.full"
               : NULL;
}

/* NC-10.4: the first of these that refuses is told. */
static const char *power_fault(const struct nj_match *m, struct nj_attempt *a)
{
    const char *(*const faults[])(const struct nj_match *m,
                                  struct nj_attempt *a, struct nc_seat *who) = {
        mean_power, mean_target, now_fault,  aims_fault,
        room_fault, own_fault,   price_fault};
    const struct nc_state *s = nj_state_const(m);
    struct nc_seat who = s->seat[a->seat]; /* without what is replaced */
    const char *code = NULL;

    for (size_t i = 0; code == NULL && i < NJ_COUNT(faults); i++)
        code = faults[i](m, a, &who);
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
    if (nj_nc_is_attack(o) && nj_nc_missing(s, who) > 0)
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
    const char *which = nj_input_text(a->in, 0);
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
    if (s->phase == NC_NIGHT && nj_nc_missing(s, who) > 0)
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

void nj_nc_pay(struct nc_state *s)
{
    for (nj_seat i = 0; i < s->n; i++) {
        struct nc_seat *who = &s->seat[i];

        for (uint8_t k = 0; k < who->n_orders; k++) {
            struct nc_order *o = &who->order[k];

            if (!nj_nc_covered(s, who, o)) {
                o->fate = NC_UNCOVERED;
                continue;
            }
            NJ_ASSERT(o->cost <= who->points);
            who->points = (uint16_t)(who->points - o->cost);
            mark(s, who, o);
        }
    }
}
