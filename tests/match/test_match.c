/* The life of a match: inputs, refusals, the digest chain, computer players,
 * given boards, queries, size. */
#include <string.h>

#include "kit/nj_test.h"
#include "kit/toy_log.h"
#include "match/emit.h"
#include "match/match.h"

static nj_seat turn_of(const struct toy_log *l)
{
    const struct nj_toy *s = nj_state_const(l->m);

    return s->turn;
}

static void a_course_is_what_its_inputs_say(void **state)
{
    struct toy_log l;
    const struct nj_outcome *o;

    NJ_UNUSED(state);
    nj_toy_log_init(&l);
    o = nj_toy_log_start(&l);
    assert_false(o->refused);
    assert_int_equal(o->seq, 1);
    assert_string_equal(nj_toy_lines(o), "G toy.start seats=1,2,3\n"
                                         "G toy.turn seat=1 think=60000\n");
    for (int i = 0; i < 200 && !nj_match_over(l.m); i++) {
        nj_seat turn = turn_of(&l);

        if (nj_toy_log_computers(&l) > 0)
            continue;
        l.now_ms += 500;
        if (nj_toy_log_order(&l, turn, NJ_PLACE_GROUP, "step", NULL)->refused)
            (void)nj_toy_log_order(&l, turn, NJ_PLACE_GROUP, "answer", "yes");
    }
    assert_true(nj_match_over(l.m));
    nj_match_destroy(nj_toy_log_fold(&l));
    nj_toy_log_fini(&l);
}

/* Plays on until nothing but a refusal is left to try. */
static void play(struct toy_log *l, int steps)
{
    for (int i = 0; i < steps && !nj_match_over(l->m); i++) {
        nj_seat turn = turn_of(l);

        if (nj_toy_log_computers(l) > 0)
            continue;
        l->now_ms += 500;
        if (nj_toy_log_order(l, turn, NJ_PLACE_GROUP, "step", NULL)->refused)
            (void)nj_toy_log_order(l, turn, NJ_PLACE_PRIVATE, "answer", "no");
    }
}

static void a_refused_order_leaves_no_trace(void **state)
{
    struct toy_log l;
    struct nj_toy before;
    struct nj_hash digest;
    const struct nj_outcome *o;
    int64_t deadline = 0, again = 0;
    nj_seat other;

    NJ_UNUSED(state);
    nj_toy_log_init(&l);
    (void)nj_toy_log_start(&l);
    before = *(const struct nj_toy *)nj_state_const(l.m);
    digest = *nj_match_digest(l.m);
    assert_true(nj_match_deadline(l.m, &deadline));
    other = (nj_seat)((before.turn + 1) % 3);
    l.now_ms += 1000;
    o = nj_toy_log_order(&l, other, NJ_PLACE_GROUP, "step", NULL);
    assert_true(o->refused);
    assert_int_equal(o->seq, 0);
    assert_int_equal(o->n_messages, 1);
    assert_string_equal(o->messages->key, "toy.err.turn");
    assert_string_equal(o->messages->clause, "TOY-2");
    assert_int_equal(nj_match_seq(l.m), 1);
    assert_memory_equal(&before, nj_state_const(l.m), sizeof(before));
    assert_true(nj_hash_equal(&digest, nj_match_digest(l.m)));
    assert_true(nj_match_deadline(l.m, &again));
    assert_int_equal(deadline, again);
    assert_int_equal(nj_at(l.m), 1000000);
    assert_int_equal(l.n, 1);
    nj_toy_log_fini(&l);
}

static void a_refusal_goes_where_it_was_asked(void **state)
{
    struct toy_log l;

    NJ_UNUSED(state);
    nj_toy_log_init(&l);
    (void)nj_toy_log_start(&l);
    assert_string_equal(
        nj_toy_lines(nj_toy_log_order(&l, 0, NJ_PLACE_GROUP, "answer", "yes")),
        "G toy.err.not_asked\n");
    assert_string_equal(nj_toy_lines(nj_toy_log_order(&l, 1, NJ_PLACE_PRIVATE,
                                                      "answer", "yes")),
                        "P2 toy.err.not_asked\n");
    assert_string_equal(nj_toy_lines(nj_toy_log_power(&l, "fly", -1)),
                        "H toy.err.power\n");
    nj_toy_log_fini(&l);
}

static void seats_are_as_drawn(void **state)
{
    struct toy_log l;
    nj_seat_set computers;

    NJ_UNUSED(state);
    nj_toy_log_init(&l);
    assert_int_equal(nj_computers(l.m), nj_bit(2));
    (void)nj_toy_log_start(&l);
    computers = nj_computers(l.m);
    for (uint8_t join = 0; join < 3; join++) {
        nj_seat seat = nj_match_seat_of(l.m, join);

        assert_int_equal(nj_match_join_of(l.m, seat), join);
        assert_string_equal(nj_seat_name(l.m, seat), l.seats[join].name);
        assert_int_equal((computers & nj_bit(seat)) != 0, join == 2);
    }
    nj_toy_log_fini(&l);
}

static void the_end_reveals_and_stops_the_clock(void **state)
{
    struct toy_log l;
    const struct nj_outcome *o;
    struct nj_input in;
    struct nj_result result = {0};
    int64_t at;

    NJ_UNUSED(state);
    nj_toy_log_init(&l);
    (void)nj_toy_log_start(&l);
    o = nj_toy_log_power(&l, "abort", -1);
    assert_true(o->over);
    assert_string_equal(nj_toy_lines(o), "G toy.over reason=aborted\n"
                                         "G toy.score rows=1:0,2:0,3:0 "
                                         "rank=1,1,1\n"
                                         "G toy.reveal guesses=0\n");
    assert_false(nj_match_deadline(l.m, &at));
    assert_false(nj_match_computer(l.m, &in));
    assert_false(nj_match_fire(l.m, NULL, &in));
    assert_int_equal(nj_match_awaited(l.m), 0);
    o = nj_toy_log_order(&l, 0, NJ_PLACE_GROUP, "step", NULL);
    assert_string_equal(nj_toy_lines(o), "G toy.err.over\n");
    assert_true(o->over);
    nj_toy_game.result(l.m, 1, &result);
    assert_int_equal(result.rank, 1);
    nj_toy_log_fini(&l);
}

static void who_left_is_out_and_asked_no_more(void **state)
{
    struct toy_log l;
    struct nj_input in = {.kind = NJ_IN_LEAVE, .verb = "leave", .reason = ""};

    NJ_UNUSED(state);
    nj_toy_log_init(&l);
    (void)nj_toy_log_start(&l);
    in.seat = turn_of(&l);
    assert_false(nj_toy_log_apply(&l, &in)->refused);
    assert_int_equal(nj_match_out(l.m), nj_bit(in.seat));
    assert_string_equal(nj_toy_lines(nj_toy_log_apply(&l, &in)),
                        "G toy.err.out\n");
    play(&l, 300);
    assert_true(nj_match_over(l.m));
    nj_match_destroy(nj_toy_log_fold(&l));
    nj_toy_log_fini(&l);
}

static void a_query_changes_nothing(void **state)
{
    struct toy_log l;
    struct nj_arena a = NJ_ARENA_INIT(512);
    struct nj_query q = {.asker = NJ_SEAT_NONE, .verb = "score", .arena = &a};
    struct nj_str s = NJ_STR_INIT(500);

    NJ_UNUSED(state);
    nj_toy_log_init(&l);
    (void)nj_toy_log_start(&l);
    nj_match_query(l.m, &q);
    for (const struct nj_message *m = q.answers; m != NULL; m = m->next) {
        nj_message_canon(m, &s);
        nj_str_putc(&s, '\n');
    }
    assert_string_equal(s.p, "G toy.points seat=1 points=0\n"
                             "G toy.points seat=2 points=0\n"
                             "G toy.points seat=3 points=0\n");
    q.asker = 1;
    q.place = NJ_PLACE_PRIVATE;
    nj_match_query(l.m, &q);
    assert_int_equal(q.answers->to.to, NJ_TO_SEATS);
    assert_int_equal(q.answers->to.seats, nj_bit(1));
    assert_int_equal(nj_match_seq(l.m), 1);
    nj_str_fini(&s);
    nj_arena_fini(&a);
    nj_toy_log_fini(&l);
}

static void two_matches_do_not_disturb_each_other(void **state)
{
    struct toy_log a, b;

    NJ_UNUSED(state);
    nj_toy_log_init(&a);
    nj_toy_log_init(&b);
    (void)nj_toy_log_start(&a);
    (void)nj_toy_log_start(&b);
    for (int i = 0; i < 40; i++) {
        play(&a, 1);
        play(&b, 1);
    }
    assert_int_equal(a.n, b.n);
    assert_memory_equal(a.digests, b.digests, a.n * sizeof(a.digests[0]));
    nj_toy_log_fini(&a);
    nj_toy_log_fini(&b);
}

static void an_idle_match_is_small(void **state)
{
    struct toy_log l;

    NJ_UNUSED(state);
    nj_toy_log_init(&l);
    (void)nj_toy_log_start(&l);
    play(&l, 30);
    /* Of 6 KiB for the maze game (goals P6) its state and brains take three. */
    assert_in_range(nj_match_bytes(l.m), 1, 3000);
    nj_toy_log_fini(&l);
    nj_match_destroy(NULL);
    nj_match_thread_done();
}

static void a_given_board_is_played(void **state)
{
    struct toy_log l;
    struct nj_err err = {{0}};
    struct nj_str s = NJ_STR_INIT(200);
    const struct nj_outcome *o;

    NJ_UNUSED(state);
    nj_toy_log_init(&l);
    assert_true(nj_given_option(l.m, "goal", "50"));
    assert_false(nj_given_option(l.m, "goal", "500"));
    assert_false(nj_given_option(l.m, "gaol", "5"));
    assert_int_equal(nj_match_given(l.m, "seats 2", &err), NJ_OK);
    assert_int_equal(nj_match_given(l.m, "points 1=7", &err), NJ_OK);
    assert_int_equal(nj_match_given(l.m, "turn 2", &err), NJ_OK);
    assert_int_equal(nj_match_given(l.m, "nonsense", &err), NJ_ERR_BAD_INPUT);
    nj_match_given_done(l.m, l.now_ms);
    nj_match_state(l.m, &s);
    assert_string_equal(s.p, "turn=2 p1=7 p2=0");
    assert_int_equal(nj_option(l.m, "goal"), 50);
    assert_int_equal(nj_seats(l.m), 2);
    assert_int_equal(nj_match_awaited(l.m), nj_bit(1));
    o = nj_toy_log_order(&l, 1, NJ_PLACE_GROUP, "step", NULL);
    assert_int_equal(o->seq, 1);
    nj_str_fini(&s);
    nj_toy_log_fini(&l);
}

static void scripted_dice_are_checked(void **state)
{
    static const uint32_t script[] = {0, 0, 5, 9};
    struct toy_log l;

    NJ_UNUSED(state);
    nj_toy_log_init(&l);
    nj_match_destroy(l.m);
    nj_rng_script(&l.setup.rng, script, NJ_COUNT(script));
    l.m = nj_match_create(&l.setup);
    (void)nj_toy_log_start(&l); /* two draws for the order of the seats */
    assert_int_equal(nj_match_draws(l.m), 2);
    (void)nj_toy_log_order(&l, 0, NJ_PLACE_GROUP, "step", NULL);
    assert_false(nj_match_misscripted(l.m));
    (void)nj_toy_log_order(&l, 1, NJ_PLACE_GROUP, "step", NULL);
    assert_true(nj_match_misscripted(l.m)); /* a die shows no 9 */
    nj_toy_log_fini(&l);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_course_is_what_its_inputs_say),
        cmocka_unit_test(a_refused_order_leaves_no_trace),
        cmocka_unit_test(a_refusal_goes_where_it_was_asked),
        cmocka_unit_test(seats_are_as_drawn),
        cmocka_unit_test(the_end_reveals_and_stops_the_clock),
        cmocka_unit_test(who_left_is_out_and_asked_no_more),
        cmocka_unit_test(a_query_changes_nothing),
        cmocka_unit_test(two_matches_do_not_disturb_each_other),
        cmocka_unit_test(an_idle_match_is_small),
        cmocka_unit_test(a_given_board_is_played),
        cmocka_unit_test(scripted_dice_are_checked),
    };

    return cmocka_run_group_tests_name("match/match", tests, NULL, NULL);
}
