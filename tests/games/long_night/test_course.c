/* src/games/long_night/{turn,move,afk,host,score}.c: deadlines, absence,
 * votes, powers of the host (LN-14.3, S-222 to S-235). */
#include "games/long_night/ln_kit.h"

#define BOARD3 "open9; p1 0,0; p2 4,4; p3 7,7"

#define SEAT(n) NJ_ARGS(nj_arg_seat("seat", (n)-1))

/* --- the guard (S-222) --- */

static void the_thousandth_step_is_the_last(void **state)
{
    struct kit *k = kit_given("", "open9; p1 0,0; p2 4,4; p3 7,7");

    (void)state;
    for (int i = 0; i < 24; i++)
        kit_order(k, 1, "move", "r40");
    kit_forget(k);
    kit_order(k, 1, "move", "r40");
    assert_int_equal(kit_count(k, "G ln.step "), 40);
    KIT_HAS(k, "G ln.step seat=1 n=1000 dir=R snd=none\n"
               "G ln.stop seat=1\n"
               "G ln.turn_end seat=1 reason=stop trace=R,R,");
    KIT_HAS(k, ",R,S\n");
    KIT_HAS_NOT(k, "dropped");
    KIT_HAS_NOT(k, "ln.walls");
    KIT_HAS(k, "G ln.turn seat=2");
    assert_int_equal(nj_long_night.state_used(kit_state(k)),
                     offsetof(struct ln_state, trace));
    kit_free(k);
}

/* What is behind the 1000th step in the same message is dropped. */
static void steps_behind_the_guard_are_dropped(void **state)
{
    struct kit *k = kit_given("max_msg=100", BOARD3);

    (void)state;
    for (int i = 0; i < 9; i++)
        kit_order(k, 1, "move", "r99r");
    kit_order(k, 1, "move", "r50");
    kit_forget(k);
    kit_order(k, 1, "move", "r60");
    assert_int_equal(kit_count(k, "G ln.step "), 50);
    KIT_HAS(k, ",R,S dropped=10\n");
    kit_free(k);
}

/* --- time (S-223, S-224) --- */

static void a_timeout_marks_the_seat_as_away(void **state)
{
    struct kit *k = kit_given("auto_after=0", BOARD3);
    int64_t begun;

    (void)state;
    kit_fire(k, NULL);
    KIT_HAS(k, "G ln.timeout seat=1\nG ln.afk seat=1\n"
               "G ln.turn_end seat=1 reason=timeout trace=X\n");
    KIT_HAS(k, "G ln.turn seat=2 think=180000 act=360000\n");
    kit_order(k, 2, "stop", "");
    kit_order(k, 3, "stop", "");
    KIT_HAS(k, "G ln.turn seat=1 think=30000 act=360000\n");
    begun = k->now_ms;
    assert_int_equal(nj_timer_at(k->m, "turn"), begun + 30000);
    kit_forget(k);
    kit_order(k, 1, "move", "r"); /* accepted: no longer away */
    assert_int_equal(nj_timer_at(k->m, "turn"), k->now_ms + 360000);
    assert_int_equal(kit_state(k)->seat[0].afk, 0);
    kit_forget(k);
    kit_fire(k, NULL); /* a time-out behind an order is no absence */
    KIT_HAS_NOT(k, "ln.afk");
    kit_free(k);
}

static void an_away_seat_is_not_marked_twice(void **state)
{
    struct kit *k = kit_given("auto_after=0", "open9; p1 0,0; p2 4,4");

    (void)state;
    for (int i = 0; i < 3; i++) {
        kit_fire(k, NULL);
        kit_order(k, 2, "stop", "");
    }
    assert_int_equal(kit_count(k, "G ln.timeout seat=1\n"), 3);
    assert_int_equal(kit_count(k, "G ln.afk seat=1\n"), 1);
    kit_free(k);
}

static void reminders_come_at_half_and_nine_tenths(void **state)
{
    struct kit *k = kit_given("", BOARD3);
    int64_t begun = k->now_ms;

    (void)state;
    kit_wait(k);
    assert_int_equal(k->now_ms, begun + 90000);
    KIT_SAID(k, "G ln.remind seat=1 left_s=90\n");
    kit_wait(k);
    assert_int_equal(k->now_ms, begun + 162000);
    kit_forget(k);
    kit_wait(k);
    assert_int_equal(k->now_ms, begun + 180000);
    KIT_HAS(k, "G ln.timeout seat=1\n");
    kit_free(k);
}

/* One per fraction and turn: half was told of the think time already. */
static void acting_leaves_only_the_later_reminder(void **state)
{
    struct kit *k = kit_given("", BOARD3);

    (void)state;
    kit_wait(k);
    kit_order(k, 1, "move", "r");
    kit_forget(k);
    kit_wait(k);
    KIT_SAID(k, "G ln.remind seat=1 left_s=36\n");
    kit_wait(k);
    KIT_HAS(k, "G ln.timeout seat=1\n");
    kit_free(k);
}

static void further_orders_do_not_move_the_deadline(void **state)
{
    struct kit *k = kit_given("", BOARD3);
    int64_t at;

    (void)state;
    kit_order(k, 1, "move", "r");
    at = nj_timer_at(k->m, "turn");
    kit_order(k, 1, "move", "r");
    assert_int_equal(nj_timer_at(k->m, "turn"), at);
    kit_free(k);
}

/* Seat 1 times out twice in a row; the others stop. */
static struct kit *substituted(void)
{
    struct kit *k = kit_given("auto_after=2", BOARD3);

    kit_fire(k, NULL);
    kit_order(k, 2, "stop", "");
    kit_order(k, 3, "stop", "");
    KIT_HAS_NOT(k, "ln.auto");
    kit_forget(k);
    kit_fire(k, NULL);
    return k;
}

static void the_substitute_plays_after_two_timeouts(void **state)
{
    struct kit *k = substituted();

    (void)state;
    KIT_HAS(k, "G ln.timeout seat=1\nG ln.auto seat=1 on=on\n"
               "G ln.turn_end seat=1 reason=timeout");
    assert_true(nj_substituted(k->m, 0));
    kit_order(k, 2, "stop", "");
    kit_order(k, 3, "stop", "");
    kit_forget(k);
    kit_computers(k);
    KIT_HAS(k, "G ln.turn_end seat=1");
    KIT_HAS_NOT(k, "ln.auto");
    kit_order(k, 2, "stop", "");
    kit_order(k, 3, "stop", "");
    kit_forget(k);
    kit_order(k, 1, "move", "r");
    assert_memory_equal(k->said.p, "G ln.auto seat=1 on=off\nG ln.step seat=1",
                        40);
    assert_false(nj_substituted(k->m, 0));
    kit_free(k);
}

/* S-234. */
static void only_an_accepted_command_ends_substitution(void **state)
{
    struct kit *k = substituted();

    (void)state;
    kit_forget(k);
    kit_ask(k, 1, NJ_PLACE_GROUP, "status", "");
    kit_order(k, 1, "move", "r");
    KIT_HAS(k, "G ln.err seat=1 code=not_your_turn turn=2\n");
    assert_true(nj_substituted(k->m, 0));
    kit_forget(k);
    kit_order(k, 1, "auto", "off");
    KIT_SAID(k, "G ln.auto seat=1 on=off\n");
    assert_false(nj_substituted(k->m, 0));
    kit_forget(k);
    kit_order(k, 1, "auto", "on");
    KIT_SAID(k, "G ln.auto seat=1 on=on\n");
    assert_true(nj_substituted(k->m, 0));
    kit_free(k);
}

/* --- the end nobody plays for (S-227, S-235) --- */

static void three_idle_rounds_end_the_match(void **state)
{
    struct kit *k = kit_given("auto_after=0", BOARD3);

    (void)state;
    for (int i = 0; i < 9; i++) {
        assert_false(k->over);
        kit_fire(k, NULL);
    }
    assert_true(k->over);
    KIT_HAS(k, "G ln.over reason=abandoned alive=1,2,3\n");
    kit_free(k);
}

static void substitutes_do_not_keep_a_match_alive(void **state)
{
    struct kit *k = kit_given("auto_after=1 abandon_rounds=3", BOARD3);

    (void)state;
    for (int i = 0; i < 3; i++)
        kit_fire(k, NULL);
    kit_computers(k);
    assert_true(k->over);
    assert_true(strstr(k->said.p, "reason=abandoned") != NULL ||
                strstr(k->said.p, "reason=last_one") != NULL);
    kit_free(k);
}

static void one_order_keeps_the_match_alive(void **state)
{
    struct kit *k = kit_given("auto_after=0", BOARD3);

    (void)state;
    for (int round = 0; round < 5; round++) {
        kit_fire(k, NULL);
        kit_fire(k, NULL);
        if (round == 2)
            kit_order(k, 3, "stop", "");
        else
            kit_fire(k, NULL);
        assert_false(k->over && round < 4);
    }
    assert_false(k->over);
    kit_fire(k, NULL);
    kit_fire(k, NULL);
    kit_fire(k, NULL);
    assert_true(k->over);
    kit_free(k);
}

static void computers_alone_never_abandon(void **state)
{
    unsigned longest = 0;

    (void)state;
    for (uint64_t seed = 1; seed <= 60; seed++) {
        struct kit *k = kit_start(6, 0x3f, "abandon_rounds=1", seed);

        kit_computers(k);
        KIT_HAS_NOT(k, "reason=abandoned");
        if (kit_state(k)->round > longest)
            longest = kit_state(k)->round;
        kit_free(k);
    }
    assert_true(longest >= 30);
}

/* --- the end all agree to (S-228, S-231) --- */

static void the_last_vote_ends_the_match(void **state)
{
    struct kit *k = kit_given("", BOARD3);

    (void)state;
    kit_order(k, 2, "end", "");
    kit_order(k, 3, "end", "");
    kit_order(k, 2, "end", "");
    kit_order(k, 1, "end", "");
    KIT_SAID(k, "G ln.end_vote seat=2 on=on yes=1 need=3\n"
                "G ln.end_vote seat=3 on=on yes=2 need=3\n"
                "G ln.end_vote seat=2 on=off yes=1 need=3\n"
                "G ln.end_vote seat=1 on=on yes=2 need=3\n");
    kit_order(k, 2, "end", "");
    assert_true(k->over);
    KIT_HAS(k, "G ln.end_vote seat=2 on=on yes=3 need=3\n"
               "G ln.over reason=agreed alive=1,2,3\n");
    KIT_HAS_NOT(k, "ln.turn_end");
    kit_free(k);
}

static void computers_agree_and_leavers_do_not_count(void **state)
{
    struct kit *k = kit_start(3, 4, "", 1); /* the third to join */
    unsigned a = nj_match_seat_of(k->m, 0) + 1u;
    unsigned b = nj_match_seat_of(k->m, 1) + 1u;
    char line[80];

    (void)state;
    kit_forget(k);
    kit_order(k, a, "end", "");
    (void)snprintf(line, sizeof(line),
                   "G ln.end_vote seat=%u on=on yes=1 need=2\n", a);
    KIT_SAID(k, line);
    assert_false(k->over);
    kit_leave(k, b);
    assert_true(k->over);
    KIT_HAS(k, "G ln.left ");
    KIT_HAS(k, "G ln.chain ");
    KIT_HAS(k, "G ln.over reason=agreed ");
    kit_free(k);
}

static void the_vote_is_public(void **state)
{
    struct kit *k = kit_given("", BOARD3);

    (void)state;
    kit_order_by(k, 1, NJ_PLACE_PRIVATE, NJ_BY_PERSON, "end", "");
    KIT_SAID(k, "P1 ln.err seat=1 code=use_group\n");
    kit_free(k);
}

/* A catch that completes an agreement ends the match. */
static void a_catch_can_complete_the_agreement(void **state)
{
    struct kit *k = kit_given("", "open9; p1 0,0; p2 0,1; p3 7,7");

    (void)state;
    kit_order(k, 1, "end", "");
    kit_order(k, 3, "end", "");
    kit_forget(k);
    kit_order(k, 1, "move", "r");
    KIT_HAS(k, "G ln.catch hunter=1 prey=2\nG ln.warp seat=1\n"
               "G ln.chain pairs=1>3,3>1\nG ln.turn_end seat=1 reason=catch ");
    KIT_HAS(k, "G ln.over reason=agreed alive=1,3\n");
    KIT_HAS_NOT(k, "ln.walls");
    kit_free(k);
}

/* --- powers of the host (S-232, S-233) --- */

static void undo_gives_back_state_and_chance(void **state)
{
    struct kit *k = kit_given("", "open9; p1 0,0; p2 0,1; p3 7,7");
    struct nj_str first = NJ_STR_INIT(10000);

    (void)state;
    kit_order(k, 1, "move", "d");
    kit_forget(k);
    kit_host(k, "undo", NJ_NO_ARGS);
    KIT_SAID(k, "G ln.host verb=undo\n");
    assert_string_equal(kit_words(k), "round=2 turn=1 p1@0,0 p2@0,1 p3@7,7");
    kit_order(k, 1, "move", "d");
    kit_order(k, 1, "move", "ul");
    kit_host(k, "undo", NJ_NO_ARGS);
    kit_host(k, "undo", NJ_NO_ARGS);
    assert_string_equal(kit_words(k), "round=2 turn=1 p1@0,0 p2@0,1 p3@7,7");
    kit_forget(k);
    kit_order(k, 1, "move", "r"); /* a catch: its teleport is drawn */
    nj_str_puts(&first, k->said.p);
    kit_free(k);
    k = kit_given("", "open9; p1 0,0; p2 0,1; p3 7,7");
    kit_order(k, 1, "move", "r");
    KIT_SAID(k, first.p);
    nj_str_fini(&first);
    kit_free(k);
}

static void undo_does_not_reach_the_turn_before(void **state)
{
    struct kit *k = kit_given("", BOARD3);

    (void)state;
    kit_host(k, "undo", NJ_NO_ARGS);
    KIT_SAID(k, "H ln.err code=no_undo\n");
    kit_order(k, 1, "stop", "");
    kit_forget(k);
    kit_host(k, "undo", NJ_NO_ARGS);
    KIT_SAID(k, "H ln.err code=no_undo\n");
    kit_free(k);
}

static void a_pause_stops_orders_and_time(void **state)
{
    struct kit *k = kit_given("", BOARD3);
    int64_t left = nj_timer_at(k->m, "turn") - k->now_ms;

    (void)state;
    kit_host(k, "pause", NJ_NO_ARGS);
    left -= KIT_STEP_MS;
    kit_order(k, 1, "move", "r");
    KIT_SAID(k, "G ln.host verb=pause\nG ln.err seat=1 code=paused\n");
    kit_forget(k);
    kit_ask(k, 1, NJ_PLACE_GROUP, "status", "");
    KIT_HAS(k, "G ln.status round=2 turn=1\n");
    kit_forget(k);
    kit_host(k, "pause", NJ_NO_ARGS);
    KIT_SAID(k, "H ln.err code=paused\n");
    k->now_ms += 1000000;
    kit_forget(k);
    kit_host(k, "resume", NJ_NO_ARGS);
    assert_int_equal(nj_timer_at(k->m, "turn") - k->now_ms, left);
    kit_order(k, 1, "move", "r");
    KIT_SAID(k, "G ln.host verb=resume\n"
                "G ln.step seat=1 n=1 dir=R snd=none\n");
    kit_free(k);
}

static void leaving_is_possible_in_a_pause(void **state)
{
    struct kit *k = kit_given("", BOARD3);

    (void)state;
    kit_host(k, "pause", NJ_NO_ARGS);
    kit_forget(k);
    kit_leave(k, 1);
    KIT_HAS(k, "G ln.left seat=1\nG ln.chain pairs=2>3,3>2\n"
               "G ln.turn_end seat=1 reason=left trace=-\n");
    assert_true(nj_timer_paused(k->m));
    kit_free(k);
}

static void extend_moves_the_deadline(void **state)
{
    struct kit *k = kit_given("", BOARD3);
    int64_t at = nj_timer_at(k->m, "turn");

    (void)state;
    kit_host(k, "extend", NJ_ARGS(nj_arg_int("ms", 60000)));
    assert_int_equal(nj_timer_at(k->m, "turn"), at + 60000);
    KIT_SAID(k, "G ln.host verb=extend\n");
    kit_free(k);
}

/* LN-10.7: no AFK mark, no substitute, not counted for LN-7.9. */
static void a_skip_counts_for_nothing(void **state)
{
    struct kit *k = kit_given("auto_after=1 abandon_rounds=1", BOARD3);

    (void)state;
    for (int i = 0; i < 3; i++)
        kit_host(k, "skip", NJ_NO_ARGS);
    assert_false(k->over);
    KIT_HAS(k, "G ln.host verb=skip\nG ln.timeout seat=1\n"
               "G ln.turn_end seat=1 reason=timeout trace=X\n");
    KIT_HAS_NOT(k, "ln.afk");
    KIT_HAS_NOT(k, "ln.auto");
    kit_free(k);
}

static void a_kick_is_a_leave(void **state)
{
    struct kit *k = kit_given("", BOARD3);

    (void)state;
    kit_host(k, "kick", SEAT(2));
    KIT_SAID(k, "G ln.host verb=kick seat=2\nG ln.left seat=2\n"
                "G ln.chain pairs=1>3,3>1\n");
    assert_int_equal(nj_ln_total(&kit_state(k)->seat[1]), -300);
    kit_forget(k);
    kit_host(k, "kick", SEAT(2));
    KIT_SAID(k, "H ln.err code=out\n");
    kit_free(k);
}

static void a_computer_can_take_a_seat(void **state)
{
    struct kit *k = substituted();

    (void)state;
    kit_forget(k);
    kit_host(k, "sub",
             NJ_ARGS(nj_arg_seat("seat", 0), nj_arg_word("to", "computer")));
    KIT_SAID(k, "G ln.host verb=sub seat=1\n");
    assert_int_equal(nj_computers(k->m), nj_bit(0));
    assert_false(nj_substituted(k->m, 0));
    assert_int_equal(kit_state(k)->seat[0].afk, 0);
    assert_int_equal(kit_state(k)->seat[0].timeouts, 0);
    kit_host(k, "sub",
             NJ_ARGS(nj_arg_seat("seat", 0), nj_arg_word("to", "person")));
    assert_int_equal(nj_computers(k->m), 0);
    kit_free(k);
}

static void an_abort_ends_without_ending_the_turn(void **state)
{
    struct kit *k = kit_given("", BOARD3);

    (void)state;
    kit_order(k, 1, "move", "r");
    kit_forget(k);
    kit_host(k, "abort", NJ_NO_ARGS);
    assert_true(k->over);
    assert_memory_equal(k->said.p,
                        "G ln.host verb=abort\n"
                        "G ln.over reason=aborted alive=1,2,3\nG ln.score ",
                        69);
    KIT_HAS_NOT(k, "ln.turn_end");
    kit_forget(k);
    kit_order(k, 1, "move", "r");
    KIT_HAS(k, "G ln.err seat=1 code=over\n");
    kit_free(k);
}

static void an_announcement_is_quoted(void **state)
{
    struct kit *k = kit_given("", BOARD3);

    (void)state;
    kit_host(k, "announce", NJ_ARGS(nj_arg_text("text", "tea time")));
    KIT_HAS(k, "G ln.host verb=announce text=tea");
    kit_free(k);
}

/* --- order of refusals (LN-10.4) --- */

static void refusals_come_in_order(void **state)
{
    struct kit *k = kit_given("", "open9; out 2; p1 0,0; p2 4,4; p3 7,7");

    (void)state;
    kit_order(k, 2, "hide", "");
    kit_order(k, 3, "hide", "");
    kit_order(k, 1, "hide", "");
    kit_order(k, 1, "bomb", "");
    kit_order_by(k, 3, NJ_PLACE_PRIVATE, NJ_BY_PERSON, "move", "q");
    kit_order_by(k, 1, NJ_PLACE_PRIVATE, NJ_BY_PERSON, "stop", "");
    kit_order(k, 3, "undo", "");
    KIT_SAID(k, "G ln.err seat=2 code=out\n"
                "G ln.err seat=3 code=not_your_turn turn=1\n"
                "G ln.err seat=1 code=hide_off\n"
                "G ln.err seat=1 code=bomb_off\n"
                "P3 ln.err seat=3 code=not_your_turn turn=1\n"
                "P1 ln.err seat=1 code=use_group\n"
                "G ln.err seat=3 code=no_undo\n");
    kit_free(k);
}

static void directions_are_read_as_written(void **state)
{
    static const struct {
        const char *text, *said;
    } rows[] = {
        {"上 下, 左，右、↑↓←→", "G ln.step seat=1 n=8 dir=R snd=none\n"},
        {"uxlz", "G ln.step seat=1 n=4 dir=L snd=none\n"},
        {"r 2 d", "G ln.step seat=1 n=3 dir=D snd=none\n"},
        {"r0", "G ln.err seat=1 code=bad_dir token=0\n"},
        {"r100", "G ln.err seat=1 code=bad_dir token=100\n"},
        {"r99999999999", "G ln.err seat=1 code=bad_dir token=99999999999\n"},
        {"r12r29", "G ln.err seat=1 code=too_long max=40\n"},
        {"右x天", "G ln.err seat=1 code=bad_dir token=天\n"},
        {"rw9", "G ln.err seat=1 code=bad_dir token=w\n"},
    };

    (void)state;
    for (size_t i = 0; i < NJ_COUNT(rows); i++) {
        struct kit *k = kit_given("", BOARD3);

        kit_order(k, 1, "move", rows[i].text);
        KIT_HAS(k, rows[i].said);
        kit_free(k);
    }
}

/* S-225. */
static void equal_scores_share_a_rank(void **state)
{
    static const int16_t totals[] = {120, 90, 90, -100};
    static const uint8_t ranks[] = {1, 2, 2, 4};
    struct ln_state s = {.n = 4};

    (void)state;
    for (int i = 0; i < 4; i++)
        s.seat[i].catch_points = totals[i];
    for (nj_seat i = 0; i < 4; i++)
        assert_int_equal(nj_ln_rank(&s, i), ranks[i]);
}

static void the_cap_must_leave_room_for_a_match(void **state)
{
    struct nj_options o;

    (void)state;
    nj_options_default(&nj_long_night, &o);
    assert_null(nj_options_check(&nj_long_night, kit_pack(), &o, 4));
    o.v[nj_option_find(&nj_long_night, "cap")] = 3;
    assert_null(nj_options_check(&nj_long_night, kit_pack(), &o, 4));
    assert_int_equal(nj_option_find(&nj_long_night, "seed"), -1); /* S-236 */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_thousandth_step_is_the_last),
        cmocka_unit_test(steps_behind_the_guard_are_dropped),
        cmocka_unit_test(a_timeout_marks_the_seat_as_away),
        cmocka_unit_test(an_away_seat_is_not_marked_twice),
        cmocka_unit_test(reminders_come_at_half_and_nine_tenths),
        cmocka_unit_test(acting_leaves_only_the_later_reminder),
        cmocka_unit_test(further_orders_do_not_move_the_deadline),
        cmocka_unit_test(the_substitute_plays_after_two_timeouts),
        cmocka_unit_test(only_an_accepted_command_ends_substitution),
        cmocka_unit_test(three_idle_rounds_end_the_match),
        cmocka_unit_test(substitutes_do_not_keep_a_match_alive),
        cmocka_unit_test(one_order_keeps_the_match_alive),
        cmocka_unit_test(computers_alone_never_abandon),
        cmocka_unit_test(the_last_vote_ends_the_match),
        cmocka_unit_test(computers_agree_and_leavers_do_not_count),
        cmocka_unit_test(the_vote_is_public),
        cmocka_unit_test(a_catch_can_complete_the_agreement),
        cmocka_unit_test(undo_gives_back_state_and_chance),
        cmocka_unit_test(undo_does_not_reach_the_turn_before),
        cmocka_unit_test(a_pause_stops_orders_and_time),
        cmocka_unit_test(leaving_is_possible_in_a_pause),
        cmocka_unit_test(extend_moves_the_deadline),
        cmocka_unit_test(a_skip_counts_for_nothing),
        cmocka_unit_test(a_kick_is_a_leave),
        cmocka_unit_test(a_computer_can_take_a_seat),
        cmocka_unit_test(an_abort_ends_without_ending_the_turn),
        cmocka_unit_test(an_announcement_is_quoted),
        cmocka_unit_test(refusals_come_in_order),
        cmocka_unit_test(directions_are_read_as_written),
        cmocka_unit_test(equal_scores_share_a_rank),
        cmocka_unit_test(the_cap_must_leave_room_for_a_match),
    };
    int failed = cmocka_run_group_tests_name("games/long_night/course", tests,
                                             NULL, NULL);

    kit_pack_done();
    return failed;
}
