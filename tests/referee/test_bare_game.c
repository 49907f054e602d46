/*
 * A game that says little of itself: no help, no sheet, options without words.
 * What people ask of the house is answered all the same.
 */
#include "kit/nj_test.h"
#include "kit/toy_house.h"
#include "referee/referee_priv.h"

/* Who asks for his place hears which it is, where the game has no sheet. */
static void who_asks_for_his_place_hears_which_it_is(void **state)
{
    struct toy_house t;

    NJ_UNUSED(state);
    toy_house_open(&t, "bare_place");
    toy_house_begin(&t, 2);
    house_private(&t.h, "ann", "我");
    assert_int_equal(nj_memory_count(t.h.gateway), 1);
    assert_non_null(house_heard(&t.h, "ann", "席"));
    house_close(&t.h);
}

/* A game without a question of its own for help has texts for it. */
static void help_is_by_place_and_turn(void **state)
{
    struct toy_house t;
    const char *turn;
    const char *other;

    NJ_UNUSED(state);
    toy_house_open(&t, "bare_help");
    toy_house_begin(&t, 3);
    turn = toy_house_turn(&t);
    other = strcmp(turn, "ann") == 0 ? "bob" : "ann";
    house_group(&t.h, turn, "#帮助");
    assert_non_null(house_heard(&t.h, "group", "轮到你，走一步"));
    house_group(&t.h, other, "#帮助");
    assert_non_null(house_heard(&t.h, "group", "等别人走"));
    house_private(&t.h, other, "帮助");
    assert_non_null(house_heard(&t.h, other, "私聊里可以猜"));
    house_group(&t.h, other, "#退出");
    house_group(&t.h, other, "#确认");
    house_group(&t.h, other, "#帮助");
    assert_non_null(house_heard(&t.h, "group", "你不在局里了"));
    house_close(&t.h);
}

static const char *const off_on[] = {"off", "on", NULL};
static const struct nj_option choices[] = {
    {.key = "goal", .type = NJ_OPTION_INT, .lo = 1, .hi = 100, .dflt = 20},
    {.key = "double",
     .type = NJ_OPTION_WORD,
     .words = off_on,
     .hi = 1,
     .dflt = 1},
    {.key = NULL}};
static const struct nj_option counts[] = {
    {.key = "goal", .type = NJ_OPTION_INT, .lo = 1, .hi = 100, .dflt = 20},
    {.key = NULL}};
static const char *const no_pairs[] = {NULL};
static const struct nj_preset plain[] = {{.name = "quick", .pairs = no_pairs},
                                         {.name = NULL}};

/* An example of an option is one that has words; without any there is none. */
static void an_example_of_an_option_is_one_with_words(void **state)
{
    NJ_UNUSED(state);
    for (int bare = 0; bare < 2; bare++) {
        struct toy_house t;

        toy_house_open(&t, "bare_options");
        t.game.options = bare != 0 ? counts : choices;
        t.game.check_options = NULL;
        t.game.presets = plain;
        house_group(&t.h, "ann", "#新游戏 toy");
        house_forget(&t.h);
        house_group(&t.h, "ann", "#设置");
        assert_non_null(house_heard(&t.h, "group", "goal 20"));
        house_forget(&t.h);
        house_group(&t.h, "ann", "#帮助");
        assert_int_equal(nj_memory_count(t.h.gateway), 1);
        assert_int_equal(house_heard(&t.h, "group", "double") != NULL,
                         bare == 0);
        house_close(&t.h);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(who_asks_for_his_place_hears_which_it_is),
        cmocka_unit_test(help_is_by_place_and_turn),
        cmocka_unit_test(an_example_of_an_option_is_one_with_words),
    };

    return cmocka_run_group_tests_name("referee/bare_game", tests, NULL, NULL);
}
