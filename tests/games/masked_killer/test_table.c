/* src/games/masked_killer/table*.c: the file of the program, and each check of
 * MK-1.6, 7.6 and 19.24 broken by a small change. */
#include <stdlib.h>

#include "games/masked_killer/mk_kit.h"

/* --- changed files --- */

/* The file, without the comment at its head, with the first `from` behind
 * `after` made `to`; the caller frees it. */
static char *changed(const char *after, const char *from, const char *to)
{
    size_t n = 0;
    const char *text = strstr(kit_file(KIT_BOARD, &n), "\nboard ") + 1;
    const char *start = strstr(text, after);
    const char *at = start != NULL ? strstr(start, from) : NULL;
    struct nj_str s = NJ_STR_INIT(1 << 16);

    if (at == NULL)
        fail_msg("the file has no '%s' behind '%s'", from, after);
    nj_str_add(&s, text, (size_t)(at - text));
    nj_str_puts(&s, to);
    nj_str_puts(&s, at + strlen(from));
    return nj_str_take(&s);
}

/* A part of a cell is drawn anew: an edge by its side, the terrain 't', the
 * mark 'm'. */
struct paint {
    const char *cell;
    char part;
    const char *with;
};

static void paint(char *text, const struct paint *p)
{
    uint16_t cell = kit_cell(p->cell);
    int down = 3 + 2 * nj_mk_row(cell) - (p->part == 'N') + (p->part == 'S');
    int right = 5 + 4 * nj_mk_col(cell) - (p->part == 'W') + (p->part == 'm') +
                3 * (p->part == 'E');
    char *line = strstr(text, "\nBEGIN") + 1;

    for (; down > 0; down--)
        line = strchr(line, '\n') + 1;
    memcpy(line + right, p->with, strlen(p->with));
}

static void expect_refused(char *text, const char *said)
{
    struct nj_err err = {{0}};
    void *data = NULL;

    if (nj_mk_table_load(text, strlen(text), &data, &err) == NJ_OK)
        fail_msg("accepted instead of: %s", said);
    assert_null(data);
    if (strstr(err.text, said) == NULL)
        fail_msg("no '%s' in: %s", said, err.text);
    free(text);
}

/* --- what is refused --- */

static void a_text_that_is_no_table_is_refused(void **state)
{
    static const struct {
        const char *after, *from, *to, *said;
    } changes[] = {
        {"", "board", "\xff", "line 1: not UTF-8"},
        {"", "\nBEGIN", "\nBEGAN", "not the line of the drawing"},
        {"", "size 18 23", "size 18 24",
         "line 2: MK-1.6: not a setting of this board: 'size 18 24'"},
        {"", "size 18 23", "", "not a setting of this board: ''"},
        {"", "size 18 23", "# 18 23", "a setting is missing: 'size 18 23'"},
        {"", "street-row 12", "street-row 12 ", "not a setting"},
        {"", "street-row 12", "street-row 12\nstreet-row 12",
         "line 4: MK-1.6: not a setting"},
        {"", "quadrant SE J12 R23", "quadrant SE J13 R23", "not a setting"},
        {"\nBEGIN", "  5 |", "  6 |", "line 21: MK-1.6: not the line"},
        {"\nBEGIN", "  5 |", "  5|", "not the line of the drawing"},
        {"\n  5 ", " 2  |,  |", " 2  |,  |,", "not the line of the drawing"},
        {"\n  4 ", ",  w1", ",  x1", "line 19: MK-1.6: this cannot stand here"},
        {"\n  4 ", ",  w1", "?  w1", "this cannot stand here"},
        {"\n  4 ", ",  w1", ",q w1", "this cannot stand here"},
        {"\n  4 ", ",  w1", ",@Zw1", "this cannot stand here: '|,@Z'"},
        {"\n  5 ", "+fff+", "+ff-+", "this cannot stand here: '+ff-'"},
        {"\n  5 ", "+fff+", "+fff-", "this cannot stand here"},
        {"\n 23 ", "END", "---", "expected END and CARDS"},
        {"\n 23 ", "CARDS", "cards", "expected END and CARDS"},
        {"", "car blue E11 F11", "car blue E11 F12", "not a setting"},
        {"", "car yellow M13 N13", "car yellow", "not a setting"},
    };

    NJ_UNUSED(state);
    for (size_t i = 0; i < NJ_COUNT(changes); i++)
        expect_refused(
            changed(changes[i].after, changes[i].from, changes[i].to),
            changes[i].said);
}

/* Each CHECK of the board's description; T215, T216. */
static void a_board_that_breaks_a_check_is_refused(void **state)
{
    static const struct {
        struct paint paint[4];
        const char *said;
    } boards[] = {
        /* the rim, solid cells */
        {{{"A1", 'W', " "}}, "line 13: MK-1.6: A1: no open can be W of it"},
        {{{"R23", 'S', "ddd"}}, "line 57: MK-1.6: R23: no door can be S"},
        {{{"G1", 'W', " "}}, "G1: no open can be W of it"},
        {{{"N11", 'E', "w"}}, "N11: no window can be E of it"},
        /* houses, cars, fences */
        {{{"B5", 'W', " "}}, "B5: no open can be W of it"},
        {{{"B5", 'W', "f"}}, "B5: no fence can be W of it"},
        {{{"B3", 't', "2"}}, "B3: no open can be E of it"},
        {{{"B3", 'E', "f"}}, "B3: no fence can be E of it"},
        {{{"E11", 'W', "d"}}, "E11: no door can be W of it"},
        {{{"E11", 'W', "f"}}, "E11: no fence can be W of it"},
        {{{"A12", 'E', "k"}}, "A12: no car_door can be E of it"},
        {{{"E11", 'E', "k"}}, "E11: no car_door can be E of it"},
        {{{"G11", 't', "B"}}, "this cannot stand here"},
        {{{"F11", 't', "="}}, "fewer than 2 cells of a car: 'blue'"},
        {{{"M13", 't', "="}, {"L13", 't', "Y"}}, "not a setting"},
        /* search squares */
        {{{"H7", 'm', "  "}, {"H11", 'm', "s "}},
         "line 33: MK-1.6: H11: a search square next to another quadrant"},
        {{{"H7", 'm', "  "}, {"I5", 'm', "s "}},
         "I5: a search square next to another quadrant"},
        {{{"H7", 'm', "  "}, {"H12", 'm', "s "}}, "this cannot stand here"},
        {{{"C2", 'm', "s "}}, "line 25: MK-1.6: this cannot stand here"},
        {{{"H7", 'm', "  "}}, "fewer than 5 search squares: 'NW'"},
        /* starts */
        {{{"E19", 'm', "  "}}, "not all starts are marked"},
        {{{"A13", 'm', "@1"}}, "this cannot stand here"},
        {{{"A12", 'm', "  "}, {"A11", 'm', "@1"}},
         "MK-19.24: the rulebook has"},
        {{{"R12", 'm', "  "}, {"R11", 'm', "@2"}},
         "MK-19.24: the rulebook has"},
        {{{"E19", 'm', "  "}, {"D19", 'm', "@L"}},
         "MK-19.24: the rulebook has"},
        {{{"D4", 'm', "  "}, {"G1", 'm', "@Y"}}, "G1: nobody can start here"},
        {{{"R12", 't', "T"},
          {"R12", 'N', "---"},
          {"R12", 'S', "---"},
          {"R12", 'W', "|"}},
         "R12: nobody can start here"},
        {{{"A12", 't', "T"},
          {"A12", 'N', "---"},
          {"A12", 'S', "---"},
          {"A12", 'E', "|"}},
         "A12: nobody can start here"},
        /* ways */
        {{{"N13", 'N', "---"}, {"M13", 'S', "---"}},
         "M13: it cannot be reached from A12"},
    };

    NJ_UNUSED(state);
    for (size_t i = 0; i < NJ_COUNT(boards); i++) {
        char *text = changed("", "board", "board");

        for (size_t k = 0; k < 4 && boards[i].paint[k].cell != NULL; k++)
            paint(text, &boards[i].paint[k]);
        expect_refused(text, boards[i].said);
    }
}

/* A small change of the file, and what is said of it. */
struct change {
    const char *after, *from, *to, *said;
};

static void expect_changes(const struct change *c, size_t n)
{
    for (; n > 0; c++, n--)
        expect_refused(changed(c->after, c->from, c->to), c->said);
}

/* T228: entries, keys, counts, and what no figure alone says. */
static void cards_that_are_not_theirs_are_refused(void **state)
{
    static const struct change changes[] = {
        {"\nCARDS", "{", "[", "behind CARDS: "},
        {"\nCARDS", "cards/1", "cards/2", "format: expected masked-killer"},
        {"\nCARDS", "\"icon", "\"icom_rows\": [], \"icon",
         "icom_rows: there is"},
        {"\nCARDS", "[1, 5", "[1, 25", "icon_rows[1]: expected a whole number"},
        /* entries */
        {"\nCARDS", "\"annie", "\"bob", "victims[1].id: not the entry"},
        {"\"items\"", "fire_poker", "poker", "items[2].id: not the entry"},
        {"\"brackett\"", "own\"}", "own\"}, {\"id\": \"bob\"}",
         "victims[6].id: not the entry"},
        {"\"second_wind\"", "own\"}", "own\"}, {\"id\": \"tommy\"}",
         "items[18].id: not the entry"},
        {"\"dread\"", "own\"}", "own\"}, {\"id\": \"dread\"}",
         "killer_cards[8].id: not the entry"},
        {"\"keys\"", "[", "[{\"id\": \"tommy\"}, ",
         "keys[0]: 'copies' is missing"},
        {"\"keys\"", "{\"id\": \"tommy", "7, {\"id\": \"tommy",
         "keys[0]: expected an object"},
        {"\"bob\"", "\"order\": 6", "\"order\": 3",
         "victims: MK-6.10: order is 1 to 6, each once"},
        /* keys, and what may stand behind them */
        {"\"soda\"", "unexert", "unexart", "items[12].unexart: there is no"},
        {"\"soda\"", "unexert", "k_heal", "items[12].k_heal: there is no"},
        {"\"dread\"", "k_exert", "exert", "killer_cards[7].exert: there is"},
        {"\"soda\"", "\"free\"", "\"freely\"", "items[12].timing: expected"},
        {"\"soda\"", "\"unexert\": 2", "\"unexert\": 0", "items[12].unexert"},
        {"\"tommy\"", "true", "1", "keys[0].child: expected true or false"},
        {"\"blue_key\"", "\"blue\"", "\"red\"", "keys[2].car: expected blue"},
        /* counts (MK-7.6) */
        {"\"soda\"", "\"copies\": 1", "\"copies\": 2",
         "items: 33 together, MK-7.6 has 32"},
        {"\"dread\"", "\"copies\": 1", "\"copies\": 2",
         "killer_cards: 11 together, MK-7.6 has 10"},
        {"\"tommy\"", "\"copies\": 1", "\"copies\": 2", "keys: 5 together"},
        {"\"keys\"", "    {\"id\": \"tommy", "    ], \"x\": [ {\"id\": \"t",
         "x: there is no such key"},
        /* what no figure alone says */
        {"\"fire_poker\"", "\"attack\"", "\"free\"",
         "fire_poker: MK-7.3: a weapon attacks"},
        {"\"fire_poker\"", "\"dice\": 3, ", "", "fire_poker: MK-7.3: a weapon"},
        {"\"soda\"", "\"free\"", "\"attack\"", "soda: MK-7.3: a weapon"},
        {"\"soda\"", "\"unexert\": 2", "\"counter\": 1",
         "soda: MK-7.3: what is no weapon has"},
        {"\"hair_spray\"", "\"fuel\": \"matches\", ", "",
         "hair_spray: MK-7.3: fuel, its dice and its range"},
        {"\"fire_poker\"", "\"dice\"", "\"fuel_only\": true, \"dice\"",
         "fire_poker: MK-7.3: fuel, its dice and its range"},
        {"\"pot_lid\"", "\"defend\"", "\"free\"",
         "pot_lid: MK-7.3: what cancels"},
        {"\"heavy_blow\"", "\"with_attack\"", "\"free\"",
         "heavy_blow: MK-7.3: what adds dice"},
    };

    NJ_UNUSED(state);
    expect_changes(changes, NJ_COUNT(changes));
}

/* T321, MK-19.24: what nobody changes. */
static void figures_of_the_rulebook_stand(void **state)
{
    static const struct change changes[] = {
        {"\"loaded_pistol\"", "\"keep\"", "\"discard\"",
         "items[0].after: loaded_pistol: the rulebook has after keep"},
        {"\"loaded_pistol\"", "\"dice\": 3", "\"dice\": 2",
         "items[0].dice: loaded_pistol: the rulebook has dice 3"},
        {"\"loaded_pistol\"", "\"range\": 10", "\"range\": 9", "has range 10"},
        {"\"kitchen_knife\"", "\"dice\": 2", "\"dice\": 3",
         "items[1].dice: kitchen_knife: the rulebook has dice 2"},
        {"\"kitchen_knife\"", ", \"counter\": 1", "",
         "items[1]: kitchen_knife: the rulebook has counter 1"},
        {"\"laurie\"", "\"health\": 3", "\"health\": 4",
         "victims[0].health: laurie: the rulebook has health 3"},
        {"\"laurie\"", "\"hand\": 4", "\"hand\": 5", "has hand 4"},
        {"\"laurie\"", "\"reroll\": 1", "\"reroll\": 2", "has reroll 1"},
        {"\"loomis\"", "\"gun\": true, ", "",
         "victims[4]: loomis: the rulebook has gun 1"},
        {"\"yellow_key\"", "\"yellow\"", "\"blue\"",
         "keys[3].car: yellow_key: the rulebook has car yellow"},
        {"\"blue_key\"", "\"car\": \"blue\", ", "",
         "keys[2]: blue_key: the rulebook has car blue"},
        {"\nCARDS", "\"exert\": 12", "\"exert\": 11",
         "numbers.exert: numbers: the rulebook has exert 12"},
        {"\nCARDS", "\"hit_from\": 4", "\"hit_from\": 3", "has hit_from 4"},
        {"\nCARDS", "\"health\": 12", "\"health\": 13", "has health 12"},
        {"\nCARDS", "\"attack_dice\": 3", "\"attack_dice\": 4",
         "has attack_dice 3"},
        {"\nCARDS", "\"stalk\": 5", "\"stalk\": 6", "has stalk 5"},
        {"\nCARDS", "\"last_row\": 24", "\"last_row\": 23", "has last_row 24"},
        {"\nCARDS", "\"last_row_of_four\": 18", "\"last_row_of_four\": 19",
         "has last_row_of_four 18"},
        {"\nCARDS", "\"deaths\": 4", "\"deaths\": 3", "has deaths 4"},
        {"\nCARDS", "\"deaths_of_four\": 3", "\"deaths_of_four\": 4",
         "has deaths_of_four 3"},
    };

    NJ_UNUSED(state);
    expect_changes(changes, NJ_COUNT(changes));
}

/* MK-19.25: how far figures of ours go. */
static void figures_of_ours_have_bounds(void **state)
{
    static const struct change changes[] = {
        {"\"annie\"", "\"health\": 3", "\"health\": 2", "victims[1].health"},
        {"\"annie\"", "\"hand\": 5", "\"hand\": 6", "victims[1].hand"},
        {"\"bob\"", "\"more_steps\": 1", "\"more_steps\": 3",
         "victims[3].more_steps"},
        {"\nCARDS", "\"staggered_stalk\": 3", "\"staggered_stalk\": 1",
         "numbers: MK-19.25 has staggered_stalk 2 to 4"},
        {"\"first_aid_kit\"", "\"heal\": 2", "\"heal\": 4",
         "first_aid_kit: MK-19.25 has heal 2 to 3"},
        {"\"first_aid_kit\"", "\"action\"", "\"free\"", "has timing action"},
        {"\"bandage\"", "\"heal\": 1", "\"heal\": 3", "has heal 1 to 2"},
        {"\"bandage\"", "\"free\"", "\"action\"", "has timing free"},
        {"\"police_radio\"", "\"copies\": 1", "\"copies\": 3",
         "police_radio: MK-19.25 has copies 1 to 2"},
        {"\"second_wind\"", "\"copies\": 1", "\"copies\": 3",
         "second_wind: MK-19.25 has copies 1 to 2"},
        {"\"quick_step\"", "\"k_stalk\": 3", "\"k_stalk\": 4",
         "quick_step: MK-19.25 has k_stalk 2 to 3"},
        {"\"unkillable\"", "\"k_heal\": 2", "\"k_heal\": 3",
         "unkillable: MK-19.25 has k_heal 1 to 2"},
        {"\"heavy_blow\"", "\"k_dice\": 2", "\"k_dice\": 3",
         "killer_cards[1].k_dice"},
        {"\"slingshot\"", "\"range\": 5", "\"range\": 6",
         "slingshot: MK-7.3: a weapon has at most 4 dice and range 5"},
        {"\"hair_spray\"", "\"fuel_dice\": 4", "\"fuel_dice\": 5",
         "hair_spray: MK-7.3: fuel adds at most 3 dice"},
        {"\nCARDS", "[1, 5", "[1, 2, 5", "icon_rows: MK-19.25"},
        {"\nCARDS", "[1, 5, 9", "[9", "icon_rows: MK-19.25"},
    };

    NJ_UNUSED(state);
    expect_changes(changes, NJ_COUNT(changes));
}

/* --- shares of cards --- */

struct copies {
    const char *card;
    int more; /* or fewer */
};

/* The file with other copies, which the caller frees. */
static char *dealt(const struct copies *c)
{
    char *text = changed("", "board", "board");
    char id[64];

    for (; c->card != NULL; c++) {
        char *at;

        (void)snprintf(id, sizeof(id), "\"%s\", \"copies\": ", c->card);
        at = strstr(text, id) + strlen(id);
        *at = (char)(*at + c->more);
    }
    return text;
}

static void expect_accepted(char *text)
{
    struct nj_err err = {{0}};
    void *data = NULL;

    if (nj_mk_table_load(text, strlen(text), &data, &err) != NJ_OK)
        fail_msg("%s", err.text);
    nj_data_drop(data);
    free(text);
}

/* The sums of the lists stay as they are (MK-19.25, 1 and 4). */
static void shares_of_cards_have_bounds(void **state)
{
    static const struct {
        struct copies by[8];
        const char *said; /* NULL: it may be so */
    } decks[] = {
        {{{"fire_poker", 1}, {"knitting_needle", -1}}, NULL},
        {{{"fire_poker", 1}, {"matches", -1}},
         "cards: MK-19.25: 17 weapons but guns, not 10 to 16"},
        {{{"kitchen_knife", -2},
          {"fire_poker", -2},
          {"flower_pot", -2},
          {"soda", 3},
          {"flashlight", 3}},
         NULL},
        {{{"kitchen_knife", -2},
          {"fire_poker", -2},
          {"flower_pot", -2},
          {"knitting_needle", -1},
          {"soda", 3},
          {"flashlight", 3},
          {"matches", 1}},
         "9 weapons but guns"},
        {{{"first_aid_kit", 2},
          {"bandage", 3},
          {"matches", -1},
          {"pot_lid", -3},
          {"flower_pot", -1}},
         NULL},
        {{{"bandage", 1}, {"pot_lid", -1}}, NULL},
        {{{"first_aid_kit", -1}, {"soda", 1}}, "2 healing"},
        {{{"unkillable", -1}, {"lure", 1}}, NULL},
        {{{"dread", -1}, {"quick_step", 1}},
         "5 kinds of the killer's, not 6 to 8"},
    };

    NJ_UNUSED(state);
    for (size_t i = 0; i < NJ_COUNT(decks); i++)
        if (decks[i].said == NULL)
            expect_accepted(dealt(decks[i].by));
        else
            expect_refused(dealt(decks[i].by), decks[i].said);
}

/* MK-19.25, 5. */
static void rows_that_bring_cards_are_even(void **state)
{
    static const struct {
        const char *rows;
        bool fine;
    } rows[] = {
        {"[2, 5, 8, 11, 14, 17, 20]", true},
        {"[6, 12, 18, 24]", true},
        {"[6, 12, 17, 23]", true},
        {"[6, 12, 18, 23]", true},
        {"[6, 12, 18]", false},
        {"[]", false},
        {"[1, 4, 7, 10, 13, 16, 19, 22, 24]", false},
        {"[2, 5, 8, 11, 14, 17, 20, 24]", true},
        {"[2, 5, 8, 11, 14, 17, 22]", false},
        {"[1, 2, 3, 8]", false},
    };

    NJ_UNUSED(state);
    for (size_t i = 0; i < NJ_COUNT(rows); i++) {
        char *text = changed("\"icon_rows\"", "[1, 5, 9, 13]", rows[i].rows);

        if (rows[i].fine)
            expect_accepted(text);
        else
            expect_refused(text, "icon_rows: MK-19.25: 4 to 8, evenly");
    }
}

/* Figures that are ours may be others. */
static void our_own_figures_may_change(void **state)
{
    struct nj_err err = {{0}};
    char *text = changed("\"police_radio\"", "\"copies\": 1", "\"copies\": 2");
    char *at = strstr(strstr(text, "\"matches\""), "\"copies\": 2");
    void *data = NULL;

    NJ_UNUSED(state);
    at[strlen("\"copies\": ")] = '1';
    if (nj_mk_table_load(text, strlen(text), &data, &err) != NJ_OK)
        fail_msg("%s", err.text);
    assert_int_equal(((struct mk_table *)data)->card[MK_RADIO].copies, 2);
    nj_data_drop(data);
    free(text);
}

/* --- foreign bytes --- */

static void cut_files_are_refused(void **state)
{
    size_t n = 0;
    const char *text = kit_file(KIT_BOARD, &n);

    NJ_UNUSED(state);
    for (size_t cut = 0; cut + 2 < n; cut += 7) {
        char *part = malloc(cut + 1); /* its end is the end of the memory */
        struct nj_err err = {{0}};
        void *data = NULL;

        memcpy(part, text, cut);
        assert_int_not_equal(nj_mk_table_load(part, cut, &data, &err), NJ_OK);
        assert_null(data);
        assert_true(err.text[0] != '\0');
        free(part);
    }
}

static void no_byte_hurts_the_reader(void **state)
{
    static const char with[] = "\0 s@dkBY2+}\"";
    size_t n = 0;
    const char *text = kit_file(KIT_BOARD, &n);
    char *copy = malloc(n);
    size_t begin = (size_t)(strstr(text, "board maple") - text);

    NJ_UNUSED(state);
    memcpy(copy, text, n);
    for (size_t i = begin; i < n; i += 3) {
        for (size_t k = 0; k + 1 < sizeof(with); k++) {
            struct nj_err err = {{0}};
            void *data = NULL;

            copy[i] = with[k];
            if (nj_mk_table_load(copy, n, &data, &err) == NJ_OK)
                nj_data_drop(data);
            else
                assert_true(err.text[0] != '\0');
        }
        copy[i] = text[i];
    }
    free(copy);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_text_that_is_no_table_is_refused),
        cmocka_unit_test(a_board_that_breaks_a_check_is_refused),
        cmocka_unit_test(cards_that_are_not_theirs_are_refused),
        cmocka_unit_test(figures_of_the_rulebook_stand),
        cmocka_unit_test(figures_of_ours_have_bounds),
        cmocka_unit_test(shares_of_cards_have_bounds),
        cmocka_unit_test(rows_that_bring_cards_are_even),
        cmocka_unit_test(our_own_figures_may_change),
        cmocka_unit_test(cut_files_are_refused),
        cmocka_unit_test(no_byte_hurts_the_reader),
    };
    int failed = cmocka_run_group_tests_name("games/masked_killer/table", tests,
                                             NULL, NULL);

    kit_table_done();
    return failed;
}
