/* src/games/long_night/pool.c: what each mode may draw from (LN-2.3), the
 * packings of 10x10 (LN-2.6) and what is told of a pool (LN-14.3, S-203,
 * S-214, S-219). */
#include "games/long_night/ln_kit.h"
#include "kit/drawn.h"

static const char *pool_of(const struct kit *k)
{
    static char text[LN_IDS_MAX];
    uint8_t pool[LN_POOL_MAX];

    nj_ln_pool_of(k->m, kit_state(k), pool);
    nj_ln_map_ids(kit_pack(), pool, LN_POOL_BLOCKS, text);
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

/* LN-15.4: of several pairs in one block each has a number; of one, none. */
static void portals_of_several_pairs_are_numbered(void **state)
{
    struct ln_notation board;
    const uint8_t pool[] = {(uint8_t)nj_ln_pack_find(kit_pack(), "2", 1),
                            (uint8_t)nj_ln_pack_find(kit_pack(), "SN1", 3)};

    (void)state;
    nj_ln_map_pool(kit_pack(), pool, 2, false, &board);
    /* SN1: A on top and below, B on the left and on the right. */
    assert_string_equal(strrchr(board.text, '/'),
                        "/2=2,SN1=6,1#15,1#33,2#23,2#25");
}

/* S-214: which special blocks are in the pool is not told, which there may
 * be is. */
static void specials_are_not_named(void **state)
{
    struct kit *k = kit_start(4, 0, "blocks=crazy", 12);

    (void)state;
    KIT_HAS(k, "blocks=crazy");
    KIT_HAS(k, "G ln.pool ordinary=?,?,");
    KIT_HAS(k, " hidden_specials=2 pool=");
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
static const char *board_of(const struct kit *k, const char *key)
{
    for (uint32_t i = 0; i < k->n_record; i++)
        if (strcmp(k->record[i]->key, key) == 0)
            return nj_message_str(k->record[i], "pool");
    return "";
}

/* LN-15.4: what the group sees at the start is what it gets for the asking,
 * puddles instead of thickets where it rains. */
static void the_group_sees_the_pool_at_the_start(void **state)
{
    struct kit *dry = kit_start(4, 0, "", 12);
    struct kit *wet = kit_start(4, 0, "event=rain", 12);
    const char *board = board_of(dry, "ln.pool");
    const char *rain = board_of(wet, "ln.pool");

    (void)state;
    assert_int_equal(strlen(board), strlen(rain));
    for (size_t i = 0; board[i] != '\0'; i++)
        assert_int_equal(rain[i], board[i] == 'g' ? 'w' : board[i]);
    assert_non_null(strchr(board, 'g'));
    kit_forget(dry);
    kit_ask(dry, 1, NJ_PLACE_GROUP, "map", "");
    assert_non_null(strstr(dry->said.p, board));
    kit_free(dry);
    kit_free(wet);
}

static void check_packing(const struct ln_state *s)
{
    bool covered[LN_CELLS_MAX] = {false};
    unsigned gaps = 0;

    assert_int_equal(s->board.size, 10);
    for (int i = 0; i < s->laid; i++) {
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
    bool other[9][4] = {{false}};

    (void)state;
    for (uint64_t seed = 1; seed <= 1000; seed++) {
        struct kit *k = kit_start(4, 0, "size=10 blocks=wild ext=on", seed);
        const struct ln_state *s = kit_state(k);

        check_packing(s);
        for (int i = 0; i < s->laid; i++)
            other[i][(s->origin[i] / 10 - i / 3 * 3) * 2 + s->origin[i] % 10 -
                     i % 3 * 3] = true;
        kit_free(k);
    }
    for (int i = 0; i < 9; i++)
        for (int o = 0; o < 4; o++)
            assert_true(other[i][o]);
}

static void the_golden_packing_comes_out(void **state)
{
    static const uint8_t golden[9] = {0, 3, 17, 40, 33, 47, 71, 64, 77};
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

        for (uint8_t slot = 0; slot < s->laid; slot++) {
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
    assert_null(nj_options_check(&nj_long_night, kit_pack(),
                                 nj_long_night.editions[0], &o, 4));
    assert_int_equal(o.v[ext], 0);
    kit_options(&o, "ext=on blocks=twist");
    assert_null(nj_options_check(&nj_long_night, kit_pack(),
                                 nj_long_night.editions[0], &o, 4));
    assert_int_equal(o.v[ext], 1);
}

/* --- custom pools (LN-2.3, LN-11) --- */

#define OWN_LIST \
 "SN2 n7,1,2,3,4,5,6,7,8,9,  SN1 EN2,e1 EN4,E3" /* in any order and case */

static void check(const char *text, const char *list, const char *code)
{
    struct nj_options o;
    const struct nj_message *no;

    kit_options(&o, text);
    assert_true(nj_options_put(&nj_long_night, &o,
                               nj_option_find(&nj_long_night, "list"), list));
    no = nj_options_check(&nj_long_night, kit_pack(), nj_long_night.editions[0],
                          &o, 4);
    if (code == NULL) {
        assert_null(no);
        return;
    }
    assert_non_null(no);
    assert_string_equal(nj_message_str(no, "code"), "combo");
    assert_string_equal(nj_message_str(no, "option"), code);
}

static void lists_are_judged(void **state)
{
    (void)state;
    check("blocks=custom", OWN_LIST, NULL);
    check("blocks=custom", "", NULL);
    check("blocks=wild", OWN_LIST, "list");
    check("", OWN_LIST, "list");
    check("blocks=custom", "1,2,3", "list");
    check("blocks=custom", OWN_LIST ",N1", "list"); /* 13 */
    check("blocks=custom", OWN_LIST ",E2", "list"); /* 5 with a pod */
    check("blocks=custom", OWN_LIST ",1", "list");  /* twice */
    check("blocks=custom", "X1 " OWN_LIST, "list"); /* no such block */
    check("blocks=custom", "N21,1,2,3,4,5,6,7,8,9,10,11,E1,E2,E3,E4", "list");
    check("blocks=custom ext=on", "N21,1,2,3,4,5,6,7,8,9,10,11,E1,E2,E3,E4",
          NULL);
}

/* Without a list it is the classic blocks, and those go again with the mode. */
static void custom_begins_with_the_classic_blocks(void **state)
{
    static const char classic[] = "1,2,3,4,5,6,7,8,9,10,11,12,E1,E2,E3,E4";
    struct nj_options o;

    (void)state;
    kit_options(&o, "blocks=custom");
    assert_null(nj_options_check(&nj_long_night, kit_pack(),
                                 nj_long_night.editions[0], &o, 4));
    assert_string_equal(o.text[0], classic);
    o.v[nj_option_find(&nj_long_night, "blocks")] = 0;
    assert_null(nj_options_check(&nj_long_night, kit_pack(),
                                 nj_long_night.editions[0], &o, 4));
    assert_string_equal(o.text[0], "");
}

static void a_list_is_played(void **state)
{
    struct nj_rng rng;
    struct kit *k;
    struct nj_options o;

    (void)state;
    kit_options(&o, "blocks=custom");
    assert_true(nj_options_put(
        &nj_long_night, &o, nj_option_find(&nj_long_night, "list"), OWN_LIST));
    nj_rng_splitmix64(&rng, 3);
    k = kit_new(4, 0xf, "", &rng);
    nj_match_destroy(k->m);
    k->m = nj_match_create(&(struct nj_match_setup){
        .game = &nj_long_night,
        .data = kit_pack(),
        .edition = "classic",
        .options = o,
        .seats = (const struct nj_match_seat[]){{"Ann", true, 0, ""},
                                                {"Bo", true, 1, ""},
                                                {"Cy", true, 2, ""},
                                                {"Di", true, 3, ""}},
        .n_seats = 4,
        .rng = rng});
    kit_apply(k, &(struct nj_input){
                     .kind = NJ_IN_START, .seat = NJ_SEAT_NONE, .verb = ""});
    assert_string_equal(pool_of(k),
                        "1,2,3,4,5,6,7,8,9,N7,SN1,SN2,E1,E3,EN2,EN4");
    KIT_HAS(k, "blocks=custom");
    KIT_HAS(k, "options=blocks=custom,list=SN2+n7+1+2+3+4+5+6+7+8+9+SN1+EN2+"
               "e1+EN4+E3\n");
    KIT_HAS(k, "hidden_specials=0");
    kit_computers(k);
    assert_true(k->over);
    kit_free(k);
}

/* --- packs of the owner (LN-11) --- */

/* The program's pack with block N19 renamed; the caller frees it. */
static char *own_pack(const char *from, const char *to)
{
    size_t n = 0;
    const char *text = kit_pack_text(&n);
    const char *at = strstr(text, from);
    struct nj_str s = NJ_STR_INIT(1 << 20);

    assert_non_null(at);
    nj_str_add(&s, text, (size_t)(at - text));
    nj_str_puts(&s, to);
    nj_str_puts(&s, at + strlen(from));
    return nj_str_take(&s);
}

static void packs_are_found_by_name(void **state)
{
    char *text = own_pack("block N19 ", "block MINE ");
    char *broken = own_pack("block N19 ordinary", "block N19 exit");
    size_t n = 0;
    const char *main_text = kit_pack_text(&n);
    struct nj_err err = {{0}};
    const struct ln_pack *mine;
    struct nj_options o;
    void *data = NULL;

    (void)state;
    assert_int_equal(nj_ln_pack_load(main_text, n, &data, &err), NJ_OK);
    assert_int_equal(
        nj_data_add(&nj_long_night, data, "mine", text, strlen(text), &err),
        NJ_OK);
    assert_int_not_equal(
        nj_data_add(&nj_long_night, data, "bad", broken, strlen(broken), &err),
        NJ_OK);
    assert_memory_equal(err.text, "line ", 5);
    assert_non_null(strstr(err.text, "V"));
    mine = nj_data_named(data, "mine");
    assert_non_null(mine);
    assert_true(nj_ln_pack_find(mine, "MINE", 4) >= 0);
    assert_int_equal(nj_ln_pack_find(data, "MINE", 4), -1);
    assert_null(nj_data_named(data, "bad"));
    assert_ptr_equal(nj_data_named(data, ""), data);
    kit_options(&o, "pack=mine");
    assert_null(nj_options_check(&nj_long_night, data,
                                 nj_long_night.editions[0], &o, 4));
    kit_options(&o, "pack=yours");
    assert_non_null(nj_options_check(&nj_long_night, data,
                                     nj_long_night.editions[0], &o, 4));
    nj_data_drop(data);
    free(text);
    free(broken);
}

/* A match of another pack is played with it, and its hash is in the chain of
 * digests and in the reveal. */
static void a_pack_of_the_owner_is_played(void **state)
{
    char *text = own_pack("block 1 ordinary", "block 1 ordinary");
    size_t n = 0;
    const char *main_text = kit_pack_text(&n);
    struct nj_err err = {{0}};
    void *data = NULL;
    struct nj_rng rng;
    struct kit *k;
    struct nj_options o;

    (void)state;
    assert_int_equal(nj_ln_pack_load(main_text, n, &data, &err), NJ_OK);
    assert_int_equal(
        nj_data_add(&nj_long_night, data, "mine", text, strlen(text), &err),
        NJ_OK);
    kit_options(&o, "pack=mine");
    nj_rng_splitmix64(&rng, 3);
    k = kit_new(2, 0x3, "", &rng);
    nj_match_destroy(k->m);
    k->m = nj_match_create(&(struct nj_match_setup){
        .game = &nj_long_night,
        .data = data,
        .edition = "classic",
        .options = o,
        .seats = (const struct nj_match_seat[]){{"Ann", true, 0, ""},
                                                {"Bo", true, 1, ""}},
        .n_seats = 2,
        .rng = rng});
    kit_apply(k, &(struct nj_input){
                     .kind = NJ_IN_START, .seat = NJ_SEAT_NONE, .verb = ""});
    KIT_HAS(k, "R ln.host.pack name=mine pack=");
    KIT_HAS(k, "options=pack=mine\n");
    kit_computers(k);
    assert_true(k->over);
    KIT_HAS_NOT(k, "ln.reveal pack=0000");
    kit_free(k);
    nj_data_drop(data);
    free(text);
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

/* LN-31.6: what is told of a pool is the same, and each tile has its like; with
 * the usual texture nothing says so. */
static void a_board_in_the_other_texture_has_the_same_tiles(void **state)
{
    struct nj_str drawn[2] = {NJ_STR_INIT(200000), NJ_STR_INIT(200000)};

    NJ_UNUSED(state);
    for (int retro = 0; retro < 2; retro++) {
        struct kit *k =
            kit_start(4, 0, retro ? "texture=retro" : "texture=classic", 3);

        for (uint32_t i = 0; i < k->n_record; i++)
            if (nj_message_says(k->record[i], "ln.pool")) {
                assert_string_equal(nj_message_str(k->record[i], "texture"),
                                    retro ? "retro" : "");
                kit_draw(&nj_long_night, k->record[i], &drawn[retro]);
            }
        kit_free(k);
    }
    assert_non_null(strstr(drawn[0].p, " grass"));
    assert_null(strstr(drawn[0].p, "retro_"));
    assert_non_null(strstr(drawn[1].p, " retro_grass"));
    assert_null(strstr(drawn[1].p, " grass"));
    for (char *at = drawn[1].p; (at = strstr(at, "retro_")) != NULL;)
        memmove(at, at + strlen("retro_"), strlen(at + strlen("retro_")) + 1);
    assert_string_equal(drawn[1].p, drawn[0].p);
    nj_str_fini(&drawn[0]);
    nj_str_fini(&drawn[1]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(golden_pools_come_out),
        cmocka_unit_test(every_pool_has_its_blocks),
        cmocka_unit_test(specials_are_not_named),
        cmocka_unit_test(portals_of_several_pairs_are_numbered),
        cmocka_unit_test(the_group_sees_the_pool_at_the_start),
        cmocka_unit_test(a_board_in_the_other_texture_has_the_same_tiles),
        cmocka_unit_test(ten_by_ten_is_packed),
        cmocka_unit_test(the_golden_packing_comes_out),
        cmocka_unit_test(gaps_keep_boxes_out),
        cmocka_unit_test(ext_needs_blocks_that_have_it),
        cmocka_unit_test(lists_are_judged),
        cmocka_unit_test(custom_begins_with_the_classic_blocks),
        cmocka_unit_test(a_list_is_played),
        cmocka_unit_test(packs_are_found_by_name),
        cmocka_unit_test(a_pack_of_the_owner_is_played),
        cmocka_unit_test(the_first_map_is_revealed),
    };
    int failed =
        cmocka_run_group_tests_name("games/long_night/pool", tests, NULL, NULL);

    kit_pack_done();
    return failed;
}
