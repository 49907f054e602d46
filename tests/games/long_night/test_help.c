/* 帮助 names what this match's modes offer here and now, and nothing else (LN
 * 2.3 of the players' review). */
#include "games/long_night/ln_kit.h"

static void help_knows_modes_and_moment(void **state)
{
    struct kit *k =
        kit_given("hide=turn bombs=2 plan=on", "open9; p1 0,0; p2 4,4; p3 7,7");

    (void)state;
    kit_ask(k, 1, NJ_PLACE_GROUP, "help", "");
    KIT_HAS(k, "ln.can now=group_turn hide=turn hides=1 bombs=2 plan=on\n");
    kit_forget(k);
    kit_ask(k, 2, NJ_PLACE_GROUP, "help", "");
    KIT_HAS(k, "ln.can now=group_wait\n");
    kit_forget(k);
    kit_ask(k, 1, NJ_PLACE_PRIVATE, "help", "");
    KIT_HAS(k, "ln.can now=private\n");
    kit_order(k, 1, "hide", "");
    kit_forget(k);
    kit_ask(k, 1, NJ_PLACE_PRIVATE, "help", "");
    KIT_HAS(k, "ln.can now=hidden\n");
    kit_free(k);
}

/* LN-26.1: whoever plays alone may move where he asks; no group is named. */
static void alone_one_moves_where_one_asks(void **state)
{
    struct kit *k = kit_given("solo=on bombs=1", "open9; p1 0,0");

    (void)state;
    kit_ask(k, 1, NJ_PLACE_PRIVATE, "help", "");
    KIT_HAS(k, "ln.can now=solo bombs=1\n");
    kit_forget(k);
    kit_ask(k, 1, NJ_PLACE_GROUP, "help", "");
    KIT_HAS(k, "ln.can now=group_turn bombs=1\n");
    kit_free(k);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(help_knows_modes_and_moment),
        cmocka_unit_test(alone_one_moves_where_one_asks),
    };

    int failed =
        cmocka_run_group_tests_name("games/long_night/help", tests, NULL, NULL);

    kit_pack_done();
    return failed;
}
