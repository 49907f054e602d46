/*
 * A game with as little as a game may have: no options, no computer player,
 * no main timer, nothing to reveal, nothing awaited. And what no game may be
 * handed, by the types of its arguments.
 */
#include "kit/nj_test.h"
#include "match/emit.h"
#include "match/export.h"

struct bare {
    int64_t sum;
};

static int bare_start(struct nj_match *m, const struct nj_input *in)
{
    (void)m;
    (void)in;
    return 0;
}

/* A number and a seat. */
static int bare_add(struct nj_match *m, const struct nj_input *in)
{
    struct bare *s = nj_state(m);

    s->sum += in->args.v[0].i * (in->args.v[1].i + 1);
    if (s->sum >= 100)
        nj_over(m);
    return 0;
}

static int bare_say(struct nj_match *m, const struct nj_input *in)
{
    nj_emit(m, nj_to_all(), "bare.said", "",
            NJ_ARGS(nj_arg_text("text", in->args.v[0].s),
                    nj_arg_at("when", in->at_ms),
                    nj_arg_seats("nobody", NULL, 0),
                    nj_arg_texts("nothing", NULL, 0)));
    return 0;
}

/* A question that waits for ever. */
static int bare_ask(struct nj_match *m, const struct nj_input *in)
{
    static const char *const choices[] = {"yes", "no"};

    nj_prompt(m,
              &(struct nj_ask){.seat = in->seat,
                               .name = "why",
                               .verb = "say",
                               .choices = choices,
                               .n = 2},
              "bare.why", "", NJ_NO_ARGS);
    return 0;
}

static const struct nj_verb verbs[] = {
    {.name = "add",
     .args = "ns",
     .channel = NJ_CHANNEL_BOTH,
     .apply = bare_add},
    {.name = "say", .args = "t", .channel = NJ_CHANNEL_BOTH, .apply = bare_say},
    {.name = "ask", .args = "", .channel = NJ_CHANNEL_BOTH, .apply = bare_ask},
    {.name = NULL}};
static const char *const editions[] = {"plain", NULL};
static const struct nj_game bare = {.id = "bare",
                                    .prefix = "bare",
                                    .rules_version = 1,
                                    .seats_min = 1,
                                    .seats_max = 2,
                                    .editions = editions,
                                    .verbs = verbs,
                                    .state_size = sizeof(struct bare),
                                    .start = bare_start};

static const struct nj_match_seat seats[] = {
    {.name = "Ann", .contribution = ""},
    {.name = "Bo", .join = 1, .contribution = ""}};

static struct nj_match *begun(bool start)
{
    struct nj_match_setup setup = {
        .game = &bare, .edition = "plain", .seats = seats, .n_seats = 2};
    struct nj_match *m;

    nj_random_init();
    nj_rng_splitmix64(&setup.rng, 1);
    m = nj_match_create(&setup);
    if (start)
        assert_false(nj_match_apply(m, &(struct nj_input){.kind = NJ_IN_START,
                                                          .seat = NJ_SEAT_NONE,
                                                          .verb = "",
                                                          .reason = ""})
                         ->refused);
    return m;
}

static const struct nj_outcome *order(struct nj_match *m, const char *verb,
                                      struct nj_args args)
{
    return nj_match_apply(
        m, &(struct nj_input){
               .kind = NJ_IN_ORDER, .verb = verb, .args = args, .reason = ""});
}

static void nothing_more_is_needed(void **state)
{
    struct nj_match *m = begun(false);
    struct nj_input in;
    struct nj_options o;

    NJ_UNUSED(state);
    assert_int_equal(nj_match_awaited(m), 0);
    assert_false(nj_match_computer(m, &in));
    nj_match_destroy(m);
    m = begun(true);
    assert_int_equal(nj_match_awaited(m), 0);
    assert_false(nj_match_computer(m, &in));
    assert_false(nj_match_fire(m, NULL, &in));
    assert_false(
        order(m, "add", NJ_ARGS(nj_arg_int("n", 60), nj_arg_seat("seat", 1)))
            ->refused);
    assert_true(nj_match_over(m));
    assert_int_equal(nj_match_awaited(m), 0);
    nj_options_default(&bare, &o);
    assert_int_equal(nj_option_find(&bare, "goal"), -1);
    assert_null(nj_options_check(&bare, NULL, bare.editions[0], &o, 2));
    nj_match_destroy(m);
}

static void a_file_without_options_is_written(void **state)
{
    struct nj_record_head head = {.game = "bare",
                                  .code = "ABC",
                                  .edition = "plain",
                                  .rng = NJ_RNG_SPLITMIX64,
                                  .n_seats = 1,
                                  .seats = {{.name = "Ann"}}};
    struct nj_record_writer w;
    struct nj_str text = NJ_STR_INIT(NJ_FILE_MAX);

    NJ_UNUSED(state);
    nj_record_begin(&w, &bare, &head, &text);
    nj_record_put(&w, &head,
                  &(struct nj_record_input){.in = {.seq = 1,
                                                   .kind = NJ_IN_START,
                                                   .seat = NJ_SEAT_NONE,
                                                   .verb = "",
                                                   .reason = ""}},
                  &text);
    nj_record_end(&w, false, &text);
    assert_false(text.over);
    assert_non_null(strstr(text.p, "\"options\":{}"));
    nj_str_fini(&text);
}

static void arguments_have_their_types(void **state)
{
    static char long_text[NJ_ORDER_TEXT_MAX + 1];
    struct nj_match *m = begun(true);

    const struct {
        const char *verb;
        struct nj_args args;
        bool right;
    } rows[] = {
        {"add", NJ_ARGS(nj_arg_int("n", 1), nj_arg_seat("seat", 1)), true},
        {"add", NJ_ARGS(nj_arg_int("n", 1), nj_arg_seat("seat", 2)), false},
        {"add", NJ_ARGS(nj_arg_int("n", 1), nj_arg_int("seat", 1)), false},
        {"add", NJ_ARGS(nj_arg_text("n", "1"), nj_arg_seat("seat", 1)), false},
        {"add", NJ_ARGS(nj_arg_int("n", 1)), false},
        {"say", NJ_ARGS(nj_arg_text("text", "x")), true},
        {"say", NJ_ARGS(nj_arg_text("text", long_text)), false},
        {"say", NJ_ARGS(nj_arg_int("text", 1)), false},
        {"say", NJ_NO_ARGS, false},
    };

    NJ_UNUSED(state);
    memset(long_text, 'x', sizeof(long_text) - 1);
    for (size_t i = 0; i < NJ_COUNT(rows); i++) {
        struct nj_input in = {.kind = NJ_IN_ORDER,
                              .verb = rows[i].verb,
                              .args = rows[i].args,
                              .reason = ""};
        struct nj_arg negative[2];

        assert_true((nj_match_fault(m, &in) == NULL) == rows[i].right);
        if (rows[i].args.n != 2 || rows[i].args.v[1].type != NJ_ARG_SEAT)
            continue;
        memcpy(negative, rows[i].args.v, sizeof(negative));
        negative[1].i = -1;
        in.args.v = negative;
        assert_string_equal(nj_match_fault(m, &in), "wrong arguments");
    }
    nj_match_destroy(m);
}

static void what_nobody_did_is_named(void **state)
{
    struct nj_match *m = begun(true);
    struct nj_input in = {.kind = NJ_IN_LEAVE, .verb = "", .reason = ""};

    NJ_UNUSED(state);
    in.by = NJ_BY_CLOCK;
    assert_string_equal(nj_match_fault(m, &in), "a seat that nobody gave up");
    in.kind = NJ_IN_OVERRIDE;
    in.by = NJ_BY_COMPUTER;
    assert_string_equal(nj_match_fault(m, &in), "a power that nobody used");
    in.by = NJ_BY_HOST;
    in.seat = 2;
    assert_string_equal(nj_match_fault(m, &in), "no such seat");
    in.seat = 1; /* a host who plays */
    assert_null(nj_match_fault(m, &in));
    in.at_ms = INT64_MAX;
    assert_string_equal(nj_match_fault(m, &in), "no such time");
    nj_match_destroy(m);
}

static void a_question_may_wait_for_ever(void **state)
{
    struct nj_match *m = begun(true);
    struct nj_arg text = nj_arg_text("text", "maybe");
    struct nj_input in = {.kind = NJ_IN_ORDER,
                          .by = NJ_BY_CLOCK,
                          .verb = "say",
                          .args = {.v = &text, .n = 1},
                          .reason = ""};
    int64_t at;

    NJ_UNUSED(state);
    assert_false(order(m, "ask", NJ_NO_ARGS)->refused);
    assert_false(nj_match_deadline(m, &at));
    assert_non_null(nj_match_fault(m, &in)); /* not its default */
    in.args.n = 0;
    assert_non_null(nj_match_fault(m, &in));
    assert_true(order(m, "say", NJ_ARGS(text))->refused);
    text.s = "no";
    assert_false(order(m, "say", NJ_ARGS(text))->refused);
    text.s = "anything";
    assert_false(order(m, "say", NJ_ARGS(text))->refused);
    nj_match_destroy(m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nothing_more_is_needed),
        cmocka_unit_test(a_file_without_options_is_written),
        cmocka_unit_test(arguments_have_their_types),
        cmocka_unit_test(what_nobody_did_is_named),
        cmocka_unit_test(a_question_may_wait_for_ever),
    };

    return cmocka_run_group_tests_name("match/bare", tests, NULL, NULL);
}
