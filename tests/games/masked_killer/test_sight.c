/* src/games/masked_killer/sight.c (MK-4, MK-1.5): the examples of the rules,
 * what all are told, and on random boards each line against one that is walked
 * step by step. */
#include "games/masked_killer/mk_kit.h"

/* --- the board of the program --- */

/* What a victim on that cell sees, "H17,I17". */
static void expect_line(const char *from, enum mk_dir dir, unsigned locks,
                        const char *cells)
{
    struct mk_view view = kit_view(kit_table(), locks, false);
    uint16_t line[MK_ROWS];
    char text[MK_PATH_TEXT];

    assert_string_equal(
        nj_mk_path(line, nj_mk_line(&view, kit_cell(from), dir, line), text),
        cells);
}

#define LOCKED 3u

static void lines_are_those_of_the_rules(void **state)
{
    NJ_UNUSED(state);
    expect_line("G17", MK_E, LOCKED, "H17,I17"); /* MK-4.4, T056, T057 */
    expect_line("D4", MK_E, LOCKED, "E4");       /* T058: a door farther on */
    expect_line("E4", MK_E, LOCKED, "F4,G4,H4"); /* T059: a door in front */
    expect_line("G2", MK_S, LOCKED, "G3,G4,G5,G6"); /* T060: a second door */
    expect_line("G6", MK_S, LOCKED,                 /* T061, T062 */
                "G7,G8,G9,G10,G11,G12,G13,G14,G15,G16,G17,G18");
    expect_line("H12", MK_N, LOCKED, "H11");          /* T063: a tree */
    expect_line("E12", MK_N, LOCKED, "-");            /* T064: a locked car */
    expect_line("E12", MK_N, 1u << MK_YELLOW, "E11"); /* T065 */
    expect_line("B4", MK_W, LOCKED, "A4");
    expect_line("A1", MK_N, LOCKED, "-");
    expect_line("A12", MK_E, LOCKED,
                "B12,C12,D12,E12,F12,G12,H12,I12,J12,K12,L12,M12,N12,O12,P12,"
                "Q12,R12");
}

/* MK-5.9: with Blackout whoever stands in a house sees one cell, others all. */
static void blackout_dims_houses_alone(void **state)
{
    struct mk_view dim = kit_view(kit_table(), 0, true);
    uint16_t line[MK_ROWS];

    NJ_UNUSED(state);
    assert_int_equal(nj_mk_line(&dim, kit_cell("E4"), MK_E, line), 1);
    assert_int_equal(line[0], kit_cell("F4"));
    assert_int_equal(nj_mk_line(&dim, kit_cell("B3"), MK_N, line), 0);
    assert_int_equal(nj_mk_line(&dim, kit_cell("A12"), MK_E, line), 17);
    assert_int_equal(nj_mk_along(&dim, kit_cell("E4"), MK_E, kit_cell("G4")),
                     0);
}

static void neighbours_are_in_reach(void **state)
{
    static const struct {
        const char *a, *b;
        bool locked, open;
    } rows[] = {
        {"A1", "B1", true, true},     {"A1", "C1", false, false},
        {"A1", "B2", false, false},   {"I17", "J17", false, false}, /* fence */
        {"H17", "I17", true, true},                                 /* window */
        {"E4", "F4", true, true},                                   /* door */
        {"E12", "E11", false, true},  {"F10", "F11", false, true},
        {"N12", "N13", false, true},  {"A1", "A1", false, false},
        {"R12", "A13", false, false}, {"E11", "F11", true, true}};

    NJ_UNUSED(state);
    for (size_t i = 0; i < NJ_COUNT(rows); i++) {
        struct mk_view locked = kit_view(kit_table(), LOCKED, false);
        struct mk_view open = kit_view(kit_table(), 0, false);
        uint16_t a = kit_cell(rows[i].a), b = kit_cell(rows[i].b);

        assert_int_equal(nj_mk_reach(&locked, a, b), rows[i].locked);
        assert_int_equal(nj_mk_reach(&locked, b, a), rows[i].locked);
        assert_int_equal(nj_mk_reach(&open, a, b), rows[i].open);
        assert_int_equal(nj_mk_reach(&open, b, a), rows[i].open);
    }
    assert_int_equal(nj_mk_towards(kit_cell("R12"), kit_cell("A13")), MK_DIRS);
    assert_int_equal(nj_mk_towards(kit_cell("C3"), kit_cell("C2")), MK_N);
    assert_int_equal(nj_mk_towards(kit_cell("C3"), MK_NOWHERE), MK_DIRS);
}

/* MK-4.3, T223; who is not on the board sees nothing. */
static void distances_are_counted_along_the_line(void **state)
{
    struct kit *k = kit_given(4, "F4; 1 at C19/N; K vis C16");

    NJ_UNUSED(state);
    ((struct mk_state *)nj_state(k->m))->v[1].cell = MK_NOWHERE;
    assert_int_equal(nj_mk_distance(k->m, 0, kit_cell("C16")), 3);
    assert_int_equal(nj_mk_distance(k->m, 0, kit_cell("C19")), 0);
    assert_int_equal(nj_mk_distance(k->m, 0, kit_cell("C20")), 0);
    assert_int_equal(nj_mk_distance(k->m, 0, kit_cell("D19")), 0);
    assert_int_equal(nj_mk_distance(k->m, 0, MK_NOWHERE), 0);
    assert_int_equal(nj_mk_distance(k->m, 1, kit_cell("N19")), 0);
    assert_int_equal(nj_mk_seen_by(k->m, kit_cell("C16")), nj_bit(0));
    kit_free(k);
}

/* --- what all are told --- */

/* The killer walks, and this is said of sight. */
static void expect_trail(const char *given, const char *way, const char *said)
{
    struct kit *k = kit_given(4, given);
    struct nj_str sight = NJ_STR_INIT(4000);

    kit_order(k, 4, "stalk", way);
    assert_false(k->refused);
    for (const char *line = k->said.p; *line != '\0';
         line = strchr(line, '\n') + 1)
        if (strncmp(line, "G mk.sight.", 11) == 0)
            nj_str_add(&sight, line + 11,
                       (size_t)(strchr(line, '\n') + 1 - line - 11));
    if (strcmp(sight.p, said) != 0)
        fail_msg("%s: '%s' instead of '%s'", way, sight.p, said);
    assert_int_equal(kit_state(k)->k.figure,
                     nj_mk_seen_by(k->m, kit_state(k)->k.cell) != 0);
    nj_str_fini(&sight);
    kit_free(k);
}

/* MK-4.7. */
static void a_visible_stretch_is_told_in_one(void **state)
{
    NJ_UNUSED(state);
    expect_trail("F4; turn K; K hid R1", "SSS", "");
    expect_trail("F4; turn K; 1 at A12/E; K hid D11", "SEEE",
                 "trail cells=D12,E12,F12,G12 by=1,1,1,1\n");
    expect_trail("F4; turn K; 1 at A12/E; K hid D11", "SEWN",
                 "trail cells=D12,E12,D12 by=1,1,1\nlost shadow=D12\n");
    /* two stretches, two viewers on one cell */
    expect_trail("F4; turn K; 1 at D12/E; 2 at H14/N; K hid G11", "SSEN",
                 "trail cells=G12 by=1\nlost shadow=G12\n"
                 "trail cells=H13,H12 by=2,1+2\n");
    /* visible from the first: he is lost, and no more */
    expect_trail("F4; turn K; 1 at A12/E; K vis C12", "SNN",
                 "lost shadow=C12\ntrail cells=C12 by=1\nlost shadow=C12\n");
    expect_trail("F4; turn K; 1 at A12/E; K vis C12", "S", "lost shadow=C12\n");
    expect_trail("F4; turn K; 1 at A12/E; K vis C12", ".", "");
}

/* --- random boards --- */

/* MK-4.1 word by word; every cell of the line into `out`. */
static void walk_line(const struct mk_view *v, uint16_t cell, enum mk_dir dir,
                      uint8_t out[MK_CELLS])
{
    uint8_t terrain = v->t->terrain[cell];
    unsigned k = 0;

    memset(out, 0, sizeof(uint8_t[MK_CELLS]));
    for (;;) {
        uint8_t e = v->t->edge[cell][dir];
        uint16_t next = nj_mk_beside(cell, dir);

        if (e == MK_WALL || e == MK_FENCE)
            return;
        if (e == MK_CAR_DOOR) {
            bool blue = v->t->terrain[cell] == MK_BLUE_CAR ||
                        v->t->terrain[next] == MK_BLUE_CAR;

            if (v->lock[blue ? MK_BLUE : MK_YELLOW] || k > 0)
                return;
        }
        if (e == MK_DOOR && k > 0)
            return;
        cell = next;
        out[cell] = (uint8_t)++k;
        if (v->blackout && terrain >= MK_HOUSE && terrain < MK_HOUSE + 4)
            return;
    }
}

static void compare_lines(const struct mk_view *v, uint16_t cell,
                          enum mk_dir dir)
{
    uint8_t walked[MK_CELLS];
    uint16_t line[MK_ROWS];
    uint8_t n = nj_mk_line(v, cell, dir, line);
    uint8_t most = 0;

    walk_line(v, cell, dir, walked);
    for (uint16_t c = 0; c < MK_CELLS; c++) {
        most = walked[c] > most ? walked[c] : most;
        assert_int_equal(nj_mk_along(v, cell, dir, c), walked[c]);
    }
    assert_int_equal(n, most);
    for (uint8_t i = 0; i < n; i++)
        assert_int_equal(walked[line[i]], i + 1);
}

static void lines_are_those_that_are_walked(void **state)
{
    static struct mk_table t;
    struct nj_rng rng;

    NJ_UNUSED(state);
    nj_rng_splitmix64(&rng, 19);
    for (unsigned i = 0; i < 30; i++) {
        if (i == 0)
            t = *kit_table();
        else
            kit_random_board(&t, &rng);
        for (unsigned world = 0; world < 2 * MK_LOCKS; world++) {
            struct mk_view v =
                kit_view(&t, world % MK_LOCKS, world >= MK_LOCKS);

            for (uint16_t c = (uint16_t)world; c < MK_CELLS; c += 5)
                for (enum mk_dir d = MK_N; d < MK_DIRS; d++)
                    compare_lines(&v, c, d);
        }
    }
}

/* What all of them see is what each sees. */
static void the_seen_are_those_that_somebody_sees(void **state)
{
    struct kit *k =
        kit_given(4, "F4; 1 at G6/S; 2 at A12/E; 3 at H14/N; open blue");
    struct mk_cells seen;

    NJ_UNUSED(state);
    nj_mk_seen(k->m, &seen);
    for (uint16_t c = 0; c < MK_CELLS; c++)
        assert_int_equal(nj_mk_has(&seen, c), nj_mk_seen_by(k->m, c) != 0);
    assert_int_equal(nj_mk_seen_by(k->m, kit_cell("H12")),
                     nj_bit(1) | nj_bit(2));
    assert_false(nj_mk_has(&seen, MK_NOWHERE));
    kit_free(k);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lines_are_those_of_the_rules),
        cmocka_unit_test(blackout_dims_houses_alone),
        cmocka_unit_test(neighbours_are_in_reach),
        cmocka_unit_test(distances_are_counted_along_the_line),
        cmocka_unit_test(a_visible_stretch_is_told_in_one),
        cmocka_unit_test(lines_are_those_that_are_walked),
        cmocka_unit_test(the_seen_are_those_that_somebody_sees),
    };
    int failed = cmocka_run_group_tests_name("games/masked_killer/sight", tests,
                                             NULL, NULL);

    kit_table_done();
    return failed;
}
