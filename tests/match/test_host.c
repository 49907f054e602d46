/* Powers of a host: what all games have in common, asked of a game that notes
 * in which order it is called. */
#include <string.h>

#include "kit/nj_test.h"
#include "match/emit.h"
#include "match/match.h"

#define AT 1000000

struct probe_state {
    char course[16]; /* a letter for each call */
};

static char refused_code[32], refused_clause[32];

static void note(struct nj_match *m, char letter)
{
    struct probe_state *s = nj_state(m);
    size_t n = strlen(s->course);

    assert_true(n + 1 < sizeof(s->course));
    s->course[n] = letter;
}

static int refuse(struct nj_match *m, const struct nj_input *in,
                  const char *code, const char *clause)
{
    (void)snprintf(refused_code, sizeof(refused_code), "%s", code);
    (void)snprintf(refused_clause, sizeof(refused_clause), "%s", clause);
    return nj_refuse(m, in, "pr.err", clause,
                     NJ_ARGS(nj_arg_word("code", code)));
}

static void announce(struct nj_match *m, const struct nj_deed *d)
{
    NJ_UNUSED(d);
    note(m, 'n');
    nj_emit(m, nj_to_all(), "pr.host", "", NJ_NO_ARGS);
}

static int start(struct nj_match *m, const struct nj_input *in)
{
    NJ_UNUSED(in);
    nj_timer_arm(m, "turn", 60000);
    nj_substitute(m, 1, true);
    return 0;
}

static int quiet(struct nj_match *m, const struct nj_input *in)
{
    NJ_UNUSED(m);
    NJ_UNUSED(in);
    return 0;
}

/* The second seat may not. */
static int leave(struct nj_match *m, const struct nj_input *in)
{
    assert_int_equal(in->kind, NJ_IN_LEAVE);
    if (in->seat == 1)
        return refuse(m, in, "stays", "PR-1");
    note(m, 'l');
    nj_seat_out(m, in->seat);
    return 0;
}

static int take_back(struct nj_match *m, const struct nj_input *in)
{
    assert_int_equal(in->kind, NJ_IN_UNDO);
    return refuse(m, in, "no_undo", "PR-2");
}

static int check(struct nj_match *m, const struct nj_deed *d)
{
    if (strcmp(d->text, "no") == 0)
        return refuse(m, d->in, "no", "PR-3");
    return 0;
}

static void apply(struct nj_match *m, const struct nj_deed *d)
{
    NJ_UNUSED(d);
    note(m, nj_timer_paused(m) ? 'p' : 'a');
}

static void end(struct nj_match *m, const struct nj_deed *d)
{
    NJ_UNUSED(d);
    nj_over(m);
}

static const struct nj_power powers[] = {
    {.verb = "pause", .apply = apply},
    {.verb = "resume"},
    {.verb = "extend"},
    {.verb = "kick", .apply = apply},
    {.verb = "sub", .apply = apply},
    {.verb = "rule", .check = check, .apply = apply},
    {.verb = "abort", .apply = end},
    {.verb = NULL}};

static const struct nj_refusal faults[NJ_POWER_FAULTS] = {
    [NJ_POWER_OVER] = {"over", "PR-10"},
    [NJ_POWER_UNKNOWN] = {"unknown", "PR-11"},
    [NJ_POWER_NO_SEAT] = {"no_seat", "PR-12"},
    [NJ_POWER_NO_TIME] = {"no_time", "PR-13"},
    [NJ_POWER_PAUSED] = {"paused", "PR-14"},
    [NJ_POWER_NOT_PAUSED] = {"not_paused", "PR-15"},
    [NJ_POWER_STANDS] = {"stands", "PR-16"}};

/* The same, but what stands may be extended. */
static const struct nj_refusal lenient[NJ_POWER_FAULTS] = {
    [NJ_POWER_NO_TIME] = {"no_time", "PR-13"}};

static const char *const editions[] = {"one", NULL};
static const struct nj_verb verbs[] = {{.name = "back",
                                        .args = "",
                                        .channel = NJ_CHANNEL_BOTH,
                                        .apply = take_back},
                                       {.name = NULL}};

static struct nj_match *started(struct nj_game *game)
{
    static const struct nj_match_seat seats[] = {
        {.name = "a", .contribution = ""}, {.name = "b", .contribution = ""}};
    struct nj_match_setup setup = {
        .game = game, .edition = "one", .seats = seats, .n_seats = 2};
    struct nj_match *m;

    *game = (struct nj_game){.id = "probe",
                             .prefix = "pr",
                             .rules_version = 1,
                             .seats_min = 1,
                             .seats_max = 4,
                             .editions = editions,
                             .verbs = verbs,
                             .take_back = "back",
                             .powers = powers,
                             .power_faults = faults,
                             .refuse = refuse,
                             .announce = announce,
                             .state_size = sizeof(struct probe_state),
                             .start = start,
                             .timer = quiet,
                             .leave = leave};
    nj_random_init();
    nj_rng_splitmix64(&setup.rng, 1);
    m = nj_match_create(&setup);
    (void)nj_match_apply(m, &(struct nj_input){.kind = NJ_IN_START,
                                               .at_ms = AT,
                                               .verb = "start",
                                               .reason = ""});
    return m;
}

/* The code of the refusal, or "" for a power that was used. */
static const char *uses(struct nj_match *m, const char *verb,
                        struct nj_args args)
{
    const struct nj_input in = {.kind = NJ_IN_OVERRIDE,
                                .at_ms = AT + 1000,
                                .seat = NJ_SEAT_NONE,
                                .by = NJ_BY_HOST,
                                .verb = verb,
                                .args = args,
                                .reason = "because"};

    assert_null(nj_match_fault(m, &in));
    if (!nj_match_apply(m, &in)->refused)
        return "";
    return refused_code;
}

static const char *course(const struct nj_match *m)
{
    const struct probe_state *s = nj_state_const(m);

    return s->course;
}

static void the_clock_is_moved_and_refused_in_one_place(void **state)
{
    struct nj_game game;
    struct nj_match *m = started(&game);

    NJ_UNUSED(state);
    assert_string_equal(uses(m, "resume", NJ_NO_ARGS), "not_paused");
    assert_string_equal(uses(m, "extend", NJ_NO_ARGS), "no_time");
    assert_string_equal(refused_clause, "PR-13");
    assert_string_equal(uses(m, "extend", NJ_ARGS(nj_arg_text("ms", "5000"))),
                        "no_time");
    assert_string_equal(uses(m, "extend", NJ_ARGS(nj_arg_ms("ms", 5000))), "");
    assert_int_equal(nj_timer_at(m, "turn"), AT + 65000);
    assert_string_equal(uses(m, "extend", NJ_ARGS(nj_arg_int("ms", -5000))),
                        "");
    assert_int_equal(nj_timer_at(m, "turn"), AT + 60000);
    assert_string_equal(uses(m, "pause", NJ_NO_ARGS), "");
    assert_true(nj_timer_paused(m));
    assert_string_equal(uses(m, "pause", NJ_NO_ARGS), "paused");
    assert_string_equal(uses(m, "extend", NJ_ARGS(nj_arg_ms("ms", 1))),
                        "stands");
    game.power_faults = lenient;
    assert_string_equal(uses(m, "extend", NJ_NO_ARGS), "no_time");
    assert_string_equal(uses(m, "extend", NJ_ARGS(nj_arg_ms("ms", 1000))), "");
    assert_string_equal(uses(m, "resume", NJ_NO_ARGS), "");
    assert_false(nj_timer_paused(m));
    assert_int_equal(nj_timer_at(m, "turn"), AT + 61000);
    assert_string_equal(course(m), "nnnpnn"); /* `pause` alone has a hook */
    nj_match_destroy(m);
}

static const struct nj_accord for_a_while = {
    .most = true, .within_ms = 60000, .at_most_ms = 1800000};

static const struct nj_accord *accord(const struct nj_match *m)
{
    NJ_UNUSED(m);
    return &for_a_while;
}

static bool pauses(struct nj_match *m, enum nj_by by, int64_t at_ms)
{
    const struct nj_input in = {.kind = NJ_IN_OVERRIDE,
                                .at_ms = at_ms,
                                .seat = NJ_SEAT_NONE,
                                .by = by,
                                .verb = "pause",
                                .reason = ""};

    return !nj_match_apply(m, &in)->refused;
}

/* What players agree on ends by itself if their game says so, at a moment that
 * the log has; what a host orders does not. */
static void a_pause_of_players_may_end_by_itself(void **state)
{
    struct nj_game game;
    struct nj_match *m = started(&game);
    struct nj_input in;
    int64_t at, turn;

    NJ_UNUSED(state);
    assert_true(pauses(m, NJ_BY_PERSON, AT + 1000));
    assert_false(nj_match_deadline(m, &at)); /* no accord */
    assert_string_equal(uses(m, "resume", NJ_NO_ARGS), "");
    game.accord = accord;
    assert_true(pauses(m, NJ_BY_HOST, AT + 2000));
    assert_false(nj_match_deadline(m, &at));
    assert_string_equal(uses(m, "resume", NJ_NO_ARGS), "");
    turn = nj_timer_at(m, "turn");
    assert_true(pauses(m, NJ_BY_PERSON, AT + 10000));
    assert_true(nj_match_deadline(m, &at));
    assert_int_equal(at, AT + 10000 + 1800000);
    assert_false(nj_match_due(m, at - 1, &in));
    in = (struct nj_input){.kind = NJ_IN_TIMER,
                           .at_ms = at - 1,
                           .seat = NJ_SEAT_NONE,
                           .by = NJ_BY_CLOCK,
                           .verb = "pause",
                           .reason = ""};
    assert_non_null(nj_match_fault(m, &in));
    assert_true(nj_match_due(m, at, &in));
    assert_null(nj_match_fault(m, &in));
    assert_false(nj_match_apply(m, &in)->refused);
    assert_false(nj_timer_paused(m));
    assert_int_equal(nj_timer_at(m, "turn"), turn + 1800000);
    in.at_ms = at + 1;
    assert_non_null(nj_match_fault(m, &in)); /* there is none any more */
    assert_true(nj_match_deadline(m, &at));
    assert_int_equal(at, turn + 1800000);
    nj_match_destroy(m);
}

/* ... and not if they have gone on before. */
static void who_goes_on_before_is_not_gone_on_again(void **state)
{
    struct nj_game game;
    struct nj_match *m = started(&game);
    int64_t at;

    NJ_UNUSED(state);
    game.accord = accord;
    assert_true(pauses(m, NJ_BY_PERSON, AT + 500));
    assert_string_equal(uses(m, "resume", NJ_NO_ARGS), "");
    assert_true(pauses(m, NJ_BY_HOST, AT + 2000));
    assert_false(nj_match_deadline(m, &at));
    assert_string_equal(uses(m, "abort", NJ_NO_ARGS), "");
    assert_false(nj_match_deadline(m, &at));
    nj_match_destroy(m);
}

static void a_kick_is_a_leave_by_the_rules_of_the_game(void **state)
{
    struct nj_game game;
    struct nj_match *m = started(&game);

    NJ_UNUSED(state);
    assert_string_equal(uses(m, "kick", NJ_NO_ARGS), "no_seat");
    assert_string_equal(uses(m, "kick", NJ_ARGS(nj_arg_int("seat", 0))),
                        "no_seat");
    game.announce = NULL;
    assert_string_equal(uses(m, "kick", NJ_ARGS(nj_arg_seat("seat", 1))),
                        "stays");
    assert_string_equal(course(m), "");
    game.announce = announce;
    assert_string_equal(uses(m, "kick", NJ_ARGS(nj_arg_seat("seat", 0))), "");
    assert_int_equal(nj_match_out(m), nj_bit(0));
    assert_string_equal(course(m), "nla");
    nj_match_destroy(m);
}

static void a_seat_given_away_is_held_by_whom_it_was_given(void **state)
{
    struct nj_game game;
    struct nj_match *m = started(&game);

    NJ_UNUSED(state);
    assert_true(nj_substituted(m, 1));
    assert_string_equal(
        uses(m, "sub",
             NJ_ARGS(nj_arg_seat("seat", 1), nj_arg_word("to", "computer"))),
        "");
    assert_false(nj_substituted(m, 1));
    assert_int_equal(nj_computers(m), nj_bit(1));
    assert_string_equal(
        uses(m, "sub",
             NJ_ARGS(nj_arg_seat("seat", 1), nj_arg_word("to", "person"))),
        "");
    assert_int_equal(nj_computers(m), 0);
    nj_match_destroy(m);
}

static void a_game_has_the_powers_it_lists(void **state)
{
    struct nj_game game;
    struct nj_match *m = started(&game);

    NJ_UNUSED(state);
    assert_string_equal(uses(m, "skip", NJ_NO_ARGS), "unknown");
    assert_string_equal(refused_clause, "PR-11");
    game.powers = NULL;
    assert_string_equal(uses(m, "pause", NJ_NO_ARGS), "unknown");
    assert_false(nj_timer_paused(m));
    nj_match_destroy(m);
}

static void its_own_reasons_come_before_it_is_announced(void **state)
{
    struct nj_game game;
    struct nj_match *m = started(&game);

    NJ_UNUSED(state);
    assert_string_equal(uses(m, "rule", NJ_ARGS(nj_arg_text("text", "no"))),
                        "no");
    assert_string_equal(course(m), "");
    assert_string_equal(uses(m, "rule", NJ_ARGS(nj_arg_text("text", "yes"))),
                        "");
    assert_string_equal(course(m), "na");
    assert_string_equal(uses(m, "abort", NJ_NO_ARGS), "");
    assert_true(nj_match_over(m));
    assert_string_equal(uses(m, "rule", NJ_NO_ARGS), "over");
    assert_string_equal(uses(m, "skip", NJ_NO_ARGS), "over");
    nj_match_destroy(m);
}

static void a_seat_takes_back_by_the_verb_for_it(void **state)
{
    const struct nj_input in = {.kind = NJ_IN_UNDO,
                                .at_ms = AT,
                                .seat = 0,
                                .verb = "undo",
                                .reason = ""};
    struct nj_game game;
    struct nj_match *m = started(&game);

    NJ_UNUSED(state);
    assert_true(nj_match_apply(m, &in)->refused);
    assert_string_equal(refused_code, "no_undo");
    game.take_back = NULL;
    assert_true(nj_match_apply(m, &in)->refused);
    assert_string_equal(refused_code, "unknown");
    nj_match_destroy(m);
}

static void of_several_arguments_the_first_counts(void **state)
{
    struct nj_deed d;

    NJ_UNUSED(state);
    nj_deed_read(NJ_NO_ARGS, &d);
    assert_int_equal(d.seat, NJ_SEAT_NONE);
    assert_false(d.timed);
    assert_false(d.computer);
    assert_string_equal(d.text, "");
    nj_deed_read(NJ_ARGS(nj_arg_word("text", "word"), nj_arg_text("seat", "1"),
                         nj_arg_seat("seat", 2), nj_arg_seat("seat", 3),
                         nj_arg_text("text", "words")),
                 &d);
    assert_int_equal(d.seat, 2);
    assert_string_equal(d.text, "words");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_clock_is_moved_and_refused_in_one_place),
        cmocka_unit_test(a_pause_of_players_may_end_by_itself),
        cmocka_unit_test(who_goes_on_before_is_not_gone_on_again),
        cmocka_unit_test(a_kick_is_a_leave_by_the_rules_of_the_game),
        cmocka_unit_test(a_seat_given_away_is_held_by_whom_it_was_given),
        cmocka_unit_test(a_game_has_the_powers_it_lists),
        cmocka_unit_test(its_own_reasons_come_before_it_is_announced),
        cmocka_unit_test(a_seat_takes_back_by_the_verb_for_it),
        cmocka_unit_test(of_several_arguments_the_first_counts),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
