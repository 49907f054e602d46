/*
 * A question whose answer is an order with arguments, and for which everybody
 * waits (MK-9.4): what is shown, what is refused meanwhile, what counts, and
 * that the turn loses no time by it.
 */
#include <string.h>

#include "kit/nj_test.h"
#include "kit/toy_log.h"
#include "match/emit.h"

#define SECOND INT64_C(1000)

static const struct nj_outcome *order(struct toy_log *l, nj_seat seat,
                                      enum nj_place place, const char *verb,
                                      struct nj_args args)
{
    const struct nj_input in = {.kind = NJ_IN_ORDER,
                                .seat = seat,
                                .place = place,
                                .by = NJ_BY_PERSON,
                                .verb = verb,
                                .args = args,
                                .reason = ""};

    return nj_toy_log_apply(l, &in);
}

static nj_seat turn(const struct toy_log *l)
{
    const struct nj_toy *s = nj_state_const(l->m);

    return s->turn;
}

static nj_seat other(const struct toy_log *l)
{
    return (nj_seat)((turn(l) + 1) % 3);
}

static const struct nj_outcome *parry(struct toy_log *l, nj_seat seat,
                                      int64_t dice, const char *word)
{
    return order(l, seat, NJ_PLACE_PRIVATE, "parry",
                 NJ_ARGS(nj_arg_int("n", dice), nj_arg_text("text", word)));
}

static const struct nj_outcome *number(struct toy_log *l, nj_seat seat,
                                       const char *verb, int64_t n)
{
    return order(l, seat, NJ_PLACE_PRIVATE, verb, NJ_ARGS(nj_arg_int("n", n)));
}

/* Three people; who has the turn asks the next. */
static const struct nj_outcome *open_duel(struct toy_log *l)
{
    const struct nj_outcome *o;

    nj_toy_log_init(l);
    l->seats[2].computer = false;
    nj_match_destroy(l->m);
    l->m = nj_match_create(&l->setup);
    (void)nj_toy_log_start(l);
    l->now_ms += 10 * SECOND;
    o = order(l, turn(l), NJ_PLACE_GROUP, "duel",
              NJ_ARGS(nj_arg_seat("seat", other(l))));
    assert_false(o->refused);
    return o;
}

/* The log gives the same digests once more. */
static void close_log(struct toy_log *l)
{
    nj_match_destroy(nj_toy_log_fold(l));
    nj_toy_log_fini(l);
}

static void expect_refused(const struct nj_outcome *o, const char *key)
{
    assert_true(o->refused);
    assert_string_equal(o->messages->key, key);
}

static void ways_to_answer_are_shown_and_others_count(void **state)
{
    struct toy_log l;
    const struct nj_outcome *o = open_duel(&l);
    const struct nj_message *ask = o->messages->next;

    NJ_UNUSED(state);
    assert_string_equal(ask->key, "toy.duel");
    assert_int_equal(ask->to.seats, nj_bit(other(&l)));
    assert_int_equal(ask->n_choices, 2);
    assert_string_equal(ask->choices[1], "parry 3 high");
    o = parry(&l, other(&l), 2, "high");
    assert_false(o->refused);
    assert_string_equal(o->messages->key, "toy.parried");
    assert_int_equal(nj_message_int(o->messages, "dice", -1), 2);
    assert_false(nj_prompt_open(l.m, other(&l), "parry"));
    close_log(&l);
}

static void a_bad_answer_leaves_it_open(void **state)
{
    struct toy_log l;

    NJ_UNUSED(state);
    (void)open_duel(&l);
    expect_refused(parry(&l, other(&l), 4, "low"), "toy.err.dice");
    assert_true(nj_prompt_open(l.m, other(&l), "parry"));
    assert_false(parry(&l, other(&l), 3, "low")->refused);
    expect_refused(parry(&l, other(&l), 3, "low"), "toy.err.not_asked");
    close_log(&l);
}

static void everybody_waits_for_the_answer(void **state)
{
    struct toy_log l;
    nj_seat third;
    const struct nj_outcome *o;

    NJ_UNUSED(state);
    (void)open_duel(&l);
    third = (nj_seat)((other(&l) + 1) % 3);
    o = nj_toy_log_order(&l, turn(&l), NJ_PLACE_GROUP, "step", NULL);
    expect_refused(o, "toy.err.prompt_open");
    assert_int_equal(nj_message_int(o->messages, "seat", -1), other(&l));
    assert_string_equal(o->messages->clause, "TOY-9");
    expect_refused(number(&l, other(&l), "mark", 1), "toy.err.prompt_open");
    expect_refused(parry(&l, third, 1, "low"), "toy.err.prompt_open");
    expect_refused(
        nj_toy_log_order(&l, third, NJ_PLACE_PRIVATE, "guess", "six"),
        "toy.err.prompt_open");
    for (nj_seat seat = 0; seat < 3; seat++)
        assert_true(nj_frozen(l.m, seat));
    assert_false(parry(&l, other(&l), 1, "low")->refused);
    for (nj_seat seat = 0; seat < 3; seat++)
        assert_false(nj_frozen(l.m, seat));
    assert_false(number(&l, third, "mark", 1)->refused);
    close_log(&l);
}

static void what_does_not_wait_counts(void **state)
{
    struct toy_log l;
    nj_seat asked;

    NJ_UNUSED(state);
    (void)open_duel(&l);
    asked = other(&l);
    assert_false(number(&l, asked, "wish", 1)->refused);
    assert_false(number(&l, turn(&l), "wish", 1)->refused);
    assert_false(nj_toy_log_power(&l, "pause", -1)->refused);
    assert_false(nj_toy_log_power(&l, "resume", -1)->refused);
    assert_true(nj_prompt_open(l.m, asked, "parry"));
    assert_false(nj_toy_log_apply(&l, &(struct nj_input){.kind = NJ_IN_LEAVE,
                                                         .seat = asked,
                                                         .by = NJ_BY_PERSON,
                                                         .verb = "leave",
                                                         .args = NJ_NO_ARGS,
                                                         .reason = ""})
                     ->refused);
    assert_false(nj_frozen(l.m, turn(&l)));
    close_log(&l);
}

/* MK-13.1: the turn's clock stands while another is asked. */
static void the_turn_has_its_time_afterwards(void **state)
{
    struct toy_log l;

    NJ_UNUSED(state);
    (void)open_duel(&l);
    l.now_ms += 15 * SECOND;
    (void)parry(&l, other(&l), 0, "low");
    assert_int_equal(nj_timer_at(l.m, "turn") - l.now_ms, 50 * SECOND);
    close_log(&l);
}

static void its_default_comes_by_the_clock(void **state)
{
    struct toy_log l;
    struct nj_input in;
    int64_t at = 0;
    const struct nj_outcome *o;

    NJ_UNUSED(state);
    (void)open_duel(&l);
    assert_true(nj_match_deadline(l.m, &at));
    assert_int_equal(at - l.now_ms, 20 * SECOND);
    l.now_ms = at;
    assert_true(nj_match_due(l.m, at, &in));
    assert_string_equal(in.verb, NJ_PROMPT_TIMER);
    o = nj_toy_log_apply(&l, &in);
    assert_string_equal(o->messages->key, "toy.parried");
    assert_int_equal(nj_message_int(o->messages, "dice", -1), 0);
    assert_false(nj_frozen(l.m, turn(&l)));
    assert_int_equal(nj_timer_at(l.m, "turn") - l.now_ms, 50 * SECOND);
    close_log(&l);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ways_to_answer_are_shown_and_others_count),
        cmocka_unit_test(a_bad_answer_leaves_it_open),
        cmocka_unit_test(everybody_waits_for_the_answer),
        cmocka_unit_test(what_does_not_wait_counts),
        cmocka_unit_test(the_turn_has_its_time_afterwards),
        cmocka_unit_test(its_default_comes_by_the_clock),
    };

    return cmocka_run_group_tests_name("match/halts", tests, NULL, NULL);
}
