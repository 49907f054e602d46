/*
 * Turns, actions and rounds (MK-3.1, 3.12, 5.1, 5.8), and the stack of what is
 * still to be done when a question has been answered or a fight is over.
 */
#include <string.h>

#include "games/masked_killer/masked_killer.h"

enum {
    TURN_ACTIONS = 2
};

/* --- who is who --- */

nj_seat_set nj_mk_living(const struct mk_state *s)
{
    nj_seat_set set = 0;

    NJ_ASSERT(s->n >= 2 && s->n <= MK_VICTIMS_MAX);
    for (nj_seat k = 0; k < s->n; k++)
        if (s->v[k].cell != MK_NOWHERE)
            set |= nj_bit(k);
    return set;
}

nj_seat nj_mk_victim_at(const struct mk_state *s, uint16_t cell)
{
    NJ_ASSERT(cell != MK_NOWHERE);
    for (nj_seat k = 0; k < s->n; k++)
        if (s->v[k].cell == cell)
            return k;
    return NJ_SEAT_NONE;
}

bool nj_mk_has_victim(const struct mk_state *s, uint16_t cell)
{
    return nj_mk_victim_at(s, cell) != NJ_SEAT_NONE;
}

bool nj_mk_is_taken(const struct mk_state *s, uint8_t who)
{
    NJ_ASSERT(who == MK_NOBODY || who < MK_WHO);
    for (nj_seat k = 0; k < s->n; k++)
        if (s->v[k].who == who)
            return true;
    return false;
}

const char *nj_mk_who_is(const struct mk_state *s, nj_seat seat)
{
    NJ_ASSERT(seat < s->n && s->v[seat].who < MK_WHO);
    return nj_mk_who[s->v[seat].who];
}

uint32_t nj_mk_called(const struct nj_match *m)
{
    const struct mk_state *s = nj_state_const(m);
    bool begun = s->round > 0;
    uint32_t he = begun ? MK_CALLED_KILLER : MK_CALLED_HUNTER;
    uint32_t names = he << NJ_CALLED_BITS * nj_mk_killer(s);

    NJ_ASSERT(s->n < NJ_CALLED_SEATS);
    for (nj_seat k = 0; begun && k < s->n; k++)
        names |= (s->v[k].who + 1u) << NJ_CALLED_BITS * k;
    return s->n > 0 ? names : 0;
}

const struct mk_who_row *nj_mk_of(const struct nj_match *m, nj_seat seat)
{
    const struct mk_state *s = nj_state_const(m);

    NJ_ASSERT(seat < s->n && s->v[seat].who < MK_WHO);
    return &nj_mk_table(m)->who[s->v[seat].who];
}

uint8_t nj_mk_supply(const struct nj_match *m)
{
    const struct mk_state *s = nj_state_const(m);
    uint8_t taken = 0;

    for (nj_seat k = 0; k < s->n; k++)
        taken = (uint8_t)(taken + s->v[k].exert);
    NJ_ASSERT(taken <= nj_mk_table(m)->exert_supply); /* MK-1.8 */
    return (uint8_t)(nj_mk_table(m)->exert_supply - taken);
}

void nj_mk_exert(struct nj_match *m, nj_seat seat, int delta)
{
    struct mk_state *s = nj_state(m);
    struct mk_victim *v = &s->v[seat];

    NJ_ASSERT(delta <= nj_mk_supply(m) && -delta <= v->exert);
    v->exert = (uint8_t)(v->exert + delta);
    say_exerted(m, seat, delta, v->exert);
}

/* --- what is to be done --- */

void nj_mk_then(struct mk_state *s, enum mk_then what, nj_seat seat)
{
    NJ_ASSERT(s->n_then < MK_THEN_MAX && seat <= s->n);
    s->then[s->n_then][0] = (uint8_t)what;
    s->then[s->n_then][1] = seat;
    s->n_then++;
}

void nj_mk_swap_then(struct mk_state *s)
{
    uint8_t(*top)[2] = &s->then[s->n_then - 1];
    uint8_t seat = top[0][1];

    NJ_ASSERT(s->n_then > 0);
    if (s->n_then < 2 || top[0][0] != MK_THEN_RETURN ||
        top[-1][0] != MK_THEN_RETURN)
        return;
    top[0][1] = top[-1][1];
    top[-1][1] = seat;
}

/* An action of the seat is completed: he recovers (MK-5.2), victims may have
 * escaped (MK-8.2), the turn may be over (MK-3.12). */
static void action_done(struct nj_match *m, nj_seat seat)
{
    struct mk_state *s = nj_state(m);

    NJ_ASSERT(s->active == seat && s->left > 0);
    s->left--;
    if (s->turn_lost)
        s->left = 0;
    if (seat == nj_mk_killer(s)) {
        nj_mk_recovers(m);
        nj_mk_did(m);
        if (s->k.lent && s->k.n_played < MK_ACTS_MAX)
            s->k.played[s->k.n_played++] = s->k.act;
        nj_mk_pace_action(m);
    } else if (nj_mk_escaped(m))
        return;
    else if (s->left > 0)
        say_turn_left(m, s->left, nj_at(m) + nj_phase_left(m));
    if (s->left == 0 && (s->opt.auto_end || s->turn_lost))
        nj_mk_then(s, MK_THEN_TURN, seat);
}

static void begin_turn(struct nj_match *m, nj_seat seat)
{
    struct mk_state *s = nj_state(m);
    bool hunts = seat == nj_mk_killer(s);

    NJ_ASSERT(hunts || (nj_mk_living(s) & nj_bit(seat)) != 0);
    nj_mk_teach(m); /* the turn of another one is over */
    s->active = seat;
    s->left = TURN_ACTIONS;
    s->offers = 0;
    s->turn_lost = 0;
    s->board_due = 1;
    if (!hunts) {
        s->v[seat].steps = 0;
        s->v[seat].lit = 0;
    }
    s->turn_ms = nj_mk_time(m, seat, "turn_time") + nj_mk_away_now(m, seat);
    nj_phase_begin(m, "turn", s->turn_ms);
    nj_mk_pace_turn(m, seat);
    say_turn_begin(m, seat, hunts ? NULL : nj_mk_who_is(s, seat), s->round,
                   s->left, nj_phase_ends(m));
    if (s->opt.host)
        nj_mk_host_board(m);
    if (hunts) {
        nj_phase_least(m, s->opt.killer_floor * INT64_C(1000)); /* MK-19.3 */
        nj_mk_menu(m);
    }
}

void nj_mk_first_turn(struct nj_match *m)
{
    struct mk_state *s = nj_state(m);

    NJ_ASSERT(s->round == 0 && s->n_then == 0);
    nj_mk_first(m); /* names people, the last time */
    s->phase = MK_PLAY;
    s->round = 1;
    begin_turn(m, 0);
    for (nj_seat k = 0; k < nj_mk_killer(s); k++)
        nj_mk_sheet(m, k); /* he had his before he chose where to begin */
}

/* MK-5.8, behind his actions and all that they brought. */
static void round_over(struct nj_match *m)
{
    struct mk_state *s = nj_state(m);
    const struct mk_table *t = nj_mk_table(m);

    NJ_ASSERT(s->active == nj_mk_killer(s) && s->round <= s->last);
    nj_mk_lent_over(m);
    if (s->k.blackout) {
        s->k.blackout = 0;
        nj_mk_resight(m);
    }
    s->k.log[s->round] = s->k.cell;
    say_k_row(m, nj_mk_killer(s), s->round, s->k.cell);
    say_round_end(m, s->round, s->last, s->k.figure ? NULL : "him");
    if (s->round == s->last) {
        nj_mk_ends(m, MK_WON_BY_KILLER, MK_BY_TIME);
        return;
    }
    if (t->icon[s->round])
        nj_mk_k_draw(m, 1);
    s->round++;
    for (nj_seat k = 0; k < s->n; k++)
        s->v[k].said = 0;
    begin_turn(m, 0);
}

static void turn_done(struct nj_match *m, nj_seat seat)
{
    struct mk_state *s = nj_state(m);

    NJ_ASSERT(seat == s->active && s->left == 0);
    if (seat == nj_mk_killer(s)) {
        nj_mk_took(m);
        if (nj_phase_ripe(m))
            round_over(m); /* else nj_mk_ripe() comes */
        return;
    }
    say_turn_end(m, seat);
    begin_turn(m, (nj_seat)(seat + 1));
}

/* MK-19.3: what his floor held back. */
void nj_mk_ripe(struct nj_match *m)
{
    struct mk_state *s = nj_state(m);

    NJ_ASSERT(s->phase == MK_PLAY);
    if (s->active == nj_mk_killer(s) && s->left == 0 && s->n_then == 0)
        round_over(m);
    nj_mk_go_on(m);
}

/* One piece of it. */
static void run(struct nj_match *m, enum mk_then what, nj_seat seat)
{
    static void (*const does[])(struct nj_match * m, nj_seat seat) = {
        [MK_THEN_DEFENSE] = nj_mk_defense, [MK_THEN_COUNTER] = nj_mk_countered,
        [MK_THEN_BLOWS] = nj_mk_blows,     [MK_THEN_RETURN] = nj_mk_ask_return,
        [MK_THEN_ESTATE] = nj_mk_estate,   [MK_THEN_BURIAL] = nj_mk_burial,
        [MK_THEN_HEIR] = nj_mk_successor,  [MK_THEN_ACTION] = action_done,
        [MK_THEN_TURN] = turn_done};

    if (what == MK_THEN_SIGHT) {
        nj_mk_resight(m);
        return;
    }
    NJ_ASSERT(what < NJ_COUNT(does) && does[what] != NULL);
    does[what](m, seat);
}

const char *const nj_mk_kinds[] = {"defend",  "reroll", "return", "death",
                                   "replace", "trade",  NULL};

nj_seat_set nj_mk_asked(const struct nj_match *m)
{
    nj_seat_set asked = 0;

    for (size_t i = 0; i < MK_KINDS; i++)
        asked |= nj_prompt_seats(m, nj_mk_kinds[i]);
    return asked;
}

bool nj_mk_is_asking(const struct nj_match *m)
{
    return nj_mk_asked(m) != 0;
}

/* MK-1.8, but what only holds when nothing is left to do. */
static void assert_sane(const struct nj_match *m)
{
    const struct mk_state *s = nj_state_const(m);
    nj_seat_set living = nj_mk_living(s);

    NJ_ASSERT(!s->k.figure || s->k.shadow == MK_NOWHERE);
    NJ_FOREACH_SEAT(k, living)
        for (nj_seat i = 0; i < k; i++)
            NJ_ASSERT(s->v[i].cell != s->v[k].cell);
    if (s->phase == MK_PLAY && s->n_then == 0)
        NJ_ASSERT((nj_mk_seen_by(m, s->k.cell) != 0) == s->k.figure);
}

void nj_mk_go_on(struct nj_match *m)
{
    struct mk_state *s = nj_state(m);

    NJ_ASSERT(s->n_then <= MK_THEN_MAX && s->n >= 2);
    while (s->n_then > 0 && s->phase != MK_OVER && !nj_mk_is_asking(m)) {
        uint8_t *top = s->then[--s->n_then];
        enum mk_then what = (enum mk_then)top[0];
        nj_seat seat = top[1];

        top[0] = top[1] = 0;
        run(m, what, seat);
    }
    assert_sane(m);
    nj_mk_held(m);
    nj_mk_show(m);
}

/* --- the end of a turn --- */

/* MK-3.12, 5.1: what is left of it becomes Rest, or Stalk of 0. */
void nj_mk_end_turn(struct nj_match *m)
{
    struct mk_state *s = nj_state(m);
    bool hunts = s->active == nj_mk_killer(s);

    NJ_ASSERT(s->phase == MK_PLAY && s->n_then == 0);
    for (const char *pair = s->left > 1 ? "first" : NULL; s->left > 0;
         s->left--, pair = pair == NULL ? NULL : "second")
        if (hunts)
            nj_mk_recovers(m);
        else
            nj_mk_rests(m, s->active, pair);
    nj_mk_then(s, MK_THEN_TURN, s->active);
}

static void end(struct nj_match *m, const struct nj_attempt *a)
{
    struct mk_state *s = nj_state(m);

    NJ_ASSERT(a->seat == s->active);
    nj_mk_end_turn(m);
    if (a->seat != nj_mk_killer(s))
        return;
    s->k.act = MK_ENDS; /* what follows may be held back (MK-19.3) */
    nj_mk_did(m);
}

const struct nj_order nj_mk_end = {MK_OF_VICTIM | MK_OF_KILLER, "MK-3.12",
                                   nj_mk_fault, end};
