/*
 * Time and absence: deadlines, reminders, AFK, substitution (LN-12), and the
 * votes and counts that end a match nobody plays any more (LN-7.9, 7.12).
 */
#include <string.h>

#include "base/bug.h"
#include "games/long_night/long_night.h"
#include "match/absence.h"

/* --- the running deadline --- */

int64_t nj_ln_clock_begin(struct nj_match *m, struct ln_state *s)
{
    bool whole = s->opt.carry && s->opt.plan; /* LN-27.4 */
    int64_t ms = nj_option(m, whole ? "act" : "think");

    if (s->seat[s->turn].afk && nj_option(m, "afk_think") < ms) /* LN-15.5 */
        ms = nj_option(m, "afk_think");
    NJ_ASSERT(!s->over && ms > 0);
    nj_phase_begin(m, "turn", ms);
    return ms;
}

static void remind(struct nj_match *m, uint8_t percent, int64_t left_ms)
{
    const struct ln_state *s = nj_state_const(m);

    NJ_ASSERT(percent < 100);
    NJ_ASSERT(!s->over && left_ms >= 0);
    say_remind(m, s->turn, left_ms / 1000);
}

/* LN-27.3: a card moves the deadline of whoever has begun to act. */
static bool use_card(struct nj_match *m, struct ln_state *s)
{
    struct ln_seat *me = &s->seat[s->turn];
    int64_t ms = nj_option(m, "card_s");

    if (!s->acted || me->cards == 0)
        return false;
    NJ_ASSERT(me->cards <= s->opt.cards && me->fate == LN_IN_PLAY);
    me->cards--;
    say_card(m, s->turn, me->cards, ms / 1000);
    nj_phase_prolong(m, "turn", ms);
    return true;
}

static void turn_over(struct nj_match *m)
{
    struct ln_state *s = nj_state(m);

    nj_ln_check(s);
    if (!use_card(m, s))
        nj_ln_timeout(m, s, false);
}

const struct nj_phase nj_ln_phases[] = {
    {"turn", {50, 90}, remind, turn_over, 0}, /* LN-12.1 */
    {.timer = NULL}};

/* --- absence --- */

/* LN-12.6: a person's accepted command ends AFK and substitution. */
static void own_command(struct nj_match *m, struct ln_state *s,
                        const struct nj_input *in)
{
    struct ln_seat *me = &s->seat[in->seat];

    NJ_ASSERT(me->fate == LN_IN_PLAY); /* as check_order() has seen to */
    s->last_seq = in->seq;
    if (in->by != NJ_BY_PERSON)
        return;
    me->afk = 0;
    if (nj_absence_return(m, in)) {
        me->timeouts = 0;
        say_auto(m, in->seat, "off");
    }
}

void nj_ln_begin_order(struct nj_match *m, const struct nj_attempt *a)
{
    struct ln_state *s = nj_state(m);
    int64_t left = 0;

    if (a->order->when < LN_AT_ITS_TURN)
        return;
    NJ_ASSERT(a->seat == s->turn && !s->over);
    own_command(m, s, a->in);
    s->actor = (uint8_t)a->in->by;
    if (s->acted)
        return;
    s->acted = 1;
    if (s->opt.carry && nj_phase_left(m) > 0) /* LN-27.4 */
        left = nj_phase_left(m);
    nj_phase_restart(m, left + nj_option(m, "act"));
}

/* LN-12.3 and 12.4. */
static void count_timeout(struct nj_match *m, struct ln_state *s)
{
    struct ln_seat *me = &s->seat[s->turn];
    bool often = nj_absence_missed(&me->timeouts, s->opt.auto_after);

    NJ_ASSERT(me->fate == LN_IN_PLAY && !s->skipped);
    if (!s->acted && !me->afk) {
        me->afk = 1;
        say_afk(m, s->turn);
    }
    if (often && nj_absence_stand_in(m, s->turn))
        say_auto(m, s->turn, "on");
}

void nj_ln_timeout(struct nj_match *m, struct ln_state *s, bool by_host)
{
    NJ_ASSERT(!s->over);
    NJ_ASSERT(s->seat[s->turn].fate == LN_IN_PLAY);
    say_timeout(m, s->turn);
    nj_ln_trace_add(s, LN_TRACE_TIMEOUT, 0);
    s->skipped = by_host ? 1 : 0;
    if (!by_host)
        count_timeout(m, s);
    nj_ln_turn_end(m, s, LN_TIMEOUT, 0);
}

static void set_auto(struct nj_match *m, const struct nj_attempt *a)
{
    struct ln_state *s = nj_state(m);
    bool on = strcmp(a->in->args.v[0].s, "on") == 0;

    NJ_ASSERT(!s->over && s->seat[a->seat].fate == LN_IN_PLAY);
    s->last_seq = a->in->seq;
    if (!on && nj_substituted(m, a->seat)) {
        own_command(m, s, a->in);
        return;
    }
    nj_substitute(m, a->seat, on);
    say_auto(m, a->seat, on ? "on" : "off");
}

const struct nj_order nj_ln_auto = {LN_WHILE_IN_PLAY, "LN-12.4", NULL,
                                    set_auto};

/* A seat never takes a move back (D-61). */
static const char *undo_fault(const struct nj_match *m, struct nj_attempt *a)
{
    (void)m;
    (void)a;
    return "no_undo";
}

const struct nj_order nj_ln_undo = {LN_WHILE_IN_PLAY, "LN-10.6", undo_fault,
                                    NULL};

/* --- the end nobody played for (LN-7.9) --- */

void nj_ln_count_turn(struct ln_state *s, enum ln_reason reason)
{
    struct ln_seat *me = &s->seat[s->turn];

    NJ_ASSERT(reason != LN_GOES_ON);
    if (s->skipped) /* LN-10.7: counts for nothing */
        return;
    if (reason != LN_TIMEOUT)
        me->timeouts = 0;
    if (reason != LN_TIMEOUT && s->actor != NJ_BY_COMPUTER)
        me->idle = 0;
    else if (me->idle < UINT16_MAX)
        me->idle++;
}

bool nj_ln_abandoned(const struct nj_match *m, const struct ln_state *s)
{
    nj_seat_set persons = nj_ln_in_play(s) & nj_absence_persons(m);

    for (nj_seat k = 0; k < s->n; k++)
        if ((persons & nj_bit(k)) != 0 &&
            s->seat[k].idle < s->opt.abandon_rounds)
            return false;
    return persons != 0;
}

/* --- the end all agree to (LN-7.12) --- */

/* Returns the persons in play who play their seats themselves. */
static nj_seat_set voters(const struct nj_match *m, const struct ln_state *s)
{
    return nj_ln_in_play(s) & nj_absence_present(m);
}

bool nj_ln_agreed(const struct nj_match *m, const struct ln_state *s)
{
    nj_seat_set all = s->opt.solo ? 0 : voters(m, s); /* LN-26.1 */

    return all != 0 && (all & ~(nj_seat_set)s->votes) == 0;
}

static const char *end_fault(const struct nj_match *m, struct nj_attempt *a)
{
    (void)m;
    return a->in->place == NJ_PLACE_PRIVATE ? "use_group" : NULL;
}

static void vote_end(struct nj_match *m, const struct nj_attempt *a)
{
    struct ln_state *s = nj_state(m);
    bool on;

    own_command(m, s, a->in);
    s->votes = (uint8_t)(s->votes ^ nj_bit(a->seat));
    NJ_ASSERT((s->votes & ~nj_ln_in_play(s)) == 0);
    on = (s->votes & nj_bit(a->seat)) != 0;
    say_end_vote(m, a->seat, on ? "on" : "off",
                 nj_seat_count(voters(m, s) & s->votes),
                 nj_seat_count(voters(m, s)));
    if (nj_ln_agreed(m, s))
        nj_ln_over(m, s, "agreed");
}

const struct nj_order nj_ln_end = {LN_WHILE_IN_PLAY, "LN-10.2", end_fault,
                                   vote_end};
