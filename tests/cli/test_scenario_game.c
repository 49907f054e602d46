/* The scenario runner can fail, in every way in which a record can be wrong. */
#include <string.h>

#include "base/random.h"
#include "cli/env.h"
#include "cli/scenario_game.h"
#include "kit/nj_test.h"

static struct nj_env env;

/* A record that holds; the tests break it. */
#define GIVEN "given: open9; g 0,1; p1 0,0; p2 4,4; p3 7,7\n"
#define STEP  "out: G ln.step seat=1 n=1 dir=R snd=rustle\n"
#define SOUND                                            \
 "out: P2 ln.sound seat=1 n=1 kind=rustle dir=up-left\n" \
 "out: P3 ln.sound seat=1 n=1 kind=rustle dir=down-right\n"
#define END  "end: round=2 turn=1 p1@0,1 p2@4,4 p3@7,7\n"
#define HEAD "omit: R\n\nS-1 LN-4.2 | a step\n"

struct ran {
    enum nj_status st;
    bool passed;
    struct nj_err err;
    struct nj_str report;
    struct nj_str rewritten;
};

static void run(const char *text, struct ran *out)
{
    struct nj_arena arena = NJ_ARENA_INIT(4096);
    struct nj_scenario_file f;
    struct nj_scenario_actual actual = {0};
    struct nj_scenario_world world = {.commands = env.commands};

    *out = (struct ran){.report = NJ_STR_INIT(65536),
                        .rewritten = NJ_STR_INIT(65536)};
    assert_int_equal(nj_env_game(&env, "long-night", &world.game, &out->err),
                     NJ_OK);
    out->st = nj_scenario_file_read("t.txt", text, strlen(text), &f, &out->err);
    if (out->st != NJ_OK)
        return;
    out->st = nj_scenario_game_run(&f, &f.records[0], &world, &arena, &actual,
                                   &out->err);
    if (out->st == NJ_OK) {
        out->passed =
            nj_scenario_compare(&f, &f.records[0], &actual, &out->report);
        nj_scenario_rewrite(text, &f.records[0], &actual, &out->rewritten);
    }
    nj_scenario_file_fini(&f);
    nj_arena_fini(&arena);
}

static void ran_fini(struct ran *r)
{
    nj_str_fini(&r->report);
    nj_str_fini(&r->rewritten);
}

static void a_record_that_holds_passes(void **state)
{
    struct ran r;

    NJ_UNUSED(state);
    run(HEAD GIVEN "in: 1G 右\n" STEP SOUND END, &r);
    assert_int_equal(r.st, NJ_OK);
    assert_true(r.passed);
    assert_string_equal(r.report.p, "");
    ran_fini(&r);
}

/* Runs a record that must fail with a report that has `line`. */
static void expect_failure(const char *text, const char *line)
{
    struct ran r;

    run(text, &r);
    assert_int_equal(r.st, NJ_OK);
    assert_false(r.passed);
    assert_non_null(strstr(r.report.p, "t.txt:3: S-1 LN-4.2 | a step\n"));
    assert_non_null(strstr(r.report.p, line));
    ran_fini(&r);
}

static void what_differs_is_shown(void **state)
{
    NJ_UNUSED(state);
    /* wrong */
    expect_failure(HEAD GIVEN
                   "in: 1G 右\n"
                   "out: G ln.step seat=1 n=1 dir=L snd=rustle\n" SOUND END,
                   "  - G ln.step seat=1 n=1 dir=L snd=rustle\n");
    /* listed, but not said */
    expect_failure(HEAD GIVEN "in: 1G 右\n" STEP SOUND
                              "out: G ln.stop seat=1\n" END,
                   "  - G ln.stop seat=1\n");
    /* said, but not listed */
    expect_failure(HEAD GIVEN "in: 1G 右\n" STEP END,
                   "  + P2 ln.sound seat=1 n=1 kind=rustle dir=up-left\n");
    /* another order */
    expect_failure(HEAD GIVEN "in: 1G 右\n" SOUND STEP END, "  + G ln.step");
    /* another state */
    expect_failure(HEAD GIVEN "in: 1G 右\n" STEP SOUND "end: unchanged\n",
                   "  + end: round=2 turn=1 p1@0,1 p2@4,4 p3@7,7\n");
    expect_failure(HEAD GIVEN "end: round=3 turn=1 p1@0,0 p2@4,4 p3@7,7\n",
                   "  - end: round=3 ");
}

static void unchanged_is_a_state(void **state)
{
    struct ran r;

    NJ_UNUSED(state);
    run(HEAD GIVEN "in: 2G 右\nout: G ln.err seat=2 code=not_your_turn turn=1\n"
                   "end: unchanged\n",
        &r);
    assert_true(r.passed);
    assert_non_null(strstr(r.rewritten.p, "end: unchanged\n"));
    ran_fini(&r);
}

static void omitted_words_are_not_listed(void **state)
{
    struct ran r;

    NJ_UNUSED(state);
    run("omit: R ln.sound ln.step.snd P3\n\nS-1 LN-4.2 | a step\n" GIVEN
        "in: 1G 右\nout: G ln.step seat=1 n=1 dir=R\n" END,
        &r);
    assert_int_equal(r.st, NJ_OK);
    assert_true(r.passed);
    ran_fini(&r);
}

static void a_rewritten_record_holds(void **state)
{
    struct ran r, again;

    NJ_UNUSED(state);
    run(HEAD GIVEN "in: 1G 右\nend: unchanged\n", &r);
    assert_false(r.passed);
    run(r.rewritten.p, &again);
    assert_int_equal(again.st, NJ_OK);
    assert_true(again.passed);
    ran_fini(&r);
    ran_fini(&again);
}

/* A record that cannot be run: the line says where and why. */
static void expect_error(const char *text, const char *place, const char *why)
{
    struct ran r;

    run(text, &r);
    assert_int_not_equal(r.st, NJ_OK);
    assert_non_null(strstr(r.err.text, place));
    assert_non_null(strstr(r.err.text, why));
    ran_fini(&r);
}

#define CATCH "given: open9; p1 0,0; p2 0,1; p3 7,7"

static void scripts_have_to_fit(void **state)
{
    NJ_UNUSED(state);
    expect_error(HEAD CATCH "; rng 0 1\nin: 1G 右\nend: x\n", "t.txt:4: S-1",
                 "2 results, 1 were drawn");
    expect_error(HEAD CATCH "\nin: 1G 右\nend: x\n", "t.txt:4: S-1",
                 "0 results");
    expect_error(HEAD CATCH "; rng 200\nin: 1G 右\nend: x\n", "t.txt:4: S-1",
                 "too large");
}

static void wrong_records_are_named(void **state)
{
    NJ_UNUSED(state);
    expect_error(HEAD "given: open9; dragon 1,1\nend: x\n", "t.txt:4",
                 "dragon");
    expect_error(HEAD "given: opt colour=red\nend: x\n", "t.txt:4", "colour");
    expect_error(HEAD "given: opt event=snow\nend: x\n", "t.txt:4", "snow");
    expect_error(HEAD "given: start seats=2 cap=1; rng splitmix64 1\nend: x\n",
                 "t.txt:4", "refuses");
    expect_error(HEAD "given:\nend: x\n", "t.txt", "no board");
    expect_error(HEAD "given: open9; p1 0,0; p2 1,1; out 1\nend: x\n",
                 "t.txt:4", "two");
    expect_error(HEAD "given: open9; p1 0,0; p2 1,1; turn 3\nend: x\n",
                 "t.txt:4", "whose turn");
    expect_error(HEAD "given: start seats=9; rng splitmix64 4\nend: x\n",
                 "t.txt:4", "number of seats");
    expect_error(HEAD "given: seats 9; open9; p1 0,0; p2 1,1\nend: x\n",
                 "t.txt:4", "number of seats");
    expect_error(HEAD "given: edition harsh; open9\nend: x\n", "t.txt:4",
                 "harsh");
    expect_error(HEAD "given: seats SABCDEFGH; open9\nend: x\n", "t.txt:4",
                 "too many seats");
    expect_error(HEAD "given: seats SA; open9\nend: x\n", "t.txt:4", "SA");
    expect_error(HEAD GIVEN "in: SG hello\nend: x\n", "t.txt:5", "SG");
    expect_error(HEAD "given: rng two\nend: x\n", "t.txt:4", "two");
    expect_error(HEAD GIVEN "in: 9Q hello\nend: x\n", "t.txt:5", "9Q");
    expect_error(HEAD GIVEN "in: 5G 右\nend: x\n", "t.txt:5", "no such seat");
    expect_error(HEAD GIVEN "in: 5P 墙\nend: x\n", "t.txt:5", "no such seat");
    expect_error(HEAD GIVEN "in: T tea\nend: x\n", "t.txt:5", "tea");
    expect_error(HEAD GIVEN "in: H dance\nend: x\n", "t.txt:5", "dance");
    expect_error(HEAD GIVEN "in: C\nend: x\n", "t.txt:5", "computer");
}

static void an_edition_may_be_given(void **state)
{
    struct ran r;

    NJ_UNUSED(state);
    run("omit: R\n\nS-1 LN-4.2 | a step\ngiven: edition classic; open9; "
        "g 0,1; p1 0,0; p2 4,4; p3 7,7\nin: 1G 右\n" STEP SOUND END,
        &r);
    assert_int_equal(r.st, NJ_OK);
    assert_true(r.passed);
    ran_fini(&r);
}

static void chat_changes_nothing(void **state)
{
    struct ran r;

    NJ_UNUSED(state);
    run(HEAD GIVEN "in: 1G 今天天气不错\nin: 1P good evening\n"
                   "end: unchanged\n",
        &r);
    assert_int_equal(r.st, NJ_OK);
    assert_true(r.passed);
    ran_fini(&r);
}

static int load(void **state)
{
    struct nj_err err = {{0}};

    NJ_UNUSED(state);
    nj_random_init();
    return nj_env_load(&env, NULL, &err) == NJ_OK ? 0 : -1;
}

static int unload(void **state)
{
    NJ_UNUSED(state);
    nj_env_fini(&env);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_record_that_holds_passes),
        cmocka_unit_test(what_differs_is_shown),
        cmocka_unit_test(unchanged_is_a_state),
        cmocka_unit_test(omitted_words_are_not_listed),
        cmocka_unit_test(a_rewritten_record_holds),
        cmocka_unit_test(scripts_have_to_fit),
        cmocka_unit_test(wrong_records_are_named),
        cmocka_unit_test(an_edition_may_be_given),
        cmocka_unit_test(chat_changes_nothing),
    };

    return cmocka_run_group_tests_name("cli/scenario_game", tests, load,
                                       unload);
}
