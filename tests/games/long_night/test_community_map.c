/* src/games/long_night: the maps that the community plays on (LN-21 to LN-24,
 * LN-32), by LN-34.3: pods, themes, free lists, what stands in their pack. */
#include "games/long_night/community.h"

/* S-404. */
static void pods_follow_size_and_seats(void **state)
{
    static const uint8_t seats[] = {2, 3, 5, 6, 8};

    (void)state;
    for (size_t i = 0; i < NJ_COUNT(seats); i++) {
        struct kit *k = start(seats[i], "max_seats=8 size=12", i + 1);

        assert_int_equal(nj_ln_board_pods(&kit_state(k)->board), 4);
        assert_int_equal(kit_state(k)->laid, 16);
        kit_free(k);
    }
}

/* S-405, S-406. */
static void a_map_of_twelve_has_all_sixteen(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 1000; seed++) {
        struct kit *k = start(8, "max_seats=8 size=12", seed);
        const struct ln_state *s = kit_state(k);
        unsigned blocks = 0, starts = 0;

        for (uint8_t i = 0; i < 16; i++) {
            assert_int_equal(s->origin[i], i / 4 * 36 + i % 4 * 3);
            blocks |= 1u << s->block[i];
        }
        assert_int_equal(blocks, 0xffff);
        for (nj_seat p = 0; p < 8; p++) {
            uint8_t slot = nj_ln_slot_of(s, s->seat[p].start);

            assert_int_equal(
                nj_ln_pack(k->m)->block[s->block[slot]].kind == LN_EXIT, 0);
            assert_int_equal(starts >> slot & 1, 0);
            starts |= 1u << slot;
        }
        kit_free(k);
    }
}

/* S-407. */
static void bangbang_has_one_of_three_speeds(void **state)
{
    unsigned seen = 0;

    (void)state;
    for (uint64_t seed = 1; seed <= 1000; seed++) {
        struct kit *k = start(4, "boss=bangbang", seed);

        seen |= 1u << kit_state(k)->boss_steps;
        KIT_HAS(k, "G ln.boss_spawn target=");
        KIT_HAS_NOT(k, "ln.roar");
        kit_free(k);
    }
    assert_int_equal(seen, 1u << 3 | 1u << 4 | 1u << 5);
}

/* The blocks of the pool that the theme does not list, and how many it may. */
static void check_theme(const char *options, const char *name, unsigned listed)
{
    uint8_t bit;
    unsigned inner = 0;
    bool met[LN_BLOCKS_MAX] = {false};

    for (uint64_t seed = 1; seed <= 1000; seed++) {
        struct kit *k = start(4, options, seed);
        const struct ln_pack *p = nj_ln_pack(k->m);
        uint8_t pool[LN_POOL_MAX];

        bit = nj_ln_pack_theme(p, name);
        assert_int_not_equal(bit, 0);
        nj_ln_pool_of(k->m, kit_state(k), pool);
        assert_int_equal(kit_state(k)->ordinary, 12);
        assert_int_equal(kit_state(k)->exits, 4);
        assert_int_equal(kit_state(k)->specials, 0);
        for (uint8_t i = 0; i < 16; i++) {
            assert_int_not_equal(p->block[pool[i]].themes & bit, 0);
            inner += i < 12 && !met[pool[i]];
            met[pool[i]] = true;
        }
        kit_free(k);
    }
    assert_int_equal(inner, listed);
}

/* S-408. */
static void themes_are_drawn_from(void **state)
{
    (void)state;
    check_theme("community blocks=button", "button", 20);
    check_theme("community blocks=trap", "trap", 18);
}

/* How many of the ids lie on the map. */
static unsigned laid(const struct kit *k, const char *id)
{
    const struct ln_state *s = kit_state(k);
    unsigned n = 0;

    for (uint8_t i = 0; i < s->laid; i++)
        n += strcmp(nj_ln_pack(k->m)->block[s->block[i]].id, id) == 0;
    return n;
}

static void check_list(uint8_t seats, const char *list, unsigned pods)
{
    struct nj_str options = NJ_STR_INIT(400);
    struct kit *k;

    nj_str_addf(&options, FREE "%s", list);
    k = start(seats, options.p, 7);
    assert_int_equal(nj_ln_board_pods(&kit_state(k)->board), pods);
    if (strcmp(list, LISTED) == 0)
        KIT_HAS(k, "ordinary=1,1,6,16,34,38,S4 exit=E1,E7 hidden_specials=0");
    if (seats == 4 && pods == 2)
        assert_int_equal(laid(k, "1"), 2);
    nj_str_fini(&options);
    kit_free(k);
}

/* S-410 to S-413. */
static void free_lists_lay_what_they_have(void **state)
{
    (void)state;
    check_list(4, LISTED, 2);
    check_list(6, LISTED, 2);
    check_list(2, "9,10,11,12,E1,E2,E3,E4,E5,E6,E7,E8", 5);
    check_list(4, "1,2,3,4,5,6,7,8,9", 0);
}

/* A half of the pool that is empty is told as that. */
static void a_list_of_one_kind_is_told_whole(void **state)
{
    struct kit *k = start(4, FREE "1,2,3,4,5,6,7,8,9", 1);

    (void)state;
    assert_string_equal(nj_message_str(k->record[1], "exit"), "-");
    kit_free(k);
    k = start(4, FREE "E1,E2,E3,E4,E5,E6,E7,E8,E9", 1);
    assert_string_equal(nj_message_str(k->record[1], "ordinary"), "-");
    assert_string_equal(nj_message_str(k->record[1], "exit"),
                        "E1,E2,E3,E4,E5,E6,E7,E8,E9");
    kit_free(k);
}

/* S-415 to S-417: how often heat and sun lie on one map in 300. */
static unsigned both_laid(const char *list, const char *size, unsigned *heat,
                          unsigned *sun)
{
    struct nj_str options = NJ_STR_INIT(400);
    unsigned both = 0;

    nj_str_addf(&options, FREE "%s heat_mix=one size=%s", list, size);
    *heat = *sun = 0;
    for (uint64_t seed = 1; seed <= 300; seed++) {
        struct kit *k = start(4, options.p, seed);
        bool hot = laid(k, "25") + laid(k, "26") > 0;

        *heat += hot;
        *sun += laid(k, "43") > 0;
        both += hot && laid(k, "43") > 0;
        kit_free(k);
    }
    nj_str_fini(&options);
    return both;
}

static void heat_or_sun_stays(void **state)
{
    unsigned heat, sun;

    (void)state;
    assert_int_equal(
        both_laid("25,26,43,1,2,3,4,5,6,7,8,9,E1,E2", "9", &heat, &sun), 0);
    assert_true(heat > 0 && sun > 0);
    assert_int_equal(
        both_laid("25,26,43,1,2,3,4,5,6,7,8,9,E1,E2,E3,E4", "12", &heat, &sun),
        300);
    assert_int_equal(both_laid("25,43,1,2,3,4,5,6,E1,E2", "9", &heat, &sun), 0);
    assert_true(both_laid("25,43,43,1,2,3,4,5,E1,E2", "9", &heat, &sun) > 0);
}

/* S-418, S-419: where grass comes up in one block. */
static unsigned grown(const char *id, bool traps)
{
    const struct ln_pack *p = nj_data_named(kit_pack(), "community");
    struct ln_state s = {.event = LN_EVENT_OVERGROWTH, .opt.trap_grows = traps};
    unsigned seen = 0;

    for (uint64_t seed = 1; seed <= 300; seed++) {
        struct ln_block b = p->block[nj_ln_pack_find(p, id, strlen(id))];
        struct kit *k;
        struct nj_rng rng;

        nj_rng_splitmix64(&rng, seed);
        k = kit_new(2, 0, "", &rng);
        nj_ln_event_apply(k->m, &s, &b);
        for (unsigned c = 0; c < LN_BLOCK; c++)
            seen |= b.terrain[c] == LN_GRASS ? 1u << c : 0;
        kit_free(k);
    }
    return seen;
}

#define CELL(r, c) (1u << (3 * (r) + (c)))

static void grass_grows_beside_traps(void **state)
{
    (void)state;
    assert_int_equal(grown("31", true), CELL(0, 0) | CELL(0, 1) | CELL(0, 2) |
                                            CELL(2, 0) | CELL(2, 1) |
                                            CELL(2, 2));
    assert_int_equal(grown("31", false), 0);
    assert_int_equal(grown("23", true), CELL(0, 1) | CELL(0, 2) | CELL(1, 0) |
                                            CELL(1, 2) | CELL(2, 0) |
                                            CELL(2, 1) | CELL(2, 2));
    assert_int_equal(grown("40", true),
                     CELL(0, 0) | CELL(0, 1) | CELL(1, 2) | CELL(2, 2));
}

/* --- the pack --- */

/* S-422: the lines of a block's picture and properties. */
static const char *block_of(const char *pack, const char *id, size_t *n)
{
    char head[24];
    const char *at, *end;

    (void)snprintf(head, sizeof(head), "\nblock %s ", id);
    at = strstr(pack, head);
    assert_non_null(at);
    at = strchr(at + 1, '\n');
    end = strstr(at, "\nend");
    *n = (size_t)(end - at);
    return at;
}

/* S-420, S-422. */
static void the_pack_is_whole(void **state)
{
    static const char *const ids[] = {"1",  "2",  "3",  "4",  "5",  "6",
                                      "7",  "8",  "9",  "10", "11", "12",
                                      "E1", "E2", "E3", "E4"};
    const struct ln_pack *p = nj_data_named(kit_pack(), "community");
    size_t n, len[2];
    const char *first = kit_file("config/long_night/blocks.txt", &n);
    const char *second = kit_file("config/long_night/packs/community.txt", &n);

    (void)state;
    assert_int_equal(p->n, 62);
    assert_int_equal(p->themes, 2);
    for (size_t i = 0; i < NJ_COUNT(ids); i++) {
        const char *a = block_of(first, ids[i], &len[0]);
        const char *b = block_of(second, ids[i], &len[1]);

        assert_int_equal(len[0], len[1]);
        assert_memory_equal(a, b, len[0]);
    }
}

static void broken(const char *from, const char *to, const char *why)
{
    size_t n;
    const char *text = kit_file("config/long_night/packs/community.txt", &n);
    char *copy = nj_strndup(text, n);
    char *at = strstr(copy, from);
    struct nj_err err = {{0}};
    void *pack = NULL;

    assert_non_null(at);
    assert_int_equal(strlen(from), strlen(to));
    for (size_t i = 0; to[i] != '\0'; i++)
        at[i] = to[i];
    assert_int_not_equal(nj_ln_pack_load(copy, n, &pack, &err), NJ_OK);
    if (strstr(err.text, why) == NULL)
        fail_msg("'%s': %s", to, err.text);
    free(copy);
}

/* S-420, LN-32.2. */
static void a_broken_pack_is_refused(void **state)
{
    (void)state;
    broken(":D:@:D:", ":D:@:@:", "V4");
    broken("under 11 E", "under 11 X", "not a terrain");
    broken("under 11 E", "under 11 g", "V5");
    broken("button 1 01U 10U", "button 1 11U 10U", "V9");
    broken("theme trap", "theme Trap", "theme");
    broken("theme button \xe6\x8c\x89\xe9\x92\xae 2 3",
           "theme button \xe6\x8c\x89\xe9\x92\xae 2 x", "no block");
    broken("|.|j|.|", "|.|j|.D", "V9");
}

/* The acting seat goes on from that cell of a block. */
static void walk(struct kit *k, uint8_t slot, int inside, const char *way)
{
    struct ln_state *s = nj_state(k->m);

    s->seat[s->turn].cell =
        nj_ln_block_cell(&s->board, s->origin[slot], inside);
    kit_order(k, s->turn + 1u, "move", way);
}

static uint8_t slot_of(const struct kit *k, const char *id)
{
    const struct ln_state *s = kit_state(k);

    for (uint8_t i = 0; i < s->laid; i++)
        if (strcmp(nj_ln_pack(k->m)->block[s->block[i]].id, id) == 0)
            return i;
    fail_msg("no block %s", id);
    return 0;
}

static void check_doors(const struct kit *k, uint8_t slot, enum ln_edge edge)
{
    const struct ln_state *s = kit_state(k);

    for (int inside = 2; inside < LN_BLOCK; inside += 6)
        assert_int_equal(
            nj_ln_board_edge(
                &s->board, nj_ln_block_cell(&s->board, s->origin[slot], inside),
                LN_RIGHT),
            edge);
}

/* S-421: the doors between 41 and 42 beside it are open; either button shuts
 * both. */
static void doors_between_blocks_have_two_buttons(void **state)
{
    unsigned met = 0;

    (void)state;
    for (uint64_t seed = 1; seed <= 40; seed++) {
        struct kit *k =
            start(2, FREE "41,42,1,2,3,4,5,6,E1 capture=point", seed);
        uint8_t slot = slot_of(k, "41");

        if (slot % 3 < 2 && slot_of(k, "42") == slot + 1) {
            check_doors(k, slot, LN_DOOR_OPEN);
            walk(k, slot, 3, "r"); /* onto the button in the middle */
            check_doors(k, slot, LN_DOOR_CLOSED);
            walk(k, (uint8_t)(slot + 1), 3, "r");
            check_doors(k, slot, LN_DOOR_OPEN);
            met++;
        }
        kit_free(k);
    }
    assert_true(met > 0);
}

/* LN-32.4: the vault opens to who has trodden on both buttons, from below and
 * from above; the three crates to who has pushed the outer ones aside. */
static void pods_below_boxes_are_freed(void **state)
{
    static const struct {
        const char *id;

        struct {
            int inside;
            const char *way;
        } walk[3];

        const char *ends;
    } rows[] = {{"E13", {{7, "u"}}, "bump"},
                {"E13", {{5, "u"}, {7, "u"}}, "bump"},
                {"E13", {{3, "d"}, {7, "u"}}, "bump"},
                {"E13", {{5, "u"}, {3, "d"}, {7, "u"}}, "escape"},
                {"E13", {{5, "u"}, {3, "d"}, {1, "d"}}, "escape"},
                {"E14", {{1, "d"}}, "bump"},
                {"E14", {{3, "r"}}, "bump"},
                {"E14", {{0, "r"}, {6, "r"}, {7, "u"}}, "escape"},
                {"E14", {{0, "r"}, {6, "r"}, {1, "d"}}, "escape"}};

    (void)state;
    for (size_t i = 0; i < NJ_COUNT(rows); i++) {
        struct nj_str options = NJ_STR_INIT(200);
        struct kit *k;

        nj_str_addf(&options, FREE "1,2,3,4,5,6,7,8,%s capture=point",
                    rows[i].id);
        k = start(3, options.p, 5);
        nj_str_fini(&options);
        for (int w = 0; w < 3 && rows[i].walk[w].way != NULL; w++)
            walk(k, slot_of(k, rows[i].id), rows[i].walk[w].inside,
                 rows[i].walk[w].way);
        if (strstr(k->said.p, rows[i].ends) == NULL)
            fail_msg("row %zu: no %s", i, rows[i].ends);
        kit_free(k);
    }
}

static void has_sign(uint8_t terrain, uint8_t thing, const char *glyph)
{
    const struct ln_sign *sign = nj_ln_sign(nj_ln_sign_of(terrain, thing));

    assert_non_null(sign);
    assert_string_equal(sign->glyph, glyph);
}

/* What the packs have below something, and a portal to itself, is seen and
 * named; elsewhere a thing hides what it stands on. */
static void what_lies_below_has_a_sign_of_its_own(void **state)
{
    struct kit *k = start(4, FREE "37,39,S4,E13,E14,1,2,3,4", 7);
    struct ln_notation pool;
    uint8_t block = (uint8_t)nj_ln_pack_find(nj_ln_pack(k->m), "S4", 2);

    (void)state;
    has_sign(LN_GRASS, LN_BUTTON, "button_grass");
    has_sign(LN_TRAP, LN_BUTTON, "button_trap");
    has_sign(LN_POD, LN_BOX, "box_pod");
    has_sign(LN_POD, LN_JAMMER_BOX, "jammer_pod");
    has_sign(LN_WATER, LN_BUTTON, "button");
    has_sign(LN_GRASS, LN_BOX, "box");
    nj_ln_map_pool(nj_ln_pack(k->m), &block, 1, false, &pool);
    assert_non_null(memchr(pool.text, LN_LOOP, 40));
    nj_ln_map_now(kit_state(k), &pool);
    assert_non_null(memchr(pool.text, LN_LOOP, 90));
    assert_string_equal(nj_ln_sign(LN_LOOP)->glyph, "loop");
    kit_free(k);
}

static int done(void **state)
{
    (void)state;
    kit_pack_done();
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pods_follow_size_and_seats),
        cmocka_unit_test(a_map_of_twelve_has_all_sixteen),
        cmocka_unit_test(bangbang_has_one_of_three_speeds),
        cmocka_unit_test(themes_are_drawn_from),
        cmocka_unit_test(a_list_of_one_kind_is_told_whole),
        cmocka_unit_test(free_lists_lay_what_they_have),
        cmocka_unit_test(heat_or_sun_stays),
        cmocka_unit_test(grass_grows_beside_traps),
        cmocka_unit_test(the_pack_is_whole),
        cmocka_unit_test(a_broken_pack_is_refused),
        cmocka_unit_test(doors_between_blocks_have_two_buttons),
        cmocka_unit_test(pods_below_boxes_are_freed),
        cmocka_unit_test(what_lies_below_has_a_sign_of_its_own),
    };

    return cmocka_run_group_tests(tests, NULL, done);
}
