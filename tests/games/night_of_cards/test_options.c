/* The table of options and presets of NC-12.1, as tables of people get them. */
#include "nc_kit.h"

/* In the order of the rules' table; what a preset has in that column. */
enum {
    STANDARD,
    CLASSIC7,
    FOURCARD,
    BLITZ,
    PRESETS
};

static const char *const names[PRESETS] = {"standard", "classic7", "fourcard",
                                           "blitz"};

static const struct {
    const char *key, *is[PRESETS];
} table[] = {
    {"hand", {"5", "5", "4", "4"}},
    {"income", {"2", "2", "2", "2"}},
    {"ap_cap", {"0", "0", "0", "8"}},
    {"executions", {"0", "0", "0", "3"}},
    {"lifedeath", {"tie", "off", "tie", "off"}},
    {"novote", {"self", "self", "self", "none"}},
    {"reveal", {"day", "day", "day", "all"}},
    {"reorder", {"thirds", "thirds", "thirds", "off"}},
    {"onehit_scope", {"night", "night", "night", "strike"}},
    {"bodyguard_kinds", {"8", "8", "8", "8"}},
    {"grace", {"off", "off", "on", "on"}},
    {"know_allies", {"off", "off", "off", "off"}},
    {"manifesto_chars", {"100", "100", "100", "30"}},
    {"order_freeze", {"0s", "600s", "0s", "0s"}},
    {"vote_freeze", {"1h", "1h", "1h", "20s"}},
    {"setup", {"24h", "24h", "24h", "180s"}},
    {"night", {"24h", "24h", "24h", "180s"}},
    {"day", {"24h", "24h", "24h", "240s"}},
    {"max_days", {"30", "30", "30", "20"}},
    {"afk_limit", {"3", "3", "3", "2"}},
};

static const struct nj_preset *find(const char *name)
{
    const struct nj_preset *p = nj_night_of_cards.presets;

    while (p->name != NULL && strcmp(p->name, name) != 0)
        p++;
    assert_non_null(p->name);
    return p;
}

/* What a table has that is opened with it; "players" is the lobby's. */
static void choose(const char *name, struct nj_options *o)
{
    nj_options_default(&nj_night_of_cards, o);
    for (const char *const *v = find(name)->pairs; *v != NULL; v += 2)
        if (strcmp(v[0], "players") != 0)
            assert_true(nj_options_put(&nj_night_of_cards, o,
                                       nj_option_find(&nj_night_of_cards, v[0]),
                                       v[1]));
}

static void expect_column(int preset)
{
    struct nj_options o, want;

    choose(names[preset], &o);
    nj_options_default(&nj_night_of_cards, &want);
    for (size_t k = 0; k < NJ_COUNT(table); k++) {
        int at = nj_option_find(&nj_night_of_cards, table[k].key);

        assert_true(
            nj_options_put(&nj_night_of_cards, &want, at, table[k].is[preset]));
        if (o.v[at] != want.v[at])
            fail_msg("%s: %s", names[preset], table[k].key);
    }
}

static void presets_are_those_of_the_table(void **state)
{
    NJ_UNUSED(state);
    for (int i = 0; i < PRESETS; i++)
        expect_column(i);
}

/* 9 to 12 with four cards: a hand of three power cards and a commoner at least
 * (NC-12.2); 7 of the classic table. */
static void presets_have_their_numbers_of_players(void **state)
{
    static const char *const players[PRESETS] = {NULL, "7", "9-12", "6-8"};

    NJ_UNUSED(state);
    for (int i = 0; i < PRESETS; i++) {
        const char *has = NULL;

        for (const char *const *v = find(names[i])->pairs; *v != NULL; v += 2)
            if (strcmp(v[0], "players") == 0)
                has = v[1];
        assert_int_equal(has == NULL, players[i] == NULL);
        if (has != NULL)
            assert_string_equal(has, players[i]);
    }
    assert_int_equal(nj_night_of_cards.seats_min, 6);
    assert_int_equal(nj_night_of_cards.seats_max, 16);
}

/* The bounds of the second column. */
static void values_beyond_the_table_are_refused(void **state)
{
    static const char *const legal[][2] = {
        {"income", "3"},   {"ap_cap", "20"},           {"executions", "4"},
        {"hand", "4"},     {"manifesto_chars", "200"}, {"max_days", "5"},
        {"max_days", "60"}};
    static const char *const illegal[][2] = {{"income", "0"},
                                             {"income", "4"},
                                             {"ap_cap", "21"},
                                             {"executions", "5"},
                                             {"hand", "3"},
                                             {"hand", "6"},
                                             {"manifesto_chars", "201"},
                                             {"max_days", "4"},
                                             {"max_days", "61"},
                                             {"lifedeath", "on"},
                                             {"bodyguard_kinds", "7"}};
    struct nj_options o;

    NJ_UNUSED(state);
    nj_options_default(&nj_night_of_cards, &o);
    for (size_t i = 0; i < NJ_COUNT(legal); i++)
        assert_true(nj_options_put(
            &nj_night_of_cards, &o,
            nj_option_find(&nj_night_of_cards, legal[i][0]), legal[i][1]));
    for (size_t i = 0; i < NJ_COUNT(illegal); i++)
        assert_false(nj_options_put(
            &nj_night_of_cards, &o,
            nj_option_find(&nj_night_of_cards, illegal[i][0]), illegal[i][1]));
}

static int done(void **state)
{
    NJ_UNUSED(state);
    nj_match_thread_done();
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(presets_are_those_of_the_table),
        cmocka_unit_test(presets_have_their_numbers_of_players),
        cmocka_unit_test(values_beyond_the_table_are_refused),
    };

    return cmocka_run_group_tests(tests, NULL, done);
}
