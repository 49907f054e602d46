/*
 * A hotel is loaded; distances in it (SH-2.8).
 */
#include "games/shadow_hotel/map.h"

#include <string.h>

#include "base/bug.h"
#include "games/shadow_hotel/map_read.h"
#include "match/datum.h"

#define FILE_BYTES_MAX (1u << 20)

enum nj_status nj_sh_map_load(const char *text, size_t n, void **data,
                              struct nj_err *err)
{
    static const struct nj_datum_file file = {{FILE_BYTES_MAX, 16, 8192, 0},
                                              sizeof(struct sh_map),
                                              nj_sh_map_read,
                                              nj_sh_map_check};

    return nj_datum_load(&file, text, n, data, err);
}

uint8_t nj_sh_map_list(uint64_t set, uint8_t out[SH_PLACES])
{
    uint8_t n = 0;

    NJ_ASSERT((set & ~SH_EVERYWHERE) == 0);
    for (uint8_t p = 1; set >> p != 0; p++)
        if ((set >> p & 1) != 0)
            out[n++] = p;
    return n;
}

void nj_sh_map_ways(const struct sh_map *map, bool rotated, bool poker,
                    uint64_t ways[SH_PLACES])
{
    uint8_t state = rotated ? SH_IN_ROTATED : SH_IN_RESTORED;

    memset(ways, 0, SH_PLACES * sizeof(*ways));
    for (uint8_t i = 0; i < map->n_passages; i++) {
        const struct sh_passage *p = &map->passage[i];

        if ((p->gate != SH_ALWAYS && (p->gate != SH_BY_POKER || !poker)) ||
            (p->states & state) == 0)
            continue;
        NJ_ASSERT(!p->rooms && p->a != p->b);
        ways[p->a] |= SH_AT(p->b);
        ways[p->b] |= SH_AT(p->a);
    }
}

uint64_t nj_sh_map_beyond(const uint64_t ways[SH_PLACES], uint64_t from)
{
    uint64_t to = 0;

    NJ_ASSERT((from & ~SH_EVERYWHERE) == 0);
    for (uint8_t p = 1; from >> p != 0; p++)
        if ((from >> p & 1) != 0)
            to |= ways[p];
    return to;
}

void nj_sh_map_distances(const uint64_t ways[SH_PLACES], uint64_t through,
                         uint8_t from, uint8_t dist[SH_PLACES])
{
    uint64_t edge = SH_AT(from);
    uint64_t left = through & ~edge;
    uint8_t at[SH_PLACES];

    NJ_ASSERT(from > 0 && from < SH_PLACES);
    memset(dist, UINT8_MAX, SH_PLACES);
    for (uint8_t steps = 0; edge != 0; steps++) {
        for (uint8_t n = nj_sh_map_list(edge, at); n-- > 0;)
            dist[at[n]] = steps;
        edge = nj_sh_map_beyond(ways, edge) & left;
        left &= ~edge;
    }
}

uint8_t nj_sh_map_distance(const struct sh_map *map, uint8_t from, uint8_t to,
                           bool rotated)
{
    uint64_t ways[SH_PLACES];
    uint8_t dist[SH_PLACES];

    NJ_ASSERT(to >= 1 && to <= map->n);
    nj_sh_map_ways(map, rotated, false, ways);
    nj_sh_map_distances(ways, SH_EVERYWHERE, from, dist);
    return dist[to];
}
