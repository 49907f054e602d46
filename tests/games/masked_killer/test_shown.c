/* When the group is shown the board (MK-9.2), by the option `pictures`. */
#include "games/masked_killer/mk_kit.h"

static struct kit *with_pictures(const char *pictures, const char *clauses)
{
    static const char *const names[] = {"Ann", "Bo", "Cy", "Di"};
    struct nj_match_setup setup = {.game = &nj_masked_killer,
                                   .data = kit_table(),
                                   .edition = "standard",
                                   .n_seats = 4};
    struct kit *k;

    nj_rng_splitmix64(&setup.rng, 1);
    k = kit_create(&setup, names, 0, pictures);
    kit_clauses(k, clauses);
    return k;
}

static void with_action_behind_what_has_changed_it(void **state)
{
    struct kit *k = with_pictures("pictures=action", "F4");

    NJ_UNUSED(state);
    kit_order(k, 1, "move", "W");
    KIT_HAS(k, "G mk.board ");
    kit_order(k, 1, "rest", "");
    KIT_HAS_NOT(k, "G mk.board ");
    kit_free(k);
}

static void with_turn_at_the_end_of_a_turn(void **state)
{
    struct kit *k = with_pictures("pictures=turn", "F4");

    NJ_UNUSED(state);
    kit_order(k, 1, "move", "W");
    KIT_HAS_NOT(k, "G mk.board ");
    kit_order(k, 1, "rest", "");
    KIT_HAS(k, "G mk.board ");
    kit_free(k);
}

/* He may have been seen before: his last action shows nothing. */
static void with_turn_nothing_tells_that_the_killer_is_done(void **state)
{
    struct kit *k = with_pictures("pictures=turn auto_end=off", "F4; turn K");

    NJ_UNUSED(state);
    kit_order(k, 4, "stalk", "W");
    kit_order(k, 4, "stalk", "W");
    KIT_HAS_NOT(k, "G mk.");
    kit_free(k);
}

static void with_turn_behind_an_attack(void **state)
{
    struct kit *k =
        with_pictures("pictures=turn answer_s=0",
                      "F4; turn K; 1 at C8/S; 1 order defend none; K hid C7");

    NJ_UNUSED(state);
    kit_order(k, 4, "strike", "1");
    KIT_HAS(k, "G mk.hit.victim ");
    KIT_HAS(k, "G mk.board ");
    kit_free(k);
}

static int done(void **state)
{
    NJ_UNUSED(state);
    kit_table_done();
    nj_match_thread_done();
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(with_action_behind_what_has_changed_it),
        cmocka_unit_test(with_turn_at_the_end_of_a_turn),
        cmocka_unit_test(with_turn_nothing_tells_that_the_killer_is_done),
        cmocka_unit_test(with_turn_behind_an_attack),
    };

    return cmocka_run_group_tests(tests, NULL, done);
}
