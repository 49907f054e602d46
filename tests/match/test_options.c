/* Options of a game: as text, as values, as a combination. */
#include <string.h>

#include "kit/nj_test.h"
#include "kit/toy_game.h"
#include "match/match.h"

static const struct nj_option *option(const char *key)
{
    int i = nj_option_find(&nj_toy_game, key);

    assert_true(i >= 0);
    return &nj_toy_game.options[i];
}

static void takes(const char *key, const char *text, int64_t want,
                  const char *printed)
{
    struct nj_str s = NJ_STR_INIT(50);
    int64_t v = -1;

    assert_true(nj_option_parse(option(key), text, &v));
    assert_int_equal(v, want);
    nj_option_print(option(key), v, &s);
    assert_string_equal(s.p, printed);
    nj_str_fini(&s);
}

static void values_are_typed_and_printed(void **state)
{
    NJ_UNUSED(state);
    takes("goal", "1", 1, "1");
    takes("goal", "100", 100, "100");
    takes("questions", "on", 1, "on");
    takes("questions", "off", 0, "off");
    takes("think", "10s", 10000, "10s");
    takes("think", "90", 90000, "90s");
    takes("think", "120s", 120000, "2m");
    takes("think", "1h30m", 5400000, "90m");
    takes("think", "1d", 86400000, "1d");
    takes("think", "2h", 7200000, "2h");
}

static void other_texts_are_refused(void **state)
{
    static const char *const bad[][2] = {{"goal", ""},
                                         {"goal", "0"},
                                         {"goal", "101"},
                                         {"goal", "111579241363971"},
                                         {"goal", "1x"},
                                         {"goal", "-"},
                                         {"goal", " 1"},
                                         {"goal", "1e1"},
                                         {"questions", ""},
                                         {"questions", "On"},
                                         {"questions", "1"},
                                         {"think", "9s"},
                                         {"think", "9"},
                                         {"think", "2d"},
                                         {"think", "-5"},
                                         {"think", "soon"},
                                         {"think", ""},
                                         {"think", "100000000000000"},
                                         {"goal", "99999999999999999999"}};

    NJ_UNUSED(state);
    for (size_t i = 0; i < NJ_COUNT(bad); i++) {
        int64_t v = -9;

        assert_false(nj_option_parse(option(bad[i][0]), bad[i][1], &v));
        assert_int_equal(v, -9);
    }
    assert_int_equal(nj_option_find(&nj_toy_game, "goals"), -1);
}

static void defaults_are_those_of_the_table(void **state)
{
    struct nj_options o;

    NJ_UNUSED(state);
    memset(&o, 0x55, sizeof(o));
    nj_options_default(&nj_toy_game, &o);
    assert_int_equal(o.v[0], 20);
    assert_int_equal(o.v[1], 1);
    assert_int_equal(o.v[2], 60000);
    assert_int_equal(o.v[3], 0);
}

static void a_game_may_adjust_or_reject_a_combination(void **state)
{
    struct nj_options o;
    const struct nj_message *no;

    NJ_UNUSED(state);
    nj_options_default(&nj_toy_game, &o);
    o.v[0] = 90;
    assert_null(
        nj_options_check(&nj_toy_game, NULL, nj_toy_game.editions[0], &o, 4));
    assert_int_equal(o.v[0], 50);
    o.v[0] = 13;
    no = nj_options_check(&nj_toy_game, NULL, nj_toy_game.editions[0], &o, 4);
    assert_non_null(no);
    assert_string_equal(no->key, "toy.err.goal");
    assert_int_equal(nj_message_int(no, "goal", 0), 13);
    assert_int_equal(o.v[0], 13);
}

/* --- texts --- */

static const struct nj_option with_texts[] = {
    {.key = "n", .type = NJ_OPTION_INT, .lo = 0, .hi = 9, .dflt = 4},
    {.key = "a", .type = NJ_OPTION_TEXT, .hi = 0},
    {.key = "b", .type = NJ_OPTION_TEXT, .hi = 1},
    {0}};
static const struct nj_game texts_game = {.id = "texts", .options = with_texts};

static void printed(const struct nj_options *o, int i, const char *want)
{
    struct nj_str s = NJ_STR_INIT(NJ_OPTION_TEXT_MAX);

    nj_options_print(&texts_game, o, i, &s);
    assert_string_equal(s.p, want);
    nj_str_fini(&s);
}

static void an_option_may_be_a_text(void **state)
{
    struct nj_options o;
    char longest[NJ_OPTION_TEXT_MAX + 1];
    int64_t v;

    NJ_UNUSED(state);
    nj_options_default(&texts_game, &o);
    printed(&o, 1, "");
    assert_false(nj_options_off_default(&texts_game, &o, 0));
    assert_false(nj_options_off_default(&texts_game, &o, 1));
    assert_true(nj_options_put(&texts_game, &o, 1, "1, E2~"));
    assert_true(nj_options_put(&texts_game, &o, 2, "x"));
    assert_true(nj_options_put(&texts_game, &o, 0, "7"));
    printed(&o, 0, "7");
    printed(&o, 1, "1, E2~");
    printed(&o, 2, "x");
    assert_true(nj_options_off_default(&texts_game, &o, 0));
    assert_true(nj_options_off_default(&texts_game, &o, 1));
    assert_false(nj_options_put(&texts_game, &o, 0, "x"));
    assert_false(nj_options_put(&texts_game, &o, 1, "a\tb"));
    assert_false(nj_options_put(&texts_game, &o, 1, "\xe4\xb8\x80"));
    memset(longest, 'z', sizeof(longest));
    longest[NJ_OPTION_TEXT_MAX] = '\0';
    assert_false(nj_options_put(&texts_game, &o, 1, longest));
    printed(&o, 1, "1, E2~"); /* a refused one changes nothing */
    longest[NJ_OPTION_TEXT_MAX - 1] = '\0';
    assert_true(nj_options_put(&texts_game, &o, 1, longest));
    assert_true(nj_options_put(&texts_game, &o, 1, "y"));
    for (size_t i = 1; i < NJ_OPTION_TEXT_MAX; i++)
        assert_int_equal(o.text[0][i], 0); /* sets are compared bytewise */
    assert_true(nj_options_put(&texts_game, &o, 1, ""));
    assert_false(nj_options_off_default(&texts_game, &o, 1));
    assert_false(nj_option_parse(&with_texts[1], "x", &v));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(values_are_typed_and_printed),
        cmocka_unit_test(other_texts_are_refused),
        cmocka_unit_test(defaults_are_those_of_the_table),
        cmocka_unit_test(a_game_may_adjust_or_reject_a_combination),
        cmocka_unit_test(an_option_may_be_a_text),
    };

    return cmocka_run_group_tests_name("match/options", tests, NULL, NULL);
}
