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
    const struct nc_attack *attack;
    uint16_t n;
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
static void aim(struct field *t)
{
    for (uint16_t i = 0; i < t->n; i++) {
        uint8_t at = 0, slot = t->attack[i].aim;

        if (t->attack[i].kind != NC_AIMED || slot == t->raid->guard)
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

/* What stands against a bodyguard: where each is; n: there is none. */
struct siege {
    uint16_t aim, first, other, doom; /* other: of another kind than `first` */
    uint16_t normal, dooms;
};

static void besiege(const struct field *t, uint16_t i, struct siege *x)
{
    const struct nc_attack *a = &t->attack[i];
    bool six = t->raid->six;

    if (a->kind == NC_AIMED) {
        if (a->aim == t->raid->guard && x->aim == t->n)
            x->aim = i;
        return;
    }
    if (a->kind == NC_DM) {
        x->doom = i; /* the last one */
        x->dooms++;
        return;
    }
    if (x->normal == 0)
        x->first = i;
    else if (x->other == t->n &&
             kind_of(a, six) != kind_of(&t->attack[x->first], six))
        x->other = i;
    x->normal++;
}

/* Step 4: the first way that applies to a bodyguard behind `front` cards. */
static struct breakers breakers(const struct field *t, uint8_t front)
{
    struct siege x = {.aim = t->n, .other = t->n};

    for (uint16_t i = 0; i < t->n; i++)
        besiege(t, i, &x);
    if (x.normal + x.dooms > front) {
        if (x.aim < t->n && x.normal > 0)
            return (struct breakers){{x.aim, x.first}, 2};
        if (x.dooms > 0)
            return (struct breakers){{x.doom, 0}, 1};
    }
    if (x.dooms == 0 && x.other < t->n && x.normal >= front + 2)
        return (struct breakers){{x.first, x.other}, 2};
    return (struct breakers){{0, 0}, 0};
}

/* Steps 4 and 5; returns what becomes of the attacks that are left. */
static uint8_t storm(struct field *t, uint8_t front)
{
    struct breakers by = breakers(t, front);

    for (uint8_t i = 0; i < by.n; i++)
        t->fates[by.by[i]] = NC_EFFECTIVE; /* they take no other card */
    take(t, 0, front);
    if (by.n == 0)
        return NC_ABSORBED;
    fall(t, t->raid->guard, &by);
    take(t, (uint8_t)(front + 1), t->n_rest);
    return NC_WASTED;
}

uint8_t nj_nc_arrange(const struct nc_raid *raid, struct nc_fall falls[NC_HAND],
                      uint8_t *fates)
{
    struct field t = {.raid = raid,
                      .attack = raid->attacks,
                      .n = raid->n_attacks,
                      .fates = fates,
                      .n_rest = raid->n,
                      .falls = falls};
    uint8_t surplus = NC_WASTED, front = 0;

    NJ_ASSERT(raid->n <= NC_HAND);
    memcpy(t.rest, raid->hand, raid->n);
    memset(fates, OPEN, t.n);
    aim(&t);
    while (front < t.n_rest && t.rest[front] != raid->guard)
        front++;
    NJ_ASSERT((front < t.n_rest) == (raid->guard != NC_NO_SLOT));
    if (front == t.n_rest)
        take(&t, 0, front);
    else
        surplus = storm(&t, front);
    for (uint16_t i = 0; i < t.n; i++)
        if (fates[i] == OPEN)
            fates[i] = surplus;
    return t.n_falls;
}
