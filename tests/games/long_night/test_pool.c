/* src/games/long_night/pool.c: what each mode may draw from (LN-2.3), the
 * packings of 10x10 (LN-2.6) and what is told of a pool (LN-14.3, S-203,
 * S-214, S-219). */
#include "games/long_night/ln_kit.h"

static const char *pool_of(const struct kit *k)
{
    static char text[LN_IDS_MAX];

    nj_ln_map_ids(kit_pack(), kit_state(k)->pool, LN_POOL_BLOCKS, text);
    return text;
}

/* The pools of the golden setups 1, 10, 11 and 12. */
static void golden_pools_come_out(void **state)
{
    static const struct {
        uint64_t seed;
        uint8_t n;
        const char *options;
        const char *pool;
    } rows[] = {{1, 4, "", "1,2,3,4,5,6,7,8,9,10,11,12,E1,E2,E3,E4"},
                {10, 4, "blocks=twist",
                 "2,3,6,9,11,12,N1,N6,N8,N11,N17,N20,E1,E2,EN1,EN2"},
                {11, 4, "blocks=wild ext=on",
                 "2,6,8,9,N1,N12,N13,N14,N19,N20,N24,N27,EN1,EN2,EN3,EN4"},
                {12, 6, "blocks=crazy",
                 "SN3,SN4,2,6,N1,N2,N4,N5,N8,N11,N15,N16,E1,E2,EN1,EN2"}};

    (void)state;
    for (size_t i = 0; i < NJ_COUNT(rows); i++) {
        struct kit *k = kit_start(rows[i].n, 0, rows[i].options, rows[i].seed);

        assert_string_equal(pool_of(k), rows[i].pool);
        kit_free(k);
    }
}

/* Blocks of the pool by kind; `ext` and `listed`: how many of them have
 * extension terrain and are in the rotation. */
struct counted {
    unsigned ordinary, leave, special, ext, listed, listed_ext;
};

static struct counted count_pool(const struct ln_state *s)
{
    struct counted c = {0};

    for (int i = 0; i < LN_POOL_BLOCKS; i++) {
        const struct ln_block *b = &kit_pack()->block[s->pool[i]];

        c.ordinary += b->kind == LN_ORDINARY;
        c.leave += b->kind == LN_EXIT;
        c.special += b->kind == LN_SPECIAL;
        c.ext += b->extension;
        c.listed += b->rotate;
        c.listed_ext += b->rotate || b->rotate_ext;
        for (int j = 0; j < i; j++)
            assert_int_not_equal(s->pool[i], s->pool[j]);
    }
    for (int i = LN_CLASSIC_ORDINARY; i < LN_POOL_BLOCKS; i += 2)
        assert_int_equal(kit_pack()->block[s->pool[i]].partner, s->pool[i + 1]);
    return c;
}

static struct counted draw(const char *options, uint64_t seed)
{
    struct kit *k = kit_start(2, 0, options, seed);
    struct counted c = count_pool(kit_state(k));

    kit_free(k);
    return c;
}

static void every_pool_has_its_blocks(void **state)
{
    unsigned ext = 0;
    unsigned rotated = 0;

    (void)state;
    for (uint64_t seed = 1; seed <= 100; seed++) {
        struct counted c = draw("blocks=twist", seed);

        assert_int_equal(c.ordinary, 12);
        assert_int_equal(c.leave, 4);
        assert_int_equal(c.listed, 16);
        c = draw("blocks=twist ext=on", seed);
        assert_int_equal(c.listed_ext, 16);
        rotated += 16 - c.listed;
        c = draw("blocks=wild", seed);
        assert_int_equal(c.ordinary, 12);
        assert_int_equal(c.ext, 0);
        ext += draw("blocks=wild ext=on", seed).ext;
        c = draw("blocks=crazy ext=on", seed);
        assert_int_equal(c.special, 2);
        assert_int_equal(c.ordinary, 10);
        assert_int_equal(c.leave, 4);
        assert_int_equal(draw("blocks=crazy", seed).ext, 0);
    }
    assert_true(ext > 0);
    assert_true(rotated > 0);
}

/* S-214: which special blocks are in the pool is not told, which there may
 * be is. */
static void specials_are_not_named(void **state)
{
    struct kit *k = kit_start(4, 0, "blocks=crazy", 12);

    (void)state;
    KIT_HAS(k, "blocks=crazy");
    KIT_HAS(k, "G ln.pool ordinary=?,?,");
    KIT_HAS(k, " hidden_specials=2\n");
    kit_forget(k);
    kit_ask(k, 0, NJ_PLACE_GROUP, "map", "");
    KIT_HAS(k, "ln.map ordinary=?,?,");
    KIT_HAS(k, " specials=SN1,SN2,SN3,SN4\n");
    KIT_HAS(k, ",SN1=");
    KIT_HAS(k, ",SN4=");
    kit_free(k);
    k = kit_start(4, 0, "blocks=crazy ext=on", 12);
    kit_forget(k);
    kit_ask(k, 0, NJ_PLACE_GROUP, "map", "");
    KIT_HAS(k, " specials=SN1,SN2,SN3,SN4,SN5,SN6\n");
    kit_free(k);
}

/* S-203: nine blocks that neither overlap nor wrap, 19 cells between them,
 * plain floor without walls of their own. */
static void check_packing(const struct ln_state *s)
{
    bool covered[LN_CELLS_MAX] = {false};
    unsigned gaps = 0;

    assert_int_equal(s->board.size, 10);
    for (int i = 0; i < LN_SLOTS; i++) {
        assert_true(s->origin[i] / 10 + LN_SIDE <= 10);
        assert_true(s->origin[i] % 10 + LN_SIDE <= 10);
        for (int c = 0; c < LN_BLOCK; c++) {
            int at = s->origin[i] + c / LN_SIDE * 10 + c % LN_SIDE;

            assert_false(covered[at]);
            covered[at] = true;
        }
    }
    for (int c = 0; c < 100; c++) {
        if (covered[c])
            continue;
        gaps++;
        assert_int_equal(s->board.terrain[c], LN_FLOOR);
        assert_int_equal(s->board.thing[c], LN_NOTHING);
    }
    assert_int_equal(gaps, 19);
}

static void ten_by_ten_is_packed(void **state)
{
    bool other[LN_SLOTS][4] = {{false}};

    (void)state;
    for (uint64_t seed = 1; seed <= 1000; seed++) {
        struct kit *k = kit_start(4, 0, "size=10 blocks=wild ext=on", seed);
        const struct ln_state *s = kit_state(k);

        check_packing(s);
        for (int i = 0; i < LN_SLOTS; i++)
            other[i][(s->origin[i] / 10 - i / 3 * 3) * 2 + s->origin[i] % 10 -
                     i % 3 * 3] = true;
        kit_free(k);
    }
    for (int i = 0; i < LN_SLOTS; i++)
        for (int o = 0; o < 4; o++)
            assert_true(other[i][o]);
}

static void the_golden_packing_comes_out(void **state)
{
    static const uint8_t golden[LN_SLOTS] = {0, 3, 17, 40, 33, 47, 71, 64, 77};
    struct kit *k = kit_start(4, 0, "size=10", 5);

    (void)state;
    assert_memory_equal(kit_state(k)->origin, golden, sizeof(golden));
    kit_free(k);
}

/* Boxes stay in their own block; gaps belong to none (LN-5.11). */
static void gaps_keep_boxes_out(void **state)
{
    unsigned met = 0;
    unsigned free_up = 0; /* but where somebody stands */

    (void)state;
    for (uint64_t seed = 1; seed <= 200; seed++) {
        struct kit *k = kit_start(2, 0, "size=10 blocks=wild ext=on", seed);
        const struct ln_state *s = kit_state(k);

        for (uint8_t slot = 0; slot < LN_SLOTS; slot++) {
            uint8_t edge = (uint8_t)(s->origin[slot] + 21); /* lower middle */

            if (s->board.thing[edge] != LN_BOX)
                continue;
            met++;
            assert_true(nj_ln_box_blocks(s, edge, LN_DOWN));
            free_up += !nj_ln_box_blocks(s, edge, LN_UP);
        }
        kit_free(k);
    }
    assert_true(met > 0);
    assert_true(free_up > met / 2);
}

/* S-219: `ext` means nothing for the classic blocks. */
static void ext_needs_blocks_that_have_it(void **state)
{
    int ext = nj_option_find(&nj_long_night, "ext");
    struct nj_options o;

    (void)state;
    kit_options(&o, "ext=on");
    assert_null(nj_options_check(&nj_long_night, &o, 4));
    assert_int_equal(o.v[ext], 0);
    kit_options(&o, "ext=on blocks=twist");
    assert_null(nj_options_check(&nj_long_night, &o, 4));
    assert_int_equal(o.v[ext], 1);
}

/* LN-2.7 and 2.9 hold for all blocks: the map of the beginning that is
 * revealed is the one that was laid, whatever has been moved since. */
static void the_first_map_is_revealed(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 60; seed++) {
        struct kit *k =
            kit_start(4, 0xf,
                      seed % 2 ? "blocks=crazy ext=on event=random"
                               : "blocks=wild ext=on event=rain size=10",
                      seed);
        struct ln_notation before;
        struct ln_notation after;

        nj_ln_map_now(kit_state(k), &before);
        kit_computers(k);
        assert_true(k->over);
        nj_ln_map_start(kit_pack(), kit_state(k), &after);
        assert_string_equal(before.text, after.text);
        kit_free(k);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(golden_pools_come_out),
        cmocka_unit_test(every_pool_has_its_blocks),
        cmocka_unit_test(specials_are_not_named),
        cmocka_unit_test(ten_by_ten_is_packed),
        cmocka_unit_test(the_golden_packing_comes_out),
        cmocka_unit_test(gaps_keep_boxes_out),
        cmocka_unit_test(ext_needs_blocks_that_have_it),
        cmocka_unit_test(the_first_map_is_revealed),
    };
    int failed =
        cmocka_run_group_tests_name("games/long_night/pool", tests, NULL, NULL);

    kit_pack_done();
    return failed;
}
