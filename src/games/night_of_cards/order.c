/*
 * What a seat orders: the frame of all orders, the powers by the table of
 * card.c, what refuses them in the sequence of NC-10.4, and what a close makes
 * of them (NC-4.2, 5, 17.5).
 */
#include <string.h>

#include "games/night_of_cards/night_of_cards.h"

#define NO_ORDER (-1) /* an order is instead of none */

/* Words that several powers go by, as sets: the first of them that is held
 * (NC-17.23). */
static const struct {
    const char *verb;
    uint32_t powers;
} words[] = {{"kill", 1u << NC_KILL | 1u << NC_BITE},
             {"killx", 1u << NC_KILLX | 1u << NC_BITEX},
             {"attack", 1u << NC_KILL | 1u << NC_BITE | 1u << NC_SNIPE},
             {"save", 1u << NC_BIND | 1u << NC_HEAL}};

/* --- the frame --- */

/* NC-10.4, 17.7: where it was typed, before anything else is looked at. */
int nj_nc_check_order(struct nj_match *m, const struct nj_attempt *a)
{
    const struct nc_state *s = nj_state_const(m);
    unsigned when = a->order->when;
    bool group = a->in->place == NJ_PLACE_GROUP;

    const char *code;

    NJ_ASSERT((when & NC_IN_GROUP) == 0 || (when & NC_GROUP_BY_DAY) == 0);
    if ((when & NC_IN_GROUP) != 0 && !group)
        return refuse_group_only(m, a->in, a->clause);
    if (group && (when & NC_IN_GROUP) == 0 &&
        ((when & NC_GROUP_BY_DAY) == 0 || s->phase == NC_NIGHT))
        return refuse_private_only(m, a->in);
    if ((when & NC_WORDS_FIRST) != 0)
        return 0;
    code = nj_nc_phase_fault(m, &s->seat[a->seat], when);
    return code != NULL ? nj_nc_refuse(m, a->in, code, a->clause) : 0;
}

/* NC-17.7: secret words in the group are talk by day, and in a night after the
 * first that were refused. */
enum nj_talk nj_nc_talk(const struct nj_match *m, nj_seat seat,
                        const struct nj_verb *verb,
                        /* NOLINTNEXTLINE(readability-non-const-parameter) */
                        int64_t *span)
{
    const struct nc_state *s = nj_state_const(m);

    (void)seat;
    (void)span;
    NJ_ASSERT(verb->query == NULL && verb->order != NULL);
    if ((verb->order->when & NC_IN_GROUP) != 0)
        return NJ_TALK_NOT;
    if (s->phase == NC_NIGHT)
        return NJ_TALK_ONCE;
    return (verb->order->when & NC_GROUP_BY_DAY) != 0 ? NJ_TALK_NOT
                                                      : NJ_TALK_IS;
}

int nj_nc_refuse_order(struct nj_match *m, const struct nj_attempt *a,
                       const char *code)
{
    const struct nc_plan *plan = a->plan;
    struct nc_words powers = NC_NO_WORDS; /* "bind,heal" */
    char choices[NJ_OFFER_LIST];
    const char *lacks = nj_nc_choices(m, a, code, choices);

    if (lacks != NULL)
        return refuse_which(m, a->in, nj_nc_powers[plan->power].word, lacks,
                            choices);
    NJ_FOREACH_SEAT(power, plan->unsure)
        nj_nc_add_word(&powers, nj_nc_powers[power].word);
    NJ_ASSERT(plan->unsure == 0 || plan->mistaken == 0);
    if (strcmp(code, "nc.err.ambiguous") == 0)
        return refuse_ambiguous(m, a->in, plan->mistaken,
                                plan->unsure != 0 ? powers.s : NULL);
    if (strcmp(code, "nc.err.manifesto_missing") == 0)
        return refuse_manifesto_missing(m, a->in, plan->missing, a->clause);
    if (strcmp(code, "nc.err.abstain") == 0)
        return refuse_abstain(m, a->in, nj_option_word(m, "novote"));
    if (strcmp(code, "nc.err.points") == 0)
        return refuse_points(m, a->in, plan->cost, plan->have, a->clause);
    return nj_nc_refuse(m, a->in, code, a->clause);
}

const char *nj_nc_phase_fault(const struct nj_match *m,
                              const struct nc_seat *who, unsigned when)
{
    const struct nc_state *s = nj_state_const(m);

    NJ_ASSERT(when != 0); /* it is of some phase, or of all */
    return NJ_FIRST_FAULT(
        {(when & NC_ALWAYS) != 0, NULL}, {nj_timer_paused(m), "nc.err.paused"},
        {s->phase == NC_OVER || (when >> s->phase & 1) == 0 ||
             ((when & NC_IN_WINDOW) != 0 && s->round > 0 && !s->window),
         "nc.err.phase"},
        {who->dead, "nc.err.dead"},
        {nj_nc_dying(who) && (when & NC_CARDLESS) == 0, "nc.err.dying"},
        {(when & NC_VOTER) != 0 && who->soulless, "nc.err.soulless"});
}

/* --- what stands --- */

struct nc_order *nj_nc_order_at(struct nc_seat *who, uint8_t id)
{
    NJ_FOREACH(struct nc_order, o, who->order, who->n_orders)
        if (o->id == id)
            return o;
    return NULL;
}

void nj_nc_withdraw(struct nc_seat *who, uint8_t id)
{
    struct nc_order *o = nj_nc_order_at(who, id);
    ptrdiff_t at = o - who->order;

    NJ_ASSERT(o != NULL && at < who->n_orders);
    who->n_orders--;
    memmove(o, o + 1, (size_t)(who->n_orders - at) * sizeof(*o));
    memset(&who->order[who->n_orders], 0, sizeof(*o));
}

/* The standing order of that power (on that target, if there is one); 0: there
 * is none. */
static uint8_t standing(const struct nc_seat *who, uint8_t power,
                        nj_seat target)
{
    NJ_ASSERT(power < NC_POWERS);
    NJ_FOREACH(const struct nc_order, o, who->order, who->n_orders)
        if (o->power == power &&
            (target == NJ_SEAT_NONE || o->target == target))
            return o->id;
    return 0;
}

uint16_t nj_nc_reserved(const struct nc_seat *who)
{
    uint16_t sum = 0;

    NJ_FOREACH(const struct nc_order, o, who->order, who->n_orders)
        sum = (uint16_t)(sum + o->cost);
    NJ_ASSERT(sum <= who->points);
    return sum;
}

uint16_t nj_nc_balance(const struct nc_seat *who)
{
    return (uint16_t)(who->points - nj_nc_reserved(who));
}

bool nj_nc_frozen(const struct nj_match *m, const char *option)
{
    const struct nc_state *s = nj_state_const(m);
    int64_t last = nj_option(m, option);

    if (s->phase == NC_DAY && last >= s->length_ms)
        last = s->length_ms / 10; /* of a short day not all of it */
    NJ_ASSERT(last >= 0);
    return last > 0 && nj_phase_left(m) <= last;
}

struct nj_arg nj_nc_orders(const struct nj_match *m, nj_seat seat,
                           int64_t *cells)
{
    const struct nc_state *s = nj_state_const(m);
    const struct nc_seat *who = &s->seat[seat];
    int64_t *c = cells;

    NJ_ASSERT(who->n_orders <= NC_ORDERS);
    NJ_FOREACH(const struct nc_order, o, who->order, who->n_orders)
        c = put_orders(c, o->id, o->power, o->target, o->shown,
                       o->power == NC_MORPH ? o->place : NC_NONE,
                       !nj_nc_covered(s, who, o));
    return rows_orders(cells, c);
}

/* --- what refuses a power --- */

/* Points of an amoeba's form that the orders of the seat have taken, and an
 * arson that is due, unless one stands that is instead of it (NC-5.10e). */
static unsigned booked(const struct nc_seat *who, const struct nc_plan *plan)
{
    const struct nc_card *c = &who->card[plan->slot];
    unsigned used = c->used;

    NJ_ASSERT(c->type == NC_AM); /* other cards have no budget */
    NJ_FOREACH(const struct nc_order, o, who->order, who->n_orders)
        if (o->slot == plan->slot)
            used += nj_nc_powers[o->power].booked;
    if (who->arson != 0 && who->arson_booked && who->arson_slot == plan->slot &&
        c->form == NC_CA && plan->power != NC_ARSON &&
        standing(who, NC_ARSON, NJ_SEAT_NONE) == 0)
        used += nj_nc_powers[NC_ARSON].booked;
    return used;
}

/* NC-5.12c, f, g. */
static const char *morph_fault(const struct nc_seat *who,
                               const struct nc_plan *plan)
{
    const struct nc_card *c = &who->card[plan->slot];
    unsigned known = c->formed | 1u << NC_NONE | 1u << NC_AM | 1u << NC_C;

    NJ_ASSERT(c->type == NC_AM && plan->place < NC_TYPES);
    NJ_FOREACH(const struct nc_card, dealt, who->card, who->dealt)
        known |= 1u << dealt->type;
    return NJ_FIRST_FAULT(
        {plan->slot == nj_nc_bottom(who) && c->formed != 0,
         "nc.err.morph_bottom"},
        {c->morph != NC_NONE || standing(who, NC_MORPH, NJ_SEAT_NONE) != 0,
         "nc.err.morph_pending"},
        {(known >> plan->place & 1) != 0, "nc.err.morph_type"});
}

/* The power that the verb means to who holds these cards. */
static const char *mean_power(const struct nc_seat *who, struct nj_attempt *a)
{
    struct nc_plan *plan = a->plan;
    uint8_t own = nj_nc_power_of(a->in->verb);
    uint32_t means = own < NC_POWERS ? 1u << own : 0;
    uint32_t held = 0;

    for (size_t i = 0; i < NJ_COUNT(words); i++)
        if (strcmp(words[i].verb, a->in->verb) == 0)
            means = words[i].powers;
    NJ_ASSERT(means != 0 && means >> NC_POWERS == 0);
    NJ_FOREACH_SEAT(power, means)
        if (nj_nc_card_for(who, power) != NC_NO_SLOT)
            held |= 1u << power;
    plan->power = nj_seat_nth(held != 0 ? held : means, 0);
    plan->slot = nj_nc_card_for(who, plan->power);
    a->clause = nj_nc_powers[plan->power].clause;
    if (own < NC_POWERS || nj_seat_count(held) < 2)
        return NULL;
    plan->unsure = held;
    return "nc.err.ambiguous";
}

/* Whom the power is to be used on, and now (NC-5.0, 5.1). */
static const char *aims_fault(const struct nj_match *m, struct nj_attempt *a,
                              const struct nc_seat *who)
{
    const struct nc_state *s = nj_state_const(m);
    struct nc_plan *plan = a->plan;
    const struct nc_power_row *row = &nj_nc_powers[plan->power];
    bool aims = row->aims != NC_AT_NOBODY;
    bool names = nj_input_text(a->in, 0)[0] != '\0' && !nj_nc_is_self(a->in);
    const char *code = aims ? nj_nc_mean_seat(m, a) : NULL;

    if (code == NULL)
        code = nj_nc_phase_fault(m, who, row->when);
    if (code != NULL) /* NC-5.9g */
        return strcmp(code, "nc.err.phase") == 0 && s->phase == NC_VERDICT &&
                       row->card == NC_CB
                   ? "nc.err.vote_closed"
                   : code;
    if (plan->slot == NC_NO_SLOT)
        return "nc.err.no_card";
    if (!aims) {
        plan->target = NJ_SEAT_NONE;
        plan->place = nj_nc_type_of(nj_input_text(a->in, 0));
        return names && plan->power != NC_MORPH ? "nc.err.target" : NULL;
    }
    code = nj_nc_target_fault(m, a);
    /* NC-5.10a: the dead of the last night and day, too. */
    if (code != NULL && plan->power == NC_CORONER &&
        plan->target != NJ_SEAT_NONE &&
        s->seat[plan->target].died + 2 >= 2 * s->round)
        code = NULL;
    NJ_ASSERT(code != NULL || plan->target < s->n);
    return code == NULL && row->aims == NC_AT_OTHERS && plan->target == a->seat
               ? "nc.err.self"
               : code;
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
    NJ_ASSERT(arson == 0 || standing(who, NC_ARSON, NJ_SEAT_NONE) == 0);
    return plan->old != 0 || arson != 0;
}

/* The errors of the power itself, and repetition (NC-5.13). */
static const char *own_fault(const struct nc_state *s,
                             const struct nc_seat *who, struct nj_attempt *a)
{
    struct nc_plan *plan = a->plan;
    const struct nc_power_row *row = &nj_nc_powers[plan->power];
    const struct nc_card *c = &who->card[plan->slot];
    nj_seat target = row->aims == NC_AT_NOBODY ? a->seat : plan->target;
    bool pardon = plan->power == NC_PARDON;

    NJ_ASSERT((row->aims == NC_AT_NOBODY) == (plan->target == NJ_SEAT_NONE));
    if (plan->power == NC_AIM)
        return nj_nc_mean_place(&s->seat[target], a);
    if (plan->power == NC_MORPH)
        return morph_fault(who, plan);
    return NJ_FIRST_FAULT(
        {plan->power == NC_CORONER && s->round == 1, "nc.err.nothing_yet"},
        {pardon && s->seat[target].pending == 0, "nc.err.not_pardonable"},
        {pardon && nj_seat_in(c->pardoned, target), "nc.err.pardon_used"},
        {plan->power == NC_DOOM && c->doomed, "nc.err.doom_used"},
        {plan->power == NC_SAINT && c->sainted, "nc.err.saint_used"},
        {row->repeat != NC_ADDS &&
             standing(who, plan->power,
                      row->repeat == NC_DUP ? NJ_SEAT_NONE : target) != 0,
         row->dup});
}

/* NC-5.12d, 4.2. */
static const char *price_fault(const struct nc_seat *who, struct nc_plan *plan)
{
    const struct nc_power_row *row = &nj_nc_powers[plan->power];
    bool amoeba = who->card[plan->slot].type == NC_AM;

    NJ_ASSERT(plan->slot != NC_NO_SLOT && nj_nc_in_hand(who, plan->slot) >= 0);
    plan->cost = row->price;
    plan->have = nj_nc_balance(who);
    return NJ_FIRST_FAULT(
        {amoeba && booked(who, plan) + row->booked > NC_BUDGET,
         "nc.err.budget"},
        {plan->cost > plan->have, "nc.err.points"},
        {who->n_orders == NC_ORDERS || who->next_id == UINT8_MAX - 1,
         "nc.err.full"});
}

/* In the sequence of NC-10.4. */
static const char *power_fault(const struct nj_match *m, struct nj_attempt *a)
{
    const struct nc_state *s = nj_state_const(m);
    struct nc_seat who = s->seat[a->seat]; /* without what is replaced */
    struct nc_plan *plan = a->plan;
    int64_t old = nj_input_number(a->in, NO_ORDER);
    const char *code = mean_power(&who, a);

    if (code == NULL)
        code = aims_fault(m, a, &who);
    if (code != NULL)
        return code;
    plan->old = old > 0 && old < UINT8_MAX ? (uint8_t)old : 0;
    if (old != NO_ORDER && nj_nc_order_at(&who, plan->old) == NULL)
        return "nc.err.unknown";
    if (make_room(&who, plan) && nj_nc_frozen(m, "order_freeze"))
        return "nc.err.order_frozen";
    code = own_fault(s, &who, a);
    return code != NULL ? code : price_fault(&who, plan);
}

/* --- what a power does: it stands --- */

/* Takes the mark off (NC-3.3); not the one of a ballot, or of who has none
 * (NC-17.3a). */
static void change_mind(const struct nc_state *s, struct nc_seat *who)
{
    NJ_ASSERT(s->phase != NC_SETUP && s->phase != NC_OVER);
    who->acted = 1;
    if (s->phase == NC_NIGHT || (who->ballot == NJ_SEAT_NONE && !who->soulless))
        who->done = 0;
}

/* NC-17.5a: what was ordered stands, and the answer tells all that does. */
static void order(struct nj_match *m, const struct nj_attempt *a)
{
    struct nc_state *s = nj_state(m);
    const struct nc_plan *plan = a->plan;
    struct nc_seat *who = &s->seat[a->seat];
    int64_t cells[NC_ORDER_CELLS];
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
    say_order_ok(m, a->seat, o->id, nj_nc_powers[o->power].word,
                 nj_nc_card(&who->card[o->slot]).s, o->target,
                 o->shown > 0 ? o->shown : NJ_NO_INT,
                 o->power == NC_MORPH ? nj_nc_types[o->place] : NULL, o->cost,
                 nj_nc_balance(who), nj_nc_orders(m, a->seat, cells));
    if (nj_nc_is_attack(o) && nj_nc_missing(s, who) > 0)
        nj_nc_tell_manifesto(m, a->seat);
}

const struct nj_order nj_nc_power_order = {NC_WORDS_FIRST, "NC-5.1",
                                           power_fault, order};

/* --- withdrawals (NC-3.2) --- */

/* "all", "last", which "" means too, or a number. */
static const char *cancel_fault(const struct nj_match *m, struct nj_attempt *a)
{
    const struct nc_state *s = nj_state_const(m);
    struct nc_seat who = s->seat[a->seat];
    struct nc_plan *plan = a->plan;
    const char *which = nj_input_text(a->in, 0);
    bool all = strcmp(which, "all") == 0;

    if (who.n_orders > 0 && !all)
        plan->old = which[0] == '\0' || strcmp(which, "last") == 0
                        ? who.order[who.n_orders - 1].id
                        : (uint8_t)nj_nc_number(which);
    return NJ_FIRST_FAULT(
        /* What was ordered is past. */
        {who.n_orders == 0, "nc.err.phase"},
        {nj_nc_frozen(m, "order_freeze"), "nc.err.order_frozen"},
        {!all && nj_nc_order_at(&who, plan->old) == NULL, "nc.err.unknown"});
}

static void cancel(struct nj_match *m, const struct nj_attempt *a)
{
    struct nc_state *s = nj_state(m);
    struct nc_seat *who = &s->seat[a->seat];
    const struct nc_plan *plan = a->plan;

    NJ_ASSERT(plan->old == 0 || nj_nc_order_at(who, plan->old) != NULL);
    do {
        uint8_t id = plan->old != 0 ? plan->old : who->order[0].id;

        nj_nc_withdraw(who, id);
        say_cancelled(m, a->seat, id, nj_nc_balance(who));
    } while (plan->old == 0 && who->n_orders > 0);
    if (s->phase == NC_NIGHT && nj_nc_missing(s, who) > 0)
        nj_nc_tell_manifesto(m, a->seat);
    change_mind(s, who);
}

const struct nj_order nj_nc_cancel = {NC_IN_NIGHT | NC_IN_DAY | NC_IN_VERDICT |
                                          NC_CARDLESS,
                                      "NC-3.2", cancel_fault, cancel};

/* --- the close --- */

/* NC-4.2, and what an order leaves on its card, whatever becomes of it
 * (NC-5.8e). */
static void pay(const struct nc_state *s, struct nc_seat *who,
                const struct nc_order *o)
{
    struct nc_card *c = &who->card[o->slot];

    NJ_ASSERT(o->cost <= who->points);
    who->points = (uint16_t)(who->points - o->cost);
    if (c->type == NC_AM && o->power != NC_MORPH && o->power != NC_ARSON)
        c->used = (uint8_t)(c->used + o->cost);
    NJ_ASSERT(c->used <= NC_BUDGET || c->type != NC_AM);
    c->doomed |= o->power == NC_DOOM;
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
    NJ_ASSERT(s->phase != NC_SETUP && s->phase != NC_OVER);
    NJ_FOREACH(struct nc_seat, who, s->seat, s->n)
        NJ_FOREACH(struct nc_order, o, who->order, who->n_orders)
            if (nj_nc_covered(s, who, o))
                pay(s, who, o);
            else
                o->fate = NC_UNCOVERED;
}
