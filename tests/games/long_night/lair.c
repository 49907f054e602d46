/*
 * The Minotaur (LN-8.7) and 邦邦 (LN-23) by the rules, and what they tell.
 */
#include <stdlib.h>

#include "games/long_night/worlds.h"
#include "kit/nj_test.h"

/* The way on one axis; exactly half is positive. */
static int gap(int from, int to, int n)
{
    int d = (to - from + n) % n;

    return 2 * d > n ? d - n : d;
}

static int tall(const struct world *w, uint8_t cell)
{
    return gap(w->lair / w->size, cell / w->size, w->size);
}

static int wide(const struct world *w, uint8_t cell)
{
    return gap(w->lair % w->size, cell % w->size, w->size);
}

static int distance(const struct world *w, unsigned seat)
{
    uint8_t cell = w->seat[seat].cell;

    return abs(tall(w, cell)) + abs(wide(w, cell));
}

static unsigned nearest(const struct world *w)
{
    unsigned best = WORLD_SEATS;

    for (unsigned k = 0; k < w->seats; k++)
        if (w->seat[k].in &&
            (best == WORLD_SEATS || distance(w, k) < distance(w, best)))
            best = k;
    assert_true(best < WORLD_SEATS);
    return best;
}

/* A draw between the axes is 0 in the dice of these tests: vertical. */
static void advance(struct world *w)
{
    uint8_t to = w->seat[w->target].cell;
    int down = tall(w, to);
    int right = wide(w, to);

    if (abs(right) > abs(down))
        w->lair = nj_world_next(w, w->lair, right > 0 ? 3 : 2);
    else
        w->lair = nj_world_next(w, w->lair, down > 0 ? 1 : 0);
}

static unsigned stomp(struct world *w, struct nj_str *told)
{
    unsigned n = 0;

    for (unsigned k = 0; k < w->seats; k++) {
        if (!w->seat[k].in || w->seat[k].cell != w->lair)
            continue;
        w->seat[k].in = false;
        nj_str_addf(told, "k%u", k);
        n++;
    }
    return n;
}

static unsigned walk(struct world *w, struct nj_str *told)
{
    unsigned n = 0;

    w->stride++;
    if (distance(w, w->target) == 0)
        return stomp(w, told);
    for (unsigned i = 0; i < w->stride && n == 0; i++) {
        advance(w);
        n = stomp(w, told);
    }
    return n;
}

static unsigned left(const struct world *w)
{
    unsigned n = 0;

    for (unsigned k = 0; k < w->seats; k++)
        n += w->seat[k].in;
    return n;
}

static void tell_each(const struct world *w, nj_seat_set observers, bool roars,
                      struct nj_str *told)
{
    for (nj_seat k = 0; k < w->seats; k++) {
        uint8_t cell = w->seat[k].cell;

        if (!w->seat[k].in || (observers & nj_bit(k)) == 0)
            continue;
        if (roars)
            nj_str_addf(told, "%d", nj_world_bearing(w, cell, w->lair));
        else if (abs(tall(w, cell)) <= 1 && abs(wide(w, cell)) <= 1)
            nj_str_addf(told, "h%u", (unsigned)k);
    }
}

static void turn_head(struct world *w, struct nj_str *told)
{
    w->target = (uint8_t)nearest(w);
    w->stride = 0;
    nj_str_addf(told, "b%u", (unsigned)w->target);
}

/* --- 邦邦: all that it tells is for all --- */

static unsigned nearest_other(const struct world *w)
{
    unsigned best = WORLD_SEATS;

    for (unsigned k = 0; k < w->seats; k++)
        if (w->seat[k].in && distance(w, k) > 0 &&
            (best == WORLD_SEATS || distance(w, k) < distance(w, best)))
            best = k;
    return best;
}

static void turn_to(struct world *w, unsigned seat, struct nj_str *told)
{
    w->target = (uint8_t)seat;
    nj_str_addf(told, "b%u", seat);
}

static void bang(struct world *w, struct nj_str *told)
{
    unsigned other = nearest_other(w);
    bool out = !w->seat[w->target].in;
    unsigned first = 0;

    while (!w->seat[first].in)
        first++;
    if (other < WORLD_SEATS &&
        (out || distance(w, other) < distance(w, w->target)))
        turn_to(w, other, told);
    else if (out)
        turn_to(w, first, told);
    nj_str_addf(told, "c%u", (unsigned)w->target);
    if ((unsigned)distance(w, w->target) <= w->stride) {
        w->lair = w->seat[w->target].cell;
        nj_str_addf(told, "r%u", (unsigned)w->target);
        other = nearest_other(w);
        if (other < WORLD_SEATS)
            turn_to(w, other, told);
    } else {
        for (unsigned i = 0; i < w->stride; i++)
            advance(w);
    }
    w->bomb[w->lair] = true;
    for (int d = 0; d < 4; d++)
        nj_str_putc(told, nj_world_wall(w, w->lair, d) ? '#' : '.');
}

void nj_world_lair(struct world *w, nj_seat_set observers, struct nj_str *told)
{
    unsigned n;

    if (w->bang) {
        bang(w, told);
        return;
    }
    if (!w->seat[w->target].in ||
        distance(w, nearest(w)) < distance(w, w->target)) {
        turn_head(w, told);
        tell_each(w, observers, false, told);
        return;
    }
    n = walk(w, told);
    if (n > 0)
        w->stride = 0;
    if (left(w) <= 1)
        return;
    if (n > 0)
        turn_head(w, told);
    else
        nj_str_addf(told, "m%u,%u", (unsigned)w->target, w->stride);
    tell_each(w, observers, true, told);
    tell_each(w, observers, false, told);
}
