/*
 * What a seat may type in private at the moment it asks (NC-17.17): powers of
 * its cards that would be accepted, each tried as it would be ordered.
 */
#include <stdio.h>
#include <string.h>

#include "games/night_of_cards/night_of_cards.h"

#define HALF 4 /* a price: of what the next night brings (NC-4.1) */

/* --- powers --- */

/* Would the seat's order of that power be accepted, with these words? What it
 * means is in `plan`. */
static bool would(const struct nj_match *m, nj_seat seat, int power,
                  const char *whom, const char *place, struct nc_plan *plan)
{
    struct nj_arg words[] = {nj_arg_text("who", whom),
                             nj_arg_text("place", place)};
    const struct nj_input in = {.seat = seat,
                                .place = NJ_PLACE_PRIVATE,
                                .verb = nj_nc_powers[power].word,
                                .args = {.v = words, .n = NJ_COUNT(words)}};
    struct nj_attempt a = {
        .in = &in, .seat = seat, .order = &nj_nc_power_order, .plan = plan};

    NJ_ASSERT(power < NC_POWERS && place[0] != '\0');
    *plan = (struct nc_plan){0};
    /* Where a verb serves two powers it may have meant the other one. */
    return nj_nc_power_order.fault(m, &a) == NULL && plan->power == power;
}

/* Who or what the power may be for: how many seats, or types, there are, and
 * the word for one of them; "" if it is for nobody. */
static uint8_t things(const struct nj_match *m, int power)
{
    return power == NC_MORPH ? NC_AM : nj_seats(m);
}

static const char *word_of(int power, uint8_t thing, char number[4])
{
    NJ_ASSERT(power == NC_MORPH ? thing < NC_AM : thing < NC_SEATS_MAX);
    (void)snprintf(number, 4, "%u", thing + 1u);
    return power == NC_MORPH                          ? nj_nc_types[thing]
           : nj_nc_powers[power].aims == NC_AT_NOBODY ? ""
                                                      : number;
}

/* Would it be accepted about that one? The bottom card is no mark unless it is
 * the only one. */
static bool would_on(const struct nj_match *m, nj_seat seat, int power,
                     uint8_t thing, struct nc_plan *plan)
{
    const struct nc_state *s = nj_state_const(m);
    char number[4];

    NJ_ASSERT(thing < things(m, power));
    return would(m, seat, power, word_of(power, thing, number),
                 s->seat[thing].n > 1 ? "2" : "1", plan);
}

/* Can it be ordered at all? An example of it is in `plan`: of seats, the next
 * one. */
static bool offered(const struct nj_match *m, nj_seat seat, int power,
                    struct nc_plan *plan)
{
    uint8_t n = things(m, power), first = power == NC_MORPH ? 0 : seat + 1;

    NJ_ASSERT(power == NC_MORPH || seat < n);
    for (uint8_t k = 0; k < n; k++)
        if (would_on(m, seat, power, (uint8_t)((first + k) % n), plan))
            return true;
    return false;
}

/* A row for each power that the seat could order; the first of a card names
 * it. */
static struct nj_arg list_powers(const struct nj_match *m, nj_seat seat,
                                 int64_t cells[6 * NC_POWERS])
{
    const struct nc_state *s = nj_state_const(m);
    uint8_t last = NC_NONE;
    struct nc_plan plan;
    int64_t *c = cells;

    for (int power = 0; power < NC_POWERS; power++) {
        uint8_t of = nj_nc_powers[power].card;

        if (!offered(m, seat, power, &plan))
            continue;
        NJ_ASSERT(plan.slot < s->seat[seat].dealt &&
                  plan.cost <= nj_nc_balance(&s->seat[seat]));
        /* Nobody is seat 0; people are numbered from 1. */
        c = put_offers(c, of == last ? NC_NONE : of, power,
                       (uint8_t)(plan.target + 1), plan.shown,
                       power == NC_MORPH ? plan.place : NC_NONE,
                       power == NC_ARSON ? HALF : plan.cost);
        last = of;
    }
    return rows_offers(cells, c);
}

/* --- what can be pressed (NC-11.4) --- */

/* Adds an order as it is typed: "aim 4 2". */
static void add_order(char out[NJ_OFFER_LIST], const char *verb,
                      const char *whom, const char *place)
{
    char typed[NJ_OFFER_BYTES];

    NJ_ASSERT(whom[0] != '\0'); /* or nothing would have been lacking */
    (void)snprintf(typed, sizeof(typed), "%s %s%s%s", verb, whom,
                   place[0] != '\0' ? " " : "", place);
    nj_words_add(out, NJ_OFFER_LIST, typed);
}

/* What the refused order did not say; NULL: it is refused for something else. */
static const char *lacks(const struct nj_attempt *a, const char *code)
{
    const struct nc_plan *meant = a->plan;
    bool bare =
        nj_input_text(a->in, 0)[0] == '\0' && nj_input_words(a->in)[0] == '\0';

    if (a->order != &nj_nc_power_order)
        return NULL;
    NJ_ASSERT(meant->power < NC_POWERS);
    if (strcmp(code, "nc.err.place") == 0)
        return nj_input_text(a->in, 1)[0] == '\0' ? "place" : NULL;
    if (bare && strcmp(code, "nc.err.morph_type") == 0)
        return "form";
    return bare && strcmp(code, "nc.err.target") == 0 ? "whom" : NULL;
}

const char *nj_nc_choices(const struct nj_match *m, const struct nj_attempt *a,
                          const char *code, char out[NJ_OFFER_LIST])
{
    const struct nc_plan *meant = a->plan;
    const char *verb = nj_nc_powers[meant->power].word, *what = lacks(a, code);
    bool place = what != NULL && what[0] == 'p';
    uint8_t n = what == NULL ? 0 : place ? NC_HAND : things(m, meant->power);
    char whom[4], at[4];
    struct nc_plan plan;

    NJ_ASSERT(!place || meant->target < nj_seats(m));
    out[0] = '\0';
    for (uint8_t k = 0; k < n; k++) {
        (void)snprintf(at, sizeof(at), "%u", k + 1u);
        (void)snprintf(whom, sizeof(whom), "%u", meant->target + 1u);
        if (place && would(m, a->seat, NC_AIM, whom, at, &plan))
            add_order(out, verb, whom, at);
        if (!place && would_on(m, a->seat, meant->power, k, &plan))
            add_order(out, verb, word_of(meant->power, k, whom), "");
    }
    return out[0] == '\0' ? NULL : what;
}

void nj_nc_at_hand(const struct nj_match *m, nj_seat seat,
                   char out[NJ_OFFER_LIST])
{
    const struct nc_state *s = nj_state_const(m);
    const struct nc_seat *who = &s->seat[seat];
    struct nc_plan plan;

    for (int power = 0; power < NC_POWERS; power++)
        if (offered(m, seat, power, &plan))
            nj_words_add(out, NJ_OFFER_LIST, nj_nc_powers[power].word);
    if (nj_nc_phase_fault(m, who, NC_IN_NIGHT) == NULL && !who->done &&
        nj_nc_missing(s, who) == 0)
        nj_words_add(out, NJ_OFFER_LIST, "done");
    NJ_ASSERT(strlen(out) < NJ_OFFER_LIST);
}

/* --- the rest of what can be typed --- */

/* What the seat is, as far as that decides what it may type. */
static const char *condition(const struct nj_match *m, nj_seat seat)
{
    const struct nc_state *s = nj_state_const(m);
    const struct nc_seat *who = &s->seat[seat];

    if (who->dead || s->phase == NC_OVER)
        return "dead";
    return nj_timer_paused(m) ? "paused" : nj_nc_stands(s, who);
}

/* The number of somebody for whom the seat could vote now; or none. */
static int64_t ballot_of(const struct nc_state *s, nj_seat seat)
{
    nj_seat_set set = s->phase == NC_DAY       ? nj_nc_living(s)
                      : s->phase == NC_VERDICT ? s->contested
                                               : 0;

    if ((nj_nc_voters(s) & nj_bit(seat)) == 0 || set == 0)
        return NJ_NO_INT;
    if (set != nj_bit(seat))
        set &= ~nj_bit(seat);
    NJ_ASSERT((set & ~nj_nc_living(s)) == 0);
    return nj_seat_nth(set, 0) + 1;
}

void nj_nc_query_help(const struct nj_match *m, struct nj_query *q)
{
    const struct nc_state *s = nj_state_const(m);
    const struct nc_seat *who = &s->seat[q->asker];
    const char *now = condition(m, q->asker), *declare;
    bool acts = strcmp(now, "dead") != 0 && strcmp(now, "paused") != 0;
    int64_t cells[6 * NC_POWERS];
    char waiting[NC_WAITING_TEXT];
    struct nc_words order = nj_nc_kinds(who, who->hand, who->n);

    NJ_ASSERT(q->asker < s->n && q->place == NJ_PLACE_PRIVATE);
    if (acts && nj_nc_missing(s, who) > 0)
        say_help_waiting(q, nj_nc_waiting(m, q->asker, waiting),
                         nj_nc_missing(s, who));
    declare = acts && who->n > 0 && (s->phase == NC_SETUP || s->window)
                  ? order.s
                  : NULL;
    say_help(q, acts ? nj_nc_balance(who) : NJ_NO_INT,
             acts ? nj_phase_ends(m) : NJ_NO_INT,
             who->n == 0 || declare != NULL ? NULL : nj_nc_hand(who).s,
             NC_PENDING(who), list_powers(m, q->asker, cells), declare,
             acts && s->phase == NC_SETUP && who->agent ? "yes" : NULL,
             acts ? ballot_of(s, q->asker) : NJ_NO_INT,
             who->dead ? nj_nc_living(s) : 0, now);
}
