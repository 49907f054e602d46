/*
 * Reminders of games that have none of their own (UX-6.4): in private to those
 * who can still act, at half time, at one tenth and half an hour before the
 * end; at one tenth to the group, once and without names.
 *
 * Who is awaited depends on no secret (match/game.h), so neither does a
 * reminder.
 */
#include "referee/remind.h"

#include "base/bug.h"
#include "match/emit.h"
#include "match/match.h"
#include "referee/books.h"
#include "referee/deadline.h"
#include "referee/homes.h"
#include "referee/place.h"
#include "referee/quiet.h"
#include "referee/referee_priv.h"
#include "referee/tell.h"

#define LEAST_MS INT64_C(120000) /* a shorter wait needs no reminder */
#define HALF_H   INT64_C(1800000)

static int64_t tenth_ms(const struct nj_timer *t)
{
    return t->at_ms - t->length_ms / 10;
}

/* The next moment after now; 0: there is none. */
static int64_t next_of(const struct nj_timer *t, int64_t now_ms)
{
    const int64_t at[] = {t->at_ms - t->length_ms / 2, tenth_ms(t),
                          t->length_ms > 2 * HALF_H ? t->at_ms - HALF_H : 0};
    int64_t next = 0;

    for (size_t i = 0; i < NJ_COUNT(at); i++)
        if (at[i] > now_ms && (next == 0 || at[i] < next))
            next = at[i];
    return next;
}

static const struct nj_timer *timer_of(const struct nj_entry *e)
{
    const struct nj_timer *t;

    NJ_ASSERT(e->match != NULL);
    if (e->game->game->own_reminders || nj_timer_paused(e->match) ||
        nj_match_over(e->match))
        return NULL;
    t = nj_quiet_main(e->game->game, nj_match_timers(e->match));
    return t != NULL && t->length_ms >= LEAST_MS ? t : NULL;
}

/* The deadline may have moved since it was planned. */
static bool still_right(const struct nj_entry *e, const struct nj_timer *t)
{
    return e->remind_ms != 0 && next_of(t, e->remind_ms - 1) == e->remind_ms;
}

void nj_remind_plan(struct nj_referee *r, struct nj_entry *e)
{
    const struct nj_timer *t = timer_of(e);

    if (t == NULL || !still_right(e, t) || e->remind_ms > r->now_ms)
        e->remind_ms = t != NULL ? next_of(t, r->now_ms) : 0;
    nj_deadline_set(r, e); /* one that is due is not forgotten */
}

static struct nj_arg how_long(const struct nj_referee *r,
                              const struct nj_entry *e,
                              const struct nj_timer *t)
{
    return nj_quiet_deadline(e) != 0 ? nj_arg_at("until", t->at_ms)
                                     : nj_arg_ms("left", t->at_ms - r->now_ms);
}

/* At night nobody is reminded; there are no nights in live play but one's
 * own. */
static bool asleep(const struct nj_referee *r, struct nj_entry *e,
                   const struct nj_chat *c)
{
    int64_t until_ms;

    return nj_place_is_quiet(r, c, e, r->now_ms, &until_ms) ||
           (nj_quiet_deadline(e) != 0 &&
            nj_place_is_quiet(r, e->homes[0], e, r->now_ms, &until_ms));
}

static void remind_seats(struct nj_referee *r, struct nj_entry *e,
                         const struct nj_timer *t)
{
    nj_seat_set due = nj_match_awaited(e->match) & ~nj_match_out(e->match);

    for (uint8_t i = 0; i < e->n_sitters; i++) {
        const struct nj_sitter *s = &e->sitters[i];
        struct nj_chat *c;

        if (s->computer || (due & nj_bit(s->seat)) == 0)
            continue;
        c = nj_books_chat(r, s->user);
        if (!asleep(r, e, c))
            nj_tell(r, c, e, "shell.remind", NJ_ARGS(how_long(r, e, t)));
    }
}

void nj_remind_fire(struct nj_referee *r, struct nj_entry *e)
{
    const struct nj_timer *t = timer_of(e);

    NJ_ASSERT(e->remind_ms != 0);
    if (t != NULL && t->at_ms > r->now_ms && still_right(e, t)) {
        bool last = e->remind_ms == tenth_ms(t);

        remind_seats(r, e, t);
        if (last && !asleep(r, e, e->homes[0]))
            nj_homes_notice(r, e, "shell.remind_group",
                            NJ_ARGS(how_long(r, e, t)));
    }
    e->remind_ms = 0;
    nj_remind_plan(r, e);
    NJ_ASSERT(e->remind_ms == 0 || e->remind_ms > r->now_ms);
}
