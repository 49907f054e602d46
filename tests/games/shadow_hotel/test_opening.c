/* src/games/shadow_hotel/round_end.c, round.c, queue.c: what a round end hands
 * on to the next round (SH-11.1 E11 to E15): what is forgotten, what is told,
 * what was stored and happens now. */
#include "games/shadow_hotel/sh_board.h"

/* SH-3.3, 3.4, T278. */
static void a_fresh_house_is_in_order(void **state)
{
    static const struct {
        enum sh_kind kind;
        uint8_t room;
    } homes[] = {{SH_TORCH, 4},      {SH_BOOTS, 24}, {SH_MASK, 42},
                 {SH_CROSS, 36},     {SH_GUN, 27},   {SH_COIN, 16},
                 {SH_TELESCOPE, 17}, {SH_BEAR, 26}};

    for (int level = 0; level < 2; level++) {
        struct kit *k = kit_start(level ? "L" : "c", 4, 0, "", 3);
        const struct sh_state *s = kit_state(k);

        (void)state;
        for (size_t i = 0; i < NJ_COUNT(homes); i++) {
            const struct sh_item *item =
                &s->item[SH_ITEM_SINGLE + homes[i].kind];

            assert_int_equal(item->where, SH_IN_ROOM);
            assert_int_equal(item->at, homes[i].room);
        }
        assert_int_equal(s->item[SH_ITEM_DISGUISE].where,
                         level ? SH_SUPPLY : SH_IN_ROOM);
        assert_int_equal(s->item[SH_ITEM_DISGUISE].at, 23);
        assert_int_equal(s->item[SH_ITEM_DISGUISE + 1].where,
                         level ? SH_SUPPLY : SH_NOWHERE);
        assert_int_equal(nj_sh_held(s, s->shadow, SH_PISTOL),
                         SH_ITEM_SINGLE + SH_PISTOL);
        assert_int_equal(s->item[SH_ITEM_SINGLE + SH_ENERGY].where, SH_NOWHERE);
        assert_int_equal(s->bullet, 1);
        assert_int_equal(s->power, 1);
        assert_int_equal(s->phase, 1);
        assert_true(!s->rotated && !s->poker && !s->portal && !s->gas &&
                    !s->tunnel && !s->door && !s->fireplace);
        kit_free(k);
    }
}

/* Limits that count by the round begin anew. */
static void limits_begin_anew(void **state)
{
    struct kit *k = board("L", 4, "");
    struct sh_state *s = board_edit(k);

    (void)state;
    s->seat[1].memory_used = 1;
    s->seat[1].free_used = 3;
    s->seat[1].hammered = 2;
    s->seat[1].looked = 1;
    s->seat[1].touched = 1;
    s->seat[1].steps = 0;
    s->item[SH_ITEM_SINGLE + SH_COIN].dropped = 1;
    s->item[SH_ITEM_SINGLE + SH_COIN].kicked = 1;
    s->mech_used = 0xff;
    s->key_found = 1;
    s->key_kicked = 1;
    kit_fire(k, "round");
    kit_fire(k, "round");
    assert_int_equal(s->seat[1].memory_used, 0);
    assert_int_equal(s->seat[1].free_used, 0);
    assert_int_equal(s->seat[1].hammered, 0);
    assert_int_equal(s->seat[1].looked, 0);
    assert_int_equal(s->seat[1].touched, 0);
    assert_int_equal(s->seat[1].steps, 2);
    assert_int_equal(s->item[SH_ITEM_SINGLE + SH_COIN].dropped, 0);
    assert_int_equal(s->item[SH_ITEM_SINGLE + SH_COIN].kicked, 0);
    assert_int_equal(s->mech_used, 0);
    assert_int_equal(s->key_found, 0);
    assert_int_equal(s->key_kicked, 0);
    kit_free(k);
}

/* An excuse is good for one report (SH-8.20), a step for two rounds (8.21). */
static void excuses_do_not_last(void **state)
{
    struct kit *k = board("c", 4, "");
    struct sh_state *s = board_edit(k);

    (void)state;
    kit_fire(k, "round");
    kit_fire(k, "round");
    s->seat[1].excused = 1;
    kit_fire(k, "round");
    KIT_HAS_NOT(k, "sh.report name=B");
    kit_fire(k, "round");
    kit_fire(k, "round");
    KIT_HAS(k, "sh.report name=B");
    kit_free(k);
    k = board("L", 4, "");
    s = board_edit(k);
    kit_fire(k, "round");
    kit_fire(k, "round");
    s->seat[1].moved = 1;
    kit_fire(k, "round");
    kit_fire(k, "round");
    kit_fire(k, "round"); /* R5: one round without a step */
    KIT_HAS_NOT(k, "sh.report name=B");
    kit_fire(k, "round");
    kit_fire(k, "round");
    KIT_HAS(k, "sh.report name=B");
    kit_free(k);
}

/* T266, SH-4.13: all turns are over, one question is not. */
static void a_question_holds_the_round(void **state)
{
    struct kit *k = board("c", 4, "");
    struct sh_state *s = board_edit(k);

    (void)state;
    s->seat[0].room = 21;
    s->seat[1].room = 21;
    board_put(k, SH_GUN, SH_HELD, 1);
    nj_given_prompt(k->m, &(struct nj_ask){.seat = 1, .name = SH_ASK_GUN});
    s->seat[1].turn_over = 1;
    kit_order(k, 3, "end", "");
    kit_order(k, 4, "end", "");
    assert_int_equal(s->round, 1);
    kit_order(k, 2, "fire", "");
    assert_int_equal(s->round, 2);
    KIT_HAS(k, "G sh.gunshot floor=3\n");
    kit_free(k);
}

/* T125, T126: at the start of the shadow's round, if both are together. */
static void stored_shots_are_fired(void **state)
{
    for (int apart = 0; apart < 2; apart++) {
        struct kit *k = board("L", 4, "");
        struct sh_state *s = board_edit(k);

        (void)state;
        s->seat[1].room = 21;
        s->seat[2].room = apart ? 22 : 21;
        s->seat[1].shot = 2 + 2;
        board_put(k, SH_GUN, SH_HELD, 1);
        kit_fire(k, "round");
        assert_int_equal(s->seat[2].life, apart ? SH_ACTIVE : SH_OUT);
        assert_int_equal(s->bullet, apart);
        assert_int_equal(kit_count(k, "P2 sh.click\n"), apart);
        assert_int_equal(kit_count(k, "G sh.gunshot floor=3\n"), !apart);
        kit_free(k);
    }
}

/* T163, T206: a visit stored in one's own round takes place in the next. */
static void stored_visits_take_place(void **state)
{
    struct kit *k = board("L", 4, "");
    struct sh_state *s = board_edit(k);

    (void)state;
    s->seat[1].room = 47;
    s->seat[3].room = 47;
    kit_order(k, 2, "memory", "Nobody");
    KIT_HAS(k, "P2 sh.sched.ok target=Nobody\n");
    KIT_HAS_NOT(k, "sh.memory ");
    kit_fire(k, "round");
    KIT_HAS(k, "P2 sh.memory name=Nobody lines=0\n");
    kit_free(k);
}

/* Every death that a line has told of is open to the archive. */
static void a_death_is_announced_by_its_line(void **state)
{
    struct kit *k = board("L", 4, "");
    struct sh_state *s = board_edit(k);

    (void)state;
    s->power_ops = 1;
    s->power = 0;
    s->seat[1].room = 1;
    kit_fire(k, "round");
    assert_int_equal(s->n_deaths, 1);
    assert_int_equal(s->death[0].seat, 1);
    assert_int_equal(s->death[0].announced, 1);
    kit_free(k);
}

/* SH-7.22: in classic at each beginning; else when its place has changed. */
static void brillo_hears_of_the_album(void **state)
{
    for (int level = 0; level < 2; level++) {
        struct kit *k = board(level ? "L" : "c", 6, "");

        (void)state;
        board_brillo(k);
        board_edit(k)->album_room = 10;
        board_edit(k)->album_pos = 10;
        kit_fire(k, "round");
        assert_int_equal(kit_count(k, "P2 sh.album room=10 pos=10\n"), !level);
        kit_forget(k);
        board_put(k, SH_ALBUM, SH_HELD, 3); /* T190, T263 */
        kit_fire(k, "round");
        KIT_HAS(k, "P2 sh.album room=43 pos=43\n");
        kit_forget(k);
        kit_fire(k, "round");
        assert_int_equal(kit_count(k, "sh.album"), !level);
        board_out(k, 1);
        kit_forget(k);
        kit_fire(k, "round");
        KIT_HAS_NOT(k, "sh.album");
        kit_free(k);
    }
}

/* T144: corrections stand in front of the next round. */
static void corrections_open_the_next_round(void **state)
{
    struct kit *k = board("c", 4, "");
    struct sh_state *s = board_edit(k);

    (void)state;
    nj_sh_queue(s, SH_SAY_MIC, 0, "游戏结束，现在是第三阶段");
    kit_fire(k, "round");
    KIT_HAS(k, "G sh.fix.not_over\nG sh.fix.phase n=1\nG sh.round ended=1 ");
    kit_forget(k);
    kit_fire(k, "round");
    KIT_HAS_NOT(k, "sh.fix");
    s->fix_add = SH_FIX_PHASE; /* T213: for one round end only */
    kit_fire(k, "round");
    assert_int_equal(s->fix_add, 0);
    kit_free(k);
}

/* SH-15.9: unanswered at the second round end. */
static void the_radio_answers_in_the_end(void **state)
{
    struct kit *k = board("L", 6, "host=on");

    (void)state;
    board_brillo(k);
    kit_order(k, 2, "radio", "Is it raining?");
    kit_fire(k, "round");
    KIT_HAS_NOT(k, "sh.radio.answer");
    kit_fire(k, "round");
    KIT_HAS(k, "P2 sh.radio.answer answer=3 about=Is it raining?\n");
    kit_free(k);
}

/* T132: the state of E1; then the telescope looks nowhere. */
static void the_telescope_reports_and_forgets(void **state)
{
    struct kit *k = board("c", 6, "");
    struct sh_state *s = board_edit(k);

    (void)state;
    board_put(k, SH_TELESCOPE, SH_HELD, 1);
    s->seat[2].room = 29;
    s->power_ops = 1;
    kit_order(k, 2, "watch", "29");
    assert_int_equal(s->watch, 29);
    kit_fire(k, "round");
    KIT_HAS(k, "P2 sh.watch.seen room=29 pos=29 persons=C ");
    KIT_HAS(k, " mechanisms=power_on ");
    KIT_HAS(k, "G sh.power state=off\n");
    assert_int_equal(s->watch, 0);
    kit_forget(k);
    kit_fire(k, "round");
    KIT_HAS_NOT(k, "sh.watch.seen");
    kit_free(k);
}

/* Each hears how things stand, the dead do not. */
static void each_is_shown_its_room(void **state)
{
    struct kit *k = board("c", 6, "");

    (void)state;
    board_out(k, 2);
    kit_fire(k, "round");
    KIT_HAS(k, "P1 sh.step room=33 pos=33 steps=3 ");
    KIT_HAS(k, "P2 sh.waits side=shadow room=40 pos=40 ");
    KIT_HAS_NOT(k, "P3 ");
    KIT_HAS(k, "P4 sh.waits ");
    kit_free(k);
}

/* Texts of a word each: the number of lines has a limit of its own. */
static void lines_are_kept_back_too(void **state)
{
    struct kit *k = board("c", 4, "");
    struct sh_state *s = board_edit(k);
    const struct sh_line line = {.what = SH_SAY_MIC};
    unsigned n = 0;

    (void)state;
    while (nj_sh_queue_text(s, &line, "x"))
        n++;
    assert_in_range(n, 80, SH_LINES_MAX - 60);
    kit_free(k);
}

/* SH-4.14 (4): an open door needs no key, but it needs a player. */
static void an_open_door_lets_players_out(void **state)
{
    struct kit *k = board("c", 6, "");
    struct sh_state *s = board_edit(k);

    (void)state;
    board_brillo(k);
    s->door = 1;
    s->seat[1].room = 6;
    s->seat[2].room = 8;
    kit_order(k, 2, "go", "7");
    assert_false(k->over);
    kit_order(k, 3, "go", "7");
    assert_true(k->over);
    KIT_HAS(k, "G sh.end ending=escape\n");
    KIT_HAS(k, "G sh.winners seats=3,4,5,6\n");
    kit_free(k);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_fresh_house_is_in_order),
        cmocka_unit_test(limits_begin_anew),
        cmocka_unit_test(excuses_do_not_last),
        cmocka_unit_test(a_question_holds_the_round),
        cmocka_unit_test(stored_shots_are_fired),
        cmocka_unit_test(stored_visits_take_place),
        cmocka_unit_test(a_death_is_announced_by_its_line),
        cmocka_unit_test(brillo_hears_of_the_album),
        cmocka_unit_test(corrections_open_the_next_round),
        cmocka_unit_test(the_radio_answers_in_the_end),
        cmocka_unit_test(the_telescope_reports_and_forgets),
        cmocka_unit_test(each_is_shown_its_room),
        cmocka_unit_test(lines_are_kept_back_too),
        cmocka_unit_test(an_open_door_lets_players_out),
    };

    return cmocka_run_group_tests(tests, NULL, kit_hotel_done);
}
