/* src/games/long_night/pack*.c: the pack of the program, and each check of
 * LN-3.5 broken by a small change (S-217). */
#include "games/long_night/ln_kit.h"

/* The pack's text with the first `from` behind `after` made `to`; the caller
 * frees it. */
static char *changed(const char *after, const char *from, const char *to)
{
    size_t n = 0;
    const char *text = kit_pack_text(&n);
    const char *start = strstr(text, after);
    const char *at = start != NULL ? strstr(start, from) : NULL;
    struct nj_str s = NJ_STR_INIT(1 << 20);

    if (at == NULL)
        fail_msg("the pack has no '%s' behind '%s'", from, after);
    nj_str_add(&s, text, (size_t)(at - text));
    nj_str_puts(&s, to);
    nj_str_puts(&s, at + strlen(from));
    return nj_str_take(&s);
}

struct change {
    const char *after, *from, *to;
    const char *check;
};

static void expect_refused(const struct change *c)
{
    char *text = changed(c->after, c->from, c->to);
    struct nj_err err = {{0}};
    void *data = NULL;

    if (nj_ln_pack_load(text, strlen(text), &data, &err) == NJ_OK)
        fail_msg("'%s' for '%s' was accepted", c->to, c->from);
    assert_null(data);
    assert_memory_equal(err.text, "line ", 5);
    if (strstr(err.text, c->check) == NULL)
        fail_msg("'%s' for '%s': no %s in: %s", c->to, c->from, c->check,
                 err.text);
    free(text);
}

static const struct change changes[] = {
    /* V1: grammar, ids, pairs */
    {"", "block 1 ordinary", "block 1 ordinarz", ": V1: "},
    {"", "block 1 ordinary", "blick 1 ordinary", ": V1: "},
    {"", "block 2 ordinary", "block 1 ordinary", ": V1: "},
    {"block 12", "block E1 exit", "block E9 exit", ": V1: "},
    {"block 3 ", "+:+:+-+", "+:+:+x+", ": V1: "},
    {"block 3 ", "|.:.|.:", "|.:q|.:", ": V1: "},
    {"block 3 ", "|.:.|.:", "|.:.|.", ": V1: "},
    {"block 3 ", "|.:.|.:", "|.:.|.: ", ": V1: "},
    {"block 3 ", "end", "enx", ": V1: "},
    {"block 3 ", " | ", "   ", ": V1: "},
    {"", "sealed 11", "sealed 13", ": V1: "},
    {"", "button 1 11L", "button 0 11L", ": V1: "},
    {"", "button 1 11L", "button 1 11X", ": V1: "},
    {"", "button 1 11L", "button 11 11L", ": V1: "},
    {"", "button 1 11L", "button x 11L", ": V1: "},
    {"", "button 1 11L", "button 1 31L", ": V1: "},
    {"", "button 1 11L", "button 1 1", ": V1: "},
    {"", "sealed 11", "sealed 31", ": V1: "},
    {"", "sealed 11", "sealed 1", ": V1: "},
    {"block SN6", "end", "under 0 g\nend", ": V1: "},
    {"block SN6", "end", "under 99 g\nend", ": V1: "},
    {"block SN6", "end", "under 11 g\nend", ": V1: "},
    {"block SN6", "end", "under 00 x\nend", ": V1: "},
    {"", "block 1 ordinary", "block  ordinary", ": V1: "},
    {"", "block 1 ordinary", "block 12345678 ordinary", ": V1: "},
    {"", "block 1 ordinary", "block 1- ordinary", ": V1: "},
    {"", "block 1 ordinary", "block 1x ordinary", ": V1: "},
    {"", "block 1 ordinary", "block 1 special", ": V1: "},
    {"", "pair E1 E2", "pair 1 E2", ": V1: "},
    {"", "pair E1 E2", "pair E1 1", ": V1: "},
    {"", "pair E1 E2", "pair E1 E2 E3", ": V1: "},
    {"", "pair E1 E2", "pair E1 E2\npair E2 E3", ": V1: "},
    {"", "pair E1 E2", "pair E1 E2\npair E3 E2", ": V1: "},
    {"", "pair E1 E2", "pair E1 E1", ": V1: "},
    {"", "pair E1 E2", "pair E1 N2", ": V1: "},
    {"", "pair E1 E2", "pair E1 E3", ": V1: "},
    {"", "pair EN5 EN6", "#air EN5 EN6", ": V1: "},
    {"", "rotate 2 3", "rotate 2 x", ": V1: "},
    /* V2: sizes */
    {"", "rotate 2", "#otate 2", ": V2: "},
    /* V3: sealed cells */
    {"block 1 ", "sealed 11", "sealed 01", ": V3: "},
    {"block N20", "sealed 11", "#", ": V1: "},
    {"block 1 ", "|.|.|.|", "|.|.:.|", ": V3: "},
    {"block 1 ", "|.|.|.|", "|.|w|.|", ": V3: "},
    {"block N20", "sealed 11\nend", "end", ": V3: "},
    /* V4: portals */
    {"block 2 ", ":.:.|A:", ":.:.|B:", ": V4: "},
    {"block N11", "+:+:+:+\n:.|A|.:", "+:+-+:+\n:.|A|.:", ": V3: "},
    {"block N25", ":.:.:a|", ":.:.:b|", ": V4: "},
    {"block 2 ", ":.:.|A:\n+-+:+:+\n:.|g|.:\n+:+:+-+\n:A|",
     ":.:.|a:\n+-+:+:+\n:.|g|.:\n+:+:+-+\n:a|", ": V4: "},
    /* V5: pods */
    {"block E1 ", "|.|E|.:", "|.|.|.:", ": V5: "},
    {"block N2 ", ":.:g|.:", ":.:E|.:", ": V5: "},
    {"block EN1", ":.:E|.:\n+-+-+:+", ":.:E:.:\n+-+:+:+", ": V5: "},
    /* V6: a chamber whose portal only leads out */
    {"block N14", ":A:.:.:", ":a:.:.:", ": V6: "},
    /* V7: a chamber without its portal */
    {"block N14",
     ":.|A|.:\n+:+-+:+\n:A:.:.:", ":.|.|.:\n+:+-+:+\n:.:.:.:", ": V7: "},
    /* V8: a side that is all wall */
    {"block 11 ", "+-+:+-+", "+-+-+-+", ": V8: "},
    /* V9: doors and buttons */
    {"block N27", "+:+:+:+", "+D+:+:+", ": V9: "},
    {"", "button 1 11L 11R", "button 2 11L 11R", ": V9: "},
    {"", "button 1 11L 11R", "button 1 11L 11L", ": V9: "},
    {"", "button 1 11L 11R", "button 1 11L 11U", ": V9: "},
    {"block N28", ":.|.:2:", ":.|.:.:", ": V9: "}, /* its door has no button */
    {"block N27",
     "+:+:+:+\n:.:1:.:\n+:+-+:+\n:.D.O.:\n+:+-+:+\n:.:.:.:\n+:+:+:+\n"
     "button 1 11L 11R\n",
     "+:+:+:+\n:.D1D.:\n+D+D+D+\n:.D.D.:\n+D+D+D+\n:.D2D.:\n+:+:+:+\n"
     "button 1 00R 01R 10R 11R 20R 21R 00D 01D 02D 10D 11D 12D\n"
     "button 2 00R 01R 10R 11R 20R 21R 00D 01D 02D 10D 11D 12D\n",
     ": V9: block 'N27': more doors"},
    /* V10: a box that cannot be pushed */
    {"block N29", "+-+:+-+\n:.:s:.:", "+-+-+-+\n:.|s:.:", ": V10: "},
    /* V11: twins */
    {"block N19", "|.:.:.|\n+:+:+:+\n:.:.:.:\n+:+:+:+\n|.:.:.|",
     ":.|.|.:\n+:+:+:+\n:.:.:.:\n+:+:+:+\n:.|.|.:", ": V11: "},
};

static void every_broken_pack_is_refused(void **state)
{
    (void)state;
    for (size_t i = 0; i < NJ_COUNT(changes); i++)
        expect_refused(&changes[i]);
}

/* LN-11: which rule, which line, which cell, why. */
static void what_is_broken_is_said_to_the_cell(void **state)
{
    static const struct change exact[] = {
        {"", "#", "\xef\xbb\xbf#", "line 1: V1: a byte order mark"},
        {"block 1 ", "|.|.|.|", "|.|w|.|",
         "line 8: V3: block '1', cell 11: a sealed cell is not plain floor"},
        {"block 1 ", "sealed 11", "sealed 11 20",
         "line 10: V3: block '1', cell 20: a cell listed as sealed is open"},
        {"block 2 ", ":.:.|A:", ":.:.|B:",
         "line 21: V4: block '2', cell 20: portal 'A' is not one of a pair"},
        {"block N25", ":.:.:a|", ":.:.:b|",
         "cell 00: portal 'A' is not one of a pair"},
        {"block E1 ",
         "|.|E|.:", "|.|.|.:", "V5: block 'E1': an exit block has one pod"},
        {"block N2 ", "|.:.:.|\n+:+-+:+\n:.:g|.:", "|.:.:.|\n+:+-+:+\n:.|E|.:",
         "V5: block 'N2': only exit blocks have pods"},
        {"block EN1", ":.:E|.:\n+-+-+:+", ":.:E:.:\n+-+:+:+",
         "V5: block 'EN1', cell 11: a pod has fewer than two walls"},
        {"block N14", ":A:.:.:", ":a:.:.:",
         "V6: block 'N14', cell 01: the cell cannot be reached from outside"},
        {"block N14", ":.|A|.:\n+:+-+:+\n:A:.:.:", ":.|.|.:\n+:+-+:+\n:.:.:.:",
         "V7: block 'N14', cell 01: the cell cannot be left"},
        {"block 11 ", "+-+:+-+", "+-+-+-+",
         "V8: block '11': the upper side has no open edge"},
        {"block N27", "+:+:+:+", "+D+:+:+",
         "V9: block 'N27', cell 00: no button toggles this door"},
        {"", "button 1 11L 11R", "button 2 11L 11R",
         "V9: block 'N27', cell 01: the button toggles nothing"},
        {"", "button 1 11L 11R", "button 1 11L 11U",
         "V9: block 'N27', cell 01: a button toggles what is no door"},
        {"block N28", ":.|.:2:", ":.|.:.:",
         "V9: block 'N28', cell 10: no button toggles this door"},
        {"block N29", "+-+:+-+\n:.:s:.:", "+-+-+-+\n:.|s:.:",
         "V10: block 'N29', cell 11: the box cannot be pushed"},
    };

    NJ_UNUSED(state);
    for (size_t i = 0; i < NJ_COUNT(exact); i++)
        expect_refused(&exact[i]);
}

static void the_pack_is_read_whole(void **state)
{
    const struct ln_pack *p = kit_pack();
    unsigned ordinary = 0;
    unsigned extension = 0;

    (void)state;
    assert_int_equal(p->n, 58);
    for (uint16_t i = 0; i < p->n; i++) {
        ordinary += p->block[i].kind == LN_ORDINARY;
        extension += p->block[i].extension;
    }
    assert_int_equal(ordinary, 42);
    assert_int_equal(extension, 12);
    assert_string_equal(p->block[p->classic[11]].id, "12");
    assert_string_equal(p->block[p->classic[15]].id, "E4");
    assert_string_equal(
        p->block[p->block[nj_ln_pack_find(p, "en1", 3)].partner].id, "EN2");
}

/* What block SN6 has of extensions. */
static void extension_letters_are_understood(void **state)
{
    const struct ln_pack *p = kit_pack();
    const struct ln_block *b = &p->block[nj_ln_pack_find(p, "SN6", 3)];
    const struct ln_block *gate = &p->block[nj_ln_pack_find(p, "n25", 3)];

    (void)state;
    assert_int_equal(b->thing[0], LN_BUTTON);
    assert_int_equal(b->thing[2], LN_JAMMER_BOX);
    assert_int_equal(b->thing[6], LN_BOX);
    assert_int_equal(b->mark[8], 2);
    assert_int_equal(b->edge[4][LN_UP], LN_DOOR_CLOSED);
    assert_int_equal(b->edge[4][LN_LEFT], LN_DOOR_OPEN);
    assert_true((b->doors[1] >> (4 * 4 + LN_UP) & 1) != 0);
    assert_true((b->doors[1] >> (4 * 1 + LN_DOWN) & 1) != 0);
    assert_int_equal(gate->terrain[0], LN_PORTAL);
    assert_int_equal(gate->terrain[8], LN_EXIT_END);
    assert_int_equal(gate->portal[0], 8);
}

static void line_ends_of_windows_are_accepted(void **state)
{
    size_t n = 0;
    const char *text = kit_pack_text(&n);
    struct nj_str s = NJ_STR_INIT(1 << 20);
    struct nj_err err = {{0}};
    void *data = NULL;

    (void)state;
    for (size_t i = 0; i < n; i++) {
        if (text[i] == '\n')
            nj_str_putc(&s, '\r');
        nj_str_putc(&s, text[i]);
    }
    assert_int_equal(nj_ln_pack_load(s.p, s.len, &data, &err), NJ_OK);
    nj_data_drop(data);
    nj_str_fini(&s);
}

/* What an attachment stands on. */
static void there_is_ground_under_attachments(void **state)
{
    static const struct {
        const char *line;
        uint8_t terrain;
    } rows[] = {{"under 20 g\nend", LN_GRASS},
                {"under 20 w\nend", LN_WATER},
                {"under 20 t\nend", LN_TRAP}};

    (void)state;
    for (size_t i = 0; i < NJ_COUNT(rows); i++) {
        char *text = changed("block SN6", "end", rows[i].line);
        struct nj_err err = {{0}};
        void *data = NULL;
        const struct ln_pack *p;

        if (nj_ln_pack_load(text, strlen(text), &data, &err) != NJ_OK)
            fail_msg("%s", err.text);
        p = data;
        assert_int_equal(p->block[nj_ln_pack_find(p, "sn6", 3)].terrain[6],
                         rows[i].terrain);
        assert_int_equal(nj_ln_pack_find(p, "", 0), -1);
        assert_int_equal(nj_ln_pack_find(p, "123456789", 9), -1);
        nj_data_drop(data);
        free(text);
    }
}

static void a_pack_has_an_end(void **state)
{
    struct nj_str s = NJ_STR_INIT(1 << 20);
    struct nj_err err = {{0}};
    void *data = NULL;
    size_t n = 0;
    const char *text = kit_pack_text(&n);
    const char *second = strstr(text, "block 2 ");

    (void)state;
    for (int i = 0; i <= LN_BLOCKS_MAX; i++) {
        nj_str_addf(&s, "block X%d ordinary a | b\n", i);
        nj_str_puts(&s, "+:+:+:+\n:.:.:.:\n+:+:+:+\n:.:.:.:\n+:+:+:+\n"
                        ":.:.:.:\n+:+:+:+\nend\n");
    }
    assert_int_not_equal(nj_ln_pack_load(s.p, s.len, &data, &err), NJ_OK);
    assert_non_null(strstr(err.text, "more blocks"));
    nj_str_clear(&s);
    for (int i = 0; i < 400; i++)
        nj_str_puts(&s, "# a line that never ends ");
    nj_str_add(&s, second, 20);
    assert_int_not_equal(nj_ln_pack_load(s.p, s.len, &data, &err), NJ_OK);
    assert_memory_equal(err.text, "line ", 5);
    nj_str_fini(&s);
}

static void cut_packs_are_refused(void **state)
{
    size_t n = 0;
    const char *text = kit_pack_text(&n);

    (void)state;
    for (size_t len = 0; len + 20 < n; len += 13) {
        struct nj_err err = {{0}};
        void *data = NULL;
        char *piece = nj_strndup(text, len); /* for the sanitizer */

        assert_int_not_equal(nj_ln_pack_load(piece, len, &data, &err), NJ_OK);
        assert_memory_equal(err.text, "line ", 5);
        free(piece);
    }
}

/* Any single byte may be wrong; the reader must survive and answer. */
static void no_byte_hurts_the_reader(void **state)
{
    static const char with[] = {'#', ':', 'A', 'z', ' ', '\n', '9', (char)0xff};
    size_t n = 0;
    const char *text = kit_pack_text(&n);
    char *copy = nj_strndup(text, n);

    (void)state;
    for (size_t i = 0; i < n; i += 7) {
        for (size_t k = 0; k < NJ_COUNT(with); k++) {
            struct nj_err err = {{0}};
            void *data = NULL;

            copy[i] = with[k];
            if (nj_ln_pack_load(copy, n, &data, &err) == NJ_OK)
                nj_data_drop(data);
            else
                assert_memory_equal(err.text, "line ", 5);
        }
        copy[i] = text[i];
    }
    free(copy);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_broken_is_said_to_the_cell),
        cmocka_unit_test(the_pack_is_read_whole),
        cmocka_unit_test(extension_letters_are_understood),
        cmocka_unit_test(every_broken_pack_is_refused),
        cmocka_unit_test(line_ends_of_windows_are_accepted),
        cmocka_unit_test(there_is_ground_under_attachments),
        cmocka_unit_test(a_pack_has_an_end),
        cmocka_unit_test(cut_packs_are_refused),
        cmocka_unit_test(no_byte_hurts_the_reader),
    };
    int failed =
        cmocka_run_group_tests_name("games/long_night/pack", tests, NULL, NULL);

    kit_pack_done();
    return failed;
}
