/*
 * Clocks, absence and leaving (MK-13, 19.3, 19.22, 19.23).
 */
#include <string.h>

#include "games/masked_killer/masked_killer.h"
#include "match/absence.h"

enum {
    IDLE_MS = 1000,  /* turns and questions of who is away (`afk` rest) */
    REST_MS = 10000, /* a computer player has for the rest of a turn */
    LENT = 1,        /* mk_killer.lent: for the rest of this turn */
    LENT_ON          /* ... and whoever stands in goes on behind it */
};

/* --- who is waited for: never a secret --- */

nj_seat_set nj_mk_awaited(const struct nj_match *m)
{
    const struct mk_state *s = nj_state_const(m);
    nj_seat_set set = nj_mk_asked(m);

    if (s->phase == MK_OVER)
        return 0;
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

/* Whom the person of the seat counts by: his first seat. */
static nj_seat first_of(const struct nj_match *m, nj_seat seat)
{
    NJ_ASSERT((nj_seat_hand(m, seat) & nj_bit(seat)) != 0);
    return nj_seat_from(nj_seat_hand(m, seat), 0);
}

int64_t nj_mk_time(const struct nj_match *m, nj_seat seat, const char *option)
{
    const struct mk_state *s = nj_state_const(m);

    NJ_ASSERT(seat <= s->n);
    return (s->idle & nj_bit(seat)) != 0 ? IDLE_MS : nj_option(m, option);
}

/* MK-19.22: is it the turn by which a round of his is missed? */
static bool is_last_of_round(const struct nj_match *m, nj_seat seat)
{
    const struct mk_state *s = nj_state_const(m);
    nj_seat_set others = nj_seat_hand(m, seat) & ~nj_bit(seat);

    NJ_ASSERT(seat <= s->n);
    return others >> seat == 0 && (others & ~s->late) == 0;
}

/* MK-13.1, 19.3: one reminder a turn in the group, the killer's at one tenth;
 * before the last miss that he may have a person is warned (MK-19.22). */
static void turn_clock(struct nj_match *m, uint8_t percent, int64_t left_ms)
{
    const struct mk_state *s = nj_state_const(m);
    bool hunts = s->phase == MK_PLAY && s->active == nj_mk_killer(s);
    nj_seat_set late = nj_mk_awaited(m) & ~s->idle;

    NJ_ASSERT(percent > 0 && percent < 100 && left_ms > 0);
    NJ_FOREACH_SEAT(k, late) {
        if (percent >= 90)
            say_remind(m, nj_to_all(), k, left_ms);
        else if (!hunts)
            say_remind(m, nj_to_seat(k), k, left_ms);
        if (s->phase == MK_PLAY && k == s->active && !nj_substituted(m, k) &&
            is_last_of_round(m, k) &&
            nj_absence_last(s->missed[first_of(m, k)], s->opt.afk_after))
            say_warn(m, k, left_ms);
    }
}

/* MK-13.2: who hears that a computer player sits there, and that he is back.
 * Of the killer that is a fact about a hidden hand. */
static void tell_away(struct nj_match *m, nj_seat seat, bool away)
{
    const struct mk_state *s = nj_state_const(m);
    bool hidden = seat == nj_mk_killer(s) && s->opt.afk_computer;
    const struct nj_audience to[] = {hidden ? nj_to_seat(seat) : nj_to_all(),
                                     nj_to_host()};

    NJ_ASSERT(seat <= s->n);
    for (int i = 0; i <= hidden; i++)
        if (away)
            say_afk(m, to[i], seat, s->opt.afk_computer ? NULL : "rest");
        else
            say_back(m, to[i], seat);
}

/* A turn has ended by the clock. Of several seats of one person the last
 * counts, if all of them were late (MK-19.22). */
static void missed(struct nj_match *m, nj_seat seat)
{
    struct mk_state *s = nj_state(m);
    nj_seat_set hand = nj_seat_hand(m, seat);
    nj_seat first = first_of(m, seat);

    NJ_ASSERT(first <= seat && seat <= s->n);
    if (!is_last_of_round(m, seat)) {
        s->late = (uint8_t)(s->late | nj_bit(seat));
        return;
    }
    s->late = (uint8_t)(s->late & ~hand);
    if (!nj_absence_missed(&s->missed[first], s->opt.afk_after) ||
        (s->idle & hand) != 0)
        return;
    if (!s->opt.afk_computer)
        s->idle = (uint8_t)(s->idle | hand);
    else if (!nj_absence_stand_in(m, first))
        return;
    tell_away(m, first, true);
}

/* --- the rest of the killer's turn (MK-19.3) --- */

/* A computer player does what is left of it; false: it becomes Stalk of 0. */
static bool lends(struct nj_match *m, bool away)
{
    struct mk_state *s = nj_state(m);

    NJ_ASSERT(s->active == nj_mk_killer(s) && s->left > 0);
    if (away || s->k.lent || s->k.clock || !s->opt.afk_computer)
        return false;
    s->k.lent = nj_absence_stand_in(m, s->active) ? LENT : LENT_ON;
    nj_phase_begin(m, "turn", REST_MS);
    return true;
}

void nj_mk_lent_over(struct nj_match *m)
{
    struct mk_state *s = nj_state(m);

    NJ_ASSERT(s->active == nj_mk_killer(s) && s->left == 0);
    if (s->k.lent)
        nj_mk_played(m);
    if (s->k.lent == LENT)
        nj_substitute(m, s->active, false);
    s->k.lent = s->k.n_played = 0;
}

/* --- the end of a turn by the clock --- */

static void turn_over(struct nj_match *m)
{
    struct mk_state *s = nj_state(m);
    nj_seat seat = s->active;
    bool hunts = seat == nj_mk_killer(s);
    bool away = nj_mk_is_computer(m, seat);

    NJ_ASSERT(s->phase == MK_PLAY);
    /* An offer is refused first (MK-19.1), and a question of his own takes its
     * default (MK-13.1): the turn may be over by it. */
    nj_prompts_end(m, NULL);
    if (s->phase == MK_OVER || s->active != seat)
        return;
    if (s->left > 0) {
        missed(m, seat);
        if (hunts && lends(m, away))
            return;
        if (!hunts)
            say_default_turn(m, seat, "turn");
    }
    if (s->left > 0 || nj_phase_ripe(m)) /* else nj_mk_ripe() ends it */
        nj_mk_end_turn(m);
    nj_mk_go_on(m);
}

void nj_mk_turn_skipped(struct nj_match *m)
{
    const struct mk_state *s = nj_state_const(m);
    bool hunts = s->active == nj_mk_killer(s);

    NJ_ASSERT(s->phase == MK_PLAY && !s->offer.open);
    nj_phase_least(m, 0); /* nobody wonders how long he thought */
    if (hunts && s->left > 0 && lends(m, nj_mk_is_computer(m, s->active)))
        return;
    nj_mk_end_turn(m);
    nj_mk_go_on(m);
}

const struct nj_phase nj_mk_clocks[] = {{.timer = "setup",
                                         .remind_at = {50, 90},
                                         .remind = turn_clock,
                                         .over = nj_mk_setup_over},
                                        {.timer = "turn",
                                         .remind_at = {50, 90},
                                         .remind = turn_clock,
                                         .over = turn_over},
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
    nj_seat_set hand = nj_seat_hand(m, in->seat);
    nj_seat first = first_of(m, in->seat);
    bool idle = (s->idle & hand) != 0;
    bool lent = s->k.lent == LENT && first == nj_mk_killer(s);

    NJ_ASSERT(in->kind == NJ_IN_ORDER && in->seat <= s->n);
    if (in->by != NJ_BY_PERSON)
        return;
    s->missed[first] = 0;
    s->late = (uint8_t)(s->late & ~hand);
    s->idle = (uint8_t)(s->idle & ~hand);
    /* What is left of the turn is his; nothing is, if its clock has run out and
     * only the killer's floor holds it (MK-19.3). */
    if (idle && s->phase == MK_PLAY && nj_seat_in(hand, s->active) &&
        nj_phase_ends(m) != 0)
        nj_phase_restart(m, nj_option(m, "turn_time"));
    if ((nj_absence_return(m, in) && !lent) || idle)
        tell_away(m, first, false);
    if (first == nj_mk_killer(s))
        s->k.lent = 0;
}

const char *nj_mk_presence(const struct nj_match *m, nj_seat seat)
{
    const struct mk_state *s = nj_state_const(m);
    nj_seat first = first_of(m, seat);

    NJ_ASSERT(seat <= s->n);
    if (s->phase == MK_OVER || nj_timer_paused(m))
        return NULL;
    return nj_substituted(m, seat) || (s->idle & nj_bit(seat)) != 0 ||
                   s->missed[first] > 0 || (s->late & nj_bit(seat)) != 0
               ? "here"
               : NULL;
}

/* The frame has noted it (nj_mk_end_order); nobody takes it back. */
static void here(struct nj_match *m, const struct nj_attempt *a)
{
    NJ_ASSERT(a->seat <= nj_mk_killer(nj_state_const(m)));
    nj_mk_teach(m);
}

const struct nj_order nj_mk_here = {MK_ANYTIME, "MK-19.22", NULL, here};

/* --- leave (MK-19.22) --- */

/* Is it his own time that runs now? */
static bool is_his(const struct nj_match *m, nj_seat_set hand)
{
    const struct mk_state *s = nj_state_const(m);

    NJ_ASSERT(hand != 0 && s->phase != MK_OVER);
    return s->phase == MK_PLAY ? nj_seat_in(hand, s->active)
                               : (nj_mk_awaited(m) & hand) != 0;
}

static const char *away_fault(const struct nj_match *m, struct nj_attempt *a)
{
    int64_t ms = nj_input_number(a->in, 0);

    NJ_ASSERT(a->seat <= nj_mk_killer(nj_state_const(m)));
    return ms > 0 && ms <= UINT32_MAX ? NULL : "mk.err.syntax";
}

/* Nobody takes it back, and nobody but he hears of it: of his next turn the
 * group hears the deadline, as of any. */
static void away(struct nj_match *m, const struct nj_attempt *a)
{
    struct mk_state *s = nj_state(m);
    nj_seat first = first_of(m, a->seat);
    int64_t ms = nj_input_number(a->in, 0);

    nj_mk_teach(m);
    if (is_his(m, nj_seat_hand(m, a->seat))) {
        nj_timer_extend(m, ms);
        s->turn_ms += ms;
        return;
    }
    ms += s->away_ms[first];
    s->away_ms[first] = ms < UINT32_MAX ? (uint32_t)ms : UINT32_MAX;
}

const struct nj_order nj_mk_away = {MK_ANYTIME | MK_PRIVATE, "MK-19.22",
                                    away_fault, away};

int64_t nj_mk_away_now(struct nj_match *m, nj_seat seat)
{
    struct mk_state *s = nj_state(m);
    uint32_t *ms = &s->away_ms[first_of(m, seat)];
    int64_t now = *ms;

    NJ_ASSERT(s->active == seat);
    *ms = 0;
    return now;
}

/* --- leaving --- */

/* MK-19.23: a victim's person may have another one's seat besides. */
bool nj_mk_shares(const struct nj_match *m, nj_seat seat, nj_seat of)
{
    const struct mk_state *s = nj_state_const(m);

    NJ_ASSERT(seat <= s->n && of <= s->n);
    return seat != nj_mk_killer(s) && of != nj_mk_killer(s);
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
