/*
 * Rounds of those who can do nothing in them (SH-19.1): the dead, and a shadow
 * in rebirth. As the living they end them by hand, or the hotel does it for them
 * at a moment of their own, so that no round tells by its end who lives.
 */
#include <string.h>

#include "base/bug.h"
#include "games/shadow_hotel/shadow_hotel.h"
#include "match/absence.h"

#define TIMER      "rest"
#define SECOND     INT64_C(1000)
#define LONGEST_MS (600 * SECOND)
#define PART_MOST  5            /* of a round */
#define FINE       INT64_C(100) /* of a percent */
#define EARLIEST   20           /* percents of that part */
#define LATEST     90

/* Does the hotel end this round, or this turn, for the seat? */
static bool rests(const struct nj_match *m, nj_seat seat)
{
    const struct sh_state *s = nj_state_const(m);
    const struct sh_seat *who = &s->seat[seat];
    nj_seat slot = nj_sh_slot(s);

    NJ_ASSERT(seat < s->n);
    return nj_sh_own_round(s, seat) && !s->ending_step && !who->turn_over &&
           !who->by_hand && who->life != SH_ACTIVE &&
           !nj_prompt_open(m, seat, SH_ASK_WAKE) &&
           (slot == NJ_SEAT_NONE || slot == seat);
}

/* How long before the phase's end the first of them is over; -1: there is
 * none. */
static int64_t first_lead(const struct nj_match *m)
{
    const struct sh_state *s = nj_state_const(m);
    int64_t first_ms = -1;

    for (nj_seat i = 0; i < s->n; i++)
        if (rests(m, i) && s->seat[i].lead_ms > first_ms)
            first_ms = s->seat[i].lead_ms;
    NJ_ASSERT(first_ms < 0 || s->stage == SH_RUNNING);
    return first_ms;
}

static void arm(struct nj_match *m)
{
    int64_t left_ms = nj_phase_left(m), first_ms = first_lead(m);

    NJ_ASSERT(first_ms >= -1 && first_ms <= UINT32_MAX);
    if (first_ms < 0)
        nj_timer_cancel(m, TIMER);
    else
        nj_timer_arm(m, TIMER, left_ms > first_ms ? left_ms - first_ms : 0);
}

/* Within how long all of them are over. */
static int64_t window(const struct nj_match *m)
{
    int64_t round_ms = nj_option(m, "round_secs");
    int64_t least_ms = nj_option(m, "min_round_secs");
    int64_t ms = (round_ms < LONGEST_MS ? round_ms : LONGEST_MS) / PART_MOST;

    NJ_ASSERT(ms > 0);
    return ms > least_ms ? ms : least_ms;
}

void nj_sh_rest(struct nj_match *m, nj_seat_set seats)
{
    struct sh_state *s = nj_state(m);
    int64_t left_ms = nj_phase_left(m);
    bool alone = nj_seat_count(nj_absence_persons(m)) <= 1;

    NJ_ASSERT(seats >> s->n == 0);
    NJ_FOREACH_SEAT(k, seats) {
        uint32_t part = 0;
        int64_t ms;

        if (!rests(m, k))
            continue;
        nj_random_of_seat(m, k, (uint32_t)((LATEST - EARLIEST) * FINE), 1,
                          &part);
        ms = window(m) * (EARLIEST * FINE + part) / (100 * FINE);
        s->seat[k].lead_ms = ms < left_ms ? (uint32_t)(left_ms - ms) : 0;
        s->seat[k].turn_over = alone; /* nobody waits for a computer's rest */
    }
    arm(m);
}

void nj_sh_rest_stop(struct nj_match *m)
{
    NJ_ASSERT(nj_sh_now(m)->stage == SH_RUNNING);
    nj_timer_cancel(m, TIMER);
}

void nj_sh_rest_over(struct nj_match *m)
{
    const struct sh_state *s = nj_state_const(m);
    int64_t left_ms = nj_phase_left(m), first_ms = first_lead(m);
    nj_seat_set over = 0;

    NJ_ASSERT(s->stage != SH_RUNNING || s->busy == 0);
    for (nj_seat i = 0; i < s->n && first_ms >= 0; i++)
        if (rests(m, i) &&
            (s->seat[i].lead_ms == first_ms || s->seat[i].lead_ms >= left_ms))
            over |= nj_bit(i);
    NJ_FOREACH_SEAT(k, over)
        nj_sh_turn_over(m, k);
    arm(m);
}

/* --- by hand or not --- */

static const char *const ways[] = {"on", "off"};

static const char *auto_fault(const struct nj_match *m, struct nj_attempt *a)
{
    struct sh_meant *p = a->plan;

    (void)m;
    NJ_ASSERT(p->item == 0); /* where the search begins */
    while (p->item < (int)NJ_COUNT(ways) &&
           strcmp(ways[p->item], nj_input_text(a->in, 0)) != 0)
        p->item++;
    return p->item == (int)NJ_COUNT(ways) ? "sh.err.args" : NULL;
}

static void choose(struct nj_match *m, const struct nj_attempt *a)
{
    struct sh_state *s = nj_state(m);
    const struct sh_meant *p = a->plan;

    NJ_ASSERT(p->item == 0 || p->item == 1);
    s->seat[a->seat].by_hand = (uint8_t)p->item;
    say_end_auto(m, a->seat, ways[p->item]);
    nj_sh_rest(m, nj_bit(a->seat));
}

const struct nj_order nj_sh_end_auto = {SH_ACT_HEAVEN, "SH-19.1", auto_fault,
                                        choose};
