/*
 * Nobody's time is cut short (design 4): between two turns a deadline comes
 * nearer by no more than the time that truly passed while the program ran, and
 * one that fires had been used up.
 */
#include <sqlite3.h>

#include "referee/books/books.h"
#include "simulation/sim_priv.h"

#define SLEW   180  /* our own time may be faster by a part of it */
#define NOTICE 1500 /* shorter interruptions cost nobody anything */
#define GRACED 1000 /* longer ones earn the grace */
#define FAR_MS INT64_C(21600000)
#define ROWS_SQL                                                 \
 "SELECT p.match_id, p.seq, p.timers FROM pulses p JOIN matches" \
 " m ON m.id = p.match_id WHERE m.state = 1"

static sqlite3_stmt *ask(struct sim *s, const char *sql)
{
    sqlite3_stmt *q = NULL;

    if (sqlite3_prepare_v2(s->db, sql, -1, &q, NULL) != SQLITE_OK)
        nj_sim_fail(s, "%s: %s", sql, sqlite3_errmsg(s->db));
    return q;
}

/* What fired first in a match after an input: "" if that was no timer. */
static void next_fired(struct sim *s, const struct sim_timer *t,
                       char name[sizeof(t->timer.name)])
{
    sqlite3_stmt *q = ask(s, "SELECT kind, verb FROM inputs"
                             " WHERE match_id = ? AND seq = ?");

    name[0] = '\0';
    (void)sqlite3_bind_int64(q, 1, t->match);
    (void)sqlite3_bind_int64(q, 2, t->seq + 1);
    if (sqlite3_step(q) == SQLITE_ROW &&
        sqlite3_column_int(q, 0) == NJ_IN_TIMER)
        (void)snprintf(name, sizeof(t->timer.name), "%s",
                       (const char *)sqlite3_column_text(q, 1));
    (void)sqlite3_finalize(q);
}

/* What it has stood since it was armed. */
static int64_t stood_ms(const struct sim *s, const struct nj_entry *e,
                        const struct nj_timer *t)
{
    if (e->hold == 0)
        return 0;
    return s->referee->now_ms -
           (t->armed_ms > e->held_ms ? t->armed_ms : e->held_ms);
}

static int64_t left_ms(const struct sim *s, const struct nj_entry *e,
                       const struct nj_timer *t)
{
    int64_t grace_ms = s->referee->setup.grace_ms;
    int64_t held = e->hold != 0 ? s->referee->now_ms - e->held_ms : 0;
    int64_t left = t->at_ms - s->referee->now_ms + stood_ms(s, e, t);
    int64_t least = t->length_ms < grace_ms ? t->length_ms : grace_ms;

    if (e->paused)
        return t->at_ms;
    /* When it goes on it gets the grace, if it has stood long enough, or the
     * deadline has passed meanwhile. */
    if (held >= GRACED || (e->hold != 0 && t->at_ms <= s->referee->now_ms))
        return left < least ? least : left;
    return left;
}

static void note_match(struct sim *s, sqlite3_stmt *q,
                       struct sim_timer out[SIM_TIMERS], uint32_t *n)
{
    const struct nj_entry *e =
        nj_books_entry(s->referee, sqlite3_column_int64(q, 0));
    struct nj_timer timers[NJ_TIMERS_MAX];
    struct nj_err err = {{0}};

    if (e == NULL ||
        nj_columns_timers_unpack((const char *)sqlite3_column_text(q, 2),
                                 timers, &err) != NJ_OK)
        nj_sim_fail(s, "timers of a match cannot be read: %s", err.text);
    for (int i = 0; i < NJ_TIMERS_MAX && timers[i].name[0] != '\0'; i++) {
        nj_sim_trace(
            s,
            "match %lld: '%s' of %lld ms in %lld ms, held %u for "
            "%lld ms",
            (long long)e->id, timers[i].name, (long long)timers[i].length_ms,
            (long long)(timers[i].at_ms - s->referee->now_ms),
            (unsigned)e->hold, (long long)(s->referee->now_ms - e->held_ms));
        if (*n == SIM_TIMERS)
            nj_sim_fail(s, "too many timers");
        out[(*n)++] = (struct sim_timer){.match = e->id,
                                         .seq = sqlite3_column_int64(q, 1),
                                         .timer = timers[i],
                                         .left_ms = left_ms(s, e, &timers[i]),
                                         .lived_ms = s->lived_ms,
                                         .paused = e->paused};
    }
}

static const struct sim_timer *same(const struct sim_timer *list, uint32_t n,
                                    const struct sim_timer *t)
{
    for (uint32_t i = 0; i < n; i++)
        if (list[i].match == t->match &&
            list[i].timer.asked == t->timer.asked &&
            strcmp(list[i].timer.name, t->timer.name) == 0)
            return &list[i];
    return NULL;
}

/* Whether it stands for somebody who cannot be reached is not known before it
 * has been woken: until then, what was known before counts. */
static bool is_open(const struct sim *s, int64_t match)
{
    const struct nj_entry *e = nj_books_entry(s->referee, match);

    return (e->hold & NJ_HOLD_BEHIND) != 0 && e->blocked != 0;
}

static void compare(struct sim *s, const struct sim_timer *was,
                    const struct sim_timer *is)
{
    int64_t lived = s->lived_ms - was->lived_ms;
    int64_t owed = was->left_ms < was->timer.length_ms ? was->left_ms
                                                       : was->timer.length_ms;
    int64_t least = owed - lived - lived / SLEW - NOTICE;
    char fired[sizeof(was->timer.name)];

    if (was->paused)
        return;
    if (is != NULL && is->seq == was->seq) {
        if (is->left_ms < least)
            nj_sim_fail(s,
                        "match %lld: of %lld ms for '%s' %lld ms are left "
                        "after %lld ms",
                        (long long)was->match, (long long)was->left_ms,
                        was->timer.name, (long long)is->left_ms,
                        (long long)lived);
        return;
    }
    next_fired(s, was, fired);
    if (was->timer.asked != 0 || strcmp(fired, was->timer.name) != 0)
        return;
    s->sums->fired++;
    if (least > 0)
        nj_sim_fail(s, "match %lld: '%s' fires after %lld of %lld ms",
                    (long long)was->match, fired, (long long)lived,
                    (long long)was->left_ms);
}

void nj_sim_timers_turn(struct sim *s)
{
    static struct sim_timer now[SIM_TIMERS];
    sqlite3_stmt *q;
    uint32_t n = 0;

    if (s->referee->full) { /* what was held is not known any more */
        s->n_timers = 0;
        return;
    }
    q = ask(s, ROWS_SQL);
    while (sqlite3_step(q) == SQLITE_ROW)
        note_match(s, q, now, &n);
    (void)sqlite3_finalize(q);
    for (uint32_t i = 0; i < n; i++) {
        const struct sim_timer *was = same(s->timers, s->n_timers, &now[i]);

        if (was != NULL && was->seq == now[i].seq && is_open(s, now[i].match))
            now[i] = *was;
    }
    for (uint32_t i = 0; i < s->n_timers; i++)
        compare(s, &s->timers[i], same(now, n, &s->timers[i]));
    memcpy(s->timers, now, n * sizeof(*now));
    s->n_timers = n;
}

void nj_sim_timers_end(struct sim *s)
{
    for (uint32_t i = 0; i < s->n_timers; i++)
        if (s->timers[i].left_ms > s->timers[i].timer.length_ms + FAR_MS)
            nj_sim_fail(s, "match %lld: '%s' is %lld ms away",
                        (long long)s->timers[i].match, s->timers[i].timer.name,
                        (long long)s->timers[i].left_ms);
}
