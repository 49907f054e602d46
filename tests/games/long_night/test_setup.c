/* src/games/long_night/setup.c and layout.c: the golden setups of LN-2.14 and
 * what every setup must keep (LN-14.3, S-201, 202, 211, 216, 221). */
#include "games/long_night/ln_kit.h"

struct golden {
    uint64_t seed;
    uint8_t n;
    const char *options;
    const char *order;
    const char *blocks;
    const char *spawn;
    uint32_t draws;
    const char *event;
    const char *grass; /* cells, or NULL */
};

static const struct golden golden[] = {
    {1, 2, "", "1 2", "11,10,2,7,12,5,E3,3,9", "0,6 6,4", 80, "none", NULL},
    {1, 4, "", "3 1 4 2", "7,11,E2,E4,5,3,10,2,4", "6,0 8,7 3,4 3,7", 78,
     "none", NULL},
    {2, 4, "", "1 2 4 3", "8,5,E3,12,2,7,E2,6,3", "1,0 6,5 5,0 6,7", 78, "none",
     NULL},
    {3, 5, "", "3 5 1 2 4", "E1,6,E4,2,12,4,8,1,9", "3,4 5,1 6,1 1,3 7,8", 82,
     "none", NULL},
    {4, 6, "", "3 2 1 4 6 5", "10,3,12,8,11,E1,E2,E3,5",
     "0,8 2,2 7,6 3,3 4,1 1,3", 71, "none", NULL},
    {5, 4, "size=10", "1 4 2 3", "8,2,9,3,11,12,E3,E1,10", "6,9 2,1 3,5 0,5",
     105, "none", NULL},
    {6, 4, "event=gardener", "2 4 3 1", "9,2,E3,3,4,6,E1,8,5",
     "1,1 4,4 3,8 8,5", 84, "gardener", "2,5 3,8 4,3 5,1 8,5"},
    {7, 4, "event=overgrowth", "2 3 1 4", "5,2,1,9,12,3,E4,10,E2",
     "2,4 4,1 5,5 2,2", 78, "overgrowth", "0,4 1,4 3,5 4,4 4,7 5,8"},
    {8, 4, "event=random", "1 2 4 3", "7,5,E4,6,8,E2,9,2,3", "2,1 0,5 8,0 8,5",
     85, "overgrowth", "0,0 1,1 3,2 3,4 4,1 4,4 7,4 7,7 8,5 8,8"},
    {10, 4, "blocks=twist", "1 2 4 3", "12,N8,9,E2,2,N20,3,EN1,N1",
     "8,8 0,2 0,6 6,0", 100, "none", NULL},
    {11, 4, "blocks=wild ext=on", "1 3 4 2", "6,N14,EN1,N27,8,N20,9,N12,EN3",
     "4,2 0,3 4,5 8,3", 125, "none", NULL},
    {12, 6, "blocks=crazy", "2 6 1 5 3 4", "N11,N2,SN4,E2,N4,6,EN1,EN2,N8",
     "2,7 0,5 8,8 4,4 3,7 0,2", 114, "none", NULL},
};

static void put_cell(struct nj_str *out, uint8_t cell, uint8_t size)
{
    nj_str_addf(out, "%s%u,%u", out->len > 0 ? " " : "", (unsigned)cell / size,
                (unsigned)cell % size);
}

static void check_golden(const struct golden *g)
{
    struct kit *k = kit_start(g->n, 0, g->options, g->seed);
    const struct ln_state *s = kit_state(k);
    struct nj_str text = NJ_STR_INIT(1000);
    char ids[LN_IDS_MAX];

    for (nj_seat i = 0; i < g->n; i++)
        nj_str_addf(&text, "%s%u", i > 0 ? " " : "",
                    nj_match_join_of(k->m, i) + 1u);
    assert_string_equal(text.p, g->order);
    nj_ln_map_ids(kit_pack(), s->block, s->laid, ids);
    assert_string_equal(ids, g->blocks);
    nj_str_clear(&text);
    for (nj_seat i = 0; i < g->n; i++)
        put_cell(&text, s->seat[i].cell, s->board.size);
    assert_string_equal(text.p, g->spawn);
    assert_int_equal(nj_match_draws(k->m), g->draws);
    assert_string_equal(nj_ln_events[s->event], g->event);
    nj_str_clear(&text);
    for (uint8_t c = 0; c < 81; c++)
        if (s->board.terrain[c] == LN_GRASS)
            put_cell(&text, c, 9);
    if (g->grass != NULL)
        assert_string_equal(text.p, g->grass);
    nj_str_fini(&text);
    kit_free(k);
}

static void the_golden_setups_come_out(void **state)
{
    (void)state;
    for (size_t i = 0; i < NJ_COUNT(golden); i++)
        check_golden(&golden[i]);
}

/* S-201. */
static void pods_follow_the_number_of_seats(void **state)
{
    static const uint8_t pods[] = {0, 0, 1, 1, 2, 2, 3};

    (void)state;
    for (uint8_t n = 2; n <= 6; n++) {
        struct kit *k = kit_start(n, 0, "", n);

        assert_int_equal(nj_ln_board_pods(&kit_state(k)->board), pods[n]);
        kit_free(k);
    }
}

/* S-202 and S-212 over many seeds. */
static void check_drawn(const struct ln_state *s)
{
    const struct ln_pack *p = kit_pack();
    struct ln_walk w;
    bool main[LN_CELLS_MAX] = {false};
    bool used[LN_SLOTS_MAX] = {false};
    uint8_t exits = 0;

    for (int i = 0; i < s->laid; i++) {
        if (p->block[s->block[i]].kind == LN_EXIT)
            exits++;
        for (int k = 0; k < i; k++)
            assert_int_not_equal(s->block[i], s->block[k]);
    }
    assert_int_equal(exits, nj_ln_pods(s));
    nj_ln_walk_build(&s->board, false, &w);
    (void)nj_ln_walk_main(&w, main);
    for (nj_seat i = 0; i < s->n; i++) {
        uint8_t c = s->seat[i].cell;
        int slot = c / 9 / 3 * 3 + c % 9 / 3;

        assert_true(main[c]);
        assert_false(used[slot]);
        assert_int_not_equal(p->block[s->block[slot]].kind, LN_EXIT);
        used[slot] = true;
    }
}

static void every_setup_keeps_the_rules(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 1000; seed++) {
        struct kit *k =
            kit_start((uint8_t)(seed % 5 + 2), 0, "event=random", seed);

        check_drawn(kit_state(k));
        kit_free(k);
    }
    for (uint64_t seed = 1; seed <= 1000; seed++) {
        struct kit *k = kit_start(6, 0, "", seed);

        check_drawn(kit_state(k));
        kit_free(k);
    }
}

static void wall_in(struct ln_board *b, uint8_t cell)
{
    for (int d = 0; d < LN_DIRS; d++)
        nj_ln_board_claim(b, cell, (enum ln_dir)d, LN_WALL);
}

/* S-211: LN-2.10 refuses pods nobody can reach and torn maps. */
static void a_walled_in_pod_is_not_accepted(void **state)
{
    struct ln_board b = {.size = 9};

    (void)state;
    b.terrain[40] = LN_POD;
    assert_true(nj_ln_layout_accepted(&b));
    wall_in(&b, 40);
    assert_false(nj_ln_layout_accepted(&b));
}

/* Reachable only by a portal, in either direction. */
static void a_pod_behind_a_portal_is_accepted(void **state)
{
    struct ln_board b = {.size = 9};

    (void)state;
    b.terrain[40] = LN_POD;
    wall_in(&b, 40);
    wall_in(&b, 41);
    b.edges[40] = (uint8_t)(b.edges[40] & ~3u); /* 40 and 41 are one room */
    assert_false(nj_ln_layout_accepted(&b));
    nj_ln_board_pair(&b, 41, 0);
    assert_true(nj_ln_layout_accepted(&b));
}

static void a_torn_map_is_not_accepted(void **state)
{
    struct ln_board b = {.size = 9};

    (void)state;
    for (uint8_t c = 0; c < 32; c++)
        wall_in(&b, c);
    assert_true(nj_ln_layout_accepted(&b)); /* 49 of 81: just above 60 % */
    wall_in(&b, 32);
    assert_false(nj_ln_layout_accepted(&b));
}

/* S-216. */
static void the_same_seed_gives_the_same_match(void **state)
{
    struct kit *a = kit_start(4, 0xf, "event=random", 77);
    struct kit *b = kit_start(4, 0xf, "event=random", 77);
    struct kit *c = kit_start(4, 0xf, "event=random", 78);

    (void)state;
    kit_computers(a);
    kit_computers(b);
    kit_computers(c);
    assert_true(a->over && b->over && c->over);
    assert_string_equal(a->said.p, b->said.p);
    assert_true(nj_hash_equal(nj_match_digest(a->m), nj_match_digest(b->m)));
    assert_false(nj_hash_equal(nj_match_digest(a->m), nj_match_digest(c->m)));
    kit_free(a);
    kit_free(b);
    kit_free(c);
}

/* LN-2.13; of S-221 what needs no Boss. */
static void the_opening_is_in_order(void **state)
{
    static const char *const keys[] = {"ln.start",       "ln.pool",  "ln.order",
                                       "ln.host.layout", "ln.chain", "ln.you",
                                       "ln.you",         "ln.you",   "ln.you",
                                       "ln.round",       "ln.turn"};
    struct kit *k = kit_start(4, 0, "", 1);

    (void)state;
    assert_int_equal(k->n_record, NJ_COUNT(keys));
    for (size_t i = 0; i < NJ_COUNT(keys); i++)
        assert_string_equal(k->record[i]->key, keys[i]);
    for (nj_seat i = 0; i < 4; i++)
        assert_int_equal(k->record[5 + i]->to.seats, nj_bit(i));
    KIT_HAS(k, "G ln.start n=4 size=9 blocks=standard event=none capture=pass "
               "hide=off melee=off boss=off pods=2 options=-\n");
    KIT_HAS(k, "G ln.pool ordinary=1,2,3,4,5,6,7,8,9,10,11,12 "
               "exit=E1,E2,E3,E4 hidden_specials=0 pool=33x9/");
    KIT_HAS(k, "G ln.order names=Cy,Ann,Di,Bo\n");
    kit_free(k);
}

static void options_off_default_are_spelled_out(void **state)
{
    struct kit *k =
        kit_start(2, 0, "start_walls=off cap=20 think=60s event=rain", 1);

    (void)state;
    KIT_HAS(k, "event=rain capture");
    KIT_HAS(k, "options=event=rain,start_walls=off,cap=20,think=60s\n");
    KIT_HAS_NOT(k, "udlr");
    kit_free(k);
}

/* A pack whose blocks nothing joins. */
static struct ln_pack *islands(void)
{
    struct ln_pack *p = nj_alloc(sizeof(*p));

    *p = *kit_pack();
    for (uint16_t i = 0; i < p->n; i++) {
        struct ln_block *b = &p->block[i];

        for (uint8_t c = 0; c < LN_BLOCK; c++)
            for (int d = 0; d < LN_DIRS; d++)
                b->edge[c][d] =
                    nj_ln_block_next(c, (enum ln_dir)d) == LN_NOWHERE ? LN_WALL
                                                                      : LN_OPEN;
    }
    return p;
}

/* LN-2.10, LN-2.11: the last of all attempts is taken as it is, and people
 * stand on different cells all the same. */
static void a_pack_that_never_fits_is_played(void **state)
{
    struct ln_pack *p = islands();
    struct kit *k = kit_start(4, 0, "", 1);
    const struct ln_state *s;
    struct nj_options o;

    (void)state;
    nj_options_default(&nj_long_night, &o);
    k->n_log = 0;
    nj_match_destroy(k->m);
    k->m = nj_match_create(&(struct nj_match_setup){
        .game = &nj_long_night,
        .data = p,
        .edition = "classic",
        .options = o,
        .seats = (const struct nj_match_seat[]){{"Ann", false, 0, ""},
                                                {"Bo", false, 1, ""},
                                                {"Cy", false, 2, ""},
                                                {"Di", false, 3, ""}},
        .n_seats = 4,
        .rng = {.kind = NJ_RNG_SPLITMIX64, .state = 1}});
    kit_forget(k);
    kit_apply(k, &(struct nj_input){
                     .kind = NJ_IN_START, .seat = NJ_SEAT_NONE, .verb = ""});
    s = kit_state(k);
    assert_int_equal(s->attempt, LN_ATTEMPTS_MAX);
    KIT_HAS(k, "ln.host.spawn attempt=50");
    for (int a = 0; a < 4; a++)
        for (int b = 0; b < a; b++)
            assert_int_not_equal(s->seat[a].cell, s->seat[b].cell);
    kit_free(k);
    free(p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_golden_setups_come_out),
        cmocka_unit_test(a_pack_that_never_fits_is_played),
        cmocka_unit_test(pods_follow_the_number_of_seats),
        cmocka_unit_test(every_setup_keeps_the_rules),
        cmocka_unit_test(a_walled_in_pod_is_not_accepted),
        cmocka_unit_test(a_pod_behind_a_portal_is_accepted),
        cmocka_unit_test(a_torn_map_is_not_accepted),
        cmocka_unit_test(the_same_seed_gives_the_same_match),
        cmocka_unit_test(the_opening_is_in_order),
        cmocka_unit_test(options_off_default_are_spelled_out),
    };
    int failed = cmocka_run_group_tests_name("games/long_night/setup", tests,
                                             NULL, NULL);

    kit_pack_done();
    return failed;
}
