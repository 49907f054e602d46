/*
 * The end of a day: the vote's result, executions, saints, dooms, deaths, and
 * what is told of them (NC-7.9, the dusk list of NC-10.3).
 */
#include <string.h>

#include "games/night_of_cards/night_of_cards.h"

/* What a dusk has to tell. */
struct dusk {
    struct nc_losses lost[NC_SEATS_MAX]; /* for good: saints', then dooms' */
    uint8_t executed[NC_SEATS_MAX];      /* 1 + slot; 0: was not */
    nj_seat_set died, morphed, unmorphed;
};

/* --- the day's vote --- */

/* Who has no ballot has voted for himself (NC-7.1). */
static void default_ballots(struct nj_match *m, struct nc_state *s)
{
    nj_seat_set voters = nj_nc_voters(s);
    nj_seat_set silent = 0;

    NJ_FOREACH_SEAT(i, s->opt.novote ? 0 : voters)
        if (s->seat[i].ballot == NJ_SEAT_NONE) {
            s->seat[i].ballot = i;
            silent |= nj_bit(i);
        }
    if (silent != 0)
        say_vote_default(m, silent);
}

static void tell_tally(struct nj_match *m, const struct nc_state *s,
                       const struct nc_tally *t)
{
    static const struct nj_row_form form = {
        .canon = "%:%*%/%+%-%=%",
        .sep = ';',
        .fields = 7,
        .field = {{"seat", NJ_ARG_SEAT, false},
                  {"raw", NJ_ARG_INT, false},
                  {"doubled", NJ_ARG_INT, false},
                  {"halved", NJ_ARG_INT, false},
                  {"plus", NJ_ARG_INT, false},
                  {"minus", NJ_ARG_INT, false},
                  {"final", NJ_ARG_INT, false}}};
    int64_t cells[7 * NC_SEATS_MAX];
    int64_t *c = cells;
    uint32_t rows = 0;

    for (nj_seat i = 0; i < s->n; i++) {
        const struct nc_seat *who = &s->seat[i];

        if (who->dead)
            continue;
        *c++ = i;
        *c++ = t->raw[i];
        *c++ = who->vicious;
        *c++ = who->devout;
        *c++ = who->curses;
        *c++ = who->blessings;
        *c++ = t->final[i];
        rows++;
    }
    say_tally(m, nj_rows(&form, cells, rows));
}

/* Where more are tied than places are left: all, or, of two, none. */
static nj_seat_set decided(const struct nc_state *s, const uint32_t *totals,
                           nj_seat_set among, uint8_t places)
{
    nj_seat_set contested;
    uint8_t left;
    nj_seat_set condemned =
        nj_nc_walk(totals, among, places, &contested, &left);

    return nj_seat_count(nj_nc_living(s)) > 2 ? condemned | contested
                                              : condemned;
}

/* --- steps 3 to 5: cards are lost --- */

/* Takes the front card for good; false: there is none. */
static bool lose_front(struct nc_state *s, struct dusk *d, nj_seat seat,
                       enum nc_cause cause, enum nc_type by)
{
    struct nc_seat *who = &s->seat[seat];
    struct nc_losses *l = &d->lost[seat];

    if (who->n == 0)
        return false;
    l->slot[l->n] = who->hand[0];
    l->cause[l->n] = (uint8_t)cause;
    if (nj_nc_take(who, l->slot[l->n]))
        d->unmorphed |= nj_bit(seat);
    l->n++;
    who->log_day = (uint16_t)(who->log_day | 1U << by);
    nj_nc_count_lost(s, 1);
    return true;
}

static void execute(struct nj_match *m, struct nc_state *s, struct dusk *d,
                    nj_seat_set executed)
{
    NJ_FOREACH_SEAT(i, executed) {
        struct nc_seat *who = &s->seat[i];

        NJ_ASSERT(who->n > 0 && who->pending == 0);
        who->pending = (uint8_t)(who->hand[0] + 1);
        d->executed[i] = who->pending;
        if (nj_nc_take(who, who->hand[0]))
            d->unmorphed |= nj_bit(i);
    }
    say_exec(m, executed);
}

/* The ballot of a seat that decided about x (NC-7.8). */
static uint8_t deciding(const struct nc_state *s, nj_seat voter, nj_seat x)
{
    const struct nc_seat *who = &s->seat[voter];
    bool second = s->phase == NC_VERDICT && (s->contested >> x & 1) != 0;

    return second ? who->verdict : who->ballot;
}

static const struct nj_row_form losers_form = {
    .canon = "%:%:%",
    .sep = ',',
    .fields = 3,
    .field = {{"seat", NJ_ARG_SEAT, false},
              {"cat", NJ_ARG_WORD, false}, /* 1: a commoner */
              {"left", NJ_ARG_INT, false}}};

/* An executed saint takes a card of each who voted for it (NC-5.4e). */
static void backlash(struct nj_match *m, struct nc_state *s, struct dusk *d,
                     nj_seat x)
{
    struct nc_seat *saint = &s->seat[x];
    const struct nc_card *front = &saint->card[saint->pending - 1];
    int64_t cells[3 * NC_SEATS_MAX];
    int64_t *c = cells;

    NJ_ASSERT(saint->saint != 0 && saint->pending != 0);
    saint->card[saint->saint - 1].sainted = 1;
    saint->pending = 0;
    nj_nc_count_lost(s, 1);
    for (nj_seat i = 0; i < s->n; i++) {
        const struct nc_losses *l = &d->lost[i];

        if (i == x || deciding(s, i, x) != x ||
            !lose_front(s, d, i, NC_SAINTED, NC_SN))
            continue;
        *c++ = i;
        *c++ = s->seat[i].card[l->slot[l->n - 1]].type == NC_C;
        *c++ = s->seat[i].n;
    }
    say_saint(m, x, nj_nc_category(front),
              nj_rows(&losers_form, cells, (uint32_t)(c - cells) / 3));
}

/* The dooms of the orders of one phase of that seat. */
static void doom_by(struct nc_state *s, struct dusk *d, struct nc_order *orders,
                    uint8_t n)
{
    for (uint8_t i = 0; i < n; i++)
        if (orders[i].power == NC_DOOM)
            orders[i].fate =
                lose_front(s, d, orders[i].target, NC_DOOMED, NC_DP)
                    ? NC_EFFECTIVE
                    : NC_WASTED;
}

/* Those of the day wait for its verdict (NC-5.9a). */
static void doom(struct nc_state *s, struct dusk *d)
{
    for (nj_seat i = 0; i < s->n; i++) {
        struct nc_seat *who = &s->seat[i];

        if (s->phase == NC_VERDICT)
            doom_by(s, d, who->past, who->n_past);
        doom_by(s, d, who->order, who->n_orders);
    }
}

/* By seat, not as they were ordered: that would tell of who did. */
static void tell_dooms(struct nj_match *m, const struct nc_state *s,
                       const struct dusk *d)
{
    for (nj_seat i = 0; i < s->n; i++) {
        const struct nc_seat *who = &s->seat[i];
        const struct nc_losses *l = &d->lost[i];

        for (uint8_t k = 0; k < l->n; k++)
            if (l->cause[k] == NC_DOOMED)
                say_dusk_doom(m, i, nj_nc_category(&who->card[l->slot[k]]),
                              who->n + l->n - 1 - k);
    }
}

/* --- steps 6 to 8 --- */

static void clear_day(struct nc_state *s)
{
    for (nj_seat i = 0; i < s->n; i++) {
        struct nc_seat *who = &s->seat[i];

        who->ballot = NJ_SEAT_NONE;
        who->verdict = NJ_SEAT_NONE;
        who->changed = 0;
        who->soulless = 0;
        who->saint = 0;
        who->vicious = 0;
        who->devout = 0;
        who->curses = 0;
        who->blessings = 0;
    }
    s->contested = 0;
    s->contested_places = 0;
    s->condemned = 0;
}

static void tell_seat(struct nj_match *m, const struct nc_state *s,
                      const struct dusk *d, nj_seat seat)
{
    const struct nc_seat *who = &s->seat[seat];
    char text[NC_CARDS_TEXT];

    if (d->executed[seat] != 0)
        say_exec_card(m, seat,
                      nj_nc_card(&who->card[d->executed[seat] - 1], text),
                      who->pending != 0 ? "yes" : "no");
    nj_nc_tell_losses(m, s, seat, &d->lost[seat], 0);
    nj_nc_tell_morph(m, s, seat, d->morphed, d->unmorphed);
}

/* All but the tally, in the order of NC-7.9, to the opening of the night. */
static void dusk(struct nj_match *m, struct nc_state *s, nj_seat_set executed)
{
    struct dusk d;

    memset(&d, 0, sizeof(d));
    for (nj_seat i = 0; i < s->n; i++)
        s->seat[i].log_day = 0;
    execute(m, s, &d, executed);
    for (nj_seat i = 0; i < s->n; i++)
        if (d.executed[i] != 0 && s->seat[i].saint != 0)
            backlash(m, s, &d, i);
    doom(s, &d);
    tell_dooms(m, s, &d);
    nj_nc_carry_rulings(s);
    nj_nc_tell_rulings(m, s);
    d.morphed = nj_nc_morph(s, (uint8_t)(s->round - 1), true);
    d.died = nj_nc_bury(m, s, UINT32_MAX);
    nj_nc_tell_deaths(m, s, d.died);
    for (nj_seat i = 0; i < s->n; i++)
        tell_seat(m, s, &d, i);
    nj_nc_tell_log(m, s);
    nj_nc_reordered(s);
    clear_day(s);
    if (!nj_nc_ended(m, s))
        nj_nc_open(m, s, NC_NIGHT);
}

/* --- the closes --- */

/* Whom the vote leaves to a second ballot, with places: in the state
 * (NC-7.7). */
static void contest(struct nc_state *s, const uint32_t *totals)
{
    nj_seat_set living = nj_nc_living(s);
    uint8_t places = nj_nc_places(s);
    nj_seat_set contested = 0;

    if (s->opt.lifedeath == NC_LD_ALWAYS) {
        contested = nj_nc_candidates(totals, living, places);
        s->condemned =
            nj_seat_count(contested) <= places ? (uint16_t)contested : 0;
        contested &= ~(nj_seat_set)s->condemned;
        s->contested_places = contested != 0 ? places : 0;
    } else if (s->opt.lifedeath == NC_LD_TIE) {
        s->condemned = (uint16_t)nj_nc_walk(totals, living, places, &contested,
                                            &s->contested_places);
    } else {
        s->condemned = (uint16_t)decided(s, totals, living, places);
        s->contested_places = 0;
    }
    s->contested = (uint16_t)contested;
}

void nj_nc_day_close(struct nj_match *m, struct nc_state *s)
{
    struct nc_tally t;

    NJ_ASSERT(s->phase == NC_DAY);
    nj_nc_pay(s);
    nj_nc_curse(s);
    default_ballots(m, s);
    nj_nc_tally(s, &t);
    tell_tally(m, s, &t);
    contest(s, t.final);
    if (s->contested == 0)
        dusk(m, s, s->condemned);
    else
        nj_nc_open(m, s, NC_VERDICT);
}

/* A missing verdict is the day's ballot, if that was for a candidate. */
static void default_verdicts(struct nc_state *s)
{
    nj_seat_set voters = nj_nc_voters(s);

    for (nj_seat i = 0; i < s->n; i++) {
        struct nc_seat *who = &s->seat[i];

        if ((voters >> i & 1) != 0 && who->verdict == NJ_SEAT_NONE &&
            who->ballot != NJ_SEAT_NONE &&
            (s->contested >> who->ballot & 1) != 0)
            who->verdict = who->ballot;
    }
}

static void tell_verdict(struct nj_match *m, const struct nc_state *s,
                         const uint32_t totals[NC_SEATS_MAX])
{
    static const struct nj_row_form form = {
        .canon = "%:%",
        .sep = ',',
        .fields = 2,
        .field = {{"seat", NJ_ARG_SEAT, false}, {"total", NJ_ARG_INT, false}}};
    int64_t cells[2 * NC_SEATS_MAX];
    int64_t *c = cells;
    nj_seat list[NC_SEATS_MAX];
    uint32_t n = nj_seats_of(s->contested, list);

    for (uint32_t i = 0; i < n; i++) {
        *c++ = list[i];
        *c++ = totals[list[i]];
    }
    say_verdict_sum(m, nj_rows(&form, cells, n));
}

void nj_nc_verdict_close(struct nj_match *m, struct nc_state *s)
{
    struct nc_tally t;

    NJ_ASSERT(s->phase == NC_VERDICT && s->contested != 0);
    nj_nc_pay(s);
    default_verdicts(s);
    nj_nc_tally(s, &t);
    tell_verdict(m, s, t.final);
    dusk(m, s,
         s->condemned | decided(s, t.final, s->contested, s->contested_places));
}
