/* What makes an input impossible is named, in the order it is looked for. */
#include "kit/nj_test.h"
#include "kit/toy_log.h"

static void what_cannot_be_applied_is_named(void **state)
{
    struct toy_log l;
    struct nj_arg text = nj_arg_text("text", "x"), n = nj_arg_int("n", 1);
    struct nj_input in = {.kind = NJ_IN_ORDER, .verb = "step", .reason = ""};

    NJ_UNUSED(state);
    nj_toy_log_init(&l);
    assert_string_equal(nj_match_fault(l.m, &in), "nothing has started");
    (void)nj_toy_log_start(&l);
    assert_null(nj_match_fault(l.m, &in));
    in.seat = 3;
    assert_string_equal(nj_match_fault(l.m, &in), "no such seat");
    in.seat = 0;
    in.place = NJ_PLACE_PRIVATE;
    assert_string_equal(nj_match_fault(l.m, &in), "not a verb of this place");
    in.verb = "guess";
    assert_string_equal(nj_match_fault(l.m, &in), "wrong arguments");
    in.args = (struct nj_args){.v = &n, .n = 1};
    assert_string_equal(nj_match_fault(l.m, &in), "wrong arguments");
    in.args.v = &text;
    assert_null(nj_match_fault(l.m, &in));
    in.by = NJ_BY_CLOCK;
    assert_string_equal(nj_match_fault(l.m, &in),
                        "not the default of an open question");
    in.verb = "score";
    assert_string_equal(nj_match_fault(l.m, &in), "no such verb");
    in.kind = NJ_IN_TIMER;
    assert_string_equal(nj_match_fault(l.m, &in), "a timer that is not armed");
    in.verb = "turn";
    assert_string_equal(nj_match_fault(l.m, &in), "a timer before its time");
    in.kind = NJ_IN_OVERRIDE;
    assert_string_equal(nj_match_fault(l.m, &in), "a power that nobody used");
    in.by = NJ_BY_HOST;
    assert_null(nj_match_fault(l.m, &in));
    in.verb = "undo";
    assert_string_equal(nj_match_fault(l.m, &in), "an undo has its own kind");
    in.kind = NJ_IN_LEAVE;
    assert_null(nj_match_fault(l.m, &in));
    in.by = NJ_BY_COMPUTER;
    assert_string_equal(nj_match_fault(l.m, &in), "a seat that nobody gave up");
    in.kind = NJ_IN_START;
    assert_string_equal(nj_match_fault(l.m, &in), "a start that nobody gave");
    in.by = NJ_BY_PERSON;
    assert_string_equal(nj_match_fault(l.m, &in), "a second start");
    in.at_ms = -1;
    assert_string_equal(nj_match_fault(l.m, &in), "no such time");
    nj_toy_log_fini(&l);
}

static void powers_have_plain_arguments(void **state)
{
    static const nj_seat seats[] = {0};
    struct toy_log l;
    struct nj_arg arg = nj_arg_seats("seats", seats, 1);
    struct nj_arg many[NJ_ARGS_MAX + 1];
    char reason[NJ_REASON_MAX + 2];
    struct nj_input in = {.kind = NJ_IN_OVERRIDE,
                          .seat = NJ_SEAT_NONE,
                          .by = NJ_BY_HOST,
                          .verb = "sub",
                          .args = {.v = &arg, .n = 1},
                          .reason = ""};

    NJ_UNUSED(state);
    nj_toy_log_init(&l);
    (void)nj_toy_log_start(&l);
    assert_string_equal(nj_match_fault(l.m, &in), "wrong arguments");
    arg = nj_arg_seat("seat", 3);
    assert_string_equal(nj_match_fault(l.m, &in), "no such seat");
    arg.i = -1;
    assert_string_equal(nj_match_fault(l.m, &in), "no such seat");
    arg.i = 2;
    assert_null(nj_match_fault(l.m, &in));
    in.seat = 3;
    assert_string_equal(nj_match_fault(l.m, &in), "no such seat");
    in.kind = NJ_IN_LEAVE;
    assert_string_equal(nj_match_fault(l.m, &in), "no such seat");
    for (size_t i = 0; i < NJ_COUNT(many); i++)
        many[i] = nj_arg_int("n", 1);
    in.args = (struct nj_args){.v = many, .n = NJ_COUNT(many)};
    assert_string_equal(nj_match_fault(l.m, &in), "too many arguments");
    in.args.n = 0;
    for (size_t i = 0; i < sizeof(reason); i++)
        reason[i] = i + 1 < sizeof(reason) ? 'x' : '\0';
    in.reason = reason;
    assert_string_equal(nj_match_fault(l.m, &in), "the reason is too long");
    nj_toy_log_fini(&l);
}

static void a_paused_timer_does_not_fire(void **state)
{
    struct toy_log l;
    struct nj_input in;

    NJ_UNUSED(state);
    nj_toy_log_init(&l);
    (void)nj_toy_log_start(&l);
    assert_true(nj_match_fire(l.m, NULL, &in));
    (void)nj_toy_log_power(&l, "pause", -1);
    assert_string_equal(nj_match_fault(l.m, &in), "a timer that stands still");
    nj_toy_log_fini(&l);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_cannot_be_applied_is_named),
        cmocka_unit_test(powers_have_plain_arguments),
        cmocka_unit_test(a_paused_timer_does_not_fire),
    };

    return cmocka_run_group_tests_name("match/fault", tests, NULL, NULL);
}
