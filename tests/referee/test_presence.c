/* Who asks in private is there: a game that reckons with absence hears of it
 * once, without a receipt and whatever the question was (NC-17.25). */
#include "kit/nj_test.h"
#include "kit/toy_house.h"
#include "match/emit.h"
#include "referee/referee_priv.h"

static bool acts_for(struct toy_house *t, const char *who)
{
    nj_seat seat = toy_house_seat(t, who);

    return nj_substituted(t->h.referee->entries[0]->match, seat);
}

static const char *open_away(struct toy_house *t, const char *name)
{
    const char *who;

    toy_house_open(t, name);
    toy_house_begin(t, 2);
    who = strcmp(toy_house_turn(t), "ann") == 0 ? "ann" : "bob";
    house_pass(&t->h, 11000); /* "quick": ten seconds */
    assert_true(acts_for(t, who));
    house_forget(&t->h);
    return who;
}

static void a_private_question_is_presence(void **state)
{
    struct toy_house t;
    uint32_t before;
    const char *who;

    NJ_UNUSED(state);
    who = open_away(&t, "presence_asks");
    house_private(&t.h, who, "比分");
    assert_false(acts_for(&t, who));
    assert_non_null(house_heard(&t.h, who, "你回来了"));
    assert_null(house_heard(&t.h, who, "收据"));
    before = toy_house_seq(&t);
    house_private(&t.h, who, "比分");
    assert_int_equal(toy_house_seq(&t), before);
    house_kill(&t.h, 1000);
    assert_false(acts_for(&t, who));
    house_close(&t.h);
}

static void in_the_group_it_is_none(void **state)
{
    struct toy_house t;
    const char *who;

    NJ_UNUSED(state);
    who = open_away(&t, "presence_group");
    house_group(&t.h, who, "#比分");
    assert_true(acts_for(&t, who));
    house_close(&t.h);
}

/* NC-17.26: asked for by its word the seat is given back wherever it is said. */
static void who_says_that_he_is_back_is_present(void **state)
{
    struct toy_house t;
    const char *who;

    NJ_UNUSED(state);
    who = open_away(&t, "presence_back");
    house_group(&t.h, who, "#回来");
    assert_false(acts_for(&t, who));
    assert_null(house_heard(&t.h, "group", "一直在座"));
    house_group(&t.h, who, "#回来"); /* nobody plays for him now */
    assert_non_null(house_heard(&t.h, "group", "一直在座"));
    house_close(&t.h);
}

static void of_a_game_that_does_not_ask_nothing_is_said(void **state)
{
    struct toy_house t;
    const char *who;
    uint32_t before;

    NJ_UNUSED(state);
    who = open_away(&t, "presence_none");
    t.game.presence = NULL;
    before = toy_house_seq(&t);
    house_private(&t.h, who, "比分");
    assert_true(acts_for(&t, who));
    assert_int_equal(toy_house_seq(&t), before);
    house_close(&t.h);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_private_question_is_presence),
        cmocka_unit_test(in_the_group_it_is_none),
        cmocka_unit_test(who_says_that_he_is_back_is_present),
        cmocka_unit_test(of_a_game_that_does_not_ask_nothing_is_said),
    };

    return cmocka_run_group_tests_name("referee/presence", tests, NULL, NULL);
}
