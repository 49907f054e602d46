/* Simulated matches: the same seed, the same match; what is recorded is true;
 * a game that misbehaves is caught. */
#include <string.h>

#include "base/random.h"
#include "cli/simulate.h"
#include "kit/nj_test.h"
#include "kit/toy_game.h"

static struct nj_loaded_game toy = {.game = &nj_toy_game};

static struct nj_sim_setup setup_of(const struct nj_loaded_game *game)
{
    struct nj_sim_setup s = {.game = game,
                             .edition = "plain",
                             .seats = 3,
                             .rng = NJ_RNG_SPLITMIX64,
                             .seed = {{1}},
                             .check = true};

    nj_options_default(game->game, &s.options);
    return s;
}

static void a_seed_is_a_match(void **state)
{
    struct nj_sim_setup s = setup_of(&toy);
    struct nj_sim_result a, b, c;
    struct nj_err err = {{0}};

    NJ_UNUSED(state);
    assert_int_equal(nj_sim_play(&s, 1, &a, &err), NJ_OK);
    assert_int_equal(nj_sim_play(&s, 1, &b, &err), NJ_OK);
    assert_memory_equal(&a.inputs, &b.inputs, 4 * sizeof(uint32_t));
    s.seed.b[0] = 2; /* match i adds i */
    assert_int_equal(nj_sim_play(&s, 0, &c, &err), NJ_OK);
    assert_int_equal(a.inputs, c.inputs);
    assert_int_equal(a.draws, c.draws);
    assert_true(a.inputs > 1);
    assert_true(a.messages > a.inputs);
}

struct recorded {
    char *text;
    size_t n;
};

static enum nj_status take_record(void *ctx, uint32_t match, const char *text,
                                  size_t n, struct nj_err *err)
{
    struct recorded *r = ctx;

    NJ_UNUSED(match);
    NJ_UNUSED(err);
    r->text = nj_strndup(text, n);
    r->n = n;
    return NJ_OK;
}

static void records_are_true(void **state)
{
    const struct nj_record_rules rules = {.game = &nj_toy_game};
    struct nj_sim_setup s = setup_of(&toy);
    struct recorded file = {0};
    struct nj_sim_result result;
    struct nj_record r;
    struct nj_err err = {{0}};

    NJ_UNUSED(state);
    s.rng = NJ_RNG_CHACHA20;
    s.secret = true;
    s.record = take_record;
    s.ctx = &file;
    assert_int_equal(nj_sim_play(&s, 0, &result, &err), NJ_OK);
    assert_int_equal(nj_record_read(file.text, file.n, nj_toy_find, &r, &err),
                     NJ_OK);
    assert_int_equal(r.n_inputs, result.inputs);
    assert_true(r.over);
    assert_int_equal(nj_record_verify(&r, &rules, NULL, NULL, &err),
                     NJ_VERDICT_TRUE);
    nj_record_fini(&r);
    free(file.text);
}

/* A computer player that orders what nobody may. */
static bool act_wrongly(const void *scratch, const void *data, nj_seat me,
                        struct nj_rng *rng, struct nj_brain_order *out)
{
    NJ_UNUSED(scratch);
    NJ_UNUSED(data);
    NJ_UNUSED(rng);
    out->verb = "step";
    return me == 2;
}

static bool act_never(const void *scratch, const void *data, nj_seat me,
                      struct nj_rng *rng, struct nj_brain_order *out)
{
    NJ_UNUSED(scratch);
    NJ_UNUSED(data);
    NJ_UNUSED(me);
    NJ_UNUSED(rng);
    NJ_UNUSED(out);
    return false;
}

static void bad_players_are_found(void **state)
{
    struct nj_game game = nj_toy_game;
    struct nj_loaded_game loaded = {.game = &game};
    struct nj_sim_setup s = setup_of(&loaded);
    struct nj_sim_result result;
    struct nj_err err = {{0}};

    NJ_UNUSED(state);
    game.brain.act = act_wrongly;
    s.check = false;
    s.seed.b[0] = 1;
    while (nj_sim_play(&s, 0, &result, &err) == NJ_OK)
        s.seed.b[0]++; /* till seat 3 does not begin */
    assert_non_null(strstr(err.text, "is refused"));
    game.brain.act = act_never;
    assert_int_equal(nj_sim_play(&s, 0, &result, &err), NJ_ERR_MISMATCH);
    assert_non_null(strstr(err.text, "no end after"));
}

static int prepare(void **state)
{
    NJ_UNUSED(state);
    nj_random_init();
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_seed_is_a_match),
        cmocka_unit_test(records_are_true),
        cmocka_unit_test(bad_players_are_found),
    };

    return cmocka_run_group_tests_name("cli/simulate", tests, prepare, NULL);
}
