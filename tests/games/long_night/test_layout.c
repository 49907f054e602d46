/* src/games/long_night/events.c and layout.c: events on single blocks and the
 * merging of borders (LN-14.3, S-204 to S-210). */
#include "games/long_night/ln_kit.h"

#define SEEDS 300

static struct ln_block block(const char *id)
{
    const struct ln_pack *p = kit_pack();
    int i = nj_ln_pack_find(p, id, strlen(id));

    assert_true(i >= 0);
    return p->block[i];
}

/* Cells of the block that have grass, over many seeds; `each`: how many
 * thickets every result must have. */
static uint16_t grass_after(enum ln_event event, const char *id, unsigned each)
{
    uint16_t seen = 0;

    for (uint64_t seed = 0; seed < SEEDS; seed++) {
        struct nj_rng rng;
        struct kit *k;
        struct ln_block b = block(id);
        unsigned n = 0;

        nj_rng_splitmix64(&rng, seed);
        k = kit_new(2, 0, "", &rng);
        nj_ln_event_apply(k->m, &(struct ln_state){.event = (uint8_t)event},
                          &b);
        for (int c = 0; c < LN_BLOCK; c++) {
            if (b.terrain[c] != LN_GRASS)
                continue;
            seen = (uint16_t)(seen | 1u << c);
            n++;
        }
        assert_int_equal(n, each);
        kit_free(k);
    }
    return seen;
}

static unsigned cell_bit(unsigned row, unsigned col)
{
    return 1u << (3 * row + col);
}

/* S-204. */
static void block_2_grows_along_its_passage(void **state)
{
    (void)state;
    assert_int_equal(grass_after(LN_EVENT_OVERGROWTH, "2", 2),
                     cell_bit(1, 1) | cell_bit(0, 0) | cell_bit(0, 1) |
                         cell_bit(2, 1) | cell_bit(2, 2));
}

/* S-205. */
static void block_4_grows_along_its_passage(void **state)
{
    (void)state;
    assert_int_equal(grass_after(LN_EVENT_OVERGROWTH, "4", 2),
                     cell_bit(1, 1) | cell_bit(0, 1) | cell_bit(0, 2) |
                         cell_bit(2, 0) | cell_bit(2, 1));
}

/* S-206. */
static void the_gardener_may_plant_anywhere(void **state)
{
    (void)state;
    assert_int_equal(grass_after(LN_EVENT_GARDENER, "3", 1), 0x1ff);
}

/* LN-2.7: a sealed cell is no place for a thicket; N20 has two of them. */
static void the_gardener_avoids_sealed_cells(void **state)
{
    (void)state;
    assert_int_equal(grass_after(LN_EVENT_GARDENER, "N20", 2),
                     0x1ff & ~cell_bit(1, 1));
}

/* S-207: thickets turn to water, traps stay. */
static void rain_floods_thickets_only(void **state)
{
    struct kit *k = kit_start(2, 0, "", 1);
    struct ln_block b = block("N18");

    (void)state;
    nj_ln_event_apply(k->m, &(struct ln_state){.event = LN_EVENT_RAIN}, &b);
    assert_int_equal(b.terrain[1], LN_WATER);
    assert_int_equal(b.terrain[7], LN_TRAP);
    kit_free(k);
}

/* A board of two blocks, one of them in the middle. */
static void compose(struct ln_board *b, const struct ln_block *middle,
                    int other_slot, const struct ln_block *other)
{
    const struct ln_block *slots[LN_SLOTS_MAX] = {NULL};
    uint8_t origin[LN_SLOTS_MAX];

    for (int i = 0; i < nj_ln_slots(9); i++)
        origin[i] = (uint8_t)(27 * (i / 3) + 3 * (i % 3));
    slots[4] = middle;
    slots[other_slot] = other;
    nj_ln_layout_compose(b, 9, slots, origin);
}

/* S-208. */
static void the_stronger_claim_holds_on_a_border(void **state)
{
    struct ln_block left = block("1");
    struct ln_block right = block("9");
    struct ln_board b;

    (void)state;
    compose(&b, &left, 5, &right);
    assert_int_equal(nj_ln_board_edge(&b, 3 * 9 + 5, LN_RIGHT), LN_OPEN);
    assert_int_equal(nj_ln_board_edge(&b, 4 * 9 + 5, LN_RIGHT), LN_WALL);
    assert_int_equal(nj_ln_board_edge(&b, 4 * 9 + 6, LN_LEFT), LN_WALL);
}

/* S-209 and S-210: upper end at (3,4), lower end at (5,4). */
static void a_sealed_portal_floods_both_ends(void **state)
{
    struct ln_block gates = block("N11");
    struct ln_block open = block("2");
    struct ln_block shut = block("1");
    struct ln_board b;

    (void)state;
    compose(&b, &gates, 1, &open);
    assert_int_equal(b.terrain[3 * 9 + 4], LN_PORTAL);
    assert_int_equal(b.extra[3 * 9 + 4], 5 * 9 + 4);
    compose(&b, &gates, 1, &shut);
    assert_int_equal(b.terrain[3 * 9 + 4], LN_WATER);
    assert_int_equal(b.terrain[5 * 9 + 4], LN_WATER);
}

/* LN-1.2, LN-1.6. */
static void the_map_is_a_torus(void **state)
{
    const struct ln_board nine = {.size = 9};
    const struct ln_board ten = {.size = 10};

    (void)state;
    assert_int_equal(nj_ln_board_next(&nine, 0, LN_UP), 72);
    assert_int_equal(nj_ln_board_next(&nine, 0, LN_LEFT), 8);
    assert_int_equal(nj_ln_board_next(&nine, 80, LN_DOWN), 8);
    assert_int_equal(nj_ln_board_next(&nine, 80, LN_RIGHT), 72);
    assert_int_equal(nj_ln_board_manhattan(&nine, 0, 80), 2);
    assert_int_equal(nj_ln_board_chebyshev(&nine, 0, 80), 1);
    assert_int_equal(nj_ln_board_manhattan(&ten, 0, 55), 10);
    assert_int_equal(nj_ln_board_chebyshev(&ten, 0, 95), 5);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(block_2_grows_along_its_passage),
        cmocka_unit_test(block_4_grows_along_its_passage),
        cmocka_unit_test(the_gardener_may_plant_anywhere),
        cmocka_unit_test(the_gardener_avoids_sealed_cells),
        cmocka_unit_test(rain_floods_thickets_only),
        cmocka_unit_test(the_stronger_claim_holds_on_a_border),
        cmocka_unit_test(a_sealed_portal_floods_both_ends),
        cmocka_unit_test(the_map_is_a_torus),
    };
    int failed = cmocka_run_group_tests_name("games/long_night/layout", tests,
                                             NULL, NULL);

    kit_pack_done();
    return failed;
}
