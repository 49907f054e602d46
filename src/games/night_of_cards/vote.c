/*
 * Ballots of the day and of the life-or-death vote: casting, weighing, places
 * (NC-7.1 to 7.8). What comes of them is in dusk.c.
 */
#include "games/night_of_cards/night_of_cards.h"

#define TALLY_MOST ((uint32_t)1 << 30) /* curses may double for ever */

/* --- casting --- */

/* What forbids the ballot that is open: day and verdict have one word for it
 * (NC-17.29). */
static const char *vote_fault(const struct nj_match *m, struct nj_attempt *a)
{
    const struct nc_state *s = nj_state_const(m);
    const struct nc_seat *who = &s->seat[a->seat];
    const struct nc_plan *plan = a->plan;
    const char *code = nj_nc_mean_seat(m, a);
    bool second = s->phase == NC_VERDICT;

    if (code == NULL)
        code = nj_nc_phase_fault(m, who, a->order->when);
    if (code == NULL)
        code = nj_nc_target_fault(m, a);
    if (code == NULL && second && !nj_seat_in(s->contested, plan->target))
        code = nj_fault_of(a, "NC-7.7", "nc.err.not_candidate");
    return NJ_FIRST_FAULT(
        {code != NULL, code},
        {second ? who->verdict != NJ_SEAT_NONE : who->changed != 0,
         "nc.err.vote_changed"},
        {!second && who->ballot != NJ_SEAT_NONE &&
             nj_nc_frozen(m, "vote_freeze"),
         "nc.err.vote_frozen"});
}

static void vote(struct nj_match *m, const struct nj_attempt *a)
{
    struct nc_state *s = nj_state(m);
    struct nc_seat *who = &s->seat[a->seat];
    const struct nc_plan *plan = a->plan;

    NJ_ASSERT(nj_seat_in(nj_nc_voters(s), a->seat));
    NJ_ASSERT(nj_seat_in(nj_nc_living(s), plan->target));
    if (s->phase == NC_VERDICT) {
        who->verdict = plan->target;
        say_verdict_cast(m, a->seat, plan->target);
        return;
    }
    /* The same ballot once more is no change. */
    who->changed = who->ballot != NJ_SEAT_NONE && who->ballot != plan->target;
    who->ballot = plan->target;
    who->done = 1; /* NC-17.3a */
    say_vote_cast(m, a->seat, plan->target, who->changed ? "yes" : "no");
}

const struct nj_order nj_nc_vote = {NC_IN_DAY | NC_IN_VERDICT | NC_IN_GROUP |
                                        NC_VOTER | NC_WORDS_FIRST,
                                    "NC-7.1", vote_fault, vote};

/* --- weighing --- */

/* NC-7.3: doublings come before halvings, so only their difference counts. */
static uint32_t weighed(const struct nc_seat *who, uint32_t raw)
{
    uint32_t t = raw;

    for (uint16_t i = who->devout; i < who->vicious && t < TALLY_MOST; i++)
        t *= 2;
    for (uint16_t i = who->vicious; i < who->devout && t > 0; i++)
        t /= 2;
    t += who->curses;
    return t > who->blessings ? t - who->blessings : 0;
}

nj_seat nj_nc_ballot(const struct nc_state *s, nj_seat seat)
{
    const struct nc_seat *who = &s->seat[seat];
    nj_seat ballot = s->phase == NC_VERDICT ? who->verdict
                     : s->phase == NC_DAY   ? who->ballot
                                            : NJ_SEAT_NONE;

    NJ_ASSERT(ballot == NJ_SEAT_NONE || ballot < s->n);
    return ballot;
}

/* NC-7.2: a ballot weighs as much as the voter has cards now. */
void nj_nc_tally(const struct nc_state *s, struct nc_tally *t)
{
    bool day = s->phase != NC_VERDICT;
    nj_seat_set living = nj_nc_living(s);

    *t = (struct nc_tally){.raw = {0}};
    t->end = t->ballot;
    NJ_FOREACH_SEAT(k, living) {
        nj_seat target = nj_nc_ballot(s, k);

        if (target == NJ_SEAT_NONE)
            continue;
        NJ_ASSERT(nj_seat_in(living, target));
        t->raw[target] += s->seat[k].n;
        t->end = put_ballots(t->end, k, target, s->seat[k].n);
    }
    NJ_FOREACH_SEAT(k, living)
        t->final[k] = day ? weighed(&s->seat[k], t->raw[k]) : t->raw[k];
}

/* What so many doublings, or halvings, come to, 0 being none. */
static int64_t factor(uint16_t times)
{
    NJ_ASSERT(times <= 2 * NC_SEATS_MAX * NC_ORDERS); /* of night and day */
    return times == 0 ? 0 : INT64_C(1) << (times < 62 ? times : 62);
}

struct nj_arg nj_nc_tally_rows(const struct nc_state *s,
                               const struct nc_tally *t,
                               int64_t cells[NC_TALLY_CELLS],
                               nj_seat_set *nothing)
{
    int64_t *c = cells;

    NJ_FOREACH_SEAT(k, nj_nc_living(s)) {
        const struct nc_seat *who = &s->seat[k];

        if (t->raw[k] == 0 && who->vicious == 0 && who->devout == 0 &&
            who->curses == 0 && who->blessings == 0)
            *nothing |= nj_bit(k);
        else
            c = put_tally(c, k, t->raw[k], factor(who->vicious),
                          factor(who->devout), who->curses, who->blessings,
                          t->final[k]);
    }
    NJ_ASSERT((*nothing & ~nj_nc_living(s)) == 0);
    return rows_tally(cells, c);
}

/* --- places --- */

uint8_t nj_nc_places(const struct nc_state *s)
{
    uint8_t living = nj_seat_count(nj_nc_living(s));
    uint8_t places = living == 2 ? 1 : living < 10 ? 2 : living < 14 ? 3 : 4;

    NJ_ASSERT(living >= 2);
    if (s->opt.executions > 0)
        places = s->opt.executions < living ? s->opt.executions
                                            : (uint8_t)(living - 1);
    NJ_ASSERT(places < living);
    return places;
}

/* Those of `among` with the highest total; none if nobody has any (NC-7.4). */
static nj_seat_set highest(const uint32_t *totals, nj_seat_set among)
{
    nj_seat_set group = 0;
    uint32_t most = 1;

    NJ_FOREACH_SEAT(k, among) {
        if (totals[k] > most)
            group = 0;
        if (totals[k] >= most) {
            most = totals[k];
            group |= nj_bit(k);
        }
    }
    NJ_ASSERT((group & ~among) == 0);
    return group;
}

nj_seat_set nj_nc_walk(const uint32_t *totals, nj_seat_set among,
                       uint8_t places, nj_seat_set *contested, uint8_t *left)
{
    nj_seat_set condemned = 0, group = 0;

    do {
        condemned |= group;
        places = (uint8_t)(places - nj_seat_count(group));
        group = highest(totals, among & ~condemned);
    } while (group != 0 && nj_seat_count(group) <= places);
    *contested = places > 0 ? group : 0;
    *left = *contested != 0 ? places : 0;
    NJ_ASSERT(*contested == 0 || nj_seat_count(*contested) > *left);
    return condemned;
}
