/*
 * The end: whose side has won, draws, ranks, what is revealed (NC-8), and the
 * new orders that lost cards bring before it (NC-8.7).
 */
#include <string.h>

#include "games/night_of_cards/night_of_cards.h"

enum {
    CALM_MOST = 3, /* rounds without a loss, of which the last ends it */
    SHAPES = 3     /* forms of an amoeba that are worth telling of */
};

/* --- cards that are lost for good --- */

void nj_nc_count_lost(struct nc_state *s, uint8_t cards)
{
    s->lost = (uint8_t)(s->lost + cards);
    s->lost_this_round |= cards > 0;
}

/* NC-8.7: who has lost a card meanwhile lacks it in the new order; one that
 * came back is in front. */
static void take_new_order(struct nc_seat *who)
{
    uint8_t order[NC_HAND];
    uint8_t n = 0;

    for (uint8_t i = 0; i < who->n; i++)
        if (memchr(who->reorder, who->hand[i], who->n_reorder) == NULL)
            order[n++] = who->hand[i];
    for (uint8_t i = 0; i < who->n_reorder; i++)
        if (nj_nc_in_hand(who, who->reorder[i]) >= 0)
            order[n++] = who->reorder[i];
    NJ_ASSERT(n == who->n);
    memcpy(who->hand, order, n);
}

void nj_nc_reordered(struct nc_state *s)
{
    NJ_ASSERT(s->phase != NC_SETUP);
    for (nj_seat i = 0; i < s->n; i++) {
        struct nc_seat *who = &s->seat[i];

        if (who->n_reorder > 0)
            take_new_order(who);
        who->n_reorder = 0;
        memset(who->reorder, 0, sizeof(who->reorder));
    }
    s->window = 0;
}

/* A third or two of the cards are gone: the phase that opens now takes new
 * orders. */
static void open_window(struct nj_match *m, struct nc_state *s)
{
    uint8_t third = s->total / 3;
    uint8_t passed = (uint8_t)((s->lost >= third) + (s->lost >= 2 * third));

    NJ_ASSERT(!s->window);
    if (s->opt.reorder == NC_REORDER_OFF || passed <= s->thresholds)
        return;
    s->thresholds = passed;
    s->window = 1;
    say_reorder_open(m, passed,
                     nj_nc_phases[s->phase == NC_NIGHT ? NC_DAY : NC_NIGHT]);
}

/* --- the end check --- */

/* Sides with living seats, by bit. */
static unsigned sides_alive(const struct nc_state *s)
{
    unsigned sides = 0;

    for (nj_seat i = 0; i < s->n; i++)
        if (!s->seat[i].dead)
            sides |= 1U << s->seat[i].side;
    return sides;
}

/* Who has won or shares in a draw: the sides with living seats, and all of
 * theirs (NC-8.4, 8.5). */
static nj_seat_set sharing(const struct nc_state *s)
{
    unsigned sides = sides_alive(s);
    nj_seat_set set = 0;

    for (nj_seat i = 0; i < s->n; i++)
        if ((sides >> s->seat[i].side & 1) != 0)
            set |= nj_bit(i);
    return set;
}

/* The side that is left alone, or NC_SIDES: none is. */
static enum nc_side winner(const struct nc_state *s)
{
    unsigned sides = sides_alive(s);

    for (enum nc_side side = NC_KILLER; side < NC_SIDES; side++)
        if (sides == 1U << side)
            return side;
    return NC_SIDES;
}

void nj_nc_end(struct nj_match *m, struct nc_state *s, bool aborted)
{
    enum nc_side side = winner(s);

    NJ_ASSERT(s->phase != NC_OVER);
    s->phase = NC_OVER;
    for (nj_seat i = 0; i < s->n; i++)
        s->seat[i].n_orders = 0; /* they are paid: nothing is reserved */
    if (aborted)
        say_end(m, "aborted", NULL, 0);
    else if (side == NC_SIDES)
        say_end(m, "draw", NULL, sharing(s));
    else
        say_end(m, "win", nj_nc_sides[side], sharing(s));
    nj_over(m);
}

/* --- rounds without a loss (NC-8.5) --- */

static bool any_pending(const struct nc_state *s)
{
    for (nj_seat i = 0; i < s->n; i++)
        if (s->seat[i].pending != 0)
            return true;
    return false;
}

/* Counts the round that is established now; true: it had no loss. Where only
 * pending cards were taken, the next dawn knows. */
static bool judge_round(struct nc_state *s)
{
    bool loss = s->lost_this_round;

    if (s->phase == NC_NIGHT) {
        bool waited = s->unjudged;

        loss = s->executed_lost;
        s->unjudged = 0;
        s->executed_lost = 0;
        if (!waited)
            return false;
    } else {
        s->lost_this_round = 0;
        s->unjudged = !loss && any_pending(s);
        if (s->unjudged)
            return false;
    }
    s->calm = (uint8_t)(loss ? 0 : s->calm + 1);
    NJ_ASSERT(s->calm <= CALM_MOST);
    return !loss;
}

bool nj_nc_ended(struct nj_match *m, struct nc_state *s)
{
    bool dusk = s->phase != NC_NIGHT;
    bool stalled;
    bool draw;

    NJ_ASSERT(s->phase != NC_SETUP && s->phase != NC_OVER);
    if (sides_alive(s) == 0 || winner(s) != NC_SIDES) {
        nj_nc_end(m, s, false);
        return true;
    }
    stalled = judge_round(s) && s->calm >= CALM_MOST - 1;
    draw = s->calm == CALM_MOST || (dusk && s->round >= s->opt.max_days);
    if (!draw)
        open_window(m, s);
    if (stalled)
        say_stall(m, s->calm);
    if (draw)
        nj_nc_end(m, s, false);
    return draw;
}

/* --- ranks (NC-8.6) --- */

/* Is a better placed than b? */
static bool is_ahead(const struct nc_state *s, nj_seat a, nj_seat b)
{
    const struct nc_seat *x = &s->seat[a];
    const struct nc_seat *y = &s->seat[b];
    nj_seat_set winners = sharing(s);
    bool won = (winners >> a & 1) != 0;

    if (won != ((winners >> b & 1) != 0))
        return won;
    if (x->dead != y->dead)
        return !x->dead;
    if (x->n != y->n)
        return x->n > y->n;
    if (x->died != y->died)
        return x->died > y->died;
    return a < b;
}

void nj_nc_result(const struct nj_match *m, nj_seat seat, struct nj_result *out)
{
    const struct nc_state *s = nj_state_const(m);
    bool won = (sharing(s) >> seat & 1) != 0;

    NJ_ASSERT(s->phase == NC_OVER && seat < s->n);
    out->rank = 1;
    for (nj_seat i = 0; i < s->n; i++)
        if (i != seat && is_ahead(s, i, seat))
            out->rank++;
    out->score = won && winner(s) != NC_SIDES; /* a draw is no win */
    out->outcome = !won ? "lost" : winner(s) == NC_SIDES ? "shared" : "won";
}

/* --- what is told (NC-8.8) --- */

void nj_nc_reveal(struct nj_match *m)
{
    const struct nc_state *s = nj_state_const(m);
    char aside[NC_CARDS_TEXT] = "-";

    NJ_ASSERT(s->phase == NC_OVER);
    for (nj_seat i = 0; i < s->n; i++) {
        const struct nc_seat *who = &s->seat[i];
        char hand[NC_CARDS_TEXT];
        char declared[NC_CARDS_TEXT];

        say_end_seat(m, i, nj_nc_sides[who->side], nj_nc_hand(who, hand),
                     nj_nc_cards(who, who->declared, who->dealt, declared));
    }
    if (s->n_aside == 0)
        return;
    aside[0] = '\0';
    for (uint8_t i = 0; i < s->n_aside; i++)
        nj_words_add(aside, sizeof(aside), nj_nc_types[s->aside[i]]);
    say_end_aside(m, aside);
}

/* --- achievements --- */

static const struct nc_seat *seat_of(const struct nj_match *m, nj_seat seat)
{
    const struct nc_state *s = nj_state_const(m);

    NJ_ASSERT(s->phase == NC_OVER && seat < s->n);
    return &s->seat[seat];
}

static bool has_won(const struct nj_match *m, nj_seat seat)
{
    const struct nc_state *s = nj_state_const(m);

    return winner(s) != NC_SIDES && (sharing(s) >> seat & 1) != 0;
}

static bool kept_all_cards(const struct nj_match *m, nj_seat seat)
{
    const struct nc_seat *who = seat_of(m, seat);

    return who->n == who->dealt;
}

static bool won_from_the_grave(const struct nj_match *m, nj_seat seat)
{
    return seat_of(m, seat)->dead && has_won(m, seat);
}

static bool won_on_the_last_card(const struct nj_match *m, nj_seat seat)
{
    return seat_of(m, seat)->n == 1 && has_won(m, seat);
}

static bool won_alone(const struct nj_match *m, nj_seat seat)
{
    return seat_of(m, seat)->side == NC_LONE && has_won(m, seat);
}

/* Executed in the robe of a saint. */
static bool saint_took_effect(const struct nj_match *m, nj_seat seat)
{
    const struct nc_seat *who = seat_of(m, seat);

    for (uint8_t i = 0; i < who->dealt; i++)
        if (who->card[i].sainted)
            return true;
    return false;
}

static bool many_shapes(const struct nj_match *m, nj_seat seat)
{
    const struct nc_seat *who = seat_of(m, seat);

    for (uint8_t i = 0; i < who->dealt; i++)
        if (nj_seat_count(who->card[i].formed) >= SHAPES)
            return true;
    return false;
}

const struct nj_achievement nj_nc_achievements[] = {
    {"survivor", kept_all_cards},
    {"last_card", won_on_the_last_card},
    {"martyr", won_from_the_grave},
    {"loner", won_alone},
    {"saint", saint_took_effect},
    {"shapes", many_shapes},
    {NULL, NULL}};
