/*
 * The computer player (SH-16): players and Brillo; the shadow's turn is in
 * brain_shadow.c. It decides by what it remembers, and where an order may be
 * refused for what it cannot know, it leaves it to chance whether it tries, so
 * that it never tries for ever.
 */
#include "base/bug.h"
#include "games/shadow_hotel/mind.h"

#define ORDERS_MAX 18 /* of one round (SH-16.1: at most 20) */

static bool plain(struct nj_brain_order *out, const char *verb)
{
    return nj_brain_orders(out, NJ_PLACE_PRIVATE, verb);
}

/* --- questions --- */

/* SH-16.2: P2 no, P3 fire, P4 by gain, P5 somewhere. */
static bool answer(const struct sh_mind *mind, const struct sh_map *map,
                   struct nj_rng *rng, struct nj_brain_order *out)
{
    NJ_ASSERT(mind->now.asked != 0);
    if ((mind->now.asked & SH_ASKED_GUN) != 0)
        return plain(out, "fire");
    if ((mind->now.asked & SH_ASKED_COIN) != 0)
        return plain(out, "no");
    if ((mind->now.asked & SH_ASKED_WAKE) != 0) {
        uint8_t pos = (uint8_t)(nj_rng_below(rng, map->n) + 1);

        return SH_ORDERS(out, "place", "%d",
                         nj_sh_mind_is_safe(mind, map, pos) ? pos : 1);
    }
    return plain(out, mind->gains ? "yes" : "no");
}

/* --- things --- */

enum sh_kind nj_sh_mind_goods(const struct sh_mind *mind)
{
    int kind = 0;

    while (kind < SH_KINDS && !(nj_sh_mind_holds(mind, (enum sh_kind)kind) &&
                                nj_sh_is_goods((enum sh_kind)kind)))
        kind++;
    return (enum sh_kind)kind;
}

/* Brillo breaks keys: where they lie, or from the hand (SH-14.13). */
static bool break_key(const struct sh_mind *mind, struct nj_rng *rng,
                      struct nj_brain_order *out)
{
    NJ_ASSERT(mind->role == SH_BRILLO);
    if (mind->steps == 0)
        return false;
    if (nj_sh_mind_holds(mind, SH_KEY))
        return SH_ORDERS(out, "break", "key");
    if (!nj_sh_mind_sees(mind, SH_KEY) || nj_rng_below(rng, 4) == 0)
        return false;
    if (mind->settled)
        return SH_ORDERS(out, "break", "key");
    return nj_sh_mind_goods(mind) == SH_KINDS && SH_ORDERS(out, "take", "key");
}

/* Points 3 and 4 of SH-16.2. */
static bool take_thing(const struct sh_mind *mind, struct nj_rng *rng,
                       struct nj_brain_order *out)
{
    static const uint8_t worn[] = {SH_BOOTS, SH_MASK, SH_COIN, SH_DISGUISE};
    enum sh_kind goods = nj_sh_mind_goods(mind);

    NJ_ASSERT(mind->now.orders < ORDERS_MAX && mind->role != SH_SHADOW);
    if (nj_rng_below(rng, 4) == 0)
        return false; /* something may forbid it */
    if (mind->role == SH_PLAYER && nj_sh_mind_sees(mind, SH_KEY) &&
        goods != SH_KEY) {
        if (goods == SH_KINDS)
            return SH_ORDERS(out, "take", "key");
        if (goods < SH_ALBUM)
            return SH_ORDERS(out, "drop", "%s", nj_sh_item_word(goods));
    }
    for (size_t i = 0; i < NJ_COUNT(worn); i++)
        if (nj_sh_mind_sees(mind, (enum sh_kind)worn[i]) &&
            !nj_sh_mind_holds(mind, (enum sh_kind)worn[i]))
            return SH_ORDERS(out, "take", "%s",
                             nj_sh_item_word((enum sh_kind)worn[i]));
    if (goods != SH_KINDS)
        return false;
    if (nj_sh_mind_sees(mind, SH_TORCH))
        return SH_ORDERS(out, "take", "torch");
    return nj_sh_mind_sees(mind, SH_GUN) && SH_ORDERS(out, "take", "gun");
}

/* What was there when the round began may be gone: it looks first, and again
 * now and then, for nobody tells it why it was refused. */
static bool take_or_look(const struct sh_mind *mind, struct nj_rng *rng,
                         struct nj_brain_order *out)
{
    NJ_ASSERT(mind->mine);
    if (!take_thing(mind, rng, out))
        return false;
    if (mind->now.seen > 1 && nj_rng_below(rng, 3) != 0)
        return true;
    return plain(out, "look");
}

/* SH-16.3: from R7 on somebody, in R13 the second time. */
static bool stamp(const struct sh_mind *mind, nj_seat me, struct nj_rng *rng,
                  struct nj_brain_order *out)
{
    uint8_t who;

    NJ_ASSERT(mind->role == SH_BRILLO);
    if (!nj_sh_mind_holds(mind, SH_ALBUM) || mind->steps == 0 ||
        mind->now.stamped || mind->seats == 0 ||
        mind->round < (mind->used == 0 ? 7 : 13) || mind->used >= 2)
        return false;
    NJ_ASSERT(me < mind->seats);
    who = (uint8_t)nj_rng_below(rng, mind->seats);
    if (who == me || who + 1 == mind->shadow || mind->dead[who + 1])
        return false;
    return SH_ORDERS(out, "stamp", "%d", who + 1);
}

/* --- ways --- */

/* Where a player wants to be: the way out; 0: nowhere in particular. */
static uint8_t goal(const struct sh_mind *mind, const struct sh_map *map)
{
    NJ_ASSERT(mind->role != SH_SHADOW);
    if (mind->role == SH_BRILLO) {
        if (nj_sh_mind_holds(mind, SH_ALBUM) || mind->album == mind->pos)
            return 0;
        return mind->album;
    }
    if (nj_sh_mind_holds(mind, SH_KEY))
        return nj_sh_mind_pos(mind, map->special[SH_LOBBY]);
    if (mind->tunnel)
        return nj_sh_mind_pos(mind, map->special[SH_LAB]);
    return 0;
}

/* Two unknown positions, the nearest to itself (point 6). */
static bool peek(const struct sh_mind *mind, const struct sh_map *map,
                 struct nj_brain_order *out)
{
    struct sh_mind other = *mind;
    uint8_t a = nj_sh_mind_new(mind, map, true), b;

    if (a == 0)
        return false;
    other.room_at[a] = UINT8_MAX;
    b = nj_sh_mind_new(&other, map, true);
    NJ_ASSERT(a != b && mind->room_at[b] == 0);
    if (b == 0)
        return SH_ORDERS(out, "peek", "%u", a);
    return SH_ORDERS(out, "peek", "%u %u", a, b);
}

static bool explores(const struct sh_mind *mind, const struct sh_map *map)
{
    for (uint8_t p = 1; p <= map->n; p++)
        if (mind->room_at[p] == 0)
            return true; /* elsewhere all rooms are known */
    return false;
}

static bool walk(const struct sh_mind *mind, const struct sh_map *map,
                 struct nj_brain_order *out)
{
    uint8_t to = goal(mind, map);
    uint8_t step = 0;

    if (mind->steps == 0 || mind->stopped)
        return false;
    if (to != 0)
        step = nj_sh_mind_towards(mind, map, to);
    if (step == 0 && mind->steps == 1 && explores(mind, map) &&
        mind->round % 4 == 1)
        return peek(mind, map, out);
    if (step == 0) {
        to = nj_sh_mind_new(mind, map, false);
        step = to == 0 ? 0 : nj_sh_mind_towards(mind, map, to);
    }
    NJ_ASSERT(step != mind->pos);
    return step != 0 && SH_ORDERS(out, "go", "%u", step);
}

static bool player_order(const struct sh_mind *mind, const struct sh_map *map,
                         nj_seat me, struct nj_rng *rng,
                         struct nj_brain_order *out)
{
    NJ_ASSERT(mind->role != SH_SHADOW && mind->pos > 0);
    if (mind->role == SH_BRILLO &&
        (break_key(mind, rng, out) || stamp(mind, me, rng, out)))
        return true;
    if (mind->role == SH_BRILLO && nj_sh_mind_sees(mind, SH_ALBUM) &&
        nj_rng_below(rng, 4) != 0)
        return SH_ORDERS(out, "take", "album");
    return take_or_look(mind, rng, out) || walk(mind, map, out);
}

bool nj_sh_brain_act(const void *scratch, const void *data, nj_seat me,
                     struct nj_rng *rng, struct nj_brain_order *out)
{
    const struct sh_mind *mind = scratch;
    const struct sh_map *map = nj_data_named(data, mind->map);

    NJ_ASSERT(map != NULL && map->n < SH_PLACES);
    if (mind->now.asked != 0)
        return answer(mind, map, rng, out);
    if (!mind->mine || mind->gone || mind->now.waits || mind->pos == 0)
        return false;
    if (mind->now.orders < ORDERS_MAX &&
        (mind->role == SH_SHADOW ? nj_sh_shadow_order(mind, map, rng, out)
                                 : player_order(mind, map, me, rng, out)))
        return true;
    return plain(out, "end");
}
