/*
 * A dawn: the night's losses become deaths, forms and marks of the day (NC-6.1,
 * steps 13 to 18), and all of it is told in the order of NC-10.3.
 */
#include <string.h>

#include "games/night_of_cards/night_of_cards.h"

enum {
    LOG_FIELDS = 7,
    LOG_SEAT = 2 * NC_ORDERS * LOG_FIELDS, /* cells of one */
    LOG_CELLS = 2 * LOG_SEAT               /* ... of one message */
};

/* --- what dusks tell alike --- */

void nj_nc_tell_deaths(struct nj_match *m, const struct nc_state *s,
                       nj_seat_set died)
{
    for (nj_seat k = 0; k < s->n; k++) {
        bool shown = s->opt.reveal == NC_REVEAL_ALL ||
                     (s->opt.reveal == NC_REVEAL_DAY && s->seat[k].died_by_day);

        if ((died & nj_bit(k)) != 0)
            say_death(m, k, shown ? nj_nc_sides[s->seat[k].side] : NULL);
    }
}

void nj_nc_tell_losses(struct nj_match *m, const struct nc_state *s,
                       nj_seat seat, const struct nc_losses *l, uint8_t back)
{
    const struct nc_seat *who = &s->seat[seat];
    char cards[NC_CARDS_TEXT], left[NC_CARDS_TEXT], causes[NC_CARDS_TEXT] = "-";

    NJ_ASSERT(l->n <= NC_HAND && back <= who->n);
    for (uint8_t i = 0; i < l->n; i++)
        nj_nc_add_word(causes, nj_nc_causes[l->cause[i]]);
    if (l->n > 0)
        say_loss_card(
            m, seat, nj_nc_cards(who, l->slot, l->n, cards), causes,
            nj_nc_cards(who, who->hand + back, (uint8_t)(who->n - back), left));
}

/* Writes a row an order, and returns what is behind them. */
static int64_t *put_orders(int64_t *c, nj_seat seat,
                           const struct nc_order *orders, uint8_t n)
{
    for (uint8_t i = 0; i < n; i++) {
        const struct nc_order *o = &orders[i];

        *c++ = seat;
        *c++ = o->id;
        *c++ = o->power;
        *c++ = o->target == NJ_SEAT_NONE ? NJ_NOBODY : o->target;
        *c++ = o->power == NC_AIM ? o->shown & 0x7f : 0;
        *c++ = o->power == NC_MORPH ? o->place : 0;
        *c++ = o->fate;
    }
    return c;
}

/* What was ordered by day is told when its verdict is over. */
void nj_nc_tell_log(struct nj_match *m, const struct nc_state *s)
{
    static const struct nj_row_form form = {
        .canon = "%.%:%>%@%+%=%",
        .sep = ',',
        .fields = LOG_FIELDS,
        .field = {{"seat", NJ_ARG_SEAT, false},
                  {"id", NJ_ARG_INT, false},
                  {"power", NJ_ARG_WORD, false},
                  {"target", NJ_ARG_SEAT, false},
                  {"place", NJ_ARG_INT, false},
                  {"form", NJ_ARG_WORD, false},
                  {"fate", NJ_ARG_WORD, false}}};
    int64_t cells[LOG_CELLS];
    int64_t *c = cells;

    for (nj_seat k = 0; k < s->n; k++) {
        const struct nc_seat *who = &s->seat[k];

        if (s->phase == NC_VERDICT)
            c = put_orders(c, k, who->past, who->n_past);
        c = put_orders(c, k, who->order, who->n_orders);
        /* A full night is told in several tables. */
        if (c != cells && (k + 1 == s->n || c - cells > LOG_SEAT)) {
            say_log(m,
                    nj_rows(&form, cells, (uint32_t)(c - cells) / LOG_FIELDS));
            c = cells;
        }
    }
}

/* --- what all hear --- */

/* One class of losses of a seat; left out where there is none. */
static int64_t count(const struct nc_seat *who, const struct nc_losses *l,
                     enum nc_cause cause, bool commoner)
{
    int64_t n = 0;

    for (uint8_t i = 0; i < l->n; i++)
        n += l->cause[i] == cause &&
             (who->card[l->slot[i]].type == NC_C) == commoner;
    return n > 0 ? n : NJ_NO_INT;
}

static void tell_hands(struct nj_match *m, const struct nc_state *s,
                       const struct nc_dawn *d)
{
    bool calm = true;

    for (nj_seat k = 0; k < s->n; k++) {
        const struct nc_seat *who = &s->seat[k];
        const struct nc_losses *l = &d->lost[k];
        int back = (d->pardoned & nj_bit(k)) != 0; /* told of below */

        if (l->n == 0)
            continue;
        calm = false;
        say_dawn_loss(m, k, count(who, l, NC_ATTACK, false),
                      count(who, l, NC_ATTACK, true),
                      count(who, l, NC_ART, false), count(who, l, NC_ART, true),
                      count(who, l, NC_DOOMED, false),
                      count(who, l, NC_DOOMED, true), who->n - back);
    }
    if (calm)
        say_dawn_calm(m);
    for (nj_seat k = 0; k < s->n; k++) {
        const struct nc_seat *who = &s->seat[k];

        if (d->executed[k] != 0)
            say_dawn_exec(m, k, nj_nc_category(&who->card[d->executed[k] - 1]));
        if ((d->pardoned & nj_bit(k)) != 0)
            say_dawn_pardon(m, k, who->n);
    }
}

static void tell_all(struct nj_match *m, struct nc_state *s,
                     const struct nc_dawn *d)
{
    say_dawn_open(m, s->round);
    nj_nc_publish(m, s);
    tell_hands(m, s, d);
    if (d->soulless != 0)
        say_soulless(m, d->soulless);
    nj_nc_tell_deaths(m, s, d->died);
    nj_nc_tell_rulings(m, s);
}

/* --- what a seat hears --- */

/* "K,SN", of a log. */
static const char *types(uint16_t log, char text[NC_CARDS_TEXT])
{
    memcpy(text, "-", sizeof("-"));
    for (int t = NC_K; t < NC_AM; t++)
        if ((log >> t & 1) != 0)
            nj_nc_add_word(text, nj_nc_types[t]);
    return text;
}

/* NC-5.10a: what took cards at the dawn and the dusk before. */
static void answer(struct nj_match *m, const struct nc_state *s,
                   const struct nc_dawn *d, nj_seat seat)
{
    const struct nc_seat *who = &s->seat[seat];
    char night[NC_CARDS_TEXT], day[NC_CARDS_TEXT];

    for (uint8_t i = 0; i < who->n_orders; i++) {
        nj_seat at = who->order[i].target;

        if (who->order[i].power == NC_CORONER && who->order[i].fate == NC_OK)
            say_coroner(m, seat, at, types(d->log[at], night),
                        types(s->seat[at].log_day, day));
    }
}

/* The amoeba of a seat, wherever it is. */
static const struct nc_card *amoeba(const struct nc_seat *who)
{
    const struct nc_card *c = who->card;

    while (c->type != NC_AM)
        c++;
    NJ_ASSERT(c < who->card + who->dealt);
    return c;
}

void nj_nc_tell_morph(struct nj_match *m, const struct nc_state *s,
                      nj_seat seat, nj_seat_set done, nj_seat_set cancelled)
{
    const struct nc_seat *who = &s->seat[seat];
    char card[NC_CARDS_TEXT];

    NJ_ASSERT((done & cancelled) == 0); /* what is lost completes nothing */
    if ((done & nj_bit(seat)) != 0)
        say_morph_done(m, seat, nj_nc_types[NC_AM],
                       nj_nc_types[amoeba(who)->form]);
    if ((cancelled & nj_bit(seat)) != 0)
        say_morph_gone(m, seat, nj_nc_card(amoeba(who), card));
}

static void tell_seat(struct nj_match *m, const struct nc_state *s,
                      const struct nc_dawn *d, nj_seat seat)
{
    const struct nc_seat *who = &s->seat[seat];
    uint8_t back = (d->pardoned & nj_bit(seat)) != 0;
    char card[NC_CARDS_TEXT];

    for (uint8_t i = 0; i < who->n_orders; i++)
        if (who->order[i].fate == NC_UNCOVERED)
            say_uncovered(m, seat, who->order[i].id, who->order[i].cost);
    nj_nc_tell_losses(m, s, seat, &d->lost[seat], back);
    if (back)
        say_card_back(m, seat, nj_nc_card(&who->card[who->hand[0]], card));
    if ((d->confined & nj_bit(seat)) != 0)
        say_confined(m, seat);
    answer(m, s, d, seat);
    nj_nc_tell_morph(m, s, seat, d->morphed, d->unmorphed);
}

/* --- behind the losses --- */

/* NC-15.1: whom the host removes loses all cards, a pending one too. */
static void strip(struct nc_state *s, struct nc_seat *who)
{
    nj_nc_count_lost(s, (uint8_t)(who->n + (who->pending != 0)));
    while (who->n > 0)
        (void)nj_nc_take(who, who->hand[0]);
    who->pending = 0;
}

nj_seat_set nj_nc_bury(struct nj_match *m, struct nc_state *s,
                       nj_seat_set by_day)
{
    bool dusk = s->phase != NC_NIGHT;
    nj_seat_set died = 0;

    for (nj_seat k = 0; k < s->n; k++) {
        struct nc_seat *who = &s->seat[k];

        NJ_ASSERT(dusk || who->pending == 0);
        if (who->removed && !who->dead)
            strip(s, who);
        if (who->dead || who->n > 0 || who->pending != 0)
            continue;
        who->dead = 1;
        who->died = (uint8_t)(2 * s->round + dusk);
        who->died_by_day = (by_day & nj_bit(k)) != 0 || who->removed;
        nj_seat_out(m, k);
        died |= nj_bit(k);
    }
    return died;
}

nj_seat_set nj_nc_morph(struct nc_state *s, uint8_t round, bool day)
{
    nj_seat_set morphed = 0;

    for (nj_seat k = 0; k < s->n; k++) {
        struct nc_seat *who = &s->seat[k];
        uint8_t slot = nj_nc_card_for(who, NC_MORPH);
        struct nc_card *c;

        if (slot == NC_NO_SLOT)
            continue;
        c = &who->card[slot];
        if (c->morph == NC_NONE || c->morph_round != round ||
            c->morph_day != day)
            continue;
        c->form = c->morph;
        c->formed = (uint16_t)(c->formed | 1u << c->form);
        c->used = 0;
        c->morph = NC_NONE;
        c->morph_round = 0;
        c->morph_day = 0;
        if (who->arson_booked && who->arson_slot == slot)
            who->arson_booked = 0; /* the form is gone (NC-5.12d) */
        morphed |= nj_bit(k);
    }
    return morphed;
}

void nj_nc_curse(struct nc_state *s)
{
    for (nj_seat k = 0; k < s->n; k++)
        for (uint8_t i = 0; i < s->seat[k].n_orders; i++) {
            const struct nc_order *o = &s->seat[k].order[i];
            struct nc_seat *on;

            if (o->fate != NC_OK || o->power < NC_CURSE || o->power > NC_DBLESS)
                continue;
            on = &s->seat[o->target];
            on->curses = (uint16_t)(on->curses + (o->power == NC_CURSE));
            on->vicious = (uint16_t)(on->vicious + (o->power == NC_VCURSE));
            on->blessings = (uint16_t)(on->blessings + (o->power == NC_BLESS));
            on->devout = (uint16_t)(on->devout + (o->power == NC_DBLESS));
        }
}

/* Step 16: marks of the day. */
static void mark(struct nc_state *s, const struct nc_dawn *d)
{
    nj_nc_curse(s);
    for (nj_seat k = 0; k < s->n; k++) {
        struct nc_seat *who = &s->seat[k];

        who->soulless = (d->soulless & nj_bit(k)) != 0;
        for (uint8_t i = 0; i < who->n_orders; i++)
            if (who->order[i].power == NC_SAINT)
                who->saint = (uint8_t)(who->order[i].slot + 1);
    }
}

/* Counts what is lost for good at this dawn. */
static void count_lost(struct nc_state *s, const struct nc_dawn *d)
{
    for (nj_seat k = 0; k < s->n; k++) {
        nj_nc_count_lost(s, d->lost[k].n);
        nj_nc_count_lost(s, d->executed[k] != 0);
        s->executed_lost |= d->executed[k] != 0;
    }
}

void nj_nc_dawn(struct nj_match *m, struct nc_state *s)
{
    struct nc_dawn d = {.pardoned = 0};

    nj_nc_pay(s);
    nj_nc_night(s, &d);
    count_lost(s, &d);
    nj_nc_carry_rulings(s);
    d.died = nj_nc_bury(m, s, d.dying); /* NC-8.2 */
    d.soulless &= ~d.died;
    d.morphed = nj_nc_morph(s, (uint8_t)(s->round - 1), false);
    mark(s, &d);
    tell_all(m, s, &d);
    for (nj_seat k = 0; k < s->n; k++)
        tell_seat(m, s, &d, k);
    nj_nc_tell_log(m, s);
    nj_nc_reordered(s);
    if (!nj_nc_ended(m, s))
        nj_nc_open(m, s, NC_DAY);
}
