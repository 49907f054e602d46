/* src/games/shadow_hotel/report.c, queue.c, meet.c: who stays is reported, lines
 * wait for their end, who meets whom (SH-12.6, 12.11). Rows of SH-18 are named
 * where a test is one. */
#include "games/shadow_hotel/sh_board.h"

/* --- reports --- */

/* T118: two ends in one room. */
static void who_stays_is_reported(void **state)
{
    struct kit *k = board("c", 6, "");

    (void)state;
    kit_fire(k, "round");
    kit_fire(k, "round");
    KIT_HAS_NOT(k, "sh.report");
    kit_forget(k);
    kit_fire(k, "round");
    KIT_HAS(k, "P1 sh.report name=B room=40 pos=40\n");
    assert_int_equal(kit_count(k, "sh.report"), 5);
    kit_forget(k);
    kit_order(k, 2, "ask", "report");
    KIT_HAS(k, "P2 sh.answer.report state=yes\n");
    kit_fire(k, "round");
    assert_int_equal(kit_count(k, "sh.report "), 0); /* a shadow round */
    kit_free(k);
}

struct excuse_row {
    const char *edition;
    bool excused, forced, moved;
    bool reported; /* seat 2, at the end of R3 */
};

static const struct excuse_row excuses[] = {
    {"c", false, false, false, true}, {"c", true, false, false, false},
    {"c", false, true, false, false}, /* T122 */
    {"c", false, false, true, true},  /* T120: the same room at both ends */
    {"L", false, false, true, false}, /* T121 */
    {"L", true, false, false, true},  /* T123: no exemptions */
    {"L", false, true, false, true},
};

static void excuses_are_those_of_the_edition(void **state)
{
    (void)state;
    for (size_t i = 0; i < NJ_COUNT(excuses); i++) {
        const struct excuse_row *r = &excuses[i];
        struct kit *k = board(r->edition, 6, "");
        struct sh_state *s = board_edit(k);

        kit_fire(k, "round");
        kit_fire(k, "round");
        s->seat[1].excused = r->excused;
        s->seat[1].stop = r->forced ? SH_FORCED : SH_FREE;
        s->seat[1].moved = r->moved;
        kit_forget(k);
        kit_fire(k, "round");
        assert_int_equal(kit_count(k, "P1 sh.report name=B "), r->reported);
        assert_int_equal(kit_count(k, "P1 sh.report name=C "), 1);
        kit_free(k);
    }
}

/* T117, T313, T224: in gas, and in the dark corridor, it kills even there. */
static void a_report_kills_in_two_rooms(void **state)
{
    static const struct {
        const char *edition;
        uint8_t room;
        enum sh_kind held;
        bool dies;
    } rows[] = {{"c", 25, SH_MASK, true},  {"L", 25, SH_MASK, true},
                {"c", 24, SH_TORCH, true}, {"L", 24, SH_TORCH, false},
                {"L", 24, SH_MASK, true},  {"c", 26, SH_TORCH, false}};

    (void)state;
    for (size_t i = 0; i < NJ_COUNT(rows); i++) {
        struct kit *k = board(rows[i].edition, 6, "");
        struct sh_state *s = board_edit(k);
        char line[60];

        s->gas = 1;
        s->seat[1].room = rows[i].room;
        s->seat[1].end_room = rows[i].room;
        s->seat[1].idle = 1;
        board_put(k, rows[i].held, SH_HELD, 1);
        board_put(k, SH_BEAR, SH_IN_ROOM, 15);
        board_round(k, 3);
        kit_fire(k, "round");
        assert_int_equal(s->seat[1].life == SH_OUT, rows[i].dies);
        assert_int_equal(kit_count(k, "P2 sh.you.dead cause=report\n"),
                         rows[i].dies);
        assert_int_equal(kit_count(k, "G sh.dead name=B\n"), rows[i].dies);
        (void)snprintf(line, sizeof(line),
                       "P1 sh.report name=B room=%s pos=%d\n",
                       i == 4               ? "unknown" /* it has wandered */
                       : rows[i].room == 25 ? "25"
                                            : "24",
                       rows[i].room);
        if (rows[i].dies) {
            KIT_HAS(k, line);
            assert_int_equal(s->seat[1].body, rows[i].room);
        }
        kit_free(k);
    }
}

/* T182: gas that comes with this very end kills as gas. */
static void reports_come_before_the_new_map(void **state)
{
    struct kit *k = board("c", 6, "");
    struct sh_state *s = board_edit(k);

    (void)state;
    board_round(k, 3);
    s->seat[1].room = 25;
    s->seat[1].end_room = 25;
    s->gas_due = 1;
    kit_fire(k, "round");
    KIT_HAS(k, "P2 sh.you.dead cause=gas\n");
    KIT_HAS(k, "P1 sh.report name=B room=25 pos=25\n");
    kit_free(k);
}

/* Who died is reported under the name of the death line, not the real one. */
static void a_dead_name_stays_what_it_was(void **state)
{
    struct kit *k = board("L", 6, "");
    struct sh_state *s = board_edit(k);

    (void)state;
    board_round(k, 3);
    s->seat[1].room = 25;
    s->seat[1].idle = 1;
    s->gas = 1;
    board_put(k, SH_MASK, SH_HELD, 1);
    s->item[SH_ITEM_DISGUISE] = (struct sh_item){.where = SH_HELD, .at = 1};
    memcpy(s->seat[1].alias, "Xenia", 6);
    kit_fire(k, "round");
    KIT_HAS(k, "G sh.dead name=Xenia\n");
    KIT_HAS(k, "P1 sh.report name=Xenia ");
    kit_free(k);
}

/* --- waiting lines --- */

/* T146: one shuffle for all lines, none for a single one. */
static void lines_are_shuffled_once(void **state)
{
    static const unsigned draws[] = {0, 0, 1, 2, 3};

    (void)state;
    for (size_t n = 0; n < NJ_COUNT(draws); n++) {
        struct kit *k = board("c", 6, "bcast_shuffle=on");
        uint64_t before = nj_match_draws(k->m);

        for (size_t i = 0; i < n; i++)
            nj_sh_queue(board_edit(k), SH_SAY_GUNSHOT, (uint8_t)(i + 1), NULL);
        kit_fire(k, "round");
        assert_int_equal(kit_count(k, "G sh.gunshot"), n);
        assert_int_equal(nj_match_draws(k->m) - before, draws[n]);
        kit_free(k);
    }
}

/* A flood of the microphone leaves room for what the referee has to say. */
static void people_do_not_fill_the_queue(void **state)
{
    struct kit *k = board("c", 6, "");
    struct sh_state *s = board_edit(k);
    const struct sh_line line = {.what = SH_SAY_MIC};
    char text[481];
    unsigned n = 0;

    (void)state;
    memset(text, 'x', sizeof(text) - 1);
    text[sizeof(text) - 1] = '\0';
    while (nj_sh_queue_text(s, &line, text))
        n++;
    assert_in_range(n, 30, 60);
    for (int i = 0; i < 60; i++)
        nj_sh_queue(s, SH_SAY_DEAD, 0, "somebody with quite a long name");
    kit_fire(k, "round");
    assert_int_equal(kit_count(k, "G sh.mic "), n);
    assert_int_equal(kit_count(k, "G sh.dead "), 60);
    assert_int_equal(s->n_lines, 0);
    assert_int_equal(s->heap_used, 0);
    for (size_t i = 0; i < SH_HEAP_MAX; i++)
        assert_int_equal(s->heap[i], 0);
    kit_free(k);
}

/* SH-6.8: what a microphone composes leaves by the very words of the truth. */
static void composed_lines_look_like_true_ones(void **state)
{
    static const struct {
        struct sh_line line;
        const char *text, *said;
    } rows[] = {
        {{.what = SH_SAY_DEAD}, "C", "G sh.dead name=C\n"},
        {{.what = SH_SAY_PHASE, .n = 3, .a = 9, .b = 8, .composed = 1},
         "",
         "G sh.phase n=3 shadow_steps=9 other_steps=8\n"},
        {{.what = SH_SAY_CUBE, .n = 1}, "", "G sh.cube state=rotated\n"},
        {{.what = SH_SAY_POKER}, "", "G sh.poker wall=classic\n"},
        {{.what = SH_SAY_AWAKEN}, "", "G sh.awaken portal=classic\n"},
        {{.what = SH_SAY_ENERGY, .n = 3}, "", "G sh.energy room=3\n"},
        {{.what = SH_SAY_EXIT, .n = 9}, "", "G sh.exit pos=9\n"},
        {{.what = SH_SAY_GUNSHOT, .n = 6}, "", "G sh.gunshot floor=6\n"},
        {{.what = SH_SAY_END, .n = SH_LOOP}, "", "G sh.end ending=loop\n"},
        {{.what = SH_SAY_START_SHADOW}, "D", "G sh.start_shadow name=D\n"},
        {{.what = SH_SAY_HAMMER}, "E", "G sh.hammer name=E\n"},
        {{.what = SH_SAY_HEAVEN}, "boo", "G sh.heaven text=boo\n"},
    };
    struct kit *k = board("c", 6, "");
    const char *at;

    (void)state;
    for (size_t i = 0; i < NJ_COUNT(rows); i++)
        assert_true(
            nj_sh_queue_text(board_edit(k), &rows[i].line, rows[i].text));
    kit_fire(k, "round");
    at = k->said.p;
    for (size_t i = 0; i < NJ_COUNT(rows); i++) {
        at = strstr(at, rows[i].said);
        if (at == NULL)
            fail_msg("%s is missing in\n%s", rows[i].said, k->said.p);
    }
    assert_false(k->over);
    kit_free(k);
}

/* T183, T303: at the end the lines leave in order, without the energy's. */
static void the_end_flushes_the_lines(void **state)
{
    struct kit *k = board("c", 6, "bcast_shuffle=on");
    struct sh_state *s = board_edit(k);
    uint64_t before = nj_match_draws(k->m);

    (void)state;
    board_round(k, 3);
    s->energy_out = 1;
    board_put(k, SH_ENERGY, SH_IN_ROOM, 5);
    nj_sh_queue(s, SH_SAY_MIC, 0, "hello");
    nj_sh_queue(s, SH_SAY_KEY_FOUND, 0, NULL);
    s->seat[1].room = 6;
    s->item[SH_ITEM_KEY] = (struct sh_item){.where = SH_HELD, .at = 1};
    kit_order(k, 2, "go", "7");
    KIT_HAS(k, "G sh.mic text=hello\nG sh.key.found\n"
               "G sh.end ending=escape\nG sh.reveal ");
    KIT_HAS_NOT(k, "sh.energy");
    KIT_HAS(k, "G sh.winners seats=2,3,4,5,6\n");
    assert_int_equal(nj_match_draws(k->m), before);
    assert_true(k->over);
    kit_free(k);
}

/* --- meetings (SH-12.6) --- */

static void lists_are_by_name_then_priority(void **state)
{
    struct kit *k = board("L", 6, "");
    struct sh_state *s = board_edit(k);

    (void)state;
    s->seat[0].room = 14;
    s->seat[0].life = SH_REBIRTH;
    for (nj_seat i = 1; i < 5; i++)
        s->seat[i].room = 14;
    memcpy(s->seat[4].alias, "D", 2); /* two of that name: seats 4 and 5 */
    memcpy(s->seat[1].alias, "Z", 2);
    board_round(k, 2);
    kit_fire(k, "round");
    KIT_HAS(k, "P4 sh.meet.list names=@1 C,@2 D,@3 D,@4 Z me=2 "
               "shadow=here\n");
    KIT_HAS(k, " me=3 shadow=here\n"); /* the other one */
    KIT_HAS(k, "P2 sh.meet.list names=@1 C,@2 D,@3 D,@4 Z me=4 "
               "shadow=here\n");
    KIT_HAS(k, "P1 sh.meet.list names=@1 C,@2 D,@3 D,@4 Z me=5 "
               "shadow=here\n");
    assert_int_equal(kit_count(k, "sh.meet.list"), 5); /* E is alone */
    assert_int_equal(s->seat[3].meet, 2);
    assert_int_equal(s->seat[4].meet, 3);
    assert_int_equal(s->seat[5].meet, 0);
    assert_int_equal(s->seat[4].meet_room, 14);
    assert_int_equal(s->seat[5].meet_room, 0);
    assert_string_equal(s->seat[1].listed, "Z");
    kit_free(k);
}

/* T291, SH-12.6: to an active shadow Brillo is named apart. */
static void the_shadow_knows_brillo_when_awake(void **state)
{
    for (int life = SH_ACTIVE; life <= SH_REBIRTH; life++) {
        struct kit *k = board("c", 6, "");
        struct sh_state *s = board_edit(k);

        (void)state;
        board_brillo(k);
        s->seat[0].room = 14;
        s->seat[0].life = (uint8_t)life;
        s->seat[1].room = 14;
        board_round(k, 2);
        kit_fire(k, "round");
        assert_int_equal(kit_count(k, "P1 sh.meet.brillo name=B\n"),
                         life == SH_ACTIVE);
        KIT_HAS(k, "P1 sh.meet.list names=@1 B me=2 shadow=here\n");
        KIT_HAS(k, "P2 sh.meet.list names=@1 B me=1 shadow=here\n");
        kit_free(k);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(who_stays_is_reported),
        cmocka_unit_test(excuses_are_those_of_the_edition),
        cmocka_unit_test(a_report_kills_in_two_rooms),
        cmocka_unit_test(reports_come_before_the_new_map),
        cmocka_unit_test(a_dead_name_stays_what_it_was),
        cmocka_unit_test(lines_are_shuffled_once),
        cmocka_unit_test(people_do_not_fill_the_queue),
        cmocka_unit_test(composed_lines_look_like_true_ones),
        cmocka_unit_test(the_end_flushes_the_lines),
        cmocka_unit_test(lists_are_by_name_then_priority),
        cmocka_unit_test(the_shadow_knows_brillo_when_awake),
    };

    return cmocka_run_group_tests(tests, NULL, kit_hotel_done);
}
