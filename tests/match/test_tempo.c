/* When computer players act: asked of a game with one phase, in which all of
 * them always want to act and nothing comes of it. */
#include "kit/nj_test.h"
#include "match/emit.h"
#include "match/match.h"

#define AT     1000000
#define LENGTH 100000

static int64_t length_ms = LENGTH;

static int begin(struct nj_match *m, const struct nj_input *in)
{
    NJ_UNUSED(in);
    nj_phase_begin(m, "day", length_ms);
    return 0;
}

static int sub(struct nj_match *m, const struct nj_input *in)
{
    nj_substitute(m, in->seat, true);
    return 0;
}

static int pause(struct nj_match *m, const struct nj_input *in)
{
    NJ_UNUSED(in);
    nj_timer_pause(m);
    return 0;
}

static int resume(struct nj_match *m, const struct nj_input *in)
{
    NJ_UNUSED(in);
    nj_timer_resume(m);
    return 0;
}

static int extend(struct nj_match *m, const struct nj_input *in)
{
    NJ_UNUSED(in);
    nj_timer_extend(m, 50000);
    return 0;
}

static void over(struct nj_match *m)
{
    NJ_UNUSED(m);
}

static bool act(const void *scratch, const void *data, nj_seat me,
                struct nj_rng *rng, struct nj_brain_order *out)
{
    NJ_UNUSED(scratch);
    NJ_UNUSED(data);
    NJ_UNUSED(me);
    NJ_UNUSED(rng);
    return nj_brain_orders(out, NJ_PLACE_PRIVATE, "extend");
}

static const struct nj_phase phases[] = {{.timer = "day", .over = over},
                                         {.timer = NULL}};
static const struct nj_tempo tempo[] = {{20, 60, 80000, 0}};
static const char *const editions[] = {"one", NULL};
#define VERB(word, step)                                                  \
 {                                                                        \
  .name = (word), .args = "", .channel = NJ_CHANNEL_BOTH, .apply = (step) \
 }
static const struct nj_verb verbs[] = {VERB("sub", sub),
                                       VERB("pause", pause),
                                       VERB("resume", resume),
                                       VERB("extend", extend),
                                       {.name = NULL}};
static const struct nj_game game = {
    .id = "probe",
    .prefix = "pr",
    .rules_version = 1,
    .seats_min = 1,
    .seats_max = 8,
    .editions = editions,
    .verbs = verbs,
    .state_size = 8,
    .phases = phases,
    .main_timer = "day",
    .start = begin,
    .leave = begin,
    .brain = {.scratch_size = 8, .act = act, .tempo = tempo}};

/* Two persons, or so many, and behind them computers. */
static struct nj_match *started(uint8_t persons)
{
    struct nj_match_seat seats[8];
    struct nj_match_setup setup = {
        .game = &game, .edition = "one", .seats = seats, .n_seats = 8};
    struct nj_match *m;

    for (uint8_t i = 0; i < 8; i++)
        seats[i] = (struct nj_match_seat){.name = "x",
                                          .contribution = "",
                                          .join = i,
                                          .computer = i >= persons};
    nj_random_init();
    nj_rng_splitmix64(&setup.rng, 1);
    m = nj_match_create(&setup);
    (void)nj_match_apply(m, &(struct nj_input){.kind = NJ_IN_START,
                                               .at_ms = AT,
                                               .verb = "start",
                                               .reason = ""});
    return m;
}

static void does(struct nj_match *m, nj_seat seat, const char *verb,
                 int64_t at_ms)
{
    const struct nj_input in = {.kind = NJ_IN_ORDER,
                                .seat = seat,
                                .at_ms = at_ms,
                                .verb = verb,
                                .reason = ""};

    assert_false(nj_match_apply(m, &in)->refused);
}

/* The moments of all, in their order; returns how many there are. */
static int moments(const struct nj_match *m, int64_t after_ms, int64_t at[8])
{
    int n = 0;

    while (nj_match_moment(m, n == 0 ? after_ms : at[n - 1], &at[n]))
        n++;
    return n;
}

static void each_has_its_moment_within_the_bounds(void **state)
{
    struct nj_match *m = started(2);
    struct nj_input in;
    int64_t at[8];

    NJ_UNUSED(state);
    assert_int_equal(moments(m, AT, at), 6);
    /* 20 to 60 % of the 80 seconds that count. */
    assert_in_range(at[0], AT + 16000, AT + 48000);
    assert_in_range(at[5], AT + 16000, AT + 48000);
    assert_in_range(at[5] - at[0], 1000, 32000);
    assert_false(nj_match_computer_by(m, at[0] - 1, &in));
    assert_true(nj_match_computer_by(m, at[0], &in));
    assert_true(nj_match_computer(m, &in)); /* whoever does not wait */
    nj_match_destroy(m);
}

static void a_short_phase_has_them_in_itself(void **state)
{
    struct nj_match *m;
    int64_t at[8];

    NJ_UNUSED(state);
    length_ms = 10000;
    m = started(2);
    length_ms = LENGTH;
    assert_int_equal(moments(m, AT, at), 6);
    assert_in_range(at[0], AT + 2000, AT + 6000);
    assert_in_range(at[5], AT + 2000, AT + 6000);
    nj_match_destroy(m);
}

static void nobody_makes_one_person_wait(void **state)
{
    struct nj_match *m = started(1);
    struct nj_input in;

    NJ_UNUSED(state);
    assert_false(nj_match_moment(m, AT, &(int64_t){0}));
    assert_true(nj_match_computer_by(m, AT, &in));
    nj_match_destroy(m);
}

static void who_sits_down_later_has_what_is_left(void **state)
{
    struct nj_match *m = started(8);
    int64_t at[8];

    NJ_UNUSED(state);
    assert_false(nj_match_acts(m));
    assert_int_equal(moments(m, AT, at), 0);
    does(m, 3, "sub", AT + 90000);
    assert_true(nj_match_acts(m));
    assert_int_equal(moments(m, AT + 90000, at), 1);
    assert_in_range(at[0], AT + 92000, AT + 96000);
    nj_match_destroy(m);
}

static void a_pause_moves_them_and_an_extension_does_not(void **state)
{
    struct nj_match *m = started(2);
    int64_t before[8];
    int64_t at[8];

    NJ_UNUSED(state);
    assert_int_equal(moments(m, AT, before), 6);
    does(m, 0, "extend", AT);
    assert_int_equal(moments(m, AT, at), 6);
    assert_memory_equal(at, before, 6 * sizeof(at[0]));
    does(m, 0, "pause", AT);
    assert_int_equal(moments(m, AT, at), 0);
    does(m, 0, "resume", AT + 7000);
    assert_int_equal(moments(m, AT, at), 6);
    assert_int_equal(at[0] - before[0], 7000);
    nj_match_destroy(m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_has_its_moment_within_the_bounds),
        cmocka_unit_test(a_short_phase_has_them_in_itself),
        cmocka_unit_test(nobody_makes_one_person_wait),
        cmocka_unit_test(who_sits_down_later_has_what_is_left),
        cmocka_unit_test(a_pause_moves_them_and_an_extension_does_not),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
