/*
 * The map file, value by value (SH-2.12): types, bounds, numbers and names
 * that may stand only once. A complaint names the place in the file.
 */
#include "games/shadow_hotel/map_read.h"

#include <string.h>

#include "base/bug.h"
#include "base/utf8.h"
#include "games/shadow_hotel/shadow_hotel.h"
#include "match/datum.h"

#define ROOM(type, name) NJ_DATUM_INT(type, name, 1, SH_ROOMS_MAX)

/* --- positions --- */

static const struct nj_datum position[] = {
    {"floor", NJ_DATUM_INT(struct sh_position, floor, 1, SH_FLOORS_MAX)},
    {"x", NJ_DATUM_INT(struct sh_position, x, 0, SH_GRID_MAX - 1)},
    {"y", NJ_DATUM_INT(struct sh_position, y, 0, SH_GRID_MAX - 1)},
    {"w", NJ_DATUM_INT(struct sh_position, w, 1, SH_GRID_MAX)},
    {"h", NJ_DATUM_INT(struct sh_position, h, 1, SH_GRID_MAX)},
    {.key = NULL}};

static void check_position(struct nj_json j, const void *element)
{
    const struct sh_position *p = element;

    NJ_ASSERT(p->w > 0 && p->h > 0);
    if (p->x + p->w > SH_GRID_MAX || p->y + p->h > SH_GRID_MAX)
        nj_json_reject(j, "it does not fit on the floor's 3x3 cells");
}

/* --- rooms --- */

/* A name is shown inside sentences and compared with what people type. */
static bool is_name(const char *text)
{
    char clean[SH_NAME_BYTES];
    size_t n = strlen(text);

    if (n == 0 || n >= sizeof(clean) || text[0] == '#' ||
        nj_sh_claims(text, SH_CLAIM_BRACKET))
        return false;
    (void)nj_utf8_clean(text, n, SH_NAME_BYTES, clean, sizeof(clean));
    return strcmp(clean, text) == 0;
}

/* What is wrong with a name, or NULL. One that reads as the number of a room
 * would mean two things. */
static const char *name_fault(const char *text)
{
    size_t digits = strspn(text, "0123456789");

    if (!is_name(text))
        return "this is no name: it is empty, begins with #, or has brackets "
               "or invisible characters";
    return text[digits] == '\0' && digits <= 2
               ? "a number of one or two digits is no name"
               : NULL;
}

static const struct nj_datum room[] = {
    {"zh", NJ_DATUM_TEXT(struct sh_room, zh, name_fault)},
    {"en", NJ_DATUM_TEXT(struct sh_room, en, name_fault)},
    {"alias", NJ_DATUM_TEXTS(struct sh_room, alias, n_aliases, SH_ALIASES_MAX,
                             name_fault, "a room has at most 8 short names")},
    {.key = NULL}};

static void read_places(struct nj_json root, struct sh_map *map)
{
    static const struct nj_datum_list positions = {
        "positions",  "position",    position, sizeof(struct sh_position),
        SH_ROOMS_MAX, check_position};
    static const struct nj_datum_list rooms = {
        "rooms", "room", room, sizeof(struct sh_room), SH_ROOMS_MAX, NULL};

    nj_datum_read_list(root, &positions, map->position);
    nj_datum_read_list(root, &rooms, map->room);
    map->n = SH_ROOMS_MAX;
    for (uint8_t i = 1; i <= map->n; i++) {
        if (map->position[i].floor > map->floors)
            map->floors = map->position[i].floor;
    }
}

/* --- floors --- */

static void read_layers(struct nj_json root, struct sh_map *map)
{
    uint8_t layer = 0;

    for (struct nj_json j = nj_datum_items(root, "layers"); nj_json_present(j);
         j = nj_json_next(j)) {
        layer++;
        for (struct nj_json f = nj_datum_items(j, "floors"); nj_json_present(f);
             f = nj_json_next(f)) {
            int64_t floor = nj_json_i64(f, 1, SH_FLOORS_MAX);

            NJ_ASSERT(floor >= 1 && floor <= SH_FLOORS_MAX);
            if (map->layer[floor] != 0)
                nj_json_reject(f, "this floor is in a layer already");
            map->layer[floor] = layer;
        }
    }
}

static void read_rotation(struct nj_json root, struct sh_map *map)
{
    struct nj_json turn = nj_json_get(root, "cube_rotation");

    for (struct nj_json f = nj_datum_items(turn, "floors"); nj_json_present(f);
         f = nj_json_next(f))
        map->turns[nj_json_i64(f, 1, SH_FLOORS_MAX)] = true;
}

/* --- passages --- */

static const char *const ways[] = {
    [SH_DOOR] = "door", [SH_WINDOW] = "window", [SH_STAIR] = "stair",
    [SH_LIFT] = "lift", [SH_PORTAL] = "portal", NULL};
/* The bits of SH_IN_... in their order. */
static const char *const cube[] = {"restored", "rotated", NULL};

struct edge {
    struct sh_passage p;
    uint8_t id;
};

static const struct nj_datum ends[] = {
    {"a", ROOM(struct edge, p.a)},
    {"b", ROOM(struct edge, p.b)},
    {"type", NJ_DATUM_WORD(struct edge, p.way, ways)},
    {"states", NJ_DATUM_BITS(struct edge, p.states, cube)},
    {.key = NULL}};
/* A list by number: what edge_sets speaks of. */
static const struct nj_datum number[] = {
    {"id", NJ_DATUM_INT(struct edge, id, 1, SH_PASSAGES_MAX)}, {.key = NULL}};

static bool joins(const struct sh_passage *p, uint8_t a, uint8_t b)
{
    return (p->a == a && p->b == b) || (p->a == b && p->b == a);
}

static void add_passage(struct nj_json j, struct sh_map *map,
                        const struct sh_passage *passage)
{
    NJ_ASSERT(passage->a != 0 && passage->b != 0);
    NJ_ASSERT((passage->gate == SH_BY_JUMP) == (passage->way == SH_DROP));
    if (passage->states == 0)
        nj_json_reject(j, "this passage is never there");
    if (passage->a == passage->b)
        nj_json_reject(j, "both ends are the same");
    for (uint8_t i = 0; i < map->n_passages; i++)
        if (map->passage[i].rooms == passage->rooms &&
            joins(&map->passage[i], passage->a, passage->b) &&
            (map->passage[i].states & passage->states) != 0)
            nj_json_reject(j, "there is a passage between these two already");
    if (map->n_passages == SH_PASSAGES_MAX)
        nj_json_reject(j, "a hotel has at most 128 passages");
    else
        map->passage[map->n_passages++] = *passage;
}

static void read_edges(struct nj_json root, struct sh_map *map)
{
    for (struct nj_json j = nj_datum_items(root, "edges"); nj_json_present(j);
         j = nj_json_next(j)) {
        struct edge e = {.id = 0};

        nj_datum_read(j, ends, &e);
        NJ_ASSERT(e.p.gate == SH_ALWAYS && !e.p.rooms);
        if (e.p.way == SH_PORTAL)
            nj_json_reject(j, "only the awakening opens a portal");
        nj_datum_read(j, number, &e);
        if (e.id != map->n_passages + 1)
            nj_json_reject(j, "passages are numbered 1, 2, 3 and so on");
        add_passage(j, map, &e.p);
    }
}

/* One of edge_sets: exactly the passages with these states. */
static void check_set(struct nj_json sets, const char *name, uint8_t states,
                      const struct sh_map *map)
{
    bool listed[SH_PASSAGES_MAX + 1] = {false};

    NJ_ASSERT(states != 0 && states <= (SH_IN_RESTORED | SH_IN_ROTATED));
    for (struct nj_json e = nj_datum_items(sets, name); nj_json_present(e);
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
    struct nj_json found = nj_datum_keyed(root, list, key);

    if (nj_json_present(found) &&
        strcmp(nj_json_text(nj_json_get(found, "frame"), 64), frame) != 0)
        nj_json_reject(found, "its frame is another one");
    return found;
}

static void read_gate(struct nj_json root, struct sh_map *map, const char *key,
                      enum sh_gate gate)
{
    const uint8_t *special = map->special;
    bool rooms = gate == SH_BY_AWAKENING;
    struct nj_json j =
        keyed(root, "mechanism_edges", key, rooms ? "room" : "position");
    struct edge e = {.p = {.gate = (uint8_t)gate, .rooms = rooms}};

    NJ_ASSERT(gate == SH_BY_POKER || gate == SH_BY_AWAKENING);
    if (!nj_json_present(j))
        return;
    nj_datum_read(j, ends, &e);
    if (rooms != (e.p.way == SH_PORTAL))
        nj_json_reject(j, "its type is another one");
    if (rooms && !joins(&e.p, special[SH_PORTAL_END], special[SH_CHAMBER]))
        nj_json_reject(j, "the portal joins other rooms than special_rooms");
    add_passage(j, map, &e.p);
}

/* A drop joins two special rooms, and only from the first to the second. */
static void read_drop(struct nj_json root, struct sh_map *map, const char *key,
                      enum sh_special from, enum sh_special to)
{
    static const struct nj_datum drop[] = {{"from", ROOM(struct edge, p.a)},
                                           {"to", ROOM(struct edge, p.b)},
                                           {.key = NULL}};
    struct nj_json j = keyed(root, "drop_edges", key, "room");
    struct edge e = {.id = 0};

    NJ_ASSERT(from != to);
    if (!nj_json_present(j))
        return;
    nj_datum_read(j, drop, &e);
    if (e.p.a != map->special[from] || e.p.b != map->special[to])
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

    NJ_ASSERT(jump.a != 0 && jump.b != 0);
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
        NJ_ASSERT(map->special[i] >= 1 && map->special[i] <= SH_ROOMS_MAX);
        for (int k = 0; k < i; k++)
            if (map->special[k] == map->special[i])
                nj_json_reject(j, "this room has another rule already");
    }
}

void nj_sh_map_read(struct nj_json root, void *out)
{
    static const char *const format[] = {"shadow-hotel-map/1", NULL};
    /* The draws of SH-3.2 and the first places of SH-3.3 count to 49. */
    static const struct nj_datum head[] = {
        {"format", NJ_DATUM_IS_WORD, .words = format},
        {"position_count", NJ_DATUM_IS_INT, .lo = SH_ROOMS_MAX,
         .hi = SH_ROOMS_MAX},
        {"room_count", NJ_DATUM_IS_INT, .lo = SH_ROOMS_MAX, .hi = SH_ROOMS_MAX},
        {.key = NULL}};
    struct sh_map *map = out;
    struct nj_json sets = nj_json_get(root, "edge_sets");

    NJ_ASSERT(map->n == 0 && map->n_passages == 0);
    nj_datum_read(root, head, map);
    read_places(root, map);
    read_layers(root, map);
    read_rotation(root, map);
    read_special(root, map);
    read_edges(root, map);
    check_set(sets, "always", SH_IN_RESTORED | SH_IN_ROTATED, map);
    check_set(sets, "restored_only", SH_IN_RESTORED, map);
    check_set(sets, "rotated_only", SH_IN_ROTATED, map);
    read_gate(root, map, "poker", SH_BY_POKER);
    read_gate(root, map, "awaken", SH_BY_AWAKENING);
    read_drops(root, map);
}
