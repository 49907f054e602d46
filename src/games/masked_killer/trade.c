/*
 * Offers between two victims in reach of each other (MK-3.10, 19.6). Of an
 * offer, the wait and a refusal nobody but these two hears; its time is the
 * turn's (MK-19.1).
 */
#include <string.h>

#include "games/masked_killer/masked_killer.h"

enum {
    OFFERS_MAX = 2 /* in a turn (D36) */
};

/* --- reading --- */

/* Reads "give ... take ... show ... look" into cards[0..2] and `bang`. Cards to
 * take are another's: they have no numbers. */
static bool read_terms(const struct nj_match *m, nj_seat seat, nj_seat other,
                       struct nj_reader *r, struct mk_plan *plan)
{
    static const char *const words[] = {"give", "take", "show", "look", NULL};
    uint8_t list = 0xff;

    while (!nj_reader_end(r)) {
        uint8_t word = nj_reader_among(r, words);
        uint8_t card;

        plan->bang |= word == 3;
        if (word < 3)
            list = word;
        if (word <= 3)
            continue;
        card = nj_mk_read_card(m, list == 1 ? other : seat, r);
        if (card == MK_NO_CARD || list > 2 ||
            plan->n_cards[list] == MK_HAND_MAX)
            return false;
        plan->cards[list][plan->n_cards[list]++] = card;
    }
    if (list == 2 && plan->n_cards[2] == 0)
        plan->bang = 1; /* 看 alone is a wish (MK-19.6) */
    return plan->bang ||
           plan->n_cards[0] + plan->n_cards[1] + plan->n_cards[2] > 0;
}

/* Does the seat hold what it gives and shows by the plan? */
static bool has_own(const struct nj_match *m, nj_seat seat,
                    const struct mk_plan *plan)
{
    uint8_t all[2 * MK_HAND_MAX];
    uint8_t n = plan->n_cards[0];

    NJ_ASSERT(n + plan->n_cards[2] <= 2 * MK_HAND_MAX);
    memcpy(all, plan->cards[0], n);
    for (uint8_t i = 0; i < plan->n_cards[2]; i++)
        if (memchr(all, plan->cards[2][i], n) == NULL)
            all[n++] = plan->cards[2][i]; /* what is given may be shown */
    return nj_mk_holds(m, seat, all, n);
}

/* --- the offer --- */

static nj_seat_set both(const struct mk_offer *o)
{
    NJ_ASSERT(o->open && o->from != o->to);
    return nj_bit(o->from) | nj_bit(o->to);
}

static void copy(uint8_t to[MK_HAND_MAX], uint8_t *n, const uint8_t *cards,
                 uint8_t count)
{
    NJ_ASSERT(count <= MK_HAND_MAX);
    memset(to, 0, MK_HAND_MAX);
    memcpy(to, cards, count);
    *n = count;
}

/* The terms of a plan, as the seat sees them, become those of the offer. */
static void set_terms(struct mk_offer *o, nj_seat seat,
                      const struct mk_plan *plan)
{
    uint8_t mine = seat != o->from;

    NJ_ASSERT(seat == o->from || seat == o->to);
    copy(o->gives[mine], &o->n_gives[mine], plan->cards[0], plan->n_cards[0]);
    copy(o->gives[!mine], &o->n_gives[!mine], plan->cards[1], plan->n_cards[1]);
    copy(o->shows[mine], &o->n_shows[mine], plan->cards[2], plan->n_cards[2]);
    o->look = plan->bang;
}

/* --- it is done --- */

static void hand_over(struct nj_match *m, nj_seat from, nj_seat to,
                      const uint8_t *cards, uint8_t n)
{
    NJ_ASSERT(from != to && nj_mk_holds(m, from, cards, n));
    for (uint8_t i = 0; i < n; i++)
        nj_mk_move_card(m, nj_mk_hand(from), cards[i], nj_mk_hand(to),
                        NJ_BOTTOM);
}

static void tell_cards(struct nj_match *m, nj_seat seat)
{
    const struct mk_state *s = nj_state_const(m);
    const struct mk_offer *o = &s->offer;
    uint8_t mine = seat == o->to;

    NJ_ASSERT(o->open && (mine || seat == o->from));
    say_trade_cards(m, seat, MK_GIVES(o, !mine), MK_GIVES(o, mine),
                    MK_SHOWS(o, !mine));
}

static void deal_done(struct nj_match *m)
{
    struct mk_state *s = nj_state(m);
    struct mk_offer *o = &s->offer;

    NJ_ASSERT(o->open && nj_mk_holds(m, o->from, o->gives[0], o->n_gives[0]));
    NJ_ASSERT(nj_mk_holds(m, o->to, o->gives[1], o->n_gives[1]));
    nj_mk_teach(m);
    hand_over(m, o->from, o->to, o->gives[0], o->n_gives[0]);
    hand_over(m, o->to, o->from, o->gives[1], o->n_gives[1]);
    say_trade_done(m, o->from, o->to, o->n_gives[0], o->n_gives[1],
                   o->n_shows[0] + o->n_shows[1]);
    tell_cards(m, o->from);
    tell_cards(m, o->to);
    nj_mk_then(s, MK_THEN_ACTION, o->from);
    /* Both are said at once, and asked one after the other: the offerer first
     * (MK-19.28). */
    nj_mk_hand_limit(m, o->from);
    nj_mk_hand_limit(m, o->to);
    nj_mk_swap_then(s);
    *o = (struct mk_offer){0};
}

/* --- asking --- */

/* Puts the offer to one of the two, as he would see it, for so long at most. */
static void ask_for(struct nj_match *m, nj_seat seat, int64_t ms)
{
    struct mk_state *s = nj_state(m);
    const struct mk_offer *o = &s->offer;
    uint8_t his = seat == o->from; /* the other one's */
    nj_seat other = his ? o->to : o->from;
    struct nj_ask q = {
        .seat = seat, .name = "trade", .ms = ms, .in_phase = true};
    int64_t deadline = nj_ask_deadline(m, &q);

    NJ_ASSERT(o->open && (seat == o->from || seat == o->to));
    nj_mk_teach(m);
    s->offer.asked = seat;
    ask_trade_offer(m, &q, other, MK_GIVES(o, his), MK_GIVES(o, !his),
                    MK_SHOWS(o, his), o->look ? "yes" : NULL, deadline);
    nj_mk_pace(m, seat, nj_mk_drawn(m, seat, 2000, 6000)); /* MK-19.1 */
    say_wait_trade(m, other, seat, "trade", deadline);
}

void nj_mk_offer_again(struct nj_match *m, nj_seat seat)
{
    const struct mk_state *s = nj_state_const(m);
    int64_t ms;

    if (!nj_prompt_open(m, seat, "trade"))
        return;
    NJ_ASSERT(s->offer.open && s->offer.asked == seat);
    ms = nj_mk_time_again(m, seat, "trade");
    nj_prompt_close(m, seat, "trade");
    ask_for(m, seat, ms);
}

static const char *trade_fault(const struct nj_match *m, struct nj_attempt *a)
{
    const struct mk_state *s = nj_state_const(m);
    struct mk_plan *plan = a->plan;
    struct nj_reader r = nj_mk_reader(a->in);
    struct mk_view view = nj_mk_view(m);
    const char *code;

    if (a->seat == nj_mk_killer(s) || s->phase != MK_PLAY)
        return "mk.err.not_your_turn";
    plan->bang = nj_reader_follows(&r, "look");
    if (!nj_mk_read_seat(m, &r, &plan->seat) ||
        !read_terms(m, a->seat, plan->seat, &r, plan) || plan->seat == a->seat)
        return "mk.err.syntax";
    code = nj_mk_fault(m, a);
    if (code != NULL)
        return code;
    NJ_ASSERT(plan->seat < s->n && plan->seat != a->seat);
    if (!nj_mk_reach(&view, s->v[a->seat].cell, s->v[plan->seat].cell))
        return "mk.err.not_in_reach";
    if (s->offers == OFFERS_MAX)
        return "mk.err.offers";
    if (!has_own(m, a->seat, plan))
        return "mk.err.not_yours";
    /* With a hand of his own nobody is asked (MK-3.10). */
    return nj_seat_in(nj_seat_hand(m, a->seat), plan->seat) &&
                   !nj_mk_holds(m, plan->seat, plan->cards[1], plan->n_cards[1])
               ? "mk.err.not_yours"
               : NULL;
}

static void trade(struct nj_match *m, const struct nj_attempt *a)
{
    struct mk_state *s = nj_state(m);
    const struct mk_plan *plan = a->plan;

    NJ_ASSERT(!s->offer.open && s->offers < OFFERS_MAX);
    s->offers++;
    s->offer = (struct mk_offer){
        .open = 1, .from = a->seat, .to = plan->seat, .asked = plan->seat};
    set_terms(&s->offer, a->seat, plan);
    if (nj_seat_in(nj_seat_hand(m, a->seat), plan->seat)) {
        deal_done(m);
        return;
    }
    say_trade_open(m, both(&s->offer), a->seat, plan->seat);
    ask_for(m, plan->seat, nj_option(m, "prompt_time"));
}

const struct nj_order nj_mk_trade = {MK_OF_VICTIM | MK_IS_ACTION | MK_PRIVATE,
                                     "MK-3.10", trade_fault, trade};

/* --- the answer --- */

static const char *accept_fault(const struct nj_match *m, struct nj_attempt *a)
{
    const struct mk_state *s = nj_state_const(m);
    const struct mk_offer *o = &s->offer;
    struct mk_plan *plan = a->plan;
    struct nj_reader r = nj_mk_reader(a->in);

    if (!nj_prompt_open(m, a->seat, "trade"))
        return "mk.err.not_your_turn";
    NJ_ASSERT(o->open && o->asked == a->seat);
    if (!nj_reader_end(&r) &&
        (!read_terms(m, a->seat, o->from, &r, plan) || plan->bang ||
         plan->n_cards[0] + plan->n_cards[1] > 0))
        return "mk.err.syntax";
    if (o->look && plan->n_cards[2] == 0 && a->seat != o->from &&
        o->n_gives[0] + o->n_gives[1] + o->n_shows[0] == 0)
        return nj_fault_of(a, "MK-19.6", "mk.err.syntax");
    /* What it would have to give by the offer, and what it shows. */
    return nj_mk_holds(m, a->seat, o->gives[a->seat != o->from],
                       o->n_gives[a->seat != o->from]) &&
                   has_own(m, a->seat, plan)
               ? NULL
               : "mk.err.not_yours";
}

static void accept(struct nj_match *m, const struct nj_attempt *a)
{
    struct mk_state *s = nj_state(m);
    const struct mk_plan *plan = a->plan;
    uint8_t mine = a->seat == s->offer.to;

    NJ_ASSERT(s->offer.asked == a->seat);
    nj_prompt_close(m, a->seat, "trade");
    if (plan->n_cards[2] > 0)
        copy(s->offer.shows[mine], &s->offer.n_shows[mine], plan->cards[2],
             plan->n_cards[2]);
    deal_done(m);
}

const struct nj_order nj_mk_accept = {MK_ANYTIME | MK_PRIVATE, "MK-3.10",
                                      accept_fault, accept};

static void refused(struct nj_match *m)
{
    struct mk_state *s = nj_state(m);

    NJ_ASSERT(s->offer.open);
    say_trade_refused(m, both(&s->offer), s->offer.from, s->offer.to);
    s->offer = (struct mk_offer){0};
}

static const char *decline_fault(const struct nj_match *m, struct nj_attempt *a)
{
    return nj_prompt_open(m, a->seat, "trade") ? NULL : "mk.err.not_your_turn";
}

static void decline(struct nj_match *m, const struct nj_attempt *a)
{
    const struct mk_state *s = nj_state_const(m);

    NJ_ASSERT(s->offer.open && s->offer.asked == a->seat);
    nj_prompt_close(m, a->seat, "trade");
    refused(m);
}

const struct nj_order nj_mk_decline = {MK_ANYTIME | MK_PRIVATE, "MK-3.10",
                                       decline_fault, decline};

void nj_mk_offer_falls(struct nj_match *m, nj_seat seat)
{
    const struct mk_state *s = nj_state_const(m);

    NJ_ASSERT(s->offer.open && s->offer.asked == seat);
    say_default_trade(m, both(&s->offer), seat, "trade");
    refused(m);
}

static const char *amend_fault(const struct nj_match *m, struct nj_attempt *a)
{
    const struct mk_state *s = nj_state_const(m);
    const struct mk_offer *o = &s->offer;
    struct mk_plan *plan = a->plan;
    struct nj_reader r = nj_mk_reader(a->in);

    if (!nj_prompt_open(m, a->seat, "trade"))
        return "mk.err.not_your_turn";
    NJ_ASSERT(o->open && o->asked == a->seat);
    if (!read_terms(m, a->seat, a->seat == o->from ? o->to : o->from, &r, plan))
        return "mk.err.syntax";
    if (o->amended == 2) /* once by each: that one is taken or left */
        return "mk.err.offers";
    return has_own(m, a->seat, plan) ? NULL : "mk.err.not_yours";
}

static void amend(struct nj_match *m, const struct nj_attempt *a)
{
    struct mk_state *s = nj_state(m);
    struct mk_offer *o = &s->offer;
    const struct mk_plan *plan = a->plan;

    NJ_ASSERT(o->amended < 2);
    nj_prompt_close(m, a->seat, "trade");
    o->amended++;
    set_terms(o, a->seat, plan);
    say_trade_amend(m, both(o), a->seat, MK_PLANNED(plan, 0),
                    MK_PLANNED(plan, 1), MK_PLANNED(plan, 2));
    ask_for(m, a->seat == o->from ? o->to : o->from,
            nj_option(m, "prompt_time"));
}

const struct nj_order nj_mk_amend = {MK_ANYTIME | MK_PRIVATE, "MK-19.6",
                                     amend_fault, amend};
