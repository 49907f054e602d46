/*
 * The map file, value by value (SH-2.12): types, bounds, numbers and names
 * that may stand only once. A complaint names the place in the file.
 */
#include "games/shadow_hotel/map_read.h"

#include <string.h>

#include "base/bug.h"
#include "base/utf8.h"

#define FORMAT "shadow-hotel-map/1"

static const struct {
    const char *name;
    uint8_t way;
} ways[] = {{"door", SH_DOOR},
            {"window", SH_WINDOW},
            {"stair", SH_STAIR},
            {"lift", SH_LIFT},
            {"portal", SH_PORTAL}};

static uint8_t number(struct nj_json j, const char *name, int64_t lo,
                      int64_t hi)
{
    NJ_ASSERT(hi <= UINT8_MAX);
    return (uint8_t)nj_json_i64(nj_json_get(j, name), lo, hi);
}

static bool text_is(struct nj_json j, const char *name, const char *want)
{
    NJ_ASSERT(want[0] != '\0');
    return strcmp(nj_json_text(nj_json_get(j, name), 64), want) == 0;
}

/* The children of an array; nothing, and a complaint, if it is none. */
static struct nj_json items(struct nj_json j, const char *name)
{
    struct nj_json list = nj_json_get(j, name);

    NJ_ASSERT(name[0] != '\0');
    if (!nj_json_present(list) || nj_json_is_array(list))
        return nj_json_first(list);
    nj_json_reject(list, "expected a list");
    return (struct nj_json){.doc = j.doc, .node = NULL};
}

/* --- positions --- */

static void read_position(struct nj_json j, struct sh_map *map)
{
    uint8_t id = number(j, "id", 1, SH_ROOMS_MAX);
    struct sh_position *p = &map->position[id];

    NJ_ASSERT(id < SH_PLACES);
    if (p->floor != 0)
        nj_json_reject(nj_json_get(j, "id"), "this position is there already");
    p->floor = number(j, "floor", 1, SH_FLOORS_MAX);
    p->x = number(j, "x", 0, SH_GRID_MAX - 1);
    p->y = number(j, "y", 0, SH_GRID_MAX - 1);
    p->w = number(j, "w", 1, SH_GRID_MAX);
    p->h = number(j, "h", 1, SH_GRID_MAX);
    if (p->x + p->w > SH_GRID_MAX || p->y + p->h > SH_GRID_MAX)
        nj_json_reject(j, "it does not fit on the floor's 3x3 cells");
    if (p->floor > map->floors)
        map->floors = p->floor;
}

static void read_positions(struct nj_json root, struct sh_map *map)
{
    struct nj_json list = nj_json_get(root, "positions");

    for (struct nj_json j = items(root, "positions"); nj_json_present(j);
         j = nj_json_next(j))
        read_position(j, map);
    for (uint8_t i = 1; i <= SH_ROOMS_MAX; i++)
        if (map->position[i].floor == 0) {
            nj_json_reject(list, "a position of 1 to 49 is missing");
            return;
        }
    map->n = SH_ROOMS_MAX;
}

/* --- rooms --- */

/* A name is shown inside sentences and compared with what people type. */
static bool is_name(const char *text)
{
    char clean[SH_NAME_BYTES];
    size_t n = strlen(text);

    if (n == 0 || n >= sizeof(clean) || text[0] == '#' ||
        strstr(text, "【") != NULL || strstr(text, "】") != NULL)
        return false;
    (void)nj_utf8_clean(text, n, SH_NAME_BYTES, clean, sizeof(clean));
    return strcmp(clean, text) == 0;
}

/* A name that reads as the number of a room would mean two things. */
static bool is_room_number(const char *text)
{
    size_t digits = strspn(text, "0123456789");

    return text[digits] == '\0' && digits <= 2;
}

static void read_name(struct nj_json j, char *out, size_t size)
{
    const char *text = nj_json_text(j, size - 1);

    NJ_ASSERT(size <= SH_NAME_BYTES);
    if (!is_name(text))
        nj_json_reject(j, "this is no name: it is empty, begins with #, or "
                          "has brackets or invisible characters");
    else if (is_room_number(text))
        nj_json_reject(j, "a number of one or two digits is no name");
    memcpy(out, text, strlen(text) + 1);
}

static void read_room(struct nj_json j, struct sh_map *map)
{
    uint8_t id = number(j, "id", 1, SH_ROOMS_MAX);
    struct sh_room *room = &map->room[id];

    NJ_ASSERT(id < SH_PLACES);
    if (room->zh[0] != '\0') {
        nj_json_reject(nj_json_get(j, "id"), "this room is there already");
        return;
    }
    read_name(nj_json_get(j, "zh"), room->zh, sizeof(room->zh));
    read_name(nj_json_get(j, "en"), room->en, sizeof(room->en));
    room->floor = map->position[id].floor;
    for (struct nj_json a = items(j, "alias"); nj_json_present(a);
         a = nj_json_next(a)) {
        if (room->n_aliases == SH_ALIASES_MAX) {
            nj_json_reject(a, "a room has at most 8 short names");
            return;
        }
        read_name(a, room->alias[room->n_aliases++], sizeof(room->alias[0]));
    }
}

static void read_rooms(struct nj_json root, struct sh_map *map)
{
    struct nj_json list = nj_json_get(root, "rooms");

    for (struct nj_json j = items(root, "rooms"); nj_json_present(j);
         j = nj_json_next(j))
        read_room(j, map);
    for (uint8_t i = 1; i <= SH_ROOMS_MAX; i++)
        if (map->room[i].zh[0] == '\0') {
            nj_json_reject(list, "a room of 1 to 49 is missing");
            return;
        }
}

/* --- floors --- */

static void read_layers(struct nj_json root, struct sh_plan *plan)
{
    uint8_t layer = 0;

    for (struct nj_json j = items(root, "layers"); nj_json_present(j);
         j = nj_json_next(j)) {
        layer++;
        for (struct nj_json f = items(j, "floors"); nj_json_present(f);
             f = nj_json_next(f)) {
            int64_t floor = nj_json_i64(f, 1, SH_FLOORS_MAX);

            if (plan->layer[floor] != 0)
                nj_json_reject(f, "this floor is in a layer already");
            plan->layer[floor] = layer;
        }
    }
}

static void read_rotation(struct nj_json root, struct sh_map *map)
{
    struct nj_json turn = nj_json_get(root, "cube_rotation");

    for (struct nj_json f = items(turn, "floors"); nj_json_present(f);
         f = nj_json_next(f))
        map->turns[nj_json_i64(f, 1, SH_FLOORS_MAX)] = true;
}

/* --- passages --- */

static uint8_t read_way(struct nj_json j)
{
    struct nj_json type = nj_json_get(j, "type");
    const char *name = nj_json_text(type, 16);

    for (size_t i = 0; i < NJ_COUNT(ways); i++)
        if (strcmp(ways[i].name, name) == 0)
            return ways[i].way;
    nj_json_reject(type, "expected door, window, stair, lift or portal");
    return SH_DOOR;
}

static uint8_t read_states(struct nj_json j)
{
    unsigned states = 0;

    for (struct nj_json s = items(j, "states"); nj_json_present(s);
         s = nj_json_next(s)) {
        const char *name = nj_json_text(s, 16);

        if (strcmp(name, "restored") == 0)
            states |= SH_IN_RESTORED;
        else if (strcmp(name, "rotated") == 0)
            states |= SH_IN_ROTATED;
        else
            nj_json_reject(s, "expected restored or rotated");
    }
    if (states == 0)
        nj_json_reject(j, "this passage is never there");
    return (uint8_t)states;
}

static bool same_ends(const struct sh_passage *p, const struct sh_passage *q)
{
    return p->rooms == q->rooms &&
           ((p->a == q->a && p->b == q->b) || (p->a == q->b && p->b == q->a));
}

static void add_passage(struct nj_json j, struct sh_map *map,
                        const struct sh_passage *passage)
{
    NJ_ASSERT(map->n_passages <= SH_PASSAGES_MAX);
    if (passage->a == passage->b)
        nj_json_reject(j, "both ends are the same");
    for (uint8_t i = 0; i < map->n_passages; i++)
        if (same_ends(&map->passage[i], passage) &&
            (map->passage[i].states & passage->states) != 0)
            nj_json_reject(j, "there is a passage between these two already");
    if (map->n_passages == SH_PASSAGES_MAX)
        nj_json_reject(j, "a hotel has at most 128 passages");
    else
        map->passage[map->n_passages++] = *passage;
}

static void read_edges(struct nj_json root, struct sh_map *map)
{
    for (struct nj_json j = items(root, "edges"); nj_json_present(j);
         j = nj_json_next(j)) {
        struct sh_passage p = {.a = number(j, "a", 1, SH_ROOMS_MAX),
                               .b = number(j, "b", 1, SH_ROOMS_MAX),
                               .way = read_way(j),
                               .states = read_states(j)};

        if (p.way == SH_PORTAL)
            nj_json_reject(j, "only the awakening opens a portal");
        /* A list by number: what edge_sets speaks of. */
        if (nj_json_i64(nj_json_get(j, "id"), 1, SH_PASSAGES_MAX) !=
            map->n_passages + 1)
            nj_json_reject(j, "passages are numbered 1, 2, 3 and so on");
        add_passage(j, map, &p);
    }
}

/* One of edge_sets: exactly the passages with these states. */
static void check_set(struct nj_json sets, const char *name, uint8_t states,
                      const struct sh_map *map)
{
    bool listed[SH_PASSAGES_MAX + 1] = {false};

    for (struct nj_json e = items(sets, name); nj_json_present(e);
         e = nj_json_next(e)) {
        int64_t id = nj_json_i64(e, 1, SH_PASSAGES_MAX);

        if (id > map->n_passages || map->passage[id - 1].states != states)
            nj_json_reject(e, "this passage has other states");
        listed[id] = true;
    }
    for (uint8_t i = 0; i < map->n_passages; i++)
        if (map->passage[i].states == states && !listed[i + 1]) {
            nj_json_reject(nj_json_get(sets, name), "a passage is missing");
            return;
        }
}

/* The passage of that key in a list; `frame`: what its ends are. */
static struct nj_json keyed(struct nj_json root, const char *list,
                            const char *key, const char *frame)
{
    struct nj_json found = {.doc = root.doc, .node = NULL};

    for (struct nj_json j = items(root, list); nj_json_present(j);
         j = nj_json_next(j)) {
        if (!text_is(j, "key", key))
            continue;
        if (nj_json_present(found))
            nj_json_reject(j, "this key is there already");
        found = j;
    }
    if (!nj_json_present(found)) {
        struct nj_str what = NJ_STR_INIT(80);

        nj_str_addf(&what, "'%s' is missing", key);
        nj_json_reject(nj_json_get(root, list), what.p);
        nj_str_fini(&what);
        return found;
    }
    if (!text_is(found, "frame", frame))
        nj_json_reject(found, "its frame is another one");
    return found;
}

static void read_gate(struct nj_json root, struct sh_map *map, const char *key,
                      enum sh_gate gate)
{
    bool rooms = gate == SH_BY_AWAKENING;
    struct nj_json j =
        keyed(root, "mechanism_edges", key, rooms ? "room" : "position");
    struct sh_passage p = {.gate = (uint8_t)gate, .rooms = rooms};

    if (!nj_json_present(j))
        return;
    p.a = number(j, "a", 1, SH_ROOMS_MAX);
    p.b = number(j, "b", 1, SH_ROOMS_MAX);
    p.way = read_way(j);
    p.states = read_states(j);
    if (rooms != (p.way == SH_PORTAL))
        nj_json_reject(j, "its type is another one");
    if (rooms &&
        (p.a != map->special[SH_PORTAL_END] ||
         p.b != map->special[SH_CHAMBER]) &&
        (p.b != map->special[SH_PORTAL_END] || p.a != map->special[SH_CHAMBER]))
        nj_json_reject(j, "the portal joins other rooms than special_rooms");
    add_passage(j, map, &p);
}

/* A drop joins two special rooms, and only from the first to the second. */
static void read_drop(struct nj_json root, struct sh_map *map, const char *key,
                      enum sh_special from, enum sh_special to)
{
    struct nj_json j = keyed(root, "drop_edges", key, "room");

    NJ_ASSERT(from < SH_SPECIALS && to < SH_SPECIALS);
    if (!nj_json_present(j))
        return;
    if (number(j, "from", 1, SH_ROOMS_MAX) != map->special[from] ||
        number(j, "to", 1, SH_ROOMS_MAX) != map->special[to])
        nj_json_reject(j, "this drop joins other rooms than special_rooms");
}

static void read_drops(struct nj_json root, struct sh_map *map)
{
    struct sh_passage jump = {.a = map->special[SH_BRIDGE],
                              .b = map->special[SH_LOBBY],
                              .way = SH_DROP,
                              .states = SH_IN_RESTORED | SH_IN_ROTATED,
                              .gate = SH_BY_JUMP,
                              .rooms = true};

    read_drop(root, map, "skybridge_jump", SH_BRIDGE, SH_LOBBY);
    read_drop(root, map, "north_corridor_fall", SH_DARK, SH_FALL_TARGET);
    map->jump = map->n_passages;
    add_passage(nj_json_get(root, "drop_edges"), map, &jump);
}

/* --- the whole --- */

static void read_special(struct nj_json root, struct sh_map *map)
{
    static const char *const names[SH_SPECIALS] = {
        "lobby",         "shadow_respawn", "laboratory",    "skybridge",
        "dark_corridor", "fall_target",    "dressing_room", "gas_room",
        "song_of_death", "archive",        "power_switch",  "cube_switch",
        "fireplace",     "poker",          "microphone",    "awakening",
        "portal_far_end"};
    struct nj_json list = nj_json_get(root, "special_rooms");

    for (int i = 0; i < SH_SPECIALS; i++) {
        struct nj_json j = nj_json_get(list, names[i]);

        map->special[i] = (uint8_t)nj_json_i64(j, 1, SH_ROOMS_MAX);
        for (int k = 0; k < i; k++)
            if (map->special[k] == map->special[i])
                nj_json_reject(j, "this room has another rule already");
    }
}

void nj_sh_map_read(struct nj_json root, struct sh_plan *plan)
{
    struct sh_map *map = plan->map;
    struct nj_json sets;

    NJ_ASSERT(map != NULL);
    if (!text_is(root, "format", FORMAT))
        nj_json_reject(nj_json_get(root, "format"), "expected " FORMAT);
    /* The draws of SH-3.2 and the first places of SH-3.3 count to 49. */
    (void)nj_json_i64(nj_json_get(root, "position_count"), SH_ROOMS_MAX,
                      SH_ROOMS_MAX);
    (void)nj_json_i64(nj_json_get(root, "room_count"), SH_ROOMS_MAX,
                      SH_ROOMS_MAX);
    read_positions(root, map);
    read_rooms(root, map);
    read_layers(root, plan);
    read_rotation(root, map);
    read_special(root, map);
    read_edges(root, map);
    sets = nj_json_get(root, "edge_sets");
    check_set(sets, "always", SH_IN_RESTORED | SH_IN_ROTATED, map);
    check_set(sets, "restored_only", SH_IN_RESTORED, map);
    check_set(sets, "rotated_only", SH_IN_ROTATED, map);
    read_gate(root, map, "poker", SH_BY_POKER);
    read_gate(root, map, "awaken", SH_BY_AWAKENING);
    read_drops(root, map);
}
