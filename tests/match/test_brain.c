/* Computer players: what they hear, when they are asked, their own dice. */
#include <string.h>

#include "kit/nj_test.h"
#include "kit/toy_log.h"
#include "match/emit.h"

/* One player per seat who writes down what it hears. */
#define NOTES_MAX 64

struct notes {
    uint32_t n;
    uint32_t dice;
    char keys[NOTES_MAX][8];
};

static void take_note(void *scratch, const void *data, nj_seat me,
                      const struct nj_message *msg, struct nj_rng *rng)
{
    struct notes *n = scratch;

    NJ_UNUSED(data);
    NJ_UNUSED(me);
    assert_in_range(n->n, 0, NOTES_MAX - 1);
    (void)snprintf(n->keys[n->n++], sizeof(n->keys[0]), "%s", msg->key + 4);
    n->dice = n->dice * 31 + nj_rng_below(rng, 1000);
}

static const struct notes *seen[4];

static bool show_notes(const void *scratch, const void *data, nj_seat me,
                       struct nj_rng *rng, struct nj_brain_order *out)
{
    NJ_UNUSED(data);
    NJ_UNUSED(rng);
    NJ_UNUSED(out);
    seen[me] = scratch;
    return false;
}

static void with_notes(struct toy_log *l, struct nj_game *game)
{
    *game = nj_toy_game;
    game->brain = (struct nj_brain){.scratch_size = sizeof(struct notes),
                                    .hear = take_note,
                                    .act = show_notes};
    nj_toy_log_init(l);
    nj_match_destroy(l->m);
    for (int i = 0; i < 3; i++)
        l->seats[i].computer = true;
    l->setup.game = game;
    l->m = nj_match_create(&l->setup);
    memset(seen, 0, sizeof(seen));
}

static void a_seat_hears_what_it_may_and_no_more(void **state)
{
    struct toy_log l;
    struct nj_game game;
    struct nj_input in;

    NJ_UNUSED(state);
    with_notes(&l, &game);
    (void)nj_toy_log_start(&l);
    (void)nj_toy_log_order(&l, 1, NJ_PLACE_PRIVATE, "guess", "x");
    (void)nj_toy_log_order(&l, 2, NJ_PLACE_GROUP, "step", NULL); /* refused */
    assert_false(nj_match_computer(l.m, &in));
    assert_int_equal(seen[0]->n, 2);
    assert_string_equal(seen[0]->keys[0], "start");
    assert_string_equal(seen[0]->keys[1], "turn");
    assert_int_equal(seen[1]->n, 3);
    assert_string_equal(seen[1]->keys[2], "guessed");
    assert_int_equal(seen[2]->n, 2);
    nj_toy_log_fini(&l);
}

static void a_fold_gives_the_same_scratch_area(void **state)
{
    struct toy_log l;
    struct nj_game game;
    struct notes kept[3];
    struct nj_input in;
    struct nj_match *m;

    NJ_UNUSED(state);
    with_notes(&l, &game);
    (void)nj_toy_log_start(&l);
    for (int i = 0; i < 3; i++) {
        const struct nj_toy *s = nj_state_const(l.m);

        (void)nj_toy_log_order(&l, s->turn, NJ_PLACE_GROUP, "step", NULL);
        (void)nj_match_computer(l.m, &in);
    }
    for (int i = 0; i < 3; i++)
        kept[i] = *seen[i];
    assert_int_not_equal(kept[0].dice, kept[1].dice);
    m = nj_toy_log_fold(&l);
    (void)nj_match_computer(m, &in);
    for (int i = 0; i < 3; i++)
        assert_memory_equal(&kept[i], seen[i], sizeof(kept[i]));
    nj_match_destroy(m);
    (void)nj_toy_log_power(&l, "undo", 4);
    (void)nj_toy_log_order(&l, 2, NJ_PLACE_GROUP, "step", NULL);
    (void)nj_match_computer(l.m, &in);
    for (int i = 0; i < 3; i++) /* the undo itself is forgotten */
        assert_int_equal(seen[i]->n, kept[i].n);
    nj_toy_log_fini(&l);
}

static void a_substitute_acts_until_the_person_is_back(void **state)
{
    struct toy_log l;
    struct nj_input in;

    NJ_UNUSED(state);
    nj_toy_log_init(&l);
    (void)nj_toy_log_start(&l);
    (void)nj_toy_log_computers(&l);
    assert_false(nj_match_computer(l.m, &in));
    assert_true(nj_match_fire(l.m, NULL, &in));
    l.now_ms = in.at_ms;
    (void)nj_toy_log_apply(&l, &in); /* the one who slept is substituted */
    for (int i = 0; i < 10 && !nj_match_over(l.m); i++) {
        const struct nj_toy *s = nj_state_const(l.m);
        nj_seat turn = s->turn;

        if (!nj_match_computer(l.m, &in)) {
            (void)nj_toy_log_order(&l, turn, NJ_PLACE_GROUP, "step", NULL);
            continue;
        }
        assert_int_equal(in.seat, turn);
        assert_int_equal(in.at_ms, nj_at(l.m));
        (void)nj_toy_log_apply(&l, &in);
    }
    nj_match_destroy(nj_toy_log_fold(&l));
    nj_toy_log_fini(&l);
}

static bool always_step(const void *scratch, const void *data, nj_seat me,
                        struct nj_rng *rng, struct nj_brain_order *out)
{
    NJ_UNUSED(scratch);
    NJ_UNUSED(data);
    NJ_UNUSED(me);
    NJ_UNUSED(rng);
    out->verb = "step";
    return true;
}

static void who_was_refused_is_not_asked_again_at_once(void **state)
{
    struct toy_log l;
    struct nj_game game;
    struct nj_input in;
    nj_seat_set asked = 0;

    NJ_UNUSED(state);
    with_notes(&l, &game);
    nj_match_destroy(l.m);
    game.brain.act = always_step;
    l.m = nj_match_create(&l.setup);
    (void)nj_toy_log_start(&l);
    (void)nj_toy_log_order(&l, 0, NJ_PLACE_GROUP, "step", NULL);
    /* The turn is seat 2's: seat 1 tries first, once, and is passed over. */
    assert_true(nj_match_computer(l.m, &in));
    assert_int_equal(in.seat, 0);
    assert_true(nj_toy_log_apply(&l, &in)->refused);
    assert_true(nj_match_computer(l.m, &in));
    assert_int_equal(in.seat, 1);
    assert_false(nj_toy_log_apply(&l, &in)->refused);
    for (int i = 0; i < 3 && nj_match_computer(l.m, &in); i++) {
        asked |= nj_bit(in.seat);
        if (!nj_toy_log_apply(&l, &in)->refused)
            break;
    }
    assert_int_equal(asked, 7);
    nj_toy_log_fini(&l);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_seat_hears_what_it_may_and_no_more),
        cmocka_unit_test(a_fold_gives_the_same_scratch_area),
        cmocka_unit_test(a_substitute_acts_until_the_person_is_back),
        cmocka_unit_test(who_was_refused_is_not_asked_again_at_once),
    };

    return cmocka_run_group_tests_name("match/brain", tests, NULL, NULL);
}
