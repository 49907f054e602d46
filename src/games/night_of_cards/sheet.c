/*
 * What the opening of a phase tells, and what a seat may see of its own: its
 * sheet, its orders, reminders, cards (NC-17.4, 17.14, 17.16, 17.17).
 */
#include <stdio.h>
#include <string.h>

#include "games/night_of_cards/night_of_cards.h"

#define GROUP_AT 80 /* percent of a phase at which the group hears of it */

/* --- what all know --- */

/* Cards of all seats, a row each; of the living alone. */
static struct nj_arg counts(const struct nc_state *s,
                            int64_t cells[3 * NC_SEATS_MAX])
{
    int64_t *c = cells;

    NJ_FOREACH_SEAT(k, nj_nc_living(s))
        c = put_counts(c, k, s->seat[k].n, s->seat[k].pending != 0);
    return rows_counts(cells, c);
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

static bool is_soulless(const struct nc_state *s, const struct nc_seat *who)
{
    return who->soulless && s->phase != NC_NIGHT;
}

static const char *marks(const struct nc_state *s, const struct nc_seat *who,
                         char text[NC_CARDS_TEXT])
{
    const struct {
        bool on;
        const char *word;
    } all[] = {{is_soulless(s, who), "soulless"},
               {nj_nc_dying(who), "dying"},
               {who->saint != 0, "saint"},
               {who->guarded && s->phase == NC_NIGHT, "guarded"},
               {s->window != 0, "window"},
               {who->done != 0, "done"},
               {who->arson != 0, "arson"}};

    memcpy(text, "-", sizeof("-"));
    for (size_t i = 0; i < NJ_COUNT(all); i++)
        if (all[i].on)
            nj_nc_add_word(text, all[i].word);
    return text;
}

void nj_nc_tell_sheet(const struct nj_asker *to, int64_t deadline)
{
    const struct nc_state *s = nj_state_const(to->from);
    const struct nc_seat *who = &s->seat[to->seat];
    char hand[NC_CARDS_TEXT], pending[NC_CARDS_TEXT], text[NC_CARDS_TEXT];

    say_sheet(to, nj_nc_phases[s->phase], nj_nc_hand(who, hand),
              who->pending == 0
                  ? NULL
                  : nj_nc_card(&who->card[who->pending - 1], pending),
              who->points, nj_nc_reserved(who), marks(s, who, text), deadline);
}

/* Who died in the step that the running phase has opened. */
static nj_seat_set just_died(const struct nc_state *s)
{
    int step = s->phase == NC_DAY     ? 2 * s->round
               : s->phase == NC_NIGHT ? 2 * s->round - 1
                                      : -1;
    nj_seat_set set = 0;

    for (nj_seat k = 0; k < s->n; k++)
        if (s->seat[k].dead && s->seat[k].died == step)
            set |= nj_bit(k);
    return set;
}

/* NC-17.4: one to each, and a last one to who died. */
void nj_nc_tell_sheets(struct nj_match *m, const struct nc_state *s,
                       int64_t deadline)
{
    nj_seat_set to = nj_nc_living(s) | just_died(s);

    for (nj_seat k = 0; k < s->n; k++) {
        struct nj_asker asker = nj_asker_seat(m, k);

        if ((to & nj_bit(k)) != 0)
            nj_nc_tell_sheet(&asker, deadline);
    }
}

/* --- the host's board --- */

void nj_nc_tell_board(struct nj_match *m, const struct nc_state *s)
{
    char hand[NC_CARDS_TEXT], pending[NC_CARDS_TEXT], text[NC_CARDS_TEXT];
    int64_t cells[NC_ORDER_CELLS];

    for (nj_seat k = 0; k < s->n; k++) {
        const struct nc_seat *who = &s->seat[k];
        nj_seat ballot = s->phase == NC_VERDICT ? who->verdict : who->ballot;

        if (!who->dead)
            say_board(m, k, nj_nc_sides[who->side], nj_nc_hand(who, hand),
                      who->pending == 0
                          ? NULL
                          : nj_nc_card(&who->card[who->pending - 1], pending),
                      who->points, nj_nc_reserved(who), marks(s, who, text),
                      nj_nc_orders(m, k, cells),
                      s->phase == NC_NIGHT ? NJ_SEAT_NONE : ballot,
                      who->missed == 0 ? NJ_NO_INT : who->missed);
    }
}

/* --- openings --- */

static void tell_setup(struct nj_match *m, const struct nc_state *s,
                       int64_t deadline)
{
    int64_t cells[2 * NC_TYPES];

    say_setup_open(m, s->n, deck(s, cells), deadline);
    for (nj_seat k = 0; k < s->n; k++) {
        const struct nc_seat *who = &s->seat[k];
        char hand[NC_CARDS_TEXT];

        say_setup_hand(m, k, k, nj_nc_hand(who, hand), nj_nc_sides[who->side],
                       who->agent ? "yes" : "no", deadline);
    }
}

void nj_nc_tell_opening(struct nj_match *m, struct nc_state *s,
                        int64_t deadline)
{
    int64_t cells[3 * NC_SEATS_MAX];

    switch ((enum nc_phase)s->phase) {
    case NC_SETUP:
        tell_setup(m, s, deadline);
        return;
    case NC_NIGHT:
        say_night_open(m, s->round, deadline, counts(s, cells));
        nj_nc_income(m, s);
        break;
    case NC_DAY:
        say_day_open(m, s->round, deadline, counts(s, cells),
                     nj_nc_living(s) & ~nj_nc_voters(s), nj_nc_places(s));
        break;
    case NC_VERDICT:
        say_verdict_open(m, s->contested, s->contested_places, deadline);
        break;
    case NC_OVER:
        return;
    }
    nj_nc_tell_sheets(m, s, deadline);
    if (s->phase != NC_VERDICT)
        nj_nc_tell_board(m, s);
}

const char *nj_nc_waiting(const struct nj_match *m, nj_seat seat,
                          char text[NC_WAITING_TEXT])
{
    const struct nc_state *s = nj_state_const(m);
    const struct nc_seat *who = &s->seat[seat];
    char number[4];

    text[0] = '\0';
    for (uint8_t i = 0; i < who->n_orders; i++) {
        if (nj_nc_covered(s, who, &who->order[i]))
            continue;
        (void)snprintf(number, sizeof(number), "%d", who->order[i].id);
        nj_words_add(text, NC_WAITING_TEXT, number);
    }
    return text;
}

/* NC-17.16. */
void nj_nc_remind(struct nj_match *m, uint8_t percent, int64_t left_ms)
{
    const struct nc_state *s = nj_state_const(m);
    nj_seat_set late = nj_nc_awaited(m);
    nj_seat_set voters = 0;

    if (percent == GROUP_AT) {
        for (nj_seat k = 0; s->phase == NC_DAY && k < s->n; k++)
            if (s->seat[k].ballot == NJ_SEAT_NONE)
                voters |= nj_nc_voters(s) & nj_bit(k);
        say_remind_all(m, left_ms, voters);
        return;
    }
    nj_nc_warn_absent(m, s, left_ms);
    for (nj_seat k = 0; k < s->n; k++) {
        uint32_t missing =
            s->phase == NC_NIGHT ? nj_nc_missing(s, &s->seat[k]) : 0;

        if ((late & nj_bit(k)) != 0)
            say_remind(m, k, left_ms, missing > 0 ? missing : NJ_NO_INT);
    }
}

/* --- queries --- */

void nj_nc_query_status(const struct nj_match *m, struct nj_query *q)
{
    const struct nc_state *s = nj_state_const(m);
    int64_t cells[3 * NC_SEATS_MAX];

    say_status(q, nj_nc_phases[s->phase], s->round, nj_phase_ends(m),
               counts(s, cells));
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
