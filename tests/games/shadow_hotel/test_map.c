/* src/games/shadow_hotel/map*.c: the hotel of the program, its distances
 * (SH-2.9), and each check broken by a small change. */
#include <stdlib.h>
#include <string.h>

#include "base/str.h"
#include "config/embed.h"
#include "games/shadow_hotel/shadow_hotel.h"
#include "kit/nj_test.h"

static const char *map_text(size_t *n)
{
    for (const struct nj_embedded *e = nj_embedded_files; e->name != NULL; e++)
        if (strcmp(e->name, "config/shadow_hotel/map.json") == 0) {
            *n = (size_t)(e->end - e->begin);
            return e->begin;
        }
    fail_msg("the hotel is not compiled in");
    return NULL;
}

static struct sh_map *load(void)
{
    struct nj_err err = {{0}};
    void *data = NULL;
    size_t n = 0;
    const char *text = map_text(&n);

    if (nj_sh_map_load(text, n, &data, &err) != NJ_OK)
        fail_msg("%s", err.text);
    return data;
}

/* --- what stands in the rules --- */

static void rooms_are_as_far_as_the_table_says(void **state)
{
    static const uint8_t restored[SH_PLACES] = {
        0, 4, 3, 2, 3, 2, 1, 0, 1, 5, 5, 3, 4, 2, 4, 5, 5,
        3, 4, 4, 2, 3, 3, 7, 6, 6, 6, 5, 5, 5, 4, 4, 5, 6,
        3, 6, 5, 2, 3, 4, 7, 6, 7, 6, 7, 6, 5, 6, 5, 3};
    static const uint8_t rotated[SH_PLACES] = {
        0, 4,  3,  2,  3,  2,  1,  0,  1,  5,  5,  3,  4,  2,  10, 9, 8,
        9, 8,  7,  8,  7,  6,  11, 10, 9,  10, 8,  9,  8,  7,  8,  9, 10,
        9, 10, 13, 10, 11, 12, 11, 10, 11, 12, 11, 12, 13, 12, 13, 3};
    struct sh_map *map = load();
    const uint8_t lobby = map->special[SH_LOBBY];

    NJ_UNUSED(state);
    assert_int_equal(lobby, 7);
    for (uint8_t i = 1; i <= map->n; i++) {
        assert_int_equal(nj_sh_map_distance(map, lobby, i, false), restored[i]);
        assert_int_equal(nj_sh_map_distance(map, i, lobby, false), restored[i]);
        assert_int_equal(nj_sh_map_distance(map, lobby, i, true), rotated[i]);
    }
    nj_data_drop(map);
}

static unsigned passages_in(const struct sh_map *map, unsigned states)
{
    unsigned n = 0;

    for (uint8_t i = 0; i < map->n_passages; i++)
        n += map->passage[i].gate == SH_ALWAYS &&
             (map->passage[i].states & states) != 0;
    return n;
}

static void each_state_of_the_cube_has_its_passages(void **state)
{
    struct sh_map *map = load();
    const struct sh_passage *jump = &map->passage[map->jump];
    unsigned poker = 0;
    unsigned portal = 0;

    NJ_UNUSED(state);
    assert_int_equal(map->n, 49);
    assert_int_equal(map->floors, 6);
    assert_int_equal(passages_in(map, SH_IN_RESTORED), 63);
    assert_int_equal(passages_in(map, SH_IN_ROTATED), 56);
    assert_int_equal(map->n_passages, 65 + 3);
    for (uint8_t i = 0; i < map->n_passages; i++) {
        const struct sh_passage *p = &map->passage[i];

        poker += p->gate == SH_BY_POKER && p->a == 9 && p->b == 10 && !p->rooms;
        portal +=
            p->gate == SH_BY_AWAKENING && p->a == 11 && p->b == 35 && p->rooms;
    }
    assert_int_equal(poker, 1);
    assert_int_equal(portal, 1);
    assert_int_equal(jump->gate, SH_BY_JUMP);
    assert_int_equal(jump->a, 49);
    assert_int_equal(jump->b, 7);
    for (uint8_t f = 1; f <= 6; f++)
        assert_int_equal(map->turns[f], f == 3 || f == 4);
    assert_string_equal(map->room[9].alias[1], "淋浴室"); /* SH-0.4 */
    assert_int_equal(map->position[49].floor, 2);
    nj_data_drop(map);
}

/* --- what is refused --- */

/* The file with the first `from` behind `after` made `to`; the caller frees
 * it. */
static char *changed(const char *after, const char *from, const char *to)
{
    size_t n = 0;
    const char *text = map_text(&n);
    const char *start = strstr(text, after);
    const char *at = start != NULL ? strstr(start, from) : NULL;
    struct nj_str s = NJ_STR_INIT(1 << 20);

    if (at == NULL)
        fail_msg("the hotel has no '%s' behind '%s'", from, after);
    nj_str_add(&s, text, (size_t)(at - text));
    nj_str_puts(&s, to);
    nj_str_add(&s, at + strlen(from), n - (size_t)(at - text) - strlen(from));
    return nj_str_take(&s);
}

static const struct change {
    const char *after, *from, *to;
    const char *reason; /* a part of the line */
} changes[] = {
    /* the file */
    {"", "shadow-hotel-map/1", "shadow-hotel-map/2", "format: expected"},
    {"", "\"format\"", "\"formats\"", "'format' is missing"},
    {"", "\"position_count\": 49", "\"position_count\": 48", "position_count"},
    {"", "\"room_count\": 49", "\"room_count\": 50", "room_count"},
    {"", "\"positions\": [", "\"positions\": {}, \"x\": [",
     "positions: expected a list"},
    /* positions */
    {"\"positions\"", "{\"id\": 3,", "{\"id\": 2,",
     "positions[2].id: this position is there already"},
    {"\"positions\"", "{\"id\": 3,", "{\"id\": 50,", "positions[2].id"},
    {"\"positions\"",
     ",\n  {\"id\": 49, \"floor\": 2, \"x\": 1, \"y\": 2, \"w\": 1, \"h\": 1}",
     "", "positions: a position of 1 to 49 is missing"},
    {"{\"id\": 2, \"floor\": 1", "\"w\": 2", "\"w\": 3",
     "positions[1]: it does not fit"},
    {"{\"id\": 3, \"floor\": 1", "\"y\": 1", "\"y\": 0",
     "positions: 1 and 3 lie on each other"},
    {"{\"id\": 3, \"floor\": 1", "\"floor\": 1", "\"floor\": 12",
     "positions[2].floor"},
    /* rooms */
    {"\"rooms\"", "{\"id\": 2,", "{\"id\": 1,",
     "rooms[1].id: this room is there already"},
    {"\"rooms\"", "一楼·泳池", "", "rooms[1].zh: this is no name"},
    {"\"rooms\"", "一楼·泳池", "#泳池", "rooms[1].zh: this is no name"},
    {"\"rooms\"", "一楼·泳池", "【泳池】", "rooms[1].zh: this is no name"},
    {"\"rooms\"", "一楼·泳池", "泳\\u200b池", "rooms[1].zh: this is no name"},
    {"\"rooms\"", "[\"泳池\", \"swimming pool\", \"pool\"]", "[\"12\"]",
     "rooms[1].alias[0]: a number"},
    {"\"rooms\"", "[\"泳池\", \"swimming pool\", \"pool\"]", "[\"大堂\"]",
     "rooms: 2 and 7 are both called '大堂'"},
    {"\"rooms\"", "[\"泳池\", \"swimming pool\", \"pool\"]", "[\"1f LOBBY\"]",
     "rooms: 2 and 7 are both called '1F Lobby'"},
    {"\"rooms\"", "[\"泳池\", \"swimming pool\", \"pool\"]",
     "[\"a\", \"b\", \"c\", \"d\", \"e\", \"f\", \"g\", \"h\", \"i\"]",
     "rooms[1].alias[8]: a room has at most 8 short names"},
    {"\"rooms\"",
     ",\n  {\"id\": 49, \"zh\": \"二楼·连廊\", \"en\": \"2F "
     "Skybridge\", \"alias\": [\"连廊\", \"skybridge\"]}",
     "", "rooms: a room of 1 to 49 is missing"},
    {"\"rooms\"", "\"en\": \"1F Lawn\", ", "", "'en' is missing"},
    /* floors of the cube */
    {"\"layers\"", "[3, 4]", "[3]", "layers: floor 4 is in none"},
    {"\"layers\"", "[3, 4]", "[3, 4, 5]",
     "layers[2].floors[0]: this floor is in a layer already"},
    {"\"cube_rotation\"", "[3, 4]", "[3]", "cube_rotation: of one layer"},
    {"\"cube_rotation\"", "[3, 4]", "[3, 40]", "cube_rotation.floors[1]"},
    /* passages */
    {"\"edges\"", "{\"id\": 2,", "{\"id\": 3,",
     "edges[1]: passages are numbered"},
    {"\"edges\"", "\"type\": \"door\"", "\"type\": \"hole\"",
     "edges[0].type: expected door"},
    {"\"edges\"", "\"type\": \"door\"", "\"type\": \"portal\"",
     "edges[0]: only the awakening"},
    {"\"edges\"", "\"type\": \"door\"", "\"type\": \"stair\"",
     "edges: 1-2: a stair or lift stays on its floor"},
    {"\"edges\"", "\"type\": \"stair\"", "\"type\": \"door\"",
     "edges: 1-9: a door or window joins two floors"},
    {"\"edges\"", "\"b\": 2", "\"b\": 1", "edges[0]: both ends are the same"},
    {"{\"id\": 2, \"a\": 1, \"b\": 9", "\"b\": 9", "\"b\": 2",
     "edges[1]: there is a passage between these two already"},
    {"\"edges\"", "\"b\": 2", "\"b\": 77", "edges[0].b"},
    {"\"edges\"", "\"rotated\"", "\"turned\"",
     "edges[0].states[1]: expected restored or rotated"},
    {"\"edges\"", "[\"restored\", \"rotated\"]", "[]",
     "edges[0]: this passage is never there"},
    {"\"edges\"", "[\"restored\", \"rotated\"]", "[\"restored\"]",
     "edge_sets.always[0]: this passage has other states"},
    {"\"edge_sets\"", "[1, 2, 3,", "[2, 3,",
     "edge_sets.always: a passage is missing"},
    {"\"rotated_only\"", "[13, 44]", "[13, 44, 99]",
     "edge_sets.rotated_only[2]"},
    /* the lift */
    {"{\"id\": 31, \"a\": 20, \"b\": 37", "\"lift\"", "\"stair\"",
     "edges: the lift does not join 20 and 37"},
    {"{\"id\": 9, \"a\": 6, \"b\": 20", "\"b\": 20", "\"b\": 28",
     "edges: 6-28: the lift joins an odd floor and an even one"},
    /* special rooms, mechanisms, drops */
    {"\"special_rooms\"", "\"lobby\": 7", "\"lobby\": 50",
     "special_rooms.lobby"},
    {"\"special_rooms\"", "\"archive\": 47", "\"archive\": 7",
     "special_rooms.archive: this room has another rule already"},
    {"\"special_rooms\"", "\"gas_room\": 25, ", "", "'gas_room' is missing"},
    {"\"mechanism_edges\"", "\"poker\"", "\"joker\"", "'poker' is missing"},
    {"\"mechanism_edges\"", "\"awaken\"", "\"poker\"",
     "mechanism_edges[1]: this key is there already"},
    {"\"mechanism_edges\"", "\"position\"", "\"room\"",
     "mechanism_edges[0]: its frame is another one"},
    {"\"awaken\"", "\"portal\"", "\"door\"",
     "mechanism_edges[1]: its type is another one"},
    {"\"awaken\"", "\"a\": 11", "\"a\": 12",
     "mechanism_edges[1]: the portal joins other rooms"},
    {"\"drop_edges\"", "\"from\": 49", "\"from\": 48",
     "drop_edges[0]: this drop joins other rooms"},
    {"\"north_corridor_fall\"", "\"to\": 15", "\"to\": 16",
     "drop_edges[1]: this drop joins other rooms"},
};

static void expect_refused(const struct change *c)
{
    char *text = changed(c->after, c->from, c->to);
    struct nj_err err = {{0}};
    void *data = NULL;

    if (nj_sh_map_load(text, strlen(text), &data, &err) == NJ_OK)
        fail_msg("'%s' for '%s' was accepted", c->to, c->from);
    assert_null(data);
    if (strstr(err.text, c->reason) == NULL)
        fail_msg("'%s' for '%s': no '%s' in: %s", c->to, c->from, c->reason,
                 err.text);
    free(text);
}

static void broken_hotels_are_refused_with_place_and_reason(void **state)
{
    NJ_UNUSED(state);
    for (size_t i = 0; i < NJ_COUNT(changes); i++)
        expect_refused(&changes[i]);
}

/* The file with each of the pairs { from, to, ..., NULL } changed. */
static char *changed_all(const char *const *pairs)
{
    char *text = changed("", pairs[0], pairs[1]);

    for (pairs += 2; pairs[0] != NULL; pairs += 2) {
        struct nj_str s = NJ_STR_INIT(1 << 20);
        const char *at = strstr(text, pairs[0]);

        if (at == NULL)
            fail_msg("the hotel has no '%s'", pairs[0]);
        nj_str_add(&s, text, (size_t)(at - text));
        nj_str_puts(&s, pairs[1]);
        nj_str_puts(&s, at + strlen(pairs[0]));
        free(text);
        text = nj_str_take(&s);
    }
    return text;
}

static void expect_reason(char *text, const char *reason)
{
    struct nj_err err = {{0}};
    void *data = NULL;

    assert_int_not_equal(nj_sh_map_load(text, strlen(text), &data, &err),
                         NJ_OK);
    if (strstr(err.text, reason) == NULL)
        fail_msg("no '%s' in: %s", reason, err.text);
    free(text);
}

#define EDGE_1 \
 "{\"id\": 1, \"a\": 1, \"b\": 2, \"type\": \"door\", \"states\": "
#define EDGE_9 \
 "{\"id\": 9, \"a\": 6, \"b\": 20, \"type\": \"lift\", \"states\": "
#define EDGE_19 \
 "{\"id\": 19, \"a\": 13, \"b\": 22, \"type\": \"stair\", \"states\": "
#define BOTH     "[\"restored\", \"rotated\"]"
#define RESTORED "[\"restored\"]"

static void the_building_is_checked_as_a_whole(void **state)
{
    static const char *const outlasts[] = {
        EDGE_19 RESTORED,  EDGE_19 BOTH,  "18, 20, 21,", "18, 19, 20, 21,",
        "16, 17, 19, 31,", "16, 17, 31,", NULL};
    static const char *const shuts[] = {EDGE_1 BOTH,
                                        EDGE_1 RESTORED,
                                        "\"always\": [1, 2,",
                                        "\"always\": [2,",
                                        "\"restored_only\": [9,",
                                        "\"restored_only\": [1, 9,",
                                        NULL};
    static const char *const lift[] = {EDGE_9 RESTORED,
                                       EDGE_9 BOTH,
                                       "\"always\": [1, 2,",
                                       "\"always\": [9, 1, 2,",
                                       "\"restored_only\": [9, 10,",
                                       "\"restored_only\": [10,",
                                       NULL};
    static const char *const ride[] = {EDGE_9 RESTORED,
                                       EDGE_9 "[\"rotated\"]",
                                       "\"rotated_only\": [13,",
                                       "\"rotated_only\": [9, 13,",
                                       "\"restored_only\": [9, 10,",
                                       "\"restored_only\": [10,",
                                       NULL};

    NJ_UNUSED(state);
    expect_reason(changed_all(outlasts),
                  "edges: 13-22: it joins two layers in both states");
    expect_reason(changed_all(shuts),
                  "edges: 1-2: inside a layer the cube changes nothing");
    expect_reason(changed_all(lift),
                  "edges: 6-20: it joins two layers in both states");
    expect_reason(changed_all(ride),
                  "edges: 6-20: the lift runs only while the cube is restored");
    /* The only door of a room leads elsewhere. */
    expect_reason(
        changed("{\"id\": 52, \"a\": 36, \"b\": 39", "\"a\": 36", "\"a\": 37"),
        "edges: no way from the lobby to 36 while the cube is restored");
    /* No stair is left to the upper layer of the rotated cube. */
    expect_reason(
        changed("{\"id\": 44, \"a\": 30, \"b\": 31", "\"b\": 31", "\"b\": 9"),
        "edges: no way from the lobby to 31 while the cube is rotated");
}

static void more_hotels_are_found_by_name(void **state)
{
    struct sh_map *map = load();
    struct nj_err err = {{0}};
    size_t n = 0;
    const char *text = map_text(&n);
    char *broken = changed("", "shadow-hotel-map/1", "no");
    char longer[NJ_DATA_NAME_MAX + 1];

    NJ_UNUSED(state);
    memset(longer, 'x', sizeof(longer));
    longer[sizeof(longer) - 1] = '\0';
    assert_int_equal(nj_data_add(&nj_shadow_hotel, map, "ours", text, n, &err),
                     NJ_OK);
    assert_int_equal(nj_data_add(&nj_shadow_hotel, map, "other", text, n, &err),
                     NJ_OK);
    assert_int_not_equal(nj_data_add(&nj_shadow_hotel, map, "broken", broken,
                                     strlen(broken), &err),
                         NJ_OK);
    assert_int_equal(nj_data_add(&nj_shadow_hotel, map, longer, text, n, &err),
                     NJ_ERR_LIMIT);
    assert_ptr_equal(nj_data_named(map, ""), map);
    assert_string_equal(
        ((const struct sh_map *)nj_data_named(map, "other"))->head.name,
        "other");
    assert_null(nj_data_named(map, "broken"));
    free(broken);
    nj_data_drop(map);
}

static void damaged_json_is_refused(void **state)
{
    struct nj_err err = {{0}};
    void *data = NULL;
    size_t n = 0;
    const char *text = map_text(&n);

    NJ_UNUSED(state);
    assert_int_not_equal(nj_sh_map_load(text, n - 2, &data, &err), NJ_OK);
    assert_int_not_equal(nj_sh_map_load("", 0, &data, &err), NJ_OK);
    assert_int_not_equal(nj_sh_map_load("[]", 2, &data, &err), NJ_OK);
    assert_null(data);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rooms_are_as_far_as_the_table_says),
        cmocka_unit_test(each_state_of_the_cube_has_its_passages),
        cmocka_unit_test(broken_hotels_are_refused_with_place_and_reason),
        cmocka_unit_test(the_building_is_checked_as_a_whole),
        cmocka_unit_test(more_hotels_are_found_by_name),
        cmocka_unit_test(damaged_json_is_refused),
    };

    return cmocka_run_group_tests_name("games/shadow_hotel/map", tests, NULL,
                                       NULL);
}
