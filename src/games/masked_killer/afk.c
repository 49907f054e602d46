/*
 * Clocks, absence and leaving (MK-13, 19.3, 19.22, 19.23).
 */
#include <string.h>

#include "games/masked_killer/masked_killer.h"
#include "match/absence.h"

/* --- who is waited for: never a secret --- */

nj_seat_set nj_mk_awaited(const struct nj_match *m)
{
    static const char *const kinds[] = {"defend", "reroll", "return", "death",
                                        "replace"};
    const struct mk_state *s = nj_state_const(m);
    nj_seat_set set = 0;

    if (s->phase == MK_OVER)
        return 0;
    for (size_t i = 0; i < NJ_COUNT(kinds); i++)
        set |= nj_prompt_seats(m, kinds[i]);
    if (s->phase == MK_PLAY)
        return set != 0 ? set : nj_bit(s->active);
    if (s->phase == MK_START)
        return nj_bit(nj_mk_killer(s));
    for (nj_seat k = 0; k < s->n; k++)
        if (s->phase == MK_ALLOT ? !s->v[k].agreed : s->v[k].who == MK_NOBODY)
            set |= nj_bit(k);
    NJ_ASSERT(set != 0); /* the last of them has ended the phase */
    return set;
}

/* --- clocks --- */

/* MK-13.1, 19.3: one reminder a turn in the group, the killer's at one tenth. */
void nj_mk_turn_clock(struct nj_match *m, uint8_t percent, int64_t left_ms)
{
    const struct mk_state *s = nj_state_const(m);
    bool hunts = s->phase == MK_PLAY && s->active == nj_mk_killer(s);
    nj_seat_set late = nj_mk_awaited(m);

    NJ_ASSERT(percent > 0 && percent < 100 && left_ms > 0);
    NJ_FOREACH_SEAT(k, late) {
        if (percent >= 90)
            say_remind(m, nj_to_all(), k, left_ms);
        else if (!hunts)
            say_remind(m, nj_to_seat(k), k, left_ms);
    }
}

/* Whom the person of the seat counts by: his first seat. */
static nj_seat first_of(const struct nj_match *m, nj_seat seat)
{
    NJ_ASSERT((nj_seat_hand(m, seat) & nj_bit(seat)) != 0);
    return nj_seat_from(nj_seat_hand(m, seat), 0);
}

/* MK-13.2: who hears that a computer player sits there, and that he is back.
 * Of the killer that is a fact about a hidden hand. */
static void tell_away(struct nj_match *m, nj_seat seat, bool away)
{
    const struct mk_state *s = nj_state_const(m);
    bool hidden = seat == nj_mk_killer(s) && s->opt.afk_computer;
    void (*say)(struct nj_match * m, struct nj_audience to, nj_seat seat) =
        away ? say_afk : say_back;

    NJ_ASSERT(seat <= s->n);
    say(m, hidden ? nj_to_seat(seat) : nj_to_all(), seat);
    if (hidden)
        say(m, nj_to_host(), seat);
}

/* A turn has ended by the clock (MK-19.22). */
static void missed(struct nj_match *m, nj_seat seat)
{
    struct mk_state *s = nj_state(m);
    nj_seat_set hand = nj_seat_hand(m, seat);
    nj_seat first = first_of(m, seat);

    NJ_ASSERT(first <= seat && seat <= s->n);
    /* Of two seats of one person the last counts, if the first one missed. */
    if (seat != first && s->missed[seat] == 0)
        return;
    if (first == seat && nj_seat_count(hand) > 1) {
        NJ_FOREACH_SEAT(k, hand)
            if (k != seat)
                s->missed[k] = 1;
        return;
    }
    if (nj_absence_missed(&s->missed[first], s->opt.afk_after) &&
        nj_absence_stand_in(m, first))
        tell_away(m, first, true);
}

void nj_mk_turn_over(struct nj_match *m)
{
    struct mk_state *s = nj_state(m);
    nj_seat seat = s->active;

    NJ_ASSERT(s->phase == MK_PLAY);
    /* An offer is refused first (MK-19.1), and a question of his own takes its
     * default (MK-13.1): the turn may be over by it. */
    nj_prompts_end(m, NULL);
    if (s->phase == MK_OVER || s->active != seat)
        return;
    if (s->left > 0) {
        missed(m, seat);
        if (seat != nj_mk_killer(s))
            say_default_turn(m, seat, "turn");
    }
    if (s->left > 0 || nj_phase_ripe(m)) /* else nj_mk_ripe() ends it */
        nj_mk_end_turn(m);
    nj_mk_go_on(m);
}

void nj_mk_turn_skipped(struct nj_match *m)
{
    const struct mk_state *s = nj_state_const(m);

    NJ_ASSERT(s->phase == MK_PLAY && !s->offer.open);
    nj_phase_least(m, 0); /* nobody wonders how long he thought */
    nj_mk_end_turn(m);
    nj_mk_go_on(m);
}

const struct nj_phase nj_mk_clocks[] = {{.timer = "setup",
                                         .remind_at = {50, 90},
                                         .remind = nj_mk_turn_clock,
                                         .over = nj_mk_setup_over},
                                        {.timer = "turn",
                                         .remind_at = {50, 90},
                                         .remind = nj_mk_turn_clock,
                                         .over = nj_mk_turn_over},
                                        {.timer = NULL}};

int nj_mk_timer(struct nj_match *m, const struct nj_input *in)
{
    NJ_ASSERT(in->kind == NJ_IN_TIMER);
    if (strcmp(in->verb, "order") == 0)
        nj_mk_orders_due(m);
    else
        nj_prompts_due(m, NULL);
    return 0;
}

/* --- presence --- */

void nj_mk_present(struct nj_match *m, const struct nj_input *in)
{
    struct mk_state *s = nj_state(m);

    NJ_ASSERT(in->kind == NJ_IN_ORDER && in->seat <= s->n);
    if (in->by != NJ_BY_PERSON)
        return;
    s->missed[first_of(m, in->seat)] = 0;
    if (nj_absence_return(m, in))
        tell_away(m, first_of(m, in->seat), false);
}

/* MK-13.3, 19.23: a computer player takes over until somebody else does. */
int nj_mk_leave(struct nj_match *m, const struct nj_input *in)
{
    struct mk_state *s = nj_state(m);
    nj_seat_set persons;

    NJ_ASSERT(in->kind == NJ_IN_LEAVE || in->kind == NJ_IN_OVERRIDE);
    if (s->phase == MK_OVER)
        return nj_mk_refuse(m, in, "mk.err.over", "MK-13.3");
    nj_mk_teach(m);
    say_left(m, in->seat);
    (void)nj_absence_stand_in(m, in->seat);
    persons = nj_absence_present(m) & (nj_bit(s->n) - 1);
    if (persons == 0 && in->seat != nj_mk_killer(s) &&
        (nj_computers(m) & 1) == 0)
        nj_mk_ends(m, MK_WON_BY_NONE, MK_BY_HOST); /* nobody plays on */
    return 0;
}
