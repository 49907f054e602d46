/* Phases: a deadline, its reminders, the least time, and what moves them; asked
 * of a game whose only order does what the test wants next. */
#include <string.h>

#include "kit/nj_test.h"
#include "match/emit.h"
#include "match/match.h"

#define AT 1000000

static nj_step *probe; /* what the next order does */

struct probe_state {
    int64_t left_ms;
    uint8_t percent, reminders, overs, ripes;
    uint8_t bells, ends_at; /* at which bell the night is ended; 0: at none */
    uint8_t unused[2];
};

static void remind(struct nj_match *m, uint8_t percent, int64_t left_ms)
{
    struct probe_state *s = nj_state(m);

    s->percent = percent;
    s->left_ms = left_ms;
    s->reminders++;
}

static void over(struct nj_match *m)
{
    struct probe_state *s = nj_state(m);

    s->overs++;
}

static void ripe(struct nj_match *m)
{
    struct probe_state *s = nj_state(m);

    s->ripes++;
}

static void bell(struct nj_match *m)
{
    struct probe_state *s = nj_state(m);

    s->bells = nj_phase_bells(m);
    if (s->bells == s->ends_at)
        nj_phase_begin(m, "vote", 7000);
}

static const struct nj_phase phases[] = {
    {.timer = "day", .remind_at = {50, 80, 95}, .remind = remind, .over = over},
    {.timer = "vote", .over = over},
    {.timer = "night", .over = over},
    {.timer = "week",
     .remind_at = {50, 90},
     .remind = remind,
     .over = over,
     .before_ms = 1800000},
    {.timer = NULL}};

static int quiet(struct nj_match *m, const struct nj_input *in)
{
    NJ_UNUSED(m);
    NJ_UNUSED(in);
    return 0;
}

static int run_probe(struct nj_match *m, const struct nj_input *in)
{
    return probe(m, in);
}

static int begin_day(struct nj_match *m, const struct nj_input *in)
{
    NJ_UNUSED(in);
    nj_phase_begin(m, "day", 100000);
    return 0;
}

static int begin_vote(struct nj_match *m, const struct nj_input *in)
{
    NJ_UNUSED(in);
    nj_phase_begin(m, "vote", 7000);
    return 0;
}

static int begin_night(struct nj_match *m, const struct nj_input *in)
{
    NJ_UNUSED(in);
    nj_phase_begin(m, "night", 95000);
    nj_phase_ring(m, 10); /* 9.5 seconds, rounded up */
    return 0;
}

static int64_t week_ms;

static int begin_week(struct nj_match *m, const struct nj_input *in)
{
    NJ_UNUSED(in);
    nj_phase_begin(m, "week", week_ms);
    return 0;
}

static int end_at_the_second(struct nj_match *m, const struct nj_input *in)
{
    struct probe_state *s = nj_state(m);

    NJ_UNUSED(in);
    s->ends_at = 2;
    return 0;
}

static int pause_all(struct nj_match *m, const struct nj_input *in)
{
    NJ_UNUSED(in);
    nj_timer_pause(m);
    return 0;
}

static int resume_all(struct nj_match *m, const struct nj_input *in)
{
    NJ_UNUSED(in);
    nj_timer_resume(m);
    return 0;
}

static int restart(struct nj_match *m, const struct nj_input *in)
{
    NJ_UNUSED(in);
    nj_phase_restart(m, 200000);
    return 0;
}

static int stop(struct nj_match *m, const struct nj_input *in)
{
    NJ_UNUSED(in);
    nj_phase_stop(m);
    return 0;
}

static int extend(struct nj_match *m, const struct nj_input *in)
{
    NJ_UNUSED(in);
    nj_timer_extend(m, 5000);
    return 0;
}

static int stand_least(struct nj_match *m, const struct nj_input *in)
{
    NJ_UNUSED(in);
    nj_phase_least(m, 30000);
    return 0;
}

static int stand_no_time(struct nj_match *m, const struct nj_input *in)
{
    NJ_UNUSED(in);
    nj_phase_least(m, 0);
    return 0;
}

static const char *const editions[] = {"one", NULL};
static const struct nj_verb verbs[] = {{.name = "probe",
                                        .args = "",
                                        .channel = NJ_CHANNEL_BOTH,
                                        .apply = run_probe},
                                       {.name = NULL}};
static const struct nj_game game = {.id = "probe",
                                    .prefix = "pr",
                                    .rules_version = 1,
                                    .seats_min = 1,
                                    .seats_max = 4,
                                    .editions = editions,
                                    .verbs = verbs,
                                    .state_size = sizeof(struct probe_state),
                                    .phases = phases,
                                    .ripe = ripe,
                                    .bell = bell,
                                    .main_timer = "day",
                                    .start = quiet,
                                    .leave = quiet};

/* One step at its moment, as an order of the first seat. */
static void does(struct nj_match *m, nj_step *step, int64_t at_ms)
{
    const struct nj_input in = {
        .kind = NJ_IN_ORDER, .at_ms = at_ms, .verb = "probe", .reason = ""};

    probe = step;
    assert_false(nj_match_apply(m, &in)->refused);
}

static struct nj_match *started(nj_step *first)
{
    static const struct nj_match_seat seats[] = {
        {.name = "a", .contribution = ""}, {.name = "b", .contribution = ""}};
    struct nj_match_setup setup = {
        .game = &game, .edition = "one", .seats = seats, .n_seats = 2};
    struct nj_match *m;

    nj_random_init();
    nj_rng_splitmix64(&setup.rng, 1);
    m = nj_match_create(&setup);
    (void)nj_match_apply(m, &(struct nj_input){.kind = NJ_IN_START,
                                               .at_ms = AT,
                                               .verb = "start",
                                               .reason = ""});
    does(m, first, AT);
    return m;
}

static const struct probe_state *state_of(const struct nj_match *m)
{
    return nj_state_const(m);
}

/* The next deadline fires; its moment, behind AT. */
static int64_t passes(struct nj_match *m)
{
    struct nj_input in;
    int64_t at = 0;

    assert_true(nj_match_deadline(m, &at));
    assert_true(nj_match_due(m, at, &in));
    assert_false(nj_match_apply(m, &in)->refused);
    return at - AT;
}

static void reminders_come_at_parts_of_the_length(void **state)
{
    struct nj_match *m = started(begin_day);

    NJ_UNUSED(state);
    assert_int_equal(nj_phase_ends(m), AT + 100000);
    assert_int_equal(passes(m), 50000);
    assert_int_equal(state_of(m)->percent, 50);
    assert_int_equal(state_of(m)->left_ms, 50000);
    assert_int_equal(passes(m), 80000);
    assert_int_equal(state_of(m)->percent, 80);
    assert_int_equal(passes(m), 95000);
    assert_int_equal(state_of(m)->left_ms, 5000);
    assert_int_equal(state_of(m)->overs, 0);
    assert_int_equal(passes(m), 100000);
    assert_int_equal(state_of(m)->overs, 1);
    assert_int_equal(state_of(m)->reminders, 3);
    assert_int_equal(nj_phase_ends(m), 0);
    assert_false(nj_match_deadline(m, &(int64_t){0}));
    nj_match_destroy(m);
}

/* UX-6.4: at half time, at one tenth, and half an hour before. */
static void one_reminder_comes_so_long_before_the_end(void **state)
{
    static const struct {
        int64_t minutes, at[3]; /* 0: no more */
        uint8_t percent[3];
    } weeks[] = {{40, {20, 36}, {50, 90}},
                 {60, {30, 54}, {50, 90}},
                 {120, {60, 90, 108}, {50, 0, 90}},
                 {300, {150, 270}, {50, 90}},
                 {1440, {720, 1296, 1410}, {50, 90, 0}}};

    NJ_UNUSED(state);
    for (size_t i = 0; i < NJ_COUNT(weeks); i++) {
        struct nj_match *m;

        week_ms = weeks[i].minutes * 60000;
        m = started(begin_week);
        for (size_t k = 0; k < 3 && weeks[i].at[k] != 0; k++) {
            assert_int_equal(passes(m), weeks[i].at[k] * 60000);
            assert_int_equal(state_of(m)->percent, weeks[i].percent[k]);
            assert_int_equal(state_of(m)->left_ms,
                             week_ms - weeks[i].at[k] * 60000);
        }
        assert_int_equal(passes(m), week_ms);
        assert_int_equal(state_of(m)->overs, 1);
        nj_match_destroy(m);
    }
}

static void a_restart_reminds_of_nothing_twice(void **state)
{
    struct nj_match *m = started(begin_day);

    NJ_UNUSED(state);
    assert_int_equal(passes(m), 50000);
    does(m, restart, AT + 60000);
    assert_int_equal(nj_phase_ends(m), AT + 260000);
    assert_int_equal(passes(m), 60000 + 160000);
    assert_int_equal(state_of(m)->percent, 80);
    assert_int_equal(state_of(m)->left_ms, 40000);
    nj_match_destroy(m);
}

static void what_begins_takes_the_place(void **state)
{
    struct nj_match *m = started(begin_day);
    struct nj_input in;

    NJ_UNUSED(state);
    assert_int_equal(passes(m), 50000);
    does(m, begin_vote, AT + 60000);
    assert_false(nj_match_fire(m, "day", &in));
    assert_int_equal(passes(m), 67000); /* no reminder before it */
    assert_int_equal(state_of(m)->reminders, 1);
    assert_int_equal(state_of(m)->overs, 1);
    does(m, begin_day, AT + 70000);
    assert_int_equal(passes(m), 70000 + 50000);
    assert_int_equal(state_of(m)->percent, 50);
    does(m, begin_day, AT + 130000); /* the same kind, another one */
    assert_int_equal(passes(m), 130000 + 50000);
    assert_int_equal(state_of(m)->percent, 50);
    nj_match_destroy(m);
}

static void a_deadline_takes_its_reminders_with_it(void **state)
{
    struct nj_match *m = started(begin_day);
    struct nj_input in;

    NJ_UNUSED(state);
    assert_true(nj_match_fire(m, NULL, &in));
    (void)nj_match_apply(m, &in);
    assert_int_equal(state_of(m)->overs, 1);
    assert_false(nj_match_deadline(m, &(int64_t){0}));
    does(m, begin_day, AT + 200000);
    does(m, stop, AT + 210000);
    assert_int_equal(nj_phase_ends(m), 0);
    assert_false(nj_match_deadline(m, &(int64_t){0}));
    does(m, stop, AT + 210000); /* twice is once */
    nj_match_destroy(m);
}

static void an_extension_moves_reminders_too(void **state)
{
    struct nj_match *m = started(begin_day);

    NJ_UNUSED(state);
    does(m, extend, AT + 1000);
    assert_int_equal(nj_phase_ends(m), AT + 105000);
    assert_int_equal(passes(m), 55000);
    assert_int_equal(passes(m), 85000);
    nj_match_destroy(m);
}

static void the_least_time_outlives_phases(void **state)
{
    struct nj_match *m = started(begin_vote);

    NJ_UNUSED(state);
    assert_true(nj_phase_ripe(m));
    does(m, stand_least, AT);
    assert_false(nj_phase_ripe(m));
    assert_int_equal(passes(m), 7000);
    does(m, begin_vote, AT + 10000);
    does(m, stop, AT + 11000);
    assert_false(nj_phase_ripe(m));
    assert_int_equal(passes(m), 30000);
    assert_true(nj_phase_ripe(m));
    assert_int_equal(state_of(m)->ripes, 1);
    does(m, stand_least, AT + 40000);
    does(m, stand_no_time, AT + 41000);
    assert_true(nj_phase_ripe(m));
    assert_false(nj_match_deadline(m, &(int64_t){0}));
    assert_int_equal(state_of(m)->ripes, 1);
    nj_match_destroy(m);
}

static void fires(struct nj_match *m, const char *timer, int64_t at_ms)
{
    struct nj_input in;

    assert_false(nj_match_due(m, at_ms - 1, &in));
    assert_true(nj_match_due(m, at_ms, &in));
    assert_string_equal(in.verb, timer);
    assert_false(nj_match_apply(m, &in)->refused);
}

static void bells_ring_at_equal_distances(void **state)
{
    struct nj_match *m = started(begin_night);
    const struct probe_state *s = nj_state_const(m);

    NJ_UNUSED(state);
    for (uint8_t i = 1; i <= 9; i++) {
        fires(m, "bell", AT + 10000 * i);
        assert_int_equal(s->bells, i);
    }
    fires(m, "night", AT + 95000);
    assert_int_equal(s->overs, 1);
    assert_int_equal(nj_timer_at(m, "bell"), 0);
    nj_match_destroy(m);
}

static void a_phase_may_end_at_a_bell(void **state)
{
    struct nj_match *m = started(begin_night);
    const struct probe_state *s = nj_state_const(m);

    NJ_UNUSED(state);
    does(m, end_at_the_second, AT + 1000);
    fires(m, "bell", AT + 10000);
    fires(m, "bell", AT + 20000);
    assert_int_equal(nj_timer_at(m, "bell"), 0); /* the vote has none */
    fires(m, "vote", AT + 27000);
    does(m, begin_night, AT + 30000);
    assert_int_equal(nj_phase_bells(m), 0);
    fires(m, "bell", AT + 40000);
    assert_int_equal(s->bells, 1);
    nj_match_destroy(m);
}

static void an_extension_leaves_the_rhythm_and_a_pause_does_not(void **state)
{
    struct nj_match *m = started(begin_night);

    NJ_UNUSED(state);
    does(m, extend, AT + 3000); /* the deadline: five seconds later */
    fires(m, "bell", AT + 10000);
    does(m, pause_all, AT + 12000);
    does(m, resume_all, AT + 112000);
    for (int i = 2; i <= 9; i++)
        fires(m, "bell", AT + 100000 + 10000 * i);
    fires(m, "night", AT + 200000); /* as much as a bell, which is younger */
    nj_match_destroy(m);
}

static int say_nothing(struct nj_match *m, const struct nj_input *in)
{
    NJ_UNUSED(m);
    NJ_UNUSED(in);
    return 0;
}

/* Else a deadline would tell that somebody did something. */
static void while_it_stands_a_deadline_stays(void **state)
{
    struct nj_match *m = started(begin_night);
    int64_t ends = nj_phase_ends(m);

    NJ_UNUSED(state);
    does(m, pause_all, AT + 12000);
    assert_int_equal(nj_phase_ends(m), ends);
    does(m, say_nothing, AT + 50000);
    assert_int_equal(nj_phase_ends(m), ends);
    assert_int_equal(nj_phase_left(m), ends - AT - 12000);
    does(m, resume_all, AT + 112000);
    assert_int_equal(nj_phase_ends(m), ends + 100000);
    assert_int_equal(nj_phase_left(m), ends - AT - 12000);
    does(m, extend, AT + 112000);
    assert_int_equal(nj_phase_left(m), nj_phase_ends(m) - AT - 112000);
    nj_match_grace(m, AT + 112000, 7000, 0);
    assert_int_equal(nj_phase_left(m), nj_phase_ends(m) - AT - 119000);
    nj_match_destroy(m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reminders_come_at_parts_of_the_length),
        cmocka_unit_test(one_reminder_comes_so_long_before_the_end),
        cmocka_unit_test(a_restart_reminds_of_nothing_twice),
        cmocka_unit_test(what_begins_takes_the_place),
        cmocka_unit_test(a_deadline_takes_its_reminders_with_it),
        cmocka_unit_test(an_extension_moves_reminders_too),
        cmocka_unit_test(the_least_time_outlives_phases),
        cmocka_unit_test(bells_ring_at_equal_distances),
        cmocka_unit_test(a_phase_may_end_at_a_bell),
        cmocka_unit_test(an_extension_leaves_the_rhythm_and_a_pause_does_not),
        cmocka_unit_test(while_it_stands_a_deadline_stays),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
