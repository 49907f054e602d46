/*
 * The end of a day: the vote's result, executions, saints, dooms, deaths, and
 * what is told of them (NC-7.9, the dusk list of NC-10.3).
 */
#include "games/night_of_cards/night_of_cards.h"

/* --- steps 3 to 5: cards are lost --- */

static void execute(struct nc_state *s, struct nc_close *d)
{
    NJ_FOREACH_SEAT(k, d->executed) {
        struct nc_seat *who = &s->seat[k];

        NJ_ASSERT(who->n > 0 && who->pending == 0);
        who->pending = d->pending[k] = (uint8_t)(who->hand[0] + 1);
        if (nj_nc_take(who, who->hand[0]))
            d->unmorphed |= nj_bit(k);
    }
}

/* Takes the front card for good; false: there is none. */
static bool lose_front(struct nc_state *s, struct nc_close *d, nj_seat seat,
                       enum nc_cause cause)
{
    struct nc_seat *who = &s->seat[seat];
    enum nc_type by = cause == NC_SAINTED ? NC_SN : NC_DP;

    NJ_ASSERT(cause == NC_SAINTED || cause == NC_DOOMED);
    if (who->n == 0)
        return false;
    who->log_day = (uint16_t)(who->log_day | 1u << by);
    nj_nc_lose(s, d, seat, who->hand[0], cause);
    return true;
}

/* An executed saint takes a card of each whose deciding ballot (NC-7.8) was for
 * it: of the verdict, if it stood there (NC-5.4e). */
static void backlash(struct nj_match *m, struct nc_state *s, struct nc_close *d,
                     nj_seat x)
{
    struct nc_seat *saint = &s->seat[x];
    const struct nc_card *front = &saint->card[saint->pending - 1];
    bool second = nj_seat_in(s->contested, x);
    int64_t cells[3 * NC_SEATS_MAX];
    int64_t *c = cells;

    NJ_ASSERT(saint->pending != 0 && (!second || s->phase == NC_VERDICT));
    saint->card[saint->saint - 1].sainted = 1;
    saint->pending = 0;
    nj_nc_count_lost(s, 1);
    for (nj_seat k = 0; k < s->n; k++) {
        const struct nc_seat *who = &s->seat[k];
        const struct nc_losses *l = &d->lost[k];

        if (k != x && (second ? who->verdict : who->ballot) == x &&
            lose_front(s, d, k, NC_SAINTED))
            c = put_losers(c, k, who->card[l->slot[l->n - 1]].type == NC_C,
                           who->n);
    }
    say_saint(m, x, nj_nc_category(front), rows_losers(cells, c));
}

static void doom_by(struct nc_state *s, struct nc_close *d,
                    struct nc_order *order, uint8_t n)
{
    NJ_FOREACH(struct nc_order, o, order, n)
        if (o->power == NC_DOOM)
            o->fate = lose_front(s, d, o->target, NC_DOOMED) ? NC_EFFECTIVE
                                                             : NC_WASTED;
}

/* Those of the day wait for its verdict (NC-5.9a). They are told by seat, not
 * as they were ordered: that would tell of who did. */
static void doom(struct nj_match *m, struct nc_state *s, struct nc_close *d)
{
    NJ_FOREACH(struct nc_seat, who, s->seat, s->n) {
        if (s->phase == NC_VERDICT)
            doom_by(s, d, who->past, who->n_past);
        doom_by(s, d, who->order, who->n_orders);
    }
    for (nj_seat k = 0; k < s->n; k++) {
        const struct nc_seat *who = &s->seat[k];
        const struct nc_losses *l = &d->lost[k];

        for (uint8_t i = 0; i < l->n; i++)
            if (l->cause[i] == NC_DOOMED)
                say_dusk_doom(m, k, nj_nc_category(&who->card[l->slot[i]]),
                              who->n + l->n - 1 - i);
    }
}

/* --- the dusk, all but its tally --- */

static void dusk(struct nj_match *m, struct nc_state *s, nj_seat_set executed)
{
    struct nc_close d = {.executed = executed};
    unsigned cards = nj_nc_accounted(s);

    NJ_ASSERT((executed & ~nj_nc_living(s)) == 0);
    NJ_FOREACH(struct nc_seat, who, s->seat, s->n)
        who->log_day = 0;
    execute(s, &d);
    say_exec(m, executed);
    NJ_FOREACH_SEAT(k, executed)
        if (s->seat[k].saint != 0)
            backlash(m, s, &d, k);
    doom(m, s, &d);
    NJ_ASSERT(nj_nc_accounted(s) == cards);
    nj_nc_carry_rulings(m, s, &d);
    nj_nc_morph(s, &d);
    nj_nc_bury(m, s, &d);
    nj_nc_conclude(m, s, &d);
}

/* --- the day closes --- */

/* Who has no ballot has voted for himself (NC-7.1). */
static void default_ballots(struct nj_match *m, struct nc_state *s)
{
    nj_seat_set silent = 0;

    NJ_FOREACH_SEAT(k, s->opt.novote ? 0 : nj_nc_voters(s))
        if (s->seat[k].ballot == NJ_SEAT_NONE) {
            s->seat[k].ballot = k;
            silent |= nj_bit(k);
        }
    NJ_ASSERT(s->opt.novote || (silent & ~nj_nc_voters(s)) == 0);
    if (silent != 0)
        say_vote_default(m, silent);
}

static void tell_tally(struct nj_match *m, const struct nc_state *s,
                       const struct nc_tally *t)
{
    int64_t cells[NC_TALLY_CELLS];
    nj_seat_set nothing = 0;
    struct nj_arg rows = nj_nc_tally_rows(s, t, cells, &nothing);

    NJ_ASSERT((nothing & ~nj_nc_living(s)) == 0);
    say_tally(m, rows, rows_ballots(t->ballot, t->end), nothing);
}

/* Where more are tied than places are left: all, or, of two, none (NC-7.7). */
static nj_seat_set settle(const struct nc_state *s, nj_seat_set condemned,
                          nj_seat_set contested)
{
    NJ_ASSERT((condemned & contested) == 0);
    return nj_seat_count(nj_nc_living(s)) == 2 ? condemned
                                               : condemned | contested;
}

/* Whom the vote condemns, and whom, for how many places, it leaves to a second
 * ballot: in the state (NC-7.7). One that is always held has as candidates all
 * with no more above them than there are places. */
static void contest(struct nc_state *s, const uint32_t *totals)
{
    bool always = s->opt.lifedeath == NC_LD_ALWAYS;
    uint8_t places = nj_nc_places(s), left;
    nj_seat_set contested, condemned;

    condemned = nj_nc_walk(totals, nj_nc_living(s), (uint8_t)(places + always),
                           &contested, &left);
    if (always) {
        nj_seat_set all = condemned | contested;

        left = places;
        condemned = nj_seat_count(all) <= places ? all : 0;
        contested = all & ~condemned;
    } else if (s->opt.lifedeath == NC_LD_OFF) {
        condemned = settle(s, condemned, contested);
        contested = 0;
    }
    s->condemned = (uint16_t)condemned;
    s->contested = (uint16_t)contested;
    s->contested_places = contested != 0 ? left : 0;
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

/* --- the verdict closes --- */

/* Those of a second ballot who cast none and whose first one does not count. */
static nj_seat_set silent_voters(const struct nc_state *s)
{
    nj_seat_set silent = 0;

    NJ_ASSERT(s->phase == NC_VERDICT);
    NJ_FOREACH_SEAT(k, nj_nc_voters(s))
        if (s->seat[k].verdict == NJ_SEAT_NONE)
            silent |= nj_bit(k);
    return silent;
}

void nj_nc_verdict_close(struct nj_match *m, struct nc_state *s)
{
    int64_t cells[2 * NC_SEATS_MAX];
    int64_t *c = cells;
    nj_seat_set condemned, tied;
    struct nc_tally t;
    uint8_t left;

    NJ_ASSERT(s->phase == NC_VERDICT && s->contested != 0);
    nj_nc_pay(s);
    /* A missing one is the day's ballot, if that was for a candidate. */
    NJ_FOREACH_SEAT(k, nj_nc_voters(s))
        if (s->seat[k].verdict == NJ_SEAT_NONE &&
            nj_seat_in(s->contested, s->seat[k].ballot))
            s->seat[k].verdict = s->seat[k].ballot;
    nj_nc_tally(s, &t);
    NJ_FOREACH_SEAT(k, s->contested)
        c = put_totals(c, k, t.final[k]);
    say_verdict_sum(m, rows_totals(cells, c), rows_ballots(t.ballot, t.end),
                    silent_voters(s));
    condemned =
        nj_nc_walk(t.final, s->contested, s->contested_places, &tied, &left);
    dusk(m, s, s->condemned | settle(s, condemned, tied));
}
