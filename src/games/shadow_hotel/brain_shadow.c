/*
 * The shadow as a computer player (SH-16.4).
 */
#include "base/bug.h"
#include "games/shadow_hotel/mind.h"

#define EARLY 6 /* before this round the cross is worth a walk */

/* Away from the lobby, as far as one kick goes. */
static bool kick_key(const struct sh_mind *mind, const struct sh_map *map,
                     struct nj_brain_order *out)
{
    uint8_t from[SH_PLACES], next[SH_PLACES];
    uint8_t lobby = nj_sh_mind_pos(mind, map->special[SH_LOBBY]);
    uint8_t n = nj_sh_mind_next(mind, map, mind->pos, next);
    uint8_t best = 0;

    NJ_ASSERT(n < map->n);
    if (!nj_sh_mind_sees(mind, SH_KEY) || mind->now.kicked || lobby == 0)
        return false;
    nj_sh_mind_distances(mind, map, lobby, from);
    for (uint8_t i = 0; i < n; i++)
        if (from[next[i]] != UINT8_MAX &&
            (best == 0 || from[next[i]] > from[best]))
            best = next[i];
    if (best == 0 || from[best] <= from[mind->pos])
        return false;
    return SH_ORDERS(out, "kick", "key\t%u", best);
}

/* What he takes: the cross; a torch against the dark. */
static bool take(const struct sh_mind *mind, struct nj_brain_order *out)
{
    if (nj_sh_mind_sees(mind, SH_CROSS))
        return SH_ORDERS(out, "take", "cross");
    if (nj_sh_mind_sees(mind, SH_TORCH) && !nj_sh_mind_holds(mind, SH_TORCH) &&
        !nj_sh_mind_holds(mind, SH_GUN))
        return SH_ORDERS(out, "take", "torch");
    return false;
}

/* Without lifts the lobby is far from everywhere. */
static bool turn_cube(const struct sh_mind *mind, const struct sh_map *map,
                      struct nj_brain_order *out)
{
    NJ_ASSERT(map->special[SH_CUBE_ROOM] != 0); /* unknown rooms are 0 */
    return mind->steps > 0 && !mind->rotated && !mind->now.turned &&
           mind->room == map->special[SH_CUBE_ROOM] &&
           SH_ORDERS(out, "use", "cube");
}

static uint8_t cross_at(const struct sh_mind *mind, const struct sh_map *map,
                        const uint8_t steps[SH_PLACES])
{
    uint8_t pos = nj_sh_mind_pos(mind, map->special[SH_SONG]);

    NJ_ASSERT(steps[mind->pos] == 0 && pos <= map->n);
    if (mind->round >= EARLY || nj_sh_mind_holds(mind, SH_CROSS) || pos == 0)
        return 0;
    return steps[pos] <= 5 ? pos : 0;
}

/* Ends his rounds where many ways meet, or in the lobby. */
static uint8_t crossing(const struct sh_mind *mind, const struct sh_map *map,
                        struct nj_rng *rng)
{
    uint8_t next[SH_PLACES], beyond[SH_PLACES];
    uint8_t n = nj_sh_mind_next(mind, map, mind->pos, next);
    uint8_t start = n == 0 ? 0 : (uint8_t)nj_rng_below(rng, n);

    NJ_ASSERT(start < n || n == 0);
    for (uint8_t i = 0; i < n; i++) {
        uint8_t pos = next[(start + i) % n];

        if (nj_sh_mind_is_safe(mind, map, pos) &&
            nj_sh_mind_next(mind, map, pos, beyond) >= 3)
            return pos;
    }
    return 0;
}

static uint8_t next_step(const struct sh_mind *mind, const struct sh_map *map,
                         struct nj_rng *rng)
{
    uint8_t steps[SH_PLACES];
    uint8_t to;

    nj_sh_mind_distances(mind, map, mind->pos, steps);
    to = cross_at(mind, map, steps);
    if (to == 0 && mind->target != mind->pos)
        to = mind->target;
    if (to == 0 && mind->steps == 1 && nj_rng_below(rng, 2) == 0)
        return crossing(mind, map, rng);
    if (to == 0)
        to = nj_sh_mind_new(mind, map, false);
    if (to == 0 || steps[to] == UINT8_MAX)
        to = (uint8_t)(nj_rng_below(rng, map->n) + 1);
    NJ_ASSERT(to > 0 && to <= map->n);
    return nj_sh_mind_towards(mind, map, to);
}

bool nj_sh_shadow_order(const struct sh_mind *mind, const struct sh_map *map,
                        struct nj_rng *rng, struct nj_brain_order *out)
{
    uint8_t step;

    NJ_ASSERT(mind->role == SH_SHADOW && mind->pos > 0);
    if (nj_rng_below(rng, 4) != 0 &&
        (kick_key(mind, map, out) || take(mind, out)))
        return true;
    if (nj_rng_below(rng, 2) == 0 && turn_cube(mind, map, out))
        return true;
    if (mind->steps == 0 || mind->stopped)
        return false;
    step = next_step(mind, map, rng);
    return step != 0 && SH_ORDERS(out, "go", "%u", step);
}
