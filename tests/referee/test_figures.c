/*
 * What the referee tells of itself, and what it is told while it runs.
 */
#include "kit/house.h"
#include "kit/nj_test.h"
#include "referee/referee_priv.h"

static void figures_say_what_there_is(void **state)
{
    struct house h = {.paced = false};
    struct nj_referee_figures f;

    NJ_UNUSED(state);
    house_open(&h, "figures_all");
    nj_referee_figures(h.referee, &f);
    assert_int_equal(f.open, 0);
    assert_int_equal(f.gateways_up, 3);
    assert_false(f.full);
    house_begin(&h, "ann bob", "");
    nj_memory_link(h.second, false);
    house_run(&h);
    nj_referee_figures(h.referee, &f);
    assert_int_equal(f.open, 1);
    assert_int_equal(f.awake, 1);
    assert_int_equal(f.gateways_up, 1);
    assert_int_equal(f.queued, 0);
    assert_true(f.sent > 5);
    assert_true(f.commits > 0 && f.turns >= f.commits);
    house_close(&h);
}

/* Those that got none for no reason: each house of the tests looks. */
static void words_for_us_are_counted(void **state)
{
    struct house h = {.paced = false};

    NJ_UNUSED(state);
    house_open(&h, "figures_silent");
    house_group(&h, "ann", "#游戏");
    house_group(&h, "ann", "good morning");
    house_group(&h, "ann", "#确认");
    assert_int_equal(h.referee->count.words, 2);
    assert_int_equal(h.referee->count.passed_over, 1);
    assert_int_equal(h.referee->count.unanswered, 0);
    house_close(&h);
}

/* A match that runs keeps its words, those of its options too. */
static void a_reload_changes_what_it_names(void **state)
{
    struct house h = {.paced = true};
    struct nj_referee_setup setup;

    NJ_UNUSED(state);
    house_open(&h, "figures_reload");
    h.paced = false;
    house_kill(&h, 0);
    house_begin(&h, "ann bob", "hide=moves");
    setup = h.referee->setup;
    setup.prefix = "?";
    setup.idle_ms = 5000;
    setup.store = NULL; /* is not looked at */
    nj_referee_reload(h.referee, &setup);
    house_forget(&h);
    house_group(&h, "ann", "#赛况");
    assert_int_equal(nj_memory_count(h.gateway), 0);
    house_group(&h, "ann", "?赛况");
    assert_int_equal(nj_memory_count(h.gateway), 1);
    house_pass(&h, 61000);
    assert_int_equal(nj_referee_awake(h.referee), 0);
    house_group(&h, "ann", "停");
    assert_int_equal(nj_referee_awake(h.referee), 1);
    house_close(&h);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(words_for_us_are_counted),
        cmocka_unit_test(figures_say_what_there_is),
        cmocka_unit_test(a_reload_changes_what_it_names),
    };

    return cmocka_run_group_tests_name("referee/figures", tests, NULL, NULL);
}
