/* src/games/masked_killer/table*.c: the board and the cards of the program, and
 * what its cells are (MK-1.2 to 1.6, 7.6). */
#include "games/masked_killer/mk_kit.h"

/* --- the file of the program --- */

static void the_board_is_that_of_the_rules(void **state)
{
    static const char *const spots[MK_TOKENS] = {
        "C1",  "B3",  "H3",  "D7",  "H7",  "Q1",  "Q3",  "K6",  "K9",  "Q9",
        "H15", "B18", "B21", "H21", "C23", "Q15", "N17", "Q18", "K21", "P23"};
    static const char *const starts[4] = {"E19", "N20", "D4", "O4"};
    const struct mk_table *t = kit_table();
    unsigned edges[MK_EDGES] = {0}, terrains[MK_TERRAINS] = {0}, rim = 0;

    NJ_UNUSED(state);
    for (uint16_t c = 0; c < MK_CELLS; c++) {
        terrains[t->terrain[c]]++;
        for (enum mk_dir d = MK_N; d < MK_DIRS; d++) {
            uint16_t beyond = nj_mk_beside(c, d);

            rim += beyond == MK_NOWHERE;
            edges[t->edge[c][d]] += beyond != MK_NOWHERE && d <= MK_E;
            if (beyond != MK_NOWHERE)
                assert_int_equal(t->edge[c][d],
                                 t->edge[beyond][(d + 2) % MK_DIRS]);
        }
    }
    assert_int_equal(edges[MK_OPEN], 522);
    assert_int_equal(edges[MK_WALL], 179);
    assert_int_equal(edges[MK_FENCE], 33);
    assert_int_equal(edges[MK_WINDOW], 25);
    assert_int_equal(edges[MK_DOOR], 24);
    assert_int_equal(edges[MK_CAR_DOOR], 4);
    assert_int_equal(rim, 2 * (MK_COLS + MK_ROWS));
    assert_int_equal(terrains[MK_YARD], 154);
    assert_int_equal(terrains[MK_KERB], 44);
    for (int house = 0; house < 4; house++)
        assert_int_equal(terrains[MK_HOUSE + house], 49);
    assert_int_equal(terrains[MK_TREE], 12);
    assert_int_equal(terrains[MK_PARKED], 4);
    for (uint8_t i = 0; i < MK_TOKENS; i++) {
        assert_int_equal(t->spot[i], kit_cell(spots[i]));
        assert_int_equal(nj_mk_spot(t, t->spot[i]), i);
        assert_int_equal(nj_mk_quad(t->spot[i]), i / MK_SPOTS);
    }
    for (int i = 0; i < 4; i++)
        assert_int_equal(t->who[i].start, kit_cell(starts[i]));
    assert_int_equal(t->who[MK_LOOMIS].start, MK_NOWHERE);
    assert_int_equal(t->street[0], kit_cell("A12"));
    assert_int_equal(t->street[1], kit_cell("R12"));
    assert_int_equal(t->car[MK_BLUE][1], kit_cell("F11"));
    assert_int_equal(t->car[MK_YELLOW][0], kit_cell("M13"));
}

static void the_cards_are_those_of_the_rules(void **state)
{
    const struct mk_table *t = kit_table();
    const struct mk_card_row *oil = &t->card[MK_OIL];
    unsigned sums[3] = {0};

    NJ_UNUSED(state);
    for (uint8_t kind = 0; kind < MK_CARDS; kind++)
        sums[(kind >= MK_ITEMS) + (kind >= MK_QUICK)] += t->card[kind].copies;
    assert_int_equal(sums[0], 32);
    assert_int_equal(sums[1], 4);
    assert_int_equal(sums[2], 10);
    assert_int_equal(t->card[MK_PISTOL].range, 10);
    assert_int_equal(t->card[MK_SPRAY].fuel, 1 + MK_MATCHES);
    assert_true(t->card[MK_SPRAY].keep && t->card[MK_SPRAY].keep_fueled);
    assert_true(oil->fuel_only && !oil->keep && !oil->keep_fuel);
    assert_int_equal(oil->fuel_dice, 4);
    assert_int_equal(t->card[MK_POKER].fuel, 0);
    assert_int_equal(t->card[MK_BLUE_KEY].car, 1 + MK_BLUE);
    assert_int_equal(t->card[MK_YELLOW_KEY].car, 1 + MK_YELLOW);
    assert_int_equal(t->card[MK_TOMMY].car, 0);
    assert_true(t->card[MK_AID].heal_others &&
                !t->card[MK_BANDAGE].heal_others);
    assert_int_equal(t->card[MK_LID].timing, MK_DEFEND);
    assert_int_equal(t->card[MK_HEAVY].timing, MK_WITH_ATTACK);
    assert_int_equal(t->card[MK_RELENTLESS].k_actions, 1);
    assert_int_equal(t->who[MK_BRACKETT].bare_dice, 2);
    assert_int_equal(t->who[MK_BOB].bare_dice, 1);
    assert_int_equal(t->who[MK_BOB].more_steps, 1);
    assert_true(t->who[MK_LOOMIS].gun && !t->who[MK_ANNIE].gun);
    assert_int_equal(t->icon[1] + t->icon[13], 2);
    assert_int_equal(t->icon[3], 0);
    assert_int_equal(t->k_staggered, 3);
    assert_int_equal(t->last_row[1], 18);
}

/* --- cells --- */

/* T214. */
static void row_twelve_is_of_two_quadrants(void **state)
{
    static const struct {
        const char *cell;
        unsigned quads;
        enum mk_quad quad;
    } rows[] = {{"D12", 1 << MK_NW | 1 << MK_SW, MK_NW},
                {"J12", 1 << MK_NE | 1 << MK_SE, MK_NE},
                {"I11", 1 << MK_NW, MK_NW},
                {"J13", 1 << MK_SE, MK_SE},
                {"I13", 1 << MK_SW, MK_SW},
                {"R1", 1 << MK_NE, MK_NE}};

    NJ_UNUSED(state);
    for (size_t i = 0; i < NJ_COUNT(rows); i++) {
        assert_int_equal(nj_mk_quads_of(kit_cell(rows[i].cell)), rows[i].quads);
        assert_int_equal(nj_mk_quad(kit_cell(rows[i].cell)), rows[i].quad);
    }
}

static void cells_have_names(void **state)
{
    static const char *const none[] = {"",   "A",   "A0",  "A01", "A24",
                                       "S1", "A-1", "AA1", "1A",  "A1x",
                                       "@1", "[2",  "A99", "a 1", "R23x"};
    char text[MK_CELL_TEXT];

    NJ_UNUSED(state);
    for (uint16_t c = 0; c < MK_CELLS; c++)
        assert_int_equal(kit_cell(nj_mk_cell(c, text)), c);
    assert_string_equal(nj_mk_cell(0, text), "A1");
    assert_string_equal(nj_mk_cell(MK_CELLS - 1, text), "R23");
    assert_string_equal(nj_mk_cell(MK_NOWHERE, text), "-");
    assert_int_equal(kit_cell("c18"), kit_cell("C18"));
    for (size_t i = 0; i < NJ_COUNT(none); i++)
        assert_int_equal(nj_mk_cell_at(none[i], strlen(none[i])), MK_NOWHERE);
    assert_int_equal(nj_mk_beside(kit_cell("R5"), MK_E), MK_NOWHERE);
    assert_int_equal(nj_mk_beside(kit_cell("A1"), MK_N), MK_NOWHERE);
    assert_int_equal(nj_mk_beside(kit_cell("C3"), MK_W), kit_cell("B3"));
    assert_int_equal(nj_mk_beside(kit_cell("C3"), MK_S), kit_cell("C4"));
}

/* D08: from these four cells, and no others, a car is unlocked. */
static void cars_are_unlocked_beside_their_doors(void **state)
{
    const struct mk_table *t = kit_table();
    unsigned n = 0;

    NJ_UNUSED(state);
    for (uint16_t c = 0; c < MK_CELLS; c++)
        n += nj_mk_car_beside(t, c) != MK_CARS;
    assert_int_equal(n, 4);
    assert_int_equal(nj_mk_car_beside(t, kit_cell("E12")), MK_BLUE);
    assert_int_equal(nj_mk_car_beside(t, kit_cell("F10")), MK_BLUE);
    assert_int_equal(nj_mk_car_beside(t, kit_cell("N12")), MK_YELLOW);
    assert_int_equal(nj_mk_car_beside(t, kit_cell("M14")), MK_YELLOW);
    assert_int_equal(nj_mk_car(t, kit_cell("E11")), MK_BLUE);
    assert_int_equal(nj_mk_car(t, kit_cell("E12")), MK_CARS);
    assert_true(nj_mk_outdoors(t, kit_cell("E12")));
    assert_false(nj_mk_outdoors(t, kit_cell("E11")));
    assert_false(nj_mk_outdoors(t, kit_cell("B3")));
    assert_true(nj_mk_solid(t, kit_cell("G1")));
    assert_true(nj_mk_solid(t, kit_cell("N11")));
    assert_false(nj_mk_solid(t, kit_cell("N13")));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_board_is_that_of_the_rules),
        cmocka_unit_test(the_cards_are_those_of_the_rules),
        cmocka_unit_test(row_twelve_is_of_two_quadrants),
        cmocka_unit_test(cells_have_names),
        cmocka_unit_test(cars_are_unlocked_beside_their_doors),
    };
    int failed = cmocka_run_group_tests_name("games/masked_killer/cells", tests,
                                             NULL, NULL);

    kit_table_done();
    return failed;
}
