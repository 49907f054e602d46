/* Absence, in a game of three seats of which one is asked at a time: who does
 * not answer misses, and after three misses a computer player stands in. */
#include "kit/nj_test.h"
#include "match/absence.h"
#include "match/emit.h"
#include "match/match.h"

#define AT    1000000
#define LIMIT 3

struct probe_state {
    uint8_t missed[3];
    uint8_t stood_in; /* how often somebody stood in */
    uint8_t returned;
    uint8_t warned;
};

static int start(struct nj_match *m, const struct nj_input *in)
{
    NJ_UNUSED(in);
    nj_timer_arm(m, "turn", 60000);
    return 0;
}

/* The time of seat 0 is over. */
static int due(struct nj_match *m, const struct nj_input *in)
{
    struct probe_state *s = nj_state(m);

    NJ_UNUSED(in);
    if (nj_absence_missed(&s->missed[0], LIMIT) && nj_absence_stand_in(m, 0))
        s->stood_in++;
    s->warned = nj_absence_last(s->missed[0], LIMIT);
    nj_timer_arm(m, "turn", 60000);
    return 0;
}

static int here(struct nj_match *m, const struct nj_input *in)
{
    struct probe_state *s = nj_state(m);

    if (nj_absence_return(m, in))
        s->returned++;
    s->missed[in->seat] = 0;
    return 0;
}

static const char *const editions[] = {"one", NULL};
static const struct nj_verb verbs[] = {
    {.name = "here", .args = "", .channel = NJ_CHANNEL_BOTH, .apply = here},
    {.name = NULL}};
static const struct nj_game probe = {.id = "probe",
                                     .prefix = "pr",
                                     .rules_version = 1,
                                     .seats_min = 1,
                                     .seats_max = 4,
                                     .editions = editions,
                                     .verbs = verbs,
                                     .state_size = sizeof(struct probe_state),
                                     .start = start,
                                     .timer = due};

static struct nj_match *started(void)
{
    static const struct nj_match_seat seats[] = {
        {.name = "a", .contribution = ""},
        {.name = "b", .contribution = "", .computer = true},
        {.name = "c", .contribution = ""}};
    struct nj_match_setup setup = {
        .game = &probe, .edition = "one", .seats = seats, .n_seats = 3};
    struct nj_match *m;

    nj_random_init();
    nj_rng_splitmix64(&setup.rng, 1);
    m = nj_match_create(&setup);
    (void)nj_match_apply(m, &(struct nj_input){.kind = NJ_IN_START,
                                               .at_ms = AT,
                                               .verb = "start",
                                               .reason = ""});
    return m;
}

static const struct probe_state *late(struct nj_match *m, int times)
{
    for (int i = 0; i < times; i++)
        (void)nj_match_apply(m,
                             &(struct nj_input){.kind = NJ_IN_TIMER,
                                                .at_ms = nj_timer_at(m, "turn"),
                                                .by = NJ_BY_CLOCK,
                                                .seat = NJ_SEAT_NONE,
                                                .verb = "turn",
                                                .reason = ""});
    return nj_state_const(m);
}

static const struct probe_state *says(struct nj_match *m, nj_seat seat,
                                      enum nj_by by)
{
    (void)nj_match_apply(m, &(struct nj_input){.kind = NJ_IN_ORDER,
                                               .at_ms = nj_at(m),
                                               .by = by,
                                               .seat = seat,
                                               .verb = "here",
                                               .reason = ""});
    return nj_state_const(m);
}

static void the_limit_is_the_miss_that_counts(void **state)
{
    uint8_t missed = 0;

    NJ_UNUSED(state);
    assert_false(nj_absence_missed(&missed, 2));
    assert_true(nj_absence_missed(&missed, 2));
    assert_true(nj_absence_missed(&missed, 2));
    assert_int_equal(missed, 3);
    missed = 0;
    assert_true(nj_absence_missed(&missed, 1));
}

static void no_limit_is_never_reached(void **state)
{
    uint8_t missed = 0;

    NJ_UNUSED(state);
    for (int i = 0; i < 300; i++)
        assert_false(nj_absence_missed(&missed, 0));
    assert_int_equal(missed, UINT8_MAX); /* and does not begin anew */
    assert_false(nj_absence_last(missed, 0));
}

static void the_last_miss_but_one_is_the_time_to_warn(void **state)
{
    struct nj_match *m = started();

    NJ_UNUSED(state);
    assert_int_equal(late(m, 1)->warned, 0);
    assert_int_equal(late(m, 1)->warned, 1);
    assert_true(nj_absence_last(0, 1));
    nj_match_destroy(m);
}

static void a_computer_stands_in_once(void **state)
{
    struct nj_match *m = started();

    NJ_UNUSED(state);
    assert_int_equal(late(m, 2)->stood_in, 0);
    assert_false(nj_substituted(m, 0));
    assert_int_equal(late(m, 1)->stood_in, 1);
    assert_true(nj_substituted(m, 0));
    assert_int_equal(late(m, 2)->stood_in, 1);
    assert_int_equal(nj_computers(m), nj_bit(1)); /* the seat is kept */
    nj_match_destroy(m);
}

static void only_a_person_comes_back(void **state)
{
    struct nj_match *m = started();

    NJ_UNUSED(state);
    (void)late(m, LIMIT);
    assert_int_equal(says(m, 0, NJ_BY_COMPUTER)->returned, 0);
    assert_true(nj_substituted(m, 0));
    assert_int_equal(says(m, 2, NJ_BY_PERSON)->returned, 0);
    assert_true(nj_substituted(m, 0)); /* another's order changes nothing */
    assert_int_equal(says(m, 0, NJ_BY_PERSON)->returned, 1);
    assert_false(nj_substituted(m, 0));
    assert_int_equal(says(m, 0, NJ_BY_PERSON)->returned, 1);
    assert_int_equal(late(m, LIMIT)->stood_in, 2);
    nj_match_destroy(m);
}

static void who_plays_himself_is_known(void **state)
{
    struct nj_match *m = started();

    NJ_UNUSED(state);
    assert_int_equal(nj_absence_persons(m), nj_bit(0) | nj_bit(2));
    assert_int_equal(nj_absence_present(m), nj_bit(0) | nj_bit(2));
    (void)late(m, LIMIT);
    assert_int_equal(nj_absence_persons(m), nj_bit(0) | nj_bit(2));
    assert_int_equal(nj_absence_present(m), nj_bit(2));
    nj_match_destroy(m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_limit_is_the_miss_that_counts),
        cmocka_unit_test(no_limit_is_never_reached),
        cmocka_unit_test(the_last_miss_but_one_is_the_time_to_warn),
        cmocka_unit_test(a_computer_stands_in_once),
        cmocka_unit_test(only_a_person_comes_back),
        cmocka_unit_test(who_plays_himself_is_known),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
