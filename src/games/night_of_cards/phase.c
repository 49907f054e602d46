/*
 * Schedule: how phases open and close, bells, and who is done (NC-3, NC-17.1
 * to 17.3). What a close does is in the file of its phase.
 */
#include <string.h>

#include "games/night_of_cards/night_of_cards.h"

#define COUNTED_MS (60 * 1000LL) /* shorter ones nobody misses (NC-17.25) */

#define HOUR_MS (60 * COUNTED_MS)

#define BELLS 10 /* to a phase's length (NC-17.1) */

/* The option with a phase's length, by enum nc_phase. */
static const char *const lengths[NC_OVER] = {"setup", "night", "day", "ld"};

/* --- who is waited for --- */

nj_seat_set nj_nc_awaited_publicly(const struct nj_match *m)
{
    const struct nc_state *s = nj_state_const(m);
    nj_seat_set set = s->phase == NC_VERDICT ? nj_nc_voters(s)
                      : s->phase == NC_OVER  ? 0
                                             : nj_nc_living(s);

    NJ_FOREACH_SEAT(k, set)
        if (nj_nc_dying(&s->seat[k]))
            set &= ~nj_bit(k);
    NJ_ASSERT((set & ~nj_nc_living(s)) == 0);
    return set;
}

/* Has the seat done what its phase may wait for (NC-3.1)? */
static bool is_done(const struct nc_state *s, const struct nc_seat *who)
{
    bool voted = who->soulless || who->ballot != NJ_SEAT_NONE;

    NJ_ASSERT(!who->dead);
    NJ_ASSERT(s->phase != NC_DAY || !who->soulless ||
              who->ballot == NJ_SEAT_NONE);
    if (s->phase == NC_SETUP)
        return who->ready && (!who->agent || who->chosen);
    if (s->phase == NC_VERDICT)
        return who->verdict != NJ_SEAT_NONE;
    return who->done && (s->phase != NC_DAY || voted);
}

nj_seat_set nj_nc_awaited(const struct nj_match *m)
{
    const struct nc_state *s = nj_state_const(m);
    nj_seat_set waited = nj_nc_awaited_publicly(m);

    NJ_FOREACH_SEAT(k, waited)
        if (is_done(s, &s->seat[k]))
            waited &= ~nj_bit(k);
    return waited;
}

/* --- closing --- */

static void close_setup(struct nj_match *m, struct nc_state *s)
{
    nj_nc_open(m, s, NC_NIGHT);
}

/* NC-3.6: a phase that needs nobody closes as it opens. */
void nj_nc_close(struct nj_match *m, struct nc_state *s)
{
    static nc_close_fn *const closes[NC_OVER] = {
        close_setup, nj_nc_dawn, nj_nc_day_close, nj_nc_verdict_close};

    do {
        uint8_t turn = s->turn;

        NJ_ASSERT(s->phase != NC_OVER);
        nj_nc_count_absent(m, s);
        nj_nc_close_rulings(m, s);
        closes[s->phase](m, s);
        NJ_ASSERT(s->phase == NC_OVER || s->turn == turn + 1);
    } while (s->phase != NC_OVER && nj_nc_awaited_publicly(m) == 0);
}

/* Closes the phase before its time, if nobody is awaited. All see the last
 * ballot of a verdict: no reason is needed there. */
static void close_early(struct nj_match *m, struct nc_state *s)
{
    NJ_ASSERT(s->phase != NC_OVER);
    if (nj_nc_awaited(m) != 0)
        return;
    if (s->phase != NC_VERDICT)
        say_early(m, nj_nc_phases[s->phase]);
    nj_nc_close(m, s);
}

/* NC-17.1: the first bell of a phase ends nothing. */
void nj_nc_bell(struct nj_match *m)
{
    struct nc_state *s = nj_state(m);

    NJ_ASSERT(s->phase != NC_VERDICT && s->phase != NC_OVER);
    if (nj_phase_bells(m) >= 2)
        close_early(m, s);
}

void nj_nc_after_input(struct nj_match *m, const struct nj_attempt *a)
{
    struct nc_state *s = nj_state(m);

    (void)a;
    if (s->phase == NC_VERDICT || (s->phase != NC_OVER && !s->opt.bells))
        close_early(m, s);
}

/* --- opening --- */

/* What a phase leaves behind: its orders are the past one's. */
static void fresh_seat(struct nc_state *s, struct nc_seat *who)
{
    NJ_ASSERT(who->dead == (who->n == 0 && who->pending == 0));
    memcpy(who->past, who->order, sizeof(who->past));
    who->n_past = who->n_orders;
    memset(who->order, 0, sizeof(who->order));
    who->n_orders = who->next_id = who->acted = who->present = 0;
    who->verdict = NJ_SEAT_NONE;
    if (s->phase != NC_VERDICT) {
        who->ballot = NJ_SEAT_NONE;
        who->changed = 0;
    }
    if (s->phase == NC_NIGHT) { /* NC-7.9 step 8 */
        who->soulless = who->saint = 0;
        who->vicious = who->devout = who->curses = who->blessings = 0;
    }
    who->done = s->phase == NC_NIGHT ? who->done_auto : who->soulless;
}

int64_t nj_nc_clock(struct nj_match *m, struct nc_state *s)
{
    int64_t ms = nj_option(m, lengths[s->phase]);

    NJ_ASSERT(ms > 0 && s->phase != NC_OVER);
    nj_phase_begin(m, nj_nc_phases[s->phase], ms);
    s->uncounted = ms < COUNTED_MS;
    s->stood_ms = s->extended = 0;
    s->length_ms = ms;
    if (s->phase != NC_VERDICT && s->opt.bells)
        nj_phase_ring(m, BELLS);
    return nj_phase_ends(m);
}

void nj_nc_open(struct nj_match *m, struct nc_state *s, enum nc_phase phase)
{
    nj_seat_set replaced;
    int64_t deadline;

    NJ_ASSERT(phase != NC_SETUP || s->turn == 0);
    NJ_ASSERT(phase != NC_DAY || s->phase == NC_NIGHT);
    NJ_ASSERT((phase == NC_VERDICT) ==
              (s->phase == NC_DAY && s->contested != 0));
    s->phase = (uint8_t)phase;
    s->round = (uint8_t)(s->round + (phase == NC_NIGHT));
    s->turn = (uint8_t)(s->turn + (phase != NC_SETUP));
    if (phase == NC_NIGHT)
        s->contested = s->condemned = s->contested_places = 0;
    NJ_FOREACH(struct nc_seat, who, s->seat, s->n)
        fresh_seat(s, who);
    deadline = nj_nc_clock(m, s);
    replaced = nj_nc_seat_stand_ins(m, s);
    nj_nc_tell_opening(m, s, replaced, deadline);
}

int nj_nc_start(struct nj_match *m, const struct nj_input *in)
{
    struct nc_state *s = nj_state(m);
    uint8_t persons;

    (void)in;
    s->n = nj_seats(m);
    NJ_ASSERT(s->n >= NC_SEATS_MIN && s->n <= NC_SEATS_MAX);
    persons = (uint8_t)(s->n - nj_seat_count(nj_computers(m)));
    if (persons <= 1) /* NC-17.1: nobody is there to whom a moment tells */
        s->opt.bells = 0;
    nj_nc_deal(m, s);
    nj_nc_open(m, s, NC_SETUP);
    return 0;
}

/* --- the clocks --- */

static void over(struct nj_match *m)
{
    nj_nc_close(m, nj_state(m));
}

/* NC-17.16, UX-6.4: each in private at half time, at one tenth and half an hour
 * before, all at 80 %. */
const struct nj_phase nj_nc_clocks[] = {
    {"setup", {50, 90}, nj_nc_remind, over, HOUR_MS / 2},
    {"night", {50, NC_REMIND_ALL, 90}, nj_nc_remind, over, HOUR_MS / 2},
    {"day", {50, NC_REMIND_ALL, 90}, nj_nc_remind, over, HOUR_MS / 2},
    {"verdict", {50, NC_REMIND_ALL, 90}, nj_nc_remind, over, HOUR_MS / 2},
    {.timer = NULL}};

/* NC-17.28: a match is live if its nights are that short. */
const struct nj_accord *nj_nc_accord(const struct nj_match *m)
{
    static const struct nj_accord live = {
        .most = true, .within_ms = COUNTED_MS, .at_most_ms = HOUR_MS / 2};

    return nj_option_steady(m, "night") && nj_option(m, "night") <= HOUR_MS / 4
               ? &live
               : NULL;
}

/* When computer players act (NC-17.6). */
const struct nj_tempo nj_nc_tempo[] = {{0, 20, HOUR_MS, 0},
                                       {0, 20, HOUR_MS, 0},
                                       {20, 80, HOUR_MS, 0},
                                       {10, 50, HOUR_MS / 6, 0}};

/* --- done (NC-3.3, 17.3) --- */

static const char *done_fault(const struct nj_match *m, struct nj_attempt *a)
{
    const struct nc_state *s = nj_state_const(m);
    struct nc_plan *plan = a->plan;

    plan->missing = nj_nc_missing(s, &s->seat[a->seat]);
    return s->phase == NC_NIGHT && plan->missing > 0
               ? "nc.err.manifesto_missing"
               : NULL;
}

static void done(struct nj_match *m, const struct nj_attempt *a)
{
    struct nc_state *s = nj_state(m);

    NJ_ASSERT(s->phase != NC_NIGHT || nj_nc_missing(s, &s->seat[a->seat]) == 0);
    s->seat[a->seat].done = 1;
    say_done(m, a->seat, "yes");
}

static void undone(struct nj_match *m, const struct nj_attempt *a)
{
    struct nc_state *s = nj_state(m);

    s->seat[a->seat].done = 0;
    say_done(m, a->seat, "no");
}

/* NC-17.3b: from the next night on. */
static void done_auto(struct nj_match *m, const struct nj_attempt *a)
{
    struct nc_state *s = nj_state(m);
    bool on = strcmp(a->in->args.v[0].s, "on") == 0;

    s->seat[a->seat].done_auto = on;
    say_done(m, a->seat, on ? "auto" : "by_hand");
}

const struct nj_order nj_nc_done = {NC_IN_NIGHT | NC_IN_DAY | NC_GROUP_BY_DAY,
                                    "NC-3.3", done_fault, done};
const struct nj_order nj_nc_undone = {NC_IN_NIGHT | NC_IN_DAY, "NC-17.3", NULL,
                                      undone};
const struct nj_order nj_nc_auto = {NC_IN_NIGHT | NC_IN_DAY | NC_IN_VERDICT,
                                    "NC-17.3", NULL, done_auto};
