/* What is typed in a record is read as the shell reads it: several orders in
 * one message, the seat that is meant, text that a game collects. */
#include <string.h>

#include "base/random.h"
#include "cli/scenario_game.h"
#include "kit/nj_test.h"
#include "kit/toy_house.h"

static struct nj_commands *commands;

#define HEAD  "S-1 TOY-8 | what is typed\n"
#define TWO   HEAD "given: seats 2; turn 1\n"
#define ALONE "end: turn=1 p1=0 p2=0\n"

static bool runs(const char *text, struct nj_str *report, struct nj_err *err)
{
    const struct nj_loaded_game game = {.game = &nj_toy_game};
    const struct nj_scenario_world world = {.game = &game,
                                            .commands = commands};
    struct nj_arena arena = NJ_ARENA_INIT(4096);
    struct nj_scenario_file f;
    struct nj_scenario_actual actual = {0};
    bool ran;

    if (nj_scenario_file_read("t.txt", text, strlen(text), &f, err) != NJ_OK)
        fail_msg("%s", err->text);
    ran = nj_scenario_game_run(&f, &f.records[0], &world, &arena, &actual,
                               err) == NJ_OK;
    if (ran)
        (void)nj_scenario_compare(&f, &f.records[0], &actual, report);
    nj_scenario_file_fini(&f);
    nj_arena_fini(&arena);
    return ran;
}

static void holds(const char *text)
{
    struct nj_str report = NJ_STR_INIT(65536);
    struct nj_err err = {{0}};

    if (!runs(text, &report, &err))
        fail_msg("%s", err.text);
    assert_string_equal(report.p, "");
    nj_str_fini(&report);
}

static void is_wrong(const char *text, const char *why)
{
    struct nj_str report = NJ_STR_INIT(65536);
    struct nj_err err = {{0}};

    assert_false(runs(text, &report, &err));
    assert_non_null(strstr(err.text, why));
    nj_str_fini(&report);
}

#define WISHED(n) "out: P1 toy.wished seat=1 number=" n "\n"

static void several_orders_are_several_inputs(void **state)
{
    NJ_UNUSED(state);
    holds(TWO "in: 1P 许愿 1；许愿 2 x1, 许愿 3\\n#许愿 4\n" WISHED("1")
              WISHED("2") WISHED("3") WISHED("4") ALONE);
}

static void the_first_refusal_stops(void **state)
{
    NJ_UNUSED(state);
    holds(TWO "in: 1P 许愿 1; 许愿 2; 许愿 1; 许愿 3\n" WISHED("1") WISHED(
        "2") "out: P1 toy.err.marked number=1\n"
             "out: P1 shell.batch_refused done=许愿 1,许愿 2 not=许愿 1 "
             "rest=许愿 3\n"
             "in: 1P 许愿 2; 许愿 3\n"
             "out: P1 toy.err.marked number=2\n"
             "out: P1 shell.batch_first done=- not=许愿 2 rest=许愿 3\n"
             "in: 1P 许愿 3; 许愿 2\n" WISHED(
                 "3") "out: P1 toy.err.marked number=2\n"
                      "out: P1 shell.batch_last done=许愿 3 not=许愿 2 rest=-\n" ALONE);
}

static void a_stop_and_the_end_of_a_turn_leave_the_rest_unread(void **state)
{
    NJ_UNUSED(state);
    holds(TWO "in: 1P 许愿 7; 许愿 2\n" WISHED(
        "7") "out: P1 shell.batch_stopped done=许愿 7 not=- rest=许愿 2\n" ALONE);
    holds(HEAD "given: seats 2; turn 1; rng 3\n"
               "in: 1G 走一步; 记 2\n"
               "out: G toy.step seat=1 die=4\n"
               "out: G toy.turn seat=2 think=60000\n"
               "out: G shell.batch_stopped done=走一步 not=- rest=记 2\n"
               "end: turn=2 p1=4 p2=0\n");
}

static void what_cannot_be_given_refuses_all(void **state)
{
    NJ_UNUSED(state);
    holds(TWO "in: 1P 许愿 1; 许怨 2\n"
              "out: P1 shell.batch_unknown n=2\n"
              "in: 1P 许愿 1; 比分\n"
              "out: P1 shell.batch_alone n=2\n"
              "in: 1P 许愿 1; 记\n"
              "out: P1 shell.batch_number n=2\n"
              "in: 1P 许愿 1 x17\n"
              "out: P1 shell.batch_many n=16\n"
              "in: 1G #许愿 1; #许愿 2\n"
              "out: P1 shell.need_private\n"
              "in: 1P 走一步; 走一步\n"
              "out: P1 shell.need_group\n"
              "in: 1G 记 1; 再说吧\n" /* talk */
              "end: unchanged\n");
}

static void one_order_belongs_where_its_channel_is(void **state)
{
    NJ_UNUSED(state);
    holds(TWO "in: 1G #许愿 1\n"
              "out: P1 shell.need_private\n"
              "in: 1P 走一步\n"
              "out: P1 shell.need_group\n"
              "end: unchanged\n");
}

/* Chance: the first draw shuffles two seats so that nobody moves. */
#define WILD_BEGINS                                                  \
 HEAD "given: start seats=2; edition wild; rng 1\nout: G toy.start " \
      "seats=1,2,3\nout: G toy.turn seat=1 think=60000\n"

static void the_seat_meant_is_named_asked_awaited_or_the_games(void **state)
{
    NJ_UNUSED(state);
    holds(WILD_BEGINS "in: 1P 3席 记 2\n"
                      "out: P3 toy.marked seat=3 number=2\n"
                      "in: 3P 记 3\n"
                      "out: P3 toy.marked seat=3 number=3\n"
                      "in: 1P 记 4\n" /* awaited */
                      "out: P1 toy.marked seat=1 number=4\n"
                      "in: 1G #3席 记 5; 记 6\n"
                      "out: G toy.marked seat=3 number=5\n"
                      "out: G toy.marked seat=3 number=6\n"
                      "in: 1P 2席 记 1\n"
                      "out: P1 shell.not_your_seat n=2\n"
                      "in: 2P 3席 许愿 1; 许愿 2\n"
                      "out: P2 shell.not_your_seat n=3\n"
                      "in: 1P 3席 比分\n"
                      "out: P3 toy.points seat=1 points=0\n"
                      "out: P3 toy.points seat=2 points=0\n"
                      "out: P3 toy.points seat=3 points=0\n"
                      "in: 1G #挑战 3\n" /* of both, the one that is asked */
                      "out: G toy.dueled seat=1 other=3\n"
                      "out: P3 toy.duel other=1 most=3 until=1028000\n"
                      "in: 1P 挡 2\n"
                      "out: G toy.parried seat=3 dice=2 word=low\n"
                      "end: turn=1 p1=0 p2=0 p3=0\n");
}

static void a_given_board_has_persons_with_two_seats(void **state)
{
    NJ_UNUSED(state);
    holds(HEAD "given: seats 3; turn 2; plays 1 3\n"
               "in: 1P 许愿 1\n" /* none is awaited: as the game says */
               "out: P3 toy.wished seat=3 number=1\n"
               "end: turn=2 p1=0 p2=0 p3=0\n");
    is_wrong(HEAD "given: seats 2; turn 1; plays 1 3\nend: x\n",
             "no two seats");
    is_wrong(HEAD "given: seats 3; turn 1; plays 2 1\nend: x\n", "no seat");
    is_wrong(HEAD "given: seats 3; turn 1; plays 1 2; plays 2 3\nend: x\n",
             "no two seats");
}

static void collected_text_is_taken_as_it_was_typed(void **state)
{
    NJ_UNUSED(state);
    holds(TWO "in: 1P 讲开始\n"
              "out: P1 toy.tell_on bytes=0\n"
              "in: 1P 从前\\n有座山；许愿 1\\s\n"
              "out: R toy.line seat=1 text=从前\\n有座山；许愿 1\\s\n"
              "in: 1P #许愿 2\n" WISHED(
                  "2") "in: 1P a\\\\b\\tc\n"
                       "out: R toy.line seat=1 text=a\\\\b\\tc\n"
                       "in: 2P 许愿 3\n"
                       "out: P2 toy.wished seat=2 number=3\n"
                       "in: 1P /讲结束\n"
                       "out: P1 toy.told bytes=33\n" ALONE);
}

static void a_private_question_tells_who_is_there(void **state)
{
    NJ_UNUSED(state);
    holds(TWO "in: T\n"
              "out: G toy.timeout seat=1\n"
              "out: G toy.turn seat=2 think=60000\n"
              "in: 1G #比分\n" /* not in the group */
              "out: G toy.points seat=1 points=0\n"
              "out: G toy.points seat=2 points=0\n"
              "in: 1P 比分\n"
              "out: P1 toy.points seat=1 points=0\n"
              "out: P1 toy.points seat=2 points=0\n"
              "out: P1 toy.back\n"
              "in: 1P 比分\n" /* once */
              "out: P1 toy.points seat=1 points=0\n"
              "out: P1 toy.points seat=2 points=0\n"
              "end: turn=2 p1=0 p2=0\n");
}

static void a_host_answers_a_question_by_its_number(void **state)
{
    NJ_UNUSED(state);
    holds(TWO "in: 2P 问 谁先\n"
              "out: H toy.ask n=1 seat=2 text=谁先\n"
              "in: 1P 问 几点\n"
              "out: H toy.ask n=2 seat=1 text=几点\n"
              "in: H 答 1 你 1 先\n"
              "out: P2 toy.answer n=1 text=你 1 先\n"
              "in: H 答 1 再说\n"
              "out: H toy.err.power\n"
              "end: turn=1 p1=0 p2=0\n");
}

static void long_text_is_several_inputs(void **state)
{
    struct nj_str text = NJ_STR_INIT(1u << 18), report = NJ_STR_INIT(1u << 18);
    struct nj_err err = {{0}};

    NJ_UNUSED(state);
    nj_str_addf(&text, "%s", TWO "in: 1P 讲开始\nin: 1P ");
    for (int i = 0; i < 2000; i++)
        nj_str_putc(&text, 'x');
    nj_str_addf(&text, "\nin: 1P ");
    for (int i = 0; i < 2000; i++) /* 1,000 are left: none of it counts */
        nj_str_putc(&text, 'y');
    nj_str_addf(&text, "\nin: 1P ");
    for (int i = 0; i < NJ_TEXT_PRIVATE_MAX + 1; i++)
        nj_str_putc(&text, 'z');
    nj_str_addf(&text, "\nend: x\n");
    assert_true(runs(text.p, &report, &err));
    assert_non_null(strstr(report.p, "+ R toy.line_part seat=1 text=xxx"));
    assert_non_null(strstr(report.p, "+ R toy.line seat=1 text=xxx"));
    assert_non_null(strstr(report.p, "+ P1 toy.err.tale left=1000"));
    assert_null(strstr(report.p, "yyy"));
    assert_non_null(strstr(report.p, "+ P1 shell.collect_long n=16384"));
    assert_null(strstr(report.p, "zzz"));
    nj_str_fini(&text);
    nj_str_fini(&report);
}

static int load(void **state)
{
    NJ_UNUSED(state);
    nj_random_init();
    commands = toy_house_commands();
    return 0;
}

static int unload(void **state)
{
    NJ_UNUSED(state);
    nj_commands_destroy(commands);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(several_orders_are_several_inputs),
        cmocka_unit_test(the_first_refusal_stops),
        cmocka_unit_test(a_stop_and_the_end_of_a_turn_leave_the_rest_unread),
        cmocka_unit_test(what_cannot_be_given_refuses_all),
        cmocka_unit_test(one_order_belongs_where_its_channel_is),
        cmocka_unit_test(the_seat_meant_is_named_asked_awaited_or_the_games),
        cmocka_unit_test(a_given_board_has_persons_with_two_seats),
        cmocka_unit_test(collected_text_is_taken_as_it_was_typed),
        cmocka_unit_test(a_private_question_tells_who_is_there),
        cmocka_unit_test(a_host_answers_a_question_by_its_number),
        cmocka_unit_test(long_text_is_several_inputs),
    };

    return cmocka_run_group_tests_name("cli/scenario_typed", tests, load,
                                       unload);
}
