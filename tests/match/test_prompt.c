/* Questions: asked in private, answered by a choice, or by the clock. */
#include <string.h>

#include "kit/nj_test.h"
#include "kit/toy_log.h"
#include "match/emit.h"

/* Until somebody who is a person is asked; returns the outcome that asked. */
static const struct nj_outcome *until_asked(struct toy_log *l, nj_seat *seat)
{
    const struct nj_toy *s;

    nj_toy_log_init(l);
    l->seats[2].computer = false;
    nj_match_destroy(l->m);
    l->m = nj_match_create(&l->setup);
    (void)nj_toy_log_start(l);
    s = nj_state_const(l->m);
    (void)nj_toy_log_order(l, s->turn, NJ_PLACE_GROUP, "step", NULL);
    (void)nj_toy_log_order(l, s->turn, NJ_PLACE_GROUP, "step", NULL);
    *seat = s->turn;
    return nj_toy_log_order(l, s->turn, NJ_PLACE_GROUP, "step", NULL);
}

static void a_question_goes_to_its_seat_with_choices(void **state)
{
    struct toy_log l;
    nj_seat seat = 0;
    const struct nj_outcome *o = until_asked(&l, &seat);
    const struct nj_message *ask = o->messages->next;
    const struct nj_timer *t = nj_match_timers(l.m);

    NJ_UNUSED(state);
    assert_string_equal(ask->key, "toy.double");
    assert_int_equal(ask->to.seats, nj_bit(seat));
    assert_int_equal(ask->n_choices, 2);
    assert_string_equal(ask->choices[0], "yes");
    assert_string_equal(ask->choices[1], "no");
    assert_true(nj_prompt_open(l.m, seat, "double"));
    assert_false(nj_prompt_open(l.m, seat, "treble"));
    assert_string_equal(t[0].name, "double");
    assert_int_equal(t[0].asked, seat + 1);
    assert_int_equal(t[0].length_ms, 30000);
    assert_string_equal(t[1].name, "");
    nj_toy_log_fini(&l);
}

static void only_a_choice_answers(void **state)
{
    struct toy_log l;
    nj_seat seat = 0;
    const struct nj_outcome *o = until_asked(&l, &seat);
    uint32_t n = l.n;
    int64_t at = 0;

    NJ_UNUSED(state);
    assert_false(o->refused);
    o = nj_toy_log_order(&l, seat, NJ_PLACE_PRIVATE, "answer", "Yes");
    assert_true(o->refused);
    assert_string_equal(o->messages->key, "match.err.choice");
    assert_string_equal(o->messages->clause, "");
    assert_int_equal(o->messages->to.seats, nj_bit(seat));
    assert_int_equal(l.n, n);
    assert_true(nj_prompt_open(l.m, seat, "double"));
    /* Somebody else's answer is the game's to refuse. */
    o = nj_toy_log_order(&l, (nj_seat)((seat + 1) % 3), NJ_PLACE_PRIVATE,
                         "answer", "maybe");
    assert_string_equal(o->messages->key, "toy.err.not_asked");
    o = nj_toy_log_order(&l, seat, NJ_PLACE_PRIVATE, "answer", "no");
    assert_false(o->refused);
    assert_false(nj_prompt_open(l.m, seat, "double"));
    assert_true(nj_match_deadline(l.m, &at));
    assert_int_equal(at, l.now_ms + 60000); /* the next turn's, not 30 s */
    nj_match_destroy(nj_toy_log_fold(&l));
    nj_toy_log_fini(&l);
}

static void a_refused_answer_leaves_the_question_open(void **state)
{
    struct toy_log l;
    nj_seat seat = 0;
    const struct nj_outcome *o;

    NJ_UNUSED(state);
    (void)until_asked(&l, &seat);
    (void)nj_toy_log_power(&l, "pause", -1);
    o = nj_toy_log_order(&l, seat, NJ_PLACE_PRIVATE, "answer", "yes");
    assert_string_equal(o->messages->key, "toy.err.paused");
    assert_true(nj_prompt_open(l.m, seat, "double"));
    (void)nj_toy_log_power(&l, "resume", -1);
    o = nj_toy_log_order(&l, seat, NJ_PLACE_PRIVATE, "answer", "yes");
    assert_false(o->refused);
    nj_toy_log_fini(&l);
}

static void the_clock_answers_by_default(void **state)
{
    struct toy_log l;
    nj_seat seat = 0;
    struct nj_input in;
    const struct nj_outcome *o;

    NJ_UNUSED(state);
    (void)until_asked(&l, &seat);
    assert_false(nj_match_due(l.m, l.now_ms + 29999, &in));
    l.now_ms += 30000;
    assert_true(nj_match_due(l.m, l.now_ms, &in));
    assert_int_equal(in.kind, NJ_IN_ORDER);
    assert_int_equal(in.by, NJ_BY_CLOCK);
    assert_int_equal(in.seat, seat);
    assert_int_equal(in.place, NJ_PLACE_PRIVATE);
    assert_string_equal(in.verb, "answer");
    assert_string_equal(in.args.v[0].s, "no");
    o = nj_toy_log_apply(&l, &in);
    assert_false(o->refused);
    assert_string_equal(nj_message_str(o->messages, "answer"), "no");
    assert_false(nj_prompt_open(l.m, seat, "double"));
    nj_match_destroy(nj_toy_log_fold(&l));
    nj_toy_log_fini(&l);
}

static void who_leaves_is_asked_no_more(void **state)
{
    struct toy_log l;
    struct nj_input in = {.kind = NJ_IN_LEAVE, .verb = "leave", .reason = ""};
    nj_seat seat = 0;

    NJ_UNUSED(state);
    (void)until_asked(&l, &seat);
    in.seat = seat;
    (void)nj_toy_log_apply(&l, &in);
    assert_false(nj_prompt_open(l.m, seat, "double"));
    assert_string_equal(nj_match_timers(l.m)[0].name, "turn");
    assert_string_equal(nj_match_timers(l.m)[1].name, "");
    (void)nj_toy_log_power(&l, "abort", -1);
    nj_toy_log_fini(&l);
}

static void the_end_closes_questions(void **state)
{
    struct toy_log l;
    nj_seat seat = 0;

    NJ_UNUSED(state);
    (void)until_asked(&l, &seat);
    (void)nj_toy_log_power(&l, "abort", -1);
    assert_false(nj_prompt_open(l.m, seat, "double"));
    nj_toy_log_fini(&l);
}

static void a_match_may_end_with_a_question_open(void **state)
{
    struct toy_log l;
    nj_seat seat = 0;

    NJ_UNUSED(state);
    (void)until_asked(&l, &seat);
    nj_toy_log_fini(&l); /* destroyed as it is: nothing leaks */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_question_goes_to_its_seat_with_choices),
        cmocka_unit_test(only_a_choice_answers),
        cmocka_unit_test(a_refused_answer_leaves_the_question_open),
        cmocka_unit_test(the_clock_answers_by_default),
        cmocka_unit_test(who_leaves_is_asked_no_more),
        cmocka_unit_test(the_end_closes_questions),
        cmocka_unit_test(a_match_may_end_with_a_question_open),
    };

    return cmocka_run_group_tests_name("match/prompt", tests, NULL, NULL);
}
