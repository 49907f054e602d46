/*
 * What attacks on one hand do (NC-6.7 to 6.11). Aims take their cards first;
 * all others queue, and each takes the front card. A bodyguard absorbs what
 * comes to the front of it, until it falls to a doom or to two kinds.
 */
#include <string.h>

#include "games/night_of_cards/night_of_cards.h"

#define OPEN NC_FATES /* what becomes of the attack is not known yet */

static void fall(struct nc_raid *r, struct nc_fall f)
{
    NJ_ASSERT(r->n_falls < NC_HAND);
    for (uint8_t i = 0; i < f.n_by; i++)
        f.by[i]->fate = NC_EFFECTIVE;
    r->fall[r->n_falls++] = f;
}

/* Step 1: each card aimed at is lost to the first aim on it. */
static void aim(struct nc_raid *r)
{
    for (struct nc_attack *a = r->attacks; a < r->end; a++) {
        uint8_t *at = memchr(r->hand, a->aim, r->n);

        if (a->kind != NC_AIMED || a->aim == r->guard)
            continue;
        a->fate = NC_WASTED;
        if (at == NULL)
            continue;
        r->n--;
        memmove(at, at + 1, (size_t)(r->hand + r->n - at));
        fall(r, (struct nc_fall){a->aim, 1, {a}});
    }
}

/* The queue takes cards of the hand, from..to-1, while it lasts. */
static void take(struct nc_raid *r, uint8_t from, uint8_t to)
{
    NJ_ASSERT(from <= to && to <= r->n);
    for (struct nc_attack *a = r->attacks; a < r->end && from < to; a++)
        if (a->kind != NC_AIMED && a->fate == OPEN)
            fall(r, (struct nc_fall){r->hand[from++], 1, {a}});
}

/* NC-6.7: kinds as a bodyguard tells them apart. */
static uint8_t kind_of(const struct nc_raid *r, const struct nc_attack *a)
{
    return r->six && a->kind <= NC_WX ? a->kind & 0xfe : a->kind;
}

/* Step 4: how the bodyguard behind `front` cards falls, in the first way that
 * applies; to nobody: it does not. */
static struct nc_fall breach(const struct nc_raid *r, uint8_t front)
{
    struct nc_attack *at_guard = NULL, *first = NULL, *other = NULL;
    struct nc_attack *doom = NULL; /* the last one */
    unsigned queue = 0;            /* all but aims */
    uint8_t guard = r->guard;

    for (struct nc_attack *a = r->attacks; a < r->end; a++) {
        queue += a->kind != NC_AIMED;
        if (a->kind == NC_AIMED)
            at_guard = at_guard == NULL && a->aim == guard ? a : at_guard;
        else if (a->kind == NC_DM)
            doom = a;
        else if (first == NULL)
            first = a;
        else if (other == NULL && kind_of(r, a) != kind_of(r, first))
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
static uint8_t storm(struct nc_raid *r, uint8_t front)
{
    struct nc_fall guard = breach(r, front);

    for (uint8_t i = 0; i < guard.n_by; i++)
        guard.by[i]->fate = NC_EFFECTIVE; /* they take no other card */
    take(r, 0, front);
    if (guard.n_by == 0)
        return NC_ABSORBED;
    NJ_ASSERT(guard.slot == r->hand[front]);
    fall(r, guard);
    take(r, (uint8_t)(front + 1), r->n);
    return NC_WASTED;
}

void nj_nc_arrange(struct nc_raid *r)
{
    uint8_t surplus = NC_WASTED, cards = r->n;
    uint8_t *guard;

    NJ_ASSERT(r->n <= NC_HAND && r->n_falls == 0);
    for (struct nc_attack *a = r->attacks; a < r->end; a++)
        a->fate = OPEN;
    aim(r);
    guard = memchr(r->hand, r->guard, r->n);
    NJ_ASSERT((guard == NULL) == (r->guard == NC_NO_SLOT));
    if (guard == NULL)
        take(r, 0, r->n);
    else
        surplus = storm(r, (uint8_t)(guard - r->hand));
    for (struct nc_attack *a = r->attacks; a < r->end; a++)
        if (a->fate == OPEN)
            a->fate = surplus;
    NJ_ASSERT(r->n_falls <= cards && r->n_falls <= r->end - r->attacks);
}
