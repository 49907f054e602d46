/*
 * As with the grace, the log does not know of moves out of quiet hours. Here is
 * also what people are told of a deadline: its moment, where the wait is not
 * one of minutes.
 */
#include "base/arena.h"
#include "base/bug.h"
#include "base/when.h"
#include "match/emit.h"
#include "match/match.h"
#include "referee/books/books.h"
#include "referee/referee_priv.h"
#include "referee/time/time.h"

/* Shorter waits are live play: never held up, and told as a length. */
#define SLOW_MS INT64_C(3600000)

#define LEAD_MS     INT64_C(60000) /* less is not worth moving anything */
#define EXTEND_MOST (14 * INT64_C(86400000)) /* at once */

static bool is_armed(const struct nj_timer *t)
{
    return t->name[0] != '\0';
}

bool nj_quiet_slow(const struct nj_game *g, const struct nj_timer *timers)
{
    const struct nj_timer *t = nj_timer_main(g, timers);

    return t != NULL && t->length_ms >= SLOW_MS;
}

/* Hours of several homes may follow one upon the other; should they fill the
 * day there is no good moment, and the last one tried will do. */
int64_t nj_quiet_out(struct nj_referee *r, struct nj_entry *e, int64_t at_ms)
{
    nj_homes_fill(r, e);
    for (uint8_t tries = 0; tries < 2 * NJ_HOMES_MAX; tries++) {
        int64_t before = at_ms;

        for (uint8_t i = 0; i < e->n_homes; i++)
            (void)nj_place_is_quiet(r, e->homes[i], e, at_ms, &at_ms);
        NJ_ASSERT(at_ms >= before);
        if (at_ms == before)
            break;
    }
    return at_ms;
}

bool nj_quiet_move(struct nj_referee *r, struct nj_entry *e,
                   struct nj_timer *timers)
{
    bool moved = false;

    NJ_ASSERT(e->state == NJ_MATCH_RUNNING);
    if (!nj_quiet_slow(e->game->game, timers))
        return false;
    for (uint32_t i = 0; i < NJ_TIMERS_MAX && is_armed(&timers[i]); i++) {
        struct nj_timer *t = &timers[i];
        int64_t at_ms = t->at_ms;

        if (at_ms <= r->now_ms)
            continue; /* due: the night was not quiet when it was armed */
        t->at_ms = nj_quiet_out(r, e, at_ms);
        moved = moved || t->at_ms != at_ms;
    }
    return moved;
}

static int zone_of(const struct nj_referee *r, const struct nj_entry *e,
                   int64_t wall_ms)
{
    NJ_ASSERT(e->n_homes > 0);
    return nj_place_zone(r, e->homes[0], e, wall_ms);
}

/* The offset at that end counts, which may be behind a change. */
static int64_t local_ms(const struct nj_referee *r, const struct nj_entry *e,
                        struct nj_when w, int64_t at_ms)
{
    w.zone_min = zone_of(r, e, at_ms);
    w.zone_min = zone_of(r, e, at_ms + nj_when_ms(nj_when_pack(&w), at_ms));
    return nj_when_ms(nj_when_pack(&w), at_ms);
}

/* When a deadline that has just been armed is due, where the match has counted
 * with an offset that summer time may have changed; another stays. */
static int64_t by_the_clock_there(const struct nj_referee *r,
                                  const struct nj_entry *e,
                                  const struct nj_timer *t)
{
    struct nj_when w;

    NJ_ASSERT(is_armed(t) && !nj_timer_paused(e->match));
    if (t->armed_ms != r->now_ms || t->at_ms != t->armed_ms + t->length_ms ||
        !nj_match_local_time(e->match, t, &w))
        return t->at_ms;
    return t->armed_ms + local_ms(r, e, w, t->armed_ms);
}

/* Puts timers right that have just been armed; returns whether one moved. What
 * has been moved is no such time in our own any more: it stays. */
static bool set_right(struct nj_referee *r, struct nj_entry *e,
                      struct nj_timer *timers)
{
    int64_t lead_ms = r->now_ms - nj_clocks_wall_ms(r, r->now_ms);
    bool moved = false;

    NJ_ASSERT(e->match != NULL);
    NJ_ASSERT(e->state == NJ_MATCH_RUNNING && e->n_homes > 0);
    nj_homes_fill(r, e);
    for (uint32_t i = 0; i < NJ_TIMERS_MAX && is_armed(&timers[i]); i++) {
        int64_t at_ms = timers[i].at_ms;
        int64_t there_ms = by_the_clock_there(r, e, &timers[i]);

        if (lead_ms >= LEAD_MS &&
            nj_match_time_of_day(e->match, at_ms, zone_of(r, e, there_ms)))
            there_ms += lead_ms;
        timers[i].at_ms = there_ms;
        moved = moved || there_ms != at_ms;
    }
    return moved;
}

void nj_quiet_set_right(struct nj_referee *r, struct nj_entry *e)
{
    NJ_UNCLEARED struct nj_timer timers[NJ_TIMERS_MAX];

    NJ_ASSERT(e->match != NULL);
    if (nj_timer_paused(e->match))
        return;
    memcpy(timers, nj_match_timers(e->match), sizeof(timers));
    if (!set_right(r, e, timers))
        return;
    nj_match_set_timers(e->match, timers);
    nj_pulse_note(r, e);
}

void nj_quiet_apply(struct nj_referee *r, struct nj_entry *e)
{
    NJ_UNCLEARED struct nj_timer timers[NJ_TIMERS_MAX];
    bool moved;

    NJ_ASSERT(e->match != NULL);
    NJ_ASSERT(e->state == NJ_MATCH_RUNNING);
    if (nj_timer_paused(e->match))
        return;
    memcpy(timers, nj_match_timers(e->match), sizeof(timers));
    moved = set_right(r, e, timers);
    if (nj_quiet_move(r, e, timers) || moved)
        nj_match_set_timers(e->match, timers);
}

/* --- by how much a word moves it --- */

/* Without a zone of its own it is one of the home's. */
static int64_t there(const struct nj_referee *r, const struct nj_entry *e,
                     struct nj_when w, int64_t at_ms)
{
    return w.zone_min == NJ_ZONE_NONE ? local_ms(r, e, w, at_ms)
                                      : nj_when_ms(nj_when_pack(&w), at_ms);
}

/* A time of day is where the deadline is to stand, the others are added to
 * it; nothing makes it come earlier. */
bool nj_quiet_extension(struct nj_referee *r, struct nj_entry *e,
                        const char *text, int64_t *ms)
{
    const struct nj_timer *t =
        nj_timer_main(e->game->game, nj_match_timers(e->match));
    int64_t from_ms =
        t != NULL && !nj_timer_paused(e->match) ? t->at_ms : r->now_ms;
    int64_t wall_ms = nj_clocks_wall_ms(r, r->now_ms);
    struct nj_when w;

    NJ_ASSERT(e->state == NJ_MATCH_RUNNING);
    if (!nj_when_parse(text, strlen(text), NJ_ZONE_NONE, EXTEND_MOST, &w))
        return false;
    *ms = w.daily ? r->now_ms - from_ms + there(r, e, w, wall_ms)
                  : there(r, e, w, from_ms);
    return *ms > 0;
}

/* --- what is told of it --- */

/* Where what is done is a secret, any other clock than the one all know of
 * would tell when somebody began or was asked. */
static bool is_told(const struct nj_game *g, const struct nj_timer *t)
{
    NJ_ASSERT(!g->own_secrets || g->main_timer != NULL);
    return !g->own_secrets || strcmp(t->name, g->main_timer) == 0;
}

/* Finds the clock that all know of, or NULL. */
static const struct nj_timer *told_clock(const struct nj_entry *e)
{
    const struct nj_game *g = e->game->game;
    const struct nj_timer *t;

    if (e->match == NULL || e->state != NJ_MATCH_RUNNING ||
        nj_match_over(e->match))
        return NULL;
    t = nj_timer_main(g, nj_match_timers(e->match));
    return t != NULL && is_told(g, t) ? t : NULL;
}

int64_t nj_quiet_deadline(const struct nj_entry *e)
{
    const struct nj_timer *t = told_clock(e);

    return t != NULL && t->length_ms >= SLOW_MS && !nj_timer_paused(e->match)
               ? t->at_ms
               : 0;
}

/* Do its clocks stop for the night? Whoever is asked is told so as well, by
 * whatever clock. */
static bool moves(const struct nj_entry *e)
{
    NJ_ASSERT(e->match != NULL && e->state == NJ_MATCH_RUNNING);
    return !nj_timer_paused(e->match) && !nj_match_over(e->match) &&
           nj_quiet_slow(e->game->game, nj_match_timers(e->match));
}

/* Has the key a form for deadlines that are not a matter of minutes? */
static bool has_until(const struct nj_referee *r, const char *key,
                      const char *word)
{
    char until[128];

    (void)snprintf(until, sizeof(until), "%s%s%s_until", key,
                   word[0] != '\0' ? "_" : "", word);
    return nj_catalog_get(r->setup.catalog, r->setup.lang, until) != NULL;
}

/* The texts say which messages speak of the deadline: those that have another
 * form, `<key>_until`, or for the value of a word `<key>_<value>_until`. */
static bool is_dated(const struct nj_referee *r, const struct nj_message *m)
{
    for (uint32_t i = 0; i < m->args.n; i++)
        if (m->args.v[i].type == NJ_ARG_WORD &&
            has_until(r, m->key, m->args.v[i].s))
            return true;
    return has_until(r, m->key, "");
}

/* Moments that a game tells are those of its log, which knows no night. */
static bool tells_moments(const struct nj_message *m)
{
    for (uint32_t i = 0; i < m->args.n; i++)
        if (m->args.v[i].type == NJ_ARG_AT)
            return true;
    return false;
}

/* A host's word tells how long is left, while the clock stands. */
static bool tells_left(const struct nj_referee *r, const struct nj_entry *e,
                       const struct nj_message *m)
{
    char key[128];

    NJ_ASSERT(e->state == NJ_MATCH_RUNNING);
    (void)snprintf(key, sizeof(key), "%s_with_left", m->key);
    return nj_timer_paused(e->match) &&
           nj_catalog_get(r->setup.catalog, r->setup.lang, key) != NULL;
}

static const struct nj_message *date(struct nj_referee *r, struct nj_entry *e,
                                     const struct nj_message *m, bool by_host)
{
    const struct nj_timer *t = told_clock(e);
    bool until = t != NULL && !nj_timer_paused(e->match) &&
                 (t->length_ms >= SLOW_MS || by_host) && is_dated(r, m);
    bool slow = moves(e);
    bool left = t != NULL && by_host && tells_left(r, e, m);
    struct nj_message *dated;
    struct nj_arg *args;

    NJ_ASSERT(!until || !left); /* there is room for one more */
    if (!until && !left && (!slow || !tells_moments(m)))
        return m; /* as for most: no key is made */
    dated = nj_arena_alloc(&r->arena, sizeof(*dated));
    args = nj_arena_alloc(&r->arena, (m->args.n + 1) * sizeof(args[0]));
    *dated = *m;
    for (uint32_t i = 0; i < m->args.n; i++) {
        args[i] = m->args.v[i];
        if (args[i].type == NJ_ARG_AT && slow)
            args[i].i = nj_quiet_out(r, e, args[i].i);
    }
    if (until || left)
        args[m->args.n] =
            left ? nj_arg_ms("left", t->at_ms) : nj_arg_at("until", t->at_ms);
    dated->args.v = args;
    dated->args.n = m->args.n + (until || left);
    return dated;
}

/* Of live play nothing is looked up. */
const struct nj_message *nj_quiet_dated(struct nj_referee *r,
                                        struct nj_entry *e,
                                        const struct nj_message *m,
                                        bool by_host)
{
    return by_host || nj_quiet_slow(e->game->game, nj_match_timers(e->match))
               ? date(r, e, m, by_host)
               : m;
}
