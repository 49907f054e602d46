/*
 * What the host sees who holds no seat (NC-17.9): with each dawn and dusk, and
 * whenever he looks, all hands and all that is on them.
 */
#include <stdio.h>
#include <string.h>

#include "games/night_of_cards/night_of_cards.h"
#include "match/absence.h"

enum {
    LOG_FIELDS = 7,
    LOG_SEAT = 2 * NC_ORDERS * LOG_FIELDS, /* cells of one */
    LOG_CELLS = 2 * LOG_SEAT,              /* ... of one message */
    NOTES_TEXT = 512
};

/* --- what became of all orders, for the host --- */

/* Writes a row an order, and returns what is behind them. */
static int64_t *put_fates(int64_t *c, nj_seat seat,
                          const struct nc_order *order, uint8_t n)
{
    NJ_FOREACH(const struct nc_order, o, order, n)
        c = put_log(c, seat, o->id, o->power, o->target, o->shown,
                    o->power == NC_MORPH ? o->place : 0, o->fate);
    return c;
}

/* What was ordered by day is told when its verdict is over. */
void nj_nc_tell_log(struct nj_match *m, const struct nc_state *s, bool last)
{
    int64_t cells[LOG_CELLS];
    int64_t *c = cells;

    for (nj_seat k = 0; k < s->n; k++) {
        const struct nc_seat *who = &s->seat[k];

        if (last || s->phase == NC_VERDICT)
            c = put_fates(c, k, who->past, who->n_past);
        if (!last)
            c = put_fates(c, k, who->order, who->n_orders);
        NJ_ASSERT(c - cells <= LOG_CELLS);
        /* A full night is told in several tables. */
        if (c != cells && (k + 1 == s->n || c - cells > LOG_SEAT)) {
            say_log(m, rows_log(cells, c));
            c = cells;
        }
    }
}

/* --- a seat --- */

/* "B3": a letter and a number, as one word of a list. */
static void note(char notes[NOTES_TEXT], char letter, unsigned n)
{
    char token[12];

    (void)snprintf(token, sizeof(token), "%c%u", letter, n);
    nj_words_add(notes, NOTES_TEXT, token);
}

/* ... one for each seat of a set. */
static void note_seats(char notes[NOTES_TEXT], char letter, nj_seat_set set)
{
    NJ_FOREACH_SEAT(k, set)
        note(notes, letter, k + 1u);
}

/* What its cards have used up, whom it has helped in vain, what it has written;
 * NULL: nothing. */
static const char *notes_of(const struct nc_state *s, const struct nc_seat *who,
                            char notes[NOTES_TEXT])
{
    uint32_t missing = nj_nc_missing(s, who);

    notes[0] = '\0';
    for (const struct nc_card *c = who->card; c < who->card + who->dealt; c++) {
        if (c->form != NC_NONE)
            note(notes, 'U', c->used);
        if (c->doomed)
            nj_words_add(notes, NOTES_TEXT, "doomed");
        if (c->sainted)
            nj_words_add(notes, NOTES_TEXT, "sainted");
        note_seats(notes, 'P', c->pardoned);
    }
    note_seats(notes, 'B', who->bind_missed);
    note_seats(notes, 'H', who->heal_missed);
    if (who->halves > 0)
        note(notes, 'T', who->halves / 2u);
    if (missing > 0)
        note(notes, 'L', missing);
    NJ_ASSERT(strlen(notes) < NOTES_TEXT);
    return notes[0] == '\0' ? NULL : notes;
}

/* What an amoeba of the hand will be; NULL: none is on its way. */
static const char *morph_of(const struct nc_seat *who)
{
    uint8_t slot = nj_nc_card_for(who, NC_MORPH);

    NJ_ASSERT(slot == NC_NO_SLOT || who->card[slot].type == NC_AM);
    return slot == NC_NO_SLOT || who->card[slot].morph == NC_NONE
               ? NULL
               : nj_nc_types[who->card[slot].morph];
}

static void tell_row(struct nj_match *m, const struct nc_state *s, nj_seat k)
{
    const struct nc_seat *who = &s->seat[k];
    char notes[NOTES_TEXT];
    int64_t cells[NC_ORDER_CELLS];
    const char *by = !nj_seat_in(nj_absence_persons(m), k) ? "computer"
                     : nj_substituted(m, k)                ? "stand_in"
                                                           : NULL;

    NJ_ASSERT(!who->dead);
    say_board(m, k, nj_nc_sides[who->side], by, nj_nc_hand(who).s,
              morph_of(who), NC_PENDING(who), who->points, nj_nc_reserved(who),
              nj_nc_marks(s, who).s, notes_of(s, who, notes),
              nj_nc_orders(m, k, cells), nj_nc_ballot(s, k),
              who->missed == 0 ? NJ_NO_INT : who->missed);
}

/* --- what is of no seat --- */

/* The tally as it stands: by day with what has been ordered since, in a
 * life-or-death vote with nothing but ballots (NC-7.7). */
static struct nj_arg tally(const struct nc_state *s,
                           int64_t cells[NC_TALLY_CELLS])
{
    struct nc_state now = *s;
    nj_seat_set nothing = 0;
    struct nc_tally t;

    NJ_ASSERT(now.phase != NC_OVER);
    if (now.phase != NC_DAY && now.phase != NC_VERDICT)
        return rows_tally(cells, cells);
    if (now.phase == NC_DAY)
        nj_nc_curse(&now);
    for (nj_seat k = 0; now.phase == NC_VERDICT && k < now.n; k++)
        now.seat[k].vicious = now.seat[k].devout = now.seat[k].curses =
            now.seat[k].blessings = 0;
    nj_nc_tally(&now, &t);
    return nj_nc_tally_rows(&now, &t, cells, &nothing);
}

/* So many lost cards bring new orders (NC-8.7); NJ_NO_INT: none do. */
static int64_t next_window(const struct nc_state *s)
{
    int64_t passed = s->thresholds, third = s->total / 3;

    NJ_ASSERT(passed <= 2);
    return s->opt.reorder || passed == 2 ? NJ_NO_INT : (passed + 1) * third;
}

static void tell_below(struct nj_match *m, const struct nc_state *s)
{
    int64_t votes[NC_TALLY_CELLS], asked[2 * NC_ASKS];
    struct nc_words aside = NC_NO_WORDS;
    int64_t *c = asked;

    NJ_ASSERT(s->n_questions <= NC_ASKS);
    for (uint8_t i = 0; i < s->n_aside; i++)
        nj_nc_add_word(&aside, nj_nc_types[s->aside[i]]);
    for (uint8_t i = 0; i < s->n_questions; i++)
        c = put_questions(c, s->question[i].n, s->question[i].seat);
    say_board_below(m, s->lost, s->total, next_window(s),
                    s->n_aside > 0 ? aside.s : NULL, tally(s, votes),
                    rows_questions(asked, c));
}

/* --- the whole of it --- */

void nj_nc_tell_top(struct nj_match *m, enum nc_phase phase, uint8_t round)
{
    NJ_ASSERT(phase != NC_SETUP || round == 0);
    say_board_top(m, nj_nc_phases[phase], round);
}

void nj_nc_tell_board(struct nj_match *m, const struct nc_state *s)
{
    NJ_FOREACH_SEAT(k, nj_nc_living(s))
        tell_row(m, s, k);
    tell_below(m, s);
}

void nj_nc_tell_look(struct nj_match *m)
{
    const struct nc_state *s = nj_state_const(m);

    NJ_ASSERT(s->phase != NC_OVER);
    nj_nc_tell_top(m, s->phase, s->round);
    nj_nc_tell_log(m, s, true);
    nj_nc_tell_board(m, s);
}
