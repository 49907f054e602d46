/* Several seats of one person: what the match makes of them. */
#include <string.h>

#include "kit/nj_test.h"
#include "kit/toy_log.h"
#include "match/emit.h"

/* So many sit down, and the first plays seat 3 (number 2) as well. */
static void open_log_of(struct toy_log *l, uint8_t persons, bool computers)
{
    nj_toy_log_init(l);
    nj_match_destroy(l->m);
    l->setup.edition = "wild";
    l->setup.n_seats = persons;
    for (uint8_t i = 0; i < persons; i++)
        l->seats[i].computer = computers;
    l->m = nj_match_create(&l->setup);
    (void)nj_toy_log_start(l);
    assert_int_equal(nj_seats(l->m), persons + 1);
}

static void open_log(struct toy_log *l, bool computers)
{
    open_log_of(l, 2, computers);
}

/* The log gives the same digests once more. */
static void close_log(struct toy_log *l)
{
    struct nj_match *twin = nj_toy_log_fold(l);

    assert_int_equal(nj_seats(twin), 3);
    assert_int_equal(nj_match_join_of(twin, 2), nj_match_join_of(twin, 0));
    nj_match_destroy(twin);
    nj_toy_log_fini(l);
}

static void they_are_one_hand(void **state)
{
    struct toy_log l;

    NJ_UNUSED(state);
    open_log(&l, false);
    assert_int_equal(nj_seat_hand(l.m, 0), nj_bit(0) | nj_bit(2));
    assert_int_equal(nj_seat_hand(l.m, 2), nj_bit(0) | nj_bit(2));
    assert_int_equal(nj_seat_hand(l.m, 1), nj_bit(1));
    assert_int_equal(nj_match_main(l.m, 2), 0);
    assert_int_equal(nj_match_main(l.m, 1), 1);
    assert_int_equal(nj_match_mains(l.m, nj_bit(1) | nj_bit(2)),
                     nj_bit(0) | nj_bit(1));
    assert_string_equal(nj_seat_name(l.m, 2), nj_seat_name(l.m, 0));
    close_log(&l);
}

/* Who sits behind such a seat has a number above that of his joining. */
static void they_may_stand_between_others(void **state)
{
    struct toy_log l;
    struct nj_match *twin;

    NJ_UNUSED(state);
    open_log_of(&l, 3, false);
    assert_int_equal(nj_seat_hand(l.m, 2), nj_bit(0) | nj_bit(2));
    assert_int_equal(nj_seat_hand(l.m, 3), nj_bit(3));
    assert_int_equal(nj_match_main(l.m, 3), 3);
    assert_int_equal(nj_match_mains(l.m, nj_bit(2) | nj_bit(3)),
                     nj_bit(0) | nj_bit(3));
    assert_string_equal(nj_seat_name(l.m, 2), nj_seat_name(l.m, 0));
    assert_string_not_equal(nj_seat_name(l.m, 3), nj_seat_name(l.m, 0));
    twin = nj_toy_log_fold(&l);
    assert_int_equal(nj_match_join_of(twin, 3), nj_match_join_of(l.m, 3));
    nj_match_destroy(twin);
    nj_toy_log_fini(&l);
}

static void who_is_awaited_is_a_person(void **state)
{
    struct toy_log l;

    NJ_UNUSED(state);
    open_log(&l, false);
    (void)nj_toy_log_order(&l, 0, NJ_PLACE_GROUP, "step", NULL);
    (void)nj_toy_log_order(&l, 1, NJ_PLACE_GROUP, "step", NULL);
    assert_int_equal(nj_match_awaited_seats(l.m), nj_bit(2));
    assert_int_equal(nj_match_awaited(l.m), nj_bit(0));
    close_log(&l);
}

static void a_computer_takes_all_of_them(void **state)
{
    struct toy_log l;
    struct nj_input in;
    int64_t at = 0;

    NJ_UNUSED(state);
    open_log(&l, false);
    assert_true(nj_match_deadline(l.m, &at));
    l.now_ms = at;
    assert_true(nj_match_due(l.m, at, &in));
    (void)nj_toy_log_apply(&l, &in); /* seat 1 lets its turn pass */
    assert_true(nj_substituted(l.m, 0) && nj_substituted(l.m, 2));
    (void)nj_toy_log_order(&l, 1, NJ_PLACE_GROUP, "step", NULL);
    assert_int_equal(nj_toy_log_computers(&l), 3); /* 3; 1, who is asked */
    assert_int_equal(nj_match_awaited_seats(l.m), nj_bit(1));
    close_log(&l);
}

static void a_computer_of_its_own_plays_them(void **state)
{
    struct toy_log l;

    NJ_UNUSED(state);
    open_log(&l, true);
    assert_int_equal(nj_computers(l.m), nj_bit(3) - 1);
    (void)nj_toy_log_computers(&l);
    assert_true(nj_match_over(l.m));
    close_log(&l);
}

static int out_alone(struct nj_match *m, const struct nj_input *in)
{
    nj_seat_out(m, in->seat);
    return 0;
}

/* Of two seats one is out: its person plays on. */
static void who_plays_on_is_not_out(void **state)
{
    static struct nj_verb verbs[32];
    static struct nj_game game;
    struct toy_log l;

    NJ_UNUSED(state);
    game = nj_toy_game;
    for (size_t i = 0; nj_toy_game.verbs[i].name != NULL; i++) {
        verbs[i] = nj_toy_game.verbs[i];
        if (strcmp(verbs[i].name, "guess") == 0)
            verbs[i].apply = out_alone;
    }
    game.verbs = verbs;
    open_log(&l, false);
    nj_match_destroy(l.m);
    l.n = 0;
    l.setup.game = &game;
    l.m = nj_match_create(&l.setup);
    (void)nj_toy_log_start(&l);
    (void)nj_toy_log_order(&l, 0, NJ_PLACE_PRIVATE, "guess", "");
    assert_int_equal(nj_match_out(l.m), 0);
    (void)nj_toy_log_order(&l, 1, NJ_PLACE_PRIVATE, "guess", "");
    assert_int_equal(nj_match_out(l.m), nj_bit(1));
    (void)nj_toy_log_order(&l, 2, NJ_PLACE_PRIVATE, "guess", "");
    assert_int_equal(nj_match_out(l.m), nj_bit(3) - 1);
    close_log(&l);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(they_are_one_hand),
        cmocka_unit_test(they_may_stand_between_others),
        cmocka_unit_test(who_is_awaited_is_a_person),
        cmocka_unit_test(a_computer_takes_all_of_them),
        cmocka_unit_test(a_computer_of_its_own_plays_them),
        cmocka_unit_test(who_plays_on_is_not_out),
    };

    return cmocka_run_group_tests_name("match/hand", tests, NULL, NULL);
}
