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
    NJ_ASSERT(s->lost + cards <= UINT8_MAX);
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
    NJ_FOREACH(struct nc_seat, who, s->seat, s->n) {
        NJ_ASSERT(who->n_reorder == 0 || s->window);
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

    NJ_ASSERT(!s->window && s->phase != NC_SETUP);
    if (s->opt.reorder == NC_REORDER_OFF || passed <= s->thresholds)
        return;
    s->thresholds = passed;
    s->window = 1;
    say_reorder_open(m, passed,
                     nj_nc_phases[s->phase == NC_NIGHT ? NC_DAY : NC_NIGHT]);
}

/* --- sides --- */

/* Sides with living seats, by bit. */
static unsigned sides_alive(const struct nc_state *s)
{
    unsigned sides = 0;

    NJ_FOREACH(const struct nc_seat, who, s->seat, s->n)
        sides |= who->dead ? 0 : 1u << who->side;
    return sides;
}

/* The side that is left alone (NC-8.3), or NC_SIDES: none is. */
static enum nc_side winner(const struct nc_state *s)
{
    enum nc_side side = NC_KILLER;

    while (side < NC_SIDES && sides_alive(s) != 1u << side)
        side++;
    return side;
}

/* Who has won or shares in a draw: all, dead or alive, of the sides with living
 * seats (NC-8.4, 8.5). */
static nj_seat_set sharing(const struct nc_state *s)
{
    unsigned sides = sides_alive(s);
    nj_seat_set set = 0;

    for (nj_seat k = 0; k < s->n; k++)
        if ((sides >> s->seat[k].side & 1) != 0)
            set |= nj_bit(k);
    NJ_ASSERT((nj_nc_living(s) & ~set) == 0);
    return set;
}

void nj_nc_end(struct nj_match *m, struct nc_state *s, bool aborted)
{
    enum nc_side side = winner(s);

    NJ_ASSERT(s->phase != NC_OVER);
    NJ_ASSERT(side == NC_SIDES || nj_nc_living(s) != 0);
    s->phase = NC_OVER;
    NJ_FOREACH(struct nc_seat, who, s->seat, s->n)
        who->n_orders = 0; /* they are paid: nothing is reserved */
    say_end(m,
            aborted            ? "aborted"
            : side == NC_SIDES ? "draw"
                               : "win",
            aborted || side == NC_SIDES ? NULL : nj_nc_sides[side],
            aborted ? 0 : sharing(s));
    nj_over(m);
}

/* --- the end check --- */

/* Counts the round that is established now (NC-8.5); true: it had no loss.
 * Where only pending cards were taken, the next dawn knows. */
static bool judge_round(struct nc_state *s)
{
    bool dusk = s->phase != NC_NIGHT, known = dusk || s->unjudged;
    bool loss = dusk ? s->lost_this_round : s->executed_lost;

    s->unjudged = 0;
    s->executed_lost = 0;
    if (dusk) {
        s->lost_this_round = 0;
        NJ_FOREACH(const struct nc_seat, who, s->seat, s->n)
            s->unjudged |= !loss && who->pending != 0;
    }
    if (!known || s->unjudged)
        return false;
    s->calm = (uint8_t)(loss ? 0 : s->calm + 1);
    NJ_ASSERT(s->calm <= CALM_MOST);
    return !loss;
}

void nj_nc_judge(struct nc_state *s, struct nc_close *d)
{
    bool decided = sides_alive(s) == 0 || winner(s) != NC_SIDES;
    bool last_day = s->phase != NC_NIGHT && s->round >= s->opt.max_days;

    NJ_ASSERT(s->phase != NC_SETUP && s->phase != NC_OVER);
    d->stalled = !decided && judge_round(s) && s->calm >= CALM_MOST - 1;
    d->over = decided || s->calm == CALM_MOST || last_day;
}

bool nj_nc_ended(struct nj_match *m, struct nc_state *s,
                 const struct nc_close *d)
{
    NJ_ASSERT(d->over || s->calm < CALM_MOST);
    if (!d->over)
        open_window(m, s);
    if (d->stalled)
        say_stall(m, s->calm);
    if (d->over)
        nj_nc_end(m, s, false);
    NJ_ASSERT(d->over == (s->phase == NC_OVER));
    return d->over;
}

/* --- ranks (NC-8.6) --- */

/* The rank as a number, best first: winners, alive, more cards, later death;
 * of two that are equal in this the lower seat is ahead. */
static uint32_t worth(const struct nc_state *s, nj_seat k)
{
    const struct nc_seat *who = &s->seat[k];
    uint32_t won = nj_seat_in(sharing(s), k), lives = !who->dead;

    NJ_ASSERT(who->dead || who->died == 0);
    return won << 17 | lives << 16 | (uint32_t)who->n << 8 | who->died;
}

void nj_nc_result(const struct nj_match *m, nj_seat seat, struct nj_result *out)
{
    const struct nc_state *s = nj_state_const(m);
    bool won = nj_seat_in(sharing(s), seat), draw = winner(s) == NC_SIDES;

    NJ_ASSERT(s->phase == NC_OVER);
    out->rank = 1;
    for (nj_seat k = 0; k < s->n; k++)
        if (worth(s, k) + (k < seat) > worth(s, seat))
            out->rank++;
    out->score = won && !draw; /* a draw is no win */
    out->outcome = !won ? "lost" : draw ? "shared" : "won";
    out->side = nj_nc_sides[s->seat[seat].side];
}

/* --- what is told (NC-8.8) --- */

void nj_nc_reveal(struct nj_match *m)
{
    const struct nc_state *s = nj_state_const(m);
    struct nc_words aside = NC_NO_WORDS;

    NJ_ASSERT(s->phase == NC_OVER);
    for (nj_seat k = 0; k < s->n; k++) {
        const struct nc_seat *who = &s->seat[k];

        say_end_seat(m, k, nj_nc_sides[who->side], nj_nc_hand(who).s,
                     nj_nc_kinds(who, who->declared, who->dealt).s);
    }
    NJ_FOREACH(const uint8_t, type, s->aside, s->n_aside)
        nj_nc_add_word(&aside, nj_nc_types[*type]);
    if (s->n_aside > 0)
        say_end_aside(m, aside.s);
}

/* --- achievements --- */

/* A win, and no share in a draw. */
static bool has_won(const struct nj_match *m, nj_seat seat)
{
    const struct nc_state *s = nj_state_const(m);

    return winner(s) == (enum nc_side)s->seat[seat].side;
}

/* Any of its cards: a saint that took effect, or an amoeba of many forms. */
static bool any(const struct nc_seat *who, bool saint)
{
    NJ_FOREACH(const struct nc_card, c, who->card, NC_HAND)
        if (saint ? c->sainted : nj_seat_count(c->formed) >= SHAPES)
            return true;
    return false;
}

/* What is earned where that holds of `who`. */
#define EARNED(name, holds)                               \
 static bool name(const struct nj_match *m, nj_seat seat) \
 {                                                        \
  const struct nc_state *s = nj_state_const(m);           \
  const struct nc_seat *who = &s->seat[seat];             \
  return holds;                                           \
 }
EARNED(survivor, who->n == who->dealt)
EARNED(last_card, who->n == 1 && has_won(m, seat))
EARNED(martyr, who->dead != 0 && has_won(m, seat))
EARNED(loner, who->side == NC_LONE && has_won(m, seat))
EARNED(saint, any(who, true))
EARNED(shapes, any(who, false))

const struct nj_achievement nj_nc_achievements[] = {{"survivor", survivor},
                                                    {"last_card", last_card},
                                                    {"martyr", martyr},
                                                    {"loner", loner},
                                                    {"saint", saint},
                                                    {"shapes", shapes},
                                                    {NULL, NULL}};
