/* Going back: the course is as if what was undone had never been. */
#include <string.h>

#include "kit/nj_test.h"
#include "kit/toy_log.h"
#include "match/emit.h"

static const struct nj_toy *toy(const struct toy_log *l)
{
    return nj_state_const(l->m);
}

static void persons_only(struct toy_log *l)
{
    nj_toy_log_init(l);
    l->seats[2].computer = false;
    nj_match_destroy(l->m);
    l->m = nj_match_create(&l->setup);
    (void)nj_toy_log_start(l);
}

static int64_t step(struct toy_log *l)
{
    const struct nj_outcome *o;

    l->now_ms += 1000;
    o = nj_toy_log_order(l, toy(l)->turn, NJ_PLACE_GROUP, "step", NULL);
    assert_false(o->refused);
    return nj_message_int(o->messages, "die", 0);
}

static void state_dice_and_timers_are_as_before(void **state)
{
    struct toy_log l;
    struct nj_toy before;
    uint64_t draws;
    int64_t die, at = 0;

    NJ_UNUSED(state);
    persons_only(&l);
    (void)step(&l);
    before = *toy(&l);
    draws = nj_match_draws(l.m);
    die = step(&l); /* 59 s were left when it came */
    l.now_ms += 500000;
    assert_string_equal(nj_toy_lines(nj_toy_log_power(&l, "undo", -1)),
                        "G toy.undo seq=3\n");
    assert_memory_equal(&before, toy(&l), sizeof(before));
    assert_int_equal(nj_match_draws(l.m), draws);
    assert_true(nj_match_deadline(l.m, &at));
    assert_int_equal(at, l.now_ms + 59000);
    assert_int_equal(nj_at(l.m), l.now_ms);
    assert_int_equal(nj_match_seq(l.m), 4);
    assert_int_equal(step(&l), die);
    nj_match_destroy(nj_toy_log_fold(&l));
    nj_toy_log_fini(&l);
}

static void an_undone_undo_is_skipped(void **state)
{
    struct toy_log l;
    struct nj_toy at_three, at_five;

    NJ_UNUSED(state);
    persons_only(&l);
    (void)step(&l);                        /* 2 */
    at_three = *toy(&l);                   /* before input 3 */
    (void)step(&l);                        /* 3 */
    (void)nj_toy_log_power(&l, "undo", 3); /* 4 */
    at_five = *toy(&l);
    (void)step(&l);                        /* 5 */
    (void)nj_toy_log_power(&l, "undo", 5); /* 6: behind the undo of 4 */
    assert_memory_equal(&at_five, toy(&l), sizeof(at_five));
    assert_memory_equal(&at_three, toy(&l), sizeof(at_three));
    (void)step(&l);                        /* 7 */
    (void)nj_toy_log_power(&l, "undo", 4); /* 8: before the first undo */
    assert_int_equal(toy(&l)->steps, 2);
    (void)nj_toy_log_power(&l, "undo", 2); /* 9: to the start */
    assert_int_equal(toy(&l)->steps, 0);
    (void)step(&l);
    nj_match_destroy(nj_toy_log_fold(&l));
    nj_toy_log_fini(&l);
}

/* The clock that an undo has moved is the one that the next goes back to. */
static void clocks_go_on_behind_each_undo(void **state)
{
    struct toy_log l;
    int64_t undone_ms, at = 0;

    NJ_UNUSED(state);
    persons_only(&l);
    (void)step(&l);
    (void)step(&l); /* 59 s were left when it came */
    l.now_ms += 500000;
    (void)nj_toy_log_power(&l, "undo", -1);
    undone_ms = l.now_ms;
    l.now_ms += 10000;
    assert_false(
        nj_toy_log_order(&l, toy(&l)->turn, NJ_PLACE_PRIVATE, "guess", "six")
            ->refused);
    l.now_ms += 20000;
    (void)nj_toy_log_power(&l, "undo", -1);
    assert_true(nj_match_deadline(l.m, &at));
    assert_int_equal(at, undone_ms + 30000 + 49000);
    nj_match_destroy(nj_toy_log_fold(&l));
    nj_toy_log_fini(&l);
}

static void questions_open_and_close_again(void **state)
{
    struct toy_log l;
    nj_seat seat;

    NJ_UNUSED(state);
    persons_only(&l);
    (void)step(&l);
    (void)step(&l);
    seat = toy(&l)->turn;
    (void)step(&l); /* input 4 asks */
    assert_true(nj_prompt_open(l.m, seat, "double"));
    (void)nj_toy_log_power(&l, "undo", 4);
    assert_false(nj_prompt_open(l.m, seat, "double"));
    assert_string_equal(nj_match_timers(l.m)[0].name, "turn");
    assert_string_equal(nj_match_timers(l.m)[1].name, "");
    (void)step(&l); /* input 6 asks again */
    (void)nj_toy_log_order(&l, seat, NJ_PLACE_PRIVATE, "answer", "yes");
    (void)nj_toy_log_power(&l, "undo", 7);
    assert_true(nj_prompt_open(l.m, seat, "double"));
    assert_string_equal(nj_match_timers(l.m)[0].name, "double");
    assert_false(
        nj_toy_log_order(&l, seat, NJ_PLACE_PRIVATE, "answer", "no")->refused);
    nj_match_destroy(nj_toy_log_fold(&l));
    nj_toy_log_fini(&l);
}

/* A turn of an hour: `long`, reminded at half of it and at nine tenths. */
static void what_is_taken_back_is_reminded_of_again(void **state)
{
    struct toy_log l;
    struct nj_input in;

    NJ_UNUSED(state);
    nj_toy_log_init(&l);
    nj_match_destroy(l.m);
    l.setup.options.v[nj_option_find(&nj_toy_game, "think")] = 3600000;
    l.m = nj_match_create(&l.setup);
    (void)nj_toy_log_start(&l);                                    /* 1 */
    (void)nj_toy_log_order(&l, 0, NJ_PLACE_PRIVATE, "guess", "a"); /* 2 */
    for (int times = 0; times < 2; times++) {
        l.now_ms += 1800000;
        assert_true(nj_match_due(l.m, l.now_ms, &in));
        assert_string_equal(nj_toy_lines(nj_toy_log_apply(&l, &in)),
                            "P1 toy.remind percent=50 left=1800000\n");
        if (times == 0)
            (void)nj_toy_log_power(&l, "undo", 2);
    }
    l.now_ms += 1440000;
    assert_true(nj_match_due(l.m, l.now_ms, &in));
    assert_string_equal(nj_toy_lines(nj_toy_log_apply(&l, &in)),
                        "P1 toy.remind percent=90 left=360000\n");
    nj_match_destroy(nj_toy_log_fold(&l));
    nj_toy_log_fini(&l);
}

static void who_plays_for_whom_is_as_before(void **state)
{
    struct toy_log l;
    struct nj_input in = {.kind = NJ_IN_LEAVE, .verb = "leave", .reason = ""};

    NJ_UNUSED(state);
    persons_only(&l);
    (void)step(&l);
    (void)nj_toy_log_power(&l, "sub", 1);
    in.seat = 2;
    (void)nj_toy_log_apply(&l, &in);
    (void)nj_toy_log_power(&l, "pause", -1);
    assert_int_equal(nj_computers(l.m), nj_bit(1));
    assert_int_equal(nj_match_out(l.m), nj_bit(2));
    (void)nj_toy_log_power(&l, "undo", 3);
    assert_int_equal(nj_computers(l.m), 0);
    assert_int_equal(nj_match_out(l.m), 0);
    assert_false(nj_timer_paused(l.m));
    nj_match_destroy(nj_toy_log_fold(&l));
    nj_toy_log_fini(&l);
}

static void a_given_board_is_where_undo_ends(void **state)
{
    struct toy_log l;
    struct nj_str s = NJ_STR_INIT(200);

    NJ_UNUSED(state);
    nj_toy_log_init(&l);
    assert_int_equal(nj_match_given(l.m, "seats 2", NULL), NJ_OK);
    assert_int_equal(nj_match_given(l.m, "points 2=4", NULL), NJ_OK);
    nj_match_given_done(l.m, l.now_ms);
    (void)step(&l);
    (void)step(&l);
    (void)nj_toy_log_power(&l, "undo", 2);
    assert_int_equal(toy(&l)->steps, 1);
    (void)step(&l);
    nj_match_state(l.m, &s);
    assert_string_equal(s.p, "turn=1 p1=6 p2=6");
    nj_str_fini(&s);
    nj_toy_log_fini(&l);
}

static void what_cannot_be_undone_is_refused(void **state)
{
    struct toy_log l;

    NJ_UNUSED(state);
    persons_only(&l);
    assert_string_equal(nj_toy_lines(nj_toy_log_power(&l, "undo", 1)),
                        "H toy.err.no_undo\n");
    assert_string_equal(nj_toy_lines(nj_toy_log_power(&l, "undo", 2)),
                        "H toy.err.no_undo\n");
    nj_toy_log_fini(&l);
}

static void many_undos_stay_cheap_to_fold(void **state)
{
    struct toy_log l;

    NJ_UNUSED(state);
    persons_only(&l);
    for (int i = 0; i < 100; i++) {
        (void)step(&l);
        (void)nj_toy_log_power(&l, "undo", -1);
    }
    assert_int_equal(toy(&l)->steps, 0);
    nj_match_destroy(nj_toy_log_fold(&l));
    nj_toy_log_fini(&l);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(state_dice_and_timers_are_as_before),
        cmocka_unit_test(an_undone_undo_is_skipped),
        cmocka_unit_test(clocks_go_on_behind_each_undo),
        cmocka_unit_test(questions_open_and_close_again),
        cmocka_unit_test(what_is_taken_back_is_reminded_of_again),
        cmocka_unit_test(who_plays_for_whom_is_as_before),
        cmocka_unit_test(a_given_board_is_where_undo_ends),
        cmocka_unit_test(what_cannot_be_undone_is_refused),
        cmocka_unit_test(many_undos_stay_cheap_to_fold),
    };

    return cmocka_run_group_tests_name("match/undo", tests, NULL, NULL);
}
