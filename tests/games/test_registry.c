/* src/games/registry.c: every game of the list is found and complete. */
#include "games/registry.h"
#include "kit/nj_test.h"
#include "match/match.h"
#include "match/messages.h"

static void games_are_found_by_id(void **state)
{
    (void)state;
    assert_ptr_equal(nj_game_find("long-night"), nj_games[0]);
    assert_null(nj_game_find("long_night"));
    assert_null(nj_game_find(""));
}

static void verbs_either_act_or_ask(void **state)
{
    (void)state;
    for (size_t i = 0; nj_games[i] != NULL; i++)
        for (const struct nj_verb *v = nj_games[i]->verbs; v->name != NULL; v++)
            assert_int_equal((v->apply != NULL) + (v->query != NULL) +
                                 (v->order != NULL),
                             1);
}

static void all_of_them_list_what_they_say(void **state)
{
    (void)state;
    for (size_t i = 0; nj_games[i] != NULL; i++) {
        assert_non_null(nj_games[i]->messages);
        assert_non_null(nj_games[i]->messages[0].key);
    }
}

static void defaults_are_legal_values(void **state)
{
    (void)state;
    for (size_t i = 0; nj_games[i] != NULL; i++) {
        const struct nj_option *o = nj_games[i]->options;

        for (; o->key != NULL; o++)
            assert_true(o->dflt >= o->lo && o->dflt <= o->hi);
    }
}

static void options_fit_into_the_state(void **state)
{
    (void)state;
    for (size_t g = 0; nj_games[g] != NULL; g++)
        for (int i = 0; nj_games[g]->options[i].key != NULL; i++)
            assert_true(nj_option_fits(nj_games[g], i));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(games_are_found_by_id),
        cmocka_unit_test(verbs_either_act_or_ask),
        cmocka_unit_test(all_of_them_list_what_they_say),
        cmocka_unit_test(defaults_are_legal_values),
        cmocka_unit_test(options_fit_into_the_state),
    };

    return cmocka_run_group_tests_name("games/registry", tests, NULL, NULL);
}
