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

/* Does a step from one position make the other one nearer? */
static bool shorten(uint8_t dist[SH_PLACES], uint8_t from, uint8_t to)
{
    if (dist[from] >= SH_ROOMS_MAX || dist[to] <= dist[from] + 1)
        return false;
    dist[to] = (uint8_t)(dist[from] + 1);
    return true;
}

uint8_t nj_sh_map_distance(const struct sh_map *map, uint8_t from, uint8_t to,
                           bool rotated)
{
    uint8_t state = rotated ? SH_IN_ROTATED : SH_IN_RESTORED;
    uint8_t dist[SH_PLACES];
    bool shorter = true;

    NJ_ASSERT(from >= 1 && from <= map->n && to >= 1 && to <= map->n);
    memset(dist, UINT8_MAX, sizeof(dist));
    dist[from] = 0;
    while (shorter) {
        shorter = false;
        for (uint8_t i = 0; i < map->n_passages; i++) {
            const struct sh_passage *p = &map->passage[i];

            if (p->gate != SH_ALWAYS || (p->states & state) == 0)
                continue;
            shorter |= shorten(dist, p->a, p->b);
            shorter |= shorten(dist, p->b, p->a);
        }
    }
    return dist[to];
}
