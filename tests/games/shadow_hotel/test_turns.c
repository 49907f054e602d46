/* src/games/shadow_hotel/round.c, afk.c: turns, their clocks, and who is silent
 * (SH-15.5 to 15.7). Rows of SH-18 are named where a test is one. */
#include "games/shadow_hotel/sh_board.h"

/* --- turns, timers --- */

/* T191, T193, T184. */
static void a_round_waits_for_all(void **state)
{
    struct kit *k = board("c", 4, "");
    struct sh_state *s = board_edit(k);

    (void)state;
    kit_order(k, 2, "end", "");
    kit_order(k, 3, "stay", "");
    kit_order(k, 4, "go", "40"); /* not next to #43: nothing happens */
    KIT_HAS_NOT(k, "G ");
    kit_order(k, 4, "end", "");
    KIT_HAS(k, "G sh.round ended=1 begun=2 side=shadow ");
    assert_int_equal(s->round, 2);
    kit_order(k, 1, "end", "");
    assert_int_equal(s->round, 3);
    kit_free(k);
}

/* T192. */
static void a_round_has_a_least_length(void **state)
{
    struct kit *k = board("c", 4, "min_round_secs=60");
    struct sh_state *s = board_edit(k);

    (void)state;
    kit_fire(k, "round"); /* arms it anew: R2 */
    kit_order(k, 1, "end", "");
    assert_int_equal(s->round, 2);
    kit_fire(k, "min");
    assert_int_equal(s->round, 3);
    kit_fire(k, "min");
    assert_int_equal(s->round, 3);
    kit_free(k);
}

/* T250. */
static void reminders_are_private(void **state)
{
    struct kit *k = board("c", 4, "round_secs=1000");

    (void)state;
    kit_fire(k, "round");
    kit_fire(k, "round"); /* R3 */
    kit_order(k, 3, "end", "");
    board_out(k, 3);
    kit_forget(k);
    kit_fire(k, "remind");
    assert_int_equal(kit_count(k, "sh.timer "), 1);
    KIT_HAS(k, "P2 sh.timer deadline=");
    KIT_HAS(k, " percent=50\n");
    KIT_HAS_NOT(k, "G sh.timer_all "); /* one a round (UX-6.4) */
    kit_forget(k);
    kit_fire(k, "remind");
    KIT_HAS(k, " percent=90\nG sh.timer_all deadline=");
    assert_false(nj_match_fire(k->m, "remind", &(struct nj_input){0}));
    kit_free(k);
}

/* T177, T251: one after another, by priority. */
static void turns_may_come_one_by_one(void **state)
{
    struct kit *k = board("c", 4, "order=priority turn_secs=100");
    struct sh_state *s = board_edit(k);

    (void)state;
    board_round(k, 2);
    kit_fire(k, "round"); /* the shadow's are as ever */
    assert_int_equal(s->round, 3);
    KIT_HAS(k, "P2 sh.turn_deadline deadline=");
    assert_int_equal(kit_count(k, "sh.turn_deadline deadline"), 1);
    assert_false(nj_match_fire(k->m, "round", &(struct nj_input){0}));
    kit_forget(k);
    kit_order(k, 3, "go", "41");
    KIT_SAID(k, "P3 sh.err.not_your_turn\n");
    kit_forget(k);
    kit_order(k, 2, "end", "");
    KIT_HAS(k, "P3 sh.turn_deadline deadline=");
    kit_forget(k);
    kit_fire(k, "remind");
    KIT_HAS(k, "P3 sh.timer ");
    KIT_HAS_NOT(k, "G ");
    kit_fire(k, "turn");
    assert_int_equal(s->seat[2].turn_over, 1);
    KIT_HAS(k, "P4 sh.turn_deadline deadline=");
    kit_order(k, 4, "end", "");
    assert_int_equal(s->round, 4);
    assert_false(nj_match_fire(k->m, "turn", &(struct nj_input){0}));
    kit_free(k);
}

/* Who comes back when the slots are through gets one of its own. */
static void who_comes_back_late_has_a_turn(void **state)
{
    struct kit *k = board("L", 4, "order=priority turn_secs=100");
    struct sh_state *s = board_edit(k);

    (void)state;
    board_round(k, 2);
    s->seat[1].life = SH_ABSENT;
    s->seat[1].body = 35;
    s->seat[1].room = 0;
    kit_fire(k, "round");
    KIT_HAS(k, "P2 sh.prompt.wake ");
    KIT_HAS_NOT(k, "P2 sh.turn_deadline ");
    kit_fire(k, "turn"); /* it has not answered yet */
    kit_order(k, 3, "end", "");
    kit_order(k, 4, "end", "");
    assert_int_equal(s->round, 3);
    kit_forget(k);
    kit_order(k, 2, "place", "30");
    assert_int_equal(s->seat[1].room, 30);
    assert_int_equal(s->round, 3);
    KIT_HAS(k, "P2 sh.turn_deadline ");
    kit_fire(k, "turn");
    assert_int_equal(s->round, 4);
    kit_free(k);
}

/* SH-14.28: to the host, and to nobody else. */
static void progress_is_for_the_host(void **state)
{
    struct kit *k = board("c", 4, "host=on show_progress=on");

    (void)state;
    kit_order(k, 2, "end", "");
    KIT_HAS(k, "H sh.host.progress done=1 all=3\n");
    assert_int_equal(kit_count(k, "progress"), 1);
    kit_free(k);
    k = board("c", 4, "show_progress=on");
    kit_order(k, 2, "end", "");
    KIT_HAS_NOT(k, "progress");
    kit_free(k);
}

/* --- silence (SH-15.5 to 15.7) --- */

static void silence_is_counted(void **state)
{
    struct kit *k = board("c", 6, "afk_action=kill");
    struct sh_state *s = board_edit(k);

    (void)state;
    s->seat[2].stop = SH_FORCED; /* T209 */
    s->seat[5].room = 10;
    kit_order(k, 4, "look", ""); /* counts as presence */
    kit_order(k, 5, "end", "");
    kit_fire(k, "round");
    assert_int_equal(s->seat[1].missed, 1);
    assert_int_equal(s->seat[2].missed, 0);
    assert_int_equal(s->seat[3].missed, 0);
    assert_int_equal(s->seat[4].missed, 0);
    kit_fire(k, "round");
    assert_int_equal(s->seat[0].missed, 1);
    assert_int_equal(s->seat[1].missed, 1); /* not its round */
    kit_forget(k);
    kit_fire(k, "round"); /* T174 */
    KIT_HAS(k, "P2 sh.you.dead cause=afk\n");
    KIT_HAS(k, "G sh.dead name=B\n");
    assert_int_equal(s->seat[1].life, SH_OUT);
    assert_int_equal(s->seat[2].life, SH_ACTIVE);
    assert_false(nj_substituted(k->m, 0));
    kit_fire(k, "round"); /* T175: R4 is the shadow's second */
    assert_int_equal(s->seat[0].life, SH_ACTIVE);
    assert_true(nj_substituted(k->m, 0));
    kit_free(k);
}

/* T311. */
static void none_means_nobody_is_replaced(void **state)
{
    struct kit *k = board("c", 4, "afk_rounds=1");

    (void)state;
    for (int i = 0; i < 6; i++)
        kit_fire(k, "round");
    for (nj_seat i = 0; i < 4; i++) {
        assert_false(nj_substituted(k->m, i));
        assert_int_equal(kit_state(k)->seat[i].life, SH_ACTIVE);
    }
    kit_free(k);
}

static void bots_take_over(void **state)
{
    struct kit *k = board("c", 4, "afk_rounds=1 afk_action=bot host=on");

    (void)state;
    kit_fire(k, "round");
    assert_false(nj_substituted(k->m, 0));
    assert_true(nj_substituted(k->m, 1));
    KIT_HAS(k, "H sh.host.missing seat=2 missed=1 most=1\nP2 sh.afk\n"
               "H sh.host.computer seat=2\n");
    kit_free(k);
}

/* T208: the round of leaving is free, then silence counts. */
static void who_leaves_dies_of_silence(void **state)
{
    struct kit *k = board("c", 6, "afk_action=kill");
    struct sh_state *s = board_edit(k);

    (void)state;
    board_round(k, 3);
    kit_leave(k, 2);
    KIT_SAID(k, "G sh.left name=B\n");
    for (uint8_t round = 3; round <= 7; round++) {
        assert_int_equal(s->round, round);
        assert_int_equal(s->seat[1].life, SH_ACTIVE);
        for (unsigned seat = 1; seat <= 6; seat++)
            if (seat != 2)
                kit_order(k, seat, "look", "");
        kit_fire(k, "round");
    }
    assert_int_equal(s->seat[1].life, SH_OUT);
    kit_leave(k, 2);
    assert_true(k->refused);
    kit_free(k);
}

/* T304: the same line, whoever leaves, dead under a name or alive. */
static void a_departure_tells_nothing(void **state)
{
    (void)state;
    for (int dead = 0; dead < 2; dead++) {
        struct kit *k = board("c", 6, "");

        memcpy(board_edit(k)->seat[2].alias, "Xenia", 6);
        if (dead)
            board_out(k, 2);
        kit_leave(k, 3);
        KIT_SAID(k, "G sh.left name=C\n");
        kit_free(k);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_round_waits_for_all),
        cmocka_unit_test(a_round_has_a_least_length),
        cmocka_unit_test(reminders_are_private),
        cmocka_unit_test(turns_may_come_one_by_one),
        cmocka_unit_test(who_comes_back_late_has_a_turn),
        cmocka_unit_test(progress_is_for_the_host),
        cmocka_unit_test(silence_is_counted),
        cmocka_unit_test(none_means_nobody_is_replaced),
        cmocka_unit_test(bots_take_over),
        cmocka_unit_test(who_leaves_dies_of_silence),
        cmocka_unit_test(a_departure_tells_nothing),
    };

    return cmocka_run_group_tests(tests, NULL, kit_hotel_done);
}
