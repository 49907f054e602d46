/*
 * Loss orders and the free agent's choice (NC-2.4 to 2.6), and the new order of
 * a reorder window, which is declared by the same words (NC-8.7).
 */
#include <string.h>

#include "games/night_of_cards/night_of_cards.h"

/* --- a loss order --- */

/* Commoners that the order does not name come first (NC-2.5c). */
static void complete(const struct nc_seat *who, struct nc_plan *plan)
{
    uint8_t order[NC_HAND];
    uint8_t at = 0;

    for (uint8_t i = 0; i < who->n; i++)
        if (who->card[who->hand[i]].type == NC_C &&
            memchr(plan->cards, who->hand[i], plan->n_cards) == NULL)
            order[at++] = who->hand[i];
    NJ_ASSERT(at + plan->n_cards <= who->n);
    memcpy(order + at, plan->cards, plan->n_cards);
    plan->n_cards = (uint8_t)(at + plan->n_cards);
    memcpy(plan->cards, order, plan->n_cards);
}

/* NC-2.5e: the order that was drawn, of the cards in the hand. */
static void default_order(const struct nc_seat *who, struct nc_plan *plan)
{
    for (uint8_t i = 0; i < who->dealt; i++)
        if (nj_nc_in_hand(who, who->drawn[i]) >= 0)
            plan->cards[plan->n_cards++] = who->drawn[i];
    NJ_ASSERT(plan->n_cards == who->n);
}

/* Orders are declared in the setup, and again in a window, where the bottom card
 * stays (NC-8.7). */
static const char *order_fault(const struct nj_match *m, struct nj_attempt *a)
{
    const struct nc_state *s = nj_state_const(m);
    const struct nc_seat *who = &s->seat[a->seat];
    struct nc_plan *plan = a->plan;
    const char *code = nj_nc_fault(m, a);
    bool setup = s->phase == NC_SETUP;
    uint8_t last;

    if (!setup && !s->window &&
        (code == NULL || strcmp(code, "nc.err.paused") != 0))
        return "nc.err.phase";
    if (code != NULL)
        return code;
    if (strcmp(nj_input_text(a->in, 0), "default") == 0)
        default_order(who, plan);
    else if (!nj_nc_mean_cards(a, who))
        return "nc.err.order_foreign";
    last = plan->n_cards > 0 ? plan->cards[plan->n_cards - 1] : NC_NO_SLOT;
    complete(who, plan);
    NJ_ASSERT(plan->n_cards <= who->n && who->n <= NC_HAND);
    if (plan->n_cards < who->n)
        return "nc.err.order_incomplete";
    if (setup)
        return who->card[last].type == NC_C ? "nc.err.bottom_commoner" : NULL;
    return nj_nc_in_hand(who, nj_nc_bottom(who)) < 0 ||
                   last == nj_nc_bottom(who)
               ? NULL
               : nj_fault_of(a, "NC-8.7", "nc.err.bottom_fixed");
}

/* NC-17.2: counts who has declared, and no more. */
static void tell_progress(struct nj_match *m, const struct nc_state *s)
{
    uint8_t n = 0;

    for (nj_seat i = 0; i < s->n; i++)
        n = (uint8_t)(n + s->seat[i].ready);
    NJ_ASSERT(n > 0 && s->phase == NC_SETUP);
    say_ready(m, n, s->n);
}

static void order(struct nj_match *m, const struct nj_attempt *a)
{
    struct nc_state *s = nj_state(m);
    struct nc_seat *who = &s->seat[a->seat];
    const struct nc_plan *plan = a->plan;
    char text[NC_CARDS_TEXT];
    bool first = !who->ready;

    NJ_ASSERT(plan->n_cards == who->n && who->n > 0);
    (void)nj_nc_cards(who, plan->cards, plan->n_cards, text);
    if (s->phase != NC_SETUP) {
        memcpy(who->reorder, plan->cards, plan->n_cards);
        who->n_reorder = plan->n_cards;
        say_reorder_ok(m, a->seat, text);
        return;
    }
    NJ_ASSERT(who->n == who->dealt);
    memcpy(who->declared, plan->cards, who->dealt);
    memcpy(who->hand, plan->cards, who->dealt);
    who->ready = 1;
    say_order_set(m, a->seat, text);
    if (first)
        tell_progress(m, s);
}

const struct nj_order nj_nc_order = {NC_IN_SETUP | NC_IN_NIGHT | NC_IN_DAY,
                                     "NC-2.5", order_fault, order};

/* --- the free agent --- */

/* The side that the word means, or NC_SIDES: none that can be chosen. */
static enum nc_side side_of(const char *word)
{
    for (enum nc_side side = NC_KILLER; side < NC_SIDES; side++)
        if (side != NC_TOWN && strcmp(word, nj_nc_sides[side]) == 0)
            return side;
    return NC_SIDES;
}

static const char *camp_fault(const struct nj_match *m, struct nj_attempt *a)
{
    const struct nc_state *s = nj_state_const(m);
    const char *code = nj_nc_fault(m, a);

    if (code != NULL)
        return code;
    if (side_of(nj_input_text(a->in, 0)) == NC_SIDES)
        return "nc.err.unknown";
    return s->seat[a->seat].agent ? NULL : "nc.err.not_free_agent";
}

static void camp(struct nj_match *m, const struct nj_attempt *a)
{
    struct nc_state *s = nj_state(m);
    struct nc_seat *who = &s->seat[a->seat];
    enum nc_side side = side_of(nj_input_text(a->in, 0));

    NJ_ASSERT(who->agent && s->phase == NC_SETUP);
    who->side = (uint8_t)side;
    who->chosen = 1;
    say_camp_set(m, a->seat, nj_nc_sides[who->side]);
}

const struct nj_order nj_nc_camp = {NC_IN_SETUP, "NC-2.4", camp_fault, camp};

/* --- the end of the setup --- */

/* NC-2.4b: members learn that one has joined them, or, where allies know each
 * other, who all are. */
void nj_nc_settle(struct nj_match *m, const struct nc_state *s)
{
    NJ_ASSERT(s->round == 1 && NC_WOLF == NC_KILLER + 1);
    nj_nc_tell_heads(m, nj_nc_living(s), NC_NIGHT);
    nj_nc_tell_top(m, NC_NIGHT, s->round);
    for (uint8_t side = NC_KILLER; side <= (uint8_t)NC_WOLF; side++) {
        nj_seat_set members = 0, agents = 0;

        for (nj_seat k = 0; k < s->n; k++) {
            members |= s->seat[k].side == side ? nj_bit(k) : 0;
            agents |= s->seat[k].agent ? nj_bit(k) : 0;
        }
        if (s->opt.allies)
            say_allies(m, members, members);
        else if ((members & agents) != 0)
            say_joined(m, members & ~agents, nj_nc_sides[side]);
    }
}
