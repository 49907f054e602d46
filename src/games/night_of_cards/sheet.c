/*
 * What the opening of a phase tells, and what a seat may see of its own: its
 * sheet, its orders, reminders, cards (NC-17.4, 17.14, 17.16).
 */
#include <stdio.h>
#include <string.h>

#include "games/night_of_cards/night_of_cards.h"

#define LOST_CELLS (4 * NC_HAND * NC_SEATS_MAX)
#define HAND_CELLS (3 * NC_HAND * NC_SEATS_MAX)

/* --- what all know --- */

/* Cards of the living, a row each. */
static struct nj_arg counts(const struct nc_state *s,
                            int64_t cells[3 * NC_SEATS_MAX])
{
    int64_t *c = cells;

    NJ_FOREACH_SEAT(k, nj_nc_living(s))
        c = put_counts(c, k, s->seat[k].n, s->seat[k].pending != 0);
    return rows_counts(cells, c);
}

/* The dead, a row each. */
static struct nj_arg dead(const struct nc_state *s,
                          int64_t cells[2 * NC_SEATS_MAX])
{
    int64_t *c = cells;

    for (nj_seat k = 0; k < s->n; k++)
        if (s->seat[k].dead)
            c = put_dead(c, k,
                         nj_nc_side_known(s, k) ? 1 + s->seat[k].side : 0);
    return rows_dead(cells, c);
}

/* When the seat has lost cards next, behind `last`; NC_GONE_UNTOLD: never. */
static int next_gone(const struct nc_seat *who, int last)
{
    int next = NC_GONE_UNTOLD;

    NJ_ASSERT(who->dealt <= NC_HAND && last < next);
    for (uint8_t i = 0; i < who->dealt; i++)
        if (who->card[i].gone > last && who->card[i].gone < next)
            next = who->card[i].gone;
    return next;
}

/* How many cards of which category each seat has lost when, a row a moment. */
static struct nj_arg lost(const struct nc_state *s, int64_t cells[LOST_CELLS])
{
    int64_t *c = cells;

    for (nj_seat k = 0; k < s->n; k++) {
        const struct nc_seat *who = &s->seat[k];

        for (int when = next_gone(who, 0); when < NC_GONE_UNTOLD;
             when = next_gone(who, when)) {
            int64_t n[2] = {0};

            for (uint8_t i = 0; i < who->dealt; i++)
                if (who->card[i].gone == when)
                    n[who->card[i].type == NC_C]++;
            NJ_ASSERT(n[0] + n[1] > 0);
            c = put_lost(c, k, when, n[0], n[1]);
        }
    }
    return rows_lost(cells, c);
}

/* All cards of the living in loss order, a row each. */
static struct nj_arg hands(const struct nc_state *s, int64_t cells[HAND_CELLS])
{
    int64_t *c = cells;

    NJ_FOREACH_SEAT(k, nj_nc_living(s)) {
        const struct nc_seat *who = &s->seat[k];

        NJ_FOREACH(const uint8_t, slot, who->hand, who->n)
            c = put_hands(c, k, who->card[*slot].type, who->card[*slot].form);
    }
    return rows_hands(cells, c);
}

/* The camps of the living, as those of the dead are told. */
static struct nj_arg sides(const struct nc_state *s,
                           int64_t cells[2 * NC_SEATS_MAX])
{
    int64_t *c = cells;

    NJ_FOREACH_SEAT(k, nj_nc_living(s))
        c = put_dead(c, k, 1 + s->seat[k].side);
    return rows_dead(cells, c);
}

void nj_nc_whole(const struct nj_match *m, struct nj_query *q)
{
    const struct nc_state *s = nj_state_const(m);
    int64_t cells[3 * NC_SEATS_MAX], gone[2 * NC_SEATS_MAX], losses[LOST_CELLS];
    int64_t cards[HAND_CELLS], camps[2 * NC_SEATS_MAX];

    if (s->phase == NC_SETUP)
        return;
    say_whole(q, nj_nc_phases[s->phase], s->round, counts(s, cells),
              dead(s, gone), nj_nc_living(s) & ~nj_nc_voters(s),
              lost(s, losses), hands(s, cards), sides(s, camps));
}

/* The deck by types. */
static struct nj_arg deck(const struct nc_state *s, int64_t cells[2 * NC_TYPES])
{
    int64_t *c = cells;

    for (uint8_t type = NC_K; type < (uint8_t)NC_TYPES; type++)
        c = put_deck(c, type, nj_nc_in_deck(s, type));
    return rows_deck(cells, c);
}

/* --- the sheet --- */

struct nc_words nj_nc_marks(const struct nc_state *s, const struct nc_seat *who)
{
    struct nc_words list = NC_NO_WORDS;
    char arson[8];

    const struct {
        bool on;
        const char *word;
    } all[] = {{who->soulless && s->phase != NC_NIGHT, "soulless"},
               {nj_nc_dying(who), "dying"},
               {who->saint != 0, "saint"},
               {who->guarded && s->phase == NC_NIGHT, "guarded"},
               {who->done != 0, "done"},
               {who->arson != 0, arson}};

    (void)snprintf(arson, sizeof(arson), "F%d", who->arson);
    for (size_t i = 0; i < NJ_COUNT(all); i++)
        if (all[i].on)
            nj_nc_add_word(&list, all[i].word);
    return list;
}

const char *nj_nc_stands(const struct nc_state *s, const struct nc_seat *who)
{
    NJ_ASSERT(!who->dead || !nj_nc_dying(who));
    if (nj_nc_dying(who))
        return "dying";
    return who->soulless && s->phase != NC_NIGHT ? "soulless"
                                                 : nj_nc_phases[s->phase];
}

/* Whoever is alone has no side that might still win for it. */
static const char *out_of(const struct nc_seat *who)
{
    NJ_ASSERT(who->dead);
    return who->side == NC_LONE ? "out_lone" : "out";
}

void nj_nc_tell_sheet(const struct nj_asker *to, int64_t deadline)
{
    const struct nc_state *s = nj_state_const(to->from);
    const struct nc_seat *who = &s->seat[to->seat];
    struct nc_words marks = nj_nc_marks(s, who);

    if (s->window && who->n > 1) /* of one card there is no other order */
        nj_nc_add_word(&marks, "window");
    say_sheet(to, who->dead ? out_of(who) : nj_nc_stands(s, who),
              nj_nc_hand(who).s, NC_PENDING(who), who->points,
              nj_nc_reserved(who), marks.s, who->dead ? NJ_NO_INT : deadline);
}

void nj_nc_tell_heads(struct nj_match *m, nj_seat_set to, enum nc_phase phase)
{
    NJ_ASSERT(phase != NC_SETUP); /* whose hands begin with their own */
    say_head(m, to, nj_nc_phases[phase]);
}

void nj_nc_tell_sheets(struct nj_match *m, const struct nc_state *s,
                       int64_t deadline)
{
    int step = 2 * s->round - (s->phase == NC_NIGHT);
    nj_seat_set to = nj_nc_living(s);

    NJ_ASSERT(s->phase != NC_SETUP && s->phase != NC_OVER);
    for (nj_seat k = 0; s->phase != NC_VERDICT && k < s->n; k++)
        if (s->seat[k].dead && s->seat[k].died == step)
            to |= nj_bit(k);
    NJ_FOREACH_SEAT(k, to) {
        struct nj_asker asker = nj_asker_seat(m, k);

        nj_nc_tell_sheet(&asker, deadline);
    }
}

/* --- openings --- */

/* NC-17.13: its cards, and what each of them costs. */
static void tell_hand(struct nj_match *m, const struct nc_state *s, nj_seat k,
                      int64_t deadline)
{
    const struct nc_seat *who = &s->seat[k];
    const struct nc_card *bottom = &who->card[nj_nc_bottom(who)];
    struct nc_words prices = NC_NO_WORDS;

    NJ_FOREACH(const uint8_t, slot, who->hand, who->n)
        if (who->card[*slot].type != NC_C)
            nj_nc_add_word(&prices, nj_nc_types[who->card[*slot].type]);
    NJ_ASSERT(prices.s[0] != '-'); /* no hand is of commoners alone */
    say_setup_hand(m, k, k, nj_nc_hand(who).s, prices.s,
                   nj_nc_types[bottom->type], nj_nc_sides[who->side],
                   who->agent ? "yes" : "no", deadline);
}

static void tell_setup(struct nj_match *m, const struct nc_state *s,
                       int64_t deadline)
{
    int64_t cells[2 * NC_TYPES];

    NJ_ASSERT(nj_seat_count(nj_nc_living(s)) == s->n && s->round == 0);
    say_setup_open(m, s->n, deck(s, cells), deadline);
    NJ_FOREACH_SEAT(k, nj_nc_living(s))
        tell_hand(m, s, k, deadline);
}

/* To all, and to each what comes in front of its sheet. */
static void tell_phase(struct nj_match *m, struct nc_state *s, int64_t deadline)
{
    int64_t cells[3 * NC_SEATS_MAX], gone[2 * NC_SEATS_MAX], losses[LOST_CELLS];

    NJ_ASSERT(s->phase != NC_OVER && (s->phase == NC_SETUP) == (s->round == 0));
    if (s->phase == NC_SETUP) {
        tell_setup(m, s, deadline);
    } else if (s->phase == NC_NIGHT) {
        say_night_open(m, s->round, deadline, counts(s, cells), dead(s, gone),
                       lost(s, losses));
        if (s->round == 1)
            nj_nc_settle(m, s);
        nj_nc_income(m, s);
    } else if (s->phase == NC_DAY) {
        say_day_open(m, s->round, deadline, counts(s, cells), dead(s, gone),
                     nj_nc_living(s) & ~nj_nc_voters(s), nj_nc_places(s),
                     lost(s, losses));
    } else {
        say_verdict_open(m, s->contested, s->contested_places, deadline);
        if (nj_nc_awaited_publicly(m) != 0)
            nj_nc_tell_heads(m, nj_nc_living(s), NC_VERDICT);
    }
}

void nj_nc_tell_opening(struct nj_match *m, struct nc_state *s,
                        nj_seat_set replaced, int64_t deadline)
{
    NJ_ASSERT(deadline == nj_phase_ends(m) && s->phase != NC_OVER);
    tell_phase(m, s, deadline);
    if (nj_nc_awaited_publicly(m) == 0)
        return; /* it closes at once, and the next one tells */
    nj_nc_tell_absent(m, s, replaced, deadline - nj_at(m));
    if (s->phase != NC_SETUP)
        nj_nc_tell_sheets(m, s, deadline);
    if (s->phase == NC_NIGHT || s->phase == NC_DAY)
        nj_nc_tell_board(m, s);
}

/* --- reminders (NC-17.16) --- */

const char *nj_nc_waiting(const struct nj_match *m, nj_seat seat,
                          char text[NC_WAITING_TEXT])
{
    const struct nc_state *s = nj_state_const(m);
    const struct nc_seat *who = &s->seat[seat];
    char number[4];

    text[0] = '\0';
    NJ_FOREACH(const struct nc_order, o, who->order, who->n_orders) {
        if (nj_nc_covered(s, who, o))
            continue;
        (void)snprintf(number, sizeof(number), "%d", o->id);
        nj_words_add(text, NC_WAITING_TEXT, number);
    }
    NJ_ASSERT((text[0] != '\0') == (nj_nc_missing(s, who) > 0));
    return text;
}

/* All ballots: the group has them one by one (NC-17.15). */
static struct nj_arg ballots(const struct nc_state *s,
                             int64_t cells[2 * NC_SEATS_MAX])
{
    int64_t *c = cells;

    NJ_FOREACH_SEAT(k, nj_nc_living(s))
        if (nj_nc_ballot(s, k) != NJ_SEAT_NONE)
            c = put_votes(c, k, nj_nc_ballot(s, k));
    return rows_votes(cells, c);
}

/* Who could still cast one, and has not. */
static nj_seat_set without_ballot(const struct nc_state *s)
{
    bool votes = s->phase == NC_DAY || s->phase == NC_VERDICT;
    nj_seat_set set = votes ? nj_nc_voters(s) : 0;

    NJ_FOREACH_SEAT(k, set)
        if (nj_nc_ballot(s, k) != NJ_SEAT_NONE)
            set &= ~nj_bit(k);
    NJ_ASSERT((set & ~nj_nc_living(s)) == 0);
    return set;
}

/* --- the vote card (NC-17.15) --- */

static void vote_card(const struct nj_match *m, struct nj_query *q)
{
    const struct nc_state *s = nj_state_const(m);
    bool second = s->phase == NC_VERDICT;
    int64_t votes[2 * NC_SEATS_MAX];

    NJ_ASSERT(!second || s->contested_places > 0);
    if (second || s->phase == NC_DAY)
        say_vote_card(
            q, nj_phase_ends(m), second ? s->contested_places : nj_nc_places(s),
            second ? s->contested : 0, ballots(s, votes), without_ballot(s));
}

static const struct nj_slate_row card_rows[] = {
    {"nc.day.open", NJ_SLATE_BEGINS},   {"nc.ld.open", NJ_SLATE_BEGINS},
    {"nc.vote.cast", NJ_SLATE_SHOWS},   {"nc.ld.cast", NJ_SLATE_SHOWS},
    {"nc.host.action", NJ_SLATE_STIRS}, {0}};
const struct nj_slate nj_nc_slate = {"nc.vote.card", card_rows, vote_card};

static void candidates(const struct nj_match *m, nj_seat seat,
                       char out[NJ_OFFER_LIST])
{
    const struct nc_state *s = nj_state_const(m);
    nj_seat_set set = s->phase == NC_DAY       ? nj_nc_living(s)
                      : s->phase == NC_VERDICT ? s->contested
                                               : 0;
    char number[4];

    NJ_ASSERT(seat == NJ_SEAT_NONE);
    NJ_FOREACH_SEAT(k, set) {
        (void)snprintf(number, sizeof(number), "%u", k + 1u);
        nj_words_add(out, NJ_OFFER_LIST, number);
    }
}

/* Else what its text lacks is told behind it. */
static bool is_covered(const struct nj_match *m, const struct nj_message *msg,
                       nj_seat seat)
{
    const struct nc_state *s = nj_state_const(m);

    (void)msg;
    return nj_nc_missing(s, &s->seat[seat]) == 0;
}

const struct nj_offer nj_nc_offers[] = {
    {"nc.vote.card", "vote {}", NJ_OFFER_ALL, .list = candidates},
    {"nc.sheet", "{}", NJ_OFFER_SEAT, .list = nj_nc_at_hand},
    {"nc.order.ok", "{}", NJ_OFFER_SEAT, .when = is_covered,
     .list = nj_nc_at_hand},
    {"nc.manifesto.status", "{}", NJ_OFFER_SEAT, .list = nj_nc_at_hand},
    {"nc.err.which", "{orders}", .to = NJ_OFFER_SEAT},
    {"nc.night.open", NJ_OFFERS_OVER, .to = NJ_OFFER_ALL},
    {0}};

/* --- what is lacking --- */

/* What the phase waits for from a seat that it waits for. */
static const char *lack(const struct nc_state *s, nj_seat seat)
{
    if (s->phase == NC_SETUP)
        return s->seat[seat].ready ? "camp" : "order";
    return nj_seat_in(without_ballot(s), seat) ? "ballot" : "done";
}

/* `last`: it may be replaced behind this phase. */
static void remind_seat(struct nj_match *m, const struct nc_state *s, nj_seat k,
                        int64_t left_ms, bool last)
{
    uint32_t missing = nj_nc_missing(s, &s->seat[k]);
    char waiting[NC_WAITING_TEXT];

    NJ_ASSERT(!s->seat[k].dead && (!s->seat[k].done || missing == 0));
    if (s->undo.seat == k + 1) /* NC-17.11: he learns what he lacks */
        nj_nc_no_undo(m);
    say_remind(m, k, lack(s, k), left_ms,
               missing > 0 ? nj_nc_waiting(m, k, waiting) : NULL,
               missing > 0 ? missing : NJ_NO_INT, last ? "yes" : NULL);
}

void nj_nc_remind(struct nj_match *m, uint8_t percent, int64_t left_ms)
{
    const struct nc_state *s = nj_state_const(m);
    nj_seat_set late = nj_nc_awaited(m), last = nj_nc_last_chance(m, s);

    if (percent == NC_REMIND_ALL) {
        say_remind_all(m, left_ms, without_ballot(s));
        return;
    }
    if (s->phase == NC_DAY)
        late &= nj_nc_voters(s); /* a soul-lost seat that is undone */
    NJ_FOREACH_SEAT(k, late)
        remind_seat(m, s, k, left_ms, nj_seat_in(last, k));
    NJ_FOREACH_SEAT(k, last & ~late) {
        say_head(m, nj_bit(k), "remind");
        say_afk_last(m, k, left_ms);
    }
}

/* --- queries --- */

void nj_nc_query_status(const struct nj_match *m, struct nj_query *q)
{
    const struct nc_state *s = nj_state_const(m);
    int64_t cells[3 * NC_SEATS_MAX], votes[2 * NC_SEATS_MAX];

    say_status(q, nj_nc_phases[s->phase], s->round, nj_phase_ends(m),
               counts(s, cells), ballots(s, votes));
}

void nj_nc_query_hand(const struct nj_match *m, struct nj_query *q)
{
    struct nj_asker to = nj_asker_query(m, q);

    nj_nc_tell_sheet(&to, nj_phase_ends(m));
}

void nj_nc_query_orders(const struct nj_match *m, struct nj_query *q)
{
    const struct nc_state *s = nj_state_const(m);
    struct nj_asker to = nj_asker_query(m, q);
    int64_t cells[NC_ORDER_CELLS];

    say_order_list(&to, nj_nc_orders(m, q->asker, cells),
                   nj_nc_balance(&s->seat[q->asker]));
}

/* A card's text, or, of none, what the deck holds. */
void nj_nc_query_card(const struct nj_match *m, struct nj_query *q)
{
    uint8_t type = nj_nc_type_of(q->args.n > 0 ? q->args.v[0].s : "");
    int64_t cells[2 * NC_TYPES];

    if (type == NC_NONE)
        say_deck(q, deck(nj_state_const(m), cells));
    else
        say_card_is(q, nj_nc_types[type]);
}
