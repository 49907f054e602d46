/*
 * What attacks on one hand do (NC-6.7 to 6.11). Aims take their cards first;
 * all others queue, and each takes the front card. A bodyguard absorbs what
 * comes to the front of it, until it falls to a doom or to two kinds.
 */
#include <string.h>

#include "games/night_of_cards/night_of_cards.h"

#define OPEN NC_FATES /* what becomes of the attack is not known yet */

struct field {
    const struct nc_attack *attack;
    uint32_t n;
    uint8_t *fates;
    uint8_t rest[NC_HAND], n_rest; /* of the hand, without aimed cards */
    struct nc_fall *falls;
    uint8_t n_falls;
};

/* Up to two attacks under which the bodyguard falls. */
struct breakers {
    uint16_t by[2];
    uint8_t n;
};

static void fall(struct field *t, uint8_t slot, const struct breakers *by)
{
    struct nc_fall *f = &t->falls[t->n_falls];

    NJ_ASSERT(t->n_falls < NC_HAND);
    *f = (struct nc_fall){.slot = slot, .n_by = by->n};
    memcpy(f->by, by->by, sizeof(f->by));
    for (uint8_t i = 0; i < by->n; i++)
        t->fates[by->by[i]] = NC_EFFECTIVE;
    t->n_falls++;
}

/* Step 1: each card aimed at is lost to the first aim on it. */
static void aim(struct field *t, uint8_t guard)
{
    for (uint16_t i = 0; i < t->n; i++) {
        uint8_t at = 0, slot = t->attack[i].aim;

        if (t->attack[i].kind != NC_AIMED || slot == guard)
            continue;
        while (at < t->n_rest && t->rest[at] != slot)
            at++;
        if (at == t->n_rest) {
            t->fates[i] = NC_WASTED;
            continue;
        }
        t->n_rest--;
        memmove(&t->rest[at], &t->rest[at + 1], (size_t)(t->n_rest - at));
        fall(t, slot, &(struct breakers){{i, 0}, 1});
    }
}

/* The queue takes cards of the rest, from..to-1, while it lasts. */
static void take(struct field *t, uint8_t from, uint8_t to)
{
    NJ_ASSERT(from <= to && to <= t->n_rest);
    for (uint16_t i = 0; i < t->n && from < to; i++)
        if (t->attack[i].kind != NC_AIMED && t->fates[i] == OPEN) {
            fall(t, t->rest[from], &(struct breakers){{i, 0}, 1});
            from++;
        }
}

/* NC-6.7: kinds as a bodyguard tells them apart. */
static uint8_t kind_of(const struct nc_attack *a, bool six)
{
    return six && a->kind <= NC_WX ? a->kind / 2 * 2 : a->kind;
}

/* Step 4: the first way that applies to a bodyguard behind `front` cards. */
static struct breakers breakers(const struct field *t, uint8_t guard,
                                uint8_t front, bool six)
{
    uint32_t normal = 0, dooms = 0;
    uint16_t aimed = 0, first = 0, other = 0, doom = 0;
    bool aims = false, kinds = false;

    for (uint16_t i = 0; i < t->n; i++) {
        const struct nc_attack *a = &t->attack[i];

        if (a->kind == NC_AIMED) {
            if (a->aim == guard && !aims) {
                aims = true;
                aimed = i;
            }
        } else if (a->kind == NC_DM) {
            dooms++;
            doom = i;
        } else if (normal++ == 0) {
            first = i;
        } else if (!kinds &&
                   kind_of(a, six) != kind_of(&t->attack[first], six)) {
            kinds = true;
            other = i;
        }
    }
    if (aims && normal >= 1 && normal + dooms > front)
        return (struct breakers){{aimed, first}, 2};
    if (dooms >= 1 && normal + dooms > front)
        return (struct breakers){{doom, 0}, 1};
    if (dooms == 0 && kinds && normal >= front + 2u)
        return (struct breakers){{first, other}, 2};
    return (struct breakers){{0, 0}, 0};
}

uint8_t nj_nc_arrange(const uint8_t *hand, uint8_t n, uint8_t guard, bool six,
                      const struct nc_attack *attacks, uint32_t n_attacks,
                      struct nc_fall falls[NC_HAND], uint8_t *fates)
{
    struct field t = {.attack = attacks,
                      .n = n_attacks,
                      .fates = fates,
                      .n_rest = n,
                      .falls = falls};
    uint8_t surplus = NC_WASTED, front = 0;
    struct breakers by;

    NJ_ASSERT(n <= NC_HAND && n_attacks <= UINT16_MAX);
    memcpy(t.rest, hand, n);
    memset(fates, OPEN, n_attacks);
    aim(&t, guard);
    while (front < t.n_rest && t.rest[front] != guard)
        front++;
    NJ_ASSERT((front < t.n_rest) == (guard != NC_NO_SLOT));
    if (front == t.n_rest) {
        take(&t, 0, front);
    } else {
        by = breakers(&t, guard, front, six);
        for (uint8_t i = 0; i < by.n; i++)
            fates[by.by[i]] = NC_EFFECTIVE; /* they take no other card */
        take(&t, 0, front);
        if (by.n == 0) {
            surplus = NC_ABSORBED;
        } else {
            fall(&t, guard, &by);
            take(&t, (uint8_t)(front + 1), t.n_rest);
        }
    }
    for (uint32_t i = 0; i < n_attacks; i++)
        if (fates[i] == OPEN)
            fates[i] = surplus;
    return t.n_falls;
}
