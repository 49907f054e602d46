/*
 * A hotel is loaded; distances in it (SH-2.8).
 */
#include "games/shadow_hotel/map.h"

#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/bug.h"
#include "games/shadow_hotel/map_read.h"

#define FILE_BYTES_MAX (1u << 20)

enum nj_status nj_sh_map_load(const char *text, size_t n, void **data,
                              struct nj_err *err)
{
    const struct nj_json_bounds bounds = {FILE_BYTES_MAX, 16, 8192, 0};
    struct nj_json_doc *doc = NULL;
    struct sh_draft plan = {.map = NULL};
    enum nj_status st;

    NJ_ASSERT(text != NULL);
    st = nj_json_open(&doc, text, n, &bounds, err);
    if (st != NJ_OK)
        return st;
    plan.map = nj_alloc(sizeof(*plan.map));
    nj_sh_map_read(nj_json_root(doc), &plan);
    st = nj_json_status(doc, err);
    nj_json_close(doc);
    if (st == NJ_OK)
        st = nj_sh_map_check(&plan, err);
    if (st == NJ_OK)
        *data = plan.map;
    else
        free(plan.map);
    return st;
}

/* Sets the distance of what one round of spreading reaches from `at`. */
static bool spread(const struct sh_map *map, uint8_t state, uint8_t at,
                   uint8_t dist[SH_PLACES])
{
    bool grown = false;

    for (uint8_t i = 0; i < map->n_passages; i++) {
        const struct sh_passage *p = &map->passage[i];
        uint8_t a = p->a;
        uint8_t b = p->b;

        if (p->gate != SH_ALWAYS || (p->states & state) == 0)
            continue;
        if (dist[a] == at && dist[b] == UINT8_MAX) {
            dist[b] = (uint8_t)(at + 1);
            grown = true;
        } else if (dist[b] == at && dist[a] == UINT8_MAX) {
            dist[a] = (uint8_t)(at + 1);
            grown = true;
        }
    }
    return grown;
}

uint8_t nj_sh_map_distance(const struct sh_map *map, uint8_t from, uint8_t to,
                           bool rotated)
{
    uint8_t state = rotated ? SH_IN_ROTATED : SH_IN_RESTORED;
    uint8_t dist[SH_PLACES];

    NJ_ASSERT(from >= 1 && from <= map->n);
    NJ_ASSERT(to >= 1 && to <= map->n);
    memset(dist, UINT8_MAX, sizeof(dist));
    dist[from] = 0;
    for (uint8_t at = 0; dist[to] == UINT8_MAX; at++)
        if (!spread(map, state, at, dist))
            break;
    return dist[to];
}
