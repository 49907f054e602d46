/*
 * Running deadlines: the game's named timers and those of open questions, in
 * one list in the order of arming, so that equal moments fire in that order.
 */
#include <string.h>

#include "match/match_priv.h"

/* Sums of moments and lengths stay where nothing can overflow. */
static int64_t later(int64_t at_ms, int64_t ms)
{
    int64_t sum;

    NJ_ASSERT(at_ms >= 0);
    NJ_ASSERT(at_ms <= NJ_AT_MAX);
    NJ_ASSERT(ms <= NJ_AT_MAX);
    sum = at_ms + ms;
    if (sum < 0)
        return 0;
    return sum > NJ_AT_MAX ? NJ_AT_MAX : sum;
}

static int64_t max64(int64_t a, int64_t b)
{
    return a > b ? a : b;
}

static int64_t min64(int64_t a, int64_t b)
{
    return a < b ? a : b;
}

static void note(struct nj_match *m, char what, nj_seat seat, const char *name,
                 int64_t ms)
{
    if (m->work == NULL)
        return; /* a given board is being built */
    NJ_ASSERT(name != NULL);
    m->work->effects++;
    nj_digest_event(m->work, what, seat, name, ms);
}

static int place_of(const struct nj_match *m, const char *name, nj_seat seat)
{
    NJ_ASSERT(seat == NJ_SEAT_NONE || seat < m->c.n_seats);
    for (int i = 0; i < m->c.n_timers; i++) {
        const struct nj_timer *t = &m->c.timers[i];

        if (nj_timer_seat(t) == seat && strcmp(t->name, name) == 0)
            return i;
    }
    return -1;
}

static void take_out(struct nj_match *m, int i)
{
    struct nj_timer *t = m->c.timers;

    NJ_ASSERT(i >= 0 && i < m->c.n_timers);
    m->c.n_timers--;
    memmove(&t[i], &t[i + 1], ((size_t)m->c.n_timers - (size_t)i) * sizeof(*t));
    memset(&t[m->c.n_timers], 0, sizeof(*t));
}

void nj_deadline_arm(struct nj_match *m, const char *name, nj_seat seat,
                     int64_t ms)
{
    int old = place_of(m, name, seat);
    size_t n = strlen(name);
    struct nj_timer *t;

    NJ_ASSERT(n > 0);
    NJ_ASSERT(n < sizeof(t->name));
    NJ_ASSERT(ms >= 0);
    if (old >= 0)
        take_out(m, old);
    NJ_ASSERT(m->c.n_timers < NJ_TIMERS_MAX);
    t = &m->c.timers[m->c.n_timers++];
    memcpy(t->name, name, n + 1);
    t->asked = (uint8_t)(seat + 1);
    t->length_ms = min64(ms, NJ_AT_MAX);
    t->at_ms = later(m->c.paused ? 0 : m->c.at_ms, t->length_ms);
    t->armed_ms = m->c.at_ms;
    note(m, 'A', seat, name, t->length_ms);
}

void nj_deadline_cancel(struct nj_match *m, const char *name, nj_seat seat)
{
    int i = place_of(m, name, seat);

    NJ_ASSERT(name[0] != '\0');
    if (i < 0)
        return;
    note(m, 'C', seat, name, 0);
    take_out(m, i);
}

const struct nj_timer *nj_deadline_find(const struct nj_match *m,
                                        const char *name, nj_seat seat)
{
    int i = place_of(m, name, seat);

    return i < 0 ? NULL : &m->c.timers[i];
}

void nj_deadline_move(struct nj_match *m, const char *name, int64_t ms)
{
    int i = ms != 0 ? place_of(m, name, NJ_SEAT_NONE) : -1;
    struct nj_timer *t = &m->c.timers[i < 0 ? 0 : i];

    NJ_ASSERT(ms <= NJ_AT_MAX);
    if (i < 0)
        return;
    note(m, 'E', NJ_SEAT_NONE, name, ms);
    t->at_ms = max64(m->c.paused ? 0 : m->c.at_ms, later(t->at_ms, ms));
    NJ_ASSERT(t->at_ms >= 0 && t->at_ms <= NJ_AT_MAX);
}

void nj_deadline_drop_all(struct nj_match *m)
{
    memset(m->c.timers, 0, sizeof(m->c.timers));
    m->c.n_timers = 0;
    m->c.resume_ms = 0;
}

void nj_deadline_shift(struct nj_match *m, int64_t then_ms, int64_t now_ms)
{
    NJ_ASSERT(now_ms >= 0 && now_ms <= NJ_AT_MAX);
    for (int i = 0; i < m->c.n_timers; i++) {
        struct nj_timer *t = &m->c.timers[i];
        int64_t left = t->at_ms - then_ms;

        if (m->c.paused)
            continue;
        /* Only a grace, which is not in the log, lets an input come later
         * than the deadline that the log knows; then a full length is fair. */
        if (left <= 0)
            left = t->length_ms;
        t->at_ms = later(now_ms, left);
        t->armed_ms = now_ms;
    }
    if (!m->c.paused)
        nj_phase_known(m, now_ms - then_ms);
    nj_question_shift(m, then_ms, now_ms);
}

/* --- for games --- */

void nj_timer_arm(struct nj_match *m, const char *name, int64_t ms)
{
    NJ_ASSERT(!m->c.over);
    nj_deadline_arm(m, name, NJ_SEAT_NONE, ms);
}

void nj_timer_cancel(struct nj_match *m, const char *name)
{
    nj_deadline_cancel(m, name, NJ_SEAT_NONE);
}

int64_t nj_timer_at(const struct nj_match *m, const char *name)
{
    const struct nj_timer *t = nj_deadline_find(m, name, NJ_SEAT_NONE);

    if (t == NULL)
        return 0;
    /* Not from the last input on: it may have been somebody's secret. */
    return m->c.paused ? later(m->c.paused_ms, t->at_ms) : t->at_ms;
}

void nj_timer_pause(struct nj_match *m)
{
    if (m->c.paused)
        return;
    note(m, 'H', NJ_SEAT_NONE, "", 0);
    m->c.paused = true;
    m->c.paused_ms = m->c.at_ms;
    for (int i = 0; i < m->c.n_timers; i++) {
        struct nj_timer *t = &m->c.timers[i];

        t->at_ms = max64(0, t->at_ms - m->c.at_ms);
    }
    nj_phase_known(m, -m->c.at_ms);
    nj_question_move(m, -m->c.at_ms);
    NJ_ASSERT(m->c.paused);
}

void nj_timer_resume(struct nj_match *m)
{
    if (!m->c.paused)
        return;
    note(m, 'G', NJ_SEAT_NONE, "", 0);
    m->c.paused = false;
    m->c.resume_ms = 0;
    for (int i = 0; i < m->c.n_timers; i++) {
        struct nj_timer *t = &m->c.timers[i];

        NJ_ASSERT(t->at_ms >= 0 && t->at_ms <= NJ_AT_MAX); /* what is left */
        t->at_ms = later(m->c.at_ms, t->at_ms);
        t->armed_ms = m->c.at_ms;
    }
    nj_phase_known(m, m->c.at_ms);
    nj_question_move(m, m->c.at_ms);
}

void nj_deadline_resume(struct nj_match *m, int64_t ms)
{
    NJ_ASSERT(m->c.paused && ms > 0);
    m->c.resume_ms = later(m->c.at_ms, ms);
}

bool nj_timer_paused(const struct nj_match *m)
{
    return m->c.paused;
}

static bool is_bell(const struct nj_match *m, const struct nj_timer *t)
{
    return m->game->bell != NULL && t->asked == 0 &&
           strcmp(t->name, NJ_BELL_TIMER) == 0;
}

void nj_timer_extend(struct nj_match *m, int64_t ms)
{
    ms = max64(-NJ_AT_MAX, min64(ms, NJ_AT_MAX));
    note(m, 'E', NJ_SEAT_NONE, "", ms);
    for (int i = 0; i < m->c.n_timers; i++) {
        struct nj_timer *t = &m->c.timers[i];
        int64_t now = m->c.paused ? 0 : m->c.at_ms;

        if (!is_bell(m, t))
            t->at_ms = max64(now, later(t->at_ms, ms));
    }
    nj_phase_known(m, ms);
    nj_question_move(m, ms);
    nj_tempo_extend(m, ms);
}

/* --- for the shell --- */

static const struct nj_timer *earliest(const struct nj_match *m)
{
    const struct nj_timer *first = NULL;

    if (m->c.paused)
        return NULL;
    for (int i = 0; i < m->c.n_timers; i++)
        if (first == NULL || m->c.timers[i].at_ms < first->at_ms)
            first = &m->c.timers[i];
    NJ_ASSERT(first == NULL || first->at_ms >= 0);
    return first;
}

bool nj_match_deadline(const struct nj_match *m, int64_t *at_ms)
{
    const struct nj_timer *t = earliest(m);

    NJ_ASSERT(t == NULL || (m->c.started && !m->c.paused));
    NJ_ASSERT(m->c.resume_ms == 0 || m->c.paused);
    if (t != NULL || m->c.resume_ms != 0)
        *at_ms = t != NULL ? t->at_ms : m->c.resume_ms;
    return t != NULL || m->c.resume_ms != 0;
}

/* A pause that players agreed on is over (struct nj_accord). */
static void fire_resume(int64_t now_ms, struct nj_input *in)
{
    *in = (struct nj_input){.at_ms = now_ms,
                            .kind = NJ_IN_TIMER,
                            .seat = NJ_SEAT_NONE,
                            .place = NJ_PLACE_GROUP,
                            .by = NJ_BY_CLOCK,
                            .verb = NJ_RESUME_TIMER,
                            .args = NJ_NO_ARGS,
                            .reason = ""};
}

/* The input that a deadline becomes: its timer, or a question's default. */
static void fire(const struct nj_match *m, const struct nj_timer *t,
                 int64_t now_ms, struct nj_input *in)
{
    struct nj_work *w = nj_work_here();
    const struct nj_asked *q;

    NJ_ASSERT(now_ms >= 0 && now_ms >= t->at_ms);
    memcpy(w->name, t->name, sizeof(t->name));
    *in = (struct nj_input){.at_ms = now_ms,
                            .kind = NJ_IN_TIMER,
                            .seat = nj_timer_seat(t),
                            .place = NJ_PLACE_GROUP,
                            .by = NJ_BY_CLOCK,
                            .verb = w->name,
                            .args = NJ_NO_ARGS,
                            .reason = ""};
    if (in->seat == NJ_SEAT_NONE)
        return;
    q = nj_question_find(m, t->name, in->seat);
    NJ_ASSERT(q != NULL && q->dflt < q->n);
    w->args[0] = nj_arg_text("text", nj_question_choice(q, q->dflt));
    in->kind = NJ_IN_ORDER;
    in->place = NJ_PLACE_PRIVATE;
    in->verb = q->verb;
    in->args = (struct nj_args){.v = w->args, .n = 1};
}

bool nj_match_due(struct nj_match *m, int64_t now_ms, struct nj_input *in)
{
    const struct nj_timer *t = earliest(m);

    NJ_ASSERT(now_ms >= 0);
    if (m->c.resume_ms != 0 && m->c.resume_ms <= now_ms) {
        fire_resume(now_ms, in);
        return true;
    }
    if (t == NULL || t->at_ms > now_ms)
        return false;
    fire(m, t, now_ms, in);
    return true;
}

bool nj_match_fire(struct nj_match *m, const char *name, struct nj_input *in)
{
    const char *which = name != NULL ? name : m->game->main_timer;
    const struct nj_timer *t;

    NJ_ASSERT(m->work == NULL); /* between inputs */
    if (m->c.resume_ms != 0 &&
        (name == NULL || strcmp(name, NJ_RESUME_TIMER) == 0)) {
        fire_resume(max64(m->c.at_ms, m->c.resume_ms), in);
        return true;
    }
    if (which == NULL || m->c.paused)
        return false;
    t = nj_deadline_find(m, which, NJ_SEAT_NONE);
    if (t == NULL)
        return false;
    fire(m, t, max64(m->c.at_ms, t->at_ms), in);
    return true;
}

void nj_match_grace(struct nj_match *m, int64_t now_ms, int64_t down_ms,
                    int64_t least_ms)
{
    NJ_ASSERT(now_ms >= 0);
    NJ_ASSERT(down_ms >= 0);
    NJ_ASSERT(least_ms >= 0);
    if (m->c.paused)
        return;
    for (int i = 0; i < m->c.n_timers; i++) {
        struct nj_timer *t = &m->c.timers[i];
        int64_t least = later(now_ms, min64(least_ms, t->length_ms));

        t->at_ms = max64(least, later(t->at_ms, down_ms));
    }
}

const struct nj_timer *nj_timer_main(const struct nj_game *g,
                                     const struct nj_timer *timers)
{
    const struct nj_timer *longest = NULL;

    for (uint32_t i = 0; i < NJ_TIMERS_MAX && timers[i].name[0] != '\0'; i++) {
        const struct nj_timer *t = &timers[i];

        if (g->main_timer != NULL && t->asked == 0 &&
            strcmp(t->name, g->main_timer) == 0)
            return t;
        if (longest == NULL || t->length_ms > longest->length_ms)
            longest = t;
    }
    return longest;
}

const struct nj_timer *nj_match_timers(const struct nj_match *m)
{
    return m->c.timers;
}

void nj_match_set_timers(struct nj_match *m, const struct nj_timer *timers)
{
    NJ_ASSERT(m->work == NULL); /* between inputs */
    for (int i = 0; i < NJ_TIMERS_MAX && timers[i].name[0] != '\0'; i++) {
        int k = place_of(m, timers[i].name, nj_timer_seat(&timers[i]));

        if (k < 0)
            continue; /* the log decides what is armed */
        m->c.timers[k].at_ms = max64(0, min64(timers[i].at_ms, NJ_AT_MAX));
        m->c.timers[k].armed_ms = timers[i].armed_ms;
    }
}
