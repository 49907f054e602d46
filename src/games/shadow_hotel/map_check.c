/*
 * Whether what was read is a hotel: floors, the cube's layers, the lift, names
 * that mean one room each, ways to every room in both states of the cube.
 */
#include <string.h>

#include "base/bug.h"
#include "base/script.h"
#include "base/text_hash.h"
#include "games/shadow_hotel/map_read.h"

#define NAMES_MAX (2 + SH_ALIASES_MAX) /* of a room */

/* --- floors --- */

static bool overlap(const struct sh_position *p, const struct sh_position *q)
{
    NJ_ASSERT(p->w > 0 && q->w > 0);
    return p->floor == q->floor && p->x < q->x + q->w && q->x < p->x + p->w &&
           p->y < q->y + q->h && q->y < p->y + p->h;
}

static enum nj_status check_positions(const struct sh_map *map,
                                      struct nj_err *err)
{
    for (unsigned i = 1; i <= map->n; i++)
        for (unsigned k = 1; k < i; k++)
            if (overlap(&map->position[i], &map->position[k]))
                return nj_fail(err, NJ_ERR_BAD_INPUT,
                               "positions: %u and %u lie on each other", k, i);
    return NJ_OK;
}

static enum nj_status check_layers(const struct sh_map *map, struct nj_err *err)
{
    NJ_ASSERT(map->floors >= 1 && map->floors <= SH_FLOORS_MAX);
    for (unsigned f = 1; f <= map->floors; f++)
        if (map->layer[f] == 0)
            return nj_fail(err, NJ_ERR_BAD_INPUT, "layers: floor %u is in none",
                           f);
    for (unsigned f = 1; f <= map->floors; f++)
        for (unsigned g = 1; g < f; g++)
            if (map->layer[f] == map->layer[g] &&
                map->turns[f] != map->turns[g])
                return nj_fail(err, NJ_ERR_BAD_INPUT,
                               "cube_rotation: of one layer floor %u turns and "
                               "the other does not",
                               map->turns[f] ? f : g);
    return NJ_OK;
}

/* --- passages --- */

/* What is wrong with a passage of the building, or NULL. */
static const char *edge_fault(const struct sh_map *map,
                              const struct sh_passage *p)
{
    uint8_t a = map->position[p->a].floor;
    uint8_t b = map->position[p->b].floor;
    bool level = p->way == SH_DOOR || p->way == SH_WINDOW;
    bool lift = p->way == SH_LIFT;
    bool inside = map->layer[a] == map->layer[b];
    bool always = p->states == (SH_IN_RESTORED | SH_IN_ROTATED);

    NJ_ASSERT(p->way < SH_PORTAL && !p->rooms);
    if (level != (a == b))
        return level ? "a door or window joins two floors"
                     : "a stair or lift stays on its floor";
    /* SH-2.4: what joins two layers does not outlast a turn. */
    if (!inside && always)
        return "it joins two layers in both states of the cube";
    if (inside && !lift && !always)
        return "inside a layer the cube changes nothing";
    if (lift && p->states != SH_IN_RESTORED)
        return "the lift runs only while the cube is restored";
    return lift && a % 2 != b % 2
               ? "the lift joins an odd floor and an even one"
               : NULL;
}

static enum nj_status check_edges(const struct sh_map *map, struct nj_err *err)
{
    for (uint8_t i = 0; i < map->n_passages; i++) {
        const struct sh_passage *p = &map->passage[i];
        const char *fault = p->rooms ? NULL : edge_fault(map, p);

        if (fault != NULL)
            return nj_fail(err, NJ_ERR_BAD_INPUT, "edges: %u-%u: %s",
                           (unsigned)p->a, (unsigned)p->b, fault);
    }
    return NJ_OK;
}

/* Does the lift join the two; b 0: does it stop at a? */
static bool lift_joins(const struct sh_map *map, unsigned a, unsigned b)
{
    NJ_ASSERT(a != 0 && a != b);
    for (uint8_t i = 0; i < map->n_passages; i++) {
        const struct sh_passage *p = &map->passage[i];

        if (p->way == SH_LIFT && ((p->a == a && (b == 0 || p->b == b)) ||
                                  (p->b == a && (b == 0 || p->a == b))))
            return true;
    }
    return false;
}

/* SH-2.6: one ride joins any two odd floors, or any two even ones. */
static enum nj_status check_lift(const struct sh_map *map, struct nj_err *err)
{
    for (unsigned a = 1; a <= map->n; a++)
        for (unsigned b = a + 1; b <= map->n; b++)
            if (lift_joins(map, a, 0) && lift_joins(map, b, 0) &&
                map->position[a].floor % 2 == map->position[b].floor % 2 &&
                !lift_joins(map, a, b))
                return nj_fail(err, NJ_ERR_BAD_INPUT,
                               "edges: the lift does not join %u and %u", a, b);
    return NJ_OK;
}

static enum nj_status check_reach(const struct sh_map *map, struct nj_err *err)
{
    uint8_t lobby = map->special[SH_LOBBY];

    NJ_ASSERT(lobby >= 1 && lobby <= map->n);
    for (int rotated = 0; rotated < 2; rotated++) {
        uint64_t ways[SH_PLACES];
        uint8_t dist[SH_PLACES];

        nj_sh_map_ways(map, rotated != 0, false, ways);
        nj_sh_map_distances(ways, SH_EVERYWHERE, lobby, dist);
        for (unsigned i = 1; i <= map->n; i++)
            if (dist[i] == UINT8_MAX)
                return nj_fail(err, NJ_ERR_BAD_INPUT,
                               "edges: no way from the lobby to %u while the "
                               "cube is %s",
                               i, rotated != 0 ? "rotated" : "restored");
    }
    return NJ_OK;
}

/* Wherever the lobby lies, there is room for the keys. */
static enum nj_status check_keys(const struct sh_map *map, struct nj_err *err)
{
    uint64_t ways[SH_PLACES];

    nj_sh_map_ways(map, false, false, ways);
    for (unsigned i = 1; i <= map->n; i++) {
        uint8_t dist[SH_PLACES];
        unsigned far = 0;

        nj_sh_map_distances(ways, SH_EVERYWHERE, (uint8_t)i, dist);
        for (unsigned k = 1; k <= map->n; k++)
            far += dist[k] > SH_KEYS_FAR;
        if (far < SH_KEYS_MAX)
            return nj_fail(err, NJ_ERR_BAD_INPUT,
                           "edges: only %u positions are more than 3 steps "
                           "from %u, needed are 6",
                           far, i);
    }
    return NJ_OK;
}

/* --- names --- */

/* The k-th name of a room: both full ones, then the short ones; NULL behind
 * the last. */
static const char *name_of(const struct sh_room *room, unsigned k)
{
    if (k == 0)
        return room->zh;
    if (k == 1)
        return room->en;
    return k - 2 < room->n_aliases ? room->alias[k - 2] : NULL;
}

/* What each name of a room comes to where words are compared: two that differ
 * here are different words. */
struct hashes {
    uint64_t of[NAMES_MAX];
};

static void hash_names(const struct sh_room *room, struct hashes *out)
{
    const char *name;

    for (unsigned k = 0; (name = name_of(room, k)) != NULL; k++) {
        char key[4 * SH_NAME_BYTES]; /* each character may become several */

        NJ_ASSERT(k < NAMES_MAX);
        (void)nj_word_key(name, strlen(name), key, sizeof(key));
        out->of[k] = nj_text_hash(key);
    }
}

/* Returns the first name of one room that is one of the other's too, or NULL. */
static const char *shared_name(const struct sh_room *a, const struct hashes *ha,
                               const struct sh_room *b, const struct hashes *hb)
{
    const char *name;
    const char *other;

    NJ_ASSERT(a != b && a->zh[0] != '\0' && b->zh[0] != '\0');
    for (unsigned i = 0; (name = name_of(a, i)) != NULL; i++)
        for (unsigned k = 0; (other = name_of(b, k)) != NULL; k++)
            if (ha->of[i] == hb->of[k] && nj_same_word(name, other))
                return name;
    return NULL;
}

static enum nj_status check_names(const struct sh_map *map, struct nj_err *err)
{
    struct hashes hashes[SH_PLACES];

    for (unsigned i = 1; i <= map->n; i++) {
        hash_names(&map->room[i], &hashes[i]);
        for (unsigned k = 1; k < i; k++) {
            const char *name = shared_name(&map->room[i], &hashes[i],
                                           &map->room[k], &hashes[k]);

            if (name != NULL)
                return nj_fail(err, NJ_ERR_BAD_INPUT,
                               "rooms: %u and %u are both called '%s'", k, i,
                               name);
        }
    }
    return NJ_OK;
}

enum nj_status nj_sh_map_check(const void *whole, struct nj_err *err)
{
    static enum nj_status (*const checks[])(const struct sh_map *map,
                                            struct nj_err *err) = {
        check_positions, check_layers, check_edges, check_lift,
        check_reach,     check_keys,   check_names};
    const struct sh_map *map = whole;
    enum nj_status st = NJ_OK;

    NJ_ASSERT(map->n == SH_ROOMS_MAX && map->jump < map->n_passages);
    for (size_t i = 0; i < NJ_COUNT(checks) && st == NJ_OK; i++)
        st = checks[i](map, err);
    return st;
}
