/* The cells of LN-8.9 that a scenario cannot reach: landings where there is
 * nowhere else, maps of ten by ten, the blocks of every pool. The other cells
 * are in tests/scenarios/long_night/modes.txt. */
#include "games/long_night/ln_kit.h"
#include "match/emit.h"

/* Seat 1 stands before a pod in two cells that boxes part from the main
 * component, which is three cells with the other seats in them: there is no
 * free one to land on. */
static struct kit *crowded(const char *options)
{
    struct kit *k = kit_given(options, "open9; E 0,1; p1 0,0; p2 4,3; p3 4,4; "
                                       "p4 4,5");
    struct ln_state *s = nj_state(k->m);

    for (uint8_t c = 0; c < nj_ln_cells(&s->board); c++)
        if (c > 1 && (c < 4 * 9 + 3 || c > 4 * 9 + 5))
            s->board.thing[c] = LN_BOX;
    return k;
}

/* Melee with either way of catching: a hunter whom a pod has thrown onto its
 * prey catches nobody by that, and the next turn begins. */
static void a_landing_on_the_prey_is_no_catch(void **state)
{
    static const char *const options[] = {
        "melee=on ext=on", "melee=on ext=on capture=point",
        "melee=on ext=on grace=on", "melee=on ext=on plan=on"};

    NJ_UNUSED(state);
    for (size_t i = 0; i < NJ_COUNT(options); i++) {
        unsigned on_prey = 0;

        for (unsigned draws = 0; draws < 24; draws++) {
            struct kit *k = crowded(options[i]);
            const struct ln_state *s = kit_state(k);

            for (unsigned n = 0; n < draws; n++)
                (void)nj_random(k->m, 3);
            kit_order(k, 1, "move", "右");
            KIT_HAS(k, "G ln.warp seat=1\nG ln.turn_end seat=1 reason=warp");
            KIT_HAS_NOT(k, "ln.catch");
            KIT_HAS(k, "G ln.turn seat=2");
            assert_in_range(s->seat[0].cell, 4 * 9 + 3, 4 * 9 + 5);
            on_prey += s->seat[0].cell == s->seat[1].cell;
            kit_free(k);
        }
        assert_in_range(on_prey, 1, 23);
    }
}

/* A map of ten by ten has cells that no block covers. */
static bool covered(const struct ln_state *s, uint8_t cell)
{
    int n = s->board.size;

    for (int i = 0; i < s->laid; i++) {
        int down = (cell / n - s->origin[i] / n + n) % n;
        int right = (cell % n - s->origin[i] % n + n) % n;

        if (down < LN_SIDE && right < LN_SIDE)
            return true;
    }
    return false;
}

/* Melee on 10x10: they are landed on like any other. */
static void gaps_are_landed_on(void **state)
{
    unsigned gaps = 0, landed = 0;

    NJ_UNUSED(state);
    for (uint64_t seed = 1; seed <= 20; seed++) {
        struct kit *k = kit_start(4, 0, "size=10 melee=on", seed);
        const struct ln_state *s = kit_state(k);
        bool ok[LN_CELLS_MAX] = {false};

        assert_true(nj_ln_landing(s, 0, ok) > 0);
        for (uint8_t c = 0; c < nj_ln_cells(&s->board); c++) {
            gaps += !covered(s, c);
            landed += !covered(s, c) && ok[c];
        }
        kit_free(k);
    }
    assert_int_equal(gaps, 20 * 19);
    assert_in_range(landed, 20, 20 * 19);
}

static unsigned count_terrain(const struct ln_state *s, enum ln_terrain what)
{
    unsigned n = 0;

    for (uint8_t c = 0; c < nj_ln_cells(&s->board); c++)
        n += s->board.terrain[c] == what;
    return n;
}

/* Rain with any pool: no thicket is left, and traps stay traps. */
static void it_rains_on_every_pool(void **state)
{
    static const char *const pools[] = {"standard", "twist", "wild", "crazy"};
    unsigned dry = 0, traps = 0;

    NJ_UNUSED(state);
    for (size_t i = 0; i < NJ_COUNT(pools); i++)
        for (uint64_t seed = 1; seed <= 20; seed++) {
            char options[80];
            struct kit *k;

            (void)snprintf(options, sizeof(options),
                           "blocks=%s ext=%s event=rain", pools[i],
                           i > 1 ? "on" : "off");
            k = kit_start(3, 0, options, seed);
            assert_int_equal(count_terrain(kit_state(k), LN_GRASS), 0);
            traps += count_terrain(kit_state(k), LN_TRAP);
            kit_free(k);
            (void)snprintf(options, sizeof(options), "blocks=%s ext=%s",
                           pools[i], i > 1 ? "on" : "off");
            k = kit_start(3, 0, options, seed);
            dry += count_terrain(kit_state(k), LN_GRASS);
            kit_free(k);
        }
    assert_true(dry > 80);
    assert_true(traps > 20);
}

/* The Minotaur walks over bombs and leaves them where they are. */
static void bombs_outlast_the_minotaur(void **state)
{
    struct kit *k =
        kit_given("", "open9; boss 0,0 target=1 steps=2; bomb 0,1; bomb 0,3; "
                      "p1 0,3; p2 4,4; p3 7,7; turn 3");

    NJ_UNUSED(state);
    kit_order(k, 3, "stop", "");
    KIT_HAS(k, "G ln.boss_catch seats=1\n");
    KIT_HAS_NOT(k, "ln.blown");
    assert_int_equal(kit_state(k)->board.thing[1], LN_BOMB);
    assert_int_equal(kit_state(k)->board.thing[3], LN_BOMB);
    kit_free(k);
}

/* The Minotaur is nobody's hunter and nobody's prey: the chain is that of the
 * seats, and who stands in its cell has caught and lost nothing. */
static void the_minotaur_is_no_hunter(void **state)
{
    struct kit *k = kit_given("", "open9; boss 0,1 target=3 steps=0; p1 0,0; "
                                  "p2 4,4; p3 0,2; p4 8,8");

    NJ_UNUSED(state);
    kit_order(k, 1, "move", "右");
    kit_order(k, 1, "stop", "");
    KIT_HAS(k, "G ln.turn_end seat=1 reason=stop");
    KIT_HAS_NOT(k, "ln.catch");
    kit_leave(k, 2);
    KIT_HAS(k, "G ln.chain pairs=1>3,3>4,4>1\n");
    assert_int_equal(nj_ln_total(&kit_state(k)->seat[0]), 2);
    kit_free(k);
}

/* Every other pair is allowed, and a match of it ends. */
static void one_pair_only_is_rejected(void **state)
{
    static const char *const modes[] = {
        "capture=point", "hide=turn",     "hide=step",   "size=10",
        "melee=on",      "boss=minotaur", "event=rain",  "plan=on",
        "grace=on",      "blocks=crazy",  "blocks=wild", "blocks=twist",
        "bombs=2",       "stop_walls=on"};
    unsigned rejected = 0;

    NJ_UNUSED(state);
    for (size_t i = 0; i < NJ_COUNT(modes); i++)
        for (size_t j = 0; j < i; j++) {
            char options[80];
            struct nj_options o;
            struct kit *k;
            size_t key = strcspn(modes[i], "=");

            if (strncmp(modes[i], modes[j], key + 1) == 0)
                continue; /* two words of one option exclude each other */
            (void)snprintf(options, sizeof(options), "%s %s cap=200", modes[j],
                           modes[i]);
            kit_options(&o, options);
            if (nj_options_check(&nj_long_night, kit_pack(),
                                 nj_long_night.editions[0], &o, 4) != NULL) {
                assert_string_equal(options, "hide=step plan=on cap=200");
                rejected++;
                continue;
            }
            k = kit_start(4, 15, options, 1 + i * NJ_COUNT(modes) + j);
            kit_computers(k);
            if (!k->over)
                fail_msg("%s does not end", options);
            kit_free(k);
        }
    assert_int_equal(rejected, 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_landing_on_the_prey_is_no_catch),
        cmocka_unit_test(gaps_are_landed_on),
        cmocka_unit_test(it_rains_on_every_pool),
        cmocka_unit_test(bombs_outlast_the_minotaur),
        cmocka_unit_test(the_minotaur_is_no_hunter),
        cmocka_unit_test(one_pair_only_is_rejected),
    };
    int failed = cmocka_run_group_tests_name("games/long_night/matrix", tests,
                                             NULL, NULL);

    kit_pack_done();
    return failed;
}
