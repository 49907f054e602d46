/* src/games/masked_killer/path.c: ways as people write them (MK-11.2, 19.19,
 * 19.20). */
#include "games/masked_killer/mk_kit.h"

/* --- reading --- */

/* What was read: "WWN", "to C18", "WWN/E+!"; both readings: "EEEE|E4". */
static const char *read(const char *text, char out[64])
{
    struct mk_plan plan = {.n = 0};
    uint8_t dirs[MK_PATH_MAX], n = 0;
    char cell[MK_CELL_TEXT];
    size_t len = 0;

    if (!nj_mk_read_path(text, &plan, dirs, &n))
        return "?";
    for (uint8_t i = 0; i < n; i++)
        out[len++] = nj_mk_dirs[dirs[i]][0];
    out[len] = '\0';
    if (plan.at != MK_NOWHERE)
        len += (size_t)snprintf(out + len, 64 - len, "%s%s",
                                n > 0 ? "|" : "to ", nj_mk_cell(plan.at, cell));
    if (plan.dir < MK_DIRS)
        len +=
            (size_t)snprintf(out + len, 64 - len, "/%s", nj_mk_dirs[plan.dir]);
    (void)snprintf(out + len, 64 - len, "%s%s", plan.plus ? "+" : "",
                   plan.bang ? "!" : "");
    return out;
}

struct reading {
    const char *text, *is;
};

static void expect_readings(const struct reading *rows, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        char out[64];
        const char *is = read(rows[i].text, out);

        if (strcmp(is, rows[i].is) != 0)
            fail_msg("'%s' is '%s', not '%s'", rows[i].text, is, rows[i].is);
    }
}

/* T213, T313. */
static void a_path_is_letters_words_or_characters(void **state)
{
    static const struct reading rows[] = {
        {"WWN", "WWN"},
        {"wwn", "WWN"},
        {"西2北", "WWN"},
        {"w2n", "WWN"},
        {"llu", "WWN"},
        {"ＷＷＮ", "WWN"},
        {"往西走两格再往北一格。", "WWN"},
        {"2西1北", "WWN"},
        {"左左上", "WWN"},
        {"西西北", "WWN"},
        {"west west north", "WWN"},
        {"E3N", "EEEN"},
        {"东东东北", "EEEN"},
        {"東3北", "EEEN"},
        {"3n2w", "NNNWW"},
        {"ne 2 s", "NEES"},
        {"去西边两步", "WW"},
        {"往西走八格", "WWWWWWWW"},
        {"西2步，北1步", "WWN"},
        {"西西北吧", "WWN"},
        {"往西走了~", "W"},
        {"→→↑", "EEN"},
        {"udlr", "NSWE"},
        {"up down left right", "NSWE"},
        {"news", "NEWS"},
        {"朝北走两格", "NN"},
        {"向西2", "WW"},
        {"e12n", "EEEEEEEEEEEEN"},
        {"wwwwwwwwn", "WWWWWWWWN"},
        {"西99999999999999999999", "WWWWWWWWWWWWWWWWWWWWWWWW"},
        {"", ""},
        {".", ""},
        {"原地", ""},
        {"E 13", "EEEEEEEEEEEEE"},
        {"东13", "EEEEEEEEEEEEE"},
        {"西99", "WWWWWWWWWWWWWWWWWWWWWWWW"}, /* more than any action has */
    };

    NJ_UNUSED(state);
    expect_readings(rows, NJ_COUNT(rows));
}

static void what_stands_behind_a_path(void **state)
{
    static const struct reading rows[] = {
        {"WWNNN+", "WWNNN+"},
        {"WWN + /E", "WWN/E+"},
        {"WWN facing east", "WWN/E"},
        {"w2n 面东", "WWN/E"},
        {"西2北，脸朝东", "WWN/E"},
        {"西2北面东", "WWN/E"},
        {". /S", "/S"},
        {"./s", "/S"},
        {"原地朝南", "/S"},
        {"转身面南", "/S"},
        {"轉身向南", "/S"},
        {"/S", "/S"},
        {"发力走西2北3", "WWNNN+"},
        {"發力走西2北3", "WWNNN+"},
        {"西2北3 加力", "WWNNN+"},
        {"NNN !", "NNN!"},
        {"! NNN", "NNN!"},
        {"NNN ! /E", "NNN/E!"},
        {"NNN + !", "NNN+!"},
        {"NNN+!", "NNN+!"},
        {"硬闯 北3", "NNN!"},
        {"硬闖北3", "NNN!"},
        {"北北北，撞过去", "NNN!"},
        /* what touches the end is a mark of speech */
        {"北北北！", "NNN"},
        {"NNN!", "NNN"},
        {"NNN.", "NNN"},
    };

    NJ_UNUSED(state);
    expect_readings(rows, NJ_COUNT(rows));
}

static void a_target_is_a_cell(void **state)
{
    static const struct reading rows[] = {
        {"to C18", "to C18"},        {"to c18", "to C18"},
        {"到C18", "to C18"},         {"去C18", "to C18"},
        {"到 c18 面北", "to C18/N"}, {"go to C18", "to C18"},
        {"#C18", "to C18"},          {"C18", "to C18"},
        {"C18/N", "to C18/N"},       {"c18 + !", "to C18+!"},
        {"到Ｃ１８", "to C18"},      {"to G7", "to G7"},
        {"到G7。", "to G7"},         {"往C18走", "to C18"},
    };

    NJ_UNUSED(state);
    expect_readings(rows, NJ_COUNT(rows));
}

/* MK-19.20: a column that is a way and a small number. */
static void two_readings_are_both_told(void **state)
{
    static const struct reading rows[] = {
        {"e4", "EEEE|E4"},
        {"走 e4", "EEEE|E4"},
        {"E4/N", "EEEE|E4/N"},
        {"d8", "SSSSSSSS|D8"},
        {"r1", "E|R1"},
        {"n5+", "NNNNN|N5+"},
        {"l3", "WWW|L3"},
        /* one reading */
        {"e9", "to E9"},
        {"E12", "to E12"},
        {"R12", "to R12"},
        {"E 4", "EEEE"},
        {"EEEE", "EEEE"},
        {"东4", "EEEE"},
        {"to e4", "to E4"},
        {"到E4", "to E4"},
        {"#e4", "to E4"},
        {"s4", "SSSS"},
        {"w4", "WWWW"},
        {"u4", "NNNN"},
        {"e4n", "EEEEN"},
        {"e4 n", "EEEEN"},
        {"n e4", "NEEEE"},
        {"2n e", "NNE"},
        {"e24", "EEEEEEEEEEEEEEEEEEEEEEEE"},
    };

    NJ_UNUSED(state);
    expect_readings(rows, NJ_COUNT(rows));
}

/* T314, and what nobody should guess at. */
static void what_has_no_sure_meaning_is_not_read(void **state)
{
    static const char *const rows[] = {
        "e4 3",   "到2 C18", "原地到C18",  "W .",    "西原地",
        "C18 .",  "到原地",  "1 5",        "2西北1", "15",
        "W0",     "西零",    "西2 3",      "2 3西",  "2西1北2",
        "x",      "Wx",      "on, please", "C18 N",  "C18 C19",
        "N C18",  "到",      "to",         "to N",   "到西",
        "to C",   "to Z9",   "to C24",     "C24",    "C0",
        "/",      "WW/",     "WW/E/N",     "/E N",   ". N",
        "原地北", "WW.N",    "WWN facing", "W/2",    "+2",
        "2",      "C18/E2",  "到C18到C19", "移动",   "菜刀",
        "2/N"};
    char much[201] = "";

    NJ_UNUSED(state);
    for (size_t i = 0; i < NJ_COUNT(rows); i++) {
        char out[64];
        const char *is = read(rows[i], out);

        if (strcmp(is, "?") != 0)
            fail_msg("'%s' was read as '%s'", rows[i], is);
    }
    memset(much, 'W', sizeof(much) - 1);
    assert_string_equal(read(much, (char[64]){0}), "?");
}

/* A cross as text, "?" for none: its steps, "<" in front of the one over the
 * window, what it faces at the end. */
static void tell_cross(const char *text, char *out, size_t size)
{
    struct mk_plan plan = {.n = 0};
    uint8_t dirs[2], n = 0, window = 0;
    size_t len = 0;

    (void)snprintf(out, size, "?");
    if (!nj_mk_read_cross(text, &plan, dirs, &n, &window))
        return;
    for (uint8_t i = 0; i < n; i++)
        len += (size_t)snprintf(out + len, size - len, "%s%s",
                                i == window ? "<" : "", nj_mk_dirs[dirs[i]]);
    (void)snprintf(
        out + len, size - len, "%s%s%s", plan.dir < MK_DIRS ? "/" : "",
        plan.dir < MK_DIRS ? nj_mk_dirs[plan.dir] : "", plan.bang ? "!" : "");
}

/* MK-3.7, MK-19.19 */
static void a_cross_has_one_window(void **state)
{
    static const struct reading rows[] = {
        {"W", "<W"},
        {"S +E", "<SE"},
        {"+S S", "S<S"},
        {"+W S", "W<S"},
        {"S+E /N", "<SE/N"},
        {"S !", "<S!"},
        {"西", "<W"},
        {"西边的窗 面北", "<W/N"},
        {"从南窗出去再往东一格", "<SE"},
        {"s1", "<S"},
        {"", "?"},
        {"SE", "?"},
        {"S E", "?"},
        {"+S", "?"},
        {"S +", "?"},
        {"+S +E", "?"},
        {"S +E +E", "?"},
        {"+S S E", "?"},
        {"S 2", "?"},
        {"to C18", "?"},
        {"C18", "?"},
        {".", "?"},
    };

    NJ_UNUSED(state);
    for (size_t i = 0; i < NJ_COUNT(rows); i++) {
        char out[16];

        tell_cross(rows[i].text, out, sizeof(out));
        if (strcmp(out, rows[i].is) != 0)
            fail_msg("'%s' is '%s', not '%s'", rows[i].text, out, rows[i].is);
    }
}

static void paths_are_told_cell_by_cell(void **state)
{
    uint16_t cells[MK_PATH_MAX + 1];
    char text[MK_PATH_TEXT];

    NJ_UNUSED(state);
    for (size_t i = 0; i < NJ_COUNT(cells); i++)
        cells[i] = (uint16_t)(MK_CELLS - 1 - i % 10);
    assert_string_equal(nj_mk_path(cells, 0, text), "-");
    assert_string_equal(nj_mk_path(cells, 2, text), "R23,Q23");
    /* of a whole log too */
    assert_int_equal(strlen(nj_mk_path(cells, NJ_COUNT(cells), text)),
                     4 * NJ_COUNT(cells) - 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_path_is_letters_words_or_characters),
        cmocka_unit_test(what_stands_behind_a_path),
        cmocka_unit_test(a_target_is_a_cell),
        cmocka_unit_test(two_readings_are_both_told),
        cmocka_unit_test(what_has_no_sure_meaning_is_not_read),
        cmocka_unit_test(a_cross_has_one_window),
        cmocka_unit_test(paths_are_told_cell_by_cell),
    };
    int failed = cmocka_run_group_tests_name("games/masked_killer/path", tests,
                                             NULL, NULL);

    kit_table_done();
    return failed;
}
