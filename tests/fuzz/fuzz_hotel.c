/*
 * Any bytes as a hotel: refused with a line that says so, or a building in
 * which every place and every end of a passage exists.
 */
#include <string.h>

#include "base/bug.h"
#include "fuzz/fuzz.h"
#include "games/shadow_hotel/map.h"

static void check_passage(const struct sh_map *map, const struct sh_passage *p)
{
    NJ_ASSERT(p->a >= 1 && p->a <= map->n);
    NJ_ASSERT(p->b >= 1 && p->b <= map->n);
    NJ_ASSERT(p->a != p->b);
    NJ_ASSERT(p->way < SH_WAYS);
    NJ_ASSERT(p->gate <= SH_BY_JUMP);
    NJ_ASSERT(p->states >= 1 && p->states <= 3);
}

static void check_room(const struct sh_map *map, uint8_t id)
{
    const struct sh_room *room = &map->room[id];

    NJ_ASSERT(memchr(room->zh, '\0', sizeof(room->zh)) != NULL);
    NJ_ASSERT(memchr(room->en, '\0', sizeof(room->en)) != NULL);
    NJ_ASSERT(room->zh[0] != '\0' && room->en[0] != '\0');
    NJ_ASSERT(room->n_aliases <= SH_ALIASES_MAX);
    NJ_ASSERT(map->position[id].floor >= 1);
    NJ_ASSERT(map->position[id].floor <= map->floors);
    for (int rotated = 0; rotated < 2; rotated++)
        NJ_ASSERT(nj_sh_map_distance(map, map->special[SH_LOBBY], id,
                                     rotated != 0) < SH_PLACES);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct nj_err err = {{0}};
    void *loaded = NULL;
    const struct sh_map *map;

    if (nj_sh_map_load((const char *)data, size, &loaded, &err) != NJ_OK) {
        NJ_ASSERT(err.text[0] != '\0');
        NJ_ASSERT(loaded == NULL);
        return 0;
    }
    map = loaded;
    NJ_ASSERT(map->n == SH_ROOMS_MAX);
    NJ_ASSERT(map->n_passages <= SH_PASSAGES_MAX);
    NJ_ASSERT(map->jump < map->n_passages);
    for (uint8_t i = 0; i < map->n_passages; i++)
        check_passage(map, &map->passage[i]);
    for (uint8_t i = 1; i <= map->n; i++)
        check_room(map, i);
    for (int i = 0; i < SH_SPECIALS; i++)
        NJ_ASSERT(map->special[i] >= 1 && map->special[i] <= map->n);
    nj_data_drop(loaded);
    return 0;
}
