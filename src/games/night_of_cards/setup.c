/*
 * Loss orders and the free agent's choice (NC-2.4 to 2.6), and the new order of
 * a reorder window, which is declared by the same words (NC-8.7).
 */
#include <string.h>

#include "games/night_of_cards/night_of_cards.h"

/* --- a loss order --- */

/* Reads the cards that it names ("CB,CF,SB,K", its text; unknown words stay as
 * they were typed) as slots of the hand. False: a word names none of these that
 * is not named before. */
static bool mean_cards(const struct nj_attempt *a, const struct nc_seat *who)
{
    struct nc_plan *plan = a->plan;
    const char *at = nj_input_text(a->in, 0);
    size_t length;

    for (plan->n_cards = 0; *at != '\0'; at += length + (at[length] == ',')) {
        uint8_t type, i = 0;

        length = strcspn(at, ",");
        type = nj_nc_type_at(at, length);
        while (i < who->n &&
               (who->card[who->hand[i]].type != type ||
                memchr(plan->cards, who->hand[i], plan->n_cards) != NULL))
            i++;
        if (i == who->n)
            return false;
        NJ_ASSERT(plan->n_cards < who->n); /* each is another */
        plan->cards[plan->n_cards++] = who->hand[i];
    }
    return true;
}

/* Commoners that the order does not name come first (NC-2.5c). */
static void complete(const struct nc_seat *who, struct nc_plan *plan)
{
    uint8_t order[NC_HAND];
    uint8_t at = 0;

    NJ_FOREACH(const uint8_t, slot, who->hand, who->n)
        if (who->card[*slot].type == NC_C &&
            memchr(plan->cards, *slot, plan->n_cards) == NULL)
            order[at++] = *slot;
    NJ_ASSERT(at + plan->n_cards <= who->n);
    memcpy(order + at, plan->cards, plan->n_cards);
    plan->n_cards = (uint8_t)(at + plan->n_cards);
    memcpy(plan->cards, order, plan->n_cards);
}

/* Orders are declared in the setup, and again in a window, where the bottom card
 * stays (NC-8.7). */
static const char *order_fault(const struct nj_match *m, struct nj_attempt *a)
{
    const struct nc_state *s = nj_state_const(m);
    const struct nc_seat *who = &s->seat[a->seat];
    struct nc_plan *plan = a->plan;
    uint8_t last, bottom = nj_nc_bottom(who);

    if (strcmp(nj_input_text(a->in, 0), "default") == 0) {
        NJ_FOREACH(const uint8_t, slot, who->drawn, who->dealt) /* NC-2.5e */
            if (nj_nc_in_hand(who, *slot) >= 0)
                plan->cards[plan->n_cards++] = *slot;
    } else if (!mean_cards(a, who)) {
        return "nc.err.order_foreign";
    }
    last = plan->n_cards > 0 ? plan->cards[plan->n_cards - 1] : NC_NO_SLOT;
    complete(who, plan);
    NJ_ASSERT(plan->n_cards <= who->n && who->n <= NC_HAND);
    if (plan->n_cards < who->n)
        return "nc.err.order_incomplete";
    if (s->phase == NC_SETUP)
        return who->card[last].type == NC_C ? "nc.err.bottom_commoner" : NULL;
    return nj_nc_in_hand(who, bottom) < 0 || last == bottom
               ? NULL
               : nj_fault_of(a, "NC-8.7", "nc.err.bottom_fixed");
}

/* NC-17.2: counts who has declared, and no more. */
static void tell_progress(struct nj_match *m, const struct nc_state *s)
{
    uint8_t n = 0;

    NJ_FOREACH(const struct nc_seat, who, s->seat, s->n)
        n = (uint8_t)(n + who->ready);
    NJ_ASSERT(n > 0 && s->phase == NC_SETUP);
    say_ready(m, n, s->n);
}

static void order(struct nj_match *m, const struct nj_attempt *a)
{
    struct nc_state *s = nj_state(m);
    struct nc_seat *who = &s->seat[a->seat];
    const struct nc_plan *plan = a->plan;
    const struct nc_words cards = nj_nc_cards(who, plan->cards, plan->n_cards);
    bool first = !who->ready;

    NJ_ASSERT(plan->n_cards == who->n && who->n > 0);
    if (s->phase != NC_SETUP) {
        memcpy(who->reorder, plan->cards, plan->n_cards);
        who->n_reorder = plan->n_cards;
        say_reorder_ok(m, a->seat, cards.s);
        return;
    }
    NJ_ASSERT(who->n == who->dealt);
    memcpy(who->declared, plan->cards, who->dealt);
    memcpy(who->hand, plan->cards, who->dealt);
    who->ready = 1;
    say_order_set(m, a->seat, cards.s);
    if (first)
        tell_progress(m, s);
}

const struct nj_order nj_nc_order = {NC_IN_SETUP | NC_IN_NIGHT | NC_IN_DAY |
                                         NC_IN_WINDOW,
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
