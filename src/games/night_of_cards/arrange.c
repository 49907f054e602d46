/*
 * What attacks on one hand do (NC-6.7 to 6.11). Aims take their cards first;
 * all others queue, and each takes the front card. A bodyguard absorbs what
 * comes to the front of it, until it falls to a doom or to two kinds.
 */
#include <string.h>

#include "games/night_of_cards/night_of_cards.h"

#define OPEN NC_FATES /* what becomes of the attack is not known yet */

struct field {
    const struct nc_raid *raid;
    struct nc_attack *end;         /* behind the last attack */
    uint8_t rest[NC_HAND], n_rest; /* of the hand, without aimed cards */
    struct nc_fall *falls;
    uint8_t n_falls;
};

static void fall(struct field *t, struct nc_fall f)
{
    NJ_ASSERT(t->n_falls < t->raid->n);
    for (uint8_t i = 0; i < f.n_by; i++)
        f.by[i]->fate = NC_EFFECTIVE;
    t->falls[t->n_falls++] = f;
}

/* Step 1: each card aimed at is lost to the first aim on it. */
static void aim(struct field *t)
{
    for (struct nc_attack *a = t->raid->attacks; a < t->end; a++) {
        uint8_t *at = memchr(t->rest, a->aim, t->n_rest);

        if (a->kind != NC_AIMED || a->aim == t->raid->guard)
            continue;
        a->fate = NC_WASTED;
        if (at == NULL)
            continue;
        t->n_rest--;
        memmove(at, at + 1, (size_t)(t->rest + t->n_rest - at));
        fall(t, (struct nc_fall){a->aim, 1, {a}});
    }
}

/* The queue takes cards of the rest, from..to-1, while it lasts. */
static void take(struct field *t, uint8_t from, uint8_t to)
{
    NJ_ASSERT(from <= to && to <= t->n_rest);
    for (struct nc_attack *a = t->raid->attacks; a < t->end && from < to; a++)
        if (a->kind != NC_AIMED && a->fate == OPEN)
            fall(t, (struct nc_fall){t->rest[from++], 1, {a}});
}

/* NC-6.7: kinds as a bodyguard tells them apart. */
static uint8_t kind_of(const struct field *t, const struct nc_attack *a)
{
    return t->raid->six && a->kind <= NC_WX ? a->kind & 0xfe : a->kind;
}

/* Step 4: how the bodyguard behind `front` cards falls, in the first way that
 * applies; to nobody: it does not. */
static struct nc_fall breach(const struct field *t, uint8_t front)
{
    struct nc_attack *at_guard = NULL, *first = NULL, *other = NULL;
    struct nc_attack *doom = NULL; /* the last one */
    unsigned queue = 0;            /* all but aims */
    uint8_t guard = t->raid->guard;

    for (struct nc_attack *a = t->raid->attacks; a < t->end; a++) {
        queue += a->kind != NC_AIMED;
        if (a->kind == NC_AIMED)
            at_guard = at_guard == NULL && a->aim == guard ? a : at_guard;
        else if (a->kind == NC_DM)
            doom = a;
        else if (first == NULL)
            first = a;
        else if (other == NULL && kind_of(t, a) != kind_of(t, first))
            other = a;
    }
    if (at_guard != NULL && first != NULL && queue > front)
        return (struct nc_fall){guard, 2, {at_guard, first}};
    if (doom != NULL && queue > front)
        return (struct nc_fall){guard, 1, {doom}};
    if (doom == NULL && other != NULL && queue > front + 1u)
        return (struct nc_fall){guard, 2, {first, other}};
    return (struct nc_fall){guard, 0, {NULL}};
}

/* Steps 4 and 5; returns what becomes of the attacks that are left. */
static uint8_t storm(struct field *t, uint8_t front)
{
    struct nc_fall guard = breach(t, front);

    for (uint8_t i = 0; i < guard.n_by; i++)
        guard.by[i]->fate = NC_EFFECTIVE; /* they take no other card */
    take(t, 0, front);
    if (guard.n_by == 0)
        return NC_ABSORBED;
    NJ_ASSERT(guard.slot == t->rest[front]);
    fall(t, guard);
    take(t, (uint8_t)(front + 1), t->n_rest);
    return NC_WASTED;
}

uint8_t nj_nc_arrange(const struct nc_raid *raid, struct nc_fall falls[NC_HAND])
{
    struct field t = {.raid = raid,
                      .end = raid->attacks + raid->n_attacks,
                      .n_rest = raid->n,
                      .falls = falls};
    uint8_t surplus = NC_WASTED;
    uint8_t *guard;

    NJ_ASSERT(raid->n <= NC_HAND);
    memcpy(t.rest, raid->hand, raid->n);
    for (struct nc_attack *a = raid->attacks; a < t.end; a++)
        a->fate = OPEN;
    aim(&t);
    guard = memchr(t.rest, raid->guard, t.n_rest);
    NJ_ASSERT((guard == NULL) == (raid->guard == NC_NO_SLOT));
    if (guard == NULL)
        take(&t, 0, t.n_rest);
    else
        surplus = storm(&t, (uint8_t)(guard - t.rest));
    for (struct nc_attack *a = raid->attacks; a < t.end; a++)
        if (a->fate == OPEN)
            a->fate = surplus;
    NJ_ASSERT(t.n_falls <= raid->n_attacks);
    return t.n_falls;
}
