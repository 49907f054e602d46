/*
 * Phases: the deadline of the running one, its reminders, its bells and the
 * least time are four timers of the match (timer.c), so that all that moves
 * timers moves them too. Of its own a clock keeps which phase runs, how many
 * reminders it has given and how often it has rung.
 */
#include "match/clock.h"

#include <string.h>

#include "match/match_priv.h"

#define REMIND "remind"
#define LEAST  "min"
#define BELL   NJ_BELL_TIMER

static const struct nj_phase *running(const struct nj_match *m)
{
    NJ_ASSERT(m->c.phase != 0);
    return &m->game->phases[m->c.phase - 1];
}

/* Which of the game's phases has that timer: 1, 2, ...; 0: none. */
static uint8_t number_of(const struct nj_game *g, const char *timer)
{
    for (uint8_t i = 0; g->phases != NULL && g->phases[i].timer != NULL; i++)
        if (strcmp(g->phases[i].timer, timer) == 0)
            return (uint8_t)(i + 1);
    return 0;
}

/* A reminder: so long behind the beginning, by percent or, if that is 0, by
 * time. */
struct reminder {
    int64_t at_ms; /* 0: there is none */
    uint8_t percent;
};

/* The next one of a phase of that length. */
static struct reminder next_reminder(const struct nj_match *m,
                                     const struct nj_phase *p,
                                     int64_t length_ms)
{
    int64_t by_time =
        length_ms > 2 * p->before_ms ? length_ms - p->before_ms : length_ms;
    uint8_t given = p->remind != NULL ? m->c.reminded : UINT8_MAX;

    for (uint8_t i = 0; i <= NJ_REMINDERS_MAX; i++) {
        uint8_t percent = i < NJ_REMINDERS_MAX ? p->remind_at[i] : 0;
        int64_t at = percent != 0 ? length_ms / 100 * percent : length_ms;

        if (by_time < at && given-- == 0)
            return (struct reminder){by_time, 0};
        if (by_time <= at)
            by_time = length_ms; /* it is behind us, or the same as this one */
        if (percent == 0)
            break;
        if (given-- == 0)
            return (struct reminder){at, percent};
    }
    return (struct reminder){0, 0};
}

/* `passed_ms`: of the length already over. */
static void arm_reminder(struct nj_match *m, const struct nj_phase *p,
                         int64_t length_ms, int64_t passed_ms)
{
    int64_t at_ms = next_reminder(m, p, length_ms).at_ms;

    NJ_ASSERT(at_ms == 0 || (at_ms > passed_ms && at_ms < length_ms));
    if (at_ms == 0)
        return;
    nj_timer_arm(m, REMIND, at_ms - passed_ms);
    nj_deadline_move(m, REMIND, nj_question_held(m));
}

static void arm(struct nj_match *m, int64_t ms)
{
    const struct nj_phase *p = running(m);

    NJ_ASSERT(ms > 0);
    m->c.ends_ms = m->c.paused ? 0 : m->c.at_ms;
    nj_phase_known(m, ms);
    nj_phase_known(m, nj_question_held(m));
    nj_timer_arm(m, p->timer, ms);
    nj_deadline_move(m, p->timer, nj_question_held(m));
    arm_reminder(m, p, ms, 0);
    nj_tempo_draw(m, (nj_bit(m->c.n_seats) - 1));
}

void nj_phase_begin(struct nj_match *m, const char *timer, int64_t ms)
{
    uint8_t next = number_of(m->game, timer);

    NJ_ASSERT(next != 0);
    if (m->c.phase != next)
        nj_phase_stop(m);
    m->c.phase = next;
    m->c.reminded = 0;
    m->c.rung = 0;
    arm(m, ms);
    NJ_ASSERT(m->c.phase == next && m->c.n_timers > 0);
}

void nj_phase_prolong(struct nj_match *m, const char *timer, int64_t ms)
{
    NJ_ASSERT(m->c.phase == 0); /* it has just been over */
    m->c.phase = number_of(m->game, timer);
    m->c.reminded = UINT8_MAX;
    arm(m, ms);
}

void nj_phase_restart(struct nj_match *m, int64_t ms)
{
    NJ_ASSERT(m->c.phase != 0); /* one runs */
    arm(m, ms);
}

void nj_phase_anew(struct nj_match *m)
{
    const struct nj_phase *p = m->c.phase != 0 ? running(m) : NULL;
    const struct nj_timer *t =
        p != NULL ? nj_deadline_find(m, p->timer, NJ_SEAT_NONE) : NULL;

    if (t == NULL || t->at_ms - t->length_ms != nj_at(m))
        return;
    NJ_ASSERT(t->length_ms > 0);
    m->c.reminded = 0;
    nj_timer_cancel(m, REMIND);
    arm_reminder(m, p, t->length_ms, 0);
}

void nj_phase_stop(struct nj_match *m)
{
    if (m->c.phase == 0)
        return;
    nj_timer_cancel(m, running(m)->timer);
    nj_timer_cancel(m, REMIND);
    nj_timer_cancel(m, BELL);
    m->c.phase = 0;
    NJ_ASSERT(nj_phase_ends(m) == 0);
}

void nj_phase_move(struct nj_match *m, int64_t ms)
{
    if (m->c.phase == 0)
        return;
    NJ_ASSERT(nj_phase_ends(m) != 0);
    nj_phase_known(m, ms);
    nj_deadline_move(m, running(m)->timer, ms);
    nj_deadline_move(m, REMIND, ms);
    nj_deadline_move(m, BELL, ms);
}

void nj_phase_known(struct nj_match *m, int64_t ms)
{
    NJ_ASSERT(ms >= -NJ_AT_MAX && ms <= NJ_AT_MAX);
    ms += m->c.ends_ms;
    m->c.ends_ms = ms < 0 ? 0 : ms > NJ_AT_MAX ? NJ_AT_MAX : ms;
}

int64_t nj_phase_left(const struct nj_match *m)
{
    if (m->c.phase == 0)
        return 0;
    NJ_ASSERT(m->c.ends_ms >= 0);
    return m->c.ends_ms - (m->c.paused ? 0 : m->c.at_ms);
}

int64_t nj_phase_began(const struct nj_match *m)
{
    const struct nj_timer *t =
        m->c.phase == 0 ? NULL
                        : nj_deadline_find(m, running(m)->timer, NJ_SEAT_NONE);

    return t == NULL ? 0 : t->armed_ms;
}

int64_t nj_phase_ends(const struct nj_match *m)
{
    return m->c.phase == 0 ? 0 : nj_timer_at(m, running(m)->timer);
}

void nj_phase_ring(struct nj_match *m, uint8_t parts)
{
    const struct nj_timer *t =
        nj_deadline_find(m, running(m)->timer, NJ_SEAT_NONE);

    NJ_ASSERT(m->game->bell != NULL && parts > 0);
    NJ_ASSERT(t != NULL && t->length_ms > 0);
    nj_timer_arm(m, BELL, (t->length_ms / parts + 999) / 1000 * 1000);
    nj_deadline_move(m, BELL, nj_question_held(m));
}

uint8_t nj_phase_bells(const struct nj_match *m)
{
    return m->c.rung;
}

void nj_phase_least(struct nj_match *m, int64_t ms)
{
    NJ_ASSERT(m->game->ripe != NULL);
    if (ms > 0)
        nj_timer_arm(m, LEAST, ms);
    else
        nj_timer_cancel(m, LEAST);
    NJ_ASSERT(nj_phase_ripe(m) == (ms <= 0));
}

bool nj_phase_ripe(const struct nj_match *m)
{
    return nj_deadline_find(m, LEAST, NJ_SEAT_NONE) == NULL;
}

static void remind(struct nj_match *m)
{
    const struct nj_phase *p = running(m);
    const struct nj_timer *t = nj_deadline_find(m, p->timer, NJ_SEAT_NONE);
    struct reminder r;
    int64_t length_ms;

    NJ_ASSERT(t != NULL); /* else its reminders would have gone with it */
    length_ms = t->length_ms;
    r = next_reminder(m, p, length_ms);
    NJ_ASSERT(r.at_ms != 0);
    m->c.reminded++;
    p->remind(m, r.percent,
              r.percent != 0 ? length_ms / 100 * (100 - r.percent)
                             : p->before_ms);
    NJ_ASSERT(running(m) == p);
    arm_reminder(m, p, length_ms, r.at_ms);
}

/* The distance stays, whatever has moved the deadline since. */
static void ring(struct nj_match *m, int64_t part_ms)
{
    NJ_ASSERT(m->c.phase != 0 && part_ms > 0);
    if (m->c.rung < UINT8_MAX)
        m->c.rung++;
    nj_timer_arm(m, BELL, part_ms);
    m->game->bell(m);
}

bool nj_phase_timer(struct nj_match *m, const char *timer, int64_t length_ms)
{
    uint8_t which = number_of(m->game, timer);

    if (m->game->phases == NULL)
        return false;
    if (which != 0) {
        NJ_ASSERT(which == m->c.phase);
        nj_phase_stop(m); /* what comes next begins anew */
        m->game->phases[which - 1].over(m);
    } else if (strcmp(timer, REMIND) == 0) {
        remind(m);
    } else if (strcmp(timer, BELL) == 0) {
        ring(m, length_ms);
    } else if (strcmp(timer, LEAST) == 0) {
        m->game->ripe(m);
    } else {
        return false;
    }
    return true;
}
