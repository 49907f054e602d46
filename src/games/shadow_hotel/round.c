/*
 * Turns and the beginning of a round (SH-4, 11.3), and the timers behind them
 * (SH-15.1, 15.4).
 */
#include <string.h>

#include "base/bug.h"
#include "games/shadow_hotel/shadow_hotel.h"
#include "match/absence.h"

uint8_t nj_sh_steps_of(const struct sh_state *s, nj_seat seat)
{
    NJ_ASSERT(s->phase >= 1 && s->phase <= 3);
    return seat == s->shadow ? s->opt.steps_shadow[s->phase - 1]
                             : s->opt.steps_other[s->phase - 1];
}

const char *nj_sh_side_word(const struct sh_state *s)
{
    return nj_sh_shadow_round(s) ? "shadow" : "players";
}

/* --- who is waited for --- */

/* Those who have not ended this round. The dead and the absent are among them,
 * or its end would tell who they are (SH-19.1). */
static nj_seat_set due(const struct nj_match *m)
{
    const struct sh_state *s = nj_state_const(m);
    nj_seat_set set = 0;

    for (nj_seat i = 0; i < s->n; i++)
        if (nj_sh_own_round(s, i) && !s->seat[i].turn_over)
            set |= nj_bit(i);
    NJ_ASSERT((set & nj_bit(s->shadow)) == 0 || nj_sh_shadow_round(s));
    return set;
}

bool nj_sh_round_done(const struct nj_match *m)
{
    const struct sh_state *s = nj_state_const(m);
    bool done =
        s->stage == SH_RUNNING && nj_phase_ripe(m) &&
        (nj_prompt_seats(m, SH_ASK_COIN) | nj_prompt_seats(m, SH_ASK_GUN) |
         nj_prompt_seats(m, SH_ASK_WAKE) | due(m)) == 0;

    NJ_ASSERT(!done || s->busy == 0);
    return done;
}

/* --- one after another (order=priority) --- */

static bool has_slots(const struct sh_state *s)
{
    return s->opt.by_priority && s->stage == SH_RUNNING &&
           !nj_sh_shadow_round(s);
}

nj_seat nj_sh_slot(const struct sh_state *s)
{
    NJ_ASSERT(s->slot <= s->n && s->n <= SH_SEATS_MAX);
    return has_slots(s) && s->slot < s->n ? s->order[s->slot] : NJ_SEAT_NONE;
}

void nj_sh_turn_tell(struct nj_match *m, nj_seat seat)
{
    NJ_ASSERT(nj_sh_own_round(nj_state_const(m), seat));
    if (!has_slots(nj_state_const(m)))
        say_turn_deadline(m, seat, nj_phase_ends(m));
}

static void open_slot(struct nj_match *m)
{
    const struct sh_state *s = nj_state_const(m);
    nj_seat seat = nj_sh_slot(s);

    if (seat == NJ_SEAT_NONE) { /* all have had theirs */
        nj_phase_stop(m);
        return;
    }
    NJ_ASSERT((due(m) & nj_bit(seat)) != 0);
    nj_phase_begin(m, "turn", nj_option(m, "turn_secs"));
    if (s->seat[seat].life == SH_ACTIVE)
        say_turn_deadline(m, seat, nj_phase_ends(m));
    nj_sh_rest(m, nj_bit(seat));
}

/* The slot moves on from whoever is done to the next who is not. */
static void pass_slot(struct nj_match *m, bool first)
{
    struct sh_state *s = nj_state(m);
    nj_seat_set left = due(m);
    uint8_t was = s->slot;

    if (!has_slots(s))
        return;
    s->slot = s->n;
    for (uint8_t k = 0; k < s->n && s->slot == s->n; k++)
        if ((left & nj_bit(s->order[(was + k) % s->n])) != 0)
            s->slot = (uint8_t)((was + k) % s->n);
    NJ_ASSERT((s->slot == s->n) == (left == 0));
    if (first || s->slot != was)
        open_slot(m);
}

/* Those who live and act in this round, and whose turn is over, or not yet. */
static nj_seat_set acting(const struct sh_state *s, bool over)
{
    nj_seat_set set = 0;

    for (nj_seat i = 0; i < s->n; i++)
        if (nj_sh_own_round(s, i) && nj_sh_is_living(s, i) &&
            (s->seat[i].turn_over != 0) == over)
            set |= nj_bit(i);
    NJ_ASSERT((set & nj_bit(s->shadow)) == 0 || nj_sh_shadow_round(s));
    return set;
}

/* SH-12.1: how many are done is nobody's business but a host's. */
void nj_sh_turn_over(struct nj_match *m, nj_seat seat)
{
    struct sh_state *s = nj_state(m);
    uint8_t done;

    NJ_ASSERT(nj_sh_own_round(s, seat));
    s->seat[seat].turn_over = 1;
    done = nj_seat_count(acting(s, true));
    if (s->opt.show_progress)
        say_host_progress(m, done, done + nj_seat_count(acting(s, false)));
}

void nj_sh_round_check(struct nj_match *m)
{
    const struct sh_state *s = nj_state_const(m);

    if (s->stage != SH_RUNNING)
        return;
    NJ_ASSERT(s->busy == 0);
    (void)nj_sh_offers_show(m); /* one may have waited for what is over now */
    pass_slot(m, false);
    if (nj_sh_round_done(m))
        nj_sh_round_end(m);
}

/* --- the beginning --- */

void nj_sh_round_fresh(struct sh_state *s)
{
    NJ_ASSERT(s->stage == SH_RUNNING && s->busy == 0);
    for (nj_seat i = 0; i < s->n; i++) {
        struct sh_seat *who = &s->seat[i];

        who->steps = nj_sh_own_round(s, i) ? nj_sh_steps_of(s, i) : 0;
        who->touched = 0;
        who->turn_over = 0;
        who->looked = 0;
        who->moved = 0;
        who->acted = 0;
        who->late = 0;
        who->memory_used = 0;
        who->free_used = 0;
        who->hammered = 0;
    }
    for (int i = 0; i < SH_ITEMS; i++) {
        s->item[i].dropped = 0;
        s->item[i].kicked = 0;
    }
    s->mech_used = 0;
    s->fire_now = 0;
    s->changed = 0;
    s->key_found = 0;
    s->key_kicked = 0;
    s->slot = 0;
}

/* With slots nobody knows how many there will be: as if all had theirs. */
int64_t nj_sh_round_clock(struct nj_match *m)
{
    const struct sh_state *s = nj_state_const(m);

    nj_sh_rest_stop(m);
    nj_phase_stop(m);
    nj_phase_least(m, nj_option(m, "min_round_secs"));
    if (has_slots(s))
        return nj_at(m) + nj_option(m, "turn_secs") * (s->n - 1);
    nj_phase_begin(m, "round", nj_option(m, "round_secs"));
    return nj_phase_ends(m);
}

/* SH-8.16. True: the match is over. */
static bool end_rebirth(struct nj_match *m)
{
    struct sh_state *s = nj_state(m);
    struct sh_seat *shadow = &s->seat[s->shadow];

    if (shadow->life != SH_REBIRTH)
        return false;
    NJ_ASSERT(nj_sh_is_present(s, s->shadow) && shadow->room > 0);
    nj_sh_step_begin(s);
    shadow->life = SH_ACTIVE;
    nj_sh_encounter(m, shadow->room, true);
    return nj_sh_step_end(m);
}

static void ask_absent(struct nj_match *m)
{
    const struct sh_state *s = nj_state_const(m);

    NJ_ASSERT(s->busy == 0);
    for (uint8_t i = 0; i < s->n; i++)
        if (s->seat[s->order[i]].life == SH_ABSENT &&
            nj_sh_own_round(s, s->order[i]))
            nj_sh_ask_wake(m, s->order[i]);
}

/* Shots wait for the shadow's round, visits for any that is not one's own; one
 * whom a shot kills before his turn comes visits nothing. */
static void run_stored(struct nj_match *m)
{
    const struct sh_state *s = nj_state_const(m);

    for (uint8_t i = 0; i < s->n && s->stage == SH_RUNNING; i++) {
        if (nj_sh_shadow_round(s))
            nj_sh_shot_run(m, s->order[i]);
        if (s->stage == SH_RUNNING)
            nj_sh_visit_run(m, s->order[i]);
        NJ_ASSERT(s->busy == 0); /* each is a step of its own */
    }
}

void nj_sh_round_begin(struct nj_match *m)
{
    struct sh_state *s = nj_state(m);

    NJ_ASSERT(s->stage == SH_RUNNING);
    if (nj_sh_shadow_round(s) && end_rebirth(m))
        return;
    ask_absent(m);
    run_stored(m);
    nj_sh_rest(m, due(m));
    pass_slot(m, true);
}

/* --- timers --- */

/* Marks who has let the time pass (SH-15.5); a round of forced stay or absence
 * does not count (SH-15.7). */
static void mark_late(struct nj_match *m, nj_seat_set seats)
{
    struct sh_state *s = nj_state(m);
    nj_seat seat;

    while (nj_sh_next(s, &seats, &seat)) {
        struct sh_seat *who = &s->seat[seat];

        NJ_ASSERT(!who->late && !who->turn_over);
        if (who->life == SH_OUT)
            who->by_hand = 0;
        who->late =
            !who->acted && who->life == SH_ACTIVE && who->stop != SH_FORCED;
    }
}

static void round_over(struct nj_match *m)
{
    mark_late(m, due(m));
    nj_sh_round_end(m);
}

static void slot_over(struct nj_match *m)
{
    nj_seat seat = nj_sh_slot(nj_state_const(m));

    if (seat == NJ_SEAT_NONE)
        return;
    mark_late(m, due(m) & nj_bit(seat));
    nj_sh_turn_over(m, seat);
    nj_sh_round_check(m);
}

/* What comes of letting this round pass too, if anything (SH-19.8). */
static const char *last_chance(const struct sh_state *s,
                               const struct sh_seat *who)
{
    static const char *const ends[] = {"kill", "bot", NULL};
    bool shadow = who->role == SH_SHADOW;

    NJ_ASSERT(shadow == (who == &s->seat[s->shadow]));
    if (who->acted || !nj_absence_last(who->missed, s->opt.afk_rounds))
        return NULL;
    return ends[s->opt.afk_action == 0 && shadow ? 1 : s->opt.afk_action];
}

/* Those of them that can still act now. */
static nj_seat_set unfinished(const struct sh_state *s)
{
    nj_seat slot = nj_sh_slot(s);
    nj_seat_set set = slot == NJ_SEAT_NONE ? acting(s, false)
                                           : acting(s, false) & nj_bit(slot);

    NJ_ASSERT(slot == NJ_SEAT_NONE || slot != s->shadow);
    for (nj_seat i = 0; i < s->n; i++)
        if (s->seat[i].life != SH_ACTIVE)
            set &= ~nj_bit(i);
    return set;
}

nj_seat_set nj_sh_unfinished(const struct nj_match *m)
{
    const struct sh_state *s = nj_state_const(m);
    nj_seat_set set = s->stage == SH_RUNNING ? unfinished(s) : 0;

    NJ_ASSERT(s->stage != SH_ENDED);
    for (const struct nj_question *q = nj_sh_questions; q->name != NULL; q++)
        if (q->freezes)
            set |= nj_prompt_seats(m, q->name);
    return set;
}

#define LAST_CALL \
 90 /* percent: the group hears one reminder a round (UX-6.4) */

/* In private to who has not finished, to the group only the time; under
 * order=priority it is one seat's time and nobody else's matter (SH-15.2). What
 * is left until a time of day is reckoned from this moment. */
static void remind(struct nj_match *m, uint8_t percent, int64_t left_ms)
{
    const struct sh_state *s = nj_state_const(m);
    const char *key = has_slots(s) ? "turn_secs" : "round_secs";
    int64_t deadline =
        nj_at(m) + (nj_option_steady(m, key) ? left_ms : nj_option(m, key));

    NJ_ASSERT(percent < 100 && s->stage == SH_RUNNING);
    NJ_FOREACH_SEAT(i, unfinished(s))
        say_timer(m, i, deadline, percent, last_chance(s, &s->seat[i]));
    if (nj_sh_slot(s) == NJ_SEAT_NONE && percent >= LAST_CALL)
        say_timer_all(m, deadline);
}

const struct nj_phase nj_sh_phases[] = {
    {"round", {50, LAST_CALL}, remind, round_over, 0},
    {"turn", {50, LAST_CALL}, remind, slot_over, 0},
    {"spawn", {0}, NULL, nj_sh_spawn_end, 0},
    {.timer = NULL}};

/* The timers that are of no phase: of the open questions, and of the dead. */
int nj_sh_timer(struct nj_match *m, const struct nj_input *in)
{
    const struct sh_state *s = nj_state_const(m);

    nj_sh_assert(m);
    if (strcmp(in->verb, NJ_PROMPT_TIMER) == 0)
        nj_prompts_due(m, s->order);
    else
        nj_sh_rest_over(m);
    nj_sh_round_check(m);
    return 0;
}
