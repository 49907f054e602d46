/*
 * How a computer player finds its way: the plan of the house with the cube as
 * it believes it, without the rooms it fears (SH-16.2).
 */
#include <string.h>

#include "base/bug.h"
#include "games/shadow_hotel/mind.h"

uint8_t nj_sh_mind_pos(const struct sh_mind *mind, uint8_t room)
{
    NJ_ASSERT(room > 0 && mind->room_at[0] == 0);
    for (uint8_t p = 1; p < SH_PLACES; p++)
        if (mind->room_at[p] == room)
            return p;
    return 0;
}

/* Where each position leads but for the bear that it knows of. Portal and jump
 * it walks only when it is shown them: where it stands it sees the ways. */
static void known_ways(const struct sh_mind *mind, const struct sh_map *map,
                       uint64_t ways[SH_PLACES])
{
    NJ_ASSERT(mind->blocked_a < SH_PLACES && mind->blocked_b < SH_PLACES);
    nj_sh_map_ways(map, mind->rotated, mind->poker, ways);
    if (mind->ways != 0)
        ways[mind->pos] = mind->ways;
    ways[mind->blocked_a] &= ~SH_AT(mind->blocked_b);
    ways[mind->blocked_b] &= ~SH_AT(mind->blocked_a);
}

uint8_t nj_sh_mind_next(const struct sh_mind *mind, const struct sh_map *map,
                        uint8_t pos, uint8_t out[SH_PLACES])
{
    uint64_t ways[SH_PLACES];

    NJ_ASSERT(pos > 0 && pos <= map->n);
    known_ways(mind, map, ways);
    return nj_sh_map_list(ways[pos], out);
}

bool nj_sh_mind_is_safe(const struct sh_mind *mind, const struct sh_map *map,
                        uint8_t pos)
{
    uint8_t room = mind->room_at[pos];

    NJ_ASSERT(pos > 0 && pos <= map->n);
    if (room == 0)
        return true; /* who knows */
    if (room == map->special[SH_DRESSING])
        return !mind->powered || nj_sh_mind_holds(mind, SH_BOOTS);
    if (room == map->special[SH_DARK])
        return nj_sh_mind_holds(mind, SH_TORCH);
    if (room == map->special[SH_GAS_ROOM])
        return !mind->gas || nj_sh_mind_holds(mind, SH_MASK);
    if (room == map->special[SH_LAB])
        return mind->tunnel || nj_sh_mind_holds(mind, SH_ENERGY);
    if (room == map->special[SH_SONG])
        return mind->role == SH_SHADOW && mind->round < 6;
    return true;
}

void nj_sh_mind_distances(const struct sh_mind *mind, const struct sh_map *map,
                          uint8_t from, uint8_t out[SH_PLACES])
{
    uint64_t ways[SH_PLACES];
    uint64_t safe = 0;

    NJ_ASSERT(from > 0 && from <= map->n);
    for (uint8_t p = 1; p <= map->n; p++)
        if (nj_sh_mind_is_safe(mind, map, p))
            safe |= SH_AT(p);
    known_ways(mind, map, ways);
    nj_sh_map_distances(ways, safe, from, out);
}

uint8_t nj_sh_mind_towards(const struct sh_mind *mind, const struct sh_map *map,
                           uint8_t to)
{
    uint8_t back[SH_PLACES], next[SH_PLACES];
    uint8_t n = nj_sh_mind_next(mind, map, mind->pos, next);
    uint8_t best = 0;

    NJ_ASSERT(to > 0 && to <= map->n);
    if (to == mind->pos)
        return 0;
    nj_sh_mind_distances(mind, map, to, back);
    for (uint8_t i = 0; i < n; i++)
        if (back[next[i]] != UINT8_MAX &&
            nj_sh_mind_is_safe(mind, map, next[i]) &&
            (best == 0 || back[next[i]] < back[best]))
            best = next[i];
    return best;
}

/* Is `a` the better place to explore than `b`? 0 is none. */
static bool is_better(const struct sh_mind *mind,
                      const uint8_t steps[SH_PLACES], uint8_t a, uint8_t b)
{
    bool a_hunted = (mind->shadow_at >> a & 1) != 0;
    bool b_hunted = (mind->shadow_at >> b & 1) != 0;

    NJ_ASSERT(a > b); /* looked at in order: of equal ones the lowest stays */
    if (b == 0)
        return true;
    if (steps[a] != steps[b])
        return steps[a] < steps[b];
    return !a_hunted && b_hunted;
}

uint8_t nj_sh_mind_new(const struct sh_mind *mind, const struct sh_map *map,
                       bool unknown)
{
    uint8_t steps[SH_PLACES];
    uint8_t best = 0;

    nj_sh_mind_distances(mind, map, mind->pos, steps);
    for (uint8_t p = 1; p <= map->n; p++) {
        bool seen = unknown ? mind->room_at[p] != 0 : mind->visited[p] != 0;

        if (!seen && p != mind->pos && steps[p] != UINT8_MAX &&
            is_better(mind, steps, p, best))
            best = p;
    }
    NJ_ASSERT(best != mind->pos);
    return best;
}

void nj_sh_mind_hunted(struct sh_mind *mind, const struct sh_map *map,
                       uint8_t steps)
{
    uint64_t ways[SH_PLACES];

    nj_sh_map_ways(map, mind->rotated, mind->poker, ways);
    while (steps-- > 0)
        mind->shadow_at |= nj_sh_map_beyond(ways, mind->shadow_at);
}
