/*
 * Ballots of the day and of the life-or-death vote: casting, weighing, places
 * (NC-7.1 to 7.8). What comes of them is in dusk.c.
 */
#include "games/night_of_cards/night_of_cards.h"

#define TALLY_MOST ((uint32_t)1 << 30) /* curses may double for ever */

/* --- casting --- */

/* The last part of the day takes first ballots alone (NC-7.1). */
static bool frozen(const struct nj_match *m)
{
    int64_t freeze = nj_option(m, "vote_freeze");

    return freeze > 0 && nj_phase_ends(m) - nj_at(m) <= freeze;
}

/* What forbids the ballot that is open: day and verdict have one word for it
 * (NC-17.29). */
static const char *vote_fault(const struct nj_match *m, struct nj_attempt *a)
{
    const struct nc_state *s = nj_state_const(m);
    const struct nc_seat *who = &s->seat[a->seat];
    const struct nc_plan *plan = a->plan;
    const char *code = nj_nc_mean_seat(m, a);

    if (code == NULL)
        code = nj_nc_fault(m, a);
    if (code == NULL)
        code = nj_nc_target_fault(m, a);
    if (code != NULL)
        return code;
    if (s->phase == NC_VERDICT && (s->contested >> plan->target & 1) == 0)
        return nj_fault_of(a, "NC-7.7", "nc.err.not_candidate");
    if (s->phase == NC_VERDICT)
        return who->verdict != NJ_SEAT_NONE ? "nc.err.vote_changed" : NULL;
    if (who->changed)
        return "nc.err.vote_changed";
    return who->ballot != NJ_SEAT_NONE && frozen(m) ? "nc.err.vote_frozen"
                                                    : NULL;
}

static void vote(struct nj_match *m, const struct nj_attempt *a)
{
    struct nc_state *s = nj_state(m);
    struct nc_seat *who = &s->seat[a->seat];
    const struct nc_plan *plan = a->plan;

    NJ_ASSERT(!who->dead && !who->soulless);
    NJ_ASSERT(!s->seat[plan->target].dead);
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
                                        NC_VOTER,
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

/* NC-7.2: a ballot weighs as much as the voter has cards now. */
void nj_nc_tally(const struct nc_state *s, struct nc_tally *t)
{
    bool day = s->phase != NC_VERDICT;

    *t = (struct nc_tally){.raw = {0}};
    for (nj_seat i = 0; i < s->n; i++) {
        const struct nc_seat *who = &s->seat[i];
        uint8_t target = day ? who->ballot : who->verdict;

        if (target == NJ_SEAT_NONE)
            continue;
        NJ_ASSERT(!who->dead && !who->soulless && !s->seat[target].dead);
        t->raw[target] += who->n;
    }
    for (nj_seat i = 0; i < s->n; i++)
        t->final[i] = day ? weighed(&s->seat[i], t->raw[i]) : t->raw[i];
}

/* --- places --- */

uint8_t nj_nc_places(const struct nc_state *s)
{
    uint8_t living = nj_seat_count(nj_nc_living(s));
    uint8_t fixed = s->opt.executions;

    NJ_ASSERT(living >= 2);
    if (fixed > 0)
        return fixed < living ? fixed : (uint8_t)(living - 1);
    return living == 2 ? 1 : living < 10 ? 2 : living < 14 ? 3 : 4;
}

/* Those of `among` with the highest total; none if nobody has any (NC-7.4). */
static nj_seat_set highest(const uint32_t *totals, nj_seat_set among)
{
    nj_seat_set group = 0;
    uint32_t most = 1;

    for (nj_seat i = 0; among >> i != 0; i++) {
        if ((among >> i & 1) == 0 || totals[i] < most)
            continue;
        if (totals[i] > most)
            group = 0;
        most = totals[i];
        group |= nj_bit(i);
    }
    return group;
}

nj_seat_set nj_nc_walk(const uint32_t *totals, nj_seat_set among,
                       uint8_t places, nj_seat_set *contested, uint8_t *left)
{
    nj_seat_set condemned = 0;

    *contested = 0;
    *left = 0;
    while (places > 0) {
        nj_seat_set group = highest(totals, among & ~condemned);
        uint8_t n = nj_seat_count(group);

        if (n > places) {
            *contested = group;
            *left = places;
        }
        if (n == 0 || n > places)
            break;
        condemned |= group;
        places = (uint8_t)(places - n);
    }
    NJ_ASSERT((condemned & *contested) == 0);
    return condemned;
}

nj_seat_set nj_nc_candidates(const uint32_t *totals, nj_seat_set among,
                             uint8_t places)
{
    nj_seat_set candidates = 0;

    while (nj_seat_count(candidates) <= places) {
        nj_seat_set group = highest(totals, among & ~candidates);

        if (group == 0)
            break;
        candidates |= group;
    }
    return candidates;
}
