/* What the group is shown and what it can count: pictures by the option
 * `pictures` (MK-9.2), clocks and reminders behind an undo (MK-19.5). */
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

/* What it has changed may stand beside the board: actions left, tokens. */
static void with_action_behind_each_act(void **state)
{
    struct kit *k = with_pictures("pictures=action", "F4");

    NJ_UNUSED(state);
    kit_order(k, 1, "move", "W");
    KIT_HAS(k, "G mk.board ");
    KIT_HAS(k, "G mk.turn.left ");
    kit_order(k, 2, "claim", "none");
    KIT_HAS_NOT(k, "G mk.board ");
    kit_order(k, 1, "rest", "");
    KIT_HAS(k, "G mk.board ");
    KIT_HAS_NOT(k, "G mk.turn.left ");
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

/* --- undo --- */

static void wait_for(struct kit *k, const char *timer)
{
    kit_forget(k);
    kit_fire(k, timer);
}

static void taken_back(struct kit *k)
{
    kit_apply(k, &(struct nj_input){.kind = NJ_IN_UNDO,
                                    .seat = NJ_SEAT_NONE,
                                    .by = NJ_BY_HOST,
                                    .verb = "undo",
                                    .reason = "a slip",
                                    .at_ms = 44000000});
    assert_false(k->refused);
}

/* How long ago the killer acted unseen is nobody's to know. */
static void an_undo_brings_the_same_reminders_whenever_he_acted(void **state)
{
    struct kit *early = kit_given(4, "F4; turn K"),
               *late = kit_given(4, "F4; turn K");
    const struct nj_timer *a, *b;

    NJ_UNUSED(state);
    kit_order(early, 4, "stalk", "W");
    wait_for(early, "remind");
    wait_for(early, "remind");
    wait_for(late, "remind");
    wait_for(late, "remind");
    KIT_HAS(late, "G mk.remind ");
    kit_order(late, 4, "stalk", "W");
    taken_back(early);
    taken_back(late);
    a = nj_match_timers(early->m);
    b = nj_match_timers(late->m);
    for (int i = 0; i < NJ_TIMERS_MAX; i++) {
        assert_string_equal(a[i].name, b[i].name);
        assert_int_equal(a[i].at_ms, b[i].at_ms);
    }
    kit_forget(late);
    kit_wait(late);
    KIT_HAS_NOT(late, "G mk.");
    kit_wait(late);
    KIT_HAS(late, "G mk.remind ");
    kit_free(early);
    kit_free(late);
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
        cmocka_unit_test(with_action_behind_each_act),
        cmocka_unit_test(with_turn_at_the_end_of_a_turn),
        cmocka_unit_test(with_turn_nothing_tells_that_the_killer_is_done),
        cmocka_unit_test(with_turn_behind_an_attack),
        cmocka_unit_test(an_undo_brings_the_same_reminders_whenever_he_acted),
    };

    return cmocka_run_group_tests(tests, NULL, done);
}
