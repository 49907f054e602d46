/* src/games/shadow_hotel/{host,rule,rules,rule_*,powers}.c: what a host
 * decides, and what everybody else hears of it (SH-17). */
#include "games/shadow_hotel/sh_kit.h"

#define BOARD "seats SBACD; hosted; A@5; C@22; D@40; B@12; item album in 10"

static void rule(struct kit *k, const char *text)
{
    if (text[0] != '\0')
        kit_rule(k, text);
    else
        kit_host(k, "rule", NJ_ARGS(nj_arg_text("text", "")));
}

static void expect_rule(const char *edition, const char *board,
                        const char *text, const char *said)
{
    struct kit *k = kit_given(edition, "", board);

    rule(k, text);
    if (strstr(k->said.p, said) == NULL)
        fail_msg("'%s': no '%s' in: %s", text, said, k->said.p);
    kit_free(k);
}

/* Both languages; what stands and what will. */
static void decisions_are_understood(void **state)
{
    static const char *const rows[][2] = {
        {"move 3 22", "verb=move before=#5 after=#22"},
        {"移动 A 二楼·东走廊", "verb=move before=#5 after=#13"},
        {"give 3 torch", "verb=give before=#4 after=seat 3"},
        {"给 3 手电筒", "verb=give before=#4 after=seat 3"},
        {"take 1 pistol", "verb=take before=seat 1 after=#33"},
        {"put torch 9", "verb=put before=#4 after=#9"},
        {"放 集邮册 9", "verb=put before=#10 after=#9"},
        {"kill 3", "verb=kill before=alive after=dead"},
        {"phase 3", "verb=phase before=1 after=3"},
        {"阶段 2 广播", "verb=phase before=1 after=2"},
        {"set power off", "verb=set before=on after=off"},
        {"设 电力 关 回合结束", "verb=set before=on after=off at the end"},
        {"set cube rotated atend",
         "verb=set before=restored after=rotated at the end"},
        {"set gas on", "verb=set before=clear after=gas"},
        {"set tunnel open", "verb=set before=closed after=open"},
        {"set door unlocked", "verb=set before=locked after=unlocked"},
        {"set fireplace done", "verb=set before=unsolved after=done"},
        {"set poker open atend",
         "verb=set before=closed after=open at the end"},
        {"set awaken 开", "verb=set before=closed after=open"},
        {"steps 3 +1", "verb=steps before=2 after=3"},
        {"步数 3 -2", "verb=steps before=2 after=0"},
        {"unlock 3", "verb=unlock before=free after=free"},
        {"skip 3", "verb=skip before=open after=over"},
        {"endround", "verb=endround before=1 after=2"},
        {"结束回合", "verb=endround before=1 after=2"},
        {"bullets 0", "verb=bullets before=1 after=0"},
        {"stamp 1", "verb=stamp before=0 after=1"},
        {"crossused yes", "verb=crossused before=unused after=used"},
        {"fix add phase", "verb=fix before=- after=phase"},
        {"更正 减 结束", "verb=fix before=- after=结束"},
        {"end loop", "verb=end before=- after=loop"},
        {"say 大家早上好", "G sh.channel text=大家早上好"},
        {"reply 3 可以", "P3 sh.free.reply text=可以"},
    };

    NJ_UNUSED(state);
    for (size_t i = 0; i < NJ_COUNT(rows); i++)
        expect_rule("c", BOARD, rows[i][0], rows[i][1]);
    expect_rule("L", BOARD "; A knows none", "know 3 大堂",
                "P3 sh.located room=7 pos=7");
    expect_rule("L", BOARD, "swaprooms 3 9",
                "before=3=#3 9=#9 after=3=#9 9=#3");
    expect_rule("c", BOARD "; C out", "revive 4 5",
                "verb=revive before=dead after=#5");
}

/* Nothing changes, and only the host hears why. */
static void what_cannot_be_is_refused(void **state)
{
    static const char *const rows[][2] = {
        {"", "ruling"},
        {"dance", "ruling"},
        {"move", "ruling"},
        {"move 3", "ruling"},
        {"move 3 50", "ruling"},
        {"move 9 22", "ruling"},
        {"move 3 22 now", "ruling"},
        {"give 3 energy", "no_item"},
        {"give 3 book", "ruling"},
        {"take 3 torch", "ruling_lacks"},
        {"phase 4", "ruling"},
        {"set power maybe", "ruling"},
        {"set kick all", "ruling"}, /* T234: options are fixed */
        {"set door open atend", "ruling"},
        {"set power off later", "ruling"},
        {"steps 3 -3", "ruling"},
        {"steps 3 +100", "ruling"},
        {"skip 1", "not_your_round"},
        {"radio 1", "ruling"}, /* nobody has asked */
        {"fix add everything", "ruling"},
        {"bullets 7", "ruling"},
        {"stamp 3", "ruling"},
        {"end well", "ruling"},
        {"say 【主持】x", "text"},
        {"know 3 7", "edition"},
        {"swaprooms 3 9", "edition"},
        {"revive 3 5", "ruling"}, /* lives */
    };
    struct kit *k = kit_given("c", "", BOARD "; A over");
    char want[64];

    NJ_UNUSED(state);
    for (size_t i = 0; i < NJ_COUNT(rows); i++) {
        kit_forget(k);
        rule(k, rows[i][0]);
        (void)snprintf(want, sizeof(want), "H sh.err.%s\n", rows[i][1]);
        if (strcmp(k->said.p, want) != 0)
            fail_msg("'%s': %s", rows[i][0], k->said.p);
        assert_true(k->refused);
    }
    assert_string_equal(kit_words(k), "r1 ph1 S@33 B@12(2) A@5(2)! C@22(2) "
                                      "D@40(2) album@10");
    kit_free(k);
    k = kit_given("c", "", BOARD "; C out; A has key; item key in 3");
    kit_forget(k);
    rule(k, "kill 4");
    KIT_SAID(k, "H sh.err.target_dead\n");
    kit_forget(k);
    rule(k, "give 3 key"); /* T253 */
    KIT_SAID(k, "H sh.err.ruling_full\n");
    kit_free(k);
    k = kit_given("L", "", BOARD "; C absent");
    rule(k, "move 4 22");
    KIT_SAID(k, "H sh.err.target_absent_here\n");
    kit_free(k);
}

/* SH-12.3: one neutral line, and not before another is said anyway. */
static void the_group_hears_only_that_a_power_was_used(void **state)
{
    struct kit *k =
        kit_given("c", "bcast_shuffle=off", BOARD "; round 2; queue mic 早");

    NJ_UNUSED(state);
    rule(k, "move 3 8");
    rule(k, "bullets 0");
    assert_int_equal(kit_count(k, "G "), 0);
    assert_int_equal(kit_count(k, "P3 sh.host.changed\n"), 1);
    assert_int_equal(kit_count(k, "sh.host.changed"), 1);
    kit_forget(k);
    kit_order(k, 1, "end", "");
    assert_int_equal(kit_count(k, "sh.host.used"), 1);
    KIT_HAS(k, "G sh.host.used\nG sh.mic text=早\n");
    kit_free(k);
}

static void what_is_set_strikes_at_once(void **state)
{
    struct kit *k =
        kit_given("c", "",
                  "seats SBACD; hosted; power off; A@1; C@25; D@25; "
                  "D has mask; B@12");

    NJ_UNUSED(state);
    rule(k, "set power on");
    KIT_HAS(k, "P3 sh.you.dead cause=power\n");
    rule(k, "set gas on");
    KIT_HAS(k, "P4 sh.you.dead cause=gas\n");
    assert_int_equal(kit_count(k, "sh.you.dead"), 2);
    assert_string_equal(kit_words(k), "r1 ph1 S@33 B@12(2) A:out C:out D@25(2) "
                                      "D:mask gas queue=2");
    kit_free(k);
}

static void what_waits_happens_at_the_end(void **state)
{
    struct kit *k = kit_given("c", "bcast_shuffle=off",
                              "seats SBACD; hosted; round 2; A@5; B@12");

    NJ_UNUSED(state);
    rule(k, "set power off atend");
    rule(k, "set power off atend");
    rule(k, "set cube rotated atend");
    rule(k, "set gas on atend");
    assert_string_equal(kit_words(k), "r2 ph1 S@33(3) B@12 A@5 C@41 D@41");
    kit_order(k, 1, "end", "");
    KIT_HAS(k, "G sh.power state=off\n");
    KIT_HAS(k, "G sh.cube state=rotated\n");
    KIT_HAS(k, "G sh.gas\n");
    kit_free(k);
}

/* A moved person meets what is there, unless it is done quietly (SH-17.2). */
static void who_is_moved_meets_what_is_there(void **state)
{
    struct kit *k = kit_given("c", "", BOARD);

    NJ_UNUSED(state);
    rule(k, "move 3 33");
    KIT_HAS(k, "P3 sh.you.dead cause=shadow\n");
    rule(k, "move 4 1 quiet");
    assert_int_equal(kit_count(k, "sh.you.dead"), 1);
    assert_int_equal(kit_state(k)->seat[3].room, 1);
    kit_free(k);
}

/* A gun that is taken away is no protection any more. */
static void a_gun_taken_while_it_is_asked_for_shoots_no_more(void **state)
{
    struct kit *k = kit_given("c", "",
                              "seats SBACD; hosted; round 2; S@20; "
                              "A@21; A has gun; B@12");

    NJ_UNUSED(state);
    kit_order(k, 1, "go", "21");
    KIT_HAS(k, "P3 sh.prompt.gun");
    rule(k, "take 3 gun");
    KIT_HAS(k, "P3 sh.you.dead cause=shadow\n");
    kit_forget(k);
    kit_order(k, 1, "go", "22"); /* free again */
    KIT_HAS(k, "P1 sh.step room=22");
    kit_free(k);
}

static void a_radio_question_is_answered_by_its_number(void **state)
{
    struct kit *k = kit_given("L", "", BOARD);

    NJ_UNUSED(state);
    kit_order(k, 2, "radio", "一");
    kit_order(k, 2, "radio", "二");
    kit_forget(k);
    rule(k, "radio 1"); /* which one? */
    rule(k, "radio answer 2 1");
    rule(k, "电台 6"); /* T256 */
    rule(k, "电台 5"); /* the only one */
    rule(k, "radio 0");
    KIT_SAID(k, "H sh.err.ruling\n"
                "H sh.host.rule verb=radio before=2 after=1\n"
                "P2 sh.radio.answer answer=1 about=二\n"
                "H sh.err.ruling\n"
                "H sh.host.rule verb=radio before=1 after=5\n"
                "P2 sh.radio.answer answer=5 about=一\n"
                "H sh.err.ruling\n");
    kit_free(k);
}

/* SH-17.10: both rooms are lost to who is not inside. */
static void swapped_rooms_are_forgotten(void **state)
{
    struct kit *k = kit_given("L", "", BOARD "; A@3");
    const struct sh_state *s = kit_state(k);

    NJ_UNUSED(state);
    rule(k, "swaprooms 3 9");
    assert_true(nj_sh_knows(s, 2, 3));
    assert_false(nj_sh_knows(s, 2, 9));
    assert_false(nj_sh_knows(s, 3, 3));
    assert_int_equal(s->pos_of[3], 9);
    assert_int_equal(s->room_at[3], 9);
    assert_int_equal(kit_count(k, "P3 sh.host.changed\n"), 1);
    assert_int_equal(kit_count(k, "sh.host.changed"), 1);
    kit_free(k);
}

static void the_clock_stands_and_goes_on(void **state)
{
    struct kit *k = kit_given("c", "", BOARD);

    NJ_UNUSED(state);
    kit_host(k, "pause", NJ_NO_ARGS);
    kit_forget(k);
    kit_order(k, 3, "go", "8");
    KIT_SAID(k, "P3 sh.err.paused\n");
    kit_forget(k);
    kit_order(k, 3, "ask", "cube"); /* questions are answered all the time */
    KIT_SAID(k, "P3 sh.answer.cube state=restored\n");
    kit_forget(k);
    kit_host(k, "pause", NJ_NO_ARGS);
    KIT_SAID(k, "H sh.err.paused\n");
    kit_host(k, "resume", NJ_NO_ARGS);
    kit_forget(k);
    kit_host(k, "resume", NJ_NO_ARGS);
    KIT_SAID(k, "H sh.err.not_paused\n");
    kit_forget(k);
    kit_host(k, "extend", NJ_ARGS(nj_arg_ms("ms", 60000)));
    KIT_HAS(k, "G sh.clock_moved\n");
    kit_forget(k);
    kit_host(k, "skip", NJ_NO_ARGS); /* nobody is missed by it */
    KIT_HAS(k, "G sh.round ended=1 begun=2");
    assert_int_equal(kit_state(k)->seat[2].missed, 0);
    kit_free(k);
}

/* A leave or a quiet night moves timers outside the log: what is said of the
 * clock afterwards has to be the same when the log is played again. */
static void no_word_of_the_clock_depends_on_a_grace(void **state)
{
    struct kit *k = kit_given("c", "", BOARD);
    struct kit *again = kit_given("c", "", BOARD);
    struct nj_timer timers[NJ_TIMERS_MAX];

    NJ_UNUSED(state);
    memcpy(timers, nj_match_timers(k->m), sizeof(timers));
    for (int i = 0; i < NJ_TIMERS_MAX; i++)
        if (timers[i].name[0] != '\0')
            timers[i].at_ms += 3600000;
    nj_match_set_timers(k->m, timers);
    kit_host(k, "extend", NJ_ARGS(nj_arg_ms("ms", 60000)));
    kit_host(k, "pause", NJ_NO_ARGS);
    kit_host(k, "resume", NJ_NO_ARGS);
    kit_host(again, "extend", NJ_ARGS(nj_arg_ms("ms", 60000)));
    kit_host(again, "pause", NJ_NO_ARGS);
    kit_host(again, "resume", NJ_NO_ARGS);
    KIT_HAS(k, "G sh.clock_on\n");
    assert_true(
        nj_hash_equal(nj_match_digest(k->m), nj_match_digest(again->m)));
    kit_free(again);
    kit_free(k);
}

/* SH-12.3: a host who takes somebody off his seat has used a power, once. */
static void who_is_sent_away_is_a_power_used(void **state)
{
    struct kit *k = kit_given("c", "", BOARD);

    NJ_UNUSED(state);
    kit_host(k, "kick", NJ_ARGS(nj_arg_seat("seat", 2)));
    KIT_HAS(k, "G sh.left name=A\n");
    kit_host(k, "kick", NJ_ARGS(nj_arg_seat("seat", 2)));
    KIT_HAS(k, "H sh.err.used_already\n");
    kit_host(k, "skip", NJ_NO_ARGS);
    assert_int_equal(kit_count(k, "sh.host.used"), 1);
    kit_free(k);
}

/* Questions have moved with the clock, the one that waits behind another too
 * (SH-15.3). */
static void questions_move_with_the_clock(void **state)
{
    struct kit *k;
    int64_t at = 0;

    NJ_UNUSED(state);
    k = kit_given("c", "prompt_secs=60s",
                  "seats SACD; hosted; round 3; S@21; A@2; A has coin; C@22; "
                  "C has gun; D@40");
    kit_order(k, 2, "go", "1");  /* the coin asks, at 1001 s */
    kit_order(k, 3, "go", "21"); /* the gun asks, at 1002 s */
    kit_host(k, "extend", NJ_ARGS(nj_arg_ms("ms", 3600000)));
    kit_host(k, "pause", NJ_NO_ARGS);
    k->now_ms += 100000;
    kit_host(k, "resume", NJ_NO_ARGS); /* 101 s later */
    kit_order(k, 2, "no", "");
    assert_true(nj_match_deadline(k->m, &at));
    assert_int_equal(at, 1002000 + 60000 + 3600000 + 101000);
    kit_free(k);
}

/* The deadlines behind an undo do not tell when what it took back was typed
 * (SH-12.1, 17.14): the running turn or round begins anew, and the distances
 * between the clocks stay. */
static void going_back_tells_no_moment(void **state)
{
    static const char *const orders[] = {"arrival", "priority"};
    struct nj_timer seen[2][NJ_TIMERS_MAX];
    char options[80];

    NJ_UNUSED(state);
    for (size_t i = 0; i < NJ_COUNT(orders); i++) {
        (void)snprintf(options, sizeof(options),
                       "order=%s round_secs=1000s turn_secs=1000s", orders[i]);
        for (int late = 0; late < 2; late++) {
            struct kit *k = kit_given(
                "c", options, "seats SAC; hosted; round 1; A@5; C@41; S@33");

            kit_order(k, 3, "look", ""); /* the first stays (SH-17.14) */
            k->now_ms += late != 0 ? 300000 : 1000;
            kit_order(k, 2, "go", "8");
            k->now_ms = 1400000;
            kit_host(k, "undo", NJ_NO_ARGS);
            memcpy(seen[late], nj_match_timers(k->m), sizeof(seen[late]));
            kit_free(k);
        }
        assert_memory_equal(seen[0], seen[1], sizeof(seen[0]));
        assert_int_equal(seen[0][0].at_ms, 1401000 + 1000000);
    }
}

/* What a host sees over the seat's shoulder goes to nobody else. */
static void looking_tells_the_host_alone(void **state)
{
    struct kit *k = kit_given("L", "", BOARD "; B knows none");

    NJ_UNUSED(state);
    kit_host(k, "look", NJ_ARGS(nj_arg_seat("seat", 1)));
    assert_int_equal(kit_count(k, "\n"), kit_count(k, "H sh."));
    KIT_HAS(k, "H sh.status_me alive=active room=12 pos=12");
    KIT_HAS(k, "H sh.step room=12");
    KIT_HAS(k, "H sh.album room=unknown pos=10\n");
    kit_free(k);
}

static void a_match_ends_by_decision(void **state)
{
    struct kit *k = kit_given("c", "", BOARD);

    NJ_UNUSED(state);
    rule(k, "end awakening");
    KIT_HAS(k, "G sh.end ending=awakening\n");
    assert_true(k->over);
    kit_free(k);
    k = kit_given("c", "", BOARD);
    kit_host(k, "abort", NJ_NO_ARGS);
    KIT_HAS(k, "G sh.end ending=lost\n");
    kit_free(k);
}

/* Before round 0 nothing is decided. */
static void nothing_is_decided_before_the_first_round(void **state)
{
    struct kit *k = kit_given("c", "", BOARD "; spawn");

    NJ_UNUSED(state);
    rule(k, "move 3 22");
    KIT_SAID(k, "H sh.err.no_game\n");
    kit_forget(k);
    kit_host(k, "skip", NJ_NO_ARGS);
    KIT_SAID(k, "H sh.err.no_game\n");
    kit_free(k);
}

/* What would change is shown first; asking changes nothing. */
static void expect_preview(struct kit *k, const char *verb, const char *text,
                           const char *want)
{
    const struct nj_power *p = nj_game_power(&nj_shadow_hotel, verb);
    struct nj_arg arg = nj_arg_text("text", text);
    struct nj_query q = {.asker = NJ_SEAT_NONE,
                         .verb = verb,
                         .args = {.v = &arg, .n = 1},
                         .arena = &k->arena};
    struct nj_str got = NJ_STR_INIT(400);

    assert_non_null(p);
    assert_non_null(p->preview);
    p->preview(k->m, &q);
    assert_non_null(q.answers);
    assert_null(q.answers->next);
    nj_message_canon(q.answers, &got);
    if (strstr(got.p, want) == NULL)
        fail_msg("'%s': no '%s' in: %s", text, want, got.p);
    nj_str_fini(&got);
}

static void a_decision_is_shown_before_it_is_made(void **state)
{
    struct kit *k = kit_given("c", "", BOARD);

    NJ_UNUSED(state);
    expect_preview(k, "rule", "move 3 22", /* SH 3.11 */
                   "sh.would.rule ruling=move seat=3 room=22 pos=22 "
                   "before=#5 after=#22 group=used");
    expect_preview(k, "rule", "move 3 99", "sh.err.ruling");
    expect_preview(k, "skip", "", "sh.would.skip n=1");
    assert_string_equal(kit_words(k), "r1 ph1 S@33 B@12(2) A@5(2) C@22(2) "
                                      "D@40(2) album@10");
    kit_free(k);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(decisions_are_understood),
        cmocka_unit_test(what_cannot_be_is_refused),
        cmocka_unit_test(the_group_hears_only_that_a_power_was_used),
        cmocka_unit_test(what_is_set_strikes_at_once),
        cmocka_unit_test(what_waits_happens_at_the_end),
        cmocka_unit_test(who_is_moved_meets_what_is_there),
        cmocka_unit_test(a_gun_taken_while_it_is_asked_for_shoots_no_more),
        cmocka_unit_test(a_radio_question_is_answered_by_its_number),
        cmocka_unit_test(swapped_rooms_are_forgotten),
        cmocka_unit_test(the_clock_stands_and_goes_on),
        cmocka_unit_test(no_word_of_the_clock_depends_on_a_grace),
        cmocka_unit_test(who_is_sent_away_is_a_power_used),
        cmocka_unit_test(questions_move_with_the_clock),
        cmocka_unit_test(going_back_tells_no_moment),
        cmocka_unit_test(looking_tells_the_host_alone),
        cmocka_unit_test(a_match_ends_by_decision),
        cmocka_unit_test(nothing_is_decided_before_the_first_round),
        cmocka_unit_test(a_decision_is_shown_before_it_is_made),
    };
    int failed = cmocka_run_group_tests_name("games/shadow_hotel/host", tests,
                                             NULL, NULL);

    kit_map_done();
    return failed;
}
