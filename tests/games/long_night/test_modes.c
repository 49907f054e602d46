/* src/games/long_night/{hide,boss}.c and the modes in the files around them:
 * what the scenarios of hide.txt, boss.txt and modes.txt leave to see
 * (LN-2.12, 2.13, 8.4, 8.7, LN-11; S-213, S-219, S-221). */
#include "games/long_night/ln_kit.h"

/* --- the Minotaur --- */

/* S-213. */
static void the_minotaur_appears_away_from_all_seats(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 1000; seed++) {
        uint8_t n = (uint8_t)(2 + seed % 5);
        struct kit *k = kit_start(n, 0, "boss=minotaur", seed);
        const struct ln_state *s = kit_state(k);
        uint8_t least = nj_ln_board_manhattan(&s->board, s->boss,
                                              s->seat[s->boss_target].cell);

        for (nj_seat i = 0; i < n; i++) {
            uint8_t cell = s->seat[i].cell;

            assert_true(nj_ln_board_chebyshev(&s->board, s->boss, cell) >= 2);
            assert_true(nj_ln_board_manhattan(&s->board, s->boss, cell) >=
                        least);
        }
        assert_int_equal(s->boss_steps, 0);
        kit_free(k);
    }
}

/* LN-2.14, seed 9. */
static void the_golden_lair_comes_out(void **state)
{
    struct kit *k = kit_start(4, 0, "boss=minotaur", 9);
    const struct ln_state *s = kit_state(k);

    (void)state;
    assert_int_equal(s->boss, 8 * 9 + 6);
    assert_int_equal(s->boss_target, 2);
    assert_int_equal(nj_match_draws(k->m), 78);
    assert_int_equal(s->seat[0].cell, 3 * 9 + 1);
    assert_int_equal(s->seat[3].cell, 5 * 9 + 8);
    kit_free(k);
}

/* Nowhere is two cells away from all: then any cell without a seat will do. */
static void in_a_crowd_it_appears_on_any_free_cell(void **state)
{
    struct kit *k = kit_start(6, 0, "", 3);
    struct ln_state s = *kit_state(k);
    static const uint8_t crowd[] = {10, 13, 16, 37, 40, 43};

    (void)state;
    kit_free(k);
    k = kit_given("boss=minotaur", "open9; p1 1,1; p2 1,4; p3 1,7; p4 4,1; "
                                   "p5 4,4; p6 4,7");
    s = *kit_state(k);
    for (uint64_t seed = 0; seed < 20; seed++) {
        nj_ln_boss_draw(k->m, &s);
        for (size_t i = 0; i < NJ_COUNT(crowd); i++)
            assert_int_not_equal(s.boss, crowd[i]);
    }
    kit_free(k);
}

/* S-221 with the Minotaur. */
static void the_opening_with_the_minotaur_is_in_order(void **state)
{
    static const char *const keys[] = {
        "ln.start", "ln.pool",      "ln.order",      "ln.host.layout",
        "ln.chain", "ln.you",       "ln.you",        "ln.you",
        "ln.you",   "ln.host.boss", "ln.boss_spawn", "ln.roar",
        "ln.roar",  "ln.roar",      "ln.roar",       "ln.round",
        "ln.turn"};
    struct kit *k = kit_start(4, 0, "boss=minotaur hide=step", 1);

    (void)state;
    assert_int_equal(k->n_record, NJ_COUNT(keys));
    for (size_t i = 0; i < NJ_COUNT(keys); i++)
        assert_string_equal(k->record[i]->key, keys[i]);
    for (nj_seat i = 0; i < 4; i++)
        assert_int_equal(k->record[11 + i]->to.seats, nj_bit(i));
    assert_int_equal(k->record[9]->to.to, NJ_TO_RECORD);
    KIT_HAS(k, " capture=pass hide=step melee=off boss=minotaur pods=2 "
               "options=hide=step,boss=minotaur\n");
    KIT_HAS(k, "G ln.turn seat=1 think=180000 act=360000 hides=4\n");
    kit_free(k);
}

static void the_reveal_shows_the_lair(void **state)
{
    struct kit *k = kit_given(
        "", "open9; boss 0,2 target=2 steps=1; p1 4,4; p2 0,0; turn 2");

    (void)state;
    kit_order(k, 2, "stop", "");
    assert_true(k->over);
    KIT_HAS(k, " places=1@5,5;2@1,1 boss=1,1 ");
    KIT_HAS(k, "R ln.host.boss row=1 col=1\n");
    kit_free(k);
}

/* --- hiding --- */

static void private_order(struct kit *k, unsigned seat, const char *verb,
                          const char *text)
{
    kit_order_by(k, seat, NJ_PLACE_PRIVATE, NJ_BY_PERSON, verb, text);
}

/* The record alone has what was hidden. */
static void the_record_keeps_hidden_steps(void **state)
{
    struct kit *k =
        kit_given("hide=step", "open9; g 0,1; p1 0,0; p2 4,4; p3 7,7");

    (void)state;
    kit_order(k, 1, "hide", "");
    private_order(k, 1, "move", "r");
    kit_order(k, 1, "move", "r");
    kit_order(k, 1, "stop", "");
    KIT_HAS(k, "G ln.turn_end seat=1 reason=stop trace=?,R,S\n");
    KIT_HAS(k, "R ln.host.turn seat=1 from=1@1,1 to=1@1,3 trace=?,R%,R,S\n");
    kit_free(k);
}

/* S-220 with hidden steps: the group's log has H, the seat's own has all. */
static void the_log_shows_hidden_steps_to_their_seat_alone(void **state)
{
    struct kit *k = kit_given("hide=turn", "open9; p1 0,0; p2 4,4; p3 7,7");

    (void)state;
    kit_order(k, 1, "hide", "");
    private_order(k, 1, "move", "rd");
    private_order(k, 1, "stop", "");
    kit_forget(k);
    kit_ask(k, 1, NJ_PLACE_GROUP, "log", "");
    KIT_SAID(k, "G ln.log_turn seat=1 trace=H\n");
    kit_forget(k);
    kit_ask(k, 2, NJ_PLACE_PRIVATE, "log", "");
    KIT_SAID(k, "P2 ln.log_turn seat=1 trace=H\n");
    kit_forget(k);
    kit_ask(k, 1, NJ_PLACE_PRIVATE, "log", "");
    KIT_SAID(k, "P1 ln.step seat=1 n=1 dir=R snd=none hidden=1\n"
                "P1 ln.step seat=1 n=2 dir=D snd=none hidden=1\n"
                "P1 ln.stop seat=1 hidden=1\n"
                "P1 ln.log_turn seat=1 trace=H\n");
    kit_free(k);
}

/* ... of a turn that the end of the match cuts off, too (LN-7.9). */
static void the_record_keeps_a_hidden_turn_that_is_cut_off(void **state)
{
    struct kit *k = kit_given("hide=turn", "open9; p1 0,0; p2 4,4; p3 7,7");

    (void)state;
    kit_order(k, 1, "hide", "");
    private_order(k, 1, "move", "rd");
    kit_host(k, "abort", NJ_NO_ARGS);
    KIT_HAS(k, "R ln.host.turn seat=1 from=1@1,1 to=1@2,2 trace=H,R,D\n"
               "G ln.over reason=aborted");
    KIT_HAS_NOT(k, "ln.turn_end");
    kit_free(k);
}

/* A hidden turn that ended has one line, whatever ended the match with it. */
static void the_record_keeps_a_hidden_turn_once(void **state)
{
    struct kit *k = kit_given("hide=turn", "open9; E 0,1; p1 0,0; p2 4,4");

    (void)state;
    kit_order(k, 1, "hide", "");
    private_order(k, 1, "move", "r");
    assert_true(k->over);
    assert_int_equal(kit_count(k, "R ln.host.turn "), 1);
    KIT_HAS(k, "trace=H,R,E1\n");
    kit_free(k);
}

/* LN-4.9 under a hide: the guard's stop is the mover's own news. */
static void a_thousand_hidden_steps_end_like_a_bump(void **state)
{
    struct kit *k =
        kit_given("hide=turn max_msg=100", "open9; p1 0,0; p2 4,4; p3 7,7");

    (void)state;
    kit_order(k, 1, "hide", "");
    for (int i = 0; i < 10; i++)
        private_order(k, 1, "move", "r50l50");
    assert_int_equal(kit_count(k, "P1 ln.step "), 1000);
    KIT_HAS(k, "P1 ln.stop seat=1 hidden=1\n"
               "G ln.turn_end seat=1 reason=hidden trace=H\n");
    KIT_HAS_NOT(k, "ln.walls");
    kit_free(k);
}

/* ... and under a hidden step that happens to be the last one. */
static void the_thousandth_step_may_be_a_hidden_one(void **state)
{
    struct kit *k =
        kit_given("hide=step max_msg=100", "open9; p1 0,0; p2 4,4; p3 7,7");

    (void)state;
    for (int i = 0; i < 10; i++)
        kit_order(k, 1, "move", i == 9 ? "r50l49" : "r50l50");
    kit_order(k, 1, "hide", "");
    kit_forget(k);
    private_order(k, 1, "move", "l");
    KIT_HAS(k, "P1 ln.step seat=1 n=1000 dir=L snd=none hidden=1\n"
               "P1 ln.stop seat=1 hidden=1\n"
               "G ln.hidden_step seat=1 n=1000\n"
               "G ln.turn_end seat=1 reason=hidden trace=");
    kit_free(k);
}

/* LN-12.4: who plays for a hidden seat plays in private. */
static void the_substitute_of_a_hidden_seat_hides_too(void **state)
{
    struct kit *k = kit_start(3, 0, "hide=turn", 1);
    struct nj_input in;

    (void)state;
    kit_order(k, 1, "hide", "");
    private_order(k, 1, "auto", "on");
    assert_true(nj_match_computer(k->m, &in));
    assert_int_equal(in.place, NJ_PLACE_PRIVATE);
    kit_forget(k);
    kit_computers(k);
    KIT_HAS(k, " ln.turn_end seat=1 reason=hidden trace=H\n");
    KIT_HAS_NOT(k, "G ln.step");
    KIT_HAS_NOT(k, "ln.err");
    kit_free(k);
}

/* ... and in the open again behind a hidden step. */
static void the_substitute_of_one_hidden_step_shows_the_rest(void **state)
{
    unsigned shown = 0;

    (void)state;
    for (uint64_t seed = 1; seed <= 10; seed++) {
        struct kit *k = kit_start(3, 0, "hide=step", seed);

        kit_order(k, 1, "hide", "");
        private_order(k, 1, "auto", "on");
        kit_forget(k);
        kit_computers(k);
        assert_int_equal(kit_count(k, "G ln.hidden_step seat=1 n=1\n"), 1);
        assert_int_equal(kit_count(k, "G ln.turn seat=2 "), 1);
        shown += kit_count(k, "G ln.step seat=1 n=2 ");
        KIT_HAS_NOT(k, "ln.err");
        kit_free(k);
    }
    assert_true(shown > 0);
}

/* --- options --- */

static void refuses(const char *options, const char *answer)
{
    struct nj_options o;
    struct nj_str text = NJ_STR_INIT(400);
    const struct nj_message *why;

    kit_options(&o, options);
    why = nj_options_check(&nj_long_night, kit_pack(),
                           nj_long_night.editions[0], &o, 4);
    if (why != NULL)
        nj_message_canon(why, &text);
    assert_string_equal(text.len > 0 ? text.p : "", answer);
    nj_str_fini(&text);
}

/* S-219, as far as it is about modes. */
static void what_does_not_go_together_is_refused(void **state)
{
    (void)state;
    nj_random_init();
    refuses("plan=on hide=step",
            "G ln.err code=combo option=plan against=hide=step");
    refuses("cap=2", "G ln.err code=combo option=cap");
    refuses("plan=on hide=turn", "");
    refuses("capture=point hide=turn melee=on boss=minotaur grace=on plan=on "
            "event=rain cap=3 stop_walls=on",
            "");
    refuses("capture=point hide=step melee=on boss=minotaur grace=on", "");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_minotaur_appears_away_from_all_seats),
        cmocka_unit_test(the_golden_lair_comes_out),
        cmocka_unit_test(in_a_crowd_it_appears_on_any_free_cell),
        cmocka_unit_test(the_opening_with_the_minotaur_is_in_order),
        cmocka_unit_test(the_reveal_shows_the_lair),
        cmocka_unit_test(the_record_keeps_hidden_steps),
        cmocka_unit_test(the_log_shows_hidden_steps_to_their_seat_alone),
        cmocka_unit_test(the_record_keeps_a_hidden_turn_that_is_cut_off),
        cmocka_unit_test(the_record_keeps_a_hidden_turn_once),
        cmocka_unit_test(a_thousand_hidden_steps_end_like_a_bump),
        cmocka_unit_test(the_thousandth_step_may_be_a_hidden_one),
        cmocka_unit_test(the_substitute_of_a_hidden_seat_hides_too),
        cmocka_unit_test(the_substitute_of_one_hidden_step_shows_the_rest),
        cmocka_unit_test(what_does_not_go_together_is_refused),
    };
    int failed = cmocka_run_group_tests(tests, NULL, NULL);

    kit_pack_done();
    return failed;
}
