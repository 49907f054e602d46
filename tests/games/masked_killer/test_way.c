/* src/games/masked_killer/way.c: the shortest way and costs on random boards
 * against slow ones (MK-11.3, 14), sets that grow. */
#include "games/masked_killer/mk_kit.h"

/* --- the shortest way --- */

static void expect_way(const char *given, const char *to, const char *is)
{
    struct kit *k = kit_given(4, given);
    uint16_t from = kit_state(k)->v[0].cell;
    struct mk_plan plan = {.n = 0};
    char text[MK_PATH_TEXT] = "?";

    if (nj_mk_way(k->m, from, kit_cell(to), &plan))
        nj_mk_path(plan.path, plan.n, text);
    assert_string_equal(text, is);
    kit_free(k);
}

/* MK-11.3, T032, T033, T126. */
static void ways_are_those_of_the_rules(void **state)
{
    struct kit *k = kit_given(4, "F4");

    NJ_UNUSED(state);
    assert_int_equal(nj_mk_way_length(k->m, kit_cell("E19"), kit_cell("H15")),
                     9);
    assert_int_equal(nj_mk_way_length(k->m, kit_cell("E19"), kit_cell("E19")),
                     0);
    assert_int_equal(nj_mk_way_length(k->m, kit_cell("E19"), kit_cell("E11")),
                     0);
    assert_int_equal(nj_mk_way_length(k->m, kit_cell("E19"), kit_cell("G1")),
                     0);
    assert_true(nj_mk_way_length(k->m, kit_cell("A1"), kit_cell("R23")) >
                MK_PATH_MAX);
    kit_free(k);
    expect_way("F4", "C18", "D19,C19,C18");
    expect_way("F4", "E19", "-");
    expect_way("F4", "R1", "?");
    /* N before E before S before W, around who is visible, not who is hid */
    expect_way("F4; 1 at B12/N", "D13", "C12,D12,D13");
    expect_way("F4; 1 at B12/N; 2 at A12/E; K vis C12", "D13", "B13,C13,D13");
    expect_way("F4; 1 at B12/N; K hid C12", "D13", "C12,D12,D13");
    expect_way("F4; 1 at B12/N; 2 at A12/E; K vis C12", "C12", "?");
    expect_way("F4; 1 at E12/N", "E11", "?");
    expect_way("F4; 1 at E12/N; open blue", "F10", "E11,F11,F10");
}

/* What a step over a window, a fence costs; 0: nobody gets over. */
struct tolls {
    uint16_t window, fence;
};

/* What a step over the edge costs, 0 where there is none. */
static unsigned price_of(enum mk_edge e, struct tolls across)
{
    if (e == MK_OPEN || e == MK_DOOR)
        return 1;
    return e == MK_WINDOW ? across.window : e == MK_FENCE ? across.fence : 0;
}

/* Is the target nearer by the step than was known? Then it is known now. */
static bool goes_nearer(const struct mk_view *v, uint16_t c, enum mk_dir d,
                        struct tolls across, unsigned cost[MK_CELLS])
{
    unsigned price = price_of(nj_mk_edge(v, c, d), across);
    uint16_t next = nj_mk_beside(c, d);

    if (price == 0 || cost[next] == 0xffff || cost[next] + price >= cost[c])
        return false;
    cost[c] = cost[next] + price;
    return true;
}

/* Steps to the target from every cell, by going over all of them again and
 * again; the cell `shut` lets nobody in. */
static void slow_costs(const struct mk_view *v, uint16_t to,
                       struct tolls across, uint16_t shut,
                       unsigned cost[MK_CELLS])
{
    bool changes = true;

    for (uint16_t c = 0; c < MK_CELLS; c++)
        cost[c] = c == to && c != shut ? 0 : 0xffff;
    while (changes) {
        changes = false;
        for (uint16_t c = 0; c < MK_CELLS; c++)
            for (enum mk_dir d = MK_N; c != shut && d < MK_DIRS; d++)
                changes |= goes_nearer(v, c, d, across, cost);
    }
}

static void costs_are_the_least(void **state)
{
    static struct mk_table t;
    struct nj_rng rng;

    NJ_UNUSED(state);
    nj_rng_splitmix64(&rng, 14);
    for (unsigned i = 0; i < 40; i++) {
        struct mk_view v;
        unsigned slow[MK_CELLS];
        uint16_t cost[MK_CELLS];
        uint16_t from = (uint16_t)nj_rng_below(&rng, MK_CELLS);
        uint16_t across = (uint16_t)(1 + nj_rng_below(&rng, 15));
        bool fences = nj_rng_below(&rng, 2) == 0;

        if (i % 4 == 0)
            t = *kit_table();
        else
            kit_random_board(&t, &rng);
        v = kit_view(&t, nj_rng_below(&rng, MK_LOCKS), false);
        nj_mk_costs(&v, from, across, fences, cost);
        slow_costs(&v, from, (struct tolls){across, fences ? across : 0},
                   MK_NOWHERE, slow);
        for (uint16_t c = 0; c < MK_CELLS; c++)
            assert_int_equal(cost[c], slow[c]);
    }
}

/* Walks straight on from each cell of the set until something is in the way. */
static void slow_run(const struct mk_view *v, const struct mk_cells *from,
                     enum mk_dir dir, const struct mk_cells *shut,
                     struct mk_cells *out)
{
    for (uint16_t c = 0; c < MK_CELLS; c++)
        for (uint16_t at = c; nj_mk_has(from, c);) {
            enum mk_edge e = nj_mk_edge(v, at, dir);

            at = nj_mk_beside(at, dir);
            if ((e != MK_OPEN && e != MK_DOOR) || nj_mk_has(shut, at))
                break;
            nj_mk_put(out, at);
        }
}

static void sets_run_straight_on(void **state)
{
    static struct mk_table t;
    struct nj_rng rng;

    NJ_UNUSED(state);
    nj_rng_splitmix64(&rng, 55);
    for (unsigned i = 0; i < 60; i++) {
        struct mk_cells from = {{0}}, shut = {{0}}, fast = {{0}}, slow = {{0}};
        enum mk_dir dir = (enum mk_dir)(i % MK_DIRS);
        struct mk_view v;

        kit_random_board(&t, &rng);
        v = kit_view(&t, nj_rng_below(&rng, MK_LOCKS), false);
        for (uint16_t c = 0; c < MK_CELLS; c++) {
            if (nj_rng_below(&rng, 9) == 0)
                nj_mk_put(&from, c);
            if (nj_rng_below(&rng, 20) == 0)
                nj_mk_put(&shut, c);
        }
        nj_mk_run(&v, &from, dir, &shut, &fast);
        slow_run(&v, &from, dir, &shut, &slow);
        assert_memory_equal(&fast, &slow, sizeof(fast));
    }
}

/* Puts the cells beside `c` into the set of the edge that leads there. */
static void slow_step(const struct mk_view *v, uint16_t c,
                      struct mk_cells *steps, struct mk_cells *climbs)
{
    for (enum mk_dir d = MK_N; d < MK_DIRS; d++) {
        enum mk_edge e = nj_mk_edge(v, c, d);

        if (e == MK_OPEN || e == MK_DOOR)
            nj_mk_put(steps, nj_mk_beside(c, d));
        if (e == MK_WINDOW || e == MK_FENCE)
            nj_mk_put(climbs, nj_mk_beside(c, d));
    }
}

static void sets_grow_by_a_step(void **state)
{
    static struct mk_table t;
    struct nj_rng rng;

    NJ_UNUSED(state);
    nj_rng_splitmix64(&rng, 5);
    for (unsigned i = 0; i < 40; i++) {
        struct mk_cells from = {{0}}, spread = {{0}}, climb = {{0}};
        struct mk_cells steps = {{0}}, climbs = {{0}};
        struct mk_view v;

        kit_random_board(&t, &rng);
        v = kit_view(&t, nj_rng_below(&rng, MK_LOCKS), false);
        for (uint16_t c = 0; c < MK_CELLS; c++) {
            if (nj_rng_below(&rng, 3) > 0)
                continue;
            nj_mk_put(&from, c);
            slow_step(&v, c, &steps, &climbs);
        }
        nj_mk_spread(&v, &from, &spread);
        nj_mk_climb(&v, &from, &climb);
        assert_memory_equal(&spread, &steps, sizeof(spread));
        assert_memory_equal(&climb, &climbs, sizeof(climb));
    }
}

/* What is so many steps away, a cell at a time; the first may climb. */
static void slow_ring(const struct mk_view *v, uint16_t cell, unsigned steps,
                      struct mk_cells *out)
{
    memset(out, 0, sizeof(*out));
    nj_mk_put(out, cell);
    for (unsigned i = 0; i < steps; i++) {
        struct mk_cells was = *out, climbs = {{0}};

        for (uint16_t c = 0; c < MK_CELLS; c++)
            if (nj_mk_has(&was, c))
                slow_step(v, c, out, i == 0 ? out : &climbs);
    }
}

static void what_is_measured_once_is_what_is_found(void **state)
{
    static struct mk_table t;
    struct nj_rng rng;

    NJ_UNUSED(state);
    nj_rng_splitmix64(&rng, 6);
    for (unsigned i = 0; i < 40; i++) {
        struct mk_view v;
        unsigned spot = nj_rng_below(&rng, MK_TOKENS);
        unsigned lock = nj_rng_below(&rng, MK_LOCKS);
        uint16_t cost[MK_CELLS];
        uint16_t c = (uint16_t)nj_rng_below(&rng, MK_CELLS);

        if (i % 4 == 0)
            t = *kit_table();
        else
            kit_random_board(&t, &rng);
        v = kit_view(&t, lock, false);
        for (unsigned ring = 0; ring < MK_RINGS; ring++) {
            struct mk_cells slow;

            slow_ring(&v, c, nj_mk_ring[ring], &slow);
            assert_memory_equal(&t.near[lock][c][ring], &slow, sizeof(slow));
        }
        nj_mk_costs(&v, c, MK_CLIMBED, false, cost);
        assert_int_equal(t.to_spot[lock][spot][c], cost[t.spot[spot]]);
        for (unsigned d = 0; d < MK_DIRS; d++) {
            uint8_t ways = t.ways[lock][c];

            assert_int_equal(ways >> d & 1, nj_mk_has(&t.open[lock][d], c));
            assert_int_equal(ways >> (d + MK_CLIMB) & 1,
                             nj_mk_has(&t.climb[d], c));
        }
    }
}

/* Is it a way of that length, and the first of all such in the order N E S W? */
static void check_way(const struct mk_view *v, const struct mk_plan *plan,
                      uint16_t from, const unsigned left[MK_CELLS])
{
    assert_int_equal(plan->n, left[from]);
    for (uint8_t i = 0; i < plan->n; i++) {
        enum mk_dir taken = nj_mk_towards(from, plan->path[i]);

        assert_true(taken < MK_DIRS);
        for (enum mk_dir d = MK_N; d <= taken; d++) {
            enum mk_edge e = nj_mk_edge(v, from, d);
            bool nearer = (e == MK_OPEN || e == MK_DOOR) &&
                          left[nj_mk_beside(from, d)] + 1 == left[from];

            assert_int_equal(nearer, d == taken);
        }
        from = plan->path[i];
    }
}

/* One way between two cells anywhere; is there one? */
static bool try_way(const struct nj_match *m, struct nj_rng *rng)
{
    const struct mk_state *s = nj_state_const(m);
    struct mk_view v = nj_mk_view(m);
    struct mk_plan plan = {.n = 0};
    uint16_t from = (uint16_t)nj_rng_below(rng, MK_CELLS);
    uint16_t to = (uint16_t)nj_rng_below(rng, MK_CELLS);
    unsigned left[MK_CELLS];

    slow_costs(&v, to, (struct tolls){0, 0},
               s->k.figure ? s->k.cell : MK_NOWHERE, left);
    assert_int_equal(nj_mk_way_length(m, from, to),
                     left[from] == 0xffff ? 0 : left[from]);
    assert_int_equal(nj_mk_way(m, from, to, &plan), left[from] <= MK_PATH_MAX);
    if (left[from] > MK_PATH_MAX)
        return false;
    check_way(&v, &plan, from, left);
    return true;
}

static void ways_are_the_shortest_and_first(void **state)
{
    static struct mk_table t;
    struct nj_rng rng;
    unsigned found = 0;

    NJ_UNUSED(state);
    nj_rng_splitmix64(&rng, 113);
    for (unsigned i = 0; i < 60; i++) {
        struct kit *k;
        struct mk_state *s;

        kit_random_board(&t, &rng);
        k = kit_on(&t, 4, i % 2 == 0 ? "F4" : "F4; open blue");
        s = nj_state(k->m);
        s->k.figure = i % 3 == 0; /* wherever he is */
        s->k.cell = (uint16_t)nj_rng_below(&rng, MK_CELLS);
        for (unsigned q = 0; q < 20; q++)
            found += try_way(k->m, &rng);
        kit_free(k);
    }
    assert_true(found > 300);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ways_are_those_of_the_rules),
        cmocka_unit_test(costs_are_the_least),
        cmocka_unit_test(sets_run_straight_on),
        cmocka_unit_test(sets_grow_by_a_step),
        cmocka_unit_test(what_is_measured_once_is_what_is_found),
        cmocka_unit_test(ways_are_the_shortest_and_first),
    };
    int failed = cmocka_run_group_tests_name("games/masked_killer/way", tests,
                                             NULL, NULL);

    kit_table_done();
    return failed;
}
